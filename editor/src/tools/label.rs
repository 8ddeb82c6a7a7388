//! The label and region tool: names with size and angle, named sets of hexes.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Rect, vec2};
use engine::hex::{Grid, Hex, Layout, line};
use engine::scenario::{Edit, Label, LabelKind, Map, Region, RegionKind};
use export::compose::map::{Board, Detail, MapLook};
use export::drawing::{Item, MM_PER_PT, Subject, Text, pt};

use super::{distance_to_line, point};

/// The kinds of names in the order of their digits.
pub const KINDS: [LabelKind; 5] =
    [LabelKind::Region, LabelKind::River, LabelKind::Place, LabelKind::Ford, LabelKind::Hill];

/// What a person calls a kind of name.
pub fn kind_name(kind: LabelKind) -> &'static str {
    match kind {
        LabelKind::Region => "Region",
        LabelKind::River => "River",
        LabelKind::Place => "Place",
        LabelKind::Ford => "Ford",
        LabelKind::Hill => "Hill",
    }
}

/// The kinds of regions, with what they are called.
pub const REGION_KINDS: [(RegionKind, &str); 3] =
    [(RegionKind::Edge, "Edge"), (RegionKind::Zone, "Zone"), (RegionKind::Feature, "Feature")];

/// Whether the tool writes names or paints regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LabelMode {
    #[default]
    Names,
    Regions,
}

/// A name that is being typed at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typing {
    /// The name that is there already, by its place in the map's list; `None` for a new one.
    pub old: Option<usize>,
    pub at: Hex,
    pub to: Option<Hex>,
    pub text: String,
    /// Whether its field has had the keyboard yet.
    pub begun: bool,
}

impl Typing {
    /// A new name, from here to there.
    pub fn new(at: Hex, to: Option<Hex>) -> Self {
        Self { old: None, at, to, text: String::new(), begun: false }
    }

    /// A name of the map; `None` if it has no such name.
    pub fn of(map: &Map, label: usize) -> Option<Self> {
        let known = map.labels.get(label)?;
        Some(Self { old: Some(label), at: known.at, to: known.to, text: known.text.clone(), begun: false })
    }

    /// What was typed, as an edit; `None` if that is nothing, or nothing new.
    pub fn edit(&self, map: &Map, kind: LabelKind) -> Option<Edit> {
        let text = self.text.trim().to_owned();
        if text.is_empty() {
            return None;
        }
        let Some(old) = self.old else {
            let label = Label { to: self.to, ..Label::new(text, kind, self.at) };
            return Some(Edit::AddLabel(map.labels.len(), label));
        };
        let known = map.labels.get(old)?;
        (known.text != text).then(|| Edit::ChangeLabel(old, Label { text, ..known.clone() }))
    }
}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelState {
    pub mode: LabelMode,
    pub kind: LabelKind,
    pub typing: Option<Typing>,
    /// The region that is painted, by its place in the map's list.
    pub region: Option<usize>,
}

impl Default for LabelState {
    fn default() -> Self {
        Self { mode: LabelMode::Names, kind: LabelKind::Place, typing: None, region: None }
    }
}

/// A gesture of the tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelStroke {
    /// A new name, from here to there.
    New { from: Hex, to: Hex },
    /// A name is led along.
    Move { label: usize, from: Hex, to: Hex },
    /// Hexes join a region, or leave it.
    Region { hexes: BTreeSet<Hex>, last: Hex, leave: bool },
}

impl LabelStroke {
    /// Begins to paint a region.
    pub fn paint(hex: Hex, leave: bool) -> Self {
        Self::Region { hexes: BTreeSet::from([hex]), last: hex, leave }
    }

    /// Follows the pointer; nothing leaves the board.
    pub fn drag(&mut self, grid: &Grid, hex: Hex) {
        match self {
            Self::New { to, .. } | Self::Move { to, .. } => {
                if grid.contains(hex) {
                    *to = hex;
                }
            }
            Self::Region { hexes, last, .. } => {
                if *last != hex && last.distance(hex) < 4_000 {
                    hexes.extend(line(*last, hex).filter(|hex| grid.contains(*hex)));
                    *last = hex;
                }
            }
        }
    }
}

/// The edit that leads a name along; `None` if it stays, or would leave the board.
pub fn moved(map: &Map, label: usize, from: Hex, to: Hex) -> Option<Edit> {
    let mut moved = map.labels.get(label)?.clone();
    let by = to - from;
    (moved.at, moved.to) = (moved.at + by, moved.to.map(|end| end + by));
    let on = map.grid.contains(moved.at) && moved.to.is_none_or(|end| map.grid.contains(end));
    (from != to && on).then_some(Edit::ChangeLabel(label, moved))
}

/// The edit by which hexes join a region or leave it; `None` if it has or lacks them all already.
pub fn painted(map: &Map, region: usize, hexes: &BTreeSet<Hex>, leave: bool) -> Option<Edit> {
    let old = map.regions.get(region)?;
    let mut new = old.clone();
    if leave {
        new.hexes.retain(|hex| !hexes.contains(hex));
    } else {
        let known: BTreeSet<Hex> = old.hexes.iter().copied().collect();
        let on = hexes.iter().filter(|hex| map.grid.contains(**hex) && !known.contains(hex));
        // Runs along a column are written short: the order of the board, column by column.
        let mut more: Vec<Hex> = on.copied().collect();
        more.sort_by_key(|hex| map.grid.column_row_signed(*hex));
        new.hexes.extend(more);
    }
    (new.hexes.len() != old.hexes.len()).then_some(Edit::ChangeRegion(region, new))
}

/// A new region with a name and an id of its own.
pub fn new_region(map: &Map, name: &str, kind: RegionKind) -> Region {
    let id = free_id(name, "region", |id| map.regions.iter().any(|region| region.id == id));
    Region { id, name: name.to_owned(), kind, role: String::new(), hexes: Vec::new() }
}

/// An id made from a name: small letters and figures with dashes; with a number if it is taken.
pub fn free_id(name: &str, otherwise: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut id = String::new();
    for letter in name.chars().flat_map(char::to_lowercase).take(40) {
        if letter.is_ascii_alphanumeric() {
            id.push(letter);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    let id = if id.is_empty() { otherwise } else { id };
    if !taken(id) {
        return id.to_owned();
    }
    (2..).map(|n| format!("{id}-{n}")).find(|id| !taken(id)).expect("some number is free")
}

/// A name that differs from all that are there: *Zone*, *Zone 2*.
pub fn free_name(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(stem) {
        return stem.to_owned();
    }
    (2..).map(|n| format!("{stem} {n}")).find(|name| !taken(name)).expect("some number is free")
}

/// Where a name stands on the board: its composer moves names to where they cover least.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Through the middles of its letters, in millimetres of the board.
    pub course: Vec<Pos2>,
    /// The height of its capitals.
    pub high: f32,
}

impl Standing {
    fn of(text: &Text) -> Self {
        let high = text.run.face.cap_height() * text.run.size * MM_PER_PT;
        let mut course = Vec::new();
        for (glyph, place) in text.placed_glyphs() {
            let middle = |x: f64| place.apply(pt(x, -high / 2.0));
            // The first letter begins the name, and each reaches to its end.
            if course.is_empty() {
                course.push(middle(0.0));
            }
            course.push(middle(glyph.advance - text.run.spacing));
        }
        let point = |at: export::drawing::Point| egui::pos2(at.x as f32, at.y as f32);
        Self { course: course.into_iter().map(point).collect(), high: high as f32 }
    }

    /// The box around it.
    pub fn frame(&self) -> Rect {
        Rect::from_points(&self.course).expand(self.high * 0.9)
    }

    /// Is it at a point of the board?
    fn is_at(&self, at: Pos2) -> bool {
        let reach = self.high / 2.0 + 1.2;
        self.course.windows(2).any(|pair| distance_to_line(at, pair[0], pair[1]) <= reach)
    }
}

/// Where all names of a map stand, by their places in its list.
pub fn standing(look: MapLook<'_>) -> BTreeMap<usize, Standing> {
    let one = |item: &Item| {
        let Item::Group(group) = item else { return None };
        let Some(Subject::Label(index)) = group.subject else { return None };
        let text =
            group.items.iter().find_map(|item| if let Item::Text(text) = item { Some(text) } else { None });
        Some((usize::from(index), Standing::of(text?)))
    };
    Board::new(look).names(Detail::Full).iter().filter_map(one).collect()
}

/// About where a name without an end stands, in millimetres of the board: letters are two thirds as wide as high.
pub fn box_of(layout: &Layout, label: &Label) -> Rect {
    let height = 4.5 * f32::from(label.size) / 100.0;
    let width = (label.text.chars().count() as f32 * height * 0.5).max(6.0);
    Rect::from_center_size(point(layout.centre(label.at)), vec2(width, height + 2.0))
}

/// How near to an end of its line a chosen name is meant, in millimetres.
const HANDLE: f32 = 2.5;

/// The name at a point of the board, the last drawn first: at its letters, wherever they stand, or at an end of
/// the line of the one that is chosen. The line itself shows on no board.
pub fn label_at(
    map: &Map,
    layout: &Layout,
    standing: &BTreeMap<usize, Standing>,
    chosen: Option<usize>,
    at: Pos2,
) -> Option<usize> {
    map.labels.iter().enumerate().rev().find_map(|(index, label)| {
        let place = |hex| point(layout.centre(hex));
        let ends = label.to.map(|to| [place(label.at), place(to)]);
        let hit = match (standing.get(&index), ends) {
            (Some(stands), _) => stands.is_at(at),
            (None, Some([from, to])) => distance_to_line(at, from, to) < 5.0,
            (None, None) => box_of(layout, label).contains(at),
        };
        let held = chosen == Some(index)
            && ends.is_some_and(|ends| ends.into_iter().any(|end| (end - at).length() <= HANDLE));
        (hit || held).then_some(index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::scenario::Scenario;

    fn map() -> Map {
        let grid = Grid::new(8, 8);
        let zone = Region {
            id: "zone".into(),
            name: "Zone".into(),
            kind: RegionKind::Zone,
            role: String::new(),
            hexes: vec![grid.at(1, 1)],
        };
        let mut name = Label::new("Long Ridge", LabelKind::Hill, grid.at(2, 2));
        name.to = Some(grid.at(5, 2));
        Map { grid, regions: vec![zone], labels: vec![name], ..Map::default() }
    }

    #[test]
    fn a_name_is_led_along_with_its_end_and_never_off_the_board() {
        let map = map();
        let grid = map.grid;
        let Some(Edit::ChangeLabel(0, label)) = moved(&map, 0, grid.at(2, 2), grid.at(2, 5)) else {
            panic!("it has room")
        };
        assert_eq!((label.at, label.to), (grid.at(2, 5), Some(grid.at(5, 5))));
        assert_eq!(moved(&map, 0, grid.at(2, 2), grid.at(2, 2)), None);
        assert_eq!(moved(&map, 0, grid.at(2, 2), grid.at(6, 2)), None);
    }

    #[test]
    fn painting_adds_to_a_region_and_takes_away_and_what_is_so_already_is_no_step() {
        let map = map();
        let grid = map.grid;
        let mut stroke = LabelStroke::paint(grid.at(1, 1), false);
        stroke.drag(&grid, grid.at(1, 4));
        let LabelStroke::Region { hexes, leave, .. } = &stroke else { panic!("it paints") };
        assert_eq!(hexes.len(), 4);
        let mut scenario = Scenario { map: map.clone(), ..Scenario::default() };
        painted(&map, 0, hexes, *leave).expect("three are new").apply(&mut scenario);
        assert_eq!(scenario.map.regions[0].hexes.len(), 4);
        assert_eq!(painted(&scenario.map, 0, hexes, false), None);
        painted(&scenario.map, 0, hexes, true).expect("they leave").apply(&mut scenario);
        assert!(scenario.map.regions[0].hexes.is_empty());
        assert_eq!(painted(&scenario.map, 0, hexes, true), None);
    }

    #[test]
    fn ids_come_from_names_and_are_unique() {
        let map = map();
        assert_eq!(new_region(&map, "Zone", RegionKind::Zone).id, "zone-2");
        assert_eq!(new_region(&map, "Reno's hill!", RegionKind::Zone).id, "reno-s-hill");
        assert_eq!(new_region(&map, "  ", RegionKind::Zone).id, "region");
        assert_eq!(free_name("Zone", |name| map.regions.iter().any(|region| region.name == name)), "Zone 2");
    }

    #[test]
    fn a_name_is_found_along_its_whole_line() {
        let mut map = map();
        // Level: from one column that is not shifted to another.
        map.labels[0].to = Some(map.grid.at(6, 2));
        let layout = Layout::new(&map.grid, 20.0);
        assert_eq!(
            label_at(&map, &layout, &BTreeMap::new(), None, point(layout.centre(map.grid.at(4, 2)))),
            Some(0)
        );
        assert_eq!(
            label_at(&map, &layout, &BTreeMap::new(), None, point(layout.centre(map.grid.at(4, 5)))),
            None
        );
    }

    #[test]
    fn a_name_that_gave_way_is_found_where_it_stands_and_not_where_it_was_put() {
        let mut map = crate::tools::tests::board(&["........."; 9]);
        let grid = map.grid;
        // A wood where the name should stand.
        for hex in grid.at(4, 4).disc(1) {
            map.cells[grid.index(hex).expect("it is on the map")] = 1;
        }
        map.labels = vec![Label::new("The Lone Cottonwood", LabelKind::Place, grid.at(4, 4))];
        let (terrains, hexsides) = (crate::tools::tests::terrains(), crate::tools::tests::hexsides());
        let look = MapLook { map: &map, terrains: &terrains, hexsides: &hexsides };
        let standing = standing(look);
        let layout = Layout::new(&grid, export::compose::map::FLAT);
        let middle = standing[&0].frame().center();
        assert!((middle - point(layout.centre(grid.at(4, 4)))).length() > 5.0, "{middle:?}");
        assert_eq!(label_at(&map, &layout, &standing, None, middle), Some(0));
        assert_eq!(label_at(&map, &layout, &standing, None, point(layout.centre(grid.at(4, 4)))), None);
    }

    #[test]
    fn a_name_beside_its_line_is_found_at_its_letters_and_its_line_only_at_the_ends_when_chosen() {
        let mut map = crate::tools::tests::board(&["..........."; 9]);
        let grid = map.grid;
        let mut river = Label::new("Long River", LabelKind::River, grid.at(2, 4));
        river.to = Some(grid.at(8, 4));
        map.labels = vec![river];
        let layout = Layout::new(&grid, 20.0);
        let far = layout.centre(grid.at(5, 7));
        let course = vec![point(far), point(far) + vec2(30.0, 0.0)];
        let standing = BTreeMap::from([(0, Standing { course, high: 2.0 })]);
        let at = |chosen, hex| label_at(&map, &layout, &standing, chosen, point(layout.centre(hex)));
        assert_eq!(at(None, grid.at(5, 7)), Some(0));
        assert_eq!(at(None, grid.at(4, 4)), None, "the line shows nowhere");
        assert_eq!(at(Some(0), grid.at(4, 4)), None);
        assert_eq!(at(None, grid.at(8, 4)), None);
        assert_eq!(at(Some(0), grid.at(8, 4)), Some(0), "a handle");
    }
}
