//! The items of a file with their positions: what the first pass leaves for the second.

use std::ops::Range;

use crate::problem::{Problem, Severity};

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A text cut into its items.
#[derive(Debug, Clone)]
pub struct Tree {
    pub(super) file: String,
    pub(super) text: String,
    /// Item 0 is the root.
    pub(super) items: Vec<Item>,
    pub(super) comments: Vec<Comment>,
    /// The bytes at which the first pass complained.
    pub(super) flaws: Vec<u32>,
    /// The byte at which each line begins.
    pub(super) lines: Vec<u32>,
    /// Line and column of the file at which the text begins.
    pub(super) origin: (u32, u32),
}

/// What an item is, by its look alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What could not be read; a problem says why.
    Broken,
    /// A bare word: `true`, `None`, `Legal`.
    Name,
    /// `12`, `-3`, `0x1f`.
    Number,
    /// A text in quotes, raw or plain.
    Text,
    /// A letter in single quotes.
    Char,
    /// A byte string.
    Bytes,
    /// `(1, 2)`, `Moves("A", "B")`, `()`: values without names.
    Tuple,
    /// `(id: "A", at: "B")`, `Legal(cost: 2)`: values with names.
    Struct,
    /// `[…]`
    List,
    /// `{key: value}`
    Map,
}

impl Kind {
    /// The kind in words, for messages.
    pub fn words(self) -> &'static str {
        match self {
            Self::Broken => "something unreadable",
            Self::Name => "a word",
            Self::Number => "a number",
            Self::Text => "a text in quotes",
            Self::Char => "a letter in single quotes",
            Self::Bytes => "a byte string",
            Self::Tuple => "values in parentheses",
            Self::Struct => "fields in parentheses",
            Self::List => "a list in brackets",
            Self::Map => "a map in braces",
        }
    }
}

/// An item of the tree; bytes of the text as `u32`, which [`super::MAX_BYTES`] allows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    /// The name of the field, empty where there is none.
    pub key_start: u32,
    pub key_end: u32,
    pub parent: u32,
    pub first: u32,
    pub next: u32,
}

/// A comment with its marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// One item of a [`Tree`].
#[derive(Clone, Copy)]
pub struct Node<'t> {
    pub(super) tree: &'t Tree,
    pub(super) item: u32,
}

impl Tree {
    /// The outermost item.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, item: 0 }
    }

    /// The name under which the text was read.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All comments, in order, as they are written.
    pub fn comments(&self) -> impl Iterator<Item = (&str, (u32, u32))> {
        self.comments.iter().map(|comment| {
            (&self.text[comment.start as usize..comment.end as usize], self.position(comment.start as usize))
        })
    }

    /// Line and column in the file, both from 1 and the column in characters, of a byte of the text.
    pub fn position(&self, byte: usize) -> (u32, u32) {
        from_origin(position(&self.text, &self.lines, byte), self.origin)
    }

    /// The item that a data path such as `pieces[3].at` names, or the nearest one above it.
    pub fn find(&self, path: &str) -> Node<'_> {
        let mut node = self.root();
        for step in steps(path) {
            let next = match step {
                Step::Field(name) => node.field(name),
                Step::Index(index) => node.items().nth(index),
                Step::Key(key) => node.entries().find(|(k, _)| k.text() == key).map(|(_, value)| value),
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }
}

/// A step of a data path.
enum Step<'p> {
    Field(&'p str),
    Index(usize),
    /// With its quotes.
    Key(&'p str),
}

fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    let mut rest = path;
    std::iter::from_fn(move || {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        if rest.is_empty() {
            return None;
        }
        if let Some(inside) = rest.strip_prefix('[') {
            let end = inside.find(']')?;
            let step = &inside[..end];
            rest = &inside[end + 1..];
            return Some(step.parse().map_or(Step::Key(step), Step::Index));
        }
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let step = &rest[..end];
        rest = &rest[end..];
        Some(Step::Field(step))
    })
}

/// Line and column of a byte, given where each line begins.
pub(super) fn position(text: &str, lines: &[u32], byte: usize) -> (u32, u32) {
    let byte = byte.min(text.len());
    let line = lines.partition_point(|&start| start as usize <= byte).max(1);
    let start = lines.get(line - 1).map_or(0, |&start| start as usize);
    let column = text.get(start..byte).map_or(0, |before| before.chars().count());
    (line as u32, column as u32 + 1)
}

/// A place in a text as the place in the file in which the text begins there.
pub(super) fn from_origin((line, column): (u32, u32), origin: (u32, u32)) -> (u32, u32) {
    let column = if line == 1 { column.saturating_add(origin.1 - 1) } else { column };
    (line.saturating_add(origin.0 - 1), column)
}

impl<'t> Node<'t> {
    pub(super) fn raw(self) -> &'t Item {
        &self.tree.items[self.item as usize]
    }

    /// What it is, by its look.
    pub fn kind(self) -> Kind {
        self.raw().kind
    }

    /// Where it stands in the text, in bytes.
    pub fn span(self) -> Range<usize> {
        self.raw().start as usize..self.raw().end as usize
    }

    /// Line and column of its first character, both from 1, the column in characters.
    pub fn position(self) -> (u32, u32) {
        self.tree.position(self.raw().start as usize)
    }

    /// As it is written in the file, comments and all.
    pub fn text(self) -> &'t str {
        &self.tree.text[self.span()]
    }

    /// The tree that it belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The name of the variant: `Moves` of `Moves("A")`, `Legal` of a bare `Legal`; else `None`.
    pub fn name(self) -> Option<&'t str> {
        if !matches!(self.kind(), Kind::Name | Kind::Tuple | Kind::Struct) {
            return None;
        }
        let text = self.text();
        let end = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
        if end == 0 { None } else { Some(&text[..end]) }
    }

    /// The content of a text in quotes, its escapes resolved; `None` if it is not one.
    pub fn as_text(self) -> Option<String> {
        if self.kind() != Kind::Text {
            return None;
        }
        // Nearly all texts stand for themselves; a big map has hundreds of thousands.
        match self.text().strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(plain) if !plain.contains('\\') => Some(plain.to_owned()),
            _ => self.read().ok(),
        }
    }

    /// The item that holds this one; `None` for the root.
    pub fn parent(self) -> Option<Node<'t>> {
        self.at(self.raw().parent)
    }

    /// The name of the field that this is the value of.
    pub fn key(self) -> Option<&'t str> {
        let raw = self.raw();
        if raw.key_start == raw.key_end {
            return None;
        }
        Some(&self.tree.text[raw.key_start as usize..raw.key_end as usize])
    }

    /// Line and column of the field's name; of the item where there is none.
    pub fn key_position(self) -> (u32, u32) {
        self.tree.position(self.outer_start())
    }

    /// The first byte of the field: its name if it has one.
    pub(super) fn outer_start(self) -> usize {
        let raw = self.raw();
        if raw.key_start == raw.key_end { raw.start as usize } else { raw.key_start as usize }
    }

    fn at(self, item: u32) -> Option<Node<'t>> {
        (item != NONE).then_some(Node { tree: self.tree, item })
    }

    /// What it holds, in order: elements of a list, values of fields or of a tuple, keys and values of a map.
    pub fn items(self) -> impl Iterator<Item = Node<'t>> {
        let mut next = self.raw().first;
        std::iter::from_fn(move || {
            let node = self.at(next)?;
            next = node.raw().next;
            Some(node)
        })
    }

    /// Name and value of each field of a `Struct`.
    pub fn fields(self) -> impl Iterator<Item = (&'t str, Node<'t>)> {
        self.items().filter_map(|node| Some((node.key()?, node)))
    }

    /// The value of a field.
    pub fn field(self, name: &str) -> Option<Node<'t>> {
        self.fields().find(|(key, _)| *key == name).map(|(_, node)| node)
    }

    /// Key and value of each entry of a `Map`; nothing for other kinds.
    pub fn entries(self) -> impl Iterator<Item = (Node<'t>, Node<'t>)> {
        let mut items = self.items();
        let map = self.kind() == Kind::Map;
        std::iter::from_fn(move || if map { Some((items.next()?, items.next()?)) } else { None })
    }

    /// The path of the datum from the root: `pieces[3].at`, `sides["0101|0102"]`.
    pub fn path(self) -> String {
        let mut steps = Vec::new();
        let mut node = self;
        while let Some(parent) = node.parent() {
            let step = match (node.key(), parent.kind()) {
                (Some(key), _) => format!(".{key}"),
                (None, Kind::Map) => {
                    let entry = parent.entries().find(|(k, v)| k.item == node.item || v.item == node.item);
                    format!("[{}]", entry.map_or("", |(key, _)| key.text()))
                }
                (None, _) => {
                    let index = parent.items().take_while(|sibling| sibling.item != node.item).count();
                    format!("[{index}]")
                }
            };
            steps.push(step);
            node = parent;
        }
        steps.reverse();
        let path = steps.concat();
        path.strip_prefix('.').map(str::to_owned).unwrap_or(path)
    }

    /// An error at this item.
    pub fn problem(self, message: impl Into<String>) -> Problem {
        self.problem_at(self.raw().start as usize, message)
    }

    /// A warning at this item.
    pub fn warning(self, message: impl Into<String>) -> Problem {
        let mut problem = self.problem(message);
        problem.severity = Severity::Warning;
        problem
    }

    /// An error at the name of this field, or at the item where there is none.
    pub fn key_problem(self, message: impl Into<String>) -> Problem {
        self.problem_at(self.outer_start(), message)
    }

    /// An error about this item at a character inside it: 0 is its first, which in a text is the quote.
    pub fn problem_inside(self, characters: usize, message: impl Into<String>) -> Problem {
        let offset = self.text().char_indices().nth(characters).map_or(0, |(byte, _)| byte);
        self.problem_at(self.raw().start as usize + offset, message)
    }

    pub(super) fn problem_at(self, byte: usize, message: impl Into<String>) -> Problem {
        let (line, column) = self.tree.position(byte);
        Problem::error(message).in_file(&self.tree.file).at(line, column).about(self.path())
    }

    /// As it is written, on one line and cut where it is long: what a message quotes.
    pub fn excerpt(self) -> String {
        let mut out = String::new();
        let mut space = false;
        for c in self.text().chars() {
            let blank = c.is_whitespace() || c.is_control();
            if !(blank && space) {
                out.push(if blank { ' ' } else { c });
            }
            space = blank;
            if out.len() >= 40 {
                out.push('…');
                break;
            }
        }
        out
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}", self.kind(), self.excerpt())
    }
}

/// May the character be inside a name?
pub(super) fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
