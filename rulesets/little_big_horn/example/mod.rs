//! The game's vocabulary of worked examples: reads a position and its steps, plays them, compares.
//!
//! Everything that the form knows parses; what belongs to chapters that are not enforced yet (fire, command,
//! charge, melee) fails at its line and says so.

mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::dice::Scripted;
use engine::example::{Board, Example, ExampleStep, Outcome, Placed};
use engine::hex::{Grid, Hex, HexSide};
use engine::playtest::{Who, carry_out};
use engine::problem::Problem;
use engine::rules::{Cite, Note, PieceId, Rules as _, Seat, Side};
use engine::scenario::{Map, Piece, Scenario, Start};

use super::LittleBigHorn;
use super::cites;
use super::control::enemy;
use super::data::{Data, INDIAN, US};
use super::state::{Action, At, Event, Going, Phase, Row, State, Trail, Tribe, TribeRow};
use vocabulary::{Answer, Claim, Given, Happened, Legal, Question, Try, read, read_step};

/// A failure: the line and what is wrong.
struct Wrong {
    line: u32,
    message: String,
}

fn wrong(line: u32, message: impl Into<String>) -> Wrong {
    Wrong { line, message: message.into() }
}

fn unlike(problem: &Problem, line: u32) -> Wrong {
    let hint = problem.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
    wrong(if problem.line > 0 { problem.line } else { line }, format!("{}{hint}", problem.message))
}

/// Runs one example; `source` gives the scenario of a board that it names.
pub(super) fn run(example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Outcome {
    match play(example, source) {
        Ok(()) => Outcome::Ok,
        Err(Wrong { line, message }) => Outcome::Failed { line, message },
    }
}

/// An example being played.
struct Position {
    rules: LittleBigHorn,
    state: State,
    /// Ids of the example's pieces, by position.
    ids: Vec<String>,
    /// A piece of the position that cannot be reduced is.
    impossible: bool,
}

fn play(example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Result<(), Wrong> {
    let steps = example
        .steps
        .iter()
        .map(|step| Ok((step, read_step(example, step)?)))
        .collect::<Result<Vec<_>, Wrong>>()?;
    let mut position = set(example, source)?;
    for (step, (tried, claim)) in steps {
        let before = position.state.clone();
        match tried {
            Meant::Try(tried) => position.attempt(example, step, &tried, &claim)?,
            Meant::Ask(question) => position.question(step, &question, &claim)?,
        }
        if step.take_back {
            position.state = before;
        }
    }
    Ok(())
}

enum Meant {
    Try(Try),
    Ask(Question),
}

/// The hex that a text names: a number of the board, also one beyond its border, or an axial pair.
fn hex_of(grid: Option<&Grid>, text: &str) -> Option<Hex> {
    let text = text.trim();
    if text.starts_with('(') {
        return text.parse().ok();
    }
    if let Some(hex) = grid.and_then(|grid| grid.parse(text).ok()) {
        return Some(hex);
    }
    // Column and row of two digits each, counted from 0101 at (0,0) [LBH-1.9].
    let (column, row) = text.split_at_checked(2).filter(|(_, row)| row.len() == 2)?;
    let (column, row) = (column.parse::<i32>().ok()?, row.parse::<i32>().ok()?);
    Some(Grid::new(99, 99).at_signed(column - 1, row - 1))
}

/// Every axial pair in a text.
fn pairs(text: &str) -> impl Iterator<Item = Hex> + '_ {
    text.split('(').skip(1).filter_map(|rest| {
        let inside = rest.split(')').next()?;
        format!("({inside})").parse().ok()
    })
}

/// The map of an example.
fn board(example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Result<Map, Wrong> {
    let line = example.line;
    let (plain, hexes, sides) = match &example.board {
        Board::Sample(name) => {
            let scenario = source(name).or_else(|| super::game::sample(name));
            return scenario
                .map(|scenario| scenario.map)
                .ok_or_else(|| wrong(line, format!("found the board {name:?}, which is not known")));
        }
        Board::Table(_) => return Err(wrong(line, "found a table, expected a map of hexes")),
        Board::Hexes { plain, hexes, sides } => (plain, hexes, sides),
    };
    let at = |text: &str| {
        hex_of(None, text)
            .ok_or_else(|| wrong(line, format!("found {text:?}, expected a hex such as \"(2,0)\"")))
    };
    let mut named = BTreeSet::new();
    for text in hexes.keys() {
        named.insert(at(text)?);
    }
    let mut features = BTreeMap::new();
    for (text, feature) in sides {
        let side =
            text.split_once('|').and_then(|(a, b)| HexSide::between(hex_of(None, a)?, hex_of(None, b)?));
        let side = side.ok_or_else(|| {
            wrong(line, format!("found {text:?}, expected a hexside such as \"(0,0)|(1,0)\""))
        })?;
        let (a, b) = side.hexes();
        named.extend([a, b]);
        features.insert(side, feature.clone());
    }
    for placed in &example.place {
        named.extend(hex_of(None, placed.at.text.trim().trim_matches('"')));
        named.extend(pairs(&placed.at.text));
    }
    for step in &example.steps {
        named.extend(pairs(&step.what.raw().text));
        named.extend(pairs(&step.then.text));
        named.extend(step.answers.iter().flat_map(|answer| pairs(&answer.text)));
    }
    let grid = Grid::around(named, 12);
    let mut legend: Vec<(char, String)> =
        vec![('a', if plain.is_empty() { "plain".to_owned() } else { plain.clone() })];
    let mut cells = vec![0; grid.len()];
    for (text, terrain) in hexes {
        let position = legend.iter().position(|(_, id)| id == terrain).unwrap_or_else(|| {
            legend.push((char::from(b'a' + legend.len() as u8), terrain.clone()));
            legend.len() - 1
        });
        if let Some(index) = grid.index(at(text)?) {
            cells[index] = position as u8;
        }
    }
    Ok(Map { grid, legend, cells, sides: features, ..Map::default() })
}

/// The board and the pieces of an example as a scenario.
pub(super) fn position(example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Option<Scenario> {
    lay_out(example, source).ok().map(|laid| laid.scenario)
}

/// An example laid out: the board and all pieces, those that it places first.
struct Laid {
    scenario: Scenario,
    data: Arc<Data>,
    given: Given,
    /// How many pieces the example places.
    placed: usize,
    /// It shows a piece as it can never be.
    impossible: bool,
}

fn first_of(example: &Example, problems: &[Problem]) -> Wrong {
    let message = problems.first().map_or("out of order", |problem| &problem.message);
    wrong(example.line, message)
}

fn lay_out(example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Result<Laid, Wrong> {
    let tweaks: Vec<_> = example.tweaks.iter().map(|(path, value)| (path.clone(), value.clone())).collect();
    let data = if tweaks.is_empty() {
        Arc::clone(super::data::shipped())
    } else {
        Arc::new(Data::with(&tweaks).map_err(|problems| first_of(example, &problems))?)
    };
    let map = board(example, source)?;
    let grid = map.grid;
    let given: Given = if example.given.is_empty() {
        Given::default()
    } else {
        read(example, &example.given, example.line)?
    };

    let mut pieces = Vec::new();
    let mut impossible = false;
    for placed in &example.place {
        let piece = placed_piece(&data, &grid, placed)?;
        let class = data.kind(&piece.kind).map(|kind| data.kinds[kind].class);
        impossible |= piece.reduced && class.is_some_and(|class| !class.has_reduced());
        if pieces.iter().any(|other: &Piece| other.id == piece.id) {
            return Err(wrong(placed.line, format!("found the piece {:?} a second time", piece.id)));
        }
        pieces.push(piece);
    }
    // Who is not placed is not in play, but not eliminated either.
    let placed = pieces.len();
    for kind in &data.kinds {
        let there = pieces.iter().filter(|piece| piece.kind == kind.id).count();
        for number in there..usize::from(kind.count) {
            let id = format!("{} {}", kind.id, number + 1);
            let at = Start::At(engine::plane::Place::Box(super::SET_UP_BOX.to_owned()));
            pieces.push(Piece {
                id,
                kind: kind.id.clone(),
                name: String::new(),
                at,
                reduced: false,
                game_block: String::new(),
            });
        }
    }
    let scenario = Scenario {
        game: "little_big_horn".to_owned(),
        title: example.title.clone(),
        turns: 10,
        map,
        pieces,
        tweaks: example.tweaks.clone(),
        ..Scenario::default()
    };
    Ok(Laid { scenario, data, given, placed, impossible })
}

/// Sets the position up.
fn set(example: &Example, source: &dyn Fn(&str) -> Option<Scenario>) -> Result<Position, Wrong> {
    let Laid { scenario, data, given, placed, impossible } = lay_out(example, source)?;
    // What a scenario lacks is not missing in an example; only its map must be understood.
    let mut problems = Vec::new();
    let rules = LittleBigHorn::assemble(&scenario, data, &mut problems);
    let of_board = |path: &str| path == "map.legend" || path.starts_with("map.sides[");
    if let Some(problem) = problems.into_iter().find(|problem| of_board(&problem.path)) {
        return Err(first_of(example, &[problem]));
    }
    let ids: Vec<String> = scenario.pieces.iter().map(|piece| piece.id.clone()).collect();
    let mut state = rules.begin();
    state.turn = example.turn;
    state.phase = Phase::ALL.into_iter().find(|phase| phase.id() == example.phase).ok_or_else(|| {
        wrong(
            example.line,
            format!("found the phase {:?}, expected one such as \"us_movement\"", example.phase),
        )
    })?;
    for row in &mut state.rows[placed..] {
        row.at = At::Absent;
    }
    let mut position = Position { rules, state, ids, impossible };
    position.give(example, given)?;
    Ok(position)
}

fn placed_piece(data: &Data, grid: &Grid, placed: &Placed) -> Result<Piece, Wrong> {
    let line = placed.line;
    let Some(kind) = data.kind(&placed.piece) else {
        let hint = super::data::nearest(&placed.piece, data.kinds.iter().map(|kind| kind.id.as_str()));
        let hint = hint.map(|name| format!(" (did you mean {name:?}?)")).unwrap_or_default();
        return Err(wrong(
            line,
            format!("found the piece {:?}, which this game does not have{hint}", placed.piece),
        ));
    };
    let kind = &data.kinds[kind];
    let text = placed.at.text.trim().trim_matches('"');
    let at = if text == "off" {
        match &kind.enters {
            Some(arrival) => Start::Enters { turn: arrival.turn, edge: arrival.edge.clone() },
            None => Start::At(engine::plane::Place::Box(super::SET_UP_BOX.to_owned())),
        }
    } else {
        let hex = hex_of(Some(grid), text).filter(|&hex| grid.contains(hex));
        Start::At(
            hex.ok_or_else(|| {
                wrong(line, format!("found the place {text:?}, expected a hex of the map or \"off\""))
            })?
            .into(),
        )
    };
    let mut reduced = false;
    let mut game_block = String::new();
    for (name, raw) in &placed.fields {
        match (name.as_str(), raw.text.trim()) {
            ("reduced", "true") => reduced = true,
            ("reduced", "false") | ("posture", "\"mounted\"") => {}
            ("posture", "\"dismounted\"") => game_block = "(posture: dismounted)".to_owned(),
            (name, value) => {
                let message =
                    format!("found {name}: {value}, expected reduced: true or posture: \"dismounted\"");
                return Err(wrong(line, message));
            }
        }
    }
    Ok(Piece {
        id: placed.id.clone(),
        kind: placed.piece.clone(),
        name: placed.id.clone(),
        at,
        reduced,
        game_block,
    })
}

impl Position {
    /// Makes true what the example gives.
    fn give(&mut self, example: &Example, given: Given) -> Result<(), Wrong> {
        let line = if example.given.line > 0 { example.given.line } else { example.line };
        for (tribe, zone) in &given.offmap {
            let tribe = self.tribe(line, tribe)?;
            if self.rules.zone(*zone).is_none() {
                return Err(wrong(line, format!("found zone {zone}, expected 3, 4, 5 or 6")));
            }
            self.state.tribes[tribe.index()] = TribeRow { off: true, zone: *zone, ..TribeRow::default() };
        }
        for tribe in &given.barred {
            let tribe = self.tribe(line, tribe)?;
            self.state.tribes[tribe.index()].barred = true;
        }
        for id in &given.moved {
            let piece = self.piece(line, id)?;
            self.row(piece).going = Going::Done;
        }
        for id in &given.stopped {
            let piece = self.piece(line, id)?;
            self.row(piece).stopped = true;
        }
        for id in &given.entered {
            let piece = self.piece(line, id)?;
            let hex =
                self.row(piece).hex().ok_or_else(|| wrong(line, format!("{id:?} is not on the map")))?;
            let cost = self.rules.entry_costs(&self.state, &[(piece, hex)])[0].2;
            let row = self.row(piece);
            (row.spent, row.stepped, row.entered) = (cost, true, true);
            self.state.trail.push(Trail { piece, from: None });
        }
        for kind in &given.lost {
            let kind = self
                .rules
                .data
                .kind(kind)
                .ok_or_else(|| wrong(line, format!("found {kind:?}, which is no kind of piece")))?;
            for piece in
                self.rules.ids().filter(|&piece| self.rules.info(piece).kind == kind).collect::<Vec<_>>()
            {
                self.row(piece).at = At::Lost;
            }
        }
        for (side, amount) in &given.count {
            let side = side_of(line, side)?;
            let count = parse_halves(amount).ok_or_else(|| {
                wrong(line, format!("found the count {amount:?}, expected one such as \"22.5\""))
            })?;
            self.rules.counts[usize::from(side.0)] = Some(count);
        }
        for id in given
            .fired
            .iter()
            .chain(&given.shot_at)
            .chain(given.charging.keys())
            .chain(given.charging.values())
        {
            self.piece(line, id)?;
        }
        Ok(())
    }

    fn row(&mut self, piece: PieceId) -> &mut Row {
        &mut self.state.rows[piece.index()]
    }

    fn piece(&self, line: u32, id: &str) -> Result<PieceId, Wrong> {
        let found = self.ids.iter().position(|known| known == id);
        let found = found.and_then(|index| u16::try_from(index).ok());
        found
            .map(PieceId)
            .ok_or_else(|| wrong(line, format!("found the piece {id:?}, which the example does not place")))
    }

    fn tribe(&self, line: u32, id: &str) -> Result<Tribe, Wrong> {
        let found = self.rules.tribes().find(|tribe| self.rules.data.formations[tribe.index()].id == id);
        found.ok_or_else(|| wrong(line, format!("found {id:?}, which is no tribe")))
    }

    fn hex(&self, line: u32, text: &str) -> Result<Hex, Wrong> {
        hex_of(Some(&self.rules.board.grid), text).or_else(|| hex_of(None, text)).ok_or_else(|| {
            wrong(line, format!("found {text:?}, expected a hex such as \"0412\" or \"(2,0)\""))
        })
    }

    fn hexes(&self, line: u32, texts: &[String]) -> Result<Vec<Hex>, Wrong> {
        texts.iter().map(|text| self.hex(line, text)).collect()
    }

    fn pieces(&self, line: u32, ids: &[String]) -> Result<Vec<PieceId>, Wrong> {
        ids.iter().map(|id| self.piece(line, id)).collect()
    }

    fn placements(&self, line: u32, at: &BTreeMap<String, String>) -> Result<Vec<(PieceId, Hex)>, Wrong> {
        at.iter().map(|(id, hex)| Ok((self.piece(line, id)?, self.hex(line, hex)?))).collect()
    }

    /// The action that is meant.
    fn action(&self, line: u32, tried: &Try) -> Result<Action, Wrong> {
        let absent = |what: &str| Err(wrong(line, format!("{what} is not enforced yet")));
        Ok(match tried {
            Try::SetUp(camp, zones) => Action::SetUp {
                camp: self.placements(line, camp)?,
                zones: zones
                    .iter()
                    .map(|(tribe, zone)| Ok((self.tribe(line, tribe)?, *zone)))
                    .collect::<Result<_, Wrong>>()?,
            },
            Try::Move(piece, path) => {
                Action::Move { piece: self.piece(line, piece)?, path: self.hexes(line, path)? }
            }
            Try::MoveTogether(pieces, path) => {
                Action::MoveTogether { pieces: self.pieces(line, pieces)?, path: self.hexes(line, path)? }
            }
            Try::Mount(piece) => Action::Mount(self.piece(line, piece)?),
            Try::Dismount(piece) => Action::Dismount(self.piece(line, piece)?),
            Try::Bar(tribes) => {
                Action::Bar(tribes.iter().map(|tribe| self.tribe(line, tribe)).collect::<Result<_, Wrong>>()?)
            }
            Try::OffMap(tribe, zone) => Action::OffMap { tribe: self.tribe(line, tribe)?, zone: *zone },
            Try::Enter(tribe, at) => {
                Action::Enter { tribe: self.tribe(line, tribe)?, at: self.placements(line, at)? }
            }
            Try::Roll => Action::Roll,
            Try::Allot(melees) if melees.is_empty() => Action::Allot,
            Try::EndPhase => Action::EndPhase,
            Try::Fire(..) | Try::Volleys(_) => return absent("fire"),
            Try::Pass => return absent("defensive fire, which Pass answers,"),
            Try::Charge(..) => return absent("the charge"),
            Try::Allot(_)
            | Try::Resolve(_)
            | Try::Lose(_)
            | Try::Retreat(..)
            | Try::Stay(_)
            | Try::Advance(..) => {
                return absent("melee");
            }
        })
    }

    /// Tries an action and compares what comes of it with the claim.
    fn attempt(
        &mut self,
        example: &Example,
        step: &ExampleStep,
        tried: &Try,
        claim: &Claim,
    ) -> Result<(), Wrong> {
        let line = step.line;
        let side = side_of(line, &step.by)?;
        let action = match (self.action(line, tried), claim) {
            (Ok(action), _) => action,
            // Whose turn it is and which phase is known even of what is not enforced yet.
            (Err(absent), Claim::Refused(slug)) => match self.out_of_turn(line, side, tried)? {
                Some(rule) if slug == "*" || slug == rule.0 => return Ok(()),
                Some(rule) => {
                    return Err(wrong(
                        line,
                        format!("expected Refused({slug:?}), found Refused({:?})", rule.0),
                    ));
                }
                None => return Err(absent),
            },
            (Err(absent), _) => return Err(absent),
        };
        let by = Seat::of(side);
        let mut notes: Vec<Note> = Vec::new();
        let answer = if self.impossible {
            Err(engine::rules::Refusal::new(cites::STATE_KIND))
        } else {
            self.rules.check(&self.state, by, &action, &mut notes)
        };
        let refusal = match (claim, answer) {
            (Claim::Refused(slug), Err(refusal)) => {
                if slug == "*" || slug == refusal.rule.0 {
                    return Ok(());
                }
                let why = self.rules.why(&self.state, &refusal);
                return Err(wrong(
                    line,
                    format!("expected Refused({slug:?}), found Refused({:?}): {why}", refusal.rule.0),
                ));
            }
            (_, Err(refusal)) => refusal,
            (Claim::Refused(slug), Ok(())) => {
                return Err(wrong(line, format!("expected Refused({slug:?}), found that it is legal")));
            }
            (Claim::Legal(legal), Ok(())) => return self.compare_legal(line, &action, &notes, legal),
            (Claim::Events(expected), Ok(())) => {
                let found = self.carry_out(example, step, by, action)?;
                if found == *expected {
                    return Ok(());
                }
                return Err(wrong(line, format!("expected {}, found {}", shown(expected), shown(&found))));
            }
            (Claim::Nothing, Ok(())) => {
                let found = self.carry_out(example, step, by, action)?;
                return Err(wrong(line, format!("nothing is claimed; found {}", shown(&found))));
            }
            (Claim::Answer(_) | Claim::Duties(_), Ok(())) => {
                return Err(wrong(
                    line,
                    "found an answer to a question; an action is Legal, Refused or a list of events",
                ));
            }
        };
        let why = self.rules.why(&self.state, &refusal);
        let expected = match claim {
            Claim::Events(events) => shown(events),
            Claim::Nothing => {
                return Err(wrong(
                    line,
                    format!("nothing is claimed; found Refused({:?}): {why}", refusal.rule.0),
                ));
            }
            _ => "Legal".to_owned(),
        };
        Err(wrong(line, format!("expected {expected}, found Refused({:?}): {why}", refusal.rule.0)))
    }

    /// The rule of seat or phase that forbids an action whose own rules are not enforced yet.
    fn out_of_turn(&self, line: u32, by: Side, tried: &Try) -> Result<Option<Cite>, Wrong> {
        let phase = self.state.phase;
        let (own, fits) = match tried {
            Try::Fire(firers, _) => (firers.clone(), matches!(phase, Phase::UsFire | Phase::IndianFire)),
            Try::Volleys(shots) => {
                let firers = shots.iter().flat_map(|(firers, _)| firers.clone()).collect();
                (firers, matches!(phase, Phase::UsFire | Phase::IndianFire))
            }
            Try::Charge(piece, ..) => (vec![piece.clone()], phase == Phase::UsMovement),
            Try::Allot(melees) => {
                let attackers = melees.iter().flat_map(|(attackers, _)| attackers.clone()).collect();
                (attackers, matches!(phase, Phase::UsMelee | Phase::IndianMelee))
            }
            Try::Resolve(_) => (Vec::new(), matches!(phase, Phase::UsMelee | Phase::IndianMelee)),
            _ => return Ok(None),
        };
        let shoots = matches!(tried, Try::Fire(..) | Try::Volleys(_));
        let defends = shoots && by == US && matches!(phase, Phase::IndianOffmap | Phase::IndianMovement);
        for id in &own {
            if self.rules.info(self.piece(line, id)?).side != by {
                return Ok(Some(cites::TURN_SEAT));
            }
        }
        Ok(if defends {
            None
        } else if self.state.ended.is_some() || by != phase.side() {
            Some(cites::TURN_SEAT)
        } else {
            (!fits).then_some(cites::TURN_PHASE)
        })
    }

    fn compare_legal(&self, line: u32, action: &Action, notes: &[Note], legal: &Legal) -> Result<(), Wrong> {
        if legal.range.is_some() || !legal.sums.is_empty() || !legal.columns.is_empty() {
            return Err(wrong(
                line,
                "range, sums and columns belong to fire and melee, which are not enforced yet",
            ));
        }
        let cost: i32 = notes.iter().map(|note| note.amount).sum();
        if let Some(expected) = legal.cost
            && expected != cost
        {
            let parts: Vec<String> =
                notes.iter().map(|note| format!("{} {}", note.word, note.amount)).collect();
            return Err(wrong(
                line,
                format!("expected a cost of {expected}, found {cost}: {}", parts.join(", ")),
            ));
        }
        if let Some(expected) = legal.stops {
            let Some((pieces, path)) = LittleBigHorn::movers(action) else {
                return Err(wrong(line, "only a move can stop"));
            };
            let foe = enemy(self.rules.info(pieces[0]).side);
            let stops = path.last().is_some_and(|&hex| self.rules.controlled(&self.state, foe, hex));
            if stops != expected {
                let found = if stops { "that it stops" } else { "that it does not stop" };
                return Err(wrong(line, format!("expected stops: {expected}, found {found}")));
            }
        }
        Ok(())
    }

    /// Carries an action and the answers of its step out, and says what happened.
    fn carry_out(
        &mut self,
        example: &Example,
        step: &ExampleStep,
        by: Seat,
        action: Action,
    ) -> Result<Vec<Happened>, Wrong> {
        let line = step.line;
        let mut dice = Scripted::new(step.roll.clone());
        let mut events: Vec<(Cite, Event)> = Vec::new();
        let mut next = Some((by, action));
        let mut answers = step.answers.iter();
        while let Some((by, action)) = next.take() {
            let done = carry_out(&self.rules, &self.state, by, action, Who::Person(String::new()), &mut dice);
            let done = done.map_err(|pause| wrong(line, dice.missing(&pause.0).to_string()))?;
            events.extend(done.events);
            self.state = done.after;
            let Some(raw) = answers.next() else { continue };
            let tried: Try = read(example, raw, line)?;
            let action = self.action(line, &tried)?;
            let seat = Seat::of(self.state.phase.side());
            if let Err(refusal) = self.rules.check(&self.state, seat, &action, &mut ()) {
                let why = self.rules.why(&self.state, &refusal);
                return Err(wrong(
                    line,
                    format!("the answer {} is refused, {:?}: {why}", raw.one_line(), refusal.rule.0),
                ));
            }
            next = Some((seat, action));
        }
        dice.finish().map_err(|left| wrong(line, left.to_string()))?;
        let mut happened: Vec<Happened> =
            events.iter().filter_map(|(_, event)| self.in_words(event)).collect();
        // The number is read; the tribes have to be named.
        if self.state.ended.is_none() && self.state.bars.is_some() {
            happened.push(Happened::Asks("indian".to_owned()));
        }
        Ok(happened)
    }

    /// An event in the words of the form; `None` for what is not listed.
    fn in_words(&self, event: &Event) -> Option<Happened> {
        let id = |piece: &PieceId| self.ids[piece.index()].clone();
        let tribe = |tribe: &Tribe| self.rules.data.formations[tribe.index()].id.clone();
        Some(match event {
            Event::SetUp { .. } | Event::Begins(_) => return None,
            Event::Moves { piece, path, .. } => Happened::Moves(id(piece), self.place(*path.last()?)),
            Event::Mounts(piece) => Happened::Mounts(id(piece)),
            Event::Dismounts(piece) => Happened::Dismounts(id(piece)),
            Event::PutBack { piece, to } => {
                Happened::PutBack(id(piece), to.map_or_else(|| "off".to_owned(), |hex| self.place(hex)))
            }
            Event::Bars { number, .. } => Happened::Bars(*number),
            Event::Barred(tribes) => Happened::Barred(tribes.iter().map(tribe).collect()),
            Event::ChangesZone { tribe: of, zone } => Happened::ChangesZone(tribe(of), *zone),
            Event::Enters { tribe: of, .. } => Happened::Enters(tribe(of)),
            Event::Phase { phase, .. } => Happened::Phase(phase.id().to_owned()),
            Event::Wins { side, degree } => Happened::Wins(side_id(*side).to_owned(), degree.id().to_owned()),
        })
    }

    /// A hex as the example writes it: a number on a board that has them, else an axial pair.
    fn place(&self, hex: Hex) -> String {
        if self.rules.board.edges.is_empty() { hex.to_string() } else { self.rules.label(hex) }
    }

    /// Answers a question and compares.
    fn question(&self, step: &ExampleStep, question: &Question, claim: &Claim) -> Result<(), Wrong> {
        let line = step.line;
        let absent = |what: &str| Err(wrong(line, format!("{what} is not enforced yet")));
        let found = match question {
            Question::Controlled(side, hex) => {
                Answer::Is(self.rules.controlled(&self.state, side_of(line, side)?, self.hex(line, hex)?))
            }
            Question::OffMap(side) if side_of(line, side)? == INDIAN => Answer::Zones(
                self.rules
                    .tribes_outside(&self.state)
                    .map(|tribe| {
                        (
                            self.rules.data.formations[tribe.index()].id.clone(),
                            self.state.tribes[tribe.index()].zone,
                        )
                    })
                    .collect(),
            ),
            Question::OffMap(_) => {
                let seen = self.rules.seen_by(&self.state, US);
                Answer::Number(self.rules.tribes_outside(&seen).count() as i32)
            }
            Question::Count(side) => {
                Answer::Amount(decimal(self.rules.count(&self.state, side_of(line, side)?)))
            }
            Question::Score => {
                let (side, degree) = self.rules.score(&self.state);
                Answer::Outcome(side_id(side).to_owned(), degree.id().to_owned())
            }
            Question::Commanded(_) => return absent("command"),
            Question::Sight(..) | Question::Range(..) | Question::Modifiers(..) => return absent("fire"),
            Question::Odds(_) => return absent("fire or melee, whose odds these are,"),
            Question::Ratio(..) | Question::Duties(_) => return absent("melee"),
        };
        match claim {
            Claim::Answer(Answer::Amount(text))
                if parse_halves(text).map(decimal).as_deref() == amount(&found) =>
            {
                Ok(())
            }
            Claim::Answer(expected) if *expected == found => Ok(()),
            Claim::Nothing => Err(wrong(line, format!("nothing is claimed; found {found:?}"))),
            Claim::Answer(expected) => Err(wrong(line, format!("expected {expected:?}, found {found:?}"))),
            _ => Err(wrong(line, format!("a question has an answer; found {found:?}"))),
        }
    }
}

fn amount(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Amount(text) => Some(text),
        _ => None,
    }
}

fn shown(events: &[Happened]) -> String {
    let events: Vec<String> = events.iter().map(|event| format!("{event:?}")).collect();
    format!("[{}]", events.join(", "))
}

fn side_of(line: u32, id: &str) -> Result<Side, Wrong> {
    match id {
        "us" => Ok(US),
        "indian" => Ok(INDIAN),
        other => Err(wrong(line, format!("found the side {other:?}, expected \"us\" or \"indian\""))),
    }
}

const fn side_id(side: Side) -> &'static str {
    if side.0 == 0 { "us" } else { "indian" }
}

/// `22.5`, as examples write a count in halves.
fn decimal(count: i32) -> String {
    if count % 2 == 0 { (count / 2).to_string() } else { format!("{}.5", count / 2) }
}

fn parse_halves(text: &str) -> Option<i32> {
    let (whole, half) = text.split_once('.').unwrap_or((text, "0"));
    let half = match half {
        "0" => 0,
        "5" => 1,
        _ => return None,
    };
    whole.parse::<u16>().ok().map(|whole| i32::from(whole) * 2 + half)
}

/// So that a count reads alike in both ways of writing it.
#[cfg(test)]
mod tests {
    use super::super::victory::halves;
    use super::*;

    #[test]
    fn counts_in_halves_are_read_and_written() {
        for (count, text, words) in [(0, "0", "0"), (1, "0.5", "½"), (45, "22.5", "22½"), (80, "40", "40")]
        {
            assert_eq!(decimal(count), text);
            assert_eq!(halves(count), words);
            assert_eq!(parse_halves(text), Some(count));
        }
        assert_eq!(parse_halves("1.3"), None);
    }
}
