//! `sandtable export`: prints map, counters and aids to files.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine::game::Game;
use engine::scenario::Scenario;
use export::Format;
use export::compose::map::GridStyle;
use export::palette::Table;
use export::sheets::{Backs, MapLayout, Paper, Settings, Sheet};
use serde::Serialize;

use super::progress::Progress;
use super::{Common, Done, Exit, Failure, Io, json, load, tweak, tweaked, usable, write};
use crate::printing::{self, Job, Printed};

#[derive(Debug, Args)]
pub(super) struct Export {
    /// A scenario file, a folder with one, or a built-in sample
    path: PathBuf,
    /// The folder to write into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Which sheets: map, counters, aids, track (default: all)
    #[arg(long, value_delimiter = ',', value_parser = sheet)]
    what: Vec<Sheet>,
    #[arg(long, value_enum, default_value_t = FormatName::Pdf)]
    format: FormatName,
    /// a4, letter, a3, a2, a1, a0, tabloid, or a size such as 320x450mm
    #[arg(long, value_parser = paper, default_value = "a4")]
    paper: Paper,
    /// Whose sheets: a side by its id, which gets its own counters and markers; referee or all for everything
    #[arg(long = "for", value_name = "SIDE", default_value = "all")]
    reader: String,
    /// Maps in tiles for the paper, as one poster, or both
    #[arg(long, value_enum, default_value_t = LayoutName::Both)]
    layout: LayoutName,
    /// How far tiles lie over each other, in mm (a twentieth less where that saves sheets)
    #[arg(long, value_name = "MM", default_value_t = 10.0, value_parser = measure, allow_negative_numbers = true)]
    overlap: f64,
    /// Width of a hex across its flats, in mm (default 20; alone it picks the counters)
    #[arg(long, value_name = "MM", value_parser = measure, allow_negative_numbers = true)]
    hex: Option<f64>,
    /// Side of a counter, in mm (default 14.29; alone it picks the hexes)
    #[arg(long, value_name = "MM", value_parser = measure, allow_negative_numbers = true)]
    counter: Option<f64>,
    /// How the paper is turned over; none prints backs on sheets of their own, fold beside the fronts
    #[arg(long, value_enum, default_value_t = DuplexName::Long)]
    duplex: DuplexName,
    /// Thickness of the board that folded counters are glued around, in mm
    #[arg(long, value_name = "MM", default_value_t = 1.5, value_parser = measure, allow_negative_numbers = true)]
    board: f64,
    /// How far colour reaches beyond the cut, in mm
    #[arg(long, value_name = "MM", default_value_t = 2.0, value_parser = measure, allow_negative_numbers = true)]
    bleed: f64,
    /// Dots in an inch, for png
    #[arg(long, default_value_t = 300.0, value_parser = dots, allow_negative_numbers = true)]
    dpi: f64,
    #[arg(long, value_enum, default_value_t = InkName::Full)]
    ink: InkName,
    /// normal, or one that red-, green- and blue-blind eyes tell apart
    #[arg(long, value_enum, default_value_t = PaletteName::Normal)]
    palette: PaletteName,
    /// map prints the map's own hex numbers, none leaves them out
    #[arg(long, value_enum, default_value_t = NumbersName::Map)]
    numbers: NumbersName,
    /// What tells hexes apart: their sides, the ends of these, or a dot at each corner
    #[arg(long, value_enum, default_value_t = GridName::Lines)]
    grid: GridName,
    /// Larger hex numbers, words and figures
    #[arg(long)]
    large: bool,
    #[command(flatten)]
    later: Later,
    /// Change a number of the rules; may be given again
    #[arg(long, value_name = "PATH=VALUE", value_parser = tweak)]
    tweak: Vec<(String, String)>,
    /// Overwrite files that Sandtable did not write
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

/// Switches of sheets that are not made yet; they are known, so that they can be refused in words.
#[derive(Debug, Args)]
struct Later {
    #[arg(long, hide = true, value_name = "MM")]
    figure: Option<String>,
    #[arg(long, hide = true, value_name = "1:N")]
    scale: Option<String>,
    #[arg(long, hide = true, value_name = "SET")]
    labels: Option<String>,
    #[arg(long, hide = true)]
    booklet: bool,
    #[arg(long, hide = true)]
    press: bool,
    #[arg(long, hide = true, value_name = "NAME")]
    profile: Option<String>,
    #[arg(long, hide = true, value_name = "KEPT")]
    since: Option<String>,
    #[arg(long, hide = true, value_name = "N")]
    sets: Option<String>,
    #[arg(long, hide = true)]
    blank: bool,
}

impl Later {
    /// The first of them that was asked for, and why it cannot be had.
    fn refused(&self) -> Option<&'static str> {
        let all = [
            (self.figure.is_some(), "--figure belongs to paper figures, which are not printed yet"),
            (self.scale.is_some(), "--scale belongs to tables without hexes, which are not printed yet"),
            (self.labels.is_some(), "--labels is not there yet: a map has one set of names"),
            (self.booklet, "--booklet belongs to the rulebook, which is not printed yet"),
            (self.press, "--press is not there yet: files have the colours of screens and office printers"),
            (self.profile.is_some(), "--profile belongs to the duplex test, which is not printed yet"),
            (self.since.is_some(), "--since is not there yet: every sheet is written whole"),
            (
                self.sets.is_some(),
                "--sets belongs to the plan of a pack, which is not printed yet; print a file as often as needed",
            ),
            (self.blank, "--blank is not needed: boards are printed without pieces"),
        ];
        all.into_iter().find(|(asked, _)| *asked).map(|(_, words)| words)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LayoutName {
    Tiled,
    Poster,
    Both,
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
    Fold,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GridName {
    Lines,
    Corners,
    Dots,
}

#[derive(Serialize)]
struct Report<'a> {
    files: Vec<Row>,
    warnings: Vec<String>,
    problems: Vec<json::JsonProblem<'a>>,
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
    let known = || Sheet::ASKED.map(Sheet::name).join(", ");
    Sheet::of_name(text).ok_or_else(|| format!("no sheet is called {text:?}; there are: {}", known()))
}

fn paper(text: &str) -> Result<Paper, String> {
    let known = || Paper::ALL.map(Paper::name).join(", ");
    Paper::of_name(text).ok_or_else(|| {
        format!(
            "no paper is called {text:?}; there are: {}, and sizes such as 320x450mm from 180 to 5080",
            known()
        )
    })
}

/// The side that sheets are for; `None` for all of them.
fn reader(text: &str, game: &dyn Game) -> Result<Option<String>, Failure> {
    let sides = game.sides();
    match text {
        "all" | "referee" => Ok(None),
        id if sides.iter().any(|side| side.id == id) => Ok(Some(id.to_owned())),
        other => {
            let known: Vec<&str> = sides.iter().map(|side| side.id.as_str()).collect();
            Err(Failure::Call(format!(
                "no side is called {other:?}; there are: {}, referee, all",
                known.join(", ")
            )))
        }
    }
}

/// A length in millimetres; which lengths a sheet can have, the sheet says.
fn measure(text: &str) -> Result<f64, String> {
    let length = text.parse().ok().filter(|length: &f64| (0.0..=10_000.0).contains(length));
    length.ok_or_else(|| format!("found {text:?}, expected a length in millimetres such as 14.29"))
}

fn dots(text: &str) -> Result<f64, String> {
    let dots = text.parse().ok().filter(|dots: &f64| (1.0..=10_000.0).contains(dots));
    dots.ok_or_else(|| format!("found {text:?}, expected dots in an inch, 1 to 10000"))
}

impl Export {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut job = self.job()?;
        let mut loaded = load(&self.path)?;
        if !usable(io, &loaded, self.common)? {
            return Ok(Exit::Problems);
        }
        let found = std::mem::take(&mut loaded.checked.problems);
        let Some(mut scenario) = loaded.checked.value.take() else { return Ok(Exit::Problems) };
        let shipped = rulesets::game(&scenario.game)
            .ok_or_else(|| Failure::Call(format!("no game is called {:?}", scenario.game)))?;
        tweaked(io, shipped, &self.tweak)?;
        scenario.tweaks.extend(self.tweak.iter().cloned());
        let game = printing::game_of(&scenario).map_err(Failure::Call)?;

        job.settings.reader = reader(&self.reader, game.as_ref())?;

        for cost in printing::costs(game.as_ref(), &scenario, &job) {
            writeln!(io.err, "note: {cost}")?;
        }
        let mut report = Report { files: Vec::new(), warnings: Vec::new(), problems: json::problems(&found) };
        let progress = Progress::new(io, self.common, job.sheets.len());
        for (index, &sheet) in job.sheets.iter().enumerate() {
            progress.show(io.err, index, sheet.title());
            let done = self.print(
                game.as_ref(),
                &scenario,
                &Job { sheets: vec![sheet], ..job.clone() },
                &mut report,
            );
            if done.is_err() {
                progress.clear(io.err);
            }
            done?;
        }
        progress.clear(io.err);

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
        Ok(if found.is_empty() && report.warnings.is_empty() { Exit::Clean } else { Exit::Problems })
    }

    /// Prints the sheets of a job into files.
    fn print(
        &self,
        game: &dyn Game,
        scenario: &Scenario,
        job: &Job,
        report: &mut Report<'_>,
    ) -> Result<(), Failure> {
        let Report { files, warnings, .. } = report;
        let mut failure = None;
        let mut keep = |printed: Printed| {
            let path = self.out.join(&printed.name);
            if let Err(error) = write::file(&path, &printed.bytes, self.force) {
                failure = Some(error);
                return false;
            }
            files.push(Row {
                path: path.display().to_string(),
                format: job.format.extension(),
                pages: printed.pages,
                width_mm: rounded(printed.size.0),
                height_mm: rounded(printed.size.1),
                bytes: printed.bytes.len(),
            });
            true
        };
        let mut warn = |sheet: Sheet, text: String| warnings.push(format!("{}: {text}", sheet.name()));
        let done = printing::print(game, scenario, job, &mut keep, &mut warn);
        match failure {
            Some(failure) => Err(failure),
            None => done.map_err(|error| Failure::Call(error.to_string())),
        }
    }

    fn job(&self) -> Result<Job, Failure> {
        if let Some(words) = self.later.refused() {
            return Err(Failure::Call(words.to_owned()));
        }
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
            DuplexName::Fold => Backs::Fold,
        };
        let layout = match self.layout {
            LayoutName::Tiled => MapLayout::Tiled,
            LayoutName::Poster => MapLayout::Poster,
            LayoutName::Both => MapLayout::Both,
        };
        let settings = Settings {
            hex,
            counter,
            paper: self.paper,
            table,
            backs,
            numbers: self.numbers == NumbersName::Map,
            grid: match self.grid {
                GridName::Lines => GridStyle::Lines,
                GridName::Corners => GridStyle::Corners,
                GridName::Dots => GridStyle::Dots,
            },
            bleed: self.bleed,
            layout,
            overlap: self.overlap,
            board: self.board,
            large: self.large,
            ..plain
        };
        let format = match self.format {
            FormatName::Pdf => Format::Pdf,
            FormatName::Png => Format::Png,
            FormatName::Svg => Format::Svg,
        };
        let mut sheets = Vec::new();
        for &sheet in if self.what.is_empty() { &Sheet::ASKED[..] } else { &self.what } {
            if !sheets.contains(&sheet) {
                sheets.push(sheet);
            }
        }
        Ok(Job { sheets, format, settings, dpi: self.dpi })
    }
}

/// To a hundredth of a millimetre.
fn rounded(millimetres: f64) -> f64 {
    (millimetres * 100.0).round() / 100.0
}
