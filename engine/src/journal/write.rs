//! Writes a playtest as a replay file; the same game gives the same bytes.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::Serialize;

use crate::digest;
use crate::playtest::{Playtest, Step, shared};
use crate::rules::{Rules, Seat};
use crate::scenario::ron::{quote, write_line};
use crate::session;

use super::{Board, Entry, FORMAT, Record, Shown, roll_entry, seal, shown};

/// The complete replay file of a game, with its branches; `played` names who sat where.
pub fn write<R: Rules>(record: &Record, playtest: &Playtest<R>, played: &[(Seat, String)]) -> String {
    let rules = &**playtest.rules();
    let mut out = String::from("(\n");
    field(&mut out, "format", &FORMAT);
    field(&mut out, "game", &record.game);
    field(&mut out, "title", &record.title);
    field(&mut out, "seed", &playtest.seed());
    field(&mut out, "data", &rules.data_digest());
    field(&mut out, "scenario", &record.digest());
    field(&mut out, "tweaks", &record.tweaks);
    field(&mut out, "played", &played);
    out.push_str("    files: [\n");
    for (name, text) in &record.files {
        // Split at line ends alone, so that joining gives back every byte.
        let _ = writeln!(out, "        ({}, [", quote(name));
        for line in text.split('\n') {
            let _ = writeln!(out, "            {},", quote(line));
        }
        out.push_str("        ]),\n");
    }
    out.push_str("    ],\n    pieces: [\n");
    let begin = playtest.state_at(0);
    for piece in &rules.scene(begin).pieces {
        let _ = writeln!(out, "        {},", write_line(&Shown::of(piece)));
    }
    out.push_str("    ],\n");
    field(&mut out, "begin", &digest::of(begin));
    out.push_str("    actions: [\n");
    steps(&mut out, rules, begin, playtest.line());
    for branch in playtest.branches() {
        let from = shared(playtest.line(), &branch.line);
        let name = branch.name.clone();
        entry::<R>(&mut out, &Entry::Branch { name, from: u32::try_from(from).unwrap_or(u32::MAX) });
        let before = match from.checked_sub(1) {
            Some(last) => &branch.line[last].after,
            None => begin,
        };
        steps(&mut out, rules, before, &branch.line[from..]);
    }
    out.push_str("    ],\n");
    seal::seal(&mut out);
    out
}

fn field(out: &mut String, key: &str, value: &impl Serialize) {
    let _ = writeln!(out, "    {key}: {},", write_line(value));
}

fn entry<R: Rules>(out: &mut String, entry: &Entry<&R::Action, &R::Event>) {
    let _ = writeln!(out, "        {},", write_line(entry));
}

fn steps<R: Rules>(out: &mut String, rules: &R, before: &R::State, line: &[Arc<Step<R>>]) {
    let mut board = shown(&rules.scene(before));
    let mut before = before;
    for step in line {
        let (turn, phase) = rules.when(before);
        let (by, who, mark) = (step.by, step.who.clone(), step.mark);
        entry::<R>(out, &Entry::Act { turn, phase, by, who, mark });
        entry::<R>(out, &Entry::Do(&step.action));
        for roll in &step.rolls {
            entry::<R>(out, &roll_entry(roll));
        }
        for (rule, event) in &step.events {
            entry::<R>(out, &Entry::Event(rule.0.to_owned(), event));
        }
        for told in telling(rules, before, step, &mut board) {
            entry::<R>(out, &told);
        }
        entry::<R>(out, &Entry::State(digest::of(&step.after)));
        before = &step.after;
    }
}

/// What a file tells of a step to those who watch it without the rules: the sentences, and what changes on the
/// board, which is `board` before and after.
pub(super) fn telling<R: Rules, A, E>(
    rules: &R,
    before: &R::State,
    step: &Step<R>,
    board: &mut Board,
) -> Vec<Entry<A, E>> {
    let mut out = Vec::new();
    session::sentences(rules, before, &step.events, None, |state, rule, text, event| {
        let touches = rules.touches(state, event).into_iter().map(|(piece, at)| (piece.0, at)).collect();
        out.push(Entry::Says { text, rule: rule.0.to_owned(), touches });
    });
    let after = shown(&rules.scene(&step.after));
    let changed = after.iter().filter(|(piece, look)| board.get(piece) != Some(look));
    out.extend(changed.map(|(_, look)| Entry::Shows(look.clone())));
    let gone = board.keys().filter(|piece| !after.contains_key(piece));
    out.extend(gone.map(|piece| Entry::Gone(piece.0)));
    *board = after;
    out
}
