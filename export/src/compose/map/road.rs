//! Roads: from hexside to hexside through the hexes that they list, and the bridges that carry them over water.
//!
//! A road crosses each hexside at its middle and straight on, so that the pieces of neighbouring hexes meet
//! smoothly. Where three ways or more leave a hex, all of them meet at its centre.

use std::collections::BTreeMap;

use engine::face::{CoverLook, GroundLook, HexsideLook};
use engine::hex::{Direction, Hex, HexSide};
use engine::scenario::{Road, RoadKind};

use super::{Board, Detail, FLAT, Window};
use crate::compose::kit::{dashed_from, fill, middle, right_of, stroke, unit};
use crate::drawing::{Group, Item, Paint, Path, Point, Shape, Stroke, Transform, pt};
use crate::palette::role;

/// Where roads go, as far as the look of a single hex or hexside depends on all of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Ways {
    /// The directions in which roads leave a hex, a bit each.
    exits: BTreeMap<Hex, u8>,
    /// The best road over a hexside.
    crossings: BTreeMap<HexSide, RoadKind>,
}

impl Ways {
    pub fn of(roads: &[Road]) -> Self {
        let mut out = Self::default();
        for road in roads {
            for pair in road.hexes.windows(2) {
                let Some(direction) = pair[0].direction_to(pair[1]) else { continue };
                *out.exits.entry(pair[0]).or_default() |= 1 << direction.index();
                *out.exits.entry(pair[1]).or_default() |= 1 << direction.opposite().index();
                let kind = out.crossings.entry(HexSide::of(pair[0], direction)).or_insert(road.kind);
                *kind = road.kind.max(*kind);
            }
        }
        out
    }

    /// The best road over a hexside.
    pub fn over(&self, side: HexSide) -> Option<RoadKind> {
        self.crossings.get(&side).copied()
    }

    fn count(&self, hex: Hex) -> u32 {
        self.exits.get(&hex).map_or(0, |exits| exits.count_ones())
    }

    /// The way out of a hex besides the one in this direction.
    fn other(&self, hex: Hex, than: Direction) -> Option<Direction> {
        let exits = self.exits.get(&hex)?;
        Direction::ALL.into_iter().find(|way| *way != than && exits & (1 << way.index()) != 0)
    }

    /// Points along the roads in a hex, close enough together to keep trees off them.
    pub fn course(&self, board: &Board<'_>, hex: Hex) -> Vec<Point> {
        let Some(exits) = self.exits.get(&hex) else { return Vec::new() };
        let ways: Vec<Direction> =
            Direction::ALL.into_iter().filter(|way| exits & (1 << way.index()) != 0).collect();
        let pieces = match ways.as_slice() {
            [a, b] => vec![Piece::through(board, hex, *a, *b)],
            ways => ways.iter().map(|&way| Piece::to_centre(board, hex, way)).collect(),
        };
        pieces.iter().flat_map(|piece| (0..=12).map(|i| piece.at(f64::from(i) / 12.0))).collect()
    }
}

/// A stretch of road within a hex: a cubic.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: Point,
    a: Point,
    b: Point,
    to: Point,
}

impl Piece {
    /// From hexside to hexside, with both handles 0.55 of the way to the centre.
    fn through(board: &Board<'_>, hex: Hex, from: Direction, to: Direction) -> Self {
        let centre = board.centre(hex);
        let at = |way| board.side_middle(HexSide::of(hex, way));
        let (from, to) = (at(from), at(to));
        Self { from, a: from.towards(centre, 0.55), b: to.towards(centre, 0.55), to }
    }

    fn to_centre(board: &Board<'_>, hex: Hex, from: Direction) -> Self {
        let (from, to) = (board.side_middle(HexSide::of(hex, from)), board.centre(hex));
        Self { from, a: from.towards(to, 1.0 / 3.0), b: from.towards(to, 2.0 / 3.0), to }
    }

    /// From hexside to hexside over the centre, without a kink there.
    fn over_centre(board: &Board<'_>, hex: Hex, from: Direction, to: Direction) -> [Self; 2] {
        let mut pieces = [Self::to_centre(board, hex, from), Self::to_centre(board, hex, to).reversed()];
        let centre = board.centre(hex);
        let along = unit(pieces[1].to - pieces[0].from);
        if from != to {
            for (piece, way) in pieces.iter_mut().zip([-1.0, 1.0]) {
                let near = centre + along * (3.2 * way);
                let edge = if way < 0.0 { piece.from } else { piece.to };
                let handle = edge.towards(centre, 0.45);
                (piece.a, piece.b) = if way < 0.0 { (handle, near) } else { (near, handle) };
            }
        }
        pieces
    }

    fn reversed(self) -> Self {
        Self { from: self.to, a: self.b, b: self.a, to: self.from }
    }

    fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        self.from * (s * s * s)
            + self.a * (3.0 * s * s * t)
            + self.b * (3.0 * s * t * t)
            + self.to * (t * t * t)
    }

    /// The first half.
    fn half(self) -> Self {
        let (p, q, r) = (middle(self.from, self.a), middle(self.a, self.b), middle(self.b, self.to));
        let (s, t) = (middle(p, q), middle(q, r));
        Self { from: self.from, a: p, b: s, to: middle(s, t) }
    }

    fn length(&self) -> f64 {
        (0..8).map(|i| self.at(f64::from(i) / 8.0).distance(self.at(f64::from(i + 1) / 8.0))).sum()
    }

    /// Moved to its right; near enough to a parallel for the width of a road.
    fn aside(self, by: f64) -> Self {
        let (first, last) = (right_of(unit(self.a - self.from)) * by, right_of(unit(self.to - self.b)) * by);
        Self { from: self.from + first, a: self.a + first, b: self.b + last, to: self.to + last }
    }
}

/// Pieces of a road that hang together, and how much of the road lies before them: dashes go on from block to
/// block.
struct Stretch {
    pieces: Vec<Piece>,
    before: f64,
}

impl Stretch {
    fn path(&self, aside: f64) -> Path {
        let mut path = Path::new();
        for piece in &self.pieces {
            let piece = if aside == 0.0 { *piece } else { piece.aside(aside) };
            match path.last_point() {
                None => path.move_to(piece.from),
                Some(end) if end.distance(piece.from) > 0.02 => path.line_to(piece.from),
                Some(_) => &mut path,
            };
            path.curve_to(piece.a, piece.b, piece.to);
        }
        path
    }
}

/// The pieces of a road in one of its hexes.
fn pieces(board: &Board<'_>, road: &Road, i: usize) -> Vec<Piece> {
    let hex = road.hexes[i];
    let way = |other: Option<&Hex>| other.and_then(|&other| hex.direction_to(other));
    let before = way(i.checked_sub(1).and_then(|i| road.hexes.get(i)));
    let after = way(road.hexes.get(i + 1));
    let ways = &board.ways;
    // Where another road goes on from the end of this one, each has half of the bend.
    let end = |from: Direction| match ways.other(hex, from) {
        Some(to) if ways.count(hex) == 2 => Piece::through(board, hex, from, to).half(),
        _ => Piece::to_centre(board, hex, from),
    };
    match (before, after) {
        (None, None) => Vec::new(),
        (Some(from), Some(to)) if from != to && ways.count(hex) == 2 => {
            vec![Piece::through(board, hex, from, to)]
        }
        (Some(from), Some(to)) => Piece::over_centre(board, hex, from, to).into(),
        (Some(from), None) => vec![end(from)],
        (None, Some(to)) => vec![end(to).reversed()],
    }
}

/// The stretches of a road that may be seen in a window, and the same of those on dark ground.
fn stretches(board: &Board<'_>, window: &Window, road: &Road) -> (Vec<Stretch>, Path) {
    let mut out: Vec<Stretch> = Vec::new();
    let mut on_dark = Path::new();
    let (mut passed, mut is_open) = (0.0, false);
    for i in 0..road.hexes.len() {
        let found = pieces(board, road, i);
        let length: f64 = found.iter().map(Piece::length).sum();
        let is_joined = i > 0 && road.hexes[i - 1].direction_to(road.hexes[i]).is_some();
        if window.shows(board.centre(road.hexes[i]), FLAT) && !found.is_empty() {
            if is_dark(board, road.hexes[i]) {
                on_dark.append(&Stretch { pieces: found.clone(), before: 0.0 }.path(0.0));
            }
            match out.last_mut() {
                Some(stretch) if is_open && is_joined => stretch.pieces.extend(found),
                _ => out.push(Stretch { pieces: found, before: passed }),
            }
            is_open = true;
        } else {
            is_open = false;
        }
        passed += length;
    }
    (out, on_dark)
}

fn is_dark(board: &Board<'_>, hex: Hex) -> bool {
    let look = board.look(hex);
    matches!(look.ground, GroundLook::Mountain | GroundLook::Rock)
        || matches!(look.cover, Some(CoverLook::Forest | CoverLook::LightWoods))
}

/// The width of a road's casing, and of its fill or of what lies within it.
fn widths(kind: RoadKind) -> (f64, f64) {
    match kind {
        RoadKind::Trail => (0.35, 0.0),
        RoadKind::Track => (0.88, 0.7),
        RoadKind::Road => (1.0, 0.65),
        RoadKind::Highway => (1.5, 1.0),
        RoadKind::Railway => (1.3, 0.4),
    }
}

const TICKS: [f64; 2] = [0.25, 1.75];

/// All roads: halos, then casings, then what fills them, so that junctions are open.
pub(super) fn draw(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if board.map.roads.is_empty() {
        return;
    }
    let mut halos: Vec<Item> = Vec::new();
    let mut lower: Vec<Item> = Vec::new();
    let mut upper: Vec<Item> = Vec::new();
    let mut rails: Vec<Item> = Vec::new();
    for kind in RoadKind::ALL {
        let mut all = Path::new();
        let mut on_dark = Path::new();
        for road in board.map.roads.iter().filter(|road| road.kind == kind) {
            let (stretches, dark) = stretches(board, window, road);
            on_dark.append(&dark);
            for stretch in stretches {
                all.append(&stretch.path(0.0));
                if detail < Detail::Middle {
                    continue;
                }
                match kind {
                    RoadKind::Trail => {
                        let phase = stretch.before % 2.5;
                        lower.push(dashed_from(stretch.path(0.0), role::ROAD, 0.35, &[1.6, 0.9], phase));
                    }
                    RoadKind::Track => {
                        lower.push(stroke(stretch.path(0.35), role::ROAD, 0.18));
                        let phase = stretch.before % 2.5;
                        lower.push(dashed_from(stretch.path(-0.35), role::ROAD, 0.18, &[1.6, 0.9], phase));
                    }
                    RoadKind::Railway => {
                        rails.push(rail_ticks(stretch.path(0.0), stretch.before));
                    }
                    RoadKind::Road | RoadKind::Highway => {}
                }
            }
        }
        if all.is_empty() {
            continue;
        }
        if detail < Detail::Middle {
            coarse(kind, all, detail, &mut lower, &mut rails);
            continue;
        }
        let (wide, inner) = widths(kind);
        if !on_dark.is_empty() {
            halos.push(stroke(on_dark, Paint::new(role::LIGHT).faded(0.6), wide + 0.6));
        }
        match kind {
            RoadKind::Road | RoadKind::Highway => {
                lower.push(stroke(all.clone(), role::ROAD, wide));
                upper.push(stroke(all.clone(), role::ROAD_FILL, inner));
                if kind == RoadKind::Highway {
                    upper.push(stroke(all, role::ROAD, 0.14));
                }
            }
            RoadKind::Railway => rails.push(stroke(all, role::INK, inner)),
            RoadKind::Trail | RoadKind::Track => {}
        }
    }
    for items in [halos, lower, upper, rails] {
        out.extend(items);
    }
}

/// Roads of a board whose hexes are small on the screen: one line each.
fn coarse(kind: RoadKind, all: Path, detail: Detail, lower: &mut Vec<Item>, rails: &mut Vec<Item>) {
    let more = if detail == Detail::Blocks { 1.5 } else { 1.0 };
    match kind {
        RoadKind::Trail if detail == Detail::Blocks => {}
        RoadKind::Trail => lower.push(dashed_from(all, role::ROAD, 0.6, &[2.4, 1.4], 0.0)),
        RoadKind::Track => lower.push(stroke(all, role::ROAD, 0.8 * more)),
        RoadKind::Road => lower.push(stroke(all, role::ROAD, 1.2 * more)),
        RoadKind::Highway => lower.push(stroke(all, role::ROAD, 1.8 * more)),
        RoadKind::Railway => rails.push(stroke(all, role::INK, 0.9 * more)),
    }
}

/// Ties across a line: a broad stroke of very short dashes.
fn rail_ticks(path: Path, before: f64) -> Item {
    dashed_from(path, role::INK, 1.3, &TICKS, before % 2.0)
}

/// Does a road cross a river here on a bridge? Trails wade.
pub(super) fn has_bridge(board: &Board<'_>, side: HexSide) -> bool {
    match board.side(side) {
        Some(HexsideLook::Bridge) => true,
        Some(HexsideLook::River) => board.ways.over(side).is_some_and(|kind| kind > RoadKind::Trail),
        _ => false,
    }
}

/// A bridge over water of a width, in the frame of its hexside: `x` across the water, `y` along it.
pub(super) fn draw_bridge(board: &Board<'_>, side: HexSide, water: f64, out: &mut Vec<Item>) {
    let (a, b) = side.hexes();
    let (from, to) = (board.centre(a), board.centre(b));
    let at = board.side_middle(side);
    let turn = (to.y - from.y).atan2(to.x - from.x).to_degrees();
    let kind = board.ways.over(side);
    let half = match kind {
        Some(RoadKind::Highway) => 0.98,
        Some(RoadKind::Railway) => 0.92,
        _ => 0.78,
    };
    let (reach, splay) = (water / 2.0 + 1.5, 0.75);
    let deck = Path::polygon([pt(-reach, -half), pt(reach, -half), pt(reach, half), pt(-reach, half)]);
    let mut parapets = Path::new();
    for y in [-half, half] {
        let out = y + y.signum() * splay;
        parapets.append(&Path::polyline([
            pt(-reach - splay, out),
            pt(-reach, y),
            pt(reach, y),
            pt(reach + splay, out),
        ]));
    }
    let shade = Paint::new(role::SHADE).faded(0.22);
    let cast = Transform::turn(-turn).apply(pt(0.5, 0.5));
    let along = |y: f64| Path::line(pt(-reach - splay, y), pt(reach + splay, y));
    let mut items = vec![
        // The shade that it throws on the water, to the south-east of the page.
        Group::new(vec![fill(deck.clone(), shade)]).placed(Transform::at(cast.x, cast.y)).into(),
        fill(deck, role::ROAD_FILL),
    ];
    match kind {
        Some(RoadKind::Railway) => {
            items.push(dashed_from(along(0.0), role::INK, 1.3, &TICKS, 0.0));
            items.push(Shape::stroked(along(0.0), Stroke::new(role::INK, 0.4)).into());
        }
        Some(RoadKind::Highway) => {
            items.push(Shape::stroked(along(0.0), Stroke::new(role::ROAD, 0.14)).into());
        }
        _ => {}
    }
    items.push(stroke(parapets, role::INK, 0.4));
    let place = Transform::at(at.x, at.y).of(Transform::turn(turn));
    out.push(Group::new(items).placed(place).into());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::fixture;
    use crate::compose::kit::dot;

    #[test]
    fn the_pieces_of_a_road_meet_without_a_kink() {
        let (map, terrains) = (fixture::country(), fixture::country_terrains());
        let hexsides = fixture::country_hexsides();
        let board = Board::new(super::super::MapLook { map: &map, terrains: &terrains, hexsides: &hexsides });
        for road in &map.roads {
            let all: Vec<Piece> = (0..road.hexes.len()).flat_map(|i| pieces(&board, road, i)).collect();
            assert!(all.len() >= road.hexes.len());
            for pair in all.windows(2) {
                assert!(pair[0].to.distance(pair[1].from) < 1e-9);
                let along = dot(unit(pair[0].to - pair[0].b), unit(pair[1].a - pair[1].from));
                assert!(along > 0.999, "{along} at {:?}", pair[0].to);
            }
        }
    }

    #[test]
    fn three_ways_meet_at_the_centre_and_two_do_not() {
        let map = fixture::country();
        let (terrains, hexsides) = (fixture::country_terrains(), fixture::country_hexsides());
        let board = Board::new(super::super::MapLook { map: &map, terrains: &terrains, hexsides: &hexsides });
        let passes = |number: &str| {
            let hex = map.grid.parse(number).unwrap();
            let course = board.ways.course(&board, hex);
            course.iter().any(|p| p.distance(board.centre(hex)) < 1e-9)
        };
        assert!(passes("1006") && passes("1506"));
        assert!(!passes("0406"));
        assert!(passes("0106"), "a road ends at the centre");
    }

    #[test]
    fn a_bridge_stands_where_a_road_crosses_a_river() {
        let map = fixture::country();
        let (terrains, hexsides) = (fixture::country_terrains(), fixture::country_hexsides());
        let board = Board::new(super::super::MapLook { map: &map, terrains: &terrains, hexsides: &hexsides });
        let bridges = map.sides.keys().filter(|&&side| has_bridge(&board, side)).count();
        // The post road, the railway and a road cross; another is given; the trail wades.
        assert_eq!(bridges, 4);
    }
}
