//! The log in words, as each pair of eyes learns of it; put into words once.

use std::sync::Arc;

use crate::playtest::{Playtest, Step};
use crate::rules::{Cite, Rules};

use super::{Eye, LogLine};

/// The lines of one pair of eyes, kept until the game takes another course.
pub(super) struct Told<R: Rules> {
    pub eye: Eye,
    lines: Vec<LogLine>,
    /// The steps that have been told, each with the number of lines up to its end.
    steps: Vec<(Arc<Step<R>>, usize)>,
}

impl<R: Rules> Told<R> {
    pub fn new(eye: Eye) -> Self {
        Self { eye, lines: Vec::new(), steps: Vec::new() }
    }

    /// The lines up to the moment that is looked at; tells what is new and forgets what is no more.
    pub fn lines(&mut self, playtest: &Playtest<R>) -> &[LogLine] {
        let line = playtest.line();
        let same =
            self.steps.iter().zip(line).take_while(|((told, _), step)| Arc::ptr_eq(told, step)).count();
        self.steps.truncate(same);
        self.lines.truncate(self.end(same));
        for (before, step) in line.iter().enumerate().take(playtest.moment()).skip(same) {
            tell(playtest, before, step, self.eye, &mut self.lines);
            self.steps.push((step.clone(), self.lines.len()));
        }
        &self.lines[..self.end(playtest.moment())]
    }

    fn end(&self, moment: usize) -> usize {
        moment.checked_sub(1).and_then(|last| self.steps.get(last)).map_or(0, |(_, end)| *end)
    }
}

/// Puts one step into words.
fn tell<R: Rules>(playtest: &Playtest<R>, before: usize, step: &Step<R>, eye: Eye, out: &mut Vec<LogLine>) {
    let rules = &**playtest.rules();
    let (turn, phase) = rules.when(playtest.state_at(before));
    sentences(rules, playtest.state_at(before), &step.events, eye, |_, rule, text, _| {
        out.push(LogLine {
            moment: before + 1,
            turn,
            phase: phase.clone(),
            seat: step.by,
            text,
            rule: rule.0.to_owned(),
        });
    });
}

/// The sentences of some events from a state on, each with the state before it, its rule and its event.
pub(crate) fn sentences<R: Rules>(
    rules: &R,
    before: &R::State,
    events: &[(Cite, R::Event)],
    eye: Eye,
    mut out: impl FnMut(&R::State, Cite, String, &R::Event),
) {
    let mut state = before.clone();
    for (rule, event) in events {
        let sentence = match eye {
            None => rules.tell(&state, event),
            Some(side) => rules
                .told_to(&state, event, side)
                .and_then(|told| rules.tell(&rules.seen_by(&state, side), &told)),
        };
        if let Some(text) = sentence {
            out(&state, *rule, text, event);
        }
        rules.apply(&mut state, event);
    }
}
