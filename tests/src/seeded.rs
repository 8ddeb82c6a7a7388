use engine::plane::Place;
use engine::scenario::{Edit, Piece, Scenario, Start, Wording};

/// After so many edits the program saves.
pub const SAVED_EVERY: u64 = 7;

/// The edit of this number: it always changes something, and what it changes lies in each of the files by turns.
pub fn edit(seed: u64, number: u64, scenario: &Scenario) -> Edit {
    // A generator of a few lines (splitmix64): the program and its test must draw the same.
    let mut drawn = seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    drawn = (drawn ^ (drawn >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    drawn = (drawn ^ (drawn >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let drawn = (drawn ^ (drawn >> 31)) as usize;
    let grid = &scenario.map.grid;
    let hex = grid.hex_at(drawn % grid.len()).expect("it is on the map");
    match number % 3 {
        0 => {
            let terrain = if scenario.map.terrain(hex) == Some("forest") { "plain" } else { "forest" };
            Edit::PaintHexes { letter: 'f', terrain: terrain.into(), hexes: vec![hex] }
        }
        1 => {
            let piece = Piece {
                id: format!("p{number}"),
                kind: "oglala-warrior".into(),
                name: String::new(),
                at: Start::At(Place::Hex(hex)),
                reduced: false,
                game_block: String::new(),
            };
            Edit::AddPiece(scenario.pieces.len(), piece)
        }
        _ => Edit::SetText(Wording::Note, format!("Edit {number}, drawn {drawn}")),
    }
}
