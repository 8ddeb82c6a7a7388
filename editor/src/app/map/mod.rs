//! The Map workspace: the board, and the tool that works on it.
//!
//! One file a tool. Each has the same five functions: what the button does when it goes down, while it is down,
//! when it is let go, what a right click takes up, and what is shown over the board; and the options that stand in
//! the context bar. The gestures themselves are in [`crate::tools`] and need no window.

mod boxes;
mod brush;
mod card;
mod eraser;
mod eyedropper;
mod fill;
mod hexside;
mod label;
mod level;
mod measure;
mod piece;
mod problems;
mod road;
mod select;
mod stamp;

pub use measure::sight_ui;
pub use select::{about as about_selection, all as select_all, bare, lead_along};

use egui::{Color32, Key, Modifiers, PointerButton, Ui};
use engine::game::Game;
use engine::hex::{Grid, Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{Scenario, Start};

use crate::canvas::board::Ground;
use crate::canvas::marks::CORE;
use crate::canvas::pieces::{self, Counter, Placed};
use crate::canvas::widget::{Canvas, CanvasState, canvas_ui};
use crate::command::Command;
use crate::document::Document;
use crate::layers::{Layers, MapLayer};
use crate::selection::Selection;
use crate::tools::{Change, Pointer, Stroke, Tool, ToolState};

/// What the map needs to know besides the document.
pub struct MapUi<'a> {
    pub tools: &'a mut ToolState,
    pub canvas: &'a mut CanvasState,
    pub selection: &'a Selection,
    pub layers: &'a Layers,
    pub changes: &'a mut Vec<Change>,
    pub commands: &'a mut Vec<Command>,
}

/// What a tool works with.
pub struct Bench<'a> {
    pub document: &'a Document,
    pub canvas: &'a Canvas,
    /// The counters as they lie on the board.
    pub placed: &'a [Placed],
    pub tools: &'a mut ToolState,
    pub selection: &'a Selection,
    pub layers: &'a Layers,
    /// Keys that are held.
    pub modifiers: Modifiers,
    pub changes: &'a mut Vec<Change>,
    pub commands: &'a mut Vec<Command>,
}

impl Bench<'_> {
    pub fn scenario(&self) -> &Scenario {
        self.document.scenario()
    }

    pub fn grid(&self) -> &Grid {
        &self.document.scenario().map.grid
    }

    pub fn game(&self) -> &dyn Game {
        self.document.game()
    }

    /// Is the hex one of the board?
    pub fn has(&self, hex: Hex) -> bool {
        self.grid().contains(hex)
    }
}

/// What the options of a tool, in the context bar and in the palette at the right, work with.
pub struct Options<'a> {
    pub document: &'a Document,
    pub tools: &'a mut ToolState,
    pub selection: &'a Selection,
    pub layers: &'a Layers,
    /// The window is narrow: there is no panel at the right, and one row for all.
    pub compact: bool,
    pub changes: &'a mut Vec<Change>,
    pub commands: &'a mut Vec<Command>,
}

impl Options<'_> {
    /// May this layer be changed? If not the person is told why.
    pub fn is_open(&mut self, layer: MapLayer) -> bool {
        let why = self.layers.closed(layer);
        let open = why.is_none();
        self.commands.extend(why.map(Command::Say));
        open
    }
}

/// The faces of the pieces that begin on the board.
fn counters<'a>(scenario: &'a Scenario, game: &'a dyn Game, stroke: Option<&Stroke>) -> Vec<Counter<'a>> {
    let dragged = match stroke {
        Some(Stroke::Piece(drag)) => Some(drag),
        _ => None,
    };
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
    let ground = Ground::of(document).with_layers(map.layers);
    let canvas = canvas_ui(ui, map.canvas, ground, "Map");
    let mut counters = counters(scenario, game, map.tools.stroke.as_ref());
    piece::raise_fan(map.tools, &mut counters);
    let mut placed = pieces::place(&canvas.layout, &counters);
    piece::fan(&canvas, map.tools, &mut placed);
    if map.layers.opacity(MapLayer::Pieces) > 0.0 {
        map.canvas.pieces.paint(&canvas.painter, canvas.rect, &canvas.view, &counters, &placed);
    }
    let placed = if map.layers.get(MapLayer::Pieces).visible { placed } else { Vec::new() };
    let mut bench = Bench {
        document,
        canvas: &canvas,
        placed: &placed,
        tools: map.tools,
        selection: map.selection,
        layers: map.layers,
        modifiers: ui.input(|input| input.modifiers),
        changes: map.changes,
        commands: map.commands,
    };
    gesture(ui, &mut bench);
    preview(&mut bench);
}

/// What the pointer does.
fn gesture(ui: &Ui, bench: &mut Bench<'_>) {
    let response = &bench.canvas.response;
    if response.clicked() || response.drag_started() {
        response.request_focus();
    }
    if ui.input(|input| input.key_pressed(Key::Escape)) && bench.tools.stroke.is_some() {
        bench.tools.stroke = None;
        return;
    }
    // Right click picks up what is under the pointer.
    if response.clicked_by(PointerButton::Secondary) {
        if let Some(pointer) = bench.canvas.pointer {
            pick_up(bench, pointer);
        }
        return;
    }
    // The events in their order, not the state at the end of the frame: on a slow machine a stroke must not
    // go on to where the pointer went after the button was released.
    let held_last = bench.modifiers;
    for (at, button) in bench.canvas.events(ui) {
        let pointer = bench.canvas.pointer_at(at);
        if let Some((_, held)) = button {
            bench.modifiers = held;
        }
        match button.map(|(down, _)| down) {
            Some(true) if bench.canvas.panning || !bench.canvas.is_free(ui, at) => {}
            // Ctrl makes an eyedropper of a tool that paints.
            Some(true) if eyedropper::picks(bench) => eyedropper::take(bench, pointer),
            Some(true) => {
                bench.tools.pressed = Some(pointer.hex);
                press(bench, pointer);
            }
            None => lead(bench, pointer),
            Some(false) => {
                lead(bench, pointer);
                release(bench, pointer);
                bench.tools.pressed = None;
            }
        }
    }
    bench.modifiers = held_last;
}

macro_rules! of_tool {
    ($name:ident, $about:literal) => {
        #[doc = $about]
        fn $name(bench: &mut Bench<'_>, pointer: Pointer) {
            match bench.tools.tool {
                Tool::Select => select::$name(bench, pointer),
                Tool::Brush => brush::$name(bench, pointer),
                Tool::Fill => fill::$name(bench, pointer),
                Tool::Level => level::$name(bench, pointer),
                Tool::Hexside => hexside::$name(bench, pointer),
                Tool::Road => road::$name(bench, pointer),
                Tool::Box => boxes::$name(bench, pointer),
                Tool::Label => label::$name(bench, pointer),
                Tool::Piece => piece::$name(bench, pointer),
                Tool::Stamp => stamp::$name(bench, pointer),
                Tool::Eyedropper => eyedropper::$name(bench, pointer),
                Tool::Eraser => eraser::$name(bench, pointer),
                Tool::Measure => measure::$name(bench, pointer),
            }
        }
    };
}
of_tool!(press, "The button goes down on the board.");
of_tool!(lead, "The pointer moves, with the button down or up.");
of_tool!(
    release,
    "The button is let go; `tools.pressed` is the hex on which it went down, if it was on the board."
);
of_tool!(pick_up, "A right click: the tool takes up what is under the pointer.");

/// What would be done, over the board: the stroke so far, or what is under the pointer.
fn preview(bench: &mut Bench<'_>) {
    let canvas = bench.canvas;
    select::show_selection(bench);
    let pointer = canvas
        .pointer
        .filter(|_| !canvas.panning && (canvas.response.contains_pointer() || bench.tools.stroke.is_some()));
    problems::show(bench, pointer);
    let said = std::mem::take(&mut bench.tools.said);
    if eyedropper::picks(bench) {
        eyedropper::preview(bench, pointer);
    } else {
        show(bench, pointer);
    }
    if bench.tools.said != said {
        // The status bar was laid out before the board.
        canvas.response.ctx.request_repaint();
    }
}

/// What the tool shows over the board.
fn show(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    match bench.tools.tool {
        Tool::Select => select::preview(bench, pointer),
        Tool::Brush => brush::preview(bench, pointer),
        Tool::Fill => fill::preview(bench, pointer),
        Tool::Level => level::preview(bench, pointer),
        Tool::Hexside => hexside::preview(bench, pointer),
        Tool::Road => road::preview(bench, pointer),
        Tool::Box => boxes::preview(bench, pointer),
        Tool::Label => label::preview(bench, pointer),
        Tool::Piece => piece::preview(bench, pointer),
        Tool::Stamp => stamp::preview(bench, pointer),
        Tool::Eyedropper => eyedropper::preview(bench, pointer),
        Tool::Eraser => eraser::preview(bench, pointer),
        Tool::Measure => measure::preview(bench, pointer),
    }
}

/// The thin outline of the hex under the pointer, for tools that show nothing else there.
fn under_pointer(bench: &Bench<'_>, pointer: Option<Pointer>) {
    if let Some(pointer) = pointer.filter(|pointer| bench.has(pointer.hex)) {
        let one = std::iter::once(pointer.hex);
        bench.canvas.marks().outline(&|hex| hex == pointer.hex, one, CORE.gamma_multiply(0.6), 1.2);
    }
}

/// The options of the tool in the context bar.
pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    match options.tools.tool {
        Tool::Select => select::options_ui(ui, options),
        Tool::Brush => brush::options_ui(ui, options),
        Tool::Fill => fill::options_ui(ui, options),
        Tool::Level => level::options_ui(ui, options),
        Tool::Hexside => hexside::options_ui(ui, options),
        Tool::Road => road::options_ui(ui, options),
        Tool::Box => boxes::options_ui(ui, options),
        Tool::Label => label::options_ui(ui, options),
        Tool::Piece => piece::options_ui(ui, options),
        Tool::Stamp => stamp::options_ui(ui, options),
        Tool::Eyedropper => eyedropper::options_ui(ui, options),
        Tool::Eraser => eraser::options_ui(ui, options),
        Tool::Measure => measure::options_ui(ui, options),
    }
}

/// The palette of the tool, at the top of the right side; tools without one show nothing.
pub fn palette_ui(ui: &mut Ui, options: &mut Options<'_>) {
    match options.tools.tool {
        Tool::Brush | Tool::Fill => brush::palette_ui(ui, options),
        Tool::Piece => piece::palette_ui(ui, options),
        Tool::Box => boxes::palette_ui(ui, options),
        Tool::Label => label::palette_ui(ui, options),
        _ => {}
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

/// The keys of the board that are no commands: the cursor, the swatches, removing.
pub fn keys(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let pressed = |key| ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, key));
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    for (index, key) in DIGITS.into_iter().enumerate() {
        if pressed(key) {
            map.commands.push(Command::Swatch(index));
        }
    }
    brush::keys(ui, document, map);
    fill::keys(ui, document, map);
    level::keys(ui, document, map);
    select::keys(ui, document, map);
}
