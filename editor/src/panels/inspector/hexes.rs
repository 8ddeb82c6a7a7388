//! Selected hexes in the inspector.

use std::collections::BTreeSet;

use egui::{Ui, vec2};
use engine::face::Terrain;
use engine::hex::{Direction, Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{Edit, LEVELS, Start};

use super::fields::{SEVERAL, agree, choice, fact, number, row};
use super::{Inspected, part_head, piece_name, pieces_on, rule_ui};
use crate::command::Command;
use crate::selection::{Selection, Thing};
use crate::theme::space;
use crate::tools::Change;
use crate::tools::label::painted;
use crate::widgets::{Button, Row};

/// So many hexes are looked at for what they have in common.
const LOOKED_AT: usize = 50_000;

pub fn hexes_ui(ui: &mut Ui, inspected: &mut Inspected<'_>) {
    let (scenario, game) = (inspected.scenario, inspected.game);
    let map = &scenario.map;
    let hexes = &inspected.selection.hexes;
    let label = |hex: Option<&Hex>| hex.map_or_else(String::new, |hex| map.grid.label(*hex));
    let count = hexes.len();
    if count == 1 {
        part_head(ui, "Hex", &label(hexes.first()), inspected.commands);
    } else {
        let places = format!("{} … {}", label(hexes.first()), label(hexes.last()));
        part_head(ui, &format!("{count} hexes"), &places, inspected.commands);
    }
    let looked = || hexes.iter().take(LOOKED_AT);
    let terrain_of = |hex: &Hex| {
        let id = map.terrain(*hex);
        game.terrains().iter().position(|terrain| Some(terrain.id.as_str()) == id)
    };
    let terrain = agree(looked().map(terrain_of)).flatten();
    let names: Vec<String> = game.terrains().iter().map(|terrain| terrain.name.clone()).collect();
    if let Some(chosen) = choice(ui, "Terrain", terrain, &names).and_then(|index| game.terrains().get(index))
    {
        let hexes = hexes.iter().copied().collect();
        inspected.changes.push(Change::Terrain { hexes, terrain: chosen.id.clone() });
    }
    let level_of = |hex: &Hex| {
        let by_terrain = terrain_of(hex).and_then(|index| game.terrains().get(index)).map(|row| row.level);
        map.level(*hex).or(by_terrain).unwrap_or(0)
    };
    let level = agree(looked().map(level_of)).map(i64::from);
    let range = i64::from(*LEVELS.start())..=i64::from(*LEVELS.end());
    if let Some(level) = number(ui, "Level", level, range, "") {
        inspected.edit(levels(map, game.terrains(), hexes, level as i8));
    }
    regions_ui(ui, inspected);
    if count == 1 {
        if let Some(hex) = hexes.first() {
            sides_ui(ui, inspected, *hex);
            pieces_ui(ui, inspected, *hex);
        }
    } else {
        let holding: BTreeSet<Hex> = scenario
            .pieces
            .iter()
            .filter_map(|piece| match piece.at {
                Start::At(Place::Hex(hex)) if hexes.contains(&hex) => Some(hex),
                _ => None,
            })
            .collect();
        let words = match holding.len() {
            0 => "None".to_owned(),
            n if n == count => "Each hex holds one".to_owned(),
            1 => format!("1 of {count} hexes holds one"),
            n => format!("{n} of {count} hexes hold one"),
        };
        fact(ui, "Pieces", &words);
    }
    if let Some(terrain) = terrain.and_then(|index| game.terrains().get(index)) {
        rule_ui(
            ui,
            game,
            &about(game.cost_classes(), terrain),
            &game.rules_of(&terrain.id),
            inspected.commands,
        );
    }
    ui.add_space(space::S);
}

/// The edit that gives hexes a level. Where the map has none yet each hex keeps the one of its terrain.
fn levels(map: &engine::scenario::Map, terrains: &[Terrain], hexes: &BTreeSet<Hex>, level: i8) -> Vec<Edit> {
    let mut edits = Vec::new();
    if map.levels.is_empty() {
        let of = |hex: Hex| {
            let id = map.terrain(hex);
            terrains.iter().find(|row| Some(row.id.as_str()) == id).map_or(0, |row| row.level)
        };
        let high: Vec<(Hex, i8)> =
            map.grid.hexes().map(|hex| (hex, of(hex))).filter(|(_, level)| *level != 0).collect();
        if !high.is_empty() {
            edits.push(Edit::SetLevels(high));
        }
    }
    edits.push(Edit::SetLevels(hexes.iter().map(|hex| (*hex, level)).collect()));
    edits
}

/// What a terrain does, in a sentence or two: the data's remark, and what it costs to enter.
fn about(classes: &[String], terrain: &Terrain) -> String {
    let mut words = terrain.note.clone();
    if !terrain.costs.is_empty() {
        let costs: Vec<String> = if agree(terrain.costs.iter()).is_some() {
            terrain.costs.first().cloned().into_iter().collect()
        } else {
            classes.iter().zip(&terrain.costs).map(|(class, cost)| format!("{class} {cost}")).collect()
        };
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(&format!("To enter: {}.", costs.join(", ")));
    }
    words
}

/// The regions that have all of the hexes, and a list to add them to others.
fn regions_ui(ui: &mut Ui, inspected: &mut Inspected<'_>) {
    let map = &inspected.scenario.map;
    let hexes = &inspected.selection.hexes;
    let counts: Vec<usize> = map
        .regions
        .iter()
        .map(|region| region.hexes.iter().filter(|hex| hexes.contains(hex)).collect::<BTreeSet<_>>().len())
        .collect();
    let of = |is: &dyn Fn(usize) -> bool| -> Vec<&str> {
        let rows = map.regions.iter().zip(&counts).filter(|(_, count)| is(**count));
        rows.map(|(region, _)| region.name.as_str()).collect()
    };
    let whole = of(&|count| count == hexes.len());
    let words = match (whole.is_empty(), of(&|count| count > 0 && count < hexes.len()).is_empty()) {
        (_, false) => SEVERAL.to_owned(),
        (true, true) => "None".to_owned(),
        (false, true) => whole.join(", "),
    };
    let mut edit = None;
    row(ui, "Regions", |ui| {
        let width = ui.available_width();
        let combo = egui::ComboBox::from_id_salt("regions")
            .selected_text(words)
            .width(width)
            .icon(crate::widgets::chevron)
            .truncate();
        let inner = combo.show_ui(ui, |ui| {
            if map.regions.is_empty() {
                ui.label("The map has no region yet (T).");
            }
            for (index, (region, count)) in map.regions.iter().zip(&counts).enumerate() {
                let mut is_in = *count == hexes.len();
                let tick = egui::Checkbox::new(&mut is_in, &region.name)
                    .indeterminate(*count > 0 && *count < hexes.len());
                if ui.add(tick).clicked() {
                    edit = painted(map, index, hexes, !is_in);
                }
            }
        });
        inner.response.accessible_name("Regions");
    });
    if let Some(edit) = edit {
        inspected.edit(vec![edit]);
    }
}

/// What lies on each side of a hex.
fn sides_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, hex: Hex) {
    let map = &inspected.scenario.map;
    let grid = &map.grid;
    let kinds = inspected.game.hexsides();
    let mut chosen = None;
    let mut selected = None;
    row(ui, "Hexsides", |ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 2.0);
        let width = ((ui.available_width() - 2.0 * 3.0) / 3.0).floor();
        let mut one = |ui: &mut Ui, direction: Direction| {
            let side = HexSide::of(hex, direction);
            let (a, b) = side.hexes();
            let name = direction.name(grid.orientation);
            let feature = map.side(side);
            let kind = kinds.iter().find(|kind| Some(kind.id.as_str()) == feature);
            let words = kind.map_or("nothing", |kind| kind.name.as_str());
            let on_board = grid.contains(a) && grid.contains(b);
            let off = (!on_board).then_some("the board ends here");
            let button = Button::new(name).chosen(feature.is_some()).off(off).least(width, 24.0).show(ui);
            let button = button.accessible_name(format!("Hexside {name}: {words}"));
            if !on_board {
                return;
            }
            egui::Popup::menu(&button).show(|ui| {
                for kind in kinds {
                    if ui.selectable_label(feature == Some(kind.id.as_str()), &kind.name).clicked() {
                        chosen = Some((side, Some(kind.id.clone())));
                    }
                }
                if ui.selectable_label(feature.is_none(), "None").clicked() {
                    chosen = Some((side, None));
                }
                if feature.is_some() {
                    ui.separator();
                    if ui.button("Show this hexside").clicked() {
                        selected = Some(side);
                    }
                }
            });
            button.on_hover_text(format!("{name}: {words}"));
        };
        // All six in one line would be wider than the panel.
        ui.vertical(|ui| {
            for line in Direction::ALL.chunks(3) {
                ui.horizontal(|ui| line.iter().for_each(|direction| one(ui, *direction)));
            }
        });
    });
    if let Some((side, feature)) = chosen {
        inspected.changes.push(Change::Sides { sides: vec![side], feature });
    }
    if let Some(side) = selected {
        let thing = Selection { cursor: Some(hex), ..Selection::thing(Thing::Side(side)) };
        inspected.commands.push(Command::Choose(thing));
    }
}

/// The pieces that begin on a hex, the topmost first, and the names that stand there.
fn pieces_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, hex: Hex) {
    let (scenario, game) = (inspected.scenario, inspected.game);
    let pieces = pieces_on(scenario, hex);
    let labels = scenario.map.labels.iter().enumerate().filter(|(_, label)| label.at == hex);
    let mut rows: Vec<(Thing, String, &str)> = pieces
        .into_iter()
        .rev()
        .map(|index| (Thing::Piece(index), piece_name(scenario, game, index), "piece"))
        .collect();
    rows.extend(labels.map(|(index, label)| (Thing::Label(index), label.text.clone(), "label")));
    if rows.is_empty() {
        return;
    }
    ui.add_space(space::XS);
    for (thing, name, icon) in rows {
        let row = Row { text: &name, icon: Some(icon), keep: 28.0, ..Row::default() };
        let response = row.show(ui);
        let place = egui::Rect::from_center_size(
            egui::pos2(response.rect.right() - 24.0, response.rect.center().y),
            egui::Vec2::splat(24.0),
        );
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(place));
        let remove = format!("Remove {name}");
        let button = Button::icon_only("close", &remove).least(24.0, 24.0).show(&mut child);
        if button.on_hover_text(&remove).clicked() {
            match thing {
                Thing::Label(index) => inspected.edit(vec![Edit::RemoveLabel(index)]),
                Thing::Piece(piece) => inspected.changes.push(Change::Remove { piece }),
                _ => {}
            }
        }
        if response.clicked() {
            let thing = Selection { cursor: Some(hex), ..Selection::thing(thing) };
            inspected.commands.push(Command::Choose(thing));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::face::GroundLook;
    use engine::hex::Grid;
    use engine::scenario::{Map, Scenario};

    #[test]
    fn the_first_level_that_is_set_leaves_the_others_as_their_terrain_has_them() {
        let row = |id: &str, level| Terrain {
            id: id.into(),
            name: id.into(),
            letter: '.',
            level,
            ground: GroundLook::Valley,
            cover: None,
            costs: vec!["1".into(), "2".into()],
            note: "Open.".into(),
        };
        let terrains = [row("plain", 0), row("hill", 2)];
        let grid = Grid::new(2, 1);
        let legend = vec![('.', "plain".into()), ('h', "hill".into())];
        let map = Map { grid, legend, cells: vec![0, 1], ..Map::default() };
        let edits = levels(&map, &terrains, &BTreeSet::from([grid.at(0, 0)]), 1);
        let mut scenario = Scenario { map, ..Scenario::default() };
        Edit::Many(edits).apply(&mut scenario);
        assert_eq!(scenario.map.levels, [1, 2]);
        let classes = ["mounted".to_owned(), "foot".to_owned()];
        assert_eq!(about(&classes, &terrains[0]), "Open. To enter: mounted 1, foot 2.");
    }
}
