//! The faces of the game's pieces and markers, and all counters in the order of the sheets.

use engine::face::{Counter, Face, FaceKind};
use engine::scenario::Scenario;

use super::data::{Class, Data};
use super::scenario;

/// Palette role prefix of a side.
fn role(data: &Data, formation: usize) -> String {
    if data.formations[formation].side == "us" { "us".to_owned() } else { "ind".to_owned() }
}

/// The face of a counter as it lies.
///
/// `company` is what its band says at the right; every second warrior of a tribe shows the bow.
pub fn face(data: &Data, kind: usize, company: &str, dismounted: bool, reduced: bool) -> Face {
    let row = &data.kinds[kind];
    let formation = data.formation(&row.formation).expect("every kind has a formation");
    let look = &data.formations[formation];
    let print = |column: &str| data.printed(row.class, dismounted, column).to_owned();
    let (melee, charge) = if reduced {
        (print("reduced melee"), print("reduced charge"))
    } else {
        (print("melee"), print("charge"))
    };
    let mut figures = vec![melee, charge, print("move")];
    if row.class.is_leader() {
        figures = vec![print("move")];
    }
    figures.retain(|figure| !figure.is_empty());
    let second = match row.class {
        Class::Cavalry => dismounted,
        Class::Warrior => company.parse::<u32>().is_ok_and(|number| number % 2 == 0),
        _ => false,
    };
    let band = match (row.band.is_empty(), row.class) {
        (false, _) => row.band.clone(),
        (true, Class::Officer) => look.name.clone(),
        (true, _) => look.band.clone(),
    };
    Face {
        side: role(data, formation),
        formation: look.role.clone(),
        band,
        // Warriors of a tribe are all alike; only their picture tells lance from bow.
        number: if row.class == Class::Warrior { String::new() } else { company.to_owned() },
        kind: match (row.class.is_leader(), reduced) {
            (true, _) => FaceKind::Leader,
            (false, true) => FaceKind::Reduced,
            (false, false) => FaceKind::Full,
        },
        symbol: if second { row.second_symbol.clone() } else { row.symbol.clone() },
        figures,
        plate: row.plate.clone(),
    }
}

/// The back of a counter that has one side only.
fn blank(data: &Data, kind: usize) -> Face {
    let front = face(data, kind, "", false, false);
    Face {
        kind: FaceKind::Blank,
        band: String::new(),
        figures: Vec::new(),
        plate: Vec::new(),
        symbol: String::new(),
        ..front
    }
}

fn marker(kind: FaceKind, side: &str, word: &str) -> Face {
    Face {
        side: side.to_owned(),
        formation: String::new(),
        band: String::new(),
        number: String::new(),
        kind,
        symbol: String::new(),
        figures: Vec::new(),
        plate: vec![word.to_owned()],
    }
}

/// Every counter that a scenario needs: those of its pieces (cavalry twice), tribe counters, markers.
pub fn counters(data: &Data, scenario: &Scenario) -> Vec<Counter> {
    let mut out = Vec::new();
    for (position, formation) in data.formations.iter().enumerate() {
        for piece in &scenario.pieces {
            let Some(kind) = data.kind(&piece.kind) else { continue };
            let row = &data.kinds[kind];
            if data.formation(&row.formation) != Some(position) {
                continue;
            }
            let block =
                scenario::read::<scenario::PieceBlock>(&piece.game_block, "").value.unwrap_or_default();
            let name = if piece.name.is_empty() { row.name.clone() } else { piece.name.clone() };
            let postures: &[bool] = if row.class == Class::Cavalry { &[false, true] } else { &[false] };
            for &dismounted in postures {
                let side = |reduced| face(data, kind, &block.company, dismounted, reduced);
                let back = if row.class.has_reduced() { side(true) } else { blank(data, kind) };
                let name = match (row.class, dismounted) {
                    (Class::Cavalry, false) => format!("{name} (mounted)"),
                    (Class::Cavalry, true) => format!("{name} (dismounted)"),
                    _ => name.clone(),
                };
                out.push(Counter {
                    name,
                    front: side(false),
                    back,
                    copies: 1,
                    group: formation.name.clone(),
                });
            }
        }
        if formation.counter {
            let tribe = |kind: FaceKind, word: &str| Face {
                side: "ind".to_owned(),
                formation: formation.role.clone(),
                band: formation.band.clone(),
                number: String::new(),
                kind,
                symbol: "tipi".to_owned(),
                figures: Vec::new(),
                plate: vec![word.to_owned()],
            };
            out.push(Counter {
                name: format!("{} (tribe counter)", formation.name),
                front: tribe(FaceKind::Tribe, "tribe"),
                back: tribe(FaceKind::TribeBack, "off map"),
                copies: 1,
                group: formation.name.clone(),
            });
        }
    }
    for (name, kind, side, word, copies) in [
        ("Charge", FaceKind::MarkerCharge, "us", "CHARGE", data.supply("charge")),
        ("Fired", FaceKind::MarkerSmoke, "", "FIRED", data.supply("smoke")),
        ("Stop", FaceKind::MarkerStop, "", "STOP", data.supply("stop")),
        ("Turn", FaceKind::MarkerTurn, "us", "TURN", 1),
    ] {
        let face = marker(kind, side, word);
        let mut back = face.clone();
        if kind == FaceKind::MarkerTurn {
            back.side = "ind".to_owned();
        }
        out.push(Counter { name: name.to_owned(), front: face, back, copies, group: "Markers".to_owned() });
    }
    out
}
