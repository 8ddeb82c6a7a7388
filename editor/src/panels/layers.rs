//! The layers: what of the map is seen, how strongly, and what no tool may change.

use egui::{Align, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use crate::icons::icon;
use crate::layers::{Layers, MapLayer, Shown};
use crate::theme::{Tokens, size, space};
use crate::tools::Tool;
use crate::widgets::{body, focus_ring, head, line, small, strong};

/// How strongly a layer can be shown, in per cent; a click goes on to the next.
const STRENGTHS: [u8; 3] = [100, 60, 30];

/// The layer that a tool paints on, if it is one.
pub fn layer_of(tool: Tool) -> Option<MapLayer> {
    match tool {
        Tool::Brush | Tool::Fill => Some(MapLayer::Terrain),
        Tool::Level => Some(MapLayer::Levels),
        Tool::Hexside => Some(MapLayer::Hexsides),
        Tool::Road => Some(MapLayer::Roads),
        Tool::Label => Some(MapLayer::Labels),
        Tool::Piece => Some(MapLayer::Pieces),
        Tool::Select | Tool::Box | Tool::Stamp | Tool::Eyedropper | Tool::Eraser | Tool::Measure => None,
    }
}

/// Lists the layers from the top; the one that the tool paints on is marked.
pub fn layers_ui(ui: &mut Ui, layers: &mut Layers, tool: Tool) {
    let hidden = MapLayer::ALL.iter().filter(|layer| !layers.get(**layer).visible).count();
    let locked = MapLayer::ALL.iter().filter(|layer| layers.get(**layer).locked).count();
    let remark = match (hidden, locked) {
        (0, 0) => String::new(),
        (0, n) => format!("{n} locked"),
        (n, 0) => format!("{n} hidden"),
        (n, m) => format!("{n} hidden, {m} locked"),
    };
    head(ui, "Layers", &remark, |_| {});
    ui.add_space(space::XS);
    ui.spacing_mut().item_spacing.y = 0.0;
    for layer in MapLayer::ALL {
        let before = layers.get(layer);
        let mut shown = before;
        row(ui, layer, &mut shown, layer_of(tool) == Some(layer));
        if shown != before {
            layers.set(layer, shown);
        }
    }
    ui.add_space(space::S);
}

fn row(ui: &mut Ui, layer: MapLayer, shown: &mut Shown, chosen: bool) {
    let t = Tokens::of(ui);
    let (rect, over) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let hovered = over.contains_pointer();
    if chosen {
        ui.painter().rect_filled(rect, 0.0, t.accent_soft);
        ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 0.0, t.accent);
    }
    let name = layer.name();
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt(("layer", name))
            .max_rect(rect.shrink2(vec2(space::S, 0.0)))
            .layout(Layout::left_to_right(Align::Center)),
    );
    let ui = &mut child;
    ui.spacing_mut().item_spacing.x = 0.0;
    let (icon, words) =
        if shown.visible { ("eye", format!("Hide {name}")) } else { ("eyeoff", format!("Show {name}")) };
    if toggle(ui, icon, &words, if shown.visible { t.text } else { t.text_3 }).clicked() {
        shown.visible = !shown.visible;
    }
    let left = ui.cursor().left() + space::XS;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let (icon, words) = if shown.locked {
            ("lock", format!("Unlock {name}"))
        } else {
            ("unlock", format!("Lock {name}"))
        };
        // An open lock is the ordinary case and stays in the background.
        if toggle(ui, icon, &words, if shown.locked { t.text } else { t.text_3.gamma_multiply(0.7) })
            .clicked()
        {
            shown.locked = !shown.locked;
        }
        if shown.visible && strength(ui, name, shown.strength, hovered) {
            let at = STRENGTHS.iter().position(|strength| *strength == shown.strength);
            shown.strength = STRENGTHS[at.map_or(0, |at| (at + 1) % STRENGTHS.len())];
        }
        let ink = if shown.visible { t.text } else { t.text_3 };
        let font = if chosen { strong(ui) } else { body(ui) };
        let room = ui.cursor().right() - left - 4.0;
        line(ui.painter(), pos2(left, rect.center().y), room, name, font, ink);
    });
}

/// An icon that turns something on and off.
fn toggle(ui: &mut Ui, name: &str, words: &str, ink: egui::Color32) -> egui::Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(28.0, 24.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words));
    let ink = if response.hovered() { t.text } else { ink };
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, t.bg_hover);
    }
    icon(ui.painter(), name, Rect::from_center_size(rect.center(), egui::Vec2::splat(16.0)), ink);
    focus_ring(ui, &response);
    response.on_hover_text(words)
}

/// The strength of a layer as a quiet button; says whether it was clicked. Full strength is the ordinary case and
/// says so only where one looks for it.
fn strength(ui: &mut Ui, layer: &str, strength: u8, looked_at: bool) -> bool {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(44.0, 24.0), Sense::click());
    let words = format!("Strength of {layer}: {strength} %");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &words));
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, t.bg_hover);
    }
    if strength < 100 || looked_at || response.hovered() || response.has_focus() {
        let at = rect.right_center() - vec2(4.0, 0.0);
        ui.painter().text(at, egui::Align2::RIGHT_CENTER, format!("{strength} %"), small(ui), t.text_2);
    }
    focus_ring(ui, &response);
    response.on_hover_text(format!("{words}\nA click dims it")).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn each_layer_can_be_hidden_dimmed_and_locked_by_name() {
        let mut harness = crate::widgets::harness(
            |ui, layers: &mut Layers| layers_ui(ui, layers, Tool::Road),
            Layers::default(),
        );
        harness.get_by_label("Strength of Roads: 100 %").click();
        harness.run();
        assert_eq!(harness.state().get(MapLayer::Roads).strength, 60);
        harness.get_by_label("Lock Roads").click();
        harness.run();
        assert!(!harness.state().is_open(MapLayer::Roads) && harness.state().is_open(MapLayer::Terrain));
        harness.get_by_label("Unlock Roads").click();
        harness.run();
        harness.get_by_label("Hide Roads").click();
        harness.run();
        assert_eq!(harness.state().opacity(MapLayer::Roads), 0.0);
        harness.get_by_label("Show Roads").click();
        harness.run();
        assert!(harness.state().is_open(MapLayer::Roads));
    }
}
