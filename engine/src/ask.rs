//! What a decision needs from a person, in a few controls that serve every game, and what a person answers.

use crate::plane::Place;
use crate::rules::{PieceId, Seat};

/// A question to a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub seat: Seat,
    /// *US: move your counters*
    pub sentence: String,
    /// Slug of the rule that asks.
    pub rule: String,
    /// What may be done, in the order in which it is shown. One of them is enough.
    pub controls: Vec<Control>,
    /// What is still open and why the filled button is off: *Two units share 1214*, with slugs.
    pub open: Vec<Line>,
}

/// A sentence with its rule's slug (may be empty).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub rule: String,
}

/// One control of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// Pick one of these pieces and lead it along a path or to a place: `Gesture::Drag`.
    Path { label: String, pieces: Vec<PieceId> },
    /// Put each of these pieces on one of these places: `Gesture::Drag` with one place, kept in the draft.
    Place { label: String, pieces: Vec<PieceId>, places: Vec<Place> },
    /// Choose one: `Gesture::Choose(control, option)`.
    OneOf { label: String, options: Vec<Choice> },
    /// Choose this many: `Gesture::ChooseSome(control, options)`.
    SomeOf { label: String, options: Vec<Choice>, at_least: usize, at_most: usize },
    /// A die that was rolled on the table is typed in: `Gesture::Face`.
    Die { label: String, faces: u8 },
    /// The one filled button: ends the phase, starts the game: `Gesture::Done`.
    Done { label: String, enabled: bool },
}

/// One option of a control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    /// A second line; may be empty.
    pub detail: String,
    /// Slug of its rule; may be empty.
    pub rule: String,
    /// Why it cannot be chosen; `None` where it can.
    pub off: Option<String>,
    /// The piece it is about, to light up.
    pub piece: Option<PieceId>,
}

/// What a person did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gesture {
    /// Led pieces (the first one leads, leaders of its hex go along) along exactly this path; the place where
    /// they stand is left out.
    Drag {
        pieces: Vec<PieceId>,
        path: Vec<Place>,
    },
    /// Dropped a piece on a place, by whatever way is cheapest.
    Drop {
        pieces: Vec<PieceId>,
        to: Place,
    },
    /// Chose an option of a control, both by index.
    Choose(usize, usize),
    ChooseSome(usize, Vec<usize>),
    /// Typed a die's face.
    Face(u8),
    /// Pressed the filled button.
    Done,
}

/// What the rules say of a gesture while the pointer still moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The path that is meant, with the cost so far at each place; empty if it is not a move.
    pub steps: Vec<Step>,
    /// What it costs in all and why, part by part.
    pub sum: Vec<Part>,
    /// Cost and allowance, if it is a move: `(6, 9)`.
    pub cost: Option<(u16, u16)>,
    /// Why not, where it is refused.
    pub refused: Option<RefusalWords>,
}

/// A place of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub at: Place,
    /// Points spent when it is reached.
    pub cost: u16,
    /// Entering it ends the move.
    pub stops: bool,
}

/// One part of a sum, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub text: String,
    pub amount: i32,
    pub rule: String,
}

/// A refusal as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusalWords {
    /// *The Scouts cannot reach 1210: they did not begin on the bank*
    pub sentence: String,
    /// Slug; the rulebook knows its number.
    pub rule: String,
    pub places: Vec<Place>,
    pub pieces: Vec<PieceId>,
    /// The nearest legal thing, in words, and the gesture that does it.
    pub nearest: Option<(String, Gesture)>,
}

/// Where a piece can go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    pub piece: PieceId,
    /// Points in all.
    pub allowance: u16,
    /// Points left.
    pub left: u16,
    /// Every place it may move to and end on, in the order of the map, with the cost of the cheapest way.
    pub places: Vec<Step>,
}
