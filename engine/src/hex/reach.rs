//! How far a piece comes over a board of hexes.

use super::{Direction, Grid};
use crate::search::{Flood, Step};

/// The neighbours of every hex of a board as positions in row-major order, worked out once.
#[derive(Debug, Clone)]
pub struct Links {
    of: Vec<[u32; 6]>,
}

/// In [`Links`], for a neighbour off the board.
const NONE: u32 = u32::MAX;

impl Links {
    /// Works the neighbours of a board out.
    pub fn new(grid: &Grid) -> Self {
        let link = |n| grid.index(n).map_or(NONE, |i| i as u32);
        Self { of: grid.hexes().map(|hex| hex.neighbours().map(link)).collect() }
    }

    /// The number of hexes.
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// Is there no hex at all?
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The neighbour of a hex in this direction; `None` off the board.
    #[inline]
    pub fn get(&self, from: usize, direction: Direction) -> Option<usize> {
        let to = self.of.get(from)?[direction.index()];
        (to != NONE).then_some(to as usize)
    }

    /// The neighbours of a hex on the board, clockwise from `N`.
    #[inline]
    pub fn around(&self, from: usize) -> impl Iterator<Item = (Direction, usize)> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| self.get(from, d).map(|to| (d, to)))
    }
}

/// Finds every hex that can be reached with so many points; the answer is in `flood` afterwards.
///
/// `step` is asked for each step out of a hex that may be left, and says what it costs and how the hex may be
/// entered, or `None` if the step is not allowed. Hexes are positions in row-major order.
#[inline]
pub fn reach(
    flood: &mut Flood,
    links: &Links,
    start: usize,
    points: u32,
    mut step: impl FnMut(usize, Direction, usize) -> Option<Step>,
) {
    flood.run(links.len(), start, points, |from, ways| {
        let Some(around) = links.of.get(from) else { return };
        for (direction, &to) in Direction::ALL.into_iter().zip(around) {
            if to != NONE
                && let Some(step) = step(from, direction, to as usize)
            {
                ways.go(to as usize, step);
            }
        }
    });
}
