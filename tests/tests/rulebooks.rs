//! Every slug cited exists, every example of a book holds, and no number is typed where the data has it
//! [invariants 11 and 12].

use std::collections::BTreeSet;
use std::fs;

use engine::example::{Example, ExampleStep};
use engine::game::Game;
use engine::rulebook::{Block, Span};
use tests::{root, source};

#[test]
fn every_slug_that_code_may_cite_is_a_section() {
    for game in rulesets::all() {
        let path = root().join("rulesets").join(game.id()).join("cites.rs");
        let text = fs::read_to_string(&path).expect("every game lists what it cites");
        let mut missing = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let Some(slug) = line.trim().strip_suffix("\";").and_then(|line| line.split_once(" = \"")) else {
                continue;
            };
            if game.rulebook().section(slug.1).is_none() {
                missing.push(format!("cites.rs:{}: {}", index + 1, slug.1));
            }
        }
        assert_eq!(missing, Vec::<String>::new(), "{}", game.id());
    }
}

#[test]
fn every_slug_of_the_data_is_a_section() {
    for game in rulesets::all() {
        let book = game.rulebook();
        let charts = game.charts();
        let values = game.values();
        let cited = charts.iter().map(|chart| (chart.id.as_str(), chart.rule.as_str()));
        let cited = cited.chain(values.iter().map(|value| (value.path.as_str(), value.rule.as_str())));
        let missing: Vec<(&str, &str)> = cited.filter(|(_, slug)| book.section(slug).is_none()).collect();
        assert_eq!(missing, [], "{}", game.id());
    }
}

#[test]
fn every_refusal_of_an_example_names_a_section() {
    for game in rulesets::all() {
        let refused = |example: &Example| -> Vec<String> {
            let steps = example.steps.iter().filter_map(|step| Some((step.line, step.refused_by()?)));
            steps
                .filter(|(_, slug)| game.rulebook().section(slug).is_none())
                .map(|(line, slug)| format!("{}:{line}: {slug}", example.file))
                .collect()
        };
        let missing: Vec<String> = game.rulebook().examples().flat_map(refused).collect();
        assert_eq!(missing, Vec::<String>::new(), "{}", game.id());
    }
}

#[test]
fn every_example_of_a_book_holds() {
    for game in rulesets::all() {
        let mut failed = Vec::new();
        let mut held = 0;
        for example in game.rulebook().examples() {
            let outcome = game.run(example, &source);
            if outcome.is_ok() {
                held += 1;
            } else {
                failed.push(example.report(&outcome));
            }
        }
        println!("{}: {held} examples hold", game.id());
        assert!(failed.is_empty(), "{}: {} examples fail\n{}", game.id(), failed.len(), failed.join("\n"));
    }
}

/// Numbers in the text of a section that are also the value of a datum of this section.
fn suspects(game: &dyn Game) -> Vec<String> {
    let mut found = BTreeSet::new();
    let values = game.values();
    for section in &game.rulebook().sections {
        let own =
            values.iter().filter(|value| value.rule == section.slug && value.value.parse::<i64>().is_ok());
        let own: Vec<_> = own.collect();
        let binding = section.blocks.iter().filter(|block| !matches!(block, Block::Note(_)));
        for span in binding.flat_map(Block::spans) {
            let (Span::Text(text) | Span::Strong(text) | Span::Emphasis(text)) = span else { continue };
            for word in text.split(|c: char| !c.is_alphanumeric()) {
                if let Some(value) = own.iter().find(|value| value.value == word) {
                    found.insert(format!(
                        "{}: {}: {word} may be {{value {}}}",
                        section.file, section.slug, value.path
                    ));
                }
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn no_number_is_typed_where_the_data_has_it() {
    for game in rulesets::all() {
        assert_eq!(suspects(game), Vec::<String>::new(), "{}", game.id());
    }
}

#[test]
fn a_tweak_is_printed_in_the_book() {
    for game in rulesets::all() {
        let values = game.values();
        let Some(value) = values.iter().find(|value| {
            let shown = |span: &Span| matches!(span, Span::Value { path, .. } if *path == value.path);
            value.value.parse::<u16>().is_ok()
                && game.rulebook().sections.iter().flat_map(|s| &s.blocks).flat_map(Block::spans).any(shown)
        }) else {
            continue;
        };
        let tweaked =
            game.tweaked(&[(value.path.clone(), "7".to_owned())]).unwrap_or_else(|p| panic!("{p:?}"));
        let spans = tweaked.rulebook().sections.iter().flat_map(|s| &s.blocks).flat_map(Block::spans);
        let text = spans.filter_map(|span| match span {
            Span::Value { path, text } if *path == value.path => Some(text.as_str()),
            _ => None,
        });
        assert_eq!(text.collect::<BTreeSet<_>>(), BTreeSet::from(["7"]), "{}", value.path);
    }
}

/// A player who reads a rule reads the one that is in force: whatever may be chosen changes its text.
#[test]
fn every_alternative_changes_what_its_rule_says() {
    for game in rulesets::all() {
        let text = |game: &dyn Game, slug: &str| {
            let section = game.rulebook().section(slug).expect("every value has its rule");
            section.to_plain(&[])
        };
        for value in game.values() {
            let others = if value.alternatives.is_empty() {
                let number: u16 = value.value.parse().expect("a value without alternatives is a number");
                vec![(number + 1).to_string()]
            } else {
                value.alternatives.clone()
            };
            for other in others {
                let tweaked = game
                    .tweaked(&[(value.path.clone(), other.clone())])
                    .unwrap_or_else(|p| panic!("{}={other}: {p:?}", value.path));
                assert_ne!(
                    text(game, &value.rule),
                    text(&*tweaked, &value.rule),
                    "{}: {}={other} is not told in {}",
                    game.id(),
                    value.path,
                    value.rule
                );
            }
        }
    }
}

/// A player who looks for a word finds the rule that has it in its title.
#[test]
fn searching_a_book_finds_its_rules() {
    for game in rulesets::all() {
        let book = game.rulebook();
        for section in book.sections.iter().filter(|section| !section.slug.is_empty()) {
            let by_slug = book.search(&section.slug);
            assert_eq!(by_slug[0].section.slug, section.slug);
            let by_title = book.search(&section.title);
            assert!(
                by_title.iter().take(3).any(|found| found.section.title == section.title),
                "{}",
                section.title
            );
        }
    }
}

/// Each slug by which the first part may refuse is refused by at least one example of the book.
#[test]
fn every_enforced_refusal_has_an_example() {
    let enforced = [
        "turn.seat turn.phase setup.camp setup.zones state.kind",
        "move.once move.leave move.adjacent enemy.hex camp.first_turn cliff.closed terrain.closed river.bank",
        "zoc.leave zoc.stop move.points stack.stuck stack.phase_end",
        "mount.kind mount.controlled mount.order",
        "zone.once zone.adjacent zone.closed zone.enter bar.number bar.tribe",
    ];
    let game = rulesets::game("little_big_horn").expect("the game ships");
    let steps = game.rulebook().examples().flat_map(|example| &example.steps);
    let refused: BTreeSet<String> = steps.filter_map(ExampleStep::refused_by).collect();
    let missing = enforced.iter().flat_map(|line| line.split(' ')).filter(|slug| !refused.contains(*slug));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new());
}
