//! The hexside tool on the board.

use egui::{Align, Color32, Layout, Ui};
use engine::game::Game;

use super::{Bench, Options};
use crate::canvas::marks::TEAL;
use crate::command::Command;
use crate::layers::MapLayer;
use crate::panels::context::side_button;
use crate::theme::space;
use crate::tools::{Pointer, SideStroke, Stroke, on_board};
use crate::widgets::hint;

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if !bench.layers.is_open(MapLayer::Hexsides) {
        return;
    }
    let side = pointer.side(&bench.canvas.layout).filter(|side| on_board(bench.grid(), *side));
    bench.tools.stroke = side.map(|side| Stroke::Sides(SideStroke::press(side)));
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    if let Some(Stroke::Sides(stroke)) = &mut bench.tools.stroke {
        stroke.drag(grid, &bench.canvas.layout, pointer.at);
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    if let Some(Stroke::Sides(stroke)) = bench.tools.stroke.take() {
        let feature = bench.document.game().hexsides().get(bench.tools.feature).map(|kind| kind.id.as_str());
        bench.changes.extend(stroke.release(feature));
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    if let Some(side) = pointer.side(&bench.canvas.layout) {
        let id = bench.scenario().map.side(side);
        let kinds = bench.game().hexsides();
        let index = kinds.iter().position(|kind| Some(kind.id.as_str()) == id).unwrap_or(kinds.len());
        bench.commands.push(Command::Swatch(index));
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let marks = bench.canvas.marks();
    if let Some(Stroke::Sides(stroke)) = &bench.tools.stroke {
        marks.stroke_sides(stroke.sides(), side_colour(bench.game(), bench.tools.feature));
        if let Some(last) = stroke.sides().last() {
            marks.lit_side(*last, TEAL);
        }
    } else if let Some(side) = pointer.and_then(|pointer| pointer.side(&bench.canvas.layout))
        && on_board(bench.grid(), side)
    {
        marks.lit_side(side, TEAL);
    }
}

fn side_colour(game: &dyn Game, feature: usize) -> Color32 {
    match game.hexsides().get(feature) {
        Some(_) => Color32::from_rgb(0x6F, 0xC3, 0xF0),
        None => Color32::from_rgb(0xE8, 0xD8, 0xC0),
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let sides = options.document.game().hexsides();
    let chosen = options.tools.feature;
    for (index, kind) in sides.iter().enumerate() {
        if side_button(ui, &kind.name, Some(kind.look), index == chosen, index + 1) {
            options.commands.push(Command::Swatch(index));
        }
    }
    if side_button(ui, "None", None, chosen >= sides.len(), sides.len() + 1) {
        options.commands.push(Command::Swatch(sides.len()));
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(space::M);
        if ui.available_width() > 240.0 {
            hint(ui, "A drag follows the sides from corner to corner");
        }
    });
}
