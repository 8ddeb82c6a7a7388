//! Composing blocks of the board on a thread of its own, so that no frame waits for it.
//!
//! The window says what it would like to have, the most urgent first, and takes what is done. What is no longer
//! wanted is never begun.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use egui::{ColorImage, Mesh, Rect};
use engine::face::{HexsideKind, Terrain};
use engine::scenario::Map;
use export::compose::map::{Board, FLAT, Layer, MapLook, Window};
use export::palette::Roles;

use super::mesh::{Mesher, Parts};
use super::step::Step;

/// A block, or a part of one, by its column and row among all of the board; or [`NAMES`].
pub type Key = (u16, u16);

/// What a part of a block paints, in millimetres; see [`Step::parts`].
pub fn part_rect(board: &Board<'_>, step: Step, part: Key) -> export::drawing::Rect {
    let block = board.block_rect(step.block(part));
    let parts = step.parts();
    let of = |length: f64, at: u16| length * f64::from(at) / f64::from(parts);
    let (column, row) = (part.0 % parts, part.1 % parts);
    let (x, y) = (block.x + of(block.w, column), block.y + of(block.h, row));
    export::drawing::Rect::new(x, y, of(block.w, 1), of(block.h, 1))
}

/// The names of the whole board, which are no block.
pub const NAMES: Key = (u16::MAX, u16::MAX);

/// The layers of a block, from back to front; names are drawn over all blocks.
pub const LAYERS: [Layer; 8] = [
    Layer::Ground,
    Layer::Edges,
    Layer::Roads,
    Layer::Water,
    Layer::Grid,
    Layer::Cover,
    Layer::Numbers,
    Layer::Zones,
];

/// A map as it is to be drawn, with what belongs to it.
#[derive(Debug, Clone)]
pub struct Scene {
    pub map: Arc<Map>,
    pub terrains: Arc<[Terrain]>,
    pub hexsides: Arc<[HexsideKind]>,
    pub roles: Arc<Roles>,
    /// Counts the states of the map.
    pub version: u64,
    /// Changes if the parts that are drawn many times do: their form or their colours.
    pub parts: u64,
}

/// One layer of a block as triangles in millimetres.
#[derive(Debug, Default)]
pub struct Sheet {
    pub layer: Option<Layer>,
    pub mesh: Mesh,
    /// Stretches of triangles with vertices of their own, in order.
    pub runs: Vec<Run>,
}

/// A stretch of triangles whose vertices no other stretch uses, so that it can be left out where it is not seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub bounds: Rect,
    pub vertices: std::ops::Range<usize>,
    pub indices: std::ops::Range<usize>,
}

/// A composed block.
pub struct Done {
    pub key: Key,
    pub step: Step,
    /// The state of the map that it shows.
    pub version: u64,
    pub sheets: Vec<Sheet>,
    /// The texture that it is painted with, and that texture if it has changed.
    pub texture: Option<u64>,
    pub image: Option<ColorImage>,
}

#[derive(Default)]
struct Queue {
    scene: Option<Scene>,
    wanted: VecDeque<(Key, Step)>,
    busy: bool,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    woken: Condvar,
    rested: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // A thread that panicked while composing leaves the queue as it was, which is sound.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread and the way to it.
pub struct Composer {
    shared: Arc<Shared>,
    done: Receiver<Done>,
    thread: Option<JoinHandle<()>>,
}

impl Composer {
    /// Starts the thread. `ready` is called from it whenever something is done.
    pub fn start(ready: impl Fn() + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let (to, done) = mpsc::channel();
        let theirs = shared.clone();
        let thread = std::thread::Builder::new()
            .name("board".into())
            .spawn(move || work(&theirs, &to, &ready))
            .expect("a thread can be started");
        Self { shared, done, thread: Some(thread) }
    }

    /// The map as it is from now on.
    pub fn show(&self, scene: Scene) {
        self.shared.queue().scene = Some(scene);
        self.shared.woken.notify_one();
    }

    /// Gives the map back, which is about to change: nothing is begun until the next one is shown.
    pub fn hide(&self) {
        self.shared.queue().scene = None;
    }

    /// What is wanted now, the most urgent first; what was wanted before is forgotten.
    pub fn want(&self, wanted: impl IntoIterator<Item = (Key, Step)>) {
        let mut queue = self.shared.queue();
        queue.wanted.clear();
        queue.wanted.extend(wanted);
        if !queue.wanted.is_empty() {
            self.shared.woken.notify_one();
        }
    }

    /// What has been done since the last call.
    pub fn take(&self) -> impl Iterator<Item = Done> + '_ {
        self.done.try_iter()
    }

    /// Waits until everything that is wanted is done: for tests and measurements.
    pub fn finish(&self) {
        let mut queue = self.shared.queue();
        while queue.busy || !queue.wanted.is_empty() {
            queue = self.shared.rested.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Composer {
    fn drop(&mut self) {
        {
            let mut queue = self.shared.queue();
            queue.closed = true;
            queue.wanted.clear();
        }
        self.shared.woken.notify_one();
        // It ends by itself after the block that it is at; nobody needs to wait for that.
        drop(self.thread.take());
    }
}

/// What the thread does: one scene after the other.
fn work(shared: &Shared, to: &Sender<Done>, ready: &dyn Fn()) {
    let mut meshers: HashMap<Step, (Option<u64>, Mesher)> = HashMap::new();
    let mut textures = 0;
    let mut parts = None;
    loop {
        let Some(scene) = next_scene(shared) else { return };
        if parts != Some(scene.parts) {
            parts = Some(scene.parts);
            meshers.clear();
        }
        let look = MapLook { map: &scene.map, terrains: &scene.terrains, hexsides: &scene.hexsides };
        let board = Board::new(look);
        while let Some((key, step)) = next_block(shared, scene.version) {
            if meshers.len() > 3 && !meshers.contains_key(&step) {
                meshers.clear();
            }
            let (texture, mesher) = meshers.entry(step).or_insert_with(|| {
                textures += 1;
                let parts =
                    Parts { symbols: board.symbols(), roles: (*scene.roles).clone(), ..Parts::default() };
                let per_mm = |px: f32| f64::from(px) / FLAT;
                let mesher = Mesher::between(Arc::new(parts), per_mm(step.least()), per_mm(step.most()));
                match texels(step) {
                    Some(side) => (Some(textures), mesher.with_atlas(side)),
                    None => (None, mesher),
                }
            });
            let sheets = compose(&board, mesher, key, step);
            let image = mesher.take_atlas();
            let done = Done { key, step, version: scene.version, sheets, texture: *texture, image };
            if to.send(done).is_err() {
                return;
            }
            ready();
        }
    }
}

/// The side of the texture for what is drawn many times; `None` where so few hexes are seen that it serves nobody.
fn texels(step: Step) -> Option<usize> {
    match step.most() {
        px if px < 20.0 => None,
        px if px < 50.0 => Some(768),
        px if px < 80.0 => Some(1024),
        px if px < 120.0 => Some(1536),
        _ => None,
    }
}

/// Waits until something is wanted, and takes the map as it is then.
fn next_scene(shared: &Shared) -> Option<Scene> {
    let mut queue = shared.queue();
    loop {
        if queue.closed {
            return None;
        }
        if let Some(scene) = queue.scene.clone().filter(|_| !queue.wanted.is_empty()) {
            queue.busy = true;
            return Some(scene);
        }
        queue.busy = false;
        shared.rested.notify_all();
        queue = shared.woken.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// The next block that is wanted of this state of the map.
fn next_block(shared: &Shared, version: u64) -> Option<(Key, Step)> {
    let mut queue = shared.queue();
    if queue.closed || queue.scene.as_ref().is_none_or(|scene| scene.version != version) {
        return None;
    }
    queue.wanted.pop_front()
}

/// All layers of a part of the board, or its names.
fn compose(board: &Board<'_>, mesher: &mut Mesher, key: Key, step: Step) -> Vec<Sheet> {
    let detail = step.detail();
    let mut sheet = |layer: Layer, items: Vec<export::drawing::Item>| {
        let mesh = mesher.mesh(&items);
        Sheet { layer: Some(layer), runs: runs(&mesh), mesh }
    };
    let mut out = if key == NAMES {
        vec![sheet(Layer::Names, board.names(detail))]
    } else {
        // A hair over the edge, so that no light shines through between the parts.
        let window = Window::of(board, part_rect(board, step, key).grown(0.05));
        LAYERS.map(|layer| sheet(layer, board.window(&window, layer, detail))).into()
    };
    out.retain(|sheet| !sheet.mesh.is_empty());
    out
}

/// Cuts a mesh into stretches of triangles with vertices of their own, each as short as may be but not tiny.
pub fn runs(mesh: &Mesh) -> Vec<Run> {
    const LEAST: usize = 96;
    let triangles = mesh.indices.len() / 3;
    // The least vertex that any triangle from here on uses.
    let mut least_after = vec![u32::MAX; triangles + 1];
    for i in (0..triangles).rev() {
        let least = mesh.indices[3 * i..3 * i + 3].iter().copied().min().unwrap_or(u32::MAX);
        least_after[i] = least_after[i + 1].min(least);
    }
    let mut out = Vec::new();
    let (mut from, mut first, mut most) = (0, u32::MAX, 0);
    let mut bounds = Rect::NOTHING;
    for i in 0..triangles {
        for index in &mesh.indices[3 * i..3 * i + 3] {
            first = first.min(*index);
            most = most.max(*index);
            bounds.extend_with(mesh.vertices[*index as usize].pos);
        }
        let is_clean = least_after[i + 1] > most;
        let is_long = (most + 1 - first) as usize >= LEAST || i + 1 == triangles;
        if is_clean && is_long {
            out.push(Run {
                bounds,
                vertices: first as usize..most as usize + 1,
                indices: 3 * from..3 * (i + 1),
            });
            (from, first, bounds) = (i + 1, u32::MAX, Rect::NOTHING);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Color32, pos2, vec2};

    #[test]
    fn runs_hold_every_triangle_once_and_their_own_vertices() {
        let mut mesh = Mesh::default();
        for i in 0..400_u16 {
            let rect = Rect::from_min_size(pos2(f32::from(i) * 10.0, 0.0), vec2(8.0, 8.0));
            mesh.add_colored_rect(rect, Color32::WHITE);
        }
        let runs = runs(&mesh);
        assert!(runs.len() > 8, "{} runs", runs.len());
        let mut at = 0;
        for run in &runs {
            assert_eq!(run.indices.start, at);
            at = run.indices.end;
            assert!(
                mesh.indices[run.indices.clone()]
                    .iter()
                    .all(|index| run.vertices.contains(&(*index as usize)))
            );
            assert!(run.bounds.width() < 400.0);
        }
        assert_eq!(at, mesh.indices.len());
    }

    #[test]
    fn triangles_that_share_vertices_stay_together() {
        let mut mesh = Mesh::default();
        for i in 0..300_u16 {
            mesh.colored_vertex(pos2(f32::from(i), 0.0), Color32::WHITE);
        }
        for i in 1..299 {
            mesh.add_triangle(0, i, i + 1);
        }
        assert_eq!(runs(&mesh).len(), 1);
    }
}
