//! A map that grows or shrinks keeps its neighbours together, with all that lies on them, in all four layouts.

use engine::hex::{Direction, Grid, Hex, HexSide, Orientation};
use engine::plane::Place;
use engine::scenario::*;
use proptest::prelude::*;

#[path = "common/maps.rs"]
mod maps;

use maps::{LAYOUTS, board};

fn reshape() -> impl Strategy<Value = Reshape> {
    let terrain = || prop_oneof![3 => Just(None), 1 => Just(Some("hill".to_owned()))];
    prop_oneof![
        (0..12_u16, 0..5_u16, terrain()).prop_map(|(at, count, terrain)| Reshape::InsertColumns {
            at,
            count,
            terrain
        }),
        (0..12_u16, 0..9_u16).prop_map(|(at, count)| Reshape::RemoveColumns { at, count }),
        (0..12_u16, 0..5_u16, terrain()).prop_map(|(at, count, terrain)| Reshape::InsertRows {
            at,
            count,
            terrain
        }),
        (0..12_u16, 0..9_u16).prop_map(|(at, count)| Reshape::RemoveRows { at, count }),
        (0..14_u16, 0..14_u16, terrain()).prop_map(|(columns, rows, terrain)| Reshape::Resize {
            columns,
            rows,
            terrain
        }),
        ([-5..5_i16, -5..5_i16, -5..5_i16, -5..5_i16], terrain()).prop_map(
            |([left, right, top, bottom], terrain)| Reshape::Edges { left, right, top, bottom, terrain }
        ),
    ]
}

/// On which side of the seam of a change a hex lies; a change at the far edges has none.
fn part(reshape: &Reshape, grid: &Grid, hex: Hex) -> bool {
    let (column, row) = grid.column_row(hex).expect("a hex of the map");
    match reshape {
        Reshape::InsertColumns { at, .. } | Reshape::RemoveColumns { at, .. } => column < *at,
        Reshape::InsertRows { at, .. } | Reshape::RemoveRows { at, .. } => row < *at,
        Reshape::Resize { .. } | Reshape::Edges { .. } => true,
    }
}

fn names_at(scenario: &Scenario, hex: Hex) -> (Vec<&str>, Vec<&str>) {
    let labels = scenario.map.labels.iter().filter(|label| label.at == hex);
    let pieces = scenario.pieces.iter().filter(|piece| piece.at == Start::At(Place::Hex(hex)));
    (labels.map(|label| label.text.as_str()).collect(), pieces.map(|piece| piece.id.as_str()).collect())
}

fn lists_at(map: &Map, hex: Hex) -> (Vec<&str>, Vec<i32>) {
    let regions = map.regions.iter().filter(|region| region.hexes.contains(&hex));
    let contours = map.contours.iter().filter(|contour| contour.hexes.contains(&hex));
    (regions.map(|region| region.id.as_str()).collect(), contours.map(|contour| contour.height).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neighbours_stay_neighbours_with_all_that_lies_on_them(before in board(), reshape in reshape()) {
        let edit = Edit::Reshape(reshape.clone());
        let (old, mut after) = (before.map.grid, before.clone());
        let fits = edit.fits(&before);
        let back = edit.clone().apply(&mut after);
        let Ok(moved) = reshape.moved(&old) else {
            prop_assert!(fits.is_err() && back.is_nothing());
            prop_assert_eq!(after, before);
            return Ok(());
        };
        prop_assert_eq!(fits, Ok(()));
        let new = after.map.grid;
        prop_assert_eq!(&new, moved.grid());
        prop_assert_eq!((after.map.cells.len(), new.problem()), (new.len(), None));

        for hex in old.hexes() {
            let Some(there) = moved.hex(hex) else { continue };
            prop_assert!(new.contains(there));
            prop_assert_eq!(before.map.terrain(hex), after.map.terrain(there));
            prop_assert_eq!(before.map.level(hex), after.map.level(there));
            prop_assert_eq!(names_at(&before, hex), names_at(&after, there));
            prop_assert_eq!(lists_at(&before.map, hex), lists_at(&after.map, there));
            for way in Direction::ALL {
                let next = hex.neighbour(way);
                let Some(to) = old.contains(next).then(|| moved.hex(next)).flatten() else { continue };
                if part(&reshape, &old, hex) == part(&reshape, &old, next) {
                    prop_assert_eq!(there.direction_to(to), Some(way), "{} and {}", hex, next);
                    prop_assert_eq!(
                        before.map.side(HexSide::of(hex, way)),
                        after.map.side(HexSide::of(there, way))
                    );
                }
            }
        }
        // Nothing stands off the map, no road is torn, and the file holds it all.
        let loaded = load(&save(&after).into_iter().collect::<Memory>(), "scenario.ron");
        prop_assert_eq!(&loaded.problems, &[]);
        prop_assert_eq!(loaded.value.as_ref(), Some(&after));
        // What falls off is gone, and nothing else.
        let stays = |hex: &Hex| moved.hex(*hex).is_some();
        let fallen = before.pieces.iter().filter(|piece| match piece.at {
            Start::At(Place::Hex(hex)) => !stays(&hex),
            _ => false,
        });
        prop_assert_eq!(before.pieces.len() - fallen.count(), after.pieces.len());
        for road in before.map.roads.iter().filter(|road| road.hexes.iter().all(stays)) {
            let whole = after.map.roads.iter().any(|other| {
                let mut rest = other.hexes.iter();
                let all = |hex: &Hex| moved.hex(*hex).is_some_and(|hex| rest.any(|other| *other == hex));
                other.kind == road.kind && road.hexes.iter().all(all)
            });
            prop_assert!(whole, "the {:?} is led on", road.kind);
        }

        back.apply(&mut after);
        prop_assert_eq!(after, before);
    }

    #[test]
    fn what_was_put_in_is_taken_out_again(before in board(), reshape in reshape()) {
        let grid = before.map.grid;
        let inverse = match reshape {
            Reshape::InsertColumns { at, count, .. } => Reshape::RemoveColumns { at, count },
            Reshape::InsertRows { at, count, .. } => Reshape::RemoveRows { at, count },
            Reshape::Resize { columns, rows, .. } if columns >= grid.columns && rows >= grid.rows => {
                Reshape::Resize { columns: grid.columns, rows: grid.rows, terrain: None }
            }
            Reshape::Edges { left, right, top, bottom, .. }
                if [left, right, top, bottom].iter().all(|count| *count >= 0) =>
            {
                Reshape::Edges { left: -left, right: -right, top: -top, bottom: -bottom, terrain: None }
            }
            _ => return Ok(()),
        };
        if let Ok(larger) = reshape.applied(&before) {
            prop_assert_eq!(inverse.applied(&larger), Ok(before));
        }
    }

    #[test]
    fn undo_gives_the_same_bytes_and_the_journal_the_same_map(
        mut scenario in board(), changes in proptest::collection::vec(reshape(), 1..4),
    ) {
        let files = save(&scenario);
        let mut text = journal::head(journal::of_files(&files));
        let (mut replayed, mut history) = (scenario.clone(), History::new());
        for change in changes {
            let edit = Edit::Reshape(change);
            if edit.fits(&scenario).is_ok() && history.push(edit.clone(), None, &mut scenario) {
                text.push_str(&journal::line(&edit));
            }
        }
        let last = scenario.clone();
        let lines = text.lines().count() - 1;
        let done = journal::replay(&text, &mut replayed);
        prop_assert_eq!((done.applied, done.problems), (lines, Vec::new()));
        prop_assert_eq!(&replayed, &last);
        // Taking back is written to the journal too.
        while let Some(edit) = history.undo(&mut scenario) {
            text.push_str(&journal::line(&edit));
        }
        prop_assert_eq!(save(&scenario), files.clone());
        let mut again = scenario.clone();
        let done = journal::replay(&text, &mut again);
        prop_assert_eq!(done.problems, Vec::new());
        prop_assert_eq!(save(&again), files);
        while history.redo(&mut scenario).is_some() {}
        prop_assert_eq!(scenario, last);
    }
}

#[test]
fn an_odd_number_in_the_middle_is_refused_along_one_axis_only() {
    for layout in LAYOUTS {
        let scenario = maps::sample(layout, 8, 8, false);
        let columns = Reshape::InsertColumns { at: 3, count: 1, terrain: None };
        let rows = Reshape::RemoveRows { at: 3, count: 3 };
        let (refused, taken, words) = match layout.0 {
            Orientation::Flat => (
                columns,
                rows,
                "columns in the middle would part neighbours; take an even number, or do it at the left or at the far edge",
            ),
            Orientation::Pointed => (
                rows,
                columns,
                "rows in the middle would part neighbours; take an even number, or do it at the top or at the far edge",
            ),
        };
        assert_eq!(Edit::Reshape(refused).fits(&scenario), Err(format!("an odd number of {words}")));
        assert_eq!(Edit::Reshape(taken).fits(&scenario), Ok(()));
    }
}

#[test]
fn the_first_edge_takes_any_number_and_hexes_get_the_numbers_of_their_places() {
    for layout in LAYOUTS {
        for count in 1..=2 {
            let mut scenario = maps::sample(layout, 6, 6, false);
            let grid = scenario.map.grid;
            let (hex, next) = (grid.at(0, 0), grid.at(1, 0));
            let insert = Reshape::InsertColumns { at: 0, count, terrain: Some("hill".to_owned()) };
            let moved = insert.moved(&grid).unwrap();
            let to = |hex| moved.hex(hex).unwrap();
            Edit::Reshape(insert).apply(&mut scenario);
            assert_eq!(scenario.map.grid.label(to(hex)), format!("{:02}01", count + 1));
            assert_eq!(to(hex).direction_to(to(next)), hex.direction_to(next));
            let toggled = scenario.map.grid.shifted != grid.shifted;
            assert_eq!(toggled, layout.0 == Orientation::Flat && count == 1);
            assert_eq!(scenario.map.terrain(scenario.map.grid.at(0, 5)), Some("hill"));
        }
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let scenario = maps::sample(LAYOUTS[0], 8, 6, false);
    for (reshape, expected) in [
        (Reshape::InsertColumns { at: 9, count: 2, terrain: None }, "there is no column 10, only 8"),
        (Reshape::RemoveRows { at: 4, count: 3 }, "there is no row 7, only 6"),
        (Reshape::RemoveColumns { at: 0, count: 8 }, "a map keeps one column at least"),
        (Reshape::Resize { columns: 8, rows: 0, terrain: None }, "a map keeps one row at least"),
        (
            Reshape::Resize { columns: 8, rows: 5_000, terrain: None },
            "found 8 columns and 5000 rows, expected at most 4000 of each and 4000000 hexes together",
        ),
        (
            Reshape::Edges { left: -4, right: -4, top: 1, bottom: 0, terrain: None },
            "a map keeps one column at least",
        ),
        (
            Reshape::InsertRows { at: 0, count: 1, terrain: Some("lava".to_owned()) },
            "found the terrain \"lava\", expected one of the map's legend",
        ),
    ] {
        assert_eq!(Edit::Reshape(reshape).fits(&scenario), Err(expected.to_owned()));
    }
}

#[test]
fn a_map_of_the_largest_size_can_be_moved_along() {
    let grid = Grid::new(4_000, 1_000);
    let mut scenario = maps::sample(LAYOUTS[0], 8, 6, false);
    scenario.map.grid = grid;
    scenario.map.cells = vec![0; grid.len()];
    scenario.map.levels.clear();
    for (left, right) in [(10, -10), (-10, 10)] {
        let edges = Reshape::Edges { left, right, top: 0, bottom: 0, terrain: None };
        assert_eq!(Edit::Reshape(edges).fits(&scenario), Ok(()));
    }
}

#[test]
fn a_history_names_what_was_done_to_the_map() {
    let mut scenario = maps::sample(LAYOUTS[0], 8, 6, false);
    let mut history = History::new();
    for reshape in [
        Reshape::InsertColumns { at: 4, count: 2, terrain: None },
        Reshape::RemoveRows { at: 0, count: 1 },
        Reshape::Resize { columns: 12, rows: 7, terrain: None },
        Reshape::Resize { columns: 12, rows: 7, terrain: None },
        Reshape::Edges { left: 2, right: 0, top: 0, bottom: -1, terrain: None },
    ] {
        history.push(Edit::Reshape(reshape), None, &mut scenario);
    }
    let names: Vec<String> = history.names().collect();
    assert_eq!(
        names,
        [
            "Insert 2 columns before column 5",
            "Remove 1 row from row 1 on",
            "Resize the map to 12 columns and 7 rows",
            "Move the edges of the map: left +2, bottom −1"
        ]
    );
}

#[test]
fn a_river_keeps_its_name_when_its_source_falls_off() {
    let mut scenario = maps::sample(LAYOUTS[0], 8, 6, false);
    let map = &mut scenario.map;
    let grid = map.grid;
    map.sides.clear();
    // Down between the first two columns, and on to the right.
    let bank = |column, row, way| HexSide::of(grid.at(column, row), way);
    let mut course = Vec::new();
    for row in 0..5 {
        course.extend([bank(0, row, Direction::SE), bank(0, row + 1, Direction::NE)]);
    }
    course.push(bank(1, 4, Direction::S));
    course.extend([bank(2, 5, Direction::NW), bank(2, 5, Direction::N)]);
    map.sides.extend(course.iter().map(|side| (*side, "river".to_owned())));
    map.rivers = vec![River { name: "Brook".into(), width: RiverWidth::Stream, source: course[0] }];
    let remove = Reshape::RemoveColumns { at: 0, count: 1 };
    let after = remove.applied(&scenario).unwrap();
    assert_eq!(after.map.rivers.len(), 1);
    assert_eq!(after.map.side(after.map.rivers[0].source), Some("river"));
    let all = Reshape::Resize { columns: 8, rows: 1, terrain: None }.applied(&after).unwrap();
    assert_eq!(all.map.rivers, []);
}
