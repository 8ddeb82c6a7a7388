//! Hands the shipped fonts to egui: Noto Sans for the window, Libertinus Serif for the book.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};
use export::fonts::Face;

/// The faces of the window, by the name under which egui knows them.
const FACES: [(&str, Face); 7] = [
    ("sans", Face::Sans),
    ("sans-bold", Face::SansBold),
    ("serif", Face::Serif),
    ("serif-bold", Face::SerifBold),
    ("serif-italic", Face::SerifItalic),
    ("sans-italic", Face::SansItalic),
    ("serif-semibold", Face::SerifSemibold),
];

/// Families besides the two of egui: there are no weights in egui, so a bold text is a family.
const FAMILIES: [(&str, &str); 6] = [
    ("bold", "sans-bold"),
    ("italic", "sans-italic"),
    ("book", "serif"),
    ("book-bold", "serif-bold"),
    ("book-italic", "serif-italic"),
    ("book-semibold", "serif-semibold"),
];

/// Sets the fonts once, at the start. What our faces lack (arrows, say) comes from egui's own.
pub fn install(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for (name, face) in FACES {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(face.data())));
    }
    let family = |face: &str| {
        let mut names = vec![face.to_owned()];
        names.extend(fallback.iter().cloned());
        names
    };
    fonts.families.insert(FontFamily::Proportional, family("sans"));
    for (name, face) in FAMILIES {
        fonts.families.insert(FontFamily::Name(name.into()), family(face));
    }
    ctx.set_fonts(fonts);
}
