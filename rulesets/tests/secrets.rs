//! What a side must not know: whatever it is told is the same wherever the others are.

mod lot;

use engine::ask::Gesture;
use engine::dice::Seeded;
use engine::plane::Place;
use engine::playtest::{Who, carry_out};
use engine::rules::{Rules as _, Seat};
use engine::scenario::Scenario;
use lot::Lot;
use rulesets::little_big_horn::{Action, LittleBigHorn, Phase, State, US};

/// The shipped scenario.
fn sample() -> Scenario {
    macro_rules! file {
        ($name:literal) => {
            ($name, include_str!(concat!("../../samples/little_big_horn/", $name)))
        };
    }
    let files: engine::scenario::Memory =
        [file!("scenario.ron"), file!("map.ron"), file!("forces.ron")].into_iter().collect();
    engine::scenario::load(&files, "scenario.ron").value.expect("the sample loads")
}

/// Everything that the US is told must be the same wherever the tribes are, LBH-4.3 and 11.5.
#[test]
fn the_us_cannot_tell_one_zone_from_another() {
    let rules = LittleBigHorn::open(&sample()).value.expect("the sample is in order");
    let us = Seat::of(US);
    let mut looks = 0;
    for seed in 0..6 {
        let mut lot = Lot(seed);
        let mut state = rules.begin();
        for moment in 0..400 {
            let Some(&seat) = (match rules.awaits(&state) {
                engine::rules::Awaits::Seats(seats) => seats,
                engine::rules::Awaits::Ended(_) => break,
            })
            .first() else {
                break;
            };
            let mut offers = Vec::new();
            rules.offer(&state, seat, &mut offers);
            let action = if lot.one_in(15) && offers.contains(&Action::EndPhase) {
                Action::EndPhase
            } else {
                lot.of(&offers)
            };
            let step =
                carry_out(&rules, &state, seat, action, Who::Person(String::new()), &mut Seeded { seed })
                    .unwrap();
            for (_, event) in &step.events {
                let told = rules.told_to(&state, event, US);
                let words = format!("{told:?} {:?}", told.as_ref().map(|told| rules.tell(&state, told)));
                if let rulesets::little_big_horn::Event::ChangesZone { .. } = event {
                    assert_eq!(told, None);
                }
                if let rulesets::little_big_horn::Event::SetUp { .. } = event {
                    assert!(!words.contains("in zone"), "{words}");
                }
            }
            state = step.after;
            // The same position with the tribes somewhere else, and others of them having acted.
            let mut other = state.clone();
            for tribe in other.tribes.iter_mut().filter(|tribe| tribe.off) {
                tribe.zone = 3 + lot.below(4) as u8;
                tribe.acted = lot.one_in(2) && other.phase == Phase::IndianOffmap;
            }
            if moment % 3 > 0 && other.phase != Phase::IndianOffmap {
                continue;
            }
            let (one, two) = (rules.seen_by(&state, US), rules.seen_by(&other, US));
            assert_eq!(one, two);
            assert_eq!(format!("{:?}", rules.scene(&one)), format!("{:?}", rules.scene(&two)));
            assert!(
                !format!("{:?}", rules.scene(&one).pieces).contains("zone-"),
                "no piece is shown in a zone"
            );
            let mut offers = [Vec::new(), Vec::new()];
            rules.offer(&state, us, &mut offers[0]);
            rules.offer(&other, us, &mut offers[1]);
            assert_eq!(offers[0], offers[1]);
            assert_eq!(rules.ask(&one, us), rules.ask(&two, us));
            // What is refused, is refused alike.
            let tribes: Vec<_> = rules.tribes().collect();
            for &tribe in &tribes {
                let at = rules
                    .outside(&state, tribe)
                    .into_iter()
                    .map(|piece| (piece, rules.board.hex(0)))
                    .collect();
                for action in [
                    Action::OffMap { tribe, zone: 4 },
                    Action::Enter { tribe, at },
                    Action::Bar(vec![tribe]),
                    Action::EndPhase,
                    Action::Roll,
                ] {
                    let answer = |state: &State| {
                        let refusal = rules.check(state, us, &action, &mut ()).err();
                        refusal.map(|refusal| (refusal, rules.why(&rules.seen_by(state, US), &refusal)))
                    };
                    assert_eq!(answer(&state), answer(&other), "{action:?}");
                }
            }
            for piece in rules.ids().step_by(7) {
                let hex = rules.board.hex(lot.below(rules.board.grid.len()));
                let drop = Gesture::Drop { pieces: vec![piece], to: Place::Hex(hex) };
                assert_eq!(rules.judge(&one, us, &drop), rules.judge(&two, us, &drop));
                assert_eq!(rules.reach(&one, us, piece), rules.reach(&two, us, piece));
                assert_eq!(rules.reach(&state, us, piece), rules.reach(&other, us, piece));
            }
            looks += 1;
        }
    }
    assert!(looks > 200, "{looks} positions were looked at");
}
