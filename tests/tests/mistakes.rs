//! Six kinds of mistake in a scenario's files, as the command line answers them: each within a second and
//! 200 MB, with message, line and column, and nothing panics.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tests::{copy_folder, root, sandtable};

/// Runs `sandtable check` in a process that may use 200 MB of address space.
fn check_within_limits(folder: &Path) -> Output {
    let program = sandtable();
    let start = Instant::now();
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 200000 && exec \"$0\" check scenario"])
        .arg(program)
        .current_dir(folder)
        .output()
        .expect("sh is there");
    let time = start.elapsed();
    assert!(time < Duration::from_secs(1), "it took {time:?}");
    output
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
