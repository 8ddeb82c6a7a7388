//! Pages and questions over everything: recovery, closing, saving over mistakes, keys, about.

use egui::{Align, Key, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui, pos2, vec2};

use super::versions::Shown;
use crate::clock;
use crate::command::{Closing, Command, Recover, ThemeChoice};
use crate::crash::Crash;
use crate::document::{Recovery, differ};
use crate::icons::icon;
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, Row, hint, segments, text};

/// What the recovery page remembers between frames.
pub struct RecoveryState {
    /// With the edits, and as saved.
    shown: [Shown; 2],
    as_saved: bool,
    side_by_side: bool,
}

impl RecoveryState {
    pub fn new(recovery: &Recovery) -> Self {
        let saved = recovery.saved.scenario();
        let marks = differ::marks(saved, &recovery.with_edits);
        let with_edits = Shown::new(recovery.with_edits.clone(), marks.clone(), true);
        // The place of what differs can be shown on the saved map only if it has the same hexes.
        let same = saved.map.grid == recovery.with_edits.map.grid;
        let saved = Shown::new(saved.clone(), if same { marks } else { differ::Marks::default() }, false);
        Self { shown: [with_edits, saved], as_saved: false, side_by_side: false }
    }

    /// What the filled button does.
    pub fn answer(&self) -> Recover {
        if self.as_saved { Recover::AsSaved } else { Recover::WithEdits }
    }
}

/// The icon of an edit by its words.
fn icon_of(step: &str) -> &'static str {
    const ICONS: [(&str, &str); 9] = [
        ("hexside", "hexside"),
        ("Paint", "brush"),
        ("Repaint", "brush"),
        ("level", "level"),
        ("label", "label"),
        ("road", "road"),
        ("Move", "piece"),
        ("Add", "piece"),
        ("Remove", "piece"),
    ];
    ICONS.iter().find(|(word, _)| step.contains(word)).map_or("history", |(_, icon)| icon)
}

/// After a crash: both states as pictures, what would be won, and the choice. The file is untouched until one
/// saves.
pub fn recovery_ui(ui: &mut Ui, recovery: &Recovery, state: &mut RecoveryState, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0.0, t.bg_canvas);
    let most = if state.side_by_side { full.size() } else { vec2(860.0, 640.0) };
    let size = vec2(most.x.min(full.width() - 16.0), most.y.min(full.height() - 48.0));
    let page = Rect::from_center_size(full.center() - vec2(0.0, 2.0), size);
    ui.painter().rect_filled(page, 8.0, t.bg_app);
    let days = crate::document::journal::DAYS;
    ui.painter().text(
        pos2(full.center().x, page.bottom() + 6.0),
        egui::Align2::CENTER_TOP,
        format!("The edits are kept until you choose, and for {days} days after."),
        crate::widgets::small(ui),
        t.text_2,
    );
    let compact = page.width() < 700.0;
    let inner = page.shrink2(if compact { vec2(16.0, 12.0) } else { vec2(32.0, 20.0) });
    let (left, right, down, up) = ui.input_mut(|input| {
        let mut key = |key| input.consume_key(egui::Modifiers::NONE, key);
        (key(Key::ArrowLeft), key(Key::ArrowRight), key(Key::ArrowDown), key(Key::ArrowUp))
    });
    if right || down {
        state.as_saved = true;
    }
    if left || up {
        state.as_saved = false;
    }
    let foot = 52.0;
    let body = Rect::from_min_max(inner.min, pos2(inner.right(), inner.bottom() - foot - 8.0));
    let mut upper = ui.new_child(egui::UiBuilder::new().max_rect(body).layout(Layout::top_down(Align::Min)));
    ScrollArea::vertical().id_salt("recovery").auto_shrink([false, false]).show(&mut upper, |ui| {
        recovery_head_ui(ui, recovery);
        ui.add_space(if compact { space::M } else { space::XL });
        states_ui(ui, recovery, state, body, compact);
        if !state.side_by_side {
            ui.add_space(space::L);
            edits_ui(ui, recovery);
        }
    });
    let y = inner.bottom() - foot;
    ui.painter().hline(page.x_range(), y, Stroke::new(1.0, t.line_soft));
    let lower = Rect::from_min_max(pos2(inner.left(), y + 4.0), inner.max + vec2(0.0, 8.0));
    let mut lower =
        ui.new_child(egui::UiBuilder::new().max_rect(lower).layout(Layout::left_to_right(Align::Center)));
    recovery_foot_ui(&mut lower, recovery, state, compact, commands);
}

fn recovery_head_ui(ui: &mut Ui, recovery: &Recovery) {
    let t = Tokens::of(ui);
    let last = recovery.last_edit();
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(30.0, 40.0), Sense::hover());
        icon(ui.painter(), "history", Rect::from_center_size(rect.center(), vec2(28.0, 28.0)), t.accent);
        ui.add_space(space::S);
        ui.vertical(|ui| {
            let title = match last.map(clock::when).as_deref() {
                None | Some("just now") => "Your work is still here".to_owned(),
                Some("yesterday") => "Your work of yesterday is still here".to_owned(),
                Some(when) => format!("Your work of {when} is still here"),
            };
            text(ui, title, named("title"), t.text);
            let name = &recovery.saved.scenario().title;
            let at = last.map_or_else(String::new, |time| format!(" at {}", clock::minute(time)));
            let file = if recovery.is_new() {
                "It has no file yet"
            } else if recovery.saved.has_place() {
                "The file itself is untouched"
            } else {
                "The sample itself is untouched"
            };
            let words = format!("Sandtable stopped{at} before “{name}” was saved. {file}.");
            ui.add(Label::new(RichText::new(words).color(t.text_2)).wrap());
        });
    });
}

/// *the 14 edits*
fn the_edits(recovery: &Recovery) -> String {
    match recovery.applied {
        1 => "the edit".to_owned(),
        n => format!("the {n} edits"),
    }
}

/// Both states as cards, of which one is chosen.
fn states_ui(ui: &mut Ui, recovery: &Recovery, state: &mut RecoveryState, body: Rect, compact: bool) {
    let t = Tokens::of(ui);
    let gap = if compact { space::M } else { space::XL };
    let width = ((ui.available_width() - gap) / 2.0).floor();
    let height = if state.side_by_side {
        (body.height() - 150.0).max(120.0)
    } else {
        ((width - 24.0) * 0.558).min(body.height() * 0.55).max(70.0)
    };
    let last =
        recovery.last_edit().map_or_else(String::new, |time| format!("last edit {}", clock::second(time)));
    let saved = match recovery.saved_at {
        Some(time) if clock::is_older(time, 1) => format!("{}, the file on disk", clock::day(time)),
        Some(time) => format!("{}, the file on disk", clock::second(time)),
        None if recovery.is_new() => "as it was begun".to_owned(),
        None => "the sample".to_owned(),
    };
    let first = format!("With {}", the_edits(recovery));
    let second = if recovery.is_new() { "As begun" } else { "As saved" };
    let cards = [(first.as_str(), last), (second, saved)];
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (place, (name, about)) in cards.into_iter().enumerate() {
            let chosen = state.as_saved == (place == 1);
            let (rect, response) = ui.allocate_exact_size(vec2(width, height + 58.0), Sense::click());
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, name));
            if response.clicked() {
                state.as_saved = place == 1;
            }
            let ground = if chosen { t.bg_input } else { t.bg_app };
            let edge = if chosen { Stroke::new(2.0, t.accent) } else { Stroke::new(1.0, t.line_strong) };
            ui.painter().rect(rect, 6.0, ground, edge, egui::StrokeKind::Inside);
            crate::widgets::focus_ring(ui, &response);
            let y = rect.top() + 23.0;
            let centre = pos2(rect.left() + 24.0, y);
            ui.painter().circle_stroke(
                centre,
                7.5,
                Stroke::new(1.5, if chosen { t.accent } else { t.line_strong }),
            );
            if chosen {
                ui.painter().circle_filled(centre, 4.0, t.accent);
            }
            let font = crate::widgets::font(ui, &TextStyle::Heading);
            let title = crate::widgets::line(
                ui.painter(),
                pos2(rect.left() + 42.0, y),
                width - 50.0,
                name,
                font,
                t.text,
            );
            let room = rect.right() - title.right() - 24.0;
            let small = crate::widgets::small(ui);
            let about = ui.painter().layout_no_wrap(about, small, t.text_2);
            if about.size().x <= room {
                let at = pos2(rect.right() - 12.0 - about.size().x, y - about.size().y / 2.0);
                ui.painter().galley(at, about, t.text_2);
            }
            let picture = Rect::from_min_max(rect.min + vec2(12.0, 46.0), rect.max - vec2(12.0, 12.0));
            state.shown[place].show(ui, picture);
        }
    });
}

/// What the edits do, with their times.
fn edits_ui(ui: &mut Ui, recovery: &Recovery) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        let does = if recovery.applied == 1 { "does" } else { "do" };
        text(ui, format!("What {} {does}", the_edits(recovery)), TextStyle::Heading, t.text);
        if recovery.remarks.is_empty() && !recovery.is_new() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                text(ui, "nothing on disk is newer", TextStyle::Small, t.ok);
            });
        }
    });
    ui.add_space(space::XS);
    for remark in &recovery.remarks {
        ui.horizontal_top(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            icon(ui.painter(), "warning", rect, t.warning);
            ui.add(Label::new(RichText::new(remark).color(t.text)).wrap());
        });
        ui.add_space(space::XS);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    // Whoever wants to read more than these opens it and looks into the history.
    for step in recovery.steps.iter().take(200) {
        let time = step.time.map_or_else(String::new, clock::minute);
        let words = crate::panels::history::readable(&step.words, recovery.saved.game());
        Row { text: &words, icon: Some(icon_of(&words)), right: &time, ..Row::default() }.show(ui);
    }
    if recovery.steps.len() > 200 {
        hint(ui, format!("and {} more", recovery.steps.len() - 200));
    }
}

fn recovery_foot_ui(
    ui: &mut Ui,
    recovery: &Recovery,
    state: &mut RecoveryState,
    compact: bool,
    commands: &mut Vec<Command>,
) {
    let with = format!("Open with {}", the_edits(recovery));
    let saved = if recovery.is_new() { "Open as begun" } else { "Open as saved" };
    for (word, answer) in [(with.as_str(), Recover::WithEdits), (saved, Recover::AsSaved)] {
        let button = if state.answer() == answer {
            Button::filled(word).icon("ok").key("Enter").least(0.0, 34.0)
        } else {
            Button::new(word).least(0.0, 34.0)
        };
        if button.show(ui).clicked() {
            commands.push(Command::Recover(answer));
        }
    }
    let word = if state.side_by_side { "Show the edits" } else { "Compare side by side" };
    let button = if compact { Button::icon_only("swap", word) } else { Button::new(word).icon("swap") };
    if button.least(0.0, 34.0).show(ui).clicked() {
        state.side_by_side = !state.side_by_side;
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if Button::ghost("Decide later").show(ui).clicked() {
            commands.push(Command::Recover(Recover::Later));
        }
    });
}

/// The program met a mistake of its own: one page, no stack.
pub fn crash_ui(ui: &mut Ui, crash: &Crash) -> Option<CrashAnswer> {
    let t = Tokens::of(ui);
    let full = ui.max_rect();
    ui.painter().rect_filled(full, 0.0, t.bg_canvas);
    let size = vec2(640.0_f32.min(full.width() - 16.0), 380.0_f32.min(full.height() - 16.0));
    let page = Rect::from_center_size(full.center(), size);
    ui.painter().rect_filled(page, 8.0, t.bg_app);
    let mut answer = None;
    let mut ui = ui.new_child(
        egui::UiBuilder::new().max_rect(page.shrink2(vec2(32.0, 24.0))).layout(Layout::top_down(Align::Min)),
    );
    let ui = &mut ui;
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(30.0, 30.0), Sense::hover());
        icon(ui.painter(), "error", Rect::from_center_size(rect.center(), vec2(26.0, 26.0)), t.error);
        ui.add_space(space::S);
        ui.vertical(|ui| {
            text(ui, "Sandtable has stopped", named("title"), t.text);
            ui.add_space(space::XS);
            ui.add(Label::new(RichText::new(&crash.words).color(t.text)).wrap());
        });
    });
    ui.add_space(space::M);
    let room = (ui.available_height() - 48.0).max(40.0);
    egui::Frame::new()
        .fill(t.bg_input)
        .stroke(Stroke::new(1.0, t.line_soft))
        .corner_radius(4)
        .inner_margin(8)
        .show(ui, |ui| {
            let room = room - 16.0;
            ScrollArea::vertical()
                .max_height(room)
                .min_scrolled_height(room)
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    let report =
                        RichText::new(&crash.report).text_style(TextStyle::Monospace).color(t.text_2);
                    ui.add(Label::new(report).selectable(true).wrap());
                });
        });
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        let enter = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
        if Button::filled("Start again").key("Enter").least(0.0, 34.0).show(ui).clicked() || enter {
            answer = Some(CrashAnswer::StartAgain);
        }
        if Button::new("Copy the report").least(0.0, 34.0).show(ui).clicked() {
            answer = Some(CrashAnswer::Copy);
        }
    });
    answer
}

/// An answer to the crash screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrashAnswer {
    StartAgain,
    Copy,
}

/// Saving failed: what could not be written and why, and that nothing is lost.
pub fn not_saved_ui(ui: &mut Ui, words: &str, journalled: bool, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(460.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
        icon(ui.painter(), "error", rect, t.error);
        ui.vertical(|ui| {
            text(ui, "It is not saved", TextStyle::Heading, t.text);
            ui.add(Label::new(RichText::new(words).color(t.text)).selectable(true).wrap());
            ui.add_space(space::XS);
            let kept = if journalled {
                "The files are as they were, and your edits are in the journal: nothing is lost."
            } else {
                "The files are as they were. Your edits could not be written into the journal either, so keep this \
                 window open until they are saved somewhere."
            };
            ui.add(Label::new(RichText::new(kept).color(t.text_2)).wrap());
        });
    });
    ui.add_space(space::L);
    ui.horizontal(|ui| {
        if Button::filled("Save as…").show(ui).clicked() {
            commands.push(Command::SaveAs);
        }
        if Button::new("Try again").least(0.0, 30.0).show(ui).clicked() {
            commands.push(Command::Save);
        }
        if Button::new("Close").least(0.0, 30.0).key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
    });
}

/// *Save changes to "Greasy Grass"?*
pub fn closing_ui(ui: &mut Ui, name: &str, can_save: bool, is_new: bool, commands: &mut Vec<Command>) {
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
            RichText::new(format!(
                "What you do not save is kept for {} days: File › Earlier versions…{} brings it back.",
                crate::document::journal::DAYS,
                if is_new { " of another new scenario of this game" } else { "" }
            ))
            .color(t.text_2),
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

/// Colours, size, motion and the way to the keys: each counts at once.
pub fn settings_ui(ui: &mut Ui, theme: ThemeChoice, scale: u16, still: bool, commands: &mut Vec<Command>) {
    const THEMES: [ThemeChoice; 3] = [ThemeChoice::System, ThemeChoice::Dark, ThemeChoice::Light];
    const SIZES: [u16; 6] = [80, 100, 125, 150, 175, 200];
    let t = Tokens::of(ui);
    let width = 420.0_f32.min(ui.ctx().content_rect().width() - 60.0);
    ui.set_width(width);
    text(ui, "Settings", TextStyle::Heading, t.text);
    ui.add_space(space::S);
    text(ui, "Colours", TextStyle::Body, t.text_2);
    let chosen = THEMES.iter().position(|known| *known == theme);
    if let Some(at) = segments(ui, width, &["Of the system", "Dark", "Light"], chosen, None) {
        commands.extend(THEMES.get(at).map(|theme| Command::Theme(*theme)));
    }
    ui.add_space(space::S);
    text(ui, "Size of the interface", TextStyle::Body, t.text_2);
    let sizes = SIZES.map(|percent| format!("{percent} %"));
    let words: Vec<&str> = sizes.iter().map(String::as_str).collect();
    let chosen = SIZES.iter().position(|known| *known == scale);
    if let Some(at) = segments(ui, width, &words, chosen, None) {
        commands.extend(SIZES.get(at).map(|percent| Command::Scale(*percent)));
    }
    ui.add_space(space::S);
    let mut calm = still;
    if ui.checkbox(&mut calm, "Reduce motion").changed() {
        commands.push(Command::ReduceMotion);
    }
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        if Button::new("Keys…").show(ui).clicked() {
            commands.push(Command::Keys);
        }
        if Button::new("Close").key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
    });
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
            |ui, commands: &mut Vec<Command>| closing_ui(ui, "Greasy Grass", true, false, commands),
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
