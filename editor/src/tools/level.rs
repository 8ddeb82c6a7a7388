//! The level tool: raises, lowers, sets and smooths levels.

use std::collections::BTreeMap;

use engine::face::Terrain;
use engine::hex::{Grid, Hex};
use engine::scenario::{Edit, LEVELS, Map};

use super::{BrushStroke, Change};

/// What a stroke does with the levels under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LevelMode {
    /// One up; with Shift one down.
    #[default]
    Raise,
    /// All to one number.
    Set,
    /// Each to the mean of itself and its neighbours.
    Smooth,
}

impl LevelMode {
    pub const ALL: [Self; 3] = [Self::Raise, Self::Set, Self::Smooth];

    pub fn name(self) -> &'static str {
        ["Raise", "Set to", "Smooth"][self as usize]
    }
}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LevelState {
    pub mode: LevelMode,
    /// The number that *Set to* gives.
    pub number: i8,
}

/// A stroke over hexes, each of which changes once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelStroke {
    over: BrushStroke,
    /// Shift was held when it began.
    lower: bool,
}

/// The level that the terrain with this entry of the legend gives.
pub fn given(map: &Map, terrains: &[Terrain], cell: u8) -> i8 {
    let id = map.legend.get(usize::from(cell)).map(|(_, id)| id.as_str());
    terrains.iter().find(|terrain| Some(terrain.id.as_str()) == id).map_or(0, |terrain| terrain.level)
}

/// The level of a hex: the map's, or where the map gives none the terrain's. `None` off the board.
pub fn level_of(map: &Map, terrains: &[Terrain], hex: Hex) -> Option<i8> {
    let cell = *map.cells.get(map.grid.index(hex)?)?;
    Some(map.level(hex).unwrap_or_else(|| given(map, terrains, cell)))
}

impl LevelStroke {
    /// Begins a stroke.
    pub fn press(grid: &Grid, hex: Hex, radius: u16, lower: bool) -> Self {
        Self { over: BrushStroke::press(grid, hex, radius), lower }
    }

    /// Goes on to another hex.
    pub fn drag(&mut self, grid: &Grid, to: Hex) {
        self.over.drag(grid, to);
    }

    /// The levels that the hexes so far would get; those that keep theirs are left out.
    pub fn levels(&self, map: &Map, terrains: &[Terrain], state: &LevelState) -> BTreeMap<Hex, i8> {
        let mut out = BTreeMap::new();
        for hex in self.over.hexes() {
            let Some(now) = level_of(map, terrains, hex) else { continue };
            let next = match state.mode {
                LevelMode::Raise if self.lower => now.saturating_sub(1),
                LevelMode::Raise => now.saturating_add(1),
                LevelMode::Set => state.number,
                LevelMode::Smooth => mean(map, terrains, hex, now),
            };
            let next = next.clamp(*LEVELS.start(), *LEVELS.end());
            if next != now {
                out.insert(hex, next);
            }
        }
        out
    }

    /// How many hexes it has come over.
    #[expect(clippy::len_without_is_empty, reason = "it begins with a hex")]
    pub fn len(&self) -> usize {
        self.over.hexes().count()
    }

    /// The hexes so far.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.over.hexes()
    }

    /// The change that the stroke is; `None` if every level stays.
    pub fn release(&self, map: &Map, terrains: &[Terrain], state: &LevelState) -> Option<Change> {
        let levels = self.levels(map, terrains, state);
        let first =
            (!levels.is_empty()).then(|| Edit::SetLevels(levels.iter().map(|(h, l)| (*h, *l)).collect()))?;
        if !map.levels.is_empty() {
            return Some(Change::Edit(first));
        }
        // The first levels of a map would leave all else at 0: the rest gets what its terrain gave it so far. It is
        // wrapped so that the name of the step counts what was meant alone.
        let rest = map.grid.hexes().filter(|hex| !levels.contains_key(hex));
        let rest = rest.filter_map(|hex| {
            let level = level_of(map, terrains, hex)?;
            (level != 0).then_some((hex, level))
        });
        let rest = Edit::Many(vec![Edit::nothing(), Edit::SetLevels(rest.collect())]);
        Some(Change::Edit(Edit::Many(vec![first, rest])))
    }
}

/// The mean of a hex and its neighbours on the board, to the nearest number; a half goes up.
fn mean(map: &Map, terrains: &[Terrain], hex: Hex, own: i8) -> i8 {
    let near = map.grid.neighbours(hex).filter_map(|(_, near)| level_of(map, terrains, near));
    let (sum, count) =
        near.fold((i32::from(own), 1), |(sum, count), level| (sum + i32::from(level), count + 1));
    (2 * sum + count).div_euclid(2 * count) as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tests::{board, scenario, terrains};

    fn stroke(map: &Map, hexes: &[(u16, u16)], lower: bool) -> LevelStroke {
        let at = |(column, row): (u16, u16)| map.grid.at(column, row);
        let mut stroke = LevelStroke::press(&map.grid, at(hexes[0]), 0, lower);
        for hex in &hexes[1..] {
            stroke.drag(&map.grid, at(*hex));
        }
        stroke
    }

    fn applied(map: &Map, stroke: &LevelStroke, state: &LevelState) -> (Vec<i8>, String) {
        let mut scenario = scenario(map.clone());
        let Some(Change::Edit(edit)) = stroke.release(map, &terrains(), state) else { panic!("it changes") };
        edit.fits(&scenario).expect("it fits");
        let words = edit.describe(&scenario);
        let back = edit.apply(&mut scenario);
        let levels = scenario.map.levels.clone();
        back.apply(&mut scenario);
        assert_eq!(scenario.map, *map, "undo gives the map back");
        (levels, words)
    }

    #[test]
    fn the_first_level_leaves_every_other_hex_as_high_as_its_terrain() {
        let map = board(&["..h", "hh."]);
        let (levels, words) = applied(&map, &stroke(&map, &[(0, 0)], false), &LevelState::default());
        assert_eq!(levels, [1, 0, 1, 1, 1, 0]);
        assert_eq!(words, "Level 1 on 1 hex");
    }

    #[test]
    fn a_stroke_changes_each_hex_once_however_often_it_comes_by() {
        let map = board(&["....", "...."]);
        let there_and_back = stroke(&map, &[(0, 0), (1, 0), (0, 0), (1, 0)], false);
        let (levels, _) = applied(&map, &there_and_back, &LevelState::default());
        assert_eq!(levels.iter().map(|level| i32::from(*level)).sum::<i32>(), there_and_back.len() as i32);
    }

    #[test]
    fn levels_stop_at_the_ends_and_what_stays_makes_no_change() {
        let mut map = board(&[".."]);
        map.levels = vec![*LEVELS.end(), *LEVELS.start()];
        let raise = stroke(&map, &[(0, 0)], false);
        assert_eq!(raise.release(&map, &terrains(), &LevelState::default()), None);
        let lower = stroke(&map, &[(1, 0)], true);
        assert_eq!(lower.release(&map, &terrains(), &LevelState::default()), None);
        let set = LevelState { mode: LevelMode::Set, number: *LEVELS.end() };
        assert_eq!(raise.release(&map, &terrains(), &set), None);
    }

    #[test]
    fn smoothing_takes_the_nearest_mean_of_what_was_there_before() {
        let mut map = board(&["...", "...", "..."]);
        map.levels = vec![0, 0, 0, 0, 7, 0, 0, 0, 0];
        let middle = map.grid.at(1, 1);
        let smooth = LevelState { mode: LevelMode::Smooth, number: 0 };
        let mut all = LevelStroke::press(&map.grid, middle, 1, false);
        all.drag(&map.grid, middle);
        let levels = all.levels(&map, &terrains(), &smooth);
        assert_eq!(levels.get(&middle), Some(&1));
        // A corner of the board with three neighbours, one of them the peak: 7 / 4, nearly 2.
        assert_eq!(levels.get(&map.grid.at(0, 1)), Some(&1));
        assert!(levels.values().all(|level| (0..=2).contains(level)), "{levels:?}");
    }
}
