//! Where things lie: windows of the board and blocks.

use engine::hex::{Corner, Hex, HexSide, Orientation};

use super::{BLOCK, Board, FLAT, RIM, SIDE};
use crate::drawing::{Point, Rect, pt};

/// How far around a window hexes are looked at, so that all that reaches into it is drawn.
const MARGIN: f64 = 32.0;

/// A part of the board: what may be seen of it, and the hexes that have to be looked at for that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    pub clip: Rect,
    /// First and last column, those around the board included.
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Window {
    /// The part of a board within a box.
    pub fn of(board: &Board<'_>, clip: Rect) -> Self {
        let grid = &board.map.grid;
        let around = clip.grown(MARGIN);
        let step = 1.5 * SIDE;
        let (dx, dy) = match grid.orientation {
            Orientation::Flat => (step, FLAT),
            Orientation::Pointed => (FLAT, step),
        };
        let range = |from: f64, to: f64, step: f64, count: u16| {
            let first = (from / step).floor().max(-2.0) as i32 - 1;
            let last = (to / step).ceil().min(f64::from(count) + 1.0) as i32;
            (first.max(-2), last.min(i32::from(count) + 1))
        };
        Self {
            clip,
            columns: range(around.x, around.right(), dx, grid.columns),
            rows: range(around.y, around.bottom(), dy, grid.rows),
        }
    }

    /// The whole board with its rim.
    pub fn whole(board: &Board<'_>) -> Self {
        Self::of(board, board.frame())
    }

    /// Is the hex one of those that have to be looked at?
    pub(crate) fn contains(&self, board: &Board<'_>, hex: Hex) -> bool {
        let (column, row) = board.map.grid.column_row_signed(hex);
        (self.columns.0..=self.columns.1).contains(&column) && (self.rows.0..=self.rows.1).contains(&row)
    }

    /// All hexes to look at, those around the board too, row by row.
    pub(crate) fn hexes<'b>(&self, board: &'b Board<'_>) -> impl Iterator<Item = Hex> + use<'b> {
        let (columns, rows) = (self.columns, self.rows);
        let grid = &board.map.grid;
        (rows.0..=rows.1)
            .flat_map(move |row| (columns.0..=columns.1).map(move |column| grid.at_signed(column, row)))
    }

    /// The hexes of the board to look at.
    pub(crate) fn on_board<'b>(&self, board: &'b Board<'_>) -> impl Iterator<Item = Hex> + use<'b> {
        self.hexes(board).filter(|&hex| board.is_on(hex))
    }

    /// The hexes to look at on the board and in the ring around it.
    pub(crate) fn near_board<'b>(&self, board: &'b Board<'_>) -> impl Iterator<Item = Hex> + use<'b> {
        let grid = &board.map.grid;
        let (w, h) = (i32::from(grid.columns), i32::from(grid.rows));
        self.hexes(board).filter(move |&hex| {
            let (column, row) = grid.column_row_signed(hex);
            (-1..=w).contains(&column) && (-1..=h).contains(&row)
        })
    }

    /// May a thing of this size around a point be seen?
    pub(crate) fn shows(&self, at: Point, reach: f64) -> bool {
        self.clip.grown(reach).contains(at)
    }
}

impl Board<'_> {
    pub(crate) fn centre(&self, hex: Hex) -> Point {
        self.layout.centre(hex).into()
    }

    pub(crate) fn corner(&self, corner: Corner) -> Point {
        self.layout.corner_of(corner).into()
    }

    pub(crate) fn side_middle(&self, side: HexSide) -> Point {
        self.layout.side_middle(side).into()
    }

    /// Column and row of a hex, counted from 1, also off the board: the words that its jitter comes from.
    pub(crate) fn words(&self, hex: Hex) -> (i32, i32) {
        let (column, row) = self.map.grid.column_row_signed(hex);
        (column + 1, row + 1)
    }
}

/// The box that a block paints: up to the middle of the hexes' overlap between columns of flat hexes, and along
/// the tops of their unshifted hexes; the outermost blocks reach to the frame.
pub(super) fn block_rect(board: &Board<'_>, (bx, by): (u16, u16)) -> Rect {
    let grid = &board.map.grid;
    let frame = board.frame();
    let (columns, rows) = board.blocks();
    let at = |block: u16, count: u16, start: f64, end: f64, step: f64, lead: f64| {
        if block == 0 {
            start
        } else if block >= count {
            end
        } else {
            (lead + f64::from(block) * f64::from(BLOCK) * step).clamp(start + RIM, end)
        }
    };
    let step = 1.5 * SIDE;
    let (dx, dy, lead_x, lead_y) = match grid.orientation {
        Orientation::Flat => (step, FLAT, SIDE / 4.0, 0.0),
        Orientation::Pointed => (FLAT, step, 0.0, SIDE / 4.0),
    };
    let x = |block| at(block, columns, frame.x, frame.right(), dx, lead_x);
    let y = |block| at(block, rows, frame.y, frame.bottom(), dy, lead_y);
    let (from, to) = (pt(x(bx), y(by)), pt(x(bx + 1), y(by + 1)));
    Rect::around(from, to)
}
