//! A map as large as people make them, with everything on it: woods, heights, levels, rivers, fords, roads, names.
//! The same one every time.

use engine::hex::{Corner, Grid, Hex, HexSide, line};
use engine::scenario::{Label, LabelKind, Map, Road, RoadKind, Scenario};

/// Whole numbers that look random: a hash of a few words.
fn chance(words: [u32; 3]) -> u32 {
    let mut h = 0x811c_9dc5_u32;
    for word in words {
        h = (h ^ word).wrapping_mul(0x0100_0193);
        h ^= h >> 15;
        h = h.wrapping_mul(0x2c1b_3c6d);
        h ^= h >> 12;
    }
    h
}

/// Hills from 0 to 255, a lattice point each so many hexes, straight in between.
fn height(tag: u32, column: u16, row: u16, step: u16) -> u32 {
    let at = |c: u16, r: u16| chance([tag, u32::from(c), u32::from(r)]) & 255;
    let (c, r) = (column / step, row / step);
    let (x, y) = (u32::from(column % step), u32::from(row % step));
    let step = u32::from(step);
    let mix = |a: u32, b: u32, part: u32| (a * (step - part) + b * part) / step;
    mix(mix(at(c, r), at(c + 1, r), x), mix(at(c, r + 1), at(c + 1, r + 1), x), y)
}

/// A scenario of Little Big Horn on such a map.
pub fn scenario(columns: u16, rows: u16) -> Scenario {
    let grid = Grid::new(columns, rows);
    let legend = ["plain", "forest", "camp", "plateau", "plateau-forest", "mountain", "rock"];
    let letters = ['.', 'f', 'C', 'P', 'F', 'M', 'R'];
    let mut map = Map {
        name: "A wide country".into(),
        grid,
        legend: letters.into_iter().zip(legend.map(str::to_owned)).collect(),
        ..Map::default()
    };
    for row in 0..rows {
        for column in 0..columns {
            let high = (height(1, column, row, 40) * 3 + height(2, column, row, 12)) / 4;
            let wood = (height(3, column, row, 16) * 2 + height(4, column, row, 5)) / 3;
            let (cell, level) = match (high, wood) {
                (182.., _) if chance([5, column.into(), row.into()]).is_multiple_of(9) => (6, 2),
                (182.., _) => (5, 2),
                (140.., 148..) => (4, 1),
                (140.., _) => (3, 1),
                (_, 148..) => (1, 0),
                (_, 40..44) => (2, 0),
                _ => (0, 0),
            };
            map.cells.push(cell);
            map.levels.push(level);
        }
    }
    for river in 0..(columns / 90).max(1) {
        flow(&mut map, grid.at(45.min(columns / 2) + river * 90, 0), u32::from(river));
    }
    for road in 0..(rows / 120).max(1) {
        let row = 60.min(rows / 2) + road * 120;
        let hexes = line(grid.at(0, row), grid.at(columns - 1, row)).filter(|hex| grid.contains(*hex));
        let hexes: Vec<Hex> = hexes.collect();
        if hexes.len() > 1 {
            map.roads.push(Road { kind: RoadKind::ALL[usize::from(road) % 5], name: String::new(), hexes });
        }
    }
    for i in 0..(columns / 125).max(1) {
        for j in 0..(rows / 125).max(1) {
            let at = grid.at(60.min(columns / 2) + i * 125, 60.min(rows / 2) + j * 125);
            let kind = [LabelKind::Region, LabelKind::Place, LabelKind::Hill][usize::from(i + j) % 3];
            let mut label = Label::new(format!("Country {i} of {j}"), kind, at);
            label.to = (kind == LabelKind::Region)
                .then(|| grid.at_signed(70 + i32::from(i) * 125, 60 + i32::from(j) * 125));
            label.to = label.to.filter(|to| grid.contains(*to));
            map.labels.push(label);
        }
    }
    Scenario {
        game: "little_big_horn".into(),
        title: "A wide country".into(),
        turns: 10,
        map,
        files: engine::scenario::Files {
            scenario: "scenario.ron".into(),
            map: Some("map.ron".into()),
            ..engine::scenario::Files::default()
        },
        ..Scenario::default()
    }
}

/// A river from the north to the south, with a ford now and then.
fn flow(map: &mut Map, from: Hex, tag: u32) {
    let grid = map.grid;
    let layout = engine::hex::Layout::new(&grid, 20.0);
    let mut at = Corner::of(from, 0);
    let mut last: Option<HexSide> = None;
    for step in 0..u32::from(grid.rows) * 3 {
        let below = |corner: Corner| layout.corner_of(corner).1;
        let mut ways: Vec<(HexSide, Corner)> = at
            .sides()
            .into_iter()
            .filter(|side| Some(*side) != last)
            .map(|side| {
                let (a, b) = side.corners();
                (side, if a == at { b } else { a })
            })
            .filter(|(_, to)| below(*to) > below(at) - 1.0)
            .collect();
        ways.sort_by(|a, b| below(b.1).total_cmp(&below(a.1)));
        let pick = if ways.len() > 1 && chance([6, tag, step]).is_multiple_of(2) { 1 } else { 0 };
        let Some(&(side, to)) = ways.get(pick) else { return };
        let (a, b) = side.hexes();
        if !grid.contains(a) || !grid.contains(b) {
            return;
        }
        let id = if step % 60 == 30 { "ford" } else { "river" };
        map.sides.insert(side, id.to_owned());
        (at, last) = (to, Some(side));
    }
}
