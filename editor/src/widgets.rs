//! The few widgets that the window is made of, painted with icons and tokens, each with a name.
//!
//! They answer as any egui widget does; what they mean is the panel's business.

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, FontId, Painter, Pos2, Rect, Response, Role, Sense, Stroke,
    StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::icons::icon;
use crate::theme::{Tokens, bold, named, size, space};

/// How a button looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Filled,
    Ghost,
    Danger,
}

/// A button: icon, word, key.
#[derive(Debug, Clone)]
pub struct Button<'a> {
    text: &'a str,
    icon: Option<&'a str>,
    key: &'a str,
    kind: Kind,
    chosen: bool,
    off: Option<&'a str>,
    least: Vec2,
    /// Whether the text is only a name, not shown.
    hidden: bool,
    wide: bool,
}

impl<'a> Button<'a> {
    /// A button with a word on it.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            icon: None,
            key: "",
            kind: Kind::Plain,
            chosen: false,
            off: None,
            least: vec2(0.0, size::CONTROL),
            hidden: false,
            wide: false,
        }
    }

    /// The one filled button of a view.
    pub fn filled(text: &'a str) -> Self {
        Self { kind: Kind::Filled, least: vec2(0.0, 30.0), ..Self::new(text) }
    }

    /// Without ground and edge until the pointer is on it.
    pub fn ghost(text: &'a str) -> Self {
        Self { kind: Kind::Ghost, ..Self::new(text) }
    }

    /// One that throws something away.
    pub fn danger(text: &'a str) -> Self {
        Self { kind: Kind::Danger, ..Self::new(text) }
    }

    /// An icon alone; the name is in the tooltip and for the screen reader.
    pub fn icon_only(icon: &'a str, name: &'a str) -> Self {
        Self { icon: Some(icon), hidden: true, least: vec2(28.0, 28.0), ..Self::ghost(name) }
    }

    /// With ground and edge, whatever it would have.
    #[must_use]
    pub fn framed(mut self) -> Self {
        self.kind = Kind::Plain;
        self
    }

    #[must_use]
    pub fn icon(mut self, icon: &'a str) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Its shortcut, shown on it.
    #[must_use]
    pub fn key(mut self, key: &'a str) -> Self {
        self.key = key;
        self
    }

    #[must_use]
    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    /// Off for this reason, which the tooltip says.
    #[must_use]
    pub fn off(mut self, reason: Option<&'a str>) -> Self {
        self.off = reason;
        self
    }

    #[must_use]
    pub fn least(mut self, width: f32, height: f32) -> Self {
        self.least = vec2(width, height);
        self
    }

    /// As wide as there is room.
    #[must_use]
    pub fn wide(mut self) -> Self {
        self.wide = true;
        self
    }

    /// Shows it.
    pub fn show(self, ui: &mut Ui) -> Response {
        let t = Tokens::of(ui);
        let enabled = self.off.is_none();
        let font =
            if self.kind == Kind::Filled || self.chosen { FontId::new(13.0, bold()) } else { body(ui) };
        let galley = (!self.hidden)
            .then(|| ui.painter().layout_no_wrap(self.text.to_owned(), font, Color32::PLACEHOLDER));
        let key = (!self.key.is_empty())
            .then(|| ui.painter().layout_no_wrap(self.key.to_owned(), small(ui), Color32::PLACEHOLDER));
        let pad = if self.hidden { 4.0 } else { 10.0 };
        let icon_width = if self.icon.is_some() { size::ICON } else { 0.0 };
        let gap = |shown: bool| if shown { 6.0 } else { 0.0 };
        let inner = icon_width
            + gap(self.icon.is_some() && galley.is_some())
            + galley.as_ref().map_or(0.0, |galley| galley.size().x)
            + key.as_ref().map_or(0.0, |key| key.size().x + 10.0);
        let width = if self.wide { ui.available_width() } else { (inner + 2.0 * pad).max(self.least.x) };
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(vec2(width, self.least.y.max(24.0)), sense);
        let (chosen, text) = (self.chosen, self.text);
        response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, chosen, text));
        if ui.is_rect_visible(rect) {
            let down = response.is_pointer_button_down_on();
            let hovered = response.hovered() && enabled;
            let (mut ground, mut edge, mut ink) = match self.kind {
                Kind::Plain => (t.bg_raised, t.line_strong, t.text),
                Kind::Filled => (t.accent_fill, Color32::TRANSPARENT, t.on_accent),
                Kind::Ghost => (Color32::TRANSPARENT, Color32::TRANSPARENT, t.text),
                Kind::Danger => (t.error_soft, t.error, t.error),
            };
            if hovered {
                ground = if self.kind == Kind::Filled { t.accent_fill_hover } else { t.bg_hover };
            }
            if down {
                ground = if self.kind == Kind::Filled { t.accent_fill_hover } else { t.bg_active };
            }
            if chosen {
                (ground, edge, ink) = (t.accent_soft, t.accent, t.accent);
            }
            if !enabled {
                (ground, edge, ink) =
                    (ground.gamma_multiply(0.5), edge.gamma_multiply(0.5), ink.gamma_multiply(0.5));
            }
            let painter = ui.painter();
            painter.rect(rect, CornerRadius::same(4), ground, Stroke::new(1.0, edge), StrokeKind::Inside);
            let centred = if self.wide { (width - inner) / 2.0 } else { pad };
            let mut x = if self.hidden { rect.center().x - size::ICON / 2.0 } else { rect.left() + centred };
            if let Some(name) = self.icon {
                let place = Rect::from_center_size(
                    pos2(x + size::ICON / 2.0, rect.center().y),
                    Vec2::splat(size::ICON),
                );
                icon(painter, name, place, ink);
                x += size::ICON + 6.0;
            }
            if let Some(galley) = galley {
                painter.galley_with_override_text_color(
                    pos2(x, rect.center().y - galley.size().y / 2.0),
                    galley,
                    ink,
                );
            }
            if let Some(key) = key {
                let right = rect.right() - if self.wide { centred } else { pad };
                let at = pos2(right - key.size().x, rect.center().y - key.size().y / 2.0);
                let ink = if self.kind == Kind::Filled { t.on_accent.gamma_multiply(0.85) } else { t.text_3 };
                painter.galley_with_override_text_color(at, key, ink);
            }
            focus_ring(ui, &response);
        }
        if let Some(reason) = self.off {
            return response.on_hover_text(reason);
        }
        response
    }
}

/// The ring of a widget that has the keyboard, painted two points outside of it; a mouse click leaves none.
pub fn focus_ring(ui: &Ui, response: &Response) {
    if response.has_focus() && !response.is_pointer_button_down_on() {
        let t = Tokens::of(ui);
        ui.painter().rect_stroke(
            response.rect.expand(2.0),
            CornerRadius::same(5),
            Stroke::new(2.0, t.focus),
            StrokeKind::Middle,
        );
    }
}

/// The font of a text style that egui always has.
pub fn font(ui: &Ui, style: &TextStyle) -> FontId {
    ui.style().text_styles.get(style).cloned().unwrap_or_else(|| FontId::proportional(13.0))
}

/// Noto Sans 13.
pub fn body(ui: &Ui) -> FontId {
    font(ui, &TextStyle::Body)
}

/// Noto Sans 12.
pub fn small(ui: &Ui) -> FontId {
    font(ui, &TextStyle::Small)
}

/// Noto Sans bold 13.
pub fn strong(ui: &Ui) -> FontId {
    font(ui, &named("strong"))
}

/// A label in a colour and a style.
pub fn text(ui: &mut Ui, text: impl Into<String>, style: TextStyle, colour: Color32) -> Response {
    ui.label(egui::RichText::new(text).text_style(style).color(colour))
}

/// A small label that explains.
pub fn hint(ui: &mut Ui, words: impl Into<String>) -> Response {
    let colour = Tokens::of(ui).text_3;
    text(ui, words, TextStyle::Small, colour)
}

/// The head of a panel: its name, a quiet remark, and what stands at its right. A long name takes two lines.
pub fn head(ui: &mut Ui, title: &str, remark: &str, right: impl FnOnce(&mut Ui)) {
    let t = Tokens::of(ui);
    let mut job = egui::text::LayoutJob::default();
    job.append(title, 0.0, egui::TextFormat::simple(strong(ui), t.text));
    if !remark.is_empty() {
        job.append(remark, space::S, egui::TextFormat::simple(small(ui), t.text_3));
    }
    job.wrap.max_width = (ui.available_width() - 2.0 * space::M).max(40.0);
    let galley = ui.painter().layout_job(job.clone());
    let height = if galley.rows.len() > 1 { galley.size().y + 10.0 } else { size::HEAD };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::ZERO, t.bg_raised);
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, t.line_soft));
    let inner = rect.shrink2(vec2(space::M, 0.0));
    let mut child = ui.new_child(
        egui::UiBuilder::new().max_rect(inner).layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    if galley.rows.len() > 1 {
        child.add(egui::Label::new(job).wrap());
    } else {
        text(&mut child, title, named("strong"), t.text);
        if !remark.is_empty() {
            child.add_space(2.0);
            text(&mut child, remark, TextStyle::Small, t.text_3);
        }
    }
    child.with_layout(egui::Layout::right_to_left(egui::Align::Center), right);
}

/// A row of a list.
#[derive(Debug, Clone, Default)]
pub struct Row<'a> {
    pub text: &'a str,
    pub icon: Option<&'a str>,
    pub icon_colour: Option<Color32>,
    /// A second line.
    pub detail: &'a str,
    /// At the right end, quiet.
    pub right: &'a str,
    /// A key cap at the right end.
    pub key: &'a str,
    pub chosen: bool,
    /// With more air than a list has.
    pub tall: bool,
    /// Bold, as the name of a group.
    pub strong: bool,
    pub faint: bool,
    pub indent: f32,
    /// Room for something painted by the caller, at the left.
    pub room: f32,
    /// Room that is kept free at the right.
    pub keep: f32,
}

impl Row<'_> {
    /// Shows it over the whole width. The answer's rectangle begins at the left edge of the panel.
    pub fn show(self, ui: &mut Ui) -> Response {
        let t = Tokens::of(ui);
        let height = match (self.detail.is_empty(), self.tall) {
            (false, _) => size::ROW_TWO_LINES,
            (true, true) => size::ROW_TALL,
            (true, false) => size::ROW,
        };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        let label = if self.detail.is_empty() {
            self.text.to_owned()
        } else {
            format!("{}, {}", self.text, self.detail)
        };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, self.chosen, &label));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let painter = ui.painter_at(rect.expand(2.0));
        if self.chosen {
            painter.rect_filled(rect, CornerRadius::ZERO, t.accent_soft);
            let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
            painter.rect_filled(bar, CornerRadius::ZERO, t.accent);
        } else if response.hovered() {
            painter.rect_filled(rect, CornerRadius::ZERO, t.bg_hover);
        }
        let mut x = rect.left() + space::M + self.indent + self.room;
        let ink = if self.faint { t.text_3 } else { t.text };
        if let Some(name) = self.icon {
            let place = Rect::from_center_size(pos2(x + 8.0, rect.center().y), Vec2::splat(16.0));
            icon(
                &painter,
                name,
                place,
                self.icon_colour.unwrap_or(if self.chosen { t.accent } else { t.text_2 }),
            );
            x += 24.0;
        }
        let mut right = rect.right() - space::M - self.keep;
        if !self.key.is_empty() {
            right = cap(&painter, pos2(right, rect.center().y), self.key, small(ui), t).left() - space::S;
        }
        if !self.right.is_empty() {
            let shown = painter.text(
                pos2(right, rect.center().y),
                Align2::RIGHT_CENTER,
                self.right,
                small(ui),
                t.text_3,
            );
            right = shown.left() - space::S;
        }
        let font = if self.chosen || self.strong { strong(ui) } else { body(ui) };
        let middle = rect.center().y - if self.detail.is_empty() { 0.0 } else { 8.0 };
        line(&painter, pos2(x, middle), right - x, self.text, font, ink);
        if !self.detail.is_empty() {
            line(&painter, pos2(x, rect.center().y + 8.0), right - x, self.detail, small(ui), t.text_3);
        }
        if response.has_focus() {
            painter.rect_stroke(
                rect.shrink(1.0),
                CornerRadius::same(3),
                Stroke::new(2.0, t.focus),
                StrokeKind::Inside,
            );
        }
        response
    }
}

/// A line of text, cut with an ellipsis where the room ends; `at` is the middle of its left end.
pub fn line(painter: &Painter, at: Pos2, width: f32, words: &str, font: FontId, colour: Color32) -> Rect {
    let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(8.0));
    let galley = painter.layout_job(job);
    let place = pos2(at.x, at.y - galley.size().y / 2.0);
    let rect = Rect::from_min_size(place, galley.size());
    painter.galley(place, galley, colour);
    rect
}

/// A key cap whose right middle is at a point.
pub fn cap(painter: &Painter, at: Pos2, key: &str, font: FontId, t: &Tokens) -> Rect {
    let galley = painter.layout_no_wrap(key.to_owned(), FontId::new(11.0, font.family), t.text_3);
    let rect = Rect::from_min_max(pos2(at.x - galley.size().x - 10.0, at.y - 9.0), pos2(at.x, at.y + 9.0));
    painter.rect(rect, CornerRadius::same(3), t.bg_raised, Stroke::new(1.0, t.line_soft), StrokeKind::Inside);
    painter.galley(pos2(rect.left() + 5.0, at.y - galley.size().y / 2.0), galley, t.text_3);
    rect
}

/// What the chip of problems, a tick or a warning looks like.
pub fn chip(ui: &mut Ui, name: &str, words: &str, ink: Color32, ground: Color32) -> Response {
    let galley = ui.painter().layout_no_wrap(words.to_owned(), body(ui), ink);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 38.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    ui.painter().rect_filled(rect, CornerRadius::same(4), ground);
    icon(
        ui.painter(),
        name,
        Rect::from_center_size(pos2(rect.left() + 16.0, rect.center().y), Vec2::splat(16.0)),
        ink,
    );
    ui.painter().galley(pos2(rect.left() + 30.0, rect.center().y - galley.size().y / 2.0), galley, ink);
    focus_ring(ui, &response);
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// The mark of a side: a square for the first, a disc for the second.
pub fn side_mark(painter: &Painter, centre: Pos2, width: f32, side: u8, t: &Tokens) {
    let colour = side_colour(t, side);
    if side == 0 {
        painter.rect_filled(Rect::from_center_size(centre, Vec2::splat(width)), CornerRadius::ZERO, colour);
    } else {
        painter.circle_filled(centre, width * 0.54, colour);
    }
}

/// The mark of a side among other widgets.
pub fn side_mark_ui(ui: &mut Ui, side: u8) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), Sense::hover());
    side_mark(ui.painter(), rect.center(), 11.0, side, Tokens::of(ui));
}

/// The colour of a side as text or mark in a panel.
pub fn side_colour(t: &Tokens, side: u8) -> Color32 {
    if side == 0 { t.side_a } else { t.side_b }
}

/// A citation: teal with dotted underline. Says that it was clicked; the caller opens the book.
pub fn rule_link(ui: &mut Ui, number: &str) -> Response {
    let response = crate::theme::rule_link(ui, number);
    let name = format!("Rule {number}");
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &name));
    response
}

/// A place or a file as a link.
pub fn link(ui: &mut Ui, words: &str) -> Response {
    let response = crate::theme::rule_link(ui, words);
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, words));
    response
}

/// The mark of a list that opens, in our own strokes.
pub fn chevron(ui: &Ui, rect: Rect, visuals: &egui::style::WidgetVisuals, _open: bool) {
    let place = Rect::from_center_size(rect.center(), Vec2::splat(16.0));
    icon(ui.painter(), "down", place, visuals.fg_stroke.color);
}

/// A tool of the strip: icon and key.
pub fn tool(ui: &mut Ui, name: &str, icon_name: &str, key: &str, chosen: bool) -> Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size::TOOL), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, name));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let (ground, edge, ink) = if chosen {
            (t.accent_soft, t.accent, t.accent)
        } else if response.hovered() {
            (t.bg_hover, Color32::TRANSPARENT, t.text)
        } else {
            (Color32::TRANSPARENT, Color32::TRANSPARENT, t.text)
        };
        painter.rect(rect, CornerRadius::same(4), ground, Stroke::new(1.0, edge), StrokeKind::Inside);
        icon(
            painter,
            icon_name,
            Rect::from_center_size(rect.center() - vec2(3.0, 2.0), Vec2::splat(20.0)),
            ink,
        );
        let key_ink = if chosen { t.accent } else { t.text_3 };
        painter.text(
            rect.right_bottom() - vec2(3.0, 2.0),
            Align2::RIGHT_BOTTOM,
            key,
            FontId::proportional(10.5),
            key_ink,
        );
        focus_ring(ui, &response);
    }
    response
}

/// One of few, side by side in a frame; answers which was chosen now. `off` is why none can be.
pub fn segments(
    ui: &mut Ui,
    width: f32,
    words: &[&str],
    chosen: Option<usize>,
    off: Option<&str>,
) -> Option<usize> {
    let t = Tokens::of(ui);
    let height = size::FIELD;
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let edge = if off.is_some() { t.line_soft } else { t.line_strong };
    ui.painter().rect(rect, CornerRadius::same(4), t.bg_input, Stroke::new(1.0, edge), StrokeKind::Inside);
    let ink = |on: bool| {
        if off.is_some() {
            t.text_3
        } else if on {
            t.accent
        } else {
            t.text
        }
    };
    let widths: Vec<f32> = words
        .iter()
        .map(|word| ui.painter().layout_no_wrap((*word).to_owned(), strong(ui), t.text).size().x + 16.0)
        .collect();
    let spare = (width - widths.iter().sum::<f32>()) / words.len().max(1) as f32;
    let mut answer = None;
    let mut x = rect.left();
    for (index, (word, natural)) in words.iter().zip(widths).enumerate() {
        let place = Rect::from_min_size(pos2(x, rect.top()), vec2(natural + spare, height));
        x = place.right();
        let id = ui.scope_id().with(("segment", rect.left() as i32, *word)).with(words.len());
        let sense = if off.is_none() { Sense::click() } else { Sense::hover() };
        let response = ui.interact(place, id, sense);
        let is_chosen = chosen == Some(index);
        response.widget_info(|| WidgetInfo::selected(Role::Button, off.is_none(), is_chosen, *word));
        let inner = place.shrink(2.0);
        if is_chosen {
            let (ground, edge) =
                if off.is_some() { (t.bg_raised, t.line_soft) } else { (t.accent_soft, t.accent) };
            ui.painter().rect(
                inner,
                CornerRadius::same(3),
                ground,
                Stroke::new(1.0, edge),
                StrokeKind::Inside,
            );
        } else if response.hovered() && off.is_none() {
            ui.painter().rect_filled(inner, CornerRadius::same(3), t.bg_hover);
        }
        if index > 0 && !is_chosen && chosen != Some(index - 1) {
            ui.painter().vline(place.left(), place.shrink(6.0).y_range(), Stroke::new(1.0, t.line_soft));
        }
        let font = if is_chosen { strong(ui) } else { body(ui) };
        let painter = ui.painter_at(place);
        let galley = painter.layout_no_wrap((*word).to_owned(), font, ink(is_chosen));
        painter.galley(place.center() - galley.size() / 2.0, galley, ink(is_chosen));
        focus_ring(ui, &response);
        if response.clicked() {
            answer = Some(index);
        }
        if let Some(reason) = off {
            response.on_hover_text(reason);
        }
    }
    answer
}

/// The width at which every word of [`segments`] has its room.
pub fn segments_width(ui: &Ui, words: &[&str]) -> f32 {
    let width = |word: &&str| {
        ui.painter().layout_no_wrap((*word).to_owned(), strong(ui), Tokens::of(ui).text).size().x + 18.0
    };
    words.iter().map(width).sum()
}

/// A thin upright line between groups of a bar.
pub fn bar_line(ui: &mut Ui) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(9.0, 18.0), Sense::hover());
    ui.painter().vline(rect.center().x, rect.y_range(), Stroke::new(1.0, t.line_soft));
}

/// A test's window with our fonts and styles.
/// With a capital letter and a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => {
            let dot = if words.ends_with('.') { "" } else { "." };
            format!("{}{}{dot}", first.to_uppercase(), letters.as_str())
        }
        None => String::new(),
    }
}

#[cfg(test)]
pub(crate) fn harness<'a, S: 'a>(
    app: impl FnMut(&mut Ui, &mut S) + 'a,
    state: S,
) -> egui_kittest::Harness<'a, S> {
    let setup = |ctx: &egui::Context| {
        crate::fonts::install(ctx);
        crate::theme::install(ctx, 1.0);
    };
    egui_kittest::Harness::builder()
        .with_size(vec2(900.0, 600.0))
        .with_context_setup(setup)
        .build_ui_state(app, state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn a_button_is_found_by_its_word_and_says_that_it_was_clicked() {
        let mut harness = crate::widgets::harness(
            |ui, clicks: &mut u32| {
                if Button::icon_only("undo", "Undo").show(ui).clicked() {
                    *clicks += 1;
                }
                if Button::new("Off").off(Some("select a piece first")).show(ui).clicked() {
                    *clicks += 100;
                }
            },
            0,
        );
        harness.get_by_label("Undo").click();
        harness.run();
        harness.get_by_label("Off").click();
        harness.run();
        assert_eq!(*harness.state(), 1);
    }
}
