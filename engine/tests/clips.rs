//! What is copied is set down as it was, however it is turned; what the clipboard holds may be anything.

use std::collections::BTreeSet;

use engine::hex::{Direction, Grid, Hex, HexSide, Orientation, Shifted};
use engine::plane::Place;
use engine::scenario::*;
use proptest::prelude::*;

#[path = "common/maps.rs"]
mod maps;

use maps::{LAYOUTS, board, layout};

/// The hexes within so many steps of one, on the map or not.
fn patch(middle: Hex, radius: u16) -> BTreeSet<Hex> {
    middle.disc(radius).collect()
}

/// What lies on a hex and round it, in words, told from a hex and a turn of the six directions.
fn told(scenario: &Scenario, hex: Hex, turn: impl Fn(Direction) -> Direction) -> String {
    let map = &scenario.map;
    let sides = Direction::ALL.map(|direction| map.side(HexSide::of(hex, turn(direction))));
    let names: Vec<&str> =
        map.labels.iter().filter(|label| label.at == hex).map(|label| label.text.as_str()).collect();
    let kinds: Vec<&str> = scenario
        .pieces
        .iter()
        .filter(|piece| piece.at == Start::At(Place::Hex(hex)))
        .map(|piece| piece.kind.as_str())
        .collect();
    let heights: Vec<i32> = map
        .contours
        .iter()
        .filter(|contour| contour.hexes.contains(&hex))
        .map(|contour| contour.height)
        .collect();
    let zones: Vec<&str> = map
        .regions
        .iter()
        .filter(|region| region.kind != RegionKind::Edge && region.hexes.contains(&hex))
        .map(|region| region.id.as_str())
        .collect();
    format!("{:?} {:?} {sides:?} {names:?} {kinds:?} {heights:?} {zones:?}", map.terrain(hex), map.level(hex))
}

/// A map of the same layout and legend with nothing on it.
fn bare(scenario: &Scenario) -> Scenario {
    let mut bare = scenario.clone();
    bare.pieces.clear();
    let map = &mut bare.map;
    map.cells.fill(0);
    map.levels.fill(0);
    map.sides.clear();
    map.rivers.clear();
    map.roads.clear();
    map.contours.clear();
    map.labels.clear();
    for region in &mut map.regions {
        region.hexes.clear();
    }
    bare
}

#[derive(Debug, Clone, Copy)]
enum Turn {
    By(i8),
    Mirror(Flip),
}

impl Turn {
    fn clip(self, clip: &Clip, orientation: Orientation) -> Clip {
        match self {
            Self::By(sixths) => clip.turned(sixths),
            Self::Mirror(flip) => clip.flipped(flip, orientation),
        }
    }
}

fn turn() -> impl Strategy<Value = Turn> {
    prop_oneof![
        (-7..=7_i8).prop_map(Turn::By),
        Just(Turn::Mirror(Flip::Across)),
        Just(Turn::Mirror(Flip::Along)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_pasted_on_a_bare_map_is_what_was_copied(
        scenario in board(), to in layout(), turn in turn(), radius in 0..3_u16, seed in any::<u32>(),
    ) {
        let grid = scenario.map.grid;
        let pick = |grid: &Grid, seed: u32| grid.hex_at(seed as usize % grid.len()).unwrap();
        let anchor = pick(&grid, seed);
        let hexes = patch(anchor, radius);
        let mut scenario = scenario;
        // A name that ends outside is not copied.
        scenario.map.labels.retain(|label| label.to.is_none_or(|to| hexes.contains(&to)));
        let clip = Clip::copy(&scenario, &hexes, anchor);
        prop_assert_eq!(clip.len(), hexes.iter().filter(|hex| grid.contains(**hex)).count());
        let turned = turn.clip(&clip, to.0);

        // Six turns and two mirrors lead back.
        prop_assert_eq!((0..6).fold(clip.clone(), |clip, _| clip.turned(1)), clip.clone());
        prop_assert_eq!(clip.turned(-2).turned(2), clip.clone());
        for flip in [Flip::Across, Flip::Along] {
            prop_assert_eq!(clip.flipped(flip, to.0).flipped(flip, to.0), clip.clone());
        }
        // Through the clipboard nothing is lost.
        prop_assert_eq!(Clip::from_text(&turned.to_text()), Ok(turned.clone()));

        // On a map of any layout, with room for all of it.
        let mut wide = bare(&scenario);
        wide.map.grid = Grid { orientation: to.0, shifted: to.1, ..Grid::new(40, 40) };
        wide.map.cells = vec![0; 1600];
        wide.map.levels = if scenario.map.levels.is_empty() { Vec::new() } else { vec![0; 1600] };
        wide.map.boxes.clear();
        let there = wide.map.grid.at(20, 20);
        let edit = turned.paste(&wide, there);
        prop_assert_eq!(edit.fits(&wide), Ok(()));
        let before = wide.clone();
        let back = edit.apply(&mut wide);
        let place = |hex: Hex| {
            let one = Clip::copy(&scenario, &BTreeSet::from([hex]), anchor);
            let at = turn.clip(&one, to.0).hexes_at(there).next();
            at.expect("one hex was copied")
        };
        let directions = |hex: Hex, direction: Direction| {
            // Where the neighbour of the old hex comes to lie, told as if it were on the map.
            let (from, way) = (place(hex), hex.neighbour(direction));
            let far = match turn {
                Turn::By(sixths) => (way - anchor).rotated(Hex::default(), sixths) + there,
                Turn::Mirror(flip) => mirrored(way - anchor, flip, to.0) + there,
            };
            from.direction_to(far).expect("neighbours stay neighbours")
        };
        for hex in hexes.iter().copied().filter(|hex| grid.contains(*hex)) {
            let old = told(&scenario, hex, |direction| direction);
            let new = told(&wide, place(hex), |direction| directions(hex, direction));
            prop_assert_eq!(old, new, "{} to {}", hex, place(hex));
        }
        // Of a road that runs on, the stretches on the copied hexes.
        let stretches = scenario.map.roads.iter().flat_map(|road| road.hexes.split(|hex| !hexes.contains(hex)));
        let stretches = stretches.filter(|stretch| stretch.len() >= 2);
        let mut wanted: Vec<Vec<Hex>> =
            stretches.map(|stretch| stretch.iter().map(|hex| place(*hex)).collect()).collect();
        wanted.dedup();
        let mut found: Vec<Vec<Hex>> = wide.map.roads.iter().map(|road| road.hexes.clone()).collect();
        found.dedup();
        prop_assert_eq!(found, wanted);
        // A course keeps its name and width with the hexside that it begins at.
        let begins = |side: HexSide| {
            let (a, b) = side.hexes();
            let is_copied = |hex: Hex| hexes.contains(&hex) && grid.contains(hex);
            (is_copied(a) || is_copied(b)) && scenario.map.side(side).is_some()
        };
        let named = |rivers: &[River]| -> Vec<(String, RiverWidth)> {
            rivers.iter().map(|river| (river.name.clone(), river.width)).collect()
        };
        let wanted: Vec<River> =
            scenario.map.rivers.iter().filter(|river| begins(river.source)).cloned().collect();
        prop_assert_eq!(named(&wide.map.rivers), named(&wanted));
        prop_assert!(wide.map.rivers.iter().all(|river| wide.map.side(river.source).is_some()));
        back.apply(&mut wide);
        prop_assert_eq!(wide, before);
    }

    #[test]
    fn a_clip_is_cut_at_the_border_and_undo_gives_the_same_bytes(
        mut scenario in board(), turn in turn(), radius in 0..4_u16, from in any::<u32>(), to in any::<u32>(),
    ) {
        let grid = scenario.map.grid;
        let pick = |seed: u32| grid.hex_at(seed as usize % grid.len()).unwrap();
        let clip = Clip::copy(&scenario, &patch(pick(from), radius), pick(from));
        let clip = turn.clip(&clip, grid.orientation);
        let edit = clip.paste(&scenario, pick(to));
        prop_assert_eq!(edit.fits(&scenario), Ok(()));
        let files = save(&scenario);
        let line = journal::line(&edit);
        let mut replayed = scenario.clone();
        let mut history = History::new();
        history.push(edit, None, &mut scenario);
        let sound = load(&save(&scenario).into_iter().collect::<Memory>(), "scenario.ron");
        prop_assert_eq!(&sound.problems, &[]);
        prop_assert_eq!(sound.value.as_ref(), Some(&scenario));
        let head = journal::head(journal::of_files(&files));
        let done = journal::replay(&format!("{head}{line}"), &mut replayed);
        prop_assert_eq!((done.applied, done.problems), (1, Vec::new()));
        prop_assert_eq!(&replayed, &scenario);
        history.undo(&mut scenario);
        prop_assert_eq!(save(&scenario), files);
    }

    #[test]
    fn no_text_makes_the_clipboard_stumble(
        scenario in board(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let middle = scenario.map.grid.at(3, 3);
        let mut bytes = Clip::copy(&scenario, &patch(middle, 2), middle).to_text().into_bytes();
        for (at, byte) in changes {
            const SIGNS: &[u8] = b"()[]{}\",:'\\-0123456789 .fNES";
            let at = at.index(bytes.len());
            bytes[at] = SIGNS[usize::from(byte) % SIGNS.len()];
        }
        if let Ok(clip) = Clip::from_text(&String::from_utf8_lossy(&bytes)) {
            let mut scenario = scenario.clone();
            for sixths in [0, 1] {
                let clip = clip.turned(sixths).flipped(Flip::Across, Orientation::Flat);
                clip.paste(&scenario, middle).apply(&mut scenario);
            }
            let loaded = load(&save(&scenario).into_iter().collect::<Memory>(), "scenario.ron");
            // A terrain or a feature may have got any name, which the file can hold.
            prop_assert_eq!(loaded.value, Some(scenario));
        }
    }
}

fn mirrored(hex: Hex, flip: Flip, orientation: Orientation) -> Hex {
    // Told from the plane: twice the coordinates of the centre, in units of half a hex.
    let (q, r) = (hex.q, hex.r);
    match (orientation, flip) {
        (Orientation::Flat, flip) => {
            let (x, y) = if flip == Flip::Across { (-q, 2 * r + q) } else { (q, -(2 * r + q)) };
            Hex::new(x, (y - x) / 2)
        }
        (Orientation::Pointed, flip) => {
            let (x, y) = if flip == Flip::Across { (-(2 * q + r), r) } else { (2 * q + r, -r) };
            Hex::new((x - y) / 2, y)
        }
    }
}

#[test]
fn pieces_get_free_ids_and_a_road_is_not_laid_twice() {
    let mut scenario = maps::sample(LAYOUTS[0], 9, 9, true);
    let grid = scenario.map.grid;
    let all: BTreeSet<Hex> = grid.hexes().collect();
    let clip = Clip::copy(&scenario, &all, grid.at(0, 0));
    let (pieces, roads, labels) =
        (scenario.pieces.len(), scenario.map.roads.len(), scenario.map.labels.len());
    assert!(pieces > 0 && roads > 0 && labels > 0);
    for _ in 0..2 {
        clip.paste(&scenario, grid.at(0, 0)).apply(&mut scenario);
    }
    assert_eq!((scenario.map.roads.len(), scenario.map.labels.len()), (roads, labels));
    let ids: BTreeSet<&str> = scenario.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(ids.len(), scenario.pieces.len());
    assert!(ids.contains("p0") && ids.contains("p0-2") && ids.contains("p0-3"), "{ids:?}");
}

#[test]
fn what_is_no_clip_or_too_much_is_refused_in_words() {
    let legend = "legend: [('.', \"plain\")]";
    for (text, expected) in [
        ("Good morning", "found no hexes in the clipboard"),
        ("SandtableClip(", "the clipboard holds a mistake"),
        (&format!("SandtableClip(format: 2, {legend}, rows: [])"), "found a clip of format 2, expected 1"),
        (
            &format!("SandtableClip(format: 1, {legend}, rows: [((q: 0, r: 0), \"x\")])"),
            "found 'x', expected a letter of the clip's legend",
        ),
        (
            &format!("SandtableClip(format: 1, {legend}, rows: [((q: 32767, r: 9), \".\")])"),
            "found the hex (32767,9), more than 8000 from the middle of the clip",
        ),
        (
            &format!("SandtableClip(format: 1, {legend}, rows: [((q: 0, r: 0), \"{}\")])", ".".repeat(9_000)),
            "found the hex (8001,0), more than 8000 from the middle of the clip",
        ),
    ] {
        let found = Clip::from_text(text).unwrap_err();
        assert!(found.starts_with(expected), "{text:.60}: {found}");
    }
    let one = format!("SandtableClip(format: 1, {legend}, rows: [((q: 0, r: 0), \".\")])");
    assert_eq!(Clip::from_text(&one).map(|clip| clip.len()), Ok(1));
    assert!(!Clip::is_clip("SandtableClipper") && Clip::is_clip(" SandtableClip()"));
    assert!(Clip::copy(&Scenario::default(), &BTreeSet::from([Hex::new(5, 5)]), Hex::default()).is_empty());
    let shifted = LAYOUTS.iter().filter(|(_, shifted)| *shifted == Shifted::Odd).count();
    assert_eq!(shifted, 2);
}

#[test]
fn a_short_text_that_stands_for_many_hexes_is_refused() {
    let row = "(id:\"a\",hexes:\"0,0>00*8000000\")";
    let text = format!("SandtableClip(format:1,legend:[],rows:[],regions:[{}])", vec![row; 100].join(","));
    assert_eq!(
        Clip::from_text(&text),
        Err("found more hexes in the clipboard than a map can have".to_owned())
    );
}

#[test]
fn what_a_text_says_of_a_piece_of_a_game_can_always_be_saved() {
    let mut scenario = maps::sample(LAYOUTS[0], 8, 6, false);
    let middle = scenario.map.grid.at(3, 3);
    let marked = Piece {
        id: "x".to_owned(),
        kind: "foot".to_owned(),
        name: String::new(),
        at: Start::At(Place::Hex(middle)),
        reduced: false,
        game_block: "(mark: 1)".to_owned(),
    };
    scenario.pieces = vec![marked];
    let text = Clip::copy(&scenario, &BTreeSet::from([middle]), middle).to_text();
    let deep = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    for (block, kept) in [("(company: 1) // x", "(company: 1)"), ("(a: 1", ""), (deep.as_str(), "")] {
        let text = text.replace("\"(mark: 1)\"", &format!("{block:?}"));
        assert!(text.contains(block), "{text}");
        let mut scenario = scenario.clone();
        Clip::from_text(&text).unwrap().paste(&scenario, middle).apply(&mut scenario);
        assert_eq!(scenario.pieces.last().map(|piece| piece.game_block.as_str()), Some(kept), "{block}");
        let loaded = load(&save(&scenario).into_iter().collect::<Memory>(), "scenario.ron");
        assert_eq!(loaded.value, Some(scenario));
    }
    // And so can what came by other ways.
    scenario.pieces[0].game_block = "(company: 1) // x".to_owned();
    scenario.game_block = "(a: 1) /* y".to_owned();
    let loaded = load(&save(&scenario).into_iter().collect::<Memory>(), "scenario.ron");
    assert_eq!(loaded.value.expect("it was saved whole").pieces[0].game_block, "(company: 1)");
}
