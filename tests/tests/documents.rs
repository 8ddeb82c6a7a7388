//! What the documents show to copy is true: the files of `docs/files.md` are a sound scenario in canonical form,
//! its tables name every field there is, and its example holds.

use std::fs;

use engine::example;
use engine::scenario::{self, Memory};
use export::sheets::{self, Settings, Sheet};
use tests::root;

fn document() -> String {
    fs::read_to_string(root().join("docs/files.md")).expect("the document is there")
}

/// The fenced blocks that carry the name of a file: name and text.
fn files(document: &str) -> Vec<(String, String)> {
    let fences = document.split("```ron ").skip(1);
    let file = |rest: &str| {
        let (name, rest) = rest.split_once('\n')?;
        Some((name.to_owned(), rest.split_once("```")?.0.to_owned()))
    };
    fences.filter_map(file).collect()
}

#[test]
fn the_scenario_of_the_document_is_sound_canonical_and_can_be_played() {
    let files = files(&document());
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["scenario.ron", "map.ron", "counters.ron", "forces.ron"]);
    let memory: Memory = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let checked = scenario::load(&memory, "scenario.ron");
    let said: Vec<String> = checked.problems.iter().map(ToString::to_string).collect();
    assert_eq!(said, Vec::<String>::new());
    let scenario = checked.value.expect("it has no problems");
    assert_eq!(scenario::save(&scenario), files);
    let game = rulesets::game(&scenario.game).expect("the game ships");
    let said: Vec<String> = game.check(&scenario).iter().map(ToString::to_string).collect();
    assert_eq!(said, Vec::<String>::new());
    assert!(game.play(&scenario, 1).into_result().is_ok());
}

#[test]
fn the_counters_of_the_document_are_printed_with_those_of_the_game() {
    let loaded = |text: &str| {
        let mut files = files(&document());
        let own = files.iter_mut().find(|(name, _)| name == "counters.ron").expect("the file is shown");
        own.1 = own.1.replace("Pack train", text);
        scenario::load(&files.into_iter().collect::<Memory>(), "scenario.ron")
            .value
            .expect("it has no problems")
    };
    let scenario = loaded("Pack train");
    let game = rulesets::game(&scenario.game).expect("the game ships");
    let shipped = game.counters(&scenario);
    let printed = engine::game::counters(game, &scenario);
    assert_eq!(printed.len(), shipped.len() + 1);
    assert_eq!(
        printed.last().map(|counter| (counter.name.as_str(), counter.copies)),
        Some(("Pack train", 2))
    );
    let made =
        sheets::sheet(Sheet::Counters, game, &scenario, &Settings::default()).expect("it has counters");
    assert_eq!(made.warnings, Vec::<String>::new());
    // Under the name of a counter of the game it takes its place.
    let instead = engine::game::counters(game, &loaded(&shipped[0].name));
    assert_eq!(instead.len(), shipped.len());
    assert_eq!(instead[0].front.symbol, "pack_mule");
}

#[test]
fn mistakes_in_counters_cost_one_counter_each() {
    let problems = |from: &str, to: &str| -> Vec<String> {
        let mut files = files(&document());
        let own = files.iter_mut().find(|(name, _)| name == "counters.ron").expect("the file is shown");
        assert!(own.1.contains(from), "{from}");
        own.1 = own.1.replacen(from, to, 1);
        let checked = scenario::load(&files.into_iter().collect::<Memory>(), "scenario.ron");
        checked.problems.iter().map(ToString::to_string).collect()
    };
    let once = "(name: \"Pack train\", group: \"g\", front: (side: \"us\", kind: full), back: (side: \"us\", kind: blank)),\n        (name: ";
    let cases = [
        ("copies: 2", "copies: 999", "counters.ron:4:"),
        ("copies: 2", "copeis: 2", "did you mean \"copies\""),
        ("(name: ", once, "a second counter with the name \"Pack train\""),
        ("kind: blank", "kind: blonk", "counters.ron:4:"),
    ];
    for (from, to, expected) in cases {
        let said = problems(from, to);
        assert!(said.len() == 1 && said[0].contains(expected), "{to}: {said:?}");
    }
}

#[test]
fn the_tables_of_the_document_name_every_field() {
    let document = document();
    for (part, file, first) in [
        ("The scenario", "scenario.ron", "(\n"),
        ("The map", "map.ron", "(\n"),
        ("The pieces", "forces.ron", "(id: \"7c-a\","),
    ] {
        let section = document.split(&format!("## {part}\n")).nth(1).expect("the section is there");
        let section = section.split("\n## ").next().expect("a section has a text");
        let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
        let told: Vec<&str> = rows.flat_map(|(names, _)| names.split('`').skip(1).step_by(2)).collect();
        // An unknown field is answered with the known ones.
        let mut hostile = files(&document);
        let changed = hostile.iter_mut().find(|(name, _)| name == file).expect("the file is shown");
        changed.1 = changed.1.replacen(first, &format!("{first} zzzzzzzzzzzz: 1,"), 1);
        let problems = scenario::load(&hostile.into_iter().collect::<Memory>(), "scenario.ron").problems;
        let hint = problems[0].hint.as_ref().expect("the known fields are few");
        let known: Vec<&str> = hint.split('"').skip(1).step_by(2).filter(|name| *name != "format").collect();
        assert!(known.len() > 5, "{hint}");
        let missing: Vec<&&str> =
            known.iter().filter(|name| !told.contains(name) && **name != "pieces").collect();
        assert!(missing.is_empty(), "{part} does not tell of {missing:?}");
        let strange: Vec<&&str> = told.iter().filter(|name| !known.contains(name)).collect();
        assert!(strange.is_empty(), "{part} tells of {strange:?}, which is no field");
    }
}

#[test]
fn the_example_of_the_document_holds() {
    let read = example::parse_markdown(&document(), "docs/files.md");
    let examples = read.value.expect("it can be read");
    assert_eq!(examples.len(), 1);
    let game = rulesets::game("little_big_horn").expect("the game ships");
    for example in &examples {
        let outcome = game.run(example, &tests::source);
        assert!(outcome.is_ok(), "{}", example.report(&outcome));
    }
}
