//! What every wargame needs; knows no game, no window, no page.
//!
//! Input and output happen outside: this crate takes text and returns values.

pub mod ask;
pub mod chart;
pub mod dice;
pub mod digest;
pub mod example;
pub mod face;
pub mod game;
pub mod hex;
pub mod journal;
pub mod laws;
pub mod plane;
pub mod playtest;
pub mod policy;
pub mod problem;
pub mod rulebook;
pub mod rules;
pub mod scenario;
pub mod search;
pub mod session;
pub mod statements;
pub mod units;
