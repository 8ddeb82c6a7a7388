//! Content streams: items as operators, in millimetres with `y` downward.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use super::fonts::Fonts;
use super::outlines::{OutlineForm, Outlines, first_point, operators};
use crate::drawing::{
    Anchor, Cap, Drawing, Group, Join, Link, MM_PER_PT, Paint, Path, Picture, Point, Rect, Segment, Shape,
    Stroke, Text, Transform, Use, View,
};
use crate::fonts::Face;
use crate::palette::Rgb;
use crate::walk::{Canvas, walk};

/// What all streams of a document refer to.
pub(super) struct Shared<'a> {
    pub drawing: &'a Drawing,
    pub view: View,
    pub fonts: &'a Fonts,
    /// The resource names of the symbols, pictures and layers.
    pub symbols: BTreeMap<&'a str, String>,
    pub rasters: BTreeMap<&'a str, String>,
    pub layers: BTreeMap<&'a str, String>,
    pub outlines: Outlines,
}

/// The resources that one stream names.
#[derive(Debug, Default, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Used {
    pub fonts: BTreeSet<Face>,
    pub xobjects: BTreeSet<String>,
    /// Opacities in thousandths: of fills and of strokes.
    pub fill_opacities: BTreeSet<u16>,
    pub stroke_opacities: BTreeSet<u16>,
    pub layers: BTreeSet<String>,
}

/// A finished form: a symbol, or a group that is faded as one.
#[derive(Debug)]
pub(super) struct Form {
    pub name: String,
    pub bounds: Rect,
    pub content: Vec<u8>,
    pub used: Used,
    /// Whether it is a picture of its own before it is painted.
    pub isolated: bool,
}

/// A finished page's content, and the links and anchors on it in millimetres.
#[derive(Debug)]
pub(super) struct PageContent {
    pub content: Vec<u8>,
    pub used: Used,
    pub links: Vec<Link>,
    pub forms: Vec<Form>,
}

/// Writes a page. `first_form` numbers the forms that faded groups become.
pub(super) fn page(shared: &Shared, index: usize, first_form: usize) -> PageContent {
    let page = &shared.drawing.pages[index];
    let mut writer = Writer::new(shared, first_form, 1.0);
    // A stream begins in points with y upward.
    let k = 1.0 / MM_PER_PT;
    writer.op_matrix(Transform { a: k, b: 0.0, c: 0.0, d: -k, e: 0.0, f: page.height * k });
    walk(&page.items, shared.view, &mut writer);
    writer.settle();
    let open = writer.open.pop().expect("a writer has its own stream");
    PageContent { content: open.content, used: open.used, links: writer.links, forms: writer.forms }
}

/// Writes a symbol.
pub(super) fn symbol(shared: &Shared, name: &str, first_form: usize) -> Vec<Form> {
    let items = &shared.drawing.symbols[name].items;
    let mut writer = Writer::new(shared, first_form, shared.outlines.stretch(name));
    walk(items, shared.view, &mut writer);
    writer.settle();
    let open = writer.open.pop().expect("a writer has its own stream");
    let mut forms = writer.forms;
    forms.push(Form {
        name: shared.symbols[name].clone(),
        bounds: form_bounds(shared.drawing.bounds_of(items)),
        content: open.content,
        used: open.used,
        isolated: false,
    });
    forms
}

/// Writes an outline: its path and what paints it, and no colours or widths.
pub(super) fn outline(outline: &OutlineForm) -> Form {
    let mut content = Vec::new();
    push_path(&mut content, &outline.path, outline.grain);
    content.extend_from_slice(outline.operator.as_bytes());
    content.push(b'\n');
    let bounds = outline.path.bounds().unwrap_or_default();
    Form {
        name: outline.name.clone(),
        bounds: bounds.grown(1.0 + outline.width * 2.0),
        content,
        used: Used::default(),
        isolated: false,
    }
}

/// Room for mitres around what is drawn.
fn form_bounds(bounds: Option<Rect>) -> Rect {
    bounds.map_or(Rect::default(), |rect| rect.grown(5.0))
}

/// What the viewer's graphics state is known to be; `None` is not known.
#[derive(Debug, Clone, Default, PartialEq)]
struct State {
    fill: Option<Rgb>,
    stroke: Option<Rgb>,
    fill_opacity: Option<u16>,
    stroke_opacity: Option<u16>,
    width: Option<i64>,
    cap: Option<Cap>,
    join: Option<Join>,
    dash: Option<Option<crate::drawing::Dash>>,
    font: Option<(Face, i64)>,
    spacing: Option<i64>,
    mode: Option<u8>,
}

/// A stream that is being written.
#[derive(Default)]
struct Open {
    content: Vec<u8>,
    used: Used,
    state: State,
    saved: Vec<State>,
    pending: Pending,
}

/// What a stream is in the middle of, so that the next thing of the same kind is written from where the last one
/// stands. On a board that is the same step again and again, which costs next to nothing when it is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Pending {
    #[default]
    Nothing,
    /// A text object with upright text beginning at a place, in thousandths; `None` before or after other text.
    Text(Option<(i64, i64)>),
    /// Symbols, moved to a place in thousandths.
    Uses((i64, i64)),
}

struct Writer<'a> {
    shared: &'a Shared<'a>,
    open: Vec<Open>,
    /// From the coordinates of the items at hand to the page; links need it.
    places: Vec<Transform>,
    layers: Vec<Option<String>>,
    forms: Vec<Form>,
    first_form: usize,
    links: Vec<Link>,
    /// How much what is written is enlarged on paper, at most; a page is not.
    stretch: f64,
}

/// Millimetres in thousandths, as all lengths are written.
fn micro(value: f64) -> i64 {
    (value * 1000.0).round() as i64
}

/// How finely the points of a path are written: in steps of so many thousandths of a unit. They are as fine as a
/// hundredth of a millimetre on paper, a fifth of a dot at 600 dpi.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Grain(i64);

impl Grain {
    /// For what is shown so many times its size, at most.
    pub(super) fn of(stretch: f64) -> Self {
        Self(if stretch < 0.08 {
            200
        } else if stretch < 0.12 {
            100
        } else if stretch < 1.2 {
            10
        } else {
            1
        })
    }

    /// For a path: what bends or slants and has many points is drawn by a free hand, and its points need be no finer
    /// than a dot at 600 dpi. Marks, rulers and boxes lie along the axes and stay as fine as they are.
    fn of_path(self, path: &Path) -> Self {
        const FREE: Grain = Grain(50);
        let mut from = Point::default();
        let mut slants = |segment: &Segment| match *segment {
            Segment::Move(p) => {
                from = p;
                false
            }
            Segment::Line(p) => {
                let before = std::mem::replace(&mut from, p);
                before.x != p.x && before.y != p.y
            }
            Segment::Curve(..) => true,
            Segment::Close => false,
        };
        let is_free = self == Self(10) && path.segments.len() >= 6 && path.segments.iter().any(&mut slants);
        if is_free { FREE } else { self }
    }

    /// A point in thousandths, as finely as it is written.
    fn point(self, p: Point) -> (i64, i64) {
        let step = self.0;
        let rounded = |value: f64| (value * (1000 / step) as f64).round() as i64 * step;
        (rounded(p.x), rounded(p.y))
    }
}

/// Writes thousandths as a decimal number, as short as it goes.
fn push_number(out: &mut Vec<u8>, thousandths: i64) {
    if thousandths < 0 {
        out.push(b'-');
    }
    let value = thousandths.unsigned_abs();
    let (whole, part) = (value / 1000, (value % 1000) as u32);
    if whole > 0 || part == 0 {
        let _ = write!(out, "{whole}");
    }
    if part > 0 {
        let digits = [b'0' + (part / 100) as u8, b'0' + (part / 10 % 10) as u8, b'0' + (part % 10) as u8];
        let keep = if part % 100 == 0 {
            1
        } else if part % 10 == 0 {
            2
        } else {
            3
        };
        out.push(b'.');
        out.extend_from_slice(&digits[..keep]);
    }
    out.push(b' ');
}

fn push_millimetres(out: &mut Vec<u8>, value: f64) {
    push_number(out, micro(value));
}

fn push_point(out: &mut Vec<u8>, p: Point, grain: Grain) {
    let (x, y) = grain.point(p);
    push_number(out, x);
    push_number(out, y);
}

/// Writes a factor of a matrix, where thousandths would be too coarse.
fn push_factor(out: &mut Vec<u8>, value: f64) {
    push_rounded(out, value, 6);
}

/// Writes a factor of the matrix of a symbol or a letter, which is never larger than a hand: a hundredth of a
/// millimetre there.
fn push_placed(out: &mut Vec<u8>, value: f64) {
    push_rounded(out, value, 4);
}

fn push_rounded(out: &mut Vec<u8>, value: f64, decimals: i32) {
    let parts = (value * 10f64.powi(decimals)).round() as i64;
    let thousandth = 10i64.pow(decimals as u32 - 3);
    if parts % thousandth == 0 {
        push_number(out, parts / thousandth);
    } else {
        let text = format!("{:.*}", decimals as usize, parts as f64 / 10f64.powi(decimals));
        let text = text.trim_end_matches('0');
        // Nothing stands before the point of a part of one.
        match text.strip_prefix("-0") {
            Some(part) => {
                out.push(b'-');
                out.extend_from_slice(part.as_bytes());
            }
            None => out.extend_from_slice(text.strip_prefix('0').unwrap_or(text).as_bytes()),
        }
        out.push(b' ');
    }
}

fn push_matrix(out: &mut Vec<u8>, m: Transform) {
    [m.a, m.b, m.c, m.d].into_iter().for_each(|factor| push_factor(out, factor));
    push_point(out, Point { x: m.e, y: m.f }, Grain(1));
}

/// The box that five segments are, if its edges lie along the axes.
fn as_box(segments: &[Segment]) -> Option<(Point, Point)> {
    let [Segment::Move(a), Segment::Line(b), Segment::Line(c), Segment::Line(d), Segment::Close] = *segments
    else {
        return None;
    };
    (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x).then_some((a, c))
}

fn push_path(out: &mut Vec<u8>, path: &Path, grain: Grain) {
    let grain = grain.of_path(path);
    let mut segments = path.segments.as_slice();
    let mut from = Point::default();
    while let Some((segment, rest)) = segments.split_first() {
        if let Some((a, c)) = segments.get(..5).and_then(as_box) {
            let (from, to) = (grain.point(a), grain.point(c));
            push_point(out, a, grain);
            push_number(out, to.0 - from.0);
            push_number(out, to.1 - from.1);
            out.extend_from_slice(b"re\n");
            segments = &segments[5..];
            continue;
        }
        segments = rest;
        match *segment {
            Segment::Move(p) => {
                from = p;
                push_point(out, p, grain);
                out.extend_from_slice(b"m\n");
            }
            Segment::Line(p) => {
                // A dot is a line of no length: its round ends make it.
                let is_dot = from.distance(p) < 0.015;
                push_point(out, if is_dot { from } else { p }, grain);
                from = p;
                out.extend_from_slice(b"l\n");
            }
            Segment::Curve(a, b, p) => {
                push_point(out, a, grain);
                push_point(out, b, grain);
                push_point(out, p, grain);
                from = p;
                out.extend_from_slice(b"c\n");
            }
            Segment::Close => out.extend_from_slice(b"h\n"),
        }
    }
}

impl<'a> Writer<'a> {
    fn new(shared: &'a Shared<'a>, first_form: usize, stretch: f64) -> Self {
        Self {
            shared,
            open: vec![Open::default()],
            places: vec![Transform::IDENTITY],
            layers: vec![None],
            forms: Vec::new(),
            first_form,
            links: Vec::new(),
            stretch,
        }
    }

    fn top(&mut self) -> &mut Open {
        self.open.last_mut().expect("a writer has its own stream")
    }

    fn out(&mut self) -> &mut Vec<u8> {
        &mut self.top().content
    }

    fn op(&mut self, operator: &str) {
        let out = self.out();
        out.extend_from_slice(operator.as_bytes());
        out.push(b'\n');
    }

    fn path(&mut self, path: &Path) {
        let grain = self.grain();
        push_path(self.out(), path, grain);
    }

    /// A path and what paints it: as an outline that is written elsewhere, or here.
    fn painted(&mut self, path: &Path, operator: &str) {
        let shared = self.shared;
        let Some(outline) = shared.outlines.find(path, operator) else {
            self.path(path);
            self.op(operator);
            return;
        };
        let by = first_point(path) - outline.first;
        let moves = micro(by.x) != 0 || micro(by.y) != 0;
        if moves {
            self.op("q");
            self.op_matrix(Transform::at(by.x, by.y));
        }
        self.paint_form(&outline.name);
        if moves {
            self.op("Q");
        }
    }

    /// Ends what the stream is in the middle of.
    fn settle(&mut self) {
        match std::mem::take(&mut self.top().pending) {
            Pending::Nothing => {}
            Pending::Text(_) => self.op("ET"),
            Pending::Uses(_) => self.op("Q"),
        }
    }

    /// Begins or goes on with a text object; the place of the last upright text in it.
    fn text_object(&mut self) -> Option<(i64, i64)> {
        if let Pending::Text(last) = self.top().pending {
            return last;
        }
        self.settle();
        self.op("BT");
        self.top().pending = Pending::Text(None);
        None
    }

    /// How finely places are written here.
    fn grain(&self) -> Grain {
        let place = self.places.last().expect("there is always a place");
        Grain::of(self.stretch * place.stretch())
    }

    fn op_matrix(&mut self, matrix: Transform) {
        push_matrix(self.out(), matrix);
        self.op("cm");
    }

    fn save(&mut self) {
        self.op("q");
        let top = self.top();
        top.saved.push(top.state.clone());
    }

    fn restore(&mut self) {
        self.op("Q");
        let top = self.top();
        top.state = top.saved.pop().expect("saved and restored in pairs");
    }

    fn set_colour(&mut self, colour: Rgb, is_fill: bool) {
        let known = if is_fill { &mut self.top().state.fill } else { &mut self.top().state.stroke };
        if known.replace(colour) == Some(colour) {
            return;
        }
        let Rgb(r, g, b) = colour;
        let out = self.out();
        let part = |value: u8| (i64::from(value) * 1000 + 127) / 255;
        if r == g && g == b {
            push_number(out, part(r));
            self.op(if is_fill { "g" } else { "G" });
        } else {
            [r, g, b].into_iter().for_each(|value| push_number(out, part(value)));
            self.op(if is_fill { "rg" } else { "RG" });
        }
    }

    fn set_opacity(&mut self, opacity: f32, is_fill: bool) {
        let opacity = (opacity.clamp(0.0, 1.0) * 1000.0).round() as u16;
        let top = self.top();
        let known = if is_fill { &mut top.state.fill_opacity } else { &mut top.state.stroke_opacity };
        if known.replace(opacity) == Some(opacity) {
            return;
        }
        let used = if is_fill { &mut top.used.fill_opacities } else { &mut top.used.stroke_opacities };
        used.insert(opacity);
        let kind = if is_fill { 'f' } else { 's' };
        self.op(&format!("/{kind}{opacity} gs"));
    }

    fn set_fill(&mut self, paint: Paint) {
        let colour = self.shared.drawing.roles.colour(paint.ink, self.shared.view.table);
        self.set_colour(colour, true);
        self.set_opacity(paint.opacity, true);
    }

    fn set_stroke_paint(&mut self, paint: Paint, width: f64, cap: Cap, join: Join) {
        let colour = self.shared.drawing.roles.colour(paint.ink, self.shared.view.table);
        self.set_colour(colour, false);
        self.set_opacity(paint.opacity, false);
        let width = micro(width);
        if self.top().state.width.replace(width) != Some(width) {
            push_number(self.out(), width);
            self.op("w");
        }
        if self.top().state.cap.replace(cap) != Some(cap) {
            self.op(["0 J", "1 J", "2 J"][cap as usize]);
        }
        if self.top().state.join.replace(join) != Some(join) {
            self.op(["0 j 4 M", "1 j", "2 j"][join as usize]);
        }
    }

    fn set_stroke(&mut self, stroke: &Stroke) {
        self.set_stroke_paint(stroke.paint, stroke.width, stroke.cap, stroke.join);
        self.set_dash(stroke.dash.as_ref());
    }

    fn set_dash(&mut self, dash: Option<&crate::drawing::Dash>) {
        // Lengths that are all nothing would be an error for the viewer.
        let dash = dash.filter(|dash| dash.lengths.iter().any(|&length| micro(length) > 0));
        if self.top().state.dash.as_ref().is_some_and(|known| known.as_ref() == dash) {
            return;
        }
        self.top().state.dash = Some(dash.cloned());
        let out = self.out();
        out.push(b'[');
        if let Some(dash) = dash {
            dash.lengths.iter().for_each(|&length| push_millimetres(out, length));
        }
        out.push(b']');
        push_millimetres(out, dash.map_or(0.0, |dash| dash.phase));
        self.op("d");
    }

    fn paint_form(&mut self, name: &str) {
        self.op(&format!("/{name} Do"));
        self.top().used.xobjects.insert(name.to_owned());
    }

    /// Shows the glyphs of a text with what is set for filling or stroking.
    fn glyphs(&mut self, text: &Text, mode: u8) {
        let size = text.run.size * MM_PER_PT;
        let font = (text.run.face, micro(size));
        let subset = self.shared.fonts.subset(text.run.face);
        let mut last = self.text_object();
        if self.top().state.font.replace(font) != Some(font) {
            self.top().used.fonts.insert(text.run.face);
            let out = self.out();
            let _ = write!(out, "/{} ", subset.resource);
            push_millimetres(out, size);
            self.op("Tf");
        } else {
            self.top().used.fonts.insert(text.run.face);
        }
        if self.top().state.mode.replace(mode) != Some(mode) {
            self.op(&format!("{mode} Tr"));
        }
        let spacing = if text.places.is_empty() { micro(text.run.spacing) } else { 0 };
        if self.top().state.spacing.replace(spacing) != Some(spacing) {
            push_number(self.out(), spacing);
            self.op("Tc");
        }
        let spacing = spacing as f64 / 1000.0;

        // Glyphs on one straight baseline are shown together, with corrections in thousandths of the size. Those
        // that nobody sees are left out, but kept in mind, so that they do not add up.
        const UNSEEN: f64 = 3.0;
        let flip = Transform::scale(1.0, -1.0);
        let grain = self.grain();
        let mut line: Option<Vec<u8>> = None;
        let mut corrected = false;
        let (mut pen, mut x) = (0.0, 0.0);
        for (index, (glyph, place)) in text.placed_glyphs().enumerate() {
            let (code, wide) = subset.code(glyph.id);
            let joins = text.places.is_empty() && glyph.dy == 0.0;
            match &mut line {
                Some(line) if joins => {
                    let correction = ((pen - x - glyph.dx) / size * 1000.0).round();
                    if correction.abs() >= UNSEEN {
                        let _ = write!(line, ">{correction}<");
                        corrected = true;
                        pen -= correction * size / 1000.0;
                    }
                }
                _ => {
                    if let Some(line) = line.take() {
                        self.show(&line, corrected);
                    }
                    corrected = false;
                    let matrix = place.of(flip);
                    let at = grain.point(Point { x: matrix.e, y: matrix.f });
                    let is_upright =
                        matrix.a == 1.0 && matrix.b == 0.0 && matrix.c == 0.0 && matrix.d == -1.0;
                    match last.filter(|_| is_upright) {
                        // Text looks upwards, so its steps do.
                        Some(from) => {
                            push_number(self.out(), at.0 - from.0);
                            push_number(self.out(), from.1 - at.1);
                            self.op("Td");
                        }
                        None => {
                            let out = self.out();
                            [matrix.a, matrix.b, matrix.c, matrix.d]
                                .into_iter()
                                .for_each(|factor| push_placed(out, factor));
                            push_number(out, at.0);
                            push_number(out, at.1);
                            self.op("Tm");
                        }
                    }
                    last = is_upright.then_some(at);
                    line = Some(Vec::new());
                    pen = x + glyph.dx;
                }
            }
            let shown = line.as_mut().expect("a line was begun");
            let _ = write!(shown, "{code:04x}");
            pen += f64::from(wide) * size / 1000.0 + spacing;
            x += glyph.advance;
            // A raised glyph stands alone.
            if glyph.dy != 0.0 && index + 1 < text.run.glyphs.len() {
                let line = line.take().expect("a line was begun");
                self.show(&line, corrected);
            }
        }
        if let Some(line) = line {
            self.show(&line, corrected);
        }
        self.top().pending = Pending::Text(last);
    }

    /// Shows glyph codes, with corrections between them or without.
    fn show(&mut self, line: &[u8], corrected: bool) {
        let out = self.out();
        out.extend_from_slice(if corrected { b"[<" } else { b"<" });
        out.extend_from_slice(line);
        out.extend_from_slice(if corrected { b">]TJ\n" } else { b">Tj\n" });
    }
}

impl Canvas for Writer<'_> {
    fn enter(&mut self, group: &Group) -> bool {
        self.settle();
        let place = *self.places.last().expect("there is always a place");
        self.places.push(place.of(group.transform));
        let outer = self.layers.last().cloned().flatten();
        let layer = group.layer.as_deref().and_then(|name| self.shared.layers.get(name)).cloned();
        match layer {
            Some(layer) if outer.as_ref() != Some(&layer) => {
                self.op(&format!("/OC /{layer} BDC"));
                self.top().used.layers.insert(layer.clone());
                self.layers.push(Some(layer));
            }
            _ => self.layers.push(outer),
        }
        let moves = !group.transform.is_identity();
        let fades = group.opacity < 1.0;
        if moves || group.clip.is_some() || fades {
            self.save();
            if moves {
                self.op_matrix(group.transform);
            }
            if let Some(clip) = &group.clip {
                self.path(clip);
                self.op("W n");
            }
        }
        if fades {
            self.open.push(Open::default());
        }
        true
    }

    fn leave(&mut self, group: &Group) {
        self.settle();
        self.places.pop();
        if group.opacity < 1.0 {
            let open = self.open.pop().expect("faded groups are opened");
            let name = format!("Y{}", self.first_form + self.forms.len());
            self.forms.push(Form {
                name: name.clone(),
                bounds: form_bounds(self.shared.drawing.bounds_of(&group.items)),
                content: open.content,
                used: open.used,
                isolated: true,
            });
            self.set_opacity(group.opacity, true);
            self.paint_form(&name);
        }
        if !group.transform.is_identity() || group.clip.is_some() || group.opacity < 1.0 {
            self.restore();
        }
        let layer = self.layers.pop().expect("layers are entered and left in pairs");
        if layer.as_ref() != self.layers.last().expect("there is always a layer").as_ref() {
            self.op("EMC");
        }
    }

    fn shape(&mut self, shape: &Shape) {
        if shape.path.is_empty() {
            return;
        }
        self.settle();
        let fill = shape.fill.filter(|fill| fill.paint.opacity > 0.0);
        let stroke = shape.stroke.as_ref().filter(|stroke| stroke.paint.opacity > 0.0 && stroke.width > 0.0);
        if let Some(fill) = fill {
            self.set_fill(fill.paint);
        }
        if let Some(stroke) = stroke {
            self.set_stroke(stroke);
        }
        for operator in operators(shape).into_iter().flatten() {
            self.painted(&shape.path, operator);
        }
    }

    fn text(&mut self, text: &Text) {
        if text.run.glyphs.is_empty() {
            return;
        }
        // What is marked lies wholly within the text object.
        self.text_object();
        if let Some(halo) = text.halo.filter(|halo| halo.paint.opacity > 0.0) {
            // The halo is not text: readers must not find its words twice.
            self.set_stroke_paint(halo.paint, halo.width, Cap::Round, Join::Round);
            self.set_dash(None);
            self.op("/Span <</ActualText ()>> BDC");
            self.glyphs(text, 1);
            self.op("EMC");
        }
        self.set_fill(text.paint);
        // Where single glyphs stand apart, or do not say what they stand for, the words are said beside them.
        let size = text.run.size * MM_PER_PT;
        let silent = text.run.glyphs.iter().any(|glyph| glyph.start == glyph.end || glyph.id == 0);
        let says = silent || !text.places.is_empty() || text.run.spacing > 0.08 * size;
        if says {
            let mut words = b"/Span <</ActualText <feff".to_vec();
            for unit in text.run.text.encode_utf16() {
                let _ = write!(words, "{unit:04x}");
            }
            words.extend_from_slice(b">>> BDC\n");
            self.out().extend_from_slice(&words);
        }
        self.glyphs(text, 0);
        if says {
            self.op("EMC");
        }
    }

    fn used(&mut self, used: &Use) {
        let shared = self.shared;
        let Some(name) = shared.symbols.get(used.symbol.as_str()).cloned() else { return };
        if shared.outlines.is_inline(&used.symbol) {
            self.settle();
            let place = *self.places.last().expect("there is always a place");
            self.places.push(place.of(used.transform));
            self.save();
            if !used.transform.is_identity() {
                self.op_matrix(used.transform);
            }
            walk(&shared.drawing.symbols[&used.symbol].items, shared.view, self);
            self.settle();
            self.restore();
            self.places.pop();
            return;
        }
        let grain = self.grain();
        let matrix = used.transform;
        let at = grain.point(Point { x: matrix.e, y: matrix.f });
        let from = match self.top().pending {
            Pending::Uses(from) => from,
            _ => {
                self.settle();
                if matrix.is_identity() {
                    self.paint_form(&name);
                    return;
                }
                self.op("q");
                (0, 0)
            }
        };
        let moved = Transform { a: 1.0, d: 1.0, ..Transform::IDENTITY };
        let is_moved = Transform { e: 0.0, f: 0.0, ..matrix } == moved;
        if !is_moved {
            self.op("q");
        }
        if !is_moved || at != from {
            let out = self.out();
            [matrix.a, matrix.b, matrix.c, matrix.d].into_iter().for_each(|factor| push_placed(out, factor));
            push_number(out, at.0 - from.0);
            push_number(out, at.1 - from.1);
            self.op("cm");
        }
        self.paint_form(&name);
        if !is_moved {
            self.op("Q");
        }
        self.top().pending = Pending::Uses(if is_moved { at } else { from });
    }

    fn picture(&mut self, picture: &Picture) {
        let Some(name) = self.shared.rasters.get(picture.raster.as_str()).cloned() else { return };
        let Rect { x, y, w, h } = picture.rect;
        self.settle();
        self.save();
        self.set_opacity(1.0, true);
        self.op_matrix(Transform { a: w, b: 0.0, c: 0.0, d: -h, e: x, f: y + h });
        self.paint_form(&name);
        self.restore();
    }

    fn link(&mut self, link: &Link) {
        let place = *self.places.last().expect("there is always a place");
        self.links.push(Link { rect: place.apply_rect(link.rect), to: link.to.clone() });
    }

    fn anchor(&mut self, _anchor: &Anchor) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let write = |value| {
            let mut out = Vec::new();
            push_millimetres(&mut out, value);
            String::from_utf8(out).unwrap()
        };
        let texts = [0.0, 1.0, -1.5, 0.25, -0.001, 10.1234, 120.0, 0.0004].map(write);
        assert_eq!(texts, ["0 ", "1 ", "-1.5 ", ".25 ", "-.001 ", "10.123 ", "120 ", "0 "]);
        let mut out = Vec::new();
        push_factor(&mut out, 2.834_645_67);
        push_factor(&mut out, -1.0);
        push_factor(&mut out, 0.5);
        assert_eq!(String::from_utf8(out).unwrap(), "2.834646 -1 .5 ");
    }
}
