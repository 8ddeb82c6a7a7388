//! The real window under Xvfb, driven with xdotool: tasks of a designer, with their clicks and seconds.
//!
//! An input is a click, a drag or a key with its modifiers. The bounds may only be lowered.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use editor::canvas::view::View;
use editor::disk;
use egui::{Rect, pos2};
use engine::hex::Layout;
use export::compose::map::{Board, FLAT, MapLook};
use libtest_mimic::Arguments;
use tests::{copy_folder, root, run, sandtable, tool, trial};

fn main() {
    let tools = &["Xvfb", "xdotool", "import", "identify", "git", "pdfinfo"];
    let trials = vec![
        trial("a_designer_paints_undoes_and_saves", tools, a_designer_paints_undoes_and_saves),
        trial(
            "map_and_counters_are_printed_in_three_inputs",
            tools,
            map_and_counters_are_printed_in_three_inputs,
        ),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The size of the screen, and so of the window.
const SCREEN: (u32, u32) = (1280, 800);
/// Where the canvas is in a window of that size: right of the tools, left of the panels, under three bars and
/// above the status.
const CANVAS: Rect = Rect { min: pos2(48.0, 106.0), max: pos2(988.0, 776.0) };

/// The window on a scenario, on a screen of its own.
struct Window {
    screen: Child,
    program: Child,
    display: String,
    log: PathBuf,
    inputs: u32,
}

impl Window {
    /// Opens the window in this folder and waits until it shows something.
    fn open(folder: &Path, scenario: &str) -> Self {
        let (screen, display) = start_screen();
        let log = folder.join("log");
        let out = fs::File::create(&log).expect("the scratch folder can be written");
        let program = Command::new(sandtable())
            .arg(scenario)
            .current_dir(folder)
            .env("DISPLAY", &display)
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("HOME", folder)
            .env("XDG_DATA_HOME", folder.join("data"))
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::null())
            .stderr(out)
            .spawn()
            .expect("the program was just built");
        let mut window = Self { screen, program, display, log, inputs: 0 };
        window.wait("the window shows something", |window| window.colours() > 200);
        let id = window.xdotool(&["search", "--onlyvisible", "--name", "."]);
        // Without a window manager nobody else gives it the keyboard.
        window.xdotool(&["windowfocus", id.lines().last().expect("there is a window")]);
        // A key that is pressed before the window knows of its focus is nobody's.
        thread::sleep(Duration::from_secs(1));
        window
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.display)
            .output()
            .expect("it was looked for");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// How many colours the screen shows.
    fn colours(&self) -> u32 {
        let shot = self.log.with_file_name("shot.png");
        let file = shot.to_str().expect("scratch paths are text");
        let taken =
            Command::new("import").args(["-window", "root", file]).env("DISPLAY", &self.display).status();
        if !taken.is_ok_and(|status| status.success()) {
            return 0;
        }
        tool("identify", &["-format", "%k", file]).trim().parse().unwrap_or(0)
    }

    /// Waits until something is so, at most a minute.
    #[track_caller]
    fn wait(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            let ended = self.program.try_wait().expect("the program can be asked");
            let log = fs::read_to_string(&self.log).unwrap_or_default();
            assert!(ended.is_none() && !log.contains("panicked"), "the window ended: {log}");
            assert!(start.elapsed() < Duration::from_secs(60), "waited a minute, but not: {what}\n{log}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// The window draws a frame for each event; two events in one frame are fine, but a drag needs its points
    /// seen one after the other.
    fn breathe() {
        thread::sleep(Duration::from_millis(150));
    }

    fn key(&mut self, key: &str) {
        self.xdotool(&["key", key]);
        self.inputs += 1;
        Self::breathe();
    }

    /// Presses at the first point, goes through the others and lets go. One point is a click.
    fn drag(&mut self, points: &[egui::Pos2]) {
        for (index, point) in points.iter().enumerate() {
            let [x, y] = [point.x, point.y].map(|value| value.round().to_string());
            self.xdotool(&["mousemove", &x, &y]);
            Self::breathe();
            if index == 0 {
                self.xdotool(&["mousedown", "1"]);
                Self::breathe();
            }
        }
        self.xdotool(&["mouseup", "1"]);
        self.inputs += 1;
        Self::breathe();
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // Whatever is still running; if it has ended already there is nothing to end.
        for child in [&mut self.program, &mut self.screen] {
            child.kill().ok();
            child.wait().ok();
        }
    }
}

/// A screen on a display that is free; it says which.
fn start_screen() -> (Child, String) {
    let size = format!("{}x{}x24", SCREEN.0, SCREEN.1);
    let mut screen = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", &size, "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it was looked for");
    let mut number = String::new();
    let out = screen.stdout.take().expect("it is a pipe");
    BufReader::new(out).read_line(&mut number).expect("the screen says its number");
    assert!(!number.trim().is_empty(), "no display is free");
    (screen, format!(":{}", number.trim()))
}

/// Where hexes are on the screen while the whole map is fitted into the canvas.
struct Places {
    layout: Layout,
    grid: engine::hex::Grid,
    view: View,
}

impl Places {
    fn of(folder: &Path) -> Self {
        let loaded =
            disk::load(folder.to_str().expect("scratch paths are text")).expect("the sample is there");
        let scenario = loaded.checked.value.expect("the sample is sound");
        let game = rulesets::game(&scenario.game).expect("the sample's game is in the registry");
        let look = MapLook { map: &scenario.map, terrains: game.terrains(), hexsides: game.hexsides() };
        let frame = Board::new(look).frame();
        let mut view = View::default();
        let corner = pos2(frame.x as f32, frame.y as f32);
        view.fit(CANVAS, Rect::from_min_size(corner, egui::vec2(frame.w as f32, frame.h as f32)));
        Self { layout: Layout::new(&scenario.map.grid, FLAT), grid: scenario.map.grid, view }
    }

    fn hex(&self, label: &str) -> egui::Pos2 {
        let hex = self.grid.parse(label).expect("the test names hexes of the map");
        let (x, y) = self.layout.centre(hex);
        self.view.screen(CANVAS, pos2(x as f32, y as f32))
    }

    /// The middle of the hexside between two hexes.
    fn side(&self, one: &str, other: &str) -> egui::Pos2 {
        self.hex(one) + (self.hex(other) - self.hex(one)) / 2.0
    }
}

fn git(folder: &Path, args: &[&str]) -> String {
    let folder = folder.to_str().expect("scratch paths are text");
    tool(
        "git",
        &[&["-C", folder, "-c", "user.name=Test", "-c", "user.email=test@example.org"], args].concat(),
    )
}

/// Three hexes of forest in one stroke, one more in a second, the second undone, one hexside of river, saved:
/// the difference is exactly that; undone and saved again, there is none.
fn a_designer_paints_undoes_and_saves() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let sample = folder.path().join("samples/little_big_horn");
    copy_folder(&root().join("samples/little_big_horn"), &sample).expect("the sample can be copied");
    git(&sample, &["init", "-q", "."]);
    git(&sample, &["add", "."]);
    git(&sample, &["commit", "-q", "-m", "The sample"]);
    let places = Places::of(&sample);
    let mut window = Window::open(folder.path(), "samples/little_big_horn");

    let start = Instant::now();
    window.key("b");
    window.key("2");
    window.drag(&[places.hex("0604"), places.hex("0704"), places.hex("0804")]);
    window.drag(&[places.hex("0520")]);
    window.key("ctrl+z");
    let painted = window.inputs;
    window.key("e");
    window.key("1");
    window.drag(&[places.side("0705", "0706")]);
    window.key("ctrl+s");
    window.wait("the file is saved", |_| !git(&sample, &["diff", "--stat"]).is_empty());
    let seconds = start.elapsed().as_secs_f64();

    let stat = git(&sample, &["diff", "--stat"]);
    assert_eq!(stat.lines().filter(|line| line.contains('|')).count(), 1, "one file is expected:\n{stat}");
    assert!(stat.contains("map.ron"), "{stat}");
    let diff = git(&sample, &["diff", "-U0"]);
    let lines = |sign: char| -> Vec<String> {
        let changed = diff
            .lines()
            .filter(|line| line.starts_with(sign) && !line.starts_with(&sign.to_string().repeat(3)));
        changed.map(|line| line[1..].trim().to_owned()).collect()
    };
    assert_eq!(lines('-'), ["\"PPPP.....ff......PPPMMPPPPPPPP\","]);
    assert_eq!(lines('+'), ["\"PPPP.fff.ff......PPPMMPPPPPPPP\",", "\"0705|0706\": \"river\","]);

    let undone = window.inputs;
    window.key("ctrl+z");
    window.key("ctrl+z");
    window.key("ctrl+s");
    window.wait("the file is as it was", |_| git(&sample, &["diff"]).is_empty());
    let checked = run(folder.path(), &["check", "samples/little_big_horn"]);
    assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stderr));

    println!("painted and undone with {painted} inputs, saved after {undone} and {seconds:.1} s");
    assert!(painted <= 5, "{painted} inputs to paint and undo");
    assert!(undone <= 9, "{undone} inputs until it was saved");
    assert!(seconds < 20.0, "{seconds} s until it was saved");
}

/// Task 9 of the ten: map and counters as PDF for A4, with the keys that the menus name.
fn map_and_counters_are_printed_in_three_inputs() {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let sample = folder.path().join("samples/little_big_horn");
    copy_folder(&root().join("samples/little_big_horn"), &sample).expect("the sample can be copied");
    let mut window = Window::open(folder.path(), "samples/little_big_horn");
    window.key("ctrl+8");
    window.key("ctrl+e");
    window.key("Return");
    let inputs = window.inputs;
    let out = sample.join("print");
    let [map, counters] = ["map-tiled.pdf", "counters.pdf"].map(|name| out.join(name));
    window.wait("map and counters are written", |_| map.is_file() && counters.is_file());
    for file in [&map, &counters] {
        let about = tool("pdfinfo", &[file.to_str().expect("scratch paths are text")]);
        assert!(about.contains("A4"), "{}: {about}", file.display());
        assert!(disk::is_ours(file).expect("it can be read"));
    }
    assert!(inputs <= 4, "{inputs} inputs");
}
