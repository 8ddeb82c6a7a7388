//! Writing the files of a scenario as one: whenever the program or the machine stops, all are old or all are new.
//!
//! Each new text is first written whole beside its file. Then a list of them is put into the folder in one step:
//! from that moment the scenario is the new one, and whoever reads it takes the texts of the list. Only then are
//! they renamed over the old files, and the list goes. A list that is found there after a crash is carried out by
//! the next who opens or saves, unless a file was changed by somebody else meanwhile, who is then left alone.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::digest;
use engine::scenario;

use super::{kept, open_beside, read, write};

/// The list of what is about to be put in place, in the folder of the scenario.
const LIST: &str = ".sandtable-commit";
const MARK: &str = "sandtable-commit 1";
/// The most files of a list, and its greatest size in bytes.
const MOST: usize = 16;
const LARGEST: u64 = 16 << 10;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct WriteError {
    pub path: PathBuf,
    /// As the end of a sentence: *the disk is full*.
    pub reason: String,
}

impl WriteError {
    fn new(path: &Path, error: &io::Error) -> Self {
        Self { path: path.to_owned(), reason: reason(error) }
    }
}

/// What a failure to write means for a person.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::QuotaExceeded => "your share of the disk is used up".to_owned(),
        io::ErrorKind::FileTooLarge => "the disk takes no file of that size".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        io::ErrorKind::PermissionDenied => "you may not write there".to_owned(),
        io::ErrorKind::NotFound => "its folder is gone".to_owned(),
        _ => error.to_string(),
    }
}

/// What came of writing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The names of the files whose text is another now.
    pub changed: Vec<String>,
    /// Why the versions before could not be kept, if they could not.
    pub not_kept: Option<String>,
}

/// A text that lies beside its file.
struct Part {
    name: String,
    /// The file, with links followed.
    target: PathBuf,
    beside: PathBuf,
    /// The digests of the text that is there, if any, and of the new one.
    old: Option<String>,
    new: String,
}

/// Writes the files of a scenario into its folder, each only if its text differs from what is there, and keeps
/// the versions before. If it fails nothing has changed.
///
/// # Errors
/// The first file that could not be written.
pub fn save_all(folder: &Path, files: &[(String, String)]) -> Result<Written, WriteError> {
    settle(folder).map_err(|error| WriteError::new(folder, &error))?;
    let mut parts = Vec::new();
    let staged = files.iter().try_for_each(|(name, text)| {
        parts.extend(stage(folder, name, text.as_bytes())?);
        Ok(())
    });
    let mut written = Written::default();
    let listed = staged.and_then(|()| {
        written.not_kept = keep(folder, &parts).err().map(|error| reason(&error));
        match parts.as_slice() {
            // One renaming is one step by itself.
            [] | [_] => Ok(()),
            several => list(folder, several),
        }
    });
    if let Err(error) = listed {
        for part in &parts {
            fs::remove_file(&part.beside).ok();
        }
        return Err(error);
    }
    for part in &parts {
        if let Err(error) = put(part) {
            if parts.len() == 1 {
                fs::remove_file(&part.beside).ok();
            }
            return Err(WriteError::new(&part.target, &error));
        }
    }
    finish(folder, parts.iter().map(|part| part.target.as_path())).ok();
    written.changed = parts.into_iter().map(|part| part.name).collect();
    Ok(written)
}

/// Writes a new text beside its file; `None` if it is there already.
fn stage(folder: &Path, name: &str, text: &[u8]) -> Result<Option<Part>, WriteError> {
    let path = folder.join(name);
    let fail = |error: &io::Error| WriteError::new(&path, error);
    let before = read(&path).ok();
    if before.as_deref() == Some(text) {
        return Ok(None);
    }
    let refuse = |reason: &str| Err(WriteError { path: path.clone(), reason: reason.to_owned() });
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        step(Step::Folder, parent).and_then(|()| fs::create_dir_all(parent)).map_err(|error| fail(&error))?;
        if is_read_only(parent) {
            return refuse("its folder is read-only");
        }
    }
    let link = fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink());
    let target = if link { fs::canonicalize(&path).map_err(|error| fail(&error))? } else { path.clone() };
    let about = fs::metadata(&target).ok();
    if about.as_ref().is_some_and(|about| !about.is_file()) {
        return refuse("it is no ordinary file");
    }
    // Renaming over a file asks only its folder; who marked the file itself did so for a reason.
    if is_read_only(&target) {
        return refuse("it is read-only");
    }
    let (beside, mut file) =
        step(Step::Stage, &target).and_then(|()| open_beside(&target)).map_err(|error| fail(&error))?;
    let staged = (|| {
        if let Some(about) = about {
            file.set_permissions(about.permissions())?;
        }
        step(Step::Write, &target)?;
        file.write_all(text)?;
        file.sync_all()
    })();
    if let Err(error) = staged {
        fs::remove_file(&beside).ok();
        return Err(fail(&error));
    }
    let old = before.map(|bytes| digest_of(&bytes));
    Ok(Some(Part { name: name.to_owned(), target, beside, old, new: digest_of(text) }))
}

/// Has nobody the right to write there? Asked of the mark and not of the person, whom the disk itself answers.
fn is_read_only(path: &Path) -> bool {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    fs::metadata(path).is_ok_and(|about| about.permissions().readonly())
}

fn keep(folder: &Path, parts: &[Part]) -> io::Result<()> {
    let number = kept::next(folder);
    for part in parts.iter().filter(|part| part.old.is_some()) {
        step(Step::Keep, &part.target)?;
        kept::keep(folder, &part.name, &part.target, number)?;
    }
    Ok(())
}

/// Puts the list into the folder: from here on the new texts are the scenario.
fn list(folder: &Path, parts: &[Part]) -> Result<(), WriteError> {
    let mut text = format!("{MARK}\n");
    for part in parts {
        let beside = part.beside.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let old = part.old.as_deref().unwrap_or("-");
        text.push_str(&format!("{old} {} {beside} {}\n", part.new, part.name));
    }
    let path = folder.join(LIST);
    // The texts must be found under their names before the list is.
    sync_folders(parts.iter().map(|part| part.beside.as_path()));
    step(Step::List, &path)
        .and_then(|()| write(&path, text.as_bytes()))
        .map_err(|error| WriteError::new(&path, &error))?;
    sync_folders(std::iter::once(path.as_path()));
    Ok(())
}

/// Renames a text over its file.
fn put(part: &Part) -> io::Result<()> {
    let done = step(Step::Put, &part.target).and_then(|()| fs::rename(&part.beside, &part.target));
    match done {
        // Somebody else who opened the scenario meanwhile has put it in place.
        Err(error)
            if error.kind() == io::ErrorKind::NotFound
                && read(&part.target).is_ok_and(|bytes| digest_of(&bytes) == part.new) =>
        {
            Ok(())
        }
        done => done,
    }
}

/// Takes the list away once everything is in place.
fn finish<'p>(folder: &Path, targets: impl Iterator<Item = &'p Path>) -> io::Result<()> {
    sync_folders(targets);
    let path = folder.join(LIST);
    step(Step::Finish, &path)?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes sure that the names in these files' folders are on the disk and not only in memory.
fn sync_folders<'p>(files: impl Iterator<Item = &'p Path>) {
    let mut folders: Vec<&Path> = files.filter_map(Path::parent).collect();
    folders.sort();
    folders.dedup();
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        // Not every system lets a folder be opened; then there is nothing that could be done.
        File::open(folder).and_then(|folder| folder.sync_all()).ok();
    }
}

/// A text of a list that was left behind, and the file that it belongs over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pending {
    pub name: String,
    pub beside: PathBuf,
    pub target: PathBuf,
}

/// What of a list is not in place yet. Files that somebody else has changed since are not among it.
pub(super) fn pending(folder: &Path) -> Vec<Pending> {
    let path = folder.join(LIST);
    let Ok(about) = fs::symlink_metadata(&path) else { return Vec::new() };
    if !about.is_file() || about.len() > LARGEST {
        return Vec::new();
    }
    let Ok(text) = fs::read_to_string(&path) else { return Vec::new() };
    let mut lines = text.lines();
    if lines.next() != Some(MARK) {
        return Vec::new();
    }
    lines.take(MOST).filter_map(|line| pending_of(folder, line)).collect()
}

/// A list is an outside file: it may name files of its folder and texts beside them, and nothing else.
fn pending_of(folder: &Path, line: &str) -> Option<Pending> {
    let mut words = line.splitn(4, ' ');
    let (old, new, beside, name) = (words.next()?, words.next()?, words.next()?, words.next()?);
    scenario::check_path(name).ok()?;
    if !is_part(beside) {
        return None;
    }
    let path = folder.join(name);
    let link = fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink());
    let target = if link { fs::canonicalize(&path).ok()? } else { path };
    let root = fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).ok()?;
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !fs::canonicalize(parent).ok()?.starts_with(root) {
        return None;
    }
    let beside = target.with_file_name(beside);
    let ordinary = fs::symlink_metadata(&beside).is_ok_and(|about| about.is_file());
    if !ordinary || digest_of(&read(&beside).ok()?) != new {
        return None;
    }
    let there = read(&target).ok().map(|bytes| digest_of(&bytes));
    let unchanged = there.as_deref() == (old != "-").then_some(old);
    unchanged.then(|| Pending { name: name.to_owned(), beside, target })
}

/// Is this what a text beside its file is called?
fn is_part(name: &str) -> bool {
    let middle = name.strip_prefix(".sandtable-").and_then(|name| name.strip_suffix(".part"));
    middle.is_some_and(|middle| middle.chars().all(|sign| sign.is_ascii_digit() || sign == '-'))
}

/// Carries out a list that was left behind, and takes away texts that a crash left without one.
///
/// # Errors
/// What the disk says; what is not in place stays on the list.
pub fn settle(folder: &Path) -> io::Result<()> {
    if fs::symlink_metadata(folder.join(LIST)).is_ok() {
        let pending = pending(folder);
        for pending in &pending {
            match fs::rename(&pending.beside, &pending.target) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        finish(folder, pending.iter().map(|pending| pending.target.as_path()))?;
    }
    sweep(folder);
    Ok(())
}

/// No saving takes an hour: what is older belongs to a program that is gone.
fn sweep(folder: &Path) {
    const HOUR: Duration = Duration::from_secs(3600);
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().take(10_000).flatten() {
        let ours = entry.file_name().to_str().is_some_and(is_part);
        let time = || entry.metadata().ok().filter(fs::Metadata::is_file)?.modified().ok();
        if ours && time().is_some_and(|time| time.elapsed().is_ok_and(|since| since > HOUR)) {
            // In the way of nobody; the next who comes tries again.
            fs::remove_file(entry.path()).ok();
        }
    }
}

fn digest_of(bytes: &[u8]) -> String {
    digest::of_bytes(bytes).to_string()
}

/// The steps of saving, each of which can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Folder,
    Stage,
    Write,
    Keep,
    List,
    Put,
    Finish,
}

#[cfg(not(test))]
fn step(_: Step, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub(crate) use fault::step;

/// A disk that fails when a test asks it to.
#[cfg(test)]
pub(crate) mod fault {
    use std::cell::RefCell;

    use super::{Path, Step, io};

    type Fault = Box<dyn FnMut(Step, &Path) -> io::Result<()>>;

    thread_local! {
        static FAULT: RefCell<Option<Fault>> = const { RefCell::new(None) };
    }

    pub(crate) fn step(step: Step, path: &Path) -> io::Result<()> {
        FAULT.with_borrow_mut(|fault| fault.as_mut().map_or(Ok(()), |fault| fault(step, path)))
    }

    /// Runs something on a disk that fails as the fault says.
    pub(crate) fn with<T>(
        fault: impl FnMut(Step, &Path) -> io::Result<()> + 'static,
        run: impl FnOnce() -> T,
    ) -> T {
        FAULT.set(Some(Box::new(fault)));
        let out = run();
        FAULT.set(None);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::DiskSource;
    use engine::scenario::Source as _;

    fn files(text: &str) -> Vec<(String, String)> {
        ["scenario.ron", "maps/map.ron", "forces.ron"]
            .map(|name| (name.to_owned(), format!("{text} of {name}")))
            .to_vec()
    }

    /// What a reader finds, by the first word of each file.
    fn found(folder: &Path) -> Vec<String> {
        let source = DiskSource::new(folder);
        let word = |(name, _): (String, String)| {
            let bytes = source.read(&name).expect("every file is there");
            String::from_utf8(bytes).expect("it is text").split(' ').next().map(str::to_owned)
        };
        files("").into_iter().filter_map(word).collect()
    }

    #[test]
    fn wherever_saving_stops_all_files_are_old_or_all_are_new() {
        let mut ends = Vec::new();
        for stop in 0.. {
            let folder = tempfile::tempdir().expect("a folder for a test");
            save_all(folder.path(), &files("old")).expect("the folder can be written");
            // From the given step on nothing can be done any more, as if the program were dead.
            let mut steps = 0;
            let dead = move |_: Step, _: &Path| {
                steps += 1;
                if steps > stop { Err(io::Error::other("dead")) } else { Ok(()) }
            };
            let done = fault::with(dead, || save_all(folder.path(), &files("new")));
            let after = found(folder.path());
            assert!(after.iter().all(|word| *word == after[0]), "stopped at step {stop}: {after:?}");
            if done.is_ok() {
                assert_eq!(after[0], "new");
            }
            // The next who opens it finds the same, in place.
            settle(folder.path()).expect("the folder can be written");
            assert_eq!(found(folder.path()), after);
            assert!(!folder.path().join(LIST).exists());
            let whole = std::fs::read_to_string(folder.path().join("maps/map.ron")).expect("it is there");
            assert_eq!(whole, format!("{} of maps/map.ron", after[0]));
            ends.push(after[0].clone());
            if stop > 30 {
                break;
            }
        }
        assert!(ends.contains(&"old".to_owned()) && ends.contains(&"new".to_owned()), "{ends:?}");
    }

    #[test]
    fn a_file_that_somebody_changed_after_the_crash_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        save_all(folder.path(), &files("old")).expect("the folder can be written");
        let dead = |step: Step, _: &Path| match step {
            Step::Put => Err(io::Error::other("dead")),
            _ => Ok(()),
        };
        assert!(fault::with(dead, || save_all(folder.path(), &files("new"))).is_err());
        std::fs::write(folder.path().join("forces.ron"), "mine").expect("the folder can be written");
        assert_eq!(found(folder.path()), ["new", "new", "mine"]);
        settle(folder.path()).expect("the folder can be written");
        assert_eq!(found(folder.path()), ["new", "new", "mine"]);
    }

    #[test]
    fn a_list_that_leads_out_of_the_folder_does_nothing() {
        let scratch = tempfile::tempdir().expect("a folder for a test");
        let (inside, outside) = (scratch.path().join("inside"), scratch.path().join("outside.ron"));
        std::fs::create_dir(&inside).expect("a folder can be made");
        std::fs::write(&outside, "old").expect("a file can be written");
        let part = ".sandtable-1-1.part";
        std::fs::write(scratch.path().join(part), "new").expect("a file can be written");
        std::fs::write(inside.join(part), "new").expect("a file can be written");
        let (old, new) = (digest_of(b"old"), digest_of(b"new"));
        for (beside, name) in [(part, "../outside.ron"), ("../.sandtable-1-1.part", "x.ron"), ("x", "x.ron")]
        {
            let text = format!("{MARK}\n{old} {new} {beside} {name}\n- {new} {beside} {name}\n");
            std::fs::write(inside.join(LIST), text).expect("a file can be written");
            assert_eq!(pending(&inside), []);
            settle(&inside).expect("the folder can be written");
        }
        assert_eq!(std::fs::read_to_string(&outside).expect("it is there"), "old");
        assert!(!inside.join("x.ron").exists());
    }

    #[test]
    fn a_full_disk_and_a_read_only_one_are_said_and_nothing_has_changed() {
        for (kind, step, words) in [
            (io::ErrorKind::StorageFull, Step::Write, "the disk is full"),
            (io::ErrorKind::StorageFull, Step::List, "the disk is full"),
            (io::ErrorKind::ReadOnlyFilesystem, Step::Stage, "the disk is read-only"),
            (io::ErrorKind::PermissionDenied, Step::Folder, "you may not write there"),
        ] {
            let folder = tempfile::tempdir().expect("a folder for a test");
            save_all(folder.path(), &files("old")).expect("the folder can be written");
            let full = move |at: Step, _: &Path| match at {
                at if at == step => Err(kind.into()),
                _ => Ok(()),
            };
            let error = fault::with(full, || save_all(folder.path(), &files("new"))).expect_err("it fails");
            assert_eq!(error.reason, words);
            assert_eq!(found(folder.path()), ["old", "old", "old"]);
            let left = std::fs::read_dir(folder.path()).expect("it is there").flatten();
            let parts = left.filter(|entry| entry.file_name().to_str().is_some_and(is_part)).count();
            assert_eq!(parts, 0, "nothing half written stays");
        }
    }

    #[test]
    fn what_is_marked_read_only_is_not_written_over() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        save_all(folder.path(), &files("old")).expect("the folder can be written");
        let set = |path: &Path, read_only: bool| {
            let mut about = std::fs::metadata(path).expect("it is there").permissions();
            about.set_readonly(read_only);
            std::fs::set_permissions(path, about).expect("it is ours");
        };
        let file = folder.path().join("forces.ron");
        for (path, words) in [(file.as_path(), "it is read-only"), (folder.path(), "its folder is read-only")]
        {
            set(path, true);
            let error = save_all(folder.path(), &files("new")).expect_err("it is refused");
            set(path, false);
            assert_eq!(error.reason, words);
            assert_eq!(found(folder.path()), ["old", "old", "old"]);
        }
        save_all(folder.path(), &files("new")).expect("it can be written again");
    }
}
