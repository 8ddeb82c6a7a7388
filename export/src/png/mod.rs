//! PNG: a page as pixels, painted in tiles so that a large map needs little memory.
//!
//! The page is first laid out flat as a list of strokes and fills with their boxes; then bands of it are painted
//! on as many threads as there are processors, and written in order. The file says its resolution (`pHYs`) and
//! that its colours are sRGB. Links and layers that are off at first leave no trace.

mod flat;
mod outline;
mod paint;
mod part;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use self::flat::{List, lay_flat};
pub use self::part::LaidPage;
use crate::deflate::{Joined, Part, Parts};
use crate::drawing::{Drawing, Page, View};

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
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let per_metre = (options.dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;

    let bands = height.div_ceil(BAND) as usize;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(bands);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| -> Result<(), PngError> {
        // A worker that is ahead waits until its band is taken, so few bands are in memory.
        let (sender, receiver) = mpsc::sync_channel::<(usize, Part)>(1);
        for _ in 0..threads {
            let (sender, list, next) = (sender.clone(), &list, &next);
            scope.spawn(move || {
                let mut parts = Parts::new(LEVEL);
                loop {
                    let band = next.fetch_add(1, Ordering::Relaxed);
                    if band >= bands {
                        return;
                    }
                    let pixels = paint_band(list, width, height, band);
                    if sender.send((band, parts.part(&pixels, band + 1 == bands))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut joined, head) = Joined::new();
        let mut before = head.to_vec();
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (band, part) in receiver {
            waiting.insert(band, part);
            while let Some(part) = waiting.remove(&due) {
                before.append(&mut joined.add(part));
                writer.write_chunk(png::chunk::IDAT, &before)?;
                before.clear();
                due += 1;
            }
        }
        writer.write_chunk(png::chunk::IDAT, &joined.end())?;
        Ok(())
    })?;
    writer.finish()?;
    Ok(())
}

/// The effort of compression. Flat colours gain little by more, and nothing by filters; see `benches/back_ends`.
const LEVEL: i32 = 2;
/// Rows that are painted together.
const BAND: u32 = 256;
/// Columns that are painted together. Larger tiles cut fewer trees in two, smaller ones fit a nearer cache.
const TILE: u32 = 2048;

/// The pixels of a band, row by row, three bytes each after one that says that a row is as it is.
fn paint_band(list: &List, width: u32, height: u32, band: usize) -> Vec<u8> {
    let top = band as u32 * BAND;
    let rows = BAND.min(height - top);
    let row_length = width as usize * 3 + 1;
    let mut out = vec![0; row_length * rows as usize];
    let steps = list.within_rows(top, top + rows);
    let mut left = 0;
    while left < width {
        let columns = TILE.min(width - left);
        let tile = paint::tile(list, &steps, (left, top), columns, rows);
        for (row, pixels) in tile.data().chunks_exact(columns as usize * 4).enumerate() {
            let start = row * row_length + 1 + left as usize * 3;
            without_opacity(pixels, &mut out[start..start + columns as usize * 3]);
        }
        left += columns;
    }
    out
}

/// Pixels of four bytes as such of three.
fn without_opacity(pixels: &[u8], out: &mut [u8]) {
    for (to, from) in out.chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
        // One by one: a copy of three bytes at once would be a call.
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Group, Path, Rect, Shape, Stroke, pt};
    use crate::everything::everything;
    use crate::palette::{Rgb, Table, role};

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
    fn a_clip_cuts_in_bands_that_it_does_not_reach() {
        let mut drawing = Drawing::new("t");
        let mut page = Page::new(10.0, 120.0);
        let tall = Shape::filled(Path::rect(Rect::new(2.0, 0.0, 6.0, 120.0)), role::BLACK).into();
        let clip = Path::rect(Rect::new(0.0, 5.0, 10.0, 10.0));
        page.items.push(Group::new(vec![tall]).clipped(clip).into());
        drawing.pages.push(page);
        let bytes = write(&drawing, 0, &PngOptions { dpi: 254.0, ..PngOptions::default() }).unwrap();
        let (_, pixels) = read(&bytes);
        // Rows of the first band, inside and outside of the clip, and of every other.
        let at = |y: usize| pixels[(y * 100 + 50) * 3];
        assert_eq!([10, 100, 200, 300, 600, 900, 1199].map(at), [255, 0, 255, 255, 255, 255, 255]);
    }

    #[test]
    fn a_large_outline_is_whole_in_every_tile() {
        // A comb of 400 teeth across three tiles and two bands, and a zigzag stroked over it.
        let mut drawing = Drawing::new("t");
        let mut page = Page::new(250.0, 50.0);
        let mut comb = vec![pt(5.0, 2.0)];
        comb.extend((0..390).map(|i| pt(5.0 + 1.2 * f64::from(i / 2), if i % 2 == 0 { 40.0 } else { 5.0 })));
        comb.push(pt(240.0, 40.0));
        comb.push(pt(240.0, 2.0));
        page.items.push(Shape::filled(Path::polygon(comb), role::BLACK).into());
        let zigzag = (0..120).map(|i| pt(2.0 * f64::from(i), if i % 2 == 0 { 46.0 } else { 44.0 }));
        page.items.push(Shape::stroked(Path::polyline(zigzag), Stroke::new(role::ALERT, 1.0)).into());
        drawing.pages.push(page);
        let bytes = write(&drawing, 0, &PngOptions { dpi: 254.0, ..PngOptions::default() }).unwrap();
        let (_, pixels) = read(&bytes);
        let at = |x: usize, y: usize| pixels[(y * 2500 + x) * 3];
        for x in (60..2390).step_by(10) {
            assert_eq!(at(x, 30), 0, "{x}");
        }
        let seen = [(1900, 405), (40, 200), (2450, 30), (1900, 25)].map(|(x, y)| at(x, y));
        assert_eq!(seen, [255, 255, 255, 0]);
        // The middle of each stroke, halfway between two corners.
        for i in (1..118).step_by(3) {
            assert_eq!(at(10 + 20 * i, 450), 178, "{i}");
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let drawing = everything();
        let options = PngOptions { dpi: 1e6, ..PngOptions::default() };
        assert!(matches!(write(&drawing, 0, &options), Err(PngError::Size { .. })));
        assert!(matches!(write(&drawing, 9, &options), Err(PngError::Page(10, 2))));
    }
}
