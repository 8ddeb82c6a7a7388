//! What it comes to, the settings, what to heed, and the way out.

use egui::{Layout, Rect, ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2, vec2};
use engine::game::SideInfo;
use export::Format;
use export::compose::map::GridStyle;
use export::sheets::{Backs, MapLayout, Paper, Sheet};

use super::choices::{Choices, InkChoice, range};
use super::controls::{Number, number_ui, row, segments, tick_row};
use super::list::ORDER;
use super::{PrintState, sheet_title};
use crate::command::Command;
use crate::icons::icon;
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, head, hint, link, sentence, text};

/// The whole right side.
pub fn side_ui(
    ui: &mut Ui,
    state: &mut PrintState,
    choices: &mut Choices,
    sides: &[SideInfo],
    off: Option<&str>,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    let bar = || egui::Frame::new().fill(t.bg_app).inner_margin(egui::Margin::symmetric(14, 10));
    egui::Panel::bottom("print export").frame(bar()).resizable(false).show(ui, |ui| {
        export_ui(ui, state, choices, off, commands);
    });
    egui::CentralPanel::no_frame().frame(egui::Frame::new().fill(t.bg_app)).show(ui, |ui| {
        // The bar of the list lies over its margin, so that heads reach from edge to edge.
        ui.spacing_mut().scroll.floating_allocated_width = 0.0;
        ScrollArea::vertical().id_salt("print side").auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            summary_ui(ui, state, choices);
            ui.add_space(space::S);
            let layout = choices.layout();
            inset(ui, |ui| settings_ui(ui, &mut state.typed, choices, sides));
            if choices.layout() != layout {
                state.follow(choices.layout());
            }
            ui.add_space(space::S);
            checks_ui(ui, state, choices);
            steps_ui(ui, state, choices);
            ui.add_space(space::M);
        });
    });
}

/// With the margin of a panel at both sides.
fn inset(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(14, 0)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        content(ui);
    });
}

/// *1 page*, *31 pages*.
pub fn counted(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// Pages and papers of what is ticked, and what the map is put together to.
fn summary_ui(ui: &mut Ui, state: &PrintState, choices: &Choices) {
    let t = Tokens::of(ui);
    let of_paper = choices.paper.title();
    let (mut pages, mut papers, mut posters) = (0, 0, Vec::new());
    let mut assembled = None;
    for sheet in &choices.sheets {
        let Some(made) = state.proofs.made(*sheet) else { continue };
        pages += made.summary.pages.len();
        if *sheet == Sheet::Map {
            posters.extend(made.summary.pages.iter().map(|page| page.size));
        } else {
            papers += made.summary.papers;
        }
        assembled = assembled.or(made.summary.assembled);
    }
    let is_counted = |sheet: &Sheet| state.proofs.made(*sheet).is_some() || state.proofs.is_fresh(*sheet);
    let counted_all = choices.sheets.iter().all(is_counted);
    let is_stale = !state.proofs.are_fresh();
    let ink = if is_stale { t.text_3 } else { t.text };
    egui::Frame::new().fill(t.bg_raised).inner_margin(egui::Margin::symmetric(14, 11)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        let words = match (pages, papers) {
            (0, _) if choices.sheets.is_empty() => "Nothing is ticked".to_owned(),
            (0, _) => "Counting pages …".to_owned(),
            (pages, _) if !counted_all => format!("{} so far", counted(pages, "page")),
            (pages, 0) => counted(pages, "page"),
            (pages, papers) => {
                format!("{}, {} of {of_paper}", counted(pages, "page"), counted(papers, "sheet"))
            }
        };
        // The largest of the styles that leaves it on one line.
        let wide = ui.painter().layout_no_wrap(words.clone(), crate::widgets::font(ui, &named("title")), ink);
        let style = if wide.size().x <= ui.available_width() { named("title") } else { TextStyle::Heading };
        text(ui, words, style, ink);
        let mut lines = Vec::new();
        if let Some((width, height)) = assembled {
            lines.push(format!("Map put together: {:.0} × {:.0} mm", width, height));
        }
        for (width, height) in posters {
            lines.push(format!("Poster: {:.0} × {:.0} mm", width, height));
        }
        if choices.sheets.is_empty() {
            lines.push("Tick a sheet on the left.".to_owned());
        }
        for words in lines {
            text(ui, words, TextStyle::Small, t.text_2);
        }
    });
    let rect = ui.min_rect();
    ui.painter().hline(rect.x_range(), ui.cursor().top(), Stroke::new(1.0, t.line_soft));
}

fn settings_ui(ui: &mut Ui, typed: &mut super::controls::Typed, choices: &mut Choices, sides: &[SideInfo]) {
    ui.spacing_mut().item_spacing.y = 6.0;
    let combo = |ui: &mut Ui,
                 name: &str,
                 chosen: &str,
                 width: f32,
                 label: &egui::Response,
                 show: &mut dyn FnMut(&mut Ui)| {
        let combo = egui::ComboBox::from_id_salt(("print", name))
            .selected_text(chosen)
            .icon(crate::widgets::chevron)
            .width(width)
            .truncate()
            .show_ui(ui, |ui| show(ui));
        combo.response.labelled_by(label.id);
    };
    row(ui, "Paper", |ui, width, label| {
        let is_custom = matches!(choices.paper, Paper::Custom(..));
        let chosen =
            if is_custom { "Own size".to_owned() } else { format!("{}, upright", choices.paper.title()) };
        combo(ui, "Paper", &chosen, width, label, &mut |ui| {
            for paper in Paper::ALL {
                let (width, height) = paper.size();
                let words = format!("{}   {width} × {height} mm", paper.title());
                ui.selectable_value(&mut choices.paper, paper, words);
            }
            let (width, height) = choices.paper.size();
            if let Some(own) = Paper::custom(width, height) {
                ui.selectable_value(&mut choices.paper, own, "Own size");
            }
        });
    });
    if let Paper::Custom(..) = choices.paper {
        let (mut width, mut height) = choices.paper.size();
        let number = |name| Number { name, unit: "mm", range: range::PAPER, step: 1.0 };
        let mut changed = number_ui(ui, &number("Width"), &mut width, typed);
        changed |= number_ui(ui, &number("Height"), &mut height, typed);
        if let (true, Some(own)) = (changed, Paper::custom(width, height)) {
            choices.paper = own;
        }
    }
    row(ui, "For", |ui, width, _| {
        let words: Vec<&str> = sides.iter().map(|side| side.short.as_str()).chain(["All"]).collect();
        let of = |reader: &String| sides.iter().position(|side| side.id == *reader);
        let chosen = choices.reader.as_ref().and_then(of).unwrap_or(sides.len());
        if let Some(index) = segments(ui, width, &words, Some(chosen), None) {
            choices.reader = sides.get(index).map(|side| side.id.clone());
        }
    });
    row(ui, "Map", |ui, width, _| {
        let layouts = [MapLayout::Tiled, MapLayout::Poster, MapLayout::Both];
        let chosen = choices.layout().and_then(|now| layouts.iter().position(|layout| *layout == now));
        if let Some(index) = segments(ui, width, &["Tiled", "Poster", "Both"], chosen, None) {
            choices.lay_out(layouts[index]);
        }
    });
    let length = |name, range, step| Number { name, unit: "mm", range, step };
    number_ui(ui, &length("Hex", range::HEX, 0.5), &mut choices.hex, typed);
    number_ui(ui, &length("Counter", range::COUNTER, 0.5), &mut choices.counter, typed);
    number_ui(ui, &length("Overlap", range::OVERLAP, 1.0), &mut choices.overlap, typed);
    number_ui(ui, &length("Bleed", range::BLEED, 0.25), &mut choices.bleed, typed);
    row(ui, "Backs", |ui, width, label| {
        combo(ui, "Backs", backs_title(choices.backs), width, label, &mut |ui| {
            for backs in Backs::ALL {
                ui.selectable_value(&mut choices.backs, backs, backs_title(backs));
            }
        });
    });
    if choices.backs == Backs::Fold {
        number_ui(ui, &length("Board", range::BOARD, 0.25), &mut choices.board, typed);
    }
    row(ui, "Ink", |ui, width, _| {
        let inks = [InkChoice::Full, InkChoice::Saver, InkChoice::Grey];
        let chosen = inks.iter().position(|ink| *ink == choices.ink);
        if let Some(index) = segments(ui, width, &["Full", "Saver", "Grey"], chosen, None) {
            choices.ink = inks[index];
        }
    });
    row(ui, "Colours", |ui, width, _| {
        let off = (choices.ink != InkChoice::Full).then_some("only with full ink");
        let chosen = Some(usize::from(choices.safe && off.is_none()));
        if let Some(index) = segments(ui, width, &["Normal", "Safe"], chosen, off) {
            choices.safe = index == 1;
        }
    });
    row(ui, "Grid", |ui, width, _| {
        let chosen = GridStyle::ALL.iter().position(|grid| *grid == choices.grid);
        if let Some(index) = segments(ui, width, &["Lines", "Corners", "Dots"], chosen, None) {
            choices.grid = GridStyle::ALL[index];
        }
    });
    tick_row(ui, "Numbers in the hexes", &mut choices.numbers);
    tick_row(ui, "Large print", &mut choices.large);
}

/// Short enough for the field.
fn backs_title(backs: Backs) -> &'static str {
    match backs {
        Backs::LongEdge => "Flip on the long edge",
        Backs::ShortEdge => "Flip on the short edge",
        Backs::Fold => "Fold over a board",
        Backs::Separate => "Sheets of their own",
    }
}

/// A line with an icon before it, as wide as there is room.
fn remark_ui(
    ui: &mut Ui,
    icon_name: &str,
    ink: egui::Color32,
    words: &str,
    to: Option<(&str, Sheet, usize)>,
) -> bool {
    let t = Tokens::of(ui);
    let mut clicked = false;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, 0.0);
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), Sense::hover());
        icon(ui.painter(), icon_name, Rect::from_center_size(rect.center(), Vec2::splat(16.0)), ink);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let words = egui::RichText::new(words).color(t.text);
            ui.add(egui::Label::new(words).wrap());
            if let Some((name, ..)) = to {
                clicked = link(ui, name).clicked();
            }
        });
    });
    clicked
}

/// What to heed: a sentence, the sheet and page that it is about, and whether it warns.
type Remark = (String, Option<(Sheet, usize)>, bool);

/// What should be known before one prints, and what was looked at and found right.
fn checks_ui(ui: &mut Ui, state: &mut PrintState, choices: &Choices) {
    let t = Tokens::of(ui);
    let checks: Vec<_> = state
        .proofs
        .checks()
        .unwrap_or_default()
        .iter()
        .filter(|check| check.sheets.iter().any(|sheet| choices.is_ticked(*sheet)))
        .cloned()
        .collect();
    let mut remarks: Vec<Remark> = Vec::new();
    for sheet in ORDER.into_iter().filter(|sheet| choices.is_ticked(*sheet)) {
        let Some(proof) = state.proofs.proof(sheet) else { continue };
        match &proof.made {
            Ok(made) => {
                for (index, words) in made.warnings.iter().enumerate() {
                    let page = proof.places.get(index).copied().flatten();
                    remarks.push((words.clone(), Some((sheet, page.unwrap_or(0))), true));
                }
            }
            // A sheet that there is nothing for is left out of the files.
            Err(reason) => remarks.push((format!("{}: {reason}", sheet_title(sheet)), None, false)),
        }
    }
    let bad = checks.iter().filter(|check| !check.is_good).count() + remarks.len();
    let words = match bad {
        0 if state.proofs.checks().is_none() => "looking …".to_owned(),
        0 => String::new(),
        n => counted(n, "remark"),
    };
    head(ui, "Before you print", &words, |_| {});
    ui.add_space(space::S);
    let mut go = None;
    inset(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let place = |state: &PrintState, at: Option<(Sheet, usize)>| {
            let (sheet, page) = at?;
            let pages = state.proofs.made(sheet)?.summary.pages.len();
            let name = match pages {
                0 | 1 => sheet_title(sheet).to_owned(),
                _ => format!("{}, page {}", sheet_title(sheet), page + 1),
            };
            Some((name, sheet, page))
        };
        for (words, at, is_warning) in &remarks {
            let (name, ink) = if *is_warning { ("warning", t.warning) } else { ("info", t.info) };
            let to = place(state, *at);
            let to = to.as_ref().map(|(name, sheet, page)| (name.as_str(), *sheet, *page));
            let words = sentence(words);
            if remark_ui(ui, name, ink, words.trim_end_matches('.'), to) {
                go = *at;
            }
        }
        let (good, bad): (Vec<_>, Vec<_>) = checks.iter().partition(|check| check.is_good);
        for check in bad {
            let to = place(state, check.at);
            let to = to.as_ref().map(|(name, sheet, page)| (name.as_str(), *sheet, *page));
            if remark_ui(ui, "warning", t.warning, &check.words, to) {
                go = check.at;
            }
        }
        for check in good {
            remark_ui(ui, "ok", t.ok, &check.words, None);
        }
    });
    if let Some((sheet, page)) = go {
        state.choose(sheet, page);
    }
}

/// What is done with the paper.
fn steps_ui(ui: &mut Ui, state: &PrintState, choices: &Choices) {
    let t = Tokens::of(ui);
    let mut all: Vec<(&'static str, &Vec<String>)> = Vec::new();
    for sheet in ORDER.into_iter().filter(|sheet| choices.is_ticked(*sheet)) {
        if let Some(made) = state.proofs.made(sheet).filter(|made| !made.summary.steps.is_empty()) {
            all.push((sheet_title(sheet), &made.summary.steps));
        }
    }
    if all.is_empty() {
        return;
    }
    ui.add_space(space::M);
    head(ui, "After printing", "", |_| {});
    ui.add_space(space::S);
    inset(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        for (title, steps) in all {
            text(ui, title, named("strong"), t.text);
            for step in steps {
                let words = egui::RichText::new(step).text_style(TextStyle::Small).color(t.text_2);
                ui.add(egui::Label::new(words).wrap());
            }
            ui.add_space(space::XS);
        }
    });
}

/// A number of bytes as people say it.
pub fn bytes_words(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} KB", (bytes + 500) / 1_000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Format, size, and the one filled button.
pub fn export_ui(
    ui: &mut Ui,
    state: &mut PrintState,
    choices: &mut Choices,
    off: Option<&str>,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = space::S;
    if choices.format == Format::Png {
        let number = Number { name: "Resolution", unit: "dpi", range: range::DPI, step: 10.0 };
        number_ui(ui, &number, &mut choices.dpi, &mut state.typed);
    }
    ui.horizontal(|ui| {
        let width = (ui.available_width() * 0.62).min(180.0);
        let chosen = Format::ALL.iter().position(|format| *format == choices.format);
        if let Some(index) = segments(ui, width, &["PDF", "PNG", "SVG"], chosen, None) {
            choices.format = Format::ALL[index];
        }
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            text(ui, state.size_words(choices), TextStyle::Small, t.text_2);
        });
    });
    let response =
        Button::filled("Export…").icon("export").key("Ctrl+E").off(off).wide().least(0.0, 34.0).show(ui);
    if response.clicked() {
        commands.push(Command::Export);
    }
    if let Some(reason) = off {
        hint(ui, sentence(reason));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_said_in_round_numbers() {
        assert_eq!(bytes_words(999), "999 B");
        assert_eq!(bytes_words(410_499), "410 KB");
        assert_eq!(bytes_words(2_340_000), "2.3 MB");
        assert_eq!((counted(1, "page"), counted(31, "page")), ("1 page".into(), "31 pages".into()));
    }
}
