//! PDF: real text in subset fonts, lines as vectors, symbols as forms, layers, bookmarks and links.
//!
//! The document is built through printpdf (fonts, forms, layers, pages) and finished in memory with lopdf, which
//! also mends what printpdf leaves out; `finish` lists it. The same drawing gives the same bytes, in one process
//! or in two.

mod content;
mod finish;
mod fonts;
mod outlines;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use printpdf::{DictItem, ExternalStream, ExternalXObject, PdfDocument, PdfPage, XObject, XObjectId};

use self::content::{Form, PageContent, Shared};
use self::outlines::Outlines;
use crate::drawing::{Drawing, Raster, View};
use crate::walk::raster_in_view;

/// How to write a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfOptions {
    /// The table of colours.
    pub view: View,
    /// The date of the document, in seconds since the beginning of 1970. It is no clock's: the same input gives
    /// the same bytes.
    pub date: i64,
}

impl Default for PdfOptions {
    fn default() -> Self {
        // The first of January 2026.
        Self { view: View::default(), date: 1_767_225_600 }
    }
}

impl PdfOptions {
    pub fn new(view: View) -> Self {
        Self { view, ..Self::default() }
    }

    /// The date out of the value of `SOURCE_DATE_EPOCH`, if there is one and it is a number.
    pub fn dated(mut self, source_date_epoch: Option<&str>) -> Self {
        if let Some(date) = source_date_epoch.and_then(|text| text.trim().parse().ok()) {
            self.date = date;
        }
        self
    }
}

/// A PDF could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    #[error("the drawing has no pages")]
    Empty,
    #[error("page {page} is {width} × {height} mm, expected a size between 1 and 5080 mm")]
    PageSize { page: usize, width: f64, height: f64 },
    #[error("the font {0} cannot be embedded: {1}")]
    Font(String, String),
    #[error("the document cannot be put together")]
    Document(#[from] lopdf::Error),
    #[error("the document cannot be written")]
    Write(#[from] std::io::Error),
}

/// Writes a drawing as a PDF document.
///
/// What cannot be shown (a symbol that is not there, a link that leads nowhere) is left out;
/// [`Drawing::faults`] names it.
///
/// # Errors
/// A drawing without pages, a page of an impossible size, or a font that cannot be cut down.
pub fn write(drawing: &Drawing, options: &PdfOptions) -> Result<Vec<u8>, PdfError> {
    if drawing.pages.is_empty() {
        return Err(PdfError::Empty);
    }
    for (page, sheet) in drawing.pages.iter().enumerate() {
        if !(1.0..=5080.0).contains(&sheet.width) || !(1.0..=5080.0).contains(&sheet.height) {
            return Err(PdfError::PageSize { page: page + 1, width: sheet.width, height: sheet.height });
        }
    }
    let view = options.view;
    let fonts = fonts::Fonts::of(drawing, view);
    // Symbols that use themselves are left out.
    let (order, _) = crate::drawing::symbol_order(drawing);
    let reached = reached_symbols(drawing, view);
    let order: Vec<&str> = order.into_iter().filter(|name| reached.contains(name)).collect();
    let name_all = |prefix: char, names: &mut dyn Iterator<Item = &'_ str>| -> Vec<String> {
        names.enumerate().map(|(index, _)| format!("{prefix}{index:03}")).collect()
    };
    let symbol_names = name_all('X', &mut order.iter().copied());
    let raster_names = name_all('I', &mut drawing.rasters.keys().map(String::as_str));
    let layer_names = name_all('L', &mut drawing.layers.iter().map(|layer| layer.name.as_str()));
    let (outlines, outline_forms) = Outlines::of(drawing, view, &order);
    let shared = Shared {
        drawing,
        view,
        fonts: &fonts,
        symbols: order.iter().copied().zip(symbol_names).collect(),
        rasters: drawing.rasters.keys().map(String::as_str).zip(raster_names).collect(),
        layers: drawing.layers.iter().map(|layer| layer.name.as_str()).zip(layer_names).collect(),
        outlines,
    };

    let mut forms: Vec<Form> = outline_forms.iter().map(content::outline).collect();
    let mut faded = 0;
    for name in order.iter().filter(|name| !shared.outlines.is_inline(name)) {
        let made = content::symbol(&shared, name, faded);
        faded += made.len() - 1;
        forms.extend(made);
    }
    let mut pages: Vec<PageContent> = Vec::new();
    for index in 0..drawing.pages.len() {
        let mut page = content::page(&shared, index, faded);
        faded += page.forms.len();
        forms.append(&mut page.forms);
        pages.push(page);
    }

    let mut document = PdfDocument::new(&drawing.title);
    let operations = fonts.add_to(&mut document)?;
    for layer in &drawing.layers {
        let id = printpdf::LayerInternalId(shared.layers[layer.name.as_str()].clone());
        document.resources.layers.map.insert(id, printpdf::Layer::new(&layer.name));
    }
    let shown: BTreeSet<&String> = forms
        .iter()
        .map(|form| &form.used)
        .chain(pages.iter().map(|page| &page.used))
        .flat_map(|used| &used.xobjects)
        .collect();
    for (name, id) in &shared.rasters {
        if shown.contains(id) {
            let raster = raster_in_view(&drawing.rasters[*name], view);
            add_xobject(&mut document, id, raster_stream(&raster));
        }
    }
    for form in &forms {
        add_xobject(&mut document, &form.name, form_stream(form));
    }
    for (index, page) in drawing.pages.iter().enumerate() {
        let (width, height) = (printpdf::Mm(page.width as f32), printpdf::Mm(page.height as f32));
        // The first page carries what tells printpdf which glyphs are used; the content is put in afterwards.
        let operations = if index == 0 { operations.clone() } else { Vec::new() };
        document.pages.push(PdfPage::new(width, height, operations));
    }
    let settings = printpdf::PdfSaveOptions { image_optimization: None, ..Default::default() };
    let lopdf = document.to_lopdf_document(&settings, &mut Vec::new());
    finish::finish(lopdf, &shared, &forms, &pages, options)
}

/// The symbols that pages use, by themselves or through others.
fn reached_symbols(drawing: &Drawing, view: View) -> BTreeSet<&str> {
    use crate::drawing::Item;

    fn collect<'a>(drawing: &'a Drawing, items: &'a [Item], view: View, out: &mut BTreeSet<&'a str>) {
        for item in items {
            match item {
                Item::Group(group) if view.shows(group.tables) => collect(drawing, &group.items, view, out),
                Item::Use(used) => {
                    if let Some((name, symbol)) = drawing.symbols.get_key_value(&used.symbol)
                        && out.insert(name)
                    {
                        collect(drawing, &symbol.items, view, out);
                    }
                }
                _ => {}
            }
        }
    }
    let mut out = BTreeSet::new();
    for page in &drawing.pages {
        collect(drawing, &page.items, view, &mut out);
    }
    out
}

fn add_xobject(document: &mut PdfDocument, id: &str, stream: ExternalStream) {
    let object = ExternalXObject { stream, width: None, height: None, dpi: None };
    document.resources.xobjects.map.insert(XObjectId(id.to_owned()), XObject::External(object));
}

fn name(text: &str) -> DictItem {
    DictItem::Name(text.as_bytes().to_vec())
}

fn dictionary<const N: usize>(entries: [(&str, DictItem); N]) -> BTreeMap<String, DictItem> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn form_stream(form: &Form) -> ExternalStream {
    let bounds = form.bounds;
    let corners = [bounds.x, bounds.y, bounds.right(), bounds.bottom()];
    // Whole numbers are shorter, and there is room around what is drawn.
    let corners = [corners[0].floor(), corners[1].floor(), corners[2].ceil(), corners[3].ceil()]
        .map(|value| DictItem::Int(value as i64));
    let mut dict = dictionary([("Subtype", name("Form")), ("BBox", DictItem::Array(corners.to_vec()))]);
    if form.isolated {
        let group = dictionary([
            ("Type", name("Group")),
            ("S", name("Transparency")),
            ("CS", name("DeviceRGB")),
            ("I", DictItem::Bool(true)),
        ]);
        dict.insert("Group".into(), DictItem::Dict { map: group });
    }
    ExternalStream { dict, content: form.content.clone(), compress: true }
}

fn raster_stream(raster: &Raster) -> ExternalStream {
    let pixels = || raster.rgba.chunks_exact(4);
    let is_grey = pixels().all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    let image = |space: &str| {
        dictionary([
            ("Type", name("XObject")),
            ("Subtype", name("Image")),
            ("Width", DictItem::Int(i64::from(raster.width))),
            ("Height", DictItem::Int(i64::from(raster.height))),
            ("BitsPerComponent", DictItem::Int(8)),
            ("ColorSpace", name(space)),
        ])
    };
    let mut dict = image(if is_grey { "DeviceGray" } else { "DeviceRGB" });
    if pixels().any(|pixel| pixel[3] < 255) {
        let content = pixels().map(|pixel| pixel[3]).collect();
        let mask = ExternalStream { dict: image("DeviceGray"), content, compress: true };
        dict.insert("SMask".into(), DictItem::Stream { stream: mask });
    }
    let colours = if is_grey { 1 } else { 3 };
    let content = pixels().flat_map(|pixel| &pixel[..colours]).copied().collect();
    ExternalStream { dict, content, compress: true }
}

/// A digest of bytes (FNV-1a with a final mix), for tags and ids that must not depend on chance.
#[derive(Debug, Clone, Copy)]
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn value(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}
