//! Notes: the worked calculation beside the sum that it explains.

use super::{Cite, Refusal};

/// One part of a sum, with its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub rule: Cite,
    /// What it is called in the sum: *forest*, *ford*.
    pub word: &'static str,
    /// Its part, in the unit of the sum.
    pub amount: i32,
}

/// Takes notes, or takes none: for `()` every call is empty and compiles away.
pub trait Notes {
    /// Notes one part of a sum.
    fn note(&mut self, rule: Cite, word: &'static str, amount: i32);
    /// Notes a further reason for a refusal. Only those who want all reasons keep it.
    fn also(&mut self, _refusal: Refusal) {}
}

impl Notes for () {
    fn note(&mut self, _rule: Cite, _word: &'static str, _amount: i32) {}
}

impl Notes for Vec<Note> {
    fn note(&mut self, rule: Cite, word: &'static str, amount: i32) {
        self.push(Note { rule, word, amount });
    }
}
