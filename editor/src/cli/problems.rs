//! Problems as every command prints them: one line each, on a terminal with the source line and a caret.

use std::io::{self, Write};

use engine::problem::Problem;

use super::Io;

/// Prints problems in the order found; `source` gives the text of a file by the name in its problems.
pub(super) fn print(
    io: &mut Io<'_>,
    problems: &[Problem],
    source: &dyn Fn(&str) -> Option<String>,
) -> io::Result<()> {
    for problem in problems {
        writeln!(io.err, "{problem}")?;
        if io.terminal
            && let Some(text) = source(&problem.file)
            && let Some(line) = problem.line.checked_sub(1).and_then(|line| text.lines().nth(line as usize))
        {
            caret(io.err, line, problem.column)?;
        }
    }
    Ok(())
}

/// The source line and a caret under its column; a long line is cut to the part around it.
fn caret(err: &mut dyn Write, line: &str, column: u32) -> io::Result<()> {
    const WIDTH: usize = 100;
    let column = (column.max(1) - 1) as usize;
    let first = column.saturating_sub(WIDTH / 2);
    let shown: String =
        line.chars().skip(first).take(WIDTH).map(|sign| if sign == '\t' { ' ' } else { sign }).collect();
    writeln!(err, "    {shown}")?;
    writeln!(err, "    {}^", " ".repeat(column - first))
}
