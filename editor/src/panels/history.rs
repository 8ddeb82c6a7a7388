//! The history: what a person did, the newest first; a click goes there.

use egui::{ScrollArea, Ui};
use engine::game::Game;
use engine::scenario::History;

use crate::command::Command;
use crate::theme::space;
use crate::widgets::{Row, head};

/// The icon of a step by its words.
fn icon_of(step: &str) -> &'static str {
    if step.starts_with("Paint") {
        "brush"
    } else if step.contains("hexside") {
        "hexside"
    } else if step.starts_with("Move") || step.starts_with("Add") || step.starts_with("Remove") {
        "piece"
    } else {
        "history"
    }
}

/// The step with the names that people read in place of the ids of kinds: a piece without a name of its own is
/// known to the files by its kind's id.
fn readable(step: &str, game: &dyn Game) -> String {
    let kinds = game.pieces();
    let mut words = step.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for word in &mut words {
        let plain = word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        if let Some(kind) = kinds.iter().find(|kind| kind.id == *word || kind.id == plain) {
            *word = kind.name.clone();
        }
    }
    words.join(" ")
}

/// Lists the steps.
pub fn history_ui(ui: &mut Ui, history: &History, game: &dyn Game, commands: &mut Vec<Command>) {
    let names: Vec<String> = history.names().map(|name| readable(&name, game)).collect();
    let remark = match names.len() {
        0 => String::new(),
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    };
    head(ui, "History", &remark, |_| {});
    ui.add_space(space::XS);
    ScrollArea::vertical().id_salt("history").max_height(168.0).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if let Some(undone) = history.redo_name().map(|name| readable(&name, game)) {
            let icon = Some(icon_of(&undone));
            let row = Row { text: &undone, icon, faint: true, right: "taken back", ..Row::default() };
            if row.show(ui).clicked() {
                commands.push(Command::Redo);
            }
        }
        for (index, name) in names.iter().enumerate().rev() {
            let newest = index + 1 == names.len();
            let row = Row { text: name, icon: Some(icon_of(name)), chosen: newest, ..Row::default() };
            if row.show(ui).clicked() {
                commands.push(Command::History(index + 1));
            }
        }
        let opened = Row { text: "Opened", icon: Some("open"), chosen: names.is_empty(), ..Row::default() };
        if opened.show(ui).clicked() {
            commands.push(Command::History(0));
        }
    });
    ui.add_space(space::S);
}
