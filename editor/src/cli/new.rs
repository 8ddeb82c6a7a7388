//! `sandtable new`: a new, valid, empty scenario for a game, ready to edit.

use std::path::PathBuf;

use clap::Args;
use engine::scenario;
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, game, json, write};
use crate::disk;

#[derive(Debug, Args)]
pub(super) struct New {
    /// The game: little_big_horn
    game: String,
    /// The new folder
    dir: PathBuf,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report {
    files: Vec<String>,
}

impl New {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let game = game(&self.game)?;
        let empty = std::fs::read_dir(&self.dir).map(|mut entries| entries.next().is_none());
        match empty {
            Ok(false) => return Err(Failure::Call(format!("{:?} is there and not empty", self.dir))),
            Ok(true) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(write::world("open", &self.dir, &error)),
        }
        std::fs::create_dir_all(&self.dir)
            .map_err(|error| write::world("make the folder", &self.dir, &error))?;
        let files = scenario::save(&game.blank());
        disk::save_all(&self.dir, &files).map_err(|error| write::world("write into", &self.dir, &error))?;
        let files: Vec<String> =
            files.iter().map(|(name, _)| self.dir.join(name).display().to_string()).collect();
        if self.common.json {
            json::print(io.out, &Report { files })?;
        } else {
            for file in &files {
                writeln!(io.out, "{file}")?;
            }
        }
        Ok(Exit::Clean)
    }
}
