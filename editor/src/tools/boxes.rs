//! The box and track tool: holding boxes, off-map zones, tracks.

use std::collections::BTreeSet;

use engine::hex::{Grid, Hex, line};
use engine::scenario::{Edit, Map, MapBox, RegionKind};

use super::label::{free_id, free_name, new_region, painted};

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoxState {
    /// The box that is shown, and whose entry hexes are painted, by its place in the map's list.
    pub chosen: Option<usize>,
    /// The box from whose row a drag began.
    pub dragged: Option<usize>,
}

/// Border hexes by which the pieces of a box shall enter, or no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxStroke {
    pub hexes: BTreeSet<Hex>,
    last: Hex,
    pub leave: bool,
}

impl BoxStroke {
    pub fn press(grid: &Grid, hex: Hex, leave: bool) -> Self {
        let mut stroke = Self { hexes: BTreeSet::new(), last: hex, leave };
        stroke.hexes.extend(Some(hex).filter(|hex| grid.is_edge(*hex)));
        stroke
    }

    /// Follows the pointer; only hexes of the border count.
    pub fn drag(&mut self, grid: &Grid, hex: Hex) {
        if hex != self.last && self.last.distance(hex) < 4_000 {
            self.hexes.extend(line(self.last, hex).filter(|hex| grid.is_edge(*hex)));
            self.last = hex;
        }
    }
}

/// A new box, or a new track of so many spaces, with a name and an id of its own.
pub fn new_box(map: &Map, spaces: u16) -> MapBox {
    let stem = if spaces > 0 { "Track" } else { "Box" };
    let name = free_name(stem, |name| map.boxes.iter().any(|known| known.name == name));
    let id = free_id(&name, "box", |id| map.boxes.iter().any(|known| known.id == id));
    MapBox { id, name, spaces, ..MapBox::default() }
}

/// The edits that join two boxes both ways, or part them.
pub fn joined(map: &Map, a: usize, b: usize, join: bool) -> Vec<Edit> {
    let one = |from: usize, to: usize| {
        let (mut from_box, to) = (map.boxes.get(from)?.clone(), &map.boxes.get(to)?.id);
        let is_next = from_box.next.contains(to);
        if join && !is_next {
            from_box.next.push(to.clone());
        } else if !join && is_next {
            from_box.next.retain(|id| id != to);
        } else {
            return None;
        }
        Some(Edit::ChangeBox(from, from_box))
    };
    if a == b {
        return Vec::new();
    }
    [one(a, b), one(b, a)].into_iter().flatten().collect()
}

/// The edit that removes a box, and its id from the boxes that were joined to it.
pub fn removed_box(map: &Map, index: usize) -> Option<Edit> {
    let id = &map.boxes.get(index)?.id;
    let mut edits: Vec<Edit> = Vec::new();
    for (other, known) in map.boxes.iter().enumerate() {
        if other != index && known.next.contains(id) {
            let mut known = known.clone();
            known.next.retain(|next| next != id);
            edits.push(Edit::ChangeBox(other, known));
        }
    }
    edits.push(Edit::RemoveBox(index));
    Some(Edit::Many(edits))
}

/// The edit by which border hexes become entry hexes of a box, or no longer are: in its edge region, which is made
/// if it has none.
pub fn entered(map: &Map, index: usize, stroke: &BoxStroke) -> Option<Edit> {
    let known = map.boxes.get(index)?;
    match map.regions.iter().position(|region| region.id == known.edge) {
        Some(region) => painted(map, region, &stroke.hexes, stroke.leave),
        None if stroke.leave || stroke.hexes.is_empty() => None,
        None => {
            let name = free_name(&known.name, |name| map.regions.iter().any(|region| region.name == name));
            let mut region = new_region(map, &name, RegionKind::Edge);
            region.hexes = stroke.hexes.iter().copied().collect();
            region.hexes.sort_by_key(|hex| map.grid.column_row_signed(*hex));
            let mut with_edge = known.clone();
            with_edge.edge.clone_from(&region.id);
            Some(Edit::Many(vec![
                Edit::AddRegion(map.regions.len(), region),
                Edit::ChangeBox(index, with_edge),
            ]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::scenario::Scenario;

    fn scenario() -> Scenario {
        let mut map = Map { grid: Grid::new(6, 6), ..Map::default() };
        for _ in 0..3 {
            let new = new_box(&map, 0);
            map.boxes.push(new);
        }
        Scenario { map, ..Scenario::default() }
    }

    #[test]
    fn new_boxes_have_names_and_ids_of_their_own() {
        let scenario = scenario();
        let rows: Vec<(&str, &str)> =
            scenario.map.boxes.iter().map(|known| (known.name.as_str(), known.id.as_str())).collect();
        assert_eq!(rows, [("Box", "box"), ("Box 2", "box-2"), ("Box 3", "box-3")]);
        assert_eq!(new_box(&scenario.map, 10).spaces, 10);
    }

    #[test]
    fn boxes_are_joined_both_ways_and_parted_when_one_goes() {
        let mut scenario = scenario();
        Edit::Many(joined(&scenario.map, 0, 2, true)).apply(&mut scenario);
        assert_eq!(
            (&scenario.map.boxes[0].next[..], &scenario.map.boxes[2].next[..]),
            (&["box-3".to_owned()][..], &["box".to_owned()][..])
        );
        assert!(joined(&scenario.map, 0, 2, true).is_empty() && joined(&scenario.map, 1, 1, true).is_empty());
        let before = scenario.clone();
        let back = removed_box(&scenario.map, 0).expect("it is there").apply(&mut scenario);
        assert!(
            scenario.map.boxes.iter().all(|known| known.next.is_empty()) && scenario.map.boxes.len() == 2
        );
        back.apply(&mut scenario);
        assert_eq!(scenario, before);
    }

    #[test]
    fn painting_the_border_makes_the_edge_of_a_box_and_adds_to_it() {
        let mut scenario = scenario();
        let grid = scenario.map.grid;
        let mut stroke = BoxStroke::press(&grid, grid.at(0, 1), false);
        stroke.drag(&grid, grid.at(0, 3));
        stroke.drag(&grid, grid.at(3, 3));
        assert_eq!(stroke.hexes.len(), 3, "only the border counts");
        entered(&scenario.map, 1, &stroke).expect("a new edge").apply(&mut scenario);
        let region = scenario.map.regions[0].clone();
        assert_eq!((region.kind, region.hexes.len()), (RegionKind::Edge, 3));
        assert_eq!(scenario.map.boxes[1].edge, region.id);
        let away = BoxStroke::press(&grid, grid.at(0, 1), true);
        entered(&scenario.map, 1, &away).expect("one leaves").apply(&mut scenario);
        assert_eq!(scenario.map.regions[0].hexes.len(), 2);
        assert_eq!(entered(&scenario.map, 1, &away), None);
    }
}
