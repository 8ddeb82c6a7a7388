//! The tool strip of the Map workspace.

use egui::{Ui, vec2};

use crate::command::Command;
use crate::tools::Tool;
use crate::widgets::tool;

/// Shows the tools, one below the other.
pub fn strip_ui(ui: &mut Ui, current: Tool, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
    ui.add_space(6.0);
    let mut group = Tool::Select.group();
    for each in Tool::ALL {
        if each.group() != group {
            group = each.group();
            let (gap, _) = ui.allocate_exact_size(vec2(ui.available_width(), 7.0), egui::Sense::hover());
            let ink = egui::Stroke::new(1.0, crate::theme::Tokens::of(ui).line_soft);
            ui.painter().hline(gap.shrink(10.0).x_range(), gap.center().y, ink);
        }
        let response = ui
            .vertical_centered(|ui| tool(ui, each.name(), each.icon(), each.key().name(), each == current))
            .inner;
        if response.clicked() {
            commands.push(Command::Tool(each));
        }
        response.on_hover_ui(|ui| {
            ui.horizontal(|ui| {
                ui.label(egui::RichText::new(each.name()).text_style(crate::theme::named("strong")));
                ui.label(egui::RichText::new(each.key().name()).color(crate::theme::Tokens::of(ui).text_3));
            });
            ui.label(each.about());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::kittest::Queryable as _;

    #[test]
    fn every_tool_is_found_by_its_name() {
        let mut harness = crate::widgets::harness(
            |ui, commands: &mut Vec<Command>| strip_ui(ui, Tool::Select, commands),
            Vec::new(),
        );
        for each in Tool::ALL {
            harness.get_by_label(each.name()).click();
            harness.run();
        }
        assert_eq!(harness.state(), &Tool::ALL.map(Command::Tool));
    }
}
