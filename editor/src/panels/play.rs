//! The right side of Play: the question, what it needs, what is due, the log. Always in this order.

use egui::{Align, Label, Layout, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, Vec2, pos2, vec2};
use engine::ask::{Control, Gesture};
use engine::game::{Game, SideInfo};
use engine::hex::Grid;
use engine::plane::Place;
use engine::rules::{PieceId, Seat, Side};

use crate::command::{Command, Player};
use crate::icons::icon;
use crate::play::Play;
use crate::theme::{Tokens, named, size, space};
use crate::widgets::{Button, Row, head, hint, rule_link, side_colour, side_mark, text};

/// The name of a place: a hex's number, a box's name.
pub fn place_name(play: &Play, grid: &Grid, place: &Place) -> String {
    match place {
        Place::Box(id) => play
            .scene()
            .boxes
            .iter()
            .find(|known| known.id == *id)
            .map_or_else(|| id.replace(['-', '_'], " "), |known| known.name.clone()),
        _ => place.label(grid),
    }
}

fn side_of(seat: Seat) -> u8 {
    seat.side().map_or(0, |side| side.0)
}

/// A citation that opens the book beside the board.
fn cite(ui: &mut Ui, game: &dyn Game, slug: &str, commands: &mut Vec<Command>) {
    if slug.is_empty() {
        return;
    }
    let number = game.rulebook().cite(slug);
    if rule_link(ui, &number).clicked() {
        commands.push(Command::Book(Some(slug.to_owned())));
    }
}

/// A line with its rule at the end, flowing over the width.
fn line_ui(
    ui: &mut Ui,
    game: &dyn Game,
    words: &str,
    slug: &str,
    icon_name: Option<&str>,
    commands: &mut Vec<Command>,
) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        if let Some(name) = icon_name {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            icon(ui.painter(), name, rect, if name == "error" { t.error } else { t.info });
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.add(Label::new(RichText::new(words).color(t.text)).wrap());
            cite(ui, game, slug, commands);
        });
    });
}

/// The whole right side; the log only where it has no place of its own.
pub fn play_ui(
    ui: &mut Ui,
    play: &mut Play,
    game: &dyn Game,
    grid: &Grid,
    with_log: bool,
    commands: &mut Vec<Command>,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    question_ui(ui, play, game, false, commands);
    let height = ui.available_height();
    let log_height = match (with_log, play.log().is_empty()) {
        (false, _) => 0.0,
        (true, true) => 64.0,
        (true, false) => (height * 0.34).clamp(110.0, 300.0),
    };
    ScrollArea::vertical()
        // A new question begins at its top, wherever one had scrolled in the last.
        .id_salt(("play", play.scene().turn, play.scene().phase))
        .max_height((height - log_height).max(60.0))
        .auto_shrink([false, false])
        .show(ui, |ui| {
            picked_ui(ui, play, game, grid, commands);
            controls_ui(ui, play, game, grid, commands);
            off_map_ui(ui, play, game, grid);
            score_ui(ui, play, game, commands);
            players_ui(ui, play, game.sides(), commands);
        });
    if with_log {
        log_ui(ui, play, game, commands);
    }
}

/// The sheet at the bottom of a small window: the question stays, the rest is scrolled under it. The log has a drawer
/// of its own.
pub fn play_sheet_ui(
    ui: &mut Ui,
    play: &mut Play,
    game: &dyn Game,
    grid: &Grid,
    commands: &mut Vec<Command>,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    // A panel is as high as what is in it, and must not leave its place to the canvas.
    ui.set_min_height(ui.available_height());
    question_ui(ui, play, game, true, commands);
    ScrollArea::vertical().id_salt("play sheet").min_scrolled_height(20.0).auto_shrink([false, false]).show(
        ui,
        |ui| {
            picked_ui(ui, play, game, grid, commands);
            controls_ui(ui, play, game, grid, commands);
            off_map_ui(ui, play, game, grid);
            score_ui(ui, play, game, commands);
            players_ui(ui, play, game.sides(), commands);
        },
    );
}

/// What is asked, in the side's colour; how it ended; whom one waits for. Brief, it takes one line where that has
/// room for it.
fn question_ui(ui: &mut Ui, play: &Play, game: &dyn Game, brief: bool, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let (side, sentence, rule) = match (&play.scene().ended, play.ask(), play.seat()) {
        (Some(end), _, _) => (None, end.text.clone(), end.rule.clone()),
        (None, Some(ask), _) => (Some(side_of(ask.seat)), ask.sentence.clone(), ask.rule.clone()),
        (None, None, Some(seat)) => {
            let side = side_of(seat);
            let name = game.sides().get(usize::from(side)).map_or("Computer", |side| side.short.as_str());
            let deciding = if play.moment() < play.moments() { "to decide" } else { "deciding…" };
            (Some(side), format!("{name}: {deciding}"), String::new())
        }
        (None, None, None) => (None, "Nobody has to decide".to_owned(), String::new()),
    };
    let ground = match side {
        Some(0) => t.side_a_soft,
        Some(_) => t.side_b_soft,
        None => t.ok_soft,
    };
    let frame =
        egui::Frame::new().fill(ground).inner_margin(egui::Margin::symmetric(14, if brief { 6 } else { 10 }));
    let frame = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            match side {
                Some(side) => side_mark(ui.painter(), rect.center(), 13.0, side, t),
                None => icon(ui.painter(), "ok", rect, t.ok),
            }
            let sentence = RichText::new(sentence).text_style(TextStyle::Heading).color(t.text);
            let how = |ui: &mut Ui, commands: &mut Vec<Command>| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let how = how_ui(play, brief);
                if !how.is_empty() {
                    text(ui, how, TextStyle::Small, t.text_2);
                }
                cite(ui, game, &rule, commands);
            };
            if brief {
                // What answers stands at the right of the question: the sheet is low.
                let answers = answers_width(ui, play);
                let room = (ui.available_width() - answers).max(120.0);
                ui.allocate_ui_with_layout(vec2(room, 24.0), Layout::top_down(Align::Min), |ui| {
                    ui.set_width(room);
                    ui.horizontal_wrapped(|ui| {
                        ui.add(Label::new(sentence).wrap());
                        ui.add_space(space::S);
                        how(ui, commands);
                    });
                });
                answers_ui(ui, play, commands);
            } else {
                ui.vertical(|ui| {
                    ui.add(Label::new(sentence).wrap());
                    ui.horizontal_wrapped(|ui| how(ui, commands));
                });
            }
        });
    });
    let rect = frame.response.rect;
    if let Some(side) = side {
        ui.painter().rect_filled(
            Rect::from_min_size(rect.min, vec2(4.0, rect.height())),
            0.0,
            side_colour(t, side),
        );
    }
    if play.scene().ended.is_some() && play.moment() == play.moments() {
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            if Button::filled("New game").icon("play").show(ui).clicked() {
                commands.push(Command::NewGame);
            }
            if Button::new("Save this game").icon("save").show(ui).clicked() {
                commands.push(Command::SaveGame);
            }
        });
        ui.add_space(space::S);
    }
    if let Some(ask) = play.ask() {
        if play.done().is_some() && !brief {
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                ui.add_space(space::M);
                answers_ui(ui, play, commands);
            });
        }
        for line in &ask.open {
            line_ui(ui, game, &line.text, &line.rule, Some("info"), commands);
        }
        ui.add_space(if brief { space::XS } else { space::S });
    }
}

/// What answers the question at once. Where there is more to do, what ends the phase stands once, in the context bar.
fn answers_ui(ui: &mut Ui, play: &Play, commands: &mut Vec<Command>) {
    let (Some(ask), Some((label, enabled))) = (play.ask(), play.done()) else { return };
    if play.only_done() {
        let reason = ask.open.first().map_or("something is still open", |line| line.text.as_str());
        let button = Button::filled(&label).key("F8").off((!enabled).then_some(reason));
        if button.show(ui).clicked() {
            commands.push(Command::EndPhase);
        }
    }
    computer_button(ui, commands);
}

/// The width that [`answers_ui`] takes, about.
fn answers_width(ui: &Ui, play: &Play) -> f32 {
    let width = |words: &str| {
        let ink = egui::Color32::PLACEHOLDER;
        ui.painter().layout_no_wrap(words.to_owned(), crate::widgets::strong(ui), ink).size().x
    };
    let Some((label, _)) = play.done() else { return 0.0 };
    let done = if play.only_done() { width(&label) + 60.0 } else { 0.0 };
    done + width("Computer") + 64.0
}

/// Lets the computer answer for a person, to the end of the phase.
fn computer_button(ui: &mut Ui, commands: &mut Vec<Command>) {
    let button = Button::new("Computer").icon("dice").show(ui);
    if button.on_hover_text("Let the computer play this phase").clicked() {
        commands.push(Command::ComputerPhase);
    }
}

fn how_ui(play: &Play, brief: bool) -> String {
    let has = |test: &dyn Fn(&Control) -> bool| play.ask().is_some_and(|ask| ask.controls.iter().any(test));
    if play.moment() < play.moments() {
        return format!(
            "Action {} of {}: looking back; acting here begins a branch",
            play.moment(),
            play.moments()
        );
    }
    if has(&|control| matches!(control, Control::Path { .. })) {
        let words =
            if brief { "Drag, or pick and click" } else { "Drag one, or pick it and click where it goes" };
        words.to_owned()
    } else if has(&|control| matches!(control, Control::Place { .. })) {
        "Pick a counter and click where it goes".to_owned()
    } else {
        String::new()
    }
}

/// The piece that is picked: its points, the sum of the path line by line, each part with its rule.
fn picked_ui(ui: &mut Ui, play: &mut Play, game: &dyn Game, grid: &Grid, commands: &mut Vec<Command>) {
    let Some(picked) = play.picked else { return };
    let t = Tokens::of(ui);
    let Some(piece) = play.scene().pieces.iter().find(|piece| piece.piece == picked).cloned() else { return };
    head(ui, &piece.name, &place_name(play, grid, &piece.at), |ui| {
        if Button::icon_only("close", "Put it back").show(ui).clicked() {
            commands.push(Command::Pick(None));
        }
    });
    ui.add_space(space::XS);
    let cost = play.judged().and_then(|judged| judged.cost);
    let all = cost.map(|(_, all)| all).or(play.reach().map(|reach| reach.allowance));
    let spent = cost.map_or_else(
        || play.reach().map_or(0, |reach| reach.allowance.saturating_sub(reach.left)),
        |(spent, _)| spent,
    );
    if let Some(all) = all.filter(|all| *all > 0) {
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            text(ui, "Points", TextStyle::Body, t.text_2);
            let (rect, _) =
                ui.allocate_exact_size(vec2((ui.available_width() - 90.0).max(40.0), 9.0), Sense::hover());
            ui.painter().rect_filled(rect, 2.0, t.bg_active);
            let part = f32::from(spent.min(all)) / f32::from(all);
            let over = spent > all;
            ui.painter().rect_filled(
                Rect::from_min_size(rect.min, vec2(rect.width() * part, rect.height())),
                2.0,
                if over { t.error } else { t.accent },
            );
            text(ui, format!("{spent} of {all}"), named("strong"), t.text);
        });
    }
    let (sum, refused) = match play.judged() {
        Some(judged) => (judged.sum.clone(), judged.refused.clone()),
        None => (Vec::new(), None),
    };
    for part in &sum {
        ui.horizontal(|ui| {
            ui.add_space(space::XL);
            let width = (ui.available_width() - 92.0).max(60.0);
            ui.allocate_ui_with_layout(vec2(width, 20.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_width(width);
                ui.add(Label::new(RichText::new(&part.text).color(t.text_2)).truncate());
            });
            ui.allocate_ui_with_layout(vec2(24.0, 20.0), Layout::right_to_left(Align::Center), |ui| {
                text(ui, part.amount.to_string(), TextStyle::Body, t.text);
            });
            ui.add_space(space::XS);
            cite(ui, game, &part.rule, commands);
        });
    }
    if let Some(words) = refused {
        line_ui(ui, game, &words.sentence, &words.rule, Some("error"), commands);
    }
    // What the picked piece may do besides: mount, dismount.
    let ask = play.ask().cloned();
    for (number, control) in ask.iter().flat_map(|ask| ask.controls.iter().enumerate()) {
        let Control::OneOf { options, .. } = control else { continue };
        let seat = ask.as_ref().map(|ask| ask.seat);
        for (index, choice) in options.iter().enumerate().filter(|(_, choice)| choice.piece == Some(picked)) {
            ui.horizontal(|ui| {
                ui.add_space(space::M);
                if Button::new(&choice.label).off(choice.off.as_deref()).show(ui).clicked() {
                    commands.extend(seat.map(|seat| Command::Perform(seat, Gesture::Choose(number, index))));
                }
                cite(ui, game, &choice.rule, commands);
            });
        }
    }
    // Boxes have no place on the board: where the piece may go to one, it is a button.
    let boxes: Vec<Place> = play
        .legal_places()
        .unwrap_or_default()
        .into_iter()
        .filter(|place| place.box_id().is_some())
        .collect();
    if !boxes.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(space::M);
            text(ui, "To", TextStyle::Body, t.text_2);
            for place in boxes {
                let name = place_name(play, grid, &place);
                if Button::new(&name).show(ui).clicked()
                    && let Some(seat) = play.seat()
                {
                    commands.push(Command::Perform(seat, Gesture::Drop { pieces: vec![picked], to: place }));
                }
            }
        });
    }
    for (name, value, slug) in &piece.fields {
        ui.horizontal(|ui| {
            ui.set_height(18.0);
            ui.add_space(space::M);
            text(ui, name, TextStyle::Small, t.text_3);
            text(ui, value, TextStyle::Small, t.text_2);
            cite(ui, game, slug, commands);
        });
    }
    ui.add_space(space::S);
}

/// The controls of the question, drawn for any game.
fn controls_ui(ui: &mut Ui, play: &mut Play, game: &dyn Game, grid: &Grid, commands: &mut Vec<Command>) {
    let Some(ask) = play.ask().cloned() else { return };
    // What answers everything at one press, such as a proposal, comes before what asks for many.
    let at_once = |control: &Control| matches!(control, Control::OneOf { options, .. } if options.len() == 1);
    let (first, rest): (Vec<_>, Vec<_>) =
        ask.controls.iter().enumerate().partition(|(_, control)| at_once(control));
    for (number, control) in first.into_iter().chain(rest) {
        match control {
            Control::Path { label, pieces } | Control::Place { label, pieces, .. } => {
                if pieces.is_empty() {
                    continue;
                }
                head(ui, label, &pieces.len().to_string(), |_| {});
                // A long list scrolls by itself, or what follows, such as the players, would never be found.
                let rows = ScrollArea::vertical().id_salt(("pieces", number)).max_height(9.5 * size::ROW);
                rows.auto_shrink([false, true]).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for piece in pieces {
                        piece_row(ui, play, *piece, grid, commands);
                    }
                });
                ui.add_space(space::XS);
            }
            Control::OneOf { label, options } if options.iter().all(|choice| choice.piece.is_some()) => {
                // Each belongs to a piece and stands with it when it is picked: a list of all would be long.
                if play.picked.is_none() {
                    head(ui, label, &format!("{}; pick a counter first", options.len()), |_| {});
                    ui.add_space(space::XS);
                }
            }
            Control::OneOf { label, options } => {
                one_of_ui(ui, game, (number, ask.seat), label, options, commands);
            }
            Control::SomeOf { label, options, at_least, at_most } => {
                some_of_ui(
                    ui,
                    play,
                    game,
                    (number, ask.seat),
                    (label, options, *at_least, *at_most),
                    commands,
                );
            }
            Control::Die { label, faces } => {
                head(ui, label, "", |_| {});
                ui.add_space(space::XS);
                ui.horizontal_wrapped(|ui| {
                    ui.add_space(space::M);
                    for face in 1..=*faces {
                        if Button::new(&face.to_string()).least(30.0, 28.0).show(ui).clicked() {
                            commands.push(Command::Perform(ask.seat, Gesture::Face(face)));
                        }
                    }
                });
            }
            Control::Done { .. } => {}
        }
    }
}

/// How a question says which of its options is taken already; the button shows it.
const CHOSEN: &str = "chosen";

fn one_of_ui(
    ui: &mut Ui,
    game: &dyn Game,
    (number, seat): (usize, Seat),
    label: &str,
    options: &[engine::ask::Choice],
    commands: &mut Vec<Command>,
) {
    // A rule that all options share stands once, in the head.
    let rule = options.first().map_or("", |choice| choice.rule.as_str());
    let shared = options.iter().all(|choice| choice.rule == rule);
    head(ui, label, "", |ui| {
        if shared {
            cite(ui, game, rule, commands);
        }
    });
    ui.add_space(space::XS);
    let is_chosen = |choice: &engine::ask::Choice| choice.detail == CHOSEN;
    let brief = shared && options.iter().all(|choice| choice.detail.is_empty() || is_chosen(choice));
    let show = |ui: &mut Ui, index: usize, choice: &engine::ask::Choice, commands: &mut Vec<Command>| {
        let button = Button::new(&choice.label).off(choice.off.as_deref()).chosen(is_chosen(choice));
        if button.show(ui).clicked() {
            commands.push(Command::Perform(seat, Gesture::Choose(number, index)));
        }
    };
    if brief {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(space::M);
            for (index, choice) in options.iter().enumerate() {
                show(ui, index, choice, commands);
            }
        });
    } else {
        ui.spacing_mut().item_spacing.y = space::XS;
        for (index, choice) in options.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.add_space(space::M);
                show(ui, index, choice, commands);
                hint(ui, choice.off.as_deref().unwrap_or(&choice.detail));
                if !shared {
                    cite(ui, game, &choice.rule, commands);
                }
            });
        }
    }
    ui.add_space(space::S);
}

fn some_of_ui(
    ui: &mut Ui,
    play: &mut Play,
    game: &dyn Game,
    (number, seat): (usize, Seat),
    (label, options, at_least, at_most): (&str, &[engine::ask::Choice], usize, usize),
    commands: &mut Vec<Command>,
) {
    // A rule that all options share stands once, at the button.
    let rule = options.first().map_or("", |choice| choice.rule.as_str());
    let shared = options.iter().all(|choice| choice.rule == rule);
    head(ui, label, "", |_| {});
    let place = play.ticks.iter().position(|(control, _)| *control == number).unwrap_or_else(|| {
        play.ticks.push((number, Vec::new()));
        play.ticks.len() - 1
    });
    let ticked = &mut play.ticks[place].1;
    ui.add_space(space::XS);
    for (index, choice) in options.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            let mut on = ticked.contains(&index);
            let full = ticked.len() >= at_most && !on;
            let response =
                ui.add_enabled(choice.off.is_none() && !full, egui::Checkbox::new(&mut on, &choice.label));
            if response.changed() {
                if on {
                    ticked.push(index);
                } else {
                    ticked.retain(|known| *known != index);
                }
            }
            hint(ui, choice.off.as_deref().unwrap_or(&choice.detail));
            if !shared {
                cite(ui, game, &choice.rule, commands);
            }
        });
    }
    ui.add_space(space::XS);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        let enough = ticked.len() >= at_least;
        let wanted =
            if at_least == at_most { at_least.to_string() } else { format!("{at_least} to {at_most}") };
        let state = format!("{} of {wanted} chosen", ticked.len());
        if Button::filled("Take these").off((!enough).then_some(state.as_str())).show(ui).clicked() {
            let mut chosen = ticked.clone();
            chosen.sort_unstable();
            commands.push(Command::Perform(seat, Gesture::ChooseSome(number, chosen)));
        }
        computer_button(ui, commands);
        hint(ui, state);
        if shared {
            cite(ui, game, rule, commands);
        }
    });
    ui.add_space(space::S);
}

fn piece_row(ui: &mut Ui, play: &Play, piece: PieceId, grid: &Grid, commands: &mut Vec<Command>) {
    let Some(known) = play.scene().pieces.iter().find(|known| known.piece == piece) else { return };
    let mut detail = place_name(play, grid, &known.at);
    for mark in &known.marks {
        detail.push_str(", ");
        detail.push_str(mark);
    }
    let chosen = play.picked == Some(piece);
    let response = Row { text: &known.name, right: &detail, chosen, room: 4.0, ..Row::default() }.show(ui);
    // A row can be dragged to the board: so a counter that is not on it yet is entered by one drag. The press
    // alone begins no drag, or a click would pick the counter and put it back at once.
    let response = response.interact(Sense::click_and_drag());
    if response.drag_started() {
        commands.push(Command::Pick(Some(piece)));
    }
    if response.dragged() {
        response.dnd_set_drag_payload(piece);
    }
    if response.clicked() {
        commands.push(Command::Pick((!chosen).then_some(piece)));
        if let Some(hex) = known.at.hex() {
            commands.push(Command::GoTo(hex));
        }
    }
}

/// Boxes beside the board, as far as the one who looks knows them.
fn off_map_ui(ui: &mut Ui, play: &Play, _game: &dyn Game, _grid: &Grid) {
    let scene = play.scene();
    let in_box =
        |id: &str| scene.pieces.iter().filter(|piece| piece.at.box_id() == Some(id)).collect::<Vec<_>>();
    let shown: Vec<_> =
        scene.boxes.iter().filter(|known| !known.note.is_empty() || !in_box(&known.id).is_empty()).collect();
    if shown.is_empty() {
        return;
    }
    head(ui, "Off the map", "", |_| {});
    ui.add_space(space::XS);
    let t = Tokens::of(ui);
    for known in shown {
        let names: Vec<&str> = in_box(&known.id).iter().map(|piece| piece.name.as_str()).collect();
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            text(ui, &known.name, TextStyle::Body, t.text_2);
            let words = match (known.note.is_empty(), names.len()) {
                (false, _) => known.note.clone(),
                (true, 0..=2) => names.join(", "),
                (true, n) => format!("{n} pieces"),
            };
            let response = hint(ui, words);
            if !names.is_empty() {
                response.on_hover_text(names.join("\n"));
            }
        });
    }
    ui.add_space(space::S);
}

/// Who decides for each side.
fn players_ui(ui: &mut Ui, play: &Play, sides: &[SideInfo], commands: &mut Vec<Command>) {
    head(ui, "Players", "", |_| {});
    ui.add_space(space::XS);
    let t = Tokens::of(ui);
    for (side, info) in sides.iter().enumerate() {
        let now = play.players.get(side).copied().unwrap_or_default();
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), Sense::hover());
            side_mark(ui.painter(), rect.center(), 10.0, side as u8, t);
            ui.allocate_ui_with_layout(vec2(90.0, 24.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_width(90.0);
                ui.add(Label::new(RichText::new(&info.short).color(t.text)).truncate());
            });
            for (player, word) in [(Player::Person, "Person"), (Player::Random, "Random")] {
                let button = Button::new(word).chosen(now == player).least(0.0, 24.0);
                let response = button.show(ui);
                let name = format!("{}: {}", info.short, word.to_lowercase());
                response.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::Button, true, now == player, &name)
                });
                if response.clicked() && now != player {
                    commands.push(Command::Players(side as u8, player));
                }
            }
        });
    }
    ui.add_space(space::S);
}

/// How it stands: the points of each side, and the rule that counts them.
fn score_ui(ui: &mut Ui, play: &Play, game: &dyn Game, commands: &mut Vec<Command>) {
    let score = &play.scene().score;
    if score.is_empty() {
        return;
    }
    let t = Tokens::of(ui);
    let rule = score.first().map_or("", |line| line.rule.as_str());
    head(ui, "Victory points", "", |ui| cite(ui, game, rule, commands));
    ui.add_space(space::XS);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(space::M);
        for line in score {
            text(ui, &line.text, TextStyle::Body, t.text);
            ui.add_space(space::M);
        }
    });
    ui.add_space(space::S);
}

/// The log, the newest last; a click on a line looks at that moment.
pub fn log_ui(ui: &mut Ui, play: &Play, game: &dyn Game, commands: &mut Vec<Command>) {
    let remark = match play.moments() {
        0 => String::new(),
        1 => "1 action".to_owned(),
        n => format!("{n} actions"),
    };
    head(ui, "Log", &remark, |ui| {
        let save = Button::icon_only("export", "Save this game").show(ui);
        if save.on_hover_text("Save this game").clicked() {
            commands.push(Command::SaveGame);
        }
    });
    let t = Tokens::of(ui);
    if play.log().is_empty() {
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            ui.add_space(space::M);
            hint(ui, "The battle report grows here.");
        });
        return;
    }
    ui.add_space(space::XS);
    let lines = play.log();
    let first = lines.len().saturating_sub(300);
    // The newest line is shown whenever something happened, wherever one had scrolled; while one looks back, the
    // line of that moment.
    let seen = egui::Id::unique("log seen");
    let now = (play.moment(), lines.len());
    let (known, frames) = ui.data(|data| data.get_temp::<((usize, usize), u8)>(seen)).unwrap_or_default();
    // Heights are known only when a line was laid out once, so it is done again in the next frames.
    let frames = if known == now { frames.saturating_add(1) } else { 0 };
    let fresh = frames < 3;
    ui.data_mut(|data| data.insert_temp(seen, (now, frames)));
    if fresh {
        ui.ctx().request_repaint();
    }
    let at_once = egui::style::ScrollAnimation::none();
    let back = play.moment() < play.moments();
    let here = lines.iter().rposition(|line| line.moment <= play.moment()).unwrap_or(lines.len());
    ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).stick_to_bottom(!back).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().interact_size.y = 18.0;
        let mut turn = 0;
        for (index, line) in lines.iter().enumerate().skip(first) {
            let ink = if back && index > here { t.text_3 } else { t.text };
            // The line that begins a turn is its own heading.
            let begins = line.text.strip_prefix("Turn ").and_then(|rest| rest.split_once('.'));
            if let Some(Ok(number)) = begins.map(|(number, _)| number.parse()) {
                turn = number;
            }
            if line.turn > turn {
                turn = line.turn;
                ui.horizontal(|ui| {
                    ui.add_space(space::M);
                    text(ui, format!("Turn {turn}"), named("strong"), t.text_2);
                });
            }
            let shown = ui.horizontal_top(|ui| {
                ui.add_space(space::M);
                let (rect, response) = ui.allocate_exact_size(vec2(12.0, 18.0), Sense::click());
                let name = format!("Look at action {}", line.moment);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                match line.seat.side() {
                    Some(Side(side)) => side_mark(ui.painter(), rect.center(), 8.0, side, t),
                    None => {
                        ui.painter().circle_filled(rect.center(), 2.5, t.text_3);
                    }
                }
                if response.on_hover_text(name).clicked() {
                    commands.push(Command::Moment(line.moment));
                }
                let room = ui.available_width() - space::M;
                ui.allocate_ui_with_layout(vec2(room, 18.0), Layout::top_down(Align::Min), |ui| {
                    ui.set_max_width(room);
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().item_spacing.x = 5.0;
                        ui.add(Label::new(RichText::new(&line.text).color(ink)).selectable(true).wrap());
                        cite(ui, game, &line.rule, commands);
                    });
                });
            });
            if back && index == here {
                let rect = shown.response.rect;
                let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
                ui.painter().rect_filled(bar, 0.0, t.accent);
            }
            if fresh && back && index == here {
                ui.scroll_to_rect_animation(shown.response.rect, Some(Align::Center), at_once);
            }
        }
        ui.add_space(space::S);
        if fresh && !back {
            ui.scroll_to_cursor_animation(Some(Align::BOTTOM), at_once);
        }
    });
}

/// The card on the board that says why a drop was refused. Returns its size.
pub fn refusal_card(ui: &mut Ui, play: &Play, game: &dyn Game, commands: &mut Vec<Command>) -> Option<Vec2> {
    let (_, words) = play.refused.as_ref()?;
    let t = Tokens::of(ui);
    let response = crate::canvas::marks::card_frame(ui).show(ui, |ui| {
        ui.set_max_width(346.0);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
            icon(ui.painter(), "error", rect, t.error);
            ui.vertical(|ui| {
                ui.set_max_width(310.0);
                let (first, rest) = words.sentence.split_once(": ").unwrap_or((&words.sentence, ""));
                let colon = if rest.is_empty() { "" } else { ":" };
                ui.add(
                    Label::new(
                        RichText::new(format!("{first}{colon}")).text_style(named("strong")).color(t.text),
                    )
                    .wrap(),
                );
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    if !rest.is_empty() {
                        ui.add(Label::new(RichText::new(rest).color(t.text)).wrap());
                    }
                    cite(ui, game, &words.rule, commands);
                });
                if let Some((nearest, gesture)) = &words.nearest {
                    ui.horizontal(|ui| {
                        text(ui, format!("Nearest: {nearest}"), TextStyle::Body, t.text_2);
                        if Button::ghost("Enter").least(0.0, 24.0).show(ui).clicked()
                            && let Some(seat) = play.seat()
                        {
                            commands.push(Command::Perform(seat, gesture.clone()));
                        }
                    });
                }
            });
        });
    });
    Some(response.response.rect.size())
}

/// The page between two people at one screen: no trace of the other's state.
pub fn cover_ui(ui: &mut Ui, side: &SideInfo, index: u8) -> bool {
    let t = Tokens::of(ui);
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, 0.0, t.bg_canvas);
    let mut taken = false;
    let middle = Rect::from_center_size(rect.center(), vec2(420.0_f32.min(rect.width()), 120.0));
    let mut child =
        ui.new_child(egui::UiBuilder::new().max_rect(middle).layout(Layout::top_down(Align::Center)));
    let (mark, _) = child.allocate_exact_size(vec2(24.0, 24.0), Sense::hover());
    side_mark(child.painter(), pos2(mark.center().x, mark.center().y), 20.0, index, t);
    child.add_space(space::S);
    text(&mut child, format!("{} player: take the screen", side.short), named("title"), t.text);
    child.add_space(space::M);
    let enter = child.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
    if Button::filled("I am here").key("Enter").show(&mut child).clicked() || enter {
        taken = true;
    }
    taken
}
