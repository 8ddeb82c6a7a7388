//! The first pass over a text: limits, brackets, and the cut into items.
//!
//! One loop with a stack of its own, so that no text can exhaust the program's; what it allocates is bounded
//! by [`MAX_ITEMS`]. After a mistake it goes on behind the next comma or bracket of the same level.

use super::tree::{Comment, Item, Kind, NONE, Tree, from_origin, is_word, position};
use super::{MAX_BYTES, MAX_DEPTH, MAX_ITEMS, MAX_PROBLEMS};
use crate::problem::{Checked, Problem};

/// Cuts the bytes of a file into items: [`parse`], after the check that they are text.
pub fn parse_bytes(bytes: Vec<u8>, file: &str) -> Checked<Tree> {
    if bytes.len() > MAX_BYTES {
        return Checked::failed(too_large(bytes.len()).in_file(file));
    }
    match text_of(bytes) {
        Ok(text) => scan(text, file, (1, 1), true),
        Err(problem) => Checked::failed(problem.in_file(file)),
    }
}

/// Cuts a text into items. The tree is there whenever the text has an outermost item; where the problems
/// name errors, the items concerned are [`Kind::Broken`] or missing.
pub fn parse(text: &str, file: &str) -> Checked<Tree> {
    parse_at(text, file, (1, 1))
}

/// As [`parse`], of a text that is a part of a file and begins at this line and column of it, both from 1.
pub fn parse_at(text: &str, file: &str, origin: (u32, u32)) -> Checked<Tree> {
    if text.len() > MAX_BYTES {
        return Checked::failed(too_large(text.len()).in_file(file));
    }
    scan(text.to_owned(), file, origin, true)
}

/// Cuts a text that the program itself has written, of any size.
pub(in crate::scenario) fn parse_own(text: &str) -> Checked<Tree> {
    scan(text.to_owned(), "", (1, 1), false)
}

fn too_large(bytes: usize) -> Problem {
    Problem::error(format!("found {bytes} bytes, expected at most {MAX_BYTES} in one file")).at(1, 1)
}

/// The bytes as text, or what they are instead.
fn text_of(bytes: Vec<u8>) -> Result<String, Problem> {
    let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || is_bare_utf16(&bytes);
    if utf16 {
        return Err(Problem::error("found UTF-16 text, expected UTF-8")
            .at(1, 1)
            .hint("save the file again with the encoding UTF-8"));
    }
    let text = utf8(bytes)?;
    // Also inside a text or a comment: nobody writes it, and other programs end their reading there.
    if let Some(at) = text.bytes().position(|byte| byte == 0) {
        let (line, column) = position(&text, &line_starts(&text[..at]), at);
        return Err(Problem::error("found a NUL byte, expected a text file").at(line, column));
    }
    Ok(text)
}

fn utf8(bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = String::from_utf8_lossy(&bytes[..at]);
        let (line, column) = position(&before, &line_starts(&before), before.len());
        let byte = bytes[at];
        let problem =
            Problem::error(format!("found the byte 0x{byte:02x}, which is not UTF-8")).at(line, column);
        // In Latin-1 the letters from À to ÿ are single bytes among ASCII.
        let latin = byte >= 0xa0 && bytes.get(at + 1).is_none_or(u8::is_ascii);
        problem.hint(if latin {
            "the file looks like Latin-1 (Windows-1252): save it again with the encoding UTF-8"
        } else {
            "is this a text file?"
        })
    })
}

/// ASCII written as UTF-16 without a mark: every second byte is zero.
fn is_bare_utf16(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64) & !1];
    head.len() >= 4
        && (head.chunks_exact(2).all(|pair| pair[0] == 0 && pair[1] != 0)
            || head.chunks_exact(2).all(|pair| pair[0] != 0 && pair[1] == 0))
}

fn line_starts(text: &str) -> Vec<u32> {
    let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect()
}

fn scan(text: String, file: &str, origin: (u32, u32), limited: bool) -> Checked<Tree> {
    let lines = line_starts(&text);
    let (items, comments) = (Vec::new(), Vec::new());
    let (file, flaws) = (file.to_owned(), Vec::new());
    let tree = Tree { file, text: String::new(), items, comments, flaws, lines, origin };
    let mut scanner = Scanner {
        text: &text,
        at: 0,
        tree,
        stack: Vec::new(),
        limited,
        problems: Vec::new(),
        complained: None,
    };
    let complete = scanner.run().is_ok();
    let Scanner { mut tree, problems, .. } = scanner;
    tree.text = text;
    let usable = complete && !tree.items.is_empty();
    Checked { value: usable.then_some(tree), problems }
}

/// The rest of the text cannot be made sense of; the problem is noted.
struct Stop;

/// What an open bracket waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// An item, or the end.
    Item,
    /// The colon after a key of a map.
    Colon,
    /// The value after a colon.
    Value,
    /// A comma, or the end.
    Comma,
}

struct Open {
    item: u32,
    bracket: char,
    last: u32,
    wants: Wants,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    tree: Tree,
    stack: Vec<Open>,
    /// Do the bounds of depth and number hold?
    limited: bool,
    problems: Vec<Problem>,
    /// The byte of the last complaint: what follows from it at the same place is not told as well.
    complained: Option<usize>,
}

impl Scanner<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        loop {
            self.skip_space()?;
            let next = self.peek();
            let Some(open) = self.stack.last() else {
                match (self.tree.items.is_empty(), next) {
                    (true, None) => self.complain(self.at, "found nothing, expected a value such as (…)")?,
                    (true, Some(_)) => {
                        self.value((0, 0))?;
                        continue;
                    }
                    (false, None) => {}
                    (false, Some(_)) => {
                        let found = self.found();
                        self.complain(self.at, format!("found {found}, expected the end of the file"))?;
                    }
                }
                return Ok(());
            };
            let (wants, bracket) = (open.wants, open.bracket);
            match next {
                None => return self.unclosed(),
                Some(c @ (')' | ']' | '}')) => self.close(c)?,
                Some(',') => {
                    if wants != Wants::Comma {
                        let expected = if wants == Wants::Colon { "a colon" } else { "a value" };
                        self.complain(self.at, format!("found \",\", expected {expected}"))?;
                        self.fill(wants)?;
                    }
                    self.at += 1;
                    self.want(Wants::Item);
                }
                Some(':') if wants == Wants::Colon => {
                    self.at += 1;
                    self.want(Wants::Value);
                }
                Some(_) => match wants {
                    Wants::Comma => {
                        let (found, end) = (self.found(), closing(bracket));
                        self.complain(self.at, format!("found {found}, expected a comma or \"{end}\""))?;
                        self.pass_for_comma();
                    }
                    Wants::Colon => {
                        let found = self.found();
                        self.complain(self.at, format!("found {found}, expected a colon and a value"))?;
                        self.fill(wants)?;
                        self.skip_to_comma();
                        self.want(Wants::Comma);
                    }
                    Wants::Value => self.value((0, 0))?,
                    Wants::Item => self.item(bracket)?,
                },
            }
        }
    }

    /// An item of the open bracket, with the name of its field if it has one.
    fn item(&mut self, bracket: char) -> Result<(), Stop> {
        if bracket != '(' {
            return self.value((0, 0));
        }
        let start = self.at;
        let word = self.word();
        let mut key = (0, 0);
        if !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()) {
            let end = start + word.len();
            self.at = end;
            let comments = self.tree.comments.len();
            self.skip_space()?;
            if self.peek() == Some(':') {
                self.at += 1;
                key = (start as u32, end as u32);
                self.skip_space()?;
            } else if self.lacks_colon(end) {
                let (found, name) = (self.found(), &self.text[start..end]);
                self.complain(self.at, format!("found {found}, expected a colon behind \"{name}\""))?;
                key = (start as u32, end as u32);
            } else {
                self.at = start;
                self.tree.comments.truncate(comments);
            }
        }
        let open = self.stack.last().expect("an item has a bracket around it");
        let holder = &mut self.tree.items[open.item as usize];
        let (first, named) = (holder.first == NONE, key != (0, 0));
        if first && named {
            holder.kind = Kind::Struct;
        } else if !first && named != (holder.kind == Kind::Struct) {
            let message = if named {
                "found a name, expected a value without one as before it"
            } else {
                "found a value without a name, expected a field such as name: value"
            };
            self.complain(start, message)?;
        }
        match self.peek() {
            None => self.unclosed(),
            Some(',' | ')' | ']' | '}') => {
                let found = self.found();
                self.complain(self.at, format!("found {found}, expected a value"))?;
                self.leaf(Kind::Broken, self.at, self.at, key)
            }
            Some(_) => self.value(key),
        }
    }

    /// Reads a scalar, or opens a bracket.
    fn value(&mut self, key: (u32, u32)) -> Result<(), Stop> {
        let start = self.at;
        let rest = &self.text[start..];
        let c = self.peek().unwrap_or(' ');
        match c {
            '(' | '[' | '{' => self.open(c, start, key),
            '"' => self.quoted(start, start + 1, Kind::Text, key),
            '\'' => self.letter(key),
            '0'..='9' | '+' | '-' | '.' => {
                let sign = usize::from(matches!(c, '+' | '-'));
                let end = rest[sign..].find(|c: char| !is_word(c) && c != '.' && c != '-' && c != '+');
                self.at = start + end.map_or(rest.len(), |end| end + sign);
                self.leaf(Kind::Number, start, self.at, key)
            }
            'r' if rest.starts_with("r\"") || rest.starts_with("r#\"") || rest.starts_with("r##") => {
                self.raw(start, start + 1, Kind::Text, key)
            }
            'b' if rest.starts_with("b\"") => self.quoted(start, start + 2, Kind::Bytes, key),
            'b' if rest.starts_with("br\"") || rest.starts_with("br#") => {
                self.raw(start, start + 2, Kind::Bytes, key)
            }
            'b' if rest.starts_with("b'") => {
                self.at += 1;
                self.letter(key)
            }
            _ if is_word(c) => {
                let end = start + self.word().len();
                self.at = end;
                let comments = self.tree.comments.len();
                self.skip_space()?;
                if self.peek() == Some('(') {
                    return self.open('(', start, key);
                }
                self.tree.comments.truncate(comments);
                self.at = end;
                self.leaf(Kind::Name, start, end, key)
            }
            _ => {
                let found = self.found();
                self.complain(start, format!("found {found}, expected a value"))?;
                self.skip_to_comma();
                self.leaf(Kind::Broken, start, self.at, key)
            }
        }
    }

    fn open(&mut self, bracket: char, start: usize, key: (u32, u32)) -> Result<(), Stop> {
        if self.limited && self.stack.len() >= MAX_DEPTH {
            let message = format!("found brackets nested more than {MAX_DEPTH} deep");
            self.complain(self.at, message)?;
            return Err(Stop);
        }
        let kind = match bracket {
            '[' => Kind::List,
            '{' => Kind::Map,
            _ => Kind::Tuple,
        };
        let item = self.push(kind, start, start, key)?;
        self.stack.push(Open { item, bracket, last: NONE, wants: Wants::Item });
        self.at += 1;
        Ok(())
    }

    fn close(&mut self, c: char) -> Result<(), Stop> {
        let matching = self.stack.iter().rposition(|open| closing(open.bracket) == c);
        let open = self.stack.last().expect("only called inside a bracket");
        if matching != Some(self.stack.len() - 1) {
            let (line, column) = self.position(self.tree.items[open.item as usize].start as usize);
            let (expected, bracket) = (closing(open.bracket), open.bracket);
            let message = format!(
                "found \"{c}\", expected \"{expected}\" for the \"{bracket}\" of line {line}, column {column}"
            );
            self.complain(self.at, message)?;
        }
        // A closing bracket that closes nothing is passed over.
        if let Some(depth) = matching {
            while self.stack.len() > depth {
                let open = self.stack.last().expect("the depth is below the top");
                let (item, wants) = (open.item, open.wants);
                if open.bracket == '{' && matches!(wants, Wants::Colon | Wants::Value) {
                    self.complain(self.at, format!("found \"{c}\", expected a value for the key before it"))?;
                    self.fill(wants)?;
                }
                self.tree.items[item as usize].end =
                    self.at as u32 + u32::from(self.stack.len() == depth + 1);
                self.stack.pop();
                self.finished();
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Is a word that ends at this byte the name of a field whose colon was forgotten? What stands behind it cannot
    /// follow a value; a quote that touches `r` or `b` belongs to it.
    fn lacks_colon(&self, end: usize) -> bool {
        let touching = self.at == end && self.text[..end].ends_with(['r', 'b']);
        matches!(self.peek(), Some('[' | '{' | '0'..='9')) || (self.peek() == Some('"') && !touching)
    }

    /// Something stands where a comma should: signs that begin no value stand for it, and a colon goes with what
    /// is behind it.
    fn pass_for_comma(&mut self) {
        if self.peek() == Some(':') {
            self.skip_to_comma();
            return;
        }
        let rest = &self.text[self.at..];
        let signs = rest.find(|c: char| begins_value(c) || c.is_whitespace() || ",)]}".contains(c));
        self.at += signs.unwrap_or(rest.len());
        // With a comma behind them they were too much, and the comma is still to come.
        if !self.text[self.at..].trim_start().starts_with(',') {
            self.want(Wants::Item);
        }
    }

    /// A key of a map without its value gets a broken one, so that keys and values stay in pairs.
    fn fill(&mut self, wants: Wants) -> Result<(), Stop> {
        if matches!(wants, Wants::Colon | Wants::Value) {
            self.push(Kind::Broken, self.at, self.at, (0, 0))?;
        }
        Ok(())
    }

    fn want(&mut self, wants: Wants) {
        if let Some(open) = self.stack.last_mut() {
            open.wants = wants;
        }
    }

    /// The item on top is whole: what does its holder want next?
    fn finished(&mut self) {
        if let Some(open) = self.stack.last_mut() {
            let is_key = open.bracket == '{' && open.wants == Wants::Item;
            open.wants = if is_key { Wants::Colon } else { Wants::Comma };
        }
    }

    fn leaf(&mut self, kind: Kind, start: usize, end: usize, key: (u32, u32)) -> Result<(), Stop> {
        self.push(kind, start, end, key)?;
        self.finished();
        Ok(())
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, key: (u32, u32)) -> Result<u32, Stop> {
        self.count()?;
        let item = self.tree.items.len() as u32;
        let parent = self.stack.last().map_or(NONE, |open| open.item);
        self.tree.items.push(Item {
            kind,
            start: start as u32,
            end: end as u32,
            key_start: key.0,
            key_end: key.1,
            parent,
            first: NONE,
            next: NONE,
        });
        if let Some(open) = self.stack.last_mut() {
            if open.last == NONE {
                self.tree.items[parent as usize].first = item;
            } else {
                self.tree.items[open.last as usize].next = item;
            }
            open.last = item;
        }
        Ok(item)
    }

    fn count(&mut self) -> Result<(), Stop> {
        if !self.limited || self.tree.items.len() + self.tree.comments.len() < MAX_ITEMS {
            return Ok(());
        }
        self.complain(self.at, format!("found more than {MAX_ITEMS} values in one file"))?;
        Err(Stop)
    }

    /// A text from its opening quote; `from` is the byte behind that.
    fn quoted(&mut self, start: usize, from: usize, kind: Kind, key: (u32, u32)) -> Result<(), Stop> {
        let bytes = self.text.as_bytes();
        let mut at = from;
        loop {
            match bytes.get(at) {
                None => {
                    self.complain(start, "found a text that is not closed, expected a \" at its end")?;
                    return Err(Stop);
                }
                Some(b'\\') => at += 2,
                Some(b'"') => break,
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        self.leaf(kind, start, self.at, key)
    }

    /// A raw text from its first `#` or quote.
    fn raw(&mut self, start: usize, from: usize, kind: Kind, key: (u32, u32)) -> Result<(), Stop> {
        let rest = &self.text[from..];
        let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
        if rest.as_bytes().get(hashes) == Some(&b'"') {
            let end = format!("\"{}", "#".repeat(hashes));
            if let Some(found) = rest[hashes + 1..].find(&end) {
                self.at = from + hashes + 1 + found + end.len();
                return self.leaf(kind, start, self.at, key);
            }
        }
        self.complain(start, "found a raw text that is not closed")?;
        Err(Stop)
    }

    /// A letter in single quotes, at its opening quote.
    fn letter(&mut self, key: (u32, u32)) -> Result<(), Stop> {
        let start = self.at;
        let inside = &self.text[start + 1..];
        let end = if inside.starts_with('\\') {
            // At most '\u{10FFFF}'.
            inside.char_indices().skip(2).take(10).find(|(_, c)| *c == '\'').map(|(at, _)| at)
        } else {
            inside.char_indices().nth(1).filter(|(_, c)| *c == '\'').map(|(at, _)| at)
        };
        if let Some(end) = end {
            self.at = start + end + 2;
            return self.leaf(Kind::Char, start, self.at, key);
        }
        self.complain(
            start,
            "found a single quote, expected one letter between two of them, or \" for a text",
        )?;
        self.at += 1;
        self.skip_to_comma();
        self.leaf(Kind::Broken, start, self.at, key)
    }

    fn word(&self) -> &str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Passes white space and comments.
    fn skip_space(&mut self) -> Result<(), Stop> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let start = self.at;
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                match block_comment(trimmed) {
                    Some(length) => self.at += length,
                    None => {
                        self.complain(start, "found a comment that is not closed, expected */ at its end")?;
                        return Err(Stop);
                    }
                }
            } else if trimmed.starts_with('\0') {
                self.complain(start, "found a NUL byte, expected a text file")?;
                return Err(Stop);
            } else {
                return Ok(());
            }
            self.count()?;
            let end = start + self.text[start..self.at].trim_end().len();
            self.tree.comments.push(Comment { start: start as u32, end: end as u32 });
        }
    }

    /// After a mistake: on to the next comma or closing bracket of this level.
    fn skip_to_comma(&mut self) {
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth == 0 => return,
                b')' | b']' | b'}' => depth -= 1,
                b',' if depth == 0 => return,
                b'"' => {
                    let mut at = self.at + 1;
                    while bytes.get(at).is_some_and(|byte| *byte != b'"' && *byte != b'\n') {
                        at += 1 + usize::from(bytes[at] == b'\\');
                    }
                    self.at = at.min(bytes.len() - 1);
                }
                _ => {}
            }
            self.at += 1;
        }
        // A jump over an escape may have ended inside a character.
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    fn unclosed(&mut self) -> Result<(), Stop> {
        let open = self.stack.last().expect("only called inside a bracket");
        let (start, bracket) = (self.tree.items[open.item as usize].start as usize, open.bracket);
        // The name in front of a parenthesis is part of the item.
        let start = start + self.text[start..].find(bracket).unwrap_or(0);
        let end = closing(bracket);
        self.complain(
            start,
            format!("found the end of the file, expected \"{end}\" for this \"{bracket}\""),
        )?;
        // What was open is not whole: the second pass must not read it as if it were.
        let wants = self.stack.last().map(|open| (open.bracket, open.wants));
        self.push(Kind::Broken, self.at, self.at, (0, 0))?;
        if let Some(('{', Wants::Item | Wants::Comma)) = wants {
            self.push(Kind::Broken, self.at, self.at, (0, 0))?;
        }
        while let Some(open) = self.stack.pop() {
            self.tree.items[open.item as usize].end = self.text.len() as u32;
        }
        Ok(())
    }

    /// What stands here, for a message.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the file".to_owned(),
            Some(c) if is_word(c) => format!("\"{}\"", self.word().chars().take(32).collect::<String>()),
            Some(c) => format!("\"{}\"", c.escape_debug()),
        }
    }

    fn position(&self, byte: usize) -> (u32, u32) {
        from_origin(position(self.text, &self.tree.lines, byte), self.tree.origin)
    }

    fn complain(&mut self, byte: usize, message: impl Into<String>) -> Result<(), Stop> {
        if self.complained.replace(byte) == Some(byte) {
            return Ok(());
        }
        self.tree.flaws.push(byte as u32);
        let (line, column) = self.position(byte);
        self.problems.push(Problem::error(message).in_file(&self.tree.file).at(line, column));
        if self.problems.len() >= MAX_PROBLEMS { Err(Stop) } else { Ok(()) }
    }
}

/// Can a value or a key begin with this sign?
fn begins_value(c: char) -> bool {
    is_word(c) || matches!(c, '(' | '[' | '{' | '"' | '\'' | '+' | '-' | '.')
}

/// The length of a comment between `/*` and `*/`, which may be nested.
fn block_comment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (2, 1_usize);
    while depth > 0 {
        match (bytes.get(at)?, bytes.get(at + 1)) {
            (b'*', Some(b'/')) => (depth, at) = (depth - 1, at + 2),
            (b'/', Some(b'*')) => (depth, at) = (depth + 1, at + 2),
            _ => at += 1,
        }
    }
    Some(at)
}

fn closing(bracket: char) -> char {
    match bracket {
        '[' => ']',
        '{' => '}',
        _ => ')',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_problems(text: &str, expected: &[&str]) {
        let problems: Vec<String> = parse(text, "").problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, expected, "{text}");
    }

    #[test]
    fn items_know_their_place_and_path() {
        let tree = parse("(a: 1, /* é */ b: [x, Y(1), {\"k\": 'é'}])", "").into_result().unwrap();
        let map = tree.root().field("b").unwrap().items().nth(2).unwrap();
        let (key, value) = map.entries().next().unwrap();
        assert_eq!((key.text(), value.text()), ("\"k\"", "'é'"));
        assert_eq!(value.path(), "b[2][\"k\"]");
        assert_eq!(value.position(), (1, 35));
        assert_eq!(tree.find("b[2][\"k\"]").text(), "'é'");
        assert_eq!(tree.comments().next(), Some(("/* é */", (1, 8))));
    }

    #[test]
    fn mistakes_of_syntax_are_all_found() {
        check_problems(
            "(a: 1 b: 2, c: @, d: 3,, e: [1 2])",
            &[
                "1:7: error: found \"b\", expected a comma or \")\"",
                "1:16: error: found \"@\", expected a value",
                "1:24: error: found \",\", expected a value",
                "1:32: error: found \"2\", expected a comma or \"]\"",
            ],
        );
        check_problems(
            "(a: [1, 2)",
            &["1:10: error: found \")\", expected \"]\" for the \"[\" of line 1, column 5"],
        );
        check_problems(
            "(\n a: [1,\n",
            &["2:5: error: found the end of the file, expected \"]\" for this \"[\""],
        );
        check_problems(
            "(a: \"x)\n",
            &["1:5: error: found a text that is not closed, expected a \" at its end"],
        );
        check_problems(
            "{\"a\" 1, \"b\": 2, \"c\"}",
            &[
                "1:6: error: found \"1\", expected a colon and a value",
                "1:20: error: found \"}\", expected a value for the key before it",
            ],
        );
        check_problems(
            "(a: , b: 2) x",
            &[
                "1:5: error: found \",\", expected a value",
                "1:13: error: found \"x\", expected the end of the file",
            ],
        );
        check_problems("", &["1:1: error: found nothing, expected a value such as (…)"]);
        check_problems("(1, a: 2)", &["1:5: error: found a name, expected a value without one as before it"]);
        check_problems(
            "/* /* */ (",
            &["1:1: error: found a comment that is not closed, expected */ at its end"],
        );
        check_problems("(a\0)", &["1:3: error: found a NUL byte, expected a text file"]);
    }

    #[test]
    fn one_mistake_is_one_problem() {
        check_problems(
            "[\"a\",\n \"b\";\n \"c\",\n (d: 1; e: 2)]",
            &[
                "2:5: error: found \";\", expected a comma or \"]\"",
                "4:7: error: found \";\", expected a comma or \")\"",
            ],
        );
        check_problems("[1;, 2]", &["1:3: error: found \";\", expected a comma or \"]\""]);
        check_problems("{1: 2; 3: 4}", &["1:6: error: found \";\", expected a comma or \"}\""]);
        check_problems("(a: 1: 2, b: 3)", &["1:6: error: found \":\", expected a comma or \")\""]);
        check_problems("(a: 1 2, b: 3)", &["1:7: error: found \"2\", expected a comma or \")\""]);
        check_problems(
            "(rows [\"a\"], b \"c\", d: 4)",
            &[
                "1:7: error: found \"[\", expected a colon behind \"rows\"",
                "1:16: error: found \"\\\"\", expected a colon behind \"b\"",
            ],
        );
        let rows = parse("[\"a\"; \"b\"]", "").value.unwrap();
        assert_eq!(rows.root().items().filter_map(|row| row.as_text()).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn a_hundred_thousand_brackets_are_one_problem() {
        for bracket in ["(", "[", "{", "A(", "(a:"] {
            let text = bracket.repeat(100_000);
            let checked = parse(&text, "");
            assert!(checked.value.is_none());
            assert_eq!(checked.problems.len(), 1, "{bracket}: {:?}", checked.problems.first());
            assert!(checked.problems[0].message.contains("more than 64 deep"), "{bracket}");
        }
    }

    #[test]
    fn what_is_no_text_is_named() {
        let bytes = |bytes: &[u8]| parse_bytes(bytes.to_vec(), "").problems[0].to_string();
        assert!(bytes(b"\xff\xfe(\0)\0").contains("UTF-16"));
        assert!(bytes(b"(\0a\0:\0").contains("UTF-16"));
        let latin = bytes(b"(\n a: \"caf\xe9\")");
        assert!(latin.starts_with("2:9: error: found the byte 0xe9") && latin.contains("Latin-1"), "{latin}");
        assert!(parse_bytes(b"\xef\xbb\xbf(a: 1)".to_vec(), "").problems.is_empty());
    }
}
