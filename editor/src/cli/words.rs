//! A game in words: the log as `play` and `replay log` print it and as `--json` gives it.

use std::io;

use engine::game::Game;
use engine::session::LogLine;
use serde::Serialize;

use super::Io;

#[derive(Debug, Serialize)]
pub(super) struct JsonLine {
    moment: usize,
    turn: u16,
    phase: String,
    text: String,
    rule: String,
}

impl From<LogLine> for JsonLine {
    fn from(line: LogLine) -> Self {
        let LogLine { moment, turn, phase, text, rule, seat: _ } = line;
        Self { moment, turn, phase, text, rule }
    }
}

/// The rule of a line, two spaces before it; nothing where there is none.
pub(super) fn cite(game: Option<&dyn Game>, rule: &str) -> String {
    match game {
        _ if rule.is_empty() => String::new(),
        Some(game) => format!("  {}", game.rulebook().cite(rule)),
        None => format!("  {rule}"),
    }
}

/// The lines with a heading for each phase that has any, each line with its rule. `phases` are the names of the
/// game's phases: a line that only says which of them comes next is what the headings say already.
pub(super) fn print(
    io: &mut Io<'_>,
    game: Option<&dyn Game>,
    phases: &[String],
    lines: &[LogLine],
) -> io::Result<()> {
    let mut heading = None;
    for line in lines.iter().filter(|line| !only_names_a_phase(&line.text, phases)) {
        let here = Some((line.turn, line.phase.as_str()));
        if heading != here {
            writeln!(io.out, "\nTurn {}, {}", line.turn, line.phase)?;
            heading = here;
        }
        writeln!(io.out, "  {}{}", line.text, cite(game, &line.rule))?;
    }
    Ok(())
}

/// *US melee*, *Turn 2. US fire*
fn only_names_a_phase(text: &str, phases: &[String]) -> bool {
    let turn = |text: &str| {
        let (number, name) = text.strip_prefix("Turn ")?.split_once(". ")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then(|| name.to_owned())
    };
    let name = turn(text);
    phases.iter().any(|phase| phase == name.as_deref().unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_only_name_the_next_phase_are_known() {
        let phases = ["US fire".to_owned(), "Off the map".to_owned()];
        for (text, expected) in [
            ("US fire", true),
            ("Off the map", true),
            ("Turn 12. US fire", true),
            ("Turn two. US fire", false),
            ("US fire is over", false),
            ("7th Cavalry F enters", false),
            ("", false),
        ] {
            assert_eq!(only_names_a_phase(text, &phases), expected, "{text:?}");
        }
    }
}
