//! The laws that the rules of any game keep, for its tests.
//!
//! [`check`] plays one random game and tries each law at every decision of it; the numbers in its messages are
//! those of the invariants in ARCHITECTURE.md.

use crate::dice::{RollKey, Typed};
use crate::digest;
use crate::playtest::{self, Decision, Playtest, Step, Stop, Who};
use crate::policy::Random;
use crate::problem::Checked;
use crate::rules::{Awaits, Note, Rules, Seat, Seen, Side};
use crate::scenario::ron;

use std::fmt::Debug;
use std::sync::Arc;

/// What a game that kept the laws was like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kept {
    pub actions: usize,
    pub events: usize,
    pub rolls: usize,
    /// Offers that were checked.
    pub offers: usize,
}

/// Plays a random game from this seed and tries every law; `sides` are those of the game.
///
/// # Errors
/// The first law that was broken: its number, where, and how.
pub fn check<R: Rules>(rules: &Arc<R>, sides: &[Side], seed: u64) -> Result<Kept, String> {
    let mut game = Playtest::new(rules.clone(), seed);
    let mut kept = Kept::default();
    loop {
        let moment = game.moment();
        let at = |law: u8, what: String| format!("law {law}, seed {seed}, after {moment} actions: {what}");
        let seats = match game.awaits() {
            Awaits::Ended(_) => break,
            Awaits::Seats(seats) => seats,
        };
        if !seats.is_sorted() || seats.is_empty() {
            return Err(at(16, format!("the seats that are awaited are {seats:?}")));
        }
        if moment >= rules.bound() {
            return Err(at(16, format!("the game goes on beyond its bound of {moment}")));
        }
        for seat in &seats {
            kept.offers += offers(&**rules, game.state(), *seat).map_err(|(law, what)| at(law, what))?;
        }
        // Where several are awaited, each gets a turn.
        let by = seats[moment % seats.len()];
        let Decision::Act(action) = playtest::decide(&game, by, &Random) else {
            return Err(at(16, format!("{by:?} is awaited and has nothing to do")));
        };
        let before = game.state().clone();
        let step = match game.play(by, action, Who::Computer("random".to_owned()), &[]) {
            Ok(step) => step,
            Err(Stop::Refused(refusal)) => {
                return Err(at(3, format!("an offer is refused by {}", refusal.rule)));
            }
            Err(Stop::Die(key)) => return Err(at(5, format!("a seeded die is missing for {}", key.rule))),
        };
        kept.actions += 1;
        kept.events += step.events.len();
        kept.rolls += step.rolls.len();
        followed(&**rules, &before, step, sides).map_err(|(law, what)| at(law, what))?;
        replayed(&**rules, &before, step).map_err(|(law, what)| at(law, what))?;
    }
    match game.repeated_roll() {
        Some(key) => Err(format!("law 17, seed {seed}: two rolls have the key {key:?}")),
        None => Ok(kept),
    }
}

/// A law by its number, and how it was broken.
type Broken = (u8, String);

/// What is offered is legal, with notes and without, and the same on what the seat sees. Says how many there are.
fn offers<R: Rules>(rules: &R, state: &R::State, by: Seat) -> Result<usize, Broken> {
    let mut offers = Vec::new();
    let kind = rules.offer(state, by, &mut offers);
    if offers.is_empty() {
        return Err((16, format!("{by:?} is awaited and nothing is on offer")));
    }
    let seen = Seen::by(rules, state, by.side());
    let mut seen_offers = Vec::new();
    if rules.offer(&seen, by, &mut seen_offers) != kind || seen_offers != offers {
        return Err((4, format!("{by:?} is offered something else on what it sees")));
    }
    for offer in &offers {
        if let Err(refusal) = rules.check(state, by, offer, &mut ()) {
            return Err((3, format!("the offer {offer:?} is refused by {}", refusal.rule)));
        }
        let mut notes: Vec<Note> = Vec::new();
        if rules.check(state, by, offer, &mut notes).is_err() {
            return Err((6, format!("the offer {offer:?} is refused with notes")));
        }
        if rules.check(&seen, by, offer, &mut ()).is_err() {
            return Err((4, format!("the offer {offer:?} is refused on what {by:?} sees")));
        }
    }
    // What another seat's offers come to for this one is legal or not alike, whatever it sees and notes.
    for other in [Seat::Referee, Seat::of(Side(0)), Seat::of(Side(1))] {
        for offer in &offers {
            let silent = rules.check(state, other, offer, &mut ());
            let mut notes: Vec<Note> = Vec::new();
            if silent != rules.check(state, other, offer, &mut notes) {
                return Err((6, format!("{offer:?} by {other:?} is judged otherwise with notes")));
            }
        }
    }
    Ok(offers.len())
}

/// The events lead from the state before to the one after, for everybody's eyes.
fn followed<R: Rules>(rules: &R, before: &R::State, step: &Step<R>, sides: &[Side]) -> Result<(), Broken> {
    let mut state = before.clone();
    for (_, event) in &step.events {
        let mut views: Vec<_> = sides.iter().map(|side| rules.seen_by(&state, *side)).collect();
        for (view, side) in views.iter_mut().zip(sides) {
            if let Some(told) = rules.told_to(&state, event, *side) {
                rules.apply(view, &told);
            }
        }
        rules.apply(&mut state, event);
        for (view, side) in views.iter().zip(sides) {
            let seen = rules.seen_by(&state, *side);
            if *view != seen {
                return Err((4, format!("{side:?} cannot follow {event:?}")));
            }
            if rules.seen_by(&seen, *side) != seen {
                return Err((4, format!("{side:?} sees less on looking twice")));
            }
        }
    }
    if state != step.after {
        return Err((2, format!("the events of {:?} do not lead to the state after it", step.action)));
    }
    Ok(())
}

/// The same faces typed in give the same, and what goes into files comes back.
fn replayed<R: Rules>(rules: &R, before: &R::State, step: &Step<R>) -> Result<(), Broken> {
    let faces: Vec<(RollKey, u8)> = step.rolls.iter().map(|roll| (roll.key.clone(), roll.face)).collect();
    let mut dice = Typed { faces };
    let again = playtest::carry_out(rules, before, step.by, step.action.clone(), step.who.clone(), &mut dice);
    let same = again.is_ok_and(|again| {
        again.events == step.events && digest::of(&again.after) == digest::of(&step.after)
    });
    if !same {
        return Err((17, format!("{:?} goes another way with the same dice typed in", step.action)));
    }
    written(&step.action)?;
    step.events.iter().try_for_each(|(_, event)| written(event))
}

fn written<T>(value: &T) -> Result<(), Broken>
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    match ron::read::<T>(&ron::write_line(value), "") {
        Checked { value: Some(read), .. } if read == *value => Ok(()),
        Checked { problems, .. } => {
            Err((9, format!("{value:?} is not read as it was written: {problems:?}")))
        }
    }
}
