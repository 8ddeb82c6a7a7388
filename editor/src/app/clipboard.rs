//! What is done with a selection as a whole, and what goes through the system's clipboard.

use engine::scenario::Edit;

use super::{App, map};
use crate::command::{Command, Workspace};
use crate::document::Document;
use crate::selection::{Selection, Thing};
use crate::tools::{Change, Motion, Tool, middle, removed};

impl App {
    /// Copy, cut and paste come from the system as events of their own, not as keys.
    pub(super) fn clipboard_events(&self, _ctx: &egui::Context, _commands: &mut Vec<Command>) {}

    /// Changes the document, and lets the selection follow what it has selected; says whether anything changed.
    pub(super) fn changing(&mut self, change: impl FnOnce(&mut Document) -> bool) -> bool {
        let Some(document) = &mut self.document else { return false };
        let names = self.selection.named(document.scenario());
        let mut picked: Selection = self.tools.piece.map(Thing::Piece).map(Selection::thing).unwrap_or_default();
        let picked_names = picked.named(document.scenario());
        if !change(document) {
            self.selection.keep(document.scenario());
            return false;
        }
        self.selection.follow(&names, document.scenario());
        picked.follow(&picked_names, document.scenario());
        self.tools.piece = picked.pieces().next();
        self.play_is_stale();
        true
    }

    /// Carries out what is asked of the selection or of the stamp; false if it is something else.
    pub(super) fn carry_out_selected(&mut self, command: &Command, ctx: &egui::Context) -> bool {
        match command {
            Command::Say(words) => self.say(ctx, words.clone()),
            Command::SelectAll => {
                if let Some(document) = &self.document {
                    self.selection = map::select_all(document, self.tools.select.filter);
                    self.tools.tool = Tool::Select;
                }
            }
            Command::Delete => self.delete_selected(),
            Command::Turn(sixths) => self.turn(*sixths, ctx),
            Command::Flip(axis) => {
                let orientation = self.grid().map(|grid| grid.orientation).unwrap_or_default();
                self.lead_about(|about| Motion::Flip { about, axis: *axis, orientation }, ctx);
            }
            Command::FillWith => {
                self.tools.tool = Tool::Select;
                self.tools.select.fill = true;
            }
            Command::FillSelection(terrain) => {
                if let Some(document) = &self.document
                    && let Some(terrain) = document.game().terrains().get(*terrain)
                {
                    let hexes = self.selection.hexes.iter().copied().collect();
                    let change = Change::Terrain { hexes, terrain: terrain.id.clone() };
                    if let Some(edit) = document.edit_of(change) {
                        self.carry_out(Command::Edit(edit), ctx);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// What a command on the selection is about: what is selected, or the piece that is picked.
    fn chosen(&self) -> Selection {
        match self.tools.piece {
            Some(piece) if self.tools.tool == Tool::Piece => Selection::thing(Thing::Piece(piece)),
            _ => self.selection.clone(),
        }
    }

    fn turn(&mut self, sixths: i8, ctx: &egui::Context) {
        self.lead_about(|about| Motion::Turn { about, sixths }, ctx);
    }

    /// Turns or flips what is selected about its middle.
    fn lead_about(&mut self, motion: impl FnOnce(engine::hex::Hex) -> Motion, ctx: &egui::Context) {
        let Some(document) = &self.document else { return };
        let selection = self.chosen();
        let Some(about) = middle(document.scenario(), &selection) else { return };
        let mut commands = Vec::new();
        map::lead_along(document, &selection, motion(about), &self.layers, &mut commands);
        for command in commands {
            self.carry_out(command, ctx);
        }
    }

    fn delete_selected(&mut self) {
        if self.workspace != Workspace::Map {
            return;
        }
        let Some(document) = &self.document else { return };
        let selection = self.chosen();
        let edit = removed(document.scenario(), &selection, map::bare(document), &self.layers);
        self.press += 1;
        self.edit(edit);
    }

    fn edit(&mut self, edit: Edit) -> bool {
        self.changing(|document| document.apply(edit, None))
    }
}
