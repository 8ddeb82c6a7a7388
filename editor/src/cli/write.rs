//! Writing files: beside the target and then renamed, never over what Sandtable did not write.

use std::path::Path;

use super::Failure;
use crate::disk;

/// A word that every page and book written here carries, whatever its format.
const MARK: &[u8] = b"Sandtable";
/// How the last line of a replay file begins.
const SEAL: &[u8] = b"\n    seal: ";

/// Writes a file. One that is there and was not written by Sandtable is kept, unless `force` is set.
pub(super) fn file(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    if !force && path.exists() && !is_ours(path)? {
        return Err(Failure::Call(format!(
            "{path:?} is there and was not written by Sandtable; --force overwrites it"
        )));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| world("make the folder", folder, &error))?;
    }
    disk::write(path, bytes).map_err(|error| world("write", path, &error))
}

fn is_ours(path: &Path) -> Result<bool, Failure> {
    let bytes = std::fs::read(path).map_err(|error| world("read", path, &error))?;
    let holds = |mark: &[u8]| bytes.windows(mark.len()).any(|part| part == mark);
    Ok(holds(MARK) || holds(SEAL))
}

pub(super) fn world(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::World(format!("cannot {what} {path:?}: {error}"))
}
