//! Counters on the board: faces by the composer, kept as meshes, stacked with a small shift.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};
use engine::face::Face;
use engine::hex::{Hex, Layout};
use export::compose::counters;
use export::compose::map::Detail;

use super::mesh::{Mesher, Parts};
use super::view::View;
use crate::tools::point;

/// The side of a counter in millimetres, on hexes of 20 mm.
pub const SIDE: f32 = 14.29;

/// How far the next counter of a stack lies up and to the right, in millimetres.
const SHIFT: f32 = 1.5;

/// A counter on the board.
#[derive(Debug, Clone)]
pub struct Counter<'a> {
    /// Its number among the pieces of the scenario.
    pub piece: usize,
    pub at: Hex,
    pub face: &'a Face,
    /// Drawn faint: it cannot act, or it is being dragged away.
    pub faint: bool,
}

/// Where a counter lies, for picking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    pub piece: usize,
    pub at: Hex,
    /// In millimetres of the board.
    pub rect: Rect,
    /// From the bottom of its stack.
    pub layer: usize,
}

/// Kept faces.
#[derive(Default)]
pub struct PieceCache {
    level: Option<(Detail, i32)>,
    faces: HashMap<Face, Arc<Mesh>>,
    mesher: Option<Mesher>,
}

/// Lays counters out in stacks, in the order in which they are given.
pub fn place(layout: &Layout, counters: &[Counter<'_>]) -> Vec<Placed> {
    let mut heights: BTreeMap<Hex, usize> = BTreeMap::new();
    let total: BTreeMap<Hex, usize> = counters.iter().fold(BTreeMap::new(), |mut sums, counter| {
        *sums.entry(counter.at).or_default() += 1;
        sums
    });
    counters
        .iter()
        .map(|counter| {
            let layer = heights.entry(counter.at).or_default();
            let of = total.get(&counter.at).copied().unwrap_or(1) as f32;
            let lift = *layer as f32 - (of - 1.0) / 2.0;
            let shift = (SHIFT * lift).clamp(-4.0, 4.0);
            let centre = point(layout.centre(counter.at)) + vec2(shift, -shift);
            let placed = Placed {
                piece: counter.piece,
                at: counter.at,
                rect: Rect::from_center_size(centre, vec2(SIDE, SIDE)),
                layer: *layer,
            };
            *layer += 1;
            placed
        })
        .collect()
}

/// The topmost counter at a point of the board.
pub fn pick(placed: &[Placed], at: Pos2) -> Option<Placed> {
    placed.iter().rev().find(|placed| placed.rect.contains(at)).copied()
}

impl PieceCache {
    /// Paints counters where [`place`] laid them.
    pub fn paint(
        &mut self,
        painter: &Painter,
        canvas: Rect,
        view: &View,
        counters: &[Counter<'_>],
        placed: &[Placed],
    ) {
        let pixels = view.scale() * painter.ctx().pixels_per_point();
        let detail = Detail::of_pixels(f64::from(pixels) * 20.0);
        let level = (detail, (pixels * 1.25).log2().ceil() as i32);
        if self.level != Some(level) {
            self.level = Some(level);
            self.faces.clear();
            self.mesher = Some(Mesher::new(Arc::new(Parts::default()), f64::from(2.0_f32.powi(level.1))));
        }
        let Some(mesher) = &mut self.mesher else { return };
        let scale = view.scale();
        let mut out = Mesh::default();
        for (counter, placed) in counters.iter().zip(placed) {
            let rect = Rect::from_min_max(
                view.screen(canvas, placed.rect.min),
                view.screen(canvas, placed.rect.max),
            );
            if !rect.intersects(canvas) {
                continue;
            }
            // A little shadow lifts the counter off the ground, and off the one below.
            let shade = rect.translate(vec2(0.045, 0.06) * rect.width());
            out.add_colored_rect(shade, Color32::from_black_alpha(if counter.faint { 20 } else { 70 }));
            let face = self.faces.entry(counter.face.clone()).or_insert_with(|| {
                Arc::new(mesher.mesh(&counters::face_at(counter.face, f64::from(SIDE), detail)))
            });
            let base = out.vertices.len() as u32;
            out.vertices.extend(face.vertices.iter().map(|vertex| {
                let mut vertex = *vertex;
                vertex.pos = pos2(vertex.pos.x * scale + rect.min.x, vertex.pos.y * scale + rect.min.y);
                if counter.faint {
                    vertex.color = vertex.color.gamma_multiply(0.45);
                }
                vertex
            }));
            out.indices.extend(face.indices.iter().map(|index| index + base));
        }
        painter.add(out);
        // The number of a stack, where it hides something.
        let mut stacks: BTreeMap<Hex, (usize, Rect)> = BTreeMap::new();
        for placed in placed {
            let entry = stacks.entry(placed.at).or_insert((0, placed.rect));
            *entry = (entry.0 + 1, placed.rect);
        }
        if detail >= Detail::Middle {
            for (count, rect) in stacks.into_values().filter(|(count, _)| *count > 1) {
                let at = view.screen(canvas, rect.right_top());
                let radius = (scale * 2.4).clamp(6.0, 11.0);
                painter.circle(at, radius, Color32::WHITE, Stroke::new(1.2, super::marks::CASING));
                let font = egui::FontId::new(radius * 1.25, crate::theme::bold());
                painter.text(at, egui::Align2::CENTER_CENTER, count, font, super::marks::CASING);
            }
        }
    }

    /// Paints one face into a box, for lists and what is being dragged.
    pub fn paint_one(&mut self, painter: &Painter, rect: Rect, face: &Face) {
        let pixels = rect.width() / SIDE * painter.ctx().pixels_per_point();
        let detail = Detail::of_pixels(f64::from(pixels) * 20.0);
        let mut mesher = Mesher::new(Arc::new(Parts::default()), f64::from(pixels.max(0.5)));
        let mut mesh = mesher.mesh(&counters::face_at(face, f64::from(SIDE), detail));
        let scale = rect.width() / SIDE;
        for vertex in &mut mesh.vertices {
            vertex.pos = pos2(vertex.pos.x * scale + rect.min.x, vertex.pos.y * scale + rect.min.y);
        }
        painter.add(Shape::mesh(mesh));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Grid;

    #[test]
    fn the_topmost_of_a_stack_is_picked() {
        let grid = Grid::new(10, 10);
        let layout = Layout::new(&grid, 20.0);
        let face = Face {
            side: "us".into(),
            formation: String::new(),
            band: String::new(),
            number: String::new(),
            kind: engine::face::FaceKind::Full,
            symbol: String::new(),
            figures: Vec::new(),
            plate: Vec::new(),
        };
        let at = grid.at(4, 4);
        let counters: Vec<Counter<'_>> =
            (0..3).map(|piece| Counter { piece, at, face: &face, faint: false }).collect();
        let placed = place(&layout, &counters);
        assert_eq!(pick(&placed, point(layout.centre(at))).map(|placed| placed.piece), Some(2));
        assert_eq!(pick(&placed, point(layout.centre(grid.at(0, 0)))), None);
    }
}
