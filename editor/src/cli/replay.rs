//! `sandtable replay`: verifies a recorded game, or prints it in words.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use engine::game::Game;
use engine::journal;
use engine::problem::Problem;
use serde::Serialize;

use super::words::{self, JsonLine};
use super::{Common, Done, Exit, Failure, Io, game, json, problems, write};
use crate::disk;

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

#[derive(Serialize)]
struct LogReport<'a> {
    game: &'a str,
    title: &'a str,
    seed: u64,
    log: Vec<JsonLine>,
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
    let text = read(&file.replay)?;
    let source = text.clone().unwrap_or_default();
    let read = text.map_err(|problem| vec![problem]).and_then(|text| {
        let watched = journal::watch(&text)?;
        Ok((watched, journal::log(&text)?))
    });
    let (watched, lines) = match read {
        Ok(read) => read,
        Err(found) => {
            let found = named(found, &file.replay);
            problems::print(io, &found, &|_| Some(source.clone()))?;
            if file.common.json {
                json::print_problems(io.out, &found)?;
            }
            return Ok(Exit::Problems);
        }
    };
    let record = &watched.record;
    if file.common.json {
        let log = lines.into_iter().map(JsonLine::from).collect();
        let (game, title, seed) = (&record.game, &record.title, watched.seed);
        json::print(io.out, &LogReport { game, title, seed, log, problems: Vec::new() })?;
        return Ok(Exit::Clean);
    }
    let game = rulesets::game(&record.game);
    let mut phases: Vec<String> = watched.steps.iter().map(|step| step.phase.clone()).collect();
    phases.extend(game.iter().flat_map(|game| game.sequence()).map(|(name, _)| name));
    writeln!(io.out, "{}, seed {}", record.title, watched.seed)?;
    words::print(io, game, &phases, &lines)?;
    Ok(Exit::Clean)
}

/// The game that a replay file names.
fn recorded_game(text: &str) -> Result<&'static dyn Game, Vec<Problem>> {
    let watched = journal::watch(text)?;
    game(&watched.record.game).map_err(|failure| vec![Problem::error(failure.to_string())])
}

/// The text of a replay file; what is wrong with it as text is a problem of the file.
fn read(path: &Path) -> Result<Result<String, Problem>, Failure> {
    match disk::read(path) {
        Ok(bytes) => Ok(disk::text(bytes)),
        Err(error @ disk::ReadError::TooLarge(_)) => Ok(Err(Problem::error(error.to_string()))),
        Err(error) => Err(write::world("open", path, &error)),
    }
}

fn named(found: Vec<Problem>, path: &Path) -> Vec<Problem> {
    found.into_iter().map(|problem| problem.in_file(path.display().to_string())).collect()
}
