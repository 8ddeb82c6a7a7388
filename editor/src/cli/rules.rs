//! `sandtable rules`: the data of a game's rules with its paths, ready for `--tweak`.

use clap::Args;
use engine::game::{Game, Value};
use serde::Serialize;

use super::{Common, Done, Exit, Io, game, json, tweak, tweaked};

#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// The game: little_big_horn
    game: String,
    /// Show the data with this change; may be given again
    #[arg(long, value_name = "PATH=VALUE", value_parser = tweak)]
    tweak: Vec<(String, String)>,
    #[command(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    values: Vec<JsonValue<'a>>,
    charts: Vec<JsonChart<'a>>,
}

#[derive(Serialize)]
pub(super) struct JsonValue<'a> {
    path: &'a str,
    value: &'a str,
    alternatives: &'a [String],
    rule: &'a str,
    what: &'a str,
}

#[derive(Serialize)]
struct JsonChart<'a> {
    path: &'a str,
    title: &'a str,
    rule: &'a str,
    columns: &'a [String],
    rows: Vec<(&'a str, &'a [String])>,
}

impl RulesArgs {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let shipped = game(&self.game)?;
        let game = tweaked(io, shipped, &self.tweak)?;
        let (values, charts) = (values(game.as_ref(), shipped), game.charts());
        if self.common.json {
            let values = values.iter().map(json_value).collect();
            let charts = charts.iter().map(|chart| json_chart(chart)).collect();
            json::print(io.out, &Report { game: game.id(), values, charts })?;
            return Ok(Exit::Clean);
        }
        let book = game.rulebook();
        let width = values.iter().map(|value| value.path.len()).max().unwrap_or(0);
        for value in &values {
            write!(io.out, "{:width$} = {}", value.path, value.value)?;
            if !value.alternatives.is_empty() {
                write!(io.out, "  [{}]", value.alternatives.join(" | "))?;
            }
            writeln!(io.out, "  {}  {}", book.cite(&value.rule), value.what)?;
        }
        for chart in charts {
            writeln!(io.out, "\n{} {} {}", chart.id, book.cite(&chart.rule), chart.title)?;
            for row in &chart.rows {
                for (column, cell) in chart.columns.iter().zip(&row.cells) {
                    let path = if chart.columns.len() == 1 {
                        format!("{}[{:?}]", chart.id, row.head)
                    } else {
                        format!("{}[{column:?}][{:?}]", chart.id, row.head)
                    };
                    writeln!(io.out, "{path} = {cell}")?;
                }
            }
        }
        Ok(Exit::Clean)
    }
}

/// The values of a changed game, with those of the shipped one among their alternatives.
pub(super) fn values(game: &dyn Game, shipped: &dyn Game) -> Vec<Value> {
    let mut values = game.values();
    for (value, old) in values.iter_mut().zip(shipped.values()) {
        if value.value != old.value && !old.alternatives.is_empty() {
            value.alternatives.retain(|other| *other != value.value && *other != old.value);
            value.alternatives.insert(0, old.value);
        }
    }
    values
}

pub(super) fn json_value(value: &Value) -> JsonValue<'_> {
    JsonValue {
        path: &value.path,
        value: &value.value,
        alternatives: &value.alternatives,
        rule: &value.rule,
        what: &value.what,
    }
}

fn json_chart(chart: &engine::chart::Chart) -> JsonChart<'_> {
    JsonChart {
        path: &chart.id,
        title: &chart.title,
        rule: &chart.rule,
        columns: &chart.columns,
        rows: chart.rows.iter().map(|row| (row.head.as_str(), row.cells.as_slice())).collect(),
    }
}
