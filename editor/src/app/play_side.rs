//! What a narrow window has no panel for in Play: the log and the overview are drawers over the board, the book a
//! sheet.

use egui::{Rect, Ui, pos2, vec2};

use crate::canvas::board::Ground;
use crate::canvas::widget::CanvasState;
use crate::command::Command;
use crate::document::Document;
use crate::panels::{overview, play};
use crate::play::Play;
use crate::theme::Tokens;
use crate::widgets::Button;

/// A drawer over the board of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawer {
    Log,
    Overview,
}

/// Esc closes the drawer that is open.
pub fn escape(ctx: &egui::Context, drawer: &mut Option<Drawer>) {
    if drawer.is_some() && ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape))
    {
        *drawer = None;
    }
}

/// The bar at the right: one icon a drawer, and the book.
pub fn bar_ui(ui: &mut Ui, drawer: &mut Option<Drawer>, book_open: bool, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
    ui.add_space(6.0);
    for (each, icon, name) in [(Drawer::Log, "note", "Log"), (Drawer::Overview, "map", "Overview")] {
        let open = *drawer == Some(each);
        let button = Button::icon_only(icon, name).least(30.0, 30.0).chosen(open);
        if button.show(ui).on_hover_text(name).clicked() {
            *drawer = if open { None } else { Some(each) };
        }
    }
    let book = Button::icon_only("book", "Rulebook beside the map").least(30.0, 30.0).chosen(book_open);
    if book.show(ui).on_hover_text("Rulebook   F1").clicked() {
        commands.push(Command::Book(None));
    }
}

/// The drawer that is open, over the right of the board.
pub fn drawer_ui(
    ui: &Ui,
    drawer: Drawer,
    document: &Document,
    play: &Play,
    board: &mut CanvasState,
    commands: &mut Vec<Command>,
) {
    let Some(canvas) = board.rect else { return };
    let t = Tokens::of(ui);
    let width = 300.0_f32.min(canvas.width() * 0.6);
    let place = Rect::from_min_max(pos2(canvas.right() - width, canvas.top()), canvas.right_bottom());
    egui::Area::new(egui::Id::unique("play drawer")).fixed_pos(place.min).order(egui::Order::Middle).show(
        ui.ctx(),
        |ui| {
            egui::Frame::new().fill(t.bg_app).shadow(ui.visuals().popup_shadow).show(ui, |ui| {
                ui.set_width(width);
                ui.set_height(place.height());
                match drawer {
                    Drawer::Log => play::log_ui(ui, play, document.game(), commands),
                    Drawer::Overview => overview::overview_ui(ui, Ground::of(document), board),
                }
            });
        },
    );
}
