//! The Print workspace as a person uses it, without a graphics card.

use std::path::Path;

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use export::Format;
use export::sheets::{Paper, Sheet};

use super::settings::Settings;
use super::{App, Workspace};
use crate::document::Document;
use crate::printing;

struct Slot {
    app: Option<App>,
    settings: Settings,
}

type Window<'a> = Harness<'a, Slot>;

fn sample() -> Document {
    let sample = crate::samples::by_name("@little_big_horn").expect("the sample is built in");
    let scenario = engine::scenario::load(&sample, "scenario.ron").value.expect("the sample loads");
    let game = rulesets::game(&scenario.game).expect("its game is shipped");
    Document::of(scenario, game)
}

/// A window of this size with the sample, in Print, with all sheets made.
fn window<'a>(width: f32, height: f32, settings: Settings) -> Window<'a> {
    let mut harness = Harness::builder().with_size(vec2(width, height)).with_max_steps(64).build_ui_state(
        |ui, slot: &mut Slot| match &mut slot.app {
            Some(app) => app.frame(ui),
            None => {
                let mut app = App::new(ui.ctx(), slot.settings.clone());
                app.show(sample());
                slot.app = Some(app);
            }
        },
        Slot { app: None, settings },
    );
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Num8);
    harness.run_steps(3);
    wait(&mut harness);
    harness
}

fn app<'w>(window: &'w mut Window<'_>) -> &'w mut App {
    window.state_mut().app.as_mut().expect("the window was made in the first frame")
}

fn wait(window: &mut Window<'_>) {
    let ctx = window.ctx.clone();
    app(window).print.proofs.wait(&ctx);
    window.run_steps(3);
}

fn press(window: &mut Window<'_>, key: Key) {
    window.key_press(key);
    window.run_steps(3);
}

/// The bytes of an export that has ended, by the names of the files.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = std::fs::read_dir(folder).expect("the folder was made");
    let mut files: Vec<_> = read
        .map(|entry| {
            let entry = entry.expect("it can be listed");
            let name = entry.file_name().into_string().expect("its name is text");
            (name, std::fs::read(entry.path()).expect("it can be read"))
        })
        .collect();
    files.sort();
    files
}

/// Waits until the export has ended.
fn exported(window: &mut Window<'_>) {
    let mut frames = 0;
    while app(window).export.is_some() {
        window.step();
        std::thread::yield_now();
        frames += 1;
        assert!(frames < 2_000_000, "the export does not end");
    }
    window.run_steps(2);
}

fn into(window: &mut Window<'_>, folder: &Path) {
    let Some(super::Dialog::Export(page)) = &mut app(window).dialog else { panic!("the page is open") };
    page.folder = folder.display().to_string();
    window.run_steps(2);
}

#[test]
fn three_inputs_export_map_and_counters_as_the_command_line_does() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let mut window = window(1280.0, 800.0, Settings::default());
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(3);
    into(&mut window, folder.path());
    press(&mut window, Key::Enter);
    exported(&mut window);
    let job = app(&mut window).settings.print.job();
    assert!(job.format == Format::Pdf && job.settings.paper == Paper::A4);
    let document = sample();
    let mut expected = Vec::new();
    let mut keep = |printed: printing::Printed| {
        expected.push((printed.name, printed.bytes));
        true
    };
    printing::print(document.game(), document.scenario(), &job, &mut keep, &mut |_, _| {})
        .expect("the sample can be printed");
    expected.sort();
    let written = files(folder.path());
    assert!(written == expected, "{:?}", written.iter().map(|(name, _)| name).collect::<Vec<_>>());
    assert!(written.iter().any(|(name, _)| name == "counters.pdf") && written.len() >= 4);
    window.get_by_label("Show");
}

#[test]
fn what_sandtable_did_not_write_is_kept_until_one_says_so() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let theirs = folder.path().join("counters.pdf");
    std::fs::write(&theirs, b"%PDF-1.4 of another program").expect("it can be written");
    let mut settings = Settings::default();
    settings.print.sheets = vec![Sheet::Counters];
    let mut window = window(1280.0, 800.0, settings);
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(3);
    into(&mut window, folder.path());
    press(&mut window, Key::Enter);
    assert!(app(&mut window).export.is_none(), "it does not begin");
    assert_eq!(std::fs::read(&theirs).expect("it is there"), b"%PDF-1.4 of another program");
    window.get_by_label("Write over it").click();
    window.run_steps(3);
    press(&mut window, Key::Enter);
    exported(&mut window);
    assert!(crate::disk::is_ours(&theirs).expect("it is there"));
}

#[test]
fn keys_turn_pages_walk_the_list_and_tick() {
    let mut window = window(1280.0, 800.0, Settings::default());
    let first = (app(&mut window).print.sheet, app(&mut window).print.page);
    assert_eq!(first, (Sheet::MapTiled, 0));
    press(&mut window, Key::PageDown);
    let pages = app(&mut window).print.proofs.made(Sheet::MapTiled).expect("it was made").drawing.pages.len();
    let second = (app(&mut window).print.sheet, app(&mut window).print.page);
    assert!(second == (Sheet::MapTiled, 1) || pages == 1, "{second:?}");
    press(&mut window, Key::ArrowDown);
    assert_eq!(app(&mut window).print.sheet, Sheet::Map, "the poster stands below");
    assert!(!app(&mut window).settings.print.is_ticked(Sheet::Map));
    press(&mut window, Key::Enter);
    assert!(app(&mut window).settings.print.is_ticked(Sheet::Map));
    press(&mut window, Key::Enter);
    assert!(!app(&mut window).settings.print.is_ticked(Sheet::Map));
    press(&mut window, Key::ArrowDown);
    assert_eq!(app(&mut window).print.sheet, Sheet::Counters);
    press(&mut window, Key::PageUp);
    assert_ne!(app(&mut window).print.sheet, Sheet::Counters, "the page before belongs to another sheet");
}

#[test]
fn the_page_that_is_seen_follows_the_choice_of_a_poster() {
    let mut window = window(1280.0, 800.0, Settings::default());
    assert_eq!(app(&mut window).print.sheet, Sheet::MapTiled);
    window.get_by_label("Poster").click();
    window.run_steps(3);
    assert_eq!((app(&mut window).print.sheet, app(&mut window).print.page), (Sheet::Map, 0));
    window.get_by_label("Tiled").click();
    window.run_steps(3);
    assert_eq!(app(&mut window).print.sheet, Sheet::MapTiled);
    app(&mut window).print.choose(Sheet::Counters, 0);
    window.get_by_label("Poster").click();
    window.run_steps(3);
    assert_eq!(app(&mut window).print.sheet, Sheet::Counters, "who looks at counters goes on doing so");
}

#[test]
fn a_length_that_cannot_be_is_refused_where_it_was_typed() {
    let mut window = window(1280.0, 800.0, Settings::default());
    window.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Hex").click();
    window.run_steps(4);
    window.event(egui::Event::Text("400".into()));
    window.run_steps(2);
    press(&mut window, Key::Enter);
    window.get_by_label("found 400 mm, expected 8 to 80 mm");
    assert!((app(&mut window).settings.print.hex - 20.0).abs() < 1e-9, "the old value is kept");
}

#[test]
fn a_typed_length_makes_the_sheets_anew() {
    let mut window = window(1280.0, 800.0, Settings::default());
    let size = |window: &mut Window<'_>| {
        let page = &app(window).print.proofs.made(Sheet::Map).expect("it was made").drawing.pages[0];
        (page.width, page.height)
    };
    let before = size(&mut window);
    window.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Hex").click();
    window.run_steps(4);
    window.event(egui::Event::Text("30".into()));
    window.run_steps(2);
    press(&mut window, Key::Enter);
    assert!(!app(&mut window).print.proofs.are_fresh() || size(&mut window) != before);
    wait(&mut window);
    let after = size(&mut window);
    assert!(after.0 > before.0 * 1.2, "{before:?} {after:?}");
}

#[test]
fn with_no_tick_nothing_is_exported_and_the_page_says_what_to_do() {
    let mut settings = Settings::default();
    settings.print.sheets.clear();
    let mut window = window(1280.0, 800.0, settings);
    assert!(window.get_all_by_label("Tick a sheet on the left.").next().is_some());
    window.get_by_label("Export…").click();
    window.run_steps(3);
    assert!(app(&mut window).dialog.is_none());
}

#[test]
fn a_page_is_painted_as_it_will_be_printed() {
    let mut window = window(1280.0, 800.0, Settings::default());
    let ctx = window.ctx.clone();
    app(&mut window).print.choose(Sheet::Counters, 0);
    for _ in 0..40 {
        window.run_steps(2);
        let shown = app(&mut window).print.proofs.shown(Sheet::Counters, 0);
        if shown.is_some_and(|shown| shown.whole.is_some()) {
            break;
        }
        app(&mut window).print.proofs.wait_for_a_picture(&ctx);
    }
    let id = {
        let shown = app(&mut window).print.proofs.shown(Sheet::Counters, 0).expect("it was wanted");
        shown.whole.as_ref().expect("it was painted").id
    };
    assert!(app(&mut window).print.proofs.is_current(&id));
    // The whole page, at the dots of the screen.
    let view = app(&mut window).print.view;
    let page =
        app(&mut window).print.proofs.made(Sheet::Counters).expect("it was made").drawing.pages[0].clone();
    let expected = page.height * f64::from(view.scale * ctx.pixels_per_point());
    assert!((f64::from(id.part[3]) - expected).abs() <= 2.0, "{:?} for {expected} pixels", id.part);
}

#[test]
fn nothing_reaches_out_of_a_window_of_any_width() {
    for (width, height, scale) in [
        (1920.0, 1080.0, 100),
        (1280.0, 800.0, 80),
        (1280.0, 800.0, 100),
        (920.0, 700.0, 100),
        (1280.0, 800.0, 200),
    ] {
        let mut window = window(width, height, Settings { scale, ..Settings::default() });
        window.run_steps(4);
        let screen = window.ctx.content_rect();
        let page = app(&mut window).print.view.rect.expect("the page was shown");
        assert!(
            screen.contains_rect(page) && page.width() > 150.0,
            "{width} at {scale} %: {page:?} in {screen:?}"
        );
        assert_eq!(app(&mut window).workspace, Workspace::Print);
    }
}

#[test]
fn a_narrow_window_shows_list_page_and_settings_in_turn() {
    let mut window = window(700.0, 600.0, Settings::default());
    window.get_by_label("Settings").click();
    window.run_steps(4);
    window.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Hex");
    window.get_by_label("Sheets").click();
    window.run_steps(4);
    window.get_by_label("Print Counters").click();
    window.run_steps(3);
    assert!(!app(&mut window).settings.print.is_ticked(Sheet::Counters));
}
