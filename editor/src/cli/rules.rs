//! `sandtable rules`: the data of a game's rules with its paths, ready for `--tweak`.

use clap::Args;
use serde::Serialize;

use super::{Common, Done, Exit, Failure, Io, game, json, problems, tweak};

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
struct JsonValue<'a> {
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
        let tweaked;
        let game = if self.tweak.is_empty() {
            shipped
        } else {
            tweaked = match shipped.tweaked(&self.tweak) {
                Ok(game) => game,
                Err(found) => {
                    problems::print(io, &found, &|_| None)?;
                    return Err(Failure::Call("a tweak was not understood".to_owned()));
                }
            };
            tweaked.as_ref()
        };
        let (values, charts) = (game.values(), game.charts());
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

fn json_value(value: &engine::game::Value) -> JsonValue<'_> {
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
