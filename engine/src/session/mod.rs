//! The object-safe face of a playtest: all that the window and the command line see of a game.

mod log;
mod play;

pub(crate) use log::sentences;
pub use play::PlaySession;

use crate::ask::{Ask, Gesture, Judged, Reach, RefusalWords};
use crate::face::Face;
use crate::hex::Hex;
use crate::plane::Place;
use crate::rules::{PieceId, Seat, Side};

/// What the board shows to someone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scene {
    pub turn: u16,
    pub turns: u16,
    /// The phases of a turn in order: id, name, side whose phase it is.
    pub phases: Vec<Phase>,
    /// Index into `phases`.
    pub phase: usize,
    pub pieces: Vec<ScenePiece>,
    /// Boxes and what is said of their content, such as *3 tribes*.
    pub boxes: Vec<SceneBox>,
    /// What stands now: *US 43*, *Indian 50*, each with its rule.
    pub score: Vec<crate::ask::Line>,
    /// How it ended: the sentence and its rule.
    pub ended: Option<crate::ask::Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    pub id: String,
    pub name: String,
    pub side: Option<Side>,
}

/// A piece as the viewer knows it. What is hidden from him is not in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenePiece {
    pub piece: PieceId,
    pub name: String,
    pub side: Side,
    pub at: Place,
    pub face: Face,
    /// Words on it: *moved*, *stopped*.
    pub marks: Vec<String>,
    /// Name, value, slug: what its card says.
    pub fields: Vec<(String, String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneBox {
    pub id: String,
    pub name: String,
    pub note: String,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The action it belongs to, from 1; `go_to(moment)` shows the state after it.
    pub moment: usize,
    pub turn: u16,
    pub phase: String,
    pub seat: Seat,
    pub text: String,
    /// Slug.
    pub rule: String,
}

/// Whose eyes: a side's, or the referee's who sees everything.
pub type Eye = Option<Side>;

/// A game in progress.
pub trait Session: Send {
    /// What the board shows at the moment that is looked at.
    fn scene(&self, eye: Eye) -> Scene;
    /// Which seats may decide; empty when the game is over.
    fn awaits(&self) -> Vec<Seat>;
    /// What this seat is asked; `None` if it is not awaited.
    fn ask(&self, seat: Seat) -> Option<Ask>;
    fn reach(&self, seat: Seat, piece: PieceId) -> Option<Reach>;
    /// The hexes that a side controls, as far as someone knows; `None` in a game without such a thing.
    fn control(&self, eye: Eye, side: Side) -> Option<Vec<Hex>>;
    fn judge(&self, seat: Seat, gesture: &Gesture) -> Judged;
    /// Carries a gesture out, or puts it into the seat's draft (a set-up, an entry).
    ///
    /// # Errors
    /// The refusal in words; nothing has changed.
    #[expect(clippy::result_large_err, reason = "a person is refused now and then, never in a loop")]
    fn perform(&mut self, seat: Seat, gesture: &Gesture) -> Result<(), RefusalWords>;
    /// Lets a computer player decide once for a seat. Says whether there was something to decide.
    ///
    /// # Errors
    /// A player that this game does not have, an illegal choice, or a game that does not end within its bound.
    fn play(&mut self, seat: Seat, player: &str) -> Result<bool, String>;
    /// The names of the computer players: `random`, …
    fn players(&self) -> Vec<String>;

    /// The log as one side learns of it, up to the moment that is looked at.
    fn log(&self, eye: Eye) -> Vec<LogLine>;
    /// Number of actions so far; moments count from 0, the beginning.
    fn moments(&self) -> usize;
    /// The moment that is looked at.
    fn moment(&self) -> usize;
    /// Looks at another moment; acting there begins a branch.
    fn go_to(&mut self, moment: usize);
    /// Takes back the last thing that a person did, over all answers that were given for someone.
    fn take_back(&mut self) -> bool;
    /// The names of the branches that were left, oldest first, and how many actions each has.
    fn branches(&self) -> Vec<(String, usize)>;
    /// Returns to a branch by its index.
    fn switch(&mut self, branch: usize);
    /// The complete replay file.
    fn replay(&self) -> String;
    /// Which moment the replay file's seat names: computer players by side for the file's head.
    fn seat_names(&mut self, names: Vec<(Seat, String)>);

    /// Counts up whenever something has changed that any of these calls shows, so that what was drawn from
    /// them can be kept.
    fn revision(&self) -> u64;
    /// The greatest number of actions that the game can have.
    fn bound(&self) -> usize;
    /// From now on people roll the dice and type them in (`true`), or the seed gives them.
    fn type_dice(&mut self, typed: bool);
}

/// Plays on between computer players until the game is over or `until` says so, after each action.
///
/// `player` names the computer player of a seat.
///
/// # Errors
/// A sentence: a player that the game does not have, or rules that do not keep their word (a seat is awaited and
/// has nothing to do, the game does not end within its bound).
pub fn run(
    session: &mut dyn Session,
    player: &dyn Fn(Seat) -> String,
    until: &mut dyn FnMut(&dyn Session) -> bool,
) -> Result<(), String> {
    while let Some(&seat) = session.awaits().first() {
        if !session.play(seat, &player(seat))? {
            return Err(format!("nothing is on offer to {seat:?}, who is awaited"));
        }
        if until(session) {
            break;
        }
    }
    Ok(())
}
