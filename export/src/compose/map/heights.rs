//! Mountains and rock: dark rings that lie wholly inside their own hexes, and fields of stones.

use engine::face::GroundLook;

use super::chain::{Bend, places, rings, shade, shadow, spline};
use super::edges::words;
use super::ground::all_paths;
use super::{Board, Detail, FLAT, SIDE, Window, tiles};
use crate::compose::kit::{Chance, dashed, fill, right_of, stroke};
use crate::drawing::{Group, Item, Paint, Path, Shape, Stroke, Transform, Use, pt};
use crate::palette::{Ink, role};

pub(super) fn draw_mountains(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    let test = |hex| board.is_on(hex) && board.look(hex).ground == GroundLook::Mountain;
    for ring in rings(board, window, test) {
        let foot = ring.path();
        for (width, opacity, by) in [(5.0, 0.06, 1.3), (3.2, 0.08, 1.0), (1.6, 0.10, 0.7)] {
            let line = stroke(foot.clone(), Paint::new(role::SHADE).faded(opacity), width);
            out.push(Group::new(vec![line]).placed(shadow(by)).into());
        }
        out.push(fill(foot.clone(), role::MOUNTAIN));
        let uneven = |by: f64, jitter: f64, purpose: &'static str| {
            ring.moved_in(|i| {
                let (hex, end) = ring.keys[i].key();
                let (c, r) = board.words(hex);
                by + Chance::new(purpose).and(c).and(r).and(end).jitter(jitter)
            })
        };
        // The hachures begin where this line is on the whole.
        let inner = uneven(INNER, 0.25, "mountain inner");
        let top = uneven(6.6, 0.5, "mountain top");
        let mark = |opacity| Paint::new(role::MOUNTAIN_MARK).faded(opacity);
        let line = Stroke::new(Ink::mix(role::MOUNTAIN_TOP, role::MOUNTAIN_MARK, 0.7), 0.13);
        out.push(Shape::filled(spline(&inner), role::MOUNTAIN_TOP).and_stroked(line).into());
        if detail >= Detail::Middle {
            for (i, &at) in ring.corners.iter().enumerate() {
                if window.shows(at, SIDE * 1.5) {
                    let variant = Chance::new("foot").and(words(board, ring.keys[i])).below(tiles::FEET);
                    let name = tiles::bend_name("foot", ring.bend(i), variant);
                    out.push(Use::new(name, Transform::at(at.x, at.y)).into());
                }
            }
        }
        if ring.len() > 6 {
            out.push(fill(spline(&top), Paint::new(role::LIGHT).faded(0.25)));
        }
        out.push(stroke(spline(&top), mark(0.5), 0.10));
        out.push(stroke(foot, mark(1.0), 0.24));
    }
}

/// Whether the slope is so well lit there that this mark is left out.
fn is_lit(dark: f64, number: u32) -> bool {
    (dark < 0.3 && number % 2 == 1) || (dark < 0.12 && !number.is_multiple_of(4))
}

/// From the foot of a mountain to its inner line.
const INNER: f64 = 3.9;

/// The hachures at a corner, about the corner: the lower rank from the inner line to the foot, the upper one from the
/// top to the inner line.
pub(super) fn foot_of(bend: Bend, variant: u32) -> Vec<Item> {
    let (from, to) = bend.ways();
    let half = SIDE / 2.0;
    let mut path = Path::new();
    let marks = places(from * -half, pt(0.0, 0.0), to * half, 0.78);
    for (number, (at, inward, is_after)) in (0..).zip(marks) {
        let dark = shade(inward * -1.0);
        if is_lit(dark, number) {
            continue;
        }
        let (middle, way) = if is_after { (to * half, to) } else { (from * -half, from) };
        let centre = middle + right_of(way) * (FLAT / 2.0);
        let chance = Chance::new("foot").and(bend.way).and(bend.is_right).and(variant).and(number);
        let mut reach = 3.7 * (0.62 + 0.38 * dark) + chance.jitter(0.5);
        if super::edges::is_in_number_box(at + inward - centre) {
            reach = reach.min(1.5);
        }
        let half = 0.07 + 0.2 * dark;
        let along = right_of(inward);
        let (low, high) = (at + inward * 0.22, at + inward * reach);
        path.append(&Path::polygon([
            high + along * (half * 0.5),
            low + along * half,
            low - along * half,
            high - along * (half * 0.5),
        ]));
    }
    vec![fill(path, Paint::new(role::MOUNTAIN_MARK).faded(0.85)), upper_hachures(bend, variant)]
}

/// The upper rank: finer lines where it is lit, bolder ones in shade.
fn upper_hachures(bend: Bend, variant: u32) -> Item {
    let (from, to) = bend.ways();
    let half = SIDE / 2.0;
    let (inner_from, inner_to) = (right_of(from) * INNER, right_of(to) * INNER);
    let corner = {
        let sum = inner_from + inner_to;
        let spread = 1.0 + from.x * to.x + from.y * to.y;
        sum * (1.0 / spread)
    };
    let (mut fine, mut bold) = (Path::new(), Path::new());
    let marks = places(from * -half + inner_from, corner, to * half + inner_to, 0.8);
    for (number, (at, inward, _)) in (0..).zip(marks) {
        let dark = shade(inward * -1.0);
        if is_lit(dark, number) {
            continue;
        }
        let chance = Chance::new("mountain").and(bend.way).and(bend.is_right).and(variant).and(number);
        let reach = 2.1 * (0.62 + 0.38 * dark) + chance.jitter(0.35);
        let line = Path::line(at + inward * 0.22, at + inward * reach);
        if dark > 0.5 {
            bold.append(&line)
        } else {
            fine.append(&line)
        };
    }
    let line = |path: Path, width: f64| {
        let paint = Paint::new(role::MOUNTAIN_MARK).faded(0.6);
        Item::from(Shape::stroked(path, Stroke::new(paint, width)))
    };
    let lines = [(fine, 0.16), (bold, 0.28)].into_iter().filter(|(path, _)| !path.is_empty());
    let items = lines.map(|(path, width)| line(path, width)).collect();
    Group::new(items).only_in(super::ground::NOT_SAVER).into()
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
