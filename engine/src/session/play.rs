//! The session of any game: a playtest with drafts, dice that are asked for, and words.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ask::{Ask, Control, Gesture, Judged, Reach, RefusalWords};
use crate::dice::RollKey;
use crate::hex::Hex;
use crate::journal::{self, Record};
use crate::plane::Place;
use crate::playtest::{Decision, Playtest, Rolled, Stop, Who, decide};
use crate::policy::Policy;
use crate::problem::Checked;
use crate::rules::{About, Awaits, DraftStep, PieceId, Refusal, Rules, Seat, Side};
use crate::scenario::Scenario;

use super::log::Told;
use super::{Eye, LogLine, Scene, Session};

/// A game in progress, for whoever knows no game.
pub struct PlaySession<R: Rules> {
    playtest: Playtest<R>,
    record: Record,
    players: Vec<Box<dyn Policy<R>>>,
    names: Vec<(Seat, String)>,
    /// Actions in the making, none of them empty.
    drafts: BTreeMap<Seat, Vec<Gesture>>,
    /// Earlier drafts of the seats, the last one first to come back.
    earlier: Vec<(Seat, Vec<Gesture>)>,
    /// An action that waits for a die.
    waiting: Option<Waiting<R::Action>>,
    told: RefCell<Vec<Told<R>>>,
    revision: u64,
}

struct Waiting<A> {
    by: Seat,
    who: Who,
    action: A,
    /// The die that has to be rolled next.
    die: RollKey,
    /// What has been rolled for this action so far.
    typed: Vec<(RollKey, u8)>,
}

impl<R: Rules> PlaySession<R> {
    /// Begins a game of this scenario.
    pub fn open(scenario: &Scenario, seed: u64) -> Checked<Self> {
        let Checked { value, problems } = R::open(scenario);
        let value = value.map(|rules| Self::new(Playtest::new(Arc::new(rules), seed), Record::of(scenario)));
        Checked { value, problems }
    }

    /// Goes on with a playtest; `record` is the scenario that its replay files will hold.
    pub fn new(playtest: Playtest<R>, record: Record) -> Self {
        let players = playtest.rules().players();
        Self {
            playtest,
            record,
            players,
            names: Vec::new(),
            drafts: BTreeMap::new(),
            earlier: Vec::new(),
            waiting: None,
            told: RefCell::default(),
            revision: 0,
        }
    }

    /// The playtest with its typed states.
    pub fn playtest(&self) -> &Playtest<R> {
        &self.playtest
    }

    fn rules(&self) -> &R {
        self.playtest.rules()
    }

    fn draft(&self, seat: Seat) -> &[Gesture] {
        self.drafts.get(&seat).map_or(&[], Vec::as_slice)
    }

    fn set_draft(&mut self, seat: Seat, gestures: Vec<Gesture>) -> Vec<Gesture> {
        let before =
            if gestures.is_empty() { self.drafts.remove(&seat) } else { self.drafts.insert(seat, gestures) };
        before.unwrap_or_default()
    }

    /// Throws away what has not become an action.
    fn forget(&mut self) {
        self.drafts.clear();
        self.earlier.clear();
        self.waiting = None;
        self.revision += 1;
    }

    /// Who decides for a seat when a person does.
    fn person(&self, seat: Seat) -> Who {
        let name = self.names.iter().find(|(named, _)| *named == seat).map(|(_, name)| name.clone());
        Who::Person(name.unwrap_or_default())
    }

    /// Carries an action out, or waits for its next die.
    fn act(
        &mut self,
        by: Seat,
        action: R::Action,
        who: Who,
        typed: Vec<(RollKey, u8)>,
    ) -> Result<(), Refusal> {
        match self.playtest.play(by, action.clone(), who.clone(), &typed) {
            Ok(_) => {
                // What other seats have begun to put together stays.
                self.drafts.remove(&by);
                self.earlier.retain(|(seat, _)| *seat != by);
                self.waiting = None;
                self.revision += 1;
            }
            Err(Stop::Die(die)) => {
                self.waiting = Some(Waiting { by, who, action, die, typed });
                self.revision += 1;
            }
            Err(Stop::Refused(refusal)) => return Err(refusal),
        }
        Ok(())
    }

    /// Takes the face of the die that is waited for.
    #[expect(clippy::result_large_err, reason = "a person is refused now and then, never in a loop")]
    fn type_face(&mut self, seat: Seat, face: u8) -> Result<(), RefusalWords> {
        let Some(waiting) = self.waiting.take() else {
            return Err(words("No die is waited for", ""));
        };
        let faces = waiting.die.die.0;
        if waiting.by != seat || !(1..=faces).contains(&face) {
            let sentence = if waiting.by == seat {
                format!("The die has the faces 1 to {faces}, not {face}")
            } else {
                "The die is another's".to_owned()
            };
            let refused = words(sentence, &waiting.die.rule);
            self.waiting = Some(waiting);
            return Err(refused);
        }
        let Waiting { by, who, action, die, mut typed } = waiting;
        typed.push((die, face));
        self.act(by, action, who, typed).map_err(|refusal| self.put(seat, &refusal))
    }

    /// A refusal in words, as this seat may know it.
    fn put(&self, seat: Seat, refusal: &Refusal) -> RefusalWords {
        let sentence = self.rules().why(&self.playtest.seen(seat.side()), refusal);
        let mut put = words(sentence, refusal.rule.0);
        for about in refusal.about.iter().flatten() {
            match about {
                About::Piece(piece) => put.pieces.push(*piece),
                About::Hex(hex) => put.places.push(Place::Hex(*hex)),
                About::HexSide(_) | About::Box(_) | About::Side(_) => {}
            }
        }
        put
    }

    /// The question for a die that is waited for.
    fn ask_die(&self, waiting: &Waiting<R::Action>) -> Ask {
        let label = self.rules().name_die(&self.playtest.seen(waiting.by.side()), &waiting.die);
        Ask {
            seat: waiting.by,
            sentence: format!("Roll: {label}"),
            rule: waiting.die.rule.to_string(),
            controls: vec![Control::Die { label, faces: waiting.die.die.0 }],
            open: Vec::new(),
        }
    }
}

fn words(sentence: impl Into<String>, rule: &str) -> RefusalWords {
    RefusalWords {
        sentence: sentence.into(),
        rule: rule.to_owned(),
        places: Vec::new(),
        pieces: Vec::new(),
        nearest: None,
    }
}

impl<R: Rules> Session for PlaySession<R> {
    fn scene(&self, eye: Eye) -> Scene {
        let seen = self.playtest.seen(eye);
        // A draft is its own side's secret; the referee, who sees all, sees the first.
        match self.drafts.iter().find(|(seat, _)| eye.is_none() || seat.side() == eye) {
            Some((seat, draft)) => self.rules().scene_draft(&seen, *seat, draft),
            None => self.rules().scene(&seen),
        }
    }

    fn awaits(&self) -> Vec<Seat> {
        if let Some(waiting) = &self.waiting {
            return vec![waiting.by];
        }
        match self.playtest.awaits() {
            Awaits::Seats(seats) => seats,
            Awaits::Ended(_) => Vec::new(),
        }
    }

    fn ask(&self, seat: Seat) -> Option<Ask> {
        if let Some(waiting) = &self.waiting {
            return (waiting.by == seat).then(|| self.ask_die(waiting));
        }
        self.rules().ask_draft(&self.playtest.seen(seat.side()), seat, self.draft(seat))
    }

    fn reach(&self, seat: Seat, piece: PieceId) -> Option<Reach> {
        if self.waiting.is_some() {
            return None;
        }
        self.rules().reach_draft(&self.playtest.seen(seat.side()), seat, self.draft(seat), piece)
    }

    fn control(&self, eye: Eye, side: Side) -> Option<Vec<Hex>> {
        self.rules().control(&self.playtest.seen(eye), side)
    }

    fn judge(&self, seat: Seat, gesture: &Gesture) -> Judged {
        if let Some(waiting) = &self.waiting {
            let refused = Some(words("A die is waited for", &waiting.die.rule));
            return Judged { steps: Vec::new(), sum: Vec::new(), cost: None, refused };
        }
        self.rules().judge_draft(&self.playtest.seen(seat.side()), seat, self.draft(seat), gesture)
    }

    fn perform(&mut self, seat: Seat, gesture: &Gesture) -> Result<(), RefusalWords> {
        if let Gesture::Face(face) = gesture {
            return self.type_face(seat, *face);
        }
        if let Some(waiting) = &self.waiting {
            return Err(words("A die is waited for", &waiting.die.rule));
        }
        let seen = self.playtest.seen(seat.side());
        let meant = self.rules().draft(&seen, seat, self.draft(seat), gesture);
        let done = meant.and_then(|step| match step {
            DraftStep::Keep(gestures) => {
                let before = self.set_draft(seat, gestures);
                self.earlier.push((seat, before));
                self.revision += 1;
                Ok(())
            }
            DraftStep::Act(action) => self.act(seat, action, self.person(seat), Vec::new()),
        });
        // What judges the pointer also knows the nearest thing that would be legal.
        done.map_err(|refusal| self.judge(seat, gesture).refused.unwrap_or_else(|| self.put(seat, &refusal)))
    }

    fn play(&mut self, seat: Seat, player: &str) -> Result<bool, String> {
        let found = self.players.iter().find(|policy| policy.name() == player);
        let policy = found.ok_or_else(|| {
            let names = self.players().join(", ");
            format!("found the player {player:?}, expected one of {names}")
        })?;
        if self.waiting.is_some() {
            return Ok(false);
        }
        let action = match decide(&self.playtest, seat, &**policy) {
            Decision::Act(action) => action,
            Decision::NotAwaited | Decision::Nothing => return Ok(false),
        };
        let bound = self.bound();
        if self.moment() >= bound {
            return Err(format!("the game goes on after {bound} actions, the most that it says it can have"));
        }
        let who = Who::Computer(player.to_owned());
        self.act(seat, action.clone(), who, Vec::new()).map(|()| true).map_err(|refusal| {
            let put = self.put(seat, &refusal);
            let name = self.rules().name(self.playtest.state(), &action);
            format!("the player {player} chose \"{name}\", which is refused: {} [{}]", put.sentence, put.rule)
        })
    }

    fn players(&self) -> Vec<String> {
        self.players.iter().map(|policy| policy.name().to_owned()).collect()
    }

    fn log(&self, eye: Eye) -> Vec<LogLine> {
        let mut told = self.told.borrow_mut();
        let index = told.iter().position(|told| told.eye == eye).unwrap_or_else(|| {
            told.push(Told::new(eye));
            told.len() - 1
        });
        told[index].lines(&self.playtest).to_vec()
    }

    fn moments(&self) -> usize {
        self.playtest.line().len()
    }

    fn moment(&self) -> usize {
        self.playtest.moment()
    }

    fn go_to(&mut self, moment: usize) {
        self.playtest.go_to(moment);
        self.forget();
    }

    fn take_back(&mut self) -> bool {
        // A gesture of a draft, or an action that waits for its die, is the last thing that a person did.
        if self.waiting.take().is_some() {
            self.revision += 1;
            return true;
        }
        if let Some((seat, before)) = self.earlier.pop() {
            self.set_draft(seat, before);
            self.revision += 1;
            return true;
        }
        let taken = self.playtest.take_back();
        self.forget();
        taken
    }

    fn branches(&self) -> Vec<(String, usize)> {
        self.playtest.branches().iter().map(|branch| (branch.name.clone(), branch.line.len())).collect()
    }

    fn switch(&mut self, branch: usize) {
        self.playtest.switch(branch);
        self.forget();
    }

    fn replay(&self) -> String {
        journal::write(&self.record, &self.playtest, &self.names)
    }

    fn seat_names(&mut self, names: Vec<(Seat, String)>) {
        self.names = names;
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn bound(&self) -> usize {
        self.rules().bound()
    }

    fn type_dice(&mut self, typed: bool) {
        self.playtest.roll(if typed { Rolled::Typed } else { Rolled::Seeded });
        self.revision += 1;
    }
}
