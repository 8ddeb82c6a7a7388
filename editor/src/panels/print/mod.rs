//! Print: the sheets as they will be printed, what to heed, and the export.
//!
//! Nothing is made on the window's own thread: `proof` composes and paints elsewhere, and what is not ready yet is
//! shown as it was, dimmed.

pub mod checks;
pub mod choices;
mod controls;
mod export;
mod list;
mod preview;
pub mod proof;
mod side;

use ::export::Format;
use ::export::sheets::{MapLayout, Sheet};
use egui::{Color32, Ui, Vec2};
use engine::game::SideInfo;

pub use choices::Choices;
pub use export::{ExportPage, Exported, Job, export_ui, file_names};
pub use preview::{PageView, Zoom, status};

use crate::command::Command;
use crate::document::Document;
use crate::theme::{Tokens, size};
use proof::Proofs;

/// Paper is white whatever the colours of the window.
const PAPER: Color32 = Color32::WHITE;
/// How much is seen of a picture of what was before.
const STALE: f32 = 0.45;

/// Of a window that is too narrow for all three at once: which is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Tab {
    List,
    #[default]
    Page,
    Settings,
}

/// What the workspace remembers between frames; what was chosen for paper is in [`Choices`].
pub struct PrintState {
    pub proofs: Proofs,
    /// The sheet that is looked at, and its page.
    pub sheet: Sheet,
    pub page: usize,
    pub view: PageView,
    typed: controls::Typed,
    tab: Tab,
    /// The list or the page has the keyboard.
    has_keys: bool,
    /// The chosen page is to be brought into view in the list.
    reveal: bool,
    /// What was exported last.
    pub last: Option<Exported>,
}

impl Default for PrintState {
    fn default() -> Self {
        Self {
            proofs: Proofs::default(),
            sheet: list::ORDER[0],
            page: 0,
            view: PageView::default(),
            typed: controls::Typed::default(),
            tab: Tab::default(),
            has_keys: false,
            reveal: false,
            last: None,
        }
    }
}

/// What the list calls a sheet.
pub fn sheet_title(sheet: Sheet) -> &'static str {
    match sheet {
        Sheet::Map => "Map, poster",
        Sheet::MapTiled => "Map, tiled",
        other => other.title(),
    }
}

impl PrintState {
    /// Looks at a page.
    pub fn choose(&mut self, sheet: Sheet, page: usize) {
        if self.sheet != sheet || self.page != page {
            self.view.centre = Vec2::ZERO;
            self.reveal = true;
        }
        (self.sheet, self.page) = (sheet, page);
    }

    /// Looks at the map that is printed, if it was the other one that was looked at.
    fn follow(&mut self, layout: Option<MapLayout>) {
        let sheet = match layout {
            Some(MapLayout::Tiled) => Sheet::MapTiled,
            Some(MapLayout::Poster) => Sheet::Map,
            Some(MapLayout::Both) | None => return,
        };
        if matches!(self.sheet, Sheet::Map | Sheet::MapTiled) && self.sheet != sheet {
            self.choose(sheet, 0);
        }
    }

    fn pages(&self, sheet: Sheet) -> usize {
        self.proofs.made(sheet).map_or(0, |made| made.drawing.pages.len())
    }

    /// What the pages of the chosen sheet are called.
    fn page_names(&self) -> Vec<String> {
        let made = self.proofs.made(self.sheet);
        made.map(|made| made.summary.pages.iter().map(|page| page.name.clone()).collect()).unwrap_or_default()
    }

    /// The page that is so many pages further, over the ticked sheets in the order of the list.
    fn turned(&self, choices: &Choices, by: i8) -> Option<(Sheet, usize)> {
        let all: Vec<(Sheet, usize)> = list::ORDER
            .into_iter()
            .filter(|sheet| choices.is_ticked(*sheet) || *sheet == self.sheet)
            .flat_map(|sheet| (0..self.pages(sheet)).map(move |page| (sheet, page)))
            .collect();
        let here = all.iter().position(|place| *place == (self.sheet, self.page))?;
        all.get(here.checked_add_signed(isize::from(by))?).copied()
    }

    fn turn(&mut self, choices: &Choices, by: i8) {
        if let Some((sheet, page)) = self.turned(choices, by) {
            self.choose(sheet, page);
        }
    }

    /// Goes up and down in the list.
    fn step(&mut self, by: isize) {
        let here = list::ORDER.iter().position(|sheet| *sheet == self.sheet).unwrap_or(0);
        if let Some(next) = here.checked_add_signed(by).and_then(|next| list::ORDER.get(next)) {
            self.choose(*next, 0);
        }
    }

    /// Goes through the pages of the chosen sheet.
    fn step_page(&mut self, by: isize) {
        if let Some(next) = self.page.checked_add_signed(by).filter(|page| *page < self.pages(self.sheet)) {
            self.choose(self.sheet, next);
        }
    }

    /// What is exported: the ticked sheets without those that there is nothing for.
    pub fn job(&self, choices: &Choices) -> crate::printing::Job {
        let mut job = choices.job();
        job.sheets.retain(|sheet| self.proofs.proof(*sheet).is_none_or(|proof| proof.made.is_ok()));
        job
    }

    /// How large the files will be: worked out for what takes no time, and of pictures their number and pixels.
    fn size_words(&mut self, choices: &Choices) -> String {
        let job = self.job(choices);
        if let Some(last) = self.last.as_ref().filter(|last| last.is_whole && last.job == job) {
            return format!("{}, exported", side::bytes_words(last.bytes));
        }
        if choices.sheets.is_empty() {
            return String::new();
        }
        if choices.format == Format::Png {
            let sizes = choices
                .sheets
                .iter()
                .filter_map(|sheet| self.proofs.made(*sheet))
                .flat_map(|made| &made.drawing.pages);
            let largest = sizes
                .map(|page| ::export::png::size(page, choices.dpi))
                .max_by_key(|(width, height)| u64::from(*width) * u64::from(*height));
            return largest.map_or(String::new(), |(width, height)| format!("{width} × {height} px"));
        }
        match self.proofs.weigh(&job) {
            Some(weighed) => side::bytes_words(weighed.bytes),
            None => String::new(),
        }
    }
}

/// Shows the workspace. `off` is why nothing can be exported.
pub fn print_ui(
    ui: &mut Ui,
    state: &mut PrintState,
    choices: &mut Choices,
    document: &Document,
    is_free: bool,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    let ctx = ui.ctx().clone();
    state.proofs.poll(&ctx);
    if is_free {
        preview::keys(ui, state, choices);
    }
    let sides = document.game().sides();
    // Another game has other sides.
    choices.reader = choices.reader.take().filter(|reader| sides.iter().any(|side| side.id == *reader));
    state.proofs.ask(&ctx, document, &choices.settings(), state.sheet);
    // A document with fewer pages than the one before.
    let pages = state.pages(state.sheet);
    if pages > 0 && state.page >= pages {
        state.page = pages - 1;
    }
    let errors =
        document.problems().iter().any(|problem| problem.severity == engine::problem::Severity::Error);
    let off = if choices.sheets.is_empty() {
        Some("tick a sheet")
    } else if errors {
        Some("the scenario has errors; see Problems")
    } else if document.is_checking() {
        Some("problems are still being looked for")
    } else {
        None
    };
    let width = ctx.content_rect().width();
    let bar = || egui::Frame::new().fill(t.bg_app);
    if width < size::COMPACT {
        compact_ui(ui, state, choices, sides, off, commands);
    } else {
        let is_narrow = width < 1100.0;
        let (left, right) = if is_narrow { (184.0, 260.0) } else { (214.0, 316.0) };
        let suffix = if is_narrow { "narrow" } else { "wide" };
        egui::Panel::left(egui::Id::unique(("print list", suffix)))
            .default_size(left)
            .size_range(150.0..=360.0)
            .frame(bar())
            .show(ui, |ui| list::list_ui(ui, state, choices));
        egui::Panel::right(egui::Id::unique(("print side", suffix)))
            .default_size(right)
            .size_range(240.0..=460.0)
            .frame(bar())
            .show(ui, |ui| side::side_ui(ui, state, choices, sides, off, commands));
        egui::CentralPanel::no_frame()
            .show(ui, |ui| preview::preview_ui(ui, state, choices, width >= 1600.0));
    }
    state.proofs.finish();
}

/// One of the three at a time; the way out stays in sight.
fn compact_ui(
    ui: &mut Ui,
    state: &mut PrintState,
    choices: &mut Choices,
    sides: &[SideInfo],
    off: Option<&str>,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    let bar = || egui::Frame::new().fill(t.bg_app);
    egui::Panel::top("print tabs").exact_size(size::CONTEXT).frame(bar()).resizable(false).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.add_space(8.0);
            let tabs = [Tab::List, Tab::Page, Tab::Settings];
            let chosen = tabs.iter().position(|tab| *tab == state.tab);
            let room = (ui.available_width() - 140.0).clamp(180.0, 300.0);
            if let Some(index) = controls::segments(ui, room, &["Sheets", "Page", "Settings"], chosen, None) {
                state.tab = tabs[index];
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(8.0);
                if state.tab != Tab::Settings {
                    let button = crate::widgets::Button::filled("Export…").icon("export").off(off);
                    if button.show(ui).clicked() {
                        commands.push(Command::Export);
                    }
                }
            });
        });
    });
    match state.tab {
        Tab::List => {
            egui::CentralPanel::no_frame().frame(bar()).show(ui, |ui| list::list_ui(ui, state, choices));
        }
        Tab::Page => {
            egui::CentralPanel::no_frame().show(ui, |ui| preview::preview_ui(ui, state, choices, false));
        }
        Tab::Settings => {
            egui::CentralPanel::no_frame()
                .frame(bar())
                .show(ui, |ui| side::side_ui(ui, state, choices, sides, off, commands));
        }
    }
}
