//! The rules' *no*: small, citing its rule, with no sentence in it yet.

use crate::hex::{Hex, HexSide};

use super::{Cite, PieceId, Side};

/// What a refusal is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum About {
    Piece(PieceId),
    Hex(Hex),
    HexSide(HexSide),
    /// A box by its index in the game's list.
    Box(u8),
    Side(Side),
}

/// Why an action is not legal: the rule, up to three things concerned, and at most two numbers.
///
/// Its sentence is made by `Rules::why` when someone asks to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Refusal {
    pub rule: Cite,
    pub about: [Option<About>; 3],
    /// Found and allowed, in the rule's unit.
    pub numbers: [Option<i32>; 2],
}

impl Refusal {
    pub const fn new(rule: Cite) -> Self {
        Self { rule, about: [None; 3], numbers: [None; 2] }
    }

    /// The same refusal, also about this; a fourth thing is left out.
    #[must_use]
    pub fn about(mut self, about: About) -> Self {
        if let Some(slot) = self.about.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(about);
        }
        self
    }

    #[must_use]
    pub fn piece(self, piece: PieceId) -> Self {
        self.about(About::Piece(piece))
    }

    #[must_use]
    pub fn at(self, hex: Hex) -> Self {
        self.about(About::Hex(hex))
    }

    /// The same refusal with what was found and what is allowed.
    #[must_use]
    pub fn found(mut self, found: i32, allowed: i32) -> Self {
        self.numbers = [Some(found), Some(allowed)];
        self
    }

    /// The first piece concerned.
    pub fn first_piece(&self) -> Option<PieceId> {
        self.about.iter().flatten().find_map(|about| match about {
            About::Piece(piece) => Some(*piece),
            _ => None,
        })
    }
}
