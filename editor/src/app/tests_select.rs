//! Selecting, and the tools that set things down, through the window.

use std::collections::BTreeSet;

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use engine::hex::{Direction, Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{Edit, Label, LabelKind, Piece, RegionKind, Scenario, Start};

use super::settings::Settings;
use super::tests::{Window, at, click, drag, opened, sample, settle, steps, window};
use crate::command::Command;
use crate::document::Document;
use crate::selection::{Selection, Thing};
use crate::tools::label::LabelMode;
use crate::tools::{Filter, Tool};

fn scenario<'a>(window: &'a Window<'_>) -> &'a Scenario {
    window.state().document().expect("it is open").scenario()
}

fn hex(window: &Window<'_>, label: &str) -> Hex {
    scenario(window).map.grid.parse(label).expect("it is on the board")
}

fn hexes(window: &Window<'_>, labels: &[&str]) -> BTreeSet<Hex> {
    labels.iter().map(|label| hex(window, label)).collect()
}

pub(super) fn ask(window: &mut Window<'_>, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().app.as_mut().expect("the window was made").carry_out(command, &ctx);
    settle(window);
}

fn hold(window: &mut Window<'_>, modifiers: Modifiers, label: &str) {
    window.event(Event::ModifiersChanged(modifiers));
    let place = at(window, label);
    window.hover_at(place);
    settle(window);
    for pressed in [true, false] {
        window.event(Event::PointerButton {
            pos: place,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers,
        });
        window.step();
    }
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    settle(window);
}

/// The sample with two pieces in 1015 and one in 1017.
pub(super) fn with_pieces<'a>() -> Window<'a> {
    opened(Settings::default(), |app| {
        let document = sample();
        let mut scenario = document.scenario().clone();
        let grid = scenario.map.grid;
        for (id, place) in [("x-1", "1015"), ("x-2", "1015"), ("x-3", "1017")] {
            let at = grid.parse(place).expect("it is on the board");
            scenario.pieces.push(Piece {
                id: id.into(),
                kind: "oglala-warrior".into(),
                name: format!("Party {}", &id[2..]),
                at: Start::At(at.into()),
                reduced: false,
                game_block: String::new(),
            });
        }
        let game = rulesets::game(&scenario.game).expect("its game is shipped");
        app.show(Document::of(scenario, game));
    })
}

#[test]
fn a_click_selects_shift_adds_and_ctrl_takes_away() {
    let mut window = window();
    window.key_press(Key::V);
    settle(&mut window);
    let place = at(&window, "1015");
    click(&mut window, place);
    assert_eq!(window.state().selection, Selection::hex(hex(&window, "1015")));
    hold(&mut window, Modifiers::SHIFT, "1017");
    assert_eq!(window.state().selection.hexes, hexes(&window, &["1015", "1017"]));
    hold(&mut window, Modifiers::COMMAND, "1015");
    assert_eq!(window.state().selection.hexes, hexes(&window, &["1017"]));
    assert!(steps(&window).is_empty(), "selecting is no step");
}

#[test]
fn a_marquee_selects_what_lies_in_it_and_escape_clears() {
    let mut window = window();
    let [from, to] = ["0916", "1118"].map(|label| at(&window, label));
    let by = egui::vec2(-3.0, -8.0);
    drag(&mut window, &[from + by, to - by]);
    let selection = window.state().selection.clone();
    assert_eq!(
        selection.hexes,
        hexes(&window, &["0916", "0917", "0918", "1016", "1017", "1116", "1117", "1118"])
    );
    assert!(window.query_by_label("8 hexes").is_some());
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.state().selection.is_empty());
}

#[test]
fn a_marquee_from_the_middle_of_a_hex_to_that_of_another_holds_both() {
    let mut window = window();
    let [from, to] = ["0916", "1118"].map(|label| at(&window, label));
    // No hand is exact.
    let by = egui::vec2(1.5, 1.5);
    drag(&mut window, &[from + by, to - by]);
    let chosen = &window.state().selection.hexes;
    assert!(
        hexes(&window, &["0916", "0917", "0918", "1116", "1117", "1118"]).is_subset(chosen),
        "{chosen:?}"
    );
}

#[test]
fn escape_closes_a_menu_and_leaves_the_selection() {
    let mut window = window();
    let place = at(&window, "1015");
    click(&mut window, place);
    window.get_by_label("More for what is selected").click();
    settle(&mut window);
    let places: Vec<f32> = ["Cut Ctrl+X", "Paste Ctrl+V", "Delete Del", "Flip top to bottom Shift+H"]
        .map(|name| window.get_by_label(name).rect().top())
        .to_vec();
    assert!(places.is_sorted(), "{places:?}");
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.query_by_label("Flip top to bottom Shift+H").is_none());
    assert_eq!(window.state().selection, Selection::hex(hex(&window, "1015")));
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.state().selection.is_empty());
}

#[test]
fn what_is_typed_after_a_click_on_a_name_changes_the_name() {
    let mut window = window();
    window.key_press(Key::T);
    settle(&mut window);
    let place = at(&window, "1217");
    click(&mut window, place);
    window.event(Event::Text("Long Bend".into()));
    settle(&mut window);
    window.key_press(Key::Enter);
    settle(&mut window);
    let last = scenario(&window).map.labels.len() - 1;
    click(&mut window, place);
    window.key_press(Key::B);
    window.event(Event::Text("b".into()));
    settle(&mut window);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(window.state().tools.tool, Tool::Label);
    assert_eq!(scenario(&window).map.labels[last].text, "Long Bendb");
    assert_eq!(steps(&window).len(), 2);
}

#[test]
fn selected_hexes_are_led_away_as_one_step_and_undo_leads_them_back() {
    let mut window = window();
    ask(&mut window, Command::Tool(Tool::Select));
    let chosen = hexes(&window, &["1015", "1016"]);
    ask(&mut window, Command::Choose(Selection { hexes: chosen, ..Selection::default() }));
    ask(&mut window, Command::FillSelection(1));
    assert_eq!(steps(&window), ["Paint forest on 2 hexes"]);
    let way = [at(&window, "1015"), at(&window, "1215")];
    drag(&mut window, &way);
    assert_eq!(steps(&window).len(), 2, "{:?}", steps(&window));
    let forest =
        |window: &Window<'_>, label: &str| scenario(window).map.terrain(hex(window, label)) == Some("forest");
    assert!(forest(&window, "1215") && forest(&window, "1216") && !forest(&window, "1015"));
    assert_eq!(window.state().selection.hexes, hexes(&window, &["1215", "1216"]));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert!(forest(&window, "1015") && !forest(&window, "1215"));
}

#[test]
fn a_selection_is_turned_flipped_and_removed_by_keys() {
    let mut window = window();
    let middle = hex(&window, "1015");
    let north = middle.neighbour(Direction::N);
    let south = middle.neighbour(Direction::S);
    let chosen = BTreeSet::from([middle, north, south]);
    ask(&mut window, Command::Choose(Selection { hexes: BTreeSet::from([north]), ..Selection::default() }));
    ask(&mut window, Command::FillSelection(1));
    ask(&mut window, Command::Choose(Selection { hexes: chosen, ..Selection::default() }));
    window.key_press(Key::R);
    settle(&mut window);
    let east = middle.neighbour(Direction::NE);
    assert_eq!(scenario(&window).map.terrain(east), Some("forest"));
    assert_eq!(scenario(&window).map.terrain(north), Some("plain"));
    window.key_press(Key::H);
    settle(&mut window);
    assert_eq!(scenario(&window).map.terrain(middle.neighbour(Direction::NW)), Some("forest"));
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(scenario(&window).map.terrain(middle.neighbour(Direction::NW)), Some("plain"));
    assert_eq!(steps(&window).len(), 4);
}

#[test]
fn shift_and_arrows_extend_and_alt_and_arrows_lead_what_is_selected() {
    let mut window = window();
    let start = hex(&window, "1015");
    ask(&mut window, Command::Select(Some(start)));
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    settle(&mut window);
    assert_eq!(window.state().selection.hexes, hexes(&window, &["1015", "1016"]));
    ask(&mut window, Command::FillSelection(1));
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowDown);
    settle(&mut window);
    assert_eq!(window.state().selection.hexes, hexes(&window, &["1016", "1017"]));
    assert_eq!(scenario(&window).map.terrain(hex(&window, "1017")), Some("forest"));
    window.key_press(Key::ArrowUp);
    settle(&mut window);
    assert_eq!(window.state().selection.hexes.len(), 1, "without Alt the cursor goes on alone");
}

#[test]
fn pieces_are_selected_led_by_arrows_and_copied_into_another_document() {
    let mut window = with_pieces();
    window.state_mut().app.as_mut().expect("it was made").tools.select.filter = Filter::Pieces;
    let place = at(&window, "1017");
    click(&mut window, place);
    let piece = window.state().selection.only_thing().expect("the piece");
    let Thing::Piece(index) = piece else { panic!("{piece:?}") };
    assert_eq!(scenario(&window).pieces[index].id, "x-3");
    window.key_press(Key::ArrowDown);
    settle(&mut window);
    assert_eq!(scenario(&window).pieces[index].at, Start::At(hex(&window, "1018").into()));
    window.event(Event::Copy);
    settle(&mut window);
    let text = window.state().tools.stamp.clip().expect("it was copied").to_text();
    // Another window: the clipboard brings the text.
    let mut other = super::tests::window();
    let before = scenario(&other).pieces.len();
    let place = at(&other, "1212");
    other.hover_at(place);
    settle(&mut other);
    other.event(Event::Paste(text));
    settle(&mut other);
    let pieces = &scenario(&other).pieces;
    assert_eq!(pieces.len(), before + 1);
    assert_eq!(pieces[before].name, "Party 3");
    assert_eq!(pieces[before].at, Start::At(hex(&other, "1212").into()));
    assert_eq!(other.state().selection.only_thing(), Some(Thing::Piece(before)));
    other.event(Event::Paste("a letter to a friend".into()));
    settle(&mut other);
    assert_eq!(scenario(&other).pieces.len(), before + 1);
    assert!(other.query_by_label_contains("Nothing was pasted").is_some());
    other.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut other);
    assert_eq!(scenario(&other).pieces.len(), before);
    assert!(other.state().selection.is_empty(), "what is gone is no longer selected");
}

#[test]
fn a_stack_fans_out_and_each_of_it_can_be_taken() {
    let mut window = with_pieces();
    window.key_press(Key::P);
    settle(&mut window);
    let place = at(&window, "1015");
    window.hover_at(place);
    settle(&mut window);
    assert_eq!(window.state().tools.fan, Some(hex(&window, "1015")));
    let scale = window.state().map.view.scale();
    for (side, id) in [(-7.5, "x-1"), (7.5, "x-2")] {
        // The pointer was gone for a moment: it comes over the stack first, which fans out.
        window.hover_at(place);
        settle(&mut window);
        let spot = place + egui::vec2(side * scale, 0.0);
        click(&mut window, spot);
        let picked = window.state().tools.piece.expect("one was picked");
        assert_eq!(scenario(&window).pieces[picked].id, id);
    }
    assert!(steps(&window).is_empty());
    window.key_press(Key::R);
    settle(&mut window);
    let picked = window.state().tools.piece.expect("it is still picked");
    assert!(scenario(&window).pieces[picked].reduced, "R turns the piece over");
}

#[test]
fn a_new_piece_is_placed_with_a_name_of_its_own_and_undo_takes_it_back() {
    let mut window = with_pieces();
    window.key_press(Key::P);
    settle(&mut window);
    let kinds = window.state().document().expect("it is open").game().pieces();
    let kind = kinds.iter().position(|kind| kind.id == "oglala-warrior").expect("a kind");
    window.state_mut().app.as_mut().expect("it was made").tools.kind = Some(kind);
    let before = scenario(&window).pieces.len();
    let place = at(&window, "1212");
    click(&mut window, place);
    let piece = scenario(&window).pieces.last().expect("it was placed").clone();
    assert_eq!((piece.name.as_str(), &piece.at), ("Oglala 6", &Start::At(hex(&window, "1212").into())));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(scenario(&window).pieces.len(), before);
    assert_eq!(window.state().tools.piece, None, "what is gone is no longer picked");
}

#[test]
fn the_stamp_says_how_then_sets_down_turned_what_was_copied() {
    let mut window = window();
    window.key_press(Key::S);
    settle(&mut window);
    assert!(window.query_by_label_contains("copy them").is_some());
    let middle = hex(&window, "1015");
    let north = middle.neighbour(Direction::N);
    let south = middle.neighbour(Direction::S);
    ask(&mut window, Command::Choose(Selection { hexes: BTreeSet::from([north]), ..Selection::default() }));
    ask(&mut window, Command::FillSelection(1));
    let chosen = BTreeSet::from([middle, north, south]);
    ask(&mut window, Command::Choose(Selection { hexes: chosen, ..Selection::default() }));
    ask(&mut window, Command::Copy);
    ask(&mut window, Command::Tool(Tool::Stamp));
    window.key_press(Key::R);
    settle(&mut window);
    let place = at(&window, "1217");
    click(&mut window, place);
    let there = hex(&window, "1217");
    assert_eq!(scenario(&window).map.terrain(there.neighbour(Direction::NE)), Some("forest"));
    assert_eq!(steps(&window).len(), 2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(scenario(&window).map.terrain(there.neighbour(Direction::NE)), Some("plain"));
}

#[test]
fn a_name_is_typed_at_its_place_led_away_and_removed() {
    let mut window = window();
    window.key_press(Key::T);
    settle(&mut window);
    let before = scenario(&window).map.labels.len();
    let place = at(&window, "1217");
    click(&mut window, place);
    window.event(Event::Text("Long Bend".into()));
    settle(&mut window);
    window.key_press(Key::Enter);
    settle(&mut window);
    let label = scenario(&window).map.labels.last().expect("a name").clone();
    assert_eq!(label, Label::new("Long Bend", LabelKind::Place, hex(&window, "1217")));
    let way = [place, at(&window, "1219")];
    drag(&mut window, &way);
    assert_eq!(scenario(&window).map.labels[before].at, hex(&window, "1219"));
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(scenario(&window).map.labels.len(), before);
    // Escape drops what is being typed.
    click(&mut window, place);
    window.event(Event::Text("Not this".into()));
    settle(&mut window);
    window.key_press(Key::Escape);
    settle(&mut window);
    assert_eq!(scenario(&window).map.labels.len(), before);
    assert_eq!(steps(&window).len(), 3);
}

#[test]
fn a_region_is_added_and_painted() {
    let mut window = window();
    window.key_press(Key::T);
    settle(&mut window);
    window.state_mut().app.as_mut().expect("it was made").tools.label.mode = LabelMode::Regions;
    settle(&mut window);
    let before = scenario(&window).map.regions.len();
    window.get_by_label("Add a region").click();
    settle(&mut window);
    let way = [at(&window, "1217"), at(&window, "1219")];
    drag(&mut window, &way);
    let region = &scenario(&window).map.regions[before];
    assert_eq!((region.kind, region.hexes.len()), (RegionKind::Zone, 3));
    hold(&mut window, Modifiers::SHIFT, "1218");
    assert_eq!(scenario(&window).map.regions[before].hexes.len(), 2);
    assert_eq!(steps(&window).len(), 3);
}

#[test]
fn a_box_is_added_and_its_entry_hexes_painted_along_the_border() {
    let mut window = window();
    window.key_press(Key::K);
    settle(&mut window);
    let before = scenario(&window).map.boxes.len();
    window.get_by_label("Add a box").click();
    settle(&mut window);
    assert_eq!(scenario(&window).map.boxes.len(), before + 1);
    let way = [at(&window, "0103"), at(&window, "0105")];
    drag(&mut window, &way);
    let map = &scenario(&window).map;
    let edge = &map.boxes[before].edge;
    let region = map.regions.iter().find(|region| region.id == *edge).expect("it was made");
    assert_eq!((region.kind, region.hexes.len()), (RegionKind::Edge, 3));
    assert_eq!(steps(&window).len(), 2);
}

#[test]
fn measuring_says_the_distance_and_what_blocks_the_line_with_its_rule() {
    let mut window = with_pieces();
    window.key_press(Key::M);
    settle(&mut window);
    let way = [at(&window, "1014"), at(&window, "1019")];
    drag(&mut window, &way);
    assert!(window.query_by_label("5 hexes").is_some());
    assert!(window.query_by_label_contains("A counter in 1015 stands between").is_some());
    let rule = {
        let document = window.state().document().expect("it is open");
        format!("Rule {}", document.game().rulebook().cite("fire.line"))
    };
    window.get_by_label(&rule).click();
    settle(&mut window);
    assert!(window.state().book_open);
    assert!(steps(&window).is_empty(), "measuring changes nothing");
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.state().tools.measured.is_none());
}

#[test]
fn several_hexes_agree_or_say_that_they_do_not_and_are_changed_together() {
    let mut window = window();
    let chosen = hexes(&window, &["0909", "1015"]);
    ask(&mut window, Command::Choose(Selection { hexes: chosen, ..Selection::default() }));
    assert!(window.query_by_label("2 hexes").is_some());
    assert_eq!(scenario(&window).map.terrain(hex(&window, "0909")), Some("camp"));
    assert_eq!(scenario(&window).map.terrain(hex(&window, "1015")), Some("plain"));
    window.get_all_by_label("Level").last().expect("the field").click();
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("4-3*1".into()));
    window.key_press(Key::Enter);
    settle(&mut window);
    for label in ["0909", "1015"] {
        assert_eq!(scenario(&window).map.level(hex(&window, label)), Some(1));
    }
    assert_eq!(steps(&window).len(), 1);
    window.get_all_by_label("Level").last().expect("the field").click();
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("99".into()));
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(window.query_by_label_contains("99 is not from").is_some());
    assert_eq!(steps(&window).len(), 1);
}

#[test]
fn a_course_gets_a_name_in_the_inspector_of_one_of_its_hexsides() {
    let mut window = window();
    let side = HexSide::between(hex(&window, "1306"), hex(&window, "1406")).expect("they touch");
    let before = scenario(&window).map.rivers.len();
    ask(&mut window, Command::Choose(Selection::thing(Thing::Side(side))));
    window.get_all_by_label("Course").last().expect("the field").click();
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("Greasy Grass".into()));
    window.key_press(Key::Enter);
    settle(&mut window);
    let rivers = scenario(&window).map.rivers.clone();
    assert!(rivers.iter().any(|river| river.name == "Greasy Grass"), "{rivers:?}");
    let source = rivers.iter().find(|river| river.name == "Greasy Grass").expect("it is there").source;
    window.get_by_label("Turn the flow round").click();
    settle(&mut window);
    let turned = &scenario(&window).map.rivers;
    assert!(turned.iter().any(|river| river.name == "Greasy Grass" && river.source != source));
    for _ in 0..2 {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(&mut window);
    }
    assert_eq!(scenario(&window).map.rivers.len(), before);
}

#[test]
fn a_piece_is_sent_to_a_box_or_told_when_it_arrives() {
    let mut window = with_pieces();
    let index = scenario(&window).pieces.len() - 1;
    ask(&mut window, Command::Choose(Selection::thing(Thing::Piece(index))));
    window.get_all_by_label("Begins").last().expect("the field").click();
    settle(&mut window);
    window.get_by_label("Arrives later").click();
    settle(&mut window);
    let Start::Enters { turn, edge } = scenario(&window).pieces[index].at.clone() else {
        panic!("it arrives")
    };
    assert!(turn == 1 && !edge.is_empty());
    window.get_all_by_label("Turn").last().expect("the field").click();
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("3".into()));
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(scenario(&window).pieces[index].at, Start::Enters { turn: 3, edge });
    let first = scenario(&window).map.boxes[0].id.clone();
    window.get_all_by_label("Begins").last().expect("the field").click();
    settle(&mut window);
    window.get_by_label("In a box").click();
    settle(&mut window);
    assert_eq!(scenario(&window).pieces[index].at, Start::At(Place::Box(first)));
    assert_eq!(steps(&window).len(), 3);
}

#[test]
fn what_is_selected_is_followed_through_edits_and_undo() {
    let mut window = with_pieces();
    let last = scenario(&window).pieces.len() - 1;
    ask(&mut window, Command::Choose(Selection::thing(Thing::Piece(last))));
    ask(&mut window, Command::Edit(Edit::RemovePiece(0)));
    assert_eq!(window.state().selection.only_thing(), Some(Thing::Piece(last - 1)));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(window.state().selection.only_thing(), Some(Thing::Piece(last)));
}

#[test]
fn the_map_grows_at_its_edges_with_what_lies_on_it_and_undo_brings_the_same_map_back() {
    let mut window = window();
    let before = window.state().document().expect("it is open").scenario().clone();
    ask(&mut window, Command::MapSize);
    let set = |window: &mut Window<'_>, name: &str, value: &str| {
        window.get_by_label(name).focus();
        settle(window);
        window.get_by_label(name).click();
        settle(window);
        for _ in 0..4 {
            window.key_press(Key::Backspace);
        }
        window.event(egui::Event::Text(value.into()));
        window.key_press(Key::Enter);
        settle(window);
    };
    set(&mut window, "Left", "2");
    window.get_by_label("30 × 22 becomes 32 × 22, 704 hexes");
    window.get_by_label("Change the map").click();
    settle(&mut window);
    let after = window.state().document().expect("it is open").scenario().clone();
    assert_eq!((after.map.grid.columns, after.map.grid.rows), (32, 22));
    assert_eq!((after.pieces.len(), after.map.labels.len()), (before.pieces.len(), before.map.labels.len()));
    // What only the game names goes along too.
    assert_ne!(after.game_block, before.game_block);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(*window.state().document().expect("it is open").scenario(), before);

    // A change that cuts the camp off says so before it is made.
    ask(&mut window, Command::MapSize);
    set(&mut window, "Top", "-9");
    assert!(window.query_by_label_contains("Falls off the map").is_some());
    // The northern edge with it, through which tribes enter, and two mountains.
    assert!(window.query_by_label_contains("3 regions").is_some());
}

#[test]
fn the_board_keeps_its_place_whatever_is_selected() {
    let mut window = with_pieces();
    let place = |window: &Window<'_>| window.state().app.as_ref().expect("it was made").map.rect;
    settle(&mut window);
    let before = place(&window);
    for label in ["0604", "1107", "0910", "1308", "1015"] {
        let at = at(&window, label);
        click(&mut window, at);
        settle(&mut window);
        assert_eq!(place(&window), before, "{label}");
    }
    let side = *scenario(&window).map.sides.keys().next().expect("there is a river");
    for thing in [
        Thing::Label(0),
        Thing::Region(0),
        Thing::Region(5),
        Thing::Box(0),
        Thing::Piece(0),
        Thing::Piece(40),
        Thing::Side(side),
    ] {
        ask(&mut window, Command::Choose(Selection::thing(thing)));
        assert_eq!(place(&window), before, "{thing:?}");
    }
}
