//! The journal of edits: lines beside the file, so that a crash or a power cut loses nothing.
//!
//! The first line names the state of the files that the edits begin from; then each edit that was applied, undo
//! and redo too, is one line: a check of 16 digits, a space, and the edit as RON. A line is only ever added at
//! the end, so the one thing that can be torn is the last, and its check tells.

use super::{Edit, Scenario, ron, runs};
use crate::digest::{self, Digest};
use crate::problem::{Problem, Severity};

/// The number of the present form of the journal, and the word that it begins with.
const MARK: &str = "sandtable-journal 1";

/// The first line, for files of this digest (see [`of_files`]).
pub fn head(files: Digest) -> String {
    line_of(&format!("{MARK} {files}"))
}

/// The line of an edit that was applied.
pub fn line(edit: &Edit) -> String {
    // The library writes the letter of a line end as it is; in its quotes the escape means the same.
    line_of(&ron::compact(edit).replace('\n', "\\n"))
}

/// The line of an edit with the time at which it was made, in words that sort: a comment that replaying passes over.
pub fn line_at(edit: &Edit, time: &str) -> String {
    let time: String = time.chars().filter(|sign| !sign.is_control()).collect();
    line_of(&format!("{} {TIME} {time}", ron::compact(edit).replace('\n', "\\n")))
}

/// What stands before the time of an edit.
const TIME: &str = "// at";

/// An edit of a journal, and the words of its time if it has one; `None` if the line is torn or is no edit.
pub fn edit_of(line: &str) -> Option<(Edit, Option<&str>)> {
    let content = checked(line)?;
    let edit = ron::read(content, "").into_result().ok()?;
    let time = content.rsplit_once(TIME).map(|(_, time)| time.trim());
    // A text of the edit itself may hold the same signs, but it ends with quotes and brackets.
    Some((edit, time.filter(|time| !time.contains(['"', ')']))))
}

/// The digest of the files as they are on the disk, name and text, in any order.
pub fn of_files(files: &[(String, String)]) -> Digest {
    let mut sorted: Vec<_> = files.iter().collect();
    sorted.sort();
    digest::of(&sorted)
}

/// The files that a journal begins from; `None` if it is no journal.
pub fn base(text: &str) -> Option<Digest> {
    let first = text.split_inclusive('\n').next()?;
    checked(first)?.strip_prefix(MARK)?.trim_start().parse().ok()
}

/// What came of [`replay`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Replayed {
    /// How many edits were applied.
    pub applied: usize,
    /// Why it stopped before the end, if it did.
    pub problems: Vec<Problem>,
}

/// Applies the edits of a journal to the scenario that it begins from, up to the first line that is torn or
/// does not fit.
pub fn replay(text: &str, scenario: &mut Scenario) -> Replayed {
    let mut replayed = Replayed::default();
    let mut stop = |number: usize, message: String| {
        replayed.problems.push(Problem::error(message).at(number as u32, 1));
    };
    if base(text).is_none() {
        stop(1, format!("found no journal, expected a line with {MARK:?}"));
        return replayed;
    }
    let mut applied = 0;
    for (index, line) in text.split_inclusive('\n').enumerate().skip(1) {
        let number = index + 1;
        let Some(content) = checked(line) else {
            let mut problem =
                Problem::warning("this line is torn or was changed; it and what follows are left out")
                    .at(number as u32, 1);
            problem.severity = Severity::Warning;
            replayed.problems.push(problem);
            break;
        };
        // A fill of the largest map and what it takes back are four lists of as many hexes.
        if runs::stand_for(content) > 4 * runs::MOST {
            stop(number, "this line stands for more hexes than a map can have".to_owned());
            break;
        }
        let edit = match ron::read::<Edit>(content, "").into_result() {
            Ok(edit) => edit,
            Err(problems) => {
                let reason = problems.first().map_or_else(String::new, |problem| problem.message.clone());
                stop(number, format!("this line is no edit: {reason}"));
                break;
            }
        };
        if let Err(reason) = edit.fits(scenario) {
            stop(number, format!("this edit does not fit the scenario: {reason}"));
            break;
        }
        edit.apply(scenario);
        applied += 1;
    }
    replayed.applied = applied;
    replayed
}

fn line_of(content: &str) -> String {
    format!("{} {content}\n", check_of(content))
}

fn check_of(content: &str) -> String {
    let digest = digest::of_bytes(content.as_bytes()).to_string();
    digest[..16].to_owned()
}

/// The content of a whole line whose check is right.
fn checked(line: &str) -> Option<&str> {
    let (check, content) = line.strip_suffix('\n')?.split_once(' ')?;
    (check == check_of(content)).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Direction, Grid, HexSide};
    use crate::scenario::{Map, Wording};

    #[test]
    fn the_time_of_an_edit_is_read_back_and_replaying_passes_over_it() {
        let edit = Edit::SetText(Wording::Title, "Ford // at (noon)".to_owned());
        let time = "2026-06-25T09:41:07Z";
        let line = line_at(&edit, time);
        assert_eq!(edit_of(&line), Some((edit.clone(), Some(time))));
        assert_eq!(edit_of(&super::line(&edit)), Some((edit, None)));
        assert_eq!(edit_of(&line[..line.len() - 2]), None);
        let mut scenario = Scenario::default();
        let replayed = replay(&format!("{}{line}", head(of_files(&[]))), &mut scenario);
        assert_eq!((replayed.applied, replayed.problems.len()), (1, 0));
        assert_eq!(scenario.title, "Ford // at (noon)");
    }

    #[test]
    fn a_whole_scenario_is_put_in_the_place_of_another_and_back() {
        let grid = Grid::new(3, 2);
        let map = Map { grid, legend: vec![('.', "plain".into())], cells: vec![0; 6], ..Map::default() };
        let mut new = Scenario { title: "New \"one\"\n".into(), map, ..Scenario::default() };
        new.map.sides.insert(HexSide::of(grid.at(0, 0), Direction::S), "river".into());
        new.files.map = Some("map.ron".into());
        let mut scenario = Scenario::default();
        scenario.files.scenario = "own.ron".into();
        let old = scenario.clone();
        let edit = Edit::Replace("Put back".into(), Box::new(new.clone()));
        let (read, _) = edit_of(&line(&edit)).expect("it is written so that it is read");
        assert_eq!(read, edit);
        assert_eq!(read.fits(&scenario), Ok(()));
        let back = read.apply(&mut scenario);
        assert_eq!((scenario.title.as_str(), scenario.files.scenario.as_str()), ("New \"one\"\n", "own.ron"));
        assert_eq!(scenario.map, new.map);
        back.apply(&mut scenario);
        assert_eq!(scenario, old);
        new.map.cells[2] = 1;
        assert!(Edit::Replace(String::new(), Box::new(new)).fits(&scenario).is_err());
    }
}
