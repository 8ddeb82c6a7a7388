//! From what games and scenarios say of themselves to pages.
//!
//! Everything here is a pure function from values of the engine to drawings in millimetres. Colours are roles,
//! texts are shaped and placed once, and nothing knows which game it draws.

pub mod counters;
pub mod kit;
pub mod map;
pub mod silhouettes;

#[cfg(test)]
pub(crate) mod fixture;
