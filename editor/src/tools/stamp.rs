//! The stamp: sets down what was copied, turned and flipped.

use std::collections::BTreeSet;

use engine::game::Game;
use engine::hex::{Corner, Grid, Hex, Orientation};
use engine::scenario::{Clip, Edit, Flip, Parts, Scenario};

use super::piece::distinct_name;
use super::{counted, middle, places_of};
use crate::layers::{Layers, MapLayer};
use crate::selection::{Selection, Thing, rings};

/// Said where nothing can be set down.
pub const NOT_SET_DOWN: &str =
    "Nothing of it would come to lie on the map, or its layers are locked or hidden.";

/// What the tool remembers: what was copied last, as it is turned now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StampState {
    clip: Option<Clip>,
    /// The edge of its hexes about its middle: too much to find anew in each frame.
    edge: Vec<Vec<Corner>>,
}

impl StampState {
    pub fn clip(&self) -> Option<&Clip> {
        self.clip.as_ref()
    }

    pub fn take_up(&mut self, clip: Clip) {
        self.edge =
            if clip.parts().terrain { rings(&clip.hexes_at(Hex::new(0, 0)).collect()) } else { Vec::new() };
        self.clip = Some(clip);
    }

    /// The edge of the hexes of the clip, with its middle at the hex 0, 0.
    pub fn edge(&self) -> &[Vec<Corner>] {
        &self.edge
    }

    pub fn turn(&mut self, sixths: i8) {
        if let Some(clip) = self.clip.take() {
            self.take_up(clip.turned(sixths));
        }
    }

    pub fn flip(&mut self, flip: Flip, orientation: Orientation) {
        if let Some(clip) = self.clip.take() {
            self.take_up(clip.flipped(flip, orientation));
        }
    }
}

/// What is selected, as a clip about its middle: hexes with all that lies on them, or things without the ground
/// below. `None` if nothing of it lies on the map.
pub fn copied(scenario: &Scenario, selection: &Selection) -> Option<Clip> {
    let anchor = middle(scenario, selection)?;
    if !selection.hexes.is_empty() {
        return Some(Clip::copy(scenario, &selection.hexes, anchor)).filter(|clip| !clip.is_empty());
    }
    let has = |thing: Thing| selection.things.contains(&thing);
    let hexes: BTreeSet<Hex> = selection
        .things
        .iter()
        .filter(|thing| !matches!(thing, Thing::Region(_)))
        .flat_map(|thing| places_of(scenario, *thing))
        .collect();
    let mut only = scenario.clone();
    only.pieces = picked(&scenario.pieces, |at| has(Thing::Piece(at)));
    only.map.labels = picked(&scenario.map.labels, |at| has(Thing::Label(at)));
    only.map.roads = picked(&scenario.map.roads, |at| has(Thing::Road(at)));
    only.map.sides.retain(|side, _| has(Thing::Side(*side)));
    only.map.regions.clear();
    let parts = Parts {
        terrain: false,
        levels: false,
        // Bare sides between the hexes below must not wipe out what is there.
        sides: selection.things.iter().any(|thing| matches!(thing, Thing::Side(_))),
        roads: true,
        labels: true,
        pieces: true,
    };
    Some(Clip::copy(&only, &hexes, anchor).only(parts)).filter(|clip| !clip.is_empty())
}

fn picked<T: Clone>(rows: &[T], is: impl Fn(usize) -> bool) -> Vec<T> {
    rows.iter().enumerate().filter(|(at, _)| is(*at)).map(|(_, row)| row.clone()).collect()
}

/// The parts of a map that may be changed.
pub fn open_parts(layers: &Layers) -> Parts {
    Parts {
        terrain: layers.is_open(MapLayer::Terrain),
        levels: layers.is_open(MapLayer::Levels),
        sides: layers.is_open(MapLayer::Hexsides),
        roads: layers.is_open(MapLayer::Roads),
        labels: layers.is_open(MapLayer::Labels),
        pieces: layers.is_open(MapLayer::Pieces),
    }
}

/// The edit that sets a clip down, called by this verb and what it brings, and what is selected then. New pieces get
/// names that differ from those there.
pub fn set_down(
    scenario: &Scenario,
    game: &dyn Game,
    verb: &str,
    clip: &Clip,
    anchor: Hex,
    layers: &Layers,
) -> (Edit, Selection) {
    let edit = clip.paste_parts(scenario, anchor, open_parts(layers));
    let Edit::Many(mut edits) = edit else { return (edit, Selection::default()) };
    let mut selection = Selection { cursor: Some(anchor), ..Selection::default() };
    let mut names = super::piece::Names::of(scenario, game);
    let grounded = clip.parts().terrain;
    for edit in &mut edits {
        match edit {
            Edit::AddPiece(at, piece) => {
                piece.name = distinct_name(&mut names, game, &piece.kind, &piece.name);
                if !grounded {
                    selection.things.insert(Thing::Piece(*at));
                }
            }
            Edit::AddLabel(at, _) if !grounded => {
                selection.things.insert(Thing::Label(*at));
            }
            Edit::AddRoad(at, _) if !grounded => {
                selection.things.insert(Thing::Road(*at));
            }
            Edit::SetSides(sides) if !grounded => {
                // Things bring their own sides along and take none away.
                sides.retain(|(_, feature)| feature.is_some());
                selection.things.extend(sides.iter().map(|(side, _)| Thing::Side(*side)));
            }
            _ => {}
        }
    }
    edits.retain(|edit| !edit.is_nothing());
    if grounded {
        selection.hexes = on_board(&scenario.map.grid, clip, anchor);
    }
    if edits.is_empty() {
        return (Edit::nothing(), selection);
    }
    let words = format!("{verb} {}", brought(&edits, &selection));
    (Edit::Named(words, Box::new(Edit::Many(edits))), selection)
}

/// What is set down, in words: *2 hexes*, *1 piece and 3 names*.
fn brought(edits: &[Edit], selection: &Selection) -> String {
    if !selection.hexes.is_empty() {
        return counted(selection.hexes.len(), "hex", "hexes");
    }
    let of = |is: fn(&Edit) -> usize| edits.iter().map(is).sum::<usize>();
    let parts = [
        (of(|edit| usize::from(matches!(edit, Edit::AddPiece(..)))), "piece", "pieces"),
        (of(|edit| usize::from(matches!(edit, Edit::AddLabel(..)))), "name", "names"),
        (of(|edit| usize::from(matches!(edit, Edit::AddRoad(..)))), "road", "roads"),
        (of(|edit| if let Edit::SetSides(sides) = edit { sides.len() } else { 0 }), "hexside", "hexsides"),
    ];
    let some = parts.into_iter().filter(|(count, ..)| *count > 0);
    let words: Vec<String> = some.map(|(count, one, more)| counted(count, one, more)).collect();
    if words.is_empty() { "what was copied".to_owned() } else { words.join(" and ") }
}

/// The hexes of the board on which a clip comes to lie.
pub fn on_board(grid: &Grid, clip: &Clip, anchor: Hex) -> BTreeSet<Hex> {
    clip.hexes_at(anchor).filter(|hex| grid.contains(*hex)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::scenario::{Label, LabelKind, Piece, Start};

    fn setting() -> (Scenario, &'static dyn Game) {
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        let mut scenario = game.blank();
        let grid = scenario.map.grid;
        for (id, name) in [("a", "Hunkpapa 1"), ("b", "Hunkpapa 2")] {
            scenario.pieces.push(Piece {
                id: id.into(),
                kind: "hunkpapa-warrior".into(),
                name: name.into(),
                at: Start::At(grid.at(9, 9).into()),
                reduced: false,
                game_block: String::new(),
            });
        }
        scenario.map.labels.push(Label::new("Camp", LabelKind::Place, grid.at(9, 9)));
        (scenario, game)
    }

    #[test]
    fn a_piece_is_copied_without_its_neighbour_and_without_the_ground() {
        let (mut scenario, game) = setting();
        let grid = scenario.map.grid;
        let clip = copied(&scenario, &Selection::thing(Thing::Piece(1))).expect("it lies on the map");
        let clip = Clip::from_text(&clip.to_text()).expect("it comes back through the clipboard");
        let there = grid.at(2, 2);
        let before = scenario.map.clone();
        let (edit, selection) = set_down(&scenario, game, "Paste", &clip, there, &Layers::default());
        edit.apply(&mut scenario);
        assert_eq!(scenario.map, before, "the ground is as it was");
        assert_eq!(scenario.pieces.len(), 3);
        assert_eq!(scenario.pieces[2].at, Start::At(there.into()));
        assert_eq!(scenario.pieces[2].name, "Hunkpapa 3");
        assert_eq!(selection.things, BTreeSet::from([Thing::Piece(2)]));
    }

    #[test]
    fn hexes_are_copied_with_all_that_lies_on_them_and_turned() {
        let (mut scenario, game) = setting();
        let grid = scenario.map.grid;
        let mut selection = Selection::hex(grid.at(9, 9));
        selection.hexes.insert(grid.at(9, 10));
        let mut stamp = StampState::default();
        stamp.take_up(copied(&scenario, &selection).expect("it lies on the map"));
        stamp.turn(3);
        let clip = stamp.clip().expect("it was taken up").clone();
        let (edit, chosen) = set_down(&scenario, game, "Paste", &clip, grid.at(20, 5), &Layers::default());
        let back = edit.apply(&mut scenario);
        assert_eq!((scenario.pieces.len(), scenario.map.labels.len()), (4, 2));
        assert_eq!(chosen.hexes.len(), 2);
        assert!(chosen.hexes.iter().all(|hex| scenario.map.terrain(*hex) == Some("camp")));
        back.apply(&mut scenario);
        assert_eq!(scenario, setting().0);
    }
}
