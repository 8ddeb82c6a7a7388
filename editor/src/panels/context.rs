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
use crate::widgets::{Button, body, focus_ring, side_mark_ui, strong, text};

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

/// A button that shows what it puts on a hexside.
pub fn side_button(ui: &mut Ui, name: &str, look: Option<HexsideLook>, chosen: bool, digit: usize) -> bool {
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
    let (x, y) = (rect.left() + 8.0, rect.center().y);
    let wave: Vec<egui::Pos2> =
        (0..=16u8).map(|i| pos2(x + f32::from(i) * 2.0, y - (f32::from(i) * 0.4).sin() * 3.0)).collect();
    match look {
        Some(look) => {
            ui.painter().add(egui::Shape::line(wave.clone(), Stroke::new(7.0, water(true))));
            ui.painter().add(egui::Shape::line(wave, Stroke::new(5.0, water(false))));
            if look == HexsideLook::Ford {
                for dx in [12.0, 16.0, 20.0] {
                    let ends = [pos2(x + dx, y - 7.0), pos2(x + dx, y + 7.0)];
                    ui.painter().line_segment(ends, Stroke::new(3.0, Color32::from_rgb(0x6B, 0x4A, 0x24)));
                    ui.painter().line_segment(ends, Stroke::new(1.6, Color32::from_rgb(0xF2, 0xE2, 0xBC)));
                }
            }
        }
        None => {
            icon(ui.painter(), "eraser", Rect::from_center_size(pos2(x + 16.0, y), Vec2::splat(18.0)), ink)
        }
    }
    ui.painter().galley_with_override_text_color(
        pos2(rect.left() + 48.0, y - galley.size().y / 2.0),
        galley,
        ink,
    );
    focus_ring(ui, &response);
    response.on_hover_text(format!("{name}   {digit}")).clicked()
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
    use engine::face::{CoverLook, GroundLook};
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
    match terrain.cover {
        Some(CoverLook::Forest) => {
            for (x, y) in [(-0.18, -0.12), (0.16, -0.14), (-0.02, 0.14), (0.24, 0.12), (-0.26, 0.14)] {
                let at = centre + vec2(x, y) * width;
                painter.circle(
                    at,
                    width * 0.13,
                    Color32::from_rgb(0x6E, 0x8C, 0x4E),
                    Stroke::new(0.8, Color32::from_rgb(0x33, 0x4A, 0x26)),
                );
            }
        }
        Some(CoverLook::Camp) => {
            let at = |x: f32, y: f32| centre + vec2(x, y) * width;
            let tent = vec![at(-0.2, 0.2), at(0.0, -0.24), at(0.2, 0.2)];
            painter.add(egui::Shape::convex_polygon(
                tent,
                Color32::from_rgb(0xF5, 0xEF, 0xDD),
                Stroke::new(1.0, Color32::from_rgb(0x6B, 0x4A, 0x24)),
            ));
        }
        None if matches!(terrain.ground, GroundLook::Mountain | GroundLook::Rock) => {
            let at = |x: f32, y: f32| centre + vec2(x, y) * width;
            let ridge =
                vec![at(-0.25, 0.14), at(-0.06, -0.14), at(0.06, 0.02), at(0.16, -0.08), at(0.28, 0.14)];
            painter.add(egui::Shape::line(ridge, Stroke::new(1.4, crate::canvas::marks::CASING)));
        }
        _ => {}
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
        let done = play.done();
        let room = ui.available_width() - if done.is_some() { 190.0 } else { 10.0 };
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
                let galley = clip.painter().layout_no_wrap(short_name(phase, sides), strong(&clip), t.accent);
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
                text(
                    &mut clip,
                    short_name(phase, sides),
                    TextStyle::Body,
                    if index < scene.phase { t.text_3 } else { t.text_2 },
                );
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::M);
            if let Some((label, enabled)) = done {
                let off = (!enabled).then_some("something is still open in this phase");
                if Button::new(&label).key("F8").off(off).show(ui).clicked() {
                    commands.push(Command::EndPhase);
                }
            }
        });
    });
}
