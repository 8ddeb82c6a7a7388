//! *Keys…*: every command with its key, which can be bound again.

use egui::{Event, Key, KeyboardShortcut, Modifiers, ScrollArea, Sense, TextStyle, Ui, vec2};

use crate::command::Command;
use crate::icons::icon;
use crate::keys::{self, KeySet, Keys};
use crate::theme::{Tokens, named, space};
use crate::widgets::{Button, Row, hint, sentence, text};

/// What the page remembers while it is open.
#[derive(Debug, Clone, Default)]
pub struct KeysPage {
    find: String,
    /// The command that waits for its new key.
    waits: Option<Command>,
    /// The key that was pressed for a command and already belongs to another, or to none that can give it.
    asked: Option<(Command, KeyboardShortcut)>,
}

impl KeysPage {
    /// Is the next key meant for a command, and not for the page?
    pub fn listens(&self) -> bool {
        self.waits.is_some()
    }
}

/// Shows the page.
pub fn keys_ui(ui: &mut Ui, page: &mut KeysPage, known: &Keys, commands: &mut Vec<Command>) {
    let t = Tokens::of(ui);
    let screen = ui.ctx().content_rect().size();
    ui.set_width(520.0_f32.min(screen.x - 60.0));
    text(ui, "Keys", named("title"), t.text);
    ui.add_space(space::S);
    let mut rebind = |keys: Keys| commands.push(Command::Rebind(Box::new(keys)));
    ui.horizontal(|ui| {
        let label = ui.label("Set");
        for set in KeySet::ALL {
            let chosen = known.set == set;
            if Button::new(set.name()).chosen(chosen).show(ui).labelled_by(label.id).clicked() && !chosen {
                *page = KeysPage { find: std::mem::take(&mut page.find), ..KeysPage::default() };
                rebind(Keys::of_set(set));
            }
        }
        let off = (!known.has_own()).then_some("every key is as in the set");
        if Button::new("All as in the set").off(off).show(ui).clicked() {
            rebind(Keys::of_set(known.set));
        }
    });
    ui.add_space(space::S);
    ui.add(
        egui::TextEdit::singleline(&mut page.find)
            .hint_text("Find a command")
            .desired_width(f32::INFINITY)
            .char_limit(60)
            .margin(egui::Margin::symmetric(8, 5)),
    )
    .widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Find a command"));
    ui.add_space(space::S);

    listen(ui, page, known, &mut rebind);

    let words = page.find.trim().to_lowercase();
    let room = (screen.y - 330.0).max(120.0);
    let list = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
    list.auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (menu, command) in keys::all() {
            let name = command.name();
            if !name.to_lowercase().contains(&words) && !menu.to_lowercase().contains(&words) {
                continue;
            }
            let all: Vec<String> = known.shortcuts(&command).iter().map(keys::words).collect();
            let waits = page.waits.as_ref() == Some(&command);
            let key = if waits { "press a key".to_owned() } else { all.join("  ") };
            let own = known.is_own(&command);
            let row = Row {
                text: &name,
                icon: own.then_some("edit"),
                icon_colour: Some(t.info),
                right: if key.is_empty() { menu } else { "" },
                key: &key,
                chosen: waits,
                ..Row::default()
            };
            let about = if own {
                "Yours, and not as in the set. Click to give it another key."
            } else {
                "Click, then press its new key."
            };
            let row = row.show(ui).on_hover_text(about);
            if row.clicked() {
                page.asked = None;
                page.waits = (!waits).then(|| command.clone());
            }
            row.context_menu(|ui| {
                if ui.add_enabled(own, egui::Button::new("As in the set")).clicked() {
                    let mut keys = known.clone();
                    keys.put_back(&command);
                    rebind(keys);
                }
                if ui.add_enabled(!all.is_empty(), egui::Button::new("No key")).clicked() {
                    let mut keys = known.clone();
                    keys.unbind(&command);
                    rebind(keys);
                }
            });
        }
        for (what, key) in [
            ("Smaller or larger brush", "[ ]"),
            ("Swatch of the tool", "1 … 9"),
            ("Move the cursor over the map", "Arrows"),
            ("Paint at the cursor, do the filled button", "Enter"),
            ("Drop the stroke, the pick, the selection", "Esc"),
            ("Pan", "Space + drag"),
        ] {
            if what.to_lowercase().contains(&words) {
                Row { text: what, key, faint: true, ..Row::default() }
                    .show(ui)
                    .on_hover_text("This key stays as it is.");
            }
        }
    });
    ui.add_space(space::S);
    answer_ui(ui, page, known, &mut rebind);
    ui.add_space(space::S);
    ui.horizontal(|ui| {
        let close = Button::new("Close").key("Esc").show(ui);
        if close.clicked() {
            commands.push(Command::Dismiss);
        }
        if let (Some(chosen), true) = (page.waits.clone(), page.asked.is_none()) {
            let off = (!known.is_own(&chosen)).then_some("it is as in the set");
            if Button::new("As in the set").off(off).show(ui).clicked() {
                let mut keys = known.clone();
                keys.put_back(&chosen);
                commands.push(Command::Rebind(Box::new(keys)));
                page.waits = None;
            }
            let off = known.shortcuts(&chosen).is_empty().then_some("it has none");
            if Button::new("No key").off(off).show(ui).clicked() {
                let mut keys = known.clone();
                keys.unbind(&chosen);
                commands.push(Command::Rebind(Box::new(keys)));
                page.waits = None;
            }
        }
    });
}

/// Takes the key that was pressed for the command that waits.
fn listen(ui: &Ui, page: &mut KeysPage, known: &Keys, rebind: &mut impl FnMut(Keys)) {
    let Some(command) = page.waits.clone() else { return };
    let pressed = ui.input_mut(|input| {
        // Egui makes these three of keys.
        let also = |event: &Event| match event {
            Event::Key { key, physical_key, modifiers, pressed: true, .. } => {
                Some((keys::named(*key, *physical_key, *modifiers), *modifiers))
            }
            Event::Copy => Some((Key::C, Modifiers::COMMAND)),
            Event::Cut => Some((Key::X, Modifiers::COMMAND)),
            Event::Paste(_) => Some((Key::V, Modifiers::COMMAND)),
            _ => None,
        };
        let pressed = input.events.iter().find_map(also);
        if pressed.is_some() {
            input.events.retain(|event| also(event).is_none() && !matches!(event, Event::Text(_)));
        }
        pressed
    });
    let Some((key, held)) = pressed else { return };
    if key == Key::Escape {
        (page.waits, page.asked) = (None, None);
        return;
    }
    let mut modifiers = Modifiers::NONE;
    for (is_held, modifier) in [
        (held.command || held.ctrl, Modifiers::COMMAND),
        (held.alt, Modifiers::ALT),
        (held.shift, Modifiers::SHIFT),
    ] {
        if is_held {
            modifiers |= modifier;
        }
    }
    let shortcut = KeyboardShortcut::new(modifiers, key);
    let owner = known.owner(shortcut);
    if keys::fixed(shortcut).is_some() || owner.as_ref().is_some_and(|owner| *owner != command) {
        page.asked = Some((command, shortcut));
        return;
    }
    let mut keys = known.clone();
    keys.bind(&command, shortcut);
    rebind(keys);
    (page.waits, page.asked) = (None, None);
}

/// What is to be said: what the page waits for, or whose key was pressed.
fn answer_ui(ui: &mut Ui, page: &mut KeysPage, known: &Keys, rebind: &mut impl FnMut(Keys)) {
    let t = Tokens::of(ui);
    let Some((command, shortcut)) = page.asked.clone() else {
        let words = match &page.waits {
            Some(command) => format!("Press the new key of {}, or Esc to leave it.", plain(command)),
            None => "Click a command, then press its new key.".to_owned(),
        };
        hint(ui, words);
        return;
    };
    let key = keys::words(&shortcut);
    let fixed = keys::fixed(shortcut);
    let owner = known.owner(shortcut);
    ui.horizontal_wrapped(|ui| {
        let (place, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
        icon(ui.painter(), "warning", place, t.warning);
        match (fixed, &owner) {
            (Some(reason), _) => {
                let words = sentence(&format!("{key} cannot be bound: {reason}"));
                text(ui, format!("{words} Press another."), TextStyle::Body, t.text);
            }
            (None, Some(owner)) => {
                text(ui, format!("{key} is the key of {}.", plain(owner)), TextStyle::Body, t.text);
                if Button::new(&format!("Give it to {}", plain(&command))).show(ui).clicked() {
                    let mut keys = known.clone();
                    keys.bind(&command, shortcut);
                    rebind(keys);
                    (page.waits, page.asked) = (None, None);
                }
            }
            (None, None) => {}
        }
    });
}

/// The name without the dots of what opens a page.
fn plain(command: &Command) -> String {
    command.name().trim_end_matches('…').to_owned()
}
