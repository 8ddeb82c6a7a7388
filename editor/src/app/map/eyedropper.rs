//! The eyedropper on the board: a tool of its own, and what Ctrl makes of the tools that paint.

use egui::{TextStyle, Ui};
use engine::hex::HexSide;

use super::{Bench, Options, card, select, under_pointer};
use crate::canvas::marks::{CASING, TEAL};
use crate::command::Command;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row};
use crate::panels::inspector::piece_name;
use crate::selection::Thing;
use crate::theme::Tokens;
use crate::tools::{Filter, LevelMode, Pointer, Tool, level_of};
use crate::widgets::{hint, text};

/// Something that can be taken up, for the tool that paints it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Found {
    /// By its place in the game's list.
    Terrain(usize),
    Level(i8),
    /// By its place in the game's list; past its end it is *none*.
    Side(usize, HexSide),
    /// By its place among the roads.
    Road(usize),
    /// By its place among the pieces, and that of its kind in the game's list.
    Piece(usize, usize),
}

/// Does Ctrl make an eyedropper of the tool just now?
pub fn picks(bench: &Bench<'_>) -> bool {
    use Tool::{Brush, Fill, Hexside, Level, Road};
    bench.modifiers.command
        && bench.tools.stroke.is_none()
        && matches!(bench.tools.tool, Brush | Fill | Level | Hexside | Road)
}

/// What is under the pointer: what the tool itself paints, if there is any, else what lies on top.
fn find(bench: &Bench<'_>, pointer: Pointer) -> Option<Found> {
    let visible = |layer| bench.layers.get(layer).visible;
    let map = &bench.scenario().map;
    let terrain = || {
        let id = map.terrain(pointer.hex).filter(|_| visible(MapLayer::Terrain))?;
        let index = bench.game().terrains().iter().position(|terrain| terrain.id == id)?;
        Some(Found::Terrain(index))
    };
    let level = || level_of(map, bench.game().terrains(), pointer.hex).map(Found::Level);
    match bench.tools.tool {
        Tool::Brush | Tool::Fill => return terrain(),
        Tool::Level => return level(),
        Tool::Eyedropper if bench.modifiers.shift => return level(),
        _ => {}
    }
    let found = select::pick(bench, pointer, Filter::All)?;
    let on_top = found.things.first().and_then(|thing| match *thing {
        Thing::Piece(at) => {
            let kind = &bench.scenario().pieces.get(at)?.kind;
            let index = bench.game().pieces().iter().position(|known| known.id == *kind)?;
            Some(Found::Piece(at, index))
        }
        Thing::Side(side) => {
            let kinds = bench.game().hexsides();
            let index = kinds.iter().position(|kind| Some(kind.id.as_str()) == map.side(side))?;
            Some(Found::Side(index, side))
        }
        Thing::Road(at) => Some(Found::Road(at)),
        Thing::Label(_) | Thing::Region(_) | Thing::Box(_) => None,
    });
    on_top.or_else(terrain)
}

/// Takes up what is under the pointer and goes over to the tool that paints it.
pub fn take(bench: &mut Bench<'_>, pointer: Pointer) {
    let Some(found) = find(bench, pointer) else { return };
    let stays = |tools: &[Tool]| tools.contains(&bench.tools.tool);
    let (tool, swatch) = match found {
        Found::Terrain(index) => (if stays(&[Tool::Fill]) { Tool::Fill } else { Tool::Brush }, Some(index)),
        Found::Side(index, _) => (Tool::Hexside, Some(index)),
        Found::Level(level) => {
            bench.tools.level.number = level;
            bench.tools.level.mode = LevelMode::Set;
            (Tool::Level, None)
        }
        Found::Road(at) => {
            if let Some(road) = bench.document.scenario().map.roads.get(at) {
                bench.tools.road.kind = road.kind;
            }
            (Tool::Road, None)
        }
        Found::Piece(_, kind) => {
            bench.tools.kind = Some(kind);
            (Tool::Piece, None)
        }
    };
    bench.commands.push(Command::Tool(tool));
    bench.commands.extend(swatch.map(Command::Swatch));
}

pub fn press(_: &mut Bench<'_>, _: Pointer) {}

pub fn lead(_: &mut Bench<'_>, _: Pointer) {}

pub fn release(bench: &mut Bench<'_>, pointer: Pointer) {
    if bench.tools.pressed == Some(pointer.hex) {
        take(bench, pointer);
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    take(bench, pointer);
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let Some(pointer) = pointer.filter(|pointer| bench.has(pointer.hex)) else { return };
    let marks = bench.canvas.marks();
    let document = bench.document;
    let (scenario, game) = (document.scenario(), document.game());
    let found = find(bench, pointer);
    let (name, tool) = match found {
        Some(Found::Terrain(index)) => {
            (game.terrains().get(index).map_or(String::new(), |terrain| terrain.name.clone()), "brush")
        }
        Some(Found::Level(level)) => (format!("Level {level}"), "level tool"),
        Some(Found::Side(index, _)) => {
            (game.hexsides().get(index).map_or("None".to_owned(), |kind| kind.name.clone()), "hexside tool")
        }
        Some(Found::Road(at)) => (
            scenario.map.roads.get(at).map_or(String::new(), |road| road.kind.name().to_owned()),
            "road tool",
        ),
        Some(Found::Piece(at, _)) => (piece_name(scenario, game, at), "piece tool"),
        None => return under_pointer(bench, Some(pointer)),
    };
    match found {
        Some(Found::Side(_, side)) => marks.lit_side(side, TEAL),
        Some(Found::Road(at)) => {
            let hexes = scenario.map.roads.get(at).map_or(&[][..], |road| &road.hexes);
            let points: Vec<_> = hexes.iter().map(|hex| marks.centre(*hex)).collect();
            bench.canvas.painter.add(egui::Shape::line(points.clone(), egui::Stroke::new(7.0, CASING)));
            bench.canvas.painter.add(egui::Shape::line(points, egui::Stroke::new(3.5, TEAL)));
        }
        Some(Found::Piece(at, _)) => {
            for placed in bench.placed.iter().filter(|placed| placed.piece == at) {
                let screen = |at| bench.canvas.view.screen(bench.canvas.rect, at);
                let rect = egui::Rect::from_min_max(screen(placed.rect.min), screen(placed.rect.max));
                for (width, colour) in [(5.0, CASING), (2.5, TEAL)] {
                    let ink = egui::Stroke::new(width, colour);
                    bench.canvas.painter.rect_stroke(rect, 3.0, ink, egui::StrokeKind::Middle);
                }
            }
        }
        _ => marks.ring(pointer.hex, TEAL),
    }
    let tool = if bench.tools.tool == Tool::Fill && matches!(found, Some(Found::Terrain(_))) {
        "fill"
    } else {
        tool
    };
    bench.tools.said = format!("takes {} for the {tool}", name.to_lowercase());
    card::card(bench, pointer.at, &name, &format!("a click takes it for the {tool}"));
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, |ui, _| {
                text(ui, "Takes what lies on top", TextStyle::Body, Tokens::of(ui).text_2);
            }),
            Part::new(Fold::Hint, |ui, _| {
                hint(ui, "Piece, hexside, road, terrain; Shift takes the level");
            }),
        ],
    );
}
