//! The back ends on a map of the usual make: a tile, a number and a few trees a hex, level edges as chains.
//!
//! `cargo bench -p export`

use divan::{Bencher, black_box};
use export::drawing::{Drawing, Group, Item, Page, Path, Rect, Shape, Stroke, Text, Transform, Use, pt};
use export::fonts::{Face, shape};
use export::palette::role;
use export::{pdf, png, svg};

fn main() {
    divan::main();
}

const FLAT: f64 = 20.0;
const SIDE: f64 = 11.547;

/// A small fixed jitter from two numbers, from -1 to 1.
fn jitter(a: usize, b: usize) -> f64 {
    let mixed = (a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca6b)) % 2001;
    mixed as f64 / 1000.0 - 1.0
}

fn tile(variant: usize) -> Vec<Item> {
    let mut items = Vec::new();
    for tick in 0..9 {
        let at = pt(8.0 * jitter(variant, tick), 8.0 * jitter(tick, variant + 7));
        let mut path = Path::new();
        for lean in [-0.5, 0.0, 0.5] {
            path.append(&Path::line(at, at + pt(lean, -0.95)));
        }
        items.push(Shape::stroked(path, Stroke::new(role::VALLEY_MARK, 0.13)).into());
    }
    for dot in 0..12 {
        let at = pt(8.0 * jitter(variant + 3, dot), 8.0 * jitter(dot + 5, variant));
        items.push(Shape::filled(Path::circle(at, 0.11), role::VALLEY_MARK).into());
    }
    items
}

fn wood(variant: usize) -> Vec<Item> {
    let mut items = Vec::new();
    for crown in 0..26 {
        let at = pt(7.5 * jitter(variant, crown + 50), 7.5 * jitter(crown, variant + 70));
        items.push(
            Shape::filled(
                Path::ellipse(at + pt(0.55, 0.6), 1.7, 1.5),
                export::palette::Ink::from(role::TREE_DARK),
            )
            .into(),
        );
        let lobes = Path::polygon((0..14).map(|i| {
            let radius = if i % 2 == 0 { 1.7 } else { 1.45 };
            at + Transform::turn(360.0 / 14.0 * f64::from(i)).apply(pt(radius, 0.0))
        }));
        items.push(Shape::filled(lobes, role::TREE).and_stroked(Stroke::new(role::TREE_DARK, 0.16)).into());
        items
            .push(Shape::stroked(Path::arc(at, 1.2, 180.0, 90.0), Stroke::new(role::TREE_LIGHT, 0.3)).into());
    }
    items
}

fn map(columns: usize, rows: usize) -> Drawing {
    let mut drawing = Drawing::new("Bench");
    drawing.add_layer("ground", true);
    drawing.add_layer("numbers", true);
    for variant in 0..6 {
        drawing.symbol_with(&format!("grass {variant}"), || tile(variant));
        drawing.symbol_with(&format!("wood {variant}"), || wood(variant));
    }
    let width = 20.0 + SIDE * (1.5 * columns as f64 + 0.5);
    let height = 20.0 + FLAT * (rows as f64 + 0.5);
    let mut page = Page::new(width, height);
    page.items.push(Shape::filled(Path::rect(page.rect()), role::PAPER).into());
    let board = Rect::new(10.0, 10.0, width - 20.0, height - 20.0);
    let mut ground: Vec<Item> = vec![Shape::filled(Path::rect(board), role::VALLEY).into()];
    let mut numbers = Vec::new();
    let mut grid = Path::new();
    for column in 0..columns {
        for row in 0..rows {
            let low = if column % 2 == 1 { FLAT / 2.0 } else { 0.0 };
            let centre = pt(10.0 + SIDE + 1.5 * SIDE * column as f64, 20.0 + FLAT * row as f64 + low);
            let at = Transform::at(centre.x, centre.y);
            let variant = (column * 7 + row * 3) % 6;
            let kind = if (column / 4 + row / 3) % 4 == 0 { "wood" } else { "grass" };
            ground.push(Use::new(format!("{kind} {variant}"), at).into());
            let corners = (0..4).map(|i| centre + Transform::turn(60.0 * f64::from(i)).apply(pt(SIDE, 0.0)));
            grid.append(&Path::polyline(corners));
            let run = shape(Face::Sans, 5.0, &format!("{:02}{:02}", column + 1, row + 1), 0.06);
            numbers.push(Text::centred(run, (centre.x, centre.y - 7.72), role::NUMBER).into());
        }
    }
    // Level edges: a hachured chain along each fourth row.
    for row in (2..rows).step_by(4) {
        let y = 10.0 + FLAT * row as f64;
        let mut hachures = Path::new();
        let mut crest = Path::new();
        crest.move_to((10.0, y));
        let mut x = 10.0;
        while x < width - 10.0 {
            hachures.append(&Path::polygon([pt(x - 0.3, y), pt(x + 0.3, y), pt(x + 0.1, y + 2.5)]));
            crest.quad_to((x + 0.5, y + jitter(row, x as usize)), (x + 0.95, y));
            x += 0.95;
        }
        ground.push(Shape::filled(hachures, role::HACHURE).into());
        ground.push(Shape::stroked(crest, Stroke::new(role::CREST, 0.42)).into());
    }
    ground.push(Shape::stroked(grid, Stroke::new(role::GRID, 0.14).faded(0.42)).into());
    page.items.push(Group::new(ground).in_layer("ground").into());
    page.items.push(Group::new(numbers).in_layer("numbers").into());
    drawing.pages.push(page);
    drawing
}

const SIZES: [(usize, usize); 2] = [(30, 22), (60, 40)];

#[divan::bench(args = SIZES)]
fn pdf_of_a_map(bencher: Bencher, (columns, rows): (usize, usize)) {
    let drawing = map(columns, rows);
    let bytes = pdf::write(&drawing, &pdf::PdfOptions::default()).expect("a map is written");
    eprintln!("{columns} × {rows}: {} bytes", bytes.len());
    bencher.bench(|| pdf::write(black_box(&drawing), &pdf::PdfOptions::default()));
}

#[divan::bench(args = SIZES, sample_count = 3)]
fn png_of_a_map(bencher: Bencher, (columns, rows): (usize, usize)) {
    let drawing = map(columns, rows);
    let options = png::PngOptions::default();
    let bytes = png::write(&drawing, 0, &options).expect("a map is written");
    eprintln!("{columns} × {rows}: {} bytes", bytes.len());
    bencher.bench(|| png::write(black_box(&drawing), 0, &options));
}

#[divan::bench(args = SIZES)]
fn svg_of_a_map(bencher: Bencher, (columns, rows): (usize, usize)) {
    let drawing = map(columns, rows);
    bencher.bench(|| svg::write(black_box(&drawing), 0, &svg::SvgOptions::default()));
}

#[divan::bench]
fn shaping_of_660_numbers() {
    for number in 0..660 {
        black_box(shape(Face::Sans, 5.0, &format!("{number:04}"), 0.06));
    }
}
