//! Pages and questions over everything: recovery, closing, saving over mistakes, keys, about.

use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui, vec2};

use crate::command::{Closing, Command, Recover};
use crate::document::Recovery;
use crate::icons::icon;
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, Row, hint, text};

/// After a crash: what would be won, and the choice. The file is untouched until one saves.
pub fn recovery_ui(ui: &mut Ui, recovery: &Recovery, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0.0, t.bg_canvas);
    let size = vec2(720.0_f32.min(full.width() - 16.0), 520.0_f32.min(full.height() - 16.0));
    let page = egui::Rect::from_center_size(full.center(), size);
    ui.painter().rect_filled(page, 8.0, t.bg_app);
    let mut ui = ui.new_child(
        egui::UiBuilder::new().max_rect(page.shrink2(vec2(32.0, 24.0))).layout(Layout::top_down(Align::Min)),
    );
    let ui = &mut ui;
    let edits = match recovery.applied {
        1 => "the edit".to_owned(),
        n => format!("the {n} edits"),
    };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::hover());
        icon(ui.painter(), "history", rect, t.accent);
        ui.add_space(space::S);
        ui.vertical(|ui| {
            text(ui, "Your work is still here", named("title"), t.text);
            let name = recovery.saved.name();
            ui.add(
                Label::new(
                    RichText::new(format!(
                        "Sandtable stopped before “{name}” was saved. The file itself is untouched."
                    ))
                    .color(t.text_2),
                )
                .wrap(),
            );
        });
    });
    ui.add_space(space::L);
    text(
        ui,
        format!("What {edits} {}", if recovery.applied == 1 { "does" } else { "do" }),
        TextStyle::Heading,
        t.text,
    );
    ui.add_space(space::XS);
    let room = (ui.available_height() - 74.0).max(60.0);
    ScrollArea::vertical().max_height(room).min_scrolled_height(room).auto_shrink([false, false]).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for step in &recovery.steps {
                Row { text: &step.words, icon: Some("history"), ..Row::default() }.show(ui);
            }
            for remark in &recovery.remarks {
                ui.add_space(space::XS);
                ui.horizontal_top(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                    icon(ui.painter(), "warning", rect, t.warning);
                    ui.add(Label::new(RichText::new(remark).color(t.text)).wrap());
                });
            }
        },
    );
    let y = ui.cursor().top();
    ui.painter().hline(page.x_range(), y, Stroke::new(1.0, t.line_soft));
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        if Button::filled(&format!("Open with {edits}")).icon("ok").key("Enter").show(ui).clicked() {
            commands.push(Command::Recover(Recover::WithEdits));
        }
        if Button::new("Open as saved").least(0.0, 30.0).show(ui).clicked() {
            commands.push(Command::Recover(Recover::AsSaved));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if Button::ghost("Decide later").show(ui).clicked() {
                commands.push(Command::Recover(Recover::Later));
            }
        });
    });
    hint(ui, "The edits are kept until you choose; those that you drop are put aside beside the file.");
}

/// *Save changes to "Greasy Grass"?*
pub fn closing_ui(ui: &mut Ui, name: &str, can_save: bool, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(420.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    ui.add(
        Label::new(
            RichText::new(format!("Save changes to “{name}”?")).text_style(TextStyle::Heading).color(t.text),
        )
        .wrap(),
    );
    ui.add_space(space::XS);
    ui.add(
        Label::new(
            RichText::new("What you do not save is put aside beside the file, not lost.").color(t.text_2),
        )
        .wrap(),
    );
    ui.add_space(space::L);
    ui.horizontal(|ui| {
        let label = if can_save { "Save" } else { "Save as…" };
        if Button::filled(label).key("Enter").show(ui).clicked() {
            commands.push(Command::Closing(Closing::Save));
        }
        if Button::danger("Don't save").least(0.0, 30.0).show(ui).clicked() {
            commands.push(Command::Closing(Closing::Discard));
        }
        if Button::new("Cancel").least(0.0, 30.0).key("Esc").show(ui).clicked() {
            commands.push(Command::Closing(Closing::Cancel));
        }
    });
}

/// Saving would lose something that a person wrote.
pub fn ask_save_ui(ui: &mut Ui, reasons: &[String], commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(460.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    text(ui, "Save over it?", TextStyle::Heading, t.text);
    ui.add_space(space::XS);
    for reason in reasons {
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            icon(ui.painter(), "warning", rect, t.warning);
            ui.add(Label::new(RichText::new(format!("{reason}.")).color(t.text)).wrap());
        });
    }
    ui.add_space(space::L);
    ui.horizontal(|ui| {
        if Button::filled("Save over it").show(ui).clicked() {
            commands.push(Command::SaveOverErrors);
        }
        if Button::new("Save as…").least(0.0, 30.0).show(ui).clicked() {
            commands.push(Command::SaveAs);
        }
        if Button::new("Cancel").least(0.0, 30.0).key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
    });
}

/// Every key and what it does.
pub fn keys_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(460.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    text(ui, "Keys", named("title"), t.text);
    ui.add_space(space::S);
    ScrollArea::vertical().max_height((ui.ctx().content_rect().height() * 0.6).max(120.0)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut seen = Vec::new();
        for (menu, groups) in Command::menus() {
            for command in groups.into_iter().flatten() {
                let key = command.shortcut();
                if key.is_empty() || seen.contains(&command) {
                    continue;
                }
                Row { text: &command.name(), right: menu, key: &key, ..Row::default() }.show(ui);
                seen.push(command);
            }
        }
        for (what, key) in [
            ("Smaller or larger brush", "[ ]"),
            ("Swatch of the tool", "1 … 9"),
            ("Move the cursor over the map", "Arrows"),
            ("Paint at the cursor, do the filled button", "Enter"),
            ("Drop the stroke, the pick, the selection", "Esc"),
            ("Remove the chosen piece", "Del"),
            ("Pan", "Space + drag"),
        ] {
            Row { text: what, key, ..Row::default() }.show(ui);
        }
    });
    ui.add_space(space::M);
    if Button::new("Close").key("Esc").show(ui).clicked() {
        commands.push(Command::Dismiss);
    }
}

/// What the program is.
pub fn about_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(380.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    text(ui, "Sandtable", named("title"), t.text);
    text(ui, concat!("Version ", env!("CARGO_PKG_VERSION")), TextStyle::Body, t.text_2);
    ui.add_space(space::S);
    ui.add(Label::new(RichText::new("A scenario editor and digital rulebook toolkit for wargames. Program under MIT or Apache-2.0; the fonts Noto Sans and Libertinus Serif under the SIL Open Font Licence.").color(t.text)).wrap());
    ui.add_space(space::M);
    if Button::new("Close").key("Esc").show(ui).clicked() {
        commands.push(Command::Dismiss);
    }
}

/// A message that has to be read.
pub fn message_ui(ui: &mut Ui, title: &str, words: &str, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(420.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
        icon(ui.painter(), "error", rect, t.error);
        ui.vertical(|ui| {
            text(ui, title, TextStyle::Heading, t.text);
            ui.add(Label::new(RichText::new(words).color(t.text)).selectable(true).wrap());
        });
    });
    ui.add_space(space::M);
    if Button::new("Close").key("Esc").show(ui).clicked() {
        commands.push(Command::Dismiss);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn the_question_on_closing_has_three_answers() {
        let mut harness = crate::widgets::harness(
            |ui, commands: &mut Vec<Command>| closing_ui(ui, "Greasy Grass", true, commands),
            Vec::new(),
        );
        harness.run();
        for label in ["Save", "Don't save", "Cancel"] {
            harness.get_by_label(label).click();
            harness.run();
        }
        let answers = [Closing::Save, Closing::Discard, Closing::Cancel].map(Command::Closing);
        assert_eq!(harness.state(), &answers);
    }
}
