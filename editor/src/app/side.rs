//! The right side of the Map workspace: the palette of the tool, what is selected, layers, history, overview. In a
//! narrow window it is a bar of icons whose drawers lie over the canvas.

use std::collections::BTreeSet;

use egui::{Rect, ScrollArea, Sense, Ui, Vec2, pos2, vec2};

use super::map;
use crate::canvas::board::Ground;
use crate::canvas::widget::CanvasState;
use crate::command::Command;
use crate::document::Document;
use crate::icons::icon;
use crate::layers::Layers;
use crate::panels::{history, inspector, layers, overview};
use crate::selection::Selection;
use crate::theme::{Tokens, size};
use crate::tools::{Change, Tool, ToolState};
use crate::widgets::{Button, head};

/// A part of the right side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    Palette,
    Selection,
    Layers,
    History,
    Overview,
}

impl Section {
    const ALL: [Self; 5] = [Self::Palette, Self::Selection, Self::Layers, Self::History, Self::Overview];

    fn name(self) -> &'static str {
        ["Palette", "Selection", "Layers", "History", "Overview"][self as usize]
    }

    fn icon(self) -> &'static str {
        ["brush", "settings", "layers", "history", "map"][self as usize]
    }
}

/// What the right side remembers in the session.
#[derive(Debug, Default)]
pub struct SideState {
    closed: BTreeSet<Section>,
    /// The drawer that is open in a narrow window.
    pub drawer: Option<Section>,
}

/// What the parts show and change.
pub struct Side<'a> {
    pub document: &'a Document,
    pub tools: &'a mut ToolState,
    pub selection: &'a Selection,
    pub layers: &'a mut Layers,
    pub canvas: &'a mut CanvasState,
    pub changes: &'a mut Vec<Change>,
    pub commands: &'a mut Vec<Command>,
}

impl SideState {
    /// Esc closes the drawer, if one is open and no stroke is to be dropped before it.
    pub fn escape(&mut self, ctx: &egui::Context, tools: &ToolState) {
        let escape =
            |input: &mut egui::InputState| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape);
        if self.drawer.is_some() && tools.stroke.is_none() && ctx.input_mut(escape) {
            self.drawer = None;
        }
    }
}

impl Side<'_> {
    /// Is there something to show? Where the tool has a palette, the place of the inspector is its while nothing is
    /// selected.
    fn has(&self, section: Section) -> bool {
        let palette =
            matches!(self.tools.tool, Tool::Brush | Tool::Fill | Tool::Piece | Tool::Box | Tool::Label);
        match section {
            Section::Palette => palette,
            Section::Selection => !palette || self.selection.cursor.is_some() || !self.selection.is_empty(),
            _ => true,
        }
    }

    fn show(&mut self, ui: &mut Ui, section: Section) {
        match section {
            Section::Palette => {
                let (mut changes, mut commands) = (Vec::new(), Vec::new());
                let mut options = map::Options {
                    document: self.document,
                    tools: self.tools,
                    selection: self.selection,
                    layers: self.layers,
                    compact: false,
                    changes: &mut changes,
                    commands: &mut commands,
                };
                map::palette_ui(ui, &mut options);
                self.let_through(changes, commands);
            }
            Section::Selection => {
                let (mut changes, mut commands) = (Vec::new(), Vec::new());
                inspector::inspector_ui(
                    ui,
                    self.document.scenario(),
                    self.document.game(),
                    self.selection,
                    self.tools,
                    &mut changes,
                    &mut commands,
                );
                self.let_through(changes, commands);
            }
            Section::Layers => layers::layers_ui(ui, self.layers, self.tools.tool),
            Section::History => {
                history::history_ui(ui, self.document.history(), self.document.game(), self.commands);
            }
            Section::Overview => {
                let ground = Ground::of(self.document).with_layers(self.layers);
                overview::overview_ui(ui, ground, self.canvas);
            }
        }
    }

    /// Passes on what a part asks for, if no layer that it changes is locked or hidden; else says so.
    fn let_through(&mut self, changes: Vec<Change>, commands: Vec<Command>) {
        let refused = |command: &Command| match command {
            Command::Edit(edit) => self.layers.refuses(edit),
            _ => None,
        };
        let why = changes.iter().find_map(|change| self.layers.refuses_change(change));
        match why.or_else(|| commands.iter().find_map(refused)) {
            Some(why) => self.commands.push(Command::Say(why)),
            None => {
                self.changes.extend(changes);
                self.commands.extend(commands);
            }
        }
    }

    /// All parts, one below the other, in a panel of its own. The overview stays in sight where there is room.
    pub fn panel_ui(&mut self, ui: &mut Ui, state: &mut SideState) {
        // What is too wide is cut off and makes the panel no wider: the board would jump under the pointer.
        let place = ui.max_rect();
        let mut within = ui.new_child(egui::UiBuilder::new().max_rect(place));
        within.shrink_clip_rect(place);
        self.parts_ui(&mut within, state);
        ui.advance_cursor_after_rect(place);
    }

    fn parts_ui(&mut self, ui: &mut Ui, state: &mut SideState) {
        let high = ui.available_height() > 900.0;
        if high {
            egui::Panel::bottom("overview").resizable(false).frame(egui::Frame::new()).show(ui, |ui| {
                self.fold_ui(ui, Section::Overview, state);
            });
        }
        ScrollArea::vertical().id_salt("side").auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for section in Section::ALL {
                if self.has(section) && !(high && section == Section::Overview) {
                    ui.scope(|ui| self.fold_ui(ui, section, state));
                }
            }
        });
    }

    /// A part whose head folds it away.
    fn fold_ui(&mut self, ui: &mut Ui, section: Section, state: &mut SideState) {
        let top = ui.cursor().min;
        let width = ui.available_width();
        let open = !state.closed.contains(&section);
        if open {
            self.show(ui, section);
        } else {
            head(ui, section.name(), "", |_| {});
        }
        // The head belongs to the part. Its mark stands at the right, left of a button that the part has there.
        let taken = open
            && match section {
                Section::Palette => self.tools.tool == Tool::Label,
                Section::Selection => self.selection.cursor.is_some() || !self.selection.is_empty(),
                _ => false,
            };
        let right = if taken { 44.0 } else { 0.0 };
        let handle = Rect::from_min_size(top, vec2(width - right, size::HEAD));
        let response = ui.interact(handle, egui::Id::unique("fold").with(section), Sense::click());
        let words = format!("{} {}", if open { "Fold" } else { "Unfold" }, section.name());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &words));
        let t = Tokens::of(ui);
        let ink = if response.hovered() { t.text } else { t.text_3 };
        let middle = pos2(handle.right() - 18.0, top.y + size::HEAD / 2.0);
        let place = Rect::from_center_size(middle, Vec2::splat(14.0));
        icon(ui.painter(), if open { "down" } else { "right" }, place, ink);
        crate::widgets::focus_ring(ui, &response);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
            && !state.closed.remove(&section)
        {
            state.closed.insert(section);
        }
    }

    /// The bar of a narrow window: one icon a part.
    pub fn bar_ui(&self, ui: &mut Ui, state: &mut SideState) {
        ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
        ui.add_space(6.0);
        if !state.drawer.is_none_or(|section| self.has(section)) {
            state.drawer = None;
        }
        for section in Section::ALL.into_iter().filter(|section| self.has(*section)) {
            let open = state.drawer == Some(section);
            let button = Button::icon_only(section.icon(), section.name()).least(30.0, 30.0).chosen(open);
            if button.show(ui).on_hover_text(section.name()).clicked() {
                state.drawer = if open { None } else { Some(section) };
            }
        }
    }

    /// The drawer that is open, over the right of the canvas.
    pub fn drawer_ui(&mut self, ui: &Ui, state: &mut SideState, canvas: Rect) {
        let Some(section) = state.drawer else { return };
        let t = Tokens::of(ui);
        let width = 264.0_f32.min(canvas.width() * 0.6);
        let corner = pos2(canvas.right() - width, canvas.top());
        egui::Area::new(egui::Id::unique("drawer")).fixed_pos(corner).order(egui::Order::Middle).show(
            ui.ctx(),
            |ui| {
                egui::Frame::new().fill(t.bg_app).shadow(ui.visuals().popup_shadow).show(ui, |ui| {
                    ui.set_width(width);
                    ui.set_max_height(canvas.height());
                    ScrollArea::vertical().id_salt("drawer").auto_shrink([false, true]).show(ui, |ui| {
                        self.show(ui, section);
                    });
                });
            },
        );
    }
}
