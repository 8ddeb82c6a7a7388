//! Keys that are meant for one thing and were taken by another, and files that cannot be opened.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use engine::scenario::{Edit, Start, Wording};

use super::settings::Settings;
use super::tests::{Window, at, opened, settle, steps, window};
use super::tests_select::{ask, with_pieces};
use crate::command::Command;
use crate::tools::Tool;

const CTRL: Modifiers = Modifiers::COMMAND;

fn start_of(window: &Window<'_>, id: &str) -> Option<Start> {
    let scenario = window.state().document().expect("it is open").scenario();
    scenario.pieces.iter().find(|piece| piece.id == id).map(|piece| piece.at.clone())
}

/// Four pieces; the tool of pieces holds the third, with the button down.
fn held<'a>() -> Window<'a> {
    let mut window = with_pieces();
    let scenario = window.state().document().expect("it is open").scenario();
    let (count, last) = (scenario.pieces.len(), scenario.pieces.last().expect("it has some").clone());
    let place = scenario.map.grid.parse("1020").expect("it is on the board");
    let fourth = engine::scenario::Piece { id: "x-4".into(), at: Start::At(place.into()), ..last };
    ask(&mut window, Command::Edit(Edit::AddPiece(count, fourth)));
    window.key_press(Key::P);
    settle(&mut window);
    let place = at(&window, "1017");
    window.hover_at(place);
    settle(&mut window);
    window.drag_at(place);
    settle(&mut window);
    assert!(window.state().tools.stroke.is_some(), "the piece is held");
    window
}

#[test]
fn what_is_removed_while_the_button_is_down_leaves_the_stroke_nothing_to_move() {
    let mut window = held();
    window.key_press(Key::Delete);
    settle(&mut window);
    assert_eq!(start_of(&window, "x-3"), None);
    let before = start_of(&window, "x-4");
    let place = at(&window, "1420");
    window.hover_at(place);
    settle(&mut window);
    window.drop_at(place);
    settle(&mut window);
    assert!(before.is_some() && start_of(&window, "x-4") == before, "another piece was moved");
    // The same in one slow frame: the key came before the button was let go.
    let mut window = held();
    let place = at(&window, "1420");
    window.hover_at(place);
    settle(&mut window);
    window.input_mut().events.extend([
        egui::Event::Key {
            key: Key::Delete,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        },
        egui::Event::PointerButton {
            pos: place,
            button: egui::PointerButton::Primary,
            pressed: false,
            modifiers: Modifiers::NONE,
        },
    ]);
    window.step();
    settle(&mut window);
    assert_eq!((start_of(&window, "x-3"), start_of(&window, "x-4")), (None, before));
}

#[test]
fn the_rulebook_has_its_keys_before_the_map() {
    let mut window = window();
    window.key_press_modifiers(CTRL, Key::Num5);
    settle(&mut window);
    window.key_press_modifiers(CTRL, Key::D);
    settle(&mut window);
    let kept = |window: &Window<'_>| {
        let book = window.state().settings.books.values().next().cloned().unwrap_or_default();
        (book.bookmarks.len(), book.notes.len())
    };
    assert_eq!(kept(&window), (1, 0));
    window.key_press_modifiers(CTRL | Modifiers::SHIFT, Key::N);
    settle(&mut window);
    assert!(window.state().dialog.is_none(), "no new scenario was asked for");
    assert_eq!(kept(&window), (1, 1));
    window.key_press_modifiers(CTRL, Key::D);
    settle(&mut window);
    assert_eq!(kept(&window).0, 1, "within the note it is the note's");
}

#[test]
fn a_key_with_another_modifier_is_another_key() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::ALT, Key::B);
    settle(&mut window);
    assert_ne!(window.state().tools.tool, Tool::Brush);
    for more in [Modifiers::ALT, Modifiers::ALT | Modifiers::SHIFT] {
        window.key_press_modifiers(CTRL | more, Key::S);
        settle(&mut window);
        assert!(window.state().dialog.is_none(), "nothing is saved");
    }
    window.key_press(Key::B);
    settle(&mut window);
    assert_eq!(window.state().tools.tool, Tool::Brush);
}

#[test]
fn a_file_that_cannot_be_opened_is_told_of_over_the_open_document() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let broken = folder.path().join("scenario.ron");
    std::fs::write(&broken, "(title: \"Half").expect("the folder can be written");
    let mut window = window();
    let title = |window: &Window<'_>| window.state().document().map(|open| open.scenario().title.clone());
    let before = title(&window);
    for path in [folder.path().join("nothing.ron"), broken] {
        ask(&mut window, Command::OpenPath(path));
        window.get_by_label_contains("could not be opened");
        assert_eq!(title(&window), before, "what was open stays open");
        window.key_press(Key::Escape);
        settle(&mut window);
        assert!(window.query_by_label_contains("could not be opened").is_none());
    }
    // Nothing begins in the document that stays.
    let missing = folder.path().join("gone").display().to_string();
    ask(&mut window, Command::OpenSample(missing, true));
    assert!(window.state().play().is_none());
    assert!(steps(&window).is_empty());
}

#[test]
fn no_key_acts_behind_the_page_that_offers_edits_back() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let scenario = rulesets::game("little_big_horn").expect("it ships").blank();
    crate::disk::save_all(folder.path(), &engine::scenario::save(&scenario)).expect("it can be written");
    let path = folder.path().to_str().expect("its name is text").to_owned();
    let file = path.clone();
    let mut before = opened(Settings::default(), move |app| app.open(&file));
    ask(&mut before, Command::Edit(Edit::SetText(Wording::Title, "Not saved".into())));
    drop(before);
    let mut window = opened(Settings::default(), move |app| app.open(&path));
    assert!(window.state().recovery.is_some());
    for key in [Key::N, Key::O, Key::K] {
        window.key_press_modifiers(CTRL, key);
        settle(&mut window);
        assert!(window.state().dialog.is_none(), "{key:?} opened a page");
    }
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(window.state().document().is_some_and(|open| open.scenario().title == "Not saved"));
}
