//! The games that ship with Sandtable, by their ids.
//!
//! One folder is one game: code, numbers, text and worked examples together.

pub mod little_big_horn;

use engine::game::Game;

/// Every game, in the order in which they are shown.
pub fn all() -> impl Iterator<Item = &'static dyn Game> {
    [little_big_horn::game()].into_iter()
}

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    all().find(|game| game.id() == id)
}
