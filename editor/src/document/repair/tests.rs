use std::fs;
use std::path::Path;

use super::*;
use crate::document::{Document, Opened, SaveError, open};

/// The files of the sample in a scratch folder, one of them changed.
fn changed(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/little_big_horn");
    for entry in fs::read_dir(sample).expect("the sample is there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_name().expect("a file has a name").to_owned();
        if path.is_file() {
            fs::copy(&path, folder.path().join(name)).expect("the scratch folder can be written");
        }
    }
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).expect("the sample has this file");
    assert!(text.contains(from), "the sample has {from:?}");
    fs::write(&path, text.replacen(from, to, 1)).expect("the copy can be written");
    folder
}

fn opened(folder: &Path) -> Document {
    let path = folder.to_str().expect("scratch paths are text");
    let Ok(Opened::Document(mut document)) = open(path) else { panic!("it opens, mistake or not") };
    document.finish_check();
    *document
}

/// The sample in memory, without a journal.
fn sample() -> Document {
    let loaded = crate::disk::load_files("@little_big_horn").expect("it is built in");
    let scenario = loaded.checked.value.expect("it is sound");
    let game = rulesets::game(&scenario.game).expect("it is shipped");
    Document::of(scenario, game)
}

fn messages(document: &Document) -> Vec<&str> {
    document.problems().iter().map(|problem| problem.message.as_str()).collect()
}

/// A file with one mistake is opened: the first problem has this repair, which is one step with these words, after
/// which nothing is wrong and saving asks nothing. Undone, the problem is back.
#[track_caller]
fn check_file(file: &str, from: &str, to: &str, word: &str, words: &str) -> Document {
    let folder = changed(file, from, to);
    let mut document = opened(folder.path());
    assert_eq!(document.problems().len(), 1, "{:?}", document.problems());
    let asked = document.save(false);
    let is_read = matches!(asked, Err(SaveError::Ask(_)));
    check_mended(&mut document, word, words);
    document.undo();
    document.finish_check();
    assert_eq!(document.problems().len(), 1, "undone: {:?}", document.problems());
    assert_eq!(matches!(document.save(false), Err(SaveError::Ask(_))), is_read, "undone, it asks as before");
    document.redo();
    document.finish_check();
    assert_eq!(messages(&document), [""; 0], "done again");
    document.save(false).expect("nothing is left to be asked");
    document.finish_check();
    assert_eq!(messages(&document), [""; 0], "saved");
    let again = opened(folder.path());
    assert_eq!(messages(&again), [""; 0], "read again");
    again
}

/// A scenario in memory with one mistake.
#[track_caller]
fn check_edit(edit: Edit, word: &str, words: &str) -> Document {
    let mut document = sample();
    assert!(document.apply(edit, None));
    document.finish_check();
    assert_eq!(document.problems().len(), 1, "{:?}", document.problems());
    let before = document.scenario().clone();
    check_mended(&mut document, word, words);
    let after = document.scenario().clone();
    document.undo();
    assert_eq!(*document.scenario(), before);
    document.redo();
    assert_eq!(*document.scenario(), after);
    document
}

#[track_caller]
fn check_mended(document: &mut Document, word: &str, words: &str) {
    let repair = document.repairs()[0].clone();
    let repair = repair.unwrap_or_else(|| panic!("nothing mends {:?}", document.problems()[0]));
    assert_eq!((repair.word.as_str(), repair.words.as_str()), (word, words));
    let steps = document.history().names().count();
    assert!(document.mend(0));
    assert_eq!(document.history().names().count(), steps + 1, "one step");
    assert_eq!(document.history().undo_name().as_deref(), Some(words));
    document.finish_check();
    assert_eq!(messages(document), [""; 0], "mended");
}

const SIDE: &str = "sides: {";

#[test]
fn what_could_not_be_read_is_left_out() {
    check_file(
        "map.ron",
        SIDE,
        "sides: {\n        \"0909|1109\": \"river\",",
        "Leave it out",
        "Leave out hexside 0909|1109",
    );
    check_file(
        "map.ron",
        "labels: [",
        "labels: [\n        (text: \"Garryowen\", kind: place, at: \"9901\"),",
        "Leave it out",
        "Leave out the label Garryowen",
    );
}

#[test]
fn hexes_without_a_letter_become_ground() {
    let row = "\"PPPPP.............PPPPPPPPPPPP\",";
    let document = check_file(
        "map.ron",
        row,
        "\"PPPPP......xx.....PPPPPPPPPPPP\",",
        "Make it plateau",
        "Make 2 hexes of row 1 plateau",
    );
    let map = &document.scenario().map;
    assert_eq!(map.terrain(map.grid.parse("1201").unwrap()), Some("plateau"));
    check_file("map.ron", row, "\"PPPPP.............PPPPPPPPPPP\",", "Make it plateau", "Make 3001 plateau");
    check_file(
        "map.ron",
        row,
        "\"PPPPP.............PPPPPPPPPPPPPP\",",
        "Leave it out",
        "Leave out the end of row 1",
    );
}

#[test]
fn an_id_that_is_there_twice_gets_another() {
    let document = check_file(
        "forces.ron",
        "id: \"7c-b\"",
        "id: \"7c-a\"",
        "Rename to 7c-a-2",
        "Give 7th Cavalry B the id 7c-a-2",
    );
    let pieces = &document.scenario().pieces;
    assert_eq!((pieces[0].id.as_str(), pieces[1].id.as_str()), ("7c-a", "7c-a-2"));

    // Changed by hand instead, the problem goes without its repair.
    let folder = changed("forces.ron", "id: \"7c-b\"", "id: \"7c-a\"");
    let mut document = opened(folder.path());
    let piece = Piece { id: "another".into(), ..document.scenario().pieces[1].clone() };
    document.apply(Edit::ChangePiece(1, piece), None);
    document.finish_check();
    assert_eq!(messages(&document), [""; 0]);
}

#[test]
fn a_box_that_names_another_which_is_not_there_names_it_no_more() {
    let document = check_file(
        "map.ron",
        "next: [\"zone-5\"]",
        "next: [\"zone-5\", \"elsewhere\"]",
        "Leave it out",
        "Leave elsewhere out of Zone 6",
    );
    assert_eq!(document.scenario().map.boxes[3].next, ["zone-5"]);
}

#[test]
fn a_piece_off_the_map_comes_to_the_nearest_hex_where_it_may_stand() {
    let document = check_file(
        "forces.ron",
        "enters: (turn: 1, edge: \"us-edge\"), game: (company: \"A\")",
        "at: \"3512\", game: (company: \"A\")",
        "Move to 3012",
        "Move 7th Cavalry A to 3012",
    );
    let piece = &document.scenario().pieces[0];
    assert_eq!((piece.id.as_str(), piece.game_block.as_str()), ("7c-a", "(company: \"A\")"));
}

#[test]
fn a_piece_where_it_may_not_stand_is_moved() {
    let document = sample();
    let scenario = document.scenario();
    let piece =
        |id: &str| scenario.pieces.iter().position(|piece| piece.id == id).expect("the sample has it");
    let is_rock = |hex: &Hex| scenario.map.terrain(*hex) == Some("rock");
    let rock = scenario.map.grid.hexes().find(is_rock).expect("the map has one");
    let gun = piece("gatling-1");
    let moved = check_moved(gun, Start::At(Place::Hex(rock)), "a gun among rocks");
    let Start::At(Place::Hex(to)) = moved.scenario().pieces[gun].at else { panic!("it stands on the map") };
    assert_ne!(moved.scenario().map.terrain(to), Some("rock"));
    let nearer = rock.disc(FAR).filter(|hex| hex.distance(rock) < to.distance(rock));
    let closed = |hex| matches!(scenario.map.terrain(hex), Some("rock" | "mountain") | None);
    assert!(nearer.into_iter().all(closed), "no place is nearer");

    let company = piece("7c-a");
    let moved = check_moved(company, Start::At(Place::Box("nowhere".into())), "a box that is not there");
    let at = &moved.scenario().pieces[company].at;
    assert!(matches!(at, Start::Enters { turn: 1, edge } if edge == "us-edge"), "{at:?}");
}

/// A piece begins there, which is wrong, and is moved.
#[track_caller]
fn check_moved(piece: usize, start: Start, why: &str) -> Document {
    let mut document = sample();
    document.apply(Edit::MovePiece(piece, start), None);
    document.finish_check();
    assert_eq!(document.problems().len(), 1, "{why}: {:?}", document.problems());
    let repair = document.repairs()[0].clone().unwrap_or_else(|| panic!("nothing mends {why}"));
    assert!(repair.word.starts_with("Move to "), "{}", repair.word);
    assert!(document.mend(0));
    document.finish_check();
    assert_eq!(messages(&document), [""; 0], "{why}");
    document
}

#[test]
fn a_name_that_was_nearly_typed_is_taken() {
    check_file(
        "forces.ron",
        "\"7th-cavalry\"",
        "\"7th-cavalri\"",
        "Make it 7th-cavalry",
        "Make 7th Cavalry A a piece of 7th Cavalry",
    );
    check_file("map.ron", "\"C\": \"camp\"", "\"C\": \"cmap\"", "Make it camp", "Make the letter C camp");
    check_file(
        "map.ron",
        "\"1401|1501\": \"river\"",
        "\"1401|1501\": \"rivr\"",
        "Make it river",
        "Make hexside 1401|1501 river",
    );
}

#[test]
fn what_nobody_can_read_is_made_ordinary() {
    let side = |feature: &str| Edit::SetSides(vec![(side("0604", "0605"), Some(feature.to_owned()))]);
    check_edit(side("waterfall"), "Take it away", "Clear hexside 0604|0605");
    check_edit(Edit::SetTurns(0), "Set 10 turns", "Set the turns to 10");
}

fn side(one: &str, other: &str) -> HexSide {
    let grid = Grid::new(30, 22);
    let [one, other] = [one, other].map(|label| grid.parse(label).expect("it is on the map"));
    HexSide::between(one, other).expect("they touch")
}

#[test]
fn a_region_lists_each_hex_once() {
    let document = sample();
    let mut region = document.scenario().map.regions[5].clone();
    let (expected, first) = (region.hexes.clone(), region.hexes[0]);
    region.hexes.push(first);
    let mended = check_edit(Edit::ChangeRegion(5, region), "List it once", "List each hex of A once");
    assert_eq!(mended.scenario().map.regions[5].hexes, expected);
}

#[test]
fn a_road_that_ends_at_nothing_is_told_and_left_to_its_maker() {
    let mut document = sample();
    let grid = document.scenario().map.grid;
    let hexes = (0..4).map(|row| grid.at(6, row)).collect();
    let road = engine::scenario::Road { kind: engine::scenario::RoadKind::Trail, name: String::new(), hexes };
    document.apply(Edit::AddRoad(0, road), None);
    document.finish_check();
    assert_eq!(messages(&document), ["the road ends at nothing in 0704"]);
    assert_eq!(document.repairs(), [None]);
    assert!(!document.mend(0));
}

#[test]
fn a_file_that_cannot_be_cut_into_items_is_not_mended_by_a_click() {
    let folder = changed("map.ron", "boxes: [", "boxs: [");
    let document = opened(folder.path());
    assert!(document.problems()[0].message.contains("unknown field"), "{:?}", document.problems());
    assert_eq!(document.repairs()[0], None, "a whole list would be lost");
}
