//! The rulebook of the game: its chapters in order, and the values that its text takes from the data.

use engine::problem::Checked;
use engine::rulebook::Rulebook;
use engine::statements::{self, Statement};

use super::data::{Data, US};

macro_rules! chapters {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("rulebook/", $name)))),*]
    };
}

/// The chapters in the order of the book: name of the file and its text.
pub const CHAPTERS: &[(&str, &str)] = chapters![
    "introduction.md",
    "map.md",
    "counters.md",
    "setup.md",
    "victory.md",
    "sequence.md",
    "control.md",
    "movement.md",
    "offmap.md",
    "ahead.md",
];

/// How many markers of each kind lie in the box [LBH-1.2]. They never limit play [LBH-1.8].
pub const MARKERS: [(&str, u16); 4] = [("charge", 24), ("smoke", 60), ("stop", 12), ("turn", 1)];

/// The book, with the values and charts of this data filled in.
pub fn book(data: &Data) -> Checked<Rulebook> {
    let mut book = Rulebook::parse(CHAPTERS, &|path| value(data, path), &|id| {
        data.charts.iter().any(|chart| chart.id == id)
    });
    if let Some(book) = &mut book.value {
        book.title = "Little Big Horn".into();
    }
    book
}

/// Every statement of the rules.
pub fn all_statements() -> Checked<Vec<Statement>> {
    statements::parse(include_str!("statements.ron"), "statements.ron")
}

/// What stands for `{value path}`: a value of the rules, or what follows from the order of battle and the map.
///
/// - `count.KIND`, `camp.KIND`: how many of a kind there are, how many of them begin in the camp
/// - `counters.us`, `.indian`, `.charge`, …, `.total`: how many lie in the box, with both postures of cavalry
/// - `counters.us_in_play`, `counters.indian_in_play`: how many are in play at most
/// - `entry.KIND`: the turn in which a kind enters
/// - `level.TERRAIN`
/// - `says.PATH`: the sentence for the choice that is in force
pub fn value(data: &Data, path: &str) -> Option<String> {
    if let Some(value) = data.values.iter().find(|value| value.path == path) {
        return Some(value.value.clone());
    }
    let (head, rest) = path.split_once('.')?;
    if head == "says" {
        return data.says(rest).map(str::to_owned);
    }
    let kind = || data.kind(rest).map(|kind| &data.kinds[kind]);
    match head {
        "count" => Some(kind()?.count.to_string()),
        "camp" => Some(kind()?.camp.to_string()),
        "entry" => Some(kind()?.enters.as_ref()?.turn.to_string()),
        "level" => Some(data.terrains[data.terrain(rest)?].level.to_string()),
        "counters" => counters(data, rest).map(|number| number.to_string()),
        _ => None,
    }
}

fn counters(data: &Data, what: &str) -> Option<u16> {
    let sum = |us: bool, of: &dyn Fn(usize) -> u16| -> u16 {
        let side = |kind: usize| data.formation(&data.kinds[kind].formation).map(|f| data.side_of(f) == US);
        (0..data.kinds.len()).filter(|kind| side(*kind) == Some(us)).map(of).sum()
    };
    let count = |kind: usize| u16::from(data.kinds[kind].count);
    // Cavalry has a counter for each posture [LBH-2.4].
    let both = |kind: usize| {
        let mounts = data.kinds[kind].class == super::data::Class::Cavalry;
        count(kind) * if mounts { 2 } else { 1 }
    };
    let tribes = data.formations.iter().filter(|formation| formation.counter).count() as u16;
    match what {
        "us_in_play" => Some(sum(true, &count)),
        "indian_in_play" => Some(sum(false, &count)),
        "us" => Some(sum(true, &both)),
        "indian" => Some(sum(false, &both) + tribes),
        "total" => {
            let markers: u16 = MARKERS.iter().map(|(_, number)| number).sum();
            Some(sum(true, &both) + sum(false, &both) + tribes + markers)
        }
        marker => MARKERS.iter().find(|(id, _)| *id == marker).map(|(_, number)| *number),
    }
}

#[cfg(test)]
mod tests {
    use super::super::data;
    use super::*;

    #[test]
    fn the_book_and_the_statements_are_in_order() {
        let said = |problems: &[engine::problem::Problem]| {
            problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(said(&book(data::shipped()).problems), Vec::<String>::new());
        assert_eq!(said(&all_statements().problems), Vec::<String>::new());
    }

    /// LBH-1.2 LBH-2.4 LBH-2.5: the counters of the box are counted from the order of battle.
    #[test]
    fn the_book_counts_the_counters_of_the_box() {
        let count = |what: &str| value(data::shipped(), &format!("counters.{what}"));
        for (what, number) in
            [("total", "217"), ("us", "63"), ("indian", "57"), ("us_in_play", "43"), ("indian_in_play", "50")]
        {
            assert_eq!(count(what).as_deref(), Some(number), "{what}");
        }
        assert_eq!(value(data::shipped(), "entry.terry").as_deref(), Some("5"));
        assert_eq!(value(data::shipped(), "limits.stacking"), None);
    }
}
