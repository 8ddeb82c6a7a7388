//! `sandtable example`: runs worked examples, one line each.

use std::path::Path;

use clap::Args;
use engine::example::{self, Example, Outcome};
use engine::game::Game;
use engine::problem::Problem;
use engine::scenario::{self, Scenario};
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, json, problems, write};
use crate::samples;

#[derive(Debug, Args)]
pub(super) struct ExampleArgs {
    /// RON or Markdown files with examples, or a game's name for those of its rulebook
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report {
    examples: Vec<Row>,
    failed: usize,
}

#[derive(Serialize)]
struct Row {
    title: String,
    file: String,
    line: u32,
    ok: bool,
    message: String,
}

impl ExampleArgs {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut report = Report { examples: Vec::new(), failed: 0 };
        let mut clean = true;
        for file in &self.files {
            let (examples, found) = match rulesets::game(file) {
                Some(game) => (game.rulebook().examples().cloned().collect(), Vec::new()),
                None => read(file)?,
            };
            clean &= found.is_empty();
            problems::print(io, &found, &|name| std::fs::read_to_string(name).ok())?;
            for example in &examples {
                let outcome = run(example);
                if !self.common.json {
                    writeln!(io.out, "{}", example.report(&outcome))?;
                }
                let (line, message) = match outcome {
                    Outcome::Ok => (example.line, String::new()),
                    Outcome::Failed { line, message } => {
                        (if line == 0 { example.line } else { line }, message)
                    }
                };
                let ok = message.is_empty();
                report.failed += usize::from(!ok);
                let (title, file) = (example.title.clone(), example.file.clone());
                report.examples.push(Row { title, file, line, ok, message });
            }
        }
        if self.common.json {
            json::print(io.out, &report)?;
        } else {
            writeln!(io.err, "{} examples, {} failed", report.examples.len(), report.failed)?;
        }
        Ok(if clean && report.failed == 0 { Exit::Clean } else { Exit::Problems })
    }
}

fn read(file: &str) -> Result<(Vec<Example>, Vec<Problem>), Failure> {
    let path = Path::new(file);
    let about = std::fs::metadata(path).map_err(|error| write::world("open", path, &error))?;
    if about.len() > scenario::MAX_BYTES {
        return Err(Failure::World(format!(
            "{file:?} has {} bytes, and at most {} are read",
            about.len(),
            scenario::MAX_BYTES
        )));
    }
    let bytes = std::fs::read(path).map_err(|error| write::world("read", path, &error))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::World(format!("{file:?} is not UTF-8 text")))?;
    let checked = example::parse_file(&text, file);
    Ok((checked.value.unwrap_or_default(), checked.problems))
}

/// Runs an example by the game that its ids name.
fn run(example: &Example) -> Outcome {
    let game = example.prefix().and_then(by_prefix);
    match game {
        Some(game) => game.run(example, &sample),
        None => Outcome::Failed {
            line: example.line,
            message: format!(
                "no game here has rules called {:?}; covers begins with the letters of its game, such as LBH-7.8",
                example.prefix().unwrap_or("")
            ),
        },
    }
}

/// The game whose statements have these letters.
fn by_prefix(prefix: &str) -> Option<&'static dyn Game> {
    let has = |game: &&'static dyn Game| {
        game.statements().first().is_some_and(|statement| statement.id.split('-').next() == Some(prefix))
    };
    rulesets::all().find(has)
}

/// The scenario of a sample, for examples that take its board.
pub(super) fn sample(name: &str) -> Option<Scenario> {
    scenario::load(&samples::by_name(name)?, "scenario.ron").value
}
