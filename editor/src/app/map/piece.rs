//! The piece tool on the board.

use egui::Ui;
use engine::plane::Place;
use engine::scenario::Start;

use super::{Bench, Options};
use crate::canvas::marks::{CORE, TEAL};
use crate::canvas::pieces;
use crate::command::Command;
use crate::layers::MapLayer;
use crate::panels::swatches;
use crate::tools::{Change, PieceDrag, Pointer, Stroke};
use crate::widgets::hint;

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if !bench.layers.is_open(MapLayer::Pieces) {
        return;
    }
    match pieces::pick(bench.placed, pointer.at) {
        Some(piece) => {
            bench.tools.piece = Some(piece.piece);
            let drag = PieceDrag { piece: piece.piece, from: piece.at, to: piece.at };
            bench.tools.stroke = Some(Stroke::Piece(drag));
            bench.commands.push(Command::Select(Some(piece.at)));
        }
        None => bench.tools.piece = None,
    }
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let on_board = bench.has(pointer.hex);
    if let Some(Stroke::Piece(drag)) = &mut bench.tools.stroke
        && on_board
    {
        drag.to = pointer.hex;
    }
}

pub fn release(bench: &mut Bench<'_>, pointer: Pointer) {
    if let Some(Stroke::Piece(drag)) = bench.tools.stroke.take() {
        // What is shown beside the map follows the piece.
        bench.commands.push(Command::Select(Some(drag.to)));
        bench.changes.extend(drag.release());
    } else if bench.tools.pressed == Some(pointer.hex)
        && bench.has(pointer.hex)
        && bench.layers.is_open(MapLayer::Pieces)
        && pieces::pick(bench.placed, pointer.at).is_none()
    {
        let kind = bench.tools.kind.and_then(|kind| bench.document.game().pieces().get(kind));
        bench.changes.extend(kind.map(|kind| Change::Add { kind: kind.id.clone(), at: pointer.hex }));
        bench.commands.push(Command::Select(Some(pointer.hex)));
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let picked = pieces::pick(bench.placed, pointer.at);
    if let Some(piece) = picked.and_then(|placed| bench.document.scenario().pieces.get(placed.piece)) {
        bench.tools.kind = bench.document.game().pieces().iter().position(|kind| kind.id == piece.kind);
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let marks = bench.canvas.marks();
    if let Some(Stroke::Piece(drag)) = &bench.tools.stroke {
        marks.ring(drag.to, CORE);
        return;
    }
    let chosen = bench.tools.piece.and_then(|piece| bench.scenario().pieces.get(piece));
    if let Some(Start::At(Place::Hex(hex))) = chosen.map(|piece| &piece.at) {
        marks.ring(*hex, TEAL);
    }
    if bench.tools.kind.is_some()
        && let Some(pointer) = pointer.filter(|pointer| bench.has(pointer.hex))
    {
        marks.dashed_ring(pointer.hex);
    }
}

pub fn options_ui(ui: &mut Ui, _: &mut Options<'_>) {
    hint(ui, "Drag moves a piece; choose a kind and click to place one; Del removes");
}

pub fn palette_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let height = (ui.available_height() * 0.45).max(120.0);
    swatches::kinds_ui(ui, options.document.game().pieces(), options.tools, height);
}
