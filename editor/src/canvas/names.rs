//! The names of regions and rivers where hexes are too small for the names of the board: at a fixed size, upright or
//! along their line.

use egui::epaint::TextShape;
use egui::{Align2, Color32, FontFamily, FontId, Painter, Rect, Vec2, pos2, vec2};
use engine::hex::Layout;
use engine::scenario::{Label, LabelKind};
use export::compose::map::FLAT;
use export::palette::{Role, Table, role};

use super::board::{Ground, roles_of};
use super::view::View;
use crate::tools::point;

/// The size of the names, in points.
const SIZE: f32 = 11.0;

/// How a name is turned, in radians: rivers lie along their line, regions on a steep one stand upright as they do on
/// the board, reading upwards in its west and downwards in its east.
fn angle(way: Vec2, is_river: bool, is_west: bool) -> f32 {
    let half = std::f32::consts::FRAC_PI_2;
    if !is_river {
        return match (way.y.abs() > way.x.abs(), is_west) {
            (false, _) => 0.0,
            (true, true) => -half,
            (true, false) => half,
        };
    }
    // Never upside down.
    let angle = if way.length() > 1.0 { way.y.atan2(way.x) } else { 0.0 };
    if angle > half {
        angle - 2.0 * half
    } else if angle <= -half {
        angle + 2.0 * half
    } else {
        angle
    }
}

/// Paints the names of regions and rivers; one that would lie on another is left out.
pub fn paint(painter: &Painter, canvas: Rect, view: &View, ground: Ground<'_>, strength: f32) {
    let large = |label: &&Label| matches!(label.kind, LabelKind::Region | LabelKind::River);
    let mut labels = ground.map.labels.iter().filter(large).peekable();
    if strength <= 0.0 || labels.peek().is_none() {
        return;
    }
    let known = painter.ctx().fonts(|fonts| fonts.families());
    let family = |name: &str| {
        let family = FontFamily::Name(name.into());
        if known.contains(&family) { family } else { FontFamily::Proportional }
    };
    let (italic, upright) = (family("book-italic"), family("book-semibold"));
    let roles = roles_of(ground.colours);
    let ink = |role: Role| {
        let rgb = roles.rgb(role, Table::Full);
        Color32::from_rgb(rgb.0, rgb.1, rgb.2).gamma_multiply(strength)
    };
    let layout = Layout::new(&ground.map.grid, FLAT);
    let seen = view.seen(canvas);
    let (width, height) = layout.size();
    let board = Rect::from_min_size(pos2(0.0, 0.0), vec2(width as f32, height as f32));
    let frame = Rect::from_min_max(view.screen(canvas, board.min), view.screen(canvas, board.max));
    let mut taken: Vec<Rect> = Vec::new();
    for label in labels {
        let from = point(layout.centre(label.at));
        let to = label.to.map_or(from, |to| point(layout.centre(to)));
        let middle = from.lerp(to, 0.5);
        if !seen.contains(middle) {
            continue;
        }
        let is_river = label.kind == LabelKind::River;
        let (words, font, tint) = if is_river {
            (label.text.clone(), FontId::new(SIZE, italic.clone()), ink(role::WATER_LINE))
        } else {
            (label.text.to_uppercase(), FontId::new(SIZE, upright.clone()), ink(role::CREST))
        };
        let angle = angle(to - from, is_river, middle.x < board.center().x);
        let mut at = view.screen(canvas, middle);
        if is_river {
            // Beside the water and not in it.
            at += vec2(angle.sin(), -angle.cos()) * SIZE;
        }
        let halo = painter.layout_no_wrap(words.clone(), font.clone(), ink(role::PAPER).gamma_multiply(0.7));
        let size = halo.size();
        let (sin, cos) = (angle.sin().abs(), angle.cos().abs());
        let turned = vec2(size.x * cos + size.y * sin, size.x * sin + size.y * cos);
        // What has room on the board does not hang over its edge.
        let rest = (frame.size() - turned).max(vec2(0.0, 0.0)) / 2.0;
        let room = Rect::from_center_size(frame.center(), rest * 2.0);
        at = room.clamp(at);
        let place = Rect::from_center_size(at, turned);
        if taken.iter().any(|other| other.intersects(place)) {
            continue;
        }
        taken.push(place);
        let turned = |galley, by| {
            let shape = TextShape::new(at + by - size / 2.0, galley, Color32::PLACEHOLDER);
            shape.with_angle_and_anchor(angle, Align2::CENTER_CENTER)
        };
        for (dx, dy) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
            painter.add(turned(halo.clone(), vec2(dx, dy)));
        }
        let galley = painter.layout_no_wrap(words, font, tint);
        painter.add(turned(galley, vec2(0.0, 0.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_never_upside_down_and_stand_as_on_the_board() {
        let half = std::f32::consts::FRAC_PI_2;
        for degrees in (0..360).step_by(15) {
            let (sin, cos) = (degrees as f32).to_radians().sin_cos();
            let river = angle(vec2(cos, sin) * 50.0, true, true);
            assert!(river > -half - 1e-4 && river <= half + 1e-4, "{degrees}: {river}");
        }
        assert_eq!(angle(vec2(60.0, 10.0), false, true), 0.0);
        assert_eq!(angle(vec2(5.0, 80.0), false, true), -half);
        assert_eq!(angle(vec2(5.0, -80.0), false, false), half);
    }
}
