//! The label and region tool on the board.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Align2, Color32, FontId, Key, Pos2, Rect, Shape, Stroke as Line, StrokeKind, Ui, vec2};
use engine::hex::Hex;
use engine::scenario::{Edit, Label, Map, Region, RegionKind};
use export::compose::map::MapLook;

use super::{Bench, Options, under_pointer};
use crate::canvas::marks::{CASING, CORE, Marks, TEAL};
use crate::command::Command;
use crate::layers::MapLayer;
use crate::panels::context::{Fold, Part, row};
use crate::panels::inspector::region_colour;
use crate::selection::{Joining, Selection, Thing, rings};
use crate::theme::space;
use crate::tools::label::{
    KINDS, LabelMode, Standing, Typing, box_of, free_name, kind_name, label_at, moved, new_region, painted,
    standing,
};
use crate::tools::{LabelStroke, Pointer, Stroke, ToolState, point};
use crate::widgets::{Button, Row, bar_line, head, hint};

type Standings = Arc<BTreeMap<usize, Standing>>;

/// The name under the pointer.
pub fn at(bench: &Bench<'_>, pointer: Pointer) -> Option<usize> {
    let chosen = match bench.selection.only_thing() {
        Some(Thing::Label(label)) => Some(label),
        _ => None,
    };
    label_at(&bench.scenario().map, &bench.canvas.layout, &standings(bench), chosen, pointer.at)
}

/// Where the names stand, found anew only when the map has changed.
fn standings(bench: &Bench<'_>) -> Standings {
    let id = egui::Id::unique("where names stand");
    let ctx = bench.canvas.painter.ctx();
    let revision = bench.document.revision();
    if let Some((known, kept)) = ctx.data(|data| data.get_temp::<(u64, Standings)>(id))
        && known == revision
    {
        return kept;
    }
    let (map, game) = (&bench.scenario().map, bench.game());
    let look = MapLook { map, terrains: game.terrains(), hexsides: game.hexsides() };
    let kept: Standings = Arc::new(standing(look));
    ctx.data_mut(|data| data.insert_temp(id, (revision, kept.clone())));
    kept
}

/// Is no name being typed?
pub fn is_idle(tools: &ToolState) -> bool {
    tools.label.typing.is_none()
}

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    if !bench.layers.is_open(MapLayer::Labels) {
        bench.commands.push(Command::Say("The layer of labels and regions is locked or hidden.".into()));
        return;
    }
    if bench.tools.label.typing.is_some() {
        // The click that ends typing begins nothing new.
        return;
    }
    let hex = pointer.hex;
    match bench.tools.label.mode {
        LabelMode::Names => {
            if let Some(label) = at(bench, pointer) {
                bench.commands.push(Command::Choose(Selection::thing(Thing::Label(label))));
                bench.tools.stroke = Some(Stroke::Label(LabelStroke::Move { label, from: hex, to: hex }));
            } else if bench.has(hex) {
                bench.tools.stroke = Some(Stroke::Label(LabelStroke::New { from: hex, to: hex }));
            }
        }
        LabelMode::Regions if bench.has(hex) => {
            if bench.tools.label.region.is_none_or(|region| region >= bench.scenario().map.regions.len()) {
                bench.commands.push(Command::Say("Choose a region at the right, or add one.".into()));
                return;
            }
            let leave = Joining::of(bench.modifiers) != Joining::Instead;
            bench.tools.stroke = Some(Stroke::Label(LabelStroke::paint(hex, leave)));
        }
        LabelMode::Regions => {}
    }
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    let grid = &bench.document.scenario().map.grid;
    if let Some(Stroke::Label(stroke)) = &mut bench.tools.stroke {
        stroke.drag(grid, pointer.hex);
    }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    let Some(Stroke::Label(stroke)) = bench.tools.stroke.take() else { return };
    let map = &bench.document.scenario().map;
    let edit = match stroke {
        LabelStroke::New { from, to } => {
            let to = (from != to).then_some(to);
            bench.tools.label.typing = Some(Typing::new(from, to));
            None
        }
        // A click on a name, and what is typed after it changes the name.
        LabelStroke::Move { label, from, to } if from == to => {
            bench.tools.label.typing = Typing::of(map, label);
            None
        }
        LabelStroke::Move { label, from, to } => moved(map, label, from, to),
        LabelStroke::Region { hexes, leave, .. } => {
            bench.tools.label.region.and_then(|region| painted(map, region, &hexes, leave))
        }
    };
    bench.commands.extend(edit.map(Command::Edit));
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let label = at(bench, pointer);
    if let Some(found) = label.and_then(|label| bench.document.scenario().map.labels.get(label)) {
        (bench.tools.label.mode, bench.tools.label.kind) = (LabelMode::Names, found.kind);
    } else if let Some(region) = region_at(&bench.scenario().map, pointer.hex) {
        choose_region(bench.tools, region, bench.commands);
    }
}

/// The last region of the list that has the hex.
fn region_at(map: &Map, hex: Hex) -> Option<usize> {
    map.regions.iter().rposition(|region| region.hexes.contains(&hex))
}

fn choose_region(tools: &mut ToolState, region: usize, commands: &mut Vec<Command>) {
    (tools.label.mode, tools.label.region) = (LabelMode::Regions, Some(region));
    commands.push(Command::Choose(Selection::thing(Thing::Region(region))));
}

/// A name that is chosen: its line with both ends, and the box where it stands.
pub fn show(bench: &Bench<'_>, index: usize, core: Color32) {
    let Some(label) = bench.scenario().map.labels.get(index) else { return };
    let marks = bench.canvas.marks();
    match standings(bench).get(&index) {
        Some(stands) => {
            if label.to.is_some() {
                show_label(&marks, label, core);
            }
            show_box(&marks, stands.frame(), core);
        }
        None => show_label(&marks, label, core),
    }
}

fn show_box(marks: &Marks<'_>, rect: Rect, core: Color32) {
    let at = |p: Pos2| marks.view.screen(marks.canvas, p);
    let rect = Rect::from_min_max(at(rect.min), at(rect.max)).expand(3.0);
    for (width, colour) in [(4.0, CASING), (1.8, core)] {
        marks.painter.rect_stroke(rect, 3.0, Line::new(width, colour), StrokeKind::Middle);
    }
}

/// Where a name lies.
pub fn show_label(marks: &Marks<'_>, label: &Label, core: Color32) {
    match label.to {
        Some(to) => {
            let ends = [marks.centre(label.at), marks.centre(to)];
            for (width, colour) in [(4.5, CASING), (2.0, core)] {
                marks.painter.line_segment(ends, Line::new(width, colour));
            }
            for end in ends {
                marks.painter.circle(end, 5.5, CORE, Line::new(2.0, CASING));
                marks.painter.circle_filled(end, 3.0, core);
            }
        }
        None => show_box(marks, box_of(&marks.layout, label), core),
    }
}

/// The dashed outline of a region with its name; one that is chosen is tinted.
pub fn show_region(marks: &Marks<'_>, region: &Region, chosen: bool) {
    let hexes: BTreeSet<Hex> = region.hexes.iter().copied().collect();
    show_hexes(marks, &hexes, region_colour(&region.role), chosen);
    let Some(first) = region.hexes.get(region.hexes.len() / 2) else { return };
    let centre = marks.centre(*first);
    let font = FontId::new(if chosen { 16.0 } else { 13.0 }, egui::FontFamily::Name("book-italic".into()));
    for by in [vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)] {
        marks.painter.text(centre + by, Align2::CENTER_CENTER, &region.name, font.clone(), CORE);
    }
    marks.painter.text(centre, Align2::CENTER_CENTER, &region.name, font, CASING);
}

fn show_hexes(marks: &Marks<'_>, hexes: &BTreeSet<Hex>, colour: Color32, chosen: bool) {
    if chosen {
        marks.tint(hexes.iter().copied(), colour.gamma_multiply(0.35));
    }
    let width = if chosen { 2.4 } else { 1.4 };
    for ring in rings(hexes) {
        let mut points: Vec<Pos2> = ring
            .iter()
            .map(|corner| marks.view.screen(marks.canvas, point(marks.layout.corner_of(*corner))))
            .collect();
        points.extend(points.first().copied());
        marks.painter.extend(Shape::dashed_line(&points, Line::new(width + 2.4, CASING), 8.0, 5.0));
        marks.painter.extend(Shape::dashed_line(&points, Line::new(width, CORE), 8.0, 5.0));
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let map = &bench.document.scenario().map;
    let marks = bench.canvas.marks();
    if bench.tools.label.mode == LabelMode::Regions {
        let chosen = bench.tools.label.region;
        for (index, region) in map.regions.iter().enumerate() {
            if Some(index) != chosen {
                show_region(&marks, region, false);
            }
        }
        let mut shown = chosen.and_then(|region| map.regions.get(region)).cloned();
        if let (Some(region), Some(Stroke::Label(LabelStroke::Region { hexes, leave, .. }))) =
            (&mut shown, &bench.tools.stroke)
        {
            if *leave {
                region.hexes.retain(|hex| !hexes.contains(hex));
            } else {
                region.hexes.extend(hexes);
            }
        }
        if let Some(region) = shown {
            show_region(&marks, &region, true);
        }
        under_pointer(bench, pointer);
        return;
    }
    match &bench.tools.stroke {
        Some(Stroke::Label(LabelStroke::New { from, to })) if from != to => {
            let mut label = Label::new("", bench.tools.label.kind, *from);
            label.to = Some(*to);
            show_label(&marks, &label, TEAL);
        }
        Some(Stroke::Label(LabelStroke::Move { label, from, to })) => {
            if let Some(Edit::ChangeLabel(_, label)) = moved(map, *label, *from, *to) {
                show_label(&marks, &label, TEAL);
            }
        }
        _ => match pointer.and_then(|pointer| at(bench, pointer)) {
            Some(label) => show(bench, label, CORE),
            None => under_pointer(bench, pointer),
        },
    }
    typing(bench);
}

/// The small field in which a name is typed, at its place.
fn typing(bench: &mut Bench<'_>) {
    let standings = standings(bench);
    let Some(typing) = &mut bench.tools.label.typing else { return };
    let marks = bench.canvas.marks();
    let map = &bench.document.scenario().map;
    let known = typing.old.and_then(|old| map.labels.get(old));
    let kind = known.map_or(bench.tools.label.kind, |known| known.kind);
    if typing.old.is_none() && typing.to.is_some() {
        let label = Label { to: typing.to, ..Label::new(typing.text.clone(), kind, typing.at) };
        show_label(&marks, &label, TEAL);
    }
    let about = match typing.old.and_then(|old| standings.get(&old)) {
        Some(stands) => {
            let at = |p: Pos2| marks.view.screen(marks.canvas, p);
            Rect::from_min_max(at(stands.frame().min), at(stands.frame().max))
        }
        None => Rect::from_center_size(marks.centre(typing.at), vec2(marks.hex_width(), marks.hex_width())),
    };
    let place = crate::canvas::marks::card_place(bench.canvas.rect, about, vec2(240.0, 64.0));
    let ctx = bench.canvas.painter.ctx().clone();
    let mut done = None;
    egui::Area::new(egui::Id::unique("name at its place"))
        .fixed_pos(place)
        .order(egui::Order::Foreground)
        .show(&ctx, |ui| {
            crate::canvas::marks::card_frame(ui).show(ui, |ui| {
                ui.set_width(216.0);
                hint(ui, format!("{} at {}", kind_name(kind), map.grid.label(typing.at)));
                let field = egui::TextEdit::singleline(&mut typing.text)
                    .hint_text("Name")
                    .desired_width(f32::INFINITY);
                let response = ui.add(field).accessible_name("Name on the map");
                if !typing.begun {
                    response.request_focus();
                    typing.begun = true;
                } else if response.lost_focus() || !response.has_focus() {
                    done = Some(!ui.input(|input| input.key_pressed(Key::Escape)));
                }
            });
        });
    let Some(keep) = done else { return };
    let Some(typing) = bench.tools.label.typing.take() else { return };
    if let Some(edit) = typing.edit(map, kind).filter(|_| keep) {
        bench.commands.push(Command::Edit(edit));
        let index = typing.old.unwrap_or(map.labels.len());
        bench.commands.push(Command::Choose(Selection::thing(Thing::Label(index))));
    }
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    row(
        ui,
        options,
        &[
            Part::new(Fold::Keep, modes_ui),
            Part::swatches(kinds_ui, kinds_menu),
            Part::new(Fold::Hint, |ui, options| {
                hint(
                    ui,
                    match options.tools.label.mode {
                        LabelMode::Names => "A click puts a name, a drag one along a line",
                        LabelMode::Regions => {
                            "Paint adds hexes, Shift takes away; a right click chooses the region there"
                        }
                    },
                );
            }),
        ],
    );
}

fn modes_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let state = &mut options.tools.label;
    ui.spacing_mut().item_spacing.x = 2.0;
    for (mode, name) in [(LabelMode::Names, "Names"), (LabelMode::Regions, "Regions")] {
        if Button::ghost(name).chosen(state.mode == mode).show(ui).clicked() {
            state.mode = mode;
        }
    }
    bar_line(ui);
}

/// The kinds of names, which regions do not have.
fn kinds_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let state = &mut options.tools.label;
    if state.mode == LabelMode::Regions {
        return;
    }
    for (index, kind) in KINDS.into_iter().enumerate() {
        let digit = (index + 1).to_string();
        let chosen = state.kind == kind;
        if Button::ghost(kind_name(kind)).key(&digit).chosen(chosen).show(ui).clicked() {
            state.kind = kind;
        }
    }
}

/// The same as a menu, where there is no room for all.
fn kinds_menu(ui: &mut Ui, options: &mut Options<'_>) {
    let state = &mut options.tools.label;
    if state.mode == LabelMode::Regions {
        return;
    }
    ui.menu_button(kind_name(state.kind), |ui| {
        for kind in KINDS {
            if ui.selectable_label(state.kind == kind, kind_name(kind)).clicked() {
                state.kind = kind;
                ui.close();
            }
        }
    });
}

pub fn palette_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let map = &options.document.scenario().map;
    match options.tools.label.mode {
        LabelMode::Names => {
            head(ui, "Names", &map.labels.len().to_string(), |_| {});
            let height = (ui.available_height() * 0.3).max(96.0);
            egui::ScrollArea::vertical().max_height(height).id_salt("names").show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, label) in map.labels.iter().enumerate() {
                    let chosen = options.selection.things.contains(&Thing::Label(index));
                    let row =
                        Row { text: &label.text, right: kind_name(label.kind), chosen, ..Row::default() };
                    if row.show(ui).clicked() {
                        let thing =
                            Selection { cursor: Some(label.at), ..Selection::thing(Thing::Label(index)) };
                        options.commands.push(Command::Choose(thing));
                        options.tools.label.typing = Typing::of(map, index);
                    }
                }
                if map.labels.is_empty() {
                    quiet(ui, "No name is on the map yet. Click where one should stand.");
                }
            });
        }
        LabelMode::Regions => {
            let mut add = false;
            head(ui, "Regions", &map.regions.len().to_string(), |ui| {
                add = Button::icon_only("plus", "Add a region")
                    .show(ui)
                    .on_hover_text("Add a region")
                    .clicked();
            });
            let height = (ui.available_height() * 0.35).max(96.0);
            egui::ScrollArea::vertical().max_height(height).id_salt("regions").show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for (index, region) in map.regions.iter().enumerate() {
                    let chosen = options.tools.label.region == Some(index);
                    let count = match region.hexes.len() {
                        1 => "1 hex".to_owned(),
                        n => format!("{n} hexes"),
                    };
                    let row = Row { text: &region.name, right: &count, chosen, room: 18.0, ..Row::default() };
                    let response = row.show(ui);
                    let at = egui::pos2(response.rect.left() + 18.0, response.rect.center().y);
                    let swatch = Rect::from_center_size(at, vec2(12.0, 12.0));
                    ui.painter().rect(
                        swatch,
                        2.0,
                        region_colour(&region.role),
                        Line::new(1.0, CASING),
                        StrokeKind::Inside,
                    );
                    if response.clicked() {
                        choose_region(options.tools, index, options.commands);
                    }
                }
                if map.regions.is_empty() {
                    quiet(ui, "No region yet. Add one, then paint its hexes.");
                }
            });
            if add && options.is_open(MapLayer::Labels) {
                let name = free_name("Region", |name| map.regions.iter().any(|region| region.name == name));
                let region = new_region(map, &name, RegionKind::Zone);
                let index = map.regions.len();
                options.commands.push(Command::Edit(Edit::AddRegion(index, region)));
                choose_region(options.tools, index, options.commands);
            }
        }
    }
    ui.add_space(space::XS);
}

/// A line that says what belongs here.
pub fn quiet(ui: &mut Ui, words: &str) {
    ui.add_space(space::XS);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let t = crate::theme::Tokens::of(ui);
        let words = egui::RichText::new(words).text_style(egui::TextStyle::Small).color(t.text_3);
        ui.add(egui::Label::new(words).wrap());
    });
    ui.add_space(space::XS);
}
