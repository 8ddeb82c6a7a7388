//! The inspector: what lies on the selected hex, in words.

use egui::{TextStyle, Ui};
use engine::game::Game;
use engine::hex::{Direction, Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{RegionKind, Scenario, Start};

use crate::command::Command;
use crate::selection::Selection;
use crate::theme::{Tokens, space};
use crate::tools::{Change, Tool, ToolState};
use crate::widgets::{Button, Row, head, hint, text};

/// A name and a value, side by side.
fn fact(ui: &mut Ui, name: &str, value: &str) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        ui.allocate_ui_with_layout(
            egui::vec2(84.0, 20.0),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_width(84.0);
                text(ui, name, TextStyle::Body, t.text_2);
            },
        );
        ui.add(egui::Label::new(egui::RichText::new(value).color(t.text)).wrap());
    });
}

/// The name of a piece of the scenario.
pub fn piece_name(scenario: &Scenario, game: &dyn Game, index: usize) -> String {
    let Some(piece) = scenario.pieces.get(index) else { return String::new() };
    if !piece.name.is_empty() {
        return piece.name.clone();
    }
    let kind = game.pieces().iter().find(|kind| kind.id == piece.kind);
    kind.map_or_else(|| piece.kind.clone(), |kind| kind.name.clone())
}

/// The pieces that begin on a hex, by their place in the scenario.
pub fn pieces_on(scenario: &Scenario, hex: Hex) -> Vec<usize> {
    let on = |start: &Start| matches!(start, Start::At(Place::Hex(at)) if *at == hex);
    (0..scenario.pieces.len()).filter(|index| on(&scenario.pieces[*index].at)).collect()
}

/// What is said of a hex in the status bar: terrain and level.
pub fn about_hex(scenario: &Scenario, game: &dyn Game, hex: Hex) -> Option<String> {
    let id = scenario.map.terrain(hex)?;
    let terrain = game.terrains().iter().find(|terrain| terrain.id == id);
    let level = scenario.map.level(hex).or(terrain.map(|terrain| terrain.level)).unwrap_or(0);
    let name = terrain.map_or(id, |terrain| terrain.name.as_str());
    Some(format!("{}, level {level}", name.to_lowercase()))
}

/// Shows the selected hex.
pub fn inspector_ui(
    ui: &mut Ui,
    scenario: &Scenario,
    game: &dyn Game,
    selection: &Selection,
    tools: &mut ToolState,
    changes: &mut Vec<Change>,
    commands: &mut Vec<Command>,
) {
    let grid = &scenario.map.grid;
    let Some(hex) = selection.cursor.filter(|hex| grid.contains(*hex)) else {
        head(ui, "Selection", "", |_| {});
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            hint(ui, "Nothing is selected. Click a hex.");
        });
        ui.add_space(space::S);
        return;
    };
    head(ui, "Hex", &grid.label(hex), |ui| {
        if Button::icon_only("close", "Clear the selection").show(ui).clicked() {
            commands.push(Command::Select(None));
        }
    });
    ui.add_space(space::S);
    if let Some(about) = about_hex(scenario, game, hex) {
        let (terrain, level) = about.split_once(", level ").unwrap_or((&about, "0"));
        fact(ui, "Terrain", terrain);
        fact(ui, "Level", level);
    }
    let sides: Vec<String> = Direction::ALL
        .into_iter()
        .filter_map(|direction| {
            let feature = scenario.map.side(HexSide::of(hex, direction))?;
            let kind = game.hexsides().iter().find(|kind| kind.id == feature);
            let name = kind.map_or(feature, |kind| kind.name.as_str()).to_lowercase();
            Some(format!("{name} {}", direction.name(grid.orientation)))
        })
        .collect();
    if !sides.is_empty() {
        fact(ui, "Hexsides", &sides.join(", "));
    }
    for region in scenario.map.regions.iter().filter(|region| region.hexes.contains(&hex)) {
        let kind = match region.kind {
            RegionKind::Edge => "Entry",
            RegionKind::Zone => "Zone",
            RegionKind::Feature => "Feature",
        };
        fact(ui, kind, &region.name);
    }
    let pieces = pieces_on(scenario, hex);
    if !pieces.is_empty() {
        ui.add_space(space::XS);
        for index in pieces {
            let name = piece_name(scenario, game, index);
            let row = Row {
                text: &name,
                icon: Some("piece"),
                chosen: tools.piece == Some(index),
                keep: 28.0,
                ..Row::default()
            };
            let response = row.show(ui);
            let place = egui::Rect::from_center_size(
                egui::pos2(response.rect.right() - 24.0, response.rect.center().y),
                egui::Vec2::splat(24.0),
            );
            let mut child = ui.new_child(egui::UiBuilder::new().max_rect(place));
            let remove = format!("Remove {name}");
            if Button::icon_only("close", &remove)
                .least(24.0, 24.0)
                .show(&mut child)
                .on_hover_text(&remove)
                .clicked()
            {
                changes.push(Change::Remove { piece: index });
            }
            if response.clicked() {
                tools.piece = Some(index);
                commands.push(Command::Tool(Tool::Piece));
            }
        }
    }
    ui.add_space(space::S);
}
