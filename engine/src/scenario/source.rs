//! Where the files of a scenario come from, and which of their names are taken.
//!
//! The engine opens no file. A [`Source`] gives the bytes of a relative path; names that could lead out of the
//! scenario's folder are refused here, before any source sees them. Links and device files only the disk knows:
//! the editor's source refuses those with [`SourceError::Refused`].

use std::collections::BTreeMap;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: u64 = super::ron::MAX_BYTES as u64;

/// A folder of files, on a disk, in memory or in the binary.
pub trait Source {
    /// The bytes of a file. The path is relative, with `/` between its parts, and passed [`check_path`].
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError>;
}

/// Why a file cannot be read, as the end of a sentence that begins with its name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    #[error("there is no such file in the scenario's folder")]
    Missing,
    /// It is a link that leads out, a folder, a device; the reason in words.
    #[error("{0}")]
    Refused(String),
    /// Its size in bytes.
    #[error("it has {0} bytes, and at most {MAX_BYTES} are read")]
    TooLarge(u64),
    /// What the system says.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
}

/// Files in memory: path → bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Memory(pub BTreeMap<String, Vec<u8>>);

impl Source for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        self.0.get(path).cloned().ok_or(SourceError::Missing)
    }
}

impl<N: Into<String>, T: Into<Vec<u8>>> FromIterator<(N, T)> for Memory {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(files: I) -> Self {
        Self(files.into_iter().map(|(name, text)| (name.into(), text.into())).collect())
    }
}

/// Is this a path that stays in the folder, on every system?
///
/// # Errors
/// What is wrong with it, as the end of a sentence that begins with the path.
pub fn check_path(path: &str) -> Result<(), &'static str> {
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let bytes = path.as_bytes();
    if path.is_empty() {
        return Err("is empty");
    }
    if path.len() > 240 {
        return Err("is longer than 240 bytes");
    }
    if path.contains('\\') {
        return Err("has a backslash, and folders are separated by \"/\"");
    }
    if path.starts_with('/') {
        return Err("is absolute, and only files of the scenario's folder are read");
    }
    if bytes.get(1) == Some(&b':') {
        return Err("names a drive, and only files of the scenario's folder are read");
    }
    if path.chars().any(|c| c.is_control() || "<>:\"|?*".contains(c)) {
        return Err("has a character that cannot be in a file's name everywhere");
    }
    for part in path.split('/') {
        let stem = part.split('.').next().unwrap_or("").trim_end().to_ascii_lowercase();
        let port = stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| c.is_ascii_digit());
        match part {
            ".." => return Err("leaves the scenario's folder"),
            "" | "." => return Err("has an empty part"),
            _ if port || DEVICES.contains(&stem.as_str()) => return Err("names a device"),
            _ if part.ends_with([' ', '.']) => return Err("has a part that ends in a dot or a space"),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_leave_the_folder_are_refused_by_name() {
        for path in ["map.ron", "maps/field.ron", "käse.ron", "a..b.ron", "common.ron"] {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
        for (path, reason) in [
            ("", "empty"),
            ("/etc/passwd", "absolute"),
            ("../map.ron", "leaves"),
            ("a/../../map.ron", "leaves"),
            ("a\\b.ron", "backslash"),
            ("\\\\host\\share", "backslash"),
            ("C:map.ron", "drive"),
            ("./map.ron", "empty part"),
            ("a//b.ron", "empty part"),
            ("NUL", "device"),
            ("com1.ron", "device"),
            ("maps/Aux .ron", "device"),
            ("map.ron ", "ends in"),
            ("a\nb", "character"),
            ("map.ron:stream", "character"),
        ] {
            assert!(
                check_path(path).is_err_and(|why| why.contains(reason)),
                "{path:?}: {:?}",
                check_path(path)
            );
        }
    }
}
