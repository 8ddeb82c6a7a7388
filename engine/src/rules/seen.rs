//! What a seat sees: a state that has passed through `seen_by`.

use std::ops::Deref;

use super::{Rules, Side};

/// A state as someone knows it. Only [`Rules::seen_by`] fills it, so that no computer player can be handed the
/// whole state by mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen<S> {
    state: S,
}

impl<S> Seen<S> {
    /// The state as this side knows it; the referee (`None`) knows all.
    pub fn by<R: Rules<State = S>>(rules: &R, state: &S, eye: Option<Side>) -> Self
    where
        S: Clone,
    {
        let state = match eye {
            Some(side) => rules.seen_by(state, side),
            None => state.clone(),
        };
        Self { state }
    }
}

impl<S> Deref for Seen<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}
