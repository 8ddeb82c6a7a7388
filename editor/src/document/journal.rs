//! The journal of edits beside a file: begun with the first edit, a line an edit, gone when all is saved.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use engine::digest::Digest;
use engine::scenario::{Edit, Scenario, journal};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    place: PathBuf,
    base: Digest,
    file: Option<File>,
    sound: bool,
}

/// Where the journal of a file lies.
pub fn beside(folder: &Path, entry: &str) -> PathBuf {
    folder.join(format!(".{entry}.journal"))
}

/// Where the journal of a sample lies that has no folder yet: among the person's own state.
pub fn for_sample(name: &str) -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".local").join("state")))?;
    Some(state.join("sandtable").join(format!("{}.journal", name.trim_start_matches('@'))))
}

/// The text of a journal, if there is one.
pub fn read(place: &Path) -> Option<String> {
    let about = fs::metadata(place).ok()?;
    if !about.is_file() || about.len() > 64 << 20 {
        return None;
    }
    let text = String::from_utf8_lossy(&fs::read(place).ok()?).into_owned();
    journal::base(&text).map(|_| text)
}

/// The edits of a journal that fit, and what they do in words, the newest first and alike ones together.
pub fn steps(text: &str, from: &Scenario) -> (Vec<String>, Vec<Edit>) {
    let mut scenario = from.clone();
    let mut words: Vec<(String, usize)> = Vec::new();
    let mut edits = Vec::new();
    for line in text.lines().skip(1) {
        let Some((_, content)) = line.split_once(' ') else { break };
        let Some(edit) = engine::scenario::ron::read::<Edit>(content, "").value else { break };
        if edit.fits(&scenario).is_err() {
            break;
        }
        let name = edit.describe(&scenario);
        match words.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => words.push((name, 1)),
        }
        edit.clone().apply(&mut scenario);
        edits.push(edit);
    }
    let words = words
        .into_iter()
        .rev()
        .map(|(name, count)| if count > 1 { format!("{name}, {count} times") } else { name });
    (words.collect(), edits)
}

impl Journal {
    /// A journal for files of this digest. Nothing is written before the first edit.
    pub fn new(place: PathBuf, base: Digest) -> Self {
        Self { place, base, file: None, sound: true }
    }

    /// Adds an edit. That it could not be written is kept in mind and shown as *Not saved*.
    pub fn add(&mut self, edit: &Edit) {
        self.sound = self.write(edit).is_ok();
    }

    fn write(&mut self, edit: &Edit) -> std::io::Result<()> {
        if self.file.is_none() {
            if let Some(folder) = self.place.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = OpenOptions::new().create(true).truncate(true).write(true).open(&self.place)?;
            file.write_all(journal::head(self.base).as_bytes())?;
            self.file = Some(file);
        }
        if let Some(file) = &mut self.file {
            file.write_all(journal::line(edit).as_bytes())?;
            file.sync_data()?;
        }
        Ok(())
    }

    /// Could everything be written so far?
    pub fn is_sound(&self) -> bool {
        self.sound
    }

    /// Forgets all edits: there is nothing that the file does not have.
    pub fn restart(&mut self) {
        self.file = None;
        self.remove();
    }

    /// The files were written: edits from now on begin from these.
    pub fn rebase(&mut self, base: Digest) {
        self.base = base;
        self.restart();
    }

    /// Removes the file; that it is not there is as good.
    pub fn remove(&self) {
        fs::remove_file(&self.place).ok();
    }

    /// Keeps the edits under another name, for whoever dropped them by mistake.
    pub fn put_aside(&self) {
        let mut aside = self.place.clone().into_os_string();
        aside.push(".dropped");
        // There may be no journal at all, which is as good.
        fs::rename(&self.place, aside).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_before_the_first_edit_and_restarting_takes_it_away() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let place = beside(folder.path(), "scenario.ron");
        let mut journal = Journal::new(place.clone(), engine::scenario::journal::of_files(&[]));
        assert!(!place.exists());
        journal.add(&Edit::SetTurns(9));
        assert!(place.exists() && journal.is_sound());
        assert!(read(&place).is_some_and(|text| text.lines().count() == 2));
        journal.restart();
        assert!(!place.exists());
    }

    #[test]
    fn a_journal_in_no_folder_is_not_sound() {
        let mut journal =
            Journal::new("/proc/nowhere/.x.journal".into(), engine::scenario::journal::of_files(&[]));
        journal.add(&Edit::SetTurns(9));
        assert!(!journal.is_sound());
    }
}
