//! What differs between two states of a scenario: in words, and as places on the map.

use std::collections::{BTreeMap, BTreeSet};

use engine::game::Game;
use engine::hex::{Hex, HexSide};
use engine::scenario::{Piece, Scenario, Start};

/// One thing that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The icon of what does such a thing.
    pub icon: &'static str,
    pub words: String,
}

/// Where two maps differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    pub hexes: BTreeSet<Hex>,
    pub sides: BTreeSet<HexSide>,
}

impl Marks {
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty() && self.sides.is_empty()
    }
}

/// What a number of things is called.
fn count(number: usize, one: &str, more: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {more}") }
}

/// The places of the new map at which it differs from the old one; none if the maps have not the same hexes.
pub fn marks(old: &Scenario, new: &Scenario) -> Marks {
    let mut marks = Marks::default();
    let (a, b) = (&old.map, &new.map);
    if a.grid != b.grid {
        return marks;
    }
    for hex in b.grid.hexes() {
        if a.terrain(hex) != b.terrain(hex) || a.level(hex) != b.level(hex) {
            marks.hexes.insert(hex);
        }
    }
    let sides: BTreeSet<&HexSide> = a.sides.keys().chain(b.sides.keys()).collect();
    marks.sides.extend(sides.into_iter().filter(|side| a.side(**side) != b.side(**side)));
    let places = |scenario: &Scenario| -> BTreeMap<String, (Hex, Piece)> {
        let on_map = |piece: &Piece| match &piece.at {
            Start::At(engine::plane::Place::Hex(hex)) => Some((piece.id.clone(), (*hex, piece.clone()))),
            _ => None,
        };
        scenario.pieces.iter().filter_map(on_map).collect()
    };
    let (before, after) = (places(old), places(new));
    for id in before.keys().chain(after.keys()) {
        if before.get(id) != after.get(id) {
            marks.hexes.extend([before.get(id), after.get(id)].into_iter().flatten().map(|(hex, _)| *hex));
        }
    }
    for (from, to) in [(a, b), (b, a)] {
        let roads = from.roads.iter().filter(|road| !to.roads.contains(road));
        marks.hexes.extend(roads.flat_map(|road| road.hexes.iter().copied()));
        let labels = from.labels.iter().filter(|label| !to.labels.contains(label));
        marks.hexes.extend(labels.map(|label| label.at));
        let regions = from.regions.iter().filter(|region| !to.regions.contains(region));
        marks.hexes.extend(regions.flat_map(|region| region.hexes.iter().copied()));
    }
    marks.hexes.retain(|hex| b.grid.contains(*hex));
    marks
}

/// What the new state has that the old one has not, in words; empty if they say the same.
pub fn differences(old: &Scenario, new: &Scenario, game: &dyn Game) -> Vec<Difference> {
    let mut out = Vec::new();
    let mut say = |icon, words: String| out.push(Difference { icon, words });
    texts(old, new, &mut say);
    ground(old, new, game, &mut say);
    lines(old, new, &mut say);
    pieces(old, new, game, &mut say);
    let (a, b) = (old, new);
    rest(a, b, &mut say);
    out
}

fn texts(old: &Scenario, new: &Scenario, say: &mut impl FnMut(&'static str, String)) {
    let quoted = |text: &str| -> String {
        let short: String = text.chars().take(40).collect();
        let more = if short.len() < text.len() { "…" } else { "" };
        format!("“{short}{more}”")
    };
    for (name, a, b) in [
        ("Title", &old.title, &new.title),
        ("Subtitle", &old.subtitle, &new.subtitle),
        ("Name of the map", &old.map.name, &new.map.name),
    ] {
        if a != b {
            say("note", format!("{name}: {} becomes {}", quoted(a), quoted(b)));
        }
    }
    for (name, a, b) in [
        ("Note", &old.note, &new.note),
        ("Credits", &old.credits, &new.credits),
        ("Note of the map", &old.map.note, &new.map.note),
    ] {
        if a != b {
            say("note", format!("{name}: another text"));
        }
    }
    if old.turns != new.turns {
        say("clock", format!("{} become {}", count(old.turns.into(), "turn", "turns"), new.turns));
    }
}

fn ground(old: &Scenario, new: &Scenario, game: &dyn Game, say: &mut impl FnMut(&'static str, String)) {
    let (a, b) = (&old.map, &new.map);
    if a.grid != b.grid {
        let size = |grid: &engine::hex::Grid| format!("{} × {}", grid.columns, grid.rows);
        let words = if (a.grid.columns, a.grid.rows) == (b.grid.columns, b.grid.rows) {
            "The hexes lie or are numbered in another way".to_owned()
        } else {
            format!("The map of {} hexes becomes {}", size(&a.grid), size(&b.grid))
        };
        say("map", words);
        return;
    }
    let mut terrains: BTreeMap<&str, usize> = BTreeMap::new();
    let mut levels = 0;
    for hex in b.grid.hexes() {
        if a.terrain(hex) != b.terrain(hex) {
            *terrains.entry(b.terrain(hex).unwrap_or("")).or_default() += 1;
        }
        levels += usize::from(a.level(hex) != b.level(hex));
    }
    for (id, number) in terrains {
        let known = game.terrains().iter().find(|terrain| terrain.id == id);
        let name = known.map_or(id, |terrain| terrain.name.as_str());
        say("brush", format!("{name} on {}", count(number, "hex", "hexes")));
    }
    if levels > 0 {
        say("level", format!("Another level on {}", count(levels, "hex", "hexes")));
    }
    let mut sides: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    let all: BTreeSet<&HexSide> = a.sides.keys().chain(b.sides.keys()).collect();
    for side in all.into_iter().filter(|side| a.side(**side) != b.side(**side)) {
        *sides.entry(b.side(*side)).or_default() += 1;
    }
    for (id, number) in sides {
        let number = count(number, "hexside", "hexsides");
        let words = match id {
            None => format!("Nothing any more on {number}"),
            Some(id) => {
                let known = game.hexsides().iter().find(|kind| kind.id == id);
                format!("{} on {number}", known.map_or(id, |kind| kind.name.as_str()))
            }
        };
        say("hexside", words);
    }
}

/// What of two lists is only in one of them, told by name where there is one, else counted.
fn listed<T: PartialEq>(
    old: &[T],
    new: &[T],
    (one, more): (&str, &str),
    name: impl Fn(&T) -> String,
    say: &mut impl FnMut(String),
) {
    let gone: Vec<&T> = old.iter().filter(|thing| !new.contains(thing)).collect();
    let come: Vec<&T> = new.iter().filter(|thing| !old.contains(thing)).collect();
    let names = |things: &[&T]| -> BTreeSet<String> { things.iter().map(|thing| name(thing)).collect() };
    let (before, after) = (names(&gone), names(&come));
    let changed: Vec<&String> = before.intersection(&after).filter(|name| !name.is_empty()).collect();
    let mut tell = |verb: &str, things: &[&T]| {
        let named: Vec<String> = things.iter().map(|thing| name(thing)).collect();
        let named: Vec<&String> = named.iter().filter(|name| !changed.contains(name)).collect();
        match named.as_slice() {
            [] => {}
            [single] if !single.is_empty() => {
                say(format!("{} {single} {verb}", capital(one)));
            }
            several => say(format!("{} {verb}", count(several.len(), one, more))),
        }
    };
    tell("added", &come);
    tell("removed", &gone);
    match changed.as_slice() {
        [] => {}
        [single] => say(format!("{} {single} changed", capital(one))),
        several => say(format!("{} changed", count(several.len(), one, more))),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn lines(old: &Scenario, new: &Scenario, say: &mut impl FnMut(&'static str, String)) {
    let (a, b) = (&old.map, &new.map);
    let quoted = |text: &str| if text.is_empty() { String::new() } else { format!("“{text}”") };
    listed(&a.roads, &b.roads, ("road", "roads"), |road| quoted(&road.name), &mut |words| say("road", words));
    listed(&a.rivers, &b.rivers, ("river name", "river names"), |river| quoted(&river.name), &mut |words| {
        say("hexside", words);
    });
    listed(&a.labels, &b.labels, ("label", "labels"), |label| quoted(&label.text), &mut |words| {
        say("label", words);
    });
    listed(&a.regions, &b.regions, ("region", "regions"), |region| quoted(&region.name), &mut |words| {
        say("label", words);
    });
    listed(&a.boxes, &b.boxes, ("box", "boxes"), |holder| quoted(&holder.name), &mut |words| {
        say("box", words);
    });
    if a.contours != b.contours {
        say("level", "Other contour lines".to_owned());
    }
    if a.without != b.without {
        say("map", "Other things stand round the map".to_owned());
    }
}

fn pieces(old: &Scenario, new: &Scenario, game: &dyn Game, say: &mut impl FnMut(&'static str, String)) {
    let name = |piece: &Piece| -> String {
        if !piece.name.is_empty() {
            return piece.name.clone();
        }
        let kind = game.pieces().iter().find(|kind| kind.id == piece.kind);
        kind.map_or_else(|| piece.kind.clone(), |kind| kind.name.clone())
    };
    let by_id = |scenario: &Scenario| -> BTreeMap<String, Piece> {
        scenario.pieces.iter().map(|piece| (piece.id.clone(), piece.clone())).collect()
    };
    let (before, after) = (by_id(old), by_id(new));
    let mut told: [Vec<String>; 4] = Default::default();
    for (id, piece) in &after {
        match before.get(id) {
            None => told[0].push(format!("{} added", name(piece))),
            Some(was) if was == piece => {}
            Some(was) if was.at != piece.at => {
                let to = match &piece.at {
                    Start::At(place) => place.label(&new.map.grid),
                    Start::Enters { turn, .. } => format!("the arrivals of turn {turn}"),
                };
                told[2].push(format!("{} moved to {to}", name(piece)));
            }
            Some(_) => told[3].push(format!("{} changed", name(piece))),
        }
    }
    let gone = before.iter().filter(|(id, _)| !after.contains_key(*id));
    told[1].extend(gone.map(|(_, piece)| format!("{} removed", name(piece))));
    for (mut list, verb) in told.into_iter().zip(["added", "removed", "moved", "changed"]) {
        match list.len() {
            0 => {}
            1..=3 => list.drain(..).for_each(|words| say("piece", words)),
            number => say("piece", format!("{} {verb}", count(number, "piece", "pieces"))),
        }
    }
    if old.counters != new.counters {
        say("counters", "Other counters of its own".to_owned());
    }
}

fn rest(old: &Scenario, new: &Scenario, say: &mut impl FnMut(&'static str, String)) {
    let paths: BTreeSet<&String> = old.tweaks.keys().chain(new.tweaks.keys()).collect();
    for path in paths {
        let (a, b) = (old.tweaks.get(path), new.tweaks.get(path));
        match (a, b) {
            _ if a == b => {}
            (_, Some(value)) => say("tweak", format!("{path}: {value}")),
            (_, None) => say("tweak", format!("{path} as shipped")),
        }
    }
    if old.colours != new.colours {
        say("tweak", "Other colours".to_owned());
    }
    if old.game_block != new.game_block {
        say("settings", "Other settings of the game".to_owned());
    }
    if old.files != new.files {
        say("open", "Its parts stand in other files".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::Direction;
    use engine::scenario::{Edit, Label, LabelKind, Wording};

    #[test]
    fn what_was_done_is_found_again_in_words_and_on_the_map() {
        let game = rulesets::game("little_big_horn").expect("it ships");
        let old = game.blank();
        let mut new = old.clone();
        assert_eq!(differences(&old, &new, game), []);
        let grid = new.map.grid;
        let hexes = vec![grid.at(1, 1), grid.at(1, 2), grid.at(2, 2)];
        let side = HexSide::of(grid.at(4, 4), Direction::S);
        let edits = [
            Edit::PaintHexes { letter: 'f', terrain: "forest".into(), hexes: hexes.clone() },
            Edit::SetSides(vec![(side, Some("river".into()))]),
            Edit::AddLabel(0, Label::new("Greasy Grass", LabelKind::River, grid.at(5, 5))),
            Edit::SetTurns(12),
            Edit::SetText(Wording::Title, "Ford".into()),
        ];
        for edit in edits {
            edit.apply(&mut new);
        }
        let words: Vec<String> =
            differences(&old, &new, game).into_iter().map(|difference| difference.words).collect();
        let expected = [
            "Title: “New field” becomes “Ford”",
            "10 turns become 12",
            "Forest on 3 hexes",
            "River on 1 hexside",
            "Label “Greasy Grass” added",
        ];
        assert_eq!(words, expected);
        let marks = marks(&old, &new);
        assert!(hexes.iter().all(|hex| marks.hexes.contains(hex)) && marks.sides.contains(&side));
        assert_eq!(marks.hexes.len(), 4, "and the label's hex");
        // The other way round it is told as taken back.
        let back: Vec<String> =
            differences(&new, &old, game).into_iter().map(|difference| difference.words).collect();
        assert!(back.contains(&"Nothing any more on 1 hexside".to_owned()), "{back:?}");
        assert!(back.contains(&"Label “Greasy Grass” removed".to_owned()), "{back:?}");
    }
}
