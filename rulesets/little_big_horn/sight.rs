//! The line of fire between two hexes of a scenario, for who draws the map [LBH-9.10 to 9.14].
//!
//! Follows the section *The line of fire* of the rulebook. Range, control and who fires are no part of it.

use engine::game::SightReport;
use engine::hex::{Hex, sight};
use engine::plane::Place;
use engine::scenario::{Scenario, Start};

use super::cites;
use super::data::{Control, Data, TerrainRow};
use engine::rules::Cite;

/// Whether a counter in the one hex can fire at one in the other, as the ground and the counters of the set-up lie.
pub(super) fn between(data: &Data, scenario: &Scenario, from: Hex, to: Hex) -> SightReport {
    let map = &scenario.map;
    let terrain = |hex: Hex| -> &TerrainRow {
        let known = map.terrain(hex).and_then(|id| data.terrain(id)).unwrap_or_default();
        &data.terrains[known]
    };
    let level = |hex: Hex| map.level(hex).unwrap_or_else(|| terrain(hex).level);
    let label = |hex: Hex| map.grid.label(hex);
    let blocked = |at: Option<Hex>, rule: Cite, words: String| SightReport {
        clear: false,
        blocked_at: at,
        words,
        rule: rule.0.to_owned(),
    };
    let on = |path: &str| data.values.iter().any(|value| value.path == path && value.value == "on");
    let (here, there) = (level(from), level(to));
    // The edge is tested before what lies between [LBH-9.12].
    if here != there {
        let (high, low, other) = if here > there { (from, here, to) } else { (to, there, from) };
        let faces = on("edge_must_face");
        let is_edge = map
            .grid
            .neighbours(high)
            .any(|(_, next)| level(next) < low && (!faces || next.distance(other) < high.distance(other)));
        if !is_edge {
            let facing = if faces { " that faces the other" } else { "" };
            let words =
                format!("{} is the higher hex, and no edge{facing}: no hex next to it is lower", label(high));
            return blocked(Some(high), cites::FIRE_EDGE, words);
        }
    }
    if on("like_cover_adjacent_only") && from.distance(to) > 1 {
        let (a, b) = (terrain(from), terrain(to));
        if a.control == Control::Inside
            && b.control == Control::Inside
            && (a.ground, a.cover) == (b.ground, b.cover)
        {
            let words = format!("Both hexes are {}, and not adjacent", a.name.to_lowercase());
            return blocked(None, cites::FIRE_LINE, words);
        }
    }
    let holds_counter = |hex: Hex| {
        scenario.pieces.iter().any(|piece| matches!(&piece.at, Start::At(Place::Hex(at)) if *at == hex))
    };
    for hex in sight::between(from, to).filter(|hex| map.grid.contains(*hex)) {
        let (row, ground) = (terrain(hex), level(hex));
        if ground > here && ground > there {
            let words = format!("{} is higher than both ends", label(hex));
            return blocked(Some(hex), cites::FIRE_LINE, words);
        }
        // What is lower than both ends blocks nothing [LBH-9.11].
        if ground < here && ground < there {
            continue;
        }
        if row.control == Control::Inside {
            let words = format!("{} in {} stands between", row.name, label(hex));
            return blocked(Some(hex), cites::FIRE_LINE, words);
        }
        if holds_counter(hex) {
            let words = format!("A counter in {} stands between", label(hex));
            return blocked(Some(hex), cites::FIRE_LINE, words);
        }
    }
    let words =
        if from.distance(to) < 2 { "Adjacent hexes see each other" } else { "Nothing stands between" };
    SightReport {
        clear: true,
        blocked_at: None,
        words: words.to_owned(),
        rule: cites::FIRE_LINE.0.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{data, game};
    use super::*;
    use engine::hex::Grid;
    use engine::scenario::{Map, Piece};

    /// A column of hexes from north to south, one letter each.
    fn report(column: &str, counter: Option<u16>) -> SightReport {
        let rows = column.len() as u16;
        let grid = Grid::new(3, rows);
        let data = data::shipped();
        let legend: Vec<(char, String)> =
            data.terrains.iter().map(|row| (row.letter, row.id.clone())).collect();
        let cell = |letter| legend.iter().position(|(known, _)| *known == letter).expect("a letter") as u8;
        let cells = column.chars().flat_map(|letter| [cell(letter); 3]).collect();
        let piece = |row| Piece {
            id: "c".into(),
            kind: "custer".into(),
            name: String::new(),
            at: Start::At(grid.at(1, row).into()),
            reduced: false,
            game_block: String::new(),
        };
        let map = Map { grid, legend, cells, ..Map::default() };
        let scenario =
            Scenario { map, pieces: counter.map(piece).into_iter().collect(), ..Scenario::default() };
        let there = between(data, &scenario, grid.at(1, 0), grid.at(1, rows - 1));
        let back = between(data, &scenario, grid.at(1, rows - 1), grid.at(1, 0));
        assert_eq!(there.clear, back.clear, "it is the same both ways");
        there
    }

    #[track_caller]
    fn check(column: &str, counter: Option<u16>, blocked: Option<&str>) {
        let report = report(column, counter);
        assert_eq!(report.clear, blocked.is_none(), "{column}: {report:?}");
        if let Some(words) = blocked {
            assert!(report.words.contains(words), "{column}: {report:?}");
        }
        let book = game::game().rulebook();
        assert!(book.section(&report.rule).is_some(), "{report:?}");
    }

    #[test]
    fn the_line_of_fire_is_judged_as_the_statements_say() {
        check("....", None, None);
        check(".f..", None, Some("Forest in 0202 stands between"));
        check(".C..", None, Some("Camp in 0202"));
        check("....", Some(2), Some("A counter in 0203"));
        // End hexes never obstruct.
        check("f..f", None, None);
        check("ff", None, None);
        check("....", Some(0), None);
        // Lower than both ends does not block, higher than both does.
        check("PfP", None, None);
        check(".P.", None, Some("higher than both"));
        check("PFP", None, Some("Forest on plateau in 0202"));
        // Between levels the higher must stand on an edge.
        check("P...", None, None);
        check("PPP.", None, Some("no edge"));
        check(".MM", None, Some("no edge"));
    }

    #[test]
    fn every_rule_of_a_terrain_or_hexside_is_in_the_book() {
        let game = game::game();
        let ids = game.terrains().iter().map(|row| &row.id).chain(game.hexsides().iter().map(|row| &row.id));
        for id in ids {
            let rules = game.rules_of(id);
            assert!(!rules.is_empty(), "{id}");
            for slug in rules {
                assert!(game.rulebook().section(slug).is_some(), "{id}: {slug}");
            }
        }
        assert!(game.rules_of("no such").is_empty());
    }
}
