//! The context bar: the tool and its options, or the turn and its phases.

use egui::{Align, Color32, Layout, Rect, Sense, Stroke, TextStyle, Ui, Vec2, pos2, vec2};
use engine::face::{HexsideLook, Terrain};
use engine::game::SideInfo;
use engine::session::Phase;

use crate::app::map::{Options, options_ui};
use crate::command::Command;
use crate::icons::icon;
use crate::play::Play;
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, body, focus_ring, side_mark_ui, small, strong, text};

/// The tool and its options.
pub fn tool_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let t = Tokens::of(ui);
    ui.horizontal_centered(|ui| {
        ui.add_space(space::M);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
        icon(ui.painter(), options.tools.tool.icon(), rect, t.accent);
        text(ui, options.tools.tool.name(), named("strong"), t.text);
        ui.add_space(space::S);
        options_ui(ui, options);
    });
}

/// What becomes of a part of the context bar where there is no room for all of them: hints go behind *more* first,
/// then checks, then buttons; swatches become a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// Always there.
    Keep,
    Swatches,
    Button,
    Check,
    Hint,
}

/// How a part is shown.
type Show = fn(&mut Ui, &mut Options<'_>);

/// A part of the context bar.
pub struct Part {
    fold: Fold,
    show: Show,
    /// What swatches become.
    menu: Option<Show>,
}

impl Part {
    pub const fn new(fold: Fold, show: Show) -> Self {
        Self { fold, show, menu: None }
    }

    /// Swatches, and the menu that they become.
    pub const fn swatches(show: Show, menu: Show) -> Self {
        Self { fold: Fold::Swatches, show, menu: Some(menu) }
    }
}

/// The width of *more*, with its space.
const MORE: f32 = 36.0;

/// Which parts fold, if these widths (with their spaces) are to fit into the room.
fn folded(parts: &[(Fold, f32, f32)], room: f32) -> Vec<bool> {
    let mut folded = vec![false; parts.len()];
    let width = |folded: &[bool]| -> f32 {
        let shown = parts.iter().zip(folded).map(|((fold, full, menu), is)| match (is, fold) {
            (false, _) => *full,
            (true, Fold::Swatches) => *menu,
            (true, _) => 0.0,
        });
        let more = parts.iter().zip(folded).any(|((fold, ..), is)| *is && *fold != Fold::Swatches);
        shown.sum::<f32>() + if more { MORE } else { 0.0 }
    };
    let order = |fold: Fold| (0..parts.len()).rev().filter(move |index| parts[*index].0 == fold);
    for index in [Fold::Hint, Fold::Check, Fold::Button, Fold::Swatches].into_iter().flat_map(order) {
        if width(&folded) <= room {
            break;
        }
        folded[index] = true;
    }
    // The menu of swatches may leave room for some of what went before them.
    for index in [Fold::Button, Fold::Check, Fold::Hint].into_iter().flat_map(order) {
        if std::mem::replace(&mut folded[index], false) && width(&folded) > room {
            folded[index] = true;
        }
    }
    folded
}

/// Shows parts in one row; what does not fit goes behind *more*. How wide a part is is known once it was shown.
pub fn row(ui: &mut Ui, options: &mut Options<'_>, parts: &[Part]) {
    let id = egui::Id::unique(("context", options.tools.tool.name()));
    let space = ui.spacing().item_spacing.x;
    let known = |ui: &Ui, index: usize, menu: bool| -> f32 {
        ui.data(|data| data.get_temp::<f32>(id.with((index, menu)))).map_or(0.0, |width| width + space)
    };
    let widths: Vec<(Fold, f32, f32)> = parts
        .iter()
        .enumerate()
        .map(|(index, part)| (part.fold, known(ui, index, false), known(ui, index, true)))
        .collect();
    let folded = folded(&widths, ui.available_width() - space::M);
    let mut learned = false;
    let mut show = |ui: &mut Ui, options: &mut Options<'_>, index: usize, menu: bool, show: Show| {
        let width = ui.scope(|ui| show(ui, options)).response.rect.width();
        let before = ui.data(|data| data.get_temp::<f32>(id.with((index, menu))));
        if before.is_none_or(|before| (before - width).abs() > 0.5) {
            ui.data_mut(|data| data.insert_temp(id.with((index, menu)), width));
            learned = true;
        }
    };
    for (index, part) in parts.iter().enumerate() {
        match (folded[index], part.menu) {
            (false, _) if part.fold == Fold::Hint => {}
            (false, _) => show(ui, options, index, false, part.show),
            (true, Some(menu)) => show(ui, options, index, true, menu),
            (true, None) => {}
        }
    }
    let said = || (0..parts.len()).filter(|index| parts[*index].fold == Fold::Hint && !folded[*index]);
    let behind = || parts.iter().zip(&folded).filter(|(part, is)| **is && part.menu.is_none());
    if behind().count() > 0 {
        let more = Button::icon_only("more", "More options").show(ui).on_hover_text("More options");
        egui::Popup::menu(&more).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
            for (part, _) in behind() {
                ui.horizontal(|ui| (part.show)(ui, options));
            }
        });
    }
    // What is only said stands at the other end, and takes all that is left of the row.
    for index in said() {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::M);
            show(ui, options, index, false, parts[index].show);
        });
    }
    if learned {
        ui.ctx().request_discard("a part of the context bar was measured");
    }
}

/// A button that shows what it paints before its name, in a place of 32 × 18 points.
pub fn swatch_button(
    ui: &mut Ui,
    name: &str,
    chosen: bool,
    digit: usize,
    paint: impl FnOnce(&egui::Painter, Rect, Color32),
) -> bool {
    let t = Tokens::of(ui);
    let font = if chosen { strong(ui) } else { body(ui) };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, t.text);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 58.0, 28.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, name));
    let (ground, edge, ink) = if chosen {
        (t.accent_soft, t.accent, t.accent)
    } else if response.hovered() {
        (t.bg_hover, Color32::TRANSPARENT, t.text)
    } else {
        (Color32::TRANSPARENT, Color32::TRANSPARENT, t.text)
    };
    ui.painter().rect(rect, 4.0, ground, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
    let middle = pos2(rect.left() + 24.0, rect.center().y);
    paint(ui.painter(), Rect::from_center_size(middle, vec2(32.0, 18.0)), ink);
    let at = pos2(rect.left() + 48.0, middle.y - galley.size().y / 2.0);
    ui.painter().galley_with_override_text_color(at, galley, ink);
    focus_ring(ui, &response);
    let tip = if digit <= 9 { format!("{name}   {digit}") } else { name.to_owned() };
    response.on_hover_text(tip).clicked()
}

/// A button that shows what it puts on a hexside.
pub fn side_button(ui: &mut Ui, name: &str, look: Option<HexsideLook>, chosen: bool, digit: usize) -> bool {
    swatch_button(ui, name, chosen, digit, |painter, rect, ink| match look {
        Some(look) => paint_side(painter, rect, look),
        None => icon(painter, "eraser", Rect::from_center_size(rect.center(), Vec2::splat(18.0)), ink),
    })
}

/// Paints what lies on a hexside, along the middle of a place.
fn paint_side(painter: &egui::Painter, rect: Rect, look: HexsideLook) {
    let (x, y) = (rect.left(), rect.center().y);
    let earth = Color32::from_rgb(0x6B, 0x4A, 0x24);
    let pale = Color32::from_rgb(0xF2, 0xE2, 0xBC);
    let stone = (Color32::from_rgb(0xB9, 0xB6, 0xAC), Color32::from_rgb(0x5E, 0x5B, 0x55));
    let line = |width: f32, colour| painter.hline(rect.x_range(), y, Stroke::new(width, colour));
    match look {
        HexsideLook::River | HexsideLook::Ford | HexsideLook::Bridge => {
            let wave: Vec<egui::Pos2> = (0..=16u8)
                .map(|i| pos2(x + f32::from(i) * 2.0, y - (f32::from(i) * 0.4).sin() * 3.0))
                .collect();
            painter.add(egui::Shape::line(wave.clone(), Stroke::new(7.0, water(true))));
            painter.add(egui::Shape::line(wave, Stroke::new(5.0, water(false))));
            if look == HexsideLook::Ford {
                for dx in [12.0, 16.0, 20.0] {
                    let ends = [pos2(x + dx, y - 7.0), pos2(x + dx, y + 7.0)];
                    painter.line_segment(ends, Stroke::new(3.0, earth));
                    painter.line_segment(ends, Stroke::new(1.6, pale));
                }
            }
            if look == HexsideLook::Bridge {
                let deck = Rect::from_center_size(pos2(x + 16.0, y), vec2(10.0, 16.0));
                painter.rect(deck, 1.0, pale, Stroke::new(1.6, earth), egui::StrokeKind::Inside);
                painter.vline(deck.center().x, deck.shrink(2.5).y_range(), Stroke::new(1.0, earth));
            }
        }
        HexsideLook::Cliff => {
            line(2.5, stone.1);
            for i in 0..6u8 {
                let at = x + 3.0 + f32::from(i) * 5.2;
                painter.line_segment([pos2(at, y), pos2(at, y + 6.0)], Stroke::new(1.8, stone.1));
            }
            painter.hline(rect.x_range(), y - 1.6, Stroke::new(1.0, stone.0));
        }
        HexsideLook::Wall => {
            line(6.0, stone.1);
            line(4.0, stone.0);
            for i in 1..5u8 {
                painter.vline(x + f32::from(i) * 6.4, y - 2.0..=y + 2.0, Stroke::new(1.0, stone.1));
            }
        }
        HexsideLook::Hedge => {
            for i in 0..6u8 {
                let at = pos2(x + 3.0 + f32::from(i) * 5.2, y + if i % 2 == 0 { -0.8 } else { 0.8 });
                let rim = Stroke::new(1.0, Color32::from_rgb(0x33, 0x4A, 0x26));
                painter.circle(at, 3.8, Color32::from_rgb(0x6E, 0x8C, 0x4E), rim);
            }
        }
    }
}

fn water(edge: bool) -> Color32 {
    if edge { Color32::from_rgb(0x4A, 0x7F, 0xA8) } else { Color32::from_rgb(0x8F, 0xBF, 0xDD) }
}

/// A hex in a terrain's own colours, as the board has them.
pub fn hex_swatch(ui: &mut Ui, terrain: &Terrain, width: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(width + 4.0, width), Sense::hover());
    paint_swatch(ui.painter(), rect.center(), width, terrain);
}

/// Paints the swatch of a terrain about a point.
pub fn paint_swatch(painter: &egui::Painter, centre: egui::Pos2, width: f32, terrain: &Terrain) {
    use engine::face::GroundLook;
    use export::palette::{Roles, Table, role};
    let roles = Roles::shipped();
    let colour = |role| {
        let rgb = roles.rgb(role, Table::Full);
        Color32::from_rgb(rgb.0, rgb.1, rgb.2)
    };
    let ground = match terrain.ground {
        GroundLook::Valley => role::VALLEY,
        GroundLook::Plateau => role::PLATEAU,
        GroundLook::Mountain => role::MOUNTAIN,
        GroundLook::Rock => role::ROCK,
        GroundLook::Water => role::WATER,
    };
    let points: Vec<egui::Pos2> = (0..6u8)
        .map(|i| centre + Vec2::angled(f32::from(i) * std::f32::consts::TAU / 6.0) * (width / 2.0))
        .collect();
    painter.add(egui::Shape::convex_polygon(
        points,
        colour(ground),
        Stroke::new(1.0, crate::canvas::marks::CASING),
    ));
    paint_cover(painter, centre, width, terrain);
}

/// Paints what stands on a terrain about a point: a few signs of it, in a hex so wide.
pub fn paint_cover(painter: &egui::Painter, centre: egui::Pos2, width: f32, terrain: &Terrain) {
    use engine::face::{CoverLook, GroundLook};
    let at = |x: f32, y: f32| centre + vec2(x, y) * width;
    let leaf = Color32::from_rgb(0x6E, 0x8C, 0x4E);
    let dark = Stroke::new(0.8, Color32::from_rgb(0x33, 0x4A, 0x26));
    let earth = Stroke::new(1.0, Color32::from_rgb(0x6B, 0x4A, 0x24));
    match terrain.cover {
        Some(CoverLook::Forest) => {
            for (x, y) in [(-0.18, -0.12), (0.16, -0.14), (-0.02, 0.14), (0.24, 0.12), (-0.26, 0.14)] {
                painter.circle(at(x, y), width * 0.13, leaf, dark);
            }
        }
        Some(CoverLook::LightWoods) => {
            for (x, y) in [(-0.2, -0.1), (0.18, -0.06), (0.0, 0.18)] {
                painter.circle(at(x, y), width * 0.1, leaf, dark);
            }
        }
        Some(CoverLook::Orchard) => {
            for (x, y) in
                [(-0.18, -0.16), (0.0, -0.16), (0.18, -0.16), (-0.18, 0.08), (0.0, 0.08), (0.18, 0.08)]
            {
                painter.circle(at(x, y), width * 0.06, leaf, dark);
            }
        }
        Some(CoverLook::Marsh) => {
            let reed = Stroke::new(1.2, Color32::from_rgb(0x4A, 0x7F, 0xA8));
            for (x, y) in [(-0.2, -0.1), (0.12, -0.06), (-0.06, 0.16)] {
                painter.line_segment([at(x - 0.1, y), at(x + 0.1, y)], reed);
                painter.line_segment([at(x, y), at(x, y - 0.12)], reed);
            }
        }
        Some(CoverLook::Fields) => {
            for i in -2..=2_i8 {
                let x = f32::from(i) * 0.12;
                painter.line_segment([at(x - 0.08, 0.26), at(x + 0.08, -0.26)], earth);
            }
        }
        Some(CoverLook::Village) => {
            for (x, y) in [(-0.16, -0.08), (0.14, -0.04), (0.0, 0.18)] {
                let house = Rect::from_center_size(at(x, y), vec2(0.16, 0.13) * width);
                painter.rect(
                    house,
                    0.0,
                    Color32::from_rgb(0xB0, 0x5A, 0x44),
                    earth,
                    egui::StrokeKind::Inside,
                );
            }
        }
        Some(CoverLook::Camp) => {
            let tent = vec![at(-0.2, 0.2), at(0.0, -0.24), at(0.2, 0.2)];
            painter.add(egui::Shape::convex_polygon(tent, Color32::from_rgb(0xF5, 0xEF, 0xDD), earth));
        }
        None if matches!(terrain.ground, GroundLook::Mountain | GroundLook::Rock) => {
            let ridge =
                vec![at(-0.25, 0.14), at(-0.06, -0.14), at(0.06, 0.02), at(0.16, -0.08), at(0.28, 0.14)];
            painter.add(egui::Shape::line(ridge, Stroke::new(1.4, crate::canvas::marks::CASING)));
        }
        None => {}
    }
}

/// The name of a phase without its side, whose mark stands before it.
fn short_name(phase: &Phase, sides: &[SideInfo]) -> String {
    let side = phase.side.and_then(|side| sides.get(usize::from(side.0)));
    let rest = side
        .and_then(|side| phase.name.strip_prefix(&side.short))
        .map_or(phase.name.as_str(), str::trim_start);
    let mut letters = rest.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => phase.name.clone(),
    }
}

/// The turn and the phases of both sides, and the one way to end this phase.
pub fn phases_ui(ui: &mut Ui, play: &Play, sides: &[SideInfo], narrow: bool, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let scene = play.scene();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_space(space::M);
        text(ui, format!("Turn {}", scene.turn), named("strong"), t.text);
        text(ui, format!("of {}", scene.turns), TextStyle::Body, t.text_3);
        ui.add_space(space::XS);
        // What alone can be answered stands with its question.
        let done = play.done().filter(|_| !play.only_done());
        let width = |words: &str, font| ui.painter().layout_no_wrap(words.to_owned(), font, t.text).size().x;
        let button = done.as_ref().map_or(0.0, |(label, _)| {
            width(label, body(ui)) + width("F8", small(ui)) + 30.0 + 2.0 * space::M
        });
        let room = ui.available_width() - button;
        let mut clip = ui.new_child(
            egui::UiBuilder::new()
                .max_rect(Rect::from_min_size(
                    pos2(ui.cursor().left(), ui.max_rect().top()),
                    vec2(room.max(80.0), ui.max_rect().height()),
                ))
                .layout(Layout::left_to_right(Align::Center)),
        );
        clip.shrink_clip_rect(clip.max_rect());
        let mut side = None;
        let first = if narrow { scene.phase } else { 0 };
        for (index, phase) in scene.phases.iter().enumerate().skip(first) {
            let current = index == scene.phase;
            // A phase for whose whole name there is no room is not named, nor any after it.
            let name = short_name(phase, sides);
            let font = if current { strong(&clip) } else { body(&clip) };
            let name_width = clip.painter().layout_no_wrap(name.clone(), font, t.text).size().x;
            let mark = if phase.side != side || index == first { 28.0 } else { 16.0 };
            let wanted = name_width + mark + if current { 16.0 } else { 0.0 };
            if !current && clip.cursor().left() + wanted > clip.max_rect().right() {
                break;
            }
            if phase.side != side || index == first {
                side = phase.side;
                if let Some(side) = side {
                    clip.add_space(4.0);
                    side_mark_ui(&mut clip, side.0);
                }
            } else {
                text(&mut clip, "›", TextStyle::Body, t.text_3);
            }
            if current && scene.ended.is_none() {
                let galley = clip.painter().layout_no_wrap(name, strong(&clip), t.accent);
                let (rect, response) =
                    clip.allocate_exact_size(galley.size() + vec2(16.0, 8.0), Sense::hover());
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &phase.name));
                clip.painter().rect(
                    rect,
                    4.0,
                    t.accent_soft,
                    Stroke::new(1.0, t.accent),
                    egui::StrokeKind::Inside,
                );
                clip.painter().galley(rect.min + vec2(8.0, 4.0), galley, t.accent);
            } else {
                let ink = if index < scene.phase { t.text_3 } else { t.text_2 };
                text(&mut clip, name, TextStyle::Body, ink);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::M);
            if let Some((label, enabled)) = done {
                let open = play.ask().and_then(|ask| ask.open.first());
                let reason = open.map_or("something is still open in this phase", |line| line.text.as_str());
                let off = (!enabled).then_some(reason);
                if Button::new(&label).key("F8").off(off).show(ui).clicked() {
                    commands.push(Command::EndPhase);
                }
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fold_in_their_order_and_come_back_where_a_menu_leaves_room() {
        let parts = [
            (Fold::Swatches, 400.0, 80.0),
            (Fold::Button, 100.0, 0.0),
            (Fold::Check, 120.0, 0.0),
            (Fold::Hint, 200.0, 0.0),
        ];
        for (room, expected) in [
            (820.0, [false, false, false, false]),
            (819.0, [false, false, false, true]),
            (620.0, [false, false, true, true]),
            (500.0, [false, true, true, true]),
            // The swatches are a menu: button and check have room again.
            (400.0, [true, false, false, true]),
            (230.0, [true, false, true, true]),
            (60.0, [true, true, true, true]),
        ] {
            assert_eq!(folded(&parts, room), expected, "{room}");
        }
    }
}
