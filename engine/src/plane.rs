//! One vocabulary for "where", at the borders of the engine: files, gestures, log lines and drawings.
//!
//! Inside, a hex game works with [`Hex`] and a measured one with [`Pose`]; see *Two geometries, one vocabulary* in
//! ARCHITECTURE.md.

use crate::hex::{Grid, Hex, Layout};
use crate::units::{Angle, Len, Pt};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where something is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// On a hex of the board.
    Hex(Hex),
    /// At a point of the table.
    Point(Pt),
    /// In a box, by its id: a spot with no geometry, such as a holding area or the pile of losses.
    Box(String),
}

impl Place {
    /// The hex, if it is one.
    pub const fn hex(&self) -> Option<Hex> {
        match self {
            Self::Hex(hex) => Some(*hex),
            _ => None,
        }
    }

    /// The point, if it is one.
    pub const fn point(&self) -> Option<Pt> {
        match self {
            Self::Point(point) => Some(*point),
            _ => None,
        }
    }

    /// The id of the box, if it is one.
    pub fn box_id(&self) -> Option<&str> {
        match self {
            Self::Box(id) => Some(id),
            _ => None,
        }
    }

    /// Where that is on paper, facing up; `None` for a box, which has no geometry. For drawings only: the centre
    /// of a hex is rounded to a whole micrometre.
    pub fn pose(&self, layout: &Layout) -> Option<Pose> {
        let at = match self {
            Self::Hex(hex) => {
                let (x, y) = layout.centre(*hex);
                Pt::new(Len::from_mm(x), Len::from_mm(y))
            }
            Self::Point(point) => *point,
            Self::Box(_) => return None,
        };
        Some(Pose { at, heading: Angle::ZERO })
    }

    /// With the hex numbers of a board: "0403" where plain display gives "(3,1)".
    pub fn label(&self, grid: &Grid) -> String {
        match self {
            Self::Hex(hex) => grid.label(*hex),
            _ => self.to_string(),
        }
    }
}

impl From<Hex> for Place {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex)
    }
}

impl From<Pt> for Place {
    fn from(point: Pt) -> Self {
        Self::Point(point)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => hex.fmt(f),
            Self::Point(point) => point.fmt(f),
            Self::Box(id) => f.write_str(id),
        }
    }
}

/// A point of the table and a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Pose {
    /// Where the middle stands.
    pub at: Pt,
    /// Which way the front looks; 0 is up the page.
    pub heading: Angle,
}

impl fmt::Display for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} facing {}", self.at, self.heading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_shown_as_people_write_it() {
        let grid = Grid::new(30, 22);
        assert_eq!(Place::Hex(Hex::new(3, 1)).label(&grid), "0403");
        assert_eq!(Place::Hex(Hex::new(3, 1)).to_string(), "(3,1)");
        assert_eq!(Place::Point(Pt::new(Len::inches(50), Len::inches(10))).to_string(), "(50in, 10in)");
        assert_eq!(Place::Box("losses".into()).label(&grid), "losses");
    }

    #[test]
    fn the_first_hex_lies_half_a_hex_from_the_edges() {
        let layout = Layout::new(&Grid::new(30, 22), 20.0);
        let pose = Place::Hex(Hex::new(0, 0)).pose(&layout).unwrap();
        assert_eq!(pose.at, Pt::new(Len::micrometres(11_547), Len::millimetres(10)));
        assert_eq!(Place::Box("losses".into()).pose(&layout), None);
    }
}
