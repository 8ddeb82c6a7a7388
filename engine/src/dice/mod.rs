//! Dice: every roll is made for something and for someone.
//!
//! A seeded die is a pure function of the game's seed and its [`RollKey`], so the order in which things are
//! worked out, taking back and thinking computer players cannot change a roll. Scripted dice serve worked
//! examples, typed ones the table, and [`odds()`] goes through all faces by the same door.

mod odds;
mod seeded;
mod written;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

pub use odds::{Fraction, TooManyBranches, odds};
pub use seeded::{Seeded, seeded_face};
pub use written::{NoFace, Scripted, Typed};

/// A die by its number of faces, which count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Die(pub u8);

/// The ordinary die.
pub const D6: Die = Die(6);

/// What a roll is for. No two seeded rolls of a game have the same key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollKey {
    /// Turn and phase, as `Rules::moment` counts them.
    pub moment: u64,
    /// Slug of the rule that asks for it; borrowed while a game runs, owned when it was read from a file.
    pub rule: Cow<'static, str>,
    /// For whom, in the game's numbering.
    pub whom: u64,
    /// Which roll of that kind for them in this action, from 0.
    pub nth: u32,
    pub die: Die,
}

/// Where a face came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    Seeded,
    Scripted,
    Typed,
}

/// A die that has been rolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    pub key: RollKey,
    /// From 1.
    pub face: u8,
    pub source: Source,
}

/// Gives the face of a die, or `None` where someone has to be asked first.
pub trait Dice {
    fn face(&mut self, key: &RollKey) -> Option<(u8, Source)>;
}
