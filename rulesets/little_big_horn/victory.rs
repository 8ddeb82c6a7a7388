//! Victory: counting, the conditions after the last turn, and the sudden ends.

use engine::rules::{Cite, Outcome, PieceId, Side};

use super::LittleBigHorn;
use super::cites;
use super::control::enemy;
use super::data::{CampWin, Class, INDIAN, US};
use super::state::{At, Degree, Row, State};

impl Degree {
    /// The rule that grants it.
    pub const fn rule(self) -> Cite {
        match self {
            Self::Strategic => cites::VICTORY_STRATEGIC,
            Self::Tactical => cites::VICTORY_TACTICAL,
            Self::Automatic => cites::VICTORY_AUTOMATIC,
        }
    }

    /// The outcome with this degree.
    pub const fn outcome(self, winner: Side) -> Outcome {
        Outcome { winner: Some(winner), degree: self.id(), rule: self.rule() }
    }
}

impl LittleBigHorn {
    /// What a side counts, in halves: a full counter 2, a reduced unit 1 [LBH-5.2].
    pub fn count(&self, state: &State, side: Side) -> i32 {
        if let Some(given) = self.counts[usize::from(side.0)] {
            return given;
        }
        self.side_rows(state, side)
            .map(|(piece, row)| {
                let there = match row.at {
                    At::On(_) => true,
                    At::Off => self.data.count_offmap,
                    At::Absent | At::Lost => false,
                };
                let counts = there && (self.data.count_leaders || !self.info(piece).leader);
                i32::from(counts) * if row.reduced { 1 } else { 2 }
            })
            .sum()
    }

    fn side_rows<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = (PieceId, &'a Row)> {
        self.ids()
            .map(|piece| (piece, &state.rows[piece.index()]))
            .filter(move |&(piece, _)| self.info(piece).side == side)
    }

    /// Is a counter of this side in the camp?
    pub fn in_camp(&self, state: &State, side: Side) -> bool {
        self.side_rows(state, side).any(|(_, row)| row.hex().is_some_and(|hex| self.board.is_camp(hex)))
    }

    /// Are there leaders of this class in the game, and all of them eliminated? Those who have not come on are
    /// not [LBH-5.8].
    fn all_lost(&self, state: &State, class: Class) -> bool {
        let mut leaders = self.ids().filter(|&piece| self.info(piece).class == class).peekable();
        leaders.peek().is_some() && leaders.all(|piece| state.rows[piece.index()].at == At::Lost)
    }

    /// A sudden end, if there is one now [LBH-5.7, 5.8]; where both sides have one the phasing side wins.
    ///
    /// `phase_ends` says whether a phase ends at this moment, for the variant that looks at the camp only then.
    pub fn sudden(&self, state: &State, phase_ends: bool) -> Option<(Side, Degree)> {
        if state.phase == super::state::Phase::SetUp {
            return None;
        }
        let looks = phase_ends || self.data.camp_win_at == CampWin::Step;
        let us = (looks && self.in_camp(state, US) && !self.in_camp(state, INDIAN))
            || self.all_lost(state, Class::Chief);
        let indian = self.all_lost(state, Class::Officer);
        let phasing = state.phase.side();
        match (us, indian) {
            (true, true) => Some(phasing),
            (true, false) => Some(US),
            (false, true) => Some(INDIAN),
            (false, false) => None,
        }
        .map(|side| (side, Degree::Automatic))
    }

    /// Who wins as things stand, if the game ended by the count [LBH-5.3 to 5.6]. There is no draw.
    pub fn by_count(&self, state: &State) -> (Side, Degree) {
        let (us, indian) = (self.count(state, US), self.count(state, INDIAN));
        let in_camp = self.in_camp(state, US);
        if in_camp && us > indian {
            return (US, Degree::Strategic);
        }
        if !in_camp && indian >= us + self.data.indian_margin {
            return (INDIAN, Degree::Strategic);
        }
        let near = self.side_rows(state, US).any(|(_, row)| {
            let distance = row.hex().and_then(|hex| self.board.camp_distance(hex));
            distance.is_some_and(|distance| distance <= u32::from(self.data.camp_distance))
        });
        let tactical = (near && us > indian) || (in_camp && indian - us <= self.data.camp_margin);
        (if tactical { US } else { enemy(US) }, Degree::Tactical)
    }

    /// Who has won, or would win if the game ended now.
    pub fn score(&self, state: &State) -> (Side, Degree) {
        state.ended.or_else(|| self.sudden(state, true)).unwrap_or_else(|| self.by_count(state))
    }
}

/// A count in halves as people write it: *22½*.
pub fn halves(count: i32) -> String {
    match (count / 2, count % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::holds;

    /// LBH-5.7 LBH-5.9 LBH-D28: any step may end the game, also one that only leaves the camp.
    #[test]
    fn the_camp_is_won_by_the_first_step_that_empties_it() {
        let position = r#"turn: 3, phase: "indian_movement",
            map: (hexes: {"(0,0)": "camp", "(1,0)": "camp"}),
            place: [(id: "W", piece: "oglala-warrior", at: "(0,0)"), (id: "C", piece: "custer", at: "(1,0)")],"#;
        holds(&format!(
            r#"{position} steps: [
                (by: "indian", try: Move("W", ["(0,1)", "(0,0)"]), then: [Moves("W", "(0,1)"), Wins("us", "automatic")]),
                (by: "indian", try: EndPhase, then: Refused("turn.seat")),
                (ask: Score, then: Outcome("us", "automatic")),
            ]"#
        ));
        holds(&format!(
            r#"{position} tweaks: {{"camp_win_at": "phase_end"}}, steps: [
                (by: "indian", try: Move("W", ["(0,1)", "(0,0)"]), then: [Moves("W", "(0,0)")]),
                (by: "indian", try: EndPhase, then: [Phase("indian_melee")]),
            ]"#
        ));
    }

    /// LBH-5.7 LBH-5.8 LBH-5.9 LBH-D24: leaders lost, and both at once.
    #[test]
    fn the_phasing_side_wins_where_both_would() {
        let all = r#""gall", "sitting-bull", "crazy-horse", "two-moon", "hump", "spotted-eagle""#;
        let officers = r#""custer", "reno", "benteen", "terry", "gibbon""#;
        for (phase, lost, winner) in [
            ("indian_movement", format!("{all}, {officers}"), "indian"),
            ("us_movement", format!("{all}, {officers}"), "us"),
            ("indian_movement", all.to_owned(), "us"),
            ("us_movement", officers.to_owned(), "indian"),
        ] {
            let by = if phase.starts_with("us") { "us" } else { "indian" };
            holds(&format!(
                r#"turn: 3, phase: "{phase}", place: [], given: (lost: [{lost}]), steps: [
                    (by: "{by}", try: EndPhase, then: [Wins("{winner}", "automatic")]),
                ]"#
            ));
        }
        // Officers who have not come on are not eliminated.
        holds(
            r#"turn: 3, phase: "us_movement", place: [], given: (lost: ["custer", "reno", "benteen"]), steps: [
                (by: "us", try: EndPhase, then: [Phase("us_melee")]),
            ]"#,
        );
    }

    /// LBH-5.2 LBH-D12: what counts.
    #[test]
    fn reduced_units_count_a_half() {
        let position = r#"turn: 3, phase: "us_movement",
            place: [
                (id: "U", piece: "6th-infantry", reduced: true, at: "(0,0)"),
                (id: "S", piece: "7th-cavalry-scout", at: "(1,0)"),
                (id: "C", piece: "custer", at: "(1,0)"),
                (id: "T", piece: "terry", at: "off"),
                (id: "W", piece: "oglala-warrior", at: "off"),
            ], given: (offmap: {"oglala": 4}),"#;
        for (tweaks, us, indian) in [
            ("", "3.5", "1"),
            (r#"tweaks: {"count_leaders": "off"},"#, "1.5", "1"),
            (r#"tweaks: {"count_offmap": "off"},"#, "2.5", "0"),
        ] {
            holds(&format!(
                r#"{position} {tweaks} steps: [
                    (ask: Count("us"), then: Amount("{us}")),
                    (ask: Count("indian"), then: Amount("{indian}")),
                ]"#
            ));
        }
    }

    /// LBH-5.1 LBH-5.3 LBH-5.4 LBH-5.5 LBH-5.6: the table of ends.
    #[test]
    fn the_count_and_the_camp_decide() {
        for (at, us, indian, winner, degree) in [
            ("(0,0)", "30.5", "30", "us", "strategic"),
            ("(0,0)", "30", "30", "us", "tactical"),
            ("(0,0)", "25", "30", "us", "tactical"),
            ("(0,0)", "24.5", "30", "indian", "tactical"),
            ("(0,0)", "20", "40", "indian", "tactical"),
            ("(5,0)", "31", "30", "us", "tactical"),
            ("(6,0)", "31", "30", "indian", "tactical"),
            ("(5,0)", "30", "30", "indian", "tactical"),
            ("(6,0)", "20", "30", "indian", "strategic"),
            ("(6,0)", "20.5", "30", "indian", "tactical"),
        ] {
            holds(&format!(
                r#"turn: 10, phase: "indian_melee", map: (hexes: {{"(0,0)": "camp", "(1,0)": "camp"}}),
                place: [(id: "U", piece: "7th-infantry", at: "{at}"), (id: "W", piece: "oglala-warrior", at: "(1,0)")],
                given: (count: {{"us": "{us}", "indian": "{indian}"}}),
                steps: [(by: "indian", try: Allot([]), then: [Wins("{winner}", "{degree}")])]"#
            ));
        }
    }
}
