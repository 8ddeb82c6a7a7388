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
            info.side == INDIAN && state.rows[piece.index()].at == At::Off && !state.tribes[info.formation.index()].off
        })
    }

    /// How many counters of a kind begin in the camp.
    pub fn camp_share(&self, state: &State, kind: usize) -> usize {
        let present = self.waiting(state).filter(|&piece| self.info(piece).kind == kind).count();
        present.min(usize::from(self.data.kinds[kind].camp))
    }

    /// Tribes for which a zone must be named.
    pub fn to_split<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Tribe> + 'a {
        self.tribes().filter(|&tribe| {
            let waits = |piece: PieceId| match state.rows[piece.index()].at {
                At::Off => true,
                At::Absent => true,
                At::On(_) | At::Lost => false,
            };
            self.data.formations[tribe.index()].counter
                && !state.tribes[tribe.index()].off
                && self.of(tribe).any(waits)
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
                let missing = self
                    .waiting(state)
                    .find(|&piece| self.info(piece).kind == kind && camp.iter().all(|&(other, _)| other != piece));
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
        if let Some(missing) = self.to_split(state).find(|&tribe| zones.iter().all(|&(other, _)| other != tribe)) {
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
