//! What is done with a selection as a whole, and what goes through the system's clipboard.

use engine::hex::Hex;
use engine::scenario::{Clip, Edit};

use super::{App, map};
use crate::command::{Command, Workspace};
use crate::document::Document;
use crate::layers::MapLayer;
use crate::selection::{Selection, Thing};
use crate::tools::stamp::NOT_SET_DOWN;
use crate::tools::{Change, Motion, Tool, copied, middle, removed, set_down, turned_over};

impl App {
    /// Copy, cut and paste come from the system as events of their own, not as keys. Within a text they are the
    /// text's.
    pub(super) fn clipboard_events(&self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        let now = self.situation();
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                let command = match event {
                    egui::Event::Copy => Command::Copy,
                    egui::Event::Cut => Command::Cut,
                    egui::Event::Paste(text) => Command::PasteText(text.clone()),
                    _ => return true,
                };
                // What is to be copied may only now be selected, in the same slow frame.
                if !(now.document && now.in_map) {
                    return true;
                }
                commands.push(command);
                false
            });
        });
    }

    /// Changes the document, and lets the selection follow what it has selected; says whether anything changed.
    pub(super) fn changing(&mut self, change: impl FnOnce(&mut Document) -> bool) -> bool {
        let Some(document) = &mut self.document else { return false };
        let names = self.selection.named(document.scenario());
        let mut picked: Selection =
            self.tools.piece.map(Thing::Piece).map(Selection::thing).unwrap_or_default();
        let picked_names = picked.named(document.scenario());
        let chosen = |of: Option<usize>, thing: fn(usize) -> Thing| of.map(thing).map(Selection::thing);
        let mut region = chosen(self.tools.label.region, Thing::Region).unwrap_or_default();
        let mut known = chosen(self.tools.boxes.chosen, Thing::Box).unwrap_or_default();
        let (region_names, box_names) = (region.named(document.scenario()), known.named(document.scenario()));
        if !change(document) {
            self.selection.keep(document.scenario());
            return false;
        }
        // A stroke that is going on names things by their places in lists that are others now.
        if self.tools.stroke.take().is_some() {
            self.tools.pressed = None;
        }
        let scenario = document.scenario();
        self.selection.follow(&names, scenario);
        picked.follow(&picked_names, scenario);
        region.follow(&region_names, scenario);
        known.follow(&box_names, scenario);
        self.tools.piece = picked.pieces().next();
        self.tools.label.region = region
            .things
            .first()
            .and_then(|thing| if let Thing::Region(at) = thing { Some(*at) } else { None });
        self.tools.boxes.chosen =
            known.things.first().and_then(|thing| if let Thing::Box(at) = thing { Some(*at) } else { None });
        self.play_is_stale();
        true
    }

    /// Carries out what is asked of the selection or of the stamp; false if it is something else.
    pub(super) fn carry_out_selected(&mut self, command: &Command, ctx: &egui::Context) -> bool {
        match command {
            Command::Choose(selection) => self.choose(selection.clone()),
            Command::Say(words) => self.say(ctx, words.clone()),
            Command::SelectAll => {
                if let Some(document) = &self.document {
                    self.selection = map::select_all(document, self.tools.select.filter, &self.layers);
                    self.tools.tool = Tool::Select;
                }
            }
            Command::Copy => {
                self.copy(ctx);
            }
            Command::Cut => {
                if self.copy(ctx) {
                    self.delete_selected(ctx);
                }
            }
            // The system answers with an event.
            Command::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::PasteText(text) => self.paste(text, ctx),
            Command::Duplicate => self.duplicate(ctx),
            Command::Delete => self.delete_selected(ctx),
            Command::Turn(sixths) => self.turn(*sixths, ctx),
            Command::Flip(flip) => {
                let orientation = self.grid().map(|grid| grid.orientation).unwrap_or_default();
                if self.tools.tool == Tool::Stamp {
                    self.tools.stamp.flip(*flip, orientation);
                } else {
                    self.lead_about(|about| Motion::Flip { about, flip: *flip, orientation }, ctx);
                }
            }
            Command::FillWith => {
                self.tools.tool = Tool::Select;
                self.tools.select.fill = true;
            }
            Command::FillSelection(terrain) => {
                if self.is_open(MapLayer::Terrain, ctx)
                    && let Some(document) = &self.document
                    && let Some(terrain) = document.game().terrains().get(*terrain)
                {
                    let hexes = self.selection.hexes.iter().copied().collect();
                    let change = Change::Terrain { hexes, terrain: terrain.id.clone() };
                    if let Some(edit) = document.edit_of(change) {
                        self.edit(edit);
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// Selects; the tool that works on a region or a box works on the one that is chosen.
    fn choose(&mut self, selection: Selection) {
        match selection.only_thing() {
            Some(Thing::Region(region)) => self.tools.label.region = Some(region),
            Some(Thing::Box(chosen)) => self.tools.boxes.chosen = Some(chosen),
            Some(Thing::Piece(piece)) if self.tools.tool == Tool::Piece => self.tools.piece = Some(piece),
            _ => {}
        }
        self.selection = selection;
    }

    /// What a command on the selection is about: what is selected, or the piece that is picked.
    fn chosen(&self) -> Selection {
        match self.tools.piece {
            Some(piece) if self.tools.tool == Tool::Piece => Selection::thing(Thing::Piece(piece)),
            _ => self.selection.clone(),
        }
    }

    /// Puts what is selected into the clipboard and under the stamp; says whether there was anything.
    fn copy(&mut self, ctx: &egui::Context) -> bool {
        let Some(document) = &self.document else { return false };
        let Some(clip) = copied(document.scenario(), &self.chosen()) else {
            self.say(ctx, "Nothing of what is selected lies on the map, so nothing was copied.");
            return false;
        };
        ctx.copy_text(clip.to_text());
        self.tools.stamp.take_up(clip);
        true
    }

    /// Sets down what the clipboard holds: under the pointer, else where the cursor stands. The stamp takes it up.
    fn paste(&mut self, text: &str, ctx: &egui::Context) {
        if self.workspace != Workspace::Map || self.document.is_none() {
            return;
        }
        let clip = match Clip::from_text(text) {
            Ok(clip) => clip,
            Err(why) => {
                self.say(ctx, format!("Nothing was pasted: {why}."));
                return;
            }
        };
        self.tools.stamp.take_up(clip.clone());
        if self.tools.tool == Tool::Stamp {
            return;
        }
        let Some(grid) = self.grid() else { return };
        let at = self.map.hover.or(self.selection.cursor);
        self.set_down("Paste", &clip, at.unwrap_or_else(|| grid.at(grid.columns / 2, grid.rows / 2)), ctx);
    }

    /// A copy beside what is selected; of pieces alone in the same hexes.
    fn duplicate(&mut self, ctx: &egui::Context) {
        let Some(document) = &self.document else { return };
        let (scenario, selection) = (document.scenario(), self.chosen());
        let grid = scenario.map.grid;
        let (Some(clip), Some(anchor)) = (copied(scenario, &selection), middle(scenario, &selection)) else {
            self.say(ctx, "Nothing of what is selected lies on the map, so nothing was copied.");
            return;
        };
        let columns: Vec<i32> = clip.hexes_at(anchor).map(|hex| grid.column_row_signed(hex).0).collect();
        let width = columns.iter().max().unwrap_or(&0) - columns.iter().min().unwrap_or(&0) + 1;
        let only_pieces = !selection.things.is_empty()
            && selection.hexes.is_empty()
            && selection.things.iter().all(|thing| matches!(thing, Thing::Piece(_)));
        let (column, row) = grid.column_row_signed(anchor);
        // An even number of columns keeps the rows where they are.
        let by = width + width % 2;
        let beside = |by: i32| grid.at_signed(column + by, row);
        let fits = |to: Hex| clip.hexes_at(to).all(|hex| grid.contains(hex));
        let to = match only_pieces {
            true => anchor,
            false if fits(beside(by)) || !fits(beside(-by)) => beside(by),
            false => beside(-by),
        };
        self.set_down("Duplicate", &clip, to, ctx);
    }

    fn set_down(&mut self, verb: &str, clip: &Clip, at: Hex, ctx: &egui::Context) {
        let Some(document) = &self.document else { return };
        let (edit, selection) = set_down(document.scenario(), document.game(), verb, clip, at, &self.layers);
        if edit.is_nothing() {
            self.say(ctx, NOT_SET_DOWN);
            return;
        }
        if self.edit(edit) {
            self.tools.piece = selection.pieces().next().filter(|_| self.tools.tool == Tool::Piece);
            if self.tools.tool != Tool::Piece {
                self.tools.tool = Tool::Select;
            }
            self.selection = selection;
            if let Some(document) = &self.document {
                self.selection.keep(document.scenario());
            }
        }
    }

    /// Turns the stamp, what is selected about its middle, or the picked piece over.
    fn turn(&mut self, sixths: i8, ctx: &egui::Context) {
        let over = self.tools.tool == Tool::Piece && self.tools.piece.is_some();
        if over && !self.is_open(MapLayer::Pieces, ctx) {
            return;
        }
        match (self.tools.tool, self.tools.piece, &self.document) {
            (Tool::Stamp, ..) => self.tools.stamp.turn(sixths),
            (Tool::Piece, Some(piece), Some(document)) => {
                match turned_over(document.scenario(), document.game(), piece) {
                    Some(edit) => {
                        self.edit(edit);
                    }
                    None => self.say(ctx, "This piece has only one side."),
                }
            }
            _ => self.lead_about(|about| Motion::Turn { about, sixths }, ctx),
        }
    }

    /// Turns or flips what is selected about its middle.
    fn lead_about(&mut self, motion: impl FnOnce(Hex) -> Motion, ctx: &egui::Context) {
        let Some(document) = &self.document else { return };
        let selection = self.chosen();
        let Some(about) = middle(document.scenario(), &selection) else { return };
        let mut commands = Vec::new();
        map::lead_along(document, &selection, motion(about), &self.layers, &mut commands);
        for command in commands {
            self.carry_out(command, ctx);
        }
    }

    /// Removes what is selected. Hexes are laid bare only by the tool that selects them: for the others the one
    /// hex is no more than where the cursor stands.
    fn delete_selected(&mut self, ctx: &egui::Context) {
        let mut selection = self.chosen();
        if self.tools.tool != Tool::Select {
            selection.hexes.clear();
            if selection.is_empty() {
                self.say(ctx, "Only the Select tool (V) takes away all that lies on a hex.");
                return;
            }
        }
        let Some(document) = &self.document else { return };
        let edit = removed(document.scenario(), &selection, map::bare(document), &self.layers);
        if edit.is_nothing() && !selection.is_empty() {
            self.say(ctx, "The layers of what is selected are locked or hidden; nothing was removed.");
            return;
        }
        self.edit(edit);
    }

    /// May this layer be changed? If not the person is told why.
    fn is_open(&mut self, layer: MapLayer, ctx: &egui::Context) -> bool {
        match self.layers.closed(layer) {
            Some(why) => {
                self.say(ctx, why);
                false
            }
            None => true,
        }
    }

    /// One step of what a command changes.
    fn edit(&mut self, edit: Edit) -> bool {
        self.press += 1;
        self.changing(|document| document.apply(edit, None))
    }
}
