//! `sandtable check`: loads and validates every file given and prints all problems.

use clap::Args;
use serde::Serialize;

use super::{Common, Done, Exit, Io, json, load, problems};

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, folders with a scenario, or built-in samples
    #[arg(required = true)]
    paths: Vec<String>,
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
    path: &'a str,
    problems: Vec<json::JsonProblem<'a>>,
}

impl Check {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut loaded = Vec::new();
        for path in &self.paths {
            loaded.push((path, load(path)?));
        }
        let count = loaded.iter().map(|(_, file)| file.checked.problems.len()).sum();
        if self.common.json {
            let files = loaded.iter().map(|(path, file)| file_report(path, file)).collect();
            json::print(io.out, &Report { files, problems: count })?;
        } else {
            for (path, file) in &loaded {
                problems::print(io, &file.checked.problems, &|name| file.text(name))?;
                if file.checked.problems.is_empty() {
                    writeln!(io.out, "{path}: no problems")?;
                }
            }
        }
        Ok(if count == 0 { Exit::Clean } else { Exit::Problems })
    }
}

fn file_report<'a>(path: &'a str, file: &'a crate::disk::Loaded) -> FileReport<'a> {
    FileReport { path, problems: json::problems(&file.checked.problems) }
}
