//! A toy game for tests of the machinery: pieces on a row of hexes, one die, one answer in the middle, one secret.
//!
//! Each side first puts its pieces down, then the sides take turns. A piece steps or shoots once a turn; a 5 or
//! 6 eliminates, on a 3 or 4 the owner of the target says whether it flees or stands and loses heart. A mine is
//! hidden from the other side.

use engine::ask::{Ask, Control, Gesture, Judged, Line, Reach, RefusalWords, Step};
use engine::dice::D6;
use engine::digest::{self, Digest};
use engine::face::{Face, FaceKind};
use engine::hex::Hex;
use engine::plane::Place;
use engine::problem::{Checked, Problem};
use engine::rules::{
    About, Awaits, Cite, DraftStep, Notes, Offered, Outcome, Pause, PieceId, Refusal, Rules, Seat, Side, Turn,
};
use engine::scenario::{Memory, Scenario, load};
use engine::session::{Phase, Scene, ScenePiece};
use serde::{Deserialize, Serialize};

pub const STEP: Cite = Cite("move.step");
pub const FULL: Cite = Cite("move.full");
pub const ONCE: Cite = Cite("move.once");
pub const SHOOT: Cite = Cite("fire.shoot");
pub const FLEE: Cite = Cite("fire.flee");
pub const SET_UP: Cite = Cite("setup.place");
pub const TURN: Cite = Cite("turn.end");
pub const OVER: Cite = Cite("turn.over");
pub const MINE: Cite = Cite("mine.hidden");

/// The rules over a row of so many hexes.
pub struct Toy {
    width: i16,
    turns: u16,
    sides: Vec<Side>,
    /// A 5 or more eliminates, unless a tweak says otherwise.
    kills: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    pub at: Vec<Option<i16>>,
    used: Vec<bool>,
    shaken: Vec<bool>,
    pub set_up: [bool; 2],
    pub turn: u16,
    pub active: u8,
    /// Who has to say whether he flees, from whom.
    asked: Option<(PieceId, i16)>,
    /// Where the second side has its mine; `None` is also what the first side sees.
    pub mine: Option<i16>,
    ended: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    SetUp(Vec<(PieceId, i16)>),
    Step { piece: PieceId, to: i16 },
    Shoot { piece: PieceId, target: PieceId },
    Flee(bool),
    EndTurn,
    Concede,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    Placed(PieceId, i16),
    SetUp(u8),
    Moved { piece: PieceId, to: i16 },
    Shot { piece: PieceId, target: PieceId },
    Asks(PieceId, i16),
    Answered,
    Shaken(PieceId),
    Eliminated(PieceId),
    Exploded(i16),
    Turn { turn: u16, active: u8 },
    Conceded,
}

impl Toy {
    fn side(&self, piece: PieceId) -> Option<Side> {
        self.sides.get(piece.index()).copied()
    }

    fn pieces(&self) -> impl Iterator<Item = PieceId> {
        (0..self.sides.len()).map(|index| PieceId(u16::try_from(index).unwrap()))
    }

    fn free(&self, state: &State, to: i16) -> Result<(), Refusal> {
        if !(0..self.width).contains(&to) {
            return Err(Refusal::new(STEP).at(Hex::new(to, 0)));
        }
        match state.at.iter().position(|at| *at == Some(to)) {
            Some(there) => {
                Err(Refusal::new(FULL).piece(PieceId(u16::try_from(there).unwrap())).at(Hex::new(to, 0)))
            }
            None => Ok(()),
        }
    }

    fn acts(&self, state: &State, by: Seat, piece: PieceId) -> Result<i16, Refusal> {
        let at = state.at.get(piece.index()).copied().flatten();
        match at {
            Some(at) if self.side(piece) == by.side() && !state.used[piece.index()] => Ok(at),
            _ => Err(Refusal::new(ONCE).piece(piece)),
        }
    }

    fn count(&self, state: &State, side: Side) -> usize {
        self.pieces()
            .filter(|piece| self.side(*piece) == Some(side) && state.at[piece.index()].is_some())
            .count()
    }

    fn placements(&self, draft: &[Gesture]) -> Vec<(PieceId, i16)> {
        let one = |gesture: &Gesture| match gesture {
            Gesture::Drop { pieces, to: Place::Hex(hex) } => Some((*pieces.first()?, hex.q)),
            _ => None,
        };
        draft.iter().filter_map(one).collect()
    }
}

impl Rules for Toy {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn open(scenario: &Scenario) -> Checked<Self> {
        let side = |kind: &str| match kind {
            "red" => Some(Side(0)),
            "blue" => Some(Side(1)),
            _ => None,
        };
        let Some(sides) = scenario.pieces.iter().map(|piece| side(&piece.kind)).collect() else {
            return Checked::failed(Problem::error("found a kind that is neither red nor blue"));
        };
        let kills = scenario.tweaks.get("kills").map_or(Ok(5), |text| text.parse());
        let Ok(kills) = kills else {
            return Checked::failed(Problem::error("found no number for kills"));
        };
        let width = i16::try_from(scenario.map.cells.len()).unwrap();
        Checked::clean(Self { width, turns: scenario.turns, sides, kills })
    }

    fn begin(&self) -> State {
        let none = vec![None; self.sides.len()];
        let no = vec![false; self.sides.len()];
        State {
            at: none,
            used: no.clone(),
            shaken: no,
            set_up: [false; 2],
            turn: 1,
            active: 0,
            asked: None,
            mine: Some(self.width / 2),
            ended: false,
        }
    }

    fn awaits(&self, state: &State) -> Awaits {
        let over = |winner| Awaits::Ended(Outcome { winner, degree: "total", rule: OVER });
        if state.set_up.contains(&false) {
            let open = |index: &u8| !state.set_up[usize::from(*index)];
            return Awaits::Seats((0..2).filter(open).map(|side| Seat::of(Side(side))).collect());
        }
        match (self.count(state, Side(0)), self.count(state, Side(1))) {
            _ if state.ended => over(Some(Side(1 - state.active))),
            (0, 0) => over(None),
            (0, _) => over(Some(Side(1))),
            (_, 0) => over(Some(Side(0))),
            _ if state.turn > self.turns => over(None),
            _ => match state.asked {
                Some((piece, _)) => Awaits::Seats(vec![Seat::of(self.sides[piece.index()])]),
                None => Awaits::Seats(vec![Seat::of(Side(state.active))]),
            },
        }
    }

    fn check<N: Notes>(
        &self,
        state: &State,
        by: Seat,
        action: &Action,
        notes: &mut N,
    ) -> Result<(), Refusal> {
        match self.awaits(state) {
            Awaits::Seats(seats) if seats.contains(&by) => {}
            _ => return Err(Refusal::new(TURN)),
        }
        let placing = state.set_up.contains(&false);
        match action {
            Action::SetUp(placed) if placing => {
                for (index, (piece, at)) in placed.iter().enumerate() {
                    let half = if by.side() == Some(Side(0)) { 0 } else { self.width - self.width / 2 };
                    let twice = placed[..index].iter().any(|(other, to)| other == piece || to == at);
                    if twice || self.side(*piece) != by.side() || !(half..half + self.width / 2).contains(at)
                    {
                        return Err(Refusal::new(SET_UP).piece(*piece).at(Hex::new(*at, 0)));
                    }
                }
                let own = self.sides.iter().filter(|side| Some(**side) == by.side()).count();
                if placed.len() != own {
                    let [found, allowed] = [placed.len(), own].map(|n| i32::try_from(n).unwrap());
                    return Err(Refusal::new(SET_UP).found(found, allowed));
                }
                Ok(())
            }
            _ if placing => Err(Refusal::new(SET_UP)),
            Action::Flee(_) if state.asked.is_some() => Ok(()),
            _ if state.asked.is_some() => Err(Refusal::new(FLEE)),
            Action::Step { piece, to } => {
                let at = self.acts(state, by, *piece)?;
                notes.note(STEP, "step", i32::from((to - at).abs()));
                if (to - at).abs() != 1 {
                    return Err(Refusal::new(STEP).piece(*piece).at(Hex::new(*to, 0)).about(About::Box(0)));
                }
                self.free(state, *to)
            }
            Action::Shoot { piece, target } => {
                let at = self.acts(state, by, *piece)?;
                let enemy = self.side(*target).is_some_and(|side| Some(side) != by.side());
                let range = state.at.get(target.index()).copied().flatten().map(|to| (to - at).abs());
                notes.note(SHOOT, "range", i32::from(range.unwrap_or(0)));
                if !enemy || range.is_none_or(|range| range > 3) {
                    return Err(Refusal::new(SHOOT).piece(*piece).piece(*target));
                }
                Ok(())
            }
            Action::EndTurn | Action::Concede => Ok(()),
            Action::SetUp(_) => Err(Refusal::new(SET_UP)),
            Action::Flee(_) => Err(Refusal::new(FLEE)),
        }
    }

    fn offer(&self, state: &State, by: Seat, out: &mut Vec<Action>) -> Offered {
        if state.set_up.contains(&false) {
            let half = if by.side() == Some(Side(0)) { 0 } else { self.width - self.width / 2 };
            let own: Vec<PieceId> = self.pieces().filter(|piece| self.side(*piece) == by.side()).collect();
            for shift in 0..2 {
                let at = |index: usize| half + shift + i16::try_from(index).unwrap();
                out.push(Action::SetUp(own.iter().enumerate().map(|(i, piece)| (*piece, at(i))).collect()));
            }
            out.retain(|action| self.check(state, by, action, &mut ()).is_ok());
            return Offered::Some;
        }
        let mut all = vec![Action::Flee(true), Action::Flee(false), Action::EndTurn];
        for piece in self.pieces() {
            all.extend((0..self.width).map(|to| Action::Step { piece, to }));
            all.extend(self.pieces().map(|target| Action::Shoot { piece, target }));
        }
        out.extend(all.into_iter().filter(|action| self.check(state, by, action, &mut ()).is_ok()));
        Offered::Some
    }

    fn act(&self, turn: &mut Turn<'_, Self>, by: Seat, action: &Action) -> Result<(), Pause> {
        match action {
            Action::SetUp(placed) => {
                for (piece, at) in placed {
                    turn.emit(SET_UP, Event::Placed(*piece, *at));
                }
                turn.emit(SET_UP, Event::SetUp(by.side().map_or(0, |side| side.0)));
            }
            Action::Step { piece, to } => {
                turn.emit(STEP, Event::Moved { piece: *piece, to: *to });
                if by.side() == Some(Side(0)) && turn.state().mine == Some(*to) {
                    turn.emit(MINE, Event::Exploded(*to));
                    if turn.roll(D6, MINE, u64::from(piece.0))? >= self.kills {
                        turn.emit(MINE, Event::Eliminated(*piece));
                    }
                }
            }
            Action::Shoot { piece, target } => {
                let whom = u64::from(piece.0) << 16 | u64::from(target.0);
                let face = turn.roll(D6, SHOOT, whom)?;
                turn.emit(SHOOT, Event::Shot { piece: *piece, target: *target });
                let from = turn.state().at[piece.index()].expect("check saw it on the row");
                if face >= self.kills {
                    turn.emit(SHOOT, Event::Eliminated(*target));
                } else if face >= 3 {
                    turn.emit(FLEE, Event::Asks(*target, from));
                }
            }
            Action::Flee(flee) => {
                let (piece, from) = turn.state().asked.expect("check saw the question");
                let at = turn.state().at[piece.index()].expect("who is asked is on the row");
                let to = at + (at - from).signum();
                turn.emit(FLEE, Event::Answered);
                if *flee && self.free(turn.state(), to).is_ok() {
                    turn.emit(FLEE, Event::Moved { piece, to });
                } else if turn.state().shaken[piece.index()] {
                    turn.emit(FLEE, Event::Eliminated(piece));
                } else {
                    turn.emit(FLEE, Event::Shaken(piece));
                }
            }
            Action::EndTurn => {
                let State { turn: now, active, .. } = *turn.state();
                turn.emit(TURN, Event::Turn { turn: now + u16::from(active), active: 1 - active });
            }
            Action::Concede => turn.emit(OVER, Event::Conceded),
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, event: &Event) {
        match event {
            Event::Placed(piece, at) => state.at[piece.index()] = Some(*at),
            Event::SetUp(side) => state.set_up[usize::from(*side)] = true,
            Event::Moved { piece, to } => {
                state.at[piece.index()] = Some(*to);
                state.used[piece.index()] = true;
            }
            Event::Shot { piece, .. } => state.used[piece.index()] = true,
            Event::Asks(piece, from) => state.asked = Some((*piece, *from)),
            Event::Answered => state.asked = None,
            Event::Shaken(piece) => state.shaken[piece.index()] = true,
            Event::Eliminated(piece) => state.at[piece.index()] = None,
            Event::Exploded(_) => state.mine = None,
            Event::Turn { turn, active } => {
                (state.turn, state.active) = (*turn, *active);
                state.used.fill(false);
            }
            Event::Conceded => state.ended = true,
        }
    }

    fn seen_by(&self, state: &State, side: Side) -> State {
        let mine = state.mine.filter(|_| side == Side(1));
        State { mine, ..state.clone() }
    }

    fn told_to(&self, _: &State, event: &Event, _: Side) -> Option<Event> {
        Some(event.clone())
    }

    fn bound(&self) -> usize {
        2 + usize::from(self.turns) * 2 * (2 * self.sides.len() + 1)
    }

    fn moment(&self, state: &State) -> u64 {
        u64::from(state.turn) * 2 + u64::from(state.active)
    }

    fn data_digest(&self) -> Digest {
        digest::of(&self.kills)
    }

    fn closes(&self, action: &Action) -> bool {
        *action == Action::EndTurn
    }

    fn reveals(&self, _: &State, event: &Event) -> bool {
        matches!(event, Event::Exploded(_))
    }

    fn scene(&self, state: &State) -> Scene {
        let piece = |piece: PieceId| {
            let side = self.sides[piece.index()];
            Some(ScenePiece {
                piece,
                name: format!("P{}", piece.0),
                side,
                at: Place::Hex(Hex::new(state.at[piece.index()]?, 0)),
                face: Face {
                    side: ["us", "ind"][usize::from(side.0)].into(),
                    formation: String::new(),
                    band: String::new(),
                    number: String::new(),
                    kind: if state.shaken[piece.index()] { FaceKind::Reduced } else { FaceKind::Full },
                    symbol: String::new(),
                    figures: Vec::new(),
                    plate: Vec::new(),
                },
                marks: Vec::new(),
                fields: Vec::new(),
            })
        };
        let phase = |id: &str, side| Phase { id: id.into(), name: format!("{id} moves"), side: Some(side) };
        Scene {
            turn: state.turn,
            turns: self.turns,
            phases: vec![phase("red", Side(0)), phase("blue", Side(1))],
            phase: usize::from(state.active),
            pieces: self.pieces().filter_map(piece).collect(),
            ..Scene::default()
        }
    }

    fn ask(&self, state: &State, by: Seat) -> Option<Ask> {
        let awaited = matches!(self.awaits(state), Awaits::Seats(seats) if seats.contains(&by));
        awaited.then(|| Ask {
            seat: by,
            sentence: "Decide".into(),
            rule: TURN.0.into(),
            controls: vec![Control::Done { label: "End turn".into(), enabled: true }],
            open: Vec::new(),
        })
    }

    fn propose(&self, state: &State, _: Seat, gesture: &Gesture) -> Result<Action, Refusal> {
        match gesture {
            Gesture::Drop { pieces, to: Place::Hex(hex) } if !pieces.is_empty() => {
                match state.at.iter().position(|at| *at == Some(hex.q)) {
                    Some(there) => {
                        let target = PieceId(u16::try_from(there).unwrap());
                        Ok(Action::Shoot { piece: pieces[0], target })
                    }
                    None => Ok(Action::Step { piece: pieces[0], to: hex.q }),
                }
            }
            Gesture::Choose(0, option) => Ok(Action::Flee(*option == 0)),
            Gesture::Done => Ok(Action::EndTurn),
            _ => Err(Refusal::new(TURN)),
        }
    }

    fn judge(&self, state: &State, by: Seat, gesture: &Gesture) -> Judged {
        let refusal = self
            .propose(state, by, gesture)
            .and_then(|action| self.check(state, by, &action, &mut ()))
            .err()
            .map(|refusal| RefusalWords {
                sentence: self.why(state, &refusal),
                rule: refusal.rule.0.into(),
                places: Vec::new(),
                pieces: Vec::new(),
                nearest: None,
            });
        Judged { steps: Vec::new(), sum: Vec::new(), cost: None, refused: refusal }
    }

    fn reach(&self, state: &State, by: Seat, piece: PieceId) -> Option<Reach> {
        let at = self.acts(state, by, piece).ok()?;
        let step = |to: &i16| self.check(state, by, &Action::Step { piece, to: *to }, &mut ()).is_ok();
        let places = [at - 1, at + 1].into_iter().filter(step);
        let places = places.map(|to| Step { at: Place::Hex(Hex::new(to, 0)), cost: 1, stops: true });
        Some(Reach { piece, allowance: 1, left: 1, places: places.collect() })
    }

    fn draft(
        &self,
        state: &State,
        by: Seat,
        so_far: &[Gesture],
        next: &Gesture,
    ) -> Result<DraftStep<Action>, Refusal> {
        if !state.set_up.contains(&false) {
            return self.propose(state, by, next).map(DraftStep::Act);
        }
        match next {
            Gesture::Done => Ok(DraftStep::Act(Action::SetUp(self.placements(so_far)))),
            Gesture::Drop { pieces, .. } => {
                let same =
                    |old: &&Gesture| !matches!(old, Gesture::Drop { pieces: old, .. } if old == pieces);
                let mut draft: Vec<Gesture> = so_far.iter().filter(same).cloned().collect();
                draft.push(next.clone());
                Ok(DraftStep::Keep(draft))
            }
            _ => Err(Refusal::new(SET_UP)),
        }
    }

    fn ask_draft(&self, state: &State, by: Seat, so_far: &[Gesture]) -> Option<Ask> {
        let mut ask = self.ask(state, by)?;
        let text = format!("{} placed", so_far.len());
        ask.open.push(Line { text, rule: SET_UP.0.into() });
        Some(ask)
    }

    fn scene_draft(&self, state: &State, _: Seat, so_far: &[Gesture]) -> Scene {
        let mut state = state.clone();
        for (piece, at) in self.placements(so_far) {
            state.at[piece.index()] = Some(at);
        }
        self.scene(&state)
    }

    fn tell(&self, state: &State, event: &Event) -> Option<String> {
        Some(match event {
            Event::Moved { piece, to } => format!("P{} moves to {to}", piece.0),
            Event::Shot { piece, target } => format!("P{} shoots at P{}", piece.0, target.0),
            Event::Eliminated(piece) => format!("P{} is eliminated", piece.0),
            Event::Exploded(at) if state.mine.is_none() => format!("A hidden mine goes off at {at}"),
            Event::Exploded(at) => format!("The mine goes off at {at}"),
            Event::Turn { turn, active } => format!("Turn {turn} of side {active}"),
            Event::Shaken(piece) => format!("P{} loses heart", piece.0),
            Event::Conceded => "Conceded".to_owned(),
            Event::Placed(..) | Event::SetUp(_) | Event::Asks(..) | Event::Answered => return None,
        })
    }

    fn touches(&self, _: &State, event: &Event) -> Vec<(PieceId, Place)> {
        match event {
            Event::Moved { piece, to } => vec![(*piece, Place::Hex(Hex::new(*to, 0)))],
            _ => Vec::new(),
        }
    }

    fn name(&self, _: &State, action: &Action) -> String {
        match action {
            Action::Step { piece, to } => format!("P{} to {to}", piece.0),
            other => format!("{other:?}"),
        }
    }

    fn why(&self, _: &State, refusal: &Refusal) -> String {
        format!("That is not allowed by {}", refusal.rule)
    }
}

/// Two pieces a side on ten hexes, eight turns.
pub fn scenario() -> Scenario {
    read(&files())
}

pub fn files() -> Vec<(String, String)> {
    let text = r#"(
    format: 1,
    game: "toy",
    title: "A row of hexes",
    turns: 8,
    map: (
        name: "Row",
        grid: (columns: 10, rows: 1),
        legend: {".": "plain"},
        rows: [".........."],
    ),
    pieces: [
        (id: "a", kind: "red", at: "0101"),
        (id: "b", kind: "red", at: "0201"),
        (id: "c", kind: "blue", at: "0901"),
        (id: "d", kind: "blue", at: "1001"),
    ],
)
"#;
    vec![("scenario.ron".to_owned(), text.to_owned())]
}

pub fn read(files: &[(String, String)]) -> Scenario {
    let memory: Memory = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let checked = load(&memory, &files[0].0);
    checked.into_result().expect("the toy's scenario is sound")
}
