//! Far out, where a hex is a few pixels: parts of the board as small pictures, two texels a hex; and all of it as one
//! still smaller picture for the overview.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use egui::{Color32, ColorImage, Painter, Rect, TextureHandle, TextureOptions, Vec2, pos2, vec2};
use engine::face::{CoverLook, GroundLook, HexsideLook, Terrain};
use engine::hex::{Hex, HexSide, Layout, Orientation};
use export::compose::map::{BLOCK, FLAT, tint_of_level};
use export::palette::{Ink, Role, Roles, Table, role};

use super::board::{Ground, roles_of};
use super::view::View;
use crate::tools::point;

/// Below so many pixels across a hex the pictures serve.
pub const FAR: f32 = 5.0;

/// Blocks in a row and in a column of one picture.
const BLOCKS: u16 = 4;

/// Hexes in a row and in a column of one picture.
const PART: u16 = BLOCK * BLOCKS;

/// How long a frame may make pictures; what is missing then comes with the next one.
const BUDGET: Duration = Duration::from_millis(3);

/// The kept pictures.
#[derive(Default)]
pub struct FarCache {
    parts: HashMap<(u16, u16), Part>,
    small: Option<Small>,
    ink: Option<Inks>,
    /// The parts in which rivers and roads are to be looked for again.
    lines: BTreeSet<(u16, u16)>,
    /// How many pictures were made: for tests.
    pub made: usize,
    /// How many texels of the overview were made: for tests.
    pub texels: usize,
}

struct Part {
    texture: TextureHandle,
    stale: bool,
}

/// The overview.
struct Small {
    texture: TextureHandle,
    size: [usize; 2],
    /// All of it is to be made again.
    stale: bool,
    /// Blocks that are to be made again.
    blocks: BTreeSet<(u16, u16)>,
}

/// The levels that have tints of their own; those beyond them look like the last.
const LEVELS: [i8; 8] = [-3, -2, -1, 0, 1, 2, 3, 4];

/// What hexes and lines are coloured with, for one state of the map.
struct Inks {
    /// By the place of the letter in the legend: its own colour, and its level if the map gives none.
    cells: Vec<(Option<Color32>, i8)>,
    /// Open ground, by the places of [`LEVELS`].
    levels: [Color32; LEVELS.len()],
    /// What lies on hexes and hexsides, by part: column, row, which of the two texels, colour.
    lines: HashMap<(u16, u16), Vec<Line>>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Line {
    hex: Hex,
    /// The first texel of the hex, the second, or both.
    halves: [bool; 2],
    colour: Color32,
}

fn role_of(terrain: &Terrain) -> Role {
    match (terrain.cover, terrain.ground) {
        // The tone that woods have on the board where their trees are too small to be drawn.
        (Some(CoverLook::Forest), _) => role::TREE,
        (Some(CoverLook::Camp), _) => role::CAMP,
        (_, GroundLook::Water) => role::WATER,
        (_, GroundLook::Valley) => role::VALLEY,
        (_, GroundLook::Plateau) => role::PLATEAU,
        (_, GroundLook::Mountain) => role::MOUNTAIN,
        (_, GroundLook::Rock) => role::ROCK,
    }
}

fn colour(roles: &Roles, ink: impl Into<Ink>) -> Color32 {
    let rgb = roles.colour(ink.into(), Table::Full);
    Color32::from_rgb(rgb.0, rgb.1, rgb.2)
}

/// The colour of a terrain as the board has it.
pub fn colour_of(terrain: &Terrain) -> Color32 {
    static ROLES: std::sync::LazyLock<Roles> = std::sync::LazyLock::new(Roles::shipped);
    colour(&ROLES, role_of(terrain))
}

impl Inks {
    fn of(ground: Ground<'_>) -> Self {
        let roles = roles_of(ground.colours);
        let is_open = |terrain: &Terrain| {
            !matches!(terrain.cover, Some(CoverLook::Forest | CoverLook::Camp))
                && matches!(terrain.ground, GroundLook::Valley | GroundLook::Plateau)
        };
        let cells = ground.map.legend.iter().map(|(_, id)| {
            match ground.terrains.iter().find(|terrain| terrain.id == *id) {
                Some(terrain) if is_open(terrain) => (None, terrain.level),
                Some(terrain) => (Some(colour(&roles, role_of(terrain))), terrain.level),
                None => (None, 0),
            }
        });
        let levels = LEVELS.map(|level| colour(&roles, tint_of_level(level)));
        Self { cells: cells.collect(), levels, lines: lines(ground, &roles, &|_| true) }
    }

    /// Looks for rivers and roads again in some parts.
    fn look_again(&mut self, ground: Ground<'_>, parts: &BTreeSet<(u16, u16)>) {
        self.lines.retain(|part, _| !parts.contains(part));
        self.lines.extend(lines(ground, &roles_of(ground.colours), &|part| parts.contains(&part)));
    }

    /// The colour of the hex at a place of the map's list.
    fn at(&self, ground: Ground<'_>, index: usize) -> Color32 {
        let cell = ground.map.cells.get(index).copied().unwrap_or(0);
        let (own, level) = self.cells.get(usize::from(cell)).copied().unwrap_or((None, 0));
        own.unwrap_or_else(|| {
            let level = ground.map.levels.get(index).copied().unwrap_or(level);
            let (first, last) = (LEVELS[0], LEVELS[LEVELS.len() - 1]);
            self.levels[usize::from(level.clamp(first, last).abs_diff(first))]
        })
    }
}

/// Rivers and roads in some parts, by the part that they lie in.
fn lines(
    ground: Ground<'_>,
    roles: &Roles,
    is_wanted: &dyn Fn((u16, u16)) -> bool,
) -> HashMap<(u16, u16), Vec<Line>> {
    let grid = &ground.map.grid;
    let layout = Layout::new(grid, FLAT);
    let flat = layout.orientation() == Orientation::Flat;
    let mut out: HashMap<(u16, u16), Vec<Line>> = HashMap::new();
    let part_of = |hex: Hex| {
        let (column, row) = grid.column_row(hex)?;
        Some((column / PART, row / PART)).filter(|part| is_wanted(*part))
    };
    let mut add = |hex: Hex, halves: [bool; 2], colour: Color32| {
        if let Some(part) = part_of(hex) {
            out.entry(part).or_default().push(Line { hex, halves, colour });
        }
    };
    let road = colour(roles, role::ROAD);
    for hex in ground.map.roads.iter().flat_map(|road| &road.hexes) {
        add(*hex, [true; 2], road.gamma_multiply(0.5));
    }
    let wet: Vec<&str> = ground
        .hexsides
        .iter()
        .filter(|kind| matches!(kind.look, HexsideLook::River | HexsideLook::Ford | HexsideLook::Bridge))
        .map(|kind| kind.id.as_str())
        .collect();
    let water = colour(roles, role::WATER_LINE).gamma_multiply(0.7);
    let near = |side: HexSide| <[Hex; 2]>::from(side.hexes()).into_iter().any(|hex| part_of(hex).is_some());
    let wet = |id: &str| wet.contains(&id);
    for (side, _) in ground.map.sides.iter().filter(|(side, id)| near(**side) && wet(id)) {
        let side = *side;
        for (hex, first) in halves_of(&layout, flat, side) {
            add(hex, [first, !first], water);
        }
    }
    out
}

/// The two hexes of a hexside, and whether it lies at the first of the two texels of each.
fn halves_of(layout: &Layout, flat: bool, side: HexSide) -> [(Hex, bool); 2] {
    let middle = layout.side_middle(side);
    let (a, b) = side.hexes();
    [a, b].map(|hex| {
        let centre = layout.centre(hex);
        (hex, if flat { middle.1 < centre.1 } else { middle.0 < centre.0 })
    })
}

impl FarCache {
    /// Drops everything.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.ink = None;
        self.small_is_stale();
    }

    /// Everything has changed; the old pictures serve until there are new ones.
    pub fn changed_all(&mut self) {
        for part in self.parts.values_mut() {
            part.stale = true;
        }
        self.ink = None;
        self.small_is_stale();
    }

    fn small_is_stale(&mut self) {
        if let Some(small) = &mut self.small {
            small.stale = true;
        }
    }

    /// Something has changed in some blocks. `lines` says whether rivers or roads have, `legend` whether the letters
    /// have.
    pub fn changed(&mut self, blocks: &BTreeSet<(u16, u16)>, lines: bool, legend: bool) {
        let part = |block: &(u16, u16)| (block.0 / BLOCKS, block.1 / BLOCKS);
        for block in blocks {
            if let Some(part) = self.parts.get_mut(&part(block)) {
                part.stale = true;
            }
        }
        if lines {
            self.lines.extend(blocks.iter().map(part));
        }
        if legend {
            self.ink = None;
        }
        if let Some(small) = &mut self.small {
            small.blocks.extend(blocks);
        }
    }

    /// Brings the colours up to date.
    fn mix(&mut self, ground: Ground<'_>) {
        let parts = std::mem::take(&mut self.lines);
        match &mut self.ink {
            Some(ink) if !parts.is_empty() => ink.look_again(ground, &parts),
            Some(_) => {}
            None => self.ink = Some(Inks::of(ground)),
        }
    }

    /// The colour of a hex.
    pub fn colour(&mut self, ground: Ground<'_>, index: usize) -> Color32 {
        self.ink.get_or_insert_with(|| Inks::of(ground)).at(ground, index)
    }

    /// Paints what is seen within a part of the canvas. Returns false if something is still to be made.
    pub fn paint(
        &mut self,
        painter: &Painter,
        canvas: Rect,
        view: &View,
        ground: Ground<'_>,
        tint: Color32,
    ) -> bool {
        let start = Instant::now();
        let grid = &ground.map.grid;
        let layout = Layout::new(grid, FLAT);
        self.mix(ground);
        let ink = self.ink.get_or_insert_with(|| Inks::of(ground));
        let mut whole = true;
        let clip = painter.clip_rect();
        for row in 0..grid.rows.div_ceil(PART) {
            for column in 0..grid.columns.div_ceil(PART) {
                let (corner, size) = place(ground, &layout, (column, row));
                let place =
                    Rect::from_min_max(view.screen(canvas, corner), view.screen(canvas, corner + size));
                if !place.intersects(clip) {
                    continue;
                }
                let known = self.parts.get(&(column, row));
                if known.is_none_or(|part| part.stale) {
                    if start.elapsed() < BUDGET {
                        let picture = picture(ground, ink, (column, row));
                        self.made += 1;
                        match self.parts.get_mut(&(column, row)) {
                            Some(part) => {
                                part.texture.set(picture, TextureOptions::LINEAR);
                                part.stale = false;
                            }
                            None => {
                                let texture =
                                    painter.ctx().load_texture("board", picture, TextureOptions::LINEAR);
                                self.parts.insert((column, row), Part { texture, stale: false });
                            }
                        }
                    } else {
                        whole = false;
                    }
                }
                let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                if let Some(part) = self.parts.get(&(column, row)) {
                    painter.image(part.texture.id(), place, all, tint);
                } else if let Some(small) = &self.small {
                    // The overview's picture is better than nothing.
                    let (w, h) = layout.size();
                    let (w, h) = (w as f32, h as f32);
                    let uv = Rect::from_min_max(
                        pos2(corner.x / w, corner.y / h),
                        pos2((corner.x + size.x) / w, (corner.y + size.y) / h),
                    );
                    painter.image(small.texture.id(), place, uv.intersect(all), tint);
                }
            }
        }
        whole
    }

    /// Paints all of the board into a box of the window.
    pub fn paint_small(&mut self, painter: &Painter, place: Rect, ground: Ground<'_>, tint: Color32) {
        let pixels = painter.ctx().pixels_per_point();
        let side = |points: f32| ((points * pixels).round() as usize).clamp(1, 1024);
        let size = [side(place.width()), side(place.height())];
        self.mix(ground);
        let ink = self.ink.get_or_insert_with(|| Inks::of(ground));
        let whole = [0, 0, size[0], size[1]];
        match &mut self.small {
            Some(small) if small.stale || small.size != size => {
                small.texture.set(small_picture(ground, ink, size, whole), TextureOptions::LINEAR);
                (small.size, small.stale) = (size, false);
                small.blocks.clear();
                self.made += 1;
                self.texels += size[0] * size[1];
            }
            Some(small) => {
                let blocks = std::mem::take(&mut small.blocks);
                if let Some(part) = texels_of(ground, size, &blocks) {
                    let picture = small_picture(ground, ink, size, part);
                    small.texture.set_partial([part[0], part[1]], picture, TextureOptions::LINEAR);
                    self.texels += part[2] * part[3];
                }
            }
            None => {
                let picture = small_picture(ground, ink, size, whole);
                let texture = painter.ctx().load_texture("overview", picture, TextureOptions::LINEAR);
                self.made += 1;
                self.texels += size[0] * size[1];
                self.small = Some(Small { texture, size, stale: false, blocks: BTreeSet::new() });
            }
        }
        let Some(Small { texture, .. }) = &self.small else { return };
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id(), place, all, tint);
    }
}

/// Columns and rows of a part: the first, and how many.
fn extent(ground: Ground<'_>, (column, row): (u16, u16)) -> ((u16, u16), (u16, u16)) {
    let grid = &ground.map.grid;
    let first = (column * PART, row * PART);
    (first, ((grid.columns - first.0).min(PART), (grid.rows - first.1).min(PART)))
}

/// Where a part lies on the board, in millimetres: its corner and its size.
fn place(ground: Ground<'_>, layout: &Layout, part: (u16, u16)) -> (egui::Pos2, Vec2) {
    let grid = &ground.map.grid;
    let (across, half) = ((1.5 * layout.side()) as f32, (FLAT / 2.0) as f32);
    let flat = layout.orientation() == Orientation::Flat;
    let ((c0, r0), (columns, rows)) = extent(ground, part);
    // The middle of the first hex as if its line were not shifted.
    let line = if flat { i32::from(c0) } else { i32::from(r0) };
    let mut first = point(layout.centre(grid.at(c0, r0)));
    if grid.is_shifted(line) {
        first -= if flat { vec2(0.0, half) } else { vec2(half, 0.0) };
    }
    if flat {
        (
            pos2(first.x - across / 2.0, first.y - half),
            vec2(f32::from(columns) * across, (f32::from(rows) * 2.0 + 1.0) * half),
        )
    } else {
        (
            pos2(first.x - half, first.y - across / 2.0),
            vec2((f32::from(columns) * 2.0 + 1.0) * half, f32::from(rows) * across),
        )
    }
}

fn picture(ground: Ground<'_>, ink: &Inks, part: (u16, u16)) -> ColorImage {
    let grid = &ground.map.grid;
    let flat = grid.orientation == Orientation::Flat;
    let ((c0, r0), (columns, rows)) = extent(ground, part);
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let size = if flat { [columns, rows * 2 + 1] } else { [columns * 2 + 1, rows] };
    let mut pixels = vec![Color32::TRANSPARENT; size[0] * size[1]];
    for r in 0..rows {
        for c in 0..columns {
            let index = (usize::from(r0) + r) * usize::from(grid.columns) + usize::from(c0) + c;
            let colour = ink.at(ground, index);
            let line = if flat { usize::from(c0) + c } else { usize::from(r0) + r };
            let shift = usize::from(grid.is_shifted(line as i32));
            // The half hexes at both ends of a line go on to the edge, so that no seam is seen between pictures.
            let along = if flat { (r, rows) } else { (c, columns) };
            let first = if along.0 == 0 { 0 } else { 2 * along.0 + shift };
            let last = if along.0 + 1 == along.1 { 2 * along.1 } else { 2 * along.0 + 1 + shift };
            for half in first..=last {
                let (x, y) = if flat { (c, half) } else { (half, r) };
                pixels[y * size[0] + x] = colour;
            }
        }
    }
    for line in ink.lines.get(&part).into_iter().flatten() {
        let Some((column, row)) = grid.column_row(line.hex) else { continue };
        let (c, r) = (usize::from(column - c0), usize::from(row - r0));
        let (fixed, along, number) = if flat { (c, r, column) } else { (r, c, row) };
        let shift = usize::from(grid.is_shifted(i32::from(number)));
        for half in [0, 1].into_iter().filter(|half| line.halves[*half]) {
            let along = 2 * along + shift + half;
            let (x, y) = if flat { (fixed, along) } else { (along, fixed) };
            let texel = &mut pixels[y * size[0] + x];
            *texel = texel.blend(line.colour);
        }
    }
    ColorImage::new(size, pixels)
}

/// The texels of the overview that show these blocks, as the left and top one, columns and rows.
fn texels_of(ground: Ground<'_>, size: [usize; 2], blocks: &BTreeSet<(u16, u16)>) -> Option<[usize; 4]> {
    let grid = &ground.map.grid;
    let layout = Layout::new(grid, FLAT);
    let (w, h) = layout.size();
    let mut seen = Rect::NOTHING;
    for (column, row) in blocks {
        let (c0, r0) = (column * BLOCK, row * BLOCK);
        let (c1, r1) = ((c0 + BLOCK).min(grid.columns), (r0 + BLOCK).min(grid.rows));
        for (c, r) in [(c0, r0), (c1.saturating_sub(1), r1.saturating_sub(1))] {
            seen.extend_with(point(layout.centre(grid.at(c, r))));
        }
    }
    if blocks.is_empty() {
        return None;
    }
    let seen = seen.expand(FLAT as f32 * 1.2);
    let of = |from: f32, to: f32, length: f64, count: usize| {
        let texel = |at: f32| f64::from(at) / length * count as f64;
        let first = (texel(from).floor().max(0.0) as usize).min(count - 1);
        let last = (texel(to).ceil().max(0.0) as usize).clamp(first + 1, count);
        (first, last - first)
    };
    let ((x, wide), (y, high)) =
        (of(seen.left(), seen.right(), w, size[0]), of(seen.top(), seen.bottom(), h, size[1]));
    Some([x, y, wide, high])
}

/// A part of the board, of so many texels for all of it, by the hex under the middle of each texel, with its rivers
/// and roads over it.
fn small_picture(ground: Ground<'_>, ink: &Inks, size: [usize; 2], part: [usize; 4]) -> ColorImage {
    let grid = &ground.map.grid;
    let layout = Layout::new(grid, FLAT);
    let (w, h) = layout.size();
    let (dx, dy) = (w / size[0] as f64, h / size[1] as f64);
    let [left, top, wide, high] = part;
    let mut pixels = Vec::with_capacity(wide * high);
    let (columns, rows) = (i32::from(grid.columns.max(1)), i32::from(grid.rows.max(1)));
    for y in top..top + high {
        for x in left..left + wide {
            let hex = layout.hex_at_point((x as f64 + 0.5) * dx, (y as f64 + 0.5) * dy);
            let (column, row) = grid.column_row_signed(hex);
            let (column, row) = (column.clamp(0, columns - 1), row.clamp(0, rows - 1));
            pixels.push(ink.at(ground, (row * columns + column) as usize));
        }
    }
    // Each texel takes a line once, however many hexes of it fall on it. In order, so that a part is as in the whole.
    let mut parts: Vec<_> = ink.lines.iter().collect();
    parts.sort_unstable_by_key(|(part, _)| **part);
    let mut last = HashMap::new();
    for line in parts.into_iter().flat_map(|(_, lines)| lines) {
        let (x, y) = layout.centre(line.hex);
        let (x, y) = ((x / dx) as usize, (y / dy) as usize);
        if (left..left + wide).contains(&x) && (top..top + high).contains(&y) {
            last.insert((y - top) * wide + (x - left), line.colour);
        }
    }
    for (texel, colour) in last {
        pixels[texel] = pixels[texel].blend(colour);
    }
    ColorImage::new([wide, high], pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn document() -> Document {
        let sample = crate::samples::by_name("@little_big_horn").expect("the sample is built in");
        let scenario = engine::scenario::load(&sample, "scenario.ron").value.expect("the sample loads");
        let game = rulesets::game(&scenario.game).expect("its game is shipped");
        Document::of(scenario, game)
    }

    #[test]
    fn a_picture_has_a_colour_for_every_texel_and_shows_the_river() {
        let document = document();
        let ground = Ground::of(&document);
        let ink = Inks::of(ground);
        let grid = ground.map.grid;
        let picture = picture(ground, &ink, (0, 0));
        assert_eq!(picture.size, [usize::from(grid.columns), usize::from(grid.rows) * 2 + 1]);
        assert!(picture.pixels.iter().all(|texel| texel.is_opaque()));
        let water = colour(&Roles::shipped(), role::WATER_LINE).gamma_multiply(0.7);
        let valley = colour(&Roles::shipped(), role::VALLEY).blend(water);
        let wet = picture.pixels.iter().filter(|texel| **texel == valley).count();
        assert!(wet > 20, "{wet} texels of river");
    }

    #[test]
    fn the_overview_shows_the_ground_of_each_place() {
        let document = document();
        let ground = Ground::of(&document);
        let ink = Inks::of(ground);
        let grid = ground.map.grid;
        let picture = small_picture(ground, &ink, [260, 200], [0, 0, 260, 200]);
        let layout = Layout::new(&grid, FLAT);
        let (w, h) = layout.size();
        let high = ground.map.legend.iter().position(|(_, id)| id == "mountain").expect("has mountains");
        let at = ground.map.cells.iter().position(|cell| usize::from(*cell) == high).expect("somewhere");
        let (x, y) = layout.centre(grid.hex_at(at).expect("it is on the board"));
        let (x, y) = ((x / w * 260.0) as usize, (y / h * 200.0) as usize);
        assert_eq!(picture.pixels[y * 260 + x], colour(&Roles::shipped(), role::MOUNTAIN));
    }

    #[test]
    fn a_part_of_the_overview_is_as_in_the_whole() {
        let document = document();
        let ground = Ground::of(&document);
        let ink = Inks::of(ground);
        let size = [260, 200];
        let whole = small_picture(ground, &ink, size, [0, 0, 260, 200]);
        let [left, top, wide, high] = [33, 20, 70, 50];
        let part = small_picture(ground, &ink, size, [left, top, wide, high]);
        for y in 0..high {
            let row = &whole.pixels[(top + y) * 260 + left..][..wide];
            assert_eq!(&part.pixels[y * wide..][..wide], row);
        }
    }

    #[test]
    fn the_texels_of_a_block_are_all_that_show_it() {
        let grid = engine::hex::Grid::new(200, 150);
        let map = engine::scenario::Map { grid, cells: vec![0; grid.len()], ..Default::default() };
        let scenario = engine::scenario::Scenario { map, ..Default::default() };
        let game = rulesets::game("little_big_horn").expect("its game is shipped");
        let document = Document::of(scenario, game);
        let ground = Ground::of(&document);
        let layout = Layout::new(&grid, FLAT);
        let (w, h) = layout.size();
        let size = [180, 170];
        let [left, top, wide, high] =
            texels_of(ground, size, &BTreeSet::from([(2, 3)])).expect("a block has texels");
        assert!(wide * high < 180 * 170 / 8, "{wide} × {high}");
        for y in 0..size[1] {
            for x in 0..size[0] {
                let hex = layout.hex_at_point((x as f64 + 0.5) / 180.0 * w, (y as f64 + 0.5) / 170.0 * h);
                let is_of_block =
                    grid.column_row(hex).is_some_and(|(column, row)| (column / BLOCK, row / BLOCK) == (2, 3));
                let is_told = (left..left + wide).contains(&x) && (top..top + high).contains(&y);
                assert!(is_told || !is_of_block, "{x} {y}");
            }
        }
    }
}
