//! How long drawings take: a board whole and by blocks, and the faces of counters.

use engine::face::{Face, FaceKind};
use export::compose::counters::face;
use export::compose::map::{Board, Detail, Layer, MapLook, Window};

#[path = "../src/compose/fixture.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod fixture;

fn main() {
    divan::main();
}

/// All layers of thirty by twenty-two hexes, with their symbols.
#[divan::bench]
fn whole_board(bencher: divan::Bencher<'_, '_>) {
    let (map, terrains, hexsides) = (fixture::map(), fixture::terrains(), fixture::hexsides());
    bencher.bench(|| {
        let board = Board::new(MapLook { map: &map, terrains: &terrains, hexsides: &hexsides });
        let window = Window::whole(&board);
        let layers = Layer::ALL.map(|layer| board.window(&window, layer, Detail::Full));
        (board.symbols(), layers)
    });
}

/// What a canvas repeats when the terrain of a hex changes.
#[divan::bench(args = [Detail::Full, Detail::Middle, Detail::Blocks])]
fn ground_of_a_block(bencher: divan::Bencher<'_, '_>, detail: Detail) {
    let (map, terrains, hexsides) = (fixture::map(), fixture::terrains(), fixture::hexsides());
    bencher.bench(|| {
        let board = Board::new(MapLook { map: &map, terrains: &terrains, hexsides: &hexsides });
        board.block((0, 0), Layer::Ground, detail)
    });
}

#[divan::bench]
fn face_of_a_counter(bencher: divan::Bencher<'_, '_>) {
    let unit = Face {
        side: "us".into(),
        formation: "f_7cav".into(),
        band: "7th Cav".into(),
        number: "E".into(),
        kind: FaceKind::Full,
        symbol: "mounted_trooper".into(),
        figures: ["8", "12", "9"].map(str::to_owned).into(),
        plate: Vec::new(),
    };
    bencher.bench(|| face(divan::black_box(&unit), 14.29));
}
