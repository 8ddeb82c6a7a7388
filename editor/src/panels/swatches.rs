//! The palette of a tool: terrains with their counts, kinds of pieces by formation.

use std::sync::Arc;

use egui::{Align2, Rect, ScrollArea, Sense, Ui, pos2, vec2};
use engine::face::Terrain;
use engine::game::PieceKind;
use engine::scenario::Map;

use super::context::paint_swatch;
use crate::command::Command;
use crate::theme::{Tokens, space};
use crate::tools::ToolState;
use crate::widgets::{Row, body, cap, focus_ring, head, hint, line, small, strong};

/// How many hexes each terrain has on this map, in the order of the game's list.
pub fn counts(map: &Map, terrains: &[Terrain]) -> Vec<usize> {
    // Four counts in turn: hexes side by side are mostly alike, and one count would wait for itself.
    let mut in_turn = [[0_usize; 256]; 4];
    let fours = map.cells.chunks_exact(4);
    for cell in fours.remainder() {
        in_turn[0][usize::from(*cell)] += 1;
    }
    for four in fours {
        for (counts, cell) in in_turn.iter_mut().zip(four) {
            counts[usize::from(*cell)] += 1;
        }
    }
    let by_letter: Vec<usize> =
        (0..256).map(|letter| in_turn.iter().map(|counts| counts[letter]).sum()).collect();
    terrains
        .iter()
        .map(|terrain| {
            let letters = map.legend.iter().enumerate().filter(|(_, (_, id))| *id == terrain.id);
            letters.map(|(index, _)| by_letter.get(index).copied().unwrap_or(0)).sum()
        })
        .collect()
}

/// The counts of a map at a revision: of a large map they are counted again only after a change.
fn known_counts(ui: &Ui, map: &Map, terrains: &[Terrain], revision: u64) -> Arc<Vec<usize>> {
    let id = egui::Id::unique("counts of terrains");
    let known = ui.data(|data| data.get_temp::<(u64, Arc<Vec<usize>>)>(id));
    if let Some((_, counts)) = known.filter(|(known, _)| *known == revision) {
        return counts;
    }
    let counts = Arc::new(counts(map, terrains));
    ui.data_mut(|data| data.insert_temp(id, (revision, counts.clone())));
    counts
}

/// Lists the terrains; a click chooses one.
pub fn terrains_ui(
    ui: &mut Ui,
    map: &Map,
    revision: u64,
    terrains: &[Terrain],
    tools: &ToolState,
    commands: &mut Vec<Command>,
) {
    let counts = known_counts(ui, map, terrains, revision);
    let used = counts.iter().filter(|count| **count > 0).count();
    head(ui, "Terrain", &format!("{used} of {} in use", terrains.len()), |_| {});
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(space::XS);
    for (index, (terrain, count)) in terrains.iter().zip(counts.iter()).enumerate() {
        let t = Tokens::of(ui);
        let chosen = index == tools.terrain;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::click());
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &terrain.name));
        let painter = ui.painter();
        if chosen {
            painter.rect_filled(rect, 0.0, t.accent_soft);
            painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 0.0, t.accent);
        } else if response.hovered() {
            painter.rect_filled(rect, 0.0, t.bg_hover);
        }
        let y = rect.center().y;
        paint_swatch(painter, pos2(rect.left() + 28.0, y), 26.0, terrain);
        let mut right = rect.right() - space::M;
        if index < 9 {
            right = cap(painter, pos2(right, y), &(index + 1).to_string(), small(ui), t).left() - space::S;
        }
        // The letter of the file; under the pointer how many hexes of it there are.
        let (sign, ink) = match (response.hovered(), map.legend.iter().find(|(_, id)| *id == terrain.id)) {
            (true, _) => (count.to_string(), t.text_2),
            (false, Some((letter, _))) => (letter.to_string(), t.text_3),
            (false, None) => (String::new(), t.text_3),
        };
        painter.text(pos2(right, y), Align2::RIGHT_CENTER, sign, small(ui), ink);
        let level = painter.text(
            pos2(right - 44.0, y),
            Align2::RIGHT_CENTER,
            format!("level {}", terrain.level),
            small(ui),
            t.text_3,
        );
        let font = if chosen { strong(ui) } else { body(ui) };
        line(
            painter,
            pos2(rect.left() + 52.0, y),
            level.left() - rect.left() - 58.0,
            &terrain.name,
            font,
            t.text,
        );
        focus_ring(ui, &response);
        let about = if terrain.note.is_empty() {
            format!("letter {}, {count} hexes", terrain.letter)
        } else {
            format!("{}\nletter {}, {count} hexes", terrain.note, terrain.letter)
        };
        if response.on_hover_text(about).clicked() {
            commands.push(Command::Swatch(index));
        }
    }
    ui.add_space(space::S);
}

/// Lists the kinds of pieces; a click chooses the one to place.
pub fn kinds_ui(ui: &mut Ui, kinds: &[PieceKind], tools: &mut ToolState, height: f32) {
    head(ui, "Kinds of pieces", &kinds.len().to_string(), |_| {});
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let width = ui.available_width() - space::M;
        let field = egui::TextEdit::singleline(&mut tools.filter).hint_text("Filter").desired_width(width);
        ui.add(field).accessible_name("Filter of kinds");
    });
    ui.add_space(space::XS);
    let filter = tools.filter.to_lowercase();
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).id_salt("kinds").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut formation = "";
        let mut any = false;
        for (index, kind) in kinds.iter().enumerate() {
            if !format!("{} {}", kind.name, kind.formation).to_lowercase().contains(&filter) {
                continue;
            }
            any = true;
            if kind.formation != formation {
                formation = &kind.formation;
                ui.horizontal(|ui| {
                    ui.add_space(space::M);
                    hint(ui, formation);
                });
            }
            let response =
                Row { text: &kind.name, chosen: tools.kind == Some(index), room: 16.0, ..Row::default() }
                    .show(ui);
            let t = Tokens::of(ui);
            crate::widgets::side_mark(
                ui.painter(),
                pos2(response.rect.left() + 18.0, response.rect.center().y),
                9.0,
                kind.side,
                t,
            );
            if response.clicked() {
                tools.kind = if tools.kind == Some(index) { None } else { Some(index) };
            }
        }
        if !any {
            ui.horizontal(|ui| {
                ui.add_space(space::M);
                hint(ui, "No kind has these words.");
            });
        }
    });
}
