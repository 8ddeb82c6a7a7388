//! The strip at the left: the tools of the Map workspace; overlays, steps, branches and dice in Play.

use egui::{Response, Ui, vec2};

use crate::command::{Command, Overlay, Situation};
use crate::play::{Overlays, Play};
use crate::theme::{Tokens, named, size, space};
use crate::tools::Tool;
use crate::widgets::{Row, tool};

/// The height of a tool, with its space.
const STEP: f32 = size::TOOL + 2.0;
/// The height of the line between two groups.
const GAP: f32 = 9.0;
/// The space above the first tool.
const TOP: f32 = 6.0;

/// The tools that fit into a height; the others go behind *more*. The current one is always there.
fn fitting(height: f32, current: Tool) -> Vec<Tool> {
    let groups = f32::from(Tool::Measure.group());
    if TOP + STEP * Tool::ALL.len() as f32 + GAP * groups <= height {
        return Tool::ALL.to_vec();
    }
    let room = ((height - TOP) / STEP).floor().max(2.0) as usize;
    let mut shown: Vec<Tool> = Tool::ALL.into_iter().take(room - 1).collect();
    if !shown.contains(&current) {
        shown.pop();
        shown.push(current);
    }
    shown
}

/// Shows the tools, one below the other.
pub fn strip_ui(ui: &mut Ui, current: Tool, commands: &mut Vec<Command>) {
    let shown = fitting(ui.available_height(), current);
    let all = shown.len() == Tool::ALL.len();
    ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
    ui.add_space(TOP);
    let mut group = Tool::Select.group();
    for each in shown.iter().copied() {
        if each.group() != group && all {
            group = each.group();
            gap(ui);
        }
        let response = ui
            .vertical_centered(|ui| {
                tool(ui, each.name(), each.icon(), &Command::Tool(each).shortcut(), each == current)
            })
            .inner;
        if response.clicked() {
            commands.push(Command::Tool(each));
        }
        about(response, each.name(), &Command::Tool(each).shortcut(), each.about());
    }
    if all {
        return;
    }
    let more = ui.vertical_centered(|ui| tool(ui, "More tools", "more", "", false)).inner;
    egui::Popup::menu(&more).align(egui::RectAlign::RIGHT_END).show(|ui| {
        ui.set_width(190.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        for each in Tool::ALL.into_iter().filter(|tool| !shown.contains(tool)) {
            let key = Command::Tool(each).shortcut();
            if (Row { text: each.name(), icon: Some(each.icon()), key: &key, ..Row::default() })
                .show(ui)
                .clicked()
            {
                commands.push(Command::Tool(each));
                ui.close();
            }
        }
    });
}

/// The line between two groups.
fn gap(ui: &mut Ui) {
    let (gap, _) = ui.allocate_exact_size(vec2(ui.available_width(), GAP - 2.0), egui::Sense::hover());
    let ink = egui::Stroke::new(1.0, Tokens::of(ui).line_soft);
    ui.painter().hline(gap.shrink(10.0).x_range(), gap.center().y, ink);
}

/// Shows what can be laid over the board of a game, and the ways through the game.
pub fn play_strip_ui(
    ui: &mut Ui,
    play: &Play,
    overlays: Overlays,
    now: &Situation,
    commands: &mut Vec<Command>,
) {
    ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
    ui.add_space(TOP);
    let shown = |overlay: &Overlay| *overlay != Overlay::Control || now.has_control;
    for overlay in Overlay::ALL.into_iter().filter(shown) {
        let command = Command::Overlay(overlay);
        let (name, key) = (overlay.name(), command.shortcut());
        let button = |ui: &mut Ui| tool(ui, name, overlay.icon(), &key, overlays.has(overlay));
        let response = ui.vertical_centered(button).inner;
        if response.clicked() {
            commands.push(command);
        }
        about(response, name, &key, overlay.about());
    }
    gap(ui);
    for (command, words) in [
        (Command::StepBack, "Looks at the moment before; the game goes on from wherever one acts."),
        (Command::StepForward, "Looks at the next moment of the game."),
    ] {
        let (name, key, off) = (command.name(), command.shortcut(), command.off(now));
        let button = |ui: &mut Ui| {
            ui.add_enabled_ui(off.is_none(), |ui| tool(ui, &name, command.icon(), &key, false)).inner
        };
        let response = ui.vertical_centered(button).inner;
        if response.clicked() {
            commands.push(command);
        }
        match off {
            Some(reason) => {
                response.on_disabled_hover_text(reason);
            }
            None => about(response, &name, &key, words),
        }
    }
    let branches = play.branches();
    let name = "Branches";
    let button =
        |ui: &mut Ui| ui.add_enabled_ui(!branches.is_empty(), |ui| tool(ui, name, "branch", "", false)).inner;
    let response = ui.vertical_centered(button).inner;
    if branches.is_empty() {
        response.on_disabled_hover_text("No branch was left yet: step back and act, and one begins");
    } else {
        egui::Popup::menu(&response).align(egui::RectAlign::RIGHT_START).show(|ui| {
            ui.set_width(300.0);
            ui.spacing_mut().item_spacing.y = 0.0;
            small_head(ui, "Return to");
            egui::ScrollArea::vertical().max_height(9.5 * size::ROW).show(ui, |ui| {
                for (index, (begins, actions)) in branches.iter().enumerate() {
                    let detail = if *actions == 1 { "1 action".into() } else { format!("{actions} actions") };
                    if (Row { text: begins, right: &detail, ..Row::default() }).show(ui).clicked() {
                        commands.push(Command::Branch(index));
                        ui.close();
                    }
                }
            });
        });
        about(
            response,
            name,
            "",
            "Lists the ways that the game has left, each by the action it begins with.",
        );
    }
    gap(ui);
    let typed = play.types_dice();
    let response = ui.vertical_centered(|ui| tool(ui, "Dice", "dice", "", typed)).inner;
    egui::Popup::menu(&response).align(egui::RectAlign::RIGHT_START).show(|ui| {
        ui.set_width(230.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        for by_hand in [false, true] {
            let command = Command::TypeDice(by_hand);
            if (Row { text: &command.name(), chosen: typed == by_hand, ..Row::default() }).show(ui).clicked()
            {
                commands.push(command);
                ui.close();
            }
        }
    });
    let words = if typed { "People roll, and type in what they rolled." } else { "The program rolls." };
    about(response, "Dice", "", words);
}

fn small_head(ui: &mut Ui, words: &str) {
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        crate::widgets::hint(ui, words);
    });
}

/// Name, key at the right, one sentence.
fn about(response: Response, name: &str, key: &str, words: &str) {
    response.on_hover_ui(|ui| {
        ui.set_max_width(280.0);
        let t = Tokens::of(ui);
        ui.horizontal(|ui| {
            ui.label(egui::RichText::new(name).text_style(named("strong")));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(egui::RichText::new(key).color(t.text_3));
            });
        });
        ui.label(egui::RichText::new(words).color(t.text_2));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn every_tool_is_found_by_its_name() {
        let mut harness = crate::widgets::harness(
            |ui, commands: &mut Vec<Command>| strip_ui(ui, Tool::Select, commands),
            Vec::new(),
        );
        for each in Tool::ALL {
            harness.get_by_label(each.name()).click();
            harness.run();
        }
        assert_eq!(harness.state(), &Tool::ALL.map(Command::Tool));
    }

    #[test]
    fn a_low_strip_keeps_the_current_tool_and_what_fits() {
        // 1280 × 800, and the compact window of 640 × 400.
        assert_eq!(fitting(708.0, Tool::Select).len(), Tool::ALL.len());
        for tool in Tool::ALL {
            let shown = fitting(308.0, tool);
            assert!(shown.contains(&tool), "{tool:?}");
            assert!(TOP + STEP * (shown.len() + 1) as f32 <= 308.0, "{shown:?}");
        }
    }
}
