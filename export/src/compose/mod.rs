//! From what games and scenarios say of themselves to pages.
//!
//! Everything here is a pure function from values of the engine to drawings in millimetres. Colours are roles,
//! texts are shaped and placed once, and nothing knows which game it draws.

pub mod aids;
pub mod charts;
pub mod counter_sheet;
pub mod counters;
pub mod kit;
pub mod map;
pub mod poster;
pub mod sheet;
pub mod silhouettes;
pub mod tiles;
pub mod track;

#[cfg(test)]
pub(crate) mod fixture;
