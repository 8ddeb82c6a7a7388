//! Every statement of every game is held by a section, and every rule among them by its examples or tests
//! [invariant 18].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use engine::example::{self, Claim, Example};
use engine::game::Game;
use engine::statements::StatementKind;
use tests::{root, source};

/// What proves a statement.
#[derive(Debug, Clone, Copy, Default)]
struct Proof {
    allowed: bool,
    refused: bool,
    computed: bool,
    tested: bool,
}

impl Proof {
    fn add(&mut self, example: &Example) {
        for step in &example.steps {
            match step.claim() {
                Claim::Allowed => self.allowed = true,
                Claim::Refused => self.refused = true,
                Claim::Computed => self.computed = true,
                Claim::Nothing => {}
            }
        }
    }

    fn is_enough(self) -> bool {
        self.tested || self.computed || self.allowed && self.refused
    }
}

/// Ids of statements in the doc comments of Rust tests under a folder, with file and line.
fn tested(folder: &Path, prefix: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source can be read");
            let mut named = Vec::new();
            for (index, line) in text.lines().enumerate() {
                let line = line.trim();
                if let Some(comment) = line.strip_prefix("///") {
                    let words = comment.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'));
                    let ids = words
                        .map(|word| word.trim_end_matches(['.', '-']))
                        .filter(|word| word.starts_with(prefix));
                    let place =
                        format!("{}:{}", path.strip_prefix(root()).unwrap_or(&path).display(), index + 1);
                    named.extend(ids.map(|id| (id.to_owned(), place.clone())));
                } else if line == "#[test]" {
                    found.append(&mut named);
                } else if !line.starts_with("#[") {
                    named.clear();
                }
            }
        }
    }
    found.sort();
    found
}

/// The letters in front of the numbers of a game's statements, with the hyphen: `LBH-`.
fn prefix(game: &dyn Game) -> String {
    let id = &game.statements().first().expect("a game has statements").id;
    id.split_once('-').map(|(letters, _)| format!("{letters}-")).expect("an id has letters and a number")
}

/// The worked examples of the specification that hold today.
fn specified(game: &dyn Game) -> Vec<Example> {
    let path = format!("tests/examples/{}.ron", game.id());
    let Ok(text) = fs::read_to_string(root().join(&path)) else { return Vec::new() };
    let examples = example::parse_file(&text, &path).value.unwrap_or_default();
    examples.into_iter().filter(|example| game.run(example, &source).is_ok()).collect()
}

#[test]
fn every_statement_has_a_section_and_every_rule_its_proof() {
    for game in rulesets::all() {
        let statements = game.statements();
        let prefix = prefix(game);
        let known: BTreeSet<&str> = statements.iter().map(|statement| statement.id.as_str()).collect();
        let is_known = |id: &str| known.contains(id) || id.starts_with(&format!("{prefix}EX-"));
        let mut wrong = Vec::new();

        let mut held: BTreeSet<&str> = BTreeSet::new();
        for section in &game.rulebook().sections {
            for id in &section.statements {
                if !known.contains(id.as_str()) {
                    wrong.push(format!("{}:{}: the unknown statement {id}", section.file, section.line));
                }
                held.insert(id);
            }
        }
        let specified = specified(game);
        let mut proofs: BTreeMap<String, Proof> = BTreeMap::new();
        for example in game.rulebook().examples().chain(&specified) {
            for id in &example.covers {
                if !is_known(id) {
                    wrong.push(format!("{}:{}: the unknown statement {id}", example.file, example.line));
                }
                proofs.entry(id.clone()).or_default().add(example);
            }
        }
        for (id, place) in tested(&root().join("rulesets").join(game.id()), &prefix) {
            if !is_known(&id) {
                wrong.push(format!("{place}: the unknown statement {id}"));
            }
            proofs.entry(id).or_default().tested = true;
        }

        let mut open = Vec::new();
        for statement in statements {
            let proof = proofs.get(&statement.id).copied().unwrap_or_default();
            let in_book = held.contains(statement.id.as_str());
            let proved = statement.kind != StatementKind::Rule || proof.is_enough();
            if statement.open {
                open.push(statement.id.as_str());
                if in_book && proved {
                    wrong.push(format!("{}: is in the book and proved, and still marked open", statement.id));
                }
                continue;
            }
            if !in_book {
                wrong.push(format!("{}: no section holds it", statement.id));
            }
            if !proved {
                wrong.push(format!("{}: no example or test proves it ({proof:?})", statement.id));
            }
        }
        println!("{}: {} statements, {} open:\n{}", game.id(), statements.len(), open.len(), open.join(" "));
        assert!(wrong.is_empty(), "{}:\n{}", game.id(), wrong.join("\n"));
    }
}

/// What is open is what the first part leaves out: command, fire, charges, melee, and decisions about them.
#[test]
fn what_is_open_is_what_is_not_built() {
    let game = rulesets::game("little_big_horn").expect("the game ships");
    for statement in game.statements().iter().filter(|statement| statement.open) {
        let rest = statement.id.strip_prefix("LBH-").expect("ids of one game have one prefix");
        let chapter = rest.split_once('.').and_then(|(chapter, _)| chapter.parse::<u32>().ok());
        let waits = match chapter {
            Some(8 | 9 | 12) => true,
            Some(7) => rest == "7.12",
            Some(10) => ["10.8", "10.9", "10.10", "10.11", "10.12"].contains(&rest),
            Some(_) => false,
            None => rest.starts_with('D'),
        };
        assert!(waits, "{} is open", statement.id);
    }
}
