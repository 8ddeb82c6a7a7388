//! Noticing that another program has changed the files of a scenario.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use engine::digest::{self, Digest};

use super::read;

/// What the system says of a file without reading it: when it was changed, its size, its number on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Outside {
    modified: Option<SystemTime>,
    length: u64,
    number: u64,
}

impl Outside {
    fn of(path: &Path) -> Option<Self> {
        let about = fs::metadata(path).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&about);
        #[cfg(not(unix))]
        let number = 0;
        Some(Self { modified: about.modified().ok(), length: about.len(), number })
    }
}

/// The files of a scenario as they were last read or written here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    folder: PathBuf,
    files: Vec<Seen>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    name: String,
    outside: Option<Outside>,
    /// `None`: it was not there.
    text: Option<Digest>,
}

impl Stamp {
    /// The files of these texts, as they lie in a folder now.
    pub fn of(folder: &Path, files: &[(String, String)]) -> Self {
        let seen = |(name, text): &(String, String)| Seen {
            name: name.clone(),
            outside: Outside::of(&folder.join(name)),
            text: Some(digest::of_bytes(text.as_bytes())),
        };
        Self { folder: folder.to_owned(), files: files.iter().map(seen).collect() }
    }

    /// Do the files look from the outside as they did? Cheap: nothing is read.
    fn looks_alike(&self) -> bool {
        self.files.iter().all(|seen| Outside::of(&self.folder.join(&seen.name)) == seen.outside)
    }

    /// The names of the files that hold another text now, or are gone. A file that was only touched is as it was.
    pub fn changed(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        for seen in &mut self.files {
            let path = self.folder.join(&seen.name);
            let outside = Outside::of(&path);
            if outside == seen.outside {
                continue;
            }
            let text = read(&path).ok().map(|bytes| digest::of_bytes(&bytes));
            if text == seen.text {
                seen.outside = outside;
            } else {
                out.push(seen.name.clone());
            }
        }
        out
    }

    /// Takes the files as they are now for what is known.
    pub fn accept(&mut self) {
        for seen in &mut self.files {
            let path = self.folder.join(&seen.name);
            seen.outside = Outside::of(&path);
            seen.text = read(&path).ok().map(|bytes| digest::of_bytes(&bytes));
        }
    }
}

/// Looks at the files once a second on a thread of its own, and calls when one looks changed: the window sleeps
/// while nothing moves. It ends when the watch is dropped.
#[derive(Debug)]
pub struct Watch {
    stamp: Arc<Stamp>,
}

impl Watch {
    pub fn new(stamp: &Stamp, call: impl Fn() + Send + 'static) -> Self {
        let stamp = Arc::new(stamp.clone());
        let weak = Arc::downgrade(&stamp);
        let watch = move || {
            while let Some(alike) = Weak::upgrade(&weak).map(|stamp| stamp.looks_alike()) {
                if !alike {
                    call();
                }
                std::thread::sleep(Duration::from_secs(1));
            }
        };
        // Without a thread it is noticed when the window is next touched.
        std::thread::Builder::new().name("watch".into()).spawn(watch).ok();
        Self { stamp }
    }

    /// Does it watch for this?
    pub fn is_for(&self, stamp: &Stamp) -> bool {
        *self.stamp == *stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_noticed_and_a_touched_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let files = vec![("a.ron".to_owned(), "one".to_owned()), ("b.ron".to_owned(), "two".to_owned())];
        crate::disk::save_all(folder.path(), &files).expect("the folder can be written");
        let mut stamp = Stamp::of(folder.path(), &files);
        assert!(stamp.looks_alike() && stamp.changed().is_empty());
        let path = folder.path().join("a.ron");
        let file = fs::OpenOptions::new().write(true).open(&path).expect("it is there");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000)).expect("it is ours");
        assert!(!stamp.looks_alike());
        assert_eq!(stamp.changed(), Vec::<String>::new());
        assert!(stamp.looks_alike());
        fs::write(&path, "six").expect("it can be written");
        assert_eq!(stamp.changed(), ["a.ron"]);
        fs::remove_file(folder.path().join("b.ron")).expect("it is there");
        assert_eq!(stamp.changed(), ["a.ron", "b.ron"]);
        stamp.accept();
        assert_eq!(stamp.changed(), Vec::<String>::new());
    }
}
