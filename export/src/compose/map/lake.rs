//! Lakes: water that fills hexes, with sand and a bank like a river's, and lines that follow the shore.

use engine::face::GroundLook;
use engine::hex::Hex;

use super::chain::{Ring, rings};
use super::ground::all_paths;
use super::{Board, Window};
use crate::compose::kit::{fill, stroke};
use crate::drawing::{Item, Paint, Path};
use crate::palette::{Role, role};

pub(super) fn is_lake(board: &Board<'_>, hex: Hex) -> bool {
    board.look(hex).ground == GroundLook::Water
}

/// The lakes that may be seen in a window.
pub(super) struct Lakes {
    rings: Vec<Ring>,
    whole: Path,
    /// The shore where the land is no higher than the water.
    flat_shore: Path,
    /// The shore below an edge of a level, which keeps its crest.
    crest: Path,
}

impl Lakes {
    pub fn of(board: &Board<'_>, window: &Window) -> Self {
        let rings = rings(board, window, |hex| is_lake(board, hex));
        let (mut flat_shore, mut crest) = (Path::new(), Path::new());
        for ring in &rings {
            let is_below = |side: usize| {
                let (inside, outside) = ring.sides[side];
                board.look(outside).level > board.look(inside).level
            };
            flat_shore.append(&ring.stretches(&ring.corners, |side| ring.real[side] && !is_below(side)));
            crest.append(&ring.stretches(&ring.corners, |side| ring.real[side] && is_below(side)));
        }
        Self { whole: all_paths(&rings), rings, flat_shore, crest }
    }

    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    pub fn sand(&self, out: &mut Vec<Item>) {
        if !self.flat_shore.is_empty() {
            out.push(stroke(self.flat_shore.clone(), Paint::new(role::SAND).faded(0.9), 1.7));
        }
    }

    pub fn bank(&self, out: &mut Vec<Item>) {
        if !self.flat_shore.is_empty() {
            out.push(stroke(self.flat_shore.clone(), role::WATER_LINE, 0.44));
        }
    }

    pub fn water(&self, out: &mut Vec<Item>) {
        if self.is_empty() {
            return;
        }
        out.push(fill(self.whole.clone(), role::WATER));
        if !self.crest.is_empty() {
            out.push(stroke(self.crest.clone(), role::CREST, 0.42));
        }
    }

    /// Three lines within the shore, each fainter than the one before it.
    pub fn lines(&self, out: &mut Vec<Item>) {
        for (by, opacity) in [(0.7, 0.7), (1.6, 0.45), (2.8, 0.25)] {
            let mut path = Path::new();
            for ring in &self.rings {
                path.append(&ring.stretches(&ring.moved_in(|_| by), |side| ring.real[side]));
            }
            if !path.is_empty() {
                out.push(stroke(path, Paint::new(role::WATER_LINE).faded(opacity), 0.13));
            }
        }
    }

    /// The whole in one colour, with a rim.
    pub fn coarse(&self, tint: Role, rim: f64, out: &mut Vec<Item>) {
        if self.is_empty() {
            return;
        }
        out.push(fill(self.whole.clone(), tint));
        if rim > 0.0 {
            out.push(stroke(self.flat_shore.clone(), tint, rim));
        }
    }
}
