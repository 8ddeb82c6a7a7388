//! Files: the one place that reads and writes them.
//!
//! A scenario's files are read through [`DiskSource`], which keeps to the scenario's folder: links out of it,
//! folders and device files are refused by name. Writing goes to a file beside the target, which is then
//! renamed, so that nothing is ever half written; a link stays a link, and what is no ordinary file is left alone.
//! Several files of a scenario become new together: [`commit`]. What they held before is kept: [`kept`].

pub mod commit;
pub mod kept;
pub mod stamp;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use engine::game::Game;
use engine::problem::{Checked, Problem};
use engine::scenario::{self, Places, Scenario, Source, SourceError};

use crate::document::drawing;
use crate::samples;

pub use commit::{WriteError, Written, reason, save_all, settle};

/// The world failed: a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    #[error("cannot open {path:?}: {reason}")]
    Open { path: String, reason: String },
}

/// What a path led to.
#[derive(Debug)]
pub struct Loaded {
    /// The folder that the scenario's files are relative to; `None` for a built-in sample.
    pub folder: Option<PathBuf>,
    /// The scenario's own file in it.
    pub entry: String,
    /// What is put before a file's name in messages: `samples/little_big_horn/`.
    pub prefix: String,
    pub checked: Checked<Scenario>,
}

impl Loaded {
    /// The names and texts of the scenario's files as they are now, its own first; those that cannot be read
    /// are left out.
    pub fn texts(&self, scenario: &Scenario) -> Vec<(String, String)> {
        let files = &scenario.files;
        let named = [files.map.as_ref(), files.counters.as_ref(), files.forces.as_ref()];
        let names = std::iter::once(&self.entry).chain(named.into_iter().flatten());
        names.filter_map(|name| Some((name.clone(), self.text(name)?))).collect()
    }

    /// The text of one of its files, by its name in a problem (with or without the prefix).
    pub fn text(&self, name: &str) -> Option<String> {
        let name = name.strip_prefix(&self.prefix).unwrap_or(name);
        let bytes = match &self.folder {
            Some(folder) => DiskSource::new(folder).read(name).ok()?,
            None => samples::by_name(&self.prefix[..self.prefix.len() - 1])?.read(name).ok()?,
        };
        String::from_utf8(bytes).ok()
    }
}

/// Loads a scenario from a file, a folder with one scenario in it, or a built-in sample (`@little_big_horn`),
/// and checks it by its game. Problems name files as the caller would open them.
///
/// # Errors
/// Only if there is nothing to read; what is wrong inside the files is among the problems.
pub fn load(path: impl AsRef<Path>) -> Result<Loaded, DiskError> {
    let mut loaded = load_files(path)?;
    if let Some(scenario) = &loaded.checked.value
        && let Some(game) = rulesets::game(&scenario.game)
    {
        let files = Files { prefix: loaded.prefix.clone(), texts: loaded.texts(scenario) };
        let found = files.check(game, scenario, &loaded.checked.problems);
        loaded.checked.problems.extend(found);
    }
    Ok(loaded)
}

/// The texts of a scenario's files, and what is put before their names in messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    pub prefix: String,
    pub texts: Vec<(String, String)>,
}

impl Files {
    /// What the game finds wrong with the scenario that these files hold, at its places in them. `read` is what
    /// reading found: what only follows from that is not told as well.
    pub fn check(&self, game: &dyn Game, scenario: &Scenario, read: &[Problem]) -> Vec<Problem> {
        let mut found = scenario::independent(read, game.check(scenario));
        found.extend(scenario::independent(read, drawing::check(&scenario.map, game.terrains())));
        self.place(scenario, &mut found);
        found
    }

    fn place(&self, scenario: &Scenario, problems: &mut [Problem]) {
        let text = |name: &str| Some(self.texts.iter().find(|(known, _)| known == name)?.1.clone());
        let mut places = Places::new(text);
        for problem in problems {
            places.place(scenario, problem);
            put_before(&mut places, &scenario.files.scenario, &self.prefix, problem);
        }
    }
}

/// As [`load`], but its game is not asked.
///
/// # Errors
/// Only if there is nothing to read; what is wrong inside the files is among the problems.
pub fn load_files(path: impl AsRef<Path>) -> Result<Loaded, DiskError> {
    let path = path.as_ref();
    let (folder, entry, prefix, mut checked) = match probe(path)? {
        Probed::Sample(sample) => {
            let entry = "scenario.ron";
            (None, entry.to_owned(), format!("{}/", sample.name), scenario::load(&sample, entry))
        }
        Probed::Disk { folder, entry } => {
            let shown = folder.to_string_lossy();
            let prefix = match shown.as_ref() {
                "" | "." => String::new(),
                shown => format!("{}/", shown.trim_end_matches('/')),
            };
            let checked = scenario::load(&DiskSource::new(&folder), &entry);
            (Some(folder), entry, prefix, checked)
        }
    };
    if let Some(scenario) = &checked.value
        && rulesets::game(&scenario.game).is_none()
    {
        checked.problems.push(unknown_game(scenario));
    }
    let mut loaded = Loaded { folder, entry, prefix, checked };
    place(&mut loaded);
    Ok(loaded)
}

fn unknown_game(scenario: &Scenario) -> Problem {
    let known: Vec<_> = rulesets::all().map(|game| game.id()).collect();
    Problem::error(format!("found the game {:?}, expected one of {}", scenario.game, known.join(", ")))
        .about("game")
}

/// Finds file, line and column of the problems that only name their datum, and puts the folder before the names.
fn place(loaded: &mut Loaded) {
    let mut problems = std::mem::take(&mut loaded.checked.problems);
    let mut places = Places::new(|name: &str| loaded.text(name));
    for problem in &mut problems {
        if let Some(scenario) = &loaded.checked.value {
            places.place(scenario, problem);
        }
        put_before(&mut places, &loaded.entry, &loaded.prefix, problem);
    }
    loaded.checked.problems = problems;
}

/// Puts the folder before the name of a problem's file, which is the scenario's own if it names none.
fn put_before(
    places: &mut Places<impl Fn(&str) -> Option<String>>,
    entry: &str,
    prefix: &str,
    problem: &mut Problem,
) {
    if problem.file.is_empty() {
        entry.clone_into(&mut problem.file);
    }
    if problem.line == 0
        && !problem.path.is_empty()
        && let Some((line, column)) = places.locate(&problem.file, &problem.path)
    {
        (problem.line, problem.column) = (line, column);
    }
    problem.file.insert_str(0, prefix);
}

/// Where a path leads, before anything is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Probed {
    Sample(samples::Sample),
    /// The folder that the scenario's files are relative to, and its own file in it.
    Disk {
        folder: PathBuf,
        entry: String,
    },
}

/// Finds the scenario that a path means: a sample, a file, the one of a folder, or the one that a map or an order
/// of battle belongs to.
///
/// # Errors
/// Why there is nothing to read.
pub fn probe(path: &Path) -> Result<Probed, DiskError> {
    let fail = |reason: String| DiskError::Open { path: path.display().to_string(), reason };
    if let Some(name) = path.to_str().filter(|path| path.starts_with('@')) {
        let known = || format!("there are the samples {}", samples::names().join(", "));
        return samples::by_name(name).map(Probed::Sample).ok_or_else(|| fail(known()));
    }
    let about = fs::metadata(path).map_err(|error| {
        let sample =
            path.to_str().and_then(samples::by_name).filter(|_| error.kind() == io::ErrorKind::NotFound);
        fail(sample.map_or_else(
            || error.to_string(),
            |sample| format!("{error}; the sample that is built in is called {}", sample.name),
        ))
    })?;
    if about.is_dir() {
        let entry = in_folder(path).map_err(fail)?;
        return Ok(Probed::Disk { folder: path.to_owned(), entry });
    }
    if !about.is_file() {
        return Err(fail("it is no ordinary file".to_owned()));
    }
    // Whoever opens a link means the scenario that it leads to, with the files beside that.
    let link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    let real = if link { fs::canonicalize(path) } else { Ok(path.to_owned()) };
    let real = real.map_err(|error| fail(error.to_string()))?;
    let name = real
        .file_name()
        .and_then(|name| name.to_str())
        .ok_or_else(|| fail("its name is not text".to_owned()))?;
    let folder = real.parent().unwrap_or(Path::new("")).to_owned();
    let entry = match head(&real).map_err(|error| fail(error.to_string()))? {
        head if is_part(&head) => whole_of(&folder, name).map_err(fail)?,
        _ => name.to_owned(),
    };
    Ok(Probed::Disk { folder, entry })
}

/// The scenario file of a folder.
fn in_folder(folder: &Path) -> Result<String, String> {
    let mut files = ron_files(folder).map_err(|error| error.to_string())?;
    // A file with this name is meant, whatever is wrong with it.
    if files.iter().any(|name| name == MAIN) {
        return Ok(MAIN.to_owned());
    }
    if files.len() > 1 {
        files.retain(|name| is_scenario(&folder.join(name)));
    }
    match files.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err("the folder holds no scenario".to_owned()),
        several => Err(format!("the folder holds several scenarios: {}", several.join(", "))),
    }
}

/// What a scenario is called that is alone in its folder.
const MAIN: &str = "scenario.ron";

/// The names of a folder's RON files, in order.
fn ron_files(folder: &Path) -> io::Result<Vec<String>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder)?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".ron"))
        .collect();
    names.sort();
    Ok(names)
}

/// The scenario beside a map or an order of battle that names it.
fn whole_of(folder: &Path, part: &str) -> Result<String, String> {
    let quoted = format!("{part:?}");
    let names_it = |name: &String| {
        let head = head(&folder.join(name)).unwrap_or_default();
        is_scenario(&folder.join(name)) && head.contains(&quoted)
    };
    let found: Vec<String> =
        ron_files(folder).map_err(|error| error.to_string())?.into_iter().filter(names_it).collect();
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err("it is a part of a scenario, and no scenario beside it names it".to_owned()),
        several if several.iter().any(|name| name == MAIN) => Ok(MAIN.to_owned()),
        several => Err(format!("it is a part of several scenarios: {}", several.join(", "))),
    }
}

/// Does a file look like a scenario (it names its game)?
fn is_scenario(path: &Path) -> bool {
    // A replay file names its game too, and its seed.
    head(path).is_ok_and(|head| has_field(&head, "game") && !has_field(&head, "seed"))
}

/// Is it a map or an order of battle, which a scenario names?
fn is_part(head: &str) -> bool {
    let has = |fields: &[&str]| fields.iter().any(|field| has_field(head, field));
    has(&["grid", "legend", "rows", "pieces", "counters"])
        && !has(&["game", "title", "turns", "map", "forces", "seed"])
}

/// Is there a line that begins with this field?
fn has_field(text: &str, field: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start_matches([' ', '\t', '(']);
        line.strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with(':'))
    })
}

/// The first part of an ordinary file, as text.
fn head(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Ok(String::new());
    }
    let mut first = Vec::new();
    File::open(path)?.take(16 << 10).read_to_end(&mut first)?;
    Ok(String::from_utf8_lossy(&first).into_owned())
}

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("it is no ordinary file")]
    NoFile,
    /// Its size in bytes.
    #[error("it has {0} bytes, and at most {max} are read", max = scenario::MAX_BYTES)]
    TooLarge(u64),
    #[error(transparent)]
    Disk(#[from] io::Error),
}

/// The bytes of an ordinary file that is not larger than a scenario's files may be.
///
/// # Errors
/// Folders and devices, files that are too large, and what the disk says.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(ReadError::NoFile);
    }
    if about.len() > scenario::MAX_BYTES {
        return Err(ReadError::TooLarge(about.len()));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(scenario::MAX_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        large if large > scenario::MAX_BYTES => Err(ReadError::TooLarge(large)),
        _ => Ok(bytes),
    }
}

/// Bytes as text.
///
/// # Errors
/// The line and column of the first byte that is no text.
pub fn text(bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let last = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let column = String::from_utf8_lossy(&before[last..]).chars().count() + 1;
        let position = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Problem::error("found bytes that are no UTF-8 text").at(position(line), position(column))
    })
}

/// Reads the files of one folder and nothing outside of it. Of a saving that a crash has stopped it reads what
/// that saving meant.
#[derive(Debug)]
pub struct DiskSource {
    folder: PathBuf,
    pending: Vec<commit::Pending>,
}

impl DiskSource {
    pub fn new(folder: &Path) -> Self {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { folder: folder.to_owned(), pending: commit::pending(folder) }
    }
}

impl Source for DiskSource {
    /// `path` has been found to be relative and without steps upwards by the loader.
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        // Whoever carries the list out may be faster; then it stands in its place.
        let pending = self.pending.iter().find(|pending| pending.name == path);
        if let Some(bytes) = pending.and_then(|pending| read(&pending.beside).ok()) {
            return Ok(bytes);
        }
        let full = self.folder.join(path);
        let about = fs::symlink_metadata(&full).map_err(|error| source_error(&error))?;
        if about.is_symlink() || full.parent() != Some(self.folder.as_path()) {
            let (root, real) = (fs::canonicalize(&self.folder), fs::canonicalize(&full));
            let (root, real) = (root.map_err(|e| source_error(&e))?, real.map_err(|e| source_error(&e))?);
            if !real.starts_with(&root) {
                return Err(SourceError::Refused(
                    "it leads out of the scenario's folder by a link".to_owned(),
                ));
            }
        }
        read(&full).map_err(|error| match error {
            ReadError::NoFile => SourceError::Refused(error.to_string()),
            ReadError::TooLarge(bytes) => SourceError::TooLarge(bytes),
            ReadError::Disk(error) => source_error(&error),
        })
    }
}

fn source_error(error: &io::Error) -> SourceError {
    match error.kind() {
        io::ErrorKind::NotFound => SourceError::Missing,
        _ => SourceError::Unreadable(error.to_string()),
    }
}

/// Writes a file whole: beside the target first, then renamed over it.
///
/// # Errors
/// What the disk says, or that the target is a folder or a device; it is then as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays one, and the file that it leads to is written.
    let link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    let target = if link { fs::canonicalize(path)? } else { path.to_owned() };
    let about = fs::metadata(&target).ok();
    if about.as_ref().is_some_and(|about| !about.is_file()) {
        return Err(io::Error::other("it is no ordinary file"));
    }
    let (beside, mut file) = open_beside(&target)?;
    let written = (|| {
        if let Some(about) = about {
            file.set_permissions(about.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, &target)
    })();
    if written.is_err() {
        // The half-written file is of no use to anyone; that it is in the way is not worth a second message.
        fs::remove_file(&beside).ok();
    }
    written
}

/// A new file in the folder of the target, with a name that no other has.
fn open_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    if target.file_name().is_none() {
        return Err(io::Error::other("the path names no file"));
    }
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = target.with_file_name(format!(".sandtable-{}-{number}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (path, file)),
        }
    }
}

/// What stands at the end of the texts that are written here and have room for it: Markdown, HTML, SVG.
pub const MARK: &str = "<!-- Sandtable -->\n";

/// Was this file written by Sandtable? Each format has a mark where no other program would put it; that a text
/// speaks of Sandtable proves nothing.
///
/// # Errors
/// What the disk says.
pub fn is_ours(path: &Path) -> io::Result<bool> {
    const ENDS: u64 = 160;
    /// How the last line of a replay file begins; the line is as long as the file has lines.
    const SEAL: &[u8] = b"\n    seal: \"";
    let mut file = File::open(path)?;
    let mut first = Vec::new();
    Read::by_ref(&mut file).take(ENDS).read_to_end(&mut first)?;
    if first.starts_with(b"%PDF-") || first.starts_with(b"\x89PNG") {
        let marks: [Vec<u8>; 2] = [b"Sandtable".to_vec(), b"Sandtable".map(|byte| byte | 0x80).to_vec()];
        return Ok(marks.iter().any(|mark| first.windows(mark.len()).any(|part| part == mark)));
    }
    if first.starts_with(b"(\n    format: ") {
        file.seek(SeekFrom::Start(0))?;
        let mut all = Vec::new();
        file.take(scenario::MAX_BYTES).read_to_end(&mut all)?;
        let last = all.trim_ascii_end().iter().rposition(|byte| *byte == b'\n').unwrap_or(0);
        return Ok(all[last..].starts_with(SEAL));
    }
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MARK.len() as u64)))?;
    let mut last = Vec::new();
    file.take(MARK.len() as u64).read_to_end(&mut last)?;
    Ok(last == MARK.as_bytes())
}
