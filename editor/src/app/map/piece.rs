//! The piece tool on the board.

use egui::{Rect, Ui, vec2};
use engine::hex::Hex;
use engine::plane::Place;
use engine::scenario::{Edit, RegionKind, Start};

use super::{Bench, Options};
use crate::canvas::marks::CORE;
use crate::canvas::pieces::{self, Counter, Placed, SIDE};
use crate::canvas::widget::Canvas;
use crate::command::Command;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row};
use crate::panels::swatches;
use crate::selection::{Selection, Thing};
use crate::tools::{Filter, PieceDrag, Pointer, Stroke, Tool, ToolState, new_piece, point};
use crate::widgets::{Button, bar_line, hint};

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if !bench.layers.is_open(MapLayer::Pieces) {
        bench.commands.push(Command::Say("The layer of pieces is locked or hidden.".into()));
        return;
    }
    match pieces::pick(bench.placed, pointer.at) {
        Some(piece) => {
            bench.tools.piece = Some(piece.piece);
            let drag = PieceDrag { piece: piece.piece, from: piece.at, to: piece.at };
            bench.tools.stroke = Some(Stroke::Piece(drag));
            choose(bench.commands, piece.piece, piece.at);
        }
        None => bench.tools.piece = None,
    }
}

/// Selects a piece, with the cursor on its hex.
fn choose(commands: &mut Vec<Command>, piece: usize, at: Hex) {
    commands.push(Command::Choose(Selection { cursor: Some(at), ..Selection::thing(Thing::Piece(piece)) }));
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let on_board = bench.has(pointer.hex);
    // A counter that hangs over into the next hex has not been led there.
    let clear = bench.tools.pressed != Some(pointer.hex);
    if let Some(Stroke::Piece(drag)) = &mut bench.tools.stroke
        && on_board
    {
        drag.to = if clear { pointer.hex } else { drag.from };
    }
}

pub fn release(bench: &mut Bench<'_>, pointer: Pointer) {
    if let Some(Stroke::Piece(drag)) = bench.tools.stroke.take() {
        // What is shown beside the map follows the piece.
        choose(bench.commands, drag.piece, drag.to);
        bench.changes.extend(drag.release());
    } else if bench.tools.pressed == Some(pointer.hex)
        && bench.has(pointer.hex)
        && bench.layers.is_open(MapLayer::Pieces)
        && pieces::pick(bench.placed, pointer.at).is_none()
    {
        let kind = bench.tools.kind.and_then(|kind| bench.document.game().pieces().get(kind));
        let Some(kind) = kind else {
            bench.commands.push(Command::Select(Some(pointer.hex)));
            return;
        };
        let index = bench.scenario().pieces.len();
        let piece = new_piece(bench.scenario(), bench.game(), &kind.id, Start::At(pointer.hex.into()));
        bench.commands.push(Command::Edit(Edit::AddPiece(index, piece)));
        choose(bench.commands, index, pointer.hex);
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let picked = pieces::pick(bench.placed, pointer.at);
    if let Some(piece) = picked.and_then(|placed| bench.document.scenario().pieces.get(placed.piece)) {
        bench.tools.kind = bench.document.game().pieces().iter().position(|kind| kind.id == piece.kind);
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let marks = bench.canvas.marks();
    if let Some(Stroke::Piece(drag)) = &bench.tools.stroke {
        marks.ring(drag.to, CORE);
        return;
    }
    if let Some(placed) = bench.placed.iter().find(|placed| Some(placed.piece) == bench.tools.piece) {
        super::select::frame_of(&marks, placed);
    }
    let over = pointer.and_then(|pointer| pieces::pick(bench.placed, pointer.at));
    if bench.tools.kind.is_some()
        && over.is_none()
        && let Some(pointer) = pointer.filter(|pointer| bench.has(pointer.hex))
    {
        marks.dashed_ring(pointer.hex);
    }
}

/// Does a stack fan out under the pointer with this tool?
fn fans(tools: &ToolState) -> bool {
    match tools.tool {
        Tool::Piece => true,
        Tool::Select => matches!(tools.select.filter, Filter::Pieces | Filter::All),
        _ => false,
    }
}

/// The counters of the stack that is fanned out are painted over all others.
pub fn raise_fan(tools: &ToolState, counters: &mut [Counter<'_>]) {
    if let Some(hex) = tools.fan {
        counters.sort_by_key(|counter| counter.at == hex);
    }
}

/// A stack under the pointer lies side by side as long as the pointer stays on it.
pub fn fan(canvas: &Canvas, tools: &mut ToolState, placed: &mut [Placed]) {
    if !fans(tools) {
        tools.fan = None;
        return;
    }
    let at = canvas.pointer.filter(|_| canvas.response.contains_pointer() && !canvas.panning);
    if tools.stroke.is_none() {
        let kept = tools.fan.filter(|hex| {
            let spread = spread(canvas, *hex, placed.iter().filter(|placed| placed.at == *hex).count());
            let whole = spread.into_iter().reduce(Rect::union);
            at.zip(whole).is_some_and(|(pointer, whole)| whole.expand(2.5).contains(pointer.at))
        });
        let under = || {
            let hex = pieces::pick(placed, at?.at)?.at;
            (placed.iter().filter(|placed| placed.at == hex).count() > 1).then_some(hex)
        };
        let now = kept.or_else(under);
        if now != tools.fan {
            tools.fan = now;
            canvas.response.ctx.request_repaint();
        }
    }
    let Some(hex) = tools.fan else { return };
    let stack: Vec<usize> = (0..placed.len()).filter(|index| placed[*index].at == hex).collect();
    for (index, rect) in stack.iter().zip(spread(canvas, hex, stack.len())) {
        placed[*index].rect = rect;
    }
}

/// Where so many counters of a stack lie side by side, at most five in a row, about the middle of their hex.
fn spread(canvas: &Canvas, hex: Hex, count: usize) -> Vec<Rect> {
    const ACROSS: usize = 5;
    let step = SIDE + 1.4;
    let centre = point(canvas.layout.centre(hex));
    let rows = count.div_ceil(ACROSS);
    (0..count)
        .map(|index| {
            let (row, column) = (index / ACROSS, index % ACROSS);
            let in_row = (count - row * ACROSS).min(ACROSS);
            let x = (column as f32 - (in_row as f32 - 1.0) / 2.0) * step;
            let y = (row as f32 - (rows as f32 - 1.0) / 2.0) * step;
            Rect::from_center_size(centre + vec2(x, y), vec2(SIDE, SIDE))
        })
        .collect()
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, picked_ui),
            Part::new(Fold::Button, |ui, options| {
                bar_line(ui);
                elsewhere_ui(ui, options);
            }),
            Part::new(Fold::Hint, |ui, _| {
                hint(ui, "Drag moves a piece; choose a kind and click to place one");
            }),
        ],
    );
}

/// What can be done with the picked piece.
fn picked_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let picked = options.tools.piece.and_then(|piece| options.document.scenario().pieces.get(piece));
    let kinds = options.document.game().pieces();
    let kind = picked.and_then(|piece| kinds.iter().find(|kind| kind.id == piece.kind));
    let off = match kind {
        None => Some("pick a piece first"),
        Some(kind) if kind.reduced.is_none() => Some("it has only one side"),
        Some(_) => None,
    };
    if Button::new("Turn over").key("R").off(off).show(ui).clicked() {
        options.commands.push(Command::Turn(1));
    }
    let off = picked.is_none().then_some("pick a piece first");
    if Button::new("Duplicate").key("Ctrl+D").off(off).show(ui).clicked() {
        options.commands.push(Command::Duplicate);
    }
    if Button::new("Remove").key("Delete").off(off).show(ui).clicked() {
        options.commands.push(Command::Delete);
    }
}

/// A new piece of the chosen kind in a box, or among those that arrive later.
fn elsewhere_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let (scenario, game) = (options.document.scenario(), options.document.game());
    let kind = options.tools.kind.and_then(|kind| game.pieces().get(kind));
    let mut start = None;
    let menu = ui.add_enabled_ui(kind.is_some(), |ui| {
        ui.menu_button("Add off the map", |ui| {
            for known in scenario.map.boxes.iter().filter(|known| known.spaces == 0) {
                if ui.button(format!("In the box {}", known.name)).clicked() {
                    start = Some(Start::At(Place::Box(known.id.clone())));
                    ui.close();
                }
            }
            for edge in scenario.map.regions.iter().filter(|region| region.kind == RegionKind::Edge) {
                if ui.button(format!("Arrives by the {}", edge.name)).clicked() {
                    start = Some(Start::Enters { turn: 1, edge: edge.id.clone() });
                    ui.close();
                }
            }
        })
        .response
        .on_disabled_hover_text("choose a kind at the right first")
    });
    menu.inner.accessible_name("Add a piece off the map");
    if let (Some(kind), Some(start)) = (kind, start)
        && options.is_open(MapLayer::Pieces)
    {
        let index = scenario.pieces.len();
        let piece = new_piece(scenario, game, &kind.id, start);
        options.commands.push(Command::Edit(Edit::AddPiece(index, piece)));
        options.commands.push(Command::Choose(Selection::thing(Thing::Piece(index))));
        options.tools.piece = Some(index);
    }
}

pub fn palette_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let height = (ui.available_height() * 0.45).max(120.0);
    swatches::kinds_ui(ui, options.document.game().pieces(), options.tools, height);
}
