//! What the rules ask of a person, and what a person's gestures mean.
//!
//! A set-up and the entry of a tribe are built from several gestures; the draft is the list of them, read here
//! into [`Draft`] and written back.

use engine::ask::{Ask, Choice, Control, Gesture, Judged, Line, Part, Reach, RefusalWords, Step};
use engine::hex::Hex;
use engine::plane::Place;
use engine::rules::{About, DraftStep, Note, PieceId, Refusal, Rules as _, Seat};
use engine::search::Flood;

use super::LittleBigHorn;
use super::cites;
use super::control::{Field, enemy};
use super::data::{Class, INDIAN, US};
use super::state::{Action, At, Going, Phase, State, Tribe, TribeRow};

/// A set-up or an entry in the making.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Draft {
    placed: Vec<(PieceId, Hex)>,
    zones: Vec<(Tribe, u8)>,
}

/// What an option of a control does.
enum Meaning {
    Act(Action),
    Zone(Tribe, u8),
    Proposal,
}

fn line(text: impl Into<String>, rule: &str) -> Line {
    Line { text: text.into(), rule: rule.to_owned() }
}

fn choice(label: impl Into<String>, rule: &str) -> Choice {
    Choice { label: label.into(), detail: String::new(), rule: rule.to_owned(), off: None, piece: None }
}

impl LittleBigHorn {
    fn draft_of(&self, state: &State, so_far: &[Gesture]) -> Draft {
        let mut draft = Draft::default();
        for gesture in so_far {
            match gesture {
                Gesture::Drop { pieces, to } => {
                    if let (Some(&piece), Some(hex)) = (pieces.first(), to.hex()) {
                        draft.placed.retain(|&(other, _)| other != piece);
                        draft.placed.push((piece, hex));
                    }
                }
                Gesture::Choose(control, option) => {
                    if let Some(Meaning::Zone(tribe, zone)) = self.option(state, *control, *option) {
                        draft.zones.retain(|&(other, _)| other != tribe);
                        draft.zones.push((tribe, zone));
                    }
                }
                _ => {}
            }
        }
        draft.placed.sort_unstable();
        draft.zones.sort_unstable();
        draft
    }

    fn gestures(&self, state: &State, draft: &Draft) -> Vec<Gesture> {
        let placed = draft
            .placed
            .iter()
            .map(|&(piece, hex)| Gesture::Drop { pieces: vec![piece], to: Place::Hex(hex) });
        let tribes: Vec<Tribe> = self.to_split(state).collect();
        let start: Vec<u8> = self.zones.iter().filter(|zone| zone.start).map(|zone| zone.number).collect();
        let zones = draft.zones.iter().filter_map(|(tribe, zone)| {
            let control = 1 + tribes.iter().position(|other| other == tribe)?;
            Some(Gesture::Choose(control, start.iter().position(|other| other == zone)?))
        });
        placed.chain(zones).collect()
    }

    /// The counters that a person places in the camp, in order.
    fn camp_pieces(&self, state: &State) -> Vec<PieceId> {
        self.waiting(state)
            .filter(|&piece| {
                let kind = self.info(piece).kind;
                let of_kind = self.waiting(state).filter(|&other| self.info(other).kind == kind);
                of_kind.take(self.camp_share(state, kind)).any(|other| other == piece)
            })
            .collect()
    }

    /// The state with what the draft has put down, to be looked at.
    pub(super) fn with_draft(&self, state: &State, _by: Seat, so_far: &[Gesture]) -> State {
        let draft = self.draft_of(state, so_far);
        let mut shown = state.clone();
        for (piece, hex) in draft.placed {
            shown.rows[piece.index()].at = At::On(hex);
        }
        for (tribe, zone) in draft.zones {
            shown.tribes[tribe.index()] = TribeRow { off: true, zone, ..TribeRow::default() };
        }
        shown
    }

    /// What an option of a control means, both by index into what [`LittleBigHorn::asked`] lists.
    fn option(&self, state: &State, control: usize, option: usize) -> Option<Meaning> {
        match state.phase {
            Phase::SetUp => {
                let tribes: Vec<Tribe> = self.to_split(state).collect();
                if control == tribes.len() + 1 {
                    return (option == 0).then_some(Meaning::Proposal);
                }
                let tribe = *tribes.get(control.checked_sub(1)?)?;
                let zone = self.zones.iter().filter(|zone| zone.start).nth(option)?;
                Some(Meaning::Zone(tribe, zone.number))
            }
            Phase::Mobilization if state.bars.is_none() => Some(Meaning::Act(Action::Roll)),
            Phase::IndianOffmap => {
                let tribe = self.open_tribes(state).into_iter().nth(control.checked_sub(1)?)?;
                let zones = self.next_zones(state, tribe);
                match zones.get(option) {
                    Some(&zone) => Some(Meaning::Act(Action::OffMap { tribe, zone })),
                    None => Some(Meaning::Act(Action::Enter { tribe, at: self.middle_entry(state, tribe)? })),
                }
            }
            Phase::UsMovement | Phase::IndianMovement if control == 1 => {
                self.postures(state).into_iter().nth(option).map(|(_, action)| Meaning::Act(action))
            }
            _ => None,
        }
    }

    /// Tribes that may still act in the off-map step.
    fn open_tribes(&self, state: &State) -> Vec<Tribe> {
        self.tribes_outside(state).filter(|tribe| !state.tribes[tribe.index()].acted).collect()
    }

    fn next_zones(&self, state: &State, tribe: Tribe) -> Vec<u8> {
        self.zone(state.tribes[tribe.index()].zone).map(|zone| zone.next.clone()).unwrap_or_default()
    }

    /// An entry around the middle of the zone's edge.
    fn middle_entry(&self, state: &State, tribe: Tribe) -> Option<Vec<(PieceId, Hex)>> {
        let edge = self.zone(state.tribes[tribe.index()].zone)?.edge?;
        let middle = self.board.edges[edge].hexes.len() / 2;
        let half = self.outside(state, tribe).len() / 2;
        self.entry(state, tribe, middle.saturating_sub(half))
    }

    /// Who can mount or dismount now.
    fn postures(&self, state: &State) -> Vec<(PieceId, Action)> {
        self.ids()
            .filter(|&piece| {
                self.info(piece).side == state.phase.side() && self.info(piece).class == Class::Cavalry
            })
            .filter_map(|piece| {
                let dismount = !state.rows[piece.index()].dismounted;
                let action = if dismount { Action::Dismount(piece) } else { Action::Mount(piece) };
                self.check_mount(state, piece, dismount).is_ok().then_some((piece, action))
            })
            .collect()
    }

    /// What is asked of a seat.
    pub(super) fn asked(&self, state: &State, by: Seat, so_far: &[Gesture]) -> Option<Ask> {
        if state.ended.is_some() || by != Seat::of(state.phase.side()) {
            return None;
        }
        let (sentence, rule, controls, open) = match state.phase {
            Phase::SetUp => self.ask_set_up(state, so_far),
            Phase::UsFire | Phase::IndianFire => {
                let who = if by == Seat::of(US) { "US" } else { "Indian" };
                let done = Control::Done { label: "End fire".to_owned(), enabled: true };
                (
                    format!("{who}: fire is not in this version; go on"),
                    cites::TURN_PHASE,
                    vec![done],
                    Vec::new(),
                )
            }
            Phase::UsMelee | Phase::IndianMelee => {
                let who = if by == Seat::of(US) { "US" } else { "Indian" };
                let done = Control::Done { label: "No melee".to_owned(), enabled: true };
                (
                    format!("{who}: melee is not in this version; go on"),
                    cites::TURN_PHASE,
                    vec![done],
                    Vec::new(),
                )
            }
            Phase::Mobilization => self.ask_mobilization(state),
            Phase::IndianOffmap => self.ask_off_map(state, so_far),
            Phase::UsMovement | Phase::IndianMovement => self.ask_moves(state),
        };
        Some(Ask { seat: by, sentence, rule: rule.0.to_owned(), controls, open })
    }

    fn ask_set_up(
        &self,
        state: &State,
        so_far: &[Gesture],
    ) -> (String, engine::rules::Cite, Vec<Control>, Vec<Line>) {
        let draft = self.draft_of(state, so_far);
        let places = self.board.camp_hexes.iter().map(|&hex| Place::Hex(hex)).collect();
        let mut controls = vec![Control::Place {
            label: "Put each counter on a camp hex of its own".to_owned(),
            pieces: self.camp_pieces(state),
            places,
        }];
        for tribe in self.to_split(state) {
            let chosen = draft.zones.iter().find(|&&(other, _)| other == tribe).map(|&(_, zone)| zone);
            let options = self
                .zones
                .iter()
                .filter(|zone| zone.start)
                .map(|zone| Choice {
                    detail: if chosen == Some(zone.number) { "chosen".to_owned() } else { String::new() },
                    ..choice(zone.name.clone(), cites::SETUP_ZONES.0)
                })
                .collect();
            controls.push(Control::OneOf { label: self.tribe_name(tribe).to_owned(), options });
        }
        if self.proposal.is_some() {
            let options = vec![choice("Take the proposed start", cites::SETUP_CAMP.0)];
            controls.push(Control::OneOf { label: "Proposal".to_owned(), options });
        }
        let refusal = self.check_set_up(state, &draft.placed, &draft.zones).err();
        let open: Vec<Line> =
            refusal.iter().map(|refusal| line(self.sentence(state, refusal), refusal.rule.0)).collect();
        controls.push(Control::Done { label: "Begin the game".to_owned(), enabled: open.is_empty() });
        ("Indian: set up the camp and split the tribes".to_owned(), cites::SETUP_CAMP, controls, open)
    }

    fn ask_mobilization(&self, state: &State) -> (String, engine::rules::Cite, Vec<Control>, Vec<Line>) {
        let Some(due) = state.bars else {
            let done = Control::Done { label: "Roll the die".to_owned(), enabled: true };
            return ("Indian: roll for mobilization".to_owned(), cites::BAR_ROLL, vec![done], Vec::new());
        };
        let options = self
            .tribes()
            .map(|tribe| {
                let off = (!self.may_be_barred(state, tribe)).then(|| {
                    let refusal = Refusal::new(cites::BAR_TRIBE).about(self.about(tribe));
                    self.sentence(state, &refusal)
                });
                Choice { off, ..choice(self.tribe_name(tribe), cites::BAR_TRIBE.0) }
            })
            .collect();
        let due = usize::from(due);
        let label = "Barred tribes neither fire nor attack in this turn".to_owned();
        let controls = vec![Control::SomeOf { label, options, at_least: due, at_most: due }];
        let tribes = if due == 1 { "tribe is".to_owned() } else { format!("{due} tribes are") };
        (format!("Indian: which {tribes} barred?"), cites::BAR_NUMBER, controls, Vec::new())
    }

    fn ask_off_map(
        &self,
        state: &State,
        so_far: &[Gesture],
    ) -> (String, engine::rules::Cite, Vec<Control>, Vec<Line>) {
        let tribes = self.open_tribes(state);
        let mut places: Vec<Place> = self
            .zones
            .iter()
            .filter(|zone| tribes.iter().any(|tribe| state.tribes[tribe.index()].zone == zone.number))
            .filter_map(|zone| zone.edge)
            .flat_map(|edge| self.board.edges[edge].hexes.iter().map(|&hex| Place::Hex(hex)))
            .collect();
        places.extend(self.zones.iter().map(|zone| Place::Box(zone.box_id.clone())));
        let pieces = tribes.iter().flat_map(|&tribe| self.outside(state, tribe)).collect();
        let mut controls = vec![Control::Place {
            label: "Put a whole tribe on the edge of its zone, or in a zone next to it".to_owned(),
            pieces,
            places,
        }];
        for &tribe in &tribes {
            let here = state.tribes[tribe.index()].zone;
            let mut options: Vec<Choice> = self
                .next_zones(state, tribe)
                .into_iter()
                .map(|zone| {
                    let off = self
                        .check_off_map(state, tribe, zone)
                        .err()
                        .map(|refusal| self.sentence(state, &refusal));
                    Choice { off, ..choice(format!("To zone {zone}"), cites::ZONE_ADJACENT.0) }
                })
                .collect();
            let off = match self.middle_entry(state, tribe) {
                Some(_) => None,
                None => Some("No hex of its edge is open".to_owned()),
            };
            options.push(Choice {
                detail: "in the middle of the edge".to_owned(),
                off,
                ..choice("Enter", cites::ZONE_ENTER.0)
            });
            controls
                .push(Control::OneOf { label: format!("{}, zone {here}", self.tribe_name(tribe)), options });
        }
        let mut open: Vec<Line> = self
            .keeps_open(state)
            .iter()
            .map(|refusal| line(self.sentence(state, refusal), refusal.rule.0))
            .collect();
        let draft = self.draft_of(state, so_far);
        if let Some(&(piece, _)) = draft.placed.first() {
            let tribe = self.info(piece).formation;
            let left = self.outside(state, tribe).len() - draft.placed.len();
            let text = format!("{} is entering: {left} more to place", self.tribe_name(tribe));
            open.push(line(text, cites::ZONE_ENTER.0));
        }
        controls.push(Control::Done { label: "End the off-map step".to_owned(), enabled: open.is_empty() });
        (
            "Indian: which tribes ride on off the map, which enter?".to_owned(),
            cites::ZONE_ONCE,
            controls,
            open,
        )
    }

    fn ask_moves(&self, state: &State) -> (String, engine::rules::Cite, Vec<Control>, Vec<Line>) {
        let side = state.phase.side();
        let field = Field::new(self, state);
        let mut flood = Flood::new();
        let pieces: Vec<PieceId> = self
            .ids()
            .filter(|&piece| self.info(piece).side == side && state.rows[piece.index()].going != Going::Done)
            .filter(|&piece| {
                self.flood(state, &field, piece, &mut flood) && flood.ends().any(|(_, cost)| cost > 0)
            })
            .collect();
        let who = if side == US { "US" } else { "Indian" };
        let mut controls = vec![Control::Path { label: "Still to move".to_owned(), pieces }];
        let postures = self.postures(state);
        if !postures.is_empty() {
            let options = postures
                .iter()
                .map(|(piece, action)| Choice {
                    piece: Some(*piece),
                    ..choice(self.named(state, action), cites::MOUNT_COST.0)
                })
                .collect();
            controls.push(Control::OneOf { label: "Mount or dismount".to_owned(), options });
        }
        let open: Vec<Line> = self
            .keeps_open(state)
            .iter()
            .map(|refusal| line(self.sentence(state, refusal), refusal.rule.0))
            .collect();
        controls.push(Control::Done { label: "End movement".to_owned(), enabled: open.is_empty() });
        (format!("{who}: move your counters"), cites::MOVE_ONCE, controls, open)
    }

    /// What a gesture comes to after those of the draft.
    pub(super) fn drafted(
        &self,
        state: &State,
        by: Seat,
        so_far: &[Gesture],
        next: &Gesture,
    ) -> Result<DraftStep<Action>, Refusal> {
        if state.ended.is_some() || by != Seat::of(state.phase.side()) {
            return Err(Refusal::new(cites::TURN_SEAT));
        }
        let none = Refusal::new(cites::TURN_PHASE);
        let mut draft = self.draft_of(state, so_far);
        let dropped = match next {
            Gesture::Drop { pieces, to } => pieces.first().map(|&piece| (piece, to)),
            Gesture::Drag { pieces, path } => pieces.first().copied().zip(path.last()),
            _ => None,
        };
        if dropped.is_some_and(|(piece, _)| piece.index() >= self.pieces.len()) {
            return Err(none);
        }
        match (state.phase, next) {
            (Phase::SetUp, Gesture::Done) => {
                Ok(DraftStep::Act(Action::SetUp { camp: draft.placed, zones: draft.zones }))
            }
            (Phase::SetUp, Gesture::Choose(control, option)) => {
                match self.option(state, *control, *option).ok_or(none)? {
                    Meaning::Proposal => {
                        let (camp, zones) = self.proposal.clone().ok_or(none)?;
                        draft = Draft { placed: camp, zones };
                    }
                    Meaning::Zone(tribe, zone) => {
                        draft.zones.retain(|&(other, _)| other != tribe);
                        draft.zones.push((tribe, zone));
                    }
                    Meaning::Act(action) => return Ok(DraftStep::Act(action)),
                }
                Ok(DraftStep::Keep(self.gestures(state, &draft)))
            }
            (Phase::SetUp, Gesture::Drop { .. } | Gesture::Drag { .. }) => {
                let (piece, to) = dropped.ok_or(none)?;
                let no = Refusal::new(cites::SETUP_CAMP).piece(piece);
                if let Some(zone) = self.zones.iter().find(|zone| to.box_id() == Some(&zone.box_id)) {
                    let tribe = self.info(piece).formation;
                    if !zone.start {
                        let no = Refusal::new(cites::SETUP_ZONES).about(self.about(tribe));
                        return Err(no.found(i32::from(zone.number), 0));
                    }
                    draft.zones.retain(|&(other, _)| other != tribe);
                    draft.zones.push((tribe, zone.number));
                    draft.zones.sort_unstable();
                    return Ok(DraftStep::Keep(self.gestures(state, &draft)));
                }
                if to.box_id() == Some(super::SET_UP_BOX) {
                    draft.placed.retain(|&(other, _)| other != piece);
                    return Ok(DraftStep::Keep(self.gestures(state, &draft)));
                }
                let hex = to.hex().ok_or(no)?;
                draft.placed.retain(|&(other, _)| other != piece);
                if !self.waiting(state).any(|other| other == piece) {
                    return Err(no);
                }
                if !self.board.is_camp(hex) {
                    return Err(no.at(hex));
                }
                if let Some(&(other, _)) = draft.placed.iter().find(|&&(_, other)| other == hex) {
                    return Err(no.at(hex).piece(other));
                }
                let kind = self.info(piece).kind;
                let so_far =
                    draft.placed.iter().filter(|&&(other, _)| self.info(other).kind == kind).count() + 1;
                let share = self.camp_share(state, kind);
                if so_far > share {
                    return Err(no.found(so_far as i32, share as i32));
                }
                draft.placed.push((piece, hex));
                Ok(DraftStep::Keep(self.gestures(state, &draft)))
            }
            (Phase::IndianOffmap, Gesture::Drop { .. } | Gesture::Drag { .. }) => {
                let (piece, to) = dropped.ok_or(none)?;
                let tribe = self.pieces.get(piece.index()).map(|info| info.formation).ok_or(none)?;
                if let Some(zone) = self.zones.iter().find(|zone| to.box_id() == Some(&zone.box_id)) {
                    return Ok(DraftStep::Act(Action::OffMap { tribe, zone: zone.number }));
                }
                let no = Refusal::new(cites::ZONE_ENTER).about(self.about(tribe)).piece(piece);
                let hex = to.hex().ok_or(no)?;
                let due = self.outside(state, tribe);
                if !due.contains(&piece) {
                    return Err(no);
                }
                if draft.placed.iter().any(|(other, _)| self.info(*other).formation != tribe) {
                    draft.placed.clear();
                }
                draft.placed.retain(|&(other, _)| other != piece);
                draft.placed.push((piece, hex));
                draft.placed.sort_unstable();
                if !self.entry_hexes(state, piece).iter().any(|step| step.at == Place::Hex(hex)) {
                    let zone = state.tribes[tribe.index()].zone;
                    return Err(no.at(hex).found(i32::from(zone), 0));
                }
                Ok(if draft.placed.len() == due.len() {
                    DraftStep::Act(Action::Enter { tribe, at: draft.placed })
                } else {
                    DraftStep::Keep(self.gestures(state, &draft))
                })
            }
            (_, Gesture::Choose(control, option)) => {
                match self.option(state, *control, *option).ok_or(none)? {
                    Meaning::Act(action) => Ok(DraftStep::Act(action)),
                    Meaning::Zone(..) | Meaning::Proposal => Err(none),
                }
            }
            (Phase::Mobilization, Gesture::ChooseSome(_, options)) => {
                let tribes: Vec<Tribe> = self.tribes().collect();
                let named = options.iter().filter_map(|&option| tribes.get(option).copied()).collect();
                Ok(DraftStep::Act(Action::Bar(named)))
            }
            (Phase::Mobilization, Gesture::Done) => Ok(DraftStep::Act(Action::Roll)),
            (Phase::UsMelee | Phase::IndianMelee, Gesture::Done) => Ok(DraftStep::Act(Action::Allot)),
            (_, Gesture::Done) => Ok(DraftStep::Act(Action::EndPhase)),
            (_, Gesture::Drag { pieces, path }) => {
                let path: Option<Vec<Hex>> = path.iter().map(Place::hex).collect();
                let path = path.ok_or(Refusal::new(cites::MOVE_LEAVE))?;
                Ok(DraftStep::Act(moved(pieces, path).ok_or(none)?))
            }
            (_, Gesture::Drop { pieces, to }) => {
                let &piece = pieces.first().ok_or(none)?;
                let no = Refusal::new(cites::MOVE_LEAVE).piece(piece);
                let hex = to.hex().ok_or(no)?;
                let path = self.way(state, piece, hex).ok_or(no.at(hex))?;
                Ok(DraftStep::Act(moved(pieces, path).ok_or(none)?))
            }
            (_, Gesture::ChooseSome(..) | Gesture::Face(_)) => Err(none),
        }
    }

    /// The way by which a counter would be led to a hex: the cheapest that is legal; where there is none, one
    /// that shows what forbids it.
    fn way(&self, state: &State, piece: PieceId, to: Hex) -> Option<Vec<Hex>> {
        let index = self.board.index(to)?;
        let info = self.pieces.get(piece.index())?;
        let field = Field::new(self, state);
        let mut flood = Flood::new();
        if self.flood(state, &field, piece, &mut flood)
            && let Some(path) = self.path(&flood, index)
            && !path.is_empty()
        {
            return Some(path);
        }
        // The cheapest way past all rules but terrain and enemies; then the straight line.
        let mover = self.mover(state, piece);
        let from = mover.at?;
        let way = engine::search::flood(self.board.grid.len(), from, 500, |from, ways| {
            for (direction, next) in self.board.links.around(from) {
                let enemies = field.holds(enemy(info.side), next) && next != index;
                if let (Some(cost), false) = (self.board.crossed(from, direction).cost[mover.class], enemies)
                {
                    ways.go(next, engine::search::Step::free(u32::from(cost)));
                }
            }
        });
        let path = way
            .path(index)
            .map(|cells| cells.into_iter().map(|cell| self.board.hex(cell)).collect::<Vec<_>>());
        match path {
            Some(path) if !path.is_empty() => Some(path),
            _ => {
                let start = self.board.hex(from);
                let line: Vec<Hex> = engine::hex::line(start, to).skip(1).collect();
                (!line.is_empty()).then_some(line)
            }
        }
    }

    /// Says in full what a gesture would cost and why.
    pub(super) fn judged(&self, state: &State, by: Seat, so_far: &[Gesture], gesture: &Gesture) -> Judged {
        let mut judged = Judged { steps: Vec::new(), sum: Vec::new(), cost: None, refused: None };
        let action = match self.drafted(state, by, so_far, gesture) {
            Ok(DraftStep::Act(action)) => action,
            Ok(DraftStep::Keep(_)) => return judged,
            Err(refusal) => {
                judged.refused = Some(self.refused(state, by, &refusal, gesture));
                return judged;
            }
        };
        let mut notes: Vec<Note> = Vec::new();
        let answer = self.check(state, by, &action, &mut notes);
        if let Some((pieces, path)) = Self::movers(&action)
            && let Some(&piece) = pieces.first()
            && piece.index() < self.pieces.len()
        {
            let field = Field::new(self, state);
            let mover = self.mover(state, piece);
            for i in 0..path.len() {
                let Some(index) = self.board.index(path[i]) else { break };
                let cost = u16::from(mover.spent) + u16::from(self.path_cost(state, piece, &path[..=i]));
                let stops = field.controls(enemy(mover.side), index);
                judged.steps.push(Step { at: Place::Hex(path[i]), cost, stops });
            }
            if mover.spent > 0 {
                judged.sum.push(Part {
                    text: "spent before".to_owned(),
                    amount: i32::from(mover.spent),
                    rule: cites::MOVE_ONCE.0.to_owned(),
                });
            }
            let total = judged.steps.last().map_or(u16::from(mover.spent), |step| step.cost);
            judged.cost = Some((total, u16::from(mover.allowance)));
        }
        judged.sum.extend(parts(&notes));
        judged.refused = answer.err().map(|refusal| self.refused(state, by, &refusal, gesture));
        judged
    }

    /// A refusal in words, with the nearest legal thing.
    fn refused(&self, state: &State, by: Seat, refusal: &Refusal, gesture: &Gesture) -> RefusalWords {
        let about = refusal.about.iter().flatten();
        RefusalWords {
            sentence: self.sentence(state, refusal),
            rule: refusal.rule.0.to_owned(),
            places: about
                .clone()
                .filter_map(|about| match about {
                    About::Hex(hex) => Some(Place::Hex(*hex)),
                    _ => None,
                })
                .collect(),
            pieces: about
                .filter_map(|about| match about {
                    About::Piece(piece) => Some(*piece),
                    _ => None,
                })
                .collect(),
            nearest: self.nearest(state, by, gesture),
        }
    }

    /// The nearest hex to which the led counters may go, in words, and the gesture that leads them there.
    fn nearest(&self, state: &State, by: Seat, gesture: &Gesture) -> Option<(String, Gesture)> {
        let (pieces, target) = match gesture {
            Gesture::Drag { pieces, path } => (pieces, path.last()?.hex()?),
            Gesture::Drop { pieces, to } => (pieces, to.hex()?),
            _ => return None,
        };
        let reach = self.reached(state, by, &[], *pieces.first()?)?;
        let mut places: Vec<(u32, u16, Hex)> = reach
            .places
            .iter()
            .filter_map(|step| step.at.hex().map(|hex| (hex.distance(target), step.cost, hex)))
            .collect();
        places.sort_unstable();
        let legal = |hex: Hex| {
            let drop = Gesture::Drop { pieces: pieces.clone(), to: Place::Hex(hex) };
            match self.drafted(state, by, &[], &drop) {
                Ok(DraftStep::Act(action)) => self.check(state, by, &action, &mut ()).is_ok().then_some(drop),
                Ok(DraftStep::Keep(_)) => Some(drop),
                Err(_) => None,
            }
        };
        places.into_iter().take(12).find_map(|(_, cost, hex)| {
            let drop = legal(hex)?;
            let points = if cost == 1 { "1 point".to_owned() } else { format!("{cost} points") };
            let text =
                if state.phase.moves() { format!("{}, {points}", self.label(hex)) } else { self.label(hex) };
            Some((text, drop))
        })
    }

    /// The hexes in which a counter of a tribe may come on, with their costs.
    fn entry_hexes(&self, state: &State, piece: PieceId) -> Vec<Step> {
        let tribe = self.info(piece).formation;
        let edge = self.zone(state.tribes[tribe.index()].zone).and_then(|zone| zone.edge);
        let field = Field::new(self, state);
        let class = self.mover(state, piece).class;
        let hexes = edge.map_or(&[][..], |edge| &self.board.edges[edge].hexes);
        hexes
            .iter()
            .filter_map(|&hex| {
                let index = self.board.index(hex)?;
                let cost = self.board.entry[index][class]?;
                let stops = field.controls(enemy(INDIAN), index);
                (!field.holds(enemy(INDIAN), index)).then_some(Step {
                    at: Place::Hex(hex),
                    cost: u16::from(cost),
                    stops,
                })
            })
            .collect()
    }

    /// Where a counter can go now.
    pub(super) fn reached(
        &self,
        state: &State,
        by: Seat,
        so_far: &[Gesture],
        piece: PieceId,
    ) -> Option<Reach> {
        let info = self.pieces.get(piece.index())?;
        if state.ended.is_some() || by != Seat::of(state.phase.side()) || info.side != state.phase.side() {
            return None;
        }
        match state.phase {
            Phase::SetUp => {
                let draft = self.draft_of(state, so_far);
                if !self.waiting(state).any(|other| other == piece) {
                    return None;
                }
                let taken = |hex: Hex| draft.placed.iter().any(|&(other, at)| at == hex && other != piece);
                let places = self.board.camp_hexes.iter().filter(|&&hex| !taken(hex));
                let places = places.map(|&hex| Step { at: Place::Hex(hex), cost: 0, stops: false }).collect();
                Some(Reach { piece, allowance: 0, left: 0, places })
            }
            Phase::IndianOffmap => {
                let row = &state.tribes[info.formation.index()];
                if !row.off || row.acted || state.rows[piece.index()].at != At::Off {
                    return None;
                }
                let allowance = u16::from(self.mover(state, piece).allowance);
                Some(Reach { piece, allowance, left: allowance, places: self.entry_hexes(state, piece) })
            }
            Phase::UsMovement | Phase::IndianMovement => {
                let field = Field::new(self, state);
                let mut flood = Flood::new();
                if !self.flood(state, &field, piece, &mut flood) {
                    return None;
                }
                let mover = self.mover(state, piece);
                let mut ends: Vec<(usize, u32)> =
                    flood.ends().filter(|&(cell, cost)| cost > 0 && cell < self.board.grid.len()).collect();
                ends.sort_unstable();
                let places = ends
                    .into_iter()
                    .map(|(cell, cost)| Step {
                        at: Place::Hex(self.board.hex(cell)),
                        cost: u16::from(mover.spent) + u16::try_from(cost).unwrap_or(u16::MAX),
                        stops: field.controls(enemy(mover.side), cell),
                    })
                    .collect();
                let allowance = u16::from(mover.allowance);
                Some(Reach { piece, allowance, left: allowance - u16::from(mover.spent), places })
            }
            _ => None,
        }
    }
}

/// The parts of a sum, those of one word and rule together: *9 × plateau*.
fn parts(notes: &[Note]) -> Vec<Part> {
    let mut sums: Vec<(&Note, i32, i32)> = Vec::new();
    for note in notes {
        let same = |(other, ..): &&mut (&Note, i32, i32)| other.word == note.word && other.rule == note.rule;
        match sums.iter_mut().find(same) {
            Some((_, times, amount)) => {
                *times += 1;
                *amount += note.amount;
            }
            None => sums.push((note, 1, note.amount)),
        }
    }
    let text =
        |word: &str, times: i32| if times == 1 { word.to_owned() } else { format!("{times} × {word}") };
    sums.into_iter()
        .map(|(note, times, amount)| Part {
            text: text(note.word, times),
            amount,
            rule: note.rule.0.to_owned(),
        })
        .collect()
}

/// The action of leading pieces along a path.
fn moved(pieces: &[PieceId], path: Vec<Hex>) -> Option<Action> {
    match pieces {
        [] => None,
        [piece] => Some(Action::Move { piece: *piece, path }),
        _ => Some(Action::MoveTogether { pieces: pieces.to_vec(), path }),
    }
}
