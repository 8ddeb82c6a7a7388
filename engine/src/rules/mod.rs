//! The [`Rules`] of a game: four verbs over a state, and the words that they speak.
//!
//! `check` is the one authority on what is legal, `offer` proposes, `act` carries out as far as the next
//! decision, `apply` makes one event true. The playtest, the session, the journal and the computer players
//! know nothing else of a game.

mod draft;
mod notes;
mod refusal;
mod seen;
mod turn;

pub use draft::DraftStep;
pub use notes::{Note, Notes};
pub use refusal::{About, Refusal};
pub use seen::Seen;
pub use turn::{Events, Pause, Turn};

use std::fmt;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ask::{Ask, Gesture, Judged, Reach};
use crate::dice::RollKey;
use crate::digest::Digest;
use crate::hex::Hex;
use crate::plane::Place;
use crate::policy::{self, Policy};
use crate::problem::Checked;
use crate::scenario::Scenario;
use crate::session::Scene;

/// A rule's slug, such as `zoc.stop`. Readers see the number that the rulebook gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Cite(pub &'static str);

impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

/// What one knows and wins with; an index into the game's list of sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Side(pub u8);

/// Who decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Seat {
    /// A player of a side; `number` tells several generals of one side apart, from 0.
    Player { side: Side, number: u8 },
    /// Goes on where nobody has to decide, and moves anything in manual mode.
    Referee,
}

impl Seat {
    /// The only player of a side.
    pub const fn of(side: Side) -> Self {
        Self::Player { side, number: 0 }
    }

    /// The side whose eyes this seat has; the referee sees everything.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Player { side, .. } => Some(side),
            Self::Referee => None,
        }
    }
}

/// A piece, as an index into the rows of a game's state; the same index as in the scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PieceId(pub u16);

impl PieceId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who may decide now, or how the game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Awaits {
    /// Any of these seats may act; in order of seats, never empty.
    Seats(Vec<Seat>),
    Ended(Outcome),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// The kind of victory in the game's words: `strategic`.
    pub degree: &'static str,
    pub rule: Cite,
}

/// Whether the actions on offer are all that are legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    All,
    Some,
}

/// A game's rules over one scenario: data with its tweaks and the board, compiled once.
pub trait Rules: Sized + Send + Sync + 'static {
    type State: Clone + Eq + Hash + Serialize + fmt::Debug + Send + Sync;
    type Action: Clone + Eq + Serialize + DeserializeOwned + fmt::Debug + Send + Sync;
    type Event: Clone + Eq + Serialize + DeserializeOwned + fmt::Debug + Send + Sync;

    /// Compiles a scenario with its tweaks, or says what is wrong with it.
    fn open(scenario: &Scenario) -> Checked<Self>;
    /// The first state.
    fn begin(&self) -> Self::State;
    /// Who may decide now; or how the game ended.
    fn awaits(&self, state: &Self::State) -> Awaits;

    /// Is this action legal for whoever sits there? The one authority.
    ///
    /// # Errors
    /// The first reason why not, in the fixed order that stands at the head of the game's own `check`.
    fn check<N: Notes>(
        &self,
        state: &Self::State,
        by: Seat,
        action: &Self::Action,
        notes: &mut N,
    ) -> Result<(), Refusal>;
    /// Actions worth considering, appended to `out`. Says whether these are all.
    fn offer(&self, state: &Self::State, by: Seat, out: &mut Vec<Self::Action>) -> Offered;
    /// Carries out a legal action as far as the next decision: rolls dice, emits events.
    ///
    /// # Errors
    /// [`Pause`] where a die is not known yet; the half-made turn is thrown away and run again.
    fn act(&self, turn: &mut Turn<'_, Self>, by: Seat, action: &Self::Action) -> Result<(), Pause>;
    /// Makes one event true. Never rolls, never fails, never decides.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// The state as one side knows it.
    fn seen_by(&self, state: &Self::State, side: Side) -> Self::State;
    /// The event as one side learns of it, if at all; `state` is the one before it.
    fn told_to(&self, state: &Self::State, event: &Self::Event, side: Side) -> Option<Self::Event>;

    /// The greatest number of actions that a game can have.
    fn bound(&self) -> usize;
    /// A number that stands for the turn and phase, for the keys of dice.
    fn moment(&self, state: &Self::State) -> u64;

    // What follows puts things in words and on the screen; none of it decides.

    /// What the board shows; `state` is already the view of whoever looks.
    fn scene(&self, state: &Self::State) -> Scene;
    /// What is asked of this seat, or `None` if it is not awaited. `state` is that seat's view.
    fn ask(&self, state: &Self::State, by: Seat) -> Option<Ask>;
    /// Turns what a person did with the pointer into an action, or says why that is none.
    ///
    /// # Errors
    /// A refusal where no action can be meant.
    fn propose(&self, state: &Self::State, by: Seat, gesture: &Gesture) -> Result<Self::Action, Refusal>;
    /// Judges a proposal and says in full what it costs and why: the text under the pointer.
    fn judge(&self, state: &Self::State, by: Seat, gesture: &Gesture) -> Judged;
    /// Where a piece can go now, with costs; `None` if it may not act.
    fn reach(&self, state: &Self::State, by: Seat, piece: PieceId) -> Option<Reach>;
    /// The hexes that a side controls, as far as `state` knows; `None` in a game without such a thing.
    fn control(&self, state: &Self::State, side: Side) -> Option<Vec<Hex>> {
        let _ = (state, side);
        None
    }
    /// The sentence of an event for the log; `state` is the one before it. `None`: not worth a line.
    fn tell(&self, state: &Self::State, event: &Self::Event) -> Option<String>;
    /// Places and pieces that an event concerns, for watching a replay without knowing the game.
    fn touches(&self, state: &Self::State, event: &Self::Event) -> Vec<(PieceId, Place)>;
    /// An action as a person would name it, for lists of offers and the history.
    fn name(&self, state: &Self::State, action: &Self::Action) -> String;
    /// The sentence of a refusal, without its rule.
    fn why(&self, state: &Self::State, refusal: &Refusal) -> String;

    // A game whose actions are built from several gestures (a set-up, an allotment) overrides what follows.
    // The draft is the list of gestures so far; the session keeps it, outside the state.

    /// What a gesture comes to after those of the draft: an action, or a longer draft.
    ///
    /// A draft that is kept is what the game makes of both: a piece that is put down twice is in it once.
    ///
    /// # Errors
    /// A refusal where the gesture makes no sense; the draft stays as it was.
    fn draft(
        &self,
        state: &Self::State,
        by: Seat,
        so_far: &[Gesture],
        next: &Gesture,
    ) -> Result<DraftStep<Self::Action>, Refusal> {
        let _ = so_far;
        self.propose(state, by, next).map(DraftStep::Act)
    }
    /// As [`Rules::ask`], with the seat's draft.
    fn ask_draft(&self, state: &Self::State, by: Seat, so_far: &[Gesture]) -> Option<Ask> {
        let _ = so_far;
        self.ask(state, by)
    }
    /// As [`Rules::scene`], with what the draft of this seat has put down.
    fn scene_draft(&self, state: &Self::State, by: Seat, so_far: &[Gesture]) -> Scene {
        let _ = (by, so_far);
        self.scene(state)
    }
    /// As [`Rules::judge`], after the gestures of the draft.
    fn judge_draft(&self, state: &Self::State, by: Seat, so_far: &[Gesture], next: &Gesture) -> Judged {
        let _ = so_far;
        self.judge(state, by, next)
    }
    /// As [`Rules::reach`], after the gestures of the draft.
    fn reach_draft(
        &self,
        state: &Self::State,
        by: Seat,
        so_far: &[Gesture],
        piece: PieceId,
    ) -> Option<Reach> {
        let _ = so_far;
        self.reach(state, by, piece)
    }

    // Small things that have an ordinary answer.

    /// The digest of the rules' data with its tweaks, for replay files; zero for rules without data.
    fn data_digest(&self) -> Digest {
        Digest::default()
    }
    /// The turn and the name of the phase, for the lines of the log.
    fn when(&self, state: &Self::State) -> (u16, String) {
        let scene = self.scene(state);
        let phase = scene.phases.get(scene.phase).map(|phase| phase.name.clone()).unwrap_or_default();
        (scene.turn, phase)
    }
    /// What a die is for, to a person who has to roll it: *Morale of 7C A*.
    fn name_die(&self, state: &Self::State, key: &RollKey) -> String {
        let _ = state;
        format!("A die of {} faces for {}", key.die.0, key.rule)
    }
    /// Does this action close a phase or decline what is offered? Random players choose such a one in time.
    fn closes(&self, action: &Self::Action) -> bool {
        let _ = action;
        false
    }
    /// Does this event show somebody what was hidden? Taking it back is marked in the journal.
    fn reveals(&self, state: &Self::State, event: &Self::Event) -> bool {
        let _ = (state, event);
        false
    }
    /// The computer players of this game; the first is the default.
    fn players(&self) -> Vec<Box<dyn Policy<Self>>> {
        vec![Box::new(policy::Random)]
    }
}
