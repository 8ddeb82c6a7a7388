//! The command line as a hostile and as a new user meets it: exit statuses, what is said, and what is left alone.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;
use tests::{copy_folder, root};

/// Runs a command in this process: its exit status, what it printed, and what it said besides. Words that begin
/// with `~/` lie in the folder.
fn sandtable(folder: &Path, args: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = editor::cli::run(call(folder, args), &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).expect("commands print text");
    (status, text(out), text(err))
}

fn call(folder: &Path, args: &[&str]) -> Vec<std::ffi::OsString> {
    let word = |word: &&str| match word.strip_prefix("~/") {
        Some(rest) => folder.join(rest).into_os_string(),
        None => word.into(),
    };
    std::iter::once("sandtable".into()).chain(args.iter().map(word)).collect()
}

/// A scratch folder with the sample as `field`.
fn scratch() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    copy_folder(&root().join("samples/little_big_horn"), &folder.path().join("field"))
        .expect("it can be copied");
    folder
}

fn change(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("the file is there");
    assert!(text.contains(from), "{path:?} has {from:?}");
    fs::write(path, text.replacen(from, to, 1)).expect("it can be written");
}

/// Each call with its exit status and a part of what it says, in either stream.
#[track_caller]
fn check_calls(folder: &Path, calls: &[(&str, u8, &str)]) {
    for (line, expected, part) in calls {
        let args: Vec<&str> = line.split(' ').collect();
        let (status, out, err) = sandtable(folder, &args);
        assert_eq!(status, *expected, "{line}\n{out}{err}");
        assert!(out.contains(part) || err.contains(part), "{line}: expected {part:?}, found\n{out}{err}");
    }
}

#[test]
fn wrong_calls_are_answered_with_2_and_a_reason() {
    let folder = scratch();
    check_calls(
        folder.path(),
        &[
            ("check", 2, "required"),
            ("nix nix", 2, "'nix'"),
            ("help nix", 2, "no command is called \"nix\""),
            ("new nix ~/new", 2, "there are: little_big_horn"),
            ("new little_big_horn ~/field", 2, "not empty"),
            ("play @little_big_horn --side us=nix", 2, "there are: random"),
            ("play @little_big_horn --side nix=random", 2, "there are: us, indian"),
            ("play @little_big_horn --side us", 2, "expected NAME=PLAYER"),
            ("play @little_big_horn --seed -1", 2, "'-1'"),
            ("play @little_big_horn --turns 0", 2, "1..=65535"),
            ("play @little_big_horn --tweak mount_costs=3", 2, "did you mean \"mount_cost\""),
            ("play @little_big_horn --tweak mount_cost=x", 2, "found \"x\""),
            ("play @little_big_horn --tweak mount_cost", 2, "expected PATH=VALUE"),
            ("export @little_big_horn --out ~/x --tweak nix=1", 2, "\"nix\""),
            ("export @little_big_horn --out ~/x --what nix", 2, "there are: map, counters"),
            ("export @little_big_horn --out ~/x --hex -5", 2, "found \"-5\""),
            ("export @little_big_horn --out ~/x --hex NaN", 2, "found \"NaN\""),
            ("export @little_big_horn --out ~/x --hex 1e308", 2, "found \"1e308\""),
            ("export @little_big_horn --out ~/x --hex 0", 2, "found hexes of 0 mm"),
            ("export @little_big_horn --out ~/x --dpi 0", 2, "found \"0\""),
            ("export @little_big_horn --out ~/x --ink grey --palette deuter", 2, "--palette"),
            ("rulebook little_big_horn --rule nix", 2, "no rule is called \"nix\""),
            ("rules nix", 2, "there are: little_big_horn"),
            ("fmt @little_big_horn", 2, "built in"),
            ("replay open ~/g.ron", 2, "open"),
        ],
    );
    assert!(!folder.path().join("x").exists(), "a wrong call has made a folder");
}

#[test]
fn what_cannot_be_read_is_answered_with_3_and_a_reason() {
    let folder = scratch();
    fs::create_dir(folder.path().join("empty")).expect("a folder can be made");
    for name in ["one.ron", "two.ron"] {
        let target = folder.path().join("several").join(name);
        fs::create_dir_all(target.parent().expect("it has one")).expect("a folder can be made");
        fs::copy(folder.path().join("field/scenario.ron"), target).expect("it can be copied");
    }
    check_calls(
        folder.path(),
        &[
            ("check ~/nix", 3, "No such file"),
            ("check ~/empty", 3, "holds no scenario"),
            ("check ~/several", 3, "several scenarios: one.ron, two.ron"),
            ("check @nix", 3, "@little_big_horn"),
            ("check @@little_big_horn", 3, "@little_big_horn"),
            ("check little_big_horn", 3, "is called @little_big_horn"),
            ("play ~/nix", 3, "No such file"),
            ("fmt ~/nix", 3, "No such file"),
            ("export ~/nix --out ~/x", 3, "No such file"),
            ("example ~/nix", 3, "games are: little_big_horn"),
            ("example ~/field", 3, "no ordinary file"),
            ("replay verify ~/nix", 3, "No such file"),
            ("replay log ~/field", 3, "no ordinary file"),
            ("~/nix", 3, "No such file"),
            ("chekc", 3, "did you mean the command check?"),
            ("play @little_big_horn --turns 1 --save ~/field", 3, "it is a folder"),
            ("play @little_big_horn --turns 1 --save ~/field/map.ron/g.ron", 3, "cannot make the folder"),
            ("new little_big_horn ~/field/map.ron", 3, "cannot open"),
        ],
    );
    // What can be read is checked all the same.
    let (status, out, err) = sandtable(folder.path(), &["check", "~/nix", "~/field"]);
    assert_eq!(status, 3, "{err}");
    assert!(out.contains("field: no problems"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_neither_read_nor_replaced() {
    use std::os::unix::fs::FileTypeExt as _;
    let folder = scratch();
    // A socket stands for whatever has a name and is no file: nothing of the machine is at stake.
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket can be made");
    check_calls(
        folder.path(),
        &[
            ("check /dev/zero", 3, "no ordinary file"),
            ("example /dev/zero", 3, "no ordinary file"),
            ("replay verify /dev/zero", 3, "no ordinary file"),
            ("replay log /dev/zero", 3, "no ordinary file"),
            ("check ~/socket", 3, "no ordinary file"),
            ("play @little_big_horn --turns 1 --save ~/socket", 3, "no ordinary file"),
            ("play @little_big_horn --turns 1 --save ~/socket --force", 3, "no ordinary file"),
            ("rulebook little_big_horn --format md --out ~/socket --force", 3, "no ordinary file"),
        ],
    );
    assert!(fs::metadata(&socket).expect("it is there").file_type().is_socket(), "it was replaced");
    assert!(editor::disk::write(&socket, b"x").is_err());
    assert!(fs::metadata(&socket).expect("it is there").file_type().is_socket(), "it was replaced");
}

#[cfg(unix)]
#[test]
fn a_link_stays_one_and_what_it_leads_to_is_written() {
    let folder = scratch();
    let (link, real) = (folder.path().join("link.ron"), folder.path().join("field/scenario.ron"));
    std::os::unix::fs::symlink(&real, &link).expect("a link can be made");
    change(&real, "    turns: 10,", "    turns:10,");
    check_calls(
        folder.path(),
        &[
            ("check ~/link.ron", 0, "no problems"),
            ("fmt ~/link.ron", 0, "written"),
            ("fmt --check ~/field", 0, ""),
        ],
    );
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
}

#[test]
fn only_files_written_here_are_written_over() {
    let folder = scratch();
    let notes = folder.path().join("notes.md");
    fs::write(&notes, "Sandtable is a program.\n    seal: \"x\")\nSandtable\n").expect("it can be written");
    let scenario = fs::read(folder.path().join("field/scenario.ron")).expect("it is there");
    check_calls(
        folder.path(),
        &[
            ("play @little_big_horn --turns 1 --save ~/notes.md", 2, "--force overwrites it"),
            ("rulebook little_big_horn --format md --out ~/notes.md", 2, "--force overwrites it"),
            ("play ~/field --turns 1 --save ~/field/scenario.ron", 2, "--force overwrites it"),
        ],
    );
    assert_eq!(fs::read(folder.path().join("field/scenario.ron")).expect("it is there"), scenario);
    for call in [
        "play @little_big_horn --turns 1 --save ~/g.ron",
        "rulebook little_big_horn --format md --out ~/book.md",
        "rulebook little_big_horn --format html --out ~/book.html",
        "export @little_big_horn --out ~/out --what track",
        "export @little_big_horn --out ~/out --what track --format svg",
        "export @little_big_horn --out ~/out --what track --format png --dpi 30",
    ] {
        // The second time each file is there already.
        check_calls(folder.path(), &[(call, 0, ""), (call, 0, "")]);
    }
    check_calls(folder.path(), &[("play @little_big_horn --turns 1 --save ~/notes.md --force", 0, "")]);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("it is there").collect();
    let parts = left.iter().filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().ends_with(".part"))
    });
    assert_eq!(parts.count(), 0, "half-written files are left");
}

/// A stream that fails so from the first byte.
struct Failing(io::ErrorKind);

impl Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(self.0.into())
    }
}

#[test]
fn a_closed_pipe_ends_nothing_and_a_full_disk_is_told() {
    let folder = scratch();
    fs::write(folder.path().join("wrong.ron"), "(").expect("it can be written");
    for (args, done) in [
        (vec!["rules", "little_big_horn"], 0),
        (vec!["rules", "little_big_horn", "--json"], 0),
        (vec!["play", "@little_big_horn", "--turns", "1"], 0),
        (vec!["check", "@little_big_horn", "~/wrong.ron"], 1),
        (vec!["help"], 0),
        (vec!["--help"], 0),
    ] {
        for (kind, expected) in [(io::ErrorKind::BrokenPipe, done), (io::ErrorKind::StorageFull, 3)] {
            let status = editor::cli::run(call(folder.path(), &args), &mut Failing(kind), &mut Failing(kind));
            assert_eq!(status, expected, "{args:?} with {kind}");
        }
    }
}

#[test]
fn a_part_of_a_scenario_stands_for_the_whole() {
    let folder = scratch();
    check_calls(folder.path(), &[("check ~/field/map.ron ~/field/forces.ron", 0, "map.ron: no problems")]);
    change(&folder.path().join("field/forces.ron"), "\"7th-cavalry\"", "\"7th-cavlry\"");
    let (status, _, err) =
        sandtable(folder.path(), &["check", "~/field/map.ron", "~/field/forces.ron", "~/field"]);
    assert_eq!(status, 1);
    let found: Vec<_> = err.lines().filter(|line| line.contains("7th-cavlry")).collect();
    assert_eq!(found.len(), 1, "each problem is told once: {err}");
    assert!(found[0].contains("forces.ron:4:"), "the piece stands in the forces: {err}");
    fs::remove_file(folder.path().join("field/scenario.ron")).expect("it can be removed");
    check_calls(folder.path(), &[("check ~/field/map.ron", 3, "no scenario beside it names it")]);
}

#[test]
fn names_with_spaces_and_other_letters_are_names() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let name = "under the hill, Übung";
    copy_folder(&root().join("samples/little_big_horn"), &folder.path().join(name))
        .expect("it can be copied");
    let (status, out, err) = sandtable(folder.path(), &["check", &format!("~/{name}")]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let long = format!("~/{}.ron", "a".repeat(250));
    let (status, _, err) =
        sandtable(folder.path(), &["play", "@little_big_horn", "--turns", "1", "--save", &long]);
    assert_eq!(status, 0, "{err}");
}

#[test]
fn comments_stay_beside_their_data() {
    let folder = scratch();
    let map = folder.path().join("field/map.ron");
    let before = fs::read_to_string(&map).expect("it is there");
    change(&map, "    rows: [\n", "    // From the north.\n    rows:  [ // thirty columns\n");
    check_calls(
        folder.path(),
        &[
            ("fmt --check ~/field", 1, "map.ron: would change"),
            ("fmt ~/field", 0, "map.ron: written"),
            ("fmt --check ~/field", 0, ""),
            ("check ~/field", 0, "no problems"),
        ],
    );
    let expected =
        before.replacen("    rows: [\n", "    // From the north.\n    rows: [ // thirty columns\n", 1);
    assert_eq!(fs::read_to_string(&map).expect("it is there"), expected);
}

#[test]
fn the_log_has_no_lines_that_only_name_the_next_phase() {
    let folder = scratch();
    let (status, log, _) =
        sandtable(folder.path(), &["play", "@little_big_horn", "--seed", "7", "--save", "~/g.ron"]);
    assert_eq!(status, 0);
    let (_, watched, _) = sandtable(folder.path(), &["replay", "log", "~/g.ron"]);
    for log in [&log, &watched] {
        assert!(log.contains("\nTurn 1, US movement\n"), "{log}");
        for phase in ["US movement", "Indian movement", "Mobilization"] {
            assert!(!log.contains(&format!("\n  {phase}  §")), "{phase} is named twice");
        }
        assert!(!log.contains("\n  Turn 2. "), "a line says what its heading says");
        let headings = log.lines().zip(log.lines().skip(1)).filter(|(line, _)| line.starts_with("Turn "));
        for (heading, next) in headings {
            assert!(next.starts_with("  "), "{heading} has no line");
        }
    }
}

/// The value of this path, and what the chart cells of the other paths are.
fn shown(rules: &Value, path: &str) -> Option<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let list = |of: &Value, name: &str| of[name].as_array().cloned().unwrap_or_default();
    for value in list(rules, "values") {
        if value["path"] == path {
            return text(&value["value"]);
        }
    }
    for chart in list(rules, "charts") {
        let (id, columns) = (text(&chart["path"])?, list(&chart, "columns"));
        for row in list(&chart, "rows") {
            let cells = row[1].as_array().cloned().unwrap_or_default();
            for (column, cell) in columns.iter().zip(&cells) {
                let full = if columns.len() == 1 {
                    format!("{id}[{}]", row[0])
                } else {
                    format!("{id}[{column}][{}]", row[0])
                };
                if full == path {
                    return text(cell);
                }
            }
        }
    }
    None
}

#[test]
fn every_path_that_rules_prints_can_be_tweaked() {
    let folder = scratch();
    let (_, listed, _) = sandtable(folder.path(), &["rules", "little_big_horn"]);
    let mut tweaks = Vec::new();
    for line in listed.lines() {
        let Some((path, rest)) = line.split_once('=') else { continue };
        let (path, value) = (path.trim(), rest.trim_start().split("  ").next().unwrap_or("").trim());
        let alternatives =
            rest.split_once("  [").and_then(|(_, rest)| rest.split_once(']')).map(|(others, _)| others);
        match (alternatives, value.parse::<u32>()) {
            (Some(others), _) => tweaks.extend(others.split(" | ").map(|other| (path, other.to_owned()))),
            (None, Ok(number)) => tweaks.push((path, (number + 1).to_string())),
            (None, Err(_)) => tweaks.push((path, "7".to_owned())),
        }
    }
    assert!(tweaks.len() > 50, "only {} tweaks", tweaks.len());
    for (path, value) in tweaks {
        let tweak = format!("{path}={value}");
        let (status, rules, err) =
            sandtable(folder.path(), &["rules", "little_big_horn", "--json", "--tweak", &tweak]);
        assert_eq!(status, 0, "{tweak}: {err}");
        let rules: Value = serde_json::from_str(&rules).expect("it is JSON");
        assert_eq!(shown(&rules, path).as_deref(), Some(value.as_str()), "{tweak} does not show");
        for call in [
            vec!["play", "@little_big_horn", "--turns", "1", "--tweak", &tweak],
            vec!["rulebook", "little_big_horn", "--tweak", &tweak],
        ] {
            let (status, _, err) = sandtable(folder.path(), &call);
            assert_eq!(status, 0, "{call:?}: {err}");
        }
    }
}

#[test]
fn a_tweak_shows_in_the_book_and_goes_into_the_game_that_is_kept() {
    let folder = scratch();
    check_calls(
        folder.path(),
        &[
            (
                "rulebook little_big_horn --rule river.bank --tweak river_first_step=on",
                0,
                "river_first_step = on  [off]",
            ),
            ("rulebook little_big_horn --format md --out ~/b.md --tweak river_first_step=on", 0, "b.md"),
            ("rulebook little_big_horn --format html --out ~/b.html --tweak mount_cost=3", 0, "b.html"),
            ("play @little_big_horn --tweak mount_cost=3 --turns 1 --save ~/g.ron", 0, ""),
            ("replay verify ~/g.ron", 0, "agrees"),
        ],
    );
    for (file, part) in [
        ("b.md", "river_first_step is on instead of off"),
        ("b.html", "mount_cost is 3 instead of 4"),
        ("g.ron", "\"mount_cost\": \"3\""),
    ] {
        let text = fs::read_to_string(folder.path().join(file)).expect("it was written");
        assert!(text.contains(part), "{file} says nothing of the tweak");
    }
}

#[test]
fn a_rule_is_found_by_slug_number_and_statement() {
    let folder = scratch();
    let (status, by_slug, _) =
        sandtable(folder.path(), &["rulebook", "little_big_horn", "--rule", "river.bank"]);
    assert_eq!(status, 0);
    let (number, _) = by_slug.split_once(' ').expect("a heading begins with its number");
    for name in [number, number.trim_start_matches('§'), "River.Bank", "LBH-10.5"] {
        let (status, found, err) = sandtable(folder.path(), &["rulebook", "little_big_horn", "--rule", name]);
        assert_eq!((status, &found), (0, &by_slug), "{name}: {err}");
    }
}

#[test]
fn json_has_the_fields_that_help_names() {
    let folder = scratch();
    fs::write(folder.path().join("wrong.ron"), "(").expect("it can be written");
    check_calls(folder.path(), &[("play @little_big_horn --turns 1 --save ~/g.ron", 0, "")]);
    let cases: &[(&str, u8, &[&str])] = &[
        ("check @little_big_horn", 0, &["files", "problems"]),
        ("check ~/nix", 3, &["files", "problems"]),
        ("fmt --check ~/field", 0, &["files", "problems"]),
        ("fmt ~/wrong.ron", 1, &["files", "problems"]),
        ("new little_big_horn ~/new", 0, &["files"]),
        ("play @little_big_horn --turns 1", 0, &["actions", "ended", "log", "problems", "seed", "turn"]),
        ("play ~/wrong.ron", 1, &["problems"]),
        ("replay verify ~/g.ron", 0, &["ok", "problems", "summary"]),
        ("replay verify ~/wrong.ron", 1, &["ok", "problems", "summary"]),
        ("replay log ~/g.ron", 0, &["game", "log", "problems", "seed", "title"]),
        ("replay log ~/wrong.ron", 1, &["problems"]),
        ("export @little_big_horn --out ~/out --what track", 0, &["files", "problems", "warnings"]),
        ("export ~/wrong.ron --out ~/out", 1, &["problems"]),
        ("example little_big_horn", 0, &["examples", "failed", "problems"]),
        ("rulebook little_big_horn", 0, &["game", "sections", "title"]),
        ("rulebook little_big_horn --find river", 0, &["game", "sections", "title"]),
        ("rulebook little_big_horn --rule river.bank", 0, &["game", "sections", "title"]),
        ("rulebook little_big_horn --format md --out ~/b.md", 0, &["bytes", "path"]),
        ("rules little_big_horn", 0, &["charts", "game", "values"]),
    ];
    for (line, expected, fields) in cases {
        let args: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        let (status, out, err) = sandtable(folder.path(), &args);
        assert_eq!(status, *expected, "{line}: {err}");
        let document: Value =
            serde_json::from_str(&out).unwrap_or_else(|error| panic!("{line}: {error}\n{out}"));
        let mut found: Vec<_> = document.as_object().expect("it is an object").keys().cloned().collect();
        found.sort();
        assert_eq!(found, *fields, "{line}");
    }
}

#[test]
fn without_a_display_the_program_shows_its_work() {
    let folder = scratch();
    let output = tests::run(folder.path(), &[] as &[&str]);
    let (said, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}{err}");
    assert_eq!(err.lines().count(), 1, "one sentence: {err}");
    assert!(err.contains("there is no display"), "{err}");
    for part in ["@little_big_horn: no problems", "win", "§", "sandtable export @little_big_horn", "agrees"]
    {
        assert!(said.contains(part), "expected {part:?} in\n{said}");
    }
    for file in ["game.ron", "map.pdf", "counters.pdf", "aids.pdf"] {
        assert!(said.contains(&format!("sandtable-demo/{file}")), "{file} is not named");
        assert!(folder.path().join("sandtable-demo").join(file).is_file(), "{file} is not there");
    }
    for (file, status, part) in [
        ("field", 3, "check field"),
        ("@little_big_horn", 3, "no display"),
        ("nix", 3, "No such file"),
        ("@nix", 3, "@little_big_horn"),
    ] {
        let output = tests::run(folder.path(), &[file]);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{file}: {err}");
        assert!(err.contains(part), "{file}: {err}");
        assert_eq!(err.lines().count(), 1, "one sentence: {err}");
    }
}
