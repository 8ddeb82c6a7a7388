//! What stands on hexsides: walls, hedges, and cliffs that are given for a hexside and follow no edge of a level.

use std::collections::{BTreeMap, BTreeSet};

use engine::face::HexsideLook;
use engine::hex::{Corner, HexSide};

use super::chain::{open_spline, sampled, shade, spline};
use super::{Board, Detail, FLAT, Window};
use crate::compose::kit::{Chance, dashed_from, fill, length, moved_aside, right_of, stroke, unit};
use crate::drawing::{Cap, Dash, Item, Paint, Path, Point, Shape, Stroke, Transform};
use crate::palette::{Role, role};

/// A chain of hexsides from end to end; a closed one ends where it began.
pub(super) struct Chain {
    keys: Vec<Corner>,
    corners: Vec<Point>,
}

impl Chain {
    fn is_closed(&self) -> bool {
        self.keys.len() > 3 && self.keys.first() == self.keys.last()
    }

    fn path(&self) -> Path {
        path_of(&self.corners, self.is_closed())
    }

    fn aside(&self, by: f64) -> Path {
        path_of(&moved_aside(&self.corners, |_| by * 1.1547), self.is_closed())
    }
}

fn path_of(corners: &[Point], is_closed: bool) -> Path {
    if is_closed { spline(&corners[..corners.len() - 1]) } else { open_spline(corners) }
}

/// Chains of hexsides, each given by its corners in the direction in which it is walked; chains end where more
/// than two meet.
fn chains(board: &Board<'_>, sides: &[(Corner, Corner)]) -> Vec<Chain> {
    let mut degree: BTreeMap<Corner, usize> = BTreeMap::new();
    let mut onward: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(from, to) in sides {
        *degree.entry(from).or_default() += 1;
        *degree.entry(to).or_default() += 1;
        onward.entry(from).or_default().push(to);
    }
    let mut used: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    let heads: BTreeSet<Corner> = sides.iter().map(|&(_, to)| to).collect();
    // Loose ends and forks first; what is left then is closed.
    let is_start = |corner: &Corner| degree[corner] != 2 || !heads.contains(corner);
    let starts = onward.keys().filter(|corner| is_start(corner)).chain(onward.keys());
    let mut out = Vec::new();
    for &start in starts {
        for &first in &onward[&start] {
            if !used.insert((start, first)) {
                continue;
            }
            let mut keys = vec![start, first];
            let mut at = first;
            while degree[&at] == 2
                && let Some(next) = onward.get(&at).and_then(|next| next.first())
                && used.insert((at, *next))
            {
                keys.push(*next);
                at = *next;
            }
            let corners = keys.iter().map(|&corner| board.corner(corner)).collect();
            out.push(Chain { keys, corners });
        }
    }
    out
}

/// The hexsides of a look that may be seen, each walked as its key says.
fn seen(board: &Board<'_>, window: &Window, look: HexsideLook) -> Vec<HexSide> {
    let sides = board.map.sides.keys().copied().filter(|&side| board.side(side) == Some(look));
    sides.filter(|&side| window.shows(board.side_middle(side), 2.0 * FLAT)).collect()
}

/// Chains that may be walked either way: each hexside goes on from the one before it where it can.
fn undirected(board: &Board<'_>, sides: &[HexSide]) -> Vec<Chain> {
    let mut links: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for side in sides {
        let (a, b) = side.corners();
        links.entry(a).or_default().push(b);
        links.entry(b).or_default().push(a);
    }
    let mut used: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    let starts = links.keys().filter(|corner| links[corner].len() != 2).chain(links.keys());
    let mut directed = Vec::new();
    for &start in starts {
        for &first in &links[&start] {
            let (mut from, mut to) = (start, first);
            while used.insert((from, to)) && used.insert((to, from)) {
                directed.push((from, to));
                let onward = &links[&to];
                if onward.len() != 2 {
                    break;
                }
                let next = if onward[0] == from { onward[1] } else { onward[0] };
                (from, to) = (to, next);
            }
        }
    }
    chains(board, &directed)
}

/// Walls and hedges.
pub(super) fn draw(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    for chain in undirected(board, &seen(board, window, HexsideLook::Wall)) {
        draw_wall(&chain, detail, out);
    }
    for chain in undirected(board, &seen(board, window, HexsideLook::Hedge)) {
        draw_hedge(&chain, detail, out);
    }
}

fn cast(path: &Path, by: f64) -> Path {
    path.transformed(Transform::at(by, by))
}

/// Two courses of stones between lines, their joints in turn.
fn draw_wall(chain: &Chain, detail: Detail, out: &mut Vec<Item>) {
    let path = chain.path();
    let flat = |path: Path, paint: Paint, width: f64| Shape::stroked(path, Stroke::new(paint, width)).into();
    if detail < Detail::Middle {
        out.push(flat(path.clone(), role::ROCK_MARK.into(), 2.2));
        out.push(flat(path, role::WALL.into(), 1.2));
        return;
    }
    out.push(flat(cast(&path, 0.45), Paint::new(role::SHADE).faded(0.3), 1.3));
    out.push(flat(path.clone(), role::ROCK_MARK.into(), 1.34));
    out.push(flat(path.clone(), role::WALL.into(), 1.04));
    if detail < Detail::Fine {
        return;
    }
    for (aside, phase) in [(0.26, 0.0), (-0.26, 0.95)] {
        out.push(dashed_from(chain.aside(aside), role::ROCK_MARK, 0.5, &[0.12, 1.78], phase));
    }
    out.push(flat(path, role::ROCK_MARK.into(), 0.1));
}

/// Two rows of bushes, outlined as one, lit from the north-west.
fn draw_hedge(chain: &Chain, detail: Detail, out: &mut Vec<Item>) {
    if detail < Detail::Middle {
        out.push(stroke(chain.path(), role::TREE_DARK, 2.2));
        out.push(stroke(chain.path(), role::TREE, 1.4));
        return;
    }
    // A row of discs is a line of round dashes that have next to no length.
    let discs = |path: Path, paint: Paint, width: f64, phase: f64| {
        let mut line = Stroke::new(paint, width).capped(Cap::Round);
        line.dash = Some(Dash { lengths: vec![0.01, 0.82], phase });
        Item::from(Shape::stroked(path, line))
    };
    let rows = [(0.36, 0.0), (-0.36, 0.41)].map(|(aside, phase)| (chain.aside(aside), phase));
    for (row, phase) in &rows {
        out.push(discs(cast(row, 0.4), Paint::new(role::TREE_DARK).faded(0.35), 1.15, *phase));
    }
    for (row, phase) in &rows {
        out.push(discs(row.clone(), role::TREE_DARK.into(), 1.42, *phase));
    }
    for (i, (row, phase)) in rows.iter().enumerate() {
        let tint = if i == 0 { role::TREE } else { role::TREE_B };
        out.push(discs(row.clone(), tint.into(), 1.14, *phase));
    }
    for (row, phase) in &rows {
        out.push(discs(cast(row, -0.17), Paint::new(role::TREE_LIGHT).faded(0.8), 0.5, *phase));
    }
}

/// Cliffs that are given for hexsides, as far as no edge of a level has them already: towards the lower hex, or
/// the second of two that are level.
pub(super) fn draw_cliffs(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    let mut with_rock = Vec::new();
    let mut without = Vec::new();
    for side in seen(board, window, HexsideLook::Cliff) {
        let (a, b) = side.hexes();
        let (of_a, of_b) = (board.look(a), board.look(b));
        if super::edges::is_edge(of_a, of_b) {
            continue;
        }
        // Clockwise as seen from the first hex, so that the second lies to the left.
        let (from, to) = side.corners();
        let is_first_low = of_a.level < of_b.level;
        let high = if is_first_low { of_b } else { of_a };
        let way = if is_first_low { (to, from) } else { (from, to) };
        match high.ground {
            engine::face::GroundLook::Rock => with_rock.push(way),
            _ => without.push(way),
        }
    }
    for (sides, tint) in [(with_rock, role::ROCK_MARK), (without, role::CREST)] {
        for chain in chains(board, &sides) {
            draw_cliff(board, &chain, tint, detail, out);
        }
    }
}

/// A cliff whose foot lies to the left.
fn draw_cliff(board: &Board<'_>, chain: &Chain, tint: Role, detail: Detail, out: &mut Vec<Item>) {
    const APART: f64 = 1.15;
    let is_coarse = detail < Detail::Middle;
    let line = Stroke::new(tint, if is_coarse { 2.6 } else { 0.95 });
    out.push(Shape::stroked(chain.path(), line).into());
    if is_coarse {
        return;
    }
    let course = sampled(&chain.corners, 8);
    let whole = length(&course);
    let count = (whole / APART).round().max(1.0);
    let step = whole / count;
    let (mut wanted, mut passed, mut teeth) = (step / 2.0, 0.0, Path::new());
    for pair in course.windows(2) {
        let long = pair[0].distance(pair[1]);
        while wanted <= passed + long && long > 0.0 {
            let at = pair[0].towards(pair[1], (wanted - passed) / long);
            let down = right_of(unit(pair[1] - pair[0])) * -1.0;
            let word = (at.x * 10.0).round() as i32;
            let chance = Chance::new("cliff").and(word).and((at.y * 10.0).round() as i32);
            let foot = at + down * 1.5;
            let low = board.layout.hex_at_point(foot.x, foot.y);
            let mut reach = 1.9 + chance.jitter(0.55) + (shade(down) - 0.5);
            if super::edges::is_in_number_box(at - board.centre(low)) {
                reach = reach.min(0.8);
            }
            teeth.append(&super::edges::tooth(at, down, reach));
            wanted += step;
        }
        passed += long;
    }
    out.push(fill(teeth, tint));
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Direction, Grid};
    use engine::scenario::Map;

    #[test]
    fn hexsides_hang_together_in_as_few_chains_as_there_are_ends() {
        let map = Map { grid: Grid::new(5, 5), cells: vec![0; 25], ..Map::default() };
        let board = Board::new(super::super::MapLook { map: &map, terrains: &[], hexsides: &[] });
        let hex = map.grid.at(2, 2);
        let around: Vec<HexSide> = Direction::ALL.map(|way| HexSide::of(hex, way)).into();
        let ring = undirected(&board, &around);
        assert_eq!(ring.len(), 1);
        assert!(ring[0].is_closed() && ring[0].keys.len() == 7);
        let open = undirected(&board, &around[1..5]);
        assert_eq!((open.len(), open[0].keys.len(), open[0].is_closed()), (1, 5, false));
        // Two that do not touch.
        assert_eq!(undirected(&board, &[around[0], around[3]]).len(), 2);
        // A fork ends three chains.
        let spoke = HexSide::of(hex.neighbour(Direction::N), Direction::SE);
        assert_eq!(undirected(&board, &[around[0], around[1], spoke]).len(), 3);
    }
}
