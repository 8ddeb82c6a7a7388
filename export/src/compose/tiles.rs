//! A poster on sheets of paper: how it is cut, the sheets with their marks, and how they are put together.
//!
//! The picture of the poster is one symbol that every sheet shows through a clip. Sheets lie row by row, each on
//! its neighbours to the left and above: its own left and upper edges are cut along a dashed line, and its right and
//! lower ones are hatched tabs on which the next sheets are glued. The outer edges of the picture are never cut.

use super::kit::{dashed, filled_box, framed_box, stroke};
use super::poster::Laid;
use super::sheet::{FOOT, Foot, MARGIN, foot, title};
use crate::drawing::{
    Anchor, Drawing, Group, Item, MM_PER_PT, Page, Paint, Path, Rect, Subject, Symbol, Text, Transform, Use,
    pt,
};
use crate::fonts::{Align, Face, Span, Style, fit, paragraph, shape};
use crate::palette::role;

/// What a poster is cut for.
#[derive(Debug, Clone)]
pub struct Tiling<'a> {
    /// The paper, upright.
    pub paper: (f64, f64),
    /// How far the pictures on two neighbouring sheets are the same.
    pub overlap: f64,
    pub title: &'a str,
    /// Sheet, number and pages are filled in.
    pub foot: Foot,
}

/// How a picture is cut.
#[derive(Debug, Clone, PartialEq)]
pub struct Cut {
    /// The paper as it is turned.
    pub page: (f64, f64),
    /// Where the columns of sheets begin, and where the last one ends.
    pub xs: Vec<f64>,
    /// The same of the rows.
    pub ys: Vec<f64>,
    /// The overlap in either direction.
    overlap: (f64, f64),
}

/// The head of a sheet, above its picture: key, title, what to do.
const HEAD: f64 = 13.0;

/// Between the picture and the foot.
const GAP: f64 = 1.5;

/// Marks that go when a sheet is glued.
pub const LAYER: &str = "Cut and glue";

/// The symbol of the whole picture.
const PICTURE: &str = "sheet";

/// The symbol of the lines on tabs.
const HATCH: &str = "sheet/tab";

/// The part of an overlap that is cut off with the edge, so that no white shows where the cut strays outwards.
fn beyond(overlap: f64) -> f64 {
    0.15 * overlap
}

impl Cut {
    /// Cuts a picture for a paper, upright or across, whichever takes fewer sheets.
    pub fn of(laid: &Laid, tiling: &Tiling<'_>) -> Self {
        let (w, h) = tiling.paper;
        let picture = laid.picture;
        let turned = |page: (f64, f64)| {
            let room = (page.0 - 2.0 * MARGIN, page.1 - 2.0 * MARGIN - HEAD - GAP - FOOT);
            let (xs, across) = split((picture.x, picture.right()), room.0, tiling.overlap, &laid.gaps.0);
            let (ys, down) = split((picture.y, picture.bottom()), room.1, tiling.overlap, &laid.gaps.1);
            Self { page, xs, ys, overlap: (across, down) }
        };
        let (upright, across) = (turned((w, h)), turned((h, w)));
        if across.len() < upright.len() { across } else { upright }
    }

    pub fn columns(&self) -> usize {
        self.xs.len() - 1
    }

    pub fn rows(&self) -> usize {
        self.ys.len() - 1
    }

    /// The number of sheets; never none.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.columns() * self.rows()
    }

    /// The sheets, row by row: column and row.
    pub fn sheets(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns();
        (0..self.rows()).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// What is left of a sheet's picture when it is cut and its tabs are covered.
    fn kept(&self, column: usize, row: usize) -> Rect {
        let (x, y) = (self.xs[column], self.ys[row]);
        Rect::new(x, y, self.xs[column + 1] - x, self.ys[row + 1] - y)
    }

    /// What is printed of the picture on a sheet.
    fn printed(&self, column: usize, row: usize) -> Rect {
        let kept = self.kept(column, row);
        let (across, down) = self.overlap;
        let left = if column > 0 { beyond(across) } else { 0.0 };
        let top = if row > 0 { beyond(down) } else { 0.0 };
        let right = if column + 1 < self.columns() { across - beyond(across) } else { 0.0 };
        let bottom = if row + 1 < self.rows() { down - beyond(down) } else { 0.0 };
        Rect::new(kept.x - left, kept.y - top, kept.w + left + right, kept.h + top + bottom)
    }

    /// Where the picture of the poster is put on a sheet: in the middle from left to right, from above where the head
    /// ends.
    fn place(&self, column: usize, row: usize) -> Transform {
        let printed = self.printed(column, row);
        let room = self.page.1 - 2.0 * MARGIN - HEAD - GAP - FOOT;
        let x = (self.page.0 - printed.w) / 2.0;
        let y = MARGIN + HEAD + ((room - printed.h) / 2.0).min(2.0);
        Transform::at(x - printed.x, y - printed.y)
    }

    /// What is left of a sheet's picture when it is put together, on the poster and on the sheet.
    pub fn shows(&self, column: usize, row: usize) -> (Rect, Rect) {
        let kept = self.kept(column, row);
        (kept, self.place(column, row).apply_rect(kept))
    }
}

/// The name of a sheet: a letter for its column, a number for its row.
pub fn key(column: usize, row: usize) -> String {
    let mut letters = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        letters.insert(0, char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    format!("{letters}{}", row + 1)
}

/// Cuts a length into pieces that fit into a room with their overlaps, all of about the same part of what they may
/// be, through a gap where there is one near. Gives the cuts with both ends, and the overlap: a twentieth less than
/// asked for if that saves a piece.
fn split((from, to): (f64, f64), room: f64, overlap: f64, gaps: &[f64]) -> (Vec<f64>, f64) {
    const HAIR: f64 = 1e-6;
    let length = to - from;
    if length <= room + HAIR {
        return (vec![from, to], overlap);
    }
    let count = |overlap: f64| ((length - overlap - HAIR) / (room - overlap)).ceil().max(2.0);
    let least = 0.95 * overlap;
    let pieces = count(least);
    let overlap = if pieces < count(overlap) { (pieces * room - length) / (pieces - 1.0) } else { overlap };
    let pieces = pieces as usize;
    let (bleed, tab) = (beyond(overlap), overlap - beyond(overlap));
    let most: Vec<f64> = (0..pieces)
        .map(|piece| room - if piece > 0 { bleed } else { 0.0 } - if piece + 1 < pieces { tab } else { 0.0 })
        .collect();
    let all: f64 = most.iter().sum();
    let mut cuts = vec![from];
    let mut sum = 0.0;
    for piece in 0..pieces - 1 {
        sum += most[piece];
        let even = from + length * sum / all;
        let rest: f64 = most[piece + 1..].iter().sum();
        let (least, last) = (to - rest, cuts[piece] + most[piece]);
        let fits = |at: &f64| (least - HAIR..=last + HAIR).contains(at);
        let near = gaps.iter().copied().filter(fits).filter(|gap| (gap - even).abs() < 0.15 * room);
        let gap = near.min_by(|a, b| (a - even).abs().total_cmp(&(b - even).abs()));
        cuts.push(gap.unwrap_or_else(|| even.min(last).max(least)));
    }
    cuts.push(to);
    (cuts, overlap)
}

/// Turns a drawing of one poster into one of its sheets, with the plan of putting them together in front. The
/// picture of the poster is what stands in its layers.
pub fn compose(laid: &Laid, tiling: &Tiling<'_>, drawing: &mut Drawing) -> Cut {
    let cut = Cut::of(laid, tiling);
    let poster = drawing.pages.pop().unwrap_or_default();
    let mut whole = vec![filled_box(laid.picture, role::PAPER)];
    let mut plain = whole.clone();
    for item in poster.items {
        let Item::Group(group) = item else { continue };
        let Some(layer) = group.layer.clone() else { continue };
        let name = format!("{PICTURE}/{layer}");
        drawing.symbols.insert(name.clone(), Symbol { items: vec![Group { layer: None, ..group }.into()] });
        let shown = Group::new(vec![Use::new(name, Transform::IDENTITY).into()]).in_layer(&layer);
        // The plan is too small for numbers.
        if layer != super::map::Layer::Numbers.name() {
            plain.push(shown.clone().into());
        }
        whole.push(shown.into());
    }
    drawing.symbols.insert(PICTURE.to_owned(), Symbol { items: whole });
    drawing.symbols.insert(HATCH.to_owned(), Symbol { items: hatch(cut.page) });
    drawing.add_layer(LAYER, true);

    let pages = cut.len() + 1;
    let words = |number: usize, name: &str| Foot {
        sheet: format!("{} · {name}", tiling.foot.sheet),
        page: number,
        pages,
        ..tiling.foot.clone()
    };
    drawing.pages.push(assembly(laid, tiling, &cut, plain, &words(1, "assembly")));
    for (index, (column, row)) in cut.sheets().enumerate() {
        let words = words(index + 2, &key(column, row));
        drawing.pages.push(sheet(tiling, &cut, (column, row), &words));
    }
    cut
}

/// Lines at 45° over a box as large as a page.
fn hatch((w, h): (f64, f64)) -> Vec<Item> {
    const STEP: f64 = 2.6;
    let side = w.max(h);
    let mut path = Path::new();
    for i in 1..(2.0 * side / STEP) as u32 {
        let at = f64::from(i) * STEP;
        let (from, to) = ((at - side).max(0.0), at.min(side));
        path.append(&Path::line((from, at - from), (to, at - to)));
    }
    vec![stroke(path, Paint::new(role::BLACK).faded(0.5), 0.16)]
}

/// One sheet.
fn sheet(tiling: &Tiling<'_>, cut: &Cut, (column, row): (usize, usize), words: &Foot) -> Page {
    let (width, height) = cut.page;
    let mut page = Page::new(width, height);
    let name = key(column, row);
    page.label.clone_from(&name);
    let area = Rect::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN);

    let (printed, place) = (cut.printed(column, row), cut.place(column, row));
    let shown = Use::new(PICTURE, Transform::IDENTITY).into();
    let picture = Group::new(vec![shown]).clipped(Path::rect(printed)).placed(place);
    page.items.push(picture.about(Subject::Part(format!("sheet {name}"))).into());

    let kept = place.apply_rect(cut.kept(column, row));
    let printed = place.apply_rect(printed);
    page.items.extend(head(tiling, cut, (column, row), area));
    page.items.push(Group::new(marks(cut, (column, row), kept, printed)).in_layer(LAYER).into());
    page.items.extend(foot(words, pt(MARGIN, height - MARGIN - FOOT), area.w));
    page
}

/// The neighbours of a sheet: to the left, above, to the right, below.
fn neighbours(cut: &Cut, (column, row): (usize, usize)) -> [Option<String>; 4] {
    [
        (column > 0).then(|| key(column - 1, row)),
        (row > 0).then(|| key(column, row - 1)),
        (column + 1 < cut.columns()).then(|| key(column + 1, row)),
        (row + 1 < cut.rows()).then(|| key(column, row + 1)),
    ]
}

/// What stands above the picture: the key, the title and what to do, and where the sheet lies among the others.
fn head(tiling: &Tiling<'_>, cut: &Cut, at: (usize, usize), area: Rect) -> Vec<Item> {
    let run = shape(Face::SansBold, 24.0, &key(at.0, at.1), 0.0);
    let left = area.x + run.inked_width() + 4.0;
    let mut out = vec![Text::left(run, (area.x, area.y + 7.4), role::INK).into()];
    let plan = small_plan(cut, at, pt(area.right(), area.y));
    let right = area.right() - plan.1 - 4.0;
    out.extend(plan.0);
    let room = right - left;
    let line = |face, size, text: &str, y: f64, tint| {
        let run = fit(face, size, 6.0, text, 0.0, room).unwrap_or_else(|| shape(face, 6.0, text, 0.0));
        Item::from(Text::left(run, (left, area.y + y), tint))
    };
    out.push(line(Face::SerifSemibold, 12.0, tiling.title, 3.6, role::INK));
    let [west, north, east, south] = neighbours(cut, at);
    let laid = match (&west, &north) {
        (Some(west), Some(north)) => {
            Some(format!("Cut the left and the upper edge along the dashes, then lay on {west} and {north}."))
        }
        (Some(west), None) => Some(format!("Cut the left edge along the dashes, then lay on {west}.")),
        (None, Some(north)) => Some(format!("Cut the upper edge along the dashes, then lay on {north}.")),
        (None, None) => (cut.len() > 1).then(|| "Begin with this sheet; cut no edge of it.".to_owned()),
    };
    let glued = match (&east, &south) {
        (Some(east), Some(south)) => Some(format!("Glue {east} and {south} on the tabs.")),
        (Some(one), None) | (None, Some(one)) => Some(format!("Glue {one} on the tab.")),
        (None, None) => None,
    };
    let text: Vec<String> = [laid, glued].into_iter().flatten().collect();
    out.push(line(Face::SerifItalic, 8.5, &text.join(" "), 7.4, role::INK_SOFT));
    out
}

/// All sheets as boxes with their top right corner at a point, one of them black; and their width.
fn small_plan(cut: &Cut, at: (usize, usize), corner: crate::drawing::Point) -> (Vec<Item>, f64) {
    const HIGH: f64 = 7.6;
    let (columns, rows) = (cut.columns() as f64, cut.rows() as f64);
    let ratio = cut.page.0 / cut.page.1;
    let high = HIGH.min(24.0 / (columns * ratio) * rows) / rows;
    let wide = high * ratio;
    let mut grid = Path::new();
    let left = corner.x - wide * columns;
    let cell = |column: usize, row: usize| {
        Rect::new(left + column as f64 * wide, corner.y + row as f64 * high, wide, high)
    };
    for (column, row) in cut.sheets() {
        grid.append(&Path::rect(cell(column, row)));
    }
    (vec![filled_box(cell(at.0, at.1), role::INK), stroke(grid, role::INK, 0.2)], wide * columns)
}

/// Lines for cutting, tabs for gluing, and whose they are.
fn marks(cut: &Cut, at: (usize, usize), kept: Rect, printed: Rect) -> Vec<Item> {
    let [west, north, east, south] = neighbours(cut, at);
    let mut out = Vec::new();
    let mut tabs = Path::new();
    let mut borders = Path::new();
    if east.is_some() {
        tabs.append(&Path::rect(Rect::new(
            kept.right(),
            printed.y,
            printed.right() - kept.right(),
            printed.h,
        )));
        borders.append(&Path::line((kept.right(), printed.y), (kept.right(), kept.bottom())));
    }
    if south.is_some() {
        // The corner belongs to the upright tab.
        let width = if east.is_some() { kept.right() } else { printed.right() } - printed.x;
        tabs.append(&Path::rect(Rect::new(
            printed.x,
            kept.bottom(),
            width,
            printed.bottom() - kept.bottom(),
        )));
        borders.append(&Path::line((printed.x, kept.bottom()), (kept.right(), kept.bottom())));
    }
    if !tabs.is_empty() {
        let lines = Use::new(HATCH, Transform::IDENTITY).into();
        out.push(Group::new(vec![lines]).clipped(tabs).into());
        out.push(dashed(borders, role::BLACK, 0.2, &[0.5, 0.9]));
    }
    if let Some(east) = &east {
        let middle = pt((kept.right() + printed.right()) / 2.0, kept.centre().y);
        out.extend(label(&format!("glue {east} here"), middle, 90.0, printed.right() - kept.right()));
    }
    if let Some(south) = &south {
        let middle = pt(kept.centre().x, (kept.bottom() + printed.bottom()) / 2.0);
        out.extend(label(&format!("glue {south} here"), middle, 0.0, printed.bottom() - kept.bottom()));
    }
    // A cut's line lies outside of what is kept, so that it goes with the edge.
    const LINE: f64 = 0.25;
    let (x, y) = (kept.x - LINE / 2.0, kept.y - LINE / 2.0);
    let mut cuts = Path::new();
    let over = 2.4;
    if west.is_some() {
        cuts.append(&Path::line((x, printed.y - over), (x, printed.bottom() + GAP)));
    }
    if north.is_some() {
        let right = (printed.right() + over).min(cut.page.0 - MARGIN);
        cuts.append(&Path::line(((printed.x - over).max(MARGIN), y), (right, y)));
    }
    if !cuts.is_empty() {
        out.push(dashed(cuts, role::BLACK, LINE, &[2.4, 1.2]));
    }
    let base = printed.y - 0.9;
    if let Some(west) = &west {
        let run = shape(Face::Sans, 6.5, &format!("left edge: cut, then lay on {west}"), 0.0);
        out.push(Text::left(run, (x + 1.2, base), role::INK).into());
    }
    if let Some(north) = &north {
        let run = shape(Face::Sans, 6.5, &format!("upper edge: cut, then lay on {north}"), 0.0);
        out.push(Text::centred(run, (kept.centre().x + 12.0, base), role::INK).into());
    }
    out
}

/// Words on a tab of so many millimetres, on white.
fn label(words: &str, middle: crate::drawing::Point, turn: f64, tab: f64) -> Vec<Item> {
    let size = (0.42 * tab / MM_PER_PT).min(10.0);
    if size < 4.5 {
        return Vec::new();
    }
    let run = shape(Face::SansBold, size, words, 0.0);
    let (wide, high) = (run.inked_width() + 3.0, 1.5 * size * MM_PER_PT);
    let plate = if turn == 0.0 {
        Rect::new(middle.x - wide / 2.0, middle.y - high / 2.0, wide, high)
    } else {
        Rect::new(middle.x - high / 2.0, middle.y - wide / 2.0, high, wide)
    };
    let text =
        Text::centred(run, middle + pt(0.0, 0.36 * size * MM_PER_PT), role::BLACK).turned(turn, middle);
    vec![filled_box(plate, role::WHITE), text.into()]
}

/// The first page: all sheets in their places, how large the whole is, and what to do.
fn assembly(laid: &Laid, tiling: &Tiling<'_>, cut: &Cut, plain: Vec<Item>, words: &Foot) -> Page {
    let (width, height) = cut.page;
    let mut page = Page::new(width, height);
    page.label = "Assembly".into();
    let area = Rect::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    let count = cut.len();
    let sheets = if count == 1 { "1 sheet".to_owned() } else { format!("{count} sheets") };
    page.items.extend(title(tiling.title, &format!("the map on {sheets}"), area));
    page.items.push(Anchor { name: "Putting the sheets together".into(), at: pt(area.x, area.y) }.into());

    // The steps stand under the plan, or to the right of it where the page is wider than high.
    let steps = steps(laid, cut);
    let spans: Vec<Vec<Span>> = steps
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let number = Style::new(Face::SansBold, 9.0, role::RULE_NUMBER);
            vec![
                Span::new(format!("{}  ", index + 1), number),
                Span::new(text.as_str(), Style::new(Face::Serif, 10.0, role::INK)),
            ]
        })
        .collect();
    let is_wide = width > height;
    let column = if is_wide { 76.0 } else { area.w };
    let paragraphs: Vec<_> = spans.iter().map(|spans| paragraph(spans, column, 13.0, Align::Left)).collect();
    let high: f64 = paragraphs.iter().map(|lines| crate::fonts::height(lines, 13.0) + 1.4).sum();
    let top = area.y + 13.0 + 12.0;
    let bottom = area.bottom() - FOOT - 4.0;
    // Left of the plan and above it stands how large the whole is.
    const SIZES: f64 = 9.0;
    let into = if is_wide {
        Rect::new(area.x + SIZES, top, area.w - SIZES - column - 8.0, bottom - top)
    } else {
        Rect::new(area.x + SIZES, top, area.w - SIZES, bottom - high - 6.0 - top)
    };
    let picture = laid.picture;
    let scale = (into.w / picture.w).min(into.h / picture.h);
    let left = into.x + (into.w - picture.w * scale) / 2.0;
    let place =
        Transform::at(left - picture.x * scale, top - picture.y * scale).of(Transform::scale(scale, scale));
    let on_page = place.apply_rect(picture);
    let clip = Path::rect(picture);
    page.items.push(Group::new(plain).clipped(clip).placed(place).about(Subject::Part("plan".into())).into());
    page.items.push(Group::new(plan(cut, place, on_page)).in_layer(LAYER).into());
    page.items.extend(sizes(picture, on_page));

    let mut at = if is_wide { pt(area.right() - column, top) } else { pt(area.x, on_page.bottom() + 8.0) };
    for lines in &paragraphs {
        page.items.extend(Text::paragraph(lines, at));
        at.y += crate::fonts::height(lines, 13.0) + 1.4;
    }
    page.items.extend(foot(words, pt(MARGIN, height - MARGIN - FOOT), area.w));
    page
}

/// The cuts over the small picture, and the keys of the sheets.
fn plan(cut: &Cut, place: Transform, on_page: Rect) -> Vec<Item> {
    let mut joints = Path::new();
    for &x in &cut.xs[1..cut.columns()] {
        let x = place.apply(pt(x, 0.0)).x;
        joints.append(&Path::line((x, on_page.y), (x, on_page.bottom())));
    }
    for &y in &cut.ys[1..cut.rows()] {
        let y = place.apply(pt(0.0, y)).y;
        joints.append(&Path::line((on_page.x, y), (on_page.right(), y)));
    }
    let mut out = vec![framed_box(on_page, role::INK, 0.25)];
    if !joints.is_empty() {
        out.push(stroke(joints.clone(), role::WHITE, 0.7));
        out.push(stroke(joints, role::BLACK, 0.25));
    }
    for (column, row) in cut.sheets() {
        let cell = place.apply_rect(cut.kept(column, row));
        let middle = cell.centre();
        let size = (cell.w.min(cell.h) * 0.22 / MM_PER_PT).clamp(6.0, 26.0);
        let run = shape(Face::SansBold, size, &key(column, row), 0.0);
        let high = size * MM_PER_PT;
        let plate = Rect::new(
            middle.x - run.inked_width() / 2.0 - 0.3 * high,
            middle.y - 0.62 * high,
            run.inked_width() + 0.6 * high,
            1.24 * high,
        );
        out.push(super::kit::fill(Path::rounded(plate, 0.2 * high), Paint::new(role::WHITE).faded(0.85)));
        out.push(Text::centred(run, middle + pt(0.0, 0.36 * high), role::BLACK).into());
    }
    out
}

/// How wide and how high the whole is, along its edges.
fn sizes(picture: Rect, on_page: Rect) -> Vec<Item> {
    let mut lines = Path::new();
    let (y, x) = (on_page.y - 3.0, on_page.x - 3.0);
    lines.append(&Path::line((on_page.x, y), (on_page.right(), y)));
    lines.append(&Path::line((x, on_page.y), (x, on_page.bottom())));
    for end in [on_page.x, on_page.right()] {
        lines.append(&Path::line((end, y - 1.4), (end, y + 1.4)));
    }
    for end in [on_page.y, on_page.bottom()] {
        lines.append(&Path::line((x - 1.4, end), (x + 1.4, end)));
    }
    let text = |length: f64| shape(Face::Sans, 8.0, &format!("{length:.0} mm"), 0.0);
    let beside = pt(x - 2.2, on_page.centre().y);
    vec![
        stroke(lines, role::INK, 0.2),
        Text::centred(text(picture.w), (on_page.centre().x, y - 2.0), role::INK).into(),
        Text::centred(text(picture.h), beside, role::INK).turned(-90.0, beside).into(),
    ]
}

/// What to do with the printed sheets, in whole sentences.
pub fn steps(laid: &Laid, cut: &Cut) -> Vec<String> {
    let picture = laid.picture;
    let mut out = vec![
        "Print every page at 100 %, on one side. Measure the ruler at the foot of a page: 100 mm and 4 in."
            .to_owned(),
    ];
    if cut.len() == 1 {
        return out;
    }
    out.push(format!(
        "Lay the sheets out as the plan shows: {} across and {} down, {:.0} by {:.0} mm when they are joined.",
        cut.columns(),
        cut.rows(),
        picture.w,
        picture.h
    ));
    out.push(
        "Cut each sheet along its dashed lines, on the left and above. The hatched tabs on the right and below \
         stay; so do the outer edges of the map."
            .to_owned(),
    );
    let first = if cut.columns() > 1 { key(1, 0) } else { key(0, 1) };
    out.push(format!(
        "Begin with A1. Glue {first} over its tab, edge to dotted line, and go on row by row. Then join the rows."
    ));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Shape;

    /// What is printed on each piece: from where to where.
    fn printed(cuts: &[f64], overlap: f64) -> Vec<(f64, f64)> {
        let last = cuts.len() - 2;
        (0..=last)
            .map(|piece| {
                let left = if piece > 0 { beyond(overlap) } else { 0.0 };
                let right = if piece < last { overlap - beyond(overlap) } else { 0.0 };
                (cuts[piece] - left, cuts[piece + 1] + right)
            })
            .collect()
    }

    #[test]
    fn every_piece_fits_and_none_is_a_sliver() {
        let gaps: Vec<f64> = (0..400).map(|i| 3.0 + 8.66 * f64::from(i)).collect();
        for length in (100..3000).map(f64::from) {
            for room in [160.0, 190.0, 250.5] {
                for overlap in [0.0, 6.0, 10.0] {
                    for gaps in [&gaps[..], &[]] {
                        let (cuts, overlap) = split((10.0, 10.0 + length), room, overlap, gaps);
                        assert_eq!((cuts[0], cuts[cuts.len() - 1]), (10.0, 10.0 + length));
                        let pieces = printed(&cuts, overlap);
                        let longest = pieces.iter().map(|(from, to)| to - from).fold(0.0, f64::max);
                        let shortest = pieces.iter().map(|(from, to)| to - from).fold(room, f64::min);
                        assert!(longest <= room + 1e-6, "{length} in {room}: {longest}");
                        assert!(
                            pieces.len() == 1 || shortest > 0.35 * room,
                            "{length} in {room} by {overlap}: {shortest}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_hair_less_overlap_saves_a_sheet() {
        // Three pieces of 190 with two overlaps of 10 are 550.
        let (cuts, overlap) = split((0.0, 550.4), 190.0, 10.0, &[]);
        assert!(cuts.len() == 4 && (9.5..10.0).contains(&overlap), "{cuts:?} {overlap}");
        let (cuts, overlap) = split((0.0, 549.0), 190.0, 10.0, &[]);
        assert_eq!((cuts.len(), overlap), (4, 10.0));
        // Not where it would save none.
        let (cuts, overlap) = split((0.0, 560.0), 190.0, 10.0, &[]);
        assert_eq!((cuts.len(), overlap), (5, 10.0));
    }

    #[test]
    fn a_cut_goes_through_a_gap_where_one_is_near() {
        let gaps: Vec<f64> = (0..60).map(|i| 5.0 + 10.0 * f64::from(i)).collect();
        let (cuts, _) = split((0.0, 500.0), 250.0, 10.0, &gaps);
        assert!(cuts[1..cuts.len() - 1].iter().all(|cut| (cut - 5.0) % 10.0 == 0.0), "{cuts:?}");
    }

    #[test]
    fn keys_count_like_columns_of_a_table() {
        let keys = [(0, 0), (1, 2), (25, 0), (26, 0), (27, 9), (701, 0), (702, 0)];
        let names = keys.map(|(column, row)| key(column, row));
        assert_eq!(names, ["A1", "B3", "Z1", "AA1", "AB10", "ZZ1", "AAA1"]);
    }

    fn tiled(w: f64, h: f64, paper: (f64, f64)) -> (Drawing, Cut) {
        let mut drawing = Drawing::new("");
        let mut page = Page::new(w + 20.0, h + 40.0);
        let picture = Rect::new(10.0, 10.0, w, h);
        let ground = Item::from(Shape::filled(Path::rect(picture), role::VALLEY));
        page.items.push(Group::new(vec![ground]).in_layer("Ground").into());
        drawing.add_layer("Ground", true);
        drawing.pages.push(page);
        let foot = Foot {
            sheet: "A game · map".into(),
            page: 0,
            pages: 0,
            version: String::new(),
            how: String::new(),
            credits: String::new(),
        };
        let laid = Laid { picture, gaps: (Vec::new(), Vec::new()), warnings: Vec::new() };
        let tiling = Tiling { paper, overlap: 10.0, title: "A game", foot };
        let cut = compose(&laid, &tiling, &mut drawing);
        (drawing, cut)
    }

    #[test]
    fn the_paper_lies_as_takes_fewer_sheets() {
        let (_, cut) = tiled(180.0, 240.0, (210.0, 297.0));
        assert_eq!((cut.len(), cut.page), (1, (210.0, 297.0)));
        let (_, cut) = tiled(270.0, 160.0, (210.0, 297.0));
        assert_eq!((cut.len(), cut.page), (1, (297.0, 210.0)));
    }

    #[test]
    fn the_sheets_show_all_of_the_picture_once() {
        let (_, cut) = tiled(550.0, 556.0, (210.0, 297.0));
        let area: f64 =
            cut.sheets().map(|(column, row)| cut.shows(column, row).0).map(|of| of.w * of.h).sum();
        assert!((area - 550.0 * 556.0).abs() < 1e-6, "{area}");
        for (column, row) in cut.sheets() {
            let (of, at) = cut.shows(column, row);
            assert!((of.w - at.w).abs() < 1e-9 && (of.h - at.h).abs() < 1e-9);
        }
    }
}
