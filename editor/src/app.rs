//! The window: draws every panel, then carries out what was asked for, once, in order.

mod clipboard;
mod commands;
mod dialogs;
mod files;
mod game;
pub mod map;
mod measure;
mod play_side;
mod print;
pub mod settings;
mod shortcuts;
mod side;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_access;
#[cfg(test)]
mod tests_files;
#[cfg(test)]
mod tests_keys;
#[cfg(test)]
mod tests_layers;
#[cfg(test)]
mod tests_pages;
#[cfg(test)]
mod tests_paint;
#[cfg(test)]
mod tests_play;
#[cfg(test)]
mod tests_print;
#[cfg(test)]
mod tests_select;

use std::path::PathBuf;

use egui::Ui;
use engine::hex::Grid;

use crate::canvas::widget::CanvasState;
use crate::command::{Command, Situation, ThemeChoice, Workspace};
use crate::document::{self, Document, Opened, Recovery};
use crate::layers::Layers;
use crate::panels::bars::{self, Chosen, Status, Title};
use crate::panels::book::BookState;
use crate::panels::finder::FinderState;
use crate::panels::keys_page::KeysPage;
use crate::panels::new_page::NewPage;
use crate::panels::pages::RecoveryState;
use crate::panels::path_page::PathPage;
use crate::panels::print::{self as paper, PrintState};
use crate::panels::problems::{Found, ProblemsState};
use crate::panels::size_page::SizePage;
use crate::panels::tour_page::{self, TourState};
use crate::panels::versions::{ComparePage, VersionsPage};
use crate::panels::welcome::{Failed, WelcomeState};
use crate::panels::{book, context, inspector, pages, play, problems, strip, tree, welcome};
use crate::play::Play;
use crate::selection::Selection;
use crate::theme::{self, Tokens, size, space};
use crate::tools::{Change, Tool, ToolState};
use crate::widgets::Button;
use crate::{crash, fonts, keys};

use settings::Settings;
use shortcuts::{Held, after_tab, keys_come_last};

/// Opens the window, on a file if one is named.
///
/// # Errors
/// If there is no display, or none that can draw.
pub fn run(open: Option<String>) -> Result<(), eframe::Error> {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Sandtable")
            .with_app_id("sandtable")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([640.0, 400.0]),
        // The board is drawn as triangles, whose edges only this smooths.
        multisampling: 4,
        persist_window: false,
        ..eframe::NativeOptions::default()
    };
    crash::install();
    eframe::run_native(
        "sandtable",
        options,
        Box::new(move |creation| {
            let mut app = App::new(&creation.egui_ctx, Settings::load(creation.storage));
            match open {
                Some(path) => app.open(&path),
                None => app.recover_left_behind(),
            }
            Ok(Box::new(app))
        }),
    )
}

/// What stands over everything else.
enum Dialog {
    Path(PathPage),
    New(NewPage),
    Size(Box<SizePage>),
    Versions(VersionsPage),
    Compare(ComparePage),
    NotSaved(String),
    Close(After),
    /// Why it must be asked before something is written over, and at which other place than its own.
    AskSave(Vec<String>, Option<PathBuf>),
    Finder(FinderState),
    GoTo(String),
    Export(paper::ExportPage),
    Keys(KeysPage),
    Settings,
    About,
    Message(String, String),
    /// A file that could not be opened, over the document that is open.
    Failed(Failed),
}

/// What happens once the document may be left.
enum After {
    Quit,
    Close,
    Open(String, bool),
    /// A scenario by its path, or by the desktop's own dialog.
    OpenPage {
        desktop: bool,
    },
    /// A document that is ready.
    Show(Box<Document>),
}

/// A word at the lower left over the canvas that goes away by itself.
struct Notice {
    words: String,
    /// What can be done about it at once: a word, and what it asks for.
    link: Option<(String, Command)>,
    until: f64,
}

/// The height of the question in a compact window, in points: it, its button, what is open, a row of what is due.
const SHEET: f32 = 124.0;

/// The window's state.
pub struct App {
    document: Option<Document>,
    recovery: Option<Box<Recovery>>,
    failed: Option<Failed>,
    play: Option<Play>,
    workspace: Workspace,
    tools: ToolState,
    changes: Vec<Change>,
    map: CanvasState,
    board: CanvasState,
    game_ui: game::GameUi,
    selection: Selection,
    layers: Layers,
    side: side::SideState,
    book: BookState,
    figures: book::figure::Figures,
    verdicts: book::aside::Verdicts,
    book_open: bool,
    problems: ProblemsState,
    problems_open: bool,
    panels_hidden: bool,
    welcome: WelcomeState,
    held: Held,
    dialog: Option<Dialog>,
    /// The tour, while it is open.
    tour: Option<TourState>,
    /// What is to be done once the path page or saving has succeeded.
    after: Option<After>,
    notice: Option<Notice>,
    /// What is to be said of what was opened, in the next frame.
    remark: Option<String>,
    export: Option<paper::Job>,
    print: PrintState,
    /// The desktop's own dialog, while it is open.
    asked: Option<std::sync::mpsc::Receiver<Option<PathBuf>>>,
    settings: Settings,
    files: files::FilesUi,
    /// The window may close without a further question.
    may_close: bool,
    press: u64,
    /// A menu or list was open when the frame began: Esc is meant for it.
    menu_open: bool,
    /// Input of a slow frame that is meant for what has the keyboard in the next.
    held_back: Vec<egui::Event>,
}

impl App {
    /// A window without a document.
    pub fn new(ctx: &egui::Context, settings: Settings) -> Self {
        fonts::install(ctx);
        theme::install(ctx, f32::from(settings.scale) / 100.0);
        // The scale is a setting of its own, and the keys for it are those of the board.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        keys::use_keys(settings.keys.clone());
        let app = Self {
            document: None,
            recovery: None,
            failed: None,
            play: None,
            workspace: Workspace::Map,
            tools: ToolState::default(),
            changes: Vec::new(),
            map: CanvasState::default(),
            board: CanvasState::default(),
            game_ui: game::GameUi::default(),
            selection: Selection::default(),
            layers: Layers::default(),
            side: side::SideState::default(),
            book: BookState::default(),
            figures: book::figure::Figures::default(),
            verdicts: book::aside::Verdicts::default(),
            book_open: false,
            problems: ProblemsState::default(),
            problems_open: false,
            panels_hidden: false,
            welcome: WelcomeState::default(),
            held: Held::default(),
            dialog: None,
            tour: None,
            after: None,
            notice: None,
            remark: None,
            export: None,
            print: PrintState::default(),
            asked: None,
            settings,
            files: files::FilesUi::default(),
            may_close: false,
            press: 0,
            menu_open: false,
            held_back: Vec::new(),
        };
        app.set_theme(ctx);
        theme::set_motion(ctx, !app.settings.still);
        app
    }

    fn set_theme(&self, ctx: &egui::Context) {
        ctx.set_theme(match self.settings.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
            ThemeChoice::Light => egui::ThemePreference::Light,
        });
    }

    /// The open document, for tests.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// The game that is going on, for tests.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// Opens a scenario file, a folder or a sample.
    pub fn open(&mut self, path: &str) {
        self.failed = None;
        match document::open(path) {
            Ok(Opened::Document(document)) => self.show(*document),
            Ok(Opened::Recovery(recovery)) => self.recovery = Some(recovery),
            Ok(Opened::Failed { path, problems }) => self.could_not_open(Failed { path, problems }),
            Err(error) => {
                let problems = vec![engine::problem::Problem::error(error.to_string())];
                self.could_not_open(Failed { path: path.to_owned(), problems });
            }
        }
    }

    /// Says why a file was not opened: on the welcome page, or over the document that stays open.
    fn could_not_open(&mut self, failed: Failed) {
        self.files.finding = None;
        if self.document.is_some() {
            self.dialog = Some(Dialog::Failed(failed));
        } else {
            self.failed = Some(failed);
        }
    }

    /// Shows a document in the place of the one before, if there is one, which is left.
    pub fn show(&mut self, mut document: Document) {
        if let Some(gone) = self.files.finding.take().filter(|_| !document.opened_as.is_empty()) {
            // It was found elsewhere, and is listed there from now on.
            self.settings.recent.retain(|recent| recent.path != gone);
        }
        self.remark = document.remark(self.document.as_ref());
        self.drop_document();
        self.settings.remember_document(&document);
        self.problems_open = has_errors(&document);
        self.problems = ProblemsState::default();
        self.tools = ToolState { terrain: other_than_ground(&document), ..ToolState::default() };
        self.document = Some(document);
        self.play = None;
        self.workspace = Workspace::Map;
        self.selection = Selection::default();
        self.book = BookState::default();
        self.figures.clear();
        for canvas in [&mut self.map, &mut self.board] {
            *canvas = CanvasState::default();
            canvas.fit = true;
        }
    }

    fn situation(&self) -> Situation {
        let in_play = self.workspace == Workspace::Play && self.document.is_some();
        let play = self.play.as_ref();
        let history = self.document.as_ref().map(Document::history);
        Situation {
            document: self.document.is_some() && self.recovery.is_none(),
            undo: if in_play {
                play.is_some_and(|play| play.moment() > 0)
            } else {
                history.is_some_and(|history| history.can_undo()) || self.tools.stroke.is_some()
            },
            redo: !in_play && history.is_some_and(|history| history.can_redo()),
            playing: play.is_some(),
            in_play,
            has_control: play.is_some_and(|play| !play.control().is_empty()),
            can_end_phase: play.is_some_and(|play| play.done().is_some_and(|(_, enabled)| enabled)),
            can_step_back: in_play && play.is_some_and(|play| play.moment() > 0),
            can_step_forward: in_play && play.is_some_and(|play| play.moment() < play.moments()),
            exporting: self.export.is_some(),
            in_map: self.workspace == Workspace::Map,
            selected: !self.selection.is_empty() || self.tools.piece.is_some(),
            hexes: !self.selection.hexes.is_empty(),
            mendable: self.to_mend().is_some(),
            opening: self.document.as_ref().is_some_and(Document::is_opening),
            stamping: self.tools.tool == Tool::Stamp && self.tools.stamp.clip().is_some(),
        }
    }

    /// The problem that is mended if nothing else is said.
    fn to_mend(&self) -> Option<usize> {
        let closed = ProblemsState::default();
        // What is chosen in a panel that is closed is not seen.
        let state = if self.problems_open { &self.problems } else { &closed };
        problems::to_mend(self.document.as_ref()?.repairs(), state)
    }

    fn grid(&self) -> Option<Grid> {
        self.document.as_ref().map(|document| document.scenario().map.grid)
    }

    /// One frame: panels, then commands.
    pub fn frame(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        // Asked before the panels: a menu that Esc closes is no longer open when the board is shown.
        self.menu_open = egui::Popup::is_any_open(&ctx);
        crash::note(self.document.as_ref());
        self.look_after_files(&ctx);
        self.look_for_problems(&ctx);
        self.compute(&ctx);
        self.held.give_back(&ctx);
        self.book.text = self.settings.book_text;
        if let Some(words) = self.remark.take() {
            self.say(&ctx, words);
        }
        let mut commands = Vec::new();
        // What a stroke of this frame has to come before.
        let mut after_strokes = Vec::new();
        self.poll_export(&ctx);
        self.poll_dialog(&ctx, &mut commands);
        if self.dialog.is_none() {
            let keys_after_buttons = ctx.input(|input| keys_come_last(&input.events));
            self.shortcuts(&ctx, &mut commands);
            // A digit or a press that came with the key of a tool, in one slow frame, is meant for that tool. What
            // changes the map while the button is down comes before it is let go.
            let down = self.tools.stroke.is_some() && !keys_after_buttons;
            let tools = |command: &Command| matches!(command, Command::Tool(_) | Command::Workspace(_));
            let (at_once, later): (Vec<_>, Vec<_>) =
                commands.into_iter().partition(|command| down || tools(command));
            if !at_once.is_empty() {
                ctx.request_repaint();
            }
            for command in at_once {
                if tools(&command) || command.off(&self.situation()).is_none() {
                    self.carry_out(command, &ctx);
                }
            }
            // A key that came after a button was let go, in one slow frame, is meant for what that stroke did.
            (commands, after_strokes) =
                if keys_after_buttons { (Vec::new(), later) } else { (later, Vec::new()) };
        }
        if self.recovery.is_some() {
            self.recovery_frame(ui, &mut commands);
        } else {
            self.panels(ui, &mut commands);
        }
        self.dialogs(&ctx, &mut commands);
        self.notices(&ctx, &mut commands);
        if let (Some(tour), None) = (&mut self.tour, &self.recovery) {
            tour_page::tour_ui(&ctx, tour, &mut commands);
        }
        let changes = std::mem::take(&mut self.changes);
        for change in changes {
            let edit = self.document.as_ref().and_then(|document| document.edit_of(change));
            commands.extend(edit.map(Command::Edit));
        }
        commands.append(&mut after_strokes);
        let asked = !commands.is_empty();
        for command in commands {
            if command.off(&self.situation()).is_none() {
                self.carry_out(command, &ctx);
            }
        }
        self.closing(&ctx);
        if asked {
            ctx.request_repaint();
        }
    }

    /// Has problems looked for where something has changed, on a thread.
    fn look_for_problems(&mut self, ctx: &egui::Context) {
        let Some(document) = &mut self.document else { return };
        let opening = document.is_opening();
        // A unit test knows nothing of threads.
        if cfg!(test) {
            document.finish_check();
        }
        let wake = ctx.clone();
        if let Some(time) = document.check(move || wake.request_repaint()) {
            ctx.request_repaint_after(time);
        }
        if opening && !document.is_opening() {
            self.problems_open |= has_errors(document);
        }
    }

    /// Lets computer players decide, a few milliseconds a frame.
    fn compute(&mut self, ctx: &egui::Context) {
        let Some(play) = &mut self.play else { return };
        if self.workspace != Workspace::Play {
            return;
        }
        let start = std::time::Instant::now();
        while play.computer().is_some() && start.elapsed().as_millis() < 8 {
            if !play.compute() {
                break;
            }
        }
        if play.computer().is_some() {
            ctx.request_repaint();
        }
    }

    fn canvas(&mut self) -> &mut CanvasState {
        if self.workspace == Workspace::Play { &mut self.board } else { &mut self.map }
    }

    fn recovery_frame(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        egui::CentralPanel::no_frame().show(ui, |ui| {
            if let Some(recovery) = &self.recovery {
                let state = self.files.recovery.get_or_insert_with(|| RecoveryState::new(recovery));
                pages::recovery_ui(ui, recovery, state, commands);
            }
        });
    }

    /// The frame of the window and what fills it.
    fn panels(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let t = Tokens::of(ui);
        let width = ui.ctx().content_rect().width();
        let compact = width < size::COMPACT;
        let bar = || egui::Frame::new().fill(t.bg_app);
        let now = self.situation();
        let title = Title {
            name: self.document.as_ref().map(|document| self.title(document)).unwrap_or_default(),
            dirty: self.document.as_ref().is_some_and(|document| document.history().is_dirty()),
        };
        let chosen = Chosen {
            theme: self.settings.theme,
            scale: self.settings.scale,
            still: self.settings.still,
            workspace: self.document.as_ref().map(|_| self.workspace),
            overlays: self.game_ui.overlays,
            typed: self.play.as_ref().map(Play::types_dice),
        };
        if !compact || self.document.is_none() {
            egui::Panel::top("menu").exact_size(size::MENU).frame(bar()).resizable(false).show(ui, |ui| {
                bars::menu_ui(ui, &now, chosen, &title, compact, commands);
            });
        }
        let Some(document) = &self.document else {
            egui::CentralPanel::no_frame().frame(bar()).show(ui, |ui| {
                welcome::welcome_ui(
                    ui,
                    &mut self.welcome,
                    &self.settings.recent,
                    self.failed.as_ref(),
                    commands,
                );
            });
            return;
        };
        let problem_list = document.problems();
        egui::Panel::top("workspaces").exact_size(size::WORKSPACES).frame(bar()).resizable(false).show(
            ui,
            |ui| {
                if compact {
                    bars::compact_ui(ui, self.workspace, problem_list, &now, chosen, commands);
                } else {
                    let narrow = width < 1100.0;
                    bars::workspaces_ui(ui, self.workspace, problem_list, &now, narrow, commands);
                }
            },
        );
        let status = self.status();
        egui::Panel::bottom("status").exact_size(size::STATUS).frame(bar()).resizable(false).show(ui, |ui| {
            bars::status_ui(ui, &status, commands);
        });
        self.changed_bar(ui, commands);
        match self.workspace {
            Workspace::Map => self.map_workspace(ui, commands),
            Workspace::Rulebook => self.book_workspace(ui, commands),
            Workspace::Play => self.play_workspace(ui, commands),
            Workspace::Print => self.print_workspace(ui, commands),
        }
    }

    fn title(&self, document: &Document) -> String {
        match (&self.play, self.workspace) {
            (Some(play), Workspace::Play) => format!("{} — turn {}", document.name(), play.scene().turn),
            _ => document.name(),
        }
    }

    fn status(&self) -> Status {
        let mut status = Status::default();
        let Some(document) = &self.document else { return status };
        let in_play = self.workspace == Workspace::Play;
        let canvas = if in_play { &self.board } else { &self.map };
        let scenario = document.scenario();
        let grid = &scenario.map.grid;
        match self.workspace {
            Workspace::Rulebook => {
                status.zoom = Some(f32::from(self.settings.book_text) / 100.0);
                let book = document.game().rulebook();
                if let Some(section) = book.sections.get(self.book.section) {
                    status.place = format!("§{} {}", section.number, section.title);
                    match section.statements.len() {
                        0 => {}
                        1 => status.about.push("1 statement held".to_owned()),
                        n => status.about.push(format!("{n} statements held")),
                    }
                }
            }
            Workspace::Print => self.print_status(&mut status),
            Workspace::Map | Workspace::Play => {
                status.zoom = Some(canvas.view.zoom);
                if let Some(hex) = canvas.hover.or(if in_play { None } else { self.selection.cursor }) {
                    status.place = grid.label(hex);
                    status.about.extend(inspector::about_hex(scenario, document.game(), hex));
                }
            }
        }
        if self.workspace == Workspace::Map {
            self.about_tool(document, canvas, &mut status);
        }
        if let (true, Some(play)) = (in_play, &self.play)
            && let Some(piece) =
                play.picked.and_then(|picked| play.scene().pieces.iter().find(|piece| piece.piece == picked))
        {
            let cost = play.judged().and_then(|judged| judged.cost);
            status.about.push(match cost {
                Some((spent, all)) => format!("{} picked, {spent} of {all} points", piece.name),
                None => format!("{} picked", piece.name),
            });
        }
        if in_play && self.game_ui.looks_for_a_place(self.play.as_ref()) {
            status.about.push("click the hex to look from".to_owned());
        }
        if let Some(job) = &self.export {
            status.busy = Some((job.words(), job.part()));
        }
        let dirty = document.history().is_dirty();
        status.is_saved = !dirty;
        status.saved = match (in_play, &self.play) {
            (true, Some(play)) => match play.moments() {
                1 => "1 action".to_owned(),
                n => format!("{n} actions"),
            },
            _ if !dirty => "Saved".to_owned(),
            _ if document.is_journalled() => "Not saved, journalled".to_owned(),
            _ => "Not saved, not journalled".to_owned(),
        };
        status
    }

    /// What the tool under the pointer would do, in the status bar.
    fn about_tool(&self, document: &Document, canvas: &CanvasState, status: &mut Status) {
        use crate::tools::{Pointer, Stroke, point};
        status.about.extend(map::about_selection(&self.selection));
        let Some(hover) = canvas.hover else { return };
        if !self.tools.said.is_empty() {
            status.about.push(self.tools.said.clone());
        }
        match (self.tools.tool, &self.tools.stroke) {
            (Tool::Hexside, Some(Stroke::Sides(stroke))) => {
                if let Some(last) = stroke.sides().last() {
                    let (place, words) = map::about_side(document, *last);
                    status.place = place;
                    status.about = vec![words, format!("{} sides in this stroke", stroke.sides().len())];
                }
            }
            (Tool::Hexside, _) => {
                let layout =
                    engine::hex::Layout::new(&document.scenario().map.grid, export::compose::map::FLAT);
                let at = canvas.pointer_at.unwrap_or_else(|| point(layout.centre(hover)));
                let near = 8.0 / canvas.view.scale();
                if let Some(side) = Pointer::new(&layout, at, near).side(&layout) {
                    let (place, words) = map::about_side(document, side);
                    status.place = place;
                    status.about = vec![words];
                }
            }
            _ => {}
        }
    }

    fn map_workspace(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let t = Tokens::of(ui);
        let width = ui.ctx().content_rect().width();
        let compact = width < size::COMPACT;
        let Some(document) = &self.document else { return };
        let bar = || egui::Frame::new().fill(t.bg_app);
        if !self.panels_hidden {
            if width >= size::WIDE {
                egui::Panel::left("tree").default_size(264.0).size_range(180.0..=420.0).frame(bar()).show(
                    ui,
                    |ui| {
                        tree::tree_ui(ui, document, &self.selection, commands);
                    },
                );
            }
            egui::Panel::left("strip").exact_size(size::STRIP).frame(bar()).resizable(false).show(ui, |ui| {
                strip::strip_ui(ui, self.tools.tool, commands);
            });
            let right: f32 = if self.book_open {
                372.0
            } else if width < 1100.0 {
                260.0
            } else if width < size::WIDE {
                292.0
            } else {
                320.0
            };
            if !compact || self.book_open {
                let name = if self.book_open { "book drawer" } else { "map right" };
                egui::Panel::right(name)
                    .default_size(right.min(width * 0.45))
                    .size_range(200.0..=520.0)
                    .frame(bar())
                    .show(ui, |ui| {
                        if self.book_open {
                            book::drawer_ui(ui, document.game(), &mut self.book, &mut self.figures, commands);
                            return;
                        }
                        let mut side = side::Side {
                            document,
                            tools: &mut self.tools,
                            selection: &self.selection,
                            layers: &mut self.layers,
                            canvas: &mut self.map,
                            changes: &mut self.changes,
                            commands,
                        };
                        side.panel_ui(ui, &mut self.side);
                    });
            }
        }
        egui::Panel::top("context").exact_size(size::CONTEXT).frame(bar()).resizable(false).show(ui, |ui| {
            let mut options = map::Options {
                document,
                tools: &mut self.tools,
                selection: &self.selection,
                layers: &self.layers,
                compact,
                changes: &mut self.changes,
                commands,
            };
            context::tool_ui(ui, &mut options);
        });
        let drawers = compact && !self.panels_hidden && !self.book_open;
        if drawers {
            self.side.escape(ui.ctx(), &self.tools);
            egui::Panel::right("map bar").exact_size(size::BAR).frame(bar()).resizable(false).show(
                ui,
                |ui| {
                    let side = side::Side {
                        document,
                        tools: &mut self.tools,
                        selection: &self.selection,
                        layers: &mut self.layers,
                        canvas: &mut self.map,
                        changes: &mut self.changes,
                        commands,
                    };
                    side.bar_ui(ui, &mut self.side);
                },
            );
        }
        if self.problems_open {
            egui::Panel::bottom("problems").default_size(158.0).size_range(90.0..=400.0).frame(bar()).show(
                ui,
                |ui| {
                    problems::problems_ui(ui, &Found::of(document), &mut self.problems, commands);
                },
            );
        }
        egui::CentralPanel::no_frame().show(ui, |ui| {
            let mut map = map::MapUi {
                tools: &mut self.tools,
                canvas: &mut self.map,
                selection: &self.selection,
                layers: &self.layers,
                changes: &mut self.changes,
                commands,
            };
            let of_menu = self.menu_open && ui.input(|input| input.key_pressed(egui::Key::Escape));
            if self.dialog.is_none() && !of_menu {
                map::keys(ui, document, &mut map);
            }
            map::map_ui(ui, document, &mut map);
            if drawers && let Some(canvas) = self.map.rect {
                let mut side = side::Side {
                    document,
                    tools: &mut self.tools,
                    selection: &self.selection,
                    layers: &mut self.layers,
                    canvas: &mut self.map,
                    changes: &mut self.changes,
                    commands,
                };
                side.drawer_ui(ui, &mut self.side, canvas);
            }
        });
    }

    fn book_workspace(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let t = Tokens::of(ui);
        let Some(document) = &self.document else { return };
        let width = ui.ctx().content_rect().width();
        let bar = egui::Frame::new().fill(t.bg_app);
        egui::Panel::left("contents")
            .default_size(252.0_f32.min(width * 0.36))
            .size_range(160.0..=420.0)
            .frame(bar)
            .show(ui, |ui| {
                book::contents_ui(ui, document.game(), &mut self.book);
            });
        if self.problems_open {
            egui::Panel::bottom("problems").default_size(158.0).size_range(90.0..=400.0).frame(bar).show(
                ui,
                |ui| {
                    problems::problems_ui(ui, &Found::of(document), &mut self.problems, commands);
                },
            );
        }
        if width >= 1000.0 && !self.panels_hidden {
            self.verdicts.ask(ui.ctx(), document.game(), document.scenario());
            let kept = self.settings.books.entry(document.game().id().to_owned()).or_default();
            egui::Panel::right("book aside")
                .default_size(282.0)
                .size_range(200.0..=420.0)
                .frame(egui::Frame::new().fill(t.bg_app))
                .show(ui, |ui| {
                    book::aside::aside_ui(ui, document.game(), &mut self.book, kept, &self.verdicts);
                });
        }
        egui::CentralPanel::no_frame()
            .show(ui, |ui| book::sheet_ui(ui, document.game(), &mut self.book, &mut self.figures, commands));
    }

    fn play_workspace(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let t = Tokens::of(ui);
        let width = ui.ctx().content_rect().width();
        let height = ui.ctx().content_rect().height();
        let compact = width < size::COMPACT;
        let bar = || egui::Frame::new().fill(t.bg_app);
        let now = self.situation();
        let (Some(document), Some(play)) = (&self.document, &mut self.play) else {
            egui::CentralPanel::no_frame().frame(bar()).show(ui, |ui| {
                ui.vertical_centered(|ui| {
                    ui.add_space(ui.available_height() * 0.4);
                    ui.label("No game has begun.");
                    ui.add_space(space::M);
                    if Button::filled("Play").icon("play").show(ui).clicked() {
                        commands.push(Command::NewGame);
                    }
                });
            });
            return;
        };
        let game = document.game();
        let grid = document.scenario().map.grid;
        if let Some(side) = play.cover() {
            let info = game.sides().get(usize::from(side.0)).cloned();
            egui::CentralPanel::no_frame().show(ui, |ui| {
                if let Some(info) = info
                    && play::cover_ui(ui, &info, side.0)
                {
                    play.uncover();
                }
            });
            return;
        }
        if !self.panels_hidden {
            egui::Panel::left("play strip")
                .exact_size(size::STRIP)
                .frame(bar())
                .resizable(false)
                .show(ui, |ui| strip::play_strip_ui(ui, play, self.game_ui.overlays, &now, commands));
        }
        let drawers = compact && !self.panels_hidden;
        if drawers {
            play_side::escape(ui.ctx(), &mut self.game_ui.drawer);
            egui::Panel::right("play bar").exact_size(size::BAR).frame(bar()).resizable(false).show(
                ui,
                |ui| {
                    play_side::bar_ui(ui, &mut self.game_ui.drawer, self.book_open, commands);
                },
            );
        }
        if self.book_open && !compact {
            egui::Panel::right("book drawer")
                .default_size(372.0)
                .size_range(240.0..=520.0)
                .frame(bar())
                .show(ui, |ui| {
                    book::drawer_ui(ui, game, &mut self.book, &mut self.figures, commands);
                });
        }
        if !self.panels_hidden {
            if compact {
                // The question is a sheet at the bottom, of at most 45 % of the height; the map has the larger part.
                let most = (height * 0.45).floor();
                let high = if self.book_open { most } else { SHEET.min(most) };
                let name = if self.book_open { "play book" } else { "play sheet" };
                let sheet =
                    egui::Panel::bottom(name).default_size(high).size_range(96.0_f32.min(most)..=most);
                sheet.frame(bar()).show(ui, |ui| {
                    if self.book_open {
                        book::drawer_ui(ui, game, &mut self.book, &mut self.figures, commands);
                    } else {
                        play::play_sheet_ui(ui, play, game, &grid, commands);
                    }
                });
            } else {
                // In a wide window the log stands beside the question.
                let wide = width >= size::WIDE && !self.book_open;
                if wide {
                    egui::Panel::right("play log")
                        .default_size(300.0)
                        .size_range(220.0..=460.0)
                        .frame(bar())
                        .show(ui, |ui| play::log_ui(ui, play, game, commands));
                }
                let right = if self.book_open { 300.0 } else { 340.0 };
                egui::Panel::right("play right")
                    .default_size(right)
                    .size_range(260.0..=460.0)
                    .frame(bar())
                    .show(ui, |ui| {
                        play::play_ui(ui, play, game, &grid, !wide, commands);
                    });
            }
        }
        egui::Panel::top("context").exact_size(size::CONTEXT).frame(bar()).resizable(false).show(ui, |ui| {
            context::phases_ui(ui, play, game.sides(), compact, commands);
        });
        egui::CentralPanel::no_frame().show(ui, |ui| {
            self.game_ui.keys = self.dialog.is_none();
            self.board.tab = true;
            game::game_ui(ui, document, play, &mut self.board, &mut self.game_ui, commands);
            if let Some(drawer) = self.game_ui.drawer.filter(|_| drawers) {
                play_side::drawer_ui(ui, drawer, document, play, &mut self.board, commands);
            }
        });
    }
}

fn has_errors(document: &Document) -> bool {
    document.problems().iter().any(|problem| problem.severity == engine::problem::Severity::Error)
}

/// The first terrain of the game that is not what most of the map is made of: a first stroke with that would show
/// nothing.
fn other_than_ground(document: &Document) -> usize {
    let map = &document.scenario().map;
    let mut counts = [0_usize; 256];
    for cell in &map.cells {
        counts[usize::from(*cell)] += 1;
    }
    let most = (0..counts.len()).max_by_key(|cell| (counts[*cell], 256 - cell));
    let ground = most.and_then(|cell| map.legend.get(cell)).map(|(_, id)| id.as_str());
    let terrains = document.game().terrains();
    terrains.iter().position(|terrain| Some(terrain.id.as_str()) != ground).unwrap_or(0)
}

impl eframe::App for App {
    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        input.events.splice(0..0, std::mem::take(&mut self.held_back));
        self.held_back = after_tab(&mut input.events);
        if !self.held_back.is_empty() {
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.guarded(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.settings.save(storage);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// The folder where a path page begins when nothing of one's own was opened yet: the person's, and only where
/// there is none the one that the program was started in, which may be its own source.
fn home() -> PathBuf {
    std::env::home_dir()
        .filter(|home| home.is_dir())
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_else(|| PathBuf::from("/"))
}
