//! Tracks: the turn track, and the sheet of boxes for pieces that are off the map.

use engine::scenario::{MapBox, Region};

use super::kit::{fill, filled_box, framed_box, rule};
use super::map::{Border, role_of};
use crate::drawing::{Group, Item, Path, Point, Rect, Shape, Stroke, Subject, Text, pt};
use crate::fonts::{Align, Face, Line, Span, Style, fit, paragraph, shape};
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
    turn_rows(turns, 0, area, columns, counter)
}

/// The same for a part of the turns, of which so many come before.
pub fn turn_rows(turns: &[Turn], before: usize, area: Rect, columns: usize, counter: f64) -> Vec<Item> {
    const GAP: f64 = 1.7;
    let columns = columns.max(1);
    let rows = turns.len().div_ceil(columns).max(1);
    let width = (area.w - GAP * (columns as f64 - 1.0)) / columns as f64;
    let height = (area.h - GAP * (rows as f64 - 1.0)) / rows as f64;
    // The marker rests at the same place in all boxes, whatever is written below it.
    let words = turns.iter().map(|turn| crate::fonts::height(&remark(turn, width), 8.2)).fold(0.0, f64::max);
    let mut out = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        let x = area.x + (i % columns) as f64 * (width + GAP);
        let y = area.y + (i / columns) as f64 * (height + GAP);
        let number = before + i + 1;
        let items = turn_box(number, turn, Rect::new(x, y, width, height), counter, words);
        out.push(Group::new(items).about(Subject::Turn(number as u16)).into());
    }
    out
}

/// What is written in the box of a turn.
fn remark(turn: &Turn, wide: f64) -> Vec<Line> {
    if turn.remarks.is_empty() {
        return Vec::new();
    }
    let style = Style::new(Face::SerifItalic, 6.3, role::INK);
    paragraph(&[Span::new(turn.remarks.join(". "), style)], wide - 2.4, 8.2, Align::Centre)
}

/// `most` is how high the longest remark of the track is.
fn turn_box(number: usize, turn: &Turn, rect: Rect, counter: f64, most: f64) -> Vec<Item> {
    let mut out =
        vec![Shape::filled(Path::rect(rect), role::LIGHT).and_stroked(Stroke::new(role::INK, 0.3)).into()];
    let lines = remark(turn, rect.w);
    let words = crate::fonts::height(&lines, 8.2);
    let rest = (counter + 1.0).min(rect.w - 3.0).min(rect.h - 4.0);
    let spare = rect.h - rest - most;
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
    out.extend(Text::paragraph(&lines, from));
    out
}

/// A box off the map, with the region through which its pieces come on, and the border that this lies at.
#[derive(Debug, Clone, Copy)]
pub struct Zone<'a> {
    pub one: &'a MapBox,
    pub edge: Option<&'a Region>,
    pub(crate) border: Option<Border>,
}

/// Between boxes, for their arrows.
const GAP: f64 = 9.0;

/// At least six by four counters and three gutters.
fn least_box(counter: f64) -> (f64, f64) {
    (6.0 * counter + 3.0, 4.0 * counter + 3.0 + 13.0)
}

fn columns_of_boxes(count: usize, room: f64, counter: f64) -> usize {
    (((room + GAP) / (least_box(counter).0 + GAP)).floor() as usize).clamp(1, count.max(1))
}

/// The height that so many boxes take in a width.
pub fn height_of_boxes(count: usize, room: f64, counter: f64) -> f64 {
    let rows = count.div_ceil(columns_of_boxes(count, room, counter)) as f64;
    rows * least_box(counter).1 + (rows - 1.0).max(0.0) * GAP
}

/// A track: its numbered spaces in rows under its name. Gives also the height that it takes.
pub fn spaces(one: &MapBox, room: f64, counter: f64) -> (Vec<Item>, f64) {
    const HEAD: f64 = 11.6;
    const APART: f64 = 1.2;
    let side = counter + 2.0;
    let columns = ((room + APART) / (side + APART)).floor().max(1.0) as u32;
    let count = u32::from(one.spaces);
    // Rows of one length, as far as the spaces fill them.
    let rows = count.div_ceil(columns).max(1);
    let columns = count.div_ceil(rows).max(1);
    let mut out = super::sheet::heading(&one.name, &one.note, pt(0.0, 0.0), room);
    for i in 0..count {
        let at = pt(f64::from(i % columns), f64::from(i / columns)) * (side + APART);
        let space = Rect::new(at.x, at.y + HEAD, side, side);
        out.push(
            Shape::filled(Path::rect(space), role::LIGHT).and_stroked(Stroke::new(role::INK, 0.3)).into(),
        );
        let run = shape(Face::SerifSemibold, 11.0, &(i + 1).to_string(), 0.0);
        let pale = crate::drawing::Paint::new(role::INK_SOFT).faded(0.8);
        out.push(Text::centred(run, space.centre() + pt(0.0, 1.3), pale).into());
    }
    let height = HEAD + f64::from(rows) * (side + APART) - APART;
    (vec![Group::new(out).about(Subject::Box(one.id.clone())).into()], height)
}

/// The boxes for pieces off the map, in rows of a page, with lines between those that are one step apart. Rows run
/// to and fro, so that boxes in a chain stand beside or below each other, those of the west to the left.
pub fn off_map_boxes(zones: &[Zone<'_>], area: Rect, counter: f64) -> Vec<Item> {
    let (_, least_h) = least_box(counter);
    let columns = columns_of_boxes(zones.len(), area.w, counter);
    let rows = zones.len().div_ceil(columns).max(1);
    let w = (area.w - GAP * (columns as f64 - 1.0)) / columns as f64;
    let h = ((area.h - GAP * (rows as f64 - 1.0)) / rows as f64).min(least_h * 1.6);
    let column_of = |i: usize, mirrored: bool| {
        let (column, row) = (i % columns, i / columns);
        if (row % 2 == 1) == mirrored { column } else { columns - 1 - column }
    };
    // How many boxes stand on the wrong half of the page.
    let wrong = |mirrored: bool| {
        let is_wrong = |(i, zone): &(usize, &Zone<'_>)| {
            let is_left = 2 * column_of(*i, mirrored) < columns;
            match zone.border {
                Some(Border::West) => !is_left,
                Some(Border::East) => is_left,
                _ => false,
            }
        };
        zones.iter().enumerate().filter(is_wrong).count()
    };
    let mirrored = wrong(true) < wrong(false);
    let place = |i: usize| -> Rect {
        let (column, row) = (column_of(i, mirrored), i / columns);
        Rect::new(area.x + column as f64 * (w + GAP), area.y + row as f64 * (h + GAP), w, h)
    };
    let mut out = Vec::new();
    for (i, from) in zones.iter().enumerate() {
        for next in &from.one.next {
            let Some(j) = zones.iter().position(|other| other.one.id == *next) else { continue };
            let is_mutual = zones[j].one.next.contains(&from.one.id);
            // A line is drawn once for both ways.
            if is_mutual && j < i {
                continue;
            }
            out.extend(step(place(i), place(j), is_mutual));
        }
    }
    for (i, zone) in zones.iter().enumerate() {
        let items = zone_box(zone, place(i), counter);
        out.push(Group::new(items).about(Subject::Box(zone.one.id.clone())).into());
    }
    out
}

/// A box: its bar on the side that faces the map, its name, resting places.
fn zone_box(zone: &Zone<'_>, rect: Rect, counter: f64) -> Vec<Item> {
    const BAR: f64 = 2.0;
    let one = zone.one;
    let mut items =
        vec![Shape::filled(Path::rect(rect), role::LIGHT).and_stroked(Stroke::new(role::INK, 0.4)).into()];
    let tint = zone.edge.map_or(role::INK_SOFT, |region| role_of(&region.role));
    let (bar, inner) = match zone.border {
        Some(Border::North) => {
            (Rect { y: rect.bottom() - BAR, h: BAR, ..rect }, Rect { h: rect.h - BAR, ..rect })
        }
        Some(Border::West) => {
            (Rect { x: rect.right() - BAR, w: BAR, ..rect }, Rect { w: rect.w - BAR, ..rect })
        }
        Some(Border::East) => (Rect { w: BAR, ..rect }, Rect { x: rect.x + BAR, w: rect.w - BAR, ..rect }),
        Some(Border::South) | None => {
            (Rect { h: BAR, ..rect }, Rect { y: rect.y + BAR, h: rect.h - BAR, ..rect })
        }
    };
    items.push(filled_box(bar, tint));
    items.push(framed_box(bar, role::INK, 0.2));
    let name = fit(Face::SerifSemibold, 13.0, 8.0, &one.name.to_uppercase(), 0.12, inner.w - 6.0)
        .unwrap_or_else(|| shape(Face::SerifSemibold, 8.0, &one.name, 0.0));
    let named = name.inked_width();
    let base = inner.y + 6.2;
    items.push(Text::left(name, (inner.x + 2.6, base), role::INK).into());
    // What the region's name adds to that of the box, and what else is to be said.
    let region = zone.edge.map_or("", |region| region.name.as_str());
    let region = region.strip_prefix(one.name.as_str()).unwrap_or(region);
    let region = region.trim_start_matches([' ', '·', ',', ':']);
    let both: Vec<&str> = [region, one.note.as_str()].into_iter().filter(|text| !text.is_empty()).collect();
    let room = inner.w - 8.0 - named;
    let note = fit(Face::SerifItalic, 8.0, 6.0, &both.join(" · "), 0.0, room)
        .unwrap_or_else(|| shape(Face::SerifItalic, 6.0, &one.note, 0.0));
    if note.inked_width() <= room + 0.1 {
        items.push(Text::right(note, (inner.right() - 2.6, base), role::INK_SOFT).into());
    }
    // Resting places, very faint, so that the size of a counter is seen.
    let pitch = counter + 0.4;
    let across = ((inner.w - 0.2) / pitch).floor().max(1.0);
    let top = inner.y + 8.4;
    let down = ((inner.bottom() - 1.0 - top) / pitch).floor().max(0.0);
    let left = inner.x + (inner.w - across * pitch) / 2.0;
    let mut cells = Path::new();
    for row in 0..=down as u32 {
        let y = top + f64::from(row) * pitch;
        cells.append(&Path::line((left, y), (left + across * pitch, y)));
    }
    for column in 0..=across as u32 {
        let x = left + f64::from(column) * pitch;
        cells.append(&Path::line((x, top), (x, top + down * pitch)));
    }
    let line = Stroke::new(crate::drawing::Paint::new(role::INK_SOFT).faded(0.4), 0.12);
    items.push(Shape::stroked(cells, line.dashed(&[0.8, 0.8])).into());
    items
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
