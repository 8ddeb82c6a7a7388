//! The eraser: takes away pieces, names, what lies on hexsides, and roads.
//!
//! With the smallest radius a stroke takes what lies on top under the pointer, and then only more of the same; with
//! a larger one everything within it.

use std::collections::BTreeSet;

use engine::hex::{Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{Edit, Road, Scenario, Start};

use super::Change;

/// What the eraser takes, from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Erased {
    Pieces,
    Labels,
    Hexsides,
    Roads,
}

impl Erased {
    pub const ALL: [Self; 4] = [Self::Pieces, Self::Labels, Self::Hexsides, Self::Roads];

    pub fn name(self) -> &'static str {
        ["Pieces", "Labels", "Hexsides", "Roads"][self as usize]
    }
}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EraserState {
    /// What it takes at all.
    pub takes: BTreeSet<Erased>,
}

impl Default for EraserState {
    fn default() -> Self {
        Self { takes: Erased::ALL.into() }
    }
}

/// What lies under the pointer and would go.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EraserStroke {
    /// The only kind that the stroke takes; `None` as long as it has met none, or if it takes all.
    pub kind: Option<Erased>,
    pub pieces: BTreeSet<usize>,
    pub labels: BTreeSet<usize>,
    pub sides: BTreeSet<HexSide>,
    /// Hexes in which every road ends.
    pub roads: BTreeSet<Hex>,
}

impl EraserStroke {
    /// Nothing was met yet.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.labels.is_empty() && self.sides.is_empty() && self.roads.is_empty()
    }

    /// Takes one hex's things of these kinds.
    pub fn sweep(&mut self, scenario: &Scenario, hex: Hex, takes: &BTreeSet<Erased>) {
        if takes.contains(&Erased::Pieces) {
            let is_here = |start: &Start| matches!(start, Start::At(Place::Hex(at)) if *at == hex);
            self.pieces.extend((0..scenario.pieces.len()).filter(|at| is_here(&scenario.pieces[*at].at)));
        }
        if takes.contains(&Erased::Labels) {
            let labels = &scenario.map.labels;
            self.labels.extend((0..labels.len()).filter(|at| labels[*at].at == hex));
        }
        if takes.contains(&Erased::Hexsides) {
            let sides = engine::hex::Direction::ALL.map(|direction| HexSide::of(hex, direction));
            self.sides.extend(sides.into_iter().filter(|side| scenario.map.side(*side).is_some()));
        }
        if takes.contains(&Erased::Roads) && on_road(scenario, hex) {
            self.roads.insert(hex);
        }
    }

    /// How much would go, in words.
    pub fn words(&self) -> String {
        let count = |n: usize, one: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {one}s")),
        };
        let parts = [
            count(self.pieces.len(), "piece"),
            count(self.labels.len(), "label"),
            count(self.sides.len(), "hexside"),
            match self.roads.len() {
                0 => None,
                1 => Some("road in 1 hex".to_owned()),
                n => Some(format!("road in {n} hexes")),
            },
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The change that the stroke is.
    pub fn release(&self, scenario: &Scenario) -> Option<Change> {
        let mut edits = Vec::new();
        if !self.sides.is_empty() {
            edits.push(Edit::SetSides(self.sides.iter().map(|side| (*side, None)).collect()));
        }
        // From the end, so that the places before stay what they are.
        edits.extend(self.pieces.iter().rev().map(|at| Edit::RemovePiece(*at)));
        edits.extend(self.labels.iter().rev().map(|at| Edit::RemoveLabel(*at)));
        let mut new = Vec::new();
        for (at, road) in scenario.map.roads.iter().enumerate().rev() {
            if !road.hexes.iter().any(|hex| self.roads.contains(hex)) {
                continue;
            }
            let mut parts = road
                .hexes
                .split(|hex| self.roads.contains(hex))
                .filter(|part| part.len() > 1)
                .map(|part| Road { hexes: part.to_vec(), ..road.clone() });
            edits.push(match parts.next() {
                Some(first) => Edit::ChangeRoad(at, first),
                None => Edit::RemoveRoad(at),
            });
            new.extend(parts);
        }
        let gone = edits.iter().filter(|edit| matches!(edit, Edit::RemoveRoad(_))).count();
        let count = scenario.map.roads.len() - gone;
        edits.extend(new.into_iter().enumerate().map(|(i, road)| Edit::AddRoad(count + i, road)));
        match edits.len() {
            0 => None,
            1 => edits.pop().map(Change::Edit),
            _ => Some(Change::Edit(Edit::Many(edits))),
        }
    }
}

/// Does a road run through the hex?
pub fn on_road(scenario: &Scenario, hex: Hex) -> bool {
    scenario.map.roads.iter().any(|road| road.hexes.contains(&hex))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tests::{board, scenario};
    use engine::scenario::{Label, LabelKind, RoadKind};

    fn setting() -> Scenario {
        let mut map = board(&["......", "......", "......"]);
        let row = |columns: std::ops::Range<u16>| columns.map(|column| map.grid.at(column, 1)).collect();
        let road = |hexes| Road { kind: RoadKind::Road, name: String::new(), hexes };
        let roads = vec![road(row(0..6)), road(row(2..4))];
        map.roads = roads;
        map.labels.push(Label::new("Ford", LabelKind::Ford, map.grid.at(2, 1)));
        let side = HexSide::between(map.grid.at(2, 1), map.grid.at(3, 1)).expect("they touch");
        map.sides.insert(side, "ford".to_owned());
        scenario(map)
    }

    fn erased(stroke: &EraserStroke, before: &Scenario) -> Scenario {
        let mut after = before.clone();
        let Some(Change::Edit(edit)) = stroke.release(before) else { panic!("it changes") };
        edit.fits(before).expect("it fits");
        let back = edit.apply(&mut after);
        let mut again = after.clone();
        back.apply(&mut again);
        assert_eq!(again, *before, "undo gives everything back");
        after
    }

    #[test]
    fn a_hex_taken_out_of_a_road_leaves_its_two_ends() {
        let before = setting();
        let hex = before.map.grid.at(2, 1);
        let stroke = EraserStroke { roads: BTreeSet::from([hex]), ..EraserStroke::default() };
        let after = erased(&stroke, &before);
        let lengths: Vec<usize> = after.map.roads.iter().map(|road| road.hexes.len()).collect();
        assert_eq!(lengths, [2, 3], "the short road is gone, the long one is two");
    }

    #[test]
    fn sweeping_a_hex_takes_what_is_ticked_and_no_more() {
        let before = setting();
        let hex = before.map.grid.at(2, 1);
        let mut stroke = EraserStroke::default();
        stroke.sweep(&before, hex, &BTreeSet::from([Erased::Labels, Erased::Hexsides]));
        assert_eq!(stroke.words(), "1 label, 1 hexside");
        let after = erased(&stroke, &before);
        assert!(after.map.labels.is_empty() && after.map.sides.is_empty());
        assert_eq!(after.map.roads, before.map.roads);
    }

    #[test]
    fn where_nothing_lies_nothing_changes() {
        let before = setting();
        let mut stroke = EraserStroke::default();
        stroke.sweep(&before, before.map.grid.at(0, 0), &EraserState::default().takes);
        assert!(stroke.is_empty());
        assert_eq!(stroke.release(&before), None);
    }
}
