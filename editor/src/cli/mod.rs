//! The command line: what the window can do to a file, a script can do too.
//!
//! Results go to `out`, everything else to `err`. Every command returns an [`Exit`] or a [`Failure`]; nothing
//! here ends the process, so that tests run commands without one.

mod check;
mod comments;
mod demo;
mod example;
mod export;
mod fmt;
mod help;
mod json;
mod new;
mod play;
mod problems;
mod progress;
mod replay;
mod rulebook;
mod rules;
mod stream;
mod words;
mod write;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _, Parser, Subcommand};
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
    file: Option<PathBuf>,
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
#[expect(clippy::large_enum_variant, reason = "there is one of it in a run")]
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
    let (mut out, mut err) = (stream::Results::new(out), stream::Remarks::new(err));
    let terminal = io::IsTerminal::is_terminal(&io::stderr());
    let mut io = Io { out: &mut out, err: &mut err, terminal };
    let done = match Cli::try_parse_from(args) {
        Ok(Cli { command: Some(command), .. }) => dispatch(command, &mut io),
        Ok(Cli { command: None, file }) => window(file.as_deref(), &mut io),
        Err(error) if error.use_stderr() => {
            write!(io.err, "{}", error.render()).ok();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
        Err(help) => write!(io.out, "{}", help.render()).map(|()| Exit::Clean).map_err(Failure::from),
    };
    let done = done.and_then(|exit| io.out.flush().map(|()| exit).map_err(Failure::from));
    match done {
        Ok(Exit::Clean) => 0,
        Ok(Exit::Problems) => 1,
        Err(failure) => {
            writeln!(io.err, "sandtable: {failure}").ok();
            if matches!(failure, Failure::Call(_)) { 2 } else { 3 }
        }
    }
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
fn window(file: Option<&Path>, io: &mut Io<'_>) -> Done {
    // A file that is not there is said before a window opens.
    if let Some(file) = file {
        disk::probe(file).map_err(|error| Failure::World(format!("{error}{}", command_like(file))))?;
    }
    let named = match file.map(|file| file.to_str().ok_or(file)) {
        Some(Err(file)) => return Err(Failure::World(format!("cannot open {file:?}: its name is not text"))),
        Some(Ok(name)) => Some(name),
        None => None,
    };
    let opened = match no_display() {
        true => Err("there is no display".to_owned()),
        false => crate::app::run(named.map(str::to_owned)).map_err(|error| reason(&error.to_string())),
    };
    match (opened, named) {
        (Ok(()), _) => Ok(Exit::Clean),
        (Err(why), None) => {
            let sentence = "so Sandtable shows its work without one.";
            writeln!(io.err, "No window can be opened here ({why}), {sentence}")?;
            demo::run_all(io)
        }
        (Err(why), Some(file)) => {
            let file = demo::word(file);
            Err(Failure::World(format!(
                "no window can be opened here ({why}); without one these work: check {file}, fmt {file}, \
                 play {file}, export {file} --out DIR, rulebook GAME"
            )))
        }
    }
}

/// A word that is no file may be a command with a slip in it.
fn command_like(file: &Path) -> String {
    let command = Cli::command();
    let known = command.get_subcommands().map(clap::Command::get_name);
    let near =
        file.to_str().filter(|_| !file.exists()).and_then(|word| engine::problem::nearest(word, known));
    near.map_or_else(String::new, |name| format!("; did you mean the command {name}?"))
}

/// Is it plain that no window can be opened, without trying?
fn no_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(all(unix, not(target_os = "macos")))
        && !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(set)
}

/// What is of use to a reader in the message of a window that did not open: not the file and line in a library.
fn reason(message: &str) -> String {
    message.rsplit(": ").next().unwrap_or(message).trim_end_matches('.').to_owned()
}

/// Loads what a call names; a scenario with errors is still returned if it could be made.
fn load(path: &Path) -> Result<Loaded, Failure> {
    disk::load(path).map_err(|error| Failure::World(error.to_string()))
}

/// Prints what is wrong with a scenario, and says whether it can be used all the same. What stands in its way is
/// also the document that `--json` asks for.
fn usable(io: &mut Io<'_>, loaded: &Loaded, common: Common) -> Result<bool, Failure> {
    problems::print(io, &loaded.checked.problems, &|name| loaded.text(name))?;
    let usable = loaded.checked.value.is_some() && !loaded.checked.has_errors();
    if !usable && common.json {
        json::print_problems(io.out, &loaded.checked.problems)?;
    }
    Ok(usable)
}

/// The game with the changes that a call asks for.
fn tweaked(io: &mut Io<'_>, game: &dyn Game, tweaks: &[(String, String)]) -> Result<Box<dyn Game>, Failure> {
    game.tweaked(tweaks).or_else(|found| {
        problems::print(io, &found, &|_| None)?;
        Err(Failure::Call("a tweak was not understood".to_owned()))
    })
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

/// Splits `NAME=PLAYER`.
fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("found {text:?}, expected NAME=PLAYER"))?;
    Ok((name.to_owned(), value.to_owned()))
}
