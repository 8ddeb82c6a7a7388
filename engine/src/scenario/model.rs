//! The scenario as it is in memory: what the editor changes, the rules begin from and the exporter prints.
//!
//! Positions in files are not kept here; the file layer (`load`, `save`) turns this into text and back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::face::Counter;
use crate::hex::{Grid, Hex, HexSide};
use crate::plane::Place;

/// A scenario with everything it names: map, counters, forces.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Id of the game in the registry: `little_big_horn`.
    pub game: String,
    pub title: String,
    pub subtitle: String,
    /// Remarks of the designer, fit to print.
    pub note: String,
    pub credits: String,
    /// Game turns.
    pub turns: u16,
    pub map: Map,
    /// Every piece of the scenario, on the map, in a box or yet to come, in the order of the file.
    pub pieces: Vec<Piece>,
    /// Counters of its own for the sheets: one with the name of a counter of the game takes its place.
    pub counters: Vec<Counter>,
    /// Changed numbers of the rules: data path → value as text.
    pub tweaks: BTreeMap<String, String>,
    /// Colours of its own: palette role → `#rrggbb`; what is not named keeps its colour.
    pub colours: BTreeMap<String, String>,
    /// The `game:` block, as RON text in canonical form; the game reads it into its own types. Empty: none.
    pub game_block: String,
    /// Which part came from which file, relative to the scenario's folder.
    pub files: Files,
}

/// Where the parts of a scenario stand; `None` means inside the scenario's own file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    /// Name of the scenario's own file: `scenario.ron`.
    pub scenario: String,
    pub map: Option<String>,
    /// The scenario's own counters.
    pub counters: Option<String>,
    /// The forces (pieces).
    pub forces: Option<String>,
}

/// A map of hexes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    pub name: String,
    pub note: String,
    pub grid: Grid,
    /// Letter of the rows → id of the terrain, in the order of the file.
    pub legend: Vec<(char, String)>,
    /// Index into `legend` for each hex, row-major: `grid.index(hex)`.
    #[serde(with = "super::runs")]
    pub cells: Vec<u8>,
    /// Levels where terrain does not give them, row-major; empty where terrain gives all.
    #[serde(with = "super::runs")]
    pub levels: Vec<i8>,
    /// Hexside → id of its feature (`river`, `ford`), ordered by key.
    pub sides: BTreeMap<HexSide, String>,
    pub roads: Vec<Road>,
    /// Names, widths and sources of the courses that the hexsides of rivers make.
    pub rivers: Vec<River>,
    /// Lines of equal height within a level, from low to high.
    pub contours: Vec<Contour>,
    pub regions: Vec<Region>,
    pub labels: Vec<Label>,
    pub boxes: Vec<MapBox>,
    /// What its sheet goes without.
    pub without: Vec<Furniture>,
}

impl Map {
    /// The id of the terrain of a hex; `None` off the map.
    pub fn terrain(&self, hex: Hex) -> Option<&str> {
        let cell = *self.cells.get(self.grid.index(hex)?)?;
        self.legend.get(usize::from(cell)).map(|(_, id)| id.as_str())
    }

    /// The level given for a hex, where the map gives one.
    pub fn level(&self, hex: Hex) -> Option<i8> {
        self.levels.get(self.grid.index(hex)?).copied()
    }

    /// The feature of a hexside.
    pub fn side(&self, side: HexSide) -> Option<&str> {
        self.sides.get(&side).map(String::as_str)
    }
}

/// A named set of hexes: a set-up zone, a map edge, a named height.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    pub id: String,
    pub name: String,
    pub kind: RegionKind,
    /// Palette role of its bar or line: `zone_us`; empty for none.
    pub role: String,
    /// Ordered as in the file; three or more along a column or row are written as a run, `0101-0901`.
    #[serde(with = "super::runs")]
    pub hexes: Vec<Hex>,
}

/// What a region is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegionKind {
    /// Hexes of the border through which pieces enter.
    Edge,
    /// A set-up zone or other area inside the map.
    Zone,
    /// A removable piece of terrain; `name` is its letter.
    Feature,
}

/// A road through the centres of hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Road {
    pub kind: RoadKind,
    /// Empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Two at least, each next to the one before it.
    pub hexes: Vec<Hex>,
}

/// How good a road is; a look, and what a game may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoadKind {
    Trail,
    Track,
    Road,
    Highway,
    Railway,
}

impl RoadKind {
    pub const ALL: [Self; 5] = [Self::Trail, Self::Track, Self::Road, Self::Highway, Self::Railway];

    /// What a person calls it.
    pub fn name(self) -> &'static str {
        ["Trail", "Track", "Road", "Highway", "Railway"][self as usize]
    }
}

/// A course of hexsides with river on them, as one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct River {
    pub name: String,
    pub width: RiverWidth,
    /// One of its hexsides at the end that it comes from; it widens away from there.
    pub source: HexSide,
}

/// How wide a course is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverWidth {
    Stream,
    #[default]
    River,
    Great,
}

/// A line of equal height round some hexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contour {
    /// What stands in the line, in the unit of the map's makers.
    pub height: i32,
    /// The hexes that are at least so high.
    #[serde(with = "super::runs")]
    pub hexes: Vec<Hex>,
}

/// A part of the sheet round the map that it can go without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Furniture {
    Title,
    Compass,
    Key,
    TurnTrack,
}

/// A name written on the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    pub text: String,
    pub kind: LabelKind,
    /// The hex it stands at (ford, place), or where it begins.
    pub at: Hex,
    /// Where it ends, for names along a line: a region's arc, a river's course.
    pub to: Option<Hex>,
    /// Of its kind's size, in per cent: 50 to 300, usually 100.
    pub size: u16,
    /// Degrees clockwise from level, for names without an end; `None` lets the map choose.
    pub angle: Option<i16>,
}

impl Label {
    /// A name of ordinary size at a hex.
    pub fn new(text: impl Into<String>, kind: LabelKind, at: Hex) -> Self {
        Self { text: text.into(), kind, at, to: None, size: 100, angle: None }
    }
}

/// The kind of a name decides its type and colour (BOARD.md 2.11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelKind {
    Region,
    River,
    Place,
    Ford,
    Hill,
}

/// A spot without geometry: a holding box, an off-map zone, a track.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapBox {
    pub id: String,
    pub name: String,
    pub note: String,
    /// Ids of boxes that are one step away.
    pub next: Vec<String>,
    /// Id of the edge region through which its pieces enter the map; empty for none.
    pub edge: String,
    /// Spaces of a track, numbered from 1; 0 for a box.
    pub spaces: u16,
    /// Printed beside the map, and not on the sheet of boxes.
    pub on_board: bool,
}

/// A piece of the scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Unique in the scenario, short, lower case: `7c-a`.
    pub id: String,
    /// A kind of the game's data: `7th-cavalry`.
    pub kind: String,
    /// Shown; empty means the kind's name.
    pub name: String,
    pub at: Start,
    /// Turned to its reduced side.
    pub reduced: bool,
    /// The piece's own `game:` block, as RON text; empty: none.
    pub game_block: String,
}

/// Where and when a piece begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Start {
    /// On a hex or in a box.
    At(Place),
    /// Comes on in this turn through the edge region with this id.
    Enters { turn: u16, edge: String },
}
