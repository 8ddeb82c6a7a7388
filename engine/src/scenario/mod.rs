//! Scenarios: the model in memory, the files on disk, and the edits between.

mod model;
pub mod ron;

pub use model::*;
