//! The fill tool: joined hexes of one terrain or level, or all of them on the map.
//!
//! What would be filled is found once for a state of the map and kept: the preview asks for it in every frame.

use std::sync::Arc;

use engine::face::Terrain;
use engine::hex::{Grid, Hex, Orientation};
use engine::scenario::{Edit, Map};

use super::Change;
use super::level::given;

/// More hexes are not listed, which would take longer than to say what all of the map is.
const MANY: usize = 20_000;

/// What the hexes that are filled together have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alike {
    #[default]
    Terrain,
    Level,
}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FillState {
    pub alike: Alike,
    found: Option<Arc<Flood>>,
}

/// A fill whose button is down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillStroke {
    pub flood: Arc<Flood>,
}

/// Hexes that are filled together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flood {
    /// Of which state of the map it was found.
    revision: u64,
    alike: Alike,
    /// All of the kind, joined or not.
    pub everywhere: bool,
    grid: Grid,
    /// One bit a hex, row-major.
    bits: Vec<u64>,
    count: usize,
    /// How many of its hexes have each entry of the legend.
    by_cell: Vec<usize>,
}

impl FillState {
    /// What a click on a hex would fill; looked for only if it is not what was found last.
    pub fn find(
        &mut self,
        map: &Map,
        terrains: &[Terrain],
        revision: u64,
        hex: Hex,
        everywhere: bool,
    ) -> Option<Arc<Flood>> {
        let known = self.found.as_ref().filter(|found| {
            (found.revision, found.alike, found.everywhere) == (revision, self.alike, everywhere)
                && found.contains(hex)
        });
        if let Some(known) = known {
            return Some(known.clone());
        }
        let flood = Arc::new(Flood::find(map, terrains, revision, hex, self.alike, everywhere)?);
        self.found = Some(flood.clone());
        Some(flood)
    }
}

impl Flood {
    fn find(
        map: &Map,
        terrains: &[Terrain],
        revision: u64,
        start: Hex,
        alike: Alike,
        everywhere: bool,
    ) -> Option<Self> {
        let grid = map.grid;
        let start = grid.index(start)?;
        if map.cells.len() != grid.len() {
            return None;
        }
        let same = match alike {
            Alike::Terrain => {
                // Two letters of the legend may mean one terrain.
                let id = |cell: u8| map.legend.get(usize::from(cell)).map(|(_, id)| id.as_str());
                let wanted = id(map.cells[start]);
                let alike: Vec<bool> = (0..=u8::MAX).map(|cell| id(cell) == wanted).collect();
                bits_of(map.cells.iter().map(|cell| alike[usize::from(*cell)]))
            }
            Alike::Level if map.levels.len() == grid.len() => {
                let wanted = map.levels[start];
                bits_of(map.levels.iter().map(|level| *level == wanted))
            }
            Alike::Level => {
                let levels: Vec<i8> = (0..=u8::MAX).map(|cell| given(map, terrains, cell)).collect();
                let wanted = levels[usize::from(map.cells[start])];
                bits_of(map.cells.iter().map(|cell| levels[usize::from(*cell)] == wanted))
            }
        };
        let bits = if everywhere { same } else { joined(&grid, same, start) };
        let mut flood = Self { revision, alike, everywhere, grid, bits, count: 0, by_cell: vec![0; 256] };
        let mut by_cell = vec![0; 256];
        for index in flood.indices() {
            by_cell[usize::from(map.cells[index])] += 1;
        }
        flood.count = by_cell.iter().sum();
        flood.by_cell = by_cell;
        Some(flood)
    }

    /// How many hexes it is.
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn contains(&self, hex: Hex) -> bool {
        self.grid.index(hex).is_some_and(|index| self.bits[index / 64] >> (index % 64) & 1 == 1)
    }

    /// How many of its hexes would change if all of it became this terrain.
    pub fn changed(&self, map: &Map, terrain: &str) -> usize {
        let other = |(cell, count): (usize, &usize)| {
            let same = map.legend.get(cell).is_some_and(|(_, id)| id == terrain);
            if same { 0 } else { *count }
        };
        self.by_cell.iter().enumerate().map(other).sum()
    }

    /// The change that the fill is; `None` if all of it has that terrain.
    pub fn release(&self, map: &Map, terrain: &Terrain) -> Option<Change> {
        let (letter, terrain) = (terrain.letter, terrain.id.as_str());
        if self.changed(map, terrain) == 0 {
            return None;
        }
        if self.count > MANY {
            return Some(Change::Edit(Edit::repaint(map, letter, terrain, self.indices())));
        }
        let hexes = self.indices().filter_map(|index| {
            let hex = self.grid.hex_at(index)?;
            (map.terrain(hex) != Some(terrain)).then_some(hex)
        });
        Some(Change::Terrain { hexes: hexes.collect(), terrain: terrain.to_owned() })
    }

    fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(word, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(word * 64 + bit)
            })
        })
    }
}

fn bits_of(all: impl ExactSizeIterator<Item = bool>) -> Vec<u64> {
    let mut out = vec![0; all.len().div_ceil(64)];
    for (index, is) in all.enumerate() {
        out[index / 64] |= u64::from(is) << (index % 64);
    }
    out
}

/// Those of the hexes that are joined to the one at `start`: run by run along the rows, so that a million hexes take
/// some milliseconds. Hexes side by side in a row always touch, whichever way the grid points.
fn joined(grid: &Grid, mut left: Vec<u64>, start: usize) -> Vec<u64> {
    let (columns, rows) = (usize::from(grid.columns), usize::from(grid.rows));
    let flat = grid.orientation == Orientation::Flat;
    // How far to the left and to the right a hex touches the row above and the row below, on an even line and on an
    // odd one.
    let reach = [0, 1].map(|line| {
        let hex = grid.at_signed(line, line);
        let steps = hex.neighbours().map(|near| {
            let (column, row) = grid.column_row_signed(near);
            (column - line, row - line)
        });
        [-1, 1].map(|down| {
            let across = || steps.iter().filter(|step| step.1 == down).map(|step| step.0);
            (across().min().unwrap_or(0) as isize, across().max().unwrap_or(0) as isize)
        })
    });
    let mut out = vec![0; left.len()];
    let mut stack = vec![take_run(&mut left, &mut out, columns, start / columns, start % columns)];
    while let Some((row, first, last)) = stack.pop() {
        for (side, near) in [(0, row.checked_sub(1)), (1, Some(row + 1).filter(|row| *row < rows))] {
            let Some(near) = near else { continue };
            let line = |column: usize| if flat { column & 1 } else { row & 1 };
            let from = first.saturating_add_signed(reach[line(first)][side].0);
            let to = last.saturating_add_signed(reach[line(last)][side].1).min(columns - 1);
            let mut column = from;
            while column <= to {
                let index = near * columns + column;
                let rest = left[index / 64] >> (index % 64);
                if rest & 1 == 1 {
                    let run = take_run(&mut left, &mut out, columns, near, column);
                    column = run.2 + 2;
                    stack.push(run);
                } else {
                    // On to the next hex that is left in this word.
                    column += (rest.trailing_zeros() as usize).min(64 - index % 64);
                }
            }
        }
    }
    out
}

/// Moves all hexes of a row that are joined to one of them from one set to the other: the row, the first column and
/// the last.
fn take_run(
    left: &mut [u64],
    out: &mut [u64],
    columns: usize,
    row: usize,
    column: usize,
) -> (usize, usize, usize) {
    let start = row * columns;
    let is_left = |left: &[u64], column: usize| {
        let index = start + column;
        left[index / 64] >> (index % 64) & 1 == 1
    };
    let mut first = column;
    while first > 0 && is_left(left, first - 1) {
        first -= 1;
    }
    let mut last = column;
    while last + 1 < columns && is_left(left, last + 1) {
        last += 1;
    }
    for index in start + first..=start + last {
        left[index / 64] &= !(1 << (index % 64));
        out[index / 64] |= 1 << (index % 64);
    }
    (row, first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tests::{board, terrains};

    fn fill(map: &Map, column: u16, row: u16, alike: Alike, everywhere: bool) -> Arc<Flood> {
        let mut state = FillState { alike, ..FillState::default() };
        state.find(map, &terrains(), 1, map.grid.at(column, row), everywhere).expect("it is on the board")
    }

    #[test]
    fn joined_hexes_of_one_terrain_are_found_and_no_others() {
        let map = board(&["..f..", "..f..", "fff.f", "....."]);
        assert_eq!(fill(&map, 2, 0, Alike::Terrain, false).len(), 5);
        assert_eq!(fill(&map, 2, 0, Alike::Terrain, true).len(), 6);
        // The plain in the upper left is cut off by the wood.
        assert_eq!(fill(&map, 0, 0, Alike::Terrain, false).len(), 4);
    }

    #[test]
    fn the_flood_agrees_with_a_walk_over_neighbours_on_every_kind_of_grid() {
        use engine::hex::Shifted;
        for orientation in [Orientation::Flat, Orientation::Pointed] {
            for shifted in [Shifted::Odd, Shifted::Even] {
                let mut map = board(&["f.f.f.f", "ff..ff.", ".fff.f.", "f...fff", "ff.f..f"]);
                map.grid.orientation = orientation;
                map.grid.shifted = shifted;
                for start in map.grid.hexes() {
                    let mut seen = std::collections::BTreeSet::from([start]);
                    let mut open = vec![start];
                    while let Some(hex) = open.pop() {
                        for (_, near) in map.grid.neighbours(hex) {
                            if map.terrain(near) == map.terrain(start) && seen.insert(near) {
                                open.push(near);
                            }
                        }
                    }
                    let (column, row) = map.grid.column_row(start).expect("it is on the board");
                    let flood = fill(&map, column, row, Alike::Terrain, false);
                    let found: std::collections::BTreeSet<Hex> =
                        map.grid.hexes().filter(|hex| flood.contains(*hex)).collect();
                    assert_eq!(found, seen, "{orientation:?} {shifted:?} {start}");
                }
            }
        }
    }

    #[test]
    fn levels_come_from_the_terrain_until_the_map_gives_them() {
        let mut map = board(&["..f", "hh."]);
        assert_eq!(fill(&map, 0, 0, Alike::Level, false).len(), 4, "wood is as low as the plain");
        map.levels = vec![0, 0, 0, 0, 1, 1];
        assert_eq!(fill(&map, 1, 1, Alike::Level, false).len(), 2);
    }

    #[test]
    fn only_hexes_that_differ_are_painted_and_none_make_no_change() {
        let map = board(&["..f", "hh."]);
        let flood = fill(&map, 0, 0, Alike::Level, false);
        assert_eq!(flood.changed(&map, "forest"), 3);
        let kind = |id: &str| terrains().into_iter().find(|terrain| terrain.id == id).expect("it is known");
        let Some(Change::Terrain { hexes, .. }) = flood.release(&map, &kind("forest")) else {
            panic!("it changes")
        };
        assert_eq!(hexes.len(), 3);
        assert_eq!(fill(&map, 0, 0, Alike::Terrain, false).release(&map, &kind("plain")), None);
    }

    #[test]
    fn a_fill_of_very_many_hexes_does_what_a_short_one_does_and_has_its_name() {
        let mut map = board(&["."]);
        map.grid = Grid::new(200, 150);
        map.cells = vec![0; map.grid.len()];
        map.cells[7] = 1;
        let forest = terrains().into_iter().find(|terrain| terrain.id == "forest").expect("it is known");
        let mut scenario = engine::scenario::Scenario { map, ..Default::default() };
        let before = scenario.clone();
        let flood = fill(&scenario.map, 0, 0, Alike::Terrain, false);
        let Some(Change::Edit(edit)) = flood.release(&scenario.map, &forest) else { panic!("it changes") };
        let hexes: Vec<Hex> = scenario.map.grid.hexes().filter(|hex| flood.contains(*hex)).collect();
        let short = Edit::PaintHexes { letter: forest.letter, terrain: forest.id.clone(), hexes };
        assert_eq!(edit.describe(&scenario), short.describe(&scenario));
        let mut other = scenario.clone();
        short.apply(&mut other);
        let back = edit.apply(&mut scenario);
        assert_eq!(scenario, other);
        back.apply(&mut scenario);
        assert_eq!(scenario, before);
    }

    #[test]
    fn what_was_found_is_kept_for_all_of_its_hexes_until_the_map_changes() {
        let map = board(&["...", "fff"]);
        let mut state = FillState::default();
        let terrains = terrains();
        let first = state.find(&map, &terrains, 1, map.grid.at(0, 0), false).expect("it is on the board");
        let same = state.find(&map, &terrains, 1, map.grid.at(2, 0), false).expect("it is on the board");
        assert!(Arc::ptr_eq(&first, &same));
        let later = state.find(&map, &terrains, 2, map.grid.at(2, 0), false).expect("it is on the board");
        assert!(!Arc::ptr_eq(&first, &later));
        assert!(state.find(&map, &terrains, 2, map.grid.at_signed(-1, 0), false).is_none());
    }
}
