//! The history: what a person did, the newest first, and above it what was taken back; a click goes there.

use egui::{ScrollArea, Ui};
use engine::game::Game;
use engine::scenario::History;

use crate::command::Command;
use crate::theme::space;
use crate::widgets::{Row, head};

/// The icon of a step by its words.
fn icon_of(step: &str) -> &'static str {
    const BY_WORD: [(&str, &str); 17] = [
        ("Paint", "brush"),
        ("hexside", "hexside"),
        ("river", "hexside"),
        ("evel", "level"),
        ("contour", "level"),
        ("road", "road"),
        ("Trail", "road"),
        ("Track", "road"),
        ("Road", "road"),
        ("Highway", "road"),
        ("Railway", "road"),
        ("label", "label"),
        ("region", "label"),
        ("box", "box"),
        ("Set ", "tweak"),
        (" hex", "select"),
        (" things", "select"),
    ];
    let word = BY_WORD.into_iter().find(|(word, _)| step.contains(word));
    let piece = || ["Move", "Add", "Remove", "Change", "Turn"].iter().any(|verb| step.starts_with(verb));
    word.map(|(_, icon)| icon).unwrap_or(if piece() { "piece" } else { "history" })
}

/// The step with the names that people read in place of the ids of kinds: a piece without a name of its own is
/// known to the files by its kind's id.
pub fn readable(step: &str, game: &dyn Game) -> String {
    let kinds = game.pieces();
    let mut words = step.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for word in &mut words {
        let plain = word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        if let Some(kind) = kinds.iter().find(|kind| kind.id == *word || kind.id == plain) {
            *word = kind.name.clone();
        }
    }
    words.join(" ")
}

/// Lists the steps.
pub fn history_ui(ui: &mut Ui, history: &History, game: &dyn Game, commands: &mut Vec<Command>) {
    let done = history.names().count();
    let undone: Vec<String> = history.undone().collect();
    let count = |n: usize| if n == 1 { "1 step".to_owned() } else { format!("{n} steps") };
    let remark = match (done, undone.len()) {
        (0, 0) => String::new(),
        (n, 0) => count(n),
        (n, back) => format!("{}, {back} taken back", count(n)),
    };
    head(ui, "History", &remark, |_| {});
    ui.add_space(space::XS);
    // The row of a state: its number of steps, its words, whether it was taken back. The newest is at the top.
    let rows = done + undone.len() + 1;
    let height = crate::theme::size::ROW;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical()
            .id_salt("history")
            .max_height(7.0 * height)
            .auto_shrink([false, true])
            .show_rows(ui, height, rows, |ui, range| {
                // Only what is seen is put into words: a long session has thousands of steps.
                let first = rows - range.end;
                let last = rows - range.start;
                let names: Vec<String> =
                    history.names().skip(first.saturating_sub(1)).take(last - first + 1).collect();
                for state in (first..last).rev() {
                    let back = state > done;
                    let name = match state {
                        0 => "Opened".to_owned(),
                        _ if back => {
                            undone.get(state - done - 1).map_or(String::new(), |name| readable(name, game))
                        }
                        _ => names
                            .get(state - 1 - first.saturating_sub(1))
                            .map_or(String::new(), |name| readable(name, game)),
                    };
                    let icon = if state == 0 { "open" } else { icon_of(&name) };
                    let row = Row {
                        text: &name,
                        icon: Some(icon),
                        chosen: state == done,
                        faint: back,
                        right: if back { "taken back" } else { "" },
                        ..Row::default()
                    };
                    if row.show(ui).clicked() && state != done {
                        commands.push(Command::History(state));
                    }
                }
            });
    });
    ui.add_space(space::S);
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;
    use engine::scenario::{Edit, Scenario};

    #[test]
    fn a_click_asks_for_any_state_done_or_taken_back() {
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        let mut scenario = Scenario::default();
        let mut history = History::new();
        for turns in 1..=4 {
            history.push(Edit::SetTurns(turns), None, &mut scenario);
        }
        history.undo(&mut scenario);
        history.undo(&mut scenario);
        let mut harness = crate::widgets::harness(
            move |ui, commands: &mut Vec<Command>| history_ui(ui, &history, game, commands),
            Vec::new(),
        );
        for label in ["Set the turns to 4", "Set the turns to 1", "Opened", "Set the turns to 2"] {
            harness.get_by_label(label).click();
            harness.run();
        }
        // The last one is where one is.
        assert_eq!(harness.state(), &[4, 1, 0].map(Command::History));
    }

    #[test]
    fn each_step_has_the_icon_of_its_tool() {
        for (step, icon) in [
            ("Paint forest on 3 hexes", "brush"),
            ("Ford on 2 hexsides", "hexside"),
            ("Level 2 on 1 hex", "level"),
            ("Railway through 9 hexes", "road"),
            ("Add the label Camp", "label"),
            ("Move Sitting Bull", "piece"),
            ("Back to yesterday", "history"),
        ] {
            assert_eq!(icon_of(step), icon, "{step}");
        }
    }
}
