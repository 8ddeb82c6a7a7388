//! Charts: looked up by the rules, explained to the player, printed on the aid.

use serde::{Deserialize, Serialize};

/// A chart of the rules: headings and cells as text, the rule that it belongs to.
///
/// The rules compile what they need into arrays when their data is read; this is the one value that the
/// player aid prints, the rulebook shows and the editor edits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Data path without the game's prefix: `fire.us`, `melee`, `move`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    pub title: String,
    /// Slug of the rule: `fire.table`.
    pub rule: String,
    /// What the columns are: *Ratio*; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub across: String,
    /// What the rows are: *Total*.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub down: String,
    pub columns: Vec<String>,
    pub rows: Vec<ChartRow>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A row of a [`Chart`]: its heading and one cell a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartRow {
    pub head: String,
    pub cells: Vec<String>,
}

impl Chart {
    /// The cell under a column's and a row's heading.
    pub fn cell(&self, column: &str, row: &str) -> Option<&str> {
        let column = self.columns.iter().position(|head| head == column)?;
        let row = self.rows.iter().find(|candidate| candidate.head == row)?;
        row.cells.get(column).map(String::as_str)
    }
}
