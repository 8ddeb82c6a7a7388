//! Carrying out what was asked for: the one place where anything changes.

use super::{After, App, Dialog};
use crate::canvas::widget::{part_of, zoom_by};
use crate::command::{Command, Recover, Workspace};
use crate::document::{Document, NO_PIECES};
use crate::keys;
use crate::panels::book;
use crate::panels::finder::FinderState;
use crate::panels::keys_page::KeysPage;
use crate::panels::path_page::{PathPage, Purpose, has_desktop};
use crate::panels::print;
use crate::panels::size_page::SizePage;
use crate::panels::tour_page::TourState;
use crate::play::Play;
use crate::selection::Selection;
use crate::theme;

impl App {
    /// Carries a command out.
    pub fn carry_out(&mut self, command: Command, ctx: &egui::Context) {
        match command {
            Command::File(command) => self.carry_out_file(command, ctx),
            Command::Open => self.leave(After::OpenPage { desktop: has_desktop() }, ctx),
            Command::PathPage => self.leave(After::OpenPage { desktop: false }, ctx),
            Command::OpenPath(path) => {
                let words = path.display().to_string();
                // What can be mended by another path is said where the path is typed.
                if !words.starts_with('@')
                    && !path.exists()
                    && let Some(Dialog::Path(page)) = &mut self.dialog
                {
                    page.wrong = format!("There is no {words}");
                    return;
                }
                // Before the page was opened it was asked what becomes of what is not saved.
                if matches!(&self.dialog, Some(Dialog::Path(page)) if page.purpose == Purpose::Open) {
                    self.go_on(After::Open(words, false), ctx);
                } else {
                    self.leave(After::Open(words, false), ctx);
                }
            }
            Command::OpenSample(name, play) => self.leave(After::Open(name, play), ctx),
            Command::Recover(answer) => {
                self.files.recovery = None;
                if let Some(recovery) = self.recovery.take() {
                    match answer {
                        Recover::WithEdits => self.show(recovery.with_edits()),
                        Recover::AsSaved => self.show(recovery.as_saved()),
                        // Its mark stays, and the next start offers it again.
                        Recover::Later => drop(recovery),
                    }
                }
            }
            Command::Save => {
                self.save(false, ctx);
            }
            Command::SaveOverErrors => {
                self.save_over(ctx);
            }
            Command::SaveAs => {
                let Some(document) = &self.document else { return };
                let start =
                    document.folder().map_or_else(|| self.settings.folder(), std::path::Path::to_owned);
                self.dialog = Some(Dialog::Path(PathPage::new(Purpose::SaveScenario, &start)));
            }
            Command::SaveTo(path) => self.save_to(&path, ctx),
            Command::SystemDialog => self.system_dialog(),
            Command::CloseDocument => self.leave(After::Close, ctx),
            Command::Quit => self.leave(After::Quit, ctx),
            Command::Closing(answer) => self.closed(answer, ctx),
            Command::Export => self.ask_export(),
            Command::ShowFolder(folder) => self.show_folder(&folder),
            Command::StartExport => {
                if let (Some(Dialog::Export(page)), Some(document)) = (&self.dialog, &self.document) {
                    self.export = Some(print::Job::start(page, document));
                    self.dialog = None;
                }
            }
            Command::StopExport => {
                if let Some(job) = &self.export {
                    job.stop();
                }
            }
            Command::Dismiss => {
                self.files.finding = None;
                self.dialog = None;
                self.after = None;
            }
            Command::Edit(edit) => {
                self.press += 1;
                self.changing(|document| document.apply(edit, None));
            }
            Command::Mend(at) => {
                let Some(at) = at.or_else(|| self.to_mend()) else { return };
                let repair = self.document.as_ref().and_then(|document| document.repairs().get(at)?.clone());
                if let Some(repair) = repair
                    && self.changing(|document| document.mend(at))
                {
                    let link = ("Undo".to_owned(), Command::Undo);
                    self.say_with(ctx, repair.words, link);
                }
            }
            Command::Undo => self.undo(),
            Command::Redo => {
                self.changing(Document::redo);
            }
            Command::History(step) => {
                self.tools.stroke = None;
                self.changing(|document| {
                    let before = document.history().names().count();
                    let mut now = before;
                    while now > step && document.undo() {
                        now -= 1;
                    }
                    while now < step && document.redo() {
                        now += 1;
                    }
                    now != before
                });
            }
            other if self.carry_out_selected(&other, ctx) => {}
            other => self.carry_out_view(other, ctx),
        }
    }

    pub(super) fn undo(&mut self) {
        if self.workspace == Workspace::Play {
            if let Some(play) = &mut self.play {
                play.take_back();
            }
            return;
        }
        // While the button is down undo drops the stroke.
        if self.tools.stroke.take().is_some() {
            return;
        }
        self.changing(Document::undo);
    }

    /// The scenario has changed: a game of the old one goes on only if it has begun in earnest.
    pub(super) fn play_is_stale(&mut self) {
        if self.play.as_ref().is_some_and(|play| play.moments() == 0) {
            self.play = None;
        }
    }

    pub(super) fn carry_out_view(&mut self, command: Command, ctx: &egui::Context) {
        match command {
            Command::Workspace(workspace) => {
                self.workspace = workspace;
                self.tools.stroke = None;
                if workspace == Workspace::Play && self.play.is_none() {
                    self.begin_game(ctx);
                }
                if workspace == Workspace::Rulebook {
                    self.book.go = true;
                }
            }
            Command::Tool(tool) => {
                self.tools.tool = tool;
                self.tools.stroke = None;
                if self.workspace != Workspace::Map {
                    self.workspace = Workspace::Map;
                }
            }
            Command::Swatch(swatch) => {
                if let Some(document) = &self.document {
                    let game = document.game();
                    self.tools.choose(swatch, game.terrains().len(), game.hexsides().len());
                }
            }
            Command::Radius(by) => self.tools.change_radius(by),
            Command::Select(hex) => self.selection = hex.map(Selection::hex).unwrap_or_default(),
            Command::GoTo(hex) => {
                if self.workspace == Workspace::Rulebook {
                    self.workspace = Workspace::Map;
                }
                if self.workspace == Workspace::Map {
                    self.selection = Selection::hex(hex);
                    self.map.centre = Some(hex);
                } else {
                    self.canvas().reveal = Some(hex);
                }
            }
            Command::Reveal(hex) => self.canvas().reveal = Some(hex),
            Command::GoToBox => self.dialog = Some(Dialog::GoTo(String::new())),
            Command::MapSize => {
                let hex = self.selection.hexes.iter().next().copied();
                self.dialog = self
                    .document
                    .as_ref()
                    .map(|document| Dialog::Size(Box::new(SizePage::new(document.scenario(), hex))));
            }
            other if self.zoom_print(&other) => {}
            Command::FitMap => self.canvas().fit = true,
            Command::FitSelection => {
                if let (Some(document), Workspace::Map) = (&self.document, self.workspace) {
                    self.map.fit_rect = part_of(&self.selection, document.scenario());
                }
            }
            Command::ZoomIn if self.workspace == Workspace::Rulebook => self.zoom_book(1),
            Command::ZoomOut if self.workspace == Workspace::Rulebook => self.zoom_book(-1),
            Command::Zoom100 if self.workspace == Workspace::Rulebook => self.settings.book_text = 100,
            Command::BookText(percent) => self.settings.book_text = book::text_size(percent),
            Command::ZoomIn => zoom_by(self.canvas(), 1.25),
            Command::ZoomOut => zoom_by(self.canvas(), 0.8),
            Command::Zoom100 => {
                let factor = 1.0 / self.canvas().view.zoom;
                zoom_by(self.canvas(), factor);
            }
            Command::Problems => self.problems_open = !self.problems_open,
            Command::Palette => self.dialog = Some(Dialog::Finder(FinderState::default())),
            Command::Panels => self.panels_hidden = !self.panels_hidden,
            Command::Theme(theme) => {
                self.settings.theme = theme;
                self.set_theme(ctx);
            }
            Command::Scale(percent) => {
                self.settings.scale = percent.clamp(80, 200);
                ctx.set_zoom_factor(f32::from(self.settings.scale) / 100.0);
            }
            Command::ReduceMotion => {
                self.settings.still = !self.settings.still;
                theme::set_motion(ctx, !self.settings.still);
            }
            Command::FullScreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!full));
            }
            Command::Book(slug) => self.open_book(slug),
            Command::Tour => {
                self.tour = if self.tour.is_some() { None } else { Some(TourState::default()) };
            }
            Command::Keys => self.dialog = Some(Dialog::Keys(KeysPage::default())),
            Command::Rebind(keys) => {
                keys::use_keys((*keys).clone());
                self.settings.keys = *keys;
            }
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::About => self.dialog = Some(Dialog::About),
            other => self.carry_out_play(other, ctx),
        }
    }

    /// The text of the rulebook by so many sizes larger.
    fn zoom_book(&mut self, by: isize) {
        let now = book::text_size(self.settings.book_text);
        let at = book::TEXT_SIZES.iter().position(|size| *size == now).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(book::TEXT_SIZES.len() - 1);
        self.settings.book_text = book::TEXT_SIZES[to];
    }

    pub(super) fn open_book(&mut self, slug: Option<String>) {
        let Some(document) = &self.document else { return };
        match slug {
            Some(slug) => {
                self.book.open_at(document.game().rulebook(), &slug);
                self.book_open = self.workspace != Workspace::Rulebook;
                self.book.go = true;
            }
            None => {
                self.book_open = !self.book_open && self.workspace != Workspace::Rulebook;
                // In a game it opens where one needs it: at what was refused, else at what is asked.
                if let (true, Workspace::Play, Some(play)) = (self.book_open, self.workspace, &self.play) {
                    let refused = play.refused.as_ref().map(|(_, words)| words.rule.as_str());
                    let rule = refused.or(play.ask().map(|ask| ask.rule.as_str()));
                    if let Some(rule) = rule.filter(|rule| !rule.is_empty()) {
                        self.book.open_at(document.game().rulebook(), rule);
                    }
                }
            }
        }
    }

    pub(super) fn carry_out_play(&mut self, command: Command, ctx: &egui::Context) {
        if command == Command::NewGame {
            // Whoever played which side goes on doing so: the first question may be a person's, the set-up.
            let players = self.play.take().map(|play| play.players);
            self.workspace = Workspace::Play;
            self.begin_game(ctx);
            if let (Some(play), Some(players)) = (&mut self.play, players) {
                for (side, player) in players.into_iter().enumerate() {
                    play.set_player(side as u8, player);
                }
            }
            return;
        }
        if command == Command::SaveGame {
            let start = self.settings.folder().join("game.ron");
            self.dialog = Some(Dialog::Path(PathPage::new(Purpose::SaveGame, &start)));
            return;
        }
        let Some(play) = &mut self.play else { return };
        match command {
            Command::Players(side, player) => play.set_player(side, player),
            Command::Perform(seat, gesture) => play.perform(seat, &gesture),
            Command::Pick(piece) => play.pick(piece),
            Command::EndPhase => {
                if let Some(seat) = play.seat() {
                    play.perform(seat, &engine::ask::Gesture::Done);
                }
            }
            Command::ComputerPhase => play.play_phase(),
            Command::StepBack => play.go_to(play.moment().saturating_sub(1)),
            Command::StepForward => play.go_to(play.moment() + 1),
            Command::Moment(moment) => play.go_to(moment),
            Command::Overlay(overlay) => self.game_ui.overlays.toggle(overlay),
            Command::Branch(branch) => play.switch(branch),
            Command::TypeDice(typed) => play.type_dice(typed),
            _ => {}
        }
        ctx.request_repaint();
    }

    pub(super) fn begin_game(&mut self, ctx: &egui::Context) {
        let Some(document) = &self.document else { return };
        if document.scenario().pieces.is_empty() {
            let words = format!(
                "{NO_PIECES}. Place some with the Piece tool (P), or begin from the sample, which brings the whole \
                 order of battle."
            );
            self.dialog = Some(Dialog::Message("This scenario cannot be played yet".into(), words));
            self.workspace = Workspace::Map;
            return;
        }
        let seed = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(1, |since| u64::from(since.subsec_nanos()) ^ since.as_secs());
        let begun = document.game().play(document.scenario(), seed);
        match begun.value {
            Some(session) => {
                self.play = Some(Play::new(session, document.game().sides().len()));
                self.board.fit = self.board.rect.is_none();
                self.book_open = false;
            }
            None => {
                let words: Vec<String> =
                    begun.problems.iter().map(|problem| problem.message.clone()).collect();
                self.dialog =
                    Some(Dialog::Message("This scenario cannot be played yet".into(), words.join("\n")));
                self.workspace = Workspace::Map;
                self.problems_open = true;
            }
        }
        ctx.request_repaint();
    }
}
