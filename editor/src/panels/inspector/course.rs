//! The course of a river: the hexsides of water that one names together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::hex::{Corner, HexSide};
use engine::scenario::Map;

/// The hexsides of the course that a side belongs to, from one end to the other: between ends and forks, as the
/// board draws it. Empty if there is no water on the side.
pub fn course(map: &Map, is_wet: &dyn Fn(&str) -> bool, side: HexSide) -> Vec<HexSide> {
    let wet = |side: HexSide| map.side(side).is_some_and(is_wet);
    if !wet(side) {
        return Vec::new();
    }
    let mut seen = BTreeSet::from([side]);
    let mut out = VecDeque::from([side]);
    let (a, b) = side.corners();
    for (end, front) in [(a, true), (b, false)] {
        let (mut last, mut tip): (HexSide, Corner) = (side, end);
        loop {
            let onward: Vec<HexSide> =
                tip.sides().into_iter().filter(|next| *next != last && wet(*next)).collect();
            let [next] = onward[..] else { break };
            if !seen.insert(next) {
                break;
            }
            if front {
                out.push_front(next);
            } else {
                out.push_back(next);
            }
            let (a, b) = next.corners();
            tip = if a == tip { b } else { a };
            last = next;
        }
    }
    out.into()
}

/// The courses of a map, each by its first hexside, with its length.
pub fn named(map: &Map, course: &[HexSide]) -> Option<usize> {
    let sides: BTreeSet<HexSide> = course.iter().copied().collect();
    map.rivers.iter().position(|river| sides.contains(&river.source))
}

/// Which of the ends the course comes from: the first hexside, if it is nearer to the source than the last.
pub fn source_is_first(map: &Map, course: &[HexSide], river: usize) -> bool {
    let places: BTreeMap<HexSide, usize> = course.iter().copied().zip(0..).collect();
    let at = map.rivers.get(river).and_then(|river| places.get(&river.source)).copied().unwrap_or(0);
    at * 2 < course.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Direction, Grid};
    use engine::scenario::{River, RiverWidth};

    #[test]
    fn a_course_ends_at_a_fork_and_has_one_name() {
        let grid = Grid::new(8, 8);
        let mut map = Map { grid, ..Map::default() };
        let hex = grid.at(3, 3);
        let sides = [Direction::N, Direction::NE, Direction::SE].map(|to| HexSide::of(hex, to));
        for side in sides {
            map.sides.insert(side, "river".into());
        }
        let wet = |id: &str| id == "river";
        let whole = course(&map, &wet, sides[1]);
        assert_eq!(whole.len(), 3);
        assert!(whole.windows(2).all(|pair| pair[0].touches(pair[1])));
        map.rivers.push(River { name: "Creek".into(), width: RiverWidth::Stream, source: whole[2] });
        assert_eq!(named(&map, &whole), Some(0));
        assert!(!source_is_first(&map, &whole, 0));
        // A third side at the corner between the first two.
        let (a, b) = sides[0].corners();
        let corner = if sides[1].corners().0 == a || sides[1].corners().1 == a { a } else { b };
        let fork = corner.sides().into_iter().find(|side| !sides.contains(side)).expect("there is a third");
        map.sides.insert(fork, "river".into());
        assert_eq!(course(&map, &wet, sides[0]), [sides[0]]);
        assert_eq!(course(&map, &wet, HexSide::of(grid.at(6, 6), Direction::N)), []);
    }
}
