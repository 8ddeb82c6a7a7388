//! The box and track tool on the board.

use egui::{Align, Layout, Sense, Ui};
use engine::scenario::Edit;

use super::label::{quiet, show_region};
use super::{Bench, Options, under_pointer};
use crate::canvas::marks::TEAL;
use crate::command::Command;
use crate::layers::MapLayer;
use crate::selection::{Joining, Selection, Thing};
use crate::theme::space;
use crate::tools::{BoxStroke, Pointer, Stroke, ToolState, entered, joined, new_box};
use crate::widgets::{Button, Row, head, hint};

/// The spaces of a new track: as many as a game has turns, or ten.
fn spaces(turns: u16) -> u16 {
    if turns == 0 { 10 } else { turns.min(200) }
}

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if !bench.has(pointer.hex) {
        return;
    }
    if !bench.layers.is_open(MapLayer::Labels) {
        bench.commands.push(Command::Say("The layer of labels and regions is locked or hidden.".into()));
        return;
    }
    let chosen = bench.tools.boxes.chosen.and_then(|index| bench.scenario().map.boxes.get(index));
    match chosen {
        Some(known) if known.spaces == 0 => {
            let leave = Joining::of(bench.modifiers) != Joining::Instead;
            let stroke = BoxStroke::press(bench.grid(), pointer.hex, leave);
            bench.tools.stroke = Some(Stroke::Box(stroke));
        }
        Some(_) => bench.commands.push(Command::Say("Nobody enters the map from a track.".into())),
        None => bench.commands.push(Command::Say("Choose a box at the right, or add one.".into())),
    }
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    if let Some(Stroke::Box(stroke)) = &mut bench.tools.stroke {
        stroke.drag(grid, pointer.hex);
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    let Some(Stroke::Box(stroke)) = bench.tools.stroke.take() else { return };
    let Some(index) = bench.tools.boxes.chosen else { return };
    if stroke.hexes.is_empty() {
        bench.commands.push(Command::Say("Pieces enter by hexes of the border: paint along it.".into()));
    }
    bench.commands.extend(entered(&bench.scenario().map, index, &stroke).map(Command::Edit));
}

/// A right click chooses the box whose pieces enter there.
pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let map = &bench.document.scenario().map;
    let edge = map.regions.iter().find(|region| {
        region.hexes.contains(&pointer.hex) && map.boxes.iter().any(|known| known.edge == region.id)
    });
    let found = edge.and_then(|edge| map.boxes.iter().position(|known| known.edge == edge.id));
    if let Some(index) = found {
        choose(bench.tools, index, bench.commands);
    }
}

fn choose(tools: &mut ToolState, index: usize, commands: &mut Vec<Command>) {
    tools.boxes.chosen = Some(index);
    commands.push(Command::Choose(Selection::thing(Thing::Box(index))));
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let map = &bench.document.scenario().map;
    let marks = bench.canvas.marks();
    let chosen = bench.tools.boxes.chosen.and_then(|index| map.boxes.get(index));
    let edge = chosen.and_then(|known| map.regions.iter().find(|region| region.id == known.edge));
    let mut shown = edge.cloned();
    if let Some(Stroke::Box(stroke)) = &bench.tools.stroke {
        match &mut shown {
            Some(region) if stroke.leave => region.hexes.retain(|hex| !stroke.hexes.contains(hex)),
            Some(region) => region.hexes.extend(&stroke.hexes),
            None => marks.tint(stroke.hexes.iter().copied(), TEAL.gamma_multiply(0.4)),
        }
    }
    if let Some(region) = shown {
        show_region(&marks, &region, true);
    }
    under_pointer(bench, pointer);
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let map = &options.document.scenario().map;
    let mut new = None;
    if Button::new("Add a box").icon("plus").show(ui).clicked() {
        new = Some(new_box(map, 0));
    }
    if Button::new("Add a track").icon("plus").show(ui).clicked() {
        new = Some(new_box(map, spaces(options.document.scenario().turns)));
    }
    if let Some(new) = new
        && options.is_open(MapLayer::Labels)
    {
        let index = map.boxes.len();
        options.commands.push(Command::Edit(Edit::AddBox(index, new)));
        choose(options.tools, index, options.commands);
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(space::M);
        let words = match options.tools.boxes.chosen.and_then(|index| map.boxes.get(index)) {
            Some(known) if known.spaces == 0 => {
                "Paint border hexes: its pieces enter there; Shift takes away"
            }
            _ => "Boxes and tracks beside the map; choose one at the right",
        };
        if ui.available_width() > 360.0 {
            hint(ui, words);
        }
    });
}

pub fn palette_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let map = &options.document.scenario().map;
    head(ui, "Boxes and tracks", &map.boxes.len().to_string(), |_| {});
    if map.boxes.is_empty() {
        quiet(
            ui,
            "No box yet. Holding boxes, off-map zones and tracks of turns or losses are added above the map.",
        );
        return;
    }
    let height = (ui.available_height() * 0.3).max(110.0);
    let mut dropped = None;
    egui::ScrollArea::vertical().max_height(height).id_salt("boxes").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, known) in map.boxes.iter().enumerate() {
            let right = match (known.spaces, known.next.len(), known.edge.is_empty()) {
                (0, 0, true) => String::new(),
                (0, 0, false) => "enters".to_owned(),
                (0, n, true) => format!("{n} next"),
                (0, n, false) => format!("{n} next, enters"),
                (n, ..) => format!("{n} spaces"),
            };
            let chosen = options.tools.boxes.chosen == Some(index);
            let row = Row { text: &known.name, icon: Some("box"), right: &right, chosen, ..Row::default() };
            let response = row.show(ui);
            let response = response.interact(Sense::click_and_drag());
            if response.clicked() {
                choose(options.tools, index, options.commands);
            }
            // A drag from row to row joins the two.
            if response.drag_started() {
                options.tools.boxes.dragged = Some(index);
            }
            let over = ui.rect_contains_pointer(response.rect);
            if let Some(from) = options.tools.boxes.dragged.filter(|from| over && *from != index) {
                let stroke = egui::Stroke::new(2.0, crate::theme::Tokens::of(ui).accent);
                ui.painter().rect_stroke(response.rect, 3.0, stroke, egui::StrokeKind::Inside);
                if ui.input(|input| input.pointer.any_released()) {
                    dropped = Some((from, index));
                }
            }
        }
    });
    if let Some((from, to)) = dropped {
        let edits = joined(map, from, to, true);
        if !edits.is_empty() {
            options.commands.push(Command::Edit(Edit::Many(edits)));
        }
    }
    if ui.input(|input| !input.pointer.any_down()) {
        options.tools.boxes.dragged = None;
    }
    quiet(ui, "A drag from one row to another joins the two.");
}
