//! Contours within a level: the curve of a level's edge, thin, each fifth thicker, with the height in a gap.

use std::collections::{BTreeMap, BTreeSet};

use engine::hex::Hex;

use super::chain::{Ring, Way, rings_of, spline};
use super::{Board, Detail, Window};
use crate::compose::kit::{dashed_from, length, middle, stroke};
use crate::drawing::{Item, MM_PER_PT, Paint, Path, Point, Rect, Segment, Text, pt};
use crate::fonts::{Face, Run, shape};
use crate::palette::role;

/// A line of one height: closed, or open at the ends where it runs off the map.
#[derive(Debug, Clone)]
pub(super) struct Contour {
    path: Path,
    box_around: Rect,
    is_fifth: bool,
    label: Option<Label>,
}

/// A height in a gap of its line.
#[derive(Debug, Clone)]
struct Label {
    text: Text,
    /// The pieces of the line, each a dash with the gap behind it, and how far into them it begins.
    pieces: Vec<(Path, [f64; 2], f64)>,
}

/// The contours of a map, with the places of their heights.
pub(super) fn all(board: &Board<'_>) -> Vec<Contour> {
    let mut by_height: BTreeMap<i32, BTreeSet<Hex>> = BTreeMap::new();
    for contour in &board.map.contours {
        let hexes = contour.hexes.iter().copied().filter(|&hex| board.is_on(hex));
        by_height.entry(contour.height).or_default().extend(hexes);
    }
    let heights: Vec<i32> = by_height.keys().copied().collect();
    // Each fifth counts from nothing where heights are even steps, else from the lowest.
    let step = heights.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).min();
    let is_even = step.is_some_and(|step| heights.iter().all(|&height| i64::from(height) % step == 0));
    let mut out = Vec::new();
    for (i, (height, hexes)) in by_height.iter().enumerate() {
        let is_fifth = match step {
            Some(step) if is_even => i64::from(*height) % (step * 5) == 0,
            _ => i % 5 == 4,
        };
        for ring in rings_of(board, hexes) {
            out.extend(Contour::of(board, &ring, &height.to_string(), is_fifth));
        }
    }
    out
}

impl Contour {
    /// `None` of a ring that is nowhere a line.
    fn of(board: &Board<'_>, ring: &Ring, height: &str, is_fifth: bool) -> Option<Self> {
        let run = shape(Face::SerifItalic, 5.0, height, 0.02);
        let n = ring.len();
        // The flattest hexside on the map that carries nothing else; a line of few hexsides has no room.
        let level = |side: usize| {
            let (a, b) = (ring.corners[side], ring.corners[(side + 1) % n]);
            (b.y - a.y).abs() / a.distance(b).max(1e-9)
        };
        let is_free = |&side: &usize| {
            let (inside, outside) = ring.sides[side];
            let key = engine::hex::HexSide::between(inside, outside);
            ring.real[side]
                && board.is_on(inside)
                && board.is_on(outside)
                && board.look(inside).level == board.look(outside).level
                && board.look(inside).cover.is_none()
                && key.is_some_and(|side| board.side(side).is_none() && board.ways.over(side).is_none())
        };
        let place = (0..n).filter(is_free).min_by(|&a, &b| level(a).total_cmp(&level(b)).then(a.cmp(&b)));
        let place = place.filter(|_| ring.real.iter().filter(|&&real| real).count() >= 6);
        let gap = run.inked_width() + 1.0;
        let text = |side: usize| set_on(run.clone(), ring.corners[side], ring.corners[(side + 1) % n]);
        let (path, label) = if ring.real.iter().all(|&real| real) {
            // The curve begins in the middle of the hexside with the height, and is one dash all the way round, with
            // the gap half before and half behind the beginning.
            let first = place.map_or(0, |side| (side + 1) % n);
            let corners: Vec<Point> = (0..n).map(|i| ring.corners[(first + i) % n]).collect();
            let (path, whole) = (spline(&corners), curve_length(&corners));
            let pieces = |path: &Path| vec![(path.clone(), [whole - gap, gap], whole - gap / 2.0)];
            let label = place.map(|side| Label { text: text(side), pieces: pieces(&path) });
            (path, label)
        } else {
            let rest = |without: &[usize]| {
                ring.stretches(&ring.corners, |side| ring.real[side] && !without.contains(&side))
            };
            let label = place.map(|side| {
                // From the height both ways to the ends of the line, and the other lines of the ring.
                let mut pieces = Vec::new();
                for way in [Way::On, Way::Back] {
                    let line = ring.line_from(side, way);
                    let whole = length_of(&line);
                    pieces.push((line, [whole, gap], whole + gap / 2.0));
                }
                let others = rest(&ring.around(side));
                if !others.is_empty() {
                    let whole = length_of(&others);
                    pieces.push((others, [whole, gap], 0.0));
                }
                Label { text: text(side), pieces }
            });
            (rest(&[]), label)
        };
        let box_around = path.bounds()?;
        Some(Self { box_around, path, is_fifth, label })
    }
}

/// The length of a path of open curves, and a little more where it is bent.
fn length_of(path: &Path) -> f64 {
    let (mut whole, mut at) = (0.0, Point::default());
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => at = p,
            Segment::Line(p) => {
                whole += at.distance(p);
                at = p;
            }
            Segment::Curve(a, b, p) => {
                whole += length(&[at, a, b, p]);
                at = p;
            }
            Segment::Close => {}
        }
    }
    whole
}

/// A height in the middle of a hexside, upright for the reader.
fn set_on(run: Run, a: Point, b: Point) -> Text {
    let mut turn = (b.y - a.y).atan2(b.x - a.x).to_degrees();
    if !(-90.0..90.0).contains(&turn) {
        turn += if turn < 0.0 { 180.0 } else { -180.0 };
    }
    let at = middle(a, b);
    let base = 0.33 * run.size * MM_PER_PT;
    Text::centred(run, at + pt(0.0, base), Paint::new(role::CREST).faded(0.9)).turned(turn, at)
}

fn curve_length(corners: &[Point]) -> f64 {
    let n = corners.len();
    let closed: Vec<Point> = (0..n)
        .flat_map(|i| {
            let (a, c, b) = (
                middle(corners[(i + n - 1) % n], corners[i]),
                corners[i],
                middle(corners[i], corners[(i + 1) % n]),
            );
            (0..16).map(move |k| {
                let t = f64::from(k) / 16.0;
                a * ((1.0 - t) * (1.0 - t)) + c * (2.0 * t * (1.0 - t)) + b * (t * t)
            })
        })
        .collect();
    length(&closed) + closed.last().zip(closed.first()).map_or(0.0, |(a, b)| a.distance(*b))
}

pub(super) fn draw(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if detail < Detail::Middle {
        return;
    }
    for contour in board.contours.iter().filter(|contour| contour.box_around.meets(window.clip)) {
        let width = if contour.is_fifth { 0.28 } else { 0.15 };
        let paint = Paint::new(role::CREST).faded(0.6);
        match &contour.label {
            Some(Label { text, pieces }) if detail >= Detail::Fine => {
                for (line, dash, phase) in pieces {
                    out.push(dashed_from(line.clone(), paint, width, dash, *phase));
                }
                out.push(text.clone().into());
            }
            _ => out.push(stroke(contour.path.clone(), paint, width)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::map::MapLook;
    use engine::hex::{Grid, Orientation};
    use engine::scenario::Map;

    fn ends(path: &Path) -> Vec<Point> {
        let ends = path.segments.iter().filter_map(|segment| match *segment {
            Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some(p),
            Segment::Close => None,
        });
        ends.collect()
    }

    #[test]
    fn a_contour_that_runs_off_the_map_is_not_drawn_along_its_border() {
        for orientation in [Orientation::Flat, Orientation::Pointed] {
            let grid = Grid { orientation, ..Grid::new(8, 8) };
            let west = (0..3).flat_map(|column| (0..8).map(move |row| grid.at(column, row)));
            let contours = vec![engine::scenario::Contour { height: 20, hexes: west.collect() }];
            let map = Map { grid, cells: vec![0; 64], contours, ..Map::default() };
            let board = Board::new(MapLook { map: &map, terrains: &[], hexsides: &[] });
            let [contour] = board.contours.as_slice() else { panic!("{}", board.contours.len()) };
            let label = contour.label.as_ref().expect("there is room for the height");
            // The line is that between the third and the fourth column, and leaves the frame at both its ends.
            let (from, to) = (board.centre(grid.at(2, 0)).x, board.centre(grid.at(3, 1)).x);
            let frame = board.frame();
            let pieces = label.pieces.iter().flat_map(|(line, ..)| ends(line)).collect();
            for points in [ends(&contour.path), pieces] {
                assert!(points.iter().all(|p| (from..=to).contains(&p.x)), "{orientation:?}: {points:?}");
                assert!(points.iter().any(|p| p.y < frame.y) && points.iter().any(|p| p.y > frame.bottom()));
            }
            // From the height up and down.
            assert_eq!(label.pieces.len(), 2);
            let [up, down] = [0, 1].map(|i| ends(&label.pieces[i].0));
            assert_eq!(up[0], down[0]);
            let whole: f64 = label.pieces.iter().map(|(line, ..)| length_of(line)).sum();
            assert!(whole >= frame.h, "{whole}");
        }
    }

    #[test]
    fn a_contour_of_the_whole_map_is_no_line() {
        let grid = Grid::new(5, 4);
        let contours = vec![engine::scenario::Contour { height: 20, hexes: grid.hexes().collect() }];
        let map = Map { grid, cells: vec![0; 20], contours, ..Map::default() };
        let board = Board::new(MapLook { map: &map, terrains: &[], hexsides: &[] });
        assert!(board.contours.is_empty());
    }
}
