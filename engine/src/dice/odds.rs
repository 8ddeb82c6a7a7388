//! Odds: every pause of an action is answered with every face, weighted, so that the odds shown cannot
//! disagree with the game.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use crate::rules::{Cite, Pause, Rules, Seat, Turn};

use super::{RollKey, Typed};

/// An exact share of one, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    over: u128,
    under: u128,
}

impl Fraction {
    pub const ZERO: Self = Self { over: 0, under: 1 };
    pub const ONE: Self = Self { over: 1, under: 1 };

    /// `over` in `under`; `None` if `under` is 0.
    pub const fn new(over: u128, under: u128) -> Option<Self> {
        if under == 0 {
            return None;
        }
        let common = gcd(over, under);
        Some(Self { over: over / common, under: under / common })
    }

    pub const fn over(self) -> u128 {
        self.over
    }

    pub const fn under(self) -> u128 {
        self.under
    }

    /// The sum, or `None` if it cannot be written in 128 bits.
    pub fn plus(self, other: Self) -> Option<Self> {
        let common = gcd(self.under, other.under);
        let under = self.under.checked_mul(other.under / common)?;
        let over = self.over.checked_mul(other.under / common)?;
        Self::new(over.checked_add(other.over.checked_mul(self.under / common)?)?, under)
    }

    /// One part in `parts` of it, or `None` if that cannot be written in 128 bits.
    pub fn part(self, parts: u8) -> Option<Self> {
        let common = gcd(self.over, u128::from(parts));
        Self::new(self.over / common, self.under.checked_mul(u128::from(parts) / common)?)
    }
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // Only 0 and 0 have none; 1 keeps a division by it harmless.
    if a == 0 { 1 } else { a }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By size. Compared as continued fractions, since the products may not fit.
impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((mut a, mut b), (mut c, mut d)) = ((self.over, self.under), (other.over, other.under));
        loop {
            match (a / b).cmp(&(c / d)) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
            match (a % b, c % d) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // What is left is below one; turned upside down, its order turns too.
                (left, right) => ((a, b), (c, d)) = ((d, right), (b, left)),
            }
        }
    }
}

/// `1/3`; a whole number stands alone.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.under == 1 {
            return write!(f, "{}", self.over);
        }
        write!(f, "{}/{}", self.over, self.under)
    }
}

/// There are more ways for the dice to fall than anybody would wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the dice can fall in more than {MOST_BRANCHES} ways")]
pub struct TooManyBranches;

/// The most ways for the dice to fall that [`odds`] goes through.
pub const MOST_BRANCHES: usize = 1_000_000;

/// The exact odds of what a legal action leads to, up to the next decision.
///
/// `key` says which results are told apart, from the events and the state after them; equal ones are counted
/// together.
///
/// # Errors
/// [`TooManyBranches`] where the dice can fall in more than `MOST_BRANCHES` ways.
pub fn odds<R: Rules, K: Ord>(
    rules: &R,
    state: &R::State,
    by: Seat,
    action: &R::Action,
    key: impl Fn(&[(Cite, R::Event)], &R::State) -> K,
) -> Result<BTreeMap<K, Fraction>, TooManyBranches> {
    let mut found: BTreeMap<K, Fraction> = BTreeMap::new();
    // Faces known so far and the share of all ways that they stand for.
    let mut open: Vec<(Vec<(RollKey, u8)>, Fraction)> = vec![(Vec::new(), Fraction::ONE)];
    let mut branches = 0;
    while let Some((faces, share)) = open.pop() {
        branches += 1;
        if branches > MOST_BRANCHES {
            return Err(TooManyBranches);
        }
        let mut dice = Typed { faces };
        let mut turn = Turn::new(rules, state.clone(), &mut dice);
        let outcome = rules.act(&mut turn, by, action);
        let (after, events, _) = turn.finish();
        match outcome {
            Ok(()) => {
                let sum = found.entry(key(&events, &after)).or_insert(Fraction::ZERO);
                *sum = sum.plus(share).ok_or(TooManyBranches)?;
            }
            Err(Pause(roll)) => {
                let share = share.part(roll.die.0.max(1)).ok_or(TooManyBranches)?;
                for face in (1..=roll.die.0.max(1)).rev() {
                    let mut faces = dice.faces.clone();
                    faces.push((roll.clone(), face));
                    open.push((faces, share));
                }
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(over: u128, under: u128) -> Fraction {
        Fraction::new(over, under).unwrap()
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(fraction(2, 6).to_string(), "1/3");
        assert_eq!(fraction(6, 6), Fraction::ONE);
        assert_eq!(fraction(0, 6), Fraction::ZERO);
        assert_eq!(fraction(1, 6).plus(fraction(1, 3)), Some(fraction(1, 2)));
        assert_eq!(fraction(1, 2).part(6), Some(fraction(1, 12)));
        assert_eq!(Fraction::new(1, 0), None);
        assert_eq!(fraction(1, u128::MAX).part(6), None);
    }

    proptest! {
        #[test]
        fn fractions_are_ordered_by_size(a in 0u128..500, b in 1u128..500, c in 0u128..500, d in 1u128..500) {
            prop_assert_eq!(fraction(a, b).cmp(&fraction(c, d)), (a * d).cmp(&(c * b)));
        }
    }
}
