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
    /// What its results mean, in the order in which a reader looks for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Outcome>,
}

/// What results of a [`Chart`] mean: the cells that mean the same, and what happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    pub cells: Vec<String>,
    pub says: String,
}

/// A row of a [`Chart`]: its heading and one cell a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartRow {
    pub head: String,
    pub cells: Vec<String>,
}

impl Outcome {
    /// *AR, DR: all counters of that side retreat one hex.*
    pub fn line(&self) -> String {
        format!("{}: {}.", self.cells.join(", "), self.says)
    }
}

impl Chart {
    /// What is read below the chart: what its results mean, then its note.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let note = Some(self.note.clone()).filter(|note| !note.is_empty());
        self.results.iter().map(Outcome::line).chain(note)
    }

    /// The cell under a column's and a row's heading.
    pub fn cell(&self, column: &str, row: &str) -> Option<&str> {
        let column = self.columns.iter().position(|head| head == column)?;
        let row = self.rows.iter().find(|candidate| candidate.head == row)?;
        row.cells.get(column).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_results_mean_is_read_before_the_note() {
        let text = r#"(title: "Melee", rule: "melee.table", columns: ["1-1"], rows: [(head: "1", cells: ["AR"])],
            note: "A is the attacker.", results: [(cells: ["AR", "DR"], says: "that side retreats")])"#;
        let chart: Chart = ron::from_str(text).unwrap();
        let remarks: Vec<String> = chart.remarks().collect();
        assert_eq!(remarks, ["AR, DR: that side retreats.", "A is the attacker."]);
        let bare = Chart { note: String::new(), results: Vec::new(), ..chart };
        assert_eq!(bare.remarks().count(), 0);
    }
}
