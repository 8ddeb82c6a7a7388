//! The board: hexes, levels, water, woods, names, as drawings.
//!
//! [`Board`] looks at a map without copying it. [`Board::block`] draws one layer of one block of 32 × 32 hexes, so
//! that a canvas can repeat only what changed; [`Board::window`] draws any part of it, and the poster and the
//! terrain key are made of the same calls. All of it is in millimetres at a hex of [`FLAT`] across hexsides, with
//! the board's top left corner at (0, 0) as [`engine::hex::Layout`] has it; whoever prints at another size places
//! it with a scale.
//!
//! The look is that of a survey map of the 1870s: warm, quiet grounds, light from the north-west. Every jitter
//! comes from a hash of the hex, so that a hex looks the same wherever it is drawn.

mod chain;
mod contour;
mod cover;
mod edges;
pub mod frame;
mod grid;
mod ground;
mod heights;
pub mod key;
mod lake;
mod names;
mod place;
mod placing;
mod river;
mod road;
mod sides;
pub(crate) mod tiles;
pub mod title;

use std::collections::BTreeMap;

use engine::face::{CoverLook, GroundLook, HexsideKind, HexsideLook, Terrain};
use engine::hex::{Hex, HexSide, Layout};
use engine::scenario::Map;

use crate::drawing::{Group, Item, Path, Rect, Symbol};
use crate::palette::{Role, role};

pub use grid::GridStyle;
pub use ground::tint as tint_of_level;
pub(crate) use names::{Border, border_of, role_of};
pub use place::Window;
pub use river::River;

/// The width of a hex across hexsides at which boards are drawn, in millimetres.
pub const FLAT: f64 = 20.0;

/// The length of a hexside at [`FLAT`].
pub(crate) const SIDE: f64 = 11.547_005_383_792_515;

/// Hexes in a row and in a column of a block.
pub const BLOCK: u16 = 32;

/// How far the drawn ground reaches beyond the outermost corners.
pub const RIM: f64 = 2.5;

/// What a map needs besides itself to be seen.
#[derive(Debug, Clone, Copy)]
pub struct MapLook<'a> {
    pub map: &'a Map,
    pub terrains: &'a [Terrain],
    pub hexsides: &'a [HexsideKind],
}

/// A part of the board that is painted in one go, from back to front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Tints, washes, grass, floors of woods and camps, shade and hachures, heights.
    Ground,
    /// Crests and cliffs.
    Edges,
    Roads,
    /// Rivers, fords and bridges, walls and hedges.
    Water,
    Grid,
    /// Trees, lodges and the rim of camps; centre dots.
    Cover,
    Numbers,
    /// Letters of removable pieces and the map's labels.
    Names,
    /// Arrows at the hexes of entry, lines of zones within the map.
    Zones,
}

impl Layer {
    /// All of them, from back to front.
    pub const ALL: [Self; 9] = [
        Self::Ground,
        Self::Edges,
        Self::Roads,
        Self::Water,
        Self::Grid,
        Self::Cover,
        Self::Numbers,
        Self::Names,
        Self::Zones,
    ];

    /// What a reader of a file or a panel calls it.
    pub fn name(self) -> &'static str {
        [
            "Ground",
            "Level edges",
            "Roads",
            "Water",
            "Grid",
            "Woods and camps",
            "Hex numbers",
            "Names",
            "Zones",
        ][self as usize]
    }
}

/// How much is drawn, by the size of a hex on the screen; paper has all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Tints alone.
    Blocks,
    /// Tints, thick edges, floors of woods.
    Coarse,
    /// Hachures, crowns and lodges; no numbers.
    Middle,
    /// Nearly everything.
    Fine,
    Full,
}

impl Detail {
    pub const ALL: [Self; 5] = [Self::Blocks, Self::Coarse, Self::Middle, Self::Fine, Self::Full];

    /// The level for a hex of so many pixels across hexsides.
    pub fn of_pixels(px: f64) -> Self {
        match px {
            px if px < 14.0 => Self::Blocks,
            px if px < 26.0 => Self::Coarse,
            px if px < 44.0 => Self::Middle,
            px if px < 72.0 => Self::Fine,
            _ => Self::Full,
        }
    }
}

/// How one letter of the map looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    pub ground: GroundLook,
    pub cover: Option<CoverLook>,
    pub level: i8,
}

impl Look {
    /// What a hex of an unknown terrain is drawn as.
    const UNKNOWN: Self = Self { ground: GroundLook::Valley, cover: None, level: 0 };

    /// The tint of the hex's own ground and cover, for plates and halos.
    pub fn tint(self) -> Role {
        match (self.cover, self.ground) {
            (Some(CoverLook::Forest), _) => role::FOREST,
            (Some(CoverLook::LightWoods), _) => role::FOREST,
            (Some(CoverLook::Orchard), _) => role::VALLEY_LUSH,
            (Some(CoverLook::Marsh), _) => role::WATER_LIGHT,
            (Some(CoverLook::Fields), _) => role::WASH_LIGHT,
            (Some(CoverLook::Village), _) => role::TRODDEN,
            (Some(CoverLook::Camp), _) => role::CAMP,
            (_, GroundLook::Water) => role::WATER,
            (_, GroundLook::Valley) => role::VALLEY,
            (_, GroundLook::Plateau) => role::PLATEAU,
            (_, GroundLook::Mountain) => role::MOUNTAIN,
            (_, GroundLook::Rock) => role::ROCK,
        }
    }
}

/// A map, ready to be drawn. Cheap to make: it looks at the legend, at hexsides, roads and the hexes of contours, never
/// at the ground of every hex.
#[derive(Debug, Clone)]
pub struct Board<'a> {
    pub(crate) map: &'a Map,
    pub(crate) layout: Layout,
    /// By the place of the letter in the legend.
    looks: Vec<Look>,
    /// What hexsides look like that have a feature, by the feature's id.
    kinds: BTreeMap<&'a str, HexsideLook>,
    rivers: Vec<River>,
    waters: river::Widths,
    ways: road::Ways,
    contours: Vec<contour::Contour>,
    /// The least size of hex numbers in points at the scale of the drawing.
    pub number_size: f64,
    pub grid: GridStyle,
}

impl<'a> Board<'a> {
    pub fn new(look: MapLook<'a>) -> Self {
        let MapLook { map, terrains, hexsides } = look;
        let find = |id: &str| {
            let terrain = terrains.iter().find(|terrain| terrain.id == id)?;
            Some(Look { ground: terrain.ground, cover: terrain.cover, level: terrain.level })
        };
        let looks = map.legend.iter().map(|(_, id)| find(id).unwrap_or(Look::UNKNOWN)).collect();
        let kinds = hexsides.iter().map(|kind| (kind.id.as_str(), kind.look)).collect();
        let layout = Layout::new(&map.grid, FLAT);
        let mut board = Self {
            map,
            layout,
            looks,
            kinds,
            rivers: Vec::new(),
            waters: river::Widths::new(),
            ways: road::Ways::of(&map.roads),
            contours: Vec::new(),
            number_size: 5.0,
            grid: GridStyle::Lines,
        };
        (board.rivers, board.waters) = river::courses(&board);
        board.contours = contour::all(&board);
        board
    }

    /// The same board with hex numbers of at least so many points.
    #[must_use]
    pub fn with_number_size(mut self, points: f64) -> Self {
        self.number_size = points;
        self
    }

    /// The same board with this grid.
    #[must_use]
    pub fn with_grid(mut self, grid: GridStyle) -> Self {
        self.grid = grid;
        self
    }

    /// The rivers, each from its source to its mouth.
    pub fn rivers(&self) -> &[River] {
        &self.rivers
    }

    /// How a hex looks; one off the board looks like the nearest on it.
    pub(crate) fn look(&self, hex: Hex) -> Look {
        let grid = &self.map.grid;
        let index = grid.index(hex).or_else(|| grid.index(self.nearest(hex))).unwrap_or(0);
        let cell = self.map.cells.get(index).copied().unwrap_or(0);
        let mut look = self.looks.get(usize::from(cell)).copied().unwrap_or(Look::UNKNOWN);
        if let Some(level) = self.map.levels.get(index) {
            look.level = *level;
        }
        look
    }

    /// The hex of the board that lies nearest to one.
    pub(crate) fn nearest(&self, hex: Hex) -> Hex {
        let grid = &self.map.grid;
        let (column, row) = grid.column_row_signed(hex);
        let last = |count: u16| i32::from(count.max(1)) - 1;
        grid.at_signed(column.clamp(0, last(grid.columns)), row.clamp(0, last(grid.rows)))
    }

    pub(crate) fn is_on(&self, hex: Hex) -> bool {
        self.map.grid.contains(hex)
    }

    /// What lies on a hexside.
    pub(crate) fn side(&self, side: HexSide) -> Option<HexsideLook> {
        self.map.side(side).and_then(|id| self.kinds.get(id)).copied()
    }

    /// Does the river run along this hexside?
    pub(crate) fn is_wet(&self, side: HexSide) -> bool {
        matches!(self.side(side), Some(HexsideLook::River | HexsideLook::Ford | HexsideLook::Bridge))
    }

    /// Is the hexside a cliff seen from the higher hex: high rock over ground that is lower by two levels or more,
    /// or given as one?
    pub(crate) fn is_cliff(&self, high: Hex, low: Hex) -> bool {
        let (above, below) = (self.look(high), self.look(low));
        (above.ground == GroundLook::Rock && below.level + 1 < above.level)
            || HexSide::between(high, low).is_some_and(|side| self.side(side) == Some(HexsideLook::Cliff))
    }

    /// The drawn ground: the board with its rim.
    pub fn frame(&self) -> Rect {
        let (w, h) = self.layout.size();
        Rect::new(-RIM, -RIM, w + 2.0 * RIM, h + 2.0 * RIM)
    }

    /// Columns and rows of blocks.
    pub fn blocks(&self) -> (u16, u16) {
        let grid = &self.map.grid;
        (grid.columns.div_ceil(BLOCK).max(1), grid.rows.div_ceil(BLOCK).max(1))
    }

    /// The block in which a hex of the board lies; what changes in a hex may also be seen in the blocks of the
    /// hexes at a distance of up to two.
    pub fn block_of(&self, hex: Hex) -> Option<(u16, u16)> {
        let (column, row) = self.map.grid.column_row(hex)?;
        Some((column / BLOCK, row / BLOCK))
    }

    /// The part of the plane that a block paints. Blocks do not overlap and leave nothing out of the frame.
    pub fn block_rect(&self, block: (u16, u16)) -> Rect {
        place::block_rect(self, block)
    }

    /// One layer of one block, cut off at [`Board::block_rect`]: what a canvas keeps and repeats when one of the
    /// block's hexes or of their neighbours changes. Uses the symbols of [`Board::symbols`]. [`Layer::Names`] is
    /// for the whole board at once: [`Board::names`].
    pub fn block(&self, block: (u16, u16), layer: Layer, detail: Detail) -> Vec<Item> {
        // A hair over the edge, so that no light shines through between blocks.
        let clip = self.block_rect(block).grown(0.05);
        self.window(&Window::of(self, clip), layer, detail)
    }

    /// One layer of a part of the board, cut off at the window's box.
    pub fn window(&self, window: &Window, layer: Layer, detail: Detail) -> Vec<Item> {
        let mut out = Vec::new();
        match layer {
            Layer::Ground => ground::draw(self, window, detail, &mut out),
            Layer::Edges => edges::draw_crests(self, window, detail, &mut out),
            Layer::Roads => road::draw(self, window, detail, &mut out),
            Layer::Water => {
                river::draw(self, window, detail, &mut out);
                sides::draw(self, window, detail, &mut out);
            }
            Layer::Grid => grid::draw_grid(self, window, detail, &mut out),
            Layer::Cover => cover::draw(self, window, detail, &mut out),
            Layer::Numbers => grid::draw_numbers(self, window, detail, &mut out),
            Layer::Names => {
                names::draw(self, detail, &mut out);
            }
            Layer::Zones => names::draw_zones(self, window, detail, &mut out),
        }
        if out.is_empty() {
            return out;
        }
        vec![Group::new(out).clipped(Path::rect(window.clip)).into()]
    }

    /// The names of the whole board.
    pub fn names(&self, detail: Detail) -> Vec<Item> {
        let mut out = Vec::new();
        names::draw(self, detail, &mut out);
        out
    }

    /// The names of the whole board as they are printed, and sentences about those that have no free place.
    pub fn names_and_warnings(&self) -> (Vec<Item>, Vec<String>) {
        let mut out = Vec::new();
        let warnings = names::draw(self, Detail::Full, &mut out);
        (out, warnings)
    }

    /// The parts that are drawn many times: grass, stones, trees, lodges, fords. Make them once a board; they do not
    /// depend on what is on it.
    pub fn symbols(&self) -> BTreeMap<String, Symbol> {
        tiles::all(self.layout.orientation())
    }
}

#[cfg(test)]
mod tests {
    use super::chain::rings;
    use super::*;
    use crate::compose::fixture;
    use crate::drawing::{Drawing, Segment, pt};
    use engine::hex::{Grid, Orientation, Shifted};

    struct Field {
        map: Map,
        terrains: Vec<Terrain>,
        hexsides: Vec<HexsideKind>,
    }

    impl Field {
        fn new() -> Self {
            Self { map: fixture::map(), terrains: fixture::terrains(), hexsides: fixture::hexsides() }
        }

        fn country() -> Self {
            Self {
                map: fixture::country(),
                terrains: fixture::country_terrains(),
                hexsides: fixture::country_hexsides(),
            }
        }

        fn board(&self) -> Board<'_> {
            Board::new(MapLook { map: &self.map, terrains: &self.terrains, hexsides: &self.hexsides })
        }
    }

    #[test]
    fn the_river_is_one_chain_from_border_to_border() {
        let field = Field::new();
        let board = field.board();
        let [river] = board.rivers() else { panic!("{} rivers", board.rivers().len()) };
        assert_eq!(river.hexsides, 49);
        // From the south, where it comes from, out over the north edge; both ends beyond the drawn ground.
        let course = river.course();
        let frame = board.frame();
        let (first, last) = (course[0], course[course.len() - 1]);
        assert!(first.y > frame.bottom() && last.y < frame.y, "{first:?} {last:?}");
        // No step is longer than a piece of a curve: the chain is not torn.
        assert!(course.windows(2).all(|pair| pair[0].distance(pair[1]) < SIDE));
    }

    #[test]
    fn names_find_free_places_between_large_numbers_too() {
        for (field, size) in [(Field::new(), 7.5), (Field::country(), 5.0)] {
            let board = field.board().with_number_size(size);
            assert_eq!(board.names_and_warnings().1, Vec::<String>::new());
        }
    }

    #[test]
    fn bars_of_neighbouring_zones_stay_apart_on_every_board() {
        use engine::scenario::{Region, RegionKind};
        for orientation in [Orientation::Flat, Orientation::Pointed] {
            let grid = Grid { orientation, ..Grid::new(8, 8) };
            let region = |rows: std::ops::Range<u16>| Region {
                id: rows.start.to_string(),
                name: "Zone".into(),
                kind: RegionKind::Edge,
                role: "zone_a".into(),
                hexes: rows.map(|row| grid.at(0, row)).collect(),
            };
            let cells = vec![0; grid.len()];
            let map = Map { grid, cells, regions: vec![region(0..4), region(4..8)], ..Map::default() };
            let board = Board::new(MapLook { map: &map, terrains: &[], hexsides: &[] });
            let drawing = Drawing::new("");
            let bars: Vec<Rect> = frame::draw(&board, board.frame(), 1.0)
                .iter()
                .filter_map(|item| match item {
                    Item::Group(group) => drawing.bounds_of(&group.items[..1]),
                    _ => None,
                })
                .collect();
            let [upper, lower] = bars[..] else { panic!("{} bars", bars.len()) };
            let gap = lower.y - upper.bottom();
            assert!((0.5..2.0).contains(&gap), "{orientation:?}: {gap}");
        }
    }

    #[test]
    fn waters_that_meet_run_from_their_sources_into_the_broadest() {
        let field = Field::country();
        let board = field.board();
        let [main, brook, beck] = board.rivers() else { panic!("{} rivers", board.rivers().len()) };
        let ends = |river: &River| (river.course()[0], *river.course().last().unwrap());
        let frame = board.frame();
        // The great river comes from the south and leaves in the north; the others end on its course.
        let (source, mouth) = ends(main);
        assert!(source.y > frame.bottom() && mouth.y < frame.y, "{source:?} {mouth:?}");
        for (river, east) in [(brook, true), (beck, false)] {
            let (source, mouth) = ends(river);
            let on_main = main.course().iter().map(|p| p.distance(mouth)).fold(f64::INFINITY, f64::min);
            assert!(on_main < 1.6, "{on_main}");
            assert_eq!(source.x > mouth.x, east);
        }
        assert!(main.breadth() > brook.breadth() && brook.breadth() > beck.breadth());
        assert_eq!(main.hexsides + brook.hexsides + beck.hexsides, {
            let wet = |side: &&HexSide| board.is_wet(**side);
            field.map.sides.keys().filter(wet).count()
        });
    }

    #[test]
    fn a_river_without_an_entry_comes_from_the_south_and_takes_every_branch() {
        let mut field = Field::country();
        field.map.rivers.clear();
        let board = field.board();
        let main = &board.rivers()[0];
        let course = main.course();
        assert!(course[0].y > course[course.len() - 1].y);
        let all: usize = board.rivers().iter().map(|river| river.hexsides).sum();
        assert_eq!(all, field.map.sides.keys().filter(|&&side| board.is_wet(side)).count());
    }

    #[test]
    fn names_keep_off_woods_heights_and_each_other() {
        let field = Field::country();
        let board = field.board();
        let (items, warnings) = board.names_and_warnings();
        assert_eq!(items.len(), field.map.labels.len());
        assert!(
            !warnings.iter().any(|text| text.contains("woods") || text.contains("another name")),
            "{warnings:?}"
        );
        // Where there is nothing but wood, the reader is told.
        let mut dark = Field::country();
        let wood = dark.map.legend.iter().position(|(_, id)| id == "plain-forest").unwrap() as u8;
        dark.map.cells.fill(wood);
        dark.map.labels.retain(|label| label.text == "Long Acre");
        let (_, warnings) = dark.board().names_and_warnings();
        assert!(warnings.len() == 1 && warnings[0].contains("Long Acre"), "{warnings:?}");
    }

    #[test]
    fn the_heights_of_contours_stand_on_the_map() {
        let field = Field::country();
        let board = field.board();
        let items = board.window(&Window::whole(&board), Layer::Edges, Detail::Full);
        let mut found = Vec::new();
        let mut lists = vec![&items];
        while let Some(list) = lists.pop() {
            for item in list {
                match item {
                    Item::Group(group) => lists.push(&group.items),
                    Item::Text(text) => found.push(text.run.text.clone()),
                    _ => {}
                }
            }
        }
        found.sort();
        assert_eq!(found, ["160", "160", "180", "180", "200"]);
    }

    #[test]
    fn edges_of_levels_are_closed_and_touch_each_hexside_at_its_middle() {
        let field = Field::new();
        let board = field.board();
        let window = Window::whole(&board);
        let rings = rings(&board, &window, |hex| board.look(hex).level >= 1);
        assert_eq!(rings.len(), 2, "the bench in the west and the bluffs in the east");
        for ring in &rings {
            let path = ring.path();
            let Some(Segment::Move(start)) = path.segments.first().copied() else { panic!() };
            let curves: Vec<_> = path
                .segments
                .iter()
                .filter_map(|segment| match segment {
                    Segment::Curve(_, _, p) => Some(*p),
                    _ => None,
                })
                .collect();
            assert_eq!(curves.len(), ring.len());
            assert!(curves[curves.len() - 1].distance(start) < 1e-9, "the curve ends where it began");
            for (i, &(inside, outside)) in ring.sides.iter().enumerate() {
                let middle = board.side_middle(HexSide::between(inside, outside).unwrap());
                assert!(curves[i].distance(middle) < 1e-9);
                assert!(!ring.real[i] || board.look(inside).level > board.look(outside).level);
            }
        }
    }

    #[test]
    fn marks_stand_on_the_curve_and_look_into_the_region() {
        let field = Field::new();
        let board = field.board();
        let window = Window::whole(&board);
        for ring in rings(&board, &window, |hex| board.look(hex).ground == GroundLook::Mountain) {
            for mark in ring.marks(&ring.corners, 0.95) {
                let inner = mark.at + mark.inward * 2.5;
                let hex = board.layout.hex_at_point(inner.x, inner.y);
                assert_eq!(board.look(hex).ground, GroundLook::Mountain);
                assert!((mark.inward.x.hypot(mark.inward.y) - 1.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn blocks_tile_the_frame_without_gaps() {
        for (columns, rows) in [(30, 22), (33, 65), (100, 32), (1, 1)] {
            for orientation in [Orientation::Flat, Orientation::Pointed] {
                for shifted in [Shifted::Odd, Shifted::Even] {
                    let grid = Grid { orientation, shifted, ..Grid::new(columns, rows) };
                    let map = Map { grid, cells: vec![0; grid.len()], ..Map::default() };
                    let board = Board::new(MapLook { map: &map, terrains: &[], hexsides: &[] });
                    let (across, down) = board.blocks();
                    let area: f64 = (0..across)
                        .flat_map(|x| (0..down).map(move |y| (x, y)))
                        .map(|block| board.block_rect(block))
                        .map(|rect| rect.w * rect.h)
                        .sum();
                    let frame = board.frame();
                    assert!((area - frame.w * frame.h).abs() < 1e-6 * area, "{columns} × {rows}");
                    // The centre of each hex lies in its block's box.
                    for hex in grid.hexes() {
                        let rect = board.block_rect(board.block_of(hex).unwrap());
                        assert!(rect.contains(board.centre(hex)), "{}", grid.label(hex));
                    }
                }
            }
        }
    }

    #[test]
    fn a_block_is_the_same_however_the_rest_of_the_map_looks() {
        let grid = Grid::new(100, 70);
        let mut map = Map {
            grid,
            legend: vec![('.', "plain".into()), ('P', "plateau".into()), ('f', "plain-forest".into())],
            cells: (0..grid.len())
                .map(|i| (crate::compose::kit::Chance::new("cell").and(i).below(3)) as u8)
                .collect(),
            ..Map::default()
        };
        let terrains = fixture::terrains();
        let draw = |map: &Map| {
            let board = Board::new(MapLook { map, terrains: &terrains, hexsides: &[] });
            [Layer::Ground, Layer::Edges, Layer::Cover].map(|layer| board.block((1, 1), layer, Detail::Full))
        };
        let before = draw(&map);
        let far = grid.index(grid.at(5, 5)).unwrap();
        map.cells[far] = (map.cells[far] + 1) % 3;
        assert!(draw(&map) == before, "a hex three blocks away changed it");
        let near = grid.index(grid.at(40, 40)).unwrap();
        map.cells[near] = (map.cells[near] + 1) % 3;
        assert!(draw(&map) != before);
    }

    #[test]
    fn every_layer_names_only_parts_that_exist() {
        for field in [Field::new(), Field::country()] {
            for orientation in [Orientation::Flat, Orientation::Pointed] {
                let mut map = field.map.clone();
                map.grid.orientation = orientation;
                let board =
                    Board::new(MapLook { map: &map, terrains: &field.terrains, hexsides: &field.hexsides });
                let mut drawing = Drawing::new("");
                drawing.symbols = board.symbols();
                let mut page = crate::drawing::Page::new(600.0, 500.0);
                for detail in Detail::ALL {
                    for layer in Layer::ALL {
                        page.items.extend(board.window(&Window::whole(&board), layer, detail));
                    }
                }
                drawing.pages.push(page);
                assert_eq!(drawing.faults(), []);
            }
        }
    }

    #[test]
    fn numbers_grids_and_dots_go_as_hexes_grow_small() {
        let field = Field::new();
        let board = field.board();
        let window = Window::whole(&board);
        let has = |layer, detail| !board.window(&window, layer, detail).is_empty();
        assert!(has(Layer::Numbers, Detail::Full) && has(Layer::Numbers, Detail::Fine));
        assert!(!has(Layer::Numbers, Detail::Middle));
        assert!(has(Layer::Grid, Detail::Coarse) && !has(Layer::Grid, Detail::Blocks));
        assert!(Detail::of_pixels(96.0) == Detail::Full && Detail::of_pixels(10.0) == Detail::Blocks);
    }

    #[test]
    fn a_grid_of_corners_or_dots_has_each_corner_once() {
        let map = Map { grid: Grid::new(2, 1), cells: vec![0; 2], ..Map::default() };
        let count = |style: GridStyle| {
            let board = Board::new(MapLook { map: &map, terrains: &[], hexsides: &[] }).with_grid(style);
            let items = board.window(&Window::whole(&board), Layer::Grid, Detail::Full);
            let [Item::Group(group)] = items.as_slice() else { panic!("{style:?}: {items:?}") };
            let paths = group.items.iter().filter_map(|item| match item {
                Item::Shape(shape) => Some(&shape.path),
                _ => None,
            });
            paths
                .flat_map(|path| &path.segments)
                .filter(|segment| matches!(segment, Segment::Move(_)))
                .count()
        };
        // Two hexes that share a hexside have ten corners and eleven hexsides, with two ends each.
        assert_eq!([GridStyle::Corners, GridStyle::Dots].map(count), [22, 10]);
    }

    #[test]
    fn a_hex_of_unknown_terrain_is_drawn_as_plain_ground() {
        let map = Map { grid: Grid::new(2, 2), cells: vec![7; 4], ..Map::default() };
        let board = Board::new(MapLook { map: &map, terrains: &[], hexsides: &[] });
        for layer in Layer::ALL {
            board.window(&Window::whole(&board), layer, Detail::Full);
        }
        assert_eq!(board.look(board.layout.hex_at_point(pt(0.0, 0.0).x, 0.0)), Look::UNKNOWN);
    }
}
