//! The samples, built into the program.

use engine::scenario::{Source, SourceError};

/// A sample's files, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// `@little_big_horn`
    pub name: &'static str,
    /// Id of its game.
    pub game: &'static str,
    pub files: &'static [(&'static str, &'static str)],
}

macro_rules! file {
    ($sample:literal, $file:literal) => {
        ($file, include_str!(concat!("../../samples/", $sample, "/", $file)))
    };
}

/// All samples, in the order of the welcome page.
pub const SAMPLES: &[Sample] = &[Sample {
    name: "@little_big_horn",
    game: "little_big_horn",
    files: &[
        file!("little_big_horn", "scenario.ron"),
        file!("little_big_horn", "map.ron"),
        file!("little_big_horn", "forces.ron"),
    ],
}];

/// The sample with this name, with or without its sign.
pub fn by_name(name: &str) -> Option<Sample> {
    let plain = name.strip_prefix('@').unwrap_or(name);
    SAMPLES.iter().copied().find(|sample| sample.name.strip_prefix('@') == Some(plain))
}

/// The names of all samples.
pub fn names() -> Vec<&'static str> {
    SAMPLES.iter().map(|sample| sample.name).collect()
}

impl Source for Sample {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        let file = self.files.iter().find(|(name, _)| *name == path);
        file.map(|(_, text)| text.as_bytes().to_vec()).ok_or(SourceError::Missing)
    }
}
