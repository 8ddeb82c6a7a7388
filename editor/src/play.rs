//! A game in the window: the session, who plays which side, what is picked.
//!
//! It knows places, pieces, proposals and log lines, and no game.

use engine::ask::{Ask, Control, Gesture, Judged, Reach, RefusalWords};
use engine::hex::Hex;
use engine::plane::Place;
use engine::rules::{PieceId, Seat, Side};
use engine::session::{Eye, LogLine, Scene, Session};

use crate::command::{Overlay, Player};

/// A game that is going on.
pub struct Play {
    session: Box<dyn Session>,
    /// Who decides for each side.
    pub players: Vec<Player>,
    /// The piece that is picked.
    pub picked: Option<PieceId>,
    reach: Option<Reach>,
    judged: Option<(PieceId, Place, Judged)>,
    /// What was refused last, and where.
    pub refused: Option<(Option<Hex>, RefusalWords)>,
    /// The phase that the computer plays to its end, if it was asked to: turn and phase.
    auto: Option<(u16, usize)>,
    /// Whose screen it is; differs from the seat that is awaited while the cover stands.
    viewer: Option<Side>,
    /// What was seen last, and for whom.
    scene: Scene,
    log: Vec<LogLine>,
    /// The hexes that each side controls, in the game's order; empty in a game without control.
    control: Vec<Vec<Hex>>,
    /// Branches that were left: what each begins with, and how many actions it has.
    branches: Vec<(String, usize)>,
    typed: bool,
    ask: Option<Ask>,
    /// Changes with every action, step and change of eyes.
    pub revision: u64,
    /// Ticks of a *some of* control, by control.
    pub ticks: Vec<(usize, Vec<usize>)>,
}

impl Play {
    /// A game that was just begun.
    pub fn new(session: Box<dyn Session>, sides: usize) -> Self {
        // The person has the first side and the computer the others, until someone says otherwise.
        let mut players = vec![Player::Random; sides.max(1)];
        players[0] = Player::Person;
        let mut play = Self {
            session,
            players,
            picked: None,
            reach: None,
            judged: None,
            refused: None,
            auto: None,
            viewer: None,
            scene: Scene::default(),
            log: Vec::new(),
            control: Vec::new(),
            branches: Vec::new(),
            typed: false,
            ask: None,
            revision: 0,
            ticks: Vec::new(),
        };
        play.viewer = play.eye();
        play.look();
        play
    }

    /// The seat that is awaited first.
    pub fn seat(&self) -> Option<Seat> {
        self.session.awaits().first().copied()
    }

    fn is_person(&self, side: Side) -> bool {
        self.players.get(usize::from(side.0)).copied().unwrap_or_default() == Player::Person
    }

    /// Whose eyes the board should be seen with: the person who is awaited, else the only person, else everyone's.
    fn eye(&self) -> Eye {
        let people: Vec<Side> =
            (0..self.players.len() as u8).map(Side).filter(|side| self.is_person(*side)).collect();
        match people.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => self.seat().and_then(Seat::side).or(self.viewer).or(people.first().copied()),
        }
    }

    /// Looks at everything again after something changed.
    fn look(&mut self) {
        self.revision += 1;
        self.scene = self.session.scene(self.viewer);
        self.log = self.session.log(self.viewer);
        let sides = (0..self.players.len() as u8).map(Side);
        self.control = sides.filter_map(|side| self.session.control(self.viewer, side)).collect();
        self.branches = self.session.branches();
        // A die is rolled on the table before everyone: whoever is at the screen types it in.
        self.ask = self
            .seat()
            .and_then(|seat| Some((seat, self.session.ask(seat)?)))
            .filter(|(seat, ask)| self.may_decide(*seat) || is_of_die(ask))
            .map(|(_, ask)| ask);
        self.ticks.clear();
        let seat = self.seat();
        let can_act = self.picked.is_some_and(|piece| self.pieces_to_act().contains(&piece));
        if !can_act {
            self.picked = None;
        }
        self.reach = match (seat, self.picked) {
            (Some(seat), Some(piece)) => self.session.reach(seat, piece),
            _ => None,
        };
        self.judged = None;
    }

    /// Is it a person, whose screen this is, who decides for this seat?
    fn may_decide(&self, seat: Seat) -> bool {
        match seat.side() {
            Some(side) => self.is_person(side) && self.viewer.is_none_or(|viewer| viewer == side),
            None => true,
        }
    }

    /// Does a cover page have to stand between two people at one screen? Only where their views differ.
    pub fn cover(&self) -> Option<Side> {
        let awaited = self.seat().and_then(Seat::side)?;
        let viewer = self.viewer?;
        let both = self.is_person(awaited) && self.is_person(viewer) && awaited != viewer;
        both.then_some(awaited)
    }

    /// The next person has taken the screen.
    pub fn uncover(&mut self) {
        self.viewer = self.eye();
        self.look();
    }

    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The hexes that each side controls, as far as whoever looks knows; empty in a game without control.
    pub fn control(&self) -> &[Vec<Hex>] {
        &self.control
    }

    /// The branches that were left, oldest first: what each begins with, and how many actions it has.
    pub fn branches(&self) -> &[(String, usize)] {
        &self.branches
    }

    /// Returns to a branch; the line that is left becomes one.
    pub fn switch(&mut self, branch: usize) {
        self.session.switch(branch);
        self.refused = None;
        self.auto = None;
        self.settle();
    }

    /// Do people type in what they rolled?
    pub fn types_dice(&self) -> bool {
        self.typed
    }

    pub fn type_dice(&mut self, typed: bool) {
        self.typed = typed;
        self.session.type_dice(typed);
        self.look();
    }

    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// What is asked of the person at the screen.
    pub fn ask(&self) -> Option<&Ask> {
        self.ask.as_ref()
    }

    pub fn reach(&self) -> Option<&Reach> {
        self.reach.as_ref()
    }

    /// The pieces that may be picked now.
    pub fn pieces_to_act(&self) -> Vec<PieceId> {
        let controls = self.ask.iter().flat_map(|ask| &ask.controls);
        let mut pieces = Vec::new();
        for control in controls {
            if let Control::Path { pieces: some, .. } | Control::Place { pieces: some, .. } = control {
                pieces.extend(some.iter().copied());
            }
        }
        pieces
    }

    /// The places on which the picked piece may be put, where the question lists them.
    pub fn places_for(&self, piece: PieceId) -> Vec<Place> {
        let controls = self.ask.iter().flat_map(|ask| &ask.controls);
        let mut all = Vec::new();
        for control in controls {
            if let Control::Place { pieces, places, .. } = control
                && pieces.contains(&piece)
            {
                all.extend(places.iter().cloned());
            }
        }
        all
    }

    /// Every place where the picked piece may go.
    pub fn legal_places(&self) -> Option<Vec<Place>> {
        let piece = self.picked?;
        let mut places = self.places_for(piece);
        if let Some(reach) = &self.reach {
            places.extend(reach.places.iter().map(|step| step.at.clone()));
        }
        Some(places)
    }

    /// Picks a piece, or none.
    pub fn pick(&mut self, piece: Option<PieceId>) {
        self.refused = None;
        self.judged = None;
        self.picked = piece.filter(|piece| self.pieces_to_act().contains(piece));
        self.reach = match (self.seat(), self.picked) {
            (Some(seat), Some(piece)) => self.session.reach(seat, piece),
            _ => None,
        };
    }

    /// What the rules say of dropping the picked piece on a place; kept until either changes.
    pub fn judge(&mut self, to: &Place) -> Option<&Judged> {
        let piece = self.picked?;
        let known = self.judged.as_ref().is_some_and(|(of, at, _)| *of == piece && at == to);
        if !known {
            let seat = self.seat()?;
            let gesture = Gesture::Drop { pieces: vec![piece], to: to.clone() };
            let judged = self.session.judge(seat, &gesture);
            self.judged = Some((piece, to.clone(), judged));
        }
        self.judged.as_ref().map(|(_, _, judged)| judged)
    }

    /// What was judged last, for the panel.
    pub fn judged(&self) -> Option<&Judged> {
        self.judged.as_ref().map(|(_, _, judged)| judged)
    }

    /// Carries a gesture out; what is refused is kept to be shown.
    pub fn perform(&mut self, seat: Seat, gesture: &Gesture) {
        let at = match gesture {
            Gesture::Drop { to, .. } => to.hex(),
            Gesture::Drag { path, .. } => path.last().and_then(Place::hex),
            _ => None,
        };
        match self.session.perform(seat, gesture) {
            Ok(()) => self.refused = None,
            Err(words) => {
                let place = at.or_else(|| words.places.iter().find_map(Place::hex));
                self.refused = Some((place, words));
            }
        }
        self.settle();
    }

    /// The gesture that a refusal proposes instead.
    pub fn nearest(&self) -> Option<Gesture> {
        self.refused.as_ref()?.1.nearest.as_ref().map(|(_, gesture)| gesture.clone())
    }

    fn settle(&mut self) {
        if self.cover().is_none() {
            self.viewer = self.eye();
        }
        self.look();
    }

    /// Whose turn to decide is it, if the computer's?
    pub fn computer(&self) -> Option<Seat> {
        let here = (self.scene.turn, self.scene.phase);
        // In the past it plays only where it was asked to: that begins a branch.
        let past = self.moment() != self.moments() && self.auto != Some(here);
        if past || self.ask.as_ref().is_some_and(is_of_die) {
            return None;
        }
        let seat = self.seat()?;
        let by_computer = seat.side().is_some_and(|side| !self.is_person(side));
        (by_computer || self.auto == Some(here) || seat.side().is_none()).then_some(seat)
    }

    /// Lets the computer decide once; false if there was nothing to decide.
    pub fn compute(&mut self) -> bool {
        let Some(seat) = self.computer() else { return false };
        let here = (self.scene.turn, self.scene.phase);
        let played = self.session.play(seat, "random").unwrap_or(false);
        self.settle();
        if (self.scene.turn, self.scene.phase) != here || !played {
            self.auto = None;
        }
        played
    }

    /// Asks the computer to play this phase to its end.
    pub fn play_phase(&mut self) {
        self.pick(None);
        self.auto = Some((self.scene.turn, self.scene.phase));
    }

    /// Says who decides for a side from now on.
    pub fn set_player(&mut self, side: u8, player: Player) {
        if let Some(known) = self.players.get_mut(usize::from(side)) {
            *known = player;
        }
        self.viewer = self.eye();
        self.look();
    }

    /// The control that ends the phase: its label and whether it can be pressed.
    pub fn done(&self) -> Option<(String, bool)> {
        self.ask.iter().flat_map(|ask| &ask.controls).find_map(|control| match control {
            Control::Done { label, enabled } => Some((label.clone(), *enabled)),
            _ => None,
        })
    }

    /// Is there nothing to do but what ends the phase? Then that is the answer to the question.
    pub fn only_done(&self) -> bool {
        self.ask.as_ref().is_some_and(|ask| {
            ask.controls.iter().all(|control| match control {
                Control::Path { pieces, .. } | Control::Place { pieces, .. } => pieces.is_empty(),
                Control::Done { .. } => true,
                _ => false,
            })
        })
    }

    pub fn moment(&self) -> usize {
        self.session.moment()
    }

    pub fn moments(&self) -> usize {
        self.session.moments()
    }

    /// Looks at another moment.
    pub fn go_to(&mut self, moment: usize) {
        self.session.go_to(moment.min(self.session.moments()));
        self.refused = None;
        self.auto = None;
        // A step into the other person's phase must not show what he alone knows: the cover comes first.
        self.settle();
    }

    /// Takes back the last thing that a person did.
    pub fn take_back(&mut self) -> bool {
        let taken = self.session.take_back();
        self.refused = None;
        self.auto = None;
        self.settle();
        taken
    }

    /// The complete replay file.
    pub fn replay(&mut self) -> String {
        let names = self
            .players
            .iter()
            .enumerate()
            .map(|(side, player)| {
                let name = if *player == Player::Random { "random" } else { "person" };
                (Seat::of(Side(side as u8)), name.to_owned())
            })
            .collect();
        self.session.seat_names(names);
        self.session.replay()
    }
}

/// What lies over the board of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlays {
    pub control: bool,
    pub reach: bool,
    pub sight: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { control: false, reach: true, sight: false }
    }
}

impl Overlays {
    pub fn has(self, overlay: Overlay) -> bool {
        match overlay {
            Overlay::Control => self.control,
            Overlay::Reach => self.reach,
            Overlay::Sight => self.sight,
        }
    }

    pub fn toggle(&mut self, overlay: Overlay) {
        let shown = match overlay {
            Overlay::Control => &mut self.control,
            Overlay::Reach => &mut self.reach,
            Overlay::Sight => &mut self.sight,
        };
        *shown = !*shown;
    }
}

/// Does it ask for the face of a die?
fn is_of_die(ask: &Ask) -> bool {
    ask.controls.iter().any(|control| matches!(control, Control::Die { .. }))
}
