//! Far out, where a hex is a few pixels: a part of the board as one small picture, two texels a hex.

use std::collections::HashMap;

use egui::{Color32, ColorImage, Painter, Rect, TextureHandle, TextureOptions, pos2, vec2};
use engine::face::{CoverLook, GroundLook, Terrain};
use engine::hex::{Layout, Orientation};
use export::compose::map::{BLOCK, FLAT};
use export::palette::{Roles, Table, role};

use super::board::Ground;
use super::view::View;
use crate::tools::point;

/// Below so many pixels across a hex the pictures serve.
pub const FAR: f32 = 5.0;

/// Blocks in a row and in a column of one picture.
const BLOCKS: u16 = 8;

/// Hexes in a row and in a column of one picture.
const PART: u16 = BLOCK * BLOCKS;

/// The kept pictures.
#[derive(Default)]
pub struct FarCache {
    parts: HashMap<(u16, u16), TextureHandle>,
}

/// The colour of a terrain as the board has it.
pub fn colour_of(terrain: &Terrain) -> Color32 {
    let role = match (terrain.cover, terrain.ground) {
        (Some(CoverLook::Forest), _) => role::FOREST,
        (Some(CoverLook::Camp), _) => role::CAMP,
        (_, GroundLook::Water) => role::WATER,
        (_, GroundLook::Valley) => role::VALLEY,
        (_, GroundLook::Plateau) => role::PLATEAU,
        (_, GroundLook::Mountain) => role::MOUNTAIN,
        (_, GroundLook::Rock) => role::ROCK,
    };
    let rgb = Roles::shipped().rgb(role, Table::Full);
    Color32::from_rgb(rgb.0, rgb.1, rgb.2)
}

impl FarCache {
    /// Drops everything.
    pub fn clear(&mut self) {
        self.parts.clear();
    }

    /// Drops the picture that shows a block.
    pub fn forget(&mut self, (column, row): (u16, u16)) {
        self.parts.remove(&(column / BLOCKS, row / BLOCKS));
    }

    /// Paints what is seen.
    pub fn paint(&mut self, painter: &Painter, canvas: Rect, view: &View, ground: Ground<'_>) {
        let grid = &ground.map.grid;
        let layout = Layout::new(grid, FLAT);
        let colours: Vec<Color32> = ground
            .map
            .legend
            .iter()
            .map(|(_, id)| {
                ground.terrains.iter().find(|terrain| terrain.id == *id).map_or(Color32::GRAY, colour_of)
            })
            .collect();
        let (across, half) = ((1.5 * layout.side()) as f32, (FLAT / 2.0) as f32);
        let flat = layout.orientation() == Orientation::Flat;
        for row in 0..grid.rows.div_ceil(PART) {
            for column in 0..grid.columns.div_ceil(PART) {
                let (c0, r0) = (column * PART, row * PART);
                let (columns, rows) = ((grid.columns - c0).min(PART), (grid.rows - r0).min(PART));
                // The middle of the first hex as if its line were not shifted.
                let line = if flat { i32::from(c0) } else { i32::from(r0) };
                let mut first = point(layout.centre(grid.at(c0, r0)));
                if grid.is_shifted(line) {
                    first -= if flat { vec2(0.0, half) } else { vec2(half, 0.0) };
                }
                let (corner, size) = if flat {
                    (
                        pos2(first.x - across / 2.0, first.y - half),
                        vec2(f32::from(columns) * across, (f32::from(rows) * 2.0 + 1.0) * half),
                    )
                } else {
                    (
                        pos2(first.x - half, first.y - across / 2.0),
                        vec2((f32::from(columns) * 2.0 + 1.0) * half, f32::from(rows) * across),
                    )
                };
                let place =
                    Rect::from_min_max(view.screen(canvas, corner), view.screen(canvas, corner + size));
                if !place.intersects(canvas) {
                    continue;
                }
                let texture = self.parts.entry((column, row)).or_insert_with(|| {
                    let picture = picture(ground, &colours, flat, (c0, r0), (columns, rows));
                    painter.ctx().load_texture("board", picture, TextureOptions::LINEAR)
                });
                let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                painter.image(texture.id(), place, all, Color32::WHITE);
            }
        }
    }
}

fn picture(
    ground: Ground<'_>,
    colours: &[Color32],
    flat: bool,
    (c0, r0): (u16, u16),
    (columns, rows): (u16, u16),
) -> ColorImage {
    let grid = &ground.map.grid;
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let size = if flat { [columns, rows * 2 + 1] } else { [columns * 2 + 1, rows] };
    let mut pixels = vec![Color32::TRANSPARENT; size[0] * size[1]];
    for r in 0..rows {
        for c in 0..columns {
            let index = (usize::from(r0) + r) * usize::from(grid.columns) + usize::from(c0) + c;
            let cell = ground.map.cells.get(index).copied().unwrap_or(0);
            let colour = colours.get(usize::from(cell)).copied().unwrap_or(Color32::GRAY);
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
    ColorImage::new(size, pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_colour_for_every_texel() {
        let sample = crate::samples::by_name("@little_big_horn").expect("the sample is built in");
        let scenario = engine::scenario::load(&sample, "scenario.ron").value.expect("the sample loads");
        let game = rulesets::game(&scenario.game).expect("its game is shipped");
        let (terrains, hexsides) = (game.terrains(), game.hexsides());
        let ground = Ground { map: &scenario.map, terrains, hexsides, revision: 1 };
        let colours = vec![Color32::GRAY; scenario.map.legend.len()];
        let grid = scenario.map.grid;
        let picture = picture(ground, &colours, true, (0, 0), (grid.columns, grid.rows));
        assert_eq!(picture.size, [usize::from(grid.columns), usize::from(grid.rows) * 2 + 1]);
        assert!(picture.pixels.iter().all(|texel| *texel == Color32::GRAY));
    }
}
