//! The stamp on the board.

use egui::Ui;

use super::{Bench, MapUi, Options, under_pointer};
use crate::document::Document;
use crate::tools::Pointer;

pub fn press(_: &mut Bench<'_>, _: Pointer) {}

pub fn lead(_: &mut Bench<'_>, _: Pointer) {}

pub fn release(_: &mut Bench<'_>, _: Pointer) {}

pub fn pick_up(_: &mut Bench<'_>, _: Pointer) {}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    under_pointer(bench, pointer);
}

pub fn options_ui(_: &mut Ui, _: &mut Options<'_>) {}

/// R turns what is to be set down, H flips it.
pub fn keys(_: &Ui, _: &Document, _: &mut MapUi<'_>) {}
