//! The inspector: all about what is selected, and where it is changed; several things at once where they agree.

mod course;
mod fields;
mod hexes;
mod things;

use egui::{Color32, TextStyle, Ui};
use engine::game::Game;
use engine::hex::Hex;
use engine::plane::Place;
use engine::scenario::{Edit, Scenario, Start};

use crate::command::Command;
use crate::selection::{Selection, Thing};
use crate::theme::{Tokens, space};
use crate::tools::{Change, Tool, ToolState};
use crate::widgets::{Button, head, hint, rule_link, small};

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

/// The colour of a palette role, as printed; ink for one that is not known.
pub fn region_colour(role: &str) -> Color32 {
    use export::palette::{Roles, Table, role};
    let roles = Roles::shipped();
    let rgb = roles.rgb(roles.find(role).unwrap_or(role::INK), Table::Full);
    Color32::from_rgb(rgb.0, rgb.1, rgb.2)
}

/// What the inspector works with.
struct Inspected<'a> {
    scenario: &'a Scenario,
    game: &'a dyn Game,
    selection: &'a Selection,
    changes: &'a mut Vec<Change>,
    commands: &'a mut Vec<Command>,
}

impl Inspected<'_> {
    /// Asks for edits as one step.
    fn edit(&mut self, mut edits: Vec<Edit>) {
        let edit = if edits.len() == 1 { edits.swap_remove(0) } else { Edit::Many(edits) };
        self.commands.push(Command::Edit(edit));
    }
}

/// What stands there while nothing is selected: what to do with the tool in hand.
fn nothing(tool: Tool) -> &'static str {
    match tool {
        Tool::Hexside => "Click a side: what lies on it is shown here.",
        Tool::Road => "Click a road: its kind is shown here.",
        Tool::Piece => "Click a piece: it is shown here.",
        Tool::Select => "Nothing is selected. Click a hex.",
        _ => "Nothing is selected. Select (V) and click.",
    }
}

/// Shows what is selected.
pub fn inspector_ui(
    ui: &mut Ui,
    scenario: &Scenario,
    game: &dyn Game,
    selection: &Selection,
    tools: &mut ToolState,
    changes: &mut Vec<Change>,
    commands: &mut Vec<Command>,
) {
    let mut selection = selection.clone();
    selection.keep(scenario);
    // The piece tool's piece is what one wants to see, wherever it begins.
    if let Some(piece) = tools.piece.filter(|piece| *piece < scenario.pieces.len())
        && tools.tool == Tool::Piece
    {
        selection = Selection { cursor: selection.cursor, ..Selection::thing(Thing::Piece(piece)) };
    }
    if selection.is_empty() {
        head(ui, "Selection", "", |_| {});
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            hint(ui, nothing(tools.tool));
        });
        ui.add_space(space::S);
        return;
    }
    // Fields keep what is typed into them by what they are about.
    let id =
        egui::Id::unique(("inspected", selection.hexes.first(), selection.hexes.len(), &selection.things));
    ui.push_id(id, |ui| {
        let mut inspected = Inspected { scenario, game, selection: &selection, changes, commands };
        if !selection.hexes.is_empty() {
            hexes::hexes_ui(ui, &mut inspected);
        }
        things::things_ui(ui, &mut inspected);
    });
}

/// The head of a part of the inspector, with the button that clears the selection.
fn part_head(ui: &mut Ui, title: &str, remark: &str, commands: &mut Vec<Command>) {
    head(ui, title, remark, |ui| {
        if Button::icon_only("close", "Clear the selection")
            .show(ui)
            .on_hover_text("Clear the selection   Esc")
            .clicked()
        {
            commands.push(Command::Select(None));
        }
    });
    ui.add_space(space::S);
}

/// A sentence of the rules with links to where it stands; nothing if the game says nothing.
fn rule_ui(ui: &mut Ui, game: &dyn Game, words: &str, slugs: &[&str], commands: &mut Vec<Command>) {
    if words.is_empty() && slugs.is_empty() {
        return;
    }
    let t = Tokens::of(ui);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let width = (ui.available_width() - space::M).max(80.0);
        let frame =
            egui::Frame::new().fill(t.bg_input).corner_radius(4).inner_margin(egui::Margin::symmetric(10, 8));
        frame.show(ui, |ui| {
            ui.set_width(width - 20.0);
            ui.horizontal_top(|ui| {
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(16.0), egui::Sense::hover());
                crate::icons::icon(ui.painter(), "book", rect, t.accent);
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    if !words.is_empty() {
                        let words = egui::RichText::new(words).font(small(ui)).color(t.text);
                        ui.add(egui::Label::new(words).wrap());
                    }
                    ui.horizontal_wrapped(|ui| {
                        for slug in slugs {
                            let number = game.rulebook().cite(slug);
                            if rule_link(ui, &number).clicked() {
                                commands.push(Command::Book(Some((*slug).to_owned())));
                            }
                        }
                    });
                });
            });
        });
    });
    ui.add_space(space::S);
}

/// A quiet sentence in the inspector.
fn remark(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let words = egui::RichText::new(words).text_style(TextStyle::Small).color(t.text_3);
        ui.add(egui::Label::new(words).wrap());
    });
}
