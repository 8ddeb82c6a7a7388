//! The command line: what the window can do to a file, a script can do too.
//!
//! Results go to `out`, everything else to `err`. Every command returns an [`Exit`] or a [`Failure`]; nothing
//! here ends the process, so that tests run commands without one.

mod check;
mod demo;
mod example;
mod export;
mod fmt;
mod help;
mod json;
mod new;
mod play;
mod problems;
mod replay;
mod rulebook;
mod rules;
mod write;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use engine::game::Game;

use crate::disk::{self, Loaded};

/// A scenario editor and digital rulebook toolkit for wargames.
#[derive(Debug, Parser)]
#[command(
    name = "sandtable",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// A scenario file, a folder with one, or a built-in sample such as @little_big_horn
    file: Option<String>,
}

/// What every command understands.
#[derive(Debug, Clone, Copy, Args)]
struct Common {
    /// Print one JSON document; `sandtable help json` names its fields
    #[arg(long)]
    json: bool,
    /// Print no progress
    #[arg(long)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a new, valid, empty scenario
    New(new::New),
    /// Load and validate files; print all problems
    Check(check::Check),
    /// Write files in their canonical form
    Fmt(fmt::Fmt),
    /// Play one game without a window
    Play(play::Play),
    /// Verify or print a recorded game
    Replay(replay::Replay),
    /// Print to paper: map, counters, aids
    Export(export::Export),
    /// Run worked examples
    Example(example::ExampleArgs),
    /// Read, search or write out a rulebook
    Rulebook(rulebook::RulebookArgs),
    /// List the data of a game's rules with its paths
    Rules(rules::RulesArgs),
    /// Explain a command, or: json, example
    Help(help::Help),
}

/// How a command ended that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done and clean.
    Clean,
    /// Done, but problems were found.
    Problems,
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The call itself was wrong.
    #[error("{0}")]
    Call(String),
    /// The world failed: disk full, no display, unreadable file.
    #[error("{0}")]
    World(String),
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

type Done = Result<Exit, Failure>;

/// Where a command writes.
pub(crate) struct Io<'a> {
    /// Results.
    pub out: &'a mut dyn Write,
    /// Progress, warnings, problems.
    pub err: &'a mut dyn Write,
    /// Is `err` a terminal, so that source lines and progress are of use?
    pub terminal: bool,
}

/// Runs one call and returns its exit status: 0 clean, 1 problems found, 2 a wrong call, 3 the world failed.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render().to_string();
            let written = if error.use_stderr() { write!(err, "{text}") } else { write!(out, "{text}") };
            // Whoever closed the stream does not want to read more.
            written.ok();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    let mut io = Io { out, err, terminal: io::IsTerminal::is_terminal(&io::stderr()) };
    let done = match cli.command {
        Some(command) => dispatch(command, &mut io),
        None => window(cli.file.as_deref(), &mut io),
    };
    let status = match &done {
        Ok(Exit::Clean) => 0,
        Ok(Exit::Problems) => 1,
        Err(Failure::Call(_)) => 2,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(_) => 3,
    };
    if let (Err(failure), 1..) = (&done, status) {
        writeln!(io.err, "sandtable: {failure}").ok();
    }
    if io.out.flush().is_err() && status == 0 { 3 } else { status }
}

fn dispatch(command: Command, io: &mut Io<'_>) -> Done {
    match command {
        Command::New(args) => args.run(io),
        Command::Check(args) => args.run(io),
        Command::Fmt(args) => args.run(io),
        Command::Play(args) => args.run(io),
        Command::Replay(args) => args.run(io),
        Command::Export(args) => args.run(io),
        Command::Example(args) => args.run(io),
        Command::Rulebook(args) => args.run(io),
        Command::Rules(args) => args.run(io),
        Command::Help(args) => args.run(io),
    }
}

/// The window; without a display what CLI.md says for that case.
fn window(file: Option<&str>, io: &mut Io<'_>) -> Done {
    // A file that is not there is said before a window opens.
    if let Some(file) = file
        && !file.starts_with('@')
        && !PathBuf::from(file).exists()
    {
        return Err(Failure::World(format!("cannot open {file:?}: there is no such file or folder")));
    }
    match crate::app::run(file.map(str::to_owned)) {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => match file {
            None => {
                writeln!(
                    io.err,
                    "No window can be opened here ({error}), so Sandtable shows its work without one."
                )?;
                demo::run_all(io)
            }
            Some(file) => Err(Failure::World(format!(
                "no window can be opened here ({error}); without one these work: check {file}, fmt {file}, \
                 play {file}, export {file} --out DIR, rulebook GAME"
            ))),
        },
    }
}

/// Loads what a call names and prints the problems found; a scenario with errors is still returned if it
/// could be made.
fn load(path: &str) -> Result<Loaded, Failure> {
    disk::load(path).map_err(|error| Failure::World(error.to_string()))
}

/// The game with this id.
fn game(id: &str) -> Result<&'static dyn Game, Failure> {
    rulesets::game(id).ok_or_else(|| {
        let known: Vec<_> = rulesets::all().map(|game| game.id()).collect();
        Failure::Call(format!("no game is called {id:?}; there are: {}", known.join(", ")))
    })
}

/// Splits `PATH=VALUE` at the first equals sign outside of brackets and quotes.
fn tweak(text: &str) -> Result<(String, String), String> {
    let mut quoted = false;
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '=' if !quoted => return Ok((text[..at].trim().to_owned(), text[at + 1..].trim().to_owned())),
            _ => {}
        }
    }
    Err(format!("found {text:?}, expected PATH=VALUE"))
}

/// Splits `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("found {text:?}, expected NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}
