//! Outlines of regions of hexes, and the curve that is drawn along them.
//!
//! The outline of a region is a closed chain of hexsides. It is drawn as a quadratic B-spline: the middles of the
//! hexsides are on the curve and the corners are its control points, so that the curve touches each hexside at
//! its middle and leaves a corner by at most an eighth of a hexside. What lies on a hexside therefore lies on the
//! hexside. A curve moved aside is the curve of the corners moved aside.

use std::collections::{BTreeMap, BTreeSet};

use engine::hex::{Corner, Direction, Hex};

use super::Board;
use super::place::Window;
use crate::compose::kit::{middle, right_of, unit};
use crate::drawing::{Path, Point, pt};

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
    outlines(board, &inside, |out| {
        let is_in_window = window.contains(board, out);
        let is_inside = test(out);
        (is_inside && is_in_window, is_in_window || !is_inside)
    })
}

/// The outlines of a set of hexes, wherever they lie.
pub(crate) fn rings_of(board: &Board<'_>, hexes: &BTreeSet<Hex>) -> Vec<Ring> {
    let inside: Vec<Hex> = hexes.iter().copied().collect();
    outlines(board, &inside, |out| (hexes.contains(&out), true))
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

    /// Places along a curve of moved corners, about so far apart, the same number on every piece of one length.
    pub fn marks(&self, corners: &[Point], spacing: f64) -> Vec<Mark> {
        let n = self.len();
        let mut out = Vec::new();
        for i in 0..n {
            let (a, c, b) = piece(corners, i);
            let at = |t: f64| a * ((1.0 - t) * (1.0 - t)) + c * (2.0 * t * (1.0 - t)) + b * (t * t);
            const PARTS: usize = 16;
            let samples: [Point; PARTS + 1] = std::array::from_fn(|k| at(k as f64 / PARTS as f64));
            let whole: f64 = samples.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            let count = (whole / spacing).round().max(1.0);
            let (mut wanted, mut passed, mut number) = (whole / count / 2.0, 0.0, 0);
            for (k, pair) in samples.windows(2).enumerate() {
                let length = pair[0].distance(pair[1]);
                while number < count as u32 && wanted <= passed + length + 1e-9 {
                    let part = if length > 0.0 { (wanted - passed) / length } else { 0.0 };
                    let t = (k as f64 + part) / PARTS as f64;
                    let side = if t < 0.5 { (i + n - 1) % n } else { i };
                    let along = unit((c - a) * (1.0 - t) + (b - c) * t);
                    out.push(Mark {
                        at: pair[0].towards(pair[1], part),
                        inward: right_of(along),
                        side,
                        corner: self.keys[i],
                        number,
                    });
                    wanted += whole / count;
                    number += 1;
                }
                passed += length;
            }
        }
        out
    }
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
