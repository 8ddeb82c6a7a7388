//! The select tool: click, marquee, move, turn and flip; and what the commands on a selection change.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Rect};
use engine::hex::{Hex, HexSide, Orientation};
use engine::plane::Place;
use engine::scenario::{Edit, Flip, Map, Scenario, Start};

use super::removed_box;
use crate::layers::{Layers, MapLayer};
use crate::selection::{Joining, Selection, Thing};

/// What a click or a marquee selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Filter {
    #[default]
    Hexes,
    Sides,
    Pieces,
    All,
}

impl Filter {
    pub const ALL: [Self; 4] = [Self::Hexes, Self::Sides, Self::Pieces, Self::All];

    pub fn name(self) -> &'static str {
        ["Hexes", "Hexsides", "Pieces", "All"][self as usize]
    }

    /// Does it select this kind of thing?
    pub fn takes(self, thing: Thing) -> bool {
        match (self, thing) {
            (Self::All, Thing::Box(_)) => false,
            (Self::All, _) | (Self::Sides, Thing::Side(_)) | (Self::Pieces, Thing::Piece(_)) => true,
            _ => false,
        }
    }
}

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SelectState {
    pub filter: Filter,
    /// *Fill with…* was asked for: its list opens in the next frame.
    pub fill: bool,
}

/// A press of the select tool, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct SelectStroke {
    /// Where the button went down, in millimetres, and the hex there.
    from: Pos2,
    start: Hex,
    to: Pos2,
    end: Hex,
    /// What lay under the button.
    hit: Selection,
    how: Joining,
    phase: Phase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A click so far; once led away it becomes a move, or a marquee.
    Press {
        movable: bool,
    },
    Marquee,
    Move,
}

/// What a stroke came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Selected {
    /// A click on this.
    Click(Selection, Joining),
    /// All that lies in a box, in millimetres.
    Box(Rect, Joining),
    /// What is selected goes along from one hex to another.
    Move { from: Hex, to: Hex },
}

impl SelectStroke {
    /// Begins; `movable` if a drag from here moves what lies under the button.
    pub fn press(at: Pos2, hex: Hex, hit: Selection, movable: bool, how: Joining) -> Self {
        let movable = movable && how == Joining::Instead;
        Self { from: at, start: hex, to: at, end: hex, hit, how, phase: Phase::Press { movable } }
    }

    /// Goes on; the button has to be led `far` millimetres before it is more than a click.
    pub fn drag(&mut self, at: Pos2, hex: Hex, far: f32) {
        (self.to, self.end) = (at, hex);
        if let Phase::Press { movable } = self.phase
            && (self.from - at).length() > far
        {
            self.phase = if movable { Phase::Move } else { Phase::Marquee };
        }
    }

    /// The box that is drawn, while there is one.
    pub fn marquee(&self) -> Option<Rect> {
        (self.phase == Phase::Marquee).then(|| Rect::from_two_pos(self.from, self.to))
    }

    /// How far what is selected is led, while it is.
    pub fn moving(&self) -> Option<Hex> {
        (self.phase == Phase::Move).then(|| self.end - self.start)
    }

    /// What lay under the button when it went down.
    pub fn hit(&self) -> &Selection {
        &self.hit
    }

    pub fn how(&self) -> Joining {
        self.how
    }

    pub fn release(self) -> Selected {
        match self.phase {
            Phase::Press { .. } => Selected::Click(self.hit, self.how),
            Phase::Marquee => Selected::Box(Rect::from_two_pos(self.from, self.to), self.how),
            Phase::Move => Selected::Move { from: self.start, to: self.end },
        }
    }
}

/// A motion that leaves hexes hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    By(Hex),
    /// By sixths of a turn to the right.
    Turn {
        about: Hex,
        sixths: i8,
    },
    Flip {
        about: Hex,
        flip: Flip,
        orientation: Orientation,
    },
}

impl Motion {
    fn verb(self) -> &'static str {
        match self {
            Self::By(_) => "Move",
            Self::Turn { .. } => "Turn",
            Self::Flip { .. } => "Flip",
        }
    }

    pub fn hex(self, hex: Hex) -> Hex {
        match self {
            Self::By(by) => hex + by,
            Self::Turn { about, sixths } => hex.rotated(about, sixths),
            Self::Flip { about, flip, orientation } => {
                let Hex { q, r } = hex - about;
                about
                    + match (orientation, flip) {
                        (Orientation::Flat, Flip::Across) => Hex::new(-q, r + q),
                        (Orientation::Flat, Flip::Along) => Hex::new(q, -r - q),
                        (Orientation::Pointed, Flip::Across) => Hex::new(-q - r, r),
                        (Orientation::Pointed, Flip::Along) => Hex::new(q + r, -r),
                    }
            }
        }
    }

    pub fn side(self, side: HexSide) -> HexSide {
        let (a, b) = side.hexes();
        HexSide::between(self.hex(a), self.hex(b)).unwrap_or(side)
    }

    /// A selection led along.
    #[must_use]
    pub fn selection(self, selection: &Selection) -> Selection {
        Selection {
            cursor: selection.cursor.map(|hex| self.hex(hex)),
            hexes: selection.hexes.iter().map(|hex| self.hex(*hex)).collect(),
            things: selection
                .things
                .iter()
                .map(|thing| match thing {
                    Thing::Side(side) => Thing::Side(self.side(*side)),
                    thing => *thing,
                })
                .collect(),
        }
    }
}

/// The hex in the middle of what is selected, about which it turns.
pub fn middle(scenario: &Scenario, selection: &Selection) -> Option<Hex> {
    let mut hexes: Vec<Hex> = selection.hexes.iter().copied().collect();
    for thing in &selection.things {
        hexes.extend(places_of(scenario, *thing));
    }
    let (first, last) = (hexes.first()?, hexes.len() as i64);
    if hexes.len() == 1 {
        return Some(*first);
    }
    let sum = hexes.iter().fold((0_i64, 0_i64), |(q, r), hex| (q + i64::from(hex.q), r + i64::from(hex.r)));
    let round = |sum: i64| (2 * sum + last).div_euclid(2 * last) as i16;
    Some(Hex::new(round(sum.0), round(sum.1)))
}

/// The hexes at which a thing lies.
pub fn places_of(scenario: &Scenario, thing: Thing) -> Vec<Hex> {
    let map = &scenario.map;
    match thing {
        Thing::Piece(at) => match scenario.pieces.get(at).map(|piece| &piece.at) {
            Some(Start::At(Place::Hex(hex))) => vec![*hex],
            _ => Vec::new(),
        },
        Thing::Side(side) => vec![side.hexes().0, side.hexes().1],
        Thing::Road(at) => map.roads.get(at).map_or_else(Vec::new, |road| road.hexes.clone()),
        Thing::Label(at) => map
            .labels
            .get(at)
            .map_or_else(Vec::new, |label| std::iter::once(label.at).chain(label.to).collect()),
        Thing::Region(at) => map.regions.get(at).map_or_else(Vec::new, |region| region.hexes.clone()),
        Thing::Box(_) => Vec::new(),
    }
}

/// The pieces that begin on one of these hexes.
fn pieces_on<'a>(
    scenario: &'a Scenario,
    hexes: &'a BTreeSet<Hex>,
) -> impl Iterator<Item = (usize, Hex)> + 'a {
    scenario.pieces.iter().enumerate().filter_map(|(index, piece)| match piece.at {
        Start::At(Place::Hex(hex)) if hexes.contains(&hex) => Some((index, hex)),
        _ => None,
    })
}

/// Hexsides between two of these hexes that have something on them.
fn sides_within<'a>(map: &'a Map, hexes: &'a BTreeSet<Hex>) -> impl Iterator<Item = (HexSide, &'a String)> {
    map.sides.iter().filter_map(|(side, id)| {
        let (a, b) = side.hexes();
        (hexes.contains(&a) && hexes.contains(&b)).then_some((*side, id))
    })
}

/// The terrain that is left where hexes were taken away: the game's first.
pub type Bare<'a> = (char, &'a str);

/// The edit that leads what is selected along, hexes with all that lies on them. What stands on a layer that is
/// locked or hidden stays.
///
/// # Errors
/// If something would come to lie off the board, in a sentence.
pub fn carried(
    scenario: &Scenario,
    selection: &Selection,
    motion: Motion,
    bare: Bare<'_>,
    layers: &Layers,
) -> Result<Edit, String> {
    let map = &scenario.map;
    let (hexes, on) = (&selection.hexes, |hex: Hex| map.grid.contains(hex));
    let mut edits = Vec::new();
    let mut moves: BTreeMap<usize, Hex> = BTreeMap::new();
    let off = hexes.iter().filter(|hex| !on(motion.hex(**hex))).count();
    if off > 0 {
        return Err(match off {
            1 => "One hex would leave the board".to_owned(),
            n => format!("{n} hexes would leave the board"),
        });
    }
    if layers.is_open(MapLayer::Terrain) {
        edits.extend(cells(map, hexes, motion, bare));
    }
    if layers.is_open(MapLayer::Levels) {
        edits.extend(levels(map, hexes, motion));
        edits.extend(contours(map, hexes, Some(motion)));
    }
    if layers.is_open(MapLayer::Hexsides) {
        let chosen = selection.things.iter().filter_map(|thing| match thing {
            Thing::Side(side) => Some((*side, map.sides.get(side)?)),
            _ => None,
        });
        let led: BTreeMap<HexSide, String> =
            sides_within(map, hexes).chain(chosen).map(|(side, id)| (side, id.clone())).collect();
        let mut all: BTreeMap<HexSide, Option<String>> = led.keys().map(|side| (*side, None)).collect();
        if !hexes.is_empty() {
            // What lay between the hexes on which it comes to lie gives way.
            let there: BTreeSet<Hex> = hexes.iter().map(|hex| motion.hex(*hex)).collect();
            all.extend(sides_within(map, &there).map(|(side, _)| (side, None)));
        }
        for (side, id) in led {
            let side = motion.side(side);
            let (a, b) = side.hexes();
            if !on(a) || !on(b) {
                return Err("A hexside would leave the board".to_owned());
            }
            all.insert(side, Some(id));
        }
        if !all.is_empty() {
            edits.push(Edit::SetSides(all.into_iter().collect()));
        }
        for (index, river) in map.rivers.iter().enumerate() {
            let (a, b) = river.source.hexes();
            if hexes.contains(&a) && hexes.contains(&b)
                || selection.things.contains(&Thing::Side(river.source))
            {
                let mut river = river.clone();
                river.source = motion.side(river.source);
                edits.push(Edit::ChangeRiver(index, river));
            }
        }
    }
    if layers.is_open(MapLayer::Roads) {
        for (index, road) in map.roads.iter().enumerate() {
            let within = !hexes.is_empty() && road.hexes.iter().all(|hex| hexes.contains(hex));
            if within || selection.things.contains(&Thing::Road(index)) {
                let mut road = road.clone();
                for hex in &mut road.hexes {
                    *hex = motion.hex(*hex);
                }
                if !road.hexes.iter().all(|hex| on(*hex)) {
                    return Err("The road would leave the board".to_owned());
                }
                edits.push(Edit::ChangeRoad(index, road));
            }
        }
    }
    if layers.is_open(MapLayer::Labels) {
        for (index, label) in map.labels.iter().enumerate() {
            if hexes.contains(&label.at) || selection.things.contains(&Thing::Label(index)) {
                let mut label = label.clone();
                (label.at, label.to) = (motion.hex(label.at), label.to.map(|to| motion.hex(to)));
                if !on(label.at) || label.to.is_some_and(|to| !on(to)) {
                    return Err(format!("The name {:?} would leave the board", label.text));
                }
                edits.push(Edit::ChangeLabel(index, label));
            }
        }
        edits.extend(regions(map, selection, motion));
    }
    if layers.is_open(MapLayer::Pieces) {
        moves.extend(pieces_on(scenario, hexes));
        for index in selection.pieces() {
            moves.extend(places_of(scenario, Thing::Piece(index)).first().map(|hex| (index, *hex)));
        }
        for (index, hex) in moves {
            let to = motion.hex(hex);
            if !on(to) {
                return Err("A piece would leave the board".to_owned());
            }
            edits.push(Edit::MovePiece(index, Start::At(to.into())));
        }
    }
    Ok(named(motion.verb(), selection, Edit::Many(edits)))
}

/// An edit by what it is done to: its parts would be counted hex by hex, those that are left and those that are
/// reached.
fn named(verb: &str, selection: &Selection, edit: Edit) -> Edit {
    let things = counted(selection.things.len(), "thing", "things");
    let what = match (selection.hexes.len(), selection.things.len()) {
        (0, 0 | 1) => return edit,
        (0, _) => things,
        (n, 0) => counted(n, "hex", "hexes"),
        (n, _) => format!("{} and {things}", counted(n, "hex", "hexes")),
    };
    Edit::Named(format!("{verb} {what}"), Box::new(edit))
}

/// *1 hex*, *7 hexes*.
pub fn counted(count: usize, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {more}") }
}

/// The cells of hexes at their new places, and bare ground where they were.
fn cells(map: &Map, hexes: &BTreeSet<Hex>, motion: Motion, (letter, terrain): Bare<'_>) -> Vec<Edit> {
    if hexes.is_empty() {
        return Vec::new();
    }
    let there: BTreeSet<Hex> = hexes.iter().map(|hex| motion.hex(*hex)).collect();
    let left: Vec<Hex> = hexes.difference(&there).copied().collect();
    let cells = hexes
        .iter()
        .filter_map(|hex| Some((motion.hex(*hex), *map.cells.get(map.grid.index(*hex)?)?)))
        .collect();
    let bare = Edit::PaintHexes { letter, terrain: terrain.to_owned(), hexes: left };
    vec![Edit::SetCells { legend: None, cells }, bare]
}

fn levels(map: &Map, hexes: &BTreeSet<Hex>, motion: Motion) -> Option<Edit> {
    if map.levels.is_empty() || hexes.is_empty() {
        return None;
    }
    let mut all: BTreeMap<Hex, i8> = hexes.iter().map(|hex| (*hex, 0)).collect();
    all.extend(hexes.iter().filter_map(|hex| Some((motion.hex(*hex), map.level(*hex)?))));
    Some(Edit::SetLevels(all.into_iter().collect()))
}

/// Contours that go along with their hexes, or go with what is taken away; those of the hexes on which they come to lie
/// give way, as levels do.
fn contours(map: &Map, hexes: &BTreeSet<Hex>, motion: Option<Motion>) -> Option<Edit> {
    if map.contours.is_empty() || hexes.is_empty() {
        return None;
    }
    let there: BTreeSet<Hex> =
        motion.map_or_else(BTreeSet::new, |motion| hexes.iter().map(|hex| motion.hex(*hex)).collect());
    let mut contours = map.contours.clone();
    for contour in &mut contours {
        let within = contour.hexes.iter().filter(|hex| hexes.contains(hex));
        let led: Vec<Hex> = within.filter_map(|hex| Some(motion?.hex(*hex))).collect();
        contour.hexes.retain(|hex| !hexes.contains(hex) && !there.contains(hex));
        contour.hexes.extend(led);
    }
    contours.retain(|contour| !contour.hexes.is_empty());
    (contours != map.contours).then_some(Edit::SetContours(contours))
}

/// Regions within the map go along with their hexes; edges keep to the border, unless the region itself is led.
fn regions(map: &Map, selection: &Selection, motion: Motion) -> Vec<Edit> {
    let mut out = Vec::new();
    for (index, region) in map.regions.iter().enumerate() {
        let whole = selection.things.contains(&Thing::Region(index));
        let led = |hex: &Hex| {
            whole || region.kind != engine::scenario::RegionKind::Edge && selection.hexes.contains(hex)
        };
        if !region.hexes.iter().any(led) {
            continue;
        }
        let mut seen = BTreeSet::new();
        let mut region = region.clone();
        let moved = region.hexes.iter().map(|hex| if led(hex) { motion.hex(*hex) } else { *hex });
        region.hexes = moved.filter(|hex| map.grid.contains(*hex) && seen.insert(*hex)).collect();
        out.push(Edit::ChangeRegion(index, region));
    }
    out
}

/// The edit that takes away what is selected: things for themselves, hexes with all that lies on them, down to
/// bare ground. What stands on a layer that is locked or hidden stays.
pub fn removed(scenario: &Scenario, selection: &Selection, bare: Bare<'_>, layers: &Layers) -> Edit {
    let map = &scenario.map;
    let hexes = &selection.hexes;
    let has = |thing: Thing| selection.things.contains(&thing);
    let mut edits = Vec::new();
    if layers.is_open(MapLayer::Pieces) {
        let mut pieces: BTreeSet<usize> = pieces_on(scenario, hexes).map(|(index, _)| index).collect();
        pieces.extend(selection.pieces().filter(|index| *index < scenario.pieces.len()));
        edits.extend(pieces.into_iter().rev().map(Edit::RemovePiece));
    }
    if layers.is_open(MapLayer::Labels) {
        let labels = map.labels.iter().enumerate().rev();
        edits.extend(
            labels
                .filter(|(index, label)| hexes.contains(&label.at) || has(Thing::Label(*index)))
                .map(|(index, _)| Edit::RemoveLabel(index)),
        );
        let regions = (0..map.regions.len()).rev();
        edits.extend(regions.filter(|index| has(Thing::Region(*index))).map(Edit::RemoveRegion));
    }
    if layers.is_open(MapLayer::Labels) {
        let boxes = (0..map.boxes.len()).rev().filter(|index| has(Thing::Box(*index)));
        edits.extend(boxes.filter_map(|index| removed_box(map, index)));
    }
    if layers.is_open(MapLayer::Roads) {
        let roads = map.roads.iter().enumerate().rev();
        edits.extend(
            roads
                .filter(|(index, road)| {
                    has(Thing::Road(*index))
                        || !hexes.is_empty() && road.hexes.iter().all(|hex| hexes.contains(hex))
                })
                .map(|(index, _)| Edit::RemoveRoad(index)),
        );
    }
    if layers.is_open(MapLayer::Hexsides) {
        let sides: Vec<(HexSide, Option<String>)> = map
            .sides
            .keys()
            .filter(|side| {
                let (a, b) = side.hexes();
                has(Thing::Side(**side)) || hexes.contains(&a) && hexes.contains(&b)
            })
            .map(|side| (*side, None))
            .collect();
        if !sides.is_empty() {
            edits.push(Edit::SetSides(sides));
        }
    }
    if !hexes.is_empty() {
        if layers.is_open(MapLayer::Terrain) {
            let (letter, terrain) = (bare.0, bare.1.to_owned());
            edits.push(Edit::PaintHexes { letter, terrain, hexes: hexes.iter().copied().collect() });
        }
        if layers.is_open(MapLayer::Levels) && !map.levels.is_empty() {
            edits.push(Edit::SetLevels(hexes.iter().map(|hex| (*hex, 0)).collect()));
        }
        if layers.is_open(MapLayer::Levels) {
            edits.extend(contours(map, hexes, None));
        }
    }
    named("Remove", selection, Edit::Many(edits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Direction, Grid};
    use engine::scenario::{Label, LabelKind, Piece, Region, RegionKind};

    const BARE: Bare<'static> = ('.', "plain");

    fn setting() -> Scenario {
        let grid = Grid::new(8, 8);
        let mut cells = vec![0; grid.len()];
        cells[grid.index(grid.at(3, 3)).expect("on the board")] = 1;
        let piece = Piece {
            id: "a".into(),
            kind: "x".into(),
            name: String::new(),
            at: Start::At(grid.at(3, 3).into()),
            reduced: false,
            game_block: String::new(),
        };
        let zone = Region {
            id: "z".into(),
            name: "Zone".into(),
            kind: RegionKind::Zone,
            role: String::new(),
            hexes: vec![grid.at(3, 3), grid.at(0, 0)],
        };
        let mut map = Map {
            grid,
            legend: vec![('.', "plain".into()), ('f', "forest".into())],
            cells,
            labels: vec![Label::new("Wood", LabelKind::Place, grid.at(3, 3))],
            regions: vec![zone],
            ..Map::default()
        };
        map.sides.insert(HexSide::of(grid.at(3, 3), Direction::N), "river".into());
        Scenario { map, pieces: vec![piece], ..Scenario::default() }
    }

    fn chosen(scenario: &Scenario) -> Selection {
        let grid = scenario.map.grid;
        let mut selection = Selection::hex(grid.at(3, 3));
        selection.hexes.insert(grid.at(3, 3).neighbour(Direction::N));
        selection
    }

    #[test]
    fn hexes_are_led_along_with_all_that_lies_on_them_and_back() {
        let before = setting();
        let mut scenario = before.clone();
        let selection = chosen(&scenario);
        let grid = scenario.map.grid;
        let motion = Motion::By(grid.at(5, 4) - grid.at(3, 3));
        let edit = carried(&scenario, &selection, motion, BARE, &Layers::default()).expect("there is room");
        assert_eq!(edit.describe(&scenario), "Move 2 hexes");
        let back = edit.apply(&mut scenario);
        let there = grid.at(5, 4);
        assert_eq!(scenario.map.terrain(there), Some("forest"));
        assert_eq!(scenario.map.terrain(grid.at(3, 3)), Some("plain"));
        assert_eq!(scenario.map.side(HexSide::of(there, Direction::N)), Some("river"));
        assert_eq!(scenario.map.sides.len(), 1);
        assert_eq!(scenario.map.labels[0].at, there);
        assert_eq!(scenario.pieces[0].at, Start::At(there.into()));
        assert_eq!(scenario.map.regions[0].hexes, [there, grid.at(0, 0)]);
        back.apply(&mut scenario);
        assert_eq!(scenario, before);
    }

    #[test]
    fn contours_go_with_their_hexes_and_are_taken_away_with_them() {
        let mut scenario = setting();
        let grid = scenario.map.grid;
        let (here, there) = (grid.at(3, 3), grid.at(5, 4));
        let line = |height, hexes: &[Hex]| engine::scenario::Contour { height, hexes: hexes.to_vec() };
        scenario.map.contours =
            vec![line(100, &[here, grid.at(0, 0)]), line(200, &[here]), line(300, &[there])];
        let before = scenario.clone();
        let selection = Selection::hex(here);
        let motion = Motion::By(there - here);
        let edit = carried(&scenario, &selection, motion, BARE, &Layers::default()).expect("there is room");
        let back = edit.apply(&mut scenario);
        assert_eq!(scenario.map.contours, [line(100, &[grid.at(0, 0), there]), line(200, &[there])]);
        back.apply(&mut scenario);
        assert_eq!(scenario, before);
        let edit = removed(&scenario, &selection, BARE, &Layers::default());
        assert_eq!(edit.describe(&scenario), "Remove 1 hex");
        edit.apply(&mut scenario);
        assert_eq!(scenario.map.contours, [line(100, &[grid.at(0, 0)]), line(300, &[there])]);
        // Locked they stay, whatever is led over them.
        let mut layers = Layers::default();
        layers.set(MapLayer::Levels, crate::layers::Shown { locked: true, ..layers.get(MapLayer::Levels) });
        let mut scenario = before.clone();
        carried(&scenario, &selection, motion, BARE, &layers).expect("there is room").apply(&mut scenario);
        assert_eq!(scenario.map.contours, before.map.contours);
    }

    #[test]
    fn a_locked_layer_stays_where_it_is() {
        let mut scenario = setting();
        let mut layers = Layers::default();
        let locked = crate::layers::Shown { locked: true, ..layers.get(MapLayer::Pieces) };
        layers.set(MapLayer::Pieces, locked);
        let selection = chosen(&scenario);
        let motion = Motion::By(Hex::new(1, 0));
        carried(&scenario, &selection, motion, BARE, &layers).expect("there is room").apply(&mut scenario);
        assert_eq!(scenario.pieces, setting().pieces);
        removed(&scenario, &selection, BARE, &layers).apply(&mut scenario);
        assert_eq!(scenario.pieces.len(), 1);
    }

    #[test]
    fn nothing_is_led_off_the_board() {
        let scenario = setting();
        let selection = chosen(&scenario);
        let far = carried(&scenario, &selection, Motion::By(Hex::new(0, -3)), BARE, &Layers::default());
        assert_eq!(far, Err("One hex would leave the board".to_owned()));
        let piece = Selection::thing(Thing::Piece(0));
        assert!(carried(&scenario, &piece, Motion::By(Hex::new(0, -9)), BARE, &Layers::default()).is_err());
    }

    #[test]
    fn six_turns_and_two_flips_come_back() {
        let about = Hex::new(4, 2);
        for orientation in [Orientation::Flat, Orientation::Pointed] {
            for hex in about.disc(3) {
                let turn = Motion::Turn { about, sixths: 1 };
                assert_eq!((0..6).fold(hex, |hex, _| turn.hex(hex)), hex);
                for way in [Flip::Across, Flip::Along] {
                    let flip = Motion::Flip { about, flip: way, orientation };
                    assert_eq!(flip.hex(flip.hex(hex)), hex);
                    assert_eq!(flip.hex(hex).distance(about), hex.distance(about));
                }
            }
        }
        let flip = Motion::Flip { about, flip: Flip::Across, orientation: Orientation::Flat };
        assert_eq!(flip.hex(about.neighbour(Direction::NE)), about.neighbour(Direction::NW));
        assert_eq!(flip.hex(about.neighbour(Direction::N)), about.neighbour(Direction::N));
    }

    #[test]
    fn what_is_selected_is_taken_away_down_to_bare_ground_and_comes_back() {
        let before = setting();
        let mut scenario = before.clone();
        let back = removed(&scenario, &chosen(&before), BARE, &Layers::default()).apply(&mut scenario);
        assert!(
            scenario.pieces.is_empty() && scenario.map.labels.is_empty() && scenario.map.sides.is_empty()
        );
        assert_eq!(scenario.map.terrain(scenario.map.grid.at(3, 3)), Some("plain"));
        back.apply(&mut scenario);
        assert_eq!(scenario, before);
    }

    #[test]
    fn a_press_that_is_led_away_is_a_marquee_or_a_move() {
        let (at, hex) = (egui::pos2(10.0, 10.0), Hex::new(0, 0));
        let hit = Selection::hex(hex);
        let click = SelectStroke::press(at, hex, hit.clone(), true, Joining::Instead);
        assert_eq!(click.clone().release(), Selected::Click(hit.clone(), Joining::Instead));
        let mut led = click;
        led.drag(egui::pos2(40.0, 10.0), Hex::new(1, 0), 2.0);
        assert_eq!(led.release(), Selected::Move { from: hex, to: Hex::new(1, 0) });
        let mut marquee = SelectStroke::press(at, hex, hit, true, Joining::Adding);
        marquee.drag(egui::pos2(40.0, 10.0), Hex::new(1, 0), 2.0);
        assert!(matches!(marquee.release(), Selected::Box(_, Joining::Adding)));
    }
}
