//! Contours within a level: the curve of a level's edge, thin, each fifth thicker, with the height in a gap.

use std::collections::{BTreeMap, BTreeSet};

use engine::hex::Hex;

use super::chain::{Ring, rings_of, spline};
use super::{Board, Detail, Window};
use crate::compose::kit::{dashed_from, length, middle, stroke};
use crate::drawing::{Item, MM_PER_PT, Paint, Path, Point, Rect, Text, pt};
use crate::fonts::{Face, Run, shape};
use crate::palette::role;

/// A closed line of one height.
#[derive(Debug, Clone)]
pub(super) struct Contour {
    path: Path,
    box_around: Rect,
    is_fifth: bool,
    /// Where the height stands, in a gap of this length, and the length of the line.
    label: Option<(Text, f64, f64)>,
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
            out.push(Contour::of(board, &ring, &height.to_string(), is_fifth));
        }
    }
    out
}

impl Contour {
    fn of(board: &Board<'_>, ring: &Ring, height: &str, is_fifth: bool) -> Self {
        let run = shape(Face::SerifItalic, 5.0, height, 0.02);
        let n = ring.len();
        // The flattest hexside on the map that carries nothing else; a ring of few hexsides has no room.
        let level = |side: usize| {
            let (a, b) = (ring.corners[side], ring.corners[(side + 1) % n]);
            (b.y - a.y).abs() / a.distance(b).max(1e-9)
        };
        let is_free = |&side: &usize| {
            let (inside, outside) = ring.sides[side];
            let key = engine::hex::HexSide::between(inside, outside);
            board.is_on(outside)
                && board.look(inside).level == board.look(outside).level
                && board.look(inside).cover.is_none()
                && key.is_some_and(|side| board.side(side).is_none() && board.ways.over(side).is_none())
        };
        let place = (0..n).filter(is_free).min_by(|&a, &b| level(a).total_cmp(&level(b)).then(a.cmp(&b)));
        let first = place.map_or(0, |side| (side + 1) % n);
        // The curve begins in the middle of the hexside with the height.
        let corners: Vec<Point> = (0..n).map(|i| ring.corners[(first + i) % n]).collect();
        let path = spline(&corners);
        let label = place.filter(|_| n >= 6).map(|side| {
            let (a, b) = (ring.corners[side], ring.corners[(side + 1) % n]);
            let gap = run.inked_width() + 1.0;
            (set_on(run, a, b), gap, curve_length(&corners))
        });
        Self { box_around: path.bounds().unwrap_or_default(), path, is_fifth, label }
    }
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
            Some((text, gap, whole)) if detail >= Detail::Fine => {
                // One dash all the way round, and the gap half before and half behind the beginning.
                let dash = [whole - gap, *gap];
                out.push(dashed_from(contour.path.clone(), paint, width, &dash, whole - gap / 2.0));
                out.push(text.clone().into());
            }
            _ => out.push(stroke(contour.path.clone(), paint, width)),
        }
    }
}
