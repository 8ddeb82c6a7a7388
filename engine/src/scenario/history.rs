//! What was done and can be taken back: two stacks of edits.

use super::edit::Summary;
use super::{Edit, Scenario};

/// Steps that can be undone and redone, and whether the scenario differs from what was saved.
///
/// A step is what a person did: edits that carry the same press are joined into one.
#[derive(Debug, Clone, Default)]
pub struct History {
    undo: Vec<Step>,
    redo: Vec<Step>,
    /// The number of the present state.
    state: u64,
    /// The state that was saved; `None` if it can no longer be reached.
    saved: Option<u64>,
    /// The number that the next state gets.
    next: u64,
    /// Counts every change, undone and redone ones too.
    revision: u64,
}

#[derive(Debug, Clone)]
struct Step {
    summary: Summary,
    /// The inverses (on the redo stack: the edits), in the order in which they are to be applied from the end.
    edits: Vec<Edit>,
    press: Option<u64>,
    /// The states between which it leads.
    before: u64,
    after: u64,
}

impl History {
    /// A history of a scenario that was just loaded or saved.
    pub fn new() -> Self {
        Self { saved: Some(0), next: 1, ..Self::default() }
    }

    /// Applies an edit and remembers it; false if it changed nothing, which makes no step. Edits with the same
    /// press are one step.
    pub fn push(&mut self, edit: Edit, press: Option<u64>, scenario: &mut Scenario) -> bool {
        let summary = edit.summary(scenario);
        let back = edit.apply(scenario);
        if back.is_nothing() {
            return false;
        }
        self.redo.clear();
        if self.saved.is_some_and(|saved| saved > self.state) {
            self.saved = None;
        }
        let after = self.next;
        self.next += 1;
        self.revision += 1;
        let saved = self.saved;
        match self.undo.last_mut() {
            // What was saved in the middle of a press stays a state of its own.
            Some(step) if press.is_some() && step.press == press && saved != Some(step.after) => {
                step.summary.join(&summary);
                step.after = after;
                if !step.edits.last().is_some_and(|last| last.sets_the_same(&back)) {
                    step.edits.push(back);
                }
            }
            _ => self.undo.push(Step { summary, edits: vec![back], press, before: self.state, after }),
        }
        self.state = after;
        true
    }

    /// A step that leaves the scenario as it is: something was decided that whoever calls keeps, by the number that
    /// is returned. Undone and redone like any other.
    pub fn decide(&mut self, words: String, scenario: &Scenario) -> u64 {
        let edit = Edit::Named(words, Box::new(Edit::nothing()));
        self.redo.clear();
        if self.saved.is_some_and(|saved| saved > self.state) {
            self.saved = None;
        }
        let (before, after) = (self.state, self.next);
        self.undo.push(Step {
            summary: edit.summary(scenario),
            edits: vec![edit],
            press: None,
            before,
            after,
        });
        (self.state, self.next) = (after, after + 1);
        self.revision += 1;
        after
    }

    /// The number of the present state.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Was the step done that led to this state, and not undone?
    pub fn has_done(&self, state: u64) -> bool {
        self.undo.iter().any(|step| step.after == state)
    }

    /// Takes the last step back and returns the edit that did it, for the journal.
    pub fn undo(&mut self, scenario: &mut Scenario) -> Option<Edit> {
        let mut step = self.undo.pop()?;
        let done = step.run(scenario);
        self.state = step.before;
        self.revision += 1;
        self.redo.push(step);
        Some(done)
    }

    /// Does the last undone step again and returns the edit that did it.
    pub fn redo(&mut self, scenario: &mut Scenario) -> Option<Edit> {
        let mut step = self.redo.pop()?;
        let done = step.run(scenario);
        self.state = step.after;
        self.revision += 1;
        // A new press never continues a step that was undone in between.
        step.press = None;
        self.undo.push(step);
        Some(done)
    }

    /// What undo would take back, in words.
    pub fn undo_name(&self) -> Option<String> {
        self.undo.last().map(|step| step.summary.to_string())
    }

    /// What redo would do again, in words.
    pub fn redo_name(&self) -> Option<String> {
        self.redo.last().map(|step| step.summary.to_string())
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// The names of all steps that can be undone, the oldest first.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.undo.iter().map(|step| step.summary.to_string())
    }

    /// The names of all steps that can be redone, the next first.
    pub fn undone(&self) -> impl Iterator<Item = String> {
        self.redo.iter().rev().map(|step| step.summary.to_string())
    }

    /// Notes that the present state is in the file.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.state);
    }

    /// Notes that the present state is in no file: after a recovery, or a file with mistakes.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Does the scenario differ from what was saved?
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.state)
    }

    /// A number that changes with every change of the scenario.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

impl Step {
    /// Applies its edits and turns it round.
    fn run(&mut self, scenario: &mut Scenario) -> Edit {
        self.edits.reverse();
        let mut done = self.edits.clone();
        for edit in &mut self.edits {
            let back = std::mem::replace(edit, Edit::nothing()).apply(scenario);
            *edit = back;
        }
        if done.len() == 1 { done.swap_remove(0) } else { Edit::Many(done) }
    }
}
