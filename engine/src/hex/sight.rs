//! Which hexes a straight line from centre to centre passes: exact, in whole numbers, the same both ways.
//!
//! What blocks a view, levels and edges of heights belong to the game; it asks here for the hexes and judges
//! each. A hex is passed if the line has a positive length in it, its rim included: a line that runs along a
//! hexside passes the hexes on both sides, one that touches only a corner passes none [LBH-9.13].

use super::{Direction, Hex};

/// Does every hex that the line passes between the two satisfy `clear`? The two ends are not asked about.
///
/// Stops at the first which does not. Neighbours, and a hex and itself, have nothing between them: `true`.
/// The hexes asked about are the same from either end.
pub fn passed(from: Hex, to: Hex, mut clear: impl FnMut(Hex) -> bool) -> bool {
    for hex in between(from, to) {
        if !clear(hex) {
            return false;
        }
    }
    true
}

/// The hexes that the line passes strictly between the two, in the order along the line; where it runs along a
/// hexside, the two beside it in either order.
pub fn between(from: Hex, to: Hex) -> Between {
    let (dq, dr) = (i32::from(to.q) - i32::from(from.q), i32::from(to.r) - i32::from(from.r));
    let ds = -dq - dr;
    // Two neighbouring directions such that the line is x of the one and y of the other, x > 0, y ≥ 0.
    let (first, x, y) = if dq >= 0 && ds > 0 && dr < 0 {
        (Direction::N, ds, dq)
    } else if dq > 0 && dr < 0 {
        (Direction::NE, -dr, -ds)
    } else if dq > 0 && dr >= 0 {
        (Direction::SE, dq, dr)
    } else if dr > 0 && ds < 0 {
        (Direction::S, -ds, -dq)
    } else if dr > 0 {
        (Direction::SW, dr, ds)
    } else {
        (Direction::NW, -dq, -dr)
    };
    let second = first.turned(1);
    let n = x + y;
    Between {
        at: from,
        main: first.vector(),
        side: second.vector(),
        x,
        n,
        // The half width of a hex across the line is (n + max(x, y)) / 3, in units in which neighbouring hexes
        // of one distance are n apart. Along a hexside, where x = y, the rim counts.
        width: n + x.max(y) + i32::from(x == y),
        rest: 0,
        left: n - 1,
        main_first: x >= y,
        pending: None,
    }
}

/// The hexes between two, see [`between`].
#[derive(Debug, Clone)]
pub struct Between {
    /// The hex at the distance reached so far that lies on the line or on the side of `side`.
    at: Hex,
    main: Hex,
    side: Hex,
    x: i32,
    n: i32,
    width: i32,
    /// How far the line is from the centre of `at`, from 0 to `n − 1`.
    rest: i32,
    /// Distances still to come.
    left: i32,
    main_first: bool,
    pending: Option<Hex>,
}

impl Iterator for Between {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        if let Some(hex) = self.pending.take() {
            return Some(hex);
        }
        if self.left <= 0 {
            return None;
        }
        self.left -= 1;
        self.rest += self.x;
        if self.rest >= self.n {
            self.rest -= self.n;
            self.at = self.at + self.main;
        } else {
            self.at = self.at + self.side;
        }
        // At every distance the line is within reach of one hex or of two, never of none.
        let near = 3 * self.rest < self.width;
        let far = 3 * (self.n - self.rest) < self.width;
        let other = self.at + self.main - self.side;
        match (near, far) {
            (true, false) => Some(self.at),
            (false, _) => Some(other),
            (true, true) => {
                let (hex, then) = if self.main_first { (self.at, other) } else { (other, self.at) };
                self.pending = Some(then);
                Some(hex)
            }
        }
    }
}
