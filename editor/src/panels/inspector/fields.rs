//! The fields of the inspector: a name at the left, a value at the right.
//!
//! A field answers with the new value once it is meant: when the keyboard leaves it, or the button is let go. A
//! value that cannot be is refused there, with the reason below, and the old one stays.

use std::cell::{Cell, RefCell};
use std::ops::RangeInclusive;

use egui::{Align, Id, Key, Layout, TextStyle, Ui, vec2};

use crate::theme::{Tokens, size, space};
use crate::widgets::text;

/// Said where the things that are selected differ.
pub const SEVERAL: &str = "(several)";

/// The width of the names.
const NAMES: f32 = 76.0;

/// What all have, if they agree.
pub fn agree<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// A name, and what stands at its right.
pub fn row(ui: &mut Ui, name: &str, field: impl FnOnce(&mut Ui)) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::M);
        ui.allocate_ui_with_layout(vec2(NAMES, size::FIELD), Layout::left_to_right(Align::Center), |ui| {
            ui.set_width(NAMES);
            text(ui, name, TextStyle::Body, t.text_2);
        });
        ui.spacing_mut().interact_size.y = size::FIELD;
        let width = (ui.available_width() - space::M).max(60.0);
        ui.allocate_ui_with_layout(vec2(width, size::FIELD), Layout::left_to_right(Align::Center), |ui| {
            ui.set_width(width);
            field(ui);
        });
    });
}

/// A name and a value that is only read.
pub fn fact(ui: &mut Ui, name: &str, value: &str) {
    let t = Tokens::of(ui);
    row(ui, name, |ui| {
        ui.add(egui::Label::new(egui::RichText::new(value).color(t.text)).wrap());
    });
}

/// The reason why the last value was refused, below its field.
fn wrong(ui: &mut Ui, id: Id) {
    let Some(why) = ui.data(|data| data.get_temp::<String>(id.with("wrong"))) else { return };
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.add_space(space::M + NAMES + space::S);
        let words = egui::RichText::new(why).text_style(TextStyle::Small).color(t.error);
        ui.add(egui::Label::new(words).wrap());
    });
}

fn set_wrong(ui: &Ui, id: Id, why: Option<String>) {
    let id = id.with("wrong");
    ui.data_mut(|data| match why {
        Some(why) => {
            data.insert_temp(id, why);
        }
        None => {
            data.remove::<String>(id);
        }
    });
}

/// A text. `check` turns what was typed into what it means.
pub fn words<T>(
    ui: &mut Ui,
    name: &str,
    value: Option<&str>,
    hint: &str,
    check: impl FnOnce(&str) -> Result<T, String>,
) -> Option<T> {
    let id = ui.scope_id().with(("words", name));
    let held = ui.data(|data| data.get_temp::<String>(id));
    let mut buffer = held.unwrap_or_else(|| value.unwrap_or_default().to_owned());
    let mut out = None;
    row(ui, name, |ui| {
        let hint = if value.is_none() { SEVERAL } else { hint };
        let field = egui::TextEdit::singleline(&mut buffer)
            .id(id.with("field"))
            .hint_text(hint)
            .char_limit(200)
            .desired_width(ui.available_width());
        let response = ui.add(field).accessible_name(name);
        if response.has_focus() {
            if response.changed() {
                set_wrong(ui, id, None);
            }
            ui.data_mut(|data| data.insert_temp(id, buffer.clone()));
        } else if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(id));
            let escaped = ui.input(|input| input.key_pressed(Key::Escape));
            let same = value.unwrap_or_default() == buffer;
            // Left once more with nothing typed, it keeps the reason in sight.
            if escaped || !same {
                set_wrong(ui, id, None);
            }
            if !escaped && !same {
                match check(buffer.trim()) {
                    Ok(value) => out = Some(value),
                    Err(why) => set_wrong(ui, id, Some(why)),
                }
            }
        }
    });
    wrong(ui, id);
    out
}

/// A whole number that can be dragged, typed, and takes sums.
pub fn number(
    ui: &mut Ui,
    name: &str,
    value: Option<i64>,
    range: RangeInclusive<i64>,
    unit: &str,
) -> Option<i64> {
    let mut out = None;
    let id = ui.scope_id().with(("number", name));
    row(ui, name, |ui| {
        out = bare_number(ui, name, value, range, unit, id);
    });
    wrong(ui, id);
    out
}

/// The number alone, without its name at the left.
fn bare_number(
    ui: &mut Ui,
    name: &str,
    value: Option<i64>,
    range: RangeInclusive<i64>,
    unit: &str,
    id: Id,
) -> Option<i64> {
    let mut out = None;
    // While it is dragged the number is held here: the whole drag is one step.
    let held = ui.data(|data| data.get_temp::<i64>(id));
    let several = value.is_none() && held.is_none();
    let before = held.or(value).unwrap_or(*range.start().max(&0));
    let mut shown = before as f64;
    let typed: Cell<Option<i64>> = Cell::new(None);
    let refused: RefCell<Option<Option<String>>> = RefCell::new(None);
    let (low, high) = (*range.start(), *range.end());
    let drag = egui::DragValue::new(&mut shown)
        .speed(0.15)
        .range(low as f64..=high as f64)
        .max_decimals(0)
        .suffix(unit)
        .update_while_editing(false)
        .custom_formatter(|value, _| if several { SEVERAL.to_owned() } else { format!("{value:.0}") })
        .custom_parser(|text| {
            let text = text.trim();
            if text == SEVERAL {
                return None;
            }
            let text = text.strip_suffix(unit.trim()).unwrap_or(text);
            match sum(text).and_then(|value| within(value, low, high)) {
                Ok(value) => {
                    typed.set(Some(value));
                    *refused.borrow_mut() = Some(None);
                    Some(value as f64)
                }
                Err(why) => {
                    *refused.borrow_mut() = Some(Some(why));
                    None
                }
            }
        });
    let response = ui.add_sized([ui.available_width(), size::FIELD], drag).accessible_name(name);
    if let Some(why) = refused.into_inner() {
        set_wrong(ui, id, why);
    }
    let now = shown.round() as i64;
    if let Some(value) = typed.get() {
        out = Some(value);
    } else if response.dragged() {
        if now != before {
            set_wrong(ui, id, None);
            ui.data_mut(|data| data.insert_temp(id, now));
        }
    } else if response.changed() {
        out = Some(now);
    }
    if response.drag_stopped() {
        ui.data_mut(|data| data.remove::<i64>(id));
        out = held.or(out);
    }
    out.filter(|out| Some(*out) != value)
}

fn within(value: i64, low: i64, high: i64) -> Result<i64, String> {
    if (low..=high).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{value} is not from {low} to {high}"))
    }
}

/// One of a list; answers with its place there.
pub fn choice(ui: &mut Ui, name: &str, value: Option<usize>, options: &[String]) -> Option<usize> {
    let mut out = None;
    row(ui, name, |ui| {
        let shown = value.and_then(|value| options.get(value)).map_or(SEVERAL, String::as_str);
        let width = ui.available_width();
        let combo = egui::ComboBox::from_id_salt(("choice", name))
            .selected_text(shown)
            .width(width)
            .icon(crate::widgets::chevron)
            .truncate();
        let inner = combo.height(360.0).show_ui(ui, |ui| {
            for (index, option) in options.iter().enumerate() {
                if ui.selectable_label(value == Some(index), option).clicked() {
                    out = Some(index);
                }
            }
        });
        inner.response.accessible_name(name);
    });
    out.filter(|out| Some(*out) != value)
}

/// Yes or no, or `(several)`.
pub fn tick(ui: &mut Ui, name: &str, value: Option<bool>, words: &str) -> Option<bool> {
    let mut out = None;
    row(ui, name, |ui| {
        let mut now = value.unwrap_or(false);
        let words = if value.is_none() { SEVERAL } else { words };
        let mut tick = egui::Checkbox::new(&mut now, words);
        if value.is_none() {
            tick = tick.indeterminate(true);
        }
        if ui.add(tick).accessible_name(name).clicked() {
            out = Some(now);
        }
    });
    out
}

/// The value of a sum such as `12+3*2`: whole numbers, `+ - * /`, brackets.
///
/// # Errors
/// Why it is none, as a sentence without a full stop.
pub fn sum(text: &str) -> Result<i64, String> {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    if signs.is_empty() {
        return Err("A number is missing".to_owned());
    }
    let mut reader = Reader { signs: &signs, at: 0 };
    let value = reader.sum(0)?;
    match reader.signs.get(reader.at) {
        None => Ok(value),
        Some(_) => Err(format!("Found {text:?}, expected a number or a sum such as 12+3*2")),
    }
}

struct Reader<'a> {
    signs: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, sign: char) -> bool {
        let is = self.signs.get(self.at) == Some(&sign);
        self.at += usize::from(is);
        is
    }

    fn sum(&mut self, depth: u8) -> Result<i64, String> {
        let mut value = self.product(depth)?;
        loop {
            let next = if self.take('+') {
                value.checked_add(self.product(depth)?)
            } else if self.take('-') || self.take('−') {
                value.checked_sub(self.product(depth)?)
            } else {
                return Ok(value);
            };
            value = next.ok_or_else(too_large)?;
        }
    }

    fn product(&mut self, depth: u8) -> Result<i64, String> {
        let mut value = self.factor(depth)?;
        loop {
            if self.take('*') || self.take('×') {
                value = value.checked_mul(self.factor(depth)?).ok_or_else(too_large)?;
            } else if self.take('/') {
                let by = self.factor(depth)?;
                if by == 0 {
                    return Err("Nothing can be divided by 0".to_owned());
                }
                if value.checked_rem(by) != Some(0) {
                    return Err(format!("{value}/{by} is no whole number"));
                }
                value = value.checked_div(by).ok_or_else(too_large)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self, depth: u8) -> Result<i64, String> {
        if depth > 20 {
            return Err("Too many brackets".to_owned());
        }
        if self.take('-') || self.take('−') {
            return self.factor(depth + 1)?.checked_neg().ok_or_else(too_large);
        }
        if self.take('+') {
            return self.factor(depth + 1);
        }
        if self.take('(') {
            let value = self.sum(depth + 1)?;
            return if self.take(')') { Ok(value) } else { Err("A bracket is not closed".to_owned()) };
        }
        let start = self.at;
        while self.signs.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        let digits: String = self.signs[start..self.at].iter().collect();
        if digits.is_empty() {
            let found: String = self.signs[start..].iter().collect();
            return Err(if found.is_empty() {
                "A number is missing at the end".to_owned()
            } else {
                format!("Found {found:?}, expected a number")
            });
        }
        digits.parse().map_err(|_| too_large())
    }
}

fn too_large() -> String {
    "The number is too large".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn a_number_field_takes_sums() {
        for (text, value) in
            [("12+3*2", 18), ("-4", -4), ("2*(3-1)", 4), (" 7 ", 7), ("12/4/3", 1), ("3 × 4 − 2", 10)]
        {
            assert_eq!(sum(text), Ok(value), "{text}");
        }
        for text in ["", "a", "3+", "7/2", "1/0", "(1", "9999999999999999999", "12 3 4 x"] {
            assert!(sum(text).is_err(), "{text}");
        }
        assert!(sum(&"(".repeat(10_000)).is_err());
    }

    #[test]
    fn a_bad_number_is_refused_where_it_is_typed_and_the_old_one_stays() {
        let mut harness = crate::widgets::harness(
            |ui, values: &mut Vec<i64>| {
                let last = values.last().copied();
                values.extend(number(ui, "Level", last, -3..=9, ""));
            },
            vec![2],
        );
        for (typed, expected) in [("3+4", 7), ("40", 7), ("x", 7)] {
            harness.get_all_by_label("Level").last().expect("the field").click();
            harness.run();
            harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
            harness.event(egui::Event::Text(typed.into()));
            harness.key_press(Key::Enter);
            harness.run();
            assert_eq!(harness.state().last(), Some(&expected), "{typed}");
        }
        assert!(harness.query_by_label_contains("expected a number").is_some());
    }

    #[test]
    fn a_text_is_taken_when_it_is_left_and_refused_with_its_reason() {
        let mut harness = crate::widgets::harness(
            |ui, value: &mut String| {
                let old = value.clone();
                let check = |text: &str| {
                    if text.len() == 4 {
                        Ok(text.to_owned())
                    } else {
                        Err(format!("{text} has not four signs"))
                    }
                };
                if let Some(new) = words(ui, "Hex", Some(&old), "", check) {
                    *value = new;
                }
            },
            "0412".to_owned(),
        );
        for (typed, expected) in [("0911", "0911"), ("99", "0911")] {
            harness.get_all_by_label("Hex").last().expect("the field").click();
            harness.run();
            harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
            harness.event(egui::Event::Text(typed.into()));
            harness.key_press(Key::Enter);
            harness.run();
            assert_eq!(harness.state(), expected);
        }
        assert!(harness.query_by_label_contains("99 has not four signs").is_some());
    }
}
