//! The fill tool on the board.

use egui::Ui;

use super::{Bench, Options, under_pointer};
use crate::tools::Pointer;

pub fn press(_: &mut Bench<'_>, _: Pointer) {}

pub fn lead(_: &mut Bench<'_>, _: Pointer) {}

pub fn release(_: &mut Bench<'_>, _: Pointer) {}

pub fn pick_up(_: &mut Bench<'_>, _: Pointer) {}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    under_pointer(bench, pointer);
}

pub fn options_ui(_: &mut Ui, _: &mut Options<'_>) {}
