//! The level tool on the board.

use egui::{DragValue, TextStyle, Ui};
use engine::scenario::{Edit, LEVELS};

use super::{Bench, MapUi, Options, brush, card};
use crate::canvas::marks::CORE;
use crate::command::Command;
use crate::document::Document;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row};
use crate::theme::Tokens;
use crate::tools::{Change, LevelMode, LevelStroke, Pointer, Stroke, Tool, level_of};
use crate::widgets::{Button, bar_line, hint, text};

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if card::is_open(bench, MapLayer::Levels) {
        let lower = bench.modifiers.shift;
        let stroke = LevelStroke::press(bench.grid(), pointer.hex, bench.tools.radius, lower);
        bench.tools.stroke = Some(Stroke::Level(stroke));
    }
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    if let Some(Stroke::Level(stroke)) = &mut bench.tools.stroke {
        stroke.drag(grid, pointer.hex);
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    if let Some(Stroke::Level(stroke)) = bench.tools.stroke.take() {
        let map = &bench.document.scenario().map;
        bench.changes.extend(stroke.release(map, bench.document.game().terrains(), &bench.tools.level));
    }
}

/// Takes the level under the pointer up: it is the number that *Set to* gives.
pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    if let Some(level) = level_of(&bench.scenario().map, bench.game().terrains(), pointer.hex) {
        bench.tools.level.number = level;
        bench.tools.level.mode = LevelMode::Set;
    }
}

/// The greatest number of hexes that are shown with their numbers.
const SHOWN: usize = 2_000;

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let lower = bench.modifiers.shift;
    let hover = match (&bench.tools.stroke, pointer) {
        (Some(Stroke::Level(stroke)), _) => Some(stroke.clone()),
        (None, Some(pointer)) => {
            Some(LevelStroke::press(bench.grid(), pointer.hex, bench.tools.radius, lower))
        }
        _ => None,
    };
    let Some(stroke) = hover.filter(|stroke| stroke.len() > 0) else { return };
    let document = bench.document;
    let (map, terrains) = (&document.scenario().map, document.game().terrains());
    let levels = stroke.levels(map, terrains, &bench.tools.level);
    let hexes: std::collections::BTreeSet<_> = stroke.hexes().collect();
    let marks = bench.canvas.marks();
    marks.outline(&|hex| hexes.contains(&hex), hexes.iter().copied(), CORE, 2.0);
    if marks.hex_width() > 14.0 {
        let inside = bench.canvas.rect.expand(20.0);
        let seen = levels.iter().filter(|(hex, _)| inside.contains(marks.centre(**hex)));
        for (hex, level) in seen.take(SHOWN) {
            card::number(bench, *hex, &level.to_string());
        }
    }
    bench.tools.said = match (levels.len(), hexes.len()) {
        (0, _) => "every level stays as it is".to_owned(),
        (1, 1) => format!("to level {}", levels.values().next().copied().unwrap_or(0)),
        (n, _) => format!("{} get another level", card::hexes(n)),
    };
}

/// Enter raises, sets or smooths where the cursor stands; Shift and Enter lowers.
pub fn keys(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    let Some(hex) = map.selection.cursor else { return };
    if map.tools.tool != Tool::Level || map.tools.stroke.is_some() || !map.layers.is_open(MapLayer::Levels) {
        return;
    }
    for (modifiers, lower) in [(egui::Modifiers::SHIFT, true), (egui::Modifiers::NONE, false)] {
        if ui.ctx().input_mut(|input| input.consume_key(modifiers, egui::Key::Enter)) {
            let (scenario, terrains) = (document.scenario(), document.game().terrains());
            let stroke = LevelStroke::press(&scenario.map.grid, hex, map.tools.radius, lower);
            map.changes.extend(stroke.release(&scenario.map, terrains, &map.tools.level));
        }
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, modes_ui),
            Part::new(Fold::Button, brush::radius_ui),
            Part::new(Fold::Button, given_ui),
            Part::new(Fold::Hint, |ui, options| {
                hint(
                    ui,
                    match options.tools.level.mode {
                        LevelMode::Raise => "Shift lowers",
                        LevelMode::Set => "A right click takes the number from a hex",
                        LevelMode::Smooth => "Each hex comes to the mean of its neighbours",
                    },
                );
            }),
        ],
    );
}

fn modes_ui(ui: &mut Ui, options: &mut Options<'_>) {
    for (index, mode) in LevelMode::ALL.into_iter().enumerate() {
        let chosen = options.tools.level.mode == mode;
        let button = Button::new(mode.name()).chosen(chosen).show(ui);
        if button.on_hover_text(format!("{}   {}", mode.name(), index + 1)).clicked() {
            options.commands.push(Command::Swatch(index));
        }
        if mode == LevelMode::Set {
            let number = DragValue::new(&mut options.tools.level.number).range(LEVELS).speed(0.05);
            let response = ui.add(number).accessible_name("Level that is set");
            if response.changed() {
                options.tools.level.mode = LevelMode::Set;
            }
        }
    }
}

/// Where the levels of the map come from, and the way back.
fn given_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    let map = &options.document.scenario().map;
    let hex = options.selection.cursor;
    bar_line(ui);
    if map.levels.is_empty() {
        let words = hex.and_then(|hex| {
            let level = level_of(map, options.document.game().terrains(), hex)?;
            Some(format!("Levels come from the terrain; {} has {level}", map.grid.label(hex)))
        });
        text(ui, words.unwrap_or_else(|| "Levels come from the terrain".into()), TextStyle::Body, t.text_2)
            .on_hover_text(
                "The first level that you change writes down those of all other hexes as they are now.",
            );
        return;
    }
    let button = Button::new("Leave levels to the terrain").show(ui);
    if button
        .on_hover_text("The map gives levels of its own. This drops them: each terrain has its level again.")
        .clicked()
        && options.is_open(MapLayer::Levels)
    {
        options.changes.push(Change::Edit(Edit::DropLevels));
    }
}
