//! How fast Little Big Horn is played: `cargo bench -p rulesets`.

use divan::{Bencher, black_box};
use engine::ask::Gesture;
use engine::dice::Seeded;
use engine::playtest::{Who, carry_out};
use engine::policy::{self, Policy as _, Random};
use engine::rules::{Awaits, PieceId, Rules as _, Seat, Seen};
use engine::scenario::{self, Memory};
use rulesets::little_big_horn::{LittleBigHorn, State, US};

fn main() {
    divan::main();
}

fn rules() -> LittleBigHorn {
    let files = [
        ("scenario.ron", include_str!("../../samples/little_big_horn/scenario.ron")),
        ("map.ron", include_str!("../../samples/little_big_horn/map.ron")),
        ("forces.ron", include_str!("../../samples/little_big_horn/forces.ron")),
    ];
    let scenario = scenario::load(&Memory::from_iter(files), "scenario.ron").value.expect("the sample loads");
    LittleBigHorn::open(&scenario).into_result().expect("the sample is in order")
}

/// Plays on until `stop` says so or the game is over.
fn play(rules: &LittleBigHorn, seed: u64, stop: impl Fn(&State) -> bool) -> State {
    let mut state = rules.begin();
    let mut dice = Seeded { seed };
    let mut offers = Vec::new();
    for number in 0.. {
        let Awaits::Seats(seats) = rules.awaits(&state) else { break };
        if stop(&state) {
            break;
        }
        let seat = seats[0];
        offers.clear();
        rules.offer(&state, seat, &mut offers);
        let seen = Seen::by(rules, &state, seat.side());
        let mut stream = policy::stream(seed, "random", seat, number);
        let action = Random.choose(rules, &seen, seat, &offers, &mut stream).expect("somebody is awaited");
        let step = carry_out(rules, &state, seat, action, Who::Person(String::new()), &mut dice);
        state = step.expect("seeded dice never pause").after;
    }
    state
}

/// A whole game between random players.
#[divan::bench]
fn random_game(bencher: Bencher) {
    let rules = rules();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        play(&rules, black_box(seed), |_| false)
    });
}

/// Where a piece can go, in words for the window: the third turn, everybody on the field.
#[divan::bench]
fn reach_of_a_piece(bencher: Bencher) {
    let rules = rules();
    let state = play(&rules, 3, |state| state.turn == 3 && state.phase.moves());
    let piece = rules
        .ids()
        .find(|&piece| rules.reach(&state, Seat::of(US), piece).is_some_and(|r| r.places.len() > 20));
    let piece = piece.expect("somebody can move");
    bencher.bench_local(|| rules.reach(&state, Seat::of(US), black_box(piece)));
}

/// The text under the pointer for a dropped piece.
#[divan::bench]
fn judge_of_a_drop(bencher: Bencher) {
    let rules = rules();
    let state = play(&rules, 3, |state| state.turn == 3 && state.phase.moves());
    let piece = rules
        .ids()
        .find(|&piece| rules.reach(&state, Seat::of(US), piece).is_some_and(|r| r.places.len() > 20));
    let piece: PieceId = piece.expect("somebody can move");
    let to = rules.reach(&state, Seat::of(US), piece).expect("it can move").places[5].at.clone();
    let drop = Gesture::Drop { pieces: vec![piece], to };
    bencher.bench_local(|| rules.judge(&state, Seat::of(US), black_box(&drop)));
}

#[divan::bench]
fn copy_of_a_state(bencher: Bencher) {
    let rules = rules();
    let state = play(&rules, 3, |state| state.turn == 3 && state.phase.moves());
    bencher.bench_local(|| black_box(&state).clone());
}
