//! What a stroke of the brush costs on a very large map, and what its files cost.
//!
//! `cargo bench -p engine --bench edit`; a stroke is to take at most 1 ms.

use divan::{Bencher, black_box};
use engine::hex::{Grid, Hex};
use engine::scenario::{
    Edit, Files, History, Map, Memory, Reshape, Scenario, journal, load, save, save_over,
};

fn main() {
    divan::main();
}

/// A map of 1000 × 1000 hexes with a hill and some thousand hexsides of river.
fn large() -> Scenario {
    let grid = Grid::new(1000, 1000);
    let hill = |hex: Hex| u8::from(hex.distance(grid.at(500, 500)) < 300);
    let river = (0..10_000).filter_map(|n| {
        let hex = grid.at(400 + n % 10, n / 10);
        let (_, next) = grid.neighbours(hex).next()?;
        Some((engine::hex::HexSide::between(hex, next)?, "river".to_owned()))
    });
    let map = Map {
        name: "Large".to_owned(),
        grid,
        legend: vec![('.', "plain".to_owned()), ('P', "plateau".to_owned())],
        cells: grid.hexes().map(hill).collect(),
        sides: river.collect(),
        ..Map::default()
    };
    Scenario {
        game: "toy".to_owned(),
        title: "Large".to_owned(),
        turns: 1,
        map,
        files: Files {
            scenario: "scenario.ron".to_owned(),
            map: Some("map.ron".to_owned()),
            ..Files::default()
        },
        ..Scenario::default()
    }
}

/// A stroke of a brush of radius 5 across 300 hexes: some 4 000 hexes, many of them passed again.
fn stroke(grid: &Grid) -> Vec<Hex> {
    let path = (0..300).map(|n| grid.at(300 + n, 500 + n / 3));
    let brush = |centre: Hex| {
        (-5_i16..=5).flat_map(move |q| {
            (-5_i16..=5)
                .map(move |r| Hex::new(centre.q + q, centre.r + r))
                .filter(move |hex| hex.distance(centre) <= 5)
        })
    };
    let mut hexes: Vec<Hex> = path.flat_map(brush).collect();
    hexes.sort();
    hexes.dedup();
    hexes
}

#[divan::bench]
fn stroke_and_undo(bencher: Bencher) {
    let mut scenario = large();
    let hexes = stroke(&scenario.map.grid);
    let mut history = History::new();
    bencher.bench_local(|| {
        let edit = Edit::PaintHexes { letter: 'f', terrain: "forest".to_owned(), hexes: hexes.clone() };
        history.push(black_box(edit), None, &mut scenario);
        history.undo(&mut scenario);
    });
}

fn fill(scenario: &Scenario) -> Edit {
    let hexes = scenario.map.grid.hexes().collect();
    Edit::PaintHexes { letter: 'f', terrain: "forest".to_owned(), hexes }
}

#[divan::bench(sample_count = 10)]
fn fill_large(bencher: Bencher) {
    let scenario = large();
    let edit = fill(&scenario);
    bencher.with_inputs(|| (History::new(), scenario.clone(), edit.clone())).bench_local_values(
        |(mut history, mut scenario, edit)| {
            history.push(black_box(edit), None, &mut scenario);
            (history, scenario)
        },
    );
}

#[divan::bench(sample_count = 10)]
fn undo_fill_large(bencher: Bencher) {
    let scenario = large();
    let edit = fill(&scenario);
    let filled = || {
        let (mut history, mut scenario) = (History::new(), scenario.clone());
        history.push(edit.clone(), None, &mut scenario);
        (history, scenario)
    };
    bencher.with_inputs(filled).bench_local_values(|(mut history, mut scenario)| {
        black_box(history.undo(&mut scenario));
        (history, scenario)
    });
}

#[divan::bench(sample_count = 10)]
fn journal_line_of_fill_large(bencher: Bencher) {
    let edit = fill(&large());
    bencher.bench_local(|| journal::line(black_box(&edit)).len());
}

#[divan::bench(sample_count = 10)]
fn replay_fill_large(bencher: Bencher) {
    let scenario = large();
    let text = format!("{}{}", journal::head(journal::of_files(&[])), journal::line(&fill(&scenario)));
    bencher.with_inputs(|| scenario.clone()).bench_local_values(|mut scenario| {
        assert_eq!(journal::replay(black_box(&text), &mut scenario).applied, 1);
        scenario
    });
}

#[divan::bench(sample_count = 10)]
fn insert_columns_large(bencher: Bencher) {
    let scenario = large();
    bencher.with_inputs(|| scenario.clone()).bench_local_values(|mut scenario| {
        let insert = Reshape::InsertColumns { at: 500, count: 2, terrain: None };
        (Edit::Reshape(black_box(insert)).apply(&mut scenario), scenario)
    });
}

#[divan::bench(sample_count = 10)]
fn load_large(bencher: Bencher) {
    let files: Memory = save(&large()).into_iter().collect();
    bencher.bench_local(|| load(black_box(&files), "scenario.ron"));
}

#[divan::bench(sample_count = 10)]
fn save_large(bencher: Bencher) {
    let scenario = large();
    bencher.bench_local(|| save(black_box(&scenario)));
}

#[divan::bench(sample_count = 10)]
fn save_large_over(bencher: Bencher) {
    let mut scenario = large();
    let old = save(&scenario);
    scenario.map.cells[77_777] = 1;
    bencher.bench_local(|| save_over(black_box(&scenario), &old));
}
