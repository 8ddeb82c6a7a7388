//! The board's ground as kept meshes: composed by block of 32 × 32 hexes, again only where something changed.
//!
//! What changed is found by comparing with the map that was drawn last, so that an edit, an undo and a reload all
//! cost what they touch. Blocks are composed by a thread of their own; until a new one is there the old one stays,
//! with the changed hexes tinted, and where there is none yet the small picture of the board serves. Each block is
//! kept in millimetres, and once more in points for the view that was shown last, so that a frame in which nothing
//! moves costs next to nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use egui::{Color32, Context, Mesh, Painter, Rect, Shape, TextureHandle, TextureId, TextureOptions, pos2};
use engine::face::{HexsideKind, Terrain};
use engine::scenario::Map;
use export::compose::map::{BLOCK, Board, Detail, FLAT, MapLook};
use export::palette::{Rgb, Roles, Table};

use super::changes::{Changes, TOLD, changes};
use super::composer::{Composer, Done, Key, NAMES, Scene, Sheet, part_rect};
use super::far::FarCache;
use super::mesh::rect_of;
use super::names;
use super::step::{Step, blend};
use super::view::View;
use crate::document::Document;
use crate::layers::{Layers, MapLayer};

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

/// So many vertices are kept of blocks that are not seen.
const KEPT: usize = 1_200_000;

/// So many textures are kept, the newest ones.
const TEXTURES: u64 = 5;

/// The kept meshes of one board.
#[derive(Default)]
pub struct BoardCache {
    revision: Option<u64>,
    scene: Option<Scene>,
    colours: BTreeMap<String, String>,
    composer: Option<Composer>,
    blocks: HashMap<(Step, Key), Block>,
    /// The state of the map in which a block changed last, and the one in which all did.
    changed: HashMap<Key, u64>,
    all_changed: u64,
    /// Hexes whose ground has changed, by block: the state, and their place in the map's list.
    tints: HashMap<Key, Vec<(u64, usize)>>,
    /// Textures of what is drawn many times.
    textures: HashMap<u64, TextureHandle>,
    wanted: Vec<(Key, Step)>,
    /// The steps of the last frame.
    steps: [Option<Step>; 2],
    /// How strongly names at a fixed size are shown: where hexes are too small for those of the board.
    plain_names: f32,
    frame: u64,
    far: FarCache,
    /// How often a block was composed: for tests and benchmarks.
    pub composed: usize,
    /// How many triangles' corners the last frame had: for tests and benchmarks.
    pub vertices: usize,
}

/// A composed block or a part of one, in millimetres.
struct Block {
    version: u64,
    sheets: Vec<Sheet>,
    /// What it is painted with, if not with plain colours alone.
    texture: Option<u64>,
    vertices: usize,
    /// The frame that it was last seen in.
    used: u64,
    /// What is seen of it, in points, for a view.
    shown: Option<(Placing, Arc<Mesh>)>,
}

/// How a block is put on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Placing {
    scale: f32,
    x: f32,
    y: f32,
    /// What is seen, in millimetres.
    seen: Rect,
    layers: Layers,
    /// Its strength while it fades in.
    part: f32,
}

impl Block {
    fn new(done: Done) -> Self {
        let vertices = done.sheets.iter().map(|sheet| sheet.mesh.vertices.len()).sum();
        let Done { version, sheets, texture, .. } = done;
        Self { version, sheets, texture, vertices, used: 0, shown: None }
    }

    fn mesh(&mut self, placing: Placing, texture: TextureId) -> Arc<Mesh> {
        if let Some((known, mesh)) = &self.shown
            && *known == placing
        {
            return mesh.clone();
        }
        // The memory of the last one serves again once the frame that it was for is over.
        let mut out = self.shown.take().and_then(|(_, mesh)| Arc::try_unwrap(mesh).ok()).unwrap_or_default();
        out.clear();
        out.texture_id = texture;
        for sheet in &self.sheets {
            let strength = sheet.layer.map_or(1.0, |layer| placing.layers.opacity(MapLayer::of(layer)));
            let strength = strength * placing.part;
            if strength <= 0.0 {
                continue;
            }
            for run in sheet.runs.iter().filter(|run| run.bounds.intersects(placing.seen)) {
                let base = out.vertices.len() as u32;
                let first = run.vertices.start as u32;
                out.vertices.extend(sheet.mesh.vertices[run.vertices.clone()].iter().map(|vertex| {
                    let mut vertex = *vertex;
                    vertex.pos = pos2(
                        vertex.pos.x * placing.scale + placing.x,
                        vertex.pos.y * placing.scale + placing.y,
                    );
                    if strength < 1.0 {
                        vertex.color = vertex.color.gamma_multiply(strength);
                    }
                    vertex
                }));
                let indices = &sheet.mesh.indices[run.indices.clone()];
                out.indices.extend(indices.iter().map(|index| index - first + base));
            }
        }
        let mesh = Arc::new(out);
        self.shown = Some((placing, mesh.clone()));
        mesh
    }
}

/// What a frame shows of the board, from back to front.
#[derive(Default)]
struct Laid {
    /// Where the small pictures serve, in points.
    far: Vec<Rect>,
    meshes: Vec<Arc<Mesh>>,
    tints: Mesh,
    /// What fades in, and the names.
    over: Vec<Arc<Mesh>>,
}

impl BoardCache {
    /// The box of the drawn board in millimetres.
    pub fn frame(ground: Ground<'_>) -> Rect {
        let plan = plan(ground.map);
        rect_of(geometry(&plan).frame())
    }

    /// Paints what is seen of the board.
    pub fn paint(&mut self, painter: &Painter, canvas: Rect, view: &View, ground: Ground<'_>) {
        let pixels_per_point = painter.ctx().pixels_per_point();
        let laid = self.lay_out(canvas, view, pixels_per_point, ground, Some(painter.ctx()));
        let strength = ground.layers.opacity(MapLayer::Terrain);
        let mut whole = true;
        if strength > 0.0 {
            let tint = Color32::WHITE.gamma_multiply(strength);
            for place in &laid.far {
                let painter = painter.with_clip_rect(place.intersect(painter.clip_rect()));
                whole &= self.far.paint(&painter, canvas, view, ground, tint);
            }
        }
        painter.extend(laid.meshes.into_iter().map(Shape::mesh));
        if !laid.tints.is_empty() {
            painter.add(laid.tints);
        }
        painter.extend(laid.over.into_iter().map(Shape::mesh));
        names::paint(
            painter,
            canvas,
            view,
            ground,
            self.plain_names * ground.layers.opacity(MapLayer::Labels),
        );
        if !whole {
            painter.ctx().request_repaint();
        }
    }

    /// Paints all of the board into a box of the window.
    pub fn paint_overview(&mut self, painter: &Painter, place: Rect, ground: Ground<'_>) {
        self.look(ground);
        let strength = ground.layers.opacity(MapLayer::Terrain).max(0.25);
        self.far.paint_small(painter, place, ground, Color32::WHITE.gamma_multiply(strength));
    }

    /// The meshes of what is seen of the board, in points, once all of it is composed: for tests and benchmarks.
    pub fn shapes(
        &mut self,
        canvas: Rect,
        view: &View,
        pixels_per_point: f32,
        ground: Ground<'_>,
    ) -> Vec<Arc<Mesh>> {
        self.lay_out(canvas, view, pixels_per_point, ground, None);
        self.finish();
        let laid = self.lay_out(canvas, view, pixels_per_point, ground, None);
        let mut out = laid.meshes;
        out.extend(laid.over);
        out
    }

    /// Waits until all that the last frame wanted is composed: for tests and benchmarks.
    pub fn finish(&self) {
        if let Some(composer) = &self.composer {
            composer.finish();
        }
    }

    /// Is everything that the last frame showed composed and up to date?
    pub fn is_whole(&self) -> bool {
        self.wanted.is_empty()
    }

    fn lay_out(
        &mut self,
        canvas: Rect,
        view: &View,
        pixels_per_point: f32,
        ground: Ground<'_>,
        ctx: Option<&Context>,
    ) -> Laid {
        self.look(ground);
        self.take(ctx);
        self.frame += 1;
        let (below, above) = blend(view.scale() * pixels_per_point * FLAT as f32);
        self.steps = [below, above.map(|(step, _)| step)];
        let has_names = |step: Step| step.detail() >= Detail::Middle;
        self.plain_names = match (below, above) {
            (Some(step), _) if has_names(step) => 0.0,
            // One after the other, or each name would stand there twice.
            (_, Some((step, part))) if has_names(step) => (1.0 - 2.0 * part).max(0.0),
            _ => 1.0,
        };
        let mut out = Laid::default();
        if below.is_none() {
            out.far.push(canvas);
        }
        if below.is_none() && above.is_none() {
            self.wanted.clear();
            self.tidy();
            return out;
        }
        let plan = plan(ground.map);
        let board = geometry(&plan);
        let corner = view.screen(canvas, egui::Pos2::ZERO);
        let seen = view.seen(canvas);
        let placing =
            Placing { scale: view.scale(), x: corner.x, y: corner.y, seen, layers: ground.layers, part: 1.0 };
        // What shows the old ground comes first, then what shows none, then what fades in, and names at the end.
        let mut wanted: [Vec<(Key, Step)>; 4] = Default::default();
        if let Some(step) = below {
            let mut others = BTreeSet::new();
            let mut own = Vec::new();
            // The oldest state that is seen of each block.
            let mut oldest: BTreeMap<Key, u64> = BTreeMap::new();
            for (key, rect) in seen_parts(&board, step, seen, view.centre) {
                let block = step.block(key);
                match self.blocks.get(&(step, key)).map(|part| part.version) {
                    Some(version) => {
                        if version < self.changed_at(block) {
                            wanted[0].push((key, step));
                        }
                        let oldest = oldest.entry(block).or_insert(version);
                        *oldest = version.min(*oldest);
                    }
                    None => wanted[1].push((key, step)),
                }
                if let Some(mesh) = self.mesh(step, key, placing) {
                    own.push(mesh);
                } else if !self.others(step, key, &mut others) {
                    let (min, max) = (view.screen(canvas, rect.min), view.screen(canvas, rect.max));
                    out.far.push(Rect::from_min_max(min, max).expand(0.5));
                }
            }
            for (step, key) in others {
                out.meshes.extend(self.mesh(step, key, placing));
            }
            out.meshes.append(&mut own);
            for (block, version) in oldest {
                self.tint(block, version, ground, placing, &mut out.tints);
            }
        }
        if let Some((step, part)) = above {
            for (key, _) in seen_parts(&board, step, seen, view.centre) {
                match self.blocks.get(&(step, key)).map(|part| part.version) {
                    Some(version) if version >= self.changed_at(step.block(key)) => {}
                    _ => wanted[2].push((key, step)),
                }
                out.over.extend(self.mesh(step, key, Placing { part, ..placing }));
            }
        }
        // Names of one kind give way to those of the other; those of two steps lie on each other and need not.
        let is_alone = !below.is_some_and(has_names);
        let part_of = |part: f32| if is_alone { (2.0 * part - 1.0).max(0.0) } else { part };
        let above_names = above.map(|(step, part)| (step, part_of(part)));
        for (step, part) in below.map(|step| (step, 1.0)).into_iter().chain(above_names) {
            if !has_names(step) {
                continue;
            }
            match self.blocks.get(&(step, NAMES)).map(|block| block.version) {
                Some(version) if version >= self.changed_at(NAMES) => {}
                _ => wanted[3].push((NAMES, step)),
            }
            out.over.extend(self.mesh(step, NAMES, Placing { part, ..placing }));
        }
        for meshes in [&mut out.meshes, &mut out.over] {
            meshes.retain(|mesh| !mesh.is_empty());
        }
        self.vertices = out.meshes.iter().chain(&out.over).map(|mesh| mesh.vertices.len()).sum();
        self.ask(wanted.concat(), ctx);
        self.tidy();
        out
    }

    /// The state of the map in which a block changed last.
    fn changed_at(&self, key: Key) -> u64 {
        self.changed.get(&key).copied().unwrap_or(0).max(self.all_changed)
    }

    fn mesh(&mut self, step: Step, key: Key, placing: Placing) -> Option<Arc<Mesh>> {
        let block = self.blocks.get_mut(&(step, key))?;
        block.used = self.frame;
        let texture = block.texture.and_then(|texture| self.textures.get(&texture));
        Some(block.mesh(placing, texture.map_or(TextureId::default(), TextureHandle::id)))
    }

    /// Finds the parts of another step, the nearest to this one, that show what a part will show once it is composed.
    /// Says whether they show all of it.
    fn others(&self, step: Step, key: Key, out: &mut BTreeSet<(Step, Key)>) -> bool {
        let apart = |other: Step| (other.least() / step.least()).ln().abs();
        let meets = |(other, known): &&(Step, Key)| {
            // Farther away it would be a blur, or far more than can be painted.
            *known != NAMES && *other != step && apart(*other) <= 1.2 && step.meets(key, (*other, *known))
        };
        let found: Vec<(Step, Key)> = self.blocks.keys().filter(meets).copied().collect();
        let Some(nearest) =
            found.iter().map(|(step, _)| *step).min_by(|a, b| apart(*a).total_cmp(&apart(*b)))
        else {
            return false;
        };
        let each_way = usize::from((nearest.parts() / step.parts()).max(1));
        out.extend(found.iter().filter(|(step, _)| *step == nearest));
        let found = found.iter().filter(|(step, _)| *step == nearest).count();
        found == each_way * each_way
    }

    /// Tints the hexes of a block that have changed since a state of the map.
    fn tint(&mut self, block: Key, version: u64, ground: Ground<'_>, placing: Placing, out: &mut Mesh) {
        let strength = ground.layers.opacity(MapLayer::Terrain);
        let Some(tints) = self.tints.get(&block).filter(|_| strength > 0.0) else { return };
        let layout = engine::hex::Layout::new(&ground.map.grid, FLAT);
        for &(_, index) in tints.iter().filter(|(since, _)| *since > version) {
            let Some(hex) = ground.map.grid.hex_at(index) else { continue };
            let centre = crate::tools::point(layout.centre(hex));
            if !placing.seen.expand(FLAT as f32).contains(centre) {
                continue;
            }
            let corners = layout.corners(hex).map(|(x, y)| {
                pos2(x as f32 * placing.scale + placing.x, y as f32 * placing.scale + placing.y)
            });
            tint(out, &corners, self.far.colour(ground, index).gamma_multiply(strength));
        }
    }

    /// Takes what the thread has done.
    fn take(&mut self, ctx: Option<&Context>) {
        let Some(composer) = &self.composer else { return };
        let parts = self.scene.as_ref().map_or(0, |scene| scene.parts);
        for mut done in composer.take() {
            self.composed += 1;
            if let (Some(ctx), Some(texture), Some(image)) = (ctx, done.texture, done.image.take()) {
                match self.textures.get_mut(&texture) {
                    Some(known) => known.set(image, TextureOptions::LINEAR),
                    None => {
                        let known = ctx.load_texture("parts of the board", image, TextureOptions::LINEAR);
                        self.textures.insert(texture, known);
                    }
                }
            }
            // Of a map that looked otherwise.
            if done.version < parts {
                continue;
            }
            let at = (done.step, done.key);
            if self.blocks.get(&at).is_some_and(|block| block.version > done.version) {
                continue;
            }
            let (step, block) = (done.step, done.step.block(done.key));
            self.blocks.insert(at, Block::new(done));
            if let Some(tints) = self.tints.get_mut(&block) {
                // Until all parts of the block that are kept show it.
                let parts =
                    self.blocks.iter().filter(|((of, key), _)| *of == step && step.block(*key) == block);
                let oldest = parts.map(|(_, part)| part.version).min().unwrap_or(0);
                tints.retain(|(since, _)| *since > oldest);
                if tints.is_empty() {
                    self.tints.remove(&block);
                }
            }
        }
    }

    /// Tells the thread what is wanted, if that is not what it knows.
    fn ask(&mut self, wanted: Vec<(Key, Step)>, ctx: Option<&Context>) {
        if wanted.is_empty() {
            if !self.wanted.is_empty()
                && let Some(composer) = &self.composer
            {
                composer.want([]);
            }
            self.wanted = wanted;
            return;
        }
        let composer = self.composer.get_or_insert_with(|| {
            let ctx = ctx.cloned();
            let composer = Composer::start(move || {
                if let Some(ctx) = &ctx {
                    ctx.request_repaint();
                }
            });
            if let Some(scene) = &self.scene {
                composer.show(scene.clone());
            }
            composer
        });
        composer.want(wanted.iter().copied());
        self.wanted = wanted;
    }

    /// Drops blocks that have not been seen for long when there are too many.
    fn tidy(&mut self) {
        let frame = self.frame;
        for block in self.blocks.values_mut().filter(|block| block.used < frame) {
            block.shown = None;
        }
        // The thread keeps a few sets of pictures; what was painted with older ones is composed anew when needed.
        let newest = self.textures.keys().max().copied().unwrap_or(0);
        self.textures.retain(|texture, _| texture + TEXTURES > newest);
        self.blocks.retain(|_, block| block.texture.is_none_or(|texture| texture + TEXTURES > newest));
        let hidden = |block: &Block| block.used < frame;
        let mut kept: usize =
            self.blocks.values().filter(|block| hidden(block)).map(|block| block.vertices).sum();
        if kept <= KEPT {
            return;
        }
        let mut old: Vec<(u64, (Step, Key), usize)> = self
            .blocks
            .iter()
            .filter(|(_, block)| hidden(block))
            .map(|(at, block)| (block.used, *at, block.vertices))
            .collect();
        old.sort_unstable();
        for (_, at, vertices) in old {
            if kept <= KEPT {
                break;
            }
            kept -= vertices;
            self.blocks.remove(&at);
        }
    }

    /// Looks whether the map has changed since it was drawn last, and where.
    fn look(&mut self, ground: Ground<'_>) {
        if self.revision == Some(ground.revision) {
            return;
        }
        self.revision = Some(ground.revision);
        // The thread gives the map back, so that it can be brought up to date without a copy.
        if let Some(composer) = &self.composer {
            composer.hide();
        }
        let Some(scene) = &mut self.scene else {
            self.begin(ground, 1);
            return;
        };
        let version = scene.version + 1;
        let same_looks = *scene.terrains == *ground.terrains && *scene.hexsides == *ground.hexsides;
        if !same_looks || self.colours != *ground.colours || scene.map.grid != ground.map.grid {
            self.begin(ground, version);
            return;
        }
        scene.version = version;
        let found = changes(Arc::make_mut(&mut scene.map), ground.map);
        self.note(found, version, ground);
        if let (Some(composer), Some(scene)) = (&self.composer, &self.scene) {
            composer.show(scene.clone());
        }
    }

    /// Begins with another map, or another look of it.
    fn begin(&mut self, ground: Ground<'_>, version: u64) {
        let old = self.scene.take();
        let same_grid = old.as_ref().is_some_and(|old| old.map.grid == ground.map.grid);
        self.colours.clone_from(ground.colours);
        let scene = Scene {
            map: Arc::new(ground.map.clone()),
            terrains: ground.terrains.into(),
            hexsides: ground.hexsides.into(),
            roles: Arc::new(roles_of(ground.colours)),
            version,
            parts: version,
        };
        if let Some(composer) = &self.composer {
            composer.show(scene.clone());
        }
        self.scene = Some(scene);
        self.changed.clear();
        self.tints.clear();
        self.all_changed = version;
        self.blocks.clear();
        if same_grid {
            self.far.changed_all();
        } else {
            self.far.clear();
        }
    }

    /// Keeps in mind what has changed.
    fn note(&mut self, found: Changes, version: u64, ground: Ground<'_>) {
        if found.everything {
            self.all_changed = version;
            self.far.changed_all();
        } else {
            self.far.changed(&found.blocks, found.lines, found.legend);
        }
        for key in &found.blocks {
            self.changed.insert(*key, version);
        }
        if found.names {
            self.changed.insert(NAMES, version);
        }
        let many = found.hexes.len() > TOLD;
        if many {
            self.tints.clear();
        } else {
            let grid = &ground.map.grid;
            for index in &found.hexes {
                let Some((column, row)) = grid.hex_at(*index).and_then(|hex| grid.column_row(hex)) else {
                    continue;
                };
                let key = (column / BLOCK, row / BLOCK);
                self.tints.entry(key).or_default().push((version, *index));
            }
        }
        // Old meshes serve only where they are being looked at and the changes can be tinted.
        let (steps, frame) = (self.steps, self.frame);
        let stale = |block: Key| found.everything || found.blocks.contains(&block);
        self.blocks.retain(|(step, key), part| {
            let is_seen = part.used == frame && steps.contains(&Some(*step));
            *key == NAMES || !stale(step.block(*key)) || !many && is_seen
        });
    }
}

/// The parts of the board at a step of which something is seen, those nearest to the middle first.
fn seen_parts(board: &Board<'_>, step: Step, seen: Rect, middle: egui::Pos2) -> Vec<(Key, Rect)> {
    let (columns, rows) = board.blocks();
    let parts = step.parts();
    let mut out: Vec<(f32, Key, Rect)> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .filter(|block| rect_of(board.block_rect(*block)).intersects(seen))
        .flat_map(|(column, row)| {
            (0..parts).flat_map(move |y| (0..parts).map(move |x| (column * parts + x, row * parts + y)))
        })
        .map(|key| (key, rect_of(part_rect(board, step, key))))
        .filter(|(_, rect)| rect.intersects(seen))
        .map(|(key, rect)| (rect.distance_sq_to_pos(middle), key, rect))
        .collect();
    out.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    out.into_iter().map(|(_, key, rect)| (key, rect)).collect()
}

/// A map of nothing but its grid: enough for the geometry of the board, and cheap.
fn plan(map: &Map) -> Map {
    Map { grid: map.grid, ..Map::default() }
}

fn geometry(plan: &Map) -> Board<'_> {
    Board::new(MapLook { map: plan, terrains: &[], hexsides: &[] })
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

#[cfg(test)]
mod tests {
    use super::*;
    use egui::RawInput;
    use engine::scenario::{Edit, Scenario};

    const CANVAS: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(940.0, 670.0) };
    const OVERVIEW: Rect = Rect { min: pos2(950.0, 0.0), max: pos2(1150.0, 180.0) };

    /// A wide plain with woods here and there.
    fn document() -> Document {
        let grid = engine::hex::Grid::new(160, 160);
        let map = Map {
            grid,
            legend: vec![('.', "plain".into()), ('f', "forest".into())],
            cells: (0..grid.len()).map(|at| u8::from(at % 11 == 0)).collect(),
            ..Map::default()
        };
        let scenario = Scenario { game: "little_big_horn".into(), map, turns: 1, ..Scenario::default() };
        Document::of(scenario, rulesets::game("little_big_horn").expect("its game is shipped"))
    }

    fn view(px: f32) -> View {
        let mut view = View { centre: pos2(1_400.0, 1_600.0), zoom: 1.0 };
        view.zoom = px / (view.scale() * FLAT as f32);
        view
    }

    /// Paints the board and its overview until nothing is wanted any more.
    fn paint(ctx: &Context, cache: &mut BoardCache, view: &View, document: &Document) {
        let ground = Ground::of(document);
        loop {
            let mut output = ctx.run_ui(RawInput::default(), |ui| {
                cache.paint(&ui.painter_at(CANVAS), CANVAS, view, ground);
                cache.paint_overview(ui.painter(), OVERVIEW, ground);
            });
            output.textures_delta.clear();
            if cache.is_whole() {
                return;
            }
            cache.finish();
        }
    }

    #[test]
    fn near_by_little_more_is_composed_than_is_seen() {
        let document = document();
        let ctx = Context::default();
        for px in [80.0, 130.0, 200.0, 500.0] {
            let mut cache = BoardCache::default();
            let view = view(px);
            paint(&ctx, &mut cache, &view, &document);
            let step = Step::of_pixels(px);
            let hexes = usize::from(BLOCK / step.parts()).pow(2);
            let seen = (CANVAS.area() / (px * px * 0.866)) as usize;
            let parts = cache.blocks.keys().filter(|(_, key)| *key != NAMES).count();
            // The parts at the rim of the canvas are seen in part.
            assert!(parts * hexes < 7 * seen + 6 * hexes, "{px}: {parts} parts of {hexes} for {seen} hexes");
        }
    }

    #[test]
    fn a_changed_hex_costs_its_block_and_its_place_in_the_overview() {
        let mut document = document();
        let ctx = Context::default();
        for px in [3.0, 20.0, 60.0, 200.0] {
            let (mut cache, view) = (BoardCache::default(), view(px));
            paint(&ctx, &mut cache, &view, &document);
            let (composed, texels, pictures) = (cache.composed, cache.far.texels, cache.far.made);
            let at = document.scenario().map.grid.at(80, 80);
            let cell = document.scenario().map.cells[80 * 160 + 80];
            document.apply(Edit::SetCells { legend: None, cells: vec![(at, 1 - cell)] }, None);
            paint(&ctx, &mut cache, &view, &document);
            let parts = usize::from(Step::of_pixels(px).parts()).pow(2);
            assert!(cache.composed - composed <= parts, "{px}: {} parts", cache.composed - composed);
            assert!(cache.far.made - pictures <= 1, "{px}: {} pictures", cache.far.made - pictures);
            let made = cache.far.texels - texels;
            assert!(made > 0 && made * 8 < texels, "{px}: {made} texels of {texels}");
        }
    }
}
