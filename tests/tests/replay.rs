//! Games that are recorded: the same call gives the same bytes, and whoever changes a digit is found.

use std::fs;
use std::path::Path;

/// Runs a command in this process: its exit status, what it printed, and what it said besides.
fn sandtable(args: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let call = std::iter::once("sandtable").chain(args.iter().copied()).map(Into::into);
    let status = editor::cli::run(call, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("commands print text");
    (status, text(out), text(err))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("scratch paths are text")
}

#[test]
fn the_same_seed_gives_the_same_game_to_the_byte() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let play = |name: &str| {
        let path = folder.path().join(name);
        let call =
            ["play", "@little_big_horn", "--seed", "7", "--side", "us=random", "--side", "indian=random"];
        let (status, log, err) = sandtable(&[&call[..], &["--save", text(&path)]].concat());
        assert_eq!(status, 0, "{err}");
        (log, fs::read_to_string(&path).expect("the game was kept"), path)
    };
    let ((log, game, path), (again_log, again, _)) = (play("g.ron"), play("h.ron"));
    assert_eq!(log, again_log);
    assert!(game == again, "two runs kept different files");
    let end = log.trim_end().rsplit("\n\n").next().expect("a log has an end");
    assert!(end.contains("win") && end.contains('§'), "the log ends without a result and its rule: {end}");
    let (status, said, err) = sandtable(&["replay", "verify", text(&path)]);
    assert_eq!(status, 0, "{said}{err}");
    let (status, watched, _) = sandtable(&["replay", "log", text(&path)]);
    assert_eq!(status, 0);
    assert!(watched.lines().count() > 100, "the log of a whole game is long");
}

#[test]
fn each_digit_that_is_changed_is_found_on_its_line() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let path = folder.path().join("short.ron");
    let (status, _, err) =
        sandtable(&["play", "@little_big_horn", "--seed", "3", "--turns", "1", "--save", text(&path)]);
    assert_eq!(status, 0, "{err}");
    let game = fs::read(&path).expect("the game was kept");
    let changed = folder.path().join("changed.ron");
    let mut line = 1;
    let mut tried = 0;
    for at in 0..game.len() {
        if game[at] == b'\n' {
            line += 1;
        }
        if !game[at].is_ascii_digit() {
            continue;
        }
        let mut bytes = game.clone();
        bytes[at] = b'0' + (game[at] - b'0' + 1) % 10;
        fs::write(&changed, &bytes).expect("the copy can be written");
        let (status, _, err) = sandtable(&["replay", "verify", text(&changed)]);
        let place = format!("{}:{line}:", text(&changed));
        assert_eq!(status, 1, "byte {at} on line {line} was changed and nobody saw it");
        assert!(err.lines().any(|said| said.starts_with(&place)), "byte {at} on line {line}: {err}");
        tried += 1;
    }
    assert!(tried > 1000, "only {tried} digits were tried");
}

/// A short game on the sample, as a replay file.
fn short_game(folder: &Path) -> String {
    let path = folder.join("short.ron");
    let (status, _, err) =
        sandtable(&["play", "@little_big_horn", "--seed", "5", "--turns", "2", "--save", text(&path)]);
    assert_eq!(status, 0, "{err}");
    fs::read_to_string(&path).expect("the game was kept")
}

/// Writes a changed replay, verifies it, and gives what was said. It must be found out.
#[track_caller]
fn check_found(folder: &Path, game: &[u8], what: &str) -> String {
    let changed = folder.join("changed.ron");
    fs::write(&changed, game).expect("the copy can be written");
    let (status, said, err) = sandtable(&["replay", "verify", text(&changed)]);
    assert_eq!(status, 1, "{what}: {said}{err}");
    assert!(
        err.lines().any(|line| line.starts_with(text(&changed)) && line.contains(": error: ")),
        "{what}: {err}"
    );
    let (status, ..) = sandtable(&["replay", "log", text(&changed)]);
    assert!(status <= 1, "{what}");
    err
}

#[test]
fn a_replay_that_was_cut_or_turned_about_is_found() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let game = short_game(folder.path());
    let lines: Vec<&str> = game.lines().collect();
    for part in 0..40 {
        let length = game.len() * part / 40;
        check_found(folder.path(), &game.as_bytes()[..length], &format!("cut after {length} bytes"));
    }
    check_found(folder.path(), &game.as_bytes()[..game.len() - 1], "the last line end is gone");
    for at in (0..lines.len() - 1).step_by(lines.len() / 40).filter(|at| lines[*at] != lines[at + 1]) {
        let mut lines = lines.clone();
        lines.swap(at, at + 1);
        check_found(
            folder.path(),
            (lines.join("\n") + "\n").as_bytes(),
            &format!("line {} is swapped", at + 1),
        );
    }
    let mut latin = game.clone().into_bytes();
    latin[game.len() / 2] = 0xfc;
    check_found(folder.path(), &latin, "a byte is no text");
}

#[test]
fn a_hostile_replay_with_a_seal_that_fits_is_refused() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let game = short_game(folder.path());
    let deep = "[".repeat(100_000);
    let cases = [
        ("    seed: 5,", "    seed: 6,"),
        ("    seed: 5,", "    seed: 99999999999999999999999,"),
        ("    seed: 5,", "    seed: -5,"),
        ("    format: 1,", "    format: 2,"),
        ("    game: \"little_big_horn\",", "    game: \"chess\","),
        ("    game: \"little_big_horn\",", ""),
        ("    tweaks: {},", "    tweaks: {\"mount_cost\": \"3\"},"),
        ("    tweaks: {},", "    tweaks: {\"nix\": \"3\"},"),
        ("    actions: [", "    actions: [ Do(Nix), "),
        ("    actions: [", "    nix: 1,\n    actions: ["),
        ("    seed: 5,", "    seed: 5,\n    seed: 6,"),
        ("    actions: [", &format!("    deep: {deep},\n    actions: [")),
        ("        Do(", "        Do(Nix("),
        ("(\"scenario.ron\", [", "(\"../scenario.ron\", ["),
        ("grid: (columns: 30, rows: 22)", "grid: (columns: 4000, rows: 4000)"),
        ("grid: (columns: 30, rows: 22)", "grid: (columns: 65535, rows: 65535)"),
        ("    turns: 10,", "    turns: 9,"),
        ("        Shows((piece: ", "        Shows((piece: 65535, number: "),
        ("        State(\"", "        State(\"0000"),
    ];
    for (from, to) in cases {
        assert!(game.contains(from), "the replay has {from:?}");
        let changed = engine::journal::reseal(&game.replacen(from, to, 1));
        let told = to.chars().take(60).collect::<String>();
        check_found(folder.path(), changed.as_bytes(), &told);
    }
    // What is told to whoever watches it is written again and compared.
    for (from, to, told) in [
        ("        Act(turn: 1, ", "        Act(turn: 2, ", ": error: found turn 2"),
        (
            "        Act(turn: 1, phase: \"",
            "        Act(turn: 1, phase: \"No ",
            ": error: found turn 1, \"No ",
        ),
        (
            "        (piece: 0, name: \"",
            "        (piece: 0, name: \"No ",
            ": error: the board at the beginning",
        ),
        ("        Says(text: \"", "        Says(text: \"No ", ": warning: the wording differs"),
        ("        Shows((piece: ", "        Gone(0),\n        Shows((piece: ", ": error: the board"),
    ] {
        let line = game.lines().position(|line| line.starts_with(from)).expect("the replay has it") + 1;
        let changed = engine::journal::reseal(&game.replacen(from, to, 1));
        let path = folder.path().join("told.ron");
        fs::write(&path, changed).expect("the copy can be written");
        let (status, said, err) = sandtable(&["replay", "verify", text(&path)]);
        assert_eq!(status, 1, "{to}: {said}{err}");
        let place = format!("{}:{line}:", text(&path));
        assert!(err.starts_with(&place) && err.contains(told), "{to}: {err}");
    }
    // Another roll, another step, another event: whatever was recorded does not follow any more.
    let mut tried = 0;
    let mut begins = 0;
    for (line, number) in game.lines().zip(1..) {
        let judged = ["        Do(", "        Roll(", "        Event(", "        State("];
        let digit = line.rfind(|sign: char| sign.is_ascii_digit());
        if let Some(digit) = digit.filter(|_| judged.iter().any(|head| line.starts_with(head))) {
            let mut bytes = game.clone().into_bytes();
            let at = begins + digit;
            bytes[at] = b'0' + (bytes[at] - b'0' + 1) % 10;
            let changed = engine::journal::reseal(&String::from_utf8(bytes).expect("digits are text"));
            check_found(
                folder.path(),
                changed.as_bytes(),
                &format!("line {number}, under a new seal: {line}"),
            );
            tried += 1;
        }
        begins += line.len() + 1;
    }
    assert!(tried > 100, "only {tried} lines were tried");
}
