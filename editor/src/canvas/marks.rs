//! Marks on the board: a dark casing under a light core, so that they read on any ground. Their meaning is their
//! form; the same forms hold in print figures.

use egui::{Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use engine::hex::{Direction, Grid, Hex, HexSide, Layout};

use super::view::View;
use crate::theme::{DARK, bold, cased};
use crate::tools::point;

/// Casing of every mark.
pub const CASING: Color32 = Color32::from_rgb(0x14, 0x17, 0x1A);
/// Light core of a mark.
pub const CORE: Color32 = Color32::WHITE;
/// Thread of a path, core of what is chosen.
pub const TEAL: Color32 = Color32::from_rgb(0x1B, 0x8A, 0x7C);
/// Core of a refusal.
pub const RED: Color32 = Color32::from_rgb(0xE2, 0x4B, 0x3E);
/// The sides' fills on the map.
const SIDES: [Color32; 2] = [Color32::from_rgb(0x2E, 0x62, 0xAE), Color32::from_rgb(0xB4, 0x45, 0x2A)];
/// What is out of reach lies under this.
const VEIL: Color32 = Color32::from_rgba_premultiplied(7, 9, 10, 107);

/// Paints marks for one view of one board.
pub struct Marks<'a> {
    pub painter: &'a Painter,
    pub canvas: Rect,
    pub view: View,
    pub layout: Layout,
}

impl Marks<'_> {
    fn at(&self, p: Pos2) -> Pos2 {
        self.view.screen(self.canvas, p)
    }

    /// The middle of a hex in the window.
    pub fn centre(&self, hex: Hex) -> Pos2 {
        self.at(point(self.layout.centre(hex)))
    }

    /// The six corners of a hex in the window.
    pub fn corners(&self, hex: Hex) -> [Pos2; 6] {
        self.layout.corners(hex).map(|corner| self.at(point(corner)))
    }

    /// The ends of a hexside in the window.
    pub fn side(&self, side: HexSide) -> [Pos2; 2] {
        let (a, b) = self.layout.side_ends(side);
        [self.at(point(a)), self.at(point(b))]
    }

    /// Points in the window across a hex.
    pub fn hex_width(&self) -> f32 {
        self.layout.flat() as f32 * self.view.scale()
    }

    fn inset(&self, hex: Hex, by: f32) -> Vec<Pos2> {
        let centre = self.centre(hex);
        let side = (self.layout.side() as f32 * self.view.scale()).max(1.0);
        let factor = ((side - by) / side).max(0.2);
        self.corners(hex).map(|corner| centre + (corner - centre) * factor).to_vec()
    }

    /// A ring with a core: what is picked (white), chosen (teal), refused (red).
    pub fn ring(&self, hex: Hex, core: Color32) {
        let points = self.inset(hex, 1.5);
        self.painter.add(Shape::closed_line(points.clone(), Stroke::new(5.0, CASING)));
        self.painter.add(Shape::closed_line(points, Stroke::new(2.5, core)));
    }

    /// A dashed ring: may be chosen.
    pub fn dashed_ring(&self, hex: Hex) {
        let mut points = self.inset(hex, 2.5);
        points.extend(points.first().copied());
        self.painter.extend(Shape::dashed_line(&points, Stroke::new(4.0, CASING), 7.0, 4.0));
        self.painter.extend(Shape::dashed_line(&points, Stroke::new(2.0, CORE), 7.0, 4.0));
    }

    /// The cursor of the keyboard: a ring whose corners only are drawn.
    pub fn cursor(&self, hex: Hex) {
        let points = self.inset(hex, 1.0);
        for i in 0..6 {
            let corner = points[i];
            let towards = |other: Pos2| corner + (other - corner) * 0.3;
            let line = [towards(points[(i + 5) % 6]), corner, towards(points[(i + 1) % 6])];
            cased(self.painter, &line, 2.0, CORE);
        }
    }

    /// A hex tinted by a colour.
    pub fn tint(&self, hexes: impl Iterator<Item = Hex>, colour: Color32) {
        let mut mesh = Mesh::default();
        for hex in hexes {
            super::board::tint(&mut mesh, &self.corners(hex), colour);
        }
        self.painter.add(mesh);
    }

    /// What a side controls: its colour under a dashed edge, the first side's long, the others' short, so that
    /// they are told apart without colours too.
    pub fn control(&self, side: usize, hexes: &[Hex]) {
        let inside: std::collections::BTreeSet<Hex> = hexes.iter().copied().collect();
        let colour = SIDES[side.min(1)];
        self.tint(hexes.iter().copied(), colour.gamma_multiply(0.2));
        let (dash, gap) = if side == 0 { (10.0, 4.0) } else { (4.0, 4.0) };
        for hex in hexes {
            for direction in Direction::ALL {
                if inside.contains(&hex.neighbour(direction)) {
                    continue;
                }
                // A little within, so that two edges on one hexside do not hide each other.
                let centre = self.centre(*hex);
                let ends = self.side(HexSide::of(*hex, direction)).map(|end| end + (centre - end) * 0.05);
                self.painter.extend(Shape::dashed_line(&ends, Stroke::new(4.0, CORE), dash, gap));
                self.painter.extend(Shape::dashed_line(&ends, Stroke::new(2.4, colour), dash, gap));
            }
        }
    }

    /// The edge of a set of hexes, white over a casing.
    pub fn outline(
        &self,
        is_in: &dyn Fn(Hex) -> bool,
        hexes: impl Iterator<Item = Hex>,
        core: Color32,
        width: f32,
    ) {
        let mut lines: Vec<[Pos2; 2]> = Vec::new();
        for hex in hexes {
            for direction in Direction::ALL {
                if !is_in(hex.neighbour(direction)) {
                    lines.push(self.side(HexSide::of(hex, direction)));
                }
            }
        }
        for (stroke, colour) in [(width + 2.5, CASING), (width, core)] {
            for line in &lines {
                self.painter.line_segment(*line, Stroke::new(stroke, colour));
                self.painter.circle_filled(line[0], stroke / 2.0, colour);
            }
        }
    }

    /// The hexes of a board that the canvas shows, and a ring around them: of a large map a small part.
    pub fn seen(&self, grid: &Grid) -> impl Iterator<Item = Hex> + use<> {
        let seen = self.view.seen(self.canvas);
        let (columns, rows) = (i32::from(grid.columns), i32::from(grid.rows));
        let corners = [seen.left_top(), seen.right_top(), seen.left_bottom(), seen.right_bottom()];
        let corners = corners.map(|corner| {
            grid.column_row_signed(self.layout.hex_at_point(f64::from(corner.x), f64::from(corner.y)))
        });
        let range = |of: fn(&(i32, i32)) -> i32, most: i32| {
            let least = corners.iter().map(of).min().unwrap_or(0) - 2;
            let last = corners.iter().map(of).max().unwrap_or(0) + 2;
            least.clamp(0, most)..(last + 1).clamp(0, most)
        };
        let (columns, grid) = (range(|corner| corner.0, columns), *grid);
        range(|corner| corner.1, rows)
            .flat_map(move |row| columns.clone().map(move |column| grid.at_signed(column, row)))
    }

    /// Everything that is not within the reach lies under a veil, whose edge is drawn.
    pub fn reach(&self, is_in: &dyn Fn(Hex) -> bool, board: impl Iterator<Item = Hex>) {
        let mut mesh = Mesh::default();
        let mut inside = Vec::new();
        let mut rim = std::collections::BTreeSet::new();
        let mut on = std::collections::BTreeSet::new();
        for hex in board {
            on.insert(hex);
            rim.extend(hex.neighbours());
            if is_in(hex) {
                inside.push(hex);
            } else {
                super::board::tint(&mut mesh, &self.corners(hex), VEIL);
            }
        }
        // The ground goes on a little beyond the outermost hexes, and so does the veil.
        for hex in rim.difference(&on) {
            super::board::tint(&mut mesh, &self.corners(*hex), VEIL);
        }
        let (width, height) = self.layout.size();
        let frame = Rect::from_min_max(Pos2::ZERO, Pos2::new(width as f32, height as f32));
        let frame = frame.expand(export::compose::map::RIM as f32);
        let shown = Rect::from_min_max(self.at(frame.min), self.at(frame.max));
        self.painter.with_clip_rect(shown.intersect(self.canvas)).add(mesh);
        self.outline(is_in, inside.into_iter(), CORE, 1.6);
    }

    /// A low white bar: entering the hex ends the move.
    pub fn stop_bar(&self, hex: Hex) {
        let width = self.hex_width();
        let centre = self.centre(hex) + vec2(0.0, width * 0.33);
        let bar = Rect::from_center_size(centre, vec2(width * 0.26, (width * 0.07).max(3.0)));
        self.painter.rect_filled(bar.expand(1.2), 2.0, CASING);
        self.painter.rect_filled(bar, 1.0, CORE);
    }

    /// A path: white line with a teal thread, and the cost so far in a white disc at each hex.
    /// A path from off the board begins at its first step.
    pub fn path(&self, from: Option<Hex>, steps: &[(Hex, u16)]) {
        let mut points: Vec<Pos2> = from.map(|hex| self.centre(hex)).into_iter().collect();
        points.extend(steps.iter().map(|(hex, _)| self.centre(*hex)));
        self.painter.add(Shape::line(points.clone(), Stroke::new(8.0, CASING)));
        self.painter.add(Shape::line(points.clone(), Stroke::new(5.5, CORE)));
        self.painter.add(Shape::line(points, Stroke::new(2.0, TEAL)));
        let radius = (self.hex_width() * 0.13).clamp(8.0, 13.0);
        for (hex, cost) in steps {
            let centre = self.centre(*hex);
            self.painter.circle(centre, radius, CORE, Stroke::new(1.5, CASING));
            let font = FontId::new(radius * 1.05, bold());
            self.painter.text(centre, Align2::CENTER_CENTER, cost, font, CASING);
        }
    }

    /// A refusal: a red ring and a disc with a cross.
    pub fn refused(&self, hex: Hex) {
        self.ring(hex, RED);
        let width = self.hex_width();
        let centre = self.centre(hex) + vec2(width * 0.2, -width * 0.28);
        self.painter.circle(centre, 10.0, RED, Stroke::new(2.0, CORE));
        for turn in [1.0, -1.0] {
            let arm = Vec2::new(4.0, 4.0 * turn);
            self.painter.line_segment([centre - arm, centre + arm], Stroke::new(2.0, CORE));
        }
    }

    /// Sides of a stroke: the thing itself at 55 % over a casing, the one under the pointer in full.
    pub fn stroke_sides(&self, sides: &[HexSide], core: Color32) {
        for side in sides {
            let ends = self.side(*side);
            self.painter.line_segment(ends, Stroke::new(9.0, CASING.gamma_multiply(0.6)));
        }
        for side in sides {
            let ends = self.side(*side);
            self.painter.line_segment(ends, Stroke::new(6.0, core));
            for end in ends {
                self.painter.circle_filled(end, 3.0, core);
            }
        }
    }

    /// The hexside under the pointer.
    pub fn lit_side(&self, side: HexSide, core: Color32) {
        let ends = self.side(side);
        cased(self.painter, &ends, 5.0, CORE);
        self.painter.line_segment(ends, Stroke::new(2.0, core));
    }
}

/// A card that stands near a place without covering it: at the nearest free corner of the canvas's inside.
pub fn card_place(canvas: Rect, about: Rect, size: Vec2) -> Pos2 {
    let room = canvas.shrink(8.0);
    let candidates = [
        about.right_bottom() + vec2(12.0, 12.0),
        about.left_bottom() + vec2(-12.0 - size.x, 12.0),
        about.right_top() + vec2(12.0, -12.0 - size.y),
        about.left_top() + vec2(-12.0 - size.x, -12.0 - size.y),
    ];
    for at in candidates {
        if room.contains_rect(Rect::from_min_size(at, size)) {
            return at;
        }
    }
    let at = candidates[0];
    let x = at.x.clamp(room.left(), (room.right() - size.x).max(room.left()));
    let below = about.bottom() + 12.0;
    let y = if below + size.y <= room.bottom() { below } else { about.top() - 12.0 - size.y };
    Pos2::new(x, y.clamp(room.top(), (room.bottom() - size.y).max(room.top())))
}

/// The colours of cards over the board, which are dark in both themes' shade of panels.
pub fn card_frame(ui: &egui::Ui) -> egui::Frame {
    let t = crate::theme::Tokens::of(ui);
    egui::Frame::new()
        .fill(t.bg_app)
        .stroke(Stroke::new(1.0, t.line_strong))
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(12, 10))
        .shadow(ui.visuals().popup_shadow)
}

/// The dark theme's ground behind a sheet, for pictures that are made without a theme.
pub const BEHIND: Color32 = DARK.bg_canvas;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_never_covers_what_it_is_about() {
        let canvas = Rect::from_min_size(Pos2::new(48.0, 106.0), vec2(892.0, 670.0));
        for x in [60.0, 400.0, 900.0] {
            for y in [120.0, 400.0, 740.0] {
                let about = Rect::from_center_size(Pos2::new(x, y), vec2(60.0, 60.0));
                let size = vec2(370.0, 110.0);
                let card = Rect::from_min_size(card_place(canvas, about, size), size);
                assert!(!card.intersects(about), "{about:?} {card:?}");
                assert!(canvas.contains_rect(card), "{card:?}");
            }
        }
    }

    #[test]
    fn of_a_large_board_only_the_hexes_in_sight_are_seen() {
        let grid = Grid::new(1000, 1000);
        let layout = Layout::new(&grid, 20.0);
        let canvas = Rect::from_min_size(Pos2::new(48.0, 106.0), vec2(892.0, 670.0));
        let view = View { centre: Pos2::new(8_000.0, 9_000.0), zoom: 1.0 };
        let ctx = egui::Context::default();
        let painter = Painter::new(ctx, egui::LayerId::background(), canvas);
        let marks = Marks { painter: &painter, canvas, view, layout };
        let seen: std::collections::BTreeSet<Hex> = marks.seen(&grid).collect();
        assert!(seen.len() > 600 && seen.len() < 1_500, "{}", seen.len());
        let shown = |hex: &Hex| view.seen(canvas).contains(point(layout.centre(*hex)));
        assert!(grid.hexes().filter(shown).all(|hex| seen.contains(&hex)));
        let view = View { zoom: 0.01, ..view };
        assert_eq!(Marks { view, ..marks }.seen(&grid).count(), grid.len());
    }
}
