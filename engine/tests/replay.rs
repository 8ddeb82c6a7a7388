//! Replay files, over a toy game: they verify, they can be watched, and no digit of them can be changed unseen.

mod toy;

use engine::ask::Gesture;
use engine::hex::Hex;
use engine::journal::{self, Record};
use engine::plane::Place;
use engine::problem::{Problem, Severity};
use engine::rules::{PieceId, Seat, Side};
use engine::session::{self, PlaySession, Session};
use toy::Toy;

const RED: Seat = Seat::of(Side(0));
const BLUE: Seat = Seat::of(Side(1));

fn played(seed: u64) -> PlaySession<Toy> {
    let mut session = PlaySession::open(&toy::scenario(), seed).into_result().ok().unwrap();
    session.seat_names(vec![(RED, "random".into()), (BLUE, "random".into())]);
    session::run(&mut session, &|_| "random".to_owned(), &mut |_| false).unwrap();
    session
}

/// A game with a branch and typed dice.
fn branched() -> PlaySession<Toy> {
    let mut session = played(4);
    session.go_to(2);
    session.type_dice(true);
    for _ in 0..40 {
        let Some(&seat) = session.awaits().first() else { break };
        if !session.play(seat, "random").unwrap() {
            session.perform(seat, &Gesture::Face(4)).unwrap();
        }
    }
    session
}

/// The line of actions with the sentence of its seal made good, as someone would who wants to cheat.
fn resealed(text: &str) -> String {
    journal::reseal(text)
}

#[track_caller]
fn first_problem(text: &str) -> Problem {
    journal::verify::<Toy>(text).expect_err("something was changed").remove(0)
}

#[track_caller]
fn line_of(text: &str, part: &str) -> u32 {
    let line = text.lines().position(|line| line.contains(part)).expect("the line is there");
    u32::try_from(line).unwrap() + 1
}

#[test]
fn a_replay_has_the_same_bytes_twice_and_verifies() {
    for seed in 0..10 {
        let text = played(seed).replay();
        assert_eq!(text, played(seed).replay());
        let agreed = journal::verify::<Toy>(&text).unwrap();
        assert!(agreed.starts_with("agrees: "), "{agreed}");
    }
}

#[test]
fn the_file_of_a_short_game_reads_like_this() {
    let mut session = PlaySession::<Toy>::open(&toy::scenario(), 7).into_result().ok().unwrap();
    session.seat_names(vec![(RED, "Ann".into()), (BLUE, "random".into())]);
    for (piece, to) in [(0, 3), (1, 4)] {
        let to = Place::Hex(Hex::new(to, 0));
        session.perform(RED, &Gesture::Drop { pieces: vec![PieceId(piece)], to }).unwrap();
    }
    session.perform(RED, &Gesture::Done).unwrap();
    let text = session.replay();
    let actions: Vec<&str> = text.lines().skip_while(|line| *line != "    actions: [").collect();
    assert_eq!(
        actions[1],
        "        Act(turn: 1, phase: \"red moves\", by: Player(side: (0), number: 0), who: Person(\"Ann\")),"
    );
    assert_eq!(actions[2], "        Do(SetUp([((0), 3), ((1), 4)])),");
    assert_eq!(actions[3], "        Event(\"setup.place\", Placed((0), 3)),");
}

#[test]
fn each_digit_that_is_changed_is_found_and_its_line_is_named() {
    let text = played(2).replay();
    let mut line = 1;
    let mut tried = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'\n' {
            line += 1;
        }
        if !byte.is_ascii_digit() {
            continue;
        }
        tried += 1;
        let mut changed = text.clone().into_bytes();
        changed[at] = b'0' + (byte - b'0' + 1 + (at % 9) as u8) % 10;
        let changed = String::from_utf8(changed).unwrap();
        let problems = journal::verify::<Toy>(&changed).unwrap_err();
        assert_eq!(problems[0].line, line, "byte {at}: {problems:?}");
    }
    assert!(tried > 500, "{tried} digits");
}

#[test]
fn a_game_with_branches_and_typed_dice_verifies_and_can_be_gone_on_with() {
    let session = branched();
    assert_eq!(session.branches().len(), 1);
    let text = session.replay();
    let agreed = journal::verify::<Toy>(&text).unwrap();
    assert!(agreed.contains(", 1 branch;"), "{agreed}");
    assert!(text.contains("source: Typed"), "{text}");
    let mut again = journal::reopen::<Toy>(&text).ok().unwrap();
    assert_eq!(again.replay(), text);
    assert_eq!(again.log(None), session.log(None));
    again.switch(0);
    assert_eq!(again.log(None), played(4).log(None));
}

#[test]
fn a_replay_is_watched_without_its_rules() {
    let session = played(3);
    let text = session.replay();
    assert_eq!(journal::log(&text).unwrap(), session.log(None));
    let watched = journal::watch(&text).unwrap();
    assert_eq!(watched.record, Record::of(&toy::scenario()));
    for moment in 0..=watched.steps.len() {
        let mut then = journal::reopen::<Toy>(&text).ok().unwrap();
        then.go_to(moment);
        let board: Vec<(PieceId, Place)> =
            watched.board(moment).into_iter().map(|piece| (PieceId(piece.piece), piece.at)).collect();
        let scene: Vec<(PieceId, Place)> =
            then.scene(None).pieces.into_iter().map(|piece| (piece.piece, piece.at)).collect();
        assert_eq!(board, scene, "moment {moment}");
    }
    // The game's events have changed: watching goes on, verifying does not.
    let changed = resealed(&text.replace("Moved(", "Marched("));
    assert_eq!(journal::log(&changed).unwrap(), session.log(None));
    assert!(journal::verify::<Toy>(&changed).is_err());
}

/// What a person finds who makes the seal good after a change.
#[track_caller]
fn check_changed(text: &str, from: &str, to: &str, part: &str, message: &str) {
    assert!(text.contains(from), "{from:?} is not in {text}");
    let changed = resealed(&text.replacen(from, to, 1));
    let problem = first_problem(&changed);
    assert_eq!(problem.line, line_of(&changed, part), "{problem}");
    assert!(problem.message.contains(message), "{problem}");
}

#[test]
fn a_change_below_a_good_seal_is_found_by_playing_again() {
    let text = branched().replay();
    let roll = text.lines().find(|line| line.contains("source: Seeded")).unwrap();
    let face = roll.split("face: ").nth(1).unwrap().chars().next().unwrap();
    let other = if face == '1' { "2" } else { "1" };
    let changed = roll.replace(&format!("face: {face}"), &format!("face: {other}"));
    check_changed(&text, roll, &changed, &changed, "and the die shows");
    let state = text.lines().find(|line| line.contains("State(")).unwrap();
    let changed = format!("        State(\"{}\"),", "0".repeat(32));
    check_changed(&text, state, &changed, &changed, "the state after this action is another");
    check_changed(&text, "Placed((0), ", "Placed((1), ", "Placed((1), ", "something else happens here");
    check_changed(
        &text,
        "Event(\"setup.place\"",
        "Event(\"setup.other\"",
        "setup.other",
        "now it is setup.place",
    );
    check_changed(&text, "    seed: 4,", "    seed: 5,", "source: Seeded", "shows");
    check_changed(&text, "Do(SetUp([((0), ", "Do(SetUp([((9), ", "((9), ", "refused");
    check_changed(&text, "turns: 8", "turns: 9", "    scenario: ", "not the digest");
    check_changed(&text, "    format: 1,", "    format: 2,", "    format: 2,", "reads up to 1");
    check_changed(
        &text,
        "    tweaks: {},",
        "    tweaks: {\"kills\": \"6\"},",
        "    tweaks: ",
        "not the tweaks",
    );
    check_changed(
        &text,
        "    game: \"toy\",\n    title",
        "    game: \"boy\",\n    title",
        "    game: \"boy\"",
        "of \"toy\"",
    );
}

#[test]
fn what_is_told_to_those_who_watch_is_compared_too() {
    let text = branched().replay();
    check_changed(
        &text,
        "Act(turn: 1, phase: \"red",
        "Act(turn: 2, phase: \"red",
        "Act(turn: 2, phase: \"red",
        "found turn 2, \"red moves\", and this action is of turn 1",
    );
    check_changed(
        &text,
        "Act(turn: 1, phase: \"red moves\"",
        "Act(turn: 1, phase: \"red rests\"",
        "red rests",
        "and this action is of turn 1, \"red moves\"",
    );
    let line =
        |part: &str| text.lines().find(|line| line.contains(part)).expect("the line is there").to_owned();
    let shows = line("        Shows((");
    check_changed(
        &text,
        &shows,
        &shows.replacen("side: ", "side: 1", 1),
        "side: 1",
        "the board after this action",
    );
    let piece =
        shows.replacen("Shows((", "(", 1).strip_suffix("),").map(|piece| format!("{piece},")).unwrap();
    let begun = format!("\n    pieces: [\n{piece}");
    check_changed(&text, "\n    pieces: [", &begun, &piece, "the board at the beginning");
    let says = line("        Says(");
    let reworded = says.replace("text: \"", "text: \"Lo: ");
    check_changed(&text, &says, &reworded, "Lo: ", "the wording differs");
    let following = text.lines().skip_while(|line| *line != says).nth(1).unwrap();
    check_changed(&text, &format!("{says}\n"), "", following, "the wording differs");
    check_changed(&text, "    title: \"", "    title: \"The ", "    title: ", "and the scenario's is");
}

#[test]
fn a_game_in_older_words_can_be_gone_on_with() {
    let text = played(3).replay();
    let reworded = resealed(&text.replace("Says(text: \"", "Says(text: \"Lo: "));
    assert_eq!(first_problem(&reworded).severity, Severity::Warning);
    let again = journal::reopen::<Toy>(&reworded).ok().unwrap();
    assert_eq!(again.replay(), text);
}

#[test]
fn other_numbers_of_the_rules_are_named_with_what_they_change() {
    let mut scenario = toy::scenario();
    scenario.tweaks.insert("kills".into(), "2".into());
    let mut session = PlaySession::<Toy>::open(&scenario, 2).into_result().ok().unwrap();
    session::run(&mut session, &|_| "random".to_owned(), &mut |_| false).unwrap();
    let text = session.replay();
    journal::verify::<Toy>(&text).unwrap();
    // The same file below rules whose data says otherwise.
    let load = |files: &[(String, String)]| {
        let mut checked = engine::problem::Checked::clean(toy::read(files));
        checked.value.as_mut().unwrap().tweaks.insert("kills".into(), "2".into());
        checked
    };
    assert!(journal::verify_with::<Toy>(&text, &load).is_ok());
    let data = text.lines().find(|line| line.starts_with("    data: ")).unwrap();
    let changed = resealed(&text.replacen(data, &format!("    data: \"{}\",", "1".repeat(32)), 1));
    let problem = first_problem(&changed);
    assert_eq!(problem.line, line_of(&changed, "    data: "));
}

#[test]
fn a_syntax_mistake_below_a_good_seal_has_its_place() {
    let text = played(2).replay();
    let changed = resealed(&text.replacen("    seed: 2,", "    seed: 2;", 1));
    assert_ne!(changed, text);
    let problem = first_problem(&changed);
    assert_eq!((problem.line, problem.column), (line_of(&changed, "    seed: "), 12));
    assert_eq!(problem.message, "found \";\", expected a comma or \")\"");
}

#[test]
fn hostile_files_are_refused_quickly() {
    let deep = format!("(\n    format: 1,\n    game: {}\n", "[".repeat(100_000));
    let long = format!("(\n    format: 1,\n{}", "    x: 1,\n".repeat(200_000));
    let text = played(2).replay();
    let cut = text[..text.len() / 3].to_owned();
    for hostile in [
        String::new(),
        "(".into(),
        deep.clone(),
        resealed(&format!("{deep}\n    seal: \"\")\n")),
        long.clone(),
        resealed(&format!("{long}    seal: \"\")\n")),
        cut,
        resealed(&text.replacen("    actions: [", "    actions: [Act,", 1)),
        resealed(&text.replacen("Act(", "Do(", 1)),
        resealed(&text.replacen("State(", "Branch(", 1)),
        text.replace('\n', "\r\n"),
    ] {
        let problems = journal::verify::<Toy>(&hostile).unwrap_err();
        assert!(!problems.is_empty());
        assert!(journal::watch(&hostile).is_err() || hostile.contains("    seal: \""));
    }
}
