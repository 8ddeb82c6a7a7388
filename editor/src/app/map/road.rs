//! The road tool on the board.

use egui::{Color32, Painter, Rect, Shape, Stroke as Ink, Ui, pos2};
use engine::face::HexsideLook;
use engine::hex::{Grid, Hex};
use engine::scenario::RoadKind;

use super::{Bench, Options, card};
use crate::canvas::marks::{CASING, CORE, TEAL};
use crate::command::Command;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row, swatch_button};
use crate::tools::{Pointer, RoadState, RoadStroke, Stroke, point};
use crate::widgets::{bar_line, hint};

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if bench.has(pointer.hex) && card::is_open(bench, MapLayer::Roads) {
        let stroke = RoadStroke::press(&bench.scenario().map, pointer.hex, bench.tools.road.kind);
        bench.tools.stroke = Some(Stroke::Road(stroke));
    }
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    let near = is_well_inside(bench, pointer);
    if let Some(Stroke::Road(stroke)) = &mut bench.tools.stroke
        && near
    {
        stroke.drag(grid, pointer.hex);
    }
}

/// A drag along a row of hexes cuts corners: the road goes on only once the pointer is clearly in the next hex.
fn is_well_inside(bench: &Bench<'_>, pointer: Pointer) -> bool {
    let layout = &bench.canvas.layout;
    (pointer.at - point(layout.centre(pointer.hex))).length() < layout.flat() as f32 * 0.46
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    let Some(Stroke::Road(stroke)) = bench.tools.stroke.take() else { return };
    let (map, game) = (&bench.document.scenario().map, bench.document.game());
    let Some(change) = stroke.release(map, game.hexsides(), crossing(bench)) else { return };
    if let Some(hex) = stroke.dead_end(map, game.terrains()) {
        bench.commands.push(Command::Say(format!("The road ends at nothing in {}", map.grid.label(hex))));
    }
    bench.changes.push(change);
}

/// What is put where a road crosses a river, if the layer of hexsides lets it.
fn crossing(bench: &Bench<'_>) -> Option<HexsideLook> {
    bench.tools.road.crossing.filter(|_| bench.layers.is_open(MapLayer::Hexsides))
}

/// The kind of road under the pointer becomes the chosen one.
pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let roads = &bench.scenario().map.roads;
    if let Some(road) = roads.iter().rev().find(|road| road.hexes.contains(&pointer.hex)) {
        bench.tools.road.kind = road.kind;
    }
}

fn length(grid: &Grid, hexes: &[Hex]) -> String {
    match (hexes.first(), hexes.last()) {
        (Some(first), Some(last)) if first != last => {
            format!("{} to {}, {}", grid.label(*first), grid.label(*last), card::hexes(hexes.len()))
        }
        (Some(first), _) => grid.label(*first),
        _ => String::new(),
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let document = bench.document;
    let (map, game) = (&document.scenario().map, document.game());
    let kind = bench.tools.road.kind;
    let marks = bench.canvas.marks();
    if let Some(Stroke::Road(stroke)) = &bench.tools.stroke {
        let points: Vec<egui::Pos2> = stroke.hexes().iter().map(|hex| marks.centre(*hex)).collect();
        let scale = marks.hex_width() / 32.0;
        let painter = &bench.canvas.painter;
        painter.add(Shape::line(points.clone(), Ink::new(9.0, CASING.gamma_multiply(0.55))));
        paint(painter, &points, kind, scale.clamp(0.8, 2.0));
        let crossed = stroke.crossed(map, game.hexsides());
        for side in &crossed {
            marks.lit_side(*side, if crossing(bench).is_some() { TEAL } else { CASING });
        }
        if let Some(last) = points.last() {
            painter.circle(*last, 5.0, CORE, Ink::new(2.0, CASING));
        }
        let length = length(&map.grid, stroke.hexes());
        let mut detail = match (crossed.len(), crossing(bench)) {
            (0, _) => String::new(),
            (_, Some(HexsideLook::Bridge)) => "bridge where it crosses the river · ".to_owned(),
            (_, Some(_)) => "ford where it crosses the river · ".to_owned(),
            (_, None) => "crosses the river · ".to_owned(),
        };
        detail += match stroke.hexes().len() {
            1 if stroke.is_longer() => "release to take the road away",
            1 => "drag to the next hex",
            _ if stroke.dead_end(map, game.terrains()).is_some() => {
                "ends at nothing · release to keep, Esc to drop"
            }
            _ => "release to keep, Esc to drop",
        };
        let title = format!("{} · {length}", kind.name());
        bench.tools.said = format!("{} {length}", kind.name().to_lowercase());
        if let Some(pointer) = pointer {
            card::card(bench, pointer.at, &title, &detail);
        }
        return;
    }
    let Some(pointer) = pointer.filter(|pointer| bench.has(pointer.hex)) else { return };
    let begun = RoadStroke::press(map, pointer.hex, kind);
    if begun.is_longer() {
        marks.ring(pointer.hex, TEAL);
        bench.tools.said =
            format!("goes on with the {} {}", kind.name().to_lowercase(), length(&map.grid, begun.hexes()));
    } else {
        marks.dashed_ring(pointer.hex);
        bench.tools.said = format!("a {} begins here", kind.name().to_lowercase());
    }
}

/// The line of a kind of road, as on the board but in the colours of marks, which read on any ground.
pub fn paint(painter: &Painter, points: &[egui::Pos2], kind: RoadKind, scale: f32) {
    let light = Color32::from_rgb(0xF4, 0xE9, 0xCF);
    let earth = Color32::from_rgb(0x6B, 0x4A, 0x24);
    let line = |width: f32, colour| Shape::line(points.to_vec(), Ink::new(width * scale, colour));
    let dashed = |width: f32, colour, dash: f32, gap: f32| {
        Shape::dashed_line(points, Ink::new(width * scale, colour), dash * scale, gap * scale)
    };
    match kind {
        RoadKind::Trail => {
            painter.extend(dashed(3.4, light, 3.0, 4.0));
            painter.extend(dashed(1.8, earth, 3.0, 4.0));
        }
        RoadKind::Track => {
            painter.extend(dashed(4.4, light, 8.0, 4.0));
            painter.extend(dashed(2.2, earth, 8.0, 4.0));
        }
        RoadKind::Road => {
            painter.add(line(5.0, earth));
            painter.add(line(2.6, light));
        }
        RoadKind::Highway => {
            painter.add(line(7.0, earth));
            painter.add(line(4.4, light));
            painter.add(line(1.0, earth));
        }
        RoadKind::Railway => {
            painter.add(line(4.4, light));
            painter.add(line(1.6, CASING));
            painter.extend(dashed(5.6, CASING, 1.4, 5.0));
        }
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::swatches(kinds_ui, kinds_menu),
            Part::new(Fold::Check, crossing_ui),
            Part::new(Fold::Hint, |ui, _| {
                hint(ui, "A drag from the end of a road goes on with it");
            }),
        ],
    );
}

fn kinds_ui(ui: &mut Ui, options: &mut Options<'_>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for (index, kind) in RoadKind::ALL.into_iter().enumerate() {
        let chosen = options.tools.road.kind == kind;
        let look = |painter: &Painter, rect: Rect, _: Color32| look(painter, rect, kind);
        if swatch_button(ui, kind.name(), chosen, index + 1, look) {
            options.commands.push(Command::Swatch(index));
        }
    }
}

fn look(painter: &Painter, rect: Rect, kind: RoadKind) {
    let y = rect.center().y;
    paint(painter, &[pos2(rect.left(), y), pos2(rect.right(), y)], kind, 1.0);
}

fn kinds_menu(ui: &mut Ui, options: &mut Options<'_>) {
    ui.menu_button(options.tools.road.kind.name(), |ui| {
        for (index, kind) in RoadKind::ALL.into_iter().enumerate() {
            let chosen = options.tools.road.kind == kind;
            let look = |painter: &Painter, rect: Rect, _: Color32| look(painter, rect, kind);
            if swatch_button(ui, kind.name(), chosen, index + 1, look) {
                options.commands.push(Command::Swatch(index));
                ui.close();
            }
        }
    });
}

/// What comes where the road crosses a river: what the game has for it.
fn crossing_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let kinds: Vec<_> = RoadState::crossings(options.document.game().hexsides()).collect();
    if kinds.is_empty() {
        return;
    }
    bar_line(ui);
    for kind in kinds {
        let mut is = options.tools.road.crossing == Some(kind.look);
        if ui.checkbox(&mut is, format!("{} where it crosses", kind.name)).changed() {
            options.tools.road.crossing = is.then_some(kind.look);
        }
    }
}
