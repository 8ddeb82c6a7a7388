//! Putting a changed value back into the text that a person wrote.
//!
//! Three texts are compared item by item: the old one as it was written, what its value is in canonical form,
//! and the new value in canonical form. Only where the last two differ is the first one touched, so that an
//! unchanged line keeps its bytes, its place and its comments.

use std::collections::BTreeMap;
use std::ops::Range;

use super::tree::{Kind, Node};
use super::write::{layout, one_line};
use super::{Tree, parse};
use crate::problem::{Problem, Severity};

/// The old text with what differs between `base` (its value, canonical) and `new`; `None` if one of them cannot
/// be read. The caller reads the result again, since a text can be such that this finds no place in it.
pub fn merge(old: &str, base: &str, new: &str) -> Option<String> {
    if base == new {
        return Some(old.to_owned());
    }
    if old == base {
        return Some(new.to_owned());
    }
    let old = parse(old, "").into_result().ok()?;
    let base = parse(base, "").into_result().ok()?;
    let new = parse(new, "").into_result().ok()?;
    let mut patches = Vec::new();
    node(old.root(), base.root(), new.root(), 2, &mut patches);
    Some(apply(&old, patches))
}

/// The comments of the old text that the new one does not have, as remarks at their place in the old one.
pub fn lost_comments(old: &str, new: &str, file: &str) -> Vec<Problem> {
    let (Some(old), Some(new)) = (parse(old, file).value, parse(new, file).value) else { return Vec::new() };
    let mut kept: BTreeMap<&str, usize> = BTreeMap::new();
    for (text, _) in new.comments() {
        *kept.entry(text).or_default() += 1;
    }
    let mut lost = Vec::new();
    for (text, (line, column)) in old.comments() {
        match kept.get_mut(text) {
            Some(count) if *count > 0 => *count -= 1,
            _ => {
                let mut problem = Problem::error(format!("the comment {text:?} has no place any more"));
                problem.severity = Severity::Remark;
                lost.push(problem.in_file(file).at(line, column));
            }
        }
    }
    lost
}

/// Put this text in place of that stretch of the old one.
struct Patch {
    span: Range<usize>,
    text: String,
}

fn apply(old: &Tree, mut patches: Vec<Patch>) -> String {
    // Insertions at one place keep the order in which they were found.
    patches.sort_by_key(|patch| patch.span.start);
    let mut out = String::with_capacity(old.text.len());
    let mut done = 0;
    for patch in patches {
        if patch.span.start < done {
            continue;
        }
        out.push_str(&old.text[done..patch.span.start]);
        out.push_str(&patch.text);
        done = patch.span.end;
    }
    out.push_str(&old.text[done..]);
    out
}

/// What one part of a bracket is known by: the name of its field, its key, its id, or its number.
type Name = String;

/// A part of a bracket: its name, and for entries of a map the key.
struct Part<'t> {
    name: Name,
    key: Option<Node<'t>>,
    value: Node<'t>,
}

impl Part<'_> {
    fn start(&self) -> usize {
        self.key.map_or_else(|| self.value.outer_start(), |key| key.span().start)
    }

    fn is_like(&self, other: &Part<'_>) -> bool {
        one_line(self.value) == one_line(other.value)
    }
}

fn parts(node: Node<'_>) -> Vec<Part<'_>> {
    if node.kind() == Kind::Map {
        return node
            .entries()
            .map(|(key, value)| Part { name: key_name(key), key: Some(key), value })
            .collect();
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = Vec::new();
    for (index, value) in node.items().enumerate() {
        let name = match (value.key(), value.field("id")) {
            (Some(key), _) => key.to_owned(),
            (None, Some(id)) => {
                let id = id.as_text().unwrap_or_default();
                let count = seen.entry(id.clone()).or_default();
                *count += 1;
                format!("{id} {count}")
            }
            (None, None) => index.to_string(),
        };
        out.push(Part { name, key: None, value });
    }
    out
}

/// A hexside may be written from either side.
fn key_name(key: Node<'_>) -> Name {
    let text = key.as_text().unwrap_or_else(|| key.text().to_owned());
    match text.split_once('|') {
        Some((a, b)) if a > b => format!("{b}|{a}"),
        _ => text,
    }
}

fn node(old: Node<'_>, base: Node<'_>, new: Node<'_>, levels: usize, patches: &mut Vec<Patch>) {
    let container = matches!(new.kind(), Kind::Struct | Kind::List | Kind::Map);
    let alike = old.kind() == new.kind() && base.kind() == new.kind() && old.name() == new.name();
    let one_lined = !old.text().contains('\n');
    if !container || !alike || one_lined || !walk(old, base, new, levels, patches) {
        let text = laid_out(new, levels, indent_of(old), one_lined && levels == 0);
        patches.push(Patch { span: old.span(), text });
    }
}

/// The parts of a bracket one by one; false if their order is another or they cannot be told apart.
fn walk(old: Node<'_>, base: Node<'_>, new: Node<'_>, levels: usize, patches: &mut Vec<Patch>) -> bool {
    let (olds, bases, news) = (parts(old), parts(base), parts(new));
    if olds.is_empty() {
        return false;
    }
    if new.kind() == Kind::List && new.items().any(|item| item.field("id").is_none()) {
        // Without ids the parts are told apart by their number.
        if bases.len() != news.len() || olds.len() != bases.len() {
            return splice(old, &olds, &bases, &news, levels, patches);
        }
    }
    let by_name = |parts: &[Part<'_>]| -> BTreeMap<Name, usize> {
        parts.iter().enumerate().map(|(index, part)| (part.name.clone(), index)).collect()
    };
    let (in_old, in_base, in_new) = (by_name(&olds), by_name(&bases), by_name(&news));
    if new.kind() == Kind::List {
        let order = |parts: &[Part<'_>], other: &BTreeMap<Name, usize>| -> Vec<Name> {
            parts.iter().filter(|part| other.contains_key(&part.name)).map(|part| part.name.clone()).collect()
        };
        if order(&bases, &in_new) != order(&news, &in_base) || in_new.len() != news.len() {
            return false;
        }
    }
    for part in &bases {
        if !in_new.contains_key(&part.name) {
            let Some(&index) = in_old.get(&part.name) else { return false };
            remove(old, &olds, index, patches);
        }
    }
    let mut before: Option<usize> = None;
    for part in &news {
        let was = in_base.get(&part.name).map(|&index| &bases[index]);
        match (was, in_old.get(&part.name)) {
            (Some(was), at) if was.is_like(part) => before = at.copied().or(before),
            (Some(was), Some(&at)) => {
                node(olds[at].value, was.value, part.value, levels.saturating_sub(1), patches);
                before = Some(at);
            }
            (None, Some(&at)) => {
                // Left out of the canonical form, but written: a default that was spelt out.
                let value = olds[at].value;
                let text = laid_out(part.value, levels.saturating_sub(1), indent_of(value), false);
                patches.push(Patch { span: value.span(), text });
                before = Some(at);
            }
            (_, None) => insert(old, &olds, before, &[part], levels, patches),
        }
    }
    true
}

/// A list whose length changed: what is the same at both ends stays.
fn splice(
    old: Node<'_>,
    olds: &[Part<'_>],
    bases: &[Part<'_>],
    news: &[Part<'_>],
    levels: usize,
    patches: &mut Vec<Patch>,
) -> bool {
    if olds.len() != bases.len() {
        return false;
    }
    let head = bases.iter().zip(news).take_while(|(a, b)| a.is_like(b)).count();
    let most = bases.len().min(news.len()) - head;
    let tail = bases.iter().rev().zip(news.iter().rev()).take(most).take_while(|(a, b)| a.is_like(b)).count();
    let (gone, come) = (head..bases.len() - tail, &news[head..news.len() - tail]);
    let changed = gone.len().min(come.len());
    for (offset, part) in come.iter().take(changed).enumerate() {
        let at = head + offset;
        node(olds[at].value, bases[at].value, part.value, levels.saturating_sub(1), patches);
    }
    for index in gone.skip(changed) {
        remove(old, olds, index, patches);
    }
    let rest: Vec<&Part<'_>> = come.iter().skip(changed).collect();
    if !rest.is_empty() {
        insert(old, olds, (head + changed).checked_sub(1), &rest, levels, patches);
    }
    true
}

fn remove(old: Node<'_>, olds: &[Part<'_>], index: usize, patches: &mut Vec<Patch>) {
    let text = old.tree.text.as_str();
    let (start, after) = (olds[index].start(), behind_comma(old, olds, index).0);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let alone = text[line..start].trim().is_empty();
    let span = match line_end(old.tree, after) {
        Some(end) if alone => line..(end + 1).min(text.len()),
        _ => start..after + (text[after..].len() - text[after..].trim_start_matches(' ').len()),
    };
    patches.push(Patch { span, text: String::new() });
}

/// Puts new parts behind one of the old ones, or before the first.
fn insert(
    old: Node<'_>,
    olds: &[Part<'_>],
    before: Option<usize>,
    new: &[&Part<'_>],
    levels: usize,
    patches: &mut Vec<Patch>,
) {
    let text = old.tree.text.as_str();
    let first = olds.first().map_or(old.span().end, Part::start);
    let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let margin = &text[line..first];
    let lines = margin.trim().is_empty();
    let mut added = String::new();
    for part in new {
        if lines {
            added.push('\n');
            added.push_str(margin);
        } else {
            added.push(' ');
        }
        if let Some(key) = part.key {
            added.push_str(&one_line(key));
            added.push_str(": ");
        } else if let Some(key) = part.value.key() {
            added.push_str(key);
            added.push_str(": ");
        }
        added.push_str(&laid_out(part.value, levels.saturating_sub(1), margin.len() / 4, !lines));
        added.push(',');
    }
    let at = match before {
        None => {
            // Behind the bracket, which the name of the item may precede.
            let open = old.span().start + old.name().map_or(0, str::len);
            open + text[open..first].find(['(', '[', '{']).map_or(0, |at| at + 1)
        }
        Some(index) => {
            let (after, comma) = behind_comma(old, olds, index);
            if !comma {
                added.insert(0, ',');
            }
            // A comment on the same line belongs to what stands before it.
            line_end(old.tree, after).filter(|_| comma && lines).unwrap_or(after)
        }
    };
    patches.push(Patch { span: at..at, text: added });
}

/// Where the text goes on behind a part and its comma, and whether it has one.
fn behind_comma(old: Node<'_>, olds: &[Part<'_>], index: usize) -> (usize, bool) {
    let tree = old.tree;
    let end = olds[index].value.span().end;
    let next = olds.get(index + 1).map_or(old.span().end, Part::start);
    // Commas inside comments do not count.
    let mut from = end;
    let first = tree.comments.partition_point(|comment| (comment.start as usize) < end);
    for comment in &tree.comments[first..] {
        if comment.start as usize >= next {
            break;
        }
        if let Some(at) = tree.text[from..comment.start as usize].find(',') {
            return (from + at + 1, true);
        }
        from = comment.end as usize;
    }
    match tree.text[from..next].find(',') {
        Some(at) => (from + at + 1, true),
        None => (end, false),
    }
}

/// The end of the line, if nothing but comments is on the rest of it.
fn line_end(tree: &Tree, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = &tree.text[at..];
        let trimmed = rest.trim_start_matches([' ', '\t', '\r']);
        at += rest.len() - trimmed.len();
        if trimmed.is_empty() || trimmed.starts_with('\n') {
            return Some(at);
        }
        let next = tree.comments.partition_point(|comment| (comment.start as usize) < at);
        let comment = tree.comments.get(next).filter(|comment| comment.start as usize == at)?;
        if tree.text[at..comment.end as usize].contains('\n') {
            return None;
        }
        at = comment.end as usize;
    }
}

/// The depth of the line that an item begins on, in steps of four spaces.
fn indent_of(node: Node<'_>) -> usize {
    let text = &node.tree.text[..node.raw().start as usize];
    let line = text.rfind('\n').map_or(0, |at| at + 1);
    (text.len() - line - text[line..].trim_start().len()) / 4
}

fn laid_out(node: Node<'_>, levels: usize, indent: usize, flat: bool) -> String {
    let mut out = String::new();
    layout(node, if flat { 0 } else { levels }, indent, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, base: &str, new: &str, merged: &str) {
        assert_eq!(merge(old, base, new).as_deref(), Some(merged));
    }

    const OLD: &str = "// Head.\n(\n    b: 2, // two\n    a: 1,\n    // Rows.\n    rows: [\n        \"xx\", // first\n        \"yy\"\n    ],\n    m: {\"k|j\": 1,\n        \"z\": 2 },\n    off: false,\n)\n";
    const BASE: &str = "(a:1,b:2,rows:[\"xx\",\"yy\"],m:{\"j|k\":1,\"z\":2})";

    #[test]
    fn what_did_not_change_keeps_its_bytes() {
        check(OLD, BASE, BASE, OLD);
        check(OLD, BASE, &BASE.replace("a:1", "a:9"), &OLD.replace("a: 1", "a: 9"));
        check(OLD, BASE, &BASE.replace("yy", "yx"), &OLD.replace("yy", "yx"));
        check(OLD, BASE, &BASE.replace("a:1,", ""), &OLD.replace("    a: 1,\n", ""));
        check(
            OLD,
            BASE,
            &BASE.replace("b:2,", "b:2,c:(x:1),"),
            &OLD.replace("// two\n", "// two\n    c: (x: 1),\n"),
        );
        check(OLD, BASE, &BASE.replace("m:{", "off:true,m:{"), &OLD.replace("off: false", "off: true"));
        check(
            OLD,
            BASE,
            &BASE.replace(",\"yy\"", ",\"yy\",\"zz\""),
            &OLD.replace("\"yy\"\n", "\"yy\",\n        \"zz\",\n"),
        );
        check(OLD, BASE, &BASE.replace("\"xx\",", ""), &OLD.replace("        \"xx\", // first\n", ""));
        check(OLD, BASE, &BASE.replace("k\":1", "k\":3"), &OLD.replace("\"k|j\": 1", "\"k|j\": 3"));
        check(OLD, BASE, &BASE.replace("\"j|k\":1,", ""), &OLD.replace("\"k|j\": 1,\n", "\n"));
    }

    #[test]
    fn comments_without_a_place_are_listed() {
        let new = OLD.replace("    b: 2, // two\n", "");
        let lost = lost_comments(OLD, &new, "map.ron");
        assert_eq!(lost.len(), 1);
        assert_eq!(lost[0].to_string(), "map.ron:3:11: remark: the comment \"// two\" has no place any more");
    }
}
