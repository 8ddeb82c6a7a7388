//! Watches a replay file without its game: the recorded sentences, and what changed on the board.

use crate::plane::Place;
use crate::playtest::{Mark, Who};
use crate::problem::Problem;
use crate::rules::{PieceId, Seat};
use crate::session::LogLine;

use super::{Entry, Record, Shown, read};

/// A recorded game in the engine's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    pub record: Record,
    pub seed: u64,
    pub played: Vec<(Seat, String)>,
    /// The board at the beginning.
    pub pieces: Vec<Shown>,
    /// The main line, without branches.
    pub steps: Vec<WatchedStep>,
}

/// One recorded action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedStep {
    pub turn: u16,
    pub phase: String,
    pub by: Seat,
    pub who: Who,
    pub mark: Option<Mark>,
    pub says: Vec<Said>,
    /// The pieces that look or stand otherwise after it.
    pub shows: Vec<Shown>,
    /// Pieces that are no longer on the board.
    pub gone: Vec<PieceId>,
}

/// A recorded sentence: its text, its rule's slug, the pieces and places it is about.
pub type Said = (String, String, Vec<(PieceId, Place)>);

impl Watched {
    /// The pieces on the board after so many actions, in the order of their ids.
    pub fn board(&self, moment: usize) -> Vec<Shown> {
        let begin = self.pieces.iter().map(|piece| (piece.id(), piece.clone()));
        let mut board: std::collections::BTreeMap<_, _> = begin.collect();
        for step in self.steps.iter().take(moment) {
            board.extend(step.shows.iter().map(|piece| (piece.id(), piece.clone())));
            for gone in &step.gone {
                board.remove(gone);
            }
        }
        board.into_values().collect()
    }
}

/// Reads a replay file for watching. Its actions and events are not looked at, so that a game may have changed
/// since.
///
/// # Errors
/// What is wrong with the file, with its lines.
pub fn watch(text: &str) -> Result<Watched, Vec<Problem>> {
    let tree = read::open(text)?;
    let head = read::head(&tree)?;
    let mut steps: Vec<WatchedStep> = Vec::new();
    for node in read::actions(&tree)? {
        if matches!(node.name(), Some("Do" | "Event" | "Roll" | "State")) {
            continue;
        }
        match (node.read::<Entry<(), ()>>().map_err(|problem| vec![problem])?, steps.last_mut()) {
            (Entry::Act { turn, phase, by, who, mark }, _) => {
                let (says, shows, gone) = (Vec::new(), Vec::new(), Vec::new());
                steps.push(WatchedStep { turn, phase, by, who, mark, says, shows, gone });
            }
            (Entry::Branch { .. }, _) => break,
            (Entry::Says { text, rule, touches }, Some(step)) => {
                let touches = touches.into_iter().map(|(piece, at)| (PieceId(piece), at)).collect();
                step.says.push((text, rule, touches));
            }
            (Entry::Shows(piece), Some(step)) => step.shows.push(piece),
            (Entry::Gone(piece), Some(step)) => step.gone.push(PieceId(piece)),
            _ => return Err(vec![node.problem("found this, expected an action")]),
        }
    }
    Ok(Watched { record: head.record, seed: head.seed, played: head.played, pieces: head.pieces, steps })
}

/// The log of a replay file: the sentences as they were recorded.
///
/// # Errors
/// As [`watch`].
pub fn log(text: &str) -> Result<Vec<LogLine>, Vec<Problem>> {
    let watched = watch(text)?;
    let mut lines = Vec::new();
    for (index, step) in watched.steps.into_iter().enumerate() {
        for (text, rule, _) in step.says {
            lines.push(LogLine {
                moment: index + 1,
                turn: step.turn,
                phase: step.phase.clone(),
                seat: step.by,
                text,
                rule,
            });
        }
    }
    Ok(lines)
}
