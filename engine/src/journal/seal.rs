//! The seal: a checksum of every line, and a digest of all, in the last line of a file.
//!
//! A CRC of 32 bits finds any change within four letters in a row for certain, so a wrong digit is named with
//! its line; the digest of all finds whatever else was done to the file. The seal says that a file is as it
//! was written. It does not say who wrote it.

use crate::digest;
use crate::problem::Problem;

/// What the last line begins with.
const HEAD: &str = "    seal: \"";
/// What it ends with.
const TAIL: &str = "\")";

/// Writes the last line below a body, which ends with a line end.
pub(super) fn seal(body: &mut String) {
    let line = seal_of(body);
    body.push_str(&line);
    body.push('\n');
}

/// The same file with a seal that fits it, for tests and for tools that change a replay on purpose.
pub fn reseal(text: &str) -> String {
    let closed = text.strip_suffix('\n').unwrap_or(text);
    let mut body = closed.rfind('\n').map_or(String::new(), |end| closed[..=end].to_owned());
    seal(&mut body);
    body
}

/// The last line that belongs below this body.
fn seal_of(body: &str) -> String {
    let mut out = HEAD.to_owned();
    for line in body.lines() {
        out.push_str(&format!("{:08x} ", checksum(line.as_bytes())));
    }
    out.push_str(&digest::of_bytes(body.as_bytes()).to_string());
    out.push_str(TAIL);
    out
}

/// Compares a file with its seal.
///
/// # Errors
/// The lines that are not what was sealed; the last one if it is the seal itself.
pub(super) fn check(text: &str) -> Result<(), Vec<Problem>> {
    let at = |line: usize, problem: Problem| problem.at(u32::try_from(line).unwrap_or(u32::MAX), 1);
    let closed = text.strip_suffix('\n').unwrap_or(text);
    let (body, last) = match closed.rfind('\n') {
        Some(end) => closed.split_at(end + 1),
        None => ("", closed),
    };
    let lines: Vec<&str> = body.lines().collect();
    let last_line = lines.len() + 1;
    let Some(sealed) = last.strip_prefix(HEAD).and_then(|rest| rest.strip_suffix(TAIL)) else {
        let problem =
            at(last_line, Problem::error("found no seal in the last line: the file was cut off or changed"));
        return Err(vec![hint_ends(text, problem)]);
    };
    if seal_of(body) == last && text.ends_with('\n') {
        return Ok(());
    }
    let in_seal =
        || vec![at(last_line, Problem::error("the seal itself was changed: the lines before it are sound"))];
    if sealed.ends_with(&digest::of_bytes(body.as_bytes()).to_string()) {
        return Err(in_seal());
    }
    // By their places and not by the spaces between, any of which may be what was changed.
    let sums: Vec<&str> = (0..).map_while(|index| sealed.get(index * 9..index * 9 + 8)).collect();
    let sealed_lines = sealed.len().saturating_sub(32) / 9;
    if sealed_lines != lines.len() {
        let message = format!("found {} lines, {sealed_lines} were sealed", lines.len());
        let first = sums.iter().zip(&lines).position(|(sum, line)| !agrees(line, sum));
        let line = first.unwrap_or(sealed_lines.min(lines.len())).min(lines.len()) + 1;
        return Err(vec![hint_ends(text, at(line, Problem::error(message)))]);
    }
    let changed: Vec<Problem> = lines
        .iter()
        .zip(&sums)
        .enumerate()
        .filter(|(_, (line, sum))| !agrees(line, sum))
        .map(|(index, _)| at(index + 1, Problem::error("this line was changed after the game was recorded")))
        .take(20)
        .collect();
    if changed.is_empty() { Err(in_seal()) } else { Err(changed) }
}

/// Files whose line ends were rewritten on the way are the commonest case of a broken seal.
fn hint_ends(text: &str, problem: Problem) -> Problem {
    if text.contains('\r') {
        return problem.hint("the line ends were rewritten; a replay file has to be copied byte by byte");
    }
    problem
}

fn agrees(line: &str, sum: &str) -> bool {
    format!("{:08x}", checksum(line.as_bytes())) == sum
}

/// CRC-32 as zip and PNG have it.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(body: &str) -> String {
        let mut text = body.to_owned();
        seal(&mut text);
        text
    }

    #[test]
    fn the_checksum_is_the_common_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_changed_line_is_named_and_so_is_a_changed_seal() {
        let text = sealed("(\n    seed: 7,\n    turns: 10,\n");
        assert_eq!(check(&text), Ok(()));
        let mut line = 1;
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                line += 1;
                continue;
            }
            let mut changed = text.clone().into_bytes();
            changed[at] = if byte == b'1' { b'2' } else { b'1' };
            let problems = check(std::str::from_utf8(&changed).unwrap()).unwrap_err();
            assert_eq!(problems[0].line, line, "byte {at}: {problems:?}");
            assert_eq!(problems.len(), 1);
        }
    }

    #[test]
    fn lines_that_are_missing_or_too_many_are_noticed() {
        let text = sealed("(\n    seed: 7,\n    turns: 10,\n");
        for changed in [
            text.replacen("    seed: 7,\n", "", 1),
            text.replacen("    seed: 7,\n", "    seed: 7,\n    seed: 8,\n", 1),
            text.replace('\n', "\r\n"),
            text.trim_end().to_owned(),
            format!("{text}\n"),
            text[..text.len() / 2].to_owned(),
            String::new(),
        ] {
            assert!(check(&changed).is_err(), "{changed:?}");
        }
    }
}
