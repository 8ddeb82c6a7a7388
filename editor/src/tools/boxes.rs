//! The box and track tool: holding boxes, off-map zones, tracks.

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoxState {}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoxStroke {}
