//! The real window on a screen of its own (Xvfb), driven with xdotool, and what can be seen of it: its picture and
//! the files that it writes.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use editor::canvas::view::View;
use editor::disk;
use egui::{Color32, Pos2, Rect, pos2};
use engine::hex::{Grid, Hex, HexSide, Layout};
use engine::scenario::Scenario;
use export::compose::map::{Board, FLAT, MapLook};

use crate::{copy_folder, root, sandtable};

/// What has to be installed.
pub const TOOLS: [&str; 3] = ["Xvfb", "xdotool", "import"];
/// The size of the screen, and so of the window.
pub const SCREEN: (u32, u32) = (1280, 800);
/// Where the canvas is in a window of that size: right of the tools, left of the panels, under three bars and
/// above the status.
pub const CANVAS: Rect = Rect { min: pos2(48.0, 106.0), max: pos2(988.0, 776.0) };
/// How long anything may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The window on a screen of its own.
pub struct Window {
    /// Of a window beside another it is the other's.
    screen: Option<Child>,
    program: Child,
    display: String,
    folder: PathBuf,
    /// Clicks, drags and keys so far.
    pub inputs: u32,
    /// Each input waits until what it did is seen; without it they follow each other as a quick hand's do.
    pub patient: bool,
}

impl Window {
    /// Opens the window in this folder, which is its home too, and waits until it shows something and answers.
    pub fn open(folder: &Path, args: &[&str]) -> Self {
        Self::open_after(folder, args, "")
    }

    /// The same, in a space of mounts of its own, after these commands of the shell were run there.
    pub fn open_after(folder: &Path, args: &[&str], commands: &str) -> Self {
        let mut window = Self::start_after(folder, args, commands);
        window.answers();
        window
    }

    /// Waits until it answers to a key.
    fn answers(&mut self) {
        let panels = Rect::from_min_max(pos2(SCREEN.0 as f32 - 290.0, 110.0), pos2(SCREEN.0 as f32, 460.0));
        let before = self.picture();
        self.press_until("ctrl+k", "commands are found", |picture| !picture.same(&before, panels));
        self.key("Escape");
        self.inputs = 0;
    }

    /// Presses a key again and again until it is seen to have been heard: a key that is pressed before the window
    /// knows of its focus is nobody's.
    #[track_caller]
    pub fn press_until(&mut self, key: &str, what: &str, is_so: impl Fn(&Picture) -> bool) {
        self.inputs += 1;
        self.wait(what, |window| {
            window.xdotool(&["key", key]);
            let pressed = Instant::now();
            while pressed.elapsed() < Duration::from_secs(5) {
                if is_so(&window.picture()) {
                    return true;
                }
                thread::sleep(Duration::from_millis(50));
            }
            false
        });
    }

    /// Opens the window and waits until it shows something and has the keyboard.
    pub fn start(folder: &Path, args: &[&str]) -> Self {
        Self::start_after(folder, args, "")
    }

    fn start_after(folder: &Path, args: &[&str], commands: &str) -> Self {
        let (screen, display) = start_screen();
        Self::on(Some(screen), display, folder, args, commands)
    }

    /// Opens a window of another program over this one, on the same screen.
    pub fn beside(&self, folder: &Path, args: &[&str]) -> Self {
        let mut window = Self::on(None, self.display.clone(), folder, args, "");
        window.answers();
        window
    }

    fn on(screen: Option<Child>, display: String, folder: &Path, args: &[&str], commands: &str) -> Self {
        let out = fs::File::create(folder.join("log")).expect("the scratch folder can be written");
        let mut program = if commands.is_empty() {
            Command::new(sandtable())
        } else {
            // The program takes the place of the shell, so that it has the number that was given to this.
            let script = format!("set -e; {commands}; exec \"$0\" \"$@\"");
            let mut alone = Command::new("unshare");
            alone.args(["--map-root-user", "--mount", "bash", "-c", &script]).arg(sandtable());
            alone
        };
        program.args(args).current_dir(folder).env("DISPLAY", &display).env("LIBGL_ALWAYS_SOFTWARE", "1");
        program
            .env("HOME", folder)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .stdout(Stdio::null())
            .stderr(out);
        for (kind, name) in [("DATA", "data"), ("CONFIG", "config"), ("STATE", "state")] {
            program.env(format!("XDG_{kind}_HOME"), folder.join(name));
        }
        let known = windows_of(&display);
        let program = program.spawn().expect("the program was just built");
        let mut window =
            Self { screen, program, display, folder: folder.to_owned(), inputs: 0, patient: true };
        let new = |window: &Self| windows_of(&window.display).into_iter().rfind(|id| !known.contains(id));
        window.wait("the window is there", |window| new(window).is_some());
        window.wait("the window shows something", |window| window.picture().colours() > 40);
        window.settle();
        // Without a window manager nobody else gives it the keyboard.
        window.wait("the window has the keyboard", |window| {
            let Some(id) = new(window) else { return false };
            let id = id.as_str();
            window.xdotool(&["windowfocus", "--sync", id]);
            window.xdotool(&["getwindowfocus"]).trim() == id
        });
        window
    }

    /// A path as the window sees it, whose mounts may be its own.
    pub fn inside(&self, path: &Path) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.program.id()));
        root.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// Ends the program as a power cut does: no handler runs, nothing is flushed.
    pub fn kill(mut self) {
        self.program.kill().expect("it runs");
        self.program.wait().expect("it was started here");
    }

    fn xdotool(&self, args: &[&str]) -> String {
        xdotool(&self.display, args)
    }

    /// What the screen shows now.
    pub fn picture(&self) -> Picture {
        let mut taking = Command::new("import")
            .args(["-window", "root", "-depth", "8", "rgb:-"])
            .env("DISPLAY", &self.display)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it was looked for");
        let mut pixels = Vec::new();
        taking.stdout.take().expect("it is a pipe").read_to_end(&mut pixels).expect("a pipe can be read");
        taking.wait().expect("it was started here");
        Picture { pixels }
    }

    /// Keeps what the screen shows as a file.
    pub fn keep_picture(&self, file: &Path) {
        let taken =
            Command::new("import").args(["-window", "root"]).arg(file).env("DISPLAY", &self.display).status();
        assert!(taken.is_ok_and(|status| status.success()), "{} was not written", file.display());
    }

    /// Waits until something is so, at most a minute.
    #[track_caller]
    pub fn wait(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            let ended = self.program.try_wait().expect("the program can be asked");
            let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(ended.is_none() && !log.contains("panicked"), "the window ended: {log}");
            assert!(start.elapsed() < PATIENCE, "waited a minute, but not: {what}\n{log}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until two pictures, some frames apart, are the same: nothing moves or is painted any more.
    #[track_caller]
    pub fn settle(&mut self) {
        self.wait("the window is at rest", |window| {
            let before = window.picture();
            thread::sleep(Duration::from_millis(200));
            window.picture() == before
        });
    }

    /// The window draws a frame for each event; two events in one frame are fine, but a drag needs its points
    /// seen one after the other.
    fn breathe() {
        thread::sleep(Duration::from_millis(150));
    }

    /// Does something that ought to be seen, and waits until anything is; what cannot be seen is given two
    /// seconds.
    fn seen(&mut self, act: impl FnOnce(&Self)) {
        self.inputs += 1;
        if !self.patient {
            act(self);
            return Self::breathe();
        }
        let before = self.picture();
        act(self);
        let start = Instant::now();
        while self.picture() == before && start.elapsed() < Duration::from_secs(2) {
            Self::breathe();
        }
        self.settle();
    }

    pub fn key(&mut self, key: &str) {
        self.seen(|window| {
            window.xdotool(&["key", key]);
        });
    }

    /// Types a text into what has the keyboard.
    pub fn text(&mut self, text: &str) {
        self.settle();
        self.xdotool(&["type", "--delay", "30", text]);
        self.inputs += 1;
        self.settle();
    }

    pub fn click(&mut self, at: Pos2) {
        self.point_at(at);
        self.seen(|window| {
            window.xdotool(&["mousedown", "1"]);
            Self::breathe();
            window.xdotool(&["mouseup", "1"]);
        });
    }

    /// A click with a key held: its name as xdotool knows it.
    pub fn click_with(&mut self, key: &str, at: Pos2) {
        self.xdotool(&["keydown", key]);
        self.click(at);
        self.xdotool(&["keyup", key]);
        Self::breathe();
    }

    /// Presses at the first point, goes through the others and lets go.
    pub fn drag(&mut self, points: &[Pos2]) {
        for (index, point) in points.iter().enumerate() {
            self.point_at(*point);
            if index == 0 {
                self.xdotool(&["mousedown", "1"]);
                Self::breathe();
            }
        }
        self.xdotool(&["mouseup", "1"]);
        self.inputs += 1;
        Self::breathe();
        if self.patient {
            self.settle();
        }
    }

    /// Moves the pointer there without a button.
    pub fn point_at(&mut self, point: Pos2) {
        let [x, y] = [point.x, point.y].map(|value| value.round().to_string());
        self.xdotool(&["mousemove", &x, &y]);
        Self::breathe();
    }

    /// Saves, and waits until the files hold just what is expected.
    #[track_caller]
    pub fn saves(&mut self, sample: &Path, expected: &Scenario, what: &str) {
        self.key("ctrl+s");
        let start = Instant::now();
        loop {
            let found = load(sample);
            if found == *expected {
                return;
            }
            if start.elapsed() > PATIENCE / 3 {
                let [found, expected] = [&found, expected].map(written);
                let differs = |(found, expected): &(&str, &str)| found != expected;
                let first = found.lines().zip(expected.lines()).find(differs);
                self.keep_picture(&self.folder.join("wrong.png"));
                panic!("{what}: the first line that differs, as saved and as expected: {first:#?}");
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // Whatever is still running; if it has ended already there is nothing to end.
        for child in std::iter::once(&mut self.program).chain(&mut self.screen) {
            child.kill().ok();
            child.wait().ok();
        }
    }
}

fn xdotool(display: &str, args: &[&str]) -> String {
    let output =
        Command::new("xdotool").args(args).env("DISPLAY", display).output().expect("it was looked for");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The windows that a screen shows.
fn windows_of(display: &str) -> Vec<String> {
    let all = xdotool(display, &["search", "--onlyvisible", "--name", "."]);
    all.lines().map(str::to_owned).collect()
}

/// A screen on a display that is free; it says which. It does not begin anew when the last window is gone, while the
/// next one may already ask for it.
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

/// What the screen showed: its pixels, row by row, three bytes each.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pixels: Vec<u8>,
}

impl Picture {
    /// How many colours there are.
    pub fn colours(&self) -> usize {
        let all: std::collections::HashSet<&[u8]> = self.pixels.chunks_exact(3).collect();
        all.len()
    }

    /// How many pixels of a part have a colour, give or take what smoothing does to it.
    pub fn count(&self, part: Rect, colour: Color32) -> usize {
        let wanted = [colour.r(), colour.g(), colour.b()];
        let is_like = |pixel: &&[u8]| pixel.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 6);
        self.rows(part).flat_map(|row| row.chunks_exact(3)).filter(is_like).count()
    }

    /// Does a part look the same in both?
    pub fn same(&self, other: &Self, part: Rect) -> bool {
        self.rows(part).eq(other.rows(part))
    }

    fn rows(&self, part: Rect) -> impl Iterator<Item = &[u8]> {
        let wide = SCREEN.0 as usize;
        let [left, right] = [part.left(), part.right()].map(|x| (x.max(0.0) as usize).min(wide));
        let [top, bottom] = [part.top(), part.bottom()].map(|y| y.max(0.0) as usize);
        self.pixels
            .chunks_exact(3 * wide)
            .skip(top)
            .take(bottom - top)
            .map(move |row| &row[3 * left..3 * right])
    }
}

/// A copy of the sample in a scratch folder; below it what opens it.
pub fn copy_of_sample(folder: &Path) -> PathBuf {
    let sample = folder.join("samples/little_big_horn");
    copy_folder(&root().join("samples/little_big_horn"), &sample).expect("the sample can be copied");
    sample
}

/// The scenario that a folder holds now.
#[track_caller]
pub fn load(folder: &Path) -> Scenario {
    let loaded = disk::load(folder.to_str().expect("scratch paths are text")).expect("the folder is there");
    loaded.checked.value.expect("what was saved is sound")
}

fn written(scenario: &Scenario) -> String {
    engine::scenario::save(scenario).into_iter().map(|(_, text)| text).collect()
}

/// Where hexes are on the screen while the whole map is fitted into the canvas.
pub struct Places {
    layout: Layout,
    pub grid: Grid,
    frame: Rect,
    view: View,
}

impl Places {
    pub fn of(scenario: &Scenario) -> Self {
        let game = rulesets::game(&scenario.game).expect("the scenario's game is in the registry");
        let look = MapLook { map: &scenario.map, terrains: game.terrains(), hexsides: game.hexsides() };
        let frame = Board::new(look).frame();
        let mut view = View::default();
        let corner = pos2(frame.x as f32, frame.y as f32);
        let frame = Rect::from_min_size(corner, egui::vec2(frame.w as f32, frame.h as f32));
        view.fit(CANVAS, frame);
        Self { layout: Layout::new(&scenario.map.grid, FLAT), grid: scenario.map.grid, frame, view }
    }

    pub fn hex(&self, label: &str) -> Pos2 {
        let (x, y) = self.layout.centre(self.at(label));
        self.view.screen(CANVAS, pos2(x as f32, y as f32))
    }

    /// The middle of the hexside between two hexes.
    pub fn side(&self, one: &str, other: &str) -> Pos2 {
        self.hex(one) + (self.hex(other) - self.hex(one)) / 2.0
    }

    /// Where a hex is in a small picture of the whole board.
    pub fn on_overview(&self, label: &str, picture: Rect) -> Pos2 {
        let (x, y) = self.layout.centre(self.at(label));
        let part = (pos2(x as f32, y as f32) - self.frame.min) / self.frame.size();
        picture.min + part * picture.size()
    }

    /// The hex of this number.
    pub fn at(&self, label: &str) -> Hex {
        self.grid.parse(label).expect("the test names hexes of the map")
    }

    pub fn hexes(&self, labels: &[&str]) -> Vec<Hex> {
        labels.iter().map(|label| self.at(label)).collect()
    }

    pub fn hexside(&self, one: &str, other: &str) -> HexSide {
        HexSide::between(self.at(one), self.at(other)).expect("the test names hexes that touch")
    }

    /// So many points of the screen are from one hex to the next.
    pub fn step(&self) -> f32 {
        let step = self.layout.centre(Hex::new(0, 1)).1 - self.layout.centre(Hex::new(0, 0)).1;
        step.abs() as f32 * self.view.scale()
    }
}
