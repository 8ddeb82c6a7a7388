//! The hexside tool on the board.

use egui::{Color32, Ui};
use engine::face::HexsideLook;
use engine::game::Game;
use engine::hex::HexSide;

use super::{Bench, Options, card};
use crate::canvas::marks::TEAL;
use crate::command::Command;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row, side_button};
use crate::tools::{Change, Pointer, SideStroke, Stroke, at_board, on_board};
use crate::widgets::{bar_line, hint};

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    let side = pointer.side(&bench.canvas.layout).filter(|side| at_board(bench.grid(), *side));
    if side.is_none() || !card::is_open(bench, MapLayer::Hexsides) {
        return;
    }
    bench.tools.stroke = side.map(|side| Stroke::Sides(SideStroke::press(bench.grid(), side)));
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    let loose = bench.tools.loose;
    if let Some(Stroke::Sides(stroke)) = &mut bench.tools.stroke {
        if !loose {
            stroke.drag(grid, &bench.canvas.layout, pointer.at);
        } else if let Some(side) = pointer.side(&bench.canvas.layout).filter(|side| on_board(grid, *side)) {
            stroke.touch(side);
        }
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    if let Some(Stroke::Sides(stroke)) = bench.tools.stroke.take() {
        let kinds = bench.document.game().hexsides();
        let kind = kinds.get(bench.tools.feature);
        let Some(Change::Sides { mut sides, feature }) = stroke.release(kind.map(|kind| kind.id.as_str()))
        else {
            let words = "Nothing lies on the edge of the map: draw on from there into it.";
            bench.commands.push(Command::Say(words.into()));
            return;
        };
        // A river that is drawn through a ford leaves it; a click on the ford alone means it.
        if kind.is_some_and(|kind| kind.look == HexsideLook::River) && sides.len() > 1 {
            let map = &bench.document.scenario().map;
            let is_crossing = |side: &HexSide| {
                let look =
                    kinds.iter().find(|kind| Some(kind.id.as_str()) == map.side(*side)).map(|kind| kind.look);
                matches!(look, Some(HexsideLook::Ford | HexsideLook::Bridge))
            };
            sides.retain(|side| !is_crossing(side));
        }
        bench.changes.push(Change::Sides { sides, feature });
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
        let Some(last) = stroke.sides().last().copied() else { return };
        marks.lit_side(last, TEAL);
        let (place, _) = super::about_side(bench.document, last);
        let kind = bench.game().hexsides().get(bench.tools.feature);
        let name = kind.map_or("taken away".to_owned(), |kind| kind.name.to_lowercase());
        let length = card::sides(stroke.sides().len());
        if let Some(pointer) = pointer {
            let detail = format!("{length} · release to keep, Esc to drop");
            card::card(bench, pointer.at, &format!("{place} · {name}"), &detail);
        }
    } else if let Some(side) = pointer.and_then(|pointer| pointer.side(&bench.canvas.layout))
        && on_board(bench.grid(), side)
    {
        marks.lit_side(side, TEAL);
    }
}

/// The colour of a stroke: that of what it paints.
fn side_colour(game: &dyn Game, feature: usize) -> Color32 {
    match game.hexsides().get(feature).map(|kind| kind.look) {
        Some(HexsideLook::River | HexsideLook::Ford | HexsideLook::Bridge) => {
            Color32::from_rgb(0x6F, 0xC3, 0xF0)
        }
        Some(HexsideLook::Cliff) => Color32::from_rgb(0x8A, 0x7A, 0x6A),
        Some(HexsideLook::Wall) => Color32::from_rgb(0xC9, 0xC6, 0xBC),
        Some(HexsideLook::Hedge) => Color32::from_rgb(0x7F, 0xA8, 0x5A),
        None => Color32::from_rgb(0xE8, 0xD8, 0xC0),
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::swatches(kinds_ui, kinds_menu),
            Part::new(Fold::Check, |ui, options| {
                bar_line(ui);
                let mut follow = !options.tools.loose;
                if ui.checkbox(&mut follow, "Follow corners").changed() {
                    options.tools.loose = !follow;
                }
            }),
            Part::new(Fold::Hint, |ui, options| {
                hint(
                    ui,
                    match options.tools.loose {
                        false => "A drag follows the sides from corner to corner",
                        true => "A drag takes every side that it touches",
                    },
                );
            }),
        ],
    );
}

/// What the game has for hexsides, and after it *none*.
fn kinds(options: &Options<'_>) -> Vec<(String, Option<HexsideLook>)> {
    let kinds = options.document.game().hexsides();
    let mut all: Vec<_> = kinds.iter().map(|kind| (kind.name.clone(), Some(kind.look))).collect();
    all.push(("None".to_owned(), None));
    all
}

fn kinds_ui(ui: &mut Ui, options: &mut Options<'_>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    let kinds = kinds(options);
    let chosen = options.tools.feature.min(kinds.len() - 1);
    for (index, (name, look)) in kinds.iter().enumerate() {
        if side_button(ui, name, *look, index == chosen, index + 1) {
            options.commands.push(Command::Swatch(index));
        }
    }
}

fn kinds_menu(ui: &mut Ui, options: &mut Options<'_>) {
    let kinds = kinds(options);
    let chosen = options.tools.feature.min(kinds.len() - 1);
    ui.menu_button(&kinds[chosen].0, |ui| {
        for (index, (name, look)) in kinds.iter().enumerate() {
            if side_button(ui, name, *look, index == chosen, index + 1) {
                options.commands.push(Command::Swatch(index));
                ui.close();
            }
        }
    });
}
