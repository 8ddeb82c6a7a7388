//! The command palette: commands first, then hexes, then rules.

use egui::{Align2, Key, Modifiers, Rect, ScrollArea, Sense, Stroke, TextStyle, Ui, Vec2, pos2, vec2};
use engine::hex::{Grid, Hex};
use engine::rulebook::Rulebook;

use crate::command::{Command, Situation};
use crate::icons::icon;
use crate::theme::{Tokens, space};
use crate::widgets::{Row, hint, small, text};

/// What the palette remembers while it is open.
#[derive(Debug, Clone, Default)]
pub struct FinderState {
    pub words: String,
    pub chosen: usize,
}

/// A line of the palette.
struct Found {
    group: &'static str,
    text: String,
    /// The shortcut of a command.
    key: String,
    /// The number of a rule.
    right: String,
    icon: &'static str,
    command: Command,
    off: Option<&'static str>,
}

fn find(words: &str, now: &Situation, grid: Option<&Grid>, book: Option<&Rulebook>) -> Vec<Found> {
    let lower = words.trim_start_matches(['>', '#', '?']).trim().to_lowercase();
    let only = words.chars().next();
    let mut out = Vec::new();
    if !matches!(only, Some('#' | '?')) {
        let mut seen = Vec::new();
        for command in Command::menus().into_iter().flat_map(|(_, groups)| groups.into_iter().flatten()) {
            if seen.contains(&command) || command == Command::Palette {
                continue;
            }
            let name = command.name();
            let all = format!("{} {}", name.to_lowercase(), command.also());
            if lower.split_whitespace().all(|word| all.contains(word)) {
                out.push(Found {
                    group: "Commands",
                    text: name,
                    key: command.shortcut(),
                    right: String::new(),
                    icon: command.icon(),
                    off: command.off(now),
                    command: command.clone(),
                });
            }
            seen.push(command);
        }
        // What can be had comes before what cannot, and a name before another word for the same.
        let is_named = |found: &Found| {
            let name = found.text.to_lowercase();
            lower.split_whitespace().all(|word| name.contains(word))
        };
        out.sort_by_key(|found| (found.off.is_some(), !is_named(found)));
    }
    let hex: Option<Hex> = grid.and_then(|grid| grid.parse(&lower).ok());
    if let (Some(hex), Some(grid)) = (hex, grid) {
        out.insert(
            0,
            Found {
                group: "On the map",
                text: format!("Go to {}", grid.label(hex)),
                key: String::new(),
                right: String::new(),
                icon: "map",
                command: Command::GoTo(hex),
                off: None,
            },
        );
    }
    if let Some(book) = book.filter(|_| lower.len() > 1 && !matches!(only, Some('#' | '>'))) {
        let sections = book
            .sections
            .iter()
            .filter(|section| section.title.to_lowercase().contains(&lower) || section.number == lower);
        out.extend(sections.take(8).map(|section| Found {
            group: "In the rulebook",
            text: section.title.clone(),
            key: String::new(),
            right: format!("§{}", section.number),
            icon: "book",
            command: Command::Book(Some(section.slug.clone())),
            off: None,
        }));
    }
    out
}

/// Shows the palette over everything; pushes what was chosen, or *Dismiss*.
pub fn finder_ui(
    ctx: &egui::Context,
    state: &mut FinderState,
    now: &Situation,
    grid: Option<&Grid>,
    book: Option<&Rulebook>,
    commands: &mut Vec<Command>,
) {
    let screen = ctx.content_rect();
    // Up, down and Enter belong to the list, not to the field.
    let (down, up, enter) = ctx.input_mut(|input| {
        (
            input.consume_key(Modifiers::NONE, Key::ArrowDown),
            input.consume_key(Modifiers::NONE, Key::ArrowUp),
            input.consume_key(Modifiers::NONE, Key::Enter),
        )
    });
    let width = 560.0_f32.min(screen.width() - 32.0);
    let area = egui::Modal::default_area(egui::Id::unique("finder"))
        .anchor(egui::Align2::CENTER_TOP, vec2(0.0, (screen.height() * 0.12).min(96.0)));
    let response = egui::Modal::new(egui::Id::unique("finder")).area(area).show(ctx, |ui: &mut Ui| {
        ui.set_width(width);
        let field = egui::TextEdit::singleline(&mut state.words)
            .hint_text("Find command, hex or rule")
            .desired_width(width)
            .margin(egui::Margin { left: 38, right: 84, top: 9, bottom: 9 });
        let field = ui.add(field).accessible_name("Find command, hex or rule");
        let t = Tokens::of(ui);
        let at = pos2(field.rect.left() + 20.0, field.rect.center().y);
        icon(ui.painter(), "search", Rect::from_center_size(at, Vec2::splat(18.0)), t.text_2);
        if field.changed() {
            state.chosen = 0;
            // The field shows what was typed into it with the next frame.
            ctx.request_repaint();
        }
        field.request_focus();
        // After the field, so that what was typed in this frame counts when Enter came with it.
        let found = find(&state.words, now, grid, book);
        let last = found.len().saturating_sub(1);
        if !state.words.is_empty() {
            let at = pos2(field.rect.right() - 12.0, field.rect.center().y);
            let words = format!("{} found", found.len());
            ui.painter().text(at, Align2::RIGHT_CENTER, words, small(ui), t.text_3);
        }
        if down {
            state.chosen += 1;
        }
        if up {
            state.chosen = state.chosen.saturating_sub(1);
        }
        state.chosen = state.chosen.min(last);
        ui.add_space(space::XS);
        // An area keeps the height of what it held before: a longer list must not be squeezed into it.
        let room = screen.height() * 0.5;
        let list = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
        list.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            // One group needs no name.
            let grouped = found.windows(2).any(|pair| pair[0].group != pair[1].group);
            let mut group = "";
            for (index, line) in found.iter().enumerate() {
                if grouped && line.group != group {
                    group = line.group;
                    ui.add_space(space::XS);
                    ui.horizontal(|ui| {
                        ui.add_space(space::M);
                        text(ui, group, TextStyle::Small, t.text_3);
                    });
                }
                let (right, key) = match line.off {
                    Some(reason) => (reason.to_owned(), ""),
                    None => (line.right.clone(), line.key.as_str()),
                };
                let symbol = (!line.icon.is_empty()).then_some(line.icon);
                let row = Row {
                    text: &line.text,
                    icon: symbol,
                    right: &right,
                    key,
                    tall: true,
                    chosen: index == state.chosen,
                    faint: line.off.is_some(),
                    room: if symbol.is_none() { 24.0 } else { 0.0 },
                    ..Row::default()
                };
                let response = row.show(ui);
                if index == state.chosen && !ui.is_rect_visible(response.rect) {
                    response.scroll_to_me(None);
                }
                let chosen = response.clicked() || (enter && index == state.chosen);
                if chosen && line.off.is_none() {
                    commands.push(Command::Dismiss);
                    commands.push(line.command.clone());
                }
            }
            if found.is_empty() {
                hint(ui, "Nothing is called that.");
            }
        });
        ui.add_space(space::XS);
        let (rule, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
        ui.painter().hline(rule.x_range(), rule.top(), Stroke::new(1.0, t.line_soft));
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            hint(ui, "Enter does it   ·   > commands   # hexes   ? rules");
        });
    });
    if response.should_close() {
        commands.push(Command::Dismiss);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_for_a_command_find_it() {
        let now = Situation { document: true, in_map: true, selected: true, ..Situation::default() };
        for (words, command) in [
            ("resize", Command::MapSize),
            ("mirror", Command::Flip(engine::scenario::Flip::Across)),
            ("line of sight", Command::Tool(crate::tools::Tool::Measure)),
            ("trail", Command::Tool(crate::tools::Tool::Road)),
            ("settings", Command::Settings),
        ] {
            assert_eq!(find(words, &now, None, None)[0].command, command, "{words}");
        }
        let found = find("bridge", &now, None, None);
        assert!(found.iter().any(|found| found.command == Command::Tool(crate::tools::Tool::Road)));
    }

    #[test]
    fn a_hex_number_goes_to_the_hex() {
        let grid = Grid::new(30, 22);
        let found = find("0912", &Situation::default(), Some(&grid), None);
        assert_eq!(found[0].command, Command::GoTo(grid.parse("0912").expect("it is on the board")));
    }

    #[test]
    fn three_letters_find_a_command_and_those_that_can_be_had_come_first() {
        let now = Situation { document: true, ..Situation::default() };
        let found = find("sav", &now, None, None);
        assert_eq!(found[0].command, Command::Save);
        assert_eq!(found.last().map(|found| found.off), Some(Some("no game has begun")));
    }
}
