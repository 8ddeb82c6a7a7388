//! One game in progress: play, take back, branch, look through one side's eyes.
//!
//! A playtest keeps every action with what it rolled and did and the state after it. Taking back cuts the
//! line; what was cut stays as a branch. It puts nothing in words: that is the session's and the journal's.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Roll, RollKey, Seeded, Source};
use crate::policy::{self, Policy};
use crate::rules::{Awaits, Cite, Events, Outcome, Pause, Refusal, Rules, Seat, Seen, Side, Turn};

/// Who made a decision.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Who {
    /// Somebody at the table; may be without a name.
    Person(String),
    /// A computer player, by its name.
    Computer(String),
    /// A standing answer, given for a person.
    Standing,
}

/// One action of a game with all that came of it.
pub struct Step<R: Rules> {
    pub by: Seat,
    pub who: Who,
    pub action: R::Action,
    pub rolls: Vec<Roll>,
    /// Each with the rule that it follows from.
    pub events: Events<R>,
    /// The state after it.
    pub after: R::State,
    /// It was decided after something that followed here had been seen and taken back.
    pub mark: Option<Mark>,
}

/// What somebody knew who took back and decided again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// How a die falls.
    AfterDie,
    /// What was hidden.
    AfterSecret,
}

/// A line of play that was left.
pub struct Branch<R: Rules> {
    /// *12: 7C A to 0412*: where it parts from the line that was gone on with, and how.
    pub name: String,
    /// All of its actions, from the beginning.
    pub line: Vec<Arc<Step<R>>>,
}

/// Why an action was not carried out; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The rules say no.
    Refused(Refusal),
    /// Somebody has to roll this die first.
    Die(RollKey),
}

/// Where dice come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rolled {
    /// Out of the seed.
    #[default]
    Seeded,
    /// By people, who type them in.
    Typed,
}

/// A game in progress.
pub struct Playtest<R: Rules> {
    rules: Arc<R>,
    seed: u64,
    rolled: Rolled,
    begin: R::State,
    line: Vec<Arc<Step<R>>>,
    branches: Vec<Branch<R>>,
    /// How many actions of the line have happened at the moment that is looked at.
    moment: usize,
}

impl<R: Rules> Playtest<R> {
    /// A game at its beginning.
    pub fn new(rules: Arc<R>, seed: u64) -> Self {
        let begin = rules.begin();
        Self { rules, seed, rolled: Rolled::Seeded, begin, line: Vec::new(), branches: Vec::new(), moment: 0 }
    }

    /// A game as it was recorded, at its end.
    pub(crate) fn restore(
        rules: Arc<R>,
        seed: u64,
        line: Vec<Arc<Step<R>>>,
        branches: Vec<Branch<R>>,
    ) -> Self {
        let moment = line.len();
        Self { line, branches, moment, ..Self::new(rules, seed) }
    }

    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn rolled(&self) -> Rolled {
        self.rolled
    }

    /// From now on dice come from there.
    pub fn roll(&mut self, rolled: Rolled) {
        self.rolled = rolled;
    }

    /// The actions of the line, past and ahead of the moment that is looked at.
    pub fn line(&self) -> &[Arc<Step<R>>] {
        &self.line
    }

    /// The lines that were left, oldest first.
    pub fn branches(&self) -> &[Branch<R>] {
        &self.branches
    }

    /// The moment that is looked at: how many actions have happened.
    pub fn moment(&self) -> usize {
        self.moment
    }

    /// Looks at another moment; one beyond the end is the end.
    pub fn go_to(&mut self, moment: usize) {
        self.moment = moment.min(self.line.len());
    }

    /// The state at the moment that is looked at.
    pub fn state(&self) -> &R::State {
        self.state_at(self.moment)
    }

    /// The state after so many actions of the line; beyond its end the last one.
    pub fn state_at(&self, moment: usize) -> &R::State {
        match moment.min(self.line.len()).checked_sub(1) {
            Some(last) => &self.line[last].after,
            None => &self.begin,
        }
    }

    /// What a side knows of it; the referee (`None`) knows all.
    pub fn seen(&self, eye: Option<Side>) -> Seen<R::State> {
        Seen::by(&*self.rules, self.state(), eye)
    }

    /// Who may decide now; or how the game ended.
    pub fn awaits(&self) -> Awaits {
        self.rules.awaits(self.state())
    }

    /// Carries out an action at the moment that is looked at. What lay ahead of it becomes a branch.
    ///
    /// `typed` are the faces that people have rolled for it so far.
    ///
    /// # Errors
    /// [`Stop`]: it is refused, or a die has to be rolled first. Nothing has changed then.
    pub fn play(
        &mut self,
        by: Seat,
        action: R::Action,
        who: Who,
        typed: &[(RollKey, u8)],
    ) -> Result<&Step<R>, Stop> {
        self.rules.check(self.state(), by, &action, &mut ()).map_err(Stop::Refused)?;
        let mut dice = TableDice {
            typed,
            seeded: (self.rolled == Rolled::Seeded).then_some(Seeded { seed: self.seed }),
        };
        let step = carry_out(&*self.rules, self.state(), by, action, who, &mut dice)
            .map_err(|Pause(key)| Stop::Die(key))?;
        let mark = self.mark();
        self.cut(self.moment);
        self.line.push(Arc::new(Step { mark, ..step }));
        self.moment = self.line.len();
        Ok(&self.line[self.moment - 1])
    }

    /// Takes back the last thing that a person did before the moment that is looked at, over all that was
    /// decided for or against them since; without a person, the last action. False at the beginning.
    pub fn take_back(&mut self) -> bool {
        if self.moment == 0 {
            return false;
        }
        let person = |step: &Arc<Step<R>>| matches!(step.who, Who::Person(_));
        let to = self.line[..self.moment].iter().rposition(person).unwrap_or(self.moment - 1);
        self.cut(to);
        self.moment = to;
        true
    }

    /// Returns to a branch, at its end; the line that was played stays in its place. False without such a branch.
    pub fn switch(&mut self, branch: usize) -> bool {
        if branch >= self.branches.len() {
            return false;
        }
        let Branch { line, .. } = self.branches.remove(branch);
        let left = std::mem::replace(&mut self.line, line);
        self.moment = self.line.len();
        self.keep(left, branch);
        true
    }

    /// A roll of the line whose key an earlier seeded roll had; the rules promise that there is none.
    pub fn repeated_roll(&self) -> Option<&RollKey> {
        let mut seen = std::collections::BTreeSet::new();
        let rolls = self.line.iter().flat_map(|step| &step.rolls);
        rolls
            .filter(|roll| roll.source == Source::Seeded)
            .map(|roll| &roll.key)
            .find(|key| !seen.insert(*key))
    }

    /// Ends the line after so many actions; what is cut off stays as a branch.
    fn cut(&mut self, to: usize) {
        if to >= self.line.len() {
            return;
        }
        let rest = self.line[..to].to_vec();
        let left = std::mem::replace(&mut self.line, rest);
        let at = self.branches.len();
        self.keep(left, at);
    }

    /// Keeps a line as a branch, unless it is the beginning of one that is kept or played.
    fn keep(&mut self, left: Vec<Arc<Step<R>>>, at: usize) {
        let begins = |line: &[Arc<Step<R>>]| shared(line, &left) == left.len();
        if begins(&self.line) || self.branches.iter().any(|branch| begins(&branch.line)) {
            return;
        }
        let from = shared(&self.line, &left);
        let before = match from.checked_sub(1) {
            Some(last) => &left[last].after,
            None => &self.begin,
        };
        let name = format!("{}: {}", from + 1, self.rules.name(before, &left[from].action));
        self.branches.insert(at.min(self.branches.len()), Branch { name, line: left });
    }

    /// What whoever decides now has already seen of what may follow.
    fn mark(&self) -> Option<Mark> {
        if self.moment == self.line.len() && self.branches.is_empty() {
            return None;
        }
        let past = &self.line[..self.moment];
        let known = std::iter::once(&self.line).chain(self.branches.iter().map(|branch| &branch.line));
        let mut mark = None;
        for line in known.filter(|line| shared(line, past) == past.len()) {
            let mut state = self.state().clone();
            for step in &line[past.len()..] {
                for (_, event) in &step.events {
                    if self.rules.reveals(&state, event) {
                        return Some(Mark::AfterSecret);
                    }
                    self.rules.apply(&mut state, event);
                }
                if !step.rolls.is_empty() {
                    mark = Some(Mark::AfterDie);
                }
            }
        }
        mark
    }
}

/// How many actions two lines have in common.
pub(crate) fn shared<R: Rules>(one: &[Arc<Step<R>>], other: &[Arc<Step<R>>]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| Arc::ptr_eq(a, b)).count()
}

/// Carries out a legal action from a state.
///
/// # Errors
/// [`Pause`] where the dice do not know a face.
pub fn carry_out<R: Rules>(
    rules: &R,
    before: &R::State,
    by: Seat,
    action: R::Action,
    who: Who,
    dice: &mut dyn Dice,
) -> Result<Step<R>, Pause> {
    let mut turn = Turn::new(rules, before.clone(), dice);
    rules.act(&mut turn, by, &action)?;
    let (after, events, rolls) = turn.finish();
    Ok(Step { by, who, action, rolls, events, after, mark: None })
}

/// What was typed comes first, then what the seed says, if it says anything.
struct TableDice<'a> {
    typed: &'a [(RollKey, u8)],
    seeded: Option<Seeded>,
}

impl Dice for TableDice<'_> {
    fn face(&mut self, key: &RollKey) -> Option<(u8, Source)> {
        if let Some((_, face)) = self.typed.iter().find(|(known, _)| known == key) {
            return Some((*face, Source::Typed));
        }
        self.seeded.as_mut()?.face(key)
    }
}

/// A game between computer players that came to no end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    #[error("the game goes on after {0} actions, the most that it says it can have")]
    TooLong(usize),
    #[error("nothing is on offer to {by:?}, who is awaited after {moment} actions")]
    NothingToDo { by: Seat, moment: usize },
    #[error("{player} chose what {rule} refuses, after {moment} actions: {action}")]
    Illegal { player: &'static str, rule: Cite, moment: usize, action: String },
    #[error("a die has to be rolled for {0}")]
    Die(String),
}

/// What a computer player decided.
pub enum Decision<A> {
    Act(A),
    /// The seat is not awaited, or the game is over.
    NotAwaited,
    /// It is awaited and nothing is on offer.
    Nothing,
}

/// Lets a computer player choose at the moment that is looked at, from what its seat sees.
pub fn decide<R: Rules>(playtest: &Playtest<R>, by: Seat, player: &dyn Policy<R>) -> Decision<R::Action> {
    match playtest.awaits() {
        Awaits::Seats(seats) if seats.contains(&by) => {}
        _ => return Decision::NotAwaited,
    }
    let rules = &**playtest.rules();
    let seen = playtest.seen(by.side());
    let mut offers = Vec::new();
    rules.offer(&seen, by, &mut offers);
    let mut stream = policy::stream(playtest.seed(), player.name(), by, playtest.moment());
    match player.choose(rules, &seen, by, &offers, &mut stream) {
        Some(action) => Decision::Act(action),
        None => Decision::Nothing,
    }
}

/// Plays a whole game between computer players, of which `player` names one for each seat.
///
/// # Errors
/// [`RunError`] where the rules or a player break their word.
pub fn run<'p, R: Rules>(
    rules: Arc<R>,
    seed: u64,
    player: impl Fn(Seat) -> &'p dyn Policy<R>,
) -> Result<(Playtest<R>, Outcome), RunError> {
    let bound = rules.bound();
    let mut playtest = Playtest::new(rules, seed);
    loop {
        let moment = playtest.moment();
        let by = match playtest.awaits() {
            Awaits::Ended(outcome) => return Ok((playtest, outcome)),
            Awaits::Seats(seats) => {
                *seats.first().ok_or(RunError::NothingToDo { by: Seat::Referee, moment })?
            }
        };
        if moment >= bound {
            return Err(RunError::TooLong(bound));
        }
        let player = player(by);
        let Decision::Act(action) = decide(&playtest, by, player) else {
            return Err(RunError::NothingToDo { by, moment });
        };
        let who = Who::Computer(player.name().to_owned());
        let name = playtest.rules.clone();
        let stop = match playtest.play(by, action.clone(), who, &[]) {
            Ok(_) => continue,
            Err(stop) => stop,
        };
        return Err(match stop {
            Stop::Refused(refusal) => RunError::Illegal {
                player: player.name(),
                rule: refusal.rule,
                moment,
                action: name.name(playtest.state(), &action),
            },
            Stop::Die(key) => RunError::Die(key.rule.into_owned()),
        });
    }
}
