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
    let all: &[Check] = &[
        ("01_every_pdf_is_sound", &["qpdf"], every_pdf_is_sound),
        ("02_every_reader_is_silent", &["pdftoppm", "gs", "mutool"], every_reader_is_silent),
        ("03_fonts_are_embedded_subset_and_named", &["pdffonts"], fonts_are_embedded),
        ("04_version_and_title_are_set", &["pdfinfo"], version_and_title),
        ("06_the_map_is_as_wide_as_its_columns", &["pdfinfo"], the_map_is_as_wide_as_its_columns),
        ("07_the_ruler_is_true", &["pdftoppm", "pdfinfo", "pdftotext"], the_ruler_is_true),
        ("08_printers_are_told_not_to_scale", &["qpdf"], printers_are_told_not_to_scale),
        ("10_every_counter_is_there_once", &["pdftotext", "pdfinfo"], every_counter_is_there_once),
        ("17_the_outline_is_nested_and_leads_somewhere", &["mutool", "pdfinfo"], the_outline_leads_somewhere),
        ("20_the_same_input_gives_the_same_bytes", &[], the_same_input_gives_the_same_bytes),
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
    assert!(files.len() >= 3, "map, counters and aids are expected, found {files:?}");
    files
}

fn sheet(name: &str) -> &'static Path {
    let found =
        sheets().iter().find(|file| file.file_stem().is_some_and(|stem| stem.to_string_lossy() == name));
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
        ("7 Cav.", 15 * 2, 15 * 2),
        ("Scouts", 3, 0),
        ("6 Inf.", 6, 6),
        ("Gatling", 2, 0),
        ("2 Cav.", 5 * 2, 5 * 2),
        ("7 Inf.", 7, 7),
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
    // The aid is one page, so its sections stand directly below it.
    assert!(titles("aids").contains(&(2, "Melee".to_owned())), "{:?}", titles("aids"));
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
