//! Words of the files that several parts use: hexsides, places, runs of hexes.

use crate::hex::{Grid, Hex, HexSide};
use crate::plane::Place;

use super::Start;

/// How a place in a box is written: `box:zone-4`.
const BOX: &str = "box:";

/// The text of a hexside: its two hexes, the earlier one of the file first.
pub(super) fn side_text(grid: &Grid, side: HexSide) -> String {
    let (a, b) = in_order(grid, side);
    format!("{}|{}", grid.label(a), grid.label(b))
}

/// Where a hexside stands among the others of a file: by its two hexes in the order of the rows.
pub(super) fn side_order(grid: &Grid, side: HexSide) -> (usize, usize) {
    let (a, b) = in_order(grid, side);
    (grid.index(a).unwrap_or(usize::MAX), grid.index(b).unwrap_or(usize::MAX))
}

fn in_order(grid: &Grid, side: HexSide) -> (Hex, Hex) {
    let (a, b) = side.hexes();
    let order = |hex| grid.index(hex).unwrap_or(usize::MAX);
    if order(a) <= order(b) { (a, b) } else { (b, a) }
}

/// A mistake inside a text: how many characters behind its quote, what is wrong, what may help.
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
    pub hint: Option<String>,
}

fn fault(at: usize, message: String) -> Fault {
    Fault { at, message, hint: None }
}

/// The hexside of two hex numbers with `|` between.
pub(super) fn parse_side(grid: &Grid, text: &str) -> Result<HexSide, Fault> {
    let Some((first, second)) = text.split_once('|') else {
        return Err(fault(0, format!("found {text:?}, expected two hexes such as \"0101|0102\"")));
    };
    let behind = first.chars().count() + 1;
    let a = grid.parse(first).map_err(|error| fault(0, error.to_string()))?;
    let b = grid.parse(second).map_err(|error| fault(behind, error.to_string()))?;
    HexSide::between(a, b).ok_or_else(|| {
        let apart = match a.distance(b) {
            0 => "the same hex twice".to_owned(),
            n => format!("{n} apart"),
        };
        // The neighbour of the first hex that is nearest to the second.
        let meant = grid.neighbours(a).map(|(_, hex)| hex).min_by_key(|hex| hex.distance(b));
        let hint = meant.map(|hex| {
            let (first, found) = (grid.label(a), grid.label(b));
            format!(
                "found hexes {first} and {found}, {apart}; expected neighbours such as {first}|{}",
                grid.label(hex)
            )
        });
        Fault { at: 0, message: format!("hexside {text}: these two hexes do not touch"), hint }
    })
}

/// The hexes of a run such as `0201-2401`, or of a single number.
pub(super) fn parse_run(grid: &Grid, text: &str, out: &mut Vec<Hex>) -> Result<(), Fault> {
    let dashes = text.char_indices().filter(|(at, c)| *at > 0 && matches!(c, '-' | '–'));
    for (at, dash) in dashes {
        let (first, last) = (text[..at].trim(), text[at + dash.len_utf8()..].trim());
        if let (Ok(first), Ok(last)) = (grid.parse(first), grid.parse(last)) {
            return expand(grid, first, last, out).ok_or_else(|| {
                fault(0, format!("found {text:?}, expected a run along one column or one row"))
            });
        }
    }
    match grid.parse(text) {
        Ok(hex) => out.push(hex),
        Err(error) => {
            // Of a run the half that is wrong is named.
            let half = text
                .split_once(['-', '–'])
                .filter(|(first, last)| !first.trim().is_empty() && !last.is_empty());
            let Some((first, last)) = half else { return Err(fault(0, error.to_string())) };
            let (at, wrong) = match grid.parse(first) {
                Err(error) => (0, error),
                Ok(_) => (first.chars().count() + 1, grid.parse(last).err().unwrap_or(error)),
            };
            return Err(fault(at, wrong.to_string()));
        }
    }
    Ok(())
}

fn expand(grid: &Grid, first: Hex, last: Hex, out: &mut Vec<Hex>) -> Option<()> {
    let (mut column, mut row) = grid.column_row(first)?;
    let (to_column, to_row) = grid.column_row(last)?;
    if column != to_column && row != to_row {
        return None;
    }
    loop {
        out.push(grid.at(column, row));
        if (column, row) == (to_column, to_row) {
            return Some(());
        }
        column = step(column, to_column);
        row = step(row, to_row);
    }
}

fn step(from: u16, to: u16) -> u16 {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

/// Hexes as a file writes them: three or more along a column or a row are one run.
pub(super) fn run_texts(grid: &Grid, hexes: &[Hex]) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = hexes;
    while let Some(&first) = rest.first() {
        let length = run_length(grid, rest);
        if length >= 3 {
            out.push(format!("{}-{}", grid.label(first), grid.label(rest[length - 1])));
            rest = &rest[length..];
        } else {
            out.push(grid.label(first));
            rest = &rest[1..];
        }
    }
    out
}

/// How many of the first hexes follow one another along a column or a row.
fn run_length(grid: &Grid, hexes: &[Hex]) -> usize {
    let place = |hex| grid.column_row(hex).map(|(column, row)| (i32::from(column), i32::from(row)));
    let between = |pair: &[Hex]| {
        let ((a, b), (c, d)) = (place(pair[0])?, place(pair[1])?);
        let difference = (c - a, d - b);
        (difference.0.abs() + difference.1.abs() == 1).then_some(difference)
    };
    let mut steps = hexes.windows(2).map(between);
    match steps.next() {
        Some(Some(first)) => 2 + steps.take_while(|next| *next == Some(first)).count(),
        _ => 1,
    }
}

/// A place as a file writes it; a point of a table is written as it is shown.
pub(super) fn place_text(grid: &Grid, place: &Place) -> String {
    match place {
        Place::Box(id) => format!("{BOX}{id}"),
        _ => place.label(grid),
    }
}

/// The place of `"0412"` or `"box:zone-4"`.
pub(super) fn parse_start(grid: &Grid, text: &str) -> Result<Start, String> {
    if let Some(id) = text.strip_prefix(BOX) {
        return Ok(Start::At(Place::Box(id.to_owned())));
    }
    grid.parse(text).map(|hex| Start::At(Place::Hex(hex))).map_err(|error| error.to_string())
}

/// The sign of a level in a row: `0` to `9`, `a` to `z` for 10 to 35, `A` to `Z` for -1 to -26.
pub(super) fn level_sign(level: i8) -> char {
    let letter = |base: u8, n: i8| char::from(base + n.unsigned_abs());
    match level {
        0..=9 => letter(b'0', level),
        10..=35 => letter(b'a', level - 10),
        -26..=-1 => letter(b'A', -1 - level),
        _ => '?',
    }
}

/// The level of a sign in a row.
pub(super) fn level_of(sign: char) -> Option<i8> {
    let from = |base: u8| sign as u8 as i8 - base as i8;
    match sign {
        '0'..='9' => Some(from(b'0')),
        'a'..='z' => Some(10 + from(b'a')),
        'A'..='Z' => Some(-1 - from(b'A')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_one_sign_each() {
        for level in super::super::LEVELS {
            assert_eq!(level_of(level_sign(level)), Some(level));
        }
        assert_eq!((level_of('?'), level_of('é')), (None, None));
        assert_eq!((level_sign(-1), level_sign(12)), ('A', 'c'));
    }

    #[test]
    fn runs_are_read_as_they_are_written() {
        let grid = Grid::new(9, 9);
        for text in ["0101-0901", "0909-0902", "0303", "0101–0103", "0101 - 0301"] {
            let mut hexes = Vec::new();
            assert!(parse_run(&grid, text, &mut hexes).is_ok(), "{text}");
            let written = run_texts(&grid, &hexes).join(",");
            assert_eq!(written, text.replace('–', "-").replace(' ', ""));
        }
        let mut hexes = Vec::new();
        let wrong = parse_run(&grid, "0101-0303", &mut hexes).unwrap_err();
        assert_eq!(wrong.message, "found \"0101-0303\", expected a run along one column or one row");
        let wrong = parse_run(&grid, "0101-9901", &mut hexes).unwrap_err();
        assert_eq!((wrong.at, wrong.message.contains("\"9901\"")), (5, true));
    }

    #[test]
    fn a_hexside_is_written_with_the_earlier_hex_first() {
        let grid = Grid::new(9, 9);
        let side = parse_side(&grid, "0302|0202").ok().unwrap();
        assert_eq!(side_text(&grid, side), "0202|0302");
        let wrong = parse_side(&grid, "0101|0103").err().unwrap();
        assert_eq!(wrong.message, "hexside 0101|0103: these two hexes do not touch");
        assert_eq!(
            wrong.hint.as_deref(),
            Some("found hexes 0101 and 0103, 2 apart; expected neighbours such as 0101|0102")
        );
    }
}
