//! A frame of the window on Little Big Horn, without the graphics card: 1280 × 800, all of the board visible.
//!
//! The bound is 4 ms for a frame in which nothing has changed, and the same for one in which the board is panned.

use editor::app::App;
use editor::app::settings::Settings;
use editor::canvas::board::{BoardCache, Ground};
use editor::canvas::view::View;
use editor::command::Command;
use editor::document::{Document, Opened, open};
use egui::{Context, Event, PointerButton, RawInput, Rect, pos2, vec2};
use engine::scenario::Edit;

mod large;

fn main() {
    divan::main();
}

fn input(events: Vec<Event>) -> RawInput {
    let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0));
    RawInput { screen_rect: Some(screen), events, ..RawInput::default() }
}

/// The sample, with no journal that a bench would leave behind.
fn document() -> Document {
    match open("@little_big_horn") {
        Ok(Opened::Document(document)) => Document::of(document.scenario().clone(), game()),
        Ok(Opened::Recovery(recovery)) => Document::of(recovery.saved.scenario().clone(), game()),
        _ => panic!("the sample opens"),
    }
}

fn game() -> &'static dyn engine::game::Game {
    rulesets::game("little_big_horn").expect("the game is shipped")
}

fn frame(ctx: &Context, app: &mut App, events: Vec<Event>) -> usize {
    let mut output = ctx.run_ui(input(events), |ui| app.frame(ui));
    // There is no graphics card that wants the textures.
    output.textures_delta.clear();
    ctx.tessellate(output.shapes, output.pixels_per_point).len()
}

fn warm() -> (Context, App) {
    let ctx = Context::default();
    let mut app = App::new(&ctx, Settings::default());
    app.show(document());
    // Until the board is composed: then every corner of it goes to the screen.
    for _ in 0..100 {
        frame(&ctx, &mut app, Vec::new());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    (ctx, app)
}

/// Nothing has changed since the last frame.
#[divan::bench]
fn frame_at_rest(bencher: divan::Bencher<'_, '_>) {
    let (ctx, mut app) = warm();
    bencher.bench_local(|| frame(&ctx, &mut app, Vec::new()));
}

/// The board is panned with the middle button.
#[divan::bench]
fn frame_while_panning(bencher: divan::Bencher<'_, '_>) {
    let (ctx, mut app) = warm();
    let at = |x: f32| pos2(500.0 + x, 400.0);
    let press = Event::PointerButton {
        pos: at(0.0),
        button: PointerButton::Middle,
        pressed: true,
        modifiers: egui::Modifiers::NONE,
    };
    frame(&ctx, &mut app, vec![Event::PointerMoved(at(0.0)), press]);
    let mut step = 0.0;
    bencher.bench_local(|| {
        step = if step > 20.0 { 0.0 } else { step + 1.0 };
        frame(&ctx, &mut app, vec![Event::PointerMoved(at(step))])
    });
}

/// One block of the board is composed and cut into triangles: what the thread beside the window does after an edit.
#[divan::bench(sample_count = 20)]
fn composing_after_an_edit(bencher: divan::Bencher<'_, '_>) {
    let document = document();
    bencher.bench_local(|| {
        let mut cache = BoardCache::default();
        let ground = Ground::of(&document);
        let mut view = View::default();
        view.fit(CANVAS, BoardCache::frame(ground));
        cache.shapes(CANVAS, &view, 1.0, ground).iter().map(|mesh| mesh.vertices.len()).sum::<usize>()
    });
}

/// The frame in which a hex is painted, and those until its block is composed: what the window waits for.
#[divan::bench(sample_count = 40)]
fn frame_of_an_edit(bencher: divan::Bencher<'_, '_>) {
    let (ctx, mut app) = warm();
    let mut terrain = 0;
    bencher.bench_local(|| {
        terrain = 1 - terrain;
        app.carry_out(paint(&app, 14, 9, ["plain", "forest"][terrain]), &ctx);
        frame(&ctx, &mut app, Vec::new())
    });
}

fn paint(app: &App, column: u16, row: u16, terrain: &str) -> Command {
    let scenario = app.document().expect("a document is open").scenario();
    Command::Edit(Edit::PaintHexes {
        letter: '?',
        terrain: terrain.into(),
        hexes: scenario.map.grid.at(column, row).disc(1).collect(),
    })
}

const CANVAS: Rect = Rect { min: pos2(48.0, 106.0), max: pos2(988.0, 776.0) };

/// Pixels across a hex of the large map: all of it, then each level of detail at its fewest, where most is seen.
const PIXELS: [f32; 8] = [0.64, 3.0, 5.6, 15.5, 28.7, 48.5, 80.0, 200.0];

fn large() -> Document {
    Document::of(large::scenario(1000, 1000), game())
}

fn large_view(px: f32) -> View {
    let mut view = View { centre: pos2(8_000.0, 9_000.0), zoom: 1.0 };
    view.zoom = px / (view.scale() * 20.0);
    view
}

/// The board of 1000 × 1000 hexes while it is panned: meshes moved and handed to egui.
#[divan::bench(args = PIXELS, sample_count = 20)]
fn large_board_panned(bencher: divan::Bencher<'_, '_>, px: f32) {
    let document = large();
    let ground = Ground::of(&document);
    let (ctx, mut cache, mut view) = (Context::default(), BoardCache::default(), large_view(px));
    // Enough of it that panning comes upon nothing new.
    for _ in 0..400 {
        paint_board(&ctx, &mut cache, &view, ground);
        cache.finish();
    }
    let mut step = 0.0;
    bencher.bench_local(|| {
        step = if step > 20.0 { 0.0 } else { step + 1.0 };
        view.pan(vec2(if step > 10.0 { -1.0 } else { 1.0 }, 0.0));
        paint_board(&ctx, &mut cache, &view, ground)
    });
}

/// The board of 1000 × 1000 hexes in the frame after a hex has changed, with the overview.
#[divan::bench(args = PIXELS, sample_count = 20)]
fn large_board_edited(bencher: divan::Bencher<'_, '_>, px: f32) {
    let mut document = large();
    let (ctx, mut cache, view) = (Context::default(), BoardCache::default(), large_view(px));
    for _ in 0..400 {
        paint_board(&ctx, &mut cache, &view, Ground::of(&document));
        cache.finish();
    }
    let grid = document.scenario().map.grid;
    let at = grid.at(8_000 / 17, 9_000 / 20);
    let mut cell = 0;
    bencher.bench_local(|| {
        cell = 1 - cell;
        document.apply(Edit::SetCells { legend: None, cells: vec![(at, cell)] }, None);
        paint_board(&ctx, &mut cache, &view, Ground::of(&document))
    });
}

fn paint_board(ctx: &Context, cache: &mut BoardCache, view: &View, ground: Ground<'_>) -> usize {
    let mut output = ctx.run_ui(input(Vec::new()), |ui| {
        cache.paint(&ui.painter_at(CANVAS), CANVAS, view, ground);
        cache.paint_overview(ui.painter(), OVERVIEW, ground);
    });
    output.textures_delta.clear();
    ctx.tessellate(output.shapes, 1.0).len()
}

const OVERVIEW: Rect = Rect { min: pos2(1000.0, 600.0), max: pos2(1156.0, 780.0) };
