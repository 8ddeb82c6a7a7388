//! The tour, beside what one is doing: the steps of `docs/tour.md`, one at a time, in a card that can be moved.

use std::sync::OnceLock;

use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Color32, Context, FontId, Margin, ScrollArea, TextStyle, Ui, vec2};

use crate::command::Command;
use crate::theme::{Tokens, bold, named, space};
use crate::widgets::{Button, body, hint, text};

/// The text, as it also stands among the documents.
const TOUR: &str = include_str!("../../../docs/tour.md");
const WIDTH: f32 = 340.0;

/// What the card remembers while it is open.
#[derive(Debug, Clone, Default)]
pub struct TourState {
    step: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Step {
    title: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Words(Vec<Span>),
    /// Rows of cells, the head first.
    Table(Vec<Vec<Vec<Span>>>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Span {
    Plain(String),
    Strong(String),
    Italic(String),
    Code(String),
}

impl Span {
    fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Strong(text) | Self::Italic(text) | Self::Code(text) => text,
        }
    }
}

fn steps() -> &'static [Step] {
    static STEPS: OnceLock<Vec<Step>> = OnceLock::new();
    STEPS.get_or_init(|| parse(TOUR))
}

/// Cuts the text at its headings; pictures are left out, since the window itself is beside them.
fn parse(source: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut open = false;
    for line in source.lines() {
        let line = line.trim();
        if let Some(title) = line.strip_prefix("## ").or(line.strip_prefix("# ")) {
            // The number stands in the head of the card.
            let title = title.split_once(". ").map_or(title, |(number, rest)| {
                if number.chars().all(|c| c.is_ascii_digit()) { rest } else { title }
            });
            steps.push(Step { title: title.to_owned(), parts: Vec::new() });
            open = false;
            continue;
        }
        let Some(step) = steps.last_mut() else { continue };
        if line.is_empty() || line.starts_with("![") {
            open = false;
        } else if let Some(row) = line.strip_prefix('|') {
            open = false;
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            if cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':'))) {
                continue;
            }
            let cells = cells.into_iter().map(spans).collect();
            match step.parts.last_mut() {
                Some(Part::Table(rows)) => rows.push(cells),
                _ => step.parts.push(Part::Table(vec![cells])),
            }
        } else {
            // A sentence a line: they go on as one paragraph.
            let mut words = spans(line);
            match step.parts.last_mut() {
                Some(Part::Words(before)) if open => {
                    before.push(Span::Plain(" ".into()));
                    before.append(&mut words);
                }
                _ => step.parts.push(Part::Words(words)),
            }
            open = true;
        }
    }
    steps
}

/// `**strong**`, `*italic*` and code among plain words.
fn spans(line: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut rest = line;
    let mut plain = String::new();
    while let Some(sign) = rest.chars().next() {
        let marked = ["**", "*", "`"].into_iter().find_map(|mark| {
            let inside = rest.strip_prefix(mark)?;
            let (inside, after) = inside.split_once(mark)?;
            (!inside.is_empty()).then_some((mark, inside, after))
        });
        let Some((mark, inside, after)) = marked else {
            plain.push(sign);
            rest = &rest[sign.len_utf8()..];
            continue;
        };
        if !plain.is_empty() {
            out.push(Span::Plain(std::mem::take(&mut plain)));
        }
        out.push(match mark {
            "**" => Span::Strong(inside.to_owned()),
            "*" => Span::Italic(inside.to_owned()),
            _ => Span::Code(inside.to_owned()),
        });
        rest = after;
    }
    if !plain.is_empty() {
        out.push(Span::Plain(plain));
    }
    out
}

/// Shows the card; what one is doing goes on beside it.
pub fn tour_ui(ctx: &Context, state: &mut TourState, commands: &mut Vec<Command>) {
    let steps = steps();
    state.step = state.step.min(steps.len().saturating_sub(1));
    let Some(step) = steps.get(state.step) else { return };
    let screen = ctx.content_rect();
    let width = WIDTH.min(screen.width() - 48.0);
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(Margin::same(14));
    egui::Window::new("Tour")
        .id(egui::Id::unique("tour"))
        .title_bar(false)
        .resizable(false)
        .frame(frame)
        .pivot(Align2::RIGHT_BOTTOM)
        .default_pos(screen.right_bottom() - vec2(16.0, 40.0))
        .show(ctx, |ui| {
            ui.set_width(width);
            let t = Tokens::of(ui);
            ui.horizontal(|ui| {
                text(ui, "Tour", named("strong"), t.text_2);
                let place = match state.step {
                    0 => format!("{} steps", steps.len() - 1),
                    n => format!("step {n} of {}", steps.len() - 1),
                };
                hint(ui, place);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if Button::icon_only("close", "Close the tour").show(ui).clicked() {
                        commands.push(Command::Tour);
                    }
                });
            });
            ui.add_space(space::XS);
            text(ui, &step.title, TextStyle::Heading, t.text);
            ui.add_space(space::XS);
            let room = (screen.height() - 230.0).clamp(80.0, 360.0);
            let scroll = ScrollArea::vertical().id_salt(("tour", state.step)).max_height(room);
            scroll.auto_shrink([false, true]).show(ui, |ui| {
                for part in &step.parts {
                    part_ui(ui, part);
                    ui.add_space(space::S);
                }
            });
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                let last = state.step + 1 == steps.len();
                let word = match (state.step, last) {
                    (0, _) => "Begin",
                    (_, true) => "Done",
                    _ => "Next",
                };
                if Button::filled(word).show(ui).clicked() {
                    if last {
                        commands.push(Command::Tour);
                    } else {
                        state.step += 1;
                    }
                }
                if state.step > 0 && Button::new("Back").least(0.0, 30.0).show(ui).clicked() {
                    state.step -= 1;
                }
            });
        });
}

fn job(ui: &Ui, spans: &[Span], ink: Color32) -> LayoutJob {
    let t = Tokens::of(ui);
    let font = body(ui);
    let mut job = LayoutJob::default();
    for span in spans {
        let plain = TextFormat { font_id: font.clone(), color: ink, ..TextFormat::default() };
        let format = match span {
            Span::Plain(_) => plain,
            Span::Strong(_) => {
                TextFormat { font_id: FontId::new(font.size, bold()), background: t.bg_raised, ..plain }
            }
            Span::Italic(_) => TextFormat { italics: true, ..plain },
            Span::Code(_) => TextFormat { font_id: FontId::monospace(font.size - 0.5), ..plain },
        };
        job.append(span.text(), 0.0, format);
    }
    job
}

fn part_ui(ui: &mut Ui, part: &Part) {
    let t = Tokens::of(ui);
    match part {
        Part::Words(spans) => {
            ui.add(egui::Label::new(job(ui, spans, t.text)).wrap());
        }
        Part::Table(rows) => {
            let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
            egui::Grid::new(("tour table", rows.len(), columns)).spacing(vec2(12.0, 3.0)).show(ui, |ui| {
                for (at, row) in rows.iter().enumerate() {
                    for cell in row {
                        ui.label(job(ui, cell, if at == 0 { t.text_2 } else { t.text }));
                    }
                    ui.end_row();
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::Tool;
    use egui_kittest::kittest::Queryable as _;

    fn words(step: &Step) -> Vec<&Span> {
        step.parts
            .iter()
            .flat_map(|part| match part {
                Part::Words(spans) => spans.iter().collect::<Vec<_>>(),
                Part::Table(rows) => rows.iter().flatten().flatten().collect(),
            })
            .collect()
    }

    #[test]
    fn every_chapter_is_a_step_and_nothing_of_the_markup_is_shown() {
        let chapters = TOUR.lines().filter(|line| line.starts_with("## ")).count();
        assert!(chapters > 5);
        assert_eq!(steps().len(), chapters + 1);
        for step in steps() {
            assert!(!step.parts.is_empty(), "{}", step.title);
            for span in words(step) {
                let text = span.text();
                assert!(!["**", "`", "![", "]("].iter().any(|mark| text.contains(mark)), "{text}");
            }
        }
    }

    #[test]
    fn letters_that_the_tour_names_are_keys_of_tools() {
        let mut letters = 0;
        for step in steps() {
            for span in words(step) {
                let Span::Strong(text) = span else { continue };
                if text.len() == 1 && text.chars().all(char::is_alphabetic) {
                    letters += 1;
                    assert!(Tool::ALL.iter().any(|tool| tool.key().name() == text), "{text} is no tool");
                }
            }
        }
        assert!(letters > 4, "{letters}");
    }

    #[test]
    fn one_goes_through_it_and_closes_it() {
        let mut harness = crate::widgets::harness(
            |ui, (state, commands): &mut (TourState, Vec<Command>)| tour_ui(ui.ctx(), state, commands),
            (TourState::default(), Vec::new()),
        );
        harness.run_steps(3);
        harness.get_by_label("Begin").click();
        harness.run_steps(3);
        for _ in 1..steps().len() - 1 {
            harness.get_by_label("Next").click();
            harness.run_steps(3);
        }
        harness.get_by_label("Back").click();
        harness.run_steps(3);
        harness.get_by_label("Next").click();
        harness.run_steps(3);
        assert!(harness.state().1.is_empty());
        harness.get_by_label("Done").click();
        harness.run_steps(3);
        assert_eq!(harness.state().1, [Command::Tour]);
    }
}
