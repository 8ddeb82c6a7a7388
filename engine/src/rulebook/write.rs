//! The book as Markdown, as HTML in one file, and as plain text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Block, Rulebook, Section, Span};
use crate::chart::Chart;
use crate::example::{Board, Example};

fn chart<'c>(charts: &[&'c Chart], id: &str) -> Option<&'c Chart> {
    charts.iter().copied().find(|chart| chart.id == id)
}

fn markdown_spans(spans: &[Span]) -> String {
    let mut out = String::new();
    for span in spans {
        match span {
            Span::Strong(text) => {
                let _ = write!(out, "**{text}**");
            }
            Span::Emphasis(text) => {
                let _ = write!(out, "*{text}*");
            }
            Span::Link { slug, text } => {
                let _ = write!(out, "[{text}](#{slug})");
            }
            Span::Text(text) | Span::Value { text, .. } => out.push_str(text),
        }
    }
    out
}

fn plain_spans(spans: &[Span]) -> String {
    spans.iter().map(Span::text).collect()
}

/// Rows of a Markdown table; a bar inside a cell is escaped.
fn markdown_table(head: &[String], rows: impl Iterator<Item = Vec<String>>, out: &mut String) {
    let mut line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    };
    line(head);
    line(&vec!["---".to_owned(); head.len()]);
    for row in rows {
        line(&row);
    }
    out.push('\n');
}

/// Head and rows of a chart, its row headings in the first column.
fn chart_cells(chart: &Chart) -> (Vec<String>, Vec<Vec<String>>) {
    let corner = match (chart.down.as_str(), chart.across.as_str()) {
        (down, "") => down.to_owned(),
        ("", across) => across.to_owned(),
        (down, across) => format!("{down} / {across}"),
    };
    let head = std::iter::once(corner).chain(chart.columns.iter().cloned()).collect();
    let row = |row: &crate::chart::ChartRow| {
        std::iter::once(row.head.clone()).chain(row.cells.iter().cloned()).collect()
    };
    (head, chart.rows.iter().map(row).collect())
}

/// The ground of an example that is not open: *forest (1,0), (2,0); ford (0,0)|(0,1)*.
fn board_line(board: &Board) -> Option<String> {
    match board {
        Board::Hexes { hexes, sides, .. } => {
            let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for (place, kind) in hexes.iter().chain(sides) {
                kinds.entry(kind).or_default().push(place);
            }
            let kinds: Vec<String> =
                kinds.into_iter().map(|(kind, places)| format!("{kind} {}", places.join(", "))).collect();
            (!kinds.is_empty()).then(|| kinds.join("; "))
        }
        Board::Sample(name) => Some(format!("on the board of {}", name.replace('_', " "))),
        Board::Table(_) => None,
    }
}

/// Position and steps of an example, a line each.
fn example_lines(example: &Example, cite: &dyn Fn(&str) -> String) -> (Vec<String>, Vec<String>) {
    let mut position = vec![if example.phase.is_empty() {
        format!("Turn {}", example.turn)
    } else {
        format!("Turn {}, {}", example.turn, example.phase.replace('_', " "))
    }];
    position.extend(board_line(&example.board));
    for piece in &example.place {
        let mut line = format!("{}: {}", piece.id, piece.piece);
        for (name, value) in &piece.fields {
            match value.text.as_str() {
                "true" => {
                    let _ = write!(line, ", {name}");
                }
                text => {
                    let _ = write!(line, ", {name} {}", text.trim_matches('"'));
                }
            }
        }
        if !piece.at.is_empty() {
            let _ = write!(line, ", at {}", piece.at.text.trim_matches('"'));
        }
        position.push(line);
    }
    if !example.given.is_empty() {
        position.push(format!("given: {}", example.given.in_words(cite)));
    }
    for (path, value) in &example.tweaks {
        position.push(format!("with {path} = {value}"));
    }
    let steps = example.steps.iter().map(|step| {
        let then =
            if step.then.is_empty() { String::new() } else { format!(" → {}", step.then.in_words(cite)) };
        step.in_words(cite) + &then
    });
    (position, steps.collect())
}

impl Rulebook {
    /// The whole book as Markdown that any reader shows: numbers, values and charts filled in.
    pub fn to_markdown(&self, charts: &[&Chart]) -> String {
        let mut out = format!("# {}\n\n", self.title);
        for section in &self.sections {
            let marks = "#".repeat(usize::from(section.level) + 1);
            if !section.slug.is_empty() {
                let _ = writeln!(out, "<a id=\"{}\"></a>\n", section.slug);
            }
            let _ = writeln!(out, "{marks} {} {}\n", section.number, section.title);
            for block in &section.blocks {
                markdown_block(block, charts, &|slug| self.cite(slug), &mut out);
            }
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    /// The whole book as one HTML file that needs no other: contents, sections, charts and examples.
    pub fn to_html(&self, charts: &[&Chart]) -> String {
        let title = escape(&self.title);
        let mut out = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<nav>\n<ul>\n"
        );
        for section in &self.sections {
            let _ = writeln!(
                out,
                "<li class=\"l{}\"><a href=\"#{}\">{} {}</a></li>",
                section.level,
                section.anchor(),
                section.number,
                escape(&section.title)
            );
        }
        out.push_str("</ul>\n</nav>\n");
        for section in &self.sections {
            let level = section.level + 1;
            let _ = writeln!(
                out,
                "<h{level} id=\"{}\"><span>{}</span> {}</h{level}>",
                section.anchor(),
                section.number,
                escape(&section.title)
            );
            for block in &section.blocks {
                html_block(block, charts, &|slug| self.cite(slug), &mut out);
            }
        }
        out.push_str("</body>\n</html>\n");
        out
    }
}

impl Section {
    /// Its slug, or its number where it has none.
    fn anchor(&self) -> String {
        if self.slug.is_empty() { format!("s{}", self.number) } else { self.slug.clone() }
    }

    /// Heading and text as plain text, a paragraph a line; notes are marked, examples give their steps.
    pub fn to_plain(&self, charts: &[&Chart]) -> String {
        // A section alone does not know the numbers of others.
        let cite: &dyn Fn(&str) -> String = &str::to_owned;
        let mut out = format!("{}\n", self.heading());
        for block in &self.blocks {
            out.push('\n');
            match block {
                Block::Paragraph(spans) => {
                    let _ = writeln!(out, "{}", plain_spans(spans));
                }
                Block::Note(spans) => {
                    let _ = writeln!(out, "Note: {}", plain_spans(spans));
                }
                Block::List { numbered, items } => {
                    for (index, item) in items.iter().enumerate() {
                        let mark = if *numbered { format!("{}.", index + 1) } else { "-".to_owned() };
                        let _ = writeln!(out, "{mark} {}", plain_spans(item));
                    }
                }
                Block::Table { head, rows } => {
                    let row = |row: &Vec<Vec<Span>>| row.iter().map(|cell| plain_spans(cell)).collect();
                    plain_table(row(head), rows.iter().map(row).collect(), &mut out);
                }
                Block::Chart(id) => match chart(charts, id) {
                    Some(chart) => {
                        let _ = writeln!(out, "{}", chart.title);
                        let (head, rows) = chart_cells(chart);
                        plain_table(head, rows, &mut out);
                        for remark in chart.remarks() {
                            let _ = writeln!(out, "{remark}");
                        }
                    }
                    None => {
                        let _ = writeln!(out, "[{id}]");
                    }
                },
                Block::Example(example) => {
                    let _ = writeln!(out, "Example: {}", example.title);
                    let (position, steps) = example_lines(example, cite);
                    for line in position.iter().chain(&steps) {
                        let _ = writeln!(out, "  {line}");
                    }
                }
            }
        }
        out
    }
}

/// A table in columns of equal width.
fn plain_table(head: Vec<String>, rows: Vec<Vec<String>>, out: &mut String) {
    let all: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let columns = all.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            all.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    for row in &all {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let gap = width - cell.chars().count() + 2;
            let _ = write!(line, "{cell}{}", " ".repeat(gap));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

fn markdown_block(block: &Block, charts: &[&Chart], cite: &dyn Fn(&str) -> String, out: &mut String) {
    match block {
        Block::Paragraph(spans) => {
            let _ = writeln!(out, "{}\n", markdown_spans(spans));
        }
        Block::Note(spans) => {
            let _ = writeln!(out, "> {}\n", markdown_spans(spans));
        }
        Block::List { numbered, items } => {
            for (index, item) in items.iter().enumerate() {
                let mark = if *numbered { format!("{}.", index + 1) } else { "-".to_owned() };
                let _ = writeln!(out, "{mark} {}", markdown_spans(item));
            }
            out.push('\n');
        }
        Block::Table { head, rows } => {
            let row = |row: &Vec<Vec<Span>>| -> Vec<String> {
                row.iter().map(|cell| markdown_spans(cell)).collect()
            };
            markdown_table(&row(head), rows.iter().map(row), out);
        }
        Block::Chart(id) => match chart(charts, id) {
            Some(chart) => {
                let _ = writeln!(out, "**{}**\n", chart.title);
                let (head, rows) = chart_cells(chart);
                markdown_table(&head, rows.into_iter(), out);
                for remark in chart.remarks() {
                    let _ = writeln!(out, "{remark}\n");
                }
            }
            None => {
                let _ = writeln!(out, "*{id}*\n");
            }
        },
        Block::Example(example) => {
            let _ = writeln!(out, "**Example: {}**\n", example.title);
            let (position, steps) = example_lines(example, cite);
            let _ = writeln!(out, "{}.\n", position.join("; "));
            for step in steps {
                let _ = writeln!(out, "- {step}");
            }
            out.push('\n');
        }
    }
}

const STYLE: &str = "body{font:16px/1.5 serif;max-width:44em;margin:2em auto;padding:0 1em;color:#222;background:#fdfcf8}\
h1,h2,h3,h4{line-height:1.2;margin:1.6em 0 .5em}h2{border-bottom:1px solid #bbb}\
h2 span,h3 span,h4 span{color:#777}nav ul{list-style:none;padding:0}nav .l2{margin-left:1.5em}nav .l3{margin-left:3em}\
table{border-collapse:collapse;margin:1em 0}caption{font-weight:bold;text-align:left}\
td,th{border:1px solid #bbb;padding:.2em .6em;text-align:left}\
.note{border-left:3px solid #bbb;padding-left:1em;font-style:italic;color:#555}\
.example{background:#f1eee3;padding:.5em 1em;margin:1em 0;font-size:.9em}code{font-size:.9em}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1d1d1b}a{color:#9cf}.note{color:#aaa}.example{background:#2b2a26}}";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn html_spans(spans: &[Span]) -> String {
    let mut out = String::new();
    for span in spans {
        let text = escape(span.text());
        let _ = match span {
            Span::Strong(_) => write!(out, "<strong>{text}</strong>"),
            Span::Emphasis(_) => write!(out, "<em>{text}</em>"),
            Span::Link { slug, .. } => write!(out, "<a href=\"#{}\">{text}</a>", escape(slug)),
            Span::Text(_) | Span::Value { .. } => write!(out, "{text}"),
        };
    }
    out
}

fn html_table(caption: &str, head: &[String], rows: &[Vec<String>], out: &mut String) {
    out.push_str("<table>\n");
    if !caption.is_empty() {
        let _ = writeln!(out, "<caption>{caption}</caption>");
    }
    let _ = writeln!(out, "<tr><th>{}</th></tr>", head.join("</th><th>"));
    for row in rows {
        let _ = writeln!(out, "<tr><td>{}</td></tr>", row.join("</td><td>"));
    }
    out.push_str("</table>\n");
}

fn html_block(block: &Block, charts: &[&Chart], cite: &dyn Fn(&str) -> String, out: &mut String) {
    match block {
        Block::Paragraph(spans) => {
            let _ = writeln!(out, "<p>{}</p>", html_spans(spans));
        }
        Block::Note(spans) => {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", html_spans(spans));
        }
        Block::List { numbered, items } => {
            let tag = if *numbered { "ol" } else { "ul" };
            let _ = writeln!(out, "<{tag}>");
            for item in items {
                let _ = writeln!(out, "<li>{}</li>", html_spans(item));
            }
            let _ = writeln!(out, "</{tag}>");
        }
        Block::Table { head, rows } => {
            let row =
                |row: &Vec<Vec<Span>>| -> Vec<String> { row.iter().map(|cell| html_spans(cell)).collect() };
            html_table("", &row(head), &rows.iter().map(row).collect::<Vec<_>>(), out);
        }
        Block::Chart(id) => match chart(charts, id) {
            Some(chart) => {
                let (head, rows) = chart_cells(chart);
                let cells = |row: &Vec<String>| row.iter().map(|cell| escape(cell)).collect::<Vec<_>>();
                html_table(
                    &escape(&chart.title),
                    &cells(&head),
                    &rows.iter().map(cells).collect::<Vec<_>>(),
                    out,
                );
                for remark in chart.remarks() {
                    let _ = writeln!(out, "<p>{}</p>", escape(&remark));
                }
            }
            None => {
                let _ = writeln!(out, "<p><em>{}</em></p>", escape(id));
            }
        },
        Block::Example(example) => {
            let (position, steps) = example_lines(example, cite);
            let _ = writeln!(
                out,
                "<div class=\"example\">\n<p><strong>Example: {}</strong></p>",
                escape(&example.title)
            );
            let _ = writeln!(out, "<p>{}</p>\n<ol>", escape(&position.join("; ")));
            for step in steps {
                let _ = writeln!(out, "<li>{}</li>", escape(&step));
            }
            out.push_str("</ol>\n</div>\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::ChartRow;

    #[test]
    fn the_book_is_written_with_numbers_values_and_charts() {
        let text = "# Fire & water {#fire}\n\nAt {value a} or *more*, see [[fire.table]].\n\n## Table {#fire.table}\n\n\
            {chart c}\n\n```example\n(title: \"One\", phase: \"us_fire\", place: [(id: \"A\", piece: \"foot\", at: \"(0,0)\", \
            reduced: true)], steps: [(by: \"us\", try: Fire([\"A\"], \"B\"), roll: [4], then: Legal)])\n```\n";
        let mut book =
            Rulebook::parse(&[("a.md", text)], &|_| Some("3".into()), &|_| true).into_result().unwrap();
        book.title = "Book".into();
        let chart = Chart {
            id: "c".into(),
            title: "Chart".into(),
            rule: "fire.table".into(),
            across: String::new(),
            down: "Total".into(),
            columns: vec!["R".into()],
            rows: vec![ChartRow { head: "≤0".into(), cells: vec!["–".into()] }],
            note: String::new(),
            results: Vec::new(),
        };
        let markdown = book.to_markdown(&[&chart]);
        assert!(markdown.starts_with(
            "# Book\n\n<a id=\"fire\"></a>\n\n## 1 Fire & water\n\nAt 3 or *more*, see [§1.1](#fire.table).\n"
        ));
        assert!(
            markdown.contains("### 1.1 Table\n\n**Chart**\n\n| Total | R |\n| --- | --- |\n| ≤0 | – |\n")
        );
        assert!(markdown.contains("Turn 2, us fire; A: foot, reduced, at (0,0)."));
        let html = book.to_html(&[&chart]);
        assert!(html.contains("<h2 id=\"fire\"><span>1</span> Fire &amp; water</h2>"));
        assert!(html.contains("<a href=\"#fire.table\">§1.1</a>"));
        assert!(html.contains("<li>us: Fire A B; rolled 4 → Legal</li>"));
        let plain = book.sections[1].to_plain(&[&chart]);
        assert!(plain.starts_with("§1.1 Table\n\nChart\nTotal  R\n≤0     –\n"), "{plain}");
    }
}
