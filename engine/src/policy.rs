//! Computer players: they see what their seat sees, and choose among what is offered.
//!
//! A player draws from a [`Stream`] of its own, named after who draws, for whom and at which decision. So it
//! decides the same after a take-back, and never touches the game's dice.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use crate::digest;
use crate::rules::{Rules, Seat, Seen};

/// The source of a computer player's luck at one decision.
pub type Stream = Pcg64Mcg;

/// The stream of a player at a decision: the game's seed, the player's name, the seat, the number of the action.
pub fn stream(seed: u64, player: &str, seat: Seat, moment: usize) -> Stream {
    Stream::from_seed(digest::of(&("policy", seed, player, seat, moment as u64)).0.to_le_bytes())
}

/// A computer player of a game.
pub trait Policy<R: Rules>: Send + Sync {
    /// What the command line and the replay file call it: `random`.
    fn name(&self) -> &'static str;
    /// Chooses an action; `None` if it knows none. `offers` is what the rules offer on this very view.
    fn choose(
        &self,
        rules: &R,
        seen: &Seen<R::State>,
        by: Seat,
        offers: &[R::Action],
        stream: &mut Stream,
    ) -> Option<R::Action>;
}

/// Takes any offer with equal chance, and now and then closes the phase, so that games do not drag on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Random;

/// One decision in this many is to close, where that is on offer.
const CLOSES_ONE_IN: u32 = 12;

impl<R: Rules> Policy<R> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(
        &self,
        rules: &R,
        _seen: &Seen<R::State>,
        _by: Seat,
        offers: &[R::Action],
        stream: &mut Stream,
    ) -> Option<R::Action> {
        if offers.is_empty() {
            return None;
        }
        if stream.random_range(0..CLOSES_ONE_IN) == 0
            && let Some(closing) = offers.iter().find(|offer| rules.closes(offer))
        {
            return Some(closing.clone());
        }
        Some(offers[stream.random_range(0..offers.len())].clone())
    }
}
