//! How long the questions take that every hex game asks all the time: `cargo bench -p engine`.

use divan::{Bencher, black_box};
use engine::hex::{Grid, Hex, HexMap, HexSet, Links, line, reach, sight};
use engine::search::{Flood, Step};

fn main() {
    divan::main();
}

/// Whole numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((((z ^ (z >> 31)) >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A board with what a step depends on, laid out as a game would compile it.
struct Board {
    grid: Grid,
    links: Links,
    /// Points to enter a hex; `None` where nobody goes.
    ground: Vec<Option<u8>>,
    /// Points to cross a hexside, by direction.
    sides: Vec<[u8; 6]>,
    enemy: Vec<bool>,
    controlled: Vec<bool>,
    blocks: HexMap<bool>,
}

/// Clear ground for six hexes in ten, woods, hills and closed hexes for the rest, some streams, and 45 enemies
/// that control the hexes about them.
fn board(clear: bool) -> Board {
    let grid = Grid::new(60, 40);
    let mut numbers = Numbers(11);
    let mut ground = Vec::new();
    for _ in 0..grid.len() {
        ground.push(match numbers.below(100) {
            _ if clear => Some(1),
            0..60 => Some(1),
            60..80 => Some(2),
            80..93 => Some(3),
            93..97 => Some(4),
            _ => None,
        });
    }
    let links = Links::new(&grid);
    let mut sides = vec![[0; 6]; grid.len()];
    let (mut enemy, mut controlled) = (vec![false; grid.len()], vec![false; grid.len()]);
    if !clear {
        for (from, sides) in sides.iter_mut().enumerate() {
            for (direction, _) in links.around(from) {
                sides[direction.index()] = u8::from(numbers.below(12) == 0);
            }
        }
        for _ in 0..45 {
            let at = numbers.below(grid.len() as u32) as usize;
            enemy[at] = true;
            controlled[at] = true;
            for (_, next) in links.around(at) {
                controlled[next] = true;
            }
        }
    }
    let blocks = HexMap::from_fn(grid, |_| numbers.below(5) == 0);
    Board { grid, links, ground, sides, enemy, controlled, blocks }
}

fn reach_of(board: &Board, flood: &mut Flood, start: usize, points: u32) {
    reach(flood, &board.links, start, points, |from, direction, to| {
        let ground = board.ground[to]?;
        if board.enemy[to] {
            return None;
        }
        let cost = u32::from(ground + board.sides[from][direction.index()]);
        Some(if board.controlled[to] { Step::stops(cost) } else { Step::free(cost) })
    });
}

/// 32 places to start from in the middle of the board, where the reach is not cut off.
fn starts(board: &Board) -> Vec<usize> {
    let mut numbers = Numbers(5);
    let mut starts = Vec::new();
    while starts.len() < 32 {
        let hex = board.grid.at(12 + numbers.below(36) as u16, 10 + numbers.below(20) as u16);
        starts.extend(board.grid.index(hex).filter(|&i| board.ground[i].is_some() && !board.enemy[i]));
    }
    starts
}

fn bench_reach(bencher: Bencher<'_, '_>, clear: bool, points: u32) {
    let board = board(clear);
    let starts = starts(&board);
    let mut flood = Flood::new();
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % starts.len();
        reach_of(&board, &mut flood, starts[turn], black_box(points));
        flood.ends().count()
    });
}

/// The target: 5 µs.
#[divan::bench(sample_size = 320)]
fn reach_of_8_points_with_control_on_60_by_40(bencher: Bencher<'_, '_>) {
    bench_reach(bencher, false, 8);
}

/// All clear and nobody there: 217 hexes.
#[divan::bench(sample_size = 320)]
fn reach_of_8_points_on_clear_ground(bencher: Bencher<'_, '_>) {
    bench_reach(bencher, true, 8);
}

#[divan::bench(args = [4, 9, 14], sample_size = 320)]
fn reach_of_points_with_control(bencher: Bencher<'_, '_>, points: u32) {
    bench_reach(bencher, false, points);
}

fn pairs(grid: &Grid, far: u32) -> Vec<(Hex, Hex)> {
    let mut numbers = Numbers(3);
    let mut any = || grid.at(numbers.below(60) as u16, numbers.below(40) as u16);
    let mut pairs = Vec::new();
    while pairs.len() < 1024 {
        let (a, b) = (any(), any());
        if (2..=far).contains(&a.distance(b)) {
            pairs.push((a, b));
        }
    }
    pairs
}

/// The target: 150 ns. `args` is the largest distance; the least is 2.
#[divan::bench(args = [8, 12, 99], sample_size = 2048)]
fn sight_with_early_exit(bencher: Bencher<'_, '_>, far: u32) {
    let board = board(false);
    let pairs = pairs(&board.grid, far);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % pairs.len();
        let (a, b) = pairs[turn];
        sight::passed(a, b, |hex| !board.blocks.get(hex).copied().unwrap_or(true))
    });
}

/// All hexes on the way looked at, none blocks.
#[divan::bench(args = [8, 12, 99], sample_size = 2048)]
fn sight_to_the_end(bencher: Bencher<'_, '_>, far: u32) {
    let board = board(false);
    let pairs = pairs(&board.grid, far);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % pairs.len();
        let (a, b) = pairs[turn];
        sight::passed(a, b, |hex| black_box(board.blocks.get(hex)).is_some())
    });
}

#[divan::bench(args = [8, 99], sample_size = 2048)]
fn line_of_hexes(bencher: Bencher<'_, '_>, far: u32) {
    let pairs = pairs(&Grid::new(60, 40), far);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % pairs.len();
        let (a, b) = pairs[turn];
        line(a, b).map(|hex| hex.q).max()
    });
}

#[divan::bench]
fn links_of_60_by_40() -> Links {
    Links::new(black_box(&Grid::new(60, 40)))
}

#[divan::bench]
fn set_of_a_disc_of_radius_8() -> usize {
    let grid = Grid::new(60, 40);
    HexSet::from_hexes(grid, black_box(grid.at(30, 20)).disc(8)).len()
}
