//! Golden pages: a page is kept as the SVG text of its drawing, with a digest for each of PDF and PNG.
//!
//! A test that fails leaves the new page beside the old one, with `.new` at its end: look at both, and where
//! the new one is meant, put it in place of the old one, in a commit of its own.

use std::fs;
use std::path::PathBuf;

use editor::printing;
use engine::digest;
use engine::scenario::{self, Memory};
use export::drawing::{Drawing, View};
use export::pdf::{self, PdfOptions};
use export::png::{self, PngOptions};
use export::sheets::{self, Settings, Sheet};
use export::svg::{self, SvgOptions, SvgText};
use tests::root;

fn folder() -> PathBuf {
    root().join("tests/golden")
}

/// Compares a text with the kept one.
#[track_caller]
fn check_kept(name: &str, text: &str) {
    let kept = folder().join(name);
    let new = folder().join(format!("{name}.new"));
    if fs::read_to_string(&kept).is_ok_and(|old| old == text) {
        return;
    }
    fs::write(&new, text).expect("the folder can be written");
    panic!("{name} is not as it was kept; compare it with {name}.new in tests/golden");
}

#[track_caller]
fn check_page(name: &str, drawing: &Drawing) {
    let options = SvgOptions { text: SvgText::Letters, ..SvgOptions::default() };
    let page = svg::write(drawing, 0, &options).expect("it has a page");
    check_kept(&format!("{name}.svg"), &page);
    let pdf = pdf::write(drawing, &PdfOptions::default()).expect("it can be written");
    let png =
        png::write(drawing, 0, &PngOptions { view: View::default(), dpi: 50.0 }).expect("it can be written");
    let of = |bytes: &[u8]| digest::of_bytes(bytes);
    check_kept(&format!("{name}.digests"), &format!("pdf {}\npng {}\n", of(&pdf), of(&png)));
}

fn small() -> scenario::Scenario {
    let text = fs::read_to_string(folder().join("scenario.ron")).expect("it is kept there");
    let files: Memory = [("scenario.ron", text)].into_iter().collect();
    scenario::load(&files, "scenario.ron").into_result().expect("it is sound")
}

#[test]
fn the_page_of_a_map_is_as_it_was_kept() {
    let scenario = small();
    let game = printing::game_of(&scenario).expect("its game is in the registry");
    let made =
        sheets::sheet(Sheet::Map, game.as_ref(), &scenario, &Settings::default()).expect("it has a map");
    check_page("map", &made.drawing);
}

#[test]
fn the_page_of_a_track_is_as_it_was_kept() {
    let scenario = small();
    let game = printing::game_of(&scenario).expect("its game is in the registry");
    let made =
        sheets::sheet(Sheet::Track, game.as_ref(), &scenario, &Settings::default()).expect("it has turns");
    check_page("track", &made.drawing);
}
