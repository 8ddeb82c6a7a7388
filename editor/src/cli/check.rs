//! `sandtable check`: loads and validates every file given and prints all problems.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::problem::Problem;
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, json, problems};
use crate::disk::{self, Loaded};

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, folders with a scenario, or built-in samples
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report<'a> {
    files: Vec<FileReport<'a>>,
    problems: usize,
}

#[derive(Serialize)]
struct FileReport<'a> {
    path: String,
    problems: Vec<json::JsonProblem<'a>>,
}

/// What became of a path.
struct Checked {
    loaded: Option<Loaded>,
    problems: Vec<Problem>,
}

impl Check {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut done: Vec<Checked> = Vec::new();
        let mut unread = Vec::new();
        let mut count = 0;
        for path in &self.paths {
            let checked = check(path);
            if checked.loaded.is_none() {
                unread.push(format!("{path:?}"));
            }
            // A map that is given beside its scenario has been checked with it.
            let again = done.iter().any(|before| same(before, &checked));
            if !again {
                count += checked.problems.len();
                let source = |name: &str| checked.loaded.as_ref().and_then(|loaded| loaded.text(name));
                problems::print(io, &checked.problems, &source)?;
            }
            if checked.problems.is_empty() && !self.common.json {
                writeln!(io.out, "{}: no problems", path.display())?;
            }
            done.push(checked);
        }
        if self.common.json {
            let files =
                self.paths.iter().zip(&done).map(|(path, checked)| file_report(path, checked)).collect();
            json::print(io.out, &Report { files, problems: count })?;
        }
        match unread.as_slice() {
            [] => Ok(if count == 0 { Exit::Clean } else { Exit::Problems }),
            unread => Err(Failure::World(format!("not checked: {}", unread.join(", ")))),
        }
    }
}

fn check(path: &Path) -> Checked {
    match disk::load(path) {
        Ok(mut loaded) => {
            let problems = std::mem::take(&mut loaded.checked.problems);
            Checked { loaded: Some(loaded), problems }
        }
        Err(disk::DiskError::Open { path, reason }) => {
            let problem = Problem::error(format!("cannot be opened: {reason}")).in_file(path);
            Checked { loaded: None, problems: vec![problem] }
        }
    }
}

fn file_report<'a>(path: &Path, checked: &'a Checked) -> FileReport<'a> {
    FileReport { path: path.display().to_string(), problems: json::problems(&checked.problems) }
}

/// Did both paths lead to one scenario?
fn same(one: &Checked, two: &Checked) -> bool {
    match (&one.loaded, &two.loaded) {
        (Some(one), Some(two)) => {
            (&one.folder, &one.entry, &one.prefix) == (&two.folder, &two.entry, &two.prefix)
        }
        _ => false,
    }
}
