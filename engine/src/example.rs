//! Worked examples: a position, what is tried, what is rolled, and what must happen.
//!
//! This file holds what all games share; each game reads `try`, `ask`, `answers`, `given` and `then` into
//! its own vocabulary and says what it does not understand, at its line.

use std::collections::BTreeMap;

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
    /// A hex, a point or `off`, as text of the file.
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
    pub then: Raw,
    pub line: u32,
}

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

/// What came of running an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Ok,
    /// Line of the step, what it claims, what really happened.
    Failed { line: u32, message: String },
}
