//! Long lists of hexes as short text: what an edit of a whole map takes in the journal and in the clipboard.
//!
//! Hexes that follow one another in a line, or along a row of the map from side to side, are one run: the first
//! hex, the two directions in turn and how many there are, `0,0>21*40`. Values are written once with their
//! number, `3*40`. The order is kept. Lists as they were written before are read as well.

use std::fmt::{self, Write as _};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::hex::{Direction, Grid, Hex};

/// The most items that a text may stand for.
pub(super) const MOST: usize = 2 * Grid::MAX_HEXES;

/// How many items all runs in a text stand for, at most: a short text may ask for much memory. What is no run and
/// looks like one counts too.
pub(super) fn stand_for(text: &str) -> usize {
    let counts = text.split('*').skip(1).map(|rest| {
        let digits = rest.len() - rest.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        match &rest[..digits] {
            "" => 0,
            count => count.parse::<usize>().unwrap_or(usize::MAX),
        }
    });
    counts.fold(0, usize::saturating_add)
}

/// What can be written in runs.
trait Runs: Sized {
    fn write(list: &[Self], out: &mut String);
    fn read(text: &str) -> Option<Vec<Self>>;
}

impl Runs for Hex {
    fn write(list: &[Self], out: &mut String) {
        let mut rest = list;
        while let Some((first, tail)) = rest.split_first() {
            if !out.is_empty() && !out.ends_with('|') {
                out.push(' ');
            }
            let _ = write!(out, "{},{}", first.q, first.r);
            let step = |at: usize| rest.get(at)?.direction_to(*rest.get(at + 1)?);
            let Some(one) = step(0) else {
                rest = tail;
                continue;
            };
            let two = step(1).unwrap_or(one);
            let steps = (0..).take_while(|at| step(*at) == Some(if at % 2 == 0 { one } else { two })).count();
            if steps < 2 {
                rest = tail;
                continue;
            }
            let _ = write!(out, ">{}{}*{}", one.index(), two.index(), steps + 1);
            rest = &rest[steps + 1..];
        }
    }

    fn read(text: &str) -> Option<Vec<Self>> {
        let mut list = Vec::new();
        for run in text.split_ascii_whitespace() {
            let (first, steps) = run.split_once('>').map_or((run, None), |(first, rest)| (first, Some(rest)));
            let (q, r) = first.split_once(',')?;
            let mut hex = Hex::new(q.parse().ok()?, r.parse().ok()?);
            list.push(hex);
            if let Some(steps) = steps {
                let (ways, count) = steps.split_once('*')?;
                let way = |at: usize| {
                    let index = usize::from(ways.as_bytes().get(at)?.checked_sub(b'0')?);
                    Direction::ALL.get(index).copied()
                };
                let (one, two, count) = (way(0)?, way(1)?, count.parse::<usize>().ok()?);
                if ways.len() != 2 || count == 0 || count > MOST - list.len().min(MOST) {
                    return None;
                }
                for at in 1..count {
                    hex = hex.neighbour(if at % 2 == 1 { one } else { two });
                    list.push(hex);
                }
            }
            if list.len() > MOST {
                return None;
            }
        }
        Some(list)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Runs for $number {
            fn write(list: &[Self], out: &mut String) {
                write_values(list.iter().copied(), out);
            }
            fn read(text: &str) -> Option<Vec<Self>> {
                read_values(text)
            }
        }

        impl Runs for (Hex, $number) {
            fn write(list: &[Self], out: &mut String) {
                let hexes: Vec<Hex> = list.iter().map(|(hex, _)| *hex).collect();
                Hex::write(&hexes, out);
                out.push('|');
                write_values(list.iter().map(|(_, value)| *value), out);
            }
            fn read(text: &str) -> Option<Vec<Self>> {
                let (hexes, values) = text.split_once('|')?;
                let (hexes, values) = (Hex::read(hexes)?, read_values(values)?);
                (hexes.len() == values.len()).then(|| hexes.into_iter().zip(values).collect())
            }
        }
    )*};
}

numbers!(u8 i8);

fn write_values<T: Copy + PartialEq + Into<i64>>(values: impl Iterator<Item = T>, out: &mut String) {
    let mut values = values.peekable();
    while let Some(value) = values.next() {
        let mut count = 1;
        while values.next_if_eq(&value).is_some() {
            count += 1;
        }
        if !out.is_empty() && !out.ends_with('|') {
            out.push(' ');
        }
        write_number(value.into(), out);
        if count > 1 {
            out.push('*');
            write_number(count, out);
        }
    }
}

/// Writes a number: by hand, as there may be hundreds of thousands (bench `edit`).
fn write_number(number: i64, out: &mut String) {
    let mut digits = [0; 20];
    let mut from = digits.len();
    let mut left = number.unsigned_abs();
    loop {
        from -= 1;
        digits[from] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if number < 0 {
        out.push('-');
    }
    out.extend(digits[from..].iter().map(|digit| char::from(*digit)));
}

fn read_values<T: Copy + FromStr>(text: &str) -> Option<Vec<T>> {
    let mut list = Vec::new();
    for run in text.split_ascii_whitespace() {
        let (value, count) = run.split_once('*').unwrap_or((run, "1"));
        let (value, count) = (value.parse::<T>().ok()?, count.parse::<usize>().ok()?);
        if count > MOST.saturating_sub(list.len()) {
            return None;
        }
        list.extend(std::iter::repeat_n(value, count));
    }
    Some(list)
}

#[expect(private_bounds, reason = "what can be written in runs is decided here")]
pub(super) fn serialize<S: Serializer, T: Runs + Serialize>(
    list: &Vec<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    // A digest is of the hexes, and not of how they are written.
    if !serializer.is_human_readable() {
        return list.serialize(serializer);
    }
    let mut text = String::new();
    T::write(list, &mut text);
    serializer.serialize_str(&text)
}

#[expect(private_bounds, reason = "what can be written in runs is decided here")]
pub(super) fn deserialize<'de, D: Deserializer<'de>, T: Runs + Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct Either<T>(PhantomData<T>);

    impl<'de, T: Runs + Deserialize<'de>> Visitor<'de> for Either<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("runs in quotes, or a list")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Vec<T>, E> {
            T::read(text).ok_or_else(|| E::custom(format!("found {text:.40?}, expected runs of hexes")))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(item) = items.next_element()? {
                if list.len() == MOST {
                    return Err(A::Error::custom("found more hexes than a map can have"));
                }
                list.push(item);
            }
            Ok(list)
        }
    }

    deserializer.deserialize_any(Either(PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<T: Runs>(list: &[T]) -> String {
        let mut out = String::new();
        T::write(list, &mut out);
        out
    }

    #[test]
    fn rows_columns_and_lines_are_one_run_each() {
        let grid = Grid::new(40, 3);
        let hexes: Vec<Hex> = grid.hexes().collect();
        assert_eq!(text(&hexes), "0,0>21*40 0,1>21*40 0,2>21*40");
        let column: Vec<Hex> = (0..3).map(|row| grid.at(5, row)).rev().collect();
        assert_eq!(text(&column), "5,0>00*3");
        let apart = [Hex::new(3, 4), Hex::new(-3, 4), Hex::new(-3, 5)];
        assert_eq!(text(&apart), "3,4 -3,4 -3,5");
        for list in [&hexes[..], &column, &apart, &[]] {
            assert_eq!(Hex::read(&text(list)).as_deref(), Some(list));
        }
    }

    #[test]
    fn values_stand_behind_their_hexes() {
        let list: Vec<(Hex, i8)> = Grid::new(3, 2).hexes().zip([0, 0, -4, -4, -4, 7]).collect();
        assert_eq!(text(&list), "0,0>21*3 0,1>21*3|0*2 -4*3 7");
        assert_eq!(<(Hex, i8)>::read(&text(&list)), Some(list));
        assert_eq!(<(Hex, u8)>::read("0,0 1,1|3"), None);
        assert_eq!(<(Hex, u8)>::read("|"), Some(Vec::new()));
        let all: Vec<i8> = (i8::MIN..=i8::MAX).collect();
        assert_eq!(i8::read(&text(&all)), Some(all));
        assert_eq!(text(&[7_u8; 1_020_304]), "7*1020304");
    }

    #[test]
    fn a_text_that_stands_for_too_much_is_refused() {
        for wrong in
            ["0,0>00*99999999", "0,0>06*3", "0,0>0*3", "0,0>00*0", "0", "x,y", "0,99999", "0,0>00*-1"]
        {
            assert_eq!(Hex::read(wrong), None, "{wrong}");
        }
        assert_eq!(u8::read("1*8000000 2"), None);
        assert_eq!(u8::read("256"), None);
        let many = "0,0>00*4000000 ".repeat(3);
        assert_eq!(Hex::read(&many), None);
    }
}
