//! What every sheet has: title, headings, the foot with its ruler, crop marks, and the rule by which backs are
//! mirrored.

use super::kit::{fill, filled_box, rule};
use crate::drawing::{Anchor, Group, Item, Path, Point, Rect, Shape, Stroke, Subject, Text, Transform, pt};
use crate::fonts::{Face, shape};
use crate::palette::role;

/// No part of a sheet that is not meant to bleed comes nearer to the paper's edge, in millimetres.
pub const MARGIN: f64 = 10.0;

/// The height of the foot with its ruler.
pub const FOOT: f64 = 12.0;

/// The words at the foot of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foot {
    /// The game and the sheet: *Little Big Horn · counters*.
    pub sheet: String,
    pub page: usize,
    pub pages: usize,
    /// The program and its version.
    pub version: String,
    /// What else the printer has to be told: *turn on the long edge*; may be empty.
    pub how: String,
    /// Credits and licence, if the scenario names any.
    pub credits: String,
}

/// The foot of a page: a hair line with its left end at a point, what the sheet is, the ruler, the version.
pub fn foot(foot: &Foot, at: Point, width: f64) -> Vec<Item> {
    let mut out = vec![rule(at, (at.x + width, at.y), role::INK, 0.18)];
    let base = at.y + 4.2;
    let size = 7.0;
    let soft = role::INK_SOFT;
    let place = |page: usize, pages: usize| format!("page {page} of {pages}");
    let left = format!("{} · {}", foot.sheet, place(foot.page, foot.pages));
    let room = width / 2.0 - 53.0;
    // On one line if there is room beside the ruler, else the page on a line of its own.
    match crate::fonts::fit(Face::Serif, size, 6.0, &left, 0.0, room) {
        Some(run) => out.push(Text::left(run, (at.x, base), soft).into()),
        None => {
            let run = crate::fonts::fit(Face::Serif, size, 5.0, &foot.sheet, 0.0, room)
                .unwrap_or_else(|| shape(Face::Serif, 5.0, &foot.sheet, 0.0));
            out.push(Text::left(run, (at.x, base), soft).into());
            let page = shape(Face::Serif, size, &place(foot.page, foot.pages), 0.0);
            out.push(Text::left(page, (at.x, base + 6.2), soft).into());
        }
    }
    let how = if foot.how.is_empty() {
        "print at 100 %".to_owned()
    } else {
        format!("print at 100 %, {}", foot.how)
    };
    let how = crate::fonts::fit(Face::SerifSemibold, size, 5.5, &how, 0.0, room)
        .unwrap_or_else(|| shape(Face::SerifSemibold, 5.5, &how, 0.0));
    out.push(Text::left(how, (at.x, base + 3.1), soft).into());
    // To the right of the ruler stand the words "4 in".
    let room = width / 2.0 - 61.0;
    let version = crate::fonts::fit(Face::Serif, size, 5.0, &foot.version, 0.0, room)
        .unwrap_or_else(|| shape(Face::Serif, 5.0, &foot.version, 0.0));
    out.push(Text::right(version, (at.x + width, base), soft).into());
    if !foot.credits.is_empty() {
        let style = crate::fonts::Style::new(Face::Serif, 6.0, soft);
        let span = crate::fonts::Span::new(&foot.credits, style);
        let lines = crate::fonts::paragraph(&[span], room, 7.4, crate::fonts::Align::Right);
        out.extend(Text::paragraph(&lines[..lines.len().min(2)], (at.x + width - room, base + 0.9)));
    }
    out.push(ruler(pt(at.x + width / 2.0 - 50.0, at.y + 5.9)));
    out
}

/// A ruler of 100 mm above a line and of 4 in below it, from a point to the right.
pub fn ruler(at: Point) -> Item {
    let mut ticks = Path::new();
    let mut fine = Path::new();
    for i in 0..=100 {
        let x = at.x + f64::from(i);
        let (path, high) = match i {
            i if i % 10 == 0 => (&mut ticks, 2.2),
            i if i % 5 == 0 => (&mut fine, 1.5),
            _ => (&mut fine, 0.9),
        };
        path.append(&Path::line((x, at.y), (x, at.y - high)));
    }
    for i in 0..=32 {
        let x = at.x + f64::from(i) * 3.175;
        let (path, low) = match i {
            i if i % 8 == 0 => (&mut ticks, 2.2),
            i if i % 4 == 0 => (&mut fine, 1.4),
            _ => (&mut fine, 0.8),
        };
        path.append(&Path::line((x, at.y), (x, at.y + low)));
    }
    // The line reaches from the outer edge of the first tick to that of the last.
    ticks.append(&Path::line((at.x - 0.1, at.y), (at.x + 101.7, at.y)));
    let line = |path, width| Item::from(Shape::stroked(path, Stroke::new(role::INK, width)));
    let mut items = vec![line(ticks, 0.2), line(fine, 0.1)];
    for (place, text) in [(0.0, "0"), (50.0, "50"), (100.0, "100 mm")] {
        let run = shape(Face::Sans, 5.5, text, 0.0);
        items.push(Text::centred(run, (at.x + place, at.y - 2.7), role::INK).into());
    }
    let inches = shape(Face::Sans, 5.5, "4 in", 0.0);
    items.push(Text::left(inches, (at.x + 103.2, at.y + 2.2), role::INK).into());
    Group::new(items).about(Subject::Part("ruler".into())).into()
}

/// The title of a page of aids or counters, with its subtitle at the right and its double line. Ends 13 mm below
/// its top.
pub fn title(title: &str, subtitle: &str, area: Rect) -> Vec<Item> {
    let subtitle = shape(Face::SerifItalic, 11.0, subtitle, 0.0);
    let room = area.w - subtitle.inked_width() - 6.0;
    let run = crate::fonts::fit(Face::SerifSemibold, 21.0, 11.0, title, 0.0, room)
        .unwrap_or_else(|| shape(Face::SerifSemibold, 11.0, title, 0.0));
    let (left, right) = (area.x, area.right());
    vec![
        Text::left(run, (left, area.y + 8.6), role::INK).into(),
        Text::right(subtitle, (right, area.y + 8.6), role::INK_SOFT).into(),
        rule((left, area.y + 11.8), (right, area.y + 11.8), role::INK, 0.6),
        rule((left, area.y + 12.7), (right, area.y + 12.7), role::INK, 0.15),
    ]
}

/// The heading of a block on a map sheet: a heavy line, spaced capitals, a remark at the right, a hair line. A remark
/// for which there is no room beside the words is left out.
pub fn heading(text: &str, remark: &str, at: Point, width: f64) -> Vec<Item> {
    let right = at.x + width;
    let capitals = text.to_uppercase();
    let fit = |text: &str, spacing| crate::fonts::fit(Face::SerifSemibold, 13.0, 7.0, text, spacing, width);
    let letters = capitals.char_indices().map(|(at, _)| at).rev();
    let words = fit(&capitals, 0.16)
        .or_else(|| fit(&capitals, 0.0))
        .or_else(|| letters.into_iter().find_map(|end| fit(&format!("{}…", &capitals[..end]), 0.0)))
        .unwrap_or_else(|| shape(Face::SerifSemibold, 7.0, "…", 0.0));
    let room = width - words.inked_width() - 3.0;
    let remark = crate::fonts::fit(Face::SerifItalic, 8.0, 6.0, remark, 0.0, room);
    let mut items = vec![
        Anchor { name: text.to_owned(), at }.into(),
        rule((at.x, at.y + 0.3), (right, at.y + 0.3), role::INK, 0.6),
        Text::left(words, (at.x, at.y + 7.0), role::INK).into(),
    ];
    items.extend(remark.map(|remark| Text::right(remark, (right, at.y + 7.0), role::INK_SOFT).into()));
    items.push(rule((at.x, at.y + 9.3), (right, at.y + 9.3), role::INK, 0.18));
    items
}

/// The heading of a section on a page: spaced capitals with a line under them and a rule at the right.
pub fn section(text: &str, reference: &str, at: Point, width: f64) -> Vec<Item> {
    let right = at.x + width;
    let reference = shape(Face::Sans, 6.5, reference, 0.0);
    // A long heading stands closer, and then smaller.
    let capitals = text.to_uppercase();
    let room = width - reference.inked_width() - 2.0;
    let fit = |least, spacing| crate::fonts::fit(Face::SerifSemibold, 10.5, least, &capitals, spacing, room);
    let run = fit(10.0, 0.14)
        .or_else(|| fit(7.5, 0.05))
        .unwrap_or_else(|| shape(Face::SerifSemibold, 7.5, &capitals, 0.0));
    vec![
        Anchor { name: text.to_owned(), at: pt(at.x, at.y - 5.0) }.into(),
        Text::left(run, at, role::INK).into(),
        Text::right(reference, (right, at.y), role::RULE_NUMBER).into(),
        rule((at.x, at.y + 1.7), (right, at.y + 1.7), role::INK, 0.35),
    ]
}

/// The ground of a whole page.
pub fn paper(width: f64, height: f64) -> Item {
    filled_box(Rect::new(0.0, 0.0, width, height), role::PAPER)
}

/// A filled lozenge.
pub fn lozenge(at: Point, width: f64, height: f64, paint: impl Into<crate::drawing::Paint>) -> Item {
    let (w, h) = (width / 2.0, height / 2.0);
    fill(
        Path::polygon([pt(at.x - w, at.y), pt(at.x, at.y - h), pt(at.x + w, at.y), pt(at.x, at.y + h)]),
        paint,
    )
}

/// About which edge a sheet is turned over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flip {
    /// Like the leaf of a book that is read upright.
    #[default]
    LongEdge,
    ShortEdge,
}

/// Where the back of a box lies on the back of a page, and by how much the piece is turned. The one place where
/// backs are mirrored: about the vertical edge `x' = W − x − w`; about the horizontal one `y' = H − y − h` and
/// upside down.
pub fn mirror(flip: Flip, page: (f64, f64), front: Rect) -> (Rect, f64) {
    let (width, height) = page;
    // The long edge of an upright page is the vertical one.
    let is_vertical = (flip == Flip::LongEdge) == (height >= width);
    if is_vertical {
        (Rect { x: width - front.x - front.w, ..front }, 0.0)
    } else {
        (Rect { y: height - front.y - front.h, ..front }, 180.0)
    }
}

/// The placement that puts a thing drawn from (0, 0) into a box of its size, turned about the box's middle.
pub fn placed(rect: Rect, turn: f64) -> Transform {
    let (dx, dy) = (rect.w / 2.0, rect.h / 2.0);
    let middle = Transform::at(rect.x + dx, rect.y + dy);
    middle.of(Transform::turn(turn)).of(Transform::at(-dx, -dy))
}

/// Crop marks at both ends of every cut of a block: `xs` and `ys` are where it is cut. They keep clear of the bleed.
pub fn crop_marks(block: Rect, xs: &[f64], ys: &[f64], bleed: f64) -> Item {
    // They end where they would with the usual bleed, so that the margin is kept.
    let (away, end) = (3f64.max(bleed + 0.3), 8.0);
    let mut path = Path::new();
    for &x in xs {
        path.append(&Path::line((x, block.y - end), (x, block.y - away)));
        path.append(&Path::line((x, block.bottom() + away), (x, block.bottom() + end)));
    }
    for &y in ys {
        path.append(&Path::line((block.x - end, y), (block.x - away, y)));
        path.append(&Path::line((block.right() + away, y), (block.right() + end, y)));
    }
    let marks = Shape::stroked(path, Stroke::new(role::INK, 0.15));
    Group::new(vec![marks.into()]).about(Subject::Part("crop marks".into())).in_layer("Marks").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn the_ruler_is_100_mm_and_4_in_long() {
        let Item::Group(group) = ruler(pt(20.0, 30.0)) else { panic!() };
        let Item::Shape(ticks) = &group.items[0] else { panic!() };
        let bounds = ticks.path.bounds().unwrap();
        // From the first tick to the last of 4 in, which is 101.6 mm, and half a line's width on either side.
        assert!((bounds.x - 19.9).abs() < 1e-9 && (bounds.right() - 121.7).abs() < 1e-9, "{bounds:?}");
        let upper: Vec<f64> = ticks
            .path
            .segments
            .iter()
            .filter_map(|segment| match segment {
                crate::drawing::Segment::Line(p) if p.y < 29.0 => Some(p.x),
                _ => None,
            })
            .collect();
        assert_eq!((upper[0], *upper.last().unwrap(), upper.len()), (20.0, 120.0, 11));
    }

    #[test]
    fn a_heading_keeps_to_its_width_and_never_lies_over_its_remark() {
        let drawing = Drawing::new("");
        for (text, remark, wide, texts) in [
            ("Turns", "10 game turns", 138.0, 2),
            ("Terrain", "cost to enter: mounted · foot · Gatling", 27.0, 1),
            ("A track with a very long name that fits no block at all", "its note", 60.0, 1),
        ] {
            let items = heading(text, remark, pt(0.0, 0.0), wide);
            let bounds = drawing.bounds_of(&items).unwrap();
            assert!(bounds.right() <= wide + 0.31, "{text}: {bounds:?}");
            assert_eq!(items.iter().filter(|item| matches!(item, Item::Text(_))).count(), texts, "{text}");
        }
    }

    #[test]
    fn mirrored_twice_is_where_it_was() {
        let front = Rect::new(30.0, 40.0, 14.29, 14.29);
        for page in [(210.0, 297.0), (297.0, 210.0)] {
            for flip in [Flip::LongEdge, Flip::ShortEdge] {
                let (back, turn) = mirror(flip, page, front);
                assert!(turn == 0.0 || turn == 180.0);
                assert_ne!(back, front);
                let (again, _) = mirror(flip, page, back);
                assert!((again.x - front.x).abs() < 1e-9 && (again.y - front.y).abs() < 1e-9);
            }
        }
        let (back, turn) = mirror(Flip::LongEdge, (210.0, 297.0), front);
        assert!((back.x - (210.0 - 30.0 - 14.29)).abs() < 1e-9 && back.y == 40.0 && turn == 0.0);
    }

    #[test]
    fn the_foot_keeps_to_its_width() {
        let words = Foot {
            sheet: "A game with quite a long name indeed · counters, fronts".into(),
            page: 12,
            pages: 19,
            version: "Sandtable 0.1.0".into(),
            how: "turn on the long edge".into(),
            credits: "Somebody, CC BY 4.0".into(),
        };
        let items = foot(&words, pt(10.0, 280.0), 190.0);
        let bounds = Drawing::new("").bounds_of(&items).unwrap();
        assert!(bounds.x >= 9.9 && bounds.right() <= 200.1, "{bounds:?}");
        assert!(bounds.bottom() <= 280.0 + FOOT, "{bounds:?}");
    }
}
