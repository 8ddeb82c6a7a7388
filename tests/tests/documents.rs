//! What the documents show to copy is true: the files of `docs/files.md` are a sound scenario in canonical form,
//! its tables name every field there is, and its example holds.

use std::fs;

use engine::example;
use engine::scenario::{self, Memory};
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
    assert_eq!(names, ["scenario.ron", "map.ron", "forces.ron"]);
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
