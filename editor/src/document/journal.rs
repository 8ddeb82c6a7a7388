//! The journal of edits beside a file: begun with the first edit, a line an edit, gone when all is saved.
//!
//! Where the folder cannot be written it lies among the person's own state, and there lie those of samples and of
//! what was never saved. Edits that a person drops are put aside for thirty days.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engine::digest::{self, Digest};
use engine::scenario::{Edit, Scenario, journal};

use crate::clock;

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    /// Where it may lie, the best place first.
    places: Vec<PathBuf>,
    base: Digest,
    file: Option<Open>,
    /// How many edits are in it.
    edits: usize,
    sound: bool,
    /// What to open for these edits to be offered, and the mark that says so while there are some.
    opens: Option<(String, PathBuf)>,
}

#[derive(Debug)]
struct Open {
    place: PathBuf,
    file: File,
    /// So many bytes of it are whole lines.
    good: u64,
}

/// For so many days edits are kept that a person has dropped.
pub const DAYS: u64 = 30;

/// The largest journal that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// What the name of a journal that was put aside ends in, after the time.
const DROPPED: &str = ".dropped";

/// Where the journal of a file lies: beside it, or where that cannot be written among the person's own state.
pub fn places(folder: &Path, entry: &str) -> Vec<PathBuf> {
    let mut places = vec![folder.join(format!(".{entry}.journal"))];
    if let (Some(state), Ok(whole)) = (state(), fs::canonicalize(folder)) {
        let name = digest::of_bytes(whole.join(entry).as_os_str().as_encoded_bytes()).to_string();
        places.push(state.join(format!("{entry}-{}.journal", &name[..16])));
    }
    places
}

/// The folder of what the program keeps for a person.
fn state() -> Option<PathBuf> {
    // Unit tests leave a person's own state alone.
    if cfg!(test) {
        return Some(std::env::temp_dir().join(format!("sandtable-test-{}", std::process::id())));
    }
    let state = std::env::var_os("XDG_STATE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".local").join("state")))?;
    Some(state.join("sandtable"))
}

/// Where the journal of a sample lies that has no folder yet.
pub fn of_sample(name: &str) -> Vec<PathBuf> {
    state().map(|state| state.join(format!("{}.journal", name.trim_start_matches('@')))).into_iter().collect()
}

/// Where the journal of a scenario lies that was never saved: a new name each time.
pub fn of_new() -> Vec<PathBuf> {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let name = format!("new-{}-{number}.journal", std::process::id());
    state().map(|state| state.join(name)).into_iter().collect()
}

/// The journals of scenarios that were never saved and whose program is gone, the oldest first.
pub fn left_behind() -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = of_the_gone("new-", ".journal").map(|entry| entry.path()).collect();
    out.sort();
    out
}

/// What programs that are gone have left among the person's own state: files with the number of the process behind
/// the beginning of their names.
fn of_the_gone(start: &'static str, end: &'static str) -> impl Iterator<Item = fs::DirEntry> {
    let entries = state().and_then(|state| fs::read_dir(state).ok()).into_iter().flatten();
    entries.take(10_000).flatten().filter(move |entry| {
        let name = entry.file_name();
        let middle = name.to_str().and_then(|name| name.strip_prefix(start)?.strip_suffix(end));
        let process = middle.and_then(|middle| middle.split('-').next()?.parse().ok());
        process.is_some_and(|process: u32| !is_running(process))
    })
}

/// No process has this number.
const NOBODY: u32 = 0;

/// The longest path that a mark may hold, in bytes.
const MARK: u64 = 4096;

fn mark_name(process: u32) -> String {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
    format!("open-{process}-{}.path", NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
}

/// A path that means the same from another folder; names of samples stay as they are.
fn whole(path: &str) -> String {
    match std::path::absolute(path) {
        Ok(whole) if !path.starts_with('@') => whole.display().to_string(),
        _ => path.to_owned(),
    }
}

/// Without a mark the edits are offered as soon as the file is opened again, so a failure is no loss.
fn mark(path: &str, place: &Path) {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).ok();
    }
    fs::write(place, path).ok();
}

/// What programs that are gone had open with edits that were not saved, the oldest mark first. Each is told once:
/// its mark is taken away.
pub fn left_open() -> Vec<String> {
    let mut marks: Vec<(SystemTime, PathBuf)> = of_the_gone("open-", ".path")
        .filter_map(|entry| {
            let about = entry.metadata().ok().filter(|about| about.is_file() && about.len() <= MARK)?;
            Some((about.modified().ok()?, entry.path()))
        })
        .collect();
    marks.sort();
    let path = |(_, mark): (SystemTime, PathBuf)| {
        let path = fs::read_to_string(&mark).ok();
        fs::remove_file(&mark).ok();
        path
    };
    marks.into_iter().filter_map(path).collect()
}

/// Does a process still run? Where this cannot be told it does not.
fn is_running(process: u32) -> bool {
    process == std::process::id() || Path::new("/proc").join(process.to_string()).exists()
}

/// The newest journal at one of these places, if there is one, and its text.
pub fn find(places: &[PathBuf]) -> Option<(PathBuf, String)> {
    let mut found: Vec<(SystemTime, &PathBuf)> =
        places.iter().filter_map(|place| Some((fs::metadata(place).ok()?.modified().ok()?, place))).collect();
    found.sort();
    found.into_iter().rev().find_map(|(_, place)| Some((place.clone(), read(place)?)))
}

/// The text of a journal, if there is one.
pub fn read(place: &Path) -> Option<String> {
    let about = fs::metadata(place).ok()?;
    if !about.is_file() || about.len() > LARGEST {
        return None;
    }
    let text = String::from_utf8_lossy(&fs::read(place).ok()?).into_owned();
    journal::base(&text).map(|_| text)
}

/// What some edits of a journal do, in words, and when the last of them was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub words: String,
    pub time: Option<SystemTime>,
}

/// The edits of a journal that fit, and what they do, the newest first and alike ones together.
pub fn steps(text: &str, from: &Scenario) -> (Vec<Step>, Vec<Edit>) {
    let mut scenario = from.clone();
    let mut steps: Vec<(Step, usize)> = Vec::new();
    let mut edits = Vec::new();
    for line in text.split_inclusive('\n').skip(1) {
        let Some((edit, time)) = journal::edit_of(line) else { break };
        if edit.fits(&scenario).is_err() {
            break;
        }
        let words = edit.describe(&scenario);
        let time = time.and_then(clock::read);
        match steps.last_mut() {
            Some((last, count)) if last.words == words => {
                *count += 1;
                last.time = time;
            }
            _ => steps.push((Step { words, time }, 1)),
        }
        edit.clone().apply(&mut scenario);
        edits.push(edit);
    }
    let step = |(mut step, count): (Step, usize)| {
        if count > 1 {
            step.words = format!("{}, {count} times", step.words);
        }
        step
    };
    (steps.into_iter().rev().map(step).collect(), edits)
}

/// Edits that a person has dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    pub place: PathBuf,
    pub time: SystemTime,
}

/// The edits that were put aside for the journal at one of these places, the newest first. What is too old is
/// removed.
pub fn dropped(places: &[PathBuf]) -> Vec<Dropped> {
    let mut out = Vec::new();
    for place in places {
        let (Some(folder), Some(name)) = (place.parent(), place.file_name().and_then(|name| name.to_str()))
        else {
            continue;
        };
        let start = format!("{name}.");
        for entry in fs::read_dir(folder).into_iter().flatten().take(10_000).flatten() {
            let file = entry.file_name();
            let Some(file) = file.to_str() else { continue };
            let Some(time) = file.strip_prefix(&start).and_then(|rest| rest.strip_suffix(DROPPED)) else {
                continue;
            };
            let Some(time) = clock::read(&time.replace('_', ":")) else { continue };
            if clock::is_older(time, DAYS) {
                // The next who looks tries again.
                fs::remove_file(entry.path()).ok();
            } else {
                out.push(Dropped { place: entry.path(), time });
            }
        }
    }
    out.sort_by_key(|dropped| std::cmp::Reverse(dropped.time));
    out
}

impl Journal {
    /// A journal for files of this digest. Nothing is written before the first edit.
    pub fn new(places: Vec<PathBuf>, base: Digest) -> Self {
        Self { places, base, file: None, edits: 0, sound: true, opens: None }
    }

    /// From here on a mark among the person's own state tells, while there are edits, what to open to be offered
    /// them: the next start finds them without being told where.
    pub fn marked(mut self, path: &str) -> Self {
        self.opens = state().map(|state| (whole(path), state.join(mark_name(std::process::id()))));
        self
    }

    /// Leaves the mark to the next start, whoever runs then.
    pub fn leave_mark(&self) {
        if let (Some((path, _)), Some(state)) = (&self.opens, state()) {
            mark(path, &state.join(mark_name(NOBODY)));
        }
    }

    /// Adds an edit, after which the scenario is as it is `now`. That it could not be written is kept in mind and
    /// shown as *Not saved, not journalled*.
    pub fn add(&mut self, edit: &Edit, now: &Scenario) {
        let time = clock::written(SystemTime::now());
        let line = if self.sound {
            journal::line_at(edit, &time)
        } else {
            // Some edit is missing, and the next ones would not fit: from here on with everything.
            let words = "What could not be journalled at once".to_owned();
            journal::line_at(&Edit::Replace(words, Box::new(now.clone())), &time)
        };
        self.sound = self.write(&line).is_ok();
        self.edits += usize::from(self.sound);
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let open = match &mut self.file {
            Some(open) => open,
            None => {
                let begun = begin(&self.places, self.base)?;
                if let Some((path, place)) = &self.opens {
                    mark(path, place);
                }
                self.file.insert(begun)
            }
        };
        let written = open.file.write_all(line.as_bytes()).and_then(|()| open.file.sync_data());
        match written {
            Ok(()) => open.good += line.len() as u64,
            Err(_) => {
                // A torn line would hide those after it. Where even this fails its check tells.
                open.file.set_len(open.good).ok();
                open.file.seek(io::SeekFrom::Start(open.good)).ok();
            }
        }
        written
    }

    /// The digest of the files that it begins from.
    pub fn base(&self) -> Digest {
        self.base
    }

    /// Could everything be written so far?
    pub fn is_sound(&self) -> bool {
        self.sound
    }

    /// Where it lies, once something is in it.
    pub fn place(&self) -> Option<&Path> {
        self.file.as_ref().map(|open| open.place.as_path())
    }

    /// How many edits are in it.
    pub fn edits(&self) -> usize {
        self.edits
    }

    /// Where it may lie.
    pub fn places(&self) -> &[PathBuf] {
        &self.places
    }

    /// Forgets all edits: there is nothing that the file does not have.
    pub fn restart(&mut self) {
        self.file = None;
        self.edits = 0;
        self.sound = true;
        self.remove();
    }

    /// The files were written: edits from now on begin from these.
    pub fn rebase(&mut self, base: Digest) {
        self.base = base;
        self.restart();
    }

    /// Removes the file; that it is not there is as good.
    pub fn remove(&self) {
        for place in &self.places {
            fs::remove_file(place).ok();
        }
        self.unmark();
    }

    /// Keeps the edits under another name for some weeks, for whoever dropped them by mistake.
    pub fn put_aside(&self) {
        let time = clock::written(SystemTime::now()).replace(':', "_");
        for place in &self.places {
            let mut aside = place.clone().into_os_string();
            aside.push(format!(".{time}{DROPPED}"));
            // There may be no journal at all, which is as good.
            fs::rename(place, aside).ok();
        }
        dropped(&self.places);
        self.unmark();
    }

    fn unmark(&self) {
        if let Some((_, place)) = &self.opens {
            fs::remove_file(place).ok();
        }
    }
}

/// Begins a journal at the first place where one can be written.
fn begin(places: &[PathBuf], base: Digest) -> io::Result<Open> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for place in places {
        let head = journal::head(base);
        let begun = (|| {
            if let Some(folder) = place.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = OpenOptions::new().create(true).truncate(true).write(true).open(place)?;
            file.write_all(head.as_bytes())?;
            Ok(file)
        })();
        match begun {
            Ok(file) => return Ok(Open { place: place.clone(), file, good: head.len() as u64 }),
            Err(error) => last = error,
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Digest {
        journal::of_files(&[])
    }

    #[test]
    fn what_was_open_with_edits_is_told_to_the_next_start_once() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let path = folder.path().display().to_string();
        let mut journal = Journal::new(places(folder.path(), "scenario.ron"), base()).marked(&path);
        let place = journal.opens.clone().expect("tests have a state of their own").1;
        assert!(!place.exists());
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        assert_eq!(fs::read_to_string(&place).expect("it was marked"), path);
        // This program still runs.
        assert!(!left_open().contains(&path));
        journal.restart();
        assert!(!place.exists());
        journal.leave_mark();
        assert!(left_open().contains(&path));
        assert!(!left_open().contains(&path));
    }

    #[test]
    fn nothing_is_written_before_the_first_edit_and_restarting_takes_it_away() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = places(folder.path(), "scenario.ron");
        let mut journal = Journal::new(places.clone(), base());
        assert!(find(&places).is_none());
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        assert!(journal.is_sound() && journal.place() == Some(places[0].as_path()));
        let (_, text) = find(&places).expect("it was begun");
        let (steps, edits) = steps(&text, &Scenario::default());
        assert_eq!((steps.len(), edits), (1, vec![Edit::SetTurns(9)]));
        assert!(steps[0].time.is_some_and(|time| !clock::is_older(time, 1)));
        journal.restart();
        assert!(find(&places).is_none());
    }

    #[test]
    fn a_journal_in_no_folder_is_not_sound_and_goes_on_with_everything_once_it_can() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let place = folder.path().join("later").join(".x.journal");
        // A file stands where the folder should be.
        fs::write(folder.path().join("later"), "").expect("a file can be written");
        let mut journal = Journal::new(vec![place.clone()], base());
        // One hex: what cannot be would not be taken back.
        let map = engine::scenario::Map { cells: vec![0], ..Default::default() };
        let mut scenario = Scenario { turns: 9, map, ..Scenario::default() };
        journal.add(&Edit::SetTurns(9), &scenario);
        assert!(!journal.is_sound());
        fs::remove_file(folder.path().join("later")).expect("it is there");
        scenario.turns = 10;
        journal.add(&Edit::SetTurns(10), &scenario);
        assert!(journal.is_sound());
        let mut recovered = Scenario { title: "Old".into(), ..Scenario::default() };
        let text = read(&place).expect("it was begun");
        assert_eq!(engine::scenario::journal::replay(&text, &mut recovered).applied, 1);
        assert_eq!(recovered, scenario);
    }

    #[test]
    fn dropped_edits_are_kept_for_thirty_days() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = vec![folder.path().join(".x.ron.journal")];
        let mut journal = Journal::new(places.clone(), base());
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        journal.put_aside();
        let old = folder.path().join(".x.ron.journal.2020-01-01T00_00_00Z.dropped");
        fs::write(&old, "old").expect("a file can be written");
        let foreign = folder.path().join(".x.ron.journal.mine.dropped");
        fs::write(&foreign, "mine").expect("a file can be written");
        let kept = dropped(&places);
        assert_eq!(kept.len(), 1);
        assert!(read(&kept[0].place).is_some_and(|text| text.contains("SetTurns(9)")));
        assert!(!old.exists() && foreign.exists() && !places[0].exists());
    }
}
