//! Grounds: tints, uneven washes, meadows by the water, grass, and what lies on them, level by level.

use std::collections::BTreeSet;

use engine::face::GroundLook;

use super::chain::{Ring, rings};
use super::{Board, Detail, FLAT, Look, Window, cover, edges, heights, tiles};
use crate::compose::kit::{Chance, fill, filled_box, stroke};
use crate::drawing::{Group, Item, Paint, Path, Transform, Use, pt};
use crate::palette::{Ink, Table, Tables, role};

/// Not on sheets that save ink.
pub(super) const NOT_SAVER: Tables = Tables::except(Table::Saver);

pub(super) fn draw(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    let levels = levels(board, window);
    // The lowest is the ground that all else stands on; without hollows it is level 0.
    let lowest = levels.first().copied().unwrap_or(0).min(0);
    let highest = levels.last().copied().unwrap_or(0);
    out.push(filled_box(window.clip, tint(lowest)));
    draw_low_ground(board, window, detail, out);
    draw_on_level(board, window, detail, lowest, out);
    for level in (lowest..highest).map(|below| below + 1) {
        if !levels.range(level..level.saturating_add(edges::STEPS)).any(|_| true) {
            continue;
        }
        let rings = rings(board, window, |hex| height(board.look(hex)) >= level);
        if rings.is_empty() {
            continue;
        }
        let shaded = edges::shaded(board, &rings, level);
        edges::draw_shade(&shaded, out);
        if detail >= Detail::Middle {
            edges::draw_hachures(board, window, &shaded, out);
        }
        // All that is as high is higher, and is drawn with the next.
        if !levels.contains(&level) {
            continue;
        }
        let mut whole = Path::new();
        for ring in &rings {
            whole.append(&ring.path_within(window.clip.grown(16.0)));
        }
        if detail >= Detail::Middle {
            // Tint, washes and light through one clip, so that the edge is written once.
            let mut inside = vec![filled_box(window.clip, tint(level))];
            if level > 0 {
                let mut washes = Vec::new();
                draw_washes(board, window, "p", (2, 3), &mut washes);
                push_group(&mut inside, washes, |group| group.only_in(NOT_SAVER));
            } else {
                draw_low_ground(board, window, detail, &mut inside);
            }
            inside.push(edges::light(&rings));
            out.push(Group::new(inside).clipped(whole).into());
            out.push(edges::inner_line(&rings));
        } else if level > 0 {
            out.push(fill(whole, tint(level)));
        } else {
            let mut inside = vec![filled_box(window.clip, tint(level))];
            draw_low_ground(board, window, detail, &mut inside);
            out.push(Group::new(inside).clipped(whole).into());
        }
        draw_on_level(board, window, detail, level, out);
    }
    heights::draw_mountains(board, window, detail, out);
    heights::draw_rock(board, window, detail, out);
}

/// The tint of a level: the valley, darker in hollows, the plateau, and lighter heights.
pub fn tint(level: i8) -> Ink {
    match level {
        0 => Ink::from(role::VALLEY),
        1 => Ink::from(role::PLATEAU),
        ..0 => Ink::mix(role::VALLEY, role::VALLEY_LUSH, (-0.4 * f64::from(level)).min(1.0)),
        _ => Ink::mix(role::PLATEAU, role::LIGHT, (0.3 * f64::from(level - 1)).min(0.7)),
    }
}

/// What lies on level 0 and on the floors of hollows: washes, and meadows along rivers.
fn draw_low_ground(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if detail >= Detail::Middle {
        let mut washes = Vec::new();
        draw_washes(board, window, "v", (0, 1), &mut washes);
        push_group(out, washes, |group| group.only_in(NOT_SAVER));
    }
    if detail >= Detail::Coarse {
        let mut meadow = Vec::new();
        for river in board.rivers() {
            if !river.is_near(window.clip.grown(14.0)) {
                continue;
            }
            for width in [26.0, 22.5, 19.0, 15.5, 12.0, 8.5] {
                meadow.push(stroke(
                    river.path(),
                    Paint::new(role::VALLEY_LUSH).faded(0.17),
                    width * river.breadth(),
                ));
            }
        }
        push_group(out, meadow, |group| group.only_in(NOT_SAVER));
    }
}

/// What stands on the ground of a level.
fn draw_on_level(board: &Board<'_>, window: &Window, detail: Detail, level: i8, out: &mut Vec<Item>) {
    let (name, ground) = match level {
        ..=0 => ("valley", GroundLook::Valley),
        _ => ("plateau", GroundLook::Plateau),
    };
    let is_here = |look: Look| look.level == level;
    draw_tiles(board, window, detail, name, |look| look.ground == ground && is_here(look), out);
    cover::draw_floor(board, window, detail, is_here, out);
    cover::draw_marks(board, window, detail, is_here, out);
    cover::draw_camp_floor(board, window, detail, is_here, out);
}

/// The levels at which the ground of a window lies.
pub(super) fn levels(board: &Board<'_>, window: &Window) -> BTreeSet<i8> {
    window.hexes(board).map(|hex| height(board.look(hex))).collect()
}

/// The level at which the ground of a hex lies: mountains, rock and lakes stand on the first and have edges of
/// their own.
pub(super) fn height(look: Look) -> i8 {
    if is_flat(look) { look.level } else { look.level.min(1) }
}

fn is_flat(look: Look) -> bool {
    matches!(look.ground, GroundLook::Valley | GroundLook::Plateau)
}

/// All rings as one path. Outer and inner rings turn opposite ways, so that either rule fills the region.
pub(super) fn all_paths(rings: &[Ring]) -> Path {
    let mut path = Path::new();
    for ring in rings {
        path.append(&ring.path());
    }
    path
}

pub(super) fn push_group(out: &mut Vec<Item>, items: Vec<Item>, with: impl FnOnce(Group) -> Group) {
    if !items.is_empty() {
        out.push(with(Group::new(items)).into());
    }
}

/// The uneven tint of a coloured print: one blot for each 5 × 4 hexes, some of them missing. `tints` are places in
/// [`tiles::WASH_TINTS`].
fn draw_washes(board: &Board<'_>, window: &Window, tag: &str, tints: (usize, usize), out: &mut Vec<Item>) {
    let grid = &board.map.grid;
    if grid.columns < 8 {
        return;
    }
    for i in (0..i32::from(grid.columns) + 4).step_by(5) {
        for j in (0..i32::from(grid.rows) + 3).step_by(4) {
            let chance = Chance::new("wash").and(tag).and(i).and(j);
            let at = board.centre(grid.at_signed(i - 1, j - 1));
            let at = at + pt(chance.and("x").jitter(22.0), chance.and("y").jitter(22.0));
            // In steps that nobody sees, so that files have short numbers.
            let at = pt(at.x.round(), at.y.round());
            let radius = (26.0 + 16.0 * chance.and("r").part()).round();
            if chance.part() < 0.3 || !window.shows(at, radius * 1.35 * 1.22) {
                continue;
            }
            let tint = if chance.and("c").part() < 0.5 { tints.0 } else { tints.1 };
            let name = tiles::wash_name(chance.and("shape").below(tiles::WASHES), tint);
            // Turned by half, so that one shape is not known again.
            let way = if chance.and("way").hash() % 2 == 1 { -1.0 } else { 1.0 };
            let place = Transform { a: radius * 1.35 * way, d: radius * way, ..Transform::at(at.x, at.y) };
            out.push(Use::new(name, place).into());
        }
    }
}

fn draw_tiles(
    board: &Board<'_>,
    window: &Window,
    detail: Detail,
    name: &str,
    test: impl Fn(Look) -> bool,
    out: &mut Vec<Item>,
) {
    if detail < Detail::Fine {
        return;
    }
    let mut items = Vec::new();
    for hex in window.near_board(board) {
        let look = board.look(hex);
        let at = board.centre(hex);
        if look.cover.is_some() || !test(look) || !window.shows(at, FLAT) {
            continue;
        }
        let (c, r) = board.words(hex);
        let variant = Chance::new("tile").and(c).and(r).below(tiles::VARIANTS);
        let flip = if Chance::new("flip").and(c).and(r).hash() % 2 == 1 { -1.0 } else { 1.0 };
        let place = Transform { a: flip, ..Transform::at(at.x, at.y) };
        items.push(Use::new(tiles::name(name, variant), place).into());
    }
    let faded = if detail == Detail::Fine { 0.6 } else { 1.0 };
    push_group(out, items, |group| group.faded(faded));
}
