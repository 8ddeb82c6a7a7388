//! The real window on a disk that is full or may only be read: the old files stay, what happened is said, and
//! nothing of what was drawn is lost.
//!
//! Each trial has a file system of some kilobytes of its own, in a space of mounts that only its window sees.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use editor::theme::{DARK, LIGHT};
use egui::{Rect, pos2};
use engine::scenario::Scenario;
use libtest_mimic::Arguments;
use tests::window::{Places, TOOLS, Window, copy_of_sample, load};
use tests::{has, trial};

fn main() {
    let tools = [&TOOLS[..], &["unshare"]].concat();
    let mut trials = vec![
        trial("a_full_disk_keeps_the_old_file_and_the_edits", &tools, full),
        trial("a_read_only_disk_keeps_the_old_file_and_the_edits", &tools, read_only),
        trial("save_as_onto_a_full_disk_leaves_nothing_half_written", &tools, save_as),
    ];
    // What lacks here is no tool that could be installed.
    if has("unshare") && !may_mount() {
        println!("no file system may be mounted here; the tests of `full_disk` stand for these");
        trials.clear();
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(1));
    libtest_mimic::run(&arguments, trials).exit();
}

/// May a file system be mounted in a space of its own?
fn may_mount() -> bool {
    let alone = ["--map-root-user", "--mount", "bash", "-c", "mount -t tmpfs none /mnt"];
    has("unshare") && Command::new("unshare").args(alone).output().is_ok_and(|output| output.status.success())
}

/// The sample on a disk of its own below this folder.
const SAMPLE: &str = "disk/little_big_horn";
const MOUNT: &str =
    "mkdir -p disk; mount -t tmpfs -o size=256k none disk; cp -r samples/little_big_horn disk/";
const FILL: &str = "cat /dev/zero > disk/rest 2>/dev/null || true";
/// Where *It is not saved* stands.
const CARD: Rect = Rect { min: pos2(380.0, 250.0), max: pos2(900.0, 550.0) };

/// The files of a scenario's folder with their bytes, by name, without what is kept beside them.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a file can be read"))
        })
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    all.sort();
    all
}

/// Opens the sample on the small disk, and draws a wood of three hexes.
fn drawn(folder: &Path, then: &str) -> (Window, PathBuf, Scenario) {
    let mut expected = load(&copy_of_sample(folder));
    let places = Places::of(&expected);
    let mut window = Window::open_after(folder, &[SAMPLE], &format!("{MOUNT}; {then}"));
    let sample = window.inside(&folder.join(SAMPLE));
    window.key("b");
    window.key("2");
    let labels = ["0604", "0704", "0804"];
    window.drag(&labels.map(|label| places.hex(label)));
    let forest = expected.map.legend.iter().position(|(_, id)| id == "forest").expect("the sample has it");
    for hex in places.hexes(&labels) {
        let at = places.grid.index(hex).expect("it is on the map");
        expected.map.cells[at] = forest as u8;
    }
    (window, sample, expected)
}

/// Asks for it and waits until the page that says why it was not done is seen, by its filled button.
#[track_caller]
fn refused(window: &mut Window, key: &str) {
    let signs = |window: &Window| {
        let picture = window.picture();
        picture.count(CARD, DARK.accent_fill).max(picture.count(CARD, LIGHT.accent_fill))
    };
    assert!(signs(window) < 300, "nothing is wrong yet");
    window.key(key);
    window.wait("it is said that it was not saved", |window| signs(window) > 300);
}

/// What was drawn is in the journal, wherever that could be written.
#[track_caller]
fn journalled(folder: &Path, window: &mut Window) {
    let state = folder.join("state/sandtable");
    window.wait("the edit is journalled", |_| {
        let entries = fs::read_dir(&state).into_iter().flatten().flatten();
        let texts = entries.filter_map(|entry| fs::read_to_string(entry.path()).ok());
        texts.into_iter().any(|text| text.contains("forest"))
    });
}

fn full() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let (mut window, sample, expected) = drawn(folder.path(), FILL);
    let before = files(&sample);
    journalled(folder.path(), &mut window);
    refused(&mut window, "ctrl+s");
    assert_eq!(files(&sample), before, "every file is as it was");
    journalled(folder.path(), &mut window);
    // There is room again: the same window saves what it has kept.
    let rest = window.inside(&folder.path().join("disk/rest"));
    fs::remove_file(rest).expect("what fills the disk can be taken away");
    window.key("Escape");
    window.saves(&sample, &expected, "nothing was lost");
}

fn read_only() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let (mut window, sample, expected) = drawn(folder.path(), "mount -o remount,ro disk");
    let before = files(&sample);
    refused(&mut window, "ctrl+s");
    assert_eq!(files(&sample), before, "every file is as it was");
    journalled(folder.path(), &mut window);
    // It can be saved elsewhere, and is itself there.
    window.key("Escape");
    let elsewhere = folder.path().join("elsewhere");
    type_path(&mut window, &elsewhere);
    window.key("Return");
    window.wait("it is saved elsewhere", |_| elsewhere.join("scenario.ron").is_file());
    assert_eq!(load(&elsewhere), expected);
}

fn save_as() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let mut original = load(&copy_of_sample(folder.path()));
    let before = files(&folder.path().join("samples/little_big_horn"));
    let mount = format!("mkdir -p disk; mount -t tmpfs -o size=64k none disk; {FILL}");
    let mut window = Window::open_after(folder.path(), &["samples/little_big_horn"], &mount);
    let places = Places::of(&original);
    window.key("b");
    window.key("2");
    window.drag(&["0604", "0604"].map(|label| places.hex(label)));
    let target = folder.path().join("disk/copy");
    type_path(&mut window, &target);
    refused(&mut window, "Return");
    let inside = window.inside(&target);
    assert!(!inside.exists() || files(&inside).is_empty(), "nothing is half written");
    let sample = folder.path().join("samples/little_big_horn");
    assert_eq!(files(&sample), before, "the old files are as they were");
    // It still has its old place, and what was drawn.
    window.key("Escape");
    let forest = original.map.legend.iter().position(|(_, id)| id == "forest").expect("the sample has it");
    let at = places.grid.index(places.at("0604")).expect("it is on the map");
    original.map.cells[at] = forest as u8;
    window.saves(&sample, &original, "it is saved where it was");
}

/// Opens *Save as* and types a path instead of what is offered.
fn type_path(window: &mut Window, path: &Path) {
    window.key("ctrl+shift+s");
    window.key("ctrl+a");
    window.text(path.to_str().expect("scratch paths are text"));
}
