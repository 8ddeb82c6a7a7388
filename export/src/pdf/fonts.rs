//! The fonts of a document: the glyphs that it uses, each face cut down to them.

use std::collections::BTreeMap;

use printpdf::{FontId, ParsedFont};
use subsetter::GlyphRemapper;

use super::PdfError;
use crate::drawing::{Drawing, Group, Picture, Shape, Text, Use, View};
use crate::fonts::Face;
use crate::walk::{Canvas, walk};

/// A face with the glyphs that a document uses.
pub(super) struct Subset {
    /// Its name among a stream's resources.
    pub resource: String,
    mapper: GlyphRemapper,
    /// The width of each glyph of the subset, in thousandths of the size.
    pub widths: Vec<u16>,
    /// What each glyph of the subset stands for.
    meanings: BTreeMap<u16, String>,
    /// The PostScript name with the tag of a subset.
    pub name: String,
}

impl Subset {
    /// The code of a glyph in text strings, and its width in thousandths of the size.
    pub fn code(&self, glyph: u16) -> (u16, u16) {
        let code = self.mapper.get(glyph).unwrap_or(0);
        (code, self.widths.get(usize::from(code)).copied().unwrap_or(0))
    }
}

/// The fonts of a document.
#[derive(Default)]
pub(super) struct Fonts {
    subsets: BTreeMap<Face, Subset>,
}

impl Fonts {
    pub fn subset(&self, face: Face) -> &Subset {
        self.subsets.get(&face).expect("glyphs were counted before they are written")
    }

    pub fn iter(&self) -> impl Iterator<Item = (Face, &Subset)> {
        self.subsets.iter().map(|(face, subset)| (*face, subset))
    }

    /// Counts the glyphs of all text that is shown.
    pub fn of(drawing: &Drawing, view: View) -> Self {
        let mut seen = Seen::default();
        for page in &drawing.pages {
            walk(&page.items, view, &mut seen);
        }
        for symbol in drawing.symbols.values() {
            walk(&symbol.items, view, &mut seen);
        }
        let subsets = seen.glyphs.into_iter().map(|(face, glyphs)| (face, Subset::of(face, &glyphs)));
        Self { subsets: subsets.collect() }
    }

    /// Hands the cut fonts to a document, and the operations that tell it which glyphs are used.
    pub fn add_to(&self, document: &mut printpdf::PdfDocument) -> Result<Vec<printpdf::Op>, PdfError> {
        let mut operations = Vec::new();
        for (face, subset) in self.iter() {
            let data = subsetter::subset(face.data(), 0, &subset.mapper)
                .map_err(|error| PdfError::Font(subset.name.clone(), error.to_string()))?;
            // It warns that a subset has no table of characters, which is as it should be.
            let mut parsed = ParsedFont::from_bytes(&data, 0, &mut Vec::new())
                .ok_or_else(|| PdfError::Font(subset.name.clone(), "the subset cannot be read".into()))?;
            parsed.font_name = Some(subset.name.clone());
            let id = FontId(subset.resource.clone());
            document.resources.fonts.map.insert(id.clone(), printpdf::PdfFont::new(parsed));
            let shown = subset
                .meanings
                .iter()
                .map(|(code, meaning)| printpdf::Codepoint::with_cid(*code, 0.0, meaning.clone()));
            operations.extend([
                printpdf::Op::SetFont {
                    font: printpdf::PdfFontHandle::External(id),
                    size: printpdf::Pt(1.0),
                },
                printpdf::Op::ShowText { items: vec![printpdf::TextItem::GlyphIds(shown.collect())] },
            ]);
        }
        Ok(operations)
    }
}

impl Subset {
    fn of(face: Face, glyphs: &BTreeMap<u16, String>) -> Self {
        let mut mapper = GlyphRemapper::new();
        let mut meanings = BTreeMap::new();
        for (&glyph, meaning) in glyphs {
            meanings.insert(mapper.remap(glyph), meaning.clone());
        }
        let parsed = ttf_parser::Face::parse(face.data(), 0).expect("the shipped fonts are sound");
        let em = f64::from(parsed.units_per_em());
        let width = |glyph| {
            let advance = parsed.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
            (f64::from(advance) * 1000.0 / em).round() as u16
        };
        let widths = mapper.remapped_gids().map(width).collect();
        // Six letters that depend on the glyphs alone, so that the same text has the same tag.
        let mut hash = super::Digest::default();
        hash.add(face.postscript_name().as_bytes());
        for glyph in glyphs.keys() {
            hash.add(&glyph.to_be_bytes());
        }
        let mut rest = hash.value();
        let tag: String = (0..6)
            .map(|_| {
                let letter = char::from(b'A' + (rest % 26) as u8);
                rest /= 26;
                letter
            })
            .collect();
        Self {
            resource: format!("T{}", face as u8),
            mapper,
            widths,
            meanings,
            name: format!("{tag}+{}", face.postscript_name()),
        }
    }
}

/// The glyphs that were met, with the characters that each stood for first.
#[derive(Default)]
struct Seen {
    glyphs: BTreeMap<Face, BTreeMap<u16, String>>,
}

impl Canvas for Seen {
    fn enter(&mut self, _group: &Group) -> bool {
        true
    }
    fn leave(&mut self, _group: &Group) {}
    fn shape(&mut self, _shape: &Shape) {}
    fn text(&mut self, text: &Text) {
        if text.run.glyphs.is_empty() {
            return;
        }
        let glyphs = self.glyphs.entry(text.run.face).or_default();
        for glyph in &text.run.glyphs {
            let meaning = glyphs.entry(glyph.id).or_default();
            if meaning.is_empty() {
                *meaning = text.run.characters(glyph).to_owned();
            }
        }
    }
    fn used(&mut self, _used: &Use) {}
    fn picture(&mut self, _picture: &Picture) {}
}
