//! From the path of a datum to its place in a file.

use super::{Scenario, ron};
use crate::problem::Problem;

/// Line and column, both from 1, of the datum that a path such as `pieces[3].at` names in this text; of what
/// holds it if it is left out. `None` if the text has no items at all.
pub fn locate(text: &str, path: &str) -> Option<(u32, u32)> {
    Some(ron::parse(text, "").value?.find(path).position())
}

/// The file of a scenario that holds a datum of the model, and the path inside that file: `map.rows[2]` is
/// `rows[2]` of `map.ron` where the map is a file of its own.
pub fn file_of<'p>(scenario: &Scenario, path: &'p str) -> (String, &'p str) {
    let files = &scenario.files;
    if let (Some(map), Some(inside)) = (&files.map, path.strip_prefix("map")) {
        if inside.is_empty() {
            return (map.clone(), "");
        }
        if let Some(inside) = inside.strip_prefix('.') {
            return (map.clone(), inside);
        }
    }
    match &files.forces {
        Some(forces) if path.starts_with("pieces") => (forces.clone(), path),
        _ => (files.scenario.clone(), path),
    }
}

/// Gives a problem that only names its datum, by a path of the model, its file, line and column. `text_of` is
/// the text of a file by its name.
pub fn place(scenario: &Scenario, problem: &mut Problem, text_of: impl Fn(&str) -> Option<String>) {
    if problem.line > 0 || !problem.file.is_empty() {
        return;
    }
    let (file, path) = file_of(scenario, &problem.path);
    if let Some((line, column)) = text_of(&file).and_then(|text| locate(&text, path)) {
        (problem.line, problem.column) = (line, column);
    }
    problem.file = file;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_its_line_and_column() {
        let text = "(\n    turns: 3,\n    pieces: [\n        (id: \"a\"),\n        (id: \"b\", at: \"0101\"),\n    ],\n)";
        assert_eq!(locate(text, "turns"), Some((2, 12)));
        assert_eq!(locate(text, "pieces[1].at"), Some((5, 23)));
        assert_eq!(locate(text, "pieces[0].at"), Some((4, 9)));
        assert_eq!(locate(text, "pieces[7]"), Some((3, 13)));
        assert_eq!(locate("", "a"), None);
    }
}
