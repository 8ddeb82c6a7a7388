//! The statements of a game's rules, by stable ids, for the proof that none is missing.

use serde::{Deserialize, Serialize};

use crate::problem::{Checked, Problem};
use crate::scenario::ron;

/// The newest format of a file of statements.
pub const FORMAT: u16 = 1;

/// One statement of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// `LBH-10.2`: never changes.
    pub id: String,
    /// One sentence of our own.
    pub text: String,
    pub kind: StatementKind,
    pub origin: Origin,
    /// Not enforced yet. The coverage test lists these, and only these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// If it decides a gap: the path of its datum.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub datum: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
}

/// What a statement is about, and so what proves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatementKind {
    /// Binds in play: needs an example or test that is allowed and one that is refused, or one computed.
    Rule,
    SetUp,
    Component,
    Background,
}

/// Where a statement comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    Stated,
    Reconstructed,
    Ours,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u16,
    statements: Vec<Statement>,
}

/// Reads a file of statements: `(format: 1, statements: [(id: "LBH-10.2", …), …])`.
///
/// Besides what the file layer finds, an id that comes twice and a text that is no sentence are problems.
pub fn parse(text: &str, file: &str) -> Checked<Vec<Statement>> {
    let Checked { value, mut problems } = ron::read::<File>(text, file);
    let Some(value) = value else { return Checked { value: None, problems } };
    if value.format != FORMAT {
        let message = format!("found format {}, expected {FORMAT}", value.format);
        return Checked::failed(Problem::error(message).in_file(file).about("format"));
    }
    for (index, statement) in value.statements.iter().enumerate() {
        let problem = |what: String| Problem::error(what).in_file(file).about(format!("statements[{index}]"));
        if value.statements[..index].iter().any(|other| other.id == statement.id) {
            problems.push(problem(format!("found the statement \"{}\" a second time", statement.id)));
        }
        if !statement.text.ends_with('.') {
            problems
                .push(problem(format!("found \"{}\", expected a sentence with a full stop", statement.text)));
        }
    }
    Checked { value: Some(value.statements), problems }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_and_doubles_found() {
        let one = "(id: \"X-1\", kind: Rule, origin: Stated, text: \"One.\")";
        let read = parse(&format!("(format: 1, statements: [{one}])"), "s.ron");
        assert_eq!(read.problems, []);
        assert_eq!(read.value.unwrap()[0].id, "X-1");
        let twice = parse(&format!("(format: 1, statements: [{one}, {one}])"), "s.ron");
        assert!(twice.problems[0].message.contains("a second time"));
    }
}
