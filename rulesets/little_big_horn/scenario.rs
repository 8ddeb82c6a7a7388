//! What only this game keeps in a scenario: the typed form of its `game:` blocks.

use std::collections::BTreeMap;

use engine::problem::{Checked, Problem};
use engine::scenario::{Moved, Scenario, ron};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The scenario's own block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// A start that the Indian player may take as it is.
    #[serde(default)]
    pub set_up: Proposal,
    /// Remarks of the turn track.
    #[serde(default)]
    pub turn_notes: Vec<TurnNote>,
}

/// A proposed set-up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Id of a piece → number of a camp hex.
    #[serde(default)]
    pub camp: BTreeMap<String, String>,
    /// Id of a tribe → number of a zone.
    #[serde(default)]
    pub zones: BTreeMap<String, u8>,
}

/// A remark of the turn track.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnNote {
    pub turn: u16,
    pub text: String,
    /// Id of the side that is reinforced then.
    #[serde(default)]
    pub side: String,
}

/// A piece's own block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceBlock {
    /// What its band says at the right: a company, a number.
    #[serde(default)]
    pub company: String,
    /// Cavalry that begins on foot.
    #[serde(default)]
    pub posture: Posture,
}

/// How cavalry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    #[default]
    Mounted,
    Dismounted,
}

/// Reads a block; an empty one is the default. Problems name its path.
pub fn read<T: DeserializeOwned + Default>(text: &str, path: &str) -> Checked<T> {
    if text.trim().is_empty() {
        return Checked::clean(T::default());
    }
    let mut read = ron::read::<T>(text, "");
    for problem in &mut read.problems {
        // Lines inside the block are not lines of the file.
        (problem.line, problem.column) = (0, 0);
        *problem = Problem { path: path.to_owned(), ..problem.clone() };
    }
    read
}

/// The scenario's block with the proposed camp where its hexes are after the map was reshaped. A place that falls
/// off is left out; `None` if there is no camp.
pub fn moved_hexes(scenario: &Scenario, moved: &Moved) -> Option<String> {
    let text = &scenario.game_block;
    let tree = ron::parse(text, "").into_result().ok()?;
    let camp = tree.root().field("set_up")?.field("camp")?;
    let entries = camp.entries().filter_map(|(piece, number)| {
        let number = number.as_text()?;
        let there = match scenario.map.grid.parse(&number) {
            Ok(hex) => moved.grid().label(moved.hex(hex)?),
            // What is no hex is the check's to complain about.
            Err(_) => number,
        };
        Some(format!("{}: {}", piece.text(), ron::quote(&there)))
    });
    let entries = entries.collect::<Vec<_>>().join(", ");
    let span = camp.span();
    let text = format!("{}{{{entries}}}{}", text.get(..span.start)?, text.get(span.end..)?);
    Some(ron::one_line(ron::parse(&text, "").into_result().ok()?.root()))
}

#[cfg(test)]
mod tests {
    use engine::scenario::Reshape;

    use super::*;

    #[test]
    fn the_proposed_camp_goes_along_when_the_map_is_reshaped() {
        let sample = super::super::game::sample("little_big_horn").expect("it ships");
        let game = super::super::game::game();
        let mut scenario = sample.clone();
        let camp = |scenario: &Scenario| {
            read::<Block>(&scenario.game_block, "game").into_result().unwrap().set_up.camp
        };
        let terrain = |scenario: &Scenario, number: &str| {
            let map = &scenario.map;
            map.terrain(map.grid.parse(number).unwrap()).map(str::to_owned)
        };
        let insert = Reshape::InsertColumns { at: 0, count: 1, terrain: None };
        let edit = engine::game::reshape(game, &scenario, insert);
        assert_eq!(edit.describe(&scenario), "Insert 1 column before column 1");
        assert_eq!(edit.fits(&scenario), Ok(()));
        let back = edit.apply(&mut scenario);
        assert_eq!(camp(&scenario)["sitting-bull"], "1011");
        assert_eq!(camp(&scenario).len(), camp(&sample).len());
        for (piece, number) in camp(&sample) {
            assert_eq!(terrain(&scenario, &camp(&scenario)[&piece]), terrain(&sample, &number));
        }
        back.apply(&mut scenario);
        assert_eq!(scenario, sample);

        let remove = Reshape::RemoveColumns { at: 0, count: 9 };
        engine::game::reshape(game, &scenario, remove).apply(&mut scenario);
        assert!(!camp(&scenario).contains_key("sitting-bull"), "its hex is gone");
        assert_eq!(camp(&scenario)["hunkpapa-1"], "0109");
        let turns = Reshape::Resize { columns: 30, rows: 30, terrain: None };
        let mut bare = Scenario { game_block: String::new(), ..sample };
        let edit = engine::game::reshape(game, &bare, turns);
        assert!(matches!(edit, engine::scenario::Edit::Reshape(_)));
        edit.apply(&mut bare);
    }
}
