//! The board's ground as kept meshes: composed by block of 32 × 32 hexes, again only where something changed.
//!
//! What changed is found by comparing with the map that was drawn last, so that an edit, an undo and a reload all
//! cost what they touch. Each block is kept in millimetres, and once more in points for the view that was shown
//! last, so that a frame in which nothing moves costs next to nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use egui::{Color32, Mesh, Painter, Rect, Shape, pos2};
use engine::face::{HexsideKind, Terrain};
use engine::hex::{Grid, Hex};
use engine::scenario::{Label, Map, MapBox, Region};
use export::compose::map::{BLOCK, Board, Detail, FLAT, Layer, MapLook};
use export::palette::{Rgb, Roles, Table};

use super::far::{FAR, FarCache};
use super::mesh::{Mesher, Parts, rect_of};
use super::view::View;
use crate::document::Document;
use crate::layers::Layers;

/// What the map needs besides itself to be seen.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    pub map: &'a Map,
    pub terrains: &'a [Terrain],
    pub hexsides: &'a [HexsideKind],
    /// The scenario's own colours, by role.
    pub colours: &'a BTreeMap<String, String>,
    /// Changes with every edit; an equal revision means an equal map.
    pub revision: u64,
    /// What is hidden or dimmed.
    pub layers: Layers,
}

impl<'a> Ground<'a> {
    /// The map of a document, with all layers shown.
    pub fn of(document: &'a Document) -> Self {
        let (scenario, game) = (document.scenario(), document.game());
        Self {
            map: &scenario.map,
            terrains: game.terrains(),
            hexsides: game.hexsides(),
            colours: &scenario.colours,
            revision: document.revision(),
            layers: Layers::default(),
        }
    }

    /// The same map with its layers as they are to be shown.
    #[must_use]
    pub fn with_layers(self, layers: &Layers) -> Self {
        Self { layers: *layers, ..self }
    }
}

/// The layers of a block, from back to front; names are drawn over all blocks.
const LAYERS: [Layer; 8] = [
    Layer::Ground,
    Layer::Edges,
    Layer::Roads,
    Layer::Water,
    Layer::Grid,
    Layer::Cover,
    Layer::Numbers,
    Layer::Zones,
];

/// The kept meshes of one board.
#[derive(Default)]
pub struct BoardCache {
    revision: Option<u64>,
    seen: Option<Seen>,
    level: Option<Level>,
    blocks: HashMap<(u16, u16), Block>,
    names: Option<Block>,
    mesher: Option<Mesher>,
    far: FarCache,
    /// How often a block was composed: for tests and benchmarks.
    pub composed: usize,
}

/// The map as it was drawn last.
struct Seen {
    grid: Grid,
    legend: Vec<(char, String)>,
    cells: Vec<u8>,
    levels: Vec<i8>,
    sides: Vec<(engine::hex::HexSide, String)>,
    regions: Vec<Region>,
    labels: Vec<Label>,
    boxes: Vec<MapBox>,
}

/// How finely is drawn: the composer's detail, and the power of two above the pixels in a millimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Level {
    detail: Detail,
    power: i32,
}

impl Level {
    fn of(pixels_per_mm: f32) -> Self {
        let detail = Detail::of_pixels(f64::from(pixels_per_mm) * FLAT);
        Self { detail, power: (pixels_per_mm * 1.25).log2().ceil() as i32 }
    }
}

#[derive(Default)]
struct Block {
    /// By layer, in millimetres.
    layers: Vec<Mesh>,
    /// All layers, in points, for a view.
    shown: Option<(Placing, Arc<Mesh>)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Placing {
    scale: f32,
    x: f32,
    y: f32,
}

impl Block {
    fn mesh(&mut self, placing: Placing) -> Arc<Mesh> {
        if let Some((known, mesh)) = &self.shown
            && *known == placing
        {
            return mesh.clone();
        }
        let mut out = Mesh::default();
        out.vertices.reserve(self.layers.iter().map(|mesh| mesh.vertices.len()).sum());
        out.indices.reserve(self.layers.iter().map(|mesh| mesh.indices.len()).sum());
        for layer in &self.layers {
            let base = out.vertices.len() as u32;
            out.vertices.extend(layer.vertices.iter().map(|vertex| {
                let mut vertex = *vertex;
                vertex.pos =
                    pos2(vertex.pos.x * placing.scale + placing.x, vertex.pos.y * placing.scale + placing.y);
                vertex
            }));
            out.indices.extend(layer.indices.iter().map(|index| index + base));
        }
        let mesh = Arc::new(out);
        self.shown = Some((placing, mesh.clone()));
        mesh
    }
}

impl BoardCache {
    /// The box of the drawn board in millimetres.
    pub fn frame(ground: Ground<'_>) -> Rect {
        rect_of(Self::board(ground).frame())
    }

    fn board(ground: Ground<'_>) -> Board<'_> {
        Board::new(MapLook { map: ground.map, terrains: ground.terrains, hexsides: ground.hexsides })
    }

    /// Paints what is seen of the board. Returns how many vertices went to the screen.
    pub fn paint(&mut self, painter: &Painter, canvas: Rect, view: &View, ground: Ground<'_>) -> usize {
        if view.scale() * painter.ctx().pixels_per_point() * (FLAT as f32) < FAR {
            self.look(&Self::board(ground), ground);
            if !self.far.paint(painter, canvas, view, ground, Color32::WHITE) {
                painter.ctx().request_repaint();
            }
            return 0;
        }
        let shapes = self.shapes(canvas, view, painter.ctx().pixels_per_point(), ground);
        let count = shapes.iter().map(|mesh| mesh.vertices.len()).sum();
        painter.extend(shapes.into_iter().map(Shape::mesh));
        count
    }

    /// Paints all of the board into a box of the window.
    pub fn paint_overview(&mut self, painter: &Painter, place: Rect, ground: Ground<'_>) {
        self.look(&Self::board(ground), ground);
        self.far.paint_small(painter, place, ground, Color32::WHITE);
    }

    /// The meshes of what is seen of the board, in points.
    pub fn shapes(
        &mut self,
        canvas: Rect,
        view: &View,
        pixels_per_point: f32,
        ground: Ground<'_>,
    ) -> Vec<Arc<Mesh>> {
        let level = Level::of(view.scale() * pixels_per_point);
        if self.level != Some(level) {
            self.level = Some(level);
            self.blocks.clear();
            self.names = None;
            self.mesher = None;
        }
        let board = Self::board(ground);
        self.look(&board, ground);
        let power = level.power;
        let mesher = self.mesher.get_or_insert_with(|| {
            let parts = Parts { symbols: board.symbols(), ..Parts::default() };
            Mesher::new(Arc::new(parts), f64::from(2.0_f32.powi(power)))
        });
        let corner = view.screen(canvas, egui::Pos2::ZERO);
        let placing = Placing { scale: view.scale(), x: corner.x, y: corner.y };
        let seen = view.seen(canvas);
        let (columns, rows) = board.blocks();
        let mut out = Vec::new();
        for key in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
            if !rect_of(board.block_rect(key)).intersects(seen) {
                continue;
            }
            let composed = &mut self.composed;
            let block = self.blocks.entry(key).or_insert_with(|| {
                *composed += 1;
                let layers = LAYERS.map(|layer| mesher.mesh(&board.block(key, layer, level.detail)));
                Block { layers: layers.into(), shown: None }
            });
            out.push(block.mesh(placing));
        }
        let names = self.names.get_or_insert_with(|| {
            let mesh = mesher.mesh(&board.names(level.detail));
            Block { layers: vec![mesh], shown: None }
        });
        out.push(names.mesh(placing));
        out.retain(|mesh| !mesh.is_empty());
        out
    }

    /// Looks whether the map has changed since it was drawn last.
    fn look(&mut self, board: &Board<'_>, ground: Ground<'_>) {
        if self.revision != Some(ground.revision) {
            self.revision = Some(ground.revision);
            self.forget_changed(board, ground.map);
        }
    }

    /// Drops the blocks in which something changed, and remembers the map.
    fn forget_changed(&mut self, board: &Board<'_>, map: &Map) {
        let sides = || map.sides.iter().map(|(side, id)| (*side, id.clone())).collect::<Vec<_>>();
        let Some(seen) = &mut self.seen else {
            self.blocks.clear();
            self.far.clear();
            self.names = None;
            self.seen = Some(Seen {
                grid: map.grid,
                legend: map.legend.clone(),
                cells: map.cells.clone(),
                levels: map.levels.clone(),
                sides: sides(),
                regions: map.regions.clone(),
                labels: map.labels.clone(),
                boxes: map.boxes.clone(),
            });
            return;
        };
        let alike = seen.grid == map.grid
            && seen.legend == map.legend
            && seen.regions == map.regions
            && seen.boxes == map.boxes
            && seen.cells.len() == map.cells.len()
            && seen.levels.len() == map.levels.len();
        if !alike {
            self.seen = None;
            self.forget_changed(board, map);
            return;
        }
        let mut changed: Vec<Hex> = Vec::new();
        let mut note = |index: usize| changed.extend(map.grid.hex_at(index));
        differences(&mut seen.cells, &map.cells, &mut note);
        differences(&mut seen.levels, &map.levels, &mut note);
        let same = seen.sides.len() == map.sides.len()
            && seen
                .sides
                .iter()
                .zip(&map.sides)
                .all(|((side, id), (other, feature))| side == other && id == feature);
        if !same {
            let now = sides();
            let before: BTreeSet<_> = seen.sides.iter().collect();
            let after: BTreeSet<_> = now.iter().collect();
            for (side, _) in before.symmetric_difference(&after) {
                let (a, b) = side.hexes();
                changed.extend([a, b]);
            }
            seen.sides = now;
            self.names = None;
        }
        if seen.labels != map.labels {
            seen.labels.clone_from(&map.labels);
            self.names = None;
        }
        if !changed.is_empty() {
            self.names = None;
        }
        for hex in changed {
            for near in hex.disc(2) {
                if let Some(block) = board.block_of(near) {
                    self.blocks.remove(&block);
                    self.far.changed([block], true);
                }
            }
        }
    }
}

/// Calls `note` with the place of every difference, and makes `old` equal to `new`.
fn differences<T: Copy + PartialEq>(old: &mut [T], new: &[T], note: &mut impl FnMut(usize)) {
    let width = usize::from(BLOCK) * 4;
    for (part, (old, new)) in old.chunks_mut(width).zip(new.chunks(width)).enumerate() {
        if old == new {
            continue;
        }
        for (i, (old, new)) in old.iter_mut().zip(new).enumerate() {
            if old != new {
                *old = *new;
                note(part * width + i);
            }
        }
    }
}

/// The colours of the board, with a scenario's own in place of the shipped ones.
pub fn roles_of(colours: &BTreeMap<String, String>) -> Roles {
    let mut roles = Roles::shipped();
    for (name, value) in colours {
        if let Some(colour) = Rgb::parse(value) {
            roles.set_in(name, Table::Full, colour);
        }
    }
    roles
}

/// The mesh of a hex, for tints over the ground.
pub fn tint(out: &mut Mesh, corners: &[egui::Pos2], colour: Color32) {
    let base = out.vertices.len() as u32;
    for corner in corners {
        out.colored_vertex(*corner, colour);
    }
    for i in 2..corners.len() as u32 {
        out.add_triangle(base, base + i - 1, base + i);
    }
}
