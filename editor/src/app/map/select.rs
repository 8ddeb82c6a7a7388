//! The select tool on the board.

use egui::{Key, Modifiers, Ui};

use super::{Bench, MapUi, Options, under_pointer};
use crate::canvas::marks::TEAL;
use crate::command::Command;
use crate::document::Document;
use crate::tools::{Change, Pointer, Tool};
use crate::widgets::hint;

pub fn press(_: &mut Bench<'_>, _: Pointer) {}

pub fn lead(_: &mut Bench<'_>, _: Pointer) {}

pub fn release(bench: &mut Bench<'_>, pointer: Pointer) {
    if bench.tools.pressed == Some(pointer.hex) {
        bench.commands.push(Command::Select(bench.has(pointer.hex).then_some(pointer.hex)));
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    bench.commands.push(Command::Select(bench.has(pointer.hex).then_some(pointer.hex)));
}

/// What is selected, whatever the tool.
pub fn show_selection(bench: &mut Bench<'_>) {
    let marks = bench.canvas.marks();
    if let Some(hex) = bench.selection.cursor.filter(|hex| bench.has(*hex)) {
        if bench.tools.tool == Tool::Select {
            marks.ring(hex, TEAL);
        } else {
            marks.cursor(hex);
        }
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    under_pointer(bench, pointer);
}

/// Del removes what is selected.
pub fn keys(ui: &Ui, _: &Document, map: &mut MapUi<'_>) {
    if ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete))
        && let Some(piece) = map.tools.piece.take()
    {
        map.changes.push(Change::Remove { piece });
    }
}

pub fn options_ui(ui: &mut Ui, _: &mut Options<'_>) {
    hint(ui, "Click a hex; the arrow keys move on");
}
