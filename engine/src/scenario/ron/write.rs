//! The canonical form: two levels open, the rest on one line, a comma behind each line.
//!
//! Of the second level lists and maps are always open, one thing to a line; fields in parentheses only where
//! they do not fit a line. A `map:` that a scenario holds stands as open as in a file of its own, and its `game:`
//! block, whose depth only the game knows, is open wherever it does not fit a line.

use serde::Serialize;

use super::tree::{Kind, Node};

/// The longest `(…)` of the second level that stays on one line, in bytes.
const WIDTH: usize = 88;

/// A value in canonical form, with a line end behind it.
///
/// # Panics
///
/// If the value cannot be written as RON, or not be read again: both are mistakes of its type.
pub fn write<T: Serialize + ?Sized>(value: &T) -> String {
    let tree =
        super::parse(&compact(value), "").into_result().expect("what the library writes is well formed");
    let mut out = String::new();
    layout(tree.root(), 2, 0, &mut out);
    out.push('\n');
    out
}

/// A value on one line, without a line end.
///
/// # Panics
///
/// As [`write()`].
pub fn write_line<T: Serialize + ?Sized>(value: &T) -> String {
    let tree =
        super::parse(&compact(value), "").into_result().expect("what the library writes is well formed");
    one_line(tree.root())
}

/// A value on one line without spaces.
///
/// # Panics
///
/// If the value cannot be written as RON, which is a mistake of its type.
pub fn compact<T: Serialize + ?Sized>(value: &T) -> String {
    super::read::options().to_string(value).expect("our values are plain data")
}

/// Lays an item out: so many levels of brackets are open, with one item to a line; `indent` is the depth of
/// the line that the item begins on.
pub fn layout(node: Node<'_>, levels: usize, indent: usize, out: &mut String) {
    let held = levels == 1 && indent == 1;
    match node.key() {
        Some("map") if held => open(node, Open::Levels(2), indent, out),
        Some("game") if held => open(node, Open::WhereLong, indent, out),
        _ => open(node, Open::Levels(levels), indent, out),
    }
}

/// Which brackets are open.
#[derive(Clone, Copy)]
enum Open {
    /// So many levels.
    Levels(usize),
    /// All that do not fit a line.
    WhereLong,
}

fn open(node: Node<'_>, how: Open, indent: usize, out: &mut String) {
    let is_struct = matches!(node.kind(), Kind::Struct | Kind::Tuple);
    let container = is_struct || matches!(node.kind(), Kind::List | Kind::Map);
    if matches!(how, Open::Levels(0)) || !container || node.items().next().is_none() {
        line(node, out);
        return;
    }
    if matches!(how, Open::WhereLong) || is_struct && matches!(how, Open::Levels(1)) {
        let before = out.len();
        line(node, out);
        if out.len() - before <= WIDTH {
            return;
        }
        out.truncate(before);
    }
    let (first, last) = brackets(node);
    out.push_str(node.name().unwrap_or(""));
    out.push(first);
    out.push('\n');
    let mut entry = |key: Option<Node<'_>>, value: Node<'_>| {
        pad(indent + 1, out);
        if let Some(key) = key {
            line(key, out);
            out.push_str(": ");
        } else if let Some(key) = value.key() {
            out.push_str(key);
            out.push_str(": ");
        }
        match how {
            Open::Levels(levels) => layout(value, levels - 1, indent + 1, out),
            Open::WhereLong => open(value, how, indent + 1, out),
        }
        out.push_str(",\n");
    };
    if node.kind() == Kind::Map {
        node.entries().for_each(|(key, value)| entry(Some(key), value));
    } else {
        node.items().for_each(|value| entry(None, value));
    }
    pad(indent, out);
    out.push(last);
}

/// An item on one line, without its comments.
pub fn one_line(node: Node<'_>) -> String {
    let mut out = String::new();
    line(node, &mut out);
    out
}

/// A text in quotes, as the canonical form escapes it.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

pub(super) fn pad(indent: usize, out: &mut String) {
    for _ in 0..indent {
        out.push_str("    ");
    }
}

fn brackets(node: Node<'_>) -> (char, char) {
    match node.kind() {
        Kind::List => ('[', ']'),
        Kind::Map => ('{', '}'),
        _ => ('(', ')'),
    }
}

/// The depth is bounded by the first pass, so this may call itself.
fn line(node: Node<'_>, out: &mut String) {
    match node.kind() {
        Kind::Text => match node.as_text() {
            Some(text) => out.push_str(&quote(&text)),
            None => out.push_str(node.text()),
        },
        Kind::Struct | Kind::Tuple | Kind::List | Kind::Map => {
            let (open, close) = brackets(node);
            out.push_str(node.name().unwrap_or(""));
            out.push(open);
            let is_map = node.kind() == Kind::Map;
            for (index, item) in node.items().enumerate() {
                let is_value = is_map && index % 2 == 1;
                if index > 0 {
                    out.push_str(if is_value { ": " } else { ", " });
                }
                if let Some(key) = item.key() {
                    out.push_str(key);
                    out.push_str(": ");
                }
                line(item, out);
            }
            out.push(close);
        }
        Kind::Broken | Kind::Name | Kind::Number | Kind::Char | Kind::Bytes => out.push_str(node.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Data {
        format: u8,
        title: &'static str,
        sides: Vec<Side>,
        words: BTreeMap<&'static str, Option<char>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        none: Vec<u8>,
    }

    #[derive(Serialize)]
    enum Side {
        Us(u8, Vec<u8>),
        Indian { chiefs: [&'static str; 2] },
        Nobody,
    }

    #[test]
    fn two_levels_are_open_and_the_rest_is_on_one_line() {
        let data = Data {
            format: 1,
            title: "A \"quoted\"\ntitle",
            sides: vec![Side::Us(3, vec![1, 2]), Side::Indian { chiefs: ["Gall", "Hump"] }, Side::Nobody],
            words: [("a", Some('x')), ("b", None)].into(),
            none: Vec::new(),
        };
        let expected = r#"(
    format: 1,
    title: "A \"quoted\"\ntitle",
    sides: [
        Us(3, [1, 2]),
        Indian(chiefs: ("Gall", "Hump")),
        Nobody,
    ],
    words: {
        "a": 'x',
        "b": None,
    },
)
"#;
        assert_eq!(write(&data), expected);
    }

    #[test]
    fn the_block_of_a_game_is_open_where_it_is_long() {
        let long = "x".repeat(80);
        let text =
            format!("(game: ford(days: 2, camp: {{\"{long}\": [1, 2], \"b\": 3}}), map: (rows: [\"..\"]))");
        let tree = crate::scenario::ron::parse(&text, "").into_result().unwrap();
        let mut out = String::new();
        layout(tree.root(), 2, 0, &mut out);
        let expected = format!(
            "(\n    game: ford(\n        days: 2,\n        camp: {{\n            \"{long}\": [1, 2],\n            \
             \"b\": 3,\n        }},\n    ),\n    map: (\n        rows: [\n            \"..\",\n        ],\n    ),\n)"
        );
        assert_eq!(out, expected);
    }
}
