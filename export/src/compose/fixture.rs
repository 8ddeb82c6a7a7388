//! A field for tests and measurements: thirty columns of valley and plateau with a river, woods, a camp, mountains,
//! rock and zones at its borders, made in code so that no file of a game is needed.

use std::collections::BTreeMap;

use engine::face::{CoverLook, GroundLook, HexsideKind, HexsideLook, Terrain};
use engine::hex::{Grid, Hex, HexSide};
use engine::scenario::{Label, LabelKind, Map, Region, RegionKind};

const ROWS: [&str; 22] = [
    "PPPPP.............PPPPPPPPPPPP",
    "PPPPP............PPPPPPPPPPFPP",
    "PPPP..........ff.PPPPPPPPPFPPP",
    "PPPP.....ff......PPPMMPPPPPPPP",
    "PFPP............PPPPMPPPPPPPPP",
    "PPP...f.........PPPPPPPFFPPPPP",
    "PPP..f....f.....PPPPPPPMMPPPPP",
    "PPP........f...PPPFFPPPPPPPPPP",
    "PMP....CCC.....PPPPFPPPPPPPPPP",
    "PMP....CCCC.....PPPPPPPPMMPPPP",
    "PMP....CCCC.....RRPFPPPPMPPPPP",
    "PPP.....CCC.....RRPPPPPPPPPPPP",
    "PPP.........f...RPPPPPPFFPPPPP",
    "PPP..ff....f......PPPPPPPPPPPP",
    "PPP...............PPMMPPPPPPPP",
    "PPPP.............PPPPMPPPPFPPP",
    "PFPP..ff..........PPPPPPPPFPPP",
    "PPPP..........ff...PPPPPPPPPPP",
    "PPPP............f..PPPPPPPMMPP",
    "PPPPP..............PPFFPPPPPPP",
    "PPPPP...............PPPPPPPPPP",
    "PPPPP...............PPPPPPPPPP",
];

/// The last column on the west bank, row by row.
const BANK: [i32; 22] =
    [14, 14, 14, 13, 13, 13, 12, 12, 12, 13, 13, 13, 13, 13, 14, 14, 15, 15, 15, 16, 16, 16];

const LETTERS: [(char, &str); 7] = [
    ('.', "plain"),
    ('P', "plateau"),
    ('M', "mountain"),
    ('R', "rock"),
    ('f', "plain-forest"),
    ('F', "plateau-forest"),
    ('C', "camp"),
];

pub fn terrains() -> Vec<Terrain> {
    let terrain =
        |id: &str, name: &str, letter, level, ground, cover, costs: [&str; 3], note: &str| Terrain {
            id: id.into(),
            name: name.into(),
            letter,
            level,
            ground,
            cover,
            costs: costs.map(str::to_owned).into(),
            note: note.into(),
        };
    let (valley, plateau) = (GroundLook::Valley, GroundLook::Plateau);
    let (wood, camp) = (Some(CoverLook::Forest), Some(CoverLook::Camp));
    vec![
        terrain("plain", "Plain", '.', 0, valley, None, ["1", "1", "1"], "level 0"),
        terrain("plateau", "Plateau", 'P', 1, plateau, None, ["1", "1", "1"], "level 1"),
        terrain("mountain", "Mountain", 'M', 2, GroundLook::Mountain, None, ["3", "2", "no"], "level 2"),
        terrain(
            "rock",
            "Rock",
            'R',
            2,
            GroundLook::Rock,
            None,
            ["3", "2", "no"],
            "level 2; a cliff above plain",
        ),
        terrain("plain-forest", "Forest", 'f', 0, valley, wood, ["2", "2", "3"], "level 0; fire −1"),
        terrain(
            "plateau-forest",
            "Forest on plateau",
            'F',
            1,
            plateau,
            wood,
            ["2", "2", "3"],
            "level 1; fire −1",
        ),
        terrain("camp", "Camp", 'C', 0, valley, camp, ["2", "1", "2"], "level 0; fire −1"),
    ]
}

pub fn hexsides() -> Vec<HexsideKind> {
    let kind = |id: &str, name: &str, look, costs: [&str; 3], note: &str| HexsideKind {
        id: id.into(),
        name: name.into(),
        look,
        costs: costs.map(str::to_owned).into(),
        note: note.into(),
    };
    vec![
        kind("river", "River", HexsideLook::River, ["+3", "+3", "no"], "only from a bank hex"),
        kind("ford", "Ford", HexsideLook::Ford, ["+1", "+1", "+1"], "the river can be crossed"),
    ]
}

pub fn map() -> Map {
    let grid = Grid::new(30, 22);
    let at = |number: &str| grid.parse(number).expect("the fixture names hexes of its own map");
    let cell = |letter| LETTERS.iter().position(|&(known, _)| known == letter).unwrap_or(0) as u8;
    let is_west = |hex: Hex| {
        let (column, row) = grid.column_row_signed(hex);
        column < BANK[row.clamp(0, 21) as usize]
    };
    let mut sides: BTreeMap<HexSide, String> = BTreeMap::new();
    for hex in grid.hexes().filter(|&hex| is_west(hex)) {
        for (_, other) in grid.neighbours(hex).filter(|&(_, other)| !is_west(other)) {
            sides.extend(HexSide::between(hex, other).map(|side| (side, "river".to_owned())));
        }
    }
    let fords = [
        ("1403", "1503", "North Ford"),
        ("1208", "1309", "Camp Ford"),
        ("1312", "1412", "Medicine Tail Ford"),
        ("1517", "1617", "Middle Ford"),
        ("1621", "1721", "Upper Ford"),
    ];
    let label = |text: &str, kind, at, to| Label { to, ..Label::new(text, kind, at) };
    let mut labels = Vec::new();
    for (west, east, name) in fords {
        sides.extend(HexSide::between(at(west), at(east)).map(|side| (side, "ford".to_owned())));
        let bank = if ["Camp Ford", "Upper Ford"].contains(&name) { east } else { west };
        labels.push(label(name, LabelKind::Ford, at(bank), None));
    }
    labels.push(label("Long Meadow River", LabelKind::River, at("1408"), Some(at("1515"))));
    labels.push(label("East Bluffs", LabelKind::Region, at("2112"), Some(at("2911"))));
    labels.push(label("West Bench", LabelKind::Region, at("0213"), Some(at("0218"))));
    labels.push(label("The Camp", LabelKind::Place, at("0910"), None));
    labels.push(label("Coulee", LabelKind::Hill, at("1714"), Some(at("1815"))));

    let run = |numbers: Vec<String>| numbers.iter().map(|number| at(number)).collect::<Vec<Hex>>();
    let edge = |id: &str, name: &str, role: &str, hexes| Region {
        id: id.into(),
        name: name.into(),
        kind: RegionKind::Edge,
        role: role.into(),
        hexes,
    };
    let mut regions = vec![
        edge(
            "east",
            "United States entry · east edge",
            "zone_us",
            run((1..=22).map(|r| format!("30{r:02}")).collect()),
        ),
        edge("3", "Zone 3 · north edge", "zone_c", run((2..=24).map(|c| format!("{c:02}01")).collect())),
        edge("4", "Zone 4 · west, upper", "zone_a", run((1..=11).map(|r| format!("01{r:02}")).collect())),
        edge("5", "Zone 5 · west, lower", "zone_b", run((12..=22).map(|r| format!("01{r:02}")).collect())),
        edge("6", "Zone 6 · south edge", "zone_d", run((2..=24).map(|c| format!("{c:02}22")).collect())),
    ];
    let letters = [
        ("A", &["2104", "2204", "2105"][..]),
        ("B", &["2510", "2610", "2511"]),
        ("C", &["2115", "2215", "2216"]),
        ("D", &["2719", "2819"]),
        ("E", &["2407", "2507"]),
        ("F", &["0210", "0209", "0211"]),
    ];
    for (letter, hexes) in letters {
        regions.push(Region {
            id: format!("mountain-{}", letter.to_lowercase()),
            name: letter.into(),
            kind: RegionKind::Feature,
            role: String::new(),
            hexes: hexes.iter().map(|number| at(number)).collect(),
        });
    }
    Map {
        name: "The field".into(),
        grid,
        legend: LETTERS.iter().map(|&(letter, id)| (letter, id.to_owned())).collect(),
        cells: ROWS.iter().flat_map(|row| row.chars().map(cell)).collect(),
        sides,
        regions,
        labels,
        ..Map::default()
    }
}
