//! The canvas as a widget: it takes the room, pans, zooms and paints the ground; what else is on it is the
//! workspace's business.

use egui::{Key, Modifiers, Painter, PointerButton, Pos2, Rect, Response, Sense, Ui, vec2};
use engine::hex::{Hex, Layout};
use engine::scenario::{Scenario, Start};
use export::compose::map::FLAT;

use super::board::{BoardCache, Ground};
use super::marks::Marks;
use super::pieces::PieceCache;
use super::view::{Glide, View};
use crate::selection::{Selection, Thing};
use crate::theme::Tokens;
use crate::tools::{Pointer, point};

/// What the canvas remembers between frames; none of it is saved.
#[derive(Default)]
pub struct CanvasState {
    pub view: View,
    pub board: BoardCache,
    pub pieces: PieceCache,
    /// Fit the whole board in the next frame.
    pub fit: bool,
    /// The whole board is shown and nobody has panned or zoomed since: then it is fitted again when the room for it
    /// changes, as when the book opens beside it.
    fitted: bool,
    fitted_view: View,
    /// Bring this hex into sight in the next frame.
    pub reveal: Option<Hex>,
    /// Bring this hex to the middle in the next frame.
    pub centre: Option<Hex>,
    /// Show all of this part of the board, in millimetres, in the next frame.
    pub fit_rect: Option<Rect>,
    /// A jump of the view that is on its way.
    glide: Option<Glide>,
    /// The least zoom of this board.
    least_zoom: f32,
    /// The hex under the pointer, on the board.
    pub hover: Option<Hex>,
    /// Where the pointer is on the board, in millimetres.
    pub pointer_at: Option<Pos2>,
    /// Where the canvas was in the last frame.
    pub rect: Option<Rect>,
    panning: bool,
    /// Whether Tab belongs to the board.
    pub tab: bool,
}

impl CanvasState {
    /// Shows another part of the board at once: what a pointer leads.
    pub fn move_to(&mut self, centre: Pos2) {
        self.glide = None;
        self.view.centre = centre;
    }

    /// Where the view is, or where it is on its way to.
    fn target(&self) -> View {
        self.glide.map_or(self.view, |glide| glide.to())
    }

    /// Goes to another view, eased unless motion is unwelcome.
    fn go(&mut self, ui: &Ui, canvas: Rect, to: View) {
        let still = ui.style().animation_time <= 0.0;
        let now = ui.input(|input| input.time);
        self.glide = Glide::between(canvas, self.view, to, now).filter(|_| !still);
        if self.glide.is_none() {
            self.view = to;
        }
    }
}

/// What a workspace needs to go on with after the ground is painted.
pub struct Canvas {
    pub response: Response,
    pub painter: Painter,
    pub rect: Rect,
    pub layout: Layout,
    pub view: View,
    /// Where the pointer is, if it is over the canvas or dragging from it.
    pub pointer: Option<Pointer>,
    /// Whether the pointer is panning and means nothing else.
    pub panning: bool,
}

impl Canvas {
    /// Paints marks over the board.
    pub fn marks(&self) -> Marks<'_> {
        Marks { painter: &self.painter, canvas: self.rect, view: self.view, layout: self.layout }
    }
}

impl Canvas {
    /// What the pointer did since the last frame, in order: where, and whether the first button went down or up,
    /// with the keys that were held just then.
    pub fn events(&self, ui: &Ui) -> Vec<(Pos2, Option<(bool, Modifiers)>)> {
        let of = |event: &egui::Event| match event {
            egui::Event::PointerMoved(at) => Some((*at, None)),
            egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers } => {
                Some((*pos, Some((*pressed, *modifiers))))
            }
            _ => None,
        };
        ui.input(|input| input.events.iter().filter_map(of).collect())
    }

    /// The pointer at a point of the window.
    pub fn pointer_at(&self, at: Pos2) -> Pointer {
        Pointer::new(&self.layout, self.view.plane(self.rect, at), NEAR / self.view.scale())
    }

    /// Is the canvas what lies under a point of the window, and not a menu, a card or a splitter?
    pub fn is_free(&self, ui: &Ui, at: Pos2) -> bool {
        self.rect.shrink(2.0).contains(at)
            && ui.ctx().layer_id_at(at).is_none_or(|layer| layer == ui.layer_id())
    }
}

/// How near to a hexside the pointer must be, in points.
const NEAR: f32 = 8.0;

/// Takes all the room there is, pans and zooms, and paints the ground.
pub fn canvas_ui(ui: &mut Ui, state: &mut CanvasState, ground: Ground<'_>, name: &str) -> Canvas {
    let rect = ui.available_rect_before_wrap();
    let id = egui::Id::unique("canvas");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, name));
    ui.advance_cursor_after_rect(rect);
    // The board has the keyboard unless something else asked for it, so that arrows move its cursor and not the
    // focus; in a game Tab belongs to it too.
    let free = ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
    if free {
        response.request_focus();
    }
    if response.has_focus() {
        let filter = egui::EventFilter {
            tab: state.tab,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
    let layout = Layout::new(&ground.map.grid, FLAT);
    let frame = BoardCache::frame(ground);
    let resized = state.rect.is_some_and(|old| old.size() != rect.size());
    if state.fitted && state.view != state.fitted_view {
        state.fitted = false;
    }
    if std::mem::take(&mut state.fit) || (state.fitted && resized) {
        state.view.fit(rect, frame);
        // A sheet that leaves the board a strip of the window would make it too small to play on.
        if rect.height() < 280.0 && state.view.zoom < 0.5 && ground.map.grid.len() < 10_000 {
            state.view.zoom = 0.5;
        }
        state.view.keep(frame);
        (state.fitted, state.fitted_view) = (true, state.view);
    }
    let first = state.rect.replace(rect).is_none();
    state.least_zoom = View::least_zoom(rect, frame);
    let mut to = state.target();
    if let Some(part) = state.fit_rect.take() {
        to.fit(rect, part);
    }
    if let Some(hex) = state.centre.take() {
        to.centre = point(layout.centre(hex));
    }
    if let Some(hex) = state.reveal.take() {
        to.reveal(rect, point(layout.centre(hex)), 70.0);
    }
    to.keep(frame);
    if first {
        state.view = to;
    } else if to != state.target() {
        state.go(ui, rect, to);
    }
    if let Some(mut glide) = state.glide.take() {
        let now = ui.input(|input| input.time);
        if glide.step(&mut state.view, now) {
            state.glide = Some(glide);
            ui.ctx().request_repaint();
        }
    }
    let space = ui.input(|input| input.key_down(Key::Space)) && !ui.ctx().text_edit_focused();
    let middle = response.dragged_by(PointerButton::Middle);
    let by_space = response.dragged_by(PointerButton::Primary) && (space || state.panning);
    if by_space && space {
        state.panning = true;
    }
    if !response.dragged() {
        state.panning = false;
    }
    let panning = middle || by_space || (space && response.hovered());
    if middle || by_space {
        state.view.pan(response.drag_delta());
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    } else if panning {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
    }
    if response.contains_pointer() {
        let (scroll, pinch, at) =
            ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta(), input.pointer.hover_pos()));
        if let Some(at) = at {
            let factor = pinch * (scroll.y / 380.0).exp();
            if (factor - 1.0).abs() > 1e-4 {
                state.view.zoom_at(rect, at, factor, state.least_zoom);
            }
        }
    }
    state.view.keep(frame);
    let t = Tokens::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, t.bg_canvas);
    state.board.paint(&painter, rect, &state.view, ground);
    state.pieces.suit(ground);
    let view = state.view;
    let at: Option<Pos2> = if response.contains_pointer() || response.dragged() || response.drag_stopped() {
        ui.input(|input| input.pointer.latest_pos())
    } else {
        None
    };
    let pointer = at.map(|at| Pointer::new(&layout, view.plane(rect, at), NEAR / view.scale()));
    state.pointer_at = pointer.map(|pointer| pointer.at);
    let hover = pointer
        .map(|pointer| pointer.hex)
        .filter(|hex| ground.map.grid.contains(*hex) && response.contains_pointer());
    if std::mem::replace(&mut state.hover, hover) != hover {
        // The panels are laid out before the board: what they say of this hex comes with the next frame, and the
        // pointer may well rest now.
        ui.ctx().request_repaint();
    }
    Canvas { response, painter, rect, layout, view, pointer, panning }
}

/// The part of the board, in millimetres, on which all that is selected lies; `None` if nothing of it is on the board.
pub fn part_of(selection: &Selection, scenario: &Scenario) -> Option<Rect> {
    let map = &scenario.map;
    let layout = Layout::new(&map.grid, FLAT);
    let mut hexes: Vec<Hex> = selection.hexes.iter().copied().collect();
    for thing in &selection.things {
        match *thing {
            Thing::Piece(at) => {
                let place = scenario.pieces.get(at).and_then(|piece| match &piece.at {
                    Start::At(place) => place.hex(),
                    Start::Enters { .. } => None,
                });
                hexes.extend(place);
            }
            Thing::Side(side) => hexes.extend(<[Hex; 2]>::from(side.hexes())),
            Thing::Road(at) => hexes.extend(map.roads.get(at).into_iter().flat_map(|road| &road.hexes)),
            Thing::Label(at) => {
                hexes.extend(
                    map.labels.get(at).into_iter().flat_map(|label| [Some(label.at), label.to]).flatten(),
                );
            }
            Thing::Region(at) => {
                hexes.extend(map.regions.get(at).into_iter().flat_map(|region| &region.hexes));
            }
            Thing::Box(_) => {}
        }
    }
    let centres = hexes.into_iter().map(|hex| point(layout.centre(hex)));
    let part = centres.fold(Rect::NOTHING, |part, centre| part.union(Rect::from_pos(centre)));
    // The hexes themselves, and one around them.
    part.is_finite().then(|| part.expand(FLAT as f32 * 1.6))
}

/// Zooms about the middle of the canvas.
pub fn zoom_by(state: &mut CanvasState, factor: f32) {
    let rect = state.rect.unwrap_or_else(|| Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0)));
    state.glide = None;
    state.view.zoom_at(rect, rect.center(), factor, state.least_zoom);
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Grid;
    use engine::scenario::{Label, LabelKind, Map};

    #[test]
    fn the_part_of_a_selection_holds_all_of_it() {
        let grid = Grid::new(40, 40);
        let labels = vec![Label::new("Ford", LabelKind::Ford, grid.at(30, 3))];
        let scenario = Scenario { map: Map { grid, labels, ..Map::default() }, ..Scenario::default() };
        assert_eq!(part_of(&Selection::default(), &scenario), None);
        let mut selection = Selection::hex(grid.at(5, 5));
        selection.things.insert(Thing::Label(0));
        let part = part_of(&selection, &scenario).expect("both are on the board");
        let layout = Layout::new(&grid, FLAT);
        for hex in [grid.at(5, 5), grid.at(30, 3)] {
            assert!(layout.corners(hex).into_iter().all(|corner| part.contains(point(corner))));
        }
        assert!(!part.contains(point(layout.centre(grid.at(35, 20)))));
    }
}
