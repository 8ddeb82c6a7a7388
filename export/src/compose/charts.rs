//! Charts of the rules as tables: heads, rows, results tinted by who suffers.

use engine::chart::{Chart, ChartRow, Outcome};

use super::kit::{filled_box, rule};
use crate::drawing::{Item, MM_PER_PT, Point, Rect, Text, pt};
use crate::fonts::{Align, Face, Line, Span, Style, fit, height, paragraph, shape, width};
use crate::palette::{Role, role};

/// A table, laid out for a width: its items from (0, 0), and its height.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub items: Vec<Item>,
    pub height: f64,
}

/// How a table is set.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// How much air rows have: from 0, close, to 1, roomy.
    pub air: f64,
    /// The chart as its game ships it: cells that differ from it are marked, with the old value beside them.
    pub shipped: Option<&'a Chart>,
}

impl Default for Setting<'_> {
    fn default() -> Self {
        Self { air: 1.0, shipped: None }
    }
}

/// The size of cells in points.
const CELL: f64 = 9.5;
/// The leading of cells of several lines.
const LEAD: f64 = 10.0;

/// How wide a chart would like to be.
pub fn natural_width(chart: &Chart) -> f64 {
    columns(chart).iter().sum()
}

/// The widths that the columns of a chart would like, that of the row heads first.
fn columns(chart: &Chart) -> Vec<f64> {
    let heads = chart.rows.iter().map(|row| width(Face::SerifSemibold, 9.2, &row.head, 0.0));
    let corner = width(Face::SansBold, 7.2, &chart.down, 0.0);
    let mut out = vec![heads.fold(corner, f64::max).min(52.0) + 4.0];
    for (i, head) in chart.columns.iter().enumerate() {
        let cells = chart.rows.iter().filter_map(|row| row.cells.get(i));
        let widest = cells.map(|cell| width(Face::Sans, CELL, cell, 0.0)).fold(0.0, f64::max);
        // Heads of several words may stand on several lines.
        let word = head.split(' ').map(|word| width(Face::SansBold, 7.2, word, 0.0)).fold(0.0, f64::max);
        out.push(widest.min(44.0).max(word.min(34.0)).max(4.6) + 3.4);
    }
    out
}

/// The tint of a result, and whether it takes strength: a scale that runs from the attacker's loss to the
/// defender's, by the usual letters of combat results.
fn tone(cell: &str) -> Option<(Role, bool)> {
    Some(match cell {
        "AE" => (role::ATTACKER_1, true),
        "½AE" | "AL" | "A1" | "A2" => (role::ATTACKER_2, true),
        "AR" => (role::ATTACKER_3, false),
        "EX" => (role::BOTH_SIDES, false),
        "R" | "DR" => (role::DEFENDER_3, false),
        "H" | "½DE" | "DL" | "D1" | "D2" => (role::DEFENDER_2, true),
        "E" | "DE" => (role::DEFENDER_1, true),
        _ => return None,
    })
}

/// Whether most of what a chart says are results, who suffers and how.
pub fn has_results(chart: &Chart) -> bool {
    chart.rows.iter().flat_map(|row| &row.cells).filter(|cell| tone(cell).is_some()).count() > 2
}

/// The mark of a value that a scenario changed, in a box: a bar at its left, the old value at its right.
pub fn changed(was: &str, cell: Rect) -> Vec<Item> {
    let old = shape(Face::Sans, 6.0, was, 0.0);
    vec![
        filled_box(Rect::new(cell.x + 0.4, cell.y + 0.7, 0.8, cell.h - 1.4), role::ALERT),
        Text::right(old, (cell.right() - 0.7, cell.bottom() - 1.1), role::INK_SOFT).into(),
    ]
}

/// Lays a chart out for a width.
pub fn table(chart: &Chart, wide: f64, setting: Setting<'_>) -> Table {
    let wanted = columns(chart);
    let total: f64 = wanted.iter().sum();
    // What is left over goes to the cells, evenly, so that columns of one kind stay alike.
    let widths: Vec<f64> = if total > wide {
        wanted.iter().map(|column| column * wide / total).collect()
    } else {
        let more = (wide - total) / (wanted.len().max(2) - 1) as f64;
        wanted.iter().enumerate().map(|(i, column)| column + if i == 0 { 0.0 } else { more }).collect()
    };
    let is_tinted = has_results(chart);
    let air = setting.air.clamp(0.0, 1.0);
    let mut out = Vec::new();
    let two = !chart.across.is_empty() && !chart.columns.is_empty();
    let heads: Vec<Vec<Line>> = chart
        .columns
        .iter()
        .zip(&widths[1..])
        .map(|(head, &w)| {
            lines(head, Style::new(Face::SansBold, 7.2, role::INK), w - 1.6, 8.4, Align::Centre)
        })
        .collect();
    let deep = heads.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64;
    let head = if two { 3.2 } else { 0.0 } + 6.4 + (deep - 1.0) * 8.4 * MM_PER_PT;
    out.push(filled_box(Rect::new(0.0, 0.0, wide, head), role::TABLE_HEAD));
    out.push(rule((0.0, 0.0), (wide, 0.0), role::INK, 0.35));
    out.push(rule((0.0, head), (wide, head), role::INK, 0.2));
    let down = fit(Face::SansBold, 7.2, 5.5, &chart.down, 0.0, widths[0] - 2.0)
        .unwrap_or_else(|| shape(Face::SansBold, 5.5, &chart.down, 0.0));
    out.push(Text::left(down, (1.6, head - 2.25), role::INK).into());
    if two {
        let across = shape(Face::SerifItalic, 7.5, &chart.across, 0.0);
        out.push(Text::centred(across, (widths[0] + (wide - widths[0]) / 2.0, 3.4), role::INK_SOFT).into());
    }
    let mut x = widths[0];
    for (lines, &w) in heads.iter().zip(&widths[1..]) {
        let tall = height(lines, 8.4);
        out.extend(Text::paragraph(lines, (x + 0.8, head - 2.2 - tall + 0.55)));
        x += w;
    }
    let mut y = head;
    for (j, row) in chart.rows.iter().enumerate() {
        let name = lines(
            &row.head,
            Style::new(Face::SerifSemibold, 9.2, role::INK),
            widths[0] - 2.4,
            LEAD,
            Align::Left,
        );
        let cells: Vec<Vec<Line>> = row
            .cells
            .iter()
            .zip(&widths[1..])
            .map(|(cell, &w)| lines(cell, cell_style(cell), w - 2.0, LEAD, Align::Centre))
            .collect();
        let most = cells.iter().map(Vec::len).max().unwrap_or(1).max(name.len()) as f64;
        let deep = 1.6 + air + most * LEAD * MM_PER_PT + if is_tinted { 0.4 + 0.4 * air } else { 0.0 };
        if j % 2 == 1 {
            out.push(filled_box(Rect::new(0.0, y, wide, deep), role::TABLE_ROW));
        }
        let set = |lines: &[Line], x: f64| {
            Text::paragraph(lines, (x, y + (deep - height(lines, LEAD)) / 2.0 + 0.2))
        };
        out.extend(set(&name, 1.6));
        let mut x = widths[0];
        let before =
            setting.shipped.and_then(|shipped| shipped.rows.get(j)).map_or(&[][..], |row| &row.cells);
        for (i, ((lines, &w), cell)) in cells.iter().zip(&widths[1..]).zip(&row.cells).enumerate() {
            if let Some((tint, _)) = tone(cell).filter(|_| is_tinted) {
                out.push(filled_box(Rect::new(x + 0.25, y + 0.25, w - 0.5, deep - 0.5), tint));
            }
            out.extend(set(lines, x + 1.0));
            if let Some(was) = before.get(i).filter(|was| *was != cell) {
                out.extend(changed(was, Rect::new(x, y, w, deep)));
            }
            x += w;
        }
        y += deep;
        out.push(rule((0.0, y), (wide, y), role::TABLE_HAIR, 0.12));
    }
    out.push(rule((0.0, y), (wide, y), role::INK, 0.35));
    if !chart.results.is_empty() {
        let (items, high) = outcomes(chart, wide, air);
        out.push(moved(items, pt(0.0, y + 1.6)));
        y += 1.6 + high;
    }
    if !chart.note.is_empty() {
        let note =
            lines(&chart.note, Style::new(Face::SerifItalic, 7.6, role::INK_SOFT), wide, 9.2, Align::Left);
        out.extend(Text::paragraph(&note, (0.0, y + 1.2)));
        y += 1.2 + height(&note, 9.2);
    }
    Table { items: out, height: y }
}

/// A chip: a result of the chart, in its tint, as wide as it needs and at least so wide.
const CHIP: f64 = 8.2;
const CHIP_HIGH: f64 = 4.0;

/// What the results of a chart mean, each behind its chips, in one column or two: the items from (0, 0), and their
/// height.
fn outcomes(chart: &Chart, wide: f64, air: f64) -> (Vec<Item>, f64) {
    let style = Style::new(Face::Serif, 8.2, role::INK);
    let leading = 9.6;
    let most = chart.results.iter().map(|outcome| outcome.cells.len()).max().unwrap_or(1) as f64;
    let indent = most * (CHIP + 0.6) + 1.4;
    let columns = if wide >= 2.0 * (indent + 45.0) { 2 } else { 1 };
    let gutter = 4.0;
    let each = (wide - gutter * (columns as f64 - 1.0)) / columns as f64;
    let rows = chart.results.len().div_ceil(columns);
    let mut out = Vec::new();
    let mut highest = 0.0_f64;
    for (column, group) in chart.results.chunks(rows).enumerate() {
        let x = column as f64 * (each + gutter);
        let mut y = 0.0;
        for outcome in group {
            let says = paragraph(&[Span::new(&outcome.says, style)], each - indent, leading, Align::Left);
            let high = height(&says, leading).max(CHIP_HIGH);
            for (index, cell) in outcome.cells.iter().enumerate() {
                let left = x + index as f64 * (CHIP + 0.6);
                let tint = tone(cell).map_or(role::BOTH_SIDES, |(tint, _)| tint);
                out.push(filled_box(Rect::new(left, y, CHIP, CHIP_HIGH), tint));
                let style = cell_style(cell);
                let run = shape(style.face, 7.6, cell, 0.0);
                out.push(Text::centred(run, (left + CHIP / 2.0, y + 2.95), style.paint).into());
            }
            out.extend(Text::paragraph(
                &says,
                (x + indent, y + (CHIP_HIGH - leading * MM_PER_PT).max(0.0) / 2.0),
            ));
            y += high + 0.5 + 0.4 * air;
        }
        highest = highest.max(y);
    }
    (out, highest)
}

fn cell_style(cell: &str) -> Style {
    if cell == "no" {
        return Style::new(Face::SansBold, CELL, role::ALERT);
    }
    match tone(cell) {
        Some((_, true)) => Style::new(Face::SansBold, CELL, role::INK),
        // A sentence is read more easily in the text's own letters.
        None if cell.chars().count() > 9 => Style::new(Face::Serif, 8.6, role::INK),
        _ => Style::new(Face::Sans, CELL, role::INK),
    }
}

fn lines(text: &str, style: Style, wide: f64, leading: f64, align: Align) -> Vec<Line> {
    if text.is_empty() {
        return Vec::new();
    }
    let found = paragraph(&[Span::new(text, style)], wide, leading, align);
    // A single word that sticks out is set smaller.
    let widest = found.iter().map(|line| line.width).fold(0.0, f64::max);
    if widest > wide + 0.2 {
        let size = (style.size * wide / widest).max(5.5);
        return paragraph(&[Span::new(text, Style { size, ..style })], wide, leading, align);
    }
    found
}

/// The charts as an aid prints them: those that have one column, the same rows and the same rule stand together as
/// the rows of one chart, their totals across; a single one of them is turned likewise if it is tall.
pub fn arranged(charts: &[&Chart]) -> Vec<Chart> {
    let mut out: Vec<Chart> = Vec::new();
    let mut i = 0;
    while i < charts.len() {
        let chart = charts[i];
        let heads = |chart: &Chart| chart.rows.iter().map(|row| row.head.clone()).collect::<Vec<_>>();
        let is_short = chart.rows.iter().all(|row| row.head.chars().count() < 9);
        if chart.columns.len() != 1 || chart.rows.len() < 4 || !is_short {
            out.push(chart.clone());
            i += 1;
            continue;
        }
        let alike = |other: &&&Chart| {
            other.columns.len() == 1 && other.rule == chart.rule && heads(other) == heads(chart)
        };
        let group: Vec<&Chart> = charts[i..].iter().take_while(alike).copied().collect();
        i += group.len();
        let rows = group.iter().map(|one| ChartRow {
            head: if group.len() == 1 { one.columns[0].clone() } else { one.title.clone() },
            cells: one.rows.iter().map(|row| row.cells.first().cloned().unwrap_or_default()).collect(),
        });
        let mut notes: Vec<&str> = Vec::new();
        for one in &group {
            if !notes.iter().any(|note| note.contains(one.note.as_str())) {
                notes.push(&one.note);
            }
        }
        out.push(Chart {
            title: common_title(&group),
            across: String::new(),
            down: chart.down.clone(),
            columns: heads(chart),
            rows: rows.collect(),
            note: notes.into_iter().max_by_key(|note| note.len()).unwrap_or_default().to_owned(),
            results: all_outcomes(&group),
            ..chart.clone()
        });
    }
    out
}

/// What the results of several charts mean, each once.
fn all_outcomes(charts: &[&Chart]) -> Vec<Outcome> {
    let mut out: Vec<Outcome> = Vec::new();
    for outcome in charts.iter().flat_map(|chart| &chart.results) {
        if !out.contains(outcome) {
            out.push(outcome.clone());
        }
    }
    out
}

/// The words with which all titles end: *US fire* and *Indian fire* are *Fire*.
fn common_title(charts: &[&Chart]) -> String {
    let first = &charts[0].title;
    if charts.len() == 1 {
        return first.clone();
    }
    let words: Vec<&str> = first.split(' ').collect();
    let end = (0..words.len())
        .map(|from| words[from..].join(" "))
        .find(|end| charts.iter().all(|chart| chart.title.ends_with(end.as_str())));
    let end = end.unwrap_or_else(|| first.clone());
    let mut letters = end.chars();
    letters.next().map_or(String::new(), |letter| letter.to_uppercase().chain(letters).collect())
}

/// Moves items that were laid out from (0, 0).
pub fn moved(items: Vec<Item>, to: Point) -> Item {
    let place = crate::drawing::Transform::at(to.x, to.y);
    crate::drawing::Group::new(items).placed(place).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    fn chart() -> Chart {
        let row = |head: &str, cells: &[&str]| ChartRow {
            head: head.into(),
            cells: cells.iter().map(|&cell| cell.to_owned()).collect(),
        };
        Chart {
            id: "melee".into(),
            title: "Melee".into(),
            rule: "melee.table".into(),
            across: "Attackers to defenders".into(),
            down: "Total".into(),
            columns: ["1-3", "1-1", "3-1"].map(str::to_owned).into(),
            rows: vec![
                row("≤0", &["AE", "½AE", "AR"]),
                row("≥7", &["DR", "DE", "no effect whatever, but read the note on it"]),
            ],
            note: "A is the attacker, D the defender.".into(),
            results: vec![Outcome {
                cells: vec!["AR".into(), "DR".into()],
                says: "all of that side retreat one hex".into(),
            }],
        }
    }

    #[test]
    fn a_table_keeps_to_its_width_and_says_its_height() {
        for wide in [60.0, 91.0, 190.0] {
            let table = table(&chart(), wide, Setting::default());
            let bounds = Drawing::new("").bounds_of(&table.items).unwrap();
            assert!(bounds.x >= -0.3 && bounds.right() <= wide + 0.5, "{wide}: {bounds:?}");
            assert!(bounds.bottom() <= table.height + 1.0, "{wide}: {bounds:?} {}", table.height);
        }
    }

    #[test]
    fn a_changed_cell_is_marked_and_close_rows_take_less_room() {
        let shipped = chart();
        let mut tweaked = chart();
        tweaked.rows[0].cells[1] = "AR".into();
        let set = |air, shipped| table(&tweaked, 91.0, Setting { air, shipped });
        assert_eq!(set(1.0, Some(&tweaked)), set(1.0, None));
        // A bar and the old value.
        assert_eq!(set(1.0, Some(&shipped)).items.len(), set(1.0, None).items.len() + 2);
        assert!(set(0.0, None).height < set(1.0, None).height);
    }

    #[test]
    fn charts_of_one_column_are_joined_by_their_totals() {
        let row = |head: &str, cell: &str| ChartRow { head: head.into(), cells: vec![cell.into()] };
        let fire = |side: &str| Chart {
            title: format!("{side} fire"),
            columns: vec!["Result".into()],
            rows: ["0", "1", "2", "3"].map(|head| row(head, "R")).into(),
            ..chart()
        };
        let (us, indian, other) = (fire("US"), fire("Indian"), chart());
        let joined = arranged(&[&us, &indian, &other]);
        assert_eq!(joined.len(), 2);
        assert_eq!((joined[0].title.as_str(), joined[0].columns.len(), joined[0].rows.len()), ("Fire", 4, 2));
        assert_eq!(joined[0].rows[1].head, "Indian fire");
        assert_eq!(joined[1], other);
    }

    #[test]
    fn what_results_mean_stands_below_once_a_meaning_and_takes_two_columns_where_there_is_room() {
        let outcome =
            |cell: &str| Outcome { cells: vec![cell.into()], says: format!("what {cell} does to a unit") };
        let one = Chart { results: ["R", "H"].map(outcome).into(), ..chart() };
        let other = Chart { results: ["R", "H", "E"].map(outcome).into(), ..chart() };
        let results = all_outcomes(&[&one, &other]);
        assert_eq!(results, ["R", "H", "E"].map(outcome));
        let told = |wide| {
            let with = Chart { results: results.clone(), ..chart() };
            let without = Chart { results: Vec::new(), ..chart() };
            table(&with, wide, Setting::default()).height - table(&without, wide, Setting::default()).height
        };
        assert!(told(60.0) > 3.0 * CHIP_HIGH);
        assert!(told(119.0) < 3.0 * CHIP_HIGH, "{}", told(119.0));
    }

    #[test]
    fn losses_are_bold_so_that_grey_prints_lose_nothing() {
        assert!(tone("DE").unwrap().1 && tone("½AE").unwrap().1 && !tone("DR").unwrap().1);
        assert_eq!(tone("12"), None);
    }
}
