//! Files: the one place that reads and writes them.
//!
//! A scenario's files are read through [`DiskSource`], which keeps to the scenario's folder: links out of it,
//! folders and device files are refused by name. Writing goes to a file beside the target, which is then
//! renamed, so that nothing is ever half written.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use engine::problem::Checked;
use engine::scenario::{self, Scenario, Source, SourceError};

use crate::samples;

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
        let named = [scenario.files.map.as_ref(), scenario.files.forces.as_ref()];
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
pub fn load(path: &str) -> Result<Loaded, DiskError> {
    let (folder, entry, prefix, mut checked) = if path.starts_with('@') {
        let sample = samples::by_name(path).ok_or_else(|| DiskError::Open {
            path: path.to_owned(),
            reason: format!("there are the samples {}", samples::names().join(", ")),
        })?;
        (None, "scenario.ron".to_owned(), format!("{path}/"), scenario::load(&sample, "scenario.ron"))
    } else {
        let (folder, entry) = find(Path::new(path))?;
        let prefix = match folder.to_str() {
            Some("" | ".") | None => String::new(),
            Some(folder) => format!("{}/", folder.trim_end_matches('/')),
        };
        let checked = scenario::load(&DiskSource::new(&folder), &entry);
        (Some(folder), entry, prefix, checked)
    };
    if let Some(scenario) = &checked.value {
        match rulesets::game(&scenario.game) {
            Some(game) => checked.problems.extend(game.check(scenario)),
            None => checked.problems.push(unknown_game(scenario)),
        }
    }
    let mut loaded = Loaded { folder, entry, prefix, checked };
    place(&mut loaded);
    Ok(loaded)
}

fn unknown_game(scenario: &Scenario) -> engine::problem::Problem {
    let known: Vec<_> = rulesets::all().map(|game| game.id()).collect();
    engine::problem::Problem::error(format!(
        "found the game {:?}, expected one of {}",
        scenario.game,
        known.join(", ")
    ))
    .about("game")
}

/// Finds line and column of the problems that only name their datum, and puts the folder before the names.
fn place(loaded: &mut Loaded) {
    let mut problems = std::mem::take(&mut loaded.checked.problems);
    for problem in &mut problems {
        if problem.file.is_empty() {
            problem.file.clone_from(&loaded.entry);
        }
        if problem.line == 0
            && !problem.path.is_empty()
            && let Some(text) = loaded.text(&problem.file)
            && let Some((line, column)) = scenario::locate(&text, &problem.path)
        {
            (problem.line, problem.column) = (line, column);
        }
        problem.file.insert_str(0, &loaded.prefix);
    }
    loaded.checked.problems = problems;
}

/// The folder and the name of the scenario file that a path means.
fn find(path: &Path) -> Result<(PathBuf, String), DiskError> {
    let fail = |reason: String| DiskError::Open { path: path.display().to_string(), reason };
    let about = fs::metadata(path).map_err(|error| fail(error.to_string()))?;
    if about.is_dir() {
        let mut found: Vec<String> = fs::read_dir(path)
            .map_err(|error| fail(error.to_string()))?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".ron") && is_scenario(&path.join(name)))
            .collect();
        found.sort();
        return match found.as_slice() {
            [one] => Ok((path.to_owned(), one.clone())),
            [] => Err(fail("the folder holds no scenario".to_owned())),
            several if several.iter().any(|name| name == "scenario.ron") => {
                Ok((path.to_owned(), "scenario.ron".to_owned()))
            }
            several => Err(fail(format!("the folder holds several scenarios: {}", several.join(", ")))),
        };
    }
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .ok_or_else(|| fail("its name is not text".to_owned()))?;
    Ok((path.parent().unwrap_or(Path::new("")).to_owned(), name.to_owned()))
}

/// Does a file look like a scenario (it names its game)? Only its first part is read.
fn is_scenario(path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return false;
    }
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(16 << 10).read_to_end(&mut first));
    let text = String::from_utf8_lossy(&first);
    let has =
        |field: &str| text.lines().any(|line| line.trim_start_matches([' ', '\t', '(']).starts_with(field));
    // A replay file names its game too, and its seed.
    read.is_ok() && has("game:") && !has("seed:")
}

/// Reads the files of one folder and nothing outside of it.
#[derive(Debug)]
pub struct DiskSource {
    folder: PathBuf,
}

impl DiskSource {
    pub fn new(folder: &Path) -> Self {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { folder: folder.to_owned() }
    }
}

impl Source for DiskSource {
    /// `path` has been found to be relative and without steps upwards by the loader.
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
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
        let about = fs::metadata(&full).map_err(|error| source_error(&error))?;
        if !about.is_file() {
            return Err(SourceError::Refused("it is no ordinary file".to_owned()));
        }
        if about.len() > scenario::MAX_BYTES {
            return Err(SourceError::TooLarge(about.len()));
        }
        let mut bytes = Vec::new();
        File::open(&full)
            .and_then(|file| file.take(scenario::MAX_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| source_error(&error))?;
        Ok(bytes)
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
/// What the disk says; the target is then as it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("the path names no file"))?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| {
        if let Ok(about) = fs::metadata(path) {
            fs::set_permissions(&beside, about.permissions())?;
        }
        fs::rename(&beside, path)
    });
    if renamed.is_err() {
        // The half-written file is of no use to anyone; that it is in the way is not worth a second message.
        fs::remove_file(&beside).ok();
    }
    renamed
}

/// Writes the files of a scenario into its folder, each only if its text differs from what is there.
///
/// # Errors
/// What the disk says of the first file that could not be written.
pub fn save_all(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    for (name, text) in files {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent)?;
        }
        write(&path, text.as_bytes())?;
    }
    Ok(())
}
