//! The terrain brush on the board.

use egui::{Align, Key, Layout, Modifiers, TextStyle, Ui};
use engine::hex::Hex;

use super::{Bench, MapUi, Options, tint_of};
use crate::canvas::marks::CORE;
use crate::command::Command;
use crate::document::Document;
use crate::layers::MapLayer;
use crate::panels::context::hex_swatch;
use crate::panels::swatches;
use crate::theme::{Tokens, named, space};
use crate::tools::{BrushStroke, Pointer, Stroke, Tool};
use crate::widgets::{Button, bar_line, hint, text};

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if bench.layers.is_open(MapLayer::Terrain) {
        let stroke = BrushStroke::press(bench.grid(), pointer.hex, bench.tools.radius);
        bench.tools.stroke = Some(Stroke::Brush(stroke));
    }
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    if let Some(Stroke::Brush(stroke)) = &mut bench.tools.stroke {
        stroke.drag(grid, pointer.hex);
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    if let Some(Stroke::Brush(stroke)) = bench.tools.stroke.take() {
        let terrain = bench.document.game().terrains().get(bench.tools.terrain);
        bench.changes.extend(terrain.and_then(|terrain| stroke.release(&terrain.id)));
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let id = bench.scenario().map.terrain(pointer.hex);
    if let Some(index) = bench.game().terrains().iter().position(|terrain| Some(terrain.id.as_str()) == id) {
        bench.commands.push(Command::Swatch(index));
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let marks = bench.canvas.marks();
    let colour = tint_of(bench.game(), bench.tools.terrain);
    if let Some(Stroke::Brush(stroke)) = &bench.tools.stroke {
        let hexes: std::collections::BTreeSet<Hex> = stroke.hexes().collect();
        marks.tint(hexes.iter().copied(), colour.gamma_multiply(0.75));
        marks.outline(&|hex| hexes.contains(&hex), hexes.iter().copied(), CORE, 2.0);
    } else if let Some(pointer) = pointer {
        let hexes: Vec<Hex> = pointer.hex.disc(bench.tools.radius).filter(|hex| bench.has(*hex)).collect();
        marks.tint(hexes.iter().copied(), colour.gamma_multiply(0.3));
        marks.outline(&|hex| hexes.contains(&hex), hexes.iter().copied(), CORE, 2.0);
    }
}

/// `[` and `]` change the radius; Enter paints where the cursor stands.
pub fn keys(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    let pressed = |key| ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if map.tools.tool != Tool::Brush {
        return;
    }
    for (key, by) in [(Key::OpenBracket, -1), (Key::CloseBracket, 1)] {
        if pressed(key) {
            map.commands.push(Command::Radius(by));
        }
    }
    if let Some(hex) = map.selection.cursor
        && map.tools.stroke.is_none()
        && pressed(Key::Enter)
        && let Some(terrain) = document.game().terrains().get(map.tools.terrain)
    {
        let grid = document.scenario().map.grid;
        map.changes.extend(BrushStroke::press(&grid, hex, map.tools.radius).release(&terrain.id));
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    text(ui, "Radius", TextStyle::Body, t.text_2);
    if Button::icon_only("minus", "Smaller brush").show(ui).on_hover_text("Smaller brush   [").clicked() {
        options.commands.push(Command::Radius(-1));
    }
    text(ui, options.tools.radius.to_string(), named("strong"), t.text);
    if Button::icon_only("plus", "Larger brush").show(ui).on_hover_text("Larger brush   ]").clicked() {
        options.commands.push(Command::Radius(1));
    }
    bar_line(ui);
    terrain_ui(ui, options);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(space::M);
        if ui.available_width() > 240.0 {
            hint(ui, "Digits choose the terrain, a right click picks it up");
        }
    });
}

/// The chosen terrain; a menu of all where the palette's panel has no room.
pub fn terrain_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    let terrains = options.document.game().terrains();
    let Some(terrain) = terrains.get(options.tools.terrain) else { return };
    hex_swatch(ui, terrain, 22.0);
    if options.compact {
        ui.menu_button(&terrain.name, |ui| {
            for (index, terrain) in terrains.iter().enumerate() {
                ui.horizontal(|ui| {
                    hex_swatch(ui, terrain, 20.0);
                    if ui.button(&terrain.name).clicked() {
                        options.commands.push(Command::Swatch(index));
                        ui.close();
                    }
                });
            }
        });
    } else {
        text(ui, &terrain.name, TextStyle::Body, t.text);
    }
}

pub fn palette_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let map = &options.document.scenario().map;
    swatches::terrains_ui(ui, map, options.document.game().terrains(), options.tools, options.commands);
}
