//! Repairs: for a problem that has one obvious mend, the edit that makes it.
//!
//! A repair never guesses what a person meant where the reader offers no name for it: it leaves out what could not
//! be read, puts a piece on the nearest place where it may stand, takes a name that was nearly typed. Each is one
//! step of the history.

use std::collections::BTreeMap;

use engine::game::Game;
use engine::hex::{Grid, Hex, HexSide};
use engine::plane::Place;
use engine::problem::{Problem, Severity};
use engine::scenario::ron::{self, Kind, Node, Tree};
use engine::scenario::{Edit, Map, Piece, Scenario, Start};

use crate::disk::Files;

/// How far from its place a piece is moved, in hexes.
const FAR: u16 = 8;
/// The most problems for which places to stand are looked for.
const MOST: usize = 60;

/// What mends a problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Repair {
    /// On its button: *Move to 0912*.
    pub word: String,
    /// In the history: *Move Company A to 0912*.
    pub words: String,
    /// Nothing where the reader has left out already what was wrong, and it only has to be taken as it is.
    pub edit: Edit,
}

impl Repair {
    fn new(word: impl Into<String>, words: impl Into<String>, edit: Edit) -> Self {
        Self { word: word.into(), words: words.into(), edit }
    }

    /// What could not be read stays out.
    fn leave_out(what: &str) -> Self {
        Self::new("Leave it out", format!("Leave out {what}"), Edit::nothing())
    }
}

/// The repair of each problem, in their order. `read` are those that reading the files has found; `files` is what
/// was read then.
pub(super) fn repairs(
    scenario: &Scenario,
    game: &dyn Game,
    problems: &[Problem],
    read: &[Problem],
    files: Option<&Files>,
) -> Vec<Option<Repair>> {
    let mut bench = Bench { scenario, game, files, trees: BTreeMap::new(), looked: 0 };
    let mut repair = |problem: &Problem| {
        let repair = if read.contains(problem) { bench.of_reading(problem) } else { bench.of_game(problem) }?;
        repair.edit.fits(scenario).is_ok().then_some(repair)
    };
    problems.iter().map(&mut repair).collect()
}

struct Bench<'a> {
    scenario: &'a Scenario,
    game: &'a dyn Game,
    files: Option<&'a Files>,
    trees: BTreeMap<String, Option<Tree>>,
    /// How often places to stand were looked for.
    looked: usize,
}

/// A path of a list: its name, the index, what comes behind. `pieces[3].at` is `("pieces", 3, "at")`.
fn steps(path: &str) -> Option<(&str, usize, &str)> {
    let (list, rest) = path.split_once('[')?;
    let (index, rest) = rest.split_once(']')?;
    Some((list, index.parse().ok()?, rest.strip_prefix('.').unwrap_or(rest)))
}

/// The first text in quotes of a message.
fn quoted(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once('"')?;
    Some(rest.split_once('"')?.0)
}

/// The name that a hint offers: *did you mean "camp"?*
fn meant(problem: &Problem) -> Option<&str> {
    quoted(problem.hint.as_deref()?.strip_prefix("did you mean ")?)
}

/// An id like this one that is not taken.
fn free(id: &str, taken: impl Fn(&str) -> bool) -> String {
    let stem = if id.is_empty() { "new" } else { id };
    (2_u32..).map(|n| format!("{stem}-{n}")).find(|id| !taken(id)).expect("some number is free")
}

fn is_second(problem: &Problem) -> bool {
    problem.message.starts_with("found the id \"") && problem.message.contains("\" a second time")
}

/// Is a mistake that was read still there? An id that was found twice may have been changed by hand since.
pub(super) fn is_still_so(problem: &Problem, scenario: &Scenario) -> bool {
    let (true, Some(id)) = (is_second(problem), quoted(&problem.message)) else { return true };
    let map = &scenario.map;
    let path = problem.path.strip_prefix("map.").unwrap_or(&problem.path);
    let count = match steps(path) {
        Some(("pieces", ..)) => scenario.pieces.iter().filter(|piece| piece.id == id).count(),
        Some(("regions", ..)) => map.regions.iter().filter(|region| region.id == id).count(),
        Some(("boxes", ..)) => map.boxes.iter().filter(|known| known.id == id).count(),
        _ => 2,
    };
    count > 1
}

impl Bench<'_> {
    fn map(&self) -> &Map {
        &self.scenario.map
    }

    fn grid(&self) -> &Grid {
        &self.scenario.map.grid
    }

    /// Id and name of the terrain that most of the map is made of, as far as the game knows it.
    fn ground(&self) -> Option<(char, String, String)> {
        let map = self.map();
        let mut counts = vec![0_usize; map.legend.len()];
        for cell in &map.cells {
            if let Some(count) = counts.get_mut(usize::from(*cell)) {
                *count += 1;
            }
        }
        let known = |id: &str| self.game.terrains().iter().find(|terrain| terrain.id == id);
        let entries = map.legend.iter().zip(counts).enumerate();
        let known = entries.filter_map(|(at, ((letter, id), count))| Some((count, at, letter, known(id)?)));
        let (_, _, letter, terrain) = known.max_by_key(|(count, at, ..)| (*count, usize::MAX - at))?;
        Some((*letter, terrain.id.clone(), terrain.name.to_lowercase()))
    }

    /// A name of a piece for people.
    fn name(&self, piece: &Piece) -> String {
        if !piece.name.is_empty() {
            return piece.name.clone();
        }
        let kind = self.game.pieces().iter().find(|kind| kind.id == piece.kind);
        kind.map_or_else(|| piece.id.clone(), |kind| kind.name.clone())
    }

    fn where_is(&self, start: &Start) -> String {
        match start {
            Start::At(Place::Box(id)) => {
                let known = self.map().boxes.iter().find(|known| known.id == *id);
                known.map_or_else(|| format!("box {id}"), |known| known.name.clone())
            }
            Start::At(place) => place.label(self.grid()),
            Start::Enters { turn, edge } => {
                let region = self.map().regions.iter().find(|region| region.id == *edge);
                let edge = region.map_or(edge, |region| &region.name);
                format!("{edge}, turn {turn}")
            }
        }
    }

    /// The first of some places at which the game finds nothing wrong with a piece. One look is enough for all.
    fn first_legal(&mut self, piece: &Piece, places: &[Start]) -> Option<Start> {
        self.looked += 1;
        if self.looked > MOST {
            return None;
        }
        let put =
            |(at, start): (usize, &Start)| Piece { id: format!("{at}"), at: start.clone(), ..piece.clone() };
        let pieces = places.iter().enumerate().map(put).collect();
        let tried = Scenario { pieces, game_block: String::new(), ..self.scenario.clone() };
        let mut refused = vec![false; places.len()];
        for problem in self.game.check(&tried) {
            match steps(&problem.path) {
                _ if problem.severity != Severity::Error => {}
                Some(("pieces", at, _)) if at < refused.len() => refused[at] = true,
                // On a map that is not as it was meant nobody is told where he may not stand.
                _ if problem.path.starts_with("map.legend") || problem.path.starts_with("map.sides") => {
                    return None;
                }
                _ => {}
            }
        }
        let legal = refused.iter().position(|refused| !refused)?;
        places.get(legal).cloned()
    }

    /// The nearest place to a hex where a piece may stand, that hex among them.
    fn near(&mut self, piece: &Piece, hex: Hex) -> Option<Start> {
        let grid = *self.grid();
        let rings = (0..=FAR)
            .flat_map(|radius| hex.ring(radius).filter(|hex| grid.contains(*hex)).collect::<Vec<_>>());
        let places: Vec<Start> = rings.map(|hex| Start::At(Place::Hex(hex))).collect();
        self.first_legal(piece, &places)
    }

    /// A box or an edge, for a piece that cannot stand on the map.
    fn off_map(&mut self, piece: &Piece) -> Option<Start> {
        let map = self.map();
        let boxes = map.boxes.iter().map(|known| Start::At(Place::Box(known.id.clone())));
        let edges = map.regions.iter().map(|region| Start::Enters { turn: 1, edge: region.id.clone() });
        let places: Vec<Start> = boxes.chain(edges).take(200).collect();
        self.first_legal(piece, &places)
    }

    fn move_piece(&mut self, at: usize, problem: &Problem) -> Option<Repair> {
        let piece = self.scenario.pieces.get(at)?.clone();
        let to = match (&piece.at, meant(problem)) {
            (Start::At(Place::Box(_)), Some(id)) => Start::At(Place::Box(id.to_owned())),
            (Start::Enters { turn, .. }, Some(edge)) => Start::Enters { turn: *turn, edge: edge.to_owned() },
            (Start::At(Place::Hex(hex)), _) => match self.near(&piece, *hex) {
                Some(start) => start,
                None => self.off_map(&piece)?,
            },
            _ => self.off_map(&piece)?,
        };
        let (name, place) = (self.name(&piece), self.where_is(&to));
        Some(Repair::new(
            format!("Move to {place}"),
            format!("Move {name} to {place}"),
            Edit::MovePiece(at, to),
        ))
    }

    fn rename_piece(&self, at: usize) -> Option<Repair> {
        let piece = self.scenario.pieces.get(at)?;
        let id = free(&piece.id, |id| self.scenario.pieces.iter().any(|piece| piece.id == id));
        let words = format!("Give {} the id {id}", self.name(piece));
        let edit = Edit::ChangePiece(at, Piece { id: id.clone(), ..piece.clone() });
        Some(Repair::new(format!("Rename to {id}"), words, edit))
    }

    /// The last thing with an id that was found twice gets another.
    fn rename(&self, list: &str, old: &str) -> Option<Repair> {
        let map = self.map();
        match list {
            "pieces" => self.rename_piece(self.scenario.pieces.iter().rposition(|piece| piece.id == old)?),
            "regions" => {
                let at = map.regions.iter().rposition(|region| region.id == old)?;
                let id = free(old, |id| map.regions.iter().any(|region| region.id == id));
                let mut region = map.regions[at].clone();
                region.id.clone_from(&id);
                let words = format!("Give the region {} the id {id}", region.name);
                Some(Repair::new(format!("Rename to {id}"), words, Edit::ChangeRegion(at, region)))
            }
            "boxes" => {
                let at = map.boxes.iter().rposition(|known| known.id == old)?;
                let id = free(old, |id| map.boxes.iter().any(|known| known.id == id));
                let mut new = map.boxes[at].clone();
                new.id.clone_from(&id);
                let words = format!("Give the box {} the id {id}", new.name);
                Some(Repair::new(format!("Rename to {id}"), words, Edit::ChangeBox(at, new)))
            }
            _ => None,
        }
    }

    /// Of what the game, or the window itself, finds wrong.
    fn of_game(&mut self, problem: &Problem) -> Option<Repair> {
        let path = problem.path.as_str();
        match steps(path) {
            Some(("pieces", at, "kind")) => {
                let (piece, kind) = (self.scenario.pieces.get(at)?, meant(problem)?);
                let known = self.game.pieces().iter().find(|known| known.id == kind)?;
                let new = Piece { kind: kind.to_owned(), ..piece.clone() };
                let words = format!("Make {} a piece of {}", self.name(piece), known.name);
                return Some(Repair::new(format!("Make it {kind}"), words, Edit::ChangePiece(at, new)));
            }
            Some(("pieces", at, "reduced")) => {
                let piece = self.scenario.pieces.get(at)?;
                let words = format!("Turn {} to its front", self.name(piece));
                let new = Piece { reduced: false, ..piece.clone() };
                return Some(Repair::new("Turn to its front", words, Edit::ChangePiece(at, new)));
            }
            Some(("pieces", at, "at")) => return self.move_piece(at, problem),
            Some(("pieces", at, "id")) => return self.rename_piece(at),
            Some(("map.regions", at, "hexes")) => {
                let mut region = self.map().regions.get(at)?.clone();
                let mut seen = std::collections::BTreeSet::new();
                region.hexes.retain(|hex| seen.insert(*hex));
                let words = format!("List each hex of {} once", region.name);
                return Some(Repair::new("List it once", words, Edit::ChangeRegion(at, region)));
            }
            Some(("map.rivers", at, _)) => {
                let name = &self.map().rivers.get(at)?.name;
                return Some(Repair::new(
                    "Take the name off",
                    format!("Take the name {name} off"),
                    Edit::RemoveRiver(at),
                ));
            }
            _ => {}
        }
        match path {
            "turns" if self.scenario.turns == 0 => {
                let turns = self.game.blank().turns;
                (turns > 0).then(|| {
                    Repair::new(
                        format!("Set {turns} turns"),
                        format!("Set the turns to {turns}"),
                        Edit::SetTurns(turns),
                    )
                })
            }
            "map.legend" => self.legend(problem),
            "game.set_up" => self.without_start(quoted(&problem.message)?),
            _ if path.starts_with("map.sides[") && problem.message.contains("no hexside of this game") => {
                let label = quoted(path)?;
                let (first, second) = label.split_once('|')?;
                let side = HexSide::between(self.grid().parse(first).ok()?, self.grid().parse(second).ok()?)?;
                let new = meant(problem).map(str::to_owned);
                let (word, words) = match &new {
                    Some(id) => (format!("Make it {id}"), format!("Make hexside {label} {id}")),
                    None => ("Take it away".to_owned(), format!("Clear hexside {label}")),
                };
                Some(Repair::new(word, words, Edit::SetSides(vec![(side, new)])))
            }
            _ if path.starts_with("tweaks[") => {
                let tweak = quoted(path)?;
                self.scenario.tweaks.contains_key(tweak).then(|| {
                    let edit = Edit::SetTweak(tweak.to_owned(), None);
                    Repair::new("Put back", format!("Put {tweak} back as shipped"), edit)
                })
            }
            _ => None,
        }
    }

    /// A letter that stands for no terrain of the game stands for the one that was meant, or for the ground.
    fn legend(&self, problem: &Problem) -> Option<Repair> {
        let wrong = quoted(&problem.message)?;
        let map = self.map();
        let at = map.legend.iter().position(|(_, id)| id == wrong)?;
        let (id, name) = match meant(problem) {
            Some(id) => {
                let known = self.game.terrains().iter().find(|terrain| terrain.id == id)?;
                (known.id.clone(), known.name.to_lowercase())
            }
            None => {
                let (_, id, name) = self.ground()?;
                (id, name)
            }
        };
        let letter = map.legend[at].0;
        // Two letters for one terrain are one too many: its hexes get the letter that is there.
        let edit = match map.legend.iter().position(|(_, known)| *known == id) {
            Some(other) => {
                let mut legend = map.legend.clone();
                legend.remove(at);
                let place = |cell: u8| match usize::from(cell) {
                    cell if cell == at => other,
                    cell => cell,
                };
                let shift = |cell: usize| if cell > at { cell - 1 } else { cell };
                let cells =
                    map.cells.iter().map(|cell| u8::try_from(shift(place(*cell))).unwrap_or(0)).collect();
                Edit::SetAllCells { legend: Some(legend), cells }
            }
            None => {
                let mut legend = map.legend.clone();
                legend[at].1 = id;
                Edit::SetAllCells { legend: Some(legend), cells: map.cells.clone() }
            }
        };
        Some(Repair::new(format!("Make it {name}"), format!("Make the letter {letter} {name}"), edit))
    }

    /// The proposed set-up without what names a piece, a tribe or a hex that is not there.
    fn without_start(&self, wrong: &str) -> Option<Repair> {
        let text = &self.scenario.game_block;
        let tree = ron::parse(text, "").into_result().ok()?;
        let set_up = tree.root().field("set_up")?;
        let mut left = false;
        let mut new = text.clone();
        // From the end, so that what comes before stays where it is.
        let mut lists: Vec<Node<'_>> =
            ["camp", "zones"].into_iter().filter_map(|name| set_up.field(name)).collect();
        lists.sort_by_key(|list| std::cmp::Reverse(list.span().start));
        for list in lists {
            let is = |node: Node<'_>| node.as_text().is_some_and(|text| text == wrong);
            let entries: Vec<String> = list
                .entries()
                .filter(|(key, value)| {
                    let is_wrong = is(*key) || is(*value);
                    left |= is_wrong;
                    !is_wrong
                })
                .map(|(key, value)| format!("{}: {}", key.text(), value.text()))
                .collect();
            let span = list.span();
            new = format!("{}{{{}}}{}", new.get(..span.start)?, entries.join(", "), new.get(span.end..)?);
        }
        let new = ron::one_line(ron::parse(&new, "").into_result().ok()?.root());
        left.then(|| {
            let words = format!("Leave {wrong} out of the proposed set-up");
            Repair::new("Leave it out", words, Edit::SetGameBlock(new))
        })
    }

    /// Of what reading found: most of it the reader has left out already.
    fn of_reading(&mut self, problem: &Problem) -> Option<Repair> {
        if problem.severity != Severity::Error || problem.path.is_empty() {
            return None;
        }
        let files = self.files?;
        let name = problem.file.strip_prefix(&files.prefix).unwrap_or(&problem.file);
        let tree = self.trees.remove(name).unwrap_or_else(|| {
            let (_, text) = files.texts.iter().find(|(known, _)| known == name)?;
            ron::parse(text, "").value
        });
        let repair = tree.as_ref().and_then(|tree| self.of_item(problem, tree.find(&problem.path)));
        self.trees.insert(name.to_owned(), tree);
        repair
    }

    fn of_item(&mut self, problem: &Problem, node: Node<'_>) -> Option<Repair> {
        // What could not even be cut into items may be more than it seems.
        if !node.is_whole() {
            return None;
        }
        let path = problem.path.strip_prefix("map.").unwrap_or(&problem.path);
        let (list, at, behind) = match steps(path) {
            Some(steps) => steps,
            None => (path.split(['[', '.']).next()?, 0, ""),
        };
        if is_second(problem) {
            return self.rename(list, quoted(&problem.message)?);
        }
        if problem.message.starts_with("found the unknown field") {
            // A list under a misspelt name is too much to lose by a click.
            let is_small = matches!(node.kind(), Kind::Text | Kind::Char | Kind::Number | Kind::Name);
            return is_small.then(|| Repair::leave_out(&format!("the field {path}")));
        }
        match list {
            "rows" => self.row(problem, at, node),
            "sides" => Some(Repair::leave_out(&format!("hexside {}", quoted(path)?))),
            "regions" if behind.starts_with("hexes[") => {
                Some(Repair::leave_out(&format!("{} of a region", node.text().trim_matches('"'))))
            }
            "contours" if behind.starts_with("hexes[") => {
                Some(Repair::leave_out(&format!("{} of a contour", node.text().trim_matches('"'))))
            }
            "roads" if behind.starts_with("hexes[") => Some(Repair::new(
                "End it there",
                format!("End a road before {}", node.text().trim_matches('"')),
                Edit::nothing(),
            )),
            "labels" if ["at", "to", "size", "angle"].contains(&behind) => {
                let label = node.parent().and_then(|label| label.field("text")).and_then(Node::as_text);
                let what = if behind == "at" { "label" } else { behind };
                Some(match (label, behind) {
                    (Some(text), "at") => Repair::leave_out(&format!("the label {text}")),
                    (Some(text), _) => Repair::leave_out(&format!("the {what} of the label {text}")),
                    (None, _) => Repair::leave_out("a label"),
                })
            }
            "rivers" if behind == "source" => Some(Repair::leave_out("the name of a river")),
            "boxes" => self.of_box(problem, behind, node),
            "pieces" if behind == "at" => self.of_piece(problem, at, node),
            _ => None,
        }
    }

    /// Hexes whose letter the legend lacks, or that a short row lacks, become ground.
    fn row(&self, problem: &Problem, row: usize, node: Node<'_>) -> Option<Repair> {
        let text = node.as_text()?;
        let grid = *self.grid();
        let row = u16::try_from(row).ok().filter(|row| *row < grid.rows)?;
        let columns: Vec<u16> = if problem.message.contains("expected a letter of the legend") {
            let letter = quoted(&problem.message)?;
            let at = text.chars().enumerate().filter(|(_, sign)| letter.starts_with(*sign));
            at.filter_map(|(column, _)| u16::try_from(column).ok()).collect()
        } else if problem.message.contains(" letter") {
            let length = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
            if length >= grid.columns {
                return Some(Repair::leave_out(&format!("the end of row {}", row + 1)));
            }
            (length..grid.columns).collect()
        } else {
            return None;
        };
        let (letter, terrain, name) = self.ground()?;
        // Where somebody has painted since, that stays.
        let is_open = |hex: &Hex| grid.index(*hex).and_then(|at| self.map().cells.get(at)) == Some(&0);
        let all: Vec<Hex> = columns
            .into_iter()
            .filter(|column| *column < grid.columns)
            .map(|column| grid.at(column, row))
            .collect();
        let hexes: Vec<Hex> = all.iter().copied().filter(is_open).collect();
        let words = match all.as_slice() {
            [one] => format!("Make {} {name}", grid.label(*one)),
            several => format!("Make {} hexes of row {} {name}", several.len(), row + 1),
        };
        let is_there = hexes.iter().all(|hex| self.map().terrain(*hex) == Some(terrain.as_str()));
        let edit = if is_there { Edit::nothing() } else { Edit::PaintHexes { letter, terrain, hexes } };
        Some(Repair::new(format!("Make it {name}"), words, edit))
    }

    fn of_box(&self, problem: &Problem, behind: &str, node: Node<'_>) -> Option<Repair> {
        let boxes = &self.map().boxes;
        let owner =
            std::iter::successors(Some(node), |node| node.parent()).find_map(|node| node.field("id"))?;
        let owner = owner.as_text()?;
        let at = boxes.iter().position(|known| known.id == owner)?;
        let (mut new, wrong) = (boxes[at].clone(), node.as_text().unwrap_or_default());
        let title = if new.name.is_empty() { owner } else { new.name.clone() };
        let meant = meant(problem);
        if behind.starts_with("next[") {
            let old = new.next.len();
            match meant {
                Some(id) => {
                    new.next.iter_mut().filter(|next| **next == wrong).for_each(|next| *next = id.to_owned())
                }
                None => new.next.retain(|next| *next != wrong),
            }
            if old == 0 {
                return None;
            }
        } else if behind == "edge" {
            new.edge = meant.unwrap_or_default().to_owned();
        } else if behind == "spaces" {
            return Some(Repair::leave_out(&format!("the spaces of {title}")));
        } else {
            return None;
        }
        let (word, words) = match meant {
            Some(id) => (format!("Make it {id}"), format!("Make {wrong} {id} in {title}")),
            None => ("Leave it out".to_owned(), format!("Leave {wrong} out of {title}")),
        };
        Some(Repair::new(word, words, Edit::ChangeBox(at, new)))
    }

    /// A piece that stands off the map, or in a box that is not there.
    fn of_piece(&mut self, problem: &Problem, at: usize, node: Node<'_>) -> Option<Repair> {
        let row = node.parent()?;
        let id = row.field("id")?.as_text()?;
        if problem.message.contains("which the map does not have") {
            let at = self.scenario.pieces.iter().position(|piece| piece.id == id)?;
            return self.move_piece(at, problem);
        }
        if self.scenario.pieces.iter().any(|piece| piece.id == id) {
            return None;
        }
        let text = |name: &str| row.field(name).and_then(Node::as_text);
        let block = row.field("game").filter(|block| block.is_whole()).map(ron::one_line).unwrap_or_default();
        let mut piece = Piece {
            id: id.clone(),
            kind: text("kind")?,
            name: text("name").unwrap_or_default(),
            at: Start::At(Place::Box(String::new())),
            reduced: row.field("reduced").is_some_and(|node| node.read::<bool>().unwrap_or_default()),
            game_block: block,
        };
        let start = match nearest_on(self.grid(), &node.as_text()?) {
            Some(hex) => self.near(&piece, hex),
            None => self.off_map(&piece),
        };
        piece.at = start?;
        let (name, place) = (self.name(&piece), self.where_is(&piece.at));
        let edit = Edit::AddPiece(at.min(self.scenario.pieces.len()), piece);
        Some(Repair::new(format!("Move to {place}"), format!("Move {name} to {place}"), edit))
    }
}

/// The hex of the board that is nearest to a number beyond its border; `None` for what is no such number.
fn nearest_on(grid: &Grid, text: &str) -> Option<Hex> {
    let large = [99, 999].into_iter().find_map(|side| {
        let large = Grid { columns: side, rows: side, ..*grid };
        // Numbers that count from the other end mean another hex on a larger board.
        let corner = (grid.columns - 1, grid.rows - 1);
        let same = large.label(large.at(corner.0, corner.1)) == grid.label(grid.at(corner.0, corner.1));
        let hex = large.parse(text).ok().filter(|_| same)?;
        large.column_row(hex)
    });
    let (column, row) = large?;
    Some(grid.at(column.min(grid.columns - 1), row.min(grid.rows - 1)))
}

#[cfg(test)]
mod tests;
