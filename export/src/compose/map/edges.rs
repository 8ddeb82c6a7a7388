//! Edges of levels: shade below them, hachures, the lit rim, the crest; cliffs.

use engine::face::GroundLook;
use engine::hex::Corner;

use super::chain::{Bend, Ring, places, rings, shade, shadow};
use super::ground::{height, levels};
use super::{Board, Detail, Look, Window, contour, tiles};
use crate::compose::kit::{Chance, dashed, fill, right_of, stroke};
use crate::drawing::{Group, Item, Paint, Path, Point, Transform, Use, pt};
use crate::palette::role;

/// The number of a hex stands in a box at its north; marks that reach into it are cut short.
pub(super) fn is_in_number_box(from_centre: Point) -> bool {
    from_centre.x.abs() < 4.3 && from_centre.y < -7.0
}

/// How many steps of one fall are shaded; more would only be black.
pub(super) const STEPS: i8 = 3;

/// The outlines of a level as far as its edges are shaded: at the top of a fall of many levels only.
pub(super) fn shaded(board: &Board<'_>, rings: &[Ring], level: i8) -> Vec<Ring> {
    let mut out = rings.to_vec();
    for ring in &mut out {
        for (real, (high, _)) in ring.real.iter_mut().zip(&ring.sides) {
            *real &= i16::from(height(board.look(*high))) - i16::from(level) < i16::from(STEPS);
        }
    }
    out
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
    let width = match detail {
        Detail::Full | Detail::Fine => 0.42,
        Detail::Middle => 0.7,
        Detail::Coarse => 1.2,
        Detail::Blocks => 1.8,
    };
    // The lowest has no edge, and one of many steps is drawn once.
    for level in levels(board, window).into_iter().skip(1) {
        let rings = rings(board, window, |hex| height(board.look(hex)) >= level);
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
    height(a) != height(b)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::fixture;
    use crate::compose::map::{Layer, MapLook};
    use crate::drawing::Segment;
    use crate::palette::Ink;
    use engine::hex::{Grid, HexSide};
    use engine::scenario::Map;
    use std::collections::BTreeSet;

    /// A plain of nine columns and rows with one hex and its neighbours on another level.
    fn field(middle: i8) -> Map {
        let grid = Grid::new(9, 9);
        let mut levels = vec![0; grid.len()];
        for hex in grid.at(4, 4).disc(1) {
            levels[grid.index(hex).unwrap()] = middle;
        }
        Map {
            grid,
            legend: vec![('.', "plain".into())],
            cells: vec![0; grid.len()],
            levels,
            ..Map::default()
        }
    }

    /// All that is drawn of a layer, out of its groups.
    fn drawn(map: &Map, layer: Layer) -> Vec<Item> {
        let terrains = fixture::terrains();
        let board = Board::new(MapLook { map, terrains: &terrains, hexsides: &[] });
        let mut lists = vec![board.window(&Window::whole(&board), layer, Detail::Full)];
        let mut out = Vec::new();
        while let Some(items) = lists.pop() {
            for item in items {
                match item {
                    Item::Group(group) => lists.push(group.items),
                    other => out.push(other),
                }
            }
        }
        out
    }

    fn stroked(items: &[Item], tint: Ink) -> Vec<&Path> {
        let paths = items.iter().filter_map(|item| match item {
            Item::Shape(shape) => shape.stroke.as_ref().map(|line| (line, &shape.path)),
            _ => None,
        });
        paths.filter(|(line, _)| line.paint.ink == tint).map(|(_, path)| path).collect()
    }

    #[test]
    fn a_hollow_has_its_edge_and_hachures_that_fall_into_it() {
        for level in [1, -1, -3, -26] {
            let map = field(level);
            let terrains = fixture::terrains();
            let board = Board::new(MapLook { map: &map, terrains: &terrains, hexsides: &[] });
            let inside: BTreeSet<_> = map.grid.at(4, 4).disc(1).collect();
            // The crest goes through the middle of each hexside between the levels, and nowhere else.
            let edges = drawn(&map, Layer::Edges);
            let crests = stroked(&edges, role::CREST.into());
            assert_eq!(crests.len(), 1, "{level}");
            let ends = crests[0].segments.iter().filter_map(|segment| match *segment {
                Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some(p),
                Segment::Close => None,
            });
            let ends: Vec<Point> = ends.collect();
            let mut around = 0;
            for hex in &inside {
                for (_, other) in map.grid.neighbours(*hex).filter(|(_, other)| !inside.contains(other)) {
                    let middle = board.side_middle(HexSide::between(*hex, other).unwrap());
                    assert!(ends.iter().any(|end| end.distance(middle) < 1e-9), "{level}: {hex}|{other}");
                    around += 1;
                }
            }
            assert_eq!(around, 18);
            assert_eq!(ends.len(), around + 1, "{level}");
            // Six of its corners stick out, twelve do not; the way round is that of the lower side.
            let ground = drawn(&map, Layer::Ground);
            let bends = ground.iter().filter_map(|item| match item {
                Item::Use(one) => one.symbol.strip_prefix("tile/hachure/"),
                _ => None,
            });
            let steps = usize::from(level.unsigned_abs().min(STEPS.unsigned_abs()));
            let (right, left): (Vec<&str>, Vec<&str>) = bends.partition(|bend| bend.ends_with("r/0"));
            let wanted = if level > 0 { (12 * steps, 6 * steps) } else { (6 * steps, 12 * steps) };
            assert_eq!((right.len(), left.len()), wanted, "{level}");
            assert_eq!(stroked(&ground, role::SHADE.into()).len(), 4 * steps, "{level}");
        }
    }

    #[test]
    fn the_floor_of_a_hollow_has_a_tint_and_tiles_of_its_own_level() {
        let map = field(-2);
        let ground = drawn(&map, Layer::Ground);
        let tiles = ground.iter().filter(|item| match item {
            Item::Use(one) => one.symbol.starts_with("tile/valley/"),
            _ => false,
        });
        // Each hex of the board and of the ring around it that may be seen, once.
        assert!(tiles.count() >= map.grid.len());
        let tints: Vec<Ink> = ground
            .iter()
            .filter_map(|item| match item {
                Item::Shape(shape) => shape.fill.as_ref().map(|fill| fill.paint.ink),
                _ => None,
            })
            .collect();
        let floor = Ink::mix(role::VALLEY, role::VALLEY_LUSH, 0.8);
        assert!(tints.contains(&floor) && tints.contains(&role::VALLEY.into()), "{tints:?}");
    }
}
