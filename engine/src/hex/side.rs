//! Hexsides and corners, each with one key however it is come by.

use super::{Direction, Hex};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The side that two neighbouring hexes share.
///
/// One key a hexside: it is kept as the hex of the two from which it lies to `N`, `NE` or `SE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HexSide {
    hex: Hex,
    direction: Direction,
}

impl HexSide {
    /// The hexside between two neighbours; `None` if they are not neighbours.
    pub const fn between(a: Hex, b: Hex) -> Option<Self> {
        match a.direction_to(b) {
            Some(direction) => Some(Self::of(a, direction)),
            None => None,
        }
    }

    /// The hexside of a hex that lies in this direction.
    pub const fn of(hex: Hex, direction: Direction) -> Self {
        if direction.index() < 3 {
            Self { hex, direction }
        } else {
            Self { hex: hex.neighbour(direction), direction: direction.opposite() }
        }
    }

    /// The two hexes; the second lies to `N`, `NE` or `SE` of the first.
    pub const fn hexes(self) -> (Hex, Hex) {
        (self.hex, self.hex.neighbour(self.direction))
    }

    /// The direction from the first of its hexes to the second: `N`, `NE` or `SE`.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// The hex on the other side; `None` if `hex` is neither of the two.
    pub fn across(self, hex: Hex) -> Option<Hex> {
        let (a, b) = self.hexes();
        if hex == a {
            Some(b)
        } else if hex == b {
            Some(a)
        } else {
            None
        }
    }

    /// Its two ends, clockwise as seen from the first of its hexes.
    pub const fn corners(self) -> (Corner, Corner) {
        let d = self.direction.index();
        (Corner::of(self.hex, d + 4), Corner::of(self.hex, d + 5))
    }

    /// Do the two meet in a corner? A hexside does not touch itself.
    pub fn touches(self, other: Self) -> bool {
        let (a, b) = self.corners();
        let (c, d) = other.corners();
        self != other && (a == c || a == d || b == c || b == d)
    }
}

impl fmt::Display for HexSide {
    /// Its two hexes as axial pairs, `(0,0)|(0,-1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.hexes();
        write!(f, "{a}|{b}")
    }
}

/// Which of the two corners that a hex owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum End {
    /// Corner 0, to the right.
    Right,
    /// Corner 3, to the left.
    Left,
}

/// The point where three hexes meet.
///
/// One key a corner: every corner of a board is corner 0 or corner 3 of exactly one hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Corner {
    hex: Hex,
    end: End,
}

impl Corner {
    /// A corner of a hex. Corner 0 points east on flat-topped hexes, the others follow clockwise, 6 is 0 again;
    /// the hexside in direction `d` lies between corners `d + 4` and `d + 5`, so `SE` between 0 and 1.
    pub const fn of(hex: Hex, i: usize) -> Self {
        match i % 6 {
            0 => Self { hex, end: End::Right },
            1 => Self { hex: hex.neighbour(Direction::SE), end: End::Left },
            2 => Self { hex: hex.neighbour(Direction::SW), end: End::Right },
            3 => Self { hex, end: End::Left },
            4 => Self { hex: hex.neighbour(Direction::NW), end: End::Right },
            _ => Self { hex: hex.neighbour(Direction::NE), end: End::Left },
        }
    }

    /// The hex whose corner this is by its key, and which one: 0 or 3.
    pub const fn key(self) -> (Hex, usize) {
        (self.hex, if matches!(self.end, End::Right) { 0 } else { 3 })
    }

    /// The three hexes that meet here, clockwise round the corner, the one of the key first.
    pub const fn hexes(self) -> [Hex; 3] {
        let h = self.hex;
        match self.end {
            End::Right => [h, h.neighbour(Direction::NE), h.neighbour(Direction::SE)],
            End::Left => [h, h.neighbour(Direction::SW), h.neighbour(Direction::NW)],
        }
    }

    /// The three hexsides that meet here.
    pub const fn sides(self) -> [HexSide; 3] {
        let h = self.hex;
        match self.end {
            End::Right => [
                HexSide::of(h, Direction::NE),
                HexSide::of(h.neighbour(Direction::NE), Direction::S),
                HexSide::of(h, Direction::SE),
            ],
            End::Left => [
                HexSide::of(h, Direction::SW),
                HexSide::of(h.neighbour(Direction::SW), Direction::N),
                HexSide::of(h, Direction::NW),
            ],
        }
    }
}
