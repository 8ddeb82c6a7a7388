//! The first page: new, recent, the samples, the rulebook.

use std::path::Path;

use egui::{
    Align, Id, Key, Label, Layout, Modifiers, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind,
    TextStyle, Ui, pos2, vec2,
};
use engine::problem::Problem;
use engine::scenario::Scenario;

use super::bars::severity_look;
use crate::clock;
use crate::command::{Command, FileCommand, ThemeChoice, Workspace};
use crate::icons::icon;
use crate::picture::{self, Picture};
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, body, cap, hint, line, link, small, text};

/// A file that was open before.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recent {
    pub path: String,
    pub title: String,
    pub game: String,
    /// When it was opened last, as the clock writes it; empty if that is not known.
    #[serde(default)]
    pub time: String,
}

impl Recent {
    /// Is it still where it was? What is built in always is.
    pub fn is_there(&self) -> bool {
        self.path.starts_with('@') || Path::new(&self.path).exists()
    }
}

/// What Enter would do: a card of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Card {
    New(usize),
    Recent(usize),
    Sample(usize),
    Book,
}

/// What the page remembers between frames.
#[derive(Default)]
pub struct WelcomeState {
    /// The samples, loaded once, with their pictures and the sizes that these were painted for.
    samples: Option<Vec<Sample>>,
    card: Option<Card>,
    /// Whether the recent files are there, looked at once in a while.
    there: Vec<bool>,
    looked: Option<std::time::Instant>,
}

struct Sample {
    name: &'static str,
    game: String,
    scenario: Scenario,
    picture: Option<(egui::Vec2, Picture)>,
}

/// What could not be opened, and why.
pub struct Failed {
    pub path: String,
    pub problems: Vec<Problem>,
}

impl WelcomeState {
    /// Where the keyboard is: at first on the newest file, or on the large sample if there is none.
    pub fn card(&self, recent: &[Recent]) -> Card {
        match self.card {
            Some(Card::Recent(place)) if place >= recent.len() => Card::Sample(0),
            Some(card) => card,
            None if recent.is_empty() => Card::Sample(0),
            None => Card::Recent(0),
        }
    }

    fn samples(&mut self) -> &mut Vec<Sample> {
        self.samples.get_or_insert_with(|| {
            let sample = |name: &'static str| {
                let scenario = crate::disk::load(name).ok()?.checked.value?;
                let game = rulesets::game(&scenario.game)?.name().to_owned();
                Some(Sample { name, game, scenario, picture: None })
            };
            crate::samples::names().into_iter().filter_map(sample).collect()
        })
    }

    /// The cards in their order, the left column and the right one.
    fn columns(&mut self, recent: &[Recent]) -> [Vec<Card>; 2] {
        let new = (0..rulesets::all().count()).map(Card::New);
        let left = new.chain((0..recent.len()).map(Card::Recent)).collect();
        let samples = (0..self.samples().len()).map(Card::Sample);
        [left, samples.chain([Card::Book]).collect()]
    }

    /// What the keys ask for: arrows move over the cards, Enter does the filled button of one, Ctrl+Enter the
    /// other, digits open recent files.
    pub fn keys(&mut self, ctx: &egui::Context, recent: &[Recent], commands: &mut Vec<Command>) {
        const DIGITS: [Key; 9] = [
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
        ];
        let pressed = |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key));
        for (place, key) in DIGITS.into_iter().enumerate().take(recent.len()) {
            if pressed(Modifiers::NONE, key) {
                self.do_card(Card::Recent(place), false, recent, commands);
            }
        }
        if pressed(Modifiers::COMMAND, Key::Enter) {
            self.do_card(self.card(recent), true, recent, commands);
        }
        // A widget that Tab has reached takes Enter for itself.
        if ctx.memory(|memory| memory.focused()).is_none() && pressed(Modifiers::NONE, Key::Enter) {
            self.do_card(self.card(recent), false, recent, commands);
        }
        let step = [
            (Key::ArrowUp, 0, -1_isize),
            (Key::ArrowDown, 0, 1),
            (Key::ArrowLeft, -1_isize, 0),
            (Key::ArrowRight, 1, 0),
        ]
        .into_iter()
        .find(|(key, _, _)| pressed(Modifiers::NONE, *key));
        if let Some((_, across, along)) = step {
            let columns = self.columns(recent);
            let card = self.card(recent);
            let column = usize::from(columns[1].contains(&card));
            let to = column.saturating_add_signed(across).min(1);
            let list = &columns[to];
            let at = columns[column].iter().position(|known| *known == card).unwrap_or(0);
            let place = if to == column { at.saturating_add_signed(along) } else { 0 };
            self.card = list.get(place.min(list.len().saturating_sub(1))).copied();
        }
    }

    /// Does what the filled button of a card does, or the other one.
    fn do_card(&mut self, card: Card, other: bool, recent: &[Recent], commands: &mut Vec<Command>) {
        match card {
            Card::New(game) => commands.push(Command::File(FileCommand::New(game))),
            Card::Recent(place) => {
                let Some(recent) = recent.get(place) else { return };
                commands.push(if recent.is_there() {
                    Command::OpenPath(recent.path.clone().into())
                } else {
                    Command::File(FileCommand::Find(recent.path.clone()))
                });
            }
            Card::Sample(place) => {
                let sample = self.samples().get(place);
                commands.extend(sample.map(|sample| Command::OpenSample(sample.name.to_owned(), !other)));
            }
            Card::Book => {
                let sample = self.samples().first();
                if let Some(sample) = sample {
                    commands.push(Command::OpenSample(sample.name.to_owned(), false));
                    commands.push(Command::Workspace(Workspace::Rulebook));
                }
            }
        }
    }
}

/// Shows the page.
pub fn welcome_ui(
    ui: &mut Ui,
    state: &mut WelcomeState,
    recent: &[Recent],
    failed: Option<&Failed>,
    commands: &mut Vec<Command>,
) {
    if state.there.len() != recent.len() || state.looked.is_none_or(|at| at.elapsed().as_secs() >= 2) {
        state.there = recent.iter().map(Recent::is_there).collect();
        state.looked = Some(std::time::Instant::now());
    }
    let full = ui.max_rect();
    let compact = full.width() < 900.0;
    let left = if compact { full.width() * 0.44 } else { 432.0_f32.min(full.width() * 0.36) };
    let margin = if compact { 16.0 } else { 48.0 };
    let foot = 56.0;
    let first = Rect::from_min_max(
        pos2(full.left() + margin, full.top() + if compact { 12.0 } else { 32.0 }),
        pos2(full.left() + left - margin + 8.0, full.bottom() - foot),
    );
    let mut column =
        ui.new_child(egui::UiBuilder::new().max_rect(first).layout(Layout::top_down(Align::Min)));
    ScrollArea::vertical().id_salt("names").auto_shrink([false, false]).show(&mut column, |ui| {
        names_ui(ui, state, recent, failed, compact, commands);
    });
    let last =
        Rect::from_min_max(pos2(first.left(), full.bottom() - foot), pos2(first.right(), full.bottom()));
    let mut column =
        ui.new_child(egui::UiBuilder::new().max_rect(last).layout(Layout::left_to_right(Align::Center)));
    foot_ui(&mut column, commands);
    let t = Tokens::of(ui);
    ui.painter().hline(first.x_range(), last.top(), Stroke::new(1.0, t.line_soft));
    let x = full.left() + left;
    ui.painter().vline(x, full.top() + 28.0..=full.bottom() - 28.0, Stroke::new(1.0, t.line_soft));
    let second = Rect::from_min_max(
        pos2(x + margin * 0.64, full.top() + if compact { 12.0 } else { 40.0 }),
        pos2(full.right() - margin, full.bottom() - 12.0),
    );
    let mut column =
        ui.new_child(egui::UiBuilder::new().max_rect(second).layout(Layout::top_down(Align::Min)));
    ScrollArea::vertical().id_salt("samples").auto_shrink([false, false]).show(&mut column, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        ui.horizontal(|ui| {
            text(ui, "Samples", named("title"), t.text);
            if !compact {
                ui.add_space(space::S);
                text(ui, "It plays, prints and can be taken apart", TextStyle::Body, t.text_2);
            }
        });
        ui.add_space(space::XS);
        let card = state.card(recent);
        let height = second.height();
        for (place, sample) in state.samples().iter_mut().enumerate() {
            let chosen = card == Card::Sample(place);
            if sample_ui(ui, sample, chosen, height, commands) {
                state.card = Some(Card::Sample(place));
                break;
            }
        }
        ui.add_space(space::S);
        book_ui(ui, state, card == Card::Book, recent, commands);
    });
}

/// The ground and edge of a card, and the ring of the one that the keyboard is on.
fn card_frame(ui: &Ui, rect: Rect, chosen: bool, hovered: bool) {
    let t = Tokens::of(ui);
    let ground = if hovered { t.bg_hover } else { t.bg_raised };
    ui.painter().rect(rect, 6.0, ground, Stroke::new(1.0, t.line_soft), StrokeKind::Inside);
    if chosen {
        ui.painter().rect_stroke(rect.expand(1.0), 7.0, Stroke::new(2.0, t.focus), StrokeKind::Middle);
    }
}

fn names_ui(
    ui: &mut Ui,
    state: &mut WelcomeState,
    recent: &[Recent],
    failed: Option<&Failed>,
    compact: bool,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    text(ui, "Sandtable", named("display"), t.text);
    text(ui, "Make, play and print wargames", TextStyle::Body, t.text_2);
    ui.add_space(if compact { space::M } else { space::XL });
    if let Some(failed) = failed {
        failed_ui(ui, failed);
        ui.add_space(space::M);
    }
    text(ui, "New", TextStyle::Heading, t.text);
    ui.add_space(space::XS);
    let card = state.card(recent);
    for (place, game) in rulesets::all().enumerate() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 46.0), Sense::click());
        let name = format!("New from {}", game.name());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        card_frame(ui, rect.shrink(1.0), card == Card::New(place), response.hovered());
        let at = Rect::from_center_size(pos2(rect.left() + 24.0, rect.center().y), vec2(20.0, 20.0));
        icon(ui.painter(), "grid", at, t.accent);
        let x = rect.left() + 48.0;
        let room = rect.width() - 48.0 - 74.0;
        let strong = crate::widgets::strong(ui);
        line(ui.painter(), pos2(x, rect.center().y - 9.0), room, game.name(), strong, t.text);
        line(ui.painter(), pos2(x, rect.center().y + 9.0), room, "hexes and counters", small(ui), t.text_2);
        let key = Command::File(FileCommand::New(place)).shortcut();
        if !key.is_empty() {
            cap(ui.painter(), pos2(rect.right() - 16.0, rect.center().y), &key, small(ui), t);
        }
        if response.clicked() {
            commands.push(Command::File(FileCommand::New(place)));
        }
    }
    ui.add_space(if compact { space::M } else { space::XL });
    text(ui, "Recent", TextStyle::Heading, t.text);
    ui.add_space(space::XS);
    if recent.is_empty() {
        hint(ui, "What you open is listed here.");
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (place, entry) in recent.iter().take(9).enumerate() {
            let there = state.there.get(place).copied().unwrap_or(true);
            recent_ui(ui, place, entry, there, card == Card::Recent(place), commands);
        }
    });
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        let key = Command::Open.shortcut();
        if Button::new("Open…").icon("open").key(&key).least(130.0, 32.0).show(ui).clicked() {
            commands.push(Command::Open);
        }
        let key = Command::PathPage.shortcut();
        let about = format!("Type where it is   {key}");
        if Button::ghost("Path…").least(0.0, 32.0).show(ui).on_hover_text(about).clicked() {
            commands.push(Command::PathPage);
        }
    });
}

/// A recent file: its title and game, the day; one that is gone can be found again or forgotten.
fn recent_ui(
    ui: &mut Ui,
    place: usize,
    entry: &Recent,
    there: bool,
    chosen: bool,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 42.0), Sense::click());
    let title = if there { entry.title.clone() } else { format!("{} (not found)", entry.title) };
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, there, chosen, &title));
    if chosen {
        ui.painter().rect_filled(rect, 4.0, t.bg_hover);
        ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 0.0, t.accent);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, t.bg_raised);
    }
    let ink = if there { t.text } else { t.text_3 };
    let (upper, lower) = (rect.center().y - 9.0, rect.center().y + 9.0);
    let key = (place + 1).to_string();
    let capped = cap(ui.painter(), pos2(rect.right() - 8.0, upper), &key, small(ui), t);
    let day = clock::read(&entry.time).map(clock::day).unwrap_or_default();
    let day = ui.painter().layout_no_wrap(day, small(ui), t.text_3);
    let right = capped.left() - 8.0 - day.size().x;
    ui.painter().galley(pos2(right, upper - day.size().y / 2.0), day, t.text_3);
    let x = rect.left() + 10.0;
    line(ui.painter(), pos2(x, upper), right - x - 8.0, &title, body(ui), ink);
    let about =
        if entry.path.starts_with('@') { format!("{}, sample", entry.game) } else { entry.game.clone() };
    let links = if there { 0.0 } else { 110.0 };
    line(ui.painter(), pos2(x, lower), rect.width() - 24.0 - links, &about, small(ui), t.text_3);
    if !there {
        let at = Rect::from_min_max(pos2(rect.right() - 120.0, rect.center().y), rect.max - vec2(8.0, 0.0));
        let mut child =
            ui.new_child(egui::UiBuilder::new().max_rect(at).layout(Layout::right_to_left(Align::Center)));
        if link(&mut child, "Forget").clicked() {
            commands.push(Command::File(FileCommand::Forget(entry.path.clone())));
        }
        if link(&mut child, "Find it…").clicked() {
            commands.push(Command::File(FileCommand::Find(entry.path.clone())));
        }
    }
    crate::widgets::focus_ring(ui, &response);
    let response = response.on_hover_text(&entry.path);
    if response.clicked() && there {
        commands.push(Command::OpenPath(entry.path.clone().into()));
    }
}

fn foot_ui(ui: &mut Ui, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let compact = ui.available_width() < 260.0;
    ui.spacing_mut().item_spacing.x = if compact { space::XS } else { space::M };
    let quiet = &mut ui.visuals_mut().widgets.inactive;
    (quiet.weak_bg_fill, quiet.bg_stroke) = (egui::Color32::TRANSPARENT, Stroke::NONE);
    if !compact {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        icon(ui.painter(), "info", rect, t.text_2);
    }
    for (word, command) in [("Tour", Command::Tour), ("Keys", Command::Keys)] {
        if ui.button(RichText::new(word).color(t.accent)).clicked() {
            commands.push(command);
        }
    }
    let word = RichText::new("Settings").color(t.accent);
    ui.menu_button(word, |ui| {
        // The buttons of the menu look as those of every menu.
        ui.reset_style();
        let quiet = &mut ui.visuals_mut().widgets.inactive;
        (quiet.weak_bg_fill, quiet.bg_stroke) = (egui::Color32::TRANSPARENT, Stroke::NONE);
        for command in [ThemeChoice::System, ThemeChoice::Dark, ThemeChoice::Light].map(Command::Theme) {
            if ui.button(command.name()).clicked() {
                commands.push(command);
                ui.close();
            }
        }
        ui.separator();
        for command in [80, 100, 125, 150, 175, 200].map(Command::Scale) {
            if ui.button(command.name()).clicked() {
                commands.push(command);
                ui.close();
            }
        }
    });
    if !compact && ui.button(RichText::new("About").color(t.accent)).clicked() {
        commands.push(Command::About);
    }
}

/// A file that could not be opened, with its problems.
pub fn failed_ui(ui: &mut Ui, failed: &Failed) {
    let t = Tokens::of(ui);
    egui::Frame::new().fill(t.error_soft).corner_radius(4).inner_margin(egui::Margin::symmetric(10, 8)).show(
        ui,
        |ui| {
            ui.set_width(ui.available_width());
            ui.add(
                Label::new(
                    RichText::new(format!("{} could not be opened", failed.path))
                        .text_style(named("strong"))
                        .color(t.text),
                )
                .wrap(),
            );
            ScrollArea::vertical().id_salt("failed").max_height(190.0).show(ui, |ui| {
                for problem in &failed.problems {
                    ui.horizontal_top(|ui| {
                        let (name, ink, _) = severity_look(t, Some(problem.severity));
                        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                        icon(ui.painter(), name, rect, ink);
                        let place = super::problems::place_of(problem);
                        let mut words = format!("{place} {}", problem.message);
                        if let Some(hint) = &problem.hint {
                            words.push_str(&format!(" ({hint})"));
                        }
                        ui.add(
                            Label::new(RichText::new(words).text_style(TextStyle::Small).color(t.text))
                                .selectable(true)
                                .wrap(),
                        );
                    });
                }
            });
        },
    );
}

/// The card of a sample; says whether it was clicked beside its buttons.
fn sample_ui(ui: &mut Ui, sample: &mut Sample, chosen: bool, room: f32, commands: &mut Vec<Command>) -> bool {
    let t = Tokens::of(ui);
    let width = ui.available_width().min(754.0);
    let height = (width * 0.485).min((room - 210.0).max(110.0)).floor();
    let (card, response) = ui.allocate_exact_size(vec2(width, height + 62.0), Sense::click());
    let title = &sample.scenario.title;
    let about = format!("{}, sample", sample.game);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &about));
    card_frame(ui, card.shrink(2.0), chosen, false);
    let place = Rect::from_min_size(card.min + vec2(6.0, 6.0), vec2(width - 12.0, height - 6.0));
    let size = place.size().round();
    // While the window is dragged larger the old picture is stretched, and painted again at the end.
    let painting = sample.picture.as_mut().is_some_and(|(_, picture)| !picture.is_painted(ui.ctx()));
    if sample.picture.as_ref().is_none_or(|(known, _)| *known != size) && !painting {
        let part = picture::cover(picture::whole(&sample.scenario), place.width() / place.height());
        let pixels = picture::pixels(ui.ctx(), place.size());
        sample.picture = Some((size, Picture::new(ui.ctx(), &sample.scenario, part, pixels)));
    }
    ui.painter().rect_filled(place, 3.0, t.bg_active);
    if let Some((_, picture)) = &mut sample.picture {
        picture.show(ui.painter(), place);
    }
    let image = ui.interact(place, Id::unique(("picture", sample.name)), Sense::hover());
    let name = format!("The board of {title}");
    image.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
    let bottom =
        Rect::from_min_max(pos2(place.left() + 8.0, place.bottom() + 2.0), card.max - vec2(14.0, 4.0));
    let mut child =
        ui.new_child(egui::UiBuilder::new().max_rect(bottom).layout(Layout::right_to_left(Align::Center)));
    let key = if chosen { "Enter" } else { "" };
    if Button::filled("Play").icon("play").key(key).show(&mut child).clicked() {
        commands.push(Command::OpenSample(sample.name.to_owned(), true));
    }
    let open = Button::new("Open").least(0.0, 30.0).show(&mut child).on_hover_text("Open   Ctrl+Enter");
    if open.clicked() {
        commands.push(Command::OpenSample(sample.name.to_owned(), false));
    }
    let words = child.available_width() - space::S;
    let heading = crate::widgets::font(ui, &TextStyle::Heading);
    line(ui.painter(), pos2(bottom.left(), bottom.center().y - 10.0), words, &sample.game, heading, t.text);
    let scenario = &sample.scenario;
    let about = format!("{} turns, {} pieces", scenario.turns, scenario.pieces.len());
    let about = fitting(ui, words, &[&format!("Hexes and counters, {about}"), &about]);
    line(ui.painter(), pos2(bottom.left(), bottom.center().y + 11.0), words, &about, small(ui), t.text_2);
    crate::widgets::focus_ring(ui, &response);
    response.clicked()
}

/// The first of some small words that fits into a width, or the last.
fn fitting(ui: &Ui, width: f32, words: &[&str]) -> String {
    let fits = |words: &&str| {
        ui.painter().layout_no_wrap((*words).to_owned(), small(ui), Tokens::of(ui).text).size().x <= width
    };
    words
        .iter()
        .find(|words| fits(words))
        .or(words.last())
        .map_or_else(String::new, |words| (*words).to_owned())
}

/// The card of the rulebook.
fn book_ui(
    ui: &mut Ui,
    state: &mut WelcomeState,
    chosen: bool,
    recent: &[Recent],
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    let width = ui.available_width().min(754.0);
    let (card, response) = ui.allocate_exact_size(vec2(width, 56.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, "The rulebook"));
    let rect = card.shrink(2.0);
    ui.painter().rect_filled(rect, 6.0, t.info_soft);
    if chosen {
        ui.painter().rect_stroke(rect.expand(1.0), 7.0, Stroke::new(2.0, t.focus), StrokeKind::Middle);
    }
    let at = Rect::from_center_size(pos2(rect.left() + 25.0, rect.center().y), vec2(20.0, 20.0));
    icon(ui.painter(), "book", at, t.info);
    let inner = rect.shrink2(vec2(12.0, 4.0));
    let mut child =
        ui.new_child(egui::UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center)));
    let key = if chosen { "Enter" } else { "" };
    let read = Button::new("Read").icon("book").key(key).show(&mut child).clicked();
    let x = rect.left() + 50.0;
    let room = child.available_width() - 46.0;
    let strong = crate::widgets::strong(ui);
    let (upper, lower) = (rect.center().y - 9.0, rect.center().y + 9.0);
    line(ui.painter(), pos2(x, upper), room, "The rulebook", strong, t.text);
    let about = fitting(ui, room, &["Read it here, search as you type", "Search as you type"]);
    line(ui.painter(), pos2(x, lower), room, &about, small(ui), t.text_2);
    crate::widgets::focus_ring(ui, &response);
    if read || response.clicked() {
        state.do_card(Card::Book, false, recent, commands);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    fn recent(path: &str) -> Recent {
        let time = clock::written(std::time::SystemTime::now());
        Recent {
            path: path.into(),
            title: format!("The title of {path}"),
            game: "Little Big Horn".into(),
            time,
        }
    }

    #[test]
    fn a_file_that_is_gone_can_be_found_or_forgotten() {
        let list = vec![recent("@little_big_horn"), recent("/nowhere/at/all")];
        let mut harness = crate::widgets::harness(
            move |ui, (state, commands): &mut (WelcomeState, Vec<Command>)| {
                welcome_ui(ui, state, &list, None, commands);
            },
            (WelcomeState::default(), Vec::new()),
        );
        harness.run_steps(3);
        harness.get_by_label("The title of /nowhere/at/all (not found)").click();
        harness.run_steps(2);
        harness.get_by_label("Find it…").click();
        harness.run_steps(2);
        harness.get_by_label("Forget").click();
        harness.run_steps(2);
        harness.get_by_label("The title of @little_big_horn").click();
        harness.run_steps(2);
        let expected = [
            Command::File(FileCommand::Find("/nowhere/at/all".into())),
            Command::File(FileCommand::Forget("/nowhere/at/all".into())),
            Command::OpenPath("@little_big_horn".into()),
        ];
        assert_eq!(harness.state().1, expected);
    }

    #[test]
    fn arrows_move_over_the_cards_and_enter_does_what_is_on_them() {
        let list = vec![recent("@little_big_horn")];
        let keys = list.clone();
        let mut harness = crate::widgets::harness(
            move |ui, (state, commands): &mut (WelcomeState, Vec<Command>)| {
                state.keys(ui.ctx(), &keys, commands);
            },
            (WelcomeState::default(), Vec::new()),
        );
        harness.run_steps(2);
        assert_eq!(harness.state().0.card(&list), Card::Recent(0));
        let mut press = |modifiers, key| {
            harness.key_press_modifiers(modifiers, key);
            harness.run_steps(2);
        };
        press(Modifiers::NONE, Key::Enter);
        press(Modifiers::NONE, Key::ArrowUp);
        press(Modifiers::NONE, Key::Enter);
        press(Modifiers::NONE, Key::ArrowRight);
        press(Modifiers::NONE, Key::Enter);
        press(Modifiers::COMMAND, Key::Enter);
        press(Modifiers::NONE, Key::ArrowDown);
        press(Modifiers::NONE, Key::Enter);
        press(Modifiers::NONE, Key::Num1);
        let sample = |play| Command::OpenSample("@little_big_horn".into(), play);
        let expected = [
            Command::OpenPath("@little_big_horn".into()),
            Command::File(FileCommand::New(0)),
            sample(true),
            sample(false),
            sample(false),
            Command::Workspace(Workspace::Rulebook),
            Command::OpenPath("@little_big_horn".into()),
        ];
        assert_eq!(harness.state().1, expected);
    }
}
