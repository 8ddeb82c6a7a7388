//! The overview: all of the board as a small picture, with what the canvas shows of it. A click or a drag moves the
//! view there, and so do the arrow keys.

use egui::{Color32, Key, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, pos2, vec2};
use engine::face::HexsideLook;
use engine::hex::Layout;
use export::compose::map::FLAT;
use export::palette::{Role, Table, role};

use crate::canvas::board::{BoardCache, Ground, roles_of};
use crate::canvas::marks::{CASING, CORE};
use crate::canvas::widget::CanvasState;
use crate::layers::MapLayer;
use crate::theme::{Tokens, space};
use crate::widgets::{focus_ring, head};

/// The greatest height of the picture, in points.
const HEIGHT: f32 = 180.0;

/// More hexsides and hexes of roads than this are not drawn as lines: the picture has its own marks for them.
const LINES: usize = 4000;

/// Shows the overview of the board that a canvas shows.
pub fn overview_ui(ui: &mut Ui, ground: Ground<'_>, canvas: &mut CanvasState) {
    let t = Tokens::of(ui);
    let grid = ground.map.grid;
    head(ui, "Overview", &format!("{} × {} hexes", grid.columns, grid.rows), |_| {});
    ui.add_space(space::S);
    let frame = BoardCache::frame(ground);
    // A drawer over a low board has less room.
    let height = HEIGHT.min((ui.available_height() - space::M).max(60.0));
    let room = vec2((ui.available_width() - 2.0 * space::M).max(40.0), height);
    let scale = (room.x / frame.width().max(1.0)).min(room.y / frame.height().max(1.0));
    let size = (frame.size() * scale).max(vec2(8.0, 8.0));
    let (area, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), size.y), Sense::click_and_drag());
    let picture = Rect::from_center_size(area.center(), size);
    let seen = canvas.rect.map(|rect| canvas.view.seen(rect));
    let hex = |at: Pos2| {
        let layout = Layout::new(&grid, FLAT);
        let hex = layout.hex_at_point(f64::from(at.x), f64::from(at.y));
        if grid.contains(hex) { grid.label(hex) } else { "a place off the board".to_owned() }
    };
    let about = format!("Overview of the board, the view is about {}", hex(canvas.view.centre));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &about));

    let painter = ui.painter().with_clip_rect(area.expand(3.0).intersect(ui.clip_rect()));
    painter.rect_filled(picture, 0.0, t.bg_canvas);
    canvas.board.paint_overview(&painter, picture, ground);
    let to_picture = |p: Pos2| picture.min + (p - frame.min) * scale;
    lines(&painter, ground, scale, to_picture);
    if let Some(seen) = seen {
        let shown = Rect::from_min_max(to_picture(seen.min), to_picture(seen.max));
        // A view of a few hexes of a large map would be a dot that nobody finds.
        let shown = Rect::from_center_size(shown.center(), shown.size().max(vec2(6.0, 6.0)));
        let shown = shown.intersect(picture.expand(1.0));
        painter.add(Shape::Rect(egui::epaint::RectShape::stroke(
            shown,
            0.0,
            Stroke::new(3.5, CASING),
            StrokeKind::Middle,
        )));
        painter.rect_stroke(shown, 0.0, Stroke::new(1.5, CORE), StrokeKind::Middle);
    }
    painter.rect_stroke(picture, 0.0, Stroke::new(1.0, t.line_strong), StrokeKind::Outside);
    focus_ring(ui, &response);

    let down = response.is_pointer_button_down_on() || response.clicked();
    if let Some(at) = response.interact_pointer_pos().filter(|_| down) {
        let at = frame.min + (at - picture.min) / scale;
        canvas
            .move_to(pos2(at.x.clamp(frame.left(), frame.right()), at.y.clamp(frame.top(), frame.bottom())));
        ui.ctx().request_repaint();
    }
    if response.has_focus() {
        let filter =
            egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let step = seen.map_or(vec2(60.0, 60.0), |seen| seen.size() * 0.25);
        let ways = [
            (Key::ArrowLeft, vec2(-step.x, 0.0)),
            (Key::ArrowRight, vec2(step.x, 0.0)),
            (Key::ArrowUp, vec2(0.0, -step.y)),
            (Key::ArrowDown, vec2(0.0, step.y)),
        ];
        for (key, by) in ways {
            if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key)) {
                let to = canvas.view.centre + by;
                canvas.move_to(pos2(
                    to.x.clamp(frame.left(), frame.right()),
                    to.y.clamp(frame.top(), frame.bottom()),
                ));
                ui.ctx().request_repaint();
            }
        }
    }
    response.on_hover_text("A click or a drag moves the view; so do the arrow keys");
    ui.add_space(space::S);
}

/// Rivers, cliffs and roads, which would be dots in a picture of a few texels a hex.
fn lines(painter: &Painter, ground: Ground<'_>, scale: f32, to_picture: impl Fn(Pos2) -> Pos2) {
    let map = ground.map;
    if map.sides.len() + map.roads.iter().map(|road| road.hexes.len()).sum::<usize>() > LINES {
        return;
    }
    let layout = Layout::new(&map.grid, FLAT);
    let roles = roles_of(ground.colours);
    let ink = |role: Role, layer| {
        let rgb = roles.rgb(role, Table::Full);
        Color32::from_rgb(rgb.0, rgb.1, rgb.2).gamma_multiply(ground.layers.opacity(layer))
    };
    let place = |(x, y): (f64, f64)| to_picture(pos2(x as f32, y as f32));
    let width = |mm: f32, least: f32| (mm * scale).max(least);
    let road = Stroke::new(width(1.6, 1.0), ink(role::ROAD, MapLayer::Roads));
    for each in &map.roads {
        painter.line(each.hexes.iter().map(|hex| place(layout.centre(*hex))).collect(), road);
    }
    for (side, id) in &map.sides {
        let Some(kind) = ground.hexsides.iter().find(|kind| kind.id == *id) else { continue };
        let (role, mm) = match kind.look {
            HexsideLook::River | HexsideLook::Ford | HexsideLook::Bridge => (role::WATER_LINE, 4.0),
            HexsideLook::Cliff => (role::ROCK_MARK, 2.0),
            HexsideLook::Wall | HexsideLook::Hedge => continue,
        };
        let (a, b) = layout.side_ends(*side);
        let stroke = Stroke::new(width(mm, 1.2), ink(role, MapLayer::Hexsides));
        painter.line_segment([place(a), place(b)], stroke);
    }
}
