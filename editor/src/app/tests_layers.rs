//! What is on a layer that is locked or hidden stays as it is, and one is told; and what would be too much to find
//! anew in each frame.

use std::collections::BTreeSet;

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use engine::hex::Hex;
use engine::scenario::{Edit, Scenario};

use super::tests::{Window, at, settle, steps, window};
use super::tests_paint::lock;
use super::tests_select::{ask, with_pieces};
use crate::command::Command;
use crate::layers::{MapLayer, Shown};
use crate::selection::{FOUND, Selection, Thing};
use crate::tools::label::LabelMode;
use crate::tools::stamp::NOT_SET_DOWN;
use crate::tools::{Filter, Tool};

fn scenario<'a>(window: &'a Window<'_>) -> &'a Scenario {
    window.state().document().expect("it is open").scenario()
}

fn hex(window: &Window<'_>, label: &str) -> Hex {
    scenario(window).map.grid.parse(label).expect("it is on the board")
}

/// What is said now, which is no longer said then.
fn said(window: &mut Window<'_>) -> Option<String> {
    let app = window.state_mut().app.as_mut().expect("the window was made");
    app.notice.take().map(|notice| notice.words)
}

#[track_caller]
fn refused(window: &mut Window<'_>, before: &Scenario, words: &str) {
    assert_eq!(said(window).as_deref(), Some(words));
    assert!(scenario(window) == before, "it was changed all the same");
}

#[test]
fn commands_leave_a_locked_layer_alone_and_say_so() {
    let mut window = with_pieces();
    let before = scenario(&window).clone();
    for layer in [MapLayer::Terrain, MapLayer::Pieces, MapLayer::Labels, MapLayer::Levels] {
        lock(&mut window, layer);
    }
    let one = Selection::hex(hex(&window, "1217"));
    ask(&mut window, Command::Choose(one));
    ask(&mut window, Command::FillSelection(1));
    refused(&mut window, &before, "Terrain: the layer is locked");
    ask(&mut window, Command::Tool(Tool::Piece));
    window.state_mut().app.as_mut().expect("it was made").tools.piece = Some(before.pieces.len() - 1);
    ask(&mut window, Command::Turn(1));
    refused(&mut window, &before, "Pieces: the layer is locked");
    ask(&mut window, Command::Delete);
    refused(
        &mut window,
        &before,
        "The layers of what is selected are locked or hidden; nothing was removed.",
    );
    ask(&mut window, Command::Tool(Tool::Label));
    window.state_mut().app.as_mut().expect("it was made").tools.label.mode = LabelMode::Regions;
    settle(&mut window);
    window.get_by_label("Add a region").click();
    settle(&mut window);
    refused(&mut window, &before, "Labels and regions: the layer is locked");
    ask(&mut window, Command::Tool(Tool::Box));
    window.get_by_label("Add a box").click();
    settle(&mut window);
    refused(&mut window, &before, "Labels and regions: the layer is locked");
}

#[test]
fn the_inspector_leaves_a_locked_layer_alone_and_says_so() {
    let mut window = window();
    let one = Selection::hex(hex(&window, "1217"));
    ask(&mut window, Command::Choose(one));
    let before = scenario(&window).clone();
    lock(&mut window, MapLayer::Levels);
    window.get_all_by_label("Level").last().expect("the field").click();
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.event(Event::Text("3".into()));
    window.key_press(Key::Enter);
    settle(&mut window);
    refused(&mut window, &before, "Levels: the layer is locked");
}

#[test]
fn levels_are_not_left_to_the_terrain_while_they_are_locked() {
    let mut window = window();
    let place = hex(&window, "1217");
    ask(&mut window, Command::Edit(Edit::SetLevels(vec![(place, 2)])));
    ask(&mut window, Command::Tool(Tool::Level));
    let before = scenario(&window).clone();
    lock(&mut window, MapLayer::Levels);
    window.get_by_label("Leave levels to the terrain").click();
    settle(&mut window);
    refused(&mut window, &before, "Levels: the layer is locked");
}

#[test]
fn a_stamp_on_locked_layers_says_why_nothing_comes() {
    let mut window = window();
    let one = Selection::hex(hex(&window, "1217"));
    ask(&mut window, Command::Choose(one));
    ask(&mut window, Command::Copy);
    ask(&mut window, Command::Tool(Tool::Stamp));
    let before = scenario(&window).clone();
    for layer in MapLayer::ALL {
        lock(&mut window, layer);
    }
    let place = at(&window, "1015");
    super::tests::click(&mut window, place);
    refused(&mut window, &before, NOT_SET_DOWN);
}

#[test]
fn select_all_takes_nothing_that_is_hidden() {
    let mut window = with_pieces();
    window.state_mut().app.as_mut().expect("it was made").tools.select.filter = Filter::All;
    let of = |window: &Window<'_>, is: fn(&Thing) -> bool| {
        window.state().selection.things.iter().filter(|thing| is(thing)).count()
    };
    ask(&mut window, Command::SelectAll);
    assert!(of(&window, |thing| matches!(thing, Thing::Piece(_))) > 2);
    assert!(of(&window, |thing| matches!(thing, Thing::Side(_))) > 0);
    for layer in [MapLayer::Pieces, MapLayer::Hexsides, MapLayer::Labels, MapLayer::Roads] {
        let app = window.state_mut().app.as_mut().expect("the window was made");
        app.layers.set(layer, Shown { visible: false, ..Shown::default() });
    }
    ask(&mut window, Command::SelectAll);
    assert_eq!(window.state().selection.things, BTreeSet::new());
    assert!(!window.state().selection.hexes.is_empty());
}

#[test]
fn a_piece_that_is_pasted_gives_its_step_the_name() {
    let mut window = with_pieces();
    let last = scenario(&window).pieces.len() - 1;
    ask(&mut window, Command::Choose(Selection::thing(Thing::Piece(last))));
    ask(&mut window, Command::Copy);
    let clip = window.state().tools.stamp.clip().expect("it was copied").to_text();
    ask(&mut window, Command::PasteText(clip));
    ask(&mut window, Command::Duplicate);
    assert_eq!(steps(&window), ["Paste 1 piece", "Duplicate 1 piece"]);
    // Plain onto plain, with the piece that stands on it.
    let from = Selection::hex(hex(&window, "1017"));
    ask(&mut window, Command::Choose(from));
    ask(&mut window, Command::Copy);
    let clip = window.state().tools.stamp.clip().expect("it was copied").to_text();
    let to = Selection::hex(hex(&window, "1217"));
    ask(&mut window, Command::Choose(to));
    ask(&mut window, Command::PasteText(clip));
    assert_eq!(steps(&window).last().map(String::as_str), Some("Paste 1 hex"));
}

#[test]
fn the_edge_of_all_hexes_is_found_once_and_not_in_each_frame() {
    let mut window = window();
    ask(&mut window, Command::SelectAll);
    settle(&mut window);
    let from = at(&window, "1015");
    window.hover_at(from);
    settle(&mut window);
    window.drag_at(from);
    settle(&mut window);
    let before = FOUND.with(std::cell::Cell::get);
    for step in 1..8_u8 {
        window.hover_at(from + egui::vec2(f32::from(step) * 12.0, 0.0));
        window.step();
    }
    assert!(window.state().tools.stroke.is_some(), "all of it is led");
    assert_eq!(FOUND.with(std::cell::Cell::get), before);
    window.key_press(Key::Escape);
    settle(&mut window);
    window.drop_at(from);
    settle(&mut window);
    // The stamp keeps the edge of what it holds.
    let middle = hex(&window, "1217");
    let seven = middle.disc(1).collect();
    ask(&mut window, Command::Choose(Selection { hexes: seven, ..Selection::default() }));
    ask(&mut window, Command::Copy);
    ask(&mut window, Command::Tool(Tool::Stamp));
    let before = FOUND.with(std::cell::Cell::get);
    for label in ["1015", "1016", "1217", "1318"] {
        let place = at(&window, label);
        window.hover_at(place);
        settle(&mut window);
    }
    assert_eq!(FOUND.with(std::cell::Cell::get), before);
}
