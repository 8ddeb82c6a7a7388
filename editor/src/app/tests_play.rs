//! The strip of a game: what lies over the board, steps, branches and dice.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use engine::ask::Control;

use super::tests::{Window, at, settle, window};
use crate::command::{Command, Overlay};
use crate::play::{Overlays, Play};

fn game<'a>() -> Window<'a> {
    let mut window = window();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num6);
    window.run_steps(40);
    window
}

fn play<'a>(window: &'a Window<'_>) -> &'a Play {
    window.state().play().expect("a game has begun")
}

fn ask(window: &mut Window<'_>, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().app.as_mut().expect("the window was made").carry_out(command, &ctx);
    settle(window);
}

/// Leads the next counter a hex farther in and sets it there.
fn move_one(window: &mut Window<'_>) {
    let before = play(window).moment();
    for key in [Key::Tab, Key::ArrowRight, Key::Enter] {
        window.key_press(key);
        settle(window);
    }
    assert_eq!(play(window).moment(), before + 1, "{:?}", play(window).refused);
}

#[test]
fn an_overlay_is_laid_and_taken_away_by_its_key_and_its_button() {
    let mut window = game();
    assert_eq!(window.state().game_ui.overlays, Overlays::default());
    for (key, overlay) in [(Key::F2, Overlay::Control), (Key::F4, Overlay::Reach), (Key::F6, Overlay::Sight)]
    {
        let before = window.state().game_ui.overlays.has(overlay);
        window.key_press(key);
        settle(&mut window);
        assert_eq!(window.state().game_ui.overlays.has(overlay), !before, "{overlay:?}");
        window.get_by_label(overlay.name()).click();
        settle(&mut window);
        assert_eq!(window.state().game_ui.overlays.has(overlay), before, "{overlay:?}");
    }
    // On the map the key is none of the game's.
    ask(&mut window, Command::Workspace(super::Workspace::Map));
    window.key_press(Key::F2);
    settle(&mut window);
    assert_eq!(window.state().game_ui.overlays, Overlays::default());
}

#[test]
fn a_side_controls_the_hexes_of_its_counters() {
    let mut window = game();
    move_one(&mut window);
    let play = play(&window);
    assert_eq!(play.control().len(), 2);
    let on_board = || play.scene().pieces.iter().filter_map(|piece| Some((piece.side, piece.at.hex()?)));
    assert!(on_board().any(|(side, _)| side.0 == 0) && on_board().any(|(side, _)| side.0 == 1));
    for (side, hex) in on_board() {
        assert!(play.control()[usize::from(side.0)].contains(&hex), "{side:?} {hex:?}");
    }
}

#[test]
fn sight_is_taken_from_the_hex_that_was_clicked_and_says_its_levels() {
    let mut window = game();
    window.key_press(Key::F6);
    settle(&mut window);
    assert!(window.state().game_ui.looks_for_a_place(window.state().play()));
    let (from, to) = (at(&window, "0512"), at(&window, "0516"));
    super::tests::click(&mut window, from);
    window.hover_at(to);
    settle(&mut window);
    assert!(window.query_by_label_contains("Levels along the line").is_some());
    window.key_press(Key::F6);
    settle(&mut window);
    assert!(window.query_by_label_contains("Levels along the line").is_none());
}

#[test]
fn a_branch_that_was_left_is_returned_to() {
    let mut window = game();
    move_one(&mut window);
    move_one(&mut window);
    let left = play(&window).moments();
    ask(&mut window, Command::Moment(left - 2));
    assert!(play(&window).branches().is_empty());
    ask(&mut window, Command::ComputerPhase);
    window.run_steps(60);
    let (begins, actions) = play(&window).branches().first().expect("what was left is a branch").clone();
    assert_eq!(actions, left);
    window.get_by_label("Branches").click();
    settle(&mut window);
    window.get_by_label(&begins).click();
    settle(&mut window);
    assert_eq!(play(&window).moments(), left);
    assert_eq!(play(&window).branches().len(), 1, "what was left for it is a branch now");
}

#[test]
fn a_die_that_is_typed_in_is_asked_for_and_taken() {
    let mut window = game();
    window.get_by_label("Dice").click();
    settle(&mut window);
    window.get_by_label("Dice typed in").click();
    settle(&mut window);
    assert!(play(&window).types_dice());
    let of_die = |window: &Window<'_>| {
        let controls = play(window).ask().map(|ask| ask.controls.clone()).unwrap_or_default();
        controls.iter().any(|control| matches!(control, Control::Die { .. }))
    };
    for _ in 0..40 {
        if of_die(&window) {
            break;
        }
        ask(&mut window, Command::ComputerPhase);
        window.run_steps(30);
    }
    assert!(of_die(&window), "the mobilization asks for a die: {:?}", play(&window).scene().phase);
    let before = play(&window).moments();
    window.get_by_label("3").click();
    window.run_steps(8);
    assert!(play(&window).moments() > before);
}

#[test]
fn what_ends_the_phase_stands_once_at_every_scale() {
    for scale in [100, 200] {
        let mut window = game();
        ask(&mut window, Command::Scale(scale));
        settle(&mut window);
        let (label, _) = play(&window).done().expect("movement can be ended");
        assert_eq!(window.get_all_by_label(&label).count(), 1, "{label} at {scale} %");
    }
}
