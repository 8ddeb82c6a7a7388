//! The page as it will be printed: fitted, at its points, or as large as the paper.

use egui::{
    Align, Color32, CornerRadius, EventFilter, Key, Layout, PointerButton, Pos2, Rect, Role, Sense, Stroke,
    StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use export::sheets::Sheet;

use super::choices::{Choices, range};
use super::controls::segments;
use super::list::{pixel_count, tile_of};
use super::proof::Use;
use super::{PAPER, PrintState, STALE, sheet_title};
use crate::theme::{Tokens, size, space};
use crate::widgets::{Button, body, line, sentence, small, strong, text};

/// How large a page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Zoom {
    #[default]
    Fit,
    /// A point of the page is a point of the window.
    Points,
    /// A millimetre is a millimetre.
    True,
    /// So many points of the window in a millimetre.
    Free(f32),
}

/// What part of the page is seen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PageView {
    pub zoom: Zoom,
    /// The point of the page that is in the middle, from the middle of all that is shown, in millimetres.
    pub centre: Vec2,
    /// Points of the window in a millimetre, as it was shown last.
    pub scale: f32,
    /// Where it was shown last.
    pub rect: Option<Rect>,
    /// When the scale was changed last.
    changed: f64,
}

/// Points of the window in a millimetre, at 100 %.
pub const POINTS_PER_MM: f32 = 72.0 / 25.4;
/// The least and the greatest scale, in points of the window in a millimetre.
const SCALES: std::ops::RangeInclusive<f32> = 0.05..=60.0;
/// Between the two pages of a spread, in millimetres.
const GAP: f32 = 8.0;
/// How long a scale must stay before the page is painted anew for it, in seconds.
const SETTLED: f64 = 0.12;
/// The most pixels of a page that is painted as a whole.
const MOST: f64 = 6e6;

impl PageView {
    /// Zooms about the middle.
    pub fn zoom_by(&mut self, factor: f32) {
        self.zoom = Zoom::Free((self.scale * factor).clamp(*SCALES.start(), *SCALES.end()));
    }

    /// How large it is, where 1 is a point of the page in a point of the window.
    pub fn percent(&self) -> f32 {
        self.scale / POINTS_PER_MM
    }

    /// Moves the page by so many points of the window.
    pub fn pan(&mut self, by: Vec2) {
        if self.scale > 0.0 {
            self.centre -= by / self.scale;
        }
    }
}

/// The pages that are shown together: one, or the two of a spread.
pub fn spread(page: usize, pages: usize, wide: bool) -> std::ops::Range<usize> {
    if !wide || pages < 2 {
        return page..(page + 1).min(pages);
    }
    let first = page & !1;
    first..(first + 2).min(pages)
}

/// *joins A1, C1 and B2*; empty for a page that joins none.
pub fn neighbours(name: &str, names: &[&str]) -> String {
    let Some((column, row)) = tile_of(name) else { return String::new() };
    let beside = [
        (column.checked_sub(1), Some(row)),
        (Some(column + 1), Some(row)),
        (Some(column), row.checked_sub(1)),
        (Some(column), Some(row + 1)),
    ];
    let joined: Vec<&str> = beside
        .into_iter()
        .filter_map(|(column, row)| Some((column?, row?)))
        .filter_map(|wanted| names.iter().find(|name| tile_of(name) == Some(wanted)).copied())
        .collect();
    match joined.as_slice() {
        [] => String::new(),
        [one] => format!("joins {one}"),
        [some @ .., last] => format!("joins {} and {last}", some.join(", ")),
    }
}

/// The bar over the page and the page.
pub fn preview_ui(ui: &mut Ui, state: &mut PrintState, choices: &mut Choices, wide: bool) {
    let t = Tokens::of(ui);
    let bar = egui::Frame::new().fill(t.bg_app);
    egui::Panel::top("print head").exact_size(size::CONTEXT).frame(bar).resizable(false).show(ui, |ui| {
        head_ui(ui, state, choices);
    });
    egui::CentralPanel::no_frame().show(ui, |ui| page_ui(ui, state, choices, wide));
}

fn head_ui(ui: &mut Ui, state: &mut PrintState, choices: &mut Choices) {
    let t = Tokens::of(ui);
    let names: Vec<String> = state.page_names();
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    ui.horizontal_centered(|ui| {
        let bar = ui.max_rect();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.add_space(space::S);
            let (before, after) = (state.turned(choices, -1), state.turned(choices, 1));
            let off = |there: bool, why| (!there).then_some(why);
            let next =
                Button::icon_only("right", "Next page").off(off(after.is_some(), "this is the last page"));
            if next.show(ui).on_hover_text("Next page   Page Down").clicked() {
                state.turn(choices, 1);
            }
            let first = off(before.is_some(), "this is the first page");
            let previous = Button::icon_only("left", "Previous page").off(first);
            if previous.show(ui).on_hover_text("Previous page   Page Up").clicked() {
                state.turn(choices, -1);
            }
            ui.add_space(space::S);
            let words = ["Fit", "100 %", "True size"];
            let chosen = match state.view.zoom {
                Zoom::Fit => Some(0),
                Zoom::Points => Some(1),
                Zoom::True => Some(2),
                Zoom::Free(_) => None,
            };
            let width = if bar.width() < 360.0 { 150.0 } else { 176.0 };
            if let Some(index) = segments(ui, width, &words, chosen, None) {
                state.view.zoom = [Zoom::Fit, Zoom::Points, Zoom::True][index];
                state.view.centre = Vec2::ZERO;
            }
            if state.view.zoom == Zoom::True && bar.width() > 620.0 {
                screen_ui(ui, choices);
            }
            // What is left of the bar belongs to the page's name.
            let rest = ui.available_rect_before_wrap();
            let mut x = bar.left() + space::L;
            if let Some(name) = names.get(state.page) {
                let shown =
                    line(ui.painter(), pos2(x, bar.center().y), rest.right() - x, name, strong(ui), t.text);
                x = shown.right() + space::M;
                let joins = neighbours(name, &all);
                let words = match (joins.is_empty(), names.len()) {
                    (false, _) => joins,
                    (true, 0 | 1) => sheet_title(state.sheet).to_owned(),
                    (true, pages) => format!("{}, {} of {pages}", sheet_title(state.sheet), state.page + 1),
                };
                if rest.right() - x > 40.0 {
                    let room = rest.right() - x;
                    line(ui.painter(), pos2(x, bar.center().y), room, &words, small(ui), t.text_2);
                }
            }
        });
    });
}

/// How dense the screen is: no program knows it for sure.
fn screen_ui(ui: &mut Ui, choices: &mut Choices) {
    let t = Tokens::of(ui);
    ui.add_space(space::S);
    text(ui, "dots in an inch", TextStyle::Small, t.text_3);
    let drag = egui::DragValue::new(&mut choices.screen).range(range::SCREEN).speed(0.25).max_decimals(1);
    let response = ui.add(drag);
    response.widget_info(|| {
        let mut info = WidgetInfo::slider(true, choices.screen, "Screen");
        info.role = Role::SpinButton;
        info
    });
    response.on_hover_text("Hold a ruler to the 100 mm of the page and drag until both agree.");
    text(ui, "Screen", TextStyle::Small, t.text_3);
}

fn page_ui(ui: &mut Ui, state: &mut PrintState, choices: &Choices, wide: bool) {
    let t = Tokens::of(ui);
    let rect = ui.available_rect_before_wrap();
    let id = egui::Id::unique("print page");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let name = state.page_names().get(state.page).cloned().unwrap_or_default();
    let label = format!("{} {name}", sheet_title(state.sheet));
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, label.trim()));
    ui.advance_cursor_after_rect(rect);
    // The page has the keyboard unless something else asked for it, so that arrows move in the list.
    if ui.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none()) {
        response.request_focus();
    }
    if response.has_focus() {
        state.has_keys = true;
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::ZERO, t.bg_canvas);
    state.view.rect = Some(rect);
    let sizes: Vec<(f64, f64)> = state
        .proofs
        .made(state.sheet)
        .map(|made| made.drawing.pages.iter().map(|page| (page.width, page.height)).collect())
        .unwrap_or_default();
    let words = if choices.sheets.is_empty() {
        Some("Tick a sheet on the left.".to_owned())
    } else if let Some(reason) = state.proofs.failed() {
        Some(sentence(reason))
    } else {
        match state.proofs.proof(state.sheet).map(|proof| &proof.made) {
            None => Some("The sheets are being made …".to_owned()),
            Some(Err(reason)) => Some(format!("{}: {reason}.", sheet_title(state.sheet))),
            Some(Ok(_)) => None,
        }
    };
    if let Some(words) = words {
        empty_ui(ui, rect, &words);
        return;
    }
    let pages = spread(state.page, sizes.len(), wide);
    let shown = lay_out(&sizes[pages.clone()]);
    let room = rect.shrink2(vec2(space::L, space::S));
    zoom_and_pan(ui, state, choices, &response, room, shown.size);
    let scale = state.view.scale;
    let now = ui.input(|input| input.time);
    let is_settled = now - state.view.changed >= SETTLED;
    if !is_settled {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(SETTLED));
    }
    let middle = rect.center() - state.view.centre * scale;
    for (page, place) in pages.clone().zip(shown.places) {
        let corner = middle + (place - shown.size / 2.0) * scale;
        show_page(ui, state, Seen { page, size: sizes[page], corner, canvas: rect, is_settled });
    }
    // What is turned to next, once this is there.
    if state.view.zoom == Zoom::Fit {
        let next = [pages.end, pages.start.wrapping_sub(1)];
        for page in next.into_iter().filter(|page| *page < sizes.len()) {
            let pixels = f64::from(scale * ui.ctx().pixels_per_point());
            let fine = whole_scale(sizes[page], pixels, most_side(ui));
            let part = [0, 0, pixel_count(sizes[page].0, fine), pixel_count(sizes[page].1, fine)];
            state.proofs.want_later(state.sheet, page, fine as u32, part);
        }
    }
}

fn empty_ui(ui: &mut Ui, rect: Rect, words: &str) {
    let t = Tokens::of(ui);
    let room = (rect.width() - 2.0 * space::XL).clamp(80.0, 420.0);
    let place = Rect::from_center_size(rect.center(), vec2(room, 80.0));
    let mut child =
        ui.new_child(egui::UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Center)));
    child
        .add(egui::Label::new(egui::RichText::new(words).text_style(TextStyle::Body).color(t.text_2)).wrap());
}

/// Where pages lie beside each other, in millimetres.
struct Laid {
    places: Vec<Vec2>,
    size: Vec2,
}

fn lay_out(sizes: &[(f64, f64)]) -> Laid {
    let tallest = sizes.iter().map(|size| size.1 as f32).fold(0.0, f32::max);
    let mut x = 0.0;
    let mut places = Vec::new();
    for (width, height) in sizes {
        places.push(vec2(x, (tallest - *height as f32) / 2.0));
        x += *width as f32 + GAP;
    }
    Laid { places, size: vec2((x - GAP).max(1.0), tallest.max(1.0)) }
}

fn zoom_and_pan(
    ui: &Ui,
    state: &mut PrintState,
    choices: &Choices,
    response: &egui::Response,
    room: Rect,
    size: Vec2,
) {
    let fit = (room.width() / size.x).min(room.height() / size.y).clamp(*SCALES.start(), *SCALES.end());
    // A point of the window is a part of the screen's dots only by the scale of the interface.
    let dots = choices.screen as f32 / 25.4 / ui.ctx().zoom_factor();
    let before = state.view.scale;
    let view = &mut state.view;
    view.scale = match view.zoom {
        Zoom::Fit => fit,
        Zoom::Points => POINTS_PER_MM,
        Zoom::True => dots,
        Zoom::Free(scale) => scale,
    };
    if view.zoom == Zoom::Fit {
        view.centre = Vec2::ZERO;
    }
    let rect = response.rect;
    if response.contains_pointer() {
        let (scroll, pinch, at) =
            ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta(), input.pointer.hover_pos()));
        let factor = pinch * (scroll.y / 380.0).exp();
        if let Some(at) = at.filter(|_| (factor - 1.0).abs() > 1e-4) {
            let scale = (view.scale * factor).clamp(*SCALES.start(), *SCALES.end());
            // The point of the page under the pointer stays there.
            let from_middle = at - rect.center();
            view.centre += from_middle / view.scale - from_middle / scale;
            view.scale = scale;
            view.zoom = Zoom::Free(scale);
        }
    }
    let is_dragged =
        response.dragged_by(PointerButton::Primary) || response.dragged_by(PointerButton::Middle);
    let can_move = size.x * view.scale > rect.width() || size.y * view.scale > rect.height();
    if is_dragged && can_move {
        view.pan(response.drag_delta());
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    } else if response.hovered() && can_move {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
    }
    if response.double_clicked() {
        view.zoom = if view.zoom == Zoom::Fit { Zoom::Points } else { Zoom::Fit };
        ui.ctx().request_repaint();
    }
    // A page that is smaller than the room stays in the middle, a larger one in reach.
    let spare = |page: f32, canvas: f32| ((page - canvas / view.scale) / 2.0 + 20.0 / view.scale).max(0.0);
    let most = vec2(spare(size.x, rect.width()), spare(size.y, rect.height()));
    let kept = |at: f32, most: f32, page: f32, canvas: f32| {
        if page * view.scale <= canvas { 0.0 } else { at.clamp(-most, most) }
    };
    view.centre = vec2(
        kept(view.centre.x, most.x, size.x, rect.width()),
        kept(view.centre.y, most.y, size.y, rect.height()),
    );
    if (view.scale - before).abs() > 1e-4 {
        // The first time there is nothing to wait for.
        view.changed = if before == 0.0 { f64::MIN } else { ui.input(|input| input.time) };
    }
}

/// A page in the window.
struct Seen {
    page: usize,
    size: (f64, f64),
    /// Its upper left corner in the window.
    corner: Pos2,
    canvas: Rect,
    is_settled: bool,
}

/// The longest side that a picture can have.
fn most_side(ui: &Ui) -> f64 {
    (ui.input(|input| input.max_texture_side) as f64).min(8192.0)
}

/// Pixels in a metre for the page as a whole: those of the screen, if it does not become too large.
fn whole_scale(size: (f64, f64), pixels_per_mm: f64, most_side: f64) -> f64 {
    let by_side = (most_side - 1.0) / size.0.max(size.1);
    let by_area = (MOST / (size.0 * size.1)).sqrt();
    (pixels_per_mm.min(by_side).min(by_area) * 1000.0).floor().max(1.0)
}

fn show_page(ui: &Ui, state: &mut PrintState, seen: Seen) {
    let t = Tokens::of(ui);
    let Seen { page, size, canvas, is_settled, .. } = seen;
    let dots = ui.ctx().pixels_per_point();
    let painter = ui.painter_at(canvas);
    let scale = f64::from(state.view.scale * dots) * 1000.0;
    // On whole pixels, or the sharpest picture would be smoothed.
    let corner = pos2((seen.corner.x * dots).round() / dots, (seen.corner.y * dots).round() / dots);
    let extent = |length: f64| (length * scale / 1000.0).round() as f32 / dots;
    let paper = Rect::from_min_size(corner, vec2(extent(size.0), extent(size.1)));
    painter.rect_filled(paper.translate(vec2(0.0, 3.0)).expand(3.0), CornerRadius::same(4), shade(ui, 40));
    painter.rect_filled(paper.translate(vec2(0.0, 2.0)).expand(1.0), CornerRadius::same(2), shade(ui, 60));
    painter.rect_filled(paper, CornerRadius::ZERO, PAPER);
    let sheet = state.sheet;
    let fine = whole_scale(size, scale / 1000.0, most_side(ui));
    let has_whole = state.proofs.shown(sheet, page).is_some_and(|shown| shown.whole.is_some());
    if is_settled || !has_whole {
        let part = [0, 0, pixel_count(size.0, fine), pixel_count(size.1, fine)];
        state.proofs.want(sheet, page, fine as u32, part, Use::Whole);
    }
    let exact = scale.floor();
    let needs_part = fine + 1.0 < exact;
    let visible = paper.intersect(canvas);
    if needs_part && is_settled && visible.is_positive() {
        let there =
            state.proofs.shown(sheet, page).and_then(|shown| shown.part.as_ref()).map(|picture| picture.id);
        let wanted = pixels_of(visible, paper, dots);
        let covers = there.is_some_and(|id| {
            state.proofs.is_current(&id) && id.scale == exact as u32 && covers(id.part, wanted)
        });
        if !covers {
            let part = grown(wanted, (pixel_count(size.0, exact), pixel_count(size.1, exact)), most_side(ui));
            state.proofs.want(sheet, page, exact as u32, part, Use::Part);
        }
    }
    if !has_whole {
        // The paper is white in both themes, so its words are dark in both.
        let ink = crate::theme::LIGHT.text_3;
        painter.text(paper.center(), egui::Align2::CENTER_CENTER, "Drawing the page …", body(ui), ink);
    }
    if let Some(shown) = state.proofs.shown(sheet, page) {
        let mut images = Vec::new();
        if let Some(whole) = &shown.whole {
            images.push((whole.id, whole.texture.id(), paper));
        }
        if let Some(part) = shown.part.as_ref().filter(|_| needs_part) {
            // It may have been painted at another scale and is then stretched until the new one is there.
            let by = (scale / f64::from(part.id.scale)) as f32 / dots;
            let [left, top, width, height] = part.id.part.map(|pixels| pixels as f32 * by);
            let place = Rect::from_min_size(corner + vec2(left, top), vec2(width, height));
            images.push((part.id, part.texture.id(), place));
        }
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        for (id, texture, place) in images {
            let is_current = state.proofs.is_current(&id);
            let tint = if is_current { Color32::WHITE } else { Color32::WHITE.gamma_multiply(STALE) };
            if !is_current {
                painter.rect_filled(place.intersect(paper), CornerRadius::ZERO, t.bg_canvas);
            }
            painter.image(texture, place, all, tint);
        }
    }
    // Which of the two pages of a spread the keys and the list mean.
    if page == state.page && ui.ctx().content_rect().width() >= 1600.0 {
        let edge = Stroke::new(2.0, t.accent);
        painter.rect_stroke(paper.expand(3.0), CornerRadius::same(2), edge, StrokeKind::Inside);
    }
}

fn shade(ui: &Ui, alpha: u8) -> Color32 {
    let shadow = ui.visuals().popup_shadow.color;
    Color32::from_rgba_unmultiplied(shadow.r(), shadow.g(), shadow.b(), alpha)
}

/// The pixels of the page that lie in a part of the window.
fn pixels_of(part: Rect, paper: Rect, dots: f32) -> [u32; 4] {
    let pixel = |length: f32| (length * dots).max(0.0);
    let (left, top) = (pixel(part.left() - paper.left()).floor(), pixel(part.top() - paper.top()).floor());
    let (right, bottom) =
        (pixel(part.right() - paper.left()).ceil(), pixel(part.bottom() - paper.top()).ceil());
    [left as u32, top as u32, (right - left) as u32, (bottom - top) as u32]
}

fn covers(outer: [u32; 4], inner: [u32; 4]) -> bool {
    outer[0] <= inner[0]
        && outer[1] <= inner[1]
        && outer[0] + outer[2] + 1 >= inner[0] + inner[2]
        && outer[1] + outer[3] + 1 >= inner[1] + inner[3]
}

/// With a margin on all sides, so that a small step needs no new picture; within the page and what a picture holds.
fn grown(part: [u32; 4], page: (u32, u32), most: f64) -> [u32; 4] {
    const STEP: u32 = 64;
    let axis = |from: u32, length: u32, page: u32| {
        let margin = length / 4;
        let start = (from.saturating_sub(margin) / STEP * STEP).min(page.saturating_sub(1));
        let end = (from + length + margin).min(page);
        (start, end.saturating_sub(start).clamp(1, most as u32))
    };
    let (left, width) = axis(part[0], part[2], page.0);
    let (top, height) = axis(part[1], part[3], page.1);
    [left, top, width, height]
}

/// The keys of the workspace. Answers whether any was taken.
pub fn keys(ui: &Ui, state: &mut PrintState, choices: &mut Choices) {
    if !std::mem::take(&mut state.has_keys) || ui.ctx().text_edit_focused() {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
    if pressed(Key::PageDown) {
        state.turn(choices, 1);
    }
    if pressed(Key::PageUp) {
        state.turn(choices, -1);
    }
    if pressed(Key::ArrowDown) {
        state.step(1);
    }
    if pressed(Key::ArrowUp) {
        state.step(-1);
    }
    if pressed(Key::ArrowRight) {
        state.step_page(1);
    }
    if pressed(Key::ArrowLeft) {
        state.step_page(-1);
    }
    if pressed(Key::Enter) {
        let sheet = state.sheet;
        choices.tick(sheet, !choices.is_ticked(sheet));
    }
}

/// For the status bar: *Map, sheet B1 of 6*, what is on it, and its size.
pub fn status(state: &PrintState, grid: &engine::hex::Grid) -> (String, Vec<String>) {
    let title = sheet_title(state.sheet);
    let Some(made) = state.proofs.made(state.sheet) else { return (title.to_owned(), Vec::new()) };
    let Some(page) = made.summary.pages.get(state.page) else { return (title.to_owned(), Vec::new()) };
    let tiles = made.summary.pages.iter().filter(|page| tile_of(&page.name).is_some()).count();
    let place = match (tile_of(&page.name), made.summary.pages.len()) {
        (Some(_), _) => format!("Map, sheet {} of {tiles}", page.name),
        (None, 1) => title.to_owned(),
        (None, pages) => format!("{title}, page {} of {pages}", state.page + 1),
    };
    let mut about = Vec::new();
    if let (Sheet::Map | Sheet::MapTiled, Some(proof)) = (state.sheet, state.proofs.proof(state.sheet))
        && let Some(Some(range)) = proof.hexes.get(state.page)
    {
        about.push(range.words(grid));
    }
    about.push(format!("{} × {} mm", short(page.size.0), short(page.size.1)));
    (place, about)
}

/// Without digits that say nothing.
pub fn short(millimetres: f64) -> f64 {
    (millimetres * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_names_the_sheets_that_it_joins() {
        let names = ["Assembly", "A1", "B1", "C1", "A2", "B2", "C2"];
        assert_eq!(neighbours("B1", &names), "joins A1, C1 and B2");
        assert_eq!(neighbours("C2", &names), "joins B2 and C1");
        assert_eq!(neighbours("Assembly", &names), "");
    }

    #[test]
    fn a_spread_is_the_two_pages_of_a_leaf() {
        assert_eq!(spread(3, 7, false), 3..4);
        assert_eq!(spread(3, 7, true), 2..4);
        assert_eq!(spread(6, 7, true), 6..7);
        assert_eq!(spread(0, 1, true), 0..1);
    }

    #[test]
    fn the_part_that_is_painted_holds_what_is_seen() {
        let part = grown([1000, 200, 900, 700], (5000, 3000), 8192.0);
        assert!(covers(part, [1000, 200, 900, 700]), "{part:?}");
        assert!(!covers(part, [100, 200, 900, 700]));
        let end = grown([4500, 2600, 500, 400], (5000, 3000), 8192.0);
        assert!(end[0] + end[2] == 5000 && end[1] + end[3] == 3000, "{end:?}");
    }
}
