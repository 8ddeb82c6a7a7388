//! A frame of the window on Little Big Horn, without the graphics card: 1280 × 800, all of the board visible.
//!
//! The bound is 4 ms for a frame in which nothing has changed, and the same for one in which the board is panned.

use editor::app::App;
use editor::app::settings::Settings;
use editor::canvas::board::{BoardCache, Ground};
use editor::canvas::view::View;
use editor::document::{Document, Opened, open};
use egui::{Context, Event, PointerButton, RawInput, Rect, pos2, vec2};

fn main() {
    divan::main();
}

fn input(events: Vec<Event>) -> RawInput {
    let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0));
    RawInput { screen_rect: Some(screen), events, ..RawInput::default() }
}

fn document() -> Document {
    match open("@little_big_horn") {
        Ok(Opened::Document(document)) => *document,
        _ => panic!("the sample opens"),
    }
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
    for _ in 0..4 {
        frame(&ctx, &mut app, Vec::new());
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

/// One block of the board is composed and cut into triangles: what a frame after an edit costs more.
#[divan::bench(sample_count = 20)]
fn composing_after_an_edit(bencher: divan::Bencher<'_, '_>) {
    let document = document();
    let canvas = Rect::from_min_max(pos2(48.0, 106.0), pos2(988.0, 776.0));
    bencher.bench_local(|| {
        let mut cache = BoardCache::default();
        let ground = Ground::of(&document);
        let mut view = View::default();
        view.fit(canvas, BoardCache::frame(ground));
        cache.shapes(canvas, &view, 1.0, ground).iter().map(|mesh| mesh.vertices.len()).sum::<usize>()
    });
}
