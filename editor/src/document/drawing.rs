//! What is odd about the drawing of a map, whatever game is played on it.

use std::collections::{BTreeMap, BTreeSet};

use engine::face::{CoverLook, Terrain};
use engine::hex::Hex;
use engine::problem::Problem;
use engine::scenario::Map;

/// The most that is told of one kind.
const MOST: usize = 50;

/// Ends of roads that lead to nothing, regions that list a hex twice, names of rivers where there is none.
pub fn check(map: &Map, terrains: &[Terrain]) -> Vec<Problem> {
    let dead_ends = dead_ends(map, terrains).map(|(at, hex)| {
        let message = format!("the road ends at nothing in {}", map.grid.label(hex));
        let hint = "it leads somewhere if it goes on to the edge of the map, another road, a camp, a village or a name";
        Problem::warning(message).about(format!("map.roads[{at}]")).hint(hint)
    });
    let twice = map.regions.iter().enumerate().filter_map(|(at, region)| {
        let mut seen = BTreeSet::new();
        let hex = region.hexes.iter().find(|hex| !seen.insert(**hex))?;
        let name = if region.name.is_empty() { &region.id } else { &region.name };
        let message = format!("the region {name} lists {} twice", map.grid.label(*hex));
        Some(Problem::warning(message).about(format!("map.regions[{at}].hexes")))
    });
    let dry = map.rivers.iter().enumerate().filter_map(|(at, river)| {
        let (mut one, mut other) = river.source.hexes();
        // As a file writes it.
        if map.grid.index(one) > map.grid.index(other) {
            std::mem::swap(&mut one, &mut other);
        }
        let side = format!("{}|{}", map.grid.label(one), map.grid.label(other));
        let message = format!("the river {} begins at hexside {side}, where nothing is drawn", river.name);
        let problem = Problem::warning(message).about(format!("map.rivers[{at}].source"));
        map.side(river.source).is_none().then_some(problem)
    });
    dead_ends.take(MOST).chain(twice.take(MOST)).chain(dry.take(MOST)).collect()
}

/// The ends of roads that lead to nothing: not off the map, to another road, a camp, a village or a name.
fn dead_ends<'m>(map: &'m Map, terrains: &'m [Terrain]) -> impl Iterator<Item = (usize, Hex)> + 'm {
    // How many roads go through a hex: its own is one.
    let mut through: BTreeMap<Hex, usize> = BTreeMap::new();
    for road in &map.roads {
        for hex in road.hexes.iter().collect::<BTreeSet<_>>() {
            *through.entry(*hex).or_default() += 1;
        }
    }
    let named: BTreeSet<Hex> = map.labels.iter().map(|label| label.at).collect();
    let leads = move |hex: Hex| {
        let cover = map.terrain(hex).and_then(|id| terrains.iter().find(|terrain| terrain.id == id)?.cover);
        map.grid.is_edge(hex)
            || matches!(cover, Some(CoverLook::Camp | CoverLook::Village))
            || named.contains(&hex)
            || through.get(&hex).is_some_and(|roads| *roads > 1)
    };
    map.roads.iter().enumerate().flat_map(move |(at, road)| {
        let ends = match (road.hexes.first(), road.hexes.last()) {
            (Some(first), Some(last)) if first != last => vec![*first, *last],
            _ => Vec::new(),
        };
        ends.into_iter().filter(|hex| !leads(*hex)).map(|hex| (at, hex)).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Grid, HexSide};
    use engine::scenario::{Label, LabelKind, Region, RegionKind, River, RiverWidth, Road, RoadKind};

    fn road(map: &Map, row: u16, columns: std::ops::RangeInclusive<u16>) -> Road {
        let hexes = columns.map(|column| map.grid.at(column, row)).collect();
        Road { kind: RoadKind::Road, name: String::new(), hexes }
    }

    fn told(map: &Map) -> Vec<String> {
        check(map, &[]).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn a_road_leads_off_the_map_to_a_road_or_to_a_name() {
        let mut map = Map { grid: Grid::new(8, 8), ..Map::default() };
        map.roads = vec![road(&map, 2, 0..=4)];
        assert_eq!(told(&map), ["the road ends at nothing in 0503"]);
        map.roads.push(road(&map, 2, 4..=7));
        assert!(told(&map).is_empty(), "it goes on");
        map.roads.pop();
        map.labels.push(Label::new("Garryowen", LabelKind::Place, map.grid.at(4, 2)));
        assert!(told(&map).is_empty(), "it leads to a name");
    }

    #[test]
    fn a_hex_listed_twice_and_a_river_without_water_are_told() {
        let mut map = Map { grid: Grid::new(8, 8), ..Map::default() };
        let hex = map.grid.at(1, 1);
        map.regions.push(Region {
            id: "camp".into(),
            name: "The camp".into(),
            kind: RegionKind::Zone,
            role: String::new(),
            hexes: vec![hex, map.grid.at(2, 2), hex],
        });
        let source = HexSide::between(hex, map.grid.at(1, 2)).expect("they touch");
        map.rivers.push(River { name: "Tongue".into(), width: RiverWidth::River, source });
        let expected = [
            "the region The camp lists 0202 twice",
            "the river Tongue begins at hexside 0202|0203, where nothing is drawn",
        ];
        assert_eq!(told(&map), expected);
        map.sides.insert(source, "river".into());
        map.regions[0].hexes.pop();
        assert!(told(&map).is_empty());
    }
}
