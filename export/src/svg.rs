//! SVG: a page as text that people can read, compare and cut by.
//!
//! Symbols are `<symbol>`s, colours are literal, one item stands on a line, so that a golden page shows in a diff
//! what has changed. Text is written in one of two ways: as outlines of glyphs with the words beside them, which
//! looks the same everywhere; or as `<text>` with its font's name and its measured length, which is for people,
//! editors and golden pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::drawing::{
    Anchor, Cap, Drawing, FillRule, Group, Join, Link, MM_PER_PT, Paint, Path, Picture, Raster, Segment,
    Shape, Stroke, Subject, Target, Text, Transform, Use, View,
};
use crate::fonts::Face;
use crate::walk::{Canvas, raster_in_view, walk};

/// How an SVG shows text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SvgText {
    /// As outlines, each glyph once, with the words as a label: looks the same everywhere.
    #[default]
    Outlines,
    /// As text, in fonts that the reader may not have; set to its measured length.
    Letters,
}

/// How to write an SVG.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SvgOptions {
    /// The table of colours.
    pub view: View,
    pub text: SvgText,
    /// Only what is in these layers: a cutting machine wants the cut lines alone. Empty for everything.
    pub layers: Vec<String>,
}

/// Writes one page, counted from 0, as an SVG. `None` if there is no such page.
pub fn write(drawing: &Drawing, page: usize, options: &SvgOptions) -> Option<String> {
    let sheet = drawing.pages.get(page)?;
    let mut writer = Writer::new(drawing, options);
    walk(&sheet.items, options.view, &mut writer);
    let body = std::mem::take(&mut writer.out);

    // Symbols are written in the order of their needs, each when one after it or the page uses it.
    let (order, _) = crate::drawing::symbol_order(drawing);
    let mut symbols: Vec<String> = Vec::new();
    for name in order.into_iter().rev() {
        if !writer.symbols.contains(name) {
            continue;
        }
        writer.inside_symbol = true;
        walk(&drawing.symbols[name].items, options.view, &mut writer);
        let inside = std::mem::take(&mut writer.out);
        symbols.push(format!("<symbol id=\"{}\" overflow=\"visible\">\n{inside}</symbol>\n", id("s", name)));
    }

    let mut out = String::new();
    let (width, height) = (number(sheet.width), number(sheet.height));
    let language = escape(&drawing.language);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" xml:lang=\"{language}\" \
         width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&drawing.title));
    if !symbols.is_empty() || !writer.glyphs.is_empty() || !writer.clips.is_empty() {
        out.push_str("<defs>\n");
        for (face, glyph) in &writer.glyphs {
            let outline = face.outline(*glyph).transformed(Transform::scale(UNITS, UNITS));
            let _ = writeln!(out, "<path id=\"{}\" d=\"{}\"/>", glyph_id(*face, *glyph), path_data(&outline));
        }
        out.push_str(&writer.clips);
        symbols.iter().rev().for_each(|symbol| out.push_str(symbol));
        out.push_str("</defs>\n");
    }
    out.push_str(&body);
    out.push_str("</svg>\n");
    Some(out)
}

/// The units of glyph outlines in an em.
const UNITS: f64 = 1000.0;

struct Writer<'a> {
    drawing: &'a Drawing,
    options: &'a SvgOptions,
    out: String,
    symbols: BTreeSet<&'a str>,
    glyphs: BTreeSet<(Face, u16)>,
    clips: String,
    clip_count: usize,
    /// How many of the groups around are in one of the wanted layers.
    wanted: usize,
    inside_symbol: bool,
    rasters: BTreeMap<&'a str, String>,
}

/// Up to three decimals, as short as it goes.
fn number(value: f64) -> String {
    let thousandths = (value * 1000.0).round() as i64;
    if thousandths % 1000 == 0 {
        return (thousandths / 1000).to_string();
    }
    let text = format!("{:.3}", thousandths as f64 / 1000.0);
    text.trim_end_matches('0').to_owned()
}

fn factor(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write these.
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// A name as an id: letters, figures and dashes stay, the rest is written in hexadecimal.
fn id(prefix: &str, name: &str) -> String {
    let mut out = format!("{prefix}-");
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '-' | '.') {
            out.push(character);
        } else {
            let _ = write!(out, "_{:x}_", u32::from(character));
        }
    }
    out
}

fn glyph_id(face: Face, glyph: u16) -> String {
    format!("g{}-{glyph}", face as u8)
}

fn path_data(path: &Path) -> String {
    let mut out = String::new();
    for segment in &path.segments {
        let points: &[crate::drawing::Point] = match segment {
            Segment::Move(p) => {
                out.push('M');
                &[*p]
            }
            Segment::Line(p) => {
                out.push('L');
                &[*p]
            }
            Segment::Curve(a, b, p) => {
                out.push('C');
                &[*a, *b, *p]
            }
            Segment::Close => {
                out.push('Z');
                continue;
            }
        };
        for (index, p) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            let _ = write!(out, "{gap}{} {}", number(p.x), number(p.y));
        }
    }
    out
}

fn transform_attribute(transform: Transform) -> String {
    let Transform { a, b, c, d, e, f } = transform;
    if transform.is_identity() {
        String::new()
    } else if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0) {
        format!(" transform=\"translate({} {})\"", number(e), number(f))
    } else {
        let [a, b, c, d] = [a, b, c, d].map(factor);
        format!(" transform=\"matrix({a} {b} {c} {d} {} {})\"", number(e), number(f))
    }
}

fn subject_text(subject: &Subject) -> String {
    match subject {
        Subject::Hex(column, row) => format!("hex {column},{row}"),
        Subject::Side(a, b) => format!("side {},{} {},{}", a.0, a.1, b.0, b.1),
        Subject::Piece(piece) => format!("piece {piece}"),
        Subject::Rule(slug) => format!("rule {slug}"),
        Subject::Region(name) => format!("region {name}"),
        Subject::Label(label) => format!("label {label}"),
        Subject::Line(line) => format!("line {line}"),
        Subject::Box(name) => format!("box {name}"),
        Subject::Turn(turn) => format!("turn {turn}"),
        Subject::Row(chart, row) => format!("row {chart} {row}"),
        Subject::Part(name) => format!("part {name}"),
    }
}

impl<'a> Writer<'a> {
    fn new(drawing: &'a Drawing, options: &'a SvgOptions) -> Self {
        Self {
            drawing,
            options,
            out: String::new(),
            symbols: BTreeSet::new(),
            glyphs: BTreeSet::new(),
            clips: String::new(),
            clip_count: 0,
            wanted: 0,
            inside_symbol: false,
            rasters: BTreeMap::new(),
        }
    }

    /// Whether what stands here is asked for. What a symbol holds is asked for where it is used.
    fn is_wanted(&self) -> bool {
        self.options.layers.is_empty() || self.wanted > 0 || self.inside_symbol
    }

    fn colour(&self, paint: Paint) -> String {
        self.drawing.roles.colour(paint.ink, self.options.view.table).to_string()
    }

    fn fill(&self, paint: Paint) -> String {
        let mut out = format!(" fill=\"{}\"", self.colour(paint));
        if paint.opacity < 1.0 {
            let _ = write!(out, " fill-opacity=\"{}\"", number(f64::from(paint.opacity)));
        }
        out
    }

    fn stroke(&self, stroke: &Stroke) -> String {
        let mut out =
            format!(" stroke=\"{}\" stroke-width=\"{}\"", self.colour(stroke.paint), number(stroke.width));
        if stroke.paint.opacity < 1.0 {
            let _ = write!(out, " stroke-opacity=\"{}\"", number(f64::from(stroke.paint.opacity)));
        }
        match stroke.cap {
            Cap::Butt => {}
            Cap::Round => out.push_str(" stroke-linecap=\"round\""),
            Cap::Square => out.push_str(" stroke-linecap=\"square\""),
        }
        match stroke.join {
            Join::Mitre => {}
            Join::Round => out.push_str(" stroke-linejoin=\"round\""),
            Join::Bevel => out.push_str(" stroke-linejoin=\"bevel\""),
        }
        if let Some(dash) = &stroke.dash {
            let lengths: Vec<String> = dash.lengths.iter().map(|&length| number(length)).collect();
            let _ = write!(out, " stroke-dasharray=\"{}\"", lengths.join(" "));
            if dash.phase != 0.0 {
                let _ = write!(out, " stroke-dashoffset=\"{}\"", number(dash.phase));
            }
        }
        out
    }

    fn outlined(&mut self, text: &Text) {
        let size = text.run.size * MM_PER_PT / UNITS;
        let mut uses = String::new();
        let straight = text.places.is_empty();
        let turn = Transform::at(text.at.x, text.at.y).of(Transform::turn(text.turn));
        let mut x = 0.0;
        for (glyph, place) in text.placed_glyphs() {
            let name = glyph_id(text.run.face, glyph.id);
            if straight {
                let (dx, dy) = (number((x + glyph.dx) / size), number(glyph.dy / size));
                let dx = if dx == "0" { String::new() } else { format!(" x=\"{dx}\"") };
                let dy = if dy == "0" { String::new() } else { format!(" y=\"{dy}\"") };
                let _ = write!(uses, "<use href=\"#{name}\"{dx}{dy}/>");
            } else {
                let place = transform_attribute(place.of(Transform::scale(size, size)));
                let _ = write!(uses, "<use href=\"#{name}\"{place}/>");
            }
            self.glyphs.insert((text.run.face, glyph.id));
            x += glyph.advance;
        }
        let place =
            if straight { transform_attribute(turn.of(Transform::scale(size, size))) } else { String::new() };
        if let Some(halo) = text.halo {
            let mut stroke = Stroke::new(halo.paint, halo.width / size).round();
            stroke.cap = Cap::Butt;
            let stroke = self.stroke(&stroke);
            let _ = writeln!(self.out, "<g fill=\"none\"{stroke}{place} aria-hidden=\"true\">{uses}</g>");
        }
        let fill = self.fill(text.paint);
        let label = escape(&text.run.text);
        let _ = writeln!(self.out, "<g role=\"img\" aria-label=\"{label}\"{fill}{place}>{uses}</g>");
    }

    fn lettered(&mut self, text: &Text) {
        let (family, italic, weight) = text.run.face.style();
        let generic = if family.ends_with("Serif") { "serif" } else { "sans-serif" };
        let mut style = format!(
            " font-family=\"{family}, {generic}\" font-size=\"{}\"",
            number(text.run.size * MM_PER_PT)
        );
        if italic {
            style.push_str(" font-style=\"italic\"");
        }
        if weight != 400 {
            let _ = write!(style, " font-weight=\"{weight}\"");
        }
        if text.run.spacing != 0.0 {
            let _ = write!(style, " letter-spacing=\"{}\"", number(text.run.spacing));
        }
        style.push_str(&self.fill(text.paint));
        if let Some(halo) = text.halo {
            let stroke = self.stroke(&Stroke::new(halo.paint, halo.width).round());
            let _ = write!(style, "{stroke} paint-order=\"stroke\"");
        }
        if text.places.is_empty() {
            let (x, y) = (number(text.at.x), number(text.at.y));
            let turn = if text.turn == 0.0 {
                String::new()
            } else {
                format!(" transform=\"rotate({} {x} {y})\"", number(text.turn))
            };
            let length = number(text.run.inked_width());
            let words = escape(&text.run.text);
            let _ = writeln!(
                self.out,
                "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\"{style}{turn} xml:space=\"preserve\">{words}</text>"
            );
            return;
        }
        let _ = write!(self.out, "<text{style} xml:space=\"preserve\">");
        for (glyph, (at, turn)) in text.run.glyphs.iter().zip(&text.places) {
            let words = escape(text.run.characters(glyph));
            let (x, y, turn) = (number(at.x), number(at.y), number(*turn));
            let _ = write!(self.out, "<tspan x=\"{x}\" y=\"{y}\" rotate=\"{turn}\">{words}</tspan>");
        }
        self.out.push_str("</text>\n");
    }
}

impl Canvas for Writer<'_> {
    fn enter(&mut self, group: &Group) -> bool {
        let mut attributes = transform_attribute(group.transform);
        if let Some(layer) = &group.layer {
            let label = escape(layer);
            let _ = write!(attributes, " inkscape:groupmode=\"layer\" inkscape:label=\"{label}\"");
            if !self.drawing.is_layer_on(layer) {
                attributes.push_str(" display=\"none\"");
            }
        }
        if group.layer.as_ref().is_some_and(|layer| self.options.layers.contains(layer)) || self.wanted > 0 {
            self.wanted += 1;
        }
        if let Some(subject) = &group.subject {
            let _ = write!(attributes, " data-subject=\"{}\"", escape(&subject_text(subject)));
        }
        if group.opacity < 1.0 {
            let _ = write!(attributes, " opacity=\"{}\"", number(f64::from(group.opacity)));
        }
        if let Some(clip) = &group.clip {
            self.clip_count += 1;
            let (name, data) = (self.clip_count, path_data(clip));
            let _ = writeln!(self.clips, "<clipPath id=\"c{name}\"><path d=\"{data}\"/></clipPath>");
            let _ = write!(attributes, " clip-path=\"url(#c{name})\"");
        }
        let _ = writeln!(self.out, "<g{attributes}>");
        true
    }

    fn leave(&mut self, _group: &Group) {
        self.wanted = self.wanted.saturating_sub(1);
        self.out.push_str("</g>\n");
    }

    fn shape(&mut self, shape: &Shape) {
        if shape.path.is_empty() || !self.is_wanted() {
            return;
        }
        let fill = match shape.fill {
            Some(fill) => {
                let rule = if fill.rule == FillRule::EvenOdd { " fill-rule=\"evenodd\"" } else { "" };
                self.fill(fill.paint) + rule
            }
            None => " fill=\"none\"".to_owned(),
        };
        let stroke = shape.stroke.as_ref().map_or(String::new(), |stroke| self.stroke(stroke));
        let _ = writeln!(self.out, "<path d=\"{}\"{fill}{stroke}/>", path_data(&shape.path));
    }

    fn text(&mut self, text: &Text) {
        if text.run.glyphs.is_empty() || !self.is_wanted() {
            return;
        }
        match self.options.text {
            SvgText::Outlines => self.outlined(text),
            SvgText::Letters => self.lettered(text),
        }
    }

    fn used(&mut self, used: &Use) {
        let Some((name, _)) = self.drawing.symbols.get_key_value(&used.symbol) else { return };
        if !self.is_wanted() {
            return;
        }
        self.symbols.insert(name);
        let place = transform_attribute(used.transform);
        let _ = writeln!(self.out, "<use href=\"#{}\"{place}/>", id("s", name));
    }

    fn picture(&mut self, picture: &Picture) {
        let Some((name, raster)) = self.drawing.rasters.get_key_value(&picture.raster) else { return };
        if !self.is_wanted() {
            return;
        }
        let view = self.options.view;
        let data = self.rasters.entry(name).or_insert_with(|| data_url(&raster_in_view(raster, view)));
        let [x, y, w, h] = [picture.rect.x, picture.rect.y, picture.rect.w, picture.rect.h].map(number);
        let _ = writeln!(
            self.out,
            "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"none\" \
             image-rendering=\"optimizeSpeed\" href=\"{data}\"/>"
        );
    }

    fn link(&mut self, link: &Link) {
        // Within one page only what is on it can be reached.
        let href = match &link.to {
            Target::Url(url) => escape(url),
            Target::Anchor(name) | Target::Rule(name) => format!("#{}", id("a", name)),
            Target::Page(_) => return,
        };
        if !self.is_wanted() || self.inside_symbol {
            return;
        }
        let [x, y, w, h] = [link.rect.x, link.rect.y, link.rect.w, link.rect.h].map(number);
        let _ = writeln!(
            self.out,
            "<a href=\"{href}\"><rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"none\" \
             pointer-events=\"all\"/></a>"
        );
    }

    fn anchor(&mut self, anchor: &Anchor) {
        if self.is_wanted() && !self.inside_symbol {
            let (x, y) = (number(anchor.at.x), number(anchor.at.y));
            let _ = writeln!(self.out, "<path id=\"{}\" d=\"M{x} {y}\"/>", id("a", &anchor.name));
        }
    }
}

fn data_url(raster: &Raster) -> String {
    use image::ImageEncoder as _;

    let mut bytes = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    let color = image::ExtendedColorType::Rgba8;
    encoder
        .write_image(&raster.rgba, raster.width, raster.height, color)
        .expect("a raster has four bytes for each pixel");
    format!("data:image/png;base64,{}", base64(&bytes))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let value = chunk.iter().fold(0, |value, &byte| value << 8 | u32::from(byte));
        let value = value << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(value >> (18 - 6 * place)) as usize & 63];
            out.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Page, Rect};
    use crate::everything::everything;
    use crate::palette::role;

    #[test]
    fn base64_is_padded() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|s| base64(s.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn words_are_found_either_way() {
        let drawing = everything();
        let outlines = write(&drawing, 0, &SvgOptions::default()).unwrap();
        let letters = SvgOptions { text: SvgText::Letters, ..SvgOptions::default() };
        let letters = write(&drawing, 0, &letters).unwrap();
        for words in ["0101", "Überfälle in the café", "ZONE 3 · NORTH", "7/A"] {
            assert!(outlines.contains(&format!("aria-label=\"{words}")), "{words}");
            assert!(letters.contains(&format!(">{words}")), "{words}");
        }
        assert_eq!(outlines.matches("<symbol").count(), 3);
        assert_eq!(outlines, write(&drawing, 0, &SvgOptions::default()).unwrap());
        assert_eq!(write(&drawing, 2, &SvgOptions::default()), None);
    }

    #[test]
    fn symbols_stand_before_those_that_use_them() {
        let svg = write(&everything(), 0, &SvgOptions::default()).unwrap();
        let place = |text: &str| svg.find(text).unwrap();
        assert!(place("<symbol id=\"s-tree\"") < place("<symbol id=\"s-counter\""));
        assert!(place("<symbol id=\"s-counter\"") < place("</defs>"));
    }

    #[test]
    fn a_cutting_machine_gets_the_cut_lines_alone() {
        let mut drawing = Drawing::new("t");
        let mut page = Page::new(30.0, 10.0);
        let square = |x: f64| Shape::filled(Path::rect(Rect::new(x, 1.0, 6.0, 6.0)), role::BLACK).into();
        page.items.push(square(1.0));
        page.items.push(Group::new(vec![Group::new(vec![square(2.0)]).into()]).in_layer("cut").into());
        page.items.push(square(3.0));
        drawing.pages.push(page);
        let options = SvgOptions { layers: vec!["cut".into()], ..SvgOptions::default() };
        let svg = write(&drawing, 0, &options).unwrap();
        assert!(svg.contains("M2 1") && !svg.contains("M1 1") && !svg.contains("M3 1"));
    }

    #[test]
    fn names_and_words_are_escaped() {
        assert_eq!(escape("a<b & \"c\"\u{1}"), "a&lt;b &amp; &quot;c&quot;\u{fffd}");
        assert_eq!(id("s", "a b/ü-1"), "s-a_20_b_2f__fc_-1");
        assert_eq!([0.0, -0.0004, 1.5, -2.25, 3.0].map(number), ["0", "0", "1.5", "-2.25", "3"]);
    }
}
