//! Reads a replay file: hostile until its seal, its size and its depth have been looked at.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use crate::digest::Digest;
use crate::problem::{Checked, Problem};
use crate::rules::Seat;
use crate::scenario::ron::{self, Node, Tree};

use super::{FORMAT, Record, Shown, seal};

/// What every replay file has in front of its actions.
#[derive(Debug)]
pub(super) struct Head {
    pub seed: u64,
    pub data: Digest,
    pub scenario: Digest,
    pub played: Vec<(Seat, String)>,
    pub record: Record,
    pub pieces: Vec<Shown>,
    pub begin: Digest,
}

/// The fields of a replay file; another one, or one of them twice, was not written by any version.
const FIELDS: [&str; 13] = [
    "format", "game", "title", "seed", "data", "scenario", "tweaks", "played", "files", "pieces", "begin",
    "actions", "seal",
];

/// Checks the seal and cuts the text into its items.
///
/// # Errors
/// What is wrong with the file, with its lines.
pub(super) fn open(text: &str) -> Result<Tree, Vec<Problem>> {
    if text.len() > ron::MAX_BYTES {
        let message = format!("found {} bytes, expected at most {} in a replay", text.len(), ron::MAX_BYTES);
        return Err(vec![Problem::error(message)]);
    }
    // A newer format may be sealed in another way.
    if let Some(format) = format_of(text)
        && format > u64::from(FORMAT)
    {
        let message = format!("found a replay of format {format}, and this version reads up to {FORMAT}");
        return Err(vec![Problem::error(message).at(2, 1).about("format")]);
    }
    seal::check(text)?;
    let Checked { value, problems } = ron::parse(text, "");
    match value {
        Some(tree) if problems.is_empty() => Ok(tree),
        _ => Err(problems),
    }
}

fn format_of(text: &str) -> Option<u64> {
    text.lines().nth(1)?.strip_prefix("    format: ")?.strip_suffix(',')?.parse().ok()
}

/// Reads what stands in front of the actions.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn head(tree: &Tree) -> Result<Head, Vec<Problem>> {
    let root = tree.root();
    let mut problems = Vec::new();
    root.known_fields(&FIELDS, &mut problems);
    let format: Option<u32> = field(root, "format", &mut problems);
    let game = field(root, "game", &mut problems);
    let title = field(root, "title", &mut problems);
    let seed = field(root, "seed", &mut problems);
    let data = field(root, "data", &mut problems);
    let scenario = field(root, "scenario", &mut problems);
    let tweaks: Option<BTreeMap<String, String>> = field(root, "tweaks", &mut problems);
    let played = field(root, "played", &mut problems);
    let files: Option<Vec<(String, Vec<String>)>> = field(root, "files", &mut problems);
    let pieces = field(root, "pieces", &mut problems);
    let begin = field(root, "begin", &mut problems);
    if format.is_some_and(|format| format != FORMAT) {
        problems.push(at(root, "format", "found another format, expected 1"));
    }
    let read = || {
        let files = files?.into_iter().map(|(name, lines)| (name, lines.join("\n"))).collect();
        let record = Record { game: game?, title: title?, files, tweaks: tweaks? };
        Some(Head {
            seed: seed?,
            data: data?,
            scenario: scenario?,
            played: played?,
            record,
            pieces: pieces?,
            begin: begin?,
        })
    };
    match read() {
        Some(head) if problems.is_empty() => Ok(head),
        _ => Err(problems),
    }
}

fn field<T: DeserializeOwned>(root: Node<'_>, key: &str, problems: &mut Vec<Problem>) -> Option<T> {
    let Some(node) = root.field(key) else {
        problems.push(
            Problem::error(format!("found no field {key}, which every replay has")).at(1, 1).about(key),
        );
        return None;
    };
    node.read().map_err(|problem| problems.push(problem)).ok()
}

/// A problem at the place of a field.
pub(super) fn at(root: Node<'_>, key: &str, message: impl Into<String>) -> Problem {
    root.field(key).unwrap_or(root).problem(message)
}

/// The lines of the actions.
///
/// # Errors
/// The file has no list of them.
pub(super) fn actions(tree: &Tree) -> Result<Vec<Node<'_>>, Vec<Problem>> {
    let root = tree.root();
    match root.field("actions") {
        Some(node) => Ok(node.items().collect()),
        None => Err(vec![at(root, "actions", "found no field actions, which every replay has")]),
    }
}
