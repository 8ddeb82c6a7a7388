//! The piece tool: a drag moves a piece of the set-up from hex to hex, a click places a new one.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::Game;
use engine::hex::Hex;
use engine::scenario::{Edit, Piece, Scenario, Start};

use super::Change;

/// A piece that is being led somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceDrag {
    /// Its place in the scenario.
    pub piece: usize,
    pub from: Hex,
    pub to: Hex,
}

impl PieceDrag {
    /// The change that the drag is; `None` if the piece is where it was.
    pub fn release(self) -> Option<Change> {
        (self.from != self.to).then_some(Change::Move { piece: self.piece, to: self.to })
    }
}

/// The names of the pieces that are there.
pub struct Names {
    taken: BTreeSet<String>,
    /// For each kind the word before the number that most of its pieces have.
    stems: BTreeMap<String, String>,
}

impl Names {
    pub fn of(scenario: &Scenario, game: &dyn Game) -> Self {
        let mut taken = BTreeSet::new();
        let mut stems: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
        for piece in &scenario.pieces {
            taken.insert(if piece.name.is_empty() { name_of(game, &piece.kind) } else { piece.name.clone() });
            if let Some(stem) = stem(&piece.name) {
                *stems.entry(piece.kind.clone()).or_default().entry(stem).or_default() += 1;
            }
        }
        let stems = stems
            .into_iter()
            .filter_map(|(kind, counts)| {
                // Of two that are as frequent, the first of the alphabet.
                let most = counts.into_iter().max_by_key(|(stem, count)| (*count, std::cmp::Reverse(*stem)));
                Some((kind, most?.0.to_owned()))
            })
            .collect();
        Self { taken, stems }
    }
}

fn name_of(game: &dyn Game, kind: &str) -> String {
    let known = game.pieces().iter().find(|known| known.id == kind);
    known.map_or_else(|| kind.to_owned(), |kind| kind.name.clone())
}

/// What stands before the number of a name: *Hunkpapa* of *Hunkpapa 11*.
fn stem(name: &str) -> Option<&str> {
    let (stem, number) = name.rsplit_once(' ')?;
    number.parse::<u32>().is_ok().then_some(stem)
}

/// The name of a new piece, other than all that are there, and taken from now on: as wanted, or as its kind is
/// called; with a number after those that are there.
pub fn distinct_name(names: &mut Names, game: &dyn Game, kind: &str, wanted: &str) -> String {
    let plain = if wanted.is_empty() { name_of(game, kind) } else { wanted.to_owned() };
    let known = names.stems.get(kind).filter(|_| wanted.is_empty());
    if known.is_none() && names.taken.insert(plain.clone()) {
        // A piece that is the only one of its kind is called by it.
        return wanted.to_owned();
    }
    let stem = known.map_or_else(|| stem(&plain).unwrap_or(&plain), String::as_str).to_owned();
    let greatest = names.taken.iter().filter_map(|name| {
        let (other, number) = name.rsplit_once(' ')?;
        number.parse::<u32>().ok().filter(|_| other == stem)
    });
    // One that bears the bare name counts as the first.
    let next = greatest.max().unwrap_or(1).saturating_add(1);
    let free = (next..).map(|n| format!("{stem} {n}")).find(|name| !names.taken.contains(name));
    let free = free.expect("some number is free");
    names.taken.insert(free.clone());
    free
}

/// A new piece of a kind, with an id and a name of its own.
pub fn new_piece(scenario: &Scenario, game: &dyn Game, kind: &str, at: Start) -> Piece {
    let taken = |id: &str| scenario.pieces.iter().any(|piece| piece.id == id);
    let id = if taken(kind) {
        (2..).map(|n| format!("{kind}-{n}")).find(|id| !taken(id)).expect("some number is free")
    } else {
        kind.to_owned()
    };
    let name = distinct_name(&mut Names::of(scenario, game), game, kind, "");
    Piece { id, kind: kind.to_owned(), name, at, reduced: false, game_block: String::new() }
}

/// The edit that turns a piece to its other side; `None` if its kind has only one.
pub fn turned_over(scenario: &Scenario, game: &dyn Game, index: usize) -> Option<Edit> {
    let mut piece = scenario.pieces.get(index)?.clone();
    let kind = game.pieces().iter().find(|kind| kind.id == piece.kind)?;
    kind.reduced.as_ref()?;
    piece.reduced = !piece.reduced;
    Some(Edit::ChangePiece(index, piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> (Scenario, &'static dyn Game) {
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        (game.blank(), game)
    }

    #[test]
    fn new_pieces_of_one_kind_have_names_that_differ() {
        let (mut scenario, game) = setting();
        let kind = game.pieces().iter().find(|kind| kind.reduced.is_some()).expect("some kind has two sides");
        let at = Start::At(scenario.map.grid.at(3, 3).into());
        for _ in 0..3 {
            let piece = new_piece(&scenario, game, &kind.id, at.clone());
            scenario.pieces.push(piece);
        }
        let name = &kind.name;
        let names: Vec<&str> = scenario.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names, ["", &format!("{name} 2")[..], &format!("{name} 3")[..]]);
        let ids: BTreeSet<&str> = scenario.pieces.iter().map(|piece| piece.id.as_str()).collect();
        assert_eq!(ids.len(), 3);
    }

    #[test]
    fn a_number_goes_on_from_those_that_are_there() {
        let (mut scenario, game) = setting();
        let kind = game.pieces().first().expect("there are kinds").id.clone();
        let at = Start::At(scenario.map.grid.at(3, 3).into());
        for n in 1..=10 {
            let mut piece = new_piece(&scenario, game, &kind, at.clone());
            piece.name = format!("Hunkpapa {n}");
            scenario.pieces.push(piece);
        }
        assert_eq!(new_piece(&scenario, game, &kind, at).name, "Hunkpapa 11");
    }

    #[test]
    fn a_piece_with_two_sides_is_turned_over_and_back() {
        let (mut scenario, game) = setting();
        let at = Start::At(scenario.map.grid.at(3, 3).into());
        for with_back in [true, false] {
            let kind = game
                .pieces()
                .iter()
                .find(|kind| kind.reduced.is_some() == with_back)
                .expect("both are there");
            let piece = new_piece(&scenario, game, &kind.id, at.clone());
            scenario.pieces.push(piece);
        }
        turned_over(&scenario, game, 0).expect("it has two sides").apply(&mut scenario);
        assert!(scenario.pieces[0].reduced);
        assert_eq!(turned_over(&scenario, game, 1), None);
    }
}
