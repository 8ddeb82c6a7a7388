//! Small pictures of maps: a part of one as the composer draws it, painted on a thread and kept.

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{ColorImage, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, TextureOptions, Vec2, pos2, vec2};
use engine::hex::Layout;
use engine::scenario::Scenario;
use export::compose::map::{Board, Detail, FLAT, Layer, MapLook, Window};
use export::drawing::{Drawing, Group, Page, Transform};
use export::png::{LaidPage, PngOptions};

use crate::canvas::board::roles_of;
use crate::canvas::marks::CASING;
use crate::document::differ::Marks;
use crate::theme::Tokens;
use crate::tools::point;

/// The greatest side of a picture in pixels.
const LARGEST: f32 = 2000.0;

/// How much is shown round the hexes of a map, in millimetres.
const FRAME: f32 = 2.0;

/// The most hexes and hexsides that are marked one by one.
const MARKED: usize = 3000;

/// A part of a map as a picture.
pub struct Picture {
    /// The part in millimetres.
    part: Rect,
    /// What of it is map.
    map: Rect,
    state: State,
}

enum State {
    Painting(Receiver<ColorImage>),
    Painted(TextureHandle),
    /// There is nothing that could be painted.
    Empty,
}

impl Picture {
    /// Begins to paint a part of the scenario's map with so many pixels.
    pub fn new(ctx: &egui::Context, scenario: &Scenario, part: Rect, pixels: Vec2) -> Self {
        let (out, painted) = channel();
        let map = whole(scenario).expand(FRAME).intersect(part);
        let scale = pixels.x / part.width();
        let (scenario, ctx) = (scenario.clone(), ctx.clone());
        let paint = move || {
            if let Some(image) = paint(&scenario, map, map.size() * scale) {
                // Nobody waits any more if the page was left.
                out.send(image).ok();
            }
            drop(out);
            ctx.request_repaint();
        };
        let begun = std::thread::Builder::new().name("picture".into()).spawn(paint);
        let state = if begun.is_ok() { State::Painting(painted) } else { State::Empty };
        Self { part, map, state }
    }

    /// Is it ready to be shown, or known that there is nothing to show?
    pub fn is_painted(&mut self, ctx: &egui::Context) -> bool {
        if let State::Painting(painted) = &self.state {
            self.state = match painted.try_recv() {
                Ok(image) => State::Painted(ctx.load_texture("map", image, TextureOptions::LINEAR)),
                Err(TryRecvError::Disconnected) => State::Empty,
                Err(TryRecvError::Empty) => return false,
            };
        }
        true
    }

    /// Shows it in a place of the same proportions.
    pub fn show(&mut self, painter: &Painter, place: Rect) {
        self.is_painted(painter.ctx());
        if let State::Painted(texture) = &self.state {
            let all = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            let scale = place.width() / self.part.width();
            let at = |point: Pos2| place.min + (point - self.part.min) * scale;
            let map = Rect::from_min_max(at(self.map.min), at(self.map.max));
            painter.add(
                egui::epaint::RectShape::filled(map, 3.0, egui::Color32::WHITE)
                    .with_texture(texture.id(), all),
            );
        }
    }

    /// Draws rings round what is marked, over the picture.
    pub fn show_marks(&self, painter: &Painter, place: Rect, layout: &Layout, marks: &Marks, t: &Tokens) {
        let scale = place.width() / self.part.width();
        let at = |(x, y): (f64, f64)| place.min + (pos2(x as f32, y as f32) - self.part.min) * scale;
        let painter = painter.with_clip_rect(place);
        let (casing, core) = ((2.0 + scale).min(5.0), (1.0 + scale * 0.6).min(2.6));
        let passes = [(CASING, casing), (t.accent_fill, core)];
        for (colour, width) in passes {
            for hex in marks.hexes.iter().take(MARKED) {
                let corners = layout.corners(*hex).map(at);
                painter.add(Shape::closed_line(corners.to_vec(), Stroke::new(width, colour)));
            }
            for side in marks.sides.iter().take(MARKED) {
                let (a, b) = layout.side_ends(*side);
                painter.line_segment([at(a), at(b)], Stroke::new(width + 1.0, colour));
            }
        }
        for hex in marks.hexes.iter().take(MARKED) {
            let corners = layout.corners(*hex).map(at);
            let tint = t.accent_fill.gamma_multiply(0.3);
            painter.add(Shape::convex_polygon(corners.to_vec(), tint, Stroke::NONE));
        }
    }
}

fn paint(scenario: &Scenario, part: Rect, pixels: Vec2) -> Option<ColorImage> {
    let game = rulesets::game(&scenario.game)?;
    let board =
        Board::new(MapLook { map: &scenario.map, terrains: game.terrains(), hexsides: game.hexsides() });
    let scale = f64::from(pixels.x / part.width());
    let detail = Detail::of_pixels(FLAT * scale);
    let (x, y) = (f64::from(part.left()), f64::from(part.top()));
    let (width, height) = (f64::from(part.width()), f64::from(part.height()));
    let window = Window::of(&board, export::drawing::Rect::new(x, y, width, height));
    let mut items = Vec::new();
    for layer in Layer::ALL {
        items.extend(match layer {
            // Too small to be read.
            Layer::Numbers => Vec::new(),
            Layer::Names => board.names(detail),
            layer => board.window(&window, layer, detail),
        });
    }
    let mut drawing = Drawing::new("Map");
    drawing.symbols = board.symbols();
    drawing.roles = roles_of(&scenario.colours);
    let mut page = Page::new(width, height);
    page.items = vec![Group::new(items).placed(Transform::at(-x, -y)).into()];
    drawing.pages.push(page);
    let options = PngOptions { dpi: scale * 25.4, ..PngOptions::default() };
    let laid = LaidPage::new(&drawing, 0, &options).ok()?;
    let (columns, rows) = laid.size();
    let bytes = laid.pixels([0, 0, columns, rows], &|| true)?;
    Some(ColorImage::from_rgb([columns as usize, rows as usize], &bytes))
}

/// The box of a scenario's map in millimetres, without its rim.
pub fn whole(scenario: &Scenario) -> Rect {
    let (width, height) = Layout::new(&scenario.map.grid, FLAT).size();
    Rect::from_min_size(Pos2::ZERO, vec2(width as f32, height as f32))
}

/// The largest part of a box with these proportions, from its middle.
pub fn cover(whole: Rect, proportion: f32) -> Rect {
    let wide = whole.width() / whole.height().max(1.0) > proportion;
    let size = if wide {
        vec2(whole.height() * proportion, whole.height())
    } else {
        vec2(whole.width(), whole.width() / proportion)
    };
    Rect::from_center_size(whole.center(), size)
}

/// A part of the map with these proportions that shows what is marked and some of what is round it; all of the
/// map where nothing is marked.
pub fn around(scenario: &Scenario, marks: &Marks, proportion: f32) -> Rect {
    let all = whole(scenario);
    let layout = Layout::new(&scenario.map.grid, FLAT);
    let sides = marks.sides.iter().map(|side| layout.side_middle(*side));
    let mut part = Rect::NOTHING;
    for place in marks.hexes.iter().map(|hex| layout.centre(*hex)).chain(sides) {
        part.extend_with(point(place));
    }
    if !part.is_positive() && marks.is_empty() {
        return contain(all, proportion);
    }
    let hex = FLAT as f32;
    let least = vec2(12.0, 8.0) * hex;
    let size = (part.size() + Vec2::splat(4.0 * hex)).max(least.min(all.size()));
    let grown = Rect::from_center_size(part.center(), size.min(all.size()));
    // It stays on the map as far as there is map.
    let push = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) - (high - to).max(0.0);
    let moved = grown.translate(vec2(
        push(grown.left(), grown.right(), all.left(), all.right()),
        push(grown.top(), grown.bottom(), all.top(), all.bottom()),
    ));
    contain(moved, proportion)
}

/// The smallest box with these proportions round another.
fn contain(inner: Rect, proportion: f32) -> Rect {
    let wide = inner.width() / inner.height().max(1.0) > proportion;
    let size = if wide {
        vec2(inner.width(), inner.width() / proportion)
    } else {
        vec2(inner.height() * proportion, inner.height())
    };
    Rect::from_center_size(inner.center(), size)
}

/// How many pixels a picture needs that fills a place of the window.
pub fn pixels(ctx: &egui::Context, place: Vec2) -> Vec2 {
    let size = place * ctx.pixels_per_point();
    size * (LARGEST / size.max_elem()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::scenario::Edit;

    #[test]
    fn what_differs_is_in_the_picture_and_is_another_colour() {
        let old = rulesets::game("little_big_horn").expect("it ships").blank();
        let mut new = old.clone();
        let hex = new.map.grid.at(20, 10);
        Edit::PaintHexes { letter: 'f', terrain: "forest".into(), hexes: vec![hex] }.apply(&mut new);
        let marks = crate::document::differ::marks(&old, &new);
        let part = around(&new, &marks, 1.8);
        assert!((part.width() / part.height() - 1.8).abs() < 0.01);
        let centre = point(Layout::new(&new.map.grid, FLAT).centre(hex));
        assert!(part.contains(centre));
        let picture = |scenario| paint(scenario, part, vec2(180.0, 100.0)).expect("it can be painted");
        let (before, after) = (picture(&old), picture(&new));
        assert_eq!(before.size, [180, 100]);
        let scale = 180.0 / part.width();
        let differs = |at: egui::Pos2| {
            let place = (at - part.min) * scale;
            let index = place.y as usize * 180 + place.x as usize;
            before.pixels[index] != after.pixels[index]
        };
        assert!(differs(centre), "the forest is seen");
        assert!(!differs(part.min + vec2(1.0, 1.0)), "far from it nothing has changed");
    }
}
