//! Edits: every change of a scenario as a value, with its inverse.
//!
//! [`Edit::apply`] makes the change and returns the edit that takes it back exactly; that is the whole undo
//! system, and [`super::History`] is two stacks of it. What does not fit (a hex off the map, a row that is not
//! there) is left undone; [`Edit::fits`] says beforehand what that would be.

use serde::{Deserialize, Serialize};

use super::save::is_block;
use super::{
    Contour, Furniture, LABEL_ANGLES, LABEL_SIZES, LEVELS, Label, MAX_SPACES, Map, MapBox, Piece, Region,
    Reshape, River, Road, Scenario, Start, is_colour, runs,
};
use crate::hex::{Hex, HexSide};

/// A change of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Hexes get a terrain, named by the letter that it should have in the legend and by its id. If the legend
    /// lacks the id it gets a new entry, with another letter if that one is taken.
    PaintHexes {
        letter: char,
        terrain: String,
        #[serde(with = "runs")]
        hexes: Vec<Hex>,
    },
    /// Hexes get entries of the legend, which is replaced first if one is given: the inverse of painting.
    SetCells {
        legend: Option<Vec<(char, String)>>,
        #[serde(with = "runs")]
        cells: Vec<(Hex, u8)>,
    },
    /// Every hex gets its entry, as in [`super::Map::cells`]: the inverse of painting much of a map.
    SetAllCells {
        legend: Option<Vec<(char, String)>>,
        #[serde(with = "runs")]
        cells: Vec<u8>,
    },
    /// Hexes get levels within [`LEVELS`]; a map without levels gets level 0 everywhere else.
    SetLevels(#[serde(with = "runs")] Vec<(Hex, i8)>),
    /// The map no longer gives levels: the inverse of the first that were set.
    DropLevels,
    /// Hexsides get a feature, or lose theirs.
    SetSides(Vec<(HexSide, Option<String>)>),

    /// A piece is put in at this place of the list.
    AddPiece(usize, Piece),
    RemovePiece(usize),
    /// A piece begins elsewhere.
    MovePiece(usize, Start),
    ChangePiece(usize, Piece),

    AddRoad(usize, Road),
    RemoveRoad(usize),
    ChangeRoad(usize, Road),
    AddRiver(usize, River),
    RemoveRiver(usize),
    ChangeRiver(usize, River),
    SetContours(Vec<Contour>),
    AddRegion(usize, Region),
    RemoveRegion(usize),
    ChangeRegion(usize, Region),
    AddLabel(usize, Label),
    RemoveLabel(usize),
    ChangeLabel(usize, Label),
    AddBox(usize, MapBox),
    RemoveBox(usize),
    ChangeBox(usize, MapBox),

    /// What the sheet of the map goes without.
    SetWithout(Vec<Furniture>),
    SetText(Wording, String),
    SetTurns(u16),
    /// A palette role gets a colour of the scenario's own, or its ordinary one again.
    SetColour(String, Option<String>),
    /// A number of the rules is changed for this scenario, or as shipped again: path and value.
    SetTweak(String, Option<String>),
    /// The game's own block of the scenario, as RON in canonical form; empty for none.
    SetGameBlock(String),

    /// Columns or rows are put in or taken out, with all that lies on them.
    Reshape(Reshape),

    /// Everything is as in this scenario, for the reason in words: an earlier version, the file as it is now. The
    /// name of the scenario's own file stays.
    Replace(String, Box<Scenario>),

    /// Several edits in order, as one.
    Many(Vec<Edit>),
    /// An edit whose parts do not tell what was meant, with words that do: *Move 20 hexes*.
    Named(String, Box<Edit>),
}

/// Painting this part of a map or more keeps all old cells, which takes less room than the hexes that changed.
const MUCH: usize = 6;

/// A text of the scenario or of its map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Wording {
    Title,
    Subtitle,
    Note,
    Credits,
    MapName,
    MapNote,
}

impl Wording {
    fn of(self, scenario: &mut Scenario) -> &mut String {
        match self {
            Self::Title => &mut scenario.title,
            Self::Subtitle => &mut scenario.subtitle,
            Self::Note => &mut scenario.note,
            Self::Credits => &mut scenario.credits,
            Self::MapName => &mut scenario.map.name,
            Self::MapNote => &mut scenario.map.note,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Subtitle => "subtitle",
            Self::Note => "note",
            Self::Credits => "credits",
            Self::MapName => "name of the map",
            Self::MapNote => "note of the map",
        }
    }
}

impl Edit {
    /// An edit that changes nothing.
    pub fn nothing() -> Self {
        Self::Many(Vec::new())
    }

    /// The painting of much of a map: what [`Self::PaintHexes`] would do to the hexes at these places of the map's
    /// list, as an edit that takes a byte for each hex of the map, however many are painted.
    pub fn repaint(map: &Map, letter: char, terrain: &str, hexes: impl Iterator<Item = usize>) -> Self {
        let (cell, legend) = match map.legend.iter().position(|(_, id)| id == terrain) {
            Some(cell) => (cell, None),
            None if map.legend.len() >= 255 => return Self::nothing(),
            None => {
                let mut legend = map.legend.clone();
                legend.push((free_letter(&map.legend, letter), terrain.to_owned()));
                (map.legend.len(), Some(legend))
            }
        };
        let mut cells = map.cells.clone();
        for at in hexes {
            if let Some(old) = cells.get_mut(at) {
                *old = cell as u8;
            }
        }
        Self::SetAllCells { legend, cells }
    }

    /// Is it certain to change nothing? The inverse of an edit that changed nothing is.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Many(edits) => edits.iter().all(Self::is_nothing),
            Self::Named(_, edit) => edit.is_nothing(),
            Self::PaintHexes { hexes, .. } => hexes.is_empty(),
            Self::SetCells { legend, cells } => legend.is_none() && cells.is_empty(),
            Self::SetLevels(levels) => levels.is_empty(),
            Self::SetSides(sides) => sides.is_empty(),
            _ => false,
        }
    }

    /// Makes the change and returns the edit that takes it back.
    pub fn apply(self, scenario: &mut Scenario) -> Self {
        if self.check_value(&scenario.map).is_err() {
            return Self::nothing();
        }
        match self {
            Self::PaintHexes { letter, terrain, hexes } => paint(scenario, letter, terrain, &hexes),
            Self::SetCells { legend, cells } => set_cells(scenario, legend, &cells),
            Self::SetAllCells { legend, cells } => set_all_cells(scenario, legend, cells),
            Self::SetLevels(levels) => set_levels(scenario, &levels),
            Self::DropLevels => drop_levels(scenario),
            Self::SetSides(sides) => set_sides(scenario, sides),

            Self::AddPiece(at, piece) => insert(&mut scenario.pieces, at, piece, Self::RemovePiece),
            Self::RemovePiece(at) => remove(&mut scenario.pieces, at, Self::AddPiece),
            Self::MovePiece(at, start) => match scenario.pieces.get_mut(at) {
                Some(piece) if piece.at != start => {
                    Self::MovePiece(at, std::mem::replace(&mut piece.at, start))
                }
                _ => Self::nothing(),
            },
            Self::ChangePiece(at, piece) => replace(&mut scenario.pieces, at, piece, Self::ChangePiece),

            Self::AddRoad(at, road) => insert(&mut scenario.map.roads, at, road, Self::RemoveRoad),
            Self::RemoveRoad(at) => remove(&mut scenario.map.roads, at, Self::AddRoad),
            Self::ChangeRoad(at, road) => replace(&mut scenario.map.roads, at, road, Self::ChangeRoad),
            Self::AddRiver(at, river) => insert(&mut scenario.map.rivers, at, river, Self::RemoveRiver),
            Self::RemoveRiver(at) => remove(&mut scenario.map.rivers, at, Self::AddRiver),
            Self::ChangeRiver(at, river) => replace(&mut scenario.map.rivers, at, river, Self::ChangeRiver),
            Self::SetContours(contours) => {
                swap(&mut scenario.map.contours, contours).map_or_else(Self::nothing, Self::SetContours)
            }
            Self::SetWithout(parts) => {
                swap(&mut scenario.map.without, parts).map_or_else(Self::nothing, Self::SetWithout)
            }
            Self::SetColour(role, colour) => {
                let old = match colour.clone() {
                    Some(colour) => scenario.colours.insert(role.clone(), colour),
                    None => scenario.colours.remove(&role),
                };
                if old == colour { Self::nothing() } else { Self::SetColour(role, old) }
            }
            Self::AddRegion(at, region) => insert(&mut scenario.map.regions, at, region, Self::RemoveRegion),
            Self::RemoveRegion(at) => remove(&mut scenario.map.regions, at, Self::AddRegion),
            Self::ChangeRegion(at, region) => {
                replace(&mut scenario.map.regions, at, region, Self::ChangeRegion)
            }
            Self::AddLabel(at, label) => insert(&mut scenario.map.labels, at, label, Self::RemoveLabel),
            Self::RemoveLabel(at) => remove(&mut scenario.map.labels, at, Self::AddLabel),
            Self::ChangeLabel(at, label) => replace(&mut scenario.map.labels, at, label, Self::ChangeLabel),
            Self::AddBox(at, new) => insert(&mut scenario.map.boxes, at, new, Self::RemoveBox),
            Self::RemoveBox(at) => remove(&mut scenario.map.boxes, at, Self::AddBox),
            Self::ChangeBox(at, new) => replace(&mut scenario.map.boxes, at, new, Self::ChangeBox),

            Self::SetText(which, text) => match which.of(scenario) {
                same if *same == text => Self::nothing(),
                old => Self::SetText(which, std::mem::replace(old, text)),
            },
            Self::SetTurns(turns) if turns == scenario.turns => Self::nothing(),
            Self::SetTurns(turns) => Self::SetTurns(std::mem::replace(&mut scenario.turns, turns)),
            Self::SetTweak(path, value) => {
                let old = match value.clone() {
                    Some(value) => scenario.tweaks.insert(path.clone(), value),
                    None => scenario.tweaks.remove(&path),
                };
                if old == value { Self::nothing() } else { Self::SetTweak(path, old) }
            }
            Self::SetGameBlock(block) if block == scenario.game_block => Self::nothing(),
            Self::SetGameBlock(block) => {
                Self::SetGameBlock(std::mem::replace(&mut scenario.game_block, block))
            }
            Self::Reshape(reshape) => match reshape.applied(scenario) {
                Ok(new) => swap(scenario, new)
                    .map_or_else(Self::nothing, |old| Self::Replace(reshape.words(), Box::new(old))),
                Err(_) => Self::nothing(),
            },
            Self::Replace(words, mut new) => {
                new.files.scenario.clone_from(&scenario.files.scenario);
                swap(scenario, *new).map_or_else(Self::nothing, |old| Self::Replace(words, Box::new(old)))
            }

            Self::Many(edits) => {
                let mut back: Vec<_> = edits.into_iter().map(|edit| edit.apply(scenario)).collect();
                back.retain(|edit| !edit.is_nothing());
                back.reverse();
                match back.len() {
                    1 => back.swap_remove(0),
                    _ => Self::Many(back),
                }
            }
            Self::Named(words, edit) => match edit.apply(scenario) {
                back if back.is_nothing() => Self::nothing(),
                back => Self::Named(words, Box::new(back)),
            },
        }
    }

    /// What of this edit would be left undone, if anything, as a sentence without a full stop.
    ///
    /// # Errors
    /// The first thing that does not fit the scenario.
    pub fn fits(&self, scenario: &Scenario) -> Result<(), String> {
        let edits = match self {
            Self::Many(edits) => edits,
            Self::Named(_, edit) => return edit.fits(scenario),
            _ => return self.fits_alone(scenario),
        };
        // Each edit is judged by what is true after those before it.
        let mut scenario = scenario.clone();
        edits.iter().try_for_each(|edit| {
            edit.fits(&scenario)?;
            edit.clone().apply(&mut scenario);
            Ok(())
        })
    }

    /// Is what it brings something that a file can hold? What is not is never applied.
    fn check_value(&self, map: &Map) -> Result<(), String> {
        let on_map = |hex: Hex| on_map(map, hex);
        match self {
            Self::AddRoad(_, road) | Self::ChangeRoad(_, road) => {
                if road.hexes.len() < 2 {
                    return Err("a road needs two hexes or more".to_owned());
                }
                road.hexes.iter().try_for_each(|hex| on_map(*hex))?;
                match road.hexes.windows(2).find(|pair| !pair[0].is_adjacent(pair[1])) {
                    Some(pair) => {
                        let (a, b) = (map.grid.label(pair[0]), map.grid.label(pair[1]));
                        Err(format!("a road goes from hex to neighbouring hex, and not from {a} to {b}"))
                    }
                    None => Ok(()),
                }
            }
            Self::AddRiver(_, river) | Self::ChangeRiver(_, river) => {
                let (a, b) = river.source.hexes();
                on_map(a).and_then(|()| on_map(b))
            }
            Self::SetContours(contours) => {
                contours.iter().flat_map(|contour| &contour.hexes).try_for_each(|hex| on_map(*hex))
            }
            Self::AddLabel(_, label) | Self::ChangeLabel(_, label) => {
                std::iter::once(label.at).chain(label.to).try_for_each(on_map)?;
                if !LABEL_SIZES.contains(&label.size) {
                    return Err(format!(
                        "a label has a size of {} per cent, beyond {LABEL_SIZES:?}",
                        label.size
                    ));
                }
                match label.angle.filter(|angle| !LABEL_ANGLES.contains(angle)) {
                    Some(angle) => Err(format!("a label lies at {angle} degrees, beyond {LABEL_ANGLES:?}")),
                    None => Ok(()),
                }
            }
            Self::AddBox(_, new) | Self::ChangeBox(_, new) if new.spaces > MAX_SPACES => {
                Err(format!("a track has {} spaces, and {MAX_SPACES} are the most", new.spaces))
            }
            Self::SetWithout(parts) if (1..parts.len()).any(|at| parts[..at].contains(&parts[at])) => {
                Err("a part of the sheet is left out twice".to_owned())
            }
            Self::SetColour(_, Some(colour)) if !is_colour(colour) => {
                Err(format!("found {colour:?}, expected a colour such as \"#d9dbb2\""))
            }
            _ => Ok(()),
        }
    }

    fn fits_alone(&self, scenario: &Scenario) -> Result<(), String> {
        let map = &scenario.map;
        let on_map = |hex: Hex| on_map(map, hex);
        self.check_value(map)?;
        let row = |at: usize, length: usize, what: &str| {
            if at < length { Ok(()) } else { Err(format!("there is no {what} {at}, only {length}")) }
        };
        match self {
            Self::PaintHexes { hexes, terrain, .. } => {
                let known = map.legend.iter().any(|(_, id)| id == terrain);
                if !known && map.legend.len() >= 255 {
                    return Err("the legend is full".to_owned());
                }
                hexes.iter().try_for_each(|hex| on_map(*hex))
            }
            Self::SetCells { legend, cells } => {
                let length = legend.as_ref().unwrap_or(&map.legend).len();
                let known = cells.iter().all(|(_, cell)| usize::from(*cell) < length.max(1));
                if !known {
                    return Err(format!("a hex gets an entry that the legend of {length} does not have"));
                }
                cells.iter().try_for_each(|(hex, _)| on_map(*hex))
            }
            Self::SetAllCells { legend, cells } => {
                let known = legend.as_ref().unwrap_or(&map.legend).len().max(1);
                if cells.len() != map.grid.len() {
                    return Err(format!(
                        "found {} hexes, expected the {} of the map",
                        cells.len(),
                        map.grid.len()
                    ));
                }
                match cells.iter().find(|cell| usize::from(**cell) >= known) {
                    Some(_) => Err(format!("a hex gets an entry that the legend of {known} does not have")),
                    None => Ok(()),
                }
            }
            Self::SetLevels(levels) => {
                if let Some((hex, level)) = levels.iter().find(|(_, level)| !LEVELS.contains(level)) {
                    return Err(format!("hex {hex} gets the level {level}, beyond {LEVELS:?}"));
                }
                levels.iter().try_for_each(|(hex, _)| on_map(*hex))
            }
            Self::SetSides(sides) => sides.iter().try_for_each(|(side, _)| {
                let (a, b) = side.hexes();
                on_map(a).and_then(|()| on_map(b))
            }),
            Self::AddPiece(at, _) => row(*at, scenario.pieces.len() + 1, "place for a piece"),
            Self::RemovePiece(at) | Self::MovePiece(at, _) | Self::ChangePiece(at, _) => {
                row(*at, scenario.pieces.len(), "piece")
            }
            Self::AddRoad(at, _) => row(*at, map.roads.len() + 1, "place for a road"),
            Self::RemoveRoad(at) | Self::ChangeRoad(at, _) => row(*at, map.roads.len(), "road"),
            Self::AddRiver(at, _) => row(*at, map.rivers.len() + 1, "place for a river"),
            Self::RemoveRiver(at) | Self::ChangeRiver(at, _) => row(*at, map.rivers.len(), "river"),
            Self::AddRegion(at, _) => row(*at, map.regions.len() + 1, "place for a region"),
            Self::RemoveRegion(at) | Self::ChangeRegion(at, _) => row(*at, map.regions.len(), "region"),
            Self::AddLabel(at, _) => row(*at, map.labels.len() + 1, "place for a label"),
            Self::RemoveLabel(at) | Self::ChangeLabel(at, _) => row(*at, map.labels.len(), "label"),
            Self::AddBox(at, _) => row(*at, map.boxes.len() + 1, "place for a box"),
            Self::RemoveBox(at) | Self::ChangeBox(at, _) => row(*at, map.boxes.len(), "box"),
            Self::SetGameBlock(block) if !(block.is_empty() || block.starts_with('(') && is_block(block)) => {
                Err(format!("found {block:?}, expected the game's fields in parentheses"))
            }
            Self::DropLevels
            | Self::SetContours(_)
            | Self::SetWithout(_)
            | Self::SetColour(..)
            | Self::SetText(..)
            | Self::SetTurns(_)
            | Self::SetTweak(..)
            | Self::SetGameBlock(_)
            | Self::Many(_)
            | Self::Named(..) => Ok(()),
            Self::Reshape(reshape) => reshape.fits(map),
            Self::Replace(_, new) => {
                if let Some(problem) = new.map.grid.problem() {
                    return Err(problem);
                }
                let (grid, known) = (new.map.grid.len(), new.map.legend.len().max(1));
                let levels = new.map.levels.len();
                if new.map.cells.len() != grid || !(levels == 0 || levels == grid) {
                    return Err(format!("the map has {} hexes, expected {grid}", new.map.cells.len()));
                }
                if new.map.cells.iter().any(|cell| usize::from(*cell) >= known) {
                    return Err(format!("a hex has an entry that the legend of {known} does not have"));
                }
                Ok(())
            }
        }
    }

    /// What the edit does, in words for the menu and the status line, said before it is applied: *Paint forest on
    /// 7 hexes*.
    pub fn describe(&self, scenario: &Scenario) -> String {
        self.summary(scenario).to_string()
    }

    pub(super) fn summary(&self, scenario: &Scenario) -> Summary {
        let map = &scenario.map;
        let piece = |at: &usize| scenario.pieces.get(*at).map_or("a piece", piece_name).to_owned();
        match self {
            Self::PaintHexes { terrain, hexes, .. } => {
                let known = map.legend.iter().position(|(_, id)| id == terrain);
                let differs = |hex: &&Hex| {
                    map.grid
                        .index(**hex)
                        .is_some_and(|at| known.is_none_or(|cell| map.cells[at] != cell as u8))
                };
                Summary::counted(
                    format!("Paint {} on", words(terrain)),
                    hexes.iter().filter(differs).count(),
                    "hex",
                )
            }
            Self::SetAllCells { legend, cells } => {
                let both = || cells.iter().zip(&map.cells);
                let differs = both().filter(|(new, old)| new != old).count();
                let first = both().find(|(new, old)| new != old).map_or(0, |(new, _)| *new);
                let is_one = both().filter(|(new, old)| new != old && **new != first).count() == 0;
                let terrain = legend.as_ref().unwrap_or(&map.legend).get(usize::from(first));
                let words = match terrain {
                    Some((_, id)) if is_one && differs > 0 => format!("Paint {} on", words(id)),
                    _ => "Repaint".to_owned(),
                };
                Summary::counted(words, differs, "hex")
            }
            Self::SetCells { cells, .. } => Summary::counted("Repaint".to_owned(), cells.len(), "hex"),
            Self::SetLevels(levels) => {
                let verb = match levels.first() {
                    Some((_, level)) if levels.iter().all(|(_, other)| other == level) => {
                        format!("Level {level} on")
                    }
                    _ => "Change the level of".to_owned(),
                };
                Summary::counted(verb, levels.len(), "hex")
            }
            Self::DropLevels => Summary::plain("Leave levels to the terrain"),
            Self::SetSides(sides) => {
                let verb = match sides.first() {
                    Some((_, feature)) if sides.iter().all(|(_, other)| other == feature) => match feature {
                        Some(feature) => format!("{} on", capital(&words(feature))),
                        None => "Clear".to_owned(),
                    },
                    _ => "Change".to_owned(),
                };
                let differs =
                    |(side, feature): &&(HexSide, Option<String>)| map.side(*side) != feature.as_deref();
                Summary::counted(verb, sides.iter().filter(differs).count(), "hexside")
            }
            Self::AddPiece(_, piece) => Summary::plain(format!("Add {}", piece_name(piece))),
            Self::RemovePiece(at) => Summary::plain(format!("Remove {}", piece(at))),
            Self::MovePiece(at, start) => {
                let to = match start {
                    Start::At(place) => place.label(&map.grid),
                    Start::Enters { turn, .. } => format!("the arrivals of turn {turn}"),
                };
                Summary::plain(format!("Move {} to {to}", piece(at)))
            }
            Self::ChangePiece(at, _) => Summary::plain(format!("Change {}", piece(at))),
            Self::AddRoad(_, road) => {
                Summary::plain(format!("{} through {} hexes", road.kind.name(), road.hexes.len()))
            }
            Self::RemoveRoad(_) => Summary::plain("Remove a road"),
            Self::ChangeRoad(..) => Summary::plain("Change a road"),
            Self::AddRiver(_, river) => Summary::plain(format!("Name the river {}", river.name)),
            Self::RemoveRiver(_) => Summary::plain("Take the name off a river"),
            Self::ChangeRiver(..) => Summary::plain("Change a river"),
            Self::SetContours(_) => Summary::plain("Change the contours"),
            Self::SetWithout(_) => Summary::plain("Change what is round the map"),
            Self::SetColour(role, Some(colour)) => Summary::plain(format!("Colour {role} {colour}")),
            Self::SetColour(role, None) => Summary::plain(format!("Colour {role} as shipped")),
            Self::AddRegion(..) => Summary::plain("Add a region"),
            Self::RemoveRegion(_) => Summary::plain("Remove a region"),
            Self::ChangeRegion(..) => Summary::plain("Change a region"),
            Self::AddLabel(_, label) => Summary::plain(format!("Add the label {}", label.text)),
            Self::RemoveLabel(_) => Summary::plain("Remove a label"),
            Self::ChangeLabel(_, label) => Summary::plain(format!("Change the label {}", label.text)),
            Self::AddBox(..) => Summary::plain("Add a box"),
            Self::RemoveBox(_) => Summary::plain("Remove a box"),
            Self::ChangeBox(..) => Summary::plain("Change a box"),
            Self::SetText(which, _) => Summary::plain(format!("Change the {}", which.words())),
            Self::SetTurns(turns) => Summary::plain(format!("Set the turns to {turns}")),
            Self::SetTweak(path, Some(value)) => Summary::plain(format!("Set {path} to {value}")),
            Self::SetTweak(path, None) => Summary::plain(format!("Set {path} back")),
            Self::SetGameBlock(_) => Summary::plain("Change the game's settings"),
            Self::Reshape(reshape) => Summary::plain(reshape.words()),
            Self::Replace(words, _) | Self::Named(words, _) => Summary::plain(words.clone()),
            Self::Many(edits) => {
                let mut parts = edits.iter().map(|edit| edit.summary(scenario));
                let Some(mut whole) = parts.next() else { return Summary::plain("Change nothing") };
                for part in parts {
                    whole.join(&part);
                }
                whole
            }
        }
    }

    /// Do both set the same single datum, so that the inverse of the first alone takes both back?
    pub(super) fn sets_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::SetTurns(_), Self::SetTurns(_)) | (Self::SetGameBlock(_), Self::SetGameBlock(_)) => true,
            (Self::SetText(a, _), Self::SetText(b, _)) => a == b,
            (
                Self::SetAllCells { .. },
                Self::SetAllCells { legend: None, .. } | Self::SetCells { legend: None, .. },
            ) => true,
            (Self::SetTweak(a, _), Self::SetTweak(b, _)) | (Self::SetColour(a, _), Self::SetColour(b, _)) => {
                a == b
            }
            (Self::MovePiece(a, _), Self::MovePiece(b, _))
            | (Self::ChangePiece(a, _), Self::ChangePiece(b, _))
            | (Self::ChangeRoad(a, _), Self::ChangeRoad(b, _))
            | (Self::ChangeRiver(a, _), Self::ChangeRiver(b, _))
            | (Self::ChangeRegion(a, _), Self::ChangeRegion(b, _))
            | (Self::ChangeLabel(a, _), Self::ChangeLabel(b, _))
            | (Self::ChangeBox(a, _), Self::ChangeBox(b, _)) => a == b,
            _ => false,
        }
    }
}

fn on_map(map: &Map, hex: Hex) -> Result<(), String> {
    if map.grid.contains(hex) { Ok(()) } else { Err(format!("hex {hex} is off the map")) }
}

/// What an edit does, in words that can be counted up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Summary {
    words: String,
    /// How many of what.
    count: Option<(usize, &'static str)>,
}

impl Summary {
    fn plain(words: impl Into<String>) -> Self {
        Self { words: words.into(), count: None }
    }

    fn counted(words: String, count: usize, unit: &'static str) -> Self {
        Self { words, count: Some((count, unit)) }
    }

    /// Counts up what is of one kind; of different things the first gives the name. What changes nothing gives none.
    pub(super) fn join(&mut self, other: &Self) {
        let is_none = |summary: &Self| matches!(summary.count, Some((0, _)));
        if is_none(other) {
            return;
        }
        if is_none(self) {
            self.clone_from(other);
            return;
        }
        if let (Some((count, unit)), Some((more, other_unit))) = (&mut self.count, other.count)
            && *unit == other_unit
        {
            *count += more;
            if self.words != other.words {
                self.words = "Change".to_owned();
            }
        } else if self.count.is_none() && other.count.is_none() {
            // A slider: its last value counts.
            self.words.clone_from(&other.words);
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)?;
        match self.count {
            None => Ok(()),
            Some((1, unit)) => write!(f, " 1 {unit}"),
            Some((count, "hex")) => write!(f, " {count} hexes"),
            Some((count, unit)) => write!(f, " {count} {unit}s"),
        }
    }
}

fn piece_name(piece: &Piece) -> &str {
    if piece.name.is_empty() { &piece.id } else { &piece.name }
}

/// An id as words: `plateau-forest` is *plateau forest*.
fn words(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn paint(scenario: &mut Scenario, letter: char, terrain: String, hexes: &[Hex]) -> Edit {
    let map = &mut scenario.map;
    let mut legend = None;
    let cell = match map.legend.iter().position(|(_, id)| *id == terrain) {
        Some(cell) => cell,
        None if map.legend.len() >= 255 || hexes.is_empty() => return Edit::nothing(),
        None => {
            legend = Some(map.legend.clone());
            let letter = free_letter(&map.legend, letter);
            map.legend.push((letter, terrain));
            map.legend.len() - 1
        }
    };
    if hexes.len() >= map.cells.len() / MUCH {
        let old = map.cells.clone();
        for &hex in hexes {
            if let Some(old) = map.grid.index(hex).and_then(|at| map.cells.get_mut(at)) {
                *old = cell as u8;
            }
        }
        if old == map.cells {
            map.legend = legend.unwrap_or_else(|| std::mem::take(&mut map.legend));
            return Edit::nothing();
        }
        return Edit::SetAllCells { legend, cells: old };
    }
    let mut back = Vec::new();
    for &hex in hexes {
        if let Some(at) = map.grid.index(hex)
            && let Some(old) = map.cells.get_mut(at)
            && *old != cell as u8
        {
            back.push((hex, std::mem::replace(old, cell as u8)));
        }
    }
    if back.is_empty()
        && let Some(legend) = legend.take()
    {
        map.legend = legend;
    }
    // A hex that is named twice gets its first value back last.
    back.reverse();
    Edit::SetCells { legend, cells: back }
}

/// The wanted letter, or the first that the legend does not use.
fn free_letter(legend: &[(char, String)], wanted: char) -> char {
    let free = |letter: &char| !legend.iter().any(|(other, _)| other == letter);
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{c0}'..='\u{24f}');
    std::iter::once(wanted).chain(letters).find(free).expect("a legend has at most 255 letters")
}

fn set_cells(scenario: &mut Scenario, legend: Option<Vec<(char, String)>>, cells: &[(Hex, u8)]) -> Edit {
    let map = &mut scenario.map;
    let legend = legend.map(|legend| std::mem::replace(&mut map.legend, legend));
    let mut back = Vec::with_capacity(cells.len());
    for &(hex, cell) in cells {
        if let Some(old) = map.grid.index(hex).and_then(|at| map.cells.get_mut(at))
            && *old != cell
        {
            back.push((hex, std::mem::replace(old, cell)));
        }
    }
    back.reverse();
    Edit::SetCells { legend: legend.filter(|old| *old != map.legend), cells: back }
}

fn set_all_cells(scenario: &mut Scenario, legend: Option<Vec<(char, String)>>, cells: Vec<u8>) -> Edit {
    let map = &mut scenario.map;
    if cells.len() != map.cells.len() {
        return Edit::nothing();
    }
    let legend = legend.map(|legend| std::mem::replace(&mut map.legend, legend));
    let legend = legend.filter(|old| *old != map.legend);
    match swap(&mut map.cells, cells) {
        Some(cells) => Edit::SetAllCells { legend, cells },
        None => Edit::SetCells { legend, cells: Vec::new() },
    }
}

fn set_levels(scenario: &mut Scenario, levels: &[(Hex, i8)]) -> Edit {
    let map = &mut scenario.map;
    let first = map.levels.is_empty();
    if first {
        if !levels.iter().any(|(hex, _)| map.grid.contains(*hex)) {
            return Edit::nothing();
        }
        map.levels = vec![0; map.grid.len()];
    }
    let mut back = Vec::new();
    for &(hex, level) in levels {
        let level = level.clamp(*LEVELS.start(), *LEVELS.end());
        if let Some(old) = map.grid.index(hex).and_then(|at| map.levels.get_mut(at))
            && *old != level
        {
            back.push((hex, std::mem::replace(old, level)));
        }
    }
    back.reverse();
    match (first, back.is_empty()) {
        (false, _) => Edit::SetLevels(back),
        (true, true) => Edit::DropLevels,
        (true, false) => Edit::Many(vec![Edit::SetLevels(back), Edit::DropLevels]),
    }
}

fn drop_levels(scenario: &mut Scenario) -> Edit {
    let grid = scenario.map.grid;
    let levels = std::mem::take(&mut scenario.map.levels);
    if levels.is_empty() {
        return Edit::nothing();
    }
    let mut high: Vec<_> = grid.hexes().zip(levels).filter(|(_, level)| *level != 0).collect();
    // Some hex has to be named, or no layer would be made.
    if high.is_empty() {
        high.extend(grid.hexes().next().map(|hex| (hex, 0)));
    }
    Edit::SetLevels(high)
}

fn set_sides(scenario: &mut Scenario, sides: Vec<(HexSide, Option<String>)>) -> Edit {
    let map = &mut scenario.map;
    let mut back = Vec::new();
    for (side, feature) in sides {
        let (a, b) = side.hexes();
        if !map.grid.contains(a) || !map.grid.contains(b) || map.side(side) == feature.as_deref() {
            continue;
        }
        let old = match feature {
            Some(feature) => map.sides.insert(side, feature),
            None => map.sides.remove(&side),
        };
        back.push((side, old));
    }
    back.reverse();
    Edit::SetSides(back)
}

fn insert<T>(rows: &mut Vec<T>, at: usize, row: T, back: fn(usize) -> Edit) -> Edit {
    if at > rows.len() {
        return Edit::nothing();
    }
    rows.insert(at, row);
    back(at)
}

fn remove<T>(rows: &mut Vec<T>, at: usize, back: fn(usize, T) -> Edit) -> Edit {
    if at < rows.len() { back(at, rows.remove(at)) } else { Edit::nothing() }
}

/// Puts a new value in the place of another; the old one, if they differ.
fn swap<T: PartialEq>(old: &mut T, new: T) -> Option<T> {
    (*old != new).then(|| std::mem::replace(old, new))
}

fn replace<T: PartialEq>(rows: &mut [T], at: usize, row: T, back: fn(usize, T) -> Edit) -> Edit {
    match rows.get_mut(at) {
        Some(old) if *old != row => back(at, std::mem::replace(old, row)),
        _ => Edit::nothing(),
    }
}
