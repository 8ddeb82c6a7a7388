//! What a document writes once though it is painted often, and in place though it is named.
//!
//! A long outline that is painted more than once, moved or in other colours, becomes a form of its own: such a form
//! sets no colours and no widths, it takes those of the stream that shows it. A symbol that is shown only once is
//! written where it is shown, which costs less than a form.

use std::collections::{BTreeMap, BTreeSet};

use super::Digest;
use super::content::Grain;
use crate::drawing::{
    Drawing, FillRule, Group, Item, Path, Picture, Point, Segment, Shape, Text, Transform, Use, View,
};
use crate::walk::{Canvas, walk};

/// Shorter paths are not worth a form.
const LEAST_SEGMENTS: usize = 14;

/// A form costs about as much as a path of so many segments that is written once more within one stream, where what
/// is repeated costs next to nothing.
const FORM: usize = 150;

/// The same for a path that is written in other streams, too.
const FORM_APART: usize = 24;

/// Symbols that would take no more segments than this, all places where they are shown together, are written there:
/// within one stream, what is repeated costs next to nothing. Found with the sheets of counters and of the map.
const INLINE: usize = 500;

/// A path that is painted more than once by one operator.
#[derive(Debug)]
pub(super) struct Outline {
    pub name: String,
    /// Where it begins, in the coordinates of its form.
    pub first: Point,
}

/// The path of an outline as it was found first.
#[derive(Debug)]
struct Found {
    path: Path,
    operator: &'static str,
    grain: Grain,
    count: usize,
    /// In how many streams.
    streams: usize,
    /// The last of them.
    stream: usize,
    /// How wide it is stroked at most.
    width: f64,
}

impl Found {
    /// Whether a form of its own costs less than writing it wherever it is.
    fn is_worth_a_form(&self) -> bool {
        let segments = self.path.segments.len();
        (self.count - 1) * segments >= FORM || (self.streams - 1) * segments >= FORM_APART
    }
}

/// An outline's form: name, path, operator, how finely it is written, how wide it is stroked.
pub(super) struct OutlineForm {
    pub name: String,
    pub path: Path,
    pub operator: &'static str,
    pub grain: Grain,
    pub width: f64,
}

/// How often and how large symbols and outlines are shown.
#[derive(Debug, Default)]
pub(super) struct Outlines {
    /// How much symbols are enlarged at most, on paper.
    stretches: BTreeMap<String, f64>,
    outlines: BTreeMap<u64, Outline>,
    /// The symbols that are written where they are shown.
    inline: BTreeSet<String>,
}

impl Outlines {
    /// Of a drawing, of which these symbols are reached; with the forms to write.
    pub fn of(drawing: &Drawing, view: View, symbols: &[&str]) -> (Self, Vec<OutlineForm>) {
        let mut uses = BTreeMap::new();
        for name in symbols {
            count(&drawing.symbols[*name].items, view, &mut uses);
        }
        for page in &drawing.pages {
            count(&page.items, view, &mut uses);
        }
        let mut stretches = BTreeMap::new();
        for page in &drawing.pages {
            stretch(&page.items, view, 1.0, &mut stretches);
        }
        // Symbols come after those that they show, so the outer ones are known first.
        for name in symbols.iter().rev() {
            let by = stretches.get(*name).copied().unwrap_or(1.0);
            stretch(&drawing.symbols[*name].items, view, by, &mut stretches);
        }
        let inline = symbols
            .iter()
            .filter(|name| {
                let times = uses.get(**name).copied().unwrap_or(0);
                times == 1 || times * weight(&drawing.symbols[**name].items, view) <= INLINE
            })
            .map(|name| (*name).to_owned())
            .collect();
        let mut out = Self { stretches, outlines: BTreeMap::new(), inline };
        let mut found = BTreeMap::new();
        let mut finder = Finder {
            drawing,
            view,
            symbols,
            inline: &out.inline,
            found: &mut found,
            places: Vec::new(),
            stretch: 1.0,
            stream: 0,
        };
        for name in symbols.iter().filter(|name| !out.is_inline(name)) {
            finder.places = vec![Transform::IDENTITY];
            finder.stretch = out.stretch(name);
            finder.stream += 1;
            walk(&drawing.symbols[*name].items, view, &mut finder);
        }
        finder.stretch = 1.0;
        for page in &drawing.pages {
            finder.places = vec![Transform::IDENTITY];
            finder.stream += 1;
            walk(&page.items, view, &mut finder);
        }
        let mut forms = Vec::new();
        for (key, found) in found {
            if !found.is_worth_a_form() {
                continue;
            }
            let name = format!("P{:03}", forms.len());
            let first = first_point(&found.path);
            out.outlines.insert(key, Outline { name: name.clone(), first });
            let Found { path, operator, grain, width, .. } = found;
            forms.push(OutlineForm { name, path, operator, grain, width });
        }
        (out, forms)
    }

    /// Whether a symbol is written where it is shown: once, or so small a thing so seldom that a form would cost more.
    pub fn is_inline(&self, symbol: &str) -> bool {
        self.inline.contains(symbol)
    }

    /// How much a symbol is enlarged on paper, at most.
    pub fn stretch(&self, symbol: &str) -> f64 {
        self.stretches.get(symbol).copied().unwrap_or(1.0)
    }

    /// The outline that a path is, painted by this operator.
    pub fn find(&self, path: &Path, operator: &str) -> Option<&Outline> {
        if path.segments.len() < LEAST_SEGMENTS || self.outlines.is_empty() {
            return None;
        }
        self.outlines.get(&key(path, operator))
    }
}

/// Counts the symbols that items show.
fn count(items: &[Item], view: View, uses: &mut BTreeMap<String, usize>) {
    for item in items {
        match item {
            Item::Group(group) if view.shows(group.tables) => count(&group.items, view, uses),
            Item::Use(used) => *uses.entry(used.symbol.clone()).or_default() += 1,
            _ => {}
        }
    }
}

/// What items take in a stream, counted in segments of paths.
fn weight(items: &[Item], view: View) -> usize {
    let weigh = |item: &Item| match item {
        Item::Group(group) if view.shows(group.tables) => 3 + weight(&group.items, view),
        Item::Shape(shape) => shape.path.segments.len() + 2,
        Item::Text(text) => 3 + text.run.glyphs.len() / 2,
        Item::Use(_) | Item::Picture(_) => 3,
        Item::Group(_) | Item::Link(_) | Item::Anchor(_) => 0,
    };
    items.iter().map(weigh).sum()
}

/// Notes how much the symbols that items show are enlarged, where the items are so already.
fn stretch(items: &[Item], view: View, by: f64, out: &mut BTreeMap<String, f64>) {
    for item in items {
        match item {
            Item::Group(group) if view.shows(group.tables) => {
                stretch(&group.items, view, by * group.transform.stretch(), out);
            }
            Item::Use(used) => {
                let now = by * used.transform.stretch();
                let most = out.entry(used.symbol.clone()).or_insert(now);
                *most = most.max(now);
            }
            _ => {}
        }
    }
}

pub(super) fn first_point(path: &Path) -> Point {
    match path.segments.first() {
        Some(Segment::Move(p) | Segment::Line(p) | Segment::Curve(p, ..)) => *p,
        Some(Segment::Close) | None => Point::default(),
    }
}

/// The same for paths that differ by a move, and only for them.
fn key(path: &Path, operator: &str) -> u64 {
    let from = first_point(path);
    let mut digest = Digest::default();
    digest.add(operator.as_bytes());
    let mut add = |tag: u8, points: &[Point]| {
        digest.add(&[tag]);
        for p in points {
            for value in [p.x - from.x, p.y - from.y] {
                digest.add(&((value * 1000.0).round() as i32).to_be_bytes());
            }
        }
    };
    for segment in &path.segments {
        match segment {
            Segment::Move(p) => add(b'm', &[*p]),
            Segment::Line(p) => add(b'l', &[*p]),
            Segment::Curve(a, b, p) => add(b'c', &[*a, *b, *p]),
            Segment::Close => add(b'h', &[]),
        }
    }
    digest.value()
}

/// The operators that paint a shape, one after the other.
pub(super) fn operators(shape: &Shape) -> [Option<&'static str>; 2] {
    let fill = shape.fill.filter(|fill| fill.paint.opacity > 0.0);
    let stroke = shape.stroke.as_ref().filter(|stroke| stroke.paint.opacity > 0.0 && stroke.width > 0.0);
    let is_plain = fill.is_none_or(|fill| fill.rule == FillRule::NonZero);
    let fills = if is_plain { "f" } else { "f*" };
    match (fill, stroke) {
        (None, None) => [None, None],
        (Some(_), None) => [Some(fills), None],
        (None, Some(_)) => [Some("S"), None],
        (Some(fill), Some(stroke)) if fill.paint.opacity == 1.0 && stroke.paint.opacity == 1.0 => {
            [Some(if is_plain { "B" } else { "B*" }), None]
        }
        // Viewers disagree on whether the fill shines through half of the stroke.
        (Some(_), Some(_)) => [Some(fills), Some("S")],
    }
}

/// Looks for outlines as the writer will come to them.
struct Finder<'a> {
    drawing: &'a Drawing,
    view: View,
    symbols: &'a [&'a str],
    inline: &'a BTreeSet<String>,
    found: &'a mut BTreeMap<u64, Found>,
    places: Vec<Transform>,
    stretch: f64,
    /// The number of the stream at hand.
    stream: usize,
}

impl Canvas for Finder<'_> {
    fn enter(&mut self, group: &Group) -> bool {
        let place = *self.places.last().expect("there is always a place");
        self.places.push(place.of(group.transform));
        true
    }

    fn leave(&mut self, _group: &Group) {
        self.places.pop();
    }

    fn shape(&mut self, shape: &Shape) {
        if shape.path.segments.len() < LEAST_SEGMENTS {
            return;
        }
        let place = self.places.last().expect("there is always a place");
        let grain = Grain::of(self.stretch * place.stretch());
        let width = shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width);
        for operator in operators(shape).into_iter().flatten() {
            let found = self.found.entry(key(&shape.path, operator)).or_insert_with(|| Found {
                path: shape.path.clone(),
                operator,
                grain,
                count: 0,
                streams: 0,
                stream: 0,
                width: 0.0,
            });
            found.count += 1;
            found.streams += usize::from(std::mem::replace(&mut found.stream, self.stream) != self.stream);
            found.width = found.width.max(width);
            found.grain = found.grain.min(grain);
        }
    }

    fn text(&mut self, _text: &Text) {}

    fn used(&mut self, used: &Use) {
        if !self.inline.contains(&used.symbol) || !self.symbols.contains(&used.symbol.as_str()) {
            return;
        }
        let place = *self.places.last().expect("there is always a place");
        self.places.push(place.of(used.transform));
        walk(&self.drawing.symbols[&used.symbol].items, self.view, self);
        self.places.pop();
    }

    fn picture(&mut self, _picture: &Picture) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::pt;

    #[test]
    fn a_moved_path_is_the_same_outline_and_a_turned_one_is_not() {
        let circle = Path::circle((3.0, 4.0), 2.0);
        let moved = circle.transformed(Transform::at(0.3, -7.1));
        assert_eq!(key(&circle, "f"), key(&moved, "f"));
        assert_ne!(key(&circle, "f"), key(&circle, "S"));
        assert_ne!(key(&circle, "f"), key(&circle.transformed(Transform::turn(10.0)), "f"));
        assert_eq!(first_point(&moved), first_point(&circle) + pt(0.3, -7.1));
    }
}
