//! A scenario on a map of 1000 × 1000 hexes, and what the window needs for it.
//!
//! `cargo run --release -p editor --example large_map -- FOLDER [COLUMNS ROWS]` writes it into a folder, to try the
//! window with; `… -- measure FOLDER` opens that folder in a window without a screen, works in it and prints what
//! each thing took. Times are those of the window's thread, in milliseconds: of its processor, and by the clock
//! in brackets, which on a busy machine also counts the work of others.

use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};

use editor::app::App;
use editor::app::settings::Settings;
use editor::command::Command;
use editor::tools::Tool;
use egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};

#[path = "../benches/large/mod.rs"]
mod large;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["measure", folder] => measure(Path::new(folder)),
        [folder] => write(Path::new(folder), 1000, 1000),
        [folder, columns, rows] => {
            let side = |word: &str| word.parse().expect("columns and rows are numbers");
            write(Path::new(folder), side(columns), side(rows))
        }
        _ => {
            eprintln!("large_map FOLDER [COLUMNS ROWS] | measure FOLDER");
            std::process::exit(2);
        }
    }
}

fn write(folder: &Path, columns: u16, rows: u16) -> std::io::Result<()> {
    let scenario = large::scenario(columns, rows);
    std::fs::create_dir_all(folder)?;
    for (name, text) in engine::scenario::save(&scenario) {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// What something took: of the processor for this thread, and by the clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
struct Took {
    thread: f64,
    clock: f64,
}

impl Display for Took {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} ({:.1})", self.thread, self.clock)
    }
}

/// Nanoseconds of the processor that a thread or a process had so far.
fn processor(of: &str) -> f64 {
    // The system brings its count up to date when a thread steps back for others.
    std::thread::yield_now();
    let text = std::fs::read_to_string(format!("/proc/{of}/schedstat")).unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

fn timed<T>(what: impl FnOnce() -> T) -> (Took, T) {
    let (thread, clock) = (processor("thread-self"), Instant::now());
    let out = what();
    let took = clock.elapsed().as_secs_f64() * 1e3;
    (Took { thread: (processor("thread-self") - thread) / 1e6, clock: took }, out)
}

/// What stands in a line of `/proc/self/status`, in megabytes.
fn memory(line: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found = text.lines().find_map(|text| text.strip_prefix(line)?.strip_prefix(':'));
    let kilobytes = found.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1000
}

/// The window, its clock and what it is drawn with; there is no screen.
struct Window {
    ctx: Context,
    app: App,
    start: Instant,
}

const SCREEN: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1280.0, 800.0) };

/// The middle of the canvas.
const MIDDLE: Pos2 = pos2(518.0, 441.0);

impl Window {
    fn frame(&mut self, events: Vec<Event>) -> Took {
        let input = RawInput {
            screen_rect: Some(SCREEN),
            time: Some(self.start.elapsed().as_secs_f64()),
            events,
            ..RawInput::default()
        };
        let (took, ()) = timed(|| {
            let mut output = self.ctx.run_ui(input, |ui| self.app.frame(ui));
            // There is no graphics card that wants the textures.
            output.textures_delta.clear();
            self.ctx.tessellate(output.shapes, output.pixels_per_point);
        });
        took
    }

    /// Frames until nothing is to come any more, or for this long.
    fn settle(&mut self, most: Duration) -> Took {
        let start = Instant::now();
        let mut worst = Took::default();
        let mut quiet = 0;
        while quiet < 8 && start.elapsed() < most {
            let took = self.frame(Vec::new());
            worst = if took > worst { took } else { worst };
            quiet = if self.app.is_settled() { quiet + 1 } else { 0 };
            std::thread::sleep(Duration::from_millis(4));
        }
        worst
    }

    fn button(at: Pos2, pressed: bool) -> Event {
        Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    /// Some frames of one kind: the middle one and the worst.
    fn frames(&mut self, events: impl Iterator<Item = Vec<Event>>) -> (Took, Took) {
        let mut all: Vec<Took> = events.map(|events| self.frame(events)).collect();
        all.sort_by(|a, b| a.partial_cmp(b).expect("a time is a number"));
        (all[all.len() / 2], all[all.len() - 1])
    }
}

fn measure(folder: &Path) -> std::io::Result<()> {
    let start = Instant::now();
    let begun = processor("thread-self");
    let ctx = Context::default();
    let mut window = Window { app: App::new(&ctx, Settings::default()), ctx, start };
    let empty = timed(|| window.frame(Vec::new())).0;
    println!("window     {empty}, {} MB", memory("VmRSS"));

    let path = folder.display().to_string();
    let (opening, ()) = timed(|| window.app.open(&path));
    let first = window.frame(Vec::new());
    println!(
        "open       {opening}, first frame {first}; since the start {:.1} ({:.1}), {} MB at most",
        (processor("thread-self") - begun) / 1e6,
        start.elapsed().as_secs_f64() * 1e3,
        memory("VmHWM"),
    );
    let worst = window.settle(Duration::from_secs(30));
    println!(
        "settled    worst frame {worst}; by the clock {:.0} since the start, {} MB, {} MB at most",
        start.elapsed().as_secs_f64() * 1e3,
        memory("VmRSS"),
        memory("VmHWM"),
    );
    assert!(window.app.document().is_some(), "the scenario opens: see what `sandtable check` says of it");

    println!(
        "\nframes     px   at rest | panning | stroke | let go | after | worst until settled | corners, MB"
    );
    for px in [0.6, 1.5, 3.0, 5.6, 9.0, 15.5, 28.7, 48.5, 80.0, 120.0, 200.0, 400.0, 1000.0] {
        frames_at(&mut window, px);
    }

    println!("\nfill with the tool: all hexes of the kind under the pointer; then of all of the map");
    let ctx = window.ctx.clone();
    window.app.view().centre = pos2(8_000.0, 9_000.0);
    zoom(&mut window, 0.6);
    window.app.carry_out(Command::Tool(Tool::Brush), &ctx);
    for round in 0..3 {
        window.app.carry_out(Command::Tool(Tool::Fill), &ctx);
        window.app.carry_out(Command::Swatch(round % 2), &ctx);
        window.frame(vec![Event::PointerMoved(MIDDLE)]);
        let shift = Modifiers::SHIFT;
        let event = |pressed| Event::PointerButton {
            pos: MIDDLE,
            button: PointerButton::Primary,
            pressed,
            modifiers: shift,
        };
        let down = window.frame(vec![event(true)]);
        let up = window.frame(vec![event(false)]);
        let after = window.settle(Duration::from_secs(20));
        let (undo, ()) = timed(|| window.app.carry_out(Command::Undo, &ctx));
        let undone = window.frame(Vec::new());
        let later = window.settle(Duration::from_secs(20));
        println!(
            "kind       down {down}, up {up}, worst after {after}; undo {undo}, its frame {undone}, after {later}"
        );
    }
    let map = &window.app.document().expect("it is open").scenario().map;
    let terrain = window.app.document().expect("it is open").game().terrains()[1].clone();
    let all: Vec<engine::hex::Hex> = map.grid.hexes().collect();
    for _ in 0..3 {
        let edit = engine::scenario::Edit::PaintHexes {
            letter: terrain.letter,
            terrain: terrain.id.clone(),
            hexes: all.clone(),
        };
        let (fill, ()) = timed(|| window.app.carry_out(Command::Edit(edit), &ctx));
        let filled = window.frame(Vec::new());
        let after = window.settle(Duration::from_secs(20));
        let (undo, ()) = timed(|| window.app.carry_out(Command::Undo, &ctx));
        let undone = window.frame(Vec::new());
        let later = window.settle(Duration::from_secs(20));
        println!(
            "all        fill {fill}, its frame {filled}, after {after}; undo {undo}, its frame {undone}, after {later}"
        );
    }
    println!("memory     {} MB, {} MB at most", memory("VmRSS"), memory("VmHWM"));
    let all = processor("self");
    println!("the window's thread in all {:.1} s of the processor", all / 1e9);
    Ok(())
}

fn zoom(window: &mut Window, px: f32) {
    let view = window.app.view();
    view.zoom = 1.0;
    view.zoom = px / (view.scale() * 20.0);
}

/// What frames take where a hex is so many pixels across.
fn frames_at(window: &mut Window, px: f32) {
    let ctx = window.ctx.clone();
    window.app.carry_out(Command::Tool(Tool::Brush), &ctx);
    window.app.view().centre = pos2(8_000.0, 9_000.0);
    zoom(window, px);
    window.frame(vec![Event::PointerMoved(MIDDLE)]);
    window.settle(Duration::from_secs(20));
    let rest = window.frames((0..20).map(|_| Vec::new()));
    let at = |step: i32| MIDDLE + vec2((step * 7 % 300) as f32, (step * 3 % 200) as f32);
    let mut pan = 0;
    let panning = window.frames(
        std::iter::once(())
            .chain((0..20).map(|_| ()))
            .map(|()| {
                pan += 1;
                let event = Event::PointerButton {
                    pos: at(1),
                    button: PointerButton::Middle,
                    pressed: pan < 21,
                    modifiers: Modifiers::NONE,
                };
                if pan == 1 || pan == 21 { vec![event] } else { vec![Event::PointerMoved(at(pan))] }
            })
            .collect::<Vec<_>>()
            .into_iter(),
    );
    window.settle(Duration::from_secs(20));
    window.frame(vec![Event::PointerMoved(at(0)), Window::button(at(0), true)]);
    let stroke = window.frames((1..60).map(|step| vec![Event::PointerMoved(at(step))]));
    let end = window.frame(vec![Window::button(at(59), false)]);
    let after = window.frame(Vec::new());
    let later = window.settle(Duration::from_secs(20));
    println!(
        "{px:13.1}   {}, {} | {}, {} | {}, {} | {end} | {after} | {later} | {}, {} MB",
        rest.0,
        rest.1,
        panning.0,
        panning.1,
        stroke.0,
        stroke.1,
        window.app.corners(),
        memory("VmRSS"),
    );
}
