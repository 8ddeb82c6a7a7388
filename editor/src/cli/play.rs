//! `sandtable play`: one game without a window, its log in words, each line with its rule.

use std::io;
use std::path::PathBuf;

use clap::Args;
use engine::game::Game;
use engine::problem::Problem;
use engine::rules::{Seat, Side};
use engine::session::Session;
use serde::Serialize;

use super::words::{self, JsonLine};
use super::{
    Common, Done, Exit, Failure, Io, game, json, load, pair, problems, tweak, tweaked, usable, write,
};

#[derive(Debug, Args)]
pub(super) struct Play {
    /// A scenario file, a folder with one, or a built-in sample
    path: PathBuf,
    /// The seed of all dice and computer players
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// Who plays a side: us=random
    #[arg(long, value_name = "NAME=PLAYER", value_parser = pair)]
    side: Vec<(String, String)>,
    /// Stop after this many game turns
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    turns: Option<u16>,
    /// Change a number of the rules; may be given again
    #[arg(long, value_name = "PATH=VALUE", value_parser = tweak)]
    tweak: Vec<(String, String)>,
    /// Keep the game as a replay file
    #[arg(long, value_name = "REPLAY")]
    save: Option<PathBuf>,
    /// Overwrite a file that Sandtable did not write
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report<'a> {
    seed: u64,
    actions: usize,
    turn: u16,
    ended: Option<Ended>,
    log: Vec<JsonLine>,
    problems: Vec<json::JsonProblem<'a>>,
}

#[derive(Serialize)]
struct Ended {
    text: String,
    rule: String,
}

impl Play {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut loaded = load(&self.path)?;
        if !usable(io, &loaded, self.common)? {
            return Ok(Exit::Problems);
        }
        let found = std::mem::take(&mut loaded.checked.problems);
        let Some(mut scenario) = loaded.checked.value.take() else { return Ok(Exit::Problems) };
        let game = game(&scenario.game)?;
        tweaked(io, game, &self.tweak)?;
        scenario.tweaks.extend(self.tweak.iter().cloned());
        let players = players(game, &self.side)?;
        let mut session = match game.play(&scenario, self.seed).into_result() {
            Ok(session) => session,
            Err(found) => {
                problems::print(io, &found, &|_| None)?;
                if self.common.json {
                    json::print_problems(io.out, &found)?;
                }
                writeln!(io.err, "the game cannot begin")?;
                return Ok(Exit::Problems);
            }
        };
        run_game(session.as_mut(), &players, self.turns)?;
        if let Some(path) = &self.save {
            write::file(path, session.replay().as_bytes(), self.force)?;
        }
        if self.common.json {
            json::print(io.out, &report(session.as_ref(), self.seed, &found))?;
        } else {
            print_log(io, game, session.as_ref(), self.turns)?;
        }
        Ok(if found.is_empty() { Exit::Clean } else { Exit::Problems })
    }
}

/// The player of each side, in the order of the game's sides; whoever is not named plays at random.
pub(super) fn players(game: &dyn Game, given: &[(String, String)]) -> Result<Vec<(Seat, String)>, Failure> {
    let list = |names: Vec<&str>| names.join(", ");
    for (side, player) in given {
        if !game.sides().iter().any(|known| known.id == *side) {
            let known = list(game.sides().iter().map(|side| side.id.as_str()).collect());
            return Err(Failure::Call(format!("no side is called {side:?}; there are: {known}")));
        }
        if !game.players().contains(&player.as_str()) {
            let known = list(game.players().to_vec());
            return Err(Failure::Call(format!("no player is called {player:?}; there are: {known}")));
        }
    }
    let player =
        |id: &str| given.iter().rev().find(|(side, _)| side == id).map_or("random", |(_, player)| player);
    let seat = |(index, id): (usize, &str)| {
        let side = Side(u8::try_from(index).expect("a game has few sides"));
        (Seat::of(side), player(id).to_owned())
    };
    Ok(game.sides().iter().map(|side| side.id.as_str()).enumerate().map(seat).collect())
}

/// Plays to the end, or until this many turns are over.
pub(super) fn run_game(
    session: &mut dyn Session,
    players: &[(Seat, String)],
    turns: Option<u16>,
) -> Result<(), Failure> {
    session.seat_names(players.to_vec());
    let mut turn = 0;
    while let Some(&seat) = session.awaits().first() {
        if let Some(last) = turns {
            // The scene is made once an action, and only where the turn matters.
            turn = session.scene(None).turn.max(turn);
            if turn > last {
                break;
            }
        }
        let player = players.iter().find(|(known, _)| *known == seat).map_or("random", |(_, player)| player);
        let decided = session.play(seat, player).map_err(Failure::Call)?;
        if !decided {
            return Err(Failure::World("a seat is awaited and has nothing to decide".to_owned()));
        }
    }
    Ok(())
}

fn report<'a>(session: &dyn Session, seed: u64, found: &'a [Problem]) -> Report<'a> {
    let scene = session.scene(None);
    Report {
        seed,
        actions: session.moments(),
        turn: scene.turn,
        ended: scene.ended.map(|line| Ended { text: line.text, rule: line.rule }),
        log: session.log(None).into_iter().map(JsonLine::from).collect(),
        problems: json::problems(found),
    }
}

/// The log in words, then how the game ended and what each side counts.
fn print_log(io: &mut Io<'_>, game: &dyn Game, session: &dyn Session, turns: Option<u16>) -> io::Result<()> {
    let scene = session.scene(None);
    let phases: Vec<_> = scene.phases.iter().map(|phase| phase.name.clone()).collect();
    words::print(io, Some(game), &phases, &session.log(None))?;
    writeln!(io.out)?;
    match (&scene.ended, turns) {
        (Some(end), _) => writeln!(io.out, "{}{}", end.text, words::cite(Some(game), &end.rule))?,
        (None, turns) => {
            let turn = turns.unwrap_or(scene.turn);
            writeln!(io.out, "Stopped at the end of turn {turn}, after {} actions.", session.moments())?;
        }
    }
    for line in &scene.score {
        writeln!(io.out, "{}{}", line.text, words::cite(Some(game), &line.rule))?;
    }
    Ok(())
}
