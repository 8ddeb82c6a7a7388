//! The names of regions and rivers where hexes are too small for the names of the board: at a fixed size, upright or
//! along their line.

use egui::epaint::TextShape;
use egui::{Align2, Color32, FontFamily, FontId, Painter, Rect, vec2};
use engine::hex::Layout;
use engine::scenario::{Label, LabelKind};
use export::compose::map::FLAT;
use export::palette::{Role, Table, role};

use super::board::{Ground, roles_of};
use super::view::View;
use crate::tools::point;

/// The size of the names, in points.
const SIZE: f32 = 11.0;

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
        // Along the line, and never upside down.
        let way = to - from;
        let angle = if is_river && way.length() > 1.0 {
            let angle = way.y.atan2(way.x);
            let half = std::f32::consts::FRAC_PI_2;
            if angle > half {
                angle - 2.0 * half
            } else if angle <= -half {
                angle + 2.0 * half
            } else {
                angle
            }
        } else {
            0.0
        };
        let mut at = view.screen(canvas, middle);
        if is_river {
            // Beside the water and not in it.
            at += vec2(angle.sin(), -angle.cos()) * SIZE;
        }
        let halo = painter.layout_no_wrap(words.clone(), font.clone(), ink(role::PAPER).gamma_multiply(0.7));
        let size = halo.size();
        let (sin, cos) = (angle.sin().abs(), angle.cos().abs());
        let turned = vec2(size.x * cos + size.y * sin, size.x * sin + size.y * cos);
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
