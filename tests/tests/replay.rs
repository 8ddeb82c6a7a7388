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
