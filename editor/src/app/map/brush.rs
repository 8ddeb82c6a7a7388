//! The terrain brush on the board.

use std::collections::BTreeSet;

use egui::{Key, Modifiers, TextStyle, Ui};
use engine::hex::Hex;

use super::{Bench, MapUi, Options, card, tint_of};
use crate::canvas::marks::CORE;
use crate::command::Command;
use crate::document::Document;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, hex_swatch, paint_cover, row};
use crate::panels::swatches;
use crate::theme::{Tokens, space};
use crate::tools::{BrushStroke, Pointer, Stroke, Tool, ToolState};
use crate::widgets::{Button, bar_line, chevron, hint, text};

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if card::is_open(bench, MapLayer::Terrain) {
        let stroke = begun(bench, pointer);
        bench.tools.stroke = Some(Stroke::Brush(stroke));
    }
}

/// The stroke that begins here: with Shift in a straight line from where the last one ended.
fn begun(bench: &Bench<'_>, pointer: Pointer) -> BrushStroke {
    let (grid, radius) = (bench.grid(), bench.tools.radius);
    match bench.tools.last.filter(|last| bench.modifiers.shift && bench.has(*last)) {
        Some(last) => {
            let mut stroke = BrushStroke::press(grid, last, radius);
            stroke.drag(grid, pointer.hex);
            stroke
        }
        None => BrushStroke::press(grid, pointer.hex, radius),
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
        bench.tools.last = Some(stroke.end());
        let stroke = over(bench.document, bench.tools, stroke);
        bench.changes.extend(terrain.and_then(|terrain| stroke.release(&terrain.id)));
    }
}

/// The stroke without what is not of the terrain that alone is painted over.
fn over(document: &Document, tools: &ToolState, stroke: BrushStroke) -> BrushStroke {
    match tools.only.and_then(|only| document.game().terrains().get(only)) {
        Some(only) => {
            let map = &document.scenario().map;
            stroke.only(|hex| map.terrain(hex) == Some(only.id.as_str()))
        }
        None => stroke,
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let id = bench.scenario().map.terrain(pointer.hex);
    if let Some(index) = bench.game().terrains().iter().position(|terrain| Some(terrain.id.as_str()) == id) {
        bench.commands.push(Command::Swatch(index));
    }
}

/// The greatest number of hexes that are shown with what is painted on them, and the least width of one in points.
const SHOWN: (usize, f32) = (400, 16.0);

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let stroke = match (&bench.tools.stroke, pointer) {
        (Some(Stroke::Brush(stroke)), _) => stroke.clone(),
        (None, Some(pointer)) => begun(bench, pointer),
        _ => return,
    };
    let Some(terrain) = bench.document.game().terrains().get(bench.tools.terrain) else { return };
    let under: BTreeSet<Hex> = stroke.hexes().collect();
    let stroke = over(bench.document, bench.tools, stroke);
    let hexes: BTreeSet<Hex> = stroke.hexes().collect();
    let marks = bench.canvas.marks();
    let colour = tint_of(bench.game(), bench.tools.terrain);
    marks.tint(hexes.iter().copied(), colour.gamma_multiply(0.45));
    let inside = bench.canvas.rect.expand(marks.hex_width());
    let seen: Vec<Hex> = hexes.iter().copied().filter(|hex| inside.contains(marks.centre(*hex))).collect();
    if terrain.cover.is_some() && seen.len() <= SHOWN.0 && marks.hex_width() > SHOWN.1 {
        let mut faint = bench.canvas.painter.clone();
        faint.set_opacity(0.45);
        for hex in seen {
            paint_cover(&faint, marks.centre(hex), marks.hex_width(), terrain);
        }
    }
    // The outline is that of the brush, so that one sees where it is even over what it leaves.
    marks.outline(&|hex| under.contains(&hex), under.iter().copied(), CORE, 2.0);
    let count = card::hexes(hexes.len());
    if bench.tools.stroke.is_some() {
        bench.tools.said = format!("{count} in this stroke");
    } else if bench.modifiers.shift && bench.tools.last.is_some() {
        bench.tools.said = format!("{count} in a straight line from the last stroke");
    } else if let Some(only) = bench.tools.only.and_then(|only| bench.document.game().terrains().get(only)) {
        bench.tools.said = match hexes.len() {
            0 => format!("no {} here", only.name.to_lowercase()),
            _ => format!("{count} of {} under the brush", only.name.to_lowercase()),
        };
    } else if bench.tools.radius > 0 {
        bench.tools.said = format!("{count} under the brush");
    }
}

/// `[` and `]` change the radius; Enter paints where the cursor stands.
pub fn keys(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    let pressed = |key| ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if !matches!(map.tools.tool, Tool::Brush | Tool::Level | Tool::Eraser) {
        return;
    }
    for (key, by) in [(Key::OpenBracket, -1), (Key::CloseBracket, 1)] {
        if pressed(key) {
            map.commands.push(Command::Radius(by));
        }
    }
    if let Some(hex) = map.selection.cursor
        && map.tools.tool == Tool::Brush
        && map.tools.stroke.is_none()
        && map.layers.is_open(MapLayer::Terrain)
        && pressed(Key::Enter)
        && let Some(terrain) = document.game().terrains().get(map.tools.terrain)
    {
        let grid = document.scenario().map.grid;
        let stroke = over(document, map.tools, BrushStroke::press(&grid, hex, map.tools.radius));
        map.changes.extend(stroke.release(&terrain.id));
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, terrain_ui),
            Part::new(Fold::Button, radius_ui),
            Part::new(Fold::Check, only_ui),
            Part::new(Fold::Hint, |ui, options| {
                hint(
                    ui,
                    match options.tools.last {
                        Some(_) => "Shift and a click: straight line from the last stroke",
                        None => "A right click or Ctrl takes the terrain up",
                    },
                );
            }),
        ],
    );
}

/// The terrain that alone is painted over.
fn only_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    bar_line(ui);
    let label = text(ui, "Only over", TextStyle::Body, t.text_2);
    let terrains = options.document.game().terrains();
    let name = |only: Option<usize>| {
        only.and_then(|only| terrains.get(only)).map_or("Any terrain", |terrain| terrain.name.as_str())
    };
    let now = options.tools.only;
    let combo = egui::ComboBox::from_id_salt("only over")
        .selected_text(name(now))
        .width(118.0)
        .icon(chevron)
        .truncate();
    let shown = combo.height(360.0).show_ui(ui, |ui| {
        for each in std::iter::once(None).chain((0..terrains.len()).map(Some)) {
            if ui.selectable_label(now == each, name(each)).clicked() {
                options.tools.only = each;
            }
        }
    });
    shown.response.labelled_by(label.id).on_hover_text("The brush leaves every other terrain as it is");
}

/// The radius of the brush, for the tools that have one.
pub fn radius_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    bar_line(ui);
    ui.spacing_mut().item_spacing.x = space::XS;
    text(ui, "Radius", TextStyle::Body, t.text_2);
    let step = |name, words| Button::icon_only(name, words).framed().least(26.0, 26.0);
    if step("minus", "Smaller brush").show(ui).on_hover_text("Smaller brush   [").clicked() {
        options.commands.push(Command::Radius(-1));
    }
    let (well, response) = ui.allocate_exact_size(egui::vec2(34.0, 26.0), egui::Sense::hover());
    let radius = options.tools.radius.to_string();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &radius));
    let edge = egui::Stroke::new(1.0, t.line_strong);
    ui.painter().rect(well, 4.0, t.bg_input, edge, egui::StrokeKind::Inside);
    ui.painter().text(
        well.center(),
        egui::Align2::CENTER_CENTER,
        &radius,
        crate::widgets::strong(ui),
        t.text,
    );
    if step("plus", "Larger brush").show(ui).on_hover_text("Larger brush   ]").clicked() {
        options.commands.push(Command::Radius(1));
    }
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
    let (revision, terrains) = (options.document.revision(), options.document.game().terrains());
    swatches::terrains_ui(ui, map, revision, terrains, options.tools, options.commands);
}
