//! `sandtable example`: runs worked examples, one line each.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::example::{self, Example, Outcome};
use engine::game::Game;
use engine::problem::Problem;
use engine::scenario::{self, Scenario};
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, json, problems};
use crate::{disk, samples};

#[derive(Debug, Args)]
pub(super) struct ExampleArgs {
    /// RON or Markdown files with examples, or a game's name for those of its rulebook
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report<'a> {
    examples: Vec<Row>,
    failed: usize,
    problems: Vec<json::JsonProblem<'a>>,
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
        let mut all_found = Vec::new();
        let mut report = Report { examples: Vec::new(), failed: 0, problems: Vec::new() };
        for file in &self.files {
            let (examples, found) = match file.to_str().and_then(rulesets::game) {
                Some(game) => (game.rulebook().examples().cloned().collect(), Vec::new()),
                None => read(file)?,
            };
            problems::print(io, &found, &|name| String::from_utf8(disk::read(Path::new(name)).ok()?).ok())?;
            all_found.extend(found);
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
        let clean = all_found.is_empty();
        report.problems = json::problems(&all_found);
        if self.common.json {
            json::print(io.out, &report)?;
        } else {
            writeln!(io.err, "{} examples, {} failed", report.examples.len(), report.failed)?;
        }
        Ok(if clean && report.failed == 0 { Exit::Clean } else { Exit::Problems })
    }
}

fn read(file: &Path) -> Result<(Vec<Example>, Vec<Problem>), Failure> {
    let fail = |reason: String| {
        let games: Vec<_> = rulesets::all().map(|game| game.id()).collect();
        let games = if file.exists() { String::new() } else { format!("; games are: {}", games.join(", ")) };
        Failure::World(format!("cannot open {file:?}: {reason}{games}"))
    };
    let name = file.display().to_string();
    let bytes = disk::read(file).map_err(|error| fail(error.to_string()))?;
    Ok(match disk::text(bytes) {
        Ok(text) => {
            let checked = example::parse_file(&text, &name);
            (checked.value.unwrap_or_default(), checked.problems)
        }
        Err(problem) => (Vec::new(), vec![problem.in_file(name)]),
    })
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
