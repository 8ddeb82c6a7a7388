//! Small drawing tools: a stable hash for jitter, smooth outlines, limbs, marks along curves.
//!
//! All of it is plain geometry in millimetres, `y` downward, and depends on nothing but its arguments, so that a
//! thing looks the same in every export, tile, zoom and edit.

use std::fmt::{Display, Write as _};

use crate::drawing::{Dash, Fill, FillRule, Item, Paint, Path, Point, Rect, Shape, Stroke, pt};

/// The hash that all jitter comes from: FNV-1a over words as decimal text, each followed by `/`, then an
/// avalanche.
#[derive(Debug, Clone, Copy)]
pub struct Chance(u32);

impl Chance {
    pub fn new(purpose: &str) -> Self {
        Self(0x811C_9DC5).and(purpose)
    }

    /// Adds a word.
    pub fn and(mut self, word: impl Display) -> Self {
        // Writing to a hash never fails.
        let _ = write!(self, "{word}/");
        self
    }

    /// The hash of the words so far.
    pub fn hash(self) -> u32 {
        let mut h = self.0;
        h ^= h >> 16;
        h = h.wrapping_mul(0x7FEB_352D);
        h ^= h >> 15;
        h = h.wrapping_mul(0x846C_A68B);
        h ^ (h >> 16)
    }

    /// A number from 0 to 1, without 1.
    pub fn part(self) -> f64 {
        f64::from(self.hash()) / 4_294_967_296.0
    }

    /// A number from −`amount` to `amount`.
    pub fn jitter(self, amount: f64) -> f64 {
        (self.part() * 2.0 - 1.0) * amount
    }

    /// One of `n`.
    pub fn below(self, n: u32) -> u32 {
        self.hash() % n.max(1)
    }
}

impl std::fmt::Write for Chance {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
        Ok(())
    }
}

/// A point of an outline; at a corner the outline does not run smoothly.
#[derive(Debug, Clone, Copy)]
pub struct Knot {
    pub at: Point,
    pub corner: bool,
}

/// A smooth point.
pub const fn soft(x: f64, y: f64) -> Knot {
    Knot { at: pt(x, y), corner: false }
}

/// A corner.
pub const fn hard(x: f64, y: f64) -> Knot {
    Knot { at: pt(x, y), corner: true }
}

/// A smooth closed outline through points, always turning the same way, so that parts may overlap. Handles are
/// `k` of the chord along the direction from the point before to the point after.
pub fn smooth_k(knots: &[Knot], k: f64) -> Path {
    let mut knots = knots.to_vec();
    let area: f64 = (0..knots.len())
        .map(|i| {
            let (a, b) = (knots[i].at, knots[(i + 1) % knots.len()].at);
            a.x * b.y - b.x * a.y
        })
        .sum();
    if area < 0.0 {
        knots.reverse();
    }
    curve(&knots, true, k)
}

/// A smooth closed outline with the handles of BOARD.md 6.
pub fn smooth(knots: &[Knot]) -> Path {
    smooth_k(knots, 0.36)
}

/// A smooth closed outline through points without corners.
pub fn smooth_points(points: &[Point], k: f64) -> Path {
    let knots: Vec<Knot> = points.iter().map(|&at| Knot { at, corner: false }).collect();
    smooth_k(&knots, k)
}

/// A smooth closed outline in the direction in which its points are given, for regions with holes.
pub fn curve_through(knots: &[Knot], k: f64) -> Path {
    curve(knots, true, k)
}

/// A smooth open line through points.
pub fn smooth_open(points: &[Point]) -> Path {
    let knots: Vec<Knot> = points.iter().map(|&at| Knot { at, corner: false }).collect();
    curve(&knots, false, 0.36)
}

/// The direction at each point: from the point before to the point after.
fn directions(points: &[Point], closed: bool) -> Vec<Point> {
    let n = points.len();
    (0..n)
        .map(|i| {
            let before = if i > 0 {
                i - 1
            } else if closed {
                n - 1
            } else {
                0
            };
            let after = if i + 1 < n {
                i + 1
            } else if closed {
                0
            } else {
                n - 1
            };
            unit(points[after] - points[before])
        })
        .collect()
}

fn curve(knots: &[Knot], closed: bool, k: f64) -> Path {
    let mut path = Path::new();
    let n = knots.len();
    if n < 2 {
        return path;
    }
    let points: Vec<Point> = knots.iter().map(|knot| knot.at).collect();
    let along = directions(&points, closed);
    path.move_to(points[0]);
    for i in 0..if closed { n } else { n - 1 } {
        let j = (i + 1) % n;
        let (a, b) = (points[i], points[j]);
        if knots[i].corner && knots[j].corner {
            path.line_to(b);
            continue;
        }
        let reach = a.distance(b) * k;
        let mut first = a + along[i] * reach;
        let mut second = b - along[j] * reach;
        if knots[i].corner {
            first = a.towards(second, 0.4);
        }
        if knots[j].corner {
            second = b.towards(first, 0.4);
        }
        path.curve_to(first, second, b);
    }
    if closed {
        path.close();
    }
    path
}

/// A tapered stroke with round ends: points with the width at each.
pub fn limb(points: &[(f64, f64, f64)]) -> Path {
    let centres: Vec<Point> = points.iter().map(|&(x, y, _)| pt(x, y)).collect();
    let along = directions(&centres, false);
    let side = |i: usize, sign: f64| {
        let half = points[i].2 / 2.0 * sign;
        pt(centres[i].x - along[i].y * half, centres[i].y + along[i].x * half)
    };
    let last = points.len() - 1;
    let mut ring: Vec<Point> = (0..=last).map(|i| side(i, 1.0)).collect();
    ring.push(centres[last] + along[last] * (points[last].2 * 0.4));
    ring.extend((0..=last).rev().map(|i| side(i, -1.0)));
    ring.push(centres[0] - along[0] * (points[0].2 * 0.4));
    smooth_points(&ring, 0.36)
}

/// A vector of length 1 in the same direction; nothing for no length.
pub fn unit(v: Point) -> Point {
    let length = v.distance(pt(0.0, 0.0));
    if length < 1e-12 { pt(0.0, 0.0) } else { v * (1.0 / length) }
}

/// To the right of a direction, as seen on the page.
pub fn right_of(v: Point) -> Point {
    pt(-v.y, v.x)
}

/// The middle between two points.
pub fn middle(a: Point, b: Point) -> Point {
    a.towards(b, 0.5)
}

pub fn dot(a: Point, b: Point) -> f64 {
    a.x * b.x + a.y * b.y
}

/// A point so far from a centre, in degrees clockwise from east.
pub fn polar(centre: Point, radius: f64, degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    pt(centre.x + radius * cos, centre.y + radius * sin)
}

/// Moves a chain to its right (left if negative), each point by its own distance.
pub fn moved_aside(points: &[Point], distance: impl Fn(usize) -> f64) -> Vec<Point> {
    let along = directions(points, false);
    points.iter().zip(&along).enumerate().map(|(i, (&p, &d))| p + right_of(d) * distance(i)).collect()
}

/// The length of a chain.
pub fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// A chain with its points so far apart, the two ends kept.
pub fn resampled(points: &[Point], step: f64) -> Vec<Point> {
    let Some(&first) = points.first() else { return Vec::new() };
    let mut out = vec![first];
    let mut since = 0.0;
    for pair in points.windows(2) {
        let mut a = pair[0];
        let mut left = a.distance(pair[1]);
        while left > 1e-9 && since + left >= step {
            a = a.towards(pair[1], (step - since) / left);
            out.push(a);
            left = a.distance(pair[1]);
            since = 0.0;
        }
        since += left;
    }
    if let Some(&last) = points.last()
        && out.last().is_none_or(|end| end.distance(last) > step * 0.3)
    {
        out.push(last);
    }
    out
}

/// A filled path.
pub fn fill(path: Path, paint: impl Into<Paint>) -> Item {
    Item::Shape(Shape::filled(path, paint))
}

/// A filled path of chains that lie within each other.
pub fn fill_even_odd(path: Path, paint: impl Into<Paint>) -> Item {
    let fill = Fill { paint: paint.into(), rule: FillRule::EvenOdd };
    Item::Shape(Shape { path, fill: Some(fill), stroke: None })
}

/// A stroked path with round ends and corners.
pub fn stroke(path: Path, paint: impl Into<Paint>, width: f64) -> Item {
    Item::Shape(Shape::stroked(path, Stroke::new(paint, width).round()))
}

/// A stroked, dashed path with flat ends.
pub fn dashed(path: Path, paint: impl Into<Paint>, width: f64, dash: &[f64]) -> Item {
    Item::Shape(Shape::stroked(path, Stroke::new(paint, width).dashed(dash)))
}

/// A stroked, dashed path that begins within its first dash.
pub fn dashed_from(path: Path, paint: impl Into<Paint>, width: f64, dash: &[f64], phase: f64) -> Item {
    let mut stroke = Stroke::new(paint, width);
    stroke.dash = Some(Dash { lengths: dash.to_vec(), phase });
    Item::Shape(Shape::stroked(path, stroke))
}

/// A straight line with flat ends.
pub fn rule(from: impl Into<Point>, to: impl Into<Point>, paint: impl Into<Paint>, width: f64) -> Item {
    Item::Shape(Shape::stroked(Path::line(from, to), Stroke::new(paint, width)))
}

/// A filled box.
pub fn filled_box(rect: Rect, paint: impl Into<Paint>) -> Item {
    fill(Path::rect(rect), paint)
}

/// The outline of a box.
pub fn framed_box(rect: Rect, paint: impl Into<Paint>, width: f64) -> Item {
    Item::Shape(Shape::stroked(Path::rect(rect), Stroke::new(paint, width)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_depends_on_its_words_and_nothing_else() {
        let of = |c: i32, r: i32| Chance::new("tile").and(c).and(r).hash();
        assert_eq!(of(3, 4), of(3, 4));
        assert_ne!(of(3, 4), of(34, 0));
        // The words are told apart, not run together.
        assert_ne!(Chance::new("a").and(12).and(3).hash(), Chance::new("a").and(1).and(23).hash());
    }

    #[test]
    fn parts_are_spread_over_their_range() {
        let parts: Vec<f64> = (0..1000).map(|i| Chance::new("x").and(i).part()).collect();
        assert!(parts.iter().all(|part| (0.0..1.0).contains(part)));
        let mean = parts.iter().sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.04, "{mean}");
    }

    #[test]
    fn a_chain_is_resampled_evenly_from_end_to_end() {
        let chain = [pt(0.0, 0.0), pt(7.0, 0.0), pt(7.0, 5.2)];
        let fine = resampled(&chain, 0.5);
        assert_eq!((fine[0], *fine.last().unwrap()), (chain[0], chain[2]));
        assert!((length(&fine) - 12.2).abs() < 0.2);
    }
}
