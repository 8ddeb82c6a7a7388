//! Drawings as triangles: items in millimetres in, one egui mesh in millimetres out.
//!
//! Symbols are cut once per level of detail and repeated; clips cut the triangles themselves, since the window
//! can only clip to upright boxes. What is smaller than a third of a pixel is left out.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use egui::epaint::Vertex;
use egui::{Color32, ColorImage, Mesh, Pos2, pos2};
use export::drawing::{
    Cap, Fill, FillRule, Group, Item, Join, Path, Point as Point2, Rect, Segment, Shape, Stroke, Symbol,
    Transform,
};
use export::palette::{Roles, Table};
use lyon_tessellation::geometry_builder::{BuffersBuilder, Positions};
use lyon_tessellation::path::Path as LyonPath;
use lyon_tessellation::path::math::{Point, point};
use lyon_tessellation::{
    FillOptions, FillTessellator, LineCap, LineJoin, StrokeOptions, StrokeTessellator, VertexBuffers,
};

use super::atlas::{Atlas, Spot};

/// Up to so many pixels in a millimetre outlines are spared corners: a hex is then 14 pixels across.
const SPARED: f64 = 0.701;

/// A curve that leaves its chord by more pixels than this keeps a corner at its top there.
const BEND: f64 = 0.3;

/// Lines thinner than so many pixels are left out there.
const HAIR: f64 = 0.45;

/// The least width of a line on the screen, in pixels.
const LEAST: f64 = 0.6;

/// What items refer to: symbols by name, colours by role.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    pub symbols: BTreeMap<String, Symbol>,
    pub roles: Roles,
    pub table: Table,
}

/// Turns items into triangles at one scale, keeping the symbols that it has cut.
pub struct Mesher {
    parts: Arc<Parts>,
    /// The fewest pixels in a millimetre that it is for: no line may be too thin to be seen.
    least: f64,
    /// The most: no curve may show its corners.
    scale: f64,
    symbols: HashMap<String, Arc<Mesh>>,
    /// Pictures of the symbols, if they are to be drawn as such.
    atlas: Option<Atlas>,
    fill: FillTessellator,
    stroke: StrokeTessellator,
}

impl Mesher {
    /// For a scale of so many pixels in a millimetre.
    pub fn new(parts: Arc<Parts>, scale: f64) -> Self {
        Self::between(parts, scale, scale)
    }

    /// For all scales from one to another, in pixels in a millimetre.
    pub fn between(parts: Arc<Parts>, least: f64, scale: f64) -> Self {
        Self {
            parts,
            least,
            scale,
            symbols: HashMap::new(),
            atlas: None,
            fill: FillTessellator::new(),
            stroke: StrokeTessellator::new(),
        }
    }

    /// The same, with symbols drawn as pictures of a texture of so many texels each way. The meshes are then to be
    /// painted with that texture.
    #[must_use]
    pub fn with_atlas(mut self, side: usize) -> Self {
        self.atlas = Some(Atlas::new(side));
        self
    }

    /// The texture, if it has changed since the last call.
    pub fn take_atlas(&mut self) -> Option<ColorImage> {
        self.atlas.as_mut()?.take()
    }

    /// The triangles of these items, from back to front.
    pub fn mesh(&mut self, items: &[Item]) -> Mesh {
        let mut out = Mesh::default();
        self.items(items, Transform::IDENTITY, 1.0, &mut out);
        out
    }

    fn items(&mut self, items: &[Item], at: Transform, opacity: f32, out: &mut Mesh) {
        for item in items {
            match item {
                Item::Group(group) => self.group(group, at, opacity, out),
                Item::Shape(shape) => self.shape(shape, at, opacity, out),
                Item::Text(text) => {
                    let size = text.run.size * export::drawing::MM_PER_PT * self.scale * at.stretch();
                    // Below three pixels letters are dust.
                    if size < 3.0 {
                        continue;
                    }
                    let outline = text.outline();
                    if let Some(halo) = text.halo
                        && halo.width * self.scale * at.stretch() > 0.6
                    {
                        let stroke = Stroke::new(halo.paint, halo.width).round();
                        self.stroke(&outline, &stroke, at, opacity, out);
                    }
                    let fill = Fill { paint: text.paint, rule: FillRule::NonZero };
                    self.fill(&outline, &fill, at, opacity, out);
                }
                Item::Use(used) => self.symbol(&used.symbol, at.of(used.transform), opacity, out),
                Item::Picture(_) | Item::Link(_) | Item::Anchor(_) => {}
            }
        }
    }

    fn group(&mut self, group: &Group, at: Transform, opacity: f32, out: &mut Mesh) {
        if !group.tables.contains(self.parts.table) {
            return;
        }
        let at = at.of(group.transform);
        let opacity = opacity * group.opacity;
        match &group.clip {
            None => self.items(&group.items, at, opacity, out),
            Some(clip) => {
                let mut inner = Mesh::default();
                self.items(&group.items, at, opacity, &mut inner);
                clip_mesh(&inner, &self.regions(clip, at), out);
            }
        }
    }

    fn symbol(&mut self, name: &str, at: Transform, opacity: f32, out: &mut Mesh) {
        // A picture serves at about the size that it was made for.
        let stretch = at.stretch();
        if (0.6..1.4).contains(&stretch)
            && let Some(spot) = self.spot(name)
        {
            let base = out.vertices.len() as u32;
            let colour = Color32::WHITE.gamma_multiply(opacity);
            for (corner, uv) in [
                (spot.bounds.left_top(), spot.uv.left_top()),
                (spot.bounds.right_top(), spot.uv.right_top()),
                (spot.bounds.right_bottom(), spot.uv.right_bottom()),
                (spot.bounds.left_bottom(), spot.uv.left_bottom()),
            ] {
                out.vertices.push(Vertex { pos: apply(at, corner), uv, color: colour });
            }
            out.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| base + corner));
            return;
        }
        let Some(mesh) = self.cut_symbol(name) else { return };
        let base = out.vertices.len() as u32;
        out.vertices.extend(mesh.vertices.iter().map(|vertex| {
            let mut vertex = *vertex;
            vertex.pos = apply(at, vertex.pos);
            if opacity < 1.0 {
                vertex.color = vertex.color.gamma_multiply(opacity);
            }
            vertex
        }));
        out.indices.extend(mesh.indices.iter().map(|index| index + base));
    }

    /// The picture of a symbol, made when it is drawn first.
    fn spot(&mut self, name: &str) -> Option<Spot> {
        if let Some(known) = self.atlas.as_ref()?.find(name) {
            return known;
        }
        // Symbols within it are parts of its picture.
        let mut atlas = self.atlas.take()?;
        let mesh = self.cut_symbol(name);
        let spot = mesh.and_then(|mesh| atlas.add(name, &mesh, self.scale as f32));
        self.atlas = Some(atlas);
        spot
    }

    /// The triangles of a symbol, cut once.
    fn cut_symbol(&mut self, name: &str) -> Option<Arc<Mesh>> {
        if let Some(mesh) = self.symbols.get(name) {
            return Some(mesh.clone());
        }
        let parts = self.parts.clone();
        let symbol = parts.symbols.get(name)?;
        // A symbol that draws itself would never end: it is put there empty while it is being cut.
        self.symbols.insert(name.to_owned(), Arc::new(Mesh::default()));
        let mut mesh = Mesh::default();
        let atlas = self.atlas.take();
        self.items(&symbol.items, Transform::IDENTITY, 1.0, &mut mesh);
        self.atlas = atlas;
        let mesh = Arc::new(mesh);
        self.symbols.insert(name.to_owned(), mesh.clone());
        Some(mesh)
    }

    fn shape(&mut self, shape: &Shape, at: Transform, opacity: f32, out: &mut Mesh) {
        if let Some(fill) = &shape.fill {
            self.fill(&shape.path, fill, at, opacity, out);
        }
        if let Some(stroke) = &shape.stroke {
            self.stroke(&shape.path, stroke, at, opacity, out);
        }
    }

    fn colour(&self, paint: export::drawing::Paint, opacity: f32) -> Color32 {
        let rgb = self.parts.roles.colour(paint.ink, self.parts.table);
        let alpha = (paint.opacity * opacity).clamp(0.0, 1.0);
        Color32::from_rgba_unmultiplied(rgb.0, rgb.1, rgb.2, (alpha * 255.0).round() as u8)
    }

    fn tolerance(&self, at: Transform) -> f32 {
        (0.2 / (self.scale * at.stretch()).max(1e-6)) as f32
    }

    fn fill(&mut self, path: &Path, fill: &Fill, at: Transform, opacity: f32, out: &mut Mesh) {
        let colour = self.colour(fill.paint, opacity);
        if colour.a() == 0 || self.is_dust(path, at) {
            return;
        }
        let rule = match fill.rule {
            FillRule::NonZero => lyon_tessellation::FillRule::NonZero,
            FillRule::EvenOdd => lyon_tessellation::FillRule::EvenOdd,
        };
        let options = FillOptions::tolerance(self.tolerance(at)).with_fill_rule(rule);
        let mut buffers: VertexBuffers<Point, u32> = VertexBuffers::new();
        let path = self.spare(path, at).map_or_else(|| lyon(path), |path| lyon(&path));
        let cut =
            self.fill.tessellate_path(&path, &options, &mut BuffersBuilder::new(&mut buffers, Positions));
        if cut.is_ok() {
            append(&buffers, at, colour, out);
        }
    }

    /// A path without corners that are nearer to each other than a pixel or so, where hexes are small and there are
    /// very many of them; `None` if it is to be drawn as it is.
    fn spare(&self, path: &Path, at: Transform) -> Option<Path> {
        let pixels = self.scale * at.stretch();
        if self.scale > SPARED {
            return None;
        }
        let mut out = Path::new();
        let mut last = None;
        let far = |a: Point2, b: Point2| (a.x - b.x).hypot(a.y - b.y) * pixels > 1.5;
        let mut from = Point2::default();
        for (i, segment) in path.segments.iter().enumerate() {
            // A bend that would be seen keeps its top.
            if let Segment::Curve(a, b, to) = *segment {
                let top = (from + (a + b) * 3.0 + to) * 0.125;
                let chord = (from + to) * 0.5;
                if (top.x - chord.x).hypot(top.y - chord.y) * pixels > BEND {
                    out.line_to(top);
                    last = Some(top);
                }
            }
            match *segment {
                Segment::Move(to) => {
                    out.move_to(to);
                    (last, from) = (Some(to), to);
                }
                Segment::Line(to) | Segment::Curve(_, _, to) => {
                    let ends = !matches!(
                        path.segments.get(i + 1),
                        Some(Segment::Line(_) | Segment::Curve(..) | Segment::Close)
                    );
                    if ends || last.is_none_or(|last| far(last, to)) {
                        out.line_to(to);
                        last = Some(to);
                    }
                    from = to;
                }
                Segment::Close => {
                    out.close();
                }
            }
        }
        Some(out)
    }

    fn is_dust(&self, path: &Path, at: Transform) -> bool {
        let scale = self.scale * at.stretch();
        path.bounds().is_none_or(|rect| rect.w.max(rect.h) * scale < 0.34)
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke, at: Transform, opacity: f32, out: &mut Mesh) {
        let pixels = stroke.width * self.least * at.stretch();
        // A line that would be too thin for the screen is drawn wider, and so much fainter.
        let (width, faint) = if pixels < LEAST {
            (stroke.width * LEAST / pixels, pixels / LEAST)
        } else {
            (stroke.width, 1.0)
        };
        let colour = self.colour(stroke.paint, opacity * faint as f32);
        // Where hexes are smallest a hair about each wood would be most of what is drawn.
        let hair = self.scale <= SPARED && stroke.width * self.scale * at.stretch() < HAIR;
        if hair || colour.a() < 4 || !width.is_finite() {
            return;
        }
        let cap = match stroke.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
            Cap::Square => LineCap::Square,
        };
        let join = match stroke.join {
            Join::Mitre => LineJoin::Miter,
            Join::Round => LineJoin::Round,
            Join::Bevel => LineJoin::Bevel,
        };
        let options = StrokeOptions::tolerance(self.tolerance(at))
            .with_line_width(width as f32)
            .with_line_cap(cap)
            .with_line_join(join)
            .with_miter_limit(4.0);
        let path = match &stroke.dash {
            Some(dash) if dash.lengths.iter().sum::<f64>() * self.scale * at.stretch() > 1.5 => {
                dashed(path, &dash.lengths, dash.phase)
            }
            _ => self.spare(path, at).map_or_else(|| lyon(path), |path| lyon(&path)),
        };
        let mut buffers: VertexBuffers<Point, u32> = VertexBuffers::new();
        let cut =
            self.stroke.tessellate_path(&path, &options, &mut BuffersBuilder::new(&mut buffers, Positions));
        if cut.is_ok() {
            append(&buffers, at, colour, out);
        }
    }

    /// A clip as convex polygons that do not overlap.
    fn regions(&mut self, clip: &Path, at: Transform) -> Vec<Vec<Pos2>> {
        if let Some(convex) = convex(clip) {
            return vec![convex.into_iter().map(|p| apply(at, p)).collect()];
        }
        let options = FillOptions::tolerance(self.tolerance(at));
        let mut buffers: VertexBuffers<Point, u32> = VertexBuffers::new();
        if self
            .fill
            .tessellate_path(&lyon(clip), &options, &mut BuffersBuilder::new(&mut buffers, Positions))
            .is_err()
        {
            return Vec::new();
        }
        let corner = |i: &u32| {
            let p = buffers.vertices[*i as usize];
            apply(at, pos2(p.x, p.y))
        };
        buffers.indices.chunks_exact(3).map(|three| three.iter().map(corner).collect()).collect()
    }
}

fn apply(at: Transform, p: Pos2) -> Pos2 {
    let to = at.apply(export::drawing::pt(f64::from(p.x), f64::from(p.y)));
    pos2(to.x as f32, to.y as f32)
}

fn append(buffers: &VertexBuffers<Point, u32>, at: Transform, colour: Color32, out: &mut Mesh) {
    let base = out.vertices.len() as u32;
    for p in &buffers.vertices {
        out.colored_vertex(apply(at, pos2(p.x, p.y)), colour);
    }
    out.indices.extend(buffers.indices.iter().map(|index| index + base));
}

fn lyon(path: &Path) -> LyonPath {
    let p = |p: export::drawing::Point| point(p.x as f32, p.y as f32);
    let mut builder = LyonPath::builder();
    let mut open = false;
    for segment in &path.segments {
        match *segment {
            Segment::Move(to) => {
                if open {
                    builder.end(false);
                }
                builder.begin(p(to));
                open = true;
            }
            Segment::Line(to) if open => {
                builder.line_to(p(to));
            }
            Segment::Curve(a, b, to) if open => {
                builder.cubic_bezier_to(p(a), p(b), p(to));
            }
            Segment::Close if open => {
                builder.end(true);
                open = false;
            }
            _ => {}
        }
    }
    if open {
        builder.end(false);
    }
    builder.build()
}

/// The chains of a path as points, curves cut into eight, closed chains ending where they began.
fn chains(path: &Path) -> Vec<Vec<Pos2>> {
    let p = |p: export::drawing::Point| pos2(p.x as f32, p.y as f32);
    let mut chains: Vec<Vec<Pos2>> = Vec::new();
    for segment in &path.segments {
        match *segment {
            Segment::Move(to) => chains.push(vec![p(to)]),
            Segment::Line(to) => {
                if let Some(chain) = chains.last_mut() {
                    chain.push(p(to));
                }
            }
            Segment::Curve(a, b, to) => {
                let Some(chain) = chains.last_mut() else { continue };
                let Some(from) = chain.last().copied() else { continue };
                let (a, b, to) = (p(a).to_vec2(), p(b).to_vec2(), p(to).to_vec2());
                for i in 1..=8u8 {
                    let t = f32::from(i) / 8.0;
                    let u = 1.0 - t;
                    let at = from.to_vec2() * (u * u * u)
                        + a * (3.0 * u * u * t)
                        + b * (3.0 * u * t * t)
                        + to * (t * t * t);
                    chain.push(at.to_pos2());
                }
            }
            Segment::Close => {
                if let Some(first) = chains.last().and_then(|chain| chain.first().copied())
                    && let Some(chain) = chains.last_mut()
                {
                    chain.push(first);
                }
            }
        }
    }
    chains
}

fn dashed(path: &Path, lengths: &[f64], phase: f64) -> LyonPath {
    let mut builder = LyonPath::builder();
    let total: f64 = lengths.iter().sum();
    for chain in chains(path) {
        let mut index = 0;
        let mut rest = phase.rem_euclid(total.max(1e-9));
        while rest >= lengths[index] && rest > 0.0 {
            rest -= lengths[index];
            index = (index + 1) % lengths.len();
        }
        let mut left = (lengths[index] - rest) as f32;
        let mut drawing = false;
        for pair in chain.windows(2) {
            let (mut from, to) = (pair[0], pair[1]);
            loop {
                let way = (to - from).length();
                let on = index % 2 == 0;
                if on && !drawing {
                    builder.begin(point(from.x, from.y));
                    drawing = true;
                }
                if way <= left {
                    if on {
                        builder.line_to(point(to.x, to.y));
                    }
                    left -= way;
                    break;
                }
                from += (to - from) * (left / way);
                if on {
                    builder.line_to(point(from.x, from.y));
                    builder.end(false);
                    drawing = false;
                }
                index = (index + 1) % lengths.len();
                left = (lengths[index] as f32).max(1e-3);
            }
        }
        if drawing {
            builder.end(false);
        }
    }
    builder.build()
}

/// The points of a path if it is one convex chain.
fn convex(path: &Path) -> Option<Vec<Pos2>> {
    let mut all = chains(path);
    let mut chain = all.pop().filter(|_| all.is_empty())?;
    if chain.len() > 1 && chain.first() == chain.last() {
        chain.pop();
    }
    chain.dedup_by(|a, b| (*a - *b).length_sq() < 1e-10);
    let n = chain.len();
    if n < 3 {
        return None;
    }
    let turn = |i: usize| cross(chain[i], chain[(i + 1) % n], chain[(i + 2) % n]);
    let right = (0..n).all(|i| turn(i) >= -1e-6);
    let left = (0..n).all(|i| turn(i) <= 1e-6);
    // A star that goes round twice also turns one way only: the turns of a simple chain add up to one turn.
    let about: f32 = (0..n)
        .map(|i| {
            let (a, b, c) = (chain[i], chain[(i + 1) % n], chain[(i + 2) % n]);
            let (u, v) = (b - a, c - b);
            (u.x * v.y - u.y * v.x).atan2(u.dot(v))
        })
        .sum();
    ((right || left) && about.abs() < 7.0).then_some(chain)
}

fn cross(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Adds what of a mesh lies within one of the convex polygons. What lies wholly within one keeps its corners in
/// common.
fn clip_mesh(mesh: &Mesh, regions: &[Vec<Pos2>], out: &mut Mesh) {
    const NONE: u32 = u32::MAX;
    let boxes: Vec<egui::Rect> = regions.iter().map(|region| egui::Rect::from_points(region)).collect();
    let upright: Vec<bool> =
        regions.iter().zip(&boxes).map(|(region, bounds)| is_box(region, *bounds)).collect();
    let mut taken = vec![NONE; mesh.vertices.len()];
    for triangle in mesh.indices.chunks_exact(3) {
        let corners = [0, 1, 2].map(|i| mesh.vertices[triangle[i] as usize]);
        let around = egui::Rect::from_points(&corners.map(|corner| corner.pos));
        for ((region, bounds), upright) in regions.iter().zip(&boxes).zip(&upright) {
            if !bounds.intersects(around) {
                continue;
            }
            let inside = if *upright {
                bounds.contains_rect(around)
            } else {
                corners.iter().all(|corner| is_in(region, corner.pos))
            };
            if inside {
                for index in triangle {
                    let place = &mut taken[*index as usize];
                    if *place == NONE {
                        *place = out.vertices.len() as u32;
                        out.vertices.push(mesh.vertices[*index as usize]);
                    }
                    out.indices.push(*place);
                }
                continue;
            }
            let base = out.vertices.len() as u32;
            let cut = cut(&corners.map(|corner| corner.pos), region);
            for p in &cut {
                out.vertices.push(Vertex { pos: *p, uv: uv_at(&corners, *p), color: corners[0].color });
            }
            for i in 2..cut.len() as u32 {
                out.indices.extend([base, base + i - 1, base + i]);
            }
        }
    }
}

/// The place in the texture of a point of a triangle.
fn uv_at(corners: &[Vertex; 3], p: Pos2) -> Pos2 {
    let [a, b, c] = corners;
    if a.uv == b.uv && b.uv == c.uv {
        return a.uv;
    }
    let whole = cross(a.pos, b.pos, c.pos);
    if whole.abs() < 1e-12 {
        return a.uv;
    }
    let (of_b, of_c) = (cross(a.pos, p, c.pos) / whole, cross(a.pos, b.pos, p) / whole);
    a.uv + (b.uv - a.uv) * of_b + (c.uv - a.uv) * of_c
}

fn is_box(region: &[Pos2], bounds: egui::Rect) -> bool {
    region.len() == 4
        && region.iter().all(|p| {
            ((p.x - bounds.left()).abs() < 1e-3 || (p.x - bounds.right()).abs() < 1e-3)
                && ((p.y - bounds.top()).abs() < 1e-3 || (p.y - bounds.bottom()).abs() < 1e-3)
        })
}

fn area(region: &[Pos2]) -> f32 {
    let n = region.len();
    (0..n).map(|i| region[i].x * region[(i + 1) % n].y - region[(i + 1) % n].x * region[i].y).sum()
}

fn is_in(region: &[Pos2], p: Pos2) -> bool {
    let sign = area(region).signum();
    (0..region.len()).all(|i| sign * cross(region[i], region[(i + 1) % region.len()], p) >= -1e-5)
}

/// What of a convex polygon lies in a convex region (Sutherland and Hodgman).
fn cut(polygon: &[Pos2], region: &[Pos2]) -> Vec<Pos2> {
    let sign = area(region).signum();
    let mut points = polygon.to_vec();
    for i in 0..region.len() {
        let (a, b) = (region[i], region[(i + 1) % region.len()]);
        let side = |p: Pos2| sign * cross(a, b, p);
        let mut kept = Vec::with_capacity(points.len() + 1);
        for j in 0..points.len() {
            let (from, to) = (points[j], points[(j + 1) % points.len()]);
            let (s, t) = (side(from), side(to));
            if s >= 0.0 {
                kept.push(from);
            }
            if (s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0) {
                kept.push(from + (to - from) * (s / (s - t)));
            }
        }
        points = kept;
        if points.len() < 3 {
            return Vec::new();
        }
    }
    points
}

/// The box of a drawing's rectangle in the window's terms.
pub fn rect_of(rect: Rect) -> egui::Rect {
    egui::Rect::from_min_size(pos2(rect.x as f32, rect.y as f32), egui::vec2(rect.w as f32, rect.h as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use export::drawing::pt;
    use export::palette::role;

    fn surface(mesh: &Mesh) -> f32 {
        mesh.indices
            .chunks_exact(3)
            .map(|three| {
                let [a, b, c] = [0, 1, 2].map(|i| mesh.vertices[three[i] as usize].pos);
                cross(a, b, c).abs() / 2.0
            })
            .sum()
    }

    fn mesher() -> Mesher {
        Mesher::new(Arc::new(Parts::default()), 10.0)
    }

    #[test]
    fn a_filled_box_has_its_surface() {
        let mesh =
            mesher().mesh(&[Shape::filled(Path::rect(Rect::new(1.0, 2.0, 30.0, 4.0)), role::VALLEY).into()]);
        assert!((surface(&mesh) - 120.0).abs() < 0.01);
    }

    #[test]
    fn a_clip_keeps_only_what_both_have() {
        let shape = Shape::filled(Path::rect(Rect::new(0.0, 0.0, 10.0, 10.0)), role::VALLEY);
        let triangle = Path::polygon([pt(0.0, 0.0), pt(10.0, 0.0), pt(0.0, 10.0)]);
        let mesh = mesher().mesh(&[Group::new(vec![shape.into()]).clipped(triangle).into()]);
        assert!((surface(&mesh) - 50.0).abs() < 0.01, "{}", surface(&mesh));
    }

    #[test]
    fn a_clip_may_be_hollow() {
        let shape = Shape::filled(Path::rect(Rect::new(-5.0, -5.0, 30.0, 30.0)), role::VALLEY);
        let l = [pt(0.0, 0.0), pt(20.0, 0.0), pt(20.0, 10.0), pt(10.0, 10.0), pt(10.0, 20.0), pt(0.0, 20.0)];
        let mesh = mesher().mesh(&[Group::new(vec![shape.into()]).clipped(Path::polygon(l)).into()]);
        assert!((surface(&mesh) - 300.0).abs() < 0.1, "{}", surface(&mesh));
    }

    #[test]
    fn a_symbol_that_draws_itself_ends() {
        let mut parts = Parts::default();
        let used = export::drawing::Use::new("a", Transform::IDENTITY);
        parts.symbols.insert("a".into(), Symbol { items: vec![used.clone().into()] });
        let mesh = Mesher::new(Arc::new(parts), 10.0).mesh(&[used.into()]);
        assert!(mesh.is_empty());
    }

    #[test]
    fn dashes_leave_gaps() {
        let line = |dash: &[f64]| {
            let mut stroke = Stroke::new(role::VALLEY, 1.0);
            if !dash.is_empty() {
                stroke = stroke.dashed(dash);
            }
            surface(&mesher().mesh(&[Shape::stroked(Path::line((0.0, 0.0), (20.0, 0.0)), stroke).into()]))
        };
        assert!((line(&[]) - 20.0).abs() < 0.1);
        assert!((line(&[1.0, 1.0]) - 10.0).abs() < 0.2);
    }

    #[test]
    fn a_symbol_becomes_a_picture_of_four_corners_and_may_be_cut() {
        let mut parts = Parts::default();
        let circle = Shape::filled(Path::circle(pt(0.0, 0.0), 5.0), role::VALLEY);
        parts.symbols.insert("a".into(), Symbol { items: vec![circle.into()] });
        let mut mesher = Mesher::new(Arc::new(parts), 10.0).with_atlas(256);
        let used = export::drawing::Use::new("a", Transform::at(20.0, 10.0));
        let mesh = mesher.mesh(&[used.clone().into()]);
        assert_eq!((mesh.vertices.len(), mesh.indices.len()), (4, 6));
        let image = mesher.take_atlas().expect("a picture was made");
        let of = |uv: Pos2| image.pixels[(uv.y * 256.0) as usize * 256 + (uv.x * 256.0) as usize];
        let uv = mesh.vertices[0].uv.lerp(mesh.vertices[2].uv, 0.5);
        let rgb = Roles::shipped().rgb(role::VALLEY, Table::Full);
        assert_eq!(of(uv), Color32::from_rgb(rgb.0, rgb.1, rgb.2));

        // The half of it: the cut edge shows the middle of the picture.
        let half = Path::rect(Rect::new(0.0, 0.0, 20.0, 30.0));
        let mesh = mesher.mesh(&[Group::new(vec![used.into()]).clipped(half).into()]);
        assert!((surface(&mesh) - 50.0).abs() < 0.5, "{}", surface(&mesh));
        let edge = mesh.vertices.iter().map(|vertex| vertex.uv.x).fold(0.0, f32::max);
        assert!((edge - uv.x).abs() < 1.0 / 256.0);
    }
}
