//! One action being carried out: events take effect at once, dice come from outside.

use std::borrow::Cow;

use super::{Cite, Rules};
use crate::dice::{Dice, Die, Roll, RollKey};

/// A die that nobody has rolled yet; `?` hands it up, and `act` runs again when the face is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause(pub RollKey);

/// Events in order, each with the rule that it follows from.
pub type Events<R> = Vec<(Cite, <R as Rules>::Event)>;

/// The turn of one action: the state as it becomes, the events so far, the dice rolled for it.
pub struct Turn<'a, R: Rules> {
    rules: &'a R,
    state: R::State,
    dice: &'a mut dyn Dice,
    events: Events<R>,
    rolls: Vec<Roll>,
}

impl<'a, R: Rules> Turn<'a, R> {
    /// Begins a turn from a copy of this state.
    pub fn new(rules: &'a R, state: R::State, dice: &'a mut dyn Dice) -> Self {
        Self { rules, state, dice, events: Vec::new(), rolls: Vec::new() }
    }

    /// The state with all events so far.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// Makes an event true and records it with its rule.
    pub fn emit(&mut self, rule: Cite, event: R::Event) {
        self.rules.apply(&mut self.state, &event);
        self.events.push((rule, event));
    }

    /// Rolls a die for a rule and for someone (`whom` is any number that tells rolls of one rule apart).
    ///
    /// # Errors
    /// [`Pause`] if the die is not known yet.
    pub fn roll(&mut self, die: Die, rule: Cite, whom: u64) -> Result<u8, Pause> {
        let same = |roll: &&Roll| roll.key.rule == rule.0 && roll.key.whom == whom;
        let nth = u32::try_from(self.rolls.iter().filter(same).count()).expect("an action rolls few dice");
        let key =
            RollKey { moment: self.rules.moment(&self.state), rule: Cow::Borrowed(rule.0), whom, nth, die };
        match self.dice.face(&key) {
            Some((face, source)) => {
                self.rolls.push(Roll { key, face, source });
                Ok(face)
            }
            None => Err(Pause(key)),
        }
    }

    /// The end of the turn: the new state, its events with their rules, its rolls.
    pub fn finish(self) -> (R::State, Events<R>, Vec<Roll>) {
        (self.state, self.events, self.rolls)
    }
}
