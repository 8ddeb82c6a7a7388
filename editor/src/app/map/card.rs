//! A few words beside the pointer: what the tool does there, in bold, and more about it below.

use egui::{Align2, Color32, CornerRadius, FontId, Pos2, Rect, Stroke, StrokeKind, Theme, vec2};

use super::Bench;
use crate::command::Command;
use crate::layers::MapLayer;
use crate::theme::{DARK, LIGHT, bold};

/// Shows the words at the lower right of the pointer, or where there is room for them.
pub fn card(bench: &Bench<'_>, at: Pos2, title: &str, detail: &str) {
    let painter = &bench.canvas.painter;
    let t = if painter.ctx().theme() == Theme::Dark { &DARK } else { &LIGHT };
    let lines = [
        painter.layout_no_wrap(title.to_owned(), FontId::new(13.0, bold()), t.text),
        painter.layout_no_wrap(detail.to_owned(), FontId::proportional(12.0), t.text_2),
    ];
    let rows = if detail.is_empty() { 1 } else { 2 };
    let width = lines[..rows].iter().map(|line| line.size().x).fold(0.0, f32::max) + 20.0;
    let height = lines[..rows].iter().map(|line| line.size().y).sum::<f32>() + 12.0;
    let room = bench.canvas.rect.shrink(6.0);
    let tip = bench.canvas.view.screen(bench.canvas.rect, at);
    let mut corner = tip + vec2(22.0, 22.0);
    // It slides along below the pointer rather than over to the side where the stroke came from.
    corner.x = corner.x.min(room.right() - width);
    if corner.y + height > room.bottom() {
        corner.y = tip.y - 16.0 - height;
    }
    let corner = corner.max(room.min);
    let rect = Rect::from_min_size(corner, vec2(width, height));
    painter.rect_filled(
        rect.translate(vec2(0.0, 3.0)).expand(1.0),
        CornerRadius::same(6),
        Color32::from_black_alpha(60),
    );
    painter.rect(rect, CornerRadius::same(6), t.bg_app, Stroke::new(1.0, t.line_strong), StrokeKind::Inside);
    let mut y = rect.top() + 6.0;
    for line in lines.into_iter().take(rows) {
        let height = line.size().y;
        painter.galley(Pos2::new(rect.left() + 10.0, y), line, t.text);
        y += height;
    }
}

/// A number on a hex, on a white disc with a casing.
pub fn number(bench: &Bench<'_>, hex: engine::hex::Hex, words: &str) {
    let marks = bench.canvas.marks();
    let radius = (marks.hex_width() * 0.22).clamp(6.0, 13.0);
    let centre = marks.centre(hex);
    let painter = &bench.canvas.painter;
    let casing = crate::canvas::marks::CASING;
    painter.circle(centre, radius, crate::canvas::marks::CORE, Stroke::new(1.5, casing));
    painter.text(centre, Align2::CENTER_CENTER, words, FontId::new(radius * 1.05, bold()), casing);
}

/// May a tool change this layer? If not the person is told why.
pub fn is_open(bench: &mut Bench<'_>, layer: MapLayer) -> bool {
    let why = bench.layers.closed(layer);
    let open = why.is_none();
    bench.commands.extend(why.map(Command::Say));
    open
}

/// *1 hex*, *7 hexes*.
pub fn hexes(count: usize) -> String {
    if count == 1 { "1 hex".to_owned() } else { format!("{count} hexes") }
}

/// *1 side*, *6 sides*.
pub fn sides(count: usize) -> String {
    if count == 1 { "1 side".to_owned() } else { format!("{count} sides") }
}
