//! Inserting, removing and resizing columns and rows, with all that lies on the map.
//!
//! What were neighbours stay neighbours, except across the seam where hexes are put in or taken out. The hexes
//! get the numbers of their new places: the numbering of the map stays as it is. A hexside at the seam goes along
//! with the hex to its left or above it; a road across the seam is led on through what is put in, and is cut by
//! what is taken out unless its ends then meet. A new hex is like the nearest one that was there, and belongs to
//! the regions that lie on both sides of it. What falls off the map is gone, and comes back with undo: pieces,
//! names, hexsides; a region stays even without hexes, for others may name it. What only the game knows, its
//! `game:` blocks, is left as it is, also where it names hexes by their numbers: `engine::game::reshape` makes the
//! edit that takes these along.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Contour, Map, Region, River, Road, Scenario, Start};
use crate::hex::{Grid, Hex, HexSide, Orientation, Shifted, line};
use crate::plane::Place;

/// A change of the size of the map. Columns and rows are counted from 0; new ones are put in before `at`.
///
/// `terrain` is the id of what the new hexes get, one of the legend; `None` gives each that of the nearest hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reshape {
    InsertColumns {
        at: u16,
        count: u16,
        terrain: Option<String>,
    },
    RemoveColumns {
        at: u16,
        count: u16,
    },
    InsertRows {
        at: u16,
        count: u16,
        terrain: Option<String>,
    },
    RemoveRows {
        at: u16,
        count: u16,
    },
    /// Columns and rows are put in or taken out at the right and at the bottom.
    Resize {
        columns: u16,
        rows: u16,
        terrain: Option<String>,
    },
    /// At each edge so many columns or rows are put in, or taken out where the number is below 0.
    Edges {
        left: i16,
        right: i16,
        top: i16,
        bottom: i16,
        terrain: Option<String>,
    },
}

/// Columns or rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Axis {
    Columns,
    Rows,
}

/// One change along one axis: hexes are put in before a line, or taken out from it on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    axis: Axis,
    at: u16,
    change: Change,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Insert(u16),
    Remove(u16),
}

/// Where each hex of a map comes to lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    steps: Vec<(Grid, Step)>,
    grid: Grid,
}

impl Moved {
    /// The map as it is afterwards.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The hex where this one is afterwards; `None` if it falls off the map.
    pub fn hex(&self, hex: Hex) -> Option<Hex> {
        let after = self.steps.iter().skip(1).map(|(grid, _)| grid).chain([&self.grid]);
        self.steps.iter().zip(after).try_fold(hex, |hex, ((old, step), new)| step.moved(old, new, hex))
    }
}

impl Reshape {
    /// Where each hex comes to lie.
    ///
    /// # Errors
    /// Why the map cannot be changed so, in words, with what to do instead.
    pub fn moved(&self, grid: &Grid) -> Result<Moved, String> {
        let mut moved = Moved { steps: Vec::new(), grid: *grid };
        for step in self.steps(grid) {
            let after = step.grid(&moved.grid)?;
            moved.steps.push((moved.grid, step));
            moved.grid = after;
        }
        Ok(moved)
    }

    /// The scenario after the change.
    ///
    /// # Errors
    /// Why it cannot be made, in words.
    pub fn applied(&self, scenario: &Scenario) -> Result<Scenario, String> {
        let terrain = self.terrain(&scenario.map)?;
        let moved = self.moved(&scenario.map.grid)?;
        let mut out = scenario.clone();
        for (_, step) in &moved.steps {
            step.apply(&mut out, terrain)?;
        }
        Ok(out)
    }

    /// Can it be made?
    ///
    /// # Errors
    /// Why not, in words.
    pub(super) fn fits(&self, map: &Map) -> Result<(), String> {
        self.terrain(map)?;
        self.moved(&map.grid).map(|_| ())
    }

    /// What it does, in words: *Insert 2 columns before column 5*.
    pub(super) fn words(&self) -> String {
        let counted = |count: u16, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        match self {
            Self::InsertColumns { at, count, .. } => {
                format!("Insert {} before column {}", counted(*count, "column"), u32::from(*at) + 1)
            }
            Self::RemoveColumns { at, count } => {
                format!("Remove {} from column {} on", counted(*count, "column"), u32::from(*at) + 1)
            }
            Self::InsertRows { at, count, .. } => {
                format!("Insert {} before row {}", counted(*count, "row"), u32::from(*at) + 1)
            }
            Self::RemoveRows { at, count } => {
                format!("Remove {} from row {} on", counted(*count, "row"), u32::from(*at) + 1)
            }
            Self::Resize { columns, rows, .. } => {
                format!("Resize the map to {} and {}", counted(*columns, "column"), counted(*rows, "row"))
            }
            &Self::Edges { left, right, top, bottom, .. } => {
                let edges = [(left, "left"), (right, "right"), (top, "top"), (bottom, "bottom")];
                let parts = edges.into_iter().filter(|(count, _)| *count != 0).map(|(count, edge)| {
                    let sign = if count > 0 { '+' } else { '−' };
                    format!("{edge} {sign}{}", count.unsigned_abs())
                });
                format!("Move the edges of the map: {}", parts.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The entry of the legend that new hexes get, if one is named.
    fn terrain(&self, map: &Map) -> Result<Option<u8>, String> {
        let (Self::InsertColumns { terrain, .. }
        | Self::InsertRows { terrain, .. }
        | Self::Resize { terrain, .. }
        | Self::Edges { terrain, .. }) = self
        else {
            return Ok(None);
        };
        let Some(terrain) = terrain else { return Ok(None) };
        match map.legend.iter().position(|(_, id)| id == terrain) {
            Some(at) => Ok(u8::try_from(at).ok()),
            None => Err(format!("found the terrain {terrain:?}, expected one of the map's legend")),
        }
    }

    fn steps(&self, grid: &Grid) -> Vec<Step> {
        let step = |axis, at, change| Step { axis, at, change };
        let to = |axis, old: u16, new: u16| match new.checked_sub(old) {
            Some(0) => None,
            Some(more) => Some(step(axis, old, Change::Insert(more))),
            None => Some(step(axis, new, Change::Remove(old - new))),
        };
        let steps = match *self {
            Self::InsertColumns { at, count, .. } => vec![step(Axis::Columns, at, Change::Insert(count))],
            Self::RemoveColumns { at, count } => vec![step(Axis::Columns, at, Change::Remove(count))],
            Self::InsertRows { at, count, .. } => vec![step(Axis::Rows, at, Change::Insert(count))],
            Self::RemoveRows { at, count } => vec![step(Axis::Rows, at, Change::Remove(count))],
            Self::Resize { columns, rows, .. } => {
                let both = [to(Axis::Columns, grid.columns, columns), to(Axis::Rows, grid.rows, rows)];
                let mut steps: Vec<Step> = both.into_iter().flatten().collect();
                // First what makes it smaller, so that no map on the way is larger than both.
                steps.sort_by_key(|step| matches!(step.change, Change::Insert(_)));
                steps
            }
            Self::Edges { left, right, top, bottom, .. } => {
                // First what makes it smaller, so that no map on the way is larger than both.
                let (mut less, mut more) = (Vec::new(), Vec::new());
                for (axis, length, near, far) in
                    [(Axis::Columns, grid.columns, left, right), (Axis::Rows, grid.rows, top, bottom)]
                {
                    // The far edge first: what happens there leaves the numbers of the near one as they are.
                    let (first, last) = (near.unsigned_abs(), far.unsigned_abs());
                    let mut end = length;
                    if far < 0 {
                        end = end.saturating_sub(last);
                        less.push(step(axis, end, Change::Remove(last)));
                    }
                    if near < 0 {
                        end = end.saturating_sub(first);
                        less.push(step(axis, 0, Change::Remove(first)));
                    }
                    if far > 0 {
                        more.push(step(axis, end, Change::Insert(last)));
                    }
                    if near > 0 {
                        more.push(step(axis, 0, Change::Insert(first)));
                    }
                }
                less.into_iter().chain(more).collect()
            }
        };
        steps
            .into_iter()
            .filter(|step| !matches!(step.change, Change::Insert(0) | Change::Remove(0)))
            .collect()
    }
}

impl Axis {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Columns => ("column", "left"),
            Self::Rows => ("row", "top"),
        }
    }

    fn length(self, grid: &Grid) -> u16 {
        match self {
            Self::Columns => grid.columns,
            Self::Rows => grid.rows,
        }
    }

    /// Are the lines along this axis the ones of which every other is shifted by half a hex?
    fn is_staggered(self, grid: &Grid) -> bool {
        match grid.orientation {
            Orientation::Flat => self == Self::Columns,
            Orientation::Pointed => self == Self::Rows,
        }
    }

    /// How far along the axis a hex is, and how far along the other; also off the map.
    fn place(self, grid: &Grid, hex: Hex) -> (i32, i32) {
        let (column, row) = grid.column_row_signed(hex);
        match self {
            Self::Columns => (column, row),
            Self::Rows => (row, column),
        }
    }

    fn hex(self, grid: &Grid, along: i32, across: i32) -> Hex {
        match self {
            Self::Columns => grid.at_signed(along, across),
            Self::Rows => grid.at_signed(across, along),
        }
    }
}

impl Step {
    /// The map after the change.
    fn grid(self, old: &Grid) -> Result<Grid, String> {
        let (line, edge) = self.axis.words();
        let length = self.axis.length(old);
        let (count, after, at_end) = match self.change {
            Change::Insert(count) => {
                if self.at > length {
                    return Err(format!("there is no {line} {}, only {length}", u32::from(self.at) + 1));
                }
                (count, u32::from(length) + u32::from(count), self.at == length)
            }
            Change::Remove(count) => {
                let end = u32::from(self.at) + u32::from(count);
                if end > u32::from(length) {
                    return Err(format!("there is no {line} {end}, only {length}"));
                }
                if count == length {
                    return Err(format!("a map keeps one {line} at least"));
                }
                (count, u32::from(length) - u32::from(count), end == u32::from(length))
            }
        };
        let mut grid = *old;
        let after = u16::try_from(after).unwrap_or(u16::MAX);
        match self.axis {
            Axis::Columns => grid.columns = after,
            Axis::Rows => grid.rows = after,
        }
        if self.axis.is_staggered(old) && count % 2 == 1 && !at_end {
            if self.at > 0 {
                return Err(format!(
                    "an odd number of {line}s in the middle would part neighbours; take an even number, or do it \
                     at the {edge} or at the far edge"
                ));
            }
            grid.shifted = match old.shifted {
                Shifted::Odd => Shifted::Even,
                Shifted::Even => Shifted::Odd,
            };
        }
        match grid.problem() {
            Some(problem) => Err(problem),
            None => Ok(grid),
        }
    }

    /// Where a line comes to lie; `None` if it is taken out.
    fn along(self, line: i32) -> Option<i32> {
        let at = i32::from(self.at);
        match self.change {
            _ if line < at => Some(line),
            Change::Insert(count) => Some(line + i32::from(count)),
            Change::Remove(count) if line < at + i32::from(count) => None,
            Change::Remove(count) => Some(line - i32::from(count)),
        }
    }

    /// Where a hex of the map comes to lie.
    fn moved(self, old: &Grid, new: &Grid, hex: Hex) -> Option<Hex> {
        let (along, across) = self.axis.place(old, hex);
        old.contains(hex).then(|| self.along(along)).flatten().map(|along| self.axis.hex(new, along, across))
    }

    /// The hex of the old map that a hex of the new one is like: itself, or the nearest one.
    fn like(self, old: &Grid, new: &Grid, hex: Hex) -> Hex {
        let (along, across) = self.axis.place(new, hex);
        let (at, last) = (i32::from(self.at), i32::from(self.axis.length(old)) - 1);
        let along = match self.change {
            _ if along < at => along,
            Change::Remove(count) => along + i32::from(count),
            Change::Insert(count) if along >= at + i32::from(count) => along - i32::from(count),
            // The first half is like what was before it, the rest like what is behind.
            Change::Insert(count) if 2 * (along - at) < i32::from(count) => (at - 1).max(0),
            Change::Insert(_) => at.min(last),
        };
        self.axis.hex(old, along, across)
    }

    fn apply(self, scenario: &mut Scenario, terrain: Option<u8>) -> Result<(), String> {
        let old = scenario.map.grid;
        let new = self.grid(&old)?;
        let moved = |hex: Hex| self.moved(&old, &new, hex);
        let fresh = |hex: Hex| {
            let (along, _) = self.axis.place(&new, hex);
            let first = i32::from(self.at);
            matches!(self.change, Change::Insert(count) if (first..first + i32::from(count)).contains(&along))
        };
        let map = &mut scenario.map;
        let like = |hex: Hex| old.index(self.like(&old, &new, hex)).unwrap_or(0);
        let cell = |hex: Hex| match terrain {
            Some(terrain) if fresh(hex) => terrain,
            _ => map.cells.get(like(hex)).copied().unwrap_or(0),
        };
        let cells = new.hexes().map(cell).collect();
        if !map.levels.is_empty() {
            map.levels = new.hexes().map(|hex| map.levels.get(like(hex)).copied().unwrap_or(0)).collect();
        }
        map.cells = cells;
        let side = |side: HexSide| self.side(&old, &new, side);
        map.rivers = map
            .rivers
            .iter()
            .filter_map(|river| {
                let source = source(map, river, &side)?;
                Some(River { source, ..river.clone() })
            })
            .collect();
        map.sides = std::mem::take(&mut map.sides)
            .into_iter()
            .filter_map(|(at, feature)| Some((side(at)?, feature)))
            .collect();
        map.roads = map.roads.iter().flat_map(|road| roads(road, &moved)).collect();
        let fresh: Vec<Hex> = new.hexes().filter(|hex| fresh(*hex)).collect();
        for contour in &mut map.contours {
            // Heights are like levels: a new hex is as high as the one that it is like.
            let high: BTreeSet<Hex> = contour.hexes.iter().copied().collect();
            let grown = fresh.iter().filter(|hex| high.contains(&self.like(&old, &new, **hex)));
            let kept = contour.hexes.iter().filter_map(|hex| moved(*hex));
            contour.hexes = kept.chain(grown.copied()).collect();
        }
        map.contours.retain(|Contour { hexes, .. }| !hexes.is_empty());
        for region in &mut map.regions {
            *region = self.region(&old, &new, region);
        }
        map.labels = map
            .labels
            .iter()
            .filter_map(|label| {
                let at = moved(label.at)?;
                let to = label.to.and_then(|to| self.nearest(&old, &new, to)).filter(|to| *to != at);
                Some(super::Label { at, to, ..label.clone() })
            })
            .collect();
        map.grid = new;
        scenario.pieces.retain_mut(|piece| match &mut piece.at {
            Start::At(Place::Hex(hex)) => moved(*hex).map(|to| *hex = to).is_some(),
            _ => true,
        });
        Ok(())
    }

    /// Where a hexside comes to lie. At the seam it goes along with the hex before it.
    fn side(self, old: &Grid, new: &Grid, side: HexSide) -> Option<HexSide> {
        let (a, b) = side.hexes();
        let (first, second) =
            if self.axis.place(old, a).0 <= self.axis.place(old, b).0 { (a, b) } else { (b, a) };
        let direction = first.direction_to(second)?;
        if let (Some(a), Some(b)) = (self.moved(old, new, a), self.moved(old, new, b))
            && let Some(side) = HexSide::between(a, b)
        {
            return Some(side);
        }
        let first = self.moved(old, new, first)?;
        new.contains(first.neighbour(direction)).then(|| HexSide::of(first, direction))
    }

    /// Where a hex comes to lie, or the one nearest to it that stays.
    fn nearest(self, old: &Grid, new: &Grid, hex: Hex) -> Option<Hex> {
        let (along, across) = self.axis.place(old, hex);
        let length = i32::from(self.axis.length(new));
        let along = self.along(along).unwrap_or(i32::from(self.at) - i32::from(self.at > 0));
        Some(self.axis.hex(new, along.min(length - 1), across)).filter(|hex| new.contains(*hex))
    }

    /// A region with its hexes at their new places, and with those new ones that lie between two of its hexes.
    fn region(self, old: &Grid, new: &Grid, region: &Region) -> Region {
        let at = i32::from(self.at);
        let mut hexes = Vec::with_capacity(region.hexes.len());
        let mut open: BTreeSet<Hex> = BTreeSet::new();
        let Change::Insert(count) = self.change else {
            hexes.extend(region.hexes.iter().filter_map(|hex| self.moved(old, new, *hex)));
            return Region { hexes, ..region.clone() };
        };
        let last = at + i32::from(count) - 1;
        if self.at > 0 && self.at < self.axis.length(old) {
            let has: BTreeSet<Hex> = region.hexes.iter().copied().collect();
            for (along, across) in region.hexes.iter().map(|hex| self.axis.place(old, *hex)) {
                if along == at - 1 && has.contains(&self.axis.hex(old, at, across)) {
                    open.extend((at..=last).map(|along| self.axis.hex(new, along, across)));
                }
            }
        }
        let mut before: Option<(i32, i32)> = None;
        for &hex in &region.hexes {
            let place = self.axis.place(old, hex);
            // Two that follow one another across the seam get what is between them in the same order.
            if let Some((along, across)) = before.filter(|(_, across)| *across == place.1) {
                let run: Vec<i32> = match (along - at, place.0 - at) {
                    (-1, 0) => (at..=last).collect(),
                    (0, -1) => (at..=last).rev().collect(),
                    _ => Vec::new(),
                };
                hexes.extend(
                    run.into_iter()
                        .map(|along| self.axis.hex(new, along, across))
                        .filter(|hex| open.remove(hex)),
                );
            }
            before = Some(place);
            hexes.extend(self.moved(old, new, hex));
        }
        let mut rest: Vec<Hex> = open.into_iter().collect();
        rest.sort_by_key(|hex| self.axis.place(new, *hex));
        hexes.extend(rest);
        Region { hexes, ..region.clone() }
    }
}

/// A road at its new place: led on through hexes that were put in, cut where hexes were taken out.
fn roads(road: &Road, moved: &impl Fn(Hex) -> Option<Hex>) -> Vec<Road> {
    let mut out: Vec<Vec<Hex>> = vec![Vec::new()];
    let mut cut = false;
    for hex in &road.hexes {
        let Some(hex) = moved(*hex) else {
            cut = true;
            continue;
        };
        let course = out.last_mut().expect("it begins with one");
        match course.last() {
            Some(last) if !last.is_adjacent(hex) => {
                if cut {
                    out.push(vec![hex]);
                } else {
                    course.extend(line(*last, hex).skip(1));
                }
            }
            _ => course.push(hex),
        }
        cut = false;
    }
    out.retain(|course| course.len() >= 2);
    out.into_iter().map(|hexes| Road { hexes, ..road.clone() }).collect()
}

/// The source of a river at its new place. Where it falls off the map, the hexside of its course that is nearest
/// to it and stays; `None` if none does.
fn source(map: &Map, river: &River, side: &impl Fn(HexSide) -> Option<HexSide>) -> Option<HexSide> {
    let feature = map.side(river.source);
    let mut seen = BTreeSet::from([river.source]);
    let mut ring = vec![river.source];
    while !ring.is_empty() {
        let stays = ring.iter().filter(|at| **at == river.source || map.side(**at) == feature);
        if let Some(found) = stays.filter_map(|at| side(*at)).min() {
            return Some(found);
        }
        let (a, b): (Vec<_>, Vec<_>) = ring.iter().map(|at| at.corners()).unzip();
        ring = a
            .into_iter()
            .chain(b)
            .flat_map(|corner| corner.sides())
            .filter(|next| map.sides.contains_key(next) && seen.insert(*next))
            .collect();
    }
    None
}
