//! What a counter, a terrain or a hexside shows, without saying how it is painted.
//!
//! Games fill these in from their data; `export::compose` paints them for screen and paper. Colours are
//! named as palette roles (`us`, `f_7cav`), never given as values.

use serde::{Deserialize, Serialize};

/// The ground of a hex: its tint and marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroundLook {
    Valley,
    Plateau,
    Mountain,
    Rock,
    /// A lake.
    Water,
}

/// What stands on the ground of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverLook {
    Forest,
    LightWoods,
    Orchard,
    Marsh,
    Fields,
    Village,
    Camp,
}

/// What lies on a hexside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HexsideLook {
    River,
    Ford,
    Bridge,
    Cliff,
    Wall,
    Hedge,
}

/// A kind of terrain as a game's data lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Never shown, never changed: `plateau-forest`.
    pub id: String,
    /// Shown: *Forest on plateau*.
    pub name: String,
    /// The letter that a new map's legend gives it.
    pub letter: char,
    /// Ground level.
    pub level: i8,
    pub ground: GroundLook,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<CoverLook>,
    /// Cost to enter, one short text a class of movers, for the key on the map: `["2", "2", "3"]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<String>,
    /// A remark for the key on the map.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A kind of hexside feature as a game's data lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideKind {
    pub id: String,
    pub name: String,
    pub look: HexsideLook,
    /// Cost to cross, added, one short text a class of movers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// One printed side of a counter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Role prefix of the side: `us` or `ind` (roles `us`, `us_pale`, `us_ink`).
    pub side: String,
    /// Role of the formation's band: `f_7cav`. Empty for markers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub formation: String,
    /// Left (or, alone, centred) text of the band: *7th Cav*, *Hunkpapa*.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub band: String,
    /// Right text of the band: a company or a number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub number: String,
    pub kind: FaceKind,
    /// File name of the silhouette without ending: `mounted_trooper`; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// Printed values from left to right: `["8", "12", "9"]`; for leaders the allowance alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<String>,
    /// The full name on a leader's plate, one or two lines, or a marker's word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plate: Vec<String>,
}

/// How a face is laid out (BOARD.md 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaceKind {
    /// A unit at full strength; three figures put the second in a pill.
    Full,
    /// The reduced side of a unit: pale body with a stripe.
    Reduced,
    /// The back of a counter that has one side only: body and emblem.
    Blank,
    Leader,
    /// A tribe counter of the off-map sheet; its back says *off map*.
    Tribe,
    TribeBack,
    MarkerCharge,
    MarkerSmoke,
    MarkerStop,
    /// `symbol` is empty; `figures` may hold the side that is up.
    MarkerTurn,
}

/// A counter as it is cut out: front, back, and how many of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// What it is called in warnings and in the manifest: *7th Cavalry, company A (mounted)*.
    pub name: String,
    /// Counters of one group share a block of the sheet, in order.
    pub group: String,
    /// How many of it; none takes a counter of the game with this name off the sheets.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: u16,
    pub front: Face,
    pub back: Face,
}

fn one() -> u16 {
    1
}

fn is_one(copies: &u16) -> bool {
    *copies == 1
}
