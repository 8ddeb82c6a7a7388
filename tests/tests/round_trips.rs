//! Loading what was saved gives the same value; saving what was loaded gives the same bytes: for every file in
//! `samples/`.

use std::fs;

use engine::scenario::{self, Memory, Scenario};
use tests::root;

/// The files of every sample, by the sample's name.
fn samples() -> Vec<(String, Vec<(String, String)>)> {
    let folder = root().join("samples");
    let mut samples = Vec::new();
    for sample in fs::read_dir(folder).expect("there are samples") {
        let sample = sample.expect("the folder can be read").path();
        let name =
            |path: &std::path::Path| path.file_name().expect("it has a name").to_string_lossy().into_owned();
        let mut files: Vec<_> = fs::read_dir(&sample)
            .expect("a sample is a folder")
            .map(|file| file.expect("the folder can be read").path())
            .map(|path| (name(&path), fs::read_to_string(&path).expect("samples are text")))
            .collect();
        files.sort();
        samples.push((name(&sample), files));
    }
    assert!(!samples.is_empty());
    samples
}

fn load(files: &[(String, String)]) -> Scenario {
    let memory: Memory = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    scenario::load(&memory, "scenario.ron").into_result().expect("samples are sound")
}

#[test]
fn saving_what_was_loaded_gives_the_same_bytes() {
    for (sample, files) in samples() {
        let mut saved = scenario::save(&load(&files));
        saved.sort();
        for (old, new) in files.iter().zip(&saved) {
            assert_eq!(old.0, new.0, "{sample}");
            assert!(old.1 == new.1, "{sample}/{} is not canonical; `sandtable fmt` makes it so", old.0);
        }
        assert_eq!(files.len(), saved.len(), "{sample}");
        assert_eq!(load(&saved), load(&files), "{sample}");
    }
}

#[test]
fn a_hex_is_one_line_and_a_hexside_is_one_line() {
    for (sample, files) in samples() {
        let mut scenario = load(&files);
        let map = &mut scenario.map;
        let other = |cell: u8| if cell == 0 { 1 } else { 0 };
        let middle = map.cells.len() / 2;
        map.cells[middle] = other(map.cells[middle]);
        let feature = map.sides.values().next().cloned().expect("samples have hexsides");
        let hex = map.grid.hex_at(0).expect("maps have hexes");
        let side = engine::hex::HexSide::of(hex, engine::hex::Direction::ALL[3]);
        assert_eq!(
            map.sides.insert(side, feature),
            None,
            "{sample}: the first hex has a feature to the south"
        );
        let saved = scenario::save_over(&scenario, &files);
        assert!(saved.lost.is_empty());
        let mut changed = Vec::new();
        for (name, text) in &saved.files {
            let old = &files.iter().find(|(other, _)| other == name).expect("no file is new").1;
            changed.extend(text.lines().filter(|line| !old.lines().any(|other| other == *line)));
        }
        assert_eq!(changed.len(), 2, "{sample}: {changed:?}");
    }
}
