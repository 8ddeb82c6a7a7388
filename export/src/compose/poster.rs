//! The map as a poster: the board in its frame, and under it, or at its right, title, key and turn track.

use engine::chart::Chart;
use engine::scenario::{Furniture, MapBox, RegionKind};

use super::map::{Board, Detail, GridStyle, Layer, MapLook, Window, border_of, frame, key, title};
use super::sheet::{FOOT, Foot, MARGIN, foot, heading, paper};
use super::track::{self, Turn, Zone, turn_track};
use crate::drawing::{Drawing, Group, Item, Page, Path, Point, Rect, Subject, Transform, pt};

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
    pub grid: GridStyle,
    /// Whether hex numbers are larger than they need be.
    pub large: bool,
    pub words: title::Words,
    pub foot: Foot,
}

/// The size of the poster of a board: its width is that of the board with frame and margins, or what the title
/// needs.
pub fn width(board: &Board<'_>, hex: f64) -> f64 {
    let scale = hex / super::map::FLAT;
    (board.frame().w * scale + 2.0 * (MARGIN + frame::WIDTH)).max(title::SIZE.0 + 2.0 * MARGIN)
}

/// Where things lie on a poster.
#[derive(Debug, Clone, PartialEq)]
pub struct Laid {
    /// What is within the margins, without the foot.
    pub picture: Rect,
    /// Where an upright and a level cut goes through no number of a hex, from left to right and from above.
    pub gaps: (Vec<f64>, Vec<f64>),
    /// What is wrong with names on the map, in sentences.
    pub warnings: Vec<String>,
}

/// Adds the poster to a drawing as a page.
pub fn compose(poster: &Poster<'_>, drawing: &mut Drawing) -> Laid {
    let scale = poster.hex / super::map::FLAT;
    // Hex numbers are never under 4.5 pt, however small the hexes.
    let (usual, least) = if poster.large { (7.5, 7.0) } else { (5.0, 4.5) };
    let board =
        Board::new(poster.look).with_number_size(f64::max(usual, least / scale)).with_grid(poster.grid);
    drawing.symbols.extend(board.symbols());
    let ground = board.frame();
    let (w, h) = (ground.w * scale, ground.h * scale);
    let framed = (w + 2.0 * frame::WIDTH, h + 2.0 * frame::WIDTH);
    // Under the board, unless the sheet would be wider than high.
    let page_width = width(&board, poster.hex);
    let foot_top = MARGIN + framed.1 + GAP;
    let area = Rect::new(MARGIN, foot_top, page_width - 2.0 * MARGIN, 0.0);
    let (blocks, height) = foot_blocks(&board, poster, area);
    let below = if height > 0.0 { foot_top + height } else { MARGIN + framed.1 };
    let under = (page_width, below + GAP + FOOT + MARGIN);
    let (blocks, (page_width, page_height), left) = if under.0 > under.1 && height > 0.0 {
        let column = Rect::new(MARGIN + framed.0 + GAP, MARGIN, 0.0, framed.1);
        let (blocks, (right, bottom)) = side_blocks(&board, poster, column);
        (blocks, (right + MARGIN, bottom + GAP + FOOT + MARGIN), MARGIN)
    } else {
        (blocks, under, (page_width - framed.0) / 2.0)
    };
    let on_page = Rect::new(left + frame::WIDTH, MARGIN + frame::WIDTH, w, h);

    let mut page = Page::new(page_width, page_height);
    page.items.push(paper(page_width, page_height));
    let place = Transform::at(on_page.x - ground.x * scale, on_page.y - ground.y * scale)
        .of(Transform::scale(scale, scale));
    let window = Window::whole(&board);
    let mut warnings = Vec::new();
    for layer in Layer::ALL {
        if layer == Layer::Numbers && !poster.numbers {
            continue;
        }
        drawing.add_layer(layer.name(), true);
        let items = if layer == Layer::Names {
            let (names, faults) = board.names_and_warnings();
            warnings = faults;
            vec![Group::new(names).clipped(Path::rect(window.clip)).into()]
        } else {
            board.window(&window, layer, Detail::Full)
        };
        page.items.push(Group::new(items).placed(place).in_layer(layer.name()).into());
    }
    drawing.add_layer("Frame", true);
    let lines = frame::draw(&board, on_page, scale);
    page.items.push(Group::new(lines).in_layer("Frame").about(Subject::Part("frame".into())).into());
    drawing.add_layer("Title and key", true);
    page.items.push(Group::new(blocks).in_layer("Title and key").into());
    let wide = page_width - 2.0 * MARGIN;
    page.items.extend(foot(&poster.foot, pt(MARGIN, page_height - MARGIN - FOOT), wide));
    drawing.pages.push(page);
    let picture = Rect::new(MARGIN, MARGIN, wide, page_height - 2.0 * MARGIN - FOOT - GAP);
    Laid { picture, gaps: gaps(&board, place), warnings }
}

/// Numbers stand in the middle of a column and above the middle of a hex: an upright cut keeps clear of them
/// between two columns, a level one through the middles of hexes.
fn gaps(board: &Board<'_>, place: Transform) -> (Vec<f64>, Vec<f64>) {
    let centres = board.map.grid.hexes().map(|hex| place.apply(board.centre(hex)));
    let (mut xs, mut ys): (Vec<f64>, Vec<f64>) = centres.map(|at| (at.x, at.y)).unzip();
    for list in [&mut xs, &mut ys] {
        list.sort_by(f64::total_cmp);
        list.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
    }
    (xs.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect(), ys)
}

/// The height of the head of a block.
const HEAD: f64 = 12.6;

impl Poster<'_> {
    fn has(&self, part: Furniture) -> bool {
        !self.look.map.without.contains(&part)
    }

    fn entries(&self) -> Vec<key::Entry> {
        if self.has(Furniture::Key) { key::entries(self.look, self.charts) } else { Vec::new() }
    }

    fn turns(&self) -> &[Turn] {
        if self.has(Furniture::TurnTrack) { self.turns } else { &[] }
    }

    /// The size of the cartouche, or of the compass alone.
    fn title_size(&self) -> (f64, f64) {
        match (self.has(Furniture::Title), self.has(Furniture::Compass)) {
            (true, _) => title::SIZE,
            (false, true) => title::COMPASS,
            (false, false) => (0.0, 0.0),
        }
    }

    fn title(&self, at: Point) -> Vec<Item> {
        match (self.has(Furniture::Title), self.has(Furniture::Compass)) {
            (true, compass) => title::draw(&self.words, at, self.hex, compass),
            (false, true) => title::compass(at + pt(title::COMPASS.0 / 2.0, 25.0), 17.0),
            (false, false) => Vec::new(),
        }
    }

    /// The key in so many columns under a head as wide as the room; also its height.
    fn key(&self, entries: &[key::Entry], at: Point, columns: usize, room: f64) -> (Vec<Item>, f64) {
        let classes = self.cost_classes.join(" · ");
        let remark = if classes.is_empty() { String::new() } else { format!("cost to enter: {classes}") };
        let mut out = heading("Terrain", &remark, at, room);
        let (items, height) = key::draw(entries, self.look, at + pt(0.0, HEAD), columns);
        out.extend(items);
        (out, HEAD + height - 3.8)
    }

    fn turn_block(&self, at: Point, room: f64, columns: usize, height: f64) -> Vec<Item> {
        let turns = self.turns();
        let mut out = heading("Turns", &format!("{} game turns", turns.len()), at, room);
        let boxes = Rect::new(at.x, at.y + HEAD - 0.6, room, height);
        out.extend(turn_track(turns, boxes, columns, self.counter));
        out
    }
}

/// Title, key and turn track, beside each other as far as there is room, else in rows; under them the boxes and
/// tracks that belong to the board.
fn foot_blocks(board: &Board<'_>, poster: &Poster<'_>, area: Rect) -> (Vec<Item>, f64) {
    let entries = poster.entries();
    let turns = poster.turns().len();
    let (wide, tall) = poster.title_size();
    let mut out = poster.title(pt(area.x, area.y));
    let high = title::SIZE.1;
    // As many columns as fill two rows, if they fit beside the title; the track after them if there is room.
    let aside = if wide > 0.0 { wide + GAP } else { 0.0 };
    let beside = area.w - aside;
    let least_track = if turns == 0 { 0.0 } else { 5.0 * (poster.counter + 6.0) + GAP };
    let wanted = entries.len().div_ceil(2).max(1);
    let fits = |columns: usize, room: f64| columns as f64 * key::CELL.0 <= room + 1.0;
    let is_beside = entries.is_empty() || fits(wanted, beside);
    let (key_at, key_columns) = if is_beside {
        (pt(area.x + aside, area.y), wanted)
    } else {
        let columns = ((area.w + 1.0) / key::CELL.0).floor().max(1.0) as usize;
        let below = if tall > 0.0 { tall + GAP } else { 0.0 };
        (pt(area.x, area.y + below), columns.min(entries.len().max(1)))
    };
    let mut bottom = area.y + tall;
    let mut key_width = 0.0;
    if !entries.is_empty() {
        key_width = key_columns as f64 * key::CELL.0 + GAP;
        let room = if is_beside { key_width - GAP - 1.6 } else { area.w };
        let (items, height) = poster.key(&entries, key_at, key_columns, room);
        out.extend(items);
        bottom = bottom.max(key_at.y + height);
    }
    if turns > 0 {
        // Beside the key, or beside the title where the key has a row of its own.
        let right = if key_at.y == area.y { area.right() - key_at.x - key_width } else { beside };
        let is_beside = right >= least_track - GAP;
        let under = if bottom > area.y { bottom + GAP } else { bottom };
        let (at, room) = match is_beside {
            true => (pt(area.right() - right, area.y), right),
            false => (pt(area.x, under), area.w),
        };
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
        out.extend(poster.turn_block(at, room, columns, height));
        bottom = bottom.max(at.y + HEAD - 0.6 + height);
    }
    let mut top = if bottom > area.y { bottom + GAP } else { bottom };
    for block in board_blocks(board, poster, area.w) {
        out.push(Group::new(block.items).placed(Transform::at(area.x, top)).into());
        bottom = top + block.height;
        top = bottom + GAP;
    }
    (out, bottom - area.y)
}

/// A block about its top left corner.
struct Block {
    items: Vec<Item>,
    width: f64,
    height: f64,
}

/// The same in columns to the right of the board, each as high as the board's frame; also how far they reach to
/// the right and down.
fn side_blocks(board: &Board<'_>, poster: &Poster<'_>, area: Rect) -> (Vec<Item>, (f64, f64)) {
    let origin = pt(0.0, 0.0);
    let mut blocks = Vec::new();
    let (wide, tall) = poster.title_size();
    if tall > 0.0 {
        blocks.push(Block { items: poster.title(origin), width: wide, height: tall });
    }
    let entries = poster.entries();
    if !entries.is_empty() {
        // Three columns are about as wide as the title; more where the board is low.
        let rows = ((area.h - HEAD + 3.8) / key::CELL.1).floor().max(1.0) as usize;
        let columns = entries.len().div_ceil(rows).max(3).min(entries.len());
        let width = columns as f64 * key::CELL.0 - 1.6;
        let (items, height) = poster.key(&entries, origin, columns, width);
        blocks.push(Block { items, width, height });
    }
    const ROOM: f64 = 3.0 * key::CELL.0 - 1.6;
    let turns = poster.turns().len();
    if turns > 0 {
        let columns = turns.min(5);
        let height = turns.div_ceil(columns) as f64 * (poster.counter + 16.0);
        let items = poster.turn_block(origin, ROOM, columns, height);
        blocks.push(Block { items, width: ROOM, height: HEAD - 0.6 + height });
    }
    blocks.extend(board_blocks(board, poster, ROOM));
    let mut out = Vec::new();
    let (mut at, mut right, mut bottom) = (pt(area.x, area.y), area.x, area.bottom());
    for block in blocks {
        if at.y > area.y && at.y + block.height > area.bottom() + 0.1 {
            at = pt(right + GAP, area.y);
        }
        out.push(Group::new(block.items).placed(Transform::at(at.x, at.y)).into());
        right = right.max(at.x + block.width);
        at.y += block.height + GAP;
        bottom = bottom.max(at.y - GAP);
    }
    (out, (right, bottom))
}

/// The boxes and tracks that are printed beside the board.
fn board_blocks(board: &Board<'_>, poster: &Poster<'_>, room: f64) -> Vec<Block> {
    let map = poster.look.map;
    let mut out = Vec::new();
    let boxes: Vec<Zone<'_>> =
        map.boxes.iter().filter(|one| one.on_board && one.spaces == 0).map(|one| zone(board, one)).collect();
    if !boxes.is_empty() {
        let height = track::height_of_boxes(boxes.len(), room, poster.counter);
        let items = track::off_map_boxes(&boxes, Rect::new(0.0, 0.0, room, height), poster.counter);
        out.push(Block { items, width: room, height });
    }
    for one in map.boxes.iter().filter(|one| one.on_board && one.spaces > 0) {
        let (items, height) = track::spaces(one, room, poster.counter);
        out.push(Block { items, width: room, height });
    }
    out
}

/// A box with the border at which its pieces come on.
fn zone<'m>(board: &Board<'m>, one: &'m MapBox) -> Zone<'m> {
    let edges = board.map.regions.iter().filter(|region| region.kind == RegionKind::Edge);
    let edge = edges.into_iter().find(|region| region.id == one.edge);
    Zone { one, edge, border: edge.and_then(|region| border_of(board, region)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::fixture;
    use crate::drawing::Drawing;

    fn poster(hex: f64) -> Drawing {
        poster_of(&fixture::map(), hex)
    }

    fn poster_of(map: &engine::scenario::Map, hex: f64) -> Drawing {
        let (terrains, hexsides) = (fixture::terrains(), fixture::hexsides());
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
        let look = MapLook { map, terrains: &terrains, hexsides: &hexsides };
        let poster = Poster {
            look,
            charts: &[],
            cost_classes: &classes,
            turns: &turns,
            hex,
            counter: 14.29,
            numbers: true,
            grid: GridStyle::Lines,
            large: false,
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
    fn a_sheet_goes_without_what_the_map_goes_without() {
        let words = |without: &[Furniture]| {
            let mut map = fixture::map();
            map.without = without.to_vec();
            let drawing = poster_of(&map, 20.0);
            let mut out = Vec::new();
            let mut lists = vec![&drawing.pages[0].items];
            while let Some(items) = lists.pop() {
                for item in items {
                    match item {
                        Item::Group(group) => lists.push(&group.items),
                        Item::Text(text) => out.push(text.run.text.clone()),
                        _ => {}
                    }
                }
            }
            (out, drawing.pages[0].height)
        };
        let has = |words: &[String], word: &str| words.iter().any(|text| text == word);
        let (all, whole) = words(&[]);
        for (part, word) in [
            (Furniture::Title, "A GAME"),
            (Furniture::Compass, "N"),
            (Furniture::Key, "Plain"),
            (Furniture::TurnTrack, "TURNS"),
        ] {
            assert!(has(&all, word), "{word}");
            let (rest, _) = words(&[part]);
            assert!(!has(&rest, word), "{word}");
        }
        use Furniture::{Compass, Key, Title, TurnTrack};
        let (_, bare) = words(&[Title, Compass, Key, TurnTrack]);
        assert!(bare < whole - 70.0, "{bare} {whole}");
    }

    #[test]
    fn blocks_stand_at_the_right_of_a_broad_board() {
        let mut map = fixture::map();
        let columns = usize::from(map.grid.columns);
        map.grid.rows = 8;
        map.cells.truncate(8 * columns);
        map.sides.clear();
        map.regions.clear();
        map.labels.clear();
        let drawing = poster_of(&map, 20.0);
        let page = &drawing.pages[0];
        assert!(page.width > page.height);
        let board = 20.0 * 8.5 + 5.0 + 2.0 * frame::WIDTH;
        assert!(page.height < board + 2.0 * MARGIN + FOOT + GAP + 1.0, "{}", page.height);
        let area = page.rect().grown(-MARGIN + 0.31);
        let bounds = drawing.bounds_of(&page.items[1..]).unwrap();
        assert!(area.union(bounds) == area, "{bounds:?} in {area:?}");
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
