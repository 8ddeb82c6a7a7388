//! The journal: a game as a file that is complete in itself.
//!
//! A replay file is one RON value, written so that everything that can be wrong by itself has a line of its
//! own: the scenario with all that it names, the digests, the seed, who played, and for each action its seat,
//! rolls, events, sentences, what changed on the board and the digest of the state. A seal stands in the last
//! line. [`verify()`] plays the actions again; [`watch()`] needs neither the game nor its rules.
//!
//! ```text
//! (
//!     format: 1,
//!     game: "little_big_horn",
//!     title: "Little Big Horn",
//!     seed: 7,
//!     data: "5d0c…",
//!     scenario: "91aa…",
//!     tweaks: {},
//!     played: [(Player(side: (0), number: 0), "random")],
//!     files: [
//!         ("scenario.ron", [
//!             "(",
//!             "    format: 1,",
//!         ]),
//!     ],
//!     pieces: [
//!         (piece: 0, name: "7C A", side: 0, at: Hex((q: 3, r: 1)), face: (…)),
//!     ],
//!     begin: "03f2…",
//!     actions: [
//!         Act(turn: 1, phase: "US movement", by: Player(side: (0), number: 0), who: Computer("random")),
//!         Do(Move(piece: (0), path: [(q: 3, r: 2)])),
//!         Event("move.cost", Moved(piece: (0), to: (q: 3, r: 2))),
//!         Says(text: "7C A moves to 0404", rule: "move.cost", touches: [(0, Hex((q: 3, r: 2)))]),
//!         Shows(piece: 0, name: "7C A", side: 0, at: Hex((q: 3, r: 2)), face: (…)),
//!         State("77b0…"),
//!     ],
//!     seal: "28a5… 9c01… … 4be2…")
//! ```

mod read;
mod seal;
mod verify;
mod watch;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dice::{Roll, RollKey, Source};
use crate::digest::{self, Digest};
use crate::face::Face;
use crate::plane::Place;
use crate::playtest::{Mark, Who};
use crate::rules::{PieceId, Seat};
use crate::scenario::{self, Scenario};
use crate::session::{Scene, ScenePiece};

pub use seal::reseal;
pub use verify::{Verified, reopen, verify, verify_with};
pub use watch::{Said, Watched, WatchedStep, log, watch};
pub use write::write;

/// The format of replay files that this version writes.
pub const FORMAT: u32 = 1;

/// The scenario of a game as a replay file holds it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Id of the game in the registry.
    pub game: String,
    pub title: String,
    /// Every file of the scenario: its name as the others know it, and its text. The first is the scenario's own.
    pub files: Vec<(String, String)>,
    pub tweaks: BTreeMap<String, String>,
}

impl Record {
    /// The scenario as it is in memory, with what was changed since it was loaded.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            game: scenario.game.clone(),
            title: scenario.title.clone(),
            files: scenario::save(scenario),
            tweaks: scenario.tweaks.clone(),
        }
    }

    /// The digest of the scenario with all that it names.
    pub fn digest(&self) -> Digest {
        digest::of(&self.files)
    }
}

/// One line of the actions. `A` and `E` are the game's actions and events.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Entry<A, E> {
    /// What follows was left: it parts from the main line after so many actions.
    Branch {
        name: String,
        from: u32,
    },
    /// An action begins: turn and phase before it, who decided.
    Act {
        turn: u16,
        phase: String,
        by: Seat,
        who: Who,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<Mark>,
    },
    /// The action.
    Do(A),
    Roll {
        moment: u64,
        rule: String,
        whom: u64,
        nth: u32,
        die: u8,
        face: u8,
        source: Source,
    },
    /// An event with the rule that it follows from.
    Event(String, E),
    /// A sentence of the log, and where to look.
    Says {
        text: String,
        rule: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        touches: Vec<(u16, Place)>,
    },
    /// How a piece looks after the action, where that has changed.
    Shows(Shown),
    /// A piece that is no longer on the board.
    Gone(u16),
    /// The digest of the state after the action, which ends here.
    State(Digest),
}

/// A piece as it is watched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    pub piece: u16,
    pub name: String,
    pub side: u8,
    pub at: Place,
    pub face: Face,
    /// Words on it: *moved*.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

impl Shown {
    fn of(piece: &ScenePiece) -> Self {
        Self {
            piece: piece.piece.0,
            name: piece.name.clone(),
            side: piece.side.0,
            at: piece.at.clone(),
            face: piece.face.clone(),
            marks: piece.marks.clone(),
        }
    }

    fn id(&self) -> PieceId {
        PieceId(self.piece)
    }
}

/// The pieces of a board by their ids.
type Board = BTreeMap<PieceId, Shown>;

fn shown(scene: &Scene) -> Board {
    scene.pieces.iter().map(|piece| (piece.piece, Shown::of(piece))).collect()
}

fn roll_entry<A, E>(roll: &Roll) -> Entry<A, E> {
    let RollKey { moment, rule, whom, nth, die } = &roll.key;
    Entry::Roll {
        moment: *moment,
        rule: rule.to_string(),
        whom: *whom,
        nth: *nth,
        die: die.0,
        face: roll.face,
        source: roll.source,
    }
}
