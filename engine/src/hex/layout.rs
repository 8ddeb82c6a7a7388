//! Where hexes lie on paper, in millimetres. For drawings and pointers only: this is the one place in the
//! module with floating point, and no rule may ask it anything.

use super::{Direction, Grid, Hex, HexSide, Orientation, Shifted};

/// The plane geometry of a board: millimetres to the right and downwards, the board's top left at (0, 0).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    orientation: Orientation,
    /// Across hexsides.
    flat: f64,
    /// Centre of the hex (0,0).
    zero: (f64, f64),
    /// Width and height of the board.
    size: (f64, f64),
}

/// √3.
const ROOT_3: f64 = 1.732_050_807_568_877_2;

impl Layout {
    /// Lays a board out with hexes of this width across hexsides, in millimetres.
    pub fn new(grid: &Grid, flat: f64) -> Self {
        let mut layout = Self { orientation: grid.orientation, flat, zero: (0.0, 0.0), size: (0.0, 0.0) };
        let side = layout.side();
        let (along, across) = match grid.orientation {
            Orientation::Flat => (grid.columns, grid.rows),
            Orientation::Pointed => (grid.rows, grid.columns),
        };
        let jag = if along > 1 { flat / 2.0 } else { 0.0 };
        let long = side * (1.5 * (f64::from(along) - 1.0) + 2.0);
        let wide = flat * f64::from(across) + jag;
        let pushed = if grid.shifted == Shifted::Odd { jag } else { 0.0 };
        let (first, size) = match grid.orientation {
            Orientation::Flat => ((side, flat / 2.0 + pushed), (long, wide)),
            Orientation::Pointed => ((flat / 2.0 + pushed, side), (wide, long)),
        };
        let there = layout.centre(grid.origin);
        layout.zero = (first.0 - there.0, first.1 - there.1);
        layout.size = size;
        layout
    }

    /// Which way up the hexes are.
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The width of a hex across hexsides.
    pub const fn flat(&self) -> f64 {
        self.flat
    }

    /// The length of a hexside, which is also the distance from centre to corner.
    pub fn side(&self) -> f64 {
        self.flat / ROOT_3
    }

    /// Width and height of the whole board, from corner to corner.
    pub const fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The centre of a hex, also of one off the board.
    pub fn centre(&self, hex: Hex) -> (f64, f64) {
        let (q, r, side) = (f64::from(hex.q), f64::from(hex.r), self.side());
        let (x, y) = match self.orientation {
            Orientation::Flat => (1.5 * side * q, self.flat * (r + q / 2.0)),
            Orientation::Pointed => (self.flat * (q + r / 2.0), 1.5 * side * r),
        };
        (self.zero.0 + x, self.zero.1 + y)
    }

    /// Corner `i` of a hex, numbered as [`super::Corner::of`] does: 0 is east on flat hexes, 30° north of east
    /// on pointed ones, the others follow clockwise.
    pub fn corner(&self, hex: Hex, i: usize) -> (f64, f64) {
        let (x, y) = self.centre(hex);
        let (side, half) = (self.side(), self.flat / 2.0);
        let (dx, dy) = match self.orientation {
            Orientation::Flat => [
                (side, 0.0),
                (side / 2.0, half),
                (-side / 2.0, half),
                (-side, 0.0),
                (-side / 2.0, -half),
                (side / 2.0, -half),
            ],
            Orientation::Pointed => [
                (half, -side / 2.0),
                (half, side / 2.0),
                (0.0, side),
                (-half, side / 2.0),
                (-half, -side / 2.0),
                (0.0, -side),
            ],
        }[i % 6];
        (x + dx, y + dy)
    }

    /// All six corners, clockwise from corner 0.
    pub fn corners(&self, hex: Hex) -> [(f64, f64); 6] {
        std::array::from_fn(|i| self.corner(hex, i))
    }

    /// A corner by its key.
    pub fn corner_of(&self, corner: super::Corner) -> (f64, f64) {
        let (hex, i) = corner.key();
        self.corner(hex, i)
    }

    /// The two ends of a hexside, in the order of [`HexSide::corners`].
    pub fn side_ends(&self, side: HexSide) -> ((f64, f64), (f64, f64)) {
        let (a, b) = side.corners();
        (self.corner_of(a), self.corner_of(b))
    }

    /// The middle of a hexside.
    pub fn side_middle(&self, side: HexSide) -> (f64, f64) {
        let (a, b) = side.hexes();
        let (a, b) = (self.centre(a), self.centre(b));
        ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
    }

    /// The hex under a point, on the board or off it. On a hexside it is one of the two.
    pub fn hex_at_point(&self, x: f64, y: f64) -> Hex {
        let (x, y, side) = (x - self.zero.0, y - self.zero.1, self.side());
        let (q, r) = match self.orientation {
            Orientation::Flat => {
                let q = x / (1.5 * side);
                (q, y / self.flat - q / 2.0)
            }
            Orientation::Pointed => {
                let r = y / (1.5 * side);
                (x / self.flat - r / 2.0, r)
            }
        };
        let s = -q - r;
        let (rq, rr, rs) = (q.round(), r.round(), s.round());
        let (eq, er, es) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
        let (q, r) = if eq > er && eq > es {
            (-rr - rs, rr)
        } else if er > es {
            (rq, -rq - rs)
        } else {
            (rq, rr)
        };
        // `as` stops at the ends of the range, and a point that is no number is at 0.
        Hex::new(q as i16, r as i16)
    }

    /// The hexside nearest to a point, one of those of the hex under it.
    pub fn nearest_side(&self, x: f64, y: f64) -> HexSide {
        let hex = self.hex_at_point(x, y);
        let here = self.centre(hex);
        let (dx, dy) = (x - here.0, y - here.1);
        let mut best = (f64::NEG_INFINITY, Direction::N);
        for direction in Direction::ALL {
            let there = self.centre(hex.neighbour(direction));
            let towards = (there.0 - here.0) * dx + (there.1 - here.1) * dy;
            if towards > best.0 {
                best = (towards, direction);
            }
        }
        HexSide::of(hex, best.1)
    }
}
