//! `sandtable replay`: verifies a recorded game, or prints it in words.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use engine::game::Game;
use engine::journal;
use engine::problem::Problem;
use engine::scenario;
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, game, json, problems, write};

#[derive(Debug, Args)]
pub(super) struct Replay {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Play the actions again and compare every roll, event and digest
    Verify(File),
    /// Print the game in words
    Log(File),
}

#[derive(Debug, Args)]
struct File {
    /// The replay file
    replay: PathBuf,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report<'a> {
    ok: bool,
    summary: String,
    problems: Vec<json::JsonProblem<'a>>,
}

impl Replay {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        match self.what {
            What::Verify(file) => verify(io, &file),
            What::Log(file) => log(io, &file),
        }
    }
}

fn verify(io: &mut Io<'_>, file: &File) -> Done {
    let text = read(&file.replay)?;
    let done = match text {
        Ok(text) => match recorded_game(&text) {
            Ok(game) => game.verify(&text).map_err(|found| (found, text)),
            Err(found) => Err((found, text)),
        },
        Err(problem) => Err((vec![problem], String::new())),
    };
    let (summary, found, text) = match done {
        Ok(summary) => (summary, Vec::new(), String::new()),
        Err((found, text)) => (String::new(), named(found, &file.replay), text),
    };
    if file.common.json {
        let ok = found.is_empty();
        json::print(io.out, &Report { ok, summary, problems: json::problems(&found) })?;
    } else if found.is_empty() {
        writeln!(io.out, "{}: {summary}", file.replay.display())?;
    }
    problems::print(io, &found, &|_| Some(text.clone()))?;
    Ok(if found.is_empty() { Exit::Clean } else { Exit::Problems })
}

fn log(io: &mut Io<'_>, file: &File) -> Done {
    let text = match read(&file.replay)? {
        Ok(text) => text,
        Err(problem) => {
            problems::print(io, &named(vec![problem], &file.replay), &|_| None)?;
            return Ok(Exit::Problems);
        }
    };
    let watched = match journal::watch(&text) {
        Ok(watched) => watched,
        Err(found) => {
            problems::print(io, &named(found, &file.replay), &|_| Some(text.clone()))?;
            return Ok(Exit::Problems);
        }
    };
    let book = rulesets::game(&watched.record.game).map(Game::rulebook);
    writeln!(io.out, "{}, seed {}", watched.record.title, watched.seed)?;
    let mut heading = (0, String::new());
    for step in &watched.steps {
        for (sentence, rule, _) in &step.says {
            if heading != (step.turn, step.phase.clone()) {
                writeln!(io.out, "\nTurn {}, {}", step.turn, step.phase)?;
                heading = (step.turn, step.phase.clone());
            }
            let cited = book.map_or_else(|| rule.clone(), |book| book.cite(rule));
            writeln!(
                io.out,
                "  {sentence}{}",
                if rule.is_empty() { String::new() } else { format!("  {cited}") }
            )?;
        }
    }
    Ok(Exit::Clean)
}

/// The game that a replay file names.
fn recorded_game(text: &str) -> Result<&'static dyn Game, Vec<Problem>> {
    let watched = journal::watch(text)?;
    game(&watched.record.game).map_err(|failure| vec![Problem::error(failure.to_string())])
}

/// The text of a replay file; what is wrong with it as text is a problem of the file.
fn read(path: &Path) -> Result<Result<String, Problem>, Failure> {
    let fail = |error: io::Error| write::world("open", path, &error);
    let about = std::fs::metadata(path).map_err(fail)?;
    if !about.is_file() {
        return Err(Failure::World(format!("{path:?} is no ordinary file")));
    }
    if about.len() > scenario::MAX_BYTES {
        let limit = scenario::MAX_BYTES;
        return Ok(Err(Problem::error(format!("found {} bytes, and at most {limit} are read", about.len()))));
    }
    let bytes = std::fs::read(path).map_err(fail)?;
    Ok(String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        let position = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Problem::error("found bytes that are no UTF-8 text").at(position(line), position(column))
    }))
}

fn named(found: Vec<Problem>, path: &Path) -> Vec<Problem> {
    found.into_iter().map(|problem| problem.in_file(path.display().to_string())).collect()
}
