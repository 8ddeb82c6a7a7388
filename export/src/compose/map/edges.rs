//! Edges of levels: shade below them, hachures, the lit rim, the crest; cliffs.

use engine::face::GroundLook;
use engine::hex::Corner;

use super::chain::{Bend, Ring, places, rings, shade, shadow};
use super::ground::is_flat;
use super::{Board, Detail, Look, Window, contour, tiles};
use crate::compose::kit::{Chance, dashed, fill, right_of, stroke};
use crate::drawing::{Group, Item, Paint, Path, Point, Transform, Use, pt};
use crate::palette::role;

/// The number of a hex stands in a box at its north; marks that reach into it are cut short.
pub(super) fn is_in_number_box(from_centre: Point) -> bool {
    from_centre.x.abs() < 4.3 && from_centre.y < -7.0
}

/// What falls on the lower side from the upper one. The upper tint covers what falls on itself.
pub(super) fn draw_shade(rings: &[Ring], out: &mut Vec<Item>) {
    let whole = whole(rings);
    for (width, opacity, by) in [(9.0, 0.045, 1.6), (6.4, 0.055, 1.3), (4.2, 0.065, 1.0), (2.4, 0.085, 0.7)] {
        let line = stroke(whole.clone(), Paint::new(role::SHADE).faded(opacity), width);
        out.push(Group::new(vec![line]).placed(shadow(by)).into());
    }
}

/// Tapered strokes down the slope, heavier and longer where it lies in shade: one symbol a corner, but for corners
/// of which a part is no such edge.
pub(super) fn draw_hachures(board: &Board<'_>, window: &Window, rings: &[Ring], out: &mut Vec<Item>) {
    let mut path = Path::new();
    for ring in rings {
        let n = ring.len();
        let is_slope = |side: usize| {
            let (high, low) = ring.sides[side];
            ring.real[side] && !board.is_cliff(high, low)
        };
        for i in (0..n).filter(|&i| window.shows(ring.corners[i], super::SIDE * 1.5)) {
            let (before, after) = (is_slope((i + n - 1) % n), is_slope(i));
            if before && after {
                let at = ring.corners[i];
                let variant = Chance::new("hachure").and(words(board, ring.keys[i])).below(tiles::SLOPES);
                let name = tiles::bend_name("hachure", ring.bend(i), variant);
                out.push(Use::new(name, Transform::at(at.x, at.y)).into());
            } else if before || after {
                for mark in ring.marks_at(&ring.corners, i, HACHURES) {
                    if is_slope(mark.side) {
                        let low = mark.at - board.centre(ring.sides[mark.side].1);
                        let chance = Chance::new("hachure").and(words(board, mark.corner)).and(mark.number);
                        path.append(&hachure(mark.at, mark.inward * -1.0, mark.number, low, chance));
                    }
                }
            }
        }
    }
    if !path.is_empty() {
        out.push(fill(path, Paint::new(role::HACHURE).faded(0.9)));
    }
}

/// How far hachures are apart.
const HACHURES: f64 = 0.95;

/// A stroke down from a place on a crest; `low` is the place as seen from the centre of the lower hex.
fn hachure(at: Point, down: Point, number: u32, low: Point, chance: Chance) -> Path {
    let dark = shade(down);
    if dark < 0.25 && number % 2 == 1 {
        return Path::new();
    }
    let mut reach = 1.9 + 1.9 * dark + chance.jitter(0.45);
    if is_in_number_box(low) {
        reach = reach.min(0.85);
    }
    let half = 0.10 + 0.21 * dark;
    let along = right_of(down);
    let tip = at + down * reach + along * chance.and("lean").jitter(0.22);
    Path::polygon([at + along * half, tip, at - along * half])
}

/// The hachures of a corner, about the corner.
pub(super) fn hachures_of(bend: Bend, variant: u32) -> Vec<Item> {
    let (from, to) = bend.ways();
    let half = super::SIDE / 2.0;
    let mut path = Path::new();
    let marks = places(from * -half, pt(0.0, 0.0), to * half, HACHURES);
    for (number, (at, inward, is_after)) in (0..).zip(marks) {
        let (middle, way) = if is_after { (to * half, to) } else { (from * -half, from) };
        // The lower hex lies to the left.
        let low = middle - right_of(way) * (super::FLAT / 2.0);
        let chance = Chance::new("hachure").and(bend.way).and(bend.is_right).and(variant).and(number);
        path.append(&hachure(at, inward * -1.0, number, at - low, chance));
    }
    vec![fill(path, Paint::new(role::HACHURE).faded(0.9))]
}

/// The words of the jitter at a corner.
pub(super) fn words(board: &Board<'_>, corner: Corner) -> String {
    let (hex, end) = corner.key();
    let (c, r) = board.words(hex);
    format!("{c}/{r}/{end}")
}

/// The edges of a level.
fn whole(rings: &[Ring]) -> Path {
    let mut whole = Path::new();
    for ring in rings {
        whole.append(&ring.stretches(&ring.corners, |side| ring.real[side]));
    }
    whole
}

/// Light along the upper side of the crest, as far as it is drawn within the level: the same line as that of the
/// shade, which a file then has once.
pub(super) fn light(rings: &[Ring]) -> Item {
    stroke(whole(rings), Paint::new(role::LIGHT).faded(0.5), 2.6)
}

/// The inner line of the contour.
pub(super) fn inner_line(rings: &[Ring]) -> Item {
    let mut line = Path::new();
    for ring in rings {
        line.append(&ring.stretches(&ring.moved_in(|_| 1.75), |side| ring.real[side]));
    }
    dashed(line, Paint::new(role::CREST).faded(0.75), 0.13, &[3.2, 0.9])
}

/// Contours, the crests of all levels, and the cliffs.
pub(super) fn draw_crests(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    contour::draw(board, window, detail, out);
    let highest = window.hexes(board).map(|hex| board.look(hex).level).max().unwrap_or(0);
    let width = match detail {
        Detail::Full | Detail::Fine => 0.42,
        Detail::Middle => 0.7,
        Detail::Coarse => 1.2,
        Detail::Blocks => 1.8,
    };
    for level in 1..=highest {
        let rings = rings(board, window, |hex| {
            let look = board.look(hex);
            look.level >= level && (level == 1 || is_flat(look))
        });
        // Cliffs of rock, and those of no rock.
        let mut cliffs = [(Path::new(), Path::new()), (Path::new(), Path::new())];
        // Cliffs cover the part of the crest that they are.
        let crest = whole(&rings);
        for ring in &rings {
            let is_cliff = |side: usize| {
                let (high, low) = ring.sides[side];
                ring.real[side] && board.is_cliff(high, low)
            };
            for (i, (cliff, teeth)) in cliffs.iter_mut().enumerate() {
                let is_such = |side: usize| {
                    let is_rock = board.look(ring.sides[side].0).ground == GroundLook::Rock;
                    is_cliff(side) && is_rock == (i == 0)
                };
                if (0..ring.len()).any(is_such) {
                    cliff.append(&ring.stretches(&ring.corners, is_such));
                    add_teeth(board, window, ring, is_such, teeth);
                }
            }
        }
        if !crest.is_empty() {
            out.push(stroke(crest, role::CREST, width));
        }
        for ((cliff, teeth), tint) in cliffs.into_iter().zip([role::ROCK_MARK, role::CREST]) {
            if cliff.is_empty() {
                continue;
            }
            let coarse = detail < Detail::Middle;
            out.push(stroke(cliff, tint, if coarse { 2.6 } else { 0.95 }));
            if !coarse {
                out.push(fill(teeth, tint));
            }
        }
    }
    super::sides::draw_cliffs(board, window, detail, out);
}

/// Does an edge of a level run between two such hexes?
pub(super) fn is_edge(a: Look, b: Look) -> bool {
    let is_high = |look: Look, level: i8| look.level >= level && (level == 1 || is_flat(look));
    (1..=a.level.max(b.level)).any(|level| is_high(a, level) != is_high(b, level))
}

/// Blunt teeth below a cliff.
fn add_teeth(
    board: &Board<'_>,
    window: &Window,
    ring: &Ring,
    is_cliff: impl Fn(usize) -> bool,
    out: &mut Path,
) {
    for mark in ring.marks(&ring.corners, 1.15) {
        if !is_cliff(mark.side) || !window.shows(mark.at, 3.0) {
            continue;
        }
        let (_, low) = ring.sides[mark.side];
        let down = mark.inward * -1.0;
        let chance = Chance::new("cliff").and(words(board, mark.corner)).and(mark.number);
        let mut reach = 1.9 + chance.jitter(0.55) + (shade(down) - 0.5);
        if is_in_number_box(mark.at - board.centre(low)) {
            reach = reach.min(0.8);
        }
        out.append(&tooth(mark.at, down, reach));
    }
}

/// A blunt tooth down a cliff.
pub(super) fn tooth(at: Point, down: Point, reach: f64) -> Path {
    let along = right_of(down);
    Path::polygon([
        at + along * 0.52,
        at + down * reach + along * 0.28,
        at + down * (reach * 0.96) - along * 0.12,
        at - along * 0.52,
    ])
}
