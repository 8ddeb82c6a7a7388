//! Reading a map, from a file of its own or from inside a scenario.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

use super::form::{Fault, level_of, parse_run, parse_side};
use super::load::MAX_LISTED;
use super::ron::{Fields, Kind, Node};
use super::{
    Contour, Furniture, LABEL_ANGLES, LABEL_SIZES, Label, MAX_SPACES, Map, MapBox, Region, RegionKind, River,
    RiverWidth, Road,
};
use crate::hex::{Grid, Hex, HexSide};
use crate::problem::{Problem, name_hint};

const FIELDS: [&str; 15] = [
    "name", "note", "grid", "legend", "rows", "levels", "sides", "roads", "rivers", "contours", "regions",
    "labels", "boxes", "without", "format",
];

/// Which lists of a map were read without mistakes, so that an id they do not have is a mistake of whoever names
/// it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Parts {
    pub regions: bool,
    pub boxes: bool,
}

/// Reads a map; `None` only where it has no grid that can be used.
pub(super) fn read(node: Node<'_>, own_file: bool, problems: &mut Vec<Problem>) -> Option<(Map, Parts)> {
    let known = if own_file { &FIELDS[..] } else { &FIELDS[..14] };
    let before = problems.len();
    let fields = node.known_fields(known, problems);
    // One of the strangers may be a list under a misspelt name, or stand in its place.
    let strangers = problems.len() > before || !node.is_whole();
    let grid = grown(grid(fields, problems)?, fields, problems);
    let legend = fields.need("legend", problems).map_or_else(Vec::new, |node| legend(node, problems));
    let cells =
        fields.need("rows", problems).map_or_else(Vec::new, |node| cells(&grid, &legend, node, problems));
    let mut map = Map {
        name: fields.read_or("name", String::new(), problems),
        note: fields.read_or("note", String::new(), problems),
        grid,
        legend,
        cells,
        ..Map::default()
    };
    map.cells.resize(grid.len(), 0);
    if let Some(node) = fields.get("levels") {
        map.levels = levels(&grid, node, problems);
        map.levels.resize(grid.len(), 0);
    }
    if let Some(node) = fields.get("sides") {
        sides(&mut map, node, problems);
    }
    if let Some(node) = fields.get("roads") {
        roads(&mut map, node, problems);
    }
    if let Some(node) = fields.get("rivers") {
        rivers(&mut map, node, problems);
    }
    if let Some(node) = fields.get("contours") {
        contours(&mut map, node, problems);
    }
    let mut parts = Parts { regions: !strangers, boxes: !strangers };
    if let Some(node) = fields.get("regions") {
        parts.regions &= without_more(problems, |problems| regions(&mut map, node, problems));
    }
    if let Some(node) = fields.get("labels") {
        labels(&mut map, node, problems);
    }
    if let Some(node) = fields.get("boxes") {
        parts.boxes &= without_more(problems, |problems| boxes(&mut map, node, parts.regions, problems));
    }
    if let Some(node) = fields.get("without") {
        map.without = without(node, problems);
    }
    Some((map, parts))
}

/// Did reading something bring no problem?
fn without_more(problems: &mut Vec<Problem>, read: impl FnOnce(&mut Vec<Problem>)) -> bool {
    let before = problems.len();
    read(problems);
    problems.len() == before
}

/// The grid, as large as the rows that are there. Where it was written too small, that is one problem, and not one
/// of each row and each hex beyond it.
fn grown(grid: Grid, fields: Fields<'_>, problems: &mut Vec<Problem>) -> Grid {
    let Some(rows) = fields.get("rows").filter(|node| node.kind() == Kind::List) else { return grid };
    let count = rows.items().count();
    let mut lengths = rows.items().map(|row| row.as_text().map(|text| text.chars().count()));
    let first = lengths.next().flatten().unwrap_or(0);
    let alike = count > 1 && lengths.all(|length| length == Some(first));
    let mut grown = grid;
    if count > usize::from(grid.rows) {
        grown.rows = u16::try_from(count).unwrap_or(u16::MAX);
    }
    if alike && first > usize::from(grid.columns) {
        grown.columns = u16::try_from(first).unwrap_or(u16::MAX);
    }
    if grown.problem().is_some() {
        return grid;
    }
    if grown.columns > grid.columns {
        let message = format!("found rows of {first} letters, expected {} as the grid says", grid.columns);
        problems.push(rows.problem(message));
    }
    if grown.rows > grid.rows {
        problems.push(rows.problem(format!("found {count} rows, expected {}", grid.rows)));
    }
    grown
}

fn grid(fields: Fields<'_>, problems: &mut Vec<Problem>) -> Option<Grid> {
    let node = fields.need("grid", problems)?;
    let read = node.read_all::<Grid>();
    problems.extend(read.problems);
    let grid = read.value?;
    match grid.problem() {
        None => Some(grid),
        Some(message) => {
            problems.push(node.problem(message));
            None
        }
    }
}

fn legend(node: Node<'_>, problems: &mut Vec<Problem>) -> Vec<(char, String)> {
    let mut legend: Vec<(char, String)> = Vec::new();
    if !is_map(node, "{\".\": \"plain\"}", problems) {
        return legend;
    }
    for (key, value) in node.entries() {
        if legend.len() == 255 {
            problems.push(key.problem("found more than 255 letters, expected at most so many"));
            break;
        }
        let text =
            if key.kind() == Kind::Char { key.read::<char>().map(String::from).ok() } else { key.as_text() };
        let mut letters = text.iter().flat_map(|text| text.chars());
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            problems.push(key.problem(format!("found {}, expected one letter in quotes", key.excerpt())));
            continue;
        };
        if legend.iter().any(|(other, _)| *other == letter) {
            problems.push(key.problem(format!("found the letter \"{letter}\" a second time")));
            continue;
        }
        match value.read::<String>() {
            Ok(id) => legend.push((letter, id)),
            Err(problem) => problems.push(problem),
        }
    }
    legend
}

fn cells(grid: &Grid, legend: &[(char, String)], node: Node<'_>, problems: &mut Vec<Problem>) -> Vec<u8> {
    let known = legend.iter().map(|(letter, id)| format!("\"{letter}\" {id}")).collect::<Vec<_>>().join(", ");
    rows(grid, node, "letter", problems, |letter| {
        let cell = legend.iter().position(|(other, _)| *other == letter);
        // Without a legend it is the legend that is wrong.
        let cell = if legend.is_empty() { Some(0) } else { cell };
        cell.map(|cell| cell as u8).ok_or_else(|| {
            (
                format!("found \"{letter}\", expected a letter of the legend"),
                format!("the legend has {known}"),
            )
        })
    })
}

fn levels(grid: &Grid, node: Node<'_>, problems: &mut Vec<Problem>) -> Vec<i8> {
    rows(grid, node, "sign", problems, |sign| {
        level_of(sign).ok_or_else(|| {
            let hint = "\"0\" to \"9\", \"a\" to \"z\" for 10 to 35, \"A\" to \"Z\" for -1 to -26";
            (format!("found \"{sign}\", expected a level"), hint.to_owned())
        })
    })
}

/// One text a row of hexes, one sign a hex. Each sign is turned into a value or a message and a hint.
fn rows<T: Copy + Default>(
    grid: &Grid,
    node: Node<'_>,
    word: &str,
    problems: &mut Vec<Problem>,
    value_of: impl Fn(char) -> Result<T, (String, String)>,
) -> Vec<T> {
    let mut out = Vec::new();
    let mut count = 0;
    let columns = usize::from(grid.columns);
    for (index, row) in list(node, "rows", problems).enumerate() {
        count += 1;
        if count > usize::from(grid.rows) || problems.len() > MAX_LISTED {
            continue;
        }
        let Some(text) = row.as_text() else {
            if row.kind() != Kind::Broken {
                problems.push(row.problem(format!("found {}, expected a row in quotes", row.excerpt())));
            }
            out.resize((index + 1) * columns, T::default());
            continue;
        };
        let mut complained: Vec<char> = Vec::new();
        let mut length = 0;
        for (column, letter) in text.chars().enumerate() {
            length += 1;
            if column >= columns {
                continue;
            }
            let value = value_of(letter).unwrap_or_else(|(message, hint)| {
                if !complained.contains(&letter) && complained.len() < 8 {
                    complained.push(letter);
                    problems.push(row.problem_inside(column + 1, message).hint(hint));
                }
                T::default()
            });
            out.push(value);
        }
        if length != columns {
            let (number, s) = (index + 1, if length == 1 { "" } else { "s" });
            let message = format!("row {number} has {length} {word}{s}, expected {columns}");
            problems.push(row.problem_inside(length.min(columns) + 1, message));
        }
        out.resize((index + 1) * columns, T::default());
    }
    if count != usize::from(grid.rows) {
        let s = if count == 1 { "" } else { "s" };
        problems.push(node.problem(format!("found {count} row{s}, expected {}", grid.rows)));
    }
    out
}

fn sides(map: &mut Map, node: Node<'_>, problems: &mut Vec<Problem>) {
    if !is_map(node, "{\"0101|0102\": \"river\"}", problems) {
        return;
    }
    for (key, value) in node.entries() {
        if problems.len() > MAX_LISTED {
            return;
        }
        let side = side(&map.grid, key, problems);
        let feature = text(value, "the id of a hexside feature in quotes", problems);
        if let (Some(side), Some(feature)) = (side, feature)
            && map.sides.insert(side, feature).is_some()
        {
            problems.push(key.problem(format!("found the hexside {} a second time", key.text())));
        }
    }
}

fn regions(map: &mut Map, node: Node<'_>, problems: &mut Vec<Problem>) {
    let mut ids = BTreeMap::new();
    let mut total = 0;
    for node in list(node, "regions", problems) {
        if problems.len() > MAX_LISTED {
            return;
        }
        let fields = node.known_fields(&["id", "name", "kind", "role", "hexes"], problems);
        let id: Option<String> = fields.read("id", problems);
        let kind = fields.read("kind", problems);
        let name = fields.read_or("name", String::new(), problems);
        let role = fields.read_or("role", String::new(), problems);
        let hexes = fields
            .need("hexes", problems)
            .map_or_else(Vec::new, |node| runs(&map.grid, node, &mut total, problems));
        if let Some(id) = id {
            unique(node, &id, &mut ids, problems);
            let kind = kind.unwrap_or(RegionKind::Zone);
            map.regions.push(Region { id, name, kind, role, hexes });
        }
    }
}

/// A list of hexes and runs; `total` counts those of all lists of this kind.
fn runs(grid: &Grid, node: Node<'_>, total: &mut usize, problems: &mut Vec<Problem>) -> Vec<Hex> {
    let mut hexes = Vec::new();
    for run in list(node, "hexes", problems) {
        let before = hexes.len();
        if let Some(text) = text(run, "a hex number or a run such as \"0101-0901\"", problems)
            && let Err(fault) = parse_run(grid, &text, &mut hexes)
        {
            complain(run, fault, problems);
        }
        *total += hexes.len() - before;
        if hexes.len() > grid.len() || *total > Grid::MAX_HEXES || problems.len() > MAX_LISTED {
            problems.push(run.problem("found more hexes than the map has, expected each once"));
            break;
        }
    }
    hexes
}

fn roads(map: &mut Map, node: Node<'_>, problems: &mut Vec<Problem>) {
    for node in list(node, "roads", problems) {
        if problems.len() > MAX_LISTED {
            return;
        }
        let fields = node.known_fields(&["kind", "name", "hexes"], problems);
        let kind = fields.read("kind", problems);
        let name = fields.read_or("name", String::new(), problems);
        let Some(list_node) = fields.need("hexes", problems) else { continue };
        let before = problems.len();
        let hexes = course(&map.grid, list_node, problems);
        if hexes.len() < 2 {
            // A course that is cut short by a mistake was complained about already.
            if problems.len() == before {
                let message = format!("found {}, expected two hexes or more", list_node.excerpt());
                problems.push(list_node.problem(message));
            }
            continue;
        }
        if let Some(kind) = kind {
            map.roads.push(Road { kind, name, hexes });
        }
    }
}

/// Hexes of which each is next to the one before it, up to the first that is not.
fn course(grid: &Grid, node: Node<'_>, problems: &mut Vec<Problem>) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = Vec::new();
    for node in list(node, "hexes", problems) {
        let Some(next) = hex(grid, node, problems) else { break };
        if let Some(last) = hexes.last().filter(|last| !last.is_adjacent(next)) {
            let (from, to) = (grid.label(*last), grid.label(next));
            let message = match last.distance(next) {
                0 => format!("found hex {to} twice in a row, expected a neighbour of it"),
                n => format!("found hex {to}, {n} from {from}, expected a neighbour of {from}"),
            };
            let meant = grid.neighbours(*last).map(|(_, hex)| hex).min_by_key(|hex| hex.distance(next));
            let mut problem = node.problem(message);
            problem.hint = meant.map(|hex| format!("the next hex is such as {}", grid.label(hex)));
            problems.push(problem);
            break;
        }
        hexes.push(next);
    }
    hexes
}

fn rivers(map: &mut Map, node: Node<'_>, problems: &mut Vec<Problem>) {
    for node in list(node, "rivers", problems) {
        if problems.len() > MAX_LISTED {
            return;
        }
        let fields = node.known_fields(&["name", "width", "source"], problems);
        let name = fields.read_or("name", String::new(), problems);
        let width = fields.read_or("width", RiverWidth::default(), problems);
        let source = fields.need("source", problems).and_then(|node| side(&map.grid, node, problems));
        if let Some(source) = source {
            map.rivers.push(River { name, width, source });
        }
    }
}

fn contours(map: &mut Map, node: Node<'_>, problems: &mut Vec<Problem>) {
    let mut total = 0;
    for node in list(node, "contours", problems) {
        if problems.len() > MAX_LISTED {
            return;
        }
        let fields = node.known_fields(&["height", "hexes"], problems);
        let height = fields.read("height", problems);
        let hexes = fields.need("hexes", problems).map(|node| runs(&map.grid, node, &mut total, problems));
        if let (Some(height), Some(hexes)) = (height, hexes) {
            map.contours.push(Contour { height, hexes });
        }
    }
}

fn without(node: Node<'_>, problems: &mut Vec<Problem>) -> Vec<Furniture> {
    let mut parts = Vec::new();
    for node in list(node, "without", problems) {
        if problems.len() > MAX_LISTED {
            break;
        }
        match node.read::<Furniture>() {
            Ok(part) if parts.contains(&part) => {
                problems.push(node.problem(format!("found {} a second time", node.text())));
            }
            Ok(part) => parts.push(part),
            Err(problem) => problems.push(problem),
        }
    }
    parts
}

/// A whole number between two others; `None` if it is left out or wrong.
fn within<T>(
    fields: Fields<'_>,
    name: &str,
    bounds: &RangeInclusive<T>,
    unit: &str,
    problems: &mut Vec<Problem>,
) -> Option<T>
where
    T: DeserializeOwned + PartialOrd + Display,
{
    let node = fields.get(name)?;
    let value = node.read_all::<T>();
    problems.extend(value.problems);
    let value = value.value?;
    if bounds.contains(&value) {
        return Some(value);
    }
    let (least, most) = (bounds.start(), bounds.end());
    problems.push(node.problem(format!("found {value}, expected {least} to {most}{unit}")));
    None
}

fn labels(map: &mut Map, node: Node<'_>, problems: &mut Vec<Problem>) {
    for node in list(node, "labels", problems) {
        if problems.len() > MAX_LISTED {
            return;
        }
        let fields = node.known_fields(&["text", "kind", "at", "to", "size", "angle"], problems);
        let text: Option<String> = fields.read("text", problems);
        let kind = fields.read("kind", problems);
        let at = fields.need("at", problems).and_then(|node| hex(&map.grid, node, problems));
        let to = fields.get("to").and_then(|node| hex(&map.grid, node, problems));
        let size = within(fields, "size", &LABEL_SIZES, " per cent", problems).unwrap_or(100);
        let angle = within(fields, "angle", &LABEL_ANGLES, " degrees", problems);
        if let (Some(text), Some(kind), Some(at)) = (text, kind, at) {
            map.labels.push(Label { to, size, angle, ..Label::new(text, kind, at) });
        }
    }
}

fn boxes(map: &mut Map, list_node: Node<'_>, known_regions: bool, problems: &mut Vec<Problem>) {
    let mut ids = BTreeMap::new();
    for node in list(list_node, "boxes", problems) {
        if problems.len() > MAX_LISTED {
            return;
        }
        let known = ["id", "name", "note", "next", "edge", "spaces", "on_board"];
        let fields = node.known_fields(&known, problems);
        let id: Option<String> = fields.read("id", problems);
        let name = fields.read_or("name", String::new(), problems);
        let note = fields.read_or("note", String::new(), problems);
        let next = fields.read_or("next", Vec::new(), problems);
        let edge = fields.read_or("edge", String::new(), problems);
        let spaces = within(fields, "spaces", &(0..=MAX_SPACES), "", problems).unwrap_or(0);
        let on_board = fields.read_or("on_board", false, problems);
        if let Some(node) = fields.get("edge").filter(|_| known_regions && !edge.is_empty()) {
            check_region(map, node, &edge, problems);
        }
        if let Some(id) = id {
            unique(node, &id, &mut ids, problems);
            map.boxes.push(MapBox { id, name, note, next, edge, spaces, on_board });
        }
    }
    let lists = list_node.items().filter_map(|node| node.field("next"));
    for step in lists.flat_map(Node::items) {
        if problems.len() > MAX_LISTED {
            return;
        }
        if let Some(id) = step.as_text().filter(|id| !ids.contains_key(id)) {
            let problem = step.problem(format!("found the box \"{id}\", which the map does not have"));
            problems.push(problem.hint(name_hint(&id, ids.keys().map(String::as_str))));
        }
    }
}

/// Complains where a region is named that the map does not have.
pub(super) fn check_region(map: &Map, node: Node<'_>, id: &str, problems: &mut Vec<Problem>) {
    if !map.regions.iter().any(|region| region.id == id) {
        let problem = node.problem(format!("found the edge \"{id}\", which is no region of the map"));
        problems.push(problem.hint(name_hint(id, map.regions.iter().map(|region| region.id.as_str()))));
    }
}

/// Complains about an id that is empty or was seen before; `ids` holds the line of each.
pub(super) fn unique(node: Node<'_>, id: &str, ids: &mut BTreeMap<String, u32>, problems: &mut Vec<Problem>) {
    let at = node.field("id").unwrap_or(node);
    if id.is_empty() {
        problems.push(at.problem("found an empty id, expected a short one such as \"7c-a\""));
    }
    let line = at.position().0;
    match ids.get(id) {
        Some(first) => {
            problems.push(at.problem(format!("found the id \"{id}\" a second time, first in line {first}")))
        }
        None => _ = ids.insert(id.to_owned(), line),
    }
}

/// The elements of a list; complains if it is none.
pub(super) fn list<'t>(
    node: Node<'t>,
    what: &str,
    problems: &mut Vec<Problem>,
) -> impl Iterator<Item = Node<'t>> + use<'t> {
    let is_list = node.kind() == Kind::List;
    if !is_list && node.kind() != Kind::Broken {
        problems.push(node.problem(format!("found {}, expected a list: {what}: [...]", node.excerpt())));
    }
    node.items().filter(move |_| is_list)
}

pub(super) fn is_map(node: Node<'_>, example: &str, problems: &mut Vec<Problem>) -> bool {
    let is_map = node.kind() == Kind::Map;
    if !is_map && node.kind() != Kind::Broken {
        problems.push(node.problem(format!("found {}, expected a map such as {example}", node.excerpt())));
    }
    is_map
}

pub(super) fn text(node: Node<'_>, expected: &str, problems: &mut Vec<Problem>) -> Option<String> {
    let text = node.as_text();
    if text.is_none() && node.kind() != Kind::Broken {
        problems.push(node.problem(format!("found {}, expected {expected}", node.excerpt())));
    }
    text
}

fn side(grid: &Grid, node: Node<'_>, problems: &mut Vec<Problem>) -> Option<HexSide> {
    let text = text(node, "two hexes such as \"0101|0102\"", problems)?;
    parse_side(grid, &text).map_err(|fault| complain(node, fault, problems)).ok()
}

fn hex(grid: &Grid, node: Node<'_>, problems: &mut Vec<Problem>) -> Option<Hex> {
    let text = text(node, "a hex number in quotes", problems)?;
    grid.parse(&text).map_err(|error| problems.push(node.problem(error.to_string()))).ok()
}

fn complain(node: Node<'_>, fault: Fault, problems: &mut Vec<Problem>) {
    let mut problem = node.problem_inside(if fault.at == 0 { 0 } else { fault.at + 1 }, fault.message);
    problem.hint = fault.hint;
    problems.push(problem);
}
