//! The statements of a game's rules, by stable ids, for the proof that none is missing.

use serde::{Deserialize, Serialize};

/// One statement of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// `LBH-10.2`: never changes.
    pub id: String,
    /// One sentence of our own.
    pub text: String,
    pub kind: StatementKind,
    pub origin: Origin,
    /// Not enforced yet. The coverage test lists these, and only these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// If it decides a gap: the path of its datum.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub datum: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatementKind {
    /// Binds in play: needs an example or test that is allowed and one that is refused, or one computed.
    Rule,
    SetUp,
    Component,
    Background,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    Stated,
    Reconstructed,
    Ours,
}
