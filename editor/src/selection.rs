//! What is selected on the map: hexes, and things that lie on them.
//!
//! View state: not in the scenario, not in the history, not in the file.

use std::collections::BTreeSet;

use engine::hex::{Hex, HexSide};
use engine::scenario::Scenario;

/// Something on the map other than a hex, by its place in the scenario's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    Piece(usize),
    Side(HexSide),
    Road(usize),
    Label(usize),
    Region(usize),
    Box(usize),
}

/// What is selected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    /// Where the cursor of the keyboard stands.
    pub cursor: Option<Hex>,
    pub hexes: BTreeSet<Hex>,
    pub things: BTreeSet<Thing>,
}

impl Selection {
    /// One hex, with the cursor on it.
    pub fn hex(hex: Hex) -> Self {
        Self { cursor: Some(hex), hexes: BTreeSet::from([hex]), things: BTreeSet::new() }
    }

    /// One thing, without a hex.
    pub fn thing(thing: Thing) -> Self {
        Self { things: BTreeSet::from([thing]), ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty() && self.things.is_empty()
    }

    /// The hex, if exactly one and nothing else is selected.
    pub fn only_hex(&self) -> Option<Hex> {
        match (self.hexes.len(), self.things.is_empty()) {
            (1, true) => self.hexes.first().copied(),
            _ => None,
        }
    }

    /// The selected pieces, by their places in the scenario.
    pub fn pieces(&self) -> impl Iterator<Item = usize> + '_ {
        self.things.iter().filter_map(|thing| match thing {
            Thing::Piece(at) => Some(*at),
            _ => None,
        })
    }

    /// Drops what the scenario does not have, or has no more.
    pub fn keep(&mut self, scenario: &Scenario) {
        let map = &scenario.map;
        let on = |hex: Hex| map.grid.contains(hex);
        self.cursor = self.cursor.filter(|hex| on(*hex));
        self.hexes.retain(|hex| on(*hex));
        self.things.retain(|thing| match *thing {
            Thing::Piece(at) => at < scenario.pieces.len(),
            Thing::Side(side) => {
                let (a, b) = side.hexes();
                on(a) && on(b)
            }
            Thing::Road(at) => at < map.roads.len(),
            Thing::Label(at) => at < map.labels.len(),
            Thing::Region(at) => at < map.regions.len(),
            Thing::Box(at) => at < map.boxes.len(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Grid;
    use engine::scenario::Map;

    #[test]
    fn what_the_scenario_has_no_more_is_no_longer_selected() {
        let grid = Grid::new(3, 3);
        let scenario = Scenario { map: Map { grid, ..Map::default() }, ..Scenario::default() };
        let mut selection = Selection::hex(grid.at(1, 1));
        selection.hexes.insert(grid.at(2, 2).neighbour(engine::hex::Direction::S));
        selection.things.insert(Thing::Label(0));
        selection.keep(&scenario);
        assert_eq!(selection, Selection::hex(grid.at(1, 1)));
        assert_eq!(selection.only_hex(), Some(grid.at(1, 1)));
    }
}
