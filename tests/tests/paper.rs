//! What a good export passes, tried with the tools that readers of the files use.
//!
//! The numbers in the names are those of the list of checks for printed sheets. The files come from the
//! command line, from the built-in sample.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

use editor::printing;
use engine::game::Game;
use engine::scenario::Scenario;
use export::compose::counters::face;
use export::drawing::{Item, MM_PER_PT, Raster, Rect, Segment, Subject};
use export::fonts::Face;
use export::palette::Rgb;
use export::sheets::{self, Backs, Made, Paper, Settings, Sheet};
use libtest_mimic::Arguments;
use tests::{run, tool, trial};

fn main() {
    let all: &[Check] = &[
        ("01_every_pdf_is_sound", &["qpdf"], every_pdf_is_sound),
        ("02_every_reader_is_silent", &["pdftoppm", "gs", "mutool"], every_reader_is_silent),
        ("03_fonts_are_embedded_subset_and_named", &["pdffonts", "qpdf"], fonts_are_embedded),
        ("04_version_and_title_are_set", &["pdfinfo"], version_and_title),
        (
            "06_the_map_is_as_wide_as_its_columns",
            &["pdfinfo", "pdftotext"],
            the_map_is_as_wide_as_its_columns,
        ),
        ("07_the_ruler_is_true", &["pdftoppm", "pdfinfo", "pdftotext"], the_ruler_is_true),
        ("08_printers_are_told_not_to_scale", &["qpdf"], printers_are_told_not_to_scale),
        ("09_backs_lie_behind_their_fronts", &["pdftoppm", "pdfinfo", "pdftotext"], backs_lie_behind_fronts),
        ("10_every_counter_is_there_once", &["pdftotext", "pdfinfo"], every_counter_is_there_once),
        ("11_every_cut_has_marks_outside_of_bleeds", &[], every_cut_has_marks),
        ("12_folded_backs_lie_on_fronts", &["pdftoppm"], folded_backs_lie_on_fronts),
        ("13_the_tiles_make_the_map", &["pdftoppm", "pdftotext"], the_tiles_make_the_map),
        ("14_files_are_small", &["qpdf"], files_are_small),
        ("15_layers_are_in_order_and_can_be_switched", &["qpdf", "fix-qdf", "pdftoppm", "pdftotext"], layers),
        ("16_a_side_s_file_has_nothing_of_the_other", &["pdftotext", "qpdf"], a_side_has_its_own),
        ("17_the_outline_is_nested_and_leads_somewhere", &["mutool", "pdfinfo"], the_outline_leads_somewhere),
        ("18_grey_is_enough", &["pdftoppm", "pdftotext"], grey_is_enough),
        ("18_ink_is_saved", &["pdftoppm", "pdfinfo"], ink_is_saved),
        ("18_text_can_be_read", &["pdftoppm", "pdfinfo", "pdftotext"], text_can_be_read),
        ("19_pictures_show_what_the_pdf_shows", &["pdfinfo", "mutool", "rsvg-convert"], pictures_agree),
        ("20_the_same_input_gives_the_same_bytes", &[], the_same_input_gives_the_same_bytes),
        ("22_counters_can_be_read_and_fit_their_hexes", &[], counters_can_be_read),
    ];
    let trials = all.iter().map(|(name, tools, test)| trial(name, tools, *test)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Name, commands that it needs, and the test itself.
type Check<'a> = (&'a str, &'a [&'a str], fn());

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
    assert!(files.len() >= 4, "map, tiles, counters and aids are expected, found {files:?}");
    files
}

fn sheet(name: &str) -> &'static Path {
    let found =
        sheets().iter().find(|file| file.file_stem().is_some_and(|stem| stem.to_string_lossy() == name));
    found.unwrap_or_else(|| panic!("no sheet is called {name}"))
}

/// The folder with the files of another export of the sample, made once for all tests; in this process, which is
/// the same code.
fn exported(args: &[&str]) -> PathBuf {
    type Known = Vec<(Vec<String>, tempfile::TempDir)>;
    static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
    // A test that failed while it exported has said so; the others go on.
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let key: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    if let Some((_, folder)) = known.iter().find(|(args, _)| *args == key) {
        return folder.path().join("out");
    }
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let out = folder.path().join("out");
    let call = ["sandtable", "export", "@little_big_horn", "--out", text(&out)];
    let (mut said, mut errors) = (Vec::new(), Vec::new());
    let status = editor::cli::run(call.iter().chain(args).map(|&word| word.into()), &mut said, &mut errors);
    assert_eq!(status, 0, "{args:?}: {}", String::from_utf8_lossy(&errors));
    known.push((key, folder));
    out
}

/// The sample and its game.
fn sample() -> (Scenario, Box<dyn Game>) {
    let scenario = tests::source("little_big_horn").expect("it is kept there");
    let game = printing::game_of(&scenario).expect("its game is in the registry");
    (scenario, game)
}

fn made(sheet: Sheet, settings: &Settings) -> Made {
    let (scenario, game) = sample();
    sheets::sheet(sheet, game.as_ref(), &scenario, settings).expect("it can be made")
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
        // -N: the tool as it is packaged has no colour management and would say so of every file.
        let calls: [(&str, Vec<&str>); 3] = [
            ("pdftoppm", vec!["-r", "36", "-png", file, text(&page)]),
            ("gs", vec!["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=nullpage", file]),
            ("mutool", vec!["draw", "-N", "-q", "-r", "36", "-o", &page_png, file]),
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
        for row in &rows {
            // name, type, encoding, emb, sub, uni, object and generation: read from the right.
            let words: Vec<_> = row.split_whitespace().rev().collect();
            assert_eq!(words[2..5], ["yes", "yes", "yes"], "{}: {row}", text(file));
            assert!(!row.contains("Type 3"), "{}: {row}", text(file));
        }
        // A name says that a font is cut down; its size shows it: whole ones have more than 100 KB.
        let lengths = font_lengths(&raw(file));
        assert_eq!(lengths.len(), rows.len(), "{}", text(file));
        assert!(lengths.iter().all(|&length| length < 16_384), "{}: fonts of {lengths:?}", text(file));
    }
}

/// A file's bytes, each as one character.
fn raw(file: &Path) -> String {
    fs::read(file).expect("it was exported").into_iter().map(char::from).collect()
}

/// A file without compression, in the plain form that qpdf gives it; its bytes each as one character.
fn plain(file: &Path) -> String {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let plain = folder.path().join("plain.pdf");
    tool("qpdf", &["--qdf", "--object-streams=disable", text(file), text(&plain)]);
    raw(&plain)
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
    // And the board is as wide and high on it: from the first number to the last of a row and of a column.
    let numbers: BTreeMap<String, [f64; 2]> = hex_numbers(sheet("map"), 1).into_iter().collect();
    let apart = |to: &str, axis: usize| numbers[to][axis] - numbers["0101"][axis];
    for (found, wanted) in [(apart("2901", 0), side * 28.0 * 1.5), (apart("0122", 1), 21.0 * 20.0)] {
        assert!((found - wanted).abs() < 0.2, "hexes are {found} mm apart, expected {wanted}");
    }
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
    for (edge, wanted) in [
        ("long", "/Duplex /DuplexFlipLongEdge"),
        ("short", "/Duplex /DuplexFlipShortEdge"),
        ("fold", "/Duplex /Simplex"),
        ("none", "/Duplex /Simplex"),
    ] {
        let file = exported(&["--what", "counters", "--duplex", edge]).join("counters.pdf");
        let plain = folder.path().join("plain.pdf");
        tool("qpdf", &["--qdf", "--object-streams=disable", text(&file), text(&plain)]);
        let bytes = fs::read(&plain).expect("qpdf wrote it");
        assert!(String::from_utf8_lossy(&bytes).contains(wanted), "{edge}: {wanted} is not there");
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

/// The text of some pages, in the order in which it was written, a line a run.
fn page_text(file: &Path, first: usize, last: usize) -> String {
    tool("pdftotext", &["-raw", "-f", &first.to_string(), "-l", &last.to_string(), text(file), "-"])
}

fn pages(file: &Path) -> usize {
    let said = tool("pdfinfo", &[text(file)]);
    let line = said.lines().find(|line| line.starts_with("Pages:")).expect("pdfinfo counts the pages");
    line.split_whitespace().last().and_then(|word| word.parse().ok()).expect("it is a number")
}

fn every_counter_is_there_once() {
    let file = sheet("counters");
    let count = pages(file);
    assert_eq!(count % 2, 0, "fronts and backs come in pairs");
    let side = |odd: usize| {
        (1..=count).filter(|page| page % 2 == odd).map(|page| page_text(file, page, page)).collect()
    };
    let (fronts, backs): (String, String) = (side(1), side(0));
    // The order of battle, counted from the rules: lines that are printed on fronts and on backs. Units that can
    // be reduced show their formation on both sides, those with one side and leaders on the front alone; tribe
    // counters on both.
    let lines: [(&str, usize, usize); 24] = [
        ("7th Cav", 15 * 2, 15 * 2),
        ("Scouts", 3, 0),
        ("6th Inf", 6, 6),
        ("Gatling", 2, 0),
        ("2nd Cav", 5 * 2, 5 * 2),
        ("7th Inf", 7, 7),
        ("Custer", 1, 0),
        ("Reno", 1, 0),
        ("Benteen", 1, 0),
        ("Terry", 1, 0),
        ("Gibbon", 1, 0),
        ("Hunkpapa", 10 + 2 + 1, 10 + 1),
        ("Oglala", 5 + 1 + 1, 5 + 1),
        ("Cheyenne", 5 + 1 + 1, 5 + 1),
        ("Miniconjou", 5 + 1 + 1, 5 + 1),
        ("Sans Arc", 5 + 1 + 1, 5 + 1),
        ("Brulé", 5 + 1, 5 + 1),
        ("Blackfoot", 5 + 1, 5 + 1),
        ("Arapaho", 4, 4),
        ("Sitting Bull", 1, 0),
        ("Gall", 1, 0),
        ("Two Moon", 1, 0),
        ("Hump", 1, 0),
        ("tribe", 7, 0),
    ];
    for (line, front, back) in lines {
        let times = |text: &str| text.lines().filter(|found| *found == line).count();
        assert_eq!((times(&fronts), times(&backs)), (front, back), "{line:?} on fronts and backs");
    }
    // Names on two lines, and markers, which may share a line of the text.
    let words = [
        ("Crazy", 1, 0),
        ("Spotted", 1, 0),
        ("CHARGE", 24, 24),
        ("FIRED", 60, 60),
        ("STOP", 12, 12),
        ("TURN", 1, 1),
    ];
    for (word, front, back) in words {
        let times = |text: &str| text.split_whitespace().filter(|found| *found == word).count();
        assert_eq!((times(&fronts), times(&backs)), (front, back), "{word:?} on fronts and backs");
    }
    // All 217: what stands on fronts is 57 Indian, 63 US and 97 markers.
    let units: usize = lines[..19].iter().map(|(_, front, _)| front).sum();
    // Names may be the same; what stands on both sides of each is what the scenario's counters say.
    words_match(file, &cells(Backs::LongEdge));
    // The band of five officers is no name of a formation that is counted; the other chiefs are with their tribes.
    assert_eq!(units, 57 + 63, "the table above is the whole order of battle");
}

/// A page of the outline as mutool prints it: how deep, its title, the page that it leads to.
fn outline(file: &Path) -> Vec<(usize, String, usize)> {
    tool("mutool", &["show", text(file), "outline"])
        .lines()
        .map(|line| {
            let (indent, rest) = line[1..].split_once('"').expect("each entry has a title");
            let (title, target) = rest.rsplit_once('"').expect("titles end");
            let page = target
                .trim()
                .strip_prefix("#page=")
                .and_then(|target| target.split('&').next()?.parse().ok());
            (indent.len(), title.to_owned(), page.unwrap_or(0))
        })
        .collect()
}

fn the_outline_leads_somewhere() {
    for file in sheets() {
        let entries = outline(file);
        assert!(!entries.is_empty(), "{}: no outline", text(file));
        let count = pages(file);
        for (_, title, page) in &entries {
            assert!((1..=count).contains(page), "{}: {title:?} leads to page {page} of {count}", text(file));
        }
        assert!(
            entries.is_sorted_by_key(|(_, _, page)| *page),
            "{}: not in the order of the pages",
            text(file)
        );
        for pair in entries.windows(2) {
            assert!(pair[1].0 <= pair[0].0 + 1, "{}: {:?} is nested under nothing", text(file), pair[1].1);
        }
    }
    let titles =
        |name| outline(sheet(name)).into_iter().map(|(depth, title, _)| (depth, title)).collect::<Vec<_>>();
    assert_eq!(titles("map")[..2], [(1, "Map".to_owned()), (2, "Terrain".to_owned())]);
    let tiles = titles("map-tiled");
    assert_eq!(tiles[..2], [(1, "Map in tiles".to_owned()), (2, "Assembly".to_owned())]);
    assert!(tiles.contains(&(2, "B2".to_owned())), "{tiles:?}");
    let aids = titles("aids");
    assert!(aids.iter().any(|(depth, title)| *depth > 1 && title == "Melee"), "{aids:?}");
}

/// A word on a page and its box in points from the top left: left, top, right, bottom.
struct Word {
    text: String,
    at: [f64; 4],
}

fn words(file: &Path, page: usize) -> Vec<Word> {
    let number = page.to_string();
    let said = tool("pdftotext", &["-bbox", "-f", &number, "-l", &number, text(file), "-"]);
    let word = |line: &str| {
        let line = line.trim().strip_prefix("<word ")?;
        let value = |key: &str| line.split_once(&format!("{key}=\""))?.1.split_once('"')?.0.parse().ok();
        let (_, rest) = line.split_once('>')?;
        let at = [value("xMin")?, value("yMin")?, value("xMax")?, value("yMax")?];
        Some(Word { text: rest.split_once('<')?.0.to_owned(), at })
    };
    said.lines().filter_map(word).collect()
}

const DPI: f64 = 600.0;

fn the_ruler_is_true() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    for file in sheets() {
        for page in 1..=pages(file) {
            let words = words(file, page);
            // The ruler's figures stand in one line near the foot: 0, 50, 100.
            let place = format!("{} page {page}", text(file));
            let hundred = words.windows(2).rev().find(|pair| pair[0].text == "100" && pair[1].text == "mm");
            let hundred = &hundred.unwrap_or_else(|| panic!("{place}: no ruler"))[0];
            let same_line = |word: &&Word| word.text == "0" && (word.at[1] - hundred.at[1]).abs() < 1.0;
            let zero = words.iter().rfind(same_line).unwrap_or_else(|| panic!("{place}: the ruler has no 0"));
            let left = zero.at[0] - 3.0;
            let [width, height] = [hundred.at[2] + 15.0 - left, 20.0];
            let pixels = |points: f64| (points * DPI / 72.0).round() as usize;
            let number = page.to_string();
            let base = folder.path().join("ruler");
            let values = [left, zero.at[3] - 2.0, width, height].map(|points| pixels(points).to_string());
            tool(
                "pdftoppm",
                &[
                    "-r",
                    "600",
                    "-gray",
                    "-singlefile",
                    "-f",
                    &number,
                    "-l",
                    &number,
                    "-x",
                    &values[0],
                    "-y",
                    &values[1],
                    "-W",
                    &values[2],
                    "-H",
                    &values[3],
                    text(file),
                    text(&base),
                ],
            );
            let picture = Grey::read(&base.with_extension("pgm"));
            let length = picture.ruler();
            assert!((length - 100.0).abs() < 0.1, "{place}: the ruler's ends are {length} mm apart");
        }
    }
}

/// A grey picture out of a PGM file.
struct Grey {
    width: usize,
    pixels: Vec<u8>,
}

impl Grey {
    fn read(path: &Path) -> Self {
        let bytes = fs::read(path).expect("pdftoppm wrote it");
        // P5, width, height, greatest value: four words, then one white space, then the pixels.
        let (mut at, mut words) = (0, Vec::new());
        while words.len() < 4 {
            let end = at + bytes[at..].iter().position(u8::is_ascii_whitespace).expect("the head ends");
            words.push(std::str::from_utf8(&bytes[at..end]).expect("the head is text").to_owned());
            at = end + 1;
        }
        Self { width: words[1].parse().expect("a number"), pixels: bytes[at..].to_vec() }
    }

    /// The distance in millimetres between the outer marks of a ruler whose line is the longest dark one: read
    /// 1.85 mm above the line, where only the marks of whole centimetres reach.
    fn ruler(&self) -> f64 {
        let rows: Vec<&[u8]> = self.pixels.chunks(self.width).collect();
        let dark = |row: &[u8]| row.iter().filter(|grey| **grey < 128).count();
        let line = (0..rows.len()).max_by_key(|row| dark(rows[*row])).expect("there are rows");
        let above = rows[line - (1.85 * DPI / 25.4) as usize];
        let marks: Vec<usize> = (0..self.width).filter(|x| above[*x] < 128).collect();
        // A mark is some pixels wide; its middle is meant.
        let middle = |from: usize, step: isize| {
            let mut to = from;
            while marks.contains(&to.wrapping_add_signed(step)) {
                to = to.wrapping_add_signed(step);
            }
            (from + to) as f64 / 2.0
        };
        let (first, last) = (marks[0], *marks.last().expect("a ruler has marks"));
        (middle(last, -1) - middle(first, 1)) * 25.4 / DPI
    }
}

/// A colour picture: of a PPM file, or of a PNG.
struct Picture {
    width: usize,
    height: usize,
    /// Three bytes a pixel.
    rgb: Vec<u8>,
}

/// Pixels in a millimetre: A4 is then a whole number of pixels, and both ends of a page lie on one.
const FINE: f64 = 4.0;

impl Picture {
    /// A page of a PDF, counted from 1.
    fn of(file: &Path, page: usize, dots: f64) -> Self {
        let folder = tempfile::tempdir().expect("a scratch folder can be made");
        let base = folder.path().join("page");
        let (dpi, page) = ((dots * 25.4).to_string(), page.to_string());
        let args = ["-r", &dpi, "-singlefile", "-f", &page, "-l", &page, text(file), text(&base)];
        tool("pdftoppm", &args);
        let bytes = fs::read(base.with_extension("ppm")).expect("pdftoppm wrote it");
        let (mut at, mut words) = (0, Vec::new());
        while words.len() < 4 {
            let end = at + bytes[at..].iter().position(u8::is_ascii_whitespace).expect("the head ends");
            words.push(std::str::from_utf8(&bytes[at..end]).expect("the head is text").to_owned());
            at = end + 1;
        }
        let number = |word: &str| word.parse().expect("a number");
        Self { width: number(&words[1]), height: number(&words[2]), rgb: bytes[at..].to_vec() }
    }

    fn of_png(file: &Path) -> Self {
        let raster = Raster::from_png(&fs::read(file).expect("it was written")).expect("it is a picture");
        let rgb = raster.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width: raster.width as usize, height: raster.height as usize, rgb }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let start = (y * self.width + x) * 3;
        [self.rgb[start], self.rgb[start + 1], self.rgb[start + 2]]
    }

    /// Whether a pixel here, or one at most so far away, is about this colour.
    fn is_near(&self, x: usize, y: usize, away: usize, colour: [u8; 3]) -> bool {
        let mut columns = x.saturating_sub(away)..=(x + away).min(self.width - 1);
        columns.any(|x| {
            let mut rows = y.saturating_sub(away)..=(y + away).min(self.height - 1);
            rows.any(|y| self.at(x, y).iter().zip(colour).all(|(a, b)| a.abs_diff(b) <= 40))
        })
    }

    /// The part of the pixels that the other picture does not show there, or a pixel at most so far away.
    fn differs(&self, other: &Self, away: usize) -> f64 {
        self.differs_within(other, away, [0, 0, self.width.min(other.width), self.height.min(other.height)])
    }

    fn differs_within(&self, other: &Self, away: usize, within: [usize; 4]) -> f64 {
        let [left, top, right, bottom] = within;
        let mut count = 0;
        for y in top..bottom {
            for x in left..right {
                count += usize::from(!other.is_near(x, y, away, self.at(x, y)));
            }
        }
        count as f64 / ((right - left) * (bottom - top)) as f64
    }

    /// The same of the square of so many pixels a side where most differ.
    fn differs_most(&self, other: &Self, away: usize, within: [usize; 4], side: usize) -> f64 {
        let [left, top, right, bottom] = within;
        let squares = (top..bottom - side)
            .step_by(side)
            .flat_map(|y| (left..right - side).step_by(side).map(move |x| [x, y, x + side, y + side]));
        squares.map(|square| self.differs_within(other, away, square)).fold(0.0, f64::max)
    }

    /// Whether something is printed here.
    fn is_inked(&self, x: usize, y: usize) -> bool {
        self.at(x, y).iter().any(|&part| part < 242)
    }

    /// Whether something is printed here or a pixel beside it.
    fn has_ink_near(&self, x: usize, y: usize) -> bool {
        let mut rows = y.saturating_sub(1)..=(y + 1).min(self.height - 1);
        rows.any(|y| (x.saturating_sub(1)..=(x + 1).min(self.width - 1)).any(|x| self.is_inked(x, y)))
    }

    /// How dark all its pixels are together, each from 0 to 255.
    fn ink(&self) -> f64 {
        let grey = |pixel: &[u8]| {
            0.299 * f64::from(pixel[0]) + 0.587 * f64::from(pixel[1]) + 0.114 * f64::from(pixel[2])
        };
        self.rgb.chunks_exact(3).map(|pixel| 255.0 - grey(pixel)).sum()
    }
}

/// A cell of a sheet of counters: where its front and its back are to lie, in millimetres.
struct Cell {
    page: [usize; 2],
    at: [Rect; 2],
}

/// All cells of the sheets of counters by what the fronts say of themselves; where their backs belong is worked out
/// here, from how paper is turned or folded.
fn cells(backs: Backs) -> Vec<Cell> {
    let settings = Settings { backs, ..Settings::default() };
    let drawing = made(Sheet::Counters, &settings).drawing;
    let folds = backs == Backs::Fold;
    let mut out = Vec::new();
    for (index, page) in drawing.pages.iter().enumerate().step_by(if folds { 1 } else { 2 }) {
        let (mut fronts, mut behind, mut marks) = (Vec::new(), Vec::new(), Vec::new());
        cells_and_marks(&page.items, settings.counter, &mut fronts, &mut marks);
        let (width, height) =
            if folds { (2.0 * fold(&page.items), page.height) } else { (page.width, page.height) };
        if folds {
            behind = fronts.extract_if(.., |cell| cell.x > width / 2.0).collect();
        } else {
            cells_and_marks(&drawing.pages[index + 1].items, settings.counter, &mut behind, &mut marks);
        }
        for &front in &fronts {
            let back = match backs {
                Backs::ShortEdge => Rect { y: height - front.bottom(), ..front },
                _ => Rect { x: width - front.right(), ..front },
            };
            // Finer than pixels show.
            let is_there = |cell: &&Rect| (cell.x - back.x).hypot(cell.y - back.y) < 0.001;
            assert_eq!(behind.iter().filter(is_there).count(), 1, "{backs:?}: nothing is behind {front:?}");
            out.push(Cell { page: [index + 1, index + 1 + usize::from(!folds)], at: [front, back] });
        }
        assert_eq!(fronts.len(), behind.len(), "{backs:?}, page {}", page.label);
    }
    out
}

/// Where a page is folded: in the middle of the lines that are drawn for it.
fn fold(items: &[Item]) -> f64 {
    let lines = items.iter().find_map(|item| match item {
        Item::Group(group) if group.subject == Some(Subject::Part("fold".into())) => {
            match group.items.first() {
                Some(Item::Shape(shape)) => shape.path.bounds(),
                _ => None,
            }
        }
        _ => None,
    });
    lines.expect("a sheet that is folded says where").centre().x
}

/// The letters of words in a box, sorted: readers join and order words as they like.
fn letters(words: &[Word], within: Rect) -> String {
    let middle = |word: &Word| {
        let [left, top, right, bottom] = word.at.map(|points| points * MM_PER_PT);
        export::drawing::pt((left + right) / 2.0, (top + bottom) / 2.0)
    };
    sorted(words.iter().filter(|word| within.contains(middle(word))).map(|word| word.text.as_str()))
}

fn sorted<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let entities = |text: &str| text.replace("&amp;", "&").replace("&apos;", "'").replace("&quot;", "\"");
    let mut letters: Vec<char> = texts.flat_map(|text| entities(text).chars().collect::<Vec<_>>()).collect();
    letters.retain(|letter| !letter.is_whitespace());
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// What is read in all cells, front and back, is what the counters of the scenario say, each as often as it is there.
fn words_match(file: &Path, cells: &[Cell]) {
    let (scenario, game) = sample();
    let mut wanted = Vec::new();
    for counter in engine::game::counters(game.as_ref(), &scenario) {
        let said = [&counter.front, &counter.back].map(|shown| {
            let mut all = Vec::new();
            texts(&face(shown, Settings::default().counter), 1.0, &mut |text, _, _| {
                all.push(text.to_owned())
            });
            sorted(all.iter().map(String::as_str))
        });
        wanted.extend((0..counter.copies).map(|_| said.clone()));
    }
    let pages: Vec<Vec<Word>> = (1..=pages(file)).map(|page| words(file, page)).collect();
    let read = |cell: &Cell| [0, 1].map(|side| letters(&pages[cell.page[side] - 1], cell.at[side]));
    let mut found: Vec<_> = cells.iter().map(read).collect();
    found.sort();
    wanted.sort();
    assert_eq!(found.len(), 217);
    for (found, wanted) in found.iter().zip(&wanted) {
        assert_eq!(found, wanted, "front and back, as read and as the counters say");
    }
}

/// The ink of cells, of their bleeds and of the marks around them lies behind that of the other side, to a pixel.
/// `places` are the cells of one page on the sides, and `behind` leads from one picture to the other.
fn ink_lies_behind(
    [front, back]: [&Picture; 2],
    places: &[[Rect; 2]],
    behind: impl Fn(usize, usize) -> (usize, usize),
    what: &str,
) {
    // Without the words over the blocks, which are set so that they can be read on either side: cells with their
    // bleeds, and around them what stands between a block's corners.
    const BLEED: f64 = 2.0;
    for (side, one, other) in [(0, front, back), (1, back, front)] {
        let (mut inked, mut stray) = (0_u32, 0_u32);
        let mut seen = vec![false; one.width * one.height];
        for place in places {
            let [left, top, right, bottom] = {
                let rect = place[side].grown(BLEED + 0.25);
                [rect.x, rect.y, rect.right(), rect.bottom()].map(|at| (at * FINE).round() as usize)
            };
            for y in top..bottom {
                for x in left..right {
                    if !one.is_inked(x, y) || std::mem::replace(&mut seen[y * one.width + x], true) {
                        continue;
                    }
                    inked += 1;
                    let (x, y) = behind(x, y);
                    stray += u32::from(!other.has_ink_near(x, y));
                }
            }
        }
        assert!(inked > 100_000, "{what}: there is next to nothing on the page");
        // The words over blocks reach into the bleeds by their descenders.
        let part = f64::from(stray) / f64::from(inked);
        assert!(part < 0.0005, "{what}: {part} of the ink has nothing behind it");
    }
}

fn backs_lie_behind_fronts() {
    for (edge, backs) in [("long", Backs::LongEdge), ("short", Backs::ShortEdge)] {
        let file = exported(&["--what", "counters", "--duplex", edge]).join("counters.pdf");
        let cells = cells(backs);
        words_match(&file, &cells);
        for page in (1..pages(&file)).step_by(2) {
            let (front, back) = (Picture::of(&file, page, FINE), Picture::of(&file, page + 1, FINE));
            let (w, h) = (front.width, front.height);
            assert_eq!((w, h), (840, 1188));
            let behind = |x: usize, y: usize| if edge == "long" { (w - 1 - x, y) } else { (x, h - 1 - y) };
            let places: Vec<_> =
                cells.iter().filter(|cell| cell.page[0] == page).map(|cell| cell.at).collect();
            ink_lies_behind([&front, &back], &places, behind, &format!("{edge} edge, page {page}"));
        }
    }
}

fn folded_backs_lie_on_fronts() {
    let file = exported(&["--what", "counters", "--duplex", "fold"]).join("counters.pdf");
    let cells = cells(Backs::Fold);
    words_match(&file, &cells);
    let settings = Settings { backs: Backs::Fold, ..Settings::default() };
    let fold = fold(&made(Sheet::Counters, &settings).drawing.pages[0].items);
    for page in 1..=pages(&file) {
        let picture = Picture::of(&file, page, FINE);
        let places: Vec<_> = cells.iter().filter(|cell| cell.page[0] == page).map(|cell| cell.at).collect();
        let width = (2.0 * fold * FINE).round() as usize;
        let behind = |x: usize, y: usize| ((width - 1 - x).min(picture.width - 1), y);
        ink_lies_behind([&picture, &picture], &places, behind, &format!("page {page}"));
    }
}

/// The boxes of the counters on a page, and the marks as segments.
fn cells_and_marks(items: &[Item], side: f64, cells: &mut Vec<Rect>, marks: &mut Vec<Rect>) {
    for item in items {
        let Item::Group(group) = item else { continue };
        match (&group.subject, group.items.as_slice()) {
            (Some(Subject::Part(part)), shapes) if part == "crop marks" => {
                for shape in shapes {
                    let Item::Shape(shape) = shape else { continue };
                    let mut from = None;
                    for segment in &shape.path.segments {
                        match (segment, from) {
                            (Segment::Move(p), _) => from = Some(*p),
                            (Segment::Line(p), Some(start)) => marks.push(Rect::around(start, *p)),
                            _ => {}
                        }
                    }
                }
            }
            (Some(Subject::Part(_)), [Item::Use(shown)]) if shown.symbol.starts_with("counter/") => {
                cells.push(shown.transform.apply_rect(Rect::new(0.0, 0.0, side, side)));
            }
            _ => cells_and_marks(&group.items, side, cells, marks),
        }
    }
}

fn every_cut_has_marks() {
    const HAIR: f64 = 1e-6;
    let mut tried = 0;
    for backs in Backs::ALL {
        for (paper, counter, bleed) in [
            (Paper::A4, 14.29, 2.0),
            (Paper::Letter, 14.29, 3.175),
            (Paper::A4, 12.7, 0.0),
            (Paper::A3, 25.0, 1.5),
        ] {
            let settings =
                Settings { backs, paper, counter, bleed, hex: counter * 1.4, ..Settings::default() };
            for page in &made(Sheet::Counters, &settings).drawing.pages {
                let (mut cells, mut marks) = (Vec::new(), Vec::new());
                cells_and_marks(&page.items, counter, &mut cells, &mut marks);
                assert!(!cells.is_empty() && !marks.is_empty(), "{backs:?} {paper:?}");
                let place = format!("{backs:?} {paper:?} {counter}, page {}", page.label);
                for cell in &cells {
                    for x in [cell.x, cell.right()] {
                        let on = |mark: &&Rect| mark.w < HAIR && (mark.x - x).abs() < 1e-3;
                        let above = marks.iter().filter(on).any(|mark| mark.bottom() < cell.y + HAIR);
                        let below = marks.iter().filter(on).any(|mark| mark.y > cell.bottom() - HAIR);
                        assert!(above && below, "{place}: the cut at x {x} has no mark at both ends");
                    }
                    for y in [cell.y, cell.bottom()] {
                        let on = |mark: &&Rect| mark.h < HAIR && (mark.y - y).abs() < 1e-3;
                        let left = marks.iter().filter(on).any(|mark| mark.right() < cell.x + HAIR);
                        let right = marks.iter().filter(on).any(|mark| mark.x > cell.right() - HAIR);
                        assert!(left && right, "{place}: the cut at y {y} has no mark at both ends");
                    }
                    let coloured = cell.grown(bleed);
                    let inside = |mark: &&Rect| {
                        mark.x < coloured.right() - HAIR
                            && mark.right() > coloured.x + HAIR
                            && mark.y < coloured.bottom() - HAIR
                            && mark.bottom() > coloured.y + HAIR
                    };
                    assert!(!marks.iter().any(|mark| inside(&mark)), "{place}: a mark lies in a bleed");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 217 * 2 * 16 - 1, "{tried} cells were looked at");
}

/// The numbers of hexes on a page, with the middle of each in millimetres.
fn hex_numbers(file: &Path, page: usize) -> Vec<(String, [f64; 2])> {
    // Column and row of two digits each; the title has a year.
    let is_number = |word: &Word| {
        let part = |digits: Option<&str>| digits.and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(0);
        let text = &word.text;
        text.len() == 4 && (1..=30).contains(&part(text.get(..2))) && (1..=22).contains(&part(text.get(2..)))
    };
    let middle = |word: &Word| [0, 1].map(|axis| (word.at[axis] + word.at[axis + 2]) / 2.0 * MM_PER_PT);
    words(file, page)
        .iter()
        .filter(|word| is_number(word))
        .map(|word| (word.text.clone(), middle(word)))
        .collect()
}

fn the_tiles_make_the_map() {
    const DOTS: f64 = 2.0;
    for paper in [Paper::A4, Paper::Letter] {
        let folder = exported(&["--what", "map", "--paper", &paper.name()]);
        let (map, tiled) = (folder.join("map.pdf"), folder.join("map-tiled.pdf"));
        let summary = made(Sheet::MapTiled, &Settings { paper, ..Settings::default() }).summary;
        assert_eq!(pages(&tiled), summary.pages.len());
        let poster = Picture::of(&map, 1, DOTS);
        // The numbers of all hexes, from the map itself.
        let numbers = hex_numbers(&map, 1);
        assert_eq!(numbers.len(), 30 * 22);
        let mut found = vec![false; numbers.len()];
        let mut whole =
            Picture { width: poster.width, height: poster.height, rgb: vec![0; poster.rgb.len()] };
        let mut painted = vec![false; poster.width * poster.height];
        for (index, page) in summary.pages.iter().enumerate() {
            let Some((of, at)) = page.shows else { continue };
            let own = hex_numbers(&tiled, index + 1);
            for (number, found) in numbers.iter().zip(&mut found) {
                let [x, y] = number.1;
                if !of.grown(0.01).contains(export::drawing::pt(x, y)) {
                    continue;
                }
                let wanted = [x + at.x - of.x, y + at.y - of.y];
                let is_there = own.iter().any(|(text, place)| {
                    *text == number.0 && (0..2).all(|axis| (place[axis] - wanted[axis]).abs() < 0.3)
                });
                assert!(is_there, "{} {}: {} is not at {wanted:?}", paper.name(), page.name, number.0);
                *found = true;
            }
            // And no sheet has a number that is elsewhere on the map.
            for (text, place) in &own {
                let (_, [x, y]) = numbers.iter().find(|(number, _)| number == text).expect("the map has it");
                let away = [x + at.x - of.x - place[0], y + at.y - of.y - place[1]];
                assert!(
                    away.iter().all(|away| away.abs() < 0.3),
                    "{} {}: {text} is {away:?} away from its place",
                    paper.name(),
                    page.name
                );
            }
            let picture = Picture::of(&tiled, index + 1, DOTS);
            let pixels = |millimetres: f64| (millimetres * DOTS).round() as usize;
            for y in pixels(of.y)..pixels(of.bottom()) {
                for x in pixels(of.x)..pixels(of.right()) {
                    let from = (pixels(at.x) + x - pixels(of.x), pixels(at.y) + y - pixels(of.y));
                    let from = (from.0.min(picture.width - 1), from.1.min(picture.height - 1));
                    let to = (y * whole.width + x) * 3;
                    whole.rgb[to..to + 3].copy_from_slice(&picture.at(from.0, from.1));
                    painted[y * whole.width + x] = true;
                }
            }
        }
        assert!(found.iter().all(|&found| found), "{}: a hex is on no sheet", paper.name());
        // All between the margins and above the foot.
        let (width, height) = summary.assembled.expect("tiles are put together");
        let margin = (10.0 * DOTS) as usize + 1;
        let within =
            [margin, margin, margin + (width * DOTS) as usize - 2, margin + (height * DOTS) as usize - 2];
        let hole =
            (within[1]..within[3]).any(|y| (within[0]..within[2]).any(|x| !painted[y * whole.width + x]));
        assert!(!hole, "{}: something of the map is on no sheet", paper.name());
        for (one, other) in [(&poster, &whole), (&whole, &poster)] {
            let part = one.differs_within(other, 1, within);
            assert!(part < 0.02, "{}: {part} of the pixels differ", paper.name());
            // Nor are many of those that differ in one place, as where a part of a sheet is missing.
            let worst = one.differs_most(other, 1, within, 20);

            assert!(
                worst < MOST_TILES,
                "{}: {worst} of the pixels of a square centimetre differ",
                paper.name()
            );
        }
    }
}

/// How many bytes the outlines of each font of a file have, compressed as they are.
fn font_lengths(said: &str) -> Vec<usize> {
    let dictionaries =
        said.split(" 0 obj").filter_map(|object| object.split_once("stream").map(|(head, _)| head));
    let is_font = |head: &&str| head.contains("/Length1") || head.contains("/CIDFontType0C");
    dictionaries.filter(is_font).filter_map(length).collect()
}

/// The length that a stream's dictionary says.
fn length(dictionary: &str) -> Option<usize> {
    let (_, rest) = dictionary.split_once("/Length ")?;
    rest.split(|sign: char| !sign.is_ascii_digit()).next()?.parse().ok()
}

/// How many bytes of a file are fonts: outlines, and the characters that they stand for.
fn font_bytes(file: &Path) -> usize {
    let said = raw(file);
    let outlines: usize = font_lengths(&said).into_iter().sum();
    // The tables of characters are known by what is in them, which only the plain form of the file shows.
    let plain = plain(file);
    let tables = plain.split("%% Original object ID: ").filter(|object| object.contains("begincmap"));
    let numbers = tables.filter_map(|object| object.split(' ').next());
    let bytes_of =
        |number: &str| said.split_once(&format!("\n{number} 0 obj")).and_then(|(_, rest)| length(rest));
    let characters: usize = numbers.filter_map(bytes_of).sum();
    assert!(outlines > 10_000 && characters > 1000, "{}: {outlines} and {characters} bytes", text(file));
    outlines + characters
}

fn files_are_small() {
    let size = |file: &Path| fs::metadata(file).expect("it was exported").len() as usize;
    let (map, tiled, counters) = (sheet("map"), sheet("map-tiled"), sheet("counters"));
    let papers = made(Sheet::MapTiled, &Settings::default()).summary.pages.len();
    let more = size(tiled) as i64 - size(map) as i64;
    assert!(more <= 1536 * papers as i64 + 10_240, "tiles add {more} bytes on {papers} sheets");
    let (scenario, _) = sample();
    let hexes = scenario.map.cells.len();
    // Rivers and the edges of levels, a hexside of 11.547 mm each.
    let level = |hex: engine::hex::Hex| scenario.map.terrain(hex).map(str::to_owned);
    let edges = scenario.map.grid.hexes().flat_map(|hex| hex.neighbours().map(move |other| (hex, other)));
    let steps = edges.filter(|&(a, b)| level(b).is_some_and(|other| Some(other) != level(a))).count() / 2;
    let metres = (scenario.map.sides.len() + steps) as f64 * 0.011_547;
    let most = 60 * hexes + (40.0 * metres) as usize + font_bytes(map) + 40_960;
    assert!(size(map) < most, "the map has {} bytes, expected at most {most}", size(map));
    assert!(size(counters) <= 80_000, "217 counters have {} bytes", size(counters));
}

/// The layers of a file in its plain form: the number of each object with its name, and the names in the order in
/// which readers list them.
fn layers_of(said: &str) -> (Vec<(String, String)>, Vec<String>) {
    let mut names: Vec<(String, String)> = Vec::new();
    for object in said.split("\nendobj").filter(|object| object.contains("/Type /OCG")) {
        let (_, rest) = object.split_once("/Name (").expect("layers have names");
        let (name, _) = rest.split_once(')').expect("names end");
        let number = object.rsplit_once(" 0 obj").expect("it is an object").0;
        names.push((number.rsplit('\n').next().unwrap_or("").to_owned(), name.to_owned()));
    }
    let (_, rest) = said.split_once("/Order [").expect("they are ordered");
    let (order, _) = rest.split_once(']').expect("lists end");
    let name_of = |number: &str| names.iter().find(|(own, _)| own == number).map(|(_, name)| name.clone());
    let listed = order.split_whitespace().step_by(3).filter_map(name_of).collect();
    (names, listed)
}

fn layers() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let (plain, edited, fixed) =
        (folder.path().join("plain.pdf"), folder.path().join("edited.pdf"), folder.path().join("fixed.pdf"));
    let map = sheet("map");
    tool("qpdf", &["--qdf", "--object-streams=disable", text(map), text(&plain)]);
    let bytes = fs::read(&plain).expect("qpdf wrote it");
    let said: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    let map_layers = [
        "Ground",
        "Level edges",
        "Roads",
        "Water",
        "Grid",
        "Woods and camps",
        "Hex numbers",
        "Names",
        "Zones",
        "Frame",
        "Title and key",
    ];
    assert_eq!(layers_of(&said).1, map_layers);
    let tiled = [&map_layers[..], &["Cut and glue"]].concat();
    for (name, wanted) in [("map-tiled", &tiled[..]), ("counters", &["Counters", "Marks"])] {
        assert_eq!(layers_of(&self::plain(sheet(name))).1, wanted, "{name}");
    }
    let names = layers_of(&said).0;

    // Off with the numbers, and nothing else is gone.
    let numbers = &names.iter().find(|(_, name)| name == "Hex numbers").expect("it is there").0;
    let (before, after) = said.split_once("/OFF [").expect("there is a list of layers that are off");
    let switched = format!("{before}/OFF [ {numbers} 0 R {after}");
    let switched: Vec<u8> = switched.chars().map(|sign| sign as u8).collect();
    fs::write(&edited, switched).expect("it can be written");
    let output = Command::new("fix-qdf").arg(&edited).output().expect("the tool was looked for");
    fs::write(&fixed, output.stdout).expect("it can be written");
    let (with, without) = (Picture::of(map, 1, 3.0), Picture::of(&fixed, 1, 3.0));
    assert_eq!((with.width, with.height), (without.width, without.height));
    let places = hex_numbers(map, 1);
    let mut seen = vec![false; places.len()];
    for y in 0..with.height {
        for x in 0..with.width {
            if with.at(x, y) == without.at(x, y) {
                continue;
            }
            let at = [(x as f64 + 0.5) / 3.0, (y as f64 + 0.5) / 3.0];
            let near = |(_, middle): &(String, [f64; 2])| {
                (middle[0] - at[0]).abs() < 3.6 && (middle[1] - at[1]).abs() < 2.0
            };
            let found = places.iter().position(near);
            seen[found.unwrap_or_else(|| panic!("something at {at:?} is gone with the numbers"))] = true;
        }
    }
    assert!(seen.iter().all(|&seen| seen), "a number is still there");
}

/// All text in the streams of a file in its plain form, whether it is shown or not, a line a run; and all strings in
/// UTF-16.
fn written(said: &str) -> String {
    let reference = |text: &str| text.split(' ').next().map(str::to_owned);
    let objects: BTreeMap<String, &str> = said
        .split("\nendobj")
        .filter_map(|object| {
            let (number, body) = object.split_once(" 0 obj\n")?;
            Some((number.rsplit('\n').next()?.to_owned(), body))
        })
        .collect();
    let hex = |text: &str| u32::from_str_radix(text, 16).ok();
    let letters = |text: &str| -> String {
        let units: Vec<u16> = (0..text.len() / 4)
            .filter_map(|i| hex(&text[4 * i..4 * i + 4]))
            .map(|unit| unit as u16)
            .collect();
        String::from_utf16_lossy(&units)
    };
    let in_angles = |line: &str| -> Vec<String> {
        line.split('<')
            .skip(1)
            .filter_map(|part| part.split_once('>'))
            .map(|(inside, _)| inside.to_owned())
            .collect()
    };
    // What the codes of a font stand for.
    let meanings = |table: &str| -> BTreeMap<u32, String> {
        let mut out = BTreeMap::new();
        let mut is_range = false;
        for line in table.lines() {
            is_range = (is_range || line.contains("beginbfrange")) && !line.contains("endbfrange");
            match in_angles(line).as_slice() {
                [from, to, first] if is_range => {
                    let (Some(from), Some(to), Some(first)) = (hex(from), hex(to), hex(first)) else {
                        continue;
                    };
                    let sign = |code: u32| char::from_u32(first + code - from).unwrap_or(' ').to_string();
                    out.extend((from..=to.min(from + 0xffff)).map(|code| (code, sign(code))));
                }
                [code, sign] => out.extend(hex(code).map(|code| (code, letters(sign)))),
                _ => {}
            }
        }
        out
    };
    let mut fonts: BTreeMap<String, BTreeMap<u32, String>> = BTreeMap::new();
    for face in 0..32 {
        let name = format!("/T{face} ");
        let font = said.split_once(&format!("\n    {name}")).or_else(|| said.split_once(&name));
        let font = font.and_then(|(_, rest)| objects.get(&reference(rest)?));
        let table = font.and_then(|font| objects.get(&reference(font.split_once("/ToUnicode ")?.1)?));
        if let Some(table) = table {
            fonts.insert(format!("/T{face}"), meanings(table));
        }
    }
    assert!(!fonts.is_empty(), "no font says what its codes stand for");
    let mut out = String::new();
    let mut font = None;
    for line in said.lines() {
        if let Some((_, string)) = line.to_lowercase().split_once("<feff") {
            out.push_str(&letters(string.split('>').next().unwrap_or("")));
            out.push('\n');
        }
        if line.ends_with(" Tf") {
            font = line.split(' ').next().and_then(|name| fonts.get(name));
        } else if let (true, Some(font)) = (line.ends_with("Tj") || line.ends_with("TJ"), font) {
            let codes = in_angles(line).concat();
            let sign = |i: usize| hex(codes.get(4 * i..4 * i + 4)?).and_then(|code| font.get(&code));
            out.extend((0..codes.len() / 4).filter_map(sign).map(String::as_str));
            out.push('\n');
        }
    }
    out
}

fn a_side_has_its_own() {
    let sides = [
        ("us", ["7th Cav", "Custer"], ["Hunkpapa", "Oglala", "Sitting Bull", "tribe"]),
        ("indian", ["Hunkpapa", "Gall"], ["7th Cav", "6th Inf", "Custer", "Gatling"]),
    ];
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    for (side, own, others) in sides {
        let file = exported(&["--what", "counters", "--for", side]).join(format!("counters-{side}.pdf"));
        let said = page_text(&file, 1, pages(&file));
        assert!(own.iter().all(|name| said.contains(name)), "{side}: {said}");
        assert!(said.contains("STOP"), "markers are for all");
        let plain = folder.path().join("plain.pdf");
        tool("qpdf", &["--qdf", "--object-streams=disable", text(&file), text(&plain)]);
        let bytes = fs::read(&plain).expect("qpdf wrote it");
        let bytes = String::from_utf8_lossy(&bytes);
        // Also what no reader shows: in layers that are off, behind clips, in forms that nothing uses.
        let hidden = written(&self::plain(&file));
        assert!(own.iter().all(|name| hidden.contains(name)), "{side}: {hidden}");
        for name in others {
            let is_there = [&*said, &*bytes, &*hidden].iter().any(|text| text.contains(name));
            assert!(!is_there, "{side} can read {name:?}");
        }
    }
    // Without a side all of it is there.
    let all = page_text(sheet("counters"), 1, pages(sheet("counters")));
    assert!(all.contains("Hunkpapa") && all.contains("7th Cav"));
}

fn ink_is_saved() {
    let dots = 100.0 / 25.4;
    let saver = exported(&["--what", "map,counters,aids,track", "--layout", "poster", "--ink", "saver"]);
    // On aids and tracks there is little but words, which have to stay as dark as they were.
    for (name, most) in [("map", 0.35), ("counters", 0.35), ("aids", 0.75), ("track", 0.65)] {
        let (mut all, mut spent) = (0.0, 0.0);
        let saver = saver.join(format!("{name}.pdf"));
        for page in 1..=pages(&saver) {
            let (full, saved) = (Picture::of(sheet(name), page, dots), Picture::of(&saver, page, dots));
            all += full.ink();
            spent += saved.ink();
        }
        let part = spent / all;
        assert!(part < most, "saving prints {part} of the full ink of {name}, expected less than {most}");
    }
}

fn text_can_be_read() {
    for args in [&[][..], &["--ink", "saver"], &["--ink", "grey"], &["--palette", "deuter"]] {
        let common = ["--what", "map,counters,aids,track", "--layout", "poster"];
        let folder = exported(&[&common[..], args].concat());
        for name in ["map", "counters", "aids", "track"] {
            let file = folder.join(format!("{name}.pdf"));
            for page in 1..=pages(&file) {
                contrasts(&file, page, &format!("{name} {args:?}"));
            }
        }
    }
}

/// Each word contrasts with what is behind it: with the colour that most of its box has.
fn contrasts(file: &Path, page: usize, what: &str) {
    // 300 dpi, where the lines of the smallest letters are as wide as a pixel.
    const DOTS: f64 = 300.0 / 25.4;
    // Pixels as dark or light as that are a letter's, not a speck of what it stands on.
    const LEAST: usize = 6;
    let picture = Picture::of(file, page, DOTS);
    let mut tried = 0;
    for word in words(file, page) {
        let [left, top, right, bottom] = word.at.map(|points| (points * MM_PER_PT * DOTS).max(0.0) as usize);
        let is_word = word.text.chars().any(char::is_alphanumeric);
        // The pale figures that the marker of turns covers stand in the corners of their boxes, too.
        let is_figure = word.text.chars().all(|digit| digit.is_ascii_digit());
        let is_pale = is_figure && (word.at[3] - word.at[1] > 15.0) && !what.starts_with("counters");
        if !is_word || is_pale {
            continue;
        }
        let (right, bottom) = ((right + 1).min(picture.width), (bottom + 1).min(picture.height));
        let mut colours: Vec<[u8; 3]> = (top..bottom)
            .flat_map(|y| (left..right).map(move |x| (x, y)))
            .map(|(x, y)| picture.at(x, y))
            .collect();
        colours.sort_unstable();
        let ground =
            colours.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).expect("a word has a box")[0];
        let ground = Rgb(ground[0], ground[1], ground[2]);
        let mut found: Vec<f64> = colours.iter().map(|&[r, g, b]| Rgb(r, g, b).contrast(ground)).collect();
        found.sort_by(f64::total_cmp);
        let contrast = found[found.len().saturating_sub(LEAST)];
        assert!(
            contrast >= 4.5,
            "{what}, page {page}: {:?} contrasts by {contrast:.2} with {ground}",
            word.text
        );
        tried += 1;
    }
    assert!(tried > 50, "{what}, page {page}: only {tried} words were found");
}

/// In grey nothing has a colour, and terrains that touch are told apart by how light or how uneven they are.
fn grey_is_enough() {
    let dots = 6.0;
    let grey = exported(&["--what", "map,counters", "--layout", "poster", "--ink", "grey"]);
    for name in ["map", "counters"] {
        let picture = Picture::of(&grey.join(format!("{name}.pdf")), 1, dots);
        let is_coloured = |pixel: &[u8]| pixel.iter().max() != pixel.iter().min();
        let coloured = picture.rgb.chunks_exact(3).filter(|pixel| is_coloured(pixel)).count();
        assert_eq!(coloured, 0, "{name} has colours in grey");
    }
    let (scenario, _) = sample();
    let grid = &scenario.map.grid;
    let picture = Picture::of(&grey.join("map.pdf"), 1, dots);
    let middles: BTreeMap<String, [f64; 2]> = hex_numbers(&grey.join("map.pdf"), 1).into_iter().collect();
    // Mean and spread of what is printed within 7 mm of the middle of each hex, which is below its number.
    let mut looks: BTreeMap<&str, Vec<[f64; 2]>> = BTreeMap::new();
    for hex in grid.hexes() {
        let Some(terrain) = scenario.map.terrain(hex) else { continue };
        let [x, y] = middles[&grid.label(hex)];
        let (x, y) = ((x * dots) as usize, ((y + 8.4) * dots) as usize);
        let reach = (6.0 * dots) as usize;
        let mut seen = Vec::new();
        for row in y - reach..y + reach {
            seen.extend((x - reach..x + reach).map(|x| f64::from(picture.at(x, row)[0])));
        }
        let mean = seen.iter().sum::<f64>() / seen.len() as f64;
        let spread = (seen.iter().map(|grey| (grey - mean).powi(2)).sum::<f64>() / seen.len() as f64).sqrt();
        looks.entry(terrain).or_default().push([mean, spread]);
    }
    let look = |terrain: &str| {
        let all = &looks[terrain];
        // The middle one: rivers and crests run through some hexes.
        [0, 1].map(|part| {
            let mut values: Vec<f64> = all.iter().map(|look| look[part]).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        })
    };
    let mut pairs = BTreeSet::new();
    for hex in grid.hexes() {
        for other in hex.neighbours() {
            if let (Some(a), Some(b)) = (scenario.map.terrain(hex), scenario.map.terrain(other))
                && a < b
            {
                pairs.insert((a, b));
            }
        }
    }
    assert!(pairs.len() >= 6, "{pairs:?}");
    for (a, b) in pairs {
        let (one, other) = (look(a), look(b));
        let differs = (0..2).any(|part| (one[part] - other[part]).abs() > 12.0);
        assert!(differs, "{a} and {b} look alike in grey: {one:?} and {other:?}");
    }
}

/// The part of the pixels of a square of 6 mm that readers may draw otherwise: 0.07 was found.
const MOST_BACK_ENDS: f64 = 0.2;

/// The same of a square centimetre of a map and of its sheets put together: 0.09 was found.
const MOST_TILES: f64 = 0.14;

fn pictures_agree() {
    let dpi = FINE * 25.4;
    let number = dpi.to_string();
    let args = ["--what", "map,counters,aids", "--layout", "poster", "--dpi", &number];
    let pngs = exported(&[&args[..], &["--format", "png"]].concat());
    let svgs = exported(&[&args[..], &["--format", "svg"]].concat());
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    for (pdf, name) in
        [("map", "map"), ("counters", "counters-1"), ("counters", "counters-2"), ("aids", "aids-1")]
    {
        let pdf = sheet(pdf);
        let page = if name.ends_with('2') { 2 } else { 1 };
        let file = pngs.join(format!("{name}.png"));
        let bytes = fs::read(&file).expect("it was exported");
        let png = Picture::of_png(&file);
        let [left, bottom, right, top] = trim_box(pdf);
        let pixels = |millimetres: f64| (millimetres * dpi / 25.4).round() as usize;
        let wanted = (pixels(right - left), pixels(top - bottom));
        assert!(
            png.width.abs_diff(wanted.0) <= 1 && png.height.abs_diff(wanted.1) <= 1,
            "{name}: {} × {} pixels, expected {wanted:?}",
            png.width,
            png.height
        );
        let chunk = bytes.windows(4).position(|word| word == b"pHYs").expect("it says its resolution") + 4;
        let number = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        assert_eq!((number(chunk), number(chunk + 4), bytes[chunk + 8]), (4000, 4000, 1), "{name}");
        assert!(bytes.windows(4).any(|word| word == b"sRGB"), "{name} does not say its colours");

        // Two readers that place what they draw as finely as we do, pixel for pixel.
        let (drawn, svg) = (folder.path().join("pdf.png"), folder.path().join("svg.png"));
        let (number, resolution) = (page.to_string(), dpi.to_string());
        let args = ["draw", "-N", "-q", "-r", &resolution, "-o", text(&drawn), text(pdf), &number];
        tool("mutool", &args);
        let file = svgs.join(format!("{name}.svg"));
        let args = ["--background-color", "white", "--dpi-x", &resolution, "--dpi-y", &resolution];
        tool("rsvg-convert", &[&args[..], &["-o", text(&svg), text(&file)]].concat());
        for (what, other) in [("PDF", Picture::of_png(&drawn)), ("SVG", Picture::of_png(&svg))] {
            // Readers round the places of letters; beside them all is the same.
            for (away, most) in [(0, 0.02), (1, 0.004)] {
                let part = png.differs(&other, away);
                assert!(part < most, "{name}: {part} of the pixels differ from the {what}, {away} beside");
            }
            // Nothing is missing either that has few pixels, such as a name: no square of 6 mm is another.
            let whole = [0, 0, png.width.min(other.width), png.height.min(other.height)];
            let worst = png.differs_most(&other, 1, whole, 24).max(other.differs_most(&png, 1, whole, 24));

            assert!(worst < MOST_BACK_ENDS, "{name}: {worst} of a square differ from the {what}");
        }
    }
}

/// The texts of items, with the size in points at which each is printed.
fn texts(items: &[Item], by: f64, visit: &mut dyn FnMut(&str, f64, Face)) {
    for item in items {
        match item {
            Item::Text(text) => visit(&text.run.text, text.run.size * by, text.run.face),
            Item::Group(group) => texts(&group.items, by * group.transform.stretch(), visit),
            _ => {}
        }
    }
}

fn counters_can_be_read() {
    const LEAST_TEXT: f64 = 6.0;
    const LEAST_FIGURE: f64 = 0.24;
    let (scenario, game) = sample();
    let counters = engine::game::counters(game.as_ref(), &scenario);
    for (counter, hex) in [(12.7, 17.5), (14.29, 20.0), (15.88, 22.0), (20.0, 28.0), (25.0, 35.0)] {
        // A square lies wholly in its hex.
        assert!(counter * 1.366 <= hex, "{counter} on {hex}");
        for one in &counters {
            for shown in [&one.front, &one.back] {
                texts(&face(shown, counter), 1.0, &mut |text, size, font| {
                    let name = &one.name;
                    assert!(size >= LEAST_TEXT - 1e-6, "{name} of {counter} mm: {text:?} at {size} pt");
                    if font == Face::SansBold {
                        let part = size * MM_PER_PT / counter;
                        assert!(part >= LEAST_FIGURE - 1e-9, "{name} of {counter} mm: {text:?} at {part}");
                    }
                });
            }
        }
        let settings = Settings { counter, hex, ..Settings::default() };
        for sheet in [Sheet::Counters, Sheet::Map] {
            assert_eq!(made(sheet, &settings).warnings, Vec::<String>::new(), "{counter} on {hex}");
        }
        // As they are printed, too.
        let mut found = 0;
        for (name, symbol) in made(Sheet::Counters, &settings).drawing.symbols {
            if !name.starts_with("counter/") {
                continue;
            }
            texts(&symbol.items, 1.0, &mut |text, size, font| {
                assert!(size >= LEAST_TEXT - 1e-6, "{name} of {counter} mm: {text:?} at {size} pt");
                let part = size * MM_PER_PT / counter;
                assert!(font != Face::SansBold || part >= LEAST_FIGURE - 1e-9, "{name}: {text:?} at {part}");
                found += 1;
            });
        }
        assert!(found > 200, "{found} texts on counters of {counter} mm");
    }
    // What does not fit its hex is said.
    let settings = Settings { counter: 17.0, hex: 20.0, ..Settings::default() };
    let warnings = made(Sheet::Map, &settings).warnings;
    assert!(warnings.iter().any(|warning| warning.contains("too large for hexes")), "{warnings:?}");
    for (hex, large, least) in [(12.0, false, 4.5), (17.5, false, 4.5), (20.0, true, 7.0)] {
        let settings = Settings { hex, counter: (hex * 0.7145).max(9.0), large, ..Settings::default() };
        let made = made(Sheet::Map, &settings);
        let mut found = 0;
        let mut look = |text: &str, size: f64, _: Face| {
            assert!(size >= least - 1e-6, "hexes of {hex} mm: {text:?} at {size} pt");
            found += 1;
        };
        for item in &made.drawing.pages[0].items {
            let Item::Group(group) = item else { continue };
            if group.layer.as_deref() == Some("Hex numbers") {
                texts(&group.items, group.transform.stretch(), &mut look);
            }
        }
        assert_eq!(found, 30 * 22, "hexes of {hex} mm");
    }
}
