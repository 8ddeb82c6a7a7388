//! Off the map: tribes that go from zone to zone unseen, and come on.

use engine::hex::Hex;
use engine::rules::{PieceId, Refusal};

use super::LittleBigHorn;
use super::cites;
use super::control::{Field, enemy};
use super::data::INDIAN;
use super::state::{At, State, Tribe};

/// A zone of the off-map sheet, with the edge of this map that it lies at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    pub number: u8,
    pub name: String,
    /// Numbers of the zones that are one step away.
    pub next: Vec<u8>,
    pub start: bool,
    /// Position among the board's edges; `None` where the map has none for it.
    pub edge: Option<usize>,
    /// Id of its box.
    pub box_id: String,
}

/// The zone that closes after some turn.
pub(super) const CLOSING: u8 = 3;

impl LittleBigHorn {
    /// The zone with this number.
    pub fn zone(&self, number: u8) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.number == number)
    }

    /// Is zone 3 closed in the off-map step of this turn? [LBH-11.4]
    fn closed(&self, state: &State) -> bool {
        state.turn >= self.data.zone3_last_turn
    }

    /// The counters of a tribe that are off the map with it, in order.
    pub fn outside(&self, state: &State, tribe: Tribe) -> Vec<PieceId> {
        self.of(tribe).filter(|&piece| state.rows[piece.index()].at == At::Off).collect()
    }

    /// Tribes whose counters are off the map, in order.
    pub fn tribes_outside<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Tribe> + 'a {
        self.tribes().filter(move |tribe| state.tribes[tribe.index()].off)
    }

    /// What speaks against any action of this tribe in the step.
    fn check_tribe(&self, state: &State, tribe: Tribe) -> Result<(), Refusal> {
        let row = state.tribes.get(tribe.index()).copied().unwrap_or_default();
        if row.acted || !row.off {
            return Err(Refusal::new(cites::ZONE_ONCE).about(self.about(tribe)));
        }
        Ok(())
    }

    /// Judges a change of zone.
    pub(super) fn check_off_map(&self, state: &State, tribe: Tribe, zone: u8) -> Result<(), Refusal> {
        self.check_tribe(state, tribe)?;
        let here = state.tribes[tribe.index()].zone;
        if !self.zone(here).is_some_and(|here| here.next.contains(&zone)) {
            let refusal = Refusal::new(cites::ZONE_ADJACENT).about(self.about(tribe));
            return Err(refusal.found(i32::from(here), i32::from(zone)));
        }
        if zone == CLOSING && self.closed(state) {
            let refusal = Refusal::new(cites::ZONE_CLOSED).about(self.about(tribe));
            return Err(refusal.found(i32::from(state.turn), i32::from(self.data.zone3_last_turn)));
        }
        Ok(())
    }

    /// Judges an entry: the whole tribe, at the edge of its zone, not on enemies.
    pub(super) fn check_enter(
        &self,
        state: &State,
        tribe: Tribe,
        at: &[(PieceId, Hex)],
    ) -> Result<(), Refusal> {
        self.check_tribe(state, tribe)?;
        let no = || Refusal::new(cites::ZONE_ENTER).about(self.about(tribe));
        let due = self.outside(state, tribe);
        let mut named: Vec<PieceId> = at.iter().map(|&(piece, _)| piece).collect();
        named.sort_unstable();
        if let Some(missing) = due.iter().find(|piece| !named.contains(piece)) {
            return Err(no().piece(*missing));
        }
        if named != due {
            let more = named
                .iter()
                .enumerate()
                .find(|&(i, piece)| !due.contains(piece) || named[..i].contains(piece));
            return Err(more.map_or(no(), |(_, piece)| no().piece(*piece)));
        }
        let zone = state.tribes[tribe.index()].zone;
        let field = Field::new(self, state);
        for &(piece, hex) in at {
            let on_edge = self.at_zone(zone, hex);
            let open = self.board.index(hex).is_some_and(|index| {
                let mover = self.mover(state, piece);
                let cost = self.board.entry[index][mover.class];
                !field.holds(enemy(INDIAN), index) && cost.is_some_and(|cost| cost <= mover.allowance)
            });
            if !on_edge || !open {
                return Err(no().piece(piece).at(hex).found(i32::from(zone), 0));
            }
        }
        Ok(())
    }

    /// Is this an edge hex of the zone?
    pub(super) fn at_zone(&self, zone: u8, hex: Hex) -> bool {
        let edge = self.zone(zone).and_then(|zone| zone.edge);
        edge.is_some_and(|edge| self.board.edges[edge].hexes.contains(&hex))
    }

    /// A tribe that may not stay where it is when the step ends [LBH-11.4].
    pub(super) fn must_leave(&self, state: &State) -> Option<Tribe> {
        let stays = |tribe: &Tribe| state.tribes[tribe.index()].zone == CLOSING;
        if self.closed(state) { self.tribes_outside(state).find(stays) } else { None }
    }

    /// What the counters of an entry pay for their hexes.
    pub(super) fn entry_costs(&self, state: &State, at: &[(PieceId, Hex)]) -> Vec<(PieceId, Hex, u8)> {
        at.iter()
            .map(|&(piece, hex)| {
                let class = self.mover(state, piece).class;
                let cost = self.board.index(hex).and_then(|index| self.board.entry[index][class]);
                (piece, hex, cost.unwrap_or_default())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::holds;

    /// LBH-11.1 LBH-11.3 LBH-11.4 LBH-D11: one action a tribe, and the end of zone 3.
    #[test]
    fn a_tribe_acts_once_and_zone_3_closes() {
        let position = r#"map: "@little_big_horn", phase: "indian_offmap", place: [(id: "B", piece: "brule-warrior", at: "off")],"#;
        holds(&format!(
            r#"{position} turn: 3, given: (offmap: {{"oglala": 4, "brule": 3}}), steps: [
                (by: "indian", try: OffMap("oglala", 3), then: [ChangesZone("oglala", 3)]),
                (by: "indian", try: OffMap("oglala", 4), then: Refused("zone.once")),
                (by: "indian", try: OffMap("brule", 5), then: Refused("zone.adjacent")),
                (by: "indian", try: OffMap("arapaho", 5), then: Refused("zone.once")),
                (by: "indian", try: EndPhase, then: [Phase("indian_movement")]),
            ]"#
        ));
        holds(&format!(
            r#"{position} turn: 4, given: (offmap: {{"oglala": 4, "brule": 3}}), steps: [
                (by: "indian", try: EndPhase, then: Refused("zone.closed")),
                (by: "indian", try: OffMap("oglala", 3), then: Refused("zone.closed")),
                (by: "indian", try: Enter("brule", {{"B": "0201"}}), then: [Enters("brule")]),
                (by: "indian", try: EndPhase, then: [Phase("indian_movement")]),
                (by: "indian", try: Move("B", ["0202"]), then: Legal(cost: 1)),
            ]"#
        ));
        holds(&format!(
            r#"{position} turn: 4, tweaks: {{"zone3_last_turn": "5"}}, given: (offmap: {{"oglala": 4, "brule": 3}}), steps: [
                (by: "indian", try: OffMap("oglala", 3), then: [ChangesZone("oglala", 3)]),
                (by: "indian", try: EndPhase, then: [Phase("indian_movement")]),
            ]"#
        ));
    }

    /// LBH-11.2 LBH-9.27: all of a tribe, at its edge, the hex paid, and no swimming.
    #[test]
    fn a_tribe_enters_whole_and_pays() {
        holds(
            r#"map: "@little_big_horn", turn: 2, phase: "indian_offmap",
            place: [
                (id: "A", piece: "oglala-warrior", at: "off"),
                (id: "B", piece: "oglala-warrior", at: "off"),
                (id: "CH", piece: "crazy-horse", at: "off"),
                (id: "K", piece: "7th-cavalry", at: "1222"),
            ],
            given: (offmap: {"oglala": 6}),
            steps: [
                (by: "indian", try: Enter("oglala", {"A": "1522", "B": "1622"}), then: Refused("zone.enter")),
                (by: "indian", try: Enter("oglala", {"A": "1522", "B": "1622", "CH": "0122"}), then: Refused("zone.enter")),
                (by: "indian", try: Enter("oglala", {"A": "1222", "B": "1622", "CH": "1622"}), then: Refused("zone.enter")),
                (by: "indian", try: Enter("oglala", {"A": "1122", "B": "1622", "CH": "1622"}), then: [Enters("oglala")]),
                (by: "indian", try: EndPhase, then: [Phase("indian_movement")]),
                (by: "indian", try: Move("A", ["1022"]), then: Refused("zoc.stop")),
                (by: "indian", try: Move("B", ["1721"]), then: Refused("*")),
                (by: "indian", try: MoveTogether(["B", "CH"], ["1621", "1620"]), then: [Moves("B", "1620"), Moves("CH", "1620")]),
                (by: "indian", try: Move("B", ["1720"]), then: Refused("river.bank")),
            ]"#,
        );
    }
}
