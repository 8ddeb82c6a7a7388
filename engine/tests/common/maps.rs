//! Maps with something of everything on them, in all four layouts.

use engine::hex::{Direction, Grid, Hex, HexSide, Orientation, Shifted, line};
use engine::plane::Place;
use engine::scenario::*;
use proptest::prelude::*;

pub type Layout = (Orientation, Shifted);

pub const LAYOUTS: [Layout; 4] = [
    (Orientation::Flat, Shifted::Even),
    (Orientation::Flat, Shifted::Odd),
    (Orientation::Pointed, Shifted::Even),
    (Orientation::Pointed, Shifted::Odd),
];

pub fn layout() -> impl Strategy<Value = Layout> {
    (0..LAYOUTS.len()).prop_map(|at| LAYOUTS[at])
}

/// A map of some size and layout, and what lies on it.
pub fn board() -> impl Strategy<Value = Scenario> {
    (layout(), 4..11_u16, 4..11_u16, any::<bool>())
        .prop_map(|(layout, columns, rows, levels)| sample(layout, columns, rows, levels))
}

/// A map on which no two hexes are alike for long: terrain, levels and hexsides by sums of their place.
pub fn sample((orientation, shifted): Layout, columns: u16, rows: u16, levels: bool) -> Scenario {
    let grid = Grid { orientation, shifted, ..Grid::new(columns, rows) };
    let number = |hex: Hex| grid.index(hex).unwrap_or(0);
    let pick = |number: usize| grid.hex_at(number % grid.len()).expect("a hex of the map");
    let sides = grid.hexes().flat_map(|hex| {
        let feature = |side: HexSide| match (number(hex) * 7 + side.direction().index() * 3) % 5 {
            0 => Some("river"),
            1 => Some("ford"),
            _ => None,
        };
        let side = move |direction| HexSide::of(hex, direction);
        let inside = Direction::ALL[..3].iter().filter(move |way| grid.contains(hex.neighbour(**way)));
        inside.filter_map(move |way| Some((side(*way), feature(side(*way))?.to_owned()))).collect::<Vec<_>>()
    });
    let sides = sides.collect::<std::collections::BTreeMap<HexSide, String>>();
    let straight =
        |from: Hex, to: Hex| -> Vec<Hex> { line(from, to).take_while(|hex| grid.contains(*hex)).collect() };
    let mut roads = vec![
        Road {
            kind: RoadKind::Road,
            name: "Post road".into(),
            hexes: straight(pick(0), pick(grid.len() - 1)),
        },
        Road {
            kind: RoadKind::Trail,
            name: String::new(),
            hexes: straight(grid.at(columns - 1, 0), grid.at(0, rows - 1)),
        },
        Road { kind: RoadKind::Track, name: String::new(), hexes: straight(grid.at(1, 1), grid.at(2, 1)) },
    ];
    roads.retain(|road| road.hexes.len() >= 2);
    let source = sides.iter().find(|(_, feature)| *feature == "river").map(|(side, _)| *side);
    let label = |text: &str, at: Hex, to: Option<Hex>, angle| Label {
        to,
        angle,
        size: 120,
        ..Label::new(text, LabelKind::Hill, at)
    };
    let column = |column: u16| (0..rows).map(|row| grid.at(column, row)).collect::<Vec<_>>();
    let region = |id: &str, kind, hexes: Vec<Hex>| Region {
        id: id.to_owned(),
        name: String::new(),
        kind,
        role: String::new(),
        hexes,
    };
    let map = Map {
        name: "Everything".into(),
        grid,
        legend: vec![('.', "plain".into()), ('f', "forest".into()), ('h', "hill".into())],
        cells: grid.hexes().map(|hex| (number(hex) * 5 % 7 % 3) as u8).collect(),
        levels: if levels { grid.hexes().map(|hex| (number(hex) % 4) as i8).collect() } else { Vec::new() },
        sides,
        roads,
        rivers: source
            .map(|source| River { name: "Long river".into(), width: RiverWidth::Great, source })
            .into_iter()
            .collect(),
        contours: vec![
            Contour { height: 10, hexes: grid.hexes().filter(|hex| number(*hex) % 3 == 0).collect() },
            Contour { height: 20, hexes: grid.hexes().filter(|hex| number(*hex) % 6 == 0).collect() },
        ],
        regions: vec![
            region("west", RegionKind::Edge, column(0)),
            region("middle", RegionKind::Zone, [column(1), column(2)].concat()),
        ],
        labels: vec![
            label("Ridge", pick(5), None, Some(-30)),
            label("Long", grid.at(1, 1), Some(grid.at(columns - 1, 1)), None),
            label("Corner", pick(grid.len() - 1), None, Some(180)),
        ],
        boxes: vec![MapBox { id: "camp".into(), edge: "west".into(), ..MapBox::default() }],
        ..Map::default()
    };
    let piece = |number: usize, at: Start| Piece {
        id: format!("p{number}"),
        kind: format!("k{number}"),
        name: String::new(),
        at,
        reduced: number % 2 == 1,
        game_block: String::new(),
    };
    let mut pieces: Vec<Piece> =
        (0..9).map(|number| piece(number, Start::At(Place::Hex(pick(number * 11))))).collect();
    pieces.push(piece(9, Start::At(Place::Box("camp".into()))));
    pieces.push(piece(10, Start::Enters { turn: 2, edge: "west".into() }));
    Scenario {
        game: "toy".into(),
        title: "Everything".into(),
        turns: 3,
        map,
        pieces,
        files: Files { scenario: "scenario.ron".into(), map: Some("map.ron".into()), ..Files::default() },
        ..Scenario::default()
    }
}
