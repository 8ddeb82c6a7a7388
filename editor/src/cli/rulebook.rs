//! `sandtable rulebook`: contents, search, one rule, or the whole book as a file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine::chart::Chart;
use engine::rulebook::{Rulebook, Section};
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, game, json, problems, tweak, write};

#[derive(Debug, Args)]
pub(super) struct RulebookArgs {
    /// The game: little_big_horn
    game: String,
    /// Search, best match first
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["rule", "format"])]
    find: Option<String>,
    /// Print one rule with what refers to it
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
}

impl RulebookArgs {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let shipped = game(&self.game)?;
        let tweaked;
        let game = if self.tweak.is_empty() {
            shipped
        } else {
            tweaked = match shipped.tweaked(&self.tweak) {
                Ok(game) => game,
                Err(found) => {
                    problems::print(io, &found, &|_| None)?;
                    return Err(Failure::Call("a tweak was not understood".to_owned()));
                }
            };
            tweaked.as_ref()
        };
        let (book, charts) = (game.rulebook(), game.charts());
        if let (Some(format), Some(path)) = (self.format, &self.out) {
            let text = match format {
                Format::Md => format!("{}\n<!-- Sandtable -->\n", book.to_markdown(&charts)),
                Format::Html => format!("{}<!-- Sandtable -->\n", book.to_html(&charts)),
            };
            write::file(path, text.as_bytes(), self.force)?;
            writeln!(io.out, "{}", path.display())?;
            return Ok(Exit::Clean);
        }
        if let Some(slug) = &self.rule {
            return rule(io, book, &charts, slug, game.id(), self.common.json);
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

/// One rule, its text and what refers to it.
fn rule(io: &mut Io<'_>, book: &Rulebook, charts: &[&Chart], slug: &str, game: &str, as_json: bool) -> Done {
    let section = book.section(slug).ok_or_else(|| {
        let near =
            book.search(slug).first().map(|found| format!("; the nearest is {:?}", found.section.slug));
        Failure::Call(format!("no rule is called {slug:?}{}", near.unwrap_or_default()))
    })?;
    let from = book.refers_to(slug);
    if as_json {
        let mut row = row(section);
        row.text = Some(section.to_plain(charts));
        row.referred_by = Some(from.iter().map(|section| section.slug.as_str()).collect());
        json::print(io.out, &Report { game, title: &book.title, sections: vec![row] })?;
        return Ok(Exit::Clean);
    }
    write!(io.out, "{}", section.to_plain(charts))?;
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

fn row(section: &Section) -> Row<'_> {
    Row {
        number: &section.number,
        slug: &section.slug,
        level: section.level,
        title: &section.title,
        statements: &section.statements,
        text: None,
        referred_by: None,
    }
}
