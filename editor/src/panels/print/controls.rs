//! Controls of the print panels: a choice among few, a length that is dragged or typed.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use egui::{
    Align, Align2, CornerRadius, CursorIcon, Id, Key, Layout, Rect, Response, Role, Sense, Stroke,
    StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use crate::icons::icon;
use crate::theme::{Tokens, size, space};
pub use crate::widgets::segments;
use crate::widgets::{body, focus_ring, line, small, text};

/// A row of settings: its name at the left, the control in the rest of the width.
pub fn row<R>(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui, f32, &Response) -> R) -> R {
    let t = Tokens::of(ui);
    let width = ui.available_width();
    let left = (width * 0.34).clamp(72.0, 96.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let (rect, label) = ui.allocate_exact_size(vec2(left, size::FIELD), Sense::hover());
        label.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
        line(ui.painter(), pos2(rect.left(), rect.center().y), left - 4.0, name, body(ui), t.text_2);
        control(ui, width - left, &label)
    })
    .inner
}

/// What a number is.
pub struct Number<'a> {
    pub name: &'a str,
    pub unit: &'a str,
    pub range: RangeInclusive<f64>,
    /// How far a point of dragging or a press of an arrow goes.
    pub step: f64,
}

/// What is being typed into numbers, and why it was not taken.
#[derive(Default)]
pub struct Typed {
    texts: HashMap<Id, String>,
    wrong: HashMap<Id, String>,
    /// Dragged, but not yet by a whole step.
    rest: f64,
}

/// Reads a number as people write it; the answer is why it is none, or not one that can be had.
pub fn read_number(words: &str, range: &RangeInclusive<f64>, unit: &str) -> Result<f64, String> {
    let plain = words.trim().trim_end_matches(unit).trim().replace(',', ".");
    let (least, most) = (range.start(), range.end());
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    match plain.parse::<f64>() {
        Ok(number) if range.contains(&number) => Ok((number * 100.0).round() / 100.0),
        Ok(_) => Err(format!("found {plain}{unit}, expected {least} to {most}{unit}")),
        Err(_) => Err(format!("found {:?}, expected a number such as {least}", words.trim())),
    }
}

/// Shows a number in a field; true if it was changed. Dragging changes it, a click or the keyboard types it; what
/// cannot be had is refused below the field, and the old value stays.
pub fn number_ui(ui: &mut Ui, number: &Number<'_>, value: &mut f64, typed: &mut Typed) -> bool {
    let id = Id::unique(("print number", number.name));
    let mut changed = false;
    row(ui, number.name, |ui, width, label| {
        changed = field(ui, id, width, number, value, typed, label);
    });
    if let Some(reason) = typed.wrong.get(&id) {
        let t = Tokens::of(ui);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
            icon(ui.painter(), "error", rect, t.error);
            text(ui, reason, TextStyle::Small, t.error);
        });
    }
    changed
}

fn field(
    ui: &mut Ui,
    id: Id,
    width: f32,
    number: &Number<'_>,
    value: &mut f64,
    typed: &mut Typed,
    label: &Response,
) -> bool {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(width, size::FIELD), Sense::hover());
    let unit = ui.painter().layout_no_wrap(number.unit.to_owned(), small(ui), t.text_3);
    let unit_width = if number.unit.is_empty() { 0.0 } else { unit.size().x + 6.0 };
    let edge = |typed: &Typed, bright: bool| match (typed.wrong.contains_key(&id), bright) {
        (true, _) => t.error,
        (false, true) => t.text_2,
        (false, false) => t.line_strong,
    };
    let mut changed = false;
    if typed.texts.contains_key(&id) {
        ui.painter().rect_filled(rect, CornerRadius::same(4), t.bg_input);
        let inner = Rect::from_min_max(rect.min + vec2(8.0, 0.0), rect.max - vec2(10.0 + unit_width, 0.0));
        let mut words = typed.texts.get(&id).cloned().unwrap_or_default();
        let mut child =
            ui.new_child(egui::UiBuilder::new().max_rect(inner).layout(Layout::right_to_left(Align::Center)));
        let response = child
            .add(
                egui::TextEdit::singleline(&mut words)
                    .id(id)
                    .frame(egui::Frame::NONE)
                    .desired_width(inner.width())
                    .align(egui::Align2::RIGHT_CENTER),
            )
            .labelled_by(label.id);
        let key = |key| ui.input(|input| input.key_pressed(key));
        let by = match (response.has_focus(), key(Key::ArrowUp), key(Key::ArrowDown)) {
            (true, true, _) => number.step,
            (true, _, true) => -number.step,
            _ => 0.0,
        };
        if by != 0.0 {
            *value = ((*value + by) * 100.0).round() / 100.0;
            *value = value.clamp(*number.range.start(), *number.range.end());
            words = value.to_string();
            changed = true;
        }
        if response.changed() {
            typed.wrong.remove(&id);
        }
        typed.texts.insert(id, words.clone());
        ui.painter().rect_stroke(
            rect,
            CornerRadius::same(4),
            Stroke::new(
                if response.has_focus() { 2.0 } else { 1.0 },
                if typed.wrong.contains_key(&id) {
                    t.error
                } else if response.has_focus() {
                    t.focus
                } else {
                    t.line_strong
                },
            ),
            StrokeKind::Inside,
        );
        if response.lost_focus() {
            if ui.input(|input| input.key_pressed(Key::Escape)) {
                typed.texts.remove(&id);
                typed.wrong.remove(&id);
            } else {
                match read_number(&words, &number.range, number.unit) {
                    Ok(read) => {
                        changed |= read != *value;
                        *value = read;
                        typed.texts.remove(&id);
                        typed.wrong.remove(&id);
                    }
                    Err(reason) => {
                        typed.wrong.insert(id, reason);
                    }
                }
            }
        }
    } else {
        let response = ui.interact(rect, id.with("at rest"), Sense::click_and_drag());
        let shown = *value;
        response.widget_info(|| {
            let mut info = WidgetInfo::slider(true, shown, number.name);
            info.role = Role::SpinButton;
            info
        });
        let ground = if response.hovered() { t.bg_hover } else { t.bg_input };
        ui.painter().rect(
            rect,
            CornerRadius::same(4),
            ground,
            Stroke::new(1.0, edge(typed, response.hovered())),
            StrokeKind::Inside,
        );
        ui.painter().text(
            pos2(rect.right() - 10.0 - unit_width, rect.center().y),
            Align2::RIGHT_CENTER,
            shown.to_string(),
            body(ui),
            t.text,
        );
        if response.dragged() {
            typed.rest += f64::from(response.drag_delta().x) * number.step / 4.0;
            let steps = (typed.rest / number.step).trunc();
            if steps != 0.0 {
                typed.rest -= steps * number.step;
                let next = ((*value / number.step).round() + steps) * number.step;
                let next = (next * 100.0).round() / 100.0;
                let next = next.clamp(*number.range.start(), *number.range.end());
                changed = next != *value;
                *value = next;
            }
        } else if response.drag_stopped() {
            typed.rest = 0.0;
        }
        // As in other fields: a click or the Tab key begin to type.
        if response.clicked() || response.gained_focus() {
            typed.texts.insert(id, shown.to_string());
            let mut state = egui::text_edit::TextEditState::default();
            state.cursor.set_char_range(Some(egui::text::CCursorRange::two(
                egui::text::CCursor::new(0),
                egui::text::CCursor::new(shown.to_string().len()),
            )));
            state.store(ui.ctx(), id);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    }
    if !number.unit.is_empty() {
        let at = pos2(rect.right() - 10.0 - unit.size().x, rect.center().y - unit.size().y / 2.0);
        ui.painter().galley(at, unit, t.text_3);
    }
    changed
}

/// The box of a tick.
pub fn tick_box(painter: &egui::Painter, rect: Rect, on: bool, hovered: bool, t: &Tokens) {
    if on {
        painter.rect_filled(rect, CornerRadius::same(3), t.accent_fill);
        icon(painter, "ok", rect.shrink(1.0), t.on_accent);
    } else {
        let edge = if hovered { t.text_2 } else { t.line_strong };
        painter.rect(rect, CornerRadius::same(3), t.bg_input, Stroke::new(1.0, edge), StrokeKind::Inside);
    }
}

/// A tick with its words at the right.
pub fn tick_row(ui: &mut Ui, name: &str, on: &mut bool) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::click());
    let is_on = *on;
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, name));
    if response.clicked() {
        *on = !*on;
    }
    let square = Rect::from_center_size(pos2(rect.left() + 8.0, rect.center().y), egui::Vec2::splat(16.0));
    tick_box(ui.painter(), square, *on, response.hovered(), t);
    let at = pos2(rect.left() + 16.0 + space::S, rect.center().y);
    line(ui.painter(), at, rect.right() - at.x, name, body(ui), t.text_2);
    focus_ring(ui, &response);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_is_refused_with_its_reason() {
        let range = 8.0..=80.0;
        assert_eq!(read_number("17,5 mm", &range, "mm"), Ok(17.5));
        assert_eq!(read_number("400", &range, "mm"), Err("found 400 mm, expected 8 to 80 mm".into()));
        assert_eq!(
            read_number("wide", &range, "mm"),
            Err("found \"wide\", expected a number such as 8".into())
        );
        assert!(read_number("NaN", &range, "mm").is_err());
    }
}
