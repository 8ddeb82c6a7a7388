//! The rulebook: sections with slugs and statements, citations, inserted values, charts, worked examples.
//!
//! A book is Markdown with four additions: a slug and statements on each heading
//! (`## Stacking {#stack.limit LBH-10.2}`), `[[stack.limit]]` for a citation, `{value path}` and `{chart id}`
//! for the data, and fenced `example` blocks. [`Rulebook::parse`] reads it; `search` finds in it and `write`
//! gives it back whole, as Markdown, HTML or plain text.

mod inline;
mod parse;
mod search;
mod write;

pub use search::{Found, Sought};

use crate::example::Example;

/// A book of rules, its values and charts filled in.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rulebook {
    pub title: String,
    /// In order of the book; numbers are counted from it.
    pub sections: Vec<Section>,
}

/// A heading and what stands under it, up to the next heading.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Empty only for chapters that no code cites.
    pub slug: String,
    /// As readers see it, without the sign: `5.2`.
    pub number: String,
    /// 1 for a chapter, 2 for a section, 3 for a subsection.
    pub level: u8,
    pub title: String,
    /// Ids of the statements that it holds: `LBH-10.2`.
    pub statements: Vec<String>,
    pub blocks: Vec<Block>,
    /// File and line of the heading, for messages.
    pub file: String,
    pub line: u32,
}

/// A paragraph, list, table, figure.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    Paragraph(Vec<Span>),
    /// A list; numbered or not; each item a run of spans.
    List {
        numbered: bool,
        items: Vec<Vec<Span>>,
    },
    /// Head and rows of a table written in the text.
    Table {
        head: Vec<Vec<Span>>,
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// A designer's note: binds nobody.
    Note(Vec<Span>),
    /// A chart of the data by its id.
    Chart(String),
    /// A worked example; its title and steps are the figure.
    Example(Box<Example>),
}

/// A run of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    Text(String),
    Strong(String),
    Emphasis(String),
    /// A citation: slug and the number that it has, `§5.2`.
    Link {
        slug: String,
        text: String,
    },
    /// A value of the data: path and what it is now.
    Value {
        path: String,
        text: String,
    },
}

impl Span {
    /// What is read, whatever it looks like.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Strong(text) | Self::Emphasis(text) => text,
            Self::Link { text, .. } | Self::Value { text, .. } => text,
        }
    }
}

impl Block {
    /// All spans of the block, in order; none for charts and examples.
    pub fn spans(&self) -> Box<dyn Iterator<Item = &Span> + '_> {
        match self {
            Self::Paragraph(spans) | Self::Note(spans) => Box::new(spans.iter()),
            Self::List { items, .. } => Box::new(items.iter().flatten()),
            Self::Table { head, rows } => {
                Box::new(head.iter().chain(rows.iter().flatten()).flat_map(|cell| cell.iter()))
            }
            Self::Chart(_) | Self::Example(_) => Box::new(std::iter::empty()),
        }
    }
}

impl Section {
    /// The worked examples under this heading.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Example(example) => Some(&**example),
            _ => None,
        })
    }

    /// The slugs that its text cites, in order.
    pub fn cited(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().flat_map(Block::spans).filter_map(|span| match span {
            Span::Link { slug, .. } => Some(slug.as_str()),
            _ => None,
        })
    }

    /// `§5.2 Stacking`
    pub fn heading(&self) -> String {
        format!("§{} {}", self.number, self.title)
    }
}

impl Rulebook {
    /// The section with this slug.
    pub fn section(&self, slug: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.slug == slug && !slug.is_empty())
    }

    /// How a slug is printed: `§5.2`; the slug itself if the book lacks it.
    pub fn cite(&self, slug: &str) -> String {
        self.section(slug).map_or_else(|| slug.to_owned(), |section| format!("§{}", section.number))
    }

    /// The sections whose text cites this slug, in order of the book.
    pub fn refers_to(&self, slug: &str) -> Vec<&Section> {
        self.sections.iter().filter(|section| section.cited().any(|cited| cited == slug)).collect()
    }

    /// All worked examples, in order of the book.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.sections.iter().flat_map(Section::examples)
    }

    /// The sections under a chapter or section: those that follow it and lie deeper.
    pub fn under(&self, index: usize) -> &[Section] {
        let Some(section) = self.sections.get(index) else { return &[] };
        let rest = &self.sections[index + 1..];
        let end = rest.iter().position(|other| other.level <= section.level).unwrap_or(rest.len());
        &rest[..end]
    }
}
