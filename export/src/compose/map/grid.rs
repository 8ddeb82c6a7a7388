//! The grid of hexsides, and the numbers of hexes.

use std::collections::BTreeMap;

use engine::face::{CoverLook, GroundLook};
use engine::hex::{Corner, Direction, HexSide};

use super::{Board, Detail, Window};
use crate::compose::kit::fill;
use crate::drawing::{Item, MM_PER_PT, Paint, Path, Rect, Shape, Stroke, Text, pt};
use crate::fonts::{Face, shape};
use crate::palette::{Role, role};

/// All hexsides once, as one path.
pub(super) fn draw_grid(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    let (width, opacity) = match detail {
        Detail::Blocks => return,
        Detail::Coarse => (0.7, 0.22),
        Detail::Middle => (0.42, 0.34),
        Detail::Fine => (0.20, 0.40),
        Detail::Full => (0.14, 0.42),
    };
    let mut path = Path::new();
    for hex in window.on_board(board) {
        let at = board.centre(hex);
        if !window.shows(at, super::FLAT) {
            continue;
        }
        // The three upper hexsides; the lower ones are those of the hexes below, or the border.
        let upper = (3..=6).map(|i| board.corner(Corner::of(hex, i)));
        path.append(&Path::polyline(upper));
        for (i, direction) in [Direction::SE, Direction::S, Direction::SW].into_iter().enumerate() {
            if !board.is_on(hex.neighbour(direction)) {
                path.append(&Path::line(
                    board.corner(Corner::of(hex, i)),
                    board.corner(Corner::of(hex, i + 1)),
                ));
            }
        }
    }
    let line = Stroke::new(Paint::new(role::GRID).faded(opacity), width).round();
    out.push(Shape::stroked(path, line).into());
}

/// The number of each hex, above or below the place of its counter.
pub(super) fn draw_numbers(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if detail < Detail::Fine {
        return;
    }
    let size = board.number_size;
    let mm = size * MM_PER_PT;
    let mut paths: BTreeMap<Role, Path> = BTreeMap::new();
    let mut texts = Vec::new();
    for hex in window.on_board(board) {
        let at = board.centre(hex);
        if !window.shows(at, super::FLAT) {
            continue;
        }
        let look = board.look(hex);
        let wet = |direction| board.is_wet(HexSide::of(hex, direction));
        let is_below = wet(Direction::N) && !wet(Direction::S);
        let base = pt(at.x, at.y + if is_below { 9.1 } else { -7.72 });
        let over = board.look(hex.neighbour(Direction::N));
        let is_busy = matches!(look.ground, GroundLook::Mountain | GroundLook::Rock) || look.cover.is_some();
        // Where the rim of a level or another ground runs under the number.
        if !is_below && (over.level != look.level || (is_busy && over != look)) {
            let plate = Rect::new(base.x - 2.9, base.y - mm * 0.86, 5.8, mm * 1.02);
            paths.entry(look.tint()).or_default().append(&Path::rounded(plate, 0.7));
        }
        let is_dark = matches!(look.ground, GroundLook::Mountain | GroundLook::Rock)
            || matches!(look.cover, Some(CoverLook::Forest | CoverLook::Camp));
        let tint = if is_dark { role::NUMBER_ON } else { role::NUMBER };
        let run = shape(Face::Sans, size, &board.map.grid.label(hex), 0.06);
        texts.push(Text::centred(run, base, tint).into());
    }
    for (tint, path) in paths {
        out.push(fill(path, Paint::new(tint).faded(0.6)));
    }
    out.extend::<Vec<Item>>(texts);
}
