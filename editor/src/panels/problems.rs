//! The problems panel: what is wrong, where, and what was expected.

use egui::{
    Align, Key, Layout, Modifiers, Rect, Role, ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo,
    pos2, vec2,
};
use engine::hex::{Grid, Hex};
use engine::plane::Place;
use engine::problem::Problem;
use engine::scenario::{Edit, Piece, Start};

use super::bars::{problem_words, severity_look};
use crate::command::Command;
use crate::document::Document;
use crate::document::repair::Repair;
use crate::icons::icon;
use crate::theme::{Tokens, space};
use crate::widgets::{Button, body, focus_ring, head, hint, line, link, sentence, small, text};

/// What the panel remembers between frames.
#[derive(Debug, Clone, Default)]
pub struct ProblemsState {
    pub chosen: Option<usize>,
}

/// The hex that a problem is about: the first number of a hex in its path or its sentence.
pub fn hex_of(problem: &Problem, grid: &Grid) -> Option<Hex> {
    let words =
        |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
    // A message about a number off the map names the map's corners, which are not meant.
    let message = problem.message.split(", expected ").next().unwrap_or_default();
    words(&problem.path)
        .into_iter()
        .chain(words(message))
        .filter(|word| word.len() >= 3 && word.chars().any(|c| c.is_ascii_digit()))
        .find_map(|word| grid.parse(&word).ok())
}

/// The hex that a repair puts something in.
fn hex_of_repair(repair: &Repair) -> Option<Hex> {
    match &repair.edit {
        Edit::PaintHexes { hexes, .. } => hexes.first().copied(),
        Edit::MovePiece(_, Start::At(Place::Hex(hex))) => Some(*hex),
        Edit::AddPiece(_, Piece { at: Start::At(Place::Hex(hex)), .. }) => Some(*hex),
        _ => None,
    }
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
    /// What mends each of them, in the same order; may be shorter.
    pub repairs: &'a [Option<Repair>],
    pub grid: &'a Grid,
    /// How many files were looked at.
    pub files: usize,
    /// The scenario has changed since, and is being looked at.
    pub checking: bool,
}

impl<'a> Found<'a> {
    pub fn of(document: &'a Document) -> Self {
        Self {
            problems: document.problems(),
            repairs: document.repairs(),
            grid: &document.scenario().map.grid,
            files: document.file_count(),
            checking: document.is_checking(),
        }
    }

    fn repair(&self, at: usize) -> Option<&'a Repair> {
        self.repairs.get(at)?.as_ref()
    }
}

/// The problem that *Mend* is about: the chosen one, or the first that can be mended.
pub fn to_mend(repairs: &[Option<Repair>], state: &ProblemsState) -> Option<usize> {
    let can = |at: &usize| repairs.get(*at).is_some_and(Option::is_some);
    match state.chosen {
        Some(at) => Some(at).filter(can),
        None => (0..repairs.len()).find(can),
    }
}

/// The height of a row, and of the detail below.
const ROW: f32 = 28.0;

/// Shows the problems; a click on a row or its place goes there, its button mends it.
pub fn problems_ui(ui: &mut Ui, found: &Found<'_>, state: &mut ProblemsState, commands: &mut Vec<Command>) {
    let Found { problems, checking, .. } = *found;
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
            let clean = match found.files {
                1 => "No problems in the file.".to_owned(),
                n => format!("No problems in {n} files."),
            };
            hint(ui, if checking { "The scenario is being looked at.".to_owned() } else { clean });
        });
        return;
    }
    state.chosen = state.chosen.map(|at| at.min(problems.len() - 1));
    let detail = state.chosen.and_then(|at| Some((at, problems.get(at)?)));
    let detail_height = if detail.is_some() { 46.0 } else { 0.0 };
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    ScrollArea::vertical()
        .max_height((ui.available_height() - detail_height).max(30.0))
        .auto_shrink([false, false])
        .show_rows(ui, ROW, problems.len(), |ui, rows| {
            for (index, problem) in problems.iter().enumerate().skip(rows.start).take(rows.len()) {
                row_ui(ui, found, index, problem, state, commands);
            }
        });
    ui.spacing_mut().item_spacing.y = gap;
    if let Some((at, problem)) = detail {
        detail_ui(ui, problem, found.repair(at));
    }
}

fn row_ui(
    ui: &mut Ui,
    found: &Found<'_>,
    index: usize,
    problem: &Problem,
    state: &mut ProblemsState,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    let words = sentence(&problem.message);
    let words = words.trim_end_matches('.');
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let chosen = state.chosen == Some(index);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, words));
    if chosen {
        ui.painter().rect_filled(rect, 0.0, t.accent_soft);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 0.0, t.accent);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, t.bg_hover);
    }
    let (name, ink, _) = severity_look(t, Some(problem.severity));
    let mark = Rect::from_center_size(pos2(rect.left() + 22.0, rect.center().y), Vec2::splat(16.0));
    icon(ui.painter(), name, mark, ink);

    // From the right: what mends it, the place in the file, the place on the map; the sentence has the rest.
    let right = rect.with_min_x(rect.left() + 38.0 + 120.0).with_max_x(rect.right() - space::S);
    let mut child =
        ui.new_child(UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center)));
    child.spacing_mut().item_spacing.x = space::M;
    if let Some(repair) = found.repair(index)
        && Button::new(&repair.word).least(0.0, 24.0).show(&mut child).on_hover_text(&repair.words).clicked()
    {
        state.chosen = Some(index);
        commands.push(Command::Mend(Some(index)));
    }
    let place = place_of(problem);
    if !place.is_empty() && rect.width() > 560.0 {
        text(&mut child, &place, TextStyle::Small, t.text_2);
    }
    let hex = hex_of(problem, found.grid).or_else(|| hex_of_repair(found.repair(index)?));
    if let Some(hex) = hex
        && link(&mut child, &found.grid.label(hex)).clicked()
    {
        state.chosen = Some(index);
        commands.push(Command::GoTo(hex));
    }
    let room = child.min_rect().left() - space::M - (rect.left() + 38.0);
    let at = pos2(rect.left() + 38.0, rect.center().y);
    line(ui.painter(), at, room.max(60.0), words, body(ui), t.text);

    // Enter goes there, and the arrows move among the rows: neither is for the map then.
    if response.has_focus() {
        focus_ring(ui, &response);
        for key in [Key::Enter, Key::ArrowUp, Key::ArrowDown] {
            ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        }
    }
    if response.gained_focus() {
        state.chosen = Some(index);
        response.scroll_to_me(None);
    }
    if response.clicked() {
        state.chosen = Some(index);
        response.request_focus();
        commands.extend(hex.map(Command::GoTo));
    }
    response.on_hover_text(words);
}

/// What was found and expected, where, and what the repair does.
fn detail_ui(ui: &mut Ui, problem: &Problem, repair: Option<&Repair>) {
    let t = Tokens::of(ui);
    ui.separator();
    let room = ui.available_width() - 2.0 * space::M;
    let place = match (problem.file.is_empty(), problem.path.is_empty()) {
        (_, true) => problem.file.clone(),
        (true, false) => problem.path.clone(),
        (false, false) => format!("{}, {}", problem.file, problem.path),
    };
    let first = problem.hint.clone().unwrap_or_else(|| place.clone());
    let second = match repair {
        Some(repair) => {
            let key = Command::Mend(None).shortcut();
            let key = if key.is_empty() { "The button".to_owned() } else { key };
            format!("{key} mends it: {}", repair.words)
        }
        None if problem.hint.is_some() => place,
        None => String::new(),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    for (words, y, ink) in [(first, 8.0, t.text), (second, 26.0, t.text_2)] {
        let at = pos2(rect.left() + space::M, rect.top() + y);
        line(ui.painter(), at, room, &words, small(ui), ink);
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
        let off = "found \"9901\", expected a hex of the map, \"0101\" to \"3022\"";
        assert_eq!(hex_of(&Problem::error(off), &grid), None);
    }

    #[test]
    fn a_click_on_a_place_goes_there_and_the_button_mends() {
        let grid = Grid::new(30, 22);
        let problems =
            [Problem::error("Hexside 0909|1109: these two hexes do not touch").in_file("map.ron").at(61, 12)];
        let repair = Repair {
            word: "Leave it out".into(),
            words: "Leave out hexside 0909|1109".into(),
            edit: engine::scenario::Edit::nothing(),
        };
        let repairs = [Some(repair)];
        let mut harness = crate::widgets::harness(
            |ui, commands: &mut Vec<Command>| {
                let found =
                    Found { problems: &problems, repairs: &repairs, grid: &grid, files: 3, checking: false };
                problems_ui(ui, &found, &mut ProblemsState::default(), commands)
            },
            Vec::new(),
        );
        harness.run();
        harness.get_by_label("0909").click();
        harness.run();
        harness.get_by_label("Leave it out").click();
        harness.run();
        let there = Command::GoTo(grid.parse("0909").expect("it is on the board"));
        assert_eq!(harness.state(), &[there.clone(), Command::Mend(Some(0))]);
        harness.get_by_label(problems[0].message.as_str()).click();
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(harness.state()[2..], [there.clone(), there], "a click and Enter go there");
    }
}
