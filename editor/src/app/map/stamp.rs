//! The stamp on the board.

use egui::{Rect, TextStyle, Ui, vec2};
use engine::hex::{Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{Flip, Start};

use super::select::{TINTED, between, outline_of, paint_rings};
use super::{Bench, Options, tint_of, under_pointer};
use crate::canvas::marks::{CASING, CORE, TEAL};
use crate::canvas::pieces::{PieceCache, SIDE};
use crate::command::Command;
use crate::panels::context::{Fold, Part, row};
use crate::theme::Tokens;
use crate::tools::stamp::{NOT_SET_DOWN, on_board};
use crate::tools::{Pointer, copied, set_down};
use crate::widgets::{Button, bar_line, hint, text};

/// Said until something was copied.
const HOW: &str = "Select hexes or pieces and copy them (Ctrl+C); a click sets them down.";

/// So many pieces are shown as counters under the pointer, more as rings.
const SHOWN: usize = 24;

pub fn press(_: &mut Bench<'_>, _: Pointer) {}

pub fn lead(_: &mut Bench<'_>, _: Pointer) {}

pub fn release(bench: &mut Bench<'_>, pointer: Pointer) {
    if bench.tools.pressed.is_none() || !bench.has(pointer.hex) {
        return;
    }
    let Some(clip) = bench.tools.stamp.clip() else {
        bench.commands.push(Command::Say(HOW.to_owned()));
        return;
    };
    let (edit, _) = set_down(bench.scenario(), bench.game(), "Stamp", clip, pointer.hex, bench.layers);
    bench.commands.push(match edit.is_nothing() {
        true => Command::Say(NOT_SET_DOWN.to_owned()),
        false => Command::Edit(edit),
    });
}

/// A right click takes up the hex under the pointer, with all that lies on it, or what is selected there.
pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    if !bench.has(pointer.hex) {
        return;
    }
    let selection = if bench.selection.hexes.contains(&pointer.hex) {
        bench.selection.clone()
    } else {
        crate::selection::Selection::hex(pointer.hex)
    };
    if let Some(clip) = copied(bench.document.scenario(), &selection) {
        bench.tools.stamp.take_up(clip);
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let Some(pointer) = pointer.filter(|pointer| bench.has(pointer.hex)) else { return };
    let Some(clip) = bench.tools.stamp.clip() else {
        under_pointer(bench, Some(pointer));
        return;
    };
    let marks = bench.canvas.marks();
    let (grid, game) = (bench.grid(), bench.game());
    let anchor = pointer.hex;
    let parts = clip.parts();
    if parts.terrain {
        let terrains = game.terrains().iter().enumerate();
        for (index, terrain) in terrains.filter(|_| clip.len() <= TINTED) {
            let of = clip.cells().filter(|(_, id)| *id == terrain.id).map(|(hex, _)| hex + anchor);
            marks.tint(of.filter(|hex| grid.contains(*hex)), tint_of(game, index).gamma_multiply(0.6));
        }
        if clip.hexes_at(anchor).all(|hex| grid.contains(hex)) {
            let by = between(&marks, Hex::new(0, 0), anchor);
            paint_rings(&marks, bench.tools.stamp.edge(), by);
        } else {
            let hexes = on_board(grid, clip, anchor);
            paint_rings(&marks, &outline_of(&marks, "stamp", &hexes).1, egui::Vec2::ZERO);
        }
    }
    if parts.sides {
        for (side, _) in clip.sides() {
            let (a, b) = side.hexes();
            let (a, b) = (a + anchor, b + anchor);
            if grid.contains(a)
                && grid.contains(b)
                && let Some(side) = HexSide::between(a, b)
            {
                for (width, colour) in [(6.0, CASING), (3.5, CORE), (1.5, TEAL)] {
                    marks.painter.line_segment(marks.side(side), egui::Stroke::new(width, colour));
                }
            }
        }
    }
    if parts.pieces {
        let mut cache = PieceCache::default();
        for (index, piece) in clip.pieces().iter().enumerate() {
            let Start::At(Place::Hex(hex)) = piece.at else { continue };
            let hex = hex + anchor;
            let kind = game.pieces().iter().find(|kind| kind.id == piece.kind);
            match kind.filter(|_| index < SHOWN && grid.contains(hex)) {
                Some(kind) => {
                    let face = kind.reduced.as_ref().filter(|_| piece.reduced).unwrap_or(&kind.face);
                    let side = SIDE * marks.view.scale() * 0.9;
                    let rect = Rect::from_center_size(marks.centre(hex), vec2(side, side));
                    cache.paint_one(marks.painter, rect, face);
                }
                None if grid.contains(hex) => marks.ring(hex, CORE),
                None => {}
            }
        }
    }
    for label in clip.labels().iter().filter(|_| parts.labels) {
        if grid.contains(label.at + anchor) {
            let mut label = label.clone();
            (label.at, label.to) = (label.at + anchor, label.to.map(|to| to + anchor));
            super::label::show_label(&marks, &label, TEAL);
        }
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    if options.tools.stamp.clip().is_none() {
        text(ui, HOW, TextStyle::Body, Tokens::of(ui).text_2);
        return;
    }
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, clip_ui),
            Part::new(Fold::Button, |ui, options| {
                bar_line(ui);
                change(ui, options, Command::Turn(-1), "Turn left 60°");
                change(ui, options, Command::Turn(1), "Turn right 60°");
            }),
            Part::new(Fold::Button, |ui, options| {
                change(ui, options, Command::Flip(Flip::Across), "Flip");
                change(ui, options, Command::Flip(Flip::Along), "Flip top to bottom");
            }),
            Part::new(Fold::Hint, |ui, _| {
                hint(ui, "A click sets it down, a right click takes up another");
            }),
        ],
    );
}

/// How much lies under the pointer.
fn clip_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let Some(clip) = options.tools.stamp.clip() else { return };
    let count = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let hexes = if clip.parts().terrain { clip.len() } else { 0 };
    let parts: Vec<String> = [
        count(hexes, "hex", "hexes"),
        count(clip.pieces().len(), "piece", "pieces"),
        count(clip.labels().len(), "name", "names"),
    ]
    .into_iter()
    .flatten()
    .collect();
    text(ui, parts.join(", "), TextStyle::Body, Tokens::of(ui).text);
}

fn change(ui: &mut Ui, options: &mut Options<'_>, command: Command, name: &str) {
    if Button::new(name).key(&command.shortcut()).show(ui).clicked() {
        options.commands.push(command);
    }
}
