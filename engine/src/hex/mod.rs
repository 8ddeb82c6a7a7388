//! Hexes: coordinates, hexsides, corners, boards, dense maps, reach and sight.
//!
//! All of it is whole numbers, so that a game comes out the same on every machine; only [`Layout`], which says
//! where a hex lies on paper, uses floating point, and it is for drawings and pointers alone.
//! What a hex costs, who controls it and what blocks a view belong to the games.

mod coordinate;
mod direction;
mod grid;
mod layout;
mod map;
mod numbering;
mod reach;
mod side;
pub mod sight;

pub use coordinate::{Hex, HexError, line};
pub use direction::Direction;
pub use grid::{Grid, LabelError, Orientation, Shifted};
pub use layout::Layout;
pub use map::{HexMap, HexSet};
pub use numbering::{Figures, Numbering, Order, Pattern, PatternError, Run};
pub use reach::{Links, reach};
pub use side::{Corner, HexSide};
