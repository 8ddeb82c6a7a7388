//! Files in the window: new ones, earlier versions, those that another program changed; and starting again after
//! a mistake of the program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use egui::Ui;

use super::{After, App, Dialog};
use crate::command::{Command, FileCommand};
use crate::crash::{self, Crash};
use crate::disk::stamp::Watch;
use crate::document::{self, Document};
use crate::panels::new_page::NewPage;
use crate::panels::pages::{self, CrashAnswer, RecoveryState};
use crate::panels::path_page::{PathPage, Purpose};
use crate::panels::versions::{self, ComparePage, VersionsPage};
use crate::theme::Tokens;

/// What the window keeps of files between frames.
#[derive(Default)]
pub(super) struct FilesUi {
    watch: Option<Watch>,
    looked: Option<Instant>,
    pub recovery: Option<RecoveryState>,
    /// The recent file that is gone and is being looked for.
    pub finding: Option<String>,
    crash: Option<Crash>,
    /// A test or a check of the window itself asks for a mistake in the next frame.
    pub panic: bool,
}

impl App {
    /// One frame, in which a mistake of the program ends in a page of the window and not in its end.
    pub fn guarded(&mut self, ui: &mut Ui) {
        if let Some(crash) = &self.files.crash {
            match pages::crash_ui(ui, crash) {
                Some(CrashAnswer::Copy) => ui.ctx().copy_text(crash.report.clone()),
                Some(CrashAnswer::StartAgain) => self.start_again(ui.ctx()),
                None => {}
            }
            return;
        }
        // What the frame leaves half done is dropped before anything is done with it again.
        let done = catch_unwind(AssertUnwindSafe(|| self.frame(ui)));
        if let Err(payload) = done {
            self.files.crash = Some(crash::caught(payload.as_ref()));
            ui.ctx().request_repaint();
        }
    }

    /// Begins anew with what was open: its journal is found as after any crash.
    fn start_again(&mut self, ctx: &egui::Context) {
        let Some(crash) = self.files.crash.take() else { return };
        *self = Self::new(ctx, self.settings.clone());
        if !crash.path.is_empty() {
            self.open(&crash.path);
        } else if let Some(journal) = crash.journal {
            self.recovery = document::left_in(&journal);
        }
        ctx.request_repaint();
    }

    /// Looks after the files: once a second, and when the window comes to the front.
    pub(super) fn look_after_files(&mut self, ctx: &egui::Context) {
        assert!(!self.files.panic, "a mistake was asked for");
        #[cfg(debug_assertions)]
        if std::env::var_os("SANDTABLE_PANIC").is_some()
            && ctx.input(|input| input.key_pressed(egui::Key::F12))
        {
            panic!("SANDTABLE_PANIC is set and F12 was pressed");
        }
        if self.may_close {
            // What was dropped must not be journalled again.
            return;
        }
        let Some(document) = &mut self.document else {
            self.files.watch = None;
            return;
        };
        if let Some(stamp) = document.stamp()
            && self.files.watch.as_ref().is_none_or(|watch| !watch.is_for(stamp))
        {
            let ctx = ctx.clone();
            self.files.watch = Some(Watch::new(stamp, move || ctx.request_repaint()));
        }
        let came = ctx.input(|input| input.events.contains(&egui::Event::WindowFocused(true)));
        let due = self.files.looked.is_none_or(|looked| looked.elapsed() >= Duration::from_secs(1));
        if came || due {
            self.files.looked = Some(Instant::now());
            document.look();
        }
    }

    /// The bar above the canvas, if another program has changed the files.
    pub(super) fn changed_bar(&self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let Some(document) = &self.document else { return };
        let names = document.changed_outside();
        if names.is_empty() {
            return;
        }
        let bar = egui::Frame::new().fill(Tokens::of(ui).warning_soft);
        egui::Panel::top("changed on disk").exact_size(36.0).frame(bar).resizable(false).show(ui, |ui| {
            versions::changed_bar_ui(ui, names, document.history().is_dirty(), commands);
        });
    }

    /// Is there anything left by a program that is gone? Then the page comes before anything else.
    pub fn recover_left_behind(&mut self) {
        if self.document.is_none() && self.recovery.is_none() {
            self.recovery = document::left_behind();
        }
    }

    pub(super) fn carry_out_file(&mut self, command: FileCommand, ctx: &egui::Context) {
        match command {
            FileCommand::New(game) => self.dialog = Some(Dialog::New(NewPage::new(game))),
            FileCommand::Make => {
                let Some(Dialog::New(page)) = self.dialog.take() else { return };
                let document = Document::fresh(page.scenario(), page.game());
                self.leave(After::Show(Box::new(document)), ctx);
            }
            FileCommand::OpenCopy(mut scenario) => {
                let Some(document) = &self.document else { return };
                let game = document.shipped();
                scenario.title = format!("{} (earlier)", scenario.title);
                self.leave(After::Show(Box::new(Document::fresh(*scenario, game))), ctx);
            }
            FileCommand::Versions => {
                self.dialog =
                    self.document.as_ref().map(|document| Dialog::Versions(VersionsPage::new(document)));
            }
            FileCommand::Reload => {
                self.dialog = None;
                let Some(document) = &mut self.document else { return };
                match document.reload() {
                    Ok(()) => {
                        self.play_is_stale();
                        self.selection = crate::selection::Selection::default();
                        let link = ("Undo".to_owned(), Command::Undo);
                        self.say_with(ctx, "Reloaded from the disk", link);
                    }
                    Err(reason) => {
                        let title = "The changed file cannot be read";
                        self.dialog = Some(Dialog::Message(title.into(), reason));
                    }
                }
            }
            FileCommand::KeepMine => {
                self.dialog = None;
                if let Some(document) = &mut self.document {
                    document.keep_mine();
                    self.say(ctx, "Kept yours; saving writes over what the other program wrote");
                }
            }
            FileCommand::Compare => {
                let Some(document) = &self.document else { return };
                self.dialog = Some(match document.theirs() {
                    Ok(theirs) => {
                        Dialog::Compare(ComparePage::new(document.scenario(), theirs, document.game()))
                    }
                    Err(reason) => Dialog::Message("The changed file cannot be read".into(), reason),
                });
            }
            FileCommand::Forget(path) => self.settings.recent.retain(|recent| recent.path != path),
            FileCommand::Find(path) => {
                let gone = std::path::Path::new(&path);
                let folder = gone.ancestors().skip(1).find(|folder| folder.is_dir());
                let start = folder.map_or_else(|| self.settings.folder(), std::path::Path::to_owned);
                self.files.finding = Some(path);
                self.dialog = Some(Dialog::Path(PathPage::new(Purpose::Open, &start)));
            }
        }
    }
}
