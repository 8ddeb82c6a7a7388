//! The bars of the frame: menus and title, workspaces with problems and undo, status.

use egui::{Align, Align2, Layout, Rect, Sense, Stroke, TextStyle, Ui, Vec2, pos2, vec2};
use engine::problem::{Problem, Severity};

use crate::command::{Command, Situation, ThemeChoice, Workspace};
use crate::icons::icon;
use crate::play::Overlays;
use crate::theme::{Tokens, named, size, space};
use crate::widgets::{Button, bar_line, body, chip, focus_ring, small, strong, text};

/// What the bars say of the document.
#[derive(Debug, Clone, Default)]
pub struct Title {
    pub name: String,
    pub dirty: bool,
}

/// What is chosen now, for the ticks in menus.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    pub theme: ThemeChoice,
    pub scale: u16,
    pub still: bool,
    pub workspace: Option<Workspace>,
    /// What lies over the board of a game.
    pub overlays: Overlays,
    /// Whether dice are typed in; `None` without a game.
    pub typed: Option<bool>,
}

/// The menu bar: menus, the document's name, the way to the command palette.
pub fn menu_ui(
    ui: &mut Ui,
    now: &Situation,
    chosen: Chosen,
    title: &Title,
    compact: bool,
    commands: &mut Vec<Command>,
) {
    let bar = ui.max_rect();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(4.0);
        if compact {
            one_menu(ui, now, chosen, commands);
        } else {
            for (name, groups) in Command::menus() {
                let quiet = groups.iter().flatten().all(|command| command.off(now).is_some());
                let word = egui::RichText::new(name).color(if quiet {
                    Tokens::of(ui).text_3
                } else {
                    Tokens::of(ui).text
                });
                ui.scope(|ui| {
                    quiet_buttons(ui);
                    ui.menu_button(word, |ui| menu(ui, groups, now, chosen, commands))
                        .response
                        .accessible_name(name);
                });
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::M);
            if compact {
                if Button::icon_only("search", "Find command, hex or rule").show(ui).clicked() {
                    commands.push(Command::Palette);
                }
            } else if find_field(ui).clicked() {
                commands.push(Command::Palette);
            }
        });
    });
    if !title.name.is_empty() && !compact {
        let t = Tokens::of(ui);
        let galley = ui.painter().layout_no_wrap(title.name.clone(), body(ui), t.text_2);
        let width = galley.size().x.min(bar.width() - 640.0);
        if width > 60.0 {
            let at = pos2(bar.center().x - width / 2.0, bar.center().y - galley.size().y / 2.0);
            let clip = Rect::from_min_size(at, vec2(width, galley.size().y));
            ui.painter().with_clip_rect(clip.expand2(vec2(20.0, 4.0))).galley(at, galley, t.text_2);
            if title.dirty {
                ui.painter().circle_filled(pos2(at.x - 12.0, bar.center().y), 3.5, t.accent);
            }
        }
    }
}

/// All menus behind one button, for windows that have no room for their names.
fn one_menu(ui: &mut Ui, now: &Situation, chosen: Chosen, commands: &mut Vec<Command>) {
    let button = Button::ghost("Menu").icon("menu").least(0.0, 30.0).show(ui);
    egui::Popup::menu(&button).show(|ui| {
        for (name, groups) in Command::menus() {
            ui.menu_button(name, |ui| menu(ui, groups, now, chosen, commands));
        }
    });
}

/// The one bar of a compact window: menus, workspaces, the chip of problems, undo and redo, the command palette.
pub fn compact_ui(
    ui: &mut Ui,
    current: Workspace,
    problems: &[Problem],
    now: &Situation,
    chosen: Chosen,
    commands: &mut Vec<Command>,
) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_space(4.0);
        one_menu(ui, now, chosen, commands);
        bar_line(ui);
        tabs(ui, current, true, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::S);
            if Button::icon_only("search", "Find command, hex or rule").show(ui).clicked() {
                commands.push(Command::Palette);
            }
            undo_and_chip(ui, problems, now, true, commands);
        });
    });
}

/// Buttons of the menu bar have neither ground nor edge at rest.
fn quiet_buttons(ui: &mut Ui) {
    let widgets = &mut ui.visuals_mut().widgets;
    widgets.inactive.weak_bg_fill = egui::Color32::TRANSPARENT;
    widgets.inactive.bg_stroke = Stroke::NONE;
    widgets.hovered.bg_stroke = Stroke::NONE;
    widgets.open.bg_stroke = Stroke::NONE;
}

fn find_field(ui: &mut Ui) -> egui::Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(260.0, 24.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Find command, hex or rule"));
    let edge = if response.hovered() { t.text_2 } else { t.line_strong };
    ui.painter().rect(rect, 4.0, t.bg_input, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
    icon(
        ui.painter(),
        "search",
        Rect::from_center_size(pos2(rect.left() + 14.0, rect.center().y), Vec2::splat(16.0)),
        t.text_2,
    );
    ui.painter().text(
        pos2(rect.left() + 28.0, rect.center().y),
        Align2::LEFT_CENTER,
        "Find command, hex or rule",
        body(ui),
        t.text_3,
    );
    ui.painter().text(
        pos2(rect.right() - 8.0, rect.center().y),
        Align2::RIGHT_CENTER,
        "Ctrl+K",
        small(ui),
        t.text_3,
    );
    focus_ring(ui, &response);
    response
}

fn menu(
    ui: &mut Ui,
    groups: Vec<Vec<Command>>,
    now: &Situation,
    chosen: Chosen,
    commands: &mut Vec<Command>,
) {
    ui.set_min_width(240.0);
    for (index, group) in groups.into_iter().enumerate() {
        if index > 0 {
            ui.separator();
        }
        for command in group {
            let off = command.off(now);
            let ticked = match &command {
                Command::Theme(theme) => *theme == chosen.theme,
                Command::Scale(scale) => *scale == chosen.scale,
                Command::ReduceMotion => chosen.still,
                Command::Workspace(workspace) => Some(*workspace) == chosen.workspace,
                Command::Overlay(overlay) => now.playing && chosen.overlays.has(*overlay),
                Command::TypeDice(typed) => Some(*typed) == chosen.typed,
                _ => false,
            };
            let button = egui::Button::new(command.name()).shortcut_text(command.shortcut()).selected(ticked);
            let response = ui.add_enabled(off.is_none(), button);
            if response.clicked() {
                commands.push(command);
                ui.close();
            }
            if let Some(reason) = off {
                response.on_disabled_hover_text(reason);
            }
        }
    }
}

/// The bar of workspaces, the chip of problems, undo and redo.
pub fn workspaces_ui(
    ui: &mut Ui,
    current: Workspace,
    problems: &[Problem],
    now: &Situation,
    narrow: bool,
    commands: &mut Vec<Command>,
) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_space(8.0);
        tabs(ui, current, narrow, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::M);
            undo_and_chip(ui, problems, now, narrow, commands);
        });
    });
}

fn tabs(ui: &mut Ui, current: Workspace, narrow: bool, commands: &mut Vec<Command>) {
    for workspace in Workspace::ALL {
        if tab(ui, workspace, workspace == current, narrow).clicked() {
            commands.push(Command::Workspace(workspace));
        }
    }
}

/// From right to left: redo, undo, the chip of problems.
fn undo_and_chip(
    ui: &mut Ui,
    problems: &[Problem],
    now: &Situation,
    narrow: bool,
    commands: &mut Vec<Command>,
) {
    for (command, name) in [(Command::Redo, "redo"), (Command::Undo, "undo")] {
        let word = command.name();
        let off = command.off(now);
        let response = Button::icon_only(name, &word).off(off).show(ui);
        let shortcut = command.shortcut();
        if response.clicked() {
            commands.push(command);
        }
        if off.is_none() {
            response.on_hover_text(format!("{word}   {shortcut}"));
        }
    }
    bar_line(ui);
    ui.add_space(4.0);
    if problem_chip(ui, problems, now, narrow).clicked() {
        commands.push(Command::Problems);
    }
}

/// *1 error · 2 warnings*, or *No problems*.
pub fn problem_words(problems: &[Problem]) -> String {
    let count = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
    let words = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Remark, "remark")]
        .into_iter()
        .filter_map(|(severity, word)| match count(severity) {
            0 => None,
            1 => Some(format!("1 {word}")),
            n => Some(format!("{n} {word}s")),
        })
        .collect::<Vec<_>>();
    if words.is_empty() { "No problems".to_owned() } else { words.join(" · ") }
}

/// Icon and colours of a severity: ink and soft ground.
pub fn severity_look(t: &Tokens, severity: Option<Severity>) -> (&'static str, egui::Color32, egui::Color32) {
    match severity {
        Some(Severity::Error) => ("error", t.error, t.error_soft),
        Some(Severity::Warning) => ("warning", t.warning, t.warning_soft),
        Some(Severity::Remark) => ("info", t.info, t.info_soft),
        None => ("ok", t.ok, t.ok_soft),
    }
}

fn problem_chip(ui: &mut Ui, problems: &[Problem], now: &Situation, narrow: bool) -> egui::Response {
    if now.opening && problems.is_empty() {
        let (name, ink, ground) = severity_look(Tokens::of(ui), Some(Severity::Remark));
        return chip(ui, name, if narrow { "…" } else { "Checking …" }, ink, ground);
    }
    let worst = problems.iter().map(|problem| problem.severity).min();
    let (name, ink, ground) = severity_look(Tokens::of(ui), worst);
    let words = if narrow { problems.len().to_string() } else { problem_words(problems) };
    chip(ui, name, &words, ink, ground)
}

fn tab(ui: &mut Ui, workspace: Workspace, current: bool, narrow: bool) -> egui::Response {
    let t = Tokens::of(ui);
    let font = if current { strong(ui) } else { body(ui) };
    let galley = ui.painter().layout_no_wrap(workspace.name().to_owned(), font, t.text);
    let named = current || !narrow;
    let width = if named { galley.size().x + 46.0 } else { 36.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(width, size::WORKSPACES - 6.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, current, workspace.name()));
    let rect = Rect::from_min_max(rect.min, pos2(rect.right(), rect.bottom() + 3.0));
    let painter = ui.painter();
    let ink = if current { t.accent } else { t.text_2 };
    if current {
        painter.rect_filled(rect, egui::CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 }, t.accent_soft);
        let line = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 3.0), rect.max);
        painter.rect_filled(line, 0.0, t.accent);
    } else if response.hovered() {
        painter.rect_filled(rect, 4.0, t.bg_hover);
    }
    icon(
        painter,
        workspace.icon(),
        Rect::from_center_size(pos2(rect.left() + 20.0, rect.center().y), Vec2::splat(20.0)),
        ink,
    );
    if named {
        let at = pos2(rect.left() + 35.0, rect.center().y - galley.size().y / 2.0);
        painter.galley_with_override_text_color(at, galley, if current { t.accent } else { t.text });
    }
    focus_ring(ui, &response);
    let shortcut = Command::Workspace(workspace).shortcut();
    response.on_hover_text(format!("{}   {shortcut}", workspace.name()))
}

/// What the status bar says.
#[derive(Debug, Clone, Default)]
pub struct Status {
    /// The place under the pointer.
    pub place: String,
    /// What is said of it, part by part.
    pub about: Vec<String>,
    /// What is going on, such as an export, and how far it is from 0 to 1.
    pub busy: Option<(String, f32)>,
    pub zoom: Option<f32>,
    pub saved: String,
    pub is_saved: bool,
}

/// The status bar.
pub fn status_ui(ui: &mut Ui, status: &Status, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(space::S);
        if !status.place.is_empty() {
            text(ui, &status.place, named("strong"), t.text);
        }
        for part in &status.about {
            bar_line(ui);
            text(ui, part, TextStyle::Small, t.text_2);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::M);
            text(ui, &status.saved, TextStyle::Small, t.text_2);
            if !status.saved.is_empty() {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
                icon(ui.painter(), if status.is_saved { "ok" } else { "save" }, rect, t.text_3);
            }
            if let Some(zoom) = status.zoom {
                text(ui, format!("{:.0} %", zoom * 100.0), TextStyle::Small, t.text_2);
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
                icon(ui.painter(), "search", rect, t.text_3);
            }
            if let Some((what, part)) = &status.busy {
                if Button::ghost("Stop").least(0.0, 22.0).show(ui).clicked() {
                    commands.push(Command::StopExport);
                }
                let (rect, response) = ui.allocate_exact_size(vec2(90.0, 8.0), Sense::hover());
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, what));
                ui.painter().rect_filled(rect, 3.0, t.bg_active);
                let done =
                    Rect::from_min_size(rect.min, vec2(rect.width() * part.clamp(0.0, 1.0), rect.height()));
                ui.painter().rect_filled(done, 3.0, t.accent);
                text(ui, what, TextStyle::Small, t.text_2);
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn the_chip_counts_by_severity_and_never_vanishes() {
        assert_eq!(problem_words(&[]), "No problems");
        let problems = [Problem::error("a"), Problem::warning("b"), Problem::warning("c")];
        assert_eq!(problem_words(&problems), "1 error · 2 warnings");
    }

    #[test]
    fn a_workspace_is_entered_by_its_name() {
        let now = Situation { document: true, ..Situation::default() };
        let mut harness = crate::widgets::harness(
            |ui, commands: &mut Vec<Command>| workspaces_ui(ui, Workspace::Map, &[], &now, false, commands),
            Vec::new(),
        );
        harness.run();
        harness.get_by_label("Play").click();
        harness.run();
        harness.get_by_label("No problems").click();
        harness.run();
        assert_eq!(harness.state(), &[Command::Workspace(Workspace::Play), Command::Problems]);
    }
}
