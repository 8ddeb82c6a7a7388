//! The hexside tool: a drag follows the sides from corner to corner, shortens when it goes back, and never covers
//! a side twice.

use egui::Pos2;
use engine::hex::{Corner, Grid, HexSide, Layout};

use super::{Change, distance_to_line, point};

/// A stroke along hexsides.
#[derive(Debug, Clone, PartialEq)]
pub struct SideStroke {
    sides: Vec<HexSide>,
    /// How many of the first lie on the edge of the map: they lead a stroke in from there, and bear nothing.
    outer: usize,
    /// The corner at the moving end; `None` while there is only the first side.
    tip: Option<Corner>,
}

/// How much nearer the next corner must be before the stroke goes on, in millimetres.
const STICKY: f32 = 0.8;
/// Within so many millimetres of a side, and so far along it, the pointer is on it: who lets go at the middle of a
/// side has it.
const ON: (f32, f32) = (2.0, 0.4);

impl SideStroke {
    /// Begins at a side of the map, its edge among them.
    pub fn press(grid: &Grid, side: HexSide) -> Self {
        Self { sides: vec![side], outer: usize::from(!on_board(grid, side)), tip: None }
    }

    /// Follows the pointer.
    pub fn drag(&mut self, grid: &Grid, layout: &Layout, to: Pos2) {
        let place = |corner: Corner| point(layout.corner_of(corner));
        let far = |corner: Corner| (place(corner) - to).length();
        let on = |from: Corner, end: Corner| {
            let (a, b) = (place(from), place(end));
            let part = (to - a).dot(b - a) / (b - a).length_sq();
            part >= ON.1 && distance_to_line(to, a, b) <= ON.0
        };
        loop {
            let Some(&last) = self.sides.last() else { return };
            let (a, b) = last.corners();
            // A first side has no direction yet: it goes on from the end that is nearer to the pointer, once the
            // pointer has clearly left it.
            let tip = match self.tip {
                Some(tip) if self.sides.len() > 1 => tip,
                _ => {
                    if far(a) < far(b) {
                        a
                    } else {
                        b
                    }
                }
            };
            let back = if tip == a { b } else { a };
            if self.sides.len() > 1 && far(back) + STICKY < far(tip) && !on(back, tip) {
                self.sides.pop();
                self.outer = self.outer.min(self.sides.len());
                self.tip = Some(back);
                continue;
            }
            // Along the edge until it is in the map, and then never out of it again.
            let on_edge = self.outer == self.sides.len();
            let may = |side: HexSide| on_board(grid, side) || on_edge && at_board(grid, side);
            let next = tip
                .sides()
                .into_iter()
                .filter(|side| *side != last && !self.sides.contains(side) && may(*side))
                .map(|side| {
                    let (a, b) = side.corners();
                    (side, if a == tip { b } else { a })
                })
                .min_by(|x, y| far(x.1).total_cmp(&far(y.1)));
            match next {
                Some((side, end)) if far(end) + STICKY < far(tip) || on(tip, end) => {
                    self.outer += usize::from(!on_board(grid, side));
                    self.sides.push(side);
                    self.tip = Some(end);
                }
                _ => return,
            }
        }
    }

    /// Takes this side too, wherever it lies: for strokes that do not follow corners.
    pub fn touch(&mut self, side: HexSide) {
        if !self.sides.contains(&side) {
            self.sides.push(side);
        }
    }

    /// The sides so far, in order, without those of the map's edge.
    pub fn sides(&self) -> &[HexSide] {
        &self.sides[self.outer..]
    }

    /// The change that the stroke is.
    pub fn release(mut self, feature: Option<&str>) -> Option<Change> {
        let feature = feature.map(str::to_owned);
        self.sides.drain(..self.outer);
        (!self.sides.is_empty()).then_some(Change::Sides { sides: self.sides, feature })
    }
}

/// Lies the side between two hexes of the board?
pub fn on_board(grid: &Grid, side: HexSide) -> bool {
    let (a, b) = side.hexes();
    grid.contains(a) && grid.contains(b)
}

/// Does the side belong to a hex of the board, perhaps at its edge?
pub fn at_board(grid: &Grid, side: HexSide) -> bool {
    let (a, b) = side.hexes();
    grid.contains(a) || grid.contains(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Direction;

    fn setting() -> (Grid, Layout) {
        let grid = Grid::new(30, 22);
        (grid, Layout::new(&grid, 20.0))
    }

    #[test]
    fn a_drag_follows_the_sides_of_a_row_of_hexes() {
        let (grid, layout) = setting();
        let start = HexSide::of(grid.at(5, 10), Direction::N);
        let mut stroke = SideStroke::press(&grid, start);
        let (x, y) = layout.side_middle(start);
        for step in 0..60 {
            stroke.drag(&grid, &layout, point((x + f64::from(step), y)));
        }
        let sides = stroke.sides();
        assert!(sides.len() >= 3, "{sides:?}");
        for pair in sides.windows(2) {
            assert!(pair[0].touches(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn the_side_in_whose_middle_it_is_let_go_belongs_to_the_stroke() {
        let (grid, layout) = setting();
        let course: Vec<HexSide> = [(5, 3), (5, 4), (5, 5)]
            .into_iter()
            .flat_map(|(column, row)| {
                [Direction::NE, Direction::SE].map(|way| HexSide::of(grid.at(column, row), way))
            })
            .collect();
        for length in 2..=course.len() {
            let course = &course[..length];
            let mut stroke = SideStroke::press(&grid, course[0]);
            stroke.drag(&grid, &layout, point(layout.side_middle(course[length - 1])));
            assert_eq!(stroke.sides(), course, "at once");
            let mut stroke = SideStroke::press(&grid, course[0]);
            for side in course {
                stroke.drag(&grid, &layout, point(layout.side_middle(*side)));
            }
            assert_eq!(stroke.sides(), course, "from middle to middle");
        }
    }

    #[test]
    fn going_back_shortens_the_stroke_to_one_side() {
        let (grid, layout) = setting();
        let start = HexSide::of(grid.at(5, 10), Direction::N);
        let mut stroke = SideStroke::press(&grid, start);
        let (x, y) = layout.side_middle(start);
        for step in (0..60).chain((0..60).rev()) {
            stroke.drag(&grid, &layout, point((x + f64::from(step), y)));
        }
        assert_eq!(stroke.sides(), [start]);
    }

    #[test]
    fn a_river_that_enters_at_the_edge_is_drawn_from_its_first_inner_side_on() {
        let (grid, layout) = setting();
        // A column that reaches higher than its neighbours, and one that does not.
        for column in [8, 9] {
            let top = HexSide::of(grid.at(column, 0), Direction::N);
            let mut stroke = SideStroke::press(&grid, top);
            assert!(stroke.sides().is_empty());
            let (x, y) = layout.side_middle(top);
            for step in 0..200 {
                stroke.drag(&grid, &layout, point((x, y + f64::from(step))));
            }
            let sides = stroke.sides().to_vec();
            assert!(sides.len() >= 12 && sides.iter().all(|side| on_board(&grid, *side)), "{sides:?}");
            let (a, b) = sides[0].hexes();
            assert!([a, b].contains(&grid.at(column, 0)), "{sides:?}");
            for pair in sides.windows(2) {
                assert!(pair[0].touches(pair[1]), "{pair:?}");
            }
            assert!(
                matches!(stroke.release(Some("river")), Some(Change::Sides { sides: of, .. }) if of == sides)
            );
        }
        assert_eq!(SideStroke::press(&grid, HexSide::of(grid.at(8, 0), Direction::N)).release(None), None);
    }

    #[test]
    fn a_loose_stroke_takes_each_side_once_wherever_it_lies() {
        let (grid, _) = setting();
        let [a, b] = [(5, 10), (20, 3)].map(|(column, row)| HexSide::of(grid.at(column, row), Direction::N));
        let mut stroke = SideStroke::press(&grid, a);
        for side in [b, a, b] {
            stroke.touch(side);
        }
        assert_eq!(stroke.sides(), [a, b]);
    }

    #[test]
    fn no_side_is_covered_twice() {
        let (grid, layout) = setting();
        let hex = grid.at(10, 10);
        let mut stroke = SideStroke::press(&grid, HexSide::of(hex, Direction::N));
        let (x, y) = layout.centre(hex);
        for i in 0..200 {
            let angle = f64::from(i) / 10.0 - 1.6;
            stroke.drag(&grid, &layout, point((x + 11.0 * angle.cos(), y + 11.0 * angle.sin())));
        }
        let mut seen = stroke.sides().to_vec();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), stroke.sides().len());
    }
}
