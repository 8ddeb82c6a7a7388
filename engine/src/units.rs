//! The table measured in whole numbers: lengths, angles, points.
//!
//! A length is whole micrometres, so that inches and millimetres are both exact; an angle is whole 65 536ths of
//! a turn. Lengths are compared by their squares; nothing here is floating point.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// A length on the table, in whole micrometres, so that inches and millimetres are both exact.
///
/// Written as `"24in"`, `"2.5in"` or `"60mm"`. Sums stop at the ends of the range, about 2 km.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Len(i32);

impl Len {
    /// No length.
    pub const ZERO: Self = Self(0);
    /// The largest length a file may name: a table is at most 100 m long, so that squares never overflow.
    pub const MAX: Self = Self(100_000_000);

    /// So many micrometres.
    pub const fn micrometres(n: i32) -> Self {
        Self(n)
    }

    /// So many millimetres; at the most about 2 km.
    pub const fn millimetres(n: i32) -> Self {
        Self(n.saturating_mul(1_000))
    }

    /// So many inches of 25.4 mm; at the most about 2 km.
    pub const fn inches(n: i32) -> Self {
        Self(n.saturating_mul(25_400))
    }

    /// Whole micrometres.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// In millimetres, for drawings.
    pub fn to_mm(self) -> f64 {
        f64::from(self.0) / 1_000.0
    }

    /// The nearest whole number of micrometres, from a drawing or a pointer.
    pub fn from_mm(mm: f64) -> Self {
        Self((mm * 1_000.0).round() as i32)
    }

    /// The square, in square micrometres: what lengths are compared by.
    pub const fn squared(self) -> u64 {
        let n = self.0.unsigned_abs() as u64;
        n * n
    }

    /// So many times the length.
    pub const fn times(self, n: i32) -> Self {
        Self(self.0.saturating_mul(n))
    }
}

impl Add for Len {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Len {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Len {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl fmt::Display for Len {
    /// In the unit in which it comes out even: whole inches, whole millimetres, hundredths of inches,
    /// thousandths of millimetres. So 127 mm is "5in".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.0;
        if n == 0 {
            f.write_str("0")
        } else if n % 25_400 == 0 {
            write!(f, "{}in", n / 25_400)
        } else if n % 1_000 != 0 && n % 254 == 0 {
            write_decimal(f, i64::from(n / 254), 2)?;
            f.write_str("in")
        } else {
            write_decimal(f, i64::from(n), 3)?;
            f.write_str("mm")
        }
    }
}

/// Writes `n` with its last `places` digits after the point and no zeros at the end.
fn write_decimal(f: &mut fmt::Formatter<'_>, n: i64, places: usize) -> fmt::Result {
    let unit = 10u64.pow(places as u32);
    let (whole, mut rest) = (n.unsigned_abs() / unit, n.unsigned_abs() % unit);
    if n < 0 {
        f.write_str("-")?;
    }
    write!(f, "{whole}")?;
    let mut width = places;
    while width > 0 && rest.is_multiple_of(10) {
        rest /= 10;
        width -= 1;
    }
    if width > 0 { write!(f, ".{rest:0width$}") } else { Ok(()) }
}

/// Reads a decimal number as whole `10^-places`; `None` if it is none or is finer. Stops at the ends of the range.
fn read_decimal(text: &str, places: usize) -> Option<i64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1, text),
        None => (1, text),
    };
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let all_digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(whole) || !all_digits(part) {
        return None;
    }
    let part = part.trim_end_matches('0');
    if part.len() > places {
        return None;
    }
    let scale = |digits: &str, power: usize| {
        digits.parse().unwrap_or(i64::MAX).saturating_mul(10i64.pow(power as u32))
    };
    let low = if part.is_empty() { 0 } else { scale(part, places - part.len()) };
    Some(sign * scale(whole, places).saturating_add(low))
}

/// A text is not a length or an angle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// No number with a unit of length.
    #[error("found {0:?}, expected a length such as \"24in\" or \"60mm\"")]
    Length(String),
    /// Finer than a micrometre.
    #[error("found {0:?}, expected a length in whole thousandths of a millimetre")]
    Fine(String),
    /// Longer than a table may be.
    #[error("found {0:?}, expected at most 100 m")]
    Long(String),
    /// No number of degrees.
    #[error("found {0:?}, expected an angle such as \"45deg\"")]
    Angle(String),
}

impl FromStr for Len {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let trimmed = text.trim();
        if trimmed == "0" {
            return Ok(Self::ZERO);
        }
        let (number, unit) = if let Some(number) = trimmed.strip_suffix("in") {
            (number, 25_400)
        } else if let Some(number) = trimmed.strip_suffix("mm") {
            (number, 1_000)
        } else {
            return Err(UnitError::Length(text.to_owned()));
        };
        // Six places are more than any whole micrometre needs.
        let millionths =
            read_decimal(number.trim_end(), 6).ok_or_else(|| UnitError::Length(text.to_owned()))?;
        let product = millionths.checked_mul(unit).ok_or_else(|| UnitError::Long(text.to_owned()))?;
        if product % 1_000_000 != 0 {
            return Err(UnitError::Fine(text.to_owned()));
        }
        i32::try_from(product / 1_000_000)
            .ok()
            .filter(|n| n.unsigned_abs() <= Self::MAX.0.unsigned_abs())
            .map(Self)
            .ok_or_else(|| UnitError::Long(text.to_owned()))
    }
}

/// A direction or a turn, in whole 65 536ths of a turn, clockwise; 0 is up the page.
///
/// Written in degrees, `"45deg"`. Sums go round and round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Angle(u16);

impl Angle {
    /// Up the page; no turn.
    pub const ZERO: Self = Self(0);
    /// A right angle, to the right.
    pub const QUARTER: Self = Self(1 << 14);
    /// About turn.
    pub const HALF: Self = Self(1 << 15);

    /// So many 65 536ths of a turn.
    pub const fn new(parts: u16) -> Self {
        Self(parts)
    }

    /// The nearest to so many degrees.
    pub const fn degrees(n: i32) -> Self {
        Self::millidegrees(n as i64 * 1_000)
    }

    const fn millidegrees(n: i64) -> Self {
        let n = n.rem_euclid(360_000);
        Self(((n * 65_536 + 180_000) / 360_000) as u16)
    }

    /// 65 536ths of a turn.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The smaller of the two angles between these directions: at most a half.
    pub const fn between(self, other: Self) -> Self {
        let turn = self.0.wrapping_sub(other.0);
        let back = other.0.wrapping_sub(self.0);
        Self(if turn < back { turn } else { back })
    }

    /// In radians, for drawings.
    pub fn to_radians(self) -> f64 {
        f64::from(self.0) / 65_536.0 * std::f64::consts::TAU
    }
}

impl Add for Angle {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Angle {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Angle {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl fmt::Display for Angle {
    /// Degrees with as few decimals as give the same angle again, at most three.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = i64::from(self.0);
        for places in 0..3 {
            let unit = 10i64.pow(places);
            let rounded = (n * 360 * unit + 32_768) / 65_536;
            if Self::millidegrees(rounded * (1_000 / unit)) == *self {
                write_decimal(f, rounded, places as usize)?;
                return f.write_str("deg");
            }
        }
        write_decimal(f, (n * 360_000 + 32_768) / 65_536, 3)?;
        f.write_str("deg")
    }
}

impl FromStr for Angle {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let bad = || UnitError::Angle(text.to_owned());
        let number = text.trim().strip_suffix("deg").ok_or_else(bad)?;
        read_decimal(number.trim_end(), 3)
            .filter(|n| n.abs() <= 1_000_000_000)
            .map(Self::millidegrees)
            .ok_or_else(bad)
    }
}

/// A point of the table: to the right and downwards from its top left corner. Written as `("50in", "10in")`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "(Len, Len)", into = "(Len, Len)")]
pub struct Pt {
    /// From the left edge.
    pub x: Len,
    /// From the top edge.
    pub y: Len,
}

impl Pt {
    /// The point so far from the left and from the top.
    pub const fn new(x: Len, y: Len) -> Self {
        Self { x, y }
    }

    /// The square of the distance, in square micrometres.
    pub const fn distance_squared(self, other: Self) -> u64 {
        let dx = (self.x.0 as i64 - other.x.0 as i64).unsigned_abs();
        let dy = (self.y.0 as i64 - other.y.0 as i64).unsigned_abs();
        (dx * dx).saturating_add(dy * dy)
    }

    /// Is the other point at this distance or nearer? Exact; a negative length holds nothing.
    pub const fn is_within(self, other: Self, length: Len) -> bool {
        length.0 >= 0 && self.distance_squared(other) <= length.squared()
    }

    /// The distance rounded up to a whole micrometre: a part of a path, to be added to others, so that cutting a
    /// move into pieces never gains length.
    pub const fn distance_up(self, other: Self) -> Len {
        let square = self.distance_squared(other);
        let root = square.isqrt();
        let up = if root * root < square { root + 1 } else { root };
        Len(if up > i32::MAX as u64 { i32::MAX } else { up as i32 })
    }
}

impl From<(Len, Len)> for Pt {
    fn from((x, y): (Len, Len)) -> Self {
        Self { x, y }
    }
}

impl From<Pt> for (Len, Len) {
    fn from(point: Pt) -> Self {
        (point.x, point.y)
    }
}

impl fmt::Display for Pt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

macro_rules! as_text {
    ($type:ty, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl de::Visitor<'_> for Text {
                    type Value = $type;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$type, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

as_text!(Len, "a length such as \"24in\" or \"60mm\"");
as_text!(Angle, "an angle such as \"45deg\"");

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_len(text: &str, micrometres: i32, shown: &str) {
        let len: Len = text.parse().unwrap();
        assert_eq!(len.get(), micrometres, "{text}");
        assert_eq!(len.to_string(), shown, "{text}");
        assert_eq!(shown.parse::<Len>().unwrap(), len, "{text}");
    }

    #[test]
    fn lengths_are_read_exactly_and_shown_in_the_unit_that_comes_out_even() {
        check_len("24in", 609_600, "24in");
        check_len("60mm", 60_000, "60mm");
        check_len("2.50in", 63_500, "2.5in");
        check_len("1.5in", 38_100, "1.5in");
        check_len("-0.001mm", -1, "-0.001mm");
        check_len("127mm", 127_000, "5in");
        check_len("0mm", 0, "0");
        check_len("100000mm", 100_000_000, "100000mm");
    }

    #[test]
    fn a_bad_length_says_what_was_expected() {
        for (text, message) in [
            ("24", "found \"24\", expected a length such as \"24in\" or \"60mm\""),
            ("in", "found \"in\", expected a length such as \"24in\" or \"60mm\""),
            ("1e3mm", "found \"1e3mm\", expected a length such as \"24in\" or \"60mm\""),
            ("0.0001mm", "found \"0.0001mm\", expected a length in whole thousandths of a millimetre"),
            ("100001mm", "found \"100001mm\", expected at most 100 m"),
            ("9999999999999in", "found \"9999999999999in\", expected at most 100 m"),
        ] {
            assert_eq!(text.parse::<Len>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn every_angle_comes_back_from_its_text() {
        for parts in 0..=u16::MAX {
            let angle = Angle::new(parts);
            assert_eq!(angle.to_string().parse(), Ok(angle), "{angle}");
        }
        assert_eq!(Angle::degrees(90), Angle::QUARTER);
        assert_eq!(Angle::degrees(-180), Angle::HALF);
        assert_eq!(Angle::degrees(30).to_string(), "30deg");
        assert_eq!(Angle::degrees(350).between(Angle::degrees(20)), Angle::degrees(30));
    }

    #[test]
    fn exactly_six_inches_is_within_six_inches() {
        let (a, b) = (Pt::default(), Pt::new(Len::inches(6), Len::ZERO));
        assert!(a.is_within(b, Len::inches(6)));
        assert!(!a.is_within(b, Len::inches(6) - Len::micrometres(1)));
        // 3, 4, 5: no rounding; 1, 1: up.
        assert_eq!(a.distance_up(Pt::new(Len::inches(3), Len::inches(4))), Len::inches(5));
        assert_eq!(a.distance_up(Pt::new(Len(1), Len(1))), Len(2));
    }
}
