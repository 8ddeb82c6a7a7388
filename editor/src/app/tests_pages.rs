//! The pages of the window in use: problems mended by key, the rulebook's keys, recent files that are gone, the tour.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use engine::hex::HexSide;
use engine::problem::Severity;
use engine::scenario::Edit;

use super::Dialog;
use super::tests_files::{Window, ask, opened, saved, settle};
use crate::command::{Command, FileCommand, Workspace};
use crate::panels::welcome::Recent;

fn press(window: &mut Window<'_>, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    settle(window);
}

#[test]
fn a_problem_is_mended_by_its_button_and_by_key_and_comes_back_with_undo() {
    let (_folder, path) = saved();
    let mut window = opened(move |app| app.open(&path));
    let grid = window.state().document().expect("it is open").scenario().map.grid;
    let side = HexSide::between(grid.at(3, 3), grid.at(3, 4)).expect("they touch");
    let edit = Edit::SetSides(vec![(side, Some("waterfall".into()))]);
    let is_there = |window: &Window<'_>| {
        let document = window.state().document().expect("it is open");
        // That nobody can play it yet is a warning, and stays.
        let errors = document.problems().iter().filter(|problem| problem.severity == Severity::Error);
        (errors.count(), document.scenario().map.side(side).map(str::to_owned))
    };
    ask(&mut window, Command::Edit(edit));
    ask(&mut window, Command::Problems);
    assert_eq!(is_there(&window), (1, Some("waterfall".into())));
    window.get_by_label("Take it away").click();
    settle(&mut window);
    assert_eq!(is_there(&window), (0, None));
    ask(&mut window, Command::Undo);
    assert_eq!(is_there(&window), (1, Some("waterfall".into())));
    press(&mut window, Modifiers::COMMAND, Key::Period);
    assert_eq!(is_there(&window), (0, None));
}

#[test]
fn in_the_rulebook_its_own_keys_come_before_those_of_the_map() {
    let (_folder, path) = saved();
    let mut window = opened(move |app| app.open(&path));
    ask(&mut window, Command::Workspace(Workspace::Rulebook));
    let bookmarks = |window: &Window<'_>| window.state().settings.books["little_big_horn"].bookmarks.len();
    press(&mut window, Modifiers::COMMAND, Key::D);
    assert_eq!(bookmarks(&window), 1);
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert!(window.state().dialog.is_none(), "it is no new scenario");
    let note = window.get_by_label("My note on this section");
    assert!(note.is_focused());
    press(&mut window, Modifiers::NONE, Key::Escape);
    let text = |window: &Window<'_>| window.state().settings.book_text;
    press(&mut window, Modifiers::COMMAND, Key::Plus);
    assert_eq!(text(&window), 115);
    press(&mut window, Modifiers::COMMAND, Key::Num0);
    assert_eq!(text(&window), 100);
    window.get_by_label("Aa").click();
    settle(&mut window);
    window.get_by_label("130 %").click();
    settle(&mut window);
    assert_eq!(text(&window), 130);
}

#[test]
fn a_recent_file_that_is_gone_stays_listed_until_another_is_opened_for_it() {
    let (_folder, path) = saved();
    let mut window = opened(|app| {
        app.settings.recent.push(Recent {
            path: "/nowhere/at/all".into(),
            title: "Reno’s hill".into(),
            game: "Little Big Horn".into(),
            time: String::new(),
        });
    });
    let recent = |window: &Window<'_>| -> Vec<String> {
        window.state().settings.recent.iter().map(|recent| recent.path.clone()).collect()
    };
    ask(&mut window, Command::File(FileCommand::Find("/nowhere/at/all".into())));
    assert!(matches!(window.state().dialog, Some(Dialog::Path(_))));
    ask(&mut window, Command::Dismiss);
    assert_eq!(recent(&window), ["/nowhere/at/all"], "not found, it stays");
    ask(&mut window, Command::File(FileCommand::Find("/nowhere/at/all".into())));
    ask(&mut window, Command::OpenPath(path.clone().into()));
    assert_eq!(recent(&window), [path]);
}

#[test]
fn the_tour_stays_open_beside_what_one_does() {
    let (_folder, path) = saved();
    let mut window = opened(|_| {});
    window.get_by_label("Tour").click();
    settle(&mut window);
    window.get_by_label("Begin").click();
    settle(&mut window);
    ask(&mut window, Command::OpenPath(path.into()));
    assert!(window.query_by_label("Next").is_some(), "it is where it was");
    window.get_by_label("Close the tour").click();
    settle(&mut window);
    assert!(window.query_by_label("Next").is_none());
}
