//! The keys of commands: two sets that ship, and what a person has bound otherwise.
//!
//! Menus, tooltips and the keyboard ask here, through [`Command::shortcuts`]. Keys that mean something only within
//! a view (arrows, Enter, Esc, digits for swatches, brackets for the brush) are not bound again.

use std::cell::RefCell;
use std::collections::BTreeMap;

use egui::{Key, KeyboardShortcut, Modifiers};
use engine::scenario::Flip;
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::tools::Tool;

/// The most keys of a person's own that are read from the settings.
const MAX_OWN: usize = 500;

/// A set of keys that ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeySet {
    #[default]
    Sandtable,
    /// Tools and turns as the hands of people who come from Tiled know them.
    Tiled,
}

impl KeySet {
    pub const ALL: [Self; 2] = [Self::Sandtable, Self::Tiled];

    pub fn name(self) -> &'static str {
        match self {
            Self::Sandtable => "Sandtable",
            Self::Tiled => "Tiled",
        }
    }

    fn shortcuts(self, command: &Command) -> Vec<KeyboardShortcut> {
        let one = |modifiers, key| vec![KeyboardShortcut::new(modifiers, key)];
        if self == Self::Tiled {
            let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
            match command {
                Command::Tool(Tool::Select) => return one(none, Key::S),
                Command::Tool(Tool::Fill) => return one(none, Key::F),
                Command::Tool(Tool::Eraser) => return one(none, Key::E),
                Command::Tool(Tool::Stamp) => return one(none, Key::T),
                Command::Tool(Tool::Box) => return one(none, Key::R),
                Command::Tool(Tool::Hexside) => return one(none, Key::H),
                Command::Tool(Tool::Label) => return one(none, Key::N),
                Command::Turn(1) => return one(none, Key::Z),
                Command::Turn(-1) => return one(shift, Key::Z),
                Command::Flip(Flip::Across) => return one(none, Key::X),
                Command::Flip(Flip::Along) => return one(none, Key::Y),
                _ => {}
            }
        }
        command.shipped_shortcuts()
    }
}

/// What a person has chosen: a set, and for some commands another key or none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys {
    pub set: KeySet,
    own: BTreeMap<String, Vec<KeyboardShortcut>>,
}

/// How they are kept: keys in words.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
struct Kept {
    set: KeySet,
    own: BTreeMap<String, Vec<String>>,
}

thread_local! {
    /// The keys of the window that runs on this thread.
    static IN_USE: RefCell<Keys> = RefCell::default();
}

/// From now on the window of this thread has these keys.
pub fn use_keys(keys: Keys) {
    IN_USE.with(|in_use| *in_use.borrow_mut() = keys);
}

/// The keys of a command in the window of this thread.
pub fn of(command: &Command) -> Vec<KeyboardShortcut> {
    IN_USE.with(|in_use| in_use.borrow().shortcuts(command))
}

/// Every command that can have a key, once, with its menu.
pub fn all() -> Vec<(&'static str, Command)> {
    let mut all: Vec<(&'static str, Command)> = Vec::new();
    for (menu, groups) in Command::menus() {
        for command in groups.into_iter().flatten() {
            if !all.iter().any(|(_, known)| *known == command) {
                all.push((menu, command));
            }
        }
    }
    all
}

impl Keys {
    /// The keys of a command; the first is shown.
    pub fn shortcuts(&self, command: &Command) -> Vec<KeyboardShortcut> {
        match self.own.get(&command.name()) {
            Some(own) => own.clone(),
            None => self.set.shortcuts(command),
        }
    }

    /// Has the person given it other keys than the set has?
    pub fn is_own(&self, command: &Command) -> bool {
        self.own.contains_key(&command.name())
    }

    /// Is anything bound otherwise than in the set?
    pub fn has_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// The command that this key belongs to: one press would be meant for both.
    pub fn owner(&self, shortcut: KeyboardShortcut) -> Option<Command> {
        all()
            .into_iter()
            .map(|(_, command)| command)
            .find(|command| self.shortcuts(command).iter().any(|known| clash(known, &shortcut)))
    }

    /// Gives a command this key and no other; whatever had it loses it.
    pub fn bind(&mut self, command: &Command, shortcut: KeyboardShortcut) {
        if let Some(owner) = self.owner(shortcut).filter(|owner| owner != command) {
            let mut left = self.shortcuts(&owner);
            left.retain(|known| !clash(known, &shortcut));
            self.set_own(&owner, left);
        }
        self.set_own(command, vec![shortcut]);
    }

    /// Leaves a command without a key.
    pub fn unbind(&mut self, command: &Command) {
        self.set_own(command, Vec::new());
    }

    fn set_own(&mut self, command: &Command, shortcuts: Vec<KeyboardShortcut>) {
        if self.set.shortcuts(command) == shortcuts {
            self.own.remove(&command.name());
        } else {
            self.own.insert(command.name(), shortcuts);
        }
    }

    /// Gives a command back what the set has for it; another command that got that key meanwhile loses it.
    pub fn put_back(&mut self, command: &Command) {
        self.own.remove(&command.name());
        for shortcut in self.shortcuts(command) {
            let others = all().into_iter().map(|(_, other)| other).filter(|other| other != command);
            for other in others.filter(|other| self.is_own(other)).collect::<Vec<_>>() {
                let mut left = self.shortcuts(&other);
                left.retain(|known| !clash(known, &shortcut));
                if left != self.shortcuts(&other) {
                    self.set_own(&other, left);
                }
            }
        }
    }

    /// A set as it ships.
    pub fn of_set(set: KeySet) -> Self {
        Self { set, own: BTreeMap::new() }
    }

    /// As the settings keep them.
    pub fn to_json(&self) -> serde_json::Value {
        let own = self.own.iter().map(|(name, keys)| (name.clone(), keys.iter().map(written).collect()));
        serde_json::to_value(Kept { set: self.set, own: own.collect() }).unwrap_or_default()
    }

    /// What the settings kept; what cannot be read is as it ships.
    pub fn from_json(value: &serde_json::Value) -> Self {
        let kept: Kept = serde_json::from_value(value.clone()).unwrap_or_default();
        let known: Vec<String> = all().into_iter().map(|(_, command)| command.name()).collect();
        let own = kept.own.into_iter().take(MAX_OWN).filter(|(name, _)| known.contains(name));
        let own = own.filter_map(|(name, keys)| {
            let keys: Option<Vec<_>> = keys.iter().map(|words| read(words)).collect();
            Some((name, keys?))
        });
        Self { set: kept.set, own: own.collect() }
    }
}

/// Is this press the one of a shortcut, with its modifiers and no other? A digit with Shift gives another sign, by
/// the layout of the keyboard: there the place of the key counts. A sign that only Shift brings out, as + on many
/// keyboards, is meant whether the shortcut names Shift or not.
pub fn is_meant(shortcut: &KeyboardShortcut, key: Key, place: Option<Key>, held: Modifiers) -> bool {
    let wanted = shortcut.logical_key;
    let of_place = shortcut.modifiers.shift && is_digit(wanted) && place == Some(wanted);
    let brought_out = is_sign(key) && place.is_some_and(|place| place != key);
    let shift = if brought_out { shortcut.modifiers.shift } else { held.shift };
    (wanted == key || of_place) && Modifiers { shift, ..held }.matches_exact(shortcut.modifiers)
}

/// Can one press be meant for both, on some keyboard?
fn clash(a: &KeyboardShortcut, b: &KeyboardShortcut) -> bool {
    let plain = |modifiers: Modifiers| Modifiers { shift: false, ..modifiers };
    a == b
        || a.logical_key == b.logical_key
            && is_sign(a.logical_key)
            && plain(a.modifiers) == plain(b.modifiers)
}

/// Is it a sign that some keyboards have above another?
fn is_sign(key: Key) -> bool {
    matches!(
        key,
        Key::Backslash
            | Key::Backtick
            | Key::CloseBracket
            | Key::CloseCurlyBracket
            | Key::Colon
            | Key::Comma
            | Key::Equals
            | Key::Exclamationmark
            | Key::Minus
            | Key::OpenBracket
            | Key::OpenCurlyBracket
            | Key::Period
            | Key::Pipe
            | Key::Plus
            | Key::Questionmark
            | Key::Quote
            | Key::Semicolon
            | Key::Slash
    )
}

/// The key that a shortcut names where this one was pressed.
pub fn named(key: Key, place: Option<Key>, held: Modifiers) -> Key {
    place.filter(|place| held.shift && is_digit(*place)).unwrap_or(key)
}

fn is_digit(key: Key) -> bool {
    key.name().parse::<u8>().is_ok()
}

/// Why a key cannot be given to a command; `None` if it can.
pub fn fixed(shortcut: KeyboardShortcut) -> Option<&'static str> {
    let bare = shortcut.modifiers.is_none();
    let digit = shortcut.logical_key.name().parse::<u8>().is_ok_and(|digit| digit > 0);
    match shortcut.logical_key {
        Key::Escape => Some("Esc drops what is going on"),
        Key::Tab => Some("Tab goes from one control to the next"),
        Key::Enter | Key::Space if bare => Some("it presses what has the focus"),
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => Some("arrows move the cursor"),
        Key::OpenBracket | Key::CloseBracket if bare => Some("brackets change the brush"),
        _ if bare && digit => Some("digits choose swatches"),
        _ => None,
    }
}

/// A key in words, as people write it: *Ctrl+Shift+Z*.
pub fn words(shortcut: &KeyboardShortcut) -> String {
    let name = match shortcut.logical_key {
        Key::Comma => ",",
        Key::Period => ".",
        Key::Plus => "+",
        Key::Minus => "-",
        Key::Equals => "=",
        Key::Slash => "/",
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::Delete => "Del",
        key => key.name(),
    };
    format!("{}{name}", held(shortcut.modifiers))
}

fn held(modifiers: Modifiers) -> String {
    let mut words = String::new();
    if modifiers.command || modifiers.ctrl {
        words.push_str("Ctrl+");
    }
    if modifiers.alt {
        words.push_str("Alt+");
    }
    if modifiers.shift {
        words.push_str("Shift+");
    }
    words
}

/// A key as the settings have it: modifiers, and the name of the key.
fn written(shortcut: &KeyboardShortcut) -> String {
    format!("{}{}", held(shortcut.modifiers), shortcut.logical_key.name())
}

fn read(words: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut rest = words;
    for (word, modifier) in
        [("Ctrl+", Modifiers::COMMAND), ("Alt+", Modifiers::ALT), ("Shift+", Modifiers::SHIFT)]
    {
        if let Some(after) = rest.strip_prefix(word) {
            (modifiers, rest) = (modifiers | modifier, after);
        }
    }
    let shortcut = KeyboardShortcut::new(modifiers, Key::from_name(rest)?);
    fixed(shortcut).is_none().then_some(shortcut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_each_set_every_key_has_one_command_and_could_be_bound() {
        for set in KeySet::ALL {
            let keys = Keys::of_set(set);
            let mut seen: Vec<(KeyboardShortcut, String)> = Vec::new();
            for (_, command) in all() {
                for shortcut in keys.shortcuts(&command) {
                    let other = seen.iter().find(|(known, _)| *known == shortcut);
                    assert_eq!(other, None, "{set:?}: {} has {shortcut:?} too", command.name());
                    assert_eq!(fixed(shortcut), None, "{}", command.name());
                    assert_eq!(read(&written(&shortcut)), Some(shortcut), "{}", command.name());
                    seen.push((shortcut, command.name()));
                }
            }
        }
    }

    #[test]
    fn a_key_that_is_given_away_is_lost_and_can_be_put_back() {
        let mut keys = Keys::default();
        let [brush, eraser] = [Tool::Brush, Tool::Eraser].map(Command::Tool);
        let b = KeyboardShortcut::new(Modifiers::NONE, Key::B);
        keys.bind(&eraser, b);
        assert_eq!(keys.owner(b), Some(eraser.clone()));
        assert_eq!(keys.shortcuts(&brush), []);
        assert_eq!(Keys::from_json(&keys.to_json()), keys);
        keys.put_back(&brush);
        assert_eq!(keys.owner(b), Some(brush));
        assert_eq!(keys.shortcuts(&eraser), []);
        keys.put_back(&eraser);
        assert_eq!(keys, Keys::default());
    }

    #[test]
    fn shift_and_a_digit_is_that_digit_whatever_sign_it_gives() {
        let fit = KeyboardShortcut::new(Modifiers::SHIFT, Key::Num1);
        let shift = Modifiers::SHIFT;
        assert!(is_meant(&fit, Key::Exclamationmark, Some(Key::Num1), shift));
        assert!(!is_meant(&fit, Key::Exclamationmark, Some(Key::Num2), shift));
        let undo = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
        let ctrl = Modifiers::COMMAND;
        assert!(!is_meant(&undo, Key::Y, Some(Key::Z), ctrl), "letters are where the layout has them");
    }

    #[test]
    fn a_key_is_meant_with_its_modifiers_and_no_other() {
        let (ctrl, alt, shift) = (Modifiers::COMMAND, Modifiers::ALT, Modifiers::SHIFT);
        let brush = KeyboardShortcut::new(Modifiers::NONE, Key::B);
        let save = KeyboardShortcut::new(ctrl, Key::S);
        assert!(is_meant(&brush, Key::B, Some(Key::B), Modifiers::NONE));
        assert!(!is_meant(&brush, Key::B, Some(Key::B), alt));
        assert!(!is_meant(&brush, Key::B, Some(Key::B), shift));
        assert!(!is_meant(&save, Key::S, Some(Key::S), ctrl | alt));
        assert!(!is_meant(&save, Key::S, Some(Key::S), ctrl | shift));
        let larger = KeyboardShortcut::new(ctrl, Key::Plus);
        assert!(is_meant(&larger, Key::Plus, Some(Key::Equals), ctrl | shift), "Shift brings the sign out");
        assert!(is_meant(&larger, Key::Plus, Some(Key::Plus), ctrl));
        assert!(!is_meant(&larger, Key::Plus, Some(Key::Equals), ctrl | shift | alt));
    }

    #[test]
    fn a_key_with_alt_is_its_own_and_a_sign_with_shift_is_not() {
        let mut keys = Keys::default();
        let eraser = Command::Tool(Tool::Eraser);
        let with_alt = KeyboardShortcut::new(Modifiers::ALT, Key::B);
        assert_eq!(keys.owner(with_alt), None);
        keys.bind(&eraser, with_alt);
        assert_eq!(keys.shortcuts(&Command::Tool(Tool::Brush)).len(), 1, "B alone is still the brush");
        let plus = KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, Key::Plus);
        assert_eq!(keys.owner(plus), Some(Command::ZoomIn));
        keys.bind(&eraser, plus);
        let left = keys.shortcuts(&Command::ZoomIn);
        assert!(left.iter().all(|shortcut| shortcut.logical_key != Key::Plus), "{left:?}");
    }

    #[test]
    fn settings_that_nobody_wrote_so_are_as_it_ships() {
        for text in [r#"{"set":"vi"}"#, "[]", r#"{"own":{"Save":["Ctrl+Nothing"],"No such":["Ctrl+S"]}}"#] {
            let value = serde_json::from_str(text).expect("it is JSON");
            assert_eq!(Keys::from_json(&value), Keys::default(), "{text}");
        }
    }
}
