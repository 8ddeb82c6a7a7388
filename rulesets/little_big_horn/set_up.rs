//! Starting positions: the Indian camp and the secret split of the tribes.

use engine::hex::Hex;
use engine::rules::{PieceId, Refusal};

use super::LittleBigHorn;
use super::cites;
use super::data::INDIAN;
use super::state::{At, State, Tribe};

impl LittleBigHorn {
    /// Indian counters that wait for the set-up, in order.
    pub fn waiting<'a>(&'a self, state: &'a State) -> impl Iterator<Item = PieceId> + 'a {
        self.ids().filter(|&piece| {
            let info = self.info(piece);
            info.side == INDIAN
                && state.rows[piece.index()].at == At::Off
                && !state.tribes[info.formation.index()].off
        })
    }

    /// How many counters of a kind begin in the camp.
    pub fn camp_share(&self, state: &State, kind: usize) -> usize {
        let present = self.waiting(state).filter(|&piece| self.info(piece).kind == kind).count();
        present.min(usize::from(self.data.kinds[kind].camp))
    }

    /// Tribes for which a zone must be named: those with anybody who does not begin in the camp. Who is not in the
    /// game at all, as in an example, might have been one of them.
    pub fn to_split<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Tribe> + 'a {
        self.tribes().filter(|&tribe| {
            let absent = |piece: PieceId| state.rows[piece.index()].at == At::Absent;
            let waiting = self.waiting(state).filter(|&piece| self.info(piece).formation == tribe).count();
            let in_camp: usize = (0..self.data.kinds.len())
                .filter(|&kind| self.data.formation(&self.data.kinds[kind].formation) == Some(tribe.index()))
                .map(|kind| self.camp_share(state, kind))
                .sum();
            self.data.formations[tribe.index()].counter
                && !state.tribes[tribe.index()].off
                && (waiting > in_camp || self.of(tribe).any(absent))
        })
    }

    /// Judges the set-up whole: first the camp, then the split.
    pub(super) fn check_set_up(
        &self,
        state: &State,
        camp: &[(PieceId, Hex)],
        zones: &[(Tribe, u8)],
    ) -> Result<(), Refusal> {
        let no = Refusal::new(cites::SETUP_CAMP);
        for (i, &(piece, hex)) in camp.iter().enumerate() {
            let waits = self.waiting(state).any(|other| other == piece);
            let twice = camp[..i].iter().any(|&(other, _)| other == piece);
            if !waits || twice {
                return Err(no.piece(piece));
            }
            let kind = self.info(piece).kind;
            let so_far = camp[..=i].iter().filter(|&&(other, _)| self.info(other).kind == kind).count();
            let share = self.camp_share(state, kind);
            if so_far > share {
                return Err(no.piece(piece).found(so_far as i32, share as i32));
            }
            let shared = camp[..i].iter().find(|&&(_, other)| other == hex).map(|&(other, _)| other);
            if let Some(other) = shared.or_else(|| self.in_hex(state, hex).next()) {
                return Err(no.piece(piece).at(hex).piece(other));
            }
            if !self.board.is_camp(hex) {
                return Err(no.piece(piece).at(hex));
            }
        }
        for kind in 0..self.data.kinds.len() {
            let share = self.camp_share(state, kind);
            let placed = camp.iter().filter(|&&(piece, _)| self.info(piece).kind == kind).count();
            if placed < share {
                let missing = self.waiting(state).find(|&piece| {
                    self.info(piece).kind == kind && camp.iter().all(|&(other, _)| other != piece)
                });
                let no = no.found(placed as i32, share as i32);
                return Err(missing.map_or(no, |piece| no.piece(piece)));
            }
        }

        let no = Refusal::new(cites::SETUP_ZONES);
        for (i, &(tribe, zone)) in zones.iter().enumerate() {
            let due = self.to_split(state).any(|other| other == tribe);
            let twice = zones[..i].iter().any(|&(other, _)| other == tribe);
            let open = self.zone(zone).is_some_and(|zone| zone.start);
            if !due || twice || !open {
                return Err(no.about(self.about(tribe)).found(i32::from(zone), 0));
            }
        }
        if let Some(missing) =
            self.to_split(state).find(|&tribe| zones.iter().all(|&(other, _)| other != tribe))
        {
            return Err(no.about(self.about(missing)));
        }
        let least = usize::from(self.data.start_zone_min);
        for zone in self.zones.iter().filter(|zone| zone.start) {
            let tribes = zones.iter().filter(|&&(_, number)| number == zone.number).count();
            if tribes < least {
                return Err(no.found(tribes as i32, least as i32));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules as _;

    use super::super::LittleBigHorn;
    use super::super::tests::{holds, sample};

    /// LBH-4.1 LBH-4.3 LBH-D29: the set-up is judged whole.
    #[test]
    fn the_camp_comes_first_and_then_the_split() {
        let pieces: String = (1..=4)
            .map(|n| format!("(id: \"A{n}\", piece: \"arapaho-warrior\", at: \"off\"),"))
            .chain((1..=6).map(|n| format!("(id: \"H{n}\", piece: \"hunkpapa-warrior\", at: \"off\"),")))
            .chain(["(id: \"SB\", piece: \"sitting-bull\", at: \"off\"),".to_owned()])
            .collect();
        let camp = |first: &str, last: &str| {
            format!(
                "{{\"SB\": \"{first}\", \"H1\": \"0909\", \"H2\": \"1009\", \"H3\": \"0810\", \"H4\": \"0910\", \"H5\": \"1010\",
                \"A1\": \"1110\", \"A2\": \"0811\", \"A3\": \"0911\"{last}}}"
            )
        };
        let zones = |hunkpapa: u8| {
            format!(
                "{{\"hunkpapa\": {hunkpapa}, \"oglala\": 4, \"cheyenne\": 4, \"miniconjou\": 4, \"sans-arc\": 4, \"brule\": 4, \"blackfoot\": 4}}"
            )
        };
        let whole = ", \"A4\": \"1011\"";
        let steps: String = [
            (camp("0707", whole), zones(4), "Refused(\"setup.camp\")"),
            (camp("0909", whole), zones(4), "Refused(\"setup.camp\")"),
            (camp("0809", ""), zones(4), "Refused(\"setup.camp\")"),
            (camp("0809", ", \"A4\": \"1011\", \"H6\": \"1111\""), zones(4), "Refused(\"setup.camp\")"),
            (camp("0809", whole), zones(3), "Refused(\"setup.zones\")"),
            (camp("0809", whole), "{\"oglala\": 4}".to_owned(), "Refused(\"setup.zones\")"),
            (camp("0809", whole), zones(4), "[Phase(\"us_movement\")]"),
        ]
        .iter()
        .map(|(camp, zones, then)| format!("(by: \"indian\", try: SetUp({camp}, {zones}), then: {then}),"))
        .collect();
        let position = format!("map: \"@little_big_horn\", turn: 1, phase: \"setup\", place: [{pieces}],");
        holds(&format!("{position} steps: [{steps}]"));
        let camp = camp("0809", whole);
        let all_in_one =
            format!("(by: \"indian\", try: SetUp({camp}, {}), then: Refused(\"setup.zones\")),", zones(4));
        holds(&format!("{position} tweaks: {{\"start_zone_min\": \"1\"}}, steps: [{all_in_one}]"));
    }

    /// LBH-4.1 LBH-4.3: a tribe of which all begin in the camp needs no zone.
    #[test]
    fn a_tribe_that_is_all_in_the_camp_is_not_split() {
        let mut scenario = sample();
        let whole = LittleBigHorn::open(&scenario).value.expect("the sample is in order");
        assert_eq!(whole.to_split(&whole.begin()).count(), 7);
        let camped = ["hunkpapa-1", "hunkpapa-2", "hunkpapa-3", "hunkpapa-4", "hunkpapa-5", "sitting-bull"];
        scenario.pieces.retain(|piece| {
            !piece.id.starts_with("hunkpapa") && piece.id != "gall" || camped.contains(&piece.id.as_str())
        });
        let part = LittleBigHorn::open(&scenario).value.expect("fewer pieces are in order too");
        assert_eq!(part.to_split(&part.begin()).count(), 6);
    }

    /// LBH-4.2: in the camp on turn 1, out of it from turn 2.
    #[test]
    fn the_camp_is_left_from_turn_2_on() {
        for (turn, then) in [(1, "Refused(\"camp.first_turn\")"), (2, "Legal(cost: 1)")] {
            holds(&format!(
                r#"turn: {turn}, phase: "indian_movement", map: (hexes: {{"(0,0)": "camp", "(1,0)": "camp"}}),
                place: [(id: "A", piece: "arapaho-warrior", at: "(0,0)")],
                steps: [
                    (by: "indian", try: Move("A", ["(0,1)"]), then: {then}),
                    (by: "indian", try: Move("A", ["(1,0)"]), then: Legal(cost: 2)),
                ]"#
            ));
        }
    }
}
