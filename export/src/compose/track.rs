//! Tracks: the turn track, and the sheet of boxes for pieces that are off the map.

use engine::scenario::{MapBox, Region};

use super::kit::{fill, filled_box, framed_box, rule};
use super::map::role_of;
use crate::drawing::{Group, Item, Path, Point, Rect, Shape, Stroke, Subject, Text, pt};
use crate::fonts::{Align, Face, Span, Style, fit, paragraph, shape};
use crate::palette::role;

/// A turn of the track.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    pub remarks: Vec<String>,
    /// Role of the side that is reinforced in it; empty for none.
    pub reinforced: Vec<String>,
}

/// The turns of a game with their remarks: turn, remark, id of the side that is reinforced (may be empty).
pub fn turns(count: u16, notes: &[(u16, String, String)]) -> Vec<Turn> {
    let mut out = vec![Turn::default(); usize::from(count)];
    for (turn, remark, side) in notes {
        let Some(entry) = usize::from(*turn).checked_sub(1).and_then(|index| out.get_mut(index)) else {
            continue;
        };
        if !remark.is_empty() {
            entry.remarks.push(remark.clone());
        }
        if !side.is_empty() && !entry.reinforced.contains(side) {
            entry.reinforced.push(side.clone());
        }
    }
    out
}

/// The boxes of the turns in an area, so many a row; `counter` is the side of the marker that rests there.
pub fn turn_track(turns: &[Turn], area: Rect, columns: usize, counter: f64) -> Vec<Item> {
    const GAP: f64 = 1.7;
    let columns = columns.max(1);
    let rows = turns.len().div_ceil(columns).max(1);
    let width = (area.w - GAP * (columns as f64 - 1.0)) / columns as f64;
    let height = (area.h - GAP * (rows as f64 - 1.0)) / rows as f64;
    let mut out = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        let x = area.x + (i % columns) as f64 * (width + GAP);
        let y = area.y + (i / columns) as f64 * (height + GAP);
        let items = turn_box(i + 1, turn, Rect::new(x, y, width, height), counter);
        out.push(Group::new(items).about(Subject::Turn(i as u16 + 1)).into());
    }
    out
}

fn turn_box(number: usize, turn: &Turn, rect: Rect, counter: f64) -> Vec<Item> {
    let mut out =
        vec![Shape::filled(Path::rect(rect), role::LIGHT).and_stroked(Stroke::new(role::INK, 0.3)).into()];
    let remarks = turn.remarks.join(". ");
    let style = Style::new(Face::SerifItalic, 6.3, role::INK);
    let lines = paragraph(&[Span::new(&remarks, style)], rect.w - 2.4, 8.2, Align::Centre);
    let lines = if remarks.is_empty() { &[][..] } else { &lines[..] };
    let words = crate::fonts::height(lines, 8.2);
    let rest = (counter + 1.0).min(rect.w - 3.0).min(rect.h - 4.0);
    let spare = rect.h - rest - words;
    let top = rect.y + (spare * 0.6).clamp(1.6, 7.6);
    let place = Rect::new(rect.x + (rect.w - rest) / 2.0, top, rest, rest);
    out.push(filled_box(place, role::PAPER));
    out.push(Shape::stroked(Path::rect(place), Stroke::new(role::INK_SOFT, 0.15).dashed(&[0.9, 0.7])).into());
    // Where the place of the marker leaves no corner free, its own figure has to do.
    let is_tight = place.x < rect.x + 6.4 && place.y < rect.y + 5.4;
    let ghost = shape(Face::SerifSemibold, 17.0, &number.to_string(), 0.0);
    let middle = place.centre();
    let pale = crate::drawing::Paint::new(role::INK_SOFT).faded(if is_tight { 0.8 } else { 0.4 });
    out.push(Text::centred(ghost, middle + pt(0.0, 2.1), pale).into());
    if !is_tight {
        let figure = shape(Face::SerifBold, 12.0, &number.to_string(), 0.0);
        out.push(Text::left(figure, (rect.x + 1.5, rect.y + 5.0), role::INK).into());
    }
    for (i, side) in turn.reinforced.iter().enumerate() {
        let at = pt(rect.right() - 3.9 - 5.8 * i as f64, rect.y + 3.9);
        out.push(fill(Path::circle(at, 2.7), role_of(side)));
        let letter = shape(Face::SerifBold, 9.5, "R", 0.0);
        let tint = crate::palette::Ink::On {
            ground: role_of(side),
            light: role::CREAM,
            dark: role_of(&format!("{side}_ink")),
        };
        out.push(Text::centred(letter, at + pt(0.0, 1.2), tint).into());
        out.push(Shape::stroked(Path::circle(at, 2.7), Stroke::new(role::INK, 0.15)).into());
    }
    let from = pt(rect.x + 1.2, (place.bottom() + 0.5).max(rect.bottom() - words - 1.6));
    out.extend(Text::paragraph(lines, from));
    out
}

/// The boxes for pieces off the map, in rows of a page, with lines between those that are one step apart.
/// `edges` are the regions through which their pieces come on. Gives the place of a last box that is left over, too.
pub fn off_map_boxes(
    boxes: &[MapBox],
    edges: &[Region],
    area: Rect,
    counter: f64,
) -> (Vec<Item>, Option<Rect>) {
    const GAP: f64 = 9.0;
    // At least six by four counters and three gutters.
    let (least_w, least_h) = (6.0 * counter + 3.0, 4.0 * counter + 3.0 + 13.0);
    let columns = (((area.w + GAP) / (least_w + GAP)).floor() as usize).clamp(1, boxes.len().max(1));
    let rows = boxes.len().div_ceil(columns).max(1);
    let w = (area.w - GAP * (columns as f64 - 1.0)) / columns as f64;
    let h = ((area.h - GAP * (rows as f64 - 1.0)) / rows as f64).min(least_h * 1.6);
    let place = |i: usize| -> Rect {
        let (column, row) = (i % columns, i / columns);
        Rect::new(area.x + column as f64 * (w + GAP), area.y + row as f64 * (h + GAP), w, h)
    };
    let mut out = Vec::new();
    for (i, from) in boxes.iter().enumerate() {
        for next in &from.next {
            let Some(j) = boxes.iter().position(|other| other.id == *next) else { continue };
            let is_mutual = boxes[j].next.contains(&from.id);
            // A line is drawn once for both ways.
            if is_mutual && j < i {
                continue;
            }
            out.extend(step(place(i), place(j), is_mutual));
        }
    }
    for (i, one) in boxes.iter().enumerate() {
        let rect = place(i);
        let edge = edges.iter().find(|region| region.id == one.edge);
        let mut items = vec![
            Shape::filled(Path::rect(rect), role::LIGHT).and_stroked(Stroke::new(role::INK, 0.4)).into(),
        ];
        let tint = edge.map_or(role::INK_SOFT, |region| role_of(&region.role));
        items.push(filled_box(Rect::new(rect.x, rect.y, rect.w, 3.2), tint));
        items.push(framed_box(Rect::new(rect.x, rect.y, rect.w, 3.2), role::INK, 0.2));
        let name = fit(Face::SerifSemibold, 13.0, 8.0, &one.name.to_uppercase(), 0.12, rect.w - 6.0)
            .unwrap_or_else(|| shape(Face::SerifSemibold, 8.0, &one.name, 0.0));
        let named = name.inked_width();
        items.push(Text::left(name, (rect.x + 2.6, rect.y + 9.2), role::INK).into());
        let mut note = one.note.clone();
        if let (true, Some(region)) = (note.is_empty(), edge) {
            note = region.name.clone();
        }
        let room = rect.w - 8.0 - named;
        let note = fit(Face::SerifItalic, 8.0, 6.0, &note, 0.0, room)
            .unwrap_or_else(|| shape(Face::SerifItalic, 6.0, &note, 0.0));
        if note.inked_width() <= room + 0.1 {
            items.push(Text::right(note, (rect.right() - 2.6, rect.y + 9.2), role::INK_SOFT).into());
        }
        // Resting places, very faint, so that the size of a counter is seen.
        let pitch = counter + 0.4;
        let across = ((rect.w - 1.2) / pitch).floor().max(1.0);
        let top = rect.y + 11.4;
        let down = ((rect.bottom() - 0.4 - top) / pitch).floor().max(0.0);
        let left = rect.x + (rect.w - across * pitch + 0.4) / 2.0;
        let mut cells = Path::new();
        for row in 0..down as u32 {
            for column in 0..across as u32 {
                let at = pt(left + f64::from(column) * pitch, top + f64::from(row) * pitch);
                cells.append(&Path::rect(Rect::new(at.x, at.y, counter, counter)));
            }
        }
        let line = Stroke::new(crate::drawing::Paint::new(role::INK_SOFT).faded(0.3), 0.12);
        items.push(Shape::stroked(cells, line.dashed(&[0.8, 0.8])).into());
        out.push(Group::new(items).about(Subject::Box(one.id.clone())).into());
    }
    (out, (boxes.len() < columns * rows).then(|| place(boxes.len())))
}

/// An arrow from one box to the other, with heads at both ends if the step may be taken either way.
fn step(from: Rect, to: Rect, is_mutual: bool) -> Vec<Item> {
    let (a, b) = (from.centre(), to.centre());
    // From side to side where they stand beside each other, else from foot to top.
    let (start, end): (Point, Point) = if (a.y - b.y).abs() < 1.0 {
        let way = (b.x - a.x).signum();
        (pt(a.x + way * from.w / 2.0, a.y), pt(b.x - way * to.w / 2.0, b.y))
    } else {
        let way = (b.y - a.y).signum();
        // Near the middle between both, but over each of them.
        let clamp = |x: f64, rect: Rect| x.clamp(rect.x + 8.0, rect.right() - 8.0);
        let x = (a.x + b.x) / 2.0;
        (pt(clamp(x, from), a.y + way * from.h / 2.0), pt(clamp(x, to), b.y - way * to.h / 2.0))
    };
    let along = super::kit::unit(end - start);
    let across = super::kit::right_of(along);
    let mut out = vec![rule(start, end, role::INK, 0.5)];
    let head = |tip: Point, way: f64| {
        let back = tip - along * (3.0 * way);
        fill(Path::polygon([tip, back + across * 1.3, back - across * 1.3]), role::INK)
    };
    out.push(head(end, 1.0));
    if is_mutual {
        out.push(head(start, -1.0));
    }
    out
}
