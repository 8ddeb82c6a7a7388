//! What differs between the map that was drawn last and the map as it is: which hexes, which blocks, whether names.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use engine::hex::{Grid, Hex, HexSide};
use engine::scenario::{Label, Map};
use export::compose::map::BLOCK;

use super::composer::Key;

/// How far a hex is seen around itself, in columns and rows.
const REACH: u16 = 3;

/// How near to a name the ground may change without moving it, in hexes.
const NEAR_NAME: u32 = 24;

/// More changed hexes are not told one by one, and the blocks about them are not told apart so exactly.
pub const TOLD: usize = 20_000;

/// What has changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// All of it is to be drawn anew.
    pub everything: bool,
    /// Hexes whose ground has changed, by their place in the map's list; if there are more than [`TOLD`], some of them.
    pub hexes: Vec<usize>,
    /// Blocks in which something is to be drawn anew.
    pub blocks: BTreeSet<Key>,
    /// Whether names may have to move.
    pub names: bool,
    /// Whether rivers or roads have changed as they are seen from afar.
    pub lines: bool,
    /// Whether the letters mean other terrains than they did, or there are new ones.
    pub legend: bool,
}

/// The blocks that have been touched, as marks in a row.
struct Marks {
    grid: Grid,
    columns: usize,
    marks: Vec<bool>,
}

impl Marks {
    fn new(grid: Grid) -> Self {
        let (columns, rows) = (grid.columns.div_ceil(BLOCK).max(1), grid.rows.div_ceil(BLOCK).max(1));
        let columns = usize::from(columns);
        Self { grid, columns, marks: vec![false; columns * usize::from(rows)] }
    }

    fn cell(&mut self, column: u16, row: u16) {
        let last = |n: u16| n.saturating_sub(1);
        let of = |n: u16, most: u16| {
            let (from, to) = (n.saturating_sub(REACH) / BLOCK, (n + REACH).min(last(most)) / BLOCK);
            (usize::from(from), usize::from(to))
        };
        let ((c0, c1), (r0, r1)) = (of(column, self.grid.columns), of(row, self.grid.rows));
        // Nearly always one block, at most four.
        for r in r0..=r1 {
            for c in c0..=c1 {
                self.marks[r * self.columns + c] = true;
            }
        }
    }

    /// Some hexes that follow one another in the map's list, from one place to before another.
    fn run(&mut self, from: usize, to: usize) {
        let columns = usize::from(self.grid.columns.max(1));
        let mut at = from;
        while at < to {
            let row = at / columns;
            let end = to.min((row + 1) * columns);
            for index in (at..end).step_by(usize::from(BLOCK)).chain([end - 1]) {
                self.index(index);
            }
            at = end;
        }
    }

    fn hex(&mut self, hex: Hex) {
        if let Some((column, row)) = self.grid.column_row(hex) {
            self.cell(column, row);
        }
    }

    fn index(&mut self, index: usize) {
        let columns = usize::from(self.grid.columns.max(1));
        self.cell((index % columns) as u16, (index / columns) as u16);
    }

    fn keys(self) -> BTreeSet<Key> {
        let marked = self.marks.iter().enumerate().filter(|(_, marked)| **marked);
        marked.map(|(i, _)| ((i % self.columns) as u16, (i / self.columns) as u16)).collect()
    }
}

/// Finds what has changed, and makes `seen` equal to `now` as far as it is drawn. Both have the same grid.
pub fn changes(seen: &mut Map, now: &Map) -> Changes {
    let mut out = Changes::default();
    let mut marks = Marks::new(now.grid);
    if seen.legend != now.legend {
        // A new terrain at the end changes nothing that is there.
        let both = seen.legend.len().min(now.legend.len());
        out.everything |= seen.legend[..both] != now.legend[..both];
        out.legend = true;
        seen.legend.clone_from(&now.legend);
    }
    out.everything |= seen.cells.len() != now.cells.len() || seen.levels.len() != now.levels.len();
    if out.everything {
        seen.cells.clone_from(&now.cells);
        seen.levels.clone_from(&now.levels);
    }
    differences(&mut seen.cells, &now.cells, &mut out.hexes, &mut marks);
    differences(&mut seen.levels, &now.levels, &mut out.hexes, &mut marks);

    let sides = side_changes(&seen.sides, &now.sides);
    if !sides.is_empty() {
        out.lines = true;
        out.names = true;
        // The width of a river depends on all of its course.
        for side in courses(&sides, &seen.sides).into_iter().chain(courses(&sides, &now.sides)) {
            let (a, b) = side.hexes();
            marks.hex(a);
            marks.hex(b);
        }
        for side in sides {
            let (a, b) = side.hexes();
            marks.hex(a);
            marks.hex(b);
            match now.sides.get(&side) {
                Some(id) => seen.sides.insert(side, id.clone()),
                None => seen.sides.remove(&side),
            };
        }
    }
    if seen.rivers != now.rivers {
        out.names = true;
        for side in now.sides.keys() {
            marks.hex(side.hexes().0);
        }
        seen.rivers.clone_from(&now.rivers);
    }
    if differing(&seen.roads, &now.roads, |road| road.hexes.iter().for_each(|hex| marks.hex(*hex))) {
        out.lines = true;
        seen.roads.clone_from(&now.roads);
    }
    if differing(&seen.contours, &now.contours, |line| line.hexes.iter().for_each(|hex| marks.hex(*hex))) {
        seen.contours.clone_from(&now.contours);
    }
    if differing(&seen.regions, &now.regions, |region| region.hexes.iter().for_each(|hex| marks.hex(*hex))) {
        out.names = true;
        seen.regions.clone_from(&now.regions);
    }
    if seen.labels != now.labels {
        out.names = true;
        seen.labels.clone_from(&now.labels);
    }
    if seen.boxes != now.boxes {
        seen.boxes.clone_from(&now.boxes);
    }
    out.names |= out.everything || names_move(now, &out.hexes);
    out.blocks = marks.keys();
    out
}

/// Notes the place of every difference, up to a number of them, and makes `old` equal to `new`.
fn differences<T: Copy + PartialEq>(old: &mut [T], new: &[T], hexes: &mut Vec<usize>, marks: &mut Marks) {
    const WIDTH: usize = 128;
    for (part, (old, new)) in old.chunks_mut(WIDTH).zip(new.chunks(WIDTH)).enumerate() {
        if old == new {
            continue;
        }
        if hexes.len() > TOLD {
            old.copy_from_slice(new);
            marks.run(part * WIDTH, part * WIDTH + new.len());
            continue;
        }
        for (i, (old, new)) in old.iter_mut().zip(new).enumerate() {
            if old != new {
                *old = *new;
                hexes.push(part * WIDTH + i);
                marks.index(part * WIDTH + i);
            }
        }
    }
}

/// Calls `note` with every row that only one of two lists has; says whether the lists differ.
fn differing<T: PartialEq>(old: &[T], new: &[T], mut note: impl FnMut(&T)) -> bool {
    if old == new {
        return false;
    }
    // Rows are put in, taken out or changed at one place: what both ends have in common stays.
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let tail =
        old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(old, new)| old == new).count();
    old[head..old.len() - tail].iter().chain(&new[head..new.len() - tail]).for_each(&mut note);
    true
}

/// The hexsides on which something else lies than before.
fn side_changes(old: &BTreeMap<HexSide, String>, new: &BTreeMap<HexSide, String>) -> Vec<HexSide> {
    let mut out = Vec::new();
    let (mut before, mut after) = (old.iter().peekable(), new.iter().peekable());
    loop {
        let order = match (before.peek(), after.peek()) {
            (None, None) => return out,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((side, _)), Some((other, _))) => side.cmp(other),
        };
        let was = if order.is_le() { before.next() } else { None };
        let is = if order.is_ge() { after.next() } else { None };
        if was.map(|(_, id)| id) != is.map(|(_, id)| id) {
            out.extend(was.or(is).map(|(side, _)| *side));
        }
    }
}

/// All hexsides with something on them that hang together with the given ones.
fn courses(from: &[HexSide], sides: &BTreeMap<HexSide, String>) -> BTreeSet<HexSide> {
    let mut out: BTreeSet<HexSide> = from.iter().copied().collect();
    let mut left: Vec<HexSide> = from.to_vec();
    while let Some(side) = left.pop() {
        let (a, b) = side.corners();
        for next in a.sides().into_iter().chain(b.sides()) {
            if sides.contains_key(&next) && out.insert(next) {
                left.push(next);
            }
        }
    }
    out
}

/// May a change of these hexes move a name? Names keep clear of woods and heights.
fn names_move(map: &Map, hexes: &[usize]) -> bool {
    if map.labels.is_empty() || hexes.is_empty() {
        return false;
    }
    // So many changes are near to any name.
    if hexes.len() > 4_000 {
        return true;
    }
    let near = |label: &Label, hex: Hex| match label.to {
        // A name along a line: near to either end, or not much farther from both than they are from each other.
        Some(to) => label.at.distance(hex) + to.distance(hex) <= label.at.distance(to) + 2 * NEAR_NAME,
        None => label.at.distance(hex) <= NEAR_NAME,
    };
    hexes
        .iter()
        .filter_map(|index| map.grid.hex_at(*index))
        .any(|hex| map.labels.iter().any(|label| near(label, hex)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Direction;
    use engine::scenario::LabelKind;

    fn map() -> Map {
        let grid = Grid::new(100, 100);
        let legend = vec![('.', "plain".to_owned()), ('f', "wood".to_owned())];
        Map { grid, cells: vec![0; grid.len()], legend, ..Map::default() }
    }

    #[track_caller]
    fn found(before: &Map, after: &Map) -> Changes {
        let mut seen = before.clone();
        let found = changes(&mut seen, after);
        assert_eq!(seen, *after, "what was drawn is the map as it is now");
        found
    }

    #[test]
    fn a_hex_touches_the_blocks_about_it_and_no_others() {
        let before = map();
        for (column, row, blocks) in [
            (40, 40, vec![(1, 1)]),
            (31, 40, vec![(0, 1), (1, 1)]),
            (64, 64, vec![(1, 1), (1, 2), (2, 1), (2, 2)]),
        ] {
            let mut after = before.clone();
            let index = after.grid.index(after.grid.at(column, row)).unwrap();
            after.cells[index] = 1;
            let found = found(&before, &after);
            assert_eq!(found.blocks.into_iter().collect::<Vec<_>>(), blocks);
            assert_eq!(found.hexes, [index]);
            assert!(!found.names && !found.everything && !found.lines);
        }
    }

    #[test]
    fn of_very_many_changes_all_blocks_are_told_and_not_each_hex() {
        let grid = Grid::new(300, 300);
        let before = Map { grid, cells: vec![0; grid.len()], ..Map::default() };
        let mut after = before.clone();
        // All but the last rows.
        after.cells[..300 * 250].fill(1);
        let found = found(&before, &after);
        assert!(found.hexes.len() > TOLD && found.hexes.len() < TOLD + 200, "{}", found.hexes.len());
        let all = (0..10).flat_map(|column| (0..8).map(move |row| (column, row)));
        assert_eq!(found.blocks, all.collect());
    }

    #[test]
    fn a_new_terrain_at_the_end_of_the_legend_changes_nothing_else() {
        let before = map();
        let mut after = before.clone();
        after.legend.push(('r', "rock".into()));
        after.cells[0] = 2;
        let one = found(&before, &after);
        assert!(!one.everything && one.legend && !one.lines);
        assert_eq!(one.blocks.len(), 1);
        after.legend.swap(0, 1);
        assert!(found(&before, &after).everything);
    }

    #[test]
    fn a_river_that_grows_is_drawn_anew_along_all_of_its_course() {
        let mut before = map();
        let side = |column, row, direction| HexSide::of(before.grid.at(column, row), direction);
        let course: Vec<HexSide> =
            (0..40).flat_map(|row| [side(50, row, Direction::NE), side(50, row, Direction::SE)]).collect();
        let lone = side(90, 90, Direction::N);
        before.sides = course.iter().chain([&lone]).map(|side| (*side, "river".to_owned())).collect();
        let mut after = before.clone();
        after.sides.remove(&course[79]);
        let found = found(&before, &after);
        assert!(found.blocks.contains(&(1, 0)) && found.blocks.contains(&(1, 1)), "{found:?}");
        assert!(!found.blocks.contains(&(2, 2)) && found.names && found.lines);
    }

    #[test]
    fn a_name_is_placed_anew_only_if_the_ground_near_it_changes() {
        let mut before = map();
        before.labels = vec![Label::new("Ford", LabelKind::Ford, before.grid.at(10, 10))];
        for (column, row, moves) in [(20, 12, true), (80, 80, false)] {
            let mut after = before.clone();
            let index = after.grid.index(after.grid.at(column, row)).unwrap();
            after.cells[index] = 1;
            assert_eq!(found(&before, &after).names, moves, "{column} {row}");
        }
        let mut after = before.clone();
        after.labels[0].text = "Great Ford".into();
        let found = found(&before, &after);
        assert!(found.names && found.blocks.is_empty());
    }
}
