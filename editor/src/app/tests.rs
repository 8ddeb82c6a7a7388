//! The window as a person uses it: found by labels, driven by pointer and keys, without a graphics card.

use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use engine::hex::{Direction, HexSide, Layout};
use export::compose::map::FLAT;

use super::settings::Settings;
use super::{App, Workspace};
use crate::command::Command;
use crate::document::Document;
use crate::tools::{Tool, point};

pub(super) type Window<'a> = Harness<'a, Slot>;

/// The window, made in the first frame: only then is there a context to give fonts to.
pub(super) struct Slot {
    pub(super) app: Option<App>,
    settings: Settings,
    start: Box<dyn Fn(&mut App)>,
}

impl std::ops::Deref for Slot {
    type Target = App;
    fn deref(&self) -> &App {
        self.app.as_ref().expect("the window was made in the first frame")
    }
}

pub(super) fn opened<'a>(settings: Settings, start: impl Fn(&mut App) + 'static) -> Window<'a> {
    let slot = Slot { app: None, settings, start: Box::new(start) };
    let mut harness = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(64).build_ui_state(
        |ui, slot: &mut Slot| match &mut slot.app {
            Some(app) => app.frame(ui),
            None => {
                let mut app = App::new(ui.ctx(), slot.settings.clone());
                (slot.start)(&mut app);
                slot.app = Some(app);
            }
        },
        slot,
    );
    settle(&mut harness);
    harness
}

pub(super) fn sample() -> Document {
    let sample = crate::samples::by_name("@little_big_horn").expect("the sample is built in");
    let scenario = engine::scenario::load(&sample, "scenario.ron").value.expect("the sample loads");
    let game = rulesets::game(&scenario.game).expect("its game is shipped");
    Document::of(scenario, game)
}

/// A window with the sample open, 1280 × 800.
pub(super) fn window<'a>() -> Window<'a> {
    opened(Settings::default(), |app| app.show(sample()))
}

pub(super) fn settle(harness: &mut Window<'_>) {
    harness.run_steps(4);
}

/// Where a hex lies in the window.
pub(super) fn at(harness: &Window<'_>, label: &str) -> Pos2 {
    let app = harness.state();
    let grid = app.document().expect("a document is open").scenario().map.grid;
    let layout = Layout::new(&grid, FLAT);
    let hex = grid.parse(label).expect("it is on the board");
    let canvas = if app.workspace == Workspace::Play { &app.board } else { &app.map };
    canvas.view.screen(canvas.rect.expect("the canvas was shown"), point(layout.centre(hex)))
}

pub(super) fn drag(harness: &mut Window<'_>, way: &[Pos2]) {
    harness.hover_at(way[0]);
    settle(harness);
    harness.drag_at(way[0]);
    settle(harness);
    for pair in way.windows(2) {
        for part in 1..=4_u8 {
            harness.hover_at(pair[0] + (pair[1] - pair[0]) * (f32::from(part) / 4.0));
            harness.step();
        }
    }
    harness.drop_at(way[way.len() - 1]);
    settle(harness);
}

pub(super) fn click(harness: &mut Window<'_>, place: Pos2) {
    drag(harness, &[place, place]);
}

pub(super) fn terrain(harness: &Window<'_>, label: &str) -> String {
    let map = &harness.state().document().expect("a document is open").scenario().map;
    map.terrain(map.grid.parse(label).expect("it is on the board")).expect("it has a terrain").to_owned()
}

pub(super) fn steps(harness: &Window<'_>) -> Vec<String> {
    harness.state().document().expect("a document is open").history().names().collect()
}

#[test]
fn three_hexes_in_a_stroke_are_one_step_and_undo_takes_the_last_one_back() {
    let mut window = window();
    window.key_press(Key::B);
    settle(&mut window);
    window.key_press(Key::Num2);
    settle(&mut window);
    let way = [at(&window, "1015"), at(&window, "1016"), at(&window, "1017")];
    drag(&mut window, &way);
    let place = at(&window, "1420");
    click(&mut window, place);
    assert_eq!(steps(&window).len(), 2, "{:?}", steps(&window));
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(steps(&window), ["Paint forest on 3 hexes"]);
    assert!(["1015", "1016", "1017"].into_iter().all(|hex| terrain(&window, hex).contains("forest")));
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    settle(&mut window);
    assert_eq!(steps(&window).len(), 2);
}

#[test]
fn painting_what_is_there_makes_no_step_and_escape_drops_a_stroke() {
    let mut window = window();
    window.key_press(Key::B);
    settle(&mut window);
    let place = at(&window, "1015");
    click(&mut window, place);
    assert!(steps(&window).is_empty(), "plain on plain is no step");
    window.key_press(Key::Num2);
    settle(&mut window);
    window.hover_at(place);
    settle(&mut window);
    window.drag_at(place);
    settle(&mut window);
    window.key_press(Key::Escape);
    settle(&mut window);
    window.drop_at(place);
    settle(&mut window);
    assert!(steps(&window).is_empty(), "the stroke was dropped");
    assert!(!window.state().document().expect("it is open").history().is_dirty());
}

#[test]
fn a_click_near_a_side_puts_a_river_there() {
    let mut window = window();
    window.key_press(Key::E);
    settle(&mut window);
    let (place, side) = {
        let app = window.state();
        let grid = app.document().expect("it is open").scenario().map.grid;
        let side = HexSide::of(grid.parse("2315").expect("it is on the board"), Direction::N);
        let layout = Layout::new(&grid, FLAT);
        let middle = point(layout.side_middle(side));
        (app.map.view.screen(app.map.rect.expect("it was shown"), middle), side)
    };
    click(&mut window, place);
    let map = &window.state().document().expect("it is open").scenario().map;
    assert_eq!(map.side(side), Some("river"));
    assert_eq!(steps(&window), ["River on 1 hexside"]);
}

#[test]
fn closing_asks_if_something_is_not_saved() {
    let mut window = window();
    window.key_press(Key::B);
    window.run_steps(2);
    window.key_press(Key::Num2);
    settle(&mut window);
    let place = at(&window, "1015");
    click(&mut window, place);
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    settle(&mut window);
    window.get_by_label("Cancel").click();
    settle(&mut window);
    assert!(window.state().document().is_some());
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    settle(&mut window);
    window.get_by_label("Don't save").click();
    settle(&mut window);
    assert!(window.state().document().is_none());
    window.get_by_label("Sandtable");
}

#[test]
fn a_file_is_saved_changed_and_found_again_after_a_crash() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let path = folder.path().to_str().expect("its name is text").to_owned();
    let files = engine::scenario::save(sample().scenario());
    crate::disk::save_all(folder.path(), &files).expect("the folder can be written");
    let file = path.clone();
    let mut harness = opened(Settings::default(), move |app| app.open(&file));
    harness.key_press(Key::B);
    harness.run_steps(2);
    harness.key_press(Key::Num2);
    settle(&mut harness);
    let place = at(&harness, "1015");
    click(&mut harness, place);
    harness.get_by_label("Not saved, journalled");
    // The program dies here; nothing was saved.
    drop(harness);
    let file = path.clone();
    let mut again = opened(Settings::default(), move |app| app.open(&file));
    again.get_by_label("Open with the edit").click();
    settle(&mut again);
    assert!(terrain(&again, "1015").contains("forest"));
    again.key_press_modifiers(Modifiers::COMMAND, Key::S);
    settle(&mut again);
    again.get_by_label("Saved");
    let loaded = crate::disk::load(&path).expect("the folder is there");
    let map = loaded.checked.value.expect("it loads").map;
    let hex = map.grid.parse("1015").expect("it is on the board");
    assert!(map.terrain(hex).is_some_and(|id| id.contains("forest")));
}

#[test]
fn a_game_begins_with_a_question_and_the_computer_can_answer_it() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num6);
    settle(&mut window);
    for _ in 0..40 {
        window.step();
    }
    let before = window.state().play().expect("a game has begun").moments();
    assert!(window.state().play().expect("a game has begun").ask().is_some(), "the person is asked");
    window.get_by_label("Computer").click();
    for _ in 0..60 {
        window.step();
    }
    assert!(window.state().play().expect("it goes on").moments() > before);
    window.key_press(Key::Comma);
    settle(&mut window);
    let play = window.state().play().expect("it goes on");
    assert_eq!(play.moment() + 1, play.moments());
}

#[test]
fn a_refused_drop_says_why_and_its_rule_opens_the_book() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num6);
    for _ in 0..40 {
        window.step();
    }
    window.key_press(Key::Tab);
    settle(&mut window);
    assert!(window.state().play().expect("a game has begun").picked.is_some());
    let place = at(&window, "0512");
    click(&mut window, place);
    let play = window.state().play().expect("a game has begun");
    let (_, words) = play.refused.as_ref().expect("nobody enters in the west in turn 1");
    assert!(!words.sentence.is_empty() && !words.rule.is_empty());
    let book = window.state().document().expect("it is open").game().rulebook();
    let number = format!("Rule {}", book.cite(&words.rule));
    let link = window.get_all_by_label(&number).next().expect("the card has the rule as a link");
    link.click();
    settle(&mut window);
    assert!(window.state().book_open);
}

#[test]
fn the_palette_finds_a_command_by_three_letters() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::K);
    settle(&mut window);
    window.event(egui::Event::Text("hexs".into()));
    settle(&mut window);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(window.state().tools.tool, crate::tools::Tool::Hexside);
}

#[test]
fn every_workspace_can_be_shown_at_every_scale() {
    for scale in [80, 100, 150, 200] {
        for key in [Key::Num1, Key::Num5, Key::Num6] {
            let settings = Settings { scale, ..Settings::default() };
            let mut harness = opened(settings, |app| app.show(sample()));
            harness.key_press_modifiers(Modifiers::COMMAND, key);
            harness.run_steps(12);
            let screen = harness.ctx.content_rect();
            let canvas = harness.state().map.rect.expect("the map was shown");
            assert!(screen.contains_rect(canvas), "{scale} %: {canvas:?} in {screen:?}");
        }
    }
}

#[test]
fn every_button_has_a_name() {
    let mut window = window();
    for key in [Key::Num1, Key::Num5, Key::Num6] {
        window.key_press_modifiers(Modifiers::COMMAND, key);
        window.run_steps(12);
        let nameless = window
            .root()
            .children_recursive()
            .filter(|node| {
                let node = node.accesskit_node();
                let acts = matches!(
                    node.role(),
                    egui::accesskit::Role::Button
                        | egui::accesskit::Role::TextInput
                        | egui::accesskit::Role::Link
                        | egui::accesskit::Role::CheckBox
                );
                acts && node.label().is_none_or(|label| label.trim().is_empty())
                    && node.labelled_by().count() == 0
            })
            .count();
        assert_eq!(nameless, 0, "in {key:?}");
    }
}

#[test]
fn a_stroke_ends_where_the_button_was_released_even_in_a_slow_frame() {
    let mut window = window();
    window.key_press(Key::B);
    window.run_steps(2);
    window.key_press(Key::Num2);
    settle(&mut window);
    let [from, to, away] = ["1015", "1016", "2010"].map(|hex| at(&window, hex));
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.hover_at(from);
    settle(&mut window);
    let events = [
        button(from, true),
        egui::Event::PointerMoved(to),
        button(to, false),
        egui::Event::PointerMoved(away),
    ];
    for event in events {
        window.input_mut().events.push(event);
    }
    window.step();
    settle(&mut window);
    assert_eq!(steps(&window), ["Paint forest on 2 hexes"]);
}

#[test]
fn undo_in_the_frame_of_a_click_takes_that_click_back() {
    let mut window = window();
    window.key_press(Key::B);
    window.run_steps(2);
    window.key_press(Key::Num2);
    settle(&mut window);
    let [first, second] = ["1015", "1520"].map(|hex| at(&window, hex));
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let undo = || egui::Event::Key {
        key: Key::Z,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    };
    click(&mut window, first);
    assert_eq!(steps(&window).len(), 1);
    window.hover_at(second);
    settle(&mut window);
    // All of it comes in one slow frame.
    window.input_mut().events.extend([button(second, true), button(second, false), undo()]);
    window.step();
    settle(&mut window);
    assert!(terrain(&window, "1015").contains("forest") && !terrain(&window, "1520").contains("forest"));
    // Two presses of a key count twice.
    click(&mut window, second);
    window.input_mut().events.extend([undo(), undo()]);
    window.step();
    settle(&mut window);
    assert!(!terrain(&window, "1015").contains("forest") && !terrain(&window, "1520").contains("forest"));
}

#[test]
fn keys_of_one_slow_frame_keep_their_order() {
    let mut window = window();
    let hex = at(&window, "1520");
    window.key_press(Key::B);
    window.run_steps(2);
    window.key_press(Key::Num2);
    settle(&mut window);
    click(&mut window, hex);
    let key = |key, modifiers| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    let shift = Modifiers::COMMAND | Modifiers::SHIFT;
    // Redo is possible only after the undo before it, and the last undo comes after it.
    let keys = [(Key::Z, Modifiers::COMMAND), (Key::Z, shift), (Key::Z, Modifiers::COMMAND)];
    window.input_mut().events.extend(keys.map(|(pressed, modifiers)| key(pressed, modifiers)));
    window.step();
    settle(&mut window);
    assert!(!terrain(&window, "1520").contains("forest"));
}

/// A game as it waits for the person.
fn game<'a>() -> Window<'a> {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num6);
    window.run_steps(40);
    window
}

#[test]
fn a_click_on_a_row_picks_its_counter_and_keeps_it() {
    let mut window = game();
    window.get_by_label("7th Cavalry B").click();
    settle(&mut window);
    let play = window.state().play().expect("a game has begun");
    let picked = play.picked.expect("the click picked it");
    let name = &play.scene().pieces.iter().find(|piece| piece.piece == picked).expect("it is there").name;
    assert_eq!(name, "7th Cavalry B");
}

#[test]
fn a_counter_is_led_and_set_by_keys_alone() {
    let mut window = game();
    let before = window.state().play().expect("a game has begun").moments();
    for key in [Key::Tab, Key::ArrowRight, Key::ArrowRight, Key::Enter] {
        window.key_press(key);
        settle(&mut window);
    }
    let play = window.state().play().expect("it goes on");
    assert!(play.refused.is_none(), "{:?}", play.refused);
    assert_eq!(play.moments(), before + 1);
}

#[test]
fn a_step_into_the_other_persons_phase_shows_a_cover_first() {
    use crate::command::{Command, Player};
    let mut window = game();
    let ctx = window.ctx.clone();
    let app = window.state_mut().app.as_mut().expect("the window was made");
    app.carry_out(Command::Players(1, Player::Person), &ctx);
    app.carry_out(Command::Moment(0), &ctx);
    settle(&mut window);
    // The camp is set up by the Indian player, who alone knows where his tribes wait.
    assert!(window.state().play().expect("it goes on").cover().is_some());
    assert!(window.query_by_label("Indian player: take the screen").is_some());
}

#[test]
fn enter_in_the_books_search_opens_the_best_section() {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num5);
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::F);
    settle(&mut window);
    window.event(egui::Event::Text("ford".into()));
    settle(&mut window);
    window.key_press(Key::Enter);
    settle(&mut window);
    let state = window.state();
    let book = state.document().expect("it is open").game().rulebook();
    assert_eq!(book.sections[state.book.section].title, "River and fords");
}

#[test]
fn tab_completes_a_path_and_the_keyboard_stays_in_the_field() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    std::fs::create_dir(folder.path().join("valley")).expect("the folder can be written");
    let mut window = opened(Settings::default(), |_| {});
    window.key_press_modifiers(Modifiers::COMMAND, Key::O);
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    settle(&mut window);
    // Typed and completed in one frame, as on a slow machine.
    window.event(egui::Event::Text(format!("{}/val", folder.path().display())));
    window.key_press(Key::Tab);
    settle(&mut window);
    window.event(egui::Event::Text("x".into()));
    settle(&mut window);
    let Some(super::Dialog::Path(page)) = &window.state().dialog else { panic!("the page is open") };
    assert!(page.path.ends_with("/valley/x"), "{}", page.path);
}

#[test]
fn a_fitted_board_stays_fitted_when_the_book_opens_beside_it() {
    let mut window = game();
    window.key_press(Key::F1);
    window.run_steps(8);
    assert!(window.state().book_open);
    let canvas = window.state().board.rect.expect("the canvas was shown");
    for corner in ["0101", "3022"] {
        assert!(canvas.contains(at(&window, corner)), "{corner}");
    }
}

#[test]
fn a_new_game_keeps_who_plays_which_side() {
    use crate::command::{Command, Player};
    let mut window = game();
    let ctx = window.ctx.clone();
    let app = window.state_mut().app.as_mut().expect("the window was made");
    app.carry_out(Command::Players(1, Player::Person), &ctx);
    app.carry_out(Command::NewGame, &ctx);
    window.run_steps(20);
    let play = window.state().play().expect("a game has begun");
    assert_eq!(play.players, [Player::Person, Player::Person]);
    assert_eq!(play.moments(), 0, "the Indian player sets up his camp himself");
    assert!(play.ask().is_some());
}

#[test]
fn keys_that_come_in_one_frame_are_taken_in_turn() {
    let mut window = window();
    window.event(egui::Event::Key {
        key: Key::B,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    window.event(egui::Event::Key {
        key: Key::Num2,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    settle(&mut window);
    let tools = &window.state().tools;
    assert_eq!((tools.tool, tools.terrain), (crate::tools::Tool::Brush, 1));
}

#[test]
fn a_key_is_bound_again_after_its_clash_was_shown() {
    let mut window = window();
    let ctx = window.ctx.clone();
    let app = window.state_mut().app.as_mut().expect("the window was made");
    app.carry_out(Command::Keys, &ctx);
    settle(&mut window);
    window.get_by_label("Find a command").focus();
    settle(&mut window);
    window.event(egui::Event::Text("eras".into()));
    settle(&mut window);
    window.get_all_by_label_contains("Eraser").last().expect("its row is there").click();
    settle(&mut window);
    // A key that is fixed is refused with its reason, one of another command is offered.
    window.key_press(Key::Num3);
    settle(&mut window);
    window.get_by_label("3 cannot be bound: digits choose swatches. Press another.");
    window.key_press(Key::B);
    settle(&mut window);
    window.get_by_label("B is the key of Terrain brush.");
    window.get_by_label("Give it to Eraser").click();
    settle(&mut window);
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.state().dialog.is_none());
    window.key_press(Key::B);
    settle(&mut window);
    assert_eq!(window.state().tools.tool, Tool::Eraser);
    assert_eq!(Command::Tool(Tool::Brush).shortcut(), "");
    // It is kept between starts.
    let app = window.state().app.as_ref().expect("the window was made");
    let keys = &app.settings.keys;
    assert!(keys.is_own(&Command::Tool(Tool::Eraser)));
    assert_eq!(crate::keys::Keys::from_json(&keys.to_json()), *keys);
}

#[test]
fn the_palette_is_as_high_as_before_when_it_is_opened_again() {
    let mut window = window();
    let height = |window: &mut Window<'_>, words: &str| {
        window.key_press_modifiers(Modifiers::COMMAND, Key::K);
        settle(window);
        window.event(egui::Event::Text(words.into()));
        settle(window);
        let area = window.ctx.memory(|memory| memory.area_rect(egui::Id::unique("finder")));
        window.key_press(Key::Escape);
        settle(window);
        area.expect("it is open").height()
    };
    let whole = height(&mut window, "a");
    let short = height(&mut window, "map size");
    assert!(short < 150.0 && whole > 400.0, "{short}, {whole}");
    assert_eq!(height(&mut window, "a"), whole);
}

#[test]
fn what_is_typed_behind_the_key_of_the_palette_is_meant_for_it_however_slow_the_frame() {
    let mut window = window();
    let key = |key, modifiers| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    };
    let typed = |letter: &str, of| [key(of, Modifiers::NONE), egui::Event::Text(letter.into())];
    let events = &mut window.input_mut().events;
    events.push(key(Key::K, Modifiers::COMMAND));
    for (letter, of) in [("f", Key::F), ("i", Key::I), ("t", Key::T), (" ", Key::Space), ("m", Key::M)] {
        events.extend(typed(letter, of));
    }
    window.step();
    // The rest comes while the palette is being opened.
    window.input_mut().events.extend(typed("a", Key::A));
    window.step();
    window.input_mut().events.extend(typed("p", Key::P));
    settle(&mut window);
    settle(&mut window);
    let app = window.state().app.as_ref().expect("the window was made");
    let Some(super::Dialog::Finder(state)) = &app.dialog else { panic!("the palette is not open") };
    assert_eq!(state.words, "fit map");
    assert_eq!(app.tools.tool, Tool::Select);
}

#[test]
fn what_is_typed_after_a_tab_waits_for_the_field_that_it_is_meant_for() {
    let key = |key, pressed| egui::Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    let text = |text: &str| egui::Event::Text(text.to_owned());
    let all = vec![
        text("20"),
        key(egui::Key::Tab, true),
        key(egui::Key::Tab, false),
        text("1"),
        text("5"),
        key(egui::Key::Tab, true),
        text("3"),
    ];
    let mut now = all.clone();
    let mut later = super::after_tab(&mut now);
    assert_eq!((&now[..], &later[..]), (&all[..3], &all[3..]));
    let last = super::after_tab(&mut later);
    assert_eq!((&later[..], &last[..]), (&all[3..6], &all[6..]));
    assert_eq!(super::after_tab(&mut vec![text("20")]), []);
}
