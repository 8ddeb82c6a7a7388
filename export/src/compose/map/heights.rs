//! Mountains and rock: dark rings that lie wholly inside their own hexes, and fields of stones.

use engine::face::GroundLook;

use super::chain::{Ring, rings, shade, shadow, spline};
use super::edges::words;
use super::ground::all_paths;
use super::{Board, Detail, FLAT, Window, tiles};
use crate::compose::kit::{Chance, dashed, fill, right_of, stroke};
use crate::drawing::{Group, Item, Paint, Path, Point, Transform, Use};
use crate::palette::role;

pub(super) fn draw_mountains(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    let test = |hex| board.is_on(hex) && board.look(hex).ground == GroundLook::Mountain;
    for ring in rings(board, window, test) {
        let foot = ring.path();
        for (width, opacity, by) in [(5.0, 0.06, 1.3), (3.2, 0.08, 1.0), (1.6, 0.10, 0.7)] {
            let line = stroke(foot.clone(), Paint::new(role::SHADE).faded(opacity), width);
            out.push(Group::new(vec![line]).placed(shadow(by)).into());
        }
        out.push(fill(foot.clone(), role::MOUNTAIN));
        let uneven = |by: f64, purpose: &'static str| {
            ring.moved_in(|i| {
                let (hex, end) = ring.keys[i].key();
                let (c, r) = board.words(hex);
                by + Chance::new(purpose).and(c).and(r).and(end).jitter(0.5)
            })
        };
        let inner = uneven(3.9, "mountain inner");
        let top = uneven(6.6, "mountain top");
        out.push(fill(spline(&inner), role::MOUNTAIN_TOP));
        if detail >= Detail::Middle {
            let lower = hachures(board, &ring, &ring.corners, "foot");
            out.push(fill(lower, Paint::new(role::MOUNTAIN_MARK).faded(0.85)));
            let upper = hachures(board, &ring, &inner, "inner");
            out.push(fill(upper, Paint::new(role::MOUNTAIN_MARK).faded(0.6)));
        }
        let mark = |opacity| Paint::new(role::MOUNTAIN_MARK).faded(opacity);
        out.push(stroke(spline(&inner), mark(0.7), 0.13));
        if ring.len() > 6 {
            out.push(fill(spline(&top), Paint::new(role::LIGHT).faded(0.25)));
        }
        out.push(stroke(spline(&top), mark(0.5), 0.10));
        out.push(stroke(foot, mark(1.0), 0.24));
    }
}

/// A rank of hachures: from the inner line to the foot, or from the top to the inner line.
fn hachures(board: &Board<'_>, ring: &Ring, corners: &[Point], rank: &str) -> Path {
    let is_foot = rank == "foot";
    let (spacing, length, uneven, thick) =
        if is_foot { (0.78, 3.7, 0.5, 1.0) } else { (0.8, 2.1, 0.35, 0.8) };
    let mut path = Path::new();
    for mark in ring.marks(corners, spacing) {
        let dark = shade(mark.inward * -1.0);
        if (dark < 0.3 && mark.number % 2 == 1) || (dark < 0.12 && mark.number % 4 != 0) {
            continue;
        }
        let chance = Chance::new("mountain").and(rank).and(words(board, &mark)).and(mark.number);
        let mut reach = length * (0.62 + 0.38 * dark) + chance.jitter(uneven);
        let (inside, _) = ring.sides[mark.side];
        if super::edges::is_in_number_box(mark.at + mark.inward - board.centre(inside)) {
            reach = reach.min(1.5);
        }
        let half = (0.07 + 0.2 * dark) * thick;
        let along = right_of(mark.inward);
        let (low, high) = (mark.at + mark.inward * 0.22, mark.at + mark.inward * reach);
        path.append(&Path::polygon([
            high + along * (half * 0.5),
            low + along * half,
            low - along * half,
            high - along * (half * 0.5),
        ]));
    }
    path
}

pub(super) fn draw_rock(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    let is_rock = |hex| board.is_on(hex) && board.look(hex).ground == GroundLook::Rock;
    let rings = rings(board, window, is_rock);
    if rings.is_empty() {
        return;
    }
    out.push(fill(all_paths(&rings), role::ROCK));
    for hex in window.on_board(board).filter(|&hex| is_rock(hex) && detail >= Detail::Middle) {
        let at = board.centre(hex);
        if board.look(hex).cover.is_some() || !window.shows(at, FLAT) {
            continue;
        }
        let (c, r) = board.words(hex);
        let variant = Chance::new("tile").and(c).and(r).below(tiles::VARIANTS);
        out.push(Use::new(tiles::name("rock", variant), Transform::at(at.x, at.y)).into());
    }
    let mut rim = Path::new();
    for ring in &rings {
        rim.append(&ring.stretches(&ring.corners, |side| {
            let (inside, outside) = ring.sides[side];
            ring.real[side] && !board.is_cliff(inside, outside)
        }));
    }
    if detail >= Detail::Coarse {
        out.push(dashed(rim, role::ROCK_MARK, 0.3, &[1.1, 0.7]));
    }
}
