//! The shipped fonts: shaped and measured once, for screen and paper alike.
//!
//! Libertinus Serif for titles and text, Noto Sans for figures, tables and numbers; both under the SIL Open Font
//! Licence. [`shape`] turns a text into a [`Run`] of glyphs with their advances; [`paragraph`] breaks styled text
//! into lines. Sizes are in points (1/72 in), lengths in millimetres.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::Serialize;

use crate::drawing::{MM_PER_PT, Paint, Path, Target};

/// A shipped font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Face {
    Serif,
    SerifItalic,
    SerifSemibold,
    SerifSemiboldItalic,
    SerifBold,
    SerifBoldItalic,
    Sans,
    SansItalic,
    SansBold,
}

impl Face {
    pub const ALL: [Self; 9] = [
        Self::Serif,
        Self::SerifItalic,
        Self::SerifSemibold,
        Self::SerifSemiboldItalic,
        Self::SerifBold,
        Self::SerifBoldItalic,
        Self::Sans,
        Self::SansItalic,
        Self::SansBold,
    ];

    /// The font file.
    pub fn data(self) -> &'static [u8] {
        DATA[self as usize]
    }

    /// Its family as style sheets name it, whether it is italic, and its weight.
    pub fn style(self) -> (&'static str, bool, u16) {
        match self {
            Self::Serif => ("Libertinus Serif", false, 400),
            Self::SerifItalic => ("Libertinus Serif", true, 400),
            Self::SerifSemibold => ("Libertinus Serif", false, 600),
            Self::SerifSemiboldItalic => ("Libertinus Serif", true, 600),
            Self::SerifBold => ("Libertinus Serif", false, 700),
            Self::SerifBoldItalic => ("Libertinus Serif", true, 700),
            Self::Sans => ("Noto Sans", false, 400),
            Self::SansItalic => ("Noto Sans", true, 400),
            Self::SansBold => ("Noto Sans", false, 700),
        }
    }

    /// The name inside the file, such as `LibertinusSerif-Regular`.
    pub fn postscript_name(self) -> &'static str {
        match self {
            Self::Serif => "LibertinusSerif-Regular",
            Self::SerifItalic => "LibertinusSerif-Italic",
            Self::SerifSemibold => "LibertinusSerif-Semibold",
            Self::SerifSemiboldItalic => "LibertinusSerif-SemiboldItalic",
            Self::SerifBold => "LibertinusSerif-Bold",
            Self::SerifBoldItalic => "LibertinusSerif-BoldItalic",
            Self::Sans => "NotoSans",
            Self::SansItalic => "NotoSans-Italic",
            Self::SansBold => "NotoSans-Bold",
        }
    }

    fn loaded(self) -> &'static Loaded {
        &LOADED[self as usize]
    }

    /// How far the font reaches above the baseline, in parts of its size.
    pub fn ascent(self) -> f64 {
        self.loaded().em * f64::from(self.loaded().face.ascender())
    }

    /// How far it reaches below the baseline, in parts of its size, as a positive number.
    pub fn descent(self) -> f64 {
        -self.loaded().em * f64::from(self.loaded().face.descender())
    }

    /// The height of its capitals and, nearly, its figures, in parts of its size.
    pub fn cap_height(self) -> f64 {
        self.loaded().em * f64::from(self.loaded().face.capital_height().unwrap_or(700))
    }

    /// The height of a small x, in parts of its size.
    pub fn x_height(self) -> f64 {
        self.loaded().em * f64::from(self.loaded().face.x_height().unwrap_or(500))
    }

    /// Whether it has a glyph for this character.
    pub fn has(self, character: char) -> bool {
        self.loaded().face.glyph_index(character).is_some()
    }

    /// The outline of a glyph at size 1, from the left end of its baseline, `y` downward; kept once made.
    pub fn outline(self, glyph: u16) -> std::sync::Arc<Path> {
        let mut kept = OUTLINES.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry((self, glyph)).or_insert_with(|| std::sync::Arc::new(self.loaded().outline(glyph))).clone()
    }
}

struct Loaded {
    face: rustybuzz::Face<'static>,
    plan: rustybuzz::ShapePlan,
    /// The size of a font unit, in parts of the font's size.
    em: f64,
}

static DATA: LazyLock<[&'static [u8]; 9]> = LazyLock::new(|| {
    // The asset crate lists its files without names; their own name tables tell which is which.
    let mut serif: [&'static [u8]; 6] = [&[]; 6];
    for data in typst_assets::fonts() {
        let Ok(face) = ttf_parser::Face::parse(data, 0) else { continue };
        let names = face.names();
        let name = names.into_iter().find(|name| name.name_id == ttf_parser::name_id::POST_SCRIPT_NAME);
        let name = name.and_then(|name| name.to_string());
        if let Some(index) = Face::ALL[..6].iter().position(|f| Some(f.postscript_name()) == name.as_deref())
        {
            serif[index] = data;
        }
    }
    let [a, b, c, d, e, f] = serif;
    [a, b, c, d, e, f, notosans::REGULAR_TTF, notosans::ITALIC_TTF, notosans::BOLD_TTF]
});

static LOADED: LazyLock<[Loaded; 9]> = LazyLock::new(|| {
    Face::ALL.map(|face| {
        let face = rustybuzz::Face::from_slice(face.data(), 0).expect("the shipped fonts are sound");
        let script = Some(rustybuzz::script::LATIN);
        let plan = rustybuzz::ShapePlan::new(&face, rustybuzz::Direction::LeftToRight, script, None, &[]);
        let em = 1.0 / f64::from(face.units_per_em());
        Loaded { face, plan, em }
    })
});

/// Outlines that were asked for; only a memory of what the fonts say.
static OUTLINES: Mutex<BTreeMap<(Face, u16), std::sync::Arc<Path>>> = Mutex::new(BTreeMap::new());

impl Loaded {
    fn outline(&self, glyph: u16) -> Path {
        struct Pen {
            path: Path,
            em: f64,
        }
        impl Pen {
            fn at(&self, x: f32, y: f32) -> (f64, f64) {
                (f64::from(x) * self.em, -f64::from(y) * self.em)
            }
        }
        impl ttf_parser::OutlineBuilder for Pen {
            fn move_to(&mut self, x: f32, y: f32) {
                self.path.move_to(self.at(x, y));
            }
            fn line_to(&mut self, x: f32, y: f32) {
                self.path.line_to(self.at(x, y));
            }
            fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
                self.path.quad_to(self.at(x1, y1), self.at(x, y));
            }
            fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
                self.path.curve_to(self.at(x1, y1), self.at(x2, y2), self.at(x, y));
            }
            fn close(&mut self) {
                self.path.close();
            }
        }
        let mut pen = Pen { path: Path::new(), em: self.em };
        self.face.outline_glyph(ttf_parser::GlyphId(glyph), &mut pen);
        pen.path
    }
}

/// A glyph of a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Glyph {
    /// Its number in the font; 0 is the box for a missing one.
    pub id: u16,
    /// From its place to that of the next, in millimetres, with spacing.
    pub advance: f64,
    /// How far it is moved from its place, in millimetres: to the right, and down.
    pub dx: f64,
    pub dy: f64,
    /// The part of the run's text that it stands for, in bytes. Empty for the later glyphs of one cluster.
    pub start: u32,
    pub end: u32,
}

/// A shaped text in one font and size.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    pub face: Face,
    /// In points.
    pub size: f64,
    pub text: String,
    pub glyphs: Vec<Glyph>,
    /// The space after each glyph that was asked for, in millimetres; it is part of the advances.
    pub spacing: f64,
}

impl Run {
    /// The sum of the advances, in millimetres.
    pub fn width(&self) -> f64 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }

    /// The width without the space after the last glyph: what is centred and set flush right.
    pub fn inked_width(&self) -> f64 {
        if self.glyphs.is_empty() { 0.0 } else { self.width() - self.spacing }
    }

    /// The characters that the font does not have.
    pub fn missing(&self) -> impl Iterator<Item = char> {
        let lost = self.glyphs.iter().filter(|glyph| glyph.id == 0);
        lost.flat_map(|glyph| self.characters(glyph).chars())
    }

    /// The characters that one of its glyphs stands for.
    pub fn characters(&self, glyph: &Glyph) -> &str {
        &self.text[glyph.start as usize..glyph.end as usize]
    }
}

/// Shapes a text: kerning and ligatures as the font has them (no ligatures when it is spaced out).
///
/// `size` is in points, `spacing` in parts of the size. Characters that the font does not have become its box
/// and are named by [`Run::missing`].
pub fn shape(face: Face, size: f64, text: &str, spacing: f64) -> Run {
    let loaded = face.loaded();
    let scale = size * MM_PER_PT * loaded.em;
    let mut buffer = rustybuzz::UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(rustybuzz::Direction::LeftToRight);
    buffer.set_script(rustybuzz::script::LATIN);
    let shaped = if spacing == 0.0 {
        rustybuzz::shape_with_plan(&loaded.face, &loaded.plan, buffer)
    } else {
        let features = [b"liga", b"clig", b"dlig"]
            .map(|tag| rustybuzz::Feature::new(ttf_parser::Tag::from_bytes(tag), 0, ..));
        rustybuzz::shape(&loaded.face, &features, buffer)
    };
    let spacing = spacing * size * MM_PER_PT;
    let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
    let mut glyphs: Vec<Glyph> = infos
        .iter()
        .zip(positions)
        .map(|(info, place)| Glyph {
            id: info.glyph_id as u16,
            advance: f64::from(place.x_advance) * scale + spacing,
            dx: f64::from(place.x_offset) * scale,
            dy: -f64::from(place.y_offset) * scale,
            start: info.cluster,
            end: info.cluster,
        })
        .collect();
    // The first glyph of a cluster stands for all its characters, up to where the next one begins.
    let mut end = text.len() as u32;
    for index in (0..glyphs.len()).rev() {
        let is_first = index == 0 || glyphs[index - 1].start != glyphs[index].start;
        if is_first {
            glyphs[index].end = end;
            end = glyphs[index].start;
        }
    }
    Run { face, size, text: text.to_owned(), glyphs, spacing }
}

/// The width of a text in millimetres, without the space after its last glyph.
pub fn width(face: Face, size: f64, text: &str, spacing: f64) -> f64 {
    shape(face, size, text, spacing).inked_width()
}

/// Shapes a text as large as it can be to fit a width, from `size` points down to `least`. `None` if it is too
/// wide even then.
pub fn fit(face: Face, size: f64, least: f64, text: &str, spacing: f64, width: f64) -> Option<Run> {
    let run = shape(face, size, text, spacing);
    let wide = run.inked_width();
    if wide <= width {
        return Some(run);
    }
    // Widths grow with the size, so one division finds it; rounded down to a tenth of a point.
    let size = (size * width / wide * 10.0).floor() / 10.0;
    (size >= least).then(|| shape(face, size, text, spacing))
}

/// How a part of a paragraph looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    pub face: Face,
    /// In points.
    pub size: f64,
    /// The space after each glyph, in parts of the size.
    pub spacing: f64,
    pub paint: Paint,
}

impl Style {
    pub fn new(face: Face, size: f64, paint: impl Into<Paint>) -> Self {
        Self { face, size, spacing: 0.0, paint: paint.into() }
    }

    pub fn spaced(mut self, spacing: f64) -> Self {
        self.spacing = spacing;
        self
    }

    pub fn shape(&self, text: &str) -> Run {
        shape(self.face, self.size, text, self.spacing)
    }
}

/// A part of a paragraph in one style, with what it leads to when clicked.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    pub text: String,
    pub style: Style,
    pub link: Option<Target>,
}

impl Span {
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style, link: None }
    }

    pub fn linked(mut self, to: Target) -> Self {
        self.link = Some(to);
        self
    }
}

/// To which side the lines of a paragraph are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    #[default]
    Left,
    Centre,
    Right,
}

/// A line of a paragraph.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub parts: Vec<LinePart>,
    /// From the paragraph's top to the baseline, in millimetres.
    pub baseline: f64,
    /// What it takes of the width.
    pub width: f64,
}

/// The stretch of a line that is in one style.
#[derive(Debug, Clone, PartialEq)]
pub struct LinePart {
    /// From the paragraph's left edge, in millimetres.
    pub x: f64,
    pub run: Run,
    pub paint: Paint,
    pub link: Option<Target>,
}

/// A word that is not broken: pieces in one style each, and the space before it.
struct Word<'a> {
    pieces: Vec<(&'a Span, &'a str)>,
    /// The span whose space stands before it; `None` at the beginning of a paragraph or within a word.
    space: Option<&'a Span>,
    /// Whether a new line was asked for before it.
    newline: bool,
}

/// Breaks styled text into lines of at most `width` millimetres, the baselines `leading` points apart, the first
/// one 0.8 of the leading below the top.
///
/// Lines break at spaces, after dashes and at `\n`; `\u{a0}` keeps words together. A word that is wider than
/// the width stands on a line of its own and sticks out: the caller sees that by [`Line::width`].
pub fn paragraph(spans: &[Span], width: f64, leading: f64, align: Align) -> Vec<Line> {
    let leading = leading * MM_PER_PT;
    let mut lines: Vec<Vec<LinePart>> = vec![Vec::new()];
    let mut x = 0.0;
    for word in words(spans) {
        let runs: Vec<(&Span, Run)> =
            word.pieces.iter().map(|&(span, text)| (span, span.style.shape(text))).collect();
        let wide: f64 = runs.iter().map(|(_, run)| run.width()).sum();
        let space = word.space.map_or(0.0, |span| span.style.shape(" ").width());
        let is_first = lines.last().is_none_or(Vec::is_empty);
        if word.newline || (!is_first && x + space + wide > width + 1e-6) {
            lines.push(Vec::new());
            x = 0.0;
        } else if !is_first {
            x += space;
        }
        let line = lines.last_mut().expect("there is always a line");
        for (span, run) in runs {
            let wide = run.width();
            line.push(LinePart { x, run, paint: span.style.paint, link: span.link.clone() });
            x += wide;
        }
    }
    let lines = lines.into_iter().enumerate().map(|(index, parts)| {
        let mut parts = joined(parts);
        let wide = parts.last().map_or(0.0, |part| part.x + part.run.inked_width());
        let shift = match align {
            Align::Left => 0.0,
            Align::Centre => (width - wide) / 2.0,
            Align::Right => width - wide,
        };
        parts.iter_mut().for_each(|part| part.x += shift);
        Line { parts, baseline: leading * (0.8 + index as f64), width: wide }
    });
    lines.collect()
}

/// The height of a paragraph in millimetres.
pub fn height(lines: &[Line], leading: f64) -> f64 {
    lines.len() as f64 * leading * MM_PER_PT
}

/// Joins neighbouring parts of one style into one run, with its spaces, so that a reader of the file finds whole
/// sentences and not words.
fn joined(parts: Vec<LinePart>) -> Vec<LinePart> {
    let mut out: Vec<LinePart> = Vec::new();
    for part in parts {
        let Some(last) = out.last_mut() else {
            out.push(part);
            continue;
        };
        let gap = part.x - (last.x + last.run.width());
        let alike = last.run.face == part.run.face
            && last.run.size == part.run.size
            && last.run.spacing == part.run.spacing
            && last.paint == part.paint
            && last.link == part.link;
        if !alike {
            if gap > 1e-9 {
                // The space belongs to the text before it, so that words do not run together when copied.
                append_space(&mut last.run, gap);
            }
            out.push(part);
            continue;
        }
        if gap > 1e-9 {
            append_space(&mut last.run, gap);
        }
        let offset = last.run.text.len() as u32;
        last.run.text.push_str(&part.run.text);
        last.run.glyphs.extend(part.run.glyphs.iter().map(|glyph| Glyph {
            start: glyph.start + offset,
            end: glyph.end + offset,
            ..*glyph
        }));
    }
    out
}

fn append_space(run: &mut Run, advance: f64) {
    let start = run.text.len() as u32;
    run.text.push(' ');
    let id = run.face.loaded().face.glyph_index(' ').map_or(0, |id| id.0);
    run.glyphs.push(Glyph { id, advance, dx: 0.0, dy: 0.0, start, end: start + 1 });
}

fn words(spans: &[Span]) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut open = false;
    let mut space = None;
    let mut newline = false;
    for span in spans {
        let mut rest = span.text.as_str();
        while let Some(first) = rest.chars().next() {
            if first == ' ' || first == '\n' || first == '\t' {
                if first == '\n' {
                    if newline {
                        words.push(Word { pieces: Vec::new(), space: None, newline: true });
                    }
                    newline = true;
                }
                space = Some(span);
                open = false;
                rest = &rest[first.len_utf8()..];
                continue;
            }
            // A piece ends before a space or after a dash that is followed by something.
            let mut end = rest.len();
            let mut dashed = false;
            for (index, character) in rest.char_indices() {
                if matches!(character, ' ' | '\n' | '\t') {
                    end = index;
                    break;
                }
                if matches!(character, '-' | '–' | '—') && index > 0 {
                    end = index + character.len_utf8();
                    dashed = true;
                    break;
                }
            }
            let piece = (span, &rest[..end]);
            match words.last_mut() {
                Some(word) if open => word.pieces.push(piece),
                _ => words.push(Word {
                    pieces: vec![piece],
                    // A word after a forced break has no space before it.
                    space: space.filter(|_| !newline),
                    newline,
                }),
            }
            (space, newline) = (None, false);
            open = !dashed;
            rest = &rest[end..];
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::role;

    #[test]
    fn every_face_is_the_one_it_is_named_after() {
        for face in Face::ALL {
            assert!(!face.data().is_empty(), "{face:?}");
            let parsed = ttf_parser::Face::parse(face.data(), 0).unwrap();
            let (family, italic, weight) = face.style();
            let names: Vec<String> = parsed.names().into_iter().filter_map(|n| n.to_string()).collect();
            assert!(names.iter().any(|name| name == face.postscript_name()), "{names:?}");
            assert!(names.iter().any(|name| name.starts_with(family)), "{names:?}");
            assert_eq!((parsed.is_italic(), parsed.weight().to_number()), (italic, weight), "{face:?}");
        }
    }

    #[test]
    fn glyphs_cover_the_text_once() {
        for text in ["0512", "Überfall – “fi ffl” à la Café", "e\u{301}tude", ""] {
            for face in Face::ALL {
                let run = shape(face, 10.0, text, 0.0);
                let read: String = run.glyphs.iter().map(|glyph| run.characters(glyph)).collect();
                assert_eq!(read, text, "{face:?}");
                assert_eq!(run.missing().count(), 0, "{face:?} {text}");
            }
        }
    }

    #[test]
    fn widths_grow_with_size_and_spacing() {
        let one = width(Face::Sans, 10.0, "0512", 0.0);
        assert!((width(Face::Sans, 20.0, "0512", 0.0) - 2.0 * one).abs() < 1e-9);
        let spaced = width(Face::Sans, 10.0, "0512", 0.1);
        assert!((spaced - one - 3.0 * 0.1 * 10.0 * MM_PER_PT).abs() < 1e-9);
        // A digit of Noto Sans is 572 thousandths of the size wide.
        assert!((one - 4.0 * 0.572 * 10.0 * MM_PER_PT).abs() < 0.01);
    }

    #[test]
    fn a_missing_glyph_is_named() {
        let run = shape(Face::Serif, 10.0, "a漢b", 0.0);
        assert_eq!(run.missing().collect::<String>(), "漢");
    }

    #[test]
    fn a_text_is_set_smaller_to_fit_but_not_below_its_least_size() {
        let wide = width(Face::SerifBold, 6.2, "Hunkpapa", 0.0);
        assert_eq!(fit(Face::SerifBold, 6.2, 6.0, "Hunkpapa", 0.0, wide).unwrap().size, 6.2);
        let run = fit(Face::SerifBold, 6.2, 3.0, "Hunkpapa", 0.0, wide * 0.7).unwrap();
        assert!(run.inked_width() <= wide * 0.7 && run.size < 6.2);
        assert_eq!(fit(Face::SerifBold, 6.2, 6.0, "Hunkpapa", 0.0, wide * 0.7), None);
    }

    #[test]
    fn lines_break_at_spaces_and_newlines_and_keep_within_the_width() {
        let style = Style::new(Face::Serif, 10.0, role::INK);
        let text = "Units may pass through a full hex if the path\u{a0}does not stop there.\nNext one.";
        let lines = paragraph(&[Span::new(text, style)], 40.0, 12.0, Align::Left);
        let read: Vec<String> =
            lines.iter().map(|line| line.parts.iter().map(|part| part.run.text.as_str()).collect()).collect();
        assert_eq!(read.join(" "), text.replace('\n', " "));
        assert_eq!(read.last().unwrap(), "Next one.");
        assert!(lines.len() > 2 && lines.iter().all(|line| line.width <= 40.0 && line.parts.len() == 1));
    }

    #[test]
    fn styles_meet_within_a_line_and_a_word() {
        let plain = Style::new(Face::Serif, 10.0, role::INK);
        let bold = Style::new(Face::SerifBold, 10.0, role::INK);
        let spans = [Span::new("a un", plain), Span::new("broken", bold), Span::new(" word", plain)];
        let lines = paragraph(&spans, 100.0, 12.0, Align::Right);
        let texts: Vec<&str> = lines[0].parts.iter().map(|part| part.run.text.as_str()).collect();
        assert_eq!(texts, ["a un", "broken ", "word"]);
        let last = &lines[0].parts[2];
        assert!((last.x + last.run.width() - 100.0).abs() < 1e-9);
        // "unbroken" goes to the next line as a whole.
        let narrow = paragraph(&spans, width(Face::Serif, 10.0, "a un", 0.0) + 1.0, 12.0, Align::Left);
        assert_eq!(narrow[0].parts[0].run.text, "a");
    }

    #[test]
    fn outlines_stand_on_the_baseline() {
        let run = shape(Face::Sans, 10.0, "H", 0.0);
        let bounds = Face::Sans.outline(run.glyphs[0].id).bounds().unwrap();
        assert!(bounds.bottom().abs() < 1e-9 && (bounds.h - Face::Sans.cap_height()).abs() < 1e-9);
    }
}
