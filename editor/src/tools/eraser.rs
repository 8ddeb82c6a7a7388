//! The eraser: takes away what lies on hexes and hexsides.

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EraserState {}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EraserStroke {}
