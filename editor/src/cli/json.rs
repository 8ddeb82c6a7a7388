//! JSON documents: problems and their places. Field names are stable and listed by `sandtable help json`.

use std::io::{self, Write};

use engine::problem::Problem;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct JsonProblem<'a> {
    severity: String,
    file: &'a str,
    line: u32,
    column: u32,
    path: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
}

impl<'a> From<&'a Problem> for JsonProblem<'a> {
    fn from(problem: &'a Problem) -> Self {
        let Problem { severity, file, line, column, path, message, hint } = problem;
        Self {
            severity: severity.to_string(),
            file,
            line: *line,
            column: *column,
            path,
            message,
            hint: hint.as_deref(),
        }
    }
}

pub(super) fn problems(problems: &[Problem]) -> Vec<JsonProblem<'_>> {
    problems.iter().map(JsonProblem::from).collect()
}

/// One document and a line end.
pub(super) fn print(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// The document of a command that could not do its work because of what is wrong with a file.
pub(super) fn print_problems(out: &mut dyn Write, problems: &[Problem]) -> io::Result<()> {
    #[derive(Serialize)]
    struct Document<'a> {
        problems: Vec<JsonProblem<'a>>,
    }
    print(out, &Document { problems: self::problems(problems) })
}
