//! The level tool: raises, lowers, sets and smooths levels.

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LevelState {}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LevelStroke {}
