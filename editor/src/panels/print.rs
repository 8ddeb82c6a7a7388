//! Export from the menu: which sheets, what format, where; a thread that can be watched and stopped.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{TextStyle, Ui};
use engine::scenario::Scenario;
use export::Format;
use export::sheets::{Paper, Sheet};

use crate::command::Command;
use crate::document::Document;
use crate::printing::{self, Printed};
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, hint, text};

/// What the page remembers while it is open.
#[derive(Debug, Clone)]
pub struct ExportPage {
    pub folder: String,
    pub sheets: Vec<(Sheet, bool)>,
    pub format: Format,
    pub paper: Paper,
}

impl ExportPage {
    /// Every sheet as PDF into this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder: folder.display().to_string(),
            sheets: Sheet::ASKED.map(|sheet| (sheet, true)).to_vec(),
            format: Format::Pdf,
            paper: Paper::A4,
        }
    }

    fn job(&self) -> printing::Job {
        let plain = printing::Job::default();
        let settings = export::sheets::Settings { paper: self.paper, ..plain.settings.clone() };
        let sheets = self.sheets.iter().filter(|(_, on)| *on).map(|(sheet, _)| *sheet).collect();
        printing::Job { sheets, format: self.format, settings, ..plain }
    }
}

/// Shows the page.
pub fn export_ui(ui: &mut Ui, page: &mut ExportPage, document: &Document, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    ui.set_width(460.0_f32.min(ui.ctx().content_rect().width() - 60.0));
    text(ui, "Export", named("title"), t.text);
    text(ui, document.name(), TextStyle::Body, t.text_2);
    ui.add_space(space::M);
    for (sheet, on) in &mut page.sheets {
        ui.checkbox(on, sheet.title());
    }
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        text(ui, "Format", TextStyle::Body, t.text_2);
        for format in Format::ALL {
            let word = format.extension().to_uppercase();
            if Button::new(&word).chosen(page.format == format).show(ui).clicked() {
                page.format = format;
            }
        }
        ui.add_space(space::M);
        text(ui, "Paper", TextStyle::Body, t.text_2);
        for paper in Paper::ALL {
            let word = paper.title();
            if Button::new(&word).chosen(page.paper == paper).show(ui).clicked() {
                page.paper = paper;
            }
        }
    });
    ui.add_space(space::S);
    let label = text(ui, "Folder", TextStyle::Body, t.text_2);
    let width = ui.available_width();
    ui.add(
        egui::TextEdit::singleline(&mut page.folder)
            .desired_width(width)
            .margin(egui::Margin::symmetric(8, 6)),
    )
    .labelled_by(label.id);
    let errors =
        document.problems().iter().any(|problem| problem.severity == engine::problem::Severity::Error);
    let job = page.job();
    let there: Vec<String> = job
        .sheets
        .iter()
        .map(|sheet| format!("{}.{}", sheet.name(), page.format.extension()))
        .filter(|name| Path::new(&page.folder).join(name).exists())
        .collect();
    if !there.is_empty() {
        hint(ui, format!("Written over there: {}", there.join(", ")));
    }
    ui.add_space(space::M);
    let off = match (job.sheets.is_empty(), page.folder.trim().is_empty(), errors) {
        (true, _, _) => Some("tick a sheet"),
        (_, true, _) => Some("name a folder"),
        (_, _, true) => Some("the scenario has errors; see Problems"),
        _ => None,
    };
    ui.horizontal(|ui| {
        let button = Button::filled("Export").icon("export").key("Enter").off(off);
        let enter = ui.input(|input| input.key_pressed(egui::Key::Enter)) && off.is_none();
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
    /// A file was written: its name.
    Wrote(String),
    Warned(String),
    Done(Result<(), String>),
}

/// An export that runs on a thread of its own.
pub struct Job {
    steps: Receiver<Step>,
    stop: Arc<AtomicBool>,
    folder: PathBuf,
    sheets: usize,
    written: Vec<String>,
    warnings: Vec<String>,
}

impl Job {
    /// Starts it on a copy of the scenario, so that the window stays usable.
    pub fn start(page: &ExportPage, document: &Document) -> Self {
        let (out, steps) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let folder = PathBuf::from(page.folder.trim());
        let job = page.job();
        let sheets = job.sheets.len();
        let scenario = document.scenario().clone();
        let (halt, to) = (stop.clone(), folder.clone());
        std::thread::spawn(move || {
            let done = work(&scenario, &job, &to, &halt, &out);
            // Nobody listens any more if the window was closed meanwhile.
            out.send(Step::Done(done)).ok();
        });
        Self { steps, stop, folder, sheets, written: Vec::new(), warnings: Vec::new() }
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
        let doing = if self.is_stopped() { "Stopping after this sheet" } else { "Exporting" };
        format!("{doing}, {} of {} written", self.written.len(), self.sheets)
    }

    /// How far it is, from 0 to 1.
    pub fn part(&self) -> f32 {
        self.written.len() as f32 / self.sheets.max(1) as f32
    }

    /// What happened since the last frame: the end, in words, when it has come.
    pub fn poll(&mut self) -> Option<Result<String, String>> {
        loop {
            match self.steps.try_recv() {
                Ok(Step::Wrote(name)) => self.written.push(name),
                Ok(Step::Warned(words)) => self.warnings.push(words),
                Ok(Step::Done(Ok(()))) => {
                    let heed = match self.warnings.first() {
                        Some(first) => format!(" · {first}"),
                        None => String::new(),
                    };
                    return Some(Ok(format!(
                        "Exported {} to {}{heed}",
                        self.written.join(", "),
                        self.folder.display()
                    )));
                }
                // Whoever pressed *Stop* knows why; what remains to be told is how far it came.
                Ok(Step::Done(Err(_))) if self.is_stopped() => {
                    return Some(Ok(match self.written.as_slice() {
                        [] => "The export was stopped, nothing was written".to_owned(),
                        some => format!("The export was stopped after {}", some.join(", ")),
                    }));
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
        if let Err(error) = crate::disk::write(&path, &printed.bytes) {
            failure = Some(format!("cannot write {}: {error}", path.display()));
            return false;
        }
        out.send(Step::Wrote(printed.name)).is_ok()
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
