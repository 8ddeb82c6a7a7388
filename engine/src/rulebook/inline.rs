//! Text inside a block: citations, values and charts among plain words.

use super::Span;

/// What is found in a run of plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'t> {
    Text(&'t str),
    /// `[[slug]]`
    Link(&'t str),
    /// `{value path}`
    Value(&'t str),
    /// `{chart id}`
    Chart(&'t str),
    /// In double brackets or braces, but none of these.
    Unknown(&'t str),
}

/// Cuts a text into its parts. Brackets that are never closed are text.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let opening = [rest.find("[["), rest.find('{')].into_iter().flatten().min();
        let Some(at) = opening else { break };
        let (close, skip) = if rest[at..].starts_with("[[") { ("]]", 2) } else { ("}", 1) };
        let Some(length) = rest[at + skip..].find(close) else { break };
        if at > 0 {
            parts.push(Part::Text(&rest[..at]));
        }
        let inner = rest[at + skip..at + skip + length].trim();
        parts.push(match inner.split_once(char::is_whitespace) {
            None if skip == 2 => Part::Link(inner),
            Some(("value", path)) if skip == 1 => Part::Value(path.trim()),
            Some(("chart", id)) if skip == 1 => Part::Chart(id.trim()),
            _ => Part::Unknown(&rest[at..at + skip + length + close.len()]),
        });
        rest = &rest[at + skip + length + close.len()..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    parts
}

/// Joins neighbours of one look and trims the ends.
pub(super) fn tidy(spans: Vec<Span>) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for span in spans {
        match (out.last_mut(), span) {
            (Some(Span::Text(last)), Span::Text(text)) => last.push_str(&text),
            (Some(Span::Strong(last)), Span::Strong(text)) => last.push_str(&text),
            (Some(Span::Emphasis(last)), Span::Emphasis(text)) => last.push_str(&text),
            (_, span) => out.push(span),
        }
    }
    if let Some(Span::Text(text)) = out.first_mut() {
        *text = text.trim_start().to_owned();
    }
    if let Some(Span::Text(text)) = out.last_mut() {
        *text = text.trim_end().to_owned();
    }
    out.retain(|span| !matches!(span, Span::Text(text) if text.is_empty()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_citations_and_values() {
        assert_eq!(
            parts("At most {value a.b}, see [[x.y]] and {chart c}{odd}."),
            [
                Part::Text("At most "),
                Part::Value("a.b"),
                Part::Text(", see "),
                Part::Link("x.y"),
                Part::Text(" and "),
                Part::Chart("c"),
                Part::Unknown("{odd}"),
                Part::Text("."),
            ]
        );
        assert_eq!(parts("open {value"), [Part::Text("open {value")]);
    }
}
