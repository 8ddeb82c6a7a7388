//! Sheets of counters: fronts and backs, in blocks that butt, with crop marks outside.

use engine::face::{Counter, Face, FaceKind};

use super::counters::{Tight, bleed, face_with};
use super::kit::{dashed, filled_box};
use super::sheet::{FOOT, Flip, Foot, MARGIN, crop_marks, foot, mirror, placed, title};
use crate::drawing::{
    Drawing, Group, Item, Page, Paint, Path, Point, Rect, Shape, Stroke, Subject, Text, Use, pt,
};
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
    pub backs: Backs,
    /// Whether words and figures are larger than they need be.
    pub large: bool,
    /// The title over each page.
    pub title: String,
    /// Number and pages are filled in.
    pub foot: Foot,
    /// Names of the sides by the role of their faces: `us` → *United States*.
    pub sides: Vec<(String, String)>,
}

/// Where backs stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Backs {
    /// On a page of their own, behind the fronts when the sheet is turned over.
    Behind(Flip),
    /// On the same page, right of a fold over a board that is so many millimetres thick.
    Folded(f64),
}

/// From a fold to the counters beside it.
const BESIDE_FOLD: f64 = 12.0;

/// What crop marks need beside a block.
const MARKS: f64 = 8.0;

/// The part of a page that fronts are laid into.
#[derive(Debug, Clone, Copy)]
struct Field {
    page: (f64, f64),
    left: f64,
    top: f64,
    bottom: f64,
    columns: usize,
}

impl Field {
    fn of(layout: &Layout) -> Self {
        let on = |page: (f64, f64)| {
            let (width, height) = page;
            let side = layout.side;
            let columns = |room: f64| ((room / side + 1e-9).floor() as usize).max(1);
            let (left, columns) = match layout.backs {
                Backs::Behind(_) => {
                    let columns = columns(width - 2.0 * (MARGIN + MARKS));
                    ((width - columns as f64 * side) / 2.0, columns)
                }
                Backs::Folded(board) => {
                    let right = (width - board) / 2.0 - BESIDE_FOLD;
                    let columns = columns(right - MARGIN - MARKS);
                    (right - columns as f64 * side, columns)
                }
            };
            Self { page, left, top: MARGIN + HEAD, bottom: height - MARGIN - FOOT - 8.6 - 1.0, columns }
        };
        let upright = on(layout.page);
        if matches!(layout.backs, Backs::Behind(_)) {
            return upright;
        }
        let across = on((layout.page.1, layout.page.0));
        let cells = |field: &Self| field.columns * ((field.bottom - field.top) / layout.side) as usize;
        if cells(&across) > cells(&upright) { across } else { upright }
    }
}

/// Where the front or the back of a box lies.
fn place(layout: &Layout, page: (f64, f64), is_back: bool, front: Rect) -> (Rect, f64) {
    match layout.backs {
        _ if !is_back => (front, 0.0),
        Backs::Behind(flip) => mirror(flip, page, front),
        // A fold is upright and in the middle, whichever way the paper lies.
        Backs::Folded(_) => (Rect { x: page.0 - front.x - front.w, ..front }, 0.0),
    }
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
    let field = Field::of(layout);
    let pages = lay_out(counters, layout, &field);
    let mut faces = Faces::default();
    let count = pages.len();
    drawing.add_layer("Counters", true);
    drawing.add_layer("Marks", true);
    let (width, height) = field.page;
    let area = Rect::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    for (number, blocks) in pages.iter().enumerate() {
        // What stands on each page: the sides of its counters, its name, its subtitle.
        let shown: &[(&[bool], &str, &str)] = match layout.backs {
            Backs::Behind(_) => &[(&[false], "a", "fronts"), (&[true], "b", "backs")],
            Backs::Folded(_) => &[(&[false, true], "", "fold-over, sheet")],
        };
        for (index, &(sides, mark, what)) in shown.iter().enumerate() {
            let mut page = Page::new(width, height);
            page.label = format!("{}{mark}", number + 1);
            let subtitle = format!("counters of {} mm · {what} {} of {count}", layout.side, number + 1);
            page.items.extend(title(&layout.title, &subtitle, area));
            for &is_back in sides {
                for block in blocks {
                    let items = draw_block(block, layout, &field, is_back, drawing, &mut faces);
                    page.items.extend(items);
                }
                page.items.push(marks(blocks, layout, &field, is_back));
            }
            if let Backs::Folded(board) = layout.backs {
                page.items.push(fold(board, &field));
            }
            let words = Foot {
                page: shown.len() * number + 1 + index,
                pages: shown.len() * count,
                ..layout.foot.clone()
            };
            page.items.extend(foot(&words, pt(MARGIN, height - MARGIN - FOOT), area.w));
            drawing.pages.push(page);
        }
    }
    let mut tight = faces.tight;
    tight.sort();
    tight.dedup();
    tight
}

/// The line that a sheet is folded along; two, if the board between both halves has a thickness.
fn fold(board: f64, field: &Field) -> Item {
    let (middle, top, bottom) = (field.page.0 / 2.0, MARGIN + 16.0, field.bottom + 8.6);
    let halves: &[f64] = if board > 0.4 { &[-0.5, 0.5] } else { &[0.0] };
    let mut path = Path::new();
    for half in halves {
        let x = middle + half * board;
        path.append(&Path::line((x, top), (x, bottom)));
    }
    let run = shape(Font::Serif, 7.5, "fold", 0.0);
    let words = Text::left(run, (middle + board / 2.0 + 1.2, top + 2.0), role::INK_SOFT);
    let items = vec![dashed(path, role::INK, 0.2, &[3.0, 1.4]), words.into()];
    Group::new(items).about(Subject::Part("fold".into())).in_layer("Marks").into()
}

/// The blocks of each page.
fn lay_out<'a>(counters: &'a [Counter], layout: &Layout, field: &Field) -> Vec<Vec<Block<'a>>> {
    let side = layout.side;
    let &Field { left, top, bottom, columns, .. } = field;
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

/// The faces that were drawn as symbols, and what did not fit on them.
#[derive(Default)]
struct Faces {
    known: Vec<(Face, String)>,
    tight: Vec<(String, Tight)>,
}

impl Faces {
    /// The name of the symbol of a face; makes it when it is new.
    fn symbol(&mut self, face: &Face, layout: &Layout, drawing: &mut Drawing, counter: &Counter) -> String {
        if let Some((_, name)) = self.known.iter().find(|(known, _)| known == face) {
            return name.clone();
        }
        let name = format!("counter/{:03}", self.known.len());
        let (items, faults) = face_with(drawing, face, layout.side, layout.large);
        self.tight.extend(faults.into_iter().map(|fault| (counter.name.clone(), fault)));
        drawing.symbol_with(&name, || items);
        self.known.push((face.clone(), name.clone()));
        name
    }
}

fn draw_block(
    block: &Block<'_>,
    layout: &Layout,
    field: &Field,
    is_back: bool,
    drawing: &mut Drawing,
    faces: &mut Faces,
) -> Vec<Item> {
    let place = |rect: Rect| place(layout, field.page, is_back, rect);
    let mut under = Vec::new();
    let mut items = Vec::new();
    for cell in &block.cells {
        let face = if is_back { &cell.counter.back } else { &cell.counter.front };
        let (rect, turn) = place(cell.rect);
        let [left, top, right, bottom] = cell.open;
        // On the back, left and right have changed places for the piece, whichever way the sheet was turned.
        let open = if is_back { [right, top, left, bottom] } else { cell.open };
        if layout.bleed > 0.0 && open.iter().any(|&open| open) {
            // Fronts that look alike bleed alike, however they are called.
            let edges: String = open.iter().map(|&open| if open { '1' } else { '0' }).collect();
            let more = match face.kind {
                FaceKind::Leader => face.plate.len().to_string(),
                FaceKind::MarkerTurn => face.figures.concat(),
                _ => String::new(),
            };
            let name = format!("bleed/{}/{}/{:?}{more}/{edges}", face.side, face.formation, face.kind);
            drawing.symbol_with(&name, || bleeds(face, layout.side, layout.bleed, open));
            under.push(Use::new(name, placed(rect, turn)).into());
        }
        let symbol = faces.symbol(face, layout, drawing, cell.counter);
        let shown = Use::new(symbol, placed(rect, turn)).into();
        items.push(Group::new(vec![shown]).about(Subject::Part(cell.counter.name.clone())).into());
    }
    let mut lines = Path::new();
    for (from, to) in joints(block, layout.side) {
        let (rect, _) = place(Rect::around(from, to));
        lines.append(&Path::line((rect.x, rect.y), (rect.right(), rect.bottom())));
    }
    let line = Stroke::new(Paint::new(role::BLACK).faded(0.35), 0.08);
    let mut out = vec![Group::new(under).into(), Group::new(items).in_layer("Counters").into()];
    out.push(Group::new(vec![Shape::stroked(lines, line).into()]).in_layer("Marks").into());
    out.extend(caption(block, layout, field, is_back));
    out
}

/// The edges of the cells of a block, each once, from end to end.
fn joints(block: &Block<'_>, side: f64) -> Vec<(Point, Point)> {
    let Rect { x, y, .. } = block.rect;
    let index = |from: f64, at: f64| ((at - from) / side).round() as usize;
    let mut rows: Vec<usize> = Vec::new();
    for cell in &block.cells {
        let row = index(y, cell.rect.y);
        rows.resize(rows.len().max(row + 1), 0);
        rows[row] += 1;
    }
    let at = |column: usize, row: usize| pt(x + column as f64 * side, y + row as f64 * side);
    let mut out = Vec::new();
    for row in 0..=rows.len() {
        let above = row.checked_sub(1).map_or(0, |above| rows[above]);
        let wide = rows.get(row).copied().unwrap_or(0).max(above);
        out.push((at(0, row), at(wide, row)));
    }
    // Only the last row may be shorter.
    for column in 0..=rows.first().copied().unwrap_or(0) {
        let high = rows.iter().take_while(|&&wide| wide >= column).count();
        out.push((at(column, 0), at(column, high)));
    }
    out
}

/// What a block is, over its corner.
fn caption(block: &Block<'_>, layout: &Layout, field: &Field, is_back: bool) -> Option<Item> {
    let (rect, turn) = place(layout, field.page, is_back, block.rect);
    // In the room above the crop marks for the first block, between the bleeds for the others.
    let is_first = (block.rect.y - field.top).abs() < 1e-6;
    let y = match (is_first, turn != 0.0) {
        (true, false) => rect.y - 8.9,
        (false, false) => rect.y - 2.7,
        (true, true) => rect.bottom() + 11.6,
        (false, true) => rect.bottom() + 4.8,
    };
    let is_folded = matches!(layout.backs, Backs::Folded(_));
    // Beside a fold the front says it for both.
    let words = match (is_folded, is_back, is_first) {
        (true, true, true) => "Backs",
        (true, true, false) => return None,
        _ => &block.caption,
    };
    let room = field.columns as f64 * layout.side;
    let run = fit(Font::Serif, 7.5, 6.0, words, 0.0, room)
        .unwrap_or_else(|| shape(Font::Serif, 6.0, words.split(" · ").next().unwrap_or(""), 0.0));
    // Mirrored like the block, so that it stands at the same corner of the sheet.
    let x = if is_back { rect.right() - run.inked_width() } else { rect.x };
    Some(Text::left(run, (x.max(MARGIN), y), role::INK_SOFT).into())
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
fn marks(blocks: &[Block<'_>], layout: &Layout, field: &Field, is_back: bool) -> Item {
    let side = layout.side;
    let place = |rect: Rect| place(layout, field.page, is_back, rect).0;
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
    crop_marks(all, &xs, &ys, layout.bleed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::counters::tests::unit;

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
            backs: Backs::Behind(flip),
            large: false,
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
