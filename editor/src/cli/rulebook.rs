//! `sandtable rulebook`: contents, search, one rule, or the whole book as a file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine::game::{Game, Value};
use engine::rulebook::{Rulebook, Section};
use serde::Serialize;

use super::rules::{JsonValue, json_value, values};
use super::{Common, Done, Exit, Failure, Io, game, json, tweak, tweaked, write};
use crate::disk;

#[derive(Debug, Args)]
pub(super) struct RulebookArgs {
    /// The game: little_big_horn
    game: String,
    /// Search, best match first
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["rule", "format"])]
    find: Option<String>,
    /// Print one rule with what refers to it; its number or the id of a statement will do too
    #[arg(long, value_name = "SLUG", conflicts_with = "format")]
    rule: Option<String>,
    /// Write the whole book in this format
    #[arg(long, requires = "out")]
    format: Option<Format>,
    /// The file to write
    #[arg(long, value_name = "FILE", requires = "format")]
    out: Option<PathBuf>,
    /// Fill in a changed number; may be given again
    #[arg(long, value_name = "PATH=VALUE", value_parser = tweak)]
    tweak: Vec<(String, String)>,
    /// Overwrite a file that Sandtable did not write
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Md,
    Html,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    title: &'a str,
    sections: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    number: &'a str,
    slug: &'a str,
    level: u8,
    title: &'a str,
    statements: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    referred_by: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<JsonValue<'a>>>,
}

#[derive(Serialize)]
struct WrittenReport {
    path: String,
    bytes: usize,
}

impl RulebookArgs {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let shipped = game(&self.game)?;
        let game = tweaked(io, shipped, &self.tweak)?;
        let game = game.as_ref();
        let (book, charts) = (game.rulebook(), game.charts());
        if let (Some(format), Some(path)) = (self.format, &self.out) {
            let changes = self.changes(shipped);
            let text = match format {
                Format::Md => below_title(&book.to_markdown(&charts), "\n\n", &markdown_list(&changes)),
                Format::Html => below_title(&book.to_html(&charts), "</h1>\n", &html_list(&changes)),
            };
            let text = format!("{}\n{}", text.trim_end(), disk::MARK);
            write::file(path, text.as_bytes(), self.force)?;
            let path = path.display().to_string();
            if self.common.json {
                json::print(io.out, &WrittenReport { path, bytes: text.len() })?;
            } else {
                writeln!(io.out, "{path}")?;
            }
            return Ok(Exit::Clean);
        }
        if let Some(slug) = &self.rule {
            return rule(io, game, shipped, slug, self.common.json);
        }
        if let Some(text) = &self.find {
            let found = book.search(text);
            if self.common.json {
                let sections = found.iter().map(|found| row(found.section)).collect();
                json::print(io.out, &Report { game: game.id(), title: &book.title, sections })?;
            } else {
                for found in &found {
                    writeln!(io.out, "{}  [{}]", found.section.heading(), found.section.slug)?;
                    writeln!(io.out, "    {}", found.excerpt)?;
                }
            }
            if found.is_empty() {
                writeln!(io.err, "nothing in the book is called {text:?}")?;
                return Ok(Exit::Problems);
            }
            return Ok(Exit::Clean);
        }
        if self.common.json {
            let sections = book.sections.iter().map(row).collect();
            json::print(io.out, &Report { game: game.id(), title: &book.title, sections })?;
        } else {
            writeln!(io.out, "{}\n", book.title)?;
            for section in &book.sections {
                let indent = "  ".repeat(usize::from(section.level.saturating_sub(1)));
                writeln!(io.out, "{indent}{}  [{}]", section.heading(), section.slug)?;
            }
        }
        Ok(Exit::Clean)
    }
}

impl RulebookArgs {
    /// What the call changes, each with what the game has printed.
    fn changes(&self, shipped: &dyn Game) -> Vec<String> {
        let values = shipped.values();
        let sentence = |(path, new): &(String, String)| match values.iter().find(|value| value.path == *path)
        {
            Some(Value { value, what, .. }) => format!("{path} is {new} instead of {value}. {what}"),
            None => format!("{path} is {new}."),
        };
        self.tweak.iter().map(sentence).collect()
    }
}

/// A text with an insertion below its title, which ends so.
fn below_title(text: &str, end: &str, insertion: &str) -> String {
    text.replacen(end, &format!("{end}{insertion}"), 1)
}

fn markdown_list(changes: &[String]) -> String {
    match changes {
        [] => String::new(),
        changes => format!("Changed in this book:\n\n- {}\n\n", changes.join("\n- ")),
    }
}

fn html_list(changes: &[String]) -> String {
    let escape = |text: &String| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let items: String = changes.iter().map(|change| format!("<li>{}</li>\n", escape(change))).collect();
    if items.is_empty() { items } else { format!("<p>Changed in this book:</p>\n<ul>\n{items}</ul>\n") }
}

/// One rule, its text, the values that it has in the data, and what refers to it.
fn rule(io: &mut Io<'_>, game: &dyn Game, shipped: &dyn Game, slug: &str, as_json: bool) -> Done {
    let (book, charts) = (game.rulebook(), game.charts());
    let section = section(book, slug).ok_or_else(|| {
        let near =
            book.search(slug).first().map(|found| format!("; the nearest is {:?}", found.section.slug));
        Failure::Call(format!("no rule is called {slug:?}{}", near.unwrap_or_default()))
    })?;
    let slug = section.slug.as_str();
    let mut values = values(game, shipped);
    values.retain(|value| value.rule == slug);
    let from = book.refers_to(slug);
    if as_json {
        let mut row = row(section);
        row.text = Some(section.to_plain(&charts));
        row.referred_by = Some(from.iter().map(|section| section.slug.as_str()).collect());
        row.values = Some(values.iter().map(json_value).collect());
        json::print(io.out, &Report { game: game.id(), title: &book.title, sections: vec![row] })?;
        return Ok(Exit::Clean);
    }
    write!(io.out, "{}", section.to_plain(&charts))?;
    if !values.is_empty() {
        writeln!(io.out, "\nValues, for --tweak:")?;
        for Value { path, value, alternatives, what, .. } in &values {
            let others = if alternatives.is_empty() {
                String::new()
            } else {
                format!("  [{}]", alternatives.join(" | "))
            };
            writeln!(io.out, "  {path} = {value}{others}  {what}")?;
        }
    }
    if !section.statements.is_empty() {
        writeln!(io.out, "\nStatements: {}", section.statements.join(", "))?;
    }
    if !from.is_empty() {
        writeln!(io.out, "\nReferred to by:")?;
        for section in from {
            writeln!(io.out, "  {}  [{}]", section.heading(), section.slug)?;
        }
    }
    Ok(Exit::Clean)
}

/// A section by what people write for it: its slug, its number (*8.7*, *§8.7*) or the id of a statement.
fn section<'b>(book: &'b Rulebook, name: &str) -> Option<&'b Section> {
    let number = name.strip_prefix('§').unwrap_or(name);
    let named = |section: &&Section| {
        section.number == number
            || section.slug.eq_ignore_ascii_case(name)
            || section.statements.iter().any(|statement| statement.eq_ignore_ascii_case(name))
    };
    book.section(name).or_else(|| book.sections.iter().find(named).filter(|_| !number.is_empty()))
}

fn row(section: &Section) -> Row<'_> {
    Row {
        number: &section.number,
        slug: &section.slug,
        level: section.level,
        title: &section.title,
        statements: &section.statements,
        text: None,
        referred_by: None,
        values: None,
    }
}
