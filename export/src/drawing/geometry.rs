//! Points, boxes, placements and outlines, in millimetres, `y` downward.

use serde::Serialize;

/// Millimetres in a point of type (1/72 in).
pub const MM_PER_PT: f64 = 25.4 / 72.0;

/// A point on the page: millimetres from the top left, `y` downward.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// Shorthand for a point.
pub const fn pt(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    pub fn distance(self, other: Self) -> f64 {
        // Several times as fast as `hypot`, and the same on every machine.
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }

    /// The point a part `t` of the way to another.
    pub fn towards(self, other: Self, t: f64) -> Self {
        pt(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }
}

impl std::ops::Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        pt(self.x + other.x, self.y + other.y)
    }
}

impl std::ops::Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        pt(self.x - other.x, self.y - other.y)
    }
}

impl std::ops::Mul<f64> for Point {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        pt(self.x * by, self.y * by)
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        pt(x, y)
    }
}

/// An upright box.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Rect {
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    /// The smallest box around two corners, in any order.
    pub fn around(a: Point, b: Point) -> Self {
        Self::new(a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs(), (a.y - b.y).abs())
    }

    pub fn right(self) -> f64 {
        self.x + self.w
    }

    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    pub fn centre(self) -> Point {
        pt(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The four corners, clockwise from the top left.
    pub fn corners(self) -> [Point; 4] {
        [
            pt(self.x, self.y),
            pt(self.right(), self.y),
            pt(self.right(), self.bottom()),
            pt(self.x, self.bottom()),
        ]
    }

    /// The box with every side moved outwards by `by` (inwards if negative).
    pub fn grown(self, by: f64) -> Self {
        Self::new(self.x - by, self.y - by, self.w + 2.0 * by, self.h + 2.0 * by)
    }

    pub fn contains(self, at: Point) -> bool {
        at.x >= self.x && at.x <= self.right() && at.y >= self.y && at.y <= self.bottom()
    }

    pub fn meets(self, other: Self) -> bool {
        self.x <= other.right()
            && other.x <= self.right()
            && self.y <= other.bottom()
            && other.y <= self.bottom()
    }

    /// The smallest box around both.
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Self::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }

    /// The part that both have, if any.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (w, h) = (self.right().min(other.right()) - x, self.bottom().min(other.bottom()) - y);
        (w >= 0.0 && h >= 0.0).then(|| Self::new(x, y, w, h))
    }
}

/// A placement: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Transform {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub e: f64,
    pub f: f64,
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Transform {
    pub const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    /// Moves the origin to a point.
    pub const fn at(x: f64, y: f64) -> Self {
        Self { e: x, f: y, ..Self::IDENTITY }
    }

    pub const fn scale(x: f64, y: f64) -> Self {
        Self { a: x, d: y, ..Self::IDENTITY }
    }

    /// Turns clockwise (as seen on the page) about the origin. Quarter turns are exact.
    pub fn turn(degrees: f64) -> Self {
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            other => other.to_radians().sin_cos(),
        };
        Self { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 }
    }

    /// Left becomes right, about the origin.
    pub const fn mirror() -> Self {
        Self::scale(-1.0, 1.0)
    }

    /// First `inner`, then this: `Transform::at(40.0, 30.0).of(Transform::turn(90.0))` turns, then moves.
    pub fn of(self, inner: Self) -> Self {
        Self {
            a: self.a * inner.a + self.c * inner.b,
            b: self.b * inner.a + self.d * inner.b,
            c: self.a * inner.c + self.c * inner.d,
            d: self.b * inner.c + self.d * inner.d,
            e: self.a * inner.e + self.c * inner.f + self.e,
            f: self.b * inner.e + self.d * inner.f + self.f,
        }
    }

    pub fn apply(self, p: Point) -> Point {
        pt(self.a * p.x + self.c * p.y + self.e, self.b * p.x + self.d * p.y + self.f)
    }

    /// The upright box around a placed box.
    pub fn apply_rect(self, rect: Rect) -> Rect {
        let corners = rect.corners().map(|corner| self.apply(corner));
        corners.iter().fold(Rect::around(corners[0], corners[2]), |all, &c| all.union(Rect::around(c, c)))
    }

    /// How much lengths grow, on average: the root of the determinant.
    pub fn stretch(self) -> f64 {
        (self.a * self.d - self.b * self.c).abs().sqrt()
    }

    /// What undoes it; `None` if it flattens the page.
    pub fn inverse(self) -> Option<Self> {
        let det = self.a * self.d - self.b * self.c;
        (det.abs() > 1e-12).then(|| Self {
            a: self.d / det,
            b: -self.b / det,
            c: -self.c / det,
            d: self.a / det,
            e: (self.c * self.f - self.d * self.e) / det,
            f: (self.b * self.e - self.a * self.f) / det,
        })
    }

    pub fn is_identity(self) -> bool {
        self == Self::IDENTITY
    }
}

/// One step of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub enum Segment {
    /// Lifts the pen.
    Move(Point),
    Line(Point),
    /// A cubic: two handles and the end.
    Curve(Point, Point, Point),
    /// A straight line back to the last `Move`.
    Close,
}

/// One or more open or closed chains of lines and cubics.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(transparent)]
pub struct Path {
    pub segments: Vec<Segment>,
}

/// The handle of a cubic that passes for a quarter of a circle of radius 1.
const QUARTER: f64 = 0.552_284_749_830_793_4;

impl Path {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    pub fn move_to(&mut self, p: impl Into<Point>) -> &mut Self {
        self.segments.push(Segment::Move(p.into()));
        self
    }

    pub fn line_to(&mut self, p: impl Into<Point>) -> &mut Self {
        self.segments.push(Segment::Line(p.into()));
        self
    }

    pub fn curve_to(&mut self, a: impl Into<Point>, b: impl Into<Point>, p: impl Into<Point>) -> &mut Self {
        self.segments.push(Segment::Curve(a.into(), b.into(), p.into()));
        self
    }

    /// A quadratic from the last point, raised to a cubic. Without a last point it begins at its handle.
    pub fn quad_to(&mut self, handle: impl Into<Point>, p: impl Into<Point>) -> &mut Self {
        let (handle, p) = (handle.into(), p.into());
        let Some(from) = self.last_point() else { return self.move_to(handle).line_to(p) };
        self.curve_to(from.towards(handle, 2.0 / 3.0), p.towards(handle, 2.0 / 3.0), p)
    }

    pub fn close(&mut self) -> &mut Self {
        self.segments.push(Segment::Close);
        self
    }

    /// Where the pen is.
    pub fn last_point(&self) -> Option<Point> {
        match self.segments.last()? {
            Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some(*p),
            Segment::Close => self.segments.iter().rev().find_map(|segment| match segment {
                Segment::Move(p) => Some(*p),
                _ => None,
            }),
        }
    }

    /// Adds another path's chains.
    pub fn append(&mut self, other: &Self) -> &mut Self {
        self.segments.extend_from_slice(&other.segments);
        self
    }

    pub fn line(from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Self { segments: vec![Segment::Move(from.into()), Segment::Line(to.into())] }
    }

    /// An open chain of straight lines.
    pub fn polyline(points: impl IntoIterator<Item = Point>) -> Self {
        let mut segments: Vec<Segment> = points.into_iter().map(Segment::Line).collect();
        if let Some(Segment::Line(first)) = segments.first().copied() {
            segments[0] = Segment::Move(first);
        }
        Self { segments }
    }

    /// A closed chain of straight lines.
    pub fn polygon(points: impl IntoIterator<Item = Point>) -> Self {
        let mut path = Self::polyline(points);
        if !path.is_empty() {
            path.close();
        }
        path
    }

    pub fn rect(rect: Rect) -> Self {
        Self::polygon(rect.corners())
    }

    /// A box with round corners; the radius is at most half of the shorter side.
    pub fn rounded(rect: Rect, radius: f64) -> Self {
        let r = radius.min(rect.w / 2.0).min(rect.h / 2.0);
        let k = r * (1.0 - QUARTER);
        let (x0, y0, x1, y1) = (rect.x, rect.y, rect.right(), rect.bottom());
        let mut path = Self::new();
        path.move_to((x0 + r, y0)).line_to((x1 - r, y0)).curve_to((x1 - k, y0), (x1, y0 + k), (x1, y0 + r));
        path.line_to((x1, y1 - r)).curve_to((x1, y1 - k), (x1 - k, y1), (x1 - r, y1));
        path.line_to((x0 + r, y1)).curve_to((x0 + k, y1), (x0, y1 - k), (x0, y1 - r));
        path.line_to((x0, y0 + r)).curve_to((x0, y0 + k), (x0 + k, y0), (x0 + r, y0)).close();
        path
    }

    pub fn circle(centre: impl Into<Point>, radius: f64) -> Self {
        Self::ellipse(centre, radius, radius)
    }

    pub fn ellipse(centre: impl Into<Point>, rx: f64, ry: f64) -> Self {
        let Point { x, y } = centre.into();
        let (kx, ky) = (rx * QUARTER, ry * QUARTER);
        let mut path = Self::new();
        path.move_to((x + rx, y));
        path.curve_to((x + rx, y + ky), (x + kx, y + ry), (x, y + ry));
        path.curve_to((x - kx, y + ry), (x - rx, y + ky), (x - rx, y));
        path.curve_to((x - rx, y - ky), (x - kx, y - ry), (x, y - ry));
        path.curve_to((x + kx, y - ry), (x + rx, y - ky), (x + rx, y)).close();
        path
    }

    /// An open arc of a circle, clockwise on the page from `start` through `sweep` degrees; 0° is east.
    pub fn arc(centre: impl Into<Point>, radius: f64, start: f64, sweep: f64) -> Self {
        let centre = centre.into();
        let parts = (sweep.abs() / 90.0).ceil().max(1.0);
        let step = (sweep / parts).to_radians();
        let handle = 4.0 / 3.0 * (step / 4.0).tan() * radius;
        let on = |angle: f64| pt(centre.x + radius * angle.cos(), centre.y + radius * angle.sin());
        let along = |angle: f64| pt(-angle.sin(), angle.cos()) * handle;
        let mut path = Self::new();
        let mut angle = start.to_radians();
        path.move_to(on(angle));
        for _ in 0..parts as usize {
            let next = angle + step;
            path.curve_to(on(angle) + along(angle), on(next) - along(next), on(next));
            angle = next;
        }
        path
    }

    /// The path with every point placed anew.
    pub fn transformed(&self, by: Transform) -> Self {
        let segments = self.segments.iter().map(|segment| match *segment {
            Segment::Move(p) => Segment::Move(by.apply(p)),
            Segment::Line(p) => Segment::Line(by.apply(p)),
            Segment::Curve(a, b, p) => Segment::Curve(by.apply(a), by.apply(b), by.apply(p)),
            Segment::Close => Segment::Close,
        });
        Self { segments: segments.collect() }
    }

    /// The box around all points and handles; `None` for an empty path.
    pub fn bounds(&self) -> Option<Rect> {
        let mut all: Option<Rect> = None;
        let mut add = |p: Point| {
            let dot = Rect::around(p, p);
            all = Some(all.map_or(dot, |all| all.union(dot)));
        };
        for segment in &self.segments {
            match *segment {
                Segment::Move(p) | Segment::Line(p) => add(p),
                Segment::Curve(a, b, p) => [a, b, p].into_iter().for_each(&mut add),
                Segment::Close => {}
            }
        }
        all
    }
}
