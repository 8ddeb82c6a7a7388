//! The window and its files: new ones, those that another program changes, a disk that fails, a program that dies.

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use engine::scenario::{Edit, Wording};

use super::settings::Settings;
use super::{App, Dialog};
use crate::command::{Command, FileCommand};
use crate::disk::commit::{Step, fault};

/// The window, made in the first frame: only then is there a context to give fonts to.
pub(super) struct Slot {
    app: Option<App>,
    start: Box<dyn Fn(&mut App)>,
}

impl std::ops::Deref for Slot {
    type Target = App;
    fn deref(&self) -> &App {
        self.app.as_ref().expect("the window was made in the first frame")
    }
}

pub(super) type Window<'a> = Harness<'a, Slot>;

pub(super) fn opened<'a>(start: impl Fn(&mut App) + 'static) -> Window<'a> {
    let slot = Slot { app: None, start: Box::new(start) };
    let mut harness = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(64).build_ui_state(
        |ui, slot: &mut Slot| match &mut slot.app {
            Some(app) => app.guarded(ui),
            None => {
                let mut app = App::new(ui.ctx(), Settings::default());
                (slot.start)(&mut app);
                slot.app = Some(app);
            }
        },
        slot,
    );
    settle(&mut harness);
    harness
}

pub(super) fn settle(harness: &mut Window<'_>) {
    harness.run_steps(4);
}

pub(super) fn ask(harness: &mut Window<'_>, command: Command) {
    let ctx = harness.ctx.clone();
    let app = harness.state_mut().app.as_mut().expect("the window was made");
    app.carry_out(command, &ctx);
    settle(harness);
}

/// Looks at the disk at once, as a second later would.
fn look(harness: &mut Window<'_>) {
    let app = harness.state_mut().app.as_mut().expect("the window was made");
    app.document.as_mut().expect("it is open").look();
    settle(harness);
}

/// A scenario of several files in a scratch folder, and its path.
pub(super) fn saved() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let mut scenario = rulesets::game("little_big_horn").expect("it ships").blank();
    scenario.title = "The ford".into();
    scenario.files.map = Some("map.ron".into());
    let files = engine::scenario::save(&scenario);
    crate::disk::save_all(folder.path(), &files).expect("the folder can be written");
    let path = folder.path().to_str().expect("its name is text").to_owned();
    (folder, path)
}

fn title(harness: &Window<'_>) -> String {
    harness.state().document().expect("it is open").scenario().title.clone()
}

fn set_title(harness: &mut Window<'_>, words: &str) {
    ask(harness, Command::Edit(Edit::SetText(Wording::Title, words.into())));
}

/// Another program changes a file.
fn change(path: &str, file: &str, from: &str, to: &str) {
    let path = std::path::Path::new(path).join(file);
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from));
    std::fs::write(&path, text.replace(from, to)).expect("it can be written");
}

#[test]
fn saving_in_the_frame_of_an_undo_writes_what_was_undone() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "The bluffs");
    set_title(&mut window, "The coulee");
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    };
    // The menus name saving before undoing.
    window.input_mut().events.extend([Key::Z, Key::Z, Key::S].map(key));
    window.step();
    settle(&mut window);
    let text =
        std::fs::read_to_string(std::path::Path::new(&path).join("scenario.ron")).expect("it is there");
    assert!(text.contains("The ford"), "{text}");
    assert!(!window.state().document().expect("it is open").history().is_dirty());
}

#[test]
fn a_file_that_another_program_changed_is_reloaded_and_that_can_be_undone() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    assert!(window.query_by_label("Keep mine").is_none());
    change(&path, "scenario.ron", "The ford", "Their ford");
    look(&mut window);
    window.get_by_label("scenario.ron was changed by another program.");
    window.get_by_label("Reload").click();
    settle(&mut window);
    assert_eq!(title(&window), "Their ford");
    assert!(!window.state().document().expect("it is open").history().is_dirty());
    assert!(window.query_by_label("Keep mine").is_none());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(title(&window), "The ford");
    window.get_by_label("Not saved, journalled");
    // And what was undone is what a crash would leave.
    drop(window);
    let file = path.clone();
    let mut again = opened(move |app| app.open(&file));
    again.get_by_label("Open with the edit").click();
    settle(&mut again);
    assert_eq!(title(&again), "The ford");
}

#[test]
fn mine_can_be_kept_and_compared_with_theirs() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "My ford");
    change(&path, "map.ron", "\"....", "\"ffff");
    look(&mut window);
    window.get_by_label("Compare").click();
    settle(&mut window);
    let forest = window.get_all_by_label_contains("Forest on").count();
    assert!(forest >= 1, "what differs is told in words");
    window.key_press(Key::Escape);
    settle(&mut window);
    window.get_by_label("Keep mine").click();
    settle(&mut window);
    assert!(window.query_by_label("Compare").is_none());
    // The journal now begins from their file and holds everything of mine.
    drop(window);
    let file = path.clone();
    let mut again = opened(move |app| app.open(&file));
    again.get_by_label("Open with the edit").click();
    settle(&mut again);
    assert_eq!(title(&again), "My ford");
    again.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut again);
    let loaded = crate::disk::load(&path).expect("it is there").checked.value.expect("it loads");
    let hex = loaded.map.grid.parse("0101").expect("it is on the map");
    assert_eq!((loaded.title.as_str(), loaded.map.terrain(hex)), ("My ford", Some("plain")));
}

#[test]
fn saving_over_a_foreign_change_asks_first_and_keeps_it_among_the_versions() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "My ford");
    change(&path, "scenario.ron", "The ford", "Their ford");
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    window.get_by_label("Save over it").click();
    settle(&mut window);
    window.get_by_label("Saved");
    ask(&mut window, Command::File(FileCommand::Versions));
    window.get_by_label_contains("Title: “My ford” becomes “Their ford”");
    window.get_by_label("Put back").click();
    settle(&mut window);
    assert_eq!(title(&window), "Their ford");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(title(&window), "My ford");
    window.get_by_label("Saved");
}

#[test]
fn an_earlier_version_is_opened_as_a_copy_that_has_no_place_yet() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    for words in ["One", "Two"] {
        set_title(&mut window, words);
        window.key_press_modifiers(Modifiers::COMMAND, Key::S);
        settle(&mut window);
    }
    ask(&mut window, Command::File(FileCommand::Versions));
    window.get_by_label("Open a copy").click();
    settle(&mut window);
    assert_eq!(title(&window), "One (earlier)");
    let document = window.state().document().expect("it is open");
    assert!(!document.has_place() && document.is_journalled() && document.history().is_dirty());
    let app = window.state_mut().app.as_mut().expect("the window was made");
    app.drop_document();
}

#[test]
fn dropped_edits_can_be_done_again() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "Dropped");
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    settle(&mut window);
    window.get_by_label("Don't save").click();
    settle(&mut window);
    let again = path.clone();
    let mut window = opened(move |app| app.open(&again));
    assert_eq!(title(&window), "The ford");
    ask(&mut window, Command::File(FileCommand::Versions));
    window.get_by_label_contains("1 edit that you dropped");
    window.get_by_label("Put back").click();
    settle(&mut window);
    assert_eq!(title(&window), "Dropped");
}

#[test]
fn a_full_disk_loses_nothing_and_another_place_is_offered() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "My ford");
    let full = |step: Step, _: &std::path::Path| match step {
        Step::Write => Err(std::io::ErrorKind::StorageFull.into()),
        _ => Ok(()),
    };
    fault::with(full, || {
        window.key_press_modifiers(Modifiers::COMMAND, Key::S);
        settle(&mut window);
    });
    window.get_by_label_contains("scenario.ron cannot be written: the disk is full");
    window.get_by_label_contains("your edits are in the journal");
    let loaded = crate::disk::load(&path).expect("it is there").checked.value.expect("it loads");
    assert_eq!(loaded.title, "The ford");
    assert!(window.state().document().expect("it is open").history().is_dirty());
    window.get_by_label("Save as…").click();
    settle(&mut window);
    assert!(matches!(window.state().dialog, Some(Dialog::Path(_))));
    window.key_press(Key::Escape);
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut window);
    window.get_by_label("Saved");
}

#[test]
fn a_mistake_of_the_program_ends_in_a_page_and_nothing_is_lost() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "Before the crash");
    window.state_mut().app.as_mut().expect("the window was made").files.panic = true;
    settle(&mut window);
    window.get_by_label("Sandtable has stopped");
    window.get_by_label_contains("Your document and 1 edit are kept in");
    window.get_by_label("Copy the report").click();
    settle(&mut window);
    window.get_by_label("Start again").click();
    settle(&mut window);
    window.get_by_label("Open with the edit").click();
    settle(&mut window);
    assert_eq!(title(&window), "Before the crash");
}

#[test]
fn the_recovery_page_lets_choose_what_is_saved_by_keys_alone() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "One");
    ask(&mut window, Command::Edit(Edit::SetTurns(4)));
    drop(window);
    let file = path.clone();
    let mut again = opened(move |app| app.open(&file));
    again.get_by_label("With the 2 edits");
    again.get_by_label_contains("Set the turns to 4");
    again.get_by_label_contains("nothing on disk is newer");
    again.get_by_label("Compare side by side").click();
    settle(&mut again);
    again.get_by_label("Show the edits").click();
    settle(&mut again);
    again.key_press(Key::ArrowRight);
    settle(&mut again);
    again.key_press(Key::Enter);
    settle(&mut again);
    assert_eq!(title(&again), "The ford");
    // What was not taken is kept, and can be had again.
    assert_eq!(again.state().document().expect("it is open").dropped().len(), 1);
}

#[test]
fn a_new_map_is_made_drawn_on_and_found_again_before_it_was_ever_saved() {
    let mut window = opened(|_| {});
    window.key_press_modifiers(Modifiers::COMMAND, Key::N);
    settle(&mut window);
    let Some(Dialog::New(page)) = &mut window.state_mut().app.as_mut().expect("it was made").dialog else {
        panic!("the page is open")
    };
    (page.title, page.columns, page.rows, page.terrain) = ("Ash Creek".into(), 12, 9, 2);
    settle(&mut window);
    window.get_by_label_contains("columns × rows, 108 hexes");
    window.get_by_label("Make it").click();
    settle(&mut window);
    window.get_by_label("Not saved, journalled");
    let document = window.state().document().expect("it is open");
    let grid = document.scenario().map.grid;
    assert_eq!((title(&window).as_str(), grid.columns, grid.rows), ("Ash Creek", 12, 9));
    let place = document.journal_place().expect("it is journalled from the first moment").to_owned();
    set_title(&mut window, "Ash Creek at dawn");
    drop(window);
    let found = crate::document::left_in(&place).expect("its journal was left");
    assert!(found.is_new());
    assert_eq!(found.with_edits.title, "Ash Creek at dawn");
    let mut document = found.with_edits();
    assert_eq!(document.scenario().title, "Ash Creek at dawn");
    document.discard();
}

#[test]
fn a_new_scenario_is_among_the_recent_files_once_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let mut window = opened(|app| {
        let game = rulesets::game("little_big_horn").expect("it ships");
        app.show(crate::document::Document::fresh(game.blank(), game));
    });
    let recent =
        |window: &Window<'_>| window.state().app.as_ref().expect("it was made").settings.recent.clone();
    assert!(recent(&window).is_empty());
    let place = folder.path().join("mine");
    ask(&mut window, Command::SaveTo(place.clone()));
    let known = recent(&window);
    assert_eq!(known.len(), 1);
    assert_eq!(known[0].title, "New field");
    assert!(std::path::Path::new(&known[0].path).starts_with(&place), "{}", known[0].path);
    assert!(known[0].is_there());
}

#[test]
fn settings_are_a_page_whose_choices_count_at_once() {
    let mut window = opened(|_| {});
    ask(&mut window, Command::Settings);
    window.get_by_label("Dark").click();
    settle(&mut window);
    window.get_by_label("Reduce motion").click();
    settle(&mut window);
    let app = window.state().app.as_ref().expect("it was made");
    assert_eq!((app.settings.theme, app.settings.still), (crate::command::ThemeChoice::Dark, true));
}

#[test]
fn a_scenario_that_cannot_be_played_yet_says_so_among_its_problems() {
    let mut window = opened(|app| {
        let game = rulesets::game("little_big_horn").expect("it ships");
        app.show(crate::document::Document::fresh(game.blank(), game));
    });
    let document = window.state().document().expect("it is open");
    let problems: Vec<String> = document.problems().iter().map(|problem| problem.message.clone()).collect();
    assert_eq!(problems, ["It has no pieces yet, and cannot be played"]);
    let piece = engine::scenario::Piece {
        id: "a".into(),
        kind: document.game().pieces()[0].id.clone(),
        name: String::new(),
        at: engine::scenario::Start::At(document.scenario().map.grid.at(3, 3).into()),
        reduced: false,
        game_block: String::new(),
    };
    ask(&mut window, Command::Edit(Edit::AddPiece(0, piece)));
    let document = window.state().document().expect("it is open");
    assert!(document.problems().iter().all(|problem| !problem.message.contains("no pieces")));
}

#[test]
fn edits_are_dropped_only_when_the_document_is_left() {
    let (folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "One");
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    settle(&mut window);
    window.get_by_label("Don't save").click();
    settle(&mut window);
    assert!(matches!(window.state().dialog, Some(Dialog::Path(_))));
    window.key_press(Key::Escape);
    settle(&mut window);
    window.get_by_label("Not saved, journalled");
    set_title(&mut window, "Two");
    // What is opened instead is no scenario.
    let other = folder.path().join("other.ron");
    std::fs::write(&other, "nothing").expect("it can be written");
    ask(&mut window, Command::OpenPath(other));
    window.get_by_label("Don't save").click();
    settle(&mut window);
    window.get_by_label("Close");
    window.key_press(Key::Escape);
    settle(&mut window);
    set_title(&mut window, "Three");
    window.get_by_label("Not saved, journalled");
    drop(window);
    let file = path.clone();
    let mut again = opened(move |app| app.open(&file));
    again.get_by_label("Open with the 3 edits").click();
    settle(&mut again);
    assert_eq!(title(&again), "Three");
    // Opened anew in its own place it is as saved, and no other window is named.
    ask(&mut again, Command::OpenPath(path.into()));
    again.get_by_label("Don't save").click();
    settle(&mut again);
    assert_eq!(title(&again), "The ford");
    assert!(again.query_by_label_contains("Another window").is_none());
    assert_eq!(again.state().document().expect("it is open").dropped().len(), 1);
}

#[test]
fn another_window_that_has_the_file_is_named() {
    let (_folder, path) = saved();
    let file = path.clone();
    let mut window = opened(move |app| app.open(&file));
    set_title(&mut window, "One");
    let mut other = opened(move |app| app.open(&path));
    other.get_by_label_contains("Another window has this open");
    set_title(&mut other, "Two");
    set_title(&mut window, "Three");
    for window in [&window, &other] {
        window.get_by_label("Not saved, journalled");
    }
}

#[test]
fn a_new_scenario_that_was_dropped_is_found_from_the_next_new_one() {
    let make = |window: &mut Window<'_>, title: &str| {
        let game = rulesets::game("little_big_horn").expect("it ships");
        let scenario = engine::scenario::Scenario { title: title.into(), ..game.blank() };
        let after = super::After::Show(Box::new(crate::document::Document::fresh(scenario, game)));
        let ctx = window.ctx.clone();
        window.state_mut().app.as_mut().expect("the window was made").leave(after, &ctx);
        settle(window);
    };
    let mut window = opened(|_| {});
    make(&mut window, "Ash Creek");
    // A new one that is not made after all leaves nothing to be offered.
    make(&mut window, "Not made");
    window.get_by_label("Cancel").click();
    settle(&mut window);
    assert_eq!(crate::document::journal::left_behind().len(), 1);
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    settle(&mut window);
    window.get_by_label_contains("Earlier versions… of another new scenario");
    window.get_by_label("Don't save").click();
    settle(&mut window);
    assert!(window.state().document().is_none() && crate::document::left_behind().is_none());
    make(&mut window, "Next");
    ask(&mut window, Command::File(FileCommand::Versions));
    window.get_by_label_contains("1 edit that you dropped");
    window.get_by_label("Put back").click();
    settle(&mut window);
    assert_eq!(title(&window), "Ash Creek");
}

#[test]
fn enter_on_the_button_of_saving_answers_once() {
    let mut window = opened(|app| {
        let game = rulesets::game("little_big_horn").expect("it ships");
        let mut document = crate::document::Document::fresh(game.blank(), game);
        document.begin_journal();
        app.show(document);
    });
    for keyboard in [true, false] {
        window.key_press_modifiers(Modifiers::COMMAND, Key::W);
        settle(&mut window);
        if keyboard {
            window.get_by_label("Save as…").focus();
            settle(&mut window);
        }
        window.key_press(Key::Enter);
        settle(&mut window);
        assert!(matches!(window.state().dialog, Some(Dialog::Path(_))), "{keyboard}");
        window.key_press(Key::Escape);
        settle(&mut window);
    }
}

#[test]
fn what_is_asked_before_saving_beside_another_is_saved_there() {
    let (folder, path) = saved();
    let mut window = opened(move |app| app.open(&path));
    let at = window.state().document().expect("it is open").scenario().map.grid.at(0, 0);
    let forest = Edit::PaintHexes { letter: 'f', terrain: "forest".into(), hexes: vec![at] };
    ask(&mut window, Command::Edit(forest));
    ask(&mut window, Command::SaveAs);
    ask(&mut window, Command::SaveTo(folder.path().join("second.ron")));
    window.get_by_label_contains("map.ron belongs to scenario.ron too");
    let own = std::fs::read_to_string(folder.path().join("scenario.ron")).expect("it is there");
    window.get_by_label("Save over it").click();
    settle(&mut window);
    window.get_by_label("Saved");
    assert!(folder.path().join("second.ron").exists());
    assert_eq!(std::fs::read_to_string(folder.path().join("scenario.ron")).expect("it is there"), own);
}
