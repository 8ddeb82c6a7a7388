//! The tour of `docs/tour.md` in the real window: from an empty start to a printed map of 20 by 15 hexes. Its
//! pictures are left in the folder of the tests' own files, where those of the tour come from.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use editor::panels::new_page::NewPage;
use egui::{pos2, vec2};
use engine::hex::Hex;
use engine::scenario::{Label, LabelKind, Road, RoadKind};
use export::sheets::{Settings, Sheet, sheet};
use libtest_mimic::Arguments;
use tests::window::{Places, TOOLS, Window, load};
use tests::{run, tool, trial};

fn main() {
    let tools = [&TOOLS[..], &["pdfinfo"]].concat();
    let trials = vec![trial("a_newcomer_draws_a_map_and_prints_it", &tools, tour)];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Where the one who follows the tour goes: sides by their two hexes, hexes by their numbers.
fn river() -> Vec<(String, String)> {
    let pair = |a: (u8, u8), b: (u8, u8)| (format!("{:02}{:02}", a.0, a.1), format!("{:02}{:02}", b.0, b.1));
    let mut out = Vec::new();
    for row in 1..=5 {
        out.extend([pair((10, row), (11, row)), pair((10, row), (11, row + 1))]);
    }
    out.extend([pair((10, 6), (11, 6)), pair((11, 6), (11, 7)), pair((12, 6), (11, 7))]);
    for row in 7..=14 {
        out.extend([pair((11, row), (12, row)), pair((12, row), (11, row + 1))]);
    }
    out.push(pair((11, 15), (12, 15)));
    out
}

const HILL: [&str; 6] = ["1503", "1603", "1604", "1705", "1706", "1707"];
const TOP: [&str; 2] = ["1604", "1705"];
const WOODS: [&[&str]; 4] = [
    &["0303", "0304", "0404", "0405"],
    &["0702", "0802", "0902"],
    &["0413", "0513", "0613", "0714"],
    &["1513", "1613", "1612"],
];
const ROAD: [&str; 20] = [
    "0105", "0205", "0306", "0406", "0507", "0607", "0707", "0807", "0908", "1008", "1109", "1209", "1310",
    "1410", "1511", "1610", "1710", "1810", "1910", "2010",
];
/// The digit of the kind, the kind, the text, and one hex or two.
const NAMES: [(&str, LabelKind, &str, &[&str]); 6] = [
    ("5", LabelKind::Hill, "Signal Hill", &["1706"]),
    ("2", LabelKind::River, "Willow Creek", &["1201", "1206"]),
    ("4", LabelKind::Ford, "Willow Ford", &["1208"]),
    ("3", LabelKind::Place, "The Camp", &["0512"]),
    ("3", LabelKind::Place, "Cottonwoods", &["0515"]),
    ("1", LabelKind::Region, "East Bluffs", &["1314", "1914"]),
];

fn tour() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tour");
    fs::create_dir_all(&pictures).expect("the tests' own folder can be written");
    let mut window = Window::open(folder.path(), &[]);
    let keep = |window: &mut Window, name: &str| {
        window.settle();
        window.keep_picture(&pictures.join(format!("tour-{name}.png")));
    };

    // A new map.
    window.key("ctrl+n");
    window.text("Willow Ford");
    window.key("Tab");
    window.text("20");
    window.key("Tab");
    window.text("15");
    keep(&mut window, "new");
    // The first ends the number, the second makes the map.
    window.key("Return");
    window.key("Return");
    let mut page = NewPage::new(0);
    (page.title, page.columns, page.rows) = ("Willow Ford".into(), 20, 15);
    let mut expected = page.scenario();
    let places = Places::of(&expected);
    let grid = places.grid;
    let go = |labels: &[&str]| labels.iter().map(|label| places.hex(label)).collect::<Vec<_>>();

    // Two levels.
    window.key("l");
    window.key("bracketright");
    window.drag(&go(&HILL));
    window.key("bracketleft");
    window.drag(&go(&TOP));
    keep(&mut window, "levels");
    let hill: BTreeSet<Hex> = places.hexes(&HILL).iter().flat_map(|hex| hex.disc(1)).collect();
    let top = places.hexes(&TOP);
    let level = |hex| i8::from(hill.contains(&hex)) + i8::from(top.contains(&hex));
    expected.map.levels = grid.hexes().map(level).collect();

    // Woods.
    window.key("b");
    window.key("2");
    let entry =
        |id: &str| expected.map.legend.iter().position(|(_, known)| known == id).expect("it has it") as u8;
    let (forest, camp, plain) = (entry("forest"), entry("camp"), entry("plain"));
    for wood in WOODS {
        window.drag(&go(wood));
        for hex in places.hexes(wood) {
            expected.map.cells[grid.index(hex).expect("it is on the map")] = forest;
        }
    }
    keep(&mut window, "woods");

    // The camp goes to the west bank.
    let step = places.step();
    let (from, to) = (places.hex("0909") - vec2(1.5, 0.3) * step, places.hex("1112") + vec2(0.4, 0.7) * step);
    window.key("v");
    window.drag(&[from, from.lerp(to, 0.5), to]);
    window.drag(&go(&["0910", "0810", "0709", "0609", "0509"]));
    let by = places.at("0509") - places.at("0910");
    let old: Vec<Hex> = grid.hexes().filter(|hex| expected.map.terrain(*hex) == Some("camp")).collect();
    assert_eq!(old.len(), 16);
    for (hexes, terrain) in [(old.clone(), plain), (old.iter().map(|hex| *hex + by).collect(), camp)] {
        for hex in hexes {
            expected.map.cells[grid.index(hex).expect("it is on the map")] = terrain;
        }
    }
    keep(&mut window, "camp");
    window.key("Escape");

    // River and ford.
    window.key("e");
    window.key("1");
    let course: Vec<_> = river().iter().map(|(a, b)| places.side(a, b)).collect();
    window.drag(&course);
    window.key("2");
    window.click(places.side("1109", "1209"));
    for (a, b) in river() {
        let feature = if (&a[..], &b[..]) == ("1109", "1209") { "ford" } else { "river" };
        expected.map.sides.insert(places.hexside(&a, &b), feature.into());
    }
    keep(&mut window, "river");

    // The road through the ford.
    window.key("d");
    window.drag(&go(&ROAD));
    let hexes = places.hexes(&ROAD);
    expected.map.roads.push(Road { kind: RoadKind::Road, name: String::new(), hexes });

    // Six names.
    window.key("t");
    for (digit, kind, text, at) in NAMES {
        window.key(digit);
        match at {
            [one] => window.click(places.hex(one)),
            line => window.drag(&go(line)),
        }
        window.text(text);
        window.key("Return");
        let mut label = Label::new(text, kind, places.at(at[0]));
        label.to = at.get(1).map(|to| places.at(to));
        expected.map.labels.push(label);
    }
    keep(&mut window, "names");

    // Saved under the title, in the folder that is offered.
    window.key("ctrl+s");
    window.settle();
    window.key("Return");
    let saved = folder.path().join("willow_ford");
    window.wait("the map is saved", |_| saved.join("scenario.ron").is_file());
    let found = load(&saved);
    assert_eq!((&found.title, found.map.grid), (&expected.title, expected.map.grid));
    assert_eq!(found.map.levels, expected.map.levels);
    assert_eq!(found.map.cells, expected.map.cells);
    assert_eq!(found.map.sides, expected.map.sides);
    assert_eq!((&found.map.roads, &found.map.labels), (&expected.map.roads, &expected.map.labels));
    assert_eq!(found.map, expected.map);
    let checked = run(folder.path(), &["check", "willow_ford"]);
    assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stderr));

    // The whole map on one sheet.
    window.key("ctrl+8");
    window.settle();
    window.click(POSTER);
    keep(&mut window, "print");
    window.key("ctrl+e");
    window.settle();
    window.key("Return");
    let map = saved.join("print/map.pdf");
    window.wait("the map is printed", |_| map.is_file());
    let about = tool("pdfinfo", &[map.to_str().expect("scratch paths are text")]);
    let size = about.lines().find_map(|line| line.strip_prefix("Page size:")).expect("it has a size");
    let size: Vec<f64> = size.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let game = rulesets::game(&found.game).expect("it is shipped");
    let made = sheet(Sheet::Map, game, &found, &Settings::default()).expect("it can be printed");
    let page = &made.drawing.pages[0];
    let points = [page.width, page.height].map(|millimetres| millimetres * 72.0 / 25.4);
    assert!(points.iter().zip(&size).all(|(a, b)| (a - b).abs() < 0.6), "{about} is not {points:?}");
    // Twenty columns and fifteen rows of hexes of 20 mm, whatever stands around them.
    let (wide, high) = (20.0 * 17.32 * 72.0 / 25.4, 15.5 * 20.0 * 72.0 / 25.4);
    assert!(size[0] > wide && size[1] > high, "{about}");
    assert!(about.lines().any(|line| line.starts_with("Pages:") && line.ends_with(" 1")), "{about}");
    println!("drawn and printed with {} inputs", window.inputs);
}

/// *Poster* among the choices of the Print workspace.
const POSTER: egui::Pos2 = pos2(1154.0, 221.0);
