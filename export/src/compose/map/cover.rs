//! What stands on the ground: woods that flow together across hexes, orchards, marshes, fields, villages, camps
//! with their circles of lodges.

use std::collections::BTreeMap;

use engine::face::CoverLook;
use engine::hex::{Direction, Hex, HexSide, Orientation};

use super::chain::{Ring, rings, rings_around};
use super::ground::all_paths;
use super::{Board, Detail, FLAT, Look, Window, tiles};
use crate::compose::kit::{Chance, curve_through, dashed, fill, middle, smooth_open, soft, stroke, unit};
use crate::drawing::{Cap, Group, Item, Paint, Path, Point, Shape, Stroke, Transform, Use, pt};
use crate::palette::{Ink, Role, role};

fn has(board: &Board<'_>, hex: Hex, cover: CoverLook) -> bool {
    board.look(hex).cover == Some(cover)
}

/// What stands on a ragged floor of its own.
const FLOORS: [CoverLook; 6] = [
    CoverLook::Forest,
    CoverLook::LightWoods,
    CoverLook::Orchard,
    CoverLook::Marsh,
    CoverLook::Fields,
    CoverLook::Village,
];

/// The ragged floors of what stands on a level.
pub(super) fn draw_floor(
    board: &Board<'_>,
    window: &Window,
    detail: Detail,
    test: impl Fn(Look) -> bool,
    out: &mut Vec<Item>,
) {
    let mut hexes: [Vec<Hex>; FLOORS.len()] = Default::default();
    for hex in window.near_board(board) {
        let look = board.look(hex);
        let place = FLOORS.iter().position(|&cover| look.cover == Some(cover));
        if let Some(place) = place.filter(|_| test(look)) {
            hexes[place].push(hex);
        }
    }
    let floors = FLOORS.into_iter().zip(hexes).map(|(cover, hexes)| {
        let mut floor = Path::new();
        for ring in rings_around(board, &hexes) {
            floor.append(&ragged(board, &ring));
        }
        (cover, floor)
    });
    for (cover, floor) in floors {
        if floor.is_empty() {
            continue;
        }
        let is_coarse = detail < Detail::Middle;
        let rim_of = |floor: Role, line: Role, part: f64| Ink::mix(floor, line, part);
        let dark = |part| rim_of(role::FOREST, role::TREE_DARK, part);
        // The rim of the floor, its width, and the floor.
        let (rim, width, tint): (Ink, f64, Ink) = match cover {
            CoverLook::Forest if is_coarse => (role::TREE_DARK.into(), 1.0, role::TREE.into()),
            CoverLook::Forest => (dark(0.28), 0.35, role::FOREST.into()),
            CoverLook::LightWoods if is_coarse => (dark(0.7), 0.8, role::TREE_C.into()),
            CoverLook::LightWoods => (dark(0.2), 0.3, role::FOREST.into()),
            CoverLook::Orchard if is_coarse => (dark(0.4), 0.6, role::FOREST.into()),
            CoverLook::Orchard => (dark(0.3), 0.25, role::VALLEY_LUSH.into()),
            CoverLook::Marsh if is_coarse => (role::WATER_LINE.into(), 0.5, role::WATER_LIGHT.into()),
            CoverLook::Marsh => {
                let bank = rim_of(role::WATER_LIGHT, role::WATER_LINE, 0.4);
                (bank, 0.3, Ink::mix(role::VALLEY, role::WATER_LIGHT, 0.75))
            }
            CoverLook::Fields => {
                let edge = rim_of(role::WASH_LIGHT, role::PLATEAU_MARK, 0.7);
                (edge, if is_coarse { 0.5 } else { 0.3 }, role::WASH_LIGHT.into())
            }
            CoverLook::Village if is_coarse => (role::BRICK_DARK.into(), 0.6, role::BRICK_LIGHT.into()),
            CoverLook::Village => {
                let edge = rim_of(role::TRODDEN, role::ROAD, 0.25);
                (edge, 0.3, role::TRODDEN.into())
            }
            CoverLook::Camp => continue,
        };
        out.push(Shape::filled(floor, tint).and_stroked(Stroke::new(rim, width).round()).into());
    }
}

/// The outline of a floor: two points a hexside, a little within it, and none where hexes flow together.
fn ragged(board: &Board<'_>, ring: &Ring) -> Path {
    let n = ring.len();
    let mut points = Vec::with_capacity(2 * n);
    for (i, &(inside, _)) in ring.sides.iter().enumerate() {
        let at = board.centre(inside);
        let (from, to) = (ring.corners[i], ring.corners[(i + 1) % n]);
        let (c, r) = board.words(inside);
        let (key, end) = ring.keys[i].key();
        let chance = Chance::new("floor").and(c).and(r).and(key).and(end);
        for j in 0..2 {
            let edge = from.towards(to, (f64::from(j) + 0.5) / 2.0);
            points.push(at.towards(edge, 0.9 + chance.and(j).jitter(0.055)));
        }
    }
    let knots: Vec<_> = points.iter().map(|p| soft(p.x, p.y)).collect();
    // Kept in the direction of the ring, so that a clearing stays open.
    curve_through(&knots, 0.4)
}

/// The outlines of the camps on such ground.
fn camp_rings(board: &Board<'_>, window: &Window, test: impl Fn(Look) -> bool) -> Path {
    all_paths(&rings(board, window, |hex| is_camp(board, hex, &test)))
}

fn is_camp(board: &Board<'_>, hex: Hex, test: impl Fn(Look) -> bool) -> bool {
    board.is_on(hex) && has(board, hex, CoverLook::Camp) && test(board.look(hex))
}

/// The trodden floor of camps on a level, and the paths between their circles.
pub(super) fn draw_camp_floor(
    board: &Board<'_>,
    window: &Window,
    detail: Detail,
    test: impl Fn(Look) -> bool,
    out: &mut Vec<Item>,
) {
    let whole = camp_rings(board, window, &test);
    if whole.is_empty() {
        return;
    }
    out.push(stroke(whole.clone(), role::CAMP, 1.2));
    out.push(fill(whole, role::CAMP));
    if detail < Detail::Coarse {
        return;
    }
    let mut paths = Path::new();
    for hex in window.on_board(board).filter(|&hex| is_camp(board, hex, &test)) {
        for direction in [Direction::SE, Direction::S, Direction::SW] {
            let next = hex.neighbour(direction);
            if !is_camp(board, next, &test) {
                continue;
            }
            let (c, r) = board.words(hex);
            let chance = Chance::new("path").and(c).and(r).and(direction.index());
            let (a, b) = (board.centre(hex), board.centre(next));
            let bend = middle(a, b) + pt(chance.and("x").jitter(1.4), chance.and("y").jitter(1.4));
            paths.append(&smooth_open(&[a, bend, b]));
        }
    }
    if !paths.is_empty() {
        out.push(stroke(paths, Paint::new(role::LIGHT).faded(0.42), 1.0));
    }
}

/// Trees and lodges, from north to south, the rim of camps, and the dots from which sight is taken.
pub(super) fn draw(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if detail >= Detail::Middle {
        draw_trees(board, window, out);
        draw_lodges(board, window, out);
    }
    let rim = camp_rings(board, window, |_| true);
    if !rim.is_empty() {
        match detail {
            Detail::Full | Detail::Fine => out.push(dashed(rim, role::CAMP_MARK, 0.5, &[2.2, 1.3])),
            Detail::Middle => out.push(stroke(rim, role::CAMP_MARK, 1.4)),
            Detail::Coarse | Detail::Blocks => out.push(stroke(rim, role::CAMP_MARK, 1.4)),
        }
    }
    if detail == Detail::Full {
        draw_dots(board, window, out);
    }
}

/// The dots from which sight is taken: round dashes of next to no length, along each column (or row of pointed
/// hexes).
fn draw_dots(board: &Board<'_>, window: &Window, out: &mut Vec<Item>) {
    let mut ends: BTreeMap<i32, (Point, Point)> = BTreeMap::new();
    for hex in window.on_board(board) {
        let at = board.centre(hex);
        let (column, row) = board.map.grid.column_row_signed(hex);
        let line = match board.layout.orientation() {
            Orientation::Flat => column,
            Orientation::Pointed => row,
        };
        let (_, last) = ends.entry(line).or_insert((at, at));
        *last = at;
    }
    let mut lines = Path::new();
    for (from, to) in ends.into_values() {
        lines.append(&Path::line(from, to + unit(to - from) * 0.1));
    }
    if !lines.is_empty() {
        let dots = Stroke::new(Paint::new(role::GRID).faded(0.5), 0.48).capped(Cap::Round);
        out.push(Shape::stroked(lines, dots.dashed(&[0.01, FLAT - 0.01])).into());
    }
}

/// The name of the tile that stands on a cover's floor, whatever else does.
fn tile_of(cover: CoverLook) -> Option<&'static str> {
    match cover {
        CoverLook::Forest => Some("forest"),
        CoverLook::LightWoods => Some("light-woods"),
        CoverLook::Orchard => Some("orchard"),
        CoverLook::Village => Some("village"),
        CoverLook::Marsh | CoverLook::Fields | CoverLook::Camp => None,
    }
}

fn draw_trees(board: &Board<'_>, window: &Window, out: &mut Vec<Item>) {
    // By the height of their feet, so that southern trees stand before northern ones.
    let mut trees: Vec<(f64, i32, Item)> = Vec::new();
    // Woods go on into the rim around the board, as their floor does.
    for hex in window.near_board(board) {
        let Some((cover, tile)) = board.look(hex).cover.and_then(|cover| Some((cover, tile_of(cover)?)))
        else {
            continue;
        };
        let at = board.centre(hex);
        if !window.shows(at, FLAT * 1.2) {
            continue;
        }
        let (c, r) = board.words(hex);
        let place = Transform::at(at.x, at.y);
        let sides = [Direction::SE, Direction::S, Direction::SW].into_iter().enumerate();
        for (s, direction) in sides.filter(|_| cover == CoverLook::Forest) {
            let next = hex.neighbour(direction);
            let side = HexSide::of(hex, direction);
            // Water, a wall or a road between two woods stays in sight.
            let is_free = board.side(side).is_none() && board.ways.over(side).is_none();
            if is_free && has(board, next, CoverLook::Forest) {
                let variant = Chance::new("bridge").and(c).and(r).and(s).below(tiles::BRIDGES);
                let foot = at.y + if direction == Direction::S { 8.0 } else { 4.0 };
                trees.push((foot, c, Use::new(tiles::bridge_name(s, variant), place).into()));
            }
        }
        let variant = Chance::new("tree").and(c).and(r).below(tiles::VARIANTS);
        let mut course = board.ways.course(board, hex);
        course.extend(board.broad_water(hex));
        if course.is_empty() {
            trees.push((at.y, c, Use::new(tiles::name(tile, variant), place).into()));
        } else {
            // What stands in the way of a road is left out.
            let course: Vec<Point> = course.into_iter().map(|p| p - at).collect();
            let items = tiles::beside(board.layout.orientation(), cover, variant, |p, reach| {
                course.iter().all(|q| q.distance(p) > reach + 0.9)
            });
            trees.push((at.y, c, Group::new(items).placed(place).into()));
        }
    }
    trees.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    out.extend(trees.into_iter().map(|(_, _, item)| item));
}

/// Reeds of marshes and furrows of fields: marks of the ground, under the grid.
pub(super) fn draw_marks(
    board: &Board<'_>,
    window: &Window,
    detail: Detail,
    test: impl Fn(Look) -> bool,
    out: &mut Vec<Item>,
) {
    if detail < Detail::Middle {
        return;
    }
    for hex in window.near_board(board) {
        let look = board.look(hex);
        let at = board.centre(hex);
        let name = match look.cover {
            Some(CoverLook::Marsh) => "marsh",
            Some(CoverLook::Fields) => "fields",
            _ => continue,
        };
        if test(look) && window.shows(at, FLAT) {
            let (c, r) = board.words(hex);
            let variant = Chance::new("tile").and(c).and(r).below(tiles::VARIANTS);
            out.push(Use::new(tiles::name(name, variant), Transform::at(at.x, at.y)).into());
        }
    }
}

fn draw_lodges(board: &Board<'_>, window: &Window, out: &mut Vec<Item>) {
    let mut lodges: Vec<(f64, i32, Item)> = Vec::new();
    for hex in window.on_board(board).filter(|&hex| has(board, hex, CoverLook::Camp)) {
        let at = board.centre(hex);
        let (c, r) = board.words(hex);
        let variant = Chance::new("camp").and(c).and(r).below(tiles::VARIANTS);
        if window.shows(at, FLAT) {
            let item = Use::new(tiles::name("camp", variant), Transform::at(at.x, at.y));
            lodges.push((at.y, c, item.into()));
        }
    }
    lodges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    out.extend(lodges.into_iter().map(|(_, _, item)| item));
}
