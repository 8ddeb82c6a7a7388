//! The road tool: from hex to hex through their centres. A drag goes through neighbours and shortens when it goes
//! back; one that begins at the end of a road of its kind goes on with that road.

use std::collections::BTreeSet;

use engine::face::{CoverLook, HexsideKind, HexsideLook, Terrain};
use engine::hex::{Grid, Hex, HexSide, line};
use engine::scenario::{Edit, Map, Road, RoadKind};

use super::Change;

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoadState {
    pub kind: RoadKind,
    /// What is put on a hexside of river that a new road crosses.
    pub crossing: Option<HexsideLook>,
}

impl Default for RoadState {
    fn default() -> Self {
        Self { kind: RoadKind::Road, crossing: Some(HexsideLook::Ford) }
    }
}

impl RoadState {
    /// The ids and names of what can be put where a road crosses a river, as the game has them.
    pub fn crossings(hexsides: &[HexsideKind]) -> impl Iterator<Item = &HexsideKind> {
        hexsides.iter().filter(|kind| matches!(kind.look, HexsideLook::Ford | HexsideLook::Bridge))
    }
}

/// A road that is being laid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoadStroke {
    kind: RoadKind,
    hexes: Vec<Hex>,
    /// The road that it goes on with: its place in the list, and whether from its first hex.
    longer: Option<(usize, bool)>,
}

impl RoadStroke {
    /// Begins at a hex.
    pub fn press(map: &Map, hex: Hex, kind: RoadKind) -> Self {
        let end = map.roads.iter().enumerate().find_map(|(at, road)| {
            if road.kind != kind || road.hexes.first() == road.hexes.last() {
                None
            } else if road.hexes.last() == Some(&hex) {
                Some((at, false))
            } else if road.hexes.first() == Some(&hex) {
                Some((at, true))
            } else {
                None
            }
        });
        let hexes = match end {
            Some((at, first)) => {
                let mut hexes = map.roads[at].hexes.clone();
                if first {
                    hexes.reverse();
                }
                hexes
            }
            None => vec![hex],
        };
        Self { kind, hexes, longer: end }
    }

    /// Follows the pointer; a quick one leaves no gaps.
    pub fn drag(&mut self, grid: &Grid, to: Hex) {
        let Some(&last) = self.hexes.last() else { return };
        if to == last || !grid.contains(to) || last.distance(to) > 4_000 {
            return;
        }
        let way: Vec<Hex> = line(last, to).skip(1).collect();
        for hex in way {
            if !grid.contains(hex) {
                return;
            }
            match self.hexes.iter().position(|known| *known == hex) {
                Some(at) => self.hexes.truncate(at + 1),
                None => self.hexes.push(hex),
            }
        }
    }

    /// The road so far, with that of which it is the continuation.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Does it go on with a road that was there?
    pub fn is_longer(&self) -> bool {
        self.longer.is_some()
    }

    /// The hexsides of river that it crosses anew.
    pub fn crossed(&self, map: &Map, hexsides: &[HexsideKind]) -> Vec<HexSide> {
        let old = links(map, None);
        let river = |side: &HexSide| {
            let id = map.side(*side);
            hexsides.iter().any(|kind| Some(kind.id.as_str()) == id && kind.look == HexsideLook::River)
        };
        sides(&self.hexes).filter(|side| !old.contains(side)).filter(river).collect()
    }

    /// The change that the stroke is, with what is put where it crosses a river; `None` if nothing is new.
    pub fn release(
        &self,
        map: &Map,
        hexsides: &[HexsideKind],
        crossing: Option<HexsideLook>,
    ) -> Option<Change> {
        let mut hexes = self.hexes.clone();
        let mut edits = Vec::new();
        if let Some((at, first)) = self.longer {
            let road = map.roads.get(at)?;
            if first {
                hexes.reverse();
            }
            if hexes == road.hexes {
                return None;
            }
            edits.push(match hexes.len() {
                0 | 1 => Edit::RemoveRoad(at),
                _ => Edit::ChangeRoad(at, Road { hexes, ..road.clone() }),
            });
        } else {
            // What runs along a road of its kind at either end is there already.
            let there = links(map, Some(self.kind));
            let is_there =
                |pair: &[Hex]| HexSide::between(pair[0], pair[1]).is_some_and(|side| there.contains(&side));
            let new: Vec<bool> = hexes.windows(2).map(|pair| !is_there(pair)).collect();
            let first = new.iter().position(|new| *new)?;
            let last = new.iter().rposition(|new| *new)?;
            let hexes = hexes[first..=last + 1].to_vec();
            edits.push(Edit::AddRoad(map.roads.len(), Road { kind: self.kind, name: String::new(), hexes }));
        }
        let id = crossing
            .and_then(|look| RoadState::crossings(hexsides).find(|kind| kind.look == look))
            .map(|kind| kind.id.clone());
        let crossed = self.crossed(map, hexsides);
        if let (Some(id), false) = (id, crossed.is_empty()) {
            let sides = crossed.into_iter().map(|side| (side, Some(id.clone()))).collect();
            // Wrapped and put first, so that the step has the name of the road.
            edits.insert(0, Edit::Many(vec![Edit::nothing(), Edit::SetSides(sides)]));
        }
        Some(Change::Edit(if edits.len() == 1 { edits.swap_remove(0) } else { Edit::Many(edits) }))
    }

    /// The end at which it would lead to nothing: not off the map, to another road, a camp, a village or a name.
    pub fn dead_end(&self, map: &Map, terrains: &[Terrain]) -> Option<Hex> {
        let (first, last) = (*self.hexes.first()?, *self.hexes.last()?);
        if first == last {
            return None;
        }
        let own = self.longer.map(|(at, _)| at);
        let leads = |hex: Hex| {
            let cover =
                map.terrain(hex).and_then(|id| terrains.iter().find(|terrain| terrain.id == id)?.cover);
            let others = map.roads.iter().enumerate().filter(|(at, _)| Some(*at) != own);
            map.grid.is_edge(hex)
                || matches!(cover, Some(CoverLook::Camp | CoverLook::Village))
                || map.labels.iter().any(|label| label.at == hex)
                || others.into_iter().any(|(_, road)| road.hexes.contains(&hex))
        };
        [last, first].into_iter().find(|hex| !leads(*hex))
    }
}

/// The hexsides that a row of hexes crosses.
pub fn sides(hexes: &[Hex]) -> impl Iterator<Item = HexSide> + '_ {
    hexes.windows(2).filter_map(|pair| HexSide::between(pair[0], pair[1]))
}

/// The hexsides that roads cross, of one kind or of all.
fn links(map: &Map, kind: Option<RoadKind>) -> BTreeSet<HexSide> {
    let roads = map.roads.iter().filter(|road| kind.is_none_or(|kind| road.kind == kind));
    roads.flat_map(|road| sides(&road.hexes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tests::{board, hexsides, scenario, terrains};

    fn laid(map: &Map, way: &[(u16, u16)]) -> RoadStroke {
        let at = |(column, row): (u16, u16)| map.grid.at(column, row);
        let mut stroke = RoadStroke::press(map, at(way[0]), RoadKind::Road);
        for hex in &way[1..] {
            stroke.drag(&map.grid, at(*hex));
        }
        stroke
    }

    fn done(map: &Map, stroke: &RoadStroke) -> Map {
        let mut scenario = scenario(map.clone());
        let Some(Change::Edit(edit)) = stroke.release(map, &hexsides(), Some(HexsideLook::Ford)) else {
            panic!("it changes")
        };
        edit.fits(&scenario).expect("it fits");
        let back = edit.apply(&mut scenario);
        let after = scenario.map.clone();
        back.apply(&mut scenario);
        assert_eq!(scenario.map, *map, "undo gives the map back");
        after
    }

    #[test]
    fn a_quick_drag_goes_through_neighbours_and_going_back_shortens() {
        let map = board(&["......", "......", "......"]);
        let mut stroke = laid(&map, &[(0, 1), (5, 1)]);
        for pair in stroke.hexes().windows(2) {
            assert!(pair[0].is_adjacent(pair[1]), "{pair:?}");
        }
        assert_eq!(stroke.hexes().len(), 6);
        stroke.drag(&map.grid, map.grid.at(0, 1));
        assert_eq!(stroke.hexes(), [map.grid.at(0, 1)]);
        assert_eq!(stroke.release(&map, &[], None), None, "one hex is no road");
    }

    #[test]
    fn a_drag_from_an_end_goes_on_with_the_road_and_back_along_it_takes_it_away() {
        let map = board(&["......", "......", "......"]);
        let map = done(&map, &laid(&map, &[(0, 1), (3, 1)]));
        let longer = done(&map, &laid(&map, &[(3, 1), (5, 1)]));
        assert_eq!(longer.roads.len(), 1);
        assert_eq!(longer.roads[0].hexes.len(), 6);
        // Its first hex is an end too, and the order of its hexes stays.
        let front = done(&map, &laid(&map, &[(0, 1), (0, 2)]));
        assert_eq!(front.roads[0].hexes.last(), map.roads[0].hexes.last());
        assert_eq!(front.roads[0].hexes.len(), 5);
        assert!(done(&map, &laid(&map, &[(3, 1), (0, 1)])).roads.is_empty());
    }

    #[test]
    fn along_a_road_of_its_kind_nothing_is_new_and_only_the_branch_is_laid() {
        let map = board(&["......", "......", "......"]);
        let row: Vec<(u16, u16)> = (0..6).map(|column| (column, 1)).collect();
        let map = done(&map, &laid(&map, &row));
        assert_eq!(laid(&map, &row[1..5]).release(&map, &[], None), None);
        let branch = done(&map, &laid(&map, &[(1, 1), (2, 1), (3, 1), (3, 2)]));
        assert_eq!(branch.roads.len(), 2);
        assert_eq!(branch.roads[1].hexes, [map.grid.at(3, 1), map.grid.at(3, 2)]);
    }

    #[test]
    fn a_ford_comes_where_it_crosses_a_river_and_nowhere_else() {
        let mut map = board(&["....", "....", "...."]);
        let river = HexSide::between(map.grid.at(1, 1), map.grid.at(2, 1)).expect("they touch");
        map.sides.insert(river, "river".to_owned());
        let stroke = laid(&map, &[(0, 1), (1, 1), (2, 1), (3, 1)]);
        assert_eq!(stroke.crossed(&map, &hexsides()), [river]);
        let after = done(&map, &stroke);
        assert_eq!(after.side(river), Some("ford"));
        let Some(Change::Edit(edit)) = stroke.release(&map, &hexsides(), Some(HexsideLook::Ford)) else {
            panic!("it changes")
        };
        assert_eq!(edit.describe(&scenario(map.clone())), "Road through 4 hexes");
        assert_eq!(after.sides.len(), 1);
        let Some(Change::Edit(edit)) = stroke.release(&map, &hexsides(), None) else { panic!("it changes") };
        assert!(matches!(edit, Edit::AddRoad(..)), "the river stays: {edit:?}");
    }

    #[test]
    fn a_road_leads_to_the_edge_to_another_road_or_to_a_name() {
        let mut map = board(&["......", "......", "......", "......", "......"]);
        let nowhere = laid(&map, &[(0, 2), (3, 2)]);
        assert_eq!(nowhere.dead_end(&map, &terrains()), Some(map.grid.at(3, 2)));
        assert_eq!(laid(&map, &[(0, 2), (5, 2)]).dead_end(&map, &terrains()), None);
        let kind = engine::scenario::LabelKind::Place;
        map.labels.push(engine::scenario::Label::new("Garryowen", kind, map.grid.at(3, 2)));
        assert_eq!(nowhere.dead_end(&map, &terrains()), None);
    }
}
