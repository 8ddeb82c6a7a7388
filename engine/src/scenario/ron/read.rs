//! The second pass: items read into their types through the library, one by one.
//!
//! The library stops at the first mistake. [`Node::read_all`] notes it, takes the field or element concerned
//! out of a copy of the text, and reads again, so that a value with five mistakes costs five problems and not
//! five evenings.

use ::ron::error::{Error, SpannedError};
use ::ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::MAX_PROBLEMS;
use super::tree::{Item, Kind, Node};
use crate::problem::{Checked, Problem, name_hint, nearest};

/// The most mistakes that are looked for inside one item.
const MOST: usize = 20;

pub(super) fn options() -> ::ron::Options {
    ::ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl<'t> Node<'t> {
    /// The item as a value of this type, or the first thing that is wrong with it.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, Problem> {
        self.parse(self.text()).map_err(|(error, at)| self.explain(&error, at).problem)
    }

    /// The item as a value of this type, with everything that is wrong with it.
    pub fn read_all<T: DeserializeOwned>(self) -> Checked<T> {
        let mut problems = Vec::new();
        // What the first pass could not read it has complained about.
        if !self.is_whole() {
            return Checked { value: None, problems };
        }
        let mut holes: Vec<Hole> = Vec::new();
        let mut value = None;
        // Each mistake costs a reading of the whole item.
        let most = if self.span().len() > 1 << 20 { 3 } else { MOST };
        for _ in 0..most {
            let read =
                if holes.is_empty() { self.parse(self.text()) } else { self.parse(&self.without(&holes)) };
            let (error, at) = match read {
                Ok(whole) if holes.is_empty() => {
                    value = Some(whole);
                    break;
                }
                Ok(_) => break,
                Err(error) => error,
            };
            let mistake = self.explain(&error, at);
            let around = || holes.iter().filter(|hole| hole.holder == Some(mistake.culprit.item));
            // A field that was taken out, because it was wrong or misspelt, is not missing as well.
            let known = match &error {
                Error::MissingStructField { field, .. } => around()
                    .any(|hole| hole.key.as_deref().is_some_and(|key| nearest(key, [*field]).is_some())),
                Error::ExpectedDifferentLength { .. } => around().next().is_some(),
                _ => false,
            };
            if !known {
                problems.push(mistake.problem);
            }
            let hole = mistake.culprit.hole();
            if hole.start <= self.span().start && hole.end >= self.span().end
                || holes.iter().any(|other| other.start == hole.start && other.end == hole.end)
            {
                break;
            }
            holes.push(hole);
        }
        problems.sort_by_key(|problem| (problem.line, problem.column));
        Checked { value, problems }
    }

    /// Could the first pass read it, and everything in it?
    pub fn is_whole(self) -> bool {
        // What is wrong at its first sign is wrong between it and what is before it.
        let Item { start, end, .. } = *self.raw();
        self.broken().next().is_none() && !self.tree.flaws.iter().any(|flaw| start < *flaw && *flaw < end)
    }

    /// Parts that the first pass could not read. One at the end of the file begins where its holder ends.
    fn broken(self) -> impl Iterator<Item = Node<'t>> {
        let end = self.raw().end;
        let tree = self.tree;
        (self.item..tree.items.len() as u32)
            .map(move |item| Node { tree, item })
            .take_while(move |node| node.raw().start <= end)
            .filter(|node| node.kind() == Kind::Broken)
    }

    fn parse<T: DeserializeOwned>(self, text: &str) -> Result<T, (Error, usize)> {
        options().from_str(text).map_err(|SpannedError { code, span }| {
            let last = |error: &Error| matches!(error, Error::ExpectedInteger | Error::ExpectedString);
            let place = if last(&code) { span.end } else { span.start };
            // Lines and columns are the same in a copy with holes.
            let at = byte_at(self.text(), place.line, place.col);
            (code, self.span().start + at)
        })
    }

    /// The text with blanks for the holes, line by line and character by character as long as before.
    fn without(self, holes: &[Hole]) -> String {
        let start = self.span().start;
        let keep = |(at, c): (usize, char)| {
            let hidden = holes.iter().any(|hole| (hole.start..hole.end).contains(&(start + at)));
            if hidden && c != '\n' { ' ' } else { c }
        };
        self.text().char_indices().map(keep).collect()
    }

    /// The smallest item around a byte of the text.
    fn innermost(self, byte: usize) -> Node<'t> {
        let mut node = self;
        loop {
            let inside = |child: &Node<'t>| child.outer_start() <= byte && byte < child.span().end;
            match node.items().find(inside) {
                Some(child) => node = child,
                None => return node,
            }
        }
    }

    /// What has to go so that the rest can still be read: a field, an element of a list or an entry of a map,
    /// with its comma.
    fn hole(self) -> Hole {
        let mut node = self;
        while let Some(parent) = node.parent() {
            if parent.kind() != Kind::Tuple {
                break;
            }
            node = parent;
        }
        let entry = node.parent().filter(|parent| parent.kind() == Kind::Map).and_then(|parent| {
            parent.entries().find(|(key, value)| key.item == node.item || value.item == node.item)
        });
        let (start, end) = match entry {
            Some((key, value)) => (key.span().start, value.span().end),
            None => (node.outer_start(), node.span().end),
        };
        let rest = &self.tree.text[end..];
        let space = rest.len() - rest.trim_start().len();
        let comma = if rest[space..].starts_with(',') { space + 1 } else { 0 };
        Hole {
            start,
            end: end + comma,
            key: node.key().map(str::to_owned),
            holder: node.parent().map(|parent| parent.item),
        }
    }

    /// The library's error in our words and at the right place. `at` is a byte of the tree's text.
    fn explain(self, error: &Error, at: usize) -> Mistake<'t> {
        let text = &self.tree.text;
        let end = self.span().end;
        // The place may be the white space in front of the item.
        let space = text.get(at..end).map_or(0, |rest| rest.len() - rest.trim_start().len());
        let node = self.innermost((at + space).min(end.saturating_sub(1)));
        let container = if matches!(node.kind(), Kind::Struct | Kind::Tuple | Kind::Name) {
            node
        } else {
            node.parent().filter(|_| node.item != self.item).unwrap_or(node)
        };
        let found = node.excerpt();
        let plain = |message: String| Mistake { problem: node.problem(message), culprit: node };
        let expected = |what: &str| plain(format!("found {found}, expected {what}"));
        match error {
            Error::NoSuchStructField { expected, found, .. } => {
                let holder = if node.key() == Some(found) { node.parent() } else { Some(container) };
                let field = holder.and_then(|holder| holder.field(found)).unwrap_or(node);
                let problem = field.key_problem(format!("found the unknown field \"{found}\""));
                Mistake { problem: problem.hint(name_hint(found, expected.iter().copied())), culprit: field }
            }
            Error::DuplicateStructField { field, .. } => {
                let holder =
                    node.parent().filter(|parent| parent.field(field).is_some()).unwrap_or(container);
                let second =
                    holder.fields().filter(|(key, _)| key == field).nth(1).map_or(node, |(_, node)| node);
                Mistake {
                    problem: second.key_problem(format!("found the field \"{field}\" a second time")),
                    culprit: second,
                }
            }
            Error::MissingStructField { field, .. } => Mistake {
                problem: container.problem(format!("the field \"{field}\" is missing")),
                culprit: container,
            },
            Error::NoSuchEnumVariant { expected, found, .. } => {
                let problem = node.problem(format!("found \"{found}\", expected {}", one_of(expected)));
                Mistake { problem: problem.hint(name_hint(found, expected.iter().copied())), culprit: node }
            }
            Error::ExpectedDifferentLength { expected, found } => {
                // "tuple variant Step::Move with 2 elements", "an array of length 2"
                let number = expected.split(' ').rev().find(|word| word.parse::<usize>().is_ok());
                let values = if *found == 1 { "value" } else { "values" };
                let message = format!("found {found} {values}, expected {}", number.unwrap_or(expected));
                Mistake { problem: container.problem(message), culprit: container }
            }
            Error::ExpectedDifferentStructName { expected, found } => {
                plain(format!("found \"{found}\", expected \"{expected}\" or no name"))
            }
            Error::InvalidValueForType { expected, .. } => {
                plain(format!("found {found}, expected {expected}"))
            }
            Error::ExpectedComma | Error::TrailingCharacters if node.kind() == Kind::Number => {
                expected("a whole number")
            }
            Error::ExpectedInteger => expected("a whole number"),
            Error::IntegerOutOfBounds => plain(format!("found {found}, which is outside of the bounds here")),
            Error::ExpectedString => expected("a text in quotes"),
            Error::ExpectedBoolean => expected("true or false"),
            Error::ExpectedChar => expected("one letter in single quotes"),
            Error::ExpectedArray => expected("a list in brackets: [...]"),
            Error::ExpectedMap => expected("a map in braces: {...}"),
            Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => expected("parentheses: (...)"),
            Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) => expected("a name"),
            Error::ExpectedStructLikeEnd => {
                Mistake { problem: container.problem("found more values than expected"), culprit: container }
            }
            Error::ExpectedFloat => expected("a number"),
            Error::Message(message) => plain(message.clone()),
            other => {
                let message = other.to_string();
                let mut letters = message.chars();
                let first = letters.next().map(|c| c.to_ascii_lowercase());
                plain(format!("found {found}: {}", first.into_iter().chain(letters).collect::<String>()))
            }
        }
    }

    /// The fields of this item, of which only these are known: complains if it is no `(name: value, …)`, about
    /// each unknown field with the nearest known one, and about each that stands twice.
    pub fn known_fields(self, known: &[&str], problems: &mut Vec<Problem>) -> Fields<'t> {
        let empty = self.kind() == Kind::Tuple && self.items().next().is_none();
        if self.kind() == Kind::Struct || empty {
            let mut seen: Vec<&str> = Vec::new();
            let most = problems.len() + MAX_PROBLEMS;
            for (name, node) in self.fields() {
                if problems.len() >= most {
                    break;
                }
                if !known.contains(&name) {
                    let problem = node.key_problem(format!("found the unknown field \"{name}\""));
                    problems.push(problem.hint(name_hint(name, known.iter().copied())));
                } else if seen.contains(&name) {
                    problems.push(node.key_problem(format!("found the field \"{name}\" a second time")));
                }
                seen.push(name);
            }
        } else if self.kind() != Kind::Broken {
            problems
                .push(self.problem(format!("found {}, expected fields: (name: value, …)", self.excerpt())));
        }
        Fields { node: self }
    }
}

/// The fields of an item, read one by one.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'t> {
    node: Node<'t>,
}

impl<'t> Fields<'t> {
    /// The item that has the fields.
    pub fn node(self) -> Node<'t> {
        self.node
    }

    /// The value of a field that may be left out; what could not be read counts as left out.
    pub fn get(self, name: &str) -> Option<Node<'t>> {
        self.node.field(name).filter(|node| node.kind() != Kind::Broken)
    }

    /// The value of a field that must be there.
    pub fn need(self, name: &str, problems: &mut Vec<Problem>) -> Option<Node<'t>> {
        let absent =
            self.node.field(name).is_none() && matches!(self.node.kind(), Kind::Struct | Kind::Tuple);
        // What is there under a misspelt name was complained about already.
        if absent && !self.node.fields().take(100).any(|(key, _)| nearest(key, [name]).is_some()) {
            let path = self.node.path();
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            problems.push(self.node.problem(format!("the field \"{name}\" is missing")).about(path));
        }
        self.get(name)
    }

    /// A field that must be there, read.
    pub fn read<T: DeserializeOwned>(self, name: &str, problems: &mut Vec<Problem>) -> Option<T> {
        let read = self.need(name, problems)?.read_all();
        problems.extend(read.problems);
        read.value
    }

    /// A field read, or the default if it is left out or wrong.
    pub fn read_or<T: DeserializeOwned>(self, name: &str, default: T, problems: &mut Vec<Problem>) -> T {
        let Some(node) = self.get(name) else { return default };
        let read = node.read_all();
        problems.extend(read.problems);
        read.value.unwrap_or(default)
    }
}

struct Mistake<'t> {
    problem: Problem,
    culprit: Node<'t>,
}

struct Hole {
    start: usize,
    end: usize,
    key: Option<String>,
    holder: Option<u32>,
}

fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => format!("\"{one}\""),
        [rest @ .., last] if names.len() <= 8 => {
            let rest: Vec<String> = rest.iter().map(|name| format!("\"{name}\"")).collect();
            format!("{} or \"{last}\"", rest.join(", "))
        }
        _ => format!("one of {} names", names.len()),
    }
}

/// The byte of a line and column, both from 1; the end of the text beyond it.
fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let start = if line <= 1 {
        0
    } else {
        text.bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .nth(line - 2)
            .map_or(text.len(), |(at, _)| at + 1)
    };
    text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}

#[cfg(test)]
mod tests {
    use super::super::{parse, read};
    use serde::{Deserialize, Deserializer};

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        id: String,
        count: u8,
        #[serde(default)]
        option: Option<u8>,
        #[serde(default)]
        steps: Vec<Step>,
        #[serde(default)]
        number: Number,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    enum Step {
        Rest,
        Move(String, u8),
        Say { word: String },
    }

    #[derive(Debug, PartialEq, Default)]
    struct Number(u16);

    impl<'de> Deserialize<'de> for Number {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            let parsed = text.parse().map(Self);
            parsed.map_err(|_| serde::de::Error::custom(format!("found \"{text}\", expected a hex number")))
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let checked = read::<Vec<Row>>(text, "");
        let problems: Vec<String> = checked.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, expected, "{text}");
        assert_eq!(checked.value.is_some(), expected.is_empty());
    }

    #[test]
    fn a_value_without_mistakes_is_read() {
        check(
            "[(id: \"a\", count: 3, option: 4, steps: [Rest, Move(\"x\", 1), Say(word: \"y\")], number: \"7\")]",
            &[],
        );
    }

    #[test]
    fn every_mistake_of_a_value_is_found_at_its_place() {
        check(
            "[(idd: \"a\", id: 5, cuont: 1, count: \"x\"),\n (id: \"b\")]",
            &[
                "1:3: error: found the unknown field \"idd\" (did you mean \"id\"?)",
                "1:17: error: found 5, expected a text in quotes",
                "1:20: error: found the unknown field \"cuont\" (did you mean \"count\"?)",
                "1:37: error: found \"x\", expected a whole number",
                "2:2: error: the field \"count\" is missing",
            ],
        );
        check(
            "[(id: \"é\", count: 300), (id: \"a\", count: -1), (id: \"a\", count: 1.5)]",
            &[
                "1:19: error: found 300, which is outside of the bounds here",
                "1:42: error: found -1, which is outside of the bounds here",
                "1:64: error: found 1.5, expected a whole number",
            ],
        );
        check(
            "[(id: \"a\", count: 1, steps: [Rets, Move(1, 2), Move(\"x\"), Say(wrod: \"y\"), Say()])]",
            &[
                "1:30: error: found \"Rets\", expected \"Rest\", \"Move\" or \"Say\" (did you mean \"Rest\"?)",
                "1:41: error: found 1, expected a text in quotes",
                "1:48: error: found 1 value, expected 2",
                "1:63: error: found the unknown field \"wrod\" (did you mean \"word\"?)",
                "1:75: error: the field \"word\" is missing",
            ],
        );
        check(
            "[(id: \"a\", count: 1, number:  \"7x\", option: \"y\")]",
            &[
                "1:31: error: found \"7x\", expected a hex number",
                "1:45: error: found \"y\", expected a whole number",
            ],
        );
    }

    #[test]
    fn known_fields_name_each_stranger_and_each_twin() {
        let tree =
            parse("(title: \"x\", trun: 2, note: \"y\", note: \"z\", odd: 3)", "").into_result().unwrap();
        let mut problems = Vec::new();
        let fields = tree.root().known_fields(&["title", "turn", "note"], &mut problems);
        assert_eq!(fields.read::<String>("title", &mut problems).as_deref(), Some("x"));
        assert_eq!(fields.read_or("turn", 7, &mut problems), 7);
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "1:14: error: found the unknown field \"trun\" (did you mean \"turn\"?)",
                "1:34: error: found the field \"note\" a second time",
                "1:45: error: found the unknown field \"odd\" (known are \"title\", \"turn\", \"note\")",
            ]
        );
    }
}
