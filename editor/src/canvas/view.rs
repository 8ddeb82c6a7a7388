//! Where the board stands in the window: pan, zoom, fit.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Points of the window in a millimetre of the board at 100 %: a hex of 20 mm is then 32 points across.
pub const POINTS_PER_MM: f32 = 1.6;

/// The least and the greatest zoom.
pub const ZOOM: std::ops::RangeInclusive<f32> = 0.01..=8.0;

/// What part of the board is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The point of the board, in millimetres, in the middle of the canvas.
    pub centre: Pos2,
    /// 1 is 100 %.
    pub zoom: f32,
}

impl Default for View {
    fn default() -> Self {
        Self { centre: Pos2::ZERO, zoom: 1.0 }
    }
}

impl View {
    /// Points of the window in a millimetre.
    pub fn scale(&self) -> f32 {
        self.zoom * POINTS_PER_MM
    }

    /// The window's point of a point of the board.
    pub fn screen(&self, canvas: Rect, plane: Pos2) -> Pos2 {
        canvas.center() + (plane - self.centre) * self.scale()
    }

    /// The board's point under a point of the window.
    pub fn plane(&self, canvas: Rect, screen: Pos2) -> Pos2 {
        self.centre + (screen - canvas.center()) / self.scale()
    }

    /// The part of the board that the canvas shows.
    pub fn seen(&self, canvas: Rect) -> Rect {
        Rect::from_min_max(self.plane(canvas, canvas.min), self.plane(canvas, canvas.max))
    }

    /// Moves the board with the pointer.
    pub fn pan(&mut self, by: Vec2) {
        self.centre -= by / self.scale();
    }

    /// Zooms so that the point of the board under `at` stays there.
    pub fn zoom_at(&mut self, canvas: Rect, at: Pos2, factor: f32) {
        let fixed = self.plane(canvas, at);
        self.zoom = (self.zoom * factor).clamp(*ZOOM.start(), *ZOOM.end());
        let now = self.plane(canvas, at);
        self.centre += fixed - now;
    }

    /// Shows all of a part of the board, with a small margin.
    pub fn fit(&mut self, canvas: Rect, part: Rect) {
        let room = (canvas.size() - vec2(16.0, 16.0)).max(vec2(1.0, 1.0));
        let zoom = (room.x / part.width().max(1.0)).min(room.y / part.height().max(1.0)) / POINTS_PER_MM;
        self.zoom = zoom.clamp(*ZOOM.start(), *ZOOM.end());
        self.centre = part.center();
    }

    /// Keeps some of the board in sight.
    pub fn keep(&mut self, board: Rect) {
        self.centre = pos2(
            self.centre.x.clamp(board.left(), board.right().max(board.left())),
            self.centre.y.clamp(board.top(), board.bottom().max(board.top())),
        );
    }

    /// Moves just so far that a point of the board is seen, with a margin of points.
    pub fn reveal(&mut self, canvas: Rect, plane: Pos2, margin: f32) {
        let inner = canvas.shrink(margin.min(canvas.width() / 3.0).min(canvas.height() / 3.0));
        let at = self.screen(canvas, plane);
        self.pan(inner.clamp(at) - at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Rect = Rect { min: Pos2 { x: 48.0, y: 106.0 }, max: Pos2 { x: 988.0, y: 776.0 } };

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut view = View { centre: pos2(200.0, 150.0), zoom: 1.3 };
        let at = pos2(300.0, 400.0);
        let before = view.plane(CANVAS, at);
        view.zoom_at(CANVAS, at, 1.7);
        assert!((view.plane(CANVAS, at) - before).length() < 1e-3);
    }

    #[test]
    fn fitting_shows_all_of_the_board() {
        let mut view = View::default();
        let board = Rect::from_min_size(pos2(0.0, 0.0), vec2(530.0, 460.0));
        view.fit(CANVAS, board);
        assert!(view.seen(CANVAS).contains_rect(board));
    }

    #[test]
    fn revealing_moves_only_if_it_must() {
        let mut view = View { centre: pos2(200.0, 150.0), zoom: 1.0 };
        let before = view;
        view.reveal(CANVAS, pos2(200.0, 150.0), 40.0);
        assert_eq!(view, before);
        view.reveal(CANVAS, pos2(900.0, 150.0), 40.0);
        assert!(view.seen(CANVAS).contains(pos2(900.0, 150.0)));
    }
}
