//! Where the board stands in the window: pan, zoom, fit.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Points of the window in a millimetre of the board at 100 %: a hex of 20 mm is then 32 points across.
pub const POINTS_PER_MM: f32 = 1.6;

/// The least and the greatest zoom of any board.
pub const ZOOM: std::ops::RangeInclusive<f32> = 0.002..=8.0;

/// A board that is shown whole is shown no larger than this.
const FITTED: f32 = 4.0;

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

    /// Zooms so that the point of the board under `at` stays there, but not to less than `least`.
    pub fn zoom_at(&mut self, canvas: Rect, at: Pos2, factor: f32, least: f32) {
        let fixed = self.plane(canvas, at);
        let least = least.clamp(*ZOOM.start(), 1.0);
        self.zoom = (self.zoom * factor).clamp(least.min(self.zoom), *ZOOM.end());
        let now = self.plane(canvas, at);
        self.centre += fixed - now;
    }

    /// Shows all of a part of the board, with a small margin.
    pub fn fit(&mut self, canvas: Rect, part: Rect) {
        let room = (canvas.size() - vec2(16.0, 16.0)).max(vec2(1.0, 1.0));
        let zoom = (room.x / part.width().max(1.0)).min(room.y / part.height().max(1.0)) / POINTS_PER_MM;
        self.zoom = zoom.clamp(*ZOOM.start(), FITTED);
        self.centre = part.center();
    }

    /// The least zoom that is of use: half of that at which the whole board is seen, or a quarter of its size in
    /// print for a board that is small.
    pub fn least_zoom(canvas: Rect, board: Rect) -> f32 {
        let mut whole = Self::default();
        whole.fit(canvas, board);
        (whole.zoom * 0.5).min(0.25)
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

/// A jump of the view on its way, so that the eye can follow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glide {
    from: View,
    to: View,
    /// When it began, in seconds.
    since: f64,
    /// Where it has put the view: somebody who moves it otherwise ends the glide.
    at: View,
}

impl Glide {
    /// How long a jump takes, in seconds.
    pub const TIME: f64 = 0.18;

    /// A jump from one view to another; `None` if it is better made at once: it is nothing, or so far that nobody
    /// could follow.
    pub fn between(canvas: Rect, from: View, to: View, since: f64) -> Option<Self> {
        let way = (to.centre - from.centre) * from.scale().min(to.scale());
        let is_far = way.x.abs() > 2.0 * canvas.width() || way.y.abs() > 2.0 * canvas.height();
        (from != to && !is_far).then_some(Self { from, to, since, at: from })
    }

    /// The view at a time; `None` once it has arrived, or if somebody has moved it.
    pub fn step(&mut self, view: &mut View, now: f64) -> bool {
        if *view != self.at {
            return false;
        }
        let part = ((now - self.since) / Self::TIME).clamp(0.0, 1.0) as f32;
        // Quick at first, slow at the end.
        let eased = 1.0 - (1.0 - part).powi(3);
        view.centre = self.from.centre.lerp(self.to.centre, eased);
        view.zoom = self.from.zoom * (self.to.zoom / self.from.zoom).powf(eased);
        if part >= 1.0 {
            *view = self.to;
        }
        self.at = *view;
        part < 1.0
    }

    /// Where it leads.
    pub fn to(&self) -> View {
        self.to
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
        view.zoom_at(CANVAS, at, 1.7, 0.01);
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

    #[test]
    fn a_large_board_can_be_seen_whole_and_a_single_hex_is_never_lost() {
        let large = Rect::from_min_size(pos2(0.0, 0.0), vec2(17_326.0, 20_010.0));
        let mut view = View::default();
        view.fit(CANVAS, large);
        assert!(view.seen(CANVAS).contains_rect(large));
        let one = Rect::from_min_size(pos2(-2.5, -2.5), vec2(28.1, 25.0));
        view.fit(CANVAS, one);
        assert!(view.scale() * 20.0 < 140.0, "one hex does not fill the window");
        for _ in 0..100 {
            view.zoom_at(CANVAS, CANVAS.center(), 0.8, View::least_zoom(CANVAS, one));
        }
        assert!(view.scale() * 20.0 > 7.0, "{}", view.zoom);
    }

    #[test]
    fn a_jump_is_eased_arrives_and_gives_way_to_a_hand() {
        let from = View { centre: pos2(0.0, 0.0), zoom: 1.0 };
        let to = View { centre: pos2(100.0, 0.0), zoom: 2.0 };
        let mut glide = Glide::between(CANVAS, from, to, 10.0).expect("it is near");
        let mut view = from;
        assert!(glide.step(&mut view, 10.06));
        assert!(view.centre.x > 50.0 && view.centre.x < 100.0, "{view:?}");
        assert!(!glide.step(&mut view, 10.2));
        assert_eq!(view, to);

        let mut glide = Glide::between(CANVAS, from, to, 10.0).expect("it is near");
        let mut view = View { zoom: 3.0, ..from };
        assert!(!glide.step(&mut view, 10.06));
        assert_eq!(view.zoom, 3.0);
        let far = View { centre: pos2(9_000.0, 0.0), zoom: 1.0 };
        assert!(Glide::between(CANVAS, from, far, 0.0).is_none());
    }
}
