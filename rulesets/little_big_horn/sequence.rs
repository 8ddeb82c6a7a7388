//! The turn: whose phase it is, the mobilization roll, what ends a phase, and how events take effect.

use engine::dice::D6;
use engine::hex::Hex;
use engine::rules::{Cite, Notes, Pause, PieceId, Refusal, Seat, Turn};

use super::LittleBigHorn;
use super::cites;
use super::state::{Action, At, Event, Going, Phase, Row, State, Trail, Tribe};

impl LittleBigHorn {
    /// Judges an action: the seat, the phase, then the tests of its kind in the order of their chapter.
    pub(super) fn judge_action<N: Notes>(
        &self,
        state: &State,
        by: Seat,
        action: &Action,
        notes: &mut N,
    ) -> Result<(), Refusal> {
        let side = state.phase.side();
        let seat = Refusal::new(cites::TURN_SEAT);
        if by != Seat::of(side) || state.ended.is_some() {
            return Err(seat);
        }
        for piece in pieces_of(action) {
            match self.pieces.get(piece.index()) {
                Some(info) if info.side == side => {}
                Some(_) => return Err(seat.piece(piece)),
                None => return Err(seat),
            }
        }
        if !self.fits(state, action) {
            return Err(Refusal::new(cites::TURN_PHASE));
        }
        match action {
            Action::SetUp { camp, zones } => self.check_set_up(state, camp, zones),
            Action::Move { .. } | Action::MoveTogether { .. } => {
                let (pieces, path) = Self::movers(action).expect("both are moves");
                if pieces.is_empty() {
                    return Err(Refusal::new(cites::MOVE_ADJACENT));
                }
                self.check_move(state, pieces, path, notes)
            }
            Action::Mount(piece) => self.check_mount(state, *piece, false),
            Action::Dismount(piece) => self.check_mount(state, *piece, true),
            Action::Roll | Action::Allot => Ok(()),
            Action::Bar(tribes) => self.check_bar(state, tribes),
            Action::OffMap { tribe, zone } => self.check_off_map(state, *tribe, *zone),
            Action::Enter { tribe, at } => self.check_enter(state, *tribe, at),
            Action::EndPhase => self.check_end(state),
        }
    }

    /// Does the action belong to the phase?
    fn fits(&self, state: &State, action: &Action) -> bool {
        match action {
            Action::SetUp { .. } => state.phase == Phase::SetUp,
            Action::Move { .. } | Action::MoveTogether { .. } | Action::Mount(_) | Action::Dismount(_) => {
                state.phase.moves()
            }
            Action::Roll => state.phase == Phase::Mobilization && state.bars.is_none(),
            Action::Bar(_) => state.phase == Phase::Mobilization && state.bars.is_some(),
            Action::OffMap { .. } | Action::Enter { .. } => state.phase == Phase::IndianOffmap,
            Action::Allot => matches!(state.phase, Phase::UsMelee | Phase::IndianMelee),
            Action::EndPhase => matches!(
                state.phase,
                Phase::UsFire
                    | Phase::UsMovement
                    | Phase::IndianFire
                    | Phase::IndianOffmap
                    | Phase::IndianMovement
            ),
        }
    }

    /// May the phase end?
    fn check_end(&self, state: &State) -> Result<(), Refusal> {
        if state.phase == Phase::IndianOffmap
            && let Some(tribe) = self.must_leave(state)
        {
            let refusal = Refusal::new(cites::ZONE_CLOSED).about(self.about(tribe));
            return Err(refusal.found(i32::from(state.turn), i32::from(self.data.zone3_last_turn)));
        }
        if !state.phase.moves() {
            return Ok(());
        }
        if let Some(piece) = self.must_enter(state) {
            let due = self.arrival(piece).map_or(0, |(turn, _)| turn);
            let refusal = Refusal::new(cites::MOVE_LEAVE).piece(piece);
            return Err(refusal.found(i32::from(state.turn), i32::from(due)));
        }
        if let Some((piece, other, hex)) = self.loose_stack(state) {
            return Err(Refusal::new(cites::STACK_PHASE_END).piece(piece).piece(other).at(hex));
        }
        Ok(())
    }

    /// Is every counter of the tribe lost? A chief alone keeps it alive [LBH-6.6].
    pub fn wiped_out(&self, state: &State, tribe: Tribe) -> bool {
        let mut pieces = self.of(tribe).map(|piece| state.rows[piece.index()].at).peekable();
        pieces.peek().is_some() && pieces.all(|at| at == At::Lost)
    }

    /// May this tribe be named as barred?
    pub fn may_be_barred(&self, state: &State, tribe: Tribe) -> bool {
        let on_map = |piece: PieceId| matches!(state.rows[piece.index()].at, At::On(_));
        self.of(tribe).next().is_some()
            && !self.wiped_out(state, tribe)
            && (self.data.mobilization_offmap || self.of(tribe).any(on_map))
    }

    /// How many tribes must be named for a number of the table: those wholly eliminated count first [LBH-6.5].
    fn bars_due(&self, state: &State, number: u8) -> u8 {
        let gone = self.tribes().filter(|&tribe| self.wiped_out(state, tribe)).count();
        let there = self.tribes().filter(|&tribe| self.may_be_barred(state, tribe)).count();
        u8::try_from(usize::from(number).saturating_sub(gone).min(there)).unwrap_or(u8::MAX)
    }

    fn check_bar(&self, state: &State, tribes: &[Tribe]) -> Result<(), Refusal> {
        let due = state.bars.unwrap_or_default();
        if tribes.len() != usize::from(due) {
            return Err(Refusal::new(cites::BAR_NUMBER).found(tribes.len() as i32, i32::from(due)));
        }
        for (i, &tribe) in tribes.iter().enumerate() {
            let known = self.tribes().any(|other| other == tribe);
            if !known || tribes[..i].contains(&tribe) || !self.may_be_barred(state, tribe) {
                return Err(Refusal::new(cites::BAR_TRIBE).about(self.about(tribe)));
            }
        }
        Ok(())
    }

    /// Carries out a legal action as far as the next decision.
    pub(super) fn carry_out(&self, turn: &mut Turn<'_, Self>, action: &Action) -> Result<(), Pause> {
        match action {
            Action::SetUp { camp, zones } => {
                let event = Event::SetUp { camp: camp.clone(), zones: zones.clone() };
                turn.emit(cites::SETUP_CAMP, event);
                self.next_phase(turn);
            }
            Action::Move { .. } | Action::MoveTogether { .. } => {
                let (pieces, path) = Self::movers(action).expect("both are moves");
                self.begin_move(turn, pieces);
                self.lead(turn, pieces, path);
            }
            Action::Mount(piece) => {
                self.begin_move(turn, &[*piece]);
                turn.emit(cites::MOUNT_COST, Event::Mounts(*piece));
            }
            Action::Dismount(piece) => {
                self.begin_move(turn, &[*piece]);
                turn.emit(cites::MOUNT_COST, Event::Dismounts(*piece));
            }
            Action::Roll => {
                let face = turn.roll(D6, cites::BAR_ROLL, 0)?;
                let number = self.data.mobilization[usize::from(face.clamp(1, 6)) - 1];
                let due = self.bars_due(turn.state(), number);
                turn.emit(cites::BAR_ROLL, Event::Bars { number, due });
                if due == 0 {
                    self.next_phase(turn);
                }
            }
            Action::Bar(tribes) => {
                turn.emit(cites::BAR_NUMBER, Event::Barred(tribes.clone()));
                self.next_phase(turn);
            }
            Action::OffMap { tribe, zone } => {
                turn.emit(cites::ZONE_ADJACENT, Event::ChangesZone { tribe: *tribe, zone: *zone });
            }
            Action::Enter { tribe, at } => {
                let at = self.entry_costs(turn.state(), at);
                self.step(turn, cites::ZONE_ENTER, Event::Enters { tribe: *tribe, at });
            }
            Action::Allot => self.next_phase(turn),
            Action::EndPhase => {
                while turn.state().phase.moves()
                    && let Some((piece, to)) = self.put_back(turn.state())
                {
                    if self.step(turn, cites::STACK_BACK, Event::PutBack { piece, to }) {
                        return Ok(());
                    }
                }
                self.next_phase(turn);
            }
        }
        Ok(())
    }

    fn begin_move(&self, turn: &mut Turn<'_, Self>, pieces: &[PieceId]) {
        let going = |row: &Row| row.going == Going::Moving;
        let rows = &turn.state().rows;
        let same = rows.iter().filter(|row| going(row)).count() == pieces.len()
            && pieces.iter().all(|piece| going(&rows[piece.index()]));
        if !same {
            turn.emit(cites::MOVE_ONCE, Event::Begins(pieces.to_vec()));
        }
    }

    /// Leads counters along a legal path, as far as the game goes on.
    fn lead(&self, turn: &mut Turn<'_, Self>, pieces: &[PieceId], path: &[Hex]) {
        // A sudden end can come of a single step, but only where the camp is entered or left [LBH-5.9]; or it was
        // there before, in a position that no game comes to.
        let begun = turn.state().rows[pieces[0].index()].hex();
        let matters = begun.iter().chain(path).any(|&hex| self.board.is_camp(hex))
            || self.sudden(turn.state(), false).is_some();
        let mut steps = path.len() * pieces.len();
        if matters {
            let mut state = turn.state().clone();
            let each = path.iter().flat_map(|&hex| pieces.iter().map(move |&piece| (piece, hex)));
            let ends = each.into_iter().position(|(piece, hex)| {
                state.rows[piece.index()].at = At::On(hex);
                self.sudden(&state, false).is_some()
            });
            steps = ends.map_or(steps, |last| last + 1);
        }
        for (i, &piece) in pieces.iter().enumerate() {
            // Those who move together step one after another, hex by hex.
            let taken = (steps + pieces.len() - 1 - i) / pieces.len();
            let path = &path[..taken.min(path.len())];
            let Some(&last) = path.last() else { continue };
            let cost = self.path_cost(turn.state(), piece, path);
            let controlled =
                self.controlled(turn.state(), super::control::enemy(self.info(piece).side), last);
            let rule = if controlled { cites::ZOC_STOP } else { cites::MOVE_COST };
            turn.emit(rule, Event::Moves { piece, path: path.to_vec(), cost });
        }
        self.end_if_sudden(turn, false);
    }

    /// What a legal path costs.
    pub(super) fn path_cost(&self, state: &State, piece: PieceId, path: &[Hex]) -> u8 {
        let mover = self.mover(state, piece);
        let mut at = mover.at;
        path.iter().fold(0, |sum: u8, &to| {
            let index = self.board.index(to);
            let cost = match at {
                None => index.and_then(|index| self.board.entry[index][mover.class]),
                Some(from) => (self.board.hex(from).direction_to(to))
                    .and_then(|direction| self.board.crossed(from, direction).cost[mover.class]),
            };
            at = index;
            sum.saturating_add(cost.unwrap_or_default())
        })
    }

    /// Makes an event true and looks whether the game is over by it [LBH-5.9]. Says whether it is.
    fn step(&self, turn: &mut Turn<'_, Self>, rule: Cite, event: Event) -> bool {
        turn.emit(rule, event);
        self.end_if_sudden(turn, false)
    }

    fn end_if_sudden(&self, turn: &mut Turn<'_, Self>, phase_ends: bool) -> bool {
        let Some((side, degree)) = self.sudden(turn.state(), phase_ends) else { return false };
        turn.emit(degree.rule(), Event::Wins { side, degree });
        true
    }

    /// Closes the phase: looks for a sudden end, then for the end of the game, then opens the next phase.
    fn next_phase(&self, turn: &mut Turn<'_, Self>) {
        if self.end_if_sudden(turn, true) {
            return;
        }
        let state = turn.state();
        let (number, phase) = (state.turn, state.phase);
        let next = match phase {
            Phase::SetUp | Phase::UsFire => Phase::UsMovement,
            Phase::UsMovement => Phase::UsMelee,
            Phase::UsMelee => Phase::Mobilization,
            Phase::Mobilization => Phase::IndianFire,
            Phase::IndianFire if state.tribes.iter().any(|tribe| tribe.off) => Phase::IndianOffmap,
            Phase::IndianFire | Phase::IndianOffmap => Phase::IndianMovement,
            Phase::IndianMovement => Phase::IndianMelee,
            Phase::IndianMelee => {
                if number >= self.turns {
                    let (side, degree) = self.by_count(state);
                    turn.emit(degree.rule(), Event::Wins { side, degree });
                    return;
                }
                turn.emit(cites::TURN_PHASE, Event::Phase { turn: number + 1, phase: Phase::UsFire });
                return;
            }
        };
        turn.emit(cites::TURN_PHASE, Event::Phase { turn: number, phase: next });
    }

    /// Makes one event true.
    pub(super) fn take_effect(&self, state: &mut State, event: &Event) {
        match event {
            Event::SetUp { camp, zones } => {
                for &(piece, hex) in camp {
                    state.rows[piece.index()].at = At::On(hex);
                }
                for &(tribe, zone) in zones {
                    state.tribes[tribe.index()] =
                        super::state::TribeRow { off: true, zone, ..Default::default() };
                }
            }
            Event::Begins(pieces) => self.begins(state, pieces),
            Event::Moves { piece, path, cost } => {
                let row = &mut state.rows[piece.index()];
                for &hex in path {
                    state.trail.push(Trail { piece: *piece, from: row.hex() });
                    row.entered |= row.hex().is_none();
                    row.at = At::On(hex);
                    row.stepped = true;
                }
                row.spent = row.spent.saturating_add(*cost);
            }
            Event::Mounts(piece) | Event::Dismounts(piece) => {
                let row = &mut state.rows[piece.index()];
                row.spent = row.spent.saturating_add(self.data.mount_cost);
                row.dismounted = matches!(event, Event::Dismounts(_));
                row.dismounts |= row.dismounted;
            }
            Event::PutBack { piece, to } => {
                let row = &mut state.rows[piece.index()];
                row.at = to.map_or(At::Off, At::On);
                row.going = Going::Done;
                state.trail.retain(|step| step.piece != *piece);
            }
            Event::Bars { due, .. } => state.bars = Some(*due),
            Event::Barred(tribes) => {
                for tribe in tribes {
                    state.tribes[tribe.index()].barred = true;
                }
            }
            Event::ChangesZone { tribe, zone } => {
                let row = &mut state.tribes[tribe.index()];
                (row.zone, row.acted) = (*zone, true);
            }
            Event::Enters { tribe, at } => {
                let barred = state.tribes[tribe.index()].barred;
                state.tribes[tribe.index()] =
                    super::state::TribeRow { acted: true, barred, ..Default::default() };
                for &(piece, hex, cost) in at {
                    state.trail.push(Trail { piece, from: None });
                    let row = &mut state.rows[piece.index()];
                    row.at = At::On(hex);
                    (row.spent, row.stepped, row.entered) = (cost, true, true);
                }
            }
            Event::Phase { turn, phase } => self.opens(state, *turn, *phase),
            Event::Wins { side, degree } => state.ended = Some((*side, *degree)),
        }
    }

    /// The moves of all others are over; the paths of those that stand alone are forgotten.
    fn begins(&self, state: &mut State, pieces: &[PieceId]) {
        for piece in self.ids() {
            if state.rows[piece.index()].going != Going::Moving || pieces.contains(&piece) {
                continue;
            }
            state.rows[piece.index()].going = Going::Done;
            let info = self.info(piece);
            let alone = info.leader
                || state.rows[piece.index()]
                    .hex()
                    .is_none_or(|hex| self.units_in(state, info.side, hex).all(|other| other == piece));
            if alone {
                state.trail.retain(|step| step.piece != piece);
            }
        }
        for &piece in pieces {
            let row = &mut state.rows[piece.index()];
            if row.going == Going::Fresh && !row.entered {
                let index = row.hex().and_then(|hex| self.board.index(hex));
                row.bank = index.is_some_and(|index| self.board.bank[index]);
                row.camp = index.is_some_and(|index| self.board.camp[index]);
            }
            row.going = Going::Moving;
        }
    }

    fn opens(&self, state: &mut State, turn: u16, phase: Phase) {
        // The off-map step is part of Indian movement: who came on in it keeps what it paid.
        let keeps = state.phase == Phase::IndianOffmap && phase == Phase::IndianMovement;
        if !keeps {
            state.rows.iter_mut().for_each(Row::rested);
            state.trail.clear();
        }
        for tribe in &mut state.tribes {
            tribe.acted = false;
        }
        if turn != state.turn {
            state.rows.iter_mut().for_each(|row| row.stopped = false);
            state.tribes.iter_mut().for_each(|tribe| tribe.barred = false);
        }
        state.bars = None;
        (state.turn, state.phase) = (turn, phase);
    }
}

/// The pieces that an action names.
fn pieces_of(action: &Action) -> Vec<PieceId> {
    match action {
        Action::SetUp { camp, .. } => camp.iter().map(|&(piece, _)| piece).collect(),
        Action::Move { piece, .. } | Action::Mount(piece) | Action::Dismount(piece) => vec![*piece],
        Action::MoveTogether { pieces, .. } => pieces.clone(),
        Action::Enter { at, .. } => at.iter().map(|&(piece, _)| piece).collect(),
        Action::Roll | Action::Bar(_) | Action::OffMap { .. } | Action::Allot | Action::EndPhase => {
            Vec::new()
        }
    }
}

/// The moment of a state, for the keys of dice.
pub(super) fn moment(state: &State) -> u64 {
    u64::from(state.turn) * 16 + state.phase as u64
}

/// What the rules wait for, as `Rules::awaits` says it.
pub(super) fn awaited(state: &State) -> engine::rules::Awaits {
    match state.ended {
        Some((side, degree)) => engine::rules::Awaits::Ended(degree.outcome(side)),
        None => engine::rules::Awaits::Seats(vec![Seat::of(state.phase.side())]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::holds;

    /// LBH-6.1 LBH-6.2 LBH-6.3 LBH-6.4: a whole game turn, and nothing out of its phase.
    #[test]
    fn a_turn_has_its_phases_in_order() {
        holds(
            r#"turn: 1, phase: "us_movement",
            place: [(id: "K", piece: "7th-cavalry", at: "(0,0)"), (id: "W", piece: "oglala-warrior", at: "(9,0)")],
            given: (offmap: {"brule": 5}),
            steps: [
                (by: "indian", try: Move("W", ["(9,1)"]), then: Refused("turn.seat")),
                (by: "us", try: Move("W", ["(9,1)"]), then: Refused("turn.seat")),
                (by: "us", try: Roll, then: Refused("turn.phase")),
                (by: "us", try: EndPhase, then: [Phase("us_melee")]),
                (by: "us", try: Move("K", ["(0,1)"]), then: Refused("turn.phase")),
                (by: "us", try: Fire(["K"], "W"), then: Refused("turn.phase")),
                (by: "indian", try: Fire(["W"], "K"), then: Refused("turn.seat")),
                (by: "us", try: Charge("K", "W", ["(0,1)"]), then: Refused("turn.phase")),
                (by: "us", try: EndPhase, then: Refused("turn.phase")),
                (by: "us", try: Allot([]), then: [Phase("mobilization")]),
                (by: "indian", try: EndPhase, then: Refused("turn.phase")),
                (by: "indian", try: Roll, roll: [6], then: [Bars(0), Phase("indian_fire")]),
                (by: "indian", try: EndPhase, then: [Phase("indian_offmap")]),
                (by: "indian", try: Move("W", ["(9,1)"]), then: Refused("turn.phase")),
                (by: "indian", try: EndPhase, then: [Phase("indian_movement")]),
                (by: "indian", try: OffMap("brule", 4), then: Refused("turn.phase")),
                (by: "indian", try: EndPhase, then: [Phase("indian_melee")]),
                (by: "indian", try: Allot([]), then: [Phase("us_fire")]),
                (by: "us", try: EndPhase, then: [Phase("us_movement")]),
            ]"#,
        );
    }

    /// LBH-6.5 LBH-6.6 LBH-6.7 LBH-D5 LBH-D20: the roll, the number and the names.
    #[test]
    fn as_many_tribes_are_barred_as_the_die_says() {
        for (face, number) in [(1, 4), (2, 3), (3, 2), (4, 2), (5, 1)] {
            holds(&format!(
                r#"turn: 2, phase: "mobilization", place: [], steps: [
                    (by: "indian", try: Bar(["oglala"]), then: Refused("turn.phase")),
                    (by: "indian", try: Roll, roll: [{face}], then: [Bars({number}), Asks("indian")]),
                    (by: "indian", try: Roll, then: Refused("turn.phase")),
                    (by: "indian", try: Bar([]), then: Refused("bar.number")),
                ]"#
            ));
        }
        holds(
            r#"turn: 2, phase: "mobilization", tweaks: {"mobilization[\"1\"]": "1"},
            place: [(id: "O", piece: "oglala-warrior", at: "(0,0)")],
            steps: [
                (
                    by: "indian", try: Roll, roll: [1], answers: [Bar(["oglala"])],
                    then: [Bars(1), Barred(["oglala"]), Phase("indian_fire")],
                ),
                (by: "indian", try: EndPhase, then: [Phase("indian_movement")]),
                (by: "indian", try: Move("O", ["(0,1)"]), then: Legal(cost: 1)),
            ]"#,
        );
    }
}
