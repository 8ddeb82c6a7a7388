//! The problems panel: what is wrong, where, and what was expected.

use egui::{Rect, ScrollArea, Sense, TextStyle, Ui, Vec2, pos2, vec2};
use engine::hex::{Grid, Hex};
use engine::problem::Problem;

use super::bars::{problem_words, severity_look};
use crate::command::Command;
use crate::document::Document;
use crate::icons::icon;
use crate::theme::{Tokens, space};
use crate::widgets::{Button, head, hint, link, text};

/// What the panel remembers between frames.
#[derive(Debug, Clone, Default)]
pub struct ProblemsState {
    pub chosen: Option<usize>,
}

/// The hex that a problem is about: the first number of a hex in its path or its sentence.
pub fn hex_of(problem: &Problem, grid: &Grid) -> Option<Hex> {
    let words =
        |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    words(&problem.path)
        .into_iter()
        .chain(words(&problem.message))
        .filter(|word| word.len() >= 3 && word.chars().any(|c| c.is_ascii_digit()))
        .find_map(|word| grid.parse(&word).ok())
}

/// Where a problem is, in words: file, line and column.
pub fn place_of(problem: &Problem) -> String {
    match (problem.file.rsplit('/').next().unwrap_or_default(), problem.line) {
        ("", 0) => String::new(),
        (file, 0) => file.to_owned(),
        (file, line) => format!("{file} {line}:{}", problem.column),
    }
}

/// What was found.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    pub problems: &'a [Problem],
    pub grid: &'a Grid,
    /// The scenario has changed since, and is being looked at.
    pub checking: bool,
}

impl<'a> Found<'a> {
    pub fn of(document: &'a Document) -> Self {
        Self {
            problems: document.problems(),
            grid: &document.scenario().map.grid,
            checking: document.is_checking(),
        }
    }
}

/// Shows the problems; a click on a place goes there.
pub fn problems_ui(ui: &mut Ui, found: &Found<'_>, state: &mut ProblemsState, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let Found { problems, grid, checking } = *found;
    // A panel is as high as what is in it: without this it would shrink while the list is short, and stay small.
    ui.set_min_height(ui.available_height());
    let files: std::collections::BTreeSet<&str> =
        problems.iter().map(|problem| problem.file.as_str()).collect();
    let remark = match files.len() {
        _ if checking => "checking …".to_owned(),
        0 => String::new(),
        1 => format!("{} · in one file", problem_words(problems)),
        n => format!("{} · in {n} files", problem_words(problems)),
    };
    head(ui, "Problems", &remark, |ui| {
        if Button::icon_only("close", "Close the problems").show(ui).clicked() {
            commands.push(Command::Problems);
        }
    });
    if problems.is_empty() {
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            hint(ui, if checking { "The scenario is being looked at." } else { "No problems." });
        });
        return;
    }
    let detail_height = if state.chosen.is_some() { 40.0 } else { 0.0 };
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    ScrollArea::vertical()
        .max_height((ui.available_height() - detail_height).max(30.0))
        .auto_shrink([false, false])
        .show_rows(ui, 28.0, problems.len(), |ui, rows| {
            for (index, problem) in problems.iter().enumerate().skip(rows.start).take(rows.len()) {
                let (rect, response) =
                    ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
                response
                    .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &problem.message));
                if state.chosen == Some(index) {
                    ui.painter().rect_filled(rect, 0.0, t.accent_soft);
                    ui.painter().rect_filled(
                        Rect::from_min_size(rect.min, vec2(3.0, rect.height())),
                        0.0,
                        t.accent,
                    );
                } else if response.hovered() {
                    ui.painter().rect_filled(rect, 0.0, t.bg_hover);
                }
                let (name, ink, _) = severity_look(t, Some(problem.severity));
                icon(
                    ui.painter(),
                    name,
                    Rect::from_center_size(pos2(rect.left() + 22.0, rect.center().y), Vec2::splat(16.0)),
                    ink,
                );
                let place = place_of(problem);
                let hex = hex_of(problem, grid);
                let label = hex.map(|hex| grid.label(hex));
                let wide = (rect.width() - 300.0).max(120.0);
                crate::widgets::line(
                    ui.painter(),
                    pos2(rect.left() + 38.0, rect.center().y),
                    wide,
                    &problem.message,
                    crate::widgets::body(ui),
                    t.text,
                );
                let links = Rect::from_min_max(pos2(rect.left() + 50.0 + wide, rect.top()), rect.max);
                let mut child = ui.new_child(
                    egui::UiBuilder::new()
                        .max_rect(links)
                        .layout(egui::Layout::left_to_right(egui::Align::Center)),
                );
                if let (Some(label), Some(hex)) = (&label, hex)
                    && link(&mut child, label).clicked()
                {
                    state.chosen = Some(index);
                    commands.push(Command::GoTo(hex));
                }
                if !place.is_empty() {
                    text(&mut child, &place, TextStyle::Small, t.text_2);
                }
                if response.clicked() {
                    state.chosen = Some(index);
                    commands.extend(hex.map(Command::GoTo));
                }
            }
        });
    ui.spacing_mut().item_spacing.y = gap;
    if let Some(problem) = state.chosen.and_then(|index| problems.get(index)) {
        ui.separator();
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            let words = match &problem.hint {
                Some(words) => words.clone(),
                None if problem.path.is_empty() => problem.file.clone(),
                None => format!("{}, {}", problem.file, problem.path),
            };
            hint(ui, words);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn the_hex_of_a_problem_is_found_in_its_words() {
        let grid = Grid::new(30, 22);
        let problem = Problem::error("Hexside 0909|1109: these two hexes do not touch");
        assert_eq!(hex_of(&problem, &grid).map(|hex| grid.label(hex)), Some("0909".to_owned()));
        assert_eq!(hex_of(&Problem::error("found 3 of 14"), &grid), None);
    }

    #[test]
    fn a_click_on_a_place_goes_there() {
        let grid = Grid::new(30, 22);
        let problems =
            [Problem::error("Hexside 0909|1109: these two hexes do not touch").in_file("map.ron").at(61, 12)];
        let mut harness = crate::widgets::harness(
            |ui, commands: &mut Vec<Command>| {
                let found = Found { problems: &problems, grid: &grid, checking: false };
                problems_ui(ui, &found, &mut ProblemsState::default(), commands)
            },
            Vec::new(),
        );
        harness.run();
        harness.get_by_label("0909").click();
        harness.run();
        assert_eq!(harness.state(), &[Command::GoTo(grid.parse("0909").expect("it is on the board"))]);
    }
}
