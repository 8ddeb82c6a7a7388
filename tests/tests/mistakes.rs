//! Every kind of mistake in files, as the command line and the window answer them: each within a second and
//! 200 MB, with message, line and column, and nothing panics.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use editor::document::{self, Opened};
use tests::{copy_folder, root, run, sandtable};

/// What one check may take.
const SECOND: Duration = Duration::from_secs(1);
const MEGABYTES: u64 = 200;

/// Runs `sandtable check` on this path in a process that may use 200 MB of address space, and measures it.
fn run_within_limits(folder: &Path, path: &str) -> Output {
    let program = sandtable();
    let start = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 200000 && exec \"$0\" check \"$1\""])
        .arg(program)
        .arg(path)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh is there");
    // The most that was ever in memory, as far as it can be seen while the program runs.
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("it was started here").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
        most = most.max(peak.and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0_u64));
        if start.elapsed() > SECOND * 4 {
            // It hangs: a test that waits for it would too.
            child.kill().expect("it runs");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let time = start.elapsed();
    let output = child.wait_with_output().expect("it has ended");
    assert!(time < SECOND, "{path}: it took {time:?}");
    assert!(most < MEGABYTES * 1000, "{path}: it used {most} kB");
    output
}

fn check_within_limits(folder: &Path) -> Output {
    run_within_limits(folder, "scenario")
}

/// The sample with one of its files changed: what `check` says is this line and no other.
#[track_caller]
fn check_only(file: &str, from: &'static str, to: &'static str, expected: &str) {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let scenario = folder.path().join("scenario");
    copy_folder(&root().join("samples/little_big_horn"), &scenario).expect("the sample can be copied");
    let path = scenario.join(file);
    let text = fs::read_to_string(&path).expect("the sample has this file");
    fs::write(&path, replace(from, to)(text)).expect("the copy can be written");
    let output = check_within_limits(folder.path());
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(lines.len() == 1 && lines[0].starts_with(expected), "expected only {expected}\nfound\n{said}");
}

#[test]
fn one_mistake_is_told_once_and_not_by_all_that_follows_from_it() {
    let row = "\"PPPPP.............PPPPPPPPPPPP\",";
    for (file, from, to, expected) in [
        ("map.ron", row, "\"PPPPP.............PPPPPPPPPPPP\";", "map.ron:16:41: error: found \";\""),
        ("map.ron", "legend: {", "lgend: {", "map.ron:6:5: error: found the unknown field \"lgend\""),
        ("map.ron", "rows: [", "rows [", "map.ron:15:10: error: found \"[\", expected a colon"),
        ("map.ron", "regions: [", "regoins: [", "map.ron:90:5: error: found the unknown field \"regoins\""),
        ("map.ron", "boxes: [", "boxs: [", "map.ron:115:5: error: found the unknown field \"boxs\""),
        (
            "map.ron",
            "columns: 30",
            "columns: 3",
            "map.ron:15:11: error: found rows of 30 letters, expected 3",
        ),
        ("map.ron", "\"C\": \"camp\"", "\"C\": \"cmap\"", "map.ron:6:13: error: 'C' stands for \"cmap\""),
        ("map.ron", "grid: (", "gird: (", "map.ron:5:5: error: found the unknown field \"gird\""),
        ("scenario.ron", "turns: 10", "turns: -1", "scenario.ron:39:12: error: found -1"),
        ("scenario.ron", "    turns: 10,\n", "", "scenario.ron:1:1: error: the field \"turns\" is missing"),
        (
            "scenario.ron",
            "    map: \"map.ron\",\n",
            "",
            "scenario.ron:1:1: error: the field \"map\" is missing",
        ),
        (
            "scenario.ron",
            "forces: ",
            "froces: ",
            "scenario.ron:41:5: error: found the unknown field \"froces\"",
        ),
        ("forces.ron", "pieces: [", "piecs: [", "forces.ron:3:5: error: found the unknown field \"piecs\""),
        ("forces.ron", "kind: \"", "kind \"", "forces.ron:4:27: error: found \"\\\"\", expected a colon"),
        ("forces.ron", "\"7th-cavalry\"", "\"7th-cavalri\"", "forces.ron:4:28: error: found \"7th-cavalri\""),
    ] {
        check_only(file, from, to, &format!("scenario/{expected}"));
    }
}

/// The sample with one of its files changed: what `check` says must hold these lines.
#[track_caller]
fn check_mistake(file: &str, change: impl FnOnce(String) -> String, expected: &[&str]) {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let scenario = folder.path().join("scenario");
    copy_folder(&root().join("samples/little_big_horn"), &scenario).expect("the sample can be copied");
    let path = scenario.join(file);
    let text = fs::read_to_string(&path).expect("the sample has this file");
    fs::write(&path, change(text)).expect("the copy can be written");
    check_answer(folder.path(), expected);
}

#[track_caller]
fn check_answer(folder: &Path, expected: &[&str]) {
    let output = check_within_limits(folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    for line in expected {
        assert!(said.lines().any(|found| found.starts_with(line)), "expected a line {line}\nfound\n{said}");
    }
}

fn replace(from: &'static str, to: &'static str) -> impl FnOnce(String) -> String {
    move |text| {
        assert!(text.contains(from), "the sample has {from:?}");
        text.replacen(from, to, 1)
    }
}

#[test]
fn a_syntax_mistake_is_shown_at_its_place() {
    check_mistake(
        "map.ron",
        replace("\"PPPPP.............PPPPPPPPPPPP\",", "\"PPPPP.............PPPPPPPPPPPP\";"),
        &["scenario/map.ron:16:41: error: found \";\", expected a comma"],
    );
}

#[test]
fn unknown_fields_are_shown_with_the_nearest_known_name() {
    let both =
        |text: String| text.replacen("    name: ", "    nmae: ", 1).replacen("    note: ", "    notte: ", 1);
    check_mistake(
        "map.ron",
        both,
        &[
            "scenario/map.ron:3:5: error: found the unknown field \"nmae\" (did you mean \"name\"?)",
            "scenario/map.ron:4:5: error: found the unknown field \"notte\" (did you mean \"note\"?)",
        ],
    );
}

#[test]
fn a_row_that_is_too_short_is_counted() {
    check_mistake(
        "map.ron",
        replace("\"PPPPP.............PPPPPPPPPPPP\",", "\"PPPPP............PPPPPPPPPPPP\","),
        &["scenario/map.ron:16:39: error: row 1 has 29 letters, expected 30"],
    );
}

#[test]
fn a_hex_off_the_map_is_named() {
    check_mistake(
        "map.ron",
        replace("\"1401|1501\": \"river\",", "\"1401|9901\": \"river\","),
        &["scenario/map.ron:40:15: error: found \"9901\", expected a hex of the map, \"0101\" to \"3022\""],
    );
}

#[test]
fn a_file_that_is_missing_is_named_where_it_is_asked_for() {
    check_mistake(
        "scenario.ron",
        replace("map: \"map.ron\"", "map: \"mapp.ron\""),
        &["scenario/scenario.ron:40:10: error: cannot read \"mapp.ron\": there is no such file"],
    );
}

#[test]
fn a_hundred_thousand_brackets_are_one_mistake() {
    for bracket in ["(", "[", "{"] {
        check_mistake(
            "map.ron",
            |_| format!("(format: 1, rows: {}", bracket.repeat(100_000)),
            &["scenario/map.ron:1:82: error: found brackets nested more than 64 deep"],
        );
    }
}

#[test]
fn paths_that_lead_out_of_the_folder_are_refused_by_name() {
    for (path, reason) in [
        ("../map.ron", "the path \"../map.ron\" leaves the scenario's folder"),
        ("/etc/hostname", "the path \"/etc/hostname\" is absolute"),
        ("scenario.ron", "the file \"scenario.ron\" names itself"),
    ] {
        check_mistake(
            "scenario.ron",
            move |text| text.replacen("map: \"map.ron\"", &format!("map: {path:?}"), 1),
            &[&format!("scenario/scenario.ron:40:10: error: {reason}")],
        );
    }
}

#[test]
fn several_mistakes_in_several_files_are_all_told() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let scenario = folder.path().join("scenario");
    copy_folder(&root().join("samples/little_big_horn"), &scenario).expect("the sample can be copied");
    for (file, from, to) in [
        ("map.ron", "    name: ", "    nmae: "),
        ("map.ron", "\"1401|1501\": \"river\",", "\"1401|9901\": \"river\","),
        ("scenario.ron", "    credits: ", "    credit: "),
        ("forces.ron", "id: \"7c-a\"", "ident: \"7c-a\""),
    ] {
        let path = scenario.join(file);
        let text = fs::read_to_string(&path).expect("the sample has this file");
        fs::write(&path, replace(from, to)(text)).expect("the copy can be written");
    }
    check_answer(
        folder.path(),
        &[
            "scenario/map.ron:3:5: error: found the unknown field \"nmae\"",
            "scenario/map.ron:40:15: error: found \"9901\"",
            "scenario/scenario.ron:38:5: error: found the unknown field \"credit\"",
            "scenario/forces.ron:4:10: error: found the unknown field \"ident\"",
        ],
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_and_devices_are_refused_by_name() {
    let out = "it leads out of the scenario's folder by a link";
    for target in ["../outside.ron", "/dev/zero"] {
        let folder = tempfile::tempdir().expect("a scratch folder can be made");
        let scenario = folder.path().join("scenario");
        copy_folder(&root().join("samples/little_big_horn"), &scenario).expect("the sample can be copied");
        fs::rename(scenario.join("map.ron"), folder.path().join("outside.ron")).expect("it can be moved");
        std::os::unix::fs::symlink(target, scenario.join("map.ron")).expect("a link can be made");
        let line = format!("scenario/scenario.ron:40:10: error: cannot read \"map.ron\": {out}");
        check_answer(folder.path(), &[&line]);
    }
}

/// A copy of the sample in a scratch folder.
fn sample() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let scenario = folder.path().join("scenario");
    copy_folder(&root().join("samples/little_big_horn"), &scenario).expect("the sample can be copied");
    (folder, scenario)
}

/// What the window shows of a path: the problems of its panel or of the page of what could not be opened.
fn window_says(path: &Path) -> Vec<String> {
    let start = Instant::now();
    let said = match document::open(path.to_str().expect("its name is text")) {
        Ok(Opened::Document(mut document)) => {
            document.finish_check();
            document.problems().iter().map(ToString::to_string).collect()
        }
        Ok(Opened::Failed { problems, .. }) => problems.iter().map(ToString::to_string).collect(),
        Ok(Opened::Recovery(_)) => panic!("there is no journal"),
        Err(error) => vec![error.to_string()],
    };
    assert!(start.elapsed() < SECOND, "the window took {:?}", start.elapsed());
    said
}

/// The command line and the window say the same of a scenario, and it is this.
#[track_caller]
fn check_both(folder: &Path, expected: &str) {
    let output = check_within_limits(folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    assert!(
        said.lines().any(|line| line.starts_with(&format!("scenario/{expected}"))),
        "{expected}\nin\n{said}"
    );
    let path = folder.join("scenario");
    let full = format!("{}/{expected}", path.display());
    let window = window_says(&path);
    assert!(window.iter().any(|line| line.starts_with(&full)), "{full}\nin the window\n{window:#?}");
}

/// The bytes of one file of the sample are others.
#[track_caller]
fn check_bytes(file: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>, expected: &str) {
    let (folder, scenario) = sample();
    let path = scenario.join(file);
    let bytes = fs::read(&path).unwrap_or_default();
    fs::write(&path, change(bytes)).expect("the copy can be written");
    check_both(folder.path(), expected);
}

#[test]
fn syntax_is_judged_in_every_kind_of_file() {
    check_bytes("scenario.ron", |_| b"(format: 1, game: ]".to_vec(), "scenario.ron:1:19: error: found \"]\"");
    check_bytes(
        "map.ron",
        |_| b"(format: 1,\n  grid: (columns 3))".to_vec(),
        "map.ron:2:18: error: found \"3\"",
    );
    check_bytes(
        "forces.ron",
        |_| b"(format: 1,\n pieces: [(id: \"a\" kind: \"b\")])".to_vec(),
        "forces.ron:2:20: error: found \"kind\", expected a comma",
    );
    let (folder, scenario) = sample();
    let path = scenario.join("scenario.ron");
    let text = fs::read_to_string(&path).expect("the sample has this file");
    let named = text.replacen("    forces: ", "    counters: \"counters.ron\",\n    forces: ", 1);
    fs::write(&path, named).expect("the copy can be written");
    fs::write(scenario.join("counters.ron"), "(format: 1, counters: [(name: \"a\"")
        .expect("it can be written");
    check_both(folder.path(), "counters.ron:1:24: error: found the end of the file");
}

#[test]
fn syntax_is_judged_in_replays_and_examples_too() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let say = |args: &[&str]| {
        let output = run(folder.path(), args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(1..=3)), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        said
    };
    fs::write(folder.path().join("game.ron"), "(\n    format: 1,\n    game: ]\n").expect("it can be written");
    let said = say(&["replay", "verify", "game.ron"]);
    assert!(said.contains("game.ron:3:"), "{said}");
    fs::write(folder.path().join("example.ron"), "(\n    title: \"x\",\n    steps: [;],\n)\n")
        .expect("it can be written");
    let said = say(&["example", "example.ron"]);
    assert!(said.contains("example.ron:3:13"), "{said}");
    // Bytes that are no text, and a file that is much too large, are refused by what they are.
    fs::write(folder.path().join("bytes.ron"), b"(\n  \xff").expect("it can be written");
    for args in [["replay", "verify", "bytes.ron"].as_slice(), &["example", "bytes.ron"]] {
        let said = say(args);
        assert!(said.contains("bytes.ron:2:3") && said.contains("no UTF-8 text"), "{said}");
    }
    let large = fs::File::create(folder.path().join("large.ron")).expect("it can be made");
    large.set_len(2 << 30).expect("a file with a hole can be made");
    for args in [["replay", "verify", "large.ron"].as_slice(), &["example", "large.ron"]] {
        let start = Instant::now();
        let said = say(args);
        assert!(said.contains("2147483648 bytes"), "{said}");
        assert!(start.elapsed() < SECOND);
    }
}

#[test]
fn letters_hexsides_and_ids_that_cannot_be_are_named() {
    for (file, from, to, expected) in [
        (
            "map.ron",
            "\"PPPPP..",
            "\"PPPPP.~",
            "map.ron:16:16: error: found \"~\", expected a letter of the legend",
        ),
        ("map.ron", "\"1401|1501\"", "\"1401|1801\"", "map.ron:40:9: error: "),
        ("forces.ron", "id: \"7c-b\"", "id: \"7c-a\"", "forces.ron:5:14: error: "),
    ] {
        let (folder, scenario) = sample();
        let path = scenario.join(file);
        let text = fs::read_to_string(&path).expect("the sample has this file");
        fs::write(&path, replace(from, to)(text)).expect("the copy can be written");
        check_both(folder.path(), expected);
    }
}

#[test]
fn bytes_that_are_no_text_are_shown_where_they_begin() {
    check_bytes(
        "map.ron",
        |mut bytes| {
            bytes[20] = 0;
            bytes
        },
        "map.ron:",
    );
    let wide = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).expect("the sample is text");
        std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    check_bytes("map.ron", wide, "map.ron:1:1: error: ");
    check_bytes("scenario.ron", wide, "scenario.ron:1:1: error: ");
    let latin = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).expect("the sample is text");
        text.replacen("name: \"", "name: \"\u{1}", 1)
            .bytes()
            .map(|byte| if byte == 1 { 0xE9 } else { byte })
            .collect()
    };
    check_bytes("map.ron", latin, "map.ron:3:12: error: found the byte 0xe9, which is not UTF-8");
    check_bytes("forces.ron", |_| Vec::new(), "forces.ron:1:1: error: ");
}

#[test]
fn a_file_of_two_gigabytes_is_refused_by_its_size() {
    for file in ["map.ron", "scenario.ron"] {
        let (folder, scenario) = sample();
        let large = fs::File::create(scenario.join(file)).expect("it can be made");
        large.set_len(2 << 30).expect("a file with a hole can be made");
        let output = check_within_limits(folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("it has 2147483648 bytes, and at most"), "{said}");
        let window = window_says(&scenario).join("\n");
        assert!(window.contains("it has 2147483648 bytes, and at most"), "{window}");
    }
}

#[cfg(unix)]
#[test]
fn what_stands_in_the_place_of_a_file_is_refused_by_what_it_is() {
    type Make = fn(&Path);
    let folder: Make = |path| fs::create_dir(path).expect("a folder can be made");
    let pipe: Make = |path| {
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo is there").success());
    };
    let circle: Make = |path| {
        std::os::unix::fs::symlink(path.file_name().expect("it has a name"), path)
            .expect("a link can be made");
    };
    let device: Make = |path| std::os::unix::fs::symlink("/dev/zero", path).expect("a link can be made");
    for (make, expected) in [
        (folder, "it is no ordinary file"),
        (pipe, "it is no ordinary file"),
        (circle, "ymbolic links"),
        (device, "it leads out of the scenario's folder by a link"),
    ] {
        let (scratch, scenario) = sample();
        let map = scenario.join("map.ron");
        fs::remove_file(&map).expect("the sample has this file");
        make(&map);
        let output = check_within_limits(scratch.path());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let line = said.lines().find(|line| line.contains("cannot read \"map.ron\"")).unwrap_or_default();
        assert!(
            line.starts_with("scenario/scenario.ron:40:10: error: ") && line.contains(expected),
            "{said}"
        );
        let window = window_says(&scenario).join("\n");
        assert!(window.contains(expected), "{window}");
    }
    // The scenario's own file is no better.
    for (make, expected) in [(pipe, "it is no ordinary file"), (circle, "ymbolic links")] {
        let scratch = tempfile::tempdir().expect("a scratch folder can be made");
        let path = scratch.path().join("own.ron");
        make(&path);
        let output = run_within_limits(scratch.path(), "own.ron");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains(expected), "{said}");
        assert!(window_says(&path).join("\n").contains(expected));
    }
}

#[test]
fn deep_nesting_and_ways_out_of_the_folder_are_told_by_the_window_too() {
    for bracket in ["(", "[", "{"] {
        let deep = |_| format!("(format: 1, rows: {}", bracket.repeat(1_000_000)).into_bytes();
        check_bytes("map.ron", deep, "map.ron:1:82: error: found brackets nested more than 64 deep");
    }
    for (path, reason) in [
        ("../map.ron", "the path \"../map.ron\" leaves the scenario's folder"),
        ("/etc/hostname", "the path \"/etc/hostname\" is absolute"),
        ("a/../../map.ron", "the path \"a/../../map.ron\" leaves the scenario's folder"),
    ] {
        let change = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).expect("the sample is text");
            text.replacen("map: \"map.ron\"", &format!("map: {path:?}"), 1).into_bytes()
        };
        check_bytes("scenario.ron", change, &format!("scenario.ron:40:10: error: {reason}"));
    }
}

#[test]
fn earlier_versions_and_journals_are_taken_for_no_scenario() {
    let (folder, scenario) = sample();
    fs::rename(scenario.join("scenario.ron"), scenario.join("greasy_grass.ron")).expect("it can be moved");
    let Ok(Opened::Document(mut document)) = document::open(scenario.to_str().expect("its name is text"))
    else {
        panic!("the sample is sound")
    };
    for turns in 11..20 {
        document.apply(engine::scenario::Edit::SetTurns(turns), None);
        document.save(false).expect("the folder can be written");
    }
    document.apply(engine::scenario::Edit::SetTurns(30), None);
    assert_eq!(document.versions().len(), 5);
    let output = check_within_limits(folder.path());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let kept = fs::read_dir(scenario.join(".kept")).expect("versions are kept").count();
    assert_eq!(kept, 5, "and no more");
}
