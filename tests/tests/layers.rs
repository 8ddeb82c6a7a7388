//! Who may use whom [invariant 1], and what a state may not hold [invariant 7].

use std::fs;
use std::path::{Path, PathBuf};

use tests::root;

/// Names of the dependencies that a crate has when it is not tested.
fn dependencies(member: &str) -> Vec<String> {
    let text =
        fs::read_to_string(root().join(member).join("Cargo.toml")).expect("every member has a manifest");
    let mut inside = false;
    let mut names = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]" || line == "[build-dependencies]";
        } else if inside
            && let Some(name) = line.split(['.', '=', ' ']).next().filter(|name| !name.is_empty())
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// All Rust files under a folder, in order, but for those that are tests as a whole.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Lines of code, without comments and without the tests at the bottom, in which one of these words stands.
fn lines_with(file: &Path, words: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a source can be read");
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        let code = line.split("//").next().unwrap_or_default();
        let mut tokens = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        if tokens.any(|token| {
            words.iter().any(|word| token == *word || token.split("::").any(|part| part == *word))
        }) {
            found.push(format!(
                "{}:{}: {}",
                file.strip_prefix(root()).unwrap_or(file).display(),
                index + 1,
                line.trim()
            ));
        }
    }
    found
}

#[test]
fn crates_use_only_those_below_them() {
    let members = ["engine", "rulesets", "export", "editor", "tests"];
    let allowed: [(&str, &[&str]); 3] = [("engine", &[]), ("rulesets", &["engine"]), ("export", &["engine"])];
    for (member, may) in allowed {
        for name in dependencies(member) {
            assert!(
                !members.contains(&name.as_str()) || may.contains(&name.as_str()),
                "{member} uses {name}"
            );
        }
    }
    assert!(!dependencies("editor").contains(&"tests".to_owned()), "editor uses tests");
}

#[test]
fn engine_and_games_have_no_window_and_no_page() {
    for member in ["engine", "rulesets"] {
        for name in dependencies(member) {
            let outside =
                ["egui", "eframe", "printpdf", "lopdf", "tiny-skia", "image", "clap", "rfd", "miette"];
            assert!(!outside.contains(&name.as_str()), "{member} uses {name}");
        }
    }
}

#[test]
fn only_the_editor_opens_files_and_looks_at_a_clock() {
    let mut found = Vec::new();
    for folder in ["engine/src", "rulesets", "export/src"] {
        for file in sources(&root().join(folder)) {
            found.extend(lines_with(&file, &["fs", "File", "Instant", "SystemTime", "thread_rng", "rng"]));
        }
    }
    // `File` is also the name of types of ours: only the one of the library opens files.
    found.retain(|line| !line.contains("File") || line.contains("std::fs"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn no_game_uses_another_game() {
    let folder = root().join("rulesets");
    let games: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of the games can be read")
        .filter_map(|entry| entry.ok())
        .filter(|entry| entry.path().join("mod.rs").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(!games.is_empty());
    for game in &games {
        let others: Vec<&str> = games.iter().filter(|other| *other != game).map(String::as_str).collect();
        for file in sources(&folder.join(game)) {
            assert_eq!(lines_with(&file, &others), Vec::<String>::new());
        }
    }
}

#[test]
fn no_game_holds_a_float_or_a_hash_map() {
    for file in sources(&root().join("rulesets")) {
        // Looks are drawings, and floating point belongs to them.
        if file.ends_with("faces.rs") || file.components().any(|part| part.as_os_str() == "benches") {
            continue;
        }
        assert_eq!(lines_with(&file, &["f32", "f64", "HashMap", "HashSet"]), Vec::<String>::new());
    }
}
