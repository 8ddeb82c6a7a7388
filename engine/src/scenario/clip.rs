//! What was copied from a map: hexes with all that lies on them, to be set down elsewhere, turned and flipped.
//!
//! Everything is kept relative to one hex, the anchor, in axial coordinates, so that a clip can be set down on a
//! map of any layout, and turned without rounding. As text it passes through the system's clipboard to other
//! windows and documents; what comes back from there may be anything.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::form::{level_of, level_sign};
use super::save::block;
use super::{
    Contour, Edit, LABEL_ANGLES, LABEL_SIZES, Label, Map, Piece, Region, RegionKind, River, Road, Scenario,
    Start,
};
use super::{ron, runs};
use crate::hex::{Direction, Grid, Hex, HexSide, Orientation};
use crate::plane::Place;

/// The number of the present form of the text.
const FORMAT: u32 = 1;
/// What the text begins with.
const TAG: &str = "SandtableClip";
/// The longest text that is read, in bytes.
const MAX_TEXT: usize = 32 << 20;
/// The most pieces, names or roads of a clip.
const MAX_THINGS: usize = 65_535;
/// The farthest that a hex may lie from the anchor, so that no sum of coordinates wraps round.
const MAX_AWAY: u32 = 8_000;

/// Hexes that were copied, and what lies on them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clip {
    /// Letters and ids of the terrains, as in a map.
    legend: Vec<(char, String)>,
    cells: BTreeMap<Hex, Cell>,
    /// Hexsides of these hexes, also those that they share with others.
    sides: BTreeMap<HexSide, String>,
    /// Names and widths of the courses that begin on its hexsides.
    rivers: Vec<River>,
    roads: Vec<Road>,
    contours: Vec<Contour>,
    labels: Vec<Label>,
    pieces: Vec<Piece>,
    /// Which of them belong to regions within the map.
    regions: Vec<Member>,
    /// What of it is set down: not all where things were copied without the ground that they lie on.
    parts: Parts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell {
    /// Index into the legend.
    terrain: u8,
    /// `None` where the terrain gives the level.
    level: Option<i8>,
}

/// Which way a clip is flipped, as it lies on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flip {
    /// Left and right change places.
    Across,
    /// Top and bottom change places.
    Along,
}

/// Which parts of a clip are set down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    pub terrain: bool,
    /// Levels and contours.
    pub levels: bool,
    pub sides: bool,
    pub roads: bool,
    /// Names, and which regions the hexes belong to.
    pub labels: bool,
    pub pieces: bool,
}

impl Parts {
    pub const ALL: Self =
        Self { terrain: true, levels: true, sides: true, roads: true, labels: true, pieces: true };

    fn is_all(&self) -> bool {
        *self == Self::ALL
    }

    /// What is part of both.
    #[must_use]
    pub fn both(self, other: Self) -> Self {
        Self {
            terrain: self.terrain && other.terrain,
            levels: self.levels && other.levels,
            sides: self.sides && other.sides,
            roads: self.roads && other.roads,
            labels: self.labels && other.labels,
            pieces: self.pieces && other.pieces,
        }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self::ALL
    }
}

impl Clip {
    /// Copies hexes; `anchor` is the one that will lie under the pointer. What is off the map is left out.
    pub fn copy(scenario: &Scenario, hexes: &BTreeSet<Hex>, anchor: Hex) -> Self {
        let map = &scenario.map;
        let inside = |hex: &Hex| hexes.contains(hex) && map.grid.contains(*hex);
        let mut clip = Self::default();
        let mut letters: BTreeMap<u8, u8> = BTreeMap::new();
        for &hex in hexes.iter().filter(|hex| inside(hex)) {
            let Some(at) = map.grid.index(hex) else { continue };
            let (Some(&cell), true) = (map.cells.get(at), hex.distance(anchor) <= MAX_AWAY) else { continue };
            let Some(entry) = map.legend.get(usize::from(cell)) else { continue };
            let terrain = *letters.entry(cell).or_insert_with(|| {
                clip.legend.push(entry.clone());
                (clip.legend.len() - 1) as u8
            });
            clip.cells.insert(hex - anchor, Cell { terrain, level: map.levels.get(at).copied() });
        }
        for side in clip.all_sides() {
            let (a, b) = side.hexes();
            if let Some(feature) = HexSide::between(a + anchor, b + anchor).and_then(|side| map.side(side)) {
                clip.sides.insert(side, feature.to_owned());
            }
        }
        for river in &map.rivers {
            let (a, b) = river.source.hexes();
            if let Some(source) =
                HexSide::between(a - anchor, b - anchor).filter(|side| clip.sides.contains_key(side))
            {
                clip.rivers.push(River { source, ..river.clone() });
            }
        }
        let relative = |list: &[Hex]| list.iter().map(|hex| *hex - anchor).collect::<Vec<Hex>>();
        let within = |list: &[Hex]| {
            list.iter().filter(|hex| inside(hex)).map(|hex| *hex - anchor).collect::<Vec<Hex>>()
        };
        // Of a road that runs on beyond them, the stretches on these hexes.
        clip.roads = map.roads.iter().flat_map(|road| stretches(road, inside)).collect();
        for road in &mut clip.roads {
            road.hexes = relative(&road.hexes);
        }
        let contours = map
            .contours
            .iter()
            .map(|contour| Contour { height: contour.height, hexes: within(&contour.hexes) });
        clip.contours = contours.filter(|contour| !contour.hexes.is_empty()).collect();
        let labels =
            map.labels.iter().filter(|label| inside(&label.at) && label.to.as_ref().is_none_or(inside));
        clip.labels = labels
            .map(|label| Label {
                at: label.at - anchor,
                to: label.to.map(|to| to - anchor),
                angle: label.angle.map(level_angle),
                ..label.clone()
            })
            .collect();
        for piece in &scenario.pieces {
            if let Start::At(Place::Hex(hex)) = piece.at
                && inside(&hex)
            {
                clip.pieces.push(Piece { at: Start::At(Place::Hex(hex - anchor)), ..piece.clone() });
            }
        }
        // An edge of the map is no property of the hexes that can be taken along.
        let regions = map.regions.iter().filter(|region| region.kind != RegionKind::Edge);
        clip.regions = regions
            .map(|region| Member { id: region.id.clone(), hexes: within(&region.hexes) })
            .filter(|region| !region.hexes.is_empty())
            .collect();
        clip
    }

    /// The same, of which only these parts are ever set down: things without the ground that they lie on.
    #[must_use]
    pub fn only(mut self, parts: Parts) -> Self {
        self.parts = parts;
        self
    }

    /// What of it is set down.
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// Its names, at hexes relative to the anchor.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// How many hexes it has.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Was nothing copied?
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Its hexes, relative to the anchor, and their terrain.
    pub fn cells(&self) -> impl Iterator<Item = (Hex, &str)> {
        self.cells
            .iter()
            .filter_map(|(hex, cell)| Some((*hex, self.legend.get(usize::from(cell.terrain))?.1.as_str())))
    }

    /// The features of its hexsides, relative to the anchor.
    pub fn sides(&self) -> impl Iterator<Item = (HexSide, &str)> {
        self.sides.iter().map(|(side, feature)| (*side, feature.as_str()))
    }

    /// Its pieces, standing on hexes relative to the anchor.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The hexes on which it comes to lie, also those off the map.
    pub fn hexes_at(&self, anchor: Hex) -> impl Iterator<Item = Hex> {
        self.cells.keys().map(move |hex| *hex + anchor)
    }

    /// The same turned about the anchor by so many sixths of a turn, clockwise if positive.
    #[must_use]
    pub fn turned(&self, sixths: i8) -> Self {
        let turn = i16::from(sixths.rem_euclid(6)) * 60;
        self.moved(|hex| hex.rotated(Hex::default(), sixths), |angle| level_angle(angle + turn))
    }

    /// The same as in a mirror through the anchor, as a map of this orientation lies on the screen.
    #[must_use]
    pub fn flipped(&self, flip: Flip, orientation: Orientation) -> Self {
        let hex = |hex: Hex| match (flip, orientation) {
            (Flip::Across, Orientation::Flat) => Hex::new(-hex.q, hex.q + hex.r),
            (Flip::Along, Orientation::Flat) => Hex::new(hex.q, hex.s()),
            (Flip::Across, Orientation::Pointed) => Hex::new(hex.s(), hex.r),
            (Flip::Along, Orientation::Pointed) => Hex::new(hex.q + hex.r, -hex.r),
        };
        self.moved(hex, |angle| level_angle(-angle))
    }

    /// Every hex where this leads it, every name at this angle. Neighbours must stay neighbours.
    fn moved(&self, to: impl Fn(Hex) -> Hex, turned: impl Fn(i16) -> i16) -> Self {
        let all = |hexes: &[Hex]| hexes.iter().map(|hex| to(*hex)).collect::<Vec<Hex>>();
        let side = |side: HexSide| {
            let (a, b) = side.hexes();
            HexSide::between(to(a), to(b)).expect("turning and flipping keep neighbours together")
        };
        let start = |start: &Start| match start {
            Start::At(Place::Hex(hex)) => Start::At(Place::Hex(to(*hex))),
            other => other.clone(),
        };
        Self {
            legend: self.legend.clone(),
            cells: self.cells.iter().map(|(hex, cell)| (to(*hex), *cell)).collect(),
            sides: self.sides.iter().map(|(at, feature)| (side(*at), feature.clone())).collect(),
            rivers: self
                .rivers
                .iter()
                .map(|river| River { source: side(river.source), ..river.clone() })
                .collect(),
            roads: self.roads.iter().map(|road| Road { hexes: all(&road.hexes), ..road.clone() }).collect(),
            contours: self
                .contours
                .iter()
                .map(|contour| Contour { height: contour.height, hexes: all(&contour.hexes) })
                .collect(),
            labels: self
                .labels
                .iter()
                .map(|label| Label {
                    at: to(label.at),
                    to: label.to.map(&to),
                    angle: label.angle.map(&turned),
                    ..label.clone()
                })
                .collect(),
            pieces: self.pieces.iter().map(|piece| Piece { at: start(&piece.at), ..piece.clone() }).collect(),
            regions: self
                .regions
                .iter()
                .map(|region| Member { id: region.id.clone(), hexes: all(&region.hexes) })
                .collect(),
            parts: self.parts,
        }
    }

    /// The edit that sets it down with the anchor on this hex. What would lie off the map is left out, and a road
    /// is cut there; a piece whose id is taken gets a free one.
    pub fn paste(&self, scenario: &Scenario, anchor: Hex) -> Edit {
        self.paste_parts(scenario, anchor, Parts::ALL)
    }

    /// Like [`Clip::paste`], with some of its parts.
    pub fn paste_parts(&self, scenario: &Scenario, anchor: Hex, parts: Parts) -> Edit {
        let map = &scenario.map;
        let parts = parts.both(self.parts);
        let on_map = |hex: &Hex| map.grid.contains(*hex);
        let mut edits = Vec::new();
        if parts.terrain {
            let mut painted: Vec<Vec<Hex>> = vec![Vec::new(); self.legend.len()];
            for (hex, cell) in &self.cells {
                if let Some(hexes) = painted.get_mut(usize::from(cell.terrain)) {
                    hexes.extend(Some(*hex + anchor).filter(on_map));
                }
            }
            for ((letter, terrain), hexes) in self.legend.iter().zip(painted) {
                if !hexes.is_empty() {
                    edits.push(Edit::PaintHexes { letter: *letter, terrain: terrain.clone(), hexes });
                }
            }
        }
        if parts.levels {
            // Levels of its own would take the levels of all other hexes from their terrain.
            if !map.levels.is_empty() {
                let level = |(hex, cell): (&Hex, &Cell)| Some((*hex + anchor, cell.level?));
                let levels: Vec<_> =
                    self.cells.iter().filter_map(level).filter(|(hex, _)| on_map(hex)).collect();
                edits.push(Edit::SetLevels(levels));
            }
            edits.extend(self.paste_contours(map, anchor));
        }
        if parts.sides {
            let sides = self.paste_sides(map, anchor);
            let mut at = map.rivers.len();
            let mut rivers = Vec::new();
            for river in &self.rivers {
                let (a, b) = river.source.hexes();
                let Some(source) = HexSide::between(a + anchor, b + anchor) else { continue };
                let is_there = sides.iter().any(|(side, feature)| *side == source && feature.is_some());
                if is_there && !map.rivers.iter().any(|other| other.source == source) {
                    rivers.push(Edit::AddRiver(at, River { source, ..river.clone() }));
                    at += 1;
                }
            }
            edits.push(Edit::SetSides(sides));
            edits.extend(rivers);
        }
        if parts.roads {
            let mut at = map.roads.len();
            let moved = |road: &Road| {
                let hexes = road.hexes.iter().map(|hex| *hex + anchor).collect();
                stretches(&Road { hexes, ..road.clone() }, on_map)
            };
            for road in self.roads.iter().flat_map(moved) {
                if !map.roads.contains(&road) {
                    edits.push(Edit::AddRoad(at, road));
                    at += 1;
                }
            }
        }
        if parts.labels {
            let mut at = map.labels.len();
            for label in &self.labels {
                let (place, to) = (label.at + anchor, label.to.map(|to| to + anchor));
                let label = Label { at: place, to, ..label.clone() };
                if on_map(&place) && to.as_ref().is_none_or(on_map) && !map.labels.contains(&label) {
                    edits.push(Edit::AddLabel(at, label));
                    at += 1;
                }
            }
            edits.extend(self.paste_regions(map, anchor));
        }
        if parts.pieces {
            let mut ids = Ids::of(scenario);
            let mut at = scenario.pieces.len();
            for piece in &self.pieces {
                let Start::At(Place::Hex(hex)) = piece.at else { continue };
                let hex = hex + anchor;
                if on_map(&hex) {
                    let piece = Piece { id: ids.free(&piece.id), at: Start::At(hex.into()), ..piece.clone() };
                    edits.push(Edit::AddPiece(at, piece));
                    at += 1;
                }
            }
        }
        edits.retain(|edit| !edit.is_nothing());
        Edit::Many(edits)
    }

    /// The hexsides that are other than on the map: those of the clip, and bare ones between two of its hexes.
    fn paste_sides(&self, map: &Map, anchor: Hex) -> Vec<(HexSide, Option<String>)> {
        let mut out = Vec::new();
        for side in self.all_sides() {
            let (a, b) = side.hexes();
            let feature = self.sides.get(&side);
            if feature.is_none() && !(self.cells.contains_key(&a) && self.cells.contains_key(&b)) {
                continue;
            }
            let Some(there) = HexSide::between(a + anchor, b + anchor) else { continue };
            if map.grid.contains(a + anchor)
                && map.grid.contains(b + anchor)
                && map.side(there) != feature.map(String::as_str)
            {
                out.push((there, feature.cloned()));
            }
        }
        out
    }

    fn paste_contours(&self, map: &Map, anchor: Hex) -> Option<Edit> {
        if self.contours.is_empty() {
            return None;
        }
        let mut contours = map.contours.clone();
        for contour in &mut contours {
            contour.hexes.retain(|hex| !self.cells.contains_key(&(*hex - anchor)));
        }
        for contour in &self.contours {
            let hexes = contour.hexes.iter().map(|hex| *hex + anchor).filter(|hex| map.grid.contains(*hex));
            match contours.iter_mut().find(|there| there.height == contour.height) {
                Some(there) => there.hexes.extend(hexes),
                None => {
                    let at = contours.partition_point(|there| there.height < contour.height);
                    contours.insert(at, Contour { height: contour.height, hexes: hexes.collect() });
                }
            }
        }
        contours.retain(|contour| !contour.hexes.is_empty());
        (contours != map.contours).then_some(Edit::SetContours(contours))
    }

    /// Regions that the map has, by their ids, get the hexes that belonged to them.
    fn paste_regions(&self, map: &Map, anchor: Hex) -> Vec<Edit> {
        let mut out = Vec::new();
        for Member { id, hexes } in &self.regions {
            let known = |region: &Region| region.id == *id && region.kind != RegionKind::Edge;
            let Some(index) = map.regions.iter().position(known) else { continue };
            let mut region = map.regions[index].clone();
            let has: BTreeSet<Hex> = region.hexes.iter().copied().collect();
            let there = hexes.iter().map(|hex| *hex + anchor);
            region.hexes.extend(there.filter(|hex| map.grid.contains(*hex) && !has.contains(hex)));
            if region != map.regions[index] {
                out.push(Edit::ChangeRegion(index, region));
            }
        }
        out
    }

    /// Every hexside of its hexes, once.
    fn all_sides(&self) -> impl Iterator<Item = HexSide> + use<> {
        let sides: BTreeSet<HexSide> = self
            .cells
            .keys()
            .flat_map(|hex| Direction::ALL.map(|direction| HexSide::of(*hex, direction)))
            .collect();
        sides.into_iter()
    }

    /// As text, for the clipboard.
    pub fn to_text(&self) -> String {
        let row = |sign: &dyn Fn(&Cell) -> Option<char>| {
            let mut rows: Vec<(Hex, String)> = Vec::new();
            let mut next = None;
            // By rows, for the order of the keys is by columns.
            let mut cells: Vec<(&Hex, &Cell)> = self.cells.iter().collect();
            cells.sort_by_key(|(hex, _)| (hex.r, hex.q));
            for (hex, cell) in cells {
                let Some(sign) = sign(cell) else { continue };
                match rows.last_mut().filter(|_| next == Some(*hex)) {
                    Some((_, row)) => row.push(sign),
                    None => rows.push((*hex, sign.to_string())),
                }
                next = Some(hex.neighbour(Direction::SE));
            }
            rows
        };
        let letter = |cell: &Cell| self.legend.get(usize::from(cell.terrain)).map(|(letter, _)| *letter);
        let text = Text {
            format: FORMAT,
            legend: self.legend.clone(),
            rows: row(&letter),
            levels: row(&|cell| cell.level.map(level_sign)),
            sides: self.sides.clone().into_iter().collect(),
            rivers: self.rivers.clone(),
            roads: self.roads.clone(),
            contours: self.contours.clone(),
            labels: self.labels.clone(),
            pieces: self.pieces.clone(),
            regions: self.regions.clone(),
            parts: self.parts,
        };
        format!("{TAG}{}", ron::compact(&text))
    }

    /// Is this text likely to be a clip? For menus; [`Clip::from_text`] knows.
    pub fn is_clip(text: &str) -> bool {
        text.trim_start().strip_prefix(TAG).is_some_and(|rest| rest.starts_with('('))
    }

    /// Reads what [`Clip::to_text`] wrote.
    ///
    /// # Errors
    /// If the text is no clip, or one that is too large, in words.
    pub fn from_text(text: &str) -> Result<Self, String> {
        if !Self::is_clip(text) {
            return Err("found no hexes in the clipboard".to_owned());
        }
        if text.len() > MAX_TEXT {
            return Err(format!("found {} bytes in the clipboard, expected at most {MAX_TEXT}", text.len()));
        }
        let body = text.trim().strip_prefix(TAG).unwrap_or_default();
        if runs::stand_for(body) > runs::MOST {
            return Err("found more hexes in the clipboard than a map can have".to_owned());
        }
        let read = ron::read::<Text>(body, "").into_result().map_err(|problems| {
            problems.first().map_or_else(String::new, |problem| {
                format!("the clipboard holds a mistake: {}", problem.message)
            })
        })?;
        read.clip()
    }
}

/// A clip as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    format: u32,
    legend: Vec<(char, String)>,
    /// The first hex of a row, and the letters of it and of those to its south-east.
    rows: Vec<(Hex, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    levels: Vec<(Hex, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sides: Vec<(HexSide, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rivers: Vec<River>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    roads: Vec<Road>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    contours: Vec<Contour>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Piece>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    regions: Vec<Member>,
    #[serde(default, skip_serializing_if = "Parts::is_all")]
    parts: Parts,
}

/// Hexes that belong to a region, named by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    id: String,
    #[serde(with = "super::runs")]
    hexes: Vec<Hex>,
}

impl Text {
    fn clip(self) -> Result<Clip, String> {
        if self.format != FORMAT {
            return Err(format!("found a clip of format {}, expected {FORMAT}", self.format));
        }
        let things =
            self.rivers.len() + self.roads.len() + self.labels.len() + self.pieces.len() + self.regions.len();
        if self.legend.len() > 255 || things + self.contours.len() > MAX_THINGS {
            return Err("found more in the clipboard than a map can hold".to_owned());
        }
        let away = |hex: Hex| {
            if hex.distance(Hex::default()) <= MAX_AWAY {
                Ok(hex)
            } else {
                Err(format!("found the hex {hex}, more than {MAX_AWAY} from the middle of the clip"))
            }
        };
        let mut clip = Clip { legend: self.legend, parts: self.parts, ..Clip::default() };
        for (first, row) in &self.rows {
            let mut hex = away(*first)?;
            for letter in row.chars() {
                let terrain = clip.legend.iter().position(|(other, _)| *other == letter);
                let terrain = terrain
                    .ok_or_else(|| format!("found {letter:?}, expected a letter of the clip's legend"))?;
                clip.cells.insert(away(hex)?, Cell { terrain: terrain as u8, level: None });
                hex = hex.neighbour(Direction::SE);
            }
            if clip.cells.len() > Grid::MAX_HEXES {
                return Err(format!("found more than {} hexes", Grid::MAX_HEXES));
            }
        }
        for (first, row) in &self.levels {
            let mut hex = away(*first)?;
            for sign in row.chars() {
                let level = level_of(sign).ok_or_else(|| format!("found {sign:?}, expected a level"))?;
                if let Some(cell) = clip.cells.get_mut(&away(hex)?) {
                    cell.level = Some(level);
                }
                hex = hex.neighbour(Direction::SE);
            }
        }
        let held = |hex: &Hex| clip.cells.contains_key(hex);
        for (side, feature) in self.sides {
            let (a, b) = side.hexes();
            // One key for each hexside, whatever the text says.
            if let (true, Some(side)) = (held(&a) || held(&b), HexSide::between(a, b)) {
                clip.sides.insert(side, feature);
            }
        }
        for river in self.rivers {
            let (a, b) = river.source.hexes();
            if let Some(source) = HexSide::between(a, b).filter(|side| clip.sides.contains_key(side)) {
                clip.rivers.push(River { source, ..river });
            }
        }
        let together = |hexes: &[Hex]| hexes.windows(2).all(|pair| pair[0].is_adjacent(pair[1]));
        clip.roads = self.roads;
        clip.roads
            .retain(|road| road.hexes.len() >= 2 && road.hexes.iter().all(held) && together(&road.hexes));
        clip.contours = self.contours;
        for contour in &mut clip.contours {
            contour.hexes.retain(held);
        }
        clip.regions = self.regions;
        for region in &mut clip.regions {
            region.hexes.retain(held);
        }
        clip.labels = self.labels;
        clip.labels.retain(|label| {
            held(&label.at)
                && label.to.as_ref().is_none_or(held)
                && LABEL_SIZES.contains(&label.size)
                && label.angle.is_none_or(|angle| LABEL_ANGLES.contains(&angle))
        });
        clip.pieces = self.pieces;
        clip.pieces.retain(|piece| matches!(piece.at, Start::At(Place::Hex(hex)) if held(&hex)));
        for piece in &mut clip.pieces {
            piece.game_block = block(&piece.game_block).unwrap_or_default();
        }
        Ok(clip)
    }
}

/// The stretches of a road on hexes of which this is true.
fn stretches(road: &Road, is_on: impl Fn(&Hex) -> bool) -> Vec<Road> {
    let stretches = road.hexes.split(|hex| !is_on(hex)).filter(|stretch| stretch.len() >= 2);
    stretches.map(|stretch| Road { hexes: stretch.to_vec(), ..road.clone() }).collect()
}

/// The same direction as an angle above -180 and up to 180 degrees.
fn level_angle(angle: i16) -> i16 {
    match angle.rem_euclid(360) {
        angle @ 0..=180 => angle,
        angle => angle - 360,
    }
}

/// The ids of pieces that are taken.
struct Ids {
    taken: BTreeSet<String>,
    /// The number that was given last to each id with a number behind it.
    last: BTreeMap<String, u32>,
}

impl Ids {
    fn of(scenario: &Scenario) -> Self {
        Self { taken: scenario.pieces.iter().map(|piece| piece.id.clone()).collect(), last: BTreeMap::new() }
    }

    /// The id, or the same with the first number behind it that makes it free; it is taken from now on.
    fn free(&mut self, wanted: &str) -> String {
        if self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        // `horse-2` is followed by `horse-3`, and not by `horse-2-2`.
        let stem = match wanted.rsplit_once('-') {
            Some((stem, number)) if !stem.is_empty() && number.parse::<u16>().is_ok() => stem,
            _ => wanted,
        };
        let last = self.last.entry(stem.to_owned()).or_insert(1);
        loop {
            *last += 1;
            let id = format!("{stem}-{last}");
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}
