//! Reads examples out of a RON list or out of the fenced blocks of a Markdown file.

use std::collections::BTreeMap;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::{Board, Example, ExampleStep, Placed, Raw, Tried};
use crate::problem::{Checked, Problem};
use crate::scenario::ron::{self, Kind, Node};

/// The turn of an example that names none.
const TURN: u16 = 2;

/// Reads a file of examples by the ending of its name: `.md` is Markdown, all else RON.
pub fn parse_file(text: &str, file: &str) -> Checked<Vec<Example>> {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    if ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown") {
        parse_markdown(text, file)
    } else {
        parse(text, file)
    }
}

/// Reads a list of examples, or a single one, from RON.
pub fn parse(text: &str, file: &str) -> Checked<Vec<Example>> {
    parse_from(text, file, 1)
}

/// As [`parse`], of a text that begins in this line of its file.
fn parse_from(text: &str, file: &str, line: u32) -> Checked<Vec<Example>> {
    let Checked { value, mut problems } = ron::parse_at(text, file, (line, 1));
    let Some(tree) = value else { return Checked { value: None, problems } };
    let root = tree.root();
    let mut examples = Vec::new();
    if root.kind() == Kind::List {
        examples.extend(root.items().filter_map(|node| example(node, &mut problems)));
    } else {
        examples.extend(example(root, &mut problems));
    }
    for example in &mut examples {
        file.clone_into(&mut example.file);
    }
    Checked { value: Some(examples), problems }
}

/// Reads the fenced `example` blocks of a Markdown file; all else in it is passed over.
pub fn parse_markdown(text: &str, file: &str) -> Checked<Vec<Example>> {
    let mut examples = Vec::new();
    let mut problems = Vec::new();
    let mut inside = false;
    let mut code = String::new();
    let mut start = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                inside = info.split_whitespace().next() == Some("example");
                start = None;
                code.clear();
            }
            Event::Text(part) if inside => {
                start.get_or_insert(range.start);
                code.push_str(&part);
            }
            Event::End(TagEnd::CodeBlock) if inside => {
                inside = false;
                let read = block(&code, line_of(text, start.unwrap_or(range.start)), file);
                problems.extend(read.problems);
                examples.extend(read.value.unwrap_or_default());
            }
            _ => {}
        }
    }
    Checked { value: Some(examples), problems }
}

/// Reads the text of a fenced block whose first line is this line of the file.
pub(crate) fn block(code: &str, line: u32, file: &str) -> Checked<Vec<Example>> {
    if code.trim().is_empty() {
        return Checked::failed(Problem::error("found an empty example").in_file(file).at(line, 1));
    }
    parse_from(code, file, line.max(1))
}

/// The line, from 1, of a byte of a text.
pub(crate) fn line_of(text: &str, byte: usize) -> u32 {
    let lines = text.as_bytes()[..byte.min(text.len())].iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(lines + 1).unwrap_or(u32::MAX)
}

fn raw(node: Node<'_>) -> Raw {
    let (line, column) = node.position();
    Raw { text: node.text().to_owned(), line, column }
}

fn example(node: Node<'_>, problems: &mut Vec<Problem>) -> Option<Example> {
    const KNOWN: [&str; 10] =
        ["title", "covers", "map", "table", "turn", "phase", "tweaks", "place", "given", "steps"];
    let fields = node.known_fields(&KNOWN, problems);
    let title: Option<String> = fields.read("title", problems);
    let covers: Vec<String> = fields.read_or("covers", Vec::new(), problems);
    for (id, item) in covers.iter().zip(fields.get("covers").into_iter().flat_map(Node::items)) {
        if !is_statement(id) {
            problems.push(
                item.problem(format!("found \"{id}\", expected the id of a statement such as \"LBH-7.8\"")),
            );
        }
    }
    let board = board(fields.get("map"), fields.get("table"), problems);
    let mut place: Vec<Placed> = Vec::new();
    let items = fields.get("place").map(|list| elements(list, problems)).unwrap_or_default();
    for item in items {
        let Some(piece) = placed(item, problems) else { continue };
        // With a count an entry is a row of pieces, whose ids its game makes.
        let single = |piece: &Placed| !piece.fields.contains_key("count");
        if single(&piece) && place.iter().any(|other| single(other) && other.id == piece.id) {
            problems.push(item.problem(format!("found the piece \"{}\" a second time", piece.id)));
        }
        place.push(piece);
    }
    let steps = match fields.need("steps", problems) {
        Some(list) => elements(list, problems).into_iter().filter_map(|item| step(item, problems)).collect(),
        None => Vec::new(),
    };
    Some(Example {
        title: title?,
        covers,
        board,
        turn: fields.read_or("turn", TURN, problems),
        phase: fields.read_or("phase", String::new(), problems),
        tweaks: fields.read_or("tweaks", BTreeMap::new(), problems),
        place,
        given: fields.get("given").map(raw).unwrap_or_default(),
        steps,
        file: String::new(),
        line: node.position().0,
    })
}

/// Letters, a hyphen, and a number, which may begin with letters: `LBH-7.8`, `LBH-D4`, `LBH-EX-3`.
fn is_statement(id: &str) -> bool {
    let Some((prefix, rest)) = id.split_once('-') else { return false };
    !prefix.is_empty()
        && prefix.chars().all(|c| c.is_ascii_uppercase())
        && rest.ends_with(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '.' || c == '-')
}

fn elements<'t>(list: Node<'t>, problems: &mut Vec<Problem>) -> Vec<Node<'t>> {
    if list.kind() == Kind::List {
        return list.items().filter(|item| item.kind() != Kind::Broken).collect();
    }
    problems.push(list.problem(format!("found {}, expected a list in brackets: [...]", list.excerpt())));
    Vec::new()
}

fn board(map: Option<Node<'_>>, table: Option<Node<'_>>, problems: &mut Vec<Problem>) -> Board {
    if let (Some(_), Some(table)) = (map, table) {
        problems.push(table.key_problem("found a table besides a map, expected one of the two"));
    }
    if let Some(table) = table {
        return Board::Table(raw(table));
    }
    let open = |plain: String| Board::Hexes { plain, hexes: BTreeMap::new(), sides: BTreeMap::new() };
    let Some(map) = map else { return open("plain".to_owned()) };
    if let Some(name) = map.as_text() {
        let Some(sample) = name.strip_prefix('@') else {
            problems.push(map.problem(format!(
                "found \"{name}\", expected the name of a sample such as \"@little_big_horn\""
            )));
            return open("plain".to_owned());
        };
        return Board::Sample(sample.to_owned());
    }
    let fields = map.known_fields(&["plain", "hexes", "sides"], problems);
    Board::Hexes {
        plain: fields.read_or("plain", "plain".to_owned(), problems),
        hexes: once("hexes", fields, problems),
        sides: once("sides", fields, problems),
    }
}

/// A map of texts in which no key comes twice.
fn once(name: &str, fields: ron::Fields<'_>, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let mut seen = Vec::new();
    for (key, _) in fields.get(name).into_iter().flat_map(Node::entries) {
        if seen.contains(&key.text()) {
            problems.push(key.problem(format!("found {} a second time", key.excerpt())));
        }
        seen.push(key.text());
    }
    fields.read_or(name, BTreeMap::new(), problems)
}

fn placed(node: Node<'_>, problems: &mut Vec<Problem>) -> Option<Placed> {
    if node.kind() != Kind::Struct {
        problems.push(
            node.problem(format!("found {}, expected fields: (id: …, piece: …, at: …)", node.excerpt())),
        );
        return None;
    }
    let mut read = |name: &str| -> Option<String> {
        let Some(field) = node.field(name) else {
            problems.push(node.problem(format!("the field \"{name}\" is missing")));
            return None;
        };
        field.read().map_err(|problem| problems.push(problem)).ok()
    };
    let (id, piece) = (read("id"), read("piece"));
    let mut others = BTreeMap::new();
    for (name, field) in node.fields().filter(|(name, _)| !["id", "piece", "at"].contains(name)) {
        if others.insert(name.to_owned(), raw(field)).is_some() {
            problems.push(field.key_problem(format!("found the field \"{name}\" a second time")));
        }
    }
    Some(Placed {
        id: id?,
        piece: piece?,
        at: node.field("at").map(raw).unwrap_or_default(),
        fields: others,
        line: node.position().0,
    })
}

fn step(node: Node<'_>, problems: &mut Vec<Problem>) -> Option<ExampleStep> {
    const KNOWN: [&str; 7] = ["by", "try", "ask", "roll", "answers", "then", "take_back"];
    let fields = node.known_fields(&KNOWN, problems);
    let by: String = fields.read_or("by", String::new(), problems);
    let what = match (fields.get("try"), fields.get("ask")) {
        (Some(action), None) => {
            if by.is_empty() {
                problems.push(action.key_problem("found \"try\" without \"by\", expected who tries it"));
            }
            Tried::Try(raw(action))
        }
        (None, Some(question)) => {
            for name in ["by", "roll", "answers", "take_back"] {
                if let Some(field) = fields.get(name) {
                    problems
                        .push(field.key_problem(format!("found \"{name}\" in a question, which has none")));
                }
            }
            Tried::Ask(raw(question))
        }
        (Some(_), Some(question)) => {
            problems.push(question.key_problem("found \"ask\" besides \"try\", expected one of the two"));
            return None;
        }
        (None, None) => {
            if matches!(node.kind(), Kind::Struct | Kind::Tuple) {
                problems.push(node.problem("found a step without \"try\" or \"ask\""));
            }
            return None;
        }
    };
    let answers = fields.get("answers").map(|list| elements(list, problems)).unwrap_or_default();
    Some(ExampleStep {
        by,
        what,
        roll: fields.read_or("roll", Vec::new(), problems),
        answers: answers.into_iter().map(raw).collect(),
        then: fields.get("then").map(raw).unwrap_or_default(),
        take_back: fields.read_or("take_back", false, problems),
        line: node.position().0,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Claim, Outcome};
    use super::*;

    fn lines(text: &str) -> Vec<(u32, String)> {
        parse(text, "x.ron").problems.into_iter().map(|problem| (problem.line, problem.to_string())).collect()
    }

    const SMALL: &str = r#"[(
    title: "Small",
    covers: ["X-1.2", "X-D3", "X-EX-4"],
    map: (hexes: {"(0,0)": "wood"}, sides: {"(0,0)|(1,0)": "river"}),
    place: [(id: "A", piece: "foot", at: "(0,0)", reduced: true)],
    given: (moved: ["A"]),
    steps: [
        (by: "us", try: Move("A", ["(1,0)"]), then: Refused("river.bank")),
        (ask: Reach("A"), then: Is(true)),
        (by: "us", try: Pass, roll: [1, 2], answers: [Pass], then: [Moves("A",
            "(1,0)")]),
        (by: "us", try: Pass),
    ],
)]"#;

    #[test]
    fn an_example_is_read_with_its_lines() {
        let read = parse(SMALL, "x.ron");
        assert_eq!(read.problems, []);
        let example = &read.value.unwrap()[0];
        assert_eq!((example.line, example.turn, example.prefix()), (1, 2, Some("X")));
        assert_eq!(example.place[0].fields["reduced"].text, "true");
        let claims: Vec<Claim> = example.steps.iter().map(ExampleStep::claim).collect();
        assert_eq!(claims, [Claim::Refused, Claim::Computed, Claim::Allowed, Claim::Nothing]);
        assert_eq!(example.steps[0].refused_by().as_deref(), Some("river.bank"));
        assert_eq!((example.steps[2].line, example.steps[2].roll.as_slice()), (10, &[1, 2][..]));
        let then = example.steps[2].then.tree("x.ron").value.unwrap();
        assert_eq!(then.root().items().next().unwrap().items().nth(1).unwrap().position(), (11, 13));
        assert_eq!(example.steps[2].then.one_line(), "[Moves(\"A\", \"(1,0)\")]");
    }

    #[test]
    fn everything_that_is_not_understood_is_said_at_its_line() {
        let bad = SMALL
            .replace("given", "givven")
            .replace("roll: [1, 2]", "roll: [\"x\"]")
            .replace("\"X-D3\"", "\"what\"")
            .replace("try: Pass)", "then: Legal)");
        let lines = lines(&bad);
        let at = |line: u32, part: &str| {
            assert!(lines.iter().any(|(l, m)| *l == line && m.contains(part)), "{line} {part}: {lines:#?}");
        };
        at(3, "expected the id of a statement");
        at(6, "did you mean \"given\"?");
        at(10, "expected a whole number");
        at(12, "without \"try\" or \"ask\"");
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn blocks_of_a_markdown_file_keep_the_lines_of_the_file() {
        let text = format!("# A\n\n```rust\nx\n```\n\n```example\n{SMALL}\n```\n");
        let read = parse_file(&text, "a.md");
        assert_eq!(read.problems, []);
        let examples = read.value.unwrap();
        assert_eq!((examples[0].line, examples[0].steps[0].line), (8, 15));
        let failed = Outcome::Failed { line: 15, message: "Legal".into() };
        assert_eq!(examples[0].report(&failed), "failed a.md:15: Small: Legal");
        assert_eq!(examples[0].report(&Outcome::Ok), "ok a.md:8: Small");
    }
}
