//! Saving: from a [`Scenario`] to the text of its files, in canonical form or over what a person wrote.

use std::fmt::Write as _;

use super::form::{level_sign, place_text, run_texts, side_order, side_text};
use super::ron::{self, quote};
use super::{FORMAT, Map, MapBox, Memory, Piece, Region, RiverWidth, Road, Scenario, Start, load};
use crate::hex::{Grid, Hex};
use crate::problem::Problem;

/// The files of a scenario in canonical form: name and text, the scenario's own first.
pub fn save(scenario: &Scenario) -> Vec<(String, String)> {
    let mut files = vec![(scenario.files.scenario.clone(), canonical(&scenario_text(scenario)))];
    if let Some(name) = &scenario.files.map {
        files.push((name.clone(), canonical(&map_text(&scenario.map, true))));
    }
    if let Some(name) = &scenario.files.counters {
        let text = format!("(format:{FORMAT},counters:{})", counters_text(scenario));
        files.push((name.clone(), canonical(&text)));
    }
    if let Some(name) = &scenario.files.forces {
        let text = format!("(format:{FORMAT},pieces:{})", pieces_text(scenario));
        files.push((name.clone(), canonical(&text)));
    }
    files
}

/// What [`save_over`] makes of the files that are there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Saved {
    /// Name and text of every file, the scenario's own first.
    pub files: Vec<(String, String)>,
    /// The comments that have no place any more, as remarks with their place in the old file.
    pub lost: Vec<Problem>,
}

/// The files of a scenario, written over the old ones: what did not change keeps its bytes, its order of fields
/// and its comments. What had mistakes is written in canonical form.
pub fn save_over(scenario: &Scenario, old: &[(String, String)]) -> Saved {
    let fresh = save(scenario);
    let memory: Memory = old.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let before = load(&memory, &scenario.files.scenario);
    let base = match &before.value {
        Some(value) if !before.has_errors() => save(value),
        _ => Vec::new(),
    };
    let text_of = |files: &[(String, String)], name: &str| {
        files.iter().find(|(other, _)| other == name).map(|(_, text)| text.clone())
    };
    let mut saved = Saved::default();
    for (name, new) in &fresh {
        let merged = match (text_of(old, name), text_of(&base, name)) {
            (Some(old), Some(base)) => ron::merge(&old, &base, new),
            _ => None,
        };
        saved.files.push((name.clone(), merged.unwrap_or_else(|| new.clone())));
    }
    // Trust is good; a file that does not say what was meant is the one thing that must not happen.
    if saved.files != fresh {
        let memory: Memory = saved.files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let back = load(&memory, &scenario.files.scenario);
        if back.value.as_ref() != Some(scenario) {
            saved.files = fresh;
        }
    }
    for (name, new) in &saved.files {
        if let Some(old) = text_of(old, name) {
            saved.lost.extend(ron::lost_comments(&old, new, name));
        }
    }
    saved
}

/// Compact text laid out.
fn canonical(text: &str) -> String {
    let tree = ron::parse_own(text).into_result().expect("what is written here is well formed");
    let mut out = String::with_capacity(text.len() * 2);
    ron::layout(tree.root(), 2, 0, &mut out);
    out.push('\n');
    out
}

/// How deep a block of the game may stand in a file.
const BLOCK_DEPTH: usize = 6;

/// Is there a block of the game, and can it be written so that it is read again?
pub(super) fn is_block(text: &str) -> bool {
    block(text).is_some()
}

/// A block of the game as it can stand within other text, on one line and without comments; nothing if there is
/// none, or one that would not be read again.
pub(super) fn block(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let tree = ron::parse(text, "").into_result().ok()?;
    let line = ron::one_line(tree.root());
    let inside = format!("{}{line}{}", "[".repeat(BLOCK_DEPTH), "]".repeat(BLOCK_DEPTH));
    ron::parse(&inside, "").into_result().is_ok().then_some(line)
}

/// Adds `name: "value"` where the value is not empty.
fn text_field(name: &str, value: &str, out: &mut String) {
    if !value.is_empty() {
        let _ = write!(out, "{name}:{},", quote(value));
    }
}

fn scenario_text(scenario: &Scenario) -> String {
    let mut out = format!("(format:{FORMAT},");
    match block(&scenario.game_block).filter(|block| block.starts_with('(')) {
        Some(block) => _ = write!(out, "game:{}{block},", scenario.game),
        None => _ = write!(out, "game:{},", quote(&scenario.game)),
    }
    let _ = write!(out, "title:{},", quote(&scenario.title));
    text_field("subtitle", &scenario.subtitle, &mut out);
    text_field("note", &scenario.note, &mut out);
    text_field("credits", &scenario.credits, &mut out);
    let _ = write!(out, "turns:{},", scenario.turns);
    match &scenario.files.map {
        Some(name) => text_field("map", name, &mut out),
        None => _ = write!(out, "map:{},", map_text(&scenario.map, false)),
    }
    match &scenario.files.counters {
        Some(name) => text_field("counters", name, &mut out),
        None if scenario.counters.is_empty() => {}
        None => _ = write!(out, "counters:{},", counters_text(scenario)),
    }
    match &scenario.files.forces {
        Some(name) => text_field("forces", name, &mut out),
        None if scenario.pieces.is_empty() => {}
        None => _ = write!(out, "pieces:{},", pieces_text(scenario)),
    }
    for (name, values) in [("tweaks", &scenario.tweaks), ("colours", &scenario.colours)] {
        if values.is_empty() {
            continue;
        }
        let _ = write!(out, "{name}:{{");
        for (key, value) in values {
            let _ = write!(out, "{}:{},", quote(key), quote(value));
        }
        out.push_str("},");
    }
    out.push(')');
    out
}

fn counters_text(scenario: &Scenario) -> String {
    let counters: Vec<String> = scenario.counters.iter().map(ron::compact).collect();
    format!("[{}]", counters.join(","))
}

fn map_text(map: &Map, own_file: bool) -> String {
    let mut out = String::with_capacity(map.cells.len() * 2 + map.sides.len() * 24);
    out.push('(');
    if own_file {
        let _ = write!(out, "format:{FORMAT},");
    }
    text_field("name", &map.name, &mut out);
    text_field("note", &map.note, &mut out);
    let _ = write!(out, "grid:{},", ron::compact(&map.grid));
    out.push_str("legend:{");
    for (letter, id) in &map.legend {
        let _ = write!(out, "{}:{},", quote(&letter.to_string()), quote(id));
    }
    out.push_str("},");
    // A cell without its letter cannot come from a file or an edit; it is written so that the reader complains.
    let letter = |cell: &u8| map.legend.get(usize::from(*cell)).map_or('?', |(letter, _)| *letter);
    rows("rows", &map.grid, map.cells.iter().map(letter), &mut out);
    if !map.levels.is_empty() {
        rows("levels", &map.grid, map.levels.iter().map(|level| level_sign(*level)), &mut out);
    }
    if !map.sides.is_empty() {
        let mut sides: Vec<_> = map.sides.iter().collect();
        sides.sort_by_key(|(side, _)| side_order(&map.grid, **side));
        out.push_str("sides:{");
        for (side, feature) in sides {
            let _ = write!(out, "{}:{},", quote(&side_text(&map.grid, *side)), quote(feature));
        }
        out.push_str("},");
    }
    list("roads", &map.roads, &mut out, |road, out| road_text(&map.grid, road, out));
    list("rivers", &map.rivers, &mut out, |river, out| {
        out.push('(');
        text_field("name", &river.name, out);
        if river.width != RiverWidth::default() {
            let _ = write!(out, "width:{},", ron::compact(&river.width));
        }
        let _ = write!(out, "source:{})", quote(&side_text(&map.grid, river.source)));
    });
    list("contours", &map.contours, &mut out, |contour, out| {
        let _ = write!(out, "(height:{},", contour.height);
        hexes_field(&map.grid, &contour.hexes, out);
        out.push(')');
    });
    list("regions", &map.regions, &mut out, |region, out| region_text(&map.grid, region, out));
    list("labels", &map.labels, &mut out, |label, out| {
        let kind = ron::compact(&label.kind);
        let _ =
            write!(out, "(text:{},kind:{kind},at:{},", quote(&label.text), quote(&map.grid.label(label.at)));
        if let Some(to) = label.to {
            let _ = write!(out, "to:{},", quote(&map.grid.label(to)));
        }
        if label.size != 100 {
            let _ = write!(out, "size:{},", label.size);
        }
        if let Some(angle) = label.angle {
            let _ = write!(out, "angle:{angle},");
        }
        out.push(')');
    });
    list("boxes", &map.boxes, &mut out, box_text);
    list("without", &map.without, &mut out, |part, out| out.push_str(&ron::compact(part)));
    out.push(')');
    out
}

fn rows(name: &str, grid: &Grid, letters: impl Iterator<Item = char>, out: &mut String) {
    let _ = write!(out, "{name}:[");
    let mut row = String::new();
    let mut length = 0;
    for letter in letters {
        row.push(letter);
        length += 1;
        if length == grid.columns {
            let _ = write!(out, "{},", quote(&row));
            row.clear();
            length = 0;
        }
    }
    out.push_str("],");
}

fn list<T>(name: &str, values: &[T], out: &mut String, write_one: impl Fn(&T, &mut String)) {
    if values.is_empty() {
        return;
    }
    let _ = write!(out, "{name}:[");
    for value in values {
        write_one(value, out);
        out.push(',');
    }
    out.push_str("],");
}

fn region_text(grid: &Grid, region: &Region, out: &mut String) {
    let _ = write!(out, "(id:{},", quote(&region.id));
    text_field("name", &region.name, out);
    let _ = write!(out, "kind:{},", ron::compact(&region.kind));
    text_field("role", &region.role, out);
    hexes_field(grid, &region.hexes, out);
    out.push(')');
}

/// Adds hexes as numbers and runs.
fn hexes_field(grid: &Grid, hexes: &[Hex], out: &mut String) {
    out.push_str("hexes:[");
    for run in run_texts(grid, hexes) {
        let _ = write!(out, "{},", quote(&run));
    }
    out.push_str("],");
}

fn road_text(grid: &Grid, road: &Road, out: &mut String) {
    let _ = write!(out, "(kind:{},", ron::compact(&road.kind));
    text_field("name", &road.name, out);
    out.push_str("hexes:[");
    for hex in &road.hexes {
        let _ = write!(out, "{},", quote(&grid.label(*hex)));
    }
    out.push_str("])");
}

fn box_text(holder: &MapBox, out: &mut String) {
    let _ = write!(out, "(id:{},", quote(&holder.id));
    text_field("name", &holder.name, out);
    text_field("note", &holder.note, out);
    if !holder.next.is_empty() {
        let next: Vec<String> = holder.next.iter().map(|id| quote(id)).collect();
        let _ = write!(out, "next:[{}],", next.join(","));
    }
    text_field("edge", &holder.edge, out);
    if holder.spaces > 0 {
        let _ = write!(out, "spaces:{},", holder.spaces);
    }
    if holder.on_board {
        out.push_str("on_board:true,");
    }
    out.push(')');
}

fn pieces_text(scenario: &Scenario) -> String {
    let mut out = String::from("[");
    for piece in &scenario.pieces {
        piece_text(&scenario.map.grid, piece, &mut out);
        out.push(',');
    }
    out.push(']');
    out
}

fn piece_text(grid: &Grid, piece: &Piece, out: &mut String) {
    let _ = write!(out, "(id:{},kind:{},", quote(&piece.id), quote(&piece.kind));
    text_field("name", &piece.name, out);
    match &piece.at {
        Start::At(place) => text_field("at", &place_text(grid, place), out),
        Start::Enters { turn, edge } => _ = write!(out, "enters:(turn:{turn},edge:{}),", quote(edge)),
    }
    if piece.reduced {
        out.push_str("reduced:true,");
    }
    if let Some(block) = block(&piece.game_block) {
        let _ = write!(out, "game:{block},");
    }
    out.push(')');
}
