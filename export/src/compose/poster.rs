//! The map as a poster: the board in its frame, and under it title, key and turn track.

use engine::chart::Chart;

use super::map::{Board, Detail, Layer, MapLook, Window, frame, key, title};
use super::sheet::{FOOT, Foot, MARGIN, foot, heading, paper};
use super::track::{Turn, turn_track};
use crate::drawing::{Drawing, Group, Item, Page, Rect, Subject, Transform, pt};

/// Between the blocks under a board.
const GAP: f64 = 5.0;

/// What a poster is made from.
#[derive(Debug, Clone)]
pub struct Poster<'a> {
    pub look: MapLook<'a>,
    pub charts: &'a [&'a Chart],
    /// What the costs in the key are for: *mounted · foot*.
    pub cost_classes: &'a [String],
    pub turns: &'a [Turn],
    /// Hex across hexsides, in millimetres.
    pub hex: f64,
    /// Side of the counters that will stand on it.
    pub counter: f64,
    pub numbers: bool,
    pub words: title::Words,
    pub foot: Foot,
}

/// The size of the poster of a board: its width is that of the board with frame and margins, or what the title
/// needs.
pub fn width(board: &Board<'_>, hex: f64) -> f64 {
    let scale = hex / super::map::FLAT;
    (board.frame().w * scale + 2.0 * (MARGIN + frame::WIDTH)).max(title::SIZE.0 + 2.0 * MARGIN)
}

/// Adds the poster to a drawing as a page.
pub fn compose(poster: &Poster<'_>, drawing: &mut Drawing) {
    let scale = poster.hex / super::map::FLAT;
    // Hex numbers are never under 4.5 pt, however small the hexes.
    let board = Board::new(poster.look).with_number_size(5f64.max(4.5 / scale));
    drawing.symbols.extend(board.symbols());
    let ground = board.frame();
    let page_width = width(&board, poster.hex);
    let (w, h) = (ground.w * scale, ground.h * scale);
    let on_page = Rect::new((page_width - w) / 2.0, MARGIN + frame::WIDTH, w, h);
    let foot_top = on_page.bottom() + frame::WIDTH + GAP;
    let area = Rect::new(MARGIN, foot_top, page_width - 2.0 * MARGIN, 0.0);
    let (blocks, height) = foot_blocks(poster, area);
    let page_height = foot_top + height + GAP + FOOT + MARGIN;

    let mut page = Page::new(page_width, page_height);
    page.items.push(paper(page_width, page_height));
    let place = Transform::at(on_page.x - ground.x * scale, on_page.y - ground.y * scale)
        .of(Transform::scale(scale, scale));
    let window = Window::whole(&board);
    for layer in Layer::ALL {
        if layer == Layer::Numbers && !poster.numbers {
            continue;
        }
        drawing.add_layer(layer.name(), true);
        let items = board.window(&window, layer, Detail::Full);
        page.items.push(Group::new(items).placed(place).in_layer(layer.name()).into());
    }
    drawing.add_layer("Frame", true);
    let lines = frame::draw(&board, on_page, scale);
    page.items.push(Group::new(lines).in_layer("Frame").about(Subject::Part("frame".into())).into());
    drawing.add_layer("Title and key", true);
    page.items.push(Group::new(blocks).in_layer("Title and key").into());
    page.items.extend(foot(&poster.foot, pt(MARGIN, page_height - MARGIN - FOOT), area.w));
    drawing.pages.push(page);
}

/// Title, key and turn track, beside each other as far as there is room, else in rows.
fn foot_blocks(poster: &Poster<'_>, area: Rect) -> (Vec<Item>, f64) {
    const HEAD: f64 = 12.6;
    let entries = key::entries(poster.look, poster.charts);
    let mut out = title::draw(&poster.words, pt(area.x, area.y), poster.hex);
    let turns = poster.turns.len();
    let high = title::SIZE.1;
    // As many columns as fill two rows, if they fit beside the title; the track after them if there is room.
    let beside = area.w - title::SIZE.0 - GAP;
    let least_track = if turns == 0 { 0.0 } else { 5.0 * (poster.counter + 6.0) + GAP };
    let wanted = entries.len().div_ceil(2).max(1);
    let fits = |columns: usize, room: f64| columns as f64 * key::CELL.0 <= room + 1.0;
    let is_beside = fits(wanted, beside);
    let (key_at, key_columns, mut bottom) = if is_beside {
        (pt(area.x + title::SIZE.0 + GAP, area.y), wanted, area.y + high)
    } else {
        let columns = ((area.w + 1.0) / key::CELL.0).floor().max(1.0) as usize;
        (pt(area.x, area.y + high + GAP), columns.min(entries.len().max(1)), area.y + high)
    };
    let key_width = key_columns as f64 * key::CELL.0;
    if !entries.is_empty() {
        let classes = poster.cost_classes.join(" · ");
        let remark = if classes.is_empty() { String::new() } else { format!("cost to enter: {classes}") };
        out.extend(heading("Terrain", &remark, key_at, key_width - 1.6));
        let (items, height) = key::draw(&entries, poster.look, pt(key_at.x, key_at.y + HEAD), key_columns);
        out.extend(items);
        bottom = bottom.max(key_at.y + HEAD + height - 3.8);
    }
    if turns > 0 {
        let right = area.right() - key_at.x - key_width - GAP;
        let (at, room) = if key_at.y == area.y && right >= least_track - GAP {
            (pt(area.right() - right, area.y), right)
        } else {
            (pt(area.x, bottom + GAP), area.w)
        };
        let is_beside = at.y == area.y;
        let beside = high - HEAD + 0.4;
        // Beside the key, whose height is given, boxes are about as wide as high, and rows are full.
        let columns = if is_beside {
            let oblong = |columns: usize| {
                let rows = turns.div_ceil(columns);
                let places = rows * columns;
                let empty = (places - turns) as f64 / turns as f64;
                (room / columns as f64 / (beside / rows as f64)).ln().abs() + 2.0 * empty
            };
            (1..=turns).min_by(|&a, &b| oblong(a).total_cmp(&oblong(b))).unwrap_or(1)
        } else {
            if room < 200.0 { 5 } else { 10 }.min(turns)
        };
        let rows = turns.div_ceil(columns).max(1) as f64;
        let height = if is_beside { beside } else { rows * (poster.counter + 16.0) };
        out.extend(heading("Turns", &format!("{turns} game turns"), at, room));
        let boxes = Rect::new(at.x, at.y + HEAD - 0.6, room, height);
        out.extend(turn_track(poster.turns, boxes, columns, poster.counter));
        bottom = bottom.max(boxes.bottom());
    }
    (out, bottom - area.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::fixture;
    use crate::drawing::Drawing;

    fn poster(hex: f64) -> Drawing {
        let (map, terrains, hexsides) = (fixture::map(), fixture::terrains(), fixture::hexsides());
        let classes = ["mounted", "foot", "guns"].map(str::to_owned);
        let turns = crate::compose::track::turns(10, &[(5, "Help comes".into(), "us".into())]);
        let foot = Foot {
            sheet: "A game · map".into(),
            page: 1,
            pages: 1,
            version: String::new(),
            how: String::new(),
            credits: String::new(),
        };
        let words = title::Words {
            over: String::new(),
            title: "A game".into(),
            subtitle: String::new(),
            facts: String::new(),
            remarks: String::new(),
        };
        let look = MapLook { map: &map, terrains: &terrains, hexsides: &hexsides };
        let poster = Poster {
            look,
            charts: &[],
            cost_classes: &classes,
            turns: &turns,
            hex,
            counter: 14.29,
            numbers: true,
            words,
            foot,
        };
        let mut drawing = Drawing::new("");
        compose(&poster, &mut drawing);
        drawing
    }

    #[test]
    fn the_sheet_is_as_wide_as_columns_and_margins() {
        for hex in [17.5, 20.0, 25.0] {
            let side = hex / 3f64.sqrt();
            // Thirty columns, each one and a half sides on, and the second half of the last; the rim of 2.5 at a
            // hex of 20; band and lines of 8, 0.7, 1.1 and 0.2; the margin.
            let width = side * 45.5 + 2.0 * 2.5 * hex / 20.0 + 2.0 * (8.0 + 0.7 + 1.1 + 0.2 + 10.0);
            let drawing = poster(hex);
            assert!((drawing.pages[0].width - width).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_crosses_the_margins() {
        for hex in [12.0, 20.0, 30.0] {
            let drawing = poster(hex);
            let page = &drawing.pages[0];
            // A box counts half a line's width at the ends of lines, too.
            let area = page.rect().grown(-MARGIN + 0.31);
            // All but the paper's own tint.
            let bounds = drawing.bounds_of(&page.items[1..]).unwrap();
            assert!(area.union(bounds) == area, "{hex}: {bounds:?} in {area:?}");
            assert_eq!(drawing.faults(), []);
        }
    }
}
