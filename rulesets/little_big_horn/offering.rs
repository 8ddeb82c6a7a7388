//! Actions worth considering: what computer players choose from.
//!
//! Full moves by the cheapest ways, a bounded sample of them at a time. The sample follows from the state
//! alone, so that the same state always offers the same.

use engine::hex::Hex;
use engine::rules::{Offered, PieceId, Seat};
use engine::search::Flood;

use super::LittleBigHorn;
use super::cites;
use super::control::{Field, enemy};
use super::data::{Class, INDIAN};
use super::state::{Action, At, Going, Phase, State, Tribe};

/// Counters for which moves are offered at a time, and moves for each.
const PIECES: usize = 3;
const MOVES: usize = 6;
/// Set-ups, entries and sets of barred tribes that are offered at a time.
const SAMPLES: u64 = 6;

/// A stream of numbers that depends on nothing but its seed.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 for 0.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % (n.max(1) as u64)) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

impl LittleBigHorn {
    pub(super) fn offers(&self, state: &State, by: Seat, out: &mut Vec<Action>) -> Offered {
        if state.ended.is_some() || by != Seat::of(state.phase.side()) {
            return Offered::All;
        }
        match state.phase {
            Phase::SetUp => {
                if let Some((camp, zones)) = &self.proposal {
                    out.push(Action::SetUp { camp: camp.clone(), zones: zones.clone() });
                }
                out.extend((0..SAMPLES).map(|i| self.some_set_up(state, i)));
                Offered::Some
            }
            Phase::UsFire | Phase::IndianFire => {
                out.push(Action::EndPhase);
                Offered::All
            }
            Phase::UsMelee | Phase::IndianMelee => {
                out.push(Action::Allot);
                Offered::All
            }
            Phase::Mobilization if state.bars.is_none() => {
                out.push(Action::Roll);
                Offered::All
            }
            Phase::Mobilization => {
                self.offer_bars(state, out);
                Offered::Some
            }
            Phase::IndianOffmap => {
                self.offer_off_map(state, out);
                Offered::Some
            }
            Phase::UsMovement | Phase::IndianMovement => {
                self.offer_moves(state, by, out);
                Offered::Some
            }
        }
    }

    /// A set-up by lot, the same for the same number.
    fn some_set_up(&self, state: &State, number: u64) -> Action {
        let mut draws = Draws(number);
        let mut hexes = self.board.camp_hexes.clone();
        draws.shuffle(&mut hexes);
        let mut camp = Vec::new();
        for kind in 0..self.data.kinds.len() {
            let share = self.camp_share(state, kind);
            camp.extend(self.waiting(state).filter(|&piece| self.info(piece).kind == kind).take(share));
        }
        camp.sort_unstable();
        let camp = camp.into_iter().zip(hexes).collect();
        let mut tribes: Vec<Tribe> = self.to_split(state).collect();
        draws.shuffle(&mut tribes);
        let start: Vec<u8> = self.zones.iter().filter(|zone| zone.start).map(|zone| zone.number).collect();
        let least = usize::from(self.data.start_zone_min) * start.len();
        let mut zones: Vec<(Tribe, u8)> = tribes
            .into_iter()
            .enumerate()
            .map(|(i, tribe)| {
                let zone = if i < least { i % start.len() } else { draws.below(start.len()) };
                (tribe, start[zone])
            })
            .collect();
        zones.sort_unstable();
        Action::SetUp { camp, zones }
    }

    fn offer_bars(&self, state: &State, out: &mut Vec<Action>) {
        let due = usize::from(state.bars.unwrap_or_default());
        let mut draws = Draws(u64::from(state.turn));
        let mut tribes: Vec<Tribe> =
            self.tribes().filter(|&tribe| self.may_be_barred(state, tribe)).collect();
        for _ in 0..SAMPLES {
            draws.shuffle(&mut tribes);
            let mut named = tribes[..due.min(tribes.len())].to_vec();
            named.sort_unstable();
            let action = Action::Bar(named);
            if !out.contains(&action) {
                out.push(action);
            }
        }
    }

    fn offer_off_map(&self, state: &State, out: &mut Vec<Action>) {
        let mut draws = Draws(u64::from(state.turn));
        for tribe in self.tribes_outside(state) {
            let here = state.tribes[tribe.index()].zone;
            for &zone in self.zone(here).map_or(&[][..], |zone| &zone.next) {
                if self.check_off_map(state, tribe, zone).is_ok() {
                    out.push(Action::OffMap { tribe, zone });
                }
            }
            for _ in 0..2 {
                let first = draws.next() as usize;
                if let Some(at) = self.entry(state, tribe, first)
                    && self.check_enter(state, tribe, &at).is_ok()
                {
                    out.push(Action::Enter { tribe, at });
                }
            }
        }
        if self.must_leave(state).is_none() {
            out.push(Action::EndPhase);
        }
    }

    /// An entry of a whole tribe side by side along the edge of its zone, beginning at any number; leaders ride
    /// with the first units. `None` where no hex is open.
    pub(super) fn entry(&self, state: &State, tribe: Tribe, first: usize) -> Option<Vec<(PieceId, Hex)>> {
        let edge = self.zone(state.tribes[tribe.index()].zone)?.edge?;
        let field = Field::new(self, state);
        let open = |hex: &&Hex| {
            self.board.index(**hex).is_some_and(|index| {
                !field.holds(enemy(INDIAN), index)
                    && self.board.entry[index][0]
                        .is_some_and(|cost| cost <= self.data.allowance(Class::Warrior, false))
            })
        };
        let hexes: Vec<Hex> = self.board.edges[edge].hexes.iter().filter(open).copied().collect();
        if hexes.is_empty() {
            return None;
        }
        let start = first % hexes.len();
        let mut row: Vec<Hex> = (0..hexes.len()).map(|i| hexes[(start + i) % hexes.len()]).collect();
        // Free hexes first; the order along the edge stays.
        row.sort_by_key(|&hex| self.board.index(hex).is_some_and(|index| field.has_unit(INDIAN, index)));
        let mut units = 0;
        let mut leaders = 0;
        let place = |piece: PieceId| {
            let next = if self.info(piece).leader { &mut leaders } else { &mut units };
            *next += 1;
            (piece, row[(*next - 1) % row.len()])
        };
        Some(self.outside(state, tribe).into_iter().map(place).collect())
    }

    fn offer_moves(&self, state: &State, by: Seat, out: &mut Vec<Action>) {
        let field = Field::new(self, state);
        let mut flood = Flood::new();
        let side = state.phase.side();
        let spent: u64 = state.rows.iter().map(|row| u64::from(row.spent)).sum();
        let done = state.rows.iter().filter(|row| row.going == Going::Done).count() as u64;
        let mut draws = Draws(u64::from(state.turn) << 40 ^ done << 20 ^ spent);

        let end = self.judge_action(state, by, &Action::EndPhase, &mut ());
        let mut movers: Vec<PieceId> = self
            .ids()
            .filter(|&piece| {
                let row = &state.rows[piece.index()];
                let here = matches!(row.at, At::On(_) | At::Off);
                self.info(piece).side == side
                    && here
                    && row.going != Going::Done
                    && !row.stopped
                    && !row.dismounts
            })
            .collect();
        draws.shuffle(&mut movers);
        // Whoever keeps the phase from ending comes first, and so do those who wait outside.
        let first = end.err().and_then(|refusal| refusal.first_piece());
        movers.sort_by_key(|&piece| (Some(piece) != first, state.rows[piece.index()].at != At::Off));

        let mut offered = 0;
        for piece in movers {
            if offered == PIECES {
                break;
            }
            let before = out.len();
            self.offer_piece(state, &field, &mut flood, piece, &mut draws, out);
            if out.len() == before && Some(piece) == first {
                // Only hexes of friends are open to it: it may still come on there.
                let edge = self.arrival(piece).and_then(|(_, edge)| edge);
                let hexes = edge.map_or(&[][..], |edge| &self.board.edges[edge].hexes);
                let open =
                    hexes.iter().find(|&&hex| self.check_move(state, &[piece], &[hex], &mut ()).is_ok());
                out.extend(open.map(|&hex| Action::Move { piece, path: vec![hex] }));
            }
            offered += usize::from(out.len() > before);
        }
        if end.is_ok() {
            out.push(Action::EndPhase);
        }
    }

    fn offer_piece(
        &self,
        state: &State,
        field: &Field,
        flood: &mut Flood,
        piece: PieceId,
        draws: &mut Draws,
        out: &mut Vec<Action>,
    ) {
        if !self.flood(state, field, piece, flood) {
            return;
        }
        let mut ends: Vec<usize> = flood
            .ends()
            .filter(|&(cell, cost)| cost > 0 && cell < self.board.grid.len())
            .map(|(cell, _)| cell)
            .collect();
        draws.shuffle(&mut ends);
        ends.truncate(MOVES);
        let row = &state.rows[piece.index()];
        let leaders: Vec<PieceId> = match row.hex() {
            Some(hex) if !self.info(piece).leader => self
                .in_hex(state, hex)
                .filter(|&other| self.info(other).leader && state.rows[other.index()].going != Going::Done)
                .collect(),
            _ => Vec::new(),
        };
        for cell in ends {
            let Some(path) = self.path(flood, cell) else { continue };
            if !leaders.is_empty() {
                let mut pieces = vec![piece];
                pieces.extend(&leaders);
                if self.check_move(state, &pieces, &path, &mut ()).is_ok() {
                    out.push(Action::MoveTogether { pieces, path });
                    continue;
                }
            }
            out.push(Action::Move { piece, path });
        }
        for dismount in [false, true] {
            if self.info(piece).class == Class::Cavalry && self.check_mount(state, piece, dismount).is_ok() {
                out.push(if dismount { Action::Dismount(piece) } else { Action::Mount(piece) });
            }
        }
    }

    /// The reason why the phase cannot end now, if there is one.
    pub(super) fn keeps_open(&self, state: &State) -> Option<engine::rules::Refusal> {
        let action = match state.phase {
            Phase::UsMelee | Phase::IndianMelee => Action::Allot,
            _ => Action::EndPhase,
        };
        let refusal = self.judge_action(state, Seat::of(state.phase.side()), &action, &mut ()).err()?;
        (refusal.rule != cites::TURN_PHASE).then_some(refusal)
    }
}
