//! Counters on the board: faces by the composer, kept as meshes, stacked with a small shift.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};
use engine::face::Face;
use engine::hex::{Hex, Layout};
use export::compose::counters;
use export::compose::map::{Detail, FLAT};

use super::board::{Ground, roles_of};
use super::mesh::{Mesher, Parts};
use super::step::{Step, blend};
use super::view::View;
use crate::layers::{Layers, MapLayer};
use crate::tools::point;

/// The side of a counter in millimetres, on hexes of 20 mm.
pub const SIDE: f32 = 14.29;

/// How far the next counter of a stack lies up and to the left, in millimetres, and how often.
const STEP: f32 = 1.1;
const STEPS: usize = 4;

/// The least side of a counter on the screen, in points.
const LEAST: f32 = 4.0;

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
    colours: BTreeMap<String, String>,
    layers: Layers,
    steps: HashMap<Step, Faces>,
}

/// The faces at one step, and the shadow that all of them cast.
struct Faces {
    mesher: Mesher,
    shadow: Mesh,
    known: HashMap<Face, Arc<Mesh>>,
}

impl Faces {
    fn new(step: Step, colours: &BTreeMap<String, String>) -> Self {
        let parts = Parts { roles: roles_of(colours), ..Parts::default() };
        let per_mm = |px: f32| f64::from(px) / FLAT;
        let mut mesher = Mesher::between(Arc::new(parts), per_mm(step.least()), per_mm(step.most()));
        let shadow = mesher.mesh(&counters::shadow(f64::from(SIDE)));
        Self { mesher, shadow, known: HashMap::new() }
    }

    fn face(&mut self, face: &Face, step: Step) -> Arc<Mesh> {
        if let Some(mesh) = self.known.get(face) {
            return mesh.clone();
        }
        let items = counters::face_at(face, f64::from(SIDE), step.detail());
        let mesh = Arc::new(self.mesher.mesh(&items));
        self.known.insert(face.clone(), mesh.clone());
        mesh
    }
}

/// Lays counters out in stacks, in the order in which they are given.
pub fn place(layout: &Layout, counters: &[Counter<'_>]) -> Vec<Placed> {
    let mut heights: BTreeMap<Hex, usize> = BTreeMap::new();
    counters
        .iter()
        .map(|counter| {
            let layer = heights.entry(counter.at).or_default();
            let shift = STEP * (*layer).min(STEPS) as f32;
            let centre = point(layout.centre(counter.at)) - vec2(shift, shift);
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

/// How much larger than in print a counter is drawn, so that it is still seen where hexes are small.
fn growth(detail: Detail) -> f32 {
    match detail {
        Detail::Blocks => 1.25,
        Detail::Coarse => 1.1,
        _ => 1.0,
    }
}

impl PieceCache {
    /// Takes the colours of a map, and how its pieces are shown.
    pub fn suit(&mut self, ground: Ground<'_>) {
        self.layers = ground.layers;
        if self.colours != *ground.colours {
            self.colours.clone_from(ground.colours);
            self.steps.clear();
        }
    }

    /// Paints counters where [`place`] laid them, as strongly as the layer of pieces is shown.
    pub fn paint(
        &mut self,
        painter: &Painter,
        canvas: Rect,
        view: &View,
        counters: &[Counter<'_>],
        placed: &[Placed],
    ) {
        let strength = self.layers.opacity(MapLayer::Pieces);
        if strength <= 0.0 {
            return;
        }
        let px = view.scale() * painter.ctx().pixels_per_point() * FLAT as f32;
        let (below, above) = blend(px);
        let below = below.unwrap_or(Step::of_pixels(0.0));
        let above = above.filter(|(step, _)| step.detail() != below.detail());
        let part = above.map_or(0.0, |(_, part)| part);
        let growth =
            egui::lerp(growth(below.detail())..=above.map_or(1.0, |(step, _)| growth(step.detail())), part);
        // A counter is never too small to be found.
        let side = (SIDE * view.scale() * growth).max(LEAST);
        let shown = |placed: &Placed| {
            Rect::from_center_size(view.screen(canvas, placed.rect.center()), vec2(side, side))
        };
        let mut out = Mesh::default();
        for (counter, placed) in counters.iter().zip(placed) {
            let rect = shown(placed);
            if !rect.intersects(canvas) {
                continue;
            }
            let strength = if counter.faint { strength * 0.45 } else { strength };
            let faces = self.faces(below);
            add(&mut out, &faces.shadow, rect, strength);
            let face = faces.face(counter.face, below);
            add(&mut out, &face, rect, strength);
            if let Some((step, part)) = above {
                let face = self.faces(step).face(counter.face, step);
                add(&mut out, &face, rect, strength * part);
            }
        }
        painter.add(out);
        // How many lie in a stack: its steps do not tell it for long, and a leader hides the name of what is below.
        if above.map_or(below, |(step, _)| step).detail() < Detail::Middle {
            return;
        }
        let faded = if below.detail() < Detail::Middle { strength * part } else { strength };
        let mut stacks: BTreeMap<Hex, (usize, Placed)> = BTreeMap::new();
        for placed in placed {
            let entry = stacks.entry(placed.at).or_insert((0, *placed));
            *entry = (entry.0 + 1, *placed);
        }
        for (count, top) in stacks.into_values().filter(|(count, _)| *count > 1) {
            let at = shown(&top).right_top();
            let radius = (view.scale() * 2.4).clamp(6.0, 11.0);
            if !canvas.expand(radius).contains(at) {
                continue;
            }
            let casing = super::marks::CASING.gamma_multiply(faded);
            let stroke = Stroke::new(1.2, casing);
            painter.circle(at, radius, Color32::WHITE.gamma_multiply(faded), stroke);
            let font = egui::FontId::new(radius * 1.25, crate::theme::bold());
            painter.text(at, egui::Align2::CENTER_CENTER, count, font, casing);
        }
    }

    /// Paints one face into a box, for lists and what is being dragged.
    pub fn paint_one(&mut self, painter: &Painter, rect: Rect, face: &Face) {
        let px = rect.width() / SIDE * painter.ctx().pixels_per_point() * FLAT as f32;
        let step = Step::of_pixels(px);
        let mut mesh = Mesh::default();
        add(&mut mesh, &self.faces(step).face(face, step), rect, 1.0);
        painter.add(Shape::mesh(mesh));
    }

    fn faces(&mut self, step: Step) -> &mut Faces {
        // A wheel turned from one end to the other should not keep everything that it came by.
        if self.steps.len() > 5 && !self.steps.contains_key(&step) {
            self.steps.clear();
        }
        let colours = &self.colours;
        self.steps.entry(step).or_insert_with(|| Faces::new(step, colours))
    }
}

/// Adds the mesh of a face, in millimetres, as it lies in a box of the window.
fn add(out: &mut Mesh, face: &Mesh, rect: Rect, strength: f32) {
    let scale = rect.width() / SIDE;
    let base = out.vertices.len() as u32;
    out.vertices.extend(face.vertices.iter().map(|vertex| {
        let mut vertex = *vertex;
        vertex.pos = pos2(vertex.pos.x * scale + rect.min.x, vertex.pos.y * scale + rect.min.y);
        if strength < 1.0 {
            vertex.color = vertex.color.gamma_multiply(strength);
        }
        vertex
    }));
    out.indices.extend(face.indices.iter().map(|index| index + base));
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Grid;

    fn face() -> Face {
        Face {
            side: "us".into(),
            formation: String::new(),
            band: String::new(),
            number: String::new(),
            kind: engine::face::FaceKind::Full,
            symbol: String::new(),
            figures: Vec::new(),
            plate: Vec::new(),
        }
    }

    #[test]
    fn the_topmost_of_a_stack_is_picked() {
        let grid = Grid::new(10, 10);
        let layout = Layout::new(&grid, 20.0);
        let face = face();
        let at = grid.at(4, 4);
        let counters: Vec<Counter<'_>> =
            (0..3).map(|piece| Counter { piece, at, face: &face, faint: false }).collect();
        let placed = place(&layout, &counters);
        assert_eq!(pick(&placed, point(layout.centre(at))).map(|placed| placed.piece), Some(2));
        assert_eq!(pick(&placed, point(layout.centre(grid.at(0, 0)))), None);
    }

    #[test]
    fn a_stack_steps_up_to_the_left_four_times_and_no_further() {
        let grid = Grid::new(10, 10);
        let layout = Layout::new(&grid, 20.0);
        let face = face();
        let at = grid.at(4, 4);
        let counters: Vec<Counter<'_>> =
            (0..7).map(|piece| Counter { piece, at, face: &face, faint: false }).collect();
        let placed = place(&layout, &counters);
        let shifts: Vec<f32> =
            placed.iter().map(|placed| point(layout.centre(at)).x - placed.rect.center().x).collect();
        for (shift, steps) in shifts.iter().zip([0.0_f32, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0]) {
            assert!((shift - steps * 1.1).abs() < 1e-3, "{shifts:?}");
        }
        assert!(placed.windows(2).all(|pair| pair[1].rect.min.y <= pair[0].rect.min.y));
    }
}
