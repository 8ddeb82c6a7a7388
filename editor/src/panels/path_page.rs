//! The path page: a path with completion, the folder it stands in, recent folders. It serves where no file
//! dialog can be had, and wherever one prefers keys.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, ScrollArea, TextStyle, Ui};

use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, Row, body, hint, text};

/// What the path is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Open,
    SaveScenario,
    SaveGame,
    Folder,
}

impl Purpose {
    fn title(self) -> &'static str {
        match self {
            Self::Open => "Open a scenario",
            Self::SaveScenario => "Save the scenario as",
            Self::SaveGame => "Save this game as",
            Self::Folder => "Choose a folder",
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::SaveScenario | Self::SaveGame => "Save",
            Self::Folder => "Choose",
        }
    }

    fn saves(self) -> bool {
        matches!(self, Self::SaveScenario | Self::SaveGame)
    }
}

/// What the page remembers while it is open.
#[derive(Debug, Clone)]
pub struct PathPage {
    pub purpose: Purpose,
    pub path: String,
    chosen: Option<usize>,
    listed: Option<(PathBuf, Vec<Entry>)>,
    focused: bool,
    /// Why the last answer was not taken.
    pub wrong: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    name: String,
    is_folder: bool,
    is_scenario: bool,
}

/// What came of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Path(PathBuf),
    /// Let the desktop ask instead.
    System,
    Cancel,
}

impl PathPage {
    /// The page, beginning with this path.
    pub fn new(purpose: Purpose, start: &Path) -> Self {
        let mut path = start.display().to_string();
        if start.is_dir() && !path.ends_with('/') {
            path.push('/');
        }
        Self { purpose, path, chosen: None, listed: None, focused: false, wrong: String::new() }
    }

    /// The folder of what is typed, and the beginning of a name in it.
    fn parts(&self) -> (PathBuf, String) {
        match self.path.rfind('/') {
            Some(at) => (PathBuf::from(&self.path[..=at]), self.path[at + 1..].to_owned()),
            None => (PathBuf::from("."), self.path.clone()),
        }
    }

    fn entries(&mut self) -> Vec<Entry> {
        let (folder, start) = self.parts();
        if self.listed.as_ref().is_none_or(|(known, _)| *known != folder) {
            self.listed = Some((folder.clone(), list(&folder)));
        }
        let start = start.to_lowercase();
        let all = self.listed.as_ref().map(|(_, entries)| entries.as_slice()).unwrap_or_default();
        all.iter().filter(|entry| entry.name.to_lowercase().starts_with(&start)).cloned().collect()
    }

    fn enter(&mut self, entry: &Entry) {
        let (folder, _) = self.parts();
        let base = if self.path.contains('/') { folder.display().to_string() } else { String::new() };
        self.path = format!("{base}{}{}", entry.name, if entry.is_folder { "/" } else { "" });
        self.chosen = None;
    }
}

/// Folders first, then files of ours; hidden ones are left out.
fn list(folder: &Path) -> Vec<Entry> {
    let Ok(read) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<Entry> = read
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            let ours = is_folder || name.ends_with(".ron");
            let is_scenario = is_folder && entry.path().join("scenario.ron").is_file();
            (ours && !name.starts_with('.')).then_some(Entry { name, is_folder, is_scenario })
        })
        .take(5_000)
        .collect();
    entries.sort_by(|a, b| (!a.is_folder, &a.name).cmp(&(!b.is_folder, &b.name)));
    entries
}

/// Has the desktop a dialog of its own? It comes through its portal, which needs a session bus.
pub fn has_desktop() -> bool {
    // A test opens no window of the desktop's.
    !cfg!(test) && std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
}

/// Shows the page; answers when a path was chosen or the page was left.
pub fn path_page_ui(ui: &mut Ui, page: &mut PathPage, folders: &[String]) -> Option<Answer> {
    let t = Tokens::of(ui);
    let mut answer = None;
    text(ui, page.purpose.title(), named("title"), t.text);
    ui.add_space(space::S);
    let id = egui::Id::unique("path page field");
    let (tab, down, up, enter) = ui.input_mut(|input| {
        (
            input.consume_key(Modifiers::NONE, Key::Tab),
            input.consume_key(Modifiers::NONE, Key::ArrowDown),
            input.consume_key(Modifiers::NONE, Key::ArrowUp),
            input.consume_key(Modifiers::NONE, Key::Enter),
        )
    });
    let width = ui.available_width();
    let field = egui::TextEdit::singleline(&mut page.path)
        .id(id)
        .desired_width(width)
        .margin(egui::Margin::symmetric(8, 6));
    let response = ui.add(field).accessible_name("Path");
    // Tab and the arrows complete; they must not carry the keyboard away from the field.
    if response.has_focus() {
        let filter = egui::EventFilter {
            tab: true,
            vertical_arrows: true,
            horizontal_arrows: true,
            ..Default::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
    if response.changed() {
        page.chosen = None;
        page.wrong.clear();
    }
    // After the field, so that what was typed in this very frame is completed too.
    let entries = page.entries();
    let last = entries.len().saturating_sub(1);
    if down {
        page.chosen = Some(page.chosen.map_or(0, |chosen| (chosen + 1).min(last)));
    }
    if up {
        page.chosen = page.chosen.and_then(|chosen| chosen.checked_sub(1));
    }
    if tab && let Some(entry) = entries.get(page.chosen.unwrap_or(0)) {
        page.enter(entry);
    }
    if !page.focused || tab {
        let first = !std::mem::replace(&mut page.focused, true);
        response.request_focus();
        let mut state = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        let end = egui::text::CCursor::new(page.path.chars().count());
        // The proposed name is selected, so that typing gives another and Enter takes it.
        let name = page.path.rfind('/').map_or(0, |at| page.path[..=at].chars().count());
        let range = if first && page.purpose.saves() {
            egui::text::CCursorRange::two(egui::text::CCursor::new(name), end)
        } else {
            egui::text::CCursorRange::one(end)
        };
        state.cursor.set_char_range(Some(range));
        state.store(ui.ctx(), id);
    }
    if page.wrong.is_empty() {
        hint(ui, "Tab completes · arrows choose · Enter takes it");
    } else {
        text(ui, &page.wrong, TextStyle::Small, t.error);
    }
    ui.add_space(space::XS);
    let mut entered = None;
    egui::Frame::new().fill(t.bg_input).stroke(egui::Stroke::new(1.0, t.line_soft)).corner_radius(4).show(
        ui,
        |ui| {
            let room = (ui.ctx().content_rect().height() - 270.0).clamp(84.0, 260.0);
            ScrollArea::vertical()
                .max_height(room)
                .min_scrolled_height(room)
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    if page.parts().0.parent().is_some()
                        && (Row { text: "..", icon: Some("up"), ..Row::default() }).show(ui).clicked()
                    {
                        let (folder, _) = page.parts();
                        let parent =
                            folder.canonicalize().ok().and_then(|folder| folder.parent().map(Path::to_owned));
                        if let Some(parent) = parent {
                            page.path = format!("{}/", parent.display().to_string().trim_end_matches('/'));
                            page.chosen = None;
                        }
                    }
                    for (index, entry) in entries.iter().enumerate() {
                        let right = if entry.is_scenario { "scenario" } else { "" };
                        let row = Row {
                            text: &entry.name,
                            icon: Some(if entry.is_folder { "folder" } else { "note" }),
                            right,
                            chosen: page.chosen == Some(index),
                            ..Row::default()
                        };
                        let response = row.show(ui);
                        if response.clicked() {
                            entered = Some(entry.clone());
                        }
                    }
                    if entries.is_empty() {
                        ui.horizontal(|ui| {
                            ui.add_space(space::M);
                            let name = page.parts().1;
                            hint(
                                ui,
                                match page.purpose {
                                    Purpose::SaveScenario if name.is_empty() => "Empty so far.".to_owned(),
                                    Purpose::SaveScenario => format!("A new folder {name} is made here."),
                                    Purpose::SaveGame => format!("A new file {name} is made here."),
                                    _ => "Nothing here begins like that.".to_owned(),
                                },
                            );
                        });
                    }
                });
        },
    );
    if let Some(entry) = entered {
        page.enter(&entry);
        page.focused = false;
    }
    if !folders.is_empty() {
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            hint(ui, "Recent");
            for folder in folders.iter().take(6) {
                // Its last name says most; all of it is in the tooltip.
                let name = folder.trim_end_matches('/').rsplit('/').next().unwrap_or(folder);
                let name = if name.is_empty() { folder } else { name };
                let width = ui.painter().layout_no_wrap(name.to_owned(), body(ui), t.text).size().x + 26.0;
                if width > ui.available_width() {
                    break;
                }
                let button = Button::ghost(name).icon("folder").least(0.0, 24.0).show(ui);
                if button.on_hover_text(folder).clicked() {
                    let (_, name) = page.parts();
                    page.path.clone_from(folder);
                    // What is to be saved keeps its name.
                    if page.purpose.saves() {
                        page.path.push_str(&name);
                    }
                    page.chosen = None;
                    page.focused = false;
                }
            }
        });
    }
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        let empty = page.path.trim().is_empty();
        let take = Button::filled(page.purpose.verb())
            .key("Enter")
            .off(empty.then_some("type a path first"))
            .show(ui)
            .clicked();
        if take || (enter && !empty) {
            if enter && let Some(entry) = page.chosen.and_then(|chosen| entries.get(chosen)) {
                page.enter(entry);
            } else {
                answer = Some(Answer::Path(PathBuf::from(page.path.trim())));
            }
        }
        if has_desktop() && Button::new("Desktop's dialog…").least(0.0, 30.0).show(ui).clicked() {
            answer = Some(Answer::System);
        }
        if Button::new("Cancel").key("Esc").least(0.0, 30.0).show(ui).clicked() {
            answer = Some(Answer::Cancel);
        }
    });
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn a_folder_is_entered_and_the_path_is_the_answer() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        std::fs::create_dir(folder.path().join("greasy_grass")).expect("a folder can be made");
        std::fs::write(folder.path().join("greasy_grass/scenario.ron"), "()").expect("a file can be written");
        let page = PathPage::new(Purpose::Open, folder.path());
        let mut harness = crate::widgets::harness(
            |ui, (page, answers): &mut (PathPage, Vec<Answer>)| answers.extend(path_page_ui(ui, page, &[])),
            (page, Vec::new()),
        );
        harness.run();
        harness.get_by_label("greasy_grass").click();
        harness.run();
        harness.get_by_label("scenario.ron").click();
        harness.run();
        harness.get_by_label("Open").click();
        harness.run();
        let expected = folder.path().join("greasy_grass/scenario.ron");
        assert_eq!(harness.state().1, [Answer::Path(expected)]);
    }

    #[test]
    fn a_recent_folder_is_taken_and_what_is_saved_keeps_its_name() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let page = PathPage::new(Purpose::SaveScenario, &folder.path().join("greasy_grass"));
        let mut harness = crate::widgets::harness(
            |ui, page: &mut PathPage| {
                let folders = ["/maps/campaigns/".to_owned()];
                assert_eq!(path_page_ui(ui, page, &folders), None);
            },
            page,
        );
        harness.run_steps(3);
        harness.get_by_label("campaigns").click();
        harness.run_steps(3);
        assert_eq!(harness.state().path, "/maps/campaigns/greasy_grass");
    }

    #[test]
    fn a_long_path_is_completed_by_tab() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        std::fs::create_dir(folder.path().join("greasy_grass")).expect("a folder can be made");
        let mut page = PathPage::new(Purpose::Open, folder.path());
        page.path.push_str("gre");
        let entries = page.entries();
        assert_eq!(entries.len(), 1);
        page.enter(&entries[0]);
        assert!(page.path.ends_with("greasy_grass/"));
    }
}
