//! The rulebook: sections with slugs and statements, citations, inserted values, charts, worked examples.

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
    List { numbered: bool, items: Vec<Vec<Span>> },
    /// Head and rows of a table written in the text.
    Table { head: Vec<Vec<Span>>, rows: Vec<Vec<Vec<Span>>> },
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
    Link { slug: String, text: String },
    /// A value of the data: path and what it is now.
    Value { path: String, text: String },
}

impl Rulebook {
    /// The section with this slug.
    pub fn section(&self, slug: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.slug == slug)
    }

    /// How a slug is printed: `§5.2`; the slug itself if the book lacks it.
    pub fn cite(&self, slug: &str) -> String {
        self.section(slug).map_or_else(|| slug.to_owned(), |section| format!("§{}", section.number))
    }
}
