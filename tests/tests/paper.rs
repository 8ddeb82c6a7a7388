//! What a good export passes, tried with the tools that readers of the files use.
//!
//! The numbers in the names are those of the list of checks for printed sheets. The files come from the
//! command line, from the built-in sample.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::Arguments;
use tests::{run, tool, trial};

fn main() {
    let all: &[(&str, &[&str], fn())] = &[
        ("01_every_pdf_is_sound", &["qpdf"], every_pdf_is_sound),
        ("02_every_reader_is_silent", &["pdftoppm", "gs", "mutool"], every_reader_is_silent),
        ("03_fonts_are_embedded_subset_and_named", &["pdffonts"], fonts_are_embedded),
        ("04_version_and_title_are_set", &["pdfinfo"], version_and_title),
        ("06_the_map_is_as_wide_as_its_columns", &["pdfinfo"], the_map_is_as_wide_as_its_columns),
        ("07_the_ruler_is_true", &["pdftoppm", "pdfinfo", "pdftotext"], the_ruler_is_true),
        ("08_printers_are_told_not_to_scale", &["qpdf"], printers_are_told_not_to_scale),
        ("10_every_counter_is_there_once", &["pdftotext"], every_counter_is_there_once),
        ("17_the_outline_is_nested_and_leads_somewhere", &["qpdf"], the_outline_leads_somewhere),
        ("20_the_same_input_gives_the_same_bytes", &[], the_same_input_gives_the_same_bytes),
    ];
    let trials = all.iter().map(|(name, tools, test)| trial(name, tools, *test)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The sheets of the sample, exported once for all tests.
fn sheets() -> &'static [PathBuf] {
    static SHEETS: OnceLock<(tempfile::TempDir, Vec<PathBuf>)> = OnceLock::new();
    let (_, sheets) = SHEETS.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a scratch folder can be made");
        let sheets = export(folder.path());
        (folder, sheets)
    });
    sheets
}

/// Exports the sample into `folder/out` and gives the files in the order of their names.
fn export(folder: &Path) -> Vec<PathBuf> {
    let output = run(folder, &["export", "@little_big_horn", "--out", "out"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "export failed: {errors}");
    let mut files: Vec<_> = fs::read_dir(folder.join("out"))
        .expect("export makes the folder")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.sort();
    assert!(files.iter().all(|file| file.extension().is_some_and(|ending| ending == "pdf")), "{files:?}");
    assert!(files.len() >= 3, "map, counters and aids are expected, found {files:?}");
    files
}

fn sheet(name: &str) -> &'static Path {
    let found = sheets()
        .iter()
        .find(|file| file.file_stem().is_some_and(|stem| stem.to_string_lossy().contains(name)));
    found.unwrap_or_else(|| panic!("no sheet is called {name}"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("scratch paths are text")
}

fn every_pdf_is_sound() {
    for file in sheets() {
        let said = tool("qpdf", &["--check", text(file)]);
        assert!(said.contains("No syntax or stream encoding errors found"), "{}:\n{said}", text(file));
        assert!(!said.contains("WARNING"), "{said}");
    }
}

fn every_reader_is_silent() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let page = folder.path().join("page");
    for file in sheets() {
        let file = text(file);
        let page_png = format!("{}-%d.png", text(&page));
        let calls: [(&str, Vec<&str>); 3] = [
            ("pdftoppm", vec!["-r", "36", "-png", file, text(&page)]),
            ("gs", vec!["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=nullpage", file]),
            ("mutool", vec!["draw", "-q", "-r", "36", "-o", &page_png, file]),
        ];
        for (reader, args) in calls {
            let output = Command::new(reader).args(&args).output().expect("the tool was looked for");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && errors.trim().is_empty(), "{reader} {file}:\n{errors}");
        }
    }
}

fn fonts_are_embedded() {
    for file in sheets() {
        let said = tool("pdffonts", &[text(file)]);
        let rows: Vec<_> = said.lines().skip(2).collect();
        assert!(!rows.is_empty(), "{}: no fonts, so no text", text(file));
        for row in rows {
            // name, type, encoding, emb, sub, uni, object and generation: read from the right.
            let words: Vec<_> = row.split_whitespace().rev().collect();
            assert_eq!(words[2..5], ["yes", "yes", "yes"], "{}: {row}", text(file));
            assert!(!row.contains("Type 3"), "{}: {row}", text(file));
        }
    }
}

fn version_and_title() {
    for file in sheets() {
        let said = tool("pdfinfo", &[text(file)]);
        let value = |key: &str| {
            let line = said.lines().find(|line| line.starts_with(&format!("{key}:")));
            line.map(|line| line[key.len() + 1..].trim().to_owned()).unwrap_or_default()
        };
        assert_eq!(value("PDF version"), "1.7");
        for key in ["Title", "Author", "Creator", "Producer"] {
            assert!(!value(key).is_empty(), "{}: {key} is empty", text(file));
        }
    }
}

/// The trim box of the first page in millimetres: left, bottom, right, top.
fn trim_box(file: &Path) -> [f64; 4] {
    let said = tool("pdfinfo", &["-box", text(file)]);
    let line = said.lines().find(|line| line.starts_with("TrimBox")).expect("pdfinfo prints the boxes");
    let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    [0, 1, 2, 3].map(|index| numbers[index] * 25.4 / 72.0)
}

fn the_map_is_as_wide_as_its_columns() {
    // 30 columns of flat-topped hexes of 20 mm across the flats: a column is 1.5 sides wide, the last one half
    // a side more; the ground reaches 2.5 beyond. Then, to either side: the map's line, the band of the zones
    // of 8.0, the double line of 0.7 + 1.1 + 0.2, and the margin of 10.
    let side = 20.0 / 3.0_f64.sqrt();
    let map = side * (30.0 * 1.5 + 0.5) + 2.0 * 2.5;
    let width = map + 2.0 * MAP_SIDE;
    let [left, _, right, _] = trim_box(sheet("map"));
    assert!((right - left - width).abs() < 0.05, "found {} mm, expected {width} mm", right - left);
}

/// What stands to the left and right of the ground: frame, band, lines, margin.
const MAP_SIDE: f64 = 8.0 + 0.7 + 1.1 + 0.2 + 10.0;

fn printers_are_told_not_to_scale() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    for file in sheets() {
        let plain = folder.path().join("plain.pdf");
        tool("qpdf", &["--qdf", "--object-streams=disable", text(file), text(&plain)]);
        let bytes = fs::read(&plain).expect("qpdf wrote it");
        let said = String::from_utf8_lossy(&bytes);
        for wanted in ["/PrintScaling /None", "/Duplex /", "/Lang ("] {
            assert!(said.contains(wanted), "{}: {wanted} is not there", text(file));
        }
    }
}

fn the_same_input_gives_the_same_bytes() {
    let (first, second) = (tempfile::tempdir(), tempfile::tempdir());
    let (first, second) = (first.expect("a scratch folder"), second.expect("a scratch folder"));
    for (one, other) in export(first.path()).iter().zip(export(second.path())) {
        assert_eq!(one.file_name(), other.file_name());
        assert!(
            fs::read(one).unwrap() == fs::read(&other).unwrap(),
            "{} differs between two runs",
            text(one)
        );
    }
    // And twice in one process, in every format.
    for format in ["pdf", "svg", "png"] {
        let (first, second) = (tempfile::tempdir(), tempfile::tempdir());
        let folders = [first.expect("a scratch folder"), second.expect("a scratch folder")];
        let written = folders.each_ref().map(|folder| {
            let out = folder.path().join("out");
            let args = [
                "sandtable",
                "export",
                "@little_big_horn",
                "--format",
                format,
                "--dpi",
                "40",
                "--out",
                text(&out),
            ];
            let (mut said, mut errors) = (Vec::new(), Vec::new());
            let status = editor::cli::run(args.map(Into::into), &mut said, &mut errors);
            assert_eq!(status, 0, "{}", String::from_utf8_lossy(&errors));
            let mut files: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
            files.sort();
            files.iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>()
        });
        assert!(!written[0].is_empty() && written[0] == written[1], "{format} differs within one process");
    }
}
