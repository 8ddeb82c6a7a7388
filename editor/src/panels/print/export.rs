//! The export: where to, what is there already; a thread that can be watched and stopped.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{Key, Modifiers, TextStyle, Ui};
use engine::scenario::Scenario;
use export::sheets::Sheet;

use super::side::{bytes_words, counted};
use crate::command::Command;
use crate::disk;
use crate::document::Document;
use crate::printing::{self, Printed};
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, hint, text};

/// What the page remembers while it is open.
#[derive(Debug, Clone)]
pub struct ExportPage {
    pub folder: String,
    pub job: printing::Job,
    /// The files that will be written; empty as long as their pages are not counted.
    pub names: Vec<String>,
    /// Write over files that are not ours.
    pub over: bool,
    /// What is in the folder already, and whether it is ours; of this folder.
    there: Option<(String, Vec<(String, bool)>)>,
    focused: bool,
}

impl ExportPage {
    /// A job into this folder.
    pub fn new(folder: PathBuf, job: printing::Job, names: Vec<String>) -> Self {
        Self { folder: folder.display().to_string(), job, names, over: false, there: None, focused: false }
    }

    /// The files that are there already: their names, and whether Sandtable wrote them.
    fn there(&mut self) -> &[(String, bool)] {
        if self.there.as_ref().is_none_or(|(folder, _)| *folder != self.folder) {
            let folder = PathBuf::from(self.folder.trim());
            let there = |name: &String| {
                let path = folder.join(name);
                // What cannot be read is not ours.
                path.exists().then(|| (name.clone(), disk::is_ours(&path).unwrap_or(false)))
            };
            let found = self.names.iter().filter_map(there).collect();
            self.there = Some((self.folder.clone(), found));
            self.over = false;
        }
        self.there.as_ref().map(|(_, found)| found.as_slice()).unwrap_or_default()
    }
}

/// The names of a job's files, from the number of pages of each sheet.
pub fn file_names(job: &printing::Job, pages: &dyn Fn(Sheet) -> Option<usize>) -> Vec<String> {
    let ending = job.format.extension();
    let mut names = Vec::new();
    for sheet in export::sheets::documents(&job.sheets, job.settings.layout) {
        match pages(sheet) {
            None => {}
            Some(count) if count > 1 && !job.format.holds_many_pages() => {
                let stem = printing::stem(sheet, &job.settings);
                names.extend((1..=count).map(|page| format!("{stem}-{page}.{ending}")));
            }
            Some(_) => names.push(format!("{}.{ending}", printing::stem(sheet, &job.settings))),
        }
    }
    names
}

/// What the files are for: *for A4*, or the one large page of a poster.
fn paper_words(job: &printing::Job) -> String {
    let paper = job.settings.paper.title();
    let documents = export::sheets::documents(&job.sheets, job.settings.layout);
    let posters = documents.iter().filter(|sheet| **sheet == Sheet::Map).count();
    match posters {
        0 => format!("for {paper}"),
        n if n == documents.len() => "on a page as large as the poster".to_owned(),
        _ => format!("for {paper}, the poster on a page of its own"),
    }
}

/// *map.pdf, counters.pdf and 4 more*.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 5;
    match names.len() {
        0..=SHOWN => names.join(", "),
        n => format!("{} and {} more", names[..SHOWN - 1].join(", "), n - SHOWN + 1),
    }
}

/// Shows the page.
pub fn export_ui(ui: &mut Ui, page: &mut ExportPage, document: &Document, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(480.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    text(ui, "Export", named("title"), t.text);
    text(ui, document.name(), TextStyle::Body, t.text_2);
    ui.add_space(space::M);
    let names: Vec<&str> = page.names.iter().map(String::as_str).collect();
    let kind = page.job.format.extension().to_uppercase();
    let paper = paper_words(&page.job);
    let what = match names.len() {
        0 => format!("{} as {kind} {paper}", counted(page.job.sheets.len(), "sheet")),
        n => format!("{} as {kind} {paper}: {}", counted(n, "file"), listed(&names)),
    };
    ui.add(egui::Label::new(egui::RichText::new(what).color(t.text)).wrap());
    if page.job.format == export::Format::Png {
        hint(ui, format!("{} dots in an inch", page.job.dpi));
    }
    ui.add_space(space::M);
    let label = text(ui, "Folder", TextStyle::Body, t.text_2);
    let width = ui.available_width();
    let field = ui
        .add(
            egui::TextEdit::singleline(&mut page.folder)
                .desired_width(width)
                .margin(egui::Margin::symmetric(8, 6)),
        )
        .labelled_by(label.id);
    if !std::mem::replace(&mut page.focused, true) {
        field.request_focus();
    }
    let there = page.there().to_vec();
    let (ours, foreign): (Vec<_>, Vec<_>) = there.iter().partition(|(_, is_ours)| *is_ours);
    let names_of = |files: &[&(String, bool)]| {
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        listed(&names)
    };
    if !ours.is_empty() {
        hint(ui, format!("Written anew there: {}", names_of(&ours)));
    }
    if !foreign.is_empty() {
        ui.add_space(space::S);
        text(ui, format!("Not written by Sandtable: {}", names_of(&foreign)), TextStyle::Body, t.warning);
        let words = if foreign.len() == 1 { "Write over it" } else { "Write over them" };
        ui.checkbox(&mut page.over, words);
    }
    ui.add_space(space::M);
    let errors =
        document.problems().iter().any(|problem| problem.severity == engine::problem::Severity::Error);
    let off = match (page.job.sheets.is_empty(), page.folder.trim().is_empty(), errors) {
        (true, _, _) => Some("tick a sheet"),
        (_, true, _) => Some("name a folder"),
        (_, _, true) => Some("the scenario has errors; see Problems"),
        _ if document.is_checking() => Some("problems are still being looked for"),
        _ if !foreign.is_empty() && !page.over => Some("files of others are in the way"),
        _ => None,
    };
    ui.horizontal(|ui| {
        let button = Button::filled("Export").icon("export").key("Enter").off(off);
        let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) && off.is_none();
        if button.show(ui).clicked() || enter {
            commands.push(Command::StartExport);
        }
        if Button::new("Cancel").key("Esc").least(0.0, 30.0).show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
        if let Some(reason) = off {
            hint(ui, reason);
        }
    });
}

/// How far a job is.
enum Step {
    /// A file was written: its name, pages and bytes.
    Wrote(String, usize, usize),
    Warned(String),
    Done(Result<(), String>),
}

/// What was exported.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// What the notice says.
    pub words: String,
    pub folder: PathBuf,
    pub job: printing::Job,
    pub bytes: usize,
    /// Whether all of it was written.
    pub is_whole: bool,
}

/// An export that runs on a thread of its own.
pub struct Job {
    steps: Receiver<Step>,
    stop: Arc<AtomicBool>,
    folder: PathBuf,
    job: printing::Job,
    /// How many files it will be, as far as that is known.
    files: usize,
    written: Vec<String>,
    pages: usize,
    bytes: usize,
    warnings: Vec<String>,
}

impl Job {
    /// Starts it on a copy of the scenario, so that the window stays usable.
    pub fn start(page: &ExportPage, document: &Document) -> Self {
        let (out, steps) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let folder = PathBuf::from(page.folder.trim());
        let job = page.job.clone();
        let files = page.names.len().max(job.sheets.len());
        let scenario = document.scenario().clone();
        let (halt, to, work_job) = (stop.clone(), folder.clone(), job.clone());
        // Only what the page named was agreed to.
        let over: Vec<String> = if page.over { page.names.clone() } else { Vec::new() };
        std::thread::spawn(move || {
            let done = work(&scenario, &work_job, &to, &over, &halt, &out);
            // Nobody listens any more if the window was closed meanwhile.
            out.send(Step::Done(done)).ok();
        });
        Self {
            steps,
            stop,
            folder,
            job,
            files,
            written: Vec::new(),
            pages: 0,
            bytes: 0,
            warnings: Vec::new(),
        }
    }

    /// Asks it to stop after the file that is being made.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What the status bar says.
    pub fn words(&self) -> String {
        let doing = if self.is_stopped() { "Stopping after this file" } else { "Exporting" };
        format!("{doing}, {} of {} written", self.written.len(), self.files)
    }

    /// How far it is, from 0 to 1.
    pub fn part(&self) -> f32 {
        self.written.len() as f32 / self.files.max(1) as f32
    }

    fn exported(&self, words: String, is_whole: bool) -> Exported {
        Exported { words, folder: self.folder.clone(), job: self.job.clone(), bytes: self.bytes, is_whole }
    }

    /// What happened since the last frame: the end, in words, when it has come.
    pub fn poll(&mut self) -> Option<Result<Exported, String>> {
        loop {
            match self.steps.try_recv() {
                Ok(Step::Wrote(name, pages, bytes)) => {
                    self.written.push(name);
                    self.pages += pages;
                    self.bytes += bytes;
                }
                Ok(Step::Warned(words)) => self.warnings.push(words),
                Ok(Step::Done(Ok(()))) => {
                    let pages = counted(self.pages, "page");
                    let heed = match self.warnings.len() {
                        0 => String::new(),
                        n => format!(", with {}", counted(n, "remark")),
                    };
                    let words = format!("Exported {pages}, {}{heed}", bytes_words(self.bytes));
                    return Some(Ok(self.exported(words, true)));
                }
                // Whoever pressed *Stop* knows why; what remains to be told is how far it came.
                Ok(Step::Done(Err(_))) if self.is_stopped() => {
                    let words = match self.written.as_slice() {
                        [] => "The export was stopped, nothing was written".to_owned(),
                        some => format!("The export was stopped after {}", some.join(", ")),
                    };
                    return Some(Ok(self.exported(words, false)));
                }
                Ok(Step::Done(Err(words))) => return Some(Err(words)),
                Err(std::sync::mpsc::TryRecvError::Empty) => return None,
                Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                    return Some(Err("the export ended without a word".to_owned()));
                }
            }
        }
    }
}

fn work(
    scenario: &Scenario,
    job: &printing::Job,
    folder: &Path,
    over: &[String],
    stop: &AtomicBool,
    out: &Sender<Step>,
) -> Result<(), String> {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("cannot write to {}: {error}", folder.display()))?;
    let game = printing::game_of(scenario)?;
    let mut failure = None;
    let mut file = |printed: Printed| {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let path = folder.join(&printed.name);
        // Looked at again here: it may have come since the page was shown.
        if path.exists() && !over.contains(&printed.name) && !disk::is_ours(&path).unwrap_or(false) {
            failure = Some(format!(
                "{} is there and was not written by Sandtable; it is kept as it is",
                path.display()
            ));
            return false;
        }
        if let Err(error) = disk::write(&path, &printed.bytes) {
            failure = Some(format!("cannot write {}: {error}", path.display()));
            return false;
        }
        out.send(Step::Wrote(printed.name, printed.pages, printed.bytes.len())).is_ok()
    };
    let mut warn = |sheet: Sheet, words: String| {
        // See above: a closed window needs no warnings.
        out.send(Step::Warned(format!("{}: {words}", sheet.name()))).ok();
    };
    let done = printing::print(game.as_ref(), scenario, job, &mut file, &mut warn);
    match (failure, done) {
        (Some(words), _) => Err(words),
        (None, Err(error)) => Err(error.to_string()),
        (None, Ok(())) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use export::Format;

    #[test]
    fn names_are_those_of_the_files_that_are_written() {
        let pages = |sheet: Sheet| Some(if sheet == Sheet::Map { 1 } else { 2 });
        let job = printing::Job { sheets: vec![Sheet::Map, Sheet::Aids], ..printing::Job::default() };
        let job = printing::Job {
            settings: export::sheets::Settings {
                layout: export::sheets::MapLayout::Poster,
                ..job.settings.clone()
            },
            ..job
        };
        assert_eq!(file_names(&job, &pages), ["map.pdf", "aids.pdf"]);
        let job = printing::Job { format: Format::Png, ..job };
        assert_eq!(file_names(&job, &pages), ["map.png", "aids-1.png", "aids-2.png"]);
    }

    #[test]
    fn a_poster_is_for_no_paper() {
        let words = |sheets: &[Sheet], layout| {
            let settings = export::sheets::Settings { layout, ..Default::default() };
            paper_words(&printing::Job { sheets: sheets.to_vec(), settings, ..Default::default() })
        };
        use export::sheets::MapLayout::{Poster, Tiled};
        assert_eq!(words(&[Sheet::Map], Poster), "on a page as large as the poster");
        assert_eq!(words(&[Sheet::Map, Sheet::Aids], Poster), "for A4, the poster on a page of its own");
        assert_eq!(words(&[Sheet::Map, Sheet::Aids], Tiled), "for A4");
    }
}
