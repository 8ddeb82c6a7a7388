//! Whatever is done to a file that a person may open, the program answers: it finds something wrong or goes on,
//! and it never panics. Texts are cut, doubled, mixed and garbled by a seed, so that a failure comes again.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::example;
use engine::game::Game;
use engine::journal;
use engine::rulebook::Rulebook;
use engine::rules::{Seat, Side};
use engine::scenario::{self, Memory};
use engine::session;
use engine::statements;
use tests::root;

/// Changes to each text; larger numbers find what rarer changes do.
const ROUNDS: u64 = 60;

/// A small generator, the same on every machine.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

/// What is put in: signs of the grammar, numbers at the borders of their types, names that mean something.
const PIECES: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "\"",
    "'",
    "\\",
    "//",
    "/*",
    "\n",
    "-1",
    "0",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "99999999999999999999",
    "1.5",
    "None",
    "true",
    "\"\"",
    "\"0101\"",
    "\"é\"",
    "é",
    "\"off\"",
    "\"box:zone-4\"",
    "\"(0,0)\"",
    "\"-9999\"",
    "\"(2147483647,-2147483648)\"",
    "\0",
    "#",
    "```",
    "{value x}",
];

/// The text with one to four changes.
fn changed(text: &str, lot: &mut Lot) -> String {
    let mut out = text.to_owned();
    for _ in 0..=lot.below(4) {
        let place = |lot: &mut Lot, out: &str| {
            let mut at = lot.below(out.len() + 1);
            while !out.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (a, b) = (place(lot, &out), place(lot, &out));
        // Near to each other, or a change is always a ruin.
        let mut end = b.clamp(a, a + lot.below(60)).min(out.len());
        while !out.is_char_boundary(end) {
            end -= 1;
        }
        let (a, b) = (a.min(end), end);
        match lot.below(7) {
            0 => out.replace_range(a..b, ""),
            1 => out.insert_str(a, PIECES[lot.below(PIECES.len())]),
            2 => out.replace_range(a..b, PIECES[lot.below(PIECES.len())]),
            3 => {
                let part = out[a..b].to_owned();
                out.insert_str(a, &part);
            }
            4 => {
                // A digit becomes another, which often leaves the form whole.
                let digits: Vec<usize> =
                    out.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
                if !digits.is_empty() {
                    let at = digits[lot.below(digits.len())];
                    out.replace_range(at..=at, &lot.below(10).to_string());
                }
            }
            5 => {
                // A line goes, comes twice, or changes its place.
                let mut lines: Vec<&str> = out.lines().collect();
                let from = lot.below(lines.len());
                if !lines.is_empty() {
                    let line = lines[from];
                    if lot.below(2) == 0 {
                        lines.remove(from);
                    }
                    if lot.below(2) == 0 {
                        lines.insert(lot.below(lines.len() + 1).min(lines.len()), line);
                    }
                }
                out = lines.join("\n");
            }
            _ => {
                // A number, word or text becomes another one.
                let words: Vec<(usize, &str)> = out
                    .match_indices(|c: char| c.is_alphanumeric())
                    .map(|(at, _)| {
                        (at, out[at..].split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or(""))
                    })
                    .filter(|(_, word)| !word.is_empty())
                    .step_by(7)
                    .collect();
                if !words.is_empty() {
                    let (at, word) = words[lot.below(words.len())];
                    let length = word.len();
                    let other = words[lot.below(words.len())].1.to_owned();
                    out.replace_range(at..at + length, &other);
                }
            }
        }
    }
    out
}

/// Does this to many changes of a text; a panic is told with its seed and kept text.
fn survives(what: &str, text: &str, seed: u64, try_it: impl Fn(&str)) {
    for round in 0..ROUNDS {
        let mut lot = Lot(seed.wrapping_mul(1_000_003).wrapping_add(round));
        lot.below(1);
        let hostile = changed(text, &mut lot);
        let outcome = catch_unwind(AssertUnwindSafe(|| try_it(&hostile)));
        assert!(outcome.is_ok(), "{what}, seed {seed}, round {round}: a panic on\n{hostile}");
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the repository has it")
}

/// Loads a scenario, checks it and plays a little if it can be played.
fn try_scenario(files: &[(&str, &str)]) {
    let memory: Memory = files.iter().copied().collect();
    let checked = scenario::load(&memory, "scenario.ron");
    let Some(scenario) = checked.value else {
        assert!(!checked.problems.is_empty(), "there is no scenario, and nothing is wrong");
        return;
    };
    for problem in &checked.problems {
        let _ = problem.to_string();
    }
    let saved = scenario::save(&scenario);
    let Some(game) = rulesets::game(&scenario.game) else { return };
    game.check(&scenario);
    if checked.problems.is_empty() {
        let again: Memory = saved.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let entry = scenario.files.scenario.as_str();
        assert_eq!(
            scenario::load(&again, entry).value.as_ref(),
            Some(&scenario),
            "it is not saved as it was loaded"
        );
    }
    let Ok(mut playing) = game.play(&scenario, 1).into_result() else { return };
    let mut left = 40;
    let played = session::run(playing.as_mut(), &|_| "random".to_owned(), &mut |_| {
        left -= 1;
        left == 0
    });
    played.expect("a game that begins goes on");
    playing.scene(Some(Side(0)));
}

#[test]
fn a_changed_scenario_is_answered() {
    let sample = |name: &str| read(&format!("samples/little_big_horn/{name}"));
    let (scenario, map, forces) = (sample("scenario.ron"), sample("map.ron"), sample("forces.ron"));
    survives("scenario.ron", &scenario, 1, |text| {
        try_scenario(&[("scenario.ron", text), ("map.ron", &map), ("forces.ron", &forces)]);
    });
    survives("map.ron", &map, 2, |text| {
        try_scenario(&[("scenario.ron", &scenario), ("map.ron", text), ("forces.ron", &forces)]);
    });
    survives("forces.ron", &forces, 3, |text| {
        try_scenario(&[("scenario.ron", &scenario), ("map.ron", &map), ("forces.ron", text)]);
    });
}

#[test]
fn a_changed_replay_with_a_seal_that_fits_is_answered() {
    let game = rulesets::game("little_big_horn").expect("the game ships");
    let sample = tests::source("little_big_horn").expect("the sample ships");
    let mut playing = game.play(&sample, 3).value.expect("the sample can be played");
    playing.seat_names(vec![(Seat::of(Side(0)), "random".to_owned())]);
    let mut left = 60;
    session::run(playing.as_mut(), &|_| "random".to_owned(), &mut |_| {
        left -= 1;
        left == 0
    })
    .expect("it plays");
    let text = playing.replay();
    game.verify(&text).expect("a replay agrees with itself");
    // Most of the file is the scenario: without it the changes are among the actions.
    let actions = text.find("\n    actions: [").expect("a replay has actions");
    for (what, from) in [("the whole replay", 0), ("its actions", actions)] {
        let (head, rest) = text.split_at(from);
        survives(what, rest, 4, |rest| {
            let hostile = journal::reseal(&format!("{head}{rest}"));
            let _ = game.verify(&hostile);
            if let Ok(watched) = journal::watch(&hostile) {
                watched.board(watched.steps.len());
            }
        });
    }
}

/// Reads and runs examples, and puts them into words.
fn try_examples(game: &dyn Game, examples: &[example::Example]) {
    for example in examples {
        let outcome = game.run(example, &tests::source);
        example.report(&outcome);
        for step in &example.steps {
            step.claim();
            step.refused_by();
        }
    }
}

#[test]
fn changed_examples_are_answered() {
    let game = rulesets::game("little_big_horn").expect("the game ships");
    for (index, chapter) in
        ["movement", "setup", "sequence", "offmap", "victory", "control"].iter().enumerate()
    {
        let text = read(&format!("rulesets/little_big_horn/rulebook/{chapter}.md"));
        // One example at a time, so that a change is not lost among many.
        let examples: Vec<&str> =
            text.split("```example").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        for (number, text) in examples.iter().enumerate().step_by(3) {
            survives(chapter, text, (index * 100 + number) as u64, |text| {
                if let Some(examples) = example::parse(text, "changed").value {
                    try_examples(game, &examples);
                }
            });
        }
    }
}

#[test]
fn a_changed_rulebook_is_answered() {
    let game = rulesets::game("little_big_horn").expect("the game ships");
    for (seed, chapter) in ["movement.md", "map.md", "ahead.md", "introduction.md"].iter().enumerate() {
        let text = read(&format!("rulesets/little_big_horn/rulebook/{chapter}"));
        survives(chapter, &text, seed as u64, |text| {
            let book = Rulebook::parse(&[(chapter, text)], &|_| Some("7".to_owned()), &|_| true);
            let Some(book) = book.value else { return };
            let charts = game.charts();
            book.to_html(&charts);
            book.to_markdown(&charts);
            book.search("river");
        });
    }
    let text = read("rulesets/little_big_horn/statements.ron");
    survives("statements.ron", &text, 9, |text| _ = statements::parse(text, "statements.ron"));
}
