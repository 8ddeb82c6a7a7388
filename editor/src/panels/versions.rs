//! Two states side by side: the earlier versions of a scenario, and what another program has made of its files.

use egui::{Align, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui, vec2};
use engine::game::Game;
use engine::scenario::{Edit, Scenario};
use export::compose::map::FLAT;

use crate::clock;
use crate::command::{Command, FileCommand};
use crate::document::Document;
use crate::document::differ::{self, Difference, Marks};
use crate::icons::icon;
use crate::picture::{self, Picture};
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, Row, hint, text};

/// A picture of a state, with what differs from another marked.
pub struct Shown {
    scenario: Box<Scenario>,
    marks: Marks,
    /// Whether the marks are drawn.
    marked: bool,
    picture: Option<(egui::Vec2, Picture)>,
    /// The same for another size, until it is painted.
    next: Option<(egui::Vec2, Picture)>,
}

impl Shown {
    pub fn new(scenario: Scenario, marks: Marks, marked: bool) -> Self {
        Self { scenario: Box::new(scenario), marks, marked, picture: None, next: None }
    }

    /// Shows it in a box; it is painted again when the box has another size.
    pub fn show(&mut self, ui: &Ui, place: Rect) {
        let t = Tokens::of(ui);
        ui.painter().rect_filled(place, 3.0, t.bg_canvas);
        let size = place.size().round();
        if self.next.as_mut().is_some_and(|(_, next)| next.is_painted(ui.ctx())) {
            self.picture = self.next.take();
        }
        let known = |picture: &Option<(egui::Vec2, Picture)>| picture.as_ref().map(|(size, _)| *size);
        if known(&self.picture) != Some(size) && self.next.is_none() {
            let part = picture::around(&self.scenario, &self.marks, place.width() / place.height());
            let pixels = picture::pixels(ui.ctx(), place.size());
            self.next = Some((size, Picture::new(ui.ctx(), &self.scenario, part, pixels)));
        }
        // One of another size shows another part, and would only flicker.
        if let Some((_, picture)) = self.picture.as_mut().filter(|(known, _)| *known == size) {
            picture.show(ui.painter(), place);
            if self.marked {
                let layout = engine::hex::Layout::new(&self.scenario.map.grid, FLAT);
                picture.show_marks(ui.painter(), place, &layout, &self.marks, t);
            }
        } else {
            let small = crate::widgets::small(ui);
            let centre = place.center();
            ui.painter().text(
                centre,
                egui::Align2::CENTER_CENTER,
                "The map is being painted…",
                small,
                t.text_3,
            );
        }
    }
}

/// Lists differences, or says that there are none.
pub fn differences_ui(ui: &mut Ui, list: &[Difference], none: &str) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if list.is_empty() {
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            hint(ui, none);
        });
    }
    for difference in list {
        let row = Row { text: &difference.words, icon: Some(difference.icon), ..Row::default() };
        row.show(ui).on_hover_text(&difference.words);
    }
}

/// A state that can be had again.
struct Earlier {
    /// *today 09:12*
    when: String,
    /// Its files, or that it is of dropped edits.
    about: String,
    /// As a person would call putting it back: *Put back the version of today 09:12*.
    step: String,
    scenario: Scenario,
    differences: Vec<Difference>,
}

/// The page of earlier versions.
pub struct VersionsPage {
    list: Vec<Earlier>,
    chosen: usize,
    shown: Option<(usize, Shown)>,
    folder: Option<String>,
}

impl VersionsPage {
    /// Reads what is kept of a document.
    pub fn new(document: &Document) -> Self {
        let now = document.scenario();
        let game = document.game();
        let mut list = Vec::new();
        for version in document.versions() {
            let Some(scenario) = version.load(&now.files.scenario).value else { continue };
            if scenario.game != now.game {
                continue;
            }
            let when = clock::day(version.time);
            let mut about = format!("before {} changed", version.replaced.join(" and "));
            if !version.as_now.is_empty() {
                about.push_str(&format!("; {} as now", version.as_now.join(" and ")));
            }
            let step = format!("Put back the version of {when}");
            let differences = differ::differences(now, &scenario, game);
            list.push(Earlier { when, about, step, scenario, differences });
        }
        for dropped in document.dropped() {
            let Some((scenario, edits)) = document.with_dropped(&dropped) else { continue };
            let when = clock::day(dropped.time);
            let edits = if edits == 1 { "1 edit".to_owned() } else { format!("{edits} edits") };
            let step = format!("Do again {edits} dropped {when}");
            let differences = differ::differences(now, &scenario, game);
            let about = format!("{edits} that you dropped");
            list.push(Earlier { when, about, step, scenario, differences });
        }
        let folder = document.folder().map(|folder| folder.display().to_string());
        Self { list, chosen: 0, shown: None, folder }
    }
}

/// Shows the page: the versions at the left, the chosen one at the right.
pub fn versions_ui(ui: &mut Ui, page: &mut VersionsPage, now: &Scenario, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let screen = ui.ctx().content_rect().size();
    ui.set_width(780.0_f32.min(screen.x - 60.0));
    text(ui, "Earlier versions", named("title"), t.text);
    let kept = crate::disk::kept::VERSIONS;
    hint(
        ui,
        match &page.folder {
            Some(folder) => format!(
                "The last {kept} versions of each file are kept in {folder}/{}, and edits that you dropped for \
                 {} days.",
                crate::disk::kept::FOLDER,
                crate::document::journal::DAYS
            ),
            None => format!(
                "What is saved has earlier versions; this was never saved. Edits that you dropped are kept for {} \
                 days.",
                crate::document::journal::DAYS
            ),
        },
    );
    ui.add_space(space::S);
    let height = (screen.y - 230.0).clamp(120.0, 380.0);
    if page.list.is_empty() {
        hint(ui, "There is none yet: with each saving the one before is kept.");
        ui.add_space(space::M);
        if Button::new("Close").key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
        return;
    }
    let (down, up) = ui.input_mut(|input| {
        let mut key = |key| input.consume_key(egui::Modifiers::NONE, key);
        (key(egui::Key::ArrowDown), key(egui::Key::ArrowUp))
    });
    if down {
        page.chosen = (page.chosen + 1).min(page.list.len() - 1);
    }
    if up {
        page.chosen = page.chosen.saturating_sub(1);
    }
    ui.horizontal_top(|ui| {
        let left = (ui.available_width() * 0.4).min(300.0);
        ui.allocate_ui(vec2(left, height), |ui| {
            ui.set_width(left);
            ScrollArea::vertical().id_salt("versions").max_height(height).auto_shrink([false, false]).show(
                ui,
                |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (index, earlier) in page.list.iter().enumerate() {
                        let row = Row {
                            text: &earlier.when,
                            detail: &earlier.about,
                            chosen: index == page.chosen,
                            ..Row::default()
                        };
                        if row.show(ui).on_hover_text(&earlier.about).clicked() {
                            page.chosen = index;
                        }
                    }
                },
            );
        });
        ui.add_space(space::M);
        ui.vertical(|ui| {
            let Some(earlier) = page.list.get(page.chosen) else { return };
            if page.shown.as_ref().is_none_or(|(known, _)| *known != page.chosen) {
                let marks = differ::marks(now, &earlier.scenario);
                page.shown = Some((page.chosen, Shown::new(earlier.scenario.clone(), marks, true)));
            }
            let width = ui.available_width();
            let (place, response) =
                ui.allocate_exact_size(vec2(width, (height * 0.55).floor()), Sense::hover());
            let about = format!("The map of {}", earlier.when);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &about));
            if let Some((_, shown)) = &mut page.shown {
                shown.show(ui, place);
            }
            ui.add_space(space::S);
            text(ui, "What it has instead of what is open", named("strong"), t.text);
            let room = (height * 0.45 - 34.0).max(40.0);
            ScrollArea::vertical()
                .id_salt("differences")
                .max_height(room)
                .min_scrolled_height(room)
                .auto_shrink([false, false])
                .show(ui, |ui| differences_ui(ui, &earlier.differences, "Nothing: it says the same."));
        });
    });
    ui.add_space(space::M);
    let Some(earlier) = page.list.get(page.chosen) else { return };
    ui.horizontal(|ui| {
        let same = earlier.differences.is_empty().then_some("it says the same as what is open");
        let enter = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
        let put = Button::filled("Put back").key("Enter").off(same).show(ui);
        if (put.clicked() || enter) && same.is_none() {
            commands.push(Command::Dismiss);
            let edit = Edit::Replace(earlier.step.clone(), Box::new(earlier.scenario.clone()));
            commands.push(Command::Edit(edit));
        }
        if Button::new("Open a copy").least(0.0, 30.0).show(ui).clicked() {
            let copy = Box::new(earlier.scenario.clone());
            commands.push(Command::File(FileCommand::OpenCopy(copy)));
        }
        if Button::new("Close").least(0.0, 30.0).key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            hint(ui, "Putting back can be undone.");
        });
    });
}

/// What another program has made of the files, beside what is open.
pub struct ComparePage {
    differences: Vec<Difference>,
    mine: Shown,
    theirs: Shown,
}

impl ComparePage {
    /// Compares.
    pub fn new(mine: &Scenario, theirs: Scenario, game: &dyn Game) -> Self {
        let differences = differ::differences(mine, &theirs, game);
        let marks = differ::marks(mine, &theirs);
        Self {
            differences,
            mine: Shown::new(mine.clone(), marks.clone(), false),
            theirs: Shown::new(theirs, marks, true),
        }
    }
}

/// Shows the comparison, with the same answers as the bar above the canvas.
pub fn compare_ui(ui: &mut Ui, page: &mut ComparePage, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let screen = ui.ctx().content_rect().size();
    let width = 780.0_f32.min(screen.x - 60.0);
    ui.set_width(width);
    text(ui, "Changed by another program", named("title"), t.text);
    ui.add_space(space::S);
    let side = (width - space::L) / 2.0;
    let height = (side * 0.56).min(screen.y - 300.0).max(60.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        for (name, shown) in [("What is open", &mut page.mine), ("The file on the disk", &mut page.theirs)] {
            ui.vertical(|ui| {
                text(ui, name, named("strong"), t.text);
                let (place, response) = ui.allocate_exact_size(vec2(side, height), Sense::hover());
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
                shown.show(ui, place);
            });
        }
    });
    ui.add_space(space::M);
    text(ui, "What the file has instead", TextStyle::Heading, t.text);
    ui.add_space(space::XS);
    let room = (screen.y - height - 260.0).clamp(48.0, 170.0);
    ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
        differences_ui(ui, &page.differences, "Only how it is written; it says the same.");
    });
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        if Button::filled("Reload").show(ui).clicked() {
            commands.push(Command::File(FileCommand::Reload));
        }
        if Button::new("Keep mine").least(0.0, 30.0).show(ui).clicked() {
            commands.push(Command::File(FileCommand::KeepMine));
        }
        if Button::new("Close").least(0.0, 30.0).key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            hint(ui, "Reloading can be undone.");
        });
    });
}

/// The bar above the canvas: *This file was changed by another program.*
pub fn changed_bar_ui(ui: &mut Ui, names: &[String], dirty: bool, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let bar = ui.max_rect();
    ui.painter().rect_filled(bar, 0.0, t.warning_soft);
    ui.painter().hline(bar.x_range(), bar.bottom(), Stroke::new(1.0, t.line_soft));
    ui.horizontal_centered(|ui| {
        ui.add_space(space::M);
        let (place, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        icon(ui.painter(), "warning", place, t.warning);
        let words = match names {
            [one] => format!("{one} was changed by another program."),
            several => format!("{} were changed by another program.", several.join(" and ")),
        };
        let narrow = bar.width() < 640.0;
        let words = if dirty && !narrow { format!("{words} Yours has edits too.") } else { words };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::M);
            for (word, command) in [
                ("Compare", FileCommand::Compare),
                ("Keep mine", FileCommand::KeepMine),
                ("Reload", FileCommand::Reload),
            ] {
                if Button::new(word).least(0.0, 26.0).show(ui).clicked() {
                    commands.push(Command::File(command));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(words).color(t.text)).truncate());
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn the_bar_offers_three_answers() {
        let names = ["map.ron".to_owned()];
        let mut harness = crate::widgets::harness(
            |ui, commands: &mut Vec<Command>| changed_bar_ui(ui, &names, false, commands),
            Vec::new(),
        );
        harness.run();
        harness.get_by_label("map.ron was changed by another program.");
        for label in ["Reload", "Keep mine", "Compare"] {
            harness.get_by_label(label).click();
            harness.run();
        }
        let answers = [FileCommand::Reload, FileCommand::KeepMine, FileCommand::Compare];
        assert_eq!(harness.state(), &answers.map(Command::File));
    }
}
