//! The frame around a board: lines, and the bars of the zones at its borders.

use engine::hex::Orientation;
use engine::scenario::RegionKind;

use super::names::{Border, border_of};
use super::{Board, role_of};
use crate::compose::kit::{filled_box, framed_box};
use crate::drawing::{Group, Item, Paint, Path, Point, Rect, Shape, Stroke, Text, pt};
use crate::fonts::{Face, fit, shape};
use crate::palette::{Table, Tables, role};

/// The band between the board and the outer lines.
pub const BAND: f64 = 8.0;

/// From the outermost line of the frame to the board.
pub const WIDTH: f64 = BAND + 0.7 + 1.1 + 0.2;

/// The height of a bar.
const BAR: f64 = 5.2;

/// The frame of a board whose drawn ground fills a box, with the board's bars; `scale` is that of the board.
pub fn draw(board: &Board<'_>, ground: Rect, scale: f64) -> Vec<Item> {
    let mut out = vec![
        framed_box(ground.grown(WIDTH - 0.1), role::INK, 0.2),
        framed_box(ground.grown(BAND + 0.35), role::INK, 0.7),
    ];
    let origin = board.frame();
    let mut hatched = 0;
    let on_page = |p: Point| pt(ground.x + (p.x - origin.x) * scale, ground.y + (p.y - origin.y) * scale);
    for region in &board.map.regions {
        if region.kind != RegionKind::Edge || region.role.is_empty() {
            continue;
        }
        let Some(border) = border_of(board, region) else { continue };
        let centres: Vec<Point> = region.hexes.iter().map(|&hex| on_page(board.centre(hex))).collect();
        let (Some(first), Some(last)) = (region.hexes.first(), region.hexes.last()) else { continue };
        let is_upright = matches!(border, Border::East | Border::West);
        let along = |p: &Point| if is_upright { p.y } else { p.x };
        let from = centres.iter().map(along).fold(f64::INFINITY, f64::min);
        let to = centres.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
        // Half a row or column on either side, less a little, so that bars of neighbouring zones stay apart.
        let is_flat = board.layout.orientation() == Orientation::Flat;
        let pitch = if is_upright == is_flat { super::FLAT } else { 1.5 * super::SIDE };
        let half = scale * pitch / 2.0 - 0.6;
        let aside = (BAND - BAR) / 2.0;
        let (bar, turn) = match border {
            Border::North => {
                (Rect::new(from - half, ground.y - BAND + aside, to - from + 2.0 * half, BAR), 0.0)
            }
            Border::South => {
                (Rect::new(from - half, ground.bottom() + aside, to - from + 2.0 * half, BAR), 0.0)
            }
            Border::West => {
                (Rect::new(ground.x - BAND + aside, from - half, BAR, to - from + 2.0 * half), -90.0)
            }
            Border::East => {
                (Rect::new(ground.right() + aside, from - half, BAR, to - from + 2.0 * half), 90.0)
            }
        };
        let tint = role_of(&region.role);
        // To save ink a bar is an outline, and its words are dark.
        let full = filled_box(bar, Paint::new(tint).faded(0.9));
        let pale = [filled_box(bar, Paint::new(tint).faded(0.12)), framed_box(bar, tint, 0.35)];
        let mut items: Vec<Item> = vec![
            Group::new(vec![full]).only_in(Tables::except(Table::Saver)).into(),
            Group::new(pale.to_vec()).only_in(Tables::only(Table::Saver)).into(),
        ];
        items.push(hatch(bar, hatched));
        hatched += 1;
        let grid = &board.map.grid;
        let words = if first == last {
            format!("{}  ·  {}", region.name, grid.label(*first))
        } else {
            format!("{}  ·  {} – {}", region.name, grid.label(*first), grid.label(*last))
        };
        let words = words.replace(" · ", "  ·  ").replace("   ", "  ").to_uppercase();
        let room = bar.w.max(bar.h) - 6.0;
        let run = [0.28, 0.12, 0.0]
            .into_iter()
            .find_map(|spacing| fit(Face::SerifSemibold, 10.5, 8.0, &words, spacing, room))
            .unwrap_or_else(|| shape(Face::SerifSemibold, 6.0, &region.name.to_uppercase(), 0.0));
        if run.inked_width() <= room + 6.0 {
            let middle = bar.centre();
            // A clear place for the words where the bar is hatched.
            let (wide, high) = (run.inked_width() + 4.0, 3.6);
            let plate = match turn == 0.0 {
                true => Rect::new(middle.x - wide / 2.0, middle.y - high / 2.0, wide, high),
                false => Rect::new(middle.x - high / 2.0, middle.y - wide / 2.0, high, wide),
            };
            let clear = filled_box(plate, tint);
            items.push(Group::new(vec![clear]).only_in(Tables::only(Table::Grey)).into());
            let base = 0.34 * run.size * crate::drawing::MM_PER_PT;
            let text = Text::centred(run, middle + pt(0.0, base), role::ZONE_TEXT).turned(turn, middle);
            items.push(text.into());
        }
        out.push(Group::new(items).about(crate::drawing::Subject::Region(region.id.clone())).into());
    }
    out.push(framed_box(ground, role::INK, 0.35));
    out
}

/// What tells the bars of zones apart in grey: lines at 0°, 45°, 90° or 135°, or dots, by their order.
fn hatch(bar: Rect, number: usize) -> Item {
    const STEP: f64 = 1.3;
    let paint = Paint::new(role::LIGHT).faded(0.6);
    let mut lines = Path::new();
    let mut dots = Path::new();
    let steps = |from: f64, to: f64| {
        let count = ((to - from) / STEP).max(0.0) as u32;
        (0..=count).map(move |i| from + f64::from(i) * STEP)
    };
    match number % 5 {
        0 => steps(bar.y + 0.65, bar.bottom()).for_each(|y| {
            lines.append(&Path::line((bar.x, y), (bar.right(), y)));
        }),
        2 => steps(bar.x + 0.65, bar.right()).for_each(|x| {
            lines.append(&Path::line((x, bar.y), (x, bar.bottom())));
        }),
        4 if bar.w > bar.h => steps(bar.y + 0.65, bar.bottom()).for_each(|y| {
            dots.append(&Path::line((bar.x, y), (bar.right(), y)));
        }),
        4 => steps(bar.x + 0.65, bar.right()).for_each(|x| {
            dots.append(&Path::line((x, bar.y), (x, bar.bottom())));
        }),
        slanted => steps(bar.x - bar.h, bar.right()).for_each(|x| {
            let (from, to) = if slanted == 1 { (bar.bottom(), bar.y) } else { (bar.y, bar.bottom()) };
            lines.append(&Path::line((x, from), (x + bar.h, to)));
        }),
    }
    let mut items: Vec<Item> = Vec::new();
    if !lines.is_empty() {
        items.push(Shape::stroked(lines, Stroke::new(paint, 0.25)).into());
    }
    if !dots.is_empty() {
        // Dashes with round ends that have next to no length.
        items.push(Shape::stroked(dots, Stroke::new(paint, 0.5).round().dashed(&[0.02, STEP - 0.02])).into());
    }
    Group::new(items).clipped(Path::rect(bar)).only_in(Tables::only(Table::Grey)).into()
}
