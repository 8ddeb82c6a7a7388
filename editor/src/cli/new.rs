//! `sandtable new`: a new, valid, empty scenario for a game, ready to edit.

use std::path::PathBuf;

use clap::Args;
use engine::scenario;

use super::{Done, Exit, Failure, Io, game, write};
use crate::disk;

#[derive(Debug, Args)]
pub(super) struct New {
    /// The game: little_big_horn
    game: String,
    /// The new folder
    dir: PathBuf,
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
        for (name, _) in &files {
            writeln!(io.out, "{}", self.dir.join(name).display())?;
        }
        Ok(Exit::Clean)
    }
}
