//! Every state of the window, for people who do not see it or see it small: each widget that acts has a name, and
//! none lies beside the window.

use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;

use super::settings::Settings;
use super::{App, Workspace};
use crate::command::Command;
use crate::document::Document;
use crate::selection::Selection;
use crate::tools::Tool;

struct Slot {
    app: Option<App>,
    scale: u16,
}

fn sample() -> Document {
    let sample = crate::samples::by_name("@little_big_horn").expect("the sample is built in");
    let scenario = engine::scenario::load(&sample, "scenario.ron").value.expect("the sample loads");
    let game = rulesets::game(&scenario.game).expect("its game is shipped");
    Document::of(scenario, game)
}

fn window<'a>(scale: u16, with_document: bool) -> Harness<'a, Slot> {
    let mut harness = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(64).build_ui_state(
        move |ui, slot: &mut Slot| match &mut slot.app {
            Some(app) => app.frame(ui),
            None => {
                let settings = Settings { scale: slot.scale, ..Settings::default() };
                let mut app = App::new(ui.ctx(), settings);
                if with_document {
                    app.show(sample());
                }
                slot.app = Some(app);
            }
        },
        Slot { app: None, scale },
    );
    harness.run_steps(6);
    harness
}

fn ask(harness: &mut Harness<'_, Slot>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().app.as_mut().expect("made in the first frame").carry_out(command, &ctx);
    harness.run_steps(8);
}

/// What a person can do something with.
fn acts(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::SearchInput
            | Role::Link
            | Role::CheckBox
            | Role::RadioButton
            | Role::Slider
            | Role::SpinButton
            | Role::ComboBox
            | Role::ColorWell
            | Role::Tab
            | Role::MenuItem
            | Role::ListItem
            | Role::ListBoxOption
            | Role::TreeItem
            | Role::Canvas
    )
}

/// Every widget that acts in what is shown now: its name, role and box in points.
fn widgets(harness: &Harness<'_, Slot>) -> Vec<(String, Role, egui::Rect)> {
    let mut out = Vec::new();
    for node in harness.root().children_recursive() {
        let node = node.accesskit_node();
        if !acts(node.role()) || node.is_hidden() {
            continue;
        }
        let own = node.label().or_else(|| node.value()).unwrap_or_default().trim().to_owned();
        let by = node.labelled_by().filter_map(|label| label.value().or_else(|| label.label()));
        let name = if own.is_empty() { by.collect::<Vec<_>>().join(" ") } else { own };
        let Some(bounds) = node.bounding_box() else { continue };
        // The tree is in pixels of the screen.
        let scale = harness.ctx.pixels_per_point();
        let point = |x: f64, y: f64| egui::pos2(x as f32 / scale, y as f32 / scale);
        let rect = egui::Rect::from_min_max(point(bounds.x0, bounds.y0), point(bounds.x1, bounds.y1));
        out.push((name, node.role(), rect));
    }
    out
}

/// Fails on a widget without a name in what is shown now.
fn all_named(harness: &Harness<'_, Slot>, place: &str) {
    let widgets = widgets(harness);
    assert!(widgets.len() > 5, "{place}: only {} widgets", widgets.len());
    let nameless: Vec<_> = widgets.iter().filter(|(name, ..)| name.is_empty()).collect();
    assert!(nameless.is_empty(), "{place}: without a name: {nameless:?}");
}

#[test]
fn every_widget_of_every_workspace_and_tool_has_a_name() {
    let mut window = window(100, true);
    for workspace in Workspace::ALL {
        ask(&mut window, Command::Workspace(workspace));
        all_named(&window, workspace.name());
    }
    for tool in Tool::ALL {
        ask(&mut window, Command::Tool(tool));
        all_named(&window, tool.name());
    }
}

#[test]
fn every_widget_of_every_page_has_a_name() {
    let mut window = window(100, true);
    for (_, groups) in Command::menus() {
        for command in groups.into_iter().flatten() {
            // What leaves the document or the window is looked at elsewhere.
            if matches!(command, Command::Quit | Command::CloseDocument | Command::FullScreen) {
                continue;
            }
            ask(&mut window, command.clone());
            all_named(&window, &command.name());
            ask(&mut window, Command::Dismiss);
        }
    }
}

#[test]
fn every_widget_of_the_welcome_page_has_a_name() {
    let window = window(100, false);
    all_named(&window, "Welcome");
}

#[test]
fn no_widget_is_cut_off_at_the_right_at_any_scale() {
    for scale in [80, 100, 150, 200] {
        let mut window = window(scale, true);
        let screen = window.ctx.content_rect();
        let all_within = |window: &Harness<'_, Slot>, place: &str| {
            for (name, role, rect) in widgets(window) {
                // Lists scroll up and down; nothing scrolls sideways.
                let inside = rect.left() >= screen.left() - 1.0 && rect.right() <= screen.right() + 1.0;
                assert!(inside, "{place} at {scale} %: {name:?} {role:?} {rect:?}");
            }
        };
        for workspace in Workspace::ALL {
            ask(&mut window, Command::Workspace(workspace));
            all_within(&window, workspace.name());
        }
        ask(&mut window, Command::Workspace(Workspace::Map));
        let middle = sample().scenario().map.grid.at(5, 5);
        // The stamp with nothing to set down, and with something.
        for copied in [false, true] {
            if copied {
                ask(&mut window, Command::Choose(Selection::hex(middle)));
                ask(&mut window, Command::Copy);
            }
            for tool in Tool::ALL {
                ask(&mut window, Command::Tool(tool));
                window.run_steps(4);
                all_within(&window, tool.name());
            }
        }
    }
}

#[test]
fn the_drawers_of_a_game_in_a_narrow_window_open_over_the_board_and_have_names() {
    use egui_kittest::kittest::Queryable as _;
    let mut window = window(200, true);
    ask(&mut window, Command::Workspace(Workspace::Play));
    window.run_steps(40);
    let screen = window.ctx.content_rect();
    for (drawer, shows) in [("Log", "Look at action 1"), ("Overview", "Overview of the board")] {
        assert!(window.query_by_label_contains(shows).is_none(), "{drawer} is closed");
        window.get_by_label(drawer).click();
        window.run_steps(4);
        assert!(window.query_all_by_label_contains(shows).next().is_some(), "{drawer} is open");
        all_named(&window, drawer);
        for (name, role, rect) in widgets(&window) {
            let inside = rect.left() >= screen.left() - 1.0 && rect.right() <= screen.right() + 1.0;
            assert!(inside, "{drawer}: {name:?} {role:?} {rect:?}");
        }
        window.key_press(egui::Key::Escape);
        window.run_steps(4);
        assert!(window.query_by_label_contains(shows).is_none(), "Esc closes {drawer}");
    }
}
