//! The measuring tool: distance and line of sight between two hexes.

use engine::face::Terrain;
use engine::hex::{Grid, Hex, line};
use engine::scenario::Map;

/// What is measured: from hex to hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MeasureLine {
    pub from: Hex,
    pub to: Hex,
}

impl MeasureLine {
    /// Begins in a hex.
    pub fn press(hex: Hex) -> Self {
        Self { from: hex, to: hex }
    }

    /// Follows the pointer over the board.
    pub fn drag(&mut self, grid: &Grid, hex: Hex) {
        if grid.contains(hex) {
            self.to = hex;
        }
    }

    /// How many hexes away the end is.
    pub fn distance(self) -> u32 {
        self.from.distance(self.to)
    }

    /// Whether both ends are on the board.
    pub fn is_on(self, grid: &Grid) -> bool {
        grid.contains(self.from) && grid.contains(self.to)
    }

    /// The hexes along the line with their levels, both ends included.
    pub fn profile(self, map: &Map, terrains: &[Terrain]) -> Vec<(Hex, i8)> {
        let level = |hex: Hex| {
            let id = map.terrain(hex);
            let by_terrain = terrains.iter().find(|row| Some(row.id.as_str()) == id).map(|row| row.level);
            map.level(hex).or(by_terrain).unwrap_or(0)
        };
        line(self.from, self.to).map(|hex| (hex, level(hex))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tests::{board, terrains};

    #[test]
    fn a_line_is_as_long_as_its_hexes_and_has_their_levels() {
        let map = board(&["...", "hhh", ".f."]);
        let grid = map.grid;
        let mut measured = MeasureLine::press(grid.at(1, 0));
        measured.drag(&grid, grid.at(1, 2));
        measured.drag(&grid, grid.at_signed(1, 9));
        assert_eq!(measured.distance(), 2);
        let levels: Vec<i8> =
            measured.profile(&map, &terrains()).into_iter().map(|(_, level)| level).collect();
        assert_eq!(levels, [0, 1, 0]);
    }
}
