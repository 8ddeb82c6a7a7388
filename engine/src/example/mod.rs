//! Worked examples: a position, what is tried, what is rolled, and what must happen.
//!
//! This module holds what all games share; each game reads `try`, `ask`, `answers`, `given` and `then` into
//! its own vocabulary and says what it does not understand, at its line.

mod parse;
mod words;

use std::collections::BTreeMap;

pub(crate) use parse::{block, line_of};
pub use parse::{parse, parse_file, parse_markdown};

use crate::problem::Checked;
use crate::scenario::ron;

/// One worked example.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    pub title: String,
    /// Statements or example ids that it shows: `LBH-7.8`.
    pub covers: Vec<String>,
    pub board: Board,
    pub turn: u16,
    pub phase: String,
    pub tweaks: BTreeMap<String, String>,
    pub place: Vec<Placed>,
    /// What else is true: a struct of the game's words, as text. Empty: none.
    pub given: Raw,
    pub steps: Vec<ExampleStep>,
    /// Where it stands.
    pub file: String,
    pub line: u32,
}

/// The board of an example.
#[derive(Debug, Clone, PartialEq)]
pub enum Board {
    /// Named hexes and hexsides on open ground: hex → terrain, hexside → feature, as written.
    /// Also what an example has that names no board at all.
    Hexes { plain: String, hexes: BTreeMap<String, String>, sides: BTreeMap<String, String> },
    /// The board of a sample: `little_big_horn`.
    Sample(String),
    /// A measured table, read by its game.
    Table(Raw),
}

/// A piece of an example.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    pub id: String,
    pub piece: String,
    /// A hex, a point or `off`, as text of the file; empty where the piece has no place.
    pub at: Raw,
    /// Every other field by its name, for the game: `reduced`, `posture`, …
    pub fields: BTreeMap<String, Raw>,
    pub line: u32,
}

/// A step: something tried by a seat, or a question.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleStep {
    /// Side id; empty for a question.
    pub by: String,
    pub what: Tried,
    pub roll: Vec<u32>,
    pub answers: Vec<Raw>,
    /// What must happen; empty where the author wants to be told.
    pub then: Raw,
    /// Is the step taken back afterwards, so that the next starts from the same position?
    pub take_back: bool,
    pub line: u32,
}

/// What a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum Tried {
    Try(Raw),
    Ask(Raw),
}

/// RON text as it stands in the file, with its position; read by whoever knows its type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Raw {
    pub text: String,
    /// From 1; 0 if there is none.
    pub line: u32,
    pub column: u32,
}

impl Raw {
    /// Is there nothing?
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The items of the text, with the lines and columns that they have in the file.
    pub fn tree(&self, file: &str) -> Checked<ron::Tree> {
        ron::parse_at(&self.text, file, (self.line.max(1), self.column.max(1)))
    }

    /// The text on one line, as messages and figures quote it.
    pub fn one_line(&self) -> String {
        match ron::parse(&self.text, "").value {
            Some(tree) => ron::one_line(tree.root()),
            None => self.text.clone(),
        }
    }
}

impl Tried {
    /// The action or question.
    pub fn raw(&self) -> &Raw {
        match self {
            Self::Try(raw) | Self::Ask(raw) => raw,
        }
    }
}

/// What a step claims, by its look: for those who count examples and do not run them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Something may be done: `Legal` or a list of events.
    Allowed,
    /// Something may not be done: `Refused(…)`.
    Refused,
    /// A question has this answer.
    Computed,
    /// Nothing is claimed yet.
    Nothing,
}

impl ExampleStep {
    /// What the step claims.
    pub fn claim(&self) -> Claim {
        if self.then.is_empty() {
            Claim::Nothing
        } else if self.then.text.starts_with("Refused") {
            Claim::Refused
        } else if matches!(self.what, Tried::Ask(_)) {
            Claim::Computed
        } else {
            Claim::Allowed
        }
    }

    /// The slug of a refusal; `None` for other claims and for `Refused("*")`.
    pub fn refused_by(&self) -> Option<String> {
        let tree = self.then.tree("").value?;
        let root = tree.root();
        if root.name() != Some("Refused") {
            return None;
        }
        root.items().next()?.as_text().filter(|slug| slug != "*")
    }
}

impl Example {
    /// The letters before the number of what it covers, by which its game is known: `LBH`.
    pub fn prefix(&self) -> Option<&str> {
        self.covers.iter().find_map(|id| id.split_once('-')).map(|(prefix, _)| prefix)
    }

    /// The one line that a run prints: `ok`, or what really happened, with file and line.
    pub fn report(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Ok => format!("ok {}:{}: {}", self.file, self.line, self.title),
            Outcome::Failed { line, message } => {
                let line = if *line == 0 { self.line } else { *line };
                format!("failed {}:{line}: {}: {message}", self.file, self.title)
            }
        }
    }
}

/// What came of running an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Ok,
    /// Line of the step, what it claims, what really happened.
    Failed {
        line: u32,
        message: String,
    },
}

impl Outcome {
    /// Did all happen as claimed?
    pub fn is_ok(&self) -> bool {
        matches!(self, Self::Ok)
    }
}
