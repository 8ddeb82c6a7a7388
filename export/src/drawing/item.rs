//! What stands on a page.

use serde::Serialize;

use super::{Drawing, Fault, Path, Point, Rect, Transform, pt};
use crate::fonts::{Line, Run};
use crate::palette::{Ink, Tables};

/// Something on a page, in a symbol or in a group; later ones lie over earlier ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Item {
    Group(Group),
    Shape(Shape),
    Text(Text),
    Use(Use),
    Picture(Picture),
    Link(Link),
    Anchor(Anchor),
}

/// What a group shows, in the engine's words: the canvas picks with it, the PDF links with it, tests find with it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Subject {
    /// Column and row of a hex.
    Hex(i16, i16),
    /// The side between two hexes, each column and row; the smaller first.
    Side((i16, i16), (i16, i16)),
    /// A piece, by its place in the scenario.
    Piece(u16),
    /// A rule, by its slug.
    Rule(String),
    /// A named region of the map.
    Region(String),
    /// A label of the map, by its place in the scenario.
    Label(u16),
    /// A river, road or other chain, by its place in the scenario.
    Line(u16),
    /// A box off the map.
    Box(String),
    /// A turn of the turn track.
    Turn(u16),
    /// A row of a chart: the chart's id and the row's.
    Row(String, String),
    /// Anything else that wants a name: `"ruler"`, `"frame"`.
    Part(String),
}

/// Items that belong together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    pub subject: Option<Subject>,
    /// The layer that all of it is in; `None` for the layer around it.
    pub layer: Option<String>,
    /// Where it is put.
    pub transform: Transform,
    /// What may be seen of it, in its own coordinates: what is outside the path (non-zero rule) is cut off.
    pub clip: Option<Path>,
    /// The opacity of all of it as one picture, so that its parts do not shine through each other.
    pub opacity: f32,
    /// The tables of colours in which it is shown at all.
    pub tables: Tables,
    pub items: Vec<Item>,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            subject: None,
            layer: None,
            transform: Transform::IDENTITY,
            clip: None,
            opacity: 1.0,
            tables: Tables::ALL,
            items: Vec::new(),
        }
    }
}

impl Group {
    pub fn new(items: Vec<Item>) -> Self {
        Self { items, ..Self::default() }
    }

    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = Some(subject);
        self
    }

    pub fn in_layer(mut self, layer: impl Into<String>) -> Self {
        self.layer = Some(layer.into());
        self
    }

    pub fn placed(mut self, transform: Transform) -> Self {
        self.transform = transform;
        self
    }

    pub fn clipped(mut self, clip: Path) -> Self {
        self.clip = Some(clip);
        self
    }

    pub fn faded(mut self, opacity: f64) -> Self {
        self.opacity = opacity as f32;
        self
    }

    pub fn only_in(mut self, tables: Tables) -> Self {
        self.tables = tables;
        self
    }
}

/// A colour with an opacity from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Paint {
    pub ink: Ink,
    pub opacity: f32,
}

impl Paint {
    pub fn new(ink: impl Into<Ink>) -> Self {
        Self { ink: ink.into(), opacity: 1.0 }
    }

    pub fn faded(self, opacity: f64) -> Self {
        Self { opacity: opacity as f32, ..self }
    }
}

impl<I: Into<Ink>> From<I> for Paint {
    fn from(ink: I) -> Self {
        Self::new(ink)
    }
}

/// What counts as inside where chains overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum FillRule {
    #[default]
    NonZero,
    EvenOdd,
}

/// How a shape is filled.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Fill {
    pub paint: Paint,
    pub rule: FillRule,
}

/// The end of an open stroke.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Cap {
    #[default]
    Butt,
    Round,
    Square,
}

/// The corner of a stroke. A mitre longer than four widths is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Join {
    #[default]
    Mitre,
    Round,
    Bevel,
}

/// Lengths drawn and left out in turn, in millimetres, and where in them the path begins.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Dash {
    pub lengths: Vec<f64>,
    pub phase: f64,
}

/// How a shape is stroked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stroke {
    pub paint: Paint,
    /// In millimetres, of the coordinates that the shape stands in.
    pub width: f64,
    pub cap: Cap,
    pub join: Join,
    pub dash: Option<Dash>,
}

impl Stroke {
    pub fn new(paint: impl Into<Paint>, width: f64) -> Self {
        Self { paint: paint.into(), width, cap: Cap::Butt, join: Join::Mitre, dash: None }
    }

    /// Round ends and corners.
    pub fn round(mut self) -> Self {
        (self.cap, self.join) = (Cap::Round, Join::Round);
        self
    }

    pub fn capped(mut self, cap: Cap) -> Self {
        self.cap = cap;
        self
    }

    pub fn joined(mut self, join: Join) -> Self {
        self.join = join;
        self
    }

    pub fn dashed(mut self, lengths: &[f64]) -> Self {
        self.dash = Some(Dash { lengths: lengths.to_vec(), phase: 0.0 });
        self
    }

    pub fn faded(mut self, opacity: f64) -> Self {
        self.paint = self.paint.faded(opacity);
        self
    }
}

/// A path, filled, stroked or both; the stroke lies over the fill.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shape {
    pub path: Path,
    pub fill: Option<Fill>,
    pub stroke: Option<Stroke>,
}

impl Shape {
    pub fn filled(path: Path, paint: impl Into<Paint>) -> Self {
        Self { path, fill: Some(Fill { paint: paint.into(), rule: FillRule::NonZero }), stroke: None }
    }

    pub fn stroked(path: Path, stroke: Stroke) -> Self {
        Self { path, fill: None, stroke: Some(stroke) }
    }

    /// The same with a stroke over it.
    pub fn and_stroked(mut self, stroke: Stroke) -> Self {
        self.stroke = Some(stroke);
        self
    }

    pub fn even_odd(mut self) -> Self {
        if let Some(fill) = &mut self.fill {
            fill.rule = FillRule::EvenOdd;
        }
        self
    }
}

/// The same glyphs stroked under a text, so that it stands off its ground.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Halo {
    pub paint: Paint,
    /// The width of the stroke in millimetres; half of it shows.
    pub width: f64,
}

/// A line of text, shaped and placed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Text {
    pub run: Run,
    /// The left end of the baseline.
    pub at: Point,
    /// Degrees clockwise about `at`.
    pub turn: f64,
    /// Places of the single glyphs (the left end of each baseline, degrees clockwise), in the coordinates in
    /// which `at` stands, for text on a curve; `at` and `turn` then mean nothing. Empty for a straight line.
    pub places: Vec<(Point, f64)>,
    pub paint: Paint,
    pub halo: Option<Halo>,
}

impl Text {
    /// A line that begins at a point of its baseline.
    pub fn left(run: Run, at: impl Into<Point>, paint: impl Into<Paint>) -> Self {
        Self { run, at: at.into(), turn: 0.0, places: Vec::new(), paint: paint.into(), halo: None }
    }

    /// A line whose middle is at a point of its baseline.
    pub fn centred(run: Run, at: impl Into<Point>, paint: impl Into<Paint>) -> Self {
        let at = at.into();
        let half = run.inked_width() / 2.0;
        Self::left(run, pt(at.x - half, at.y), paint)
    }

    /// A line that ends at a point of its baseline.
    pub fn right(run: Run, at: impl Into<Point>, paint: impl Into<Paint>) -> Self {
        let at = at.into();
        let width = run.inked_width();
        Self::left(run, pt(at.x - width, at.y), paint)
    }

    /// Turns the line clockwise about a point, such as the one that it was centred on.
    pub fn turned(mut self, degrees: f64, about: impl Into<Point>) -> Self {
        let about = about.into();
        let turn = Transform::at(about.x, about.y)
            .of(Transform::turn(degrees))
            .of(Transform::at(-about.x, -about.y));
        self.at = turn.apply(self.at);
        self.turn += degrees;
        for (place, angle) in &mut self.places {
            *place = turn.apply(*place);
            *angle += degrees;
        }
        self
    }

    /// A line along a chain of points (a curve, sampled), beginning `start` millimetres along it. Each glyph is
    /// turned to the chain under its middle. What is longer than the chain runs straight on.
    pub fn along(run: Run, chain: &[Point], start: f64, paint: impl Into<Paint>) -> Self {
        let mut places = Vec::with_capacity(run.glyphs.len());
        let mut walk = Walk::new(chain);
        let mut x = start;
        for glyph in &run.glyphs {
            let half = glyph.advance / 2.0;
            let (middle, angle) = walk.to(x + half);
            let back = Transform::turn(angle).apply(pt(-half, 0.0));
            places.push((middle + back, angle));
            x += glyph.advance;
        }
        let at = chain.first().copied().unwrap_or_default();
        Self { run, at, turn: 0.0, places, paint: paint.into(), halo: None }
    }

    pub fn with_halo(mut self, paint: impl Into<Paint>, width: f64) -> Self {
        self.halo = Some(Halo { paint: paint.into(), width });
        self
    }

    /// The lines of a paragraph, with its top left corner at a point.
    pub fn paragraph(lines: &[Line], at: impl Into<Point>) -> Vec<Item> {
        let at = at.into();
        let place = |line: &Line| {
            let base = at.y + line.baseline;
            let items = line.parts.iter().flat_map(move |part| {
                let from = pt(at.x + part.x, base);
                let text = Item::Text(Self::left(part.run.clone(), from, part.paint));
                let size = part.run.size * super::MM_PER_PT;
                let link = part.link.clone().map(|to| {
                    let rect = Rect::new(from.x, base - 0.8 * size, part.run.width(), 1.05 * size);
                    Item::Link(Link { rect, to })
                });
                std::iter::once(text).chain(link)
            });
            items.collect::<Vec<_>>()
        };
        lines.iter().flat_map(place).collect()
    }

    /// Where each glyph stands, and how it is turned.
    pub fn placed_glyphs(&self) -> impl Iterator<Item = (&crate::fonts::Glyph, Transform)> {
        let turn = Transform::at(self.at.x, self.at.y).of(Transform::turn(self.turn));
        let mut x = 0.0;
        self.run.glyphs.iter().enumerate().map(move |(index, glyph)| {
            let place = match self.places.get(index) {
                Some((at, angle)) => Transform::at(at.x, at.y).of(Transform::turn(*angle)),
                None => turn.of(Transform::at(x, 0.0)),
            };
            x += glyph.advance;
            (glyph, place.of(Transform::at(glyph.dx, glyph.dy)))
        })
    }

    /// The outlines of all its glyphs, in the coordinates in which it stands.
    pub fn outline(&self) -> Path {
        let scale = self.run.size * super::MM_PER_PT;
        let mut path = Path::new();
        for (glyph, place) in self.placed_glyphs() {
            let outline = self.run.face.outline(glyph.id);
            path.append(&outline.transformed(place.of(Transform::scale(scale, scale))));
        }
        path
    }
}

/// A way along a chain from its beginning to its end, which is gone once for all glyphs of a name: placing names is
/// most of what composing a map costs.
struct Walk<'a> {
    chain: &'a [Point],
    /// The part that has a length and is stood on: its first point, how long it is, and how far it is to it.
    part: usize,
    length: f64,
    before: f64,
}

impl<'a> Walk<'a> {
    fn new(chain: &'a [Point]) -> Self {
        let mut walk = Self { chain, part: 0, length: 0.0, before: 0.0 };
        walk.step(0);
        walk
    }

    /// Goes on to the next part that has a length, from one on; says whether there is one.
    fn step(&mut self, from: usize) -> bool {
        for part in from..self.chain.len().saturating_sub(1) {
            let length = self.chain[part].distance(self.chain[part + 1]);
            if length > 0.0 {
                self.before += self.length;
                (self.part, self.length) = (part, length);
                return true;
            }
        }
        false
    }

    /// The point so far along the chain, and the direction there in degrees clockwise from east; beyond its ends it
    /// goes on straight. No nearer than the last one.
    fn to(&mut self, distance: f64) -> (Point, f64) {
        while distance - self.before > self.length && self.length > 0.0 && self.step(self.part + 1) {}
        if self.length == 0.0 {
            return (self.chain.first().copied().unwrap_or_default(), 0.0);
        }
        let (a, b) = (self.chain[self.part], self.chain[self.part + 1]);
        let angle = (b.y - a.y).atan2(b.x - a.x).to_degrees();
        (a.towards(b, (distance - self.before) / self.length), angle)
    }
}

/// A symbol, put somewhere.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Use {
    pub symbol: String,
    /// Place, size, mirror and turn of the symbol's own coordinates.
    pub transform: Transform,
}

impl Use {
    pub fn new(symbol: impl Into<String>, transform: Transform) -> Self {
        Self { symbol: symbol.into(), transform }
    }
}

/// A raster, stretched over a box.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Picture {
    pub raster: String,
    pub rect: Rect,
}

/// A box that leads somewhere when it is clicked. Links within symbols are not followed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Link {
    pub rect: Rect,
    pub to: Target,
}

/// A named point that links and bookmarks lead to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Anchor {
    pub name: String,
    pub at: Point,
}

/// Where a link or a bookmark leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Target {
    /// The anchor of that name.
    Anchor(String),
    /// The anchor that is named like this rule's slug, or else the first group about the rule.
    Rule(String),
    /// The top of a page, counted from 0.
    Page(usize),
    Url(String),
}

macro_rules! item_from {
    ($($kind:ident),*) => {$(
        impl From<$kind> for Item {
            fn from(item: $kind) -> Self {
                Self::$kind(item)
            }
        }
    )*};
}
item_from!(Group, Shape, Text, Use, Picture, Link, Anchor);

pub(super) fn bounds(drawing: &Drawing, item: &Item, at: Transform) -> Option<Rect> {
    let all = |items: &[Item], at: Transform| {
        items.iter().filter_map(|item| bounds(drawing, item, at)).reduce(Rect::union)
    };
    match item {
        Item::Group(group) => {
            let at = at.of(group.transform);
            let inner = all(&group.items, at)?;
            match group.clip.as_ref().and_then(Path::bounds) {
                Some(clip) => inner.intersection(at.apply_rect(clip)),
                None => Some(inner),
            }
        }
        Item::Shape(shape) => {
            let half = shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
            shape.path.bounds().map(|rect| at.apply_rect(rect.grown(half)))
        }
        Item::Text(text) => {
            let size = text.run.size * super::MM_PER_PT;
            let halo = text.halo.map_or(0.0, |halo| halo.width / 2.0);
            let (up, down) = (text.run.face.ascent() * size, text.run.face.descent() * size);
            let boxes = text.placed_glyphs().map(|(glyph, place)| {
                at.of(place).apply_rect(Rect::new(0.0, -up, glyph.advance, up + down).grown(halo))
            });
            boxes.reduce(Rect::union)
        }
        Item::Use(used) => all(&drawing.symbols.get(&used.symbol)?.items, at.of(used.transform)),
        Item::Picture(picture) => Some(at.apply_rect(picture.rect)),
        Item::Link(_) | Item::Anchor(_) => None,
    }
}

pub(super) fn subjects(
    drawing: &Drawing,
    items: &[Item],
    at: Transform,
    visit: &mut dyn FnMut(&Subject, Rect),
) {
    for item in items {
        let Item::Group(group) = item else { continue };
        if let Some(subject) = &group.subject
            && let Some(rect) = bounds(drawing, item, at)
        {
            visit(subject, rect);
        }
        subjects(drawing, &group.items, at.of(group.transform), visit);
    }
}

pub(super) fn find_anchor(items: &[Item], name: &str, at: Transform) -> Option<Point> {
    items.iter().find_map(|item| match item {
        Item::Anchor(anchor) if anchor.name == name => Some(at.apply(anchor.at)),
        Item::Group(group) => find_anchor(&group.items, name, at.of(group.transform)),
        _ => None,
    })
}

pub(super) fn faults(drawing: &Drawing) -> Vec<Fault> {
    let mut out = std::collections::BTreeSet::new();
    let check_target = |target: &Target, out: &mut std::collections::BTreeSet<Fault>| {
        if !matches!(target, Target::Url(_)) && drawing.find(target).is_none() {
            out.insert(Fault::Target(match target {
                Target::Anchor(name) | Target::Rule(name) | Target::Url(name) => name.clone(),
                Target::Page(page) => format!("page {}", page + 1),
            }));
        }
    };
    let mut bookmarks: Vec<&super::Bookmark> = drawing.outline.iter().collect();
    while let Some(bookmark) = bookmarks.pop() {
        check_target(&bookmark.to, &mut out);
        bookmarks.extend(&bookmark.children);
    }
    let pages = drawing.pages.iter().map(|page| &page.items);
    let mut lists: Vec<&Vec<Item>> =
        pages.chain(drawing.symbols.values().map(|symbol| &symbol.items)).collect();
    while let Some(items) = lists.pop() {
        for item in items {
            match item {
                Item::Group(group) => lists.push(&group.items),
                Item::Text(text) => {
                    for character in text.run.missing() {
                        out.insert(Fault::Glyph { character, text: text.run.text.clone() });
                    }
                }
                Item::Use(used) if !drawing.symbols.contains_key(&used.symbol) => {
                    out.insert(Fault::Symbol(used.symbol.clone()));
                }
                Item::Picture(picture) if !drawing.rasters.contains_key(&picture.raster) => {
                    out.insert(Fault::Picture(picture.raster.clone()));
                }
                Item::Link(link) => check_target(&link.to, &mut out),
                _ => {}
            }
        }
    }
    out.extend(symbol_order(drawing).1.into_iter().map(|name| Fault::Circle(name.to_owned())));
    out.into_iter().collect()
}

/// The symbols in an order in which each stands after those that it uses, and the ones for which there is no such
/// order because they use themselves.
pub(crate) fn symbol_order(drawing: &Drawing) -> (Vec<&str>, std::collections::BTreeSet<&str>) {
    use std::collections::{BTreeMap, BTreeSet};

    fn used<'a>(items: &'a [Item], out: &mut BTreeSet<&'a str>) {
        for item in items {
            match item {
                Item::Group(group) => used(&group.items, out),
                Item::Use(used) => {
                    out.insert(&used.symbol);
                }
                _ => {}
            }
        }
    }
    let mut waiting: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, symbol) in &drawing.symbols {
        let needs = waiting.entry(name).or_default();
        used(&symbol.items, needs);
        needs.retain(|need| drawing.symbols.contains_key(*need));
    }
    let mut order = Vec::new();
    loop {
        let ready: Vec<&str> =
            waiting.iter().filter(|(_, needs)| needs.is_empty()).map(|(name, _)| *name).collect();
        if ready.is_empty() {
            return (order, waiting.into_keys().collect());
        }
        for name in &ready {
            waiting.remove(name);
        }
        for needs in waiting.values_mut() {
            needs.retain(|need| !ready.contains(need));
        }
        order.extend(ready);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Page, Symbol};
    use crate::palette::role;

    fn square() -> Item {
        Shape::filled(Path::rect(Rect::new(0.0, 0.0, 2.0, 1.0)), role::INK).into()
    }

    #[test]
    fn subjects_are_found_where_their_groups_are_put() {
        let mut drawing = Drawing::new("t");
        drawing.symbol_with("square", || vec![square()]);
        let used = Use::new("square", Transform::at(1.0, 1.0)).into();
        let piece = Group::new(vec![used]).about(Subject::Piece(7)).placed(Transform::turn(90.0));
        let outer = Group::new(vec![piece.into()]).placed(Transform::at(10.0, 20.0));
        let mut page = Page::new(50.0, 50.0);
        page.items.push(outer.into());
        let mut found = Vec::new();
        drawing.subjects(&page, |subject, rect| found.push((subject.clone(), rect)));
        assert_eq!(found, [(Subject::Piece(7), Rect::new(8.0, 21.0, 1.0, 2.0))]);
    }

    #[test]
    fn a_rule_is_found_by_its_anchor_or_its_group() {
        let mut drawing = Drawing::new("t");
        let mut page = Page::new(50.0, 50.0);
        page.items.push(Group::new(vec![square()]).about(Subject::Rule("a.b".into())).into());
        drawing.pages.push(page.clone());
        page.items.push(Anchor { name: "c.d".into(), at: pt(3.0, 4.0) }.into());
        drawing.pages.push(page);
        assert_eq!(drawing.find(&Target::Rule("a.b".into())), Some((0, pt(0.0, 0.0))));
        assert_eq!(drawing.find(&Target::Rule("c.d".into())), Some((1, pt(3.0, 4.0))));
        assert_eq!(drawing.find(&Target::Anchor("a.b".into())), None);
    }

    #[test]
    fn symbols_stand_after_those_they_use_and_circles_are_named() {
        let mut drawing = Drawing::new("t");
        let using = |name: &str| Symbol { items: vec![Use::new(name, Transform::IDENTITY).into()] };
        drawing.symbols.insert("a".into(), using("b"));
        drawing.symbols.insert("b".into(), Symbol { items: vec![square()] });
        drawing.symbols.insert("c".into(), using("c"));
        drawing.symbols.insert("d".into(), using("nobody"));
        let (order, circles) = symbol_order(&drawing);
        assert_eq!(order, ["b", "d", "a"]);
        assert_eq!(circles.into_iter().collect::<Vec<_>>(), ["c"]);
        assert_eq!(drawing.faults(), [Fault::Symbol("nobody".into()), Fault::Circle("c".into())]);
    }

    #[test]
    fn text_on_a_bend_follows_it() {
        let run = crate::fonts::shape(crate::fonts::Face::Sans, 10.0, "LL", 0.0);
        let advance = run.glyphs[0].advance;
        let corner = [pt(0.0, 0.0), pt(advance, 0.0), pt(advance, 50.0)];
        let text = Text::along(run, &corner, 0.0, role::INK);
        assert_eq!(text.places[0], (pt(0.0, 0.0), 0.0));
        assert_eq!(text.places[1].1, 90.0);
        assert!(text.places[1].0.distance(pt(advance, 0.0)) < 1e-9);
    }

    #[test]
    fn glyphs_stand_with_their_middles_on_a_chain_and_go_on_straight_beyond_it() {
        let run = crate::fonts::shape(crate::fonts::Face::Sans, 10.0, "LLLLLL", 0.0);
        let wide = run.glyphs[0].advance;
        // A corner with a point that stands there twice, after two and a half letters.
        let corner = pt(2.5 * wide, 0.0);
        let chain = [pt(0.0, 0.0), corner, corner, corner + pt(0.0, 2.0 * wide)];
        let text = Text::along(run, &chain, 0.0, crate::palette::role::INK);
        for (index, (at, angle)) in text.places.iter().enumerate() {
            let middle = *at + Transform::turn(*angle).apply(pt(wide / 2.0, 0.0));
            let far = (index as f64 + 0.5) * wide;
            let (expected, turn) =
                if index < 3 { (pt(far, 0.0), 0.0) } else { (corner + pt(0.0, far - corner.x), 90.0) };
            assert!(middle.distance(expected) < 1e-9 && (angle - turn).abs() < 1e-9, "{index}: {middle:?}");
        }
    }
}
