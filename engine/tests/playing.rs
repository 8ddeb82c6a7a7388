//! The machinery of play, over a toy game: playtests, sessions, drafts, dice, computer players, odds.

mod toy;

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::ask::{Control, Gesture};
use engine::dice::{Fraction, NoFace, Scripted, Source, odds};
use engine::hex::Hex;
use engine::plane::Place;
use engine::playtest::{self, Mark, Playtest, Rolled, Stop, Who, carry_out};
use engine::policy::{Policy, Random};
use engine::rules::{Awaits, Note, PieceId, Rules, Seat, Seen, Side};
use engine::session::{self, PlaySession, Session};
use proptest::prelude::*;
use toy::{Action, Event, State, Toy};

const RED: Seat = Seat::of(Side(0));
const BLUE: Seat = Seat::of(Side(1));
const A: PieceId = PieceId(0);
const B: PieceId = PieceId(1);
const C: PieceId = PieceId(2);
const D: PieceId = PieceId(3);

fn rules() -> Arc<Toy> {
    Arc::new(Toy::open(&toy::scenario()).into_result().unwrap())
}

fn me() -> Who {
    Who::Person("Ann".into())
}

fn computer() -> Who {
    Who::Computer("random".into())
}

/// Red on 3 and 4, blue on 5 and 6, red to move.
fn close(seed: u64) -> Playtest<Toy> {
    let mut playtest = Playtest::new(rules(), seed);
    play(&mut playtest, RED, Action::SetUp(vec![(A, 3), (B, 4)]));
    play(&mut playtest, BLUE, Action::SetUp(vec![(C, 5), (D, 6)]));
    playtest
}

#[track_caller]
fn play(playtest: &mut Playtest<Toy>, by: Seat, action: Action) {
    if let Err(stop) = playtest.play(by, action, me(), &[]) {
        panic!("{stop:?}");
    }
}

/// A whole random game.
fn game(seed: u64) -> Playtest<Toy> {
    playtest::run(rules(), seed, |_| &Random as &dyn Policy<Toy>).unwrap().0
}

/// The seed whose first shot of A at C shows one of these faces.
fn seed_with(faces: std::ops::RangeInclusive<u8>) -> u64 {
    let shows = |seed: &u64| {
        let mut playtest = close(*seed);
        play(&mut playtest, RED, Action::Shoot { piece: A, target: C });
        faces.contains(&playtest.line()[2].rolls[0].face)
    };
    (0..100).find(shows).unwrap()
}

#[test]
fn a_game_between_computer_players_ends_and_comes_out_the_same_twice() {
    for seed in 0..40 {
        let (one, outcome) = playtest::run(rules(), seed, |_| &Random as &dyn Policy<Toy>).unwrap();
        let two = game(seed);
        assert_eq!(one.state(), two.state());
        assert!(one.line().len() <= one.rules().bound());
        assert_eq!(one.awaits(), Awaits::Ended(outcome));
        assert_eq!(one.repeated_roll(), None);
    }
}

#[test]
fn a_toy_keeps_the_laws_of_all_games() {
    let mut sum = engine::laws::Kept::default();
    for seed in 0..100 {
        let kept = engine::laws::check(&rules(), &[Side(0), Side(1)], seed).unwrap();
        sum.rolls += kept.rolls;
        sum.offers += kept.offers;
    }
    assert!(sum.rolls > 100 && sum.offers > 1000, "{sum:?}");
}

#[test]
fn the_events_applied_to_the_first_state_give_the_last() {
    for seed in 0..20 {
        let game = game(seed);
        let mut state = game.rules().begin();
        for step in game.line() {
            for (_, event) in &step.events {
                game.rules().apply(&mut state, event);
            }
            assert_eq!(state, step.after);
        }
    }
}

#[test]
fn taking_back_gives_the_state_before_and_the_same_decision_the_same_roll() {
    let mut playtest = close(seed_with(5..=6));
    let before = playtest.state().clone();
    let shot = Action::Shoot { piece: A, target: C };
    play(&mut playtest, RED, shot.clone());
    let (after, rolls) = (playtest.state().clone(), playtest.line()[2].rolls.clone());
    assert!(playtest.take_back());
    assert_eq!(*playtest.state(), before);
    // Something else first does not change the luck of the shot.
    play(&mut playtest, RED, Action::Shoot { piece: B, target: D });
    if playtest.awaits() == Awaits::Seats(vec![BLUE]) {
        play(&mut playtest, BLUE, Action::Flee(false));
    }
    play(&mut playtest, RED, shot.clone());
    assert_eq!(playtest.line().last().unwrap().rolls, rolls);
    playtest.go_to(2);
    play(&mut playtest, RED, shot);
    assert_eq!(*playtest.state(), after);
    assert_eq!(playtest.line().last().unwrap().rolls, rolls);
}

#[test]
fn taking_back_goes_to_the_last_thing_that_a_person_did() {
    let mut playtest = close(1);
    play(&mut playtest, RED, Action::EndTurn);
    for _ in 0..3 {
        let playtest::Decision::Act(action) = playtest::decide(&playtest, BLUE, &Random) else { break };
        playtest.play(BLUE, action, computer(), &[]).ok().unwrap();
    }
    assert!(playtest.moment() > 3);
    assert!(playtest.take_back());
    assert_eq!(playtest.moment(), 2);
    assert!(playtest.take_back() && playtest.take_back());
    assert!(!playtest.take_back());
    // Taking back step by step leaves one branch, the whole line.
    assert_eq!(playtest.branches().len(), 1);
}

#[test]
fn a_decision_after_a_die_was_seen_is_marked() {
    let mut playtest = close(1);
    play(&mut playtest, RED, Action::Step { piece: A, to: 2 });
    playtest.take_back();
    play(&mut playtest, RED, Action::Shoot { piece: A, target: C });
    assert_eq!(playtest.line()[2].mark, None);
    playtest.take_back();
    play(&mut playtest, RED, Action::EndTurn);
    assert_eq!(playtest.line()[2].mark, Some(Mark::AfterDie));
}

#[test]
fn a_decision_after_a_secret_was_seen_is_marked() {
    let mut playtest = Playtest::new(rules(), 1);
    play(&mut playtest, RED, Action::SetUp(vec![(A, 3), (B, 4)]));
    play(&mut playtest, BLUE, Action::SetUp(vec![(C, 8), (D, 9)]));
    play(&mut playtest, RED, Action::Step { piece: B, to: 5 });
    assert!(playtest.line()[2].events.contains(&(toy::MINE, Event::Exploded(5))));
    playtest.go_to(2);
    play(&mut playtest, RED, Action::EndTurn);
    assert_eq!(playtest.line()[2].mark, Some(Mark::AfterSecret));
}

#[test]
fn branches_are_kept_with_names_and_can_be_returned_to() {
    let mut playtest = close(1);
    play(&mut playtest, RED, Action::Step { piece: A, to: 2 });
    play(&mut playtest, RED, Action::EndTurn);
    let first = playtest.state().clone();
    playtest.go_to(2);
    play(&mut playtest, RED, Action::EndTurn);
    let second = playtest.state().clone();
    let names = |playtest: &Playtest<Toy>| -> Vec<String> {
        playtest.branches().iter().map(|branch| branch.name.clone()).collect()
    };
    assert_eq!(names(&playtest), ["3: P0 to 2"]);
    assert!(playtest.switch(0));
    assert_eq!((playtest.moment(), playtest.state()), (4, &first));
    assert_eq!(names(&playtest), ["3: EndTurn"]);
    assert!(playtest.switch(0));
    assert_eq!(*playtest.state(), second);
    assert!(!playtest.switch(1));
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut playtest = close(1);
    let before = playtest.state().clone();
    let stop = playtest.play(RED, Action::Step { piece: A, to: 4 }, me(), &[]).err().unwrap();
    assert!(matches!(stop, Stop::Refused(refusal) if refusal.rule == toy::FULL));
    assert_eq!((playtest.state(), playtest.moment()), (&before, 2));
}

#[test]
fn typed_dice_are_asked_for_and_the_same_faces_give_the_same_events() {
    let mut seeded = close(3);
    play(&mut seeded, RED, Action::Shoot { piece: A, target: C });
    let step = seeded.line()[2].clone();
    let mut typed = close(99);
    typed.roll(Rolled::Typed);
    let Some(Stop::Die(key)) = typed.play(RED, step.action.clone(), me(), &[]).err() else {
        panic!("the die has to be asked for");
    };
    assert_eq!(key, step.rolls[0].key);
    assert_eq!(typed.moment(), 2);
    typed.play(RED, step.action.clone(), me(), &[(key, step.rolls[0].face)]).ok().unwrap();
    assert_eq!(typed.line()[2].events, step.events);
    assert_eq!(typed.line()[2].after, step.after);
    assert_eq!(typed.line()[2].rolls[0].source, Source::Typed);
}

#[test]
fn odds_are_exact_and_agree_with_scripted_dice() {
    let playtest = close(1);
    let shot = Action::Shoot { piece: A, target: C };
    let result = |events: &[(engine::rules::Cite, Event)], _: &State| match &events.last().unwrap().1 {
        Event::Eliminated(_) => "eliminated",
        Event::Asks(..) => "asked",
        _ => "missed",
    };
    let found = odds(&**playtest.rules(), playtest.state(), RED, &shot, result).unwrap();
    let third = Fraction::new(1, 3).unwrap();
    assert_eq!(found, BTreeMap::from([("asked", third), ("eliminated", third), ("missed", third)]));
    for face in 1..=6 {
        let mut dice = Scripted::new([face]);
        let step =
            carry_out(&**playtest.rules(), playtest.state(), RED, shot.clone(), me(), &mut dice).unwrap();
        let expected = ["missed", "asked", "eliminated"][(face as usize - 1) / 2];
        assert_eq!(result(&step.events, &step.after), expected, "{face}");
        assert_eq!(dice.finish(), Ok(()));
    }
    let mut none = Scripted::new([]);
    let pause = carry_out(&**playtest.rules(), playtest.state(), RED, shot, me(), &mut none).err().unwrap();
    assert!(matches!(none.missing(&pause.0), NoFace::TooFew { given: 0, .. }));
}

#[test]
fn a_computer_player_sees_what_its_seat_sees() {
    struct Spy;
    impl Policy<Toy> for Spy {
        fn name(&self) -> &'static str {
            "spy"
        }
        fn choose(
            &self,
            _: &Toy,
            seen: &Seen<State>,
            by: Seat,
            offers: &[Action],
            _: &mut engine::policy::Stream,
        ) -> Option<Action> {
            assert_eq!(seen.mine.is_some(), by == BLUE);
            offers.first().cloned()
        }
    }
    let playtest = Playtest::new(rules(), 1);
    for seat in [RED, BLUE] {
        assert!(matches!(playtest::decide(&playtest, seat, &Spy), playtest::Decision::Act(_)));
    }
}

fn session(seed: u64) -> PlaySession<Toy> {
    PlaySession::open(&toy::scenario(), seed).into_result().ok().unwrap()
}

fn drop(piece: PieceId, to: i16) -> Gesture {
    Gesture::Drop { pieces: vec![piece], to: Place::Hex(Hex::new(to, 0)) }
}

/// Both sides set up as in [`close`].
fn set_up(session: &mut PlaySession<Toy>) {
    for (seat, gestures) in [(RED, [drop(A, 3), drop(B, 4)]), (BLUE, [drop(C, 5), drop(D, 6)])] {
        for gesture in gestures {
            session.perform(seat, &gesture).unwrap();
        }
        session.perform(seat, &Gesture::Done).unwrap();
    }
}

#[test]
fn a_set_up_is_a_draft_until_it_is_done() {
    let mut session = session(1);
    assert_eq!(session.awaits(), [RED, BLUE]);
    session.perform(RED, &drop(A, 2)).unwrap();
    session.perform(RED, &drop(A, 3)).unwrap();
    session.perform(BLUE, &drop(C, 5)).unwrap();
    assert_eq!(session.moments(), 0);
    assert_eq!(session.ask(RED).unwrap().open[0].text, "1 placed");
    // A draft shows to its own side and to the referee alone.
    let at = |session: &PlaySession<Toy>, eye| -> Vec<Place> {
        session.scene(eye).pieces.into_iter().map(|piece| piece.at).collect()
    };
    assert_eq!(at(&session, Some(Side(0))), [Place::Hex(Hex::new(3, 0))]);
    assert_eq!(at(&session, Some(Side(1))), [Place::Hex(Hex::new(5, 0))]);
    // Not all are placed: the whole is refused and the draft stays.
    let refused = session.perform(RED, &Gesture::Done).unwrap_err();
    assert_eq!(refused.rule, "setup.place");
    session.perform(RED, &drop(B, 4)).unwrap();
    session.perform(RED, &Gesture::Done).unwrap();
    assert_eq!((session.moments(), session.awaits()), (1, vec![BLUE]));
    // The other side's draft is still there.
    assert_eq!(session.ask(BLUE).unwrap().open[0].text, "1 placed");
    assert!(session.take_back());
    assert_eq!(session.ask(BLUE).unwrap().open[0].text, "0 placed");
    assert_eq!(session.moments(), 1);
    assert!(session.take_back());
    assert_eq!((session.moments(), session.awaits()), (0, vec![RED, BLUE]));
    assert!(!session.take_back());
}

#[test]
fn a_session_asks_for_a_die_and_goes_on_when_it_is_typed() {
    let mut session = session(1);
    set_up(&mut session);
    session.type_dice(true);
    session.perform(RED, &drop(A, 5)).unwrap();
    assert_eq!(session.moments(), 2);
    let ask = session.ask(RED).unwrap();
    assert!(matches!(ask.controls[..], [Control::Die { faces: 6, .. }]), "{ask:?}");
    assert_eq!(ask.rule, "fire.shoot");
    assert!(session.perform(RED, &Gesture::Face(7)).is_err());
    assert!(session.perform(BLUE, &Gesture::Face(3)).is_err());
    assert!(session.perform(RED, &Gesture::Done).is_err());
    session.perform(RED, &Gesture::Face(3)).unwrap();
    assert_eq!((session.moments(), session.awaits()), (3, vec![BLUE]));
    assert!(session.perform(RED, &Gesture::Face(3)).is_err());
    // A die that is waited for can be called off.
    session.perform(BLUE, &Gesture::Choose(0, 1)).unwrap();
    session.perform(RED, &drop(B, 6)).unwrap();
    assert!(session.take_back());
    assert_eq!(session.moments(), 4);
}

#[test]
fn a_session_plays_to_the_end_and_tells_each_side_its_log() {
    let mut played = session(5);
    let revision = played.revision();
    session::run(&mut played, &|_| "random".to_owned(), &mut |_| false).unwrap();
    assert!(played.awaits().is_empty());
    assert!(played.revision() > revision);
    let log = played.log(None);
    assert!(!log.is_empty());
    assert!(log.windows(2).all(|pair| pair[0].moment <= pair[1].moment));
    assert_eq!(played.log(None), log);
    let end = played.moments();
    played.go_to(end / 2);
    let half = played.log(None);
    assert_eq!(half, log[..half.len()]);
    assert!(half.iter().all(|line| line.moment <= end / 2));
    played.go_to(end);
    assert_eq!(played.log(None), log);
    assert!(session::run(&mut session(5), &|_| "nobody".to_owned(), &mut |_| false).is_err());
}

#[test]
fn the_log_of_a_side_knows_what_the_side_knows() {
    let mut session = session(1);
    let places = [(RED, [drop(A, 3), drop(B, 4)]), (BLUE, [drop(C, 8), drop(D, 9)])];
    for (seat, gestures) in places {
        for gesture in gestures {
            session.perform(seat, &gesture).unwrap();
        }
        session.perform(seat, &Gesture::Done).unwrap();
    }
    session.perform(RED, &drop(B, 5)).unwrap();
    let mine = |eye| session.log(eye).into_iter().find(|line| line.rule == "mine.hidden").unwrap().text;
    assert_eq!(mine(Some(Side(0))), "A hidden mine goes off at 5");
    assert_eq!(mine(Some(Side(1))), "The mine goes off at 5");
}

#[test]
fn a_refusal_reaches_a_person_in_words() {
    let mut session = session(1);
    set_up(&mut session);
    let refused = session.perform(RED, &drop(A, 9)).unwrap_err();
    assert_eq!(refused.sentence, "That is not allowed by move.step");
    assert_eq!(session.moments(), 2);
}

/// A random game up to some moment of it.
fn at(seed: u64, moment: usize) -> Playtest<Toy> {
    let mut game = game(seed);
    game.go_to(moment);
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_offered_is_legal_and_notes_change_nothing(seed in 0u64..200, moment in 0usize..60) {
        let game = at(seed, moment);
        let rules = game.rules();
        for seat in [RED, BLUE] {
            let mut offers = Vec::new();
            rules.offer(game.state(), seat, &mut offers);
            let tries = offers.len();
            offers.extend([Action::Step { piece: A, to: 40 }, Action::Flee(true), Action::SetUp(Vec::new())]);
            for (index, action) in offers.iter().enumerate() {
                let mut notes: Vec<Note> = Vec::new();
                let silent = rules.check(game.state(), seat, action, &mut ());
                prop_assert_eq!(silent, rules.check(game.state(), seat, action, &mut notes));
                prop_assert!(index >= tries || silent.is_ok());
            }
        }
    }

    #[test]
    fn going_back_and_forth_changes_nothing(seed in 0u64..200, moment in 0usize..60, to in 0usize..60) {
        let mut game = at(seed, moment);
        let (moment, state) = (game.moment(), game.state().clone());
        game.go_to(to);
        game.go_to(moment);
        prop_assert_eq!(game.state(), &state);
        prop_assert!(game.branches().is_empty());
    }

    #[test]
    fn a_game_played_again_from_any_moment_goes_the_same_way(seed in 0u64..200, moment in 0usize..60) {
        let game = at(seed, moment);
        let mut again = Playtest::new(game.rules().clone(), game.seed());
        for step in &game.line()[..game.moment()] {
            again.play(step.by, step.action.clone(), step.who.clone(), &[]).ok().unwrap();
        }
        prop_assert_eq!(again.state(), game.state());
    }
}
