//! Little Big Horn, 25 June 1876: hexes and counters, two sides, ten turns.
//!
//! This file compiles a scenario into [`LittleBigHorn`] and hands the verbs of the rules to the chapters:
//! `set_up`, `sequence`, `control`, `movement`, `off_map`, `victory`. What the rules say to people is in
//! `words`, what they ask of them in `asking`, what they offer to programs in `offering`.

mod asking;
mod board;
mod book;
pub mod cites;
mod control;
mod data;
mod example;
mod faces;
mod game;
mod movement;
mod off_map;
mod offering;
mod scenario;
mod sequence;
mod set_up;
mod sight;
mod state;
#[cfg(test)]
mod tests;
mod victory;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::ask::{Ask, Gesture, Judged, Reach};
use engine::dice::RollKey;
use engine::digest::Digest;
use engine::hex::Hex;
use engine::plane::Place;
use engine::problem::{Checked, Problem, Severity};
use engine::rules::{
    About, Awaits, DraftStep, Notes, Offered, Pause, PieceId, Refusal, Rules, Seat, Side, Turn,
};
use engine::scenario::{Scenario, Start};
use engine::session::Scene;

pub use board::Board;
pub use data::{Class, Data, INDIAN, US};
pub use game::game;
pub use state::{Action, At, Degree, Event, Going, Phase, Row, State, Tribe};

use off_map::Zone;
use state::TribeRow;

/// The box in which Indian counters wait for the set-up.
const SET_UP_BOX: &str = "set-up";

/// What never changes of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceInfo {
    /// Id in the scenario.
    pub id: String,
    pub name: String,
    /// What its band says at the right.
    pub company: String,
    /// Position among the kinds of the data.
    pub kind: usize,
    pub class: Class,
    pub formation: Tribe,
    pub side: Side,
    pub leader: bool,
    /// Turn and edge (by position among the board's edges) of its arrival.
    arrival: Option<(u16, Option<usize>)>,
}

/// A start of the Indians: who stands where in the camp, and the zone of each tribe.
type SetUp = (Vec<(PieceId, Hex)>, Vec<(Tribe, u8)>);

/// The rules of Little Big Horn over one scenario.
#[derive(Debug)]
pub struct LittleBigHorn {
    pub data: Arc<Data>,
    pub board: Board,
    pub pieces: Vec<PieceInfo>,
    zones: Vec<Zone>,
    /// Game turns.
    turns: u16,
    /// Counts of an example in place of counting, in halves.
    counts: [Option<i32>; 2],
    start: State,
    /// The start that the scenario proposes.
    proposal: Option<SetUp>,
    digest: Digest,
}

impl LittleBigHorn {
    /// All pieces, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = PieceId> + use<> {
        (0..u16::try_from(self.pieces.len()).unwrap_or(u16::MAX)).map(PieceId)
    }

    /// What never changes of a piece.
    pub fn info(&self, piece: PieceId) -> &PieceInfo {
        &self.pieces[piece.index()]
    }

    fn arrival(&self, piece: PieceId) -> Option<(u16, Option<usize>)> {
        self.info(piece).arrival
    }

    /// The Indian formations, in order.
    pub fn tribes(&self) -> impl Iterator<Item = Tribe> + '_ {
        (0..self.data.formations.len())
            .filter(|&formation| self.data.side_of(formation) == INDIAN)
            .map(|formation| Tribe(u8::try_from(formation).expect("there are few formations")))
    }

    /// The pieces of a formation, in order.
    pub fn of(&self, tribe: Tribe) -> impl Iterator<Item = PieceId> + '_ {
        self.ids().filter(move |&piece| self.info(piece).formation == tribe)
    }

    /// A tribe as the subject of a refusal: its tribe counter, by position.
    fn about(&self, tribe: Tribe) -> About {
        About::Box(tribe.0)
    }

    /// Compiles a scenario whose data is there already.
    fn compile(scenario: &Scenario, data: Arc<Data>) -> Checked<Self> {
        let mut problems = Vec::new();
        let rules = Self::assemble(scenario, data, &mut problems);
        let wrong = problems.iter().any(|problem| problem.severity == Severity::Error);
        Checked { value: (!wrong).then_some(rules), problems }
    }

    /// Puts the rules together with everything in the scenario that can be understood.
    fn assemble(scenario: &Scenario, data: Arc<Data>, problems: &mut Vec<Problem>) -> Self {
        let board = Board::new(&scenario.map, &data, problems);
        // On a board that is not as it was meant, nobody is said to stand in the wrong place.
        let known_board = problems.is_empty();
        let zones = zones(scenario, &data, &board);
        let mut tribes = vec![TribeRow::default(); data.formations.len()];
        let mut pieces = Vec::with_capacity(scenario.pieces.len());
        let mut rows = Vec::with_capacity(scenario.pieces.len());
        for (i, piece) in scenario.pieces.iter().enumerate() {
            let path = |field: &str| format!("pieces[{i}].{field}");
            let Some(kind) = data.kind(&piece.kind) else {
                let known = data.kinds.iter().map(|kind| kind.id.as_str());
                let problem =
                    Problem::error(format!("found {:?}, which is no piece of this game", piece.kind));
                let problem = problem.about(path("kind"));
                problems.push(match data::nearest(&piece.kind, known) {
                    Some(name) => problem.hint(format!("did you mean {name:?}?")),
                    None => problem,
                });
                continue;
            };
            let row = &data.kinds[kind];
            let formation = data.formation(&row.formation).expect("every kind has a formation");
            let side = data.side_of(formation);
            let read = scenario::read::<scenario::PieceBlock>(&piece.game_block, &path("game"));
            problems.extend(read.problems);
            let block = read.value.unwrap_or_default();
            if piece.reduced && !row.class.has_reduced() {
                let message = format!("{} has no reduced side", row.name);
                problems.push(Problem::error(message).about(path("reduced")));
            }
            let on_foot = block.posture == scenario::Posture::Dismounted;
            if on_foot && row.class != Class::Cavalry {
                let message = format!("{} cannot dismount; only cavalry can", row.name);
                problems.push(Problem::error(message).about(path("game")));
            }
            let mut arrival = None;
            let at = match &piece.at {
                Start::At(Place::Hex(hex)) => {
                    if let Err(problem) = stands(&board, &data, row.class, on_foot, *hex)
                        && known_board
                    {
                        problems.push(problem.about(path("at")));
                    }
                    At::On(*hex)
                }
                Start::At(Place::Box(id)) if side == INDIAN => {
                    if let Some(zone) = zones.iter().find(|zone| zone.box_id == *id) {
                        tribes[formation] = TribeRow { off: true, zone: zone.number, ..TribeRow::default() };
                    } else if id != SET_UP_BOX {
                        let message = format!("found the box {id:?}, expected {SET_UP_BOX:?} or a zone");
                        problems.push(Problem::error(message).about(path("at")));
                    }
                    At::Off
                }
                Start::Enters { turn, edge } if side == US => {
                    let position = board.edge(edge);
                    if position.is_none() {
                        let message = format!("found the edge {edge:?}, which this map does not have");
                        let known = board.edges.iter().map(|edge| edge.id.as_str());
                        let problem = Problem::error(message).about(path("at"));
                        problems.push(match data::nearest(edge, known) {
                            Some(name) => problem.hint(format!("did you mean {name:?}?")),
                            None => problem,
                        });
                    }
                    arrival = Some((*turn, position));
                    At::Off
                }
                Start::Enters { .. } => {
                    let message = format!(
                        "{} comes on with its tribe; expected a hex, {SET_UP_BOX:?} or a zone",
                        row.name
                    );
                    problems.push(Problem::error(message).about(path("at")));
                    At::Off
                }
                Start::At(place) => {
                    let message = format!("found {place}, expected a hex, or a turn and an edge to enter at");
                    problems.push(Problem::error(message).about(path("at")));
                    At::Off
                }
            };
            let name = if piece.name.is_empty() { row.name.clone() } else { piece.name.clone() };
            pieces.push(PieceInfo {
                id: piece.id.clone(),
                name,
                company: block.company,
                kind,
                class: row.class,
                formation: Tribe(u8::try_from(formation).expect("there are few formations")),
                side,
                leader: row.class.is_leader(),
                arrival,
            });
            rows.push(Row { reduced: piece.reduced, dismounted: on_foot, ..Row::new(at) });
        }
        let block = scenario::read::<scenario::Block>(&scenario.game_block, "game");
        problems.extend(block.problems);
        let block = block.value.unwrap_or_default();

        let start =
            State { turn: 1, phase: Phase::SetUp, rows, tribes, trail: Vec::new(), bars: None, ended: None };
        let mut rules = Self {
            digest: data.digest(),
            data,
            board,
            pieces,
            zones,
            turns: scenario.turns,
            counts: [None; 2],
            start,
            proposal: None,
        };
        let start_zones = rules.zones.iter().filter(|zone| zone.start).count();
        let tribes = rules.to_split(&rules.start).count();
        if usize::from(rules.data.start_zone_min) * start_zones > tribes && tribes > 0 {
            let message = format!(
                "{tribes} tribes cannot fill {start_zones} start zones with {} each",
                rules.data.start_zone_min
            );
            problems.push(Problem::error(message).about("tweaks[\"start_zone_min\"]"));
        }
        if scenario.turns == 0 {
            problems.push(Problem::error("found 0 turns, expected at least 1").about("turns"));
        }
        // A piece without its kind, a hex without its terrain: what the whole lacks for that is not told as well.
        let mut whole = Vec::new();
        rules.check_start(&mut whole);
        rules.take_proposal(&block.set_up, &mut whole);
        let known = problems.iter().all(|problem| problem.severity != Severity::Error);
        problems.extend(whole.into_iter().filter(|_| known));
        rules
    }

    /// What a scenario needs before it can be set up.
    fn check_start(&mut self, problems: &mut Vec<Problem>) {
        let waits = self.waiting(&self.start).next().is_some();
        if !waits {
            // Everybody has a place already: the game begins at once.
            self.start.phase = Phase::UsMovement;
        }
        let needs: usize = (0..self.data.kinds.len()).map(|kind| self.camp_share(&self.start, kind)).sum();
        if needs > self.board.camp_hexes.len() {
            let message = format!(
                "found {} camp hexes, expected {needs} or more for the set-up",
                self.board.camp_hexes.len()
            );
            problems.push(Problem::error(message).about("map.rows"));
        }
        for zone in &self.zones {
            if zone.edge.is_none() && self.to_split(&self.start).next().is_some() {
                let message =
                    format!("{} has no edge on this map through which its tribes could enter", zone.name);
                problems.push(Problem::error(message).about("map.boxes"));
            }
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            if !seen.insert(&piece.id) {
                let message = format!("found the id {:?} twice", piece.id);
                problems.push(Problem::error(message).about(format!("pieces[{i}].id")));
            }
        }
        for (kind, row) in self.data.kinds.iter().enumerate() {
            let found = self.pieces.iter().filter(|piece| piece.kind == kind).count();
            // A scenario may leave some at home.
            if found > usize::from(row.count) {
                let message = format!("found {found} of {}, and the box has {}", row.name, row.count);
                problems.push(Problem::warning(message).about("pieces"));
            }
        }
    }

    /// Reads the proposed set-up of the scenario; one that is not legal is a warning.
    fn take_proposal(&mut self, proposal: &scenario::Proposal, problems: &mut Vec<Problem>) {
        if proposal.camp.is_empty() && proposal.zones.is_empty() {
            return;
        }
        let mut camp = Vec::new();
        let by_id: BTreeMap<&str, PieceId> =
            self.ids().map(|piece| (self.info(piece).id.as_str(), piece)).collect();
        for (id, label) in &proposal.camp {
            let piece = by_id.get(id.as_str()).copied();
            let hex = self.board.grid.parse(label).ok();
            match (piece, hex) {
                (Some(piece), Some(hex)) => camp.push((piece, hex)),
                (None, _) => problems
                    .push(Problem::error(format!("found {id:?}, which is no piece")).about("game.set_up")),
                (_, None) => problems.push(
                    Problem::error(format!("found {label:?}, which is no hex of the map"))
                        .about("game.set_up"),
                ),
            }
        }
        let mut zones = Vec::new();
        for (id, zone) in &proposal.zones {
            match self.tribes().find(|tribe| self.data.formations[tribe.index()].id == *id) {
                Some(tribe) => zones.push((tribe, *zone)),
                None => problems
                    .push(Problem::error(format!("found {id:?}, which is no tribe")).about("game.set_up")),
            }
        }
        camp.sort_unstable();
        zones.sort_unstable();
        match self.check_set_up(&self.start, &camp, &zones) {
            Ok(()) => self.proposal = Some((camp, zones)),
            Err(refusal) => {
                let why = self.sentence(&self.start, &refusal);
                problems.push(
                    Problem::warning(format!("the proposed set-up is not legal: {why}")).about("game.set_up"),
                );
            }
        }
    }
}

/// Can a counter of this class stand there?
fn stands(board: &Board, data: &Data, class: Class, dismounted: bool, hex: Hex) -> Result<(), Problem> {
    let Some(index) = board.index(hex) else {
        return Err(Problem::error(format!("found the hex {hex}, which is not on the map")));
    };
    if board.entry[index][class.mover(dismounted)].is_none() {
        let terrain = &data.terrains[usize::from(board.terrain[index])].name;
        let message = format!(
            "found a {} in {}, {}, which is closed to it",
            class.row(dismounted),
            board.grid.label(hex),
            terrain.to_lowercase()
        );
        return Err(Problem::error(message));
    }
    Ok(())
}

/// The zones of the off-map sheet: the map's boxes say what lies next to what, the data fills in the rest.
fn zones(scenario: &Scenario, data: &Data, board: &Board) -> Vec<Zone> {
    let number = |id: &str| id.strip_prefix("zone-").and_then(|rest| rest.parse::<u8>().ok());
    data.zones
        .iter()
        .map(|row| {
            let id = format!("zone-{}", row.number);
            let on_map = scenario.map.boxes.iter().find(|candidate| candidate.id == id);
            let edge = on_map.map(|found| found.edge.as_str()).filter(|edge| !edge.is_empty()).unwrap_or(&id);
            Zone {
                number: row.number,
                name: on_map.map_or_else(|| row.name.clone(), |found| found.name.clone()),
                next: on_map.map_or_else(
                    || row.next.clone(),
                    |found| found.next.iter().filter_map(|id| number(id)).collect(),
                ),
                start: row.start,
                edge: board.edge(edge),
                box_id: id.clone(),
            }
        })
        .collect()
}

impl Rules for LittleBigHorn {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn open(scenario: &Scenario) -> Checked<Self> {
        let tweaks: Vec<_> =
            scenario.tweaks.iter().map(|(path, value)| (path.clone(), value.clone())).collect();
        let data = if tweaks.is_empty() {
            Ok(Arc::clone(data::shipped()))
        } else {
            Data::with(&tweaks).map(Arc::new)
        };
        match data {
            Ok(data) => Self::compile(scenario, data),
            Err(problems) => Checked {
                value: None,
                problems: problems
                    .into_iter()
                    .map(|p| {
                        let path = format!("tweaks[{:?}]", p.path);
                        p.about(path)
                    })
                    .collect(),
            },
        }
    }

    fn begin(&self) -> State {
        self.start.clone()
    }

    fn awaits(&self, state: &State) -> Awaits {
        sequence::awaited(state)
    }

    fn check<N: Notes>(
        &self,
        state: &State,
        by: Seat,
        action: &Action,
        notes: &mut N,
    ) -> Result<(), Refusal> {
        self.judge_action(state, by, action, notes)
    }

    fn offer(&self, state: &State, by: Seat, out: &mut Vec<Action>) -> Offered {
        self.offers(state, by, out)
    }

    fn act(&self, turn: &mut Turn<'_, Self>, _by: Seat, action: &Action) -> Result<(), Pause> {
        self.carry_out(turn, action)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        self.take_effect(state, event);
    }

    /// The US knows which tribes are off the map, but neither where nor which of them rode on in this step.
    fn seen_by(&self, state: &State, side: Side) -> State {
        let mut seen = state.clone();
        if side != INDIAN {
            for tribe in seen.tribes.iter_mut().filter(|tribe| tribe.off) {
                (tribe.zone, tribe.acted) = (0, false);
            }
        }
        seen
    }

    fn told_to(&self, _state: &State, event: &Event, side: Side) -> Option<Event> {
        if side == INDIAN {
            return Some(event.clone());
        }
        match event {
            Event::SetUp { camp, zones } => Some(Event::SetUp {
                camp: camp.clone(),
                zones: zones.iter().map(|&(tribe, _)| (tribe, 0)).collect(),
            }),
            Event::ChangesZone { .. } => None,
            other => Some(other.clone()),
        }
    }

    /// Every counter moves at most its points in steps, mounts and dismounts once a turn; every tribe acts
    /// once; every phase ends once.
    fn bound(&self) -> usize {
        let points = usize::from(
            self.pieces.iter().map(|piece| self.data.allowance(piece.class, false)).max().unwrap_or(0),
        );
        1 + usize::from(self.turns) * (self.pieces.len() * (points + 2) + self.data.formations.len() + 12)
    }

    fn moment(&self, state: &State) -> u64 {
        sequence::moment(state)
    }

    fn scene(&self, state: &State) -> Scene {
        self.shown(state)
    }

    fn ask(&self, state: &State, by: Seat) -> Option<Ask> {
        self.asked(state, by, &[])
    }

    fn propose(&self, state: &State, by: Seat, gesture: &Gesture) -> Result<Action, Refusal> {
        match self.drafted(state, by, &[], gesture)? {
            DraftStep::Act(action) => Ok(action),
            DraftStep::Keep(_) => Err(Refusal::new(cites::TURN_PHASE)),
        }
    }

    fn judge(&self, state: &State, by: Seat, gesture: &Gesture) -> Judged {
        self.judged(state, by, &[], gesture)
    }

    fn reach(&self, state: &State, by: Seat, piece: PieceId) -> Option<Reach> {
        self.reached(state, by, &[], piece)
    }

    fn control(&self, state: &State, side: Side) -> Option<Vec<Hex>> {
        let field = control::Field::new(self, state);
        let grid = &self.board.grid;
        Some(
            grid.hexes()
                .enumerate()
                .filter(|(at, _)| field.controls(side, *at))
                .map(|(_, hex)| hex)
                .collect(),
        )
    }

    fn tell(&self, state: &State, event: &Event) -> Option<String> {
        self.told(state, event)
    }

    fn touches(&self, _state: &State, event: &Event) -> Vec<(PieceId, Place)> {
        match event {
            Event::SetUp { camp, .. } => camp.iter().map(|&(piece, hex)| (piece, Place::Hex(hex))).collect(),
            Event::Moves { piece, path, .. } => path.iter().map(|&hex| (*piece, Place::Hex(hex))).collect(),
            Event::PutBack { piece, to: Some(to) } => vec![(*piece, Place::Hex(*to))],
            Event::Enters { at, .. } => at.iter().map(|&(piece, hex, _)| (piece, Place::Hex(hex))).collect(),
            _ => Vec::new(),
        }
    }

    fn name(&self, state: &State, action: &Action) -> String {
        self.named(state, action)
    }

    fn why(&self, state: &State, refusal: &Refusal) -> String {
        self.sentence(state, refusal)
    }

    fn draft(
        &self,
        state: &State,
        by: Seat,
        so_far: &[Gesture],
        next: &Gesture,
    ) -> Result<DraftStep<Action>, Refusal> {
        self.drafted(state, by, so_far, next)
    }

    fn ask_draft(&self, state: &State, by: Seat, so_far: &[Gesture]) -> Option<Ask> {
        self.asked(state, by, so_far)
    }

    fn scene_draft(&self, state: &State, by: Seat, so_far: &[Gesture]) -> Scene {
        self.shown(&self.with_draft(state, by, so_far))
    }

    fn judge_draft(&self, state: &State, by: Seat, so_far: &[Gesture], next: &Gesture) -> Judged {
        self.judged(state, by, so_far, next)
    }

    fn reach_draft(&self, state: &State, by: Seat, so_far: &[Gesture], piece: PieceId) -> Option<Reach> {
        self.reached(state, by, so_far, piece)
    }

    fn data_digest(&self) -> Digest {
        self.digest
    }

    fn when(&self, state: &State) -> (u16, String) {
        (state.turn, state.phase.name().to_owned())
    }

    fn name_die(&self, _state: &State, key: &RollKey) -> String {
        if cites::BAR_ROLL.0 == key.rule {
            "The mobilization roll".to_owned()
        } else {
            format!("A die for {}", key.rule)
        }
    }

    /// Where a tribe was is known when it comes on.
    fn reveals(&self, _state: &State, event: &Event) -> bool {
        matches!(event, Event::Enters { .. })
    }

    fn closes(&self, action: &Action) -> bool {
        matches!(action, Action::EndPhase | Action::Allot)
    }
}
