//! The Play workspace: what the pointer does on the board in a game.

use egui::{Key, Modifiers, Order, PointerButton, Ui, vec2};
use engine::ask::Gesture;
use engine::hex::{Grid, Hex};
use engine::plane::Place;
use engine::rules::PieceId;

use super::play_side::Drawer;
use crate::canvas::board::Ground;
use crate::canvas::marks::{CORE, card_place};
use crate::canvas::pieces::{self, Counter};
use crate::canvas::widget::{Canvas, CanvasState, canvas_ui};
use crate::command::Command;
use crate::document::Document;
use crate::panels::play::refusal_card;
use crate::play::{Overlays, Play};
use crate::tools::MeasureLine;

/// What the game's board remembers between frames.
#[derive(Default)]
pub struct GameUi {
    /// The piece was picked by this press of the button: its release is a drop only elsewhere.
    pressed_at: Option<Hex>,
    /// The button went down on the board.
    began: bool,
    card: egui::Vec2,
    /// The hex that the arrow keys lead to, until the pointer moves.
    cursor: Option<Hex>,
    /// The piece that the cursor leads.
    leads: Option<PieceId>,
    /// Whether keys belong to the board: not while something stands over it.
    pub keys: bool,
    pub overlays: Overlays,
    /// The drawer that is open in a narrow window.
    pub drawer: Option<Drawer>,
    /// The hex that was clicked last: sight is taken from there while nothing is picked.
    eye: Option<Hex>,
}

impl GameUi {
    /// Is sight to be shown, and nothing said from where?
    pub fn looks_for_a_place(&self, play: Option<&Play>) -> bool {
        let stands = |play: &Play| {
            let piece = play.scene().pieces.iter().find(|piece| Some(piece.piece) == play.picked);
            piece.is_some_and(|piece| piece.at.hex().is_some())
        };
        self.overlays.sight && self.eye.is_none() && !play.is_some_and(stands)
    }
}

/// Shows the board of a game and turns clicks and drags into gestures.
pub fn game_ui(
    ui: &mut Ui,
    document: &Document,
    play: &mut Play,
    state: &mut CanvasState,
    game_ui: &mut GameUi,
    commands: &mut Vec<Command>,
) {
    let scenario = document.scenario();
    let game = document.game();
    let grid = scenario.map.grid;
    let canvas = canvas_ui(ui, state, Ground::of(document), "Board of the game");
    let scene = play.scene().clone();
    let act: Vec<_> = play.pieces_to_act();
    let counters: Vec<Counter<'_>> = scene
        .pieces
        .iter()
        .filter_map(|piece| {
            let at = piece.at.hex().filter(|hex| grid.contains(*hex))?;
            Some(Counter { piece: piece.piece.index(), at, face: &piece.face, faint: false })
        })
        .collect();
    let placed = pieces::place(&canvas.layout, &counters);
    let marks = canvas.marks();
    let legal = play.legal_places();
    let legal_hexes: Option<std::collections::BTreeSet<Hex>> =
        legal.as_ref().map(|places| places.iter().filter_map(Place::hex).collect());
    let picked_at = play.picked.and_then(|picked| {
        scene.pieces.iter().find(|piece| piece.piece == picked).and_then(|piece| piece.at.hex())
    });
    if let Some(legal) = legal_hexes.as_ref().filter(|legal| !legal.is_empty() && game_ui.overlays.reach) {
        let is_in = |hex: Hex| legal.contains(&hex) || Some(hex) == picked_at;
        marks.reach(&is_in, marks.seen(&grid));
    }
    if game_ui.overlays.control {
        for (side, hexes) in play.control().iter().enumerate() {
            marks.control(side, hexes);
        }
    }
    state.pieces.paint(&canvas.painter, canvas.rect, &canvas.view, &counters, &placed);
    if let Some(reach) = play.reach() {
        for step in reach.places.iter().filter(|step| step.stops) {
            if let Some(hex) = step.at.hex() {
                marks.stop_bar(hex);
            }
        }
    }
    if let Some(hex) = picked_at {
        marks.ring(hex, CORE);
    } else if canvas.view.zoom > 0.6 {
        // Those that can act have a dashed ring while none is picked.
        let mut seen = std::collections::BTreeSet::new();
        for piece in scene.pieces.iter().filter(|piece| act.contains(&piece.piece)) {
            if let Some(hex) = piece.at.hex().filter(|hex| seen.insert(*hex)) {
                marks.dashed_ring(hex);
            }
        }
    }

    // The path follows the pointer.
    let pointer = canvas.pointer.filter(|_| !canvas.panning);
    if ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO || input.pointer.any_pressed()) {
        game_ui.cursor = None;
    }
    if std::mem::replace(&mut game_ui.leads, play.picked) != play.picked && play.picked.is_some() {
        game_ui.cursor = None;
    }
    let under = pointer
        .map(|pointer| pointer.hex)
        .filter(|hex| grid.contains(*hex) && canvas.response.contains_pointer());
    let over = game_ui.cursor.or(under);
    if let Some(hex) = game_ui.cursor {
        marks.cursor(hex);
    }
    if let Some(over) = over.filter(|over| Some(*over) != picked_at && play.picked.is_some()) {
        let judged = play.judge(&Place::Hex(over)).cloned();
        if let Some(judged) = judged {
            let steps: Vec<(Hex, u16)> =
                judged.steps.iter().filter_map(|step| Some((step.at.hex()?, step.cost))).collect();
            if !steps.is_empty() {
                marks.path(picked_at, &steps);
            } else if judged.refused.is_none() {
                marks.ring(over, crate::canvas::marks::TEAL);
            }
            if judged.refused.is_some() {
                marks.refused(over);
            }
        }
    }
    if let Some((Some(hex), _)) = &play.refused {
        marks.refused(*hex);
    }

    if game_ui.overlays.sight
        && play.refused.is_none()
        && let Some(from) = picked_at.or(game_ui.eye)
        && let Some(to) = over.filter(|over| *over != from)
    {
        let line = MeasureLine { from, to };
        super::map::sight_ui(document, &canvas, line, false, commands);
    }

    // Gestures.
    let response = &canvas.response;
    // Tab picks the next counter from the first moment on, and is not meant for the menus.
    let nobody = ui.memory(|memory| memory.focused().is_none());
    if response.clicked() || response.drag_started() || game_ui.keys && nobody {
        response.request_focus();
    }
    let seat = play.ask().map(|ask| ask.seat);
    for (at, button) in canvas.events(ui) {
        let Some((down, _)) = button else { continue };
        let pointer = canvas.pointer_at(at);
        if down && !canvas.panning && canvas.is_free(ui, at) && grid.contains(pointer.hex) {
            game_ui.eye = Some(pointer.hex);
        }
        let Some(seat) = seat else { continue };
        if down {
            game_ui.pressed_at = None;
            game_ui.began = !canvas.panning && canvas.is_free(ui, at);
            if !game_ui.began {
                continue;
            }
            let mine = pieces::pick(&placed, pointer.at).and_then(|placed| {
                let here = scene
                    .pieces
                    .iter()
                    .filter(|piece| piece.at.hex() == Some(placed.at) && act.contains(&piece.piece));
                let here: Vec<_> = here.map(|piece| piece.piece).collect();
                // The one on top first; a further click on the same stack takes the next.
                let top =
                    here.iter().rev().find(|piece| piece.index() == placed.piece).or(here.last()).copied();
                match play.picked.and_then(|picked| here.iter().position(|piece| *piece == picked)) {
                    Some(at) => here.get((at + here.len() - 1) % here.len().max(1)).copied(),
                    None => top,
                }
            });
            // With a piece in hand a click on a legal place is a drop, even where others stand.
            let legal_here = legal_hexes.as_ref().is_some_and(|legal| legal.contains(&pointer.hex))
                && Some(pointer.hex) != picked_at;
            if let Some(piece) = mine.filter(|_| !legal_here) {
                play.pick(Some(piece));
                game_ui.pressed_at = Some(pointer.hex);
            }
        } else if std::mem::take(&mut game_ui.began) {
            let elsewhere = game_ui.pressed_at.take() != Some(pointer.hex);
            if let Some(picked) = play.picked.filter(|_| elsewhere && grid.contains(pointer.hex)) {
                let gesture = Gesture::Drop { pieces: vec![picked], to: Place::Hex(pointer.hex) };
                commands.push(Command::Perform(seat, gesture));
            }
        }
    }
    if let (Some(pointer), Some(seat)) = (pointer, seat) {
        if let Some(dropped) = response.dnd_release_payload::<PieceId>()
            && grid.contains(pointer.hex)
        {
            commands.push(Command::Pick(Some(*dropped)));
            let gesture = Gesture::Drop { pieces: vec![*dropped], to: Place::Hex(pointer.hex) };
            commands.push(Command::Perform(seat, gesture));
        }
        if response.clicked_by(PointerButton::Secondary) {
            commands.push(Command::Pick(None));
        }
    }
    if game_ui.keys {
        if let Some(to) = arrow(ui, game_ui.cursor.or(picked_at), &canvas, &grid, legal_hexes.as_ref()) {
            play.refused = None;
            game_ui.cursor = Some(to);
            state.reveal = Some(to);
            ui.ctx().request_repaint();
        }
        keys(ui, play, game_ui.cursor, commands);
    }

    // What is led somewhere follows the pointer.
    let dragged = response.dnd_hover_payload::<PieceId>().map(|piece| *piece).or_else(|| {
        (response.dragged_by(PointerButton::Primary) && game_ui.pressed_at.is_some())
            .then_some(play.picked)
            .flatten()
    });
    if let (Some(piece), Some(at)) = (dragged, ui.input(|input| input.pointer.latest_pos()))
        && let Some(known) = scene.pieces.iter().find(|known| known.piece == piece)
    {
        let width = (pieces::SIDE * canvas.view.scale()).clamp(20.0, 90.0);
        state.pieces.paint_one(
            &canvas.painter,
            egui::Rect::from_center_size(at, vec2(width, width)),
            &known.face,
        );
    }

    // The card of a refusal, at the nearest free corner.
    if let Some((place, _)) = &play.refused {
        let about = place.map_or_else(
            || egui::Rect::from_center_size(canvas.rect.center(), vec2(10.0, 10.0)),
            |hex| egui::Rect::from_points(&marks.corners(hex)),
        );
        let size = if game_ui.card == egui::Vec2::ZERO { vec2(370.0, 110.0) } else { game_ui.card };
        let at = card_place(canvas.rect, about, size);
        let area = egui::Area::new(egui::Id::unique("refusal"))
            .order(Order::Foreground)
            .fixed_pos(at)
            .constrain(false);
        let shown = area.show(ui.ctx(), |ui| refusal_card(ui, play, game, commands)).inner;
        game_ui.card = shown.unwrap_or(size);
    }
}

/// Where an arrow key leads the cursor from where it is, or from where the picked piece stands; a piece that is not
/// on the board yet is led from the place nearest to the middle of what is seen.
fn arrow(
    ui: &Ui,
    from: Option<Hex>,
    canvas: &Canvas,
    grid: &Grid,
    legal: Option<&std::collections::BTreeSet<Hex>>,
) -> Option<Hex> {
    if ui.ctx().text_edit_focused() {
        return None;
    }
    let (_, dx, dy) =
        [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowUp, 0, -1), (Key::ArrowDown, 0, 1)]
            .into_iter()
            .find(|(key, _, _)| ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, *key)))?;
    let Some(from) = from else {
        let middle = canvas.pointer_at(canvas.rect.center()).hex;
        let nearest = legal.and_then(|legal| legal.iter().min_by_key(|hex| hex.distance(middle)).copied());
        return nearest.or(grid.contains(middle).then_some(middle));
    };
    let (column, row) = grid.column_row_signed(from);
    let to = grid.at_signed(column + dx, row + dy);
    grid.contains(to).then_some(to)
}

fn keys(ui: &Ui, play: &mut Play, cursor: Option<Hex>, commands: &mut Vec<Command>) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let pressed = |key| ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if pressed(Key::Enter)
        && let Some(seat) = play.seat()
    {
        match (play.nearest(), play.picked, cursor) {
            (Some(gesture), _, _) => commands.push(Command::Perform(seat, gesture)),
            (None, Some(piece), Some(to)) => {
                let gesture = Gesture::Drop { pieces: vec![piece], to: Place::Hex(to) };
                commands.push(Command::Perform(seat, gesture));
            }
            (None, None, Some(at)) => {
                let act = play.pieces_to_act();
                let here = play.scene().pieces.iter().filter(|piece| piece.at.hex() == Some(at));
                let mine = here.map(|piece| piece.piece).rfind(|piece| act.contains(piece));
                commands.extend(mine.map(|piece| Command::Pick(Some(piece))));
            }
            _ => {}
        }
    }
    if pressed(Key::Escape) {
        if play.refused.is_some() {
            play.refused = None;
        } else {
            commands.push(Command::Pick(None));
        }
    }
    if play.ask().is_some() && pressed(Key::Tab) {
        // The next counter that can act.
        let act = play.pieces_to_act();
        if !act.is_empty() {
            let next = play
                .picked
                .and_then(|picked| act.iter().position(|piece| *piece == picked))
                .map_or(0, |at| (at + 1) % act.len());
            commands.push(Command::Pick(Some(act[next])));
            let at = play
                .scene()
                .pieces
                .iter()
                .find(|piece| piece.piece == act[next])
                .and_then(|piece| piece.at.hex());
            commands.extend(at.map(Command::GoTo));
        }
    }
}
