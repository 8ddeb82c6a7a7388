//! A field for tests and measurements: thirty columns of valley and plateau with a river, woods, a camp, mountains,
//! rock and zones at its borders, made in code so that no file of a game is needed.

use std::collections::BTreeMap;

use engine::face::{CoverLook, GroundLook, HexsideKind, HexsideLook, Terrain};
use engine::hex::{Direction, Grid, Hex, HexSide};
use engine::scenario::{
    Contour, Label, LabelKind, Map, MapBox, Region, RegionKind, River, RiverWidth, Road, RoadKind,
};

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

/// A smaller field that has everything a board can show.
const COUNTRY: [&str; 14] = [
    "PPPPP...fff.........",
    "PMPPP...fff....aaa..",
    "PMMPP....ff...aaavv.",
    "PPPPP..........oov..",
    "PPPP......v....oo...",
    "PPP......vv.........",
    "PPP...aa.......ll...",
    "..P...aaa.....lll...",
    "......aa...mm..l....",
    "..www.....mmm....RR.",
    ".wwww......m....PRRP",
    ".wwww..........PPPFF",
    "..ww.....ff...PPPPPF",
    ".........ff...PPPPPP",
];

const COUNTRY_LETTERS: [(char, &str); 12] = [
    ('.', "plain"),
    ('P', "plateau"),
    ('M', "mountain"),
    ('R', "rock"),
    ('f', "plain-forest"),
    ('F', "plateau-forest"),
    ('l', "light-woods"),
    ('o', "orchard"),
    ('m', "marsh"),
    ('a', "fields"),
    ('v', "village"),
    ('w', "lake"),
];

pub fn country_terrains() -> Vec<Terrain> {
    let terrain = |id: &str, name: &str, letter, ground, cover| Terrain {
        id: id.into(),
        name: name.into(),
        letter,
        level: 0,
        ground,
        cover,
        costs: ["2", "1", "3"].map(str::to_owned).into(),
        note: "level 0".into(),
    };
    let valley = GroundLook::Valley;
    let mut out = terrains();
    out.retain(|terrain| terrain.id != "camp");
    out.extend([
        terrain("light-woods", "Light woods", 'l', valley, Some(CoverLook::LightWoods)),
        terrain("orchard", "Orchard", 'o', valley, Some(CoverLook::Orchard)),
        terrain("marsh", "Marsh", 'm', valley, Some(CoverLook::Marsh)),
        terrain("fields", "Fields", 'a', valley, Some(CoverLook::Fields)),
        terrain("village", "Village", 'v', valley, Some(CoverLook::Village)),
        terrain("lake", "Lake", 'w', GroundLook::Water, None),
    ]);
    out
}

pub fn country_hexsides() -> Vec<HexsideKind> {
    let kind = |id: &str, name: &str, look, note: &str| HexsideKind {
        id: id.into(),
        name: name.into(),
        look,
        costs: ["+1", "+1", "no"].map(str::to_owned).into(),
        note: note.into(),
    };
    let mut out = hexsides();
    out.extend([
        kind("bridge", "Bridge", HexsideLook::Bridge, "carries a road"),
        kind("cliff", "Bluff", HexsideLook::Cliff, "nobody climbs it"),
        kind("wall", "Wall", HexsideLook::Wall, "cover for those behind it"),
        kind("hedge", "Hedge", HexsideLook::Hedge, "hides those behind it"),
    ]);
    out
}

/// Twenty columns with three waters that meet, a lake, roads of all kinds, contours, every cover and hexside,
/// zones, names of all kinds, boxes and a track.
pub fn country() -> Map {
    country_on(Grid::new(20, 14))
}

/// The same on a grid of twenty columns and fourteen rows of any layout, as far as its hexes still touch.
pub fn country_on(grid: Grid) -> Map {
    let at = |number: &str| grid.parse(number).expect("the fixture names hexes of its own map");
    let cell = |letter| COUNTRY_LETTERS.iter().position(|&(known, _)| known == letter).unwrap_or(0) as u8;
    // Waters run between basins: the north-west, the south-west, the north-east and the south-east.
    let basin = |hex: Hex| {
        let (column, row) = grid.column_row_signed(hex);
        let bank = [12, 12, 11, 11, 12, 12, 13, 13, 13, 13, 14, 14, 13, 13][row.clamp(0, 13) as usize];
        match (column < bank, row < if column < bank { 9 } else { 7 }) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) => 3,
        }
    };
    let mut sides: BTreeMap<HexSide, String> = BTreeMap::new();
    for hex in grid.hexes() {
        for (direction, other) in grid.neighbours(hex) {
            let both = (basin(hex).min(basin(other)), basin(hex).max(basin(other)));
            let is_lake = |hex: Hex| {
                let index = grid.index(hex).unwrap_or(0);
                COUNTRY[index / 20].as_bytes()[index % 20] == b'w'
            };
            let is_west_of_lake = both == (0, 1) && grid.column_row_signed(hex).0 < 5;
            if both.0 != both.1 && !is_west_of_lake && !is_lake(hex) && !is_lake(other) {
                sides.insert(HexSide::of(hex, direction), "river".into());
            }
        }
    }
    let mut put = |hex: &str, direction, id: &str| {
        sides.insert(HexSide::of(at(hex), direction), id.to_owned());
    };
    use Direction::{N, NE, NW, S, SE, SW};
    put("1708", N, "ford");
    put("0809", S, "bridge");
    for way in [N, NE, SE] {
        put("0808", way, "hedge");
    }
    for way in [N, NW, SW] {
        put("1803", way, "wall");
    }
    put("0306", SE, "cliff");
    put("0306", S, "cliff");
    for way in [N, NE, SE] {
        put("0712", way, "cliff");
    }
    let run = |numbers: &[&str]| numbers.iter().map(|number| at(number)).collect::<Vec<Hex>>();
    let road = |kind, name: &str, hexes: Vec<Hex>| Road { kind, name: name.into(), hexes };
    let along_row = |row: u16, from: u16, to: u16| (from..=to).map(|c| grid.at(c - 1, row - 1)).collect();
    let along_column = |c: u16, from: u16, to: u16| (from..=to).map(|r| grid.at(c - 1, r - 1)).collect();
    let roads = vec![
        road(RoadKind::Highway, "Post road", along_row(6, 1, 20)),
        road(RoadKind::Road, "", along_column(10, 1, 6)),
        road(RoadKind::Road, "", run(&["1006", "1007", "1008", "0909", "0910", "0810", "0711"])),
        road(RoadKind::Track, "", along_column(18, 3, 6)),
        road(RoadKind::Trail, "", run(&["0306", "0305", "0304", "0303", "0302"])),
        road(RoadKind::Trail, "", run(&["1606", "1607", "1708", "1709", "1809", "1810"])),
        road(RoadKind::Railway, "", along_column(15, 1, 14)),
    ];
    let river = |name: &str, width, source| River { name: name.into(), width, source };
    let rivers = vec![
        river("Great Ashwater", RiverWidth::Great, HexSide::of(at("1314"), SE)),
        river("Sheepbrook", RiverWidth::River, HexSide::of(at("2007"), S)),
        river("Mere Beck", RiverWidth::Stream, HexSide::of(at("0609"), S)),
    ];
    let contour = |height, rows: &[(u16, u16, u16)]| Contour {
        height,
        hexes: rows
            .iter()
            .flat_map(|&(r, from, to)| (from..=to).map(move |c| grid.at(c - 1, r - 1)))
            .collect(),
    };
    let contours = vec![
        contour(
            160,
            &[(1, 1, 4), (2, 1, 5), (3, 1, 5), (4, 1, 4), (5, 1, 3), (6, 1, 2), (12, 17, 19), (13, 16, 19)],
        ),
        contour(180, &[(1, 1, 3), (2, 1, 4), (3, 1, 4), (4, 1, 3), (13, 17, 18)]),
        contour(200, &[(2, 1, 3), (3, 1, 3)]),
    ];
    let label = |text: &str, kind, at, to| Label { to, ..Label::new(text, kind, at) };
    let labels = vec![
        label("Western Hills", LabelKind::Region, at("0105"), Some(at("0605"))),
        label("Great Ashwater", LabelKind::River, at("1311"), Some(at("1302"))),
        label("Sheepbrook", LabelKind::River, at("1908"), None),
        label("Sheep Ford", LabelKind::Ford, at("1708"), None),
        label("Aldbury", LabelKind::Place, at("1803"), None),
        label("Mere", LabelKind::Place, at("0411"), None),
        Label { size: 120, angle: Some(-20), ..label("Round Top", LabelKind::Hill, at("1713"), None) },
        label("Long Acre", LabelKind::Hill, at("0708"), None),
    ];
    let zone = |id: &str, name: &str, kind, role: &str, hexes| Region {
        id: id.into(),
        name: name.into(),
        kind,
        role: role.into(),
        hexes,
    };
    let regions = vec![
        zone("north", "Northern entry", RegionKind::Edge, "zone_us", along_row(1, 4, 18)),
        zone("east", "Eastern entry", RegionKind::Edge, "zone_a", along_column(20, 2, 12)),
        zone(
            "reserve",
            "Set-up of the south",
            RegionKind::Zone,
            "zone_d",
            run(&["0613", "0713", "0813", "0614", "0714", "0814", "0513", "0514", "0914"]),
        ),
    ];
    let boxes = vec![
        MapBox {
            id: "losses".into(),
            name: "Losses".into(),
            spaces: 20,
            on_board: true,
            ..MapBox::default()
        },
        MapBox {
            id: "pool".into(),
            name: "Reserve".into(),
            note: "enters in the north".into(),
            edge: "north".into(),
            on_board: true,
            ..MapBox::default()
        },
    ];
    Map {
        name: "The country".into(),
        grid,
        legend: COUNTRY_LETTERS.iter().map(|&(letter, id)| (letter, id.to_owned())).collect(),
        cells: COUNTRY.iter().flat_map(|row| row.chars().map(cell)).collect(),
        sides,
        roads,
        rivers,
        contours,
        regions,
        labels,
        boxes,
        ..Map::default()
    }
}
