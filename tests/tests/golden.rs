//! Golden pages: a page is kept as the SVG text of its drawing, with a digest for each of PDF and PNG.
//!
//! A test that fails leaves the new page beside the old one, with `.new` at its end: look at both, and where
//! the new one is meant, put it in place of the old one, in a commit of its own.

use std::fs;
use std::path::PathBuf;

use editor::printing;
use engine::digest;
use engine::scenario::{self, Memory};
use export::compose::poster::Laid;
use export::compose::sheet::Foot;
use export::compose::tiles::{self, Tiling};
use export::drawing::{Drawing, Group, Item, Page, Path, Rect, Shape, View};
use export::palette::role;
use export::pdf::{self, PdfOptions};
use export::png::{self, PngOptions};
use export::sheets::{self, Backs, Paper, Settings, Sheet};
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
    check_page_at(name, drawing, 0);
}

/// Compares one page, counted from 0, and the whole document.
#[track_caller]
fn check_page_at(name: &str, drawing: &Drawing, number: usize) {
    let options = SvgOptions { text: SvgText::Letters, ..SvgOptions::default() };
    let page = svg::write(drawing, number, &options).expect("it has the page");
    check_kept(&format!("{name}.svg"), &page);
    let pdf = pdf::write(drawing, &PdfOptions::default()).expect("it can be written");
    let png = png::write(drawing, number, &PngOptions { view: View::default(), dpi: 50.0 })
        .expect("it can be written");
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

/// A drawing of one poster, of two boxes in two layers, which is all that a sheet of a tiled map looks at.
fn poster() -> (Drawing, Laid) {
    let mut drawing = Drawing::new("A poster");
    let mut page = Page::new(400.0, 330.0);
    let picture = Rect::new(10.0, 10.0, 380.0, 300.0);
    let filled = |rect, role| Item::from(Shape::filled(Path::rect(rect), role));
    for (layer, item) in [
        ("Ground", filled(picture, role::VALLEY)),
        ("Frame", filled(Rect::new(180.0, 120.0, 60.0, 60.0), role::FOREST)),
    ] {
        drawing.add_layer(layer, true);
        page.items.push(Group::new(vec![item]).in_layer(layer).into());
    }
    drawing.pages.push(page);
    (drawing, Laid { picture, gaps: (vec![150.0, 205.0], vec![160.0]), warnings: Vec::new() })
}

#[test]
fn the_sheets_of_a_tiled_map_are_as_they_were_kept() {
    let (mut drawing, laid) = poster();
    let foot = Foot {
        sheet: "A game · map".into(),
        page: 0,
        pages: 0,
        version: "Sandtable".into(),
        how: String::new(),
        credits: String::new(),
    };
    let tiling = Tiling { paper: Paper::A4.size(), overlap: 10.0, title: "A game", foot };
    tiles::compose(&laid, &tiling, &mut drawing);
    check_page("assembly", &drawing);
    check_page_at("tile", &drawing, drawing.pages.len() - 1);
}

#[test]
fn the_sheets_of_counters_are_as_they_were_kept() {
    let scenario = small();
    let game = printing::game_of(&scenario).expect("its game is in the registry");
    let paper = Paper::custom(180.0, 180.0).expect("it is large enough");
    for (name, backs) in [("counters", Backs::LongEdge), ("counters-fold", Backs::Fold)] {
        let settings = Settings { backs, paper, ..Settings::default() };
        let made =
            sheets::sheet(Sheet::Counters, game.as_ref(), &scenario, &settings).expect("it has counters");
        check_page(name, &made.drawing);
    }
}

#[test]
fn the_page_of_an_aid_is_as_it_was_kept() {
    let scenario = small();
    let game = printing::game_of(&scenario).expect("its game is in the registry");
    let made =
        sheets::sheet(Sheet::Aids, game.as_ref(), &scenario, &Settings::default()).expect("it has charts");
    check_page("aids", &made.drawing);
}
