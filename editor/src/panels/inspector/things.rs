//! Selected things in the inspector: hexsides, pieces, names, roads, regions, boxes.

use std::collections::BTreeSet;

use egui::Ui;
use engine::face::HexsideLook;
use engine::hex::{Hex, HexSide};
use engine::plane::Place;
use engine::scenario::{
    Edit, Label, MapBox, Piece, Region, RegionKind, River, RiverWidth, Road, RoadKind, Scenario, Start,
};

use super::course::{course, named, source_is_first};
use super::fields::{agree, choice, fact, number, row, tick, words};
use super::{Inspected, part_head, piece_name, remark, rule_ui};
use crate::command::Command;
use crate::selection::{Selection, Thing};
use crate::theme::space;
use crate::tools::Change;
use crate::tools::label::{KINDS, REGION_KINDS, kind_name};
use crate::widgets::{Button, Row, body};

/// The palette roles that a region's bar or line may have, with what they are called.
const ROLES: [(&str, &str); 6] = [
    ("", "None"),
    ("zone_us", "Blue"),
    ("zone_a", "Rust"),
    ("zone_b", "Ochre"),
    ("zone_c", "Green"),
    ("zone_d", "Plum"),
];

pub fn things_ui(ui: &mut Ui, inspected: &mut Inspected<'_>) {
    let things = &inspected.selection.things;
    let places = |of: fn(&Thing) -> Option<usize>| things.iter().filter_map(of).collect::<Vec<_>>();
    let pieces = places(|thing| if let Thing::Piece(at) = thing { Some(*at) } else { None });
    let labels = places(|thing| if let Thing::Label(at) = thing { Some(*at) } else { None });
    let roads = places(|thing| if let Thing::Road(at) = thing { Some(*at) } else { None });
    let regions = places(|thing| if let Thing::Region(at) = thing { Some(*at) } else { None });
    let boxes = places(|thing| if let Thing::Box(at) = thing { Some(*at) } else { None });
    let sides: Vec<HexSide> = things
        .iter()
        .filter_map(|thing| if let Thing::Side(side) = thing { Some(*side) } else { None })
        .collect();
    // Parts have fields of the same names.
    if !sides.is_empty() {
        ui.push_id("sides", |ui| sides_ui(ui, inspected, &sides));
    }
    if !pieces.is_empty() {
        ui.push_id("pieces", |ui| pieces_ui(ui, inspected, &pieces));
    }
    if !labels.is_empty() {
        ui.push_id("labels", |ui| labels_ui(ui, inspected, &labels));
    }
    if !roads.is_empty() {
        ui.push_id("roads", |ui| roads_ui(ui, inspected, &roads));
    }
    if !regions.is_empty() {
        ui.push_id("regions", |ui| regions_ui(ui, inspected, &regions));
    }
    if let [index] = boxes[..] {
        part_head(ui, "Box", "", inspected.commands);
        let edits = box_ui(ui, inspected.scenario, index);
        if !edits.is_empty() {
            inspected.edit(edits);
        }
        inside_ui(ui, inspected, index);
    } else if !boxes.is_empty() {
        part_head(ui, &format!("{} boxes", boxes.len()), "", inspected.commands);
    }
    if !things.is_empty() {
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            let button = Button::new("Remove").icon("close").show(ui);
            if button.on_hover_text("Remove what is selected   Delete").clicked() {
                inspected.commands.push(Command::Delete);
            }
        });
        ui.add_space(space::S);
    }
}

/// The head of a part: what one thing is, or how many there are.
fn counted(ui: &mut Ui, inspected: &mut Inspected<'_>, count: usize, one: &str, many: &str, remark: &str) {
    let title = if count == 1 { one.to_owned() } else { format!("{count} {many}") };
    part_head(ui, &title, remark, inspected.commands);
}

fn sides_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, sides: &[HexSide]) {
    let (scenario, game) = (inspected.scenario, inspected.game);
    let map = &scenario.map;
    let place = match sides {
        [side] => {
            let (a, b) = side.hexes();
            format!("{} | {}", map.grid.label(a), map.grid.label(b))
        }
        _ => String::new(),
    };
    counted(ui, inspected, sides.len(), "Hexside", "hexsides", &place);
    let kinds = game.hexsides();
    let kind_of = |side: &HexSide| match map.side(*side) {
        Some(id) => kinds.iter().position(|kind| kind.id == id),
        None => Some(kinds.len()),
    };
    let kind = agree(sides.iter().map(kind_of)).flatten();
    let mut names: Vec<String> = kinds.iter().map(|kind| kind.name.clone()).collect();
    names.push("None".to_owned());
    if let Some(chosen) = choice(ui, "Kind", kind, &names) {
        let feature = kinds.get(chosen).map(|kind| kind.id.clone());
        inspected.changes.push(Change::Sides { sides: sides.to_vec(), feature });
    }
    let wet = |id: &str| {
        let look = kinds.iter().find(|kind| kind.id == id).map(|kind| kind.look);
        matches!(look, Some(HexsideLook::River | HexsideLook::Ford | HexsideLook::Bridge))
    };
    let whole = sides.first().map(|side| course(map, &wet, *side)).unwrap_or_default();
    if !whole.is_empty() && sides.iter().all(|side| whole.contains(side)) {
        course_ui(ui, inspected, &whole);
    }
    if let Some(kind) = kind.and_then(|kind| kinds.get(kind)) {
        let mut about = kind.note.clone();
        if !kind.costs.is_empty() {
            let classes = game.cost_classes().iter().zip(&kind.costs);
            let costs: Vec<String> = classes.map(|(class, cost)| format!("{class} {cost}")).collect();
            about.push_str(if about.is_empty() { "" } else { " " });
            about.push_str(&format!("To cross: {}.", costs.join(", ")));
        }
        rule_ui(ui, game, &about, &game.rules_of(&kind.id), inspected.commands);
    }
}

/// The course that hexsides of water belong to: its name, its width, which way it flows.
fn course_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, course: &[HexSide]) {
    let map = &inspected.scenario.map;
    let known = named(map, course);
    let river = known.and_then(|index| map.rivers.get(index));
    let new = |name: String| River {
        name,
        width: RiverWidth::default(),
        source: course.first().copied().expect("a course has a hexside"),
    };
    let mut edit = None;
    let name = river.map_or("", |river| river.name.as_str());
    if let Some(name) = words(ui, "Course", Some(name), "no name", |text| Ok::<_, String>(text.to_owned())) {
        edit = Some(match (known, river) {
            (Some(index), Some(river)) => Edit::ChangeRiver(index, River { name, ..river.clone() }),
            _ => Edit::AddRiver(map.rivers.len(), new(name)),
        });
    }
    let widths = [RiverWidth::Stream, RiverWidth::River, RiverWidth::Great];
    let names = ["Stream", "River", "Great river"].map(str::to_owned);
    let width = river.map(|river| river.width).unwrap_or_default();
    let at = widths.iter().position(|known| *known == width);
    if let Some(width) = choice(ui, "Width", at, &names).and_then(|index| widths.get(index)) {
        edit = Some(match (known, river) {
            (Some(index), Some(river)) => Edit::ChangeRiver(index, River { width: *width, ..river.clone() }),
            _ => Edit::AddRiver(map.rivers.len(), River { width: *width, ..new(String::new()) }),
        });
    }
    let sides = match course.len() {
        1 => "1 hexside".to_owned(),
        n => format!("{n} hexsides"),
    };
    let end = |side: Option<&HexSide>| side.map_or_else(String::new, |side| map.grid.label(side.hexes().0));
    let first = known.is_none_or(|river| source_is_first(map, course, river));
    let (from, to) = if first { (course.first(), course.last()) } else { (course.last(), course.first()) };
    fact(ui, "Length", &sides);
    if course.len() > 1 {
        let flow = if known.is_some() {
            format!("From {} to {}", end(from), end(to))
        } else {
            "As the map finds it".to_owned()
        };
        fact(ui, "Flow", &flow);
        row(ui, "", |ui| {
            if Button::new("Turn the flow round").icon("swap").show(ui).clicked() {
                let source = if first { course.last() } else { course.first() };
                let source = source.copied().expect("a course has a hexside");
                edit = Some(match (known, river) {
                    (Some(index), Some(river)) => Edit::ChangeRiver(index, River { source, ..river.clone() }),
                    _ => Edit::AddRiver(map.rivers.len(), River { source, ..new(String::new()) }),
                });
            }
        });
    }
    if let Some(edit) = edit {
        inspected.edit(vec![edit]);
    }
}

/// Where a piece begins, in the order of its list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Hex,
    Box,
    Arrives,
}

fn begins(piece: &Piece) -> Begins {
    match piece.at {
        Start::At(Place::Box(_)) => Begins::Box,
        Start::At(_) => Begins::Hex,
        Start::Enters { .. } => Begins::Arrives,
    }
}

/// A hex by its number, as a person types it.
pub(super) fn hex_of(scenario: &Scenario, text: &str) -> Result<Hex, String> {
    scenario.map.grid.parse(text).map_err(|error| error.to_string())
}

fn pieces_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, pieces: &[usize]) {
    let (scenario, game) = (inspected.scenario, inspected.game);
    let rows: Vec<(usize, &Piece)> =
        pieces.iter().filter_map(|index| Some((*index, scenario.pieces.get(*index)?))).collect();
    let Some((_, first)) = rows.first() else { return };
    let place = match (&first.at, rows.len()) {
        (Start::At(place), 1) => place.label(&scenario.map.grid),
        _ => String::new(),
    };
    counted(ui, inspected, rows.len(), "Piece", "pieces", &place);
    let mut edits = Vec::new();
    let mut all = |change: &dyn Fn(&mut Piece)| {
        edits = rows
            .iter()
            .map(|(index, piece)| {
                let mut piece = (*piece).clone();
                change(&mut piece);
                Edit::ChangePiece(*index, piece)
            })
            .collect();
    };
    if let [(index, piece)] = rows[..] {
        let kind = piece_name(scenario, game, index);
        let check = |text: &str| {
            let taken = |other: usize| other != index && piece_name(scenario, game, other) == text;
            match (0..scenario.pieces.len()).find(|other| taken(*other)) {
                Some(_) if !text.is_empty() => Err(format!("Another piece is called {text:?}")),
                _ => Ok(text.to_owned()),
            }
        };
        if let Some(name) = words(ui, "Name", Some(&piece.name), &kind, check) {
            all(&|piece| piece.name.clone_from(&name));
        }
    }
    let kinds = game.pieces();
    let kind =
        agree(rows.iter().map(|(_, piece)| kinds.iter().position(|kind| kind.id == piece.kind))).flatten();
    let names: Vec<String> = kinds.iter().map(|kind| format!("{} · {}", kind.formation, kind.name)).collect();
    if let Some(kind) = choice(ui, "Kind", kind, &names).and_then(|index| kinds.get(index)) {
        all(&|piece| piece.kind.clone_from(&kind.id));
    }
    let can_be_reduced = rows
        .iter()
        .all(|(_, piece)| kinds.iter().any(|kind| kind.id == piece.kind && kind.reduced.is_some()));
    let reduced = agree(rows.iter().map(|(_, piece)| piece.reduced));
    if (can_be_reduced || reduced != Some(false))
        && let Some(reduced) = tick(ui, "Strength", reduced, "Reduced")
    {
        all(&|piece| piece.reduced = reduced);
    }
    let map = &scenario.map;
    let edges: Vec<&Region> = map.regions.iter().filter(|region| region.kind == RegionKind::Edge).collect();
    let begin = agree(rows.iter().map(|(_, piece)| begins(piece)));
    let ways = [Begins::Hex, Begins::Box, Begins::Arrives];
    let names = ["On the map", "In a box", "Arrives later"].map(str::to_owned);
    let at = begin.and_then(|begin| ways.iter().position(|way| *way == begin));
    let mut refused = "";
    if let Some(way) = choice(ui, "Begins", at, &names).and_then(|index| ways.get(index)) {
        let cursor = inspected
            .selection
            .cursor
            .unwrap_or_else(|| map.grid.at(map.grid.columns / 2, map.grid.rows / 2));
        let start = match way {
            Begins::Hex => Some(Start::At(cursor.into())),
            Begins::Box => map.boxes.first().map(|first| Start::At(Place::Box(first.id.clone()))),
            Begins::Arrives => edges.first().map(|edge| Start::Enters { turn: 1, edge: edge.id.clone() }),
        };
        match start {
            Some(start) => all(&|piece| piece.at = start.clone()),
            None if *way == Begins::Box => refused = "The map has no box yet (K).",
            None => refused = "The map has no region of the kind Edge yet (T).",
        }
    }
    match begin {
        Some(Begins::Hex) => {
            let hex = agree(rows.iter().map(|(_, piece)| piece.at.clone()));
            let label = hex.map(|start| match start {
                Start::At(place) => place.label(&map.grid),
                Start::Enters { .. } => String::new(),
            });
            let check = |text: &str| hex_of(scenario, text);
            if let Some(hex) = words(ui, "Hex", label.as_deref(), "0101", check) {
                all(&|piece| piece.at = Start::At(hex.into()));
            }
        }
        Some(Begins::Box) => {
            let id = |piece: &Piece| match &piece.at {
                Start::At(Place::Box(id)) => map.boxes.iter().position(|known| known.id == *id),
                _ => None,
            };
            let names: Vec<String> = map.boxes.iter().map(|known| known.name.clone()).collect();
            let at = agree(rows.iter().map(|(_, piece)| id(piece))).flatten();
            if let Some(chosen) = choice(ui, "Box", at, &names).and_then(|index| map.boxes.get(index)) {
                all(&|piece| piece.at = Start::At(Place::Box(chosen.id.clone())));
            }
        }
        Some(Begins::Arrives) => {
            let of = |piece: &Piece| match &piece.at {
                Start::Enters { turn, edge } => (*turn, edge.clone()),
                Start::At(_) => (1, String::new()),
            };
            let turn = agree(rows.iter().map(|(_, piece)| i64::from(of(piece).0)));
            let last = i64::from(scenario.turns.max(1));
            if let Some(turn) = number(ui, "Turn", turn, 1..=last, "") {
                all(&|piece| piece.at = Start::Enters { turn: turn as u16, edge: of(piece).1 });
            }
            let at =
                agree(rows.iter().map(|(_, piece)| edges.iter().position(|edge| edge.id == of(piece).1)))
                    .flatten();
            let names: Vec<String> = edges.iter().map(|edge| edge.name.clone()).collect();
            if let Some(edge) = choice(ui, "Edge", at, &names).and_then(|index| edges.get(index)) {
                all(&|piece| piece.at = Start::Enters { turn: of(piece).0, edge: edge.id.clone() });
            }
        }
        None => {}
    }
    if !edits.is_empty() {
        inspected.edit(edits);
    }
    if !refused.is_empty() {
        inspected.commands.push(Command::Say(refused.to_owned()));
    }
}

fn labels_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, labels: &[usize]) {
    let scenario = inspected.scenario;
    let map = &scenario.map;
    let rows: Vec<(usize, &Label)> =
        labels.iter().filter_map(|index| Some((*index, map.labels.get(*index)?))).collect();
    let place = match rows[..] {
        [(_, label)] => map.grid.label(label.at),
        _ => String::new(),
    };
    counted(ui, inspected, rows.len(), "Name", "names", &place);
    let mut edits = Vec::new();
    let mut all = |change: &dyn Fn(&mut Label)| {
        edits = rows
            .iter()
            .map(|(index, label)| {
                let mut label = (*label).clone();
                change(&mut label);
                Edit::ChangeLabel(*index, label)
            })
            .collect();
    };
    let text = agree(rows.iter().map(|(_, label)| label.text.as_str()));
    let check = |text: &str| {
        if text.is_empty() {
            Err("A name needs a letter; Delete removes it".to_owned())
        } else {
            Ok(text.to_owned())
        }
    };
    if let Some(text) = words(ui, "Text", text, "", check) {
        all(&|label| label.text.clone_from(&text));
    }
    let kind = agree(rows.iter().map(|(_, label)| label.kind));
    let at = kind.and_then(|kind| KINDS.iter().position(|known| *known == kind));
    if let Some(kind) = choice(ui, "Kind", at, &KINDS.map(|kind| kind_name(kind).to_owned())) {
        all(&|label| label.kind = KINDS[kind]);
    }
    let size = agree(rows.iter().map(|(_, label)| i64::from(label.size)));
    if let Some(size) = number(ui, "Size", size, 50..=300, " %") {
        all(&|label| label.size = size as u16);
    }
    if let [(_, label)] = rows[..] {
        let check = |text: &str| hex_of(scenario, text);
        if let Some(hex) = words(ui, "At", Some(&map.grid.label(label.at)), "0101", check) {
            all(&|label| label.at = hex);
        }
        let to = label.to.map(|to| map.grid.label(to)).unwrap_or_default();
        let check = |text: &str| if text.is_empty() { Ok(None) } else { hex_of(scenario, text).map(Some) };
        if let Some(to) = words(ui, "To", Some(&to), "no end", check) {
            all(&|label| label.to = to.filter(|to| *to != label.at));
        }
    }
    if rows.iter().all(|(_, label)| label.to.is_none()) {
        let free = agree(rows.iter().map(|(_, label)| label.angle.is_some()));
        if let Some(by_hand) = tick(ui, "Angle", free, "Set by hand") {
            all(&|label| label.angle = by_hand.then_some(0));
        }
        if free == Some(true) {
            let angle = agree(rows.iter().map(|(_, label)| i64::from(label.angle.unwrap_or(0))));
            if let Some(angle) = number(ui, "Degrees", angle, -90..=90, "°") {
                all(&|label| label.angle = Some(angle as i16));
            }
        }
    }
    if !edits.is_empty() {
        inspected.edit(edits);
    }
}

fn roads_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, roads: &[usize]) {
    let map = &inspected.scenario.map;
    let rows: Vec<(usize, &Road)> =
        roads.iter().filter_map(|index| Some((*index, map.roads.get(*index)?))).collect();
    let ends = match rows[..] {
        [(_, road)] => match (road.hexes.first(), road.hexes.last()) {
            (Some(a), Some(b)) => format!("{} to {}", map.grid.label(*a), map.grid.label(*b)),
            _ => String::new(),
        },
        _ => String::new(),
    };
    counted(ui, inspected, rows.len(), "Road", "roads", &ends);
    let mut edits = Vec::new();
    let mut all = |change: &dyn Fn(&mut Road)| {
        edits = rows
            .iter()
            .map(|(index, road)| {
                let mut road = (*road).clone();
                change(&mut road);
                Edit::ChangeRoad(*index, road)
            })
            .collect();
    };
    let name = agree(rows.iter().map(|(_, road)| road.name.as_str()));
    if let Some(name) = words(ui, "Name", name, "no name", |text| Ok::<_, String>(text.to_owned())) {
        all(&|road| road.name.clone_from(&name));
    }
    let kind = agree(rows.iter().map(|(_, road)| road.kind));
    let at = kind.and_then(|kind| RoadKind::ALL.iter().position(|known| *known == kind));
    if let Some(kind) = choice(ui, "Kind", at, &RoadKind::ALL.map(|kind| kind.name().to_owned())) {
        all(&|road| road.kind = RoadKind::ALL[kind]);
    }
    let hexes: usize = rows.iter().map(|(_, road)| road.hexes.len()).sum();
    fact(ui, "Length", &format!("{hexes} hexes"));
    if !edits.is_empty() {
        inspected.edit(edits);
    }
}

fn regions_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, regions: &[usize]) {
    let map = &inspected.scenario.map;
    let rows: Vec<(usize, &Region)> =
        regions.iter().filter_map(|index| Some((*index, map.regions.get(*index)?))).collect();
    counted(ui, inspected, rows.len(), "Region", "regions", "");
    let mut edits = Vec::new();
    let mut all = |change: &dyn Fn(&mut Region)| {
        edits = rows
            .iter()
            .map(|(index, region)| {
                let mut region = (*region).clone();
                change(&mut region);
                Edit::ChangeRegion(*index, region)
            })
            .collect();
    };
    if let [(index, region)] = rows[..] {
        let check = |text: &str| {
            let taken = |(other, row): (usize, &Region)| other != index && row.name == text;
            if text.is_empty() {
                Err("A region needs a name".to_owned())
            } else if map.regions.iter().enumerate().any(taken) {
                Err(format!("Another region is called {text:?}"))
            } else {
                Ok(text.to_owned())
            }
        };
        if let Some(name) = words(ui, "Name", Some(&region.name), "", check) {
            all(&|region| region.name.clone_from(&name));
        }
    }
    let kind = agree(rows.iter().map(|(_, region)| region.kind));
    let at = kind.and_then(|kind| REGION_KINDS.iter().position(|(known, _)| *known == kind));
    if let Some(kind) = choice(ui, "Kind", at, &REGION_KINDS.map(|(_, name)| name.to_owned())) {
        all(&|region| region.kind = REGION_KINDS[kind].0);
    }
    let role = agree(rows.iter().map(|(_, region)| region.role.as_str()));
    let mut names: Vec<String> = ROLES.map(|(_, name)| name.to_owned()).into();
    let at = role.map(|role| {
        ROLES.iter().position(|(known, _)| *known == role).unwrap_or_else(|| {
            // A role of the scenario's own.
            names.push(role.to_owned());
            names.len() - 1
        })
    });
    if let Some((role, _)) = choice(ui, "Colour", at, &names).and_then(|index| ROLES.get(index)) {
        all(&|region| (*role).clone_into(&mut region.role));
    }
    let hexes: usize = rows.iter().map(|(_, region)| region.hexes.len()).sum();
    fact(ui, "Hexes", &hexes.to_string());
    let inner = rows.iter().find_map(|(_, region)| {
        let of_border = region.kind == RegionKind::Edge;
        region.hexes.iter().find(|hex| of_border && !map.grid.is_edge(**hex))
    });
    if let Some(hex) = inner {
        remark(ui, &format!("{} does not lie on the border of the map.", map.grid.label(*hex)));
    }
    if !edits.is_empty() {
        inspected.edit(edits);
    }
}

/// The pieces that begin in a box.
fn inside_ui(ui: &mut Ui, inspected: &mut Inspected<'_>, index: usize) {
    let (scenario, game) = (inspected.scenario, inspected.game);
    let Some(known) = scenario.map.boxes.get(index) else { return };
    let inside = |piece: &Piece| matches!(&piece.at, Start::At(Place::Box(id)) if *id == known.id);
    ui.add_space(space::XS);
    for (at, _) in scenario.pieces.iter().enumerate().filter(|(_, piece)| inside(piece)) {
        let name = piece_name(scenario, game, at);
        if (Row { text: &name, icon: Some("piece"), ..Row::default() }).show(ui).clicked() {
            inspected.commands.push(Command::Choose(Selection::thing(Thing::Piece(at))));
        }
    }
}

/// The fields of a box or a track; answers with what was changed in them.
fn box_ui(ui: &mut Ui, scenario: &Scenario, index: usize) -> Vec<Edit> {
    let map = &scenario.map;
    let Some(known) = map.boxes.get(index) else { return Vec::new() };
    let mut edits = Vec::new();
    let mut change = |change: &dyn Fn(&mut MapBox)| {
        let mut new = known.clone();
        change(&mut new);
        edits = vec![Edit::ChangeBox(index, new)];
    };
    let check = |text: &str| {
        let taken = |(other, row): (usize, &MapBox)| other != index && row.name == text;
        if text.is_empty() {
            Err("A box needs a name".to_owned())
        } else if map.boxes.iter().enumerate().any(taken) {
            Err(format!("Another box is called {text:?}"))
        } else {
            Ok(text.to_owned())
        }
    };
    if let Some(name) = words(ui, "Name", Some(&known.name), "", check) {
        change(&|new| new.name.clone_from(&name));
    }
    if let Some(note) =
        words(ui, "Note", Some(&known.note), "a sentence to print", |text| Ok::<_, String>(text.to_owned()))
    {
        change(&|new| new.note.clone_from(&note));
    }
    if known.spaces > 0
        && let Some(spaces) = number(ui, "Spaces", Some(i64::from(known.spaces)), 1..=200, "")
    {
        change(&|new| new.spaces = spaces as u16);
    }
    if let Some(on_board) = tick(ui, "Printed", Some(known.on_board), "Beside the map") {
        change(&|new| new.on_board = on_board);
    }
    if known.spaces == 0 {
        let edges: Vec<&Region> =
            map.regions.iter().filter(|region| region.kind == RegionKind::Edge).collect();
        let mut names = vec!["None".to_owned()];
        names.extend(edges.iter().map(|edge| format!("{}, {} hexes", edge.name, edge.hexes.len())));
        let at = match known.edge.as_str() {
            "" => Some(0),
            id => edges.iter().position(|edge| edge.id == id).map(|at| at + 1),
        };
        if let Some(chosen) = choice(ui, "Enters by", at, &names) {
            let edge = chosen.checked_sub(1).and_then(|at| edges.get(at)).map_or("", |edge| edge.id.as_str());
            change(&|new| edge.clone_into(&mut new.edge));
        }
        let others: Vec<usize> =
            (0..map.boxes.len()).filter(|other| *other != index && map.boxes[*other].spaces == 0).collect();
        let near: BTreeSet<&str> = known.next.iter().map(String::as_str).collect();
        for (at, other) in others.iter().enumerate() {
            let Some(row_of) = map.boxes.get(*other) else { continue };
            let mut is_near = near.contains(row_of.id.as_str());
            row(ui, if at == 0 { "Next to" } else { "" }, |ui| {
                let words = egui::RichText::new(&row_of.name).font(body(ui));
                if ui.checkbox(&mut is_near, words).clicked() {
                    edits = crate::tools::joined(map, index, *other, is_near);
                }
            });
        }
    }
    edits
}
