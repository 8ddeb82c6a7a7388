//! Little Big Horn as the rest of the program sees it: words, looks, book, checks, and how to play it.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use engine::chart::Chart;
use engine::example::{Example, Outcome};
use engine::face::{Counter, HexsideKind, Terrain};
use engine::game::{Game, PieceKind, SideInfo, SightReport, Value};
use engine::hex::{Grid, Hex, HexSide};
use engine::journal;
use engine::problem::{Checked, Problem};
use engine::rulebook::Rulebook;
use engine::rules::Rules as _;
use engine::scenario::{self, Files, Map, MapBox, Memory, Moved, Region, RegionKind, RoadKind, Scenario};
use engine::session::{PlaySession, Session};
use engine::statements::Statement;

use super::LittleBigHorn;
use super::data::{self, CLASSES, Data};
use super::state::Phase;
use super::{book, example, faces};

/// The game's id.
const ID: &str = "little_big_horn";

/// The game as shipped.
pub fn game() -> &'static dyn Game {
    static GAME: LazyLock<Shipped> =
        LazyLock::new(|| Shipped::new(Vec::new()).expect("the shipped data is in order"));
    &*GAME
}

/// The files of the shipped scenario.
const SAMPLE: [(&str, &str); 3] = [
    ("scenario.ron", include_str!("../../samples/little_big_horn/scenario.ron")),
    ("map.ron", include_str!("../../samples/little_big_horn/map.ron")),
    ("forces.ron", include_str!("../../samples/little_big_horn/forces.ron")),
];

/// The shipped scenario, by its name with or without `@`.
pub(super) fn sample(name: &str) -> Option<Scenario> {
    if name.trim_start_matches('@') != ID {
        return None;
    }
    static LOADED: LazyLock<Option<Scenario>> = LazyLock::new(|| {
        let files = SAMPLE.map(|(name, text)| (name.to_owned(), text.to_owned()));
        scenario::load(&Memory::from_iter(files), "scenario.ron").value
    });
    LOADED.clone()
}

/// The game with its data, shipped or tweaked.
struct Shipped {
    data: Arc<Data>,
    tweaks: Vec<(String, String)>,
    sides: Vec<SideInfo>,
    terrains: Vec<Terrain>,
    classes: Vec<String>,
    hexsides: Vec<HexsideKind>,
    pieces: Vec<PieceKind>,
    book: Rulebook,
    statements: Vec<Statement>,
}

impl Shipped {
    fn new(tweaks: Vec<(String, String)>) -> Result<Self, Vec<Problem>> {
        let data =
            if tweaks.is_empty() { Arc::clone(data::shipped()) } else { Arc::new(Data::with(&tweaks)?) };
        let side = |id: &str, name: &str, short: &str| SideInfo {
            id: id.into(),
            name: name.into(),
            short: short.into(),
        };
        let pieces = (0..data.kinds.len()).map(|kind| piece_kind(&data, kind)).collect();
        let book = book::book(&data).value.unwrap_or_default();
        let statements = book::all_statements().value.unwrap_or_default();
        Ok(Self {
            sides: vec![side("us", "United States", "US"), side("indian", "Indians", "Indian")],
            terrains: data.terrain_looks(),
            classes: CLASSES.map(str::to_owned).to_vec(),
            hexsides: data.hexside_looks(),
            pieces,
            book,
            statements,
            data,
            tweaks,
        })
    }

    /// The scenario with the tweaks of this game; its own come on top of them.
    fn with_tweaks(&self, scenario: &Scenario) -> Scenario {
        let mut scenario = scenario.clone();
        for (path, value) in &self.tweaks {
            scenario.tweaks.entry(path.clone()).or_insert_with(|| value.clone());
        }
        scenario
    }
}

fn piece_kind(data: &Data, kind: usize) -> PieceKind {
    let row = &data.kinds[kind];
    let formation = data.formation(&row.formation).expect("every kind has a formation");
    let face = |reduced| faces::face(data, kind, "", false, reduced);
    PieceKind {
        id: row.id.clone(),
        name: row.name.clone(),
        side: data.side_of(formation).0,
        formation: data.formations[formation].name.clone(),
        face: face(false),
        reduced: row.class.has_reduced().then(|| face(true)),
    }
}

impl Game for Shipped {
    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &str {
        "Little Big Horn"
    }

    fn sides(&self) -> &[SideInfo] {
        &self.sides
    }

    fn terrains(&self) -> &[Terrain] {
        &self.terrains
    }

    fn cost_classes(&self) -> &[String] {
        &self.classes
    }

    fn hexsides(&self) -> &[HexsideKind] {
        &self.hexsides
    }

    fn pieces(&self) -> &[PieceKind] {
        &self.pieces
    }

    fn charts(&self) -> Vec<&Chart> {
        self.data.charts.iter().collect()
    }

    fn values(&self) -> Vec<Value> {
        self.data.values.clone()
    }

    fn rulebook(&self) -> &Rulebook {
        &self.book
    }

    fn statements(&self) -> &[Statement] {
        &self.statements
    }

    fn sequence(&self) -> Vec<(String, String)> {
        let what = |phase: Phase| match phase {
            Phase::SetUp => "",
            Phase::UsFire => "US units fire. Skipped on turn 1.",
            Phase::UsMovement => "US counters enter and move; cavalry may mount, dismount and charge.",
            Phase::UsMelee => "US units attack.",
            Phase::Mobilization => "One die says how many tribes are barred.",
            Phase::IndianFire => "Mobilized tribes fire.",
            Phase::IndianOffmap => "Tribes off the map change zone or enter.",
            Phase::IndianMovement => "Indian counters move; the US may fire at them.",
            Phase::IndianMelee => "Mobilized tribes attack. Then the turn marker moves on.",
        };
        let phases = Phase::ALL.into_iter().filter(|phase| *phase != Phase::SetUp);
        phases.map(|phase| (phase.name().to_owned(), what(phase).to_owned())).collect()
    }

    fn sequence_sides(&self) -> Vec<String> {
        let phases = Phase::ALL.into_iter().filter(|phase| *phase != Phase::SetUp);
        let side = |phase: Phase| match phase {
            Phase::UsFire | Phase::UsMovement | Phase::UsMelee => "us",
            _ => "indian",
        };
        phases.map(|phase| side(phase).to_owned()).collect()
    }

    fn players(&self) -> &[&'static str] {
        &["random"]
    }

    fn tweaked(&self, tweaks: &[(String, String)]) -> Result<Box<dyn Game>, Vec<Problem>> {
        let mut all = self.tweaks.clone();
        all.extend_from_slice(tweaks);
        Ok(Box::new(Self::new(all)?))
    }

    fn shipped(&self) -> Option<&dyn Game> {
        Some(game())
    }

    fn check(&self, scenario: &Scenario) -> Vec<Problem> {
        let mut problems = LittleBigHorn::open(&self.with_tweaks(scenario)).problems;
        problems.extend(rivers(&self.data, &scenario.map));
        problems.extend(crossings(&self.data, &scenario.map));
        problems.extend(edges(&scenario.map));
        problems
    }

    fn blank(&self) -> Scenario {
        blank(&self.data)
    }

    fn counters(&self, scenario: &Scenario) -> Vec<Counter> {
        faces::counters(&self.data, scenario)
    }

    fn turn_notes(&self, scenario: &Scenario) -> Vec<(u16, String, String)> {
        let block = super::scenario::read::<super::scenario::Block>(&scenario.game_block, "game").value;
        let notes = block.unwrap_or_default().turn_notes;
        notes.into_iter().map(|note| (note.turn, note.text, note.side)).collect()
    }

    fn rules_of(&self, id: &str) -> Vec<&'static str> {
        use super::cites;
        let of_hexside = self.data.hexside(id).map(|_| vec![cites::RIVER_BANK.0, cites::MOVE_COST.0]);
        let Some(terrain) = self.data.terrain(id).and_then(|at| self.data.terrains.get(at)) else {
            return of_hexside.unwrap_or_default();
        };
        let mut rules = Vec::new();
        if terrain.foot == data::Foot::Cliff {
            rules.push(cites::CLIFF_CLOSED.0);
        }
        if terrain.control == data::Control::Inside {
            rules.push(cites::ZOC_COVER.0);
        }
        if terrain.cover == Some(engine::face::CoverLook::Camp) {
            rules.push(cites::CAMP_FIRST_TURN.0);
        }
        rules.push(cites::MOVE_COST.0);
        rules
    }

    fn sight(&self, scenario: &Scenario, from: Hex, to: Hex) -> Option<SightReport> {
        Some(super::sight::between(&self.data, scenario, from, to))
    }

    fn moved_hexes(&self, scenario: &Scenario, moved: &Moved) -> Option<String> {
        super::scenario::moved_hexes(scenario, moved)
    }

    fn play(&self, scenario: &Scenario, seed: u64) -> Checked<Box<dyn Session>> {
        let Checked { value, problems } =
            PlaySession::<LittleBigHorn>::open(&self.with_tweaks(scenario), seed);
        Checked { value: value.map(|session| Box::new(session) as Box<dyn Session>), problems }
    }

    fn verify(&self, replay: &str) -> Result<String, Vec<Problem>> {
        journal::verify::<LittleBigHorn>(replay)
    }

    fn position(&self, example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Option<Scenario> {
        example::position(example, source)
    }

    fn run(&self, example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Outcome {
        example::run(example, source)
    }
}

/// Hexsides of water between two levels: they can be played, but a river does not climb.
fn rivers(data: &Data, map: &Map) -> Vec<Problem> {
    let level = |hex| {
        let terrain =
            map.terrain(hex).and_then(|id| data.terrain(id)).map(|terrain| data.terrains[terrain].level);
        map.level(hex).or(terrain)
    };
    map.sides
        .keys()
        .filter_map(|&side| {
            let (a, b) = side.hexes();
            let (low, high) = (level(a)?, level(b)?);
            (low != high).then(|| {
                let label = super::board::side_label(&map.grid, side);
                let message = format!(
                    "hexside {label}: a river between level {} and level {}",
                    low.min(high),
                    low.max(high)
                );
                Problem::warning(message).about(format!("map.sides[{label:?}]"))
            })
        })
        .collect()
}

/// Roads over water without a ford: they are drawn with a bridge, but the rules know none.
fn crossings(data: &Data, map: &Map) -> Vec<Problem> {
    let mut seen = BTreeSet::new();
    let pairs =
        map.roads.iter().filter(|road| road.kind > RoadKind::Trail).flat_map(|road| road.hexes.windows(2));
    pairs
        .filter_map(|pair| {
            let side = HexSide::of(pair[0], pair[0].direction_to(pair[1])?);
            let kind = data.hexside(map.side(side)?)?;
            let swum = data.hexsides[kind].crossing == data::Crossing::Swim;
            if !swum || !seen.insert(side) {
                return None;
            }
            let label = super::board::side_label(&map.grid, side);
            let closed = data.cross[kind].iter().all(Option::is_none);
            let so = if closed { "nobody can cross there" } else { "it can only be swum there" };
            let message = format!("hexside {label}: the road crosses the river without a ford; {so}");
            Some(Problem::warning(message).about(format!("map.sides[{label:?}]")))
        })
        .collect()
}

/// Edges without a hex: nobody comes on through them, nor goes.
fn edges(map: &Map) -> Vec<Problem> {
    let bare = |region: &Region| region.kind == RegionKind::Edge && region.hexes.is_empty();
    let edges = map.regions.iter().enumerate().filter(|(_, region)| bare(region));
    edges
        .map(|(index, region)| {
            let message = format!("the edge {:?} has no hexes: nobody can enter there", region.name);
            Problem::warning(message).about(format!("map.regions[{index}].hexes"))
        })
        .collect()
}

/// A valley without anybody, with the edges and boxes that the game needs.
fn blank(data: &Data) -> Scenario {
    let grid = Grid::new(30, 22);
    let run = |from: (u16, u16), to: (u16, u16)| {
        let (columns, rows) = (from.0..=to.0, from.1..=to.1);
        columns
            .flat_map(|column| rows.clone().map(move |row| grid.at(column - 1, row - 1)))
            .collect::<Vec<_>>()
    };
    let edge = |id: &str, name: &str, role: &str, hexes| Region {
        id: id.into(),
        name: name.into(),
        kind: RegionKind::Edge,
        role: role.into(),
        hexes,
    };
    let camp = data.terrain("camp").unwrap_or_default();
    let legend: Vec<(char, String)> = data.terrains.iter().map(|row| (row.letter, row.id.clone())).collect();
    let mut cells = vec![0; grid.len()];
    for hex in run((8, 9), (11, 12)) {
        cells[grid.index(hex).expect("the camp lies on the map")] = camp as u8;
    }
    Scenario {
        game: ID.into(),
        title: "New field".into(),
        subtitle: String::new(),
        note: String::new(),
        credits: String::new(),
        turns: 10,
        map: Map {
            name: "New field".into(),
            note: String::new(),
            grid,
            legend,
            cells,
            levels: Vec::new(),
            sides: Default::default(),
            regions: vec![
                edge("us-edge", "east edge", "zone_us", run((30, 1), (30, 22))),
                edge("zone-3", "north edge", "zone_a", run((2, 1), (24, 1))),
                edge("zone-4", "upper west edge", "zone_b", run((1, 1), (1, 11))),
                edge("zone-5", "lower west edge", "zone_c", run((1, 12), (1, 22))),
                edge("zone-6", "south edge", "zone_d", run((2, 22), (24, 22))),
            ],
            labels: Vec::new(),
            boxes: data
                .zones
                .iter()
                .map(|zone| MapBox {
                    id: format!("zone-{}", zone.number),
                    name: zone.name.clone(),
                    note: String::new(),
                    next: zone.next.iter().map(|number| format!("zone-{number}")).collect(),
                    edge: format!("zone-{}", zone.number),
                    ..MapBox::default()
                })
                .chain([MapBox {
                    id: super::SET_UP_BOX.into(),
                    name: "Set-up".into(),
                    note: "Indian counters before the first turn.".into(),
                    ..MapBox::default()
                }])
                .collect(),
            ..Map::default()
        },
        files: Files { scenario: "scenario.ron".into(), ..Files::default() },
        ..Scenario::default()
    }
}
