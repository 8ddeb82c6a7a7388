//! Names on the map, letters of removable pieces, and the marks of zones.

use std::collections::BTreeSet;

use engine::hex::Hex;
use engine::scenario::{LabelKind, Region, RegionKind};

use super::chain::rings;
use super::placing::{self, Ground};
use super::{Board, Detail, Window};
use crate::compose::kit::{dashed, fill};
use crate::drawing::{Group, Item, Path, Point, Shape, Stroke, Subject, Text, Transform, pt};
use crate::fonts::{Align, Face, Span, Style, paragraph, shape};
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
                let hexes: BTreeSet<Hex> = region.hexes.iter().copied().collect();
                for ring in rings(board, window, |hex| board.is_on(hex) && hexes.contains(&hex)) {
                    line.append(&ring.stretches(&ring.moved_in(|_| 0.7), |side| ring.real[side]));
                }
                if !line.is_empty() {
                    out.push(dashed(line, tint, 0.6, &[2.4, 1.2]));
                }
                out.extend(zone_name(board, region));
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

/// All names and letters of the board, and what is wrong with their places, in sentences.
pub(super) fn draw(board: &Board<'_>, detail: Detail, out: &mut Vec<Item>) -> Vec<String> {
    let mut warnings = Vec::new();
    if detail < Detail::Middle {
        return warnings;
    }
    let mut ground = Ground::new(board);
    for region in &board.map.regions {
        match region.kind {
            RegionKind::Feature => draw_letter(board, region, &mut ground, out),
            RegionKind::Zone => {
                for text in zone_name(board, region) {
                    if let Item::Text(text) = text {
                        ground.take(placing::spots(&text));
                    }
                }
            }
            RegionKind::Edge => {}
        }
    }
    // Names that belong to one spot come first; those with room to move give way.
    let order = [LabelKind::Ford, LabelKind::Place, LabelKind::Hill, LabelKind::Region, LabelKind::River];
    for kind in order {
        let labels = board.map.labels.iter().enumerate();
        for (index, label) in labels.filter(|(_, label)| label.kind == kind && !label.text.is_empty()) {
            let Some((placed, cover)) = ground.best(label) else { continue };
            if let Some(what) = cover.words() {
                warnings.push(format!(
                    "The name {:?} at {} lies on {what}: no place near it is free. Move it or make it smaller.",
                    label.text,
                    board.map.grid.label(label.at)
                ));
            }
            ground.take(placed.spots);
            let subject = Subject::Label(u16::try_from(index).unwrap_or(u16::MAX));
            out.push(Group::new(vec![placed.text.into()]).about(subject).into());
        }
    }
    warnings
}

/// The name of a zone within the map, in its northernmost hex.
fn zone_name(board: &Board<'_>, region: &Region) -> Vec<Item> {
    let place = |hex: &Hex| board.centre(*hex);
    let north = region.hexes.iter().filter(|&&hex| board.is_on(hex)).min_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    });
    let (Some(hex), false) = (north, region.role.is_empty() || region.name.is_empty()) else {
        return Vec::new();
    };
    const WIDE: f64 = 16.0;
    let style = Style::new(Face::SerifSemibold, 7.0, role_of(&region.role)).spaced(0.08);
    let lines = paragraph(&[Span::new(region.name.to_uppercase(), style)], WIDE, 8.0, Align::Centre);
    let at = board.centre(*hex) + pt(-WIDE / 2.0, -5.9);
    let halo = board.look(*hex).tint();
    let with_halo = |item| match item {
        Item::Text(text) => Item::Text(text.with_halo(halo, 0.9)),
        other => other,
    };
    Text::paragraph(&lines[..lines.len().min(4)], at).into_iter().map(with_halo).collect()
}

fn draw_letter(board: &Board<'_>, region: &Region, ground: &mut Ground<'_, '_>, out: &mut Vec<Item>) {
    let Some(&hex) = region.hexes.first() else { return };
    let at = board.centre(hex) + pt(0.0, 6.1);
    ground.take([placing::disc(at, 2.3)]);
    let disc = Shape::filled(Path::circle(at, 2.3), role::LIGHT);
    out.push(disc.and_stroked(Stroke::new(role::MOUNTAIN_MARK, 0.25)).into());
    let run = shape(Face::SerifBold, 9.0, &region.name, 0.0);
    out.push(Text::centred(run, at + pt(0.0, 1.05), role::MOUNTAIN_MARK).into());
}
