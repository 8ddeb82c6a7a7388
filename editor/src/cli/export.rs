//! `sandtable export`: prints map, counters and aids to files.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use export::Format;
use export::palette::Table;
use export::sheets::{Backs, Paper, Settings, Sheet};
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, json, load, problems, tweak, write};
use crate::printing::{self, Job, Printed};

#[derive(Debug, Args)]
pub(super) struct Export {
    /// A scenario file, a folder with one, or a built-in sample
    path: String,
    /// The folder to write into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Which sheets: map, counters, aids, track (default: all)
    #[arg(long, value_delimiter = ',', value_parser = sheet)]
    what: Vec<Sheet>,
    #[arg(long, value_enum, default_value_t = FormatName::Pdf)]
    format: FormatName,
    /// a4, letter or a3
    #[arg(long, value_parser = paper, default_value = "a4")]
    paper: Paper,
    /// Width of a hex across its flats, in mm (default 20; alone it picks the counters)
    #[arg(long, value_name = "MM")]
    hex: Option<f64>,
    /// Side of a counter, in mm (default 14.29; alone it picks the hexes)
    #[arg(long, value_name = "MM")]
    counter: Option<f64>,
    /// How the paper is turned over; none prints backs on sheets of their own
    #[arg(long, value_enum, default_value_t = DuplexName::Long)]
    duplex: DuplexName,
    /// How far colour reaches beyond the cut, in mm
    #[arg(long, value_name = "MM", default_value_t = 2.0)]
    bleed: f64,
    /// Dots in an inch, for png
    #[arg(long, default_value_t = 300.0)]
    dpi: f64,
    #[arg(long, value_enum, default_value_t = InkName::Full)]
    ink: InkName,
    /// normal, or one that red-, green- and blue-blind eyes tell apart
    #[arg(long, value_enum, default_value_t = PaletteName::Normal)]
    palette: PaletteName,
    /// map prints the map's own hex numbers, none leaves them out
    #[arg(long, value_enum, default_value_t = NumbersName::Map)]
    numbers: NumbersName,
    /// Change a number of the rules; may be given again
    #[arg(long, value_name = "PATH=VALUE", value_parser = tweak)]
    tweak: Vec<(String, String)>,
    /// Overwrite files that Sandtable did not write
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    Pdf,
    Png,
    Svg,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum DuplexName {
    Long,
    Short,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InkName {
    Full,
    Saver,
    Grey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaletteName {
    Normal,
    Deuter,
    Protan,
    Tritan,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NumbersName {
    Map,
    None,
}

#[derive(Serialize)]
struct Report {
    files: Vec<Row>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    path: String,
    format: &'static str,
    pages: usize,
    width_mm: f64,
    height_mm: f64,
    bytes: usize,
}

fn sheet(text: &str) -> Result<Sheet, String> {
    let known = || Sheet::ALL.map(Sheet::name).join(", ");
    Sheet::of_name(text).ok_or_else(|| format!("no sheet is called {text:?}; there are: {}", known()))
}

fn paper(text: &str) -> Result<Paper, String> {
    let known = || Paper::ALL.map(Paper::name).join(", ");
    Paper::of_name(text).ok_or_else(|| format!("no paper is called {text:?}; there are: {}", known()))
}

impl Export {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let job = self.job()?;
        let mut loaded = load(&self.path)?;
        problems::print(io, &loaded.checked.problems, &|name| loaded.text(name))?;
        if loaded.checked.has_errors() {
            return Ok(Exit::Problems);
        }
        let clean = loaded.checked.problems.is_empty();
        let Some(mut scenario) = loaded.checked.value.take() else { return Ok(Exit::Problems) };
        scenario.tweaks.extend(self.tweak.iter().cloned());
        let game = printing::game_of(&scenario).map_err(Failure::Call)?;

        let mut report = Report { files: Vec::new(), warnings: Vec::new() };
        let mut failure = None;
        let mut keep = |printed: Printed| {
            let path = self.out.join(&printed.name);
            if let Err(error) = write::file(&path, &printed.bytes, self.force) {
                failure = Some(error);
                return false;
            }
            report.files.push(Row {
                path: path.display().to_string(),
                format: job.format.extension(),
                pages: printed.pages,
                width_mm: rounded(printed.size.0),
                height_mm: rounded(printed.size.1),
                bytes: printed.bytes.len(),
            });
            true
        };
        let mut warn = |sheet: Sheet, text: String| report.warnings.push(format!("{}: {text}", sheet.name()));
        let done = printing::print(game.as_ref(), &scenario, &job, &mut keep, &mut warn);
        if let Some(failure) = failure {
            return Err(failure);
        }
        done.map_err(|error| Failure::Call(error.to_string()))?;

        for warning in &report.warnings {
            writeln!(io.err, "warning: {warning}")?;
        }
        if self.common.json {
            json::print(io.out, &report)?;
        } else {
            for row in &report.files {
                let pages = if row.pages == 1 { "1 page".to_owned() } else { format!("{} pages", row.pages) };
                writeln!(io.out, "{}: {pages}, {} × {} mm", row.path, row.width_mm, row.height_mm)?;
            }
        }
        Ok(if clean && report.warnings.is_empty() { Exit::Clean } else { Exit::Problems })
    }

    fn job(&self) -> Result<Job, Failure> {
        let table = match (self.ink, self.palette) {
            (InkName::Full, PaletteName::Normal) => Table::Full,
            (InkName::Saver, PaletteName::Normal) => Table::Saver,
            (InkName::Grey, PaletteName::Normal) => Table::Grey,
            // One table serves all three kinds of colour sight.
            (InkName::Full, _) => Table::Safe,
            _ => return Err(Failure::Call("--palette works with --ink full only".to_owned())),
        };
        let plain = Settings::default();
        let pair = plain.counter / plain.hex;
        let (hex, counter) = match (self.hex, self.counter) {
            (Some(hex), Some(counter)) => (hex, counter),
            (Some(hex), None) => (hex, hex * pair),
            (None, Some(counter)) => (counter / pair, counter),
            (None, None) => (plain.hex, plain.counter),
        };
        let backs = match self.duplex {
            DuplexName::Long => Backs::LongEdge,
            DuplexName::Short => Backs::ShortEdge,
            DuplexName::None => Backs::Separate,
        };
        let settings = Settings {
            hex,
            counter,
            paper: self.paper,
            table,
            backs,
            numbers: self.numbers == NumbersName::Map,
            bleed: self.bleed,
            ..plain
        };
        let format = match self.format {
            FormatName::Pdf => Format::Pdf,
            FormatName::Png => Format::Png,
            FormatName::Svg => Format::Svg,
        };
        let sheets = if self.what.is_empty() { Sheet::ALL.to_vec() } else { self.what.clone() };
        Ok(Job { sheets, format, settings, dpi: self.dpi })
    }
}

/// To a hundredth of a millimetre.
fn rounded(millimetres: f64) -> f64 {
    (millimetres * 100.0).round() / 100.0
}
