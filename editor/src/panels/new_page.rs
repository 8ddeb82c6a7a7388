//! *New…*: what a new scenario begins with.

use std::collections::BTreeSet;

use egui::{Key, Modifiers, ScrollArea, Sense, TextStyle, Ui, vec2};
use engine::game::Game;
use engine::hex::{Grid, Hex, Orientation, Shifted};
use engine::scenario::{Map, RegionKind, Scenario};

use crate::command::{Command, FileCommand};
use crate::icons::icon;
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, hint, text};

/// The greatest number of columns or of rows that the page offers.
pub const MOST: u16 = 1000;

/// What the page remembers while it is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPage {
    /// Place of the game in the registry.
    pub game: usize,
    pub title: String,
    pub columns: u16,
    pub rows: u16,
    pub orientation: Orientation,
    pub shifted: Shifted,
    /// Place of the base terrain in the game's list.
    pub terrain: usize,
    pub turns: u16,
    focused: bool,
    title_field: Option<egui::Id>,
}

impl NewPage {
    /// A page for a game, with what its empty scenario has.
    pub fn new(game: usize) -> Self {
        let blank = game_of(game).blank();
        let grid = blank.map.grid;
        Self {
            game,
            title: blank.title,
            columns: grid.columns,
            rows: grid.rows,
            orientation: grid.orientation,
            shifted: grid.shifted,
            terrain: 0,
            turns: blank.turns,
            focused: false,
            title_field: None,
        }
    }

    /// The game that is chosen.
    pub fn game(&self) -> &'static dyn Game {
        game_of(self.game)
    }

    /// How many hexes the map will have.
    pub fn hexes(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Why it cannot be made like this.
    fn wrong(&self) -> Option<&'static str> {
        if self.hexes() > Grid::MAX_HEXES {
            return Some("a map has at most four million hexes");
        }
        self.title.trim().is_empty().then_some("give it a title first")
    }

    /// The scenario: the game's empty one, with a map of this size and ground.
    pub fn scenario(&self) -> Scenario {
        let game = self.game();
        let mut scenario = game.blank();
        let title = self.title.trim().to_owned();
        if scenario.map.name == scenario.title {
            scenario.map.name.clone_from(&title);
        }
        scenario.title = title;
        scenario.turns = self.turns;
        let grid = Grid {
            orientation: self.orientation,
            shifted: self.shifted,
            ..Grid::new(self.columns.clamp(1, MOST), self.rows.clamp(1, MOST))
        };
        lay(&mut scenario.map, grid);
        let base = game.terrains().get(self.terrain).or(game.terrains().first());
        if let Some(base) = base {
            paint_base(&mut scenario.map, base.letter, &base.id);
        }
        scenario
    }
}

fn game_of(place: usize) -> &'static dyn Game {
    rulesets::all().nth(place).or_else(|| rulesets::all().next()).expect("a game ships")
}

/// Puts the parts of a map onto another grid: what lies at an edge lies at that edge again, as far along it as
/// before in proportion; what is elsewhere keeps its column and row where they are on the new map.
fn lay(map: &mut Map, grid: Grid) {
    let old = map.grid;
    if old == grid {
        return;
    }
    let mut cells = vec![map.cells.first().copied().unwrap_or(0); grid.len()];
    let all_on = old.hexes().zip(&map.cells).all(|(hex, cell)| {
        *cell == cells[0] || old.column_row(hex).is_some_and(|(c, r)| c < grid.columns && r < grid.rows)
    });
    // A camp that is cut in two is worse than none: what is missing is said among the problems.
    if all_on {
        for (hex, cell) in old.hexes().zip(&map.cells) {
            if let Some((column, row)) = old.column_row(hex)
                && let Some(at) = (column < grid.columns && row < grid.rows)
                    .then(|| grid.index(grid.at(column, row)))
                    .flatten()
            {
                cells[at] = *cell;
            }
        }
    }
    map.cells = cells;
    map.levels.clear();
    map.sides.clear();
    map.labels.clear();
    for region in &mut map.regions {
        region.hexes = if region.kind == RegionKind::Edge {
            along_edge(&old, &grid, &region.hexes)
        } else {
            let place = |hex: &Hex| {
                let (column, row) = old.column_row(*hex)?;
                (column < grid.columns && row < grid.rows).then(|| grid.at(column, row))
            };
            region.hexes.iter().filter_map(place).collect()
        };
    }
    map.grid = grid;
}

/// The hexes of the new border that stand for those of the old one.
fn along_edge(old: &Grid, new: &Grid, hexes: &[Hex]) -> Vec<Hex> {
    let places: Vec<(u16, u16)> = hexes.iter().filter_map(|hex| old.column_row(*hex)).collect();
    let (Some(first), true) = (places.first(), places.len() == hexes.len()) else { return Vec::new() };
    // From `a` to `b` of so many: the part of the new length that is the same part of the whole.
    let span = |numbers: &BTreeSet<u16>, old: u16, new: u16| {
        let (a, b) = (numbers.first().copied().unwrap_or(0), numbers.last().copied().unwrap_or(0));
        let scaled = |at: u32| (at * u32::from(new)).div_ceil(u32::from(old)) as u16;
        let (from, to) = (scaled(u32::from(a)), scaled(u32::from(b) + 1));
        from.min(new - 1)..to.clamp(from.min(new - 1) + 1, new)
    };
    let columns: BTreeSet<u16> = places.iter().map(|(column, _)| *column).collect();
    let rows: BTreeSet<u16> = places.iter().map(|(_, row)| *row).collect();
    let far = |at: u16, old: u16, new: u16| {
        if at == 0 {
            0
        } else if at + 1 == old {
            new - 1
        } else {
            at.min(new - 1)
        }
    };
    if columns.len() == 1 {
        let column = far(first.0, old.columns, new.columns);
        span(&rows, old.rows, new.rows).map(|row| new.at(column, row)).collect()
    } else {
        let row = far(first.1, old.rows, new.rows);
        span(&columns, old.columns, new.columns).map(|column| new.at(column, row)).collect()
    }
}

/// Makes all that has the first ground of the map into this one.
fn paint_base(map: &mut Map, letter: char, id: &str) {
    let place = map.legend.iter().position(|(_, known)| known == id).unwrap_or_else(|| {
        map.legend.push((letter, id.to_owned()));
        map.legend.len() - 1
    });
    let ground = map.cells.last().copied().unwrap_or(0);
    for cell in &mut map.cells {
        if *cell == ground {
            *cell = u8::try_from(place).unwrap_or(0);
        }
    }
}

/// Shows the page.
pub fn new_ui(ui: &mut Ui, page: &mut NewPage, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let screen = ui.ctx().content_rect().size();
    ui.set_width(480.0_f32.min(screen.x - 60.0));
    text(ui, "New scenario", named("title"), t.text);
    ui.add_space(space::S);
    let wrong = page.wrong();
    // Enter ends what is typed into a number first; into the title it makes the scenario at once.
    let focused = ui.ctx().memory(egui::Memory::focused);
    let typing = ui.ctx().text_edit_focused() && focused != page.title_field;
    // At 200 % of a small screen all rows are still seen at once.
    let air = if screen.y < 480.0 { space::XS } else { space::S };
    ScrollArea::vertical().max_height((screen.y - 170.0).max(120.0)).auto_shrink([false, true]).show(
        ui,
        |ui| {
            egui::Grid::new("new scenario").num_columns(2).spacing(vec2(space::L, air)).show(ui, |ui| {
                let game = ui.label("Game");
                let mut games = rulesets::all().enumerate();
                ui.horizontal(|ui| {
                    for (place, known) in games.by_ref() {
                        let about = format!("{}, hexes and counters", known.name());
                        let button = Button::new(known.name()).icon("counters").chosen(page.game == place);
                        if button.show(ui).labelled_by(game.id).on_hover_text(about).clicked() {
                            *page = NewPage { focused: page.focused, ..NewPage::new(place) };
                        }
                    }
                });
                ui.end_row();

                let label = ui.label("Title");
                let field = egui::TextEdit::singleline(&mut page.title)
                    .desired_width(280.0)
                    .char_limit(120)
                    .margin(egui::Margin::symmetric(8, 5));
                let response = ui.add(field).labelled_by(label.id);
                page.title_field = Some(response.id);
                if !std::mem::replace(&mut page.focused, true) {
                    response.request_focus();
                    let mut state = egui::TextEdit::load_state(ui.ctx(), response.id).unwrap_or_default();
                    let end = egui::text::CCursor::new(page.title.chars().count());
                    let all = egui::text::CCursorRange::two(egui::text::CCursor::new(0), end);
                    state.cursor.set_char_range(Some(all));
                    state.store(ui.ctx(), response.id);
                }
                ui.end_row();

                let label = ui.label("Map");
                ui.horizontal(|ui| {
                    let number = |value| egui::DragValue::new(value).range(1..=MOST).speed(0.2);
                    ui.add(number(&mut page.columns)).labelled_by(label.id).accessible_name("Columns");
                    ui.label("×");
                    ui.add(number(&mut page.rows)).labelled_by(label.id).accessible_name("Rows");
                    hint(ui, format!("columns × rows, {} hexes", grouped(page.hexes())));
                });
                ui.end_row();

                ui.label("Hexes");
                ui.horizontal(|ui| {
                    for (orientation, word) in
                        [(Orientation::Flat, "Flat side up"), (Orientation::Pointed, "Point up")]
                    {
                        if Button::new(word).chosen(page.orientation == orientation).show(ui).clicked() {
                            page.orientation = orientation;
                        }
                    }
                });
                ui.end_row();

                ui.label("Shifted");
                ui.horizontal(|ui| {
                    let lines = if page.orientation == Orientation::Flat {
                        "columns lower"
                    } else {
                        "rows to the right"
                    };
                    for (shifted, word) in [(Shifted::Even, "Even"), (Shifted::Odd, "Odd")] {
                        let name = format!("{word} {lines}");
                        if Button::new(&name).chosen(page.shifted == shifted).show(ui).clicked() {
                            page.shifted = shifted;
                        }
                    }
                });
                ui.end_row();

                let label = ui.label("Ground");
                let terrains = page.game().terrains();
                let name = terrains.get(page.terrain).map_or("", |terrain| terrain.name.as_str());
                egui::ComboBox::from_id_salt("ground")
                    .width(180.0)
                    .selected_text(name)
                    .show_ui(ui, |ui| {
                        for (place, terrain) in terrains.iter().enumerate() {
                            ui.selectable_value(&mut page.terrain, place, &terrain.name);
                        }
                    })
                    .response
                    .labelled_by(label.id);
                ui.end_row();

                let label = ui.label("Turns");
                ui.add(egui::DragValue::new(&mut page.turns).range(1..=99).speed(0.1)).labelled_by(label.id);
                ui.end_row();
            });
        },
    );
    ui.add_space(space::S);
    ui.horizontal_top(|ui| {
        let (place, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
        icon(ui.painter(), "info", place, t.info);
        let words = "It can be drawn on and printed at once. What it needs before it is played is listed among the \
                     problems.";
        ui.add(egui::Label::new(egui::RichText::new(words).text_style(TextStyle::Small).color(t.text_2)).wrap());
    });
    ui.add_space(space::M);
    ui.horizontal(|ui| {
        let enter = !typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        let make = Button::filled("Make it").key("Enter").off(wrong).show(ui).clicked();
        if (make || enter) && wrong.is_none() {
            commands.push(Command::File(FileCommand::Make));
        }
        if Button::new("Cancel").least(0.0, 30.0).key("Esc").show(ui).clicked() {
            commands.push(Command::Dismiss);
        }
    });
}

/// A number with thin gaps between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_map_of_any_shape_is_read_as_it_is_written_and_can_be_drawn_and_printed() {
        for (columns, rows) in [(30, 22), (1, 1), (2, 7), (5, 3), (64, 40), (200, 120)] {
            for orientation in [Orientation::Flat, Orientation::Pointed] {
                for shifted in [Shifted::Even, Shifted::Odd] {
                    let page = NewPage {
                        columns,
                        rows,
                        orientation,
                        shifted,
                        terrain: 3,
                        turns: 6,
                        ..NewPage::new(0)
                    };
                    let scenario = page.scenario();
                    let grid = scenario.map.grid;
                    assert_eq!(
                        (grid.columns, grid.rows, scenario.map.cells.len()),
                        (columns, rows, page.hexes())
                    );
                    let base = &page.game().terrains()[3].id;
                    let last = grid.hexes().last().expect("it has a hex");
                    assert_eq!(scenario.map.terrain(last), Some(base.as_str()));
                    for region in &scenario.map.regions {
                        assert!(!region.hexes.is_empty(), "{} of {columns} × {rows}", region.id);
                        assert!(region.hexes.iter().all(|hex| grid.contains(*hex)));
                    }
                    let files: engine::scenario::Memory =
                        engine::scenario::save(&scenario).into_iter().collect();
                    let read = engine::scenario::load(&files, "scenario.ron");
                    assert_eq!(read.problems, []);
                    assert_eq!(read.value, Some(scenario.clone()));
                    let settings = export::sheets::Settings::default();
                    if columns < 100 {
                        let made = export::sheets::sheet(
                            export::sheets::Sheet::Map,
                            page.game(),
                            &scenario,
                            &settings,
                        );
                        assert!(made.is_ok_and(|made| !made.drawing.pages.is_empty()));
                    }
                    // Whatever is missing for play is said in words, and nothing panics.
                    assert!(page.game().check(&scenario).iter().all(|problem| !problem.message.is_empty()));
                }
            }
        }
    }

    #[test]
    fn what_was_half_of_an_edge_is_half_of_the_new_one() {
        let page = NewPage { columns: 60, rows: 44, ..NewPage::new(0) };
        let scenario = page.scenario();
        let grid = scenario.map.grid;
        let region =
            |id: &str| scenario.map.regions.iter().find(|region| region.id == id).expect("it is there");
        assert_eq!(region("us-edge").hexes.len(), 44);
        assert!(
            region("us-edge").hexes.iter().all(|hex| grid.column_row(*hex).is_some_and(|(c, _)| c == 59))
        );
        let (upper, lower) = (region("zone-4"), region("zone-5"));
        assert_eq!((upper.hexes.len(), lower.hexes.len()), (22, 22));
        assert!(upper.hexes.iter().all(|hex| !lower.hexes.contains(hex)));
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [660, 62_500, 1_000_000].map(grouped),
            ["660", "62\u{202f}500", "1\u{202f}000\u{202f}000"]
        );
    }
}
