//! `sandtable fmt`: writes each file in its canonical form, and asks before a comment would be lost.

use clap::Args;
use engine::problem::Problem;
use engine::scenario::{self, ron};
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, json, load, problems, write};
use crate::disk::{self, Loaded};

#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// Scenario files or folders with one
    #[arg(required = true)]
    paths: Vec<String>,
    /// Only say which files would change
    #[arg(long)]
    check: bool,
    /// Drop comments that have no place in the canonical form
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report {
    files: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    path: String,
    changed: bool,
}

impl Fmt {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut report = Report { files: Vec::new() };
        let mut clean = true;
        for path in &self.paths {
            let loaded = load(path)?;
            let Some(folder) = loaded.folder.clone() else {
                return Err(Failure::Call(format!("{path} is built in and cannot be written")));
            };
            problems::print(io, &loaded.checked.problems, &|name| loaded.text(name))?;
            let Some(scenario) = loaded.checked.value.as_ref().filter(|_| !loaded.checked.has_errors())
            else {
                writeln!(io.err, "{path}: left as it is, because it has errors")?;
                clean = false;
                continue;
            };
            let old = loaded.texts(scenario);
            let saved = scenario::save(scenario);
            let lost = lost_comments(&loaded, &old, &saved);
            if !lost.is_empty() && !self.force && !self.check {
                problems::print(io, &lost, &|name| loaded.text(name))?;
                writeln!(
                    io.err,
                    "{path}: left as it is, because these comments would be lost; --force drops them"
                )?;
                clean = false;
                continue;
            }
            for file in &saved {
                let changed = !old.contains(file);
                if changed && self.check {
                    clean = false;
                }
                let name = folder.join(&file.0);
                if changed && !self.check {
                    let one = std::slice::from_ref(file);
                    disk::save_all(&folder, one).map_err(|error| write::world("write", &name, &error))?;
                }
                let path = name.display().to_string();
                if !self.common.json && changed {
                    writeln!(io.out, "{path}: {}", if self.check { "would change" } else { "written" })?;
                }
                report.files.push(Row { path, changed });
            }
        }
        if self.common.json {
            json::print(io.out, &report)?;
        }
        Ok(if clean { Exit::Clean } else { Exit::Problems })
    }
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
