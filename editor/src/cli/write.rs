//! Writing files: beside the target and then renamed, never over what Sandtable did not write.

use std::path::Path;

use super::Failure;
use crate::disk;

/// Writes a file. One that is there and was not written by Sandtable is kept, unless `force` is set.
pub(super) fn file(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    if let Ok(about) = std::fs::metadata(path) {
        if !about.is_file() {
            let is = if about.is_dir() { "a folder" } else { "no ordinary file" };
            return Err(Failure::World(format!("cannot write {path:?}: it is {is}")));
        }
        if !force && !disk::is_ours(path).map_err(|error| world("read", path, &error))? {
            return Err(Failure::Call(format!(
                "{path:?} is there and was not written by Sandtable; --force overwrites it"
            )));
        }
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| world("make the folder", folder, &error))?;
    }
    disk::write(path, bytes).map_err(|error| world("write", path, &error))
}

pub(super) fn world(what: &str, path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::World(format!("cannot {what} {path:?}: {error}"))
}
