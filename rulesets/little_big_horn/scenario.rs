//! What only this game keeps in a scenario: the typed form of its `game:` blocks.

use std::collections::BTreeMap;

use engine::problem::{Checked, Problem};
use engine::scenario::ron;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The scenario's own block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// A start that the Indian player may take as it is.
    #[serde(default)]
    pub set_up: Proposal,
    /// Remarks of the turn track.
    #[serde(default)]
    pub turn_notes: Vec<TurnNote>,
}

/// A proposed set-up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Id of a piece → number of a camp hex.
    #[serde(default)]
    pub camp: BTreeMap<String, String>,
    /// Id of a tribe → number of a zone.
    #[serde(default)]
    pub zones: BTreeMap<String, u8>,
}

/// A remark of the turn track.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnNote {
    pub turn: u16,
    pub text: String,
    /// Id of the side that is reinforced then.
    #[serde(default)]
    pub side: String,
}

/// A piece's own block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceBlock {
    /// What its band says at the right: a company, a number.
    #[serde(default)]
    pub company: String,
    /// Cavalry that begins on foot.
    #[serde(default)]
    pub posture: Posture,
}

/// How cavalry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    #[default]
    Mounted,
    Dismounted,
}

/// Reads a block; an empty one is the default. Problems name its path.
pub fn read<T: DeserializeOwned + Default>(text: &str, path: &str) -> Checked<T> {
    if text.trim().is_empty() {
        return Checked::clean(T::default());
    }
    let mut read = ron::read::<T>(text, "");
    for problem in &mut read.problems {
        // Lines inside the block are not lines of the file.
        (problem.line, problem.column) = (0, 0);
        *problem = Problem { path: path.to_owned(), ..problem.clone() };
    }
    read
}
