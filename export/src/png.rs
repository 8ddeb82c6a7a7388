//! PNG: a page as pixels, painted in tiles so that a large map needs little memory.
//!
//! The page is first laid out flat as a list of strokes and fills with their boxes; then bands of it are painted
//! on as many threads as there are processors, and written in order. The file says its resolution (`pHYs`) and
//! that its colours are sRGB. Links and layers that are off at first leave no trace.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, Pattern, Pixmap, PixmapPaint, SpreadMode,
    StrokeDash,
};

use crate::drawing::{
    self, Cap, Drawing, Group, Join, Page, Path, Picture, Rect, Segment, Shape, Stroke, Text, Transform, Use,
    View,
};
use crate::palette::Rgb;
use crate::walk::{Canvas, raster_in_view, walk};

/// How to write a PNG.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PngOptions {
    /// The table of colours.
    pub view: View,
    /// Pixels in an inch.
    pub dpi: f64,
}

impl Default for PngOptions {
    fn default() -> Self {
        Self { view: View::default(), dpi: 300.0 }
    }
}

/// A PNG could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    #[error("there is no page {0}, the drawing has {1}")]
    Page(usize, usize),
    #[error("{dpi} dpi make a picture of {width} × {height} pixels, expected 1 to 100 000 a side")]
    Size { dpi: f64, width: f64, height: f64 },
    #[error("the picture cannot be written")]
    Write(#[from] png::EncodingError),
}

/// The pixels of a page at a resolution: width and height. Above 20 000 a side, say so before writing.
pub fn size(page: &Page, dpi: f64) -> (u32, u32) {
    let pixels = |millimetres: f64| (millimetres * dpi / 25.4).round().max(1.0) as u32;
    (pixels(page.width), pixels(page.height))
}

/// Writes one page, counted from 0, as a PNG.
///
/// # Errors
/// A page that is not there, or a size that no viewer opens.
pub fn write(drawing: &Drawing, page: usize, options: &PngOptions) -> Result<Vec<u8>, PngError> {
    let mut out = Vec::new();
    write_to(drawing, page, options, &mut out)?;
    Ok(out)
}

/// Like [`write`], straight into a file.
///
/// # Errors
/// Those of [`write`], and what the file says.
pub fn write_to(
    drawing: &Drawing,
    page: usize,
    options: &PngOptions,
    out: &mut impl Write,
) -> Result<(), PngError> {
    let sheet = drawing.pages.get(page).ok_or(PngError::Page(page + 1, drawing.pages.len()))?;
    let scale = options.dpi / 25.4;
    let sides = [sheet.width * scale, sheet.height * scale];
    if !sides.iter().all(|side| (0.5..=100_000.0).contains(side)) {
        return Err(PngError::Size { dpi: options.dpi, width: sides[0].round(), height: sides[1].round() });
    }
    let (width, height) = size(sheet, options.dpi);
    let list = lay_flat(drawing, sheet, options.view, scale);

    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    encoder.set_filter(png::Filter::Up);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let per_metre = (options.dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer_with_size(1 << 18)?;

    let bands = height.div_ceil(BAND) as usize;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(bands);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| -> Result<(), PngError> {
        // A worker that is ahead waits until its band is taken, so few bands are in memory.
        let (sender, receiver) = mpsc::sync_channel::<(usize, Vec<u8>)>(threads);
        for _ in 0..threads {
            let (sender, list, next) = (sender.clone(), &list, &next);
            scope.spawn(move || {
                loop {
                    let band = next.fetch_add(1, Ordering::Relaxed);
                    if band >= bands || sender.send((band, paint_band(list, width, height, band))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (band, pixels) in receiver {
            waiting.insert(band, pixels);
            while let Some(pixels) = waiting.remove(&due) {
                stream.write_all(&pixels).map_err(png::EncodingError::from)?;
                due += 1;
            }
        }
        Ok(())
    })?;
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

/// The effort of compression. Flat colours gain little by more; see `benches/back_ends`.
const LEVEL: u8 = 2;
/// Rows that are painted together.
const BAND: u32 = 256;
/// Columns that are painted together: a tile fits the processor's cache.
const TILE: u32 = 1024;

/// A step of painting, in pixels.
enum Step {
    Fill {
        path: Arc<tiny_skia::Path>,
        place: tiny_skia::Transform,
        paint: Colour,
        rule: FillRule,
    },
    Stroke {
        path: Arc<tiny_skia::Path>,
        place: tiny_skia::Transform,
        paint: Colour,
        stroke: Arc<tiny_skia::Stroke>,
    },
    Picture {
        picture: Arc<Pixmap>,
        place: tiny_skia::Transform,
        smooth: bool,
    },
    /// Begins what is clipped or faded as one; it ends before the step numbered `end`.
    Begin {
        clip: Option<(Arc<tiny_skia::Path>, tiny_skia::Transform)>,
        opacity: f32,
        end: usize,
    },
    End,
}

#[derive(Clone, Copy)]
struct Colour(Rgb, u8);

/// What is painted, with the box of each step in pixels: left, top, right, bottom.
struct List {
    steps: Vec<(Step, [f32; 4])>,
}

fn lay_flat(drawing: &Drawing, page: &Page, view: View, scale: f64) -> List {
    let mut flat = Flat {
        drawing,
        view,
        places: vec![Transform::scale(scale, scale)],
        begun: Vec::new(),
        steps: Vec::new(),
        paths: HashMap::new(),
        strokes: HashMap::new(),
        rasters: HashMap::new(),
        depth: 0,
    };
    walk(&page.items, view, &mut flat);
    List { steps: flat.steps }
}

/// How deep symbols may use symbols: more than any drawing needs, less than a circle.
const DEEPEST: usize = 16;

struct Flat<'a> {
    drawing: &'a Drawing,
    view: View,
    places: Vec<Transform>,
    begun: Vec<usize>,
    steps: Vec<(Step, [f32; 4])>,
    /// Outlines that were converted, by where they are kept: symbols are shown many times.
    paths: HashMap<*const Path, Option<Arc<tiny_skia::Path>>>,
    strokes: HashMap<*const Stroke, Arc<tiny_skia::Stroke>>,
    rasters: HashMap<&'a str, Arc<Pixmap>>,
    depth: usize,
}

fn skia_path(path: &Path) -> Option<Arc<tiny_skia::Path>> {
    let mut builder = tiny_skia::PathBuilder::with_capacity(path.segments.len(), path.segments.len() * 2);
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => builder.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => builder.line_to(p.x as f32, p.y as f32),
            Segment::Curve(a, b, p) => {
                builder.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish().map(Arc::new)
}

fn skia_transform(t: Transform) -> tiny_skia::Transform {
    tiny_skia::Transform::from_row(t.a as f32, t.b as f32, t.c as f32, t.d as f32, t.e as f32, t.f as f32)
}

fn skia_stroke(stroke: &Stroke) -> tiny_skia::Stroke {
    let dash = stroke.dash.as_ref().and_then(|dash| {
        let mut lengths: Vec<f32> = dash.lengths.iter().map(|&length| length as f32).collect();
        // An odd list is meant twice.
        if lengths.len() % 2 == 1 {
            lengths.extend_from_within(..);
        }
        StrokeDash::new(lengths, dash.phase as f32)
    });
    tiny_skia::Stroke {
        width: stroke.width as f32,
        miter_limit: 4.0,
        line_cap: [LineCap::Butt, LineCap::Round, LineCap::Square][stroke.cap as usize],
        line_join: [LineJoin::Miter, LineJoin::Round, LineJoin::Bevel][stroke.join as usize],
        dash,
    }
}

impl Flat<'_> {
    fn place(&self) -> Transform {
        *self.places.last().expect("there is always a place")
    }

    fn colour(&self, paint: drawing::Paint) -> Option<Colour> {
        let alpha = (paint.opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        (alpha > 0).then(|| Colour(self.drawing.roles.colour(paint.ink, self.view.table), alpha))
    }

    fn path(&mut self, path: &Path) -> Option<Arc<tiny_skia::Path>> {
        self.paths.entry(path).or_insert_with(|| skia_path(path)).clone()
    }

    fn fill(&mut self, path: Arc<tiny_skia::Path>, place: Transform, paint: Colour, rule: FillRule) {
        let bounds = pixel_bounds(&path, place, 0.0);
        self.steps.push((Step::Fill { path, place: skia_transform(place), paint, rule }, bounds));
    }

    fn stroke(
        &mut self,
        path: Arc<tiny_skia::Path>,
        place: Transform,
        paint: Colour,
        stroke: Arc<tiny_skia::Stroke>,
    ) {
        // A mitre reaches out four half widths at most.
        let reach = if stroke.line_join == LineJoin::Miter { 2.0 } else { 0.75 } * f64::from(stroke.width);
        let bounds = pixel_bounds(&path, place, reach);
        self.steps.push((Step::Stroke { path, place: skia_transform(place), paint, stroke }, bounds));
    }
}

fn pixel_bounds(path: &tiny_skia::Path, place: Transform, reach: f64) -> [f32; 4] {
    let bounds = path.bounds();
    let (x, y) = (f64::from(bounds.x()), f64::from(bounds.y()));
    let rect = Rect::new(x, y, f64::from(bounds.width()), f64::from(bounds.height())).grown(reach);
    let rect = place.apply_rect(rect).grown(1.0);
    [rect.x as f32, rect.y as f32, rect.right() as f32, rect.bottom() as f32]
}

impl Canvas for Flat<'_> {
    fn enter(&mut self, group: &Group) -> bool {
        if group.layer.as_ref().is_some_and(|layer| !self.drawing.is_layer_on(layer)) {
            return false;
        }
        let place = self.place().of(group.transform);
        self.places.push(place);
        if group.clip.is_some() || group.opacity < 1.0 {
            let clip = group.clip.as_ref().map(|clip| self.path(clip));
            if clip.as_ref().is_some_and(Option::is_none) {
                // Nothing can be seen through an empty clip.
                self.places.pop();
                return false;
            }
            let clip = clip.flatten().map(|clip| (clip, skia_transform(place)));
            self.begun.push(self.steps.len());
            self.steps.push((Step::Begin { clip, opacity: group.opacity, end: 0 }, [0.0; 4]));
        }
        true
    }

    fn leave(&mut self, group: &Group) {
        let place = self.places.pop().expect("groups are entered and left in pairs");
        if group.clip.is_none() && group.opacity >= 1.0 {
            return;
        }
        let begin = self.begun.pop().expect("groups are begun and ended in pairs");
        let mut bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for (_, step) in &self.steps[begin + 1..] {
            bounds = [
                bounds[0].min(step[0]),
                bounds[1].min(step[1]),
                bounds[2].max(step[2]),
                bounds[3].max(step[3]),
            ];
        }
        if let Some(clip) = group.clip.as_ref().and_then(|clip| self.path(clip)) {
            let clip = pixel_bounds(&clip, place, 0.0);
            bounds = [
                bounds[0].max(clip[0]),
                bounds[1].max(clip[1]),
                bounds[2].min(clip[2]),
                bounds[3].min(clip[3]),
            ];
        }
        self.steps.push((Step::End, bounds));
        let after = self.steps.len();
        let (step, step_bounds) = &mut self.steps[begin];
        *step_bounds = bounds;
        if let Step::Begin { end, .. } = step {
            *end = after;
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let Some(path) = self.path(&shape.path) else { return };
        let place = self.place();
        if let Some(fill) = shape.fill
            && let Some(paint) = self.colour(fill.paint)
        {
            let rule = match fill.rule {
                drawing::FillRule::NonZero => FillRule::Winding,
                drawing::FillRule::EvenOdd => FillRule::EvenOdd,
            };
            self.fill(path.clone(), place, paint, rule);
        }
        if let Some(stroke) = shape.stroke.as_ref().filter(|stroke| stroke.width > 0.0)
            && let Some(paint) = self.colour(stroke.paint)
        {
            let skia = self.strokes.entry(stroke).or_insert_with(|| Arc::new(skia_stroke(stroke))).clone();
            self.stroke(path, place, paint, skia);
        }
    }

    fn text(&mut self, text: &Text) {
        let Some(path) = skia_path(&text.outline()) else { return };
        let place = self.place();
        if let Some(halo) = text.halo
            && let Some(paint) = self.colour(halo.paint)
        {
            let stroke = Stroke { cap: Cap::Round, join: Join::Round, ..Stroke::new(halo.paint, halo.width) };
            self.stroke(path.clone(), place, paint, Arc::new(skia_stroke(&stroke)));
        }
        if let Some(paint) = self.colour(text.paint) {
            self.fill(path, place, paint, FillRule::Winding);
        }
    }

    fn used(&mut self, used: &Use) {
        let Some(symbol) = self.drawing.symbols.get(&used.symbol) else { return };
        if self.depth == DEEPEST {
            return;
        }
        self.places.push(self.place().of(used.transform));
        self.depth += 1;
        walk(&symbol.items, self.view, self);
        self.depth -= 1;
        self.places.pop();
    }

    fn picture(&mut self, picture: &Picture) {
        let Some((name, raster)) = self.drawing.rasters.get_key_value(&picture.raster) else { return };
        let view = self.view;
        let pixmap = self.rasters.entry(name).or_insert_with(|| {
            let raster = raster_in_view(raster, view);
            let mut pixmap =
                Pixmap::new(raster.width.max(1), raster.height.max(1)).expect("a picture has a size");
            for (to, from) in pixmap.pixels_mut().iter_mut().zip(raster.rgba.chunks_exact(4)) {
                *to = tiny_skia::ColorU8::from_rgba(from[0], from[1], from[2], from[3]).premultiply();
            }
            Arc::new(pixmap)
        });
        let picture_pixels = pixmap.clone();
        let Rect { x, y, w, h } = picture.rect;
        let (across, down) = (f64::from(raster.width), f64::from(raster.height));
        if across == 0.0 || down == 0.0 {
            return;
        }
        let place = self.place().of(Transform::at(x, y)).of(Transform::scale(w / across, h / down));
        let rect = place.apply_rect(Rect::new(0.0, 0.0, across, down)).grown(1.0);
        let bounds = [rect.x as f32, rect.y as f32, rect.right() as f32, rect.bottom() as f32];
        // Enlarged pixels stay square, as in the PDF; what is made smaller is smoothed.
        let smooth = place.stretch() < 1.0;
        let step = Step::Picture { picture: picture_pixels, place: skia_transform(place), smooth };
        self.steps.push((step, bounds));
    }
}

/// The pixels of a band, three bytes each, row by row.
fn paint_band(list: &List, width: u32, height: u32, band: usize) -> Vec<u8> {
    let top = band as u32 * BAND;
    let rows = BAND.min(height - top);
    let mut out = vec![0; (width * 3) as usize * rows as usize];
    let mut left = 0;
    while left < width {
        let columns = TILE.min(width - left);
        let mut tile = Pixmap::new(columns, rows).expect("a tile has a size");
        tile.fill(tiny_skia::Color::WHITE);
        paint_steps(list, 0, list.steps.len(), &mut tile, (left, top), None);
        for (row, pixels) in tile.data().chunks_exact(columns as usize * 4).enumerate() {
            let start = (row * width as usize + left as usize) * 3;
            let to = &mut out[start..start + columns as usize * 3];
            for (to, from) in to.chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
                to.copy_from_slice(&from[..3]);
            }
        }
        left += columns;
    }
    out
}

fn paint_steps(
    list: &List,
    from: usize,
    to: usize,
    tile: &mut Pixmap,
    origin: (u32, u32),
    mask: Option<&Mask>,
) {
    let (left, top) = (origin.0 as f32, origin.1 as f32);
    let (right, bottom) = (left + tile.width() as f32, top + tile.height() as f32);
    let shift = |place: &tiny_skia::Transform| place.post_translate(-left, -top);
    let mut index = from;
    while index < to {
        let (step, bounds) = &list.steps[index];
        let missed = bounds[0] > right || bounds[2] < left || bounds[1] > bottom || bounds[3] < top;
        index += 1;
        if missed {
            if let Step::Begin { end, .. } = step {
                index = *end;
            }
            continue;
        }
        match step {
            Step::Fill { path, place, paint, rule } => {
                tile.fill_path(path, &paint.skia(), *rule, shift(place), mask);
            }
            Step::Stroke { path, place, paint, stroke } => {
                tile.stroke_path(path, &paint.skia(), stroke, shift(place), mask);
            }
            Step::Picture { picture, place, smooth } => {
                let quality = if *smooth { FilterQuality::Bilinear } else { FilterQuality::Nearest };
                let shader = Pattern::new(
                    picture.as_ref().as_ref(),
                    SpreadMode::Pad,
                    quality,
                    1.0,
                    tiny_skia::Transform::identity(),
                );
                let paint = Paint { shader, ..Paint::default() };
                let (w, h) = (picture.width() as f32, picture.height() as f32);
                if let Some(rect) = tiny_skia::Rect::from_xywh(0.0, 0.0, w, h) {
                    tile.fill_rect(rect, &paint, shift(place), mask);
                }
            }
            Step::Begin { clip, opacity, end } => {
                let clipped = clip.as_ref().map(|(path, place)| match mask {
                    Some(outer) => {
                        let mut inner = outer.clone();
                        inner.intersect_path(path, FillRule::Winding, true, shift(place));
                        inner
                    }
                    None => {
                        let mut inner = Mask::new(tile.width(), tile.height()).expect("a tile has a size");
                        inner.fill_path(path, FillRule::Winding, true, shift(place));
                        inner
                    }
                });
                let inner = clipped.as_ref().or(mask);
                if *opacity < 1.0 {
                    let mut layer = Pixmap::new(tile.width(), tile.height()).expect("a tile has a size");
                    paint_steps(list, index, end - 1, &mut layer, origin, inner);
                    let paint = PixmapPaint { opacity: *opacity, ..PixmapPaint::default() };
                    tile.draw_pixmap(0, 0, layer.as_ref(), &paint, tiny_skia::Transform::identity(), None);
                } else {
                    paint_steps(list, index, end - 1, tile, origin, inner);
                }
                index = *end;
            }
            Step::End => {}
        }
    }
}

impl Colour {
    fn skia(self) -> Paint<'static> {
        let mut paint = Paint::default();
        let Self(Rgb(r, g, b), alpha) = self;
        paint.set_color_rgba8(r, g, b, alpha);
        paint.anti_alias = true;
        paint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::everything::everything;
    use crate::palette::{Table, role};

    fn read(bytes: &[u8]) -> (png::Info<'static>, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (reader.info().clone(), pixels)
    }

    #[test]
    fn a_picture_says_its_size_resolution_and_colours() {
        let bytes = write(&everything(), 0, &PngOptions { dpi: 150.0, ..PngOptions::default() }).unwrap();
        let (info, _) = read(&bytes);
        assert_eq!((info.width, info.height), (874, 1240));
        assert_eq!(info.pixel_dims.unwrap().xppu, 5906);
        assert!(info.srgb.is_some());
    }

    #[test]
    fn the_same_drawing_gives_the_same_bytes() {
        let options = PngOptions { dpi: 100.0, ..PngOptions::default() };
        let one = write(&everything(), 0, &options).unwrap();
        assert_eq!(one, write(&everything(), 0, &options).unwrap());
    }

    #[test]
    fn colours_lie_where_they_are_drawn_in_every_band_and_tile() {
        let mut drawing = Drawing::new("t");
        let mut page = Page::new(200.0, 100.0);
        for (x, y) in [(1.0, 1.0), (150.0, 90.0), (190.0, 50.0)] {
            page.items.push(Shape::filled(Path::rect(Rect::new(x, y, 5.0, 5.0)), role::ALERT).into());
        }
        drawing.pages.push(page);
        let bytes = write(&drawing, 0, &PngOptions { dpi: 254.0, ..PngOptions::default() }).unwrap();
        let (info, pixels) = read(&bytes);
        assert_eq!((info.width, info.height), (2000, 1000));
        let at = |x: usize, y: usize| &pixels[(y * 2000 + x) * 3..][..3];
        let Rgb(r, g, b) = drawing.roles.rgb(role::ALERT, Table::Full);
        for (x, y) in [(10, 10), (59, 59), (1500, 900), (1549, 949), (1900, 500), (1949, 549)] {
            assert_eq!(at(x, y), [r, g, b], "{x} {y}");
        }
        for (x, y) in [(9, 10), (60, 59), (1499, 900), (1550, 949), (0, 999)] {
            assert_eq!(at(x, y), [255, 255, 255], "{x} {y}");
        }
    }

    #[test]
    fn a_faded_group_does_not_shine_through_itself_and_a_clip_cuts() {
        let mut drawing = Drawing::new("t");
        let mut page = Page::new(30.0, 10.0);
        let square = |x: f64| Shape::filled(Path::rect(Rect::new(x, 1.0, 6.0, 6.0)), role::BLACK).into();
        page.items.push(Group::new(vec![square(1.0), square(4.0)]).faded(0.5).into());
        let clip = Path::rect(Rect::new(20.0, 0.0, 3.0, 10.0));
        page.items.push(Group::new(vec![square(18.0)]).clipped(clip).into());
        drawing.pages.push(page);
        let bytes = write(&drawing, 0, &PngOptions { dpi: 254.0, ..PngOptions::default() }).unwrap();
        let (_, pixels) = read(&bytes);
        let at = |x: usize, y: usize| pixels[(y * 300 + x) * 3];
        assert_eq!(at(20, 20), at(55, 20));
        assert!((126..=129).contains(&at(55, 20)));
        assert_eq!((at(185, 20), at(205, 20), at(225, 20), at(235, 20)), (255, 0, 0, 255));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let drawing = everything();
        let options = PngOptions { dpi: 1e6, ..PngOptions::default() };
        assert!(matches!(write(&drawing, 0, &options), Err(PngError::Size { .. })));
        assert!(matches!(write(&drawing, 9, &options), Err(PngError::Page(10, 2))));
    }
}
