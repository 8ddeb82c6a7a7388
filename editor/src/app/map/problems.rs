//! Problems at their places on the board: a white disc with the icon of their severity.

use std::collections::BTreeMap;

use egui::{Pos2, Rect, Stroke, Vec2};
use engine::hex::{Grid, Hex};
use engine::problem::Problem;

use super::{Bench, card};
use crate::canvas::marks::{CASING, CORE};
use crate::icons::icon;
use crate::panels::bars::severity_look;
use crate::panels::problems::hex_of;
use crate::theme::LIGHT;
use crate::tools::Pointer;

/// So many problems are looked at; what has more needs the panel.
const LOOKED_AT: usize = 300;

/// The worst problem of each hex that has one, and how many more there are.
fn worst<'a>(problems: &'a [Problem], grid: &Grid) -> BTreeMap<Hex, (&'a Problem, usize)> {
    let mut out: BTreeMap<Hex, (&Problem, usize)> = BTreeMap::new();
    for problem in problems.iter().take(LOOKED_AT) {
        let Some(hex) = hex_of(problem, grid).filter(|hex| grid.contains(*hex)) else { continue };
        out.entry(hex)
            .and_modify(|(known, more)| {
                *more += 1;
                // The worst comes first in their order.
                if problem.severity < known.severity {
                    *known = problem;
                }
            })
            .or_insert((problem, 0));
    }
    out
}

/// Shows them; the one under the pointer in words.
pub fn show(bench: &Bench<'_>, pointer: Option<Pointer>) {
    let marks = bench.canvas.marks();
    let inside = bench.canvas.rect.expand(marks.hex_width());
    let radius = (marks.hex_width() * 0.3).clamp(7.0, 12.0);
    let painter = &bench.canvas.painter;
    for (hex, (problem, more)) in worst(bench.document.problems(), bench.grid()) {
        let centre = marks.centre(hex);
        if !inside.contains(centre) {
            continue;
        }
        // The disc is white in both themes, so its ink is that of the light one.
        let (name, ink, _) = severity_look(&LIGHT, Some(problem.severity));
        painter.circle(centre, radius, CORE, Stroke::new(1.5, CASING));
        icon(painter, name, Rect::from_center_size(centre, Vec2::splat(radius * 1.35)), ink);
        let near = |pointer: Pointer| {
            let at: Pos2 = bench.canvas.view.screen(bench.canvas.rect, pointer.at);
            at.distance(centre) <= radius
        };
        if bench.tools.stroke.is_none() && pointer.is_some_and(near) {
            let detail = match more {
                0 => String::new(),
                1 => "and 1 more here".to_owned(),
                more => format!("and {more} more here"),
            };
            let at = pointer.map_or(Pos2::ZERO, |pointer| pointer.at);
            card::card(bench, at, &problem.message, &detail);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_a_hex_is_shown_and_the_others_are_counted() {
        let grid = Grid::new(12, 12);
        let label = grid.label(grid.at(4, 5));
        let problems = [
            Problem::warning(format!("a road ends at nothing in {label}")),
            Problem::error(format!("two pieces in {label} have one id")),
            Problem::error("the title is empty"),
        ];
        let shown = worst(&problems, &grid);
        assert_eq!(shown.len(), 1);
        let (problem, more) = shown[&grid.at(4, 5)];
        assert_eq!((problem, more), (&problems[1], 1));
    }
}
