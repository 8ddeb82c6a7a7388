//! Edits cancel with their inverses, files are read as they were written, and the journal loses nothing.

use engine::hex::{Direction, Grid, Hex, HexSide};
use engine::plane::Place;
use engine::scenario::*;
use proptest::prelude::*;

const FILES: [(&str, &str); 3] = [
    ("scenario.ron", include_str!("mistakes/good/scenario.ron")),
    ("map.ron", include_str!("mistakes/good/map.ron")),
    ("forces.ron", include_str!("mistakes/good/forces.ron")),
];

fn sample() -> Scenario {
    load_files(&owned(&FILES)).unwrap()
}

fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn load_files(files: &[(String, String)]) -> Option<Scenario> {
    let memory: Memory = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    load(&memory, &files[0].0).value
}

/// The same files as a person might have written them.
fn commented() -> Vec<(String, String)> {
    let mut files = owned(&FILES);
    files[0].1 = files[0].1.replace("    turns: 4,", "    turns: 4, // a short one");
    files[1].1 = files[1]
        .1
        .replace("    rows: [", "    // North is up.\n    rows: [ // eight hexes a row")
        .replace("\"0202|0302\": \"ford\",", "\"0302|0202\": \"ford\", /* the only one */")
        .replace("(id: \"zone-4\",", "( id: \"zone-4\", next: [],")
        .replace("        \"........\",\n        \"........\",\n", "        \"........\", \"........\",\n");
    files[2].1 = files[2].1.replace("    pieces: [", "    pieces: [\n        // The first company.");
    files[2].1 = files[2].1.replace("at: \"0404\", reduced: true", "reduced: true, at: \"0404\"");
    files
}

fn hex() -> impl Strategy<Value = Hex> {
    let grid = sample().map.grid;
    // Now and then one off the map.
    (0..=grid.columns, 0..=grid.rows).prop_map(move |(column, row)| grid.at(column, row))
}

fn hex_on_map() -> impl Strategy<Value = Hex> {
    let grid = sample().map.grid;
    (0..grid.columns, 0..grid.rows).prop_map(move |(column, row)| grid.at(column, row))
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,3}",
        "[ -~äß–\n\t]{0,6}",
        proptest::collection::vec(any::<char>(), 0..4).prop_map(|letters| letters.into_iter().collect()),
    ]
}

fn id() -> impl Strategy<Value = String> {
    prop_oneof![Just("west".to_owned()), Just("zone-3".to_owned()), "[a-z]{1,2}"]
}

fn start() -> impl Strategy<Value = Start> {
    prop_oneof![
        hex_on_map().prop_map(|hex| Start::At(Place::Hex(hex))),
        id().prop_map(|id| Start::At(Place::Box(id))),
        (any::<u16>(), id()).prop_map(|(turn, edge)| Start::Enters { turn, edge }),
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    let block = prop_oneof![Just(String::new()), Just("(tribe: \"red\", arms: [1, 2])".to_owned())];
    (id(), id(), text(), start(), any::<bool>(), block).prop_map(
        |(id, kind, name, at, reduced, game_block)| Piece { id, kind, name, at, reduced, game_block },
    )
}

fn region() -> impl Strategy<Value = Region> {
    let kind = prop_oneof![Just(RegionKind::Edge), Just(RegionKind::Zone), Just(RegionKind::Feature)];
    (id(), text(), kind, text(), proptest::collection::vec(hex_on_map(), 0..9))
        .prop_map(|(id, name, kind, role, hexes)| Region { id, name, kind, role, hexes })
}

fn label() -> impl Strategy<Value = Label> {
    let kind = prop_oneof![Just(LabelKind::Ford), Just(LabelKind::River), Just(LabelKind::Hill)];
    // Now and then of a size that no file may have.
    let size = prop_oneof![Just(100), 50..=300_u16, 45..=310_u16];
    let angle = proptest::option::of(-185..=185_i16);
    (text(), kind, hex_on_map(), proptest::option::of(hex_on_map()), size, angle)
        .prop_map(|(text, kind, at, to, size, angle)| Label { to, size, angle, ..Label::new(text, kind, at) })
}

fn map_box() -> impl Strategy<Value = MapBox> {
    let more = (prop_oneof![Just(0), 0..=101_u16], any::<bool>());
    (id(), text(), text(), proptest::collection::vec(id(), 0..3), id(), more).prop_map(
        |(id, name, note, next, edge, (spaces, on_board))| MapBox {
            id,
            name,
            note,
            next,
            edge,
            spaces,
            on_board,
        },
    )
}

fn road() -> impl Strategy<Value = Road> {
    // A walk of single steps, which may lead off the map or stand still.
    let steps = proptest::collection::vec(0..7_usize, 0..8);
    (0..RoadKind::ALL.len(), text(), hex(), steps).prop_map(|(kind, name, from, steps)| {
        let mut hexes = vec![from];
        for step in steps {
            let last = *hexes.last().expect("a walk begins somewhere");
            hexes.push(if step < 6 { last.neighbour(Direction::from_index(step)) } else { last });
        }
        Road { kind: RoadKind::ALL[kind], name, hexes }
    })
}

fn river() -> impl Strategy<Value = River> {
    let width = prop_oneof![Just(RiverWidth::Stream), Just(RiverWidth::River), Just(RiverWidth::Great)];
    (text(), width, side()).prop_map(|(name, width, source)| River { name, width, source })
}

fn contours() -> impl Strategy<Value = Vec<Contour>> {
    let contour = (any::<i32>(), proptest::collection::vec(hex(), 0..9))
        .prop_map(|(height, hexes)| Contour { height, hexes });
    proptest::collection::vec(contour, 0..3)
}

fn without() -> impl Strategy<Value = Vec<Furniture>> {
    let part = prop_oneof![
        Just(Furniture::Title),
        Just(Furniture::Compass),
        Just(Furniture::Key),
        Just(Furniture::TurnTrack),
    ];
    proptest::collection::vec(part, 0..4)
}

fn side() -> impl Strategy<Value = HexSide> {
    (hex(), 0..6_usize).prop_map(|(hex, direction)| HexSide::of(hex, Direction::from_index(direction)))
}

fn wording() -> impl Strategy<Value = Wording> {
    prop_oneof![
        Just(Wording::Title),
        Just(Wording::Subtitle),
        Just(Wording::Note),
        Just(Wording::Credits),
        Just(Wording::MapName),
        Just(Wording::MapNote),
    ]
}

fn single() -> impl Strategy<Value = Edit> {
    let at = 0..6_usize;
    let terrain = prop_oneof![Just("forest".to_owned()), Just("plain".to_owned()), "[a-c]"];
    let block = prop_oneof![Just(String::new()), Just("(days: 3)".to_owned())];
    let map = prop_oneof![
        4 => (any::<char>(), terrain, proptest::collection::vec(hex(), 0..9))
            .prop_map(|(letter, terrain, hexes)| Edit::PaintHexes { letter, terrain, hexes }),
        2 => proptest::collection::vec((hex(), any::<i8>()), 0..5).prop_map(Edit::SetLevels),
        1 => Just(Edit::DropLevels),
        3 => proptest::collection::vec((side(), proptest::option::of(id())), 0..5).prop_map(Edit::SetSides),
    ];
    let rows = prop_oneof![
        (at.clone(), piece()).prop_map(|(at, piece)| Edit::AddPiece(at, piece)),
        at.clone().prop_map(Edit::RemovePiece),
        (at.clone(), start()).prop_map(|(at, start)| Edit::MovePiece(at, start)),
        (at.clone(), piece()).prop_map(|(at, piece)| Edit::ChangePiece(at, piece)),
        (at.clone(), region()).prop_map(|(at, region)| Edit::AddRegion(at, region)),
        at.clone().prop_map(Edit::RemoveRegion),
        (at.clone(), region()).prop_map(|(at, region)| Edit::ChangeRegion(at, region)),
        (at.clone(), label()).prop_map(|(at, label)| Edit::AddLabel(at, label)),
        at.clone().prop_map(Edit::RemoveLabel),
        (at.clone(), label()).prop_map(|(at, label)| Edit::ChangeLabel(at, label)),
        (at.clone(), map_box()).prop_map(|(at, new)| Edit::AddBox(at, new)),
        at.clone().prop_map(Edit::RemoveBox),
        (at.clone(), map_box()).prop_map(|(at, new)| Edit::ChangeBox(at, new)),
    ];
    let lines = prop_oneof![
        4 => (at.clone(), road()).prop_map(|(at, road)| Edit::AddRoad(at, road)),
        1 => at.clone().prop_map(Edit::RemoveRoad),
        2 => (at.clone(), road()).prop_map(|(at, road)| Edit::ChangeRoad(at, road)),
        3 => (at.clone(), river()).prop_map(|(at, river)| Edit::AddRiver(at, river)),
        1 => at.clone().prop_map(Edit::RemoveRiver),
        2 => (at.clone(), river()).prop_map(|(at, river)| Edit::ChangeRiver(at, river)),
        3 => contours().prop_map(Edit::SetContours),
        2 => without().prop_map(Edit::SetWithout),
    ];
    let values = prop_oneof![
        (wording(), text()).prop_map(|(which, text)| Edit::SetText(which, text)),
        any::<u16>().prop_map(Edit::SetTurns),
        (id(), proptest::option::of(text())).prop_map(|(path, value)| Edit::SetTweak(path, value)),
        block.prop_map(Edit::SetGameBlock),
        (id(), proptest::option::of(prop_oneof![4 => "#[0-9a-fA-F]{6}", 1 => "#?[0-9a-g]{5,7}"]))
            .prop_map(|(role, colour)| Edit::SetColour(role, colour)),
    ];
    prop_oneof![map, rows, lines, values]
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let many = || proptest::collection::vec(single(), 0..4).prop_map(Edit::Many);
    prop_oneof![
        3 => single(),
        1 => many(),
        1 => (text(), many()).prop_map(|(words, edit)| Edit::Named(words, Box::new(edit))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_edit_and_its_inverse_cancel(edits in proptest::collection::vec(any_edit(), 1..6)) {
        let mut scenario = sample();
        for edit in edits {
            let before = scenario.clone();
            let back = edit.apply(&mut scenario);
            prop_assert!(!back.is_nothing() || scenario == before);
            let after = scenario.clone();
            let forth = back.apply(&mut scenario);
            prop_assert_eq!(&scenario, &before);
            forth.apply(&mut scenario);
            prop_assert_eq!(&scenario, &after);
        }
    }

    #[test]
    fn what_was_saved_is_loaded(edits in proptest::collection::vec(any_edit(), 0..6), held in 0..4_u8) {
        let mut scenario = sample();
        if held & 1 > 0 {
            scenario.files.map = None;
        }
        if held & 2 > 0 {
            scenario.files.forces = None;
        }
        for edit in edits {
            edit.apply(&mut scenario);
        }
        let files = save(&scenario);
        let loaded = load_files(&files).unwrap();
        prop_assert_eq!(save(&loaded), files.clone());
        prop_assert_eq!(loaded, scenario.clone());
        prop_assert_eq!(save_over(&scenario, &files), Saved { files, lost: Vec::new() });
    }

    #[test]
    fn saving_over_a_file_keeps_what_a_person_wrote(edits in proptest::collection::vec(any_edit(), 0..4)) {
        let old = commented();
        let mut scenario = sample();
        for edit in edits {
            edit.apply(&mut scenario);
        }
        let saved = save_over(&scenario, &old);
        prop_assert_eq!(load_files(&saved.files).unwrap(), scenario.clone());
        if scenario == sample() {
            prop_assert_eq!(&saved.files, &old);
        }
        // What is not kept is listed.
        let comments = |files: &[(String, String)]| -> usize {
            files.iter().map(|(_, text)| ron::parse(text, "").value.unwrap().comments().count()).sum()
        };
        let untouched = scenario.pieces == sample().pieces && scenario.map == sample().map;
        if untouched {
            prop_assert_eq!(comments(&saved.files) + saved.lost.len(), comments(&old));
        }
    }

    #[test]
    fn a_history_goes_all_the_way_back_and_forth(
        edits in proptest::collection::vec((any_edit(), proptest::option::of(0..3_u64)), 0..9),
    ) {
        let mut scenario = sample();
        let mut history = History::new();
        let mut journal = journal::head(journal::of_files(&owned(&FILES)));
        for (edit, press) in edits {
            let before = scenario.clone();
            let changed = history.push(edit.clone(), press, &mut scenario);
            prop_assert!(changed || scenario == before);
            if changed && edit.fits(&before).is_ok() {
                journal.push_str(&journal::line(&edit));
            } else if changed {
                return Ok(());
            }
        }
        let last = scenario.clone();
        let mut recovered = sample();
        let replayed = journal::replay(&journal, &mut recovered);
        prop_assert_eq!(&replayed.problems, &[]);
        prop_assert_eq!(&recovered, &last);

        while let Some(edit) = history.undo(&mut scenario) {
            edit.apply(&mut recovered);
            prop_assert_eq!(&recovered, &scenario);
        }
        prop_assert_eq!(&scenario, &sample());
        prop_assert!(!history.is_dirty());
        while history.redo(&mut scenario).is_some() {}
        prop_assert_eq!(&scenario, &last);
    }

    #[test]
    fn no_bytes_make_the_reader_stumble(
        file in 0..3_usize,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in proptest::option::of(any::<prop::sample::Index>()),
        doubled in proptest::option::of((any::<prop::sample::Index>(), 1..60_usize)),
    ) {
        let mut bytes = FILES[file].1.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            // Mostly what means something in such a file.
            const SIGNS: &[u8] = b"()[]{}\",:'\\/*#rb\n -0a\0\xc3|";
            bytes[at] = if byte < 200 { SIGNS[usize::from(byte) % SIGNS.len()] } else { byte };
        }
        if let Some((at, length)) = doubled {
            let at = at.index(bytes.len());
            let piece = bytes[at..(at + length).min(bytes.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        if let Some(at) = cut {
            bytes.truncate(at.index(bytes.len()));
        }
        let mut files: Memory = FILES.into_iter().collect();
        files.0.insert(FILES[file].0.to_owned(), bytes.clone());
        let checked = load(&files, "scenario.ron");
        prop_assert!(checked.problems.len() <= 201);
        for problem in &checked.problems {
            prop_assert!(!problem.file.is_empty() && !problem.message.is_empty());
        }
        if let Some(scenario) = checked.value {
            let saved = save(&scenario);
            prop_assert_eq!(load_files(&saved), Some(scenario.clone()));
            let old: Vec<(String, String)> = files
                .0
                .iter()
                .map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into_owned()))
                .collect();
            prop_assert_eq!(load_files(&save_over(&scenario, &old).files), Some(scenario));
        }
    }

    #[test]
    fn a_torn_journal_gives_what_was_whole(
        edits in proptest::collection::vec(single(), 1..6),
        cut in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut scenario = sample();
        let mut states = vec![scenario.clone()];
        let mut text = journal::head(journal::of_files(&owned(&FILES)));
        let head = text.len();
        for edit in edits {
            if edit.fits(&scenario).is_ok() {
                text.push_str(&journal::line(&edit));
                edit.apply(&mut scenario);
                states.push(scenario.clone());
            }
        }
        let mut bytes = text.into_bytes();
        let at = head + cut.index(bytes.len() - head + 1);
        bytes.truncate(at);
        bytes.push(byte);
        let mut recovered = sample();
        let replayed = journal::replay(&String::from_utf8_lossy(&bytes), &mut recovered);
        prop_assert_eq!(&recovered, &states[replayed.applied]);
        prop_assert!(replayed.problems.len() <= 1);
    }
}

/// The lines that differ between two texts of the same number of lines, or one more.
fn changed_lines(old: &str, new: &str) -> Vec<String> {
    let old: Vec<&str> = old.lines().collect();
    new.lines().filter(|line| !old.contains(line)).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn one_hex_and_one_hexside_change_one_line_each() {
    for old in [owned(&FILES), commented()] {
        let mut scenario = sample();
        let grid = scenario.map.grid;
        let mut history = History::new();
        let hex = grid.parse("0305").unwrap();
        let forest = Edit::PaintHexes { letter: 'f', terrain: "forest".to_owned(), hexes: vec![hex] };
        assert!(history.push(forest.clone(), None, &mut scenario));
        assert!(!history.push(forest, None, &mut scenario), "what is there already makes no step");
        let saved = save_over(&scenario, &old);
        assert_eq!(saved.lost, []);
        let rows = changed_lines(&old[1].1, &saved.files[1].1);
        assert_eq!(rows.len(), 1, "{rows:?}");
        assert!(rows[0].contains("..f....."), "{rows:?}");
        assert_eq!(saved.files[1].1.lines().count(), old[1].1.lines().count());
        assert_eq!((&saved.files[0], &saved.files[2]), (&old[0], &old[2]));

        let river = HexSide::between(grid.parse("0303").unwrap(), grid.parse("0302").unwrap()).unwrap();
        history.push(Edit::SetSides(vec![(river, Some("river".to_owned()))]), None, &mut scenario);
        assert_eq!(history.undo_name().as_deref(), Some("River on 1 hexside"));
        let saved = save_over(&scenario, &old);
        let lines = changed_lines(&old[1].1, &saved.files[1].1);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(lines[1], "\"0302|0303\": \"river\",");
        assert_eq!(saved.files[1].1.lines().count(), old[1].1.lines().count() + 1);

        while history.undo(&mut scenario).is_some() {}
        assert!(!history.is_dirty());
        assert_eq!(save_over(&scenario, &old).files, old);
    }
}

#[test]
fn a_history_joins_what_one_press_did() {
    let mut scenario = sample();
    let mut history = History::new();
    let grid = scenario.map.grid;
    for column in 0..5 {
        let hexes = vec![grid.at(column, 3), grid.at(column, 4)];
        let edit = Edit::PaintHexes { letter: 'f', terrain: "plateau-forest".to_owned(), hexes };
        assert!(history.push(edit, Some(7), &mut scenario));
    }
    for turns in 5..9 {
        history.push(Edit::SetTurns(turns), Some(8), &mut scenario);
    }
    history.push(Edit::MovePiece(0, Start::At(Place::Hex(grid.at(0, 0)))), None, &mut scenario);
    let names: Vec<_> = history.names().collect();
    assert_eq!(names, ["Paint plateau forest on 10 hexes", "Set the turns to 8", "Move Company A to 0101"]);
    assert_eq!(scenario.map.legend.last(), Some(&('a', "plateau-forest".to_owned())), "f is taken by forest");

    history.undo(&mut scenario);
    history.mark_saved();
    history.undo(&mut scenario);
    assert_eq!((scenario.turns, history.is_dirty()), (4, true));
    history.redo(&mut scenario);
    assert!(!history.is_dirty());
    history.undo(&mut scenario);
    history.undo(&mut scenario);
    assert_eq!(scenario, sample());
    history.push(Edit::SetTurns(1), None, &mut scenario);
    history.undo(&mut scenario);
    assert!(history.is_dirty(), "what was saved can no longer be reached");
}

#[test]
fn a_journal_knows_its_files_and_its_torn_line() {
    let digest = journal::of_files(&owned(&FILES));
    let head = journal::head(digest);
    assert_eq!(journal::base(&head), Some(digest));
    assert_eq!(journal::base("rubbish\n"), None);
    let text = format!("{head}{}{}", journal::line(&Edit::SetTurns(6)), journal::line(&Edit::RemovePiece(9)));
    let mut scenario = sample();
    let replayed = journal::replay(&text, &mut scenario);
    assert_eq!((replayed.applied, scenario.turns), (1, 6));
    assert_eq!(
        replayed.problems[0].to_string(),
        "3:1: error: this edit does not fit the scenario: there is no piece 9, only 4"
    );
    let replayed = journal::replay(&text[..text.len() - 1], &mut scenario);
    assert_eq!(
        replayed.problems[0].to_string(),
        "3:1: warning: this line is torn or was changed; it and what follows are left out"
    );
}

#[test]
fn a_journal_that_lists_every_hex_is_still_read() {
    let grid = sample().map.grid;
    let (a, b) = (grid.at(0, 0), grid.at(5, 1));
    for (text, edit) in [
        (
            "PaintHexes(letter:'f',terrain:\"forest\",hexes:[(q:0,r:0),(q:5,r:-1)])",
            Edit::PaintHexes { letter: 'f', terrain: "forest".to_owned(), hexes: vec![a, b] },
        ),
        (
            "SetCells(legend:None,cells:[((q:0,r:0),2),((q:5,r:-1),0)])",
            Edit::SetCells { legend: None, cells: vec![(a, 2), (b, 0)] },
        ),
        ("SetLevels([((q:5,r:-1),-4)])", Edit::SetLevels(vec![(b, -4)])),
    ] {
        assert_eq!(ron::read::<Edit>(text, "").into_result(), Ok(edit.clone()));
        let line = journal::line(&edit);
        assert!(line.len() < text.len() + 20, "{line}");
        assert_eq!(journal::edit_of(&line).map(|(edit, _)| edit), Some(edit));
    }
    let wrong = ron::read::<Edit>("SetLevels(\"0,0>00*999999999|1*999999999\")", "").into_result();
    assert!(wrong.is_err_and(|problems| problems[0].message.contains("expected runs of hexes")));
}

#[test]
fn an_edit_of_a_million_hexes_is_a_short_line_and_one_byte_a_hex() {
    let grid = Grid::new(1000, 1000);
    let cells: Vec<u8> = (0..grid.len()).map(|at| u8::from(at / 1000 % 10 == 3)).collect();
    let legend = vec![('.', "plain".to_owned()), ('f', "forest".to_owned())];
    let mut scenario = Scenario { map: Map { grid, legend, cells, ..Map::default() }, ..Scenario::default() };
    let before = scenario.clone();
    let mut text = journal::head(journal::of_files(&[]));
    let fill = Edit::PaintHexes { letter: 'f', terrain: "forest".to_owned(), hexes: grid.hexes().collect() };
    text.push_str(&journal::line(&fill));
    let mut history = History::new();
    assert!(history.push(fill, None, &mut scenario));
    assert_eq!(history.undo_name().as_deref(), Some("Paint forest on 900000 hexes"));
    assert!(scenario.map.cells.iter().all(|cell| *cell == 1));
    let back = history.undo(&mut scenario).unwrap();
    assert!(matches!(&back, Edit::SetAllCells { cells, .. } if cells.len() == 1_000_000));
    text.push_str(&journal::line(&back));
    assert_eq!(scenario, before);
    assert!(text.len() < 30_000, "{} bytes", text.len());
    let replayed = journal::replay(&text, &mut scenario);
    assert_eq!((replayed.applied, replayed.problems), (2, Vec::new()));
    assert_eq!(scenario, before);
}

#[test]
fn a_digest_does_not_care_where_parts_stand() {
    let mut scenario = sample();
    let before = digest(&scenario);
    scenario.files = Files { scenario: "x.ron".to_owned(), ..Files::default() };
    assert_eq!(digest(&scenario), before);
    scenario.map.cells[3] = 1;
    assert_ne!(digest(&scenario), before);
}

/// What changes nothing gives no name: like ground painted below a piece that is added.
#[test]
fn a_part_that_changes_nothing_is_left_out_of_the_words() {
    let scenario = sample();
    let (letter, terrain) = scenario.map.legend[0].clone();
    let like: Vec<Hex> = scenario
        .map
        .grid
        .hexes()
        .filter(|hex| scenario.map.terrain(*hex) == Some(terrain.as_str()))
        .take(2)
        .collect();
    assert_eq!(like.len(), 2);
    let paint = Edit::PaintHexes { letter, terrain, hexes: like };
    let mut piece = scenario.pieces[0].clone();
    (piece.id, piece.name) = ("another".into(), "Another".into());
    let add = Edit::AddPiece(scenario.pieces.len(), piece);
    for edits in [vec![paint.clone(), add.clone()], vec![add, paint]] {
        assert_eq!(Edit::Many(edits).describe(&scenario), "Add Another");
    }
}

#[test]
fn a_decision_is_a_step_that_leaves_the_scenario_as_it_is() {
    let mut scenario = sample();
    let mut history = History::new();
    history.push(Edit::SetTurns(7), None, &mut scenario);
    let before = scenario.clone();
    let state = history.decide("Leave out hexside 0909|1109".to_owned(), &scenario);
    assert_eq!((history.state(), history.has_done(state), history.is_dirty()), (state, true, true));
    assert_eq!(history.undo_name().as_deref(), Some("Leave out hexside 0909|1109"));

    assert!(history.undo(&mut scenario).is_some());
    assert_eq!((history.has_done(state), &scenario), (false, &before));
    assert_eq!(history.undo_name().as_deref(), Some("Set the turns to 7"));
    assert!(history.redo(&mut scenario).is_some());
    assert_eq!((history.has_done(state), &scenario), (true, &before));

    history.undo(&mut scenario);
    history.push(Edit::SetTurns(8), None, &mut scenario);
    assert!(!history.has_done(state) && !history.can_redo(), "another step took its place");
}
