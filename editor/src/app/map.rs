//! The Map workspace: what the pointer does on the board with each tool.

use egui::{Color32, Key, Modifiers, PointerButton, Ui};
use engine::game::Game;
use engine::hex::{Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{Scenario, Start};

use crate::canvas::board::Ground;
use crate::canvas::marks::{CORE, TEAL};
use crate::canvas::pieces::{self, Counter};
use crate::canvas::widget::{Canvas, CanvasState, canvas_ui};
use crate::command::Command;
use crate::document::Document;
use crate::tools::{BrushStroke, Change, PieceDrag, Pointer, SideStroke, Stroke, Tool, ToolState};

/// What the map needs to know besides the document.
pub struct MapUi<'a> {
    pub tools: &'a mut ToolState,
    pub canvas: &'a mut CanvasState,
    pub selected: Option<Hex>,
    pub changes: &'a mut Vec<Change>,
    pub commands: &'a mut Vec<Command>,
}

/// The faces of the pieces that begin on the board.
fn counters<'a>(scenario: &'a Scenario, game: &'a dyn Game, dragged: Option<&PieceDrag>) -> Vec<Counter<'a>> {
    let mut out = Vec::new();
    for (index, piece) in scenario.pieces.iter().enumerate() {
        let Start::At(Place::Hex(at)) = &piece.at else { continue };
        let Some(kind) = game.pieces().iter().find(|kind| kind.id == piece.kind) else { continue };
        let face = if piece.reduced { kind.reduced.as_ref().unwrap_or(&kind.face) } else { &kind.face };
        let (at, faint) = match dragged {
            Some(drag) if drag.piece == index => (drag.to, true),
            _ => (*at, false),
        };
        if scenario.map.grid.contains(at) {
            out.push(Counter { piece: index, at, face, faint });
        }
    }
    out
}

/// The colour of a terrain as the board has it, for previews.
fn tint_of(game: &dyn Game, terrain: usize) -> Color32 {
    game.terrains().get(terrain).map_or(CORE, crate::canvas::far::colour_of)
}

/// Shows the board and lets the tool work on it.
pub fn map_ui(ui: &mut Ui, document: &Document, map: &mut MapUi<'_>) {
    let scenario = document.scenario();
    let game = document.game();
    let ground = Ground {
        map: &scenario.map,
        terrains: game.terrains(),
        hexsides: game.hexsides(),
        revision: document.revision(),
    };
    let canvas = canvas_ui(ui, map.canvas, ground, "Map");
    let dragged = match &map.tools.stroke {
        Some(Stroke::Piece(drag)) => Some(*drag),
        _ => None,
    };
    let counters = counters(scenario, game, dragged.as_ref());
    let placed = pieces::place(&canvas.layout, &counters);
    map.canvas.pieces.paint(&canvas.painter, canvas.rect, &canvas.view, &counters, &placed);
    gesture(ui, document, &canvas, map, &placed);
    preview(document, &canvas, map);
}

/// What the pointer and the keys do.
fn gesture(ui: &Ui, document: &Document, canvas: &Canvas, map: &mut MapUi<'_>, placed: &[pieces::Placed]) {
    let response = &canvas.response;
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if ui.input(|input| input.key_pressed(Key::Escape)) && map.tools.stroke.is_some() {
        map.tools.stroke = None;
        return;
    }
    // Right click picks up what is under the pointer.
    if response.clicked_by(PointerButton::Secondary) {
        pick_up(document, canvas, map, placed);
        return;
    }
    // The events in their order, not the state at the end of the frame: on a slow machine a stroke must not
    // go on to where the pointer went after the button was released.
    for (at, button) in canvas.events(ui) {
        let pointer = canvas.pointer_at(at);
        match button {
            Some(true) if canvas.panning || !canvas.is_free(ui, at) => {}
            Some(true) => press(document, canvas, map, placed, pointer),
            None => lead(document, canvas, map, pointer),
            Some(false) => {
                lead(document, canvas, map, pointer);
                release(document, map, placed, pointer);
            }
        }
    }
}

fn press(
    document: &Document,
    canvas: &Canvas,
    map: &mut MapUi<'_>,
    placed: &[pieces::Placed],
    pointer: Pointer,
) {
    let grid = &document.scenario().map.grid;
    map.tools.pressed = Some(pointer.hex);
    match map.tools.tool {
        Tool::Select => {}
        Tool::Brush => {
            map.tools.stroke = Some(Stroke::Brush(BrushStroke::press(grid, pointer.hex, map.tools.radius)));
        }
        Tool::Hexside => {
            let side = pointer.side(&canvas.layout).filter(|side| crate::tools::on_board(grid, *side));
            map.tools.stroke = side.map(|side| Stroke::Sides(SideStroke::press(side)));
        }
        Tool::Piece => match pieces::pick(placed, pointer.at) {
            Some(piece) => {
                map.tools.piece = Some(piece.piece);
                let drag = PieceDrag { piece: piece.piece, from: piece.at, to: piece.at };
                map.tools.stroke = Some(Stroke::Piece(drag));
                map.commands.push(Command::Select(Some(piece.at)));
            }
            None => map.tools.piece = None,
        },
    }
}

fn lead(document: &Document, canvas: &Canvas, map: &mut MapUi<'_>, pointer: Pointer) {
    let grid = &document.scenario().map.grid;
    match &mut map.tools.stroke {
        Some(Stroke::Brush(stroke)) => stroke.drag(grid, pointer.hex),
        Some(Stroke::Sides(stroke)) => stroke.drag(grid, &canvas.layout, pointer.at),
        Some(Stroke::Piece(drag)) if grid.contains(pointer.hex) => drag.to = pointer.hex,
        _ => {}
    }
}

fn release(document: &Document, map: &mut MapUi<'_>, placed: &[pieces::Placed], pointer: Pointer) {
    let game = document.game();
    let on_board = document.scenario().map.grid.contains(pointer.hex);
    let clicked = map.tools.pressed.take() == Some(pointer.hex);
    match (map.tools.stroke.take(), map.tools.tool) {
        (Some(Stroke::Brush(stroke)), _) => {
            let terrain = game.terrains().get(map.tools.terrain);
            map.changes.extend(terrain.and_then(|terrain| stroke.release(&terrain.id)));
        }
        (Some(Stroke::Sides(stroke)), _) => {
            let feature = game.hexsides().get(map.tools.feature).map(|kind| kind.id.as_str());
            map.changes.extend(stroke.release(feature));
        }
        (Some(Stroke::Piece(drag)), _) => {
            // What is shown beside the map follows the piece.
            map.commands.push(Command::Select(Some(drag.to)));
            map.changes.extend(drag.release());
        }
        (None, Tool::Select) if clicked => {
            map.commands.push(Command::Select(on_board.then_some(pointer.hex)))
        }
        (None, Tool::Piece) if clicked && on_board && pieces::pick(placed, pointer.at).is_none() => {
            let kind = map.tools.kind.and_then(|kind| game.pieces().get(kind));
            map.changes.extend(kind.map(|kind| Change::Add { kind: kind.id.clone(), at: pointer.hex }));
            map.commands.push(Command::Select(Some(pointer.hex)));
        }
        _ => {}
    }
}

fn pick_up(document: &Document, canvas: &Canvas, map: &mut MapUi<'_>, placed: &[pieces::Placed]) {
    let scenario = document.scenario();
    let game = document.game();
    let Some(pointer) = canvas.pointer else { return };
    match map.tools.tool {
        Tool::Select => map.commands.push(Command::Select(Some(pointer.hex))),
        Tool::Brush => {
            let id = scenario.map.terrain(pointer.hex);
            if let Some(index) = game.terrains().iter().position(|terrain| Some(terrain.id.as_str()) == id) {
                map.commands.push(Command::Swatch(index));
            }
        }
        Tool::Hexside => {
            if let Some(side) = pointer.side(&canvas.layout) {
                let id = scenario.map.side(side);
                let index = game.hexsides().iter().position(|kind| Some(kind.id.as_str()) == id);
                map.commands.push(Command::Swatch(index.unwrap_or(game.hexsides().len())));
            }
        }
        Tool::Piece => {
            if let Some(piece) =
                pieces::pick(placed, pointer.at).and_then(|placed| scenario.pieces.get(placed.piece))
            {
                map.tools.kind = game.pieces().iter().position(|kind| kind.id == piece.kind);
            }
        }
    }
}

/// What would be done, over the board: the stroke so far, or what is under the pointer.
fn preview(document: &Document, canvas: &Canvas, map: &MapUi<'_>) {
    let scenario = document.scenario();
    let game = document.game();
    let grid = &scenario.map.grid;
    let marks = canvas.marks();
    if let Some(hex) = map.selected.filter(|hex| grid.contains(*hex)) {
        if map.tools.tool == Tool::Select {
            marks.ring(hex, TEAL);
        } else {
            marks.cursor(hex);
        }
    }
    let pointer = canvas
        .pointer
        .filter(|_| !canvas.panning && (canvas.response.contains_pointer() || map.tools.stroke.is_some()));
    match (map.tools.tool, &map.tools.stroke) {
        (Tool::Brush, Some(Stroke::Brush(stroke))) => {
            let colour = tint_of(game, map.tools.terrain).gamma_multiply(0.75);
            let hexes: std::collections::BTreeSet<Hex> = stroke.hexes().collect();
            marks.tint(hexes.iter().copied(), colour);
            marks.outline(&|hex| hexes.contains(&hex), hexes.iter().copied(), CORE, 2.0);
        }
        (Tool::Brush, _) => {
            if let Some(pointer) = pointer {
                let hexes: Vec<Hex> =
                    pointer.hex.disc(map.tools.radius).filter(|hex| grid.contains(*hex)).collect();
                marks.tint(hexes.iter().copied(), tint_of(game, map.tools.terrain).gamma_multiply(0.3));
                marks.outline(&|hex| hexes.contains(&hex), hexes.iter().copied(), CORE, 2.0);
            }
        }
        (Tool::Hexside, Some(Stroke::Sides(stroke))) => {
            marks.stroke_sides(stroke.sides(), side_colour(game, map.tools.feature));
            if let Some(last) = stroke.sides().last() {
                marks.lit_side(*last, TEAL);
            }
        }
        (Tool::Hexside, _) => {
            let side = pointer.and_then(|pointer| pointer.side(&canvas.layout));
            if let Some(side) = side.filter(|side| crate::tools::on_board(grid, *side)) {
                marks.lit_side(side, TEAL);
            }
        }
        (Tool::Piece, Some(Stroke::Piece(drag))) => {
            marks.ring(drag.to, CORE);
        }
        (Tool::Piece, _) => {
            let chosen = map.tools.piece.and_then(|piece| scenario.pieces.get(piece));
            if let Some(Start::At(Place::Hex(hex))) = chosen.map(|piece| &piece.at) {
                marks.ring(*hex, TEAL);
            }
            if map.tools.kind.is_some()
                && let Some(pointer) = pointer.filter(|pointer| grid.contains(pointer.hex))
            {
                marks.dashed_ring(pointer.hex);
            }
        }
        _ => {
            if let Some(pointer) = pointer.filter(|pointer| grid.contains(pointer.hex)) {
                marks.outline(
                    &|hex| hex == pointer.hex,
                    std::iter::once(pointer.hex),
                    CORE.gamma_multiply(0.6),
                    1.2,
                );
            }
        }
    }
}

fn side_colour(game: &dyn Game, feature: usize) -> Color32 {
    match game.hexsides().get(feature) {
        Some(_) => Color32::from_rgb(0x6F, 0xC3, 0xF0),
        None => Color32::from_rgb(0xE8, 0xD8, 0xC0),
    }
}

/// What is said of the side under the pointer: its two hexes and what lies on it.
pub fn about_side(document: &Document, side: HexSide) -> (String, String) {
    let scenario = document.scenario();
    let (a, b) = side.hexes();
    let grid = &scenario.map.grid;
    let place = format!("{} | {}", grid.label(a), grid.label(b));
    let feature = scenario.map.side(side);
    let kind = document.game().hexsides().iter().find(|kind| Some(kind.id.as_str()) == feature);
    let words = kind.map_or_else(|| "no hexside yet".to_owned(), |kind| kind.name.to_lowercase());
    (place, words)
}

/// The keys of the board that are no commands: the cursor, the brush, the swatches, removing.
pub fn keys(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let grid = document.scenario().map.grid;
    let pressed = |key| ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, key));
    for (key, by) in [(Key::OpenBracket, -1), (Key::CloseBracket, 1)] {
        if map.tools.tool == Tool::Brush && pressed(key) {
            map.commands.push(Command::Radius(by));
        }
    }
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    if matches!(map.tools.tool, Tool::Brush | Tool::Hexside) {
        for (index, key) in DIGITS.into_iter().enumerate() {
            if pressed(key) {
                map.commands.push(Command::Swatch(index));
            }
        }
    }
    if pressed(Key::Delete)
        && let Some(piece) = map.tools.piece.take()
    {
        map.changes.push(Change::Remove { piece });
    }
    let step =
        [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowUp, 0, -1), (Key::ArrowDown, 0, 1)]
            .into_iter()
            .find(|(key, _, _)| pressed(*key));
    if let Some((_, dx, dy)) = step {
        let from = map.selected.unwrap_or_else(|| grid.at(grid.columns / 2, grid.rows / 2));
        let (column, row) = grid.column_row_signed(from);
        let to = grid.at_signed(column + dx, row + dy);
        if grid.contains(to) {
            map.commands.push(Command::Select(Some(to)));
            map.canvas.reveal = Some(to);
        }
    }
    if map.tools.tool == Tool::Brush
        && let Some(hex) = map.selected
        && map.tools.stroke.is_none()
        && pressed(Key::Enter)
        && let Some(terrain) = document.game().terrains().get(map.tools.terrain)
    {
        map.changes.extend(BrushStroke::press(&grid, hex, map.tools.radius).release(&terrain.id));
    }
}
