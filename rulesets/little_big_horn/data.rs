//! The typed form of the game's RON files, and the one way in which tweaks are laid over them.
//!
//! A number of the rules is a cell of a chart or a named value, both kept as text in `data/*.ron`. Tweaks
//! replace texts; only then is everything read into the small arrays that the rules look things up in.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use engine::chart::Chart;
use engine::digest::{self, Digest};
use engine::face::{CoverLook, GroundLook, HexsideKind, HexsideLook, Terrain};
use engine::game::Value;
use engine::problem::Problem;
use engine::rules::Side;
use engine::scenario::ron;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The US side.
pub const US: Side = Side(0);
/// The Indian side.
pub const INDIAN: Side = Side(1);

/// Names of the classes of movers, in the order of the columns of the chart `move`.
pub const CLASSES: [&str; 3] = ["mounted", "foot", "Gatling"];

/// From where a hex can be controlled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
pub enum Control {
    /// From the hex and from its neighbours.
    #[default]
    Open,
    /// Only by a counter in it [LBH-7.3].
    Inside,
}

/// How high ground meets the valley.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
pub enum Foot {
    #[default]
    Slope,
    /// Closed to movement and control [LBH-1.7].
    Cliff,
}

/// Whether a hexside of this kind can be crossed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
pub enum Crossing {
    #[default]
    Free,
    /// By a counter that began the phase in a bank hex; control does not cross it.
    Swim,
}

/// A row of `terrain.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    pub id: String,
    pub name: String,
    pub letter: char,
    pub ground: GroundLook,
    #[serde(default)]
    pub cover: Option<CoverLook>,
    pub level: i8,
    /// Its row of the chart `move`.
    pub cost: String,
    #[serde(default)]
    pub control: Control,
    #[serde(default)]
    pub foot: Foot,
    #[serde(default)]
    pub note: String,
}

/// A row of `hexsides.ron`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideRow {
    pub id: String,
    pub name: String,
    pub look: HexsideLook,
    /// Its row of the chart `move`.
    pub cost: String,
    #[serde(default)]
    pub crossing: Crossing,
    #[serde(default)]
    pub note: String,
}

/// A regiment, tribe or staff.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    pub id: String,
    pub name: String,
    pub side: String,
    /// Palette role of its band.
    pub role: String,
    /// What the band of its counters says.
    pub band: String,
    /// It has a tribe counter on the off-map sheet [LBH-2.1].
    #[serde(default)]
    pub counter: bool,
}

/// What a counter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Class {
    Warrior,
    Cavalry,
    Infantry,
    Scout,
    Gatling,
    Officer,
    Chief,
}

impl Class {
    /// Every class, in order.
    pub const ALL: [Self; 7] = [
        Self::Warrior,
        Self::Cavalry,
        Self::Infantry,
        Self::Scout,
        Self::Gatling,
        Self::Officer,
        Self::Chief,
    ];

    /// Officers and chiefs; all others are units.
    pub const fn is_leader(self) -> bool {
        matches!(self, Self::Officer | Self::Chief)
    }

    /// Has it a reduced side? [LBH-2.6]
    pub const fn has_reduced(self) -> bool {
        matches!(self, Self::Warrior | Self::Cavalry | Self::Infantry)
    }

    /// Its row of the chart `pieces`.
    pub const fn row(self, dismounted: bool) -> &'static str {
        match self {
            Self::Warrior => "warrior",
            Self::Cavalry if dismounted => "dismounted cavalry",
            Self::Cavalry => "mounted cavalry",
            Self::Infantry => "infantry",
            Self::Scout => "scout",
            Self::Gatling => "Gatling",
            Self::Officer => "officer",
            Self::Chief => "chief",
        }
    }

    /// Its column of the chart `move`: 0 mounted, 1 foot, 2 Gatling.
    pub const fn mover(self, dismounted: bool) -> usize {
        match self {
            Self::Infantry => 1,
            Self::Cavalry if dismounted => 1,
            Self::Gatling => 2,
            _ => 0,
        }
    }
}

/// When and through which edge region a kind comes on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    pub turn: u16,
    pub edge: String,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    pub id: String,
    pub name: String,
    /// Id of its formation.
    pub formation: String,
    pub class: Class,
    /// How many the order of battle has.
    #[serde(default = "one")]
    pub count: u8,
    /// How many of them begin in the camp [LBH-4.1].
    #[serde(default)]
    pub camp: u8,
    #[serde(default)]
    pub enters: Option<Arrival>,
    /// Silhouette, by file name; and that on foot, or of every second counter.
    pub symbol: String,
    #[serde(default)]
    pub second_symbol: String,
    /// What its band says, if not the formation's name.
    #[serde(default)]
    pub band: String,
    /// The full name on a leader's plate, in one or two lines.
    #[serde(default)]
    pub plate: Vec<String>,
}

fn one() -> u8 {
    1
}

/// A zone of the off-map sheet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneRow {
    pub number: u8,
    pub name: String,
    /// Numbers of the zones that are one step away.
    pub next: Vec<u8>,
    /// May a tribe start there?
    pub start: bool,
}

/// A named value as its file gives it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueRow {
    path: String,
    value: String,
    #[serde(default)]
    alternatives: Vec<String>,
    /// The sentence of the rulebook for the value and for each alternative; empty where any number will do.
    #[serde(default)]
    says: BTreeMap<String, String>,
    rule: String,
    what: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct DataFile {
    format: u16,
    #[serde(default)]
    charts: Vec<Chart>,
    #[serde(default)]
    values: Vec<ValueRow>,
    #[serde(default)]
    terrains: Vec<TerrainRow>,
    #[serde(default)]
    hexsides: Vec<HexsideRow>,
    #[serde(default)]
    zones: Vec<ZoneRow>,
    #[serde(default)]
    formations: Vec<Formation>,
    #[serde(default)]
    kinds: Vec<Kind>,
}

/// When a camp held by the US alone ends the game [LBH-D28].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CampWin {
    Step,
    PhaseEnd,
}

/// A cost for each class of movers; `None` is closed.
pub type Costs = [Option<u8>; 3];

/// The data of the game: what is shown and printed, and what the rules look up.
#[derive(Debug, Clone)]
pub struct Data {
    pub terrains: Vec<TerrainRow>,
    pub hexsides: Vec<HexsideRow>,
    pub zones: Vec<ZoneRow>,
    pub formations: Vec<Formation>,
    pub kinds: Vec<Kind>,
    /// In the order of the aid.
    pub charts: Vec<Chart>,
    pub values: Vec<Value>,
    /// The sentence of the rulebook for each choice that is in force, by its path.
    says: Vec<(String, String)>,

    /// Movement allowances by class, mounted and on foot.
    allowances: [[u8; 2]; 7],
    /// To enter, for each terrain.
    pub enter: Vec<Costs>,
    /// Added for each kind of hexside.
    pub cross: Vec<Costs>,
    /// Added from level 0 to a higher one.
    pub up: Costs,
    pub down: Costs,
    pub mount_cost: u8,
    pub river_first_step: bool,
    pub camp_first_turn: u16,
    /// Barred tribes by die.
    pub mobilization: [u8; 6],
    pub mobilization_offmap: bool,
    pub count_leaders: bool,
    pub count_offmap: bool,
    pub camp_win_at: CampWin,
    /// In halves of a counter, as all counts are.
    pub indian_margin: i32,
    pub camp_margin: i32,
    pub camp_distance: u16,
    pub zone3_last_turn: u16,
    pub start_zone_min: u8,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("data/", $name)))),*]
    };
}

/// The files in the order in which their charts are printed.
const FILES: [(&str, &str); 10] = files![
    "terrain.ron",
    "hexsides.ron",
    "pieces.ron",
    "move.ron",
    "mobilization.ron",
    "fire.ron",
    "melee.ron",
    "off_map.ron",
    "victory.ron",
    "values.ron",
];

/// The data as shipped.
pub fn shipped() -> &'static Arc<Data> {
    static SHIPPED: LazyLock<Arc<Data>> =
        LazyLock::new(|| Arc::new(Data::with(&[]).expect("the shipped data is in order")));
    &SHIPPED
}

fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Vec<Problem>> {
    ron::read(text, name).into_result()
}

impl Data {
    /// The shipped data with these tweaks (path and value) laid over it.
    ///
    /// # Errors
    /// One problem for each tweak that is not understood, or each datum that is out of order.
    pub fn with(tweaks: &[(String, String)]) -> Result<Self, Vec<Problem>> {
        let mut all = DataFile {
            format: 1,
            charts: Vec::new(),
            values: Vec::new(),
            terrains: Vec::new(),
            hexsides: Vec::new(),
            zones: Vec::new(),
            formations: Vec::new(),
            kinds: Vec::new(),
        };
        for (name, text) in FILES {
            let file: DataFile = read(name, text)?;
            if file.format != 1 {
                let message = format!("found format {}, expected 1", file.format);
                return Err(vec![Problem::error(message).in_file(name)]);
            }
            all.charts.extend(file.charts);
            all.values.extend(file.values);
            all.terrains.extend(file.terrains);
            all.hexsides.extend(file.hexsides);
            all.zones.extend(file.zones);
            all.formations.extend(file.formations);
            all.kinds.extend(file.kinds);
        }
        let mut problems = Vec::new();
        for (path, value) in tweaks {
            if let Err(problem) = tweak(&mut all, path, value) {
                problems.push(problem.about(path.clone()));
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        compile(all)
    }

    /// The digest of all data, tweaks included, for replay files.
    pub fn digest(&self) -> Digest {
        let values: Vec<_> = self.values.iter().map(|value| (&value.path, &value.value)).collect();
        let rows = (&self.terrains, &self.hexsides, &self.zones, &self.formations, &self.kinds);
        digest::of(&(&self.charts, values, rows))
    }

    /// The sentence of the rulebook for a choice, as it is in force; `None` for a number.
    pub fn says(&self, path: &str) -> Option<&str> {
        self.says.iter().find(|(known, _)| known == path).map(|(_, sentence)| sentence.as_str())
    }

    /// The position of a kind.
    pub fn kind(&self, id: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.id == id)
    }

    /// The position of a formation.
    pub fn formation(&self, id: &str) -> Option<usize> {
        self.formations.iter().position(|formation| formation.id == id)
    }

    /// The position of a terrain.
    pub fn terrain(&self, id: &str) -> Option<usize> {
        self.terrains.iter().position(|terrain| terrain.id == id)
    }

    /// The position of a kind of hexside.
    pub fn hexside(&self, id: &str) -> Option<usize> {
        self.hexsides.iter().position(|side| side.id == id)
    }

    /// The chart with this id.
    pub fn chart(&self, id: &str) -> &Chart {
        self.charts.iter().find(|chart| chart.id == id).expect("every chart that is named exists")
    }

    /// The printed value in a column of the chart `pieces`; empty where there is none.
    pub fn printed(&self, class: Class, dismounted: bool, column: &str) -> &str {
        self.chart("pieces").cell(column, class.row(dismounted)).unwrap_or_default()
    }

    /// The movement allowance of a class.
    #[inline]
    pub const fn allowance(&self, class: Class, dismounted: bool) -> u8 {
        self.allowances[class as usize][dismounted as usize]
    }

    /// How many markers of a kind are in the box [LBH-1.2].
    pub fn supply(&self, marker: &str) -> u16 {
        let path = format!("counters.{marker}");
        let value = self.values.iter().find(|value| value.path == path).expect("every marker has its number");
        value.value.parse().expect("a value without alternatives is a number")
    }

    /// The side of a formation.
    pub fn side_of(&self, formation: usize) -> Side {
        if self.formations[formation].side == "us" { US } else { INDIAN }
    }

    /// The terrains in the engine's words.
    pub fn terrain_looks(&self) -> Vec<Terrain> {
        let texts = |row: &str| chart_row(self.chart("move"), row);
        self.terrains
            .iter()
            .map(|row| Terrain {
                id: row.id.clone(),
                name: row.name.clone(),
                letter: row.letter,
                level: row.level,
                ground: row.ground,
                cover: row.cover,
                costs: texts(&row.cost),
                note: row.note.clone(),
            })
            .collect()
    }

    /// The kinds of hexsides in the engine's words.
    pub fn hexside_looks(&self) -> Vec<HexsideKind> {
        self.hexsides
            .iter()
            .map(|row| HexsideKind {
                id: row.id.clone(),
                name: row.name.clone(),
                look: row.look,
                costs: chart_row(self.chart("move"), &row.cost),
                note: row.note.clone(),
            })
            .collect()
    }
}

fn chart_row(chart: &Chart, head: &str) -> Vec<String> {
    chart.rows.iter().find(|row| row.head == head).map(|row| row.cells.clone()).unwrap_or_default()
}

/// Replaces the text that a path names: a value, or a cell by its column and row in either order.
fn tweak(all: &mut DataFile, path: &str, text: &str) -> Result<(), Problem> {
    let text = text.trim().trim_matches('"');
    if let Some(row) = all.values.iter_mut().find(|row| row.path == path) {
        let choice = choice(&row.value, &row.alternatives, text);
        row.value = choice.ok_or_else(|| {
            let expected = expected(&row.value, &row.alternatives);
            Problem::error(format!("found {text:?} for {path}, expected {expected}"))
        })?;
        return Ok(());
    }
    let (id, heads) =
        split(path).ok_or_else(|| Problem::error(format!("found {path:?}, which is no path")))?;
    let Some(chart) = all.charts.iter_mut().find(|chart| chart.id == id) else {
        let known =
            all.values.iter().map(|row| row.path.as_str()).chain(all.charts.iter().map(|c| c.id.as_str()));
        let nearest = nearest(path, known);
        let problem = Problem::error(format!("nothing in the rules is called {path:?}"));
        return Err(match nearest {
            Some(name) => problem.hint(format!("did you mean {name:?}?")),
            None => problem,
        });
    };
    let same = |a: &str, b: &str| a == b || a.eq_ignore_ascii_case(b);
    let column = |head: &str| chart.columns.iter().position(|column| same(column, head));
    let row = |head: &str| chart.rows.iter().position(|row| same(&row.head, head));
    let found = match heads.as_slice() {
        [one] if chart.rows.len() == 1 => column(one).map(|column| (column, 0)),
        [one] if chart.columns.len() == 1 => row(one).map(|row| (0, row)),
        [first, second] => column(first).zip(row(second)).or_else(|| column(second).zip(row(first))),
        _ => None,
    };
    let Some((column, row)) = found else {
        let example = format!("{id}[{:?}][{:?}]", chart.columns[0], chart.rows[0].head);
        return Err(Problem::error(format!(
            "{path:?} names no cell of the chart {id:?}, expected such as {example}"
        )));
    };
    chart.rows[row].cells[column] = text.to_owned();
    Ok(())
}

/// `melee["2-1"]["4"]` or `fire.cover.forest` in its parts. The longest name of a chart comes first.
fn split(path: &str) -> Option<(&str, Vec<&str>)> {
    if let Some(at) = path.find('[') {
        let (id, mut rest) = path.split_at(at);
        let mut heads = Vec::new();
        while !rest.is_empty() {
            let inner = rest.strip_prefix('[')?;
            let end = inner.find(']')?;
            heads.push(inner[..end].trim().trim_matches('"'));
            rest = &inner[end + 1..];
        }
        return Some((id, heads));
    }
    let charts = ["fire.cover", "fire.us", "fire.indian", "melee", "mobilization", "move", "pieces"];
    let chart = charts.into_iter().find(|id| path.strip_prefix(id).is_some_and(|rest| rest.starts_with('.')));
    let Some(id) = chart else { return Some((path, Vec::new())) };
    Some((id, path[id.len() + 1..].split('.').collect()))
}

/// The value that a text stands for, given the ordinary value and its alternatives.
fn choice(value: &str, alternatives: &[String], text: &str) -> Option<String> {
    let word = match text {
        "true" | "yes" => "on",
        "false" | "no" => "off",
        other => other,
    };
    if alternatives.is_empty() {
        return word.parse::<u16>().ok().map(|number| number.to_string());
    }
    (value == word || alternatives.iter().any(|other| other == word)).then(|| word.to_owned())
}

fn expected(value: &str, alternatives: &[String]) -> String {
    if alternatives.is_empty() {
        "a whole number".to_owned()
    } else {
        format!("{value} or {}", alternatives.join(" or "))
    }
}

/// The known name that shares most of its beginning and letters with what was written.
pub(super) fn nearest<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |a: &str, b: &str| {
        let b: Vec<char> = b.chars().collect();
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.chars().enumerate() {
            let mut before = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let least = (row[j] + 1).min(row[j + 1] + 1).min(before + usize::from(x != *y));
                before = row[j + 1];
                row[j + 1] = least;
            }
        }
        row[b.len()]
    };
    known
        .map(|name| (distance(written, name), name))
        .min()
        .filter(|(distance, name)| *distance <= 2 + name.len() / 4)
        .map(|(_, name)| name)
}

/// Reads texts into what the rules look up.
fn compile(all: DataFile) -> Result<Data, Vec<Problem>> {
    let mut problems = Vec::new();
    let DataFile { charts, values, terrains, hexsides, zones, formations, kinds, .. } = all;

    let mut costs = |head: &str, least: u8| -> Costs {
        let row = charts.iter().find(|chart| chart.id == "move").map(|chart| chart_row(chart, head));
        let row = row.unwrap_or_default();
        let mut costs = [None; 3];
        for (class, cost) in costs.iter_mut().enumerate() {
            let text = row.get(class).map_or("", String::as_str);
            *cost = match text.trim_start_matches('+').parse::<u8>() {
                Ok(number) if (least..=99).contains(&number) => Some(number),
                _ if text == "no" || text == "–" => None,
                _ => {
                    let message = format!(
                        "found {text:?} under move, {head:?}, expected \"no\" or a number from {least} to 99"
                    );
                    problems.push(Problem::error(message).about(format!("move[{head:?}]")));
                    None
                }
            };
        }
        costs
    };
    // Every step costs something, or a move might never end.
    let enter = terrains.iter().map(|terrain| costs(&terrain.cost, 1)).collect();
    let cross = hexsides.iter().map(|side| costs(&side.cost, 0)).collect();
    let up = costs("up from the valley", 0);
    let down = costs("down, or between heights", 0);

    let mut mobilization = [0; 6];
    let row = charts.iter().find(|chart| chart.id == "mobilization").and_then(|chart| chart.rows.first());
    for (face, barred) in mobilization.iter_mut().enumerate() {
        let text = row.and_then(|row| row.cells.get(face)).map_or("", String::as_str);
        match text.parse::<u8>() {
            Ok(number) if number <= 8 => *barred = number,
            _ => {
                let message = format!("found {text:?} barred tribes, expected a number from 0 to 8");
                problems.push(Problem::error(message).about(format!("mobilization[\"{}\"]", face + 1)));
            }
        }
    }
    let mut allowances = [[0; 2]; 7];
    let pieces = charts.iter().find(|chart| chart.id == "pieces").expect("every chart that is named exists");
    for class in Class::ALL {
        for dismounted in [false, true] {
            let row = class.row(dismounted);
            let text = pieces.cell("move", row).unwrap_or_default();
            match text.parse::<u8>() {
                Ok(number) if number <= 99 => allowances[class as usize][usize::from(dismounted)] = number,
                _ => {
                    let message =
                        format!("found {text:?} as the allowance of {row}, expected a number up to 99");
                    problems.push(Problem::error(message).about("pieces"));
                }
            }
        }
    }

    let text = |path: &str| {
        values.iter().find(|row| row.path == path).map(|row| row.value.as_str()).expect("every value exists")
    };
    let number = |path: &str| text(path).parse::<u16>().expect("a value without alternatives is a number");
    let on = |path: &str| text(path) == "on";
    let mut byte = |path: &str, most: u8| {
        let found = number(path);
        u8::try_from(found).ok().filter(|number| *number <= most).unwrap_or_else(|| {
            let message = format!("found {found} for {path}, expected a number up to {most}");
            problems.push(Problem::error(message).about(path));
            0
        })
    };
    let start_zones = zones.iter().filter(|zone| zone.start).count();
    let tribes = formations.iter().filter(|formation| formation.counter).count();
    let most_per_zone = u8::try_from(tribes / start_zones.max(1)).unwrap_or(u8::MAX);
    let mount_cost = byte("mount_cost", 99);
    let start_zone_min = byte("start_zone_min", most_per_zone);

    let data = Data {
        allowances,
        enter,
        cross,
        up,
        down,
        mount_cost,
        river_first_step: on("river_first_step"),
        camp_first_turn: number("camp_first_turn"),
        mobilization,
        mobilization_offmap: on("mobilization_offmap"),
        count_leaders: on("count_leaders"),
        count_offmap: on("count_offmap"),
        camp_win_at: if text("camp_win_at") == "step" { CampWin::Step } else { CampWin::PhaseEnd },
        indian_margin: i32::from(number("indian_margin")) * 2,
        camp_margin: i32::from(number("camp_margin")) * 2,
        camp_distance: number("camp_distance"),
        zone3_last_turn: number("zone3_last_turn"),
        start_zone_min,
        says: values
            .iter()
            .filter_map(|row| Some((row.path.clone(), row.says.get(&row.value)?.clone())))
            .collect(),
        values: values
            .iter()
            .map(|row| Value {
                path: row.path.clone(),
                value: row.value.clone(),
                alternatives: row.alternatives.clone(),
                rule: row.rule.clone(),
                what: row.what.clone(),
            })
            .collect(),
        terrains,
        hexsides,
        zones,
        formations,
        kinds,
        charts,
    };
    if problems.is_empty() { Ok(data) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(path: &str, value: &str) -> Result<Data, Vec<Problem>> {
        Data::with(&[(path.to_owned(), value.to_owned())])
    }

    /// LBH-2.1 LBH-2.3 LBH-2.4 LBH-2.5 LBH-1.2: the counters of both sides add up.
    #[test]
    fn the_order_of_battle_adds_up() {
        let data = shipped();
        let sum = |side: Side, leader: bool| -> u32 {
            data.kinds
                .iter()
                .filter(|kind| data.side_of(data.formation(&kind.formation).unwrap()) == side)
                .filter(|kind| kind.class.is_leader() == leader)
                .map(|kind| u32::from(kind.count))
                .sum()
        };
        assert_eq!((sum(INDIAN, false), sum(INDIAN, true)), (44, 6));
        assert_eq!((sum(US, false), sum(US, true)), (38, 5));
        assert_eq!(data.formations.iter().filter(|formation| formation.counter).count(), 7);
        let cavalry: u32 =
            data.kinds.iter().filter(|k| k.class == Class::Cavalry).map(|k| u32::from(k.count)).sum();
        assert_eq!(38 + 5 + cavalry, 63);
        assert_eq!(data.kinds.iter().map(|kind| u32::from(kind.camp)).sum::<u32>(), 10);
    }

    /// LBH-2.7 LBH-2.8: what is printed on the counters.
    #[test]
    fn printed_values_are_those_of_the_rules() {
        let data = shipped();
        let print = |class: Class, dismounted| {
            ["melee", "charge", "move"].map(|column| data.printed(class, dismounted, column))
        };
        assert_eq!(print(Class::Warrior, false), ["8", "", "12"]);
        assert_eq!(print(Class::Cavalry, false), ["8", "12", "9"]);
        assert_eq!(print(Class::Cavalry, true), ["6", "", "6"]);
        assert_eq!(print(Class::Officer, false), ["0", "", "9"]);
    }

    #[test]
    fn a_tweak_changes_a_value_or_a_cell() {
        assert!(with("river_first_step", "true").unwrap().river_first_step);
        assert!(!with("count_leaders", "off").unwrap().count_leaders);
        assert_eq!(with("zone3_last_turn", "5").unwrap().zone3_last_turn, 5);
        assert_eq!(with("mobilization[\"3\"]", "1").unwrap().mobilization, [4, 3, 1, 2, 1, 0]);
        let data = with("move[\"forest\"][\"Mounted\"]", "3").unwrap();
        assert_eq!(data.enter[data.terrain("plateau-forest").unwrap()], [Some(3), Some(2), Some(3)]);
        assert_eq!(with("move.Foot.ford", "2").unwrap().cross[1], [Some(1), Some(2), Some(1)]);
        assert!(with("edge_must_face", "true").is_ok());
    }

    /// LBH-D29: seven tribes fill three zones with two each.
    #[test]
    fn a_number_under_which_no_game_could_begin_is_refused() {
        assert_eq!(with("start_zone_min", "2").unwrap().start_zone_min, 2);
        let problem = with("start_zone_min", "3").unwrap_err().remove(0);
        assert_eq!(problem.path, "start_zone_min");
        assert_eq!(problem.message, "found 3 for start_zone_min, expected a number up to 2");
        assert!(with("mount_cost", "300").is_err());
    }

    #[test]
    fn a_tweak_that_is_not_understood_says_why() {
        let message = |path: &str, value: &str| with(path, value).unwrap_err()[0].to_string();
        assert!(message("count_leader", "off").contains("did you mean \"count_leaders\""));
        assert!(message("camp_win_at", "soon").contains("expected step or phase_end"));
        assert!(message("indian_margin", "many").contains("expected a whole number"));
        assert!(message("move[\"swamp\"][\"Foot\"]", "1").contains("names no cell"));
        assert!(message("move[\"plain\"][\"Foot\"]", "0").contains("from 1 to 99"));
    }
}
