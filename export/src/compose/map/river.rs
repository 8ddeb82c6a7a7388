//! Rivers: their course from corner to corner, banks, current, glints, and fords across them.

use std::collections::BTreeMap;

use engine::face::HexsideLook;
use engine::hex::{Corner, HexSide};

use super::chain::{open_spline, sampled};
use super::{Board, Detail, Window};
use crate::compose::kit::{
    Chance, dashed, dashed_from, fill, length, moved_aside, smooth_open, smooth_points, stroke,
};
use crate::drawing::{Group, Item, Paint, Path, Point, Rect, Segment, Shape, Stroke, Transform, pt};
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

    /// Its width at a corner: it grows on its way; a short stretch has one width.
    fn width(&self, corner: f64) -> f64 {
        let last = self.corners.len() as f64 - 1.0;
        if last < 12.0 { 2.35 } else { 1.7 + 1.2 * (corner / last).clamp(0.0, 1.0) }
    }

    /// Its width where it passes a point.
    fn width_at(&self, at: Point) -> f64 {
        let nearest = (0..self.corners.len())
            .min_by(|&a, &b| self.corners[a].distance(at).total_cmp(&self.corners[b].distance(at)));
        self.width(nearest.unwrap_or(0) as f64)
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

/// Finds the courses of all rivers of a board: chains between ends and forks, the higher-lying end unknown, so
/// that the southern one counts as the source.
pub(super) fn courses(board: &Board<'_>) -> Vec<River> {
    let mut links: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &side in board.map.sides.keys().filter(|&&side| board.is_wet(side)) {
        let (a, b) = side.corners();
        links.entry(a).or_default().push(b);
        links.entry(b).or_default().push(a);
    }
    let mut used: std::collections::BTreeSet<(Corner, Corner)> = std::collections::BTreeSet::new();
    let mut out = Vec::new();
    let mut starts: Vec<Corner> = links.keys().copied().filter(|corner| links[corner].len() != 2).collect();
    // What has no end is a ring.
    starts.extend(links.keys().copied());
    for start in starts {
        for &first in &links[&start] {
            if used.contains(&(start, first)) {
                continue;
            }
            let mut chain = vec![start];
            let (mut from, mut to) = (start, first);
            loop {
                used.insert((from, to));
                used.insert((to, from));
                chain.push(to);
                let onward = &links[&to];
                if onward.len() != 2 {
                    break;
                }
                let next = if onward[0] == from { onward[1] } else { onward[0] };
                if used.contains(&(to, next)) {
                    break;
                }
                (from, to) = (to, next);
            }
            out.push(river(board, &links, chain));
        }
    }
    out
}

fn river(board: &Board<'_>, links: &BTreeMap<Corner, Vec<Corner>>, mut chain: Vec<Corner>) -> River {
    let hexsides = chain.len() - 1;
    let (first, last) = (chain[0], chain[hexsides]);
    let is_end = |corner: Corner| links[&corner].len() == 1;
    let (a, b) = (board.corner(first), board.corner(last));
    let is_upstream = match (is_end(first), is_end(last)) {
        (true, false) => true,
        (false, true) => false,
        _ => (a.y, a.x) >= (b.y, b.x),
    };
    if !is_upstream {
        chain.reverse();
    }
    if is_end(chain[hexsides]) {
        run_out(board, &mut chain);
    }
    chain.reverse();
    if chain.last().is_some_and(|&corner| is_end(corner)) {
        run_out(board, &mut chain);
    }
    chain.reverse();
    River { corners: chain.into_iter().map(|corner| board.corner(corner)).collect(), hexsides }
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
    for river in &board.rivers {
        for (from, to) in river.stretches(near) {
            let corners = &river.corners[from..=to];
            if detail < Detail::Middle {
                let (bank, water) = if detail == Detail::Coarse { (3.6, 2.2) } else { (4.6, 3.4) };
                let course = open_spline(corners);
                out.push(stroke(course.clone(), role::WATER_LINE, bank));
                out.push(stroke(course, role::WATER, water));
                continue;
            }
            draw_course(river, corners, from, detail, out);
        }
    }
    let fords = board.map.sides.keys().filter(|&&side| board.side(side) == Some(HexsideLook::Ford));
    for &side in fords {
        let at = board.side_middle(side);
        if !window.shows(at, 12.0) {
            continue;
        }
        if detail < Detail::Middle {
            let disc = Path::circle(at, 2.6);
            out.push(Shape::filled(disc, role::FORD).and_stroked(Stroke::new(role::ROAD, 0.9)).into());
        } else {
            draw_ford(board, side, out);
        }
    }
}

fn draw_course(river: &River, corners: &[Point], from: usize, detail: Detail, out: &mut Vec<Item>) {
    const PARTS: usize = 3;
    let course = sampled(corners, PARTS);
    // The first sample is a corner, then come so many a piece.
    let place = |i: usize| from as f64 + 0.5 + (i as f64 - 1.0) / PARTS as f64;
    let wobble = |i: usize, side: f64| {
        let t = place(i) * 4.0;
        0.10 * (t * 1.15 + side).sin() + 0.07 * (t * 0.47 + side * 2.0).sin()
    };
    // Broad lines that need not wobble are curves of the corners moved aside.
    let width = |i: usize| river.width((from + i) as f64);
    let moved = |by: &dyn Fn(usize) -> f64| moved_aside(corners, |i| by(i) * 1.1547);
    let sand = |way: f64| moved(&|i| way * (width(i) / 2.0 + 0.85));
    let between = |right: Path, mut left: Path| {
        let mut path = right;
        if let Some(Segment::Move(p)) = left.segments.first().copied() {
            left.segments[0] = Segment::Line(p);
        }
        path.append(&left);
        path.close();
        path
    };
    let reversed = |mut points: Vec<Point>| {
        points.reverse();
        points
    };
    let banks = between(open_spline(&sand(1.0)), open_spline(&reversed(sand(-1.0))));
    out.push(fill(banks, Paint::new(role::SAND).faded(0.9)));
    let edge = |way: f64| {
        moved_aside(&course, |i| way * (river.width(place(i)) / 2.0 + 0.09 + wobble(i, 0.8 - 0.8 * way)))
    };
    let water = between(smooth_open(&edge(1.0)), smooth_open(&reversed(edge(-1.0))));
    out.push(Shape::filled(water, role::WATER).and_stroked(Stroke::new(role::WATER_LINE, 0.22)).into());
    if detail < Detail::Fine {
        return;
    }
    let lines: [(f64, _, f64, f64, &[f64]); 4] = [
        (0.31, role::WATER_LINE, 0.75, 0.11, &[3.4, 1.3, 1.6, 0.9]),
        (-0.31, role::WATER_LINE, 0.75, 0.11, &[2.6, 1.0, 4.2, 1.5]),
        (0.10, role::WATER_LIGHT, 1.0, 0.13, &[4.4, 2.6]),
        (-0.12, role::WATER_LIGHT, 1.0, 0.13, &[2.2, 3.6]),
    ];
    for (aside, tint, opacity, thick, dash) in lines {
        let line = open_spline(&moved(&|i| aside * width(i)));
        let phase = from as f64 * PIECE % dash.iter().sum::<f64>();
        out.push(dashed_from(line, Paint::new(tint).faded(opacity), thick, dash, phase));
    }
}

/// A ford in the frame of its hexside: `x` across the water, `y` along it.
fn draw_ford(board: &Board<'_>, side: HexSide, out: &mut Vec<Item>) {
    const LONG: f64 = 5.4;
    let (a, b) = side.hexes();
    let (from, to) = (board.centre(a), board.centre(b));
    let at = board.side_middle(side);
    let turn = (to.y - from.y).atan2(to.x - from.x).to_degrees();
    let river = board.rivers.iter().min_by(|x, y| nearest(x, at).total_cmp(&nearest(y, at)));
    let h = river.map_or(2.3, |river| river.width_at(at)) / 2.0;
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
    let (c, r) = board.words(a);
    let chance = Chance::new("ford").and(c).and(r).and(side.direction().index());
    let mut stones = Path::new();
    for i in 0..7 {
        let x = -h - 0.15 + (2.0 * h + 0.3) * f64::from(i) / 6.0;
        let stone = chance.and(i);
        stones.append(&Path::ellipse((x, stone.jitter(0.5)), 0.34 + 0.1 * stone.and("r").part(), 0.27));
    }
    items.push(Shape::filled(stones, role::LIGHT).and_stroked(Stroke::new(role::ROCK_MARK, 0.14)).into());
    let place = Transform::at(at.x, at.y).of(Transform::turn(turn));
    out.push(Group::new(items).placed(place).into());
}

fn nearest(river: &River, at: Point) -> f64 {
    river.corners.iter().map(|corner| corner.distance(at)).fold(f64::INFINITY, f64::min)
}

/// The course of a river for its name: sampled evenly, much relaxed, and moved aside.
pub(super) fn relaxed(course: &[Point], aside: f64) -> Vec<Point> {
    let mut soft = crate::compose::kit::resampled(course, 6.0);
    for _ in 0..260 {
        let before = soft.clone();
        for i in 1..soft.len().saturating_sub(1) {
            soft[i] = (before[i - 1] + before[i] + before[i + 1]) * (1.0 / 3.0);
        }
    }
    let soft = crate::compose::kit::resampled(&soft, 1.5);
    debug_assert!(length(&soft) >= 0.0);
    moved_aside(&soft, |_| aside)
}
