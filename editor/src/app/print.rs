//! The Print workspace in the window, and the export with its page, its progress and its notice.

use std::path::Path;

use egui::Ui;

use super::{App, Dialog};
use crate::command::Command;
use crate::panels::bars::Status;
use crate::panels::print::{self, Zoom};

impl App {
    /// Shows the workspace.
    pub(super) fn print_workspace(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let Some(document) = &self.document else { return };
        let is_free = self.dialog.is_none();
        print::print_ui(ui, &mut self.print, &mut self.settings.print, document, is_free, commands);
    }

    /// Which page is seen, and how large.
    pub(super) fn print_status(&self, status: &mut Status) {
        let Some(document) = &self.document else { return };
        let (place, about) = print::status(&self.print, &document.scenario().map.grid);
        (status.place, status.about) = (place, about);
        status.zoom = Some(self.print.view.percent());
    }

    /// Zooms and pans the page instead of the map; true if the page is what is seen.
    pub(super) fn zoom_print(&mut self, command: &Command) -> bool {
        if self.workspace != crate::command::Workspace::Print {
            return false;
        }
        let view = &mut self.print.view;
        match command {
            Command::ZoomIn => view.zoom_by(1.25),
            Command::ZoomOut => view.zoom_by(0.8),
            Command::Zoom100 => view.zoom = Zoom::Points,
            Command::FitMap => view.zoom = Zoom::Fit,
            _ => return false,
        }
        true
    }

    /// Opens the page that asks where to export to.
    pub(super) fn ask_export(&mut self) {
        let Some(document) = &self.document else { return };
        let job = self.print.job(&self.settings.print);
        // Beside the scenario, or where the person last was.
        let folder = document.folder().map_or_else(|| self.settings.folder(), Path::to_owned);
        let folder = match &self.print.last {
            Some(last) if last.folder.is_dir() => last.folder.clone(),
            _ => std::path::absolute(folder.join("print")).unwrap_or_else(|_| folder.join("print")),
        };
        let pages = |sheet| {
            let known = self.print.proofs.made(sheet).map(|made| made.drawing.pages.len());
            // Of formats with all pages in one file there is nothing to count.
            known.or_else(|| job.format.holds_many_pages().then_some(1))
        };
        let names = print::file_names(&job, &pages);
        self.dialog = Some(Dialog::Export(print::ExportPage::new(folder, job, names)));
    }

    /// What came of the export since the last frame.
    pub(super) fn poll_export(&mut self, ctx: &egui::Context) {
        let Some(job) = &mut self.export else { return };
        match job.poll() {
            None => ctx.request_repaint_after(std::time::Duration::from_millis(100)),
            Some(Ok(exported)) => {
                self.export = None;
                let show = ("Show".to_owned(), Command::ShowFolder(exported.folder.clone()));
                self.say_with(ctx, exported.words.clone(), show);
                self.print.last = Some(exported);
            }
            Some(Err(words)) => {
                self.export = None;
                self.dialog = Some(Dialog::Message("The export stopped".into(), words));
            }
        }
    }

    /// Opens a folder in the desktop's own window.
    pub(super) fn show_folder(&mut self, folder: &Path) {
        let program = match std::env::consts::OS {
            "macos" => "open",
            "windows" => "explorer",
            _ => "xdg-open",
        };
        let quiet = std::process::Stdio::null;
        let shown = std::process::Command::new(program)
            .arg(folder)
            .stdin(quiet())
            .stdout(quiet())
            .stderr(quiet())
            .spawn();
        match shown {
            Ok(mut child) => {
                // Whoever started it has to wait for it, or it stays in the list of processes.
                std::thread::spawn(move || child.wait());
            }
            Err(_) => {
                let words = format!("No program here shows folders. The files are in {}", folder.display());
                self.dialog = Some(Dialog::Message("The folder".into(), words));
            }
        }
    }
}
