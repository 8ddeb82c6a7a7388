//! The measuring tool on the board.

use egui::{Align, Color32, Layout, Pos2, Rect, Sense, Shape, Stroke as Line, TextStyle, Ui, pos2, vec2};
use engine::game::SightReport;
use engine::hex::{Hex, sight};

use super::{Bench, Options, under_pointer};
use crate::canvas::marks::{CASING, CORE, Marks, RED, card_frame, card_place};
use crate::canvas::widget::Canvas;
use crate::command::Command;
use crate::document::Document;
use crate::theme::{Tokens, named, space};
use crate::tools::{MeasureLine, Pointer, Stroke, point};
use crate::widgets::{hint, rule_link, text};

/// A line that is blocked.
const PALE_RED: Color32 = Color32::from_rgb(0xFF, 0xB4, 0xAA);

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if bench.has(pointer.hex) {
        bench.tools.measured = None;
        bench.tools.stroke = Some(Stroke::Measure(MeasureLine::press(pointer.hex)));
    }
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    if let Some(Stroke::Measure(line)) = &mut bench.tools.stroke {
        line.drag(grid, pointer.hex);
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    if let Some(Stroke::Measure(line)) = bench.tools.stroke.take() {
        bench.tools.measured = (line.distance() > 0).then_some(line);
    }
}

/// A right click measures on from where the last line ended.
pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    if let Some(line) = bench.tools.measured.filter(|_| bench.has(pointer.hex)) {
        bench.tools.measured = Some(MeasureLine { from: line.to, to: pointer.hex });
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let line = match &bench.tools.stroke {
        Some(Stroke::Measure(line)) => Some(*line),
        _ => bench.tools.measured,
    };
    let Some(line) = line.filter(|line| line.is_on(bench.grid())) else {
        under_pointer(bench, pointer);
        return;
    };
    let marks = bench.canvas.marks();
    if line.distance() == 0 {
        marks.ring(line.from, CORE);
        return;
    }
    let ended = bench.tools.stroke.is_none();
    sight_ui(bench.document, bench.canvas, line, ended, bench.commands);
}

/// The line of sight over the board, and its card beside it, which can be clicked once the line has ended.
pub fn sight_ui(
    document: &Document,
    canvas: &Canvas,
    line: MeasureLine,
    ended: bool,
    commands: &mut Vec<Command>,
) {
    let report = document.game().sight(document.scenario(), line.from, line.to);
    show_line(&canvas.marks(), line, report.as_ref());
    card(document, canvas, line, report.as_ref(), ended, commands);
}

/// The line of sight: white where it is clear, dashed and pale red with a cross where it is blocked.
fn show_line(marks: &Marks<'_>, line: MeasureLine, report: Option<&SightReport>) {
    let blocked = report.is_some_and(|report| !report.clear);
    marks.tint(sight::between(line.from, line.to), CORE.gamma_multiply(0.16));
    let ends = [marks.centre(line.from), marks.centre(line.to)];
    if blocked {
        marks.painter.extend(Shape::dashed_line(&ends, Line::new(6.0, CASING), 9.0, 6.0));
        marks.painter.extend(Shape::dashed_line(&ends, Line::new(3.0, PALE_RED), 9.0, 6.0));
    } else {
        marks.painter.line_segment(ends, Line::new(6.0, CASING));
        marks.painter.line_segment(ends, Line::new(3.0, CORE));
    }
    for end in ends {
        marks.painter.circle(end, 6.0, CORE, Line::new(2.5, CASING));
    }
    if let Some(hex) = report.and_then(|report| report.blocked_at) {
        marks.ring(hex, RED);
        // The cross stands on the line, next to the middle of the hex.
        let (a, b) = (ends[0], ends[1]);
        let way = (b - a).normalized();
        let at = a + way * (marks.centre(hex) - a).dot(way);
        for (width, colour) in [(6.5, CASING), (3.5, RED)] {
            for turn in [1.0, -1.0] {
                let arm = vec2(7.0, 7.0 * turn);
                marks.painter.line_segment([at - arm, at + arm], Line::new(width, colour));
            }
        }
    }
}

/// Distance, judgement and profile, beside the line and never on it.
fn card(
    document: &Document,
    canvas: &Canvas,
    line: MeasureLine,
    report: Option<&SightReport>,
    ended: bool,
    commands: &mut Vec<Command>,
) {
    let (map, game) = (&document.scenario().map, document.game());
    let marks = canvas.marks();
    let half = vec2(marks.hex_width(), marks.hex_width()) / 2.0;
    let about = Rect::from_two_pos(marks.centre(line.from), marks.centre(line.to)).expand2(half);
    let size = vec2(276.0, if report.is_some() { 180.0 } else { 120.0 });
    let place = card_place(canvas.rect, about, size);
    let (a, b) = (canvas.layout.centre(line.from), canvas.layout.centre(line.to));
    let millimetres = (point(a) - point(b)).length();
    let hexes = match line.distance() {
        1 => "1 hex".to_owned(),
        n => format!("{n} hexes"),
    };
    let profile = line.profile(map, game.terrains());
    let mut rule = None;
    let area = egui::Area::new(egui::Id::unique("measured")).fixed_pos(place).order(egui::Order::Middle);
    // While the line is drawn the pointer belongs to the board.
    area.interactable(ended).show(canvas.painter.ctx(), |ui| {
        card_frame(ui).show(ui, |ui| {
            let t = Tokens::of(ui);
            ui.set_width(size.x - 26.0);
            ui.spacing_mut().item_spacing.y = space::XS;
            ui.horizontal(|ui| {
                text(ui, hexes, named("strong"), t.text);
                hint(
                    ui,
                    format!(
                        "{} to {} · {millimetres:.0} mm",
                        map.grid.label(line.from),
                        map.grid.label(line.to)
                    ),
                );
            });
            if let Some(report) = report {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    let (icon, ink) = if report.clear { ("ok", t.ok) } else { ("error", t.error) };
                    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                    crate::icons::icon(ui.painter(), icon, rect, ink);
                    text(ui, format!("{}.", report.words), TextStyle::Body, t.text);
                });
                // On a line of its own: a link that is broken in two is hard to hit.
                if rule_link(ui, &game.rulebook().cite(&report.rule)).clicked() {
                    rule = Some(report.rule.clone());
                }
            }
            profile_ui(ui, &profile, report.and_then(|report| report.blocked_at));
        });
    });
    commands.extend(rule.map(|rule| Command::Book(Some(rule))));
}

/// The levels along the line, from its beginning at the left, with the line of sight over them.
fn profile_ui(ui: &mut Ui, profile: &[(Hex, i8)], blocked: Option<Hex>) {
    let t = Tokens::of(ui);
    let low = profile.iter().map(|(_, level)| i32::from(*level)).min().unwrap_or(0);
    let high = profile.iter().map(|(_, level)| i32::from(*level)).max().unwrap_or(0).max(low + 1);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 62.0), Sense::hover());
    let levels: Vec<String> = profile.iter().map(|(_, level)| level.to_string()).collect();
    let name = format!("Levels along the line: {}", levels.join(", "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, t.bg_input);
    let inner = rect.shrink2(vec2(18.0, 10.0));
    let step = inner.width() / profile.len().max(1) as f32;
    let height = |level: i32| inner.height() * (0.18 + 0.62 * (level - low) as f32 / (high - low) as f32);
    for level in low..=high {
        let y = inner.bottom() - height(level);
        painter.hline(inner.x_range(), y, Line::new(1.0, t.line_soft));
        if high - low <= 4 || level == low || level == high {
            let font = egui::FontId::proportional(10.5);
            painter.text(pos2(rect.left() + 6.0, y), egui::Align2::LEFT_CENTER, level, font, t.text_3);
        }
    }
    for (index, (hex, level)) in profile.iter().enumerate() {
        let left = inner.left() + step * index as f32;
        let top = inner.bottom() - height(i32::from(*level));
        let bar = Rect::from_min_max(pos2(left + 0.5, top), pos2(left + step - 0.5, inner.bottom()));
        let is_end = index == 0 || index + 1 == profile.len();
        let colour = if Some(*hex) == blocked {
            t.error
        } else if is_end {
            t.accent
        } else {
            t.line_strong
        };
        painter.rect_filled(bar, 1.0, colour);
    }
    let eye = |index: usize, level: i8| -> Pos2 {
        pos2(inner.left() + step * (index as f32 + 0.5), inner.bottom() - height(i32::from(level)) - 5.0)
    };
    if let (Some((_, first)), Some((_, last))) = (profile.first(), profile.last()) {
        let ends = [eye(0, *first), eye(profile.len() - 1, *last)];
        painter.line_segment(ends, Line::new(1.5, t.text));
        for end in ends {
            painter.circle_filled(end, 2.5, t.text);
        }
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    let words = match options.tools.measured {
        Some(line) => {
            let grid = &options.document.scenario().map.grid;
            format!("{} hexes from {} to {}", line.distance(), grid.label(line.from), grid.label(line.to))
        }
        None => "Drag from one hex to another".to_owned(),
    };
    text(ui, words, TextStyle::Body, t.text_2);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(space::M);
        if ui.available_width() > 260.0 {
            hint(ui, "A right click measures on, Esc clears");
        }
    });
}
