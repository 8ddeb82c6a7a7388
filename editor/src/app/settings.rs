//! What the window keeps between starts: colours, scale, recent files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::command::ThemeChoice;
use crate::keys::Keys;
use crate::panels::book::aside::Kept;
use crate::panels::print::Choices;
use crate::panels::welcome::Recent;

/// The settings of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    pub theme: ThemeChoice,
    /// Per cent, 80 to 200.
    pub scale: u16,
    /// Jumps of the view are made at once.
    pub still: bool,
    /// The size of the rulebook's text, in per cent.
    pub book_text: u16,
    /// The newest first.
    pub recent: Vec<Recent>,
    /// Bookmarks and notes in the rulebooks, by the id of the game.
    pub books: BTreeMap<String, Kept>,
    /// What was chosen for paper.
    pub print: Choices,
    pub keys: Keys,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::System,
            scale: 100,
            still: false,
            book_text: 100,
            recent: Vec::new(),
            books: BTreeMap::new(),
            print: Choices::default(),
            keys: Keys::default(),
        }
    }
}

const KEY: &str = "settings";

impl Settings {
    /// What was kept; what cannot be read is as at the first start.
    pub fn load(storage: Option<&dyn eframe::Storage>) -> Self {
        let mut settings = Self::default();
        let Some(text) = storage.and_then(|storage| storage.get_string(KEY)) else { return settings };
        let Ok(value) = serde_json::from_str::<serde_json::Value>(&text) else { return settings };
        settings.theme = match value["theme"].as_str() {
            Some("dark") => ThemeChoice::Dark,
            Some("light") => ThemeChoice::Light,
            _ => ThemeChoice::System,
        };
        if let Some(scale) = value["scale"].as_u64() {
            settings.scale = u16::try_from(scale).unwrap_or(100).clamp(80, 200);
        }
        settings.still = value["still"].as_bool().unwrap_or(false);
        if let Some(percent) = value["book_text"].as_u64() {
            settings.book_text = crate::panels::book::text_size(u16::try_from(percent).unwrap_or(100));
        }
        settings.print = Choices::from_json(&value["print"]);
        settings.keys = Keys::from_json(&value["keys"]);
        settings.recent = serde_json::from_value(value["recent"].clone()).unwrap_or_default();
        settings.books = serde_json::from_value(value["books"].clone()).unwrap_or_default();
        settings
    }

    /// Keeps them.
    pub fn save(&self, storage: &mut dyn eframe::Storage) {
        let theme = match self.theme {
            ThemeChoice::System => "system",
            ThemeChoice::Dark => "dark",
            ThemeChoice::Light => "light",
        };
        let print = self.print.to_json();
        let value = serde_json::json!({
            "theme": theme, "scale": self.scale, "still": self.still, "recent": self.recent, "books": self.books, "print": print,
            "book_text": self.book_text,
            "keys": self.keys.to_json(),
        });
        storage.set_string(KEY, value.to_string());
    }

    /// Puts a document first among the recent files, if it is one.
    pub fn remember_document(&mut self, document: &crate::document::Document) {
        if !document.opened_as.is_empty() {
            self.remember(Recent {
                path: document.opened_as.clone(),
                title: document.scenario().title.clone(),
                game: document.game().name().to_owned(),
                time: crate::clock::written(std::time::SystemTime::now()),
            });
        }
    }

    /// Puts a file first among the recent ones.
    pub fn remember(&mut self, mut recent: Recent) {
        // The next start may be from another folder.
        if !recent.path.starts_with('@')
            && let Ok(whole) = std::path::absolute(&recent.path)
        {
            recent.path = whole.display().to_string();
        }
        self.recent.retain(|known| known.path != recent.path);
        self.recent.insert(0, recent);
        self.recent.truncate(9);
    }

    /// The folders of the recent files that are there, each once, the newest first.
    pub fn folders(&self) -> Vec<String> {
        let mut folders: Vec<String> = Vec::new();
        for recent in self.recent.iter().filter(|recent| !recent.path.starts_with('@')) {
            // A scenario is a folder of its own: what is looked for is beside it.
            let path = PathBuf::from(&recent.path);
            let own = if path.extension().is_some_and(|ending| ending == "ron") {
                path.parent()
            } else {
                Some(path.as_path())
            };
            let Some(folder) = own.and_then(std::path::Path::parent).filter(|folder| folder.is_dir()) else {
                continue;
            };
            let shown = format!("{}/", folder.display().to_string().trim_end_matches('/'));
            if !folders.contains(&shown) {
                folders.push(shown);
            }
        }
        folders
    }

    /// Where a path page begins: the folder of the newest file, or the person's own. Always a whole path, so that
    /// what a page shows is where a file will be.
    pub fn folder(&self) -> PathBuf {
        let newest = self.recent.iter().find(|recent| !recent.path.starts_with('@'));
        let folder = newest.map(|recent| PathBuf::from(&recent.path)).and_then(|path| {
            let folder = if path.is_dir() {
                path.parent().map(PathBuf::from)
            } else {
                path.parent().and_then(|p| p.parent()).map(PathBuf::from)
            };
            folder.filter(|folder| folder.is_dir())
        });
        let folder = folder.unwrap_or_else(super::home);
        std::path::absolute(&folder).unwrap_or(folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_the_rulebook_is_kept() {
        #[derive(Default)]
        struct Kept(BTreeMap<String, String>);
        impl eframe::Storage for Kept {
            fn get_string(&self, key: &str) -> Option<String> {
                self.0.get(key).cloned()
            }
            fn set_string(&mut self, key: &str, value: String) {
                self.0.insert(key.to_owned(), value);
            }
            fn remove_string(&mut self, key: &str) {
                self.0.remove(key);
            }
            fn flush(&mut self) {}
        }
        let mut kept = Kept::default();
        Settings { book_text: 130, ..Settings::default() }.save(&mut kept);
        assert_eq!(Settings::load(Some(&kept)).book_text, 130);
        Settings { book_text: 9_000, ..Settings::default() }.save(&mut kept);
        assert_eq!(Settings::load(Some(&kept)).book_text, 160);
    }

    #[test]
    fn a_file_is_recent_once() {
        let recent = |path: &str| Recent {
            path: path.into(),
            title: path.into(),
            game: "x".into(),
            time: String::new(),
        };
        let mut settings = Settings::default();
        for path in ["a", "b", "a"] {
            settings.remember(recent(path));
        }
        let paths: Vec<&str> = settings.recent.iter().map(|recent| recent.path.as_str()).collect();
        assert!(paths.len() == 2 && paths[0].ends_with("/a") && paths[1].ends_with("/b"), "{paths:?}");
    }
}
