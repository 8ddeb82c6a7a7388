//! A second, slow reading of movement: every way is walked, straight from the statements, and the rules are
//! held against it on small boards by lot.
//!
//! Nothing of the rules' own search, fields or charts is used here. Costs are written out from LBH-D4.

mod lot;

use std::collections::{BTreeMap, BTreeSet};

use engine::dice::Seeded;
use engine::hex::{Direction, Grid, Hex, HexSide};
use engine::plane::Place;
use engine::playtest::{Who, carry_out};
use engine::rules::{PieceId, Rules as _, Seat, Side};
use engine::scenario::{Map, Piece, Region, RegionKind, Scenario, Start};
use lot::Lot;
use rulesets::little_big_horn::{Action, At, Going, INDIAN, LittleBigHorn, Phase, State, US};

const TERRAINS: [&str; 7] = ["plain", "forest", "camp", "plateau", "plateau-forest", "mountain", "rock"];
const WEIGHTS: [&str; 16] = [
    "plain",
    "plain",
    "plain",
    "plain",
    "plain",
    "plain",
    "forest",
    "camp",
    "camp",
    "plateau",
    "plateau",
    "plateau",
    "plateau-forest",
    "mountain",
    "rock",
    "rock",
];
const KINDS: [(&str, Side); 11] = [
    ("7th-cavalry", US),
    ("2nd-cavalry", US),
    ("7th-cavalry-scout", US),
    ("6th-infantry", US),
    ("6th-infantry-gatling", US),
    ("custer", US),
    ("oglala-warrior", INDIAN),
    ("brule-warrior", INDIAN),
    ("arapaho-warrior", INDIAN),
    ("crazy-horse", INDIAN),
    ("gall", INDIAN),
];

/// The order in which the tests of a move answer.
const ORDER: [&str; 13] = [
    "move.once",
    "mount.order",
    "move.leave",
    "move.adjacent",
    "enemy.hex",
    "camp.first_turn",
    "cliff.closed",
    "terrain.closed",
    "river.bank",
    "zoc.leave",
    "zoc.stop",
    "move.points",
    "stack.stuck",
];

/// A counter in the slow reading.
#[derive(Debug, Clone)]
struct Counter {
    kind: &'static str,
    side: Side,
    at: Option<Hex>,
    due: Option<u16>,
    on_foot: bool,
    /// 0 has not moved, 1 is moving, 2 has moved.
    moved: u8,
    stopped: bool,
    dismounted_now: bool,
    stepped: bool,
    spent: u32,
    began_at: Option<Hex>,
    /// Where it came from in this phase, step by step, each with the time of the step.
    trail: Vec<(usize, Option<Hex>)>,
}

impl Counter {
    fn leader(&self) -> bool {
        matches!(self.kind, "custer" | "crazy-horse" | "gall")
    }

    fn cavalry(&self) -> bool {
        matches!(self.kind, "7th-cavalry" | "2nd-cavalry")
    }

    /// LBH-2.7.
    fn allowance(&self) -> u32 {
        match self.kind {
            "7th-cavalry" | "2nd-cavalry" => {
                if self.on_foot {
                    6
                } else {
                    9
                }
            }
            "7th-cavalry-scout" => 12,
            "6th-infantry" | "6th-infantry-gatling" => 6,
            "custer" => 9,
            _ => 12,
        }
    }

    /// 0 mounted, 1 on foot, 2 a Gatling.
    fn column(&self) -> usize {
        match self.kind {
            "6th-infantry" => 1,
            "6th-infantry-gatling" => 2,
            _ if self.on_foot => 1,
            _ => 0,
        }
    }
}

#[derive(Debug, Clone)]
struct Slow {
    terrain: BTreeMap<Hex, &'static str>,
    water: BTreeMap<HexSide, bool>,
    edge: BTreeSet<Hex>,
    counters: Vec<Counter>,
    turn: u16,
    phasing: Side,
}

impl Slow {
    fn level(&self, hex: Hex) -> u8 {
        match self.terrain[&hex] {
            "plateau" | "plateau-forest" => 1,
            "mountain" | "rock" => 2,
            _ => 0,
        }
    }

    fn cliff(&self, a: Hex, b: Hex) -> bool {
        let rock = |x: Hex, y: Hex| self.terrain[&x] == "rock" && self.level(y) == 0;
        rock(a, b) || rock(b, a)
    }

    /// `Some(true)` is a ford, `Some(false)` water without one.
    fn water(&self, a: Hex, b: Hex) -> Option<bool> {
        self.water.get(&HexSide::between(a, b)?).copied()
    }

    fn bank(&self, hex: Hex) -> bool {
        hex.neighbours().into_iter().any(|other| self.water(hex, other).is_some())
    }

    /// Chapter 7, from the hex that is asked about.
    fn controlled(&self, by: Side, hex: Hex) -> bool {
        self.counters.iter().filter(|counter| counter.side == by).any(|counter| {
            let Some(from) = counter.at else { return false };
            if from == hex {
                return true;
            }
            !counter.leader()
                && from.is_adjacent(hex)
                && matches!(self.terrain[&hex], "plain" | "plateau")
                && self.level(hex) <= self.level(from)
                && !self.cliff(from, hex)
                && self.water(from, hex) != Some(false)
        })
    }

    fn stands(&self, side: Side, hex: Hex) -> bool {
        self.counters.iter().any(|counter| counter.side == side && counter.at == Some(hex))
    }

    fn units(&self, side: Side, hex: Hex) -> Vec<usize> {
        let there = |i: &usize| {
            let counter = &self.counters[*i];
            counter.side == side && !counter.leader() && counter.at == Some(hex)
        };
        (0..self.counters.len()).filter(there).collect()
    }

    /// What a hex costs from outside, LBH-D4.
    fn enter(&self, column: usize, hex: Hex) -> Option<u32> {
        let row: [Option<u32>; 3] = match self.terrain[&hex] {
            "plain" | "plateau" => [Some(1), Some(1), Some(1)],
            "forest" | "plateau-forest" => [Some(2), Some(2), Some(3)],
            "camp" => [Some(2), Some(1), Some(2)],
            _ => [Some(3), Some(2), None],
        };
        row[column]
    }

    fn cost(&self, column: usize, from: Hex, to: Hex) -> Option<u32> {
        let mut cost = self.enter(column, to)?;
        if self.level(from) == 0 && self.level(to) >= 1 {
            cost += [1, 1, 2][column];
        }
        match self.water(from, to) {
            Some(true) => cost += 1,
            Some(false) if column == 2 => return None,
            Some(false) => cost += 3,
            None => {}
        }
        Some(cost)
    }

    fn camp_is_lost(&self) -> bool {
        let holds = |side| {
            self.counters.iter().any(|counter| {
                counter.side == side && counter.at.is_some_and(|hex| self.terrain[&hex] == "camp")
            })
        };
        holds(US) && !holds(INDIAN)
    }

    /// The rules that a single step breaks, and the counter after it.
    fn step(&self, i: usize, to: Hex, broken: &mut BTreeSet<&'static str>) -> Self {
        let mut after = self.clone();
        let foe = Side(1 - self.counters[i].side.0);
        let counter = &self.counters[i];
        if self.stands(foe, to) {
            broken.insert("enemy.hex");
        }
        let from_camp = counter.began_at.is_some_and(|hex| self.terrain[&hex] == "camp");
        if counter.side == INDIAN && self.turn < 2 && from_camp && self.terrain[&to] != "camp" {
            broken.insert("camp.first_turn");
        }
        let cost = match counter.at {
            None => {
                if !(self.edge.contains(&to) && counter.due.is_some_and(|due| self.turn >= due)) {
                    broken.insert("move.leave");
                }
                self.enter(counter.column(), to)
            }
            Some(from) => {
                if self.cliff(from, to) {
                    broken.insert("cliff.closed");
                }
                if self.water(from, to) == Some(false) && !counter.began_at.is_some_and(|hex| self.bank(hex))
                {
                    broken.insert("river.bank");
                }
                if self.controlled(foe, from) {
                    if counter.stepped {
                        broken.insert("zoc.stop");
                    } else if self.controlled(foe, to) {
                        broken.insert("zoc.leave");
                    }
                }
                self.cost(counter.column(), from, to)
            }
        };
        if cost.is_none() {
            broken.insert("terrain.closed");
        }
        let moved = &mut after.counters[i];
        moved.spent += cost.unwrap_or(0);
        moved.at = Some(to);
        moved.stepped = true;
        if moved.spent > moved.allowance() {
            broken.insert("move.points");
        }
        after
    }

    /// Is there any hex into which the counter could take a step?
    fn can_step(&self, i: usize) -> bool {
        let Some(here) = self.counters[i].at else { return false };
        here.neighbours().into_iter().filter(|hex| self.terrain.contains_key(hex)).any(|hex| {
            let mut broken = BTreeSet::new();
            self.step(i, hex, &mut broken);
            broken.is_empty()
        })
    }

    /// Judges a path: the first rule in the order that it breaks, or what it costs in all.
    fn judge(&self, i: usize, path: &[Hex]) -> Result<u32, &'static str> {
        let mut broken = BTreeSet::new();
        let counter = &self.counters[i];
        if counter.moved == 2 || counter.stopped {
            broken.insert("move.once");
        }
        if counter.dismounted_now {
            broken.insert("mount.order");
        }
        if path.is_empty() {
            broken.insert("move.adjacent");
        }
        let mut at = self.clone();
        for &hex in path {
            if !self.terrain.contains_key(&hex) {
                broken.insert("move.leave");
                break;
            }
            if at.counters[i].at.is_some_and(|from| !from.is_adjacent(hex)) {
                broken.insert("move.adjacent");
                at.counters[i].at = Some(hex);
                continue;
            }
            at = at.step(i, hex, &mut broken);
        }
        if broken.is_empty() && !counter.leader() {
            let hex = path[path.len() - 1];
            let foe = Side(1 - counter.side.0);
            let ends = at.controlled(foe, hex) || !at.can_step(i);
            let stuck = at.units(counter.side, hex).into_iter().any(|other| {
                let friend = &at.counters[other];
                other != i && (friend.moved > 0 || friend.stopped || !at.can_step(other))
            });
            if ends && stuck {
                broken.insert("stack.stuck");
            }
        }
        match ORDER.into_iter().find(|rule| broken.contains(rule)) {
            Some(rule) => Err(rule),
            None => Ok(at.counters[i].spent - counter.spent),
        }
    }

    /// All hexes in which a move of the counter could end, with the least that it has spent then, found by
    /// walking every way.
    fn ends(&self, i: usize) -> BTreeMap<Hex, u32> {
        let mut ends = BTreeMap::new();
        let counter = &self.counters[i];
        if counter.moved == 2 || counter.stopped || counter.dismounted_now {
            return ends;
        }
        let mut seen = BTreeSet::new();
        let mut open = vec![self.clone()];
        while let Some(here) = open.pop() {
            let steps: Vec<Hex> = match here.counters[i].at {
                Some(hex) => {
                    hex.neighbours().into_iter().filter(|hex| self.terrain.contains_key(hex)).collect()
                }
                None => self.terrain.keys().copied().collect(),
            };
            for hex in steps {
                let mut broken = BTreeSet::new();
                let next = here.step(i, hex, &mut broken);
                let spent = next.counters[i].spent;
                if !broken.is_empty() || !seen.insert((hex, spent)) {
                    continue;
                }
                let taken =
                    !counter.leader() && self.units(counter.side, hex).iter().any(|&other| other != i);
                if !taken && counter.at != Some(hex) {
                    ends.entry(hex).and_modify(|least: &mut u32| *least = spent.min(*least)).or_insert(spent);
                }
                open.push(next);
            }
        }
        ends
    }

    /// Mounting or dismounting, LBH-10.13 and 10.14.
    fn posture(&self, i: usize, dismount: bool) -> Result<(), &'static str> {
        let counter = &self.counters[i];
        if !counter.cavalry() || counter.on_foot == dismount {
            return Err("mount.kind");
        }
        if counter.at.is_some_and(|hex| self.controlled(Side(1 - counter.side.0), hex)) {
            return Err("mount.controlled");
        }
        if !dismount && (counter.stepped || counter.dismounted_now) {
            return Err("mount.order");
        }
        if counter.moved == 2 || counter.stopped {
            return Err("move.once");
        }
        if counter.at.is_none() {
            return Err("move.leave");
        }
        if counter.spent + 4 > 9 { Err("move.points") } else { Ok(()) }
    }

    /// Why the phase cannot be ended, LBH-4.6, 10.2 and 10.3.
    fn end(&self) -> Result<(), &'static str> {
        let own = || (0..self.counters.len()).filter(|&i| self.counters[i].side == self.phasing);
        let comes = |i: usize| {
            let counter = &self.counters[i];
            counter.at.is_none()
                && counter.moved < 2
                && self.terrain.keys().any(|&hex| self.judge(i, &[hex]).is_ok())
        };
        if own().any(comes) {
            return Err("move.leave");
        }
        let loose = |i: usize| {
            let counter = &self.counters[i];
            let shares = |hex| self.units(counter.side, hex).iter().any(|&other| other != i);
            !counter.leader() && counter.at.is_some_and(shares) && !self.ends(i).is_empty()
        };
        if own().any(loose) { Err("stack.phase_end") } else { Ok(()) }
    }

    /// Who stands where after all have gone back who must, LBH-10.3 and 9.27. False if that ends the game.
    fn put_back(&mut self) -> bool {
        loop {
            let mut pairs: Vec<(Hex, usize, usize)> = Vec::new();
            for &hex in self.terrain.keys() {
                if let [first, second, ..] = self.units(self.phasing, hex)[..] {
                    pairs.push((hex, first, second));
                }
            }
            let Some(&(hex, first, second)) = pairs.first() else { return true };
            let time = |i: usize| self.counters[i].trail.last().map(|&(time, _)| time);
            let late = if time(first) > time(second) { first } else { second };
            let counter = &self.counters[late];
            let stays = |to: &Hex| {
                self.units(counter.side, *to).is_empty()
                    && !self.stands(Side(1 - counter.side.0), *to)
                    && self.enter(counter.column(), *to).is_some()
            };
            let nearest = |hexes: Vec<Hex>| {
                hexes.into_iter().filter(stays).min_by_key(|other| (hex.distance(*other), *other))
            };
            let back = counter.trail.iter().rev().find_map(|&(_, from)| from.filter(stays));
            let came = counter.trail.iter().any(|(_, from)| from.is_none());
            let to = match back {
                Some(hex) => Some(hex),
                None if came => nearest(self.edge.iter().copied().collect()),
                None => nearest(self.terrain.keys().copied().collect()),
            };
            let counter = &mut self.counters[late];
            (counter.at, counter.moved) = (to, 2);
            counter.trail.clear();
            if self.camp_is_lost() {
                return false;
            }
        }
    }

    fn begins(&mut self, i: usize) {
        for (other, counter) in self.counters.iter_mut().enumerate() {
            if counter.moved == 1 && other != i {
                counter.moved = 2;
            }
        }
        self.counters[i].moved = 1;
    }
}

/// A board by lot with counters on it, as a scenario and as the slow reading knows it.
fn field(lot: &mut Lot) -> (Scenario, Slow) {
    let (columns, rows) = (5 + lot.below(3) as u16, 5 + lot.below(2) as u16);
    let grid = Grid::new(columns, rows);
    let legend: Vec<(char, String)> =
        TERRAINS.iter().zip('a'..).map(|(id, letter)| (letter, (*id).to_owned())).collect();
    let mut terrain = BTreeMap::new();
    let mut cells = Vec::new();
    for hex in grid.hexes() {
        let id = lot.of(&WEIGHTS);
        terrain.insert(hex, id);
        cells.push(TERRAINS.iter().position(|known| *known == id).unwrap() as u8);
    }
    let mut water = BTreeMap::new();
    for hex in grid.hexes() {
        for direction in [Direction::ALL[0], Direction::ALL[1], Direction::ALL[2]] {
            let other = hex.neighbour(direction);
            if grid.contains(other) && lot.one_in(5) {
                water.insert(HexSide::between(hex, other).unwrap(), lot.one_in(3));
            }
        }
    }
    let edge: BTreeSet<Hex> = (0..rows).map(|row| grid.at(columns - 1, row)).collect();
    let phasing = lot.of(&[US, INDIAN]);
    let mut slow =
        Slow { terrain, water, edge, counters: Vec::new(), turn: 1 + lot.below(3) as u16, phasing };
    let mut pieces = Vec::new();
    let all: Vec<Hex> = grid.hexes().collect();
    for number in 0..6 + lot.below(6) {
        let (kind, side) = lot.of(&KINDS);
        if matches!(kind, "custer" | "crazy-horse" | "gall") && slow.counters.iter().any(|c| c.kind == kind) {
            continue;
        }
        let mut counter = Counter {
            kind,
            side,
            at: None,
            due: None,
            on_foot: false,
            moved: 0,
            stopped: false,
            dismounted_now: false,
            stepped: false,
            spent: 0,
            began_at: None,
            trail: Vec::new(),
        };
        counter.on_foot = counter.cavalry() && lot.one_in(3);
        let at = if side == US && lot.one_in(5) {
            counter.on_foot = false;
            let due = 1 + lot.below(3) as u16;
            counter.due = Some(due);
            Start::Enters { turn: due, edge: "us-edge".to_owned() }
        } else {
            let hex = lot.of(&all);
            let foe = Side(1 - side.0);
            let full = !counter.leader() && !slow.units(side, hex).is_empty() && !lot.one_in(6);
            if slow.stands(foe, hex) || full || slow.enter(counter.column(), hex).is_none() {
                continue;
            }
            counter.at = Some(hex);
            counter.began_at = Some(hex);
            if lot.one_in(7) {
                counter.moved = 2;
            }
            counter.stopped = side == INDIAN && lot.one_in(9);
            Start::At(Place::Hex(hex))
        };
        pieces.push(Piece {
            id: format!("p{number}"),
            kind: kind.to_owned(),
            name: String::new(),
            at,
            reduced: false,
            game_block: if counter.on_foot { "(posture: dismounted)".to_owned() } else { String::new() },
        });
        slow.counters.push(counter);
    }
    let scenario = Scenario {
        game: "little_big_horn".to_owned(),
        title: String::new(),
        subtitle: String::new(),
        note: String::new(),
        credits: String::new(),
        turns: 10,
        map: Map {
            name: String::new(),
            note: String::new(),
            grid,
            legend,
            cells,
            levels: Vec::new(),
            sides: slow
                .water
                .iter()
                .map(|(&side, &ford)| (side, if ford { "ford" } else { "river" }.to_owned()))
                .collect(),
            regions: vec![Region {
                id: "us-edge".to_owned(),
                name: "east edge".to_owned(),
                kind: RegionKind::Edge,
                role: String::new(),
                hexes: slow.edge.iter().copied().collect(),
            }],
            ..Map::default()
        },
        pieces,
        counters: Vec::new(),
        ..Scenario::default()
    };
    (scenario, slow)
}

fn open(scenario: &Scenario, slow: &Slow) -> (LittleBigHorn, State) {
    let opened = LittleBigHorn::open(scenario);
    let problems = opened.problems.clone();
    let rules = opened.value.unwrap_or_else(|| panic!("the board is in order: {problems:?}"));
    let mut state = rules.begin();
    state.turn = slow.turn;
    state.phase = if slow.phasing == US { Phase::UsMovement } else { Phase::IndianMovement };
    for (row, counter) in state.rows.iter_mut().zip(&slow.counters) {
        row.stopped = counter.stopped;
        if counter.moved == 2 {
            row.going = Going::Done;
        }
    }
    (rules, state)
}

/// A path by lot from where the counter stands; some have gaps or leave the board.
fn some_path(lot: &mut Lot, slow: &Slow, i: usize) -> Vec<Hex> {
    let all: Vec<Hex> = slow.terrain.keys().copied().collect();
    let edge: Vec<Hex> = slow.edge.iter().copied().collect();
    let mut path = Vec::new();
    let mut at = match slow.counters[i].at {
        Some(hex) => hex,
        None => {
            path.push(if lot.one_in(4) { lot.of(&all) } else { lot.of(&edge) });
            path[0]
        }
    };
    let longest = if lot.one_in(2) { 3 } else { 7 };
    for _ in 0..lot.below(longest) + usize::from(path.is_empty()) {
        at = if lot.one_in(60) { lot.of(&all) } else { at.neighbour(lot.of(&Direction::ALL)) };
        if !slow.terrain.contains_key(&at) && !lot.one_in(12) {
            at = path.last().copied().or(slow.counters[i].at).unwrap();
            continue;
        }
        path.push(at);
    }
    path
}

fn describe(scenario: &Scenario, slow: &Slow) -> String {
    format!("{slow:#?}\n{}x{}", scenario.map.grid.columns, scenario.map.grid.rows)
}

/// Those who move together are judged as if each took the same path.
fn together(lot: &mut Lot, rules: &LittleBigHorn, state: &State, slow: &Slow, seat: Seat, seed: u64) {
    let own = |i: &usize| slow.counters[*i].side == slow.phasing && slow.counters[*i].at.is_some();
    for i in (0..slow.counters.len()).filter(own) {
        for j in (0..slow.counters.len()).filter(own) {
            let (a, b) = (&slow.counters[i], &slow.counters[j]);
            if i == j || a.at != b.at || !b.leader() {
                continue;
            }
            for _ in 0..4 {
                let path = some_path(lot, slow, i);
                let pieces = vec![PieceId(i as u16), PieceId(j as u16)];
                let action = Action::MoveTogether { pieces, path: path.clone() };
                let found = rules.check(state, seat, &action, &mut ()).map_err(|no| no.rule.0);
                let reasons = [slow.judge(i, &path).err(), slow.judge(j, &path).err()];
                let first = ORDER.into_iter().find(|rule| reasons.contains(&Some(*rule)));
                assert_eq!(found.err(), first, "seed {seed}: {i} and {j} along {path:?}");
            }
        }
    }
}

#[test]
fn moves_are_judged_as_a_second_reading_judges_them() {
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut reached, mut moved, mut backs) = (0, 0, 0);
    for seed in 0..500 {
        let mut lot = Lot(seed);
        let (scenario, mut slow) = field(&mut lot);
        let (rules, mut state) = open(&scenario, &slow);
        let seat = Seat::of(slow.phasing);
        for hex in slow.terrain.keys() {
            for side in [US, INDIAN] {
                assert_eq!(
                    rules.controlled(&state, side, *hex),
                    slow.controlled(side, *hex),
                    "seed {seed}: control of {hex} by {side:?}\n{}",
                    describe(&scenario, &slow)
                );
            }
        }
        let own: Vec<usize> =
            (0..slow.counters.len()).filter(|&i| slow.counters[i].side == slow.phasing).collect();
        if own.is_empty() {
            continue;
        }
        let mut time = 0;
        for round in 0..8 {
            for &i in &own {
                let piece = PieceId(i as u16);
                let expected = slow.ends(i);
                let found: BTreeMap<Hex, u32> = rules
                    .reach(&state, seat, piece)
                    .map(|reach| {
                        let steps = reach.places.iter();
                        steps.map(|step| (step.at.hex().unwrap(), u32::from(step.cost))).collect()
                    })
                    .unwrap_or_default();
                assert_eq!(
                    found,
                    expected,
                    "seed {seed}, round {round}: reach of {i}\n{}",
                    describe(&scenario, &slow)
                );
                reached += found.len();
                for dismount in [false, true] {
                    let action = if dismount { Action::Dismount(piece) } else { Action::Mount(piece) };
                    let found = rules.check(&state, seat, &action, &mut ()).map_err(|no| no.rule.0);
                    let expected = slow.posture(i, dismount);
                    assert_eq!(found, expected, "seed {seed}, round {round}: {action:?}");
                }
                for _ in 0..12 {
                    let path = some_path(&mut lot, &slow, i);
                    let mut notes: Vec<engine::rules::Note> = Vec::new();
                    let action = Action::Move { piece, path: path.clone() };
                    let found = rules
                        .check(&state, seat, &action, &mut notes)
                        .map(|()| notes.iter().map(|note| note.amount as u32).sum::<u32>())
                        .map_err(|no| no.rule.0);
                    let expected = slow.judge(i, &path);
                    assert_eq!(
                        found,
                        expected,
                        "seed {seed}, round {round}: {i} along {path:?}\n{}",
                        describe(&scenario, &slow)
                    );
                    *verdicts.entry(expected.err().unwrap_or("legal")).or_default() += 1;
                }
            }
            together(&mut lot, &rules, &state, &slow, seat, seed);
            // The phase ends, or says why not.
            let found = rules.check(&state, seat, &Action::EndPhase, &mut ()).map_err(|no| no.rule.0);
            let expected = slow.end();
            assert_eq!(
                found,
                expected,
                "seed {seed}, round {round}: the end\n{}",
                describe(&scenario, &slow)
            );
            *ends.entry(expected.err().unwrap_or("legal")).or_default() += 1;
            if expected.is_ok() {
                let who = Who::Person(String::new());
                let step =
                    carry_out(&rules, &state, seat, Action::EndPhase, who, &mut Seeded { seed }).unwrap();
                let mut after = slow.clone();
                let goes_on = after.put_back() && !after.camp_is_lost();
                assert_eq!(goes_on, step.after.ended.is_none(), "seed {seed}, round {round}");
                for (i, (row, counter)) in step.after.rows.iter().zip(&after.counters).enumerate() {
                    assert_eq!(
                        row.at,
                        counter.at.map_or(At::Off, At::On),
                        "seed {seed}, round {round}: {i} put back\n{}",
                        describe(&scenario, &slow)
                    );
                    backs += usize::from(row.at != state.rows[i].at);
                }
            }
            // One of them does something legal.
            let i = lot.of(&own);
            let piece = PieceId(i as u16);
            if lot.one_in(4) {
                let dismount = lot.one_in(2);
                if slow.posture(i, dismount).is_ok() {
                    let action = if dismount { Action::Dismount(piece) } else { Action::Mount(piece) };
                    let who = Who::Person(String::new());
                    state = carry_out(&rules, &state, seat, action, who, &mut Seeded { seed }).unwrap().after;
                    slow.begins(i);
                    let counter = &mut slow.counters[i];
                    counter.spent += 4;
                    counter.on_foot = dismount;
                    counter.dismounted_now |= dismount;
                    continue;
                }
            }
            let Some(path) =
                (0..40).map(|_| some_path(&mut lot, &slow, i)).find(|path| slow.judge(i, path).is_ok())
            else {
                continue;
            };
            moved += 1;
            let action = Action::Move { piece, path: path.clone() };
            let step =
                carry_out(&rules, &state, seat, action, Who::Person(String::new()), &mut Seeded { seed })
                    .unwrap();
            slow.begins(i);
            let mut over = false;
            for hex in path {
                let from = slow.counters[i].at;
                slow = slow.step(i, hex, &mut BTreeSet::new());
                time += 1;
                slow.counters[i].trail.push((time, from));
                if slow.camp_is_lost() {
                    over = true;
                    break;
                }
            }
            state = step.after;
            assert_eq!(
                state.ended.is_some(),
                over,
                "seed {seed}: sudden end\n{}",
                describe(&scenario, &slow)
            );
            for (row, counter) in state.rows.iter().zip(&slow.counters) {
                assert_eq!(row.at, counter.at.map_or(At::Off, At::On), "seed {seed}");
                assert_eq!(u32::from(row.spent), counter.spent, "seed {seed}");
            }
            if over {
                break;
            }
        }
    }
    println!("{verdicts:?}, {ends:?}, {reached} reached, {moved} moved, {backs} back");
    for rule in ORDER {
        assert!(verdicts.get(rule).copied().unwrap_or_default() > 20, "{rule} was hardly met: {verdicts:?}");
    }
    assert!(verdicts["legal"] > 2000 && reached > 10_000 && moved > 800);
}
