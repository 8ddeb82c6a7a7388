//! The grid of hexsides, and the numbers of hexes.

use std::collections::BTreeMap;

use engine::face::{CoverLook, GroundLook, HexsideLook};
use engine::hex::{Corner, Direction, Hex, HexSide, Orientation};

use super::{Board, Detail, Window, tiles};
use crate::drawing::{Cap, Item, MM_PER_PT, Paint, Path, Point, Shape, Stroke, Text, Transform, Use, pt};
use crate::fonts::{Face, shape};
use crate::palette::role;

/// How the hexes of a board are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GridStyle {
    /// All hexsides.
    #[default]
    Lines,
    /// Their ends, so that each corner is a small star.
    Corners,
    /// A dot at each corner.
    Dots,
}

impl GridStyle {
    pub const ALL: [Self; 3] = [Self::Lines, Self::Corners, Self::Dots];

    /// Its name in files, on the command line and, with a capital, in panels.
    pub fn name(self) -> &'static str {
        ["lines", "corners", "dots"][self as usize]
    }
}

/// The corners of hexes as stars or dots, each once.
fn draw_corners(board: &Board<'_>, window: &Window, out: &mut Vec<Item>) {
    const REACH: f64 = 2.2 / super::SIDE;
    let mut ends: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for hex in window.on_board(board).filter(|&hex| window.shows(board.centre(hex), super::FLAT)) {
        for i in 0..6 {
            let (from, to) = (Corner::of(hex, i), Corner::of(hex, i + 1));
            for (from, to) in [(from, to), (to, from)] {
                let known = ends.entry(from).or_default();
                if !known.contains(&to) {
                    known.push(to);
                }
            }
        }
    }
    let mut path = Path::new();
    for (corner, others) in ends {
        let at = board.corner(corner);
        if board.grid == GridStyle::Dots {
            path.append(&Path::line(at, at + pt(0.01, 0.0)));
            continue;
        }
        for other in others {
            path.append(&Path::line(at, at.towards(board.corner(other), REACH)));
        }
    }
    if path.is_empty() {
        return;
    }
    let ink = Paint::new(role::GRID);
    let line = match board.grid {
        GridStyle::Dots => Stroke::new(ink.faded(0.6), 0.7).capped(Cap::Round),
        _ => Stroke::new(ink.faded(0.6), 0.18),
    };
    out.push(Shape::stroked(path, line).into());
}

/// All hexsides once, as one path, or what the board has in their place where hexes are large enough.
pub(super) fn draw_grid(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if board.grid != GridStyle::Lines && detail >= Detail::Fine {
        return draw_corners(board, window, out);
    }
    let (width, opacity) = match detail {
        Detail::Blocks => return,
        Detail::Coarse => (0.7, 0.22),
        Detail::Middle => (0.42, 0.34),
        Detail::Fine => (0.20, 0.40),
        Detail::Full => (0.14, 0.42),
    };
    // Equal paths for all columns (or rows of pointed hexes), so that each is written but once.
    let mut lines: BTreeMap<i32, Path> = BTreeMap::new();
    let mut border = Path::new();
    for hex in window.on_board(board) {
        let at = board.centre(hex);
        if !window.shows(at, super::FLAT) {
            continue;
        }
        let (column, row) = board.map.grid.column_row_signed(hex);
        let line = match board.layout.orientation() {
            Orientation::Flat => column,
            Orientation::Pointed => row,
        };
        // The three upper hexsides; the lower ones are those of the hexes below, or the border.
        let upper = (3..=6).map(|i| board.corner(Corner::of(hex, i)));
        lines.entry(line).or_default().append(&Path::polyline(upper));
        for (i, direction) in [Direction::SE, Direction::S, Direction::SW].into_iter().enumerate() {
            if !board.is_on(hex.neighbour(direction)) {
                border.append(&Path::line(
                    board.corner(Corner::of(hex, i)),
                    board.corner(Corner::of(hex, i + 1)),
                ));
            }
        }
    }
    let line = Stroke::new(Paint::new(role::GRID).faded(opacity), width);
    for path in lines.into_values().chain([border]).filter(|path| !path.is_empty()) {
        out.push(Shape::stroked(path, line.clone()).into());
    }
}

/// The hexsides over a hex's number.
fn upper_ways(board: &Board<'_>) -> &'static [Direction] {
    // On a board of pointed hexes these lie to the north-west and north-east.
    match board.layout.orientation() {
        Orientation::Flat => &[Direction::N],
        Orientation::Pointed => &[Direction::N, Direction::NE],
    }
}

/// The middle of the baseline of a hex's number: above the counter, or below it where water runs above.
pub(super) fn number_base(board: &Board<'_>, hex: Hex) -> Point {
    let at = board.centre(hex);
    let is_full = |direction: Direction| {
        let side = HexSide::of(hex, direction);
        board.is_wet(side) || matches!(board.side(side), Some(HexsideLook::Wall | HexsideLook::Hedge))
    };
    let upper = upper_ways(board);
    let is_below = upper.iter().any(|&way| is_full(way)) && !upper.iter().any(|&way| is_full(way.opposite()));
    pt(at.x, at.y + if is_below { 9.1 } else { -7.72 })
}

/// The number of each hex, above or below the place of its counter.
pub(super) fn draw_numbers(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if detail < Detail::Fine {
        return;
    }
    // On the screen no smaller than can be read: 5.5 pixels where they begin to be shown.
    let size = if detail == Detail::Fine { board.number_size.max(7.1) } else { board.number_size };
    let mm = size * MM_PER_PT;
    let mut texts = Vec::new();
    for hex in window.on_board(board) {
        let at = board.centre(hex);
        if !window.shows(at, super::FLAT) {
            continue;
        }
        let look = board.look(hex);
        let base = number_base(board, hex);
        let is_below = base.y > at.y;
        let over = upper_ways(board).iter().map(|&way| board.look(hex.neighbour(way)));
        let is_busy = matches!(look.ground, GroundLook::Mountain | GroundLook::Rock) || look.cover.is_some();
        // Where the rim of a level or another ground runs under the number.
        let mut over = over.filter(|over| over.level != look.level || (is_busy && *over != look));
        let mut upper = upper_ways(board).iter().map(|&way| HexSide::of(hex, way));
        let is_crossed = upper.any(|side| board.ways.over(side).is_some());
        if !is_below && (over.next().is_some() || is_crossed) {
            let place = Transform { a: size / 5.0, d: mm, ..Transform::at(base.x, base.y) };
            out.push(Use::new(tiles::plate_name(look.tint()), place).into());
        }
        let is_dark = matches!(look.ground, GroundLook::Mountain | GroundLook::Rock | GroundLook::Water)
            || look.cover.is_some_and(|cover| !matches!(cover, CoverLook::Fields));
        let tint = if is_dark { role::NUMBER_ON } else { role::NUMBER };
        let run = shape(Face::Sans, size, &board.map.grid.label(hex), 0.06);
        texts.push(Text::centred(run, base, tint).into());
    }
    out.extend::<Vec<Item>>(texts);
}
