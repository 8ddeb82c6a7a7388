//! Names on the map, letters of removable pieces, and the marks of zones.

use engine::face::{CoverLook, GroundLook, HexsideLook};
use engine::hex::{Direction, Hex, HexSide};
use engine::scenario::{Label, LabelKind, Region, RegionKind};

use super::chain::rings;
use super::{Board, Detail, Window, river};
use crate::compose::kit::{dashed, fill, length, middle, right_of, unit};
use crate::drawing::{Item, Path, Point, Shape, Stroke, Text, Transform, pt};
use crate::fonts::{Face, Run, shape};
use crate::palette::{Role, Roles, role};

/// A border of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Border {
    North,
    East,
    South,
    West,
}

/// The border along which most of a region's hexes lie; `None` for a region away from all of them.
pub(crate) fn border_of(board: &Board<'_>, region: &Region) -> Option<Border> {
    let grid = &board.map.grid;
    let mut counts = [0u32; 4];
    for &hex in &region.hexes {
        let Some((column, row)) = grid.column_row(hex) else { continue };
        let at = [row == 0, column + 1 == grid.columns, row + 1 == grid.rows, column == 0];
        for (count, is_at) in counts.iter_mut().zip(at) {
            *count += u32::from(is_at);
        }
    }
    let best = (0..4).max_by_key(|&i| (counts[i], 4 - i)).filter(|&i| counts[i] > 0)?;
    Some([Border::North, Border::East, Border::South, Border::West][best])
}

/// A role by its name; ink for one that is not known.
pub(crate) fn role_of(name: &str) -> Role {
    static ROLES: std::sync::LazyLock<Roles> = std::sync::LazyLock::new(Roles::shipped);
    ROLES.find(name).unwrap_or(role::INK)
}

/// Arrows from the frame into the hexes of edge zones; dashed lines around zones within the map.
pub(super) fn draw_zones(board: &Board<'_>, window: &Window, detail: Detail, out: &mut Vec<Item>) {
    if detail < Detail::Middle {
        return;
    }
    for region in board.map.regions.iter().filter(|region| !region.role.is_empty()) {
        let tint = role_of(&region.role);
        match region.kind {
            RegionKind::Edge => {
                let Some(border) = border_of(board, region) else { continue };
                let mut arrows = Path::new();
                for &hex in &region.hexes {
                    let (at, turn) = arrow_place(board, hex, border);
                    if !window.shows(at, 3.0) {
                        continue;
                    }
                    let arrow = Path::polygon([pt(-1.5, -0.95), pt(1.5, -0.95), pt(0.0, 0.95)]);
                    let place = Transform::at(at.x, at.y).of(Transform::turn(turn));
                    arrows.append(&arrow.transformed(place));
                }
                if !arrows.is_empty() {
                    out.push(fill(arrows, crate::drawing::Paint::new(tint).faded(0.85)));
                }
            }
            RegionKind::Zone => {
                let mut line = Path::new();
                for ring in rings(board, window, |hex| board.is_on(hex) && region.hexes.contains(&hex)) {
                    line.append(&ring.stretches(&ring.moved_in(|_| 0.7), |side| ring.real[side]));
                }
                if !line.is_empty() {
                    out.push(dashed(line, tint, 0.6, &[2.4, 1.2]));
                }
            }
            RegionKind::Feature => {}
        }
    }
}

fn arrow_place(board: &Board<'_>, hex: Hex, border: Border) -> (Point, f64) {
    let (w, h) = board.layout.size();
    let at = board.centre(hex);
    match border {
        Border::North => (pt(at.x, -1.2), 0.0),
        Border::East => (pt(w + 1.0, at.y), 90.0),
        Border::South => (pt(at.x, h + 1.2), 180.0),
        Border::West => (pt(-1.0, at.y), -90.0),
    }
}

/// A name that might be put somewhere, with how much it would cover.
struct Placed {
    text: Text,
    spots: Vec<Point>,
}

/// All names and letters of the board.
pub(super) fn draw(board: &Board<'_>, detail: Detail, out: &mut Vec<Item>) {
    if detail < Detail::Middle {
        return;
    }
    let mut taken: Vec<Point> = Vec::new();
    for region in board.map.regions.iter().filter(|region| region.kind == RegionKind::Feature) {
        draw_letter(board, region, &mut taken, out);
    }
    // Names that belong to one spot come first; those with room to move give way.
    let order = [LabelKind::Ford, LabelKind::Place, LabelKind::Hill, LabelKind::Region, LabelKind::River];
    for kind in order {
        for label in board.map.labels.iter().filter(|label| label.kind == kind) {
            let best = candidates(board, label)
                .into_iter()
                .enumerate()
                .min_by_key(|(order, placed)| (covered(board, placed, &taken), *order));
            if let Some((_, placed)) = best {
                taken.extend(placed.spots);
                out.push(placed.text.into());
            }
        }
    }
}

fn draw_letter(board: &Board<'_>, region: &Region, taken: &mut Vec<Point>, out: &mut Vec<Item>) {
    let Some(&hex) = region.hexes.first() else { return };
    let at = board.centre(hex) + pt(0.0, 6.1);
    taken.push(at);
    let disc = Shape::filled(Path::circle(at, 2.3), role::LIGHT);
    out.push(disc.and_stroked(Stroke::new(role::MOUNTAIN_MARK, 0.25)).into());
    let run = shape(Face::SerifBold, 9.0, &region.name, 0.0);
    out.push(Text::centred(run, at + pt(0.0, 1.05), role::MOUNTAIN_MARK).into());
}

/// How many of a name's spots lie on woods, heights or water, off the map, or on other names.
fn covered(board: &Board<'_>, placed: &Placed, taken: &[Point]) -> u32 {
    // Woods, heights and rock; a letter is some millimetres wide, and as high as its capitals.
    let top = pt(0.0, -0.7 * placed.text.run.size * crate::drawing::MM_PER_PT);
    let is_full = |spot: Point| {
        let look = board.look(board.layout.hex_at_point(spot.x, spot.y));
        look.cover.is_some() || matches!(look.ground, GroundLook::Mountain | GroundLook::Rock)
    };
    let cost = |&spot: &Point| {
        let hex = board.layout.hex_at_point(spot.x, spot.y);
        let mut cost = 0;
        if !board.is_on(hex) {
            cost += 6;
        } else if [pt(0.0, 0.0), pt(3.0, 0.0), pt(-3.0, 0.0), top].into_iter().any(|by| is_full(spot + by)) {
            cost += 3;
        }
        if taken.iter().any(|other| (other.x - spot.x).abs() < 3.5 && (other.y - spot.y).abs() < 3.2) {
            cost += 4;
        }
        // Crowded against the frame.
        let (wide, high) = board.layout.size();
        let inner = crate::drawing::Rect::new(0.0, 0.0, wide, high).grown(-9.0);
        cost += u32::from(!inner.contains(spot));
        // On the number of a hex, which stands at its upper side.
        let centre = board.centre(hex);
        if (spot.x - centre.x).abs() < 4.0 && (-9.6..=-5.4).contains(&(spot.y - centre.y)) {
            cost += 1;
        }
        let side = board.layout.nearest_side(spot.x, spot.y);
        let is_near_side = board.side_middle(side).distance(spot) < 3.0;
        cost += u32::from(is_near_side && board.is_wet(side)) * 2;
        // On the hachures below an edge, or across it.
        let (a, b) = side.hexes();
        cost + u32::from(
            board.side_middle(side).distance(spot) < 5.0 && board.look(a).level != board.look(b).level,
        )
    };
    // A name keeps to its place unless it would cover something there.
    placed.spots.iter().map(cost).sum()
}

fn candidates(board: &Board<'_>, label: &Label) -> Vec<Placed> {
    match label.kind {
        LabelKind::River => river_name(board, label),
        LabelKind::Ford => ford_name(board, label),
        LabelKind::Region => {
            let from = board.centre(label.at);
            let to = label.to.map_or(from + pt(90.0, 0.0), |to| board.centre(to));
            let long = from.distance(to) > 120.0;
            let size = if long { 24.0 } else { 17.0 };
            arcs(board, label, &label.text.to_uppercase(), Face::Serif, size, role::CREST, 0.85)
        }
        LabelKind::Place => place_name(board, label),
        LabelKind::Hill => match label.to {
            Some(_) => arcs(board, label, &label.text, Face::SerifItalic, 11.0, role::CREST, 1.0),
            None => {
                let run = shape(Face::SerifSemiboldItalic, 8.5, &label.text, 0.0);
                let at = board.centre(label.at);
                [1.0, 5.0, -5.0]
                    .map(|dy| straight(board, label.at, &run, at + pt(0.0, dy), 0.5, role::CREST))
                    .into()
            }
        },
    }
}

/// The tint that a halo takes: that of the ground around.
fn halo_of(board: &Board<'_>, hex: Hex) -> Role {
    match board.look(hex).ground {
        GroundLook::Valley => role::VALLEY,
        GroundLook::Plateau => role::PLATEAU,
        GroundLook::Mountain => role::MOUNTAIN,
        GroundLook::Rock => role::ROCK,
        GroundLook::Water => role::WATER,
    }
}

/// A straight name; `anchor` is the part of its width that lies left of the point.
fn straight(board: &Board<'_>, hex: Hex, run: &Run, at: Point, anchor: f64, tint: Role) -> Placed {
    let width = run.inked_width();
    let from = pt(at.x - width * anchor, at.y);
    let spots = (0..=(width / 3.0) as u32).map(|i| from + pt(f64::from(i) * 3.0, -1.0)).collect();
    let text = Text::left(run.clone(), from, tint).with_halo(halo_of(board, hex), 0.9);
    Placed { text, spots }
}

/// A name along a chain, its middle so far along it.
fn along(
    board: &Board<'_>,
    hex: Hex,
    run: &Run,
    chain: &[Point],
    middle: f64,
    tint: Role,
    fade: f64,
) -> Placed {
    let start = middle - run.inked_width() / 2.0;
    let text = Text::along(run.clone(), chain, start, crate::drawing::Paint::new(tint).faded(fade));
    let spots = text.places.iter().map(|(place, _)| *place).collect();
    let width = if run.size > 20.0 { 1.2 } else { 1.0 };
    Placed { text: text.with_halo(halo_of(board, hex), width), spots }
}

/// Names on slightly bent arcs from one hex to another, spaced out to fill them.
fn arcs(
    board: &Board<'_>,
    label: &Label,
    text: &str,
    face: Face,
    size: f64,
    tint: Role,
    fade: f64,
) -> Vec<Placed> {
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
    let bare = shape(face, size, text, 0.0);
    let gaps = (bare.glyphs.len() as f64 - 1.0).max(1.0);
    let em = size * crate::drawing::MM_PER_PT;
    let spacing =
        ((wide * 0.94 - bare.inked_width()) / gaps / em).clamp(0.2, if size > 16.0 { 1.0 } else { 0.35 });
    let run = shape(face, size, text, spacing);
    let across = right_of(unit(to - from));
    let ahead = unit(to - from);
    let mut moves: Vec<(f64, f64)> = [0.0, -6.0, 6.0, -12.0, 12.0, -20.0, 20.0, -28.0, 28.0, -36.0, 36.0]
        .into_iter()
        .flat_map(|aside: f64| [0.0, -8.0, 8.0, -16.0, 16.0].map(|along| (aside, along)))
        .collect();
    // Those that move the name least come first.
    moves.sort_by(|a, b| a.0.hypot(a.1).total_cmp(&b.0.hypot(b.1)));
    moves
        .into_iter()
        .map(|(aside, along_by)| {
            let by = across * aside + ahead * along_by;
            let (a, b) = (from + by, to + by);
            let bow = middle(a, b) - across * (wide * 0.05);
            let chain: Vec<Point> = (0..=60)
                .map(|i| {
                    let t = f64::from(i) / 60.0;
                    a * ((1.0 - t) * (1.0 - t)) + bow * (2.0 * t * (1.0 - t)) + b * (t * t)
                })
                .collect();
            along(board, label.at, &run, &chain, length(&chain) / 2.0, tint, fade)
        })
        .collect()
}

/// Along the course of the river, on either bank, near the hex where it was put.
fn river_name(board: &Board<'_>, label: &Label) -> Vec<Placed> {
    let at = board.centre(label.at);
    let reach =
        |course: &[Point]| course.iter().map(|point| point.distance(at)).fold(f64::INFINITY, f64::min);
    let courses: Vec<Vec<Point>> = board.rivers().iter().map(river::River::course).collect();
    let Some(mut course) = courses.into_iter().min_by(|a, b| reach(a).total_cmp(&reach(b))) else {
        return Vec::new();
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
    let run = shape(Face::SerifItalic, if length(&course) > 250.0 { 17.0 } else { 13.0 }, &label.text, 0.36);
    let mut out = Vec::new();
    for (shift, aside) in
        [(0.0, -15.0), (0.0, 15.0), (-30.0, -15.0), (30.0, -15.0), (-30.0, 15.0), (30.0, 15.0), (0.0, -22.0)]
    {
        let chain = river::relaxed(&course, aside);
        let nearest =
            (0..chain.len()).min_by(|&a, &b| chain[a].distance(at).total_cmp(&chain[b].distance(at)));
        let start = length(&chain[..=nearest.unwrap_or(0)]);
        let from_end = match label.to {
            Some(to) => {
                let to = board.centre(to);
                let end = (0..chain.len())
                    .min_by(|&a, &b| chain[a].distance(to).total_cmp(&chain[b].distance(to)))
                    .map_or(start, |end| length(&chain[..=end]));
                (start + end) / 2.0
            }
            None => start + run.inked_width() / 2.0,
        };
        let mut placed = along(board, label.at, &run, &chain, from_end + shift, role::WATER_LINE, 1.0);
        placed.text = placed.text.with_halo(role::VALLEY, 0.9);
        out.push(placed);
    }
    out
}

/// Beside its ford, on the bank of the hex that the label stands at, or on the other.
fn ford_name(board: &Board<'_>, label: &Label) -> Vec<Placed> {
    let here = board.centre(label.at);
    let ford = Direction::ALL
        .into_iter()
        .map(|direction| HexSide::of(label.at, direction))
        .find(|&side| board.side(side) == Some(HexsideLook::Ford));
    let run = shape(Face::SerifSemiboldItalic, 8.0, &label.text, 0.0);
    let middle = ford.map_or(here, |side| board.side_middle(side));
    let is_left = here.x <= middle.x;
    let mut out = Vec::new();
    for side in [is_left, !is_left] {
        for dy in [1.0, -3.5, 5.0, -8.0, 9.0] {
            let (dx, anchor) = if side { (-8.2, 1.0) } else { (8.2, 0.0) };
            let mut placed = straight(board, label.at, &run, middle + pt(dx, dy), anchor, role::ROAD);
            placed.text = placed.text.with_halo(role::VALLEY_LUSH, 0.9);
            out.push(placed);
        }
    }
    out
}

/// In capitals, over the wood or camp that it names, or across an open hex.
fn place_name(board: &Board<'_>, label: &Label) -> Vec<Placed> {
    let cover = board.look(label.at).cover;
    let tint = if cover == Some(CoverLook::Camp) { role::CAMP_MARK } else { role::CREST };
    let run = shape(Face::SerifSemibold, 11.0, &label.text.to_uppercase(), 0.5);
    let mut at = board.centre(label.at);
    let mut below = at;
    if cover.is_some() {
        let region = joined(board, label.at);
        let centres: Vec<Point> = region.iter().map(|&hex| board.centre(hex)).collect();
        let edge = |pick: fn(f64, f64) -> f64, of: fn(&Point) -> f64| {
            centres.iter().map(of).reduce(pick).unwrap_or_default()
        };
        let x = (edge(f64::min, |p| p.x) + edge(f64::max, |p| p.x)) / 2.0;
        at = pt(x, edge(f64::min, |p| p.y) - 13.0);
        below = pt(x, edge(f64::max, |p| p.y) + 15.5);
    }
    let mut out = Vec::new();
    for at in [at, below] {
        let mut placed = straight(board, label.at, &run, at, 0.5, tint);
        placed.text = placed.text.with_halo(halo_of(board, label.at), 1.1);
        out.push(placed);
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
