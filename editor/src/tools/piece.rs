//! The piece tool: a drag moves a piece of the set-up from hex to hex.

use engine::hex::Hex;

use super::Change;

/// A piece that is being led somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceDrag {
    /// Its place in the scenario.
    pub piece: usize,
    pub from: Hex,
    pub to: Hex,
}

impl PieceDrag {
    /// The change that the drag is; `None` if the piece is where it was.
    pub fn release(self) -> Option<Change> {
        (self.from != self.to).then_some(Change::Move { piece: self.piece, to: self.to })
    }
}
