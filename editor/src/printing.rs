//! Printing: from sheets to files in memory, the same bytes for the window and for the command line.

use engine::game::Game;
use engine::scenario::Scenario;
use export::Format;
use export::drawing::{Drawing, View};
use export::pdf::{self, PdfOptions};
use export::png::{self, PngOptions};
use export::sheets::{self, Made, Settings, Sheet};
use export::svg::{self, SvgOptions};

/// What is printed and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    pub sheets: Vec<Sheet>,
    pub format: Format,
    pub settings: Settings,
    /// Pixels in an inch, for PNG.
    pub dpi: f64,
}

impl Default for Job {
    fn default() -> Self {
        Self { sheets: Sheet::ASKED.to_vec(), format: Format::Pdf, settings: Settings::default(), dpi: 300.0 }
    }
}

/// A file that is ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// `map.pdf`; of formats with one page a file `counters-2.png`.
    pub name: String,
    pub bytes: Vec<u8>,
    pub pages: usize,
    /// Width and height of its first page in millimetres.
    pub size: (f64, f64),
}

/// A sheet that could not be printed.
#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    #[error("the {sheet} cannot be made: {reason}")]
    Sheet { sheet: &'static str, reason: String },
    /// The person pressed *Stop*.
    #[error("stopped")]
    Stopped,
}

/// The game with the scenario's tweaks in its data, as every sheet prints it.
///
/// # Errors
/// What is wrong with the tweaks, in one sentence.
pub fn game_of(scenario: &Scenario) -> Result<Box<dyn Game>, String> {
    let game =
        rulesets::game(&scenario.game).ok_or_else(|| format!("no game is called {:?}", scenario.game))?;
    let tweaks: Vec<_> = scenario.tweaks.iter().map(|(path, value)| (path.clone(), value.clone())).collect();
    game.tweaked(&tweaks)
        .map_err(|found| found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

/// The name of a sheet's files, without number and ending: `counters`, `counters-us`.
pub fn stem(sheet: Sheet, settings: &Settings) -> String {
    match &settings.reader {
        Some(side) => format!("{}-{side}", sheet.name()),
        None => sheet.name().to_owned(),
    }
}

/// The longest side of a picture, in pixels, that needs no word before it is made.
const LARGE: u32 = 20_000;

/// What very large pictures of a job will cost, each in a sentence, to be said before they are made.
pub fn costs(game: &dyn Game, scenario: &Scenario, job: &Job) -> Vec<String> {
    if job.format != Format::Png {
        return Vec::new();
    }
    let mut out = Vec::new();
    for sheet in sheets::documents(&job.sheets, job.settings.layout) {
        // A sheet that cannot be made says so when its turn comes.
        let Ok(made) = sheets::sheet(sheet, game, scenario, &job.settings) else { continue };
        let sizes = made.drawing.pages.iter().map(|page| png::size(page, job.dpi));
        let Some((width, height)) = sizes.max_by_key(|(width, height)| (*width).max(*height)) else {
            continue;
        };
        if width.max(height) > LARGE {
            let megapixels = f64::from(width) * f64::from(height) / 1e6;
            out.push(format!(
                "{} will be {width} × {height} pixels, {:.0} MB in a program that opens it; fewer dots in an inch \
                 make it smaller",
                stem(sheet, &job.settings),
                megapixels * 4.0
            ));
        }
    }
    out
}

/// Makes every sheet of a job. `file` takes each file as it is ready and says whether to go on; `warn` takes
/// what a person should know before printing.
///
/// # Errors
/// The first sheet that cannot be made, or [`PrintError::Stopped`].
pub fn print(
    game: &dyn Game,
    scenario: &Scenario,
    job: &Job,
    file: &mut dyn FnMut(Printed) -> bool,
    warn: &mut dyn FnMut(Sheet, String),
) -> Result<(), PrintError> {
    for sheet in sheets::documents(&job.sheets, job.settings.layout) {
        let fail = |reason: String| PrintError::Sheet { sheet: sheet.title(), reason };
        let Made { drawing, warnings, .. } =
            sheets::sheet(sheet, game, scenario, &job.settings).map_err(|error| fail(error.to_string()))?;
        for warning in warnings {
            warn(sheet, warning);
        }
        if job.format.holds_many_pages() {
            let bytes = page(&drawing, 0, job).map_err(fail)?;
            let name = format!("{}.{}", stem(sheet, &job.settings), job.format.extension());
            let size = drawing.pages.first().map_or((0.0, 0.0), |page| (page.width, page.height));
            if !file(Printed { name, bytes, pages: drawing.pages.len(), size }) {
                return Err(PrintError::Stopped);
            }
            continue;
        }
        for (index, of) in drawing.pages.iter().enumerate() {
            let number = if drawing.pages.len() == 1 { String::new() } else { format!("-{}", index + 1) };
            let name = format!("{}{number}.{}", stem(sheet, &job.settings), job.format.extension());
            let bytes = page(&drawing, index, job).map_err(fail)?;
            if !file(Printed { name, bytes, pages: 1, size: (of.width, of.height) }) {
                return Err(PrintError::Stopped);
            }
        }
    }
    Ok(())
}

/// The bytes of one page, or of the whole drawing where a file holds many.
fn page(drawing: &Drawing, index: usize, job: &Job) -> Result<Vec<u8>, String> {
    let view = View { table: job.settings.table };
    match job.format {
        Format::Pdf => {
            let date = std::env::var("SOURCE_DATE_EPOCH").ok();
            pdf::write(drawing, &PdfOptions::new(view).dated(date.as_deref()))
                .map_err(|error| error.to_string())
        }
        Format::Png => png::write(drawing, index, &PngOptions { view, dpi: job.dpi })
            .map(signed)
            .map_err(|error| error.to_string()),
        Format::Svg => svg::write(drawing, index, &SvgOptions { view, ..SvgOptions::default() })
            .map(|text| (text + crate::disk::MARK).into_bytes())
            .ok_or_else(|| format!("there is no page {}", index + 1)),
    }
}

/// A PNG that says by what it was made, so that it may be made again without a question.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    /// Signature and header, after which other chunks may stand.
    const HEAD: usize = 8 + 25;
    const CHUNK: &[u8] = b"\0\0\0\x12tEXtSoftware\0Sandtable\x08\x5c\x4c\x3f";
    bytes.splice(HEAD..HEAD, CHUNK.iter().copied());
    bytes
}
