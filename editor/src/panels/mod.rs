//! The panels: functions that read, remember, and ask. None of them changes a document.

pub mod bars;
pub mod book;
pub mod context;
pub mod finder;
pub mod history;
pub mod inspector;
pub mod keys_page;
pub mod layers;
pub mod new_page;
pub mod overview;
pub mod pages;
pub mod path_page;
pub mod play;
pub mod print;
pub mod problems;
pub mod size_page;
pub mod strip;
pub mod swatches;
pub mod tour_page;
pub mod tree;
pub mod versions;
pub mod welcome;
