//! The last versions of each file, in the folder `.kept` beside the scenario.
//!
//! `.kept/map.ron.7` is what stood in `map.ron` before the seventh saving of something in that folder. What one
//! saving replaced has one number, so that a scenario can be put together again as it was.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engine::problem::Checked;
use engine::scenario::{self, Scenario, Source, SourceError};

use super::{DiskSource, read};

/// The folder, beside the scenario's own file.
pub const FOLDER: &str = ".kept";

/// How many versions of each file stay.
pub const VERSIONS: usize = 5;

/// The most files that are looked at.
const MOST: usize = 10_000;

/// The kept versions by file and number.
type Files = BTreeMap<String, BTreeMap<u32, PathBuf>>;

fn files(folder: &Path) -> Files {
    let mut out = Files::new();
    let root = folder.join(FOLDER);
    // A link could lead anywhere.
    if fs::symlink_metadata(&root).is_ok_and(|about| about.is_dir()) {
        collect(&root, "", 0, &mut out);
    }
    out
}

fn collect(folder: &Path, prefix: &str, depth: u8, out: &mut Files) {
    for entry in fs::read_dir(folder).into_iter().flatten().take(MOST).flatten() {
        let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else { continue };
        if kind.is_dir() && depth < 8 {
            collect(&entry.path(), &format!("{prefix}{name}/"), depth + 1, out);
        } else if kind.is_file()
            && let Some((name, number)) = name.rsplit_once('.')
            && let Ok(number) = number.parse()
        {
            out.entry(format!("{prefix}{name}")).or_default().insert(number, entry.path());
        }
    }
}

/// The number that the next saving gets.
pub(super) fn next(folder: &Path) -> u32 {
    let last = files(folder).values().filter_map(|versions| versions.keys().next_back().copied()).max();
    last.unwrap_or(0).saturating_add(1)
}

/// Keeps what a file holds now under the number of a saving, and drops what is too old.
///
/// # Errors
/// What the disk says.
pub(super) fn keep(folder: &Path, name: &str, target: &Path, number: u32) -> io::Result<()> {
    let root = folder.join(FOLDER);
    if fs::symlink_metadata(&root).is_ok_and(|about| !about.is_dir()) {
        return Err(io::Error::other(format!("{} is no folder", root.display())));
    }
    let place = root.join(format!("{name}.{number}"));
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent)?;
    }
    // The file itself gets a second name and loses its first; where a disk knows no such thing it is copied.
    if fs::hard_link(target, &place).is_err() {
        let time = fs::metadata(target)?.modified()?;
        fs::copy(target, &place)?;
        fs::OpenOptions::new().write(true).open(&place)?.set_modified(time)?;
    }
    let versions = files(folder).remove(name).unwrap_or_default();
    for old in versions.values().rev().skip(VERSIONS) {
        fs::remove_file(old)?;
    }
    Ok(())
}

/// A state of a scenario before one of the last savings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub number: u32,
    /// When it was saved, as far as its files tell.
    pub time: SystemTime,
    /// The files that the saving replaced.
    pub replaced: Vec<String>,
    /// Files that have changed more often than versions are kept, and are taken as they are now.
    pub as_now: Vec<String>,
    folder: PathBuf,
    parts: BTreeMap<String, PathBuf>,
}

/// The versions of a scenario that are kept, the newest first. `names` are its files as they are now.
pub fn versions(folder: &Path, names: &[String]) -> Vec<Version> {
    let files: Files = files(folder).into_iter().filter(|(name, _)| names.contains(name)).collect();
    let mut numbers: Vec<u32> = files.values().flat_map(|versions| versions.keys().copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let version = |number: u32| {
        let mut parts = BTreeMap::new();
        let (mut replaced, mut as_now) = (Vec::new(), Vec::new());
        for (name, versions) in &files {
            if versions.contains_key(&number) {
                replaced.push(name.clone());
            }
            let oldest = versions.keys().next().copied().unwrap_or(0);
            if versions.len() >= VERSIONS && oldest > number {
                as_now.push(name.clone());
            } else if let Some((_, path)) = versions.range(number..).next() {
                parts.insert(name.clone(), path.clone());
            }
        }
        let time = parts.values().filter_map(|path| fs::metadata(path).ok()?.modified().ok()).max()?;
        Some(Version { number, time, replaced, as_now, folder: folder.to_owned(), parts })
    };
    numbers.into_iter().rev().filter_map(version).collect()
}

impl Version {
    /// Loads it, from its own file of this name.
    pub fn load(&self, entry: &str) -> Checked<Scenario> {
        scenario::load(self, entry)
    }
}

impl Source for Version {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        match self.parts.get(path) {
            Some(kept) => read(kept).map_err(|error| SourceError::Unreadable(error.to_string())),
            None => DiskSource::new(&self.folder).read(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::save_all;

    fn texts(a: u32, b: u32) -> Vec<(String, String)> {
        vec![("a.ron".into(), format!("a{a}")), ("maps/b.ron".into(), format!("b{b}"))]
    }

    #[test]
    fn five_versions_of_each_file_are_kept_and_put_together_as_they_were() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        save_all(folder.path(), &texts(0, 0)).expect("the folder can be written");
        assert!(!folder.path().join(FOLDER).exists(), "there was nothing before");
        for saving in 1..=9 {
            // The second file changes only with the third saving.
            save_all(folder.path(), &texts(saving, u32::from(saving >= 3))).expect("it can be written");
        }
        let names = ["a.ron".to_owned(), "maps/b.ron".to_owned()];
        let versions = versions(folder.path(), &names);
        let text = |version: &Version, name: &str| {
            String::from_utf8(version.read(name).expect("it is kept")).expect("it is text")
        };
        let told: Vec<(u32, String, String)> = versions
            .iter()
            .map(|version| (version.number, text(version, "a.ron"), text(version, "maps/b.ron")))
            .collect();
        let expected: Vec<(u32, String, String)> = [
            (9, "a8", "b1"),
            (8, "a7", "b1"),
            (7, "a6", "b1"),
            (6, "a5", "b1"),
            (5, "a4", "b1"),
            // Of the first file this is no longer known.
            (3, "a9", "b0"),
        ]
        .map(|(number, a, b)| (number, a.to_owned(), b.to_owned()))
        .to_vec();
        assert_eq!(told, expected);
        assert_eq!(versions[5].as_now, ["a.ron"]);
        assert_eq!(versions[0].as_now, Vec::<String>::new());
        // Saving the same again keeps nothing.
        save_all(folder.path(), &texts(9, 1)).expect("it can be written");
        assert_eq!(super::versions(folder.path(), &names).len(), 6);
    }
}
