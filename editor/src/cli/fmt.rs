//! `sandtable fmt`: writes each file in its canonical form, comments beside their data, and asks before one of
//! them would be lost.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::problem::Problem;
use engine::scenario::{self, Memory, Scenario, ron};
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, comments, json, load, problems, write};
use crate::disk::{self, Loaded};

#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// Scenario files or folders with one
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Only say which files would change
    #[arg(long)]
    check: bool,
    /// Drop comments for which no place is found in the canonical form
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report<'a> {
    files: Vec<Row>,
    problems: Vec<json::JsonProblem<'a>>,
}

#[derive(Serialize)]
struct Row {
    path: String,
    changed: bool,
}

impl Fmt {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut rows = Vec::new();
        let mut found = Vec::new();
        let mut clean = true;
        for path in &self.paths {
            clean &= self.one(path, io, &mut rows, &mut found)?;
        }
        if self.common.json {
            json::print(io.out, &Report { files: rows, problems: json::problems(&found) })?;
        }
        Ok(if clean { Exit::Clean } else { Exit::Problems })
    }

    /// Says whether all is well with a path.
    fn one(
        &self,
        path: &Path,
        io: &mut Io<'_>,
        rows: &mut Vec<Row>,
        found: &mut Vec<Problem>,
    ) -> Result<bool, Failure> {
        let mut loaded = load(path)?;
        let Some(folder) = loaded.folder.clone() else {
            return Err(Failure::Call(format!("{} is built in and cannot be written", path.display())));
        };
        problems::print(io, &loaded.checked.problems, &|name| loaded.text(name))?;
        let errors = loaded.checked.has_errors();
        found.append(&mut loaded.checked.problems);
        let Some(scenario) = loaded.checked.value.as_ref().filter(|_| !errors) else {
            writeln!(io.err, "{}: left as it is, because it has errors", path.display())?;
            return Ok(false);
        };
        let old = loaded.texts(scenario);
        let saved = with_comments(scenario, &old);
        let mut lost = lost_comments(&loaded, &old, &saved);
        if !lost.is_empty() && !self.force {
            problems::print(io, &lost, &|name| loaded.text(name))?;
            found.append(&mut lost);
            let path = path.display();
            writeln!(
                io.err,
                "{path}: left as it is, because these comments would be lost; --force drops them"
            )?;
            return Ok(false);
        }
        let mut clean = true;
        for file in &saved {
            let changed = !old.contains(file);
            let name = folder.join(&file.0);
            let path = name.display().to_string();
            if changed {
                clean &= !self.check;
                if !self.check {
                    let one = std::slice::from_ref(file);
                    disk::save_all(&folder, one)
                        .map_err(|error| write::world("write", &error.path, &error.reason))?;
                }
                if !self.common.json {
                    writeln!(io.out, "{path}: {}", if self.check { "would change" } else { "written" })?;
                }
            }
            rows.push(Row { path, changed });
        }
        Ok(clean)
    }
}

/// The files in canonical form with the comments that they have now.
fn with_comments(scenario: &Scenario, old: &[(String, String)]) -> Vec<(String, String)> {
    let plain = scenario::save(scenario);
    let comment = |(name, new): &(String, String)| {
        let text = old.iter().find(|(other, _)| other == name).map(|(_, text)| text);
        let text = text.and_then(|old| comments::put_back(old, new)).unwrap_or_else(|| new.clone());
        (name.clone(), text)
    };
    let files: Vec<(String, String)> = plain.iter().map(comment).collect();
    // A file that does not say what was meant is the one thing that must not happen.
    let memory: Memory = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let back = scenario::load(&memory, &scenario.files.scenario);
    if back.value.as_ref() == Some(scenario) { files } else { plain }
}

/// The comments that the canonical form has no place for.
fn lost_comments(loaded: &Loaded, old: &[(String, String)], new: &[(String, String)]) -> Vec<Problem> {
    let text = |name: &str| new.iter().find(|(other, _)| other == name).map_or("", |(_, text)| text);
    old.iter()
        .flat_map(|(name, before)| {
            ron::lost_comments(before, text(name), &format!("{}{name}", loaded.prefix))
        })
        .collect()
}
