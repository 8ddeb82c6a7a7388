//! Comments in the canonical form: each is put back beside the datum that it stood beside.
//!
//! The canonical writer knows values only. A comment on a line of its own goes above the line of the datum that
//! follows it in its bracket, or below the last one there; what stands behind something goes to the end of the
//! line that this has now.

use std::collections::BTreeMap;

use engine::scenario::ron::{self, Node, Tree};

/// Line and column, as a tree gives them.
type Place = (u32, u32);

/// The canonical text `new` with the comments of the text `old`, which says the same. `None` if one of them
/// cannot be read.
pub(super) fn put_back(old: &str, new: &str) -> Option<String> {
    let (old, new) = (ron::parse(old, "").value?, ron::parse(new, "").value?);
    if old.comments().next().is_none() {
        return Some(new.text().to_owned());
    }
    let mut data = Vec::new();
    collect(old.root(), &mut data);
    let mut lines = Lines::default();
    for (text, place) in old.comments() {
        lines.place(text, place, &data, &old, &new);
    }
    Some(lines.write(new.text()))
}

fn collect<'t>(node: Node<'t>, out: &mut Vec<Node<'t>>) {
    out.push(node);
    node.items().for_each(|item| collect(item, out));
}

fn end(node: Node<'_>) -> Place {
    node.tree().position(node.span().end)
}

/// What is added to the lines of the new text, by their numbers.
#[derive(Default)]
struct Lines<'t> {
    above: BTreeMap<u32, Vec<&'t str>>,
    behind: BTreeMap<u32, Vec<&'t str>>,
    /// With the line whose indentation it has.
    below: BTreeMap<u32, Vec<(u32, &'t str)>>,
}

impl<'t> Lines<'t> {
    /// Finds the place of a comment; `data` are all items of the old text, outer ones before inner ones.
    fn place(&mut self, text: &'t str, place: Place, data: &[Node<'_>], old: &Tree, new: &Tree) {
        let now = |node: Node<'_>| new.find(&node.path());
        let before = data[..data.partition_point(|node| node.key_position() < place)].last();
        let line = old.text().lines().nth(place.0 as usize - 1).unwrap_or("");
        let alone = line.chars().take(place.1 as usize - 1).all(char::is_whitespace);
        if !alone && let Some(&begun) = before {
            if begun.key_position().0 == place.0 {
                return self.behind(now(begun).key_position().0, text);
            }
            // Only closing brackets stand before it on its line.
            if let Some(&closed) = data.iter().find(|node| end(**node).0 == place.0 && end(**node) <= place) {
                return self.behind(end(now(closed)).0, text);
            }
        }
        let around = data.iter().rfind(|node| node.position() < place && place < end(**node));
        let Some(&around) = around else {
            let root = new.root();
            if place < old.root().position() {
                self.above.entry(root.position().0).or_default().push(text);
            } else {
                self.below.entry(end(root).0).or_default().push((root.position().0, text));
            }
            return;
        };
        let (mut last, mut next) = (None, None);
        for item in around.items() {
            if item.key_position() < place {
                last = Some(item);
            } else {
                next = next.or(Some(item));
            }
        }
        match (next, last) {
            (Some(next), _) => self.above.entry(now(next).key_position().0).or_default().push(text),
            (None, Some(last)) => {
                let last = now(last);
                self.below.entry(end(last).0).or_default().push((last.key_position().0, text));
            }
            (None, None) => self.above.entry(now(around).key_position().0).or_default().push(text),
        }
    }

    /// Behind a line there is room for one comment that goes to the line's end.
    fn behind(&mut self, line: u32, text: &'t str) {
        let there = self.behind.entry(line).or_default();
        if there.iter().any(|other| other.starts_with("//")) {
            self.above.entry(line).or_default().push(text);
        } else {
            there.push(text);
        }
    }

    fn write(self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let indent = |number: u32| {
            let line = lines.get(number as usize - 1).copied().unwrap_or("");
            &line[..line.len() - line.trim_start().len()]
        };
        let mut out = String::with_capacity(text.len());
        for (line, number) in lines.iter().zip(1..) {
            for comment in self.above.get(&number).into_iter().flatten() {
                out.extend([indent(number), comment, "\n"]);
            }
            out.push_str(line);
            for comment in self.behind.get(&number).into_iter().flatten() {
                out.extend([" ", comment]);
            }
            out.push('\n');
            for (like, comment) in self.below.get(&number).into_iter().flatten() {
                out.extend([indent(*like), comment, "\n"]);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let written = put_back(old, new).expect("both can be read");
        assert_eq!(written, expected);
        assert_eq!(put_back(&written, new).as_deref(), Some(expected), "a second time it moved");
    }

    #[test]
    fn a_comment_stays_beside_its_datum() {
        let new = "(\n    a: 1,\n    rows: [\n        \"x\",\n        \"y\",\n    ],\n)\n";
        check("(a:1,rows:[\"x\",\"y\"])", new, new);
        check(
            "// head\n(rows:[ // top\n  \"x\", // north\n // south\n \"y\",\n // last\n ], // rows end\n // one\n a: 1 /* in */,\n// end\n)\n// foot\n",
            new,
            "// head\n(\n    // one\n    a: 1, /* in */\n    // end\n    rows: [ // top\n        \"x\", // north\n        // south\n        \"y\",\n        // last\n    ], // rows end\n)\n// foot\n",
        );
    }

    #[test]
    fn two_comments_that_meet_on_one_line_are_both_kept() {
        check(
            "(a: ( // outer\n b: 1, // inner\n ),)",
            "(\n    a: (b: 1),\n)\n",
            "(\n    // inner\n    a: (b: 1), // outer\n)\n",
        );
    }
}
