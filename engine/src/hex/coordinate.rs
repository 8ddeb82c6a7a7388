//! The hex itself: two whole numbers, and everything that follows from them alone.

use super::Direction;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// A hex by its axial coordinates; the third cube coordinate is `s = −q − r`.
///
/// `r` grows to the south, `q` to the south-east of flat-topped hexes [LBH-1.9]. Coordinates are good from
/// −[`Hex::LIMIT`] to [`Hex::LIMIT`]; beyond that sums wrap round and never panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Hex {
    /// The column, to the right.
    pub q: i16,
    /// Down the column.
    pub r: i16,
}

impl Hex {
    /// The largest coordinate that every function here takes, either sign.
    pub const LIMIT: i16 = 16_000;

    /// The hex at these axial coordinates.
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The third cube coordinate; `q + r + s` is 0.
    pub const fn s(self) -> i16 {
        0i16.wrapping_sub(self.q).wrapping_sub(self.r)
    }

    /// How many steps away the other hex is; 0 for itself.
    pub const fn distance(self, other: Self) -> u32 {
        let q = (self.q as i32 - other.q as i32).unsigned_abs();
        let r = (self.r as i32 - other.r as i32).unsigned_abs();
        let s = (self.q as i32 + self.r as i32 - other.q as i32 - other.r as i32).unsigned_abs();
        // The largest of three whose signed sum is 0 is half the sum of their sizes.
        (q + r + s) / 2
    }

    /// The next hex in this direction.
    pub const fn neighbour(self, direction: Direction) -> Self {
        let step = direction.vector();
        Self::new(self.q.wrapping_add(step.q), self.r.wrapping_add(step.r))
    }

    /// The six neighbours, clockwise from `N`.
    pub const fn neighbours(self) -> [Self; 6] {
        [
            self.neighbour(Direction::N),
            self.neighbour(Direction::NE),
            self.neighbour(Direction::SE),
            self.neighbour(Direction::S),
            self.neighbour(Direction::SW),
            self.neighbour(Direction::NW),
        ]
    }

    /// Are the two neighbours? No hex is its own neighbour.
    pub const fn is_adjacent(self, other: Self) -> bool {
        self.distance(other) == 1
    }

    /// The direction to a neighbour; `None` for every other hex.
    pub const fn direction_to(self, other: Self) -> Option<Direction> {
        let (q, r) = (other.q as i32 - self.q as i32, other.r as i32 - self.r as i32);
        match (q, r) {
            (0, -1) => Some(Direction::N),
            (1, -1) => Some(Direction::NE),
            (1, 0) => Some(Direction::SE),
            (0, 1) => Some(Direction::S),
            (-1, 1) => Some(Direction::SW),
            (-1, 0) => Some(Direction::NW),
            _ => None,
        }
    }

    /// This hex turned about another by sixths of a turn, clockwise if positive.
    pub const fn rotated(self, about: Self, sixths: i8) -> Self {
        let mut q = self.q.wrapping_sub(about.q);
        let mut r = self.r.wrapping_sub(about.r);
        let mut turns = (sixths as i32).rem_euclid(6);
        while turns > 0 {
            // (q, r, s) becomes (−r, −s, −q).
            (q, r) = (0i16.wrapping_sub(r), q.wrapping_add(r));
            turns -= 1;
        }
        Self::new(about.q.wrapping_add(q), about.r.wrapping_add(r))
    }

    /// All hexes at exactly this distance, clockwise from the north; the hex itself for 0.
    pub fn ring(self, radius: u16) -> impl Iterator<Item = Self> {
        let length = u32::from(radius) * 6;
        (0..length.max(1)).map(move |i| {
            if radius == 0 {
                return self;
            }
            let (side, step) = (i / u32::from(radius), i % u32::from(radius));
            let out = Direction::from_index(side as usize);
            self.moved(out, radius as i16).moved(out.turned(2), step as i16)
        })
    }

    /// All hexes at this distance or nearer, column by column from the left.
    pub fn disc(self, radius: u16) -> impl Iterator<Item = Self> {
        let n = i32::from(radius);
        (-n..=n).flat_map(move |q| {
            ((-n).max(-n - q)..=n.min(n - q)).map(move |r| self + Self::new(q as i16, r as i16))
        })
    }

    /// So many steps straight on; backwards if negative.
    pub const fn moved(self, direction: Direction, steps: i16) -> Self {
        let step = direction.vector();
        Self::new(
            self.q.wrapping_add(step.q.wrapping_mul(steps)),
            self.r.wrapping_add(step.r.wrapping_mul(steps)),
        )
    }
}

/// A way of single steps along the straight line from one hex to another, both included.
///
/// Where the line runs exactly between two hexes it keeps to one side, the same one in both directions: the way
/// back has the same hexes. It visits `distance + 1` hexes, one at each distance; [`super::sight`] asks which
/// hexes the line touches at all.
pub fn line(from: Hex, to: Hex) -> impl Iterator<Item = Hex> {
    let n = i64::from(from.distance(to));
    let (dq, dr) = (i64::from(to.q) - i64::from(from.q), i64::from(to.r) - i64::from(from.r));
    (0..=n).map(move |k| {
        if k == 0 {
            return from;
        }
        // In units of 1/8n, pushed aside by (1, 2): less than what parts a point from a hexside which it is not
        // on, and along none of them, so no point is ever between two hexes.
        let unit = 8 * n;
        let (x, z) = (8 * dq * k + 1, 8 * dr * k + 2);
        let y = -x - z;
        let round = |v: i64| (v + unit / 2).div_euclid(unit);
        let (rx, ry, rz) = (round(x), round(y), round(z));
        let (ex, ey, ez) = ((rx * unit - x).abs(), (ry * unit - y).abs(), (rz * unit - z).abs());
        let (q, r) = if ex > ey && ex > ez {
            (-ry - rz, rz)
        } else if ey > ez {
            (rx, rz)
        } else {
            (rx, -rx - ry)
        };
        from + Hex::new(q as i16, r as i16)
    })
}

impl Add for Hex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.q.wrapping_add(other.q), self.r.wrapping_add(other.r))
    }
}

impl Sub for Hex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.q.wrapping_sub(other.q), self.r.wrapping_sub(other.r))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.q, self.r)
    }
}

/// A text is not an axial pair.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// Not of the form `(q,r)`.
    #[error("found {0:?}, expected an axial pair such as \"(3,-1)\"")]
    Form(String),
    /// A coordinate beyond [`Hex::LIMIT`].
    #[error("found {0:?}, expected coordinates from -{limit} to {limit}", limit = Hex::LIMIT)]
    Far(String),
}

impl FromStr for Hex {
    type Err = HexError;

    /// Reads `(q,r)`; spaces are allowed around the numbers.
    fn from_str(text: &str) -> Result<Self, HexError> {
        let form = || HexError::Form(text.to_owned());
        let inner = text.trim().strip_prefix('(').and_then(|t| t.strip_suffix(')')).ok_or_else(form)?;
        let (q, r) = inner.split_once(',').ok_or_else(form)?;
        let number = |part: &str| {
            let part = part.trim();
            let digits = part.strip_prefix('-').unwrap_or(part);
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(form());
            }
            match part.parse::<i16>() {
                Ok(n) if n.unsigned_abs() <= Self::LIMIT as u16 => Ok(n),
                _ => Err(HexError::Far(text.to_owned())),
            }
        };
        let hex = Self::new(number(q)?, number(r)?);
        if i32::from(hex.q).abs().max((i32::from(hex.q) + i32::from(hex.r)).abs()) > i32::from(Self::LIMIT) {
            return Err(HexError::Far(text.to_owned()));
        }
        Ok(hex)
    }
}
