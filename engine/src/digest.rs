//! Digests: a short number that stands for a value, the same on every machine and in every version.
//!
//! A value is written through serde into canonical bytes (fixed order, fixed widths, nothing that depends on
//! the library) and these are hashed with SipHash-2-4-128 under a fixed key. Golden values at the bottom
//! freeze both. `std::hash::Hash` promises neither and serves only to find equal states within one run.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{self, Serialize, Serializer};

/// A digest of 128 bits. In text, and in files, it is 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digest(pub u128);

/// The digest of a value, from its canonical bytes.
///
/// # Panics
///
/// If the value holds a floating-point number, a sequence of unknown length or refuses to be written: none
/// of these may be in a state, an action, an event or a scenario.
pub fn of<T: Serialize + ?Sized>(value: &T) -> Digest {
    let mut canonical = Canonical { sip: Sip::new() };
    match value.serialize(&mut canonical) {
        Ok(()) => canonical.sip.finish(),
        Err(Unfit(reason)) => panic!("a value without a digest: {reason}"),
    }
}

/// The digest of plain bytes, such as the text of a file.
pub fn of_bytes(bytes: &[u8]) -> Digest {
    let mut sip = Sip::new();
    sip.write(bytes);
    sip.finish()
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// A text that is no digest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found {0:?}, expected a digest of 32 digits 0-9, a-f")]
pub struct NoDigest(String);

impl FromStr for Digest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Self, NoDigest> {
        let canonical = text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !canonical {
            return Err(NoDigest(text.chars().take(40).collect()));
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| NoDigest(text.to_owned()))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u128(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Digest;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a digest of 32 digits 0-9, a-f")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Digest, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// SipHash-2-4 with 128 bits of result, under the key of all zeros.
struct Sip {
    v: [u64; 4],
    tail: u64,
    /// Bytes in `tail`, 0 to 7.
    filled: u32,
    length: u64,
}

impl Sip {
    fn new() -> Self {
        Self::keyed(0, 0)
    }

    fn keyed(k0: u64, k1: u64) -> Self {
        Self {
            v: [
                k0 ^ 0x736f_6d65_7073_6575,
                k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee,
                k0 ^ 0x6c79_6765_6e65_7261,
                k1 ^ 0x7465_6462_7974_6573,
            ],
            tail: 0,
            filled: 0,
            length: 0,
        }
    }

    fn round(&mut self) {
        let [v0, v1, v2, v3] = &mut self.v;
        *v0 = v0.wrapping_add(*v1);
        *v1 = v1.rotate_left(13) ^ *v0;
        *v0 = v0.rotate_left(32);
        *v2 = v2.wrapping_add(*v3);
        *v3 = v3.rotate_left(16) ^ *v2;
        *v0 = v0.wrapping_add(*v3);
        *v3 = v3.rotate_left(21) ^ *v0;
        *v2 = v2.wrapping_add(*v1);
        *v1 = v1.rotate_left(17) ^ *v2;
        *v2 = v2.rotate_left(32);
    }

    fn word(&mut self, word: u64) {
        self.v[3] ^= word;
        self.round();
        self.round();
        self.v[0] ^= word;
    }

    /// The lowest `bytes` (1 to 8) bytes of `value`; the rest of it is zero.
    fn small(&mut self, value: u64, bytes: u32) {
        self.length = self.length.wrapping_add(u64::from(bytes));
        self.tail |= value << (8 * self.filled);
        let filled = self.filled + bytes;
        if filled < 8 {
            self.filled = filled;
            return;
        }
        let word = self.tail;
        self.word(word);
        let used = 8 - self.filled;
        self.tail = if used == 8 { 0 } else { value >> (8 * used) };
        self.filled = filled - 8;
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for chunk in &mut words {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            self.small(u64::from_le_bytes(word), 8);
        }
        for &byte in words.remainder() {
            self.small(u64::from(byte), 1);
        }
    }

    fn finish(mut self) -> Digest {
        let last = self.tail | (self.length << 56);
        self.word(last);
        self.v[2] ^= 0xee;
        for _ in 0..4 {
            self.round();
        }
        let low = self.v[0] ^ self.v[1] ^ self.v[2] ^ self.v[3];
        self.v[1] ^= 0xdd;
        for _ in 0..4 {
            self.round();
        }
        let high = self.v[0] ^ self.v[1] ^ self.v[2] ^ self.v[3];
        // The reference writes both words with their lowest byte first; the text shows the bytes in order.
        let bytes = (u128::from(high) << 64) | u128::from(low);
        Digest(bytes.swap_bytes())
    }
}

/// Why a value has no digest.
#[derive(Debug)]
struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

impl ser::Error for Unfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Writes values as canonical bytes.
///
/// Integers stand in their own width with the lowest byte first, lengths in eight bytes, variants by their
/// number in four, fields of structs in the order of their declaration with one byte each that says whether
/// the field is written or skipped.
struct Canonical {
    sip: Sip,
}

impl Canonical {
    fn length(&mut self, length: Option<usize>) -> Result<&mut Self, Unfit> {
        let length = length.ok_or_else(|| Unfit("a sequence of unknown length".to_owned()))?;
        self.sip.small(length as u64, 8);
        Ok(self)
    }

    fn variant(&mut self, index: u32) -> &mut Self {
        self.sip.small(u64::from(index), 4);
        self
    }
}

macro_rules! integers {
    ($($method:ident $signed:ty as $unsigned:ty;)*) => {$(
        fn $method(self, value: $signed) -> Result<(), Unfit> {
            self.sip.small(u64::from(value as $unsigned), <$unsigned>::BITS / 8);
            Ok(())
        }
    )*};
}

impl<'a> Serializer for &'a mut Canonical {
    type Ok = ();
    type Error = Unfit;
    type SerializeSeq = &'a mut Canonical;
    type SerializeTuple = &'a mut Canonical;
    type SerializeTupleStruct = &'a mut Canonical;
    type SerializeTupleVariant = &'a mut Canonical;
    type SerializeMap = &'a mut Canonical;
    type SerializeStruct = &'a mut Canonical;
    type SerializeStructVariant = &'a mut Canonical;

    fn is_human_readable(&self) -> bool {
        false
    }

    integers! {
        serialize_i8 i8 as u8;
        serialize_i16 i16 as u16;
        serialize_i32 i32 as u32;
        serialize_i64 i64 as u64;
        serialize_u8 u8 as u8;
        serialize_u16 u16 as u16;
        serialize_u32 u32 as u32;
        serialize_u64 u64 as u64;
        serialize_bool bool as u8;
        serialize_char char as u32;
    }

    fn serialize_i128(self, value: i128) -> Result<(), Unfit> {
        self.sip.write(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result<(), Unfit> {
        self.sip.write(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Unfit> {
        Err(Unfit(format!("the floating-point number {value}")))
    }

    fn serialize_f64(self, value: f64) -> Result<(), Unfit> {
        Err(Unfit(format!("the floating-point number {value}")))
    }

    fn serialize_str(self, value: &str) -> Result<(), Unfit> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unfit> {
        self.length(Some(value.len()))?.sip.write(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unfit> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unfit> {
        self.sip.small(1, 1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unfit> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unfit> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Unfit> {
        self.variant(index);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        value.serialize(self.variant(index))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self::SerializeSeq, Unfit> {
        self.length(length)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Unfit> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unfit> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unfit> {
        Ok(self.variant(index))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self::SerializeMap, Unfit> {
        self.length(length)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Unfit> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unfit> {
        Ok(self.variant(index))
    }
}

impl ser::SerializeSeq for &mut Canonical {
    type Ok = ();
    type Error = Unfit;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

impl ser::SerializeTuple for &mut Canonical {
    type Ok = ();
    type Error = Unfit;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

impl ser::SerializeTupleStruct for &mut Canonical {
    type Ok = ();
    type Error = Unfit;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

impl ser::SerializeTupleVariant for &mut Canonical {
    type Ok = ();
    type Error = Unfit;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

impl ser::SerializeMap for &mut Canonical {
    type Ok = ();
    type Error = Unfit;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unfit> {
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Canonical {
    type Ok = ();
    type Error = Unfit;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Unfit> {
        self.sip.small(1, 1);
        value.serialize(&mut **self)
    }
    fn skip_field(&mut self, _: &'static str) -> Result<(), Unfit> {
        self.sip.small(0, 1);
        Ok(())
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

impl ser::SerializeStructVariant for &mut Canonical {
    type Ok = ();
    type Error = Unfit;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Unfit> {
        self.sip.small(1, 1);
        value.serialize(&mut **self)
    }
    fn skip_field(&mut self, _: &'static str) -> Result<(), Unfit> {
        self.sip.small(0, 1);
        Ok(())
    }
    fn end(self) -> Result<(), Unfit> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    /// The key and input of the reference implementation: bytes 0, 1, 2 …
    #[track_caller]
    fn check_reference(length: u8, digest: &str) {
        let mut sip = Sip::keyed(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908);
        let input: Vec<u8> = (0..length).collect();
        sip.write(&input);
        assert_eq!(sip.finish().to_string(), digest, "{length} bytes");
    }

    #[test]
    fn siphash_agrees_with_the_published_vectors() {
        check_reference(0, "a3817f04ba25a8e66df67214c7550293");
        check_reference(1, "da87c1d86b99af44347659119b22fc45");
        check_reference(7, "a1f1ebbed8dbc153c0b84aa61ff08239");
        check_reference(8, "3b62a9ba6258f5610f83e264f31497b4");
        check_reference(15, "5493e99933b0a8117e08ec0f97cfc3d9");
        check_reference(63, "5150d1772f50834a503e069a973fbd7c");
    }

    #[derive(Serialize)]
    enum Step {
        Rest,
        Move { piece: u16, to: (i16, i16) },
        Say(String),
    }

    #[derive(Serialize)]
    struct Row {
        steps: Vec<Step>,
        #[serde(skip_serializing_if = "Option::is_none")]
        leader: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<u8>,
    }

    fn row(leader: Option<u8>, target: Option<u8>) -> Row {
        let steps = vec![Step::Rest, Step::Move { piece: 7, to: (-1, 2) }, Step::Say("on".to_owned())];
        Row { steps, leader, target }
    }

    #[test]
    fn golden_values_freeze_the_canonical_bytes() {
        assert_eq!(of(&row(None, Some(3))).to_string(), "34980d76982eafa24be0c755d7d660f0");
        assert_eq!(of("").to_string(), "a37bd9053abdcb875f7c92c566446d71");
        assert_eq!(of_bytes(b"").to_string(), "5049d74780a3e07d4202ab47d4cef2f4");
        assert_eq!(of(&(true, 'x', 1_u128, -1_i64)).to_string(), "0127661f29b4aec64b2e6c39449313d8");
    }

    #[test]
    fn a_skipped_field_and_its_neighbour_differ() {
        assert_ne!(of(&row(None, Some(3))), of(&row(Some(3), None)));
    }

    #[test]
    fn lists_that_join_to_the_same_text_differ() {
        assert_ne!(of(&["ab", "c"][..]), of(&["a", "bc"][..]));
    }

    #[test]
    #[should_panic(expected = "floating-point number 0.5")]
    fn a_float_has_no_digest() {
        of(&vec![0.5_f64]);
    }

    #[test]
    fn pieces_of_any_width_make_the_same_hash_as_one_stretch() {
        let bytes: Vec<u8> = (0..200).collect();
        let mut sip = Sip::new();
        let mut rest = &bytes[..];
        for width in [1, 3, 8, 7, 2, 9, 31, 16, 5, 118] {
            let (now, later) = rest.split_at(width);
            sip.write(now);
            rest = later;
        }
        assert!(rest.is_empty());
        assert_eq!(sip.finish(), of_bytes(&bytes));
    }

    #[test]
    fn the_text_of_a_digest_is_read_back() {
        let digest = of("x");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert!("12".parse::<Digest>().is_err());
        assert!(digest.to_string().to_uppercase().parse::<Digest>().is_err());
    }
}
