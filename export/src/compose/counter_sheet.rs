//! Sheets of counters: fronts and backs, in blocks that butt, with crop marks outside.

use engine::face::{Counter, Face};

use super::counters::{Tight, bleed, face_with};
use super::kit::filled_box;
use super::sheet::{FOOT, Flip, Foot, MARGIN, crop_marks, foot, mirror, placed, title};
use crate::drawing::{Drawing, Group, Item, Page, Paint, Path, Rect, Shape, Stroke, Subject, Text, Use};
use crate::fonts::{Face as Font, fit, shape};
use crate::palette::role;

/// How counters are laid out.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The size of the paper.
    pub page: (f64, f64),
    /// The side of a counter.
    pub side: f64,
    /// How far colour reaches beyond outer cuts.
    pub bleed: f64,
    /// About which edge the sheets are turned for their backs.
    pub flip: Flip,
    /// The title over each page.
    pub title: String,
    /// Number and pages are filled in.
    pub foot: Foot,
    /// Names of the sides by the role of their faces: `us` → *United States*.
    pub sides: Vec<(String, String)>,
}

/// One place on a sheet.
#[derive(Debug, Clone, Copy)]
struct Cell<'a> {
    counter: &'a Counter,
    rect: Rect,
    /// No counter to the left, above, to the right, below.
    open: [bool; 4],
}

/// A block of one side on one page.
#[derive(Debug, Clone)]
struct Block<'a> {
    rect: Rect,
    caption: String,
    cells: Vec<Cell<'a>>,
}

/// The room above the first block: title, caption and crop marks.
const HEAD: f64 = 13.0 + 3.2 + 8.6;
/// Between blocks: two bleeds and a caption.
const BETWEEN: f64 = 7.5;

/// Adds the sheets of counters to a drawing, each front followed by its back. Gives what did not fit on a counter,
/// with the counter's name.
pub fn compose(counters: &[Counter], layout: &Layout, drawing: &mut Drawing) -> Vec<(String, Tight)> {
    let pages = lay_out(counters, layout);
    let mut tight = Vec::new();
    let mut faces: Vec<(Face, String)> = Vec::new();
    let count = pages.len();
    drawing.add_layer("Counters", true);
    drawing.add_layer("Marks", true);
    for (number, blocks) in pages.iter().enumerate() {
        for is_back in [false, true] {
            let mut page = Page::new(layout.page.0, layout.page.1);
            let what = if is_back { "backs" } else { "fronts" };
            page.label = format!("{}{}", number + 1, if is_back { "b" } else { "a" });
            let subtitle = format!("counters of {} mm · {what} {} of {count}", layout.side, number + 1);
            let area = Rect::new(MARGIN, MARGIN, layout.page.0 - 2.0 * MARGIN, layout.page.1 - 2.0 * MARGIN);
            page.items.extend(title(&layout.title, &subtitle, area));
            for block in blocks {
                page.items.extend(draw_block(block, layout, is_back, drawing, &mut faces, &mut tight));
            }
            page.items.push(marks(blocks, layout, is_back));
            let words =
                Foot { page: 2 * number + 1 + usize::from(is_back), pages: 2 * count, ..layout.foot.clone() };
            let at = crate::drawing::pt(MARGIN, layout.page.1 - MARGIN - FOOT);
            page.items.extend(foot(&words, at, area.w));
            drawing.pages.push(page);
        }
    }
    tight.sort();
    tight.dedup();
    tight
}

/// The blocks of each page.
fn lay_out<'a>(counters: &'a [Counter], layout: &Layout) -> Vec<Vec<Block<'a>>> {
    let (width, height) = layout.page;
    let side = layout.side;
    let columns = (((width - 2.0 * MARGIN - 16.0) / side).floor() as usize).max(1);
    let top = MARGIN + HEAD;
    let bottom = height - MARGIN - FOOT - 8.6 - 1.0;
    let left = (width - columns as f64 * side) / 2.0;
    let mut pages: Vec<Vec<Block<'a>>> = vec![Vec::new()];
    let mut y = top;
    for (caption, counters) in sections(counters, layout) {
        let all: Vec<&Counter> =
            counters.iter().flat_map(|&counter| (0..counter.copies).map(move |_| counter)).collect();
        let mut rows = all.chunks(columns).peekable();
        while rows.peek().is_some() {
            let is_first = pages.last().is_none_or(Vec::is_empty);
            let from = if is_first { top } else { y + BETWEEN };
            let room = ((bottom - from) / side + 1e-9).floor() as usize;
            if room == 0 && !is_first {
                pages.push(Vec::new());
                continue;
            }
            let mut cells: Vec<Vec<&Counter>> = Vec::new();
            while cells.len() < room.max(1) {
                let Some(row) = rows.next() else { break };
                cells.push(row.to_vec());
            }
            let block = block(&caption, &cells, left, from, columns, side);
            y = block.rect.bottom();
            pages.last_mut().expect("there is always a page").push(block);
        }
    }
    pages.retain(|page| !page.is_empty());
    pages
}

fn block<'a>(
    caption: &str,
    rows: &[Vec<&'a Counter>],
    left: f64,
    top: f64,
    columns: usize,
    side: f64,
) -> Block<'a> {
    let mut cells = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, &counter) in row.iter().enumerate() {
            let has = |r: usize| rows.get(r).is_some_and(|row| c < row.len());
            let open = [c == 0, r == 0 || !has(r - 1), c + 1 == row.len(), !has(r + 1)];
            let rect = Rect::new(left + c as f64 * side, top + r as f64 * side, side, side);
            cells.push(Cell { counter, rect, open });
        }
    }
    // A block that is not full keeps its width if it has more rows, so that cuts go through.
    let wide = if rows.len() > 1 { columns } else { rows.first().map_or(0, Vec::len) };
    let rect = Rect::new(left, top, wide as f64 * side, rows.len() as f64 * side);
    Block { rect, caption: caption.to_owned(), cells }
}

/// Counters of one side after another, markers last; a row keeps one side, so that a sheet shows by its colour what
/// it is.
fn sections<'a>(counters: &'a [Counter], layout: &Layout) -> Vec<(String, Vec<&'a Counter>)> {
    let mut out: Vec<(String, Vec<&Counter>)> = Vec::new();
    let key = |counter: &Counter| {
        if counter.front.formation.is_empty() { String::new() } else { counter.front.side.clone() }
    };
    for counter in counters {
        let key = key(counter);
        match out.iter_mut().find(|(known, _)| *known == key) {
            Some((_, list)) => list.push(counter),
            None => out.push((key, vec![counter])),
        }
    }
    for (key, list) in &mut out {
        let mut groups: Vec<&str> = Vec::new();
        for counter in list.iter() {
            if !groups.contains(&counter.group.as_str()) {
                groups.push(&counter.group);
            }
        }
        let number: u32 = list.iter().map(|counter| u32::from(counter.copies)).sum();
        let groups = groups.join(", ");
        let name = layout.sides.iter().find(|(role, _)| role == key).map(|(_, name)| name.as_str());
        *key = match name {
            Some(name) => format!("{name} · {groups} · {number} counters"),
            None => format!("{groups} · {number}"),
        };
    }
    out
}

fn draw_block(
    block: &Block<'_>,
    layout: &Layout,
    is_back: bool,
    drawing: &mut Drawing,
    faces: &mut Vec<(Face, String)>,
    tight: &mut Vec<(String, Tight)>,
) -> Vec<Item> {
    let place = |rect: Rect| if is_back { mirror(layout.flip, layout.page, rect) } else { (rect, 0.0) };
    let mut under = Vec::new();
    let mut items = Vec::new();
    for cell in &block.cells {
        let face = if is_back { &cell.counter.back } else { &cell.counter.front };
        let (rect, turn) = place(cell.rect);
        let [left, top, right, bottom] = cell.open;
        // On the back, left and right have changed places for the piece, whichever way the sheet was turned.
        let open = if is_back { [right, top, left, bottom] } else { cell.open };
        if layout.bleed > 0.0 && open.iter().any(|&open| open) {
            let parts = bleeds(face, layout.side, layout.bleed, open);
            under.push(Group::new(parts).placed(placed(rect, turn)).into());
        }
        let symbol = symbol_of(face, layout.side, drawing, faces, cell.counter, tight);
        let shown = Use::new(symbol, placed(rect, turn)).into();
        items.push(Group::new(vec![shown]).about(Subject::Part(cell.counter.name.clone())).into());
    }
    let mut lines = Path::new();
    for cell in &block.cells {
        let (rect, _) = place(cell.rect);
        lines.append(&Path::rect(rect));
    }
    let line = Stroke::new(Paint::new(role::BLACK).faded(0.35), 0.08);
    let mut out = vec![Group::new(under).into(), Group::new(items).in_layer("Counters").into()];
    out.push(Group::new(vec![Shape::stroked(lines, line).into()]).in_layer("Marks").into());
    let (rect, _) = place(block.rect);
    // In the room above the crop marks for the first block, between the bleeds for the others.
    let is_first = (block.rect.y - MARGIN - HEAD).abs() < 1e-6;
    let y = match (is_first, is_back && layout.flip == Flip::ShortEdge) {
        (true, false) => rect.y - 8.9,
        (false, false) => rect.y - 2.7,
        (true, true) => rect.bottom() + 11.6,
        (false, true) => rect.bottom() + 4.8,
    };
    let room = layout.page.0 - 2.0 * MARGIN - 16.0;
    let run = fit(Font::SerifItalic, 7.5, 5.5, &block.caption, 0.0, room).unwrap_or_else(|| {
        shape(Font::SerifItalic, 5.5, block.caption.split(" · ").next().unwrap_or(""), 0.0)
    });
    // Mirrored like the block, so that it stands at the same corner of the sheet.
    let x = if is_back { rect.right() - run.inked_width() } else { rect.x };
    out.push(Text::left(run, (x.max(MARGIN), y), role::INK_SOFT).into());
    out
}

/// The name of the symbol of a face; makes it when it is new.
fn symbol_of(
    face: &Face,
    side: f64,
    drawing: &mut Drawing,
    faces: &mut Vec<(Face, String)>,
    counter: &Counter,
    tight: &mut Vec<(String, Tight)>,
) -> String {
    if let Some((_, name)) = faces.iter().find(|(known, _)| known == face) {
        return name.clone();
    }
    let name = format!("counter/{:03}", faces.len());
    let (items, faults) = face_with(drawing, face, side);
    tight.extend(faults.into_iter().map(|fault| (counter.name.clone(), fault)));
    drawing.symbol_with(&name, || items);
    faces.push((face.clone(), name.clone()));
    name
}

/// What a counter shows beyond its open edges: left, top, right, bottom.
fn bleeds(face: &Face, side: f64, by: f64, open: [bool; 4]) -> Vec<Item> {
    let [left, top, right, bottom] = open.map(|open| if open { by } else { 0.0 });
    let colours = bleed(face);
    let (x, w) = (-left, side + left + right);
    let mut out = vec![filled_box(Rect::new(x, -top, w, side + top + bottom), colours.body)];
    if let Some((band, high)) = colours.band {
        out.push(filled_box(Rect::new(x, -top, w, high * side + top), band));
    }
    if let Some((foot, high)) = colours.foot {
        out.push(filled_box(Rect::new(x, side * (1.0 - high), w, high * side + bottom), foot));
    }
    out
}

/// The crop marks of a page: upright cuts at the top of the first block and the foot of the last, level cuts at
/// both sides of each.
fn marks(blocks: &[Block<'_>], layout: &Layout, is_back: bool) -> Item {
    let side = layout.side;
    let place = |rect: Rect| if is_back { mirror(layout.flip, layout.page, rect).0 } else { rect };
    let Some(all) = blocks.iter().map(|block| place(block.rect)).reduce(Rect::union) else {
        return Group::default().into();
    };
    let columns = (all.w / side).round() as u32;
    let xs: Vec<f64> = (0..=columns).map(|i| all.x + f64::from(i) * side).collect();
    let mut ys = Vec::new();
    for block in blocks {
        let rect = place(block.rect);
        let rows = (rect.h / side).round() as u32;
        ys.extend((0..=rows).map(|i| rect.y + f64::from(i) * side));
    }
    crop_marks(all, &xs, &ys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::counters::tests::unit;
    use engine::face::FaceKind;

    fn counters() -> Vec<Counter> {
        let counter = |name: &str, side: &str, formation: &str, copies, group: &str| Counter {
            name: name.into(),
            front: unit(FaceKind::Full, side, formation, name, &["8", "12"]),
            back: unit(FaceKind::Reduced, side, formation, name, &["4", "12"]),
            copies,
            group: group.into(),
        };
        let mut out = vec![
            counter("Red", "ind", "f_oglala", 29, "First"),
            counter("Blue", "us", "f_7cav", 31, "Second"),
            counter("Green", "us", "f_6inf", 70, "Second"),
            counter("Grey", "ind", "f_brule", 30, "Third"),
        ];
        let mut smoke = counter("Fired", "us", "f_7cav", 60, "Markers");
        smoke.front = Face { kind: FaceKind::MarkerSmoke, formation: String::new(), ..smoke.front };
        smoke.back = smoke.front.clone();
        out.push(smoke);
        out
    }

    fn layout(flip: Flip, page: (f64, f64)) -> Layout {
        Layout {
            page,
            side: 14.29,
            bleed: 2.0,
            flip,
            title: "A game".into(),
            foot: Foot {
                sheet: "A game · counters".into(),
                page: 0,
                pages: 0,
                version: String::new(),
                how: String::new(),
                credits: String::new(),
            },
            sides: vec![("us".into(), "Blue side".into())],
        }
    }

    /// Name and box of every counter on each page.
    fn places(drawing: &Drawing) -> Vec<Vec<(String, Rect)>> {
        let on_page = |page: &Page| {
            let mut out = Vec::new();
            drawing.subjects(page, |subject, rect| {
                if let Subject::Part(name) = subject
                    && name != "ruler"
                    && name != "crop marks"
                {
                    out.push((name.clone(), rect));
                }
            });
            out
        };
        drawing.pages.iter().map(on_page).collect()
    }

    #[test]
    fn every_counter_is_there_exactly_once_a_side() {
        for page in [(210.0, 297.0), (215.9, 279.4), (297.0, 420.0)] {
            let mut drawing = Drawing::new("");
            compose(&counters(), &layout(Flip::LongEdge, page), &mut drawing);
            for side in [0, 1] {
                let all: Vec<(String, Rect)> =
                    places(&drawing).into_iter().skip(side).step_by(2).flatten().collect();
                for counter in counters() {
                    let found = all.iter().filter(|(name, _)| *name == counter.name).count();
                    assert_eq!(found, usize::from(counter.copies), "{} on side {side}", counter.name);
                }
                assert_eq!(all.len(), 220);
            }
        }
    }

    #[test]
    fn backs_lie_behind_their_fronts() {
        for flip in [Flip::LongEdge, Flip::ShortEdge] {
            let mut drawing = Drawing::new("");
            let layout = layout(flip, (210.0, 297.0));
            compose(&counters(), &layout, &mut drawing);
            let pages = places(&drawing);
            assert!(pages.len() >= 4 && pages.len().is_multiple_of(2));
            for pair in pages.chunks(2) {
                for (front, back) in pair[0].iter().zip(&pair[1]) {
                    assert_eq!(front.0, back.0);
                    let (at, _) = mirror(flip, layout.page, front.1);
                    assert!(
                        (at.x - back.1.x).abs() < 0.5 && (at.y - back.1.y).abs() < 0.5,
                        "{front:?} {back:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn nothing_but_marks_comes_near_the_edge_of_the_paper() {
        let mut drawing = Drawing::new("");
        let layout = layout(Flip::LongEdge, (210.0, 297.0));
        compose(&counters(), &layout, &mut drawing);
        // A box counts half a line's width at the ends of lines, too.
        let area = Rect::new(0.0, 0.0, 210.0, 297.0).grown(-MARGIN + 0.31);
        for page in &drawing.pages {
            let bounds = drawing.bounds_of(&page.items).unwrap();
            assert!(area.union(bounds) == area, "{bounds:?}");
        }
    }
}
