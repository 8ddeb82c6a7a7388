//! The six ways out of a hex.

use super::{Hex, Orientation};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the six neighbours of a hex, clockwise.
///
/// The names are those of a flat-topped board [LBH-1.9]. A board of pointed hexes is the same board turned by
/// 30° to the left, so that its `N` is drawn towards the north-west: [`Direction::name`] knows both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// Up; up and left on pointed hexes.
    N,
    /// Up and right on both.
    NE,
    /// Down and right; right on pointed hexes.
    SE,
    /// Down; down and right on pointed hexes.
    S,
    /// Down and left on both.
    SW,
    /// Up and left; left on pointed hexes.
    NW,
}

impl Direction {
    /// All six, clockwise from `N`; `ALL[d.index()] == d`.
    pub const ALL: [Self; 6] = [Self::N, Self::NE, Self::SE, Self::S, Self::SW, Self::NW];

    /// 0 for `N` to 5 for `NW`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction of this index, counted round and round.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 6]
    }

    /// The step to the neighbour, as axial differences.
    pub const fn vector(self) -> Hex {
        const VECTORS: [Hex; 6] = [
            Hex::new(0, -1),
            Hex::new(1, -1),
            Hex::new(1, 0),
            Hex::new(0, 1),
            Hex::new(-1, 1),
            Hex::new(-1, 0),
        ];
        VECTORS[self.index()]
    }

    /// The way back.
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 3)
    }

    /// Turned by so many sixths of a turn, clockwise if positive.
    pub const fn turned(self, sixths: i8) -> Self {
        Self::from_index((self.index() as i32 + sixths as i32).rem_euclid(6) as usize)
    }

    /// The name on a board of this orientation: "N" on flat hexes is drawn as "NW" on pointed ones.
    pub const fn name(self, orientation: Orientation) -> &'static str {
        match orientation {
            Orientation::Flat => ["N", "NE", "SE", "S", "SW", "NW"][self.index()],
            Orientation::Pointed => ["NW", "NE", "E", "SE", "SW", "W"][self.index()],
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(Orientation::Flat))
    }
}
