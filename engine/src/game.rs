//! A game as the rest of the program sees it: its words, its looks, its book, and how to play it.

use crate::chart::Chart;
use crate::example::{Example, Outcome as ExampleOutcome};
use crate::face::{Counter, Face, HexsideKind, Terrain};
use crate::hex::Hex;
use crate::problem::{Checked, Problem};
use crate::rulebook::Rulebook;
use crate::scenario::{Edit, Moved, Reshape, Scenario};
use crate::session::Session;
use crate::statements::Statement;

/// A side of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideInfo {
    /// `us`: as the command line and the files spell it.
    pub id: String,
    /// *United States*
    pub name: String,
    /// *US*: where room is short.
    pub short: String,
}

/// A kind of piece that a scenario can place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceKind {
    pub id: String,
    pub name: String,
    /// Index into the game's sides.
    pub side: u8,
    /// Formation, tribe or other group, for lists: *7th Cavalry*.
    pub formation: String,
    /// How it looks on the map at full strength and reduced (if it has that side).
    pub face: Face,
    pub reduced: Option<Face>,
}

/// A value of the rules: its path for tweaks, what it is now, what else it may be, its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// Without the game's prefix: `edge_must_face`.
    pub path: String,
    pub value: String,
    /// The alternatives that the specification names; empty where any number will do.
    pub alternatives: Vec<String>,
    /// Slug.
    pub rule: String,
    /// What it is, in a sentence.
    pub what: String,
}

/// What a straight line from one hex to another meets, by the rules of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SightReport {
    pub clear: bool,
    /// The first hex that blocks it; `None` if none does, or it is no single hex.
    pub blocked_at: Option<Hex>,
    /// Why, as a sentence without a full stop.
    pub words: String,
    /// Slug.
    pub rule: String,
}

/// A game, with its data as shipped or with tweaks.
pub trait Game: Send + Sync {
    /// `little_big_horn`
    fn id(&self) -> &'static str;
    fn name(&self) -> &str;
    fn sides(&self) -> &[SideInfo];
    fn terrains(&self) -> &[Terrain];
    /// Names of the classes of movers whose costs `Terrain::costs` lists: *mounted*, *foot*, *Gatling*.
    fn cost_classes(&self) -> &[String];
    fn hexsides(&self) -> &[HexsideKind];
    fn pieces(&self) -> &[PieceKind];
    fn charts(&self) -> Vec<&Chart>;
    fn values(&self) -> Vec<Value>;
    fn rulebook(&self) -> &Rulebook;
    fn statements(&self) -> &[Statement];
    /// The phases of a turn in words, for the aid: name and what is done in it.
    fn sequence(&self) -> Vec<(String, String)>;
    /// Ids of the sides whose phases those of [`Game::sequence`] are, in the same order; empty for a phase of
    /// no side. A game that does not say gives none.
    fn sequence_sides(&self) -> Vec<String> {
        Vec::new()
    }
    /// Names of the computer players.
    fn players(&self) -> &[&'static str];

    /// The same game with these tweaks over its data: path and value.
    ///
    /// # Errors
    /// One problem for each tweak that is not understood.
    fn tweaked(&self, tweaks: &[(String, String)]) -> Result<Box<dyn Game>, Vec<Problem>>;
    /// The same game without any tweaks, to tell what was changed; `None` if the game does not know.
    fn shipped(&self) -> Option<&dyn Game> {
        None
    }
    /// Everything that is wrong with a scenario of this game, beyond what the file layer found.
    fn check(&self, scenario: &Scenario) -> Vec<Problem>;
    /// A new, valid, empty scenario.
    fn blank(&self) -> Scenario;
    /// Every counter that the scenario needs, markers too, in the order of the sheets.
    fn counters(&self, scenario: &Scenario) -> Vec<Counter>;
    /// Remarks of the turn track: turn, remark, id of the side that is reinforced then (may be empty).
    fn turn_notes(&self, scenario: &Scenario) -> Vec<(u16, String, String)>;

    /// The slugs of the sections that say what a terrain or a hexside with this id does, the nearest first.
    fn rules_of(&self, _id: &str) -> Vec<&'static str> {
        Vec::new()
    }
    /// The line of sight between two hexes as they lie in the scenario; `None` if the game's rules ask for none.
    fn sight(&self, _scenario: &Scenario, _from: Hex, _to: Hex) -> Option<SightReport> {
        None
    }

    /// The game's own block of a scenario, with every hex that it names by its number where it is after the map
    /// was reshaped; `None` if the game names none.
    fn moved_hexes(&self, _scenario: &Scenario, _moved: &Moved) -> Option<String> {
        None
    }

    /// Begins a game of this scenario (its tweaks laid over the data).
    fn play(&self, scenario: &Scenario, seed: u64) -> Checked<Box<dyn Session>>;
    /// Plays a replay file again and compares everything.
    ///
    /// # Errors
    /// The line where it parts from the file, and what differs.
    fn verify(&self, replay: &str) -> Result<String, Vec<Problem>>;
    /// The position that an example begins from, as a scenario that can be drawn; `None` where it has none.
    fn position(&self, _example: &Example, _source: &dyn Fn(&str) -> Option<Scenario>) -> Option<Scenario> {
        None
    }
    /// Runs one worked example.
    fn run(&self, example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> ExampleOutcome;
}

/// The edit that reshapes the map of a scenario of this game: hexes that only the game names go along.
pub fn reshape(game: &dyn Game, scenario: &Scenario, reshape: Reshape) -> Edit {
    let moved = reshape.moved(&scenario.map.grid).ok();
    let block = moved.and_then(|moved| game.moved_hexes(scenario, &moved));
    match block.filter(|block| *block != scenario.game_block) {
        // The change of the map comes last and gives the step its name.
        Some(block) => Edit::Many(vec![Edit::SetGameBlock(block), Edit::Reshape(reshape)]),
        None => Edit::Reshape(reshape),
    }
}

/// The counters that a scenario is printed with: those of the game, with the scenario's own in place of those of
/// the same name and the others after them. A counter without copies is not printed.
pub fn counters(game: &dyn Game, scenario: &Scenario) -> Vec<Counter> {
    let mut counters = game.counters(scenario);
    for own in &scenario.counters {
        match counters.iter_mut().find(|counter| counter.name == own.name) {
            Some(shipped) => *shipped = own.clone(),
            None => counters.push(own.clone()),
        }
    }
    counters.retain(|counter| counter.copies > 0);
    counters
}
