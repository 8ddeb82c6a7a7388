//! The label and region tool: names with size and angle, named sets of hexes.

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LabelState {}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LabelStroke {}
