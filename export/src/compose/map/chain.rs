//! Outlines of regions of hexes, and the curve that is drawn along them.
//!
//! The outline of a region is a closed chain of hexsides. It is drawn as a quadratic B-spline: the middles of the
//! hexsides are on the curve and the corners are its control points, so that the curve touches each hexside at
//! its middle and leaves a corner by at most an eighth of a hexside. What lies on a hexside therefore lies on the
//! hexside. A curve moved aside is the curve of the corners moved aside.

use std::collections::{BTreeMap, BTreeSet};

use engine::hex::{Corner, Direction, Hex, Orientation};

use super::Board;
use super::place::Window;
use crate::compose::kit::{middle, right_of, unit};
use crate::drawing::{Path, Point, Rect, pt};

/// A closed chain of hexsides around a region, which lies to its right.
#[derive(Debug, Clone)]
pub(crate) struct Ring {
    pub keys: Vec<Corner>,
    pub corners: Vec<Point>,
    /// For the hexside from each corner to the next: the hex of the region and the hex outside.
    pub sides: Vec<(Hex, Hex)>,
    /// Whether that hexside is an edge of the region, or only one of the window.
    pub real: Vec<bool>,
}

/// The way in which a ring is followed: with the region to the right, or to the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    On,
    Back,
}

/// A place on the curve, with the direction into the region.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pub at: Point,
    pub inward: Point,
    /// The hexside that it belongs to.
    pub side: usize,
    /// The corner of the piece of curve, and the number of the mark on it: the words of its jitter.
    pub corner: Corner,
    pub number: u32,
}

/// The outlines of the region of all hexes in a window that pass a test.
pub(crate) fn rings(board: &Board<'_>, window: &Window, test: impl Fn(Hex) -> bool) -> Vec<Ring> {
    let inside: Vec<Hex> = window.hexes(board).filter(|&hex| test(hex)).collect();
    let mut out = outlines(board, &inside, |out| {
        let is_in_window = window.contains(board, out);
        let is_inside = test(out);
        (is_inside && is_in_window, is_in_window || !is_inside)
    });
    hide(&mut out, window.clip.grown(16.0));
    out
}

/// What cannot be seen is no edge to be drawn.
fn hide(rings: &mut [Ring], near: Rect) {
    for ring in rings {
        let n = ring.len();
        for i in 0..n {
            ring.real[i] &= near.contains(middle(ring.corners[i], ring.corners[(i + 1) % n]));
        }
    }
}

/// The outlines of hexes that were picked out of a window.
pub(crate) fn rings_around(board: &Board<'_>, hexes: &[Hex]) -> Vec<Ring> {
    let all: BTreeSet<Hex> = hexes.iter().copied().collect();
    outlines(board, hexes, |out| (all.contains(&out), true))
}

/// The outlines of a set of hexes of the board, wherever they lie. Hexes around the board are as the nearest on it,
/// so that an outline at the border runs on out of the frame.
pub(crate) fn rings_of(board: &Board<'_>, hexes: &BTreeSet<Hex>) -> Vec<Ring> {
    const AROUND: i32 = 2;
    let grid = &board.map.grid;
    let reach = |at: i32, count: u16| {
        let last = i32::from(count) - 1;
        let from = if at == 0 { -AROUND } else { at };
        from..=if at == last { last + AROUND } else { at }
    };
    let around = |&hex: &Hex| {
        let (column, row) = grid.column_row_signed(hex);
        let columns = reach(column, grid.columns);
        reach(row, grid.rows)
            .flat_map(move |row| columns.clone().map(move |column| grid.at_signed(column, row)))
    };
    let all: BTreeSet<Hex> = hexes.iter().flat_map(around).collect();
    let inside: Vec<Hex> = all.iter().copied().collect();
    let mut out = outlines(board, &inside, |out| {
        let is_inside = all.contains(&out);
        (is_inside, !is_inside && !hexes.contains(&board.nearest(out)))
    });
    hide(&mut out, board.frame().grown(16.0));
    out
}

/// The outlines of hexes; `ask` says of a neighbour whether it is one of them, and whether the hexside to it is
/// an edge of the region.
fn outlines(board: &Board<'_>, hexes: &[Hex], ask: impl Fn(Hex) -> (bool, bool)) -> Vec<Ring> {
    let mut next: BTreeMap<Corner, (Corner, Hex, Hex, bool)> = BTreeMap::new();
    for &hex in hexes {
        for direction in Direction::ALL {
            let out = hex.neighbour(direction);
            let (is_inside, real) = ask(out);
            if is_inside {
                continue;
            }
            let i = direction.index() + 4;
            next.insert(Corner::of(hex, i), (Corner::of(hex, i + 1), hex, out, real));
        }
    }
    let mut out = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut ring = Ring { keys: Vec::new(), corners: Vec::new(), sides: Vec::new(), real: Vec::new() };
        let mut at = start;
        while let Some((to, inside, outside, real)) = next.remove(&at) {
            ring.keys.push(at);
            ring.corners.push(board.corner(at));
            ring.sides.push((inside, outside));
            ring.real.push(real);
            at = to;
        }
        out.push(ring);
    }
    out
}

impl Ring {
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// The closed curve.
    pub fn path(&self) -> Path {
        spline(&self.corners)
    }

    /// The closed curve as far as it is seen within a box; around it straight lines, so that what is inside stays
    /// inside.
    pub fn path_within(&self, near: Rect) -> Path {
        let mut path = Path::new();
        if self.len() < 3 {
            return path;
        }
        let clamped = |p: Point| pt(p.x.clamp(near.x, near.right()), p.y.clamp(near.y, near.bottom()));
        let start = piece(&self.corners, 0).0;
        path.move_to(clamped(start));
        let mut line: Option<Point> = None;
        for i in 0..self.len() {
            let (a, c, b) = piece(&self.corners, i);
            let around = Rect::around(a, b).union(Rect::around(c, c));
            if near.meets(around) {
                if let Some(to) = line.take() {
                    path.line_to(to);
                }
                // A piece at the rim begins where the last line went.
                if path.last_point().is_some_and(|end| end.distance(a) > 1e-9) {
                    path.line_to(a);
                }
                path.quad_to(c, b);
            } else {
                let to = clamped(b);
                let from = path.last_point().unwrap_or(to);
                // One line along each side of the box.
                match line {
                    Some(via) if !is_straight(from, via, to) => {
                        path.line_to(via);
                    }
                    _ => {}
                }
                line = Some(to);
            }
        }
        if let Some(to) = line {
            path.line_to(to);
        }
        path.close();
        path
    }

    /// The corners moved into the region (out of it if negative), each by its own distance.
    pub fn moved_in(&self, by: impl Fn(usize) -> f64) -> Vec<Point> {
        let n = self.len();
        (0..n)
            .map(|i| {
                let before = unit(self.corners[i] - self.corners[(i + n - 1) % n]);
                let after = unit(self.corners[(i + 1) % n] - self.corners[i]);
                let sum = right_of(before) + right_of(after);
                let spread = 1.0 + before.x * after.x + before.y * after.y;
                self.corners[i] + sum * (by(i) / spread.max(0.1))
            })
            .collect()
    }

    /// The stretches of a curve of moved corners along those hexsides that pass a test, as open lines; a closed
    /// one if all do.
    pub fn stretches(&self, corners: &[Point], test: impl Fn(usize) -> bool) -> Path {
        let n = self.len();
        let keeps: Vec<bool> = (0..n).map(&test).collect();
        if keeps.iter().all(|&keep| keep) {
            return spline(corners);
        }
        let mut path = Path::new();
        // Begin behind a hexside that is left out, so that no stretch is cut in two.
        let Some(gap) = keeps.iter().position(|&keep| !keep) else { return path };
        for step in 1..=n {
            let i = (gap + step) % n;
            let (before, after) = (keeps[(i + n - 1) % n], keeps[i]);
            let (a, c, b) = piece(corners, i);
            let top = (a + c * 2.0 + b) * 0.25;
            match (before, after) {
                (true, true) => path.quad_to(c, b),
                (true, false) => path.quad_to(middle(a, c), top),
                (false, true) => path.move_to(top).quad_to(middle(c, b), b),
                (false, false) => &mut path,
            };
        }
        path
    }

    /// The hexsides of the open line that a hexside belongs to.
    pub fn around(&self, side: usize) -> Vec<usize> {
        let n = self.len();
        let on = (0..n).map(|step| (side + step) % n).take_while(|&side| self.real[side]);
        let back = (1..n).map(|step| (side + n - step) % n).take_while(|&side| self.real[side]);
        on.chain(back).collect()
    }

    /// The open line from the middle of a hexside on, or back, along those that are edges of the region.
    pub fn line_from(&self, side: usize, way: Way) -> Path {
        let n = self.len();
        let mut path = Path::new();
        path.move_to(middle(self.corners[side], self.corners[(side + 1) % n]));
        for step in 0..n {
            // The next corner, and the hexside behind it.
            let (corner, next) = match way {
                Way::On => ((side + 1 + step) % n, (side + 1 + step) % n),
                Way::Back => ((side + n - step) % n, (side + 2 * n - 1 - step) % n),
            };
            let (a, c, b) = match (piece(&self.corners, corner), way) {
                (piece, Way::On) => piece,
                ((a, c, b), Way::Back) => (b, c, a),
            };
            if !self.real[next] {
                path.quad_to(middle(a, c), (a + c * 2.0 + b) * 0.25);
                break;
            }
            path.quad_to(c, b);
        }
        path
    }

    /// Places along a curve of moved corners, about so far apart, the same number on every piece of one length.
    pub fn marks(&self, corners: &[Point], spacing: f64) -> Vec<Mark> {
        (0..self.len()).flat_map(|i| self.marks_at(corners, i, spacing)).collect()
    }

    /// Those on the piece of curve at a corner.
    pub fn marks_at(&self, corners: &[Point], i: usize, spacing: f64) -> Vec<Mark> {
        let n = self.len();
        let (a, c, b) = piece(corners, i);
        let mark = |(number, (at, inward, is_after)): (usize, (Point, Point, bool))| Mark {
            at,
            inward,
            side: if is_after { i } else { (i + n - 1) % n },
            corner: self.keys[i],
            number: number as u32,
        };
        places(a, c, b, spacing).into_iter().enumerate().map(mark).collect()
    }

    /// The corner of a ring of unmoved corners as one of the few that there are.
    pub fn bend(&self, i: usize) -> Bend {
        let n = self.len();
        let (before, at, after) = (self.corners[(i + n - 1) % n], self.corners[i], self.corners[(i + 1) % n]);
        let (from, to) = (at - before, after - at);
        let angle = from.y.atan2(from.x).to_degrees();
        Bend {
            // Hexsides lie at multiples of 60°, or 30° from them.
            way: (angle / 30.0).round().rem_euclid(12.0) as u8,
            is_right: from.x * to.y - from.y * to.x > 0.0,
        }
    }
}

/// A corner where one hexside of a chain goes on in the next: the direction of the first in steps of 30°, and
/// whether the second turns to the right of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bend {
    pub way: u8,
    pub is_right: bool,
}

impl Bend {
    /// All that a board of this orientation can have.
    pub fn all(orientation: Orientation) -> impl Iterator<Item = Self> {
        let first = match orientation {
            Orientation::Flat => 0,
            Orientation::Pointed => 1,
        };
        (0..6).flat_map(move |i| [false, true].map(|is_right| Self { way: first + 2 * i, is_right }))
    }

    /// The directions of both hexsides.
    pub fn ways(self) -> (Point, Point) {
        let of = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            pt(cos, sin)
        };
        let first = f64::from(self.way) * 30.0;
        (of(first), of(first + if self.is_right { 60.0 } else { -60.0 }))
    }
}

/// Places on a piece of curve, about so far apart: where, the direction to the right, and whether it belongs to
/// the second half.
pub(crate) fn places(a: Point, c: Point, b: Point, spacing: f64) -> Vec<(Point, Point, bool)> {
    const PARTS: usize = 16;
    let at = |t: f64| a * ((1.0 - t) * (1.0 - t)) + c * (2.0 * t * (1.0 - t)) + b * (t * t);
    let samples: [Point; PARTS + 1] = std::array::from_fn(|k| at(k as f64 / PARTS as f64));
    let whole: f64 = samples.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let count = (whole / spacing).round().max(1.0);
    let mut out = Vec::with_capacity(count as usize);
    let (mut wanted, mut passed) = (whole / count / 2.0, 0.0);
    for (k, pair) in samples.windows(2).enumerate() {
        let length = pair[0].distance(pair[1]);
        while out.len() < count as usize && wanted <= passed + length + 1e-9 {
            let part = if length > 0.0 { (wanted - passed) / length } else { 0.0 };
            let t = (k as f64 + part) / PARTS as f64;
            let along = unit((c - a) * (1.0 - t) + (b - c) * t);
            out.push((pair[0].towards(pair[1], part), right_of(along), t >= 0.5));
            wanted += whole / count;
        }
        passed += length;
    }
    out
}

/// Do three points lie on one upright or level line?
fn is_straight(a: Point, b: Point, c: Point) -> bool {
    (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y)
}

/// The piece of curve at a corner: from the middle of the hexside before it to that of the one after it.
fn piece(corners: &[Point], i: usize) -> (Point, Point, Point) {
    let n = corners.len();
    let c = corners[i];
    (middle(corners[(i + n - 1) % n], c), c, middle(c, corners[(i + 1) % n]))
}

/// The closed quadratic B-spline with these control points.
pub(crate) fn spline(corners: &[Point]) -> Path {
    let mut path = Path::new();
    if corners.len() < 3 {
        return path;
    }
    path.move_to(piece(corners, 0).0);
    for i in 0..corners.len() {
        let (_, c, b) = piece(corners, i);
        path.quad_to(c, b);
    }
    path.close();
    path
}

/// The open quadratic B-spline from the first to the last of these control points.
pub(crate) fn open_spline(corners: &[Point]) -> Path {
    let mut path = Path::new();
    let (Some(&first), Some(&last)) = (corners.first(), corners.last()) else { return path };
    path.move_to(first);
    for triple in corners.windows(3) {
        if path.segments.len() == 1 {
            path.line_to(middle(triple[0], triple[1]));
        }
        path.quad_to(triple[1], middle(triple[1], triple[2]));
    }
    path.line_to(last);
    path
}

/// The open B-spline as a chain of points, so many on each piece.
pub(crate) fn sampled(corners: &[Point], parts: usize) -> Vec<Point> {
    let (Some(&first), Some(&last)) = (corners.first(), corners.last()) else { return Vec::new() };
    let mut out = vec![first];
    for triple in corners.windows(3) {
        let (a, c, b) = (middle(triple[0], triple[1]), triple[1], middle(triple[1], triple[2]));
        for k in 0..parts {
            let t = k as f64 / parts as f64;
            out.push(a * ((1.0 - t) * (1.0 - t)) + c * (2.0 * t * (1.0 - t)) + b * (t * t));
        }
    }
    if corners.len() > 1 {
        out.push(middle(corners[corners.len() - 2], last));
    }
    out.push(last);
    out
}

/// How much a slope lies in shade, from 0 to 1, by the direction it looks in; light falls from the north-west.
pub(crate) fn shade(outward: Point) -> f64 {
    0.5 + 0.5 * (outward.x + outward.y) * std::f64::consts::FRAC_1_SQRT_2
}

/// One way in, that of light: from north-west to south-east.
pub(crate) fn shadow(by: f64) -> crate::drawing::Transform {
    let to = pt(by, by);
    crate::drawing::Transform::at(to.x, to.y)
}
