//! Where names stand: places that might be taken for each, and what would be covered there.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use engine::face::{CoverLook, GroundLook, HexsideLook};
use engine::hex::{Direction, Hex, HexSide};
use engine::scenario::{Label, LabelKind};

use super::grid::number_base;
use super::{Board, river};
use crate::compose::kit::{length, middle, moved_aside, right_of, unit};
use crate::drawing::{MM_PER_PT, Paint, Point, Rect, Text, pt};
use crate::fonts::{Face, Run, shape};
use crate::palette::{Role, role};

/// A glyph as it would stand: the corners of its box, its middle, half its greater side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    corners: [Point; 4],
    middle: Point,
    reach: f64,
}

/// A name that might be put somewhere.
pub(super) struct Placed {
    pub text: Text,
    pub spots: Vec<Spot>,
}

/// A place that is only looked at when those that move the name less are not free.
struct Place<'a> {
    moved: f64,
    make: Box<dyn Fn() -> Text + 'a>,
}

impl<'a> Place<'a> {
    fn new(moved: f64, make: impl Fn() -> Text + 'a) -> Self {
        Self { moved, make: Box::new(make) }
    }
}

/// The boxes of a text's glyphs, without its spaces.
pub(super) fn spots(text: &Text) -> Vec<Spot> {
    let high = text.run.face.cap_height() * text.run.size * MM_PER_PT;
    let spacing = text.run.spacing;
    // Capitals have nothing under the line.
    let is_caps = !text.run.text.chars().any(char::is_lowercase);
    let low = if is_caps { 0.0 } else { 0.2 * text.run.size * MM_PER_PT };
    text.placed_glyphs()
        .filter(|(glyph, _)| !text.run.characters(glyph).trim().is_empty())
        .map(|(glyph, place)| {
            let wide = (glyph.advance - spacing).max(0.3);
            let corners =
                [pt(0.0, low), pt(wide, low), pt(wide, -high), pt(0.0, -high)].map(|p| place.apply(p));
            Spot { corners, middle: middle(corners[0], corners[2]), reach: wide.max(high) / 2.0 }
        })
        .collect()
}

/// The box that no spot of another name may reach into: half of the gap between two is on either side.
fn room_of(spots: &[Spot]) -> Option<Rect> {
    let room = |spot: &Spot| Rect::around(spot.middle, spot.middle).grown(spot.reach * 1.05 + 0.25);
    spots.iter().map(room).reduce(Rect::union)
}

/// A spot that a disc takes.
pub(super) fn disc(at: Point, radius: f64) -> Spot {
    let r = radius;
    Spot { corners: [(-r, -r), (r, -r), (r, r), (-r, r)].map(|(x, y)| at + pt(x, y)), middle: at, reach: r }
}

/// What a name would cover.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cover {
    /// Glyphs on woods, heights and houses, and off the map.
    pub ground: u32,
    /// Glyphs on other names.
    pub names: u32,
    /// Glyphs on hex numbers.
    pub numbers: u32,
    /// All of it, with lines and the border, weighed.
    pub cost: u32,
}

impl Cover {
    /// What must not be covered, in words; `None` if nothing is.
    pub fn words(self) -> Option<String> {
        let parts = [
            (self.ground, "woods, heights or the border"),
            (self.names, "another name"),
            (self.numbers, "hex numbers"),
        ];
        let parts: Vec<&str> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, what)| what).collect();
        (!parts.is_empty()).then(|| parts.join(" and "))
    }
}

/// What is on the board where names might stand.
pub(super) struct Ground<'a, 'b> {
    board: &'a Board<'b>,
    /// What other names take, each with the box that it keeps free.
    taken: Vec<(Rect, Vec<Spot>)>,
    /// Courses of roads by hex, made as they are asked for.
    roads: RefCell<BTreeMap<Hex, Vec<Point>>>,
}

impl<'a, 'b> Ground<'a, 'b> {
    pub fn new(board: &'a Board<'b>) -> Self {
        Self { board, taken: Vec::new(), roads: RefCell::default() }
    }

    pub fn take(&mut self, spots: impl IntoIterator<Item = Spot>) {
        let spots: Vec<Spot> = spots.into_iter().collect();
        self.taken.extend(room_of(&spots).map(|room| (room, spots)));
    }

    /// The place of a name that covers least: of those at full size, else of smaller ones.
    pub fn best(&self, label: &Label) -> Option<(Placed, Cover)> {
        let mut best: Option<(Placed, Cover)> = None;
        for (shrunk, penalty) in [(1.0, 0), (0.9, 6), (0.8, 12)] {
            let kind = Type::of(self.board, label, shrunk);
            let mut places = candidates(self.board, label, &kind);
            places.sort_by(|a, b| a.moved.total_cmp(&b.moved));
            for place in places {
                let away = penalty + (place.moved / 4.0) as u32;
                if best.as_ref().is_some_and(|(_, cover)| cover.cost <= away) {
                    break;
                }
                let text = (place.make)();
                let placed = Placed { spots: spots(&text), text };
                let most = best.as_ref().map_or(u32::MAX, |(_, cover)| cover.cost);
                let mut cover = self.cover(&placed, most - away);
                cover.cost += away;
                if best.as_ref().is_none_or(|(_, known)| cover.cost < known.cost) {
                    best = Some((placed, cover));
                }
            }
            if best.as_ref().is_some_and(|(_, cover)| cover.words().is_none()) {
                break;
            }
        }
        best
    }

    /// What a name covers; no more is looked at when that is too much.
    fn cover(&self, placed: &Placed, most: u32) -> Cover {
        let mut out = Cover::default();
        let (wide, high) = self.board.layout.size();
        let inner = Rect::new(0.0, 0.0, wide, high).grown(-4.0);
        let room = room_of(&placed.spots).unwrap_or_default();
        let near: Vec<&[Spot]> =
            self.taken.iter().filter(|(other, _)| other.meets(room)).map(|(_, spots)| &spots[..]).collect();
        for spot in &placed.spots {
            if out.cost > most {
                return out;
            }
            let hex = self.board.layout.hex_at_point(spot.middle.x, spot.middle.y);
            let mut hexes = vec![hex];
            for corner in spot.corners {
                let hex = self.board.layout.hex_at_point(corner.x, corner.y);
                if !hexes.contains(&hex) {
                    hexes.push(hex);
                }
            }
            let is_off = hexes.iter().any(|&hex| !self.board.is_on(hex));
            if is_off || hexes.iter().any(|&hex| is_full(self.board, hex)) {
                out.ground += 1;
                out.cost += if is_off { 60 } else { 30 };
            }
            if near.iter().copied().flatten().any(|other| {
                let apart = other.middle.distance(spot.middle);
                apart < (other.reach + spot.reach) * 1.05 + 0.5
            }) {
                out.names += 1;
                out.cost += 40;
            }
            if hexes.iter().any(|&hex| self.board.is_on(hex) && self.is_on_number(hex, spot)) {
                out.numbers += 1;
                out.cost += 9;
            }
            out.cost += self.lines(hex, spot);
            out.cost += u32::from(!inner.contains(spot.middle)) * 2;
        }
        out
    }

    /// Does a glyph reach into the number of a hex?
    fn is_on_number(&self, hex: Hex, spot: &Spot) -> bool {
        let base = number_base(self.board, hex);
        let high = 0.72 * self.board.number_size * MM_PER_PT;
        let wide = 1.04 * self.board.number_size;
        let number = Rect::new(base.x - wide / 2.0, base.y - high, wide, high).grown(0.45);
        let around = Rect::around(spot.corners[0], spot.corners[2])
            .union(Rect::around(spot.corners[1], spot.corners[3]));
        number.meets(around)
    }

    /// Lines that cross a glyph: water, edges of levels with their hachures, what stands on hexsides, roads.
    fn lines(&self, hex: Hex, spot: &Spot) -> u32 {
        let board = self.board;
        let mut cost = 0;
        for direction in Direction::ALL {
            let other = hex.neighbour(direction);
            let side = HexSide::of(hex, direction);
            let (a, b) = board.layout.side_ends(side);
            let (a, b): (Point, Point) = (a.into(), b.into());
            let along = unit(b - a);
            let from = spot.middle - a;
            let t = (from.x * along.x + from.y * along.y).clamp(0.0, a.distance(b));
            let far = (a + along * t).distance(spot.middle) - spot.reach * 0.8;
            if far > 4.5 {
                continue;
            }
            let (here, there) = (board.look(hex).level, board.look(other).level);
            cost += match board.side(side) {
                Some(HexsideLook::River | HexsideLook::Ford | HexsideLook::Bridge) if far < 2.0 => 8,
                Some(HexsideLook::Cliff | HexsideLook::Wall | HexsideLook::Hedge) if far < 1.2 => 6,
                // On the crest, or on the hachures below it.
                _ if here != there && far < 1.9 => 5,
                _ if here < there && far < 4.0 => 2,
                _ => 0,
            };
        }
        let mut roads = self.roads.borrow_mut();
        let road = roads.entry(hex).or_insert_with(|| board.ways.course(board, hex));
        cost + u32::from(road.iter().any(|p| p.distance(spot.middle) < spot.reach + 0.7)) * 4
    }
}

/// What must not be written over.
fn is_full(board: &Board<'_>, hex: Hex) -> bool {
    let look = board.look(hex);
    matches!(look.ground, GroundLook::Mountain | GroundLook::Rock)
        || look.cover.is_some_and(|cover| !matches!(cover, CoverLook::Fields | CoverLook::Marsh))
}

/// The tint that a halo takes: that of the ground around.
fn halo_of(board: &Board<'_>, at: Point) -> Role {
    let look = board.look(board.layout.hex_at_point(at.x, at.y));
    match (look.cover, look.ground) {
        (Some(CoverLook::Fields), _) => role::WASH_LIGHT,
        (_, GroundLook::Valley) => role::VALLEY,
        (_, GroundLook::Plateau) => role::PLATEAU,
        (_, GroundLook::Mountain) => role::MOUNTAIN,
        (_, GroundLook::Rock) => role::ROCK,
        (_, GroundLook::Water) => role::WATER,
    }
}

/// The type of a name: its face, size in points and spacing, its colour and how wide its halo is.
struct Type {
    face: Face,
    size: f64,
    spacing: f64,
    paint: Paint,
    halo: f64,
    is_caps: bool,
}

impl Type {
    fn of(board: &Board<'_>, label: &Label, shrunk: f64) -> Self {
        let by = f64::from(label.size.clamp(50, 300)) / 100.0 * shrunk;
        let kind = Self::usual(board, label);
        Self { size: kind.size * by, ..kind }
    }

    /// That of its kind.
    fn usual(board: &Board<'_>, label: &Label) -> Self {
        let plain = |face, size, spacing, paint: Paint, halo| Self {
            face,
            size,
            spacing,
            paint,
            halo,
            is_caps: false,
        };
        let far = label.to.map_or(90.0, |to| board.centre(label.at).distance(board.centre(to)));
        match label.kind {
            LabelKind::Region => {
                let size = if far > 120.0 { 24.0 } else { 17.0 };
                Self { is_caps: true, ..plain(Face::Serif, size, 0.6, role::CREST.into(), 1.1) }
            }
            LabelKind::River => plain(Face::SerifItalic, 15.0, 0.36, role::WATER_INK.into(), 1.0),
            LabelKind::Place => {
                let look = board.look(label.at);
                let tint = match (look.cover, look.ground) {
                    (Some(CoverLook::Camp), _) => role::CAMP_MARK,
                    (None, GroundLook::Water) => role::WATER_INK,
                    _ => role::CREST,
                };
                Self { is_caps: true, ..plain(Face::SerifSemibold, 11.0, 0.5, tint.into(), 1.1) }
            }
            LabelKind::Ford => plain(Face::SerifSemiboldItalic, 8.0, 0.0, role::CREST.into(), 0.9),
            LabelKind::Hill if label.to.is_some() => {
                plain(Face::SerifItalic, 11.0, 0.2, role::CREST.into(), 0.9)
            }
            LabelKind::Hill => plain(Face::SerifSemiboldItalic, 8.5, 0.0, role::CREST.into(), 0.9),
        }
    }

    fn run(&self, label: &Label, size: f64, spacing: f64) -> Run {
        let text = if self.is_caps { label.text.to_uppercase() } else { label.text.clone() };
        shape(self.face, size, &text, spacing)
    }
}

fn candidates<'a>(board: &'a Board<'_>, label: &'a Label, kind: &'a Type) -> Vec<Place<'a>> {
    if let (Some(angle), None) = (label.angle, label.to) {
        return turned(board, label, kind, f64::from(angle));
    }
    match label.kind {
        LabelKind::River => river_name(board, label, kind),
        LabelKind::Ford => ford_name(board, label, kind),
        LabelKind::Place => place_name(board, label, kind),
        LabelKind::Hill if label.to.is_none() => turned(board, label, kind, 0.0),
        LabelKind::Region | LabelKind::Hill => arcs(board, label, kind),
    }
}

/// Moves of a name: across its way and along it, those that move it least first.
fn moves() -> Vec<(f64, f64)> {
    let both = |steps: &[f64]| -> Vec<f64> {
        std::iter::once(0.0).chain(steps.iter().flat_map(|&step| [-step, step])).collect()
    };
    let aside = both(&[1.5, 3.0, 4.5, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 28.0]);
    let along = both(&[2.0, 4.0, 6.0, 9.0, 12.0, 16.0]);
    aside.iter().flat_map(|&aside| along.iter().map(move |&along| (aside, along))).collect()
}

/// A straight name about the middle of its hex, at an angle.
fn turned<'a>(board: &'a Board<'_>, label: &Label, kind: &'a Type, angle: f64) -> Vec<Place<'a>> {
    let run = Rc::new(kind.run(label, kind.size, kind.spacing));
    let centre = board.centre(label.at);
    let base = kind.face.x_height() * kind.size * MM_PER_PT / 2.0;
    let (sin, cos) = angle.to_radians().sin_cos();
    moves()
        .into_iter()
        .map(|(aside, along)| {
            let at = centre + pt(along * cos - aside * sin, along * sin + aside * cos);
            let run = Rc::clone(&run);
            Place::new(aside.hypot(along), move || {
                let text = Text::centred((*run).clone(), at + pt(0.0, base), kind.paint).turned(angle, at);
                text.with_halo(halo_of(board, at), kind.halo)
            })
        })
        .collect()
}

/// A name along a chain, its middle so far along it.
fn along(board: &Board<'_>, run: &Run, kind: &Type, chain: &[Point], centre: f64) -> Text {
    let start = centre - run.inked_width() / 2.0;
    let text = Text::along(run.clone(), chain, start, kind.paint);
    let middle = text.places.get(text.places.len() / 2).map_or(Point::default(), |(at, _)| *at);
    text.with_halo(halo_of(board, middle), kind.halo)
}

/// Names on slightly bent arcs from one hex to another, spaced out to fill them.
fn arcs<'a>(board: &'a Board<'_>, label: &Label, kind: &'a Type) -> Vec<Place<'a>> {
    let (mut from, mut to) = match label.to {
        Some(to) => (board.centre(label.at), board.centre(to)),
        None => {
            let at = board.centre(label.at);
            (at - pt(40.0, 0.0), at + pt(40.0, 0.0))
        }
    };
    // Left to right; names that stand upright read upwards in the west and downwards in the east.
    let is_upright = (to.y - from.y).abs() > (to.x - from.x).abs();
    let is_west = middle(from, to).x < board.layout.size().0 / 2.0;
    let is_backward = if is_upright { (to.y > from.y) == is_west } else { to.x < from.x };
    if is_backward {
        std::mem::swap(&mut from, &mut to);
    }
    // The small name of a slope or a gully leans no more than is easily read.
    let way = to - from;
    if label.kind == LabelKind::Hill && way.y.abs() < way.x.abs() * 2.0 && way.y.abs() > way.x.abs() * 0.5 {
        let (half, centre) = (way.x.hypot(way.y) / 2.0, middle(from, to));
        let along = unit(pt(2.0 * way.x.signum(), way.y.signum())) * half;
        (from, to) = (centre - along, centre + along);
    }
    let wide = from.distance(to);
    let bare = kind.run(label, kind.size, 0.0);
    let gaps = (bare.glyphs.len() as f64 - 1.0).max(1.0);
    let em = kind.size * MM_PER_PT;
    let most = if label.kind == LabelKind::Region { 1.0 } else { 0.35 };
    let spacing = ((wide * 0.94 - bare.inked_width()) / gaps / em).clamp(0.2, most);
    let ahead = unit(to - from);
    let across = right_of(ahead);
    // Level or upright, where nothing else is free: a straight name has room between two rows of numbers.
    let straight = if is_upright { pt(0.0, way.y.signum()) } else { pt(way.x.signum(), 0.0) };
    let centre = middle(from, to);
    let is_bent = label.kind == LabelKind::Region;
    let mut out = Vec::new();
    // A little closer, so that letters may stand between numbers.
    let ways = [(1.0, 0.0, true), (0.8, 3.0, true), (1.0, 16.0, false), (0.8, 19.0, false)];
    for (closer, more, bends) in ways.into_iter().filter(|(_, _, bends)| *bends || is_bent) {
        let run = Rc::new(kind.run(label, kind.size, spacing * closer));
        let (from, to) = match bends {
            true => (from, to),
            false => (centre - straight * (wide / 2.0), centre + straight * (wide / 2.0)),
        };
        let across = if bends { across } else { right_of(straight) };
        let ahead = if bends { ahead } else { straight };
        for (aside, along_by) in moves() {
            let by = across * aside + ahead * along_by;
            let (a, b) = (from + by, to + by);
            let bow = middle(a, b) - across * if bends { wide * 0.05 } else { 0.0 };
            let run = Rc::clone(&run);
            out.push(Place::new(aside.hypot(along_by) + more, move || {
                let chain: Vec<Point> = (0..=40)
                    .map(|i| {
                        let t = f64::from(i) / 40.0;
                        a * ((1.0 - t) * (1.0 - t)) + bow * (2.0 * t * (1.0 - t)) + b * (t * t)
                    })
                    .collect();
                along(board, &run, kind, &chain, length(&chain) / 2.0)
            }));
        }
    }
    out
}

/// Along the course of the river, on either bank, near the hex where it was put.
fn river_name<'a>(board: &'a Board<'_>, label: &Label, kind: &'a Type) -> Vec<Place<'a>> {
    let at = board.centre(label.at);
    let reach =
        |course: &[Point]| course.iter().map(|point| point.distance(at)).fold(f64::INFINITY, f64::min);
    let courses: Vec<Vec<Point>> = board.rivers().iter().map(river::River::course).collect();
    let Some(mut course) = courses.into_iter().min_by(|a, b| reach(a).total_cmp(&reach(b))) else {
        return turned(board, label, kind, 0.0);
    };
    let (Some(&first), Some(&last)) = (course.first(), course.last()) else { return Vec::new() };
    let way = last - first;
    let is_backward = match label.to {
        Some(to) => {
            let wanted = board.centre(to) - at;
            wanted.x * way.x + wanted.y * way.y < 0.0
        }
        None if way.y.abs() > way.x.abs() => way.y < 0.0,
        None => way.x < 0.0,
    };
    if is_backward {
        course.reverse();
    }
    let whole = length(&course);
    // A short water has a smaller name.
    let size = kind.size * if whole > 250.0 { 17.0 } else { 13.0 } / 15.0;
    let soft = river::relaxed(&course);
    let chains = (0..17).flat_map(|step| [-1.0, 1.0].map(|way| way * (9.0 + 0.75 * f64::from(step))));
    let chains: Vec<_> = chains
        .map(|aside| {
            let chain = moved_aside(&soft, |_| aside);
            let nearest = |to: Point| {
                let far = |&i: &usize| chain[i].distance(to);
                let index = (0..chain.len()).min_by(|a, b| far(a).total_cmp(&far(b)));
                length(&chain[..=index.unwrap_or(0)])
            };
            let start = nearest(at);
            let centre = label.to.map_or(start, |to| (start + nearest(board.centre(to))) / 2.0);
            (aside, centre, Rc::new(chain))
        })
        .collect();
    let mut out = Vec::new();
    for closer in [1.0, 0.75] {
        let run = Rc::new(kind.run(label, size, kind.spacing * closer));
        for (aside, centre, chain) in &chains {
            for i in -24..=24 {
                let shift = f64::from(i) * 1.25;
                // A name wants to stand 15 off its river, and to the left of its course.
                let moved = (aside.abs() - 15.0).abs() + shift.abs() * 0.5;
                let moved = moved + if *aside > 0.0 { 2.0 } else { 0.0 } + (1.0 - closer) * 10.0;
                let (run, chain, at) = (Rc::clone(&run), Rc::clone(chain), centre + shift);
                out.push(Place::new(moved, move || along(board, &run, kind, &chain, at)));
            }
        }
    }
    out
}

/// Beside its ford, on the bank of the hex that the label stands at, or on the other.
fn ford_name<'a>(board: &'a Board<'_>, label: &Label, kind: &'a Type) -> Vec<Place<'a>> {
    let here = board.centre(label.at);
    let crossing =
        Direction::ALL.into_iter().map(|direction| HexSide::of(label.at, direction)).find(|&side| {
            matches!(board.side(side), Some(HexsideLook::Ford | HexsideLook::Bridge))
                || super::road::has_bridge(board, side)
        });
    let run = Rc::new(kind.run(label, kind.size, kind.spacing));
    let middle = crossing.map_or(here, |side| board.side_middle(side));
    let wide = run.inked_width();
    let is_left = here.x <= middle.x;
    let mut out = Vec::new();
    for (is_left, other_bank) in [(is_left, 0.0), (!is_left, 7.0)] {
        for dx in [8.2, 6.6, 10.0, 12.0, 14.0] {
            for dy in [1.0, -1.0, 3.0, -3.0, 5.0, -5.0, 7.0, -7.0, 9.0, -9.0] {
                let x = if is_left { middle.x - dx - wide } else { middle.x + dx };
                let at = pt(x, middle.y + dy);
                let moved = other_bank + (dx - 8.2).abs() + (dy - 1.0).abs();
                let run = Rc::clone(&run);
                out.push(Place::new(moved, move || {
                    let halo = match halo_of(board, pt(at.x + wide / 2.0, at.y)) {
                        role::VALLEY => role::VALLEY_LUSH,
                        other => other,
                    };
                    Text::left((*run).clone(), at, kind.paint).with_halo(halo, kind.halo)
                }));
            }
        }
    }
    out
}

/// In capitals, over the wood, village or camp that it names or under it, or across an open hex.
fn place_name<'a>(board: &'a Board<'_>, label: &Label, kind: &'a Type) -> Vec<Place<'a>> {
    if board.look(label.at).cover.is_none() {
        return turned(board, label, kind, 0.0);
    }
    let run = Rc::new(kind.run(label, kind.size, kind.spacing));
    let centres: Vec<Point> = joined(board, label.at).iter().map(|&hex| board.centre(hex)).collect();
    let edge = |pick: fn(f64, f64) -> f64, of: fn(&Point) -> f64| {
        centres.iter().map(of).reduce(pick).unwrap_or_default()
    };
    let (left, right) = (edge(f64::min, |p| p.x), edge(f64::max, |p| p.x));
    let (top, bottom) = (edge(f64::min, |p| p.y), edge(f64::max, |p| p.y));
    let (x, y, wide) = ((left + right) / 2.0, (top + bottom) / 2.0, run.inked_width());
    let high = kind.face.cap_height() * kind.size * MM_PER_PT;
    let mut out = Vec::new();
    for (dx, dy) in moves() {
        let by = pt(dy, dx);
        for (at, more) in [
            (pt(x, top - 13.0), 0.0),
            (pt(x, bottom + 13.0 + high), 3.0),
            (pt(right + 13.0 + wide / 2.0, y + high / 2.0), 5.0),
            (pt(left - 13.0 - wide / 2.0, y + high / 2.0), 6.0),
        ] {
            let (at, run) = (at + by, Rc::clone(&run));
            out.push(Place::new(dx.hypot(dy) + more, move || {
                Text::centred((*run).clone(), at, kind.paint).with_halo(halo_of(board, at), kind.halo)
            }));
        }
    }
    out
}

/// The hexes of one cover that hang together with a hex.
fn joined(board: &Board<'_>, hex: Hex) -> Vec<Hex> {
    let cover = board.look(hex).cover;
    let mut out = vec![hex];
    let mut next = 0;
    while next < out.len() && out.len() < 400 {
        for neighbour in out[next].neighbours() {
            if board.is_on(neighbour) && board.look(neighbour).cover == cover && !out.contains(&neighbour) {
                out.push(neighbour);
            }
        }
        next += 1;
    }
    out
}
