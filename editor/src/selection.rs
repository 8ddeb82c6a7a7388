//! What is selected on the map: hexes, and things that lie on them.
//!
//! View state: not in the scenario, not in the history, not in the file.

use std::collections::{BTreeMap, BTreeSet};

use engine::hex::{Corner, Direction, Hex, HexSide};
use engine::scenario::{Label, Road, Scenario};

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

/// What a gesture does with what was selected before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Joining {
    /// It takes its place.
    #[default]
    Instead,
    /// Shift: it is added.
    Adding,
    /// Ctrl: it is taken away.
    Taking,
}

impl Joining {
    /// By the keys that are held.
    pub fn of(modifiers: egui::Modifiers) -> Self {
        match (modifiers.command, modifiers.shift) {
            (true, _) => Self::Taking,
            (false, true) => Self::Adding,
            (false, false) => Self::Instead,
        }
    }
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

    /// The thing, if exactly one and nothing else is selected.
    pub fn only_thing(&self) -> Option<Thing> {
        match (self.things.len(), self.hexes.is_empty()) {
            (1, true) => self.things.first().copied(),
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

    /// This selection after a gesture that touched another.
    #[must_use]
    pub fn joined(&self, other: Self, how: Joining) -> Self {
        let mut out = self.clone();
        match how {
            Joining::Instead => return other,
            Joining::Adding => {
                out.hexes.extend(other.hexes);
                out.things.extend(other.things);
            }
            Joining::Taking => {
                out.hexes.retain(|hex| !other.hexes.contains(hex));
                out.things.retain(|thing| !other.things.contains(thing));
            }
        }
        out.cursor = other.cursor.or(out.cursor);
        out
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

    /// What the selected things are, so that they are found again after the lists have changed.
    pub fn named(&self, scenario: &Scenario) -> Vec<(Thing, Name)> {
        self.things.iter().filter_map(|thing| Some((*thing, Name::of(*thing, scenario)?))).collect()
    }

    /// Follows the things to where they are now in the lists, and drops those that are gone. What had no name
    /// before (it was selected for what the change itself adds) keeps its place.
    pub fn follow(&mut self, before: &[(Thing, Name)], scenario: &Scenario) {
        self.things = std::mem::take(&mut self.things)
            .into_iter()
            .filter_map(|thing| match before.iter().find(|(known, _)| *known == thing) {
                Some((_, name)) => name.find(thing, scenario),
                None => Some(thing),
            })
            .collect();
        self.keep(scenario);
    }
}

/// What a thing is, whatever its place in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// A piece, a region or a box.
    Id(String),
    /// With how many roads there were.
    Road(Road, usize),
    /// With how many labels there were.
    Label(Label, usize),
    Side,
}

impl Name {
    /// The name of a thing; `None` if the scenario does not have it.
    pub fn of(thing: Thing, scenario: &Scenario) -> Option<Self> {
        let map = &scenario.map;
        Some(match thing {
            Thing::Piece(at) => Self::Id(scenario.pieces.get(at)?.id.clone()),
            Thing::Region(at) => Self::Id(map.regions.get(at)?.id.clone()),
            Thing::Box(at) => Self::Id(map.boxes.get(at)?.id.clone()),
            Thing::Road(at) => Self::Road(map.roads.get(at)?.clone(), map.roads.len()),
            Thing::Label(at) => Self::Label(map.labels.get(at)?.clone(), map.labels.len()),
            Thing::Side(_) => Self::Side,
        })
    }

    /// Where that thing is now. One without an id that was itself changed is still where it was.
    pub fn find(&self, thing: Thing, scenario: &Scenario) -> Option<Thing> {
        fn place<T>(rows: &[T], at: usize, is: impl Fn(&T) -> bool) -> Option<usize> {
            if rows.get(at).is_some_and(&is) { Some(at) } else { rows.iter().position(is) }
        }
        let map = &scenario.map;
        Some(match (thing, self) {
            (Thing::Piece(at), Self::Id(id)) => {
                Thing::Piece(place(&scenario.pieces, at, |piece| piece.id == *id)?)
            }
            (Thing::Region(at), Self::Id(id)) => {
                Thing::Region(place(&map.regions, at, |region| region.id == *id)?)
            }
            (Thing::Box(at), Self::Id(id)) => Thing::Box(place(&map.boxes, at, |known| known.id == *id)?),
            (Thing::Road(at), Self::Road(road, length)) => {
                let same = (map.roads.len() == *length).then_some(at);
                Thing::Road(place(&map.roads, at, |known| known == road).or(same)?)
            }
            (Thing::Label(at), Self::Label(label, length)) => {
                let same = (map.labels.len() == *length).then_some(at);
                Thing::Label(place(&map.labels, at, |known| known == label).or(same)?)
            }
            (thing, _) => thing,
        })
    }
}

#[cfg(test)]
thread_local! {
    /// How often rings were found on this thread.
    pub static FOUND: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The edge of a set of hexes as closed rings of corners, each once round: outer edges clockwise, holes the other
/// way. Three hexes meet in a corner, so that no two rings touch.
pub fn rings(hexes: &BTreeSet<Hex>) -> Vec<Vec<Corner>> {
    #[cfg(test)]
    FOUND.with(|found| found.set(found.get() + 1));
    let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
    for hex in hexes {
        for direction in Direction::ALL {
            if !hexes.contains(&hex.neighbour(direction)) {
                let d = direction.index();
                next.insert(Corner::of(*hex, d + 4), Corner::of(*hex, d + 5));
            }
        }
    }
    let mut out = Vec::new();
    while let Some((start, mut at)) = next.pop_first() {
        let mut ring = vec![start];
        while at != start {
            ring.push(at);
            match next.remove(&at) {
                Some(then) => at = then,
                None => break,
            }
        }
        out.push(ring);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Grid;
    use engine::scenario::{LabelKind, Map, Piece, Start};

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

    #[test]
    fn a_selected_piece_is_followed_when_one_before_it_goes() {
        let grid = Grid::new(3, 3);
        let piece = |id: &str| Piece {
            id: id.into(),
            kind: "x".into(),
            name: String::new(),
            at: Start::At(grid.at(0, 0).into()),
            reduced: false,
            game_block: String::new(),
        };
        let labels = vec![Label::new("a", LabelKind::Hill, grid.at(0, 0))];
        let mut scenario = Scenario {
            map: Map { grid, labels, ..Map::default() },
            pieces: ["a", "b", "c"].map(piece).into(),
            ..Scenario::default()
        };
        let mut selection = Selection::thing(Thing::Piece(2));
        selection.things.insert(Thing::Piece(0));
        selection.things.insert(Thing::Label(0));
        let names = selection.named(&scenario);
        scenario.pieces.remove(0);
        scenario.map.labels[0].size = 150;
        selection.follow(&names, &scenario);
        assert_eq!(selection.things, BTreeSet::from([Thing::Piece(1), Thing::Label(0)]));
    }

    #[test]
    fn shift_adds_and_ctrl_takes_away() {
        let grid = Grid::new(3, 3);
        let one = Selection::hex(grid.at(0, 0));
        let two = one.joined(Selection::hex(grid.at(1, 0)), Joining::Adding);
        assert_eq!(two.hexes.len(), 2);
        let back = two.joined(Selection::hex(grid.at(0, 0)), Joining::Taking);
        assert_eq!(back.hexes, BTreeSet::from([grid.at(1, 0)]));
        assert_eq!(two.joined(one.clone(), Joining::Instead), one);
    }

    #[test]
    fn an_outline_goes_once_round_and_a_hole_has_one_of_its_own() {
        let middle = Hex::new(4, 4);
        let one = rings(&BTreeSet::from([middle]));
        assert_eq!(one.iter().map(Vec::len).collect::<Vec<_>>(), [6]);
        let ring: BTreeSet<Hex> = middle.ring(1).collect();
        let mut lengths: Vec<usize> = rings(&ring).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [6, 18]);
        let apart = BTreeSet::from([middle, Hex::new(9, 9)]);
        assert_eq!(rings(&apart).len(), 2);
    }
}
