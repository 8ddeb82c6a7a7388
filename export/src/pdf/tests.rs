//! Tests of whole documents, read back with lopdf.

use lopdf::{Dictionary, Document, Object};

use super::*;
use crate::drawing::{Group, Page, Path, Rect, Shape, Text, Transform, Use};
use crate::everything::everything;
use crate::fonts::{Face, shape};
use crate::palette::{Table, role};

fn read(drawing: &Drawing) -> Document {
    Document::load_mem(&write(drawing, &PdfOptions::default()).unwrap()).unwrap()
}

fn dictionary<'a>(document: &'a Document, object: &'a Object) -> &'a Dictionary {
    let (_, object) = document.dereference(object).unwrap();
    match object {
        Object::Stream(stream) => &stream.dict,
        other => other.as_dict().unwrap(),
    }
}

fn entry<'a>(document: &'a Document, of: &'a Dictionary, key: &str) -> &'a Object {
    let object = of.get(key.as_bytes()).unwrap_or_else(|_| panic!("no {key} in {of:?}"));
    document.dereference(object).unwrap().1
}

fn text(object: &Object) -> String {
    let bytes = object.as_str().unwrap();
    match bytes.strip_prefix(&[0xfe, 0xff]) {
        None => String::from_utf8(bytes.to_vec()).unwrap(),
        Some(rest) => {
            let units: Vec<u16> = rest.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            String::from_utf16(&units).unwrap()
        }
    }
}

fn content(document: &Document, page: usize) -> String {
    let id = document.page_iter().nth(page).unwrap();
    String::from_utf8(document.get_page_content(id)).unwrap()
}

#[test]
fn the_same_drawing_gives_the_same_bytes() {
    let options = PdfOptions::default();
    let one = write(&everything(), &options).unwrap();
    // Another document in between moves every counter of the process.
    let mut other = Drawing::new("Other");
    other.pages.push(Page::new(100.0, 100.0));
    write(&other, &options).unwrap();
    assert_eq!(one, write(&everything(), &options).unwrap());
    let later = PdfOptions::default().dated(Some("1800000000"));
    assert_ne!(one, write(&everything(), &later).unwrap());
    assert_eq!(PdfOptions::default().dated(Some("soon")), PdfOptions::default());
}

#[test]
fn the_catalogue_says_how_to_print_and_read() {
    let document = read(&everything());
    assert_eq!(document.version, "1.7");
    let catalogue = document.catalog().unwrap();
    assert_eq!(entry(&document, catalogue, "PageMode").as_name().unwrap(), b"UseOutlines");
    assert_eq!(text(entry(&document, catalogue, "Lang")), "en-GB");
    let viewer = dictionary(&document, entry(&document, catalogue, "ViewerPreferences"));
    assert_eq!(entry(&document, viewer, "PrintScaling").as_name().unwrap(), b"None");
    assert_eq!(entry(&document, viewer, "Duplex").as_name().unwrap(), b"DuplexFlipLongEdge");
    let labels = dictionary(&document, entry(&document, catalogue, "PageLabels"));
    let labels = entry(&document, labels, "Nums").as_array().unwrap();
    assert_eq!(text(entry(&document, labels[3].as_dict().unwrap(), "P")), "iv");
}

#[test]
fn the_information_is_complete_and_has_nothing_empty() {
    let document = read(&everything());
    let information = dictionary(&document, document.trailer.get(b"Info").unwrap());
    let mut keys: Vec<&[u8]> = information.iter().map(|(key, _)| key.as_slice()).collect();
    keys.sort();
    let expected: [&[u8]; 8] =
        [b"Author", b"CreationDate", b"Creator", b"Keywords", b"ModDate", b"Producer", b"Subject", b"Title"];
    assert_eq!(keys, expected);
    assert_eq!(text(entry(&document, information, "Title")), "Everything – Überblick");
    assert_eq!(text(entry(&document, information, "CreationDate")), "D:20260101000000Z");
}

#[test]
fn pages_have_their_boxes() {
    let document = read(&everything());
    let page = document.get_dictionary(document.page_iter().nth(1).unwrap()).unwrap();
    for (key, left, width) in [("MediaBox", 0.0, 154.0), ("BleedBox", 1.0, 152.0), ("TrimBox", 3.0, 148.0)] {
        let corners = entry(&document, page, key).as_array().unwrap();
        let at = |index: usize| f64::from(corners[index].as_float().unwrap()) * 25.4 / 72.0;
        assert!((at(0) - left).abs() < 1e-3 && (at(2) - at(0) - width).abs() < 1e-3, "{key} {corners:?}");
    }
}

#[test]
fn layers_are_in_order_and_off_as_asked() {
    let document = read(&everything());
    let properties = dictionary(&document, entry(&document, document.catalog().unwrap(), "OCProperties"));
    let default = dictionary(&document, entry(&document, properties, "D"));
    let names = |key: &str| -> Vec<String> {
        let list = entry(&document, default, key).as_array().unwrap();
        list.iter().map(|group| text(entry(&document, dictionary(&document, group), "Name"))).collect()
    };
    assert_eq!(names("Order"), ["ground", "numbers", "Größe"]);
    assert_eq!(names("OFF"), ["Größe"]);
}

#[test]
fn the_outline_is_nested_in_order_and_leads_somewhere() {
    let document = read(&everything());
    let titles = |parent: &Dictionary| -> Vec<(String, bool)> {
        let mut out = Vec::new();
        let mut next = parent.get(b"First").ok();
        while let Some(object) = next {
            let bookmark = dictionary(&document, object);
            let leads = bookmark.get(b"Dest").is_ok();
            out.push((text(entry(&document, bookmark, "Title")), leads));
            next = bookmark.get(b"Next").ok();
        }
        out
    };
    let root = dictionary(&document, entry(&document, document.catalog().unwrap(), "Outlines"));
    assert_eq!(titles(root), [("Zeppelins first".into(), true), ("Again".into(), true)]);
    let first = dictionary(&document, root.get(b"First").unwrap());
    assert_eq!(titles(first), [("Überblick".into(), true), ("A rule".into(), true)]);
}

#[test]
fn links_lead_to_places_pages_and_the_web() {
    let document = read(&everything());
    let pages: Vec<_> = document.page_iter().collect();
    let page = document.get_dictionary(pages[0]).unwrap();
    let annotations = entry(&document, page, "Annots").as_array().unwrap();
    let mut kinds = Vec::new();
    for annotation in annotations {
        let annotation = dictionary(&document, annotation);
        match annotation.get(b"Dest") {
            Ok(place) => {
                let to = place.as_array().unwrap()[0].as_reference().unwrap();
                kinds.push(pages.iter().position(|&page| page == to).unwrap().to_string());
            }
            Err(_) => kinds.push(text(entry(
                &document,
                dictionary(&document, entry(&document, annotation, "A")),
                "URI",
            ))),
        }
    }
    assert_eq!(kinds, ["0", "1", "https://example.org/"]);
}

#[test]
fn fonts_are_subsets_by_their_own_names_and_say_their_characters() {
    let document = read(&everything());
    let page = document.page_iter().next().unwrap();
    let fonts = document.get_page_fonts(page).unwrap();
    assert!(fonts.len() >= 4);
    for font in fonts.values() {
        let name = String::from_utf8(entry(&document, font, "BaseFont").as_name().unwrap().to_vec()).unwrap();
        let (tag, name) = name.split_once('+').unwrap();
        assert!(tag.len() == 6 && tag.bytes().all(|letter| letter.is_ascii_uppercase()), "{tag}");
        assert!(Face::ALL.iter().any(|face| face.postscript_name() == name), "{name}");
        let map = entry(&document, font, "ToUnicode").as_stream().unwrap();
        let map = String::from_utf8(map.get_plain_content().unwrap()).unwrap();
        if name == "LibertinusSerif-Regular" {
            // Ü, en dash, and the ligature of f and i.
            for code in ["<00DC>", "<2013>", "<00660069>"] {
                assert!(map.contains(code), "{code} in {map}");
            }
        }
    }
}

#[test]
fn every_stream_names_what_it_uses_and_nothing_else() {
    let document = read(&everything());
    let mut streams = Vec::new();
    for (index, page) in document.page_iter().enumerate() {
        let page = document.get_dictionary(page).unwrap();
        streams.push((content(&document, index), dictionary(&document, entry(&document, page, "Resources"))));
    }
    for object in document.objects.values() {
        if let Object::Stream(stream) = object
            && stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Form")
        {
            let content = String::from_utf8(stream.get_plain_content().unwrap()).unwrap();
            streams.push((content, dictionary(&document, entry(&document, &stream.dict, "Resources"))));
        }
    }
    // Two pages, the group that fades as one, and what is worth a form.
    assert!(streams.len() > 2);
    for (content, resources) in streams {
        let mut named: Vec<String> = Vec::new();
        for (kind, part) in resources.iter() {
            let part = part.as_dict().unwrap();
            assert!(!part.is_empty(), "{}", String::from_utf8_lossy(kind));
            named.extend(part.iter().map(|(name, _)| format!("/{}", String::from_utf8_lossy(name))));
        }
        named.sort();
        let words = content.split_whitespace().filter(|word| word.starts_with('/'));
        let mut used: Vec<String> =
            words.filter(|word| !["/OC", "/Span"].contains(word)).map(str::to_owned).collect();
        used.sort();
        used.dedup();
        assert_eq!(named, used, "{content}");
        assert_eq!(content.matches("BT\n").count(), content.matches("ET\n").count());
        assert_eq!(content.matches("BDC\n").count(), content.matches("EMC\n").count());
        // What is marked begins and ends within one text object, or outside of all.
        for text in content.split("BT\n").skip(1).filter_map(|rest| rest.split("ET\n").next()) {
            assert_eq!(text.matches("BDC\n").count(), text.matches("EMC\n").count(), "{text}");
        }
        let lines = |line: &str| content.lines().filter(|&l| l == line).count();
        assert_eq!(lines("q"), lines("Q"));
    }
}

/// A page with a symbol at these places.
fn dots(places: impl Iterator<Item = Transform>) -> String {
    let mut drawing = Drawing::new("t");
    drawing.symbol_with("dot", || vec![Shape::filled(Path::circle((0.0, 0.0), 1.0), role::INK).into()]);
    drawing.symbol_with("unused", || vec![Shape::filled(Path::circle((0.0, 0.0), 2.0), role::INK).into()]);
    let mut page = Page::new(50.0, 40.0);
    page.items.push(Use::new("nobody", Transform::at(1.0, 2.0)).into());
    page.items.extend(places.map(|place| crate::drawing::Item::from(Use::new("dot", place))));
    page.items.push(Shape::filled(Path::rect(Rect::new(1.0, 2.0, 3.0, 4.0)), role::INK).into());
    drawing.pages.push(page);
    content(&read(&drawing), 0)
}

#[test]
fn a_symbol_costs_a_step_where_it_is_used() {
    let row = dots((0..100).map(|i| Transform::at(10.0 + 17.32 * f64::from(i), 20.5)));
    let step = "1 0 0 1 17.32 0 cm\n/X000 Do\n";
    assert_eq!(row.matches(step).count(), 99, "{row}");
    assert!(
        row.starts_with("2.834646 0 0 -2.834646 0 113.386 cm\nq\n1 0 0 1 10 20.5 cm\n/X000 Do\n"),
        "{row}"
    );
    // What comes after it stands where it would without it.
    assert!(row.trim_end().ends_with("/X000 Do\nQ\n.169 .149 .125 rg\n/f1000 gs\n1 2 3 4 re\nf"), "{row}");
    let mirrored = |i: i32| Transform::at(f64::from(i), 0.0).of(Transform::mirror());
    let turned = dots((0..100).map(mirrored));
    assert_eq!(turned.matches("q\n-1 0 0 1 ").count(), 100, "{turned}");
}

#[test]
fn a_small_symbol_is_written_where_it_is_used_a_few_times() {
    let said = dots((0..3).map(|i| Transform::at(f64::from(i), 0.0)));
    assert!(!said.contains("Do"), "{said}");
    assert_eq!(said.matches("1 0 m\n").count(), 3, "{said}");
}

#[test]
fn upright_lines_of_text_step_from_one_to_the_next() {
    let mut drawing = Drawing::new("t");
    let mut page = Page::new(50.0, 40.0);
    for i in 0..3 {
        let run = shape(Face::Sans, 5.0, &format!("010{i}"), 0.0);
        page.items.push(Text::left(run, (5.0 + 17.0 * f64::from(i), 10.0 + f64::from(i)), role::INK).into());
    }
    drawing.pages.push(page);
    let content = content(&read(&drawing), 0);
    // Down the page is down in text, too, whose axis looks upwards.
    assert_eq!((content.matches("Tm\n").count(), content.matches("17 -1 Td\n").count()), (1, 2), "{content}");
    assert_eq!(content.matches("BT\n").count(), 1, "{content}");
}

#[test]
fn a_long_outline_is_written_once_whatever_its_colours() {
    let mut drawing = Drawing::new("t");
    let gear = Path::polygon((0..100).map(|i| {
        let radius = if i % 2 == 0 { 8.0 } else { 9.0 };
        Transform::turn(3.6 * f64::from(i)).apply(crate::drawing::pt(radius, 0.0))
    }));
    drawing.symbol_with("single", || vec![Shape::filled(gear.clone(), role::GOLD).into()]);
    let mut page = Page::new(80.0, 40.0);
    page.items.push(Shape::filled(gear.transformed(Transform::at(20.0, 20.0)), role::INK).into());
    page.items.push(Shape::filled(gear.transformed(Transform::at(20.5, 21.0)), role::WATER).into());
    page.items.push(Use::new("single", Transform::at(60.0, 20.0)).into());
    drawing.pages.push(page);
    let document = read(&drawing);
    let said = content(&document, 0);
    assert_eq!((said.matches("/P000 Do").count(), said.matches(" l\n").count()), (3, 0), "{said}");
    assert!(said.contains("q\n1 0 0 1 .5 1 cm\n/P000 Do\nQ"), "{said}");
    // The form is painted in the colours of those who show it.
    let forms: Vec<String> = document
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok())
        .filter(|stream| {
            stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Form")
        })
        .map(|stream| String::from_utf8(stream.get_plain_content().unwrap()).unwrap())
        .collect();
    assert_eq!(forms.len(), 1);
    assert!(forms[0].ends_with("h\nf\n") && !forms[0].contains("rg"), "{}", forms[0]);
}

#[test]
fn what_a_table_leaves_out_is_not_in_the_bytes() {
    let mut drawing = Drawing::new("t");
    let mut page = Page::new(50.0, 40.0);
    let square = Shape::filled(Path::rect(Rect::new(1.0, 1.0, 7.0, 7.0)), role::INK);
    page.items
        .push(Group::new(vec![square.into()]).only_in(crate::palette::Tables::except(Table::Saver)).into());
    drawing.pages.push(page);
    assert!(content(&read(&drawing), 0).contains("1 1 7 7 re"));
    let saver = PdfOptions::new(View { table: Table::Saver });
    let saver = Document::load_mem(&write(&drawing, &saver).unwrap()).unwrap();
    assert!(!content(&saver, 0).contains("1 1 7 7 re"));
}

#[test]
fn kerning_and_spacing_are_kept() {
    let run = shape(Face::Serif, 10.0, "AVAV", 0.0);
    let mut drawing = Drawing::new("t");
    let mut page = Page::new(50.0, 40.0);
    page.items.push(Text::left(run, (5.0, 10.0), role::INK).into());
    page.items.push(Text::left(shape(Face::Serif, 10.0, "AB", 0.5), (5.0, 20.0), role::INK).into());
    drawing.pages.push(page);
    let content = content(&read(&drawing), 0);
    // Corrections between glyphs for the kerned pair, character spacing for the spaced one.
    assert!(content.contains(">1") || content.contains(">9"), "{content}");
    assert!(content.contains("1.764 Tc"), "{content}");
}

#[test]
fn pages_of_no_size_and_drawings_of_no_page_are_refused() {
    let mut drawing = Drawing::new("t");
    assert!(matches!(write(&drawing, &PdfOptions::default()), Err(PdfError::Empty)));
    drawing.pages.push(Page::new(100.0, f64::NAN));
    assert!(matches!(write(&drawing, &PdfOptions::default()), Err(PdfError::PageSize { page: 1, .. })));
}
