//! The fill tool on the board.

use std::sync::Arc;

use egui::{Color32, Mesh, Rect, Shape, TextStyle, Ui, vec2};
use engine::hex::{Direction, Hex, HexSide};

use super::{Bench, MapUi, Options, brush, card, tint_of};
use crate::canvas::marks::{CASING, CORE};
use crate::document::Document;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row};
use crate::theme::Tokens;
use crate::tools::{Alike, FillStroke, Flood, Pointer, Stroke, Tool};
use crate::widgets::{Button, bar_line, hint, text};

fn found(bench: &mut Bench<'_>, hex: Hex, everywhere: bool) -> Option<Arc<Flood>> {
    let (document, revision) = (bench.document, bench.document.revision());
    bench.tools.fill.find(&document.scenario().map, document.game().terrains(), revision, hex, everywhere)
}

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if bench.has(pointer.hex) && card::is_open(bench, MapLayer::Terrain) {
        let flood = found(bench, pointer.hex, bench.modifiers.shift);
        bench.tools.stroke = flood.map(|flood| Stroke::Fill(FillStroke { flood }));
    }
}

pub fn lead(_: &mut Bench<'_>, _: Pointer) {}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    if let Some(Stroke::Fill(stroke)) = bench.tools.stroke.take()
        && let Some(terrain) = bench.document.game().terrains().get(bench.tools.terrain)
    {
        bench.changes.extend(stroke.flood.release(&bench.document.scenario().map, terrain));
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    brush::pick_up(bench, pointer);
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let flood = match (&bench.tools.stroke, pointer) {
        (Some(Stroke::Fill(stroke)), _) => Some(stroke.flood.clone()),
        (None, Some(pointer)) => found(bench, pointer.hex, bench.modifiers.shift),
        _ => None,
    };
    let Some(flood) = flood else { return };
    let document = bench.document;
    let Some(terrain) = document.game().terrains().get(bench.tools.terrain) else { return };
    let changed = flood.changed(&document.scenario().map, &terrain.id);
    let name = terrain.name.to_lowercase();
    bench.tools.said = match changed {
        0 => format!("{} of {name} already", card::hexes(flood.len())),
        n if n == flood.len() => format!("{} would become {name}", card::hexes(n)),
        n => format!("{n} of {} would become {name}", card::hexes(flood.len())),
    };
    show(bench, &flood, tint_of(bench.game(), bench.tools.terrain).gamma_multiply(0.45));
    if let Some(pointer) = pointer {
        let title = match changed {
            0 => format!("{} already", terrain.name),
            n => format!("{}: {}", terrain.name, card::hexes(n)),
        };
        let detail = if bench.tools.stroke.is_some() {
            "release to fill, Esc to drop"
        } else if flood.everywhere {
            "all of this kind on the map"
        } else {
            "Shift takes all of this kind"
        };
        card::card(bench, pointer.at, &title, detail);
    }
}

/// The greatest number of lines of an outline: beyond it the tint alone shows what is meant.
const LINES: usize = 6_000;

/// Tints and outlines what is seen of a flood. Far out a hex is no more than a few pixels, and cells of a raster
/// serve, so that no more is painted than the screen can show.
fn show(bench: &Bench<'_>, flood: &Flood, colour: Color32) {
    let marks = bench.canvas.marks();
    let (grid, layout) = (bench.grid(), &bench.canvas.layout);
    let canvas = bench.canvas.rect;
    if marks.hex_width() < 6.0 {
        let step = 3.0;
        let mut mesh = Mesh::default();
        let mut y = canvas.top();
        while y < canvas.bottom() {
            let mut x = canvas.left();
            let mut from = None;
            while x <= canvas.right() {
                let at = bench.canvas.view.plane(canvas, egui::pos2(x + step / 2.0, y + step / 2.0));
                let is_in = x + step <= canvas.right()
                    && flood.contains(layout.hex_at_point(f64::from(at.x), f64::from(at.y)));
                match (is_in, from) {
                    (true, None) => from = Some(x),
                    (false, Some(start)) => {
                        let run = Rect::from_min_size(egui::pos2(start, y), vec2(x - start, step));
                        mesh.add_colored_rect(run, colour);
                        from = None;
                    }
                    _ => {}
                }
                x += step;
            }
            y += step;
        }
        bench.canvas.painter.add(Shape::mesh(mesh));
        return;
    }
    let seen = bench.canvas.view.seen(canvas);
    let corner =
        |at: egui::Pos2| grid.column_row_signed(layout.hex_at_point(f64::from(at.x), f64::from(at.y)));
    let (low, high) = (corner(seen.min), corner(seen.max));
    let within = |a: i32, b: i32, count: u16| (a - 2).max(0)..(b + 3).min(i32::from(count));
    let mut inside = Vec::new();
    let mut lines = Vec::new();
    for row in within(low.1, high.1, grid.rows) {
        for column in within(low.0, high.0, grid.columns) {
            let hex = grid.at_signed(column, row);
            if !flood.contains(hex) {
                continue;
            }
            inside.push(hex);
            let rim =
                Direction::ALL.into_iter().filter(|direction| !flood.contains(hex.neighbour(*direction)));
            lines.extend(rim.map(|direction| marks.side(HexSide::of(hex, direction))));
        }
    }
    marks.tint(inside.into_iter(), colour);
    if lines.len() > LINES {
        return;
    }
    for (width, colour) in [(4.5, CASING), (2.0, CORE)] {
        for line in &lines {
            bench.canvas.painter.line_segment(*line, egui::Stroke::new(width, colour));
            bench.canvas.painter.circle_filled(line[0], width / 2.0, colour);
        }
    }
}

/// Enter fills from where the cursor stands.
pub fn keys(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    if map.tools.tool == Tool::Fill
        && map.tools.stroke.is_none()
        && map.layers.is_open(MapLayer::Terrain)
        && let Some(hex) = map.selection.cursor
        && ui.ctx().input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter))
        && let Some(terrain) = document.game().terrains().get(map.tools.terrain)
    {
        let (scenario, terrains) = (document.scenario(), document.game().terrains());
        let flood = map.tools.fill.find(&scenario.map, terrains, document.revision(), hex, false);
        map.changes.extend(flood.and_then(|flood| flood.release(&scenario.map, terrain)));
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, brush::terrain_ui),
            Part::new(Fold::Button, alike_ui),
            Part::new(Fold::Hint, |ui, _| {
                hint(ui, "Shift fills all of that kind on the map");
            }),
        ],
    );
}

fn alike_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    bar_line(ui);
    text(ui, "Joined hexes of one", TextStyle::Body, t.text_2);
    for (alike, name) in [(Alike::Terrain, "Terrain"), (Alike::Level, "Level")] {
        if Button::new(name).chosen(options.tools.fill.alike == alike).show(ui).clicked() {
            options.tools.fill.alike = alike;
        }
    }
}
