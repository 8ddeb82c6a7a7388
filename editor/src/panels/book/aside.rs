//! What belongs to the section that is read: who cites it, whom it cites, its examples and whether they hold, the
//! reader's notes and bookmarks, what the scenario changes.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{RichText, ScrollArea, TextEdit, Ui, vec2};
use engine::example::Outcome;
use engine::game::Game;
use engine::rulebook::{Rulebook, Section};
use engine::scenario::Scenario;
use serde::{Deserialize, Serialize};

use super::BookState;
use crate::icons::icon;
use crate::theme::{Tokens, space};
use crate::widgets::{Button, Row, body, head, hint, rule_link};

/// What a reader keeps of one game's book.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Kept {
    /// Slugs, in the order in which they were set.
    #[serde(default)]
    pub bookmarks: Vec<String>,
    /// Slug → the note on it.
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
}

impl Kept {
    /// The longest note that is kept, in characters.
    const LONGEST: usize = 4_000;

    /// Sets a bookmark, or takes it away.
    pub fn toggle(&mut self, slug: &str) {
        if slug.is_empty() {
            return;
        }
        match self.bookmarks.iter().position(|known| known == slug) {
            Some(at) => _ = self.bookmarks.remove(at),
            None => self.bookmarks.push(slug.to_owned()),
        }
    }
}

/// Which worked examples of the book hold, found out beside the window.
#[derive(Default)]
pub struct Verdicts {
    /// Of which game and tweaks.
    of: Option<(&'static str, Vec<(String, String)>)>,
    coming: Option<Receiver<Verdict>>,
    known: HashMap<(String, u32), Result<(), String>>,
}

impl Verdicts {
    /// Asks for the examples of a game's book with a scenario's tweaks; does nothing if that was asked already.
    pub fn ask(&mut self, ctx: &egui::Context, game: &dyn Game, scenario: &Scenario) {
        let tweaks: Vec<(String, String)> =
            scenario.tweaks.iter().map(|(path, value)| (path.clone(), value.clone())).collect();
        let of = (game.id(), tweaks);
        if self.of.as_ref() != Some(&of) {
            self.known.clear();
            self.coming = Some(run(ctx.clone(), game.id(), of.1.clone()));
            self.of = Some(of);
        }
        while let Some(coming) = &self.coming {
            match coming.try_recv() {
                Ok((place, verdict)) => _ = self.known.insert(place, verdict),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.coming = None,
            }
        }
    }

    /// Does the example hold? `None` while it is not known.
    pub fn of(&self, file: &str, line: u32) -> Option<&Result<(), String>> {
        self.known.get(&(file.to_owned(), line))
    }

    /// How many are known to be false.
    pub fn broken(&self) -> usize {
        self.known.values().filter(|verdict| verdict.is_err()).count()
    }
}

/// The scenario of a sample, as examples name it.
pub(super) fn sample(name: &str) -> Option<Scenario> {
    let sample = crate::samples::by_name(&format!("@{name}"))?;
    engine::scenario::load(&sample, "scenario.ron").value
}

type Verdict = ((String, u32), Result<(), String>);

fn run(ctx: egui::Context, id: &'static str, tweaks: Vec<(String, String)>) -> Receiver<Verdict> {
    let (out, coming) = channel();
    std::thread::spawn(move || {
        let Some(shipped) = rulesets::game(id) else { return };
        let tweaked = if tweaks.is_empty() { None } else { shipped.tweaked(&tweaks).ok() };
        let game = tweaked.as_deref().unwrap_or(shipped);
        for example in game.rulebook().sections.iter().flat_map(Section::examples) {
            // An example without tweaks of its own is tried under the scenario's.
            let mut example = example.clone();
            for (path, value) in &tweaks {
                example.tweaks.entry(path.clone()).or_insert_with(|| value.clone());
            }
            let verdict = match game.run(&example, &sample) {
                Outcome::Ok => Ok(()),
                other => Err(example.report(&other)),
            };
            if out.send(((example.file.clone(), example.line), verdict)).is_err() {
                return;
            }
        }
        ctx.request_repaint();
    });
    coming
}

/// Sections that cite this one, in order of the book.
pub fn used_by<'b>(book: &'b Rulebook, section: &Section) -> Vec<&'b Section> {
    let cites = |other: &&Section| !section.slug.is_empty() && other.cited().any(|slug| slug == section.slug);
    book.sections.iter().filter(cites).collect()
}

/// Sections that this one cites, each once, in order of its text.
pub fn cited_by<'b>(book: &'b Rulebook, section: &Section) -> Vec<&'b Section> {
    let mut out: Vec<&Section> = Vec::new();
    for slug in section.cited() {
        if let Some(other) = book.section(slug)
            && other.slug != section.slug
            && !out.iter().any(|known| known.slug == other.slug)
        {
            out.push(other);
        }
    }
    out
}

/// What is changed of the values whose rule this section is: name, shipped value, value now.
fn tweaked_here(game: &dyn Game, section: &Section) -> Vec<(String, String, String)> {
    let Some(shipped) = game.shipped() else { return Vec::new() };
    let before = shipped.values();
    let now = game.values().into_iter().filter(|value| value.rule == section.slug);
    now.filter_map(|value| {
        let old = before.iter().find(|old| old.path == value.path)?;
        (old.value != value.value).then(|| (value.path.clone(), old.value.clone(), value.value))
    })
    .collect()
}

/// The right side of the workspace.
pub fn aside_ui(ui: &mut Ui, game: &dyn Game, state: &mut BookState, kept: &mut Kept, verdicts: &Verdicts) {
    let book = game.rulebook();
    let Some(section) = book.sections.get(state.section) else { return };
    let mut opened = None;
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("aside").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        head(ui, "This section", &format!("§{}", section.number), |ui| {
            let has = kept.bookmarks.contains(&section.slug);
            let name = if has { "Take the bookmark away" } else { "Set a bookmark" };
            if Button::icon_only("bookmark", name)
                .chosen(has)
                .show(ui)
                .on_hover_text(format!("{name}   Ctrl+D"))
                .clicked()
            {
                kept.toggle(&section.slug);
            }
        });
        group(ui, "Used by", &used_by(book, section), "No other section cites it.", &mut opened);
        group(ui, "Cites", &cited_by(book, section), "It cites no other section.", &mut opened);
        examples_ui(ui, section, verdicts, state);
        note_ui(ui, section, state, kept);
        bookmarks_ui(ui, book, kept, state.section, &mut opened);
        scenario_ui(ui, game, section);
        ui.add_space(space::L);
    });
    if let Some(slug) = opened {
        state.open_at(book, &slug);
    }
}

fn words_ui(ui: &mut Ui, words: &str) {
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        hint(ui, words);
    });
}

fn title_ui(ui: &mut Ui, title: &str, right: &str, colour: egui::Color32) {
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        ui.label(RichText::new(title).text_style(crate::theme::named("strong")).color(Tokens::of(ui).text_2));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(space::M);
            if !right.is_empty() {
                ui.label(RichText::new(right).text_style(egui::TextStyle::Small).color(colour));
            }
        });
    });
}

fn group(ui: &mut Ui, title: &str, sections: &[&Section], none: &str, opened: &mut Option<String>) {
    let t = Tokens::of(ui);
    title_ui(ui, title, "", t.text_3);
    for section in sections {
        let number = format!("§{}", section.number);
        let row = Row { text: &section.title, right: &number, ..Row::default() };
        if row.show(ui).on_hover_text(format!("Read {number} {}", section.title)).clicked() {
            *opened = Some(section.slug.clone());
        }
    }
    if sections.is_empty() {
        words_ui(ui, none);
    }
}

fn examples_ui(ui: &mut Ui, section: &Section, verdicts: &Verdicts, state: &mut BookState) {
    let t = Tokens::of(ui);
    let examples: Vec<_> = section.examples().collect();
    if examples.is_empty() {
        return;
    }
    let known: Vec<_> = examples.iter().map(|example| verdicts.of(&example.file, example.line)).collect();
    let broken = known.iter().filter(|verdict| matches!(verdict, Some(Err(_)))).count();
    let (right, ink) = match broken {
        0 if known.iter().all(Option::is_some) => ("all true".to_owned(), t.ok),
        0 => ("being tried".to_owned(), t.text_3),
        1 => ("one is false".to_owned(), t.error),
        n => (format!("{n} are false"), t.error),
    };
    title_ui(ui, "Examples", &right, ink);
    for (example, verdict) in examples.iter().zip(&known) {
        let (mark, colour) = match verdict {
            Some(Ok(())) => ("ok", t.ok),
            Some(Err(_)) => ("error", t.error),
            None => ("clock", t.text_3),
        };
        let title = if example.title.is_empty() { "Example" } else { &example.title };
        let row = Row { text: title, icon: Some(mark), icon_colour: Some(colour), ..Row::default() };
        let mut response = row.show(ui);
        if let Some(Err(report)) = verdict {
            response = response.on_hover_text(report);
        }
        if response.clicked() {
            state.show_example = Some((example.file.clone(), example.line));
        }
    }
}

fn note_ui(ui: &mut Ui, section: &Section, state: &mut BookState, kept: &mut Kept) {
    let has = kept.notes.contains_key(&section.slug);
    ui.add_space(space::S);
    head(ui, "My note", "", |ui| {
        if !has
            && !section.slug.is_empty()
            && Button::icon_only("plus", "Write a note")
                .show(ui)
                .on_hover_text("Write a note   Ctrl+Shift+N")
                .clicked()
        {
            state.write_note = true;
        }
    });
    if std::mem::take(&mut state.write_note) && !section.slug.is_empty() {
        kept.notes.entry(section.slug.clone()).or_default();
        state.focus_note = true;
    }
    let Some(note) = kept.notes.get_mut(&section.slug) else {
        ui.add_space(space::XS);
        words_ui(ui, "Nothing noted on this section.");
        return;
    };
    ui.add_space(space::S);
    let mut drop = false;
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let field = TextEdit::multiline(note)
            .desired_rows(3)
            .char_limit(Kept::LONGEST)
            .desired_width(ui.available_width() - space::M)
            .id(egui::Id::unique("book note"));
        let response = ui.add(field).accessible_name("My note on this section");
        if std::mem::take(&mut state.focus_note) {
            response.request_focus();
        }
        drop = response.lost_focus() && note.trim().is_empty();
    });
    if drop {
        kept.notes.remove(&section.slug);
    }
}

fn bookmarks_ui(ui: &mut Ui, book: &Rulebook, kept: &Kept, current: usize, opened: &mut Option<String>) {
    ui.add_space(space::S);
    head(ui, "Bookmarks", "", |_| {});
    let mut any = false;
    for slug in kept.bookmarks.iter().chain(kept.notes.keys().filter(|slug| !kept.bookmarks.contains(slug))) {
        let Some(section) = book.section(slug) else { continue };
        any = true;
        let number = format!("§{}", section.number);
        let mark = if kept.bookmarks.contains(slug) { "bookmark" } else { "note" };
        let chosen = book.sections.get(current).is_some_and(|now| now.slug == *slug);
        let row = Row { text: &section.title, icon: Some(mark), right: &number, chosen, ..Row::default() };
        if row.show(ui).clicked() {
            *opened = Some(slug.clone());
        }
    }
    if !any {
        ui.add_space(space::XS);
        words_ui(ui, "Ctrl+D sets one at the section that is read.");
    }
}

fn scenario_ui(ui: &mut Ui, game: &dyn Game, section: &Section) {
    let t = Tokens::of(ui);
    ui.add_space(space::S);
    head(ui, "In this scenario", "", |_| {});
    ui.add_space(space::XS);
    let tweaked = tweaked_here(game, section);
    for (path, before, now) in &tweaked {
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), egui::Sense::hover());
            icon(ui.painter(), "tweak", rect, t.tweak);
            let words = format!("{path} is {now}, shipped {before}");
            ui.add(egui::Label::new(RichText::new(words).font(body(ui)).color(t.tweak)).wrap());
        });
    }
    if tweaked.is_empty() {
        words_ui(ui, "Nothing is changed here.");
    }
}

/// A rule's number as a link, for those who only know its slug.
pub fn cite_ui(ui: &mut Ui, book: &Rulebook, slug: &str) -> bool {
    rule_link(ui, &book.cite(slug)).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> &'static Rulebook {
        rulesets::game("little_big_horn").expect("it is shipped").rulebook()
    }

    #[test]
    fn links_go_both_ways() {
        let book = book();
        let mut links = 0;
        for section in &book.sections {
            for other in cited_by(book, section) {
                let back = used_by(book, other);
                assert!(back.iter().any(|from| from.slug == section.slug && from.number == section.number));
                links += 1;
            }
        }
        assert!(links > 10, "{links}");
    }

    #[test]
    fn a_bookmark_is_set_and_taken_away() {
        let mut kept = Kept::default();
        kept.toggle("move.once");
        kept.toggle("");
        assert_eq!(kept.bookmarks, ["move.once"]);
        kept.toggle("move.once");
        assert_eq!(kept, Kept::default());
    }

    #[test]
    fn every_example_of_the_book_is_tried_and_a_tweak_breaks_some() {
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        let ctx = egui::Context::default();
        let wait = |scenario: &Scenario| {
            let mut verdicts = Verdicts::default();
            while verdicts.of.is_none() || verdicts.coming.is_some() {
                verdicts.ask(&ctx, game, scenario);
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            verdicts
        };
        let shipped = wait(&Scenario::default());
        let examples = game.rulebook().sections.iter().flat_map(Section::examples).count();
        assert_eq!((shipped.known.len(), shipped.broken()), (examples, 0));
        let tweaks = BTreeMap::from([("mount_cost".to_owned(), "5".to_owned())]);
        let tweaked = wait(&Scenario { tweaks, ..Scenario::default() });
        assert!(tweaked.broken() > 0);
    }
}
