//! How a printed board numbers its hexes.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How columns and rows are written on the board.
///
/// The usual one is `CCRR` from 01: column then row, two digits each, growing to the right and downwards
/// [LBH-1.9]. In a file everything usual is left out, so `(pattern: "RR.CC", first_row: 0)` is a whole numbering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Numbering {
    /// Order, width and kind of the two parts.
    #[serde(skip_serializing_if = "is_usual")]
    pub pattern: Pattern,
    /// The least number of a column. May be 0 or negative; letters begin with 1 for A.
    #[serde(skip_serializing_if = "is_one")]
    pub first_column: i16,
    /// The least number of a row.
    #[serde(skip_serializing_if = "is_one")]
    pub first_row: i16,
    /// Do the numbers of columns grow to the right?
    #[serde(skip_serializing_if = "is_usual")]
    pub columns: Run,
    /// Do the numbers of rows grow downwards?
    #[serde(skip_serializing_if = "is_usual")]
    pub rows: Run,
}

impl Default for Numbering {
    fn default() -> Self {
        Self {
            pattern: Pattern::default(),
            first_column: 1,
            first_row: 1,
            columns: Run::Ascending,
            rows: Run::Ascending,
        }
    }
}

pub(super) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_one(value: &i16) -> bool {
    *value == 1
}

/// Which way numbers grow: to the right or downwards, or against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Run {
    /// To the right, downwards.
    #[default]
    Ascending,
    /// To the left, upwards.
    Descending,
}

/// Which part is written first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Column, then row.
    ColumnRow,
    /// Row, then column.
    RowColumn,
}

/// How one of the two numbers is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Figures {
    /// Decimal digits, at least so many, filled up with zeros. Boards that need more get more.
    Digits(u8),
    /// A to Z, then AA, AB and so on.
    Letters,
}

/// Order, kind and separator of a hex number.
///
/// Written as a text with `C` or `R` for each digit of column and row, and a small `c` or `r` for letters:
/// `CCRR` is 0412, `RR.CC` is 12.04, `cRR` is D12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern {
    /// Which part is first.
    pub order: Order,
    /// How the column is written.
    pub column: Figures,
    /// How the row is written.
    pub row: Figures,
    /// What stands between the two, if anything; neither a letter nor a digit.
    pub separator: Option<char>,
}

impl Default for Pattern {
    fn default() -> Self {
        Self { order: Order::ColumnRow, column: Figures::Digits(2), row: Figures::Digits(2), separator: None }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = (self.column, 'C', 'c');
        let row = (self.row, 'R', 'r');
        let parts = match self.order {
            Order::ColumnRow => [column, row],
            Order::RowColumn => [row, column],
        };
        for (i, (figures, digit, letters)) in parts.into_iter().enumerate() {
            if i == 1
                && let Some(separator) = self.separator
            {
                write!(f, "{separator}")?;
            }
            match figures {
                Figures::Letters => write!(f, "{letters}")?,
                Figures::Digits(width) => {
                    for _ in 0..width {
                        write!(f, "{digit}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.to_string()
    }
}

impl TryFrom<String> for Pattern {
    type Error = PatternError;
    fn try_from(text: String) -> Result<Self, PatternError> {
        text.parse()
    }
}

/// A text is not a pattern of hex numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "found {0:?}, expected a pattern of hex numbers such as \"CCRR\", \"RR.CC\" or \"cRR\": C and R for \
     each digit of column and row, small letters for letters"
)]
pub struct PatternError(String);

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let bad = || PatternError(text.to_owned());
        let first = text.chars().next().ok_or_else(bad)?;
        let head = text.chars().take_while(|&c| c == first).count();
        let mut rest = text.chars().skip(head).peekable();
        let separator = match rest.peek() {
            Some(&c) if !c.is_alphanumeric() && !c.is_control() => rest.next(),
            _ => None,
        };
        let tail: Vec<char> = rest.collect();
        let second = *tail.first().ok_or_else(bad)?;
        if tail.iter().any(|&c| c != second) {
            return Err(bad());
        }
        let figures = |c: char, count: usize| match (c, count) {
            ('C' | 'R', 1..=6) => Ok(Figures::Digits(count as u8)),
            ('c' | 'r', 1) => Ok(Figures::Letters),
            _ => Err(bad()),
        };
        let (one, two) = (figures(first, head)?, figures(second, tail.len())?);
        if one == Figures::Letters && two == Figures::Letters && separator.is_none() {
            return Err(bad());
        }
        let (order, column, row) = match (first.to_ascii_uppercase(), second.to_ascii_uppercase()) {
            ('C', 'R') => (Order::ColumnRow, one, two),
            ('R', 'C') => (Order::RowColumn, two, one),
            _ => return Err(bad()),
        };
        Ok(Self { order, column, row, separator })
    }
}

impl Numbering {
    /// The numbers of a column and a row, both counted from 0, on a board of this size.
    pub(super) fn numbers(&self, at: (u16, u16), size: (u16, u16)) -> (i32, i32) {
        (
            number(at.0, size.0, self.first_column, self.columns),
            number(at.1, size.1, self.first_row, self.rows),
        )
    }

    /// The hex number of a column and a row, both counted from 0, on a board of this size.
    pub(super) fn write(&self, out: &mut impl fmt::Write, at: (u16, u16), size: (u16, u16)) -> fmt::Result {
        let (column, row) = self.numbers(at, size);
        let (wide, tall) = self.widths(size);
        let column = (column, self.pattern.column, wide);
        let row = (row, self.pattern.row, tall);
        let (first, second) = match self.pattern.order {
            Order::ColumnRow => (column, row),
            Order::RowColumn => (row, column),
        };
        write_part(out, first)?;
        if let Some(separator) = self.pattern.separator {
            out.write_char(separator)?;
        }
        write_part(out, second)
    }

    /// Finds column and row, counted from 0, of a hex number; `None` if the text is none or is off the board.
    /// Takes small letters for capitals; whether zeros in front are as they should be is left to the caller.
    pub(super) fn read(&self, text: &str, size: (u16, u16)) -> Result<(u16, u16), Unread> {
        let (wide, tall) = self.widths(size);
        let column = (self.pattern.column, wide);
        let row = (self.pattern.row, tall);
        let (first, second) = match self.pattern.order {
            Order::ColumnRow => (column, row),
            Order::RowColumn => (row, column),
        };
        let mut rest = text;
        let adjoining = self.pattern.separator.is_none();
        let one = read_part(&mut rest, first, adjoining).ok_or(Unread::Form)?;
        if let Some(separator) = self.pattern.separator {
            rest = rest.strip_prefix(separator).ok_or(Unread::Form)?;
        }
        let two = read_part(&mut rest, second, adjoining).ok_or(Unread::Form)?;
        if !rest.is_empty() {
            return Err(Unread::Form);
        }
        let (column, row) = match self.pattern.order {
            Order::ColumnRow => (one, two),
            Order::RowColumn => (two, one),
        };
        let column = position(column, size.0, self.first_column, self.columns);
        let row = position(row, size.1, self.first_row, self.rows);
        column.zip(row).ok_or(Unread::Off)
    }

    /// How many digits column and row get on a board of this size.
    fn widths(&self, size: (u16, u16)) -> (u8, u8) {
        let of = |figures, first: i16, count: u16| match figures {
            Figures::Letters => 0,
            Figures::Digits(width) => {
                let last = i32::from(first) + i32::from(count.max(1)) - 1;
                let largest = i32::from(first).unsigned_abs().max(last.unsigned_abs());
                width.max(digits(largest))
            }
        };
        (of(self.pattern.column, self.first_column, size.0), of(self.pattern.row, self.first_row, size.1))
    }

    /// What makes these numbers unfit for a board, as a sentence; `None` if they are fit.
    pub(super) fn problem(&self) -> Option<&'static str> {
        let letters = |figures, first: i16| figures == Figures::Letters && first < 1;
        if letters(self.pattern.column, self.first_column) {
            Some("columns in letters begin with 1 (A) or more")
        } else if letters(self.pattern.row, self.first_row) {
            Some("rows in letters begin with 1 (A) or more")
        } else if self.pattern.separator.is_some_and(|c| c.is_alphanumeric() || c.is_control()) {
            Some("the separator of hex numbers is neither a letter nor a digit")
        } else {
            None
        }
    }
}

/// Why a text is no hex number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    /// It does not have the form.
    Form,
    /// It has the form, but the board does not reach so far.
    Off,
}

fn number(at: u16, count: u16, first: i16, run: Run) -> i32 {
    let steps = match run {
        Run::Ascending => i32::from(at),
        Run::Descending => i32::from(count) - 1 - i32::from(at),
    };
    i32::from(first) + steps
}

fn position(number: i32, count: u16, first: i16, run: Run) -> Option<u16> {
    let steps = u16::try_from(number.checked_sub(i32::from(first))?).ok()?;
    if steps >= count {
        return None;
    }
    Some(match run {
        Run::Ascending => steps,
        Run::Descending => count - 1 - steps,
    })
}

fn digits(n: u32) -> u8 {
    n.checked_ilog10().map_or(1, |log| log as u8 + 1)
}

fn write_part(out: &mut impl fmt::Write, (number, figures, width): (i32, Figures, u8)) -> fmt::Result {
    match figures {
        Figures::Digits(_) => {
            if number < 0 {
                out.write_char('-')?;
            }
            write!(out, "{:0width$}", number.unsigned_abs(), width = usize::from(width))
        }
        Figures::Letters => {
            // Seven letters hold every 32-bit number.
            let mut letters = ['A'; 7];
            let mut n = number.max(1) as u32;
            let mut at = letters.len();
            while n > 0 {
                at -= 1;
                letters[at] = char::from(b'A' + ((n - 1) % 26) as u8);
                n = (n - 1) / 26;
            }
            letters[at..].iter().try_for_each(|&c| out.write_char(c))
        }
    }
}

fn read_part(rest: &mut &str, (figures, width): (Figures, u8), adjoining: bool) -> Option<i32> {
    let text = *rest;
    match figures {
        Figures::Digits(_) => {
            let (sign, text) = match text.strip_prefix('-') {
                Some(text) => (-1, text),
                None => (1, text),
            };
            let run = text.bytes().take_while(u8::is_ascii_digit).count();
            let count = if adjoining { run.min(usize::from(width)) } else { run };
            if adjoining && count < usize::from(width) {
                return None;
            }
            let (head, tail) = text.split_at(count);
            *rest = tail;
            head.parse::<i32>().ok().map(|n| sign * n)
        }
        Figures::Letters => {
            let count = text.bytes().take_while(u8::is_ascii_alphabetic).count();
            let (head, tail) = text.split_at(count);
            *rest = tail;
            if head.is_empty() {
                return None;
            }
            head.bytes().try_fold(0i32, |n, b| {
                n.checked_mul(26)?.checked_add(i32::from(b.to_ascii_uppercase() - b'A') + 1)
            })
        }
    }
}
