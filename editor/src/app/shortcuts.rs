//! Keys: which command each asks for, and input of a slow frame that is meant for what comes only in the next.

use egui::{Key, Modifiers, vec2};

use super::App;
use crate::command::{Command, Recover, Workspace};
use crate::keys;
use crate::panels::pages::RecoveryState;

/// What was typed in the frame in which a page was asked for: it is meant for that page, whose field cannot take
/// it before it was shown.
#[derive(Default)]
pub(super) struct Held {
    events: Vec<egui::Event>,
    frames: u8,
}

impl Held {
    /// Gives it to the field that has the focus now, or after some frames to the page as it is.
    pub(super) fn give_back(&mut self, ctx: &egui::Context) {
        if self.events.is_empty() {
            return;
        }
        ctx.input_mut(|input| self.events.extend(input.events.extract_if(.., |event| is_typed(event))));
        self.frames += 1;
        if ctx.text_edit_focused() || self.frames > 3 {
            let held = std::mem::take(self);
            ctx.input_mut(|input| input.events.extend(held.events));
        }
        ctx.request_repaint();
    }
}

/// Was the first key of a frame pressed after its last button? Keys are asked for before the panels see the
/// pointer, so what was done first has to be found out.
pub(super) fn keys_come_last(events: &[egui::Event]) -> bool {
    use egui::Event::{Copy, Cut, Key, Paste};
    let button = events.iter().rposition(|event| matches!(event, egui::Event::PointerButton { .. }));
    let is_key = |event: &egui::Event| matches!(event, Key { pressed: true, .. } | Copy | Cut | Paste(_));
    let key = events.iter().position(is_key);
    matches!((button, key), (Some(button), Some(key)) if button < key)
}

fn is_typed(event: &egui::Event) -> bool {
    use egui::Event::{Copy, Cut, Key, Paste, Text};
    matches!(event, Key { .. } | Text(_) | Copy | Cut | Paste(_))
}

/// Takes out what comes after the first Tab and its release: it is meant for the field that has the keyboard only in
/// the next frame.
pub(super) fn after_tab(events: &mut Vec<egui::Event>) -> Vec<egui::Event> {
    use egui::Event::Key;
    let is_tab = |event: &egui::Event, down| matches!(event, Key { key: egui::Key::Tab, pressed, .. } if *pressed == down);
    let Some(tab) = events.iter().position(|event| is_tab(event, true)) else { return Vec::new() };
    let released = events.get(tab + 1).is_some_and(|event| is_tab(event, false));
    events.split_off(tab + 1 + usize::from(released))
}

fn is_function_key(key: Key) -> bool {
    matches!(
        key,
        Key::F1
            | Key::F2
            | Key::F3
            | Key::F4
            | Key::F5
            | Key::F6
            | Key::F7
            | Key::F8
            | Key::F9
            | Key::F10
            | Key::F11
            | Key::F12
    )
}

impl App {
    pub(super) fn shortcuts(&mut self, ctx: &egui::Context, commands: &mut Vec<Command>) {
        let now = self.situation();
        let typing = ctx.text_edit_focused();
        let in_book = self.workspace == Workspace::Rulebook && now.document;
        if in_book {
            // Its keys are its own, whatever they are elsewhere.
            self.rulebook_keys(ctx, typing);
        }
        let mut all: Vec<(egui::KeyboardShortcut, Command)> = Vec::new();
        for command in Command::menus().into_iter().flat_map(|(_, groups)| groups.into_iter().flatten()) {
            for shortcut in command.shortcuts() {
                all.push((shortcut, command.clone()));
            }
        }
        // Of a sign that Shift brings out the shortcut that names Shift is meant first.
        all.sort_by_key(|(shortcut, _)| !shortcut.modifiers.shift);
        let is_meant = |shortcut: &egui::KeyboardShortcut, command: &Command| {
            let plain = shortcut.modifiers.is_none() && !is_function_key(shortcut.logical_key);
            !(typing && (plain || shortcut.modifiers == Modifiers::SHIFT || command.is_of_text()))
        };
        // The page that offers edits back is answered before anything else is done.
        let behind = self.recovery.is_some();
        let may_be = |command: &Command| !behind || matches!(command, Command::Quit | Command::FullScreen);
        all.retain(|(shortcut, command)| is_meant(shortcut, command) && may_be(command));
        // In the order in which they were pressed, which a slow frame must not change.
        let mut asked: Vec<Command> = Vec::new();
        let held = &mut self.held;
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                if asked.last().is_some_and(Command::opens_page) && is_typed(event) {
                    held.events.push(event.clone());
                    return false;
                }
                let egui::Event::Key { key, physical_key, modifiers, pressed: true, .. } = event else {
                    return true;
                };
                // What comes before it may make possible what is not possible yet; else the key is left to others.
                let some = !asked.is_empty() || !commands.is_empty();
                let command = all.iter().find(|(shortcut, command)| {
                    keys::is_meant(shortcut, *key, *physical_key, *modifiers)
                        && (some || command.off(&now).is_none())
                });
                asked.extend(command.map(|(_, command)| command.clone()));
                command.is_none()
            });
        });
        for command in asked {
            if command.adds_up() || commands.last() != Some(&command) {
                commands.push(command);
            }
        }
        if !typing {
            self.clipboard_events(ctx, commands);
        }
        if !typing && self.document.is_none() && self.recovery.is_none() {
            self.welcome.keys(ctx, &self.settings.recent, commands);
        }
        if self.book_open && !in_book && now.document {
            self.rulebook_keys(ctx, typing);
        }
        if self.recovery.is_some() && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
            let answer = self.files.recovery.as_ref().map_or(Recover::WithEdits, RecoveryState::answer);
            commands.push(Command::Recover(answer));
        }
        let pan = [
            (Key::ArrowLeft, vec2(60.0, 0.0)),
            (Key::ArrowRight, vec2(-60.0, 0.0)),
            (Key::ArrowUp, vec2(0.0, 60.0)),
            (Key::ArrowDown, vec2(0.0, -60.0)),
        ];
        for (key, by) in pan {
            if self.document.is_some() && ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, key)) {
                if self.workspace == Workspace::Print {
                    self.print.view.pan(by);
                } else {
                    self.canvas().view.pan(by);
                }
            }
        }
    }

    /// The keys of the rulebook, wherever it is open.
    fn rulebook_keys(&mut self, ctx: &egui::Context, typing: bool) {
        let pressed = |modifiers, key| {
            let shortcut = egui::KeyboardShortcut::new(modifiers, key);
            let mut found = false;
            ctx.input_mut(|input| {
                input.events.retain(|event| {
                    let egui::Event::Key { key, physical_key, modifiers, pressed: true, .. } = event else {
                        return true;
                    };
                    let is = keys::is_meant(&shortcut, *key, *physical_key, *modifiers);
                    found |= is;
                    !is
                });
            });
            found
        };
        if pressed(Modifiers::COMMAND, Key::F) || !typing && pressed(Modifiers::NONE, Key::Slash) {
            self.book.focus_search = true;
        }
        if pressed(Modifiers::ALT, Key::ArrowLeft) {
            self.book.go_back();
        }
        if pressed(Modifiers::ALT, Key::ArrowRight) {
            self.book.go_forth();
        }
        if self.workspace != Workspace::Rulebook || self.document.is_none() || typing {
            return;
        }
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::N) {
            self.book.write_note = true;
        }
        if pressed(Modifiers::COMMAND, Key::D)
            && let Some(document) = &self.document
        {
            let game = document.game();
            if let Some(section) = game.rulebook().sections.get(self.book.section) {
                self.settings.books.entry(game.id().to_owned()).or_default().toggle(&section.slug);
            }
        }
    }
}
