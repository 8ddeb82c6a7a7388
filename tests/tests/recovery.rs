//! Nothing is lost by a crash: the program is killed at random moments while it edits and saves, and what is left
//! is the old scenario or the new one, with a journal that offers every edit that was made since.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use editor::document::{self, Opened};
use engine::hex::Grid;
use engine::scenario::{self, Files, Map};
use tests::root;

include!("../src/seeded.rs");

/// The program that edits and saves, built in the profile of the tests.
fn program() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let mut build = Command::new(env!("CARGO"));
        build
            .args(["build", "--quiet", "--package", "editor", "--example", "edit_and_save"])
            .current_dir(root());
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs the tests, so it is there").success(), "it does not build");
        let test = std::env::current_exe().expect("a test knows its own path");
        let profile = test.parent().and_then(Path::parent).expect("tests lie in a folder of their profile");
        profile.join("examples").join("edit_and_save")
    })
}

/// A small scenario whose parts stand in three files.
fn begin(folder: &Path) -> Scenario {
    let grid = Grid::new(12, 9);
    let map = Map {
        grid,
        legend: vec![('.', "plain".into()), ('f', "forest".into())],
        cells: vec![0; grid.len()],
        ..Map::default()
    };
    let files = Files {
        scenario: "scenario.ron".into(),
        map: Some("maps/map.ron".into()),
        forces: Some("forces.ron".into()),
        counters: None,
    };
    let scenario = Scenario {
        game: "little_big_horn".into(),
        title: "To be killed".into(),
        turns: 3,
        map,
        files,
        ..Scenario::default()
    };
    editor::disk::save_all(folder, &scenario::save(&scenario)).expect("the folder can be written");
    scenario
}

/// The scenario after so many edits.
struct States {
    seed: u64,
    states: Vec<Scenario>,
}

impl States {
    fn after(&mut self, edits: u64) -> &Scenario {
        for number in self.states.len() as u64..=edits {
            let mut next = self.states[number as usize - 1].clone();
            edit(self.seed, number, &next).apply(&mut next);
            self.states.push(next);
        }
        &self.states[edits as usize]
    }
}

/// What the program told before it was killed.
#[derive(Debug, Default)]
struct Told {
    edits: u64,
    saving: u64,
    saved: u64,
}

/// Lets the program edit for a while and kills it.
fn kill(folder: &Path, state: &Path, seed: u64, life: Duration) -> Told {
    let mut child = Command::new(program())
        .arg(folder)
        .arg(seed.to_string())
        .env("XDG_STATE_HOME", state)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was just built");
    let mut lines = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
    // It has to begin before it can be stopped in the middle.
    let first = lines.next();
    let (out, told) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        for line in first.into_iter().chain(lines).map_while(Result::ok) {
            out.send(line).expect("the test waits");
        }
    });
    std::thread::sleep(life);
    // SIGKILL on every Unix: no handler runs, nothing is flushed.
    child.kill().expect("it runs without end");
    child.wait().expect("it was started here");
    reader.join().expect("it ends with the output");
    let mut all = Told::default();
    for line in told {
        let (what, number) = line.split_once(' ').expect("a word and a number");
        let number = number.parse().expect("a word and a number");
        match what {
            "edit" => all.edits = number,
            "save" => all.saving = number,
            "saved" => all.saved = number,
            other => panic!("it said {other:?}"),
        }
    }
    all
}

#[test]
fn whenever_it_is_killed_nothing_is_half_written_and_every_edit_is_offered_back() {
    const KILLS: u64 = 200;
    program();
    let start = Instant::now();
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let state = scratch.path().join("state");
    let (mut while_saving, mut recovered, mut spent) = (0, 0, 0);
    for round in 0..KILLS {
        let folder = scratch.path().join(format!("round {round}"));
        fs::create_dir(&folder).expect("a folder can be made");
        let mut states = States { seed: round, states: vec![begin(&folder)] };
        // Between one millisecond and eighty, in no order.
        let life = Duration::from_micros(1_000 + (round * 7_919) % 80_000);
        let told = kill(&folder, &state, round, life);
        assert!(told.edits > 0, "it has begun");
        while_saving += u64::from(told.saving != told.saved);

        let path = folder.to_str().expect("its name is text");
        let loaded = editor::disk::load(path).expect("the folder is there").checked;
        let on_disk = loaded.value.unwrap_or_else(|| panic!("round {round}: {:?}", loaded.problems));
        let mut possible = vec![told.saved, told.saving];
        possible.dedup();
        // The next saving may have begun before its line was out.
        let next = told.saving + SAVED_EVERY;
        if told.edits >= next {
            possible.push(next);
        }
        let at = possible.iter().copied().find(|edits| *states.after(*edits) == on_disk);
        let at = at.unwrap_or_else(|| panic!("round {round}: the files hold no state of {possible:?}"));

        // What is offered: every edit that was told, and at most the next, whose line was not out yet.
        let offered = match document::open(path).expect("the folder is there") {
            Opened::Recovery(recovery) => {
                recovered += 1;
                assert_eq!(*recovery.saved.scenario(), on_disk, "round {round}");
                recovery.with_edits().scenario().clone()
            }
            Opened::Document(document) => document.scenario().clone(),
            Opened::Failed { problems, .. } => panic!("round {round}: {problems:?}"),
        };
        let complete = (told.edits..=told.edits + 1).any(|edits| *states.after(edits) == offered);
        assert!(complete, "round {round}: {told:?}, on the disk {at}, something is missing");
        spent += u64::from(at == told.edits && told.edits > 0);
        // Opened once more after all was settled, the files are as they were.
        let again = editor::disk::load(path).expect("the folder is there").checked.value;
        assert_eq!(again.as_ref(), Some(&on_disk), "round {round}");
        fs::remove_dir_all(&folder).expect("it is ours");
    }
    let time = start.elapsed();
    println!(
        "{KILLS} kills in {time:?}: {while_saving} while saving, {recovered} with edits to offer, {spent} without"
    );
    assert!(recovered > KILLS / 4 && while_saving > 0, "the moments were not spread over all it does");
    assert!(time < Duration::from_secs(60), "it took {time:?}");
}
