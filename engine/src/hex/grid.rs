//! The rectangle of hexes that is a board: its size, its layout, its numbers.

use super::numbering::{Unread, is_usual};
use super::{Direction, Hex, Numbering};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Which way up the hexes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Orientation {
    /// A hexside on top: columns stand straight, rows are jagged.
    #[default]
    Flat,
    /// A corner on top: rows lie straight, columns are jagged.
    Pointed,
}

/// Which columns (flat) or rows (pointed), counted from 1, sit half a hex lower or farther to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Shifted {
    /// The first, third, fifth …
    Odd,
    /// The second, fourth, sixth …
    #[default]
    Even,
}

/// A rectangular board of hexes: layout, size and numbers at the border.
///
/// Cells are counted in rows from the top left, as a file lists them: `index = row · columns + column`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Flat-topped, if left out.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub orientation: Orientation,
    /// Even columns or rows, if left out.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub shifted: Shifted,
    /// How many hexes from left to right.
    pub columns: u16,
    /// How many hexes from top to bottom.
    pub rows: u16,
    /// `CCRR` from 0101, if left out.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub numbering: Numbering,
    /// The axial coordinates of the hex at the top left; (0,0), if left out.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub origin: Hex,
}

impl Default for Grid {
    /// One flat hex, 0101.
    fn default() -> Self {
        Self::new(1, 1)
    }
}

impl Grid {
    /// The most columns or rows a board may have.
    pub const MAX_SIDE: u16 = 4_000;
    /// The most hexes a board may have.
    pub const MAX_HEXES: usize = 4_000_000;

    /// A board of flat hexes with the even columns lower, numbered `CCRR`, as Little Big Horn has it [LBH-1.9].
    pub fn new(columns: u16, rows: u16) -> Self {
        Self {
            orientation: Orientation::Flat,
            shifted: Shifted::Even,
            columns,
            rows,
            numbering: Numbering::default(),
            origin: Hex::new(0, 0),
        }
    }

    /// A flat board without numbers of its own that reaches `margin` hexes or more beyond each of these.
    ///
    /// Its hexes keep their axial coordinates. Without any hex it lies about (0,0).
    pub fn around(hexes: impl IntoIterator<Item = Hex>, margin: u16) -> Self {
        let mut bounds: Option<(i32, i32, i32, i32)> = None;
        for hex in hexes {
            let (q, row) = (i32::from(hex.q), i32::from(hex.r) + (i32::from(hex.q) >> 1));
            let (left, right, top, bottom) = bounds.unwrap_or((q, q, row, row));
            bounds = Some((left.min(q), right.max(q), top.min(row), bottom.max(row)));
        }
        let (left, right, top, bottom) = bounds.unwrap_or((0, 0, 0, 0));
        let margin = i32::from(margin);
        // An even first column, so that "even columns are lower" is true of axial columns as well.
        let left = (left - margin) & !1;
        let (right, top, bottom) = (right + margin, top - margin - 1, bottom + margin + 1);
        let side = |n: i32| n.clamp(1, i32::from(Self::MAX_SIDE)) as u16;
        let clamp = |n: i32| n.clamp(-i32::from(Hex::LIMIT), i32::from(Hex::LIMIT)) as i16;
        Self {
            origin: Hex::new(clamp(left), clamp(top - (left >> 1))),
            ..Self::new(side(right - left + 1), side(bottom - top + 1))
        }
    }

    /// What is wrong with the board as a whole, as a sentence; `None` if nothing is. Ask before cells are made.
    pub fn problem(&self) -> Option<String> {
        let (columns, rows) = (self.columns, self.rows);
        if columns == 0 || rows == 0 {
            return Some(format!("found {columns} columns and {rows} rows, expected at least one of each"));
        }
        if columns > Self::MAX_SIDE || rows > Self::MAX_SIDE || self.len() > Self::MAX_HEXES {
            return Some(format!(
                "found {columns} columns and {rows} rows, expected at most {} of each and {} hexes together",
                Self::MAX_SIDE,
                Self::MAX_HEXES
            ));
        }
        let far = |n: i16| n.unsigned_abs() > (Hex::LIMIT / 2) as u16;
        if far(self.origin.q) || far(self.origin.r) {
            let limit = Hex::LIMIT / 2;
            return Some(format!(
                "found the origin {}, expected coordinates from -{limit} to {limit}",
                self.origin
            ));
        }
        self.numbering.problem().map(str::to_owned)
    }

    /// The number of hexes.
    pub const fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Is there no hex at all?
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All hexes, row by row from the top left.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = Hex> + use<> {
        let grid = *self;
        (0..grid.rows).flat_map(move |row| (0..grid.columns).map(move |column| grid.at(column, row)))
    }

    /// Is the hex on the board?
    pub fn contains(&self, hex: Hex) -> bool {
        self.column_row(hex).is_some()
    }

    /// The position of a hex in row-major order; `None` off the board.
    #[inline]
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let (column, row) = self.column_row(hex)?;
        Some(usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// The hex at a position in row-major order; `None` past the end.
    pub fn hex_at(&self, index: usize) -> Option<Hex> {
        if index >= self.len() {
            return None;
        }
        let columns = usize::from(self.columns);
        Some(self.at((index % columns) as u16, (index / columns) as u16))
    }

    /// The hex in a column and a row, both counted from 0. Goes on beyond the board, where [`Grid::contains`] is false.
    #[inline]
    pub const fn at(&self, column: u16, row: u16) -> Hex {
        self.at_signed(column as i32, row as i32)
    }

    /// Like [`Grid::at`], also to the left of the board and above it.
    #[inline]
    pub const fn at_signed(&self, column: i32, row: i32) -> Hex {
        let (q, r) = match self.orientation {
            Orientation::Flat => (column, row - self.half(column)),
            Orientation::Pointed => (column - self.half(row), row),
        };
        Hex::new(self.origin.q.wrapping_add(q as i16), self.origin.r.wrapping_add(r as i16))
    }

    /// Column and row of a hex, both counted from 0; `None` off the board.
    #[inline]
    pub fn column_row(&self, hex: Hex) -> Option<(u16, u16)> {
        let (column, row) = self.column_row_signed(hex);
        let on = (0..i32::from(self.columns)).contains(&column) && (0..i32::from(self.rows)).contains(&row);
        on.then_some((column as u16, row as u16))
    }

    /// Like [`Grid::column_row`], with numbers below 0 and beyond the size off the board.
    #[inline]
    pub const fn column_row_signed(&self, hex: Hex) -> (i32, i32) {
        let (q, r) = (hex.q as i32 - self.origin.q as i32, hex.r as i32 - self.origin.r as i32);
        match self.orientation {
            Orientation::Flat => (q, r + self.half(q)),
            Orientation::Pointed => (q + self.half(r), r),
        }
    }

    /// How many rows a column has slid down against the axis by column `n`, or columns a row.
    const fn half(&self, n: i32) -> i32 {
        match self.shifted {
            Shifted::Even => n >> 1,
            Shifted::Odd => (n + 1) >> 1,
        }
    }

    /// Is the column (flat) or row (pointed), counted from 0, one that sits half a hex lower or farther right?
    pub const fn is_shifted(&self, line: i32) -> bool {
        // Counted from 0, the second line is number 1.
        match self.shifted {
            Shifted::Even => line & 1 == 1,
            Shifted::Odd => line & 1 == 0,
        }
    }

    /// The neighbours on the board, clockwise from `N`.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + use<> {
        let grid = *self;
        Direction::ALL.into_iter().map(move |d| (d, hex.neighbour(d))).filter(move |&(_, n)| grid.contains(n))
    }

    /// Is the hex on the board and the end of its row or column?
    pub fn is_edge(&self, hex: Hex) -> bool {
        self.column_row(hex).is_some_and(|(column, row)| {
            column == 0 || row == 0 || column + 1 == self.columns || row + 1 == self.rows
        })
    }

    /// The hex number; off the board the axial pair, such as "(3,-1)".
    pub fn label(&self, hex: Hex) -> String {
        let mut out = String::new();
        self.write_label(hex, &mut out).expect("writing to a string never fails");
        out
    }

    /// Writes what [`Grid::label`] gives, into a buffer.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_label(&self, hex: Hex, out: &mut impl fmt::Write) -> fmt::Result {
        match self.column_row(hex) {
            Some(at) => self.numbering.write(out, at, (self.columns, self.rows)),
            None => write!(out, "{hex}"),
        }
    }

    /// The hex of a number such as "0412", or of an axial pair such as "(3,-1)".
    ///
    /// # Errors
    /// If the text is neither, or the hex is off the board. Capital and small letters are alike; zeros in front
    /// are not left out, so that a hex has one number.
    pub fn parse(&self, text: &str) -> Result<Hex, LabelError> {
        let text = text.trim();
        if text.starts_with('(') {
            let hex: Hex = text.parse().map_err(|e: super::HexError| LabelError::Pair(e.to_string()))?;
            return if self.contains(hex) { Ok(hex) } else { Err(self.off(text)) };
        }
        match self.numbering.read(text, (self.columns, self.rows)) {
            Ok((column, row)) => {
                let hex = self.at(column, row);
                if self.label(hex).eq_ignore_ascii_case(text) { Ok(hex) } else { Err(self.form(text)) }
            }
            Err(Unread::Form) => Err(self.form(text)),
            Err(Unread::Off) => Err(self.off(text)),
        }
    }

    fn form(&self, text: &str) -> LabelError {
        let example = self.label(self.at(self.columns / 3, self.rows / 3));
        LabelError::Form { found: text.to_owned(), example }
    }

    fn off(&self, text: &str) -> LabelError {
        LabelError::Off {
            found: text.to_owned(),
            first: self.label(self.at(0, 0)),
            last: self.label(self.at(self.columns.saturating_sub(1), self.rows.saturating_sub(1))),
        }
    }
}

/// A text is not the number of a hex of the board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// Not the form of the board's numbers.
    #[error("found {found:?}, expected a hex number such as {example:?}")]
    Form {
        /// What was read.
        found: String,
        /// The number of a hex that exists.
        example: String,
    },
    /// An axial pair with a mistake in it; the text is the whole message.
    #[error("{0}")]
    Pair(String),
    /// A good number, but of no hex of this board.
    #[error("found {found:?}, expected a hex of the map, {first:?} to {last:?}")]
    Off {
        /// What was read.
        found: String,
        /// The number at the top left.
        first: String,
        /// The number at the bottom right.
        last: String,
    },
}
