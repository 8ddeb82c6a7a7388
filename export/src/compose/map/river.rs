//! Rivers: their course from corner to corner, banks, current, glints, and fords across them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::face::HexsideLook;
use engine::hex::{Corner, Direction, Hex, HexSide};
use engine::scenario::RiverWidth;

use super::chain::{open_spline, sampled};
use super::{Board, Detail, Window, lake, road};
use crate::compose::kit::{
    Chance, dashed, dashed_from, fill, middle, moved_aside, smooth_open, smooth_points, stroke, unit,
};
use crate::drawing::{Item, Paint, Path, Point, Rect, Segment, Shape, Stroke, Transform, Use, pt};
use crate::palette::role;

/// The length of a piece of the curve at a corner, from one middle of a hexside to the next.
const PIECE: f64 = 10.52;

/// A course of water along hexsides, from its source to its mouth.
#[derive(Debug, Clone, PartialEq)]
pub struct River {
    /// The corners that it runs by, and some beyond the board where it leaves it.
    corners: Vec<Point>,
    /// The number of hexsides of the board that it runs along.
    pub hexsides: usize,
    /// Its width at its source and at its mouth.
    widths: (f64, f64),
    /// Whether it ends in another course, or begins by leaving one.
    is_joined: bool,
}

impl River {
    /// The curve of its middle.
    pub fn path(&self) -> Path {
        open_spline(&self.corners)
    }

    /// Its middle as a chain of points, from the source.
    pub fn course(&self) -> Vec<Point> {
        sampled(&self.corners, 4)
    }

    /// Does it come within a box?
    pub fn is_near(&self, rect: Rect) -> bool {
        self.corners.iter().any(|&corner| rect.contains(corner))
    }

    /// Its width at a corner: it grows on its way.
    fn width(&self, corner: f64) -> f64 {
        let last = self.corners.len() as f64 - 1.0;
        let (from, to) = self.widths;
        from + (to - from) * (corner / last.max(1.0)).clamp(0.0, 1.0)
    }

    /// How broad it is beside an ordinary river.
    pub(super) fn breadth(&self) -> f64 {
        (self.widths.1 / 2.9).clamp(0.55, 1.7)
    }

    /// The stretches that reach into a box, with a few corners more at their ends.
    fn stretches(&self, rect: Rect) -> Vec<(usize, usize)> {
        let mut out: Vec<(usize, usize)> = Vec::new();
        let last = self.corners.len() - 1;
        for (i, &corner) in self.corners.iter().enumerate() {
            if !rect.contains(corner) {
                continue;
            }
            let (from, to) = (i.saturating_sub(2), (i + 2).min(last));
            match out.last_mut() {
                Some(stretch) if from <= stretch.1 => stretch.1 = to,
                _ => out.push((from, to)),
            }
        }
        out
    }
}

/// The corners of a board between which rivers run, each with those next to it.
type Links = BTreeMap<Corner, Vec<Corner>>;

/// The hexsides of water, each with its width there.
pub(super) type Widths = BTreeMap<HexSide, f64>;

/// The sources that a map gives, by the first corner of their hexsides, with their rank: great rivers first.
type Sources<'a> = BTreeMap<Corner, Vec<(usize, &'a engine::scenario::River)>>;

fn sources_of<'a>(board: &Board<'a>) -> Sources<'a> {
    let mut entries: Vec<_> = board.map.rivers.iter().filter(|river| board.is_wet(river.source)).collect();
    entries.sort_by_key(|river| match river.width {
        RiverWidth::Great => 0,
        RiverWidth::River => 1,
        RiverWidth::Stream => 2,
    });
    let mut out = Sources::new();
    for (rank, river) in entries.into_iter().enumerate() {
        out.entry(river.source.corners().0).or_default().push((rank, river));
    }
    out
}

/// Finds the courses of all rivers of a board, and how broad they are along each hexside.
///
/// All water that hangs together runs to one mouth. A course begins at the source that the map gives a river, else
/// at a loose end, and runs down until it meets one that was there before it: great rivers come first, then long
/// ones. Where the map says nothing, the northern end is the mouth.
pub(super) fn courses(board: &Board<'_>) -> (Vec<River>, Widths) {
    let mut links = Links::new();
    for &side in board.map.sides.keys().filter(|&&side| board.is_wet(side)) {
        let (a, b) = side.corners();
        links.entry(a).or_default().push(b);
        links.entry(b).or_default().push(a);
    }
    let sources = sources_of(board);
    let mut out = (Vec::new(), Widths::new());
    let mut seen = BTreeSet::new();
    for &start in links.keys() {
        if seen.contains(&start) {
            continue;
        }
        let water = distances(&links, &[start]);
        seen.extend(water.keys().copied());
        let water: Vec<Corner> = water.into_keys().collect();
        system(board, &links, &sources, &water, &mut out);
    }
    out
}

/// How many hexsides each corner is away from the nearest of some.
fn distances(links: &Links, from: &[Corner]) -> BTreeMap<Corner, u32> {
    let mut out: BTreeMap<Corner, u32> = from.iter().map(|&corner| (corner, 0)).collect();
    let mut next: VecDeque<Corner> = from.iter().copied().collect();
    while let Some(corner) = next.pop_front() {
        let onward = out[&corner] + 1;
        for &other in &links[&corner] {
            if let Entry::Vacant(entry) = out.entry(other) {
                entry.insert(onward);
                next.push_back(other);
            }
        }
    }
    out
}

/// The courses of waters that hang together.
fn system(
    board: &Board<'_>,
    links: &Links,
    given: &Sources<'_>,
    water: &[Corner],
    out: &mut (Vec<River>, Widths),
) {
    let is_end = |corner: &Corner| links[corner].len() == 1;
    // Sources that are given: the loose end of the hexside, or the end of it that is nearer to one.
    let ends: Vec<Corner> = water.iter().copied().filter(is_end).collect();
    let to_ends = distances(links, &ends);
    let mut sources: Vec<(Corner, Option<RiverWidth>)> = Vec::new();
    let mut entries: Vec<_> = water.iter().filter_map(|corner| given.get(corner)).flatten().collect();
    entries.sort_by_key(|(rank, _)| *rank);
    let mut given = BTreeSet::new();
    for (_, river) in entries {
        let (a, b) = river.source.corners();
        let far = |corner: Corner| to_ends.get(&corner).copied().unwrap_or(u32::MAX);
        let source = if far(b) < far(a) { b } else { a };
        if given.insert(source) {
            sources.push((source, Some(river.width)));
        }
    }
    let north = |corner: &&Corner| {
        let p = board.corner(**corner);
        (p.y, p.x)
    };
    let by_north = |a: &&Corner, b: &&Corner| {
        let (a, b) = (north(a), north(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    let loose: Vec<Corner> = ends.iter().copied().filter(|end| !given.contains(end)).collect();
    let mouth = if given.is_empty() {
        loose.iter().min_by(by_north).or_else(|| water.iter().min_by(by_north))
    } else {
        let from = distances(links, &given.into_iter().collect::<Vec<_>>());
        let all = if loose.is_empty() { water } else { &loose };
        all.iter().max_by(|a, b| from[*a].cmp(&from[*b]).then(by_north(b, a)))
    };
    let Some(&mouth) = mouth else { return };
    let down = distances(links, &[mouth]);
    let mut others: Vec<Corner> = loose.into_iter().filter(|&end| end != mouth).collect();
    others.sort_by_key(|end| (std::cmp::Reverse(down[end]), *end));
    sources.extend(others.into_iter().map(|end| (end, None)));

    let (out, widths) = (&mut out.0, &mut out.1);
    let mut courses = Courses { board, links, used: BTreeSet::new(), passed: BTreeMap::new(), out, widths };
    for (source, width) in sources {
        courses.run(source, width, |corner| down[&corner]);
    }
    // What is left are second ways round islands, and rings.
    let mut left: Vec<Corner> = water.to_vec();
    left.sort_by_key(|corner| (std::cmp::Reverse(down[corner]), *corner));
    for start in left {
        while courses.run(start, None, |corner| down[&corner]) {}
    }
}

/// The courses that are found, and where they run.
struct Courses<'a, 'b> {
    board: &'a Board<'b>,
    links: &'a Links,
    used: BTreeSet<(Corner, Corner)>,
    /// The course that runs by a corner, and the corner's place in it.
    passed: BTreeMap<Corner, (usize, usize)>,
    out: &'a mut Vec<River>,
    widths: &'a mut Widths,
}

impl Courses<'_, '_> {
    /// Follows the water from a corner down to the mouth or to another course; false if it is all used.
    fn run(&mut self, source: Corner, class: Option<RiverWidth>, down: impl Fn(Corner) -> u32) -> bool {
        let mut chain = vec![source];
        let mut at = source;
        loop {
            let free = self.links[&at].iter().filter(|&&to| !self.used.contains(&(at, to)));
            // Downhill; a second way round an island may have to climb first.
            let Some(&to) = free.min_by_key(|&&to| (down(to), to)) else { break };
            self.used.insert((at, to));
            self.used.insert((to, at));
            chain.push(to);
            at = to;
            if self.passed.contains_key(&at) || at == source {
                break;
            }
        }
        if chain.len() < 2 {
            return false;
        }
        let hexsides = chain.len() - 1;
        let board = self.board;
        let is_end = |corner: Corner| self.links[&corner].len() == 1;
        let (from, into) = (self.passed.get(&source).copied(), self.passed.get(&at).copied());
        let index = self.out.len();
        if into.is_none() && is_end(at) {
            run_out(board, &mut chain);
        }
        chain.reverse();
        let lead = chain.len();
        if from.is_none() && is_end(source) {
            run_out(board, &mut chain);
        }
        let lead = chain.len() - lead;
        chain.reverse();
        let mut corners: Vec<Point> = chain.iter().map(|&corner| board.corner(corner)).collect();
        // A course that meets another leaves its last corner as the other does, and ends on it.
        let mut limit = f64::INFINITY;
        if let Some((course, place)) = into {
            let main = &self.out[course];
            limit = limit.min(main.width(place as f64) * 0.85);
            if let Some(&next) = main.corners.get(place + 1) {
                corners.push(middle(main.corners[place], next));
            }
        } else if let Some(lake) = into_lake(board, at) {
            corners.push(lake);
        }
        let mut first = lead;
        if let Some((course, place)) = from {
            let main = &self.out[course];
            limit = limit.min(main.width(place as f64) * 0.85);
            if let Some(before) = place.checked_sub(1) {
                corners.insert(0, middle(main.corners[before], main.corners[place]));
                first += 1;
            }
        } else if let Some(lake) = into_lake(board, source) {
            corners.insert(0, lake);
            first += 1;
        }
        let (narrow, wide) = match class {
            Some(RiverWidth::Stream) => (0.9, 1.4),
            Some(RiverWidth::River) => (1.7, 2.9),
            Some(RiverWidth::Great) => (3.5, 5.0),
            // A short stretch has one width.
            None if corners.len() < 13 => (2.35, 2.35),
            None => (1.7, 2.9),
        };
        let wide = f64::min(wide, limit);
        let widths = (f64::min(narrow, if into.is_some() { wide * 0.8 } else { wide }), wide);
        let river = River { corners, hexsides, widths, is_joined: from.is_some() || into.is_some() };
        let along = &chain[lead..=lead + hexsides];
        for (i, &corner) in along.iter().enumerate() {
            self.passed.entry(corner).or_insert((index, first + i));
        }
        for (i, ends) in along.windows(2).enumerate() {
            let others = ends[1].sides();
            let side = ends[0].sides().into_iter().find(|side| others.contains(side));
            self.widths.extend(side.map(|side| (side, river.width((first + i) as f64 + 0.5))));
        }
        self.out.push(river);
        true
    }
}

/// A point in the lake at whose shore a corner lies, for water that runs into it or out of it.
fn into_lake(board: &Board<'_>, corner: Corner) -> Option<Point> {
    let lake = corner.hexes().into_iter().find(|&hex| lake::is_lake(board, hex))?;
    Some(board.corner(corner).towards(board.centre(lake), 0.3))
}

/// Lets a course that ends at the border run on out of the frame.
fn run_out(board: &Board<'_>, chain: &mut Vec<Corner>) {
    let (w, h) = board.layout.size();
    let outside = |corner: Corner| {
        let p = board.corner(corner);
        (-p.x).max(p.x - w).max(-p.y).max(p.y - h)
    };
    let Some(&end) = chain.last() else { return };
    if end.hexes().iter().all(|&hex| board.is_on(hex)) {
        return;
    }
    for _ in 0..4 {
        let n = chain.len();
        let (before, end) = (chain[n - 2], chain[n - 1]);
        let next = end
            .sides()
            .into_iter()
            .map(|side| {
                let (a, b) = side.corners();
                if a == end { b } else { a }
            })
            .filter(|&corner| corner != before)
            .max_by(|&a, &b| outside(a).total_cmp(&outside(b)).then(b.cmp(&a)));
        let Some(next) = next else { return };
        chain.push(next);
    }
}

pub(super) fn draw(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    let near = window.clip.grown(16.0);
    let lakes = lake::Lakes::of(board, window);
    let mut bands: Vec<Bands> = Vec::new();
    for river in &board.rivers {
        for (from, to) in river.stretches(near) {
            bands.push(Bands { river, corners: &river.corners[from..=to], from });
        }
    }
    if detail < Detail::Middle {
        let (bank, water) = if detail == Detail::Coarse { (3.6, 2.2) } else { (4.6, 3.4) };
        let mut draw = |tint, width: f64| {
            lakes.coarse(tint, (width - water).max(0.0), out);
            for band in &bands {
                out.push(stroke(open_spline(band.corners), tint, width * band.river.breadth()));
            }
        };
        draw(role::WATER_LINE, bank);
        draw(role::WATER, water);
    } else {
        draw_waters(&bands, &lakes, detail, out);
    }
    for &side in board.map.sides.keys() {
        let is_ford = board.side(side) == Some(HexsideLook::Ford);
        let at = board.side_middle(side);
        if !window.shows(at, 12.0) || !(is_ford || road::has_bridge(board, side)) {
            continue;
        }
        if detail < Detail::Middle {
            let disc = Path::circle(at, 2.6);
            let tint = if is_ford { role::FORD } else { role::ROAD_FILL };
            out.push(Shape::filled(disc, tint).and_stroked(Stroke::new(role::ROAD, 0.9)).into());
        } else if is_ford {
            draw_ford(board, side, out);
        } else {
            road::draw_bridge(board, side, width_at(board, side), out);
        }
    }
}

/// A stretch of a course, from one of its corners on.
struct Bands<'a> {
    river: &'a River,
    corners: &'a [Point],
    from: usize,
}

/// Sand under all water, then banks, then water, then its lines, so that waters flow into each other.
fn draw_waters(bands: &[Bands<'_>], lakes: &lake::Lakes, detail: Detail, out: &mut Vec<Item>) {
    lakes.sand(out);
    for band in bands {
        out.push(fill(band.sand(), Paint::new(role::SAND).faded(0.9)));
    }
    // Water that meets no other has its bank around it.
    let meets = !lakes.is_empty() || bands.iter().any(|band| band.river.is_joined);
    if meets {
        lakes.bank(out);
        let waters: Vec<Path> = bands.iter().map(Bands::water).collect();
        for water in &waters {
            out.push(stroke(water.clone(), role::WATER_LINE, 0.44));
        }
        lakes.water(out);
        out.extend(waters.into_iter().map(|water| fill(water, role::WATER)));
    } else {
        for band in bands {
            let bank = Stroke::new(role::WATER_LINE, 0.22);
            out.push(Shape::filled(band.edges(0.09), role::WATER).and_stroked(bank).into());
        }
    }
    if detail >= Detail::Fine {
        for band in bands {
            band.lines(out);
        }
        lakes.lines(out);
    }
}

impl Bands<'_> {
    /// The corners moved aside, each by its own distance from the middle.
    fn moved(&self, by: impl Fn(usize) -> f64) -> Vec<Point> {
        moved_aside(self.corners, |i| by(i) * 1.1547)
    }

    fn width(&self, i: usize) -> f64 {
        self.river.width((self.from + i) as f64)
    }

    /// Broad bands need not wobble: they are curves of the corners moved aside.
    fn sand(&self) -> Path {
        let side = |way: f64| self.moved(|i| way * (self.width(i) / 2.0 + 0.85));
        between(open_spline(&side(1.0)), open_spline(&reversed(side(-1.0))))
    }

    fn water(&self) -> Path {
        self.edges(-0.02)
    }

    /// Both edges, so far outside of the course's width, wobbling a little.
    fn edges(&self, more: f64) -> Path {
        let wobble = |i: usize, side: f64| {
            let t = (self.from + i) as f64 * 4.0;
            0.10 * (t * 1.15 + side).sin() + 0.07 * (t * 0.47 + side * 2.0).sin()
        };
        let edge = |way: f64| self.moved(|i| way * (self.width(i) / 2.0 + more + wobble(i, 0.8 - 0.8 * way)));
        between(open_spline(&edge(1.0)), open_spline(&reversed(edge(-1.0))))
    }

    /// Current and glints; a stream has no room for more than one of each.
    fn lines(&self, out: &mut Vec<Item>) {
        let lines: [(f64, _, f64, f64, &[f64]); 4] = [
            (0.31, role::WATER_LINE, 0.75, 0.11, &[3.4, 1.3, 1.6, 0.9]),
            (0.0, role::WATER_LIGHT, 1.0, 0.13, &[2.2, 6.4]),
            (-0.31, role::WATER_LINE, 0.75, 0.11, &[2.6, 1.0, 4.2, 1.5]),
            (0.14, role::WATER_LIGHT, 1.0, 0.13, &[4.4, 3.6]),
        ];
        let count = if self.river.widths.1 < 1.5 { 2 } else { 4 };
        for &(aside, tint, opacity, thick, dash) in &lines[..count] {
            let line = open_spline(&self.moved(|i| aside * self.width(i)));
            let phase = self.from as f64 * PIECE % dash.iter().sum::<f64>();
            out.push(dashed_from(line, Paint::new(tint).faded(opacity), thick, dash, phase));
        }
    }
}

/// The band between two lines, the second of which runs back.
fn between(right: Path, mut left: Path) -> Path {
    let mut path = right;
    if let Some(Segment::Move(p)) = left.segments.first().copied() {
        left.segments[0] = Segment::Line(p);
    }
    path.append(&left);
    path.close();
    path
}

fn reversed(mut points: Vec<Point>) -> Vec<Point> {
    points.reverse();
    points
}

impl Board<'_> {
    /// Points along the inner shore of water at a hex's sides that is too broad for trees to stand beside it.
    pub(super) fn broad_water(&self, hex: Hex) -> Vec<Point> {
        let mut out = Vec::new();
        for direction in Direction::ALL {
            let side = HexSide::of(hex, direction);
            if !self.is_wet(side) {
                continue;
            }
            let half = width_at(self, side) / 2.0;
            if half < 1.6 {
                continue;
            }
            let inward = unit(self.centre(hex) - self.side_middle(side));
            let (a, b) = self.layout.side_ends(side);
            let (a, b): (Point, Point) = (a.into(), b.into());
            out.extend((0..=8).map(|i| a.towards(b, f64::from(i) / 8.0) + inward * (half - 0.9)));
        }
        out
    }
}

/// The width of the water that runs along a hexside.
fn width_at(board: &Board<'_>, side: HexSide) -> f64 {
    board.waters.get(&side).copied().unwrap_or(2.3)
}

/// Widths of the water that fords are drawn for.
pub(super) const FORDS: u32 = 6;
const FORD_STEP: f64 = 0.4;
/// Variants of a ford's stones.
pub(super) const FORD_VARIANTS: u32 = 1;

pub(super) fn ford_name(width: u32, variant: u32) -> String {
    format!("tile/ford{width}/{variant}")
}

/// Half the width of water that a ford is drawn for.
fn half_of(width: u32) -> f64 {
    0.55 + FORD_STEP * f64::from(width)
}

fn draw_ford(board: &Board<'_>, side: HexSide, out: &mut Vec<Item>) {
    let (a, b) = side.hexes();
    let (from, to) = (board.centre(a), board.centre(b));
    let at = board.side_middle(side);
    let turn = (to.y - from.y).atan2(to.x - from.x).to_degrees();
    let half = width_at(board, side) / 2.0;
    let width = ((half - half_of(0)) / FORD_STEP).round().clamp(0.0, f64::from(FORDS - 1)) as u32;
    let (c, r) = board.words(a);
    let chance = Chance::new("ford").and(c).and(r).and(side.direction().index());
    let place = Transform::at(at.x, at.y).of(Transform::turn(turn));
    out.push(Use::new(ford_name(width, chance.below(FORD_VARIANTS)), place).into());
}

/// A ford in the frame of its hexside: `x` across the water, `y` along it.
pub(super) fn ford(width: u32, variant: u32) -> Vec<Item> {
    const LONG: f64 = 5.4;
    let h = half_of(width);
    let mut items = Vec::new();
    let shallows = [
        (-h - 1.3, -0.36),
        (-h * 0.2, -0.5),
        (h + 1.3, -0.36),
        (h + 1.5, 0.0),
        (h + 1.3, 0.36),
        (h * 0.2, 0.5),
        (-h - 1.3, 0.36),
        (-h - 1.5, 0.0),
    ]
    .map(|(x, y)| pt(x, y * LONG));
    items.push(fill(smooth_points(&shallows, 0.36), role::FORD));
    let (mut curls, mut ripples, mut tracks) = (Path::new(), Path::new(), Path::new());
    for s in [-1.0, 1.0] {
        curls.append(&smooth_open(&[
            pt(-h - 0.2, s * LONG * 0.5),
            pt(-h + 0.5, s * LONG * 0.38),
            pt(h - 0.5, s * LONG * 0.38),
            pt(h + 0.2, s * LONG * 0.5),
        ]));
        let y = s * LONG * 0.27;
        ripples.append(&smooth_open(&[pt(-h + 0.3, y), pt(0.0, s * LONG * 0.23), pt(h - 0.3, y)]));
        for way in [-1.0, 1.0] {
            let near = pt(way * (h + 0.2), s * 0.62);
            tracks.append(&Path::line(pt(way * (h + 4.3), s * 0.87), near));
        }
    }
    items.push(stroke(curls, Paint::new(role::WATER_LINE).faded(0.8), 0.12));
    items.push(stroke(ripples, Paint::new(role::WATER_LINE).faded(0.6), 0.11));
    items.push(dashed(tracks, role::ROAD, 0.26, &[1.05, 0.6]));
    let chance = Chance::new("ford").and(width).and(variant);
    let mut stones = Path::new();
    for i in 0..7 {
        let x = -h - 0.15 + (2.0 * h + 0.3) * f64::from(i) / 6.0;
        let stone = chance.and(i);
        stones.append(&Path::ellipse((x, stone.jitter(0.5)), 0.34 + 0.1 * stone.and("r").part(), 0.27));
    }
    items.push(Shape::filled(stones, role::LIGHT).and_stroked(Stroke::new(role::ROCK_MARK, 0.14)).into());
    items
}

/// The course of a river for its name: sampled evenly and much relaxed.
pub(super) fn relaxed(course: &[Point]) -> Vec<Point> {
    let mut soft = crate::compose::kit::resampled(course, 6.0);
    for _ in 0..260 {
        let before = soft.clone();
        for i in 1..soft.len().saturating_sub(1) {
            soft[i] = (before[i - 1] + before[i] + before[i + 1]) * (1.0 / 3.0);
        }
    }
    crate::compose::kit::resampled(&soft, 1.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::fixture;
    use crate::compose::map::MapLook;

    #[test]
    fn water_is_as_broad_along_a_hexside_as_the_course_that_runs_there() {
        let map = fixture::country();
        let (terrains, hexsides) = (fixture::country_terrains(), fixture::country_hexsides());
        let board = Board::new(MapLook { map: &map, terrains: &terrains, hexsides: &hexsides });
        let wet: Vec<HexSide> = map.sides.keys().copied().filter(|&side| board.is_wet(side)).collect();
        assert!(wet.iter().all(|side| board.waters.contains_key(side)));
        assert_eq!(board.waters.len(), wet.len());
        // A brook ends in the middle of a hexside along which the great river runs.
        let [main, brook, _] = board.rivers() else { panic!("{} rivers", board.rivers().len()) };
        let mouth = brook.corners[brook.corners.len() - 1];
        let side = wet.into_iter().find(|&side| board.side_middle(side).distance(mouth) < 1e-9);
        let width = width_at(&board, side.unwrap());
        assert!(width >= main.widths.0 && width > brook.widths.1, "{width}");
    }
}
