//! Tiles: what is drawn once in a few variants and placed on hex after hex.
//!
//! A tile is about the centre of its hex, leaves the box of the hex's number free, and keeps off the hexsides.
//! Ground tiles may be mirrored; things with a lit side may not.

use std::collections::BTreeMap;

use engine::face::CoverLook;
use engine::hex::Orientation;

use super::chain::Bend;
use super::{FLAT, SIDE};
use crate::compose::kit::{
    Chance, fill, hard, polar, smooth, smooth_k, smooth_open, smooth_points, soft, stroke, unit,
};
use crate::drawing::{Item, Paint, Path, Point, Rect, Shape, Stroke, Symbol, Transform, Use, pt};
use crate::palette::{Role, role};

/// Variants of each ground.
pub(crate) const VARIANTS: u32 = 6;
/// Variants of the trees over each shared hexside.
pub(crate) const BRIDGES: u32 = 3;

/// Variants of the hachures of each corner.
pub(crate) const SLOPES: u32 = 1;
/// Variants of the lower hachures of mountains.
pub(crate) const FEET: u32 = 1;

/// The name of the hachures of a corner.
pub(crate) fn bend_name(what: &str, bend: Bend, variant: u32) -> String {
    format!("tile/{what}/{}{}/{variant}", bend.way, if bend.is_right { "r" } else { "l" })
}

/// Tints of the plates under hex numbers.
pub(crate) const PLATES: [Role; 11] = [
    role::VALLEY,
    role::PLATEAU,
    role::MOUNTAIN,
    role::ROCK,
    role::WATER,
    role::FOREST,
    role::CAMP,
    role::VALLEY_LUSH,
    role::WATER_LIGHT,
    role::WASH_LIGHT,
    role::TRODDEN,
];

/// The name of the plate in a tint.
pub(crate) fn plate_name(tint: Role) -> String {
    format!("tile/plate/{}", PLATES.iter().position(|plate| *plate == tint).unwrap_or(0))
}

/// The name of a tile's symbol.
pub(crate) fn name(ground: &str, variant: u32) -> String {
    format!("tile/{ground}/{variant}")
}

/// The name of the trees over a shared hexside: 0 to 2 for `SE`, `S`, `SW`.
pub(crate) fn bridge_name(side: usize, variant: u32) -> String {
    format!("tile/bridge{side}/{variant}")
}

/// Every tile.
pub(crate) fn all(orientation: Orientation) -> BTreeMap<String, Symbol> {
    let shape = Hexagon { orientation };
    let mut out = BTreeMap::new();
    let mut add = |name: String, items: Vec<Item>| {
        out.insert(name, Symbol { items });
    };
    for variant in 0..VARIANTS {
        add(name("valley", variant), valley(shape, variant));
        add(name("plateau", variant), plateau(shape, variant));
        add(name("rock", variant), rock(shape, variant));
        let cover = CoverLook::Forest;
        add(name("forest", variant), crowns(trees(shape, cover, variant), seed(cover, variant)));
        add(name("camp", variant), camp(variant));
        for cover in [CoverLook::LightWoods, CoverLook::Orchard] {
            add(name(wood_name(cover), variant), crowns(trees(shape, cover, variant), seed(cover, variant)));
        }
        add(name("village", variant), village(shape, variant, |_, _| true));
        add(name("marsh", variant), marsh(shape, variant));
        add(name("fields", variant), fields(shape, variant));
    }
    for variant in 0..BRIDGES {
        for side in 0..3 {
            add(bridge_name(side, variant), bridge(shape, side, variant));
        }
    }
    for bend in Bend::all(orientation) {
        for variant in 0..SLOPES {
            add(bend_name("hachure", bend, variant), super::edges::hachures_of(bend, variant));
        }
        for variant in 0..FEET {
            add(bend_name("foot", bend, variant), super::heights::foot_of(bend, variant));
        }
    }
    for tint in PLATES {
        let plate = Path::rounded(Rect::new(-2.9, -0.86, 5.8, 1.02), 0.3);
        add(plate_name(tint), vec![fill(plate, Paint::new(tint).faded(0.6))]);
    }
    for width in 0..super::river::FORDS {
        for variant in 0..super::river::FORD_VARIANTS {
            add(super::river::ford_name(width, variant), super::river::ford(width, variant));
        }
    }
    for variant in 0..LODGES {
        add(lodge_name(variant), lodge(variant));
    }
    for shape in 0..CROWNS {
        for tone in 0..3 {
            add(crown_name(shape, tone), crown(shape, tone));
        }
    }
    for shape in 0..WASHES {
        for tint in 0..WASH_TINTS.len() {
            add(blot_name(shape, tint), blot(shape, tint));
            add(wash_name(shape, tint), wash(shape, tint));
        }
    }
    for tint in 0..ROOFS.len() {
        add(house_name(tint), house(tint));
    }
    add("dot".into(), vec![fill(Path::circle((0.0, 0.0), 0.24), Paint::new(role::GRID).faded(0.5))]);
    out
}

/// The hex that tiles are made for.
#[derive(Debug, Clone, Copy)]
struct Hexagon {
    orientation: Orientation,
}

impl Hexagon {
    /// Is a point in the hex when that is pulled in on all sides?
    fn contains(self, at: Point, inset: f64) -> bool {
        let (x, y) = match self.orientation {
            Orientation::Flat => (at.x, at.y),
            Orientation::Pointed => (at.y, at.x),
        };
        let half = FLAT / 2.0 - inset;
        let root = 3f64.sqrt() / 2.0;
        y.abs() <= half && (x * root + y / 2.0).abs() <= half && (x * root - y / 2.0).abs() <= half
    }

    /// Points in the hex, so far from its sides, so far from each other, where the place is free.
    fn scatter(
        self,
        seed: Chance,
        count: usize,
        inset: f64,
        apart: f64,
        taken: impl Fn(Point) -> bool,
    ) -> Vec<Point> {
        let mut out: Vec<Point> = Vec::new();
        for k in 0..count * 40 {
            if out.len() == count {
                break;
            }
            let at = pt(seed.and(k).and("x").jitter(SIDE), seed.and(k).and("y").jitter(SIDE));
            if self.contains(at, inset) && !taken(at) && out.iter().all(|other| other.distance(at) > apart) {
                out.push(at);
            }
        }
        out
    }

    /// The middle of a hexside and the way out through it; 0 to 2 for `SE`, `S`, `SW`.
    fn side(self, side: usize) -> (Point, Point) {
        let turn = match self.orientation {
            Orientation::Flat => 30.0,
            Orientation::Pointed => 0.0,
        };
        let out = polar(pt(0.0, 0.0), 1.0, 60.0 * side as f64 + turn);
        (out * (FLAT / 2.0), out)
    }
}

fn in_number_box(at: Point) -> bool {
    at.x.abs() < 4.4 && at.y < -6.9
}

fn valley(shape: Hexagon, variant: u32) -> Vec<Item> {
    let mut ticks = Path::new();
    let seed = Chance::new("valley").and(variant);
    for (i, p) in shape.scatter(seed, 9, 1.2, 3.6, in_number_box).into_iter().enumerate() {
        let h = 0.95 + seed.and("h").and(i).jitter(0.2);
        let [left, middle, right] =
            [(-0.5, h * 0.72), (0.04, h), (0.52, h * 0.7)].map(|(x, y)| p + pt(x, -y));
        ticks.move_to(left).line_to(p).line_to(right);
        ticks.append(&Path::line(p, middle));
    }
    let dots = specks(shape.scatter(seed.and("dots"), 12, 0.8, 2.2, in_number_box));
    vec![stroke(ticks, role::VALLEY_MARK, 0.13), stroke(dots, role::VALLEY_MARK, 0.22)]
}

/// A place in steps that nobody sees, so that files have short numbers.
fn stepped(p: Point) -> Point {
    let step = |value: f64| (value * 20.0).round() / 20.0;
    pt(step(p.x), step(p.y))
}

/// Dots: lines of next to no length, whose round ends make them.
fn specks(places: Vec<Point>) -> Path {
    let mut path = Path::new();
    for p in places.into_iter().map(stepped) {
        path.append(&Path::line(p, p + pt(0.01, 0.0)));
    }
    path
}

fn plateau(shape: Hexagon, variant: u32) -> Vec<Item> {
    let mut arcs = Path::new();
    let seed = Chance::new("plateau").and(variant);
    for (i, p) in shape.scatter(seed, 6, 1.4, 4.4, in_number_box).into_iter().enumerate() {
        let chance = seed.and("arc").and(i);
        let l = 1.5 + chance.and("l").jitter(0.4);
        let (a, b) = (chance.and("a").jitter(0.15), chance.and("b").jitter(0.15));
        for (from, top, to) in [
            (pt(-l, a), pt(0.0, -0.44), pt(l, b)),
            (pt(-l * 0.3, 0.62), pt(l * 0.3, 0.38), pt(l * 0.8, 0.66)),
        ] {
            arcs.move_to(p + from).quad_to(p + top, p + to);
        }
    }
    // Finer and coarser ones.
    let mut fine = shape.scatter(seed.and("dots"), 16, 0.8, 2.0, in_number_box);
    let coarse = fine.split_off(fine.len() / 2);
    vec![
        stroke(arcs, role::PLATEAU_MARK, 0.12),
        stroke(specks(fine), role::PLATEAU_MARK, 0.22),
        stroke(specks(coarse), role::PLATEAU_MARK, 0.31),
    ]
}

/// Angular stones: a light face, and a dark one towards the south-east.
fn rock(shape: Hexagon, variant: u32) -> Vec<Item> {
    let (mut face, mut dark) = (Path::new(), Path::new());
    let seed = Chance::new("rock").and(variant);
    let taken = |at: Point| in_number_box(at - pt(0.0, 1.6));
    for (i, p) in shape.scatter(seed, 12, 2.5, 3.3, taken).into_iter().enumerate() {
        let chance = seed.and("stone").and(i);
        let r = 1.5 + chance.and("r").part();
        let n = 5 + chance.below(2);
        let first = chance.and("a").part() * 360.0;
        let ring: Vec<Point> = (0..n)
            .map(|j| {
                let reach = r * (0.8 + 0.35 * chance.and(j).part());
                let out = polar(pt(0.0, 0.0), reach, first + f64::from(j) * 360.0 / f64::from(n));
                p + pt(out.x, out.y * 0.78)
            })
            .collect();
        face.append(&Path::polygon(ring.iter().copied()));
        let ridge = p + pt(0.15 * r, -0.1 * r);
        let mut low: Vec<Point> =
            ring.into_iter().filter(|q| (q.x - p.x) * 0.6 + (q.y - p.y) * 0.8 > -0.15 * r).collect();
        let angle = |q: &Point| (q.y - ridge.y).atan2(q.x - ridge.x);
        low.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        if low.len() >= 2 {
            dark.append(&Path::polygon(std::iter::once(ridge).chain(low)));
        }
    }
    vec![
        Shape::filled(face, role::ROCK_LIGHT).and_stroked(Stroke::new(role::ROCK_MARK, 0.14).round()).into(),
        fill(dark, Paint::new(role::ROCK_MARK).faded(0.4)),
    ]
}

/// Shapes of crowns, each in three tones.
const CROWNS: u32 = 4;
/// The radius of a crown as it is drawn; those placed are a little larger or smaller.
const CROWN: f64 = 1.6;

fn crown_name(shape: u32, tone: usize) -> String {
    format!("tile/crown{tone}/{shape}")
}

/// One crown about its middle: seven lobes with notches between, lit from the north-west.
fn crown(shape: u32, tone: usize) -> Vec<Item> {
    let chance = Chance::new("crown").and(shape);
    let first = chance.and("a").part() * 360.0;
    let centre = pt(0.0, 0.0);
    let mut knots = Vec::with_capacity(14);
    for j in 0..7 {
        let angle = first + f64::from(j) * 360.0 / 7.0;
        let lobe = polar(centre, CROWN * (1.0 + chance.and(j).jitter(0.1)), angle);
        let notch = polar(centre, CROWN * 0.86, angle + 180.0 / 7.0);
        knots.push(soft(lobe.x, lobe.y));
        knots.push(hard(notch.x, notch.y));
    }
    let tone = [role::TREE, role::TREE_B, role::TREE_C][tone];
    let outline = Stroke::new(role::TREE_DARK, 0.16).round();
    let at = |x: f64, y: f64| pt(x * CROWN, y * CROWN);
    let lit = [(-0.72, 0.1), (-0.62, -0.5), (-0.05, -0.78), (0.34, -0.62), (-0.1, -0.42), (-0.42, -0.08)];
    let lit: Vec<_> = lit.into_iter().map(|(x, y)| at(x, y)).map(|p| soft(p.x, p.y)).collect();
    let arc = smooth_open(&[at(0.5, 0.12), at(0.34, 0.46), at(-0.1, 0.58)]);
    vec![
        Shape::filled(smooth_k(&knots, 0.42), tone).and_stroked(outline).into(),
        fill(smooth(&lit), role::TREE_LIGHT),
        stroke(arc, role::TREE_DARK, 0.12),
    ]
}

/// Trees, from north to south, over the shadows of all of them.
fn crowns(mut trees: Vec<(Point, f64)>, seed: Chance) -> Vec<Item> {
    trees.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    let mean = trees.iter().map(|(_, r)| r).sum::<f64>() / (trees.len() as f64).max(1.0);
    let shadows = specks(trees.iter().map(|&(p, _)| p + pt(0.55, 0.6)).collect());
    let mut out = vec![stroke(shadows, Paint::new(role::TREE_DARK).faded(0.44), 1.86 * mean)];
    for (i, &(p, r)) in trees.iter().enumerate() {
        let chance = seed.and("crown").and(i);
        let name = crown_name(chance.below(CROWNS), chance.and("tone").below(3) as usize);
        // In steps, like places.
        let size = (r / CROWN * 20.0).round() / 20.0;
        let p = stepped(p);
        out.push(Use::new(name, Transform { a: size, d: size, ..Transform::at(p.x, p.y) }).into());
    }
    out
}

/// Shapes of washes.
pub(crate) const WASHES: u32 = 3;

/// The tints of washes.
pub(crate) const WASH_TINTS: [Role; 4] =
    [role::WASH_WARM, role::WASH_COOL, role::WASH_LIGHT, role::WASH_DARK];

/// The name of a wash of radius 1, by its shape and the place of its tint in [`WASH_TINTS`].
pub(crate) fn wash_name(shape: u32, tint: usize) -> String {
    format!("tile/wash{tint}/{shape}")
}

fn blot_name(shape: u32, tint: usize) -> String {
    format!("tile/blot{tint}/{shape}")
}

/// A blot of radius 1.
fn blot(shape: u32, tint: usize) -> Vec<Item> {
    let chance = Chance::new("wash").and(shape);
    let points: Vec<Point> =
        (0..8).map(|q| polar(pt(0.0, 0.0), 1.0 + chance.and(q).jitter(0.22), f64::from(q) * 45.0)).collect();
    vec![fill(smooth_points(&points, 0.36), Paint::new(WASH_TINTS[tint]).faded(0.13))]
}

/// A blot of an uneven tint, of radius 1: the same shape four times within itself.
fn wash(shape: u32, tint: usize) -> Vec<Item> {
    [1.0, 0.82, 0.62, 0.42]
        .map(|size| Use::new(blot_name(shape, tint), Transform::scale(size, size)).into())
        .into()
}

fn wood_name(cover: CoverLook) -> &'static str {
    match cover {
        CoverLook::LightWoods => "light-woods",
        CoverLook::Orchard => "orchard",
        _ => "forest",
    }
}

fn seed(cover: CoverLook, variant: u32) -> Chance {
    Chance::new(wood_name(cover)).and(variant)
}

/// Points that push each other away until nearly all are so far apart: no bare patch is left between crowns.
fn spread(mut points: Vec<Point>, apart: f64, free: impl Fn(Point) -> bool) -> Vec<Point> {
    for _ in 0..24 {
        for i in 0..points.len() {
            let at = points[i];
            let pushes = points.iter().filter(|other| **other != at).map(|&other| {
                let way = at - other;
                unit(way) * ((apart - other.distance(at)).max(0.0) * 0.4)
            });
            let to = pushes.fold(at, |sum, push| sum + push);
            if free(to) {
                points[i] = to;
            }
        }
    }
    points
}

/// The crowns of a wood, light or not, or of an orchard: places and radii.
fn trees(shape: Hexagon, cover: CoverLook, variant: u32) -> Vec<(Point, f64)> {
    let seed = seed(cover, variant);
    let taken = |at: Point| at.x.abs() < 4.9 && at.y < -5.9;
    if cover == CoverLook::Orchard {
        const STEP: f64 = 3.7;
        let place = |i: i32| (f64::from(i) - 1.5) * STEP;
        let lattice = (0..4).flat_map(|row| (0..4).map(move |column| pt(place(column), place(row) + 1.3)));
        return lattice.filter(|&p| shape.contains(p, 1.4) && !taken(p)).map(|p| (p, 1.25)).collect();
    }
    let places = if cover == CoverLook::LightWoods {
        shape.scatter(seed, 14, 1.9, 3.2, taken)
    } else {
        let free = |at: Point| shape.contains(at, 1.9) && !taken(at);
        spread(shape.scatter(seed, 26, 1.9, 1.9, taken), 3.05, free)
    };
    places.into_iter().enumerate().map(|(i, p)| (p, 1.3 + 0.6 * seed.and("s").and(i).part())).collect()
}

/// What a wood, an orchard or a village has where the place is free: `free` is asked with a place in the hex and
/// the room that is wanted around it.
pub(super) fn beside(
    orientation: Orientation,
    cover: CoverLook,
    variant: u32,
    free: impl Fn(Point, f64) -> bool,
) -> Vec<Item> {
    let shape = Hexagon { orientation };
    if cover == CoverLook::Village {
        return village(shape, variant, free);
    }
    let mut trees = trees(shape, cover, variant);
    trees.retain(|&(p, r)| free(p, r * 0.85));
    if trees.is_empty() { Vec::new() } else { crowns(trees, seed(cover, variant)) }
}

/// Ticks of reed, each over dashes of open water.
fn marsh(shape: Hexagon, variant: u32) -> Vec<Item> {
    let (mut ticks, mut water) = (Path::new(), Path::new());
    let seed = Chance::new("marsh").and(variant);
    let taken = |at: Point| in_number_box(at - pt(0.0, 0.9));
    for (i, p) in shape.scatter(seed, 11, 1.6, 3.4, taken).into_iter().enumerate() {
        let h = 1.1 + seed.and("h").and(i).jitter(0.2);
        for (x, y) in [(-0.5, h * 0.72), (0.04, h), (0.52, h * 0.7)] {
            ticks.append(&Path::line(p, p + pt(x, -y)));
        }
        water.append(&Path::line(p + pt(-0.8, 0.28), p + pt(0.8, 0.28)));
        let aside = seed.and("w").and(i).jitter(0.5);
        water.append(&Path::line(p + pt(aside - 0.5, 0.7), p + pt(aside + 0.5, 0.7)));
    }
    vec![stroke(water, role::WATER_LINE, 0.2), stroke(ticks, role::VALLEY_MARK, 0.15)]
}

/// Furrows at 30°, 90° or 150°, two variants each.
fn fields(shape: Hexagon, variant: u32) -> Vec<Item> {
    let angle = [30.0, 90.0, 150.0][variant as usize % 3];
    let along = polar(pt(0.0, 0.0), 1.0, angle);
    let across = pt(-along.y, along.x);
    let mut lines = Path::new();
    let shift = if variant < 3 { 0.0 } else { 0.45 };
    for i in -13..=13 {
        let base = across * (f64::from(i) * 0.9 + shift);
        // From end to end of what lies in the hex and out of the number's box, in small steps.
        let mut from: Option<Point> = None;
        let mut last = base;
        for k in -60..=61 {
            let p = base + along * (f64::from(k) * 0.2);
            let is_in = k <= 60 && shape.contains(p, 1.5) && !in_number_box(p);
            match (is_in, from) {
                (true, None) => from = Some(p),
                (false, Some(start)) => {
                    if start.distance(last) > 0.8 {
                        lines.append(&Path::line(start, last));
                    }
                    from = None;
                }
                _ => {}
            }
            last = p;
        }
    }
    vec![stroke(lines, role::PLATEAU_MARK, 0.12)]
}

/// Light, middle and dark faces of roofs.
const ROOFS: [[Role; 3]; 4] = [
    [role::BRICK_LIGHT, role::BRICK, role::BRICK_DARK],
    [role::BRICK, role::BRICK_DARK, role::CAMP_MARK],
    [role::BRICK_LIGHT, role::BRICK_LIGHT, role::BRICK],
    [role::SLATE_LIGHT, role::SLATE, role::SLATE_DARK],
];

fn house_name(tint: usize) -> String {
    format!("tile/house{tint}")
}

/// A house of 3 × 2 about its middle, seen from above: a hipped roof lit from the north-west, and its shadow.
fn house(tint: usize) -> Vec<Item> {
    let [light, middle, dark] = ROOFS[tint];
    let (w, h, hip) = (1.5, 1.0, 0.85);
    let (a, b) = (pt(-w + hip, 0.0), pt(w - hip, 0.0));
    let corners = [pt(-w, -h), pt(w, -h), pt(w, h), pt(-w, h)];
    let [nw, ne, se, sw] = corners;
    let outline = Path::polygon(corners);
    let mut ridge = Path::line(a, b);
    for (from, to) in [(nw, a), (sw, a), (ne, b), (se, b)] {
        ridge.append(&Path::line(from, to));
    }
    let shadow = outline.transformed(Transform::at(0.5, 0.5));
    vec![
        fill(shadow, Paint::new(role::SHADE).faded(0.35)),
        fill(outline.clone(), light),
        fill(Path::polygon([ne, se, b]), middle),
        fill(Path::polygon([sw, a, b, se]), dark),
        stroke(ridge, Paint::new(role::INK).faded(0.6), 0.09),
        stroke(outline, role::INK, 0.16),
    ]
}

/// Four to six houses around the centre, out of the number's box.
fn village(shape: Hexagon, variant: u32, free: impl Fn(Point, f64) -> bool) -> Vec<Item> {
    let seed = Chance::new("village").and(variant);
    let count = 4 + seed.and("n").below(3);
    let mut houses: Vec<(Point, f64, usize)> = Vec::new();
    for i in 0..count * 3 {
        let chance = seed.and(i);
        // Round the centre, in two rings that leave the number free.
        let angle = f64::from(i) * 360.0 / f64::from(count) + chance.jitter(12.0) - 60.0;
        let reach = if i < count { 4.9 } else { 7.0 } + chance.and("r").jitter(0.6);
        let p = polar(pt(0.0, 0.9), reach, angle);
        let is_clear = !(p.x.abs() < 5.4 && p.y < -5.2) && shape.contains(p, 2.1);
        let is_apart = houses.iter().all(|(other, _, _)| other.distance(p) > 3.7);
        if houses.len() < count as usize && is_clear && is_apart && free(p, 1.2) {
            let turn = [0.0, 90.0, 18.0, 72.0][chance.and("t").below(4) as usize];
            houses.push((p, turn, chance.and("c").below(ROOFS.len() as u32) as usize));
        }
    }
    houses.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    let place = |p: Point, turn: f64| Transform::at(p.x, p.y).of(Transform::turn(turn));
    houses.into_iter().map(|(p, turn, tint)| Use::new(house_name(tint), place(p, turn)).into()).collect()
}

/// Trees over a shared hexside, in zigzag.
fn bridge(shape: Hexagon, side: usize, variant: u32) -> Vec<Item> {
    let seed = Chance::new("bridge").and(variant).and(side);
    let (middle, out) = shape.side(side);
    let along = pt(-out.y, out.x);
    let trees = (0..6).map(|j| {
        let t = -0.38 + 0.76 * f64::from(j) / 5.0;
        let p = middle + along * (t * SIDE);
        let mut aside = if j % 2 == 1 { 1.15 } else { -1.15 } + seed.and(j).jitter(0.35);
        // The lower hex keeps its number.
        if out.y > 0.9 && p.x.abs() < 4.6 {
            aside = aside.min(-0.9);
        }
        (p + out * aside, 1.45 + 0.5 * seed.and("s").and(j).part())
    });
    crowns(trees.collect(), seed)
}

/// A circle of nine lodges open to the east, and two inside.
fn camp(variant: u32) -> Vec<Item> {
    let seed = Chance::new("camp").and(variant);
    let mut lodges: Vec<Point> = (0..9)
        .map(|i| {
            let chance = seed.and(i);
            let angle = 42.0 + f64::from(i) * 276.0 / 8.0 + chance.jitter(4.0);
            let (sin, cos) = angle.to_radians().sin_cos();
            pt(7.2 * cos + chance.and("x").jitter(0.25), 5.0 * sin + 2.5 + chance.and("y").jitter(0.25))
        })
        .collect();
    let shape = Hexagon { orientation: Orientation::Flat };
    let inside = shape.scatter(seed.and("inside"), 2, 4.6, 3.0, |_| false);
    let inside = inside.into_iter().map(|p| pt(p.x * 0.62, p.y * 0.45 + 2.6));
    lodges.extend(inside);
    lodges.sort_by(|a, b| a.y.total_cmp(&b.y));
    let place = |(i, p): (usize, Point)| {
        let name = lodge_name(seed.and("h").and(i).below(LODGES));
        Use::new(name, Transform::at(p.x, p.y)).into()
    };
    lodges.into_iter().enumerate().map(place).collect()
}

/// Heights of lodges.
const LODGES: u32 = 3;

fn lodge_name(variant: u32) -> String {
    format!("tile/lodge/{variant}")
}

/// A lodge in elevation about its foot.
fn lodge(variant: u32) -> Vec<Item> {
    let h = [2.45, 2.7, 2.95][variant as usize % 3];
    let w = 1.25;
    let at = pt;
    let mark = |opacity| Paint::new(role::CAMP_MARK).faded(opacity);
    let body = Path::polygon([
        at(-0.1, -h),
        at(0.1, -h),
        at(w, 0.0),
        at(w * 0.3, 0.34),
        at(-w * 0.6, 0.22),
        at(-w, 0.0),
    ]);
    let mut lines = body.clone();
    for (x, y) in [(-0.45, 0.75), (0.1, 0.9), (0.55, 0.65)] {
        lines.append(&Path::line(at(0.0, -h + 0.3), at(x, -h - y)));
    }
    vec![
        fill(Path::polygon([at(0.2, 0.0), at(w + 1.5, 0.42), at(w * 0.2, 0.5)]), mark(0.4)),
        fill(body, role::TIPI),
        fill(Path::polygon([at(0.02, -h * 0.95), at(w, 0.0), at(w * 0.3, 0.34)]), mark(0.33)),
        stroke(lines, role::CAMP_MARK, 0.14),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    #[test]
    fn ground_tiles_stay_in_their_hex_and_off_its_number() {
        let drawing = Drawing::new("");
        for orientation in [Orientation::Flat, Orientation::Pointed] {
            for (name, symbol) in all(orientation).iter().filter(|(name, _)| name.starts_with("tile/valley"))
            {
                for item in &symbol.items {
                    let bounds = drawing.bounds(item).unwrap();
                    assert!(bounds.grown(-0.1).x > -SIDE && bounds.right() < SIDE, "{name} {bounds:?}");
                }
            }
        }
    }

    #[test]
    fn every_tile_is_made() {
        let tiles = all(Orientation::Flat);
        assert!(tiles.values().all(|tile| !tile.items.is_empty()));
    }
}
