//! The terrain brush: a drag paints every hex that it comes over, and those within the radius.

use std::collections::BTreeSet;

use engine::hex::{Grid, Hex, line};

use super::Change;

/// A stroke of the brush.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrushStroke {
    radius: u16,
    last: Hex,
    hexes: BTreeSet<Hex>,
}

impl BrushStroke {
    /// Begins a stroke.
    pub fn press(grid: &Grid, hex: Hex, radius: u16) -> Self {
        let mut stroke = Self { radius, last: hex, hexes: BTreeSet::new() };
        stroke.dab(grid, hex);
        stroke
    }

    /// Goes on to another hex; a quick pointer leaves no gaps.
    pub fn drag(&mut self, grid: &Grid, to: Hex) {
        if to == self.last || self.last.distance(to) > 4_000 {
            return;
        }
        let way: Vec<Hex> = line(self.last, to).collect();
        for hex in way {
            self.dab(grid, hex);
        }
        self.last = to;
    }

    fn dab(&mut self, grid: &Grid, hex: Hex) {
        self.hexes.extend(hex.disc(self.radius).filter(|hex| grid.contains(*hex)));
    }

    /// Where it is now.
    pub fn end(&self) -> Hex {
        self.last
    }

    /// Leaves out what is not to be painted over.
    pub fn only(mut self, is_meant: impl Fn(Hex) -> bool) -> Self {
        self.hexes.retain(|hex| is_meant(*hex));
        self
    }

    /// What would be painted so far.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes.iter().copied()
    }

    /// The change that the stroke is; `None` if it touched nothing that is to be painted.
    pub fn release(self, terrain: &str) -> Option<Change> {
        let hexes: Vec<Hex> = self.hexes.into_iter().collect();
        (!hexes.is_empty()).then(|| Change::Terrain { hexes, terrain: terrain.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_stroke_leaves_no_gaps() {
        let grid = Grid::new(30, 22);
        let from = grid.at(2, 10);
        let mut stroke = BrushStroke::press(&grid, from, 0);
        stroke.drag(&grid, grid.at(8, 10));
        assert_eq!(stroke.hexes().count() as u32, from.distance(grid.at(8, 10)) + 1);
    }

    #[test]
    fn a_straight_line_is_one_stroke_from_end_to_end() {
        let grid = Grid::new(30, 22);
        let mut stroke = BrushStroke::press(&grid, grid.at(3, 3), 0);
        stroke.drag(&grid, grid.at(20, 15));
        assert_eq!(stroke.end(), grid.at(20, 15));
        let Some(Change::Terrain { hexes, .. }) = stroke.release("forest") else {
            panic!("it touched the board")
        };
        assert!(hexes.contains(&grid.at(3, 3)) && hexes.contains(&grid.at(20, 15)));
    }

    #[test]
    fn a_stroke_over_nothing_that_is_meant_changes_nothing() {
        let grid = Grid::new(30, 22);
        let stroke = BrushStroke::press(&grid, grid.at(10, 10), 1);
        assert_eq!(stroke.clone().only(|hex| hex == grid.at(10, 10)).hexes().count(), 1);
        assert_eq!(stroke.only(|_| false).release("forest"), None);
    }

    #[test]
    fn a_radius_of_one_paints_seven_hexes_and_none_off_the_board() {
        let grid = Grid::new(30, 22);
        assert_eq!(BrushStroke::press(&grid, grid.at(10, 10), 1).hexes().count(), 7);
        let corner = BrushStroke::press(&grid, grid.at(0, 0), 1);
        assert!(corner.hexes().all(|hex| grid.contains(hex)));
    }
}
