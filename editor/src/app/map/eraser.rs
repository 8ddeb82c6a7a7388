//! The eraser on the board.

use std::collections::BTreeSet;

use egui::{Shape, Stroke as Ink, Ui, vec2};

use super::{Bench, Options, brush, card, select};
use crate::canvas::marks::{CASING, CORE, RED};
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row};
use crate::selection::Thing;
use crate::tools::{Erased, EraserStroke, Filter, Pointer, Stroke};
use crate::widgets::{bar_line, hint};

/// The layer that a kind lies on.
fn layer_of(kind: Erased) -> MapLayer {
    match kind {
        Erased::Pieces => MapLayer::Pieces,
        Erased::Labels => MapLayer::Labels,
        Erased::Hexsides => MapLayer::Hexsides,
        Erased::Roads => MapLayer::Roads,
    }
}

/// What the eraser may take: what is ticked and on an open layer.
fn takes(bench: &Bench<'_>) -> BTreeSet<Erased> {
    let open = |kind: &Erased| bench.layers.is_open(layer_of(*kind));
    bench.tools.eraser.takes.iter().copied().filter(open).collect()
}

/// Adds what lies under the pointer to what would go.
fn touch(bench: &Bench<'_>, stroke: &mut EraserStroke, pointer: Pointer) {
    let takes = takes(bench);
    if bench.tools.radius > 0 {
        for hex in pointer.hex.disc(bench.tools.radius).filter(|hex| bench.has(*hex)) {
            stroke.sweep(bench.scenario(), hex, &takes);
        }
        return;
    }
    let Some(found) = select::pick(bench, pointer, Filter::All) else { return };
    let Some(thing) = found.things.first().copied() else { return };
    let kind = match thing {
        Thing::Piece(_) => Erased::Pieces,
        Thing::Label(_) => Erased::Labels,
        Thing::Side(_) => Erased::Hexsides,
        Thing::Road(_) => Erased::Roads,
        Thing::Region(_) | Thing::Box(_) => return,
    };
    if !takes.contains(&kind) || stroke.kind.is_some_and(|only| only != kind) {
        return;
    }
    stroke.kind = Some(kind);
    match thing {
        Thing::Piece(at) => {
            stroke.pieces.insert(at);
        }
        Thing::Label(at) => {
            stroke.labels.insert(at);
        }
        Thing::Side(side) => {
            stroke.sides.insert(side);
        }
        _ => {
            stroke.roads.insert(pointer.hex);
        }
    }
}

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    // Where everything that is ticked is locked there is nothing to do, and a word is due.
    if takes(bench).is_empty()
        && let Some(kind) = bench.tools.eraser.takes.first().copied()
    {
        card::is_open(bench, layer_of(kind));
        return;
    }
    let mut stroke = EraserStroke::default();
    touch(bench, &mut stroke, pointer);
    bench.tools.stroke = Some(Stroke::Eraser(stroke));
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    if let Some(Stroke::Eraser(mut stroke)) = bench.tools.stroke.take() {
        touch(bench, &mut stroke, pointer);
        bench.tools.stroke = Some(Stroke::Eraser(stroke));
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    if let Some(Stroke::Eraser(stroke)) = bench.tools.stroke.take() {
        bench.changes.extend(stroke.release(bench.document.scenario()));
    }
}

pub fn pick_up(_: &mut Bench<'_>, _: Pointer) {}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let radius = bench.tools.radius;
    let stroke = match (&bench.tools.stroke, pointer) {
        (Some(Stroke::Eraser(stroke)), _) => stroke.clone(),
        (None, Some(pointer)) => {
            let mut stroke = EraserStroke::default();
            touch(bench, &mut stroke, pointer);
            stroke
        }
        _ => return,
    };
    let marks = bench.canvas.marks();
    if let Some(pointer) = pointer {
        let disc: BTreeSet<_> = pointer.hex.disc(radius).filter(|hex| bench.has(*hex)).collect();
        let core = CORE.gamma_multiply(if radius == 0 { 0.5 } else { 1.0 });
        marks.outline(
            &|hex| disc.contains(&hex),
            disc.iter().copied(),
            core,
            if radius == 0 { 1.2 } else { 2.0 },
        );
    }
    show(bench, &stroke);
    if stroke.is_empty() {
        if bench.tools.stroke.is_some() {
            bench.tools.said = "nothing to erase yet".to_owned();
        }
        return;
    }
    let words = stroke.words();
    if let (Some(pointer), true) = (pointer, bench.tools.stroke.is_some()) {
        card::card(bench, pointer.at, &format!("Erase {words}"), "release to erase, Esc to drop");
    }
    bench.tools.said = format!("{words} would go");
}

/// What would go is struck out in red.
fn show(bench: &Bench<'_>, stroke: &EraserStroke) {
    let marks = bench.canvas.marks();
    let painter = &bench.canvas.painter;
    for side in &stroke.sides {
        marks.lit_side(*side, RED);
    }
    for placed in bench.placed.iter().filter(|placed| stroke.pieces.contains(&placed.piece)) {
        let screen = |at| bench.canvas.view.screen(bench.canvas.rect, at);
        let rect = egui::Rect::from_min_max(screen(placed.rect.min), screen(placed.rect.max));
        painter.rect_stroke(rect, 3.0, Ink::new(5.0, CASING), egui::StrokeKind::Middle);
        painter.rect_stroke(rect, 3.0, Ink::new(2.5, RED), egui::StrokeKind::Middle);
        cross(bench, rect.center(), rect.width() * 0.3);
    }
    let map = &bench.scenario().map;
    for label in stroke.labels.iter().filter_map(|at| map.labels.get(*at)) {
        cross(bench, marks.centre(label.at), 7.0);
    }
    for road in &map.roads {
        for pair in road.hexes.windows(2) {
            if stroke.roads.contains(&pair[0]) || stroke.roads.contains(&pair[1]) {
                let ends = vec![marks.centre(pair[0]), marks.centre(pair[1])];
                painter.add(Shape::line(ends.clone(), Ink::new(7.0, CASING)));
                painter.add(Shape::line(ends, Ink::new(3.5, RED)));
            }
        }
    }
}

fn cross(bench: &Bench<'_>, at: egui::Pos2, arm: f32) {
    for (width, colour) in [(5.0, CASING), (2.5, RED)] {
        for turn in [1.0, -1.0] {
            let arm = vec2(arm, arm * turn);
            bench.canvas.painter.line_segment([at - arm, at + arm], Ink::new(width, colour));
        }
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, brush::radius_ui),
            Part::new(Fold::Check, takes_ui),
            Part::new(Fold::Hint, |ui, options| {
                hint(
                    ui,
                    match options.tools.radius {
                        0 => "Takes what lies on top; a drag takes more of the same",
                        _ => "Takes all that is ticked within the radius",
                    },
                );
            }),
        ],
    );
}

fn takes_ui(ui: &mut Ui, options: &mut Options<'_>) {
    bar_line(ui);
    for kind in Erased::ALL {
        let mut is = options.tools.eraser.takes.contains(&kind);
        if ui.checkbox(&mut is, kind.name()).changed() {
            if is {
                options.tools.eraser.takes.insert(kind);
            } else {
                options.tools.eraser.takes.remove(&kind);
            }
        }
    }
}
