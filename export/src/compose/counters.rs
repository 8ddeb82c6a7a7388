//! Counters: one face, as it is printed and as it is shown on a screen of any size.
//!
//! The layout is in fractions of the side from the top left (BOARD.md 5). The sides differ by more than colour:
//! formations with piping face left and have a star on blank backs, those with beadwork face right and have a
//! lodge. A full side is dark, a reduced one pale with a stripe.

use engine::face::{Face, FaceKind};

use super::kit::{fill, filled_box, framed_box, hard, limb, polar, rule, smooth, smooth_open, soft, stroke};
use super::map::Detail;
use super::silhouettes;
use crate::drawing::{
    Drawing, Group, Item, MM_PER_PT, Paint, Path, Point, Rect, Shape, Stroke, Text, Transform, Use, pt,
};
use crate::fonts::{self, Face as Font, shape};
use crate::palette::{Ink, Role, Table, Tables, role};

use super::map::role_of;

/// The least size of any text on a counter, in points.
pub const LEAST_TEXT: f64 = 6.0;

/// The least size of figures that play needs, in fractions of the side.
pub const LEAST_FIGURE: f64 = 0.24;

/// How far from the edge play needs nothing, in millimetres.
pub fn safe_zone(side: f64) -> f64 {
    if side < 13.0 { 0.7 } else { 1.5 }
}

/// A text of a counter that had to be set smaller than it should be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{text:?} is {width} mm wide at {least} pt, but has {room} mm on a counter of {side} mm")]
pub struct Tight {
    pub text: String,
    pub width: String,
    pub least: String,
    pub room: String,
    pub side: String,
}

/// The face of a counter with its top left corner at (0, 0), for a side of so many millimetres. All of it stands
/// for itself; sheets use [`face_with`] to share silhouettes.
pub fn face(face: &Face, side: f64) -> Vec<Item> {
    Painter { side, drawing: None, tight: Vec::new(), out: Vec::new(), edge: true, large: false }.draw(face).0
}

/// The face for a sheet where counters butt: silhouettes as symbols of the drawing, no line around, and what did not
/// fit. Large ones have words and figures as large as there is room for.
pub fn face_with(drawing: &mut Drawing, face: &Face, side: f64, large: bool) -> (Vec<Item>, Vec<Tight>) {
    Painter { side, drawing: Some(drawing), tight: Vec::new(), out: Vec::new(), edge: false, large }
        .draw(face)
}

/// The face for a canvas on which a hex is small: without words at [`Detail::Middle`], a band and one figure below
/// that, a block of colour at the end. [`Detail::Fine`] and above are [`face`].
pub fn face_at(face: &Face, side: f64, detail: Detail) -> Vec<Item> {
    if detail >= Detail::Fine || matches!(face.kind, FaceKind::Tribe | FaceKind::TribeBack | FaceKind::Blank)
    {
        return self::face(face, side);
    }
    let mut painter =
        Painter { side, drawing: None, tight: Vec::new(), out: Vec::new(), edge: true, large: false };
    painter.coarse(face, detail);
    painter.out
}

/// The shadow that a counter casts on a screen, to be drawn under it.
pub fn shadow(side: f64) -> Vec<Item> {
    let at = |dx: f64, dy: f64| Path::rounded(Rect::new(dx, dy, side, side), 0.3);
    let mut out: Vec<Item> =
        [1.5, 1.0, 0.5].map(|width| stroke(at(0.55, 0.6), Paint::new(role::SHADE).faded(0.13), width)).into();
    out.push(fill(at(0.45, 0.5), Paint::new(role::SHADE).faded(0.30)));
    out
}

/// What bleeds beyond the edges of a face: the paint of a box around it and of the band at its top, and how far
/// down the band reaches in fractions of the side.
pub(crate) struct Bleed {
    pub body: Paint,
    pub band: Option<(Paint, f64)>,
    pub foot: Option<(Paint, f64)>,
}

pub(crate) fn bleed(face: &Face) -> Bleed {
    let body = Paint::new(body_of(face));
    let band = (!face.formation.is_empty() && face.kind != FaceKind::Blank)
        .then(|| (Paint::new(role_of(&face.formation)), 0.195));
    let foot = (face.kind == FaceKind::Leader).then(|| {
        let high = if face.plate.len() > 1 { 0.325 } else { 0.215 };
        (Paint::new(role::CREAM), high)
    });
    Bleed { body, band, foot }
}

/// The roles of a side.
#[derive(Debug, Clone, Copy)]
struct Colours {
    body: Role,
    pale: Role,
    ink: Role,
    /// What silhouettes are filled with where they are dark: paler than the ink where ink is saved.
    shape: Role,
}

impl Colours {
    fn of(side: &str) -> Self {
        let find = |suffix: &str| role_of(&format!("{side}{suffix}"));
        Self { body: find(""), pale: find("_pale"), ink: find("_ink"), shape: find("_shape") }
    }

    /// The ink of a silhouette on a ground.
    fn shape_on(self, ground: Role) -> Ink {
        Ink::On { ground, light: role::CREAM, dark: self.shape }
    }
}

fn body_of(face: &Face) -> Ink {
    let colours = Colours::of(&face.side);
    match face.kind {
        FaceKind::Reduced => colours.pale.into(),
        FaceKind::MarkerCharge => role::GOLD.into(),
        FaceKind::MarkerSmoke => Ink::mix(role::PAPER, role::ROCK_LIGHT, 0.45),
        FaceKind::MarkerStop => role::CREAM.into(),
        FaceKind::MarkerTurn => turn_ground(face).into(),
        _ => colours.body.into(),
    }
}

/// The ground of a turn marker.
fn turn_ground(face: &Face) -> Role {
    if is_second_turn(face) { role::TURN_SECOND } else { role::TURN_FIRST }
}

/// The turn marker shows the other colour for its second side.
fn is_second_turn(face: &Face) -> bool {
    face.figures.first().is_some_and(|figure| figure.as_str() != "0" && figure.as_str() != "1")
        || face.side.starts_with("ind")
}

/// The strip under the band: piping or beadwork, the formation's mark without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strip {
    Solid,
    Double,
    Dashes,
    Pips,
    Triangles,
    Diamonds,
    Bars,
    Steps,
    Dots,
    Crosses,
    Zigzag,
    Blocks,
}

impl Strip {
    /// The strip that belongs to a formation's role.
    fn of(role: &str) -> Self {
        match role {
            "f_2cav" => Self::Double,
            "f_6inf" => Self::Dashes,
            "f_7inf" => Self::Pips,
            "f_hunkpapa" => Self::Triangles,
            "f_oglala" => Self::Diamonds,
            "f_cheyenne" => Self::Bars,
            "f_miniconjou" => Self::Steps,
            "f_sansarc" => Self::Dots,
            "f_brule" => Self::Crosses,
            "f_blackfoot" => Self::Zigzag,
            "f_arapaho" => Self::Blocks,
            _ => Self::Solid,
        }
    }

    fn is_piping(self) -> bool {
        matches!(self, Self::Solid | Self::Double | Self::Dashes | Self::Pips)
    }

    /// Seven repeats over a box.
    fn path(self, rect: Rect) -> Path {
        const REPEATS: u32 = 7;
        let (y, h) = (rect.y, rect.h);
        let u = rect.w / f64::from(REPEATS);
        let c = y + h / 2.0;
        let mut out = Path::new();
        let bar = |x: f64, y: f64, w: f64, h: f64| Path::rect(Rect::new(x, y, w, h));
        match self {
            Self::Solid => return bar(rect.x, y + h * 0.3, rect.w, h * 0.4),
            Self::Double => {
                out.append(&bar(rect.x, y + h * 0.12, rect.w, h * 0.24));
                out.append(&bar(rect.x, y + h * 0.64, rect.w, h * 0.24));
                return out;
            }
            _ => {}
        }
        for i in 0..REPEATS {
            let a = rect.x + f64::from(i) * u;
            let (m, b) = (a + u / 2.0, a + u);
            match self {
                Self::Solid | Self::Double => {}
                Self::Dashes => {
                    out.append(&bar(a + u * 0.2, y + h * 0.25, u * 0.6, h * 0.5));
                }
                Self::Pips => {
                    out.append(&Path::circle((m, c), h * 0.32));
                }
                Self::Triangles => {
                    out.append(&Path::polygon([pt(a, y + h), pt(m, y), pt(b, y + h)]));
                }
                Self::Diamonds => {
                    out.append(&Path::polygon([
                        pt(a + u * 0.08, c),
                        pt(m, y + h * 0.04),
                        pt(b - u * 0.08, c),
                        pt(m, y + h * 0.96),
                    ]));
                }
                Self::Bars => {
                    out.append(&bar(a + u * 0.12, y, u * 0.26, h));
                    out.append(&bar(a + u * 0.62, y, u * 0.26, h));
                }
                Self::Steps => {
                    out.append(&bar(a + u * 0.05, y + h * 0.5, u * 0.9, h * 0.5));
                    out.append(&bar(a + u * 0.3, y, u * 0.4, h * 0.6));
                }
                Self::Dots => {
                    out.append(&Path::circle((m - u * 0.25, c), h * 0.3));
                    out.append(&Path::circle((m + u * 0.25, c), h * 0.3));
                }
                Self::Crosses => {
                    let (w, t) = (u * 0.32, u * 0.17);
                    let (top, foot) = (y + h * 0.06, y + h * 0.94);
                    for (from, to, t) in [(m - w, m + w, t), (m + w, m - w, -t)] {
                        out.append(&Path::polygon([
                            pt(from, top),
                            pt(from + t, top),
                            pt(to, foot),
                            pt(to - t, foot),
                        ]));
                    }
                }
                Self::Zigzag => {
                    let t = h * 0.36;
                    out.append(&Path::polygon([
                        pt(a, y + h - t),
                        pt(m, y),
                        pt(b, y + h - t),
                        pt(b, y + h),
                        pt(m, y + t),
                        pt(a, y + h),
                    ]));
                }
                Self::Blocks => {
                    out.append(&bar(a, if i % 2 == 1 { y } else { c }, u, h / 2.0));
                }
            }
        }
        out
    }
}

struct Painter<'a> {
    side: f64,
    drawing: Option<&'a mut Drawing>,
    tight: Vec<Tight>,
    out: Vec<Item>,
    edge: bool,
    large: bool,
}

impl Painter<'_> {
    fn draw(mut self, face: &Face) -> (Vec<Item>, Vec<Tight>) {
        match face.kind {
            FaceKind::Full | FaceKind::Reduced => self.unit(face),
            FaceKind::Leader => self.leader(face),
            FaceKind::Tribe | FaceKind::TribeBack => self.tribe(face),
            FaceKind::Blank => self.blank(face),
            FaceKind::MarkerCharge => self.charge(face),
            FaceKind::MarkerSmoke => self.smoke(face),
            FaceKind::MarkerStop => self.stop(face),
            FaceKind::MarkerTurn => self.turn(face),
        }
        if self.edge {
            let line = Paint::new(role::INK).faded(0.55);
            let width = 0.012 * self.side;
            self.out.push(framed_box(self.area(0.0, 0.0, 1.0, 1.0), line, width));
        }
        (self.out, self.tight)
    }

    /// A box in fractions of the side.
    fn area(&self, x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect::new(x * self.side, y * self.side, w * self.side, h * self.side)
    }

    fn at(&self, x: f64, y: f64) -> Point {
        pt(x * self.side, y * self.side)
    }

    fn safe(&self) -> f64 {
        safe_zone(self.side) / self.side
    }

    /// A size in points from a fraction of the side.
    fn points(&self, em: f64) -> f64 {
        em * self.side / MM_PER_PT
    }

    /// A text as large as `em` if it fits into a width (a fraction of the side), else smaller, else noted.
    fn fitted(&mut self, font: Font, em: f64, text: &str, spacing: f64, room: f64) -> fonts::Run {
        let em = em * if self.large { 1.2 } else { 1.0 };
        let (size, room) = (self.points(em).max(LEAST_TEXT), room * self.side);
        if let Some(run) = fonts::fit(font, size, LEAST_TEXT - 1e-9, text, spacing, room) {
            return run;
        }
        let least = shape(font, LEAST_TEXT, text, spacing);
        let wide = least.inked_width();
        // A hair too wide is less of a fault than a text below the least size.
        if wide <= room * 1.05 {
            return least;
        }
        self.tight.push(Tight {
            text: text.to_owned(),
            width: format!("{wide:.1}"),
            least: format!("{LEAST_TEXT}"),
            room: format!("{room:.1}"),
            side: format!("{}", self.side),
        });
        shape(font, LEAST_TEXT * room / wide, text, spacing)
    }

    fn figure(&mut self, text: &str, em: f64, at: Point, anchor: f64, paint: Ink) -> f64 {
        let run = shape(Font::SansBold, self.points(em), text, 0.0);
        let width = run.inked_width();
        self.out.push(Text::left(run, pt(at.x - width * anchor, at.y), paint).into());
        width
    }

    /// A silhouette; `key` names its two colours.
    fn silhouette(&mut self, name: &str, key: &str, into: Rect, ink: Ink, cut: Ink, left: bool) {
        let Some(found) = silhouettes::find(name) else { return };
        let place = found.fit(into, left);
        let items = || found.items(ink.into(), cut.into());
        match &mut self.drawing {
            Some(drawing) => {
                let symbol = format!("figure/{name}/{key}");
                drawing.symbol_with(&symbol, items);
                self.out.push(Use::new(symbol, place).into());
            }
            None => self.out.push(Group::new(items()).placed(place).into()),
        }
    }

    /// In every table but that for saving ink, and in that.
    fn by_table(&mut self, usual: Vec<Item>, saver: Vec<Item>) {
        self.out.push(Group::new(usual).only_in(Tables::except(Table::Saver)).into());
        self.out.push(Group::new(saver).only_in(Tables::only(Table::Saver)).into());
    }

    /// The ground, the band with its rule and strip, and the stripe of a reduced side: the same for all counters of
    /// a formation, so that a sheet makes them once.
    fn frame(&mut self, face: &Face, colours: Colours) {
        let from = self.out.len();
        let body = if face.kind == FaceKind::Reduced { colours.pale } else { colours.body };
        self.out.push(filled_box(self.area(0.0, 0.0, 1.0, 1.0), body));
        if face.kind == FaceKind::Reduced {
            let stripe = self.area(0.0, 0.40, 1.0, 0.17);
            let usual = filled_box(stripe, Paint::new(colours.body).faded(0.30));
            let saver = filled_box(stripe, Paint::new(role::INK_SOFT).faded(0.08));
            self.by_table(vec![usual], vec![saver]);
        }
        self.out.push(filled_box(self.area(0.0, 0.0, 1.0, 0.195), role_of(&face.formation)));
        self.strip(face, colours, 0.195, 0.045);
        let (left, right) = (self.at(0.0, 0.195), self.at(1.0, 0.195));
        self.out.push(rule(left, right, colours.ink, 0.012 * self.side));
        if let Some(drawing) = &mut self.drawing {
            let items = self.out.split_off(from);
            let reduced = if face.kind == FaceKind::Reduced { "-pale" } else { "" };
            let symbol = format!("frame/{}{reduced}/{}", face.side, face.formation);
            drawing.symbol_with(&symbol, || items);
            self.out.push(Use::new(symbol, Transform::IDENTITY).into());
        }
    }

    /// The words in the band.
    fn band(&mut self, face: &Face, colours: Colours) {
        let band = role_of(&face.formation);
        let paint = Ink::On { ground: band, light: role::CREAM, dark: colours.ink };
        let (left, right) = (self.safe(), 1.0 - self.safe());
        let em = 6.2 * MM_PER_PT / 14.29;
        let mut room = right - left;
        if !face.number.is_empty() {
            let run = self.fitted(Font::SerifBold, em, &face.number, 0.0, 0.4);
            room -= run.inked_width() / self.side + 0.06;
            let at = self.at(right, 0.146);
            self.out.push(Text::right(run, at, paint).into());
        }
        let run = self.fitted(Font::SerifBold, em, &face.band, 0.0, room);
        let text = if face.number.is_empty() {
            Text::centred(run, self.at(0.5, 0.146), paint)
        } else {
            Text::left(run, self.at(left, 0.146), paint)
        };
        self.out.push(text.into());
    }

    fn strip(&mut self, face: &Face, colours: Colours, y: f64, h: f64) {
        let rect = self.area(0.0, y, 1.0, h);
        self.out.push(filled_box(rect, role::CREAM));
        self.out.push(fill(Strip::of(&face.formation).path(rect), colours.ink));
    }

    fn unit(&mut self, face: &Face) {
        let colours = Colours::of(&face.side);
        let is_reduced = face.kind == FaceKind::Reduced;
        let body = if is_reduced { colours.pale } else { colours.body };
        let ink = Ink::On { ground: body, light: role::CREAM, dark: colours.ink };
        let cut = if is_reduced { Ink::mix(colours.pale, colours.body, 0.30) } else { body.into() };
        self.frame(face, colours);
        self.band(face, colours);
        let key = format!("{}{}", face.side, if is_reduced { "-pale" } else { "" });
        let left = Strip::of(&face.formation).is_piping();
        // Larger figures take a little of the picture's height.
        let high = if self.large { 0.40 } else { 0.44 };
        let shape = colours.shape_on(body);
        self.silhouette(&face.symbol, &key, self.area(0.14, 0.262, 0.72, high), shape, cut, left);
        self.figures(&face.figures, ink, colours);
    }

    fn figures(&mut self, figures: &[String], ink: Ink, colours: Colours) {
        const BASE: f64 = 0.93;
        let (left, right) = (self.safe() - 0.012, 1.0 - self.safe() + 0.012);
        let (two, three) =
            if self.large { (0.36, self.largest(figures, 0.31, 0.275)) } else { (0.305, 0.275) };
        match figures {
            [] => {}
            [one] => {
                self.figure(one, two, self.at(0.5, BASE), 0.5, ink);
            }
            [first, second] => {
                let a = self.figure(first, two, self.at(left, BASE), 0.0, ink) / self.side;
                let b = self.figure(second, two, self.at(right, BASE), 1.0, ink) / self.side;
                let middle = ((left + a) + (right - b)) / 2.0;
                self.out.push(filled_box(self.area(middle - 0.04, BASE - 0.125, 0.08, 0.03), ink));
            }
            [first, middle, .., last] => {
                let a = self.figure(first, three, self.at(left, BASE), 0.0, ink) / self.side;
                let b = self.figure(last, three, self.at(right, BASE), 1.0, ink) / self.side;
                let run = shape(Font::SansBold, self.points(three), middle, 0.0);
                let width = run.inked_width() / self.side + 0.06;
                // Between the outer figures, not in the middle of the counter, so that a figure of two digits
                // on one side does not touch it.
                let centre = ((left + a) + (right - b)) / 2.0;
                let high = 0.222 + 0.72 * (three - 0.275);
                let pill = self.area(centre - width / 2.0, BASE - high, width, high + 0.026);
                let line = Stroke::new(colours.ink, 0.014 * self.side);
                let pill = Path::rounded(pill, 0.05 * self.side);
                self.out.push(Shape::filled(pill, role::GOLD).and_stroked(line).into());
                self.out.push(Text::centred(run, self.at(centre, BASE), colours.ink).into());
            }
        }
    }

    /// The largest size, from `most` down to `least`, at which three figures and the pill stand beside each other.
    fn largest(&self, figures: &[String], most: f64, least: f64) -> f64 {
        let one_em: f64 =
            figures.iter().map(|text| shape(Font::SansBold, 100.0, text, 0.0).inked_width()).sum();
        let one_em = one_em / (100.0 * MM_PER_PT);
        let room = 1.0 - 2.0 * self.safe() - 0.06 - 0.04;
        (room / one_em).clamp(least, most)
    }

    fn star(&self, centre: Point, radius: f64, paint: impl Into<Paint>) -> Item {
        let points = (0..10).map(|i| {
            let reach = if i % 2 == 0 { radius } else { radius * 0.42 };
            polar(centre, reach, f64::from(i) * 36.0 - 90.0)
        });
        fill(Path::polygon(points), paint)
    }

    fn leader(&mut self, face: &Face) {
        let colours = Colours::of(&face.side);
        let ink = Ink::On { ground: colours.body, light: role::CREAM, dark: colours.ink };
        self.frame(face, colours);
        self.band(face, colours);
        let (left, right) = (self.safe(), 1.0 - self.safe());
        let room = right - left;
        // The full name, on one line if that can be read, else on two.
        let name = face.plate.join(" ");
        let size = self.points(0.168);
        let one = fonts::fit(Font::SerifBold, size, LEAST_TEXT, &name, 0.0, room * self.side);
        let lines: Vec<String> = match (&one, name.split_once(' ')) {
            (Some(_), _) | (None, None) => vec![name.clone()],
            (None, Some((first, rest))) => match face.plate.as_slice() {
                [a, b] => vec![a.clone(), b.clone()],
                _ => vec![first.to_owned(), rest.to_owned()],
            },
        };
        let high = if lines.len() > 1 { 0.325 } else { 0.215 };
        self.out.push(filled_box(self.area(0.0, 1.0 - high, 1.0, high), role::CREAM));
        let (from, to) = (self.at(0.0, 1.0 - high), self.at(1.0, 1.0 - high));
        let gold = rule(from, to, role::GOLD, 0.02 * self.side);
        let plain = rule(from, to, colours.ink, 0.02 * self.side);
        self.by_table(vec![gold], vec![plain]);
        let em = if lines.len() > 1 { 0.158 } else { 0.168 };
        for (i, line) in lines.iter().enumerate() {
            let base = 1.0 - high + if lines.len() > 1 { 0.138 + 0.138 * i as f64 } else { 0.146 };
            let run = self.fitted(Font::SerifBold, em, line, 0.0, room);
            let at = self.at(0.5, base);
            self.out.push(Text::centred(run, at, colours.ink).into());
        }
        let turned = Strip::of(&face.formation).is_piping();
        let area = self.area(0.05, 0.262, 0.50, 1.0 - high - 0.275);
        let (shape, cut) = (colours.shape_on(colours.body), colours.body.into());
        self.silhouette(&face.symbol, &face.side, area, shape, cut, turned);
        let allowance = face.figures.last().cloned().unwrap_or_default();
        let width = self.figure(&allowance, 0.27, self.at(right + 0.01, 0.49), 1.0, ink);
        let middle = (right + 0.01) * self.side - width / 2.0;
        let star = pt(middle, self.side * if lines.len() > 1 { 0.575 } else { 0.60 });
        let (gold, plain) =
            (self.star(star, 0.05 * self.side, role::GOLD), self.star(star, 0.05 * self.side, ink));
        self.by_table(vec![gold], vec![plain]);
    }

    fn tribe(&mut self, face: &Face) {
        let colours = Colours::of(&face.side);
        let ink = Ink::On { ground: colours.body, light: role::CREAM, dark: colours.ink };
        self.frame(face, colours);
        self.band(face, colours);
        let symbol = if face.symbol.is_empty() { "tipi" } else { &face.symbol };
        let (shape, cut) = (colours.shape_on(colours.body), colours.body.into());
        self.silhouette(symbol, &face.side, self.area(0.2, 0.28, 0.6, 0.53), shape, cut, false);
        let word = match face.plate.first() {
            Some(word) => word.as_str(),
            None if face.kind == FaceKind::TribeBack => "off map",
            None => "tribe",
        };
        let run = self.fitted(Font::SerifItalic, 0.155, word, 0.0, 0.8);
        self.out.push(Text::centred(run, self.at(0.5, 0.945), ink).into());
    }

    /// The back of a counter that has one side: no figures, so that it is not taken for a reduced side.
    fn blank(&mut self, face: &Face) {
        let colours = Colours::of(&face.side);
        let ink = Ink::On { ground: colours.body, light: role::CREAM, dark: colours.ink };
        self.out.push(filled_box(self.area(0.0, 0.0, 1.0, 1.0), colours.body));
        let band = role_of(&face.formation);
        self.strip(face, colours, 0.10, 0.052);
        self.strip(face, colours, 0.848, 0.052);
        let disc = Path::circle(self.at(0.5, 0.5), 0.26 * self.side);
        self.out.push(Shape::filled(disc, band).and_stroked(Stroke::new(ink, 0.02 * self.side)).into());
        let mark = Ink::On { ground: band, light: role::CREAM, dark: colours.ink };
        if Strip::of(&face.formation).is_piping() {
            let star = self.star(self.at(0.5, 0.51), 0.19 * self.side, mark);
            self.out.push(star);
        } else {
            let key = format!("{}-on-{}", face.side, face.formation);
            self.silhouette("tipi", &key, self.area(0.33, 0.32, 0.34, 0.34), mark, band.into(), false);
        }
    }

    /// A marker's ground with its inner frame, which is thinner where ink is saved.
    fn marker(&mut self, face: &Face, line: impl Into<Ink>, inset: f64, width: f64) {
        const THINNER: f64 = 0.5;
        let line = line.into();
        self.out.push(filled_box(self.area(0.0, 0.0, 1.0, 1.0), body_of(face)));
        let frame = self.area(inset, inset, 1.0 - 2.0 * inset, 1.0 - 2.0 * inset);
        let usual = framed_box(frame, line, width * self.side);
        let saver = framed_box(frame, line, THINNER * width * self.side);
        self.by_table(vec![usual], vec![saver]);
    }

    fn word(&mut self, face: &Face, usual: &str, em: f64, base: f64, ink: impl Into<Paint>) {
        let word = face.plate.first().map_or(usual, String::as_str).to_uppercase();
        let run = self.fitted(Font::SerifBold, em, &word, 0.04, 0.8);
        self.out.push(Text::centred(run, self.at(0.5, base), ink).into());
    }

    /// Two crossed sabres.
    fn charge(&mut self, face: &Face) {
        self.marker(face, role::US_INK, 0.05, 0.018);
        let size = self.side / 100.0;
        let blade = smooth(&[
            hard(-27.0, 17.0),
            soft(-15.0, 12.0),
            soft(3.0, -3.0),
            soft(17.0, -19.0),
            hard(24.0, -27.0),
            soft(20.0, -15.0),
            soft(6.0, 2.0),
            soft(-12.0, 16.0),
            hard(-25.0, 20.5),
        ]);
        let guard = smooth_open(&[pt(-19.0, 8.0), pt(-24.0, 15.0), pt(-19.0, 21.0)]);
        for way in [1.0, -1.0] {
            let at = self.at(0.5, 0.40);
            let place = Transform::at(at.x, at.y).of(Transform::scale(way * size, size));
            let items = vec![fill(blade.clone(), role::US_SHAPE), stroke(guard.clone(), role::US_SHAPE, 2.6)];
            self.out.push(Group::new(items).placed(place).into());
        }
        self.word(face, "charge", 0.165, 0.86, role::US_INK);
    }

    /// A cloud of six puffs with one outline and a cast shadow.
    fn smoke(&mut self, face: &Face) {
        const CLOUD: f64 = 0.92;
        self.out.push(filled_box(self.area(0.0, 0.0, 1.0, 1.0), body_of(face)));
        let puffs = [
            (0.30, 0.52, 0.17),
            (0.52, 0.40, 0.21),
            (0.72, 0.54, 0.16),
            (0.48, 0.58, 0.17),
            (0.36, 0.36, 0.12),
            (0.67, 0.33, 0.12),
        ];
        let cloud = |grow: f64, dx: f64, dy: f64| {
            let mut path = Path::new();
            for (x, y, r) in puffs {
                // A little smaller than drawn, and higher: the word below it stands free.
                let at = self.at(0.5 + (x - 0.5) * CLOUD + dx, 0.44 + (y - 0.5) * CLOUD + dy);
                path.append(&Path::circle(at, (r * CLOUD + grow) * self.side));
            }
            path
        };
        let grey = Ink::mix(role::INK_SOFT, role::WHITE, 0.35);
        let line = Ink::mix(role::INK, role::INK_SOFT, 0.5);
        let (shadow, rim, body) = (cloud(0.0, 0.02, 0.025), cloud(0.0, 0.0, 0.0), cloud(-0.012, 0.0, 0.0));
        let usual = vec![
            fill(shadow, grey),
            stroke(rim.clone(), line, 0.03 * self.side),
            fill(body.clone(), role::CREAM),
        ];
        // No shadow, and of the rim a thin line: the body covers its inner half and a little more.
        let saver = vec![stroke(rim, role::INK_SOFT, 0.012 * self.side), fill(body, role::CREAM)];
        self.by_table(usual, saver);
        let mut folds = Path::new();
        for (x, y, r) in &puffs[..4] {
            let at = |dx: f64, dy: f64| {
                let (x, y) = (x + r * dx, y + r * dy);
                self.at(0.5 + (x - 0.5) * CLOUD, 0.44 + (y - 0.5) * CLOUD)
            };
            folds.append(&smooth_open(&[at(-0.62, 0.1), at(-0.1, 0.62), at(0.55, 0.3)]));
        }
        self.out.push(stroke(folds, grey, 0.016 * self.side));
        self.word(face, "fired", 0.17, 0.90, role::INK);
    }

    /// A raised hand.
    fn stop(&mut self, face: &Face) {
        self.marker(face, role::ALERT, 0.05, 0.03);
        let mut hand = limb(&[(-13.0, 6.0, 8.6), (-14.6, -14.0, 7.6), (-15.6, -27.0, 6.4)]);
        hand.append(&limb(&[(-4.6, 4.0, 8.8), (-5.0, -20.0, 8.0), (-5.2, -35.0, 6.6)]));
        hand.append(&limb(&[(4.2, 4.0, 8.8), (5.0, -19.0, 7.8), (5.6, -33.6, 6.4)]));
        hand.append(&limb(&[(12.4, 8.0, 8.2), (14.4, -11.0, 7.0), (15.8, -23.6, 5.8)]));
        hand.append(&smooth(&[
            hard(-18.0, 2.0),
            soft(-18.0, 14.0),
            soft(-14.0, 25.0),
            hard(-9.4, 32.0),
            hard(9.6, 32.0),
            soft(14.6, 26.0),
            soft(16.6, 16.0),
            hard(16.8, 2.0),
            hard(0.0, -3.0),
        ]));
        hand.append(&limb(&[(-12.0, 22.0, 10.0), (-21.0, 13.0, 8.0), (-27.0, 2.6, 6.2)]));
        let size = self.side / 100.0 * 0.86;
        let place = Transform::at(0.525 * self.side, 0.435 * self.side).of(Transform::scale(size, size));
        let hand = hand.transformed(place);
        // Its parts overlap, so what is left of their lines within it is covered.
        let saver =
            vec![stroke(hand.clone(), role::ALERT, 0.03 * self.side), fill(hand.clone(), body_of(face))];
        self.by_table(vec![fill(hand, role::ALERT)], saver);
        self.word(face, "stop", 0.165, 0.895, role::ALERT);
    }

    /// The sun over a horizon.
    fn turn(&mut self, face: &Face) {
        let line = Ink::On { ground: turn_ground(face), light: role::CREAM, dark: role::US_INK };
        self.marker(face, line, 0.055, 0.015);
        let centre = self.at(0.5, 0.55);
        let s = self.side;
        let mut sun = Path::new();
        for i in 0..9 {
            let angle = -172.0 + 20.5 * f64::from(i);
            sun.append(&Path::polygon([
                polar(centre, 0.15 * s, angle - 5.2),
                polar(centre, 0.30 * s, angle),
                polar(centre, 0.15 * s, angle + 5.2),
            ]));
        }
        let mut disc = Path::arc(centre, 0.13 * s, 180.0, 180.0);
        disc.close();
        sun.append(&disc);
        let (usual, saver) = (fill(sun.clone(), role::GOLD), fill(sun, line));
        self.by_table(vec![usual], vec![saver]);
        self.out.push(filled_box(self.area(0.15, 0.575, 0.7, 0.022), line));
        self.word(face, "turn", 0.19, 0.84, line);
    }

    /// The counter on a small screen.
    fn coarse(&mut self, face: &Face, detail: Detail) {
        let whole = self.area(0.0, 0.0, 1.0, 1.0);
        let colours = Colours::of(&face.side);
        self.out.push(filled_box(whole, body_of(face)));
        let is_marker = face.formation.is_empty();
        if !is_marker {
            let high = if detail == Detail::Middle { 0.22 } else { 0.30 };
            self.out.push(filled_box(self.area(0.0, 0.0, 1.0, high), role_of(&face.formation)));
            let body = if face.kind == FaceKind::Reduced { colours.pale } else { colours.body };
            let ink = Ink::On { ground: body, light: role::CREAM, dark: colours.ink };
            let is_leader = face.kind == FaceKind::Leader;
            let left = Strip::of(&face.formation).is_piping();
            match detail {
                Detail::Middle => {
                    let (from, to) = (self.at(0.0, high), self.at(1.0, high));
                    self.out.push(rule(from, to, colours.ink, 0.03 * self.side));
                    let area = if is_leader {
                        self.area(0.12, 0.27, 0.76, 0.68)
                    } else {
                        self.area(0.14, 0.26, 0.72, 0.36)
                    };
                    let key = format!("{}{}", face.side, if body == colours.pale { "-plain" } else { "" });
                    self.silhouette(&face.symbol, &key, area, ink, body.into(), left);
                    if let (false, Some(first), Some(last)) =
                        (is_leader, face.figures.first(), face.figures.last())
                    {
                        self.figure(first, 0.40, self.at(0.06, 0.95), 0.0, ink);
                        self.figure(last, 0.40, self.at(0.94, 0.95), 1.0, ink);
                    }
                }
                Detail::Coarse if is_leader => {
                    let star = self.star(self.at(0.5, 0.67), 0.28 * self.side, role::GOLD);
                    self.out.push(star);
                }
                Detail::Coarse => {
                    let first = face.figures.first().cloned().unwrap_or_default();
                    self.figure(&first, 0.72, self.at(0.5, 0.93), 0.5, ink);
                }
                _ if is_leader => {
                    let block = self.area(0.3, 0.45, 0.4, 0.4);
                    self.out.push(filled_box(block, role::GOLD));
                }
                _ => {}
            }
        }
        self.out.push(framed_box(whole, role::INK, 0.05 * self.side));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A unit's face.
    pub(crate) fn unit(kind: FaceKind, side: &str, formation: &str, band: &str, figures: &[&str]) -> Face {
        Face {
            side: side.into(),
            formation: formation.into(),
            band: band.into(),
            number: String::new(),
            kind,
            symbol: "warrior_lance".into(),
            figures: figures.iter().map(|&figure| figure.to_owned()).collect(),
            plate: Vec::new(),
        }
    }

    fn texts(items: &[Item], out: &mut Vec<(String, f64, Font)>) {
        for item in items {
            match item {
                Item::Text(text) => out.push((text.run.text.clone(), text.run.size, text.run.face)),
                Item::Group(group) => texts(&group.items, out),
                _ => {}
            }
        }
    }

    #[test]
    fn figures_of_play_are_large_enough_on_every_size() {
        for side in [12.7, 14.29, 15.88, 20.0, 25.0] {
            for figures in [&["8", "12"][..], &["8", "12", "9"], &["12"]] {
                for kind in [FaceKind::Full, FaceKind::Reduced, FaceKind::Leader] {
                    let mut found = Vec::new();
                    texts(&face(&unit(kind, "ind", "f_oglala", "Oglala", figures), side), &mut found);
                    for (text, size, font) in found {
                        if font == Font::SansBold {
                            assert!(
                                size * MM_PER_PT >= LEAST_FIGURE * side - 1e-9,
                                "{text} on {side}: {size}"
                            );
                        }
                        assert!(size >= LEAST_TEXT - 1e-6, "{text} on {side}: {size}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_of_a_face_lies_in_its_square() {
        let drawing = Drawing::new("");
        for kind in [
            FaceKind::Full,
            FaceKind::Reduced,
            FaceKind::Blank,
            FaceKind::Leader,
            FaceKind::Tribe,
            FaceKind::TribeBack,
            FaceKind::MarkerCharge,
            FaceKind::MarkerSmoke,
            FaceKind::MarkerStop,
            FaceKind::MarkerTurn,
        ] {
            let mut one = unit(kind, "us", "f_7cav", "7th Cav", &["8", "12", "9"]);
            if kind == FaceKind::Leader {
                one.plate = vec!["Crazy".into(), "Horse".into()];
            }
            for item in face(&one, 14.29) {
                let Some(bounds) = drawing.bounds(&item) else { continue };
                let square = Rect::new(0.0, 0.0, 14.29, 14.29).grown(0.6);
                assert!(square.union(bounds) == square, "{kind:?} {bounds:?} {item:?}");
            }
        }
    }

    #[test]
    fn a_name_that_does_not_fit_is_reported_and_kept_inside() {
        let mut drawing = Drawing::new("");
        let long = unit(FaceKind::Full, "us", "f_7cav", "Seventh Cavalry Regiment", &["8", "9"]);
        let (items, tight) = face_with(&mut drawing, &long, 14.29, false);
        assert_eq!(tight.len(), 1);
        assert!(tight[0].to_string().contains("Seventh Cavalry Regiment"));
        assert!(drawing.bounds_of(&items).unwrap().right() < 14.29 + 0.1);
    }

    #[test]
    fn a_leader_is_never_abbreviated() {
        let mut leader = unit(FaceKind::Leader, "ind", "f_oglala", "Oglala", &["12"]);
        leader.plate = vec!["Crazy Horse".into()];
        let mut found = Vec::new();
        texts(&face(&leader, 14.29), &mut found);
        let names: Vec<&str> = found.iter().map(|(text, ..)| text.as_str()).collect();
        assert!(
            names.contains(&"Crazy") && names.contains(&"Horse") || names.contains(&"Crazy Horse"),
            "{names:?}"
        );
        let mut drawing = Drawing::new("");
        assert_eq!(face_with(&mut drawing, &leader, 14.29, false).1, []);
    }
}
