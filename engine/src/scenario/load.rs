//! Loading: from the files of a folder to a [`Scenario`], with everything that is wrong with them.
//!
//! What can be read is kept, so that a file with mistakes still opens; only without a grid there is no scenario.

use std::collections::BTreeMap;

use super::form::parse_start;
use super::map_file::{self, Parts};
use super::ron::{self, Kind, Node, Tree};
use super::save::is_block;
use super::source::check_path;
use super::{FORMAT, Files, Map, Piece, Scenario, Source, Start, is_colour};
use crate::face::Counter;
use crate::problem::{Checked, Problem, Severity, name_hint};

/// The most bytes of all files of a scenario together.
const MAX_TOTAL: usize = 64 << 20;
/// The most counters that a scenario has of its own, and copies of each.
const MAX_COUNTERS: usize = 1000;
const MAX_COPIES: u16 = 200;
/// The most pieces of a scenario: each has a number of 16 bits.
const MAX_PIECES: usize = u16::MAX as usize;
/// The most problems that are listed of a scenario.
pub(super) const MAX_LISTED: usize = 200;

const FIELDS: [&str; 13] = [
    "format", "game", "title", "subtitle", "note", "credits", "turns", "map", "counters", "forces", "pieces",
    "tweaks", "colours",
];

/// Loads a scenario from its own file and those that it names.
pub fn load(source: &dyn Source, entry: &str) -> Checked<Scenario> {
    let mut loader = Loader { source, problems: Vec::new(), names: Vec::new(), read: Vec::new(), total: 0 };
    let value = loader.scenario(entry);
    let mut problems = loader.problems;
    // By file, as they were opened, and then by place.
    let names: Vec<String> = problems.iter().map(|problem| problem.file.clone()).collect();
    problems.sort_by_key(|problem| {
        (names.iter().position(|name| *name == problem.file), problem.line, problem.column)
    });
    if problems.len() > MAX_LISTED {
        let more = problems.len() - MAX_LISTED;
        problems.truncate(MAX_LISTED);
        problems.push(Problem::error(format!("and {more} more problems, or more still")).in_file(entry));
    }
    Checked { value, problems }
}

/// What a game finds wrong with a scenario that was read with mistakes, without what only follows from them: a
/// camp that is missing because its rows are, pieces that are nowhere because their list could not be read.
pub fn independent(read: &[Problem], found: Vec<Problem>) -> Vec<Problem> {
    const ALONE: [&str; 6] = ["title", "subtitle", "note", "credits", "tweaks", "colours"];
    let wrong = |part: &str| {
        read.iter().any(|problem| problem.severity == Severity::Error && problem.path.starts_with(part))
    };
    let parts_wrong = read.iter().any(|problem| {
        problem.severity == Severity::Error && !ALONE.iter().any(|alone| problem.path.starts_with(alone))
    });
    // An id that is there twice is told by its line.
    let twice =
        read.iter().any(|problem| problem.path.starts_with("pieces[") && problem.path.ends_with(".id"));
    let follows = |path: &str| match path {
        "turns" => wrong("turns"),
        path if path.starts_with("pieces[") && path.ends_with(".id") => twice,
        // A datum that was read is right or wrong by itself.
        path if path.starts_with("pieces[") => path.ends_with(".at") && parts_wrong,
        path if ["map.legend", "map.sides[", "tweaks["].iter().any(|own| path.starts_with(own)) => false,
        _ => parts_wrong,
    };
    found.into_iter().filter(|problem| !follows(&problem.path)).collect()
}

struct Loader<'s> {
    source: &'s dyn Source,
    problems: Vec<Problem>,
    /// The files that are open, outermost first.
    names: Vec<String>,
    /// The files that were read.
    read: Vec<String>,
    total: usize,
}

impl Loader<'_> {
    fn scenario(&mut self, entry: &str) -> Option<Scenario> {
        let tree = self.file(entry, None)?;
        let root = tree.root();
        if !check_format(root, &mut self.problems) {
            return None;
        }
        let fields = root.known_fields(&FIELDS, &mut self.problems);
        let out = &mut self.problems;
        let (game, game_block) =
            fields.need("game", out).map_or_else(Default::default, |node| game(node, out));
        let mut scenario = Scenario {
            game,
            title: fields.read("title", out).unwrap_or_default(),
            subtitle: fields.read_or("subtitle", String::new(), out),
            note: fields.read_or("note", String::new(), out),
            credits: fields.read_or("credits", String::new(), out),
            turns: fields.read("turns", out).unwrap_or_default(),
            map: Map::default(),
            pieces: Vec::new(),
            counters: Vec::new(),
            tweaks: fields.read_or("tweaks", BTreeMap::new(), out),
            colours: fields.get("colours").map_or_else(BTreeMap::new, |node| colours(node, out)),
            game_block,
            files: Files { scenario: entry.to_owned(), ..Files::default() },
        };
        scenario.files.map = file_name(fields.get("map"));
        scenario.files.forces = file_name(fields.get("forces"));

        let map = match (&scenario.files.map, fields.need("map", &mut self.problems)) {
            (Some(name), Some(node)) => self.named_map(name, node),
            (None, Some(node)) => map_file::read(node, false, &mut self.problems),
            (_, None) => None,
        };
        // Without a map there is nothing to place the pieces on; their mistakes are still worth telling.
        let known_map = map.is_some();
        let (map, parts) = map.unwrap_or_default();
        scenario.map = map;
        let place = |loader: &mut Self, node: Node<'_>| {
            pieces(node, known_map.then_some((&scenario.map, parts)), &mut loader.problems)
        };
        let pieces = match (&scenario.files.forces, fields.get("forces"), fields.get("pieces")) {
            (Some(name), Some(node), inside) => {
                if let Some(inside) = inside {
                    let message = format!("found pieces here and in {name:?}, expected them in one place");
                    self.problems.push(inside.key_problem(message));
                }
                self.named_forces(name, node, place)
            }
            (None, Some(node), _) => {
                let message = format!("found {}, expected the name of a file in quotes", node.excerpt());
                self.problems
                    .push(node.problem(message).hint("pieces in this file are a list: pieces: [...]"));
                Vec::new()
            }
            (_, None, Some(node)) => place(self, node),
            (_, None, None) => Vec::new(),
        };
        scenario.pieces = pieces;
        if let Some(node) = fields.get("counters") {
            scenario.files.counters = file_name(Some(node));
            scenario.counters = match &scenario.files.counters {
                Some(name) => self.named_counters(name, node),
                None => counters(node, &mut self.problems),
            };
        }
        apart(&mut scenario.files);
        known_map.then_some(scenario)
    }

    fn named_map(&mut self, name: &str, node: Node<'_>) -> Option<(Map, Parts)> {
        let tree = self.file(name, Some(node))?;
        let map = if check_format(tree.root(), &mut self.problems) {
            map_file::read(tree.root(), true, &mut self.problems)
        } else {
            None
        };
        self.names.pop();
        map
    }

    fn named_forces(
        &mut self,
        name: &str,
        node: Node<'_>,
        place: impl Fn(&mut Self, Node<'_>) -> Vec<Piece>,
    ) -> Vec<Piece> {
        let Some(tree) = self.file(name, Some(node)) else { return Vec::new() };
        let mut pieces = Vec::new();
        if check_format(tree.root(), &mut self.problems) {
            let fields = tree.root().known_fields(&["format", "note", "pieces"], &mut self.problems);
            if let Some(list) = fields.need("pieces", &mut self.problems) {
                pieces = place(self, list);
            }
        }
        self.names.pop();
        pieces
    }

    fn named_counters(&mut self, name: &str, node: Node<'_>) -> Vec<Counter> {
        let Some(tree) = self.file(name, Some(node)) else { return Vec::new() };
        let mut found = Vec::new();
        if check_format(tree.root(), &mut self.problems) {
            let fields = tree.root().known_fields(&["format", "note", "counters"], &mut self.problems);
            if let Some(list) = fields.need("counters", &mut self.problems) {
                found = counters(list, &mut self.problems);
            }
        }
        self.names.pop();
        found
    }

    /// Reads and cuts a file. `asked` is where it is named.
    fn file(&mut self, name: &str, asked: Option<Node<'_>>) -> Option<Tree> {
        let complain = |message: String| match asked {
            Some(node) => node.problem(message),
            None => Problem::error(message).in_file(name),
        };
        if let Err(reason) = check_path(name) {
            self.problems.push(complain(format!("the path {name:?} {reason}")));
            return None;
        }
        if self.names.iter().any(|open| open == name) {
            let circle = format!("{} → {name}", self.names.join(" → "));
            self.problems.push(complain(format!("the file {name:?} names itself: {circle}")));
            return None;
        }
        if self.read.iter().any(|read| read == name) {
            let message =
                format!("the file {name:?} is named twice, expected a file of its own for each part");
            self.problems.push(complain(message));
            return None;
        }
        let bytes = match self.source.read(name) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.problems.push(complain(format!("cannot read {name:?}: {error}")));
                return None;
            }
        };
        self.total += bytes.len();
        if self.total > MAX_TOTAL {
            self.problems
                .push(complain(format!("the files of the scenario have more than {MAX_TOTAL} bytes")));
            return None;
        }
        self.names.push(name.to_owned());
        self.read.push(name.to_owned());
        let checked = ron::parse_bytes(bytes, name);
        self.problems.extend(checked.problems);
        if checked.value.is_none() {
            self.names.pop();
        }
        checked.value
    }
}

/// The scenario's own counters; each by itself, so that a mistake costs one.
fn counters(node: Node<'_>, problems: &mut Vec<Problem>) -> Vec<Counter> {
    if node.kind() != Kind::List {
        let message = format!("found {}, expected a list of counters or the name of a file", node.excerpt());
        problems.push(node.problem(message));
        return Vec::new();
    }
    let mut found: Vec<Counter> = Vec::new();
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    for item in node.items() {
        let Checked { value, problems: wrong } = item.read_all::<Counter>();
        problems.extend(wrong);
        let Some(counter) = value else { continue };
        if counter.copies > MAX_COPIES {
            let place = item.field("copies").unwrap_or(item);
            problems.push(
                place.problem(format!("found {} copies, expected {MAX_COPIES} at most", counter.copies)),
            );
        } else if let Some(first) = lines.get(&counter.name) {
            let place = item.field("name").unwrap_or(item);
            problems.push(place.problem(format!(
                "found a second counter with the name {:?}, first in line {first}",
                counter.name
            )));
        } else if found.len() == MAX_COUNTERS {
            problems.push(item.problem(format!("found more than {MAX_COUNTERS} counters")));
            break;
        } else {
            lines.insert(counter.name.clone(), item.field("name").unwrap_or(item).position().0);
            found.push(counter);
        }
    }
    found
}

/// A part that was to stand in the file of another one, or where no file may be, stands in the scenario's own, so
/// that saving keeps it and stays in the folder.
fn apart(files: &mut Files) {
    let Files { scenario, map, forces, counters } = files;
    let mut taken: Vec<String> = vec![scenario.clone()];
    for part in [map, forces, counters] {
        if part.as_ref().is_some_and(|name| taken.contains(name) || check_path(name).is_err()) {
            *part = None;
        }
        taken.extend(part.clone());
    }
}

/// Colours of the scenario's own. Whether the roles are known is for those who draw with them.
fn colours(node: Node<'_>, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let mut colours = BTreeMap::new();
    if !map_file::is_map(node, "{\"valley\": \"#d9dbb2\"}", problems) {
        return colours;
    }
    for (key, value) in node.entries() {
        if problems.len() > MAX_LISTED {
            break;
        }
        let role = map_file::text(key, "the role of a colour in quotes", problems);
        let colour = map_file::text(value, "a colour such as \"#d9dbb2\"", problems);
        let (Some(role), Some(colour)) = (role, colour) else { continue };
        if !is_colour(&colour) {
            let message = format!("found {}, expected a colour such as \"#d9dbb2\"", value.excerpt());
            problems.push(value.problem(message).hint("six hexadecimal digits behind #: red, green, blue"));
        } else if colours.insert(role, colour).is_some() {
            problems.push(key.problem(format!("found the role {} a second time", key.text())));
        }
    }
    colours
}

/// Is the file of a format that can be read? Looked at before anything else.
fn check_format(root: Node<'_>, problems: &mut Vec<Problem>) -> bool {
    let Some(node) = root.field("format") else {
        if matches!(root.kind(), Kind::Struct | Kind::Tuple) {
            problems.push(
                root.problem("the field \"format\" is missing").hint(format!("begin with format: {FORMAT}")),
            );
        }
        return true;
    };
    match node.read::<u32>() {
        Ok(FORMAT) => true,
        Ok(newer) if newer > FORMAT => {
            let message = format!("found format {newer}, expected {FORMAT}: a newer version wrote this file");
            problems.push(node.problem(message));
            false
        }
        Ok(other) => {
            problems.push(node.problem(format!("found format {other}, expected {FORMAT}")));
            false
        }
        Err(problem) => {
            problems.push(problem);
            true
        }
    }
}

fn file_name(node: Option<Node<'_>>) -> Option<String> {
    node?.as_text()
}

/// Id and block of the game: `"little_big_horn"` or `little_big_horn(…)`.
fn game(node: Node<'_>, problems: &mut Vec<Problem>) -> (String, String) {
    match (node.kind(), node.name()) {
        (Kind::Struct | Kind::Tuple, Some(name)) => {
            (name.to_owned(), block(node).trim_start_matches(name).to_owned())
        }
        (Kind::Text, _) => (node.as_text().unwrap_or_default(), String::new()),
        _ => {
            let message =
                format!("found {}, expected the id of a game such as \"little_big_horn\"", node.excerpt());
            problems.push(node.problem(message));
            Default::default()
        }
    }
}

/// What the game will read, on one line; nothing where it has mistakes, which are among the problems.
fn block(node: Node<'_>) -> String {
    Some(ron::one_line(node)).filter(|text| node.is_whole() && is_block(text)).unwrap_or_default()
}

fn pieces(list: Node<'_>, map: Option<(&Map, Parts)>, problems: &mut Vec<Problem>) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut ids: BTreeMap<String, u32> = BTreeMap::new();
    for node in map_file::list(list, "pieces", problems) {
        if problems.len() > MAX_LISTED {
            break;
        }
        if out.len() == MAX_PIECES {
            problems
                .push(node.problem(format!("found more than {MAX_PIECES} pieces, expected at most so many")));
            break;
        }
        let Some(piece) = piece(node, map, problems) else { continue };
        map_file::unique(node, &piece.id, &mut ids, problems);
        out.push(piece);
    }
    out
}

fn piece(node: Node<'_>, map: Option<(&Map, Parts)>, problems: &mut Vec<Problem>) -> Option<Piece> {
    let known = ["id", "kind", "name", "at", "enters", "reduced", "game"];
    let fields = node.known_fields(&known, problems);
    let id = fields.read::<String>("id", problems);
    let kind = fields.read::<String>("kind", problems);
    let name = fields.read_or("name", String::new(), problems);
    let reduced = fields.read_or("reduced", false, problems);
    let game_block = fields.get("game").map_or_else(String::new, block);
    let at = match (fields.get("at"), fields.get("enters")) {
        (Some(at), None) => place(at, map, problems),
        (None, Some(enters)) => arrival(enters, map, problems),
        (Some(_), Some(enters)) => {
            problems.push(enters.key_problem("found both \"at\" and \"enters\", expected one of them"));
            None
        }
        (None, None) => {
            if matches!(node.kind(), Kind::Struct) {
                problems
                    .push(node.problem("the field \"at\" is missing").hint("or \"enters\" for a later turn"));
            }
            None
        }
    };
    Some(Piece { id: id?, kind: kind?, name, at: at?, reduced, game_block })
}

fn place(node: Node<'_>, map: Option<(&Map, Parts)>, problems: &mut Vec<Problem>) -> Option<Start> {
    let Some(text) = node.as_text() else {
        let message = format!("found {}, expected a hex number or a box in quotes", node.excerpt());
        problems.push(node.problem(message));
        return None;
    };
    let (map, parts) = map?;
    match parse_start(&map.grid, &text) {
        Ok(start) => {
            if let Some(id) = text.strip_prefix("box:")
                && parts.boxes
                && !map.boxes.iter().any(|known| known.id == id)
            {
                let problem = node.problem(format!("found the box \"{id}\", which the map does not have"));
                problems.push(problem.hint(name_hint(id, map.boxes.iter().map(|known| known.id.as_str()))));
            }
            Some(start)
        }
        Err(message) => {
            problems.push(node.problem(message));
            None
        }
    }
}

fn arrival(node: Node<'_>, map: Option<(&Map, Parts)>, problems: &mut Vec<Problem>) -> Option<Start> {
    let fields = node.known_fields(&["turn", "edge"], problems);
    let turn = fields.read("turn", problems);
    let edge: Option<String> = fields.read("edge", problems);
    if let (Some((map, Parts { regions: true, .. })), Some(edge), Some(node)) =
        (map, &edge, fields.get("edge"))
    {
        map_file::check_region(map, node, edge, problems);
    }
    Some(Start::Enters { turn: turn?, edge: edge? })
}
