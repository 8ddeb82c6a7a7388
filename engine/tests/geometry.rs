//! The geometry of hexes, held against independent and slower ways to the same answer, in all four layouts.

use engine::hex::{
    Corner, Direction, Figures, Grid, Hex, HexMap, HexSet, HexSide, Layout, Links, Numbering, Order,
    Orientation, Pattern, Run, Shifted, line, reach, sight,
};
use engine::search::{Entry, Flood, Step, flood};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

// Strategies.

fn any_hex() -> impl Strategy<Value = Hex> {
    (-300i16..300, -300i16..300).prop_map(|(q, r)| Hex::new(q, r))
}

fn near_hex() -> impl Strategy<Value = Hex> {
    (-13i16..13, -13i16..13).prop_map(|(q, r)| Hex::new(q, r))
}

fn any_direction() -> impl Strategy<Value = Direction> {
    (0usize..6).prop_map(Direction::from_index)
}

fn any_figures() -> impl Strategy<Value = Figures> {
    prop_oneof![(1u8..=4).prop_map(Figures::Digits), Just(Figures::Letters)]
}

fn any_pattern() -> impl Strategy<Value = Pattern> {
    let separators = prop::sample::select(vec![None, Some('.'), Some('-'), Some('/'), Some(' '), Some('·')]);
    (any_figures(), any_figures(), separators, any::<bool>())
        .prop_map(|(column, row, separator, column_first)| Pattern {
            order: if column_first { Order::ColumnRow } else { Order::RowColumn },
            column,
            row,
            separator,
        })
        .prop_filter("letters beside letters need a separator", |p| {
            p.separator.is_some() || p.column != Figures::Letters || p.row != Figures::Letters
        })
}

fn any_run() -> impl Strategy<Value = Run> {
    prop::sample::select(vec![Run::Ascending, Run::Descending])
}

fn any_numbering() -> impl Strategy<Value = Numbering> {
    (any_pattern(), -30i16..120, -30i16..120, any_run(), any_run()).prop_map(
        |(pattern, first_column, first_row, columns, rows)| {
            let first = |n: i16, figures| if figures == Figures::Letters { n.max(1) } else { n };
            Numbering {
                first_column: first(first_column, pattern.column),
                first_row: first(first_row, pattern.row),
                pattern,
                columns,
                rows,
            }
        },
    )
}

fn any_grid() -> impl Strategy<Value = Grid> {
    let orientation = prop::sample::select(vec![Orientation::Flat, Orientation::Pointed]);
    let shifted = prop::sample::select(vec![Shifted::Odd, Shifted::Even]);
    (orientation, shifted, 1u16..40, 1u16..40, any_numbering(), any_hex()).prop_map(
        |(orientation, shifted, columns, rows, numbering, origin)| Grid {
            orientation,
            shifted,
            columns,
            rows,
            numbering,
            origin,
        },
    )
}

fn grid_and_hex() -> impl Strategy<Value = (Grid, Hex)> {
    any_grid().prop_flat_map(|grid| {
        (0..grid.columns, 0..grid.rows).prop_map(move |(column, row)| (grid, grid.at(column, row)))
    })
}

// Coordinates.

/// Distance by walking, within `limit` steps.
fn walked(from: Hex, to: Hex, limit: u32) -> Option<u32> {
    let mut seen = BTreeSet::from([from]);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((hex, steps)) = queue.pop_front() {
        if hex == to {
            return Some(steps);
        }
        if steps < limit {
            for next in hex.neighbours() {
                if seen.insert(next) {
                    queue.push_back((next, steps + 1));
                }
            }
        }
    }
    None
}

proptest! {
    #[test]
    fn a_step_and_its_opposite_cancel(hex in any_hex(), direction in any_direction()) {
        let next = hex.neighbour(direction);
        prop_assert_eq!(next.neighbour(direction.opposite()), hex);
        prop_assert_eq!(hex.direction_to(next), Some(direction));
        prop_assert!(hex.is_adjacent(next) && next.is_adjacent(hex));
        prop_assert_eq!(hex.neighbours()[direction.index()], next);
        prop_assert_eq!(hex.q + hex.r + hex.s(), 0);
    }

    #[test]
    fn only_neighbours_have_a_direction(a in near_hex(), b in near_hex()) {
        prop_assert_eq!(a.direction_to(b).is_some(), a.neighbours().contains(&b));
        prop_assert_eq!(a.is_adjacent(b), a.neighbours().contains(&b));
    }

    #[test]
    fn distance_is_a_metric(a in any_hex(), b in any_hex(), c in any_hex(), d in any_hex()) {
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
        prop_assert_eq!((a + d).distance(b + d), a.distance(b));
        // As the rules of Little Big Horn define it. [LBH-1.9]
        let (q, r) = (i32::from(a.q - b.q), i32::from(a.r - b.r));
        prop_assert_eq!(a.distance(b) as i32, q.abs().max(r.abs()).max((q + r).abs()));
    }

    #[test]
    fn distance_is_the_shortest_walk(a in -4i16..4, b in -4i16..4, q in -4i16..4, r in -4i16..4) {
        let (from, to) = (Hex::new(a, b), Hex::new(q, r));
        prop_assert_eq!(walked(from, to, 20), Some(from.distance(to)));
    }

    #[test]
    fn six_sixths_are_none(hex in any_hex(), about in any_hex(), sixths in -20i8..20) {
        let turned = hex.rotated(about, sixths);
        prop_assert_eq!(turned.rotated(about, -sixths), hex);
        prop_assert_eq!(hex.rotated(about, 6), hex);
        prop_assert_eq!(hex.rotated(about, 3), about + (about - hex));
        prop_assert_eq!(turned.distance(about), hex.distance(about));
        prop_assert_eq!(hex.rotated(about, 1).rotated(about, 2), hex.rotated(about, 3));
    }

    #[test]
    fn neighbours_turn_with_the_board(hex in any_hex(), about in any_hex(), d in any_direction(), n in -7i8..7) {
        let turned = hex.neighbour(d).rotated(about, n);
        prop_assert_eq!(turned, hex.rotated(about, n).neighbour(d.turned(n)));
    }

    #[test]
    fn a_line_backwards_has_the_same_hexes(a in any_hex(), b in any_hex()) {
        let there: Vec<Hex> = line(a, b).collect();
        let mut back: Vec<Hex> = line(b, a).collect();
        back.reverse();
        prop_assert_eq!(&there, &back);
        prop_assert_eq!(there.len() as u32, a.distance(b) + 1);
        prop_assert_eq!((there[0], there[there.len() - 1]), (a, b));
        for (steps, pair) in there.windows(2).enumerate() {
            prop_assert!(pair[0].is_adjacent(pair[1]));
            prop_assert_eq!(pair[1].distance(a) as usize, steps + 1);
        }
    }

    #[test]
    fn a_line_keeps_to_what_sight_passes(a in near_hex(), b in near_hex()) {
        let passed: BTreeSet<Hex> = sight::between(a, b).chain([a, b]).collect();
        for hex in line(a, b) {
            // A hex that is only touched in a corner is no part of a line either, unless the line turns there.
            let beside = hex.neighbours().into_iter().any(|n| passed.contains(&n));
            prop_assert!(passed.contains(&hex) || beside, "{} to {} by {}", a, b, hex);
        }
    }

    #[test]
    fn rings_and_discs_hold_the_hexes_of_their_distance(centre in near_hex(), radius in 0u16..8) {
        let reference = |want: &dyn Fn(u32) -> bool| -> BTreeSet<Hex> {
            Grid::around([centre], radius + 2).hexes().filter(|h| want(h.distance(centre))).collect()
        };
        let ring: Vec<Hex> = centre.ring(radius).collect();
        let disc: Vec<Hex> = centre.disc(radius).collect();
        prop_assert_eq!(ring.len(), if radius == 0 { 1 } else { 6 * usize::from(radius) });
        prop_assert_eq!(disc.len(), 1 + 3 * usize::from(radius) * (usize::from(radius) + 1));
        prop_assert_eq!(ring.iter().copied().collect::<BTreeSet<_>>(), reference(&|d| d == u32::from(radius)));
        prop_assert_eq!(disc.iter().copied().collect::<BTreeSet<_>>(), reference(&|d| d <= u32::from(radius)));
        if radius > 0 {
            for (i, hex) in ring.iter().enumerate() {
                prop_assert!(hex.is_adjacent(ring[(i + 1) % ring.len()]), "the ring is closed");
            }
        }
    }

    #[test]
    fn an_axial_pair_comes_back_from_its_text(hex in any_hex()) {
        prop_assert_eq!(hex.to_string().parse(), Ok(hex));
    }

    #[test]
    fn no_text_makes_reading_panic(text in ".{0,12}", grid in any_grid()) {
        let _ = text.parse::<Hex>();
        let _ = text.parse::<Pattern>();
        if let Ok(hex) = grid.parse(&text) {
            prop_assert!(grid.contains(hex));
        }
    }

    #[test]
    fn no_coordinate_makes_arithmetic_panic(a in any::<i16>(), b in any::<i16>(), q in any::<i16>(), r in any::<i16>()) {
        let (x, y) = (Hex::new(a, b), Hex::new(q, r));
        let _ = (x.distance(y), x.neighbours(), x.rotated(y, 5), x.s(), x.direction_to(y), x + y, x - y);
        let _ = (HexSide::of(x, Direction::NW).corners(), Corner::of(x, 4).sides());
        prop_assert_eq!(line(x, y).take(3).count(), 3.min(x.distance(y) as usize + 1));
        let _ = sight::between(x, y).take(3).count();
        let _ = Grid::around([x, y], 3).problem();
        let grid = Grid { origin: y, ..Grid::new(4, 4) };
        prop_assert!(grid.label(x).len() >= 4);
    }
}

#[test]
fn directions_are_those_of_the_rules() {
    // [LBH-1.9]
    let vectors = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    for (direction, (q, r)) in Direction::ALL.into_iter().zip(vectors) {
        assert_eq!(Hex::new(0, 0).neighbour(direction), Hex::new(q, r), "{direction}");
        assert_eq!(direction.turned(1).index(), (direction.index() + 1) % 6);
        assert_eq!(direction.turned(-1).turned(7), direction);
    }
    // A turn of a sixth goes the way of the clock.
    assert_eq!(Hex::new(0, -1).rotated(Hex::new(0, 0), 1), Hex::new(1, -1));
}

#[test]
fn a_bad_axial_pair_says_what_was_expected() {
    for text in ["", "(", "(1,2", "1,2", "(1;2)", "(1,2,3)", "(+1,2)", "(a,b)", "(--1,2)", "(,)"] {
        let message = text.parse::<Hex>().unwrap_err().to_string();
        assert_eq!(message, format!("found {text:?}, expected an axial pair such as \"(3,-1)\""));
    }
    for text in ["(99999,0)", "(16000,1)", "(0,-32768)"] {
        let message = text.parse::<Hex>().unwrap_err().to_string();
        assert_eq!(message, format!("found {text:?}, expected coordinates from -16000 to 16000"));
    }
}

// Hexsides and corners.

proptest! {
    #[test]
    fn a_hexside_has_one_key(hex in any_hex(), direction in any_direction()) {
        let next = hex.neighbour(direction);
        let side = HexSide::of(hex, direction);
        prop_assert_eq!(side, HexSide::of(next, direction.opposite()));
        prop_assert_eq!(Some(side), HexSide::between(hex, next));
        prop_assert_eq!(Some(side), HexSide::between(next, hex));
        let (a, b) = side.hexes();
        prop_assert_eq!(BTreeSet::from([a, b]), BTreeSet::from([hex, next]));
        prop_assert_eq!(a.direction_to(b), Some(side.direction()));
        prop_assert!(side.direction().index() < 3);
        prop_assert_eq!((side.across(hex), side.across(next)), (Some(next), Some(hex)));
        prop_assert_eq!(side.across(hex.moved(direction, 2)), None);
    }

    #[test]
    fn a_corner_has_one_key_from_each_of_its_hexes(hex in any_hex(), i in 0usize..6) {
        let corner = Corner::of(hex, i);
        let hexes = corner.hexes();
        prop_assert!(hexes.contains(&hex));
        for h in hexes {
            let own: Vec<Corner> = (0..6).map(|j| Corner::of(h, j)).collect();
            prop_assert_eq!(own.iter().filter(|&&c| c == corner).count(), 1);
        }
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            let side = HexSide::between(hexes[a], hexes[b]).expect("hexes round a corner are neighbours");
            prop_assert!(corner.sides().contains(&side));
            let (c, d) = side.corners();
            prop_assert!(c == corner || d == corner);
        }
        let (key, j) = corner.key();
        prop_assert_eq!(Corner::of(key, j), corner);
    }

    #[test]
    fn a_side_ends_where_its_hexes_meet_two_others(hex in any_hex(), direction in any_direction()) {
        let side = HexSide::of(hex, direction);
        let (a, b) = side.corners();
        prop_assert!(a != b);
        let d = direction.index();
        let ends = BTreeSet::from([Corner::of(hex, d + 4), Corner::of(hex, d + 5)]);
        prop_assert_eq!(BTreeSet::from([a, b]), ends);
        for next in [direction.turned(1), direction.turned(-1)] {
            prop_assert!(side.touches(HexSide::of(hex, next)));
        }
        prop_assert!(!side.touches(side) && !side.touches(HexSide::of(hex, direction.opposite())));
    }
}

// Boards and numbers.

proptest! {
    #[test]
    fn a_number_leads_back_to_its_hex((grid, hex) in grid_and_hex()) {
        prop_assert_eq!(grid.problem(), None);
        let label = grid.label(hex);
        prop_assert_eq!(grid.parse(&label), Ok(hex), "{}", label);
        prop_assert_eq!(grid.parse(&label.to_lowercase()), Ok(hex), "{}", label);
        prop_assert_eq!(grid.parse(&hex.to_string()), Ok(hex));
    }

    #[test]
    fn no_two_hexes_share_a_number(grid in any_grid()) {
        let labels: BTreeSet<String> = grid.hexes().map(|hex| grid.label(hex)).collect();
        prop_assert_eq!(labels.len(), grid.len());
    }

    #[test]
    fn a_pattern_comes_back_from_its_text(pattern in any_pattern()) {
        prop_assert_eq!(pattern.to_string().parse(), Ok(pattern));
    }

    #[test]
    fn a_board_comes_back_from_its_file(grid in any_grid()) {
        let text = ron::to_string(&grid).unwrap();
        prop_assert_eq!(ron::from_str::<Grid>(&text).unwrap(), grid, "{}", text);
    }

    #[test]
    fn position_and_hex_are_inverse((grid, hex) in grid_and_hex()) {
        let index = grid.index(hex).unwrap();
        prop_assert_eq!(grid.hex_at(index), Some(hex));
        prop_assert_eq!(grid.hexes().nth(index), Some(hex));
        let (column, row) = grid.column_row(hex).unwrap();
        prop_assert_eq!(index, usize::from(row) * usize::from(grid.columns) + usize::from(column));
        prop_assert_eq!(grid.at(column, row), hex);
    }

    #[test]
    fn the_board_ends_at_its_edges((grid, hex) in grid_and_hex(), far in any_hex()) {
        let all: BTreeSet<Hex> = grid.hexes().collect();
        prop_assert_eq!(all.len(), grid.len());
        prop_assert_eq!(grid.contains(far), all.contains(&far));
        prop_assert_eq!(grid.index(far).is_some(), all.contains(&far));
        let around: Vec<Hex> = hex.neighbours().into_iter().filter(|n| all.contains(n)).collect();
        prop_assert_eq!(grid.neighbours(hex).map(|(_, n)| n).collect::<Vec<_>>(), around.clone());
        prop_assert_eq!(grid.is_edge(hex), around.len() < 6);
        prop_assert_eq!(grid.hex_at(grid.len()), None);
        let (column, row) = grid.column_row_signed(far);
        prop_assert_eq!(grid.at_signed(column, row), far);
    }

    #[test]
    fn links_are_the_neighbours_on_the_board((grid, hex) in grid_and_hex()) {
        let links = Links::new(&grid);
        let from = grid.index(hex).unwrap();
        let linked: Vec<(Direction, usize)> = links.around(from).collect();
        let reference: Vec<(Direction, usize)> =
            grid.neighbours(hex).map(|(d, n)| (d, grid.index(n).unwrap())).collect();
        prop_assert_eq!(linked, reference);
    }

    #[test]
    fn a_board_around_hexes_holds_them_and_the_margin(hexes in prop::collection::vec(near_hex(), 1..6), margin in 0u16..6) {
        let grid = Grid::around(hexes.clone(), margin);
        prop_assert_eq!(grid.problem(), None);
        for hex in hexes.iter().flat_map(|hex| hex.disc(margin)) {
            prop_assert!(grid.contains(hex));
            prop_assert_eq!(grid.is_shifted(grid.column_row_signed(hex).0), hex.q % 2 != 0);
        }
    }

    #[test]
    fn a_set_of_hexes_is_a_set(
        grid in any_grid(),
        ones in prop::collection::vec((0u16..45, 0u16..45), 0..60),
        others in prop::collection::vec((0u16..45, 0u16..45), 0..60),
    ) {
        let grid = Grid { columns: grid.columns * 4, ..grid };
        let hexes = |places: &[(u16, u16)]| -> BTreeSet<Hex> {
            places.iter().map(|&(c, r)| grid.at(c * 4, r)).filter(|&h| grid.contains(h)).collect()
        };
        let (a, b) = (hexes(&ones), hexes(&others));
        let set = HexSet::from_hexes(grid, ones.iter().map(|&(c, r)| grid.at(c * 4, r)));
        let other = HexSet::from_hexes(grid, b.iter().copied());
        prop_assert_eq!(set.len(), a.len());
        prop_assert_eq!(set.is_empty(), a.is_empty());
        let by_rows: Vec<Hex> = grid.hexes().filter(|h| a.contains(h)).collect();
        prop_assert_eq!(set.iter().collect::<Vec<_>>(), by_rows);
        let of = |set: &HexSet| set.iter().collect::<BTreeSet<Hex>>();
        let mut both = set.clone();
        both.union_with(&other);
        prop_assert_eq!(of(&both), &a | &b);
        both.intersect_with(&set);
        prop_assert_eq!(&both, &set);
        both.subtract(&other);
        prop_assert_eq!(of(&both), &a - &b);
        for hex in &a {
            both.insert(*hex);
            prop_assert!(!both.insert(*hex) && both.contains(*hex) && both.remove(*hex) && !both.contains(*hex));
        }
        prop_assert!(both.is_empty());
    }

    #[test]
    fn a_dense_map_keeps_what_was_put((grid, hex) in grid_and_hex(), far in any_hex()) {
        let mut map = HexMap::from_fn(grid, |h| h);
        prop_assert_eq!(map.get(hex), Some(&hex));
        prop_assert_eq!(map.get(far).is_some(), grid.contains(far));
        prop_assert_eq!(map.set(hex, far), Some(hex));
        prop_assert_eq!(map[hex], far);
        prop_assert_eq!(map[grid.index(hex).unwrap()], far);
        prop_assert_eq!(map.iter().filter(|&(h, v)| h != *v).count(), usize::from(hex != far));
    }
}

#[test]
fn little_big_horn_is_numbered_as_its_rules_say() {
    let grid = Grid::new(30, 22);
    // q = CC − 1, r = (RR − 1) − floor(q / 2). [LBH-1.9]
    for column in 1..=30i16 {
        for row in 1..=22i16 {
            let hex = Hex::new(column - 1, row - 1 - (column - 1).div_euclid(2));
            assert_eq!(grid.parse(&format!("{column:02}{row:02}")), Ok(hex));
        }
    }
    // The cliff faces and fords of the sample map are hexsides.
    for (a, b) in [("1403", "1503"), ("1208", "1309"), ("1312", "1412"), ("1517", "1617"), ("1621", "1721")] {
        assert!(HexSide::between(grid.parse(a).unwrap(), grid.parse(b).unwrap()).is_some(), "{a} {b}");
    }
}

#[test]
fn a_bad_hex_number_says_what_was_expected() {
    let grid = Grid::new(30, 22);
    for (text, message) in [
        ("04x2", "found \"04x2\", expected a hex number such as \"1108\""),
        ("412", "found \"412\", expected a hex number such as \"1108\""),
        ("", "found \"\", expected a hex number such as \"1108\""),
        ("3101", "found \"3101\", expected a hex of the map, \"0101\" to \"3022\""),
        ("0023", "found \"0023\", expected a hex of the map, \"0101\" to \"3022\""),
        ("(-1,0)", "found \"(-1,0)\", expected a hex of the map, \"0101\" to \"3022\""),
        ("(1;0)", "found \"(1;0)\", expected an axial pair such as \"(3,-1)\""),
    ] {
        assert_eq!(grid.parse(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn numbers_take_the_form_that_a_board_prints() {
    #[track_caller]
    fn check(numbering: &str, size: (u16, u16), at: (u16, u16), label: &str) {
        let numbering: Numbering = ron::from_str(numbering).unwrap();
        let grid = Grid { numbering, ..Grid::new(size.0, size.1) };
        assert_eq!(grid.problem(), None);
        assert_eq!(grid.label(grid.at(at.0, at.1)), label);
    }
    check("()", (30, 22), (3, 11), "0412");
    check("(pattern: \"RRCC\")", (30, 22), (3, 11), "1204");
    check("(pattern: \"RR.CC\", first_row: 0)", (30, 22), (3, 11), "11.04");
    check("(pattern: \"cRR\")", (30, 22), (27, 11), "AB12");
    check("(pattern: \"R-c\", rows: Descending)", (30, 22), (0, 0), "22-A");
    check("(first_column: -2)", (30, 22), (0, 0), "-0201");
    // A board that needs more digits gets them, in all its numbers.
    check("()", (1000, 100), (3, 11), "0004012");
}

#[test]
fn what_is_usual_is_left_out_of_a_file() {
    assert_eq!(ron::to_string(&Grid::new(30, 22)).unwrap(), "(columns:30,rows:22)");
    let numbering = Numbering { rows: Run::Descending, ..Numbering::default() };
    assert_eq!(ron::to_string(&numbering).unwrap(), "(rows:Descending)");
    for text in ["CC", "CCC", "CRC", "cr", "ccRR", "CCxRR", "", "RR CC RR", "CCCCCCCRR"] {
        assert!(text.parse::<Pattern>().is_err(), "{text}");
    }
}

#[test]
fn boards_that_cannot_be_are_refused_before_they_are_made() {
    let huge = Grid::new(u16::MAX, u16::MAX);
    assert_eq!(
        huge.problem().unwrap(),
        "found 65535 columns and 65535 rows, expected at most 4000 of each and 4000000 hexes together"
    );
    assert!(Grid::new(0, 5).problem().is_some());
    assert!(Grid { origin: Hex::new(9_000, 0), ..Grid::new(5, 5) }.problem().is_some());
    let letters = Numbering { first_column: 0, pattern: "cRR".parse().unwrap(), ..Numbering::default() };
    assert!(Grid { numbering: letters, ..Grid::new(5, 5) }.problem().is_some());
}

// On paper.

fn apart(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

proptest! {
    #[test]
    fn a_point_in_a_hex_finds_it((grid, hex) in grid_and_hex(), flat in 4.0f64..60.0, dx in -1.0f64..1.0, dy in -1.0f64..1.0) {
        let layout = Layout::new(&grid, flat);
        let (x, y) = layout.centre(hex);
        prop_assert_eq!(layout.hex_at_point(x, y), hex);
        // Anywhere within the circle of the corners the picked centre is the nearest of all.
        let point = (x + dx * layout.side(), y + dy * layout.side());
        let picked = layout.hex_at_point(point.0, point.1);
        let nearest = hex.disc(3).map(|h| apart(layout.centre(h), point)).fold(f64::MAX, f64::min);
        prop_assert!(apart(layout.centre(picked), point) < nearest + 1e-9 * flat);
    }

    #[test]
    fn a_point_near_a_hexside_finds_it((grid, hex) in grid_and_hex(), d in any_direction(), along in 0.05f64..0.95, off in 0.9f64..1.1) {
        let layout = Layout::new(&grid, 20.0);
        let side = HexSide::of(hex, d);
        let (a, b) = layout.side_ends(side);
        let here = layout.centre(hex);
        let on = (a.0 + (b.0 - a.0) * along, a.1 + (b.1 - a.1) * along);
        let towards = layout.centre(hex.neighbour(d));
        // Across the side by up to a tenth of the way from the centre, where no other side is nearer.
        let way = ((towards.0 - here.0) / 2.0, (towards.1 - here.1) / 2.0);
        let edge = along.min(1.0 - along);
        let shift = (off - 1.0) * edge;
        let point = (on.0 + way.0 * shift, on.1 + way.1 * shift);
        prop_assert_eq!(layout.nearest_side(point.0, point.1), side);
    }

    #[test]
    fn the_plane_agrees_with_the_keys((grid, hex) in grid_and_hex(), d in any_direction(), i in 0usize..6) {
        let layout = Layout::new(&grid, 20.0);
        prop_assert!((apart(layout.centre(hex), layout.centre(hex.neighbour(d))) - 20.0).abs() < 1e-9);
        let corner = layout.corner(hex, i);
        prop_assert!((apart(layout.centre(hex), corner) - layout.side()).abs() < 1e-9);
        prop_assert!(apart(corner, layout.corner_of(Corner::of(hex, i))) < 1e-9);
        for h in Corner::of(hex, i).hexes() {
            prop_assert!((apart(layout.centre(h), corner) - layout.side()).abs() < 1e-9);
        }
        let side = HexSide::of(hex, d);
        let (a, b) = layout.side_ends(side);
        prop_assert!((apart(a, b) - layout.side()).abs() < 1e-9);
        let middle = layout.side_middle(side);
        prop_assert!(apart(middle, ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)) < 1e-9);
    }

    #[test]
    fn the_size_is_that_of_all_corners(grid in any_grid(), flat in 4.0f64..60.0) {
        let layout = Layout::new(&grid, flat);
        let corners: Vec<(f64, f64)> = grid.hexes().flat_map(|hex| layout.corners(hex)).collect();
        let least = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::MAX, f64::min);
        let most = |of: fn(&(f64, f64)) -> f64| corners.iter().map(of).fold(f64::MIN, f64::max);
        prop_assert!(least(|p| p.0).abs() < 1e-6 && least(|p| p.1).abs() < 1e-6);
        let (width, height) = layout.size();
        prop_assert!((most(|p| p.0) - width).abs() < 1e-6 && (most(|p| p.1) - height).abs() < 1e-6);
    }

    #[test]
    fn rows_and_columns_lie_as_the_layout_says((grid, hex) in grid_and_hex()) {
        let layout = Layout::new(&grid, 20.0);
        let (column, row) = grid.column_row(hex).unwrap();
        let (x, y) = layout.centre(hex);
        let (column, row) = (f64::from(column), f64::from(row));
        let shift = |line: f64, lines: u16| {
            if lines > 1 && grid.is_shifted(line as i32) { 10.0 } else { 0.0 }
        };
        let (want_x, want_y) = match grid.orientation {
            Orientation::Flat => {
                (layout.side() * (1.0 + 1.5 * column), 10.0 + 20.0 * row + shift(column, grid.columns))
            }
            Orientation::Pointed => {
                (10.0 + 20.0 * column + shift(row, grid.rows), layout.side() * (1.0 + 1.5 * row))
            }
        };
        prop_assert!(apart((x, y), (want_x, want_y)) < 1e-9);
    }
}

// Sight.

/// Is a hex passed by the segment between two centres, as LBH-9.13 puts it: by the interval in which
/// |2q + r| ≤ 1, |q + 2r| ≤ 1 and |q − r| ≤ 1 hold for the vector from its centre, in rationals.
fn is_passed(from: Hex, to: Hex, hex: Hex) -> bool {
    let forms = |h: Hex| {
        let (q, r) = (i128::from(h.q), i128::from(h.r));
        [2 * q + r, q + 2 * r, q - r]
    };
    // t as a fraction, the denominator positive.
    let (mut low, mut high) = ((0i128, 1i128), (1i128, 1i128));
    for (along, there) in forms(to - from).into_iter().zip(forms(hex - from)) {
        if along == 0 {
            if there.abs() > 1 {
                return false;
            }
            continue;
        }
        let (sign, size) = (along.signum(), along.abs());
        let (one, two) = ((there - sign) * sign, (there + sign) * sign);
        if one * low.1 > low.0 * size {
            low = (one, size);
        }
        if two * high.1 < high.0 * size {
            high = (two, size);
        }
    }
    low.0 * high.1 < high.0 * low.1
}

fn passed_by_force(a: Hex, b: Hex) -> BTreeSet<Hex> {
    let around = u16::try_from(a.distance(b)).unwrap() + 1;
    a.disc(around).filter(|&h| h != a && h != b && is_passed(a, b, h)).collect()
}

#[test]
fn sight_passes_what_the_rule_says_for_every_vector_up_to_fifteen() {
    let a = Hex::new(7, -3);
    for b in a.disc(15) {
        let passed: Vec<Hex> = sight::between(a, b).collect();
        let set: BTreeSet<Hex> = passed.iter().copied().collect();
        assert_eq!(passed.len(), set.len(), "{a} to {b} twice the same");
        assert_eq!(set, passed_by_force(a, b), "{a} to {b}");
    }
}

proptest! {
    #[test]
    fn sight_is_the_same_both_ways(a in any_hex(), b in any_hex()) {
        let there: BTreeSet<Hex> = sight::between(a, b).collect();
        let back: BTreeSet<Hex> = sight::between(b, a).collect();
        prop_assert_eq!(there, back);
    }

    #[test]
    fn sight_passes_what_the_rule_says(a in near_hex(), b in near_hex()) {
        let passed: BTreeSet<Hex> = sight::between(a, b).collect();
        prop_assert_eq!(passed, passed_by_force(a, b));
    }

    #[test]
    fn sight_stops_at_the_first_obstacle(a in near_hex(), b in near_hex(), stop in 0usize..20) {
        let all: Vec<Hex> = sight::between(a, b).collect();
        let mut asked = Vec::new();
        let clear = sight::passed(a, b, |hex| {
            asked.push(hex);
            asked.len() <= stop
        });
        prop_assert_eq!(clear, all.len() <= stop);
        prop_assert_eq!(asked, &all[..all.len().min(stop + 1)]);
    }

    #[test]
    fn sight_goes_along_the_line(a in near_hex(), b in near_hex()) {
        // Projections on the line never fall back.
        let layout = Layout::new(&Grid::new(2, 2), 20.0);
        let (from, to) = (layout.centre(a), layout.centre(b));
        let along = |h: Hex| {
            let at = layout.centre(h);
            (at.0 - from.0) * (to.0 - from.0) + (at.1 - from.1) * (to.1 - from.1)
        };
        let all: Vec<f64> = sight::between(a, b).map(along).collect();
        prop_assert!(all.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6));
    }
}

#[test]
fn a_line_along_a_hexside_passes_both_hexes_and_a_corner_none() {
    let o = Hex::new(0, 0);
    let passed = |b| sight::between(o, b).collect::<BTreeSet<Hex>>();
    assert_eq!(passed(Hex::new(1, 1)), BTreeSet::from([Hex::new(1, 0), Hex::new(0, 1)]));
    assert_eq!(passed(Hex::new(1, -2)), BTreeSet::from([Hex::new(0, -1), Hex::new(1, -1)]));
    assert_eq!(passed(Hex::new(0, 3)), BTreeSet::from([Hex::new(0, 1), Hex::new(0, 2)]));
    // (1,-1) and (2,1) are touched in a corner only.
    assert_eq!(passed(Hex::new(3, 0)), BTreeSet::from([Hex::new(1, 0), Hex::new(2, 0)]));
    assert!(passed(o).is_empty() && passed(Hex::new(1, 0)).is_empty());
}

// Reach.

/// What a made-up map says of a step: the same for the same words.
fn step_of(seed: u64, from: usize, direction: Direction, to: usize) -> Option<Step> {
    let mix = |n: u64| {
        let mut x = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ seed;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB) >> 33
    };
    let ground = mix(to as u64) % 12;
    let side = mix(((from * 6 + direction.index()) as u64) << 20) % 10;
    let cost = match ground {
        11 => return None,
        10 => 0,
        n => 1 + n as u32 / 4,
    } + u32::from(side == 0);
    let entry = match (mix((to as u64) << 40) % 8, side) {
        (0, _) | (_, 9) => Entry::Stops,
        (1, _) => Entry::Passes,
        _ => Entry::Free,
    };
    Some(Step { cost, entry })
}

type Known = BTreeMap<(usize, bool), u32>;

/// Plain Dijkstra over pairs of a hex and whether one may go on from it: settle the cheapest unsettled, until
/// none is left. Gives the cheapest cost to end in a hex and to go on from one (`true`).
fn dijkstra(grid: &Grid, seed: u64, start: usize, points: u32) -> (Known, Known) {
    let mut open: Known = BTreeMap::from([((start, true), 0)]);
    let mut ends: Known = BTreeMap::from([((start, false), 0)]);
    let mut settled = Known::new();
    while let Some((&(at, _), &spent)) = open.iter().min_by_key(|&(key, cost)| (*cost, *key)) {
        open.remove(&(at, true));
        settled.insert((at, true), spent);
        let hex = grid.hex_at(at).unwrap();
        for (direction, next) in grid.neighbours(hex) {
            let to = grid.index(next).unwrap();
            let Some(step) = step_of(seed, at, direction, to) else { continue };
            let total = spent + step.cost;
            if total > points {
                continue;
            }
            if step.entry != Entry::Passes {
                let best = ends.entry((to, false)).or_insert(total);
                *best = total.min(*best);
            }
            if step.entry != Entry::Stops && !settled.contains_key(&(to, true)) {
                let best = open.entry((to, true)).or_insert(total);
                *best = total.min(*best);
            }
        }
    }
    (ends, settled)
}

proptest! {
    #[test]
    fn reach_is_what_dijkstra_finds((grid, hex) in grid_and_hex(), seed in any::<u64>(), points in 0u32..14, wide in any::<bool>()) {
        let start = grid.index(hex).unwrap();
        let links = Links::new(&grid);
        let mut flood = Flood::new();
        // What an earlier search left behind does not matter.
        reach(&mut flood, &links, grid.len() - 1, 5, |_, _, _| Some(Step::free(1)));
        // A limit beyond the buckets goes through the heap; costs are stretched to match.
        let stretch = if wide { 1_000 } else { 1 };
        reach(&mut flood, &links, start, points * stretch, |from, direction, to| {
            step_of(seed, from, direction, to).map(|step| Step { cost: step.cost * stretch, ..step })
        });
        let (ends, through) = dijkstra(&grid, seed, start, points);
        for cell in 0..grid.len() {
            prop_assert_eq!(flood.cost(cell), ends.get(&(cell, false)).map(|cost| cost * stretch), "{}", cell);
            prop_assert_eq!(flood.cost_through(cell), through.get(&(cell, true)).map(|cost| cost * stretch), "{}", cell);
        }
        let listed: BTreeSet<usize> = flood.ends().map(|(cell, _)| cell).collect();
        prop_assert_eq!(listed, ends.keys().map(|&(cell, _)| cell).collect::<BTreeSet<usize>>());
        for (cell, cost) in flood.ends() {
            let path = flood.path(cell).unwrap();
            let (mut at, mut spent) = (start, 0);
            for (i, &next) in path.iter().enumerate() {
                let direction = grid.hex_at(at).unwrap().direction_to(grid.hex_at(next).unwrap()).unwrap();
                let step = step_of(seed, at, direction, next).unwrap();
                let last = i + 1 == path.len();
                let wrong = if last { Entry::Passes } else { Entry::Stops };
                prop_assert!(step.entry != wrong);
                spent += step.cost * stretch;
                at = next;
            }
            prop_assert_eq!((at, spent), (cell, cost));
        }
    }
}

#[test]
fn a_dearer_way_that_goes_on_is_kept_beside_a_cheaper_one_that_stops() {
    // 0 to 1 stops for 1 point; 0 to 2 to 1 goes on for 2; 1 to 3 costs 1.
    let found = flood(4, 0, 8, |from, ways| match from {
        0 => {
            ways.go(1, Step::stops(1));
            ways.go(2, Step::passes(1));
        }
        1 => ways.go(3, Step::free(1)),
        2 => ways.go(1, Step::free(1)),
        _ => {}
    });
    assert_eq!(found.cost(1), Some(1));
    assert_eq!(found.path(1), Some(vec![1]));
    assert_eq!(found.cost(2), None);
    assert_eq!(found.path(2), None);
    assert_eq!(found.cost(3), Some(3));
    assert_eq!(found.path(3), Some(vec![2, 1, 3]));
    assert_eq!(found.path(0), Some(vec![]));
    assert_eq!(flood(4, 9, 8, |_, _| {}).cost(0), None);
}
