//! Movement: steps and their costs, stacking, mounting, coming on from off the map.
//!
//! Follows the chapter *Movement* of the rulebook. A path is judged whole, test by test in the order of
//! [`Reasons`]; [`LittleBigHorn::flood`] asks the same of single steps when it looks for ways.

use engine::hex::{Direction, Hex};
use engine::rules::{Cite, Note, Notes, PieceId, Refusal, Side};
use engine::search::{Entry, Flood, Step};

use super::LittleBigHorn;
use super::board::Crossed;
use super::cites;
use super::control::{Field, enemy};
use super::data::{Class, INDIAN, US};
use super::state::{Action, At, Going, State};

/// The tests of a path in their order; the first reason in it is the answer.
const ORDER: [Cite; 13] = [
    cites::MOVE_ONCE,
    cites::MOUNT_ORDER,
    cites::MOVE_LEAVE,
    cites::MOVE_ADJACENT,
    cites::ENEMY_HEX,
    cites::CAMP_FIRST_TURN,
    cites::CLIFF_CLOSED,
    cites::TERRAIN_CLOSED,
    cites::RIVER_BANK,
    cites::ZOC_LEAVE,
    cites::ZOC_STOP,
    cites::MOVE_POINTS,
    cites::STACK_STUCK,
];

/// What speaks against a path: for each rule where it is broken first.
#[derive(Default)]
struct Reasons {
    found: [Option<Refusal>; ORDER.len()],
}

impl Reasons {
    fn add(&mut self, refusal: Refusal) {
        let rank = ORDER.iter().position(|rule| *rule == refusal.rule).expect("every reason is in the order");
        self.found[rank].get_or_insert(refusal);
    }

    fn answer<N: Notes>(self, notes: &mut N) -> Result<(), Refusal> {
        let mut found = self.found.into_iter().flatten();
        let Some(first) = found.next() else { return Ok(()) };
        found.for_each(|other| notes.also(other));
        Err(first)
    }
}

/// A counter on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mover {
    pub piece: PieceId,
    pub side: Side,
    pub leader: bool,
    /// Column of the chart of costs.
    pub class: usize,
    pub allowance: u8,
    pub spent: u8,
    /// `None` while it is off the map.
    pub at: Option<usize>,
    pub stepped: bool,
    pub bank: bool,
    /// It may not leave the camp yet.
    pub camp: bool,
}

/// A step that is possible.
#[derive(Debug, Clone, Copy)]
struct Possible {
    to: usize,
    cost: u8,
    stops: bool,
}

impl LittleBigHorn {
    /// The counter as it stands, with what its move has cost so far.
    pub(super) fn mover(&self, state: &State, piece: PieceId) -> Mover {
        let row = &state.rows[piece.index()];
        let info = self.info(piece);
        let at = row.hex().and_then(|hex| self.board.index(hex));
        let fresh = row.going == Going::Fresh && !row.entered;
        let bank = if fresh { at.is_some_and(|index| self.board.bank[index]) } else { row.bank };
        let camp = if fresh { at.is_some_and(|index| self.board.camp[index]) } else { row.camp };
        Mover {
            piece,
            side: info.side,
            leader: info.leader,
            class: info.class.mover(row.dismounted),
            allowance: self.data.allowance(info.class, row.dismounted),
            spent: row.spent,
            at,
            stepped: row.stepped,
            bank,
            camp: camp && info.side == INDIAN && state.turn < self.data.camp_first_turn,
        }
    }

    /// Judges a move of these counters (the first one leads) along a path. With notes, lists the costs of the
    /// first one hex by hex.
    pub(super) fn check_move<N: Notes>(
        &self,
        state: &State,
        pieces: &[PieceId],
        path: &[Hex],
        notes: &mut N,
    ) -> Result<(), Refusal> {
        let field = Field::new(self, state);
        let mut reasons = Reasons::default();
        let at = |piece: PieceId| state.rows[piece.index()].at;
        let lead = pieces[0];
        for (i, &piece) in pieces.iter().enumerate() {
            let apart =
                at(piece) != at(lead) || self.arrival(piece) != self.arrival(lead) && at(piece) == At::Off;
            if apart {
                reasons.add(Refusal::new(cites::MOVE_ADJACENT).piece(piece).piece(lead));
            }
            if pieces[..i].contains(&piece) {
                reasons.add(Refusal::new(cites::MOVE_ONCE).piece(piece));
            }
            let units = pieces[..i].iter().find(|&&other| !self.info(other).leader);
            if let Some(&other) = units.filter(|_| !self.info(piece).leader) {
                reasons.add(Refusal::new(cites::STACK_STUCK).piece(piece).piece(other));
            }
        }
        if path.is_empty() {
            reasons.add(Refusal::new(cites::MOVE_ADJACENT).piece(lead));
        }
        for &piece in pieces {
            let mut own = Vec::new();
            self.walk(state, &field, piece, path, &mut reasons, &mut own);
            if piece == lead {
                for Note { rule, word, amount } in own {
                    notes.note(rule, word, amount);
                }
            }
        }
        reasons.answer(notes)
    }

    fn walk(
        &self,
        state: &State,
        field: &Field,
        piece: PieceId,
        path: &[Hex],
        reasons: &mut Reasons,
        notes: &mut impl Notes,
    ) {
        let row = &state.rows[piece.index()];
        let mut mover = self.mover(state, piece);
        let no = |rule: Cite| Refusal::new(rule).piece(piece);
        if row.going == Going::Done || row.stopped {
            reasons.add(no(cites::MOVE_ONCE));
        }
        if row.dismounts {
            reasons.add(no(cites::MOUNT_ORDER));
        }
        for &hex in path {
            let Some(to) = self.board.index(hex) else {
                reasons.add(no(cites::MOVE_LEAVE).at(hex));
                return;
            };
            if field.holds(enemy(mover.side), to) {
                reasons.add(no(cites::ENEMY_HEX).at(hex));
            }
            if mover.camp && !self.board.camp[to] {
                reasons.add(no(cites::CAMP_FIRST_TURN).at(hex));
            }
            let cost = match mover.at {
                None => {
                    if !self.may_enter_at(state, piece, hex) {
                        reasons.add(no(cites::MOVE_LEAVE).at(hex));
                    }
                    let cost = self.board.entry[to][mover.class];
                    if let Some(cost) = cost {
                        notes.note(cites::MOVE_COST, self.word(to), i32::from(cost));
                    }
                    cost
                }
                Some(from) => {
                    let here = self.board.hex(from);
                    let Some(direction) = here.direction_to(hex) else {
                        reasons.add(no(cites::MOVE_ADJACENT).at(here).at(hex));
                        mover.at = Some(to);
                        continue;
                    };
                    let crossed = self.board.crossed(from, direction);
                    if crossed.cliff {
                        reasons.add(no(cites::CLIFF_CLOSED).at(here).at(hex));
                    }
                    if crossed.river && !self.may_swim(&mover) {
                        reasons.add(no(cites::RIVER_BANK).at(here).at(hex));
                    }
                    if field.controls(enemy(mover.side), from) {
                        if mover.stepped {
                            reasons.add(no(cites::ZOC_STOP).at(here));
                        } else if field.controls(enemy(mover.side), to) {
                            reasons.add(no(cites::ZOC_LEAVE).at(here).at(hex));
                        }
                    }
                    self.note_cost(&mover, to, crossed, notes);
                    if crossed.cliff { Some(0) } else { crossed.cost[mover.class] }
                }
            };
            match cost {
                Some(cost) => mover.spent = mover.spent.saturating_add(cost),
                None => reasons.add(no(cites::TERRAIN_CLOSED).at(hex)),
            }
            mover.at = Some(to);
            mover.stepped = true;
        }
        if let Some(&hex) = path.last()
            && mover.spent > mover.allowance
        {
            let refusal = no(cites::MOVE_POINTS).at(hex);
            reasons.add(refusal.found(i32::from(mover.spent), i32::from(mover.allowance)));
        }
        if let Some(&hex) = path.last()
            && let Some(friend) = self.stuck_on(state, field, &mover, hex)
        {
            reasons.add(no(cites::STACK_STUCK).at(hex).piece(friend));
        }
    }

    /// The parts of a step's cost.
    fn note_cost(&self, mover: &Mover, to: usize, crossed: &Crossed, notes: &mut impl Notes) {
        let class = mover.class;
        if let Some(enter) = self.data.enter[usize::from(self.board.terrain[to])][class] {
            notes.note(cites::MOVE_COST, self.word(to), i32::from(enter));
        }
        if let (true, Some(up)) = (crossed.up, self.data.up[class])
            && up > 0
        {
            notes.note(cites::MOVE_COST, "uphill", i32::from(up));
        }
        if let Some(side) = crossed.side
            && let Some(cost) = self.data.cross[usize::from(side)][class]
        {
            let (rule, word) =
                if crossed.river { (cites::RIVER_BANK, "river") } else { (cites::MOVE_COST, "ford") };
            notes.note(rule, word, i32::from(cost));
        }
    }

    /// What the terrain of a hex is called in a sum.
    fn word(&self, index: usize) -> &'static str {
        const WORDS: [&str; 6] = ["plain", "plateau", "forest", "camp", "mountain", "rock"];
        let row = &self.data.terrains[usize::from(self.board.terrain[index])].cost;
        WORDS.into_iter().find(|word| word == row).unwrap_or("hex")
    }

    /// May this counter cross a river without a ford? [LBH-10.5, LBH-D18]
    fn may_swim(&self, mover: &Mover) -> bool {
        mover.bank && !(self.data.river_first_step && mover.stepped)
    }

    /// May a counter that is off the map come on at this hex now? Indians enter with their tribe instead.
    fn may_enter_at(&self, state: &State, piece: PieceId, hex: Hex) -> bool {
        let row = &state.rows[piece.index()];
        row.at == At::Off
            && self.info(piece).side == US
            && self.arrival(piece).is_some_and(|(turn, edge)| {
                state.turn >= turn && edge.is_some_and(|edge| self.board.edges[edge].hexes.contains(&hex))
            })
    }

    /// A step in this direction, if nothing speaks against it.
    #[inline]
    fn possible(&self, field: &Field, mover: &Mover, direction: Direction) -> Option<Possible> {
        let from = mover.at?;
        let to = self.board.links.get(from, direction)?;
        let crossed = self.board.crossed(from, direction);
        let cost = crossed.cost[mover.class]?;
        let foe = enemy(mover.side);
        let stops = field.controls(foe, to);
        let held = field.controls(foe, from) && (mover.stepped || stops);
        let closed = held
            || field.holds(foe, to)
            || (mover.camp && !self.board.camp[to])
            || (crossed.river && !self.may_swim(mover))
            || mover.spent.saturating_add(cost) > mover.allowance;
        (!closed).then_some(Possible { to, cost, stops })
    }

    /// Could the counter enter any hex from where it stands?
    fn can_step(&self, field: &Field, mover: &Mover) -> bool {
        Direction::ALL.into_iter().any(|direction| self.possible(field, mover, direction).is_some())
    }

    /// A friendly unit on which a unit's move would end for good at this hex, although that one cannot move
    /// away any more [LBH-10.3].
    fn stuck_on(&self, state: &State, field: &Field, mover: &Mover, hex: Hex) -> Option<PieceId> {
        let index = self.board.index(hex)?;
        if mover.leader || !field.has_unit(mover.side, index) {
            return None;
        }
        let ends = field.controls(enemy(mover.side), index) || !self.can_step(field, mover);
        if !ends {
            return None;
        }
        self.units_in(state, mover.side, hex)
            .filter(|&friend| friend != mover.piece)
            .find(|&friend| !self.may_still_move(state, field, friend))
    }

    /// Has this unit its whole move before it, and somewhere to go?
    fn may_still_move(&self, state: &State, field: &Field, piece: PieceId) -> bool {
        let row = &state.rows[piece.index()];
        row.going == Going::Fresh && !row.stopped && self.can_step(field, &self.mover(state, piece))
    }

    /// Finds the cheapest ways of a counter with the points that it has left, into `flood`. Units do not end
    /// on friendly units. False if its move is over.
    ///
    /// Cells are positions on the board; the cell past the last is off the map.
    pub fn flood(&self, state: &State, field: &Field, piece: PieceId, flood: &mut Flood) -> bool {
        let row = &state.rows[piece.index()];
        let mover = self.mover(state, piece);
        let outside = self.board.grid.len();
        let over = row.going == Going::Done || row.stopped || row.dismounts;
        let ready = match row.at {
            At::On(_) => mover.at.is_some(),
            At::Off => mover.side == US && self.arrival(piece).is_some_and(|(turn, _)| state.turn >= turn),
            At::Absent | At::Lost => false,
        };
        if over || !ready {
            return false;
        }
        let foe = enemy(mover.side);
        let start = mover.at.unwrap_or(outside);
        let limit = u32::from(mover.allowance.saturating_sub(mover.spent));
        let entry = |to: usize, stops: bool| {
            let friend = !mover.leader && field.has_unit(mover.side, to) && mover.at != Some(to);
            match (stops, friend) {
                (true, true) => None,
                (true, false) => Some(Entry::Stops),
                (false, true) => Some(Entry::Passes),
                (false, false) => Some(Entry::Free),
            }
        };
        flood.run(outside + 1, start, limit, |from, ways| {
            if from == outside {
                let edge = self.arrival(piece).and_then(|(_, edge)| edge);
                for &hex in edge.map_or(&[][..], |edge| &self.board.edges[edge].hexes) {
                    let Some(to) = self.board.index(hex) else { continue };
                    let Some(cost) = self.board.entry[to][mover.class] else { continue };
                    if field.holds(foe, to) {
                        continue;
                    }
                    if let Some(entry) = entry(to, field.controls(foe, to)) {
                        ways.go(to, Step { cost: u32::from(cost), entry });
                    }
                }
                return;
            }
            let here = Mover {
                at: Some(from),
                spent: mover.spent.saturating_add(u8::try_from(ways.spent()).unwrap_or(u8::MAX)),
                stepped: mover.stepped || from != start,
                ..mover
            };
            for direction in Direction::ALL {
                if let Some(step) = self.possible(field, &here, direction)
                    && let Some(entry) = entry(step.to, step.stops)
                {
                    ways.go(step.to, Step { cost: u32::from(step.cost), entry });
                }
            }
        });
        true
    }

    /// The hexes of the cheapest way to a position, after [`LittleBigHorn::flood`].
    pub(super) fn path(&self, flood: &Flood, to: usize) -> Option<Vec<Hex>> {
        let cells = flood.path(to)?;
        Some(cells.into_iter().map(|cell| self.board.hex(cell)).collect())
    }

    /// Judges mounting or dismounting: first who and where, in the order of the rules of mounting, then what holds of
    /// every move.
    pub(super) fn check_mount(&self, state: &State, piece: PieceId, dismount: bool) -> Result<(), Refusal> {
        let row = &state.rows[piece.index()];
        let no = |rule: Cite| Refusal::new(rule).piece(piece);
        if self.info(piece).class != Class::Cavalry || row.dismounted == dismount {
            return Err(no(cites::MOUNT_KIND));
        }
        if let Some(hex) = row.hex()
            && self.controlled(state, enemy(self.info(piece).side), hex)
        {
            return Err(no(cites::MOUNT_CONTROLLED).at(hex));
        }
        if !dismount && (row.stepped || row.dismounts) {
            return Err(no(cites::MOUNT_ORDER));
        }
        if row.going == Going::Done || row.stopped {
            return Err(no(cites::MOVE_ONCE));
        }
        if row.hex().is_none() {
            return Err(no(cites::MOVE_LEAVE));
        }
        let total = row.spent.saturating_add(self.data.mount_cost);
        let allowance = self.data.allowance(Class::Cavalry, false);
        if total > allowance {
            return Err(no(cites::MOVE_POINTS).found(i32::from(total), i32::from(allowance)));
        }
        Ok(())
    }

    /// Two units of the phasing side in one hex of which one could still go somewhere, if there are such.
    pub(super) fn loose_stack(&self, state: &State) -> Option<(PieceId, PieceId, Hex)> {
        let field = Field::new(self, state);
        let mut flood = Flood::new();
        self.stacks(state, state.phase.side()).into_iter().find_map(|(first, second, hex)| {
            let pair = [second, first];
            let loose = pair.into_iter().find(|&piece| {
                self.flood(state, &field, piece, &mut flood)
                    && flood.ends().any(|(cell, cost)| cost > 0 && self.board.hex(cell) != hex)
            })?;
            let other = if loose == first { second } else { first };
            Some((loose, other, hex))
        })
    }

    /// Pairs of units of a side that share a hex.
    pub(super) fn stacks(&self, state: &State, side: Side) -> Vec<(PieceId, PieceId, Hex)> {
        let mut units: Vec<(Hex, PieceId)> = self
            .ids()
            .filter(|&piece| self.info(piece).side == side && !self.info(piece).leader)
            .filter_map(|piece| Some((state.rows[piece.index()].hex()?, piece)))
            .collect();
        units.sort_unstable();
        units
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .map(|pair| (pair[0].1, pair[1].1, pair[0].0))
            .collect()
    }

    /// A US counter that is due and could come on, if there is one [LBH-4.6].
    pub(super) fn must_enter(&self, state: &State) -> Option<PieceId> {
        if state.phase.side() != US {
            return None;
        }
        let waits = |piece: &PieceId| {
            let row = &state.rows[piece.index()];
            row.at == At::Off && row.going != Going::Done && self.info(*piece).side == US
        };
        let mut waiting = self.ids().filter(waits).peekable();
        waiting.peek()?;
        let field = Field::new(self, state);
        waiting.find(|&piece| {
            let Some((turn, Some(edge))) = self.arrival(piece) else { return false };
            let mover = self.mover(state, piece);
            // Most often a hex lies free; only where friends stand the path has to be judged.
            let free = |hex: &Hex| {
                self.board.index(*hex).is_some_and(|index| {
                    let cost = self.board.entry[index][mover.class];
                    let taken = field.holds(enemy(US), index) || field.has_unit(US, index);
                    !taken && cost.is_some_and(|cost| cost <= mover.allowance)
                })
            };
            let open = |hex: &Hex| self.check_move(state, &[piece], &[*hex], &mut ()).is_ok();
            let hexes = &self.board.edges[edge].hexes;
            let stands = state.rows[piece.index()].stopped;
            state.turn >= turn && !stands && (hexes.iter().any(free) || hexes.iter().any(open))
        })
    }

    /// Who has to go back when the phase ends with two units in a hex, and where to [LBH-10.3].
    ///
    /// The later arrival goes back along its path to the last hex where it could stay; if there is none, to the
    /// nearest free hex of its entry edge, then of the map.
    pub(super) fn put_back(&self, state: &State) -> Option<(PieceId, Option<Hex>)> {
        let side = state.phase.side();
        let (first, second, hex) = self.stacks(state, side).into_iter().next()?;
        let arrived = |piece: PieceId| state.trail.iter().rposition(|step| step.piece == piece);
        let late = if arrived(first) > arrived(second) { first } else { second };
        let field = Field::new(self, state);
        let mover = self.mover(state, late);
        let free = |index: usize| {
            !field.has_unit(side, index)
                && !field.holds(enemy(side), index)
                && self.board.entry[index][mover.class].is_some()
        };
        let free_hex = |hex: Hex| self.board.index(hex).is_some_and(free);
        let back = state.trail.iter().rev().filter(|step| step.piece == late);
        let mut outside = false;
        for step in back {
            match step.from {
                Some(hex) if free_hex(hex) => return Some((late, Some(hex))),
                Some(_) => {}
                None => outside = true,
            }
        }
        let nearest = |hexes: &mut dyn Iterator<Item = Hex>| {
            hexes.filter(|&hex| free_hex(hex)).min_by_key(|&other| (hex.distance(other), other))
        };
        if outside || state.rows[late.index()].entered {
            let edge = self.entry_edge(state, late);
            let at_edge = edge.and_then(|edge| nearest(&mut self.board.edges[edge].hexes.iter().copied()));
            if at_edge.is_some() || side == US {
                return Some((late, at_edge));
            }
        }
        nearest(&mut self.board.grid.hexes()).map(|hex| (late, Some(hex)))
    }

    /// The edge through which a counter came on.
    fn entry_edge(&self, state: &State, piece: PieceId) -> Option<usize> {
        if self.info(piece).side == US {
            return self.arrival(piece).and_then(|(_, edge)| edge);
        }
        // The first step came from outside; the next, if there is one, began where it had been placed.
        let hex = state.trail.iter().filter(|step| step.piece == piece).find_map(|step| step.from);
        let first = hex.or(state.rows[piece.index()].hex())?;
        self.zones
            .iter()
            .filter_map(|zone| zone.edge)
            .find(|&edge| self.board.edges[edge].hexes.contains(&first))
    }

    /// The counters and the path of a movement action.
    pub(super) fn movers(action: &Action) -> Option<(&[PieceId], &[Hex])> {
        match action {
            Action::Move { piece, path } => Some((std::slice::from_ref(piece), path)),
            Action::MoveTogether { pieces, path } => Some((pieces, path)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::holds;

    /// LBH-10.1 LBH-10.7: a move may go on until another counter begins; a leader rides along or alone.
    #[test]
    fn a_move_goes_on_until_another_begins() {
        holds(
            r#"turn: 2, phase: "us_movement",
            place: [
                (id: "A", piece: "7th-cavalry", at: "(0,0)"),
                (id: "C", piece: "custer", at: "(0,0)"),
                (id: "B", piece: "7th-cavalry", at: "(5,0)"),
            ],
            steps: [
                (by: "us", try: MoveTogether(["A", "C"], ["(0,1)", "(0,2)"]), then: [Moves("A", "(0,2)"), Moves("C", "(0,2)")]),
                (by: "us", try: Move("A", ["(0,3)"]), then: [Moves("A", "(0,3)")]),
                (by: "us", try: Move("C", ["(0,3)"]), then: Refused("move.once")),
                (by: "us", try: Move("A", ["(0,4)"]), then: [Moves("A", "(0,4)")]),
                (by: "us", try: Move("B", ["(5,1)"]), then: [Moves("B", "(5,1)")]),
                (by: "us", try: Move("A", ["(0,5)"]), then: Refused("move.once")),
                (by: "us", try: MoveTogether(["B", "C"], ["(5,2)"]), then: Refused("move.once")),
                (by: "us", try: Move("B", ["(5,3)"]), then: Refused("move.adjacent")),
            ]"#,
        );
    }

    /// LBH-10.3 LBH-9.27: who came on in this turn and has moved on goes back to the edge of its zone, not to
    /// any free hex.
    #[test]
    fn who_entered_goes_back_to_its_edge() {
        holds(
            r#"map: "@little_big_horn", turn: 3, phase: "indian_offmap",
            place: [
                (id: "W", piece: "oglala-warrior", at: "off"),
                (id: "X", piece: "oglala-warrior", at: "off"),
                (id: "C", piece: "crazy-horse", at: "off"),
                (id: "F", piece: "brule-warrior", at: "1021"),
            ],
            given: (offmap: {"oglala": 6}),
            steps: [
                (by: "indian", try: Enter("oglala", {"W": "1022", "X": "1022", "C": "1022"}), then: [Enters("oglala")]),
                (by: "indian", try: EndPhase, then: [Phase("indian_movement")]),
                (by: "indian", try: Move("F", ["1020", "1021"]), then: [Moves("F", "1021")]),
                (by: "indian", try: Move("W", ["1021"]), then: [Moves("W", "1021")]),
                (by: "indian", try: Move("C", ["0922"]), then: [Moves("C", "0922")]),
                (by: "indian", try: EndPhase, then: [PutBack("W", "0922"), Phase("indian_melee")]),
            ]"#,
        );
    }

    /// LBH-10.1 LBH-D4: costs add up over a whole phase, and end at the allowance.
    #[test]
    fn what_has_been_spent_is_not_there_again() {
        holds(
            r#"turn: 2, phase: "us_movement",
            map: (hexes: {"(1,0)": "plateau", "(2,0)": "mountain", "(3,0)": "mountain", "(4,0)": "mountain"}),
            place: [(id: "U", piece: "7th-infantry", at: "(0,0)"), (id: "G", piece: "6th-infantry-gatling", at: "(1,1)")],
            steps: [
                (by: "us", try: Move("U", ["(1,0)", "(2,0)"]), then: Legal(cost: 4)),
                (by: "us", try: Move("U", ["(1,0)", "(2,0)", "(3,0)", "(4,0)"]), then: Refused("move.points")),
                (by: "us", try: Move("U", ["(1,0)", "(2,0)"]), then: [Moves("U", "(2,0)")]),
                (by: "us", try: Move("U", ["(3,0)"]), then: [Moves("U", "(3,0)")]),
                (by: "us", try: Move("U", ["(3,-1)"]), then: Refused("move.points")),
                (by: "us", try: Move("G", ["(1,0)"]), then: Legal(cost: 3)),
                (by: "us", try: Move("G", ["(2,0)"]), then: Refused("terrain.closed")),
            ]"#,
        );
    }

    /// LBH-10.5 LBH-D18: whether a river must be crossed in the first step.
    #[test]
    fn the_first_step_matters_only_if_the_rule_says_so() {
        let position = r#"turn: 2, phase: "us_movement",
            map: (sides: {"(0,0)|(0,1)": "river", "(1,0)|(1,1)": "river", "(1,0)|(0,1)": "river"}),
            place: [(id: "K", piece: "7th-cavalry", at: "(0,0)"), (id: "F", piece: "7th-cavalry", at: "(1,-1)"), (id: "G", piece: "6th-infantry-gatling", at: "(1,0)")],"#;
        holds(&format!(
            r#"{position} steps: [
                (by: "us", try: Move("K", ["(0,1)"]), then: Legal(cost: 4)),
                (by: "us", try: Move("K", ["(1,-1)", "(1,0)", "(1,1)"]), then: Legal(cost: 6)),
                (by: "us", try: Move("F", ["(1,0)", "(1,1)"]), then: Refused("river.bank")),
                (by: "us", try: Move("G", ["(1,1)"]), then: Refused("terrain.closed")),
            ]"#
        ));
        holds(&format!(
            r#"{position} tweaks: {{"river_first_step": "true"}}, steps: [
                (by: "us", try: Move("K", ["(0,1)"]), then: Legal(cost: 4)),
                (by: "us", try: Move("K", ["(1,-1)", "(1,0)", "(1,1)"]), then: Refused("river.bank")),
            ]"#
        ));
    }

    /// LBH-1.8 LBH-4.6 LBH-4.4 LBH-4.5: the map is not left, and entered only when due and where.
    #[test]
    fn the_edge_is_crossed_only_by_those_who_are_due() {
        holds(
            r#"map: "@little_big_horn", turn: 5, phase: "us_movement",
            place: [
                (id: "K", piece: "2nd-cavalry", at: "off"),
                (id: "U", piece: "6th-infantry", at: "off"),
                (id: "G", piece: "6th-infantry-gatling", at: "off"),
                (id: "C", piece: "7th-cavalry", at: "3001"),
            ],
            steps: [
                (by: "us", try: EndPhase, then: Refused("move.leave")),
                (by: "us", try: Move("K", ["3005"]), then: Refused("move.leave")),
                (by: "us", try: Move("U", ["0601"]), then: Refused("move.leave")),
                (by: "us", try: Move("C", ["3000"]), then: Refused("move.leave")),
                (by: "us", try: Move("K", ["0601", "0602"]), then: [Moves("K", "0602")]),
                (by: "us", try: Move("U", ["3005"]), then: [Moves("U", "3005")]),
                (by: "us", try: EndPhase, then: Refused("move.leave")),
                (by: "us", try: Move("G", ["3005", "2905"]), then: Legal(cost: 2)),
                (by: "us", try: Move("G", ["3007"]), then: [Moves("G", "3007")]),
                (by: "us", try: EndPhase, then: [Phase("us_melee")]),
            ]"#,
        );
    }

    /// LBH-10.2 LBH-10.3: stacks are looked at when the phase ends.
    #[test]
    fn two_units_part_before_the_phase_ends() {
        holds(
            r#"turn: 2, phase: "us_movement",
            place: [
                (id: "A", piece: "7th-cavalry", at: "(0,0)"),
                (id: "B", piece: "7th-cavalry", at: "(0,1)"),
                (id: "C", piece: "custer", at: "(0,1)"),
                (id: "R", piece: "reno", at: "(0,2)"),
            ],
            steps: [
                (by: "us", try: Move("R", ["(0,1)"]), then: [Moves("R", "(0,1)")]),
                (by: "us", try: Move("A", ["(0,1)"]), then: [Moves("A", "(0,1)")]),
                (by: "us", try: EndPhase, then: Refused("stack.phase_end")),
                (by: "us", try: Move("B", ["(0,2)"]), then: [Moves("B", "(0,2)")]),
                (by: "us", try: EndPhase, then: [Phase("us_melee")]),
            ]"#,
        );
    }

    /// LBH-10.3: a step that must end on a friend is legal only if he may still go.
    #[test]
    fn nobody_ends_on_a_friend_who_cannot_go() {
        let position = r#"turn: 2, phase: "us_movement",
            place: [
                (id: "W", piece: "oglala-warrior", at: "(0,0)"),
                (id: "A", piece: "7th-cavalry", at: "(1,0)"),
                (id: "B", piece: "7th-cavalry", at: "(2,0)"),
            ],"#;
        holds(&format!(
            r#"{position} steps: [
                (by: "us", try: Move("B", ["(1,0)"]), then: [Moves("B", "(1,0)")]),
                (by: "us", try: EndPhase, then: Refused("stack.phase_end")),
                (by: "us", try: Move("A", ["(2,0)"]), then: [Moves("A", "(2,0)")]),
                (by: "us", try: EndPhase, then: [Phase("us_melee")]),
            ]"#
        ));
        holds(&format!(
            r#"{position} given: (moved: ["A"]), steps: [
                (by: "us", try: Move("B", ["(1,0)"]), then: Refused("stack.stuck")),
            ]"#
        ));
        holds(&format!(
            r#"{position} given: (stopped: ["A"]), steps: [
                (by: "us", try: Move("B", ["(1,0)"]), then: Refused("stack.stuck")),
                (by: "us", try: Move("A", ["(2,0)"]), then: Refused("move.once")),
            ]"#
        ));
    }

    /// LBH-10.3: who came later goes back along his path to where he could stay.
    #[test]
    fn the_later_arrival_goes_back() {
        holds(
            r#"turn: 2, phase: "us_movement",
            place: [
                (id: "A", piece: "7th-cavalry", at: "(4,0)"),
                (id: "B", piece: "7th-cavalry", at: "(0,0)"),
                (id: "C", piece: "7th-cavalry", at: "(9,0)"),
            ],
            steps: [
                (by: "us", try: Move("A", ["(4,1)"]), then: [Moves("A", "(4,1)")]),
                (by: "us", try: Move("B", ["(1,0)", "(2,0)", "(3,0)", "(4,0)", "(4,1)"]), then: [Moves("B", "(4,1)")]),
                (by: "us", try: EndPhase, then: Refused("stack.phase_end")),
                (by: "us", try: Move("C", ["(8,0)", "(7,0)", "(6,0)", "(5,0)", "(4,0)"]), then: [Moves("C", "(4,0)")]),
                (by: "us", try: EndPhase, then: [PutBack("B", "(3,0)"), Phase("us_melee")]),
            ]"#,
        );
    }

    /// LBH-10.13 LBH-10.14: mounting, dismounting, and both in one phase.
    #[test]
    fn cavalry_mounts_first_and_dismounts_last() {
        holds(
            r#"turn: 2, phase: "us_movement",
            place: [
                (id: "D", piece: "7th-cavalry", posture: "dismounted", reduced: true, at: "(0,0)"),
                (id: "K", piece: "7th-cavalry", at: "(0,5)"),
                (id: "L", piece: "7th-cavalry", at: "(6,5)"),
                (id: "U", piece: "6th-infantry", at: "(0,8)"),
                (id: "W", piece: "oglala-warrior", at: "(6,6)"),
            ],
            steps: [
                (by: "us", try: Mount("D"), then: [Mounts("D")]),
                (by: "us", try: Move("D", ["(1,0)", "(2,0)"]), then: Legal(cost: 2)),
                (by: "us", try: Move("D", ["(1,0)"]), then: [Moves("D", "(1,0)")]),
                (by: "us", try: Dismount("D"), then: [Dismounts("D")]),
                (by: "us", try: Move("D", ["(2,0)"]), then: Refused("mount.order")),
                (by: "us", try: Mount("D"), then: Refused("mount.order")),
                (by: "us", try: Mount("K"), then: Refused("mount.kind")),
                (by: "us", try: Dismount("U"), then: Refused("mount.kind")),
                (by: "us", try: Dismount("L"), then: Refused("mount.controlled")),
                (by: "us", try: Move("K", ["(1,5)", "(2,5)", "(2,4)", "(2,3)", "(2,2)", "(2,1)"]), then: [Moves("K", "(2,1)")]),
                (by: "us", try: Dismount("K"), then: Refused("move.points")),
            ]"#,
        );
        holds(
            r#"turn: 2, phase: "us_movement",
            place: [(id: "D", piece: "2nd-cavalry", posture: "dismounted", at: "(0,0)")],
            steps: [
                (by: "us", try: Move("D", ["(0,1)"]), then: [Moves("D", "(0,1)")]),
                (by: "us", try: Mount("D"), then: Refused("mount.order")),
            ]"#,
        );
    }

    /// LBH-10.13: what speaks against mounting as such comes before what ended the move.
    #[test]
    fn who_cannot_mount_at_all_is_told_so_first() {
        holds(
            r#"turn: 2, phase: "us_movement",
            place: [
                (id: "U", piece: "6th-infantry", at: "(0,0)"),
                (id: "K", piece: "7th-cavalry", at: "(0,3)"),
                (id: "L", piece: "7th-cavalry", at: "(6,5)"),
                (id: "M", piece: "7th-cavalry", at: "(0,6)"),
                (id: "O", piece: "7th-infantry", at: "off"),
                (id: "W", piece: "oglala-warrior", at: "(6,6)"),
            ],
            given: (moved: ["U", "K", "L", "M"]),
            steps: [
                (by: "us", try: Mount("U"), then: Refused("mount.kind")),
                (by: "us", try: Mount("K"), then: Refused("mount.kind")),
                (by: "us", try: Dismount("L"), then: Refused("mount.controlled")),
                (by: "us", try: Dismount("M"), then: Refused("move.once")),
                (by: "us", try: Mount("O"), then: Refused("mount.kind")),
            ]"#,
        );
    }

    /// LBH-7.11 LBH-10.6 LBH-1.7: enemies and cliffs.
    #[test]
    fn enemies_and_cliffs_are_closed_to_all() {
        holds(
            r#"turn: 2, phase: "indian_movement",
            map: (hexes: {"(0,0)": "rock", "(1,-1)": "plateau", "(1,0)": "forest", "(0,-1)": "mountain"}),
            place: [
                (id: "W", piece: "oglala-warrior", at: "(1,-1)"),
                (id: "V", piece: "oglala-warrior", at: "(0,1)"),
                (id: "C", piece: "custer", at: "(0,2)"),
            ],
            steps: [
                (by: "indian", try: Move("W", ["(0,0)"]), then: Legal(cost: 3)),
                (by: "indian", try: Move("W", ["(0,-1)", "(0,0)"]), then: Legal(cost: 6)),
                (by: "indian", try: Move("W", ["(0,0)", "(0,1)"]), then: Refused("cliff.closed")),
                (by: "indian", try: Move("W", ["(0,0)", "(1,0)"]), then: Refused("cliff.closed")),
                (by: "indian", try: Move("V", ["(0,2)"]), then: Refused("enemy.hex")),
            ]"#,
        );
    }
}
