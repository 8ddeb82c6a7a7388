//! The first page: open, recent, the samples.

use egui::{Align, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui, pos2, vec2};
use engine::problem::Problem;

use super::bars::severity_look;
use crate::canvas::board::{BoardCache, Ground};
use crate::canvas::view::View;
use crate::command::Command;
use crate::document::Document;
use crate::icons::icon;
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, Row, hint, text};

/// A file that was open before.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recent {
    pub path: String,
    pub title: String,
    pub game: String,
}

/// What the page remembers between frames.
#[derive(Default)]
pub struct WelcomeState {
    /// The samples as documents, for their pictures; loaded once.
    samples: Option<Vec<(String, Document)>>,
    boards: Vec<BoardCache>,
}

/// What could not be opened, and why.
pub struct Failed {
    pub path: String,
    pub problems: Vec<Problem>,
}

/// Shows the page.
pub fn welcome_ui(
    ui: &mut Ui,
    state: &mut WelcomeState,
    recent: &[Recent],
    failed: Option<&Failed>,
    commands: &mut Vec<Command>,
) {
    let samples = state.samples.get_or_insert_with(|| {
        crate::samples::names()
            .into_iter()
            .filter_map(|name| match crate::document::open(name) {
                Ok(crate::document::Opened::Document(document)) => Some((name.to_owned(), *document)),
                Ok(crate::document::Opened::Recovery(recovery)) => Some((name.to_owned(), recovery.saved)),
                _ => None,
            })
            .collect()
    });
    state.boards.resize_with(samples.len(), BoardCache::default);
    let full = ui.max_rect();
    let compact = full.width() < 900.0;
    let left = if compact { full.width() * 0.42 } else { 388.0_f32.min(full.width() * 0.4) };
    let column = |from: f32, to: f32| {
        Rect::from_min_max(pos2(from, full.top()), pos2(to, full.bottom()))
            .shrink2(vec2(if compact { 16.0 } else { 40.0 }, 24.0))
    };
    let mut first = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(column(full.left(), full.left() + left))
            .layout(Layout::top_down(Align::Min)),
    );
    names_ui(&mut first, recent, failed, compact, commands);
    let line = full.left() + left + 4.0;
    let t = Tokens::of(ui);
    ui.painter().vline(line, full.top() + 28.0..=full.bottom() - 28.0, Stroke::new(1.0, t.line_soft));
    let mut second = ui.new_child(
        egui::UiBuilder::new().max_rect(column(line, full.right())).layout(Layout::top_down(Align::Min)),
    );
    ScrollArea::vertical().id_salt("samples").auto_shrink([false, false]).show(&mut second, |ui| {
        ui.horizontal(|ui| {
            text(ui, "Samples", named("title"), t.text);
            if !compact {
                ui.add_space(space::S);
                text(ui, "Each one plays, prints and can be taken apart", TextStyle::Body, t.text_2);
            }
        });
        ui.add_space(space::M);
        for ((name, document), board) in samples.iter().zip(&mut state.boards) {
            sample_ui(ui, name, document, board, commands);
            ui.add_space(space::M);
        }
    });
}

fn names_ui(
    ui: &mut Ui,
    recent: &[Recent],
    failed: Option<&Failed>,
    compact: bool,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    text(ui, "Sandtable", named("display"), t.text);
    text(ui, "Make, play and print wargames", TextStyle::Body, t.text_2);
    ui.add_space(if compact { space::M } else { space::XL });
    if let Some(failed) = failed {
        failed_ui(ui, failed);
        ui.add_space(space::M);
    }
    text(ui, "Recent", TextStyle::Heading, t.text);
    ui.add_space(space::XS);
    if recent.is_empty() {
        hint(ui, "What you open is listed here.");
    }
    for (index, entry) in recent.iter().take(6).enumerate() {
        let there = entry.path.starts_with('@') || std::path::Path::new(&entry.path).exists();
        let title = if there { entry.title.clone() } else { format!("{} (not found)", entry.title) };
        let key = (index + 1).to_string();
        let row = Row { text: &title, detail: &entry.path, faint: !there, key: &key, ..Row::default() };
        if row.show(ui).on_hover_text(&entry.game).clicked() && there {
            commands.push(Command::OpenPath(entry.path.clone().into()));
        }
    }
    ui.add_space(space::M);
    if Button::new("Open…").icon("open").key("Ctrl+O").least(0.0, 32.0).show(ui).clicked() {
        commands.push(Command::Open);
    }
}

fn failed_ui(ui: &mut Ui, failed: &Failed) {
    let t = Tokens::of(ui);
    egui::Frame::new().fill(t.error_soft).corner_radius(4).inner_margin(egui::Margin::symmetric(10, 8)).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            ui.add(
                Label::new(
                    RichText::new(format!("{} could not be opened", failed.path))
                        .text_style(named("strong"))
                        .color(t.text),
                )
                .wrap(),
            );
            ScrollArea::vertical().id_salt("failed").max_height(150.0).show(ui, |ui| {
                for problem in &failed.problems {
                    ui.horizontal_top(|ui| {
                        let (name, ink, _) = severity_look(t, Some(problem.severity));
                        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                        icon(ui.painter(), name, rect, ink);
                        let place = super::problems::place_of(problem);
                        ui.add(
                            Label::new(
                                RichText::new(format!("{place} {}", problem.message))
                                    .text_style(TextStyle::Small)
                                    .color(t.text),
                            )
                            .selectable(true)
                            .wrap(),
                        );
                    });
                }
            });
        },
    );
}

fn sample_ui(
    ui: &mut Ui,
    name: &str,
    document: &Document,
    board: &mut BoardCache,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    let scenario = document.scenario();
    let width = ui.available_width().min(620.0);
    egui::Frame::new()
        .fill(t.bg_raised)
        .stroke(Stroke::new(1.0, t.line_soft))
        .corner_radius(6)
        .inner_margin(4)
        .show(ui, |ui| {
            ui.set_width(width - 8.0);
            let height = (width * 0.52).min((ui.ctx().content_rect().height() - 260.0).max(120.0));
            let (rect, response) = ui.allocate_exact_size(vec2(width - 8.0, height), Sense::hover());
            let about = format!("The board of {}", scenario.title);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &about));
            let ground = Ground::of(document);
            let frame = BoardCache::frame(ground);
            let mut view = View::default();
            view.fit(rect, frame);
            view.zoom = (rect.width() / frame.width()).max(rect.height() / frame.height())
                / crate::canvas::view::POINTS_PER_MM;
            board.paint(&ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())), rect, &view, ground);
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                ui.add_space(space::S);
                ui.vertical(|ui| {
                    ui.set_max_width(width - 240.0);
                    text(ui, document.game().name(), TextStyle::Heading, t.text);
                    let about = format!(
                        "Hexes and counters, {} turns, {} pieces",
                        scenario.turns,
                        scenario.pieces.len()
                    );
                    ui.add(
                        Label::new(RichText::new(about).text_style(TextStyle::Small).color(t.text_2)).wrap(),
                    );
                });
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(space::S);
                    if Button::filled("Play").icon("play").key("Enter").show(ui).clicked() {
                        commands.push(Command::OpenSample(name.to_owned(), true));
                    }
                    if Button::new("Edit").show(ui).clicked() {
                        commands.push(Command::OpenSample(name.to_owned(), false));
                    }
                });
            });
            ui.add_space(space::XS);
        });
}
