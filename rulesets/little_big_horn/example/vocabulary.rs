//! The words of the form: actions, questions, events, answers and what an example may give.
//!
//! All of them are read, also those whose chapters are not enforced yet.

use std::collections::BTreeMap;

use engine::example::{Example, ExampleStep, Raw, Tried};
use engine::problem::Problem;
use engine::scenario::ron::{Kind as Shape, Node};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Meant, Wrong, unlike, wrong};

/// An action as a person would name it. Pieces by their ids in the example, places as text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) enum Try {
    SetUp(BTreeMap<String, String>, BTreeMap<String, u8>),
    Fire(Vec<String>, String),
    Volleys(Vec<(Vec<String>, String)>),
    Pass,
    Move(String, Vec<String>),
    MoveTogether(Vec<String>, Vec<String>),
    Charge(String, String, Vec<String>),
    Mount(String),
    Dismount(String),
    Bar(Vec<String>),
    OffMap(String, u8),
    Enter(String, BTreeMap<String, String>),
    Roll,
    Allot(Vec<(Vec<String>, Vec<String>)>),
    Resolve(String),
    Lose(String),
    Retreat(String, String),
    Stay(String),
    Advance(Vec<String>, String),
    EndPhase,
}

/// A question without an action.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) enum Question {
    Commanded(String),
    Controlled(String, String),
    Sight(String, String),
    Range(String, String),
    Modifiers(String, String),
    Ratio(Vec<String>, Vec<String>),
    Odds(Try),
    Duties(String),
    OffMap(String),
    Count(String),
    Score,
}

/// What happened, in the words of the form.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) enum Happened {
    Moves(String, String),
    Charges(String, String),
    Mounts(String),
    Dismounts(String),
    Stops(String),
    Stays(String),
    PutBack(String, String),
    Misses(String),
    Retreats(String, String),
    Advances(String, String),
    Reduced(String),
    Eliminated(String),
    Melee(String),
    Bars(u8),
    Barred(Vec<String>),
    ChangesZone(String, u8),
    Enters(String),
    Allotted(u16),
    Phase(String),
    Wins(String, String),
    Asks(String),
}

/// What a bare or a claiming `Legal` says of a path, a shot or an allotment.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Legal {
    #[serde(default)]
    pub cost: Option<i32>,
    #[serde(default)]
    pub stops: Option<bool>,
    #[serde(default)]
    pub range: Option<u32>,
    #[serde(default)]
    pub sums: BTreeMap<String, i32>,
    #[serde(default)]
    pub columns: BTreeMap<String, (String, i32)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DutiesOf {
    #[serde(default)]
    pub attack: Vec<String>,
    #[serde(default)]
    pub attacked: Vec<String>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) enum Answer {
    Pieces(Vec<String>),
    Is(bool),
    Number(i32),
    Parts(BTreeMap<String, i32>),
    Column(String, i32),
    Chances(BTreeMap<String, String>),
    Zones(BTreeMap<String, u8>),
    Amount(String),
    Outcome(String, String),
}

/// What a step claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Claim {
    Nothing,
    Refused(String),
    Legal(Legal),
    Events(Vec<Happened>),
    Answer(Answer),
    Duties(DutiesOf),
}

/// What else is true.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    #[serde(default)]
    pub barred: Vec<String>,
    #[serde(default)]
    pub fired: Vec<String>,
    #[serde(default)]
    pub shot_at: Vec<String>,
    #[serde(default)]
    pub moved: Vec<String>,
    #[serde(default)]
    pub stopped: Vec<String>,
    #[serde(default)]
    pub charging: BTreeMap<String, String>,
    #[serde(default)]
    pub offmap: BTreeMap<String, u8>,
    #[serde(default)]
    pub lost: Vec<String>,
    #[serde(default)]
    pub entered: Vec<String>,
    #[serde(default)]
    pub count: BTreeMap<String, String>,
}

pub(super) fn read_step(example: &Example, step: &ExampleStep) -> Result<(Meant, Claim), Wrong> {
    let what = match &step.what {
        Tried::Try(raw) => Meant::Try(read(example, raw, step.line)?),
        Tried::Ask(raw) => Meant::Ask(read(example, raw, step.line)?),
    };
    Ok((what, claim(example, step)?))
}

pub(super) fn read<T: DeserializeOwned>(example: &Example, raw: &Raw, line: u32) -> Result<T, Wrong> {
    let tree = raw.tree(&example.file).into_result();
    let tree =
        tree.map_err(|problems| problems.first().map_or(wrong(line, "not understood"), |p| unlike(p, line)))?;
    tree.root().read::<T>().map_err(|problem| unlike(&problem, line))
}

pub(super) fn claim(example: &Example, step: &ExampleStep) -> Result<Claim, Wrong> {
    if step.then.is_empty() {
        return Ok(Claim::Nothing);
    }
    let line = step.line;
    let tree = step.then.tree(&example.file).into_result();
    let tree =
        tree.map_err(|problems| problems.first().map_or(wrong(line, "not understood"), |p| unlike(p, line)))?;
    let root = tree.root();
    let fault = |problem: Problem| unlike(&problem, line);
    if root.kind() == Shape::List {
        return root.read().map(Claim::Events).map_err(fault);
    }
    match root.name() {
        Some("Refused") => {
            let slug = root.items().next().ok_or_else(|| wrong(line, "Refused needs a slug, or \"*\""))?;
            slug.read().map(Claim::Refused).map_err(fault)
        }
        Some("Legal") => named_fields(root).map(Claim::Legal).map_err(fault),
        Some("Duties") => named_fields(root).map(Claim::Duties).map_err(fault),
        _ => root.read().map(Claim::Answer).map_err(fault),
    }
}

/// Reads the named fields behind a name as a struct; a bare name is its default.
fn named_fields<T: DeserializeOwned + Default>(node: Node<'_>) -> Result<T, Problem> {
    if node.items().next().is_none() && node.fields().next().is_none() {
        return Ok(T::default());
    }
    let text = node.text();
    let (line, column) = node.position();
    let fields = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    let raw = Raw { text: fields.to_owned(), line, column };
    let tree = raw.tree("").into_result().map_err(|mut problems| problems.remove(0))?;
    tree.root().read::<T>()
}
