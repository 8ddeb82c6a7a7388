//! Zones of control: which hexes a side controls, and where everybody stands.

use engine::hex::{Direction, Hex};
use engine::rules::{PieceId, Side};

use super::LittleBigHorn;
use super::state::{At, State};

/// A set of hexes of the board, as bits by their positions.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(hexes: usize) -> Self {
        Self(vec![0; hexes.div_ceil(64)])
    }

    #[inline]
    fn set(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }
}

/// Where the counters of a state stand and what they control; worked out once for many questions.
#[derive(Debug, Clone)]
pub struct Field {
    units: [Bits; 2],
    counters: [Bits; 2],
    control: [Bits; 2],
}

impl Field {
    pub fn new(rules: &LittleBigHorn, state: &State) -> Self {
        let board = &rules.board;
        let hexes = board.grid.len();
        let empty = || [Bits::new(hexes), Bits::new(hexes)];
        let mut field = Self { units: empty(), counters: empty(), control: empty() };
        for (row, info) in state.rows.iter().zip(&rules.pieces) {
            let At::On(hex) = row.at else { continue };
            let Some(index) = board.index(hex) else { continue };
            let side = usize::from(info.side.0);
            field.counters[side].set(index);
            // Every counter controls its own hex, a leader no other [LBH-7.1, 7.2].
            field.control[side].set(index);
            if info.leader {
                continue;
            }
            field.units[side].set(index);
            let bits = board.control[index];
            for direction in Direction::ALL {
                if bits >> direction.index() & 1 == 1
                    && let Some(to) = board.links.get(index, direction)
                {
                    field.control[side].set(to);
                }
            }
        }
        field
    }

    /// Does this side control the hex at this position? Friends of the other side there change nothing [LBH-7.10].
    #[inline]
    pub fn controls(&self, side: Side, index: usize) -> bool {
        self.control[usize::from(side.0)].has(index)
    }

    /// Has this side a counter, a lone leader too, in the hex at this position?
    #[inline]
    pub fn holds(&self, side: Side, index: usize) -> bool {
        self.counters[usize::from(side.0)].has(index)
    }

    /// Has this side a unit in the hex at this position?
    #[inline]
    pub fn has_unit(&self, side: Side, index: usize) -> bool {
        self.units[usize::from(side.0)].has(index)
    }
}

/// The other side.
pub const fn enemy(side: Side) -> Side {
    Side(1 - side.0)
}

impl LittleBigHorn {
    /// Does this side control this hex?
    pub fn controlled(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.board.index(hex).is_some_and(|index| Field::new(self, state).controls(side, index))
    }

    /// The counters of both sides in a hex, in order.
    pub fn in_hex<'a>(&'a self, state: &'a State, hex: Hex) -> impl Iterator<Item = PieceId> + 'a {
        self.ids().filter(move |&piece| state.rows[piece.index()].at == At::On(hex))
    }

    /// Units of a side in a hex.
    pub fn units_in<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        hex: Hex,
    ) -> impl Iterator<Item = PieceId> + 'a {
        self.in_hex(state, hex).filter(move |&piece| {
            let info = self.info(piece);
            info.side == side && !info.leader
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::holds;

    /// LBH-7.1 LBH-7.2 LBH-7.3: full and reduced units, guns and scouts control their neighbours, leaders do
    /// not, and covered hexes are controlled only from within.
    #[test]
    fn units_control_the_open_hexes_around_them() {
        for kind in ["6th-infantry", "6th-infantry-gatling", "7th-cavalry-scout", "2nd-cavalry"] {
            holds(&format!(
                r#"turn: 2, phase: "indian_movement",
                map: (hexes: {{"(1,0)": "forest", "(0,1)": "camp", "(-1,0)": "mountain", "(0,-1)": "plain"}}),
                place: [(id: "U", piece: "{kind}", at: "(0,0)")],
                steps: [
                    (ask: Controlled("us", "(0,0)"), then: Is(true)),
                    (ask: Controlled("us", "(0,-1)"), then: Is(true)),
                    (ask: Controlled("us", "(1,0)"), then: Is(false)),
                    (ask: Controlled("us", "(0,1)"), then: Is(false)),
                    (ask: Controlled("us", "(-1,0)"), then: Is(false)),
                    (ask: Controlled("us", "(0,2)"), then: Is(false)),
                    (ask: Controlled("indian", "(0,-1)"), then: Is(false)),
                ]"#
            ));
        }
        holds(
            r#"turn: 2, phase: "indian_movement",
            place: [(id: "C", piece: "custer", at: "(0,0)")],
            steps: [
                (ask: Controlled("us", "(0,0)"), then: Is(true)),
                (ask: Controlled("us", "(1,0)"), then: Is(false)),
            ]"#,
        );
    }

    /// LBH-7.4 LBH-7.5 LBH-D13: where cover and height meet, the most restrictive rule wins.
    #[test]
    fn forest_below_does_not_control_the_top_but_forest_on_top_controls_the_valley() {
        holds(
            r#"turn: 2, phase: "us_movement",
            map: (hexes: {"(0,0)": "forest", "(1,0)": "plateau", "(5,0)": "plateau-forest", "(6,0)": "plain", "(5,1)": "plateau"}),
            place: [(id: "A", piece: "oglala-warrior", at: "(0,0)"), (id: "B", piece: "oglala-warrior", at: "(5,0)")],
            steps: [
                (ask: Controlled("indian", "(1,0)"), then: Is(false)),
                (ask: Controlled("indian", "(0,1)"), then: Is(true)),
                (ask: Controlled("indian", "(6,0)"), then: Is(true)),
                (ask: Controlled("indian", "(5,1)"), then: Is(true)),
            ]"#,
        );
    }

    /// LBH-7.6 LBH-7.7 LBH-1.7: not over a cliff, not over water without a ford.
    #[test]
    fn control_ends_at_cliffs_and_water() {
        holds(
            r#"turn: 2, phase: "us_movement",
            map: (hexes: {"(0,0)": "rock"}, sides: {"(5,0)|(6,0)": "river", "(5,0)|(5,1)": "ford"}),
            place: [(id: "A", piece: "oglala-warrior", at: "(0,0)"), (id: "B", piece: "oglala-warrior", at: "(5,0)")],
            steps: [
                (ask: Controlled("indian", "(0,1)"), then: Is(false)),
                (ask: Controlled("indian", "(6,0)"), then: Is(false)),
                (ask: Controlled("indian", "(5,1)"), then: Is(true)),
            ]"#,
        );
    }

    /// LBH-7.8 LBH-7.9 LBH-7.10: stopping, leaving, and no help from friends.
    #[test]
    fn friends_in_a_controlled_hex_do_not_open_it() {
        holds(
            r#"turn: 2, phase: "us_movement",
            place: [
                (id: "W", piece: "oglala-warrior", at: "(0,0)"),
                (id: "F", piece: "custer", at: "(1,-1)"),
                (id: "K", piece: "7th-cavalry", at: "(2,-2)"),
                (id: "L", piece: "7th-cavalry", at: "(-1,0)"),
            ],
            steps: [
                (by: "us", try: Move("K", ["(1,-1)"]), then: Legal(cost: 1, stops: true)),
                (by: "us", try: Move("K", ["(1,-1)", "(2,-1)"]), then: Refused("zoc.stop")),
                (by: "us", try: Move("L", ["(0,-1)"]), then: Refused("zoc.leave")),
                (by: "us", try: Move("L", ["(-1,-1)", "(0,-1)"]), then: Legal(cost: 2, stops: true)),
            ]"#,
        );
    }
}
