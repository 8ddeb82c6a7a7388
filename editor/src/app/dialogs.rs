//! What stands over everything else, saving and leaving: pages, questions, notices.

use egui::{Key, Margin, Modifiers, vec2};

use super::{After, App, Dialog, Notice};
use crate::command::{Closing, Command, Workspace};
use crate::disk::Written;
use crate::document::{Document, SaveError};
use crate::panels::path_page::{Answer, PathPage, Purpose, path_page_ui};
use crate::panels::{finder, keys_page, new_page, pages, print, size_page, versions, welcome};
use crate::theme::space;
use crate::widgets::Button;

impl App {
    /// What stands over everything else.
    pub(super) fn dialogs(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        let Some(mut dialog) = self.dialog.take() else { return };
        let now = self.situation();
        let grid = self.grid();
        let book = self.document.as_ref().map(|document| document.game().rulebook());
        let mut keep = true;
        if let Dialog::Finder(state) = &mut dialog {
            finder::finder_ui(ctx, state, &now, grid.as_ref(), book, commands);
            self.dialog = Some(dialog);
            return;
        }
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(Margin::same(20));
        let modal =
            egui::Modal::new(egui::Id::unique("dialog")).frame(frame).show(ctx, |ui| match &mut dialog {
                Dialog::Path(page) => {
                    ui.set_width(560.0_f32.min(ctx.content_rect().width() - 60.0));
                    let recent = match page.purpose {
                        Purpose::Folder => Vec::new(),
                        _ => self.settings.folders(),
                    };
                    match path_page_ui(ui, page, &recent) {
                        Some(Answer::Path(path)) => commands.push(match page.purpose {
                            Purpose::Open => Command::OpenPath(path),
                            Purpose::SaveScenario | Purpose::SaveGame | Purpose::Folder => {
                                Command::SaveTo(path)
                            }
                        }),
                        Some(Answer::System) => commands.push(Command::SystemDialog),
                        Some(Answer::Cancel) => commands.push(Command::Dismiss),
                        None => {}
                    }
                }
                Dialog::Close(_) => {
                    let name = self
                        .document
                        .as_ref()
                        .map(|document| document.scenario().title.clone())
                        .unwrap_or_default();
                    let can_save = self.document.as_ref().is_some_and(Document::has_place);
                    let is_new = self.document.as_ref().is_some_and(Document::is_new);
                    pages::closing_ui(ui, &name, can_save, is_new, commands);
                    // Enter on a button that has the keyboard has pressed that one.
                    let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
                    if enter && !commands.iter().any(|command| matches!(command, Command::Closing(_))) {
                        commands.push(Command::Closing(Closing::Save));
                    }
                }
                Dialog::New(page) => new_page::new_ui(ui, page, commands),
                Dialog::Size(page) => {
                    if let Some(document) = &self.document {
                        size_page::size_ui(ui, page, document, commands);
                    }
                }
                Dialog::Versions(page) => {
                    if let Some(document) = &self.document {
                        versions::versions_ui(ui, page, document.scenario(), commands);
                    }
                }
                Dialog::Compare(page) => versions::compare_ui(ui, page, commands),
                Dialog::NotSaved(words) => {
                    let journalled = self.document.as_ref().is_some_and(Document::is_journalled);
                    pages::not_saved_ui(ui, words, journalled, commands);
                }
                Dialog::AskSave(reasons, _) => pages::ask_save_ui(ui, reasons, commands),
                Dialog::GoTo(words) => {
                    ui.set_width(260.0);
                    let label = ui.label("Go to hex");
                    let field =
                        ui.add(egui::TextEdit::singleline(words).desired_width(260.0)).labelled_by(label.id);
                    field.request_focus();
                    let hex = grid.as_ref().map(|grid| grid.parse(words));
                    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
                        && let Some(Ok(hex)) = hex
                    {
                        commands.push(Command::Dismiss);
                        commands.push(Command::Select(Some(hex)));
                        commands.push(Command::GoTo(hex));
                    } else if let (Some(Err(error)), false) = (hex, words.len() < 4) {
                        crate::widgets::hint(ui, error.to_string());
                    }
                }
                Dialog::Export(page) => {
                    if let Some(document) = &self.document {
                        print::export_ui(ui, page, document, commands);
                    }
                }
                Dialog::Keys(page) => keys_page::keys_ui(ui, page, &self.settings.keys, commands),
                Dialog::Settings => {
                    let settings = &self.settings;
                    pages::settings_ui(ui, settings.theme, settings.scale, settings.still, commands);
                }
                Dialog::About => pages::about_ui(ui, commands),
                Dialog::Message(title, words) => pages::message_ui(ui, title, words, commands),
                Dialog::Failed(failed) => {
                    ui.set_width(560.0_f32.min(ctx.content_rect().width() - 60.0));
                    welcome::failed_ui(ui, failed);
                    ui.add_space(space::M);
                    if Button::new("Close").key("Esc").show(ui).clicked() {
                        commands.push(Command::Dismiss);
                    }
                }
                Dialog::Finder(_) => {}
            });
        if modal.should_close() {
            commands.push(if matches!(dialog, Dialog::Close(_)) {
                Command::Closing(Closing::Cancel)
            } else {
                Command::Dismiss
            });
        }
        if commands.contains(&Command::Dismiss) {
            keep = false;
        }
        if keep {
            self.dialog = Some(dialog);
        }
    }

    pub(super) fn notices(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        let Some(notice) = &self.notice else { return };
        let now = ctx.input(|input| input.time);
        if now > notice.until {
            self.notice = None;
            return;
        }
        let (words, link) = (notice.words.clone(), notice.link.clone());
        let mut asked = None;
        egui::Area::new(egui::Id::unique("notice"))
            .anchor(egui::Align2::LEFT_BOTTOM, vec2(60.0, -36.0))
            .order(egui::Order::Foreground)
            .show(ctx, |ui| {
                // An area keeps the width of what it held before: a longer notice must not be squeezed into it.
                let room = (ctx.content_rect().width() - 160.0).clamp(160.0, 620.0);
                ui.set_max_width(room);
                let Some((word, command)) = link else {
                    let ink = ui.visuals().text_color();
                    let galley = ui.painter().layout(words, crate::widgets::body(ui), ink, room);
                    crate::canvas::marks::card_frame(ui).show(ui, |ui| ui.label(galley));
                    return;
                };
                crate::canvas::marks::card_frame(ui).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        ui.add(egui::Label::new(words).extend());
                        if crate::widgets::link(ui, &word).clicked() {
                            asked = Some(command);
                        }
                    });
                });
            });
        commands.extend(asked);
        ctx.request_repaint_after(std::time::Duration::from_millis(500));
    }

    pub(super) fn say(&mut self, ctx: &egui::Context, words: impl Into<String>) {
        let until = ctx.input(|input| input.time) + 5.0;
        self.notice = Some(Notice { words: words.into(), link: None, until });
    }

    /// Like [`App::say`], with one thing that can be done about it.
    pub(super) fn say_with(
        &mut self,
        ctx: &egui::Context,
        words: impl Into<String>,
        link: (String, Command),
    ) {
        self.say(ctx, words);
        if let Some(notice) = &mut self.notice {
            notice.link = Some(link);
        }
    }

    /// The window's own close button.
    pub(super) fn closing(&mut self, ctx: &egui::Context) {
        if !ctx.input(|input| input.viewport().close_requested()) || self.may_close {
            return;
        }
        if self.document.as_ref().is_some_and(|document| document.history().is_dirty()) {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.leave(After::Quit, ctx);
        }
    }

    /// Does something that leaves the document, after asking if it is not saved.
    pub(super) fn leave(&mut self, after: After, ctx: &egui::Context) {
        let dirty = self.document.as_ref().is_some_and(|document| document.history().is_dirty());
        if dirty {
            self.dialog = Some(Dialog::Close(after));
        } else {
            self.go_on(after, ctx);
        }
    }

    pub(super) fn go_on(&mut self, after: After, ctx: &egui::Context) {
        self.dialog = None;
        match after {
            After::Quit => {
                if let Some(document) = &mut self.document {
                    document.discard();
                }
                self.may_close = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            After::Close => {
                self.drop_document();
                self.play = None;
            }
            After::OpenPage { desktop } => {
                // The page stays under the desktop's dialog: it says what came of that, and serves if nothing did.
                self.dialog = Some(Dialog::Path(PathPage::new(Purpose::Open, &self.settings.folder())));
                if desktop {
                    self.system_dialog();
                }
            }
            After::Show(mut document) => {
                document.begin_journal();
                self.show(*document);
            }
            After::Open(path, play) => {
                self.open(&path);
                // What could not be opened leaves what was open as it is.
                let opened = self.dialog.is_none() && self.recovery.is_none();
                if play && opened && self.document.is_some() {
                    self.carry_out(Command::Workspace(Workspace::Play), ctx);
                }
            }
        }
    }

    /// Saves; asks for a place or a yes where it must. True if it is done.
    pub(super) fn save(&mut self, anyway: bool, ctx: &egui::Context) -> bool {
        let Some(document) = &mut self.document else { return false };
        let done = document.save(anyway);
        self.saved(done, None, ctx)
    }

    /// Saves over what it was asked about, where it was to be saved.
    pub(super) fn save_over(&mut self, ctx: &egui::Context) {
        let place = match &mut self.dialog {
            Some(Dialog::AskSave(_, place)) => place.take(),
            _ => None,
        };
        match (&mut self.document, place) {
            (Some(document), Some(place)) => {
                let done = document.save_as(&place, true);
                self.saved(done, Some(&place), ctx);
            }
            _ => {
                self.save(true, ctx);
            }
        }
    }

    /// Leaves the document; what of it is not saved was asked about.
    pub(super) fn drop_document(&mut self) {
        if let Some(mut document) = self.document.take() {
            document.discard();
        }
    }

    /// Says how saving went, here or at another place, and goes on with what waited for it.
    fn saved(
        &mut self,
        done: Result<Written, SaveError>,
        place: Option<&std::path::Path>,
        ctx: &egui::Context,
    ) -> bool {
        let Some(document) = &mut self.document else { return false };
        match done {
            Ok(Written { changed, not_kept }) => {
                self.dialog = None;
                self.settings.remember_document(document);
                let place =
                    document.folder().map_or(String::new(), |folder| format!(" in {}", folder.display()));
                let mut words = match changed.as_slice() {
                    [] => "Saved, nothing had changed".to_owned(),
                    [one] => format!("Saved {one}{place}"),
                    several => format!("Saved {}{place}", several.join(", ")),
                };
                if let Some(reason) = not_kept {
                    words.push_str(&format!(". The version before could not be kept: {reason}"));
                }
                self.say(ctx, words);
                if let Some(after) = self.after.take() {
                    self.go_on(after, ctx);
                }
                true
            }
            Err(SaveError::NoPlace) => {
                let start =
                    self.settings.folder().join(document.scenario().title.to_lowercase().replace(' ', "_"));
                self.dialog = Some(Dialog::Path(PathPage::new(Purpose::SaveScenario, &start)));
                false
            }
            Err(SaveError::Ask(reasons)) => {
                self.dialog = Some(Dialog::AskSave(reasons, place.map(std::path::Path::to_owned)));
                false
            }
            Err(error @ SaveError::Disk { .. }) => {
                self.after = None;
                self.dialog = Some(Dialog::NotSaved(error.to_string()));
                false
            }
            Err(error @ SaveError::Taken(_)) => {
                self.after = None;
                self.dialog = Some(Dialog::Message("It could not be saved".into(), error.to_string()));
                false
            }
        }
    }

    pub(super) fn save_to(&mut self, path: &std::path::Path, ctx: &egui::Context) {
        let purpose = match &self.dialog {
            Some(Dialog::Path(page)) => page.purpose,
            _ => Purpose::SaveScenario,
        };
        match purpose {
            Purpose::SaveGame => self.save_game(path, ctx),
            Purpose::Open | Purpose::Folder => {}
            Purpose::SaveScenario => {
                let Some(document) = &mut self.document else { return };
                let done = document.save_as(path, false);
                // What can be mended by another name is said where the name is typed.
                if let (Err(error @ SaveError::Taken(_)), Some(Dialog::Path(page))) =
                    (&done, &mut self.dialog)
                {
                    page.wrong = error.to_string();
                    return;
                }
                self.saved(done, Some(path), ctx);
            }
        }
    }

    pub(super) fn closed(&mut self, answer: Closing, ctx: &egui::Context) {
        let after = match self.dialog.take() {
            Some(Dialog::Close(after)) => after,
            // It was answered already, and the answer has opened another page.
            other => {
                self.dialog = other;
                return;
            }
        };
        match answer {
            Closing::Cancel => {}
            // Dropped where it is really left: whoever chooses no file after all still has it.
            Closing::Discard => self.go_on(after, ctx),
            Closing::Save => {
                self.after = Some(after);
                self.save(false, ctx);
            }
        }
    }

    pub(super) fn save_game(&mut self, path: &std::path::Path, ctx: &egui::Context) {
        let Some(play) = &mut self.play else { return };
        let text = play.replay();
        let path = if path.extension().is_some() { path.to_owned() } else { path.with_extension("ron") };
        match crate::disk::write(&path, text.as_bytes()) {
            Ok(()) => {
                self.dialog = None;
                self.say(ctx, format!("Saved the game as {}", path.display()));
            }
            Err(error) => {
                self.dialog = Some(Dialog::Message("The game could not be saved".into(), error.to_string()))
            }
        }
    }

    /// Opens the desktop's own dialog on a thread, so that the window stays usable.
    pub(super) fn system_dialog(&mut self) {
        let Some(Dialog::Path(page)) = &self.dialog else { return };
        let (purpose, folder) = (page.purpose, self.settings.folder());
        let (out, answer) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let dialog = rfd::FileDialog::new().set_directory(folder).add_filter("Sandtable", &["ron"]);
            let path = match purpose {
                Purpose::Open => dialog.pick_file(),
                Purpose::Folder => dialog.pick_folder(),
                Purpose::SaveScenario | Purpose::SaveGame => dialog.save_file(),
            };
            // Nobody listens any more if the page was left meanwhile.
            out.send(path).ok();
        });
        self.asked = Some(answer);
    }

    pub(super) fn poll_dialog(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        let Some(answer) = &self.asked else { return };
        match answer.try_recv() {
            Ok(path) => {
                self.asked = None;
                let Some(Dialog::Path(page)) = &mut self.dialog else { return };
                match path {
                    Some(path) if page.purpose == Purpose::Open => commands.push(Command::OpenPath(path)),
                    Some(path) => commands.push(Command::SaveTo(path)),
                    None => page.wrong = "No file was chosen in the desktop's dialog".into(),
                }
            }
            Err(std::sync::mpsc::TryRecvError::Empty) => {
                ctx.request_repaint_after(std::time::Duration::from_millis(100));
            }
            Err(std::sync::mpsc::TryRecvError::Disconnected) => self.asked = None,
        }
    }
}
