//! The fill tool: joined hexes of one terrain or level, or all of them on the map.

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FillState {}
