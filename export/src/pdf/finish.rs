//! What printpdf 0.12.8 leaves out or gets wrong, put right in the document before it is written.
//!
//! 1. The version is 1.7.
//! 2. Pages have a BleedBox.
//! 3. PageMode is a name.
//! 4. Bookmarks are nested and in order.
//! 5. Forms come as external objects, which viewers read.
//! 6. A form may show text, by resources of its own.
//! 7. Fonts are cut down to their used glyphs before they are embedded (`fonts`).
//! 8. Fonts have their PostScript names, with the tag of a subset.
//! 9. The information has title, author and dates, and nothing empty.
//! 10. Layers are in order, with those that are off at first.
//! 11. There are viewer preferences, a language, page labels and named places.
//! 12. Objects are numbered anew, and the document's id is a digest.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};

use super::content::{Form, PageContent, Shared, Used};
use super::{Digest, PdfError, PdfOptions};
use crate::drawing::{
    Anchor, Bookmark, Drawing, Duplex, Item, MM_PER_PT, Page, Point, Rect, Target, Transform,
};

pub(super) fn finish(
    mut document: Document,
    shared: &Shared,
    forms: &[Form],
    pages: &[PageContent],
    options: &PdfOptions,
) -> Result<Vec<u8>, PdfError> {
    let drawing = shared.drawing;
    document.version = "1.7".into();
    let page_ids: Vec<ObjectId> = document.page_iter().collect();
    let names = Names::of(&document, &page_ids)?;
    set_widths(&mut document, shared, &names)?;

    // Streams that name the same things share one dictionary of them.
    let mut known: BTreeMap<&Used, ObjectId> = BTreeMap::new();
    let named = forms.iter().map(|form| &form.used).filter(|used| **used != Used::default());
    let users = named.chain(pages.iter().map(|page| &page.used));
    for used in users {
        known.entry(used).or_insert_with(|| document.add_object(names.resources(used)));
    }
    // An outline names nothing, and says so by having none.
    for form in forms.iter().filter(|form| form.used != Used::default()) {
        let resources = known[&form.used];
        let id = names.xobjects[form.name.as_bytes()];
        document.get_object_mut(id)?.as_stream_mut()?.dict.set("Resources", resources);
    }
    for (index, (page, &id)) in pages.iter().zip(&page_ids).enumerate() {
        let content = document.add_object(Stream::new(Dictionary::new(), page.content.clone()));
        let annotations = links(&mut document, drawing, &page_ids, index, page);
        let sheet = &drawing.pages[index];
        let dictionary = document.get_object_mut(id)?.as_dict_mut()?;
        dictionary.set("Contents", content);
        dictionary.set("Resources", known[&page.used]);
        dictionary.set("MediaBox", page_box(sheet, sheet.rect()));
        dictionary.remove(b"CropBox");
        dictionary.set("BleedBox", page_box(sheet, sheet.bleed.unwrap_or(sheet.rect())));
        dictionary.set("TrimBox", page_box(sheet, sheet.trim.unwrap_or(sheet.rect())));
        dictionary.remove(b"Annots");
        if !annotations.is_empty() {
            dictionary.set("Annots", annotations);
        }
    }

    set_layers(&mut document, drawing, &names)?;
    let outline = outline(&mut document, drawing, &page_ids);
    let destinations = destinations(drawing, &page_ids);
    let catalogue = document.catalog_mut()?;
    catalogue.set("PageMode", Object::Name(if outline.is_some() { "UseOutlines" } else { "UseNone" }.into()));
    catalogue.set("PageLayout", Object::Name("SinglePage".into()));
    catalogue.remove(b"Outlines");
    if let Some(outline) = outline {
        catalogue.set("Outlines", outline);
    }
    if !destinations.is_empty() {
        let tree = dict([("Names", Object::Array(destinations))]);
        catalogue.set("Names", dict([("Dests", tree)]));
    }
    if !drawing.language.is_empty() {
        catalogue.set("Lang", text(&drawing.language));
    }
    let duplex = match drawing.duplex {
        Duplex::Simplex => "Simplex",
        Duplex::LongEdge => "DuplexFlipLongEdge",
        Duplex::ShortEdge => "DuplexFlipShortEdge",
    };
    catalogue.set(
        "ViewerPreferences",
        dict([
            ("PrintScaling", Object::Name("None".into())),
            ("Duplex", Object::Name(duplex.into())),
            ("DisplayDocTitle", true.into()),
        ]),
    );
    catalogue.set("PageLabels", page_labels(drawing));
    set_information(&mut document, drawing, options)?;

    document.prune_objects();
    document.renumber_objects();
    set_id(&mut document);
    compress(&mut document);
    let mut out = Vec::new();
    document.save_modern(&mut out)?;
    compress_references(&mut out);
    Ok(out)
}

/// The effort of compression: beyond it streams are no smaller.
const LEVEL: i32 = 8;

/// Compresses the streams that are not.
fn compress(document: &mut Document) {
    // What `/Filter /FlateDecode` takes.
    const FILTER: usize = 19;
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else { continue };
        if !stream.allows_compression || stream.dict.has(b"Filter") {
            continue;
        }
        let compressed = crate::deflate::zlib(&stream.content, LEVEL);
        if let Some(compressed) = compressed.filter(|bytes| bytes.len() + FILTER < stream.content.len()) {
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(compressed);
        }
    }
}

/// Compresses the table of where objects are, the last object of a file, which lopdf writes plainly: each row as the
/// difference to the row before, which for objects in order are small numbers. Leaves alone what is not as expected.
fn compress_references(file: &mut Vec<u8>) {
    let find = |from: usize, word: &[u8]| {
        file[from..].windows(word.len()).position(|found| found == word).map(|at| from + at)
    };
    let number = |from: usize| -> Option<usize> {
        let digits = file[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&file[from..from + digits]).ok()?.parse().ok()
    };
    let tail = file.len().saturating_sub(40);
    let made = (|| {
        let start = number(find(tail, b"startxref\n")? + b"startxref\n".len())?;
        let stream = find(start, b"stream\n")?;
        let dictionary = std::str::from_utf8(&file[start..stream]).ok()?;
        let length_at = start + dictionary.find("/Length ")?;
        let length = number(length_at + "/Length ".len())?;
        let (_, widths) = dictionary.split_once("/W[")?;
        let widths = widths.split(']').next()?.split_whitespace();
        let row: usize = widths.filter_map(|width| width.parse::<usize>().ok()).sum();
        let content = stream + b"stream\n".len();
        let rows = file.get(content..content + length)?;
        if row == 0 || dictionary.contains("/Filter") {
            return None;
        }
        let mut differences = Vec::with_capacity(rows.len() + rows.len() / row);
        let mut before = vec![0_u8; row];
        for row in rows.chunks_exact(row) {
            // Two: above.
            differences.push(2);
            differences.extend(row.iter().zip(&before).map(|(byte, above)| byte.wrapping_sub(*above)));
            before.copy_from_slice(row);
        }
        let compressed = crate::deflate::zlib(&differences, LEVEL)?;
        let words = format!(
            "/Length {}/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns {row}>>",
            compressed.len()
        );
        let mut out = file[start..length_at].to_vec();
        out.extend_from_slice(words.as_bytes());
        let after = length_at + "/Length ".len() + length.to_string().len();
        out.extend_from_slice(&file[after..content]);
        out.extend_from_slice(&compressed);
        out.extend_from_slice(&file[content + length..]);
        Some((start, out))
    })();
    if let Some((start, out)) = made.filter(|(start, out)| start + out.len() < file.len()) {
        file.truncate(start);
        file.extend(out);
    }
}

fn dict<const N: usize>(entries: [(&str, Object); N]) -> Object {
    Object::Dictionary(entries.into_iter().collect())
}

/// A string that people read: in plain letters if it can be, else in UTF-16.
fn text(text: &str) -> Object {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return Object::String(text.into(), StringFormat::Literal);
    }
    let units = text.encode_utf16().flat_map(u16::to_be_bytes);
    Object::String([0xfe, 0xff].into_iter().chain(units).collect(), StringFormat::Hexadecimal)
}

/// Thousandths of a point, rounded down: a page that is a hair larger than a whole number of pixels would be
/// shown with one more.
fn real(millimetres: f64) -> Object {
    let thousandths = (millimetres / MM_PER_PT * 1e3 + 1e-6).floor();
    if thousandths % 1e3 == 0.0 {
        Object::Integer((thousandths / 1e3) as i64)
    } else {
        Object::Real((thousandths / 1e3) as f32)
    }
}

/// A box of a page, turned upside down into points.
fn page_box(page: &Page, rect: Rect) -> Object {
    let height = page.height;
    let values = [rect.x, height - rect.bottom(), rect.right(), height - rect.y];
    Object::Array(values.map(real).to_vec())
}

/// Where printpdf put what streams refer to by name.
struct Names {
    fonts: BTreeMap<Vec<u8>, ObjectId>,
    xobjects: BTreeMap<Vec<u8>, ObjectId>,
    layers: BTreeMap<String, ObjectId>,
    faces: BTreeMap<crate::fonts::Face, Vec<u8>>,
}

impl Names {
    fn of(document: &Document, pages: &[ObjectId]) -> Result<Self, PdfError> {
        let first = document.get_dictionary(*pages.first().ok_or(PdfError::Empty)?)?;
        let resources = document.get_dict_in_dict(first, b"Resources")?;
        let named = |key: &[u8]| -> Result<BTreeMap<Vec<u8>, ObjectId>, PdfError> {
            let entries = document.get_dict_in_dict(resources, key)?;
            let pairs = entries.iter().map(|(name, object)| Ok((name.clone(), object.as_reference()?)));
            pairs.collect::<Result<_, lopdf::Error>>().map_err(PdfError::from)
        };
        let fonts = named(b"Font")?;
        let faces = crate::fonts::Face::ALL
            .into_iter()
            .map(|face| (face, format!("T{}", face as u8).into_bytes()))
            .filter(|(_, name)| fonts.contains_key(name))
            .collect();
        let mut layers = BTreeMap::new();
        if let Ok(properties) = document.get_dict_in_dict(document.catalog()?, b"OCProperties") {
            // They are listed in the order of their internal ids, which are ours and count upwards.
            for (index, object) in properties.get(b"OCGs")?.as_array()?.iter().enumerate() {
                layers.insert(format!("L{index:03}"), object.as_reference()?);
            }
        }
        Ok(Self { fonts, xobjects: named(b"XObject")?, layers, faces })
    }

    /// The resources that a stream names, and no others.
    fn resources(&self, used: &Used) -> Object {
        let mut resources = Dictionary::new();
        let fonts = used.fonts.iter().filter_map(|face| self.faces.get(face));
        let fonts: Dictionary =
            fonts.map(|name| (name.clone(), Object::Reference(self.fonts[name]))).collect();
        let xobjects = used.xobjects.iter().filter_map(|name| {
            let id = self.xobjects.get(name.as_bytes())?;
            Some((name.as_bytes().to_vec(), Object::Reference(*id)))
        });
        let layers = used
            .layers
            .iter()
            .filter_map(|name| Some((name.as_bytes().to_vec(), Object::Reference(*self.layers.get(name)?))));
        let opacity = |key: &'static str, kind: char, thousandths: u16| {
            let state = dict([(key, Object::Real(f32::from(thousandths) / 1000.0))]);
            (format!("{kind}{thousandths}").into_bytes(), state)
        };
        let fills = used.fill_opacities.iter().map(|&value| opacity("ca", 'f', value));
        let strokes = used.stroke_opacities.iter().map(|&value| opacity("CA", 's', value));
        let parts = [
            ("Font", fonts),
            ("XObject", xobjects.collect()),
            ("ExtGState", fills.chain(strokes).collect()),
            ("Properties", layers.collect()),
        ];
        for (key, part) in parts {
            if !part.is_empty() {
                resources.set(key, part);
            }
        }
        Object::Dictionary(resources)
    }
}

/// The widths that the text was written for.
fn set_widths(document: &mut Document, shared: &Shared, names: &Names) -> Result<(), PdfError> {
    for (face, subset) in shared.fonts.iter() {
        let Some(name) = names.faces.get(&face) else { continue };
        let font = document.get_object_mut(names.fonts[name])?.as_dict_mut()?;
        let descendant = font.get_mut(b"DescendantFonts")?.as_array_mut()?;
        let descendant = descendant.first_mut().ok_or(PdfError::Empty)?.as_dict_mut()?;
        let widths = subset.widths.iter().map(|&width| Object::Integer(i64::from(width)));
        descendant.set("W", vec![Object::Integer(0), Object::Array(widths.collect())]);
    }
    Ok(())
}

fn set_layers(document: &mut Document, drawing: &Drawing, names: &Names) -> Result<(), PdfError> {
    if drawing.layers.is_empty() {
        return Ok(());
    }
    let ids: Vec<ObjectId> = names.layers.values().copied().collect();
    for (layer, &id) in drawing.layers.iter().zip(&ids) {
        let group = dict([("Type", Object::Name("OCG".into())), ("Name", text(&layer.name))]);
        *document.get_object_mut(id)? = group;
    }
    let all = || ids.iter().map(|&id| Object::Reference(id)).collect::<Vec<_>>();
    let off = drawing.layers.iter().zip(&ids).filter(|(layer, _)| !layer.on);
    let off: Vec<Object> = off.map(|(_, &id)| Object::Reference(id)).collect();
    let default = dict([
        ("Name", text("Layers")),
        ("BaseState", Object::Name("ON".into())),
        ("Order", all().into()),
        ("OFF", off.into()),
    ]);
    document.catalog_mut()?.set("OCProperties", dict([("OCGs", all().into()), ("D", default)]));
    Ok(())
}

/// Where a target is, as a viewer wants it.
fn destination(drawing: &Drawing, pages: &[ObjectId], target: &Target) -> Option<Object> {
    let (page, at) = drawing.find(target)?;
    Some(place(drawing, pages, page, at))
}

fn place(drawing: &Drawing, pages: &[ObjectId], page: usize, at: Point) -> Object {
    let y = drawing.pages[page].height - at.y;
    Object::Array(vec![
        Object::Reference(pages[page]),
        Object::Name("XYZ".into()),
        real(at.x),
        real(y),
        Object::Null,
    ])
}

fn links(
    document: &mut Document,
    drawing: &Drawing,
    pages: &[ObjectId],
    index: usize,
    page: &PageContent,
) -> Vec<Object> {
    let mut out = Vec::new();
    for link in &page.links {
        let mut annotation = Dictionary::new();
        annotation.set("Type", Object::Name("Annot".into()));
        annotation.set("Subtype", Object::Name("Link".into()));
        annotation.set("Rect", page_box(&drawing.pages[index], link.rect));
        annotation.set("Border", vec![Object::Integer(0), Object::Integer(0), Object::Integer(0)]);
        annotation.set("F", 4);
        match &link.to {
            Target::Url(url) => {
                let url = Object::String(url.as_bytes().to_vec(), StringFormat::Literal);
                annotation.set("A", dict([("S", Object::Name("URI".into())), ("URI", url)]));
            }
            target => {
                let Some(destination) = destination(drawing, pages, target) else { continue };
                annotation.set("Dest", destination);
            }
        }
        out.push(Object::Reference(document.add_object(annotation)));
    }
    out
}

/// The bookmarks; those that lead nowhere stay as headings.
fn outline(document: &mut Document, drawing: &Drawing, pages: &[ObjectId]) -> Option<ObjectId> {
    if drawing.outline.is_empty() {
        return None;
    }
    let root = document.new_object_id();
    let mut dictionary = Dictionary::new();
    dictionary.set("Type", Object::Name("Outlines".into()));
    let shown = bookmarks(document, drawing, pages, &drawing.outline, root, &mut dictionary);
    dictionary.set("Count", shown);
    document.set_object(root, dictionary);
    Some(root)
}

/// Adds bookmarks under a parent and returns how many lines a reader shows at first: their own. Those below are
/// folded in.
fn bookmarks(
    document: &mut Document,
    drawing: &Drawing,
    pages: &[ObjectId],
    list: &[Bookmark],
    parent: ObjectId,
    parent_dictionary: &mut Dictionary,
) -> i64 {
    let ids: Vec<ObjectId> = list.iter().map(|_| document.new_object_id()).collect();
    for (index, bookmark) in list.iter().enumerate() {
        let mut dictionary = Dictionary::new();
        dictionary.set("Title", text(&bookmark.title));
        dictionary.set("Parent", parent);
        if index > 0 {
            dictionary.set("Prev", ids[index - 1]);
        }
        if let Some(&next) = ids.get(index + 1) {
            dictionary.set("Next", next);
        }
        match &bookmark.to {
            Target::Url(url) => {
                let url = Object::String(url.as_bytes().to_vec(), StringFormat::Literal);
                dictionary.set("A", dict([("S", Object::Name("URI".into())), ("URI", url)]));
            }
            target => {
                if let Some(destination) = destination(drawing, pages, target) {
                    dictionary.set("Dest", destination);
                }
            }
        }
        if !bookmark.children.is_empty() {
            let below = bookmarks(document, drawing, pages, &bookmark.children, ids[index], &mut dictionary);
            dictionary.set("Count", -below);
        }
        document.set_object(ids[index], dictionary);
    }
    if let (Some(&first), Some(&last)) = (ids.first(), ids.last()) {
        parent_dictionary.set("First", first);
        parent_dictionary.set("Last", last);
    }
    ids.len() as i64
}

/// The anchors as named places, in the order of their names, so that other documents can lead to them.
fn destinations(drawing: &Drawing, pages: &[ObjectId]) -> Vec<Object> {
    fn collect(items: &[Item], at: Transform, page: usize, out: &mut BTreeMap<String, (usize, Point)>) {
        for item in items {
            match item {
                Item::Anchor(Anchor { name, at: point }) => {
                    out.entry(name.clone()).or_insert((page, at.apply(*point)));
                }
                Item::Group(group) => collect(&group.items, at.of(group.transform), page, out),
                _ => {}
            }
        }
    }
    let mut places = BTreeMap::new();
    for (number, page) in drawing.pages.iter().enumerate() {
        collect(&page.items, Transform::IDENTITY, number, &mut places);
    }
    let pairs = places.into_iter().flat_map(|(name, (page, at))| {
        let name = Object::String(name.into_bytes(), StringFormat::Literal);
        [name, place(drawing, pages, page, at)]
    });
    pairs.collect()
}

fn page_labels(drawing: &Drawing) -> Object {
    let label = |index: usize, page: &Page| {
        let label = if page.label.is_empty() { (index + 1).to_string() } else { page.label.clone() };
        [Object::Integer(index as i64), dict([("P", text(&label))])]
    };
    let labels = drawing.pages.iter().enumerate().flat_map(|(index, page)| label(index, page));
    dict([("Nums", Object::Array(labels.collect()))])
}

fn set_information(document: &mut Document, drawing: &Drawing, options: &PdfOptions) -> Result<(), PdfError> {
    let date = Object::String(pdf_date(options.date).into_bytes(), StringFormat::Literal);
    let mut information = Dictionary::new();
    let keywords = drawing.keywords.join(", ");
    let words = [
        ("Title", drawing.title.as_str()),
        ("Author", &drawing.author),
        ("Subject", &drawing.subject),
        ("Keywords", &keywords),
        ("Creator", concat!("Sandtable ", env!("CARGO_PKG_VERSION"))),
        ("Producer", concat!("Sandtable ", env!("CARGO_PKG_VERSION"), " with printpdf 0.12.8")),
    ];
    for (key, value) in words {
        if !value.is_empty() {
            information.set(key, text(value));
        }
    }
    information.set("CreationDate", date.clone());
    information.set("ModDate", date);
    let id = document.trailer.get(b"Info")?.as_reference()?;
    document.set_object(id, information);
    // The second line of a file: bytes above 127, so that it is taken for binary. These say by whom it was made,
    // which the information, being compressed, does not say at a glance.
    document.binary_mark = b"Sandtable".iter().map(|byte| byte | 0x80).collect();
    Ok(())
}

/// Seconds since 1970 as `D:20260101000000Z`.
fn pdf_date(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days are counted from the first of March of year 0 in eras of 400 years, so that leap days come last.
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}

/// An id out of what is in the document.
fn set_id(document: &mut Document) {
    let (mut one, mut two) = (Digest::default(), Digest::default());
    two.add(b"Sandtable");
    for (id, object) in &document.objects {
        one.add(&id.0.to_be_bytes());
        match object {
            Object::Stream(stream) => {
                one.add(&stream.content);
                two.add(&stream.content);
            }
            other => two.add(format!("{other:?}").as_bytes()),
        }
    }
    let bytes: Vec<u8> = one.value().to_be_bytes().into_iter().chain(two.value().to_be_bytes()).collect();
    let id = Object::String(bytes, StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![id.clone(), id]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_counted_from_1970() {
        assert_eq!(pdf_date(0), "D:19700101000000Z");
        assert_eq!(pdf_date(951_782_400), "D:20000229000000Z");
        assert_eq!(pdf_date(1_767_225_600), "D:20260101000000Z");
        assert_eq!(pdf_date(1_767_225_599), "D:20251231235959Z");
    }
}
