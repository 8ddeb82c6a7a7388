//! The worked examples of the specifications: all of them parse, and those of enforced rules hold.

use std::fs;

use engine::example::{self, Example};
use tests::root;

fn file(name: &str) -> Vec<Example> {
    let path = format!("tests/examples/{name}.ron");
    let text = fs::read_to_string(root().join(&path)).expect("the examples are part of the repository");
    let read = example::parse_file(&text, &path);
    let problems: Vec<String> = read.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, Vec::<String>::new(), "{path}");
    read.value.expect("a file without problems has examples")
}

#[test]
fn every_example_of_the_three_games_parses() {
    for (name, prefix) in [("little_big_horn", "LBH"), ("little_wars", "LW"), ("plains_skirmish", "PS")] {
        let examples = file(name);
        assert!(examples.len() > 10, "{name} has {} examples", examples.len());
        for example in &examples {
            assert_eq!(example.prefix(), Some(prefix), "{}:{}", example.file, example.line);
            assert!(!example.steps.is_empty(), "{}:{}", example.file, example.line);
            assert!(example.line > 0 && example.steps.iter().all(|step| step.line >= example.line));
        }
    }
}

#[test]
fn examples_of_tables_keep_what_their_game_will_read() {
    let examples = file("little_wars");
    let rows =
        examples.iter().flat_map(|example| &example.place).filter(|piece| piece.fields.contains_key("count"));
    assert!(rows.count() > 0);
    assert!(file("plains_skirmish").iter().flat_map(|example| &example.steps).any(|step| step.take_back));
}

/// The examples whose rules are enforced; the others wait for fire, command and melee.
#[test]
fn enforced_examples_of_little_big_horn_hold() {
    let game = rulesets::game("little_big_horn").expect("the game ships");
    let mut ran = 0;
    let mut failed = Vec::new();
    for example in file("little_big_horn") {
        if example.covers.iter().any(|id| ["LBH-EX-3", "LBH-EX-8", "LBH-EX-9"].contains(&id.as_str())) {
            ran += 1;
            let outcome = game.run(&example, &tests::source);
            if !outcome.is_ok() {
                failed.push(example.report(&outcome));
            }
        }
    }
    assert_eq!(failed, Vec::<String>::new());
    assert_eq!(ran, 6);
}
