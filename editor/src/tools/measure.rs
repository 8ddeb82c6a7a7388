//! The measuring tool: distance and line of sight between two hexes.

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MeasureLine {}
