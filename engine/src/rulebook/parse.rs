//! Reads the chapters of a book and says everything that is wrong with them.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::inline::{Part, parts, tidy};
use super::{Block, Rulebook, Section, Span};
use crate::example;
use crate::problem::{Checked, Problem, name_hint};

/// The deepest level of a heading.
const DEEPEST: u8 = 3;

impl Rulebook {
    /// Reads the chapters of a book in this order: name of the file and its text.
    ///
    /// `values` says what stands for a `{value path}`, `has_chart` whether the data has a chart. The title is
    /// left to the caller. There is always a book; an unknown slug, value or chart, a slug that comes twice,
    /// a heading without one, and an example that cannot be read are problems at their lines.
    pub fn parse(
        files: &[(&str, &str)],
        values: &dyn Fn(&str) -> Option<String>,
        has_chart: &dyn Fn(&str) -> bool,
    ) -> Checked<Self> {
        let mut reader =
            Reader { values, has_chart, sections: Vec::new(), links: Vec::new(), problems: Vec::new() };
        for (file, text) in files {
            Chapter { reader: &mut reader, file, text, state: State::default() }.read();
        }
        reader.finish()
    }
}

/// What is gathered over all chapters.
struct Reader<'a> {
    values: &'a dyn Fn(&str) -> Option<String>,
    has_chart: &'a dyn Fn(&str) -> bool,
    sections: Vec<Section>,
    /// Cited slugs with their places, to be looked up when all sections are known.
    links: Vec<(String, String, u32, u32)>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn finish(mut self) -> Checked<Rulebook> {
        number(&mut self.sections);
        let known: Vec<(String, String)> =
            self.sections.iter().map(|section| (section.slug.clone(), section.number.clone())).collect();
        for (slug, file, line, column) in &self.links {
            if !known.iter().any(|(other, _)| other == slug) {
                let hint = name_hint(slug, known.iter().map(|(slug, _)| slug.as_str()));
                let message = format!("found the citation \"{slug}\", which is no section of the book");
                self.problems.push(Problem::error(message).in_file(file).at(*line, *column).hint(hint));
            }
        }
        for (index, section) in self.sections.iter().enumerate() {
            if let Some(first) =
                self.sections[..index].iter().find(|s| !s.slug.is_empty() && s.slug == section.slug)
            {
                let message = format!(
                    "found the slug \"{}\" a second time; it is that of line {} of {}",
                    section.slug, first.line, first.file
                );
                self.problems.push(Problem::error(message).in_file(&section.file).at(section.line, 1));
            }
        }
        for block in self.sections.iter_mut().flat_map(|section| &mut section.blocks) {
            for span in spans_mut(block) {
                if let Span::Link { slug, text } = span
                    && let Some((_, number)) = known.iter().find(|(other, _)| other == slug)
                {
                    *text = format!("§{number}");
                }
            }
        }
        let order = |file: &str| self.sections.iter().position(|section| section.file == file);
        self.problems.sort_by_key(|problem| (order(&problem.file), problem.line, problem.column));
        Checked {
            value: Some(Rulebook { title: String::new(), sections: self.sections }),
            problems: self.problems,
        }
    }
}

fn spans_mut(block: &mut Block) -> Vec<&mut Span> {
    match block {
        Block::Paragraph(spans) | Block::Note(spans) => spans.iter_mut().collect(),
        Block::List { items, .. } => items.iter_mut().flatten().collect(),
        Block::Table { head, rows } => {
            head.iter_mut().chain(rows.iter_mut().flatten()).flat_map(|cell| cell.iter_mut()).collect()
        }
        Block::Chart(_) | Block::Example(_) => Vec::new(),
    }
}

/// Counts chapters, sections and subsections.
fn number(sections: &mut [Section]) {
    let mut counts = [0u32; DEEPEST as usize];
    for section in sections {
        let level = usize::from(section.level);
        counts[level - 1] += 1;
        counts[level..].fill(0);
        let numbers: Vec<String> = counts[..level].iter().map(ToString::to_string).collect();
        section.number = numbers.join(".");
    }
}

/// What is open while a chapter is read.
#[derive(Default)]
struct State {
    /// Spans of the block, item or cell that is being read.
    spans: Vec<Span>,
    /// Plain text and its place, until something else comes.
    text: String,
    from: usize,
    to: usize,
    strong: bool,
    emphasis: bool,
    heading: Option<u8>,
    note: bool,
    /// Is the paragraph of a note or an item not its first?
    list: Option<(bool, Vec<Vec<Span>>)>,
    nested: u32,
    head: Vec<Vec<Span>>,
    rows: Vec<Vec<Vec<Span>>>,
    row: Vec<Vec<Span>>,
    code: Option<(String, Option<usize>, bool)>,
}

/// One chapter being read.
struct Chapter<'r, 'a> {
    reader: &'r mut Reader<'a>,
    file: &'r str,
    text: &'r str,
    state: State,
}

impl Chapter<'_, '_> {
    fn read(mut self) {
        let options = Options::ENABLE_TABLES;
        for (event, range) in Parser::new_ext(self.text, options).into_offset_iter() {
            match event {
                Event::Start(tag) => self.start(&tag, range),
                Event::End(tag) => self.end(tag, range),
                Event::Text(text) => {
                    if let Some((code, start, _)) = &mut self.state.code {
                        start.get_or_insert(range.start);
                        code.push_str(&text);
                    } else {
                        self.plain(&text, range);
                    }
                }
                Event::Code(text) => {
                    self.flush();
                    self.state.spans.push(Span::Text(text.into_string()));
                }
                Event::SoftBreak | Event::HardBreak => self.plain(" ", range),
                _ => self.problem(
                    range.start,
                    "found something that a rulebook does not have, such as HTML or a rule",
                ),
            }
        }
    }

    fn place(&self, byte: usize) -> (u32, u32) {
        let start = self.text[..byte].rfind('\n').map_or(0, |at| at + 1);
        let column = self.text[start..byte].chars().count() + 1;
        (example::line_of(self.text, byte), u32::try_from(column).unwrap_or(u32::MAX))
    }

    fn problem(&mut self, byte: usize, message: impl Into<String>) {
        let (line, column) = self.place(byte);
        self.reader.problems.push(Problem::error(message).in_file(self.file).at(line, column));
    }

    fn plain(&mut self, text: &str, range: Range<usize>) {
        if self.state.text.is_empty() {
            self.state.from = range.start;
        }
        self.state.to = range.end;
        self.state.text.push_str(text);
    }

    /// Makes spans of the plain text that has been gathered.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.state.text);
        if self.state.heading.is_some() {
            self.state.spans.push(Span::Text(text));
            return;
        }
        for part in parts(&text) {
            let words = |text: &str| text.to_owned();
            let span = match part {
                Part::Text(text) if self.state.strong => Span::Strong(words(text)),
                Part::Text(text) if self.state.emphasis => Span::Emphasis(words(text)),
                Part::Text(text) => Span::Text(words(text)),
                Part::Link(slug) => {
                    let (line, column) = self.place(self.find(&format!("[[{slug}]]")));
                    self.reader.links.push((words(slug), words(self.file), line, column));
                    Span::Link { slug: words(slug), text: words(slug) }
                }
                Part::Value(path) => match (self.reader.values)(path) {
                    Some(text) => Span::Value { path: words(path), text },
                    None => {
                        let at = self.find(path);
                        self.problem(at, format!("found the value \"{path}\", which the data does not have"));
                        Span::Value { path: words(path), text: words(path) }
                    }
                },
                Part::Chart(id) => {
                    let at = self.find(id);
                    self.problem(
                        at,
                        format!(
                            "found the chart \"{id}\" inside a text, expected it as a paragraph of its own"
                        ),
                    );
                    continue;
                }
                Part::Unknown(text) => {
                    let at = self.find(text);
                    self.problem(
                        at,
                        format!("found {text}, expected {{value path}}, {{chart id}} or [[slug]]"),
                    );
                    Span::Text(words(text))
                }
            };
            self.state.spans.push(span);
        }
    }

    /// Where a part of the gathered text stands in the file.
    fn find(&self, part: &str) -> usize {
        let (from, to) = (self.state.from, self.state.to.max(self.state.from));
        self.text[from..to].find(part).map_or(from, |at| from + at)
    }

    fn take(&mut self) -> Vec<Span> {
        self.flush();
        tidy(std::mem::take(&mut self.state.spans))
    }

    fn push(&mut self, byte: usize, block: Block) {
        match self.reader.sections.last_mut() {
            Some(section) if section.file == self.file => section.blocks.push(block),
            _ => self.problem(byte, "found text in front of the first heading of the file"),
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Heading { level, .. } => self.state.heading = Some(depth(*level)),
            Tag::Strong => {
                self.flush();
                self.state.strong = true;
            }
            Tag::Emphasis => {
                self.flush();
                self.state.emphasis = true;
            }
            Tag::BlockQuote(_) => self.state.note = true,
            Tag::List(first) => {
                if self.state.list.is_some() {
                    self.state.nested += 1;
                    self.problem(range.start, "found a list inside a list, expected one level");
                } else {
                    self.state.list = Some((first.is_some(), Vec::new()));
                }
            }
            Tag::CodeBlock(kind) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.as_ref(),
                    CodeBlockKind::Indented => "",
                };
                let example = info.split_whitespace().next() == Some("example");
                if !example {
                    self.problem(
                        range.start,
                        format!("found a block of {info:?}, expected a fenced example"),
                    );
                }
                self.state.code = Some((String::new(), None, example));
            }
            Tag::Paragraph | Tag::Item | Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell => {
                // A second paragraph of an item or a note goes on after a space.
                if !self.state.spans.is_empty() {
                    self.plain(" ", range);
                }
            }
            Tag::Link { .. } => {}
            _ => self.problem(
                range.start,
                "found something that a rulebook does not have, such as HTML or a picture",
            ),
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Heading(_) => self.heading(range.start),
            TagEnd::Strong => {
                self.flush();
                self.state.strong = false;
            }
            TagEnd::Emphasis => {
                self.flush();
                self.state.emphasis = false;
            }
            TagEnd::Paragraph if self.state.note || self.state.list.is_some() => self.flush(),
            TagEnd::Paragraph => self.paragraph(range.start),
            TagEnd::BlockQuote(_) => {
                let spans = self.take();
                self.state.note = false;
                self.push(range.start, Block::Note(spans));
            }
            TagEnd::Item => {
                let spans = self.take();
                if let Some((_, items)) = &mut self.state.list {
                    items.push(spans);
                }
            }
            TagEnd::List(_) if self.state.nested > 0 => self.state.nested -= 1,
            TagEnd::List(_) => {
                if let Some((numbered, items)) = self.state.list.take() {
                    self.push(range.start, Block::List { numbered, items });
                }
            }
            TagEnd::TableCell => {
                let spans = self.take();
                self.state.row.push(spans);
            }
            TagEnd::TableHead => self.state.head = std::mem::take(&mut self.state.row),
            TagEnd::TableRow => {
                let row = std::mem::take(&mut self.state.row);
                self.state.rows.push(row);
            }
            TagEnd::Table => {
                let (head, rows) =
                    (std::mem::take(&mut self.state.head), std::mem::take(&mut self.state.rows));
                self.push(range.start, Block::Table { head, rows });
            }
            TagEnd::CodeBlock => self.code(range.start),
            _ => {}
        }
    }

    fn paragraph(&mut self, byte: usize) {
        if self.state.spans.is_empty() {
            let text = self.state.text.clone();
            if let [Part::Chart(id)] = parts(text.trim()).as_slice() {
                self.state.text.clear();
                if !(self.reader.has_chart)(id) {
                    self.problem(byte, format!("found the chart \"{id}\", which the data does not have"));
                }
                self.push(byte, Block::Chart((*id).to_owned()));
                return;
            }
        }
        let spans = self.take();
        if !spans.is_empty() {
            self.push(byte, Block::Paragraph(spans));
        }
    }

    fn code(&mut self, byte: usize) {
        let Some((code, start, true)) = self.state.code.take() else { return };
        let line = example::line_of(self.text, start.unwrap_or(byte));
        let read = example::block(&code, line, self.file);
        self.reader.problems.extend(read.problems);
        for example in read.value.unwrap_or_default() {
            self.push(byte, Block::Example(Box::new(example)));
        }
    }

    fn heading(&mut self, byte: usize) {
        self.flush();
        let spans = std::mem::take(&mut self.state.spans);
        let text: String = spans.iter().map(Span::text).collect();
        let level = self.state.heading.take().unwrap_or(1);
        if level > DEEPEST {
            self.problem(byte, format!("found a heading of level {level}, expected at most {DEEPEST}"));
        }
        let level = level.min(DEEPEST);
        let before = self.reader.sections.last().filter(|section| section.file == self.file);
        let deepest = before.map_or(1, |section| section.level + 1);
        if level > deepest {
            self.problem(byte, format!("found a heading of level {level}, expected at most {deepest} here"));
        }
        let (title, marks) = match text.trim().strip_suffix('}').and_then(|text| text.split_once('{')) {
            Some((title, marks)) => (title.trim().to_owned(), marks.to_owned()),
            None => (text.trim().to_owned(), String::new()),
        };
        let mut slug = String::new();
        let mut statements: Vec<String> = Vec::new();
        for word in marks.split_whitespace() {
            match word.strip_prefix('#') {
                Some(name) if is_slug(name) && slug.is_empty() => name.clone_into(&mut slug),
                Some(_) => {
                    self.problem(byte, format!("found \"{word}\", expected one slug such as #stack.limit"))
                }
                None if statements.iter().any(|other| other == word) => {
                    self.problem(byte, format!("found the statement \"{word}\" a second time"));
                }
                None => statements.push(word.to_owned()),
            }
        }
        if slug.is_empty() && level > 1 {
            self.problem(
                byte,
                format!("found the heading \"{title}\" without a slug, expected {{#a.slug}} after it"),
            );
        }
        let line = example::line_of(self.text, byte);
        self.reader.sections.push(Section {
            slug,
            number: String::new(),
            level,
            title,
            statements,
            blocks: Vec::new(),
            file: self.file.to_owned(),
            line,
        });
    }
}

/// Words of lower-case letters, digits and underscores with full stops between.
fn is_slug(name: &str) -> bool {
    name.split('.').all(|word| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    })
}

fn depth(level: HeadingLevel) -> u8 {
    level as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(text: &str) -> Checked<Rulebook> {
        let values = |path: &str| (path == "a.b").then(|| "3".to_owned());
        Rulebook::parse(&[("one.md", text)], &values, &|id| id == "move")
    }

    const GOOD: &str = "# One {#one X-1}\n\nAt most {value a.b} **units**, as in\n[[one.two]].\n\n\
        ## Two *here* {#one.two X-2 X-3}\n\n- a\n- b [[one]]\n\n| h | k |\n|---|---|\n| {value a.b} | l |\n\n\
        > Why\n> not.\n\n{chart move}\n\n```example\n(\n    title: \"T\",\n    steps: [],\n)\n```\n";

    #[test]
    fn a_chapter_is_read_into_its_parts() {
        let read = book(GOOD);
        assert_eq!(read.problems, []);
        let book = read.value.unwrap();
        let text = |text: &str| Span::Text(text.to_owned());
        assert_eq!(
            book.sections[0].blocks,
            [Block::Paragraph(vec![
                text("At most "),
                Span::Value { path: "a.b".into(), text: "3".into() },
                text(" "),
                Span::Strong("units".into()),
                text(", as in "),
                Span::Link { slug: "one.two".into(), text: "§1.1".into() },
                text("."),
            ])]
        );
        let two = &book.sections[1];
        assert_eq!((two.number.as_str(), two.title.as_str(), two.line), ("1.1", "Two here", 6));
        assert_eq!(two.statements, ["X-2", "X-3"]);
        assert!(matches!(&two.blocks[0], Block::List { numbered: false, items } if items.len() == 2));
        assert!(matches!(&two.blocks[1], Block::Table { head, rows } if head.len() == 2 && rows.len() == 1));
        assert_eq!(two.blocks[2], Block::Note(vec![text("Why not.")]));
        assert_eq!(two.blocks[3], Block::Chart("move".into()));
        assert!(matches!(&two.blocks[4], Block::Example(example) if example.line == 21));
        assert_eq!(book.refers_to("one")[0].slug, "one.two");
        assert_eq!(book.cite("one.two"), "§1.1");
        assert_eq!(book.under(0).len(), 1);
    }

    #[test]
    fn mistakes_are_found_at_their_lines() {
        let read = book(
            "# One {#one}\n\n[[one.tow]] and\n{value a.c}.\n\n## Two {#one.two}\n\n## Three {#one.two}\n\n\
             {chart odd}\n\n## Four\n\n```example\n(title: \"T\", stebs: [])\n```\n\n<b>x</b>\n",
        );
        let found: Vec<(u32, u32, &str)> =
            read.problems.iter().map(|p| (p.line, p.column, p.message.as_str())).collect();
        let at = |line: u32, column: u32, part: &str| {
            assert!(
                found.iter().any(|(l, c, m)| (*l, *c) == (line, column) && m.contains(part)),
                "{part}: {found:#?}"
            );
        };
        at(3, 1, "the citation \"one.tow\"");
        at(4, 8, "the value \"a.c\"");
        at(8, 1, "the slug \"one.two\" a second time");
        at(10, 1, "the chart \"odd\"");
        at(12, 1, "without a slug");
        at(15, 14, "unknown field \"stebs\"");
        assert_eq!(read.problems[0].hint.as_deref(), Some("did you mean \"one.two\"?"));
    }
}
