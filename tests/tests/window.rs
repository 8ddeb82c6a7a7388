//! The real window under Xvfb, driven with xdotool: tasks of a designer, with their clicks and seconds, and each tool
//! with what it leaves in the file.
//!
//! An input is a click, a drag or a key with its modifiers. The bounds may only be lowered.

use std::fs;
use std::path::Path;
use std::time::Instant;

use editor::canvas::marks::{CORE, RED};
use editor::disk;
use editor::tools::new_piece;
use egui::{Pos2, Rect, pos2, vec2};
use engine::plane::Place;
use engine::scenario::{Edit, Label, LabelKind, MapBox, Region, RegionKind, Road, RoadKind, Scenario, Start};
use libtest_mimic::Arguments;
use tests::window::{CANVAS, Places, TOOLS, Window, copy_of_sample, load};
use tests::{run, tool, trial};

fn main() {
    let with = |more: &[&'static str]| [&TOOLS[..], more].concat();
    let trials = vec![
        trial("a_designer_paints_undoes_and_saves", &with(&["git"]), a_designer_paints_undoes_and_saves),
        trial(
            "map_and_counters_are_printed_in_three_inputs",
            &with(&["pdfinfo"]),
            map_and_counters_are_printed_in_three_inputs,
        ),
        trial("tools_that_paint_leave_just_that_in_the_file", &TOOLS, tools_that_paint),
        trial("tools_that_put_things_leave_just_that_in_the_file", &TOOLS, tools_that_put_things),
        trial("what_is_selected_is_turned_flipped_and_stamped", &TOOLS, selected_and_stamped),
        trial("what_is_copied_is_pasted_in_another_window", &TOOLS, copied_into_another),
        trial("the_line_of_sight_and_its_blocker_are_seen", &TOOLS, measured),
        trial("overview_and_go_to_move_the_view_and_a_lock_holds", &TOOLS, view_and_locks),
        trial("edits_before_a_kill_are_offered_back", &TOOLS, killed_and_recovered),
        trial("a_file_changed_by_another_program_is_taken_up", &TOOLS, changed_by_another),
    ];
    let mut arguments = Arguments::from_args();
    // Windows beside each other draw more slowly, and the seconds of a task are counted.
    arguments.test_threads = arguments.test_threads.or(Some(1));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The copy of the sample as the window is told of it.
const SAMPLE: &str = "samples/little_big_horn";
/// *Regions* among the options of the label tool, and the button that adds one at the right.
const REGIONS: Pos2 = pos2(314.0, 87.0);
const ADD_REGION: Pos2 = pos2(1244.0, 83.0);
/// *Add a box* among the options of its tool.
const ADD_BOX: Pos2 = pos2(247.0, 87.0);
/// The first kind of piece in the palette of the piece tool.
const FIRST_KIND: Pos2 = pos2(1075.0, 178.0);
/// The lock of the terrain, with the Select tool and nothing selected.
const LOCK_TERRAIN: Pos2 = pos2(1258.0, 286.0);
/// The overview of the sample, in the same state.
const OVERVIEW: Rect = Rect { min: pos2(1029.5, 488.0), max: pos2(1239.5, 668.0) };
/// *Reload* in the bar that tells of a changed file.
const RELOAD: Pos2 = pos2(1059.0, 86.0);

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a scratch folder can be made")
}

/// Gives hexes another terrain.
fn paint(scenario: &mut Scenario, places: &Places, labels: &[&str], terrain: &str) {
    let at = scenario.map.legend.iter().position(|(_, id)| id == terrain).expect("the sample has it");
    for hex in places.hexes(labels) {
        let index = places.grid.index(hex).expect("it is on the map");
        scenario.map.cells[index] = at as u8;
    }
}

fn git(folder: &Path, args: &[&str]) -> String {
    let folder = folder.to_str().expect("scratch paths are text");
    tool(
        "git",
        &[&["-C", folder, "-c", "user.name=Test", "-c", "user.email=test@example.org"], args].concat(),
    )
}

/// Three hexes of forest in one stroke, one more in a second, the second undone, one hexside of river, saved:
/// the difference is exactly that; undone and saved again, there is none.
fn a_designer_paints_undoes_and_saves() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    git(&sample, &["init", "-q", "."]);
    git(&sample, &["add", "."]);
    git(&sample, &["commit", "-q", "-m", "The sample"]);
    let places = Places::of(&load(&sample));
    let mut window = Window::open(folder.path(), &[SAMPLE]);

    window.patient = false;
    let start = Instant::now();
    window.key("b");
    window.key("2");
    window.drag(&[places.hex("0604"), places.hex("0704"), places.hex("0804")]);
    window.click(places.hex("0520"));
    window.key("ctrl+z");
    let painted = window.inputs;
    window.key("e");
    window.key("1");
    window.click(places.side("0705", "0706"));
    window.key("ctrl+s");
    window.wait("the file is saved", |_| !git(&sample, &["diff", "--stat"]).is_empty());
    let seconds = start.elapsed().as_secs_f64();

    let stat = git(&sample, &["diff", "--stat"]);
    assert_eq!(stat.lines().filter(|line| line.contains('|')).count(), 1, "one file is expected:\n{stat}");
    assert!(stat.contains("map.ron"), "{stat}");
    let diff = git(&sample, &["diff", "-U0"]);
    let lines = |sign: char| -> Vec<String> {
        let changed = diff
            .lines()
            .filter(|line| line.starts_with(sign) && !line.starts_with(&sign.to_string().repeat(3)));
        changed.map(|line| line[1..].trim().to_owned()).collect()
    };
    assert_eq!(lines('-'), ["\"PPPP.....ff......PPPMMPPPPPPPP\","]);
    assert_eq!(lines('+'), ["\"PPPP.fff.ff......PPPMMPPPPPPPP\",", "\"0705|0706\": \"river\","]);

    let undone = window.inputs;
    window.key("ctrl+z");
    window.key("ctrl+z");
    window.key("ctrl+s");
    window.wait("the file is as it was", |_| git(&sample, &["diff"]).is_empty());
    let checked = run(folder.path(), &["check", "samples/little_big_horn"]);
    assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stderr));

    println!("painted and undone with {painted} inputs, saved after {undone} and {seconds:.1} s");
    assert!(painted <= 5, "{painted} inputs to paint and undo");
    assert!(undone <= 9, "{undone} inputs until it was saved");
    assert!(seconds < 20.0, "{seconds} s until it was saved");
}

/// Task 9 of the ten: map and counters as PDF for A4, with the keys that the menus name.
fn map_and_counters_are_printed_in_three_inputs() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let mut window = Window::open(folder.path(), &[SAMPLE]);
    window.key("ctrl+8");
    window.key("ctrl+e");
    window.key("Return");
    let inputs = window.inputs;
    let out = sample.join("print");
    let [map, counters] = ["map-tiled.pdf", "counters.pdf"].map(|name| out.join(name));
    window.wait("map and counters are written", |_| map.is_file() && counters.is_file());
    for file in [&map, &counters] {
        let about = tool("pdfinfo", &[file.to_str().expect("scratch paths are text")]);
        assert!(about.contains("A4"), "{}: {about}", file.display());
        assert!(disk::is_ours(file).expect("it can be read"));
    }
    assert!(inputs <= 4, "{inputs} inputs");
}

/// Fill, level, hexside, road, eyedropper, brush, eraser: after each the file holds what it did and nothing else.
fn tools_that_paint() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let mut expected = load(&sample);
    let places = Places::of(&expected);
    let mut window = Window::open(folder.path(), &[SAMPLE]);

    window.key("g");
    window.key("4");
    window.click(places.hex("1004"));
    paint(&mut expected, &places, &["1004", "1104"], "plateau");
    window.saves(&sample, &expected, "two joined hexes of forest filled with plateau");

    window.key("l");
    window.click(places.hex("0804"));
    window.click_with("shift", places.hex("2713"));
    let game = rulesets::game(&expected.game).expect("it is shipped");
    let level = |hex| {
        let id = expected.map.terrain(hex).expect("it is on the map");
        let terrain = game.terrains().iter().find(|terrain| terrain.id == id).expect("the game has it");
        match hex {
            hex if hex == places.at("0804") => terrain.level + 1,
            hex if hex == places.at("2713") => terrain.level - 1,
            _ => terrain.level,
        }
    };
    expected.map.levels = places.grid.hexes().map(level).collect();
    window.saves(&sample, &expected, "one hex raised and one lowered");

    window.key("e");
    window.key("2");
    window.click(places.side("1309", "1310"));
    expected.map.sides.insert(places.hexside("1309", "1310"), "ford".into());
    window.saves(&sample, &expected, "a ford on one side");

    window.key("d");
    let way = ["1213", "1313", "1413", "1513"];
    window.drag(&way.map(|label| places.hex(label)));
    expected.map.roads.push(Road { kind: RoadKind::Road, name: String::new(), hexes: places.hexes(&way) });
    expected.map.sides.insert(places.hexside("1313", "1413"), "ford".into());
    window.saves(&sample, &expected, "a road that fords the river");

    // What was taken up shows in what is painted next.
    window.key("i");
    window.click(places.hex("0706"));
    window.drag(&["0716", "0816"].map(|label| places.hex(label)));
    paint(&mut expected, &places, &["0716", "0816"], "forest");
    window.saves(&sample, &expected, "forest that was taken up and painted");

    window.key("x");
    window.click(places.side("1206", "1307"));
    expected.map.sides.remove(&places.hexside("1206", "1307"));
    window.saves(&sample, &expected, "one side of the river erased");
}

/// Labels and regions, boxes, pieces.
fn tools_that_put_things() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let mut expected = load(&sample);
    let places = Places::of(&expected);
    let mut window = Window::open(folder.path(), &[SAMPLE]);

    window.key("t");
    window.key("4");
    window.click(places.hex("0720"));
    window.text("Dry Crossing");
    window.key("Return");
    expected.map.labels.push(Label::new("Dry Crossing", LabelKind::Ford, places.at("0720")));
    window.saves(&sample, &expected, "a name typed at its place");

    window.click(REGIONS);
    window.click(ADD_REGION);
    window.drag(&["0616", "0617", "0618"].map(|label| places.hex(label)));
    expected.map.regions.push(Region {
        id: "region".into(),
        name: "Region".into(),
        kind: RegionKind::Zone,
        role: String::new(),
        hexes: places.hexes(&["0616", "0617", "0618"]),
    });
    window.saves(&sample, &expected, "a region painted");

    window.key("k");
    window.click(ADD_BOX);
    window.drag(&["2522", "2622"].map(|label| places.hex(label)));
    expected.map.regions.push(Region {
        id: "box".into(),
        name: "Box".into(),
        kind: RegionKind::Edge,
        role: String::new(),
        hexes: places.hexes(&["2522", "2622"]),
    });
    let new = MapBox { id: "box".into(), name: "Box".into(), edge: "box".into(), ..MapBox::default() };
    expected.map.boxes.push(new);
    window.saves(&sample, &expected, "a box whose pieces enter by two hexes");

    window.key("p");
    window.click(FIRST_KIND);
    window.click(places.hex("0604"));
    let game = rulesets::game(&expected.game).expect("it is shipped");
    let at = |label: &str| Start::At(Place::Hex(places.at(label)));
    let piece = new_piece(&expected, game, &game.pieces()[0].id, at("0604"));
    expected.pieces.push(piece);
    window.saves(&sample, &expected, "a piece placed");
    window.drag(&["0604", "0705", "0805"].map(|label| places.hex(label)));
    let last = expected.pieces.len() - 1;
    Edit::MovePiece(last, at("0805")).apply(&mut expected);
    window.saves(&sample, &expected, "the piece moved");
    window.key("r");
    expected.pieces[last].reduced = true;
    window.saves(&sample, &expected, "the piece turned over");
}

/// A hex of forest with the two below it is turned by a sixth and flipped, copied, and stamped elsewhere.
fn selected_and_stamped() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let mut expected = load(&sample);
    let places = Places::of(&expected);
    let mut window = Window::open(folder.path(), &[SAMPLE]);

    window.key("v");
    window.click(places.hex("1107"));
    window.click_with("shift", places.hex("1108"));
    window.click_with("shift", places.hex("1109"));
    window.key("r");
    paint(&mut expected, &places, &["1107"], "plain");
    paint(&mut expected, &places, &["1207"], "forest");
    window.saves(&sample, &expected, "three hexes turned about the one in the middle");

    // The wood that stood at 1208 goes under the plain that comes there.
    window.key("h");
    paint(&mut expected, &places, &["1207", "1208"], "plain");
    paint(&mut expected, &places, &["1007"], "forest");
    window.saves(&sample, &expected, "three hexes flipped");

    let around = vec2(0.55, 0.55) * places.step();
    window.drag(&[places.hex("1007") - around, places.hex("1007"), places.hex("1007") + around]);
    window.key("ctrl+c");
    window.key("s");
    window.click(places.hex("0720"));
    paint(&mut expected, &places, &["0720"], "forest");
    window.saves(&sample, &expected, "one hex stamped");
    window.click(places.hex("0910"));
    paint(&mut expected, &places, &["0910"], "forest");
    window.saves(&sample, &expected, "the same hex stamped once more");
}

/// What is copied in one window comes through the system's clipboard into that of another program.
fn copied_into_another() {
    let folders = [scratch(), scratch()];
    let samples = [&folders[0], &folders[1]].map(|folder| copy_of_sample(folder.path()));
    let mut expected = load(&samples[0]);
    let places = Places::of(&expected);
    let mut first = Window::open(folders[0].path(), &[SAMPLE]);
    first.key("v");
    first.click(places.hex("1107"));
    first.key("ctrl+c");
    let wood = expected.map.terrain(places.hexes(&["1107"])[0]).expect("it has one").to_owned();
    let mut second = first.beside(folders[1].path(), &[SAMPLE]);
    second.key("v");
    second.click(places.hex("0720"));
    second.key("ctrl+v");
    paint(&mut expected, &places, &["0720"], &wood);
    second.saves(&samples[1], &expected, "one hex pasted in the other window");
}

/// A clear line is white and has no red; one that a forest blocks is marked at that forest.
fn measured() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let places = Places::of(&load(&sample));
    let mut window = Window::open(folder.path(), &[SAMPLE]);
    let size = vec2(1.1, 1.1) * places.step();
    let about = |label: &str| Rect::from_center_size(places.hex(label), size);
    window.key("m");
    window.drag(&["0604", "0704", "0804"].map(|label| places.hex(label)));
    window.point_at(pos2(200.0, 740.0));
    window.wait("a clear line is white", |window| window.picture().count(about("0704"), CORE) > 40);
    assert_eq!(window.picture().count(CANVAS, RED), 0, "nothing blocks it");

    window.drag(&["0604", "0804", "1004", "1204"].map(|label| places.hex(label)));
    window.point_at(pos2(200.0, 740.0));
    window.wait("the forest blocks", |window| window.picture().count(about("1004"), RED) > 60);
    let picture = window.picture();
    for label in ["0704", "0804", "0904", "1204"] {
        assert_eq!(picture.count(about(label).shrink(size.x * 0.3), RED), 0, "{label} does not block");
    }
    window.key("Escape");
    window.wait("the line is gone", |window| window.picture().count(CANVAS, RED) == 0);
}

/// Nothing is painted on a layer that is locked; a hex that was gone to is painted by its number; a click on the
/// overview brings its place to the middle of the canvas.
fn view_and_locks() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let mut expected = load(&sample);
    let places = Places::of(&expected);
    let mut window = Window::open(folder.path(), &[SAMPLE]);

    // First, for each step of the history moves the overview down.
    for _ in 0..4 {
        window.key("ctrl+equal");
    }
    window.settle();
    window.click(places.on_overview("0806", OVERVIEW));
    window.settle();
    window.key("b");
    window.key("2");
    window.click(CANVAS.center());
    paint(&mut expected, &places, &["0806"], "forest");
    window.saves(&sample, &expected, "what the overview brought to the middle painted");
    window.key("v");
    window.key("Escape");
    window.key("shift+1");
    window.settle();

    window.click(LOCK_TERRAIN);
    window.key("b");
    window.key("2");
    window.drag(&["0604", "0704", "0804"].map(|label| places.hex(label)));
    window.key("e");
    window.key("1");
    window.click(places.side("0705", "0706"));
    expected.map.sides.insert(places.hexside("0705", "0706"), "river".into());
    window.saves(&sample, &expected, "a side painted, and no hex while terrain is locked");
    window.key("v");
    window.click(LOCK_TERRAIN);

    window.key("ctrl+g");
    window.text("2518");
    window.key("Return");
    window.key("b");
    window.key("6");
    window.key("Return");
    paint(&mut expected, &places, &["2518"], "mountain");
    window.saves(&sample, &expected, "the hex that was gone to painted with Enter");
}

/// The window is killed with a stroke that was not saved; the next start offers it back, and Enter takes it.
fn killed_and_recovered() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let mut expected = load(&sample);
    let places = Places::of(&expected);
    let mut window = Window::open(folder.path(), &[SAMPLE]);
    window.key("b");
    window.key("2");
    window.drag(&["0604", "0704", "0804"].map(|label| places.hex(label)));
    let journal = sample.join(".scenario.ron.journal");
    let is_written = |text: String| text.contains("forest");
    window.wait("the stroke is journalled", |_| fs::read_to_string(&journal).is_ok_and(is_written));
    window.key("v");
    window.point_at(CANVAS.center());
    window.settle();
    let tools = window.picture();
    window.kill();
    assert_eq!(load(&sample), expected, "the files are as they were");

    let mut window = Window::start(folder.path(), &[]);
    // The tools stand at the left as soon as a map can be drawn on.
    let strip = Rect::from_min_max(pos2(0.0, 200.0), pos2(44.0, 700.0));
    assert!(!window.picture().same(&tools, strip), "it is asked before anything can be drawn");
    window.press_until("Return", "the map is shown", move |picture| picture.same(&tools, strip));
    paint(&mut expected, &places, &["0604", "0704", "0804"], "forest");
    window.saves(&sample, &expected, "the stroke came back");
}

/// The bar that tells of it comes by itself; what is painted after *Reload* comes on top of what the other wrote.
fn changed_by_another() {
    let folder = scratch();
    let sample = copy_of_sample(folder.path());
    let mut expected = load(&sample);
    let places = Places::of(&expected);
    let mut window = Window::open(folder.path(), &[SAMPLE]);
    window.settle();
    let bar = Rect::from_min_max(pos2(100.0, 70.0), pos2(900.0, 104.0));
    let before = window.picture();

    paint(&mut expected, &places, &["0101"], "forest");
    let theirs = engine::scenario::save(&expected);
    let (_, map) = theirs.iter().find(|(name, _)| name == "map.ron").expect("the sample's map is in a file");
    let other = folder.path().join("other");
    fs::write(&other, map).expect("the scratch folder can be written");
    fs::rename(&other, sample.join("map.ron")).expect("it replaces the file at once");
    window.wait("the bar is shown", |window| !window.picture().same(&before, bar));
    window.settle();
    window.click(RELOAD);
    window.wait("the bar is gone", |window| window.picture().same(&before, bar));

    window.key("b");
    window.key("2");
    window.drag(&["0604", "0704", "0804"].map(|label| places.hex(label)));
    paint(&mut expected, &places, &["0604", "0704", "0804"], "forest");
    window.saves(&sample, &expected, "theirs and mine");
}
