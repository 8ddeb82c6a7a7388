//! Plays a replay file again: rolls what was seeded, hands in what was typed, and stops where things part.
//!
//! What decides comes first: actions, dice, events and states. Where they agree, what the file tells to those
//! who watch it without the rules is written again and compared: turn and phase, the board, the sentences. The
//! first line that differs is a problem, and one in sentences alone a warning, since a later version may say the
//! same in better words; [`reopen`] goes on over both and writes these lines anew. Who sat where, the marks
//! of what was taken back and the names of branches are not played again; the seal alone keeps them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dice::{Dice, Die, Roll, RollKey, Seeded, Source};
use crate::digest::{self, Digest};
use crate::playtest::{Branch, Mark, Playtest, Step, Who, carry_out};
use crate::problem::{Checked, Problem, Severity};
use crate::rules::{Awaits, Outcome, Rules, Seat};
use crate::scenario::ron::{Node, write_line};
use crate::scenario::{self, Memory, Scenario};
use crate::session::PlaySession;

use super::read::{self, Head};
use super::write::telling;
use super::{Board, Entry, Shown, shown};

/// What agreed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub actions: usize,
    pub branches: usize,
    pub rolls: usize,
    pub events: usize,
    /// `None` if the game was still going on.
    pub outcome: Option<Outcome>,
}

impl std::fmt::Display for Verified {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { actions, branches, rolls, events, outcome } = self;
        write!(f, "agrees: {actions} actions, {rolls} rolls, {events} events")?;
        match branches {
            0 => {}
            1 => f.write_str(", 1 branch")?,
            _ => write!(f, ", {branches} branches")?,
        }
        match outcome {
            Some(Outcome { degree, rule, .. }) => write!(f, "; ended with {degree} [{rule}]"),
            None => f.write_str("; not ended"),
        }
    }
}

/// Plays a replay file again and compares every roll, event and digest: the whole of `Game::verify`.
///
/// # Errors
/// As [`verify_with`].
pub fn verify<R: Rules>(text: &str) -> Result<String, Vec<Problem>> {
    verify_with::<R>(text, &load).map(|verified| verified.to_string())
}

/// Verifies a replay file and goes on with its game, at its end.
///
/// # Errors
/// As [`verify_with`].
pub fn reopen<R: Rules>(text: &str) -> Result<PlaySession<R>, Vec<Problem>> {
    use crate::session::Session as _;
    let Again { playtest, head, .. } = play_again::<R>(text, &load)?;
    let mut session = PlaySession::new(playtest, head.record);
    session.seat_names(head.played);
    Ok(session)
}

/// Reads a scenario from its files (name and text), the first of which is its own.
pub type Load<'a> = &'a dyn Fn(&[(String, String)]) -> Checked<Scenario>;

fn load(files: &[(String, String)]) -> Checked<Scenario> {
    let Some((entry, _)) = files.first() else {
        return Checked::failed(Problem::error("found no file, expected those of a scenario"));
    };
    scenario::load(
        &files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Memory>(),
        entry,
    )
}

/// Plays a replay file again, with a scenario that is read in this way, and says what agreed.
///
/// # Errors
/// What is wrong with the file, or the first line at which the game now goes another way, with the rule.
pub fn verify_with<R: Rules>(text: &str, load: Load<'_>) -> Result<Verified, Vec<Problem>> {
    let Again { playtest, told, .. } = play_again::<R>(text, load)?;
    if let Some(problem) = told {
        return Err(vec![problem]);
    }
    let all = || playtest.line().iter().chain(playtest.branches().iter().flat_map(|branch| &branch.line));
    // A branch shares its beginning with the line; what is shared was played once.
    let mut steps: Vec<&Arc<Step<R>>> = all().collect();
    steps.sort_by_key(|step| Arc::as_ptr(step));
    steps.dedup_by_key(|step| Arc::as_ptr(step));
    Ok(Verified {
        actions: playtest.line().len(),
        branches: playtest.branches().len(),
        rolls: steps.iter().map(|step| step.rolls.len()).sum(),
        events: steps.iter().map(|step| step.events.len()).sum(),
        outcome: match playtest.awaits() {
            Awaits::Ended(outcome) => Some(outcome),
            Awaits::Seats(_) => None,
        },
    })
}

/// A recorded game that agrees in all that decides.
struct Again<R: Rules> {
    playtest: Playtest<R>,
    head: Head,
    /// The first line that tells it otherwise than it would be told now.
    told: Option<Problem>,
}

fn play_again<R: Rules>(text: &str, load: Load<'_>) -> Result<Again<R>, Vec<Problem>> {
    let tree = read::open(text)?;
    let head = read::head(&tree)?;
    let root = tree.root();
    if head.record.digest() != head.scenario {
        return Err(vec![read::at(root, "scenario", "this is not the digest of the files below")]);
    }
    let inside = |problem: Problem| {
        let message = format!("the scenario inside: {problem}");
        read::at(root, "files", message)
    };
    let inside = |problems: Vec<Problem>| -> Vec<Problem> { problems.into_iter().map(inside).collect() };
    let scenario = load(&head.record.files).into_result().map_err(inside)?;
    if scenario.game != head.record.game {
        let message =
            format!("found the game {:?}, and the scenario is of {:?}", head.record.game, scenario.game);
        return Err(vec![read::at(root, "game", message)]);
    }
    if scenario.title != head.record.title {
        let message =
            format!("found the title {:?}, and the scenario's is {:?}", head.record.title, scenario.title);
        return Err(vec![read::at(root, "title", message)]);
    }
    if scenario.tweaks != head.record.tweaks {
        return Err(vec![read::at(root, "tweaks", "these are not the tweaks of the scenario inside")]);
    }
    let rules = R::open(&scenario).into_result().map_err(inside)?;
    let mut problems = Vec::new();
    if rules.data_digest() != head.data {
        problems.push(read::at(
            root,
            "data",
            "the numbers of the rules are others than those it was played with",
        ));
    }
    let rules = Arc::new(rules);
    match lines(&rules, &head, root, read::actions(&tree)?) {
        Ok(Lines { line, branches, told }) if problems.is_empty() => {
            let playtest = Playtest::restore(rules, head.seed, line, branches);
            Ok(Again { playtest, head, told })
        }
        Ok(_) => Err(problems),
        Err(problem) => {
            problems.push(problem);
            Err(problems)
        }
    }
}

/// The actions of a file with its branches are at most as many as those of so many games.
const MOST_GAMES: usize = 16;

struct Lines<R: Rules> {
    line: Vec<Arc<Step<R>>>,
    branches: Vec<Branch<R>>,
    told: Option<Problem>,
}

/// Plays the main line and then each branch.
fn lines<R: Rules>(
    rules: &Arc<R>,
    head: &Head,
    root: Node<'_>,
    actions: Vec<Node<'_>>,
) -> Result<Lines<R>, Problem> {
    let begin = rules.begin();
    let left = rules.bound().saturating_mul(MOST_GAMES);
    let actions_left = actions.iter().copied().peekable();
    let mut again = Replaying { rules: &**rules, seed: head.seed, left, actions: actions_left, told: None };
    if digest::of(&begin) != head.begin {
        let message = "the game begins otherwise than when it was recorded".to_owned();
        return Err(actions.first().map_or_else(
            || Problem::error(&message),
            |first| first.tree().root().field("begin").unwrap_or(*first).problem(&message),
        ));
    }
    let board: Vec<Shown> = rules.scene(&begin).pieces.iter().map(Shown::of).collect();
    if board != head.pieces {
        let same = board.iter().zip(&head.pieces).take_while(|(now, told)| now == told).count();
        let list = root.field("pieces").unwrap_or(root);
        let line = list.items().nth(same).unwrap_or(list);
        again.told = Some(line.problem(differs("the board at the beginning", board.get(same))));
    }
    let main = again.line(&begin)?;
    let mut branches = Vec::new();
    while let Some(node) = again.actions.next() {
        let Entry::Branch { name, from } = entry::<R>(node)? else {
            return Err(node.problem("found this, expected an action or a branch"));
        };
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let Some(shared) = main.get(..from) else {
            let message = format!("a branch after action {from}, and the main line has {}", main.len());
            return Err(node.problem(message));
        };
        let before = shared.last().map_or(&begin, |step| &step.after);
        let mut line = shared.to_vec();
        line.extend(again.line(before)?);
        branches.push(Branch { name, line });
    }
    Ok(Lines { line: main, branches, told: again.told })
}

/// What is told otherwise, and how it would be told now.
fn differs(what: &str, now: Option<&impl serde::Serialize>) -> String {
    match now {
        Some(now) => format!("{what} is told otherwise now: {}", write_line(now)),
        None => format!("{what} has nothing of this now"),
    }
}

/// A game that is played again, record by record.
struct Replaying<'a, 't, R, I: Iterator<Item = Node<'t>>> {
    rules: &'a R,
    seed: u64,
    /// Actions that may still be read: each keeps a state, and a small file must not fill the memory.
    left: usize,
    actions: std::iter::Peekable<I>,
    /// The first line that tells something otherwise.
    told: Option<Problem>,
}

impl<'t, R: Rules, I: Iterator<Item = Node<'t>>> Replaying<'_, 't, R, I> {
    /// Plays on from a state up to the next branch or the end.
    fn line(&mut self, before: &R::State) -> Result<Vec<Arc<Step<R>>>, Problem> {
        let mut line: Vec<Arc<Step<R>>> = Vec::new();
        let mut keys: BTreeMap<RollKey, u32> = BTreeMap::new();
        let mut board = shown(&self.rules.scene(before));
        while self.actions.peek().is_some_and(|node| node.name() == Some("Act")) {
            let act = self.actions.next().expect("it was just looked at");
            let Entry::Act { turn, phase, by, who, mark } = entry::<R>(act)? else {
                return Err(act.problem("found this, expected an action"));
            };
            if line.len() >= self.rules.bound() {
                return Err(act.problem(format!(
                    "action {} is more than the {} that the game can have",
                    line.len() + 1,
                    self.rules.bound()
                )));
            }
            let Some(left) = self.left.checked_sub(1) else {
                let message = format!("the branches are longer than {MOST_GAMES} whole games together");
                return Err(act.problem(message));
            };
            self.left = left;
            let before = line.last().map_or(before, |step: &Arc<Step<R>>| &step.after);
            let recorded = self.recorded(act)?;
            let step = self.step(before, act, (by, who, mark), &recorded)?;
            let when = self.rules.when(before);
            if self.told.is_none() && (turn, &phase) != (when.0, &when.1) {
                let (turn_now, phase_now) = when;
                let message = format!(
                    "found turn {turn}, {phase:?}, and this action is of turn {turn_now}, {phase_now:?}"
                );
                self.told = Some(act.problem(message));
            }
            self.compare_told(before, &step, &recorded, &mut board);
            for (node, roll) in &recorded.rolls {
                let earlier =
                    (roll.source == Source::Seeded).then(|| keys.insert(roll.key.clone(), node.position().0));
                if let Some(Some(line)) = earlier {
                    return Err(
                        node.problem(format!("the same die was rolled in line {line} [{}]", roll.key.rule))
                    );
                }
            }
            line.push(Arc::new(step));
        }
        Ok(line)
    }

    /// Writes the sentences and the board of a step again, and notes the first line that differs.
    fn compare_told(
        &mut self,
        before: &R::State,
        step: &Step<R>,
        recorded: &Recorded<'t, R>,
        board: &mut Board,
    ) {
        let now = telling::<R, R::Action, R::Event>(self.rules, before, step, board);
        let same = now.iter().zip(&recorded.told).take_while(|(now, (_, told))| *now == told).count();
        let (now, told) = (now.get(same), recorded.told.get(same));
        if self.told.is_some() || (now.is_none() && told.is_none()) {
            return;
        }
        let node = told.map_or(recorded.state.0, |(node, _)| *node);
        let says =
            |entry: Option<&Entry<_, _>>| entry.is_none_or(|entry| matches!(entry, Entry::Says { .. }));
        self.told = Some(if says(now) && says(told.map(|(_, entry)| entry)) {
            let wording = "the wording differs, and the game is the same: this";
            let mut problem = node.problem(differs(wording, now));
            problem.severity = Severity::Warning;
            problem
        } else {
            node.problem(differs("the board after this action", now))
        });
    }

    /// Reads the records of one action, up to its state.
    fn recorded(&mut self, act: Node<'t>) -> Result<Recorded<'t, R>, Problem> {
        let mut action = None;
        let (mut rolls, mut events, mut told) = (Vec::new(), Vec::new(), Vec::new());
        for node in self.actions.by_ref() {
            match entry::<R>(node)? {
                Entry::Do(read) if action.is_none() => action = Some((node, read)),
                Entry::Roll { moment, rule, whom, nth, die, face, source } => {
                    let key = RollKey { moment, rule: rule.into(), whom, nth, die: Die(die) };
                    rolls.push((node, Roll { key, face, source }));
                }
                Entry::Event(rule, event) => events.push((node, rule, event)),
                entry @ (Entry::Says { .. } | Entry::Shows(_) | Entry::Gone(_)) => told.push((node, entry)),
                Entry::State(digest) => {
                    let action = action.ok_or_else(|| act.problem("found no Do line for this action"))?;
                    return Ok(Recorded { action, rolls, events, told, state: (node, digest) });
                }
                Entry::Act { .. } | Entry::Branch { .. } | Entry::Do(_) => {
                    return Err(node.problem("found this before the State line that ends an action"));
                }
            }
        }
        Err(act.problem("found no State line for this action: the file was cut off"))
    }

    /// Carries one action out and compares what comes of it.
    fn step(
        &self,
        before: &R::State,
        act: Node<'t>,
        (by, who, mark): (Seat, Who, Option<Mark>),
        recorded: &Recorded<'t, R>,
    ) -> Result<Step<R>, Problem> {
        let (node, action) = &recorded.action;
        if let Awaits::Ended(outcome) = self.rules.awaits(before) {
            return Err(act.problem(format!("the game has ended before this action [{}]", outcome.rule)));
        }
        self.rules.check(before, by, action, &mut ()).map_err(|refusal| {
            let why = self.rules.why(before, &refusal);
            node.problem(format!("this action is refused: {why} [{}]", refusal.rule))
        })?;
        let mut dice = Replayed { seeded: Seeded { seed: self.seed }, rolls: &recorded.rolls };
        let step = carry_out(self.rules, before, by, action.clone(), who, &mut dice)
            .map_err(|pause| node.problem(format!("a die is missing [{}]", pause.0.rule)))?;
        let (end, digest) = &recorded.state;

        for (index, rolled) in step.rolls.iter().enumerate() {
            match recorded.rolls.get(index) {
                Some((_, roll)) if roll == rolled => {}
                Some((node, roll)) if roll.key == rolled.key => {
                    let (found, expected) = (roll.face, rolled.face);
                    let message =
                        format!("found a {found}, and the die shows {expected} [{}]", roll.key.rule);
                    return Err(node.problem(message));
                }
                Some((node, _)) => {
                    let message =
                        format!("another die is rolled here: {:?} [{}]", rolled.key, rolled.key.rule);
                    return Err(node.problem(message));
                }
                None => return Err(node.problem(format!("one die more is rolled [{}]", rolled.key.rule))),
            }
        }
        if let Some((node, roll)) = recorded.rolls.get(step.rolls.len()) {
            return Err(node.problem(format!("this die is not rolled [{}]", roll.key.rule)));
        }
        for (index, (rule, event)) in step.events.iter().enumerate() {
            let now = || write_line(event);
            match recorded.events.get(index) {
                Some((_, told, same)) if told == rule.0 && same == event => {}
                Some((node, told, same)) if same == event => {
                    return Err(node.problem(format!("found the rule {told}, and now it is {rule}")));
                }
                Some((node, _, _)) => {
                    return Err(node.problem(format!("something else happens here: {} [{rule}]", now())));
                }
                None => return Err(end.problem(format!("one event more happens: {} [{rule}]", now()))),
            }
        }
        if let Some((node, rule, _)) = recorded.events.get(step.events.len()) {
            return Err(node.problem(format!("this does not happen [{rule}]")));
        }
        if digest::of(&step.after) != *digest {
            let rule = step.events.last().map_or(String::new(), |(rule, _)| format!(" [{rule}]"));
            return Err(end.problem(format!("the state after this action is another{rule}")));
        }
        Ok(Step { mark, ..step })
    }
}

fn entry<R: Rules>(node: Node<'_>) -> Result<Entry<R::Action, R::Event>, Problem> {
    node.read()
}

/// A sentence or a change of the board, with its line.
type Told<'t, R> = (Node<'t>, Entry<<R as Rules>::Action, <R as Rules>::Event>);

/// What the file says of one action, each with its line.
struct Recorded<'t, R: Rules> {
    action: (Node<'t>, R::Action),
    rolls: Vec<(Node<'t>, Roll)>,
    events: Vec<(Node<'t>, String, R::Event)>,
    /// The sentences and the board.
    told: Vec<Told<'t, R>>,
    state: (Node<'t>, Digest),
}

/// Typed and scripted faces as recorded; seeded ones are rolled again.
struct Replayed<'a, 't> {
    seeded: Seeded,
    rolls: &'a [(Node<'t>, Roll)],
}

impl Dice for Replayed<'_, '_> {
    fn face(&mut self, key: &RollKey) -> Option<(u8, Source)> {
        let recorded = self.rolls.iter().map(|(_, roll)| roll).find(|roll| roll.key == *key);
        match recorded {
            Some(roll) if roll.source != Source::Seeded => {
                // A face that the die does not have differs from any that is rolled.
                (1..=key.die.0).contains(&roll.face).then_some((roll.face, roll.source))
            }
            _ => self.seeded.face(key),
        }
    }
}
