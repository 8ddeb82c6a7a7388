//! Large outlines, such as a grid or a contour that crosses the whole map, cut down for each tile.
//!
//! A tile would otherwise stroke and clip all of a map's grid to show three hexes of it. An outline is flattened
//! to corners in pixels once; for a tile, a stretch of corners that stays on one side of it (left, right, above
//! or below) is replaced by its two ends. Bent within that side, the stretch winds around no point of the tile
//! more or less than before, so the tile's pixels are the same.

use tiny_skia::{Path, PathBuilder, PathSegment, Point, Stroke};

use crate::drawing::Transform;

/// Closed chains of corners, in pixels.
pub(super) struct Outline {
    chains: Vec<Vec<Point>>,
}

/// The farthest that a chord may lie from its curve, in pixels.
const TOLERANCE: f32 = 0.05;

impl Outline {
    /// Whether an outline with these bounds in pixels is large enough to gain by it.
    pub fn is_worth(path: &Path, bounds: [f32; 4]) -> bool {
        let side = (bounds[2] - bounds[0]).max(bounds[3] - bounds[1]);
        path.len() > 48 && side > 400.0
    }

    /// The outline of a filled path.
    pub fn of(path: &Path, place: Transform) -> Self {
        let mut chains: Vec<Vec<Point>> = Vec::new();
        let at = |p: Point| {
            let p = place.apply(crate::drawing::pt(f64::from(p.x), f64::from(p.y)));
            Point::from_xy(p.x as f32, p.y as f32)
        };
        let mut last = Point::zero();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    last = at(p);
                    chains.push(vec![last]);
                }
                PathSegment::LineTo(p) => {
                    last = at(p);
                    push(&mut chains, last);
                }
                PathSegment::QuadTo(a, p) => {
                    let (a, p) = (at(a), at(p));
                    let handle = |p: Point| Point::from_xy((p.x + 2.0 * a.x) / 3.0, (p.y + 2.0 * a.y) / 3.0);
                    flatten(&mut chains, last, handle(last), handle(p), p);
                    last = p;
                }
                PathSegment::CubicTo(a, b, p) => {
                    let p = at(p);
                    flatten(&mut chains, last, at(a), at(b), p);
                    last = p;
                }
                PathSegment::Close => {
                    if let Some(first) = chains.last().and_then(|chain| chain.first()) {
                        last = *first;
                    }
                }
            }
        }
        Self { chains }
    }

    /// The outline of a stroke. `None` if nothing of it is left.
    pub fn of_stroke(path: &Path, stroke: &Stroke, place: Transform) -> Option<Self> {
        let scale = place.stretch() as f32;
        let dashed = match &stroke.dash {
            Some(dash) => Some(path.dash(dash, scale)?),
            None => None,
        };
        let outline = dashed.as_ref().unwrap_or(path).stroke(stroke, scale)?;
        Some(Self::of(&outline, place))
    }

    /// What a tile with these sides needs of it; `None` if that is nothing.
    pub fn within(&self, left: f32, top: f32, right: f32, bottom: f32) -> Option<Path> {
        // A pixel more, for rounding and smoothing.
        let (left, top, right, bottom) = (left - 1.0, top - 1.0, right + 1.0, bottom + 1.0);
        let sides = |p: Point| {
            u8::from(p.x < left)
                | u8::from(p.x > right) << 1
                | u8::from(p.y < top) << 2
                | u8::from(p.y > bottom) << 3
        };
        let mut builder = PathBuilder::new();
        for chain in &self.chains {
            if chain.iter().fold(0xf, |common, &p| common & sides(p)) != 0 {
                continue;
            }
            let mut corners = chain.iter().copied();
            let Some(first) = corners.next() else { continue };
            builder.move_to(first.x, first.y);
            // The sides that the whole stretch since the last kept corner lies on, and its last corner.
            let mut common = sides(first);
            let mut skipped: Option<Point> = None;
            for corner in corners {
                let side = sides(corner);
                if common & side != 0 {
                    common &= side;
                } else {
                    if let Some(end) = skipped {
                        builder.line_to(end.x, end.y);
                        common = sides(end) & side;
                    }
                    if skipped.is_none() || common == 0 {
                        builder.line_to(corner.x, corner.y);
                        common = side;
                        skipped = None;
                        continue;
                    }
                }
                skipped = Some(corner);
            }
            if let Some(end) = skipped {
                builder.line_to(end.x, end.y);
            }
            builder.close();
        }
        builder.finish()
    }
}

fn push(chains: &mut [Vec<Point>], p: Point) {
    if let Some(chain) = chains.last_mut() {
        chain.push(p);
    }
}

fn flatten(chains: &mut [Vec<Point>], from: Point, a: Point, b: Point, to: Point) {
    // A cubic leaves its chord by at most an eighth of six times its largest second difference.
    let bend = |p: Point, q: Point, r: Point| (p.x - 2.0 * q.x + r.x).hypot(p.y - 2.0 * q.y + r.y);
    let most = bend(from, a, b).max(bend(a, b, to));
    let steps = (0.75 * most / TOLERANCE).sqrt().ceil().clamp(1.0, 200.0);
    for step in 1..=steps as u32 {
        let t = step as f32 / steps;
        let s = 1.0 - t;
        let weigh = |p: f32, q: f32, r: f32, u: f32| {
            s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * u
        };
        push(chains, Point::from_xy(weigh(from.x, a.x, b.x, to.x), weigh(from.y, a.y, b.y, to.y)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_on_one_side_is_its_two_ends() {
        let mut builder = PathBuilder::new();
        builder.move_to(-50.0, 5.0);
        for i in 0..60 {
            builder.line_to(-10.0 - i as f32, 5.0 + i as f32);
        }
        builder.line_to(50.0, 20.0);
        builder.line_to(50.0, -5.0);
        builder.close();
        let outline = Outline::of(&builder.finish().unwrap(), Transform::IDENTITY);
        assert_eq!(outline.within(0.0, 0.0, 40.0, 40.0).unwrap().len(), 5);
        assert!(outline.within(100.0, 0.0, 140.0, 40.0).is_none());
    }
}
