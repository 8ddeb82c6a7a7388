//! The cartouche of a map: title, facts, scale bar and compass.

use crate::compose::kit::{fill, filled_box, framed_box, polar, rule};
use crate::compose::sheet::lozenge;
use crate::drawing::{Item, Path, Point, Rect, Shape, Stroke, Text, pt};
use crate::fonts::{Align, Face, Span, Style, fit, paragraph, shape};
use crate::palette::role;

/// The size of the cartouche.
pub const SIZE: (f64, f64) = (138.0, 76.0);

/// The room of a compass that stands alone.
pub const COMPASS: (f64, f64) = (40.0, 44.0);

/// The words of a cartouche.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// A line of small capitals over the title; may be empty.
    pub over: String,
    pub title: String,
    pub subtitle: String,
    /// Facts in one line: size, hexes, counters.
    pub facts: String,
    /// Sentences under the scale bar.
    pub remarks: String,
}

/// The cartouche with its top left corner at a point, for hexes of so many millimetres, with or without the compass.
pub fn draw(words: &Words, at: Point, hex: f64, has_compass: bool) -> Vec<Item> {
    let (w, h) = SIZE;
    let rect = Rect::new(at.x, at.y, w, h);
    let mut out = vec![
        filled_box(rect, role::LIGHT),
        framed_box(rect.grown(-0.3), role::INK, 0.6),
        framed_box(rect.grown(-1.2), role::INK, 0.18),
    ];
    let (cx, room) = if has_compass { (at.x + 52.0, 94.0) } else { (at.x + w / 2.0, w - 10.0) };
    let mut line = |face, size: f64, least: f64, text: &str, spacing, y: f64, tint| {
        let run = fit(face, size, least, text, spacing, room)
            .or_else(|| fit(face, least, least / 2.0, text, 0.0, room))
            .unwrap_or_else(|| shape(face, least / 2.0, text, 0.0));
        out.push(Text::centred(run, (cx, at.y + y), tint).into());
    };
    line(Face::Serif, 9.0, 7.0, &words.over.to_uppercase(), 0.3, 13.5, role::INK_SOFT);
    line(Face::SerifSemibold, 29.0, 12.0, &words.title.to_uppercase(), 0.06, 26.5, role::INK);
    line(Face::SerifItalic, 13.0, 8.0, &words.subtitle, 0.0, 38.4, role::INK);
    line(Face::Serif, 7.5, 6.0, &words.facts, 0.0, 44.2, role::INK_SOFT);
    let y = at.y + 31.0;
    out.push(rule((cx - 44.0, y), (cx - 5.0, y), role::INK, 0.25));
    out.push(rule((cx + 5.0, y), (cx + 44.0, y), role::INK, 0.25));
    out.push(lozenge(pt(cx, y), 5.2, 2.6, role::ALERT));
    out.extend(scale_bar(pt(at.x + 8.0, at.y + 57.0), hex));
    let remarks = Span::new(&words.remarks, Style::new(Face::SerifItalic, 6.8, role::INK_SOFT));
    let lines = paragraph(&[remarks], w - 16.0, 10.2, Align::Left);
    out.extend(Text::paragraph(&lines[..lines.len().min(4)], (at.x + 8.0, at.y + 59.6)));
    if has_compass {
        out.extend(compass(pt(at.x + 117.5, at.y + 32.0), 17.0));
    }
    out
}

/// Fields of one hex, as many as fit into 100 mm, with figures over their ends.
fn scale_bar(at: Point, hex: f64) -> Vec<Item> {
    let fields = (100.0 / hex).floor().clamp(1.0, 10.0) as u32;
    let mut out = Vec::new();
    for i in 0..fields {
        let field = Rect::new(at.x + f64::from(i) * hex, at.y, hex, 1.7);
        let tint = if i % 2 == 0 { role::INK } else { role::LIGHT };
        out.push(Shape::filled(Path::rect(field), tint).and_stroked(Stroke::new(role::INK, 0.2)).into());
    }
    for i in 0..=fields {
        let x = at.x + f64::from(i) * hex;
        out.push(rule((x, at.y - 0.9), (x, at.y + 1.7), role::INK, 0.2));
        let run = shape(Face::Sans, 7.0, &i.to_string(), 0.0);
        out.push(Text::centred(run, (x, at.y - 1.8), role::INK).into());
    }
    let unit = shape(Face::SerifItalic, 7.0, "hexes", 0.0);
    out.push(Text::left(unit, (at.x + f64::from(fields) * hex + 2.6, at.y + 1.5), role::INK_SOFT).into());
    out
}

/// A rose of four long and four short points, each half dark and half light, in a ring of degrees.
pub fn compass(at: Point, r: f64) -> Vec<Item> {
    let ring = |radius: f64, width: f64| {
        Item::from(Shape::stroked(Path::circle(at, radius), Stroke::new(role::INK, width)))
    };
    let mut out = vec![ring(r * 0.652, r * 0.015), ring(r * 0.515, r * 0.01)];
    let mut ticks = Path::new();
    for i in 0..72 {
        let from = r * if i % 2 == 1 { 0.585 } else { 0.56 };
        let angle = f64::from(i) * 5.0;
        ticks.append(&Path::line(polar(at, from, angle), polar(at, r * 0.645, angle)));
    }
    out.push(Shape::stroked(ticks, Stroke::new(role::INK, 0.12)).into());
    for (reach, half, first) in [(0.46, 0.10, -45.0), (0.98, 0.155, -90.0)] {
        for i in 0..4 {
            let angle = first + f64::from(i) * 90.0;
            let tip = polar(at, r * reach, angle);
            for (way, tint) in [(45.0, role::INK), (-45.0, role::LIGHT)] {
                let half = Path::polygon([tip, polar(at, r * half, angle + way), at]);
                out.push(Shape::filled(half, tint).and_stroked(Stroke::new(role::INK, 0.18)).into());
            }
        }
    }
    let hub = Path::circle(at, r * 0.045);
    out.push(Shape::filled(hub.clone(), role::LIGHT).and_stroked(Stroke::new(role::INK, 0.2)).into());
    let north = shape(Face::SerifBold, 13.0, "N", 0.0);
    out.push(Text::centred(north, at + pt(0.0, -r * 1.04), role::INK).into());
    out.push(fill(Path::circle(at, r * 0.012), role::INK));
    out
}
