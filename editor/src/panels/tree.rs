//! The scenario as a tree, for wide windows: its parts with their counts; a click selects one and goes there.

use std::collections::BTreeMap;

use egui::{ScrollArea, Sense, Ui, vec2};
use engine::hex::{Hex, HexSide};
use engine::plane::Place;
use engine::problem::Severity;
use engine::scenario::{Scenario, Start};

use crate::command::Command;
use crate::document::Document;
use crate::icons::icon;
use crate::selection::{Selection, Thing};
use crate::theme::{Tokens, space};
use crate::widgets::{Row, head, line, small, strong};

/// A row of the tree: what it says, and what a click selects.
struct Entry {
    words: String,
    count: String,
    selects: Selection,
    /// Where to look for it.
    at: Option<Hex>,
}

impl Entry {
    fn new(words: impl Into<String>, count: impl ToString, things: impl IntoIterator<Item = Thing>) -> Self {
        let selects = Selection { things: things.into_iter().collect(), ..Selection::default() };
        Self { words: words.into(), count: count.to_string(), selects, at: None }
    }

    fn at(mut self, hex: Option<Hex>) -> Self {
        self.at = hex;
        self
    }
}

/// Shows the tree over the whole height, and at its foot whether the scenario can be played.
pub fn tree_ui(ui: &mut Ui, document: &Document, selection: &Selection, commands: &mut Vec<Command>) {
    egui::Panel::bottom("ready").resizable(false).frame(egui::Frame::new()).show(ui, |ui| {
        ready_ui(ui, document, commands);
    });
    head(ui, "Scenario", &document.scenario().title, |_| {});
    ScrollArea::vertical().id_salt("tree").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(space::XS);
        for (name, symbol, count, entries) in groups(document) {
            group_ui(ui, &name, symbol, &count, entries, selection, commands);
        }
        ui.add_space(space::S);
    });
}

fn group_ui(
    ui: &mut Ui,
    name: &str,
    symbol: &str,
    count: &str,
    entries: Vec<Entry>,
    selection: &Selection,
    commands: &mut Vec<Command>,
) {
    let id = egui::Id::unique("tree").with(name);
    let open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(true);
    let empty = entries.is_empty();
    let row =
        Row { text: name, right: count, icon: Some(symbol), room: 16.0, strong: true, ..Row::default() };
    let response = row.show(ui);
    let t = Tokens::of(ui);
    if !empty {
        let place = egui::Rect::from_center_size(
            egui::pos2(response.rect.left() + 16.0, response.rect.center().y),
            egui::Vec2::splat(14.0),
        );
        icon(ui.painter(), if open { "down" } else { "right" }, place, t.text_2);
    }
    if response.clicked() && !empty {
        ui.data_mut(|data| data.insert_temp(id, !open));
    }
    if !open {
        return;
    }
    for entry in entries {
        let chosen = !entry.selects.things.is_empty() && entry.selects.things == selection.things;
        let row = Row { text: &entry.words, right: &entry.count, indent: 40.0, chosen, ..Row::default() };
        if row.show(ui).clicked() {
            commands.push(Command::Choose(entry.selects));
            commands.extend(entry.at.map(Command::Reveal));
        }
    }
}

fn plural(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

type Group = (String, &'static str, String, Vec<Entry>);

/// The groups of the tree, in order, each with its entries.
fn groups(document: &Document) -> Vec<Group> {
    let (scenario, game) = (document.scenario(), document.game());
    let map = &scenario.map;
    let mut about = vec![Entry::new(plural(usize::from(scenario.turns), "turn"), "", [])];
    if !scenario.tweaks.is_empty() {
        about.push(Entry::new("Tweaks", scenario.tweaks.len(), []));
    }
    let mut ground = Vec::new();
    for (at, region) in map.regions.iter().enumerate() {
        let count =
            if region.hexes.len() == 1 { "1 hex".into() } else { format!("{} hexes", region.hexes.len()) };
        let entry = Entry::new(&region.name, count, [Thing::Region(at)]);
        ground.push(entry.at(region.hexes.get(region.hexes.len() / 2).copied()));
    }
    let mut sides: BTreeMap<&str, Vec<HexSide>> = BTreeMap::new();
    for (side, id) in &map.sides {
        sides.entry(id).or_default().push(*side);
    }
    for kind in game.hexsides() {
        let Some(sides) = sides.get(kind.id.as_str()) else { continue };
        let entry =
            Entry::new(&kind.name, plural(sides.len(), "side"), sides.iter().copied().map(Thing::Side));
        ground.push(entry.at(sides.first().map(|side| side.hexes().0)));
    }
    for river in &map.rivers {
        let entry = Entry::new(&river.name, "named", [Thing::Side(river.source)]);
        ground.push(entry.at(Some(river.source.hexes().0)));
    }
    for (at, road) in map.roads.iter().enumerate() {
        let name = if road.name.is_empty() { road.kind.name() } else { &road.name };
        let entry = Entry::new(name, format!("{} hexes", road.hexes.len()), [Thing::Road(at)]);
        ground.push(entry.at(road.hexes.first().copied()));
    }
    let size = format!("{} × {}", map.grid.columns, map.grid.rows);
    let mut groups: Vec<Group> = vec![
        (game.name().to_owned(), "folder", String::new(), about),
        ("Map".to_owned(), "map", size, ground),
    ];
    for (index, side) in game.sides().iter().enumerate() {
        let (total, entries) = forces(scenario, document, index as u8);
        groups.push((side.short.clone(), "forces", total.to_string(), entries));
    }
    let boxes = map.boxes.iter().enumerate().map(|(at, place)| {
        let count = match (place.spaces, in_box(scenario, &place.id)) {
            (0, 0) => String::new(),
            (0, n) => plural(n, "piece"),
            (n, _) => plural(usize::from(n), "space"),
        };
        Entry::new(&place.name, count, [Thing::Box(at)])
    });
    groups.push(("Boxes and tracks".to_owned(), "box", map.boxes.len().to_string(), boxes.collect()));
    groups
}

fn in_box(scenario: &Scenario, id: &str) -> usize {
    scenario.pieces.iter().filter(|piece| matches!(&piece.at, Start::At(Place::Box(at)) if *at == id)).count()
}

/// The formations of a side: how many pieces begin, and after a plus how many come later.
fn forces(scenario: &Scenario, document: &Document, side: u8) -> (usize, Vec<Entry>) {
    let kinds = document.game().pieces();
    let by_id: BTreeMap<&str, usize> =
        kinds.iter().enumerate().map(|(index, kind)| (kind.id.as_str(), index)).collect();
    let mut order: Vec<&str> = Vec::new();
    let mut formations: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, piece) in scenario.pieces.iter().enumerate() {
        let Some(kind) = by_id.get(piece.kind.as_str()).map(|index| &kinds[*index]) else { continue };
        if kind.side != side {
            continue;
        }
        let formation = kind.formation.as_str();
        if !formations.contains_key(formation) {
            order.push(formation);
        }
        formations.entry(formation).or_default().push(at);
    }
    let total = formations.values().map(Vec::len).sum();
    let entries = order.into_iter().filter_map(|formation| {
        let pieces = formations.get(formation)?;
        let later =
            pieces.iter().filter(|at| matches!(scenario.pieces[**at].at, Start::Enters { .. })).count();
        let count = match (pieces.len() - later, later) {
            (n, 0) => n.to_string(),
            (0, later) => format!("{later} later"),
            (n, later) => format!("{n} + {later}"),
        };
        let hex = pieces.iter().find_map(|at| match &scenario.pieces[*at].at {
            Start::At(Place::Hex(hex)) => Some(*hex),
            _ => None,
        });
        let name = if formation.is_empty() { "Without a formation" } else { formation };
        Some(Entry::new(name, count, pieces.iter().copied().map(Thing::Piece)).at(hex))
    });
    (total, entries.collect())
}

/// Whether the scenario can be played, by what its game finds wrong.
fn ready_ui(ui: &mut Ui, document: &Document, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let count = |severity| document.problems().iter().filter(|problem| problem.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let (symbol, ink, words, detail) = if errors > 0 {
        let verb = if errors == 1 { "is" } else { "are" };
        let words = format!("{} {verb} in the way", plural(errors, "error"));
        ("error", t.error, words, "A click lists them".to_owned())
    } else if document.scenario().pieces.is_empty() {
        ("warning", t.warning, "No pieces yet".to_owned(), "Place some with the piece tool (P)".to_owned())
    } else {
        let detail = match warnings {
            0 => "Nothing is wrong with it".to_owned(),
            n => plural(n, "warning"),
        };
        ("ok", t.ok, "Ready to play".to_owned(), detail)
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 52.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &words));
    ui.painter().hline(rect.x_range(), rect.top(), egui::Stroke::new(1.0, t.line_soft));
    if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, t.bg_hover);
    }
    let place = egui::Rect::from_center_size(rect.left_center() + vec2(20.0, -8.0), egui::Vec2::splat(16.0));
    icon(ui.painter(), symbol, place, ink);
    let room = rect.width() - 48.0;
    line(ui.painter(), rect.left_center() + vec2(36.0, -8.0), room, &words, strong(ui), ink);
    line(ui.painter(), rect.left_center() + vec2(36.0, 9.0), room, &detail, small(ui), t.text_3);
    crate::widgets::focus_ring(ui, &response);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        commands.push(Command::Problems);
    }
}
