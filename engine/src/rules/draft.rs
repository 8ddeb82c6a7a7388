//! An action in the making, outside the state: gestures that the game joins until they are one action.

use crate::ask::Gesture;

/// What a gesture comes to after those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftStep<A> {
    /// The action that is meant; the draft is over if it is legal.
    Act(A),
    /// The draft with this gesture in it. An empty one is thrown away.
    Keep(Vec<Gesture>),
}
