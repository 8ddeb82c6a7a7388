//! From the path of a datum to its place in a file.

use std::collections::BTreeMap;

use super::ron::Tree;
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
        _ if path.starts_with("counters") => {
            (files.counters.as_ref().unwrap_or(&files.scenario).clone(), path)
        }
        _ => (files.scenario.clone(), path),
    }
}

/// The places of data in the files of a scenario. Each file is cut into its items once, however many are asked for.
pub struct Places<F> {
    text_of: F,
    trees: BTreeMap<String, Option<Tree>>,
}

impl<F: Fn(&str) -> Option<String>> Places<F> {
    /// `text_of` is the text of a file by its name.
    pub fn new(text_of: F) -> Self {
        Self { text_of, trees: BTreeMap::new() }
    }

    /// Line and column of the datum that a path names in a file, as [`locate`] finds them.
    pub fn locate(&mut self, file: &str, path: &str) -> Option<(u32, u32)> {
        Some(self.tree(file)?.find(path).position())
    }

    /// Gives a problem that only names its datum, by a path of the model, its file, line and column.
    pub fn place(&mut self, scenario: &Scenario, problem: &mut Problem) {
        if problem.line > 0 || !problem.file.is_empty() {
            return;
        }
        let (file, path) = file_of(scenario, &problem.path);
        let piece = piece_of(scenario, path);
        if let Some(tree) = self.tree(&file) {
            let place = piece.and_then(|(id, field)| locate_piece(tree, id, field));
            (problem.line, problem.column) = place.unwrap_or_else(|| tree.find(path).position());
        }
        problem.file = file;
    }

    fn tree(&mut self, file: &str) -> Option<&Tree> {
        if !self.trees.contains_key(file) {
            let tree = (self.text_of)(file).and_then(|text| ron::parse(&text, "").value);
            self.trees.insert(file.to_owned(), tree);
        }
        self.trees.get(file)?.as_ref()
    }
}

/// The id of the piece that a path of the model names, and the field in it. Its place in the file may be another
/// than in the model, where pieces with mistakes are left out.
fn piece_of<'p>(scenario: &'p Scenario, path: &'p str) -> Option<(&'p str, &'p str)> {
    let (index, field) = path.strip_prefix("pieces[")?.split_once(']')?;
    let piece = scenario.pieces.get(index.parse::<usize>().ok()?)?;
    Some((&piece.id, field.trim_start_matches('.')))
}

fn locate_piece(tree: &Tree, id: &str, field: &str) -> Option<(u32, u32)> {
    let pieces = tree.root().field("pieces")?;
    let mut items = pieces.items();
    let piece = items.find(|node| node.field("id").and_then(|id| id.as_text()).as_deref() == Some(id))?;
    // A piece that arrives later has its place under another name.
    let named = piece.field(field).or_else(|| piece.field("enters").filter(|_| field == "at"));
    Some(named.unwrap_or(piece).position())
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

    #[test]
    fn a_piece_is_found_by_its_id_behind_pieces_that_were_left_out() {
        let text = |pieces: &str| {
            format!(
                "(\n    format: 1,\n    game: \"g\",\n    title: \"t\",\n    turns: 1,\n    map: (\n        grid: (columns: 1, rows: 1),
        legend: {{\".\": \"plain\"}},\n        rows: [\".\"],\n    ),\n    pieces: [\n        {pieces}
        (id: \"b\", kind: \"x\", at: \"0101\"),\n    ],\n)"
            )
        };
        let load = |text: &str| {
            crate::scenario::load(
                &[("one.ron", text)].into_iter().collect::<super::super::Memory>(),
                "one.ron",
            )
        };
        let text = text("(id: \"a\", kind: 4, at: \"0101\"),\n");
        let scenario = load(&text).value.unwrap();
        assert_eq!(scenario.pieces.len(), 1);
        let read = std::cell::Cell::new(0);
        let mut places = Places::new(|_: &str| {
            read.set(read.get() + 1);
            Some(text.clone())
        });
        for (path, place) in [("pieces[0].kind", (14, 25)), ("turns", (5, 12)), ("pieces[0].at", (14, 34))] {
            let mut problem = Problem::error("found \"x\"").about(path);
            places.place(&scenario, &mut problem);
            assert_eq!(((problem.line, problem.column), problem.file.as_str()), (place, "one.ron"));
        }
        assert_eq!(read.get(), 1, "a file is read once, whatever is looked for in it");
    }
}
