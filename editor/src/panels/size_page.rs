//! *Map size…*: columns and rows put in or taken out, with all that lies on the map.

use egui::{DragValue, Key, Modifiers, Sense, Ui, vec2};
use engine::hex::{Hex, Orientation};
use engine::scenario::{Edit, Map, Reshape, Scenario};

use super::new_page::{MOST, grouped};

use super::versions::Shown;
use crate::command::Command;
use crate::document::Document;
use crate::document::differ::Marks;
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, hint, sentence, text};

/// What is done to the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Edges,
    Insert,
    Remove,
}

/// What the page remembers while it is open.
pub struct SizePage {
    way: Way,
    /// Columns more at the left and right, rows more at the top and bottom.
    edges: [i16; 4],
    /// Columns rather than rows are put in or taken out.
    columns: bool,
    count: u16,
    /// The first column and row that move, counted from 1.
    at: [u16; 2],
    /// What new hexes get, by its place in the legend; else each is like the nearest.
    terrain: Option<usize>,
    /// What was worked out last, and for what.
    found: Option<(Reshape, Found)>,
}

/// What a change would make of the map.
struct Found {
    edit: Result<Edit, String>,
    size: [u16; 2],
    /// What falls off, in words; empty for nothing.
    lost: String,
    picture: Shown,
}

impl SizePage {
    /// A page that begins at this hex.
    pub fn new(scenario: &Scenario, hex: Option<Hex>) -> Self {
        let place = hex.and_then(|hex| scenario.map.grid.column_row(hex)).unwrap_or_default();
        Self {
            way: Way::Edges,
            edges: [0; 4],
            columns: true,
            count: 1,
            at: [place.0 + 1, place.1 + 1],
            terrain: None,
            found: None,
        }
    }

    fn reshape(&self, scenario: &Scenario) -> Reshape {
        let terrain = self.terrain.and_then(|at| scenario.map.legend.get(at)).map(|(_, id)| id.clone());
        let ([column, row], count) = (self.at.map(|at| at.saturating_sub(1)), self.count);
        match (self.way, self.columns) {
            (Way::Edges, _) => {
                let [left, right, top, bottom] = self.edges;
                Reshape::Edges { left, right, top, bottom, terrain }
            }
            (Way::Insert, true) => Reshape::InsertColumns { at: column, count, terrain },
            (Way::Insert, false) => Reshape::InsertRows { at: row, count, terrain },
            (Way::Remove, true) => Reshape::RemoveColumns { at: column, count },
            (Way::Remove, false) => Reshape::RemoveRows { at: row, count },
        }
    }

    /// Works out what the change would do, once for each change.
    fn find(&mut self, document: &Document) -> &mut Found {
        let scenario = document.scenario();
        let reshape = self.reshape(scenario);
        if self.found.as_ref().is_none_or(|(known, _)| *known != reshape) {
            let found = Found::of(document, &reshape);
            self.found = Some((reshape, found));
        }
        &mut self.found.as_mut().expect("it was just worked out").1
    }
}

impl Found {
    fn of(document: &Document, reshape: &Reshape) -> Self {
        let scenario = document.scenario();
        let old = &scenario.map;
        let none = |reason: String| Self {
            edit: Err(reason),
            size: [old.grid.columns, old.grid.rows],
            lost: String::new(),
            // The map as it is.
            picture: Shown::new(scenario.clone(), Marks::default(), false),
        };
        let after = match reshape.applied(scenario) {
            Ok(after) => after,
            Err(reason) => return none(reason),
        };
        let grid = after.map.grid;
        if grid.columns > MOST || grid.rows > MOST {
            return none(format!("a map drawn here has at most {MOST} columns and rows"));
        }
        if grid == old.grid && after.map == *old {
            return none("nothing changes yet".into());
        }
        let counts = [
            (scenario.pieces.len(), after.pieces.len(), "piece"),
            (old.labels.len(), after.map.labels.len(), "name"),
            (old.sides.len(), after.map.sides.len(), "hexside"),
            (old.roads.len(), after.map.roads.len(), "road"),
            (old.rivers.len(), after.map.rivers.len(), "river"),
            // One without a hex is still there, and of no use.
            (with_hexes(old), with_hexes(&after.map), "region"),
        ];
        let lost: Vec<String> = counts
            .into_iter()
            .filter(|(before, after, _)| after < before)
            .map(|(before, after, what)| match before - after {
                1 => format!("1 {what}"),
                count => format!("{count} {what}s"),
            })
            .collect();
        Self {
            edit: Ok(engine::game::reshape(document.game(), scenario, reshape.clone())),
            size: [grid.columns, grid.rows],
            lost: lost.join(", "),
            picture: Shown::new(after, Marks::default(), false),
        }
    }
}

fn with_hexes(map: &Map) -> usize {
    map.regions.iter().filter(|region| !region.hexes.is_empty()).count()
}

/// Shows the page.
pub fn size_ui(ui: &mut Ui, page: &mut SizePage, document: &Document, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let screen = ui.ctx().content_rect().size();
    let width = 560.0_f32.min(screen.x - 60.0);
    ui.set_width(width);
    // Enter ends what is typed into a number first.
    let typing = ui.ctx().text_edit_focused();
    let map = &document.scenario().map;
    text(ui, "Map size", named("title"), t.text);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        for (way, word) in [(Way::Edges, "At the edges"), (Way::Insert, "Put in"), (Way::Remove, "Take out")]
        {
            if Button::new(word).chosen(page.way == way).show(ui).clicked() {
                page.way = way;
            }
        }
    });
    ui.add_space(space::S);
    egui::Grid::new("map size").num_columns(2).spacing(vec2(space::L, space::S)).show(ui, |ui| {
        if page.way == Way::Edges {
            let pairs = [("Columns", ["Left", "Right"]), ("Rows", ["Top", "Bottom"])];
            for (edges, (what, names)) in page.edges.chunks_exact_mut(2).zip(pairs) {
                let what = ui.label(what);
                ui.horizontal(|ui| {
                    for (edge, name) in edges.iter_mut().zip(names) {
                        let label = ui.label(name.to_lowercase());
                        let most = MOST as i16;
                        let number = DragValue::new(edge).range(-most..=most).speed(0.1).custom_formatter(
                            |value, _| if value > 0.0 { format!("+{value}") } else { format!("{value}") },
                        );
                        ui.add(number).labelled_by(what.id).labelled_by(label.id).accessible_name(name);
                        ui.add_space(space::S);
                    }
                });
                ui.end_row();
            }
        } else {
            ui.label("What");
            ui.horizontal(|ui| {
                for (columns, word) in [(true, "Columns"), (false, "Rows")] {
                    if Button::new(word).chosen(page.columns == columns).show(ui).clicked() {
                        page.columns = columns;
                    }
                }
            });
            ui.end_row();
            let (length, at) = if page.columns {
                (map.grid.columns, &mut page.at[0])
            } else {
                (map.grid.rows, &mut page.at[1])
            };
            let label = ui.label("How many");
            let most = if page.way == Way::Insert { MOST } else { length };
            ui.add(DragValue::new(&mut page.count).range(1..=most).speed(0.1)).labelled_by(label.id);
            ui.end_row();
            let last = if page.way == Way::Insert { length + 1 } else { length };
            let label = ui.label(if page.way == Way::Insert { "Before" } else { "From" });
            ui.horizontal(|ui| {
                ui.add(DragValue::new(at).range(1..=last).speed(0.1)).labelled_by(label.id);
                hint(ui, format!("{} of {length}", if page.columns { "column" } else { "row" }));
            });
            ui.end_row();
        }
        if page.way != Way::Remove {
            let label = ui.label("New hexes");
            let known = document.game().terrains();
            let name_of = |at: usize| {
                let (_, id) = &map.legend[at];
                known.iter().find(|terrain| terrain.id == *id).map_or(id.as_str(), |found| &found.name)
            };
            let chosen = page.terrain.filter(|at| *at < map.legend.len());
            egui::ComboBox::from_id_salt("new hexes")
                .width(200.0)
                .icon(crate::widgets::chevron)
                .selected_text(chosen.map_or("Like the nearest hex", &name_of))
                .show_ui(ui, |ui| {
                    ui.selectable_value(&mut page.terrain, None, "Like the nearest hex");
                    for at in 0..map.legend.len() {
                        ui.selectable_value(&mut page.terrain, Some(at), name_of(at));
                    }
                })
                .response
                .labelled_by(label.id);
            ui.end_row();
        }
    });
    ui.add_space(space::S);

    let [old_columns, old_rows] = [map.grid.columns, map.grid.rows];
    let found = page.find(document);
    let [columns, rows] = found.size;
    let height = (width * 0.42).min(screen.y - 400.0).max(60.0);
    let (place, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "The map as it will be"));
    found.picture.show(ui, place);
    ui.add_space(space::S);
    let hexes = grouped(usize::from(columns) * usize::from(rows));
    text(
        ui,
        format!("{old_columns} × {old_rows} becomes {columns} × {rows}, {hexes} hexes"),
        named("strong"),
        t.text,
    );
    let staggered = match map.grid.orientation {
        Orientation::Flat => "columns",
        Orientation::Pointed => "rows",
    };
    let words = match &found.edit {
        Err(reason) => sentence(reason),
        Ok(_) if !found.lost.is_empty() => {
            format!("Falls off the map: {}. Undo brings it back.", found.lost)
        }
        Ok(_) => format!(
            "Everything on the map goes along, also where the shifted {staggered} change places. Hexes are \
             numbered anew from the corner."
        ),
    };
    ui.add(
        egui::Label::new(egui::RichText::new(words).text_style(egui::TextStyle::Small).color(t.text_2))
            .wrap(),
    );
    ui.add_space(space::M);
    let edit = found.edit.as_ref().ok().cloned();
    ui.horizontal(|ui| {
        let enter = !typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let off = edit.is_none().then_some("it would change nothing, or cannot be made");
        let change = Button::filled("Change the map").key("Enter").off(off).show(ui).clicked();
        if let (true, Some(edit)) = (change || enter, edit) {
            commands.push(Command::Dismiss);
            commands.push(Command::Select(None));
            commands.push(Command::Edit(edit));
            commands.push(Command::FitMap);
        }
        if Button::new("Cancel").least(0.0, 30.0).key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
    });
}
