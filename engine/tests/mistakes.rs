//! Every mistake in a file is answered with a message, a line and a column.
//!
//! The folder `mistakes` holds one bad file a mistake; each takes the place of one of the files in its folder
//! `good`.

use std::time::{Duration, Instant};

use engine::scenario::{Memory, Scenario, journal, load, save};

const GOOD: [(&str, &str); 3] = [
    ("scenario.ron", include_str!("mistakes/good/scenario.ron")),
    ("map.ron", include_str!("mistakes/good/map.ron")),
    ("forces.ron", include_str!("mistakes/good/forces.ron")),
];

/// The problems of the good files with one of them replaced.
fn problems(name: &str, bytes: impl Into<Vec<u8>>) -> Vec<String> {
    let mut files: Memory = GOOD.into_iter().collect();
    files.0.insert(name.to_owned(), bytes.into());
    let begun = Instant::now();
    let checked = load(&files, "scenario.ron");
    // Debug builds of a busy machine are slow; the bound of a release build is one second.
    assert!(begun.elapsed() < Duration::from_secs(3), "{name} took {:?}", begun.elapsed());
    checked.problems.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn check(name: &str, bytes: impl Into<Vec<u8>>, expected: &[&str]) {
    assert_eq!(problems(name, bytes), expected);
}

macro_rules! mistakes {
    ($($file:ident in $good:literal: $expected:expr;)*) => {$(
        #[test]
        fn $file() {
            let text = include_str!(concat!("mistakes/", stringify!($file), ".ron"));
            check($good, text, &$expected);
        }
    )*};
}

mistakes! {
    row_short in "map.ron": [
        "map.ron:13:17: error: row 3 has 7 letters, expected 8",
    ];
    row_long in "map.ron": [
        "map.ron:16:18: error: row 6 has 10 letters, expected 8",
    ];
    row_missing in "map.ron": [
        "map.ron:10:11: error: found 4 rows, expected 6",
    ];
    letter_unknown in "map.ron": [
        "map.ron:11:12: error: found \"x\", expected a letter of the legend (the legend has \".\" plain, \"f\" forest, \"\\\" marsh)",
        "map.ron:11:16: error: found \"X\", expected a letter of the legend (the legend has \".\" plain, \"f\" forest, \"\\\" marsh)",
    ];
    hexside_apart in "map.ron": [
        "map.ron:29:9: error: hexside 0202|0402: these two hexes do not touch (found hexes 0202 and 0402, 2 apart; expected neighbours such as 0202|0302)",
    ];
    hexside_off in "map.ron": [
        "map.ron:27:15: error: found \"0100\", expected a hex of the map, \"0101\" to \"0806\"",
        "map.ron:30:15: error: found \"0906\", expected a hex of the map, \"0101\" to \"0806\"",
    ];
    hex_off in "map.ron": [
        "map.ron:33:84: error: found \"0109\", expected a hex of the map, \"0101\" to \"0806\"",
        "map.ron:34:42: error: found \"4x4\", expected a hex number such as \"0303\"",
        "map.ron:34:49: error: found \"0909\", expected a hex of the map, \"0101\" to \"0806\"",
        "map.ron:37:40: error: found \"0209\", expected a hex of the map, \"0101\" to \"0806\"",
    ];
    map_fields in "map.ron": [
        "map.ron:3:5: error: found the unknown field \"nmae\" (did you mean \"name\"?)",
        "map.ron:5:5: error: found the unknown field \"legned\" (did you mean \"legend\"?)",
        "map.ron:33:47: error: found \"egde\", expected \"edge\", \"zone\" or \"feature\" (did you mean \"edge\"?)",
        "map.ron:33:53: error: found the unknown field \"rolle\" (did you mean \"role\"?)",
    ];
    level_wrong in "map.ron": [
        "map.ron:20:16: error: found \"-\", expected a level (\"0\" to \"9\", \"a\" to \"z\" for 10 to 35, \"A\" to \"Z\" for -1 to -26)",
    ];
    references in "map.ron": [
        "map.ron:41:47: error: found the box \"zone-5\", which the map does not have (did you mean \"zone-3\"?)",
        "map.ron:41:64: error: found the edge \"wets\", which is no region of the map (did you mean \"west\"?)",
    ];
    grid_huge in "map.ron": [
        "map.ron:4:11: error: found 60000 columns and 60000 rows, expected at most 4000 of each and 4000000 hexes together",
    ];
    several_unknown in "scenario.ron": [
        "scenario.ron:4:5: error: found the unknown field \"titel\" (did you mean \"title\"?)",
        "scenario.ron:6:5: error: found the unknown field \"trns\" (did you mean \"turns\"?)",
        "scenario.ron:8:5: error: found the unknown field \"froces\" (did you mean \"forces\"?)",
    ];
    syntax in "scenario.ron": [
        "scenario.ron:7:5: error: found \"map\", expected a comma or \")\"",
        "scenario.ron:10:27: error: found \"\\\"\", expected a colon and a value",
    ];
    unclosed in "scenario.ron": [
        "scenario.ron:9:13: error: found the end of the file, expected \"}\" for this \"{\"",
    ];
    file_missing in "scenario.ron": [
        "scenario.ron:7:10: error: cannot read \"maps/field.ron\": there is no such file in the scenario's folder",
    ];
    path_outside in "scenario.ron": [
        "scenario.ron:7:10: error: the path \"../map.ron\" leaves the scenario's folder",
        "scenario.ron:8:13: error: the path \"/etc/passwd\" is absolute, and only files of the scenario's folder are read",
    ];
    path_circle in "scenario.ron": [
        "scenario.ron:7:10: error: the file \"scenario.ron\" names itself: scenario.ron → scenario.ron",
    ];
    format_newer in "scenario.ron": [
        "scenario.ron:2:13: error: found format 7, expected 1: a newer version wrote this file",
    ];
    wrong_types in "scenario.ron": [
        "scenario.ron:4:12: error: found 7, expected a text in quotes",
        "scenario.ron:6:12: error: found \"four\", expected a whole number",
        "scenario.ron:10:28: error: found 4, expected a text in quotes",
    ];
    fields_missing in "scenario.ron": [
        "scenario.ron:1:1: error: the field \"game\" is missing",
        "scenario.ron:1:1: error: the field \"title\" is missing",
        "scenario.ron:1:1: error: the field \"map\" is missing",
    ];
    piece_twice in "forces.ron": [
        "forces.ron:5:14: error: found the id \"a\" a second time, first in line 4",
    ];
    pieces_mixed in "forces.ron": [
        "forces.ron:4:38: error: found \"0909\", expected a hex of the map, \"0101\" to \"0806\"",
        "forces.ron:5:10: error: found the unknown field \"idd\" (did you mean \"id\"?)",
        "forces.ron:5:39: error: found 404, expected a hex number or a box in quotes",
        "forces.ron:5:44: error: found the unknown field \"redcued\" (did you mean \"reduced\"?)",
        "forces.ron:6:38: error: found the box \"zone-9\", which the map does not have (did you mean \"zone-3\"?)",
        "forces.ron:7:47: error: found \"2\", expected a whole number",
        "forces.ron:7:58: error: found the edge \"east\", which is no region of the map (known are \"west\", \"camp\")",
        "forces.ron:8:9: error: the field \"at\" is missing (or \"enters\" for a later turn)",
        "forces.ron:9:9: error: found \"f\", expected fields: (name: value, …)",
        "forces.ron:10:44: error: found both \"at\" and \"enters\", expected one of them",
        "forces.ron:11:25: error: found 'x', expected a text in quotes",
        "forces.ron:11:34: error: found \"01é1\", expected a hex number such as \"0303\"",
        "forces.ron:12:41: error: found yes, expected true or false",
    ];
}

/// One mistake, one problem: what follows from it is not told as well.
#[track_caller]
fn check_one(name: &str, from: &str, to: &str, expected: &str) {
    let (_, good) = GOOD.iter().find(|(good, _)| *good == name).expect("a good file");
    assert!(good.contains(from), "{name} has {from:?}");
    check(name, good.replacen(from, to, 1), &[expected]);
}

#[test]
fn a_part_of_the_map_that_is_wrong_is_told_once_and_not_by_each_piece() {
    for (from, to, expected) in [
        (
            "regions:",
            "regoins:",
            "map.ron:43:5: error: found the unknown field \"regoins\" (did you mean \"regions\"?)",
        ),
        (
            "boxes:",
            "bxoes:",
            "map.ron:52:5: error: found the unknown field \"bxoes\" (did you mean \"boxes\"?)",
        ),
        ("regions: [", "regions [", "map.ron:43:13: error: found \"[\", expected a colon behind \"regions\""),
        (
            "grid: (columns: 8",
            "grid: (columns: 3",
            "map.ron:10:11: error: found rows of 8 letters, expected 3 as the grid says",
        ),
        ("rows: 6)", "rows: 2)", "map.ron:10:11: error: found 6 rows, expected 2"),
        (
            "rows: [",
            "rwos: [",
            "map.ron:10:5: error: found the unknown field \"rwos\" (did you mean \"rows\"?)",
        ),
        (
            "legend:",
            "lgend:",
            "map.ron:5:5: error: found the unknown field \"lgend\" (did you mean \"legend\"?)",
        ),
    ] {
        check_one("map.ron", from, to, expected);
    }
    check_one(
        "forces.ron",
        "pieces:",
        "piecs:",
        "forces.ron:3:5: error: found the unknown field \"piecs\" (did you mean \"pieces\"?)",
    );
}

#[test]
fn mistakes_in_roads_rivers_contours_and_names_are_told_at_their_place() {
    for (from, to, expected) in [
        (
            "\"0304\", \"0404\"]",
            "\"0404\", \"0504\"]",
            "map.ron:33:65: error: found hex 0404, 2 from 0203, expected a neighbour of 0203 (the next hex is such as 0304)",
        ),
        (
            "[\"0404\", \"0405\"]",
            "[\"0404\", \"0404\"]",
            "map.ron:34:39: error: found hex 0404 twice in a row, expected a neighbour of it (the next hex is such as 0403)",
        ),
        (
            "[\"0404\", \"0405\"]",
            "[\"0404\"]",
            "map.ron:34:30: error: found [\"0404\"], expected two hexes or more",
        ),
        (
            "[\"0404\", \"0405\"]",
            "[\"0404\", \"0909\"]",
            "map.ron:34:39: error: found \"0909\", expected a hex of the map, \"0101\" to \"0806\"",
        ),
        (
            "kind: trail, hexes",
            "kind: trial, hexes",
            "map.ron:34:16: error: found \"trial\", expected \"trail\", \"track\", \"road\", \"highway\" or \"railway\" (did you mean \"trail\"?)",
        ),
        (
            "(kind: trail, hexes",
            "(kind: trail, hexs",
            "map.ron:34:23: error: found the unknown field \"hexs\" (did you mean \"hexes\"?)",
        ),
        (
            "source: \"0101|0201\"",
            "source: \"0101|0301\"",
            "map.ron:37:38: error: hexside 0101|0301: these two hexes do not touch (found hexes 0101 and 0301, 2 apart; expected neighbours such as 0101|0201)",
        ),
        ("name: \"Brook\", ", "name: 4, ", "map.ron:38:16: error: found 4, expected a text in quotes"),
        (
            "width: stream, source: \"0502|0503\"",
            "width: stream",
            "map.ron:38:9: error: the field \"source\" is missing",
        ),
        (
            "width: stream",
            "width: steam",
            "map.ron:38:32: error: found \"steam\", expected \"stream\", \"river\" or \"great\" (did you mean \"stream\"?)",
        ),
        ("height: -20", "height: 20.5", "map.ron:41:18: error: found 20.5, expected a whole number"),
        (
            "\"0404\", \"0501-0503\"",
            "\"0404\", \"0501-0603\"",
            "map.ron:41:39: error: found \"0501-0603\", expected a run along one column or one row",
        ),
        ("size: 150", "size: 301", "map.ron:50:58: error: found 301, expected 50 to 300 per cent"),
        ("angle: -30", "angle: -181", "map.ron:50:70: error: found -181, expected -180 to 180 degrees"),
        ("spaces: 12", "spaces: 101", "map.ron:55:30: error: found 101, expected 0 to 100"),
        ("on_board: true", "on_board: 1", "map.ron:55:44: error: found 1, expected true or false"),
        (
            "        turn_track,",
            "        turn_trak,",
            "map.ron:59:9: error: found \"turn_trak\", expected \"title\", \"compass\", \"key\" or \"turn_track\" (did you mean \"turn_track\"?)",
        ),
        ("        turn_track,", "        compass,", "map.ron:59:9: error: found compass a second time"),
        (
            "without: [\n        compass,\n        turn_track,\n    ]",
            "without: turn_track",
            "map.ron:57:14: error: found turn_track, expected a list: without: [...]",
        ),
    ] {
        check_one("map.ron", from, to, expected);
    }
    for (from, to, expected) in [
        (
            "\"#d9dbb2\"",
            "\"#d9dbb\"",
            "scenario.ron:13:19: error: found \"#d9dbb\", expected a colour such as \"#d9dbb2\" (six hexadecimal digits behind #: red, green, blue)",
        ),
        (
            "\"#d9dbb2\"",
            "\"#d9dbbé\"",
            "scenario.ron:13:19: error: found \"#d9dbbé\", expected a colour such as \"#d9dbb2\" (six hexadecimal digits behind #: red, green, blue)",
        ),
        (
            "\"valley\": \"#d9dbb2\"",
            "valley: \"#d9dbb2\"",
            "scenario.ron:13:9: error: found valley, expected the role of a colour in quotes",
        ),
        (
            "\"valley\": \"#d9dbb2\",",
            "\"valley\": \"#d9dbb2\",\n        \"valley\": \"#000000\",",
            "scenario.ron:14:9: error: found the role \"valley\" a second time",
        ),
        (
            "colours: {",
            "colors: {",
            "scenario.ron:12:5: error: found the unknown field \"colors\" (did you mean \"colours\"?)",
        ),
    ] {
        check_one("scenario.ron", from, to, expected);
    }
}

#[test]
fn a_file_that_is_named_for_two_parts_is_refused_and_saving_keeps_both() {
    let text = GOOD[0].1.replace("forces: \"forces.ron\"", "forces: \"map.ron\"");
    check(
        "scenario.ron",
        text.clone(),
        &[
            "scenario.ron:8:13: error: the file \"map.ron\" is named twice, expected a file of its own for each part",
        ],
    );
    for named in [text, GOOD[0].1.replace("forces.ron", "../forces.ron"), GOOD[0].1.replace("forces.ron", "")]
    {
        let mut files: Memory = GOOD.into_iter().collect();
        files.0.insert("scenario.ron".to_owned(), named.into_bytes());
        let scenario = load(&files, "scenario.ron").value.unwrap();
        assert_eq!(scenario.files.forces, None);
        let saved: Memory = save(&scenario).into_iter().collect();
        assert_eq!(load(&saved, "scenario.ron").value, Some(scenario));
    }
}

#[test]
fn a_good_file_has_no_problems() {
    check("map.ron", GOOD[1].1, &[]);
}

#[test]
fn a_good_scenario_is_saved_with_the_same_bytes() {
    let files: Memory = GOOD.into_iter().collect();
    let scenario: Scenario = load(&files, "scenario.ron").into_result().unwrap();
    assert_eq!(scenario.game, "ford");
    assert_eq!(scenario.game_block, "(days: 2, sides: [\"red\", \"blue\"])");
    assert_eq!(scenario.pieces[2].game_block, "(tribe: \"red\", arms: [1, 2])");
    for ((name, text), (expected_name, expected)) in save(&scenario).into_iter().zip(GOOD) {
        assert_eq!((name.as_str(), text.as_str()), (expected_name, expected));
    }
}

#[test]
fn a_hundred_thousand_brackets_are_one_problem() {
    for (bracket, column) in [("[", 65), ("(", 65), ("{", 65), ("a(", 130)] {
        let problem = format!("map.ron:1:{column}: error: found brackets nested more than 64 deep");
        check("map.ron", bracket.repeat(100_000), &[&problem]);
    }
}

#[test]
fn what_is_no_text_is_named() {
    for marked in ["", "\u{feff}"] {
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let text = format!("{marked}{}", GOOD[1].1);
            check(
                "map.ron",
                text.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>(),
                &[
                    "map.ron:1:1: error: found UTF-16 text, expected UTF-8 (save the file again with the encoding UTF-8)",
                ],
            );
        }
    }
    // A mark in front of UTF-8 is no mistake.
    check("map.ron", format!("\u{feff}{}", GOOD[1].1), &[]);
    check(
        "map.ron",
        GOOD[1].1.replace("The ford", "The\0ford"),
        &["map.ron:3:15: error: found a NUL byte, expected a text file"],
    );
    let latin: Vec<u8> = GOOD[1].1.replace("The ford", "La for\u{ea}t").chars().map(|c| c as u8).collect();
    check(
        "map.ron",
        latin,
        &[
            "map.ron:3:18: error: found the byte 0xea, which is not UTF-8 (the file looks like Latin-1 (Windows-1252): save it again with the encoding UTF-8)",
        ],
    );
    check("map.ron", "(format: 1,\n\0)", &["map.ron:2:1: error: found a NUL byte, expected a text file"]);
    check("map.ron", "", &["map.ron:1:1: error: found nothing, expected a value such as (…)"]);
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let found = problems("map.ron", vec![b' '; 33 << 20]);
    assert_eq!(found, ["map.ron:1:1: error: found 34603008 bytes, expected at most 33554432 in one file"]);
}

/// Counters that have no mistakes.
const COUNTERS: &str = "(
    format: 1,
    counters: [
        (name: \"Train\", group: \"Red\", copies: 2, front: (side: \"red\", kind: full), back: (side: \"red\", kind: blank)),
        (name: \"Wagon\", group: \"Red\", front: (side: \"red\", kind: full), back: (side: \"red\", kind: blank)),
    ],
)
";

/// The problems of the good files with counters of their own.
fn counter_problems(counters: &str) -> Vec<String> {
    let mut files: Memory = GOOD.into_iter().collect();
    let named = GOOD[0].1.replace("    forces:", "    counters: \"counters.ron\",\n    forces:");
    files.0.insert("scenario.ron".to_owned(), named.into_bytes());
    files.0.insert("counters.ron".to_owned(), counters.as_bytes().to_vec());
    load(&files, "scenario.ron").problems.iter().map(ToString::to_string).collect()
}

#[test]
fn mistakes_in_counters_have_their_place() {
    assert_eq!(counter_problems(COUNTERS), Vec::<String>::new());
    for (from, to, expected) in [
        (
            "\"Red\", copies",
            "\"Red\" copies",
            "counters.ron:4:38: error: found \"copies\", expected a comma or \")\"",
        ),
        (
            "copies: 2",
            "copeis: 2",
            "counters.ron:4:39: error: found the unknown field \"copeis\" (did you mean \"copies\"?)",
        ),
        ("copies: 2", "copies: 201", "counters.ron:4:47: error: found 201 copies, expected 200 at most"),
        (
            "\"Wagon\"",
            "\"Train\"",
            "counters.ron:5:16: error: found a second counter with the name \"Train\", first in line 4",
        ),
        (
            "    counters: [",
            "    conters: [",
            "counters.ron:3:5: error: found the unknown field \"conters\" (did you mean \"counters\"?)",
        ),
        (
            "    format: 1,\n",
            "",
            "counters.ron:1:1: error: the field \"format\" is missing (begin with format: 1)",
        ),
    ] {
        assert!(COUNTERS.contains(from), "{from}");
        assert_eq!(counter_problems(&COUNTERS.replacen(from, to, 1)), [expected]);
    }
}

#[test]
fn a_syntax_mistake_has_its_place_in_every_kind_of_file() {
    check_one(
        "scenario.ron",
        "turns: 4,",
        "turns: 4;",
        "scenario.ron:6:13: error: found \";\", expected a comma or \")\"",
    );
    check_one(
        "map.ron",
        "    legend: {",
        "    legend {",
        "map.ron:5:12: error: found \"{\", expected a colon behind \"legend\"",
    );
    check_one(
        "map.ron",
        "\"0404\", \"0505\"",
        "\"0404\" \"0505\"",
        "map.ron:45:49: error: found \"\\\"\", expected a comma or \"]\"",
    );
    check_one(
        "forces.ron",
        "kind: \"gun\", enters",
        "kind: \"gun\" enters",
        "forces.ron:7:31: error: found \"enters\", expected a comma or \")\"",
    );
    let examples = "[\n    (title: \"One\", covers: [\"a\"] turn: 2),\n]\n";
    let found: Vec<String> =
        engine::example::parse(examples, "one.ron").problems.iter().map(ToString::to_string).collect();
    assert_eq!(found[0], "one.ron:2:34: error: found \"turn\", expected a comma or \")\"");
    let book = format!("# Rules\n\n```example\n{}```\n", "(\n    title: \"One\";\n)\n");
    let found: Vec<String> =
        engine::example::parse_markdown(&book, "book.md").problems.iter().map(ToString::to_string).collect();
    assert_eq!(found[0], "book.md:5:17: error: found \";\", expected a comma or \")\"");
    let line = "0123456789abcdef SetTurns(\n";
    let mut scenario = Scenario::default();
    let text = format!("{}{line}", journal::head(journal::of_files(&[])));
    let found = journal::replay(&text, &mut scenario);
    assert_eq!(
        found.problems[0].to_string(),
        "2:1: warning: this line is torn or was changed; it and what follows are left out"
    );
}

#[test]
fn an_id_that_stands_twice_is_told_with_the_line_of_the_first() {
    check_one(
        "map.ron",
        "(id: \"camp\"",
        "(id: \"west\"",
        "map.ron:45:14: error: found the id \"west\" a second time, first in line 44",
    );
    check_one(
        "map.ron",
        "(id: \"time\"",
        "(id: \"zone-3\"",
        "map.ron:55:14: error: found the id \"zone-3\" a second time, first in line 53",
    );
    check_one(
        "map.ron",
        "\"0502|0503\": \"river\"",
        "\"0201|0101\": \"ford\"",
        "map.ron:30:9: error: found the hexside \"0201|0101\" a second time",
    );
}

#[test]
fn more_pieces_than_can_be_numbered_are_refused() {
    let rows: String = (0..65_536).map(|n| format!("(id:\"{n}\",kind:\"b\",at:\"0101\"),\n")).collect();
    check(
        "forces.ron",
        format!("(format: 1, pieces: [\n{rows}])"),
        &["forces.ron:65537:1: error: found more than 65535 pieces, expected at most so many"],
    );
}

/// The map of the good scenario with more boxes.
fn with_boxes(boxes: &str) -> String {
    let text = GOOD[1].1.replace("boxes: [", &format!("boxes: [{boxes}"));
    assert!(text.len() > GOOD[1].1.len());
    text
}

#[test]
fn a_flood_of_values_or_mistakes_is_cut_off() {
    for (name, text) in [
        ("map.ron", format!("(format: 1, rows: [{}])", "0,".repeat(2_000_000))),
        ("map.ron", format!("({})", "a:1,".repeat(1_000_000))),
        ("map.ron", "// \n".repeat(1_000_000)),
        ("map.ron", ")".repeat(1_000_000)),
        ("map.ron", format!("({}", "\"".repeat(1_000_001))),
        ("map.ron", GOOD[1].1.replace("\"0101|0201\": \"river\",", &"\"0101|0201\": \"x\",".repeat(400_000))),
        ("map.ron", GOOD[1].1.replace("\"0404\", ", &"\"0101-0106\", ".repeat(400_000))),
        ("forces.ron", format!("(format: 1, pieces: [{}])", "(id: 1),".repeat(300_000))),
        (
            "forces.ron",
            format!("(format: 1, pieces: [{}])", "(id: \"a\", kind: \"b\", at: \"0101\"),".repeat(100_000)),
        ),
        ("map.ron", with_boxes(&format!("(id: \"z\", next: [{}]),", "\"nope\",".repeat(200_000)))),
        (
            "map.ron",
            with_boxes(&(0..250).map(|at| format!("(id: \"z{at}\", next: [\"nope\"]),")).collect::<String>()),
        ),
        ("scenario.ron", format!("(format: 1, tweaks: {{{}}})", "\"a\": 1,".repeat(400_000))),
    ] {
        let found = problems(name, text.clone());
        assert!(
            (1..=201).contains(&found.len()),
            "{} problems for {:?}",
            found.len(),
            &text[..40.min(text.len())]
        );
    }
}
