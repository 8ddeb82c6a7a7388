//! Painting one tile of a page.

use tiny_skia::{
    FillRule, FilterQuality, Mask, Paint, Path, Pattern, Pixmap, PixmapPaint, SpreadMode, Transform,
};

use super::flat::{Colour, List, Step};
use crate::palette::Rgb;

/// The pixels of a tile whose top left corner is at `origin`, on white. Only these steps of the list are looked at.
pub(super) fn tile(list: &List, steps: &[u32], origin: (u32, u32), columns: u32, rows: u32) -> Pixmap {
    let mut pixmap = Pixmap::new(columns, rows).expect("a tile has a size");
    pixmap.fill(tiny_skia::Color::WHITE);
    let coverage = Mask::new(columns, rows).expect("a tile has a size");
    let mut tile = Tile { pixmap, coverage, origin, is_opaque: true };
    tile.paint(list, steps, None);
    tile.pixmap
}

struct Tile {
    pixmap: Pixmap,
    /// Scratch for [`Tile::veil`]; empty between its uses.
    coverage: Mask,
    origin: (u32, u32),
    /// Whether every pixel hides what is behind it: not so for groups that are faded as one.
    is_opaque: bool,
}

/// What a clip leaves of a tile.
enum Clipped {
    All,
    Nothing,
    Some(Mask),
}

impl Tile {
    /// Left, top, right and bottom on the page.
    fn sides(&self) -> [f32; 4] {
        let (left, top) = (self.origin.0 as f32, self.origin.1 as f32);
        [left, top, left + self.pixmap.width() as f32, top + self.pixmap.height() as f32]
    }

    fn shifted(&self, place: &Transform) -> Transform {
        place.post_translate(-(self.origin.0 as f32), -(self.origin.1 as f32))
    }

    fn paint(&mut self, list: &List, steps: &[u32], mask: Option<&Mask>) {
        let [left, top, right, bottom] = self.sides();
        let mut rest = steps;
        while let Some((&index, after)) = rest.split_first() {
            let (step, bounds) = &list.steps[index as usize];
            let missed = bounds[0] > right || bounds[2] < left || bounds[1] > bottom || bounds[3] < top;
            rest = after;
            let mut inside: &[u32] = &[];
            if let Step::Begin { end, .. } = step {
                (inside, rest) = after.split_at(after.partition_point(|&index| (index as usize) < *end));
            }
            if missed {
                continue;
            }
            match step {
                Step::Fill { path, place, paint, rule } => {
                    self.fill(path, self.shifted(place), *paint, *rule, bounds, mask);
                }
                Step::Stroke { path, place, paint, stroke } => {
                    let place = self.shifted(place);
                    self.pixmap.stroke_path(path, &paint.skia(), stroke, place, mask);
                }
                Step::Outline { outline, paint, rule } => {
                    if let Some(path) = outline.within(left, top, right, bottom) {
                        let place = self.shifted(&Transform::identity());
                        self.fill(&path, place, *paint, *rule, bounds, mask);
                    }
                }
                Step::Picture { picture, place, smooth } => {
                    let quality = if *smooth { FilterQuality::Bilinear } else { FilterQuality::Nearest };
                    let own = Transform::identity();
                    let shader = Pattern::new(picture.as_ref().as_ref(), SpreadMode::Pad, quality, 1.0, own);
                    let paint = Paint { shader, ..Paint::default() };
                    let (w, h) = (picture.width() as f32, picture.height() as f32);
                    let place = self.shifted(place);
                    if let Some(rect) = tiny_skia::Rect::from_xywh(0.0, 0.0, w, h) {
                        self.pixmap.fill_rect(rect, &paint, place, mask);
                    }
                }
                Step::Begin { clip, opacity, .. } => {
                    let clipped = match clip {
                        Some((path, place)) => self.clipped(path, self.shifted(place), mask),
                        None => Clipped::All,
                    };
                    match &clipped {
                        Clipped::All => self.group(list, inside, *opacity, mask),
                        Clipped::Some(inner) => self.group(list, inside, *opacity, Some(inner)),
                        Clipped::Nothing => {}
                    }
                }
                Step::End => {}
            }
        }
    }

    fn group(&mut self, list: &List, steps: &[u32], opacity: f32, mask: Option<&Mask>) {
        if opacity >= 1.0 {
            self.paint(list, steps, mask);
            return;
        }
        let (columns, rows) = (self.pixmap.width(), self.pixmap.height());
        let mut layer = Tile {
            pixmap: Pixmap::new(columns, rows).expect("a tile has a size"),
            coverage: Mask::new(1, 1).expect("one pixel is a size"),
            origin: self.origin,
            is_opaque: false,
        };
        layer.paint(list, steps, mask);
        let paint = PixmapPaint { opacity, ..PixmapPaint::default() };
        self.pixmap.draw_pixmap(0, 0, layer.pixmap.as_ref(), &paint, Transform::identity(), None);
    }

    fn clipped(&self, path: &Path, place: Transform, outer: Option<&Mask>) -> Clipped {
        let (columns, rows) = (self.pixmap.width(), self.pixmap.height());
        let mut mask = Mask::new(columns, rows).expect("a tile has a size");
        mask.fill_path(path, FillRule::Winding, true, place);
        if mask.data().iter().all(|&coverage| coverage == 255) {
            return Clipped::All;
        }
        if mask.data().iter().all(|&coverage| coverage == 0) {
            return Clipped::Nothing;
        }
        if let Some(outer) = outer {
            for (inner, &outer) in mask.data_mut().iter_mut().zip(outer.data()) {
                *inner = (u16::from(*inner) * u16::from(outer) / 255) as u8;
            }
        }
        Clipped::Some(mask)
    }

    fn fill(
        &mut self,
        path: &Path,
        place: Transform,
        paint: Colour,
        rule: FillRule,
        bounds: &[f32; 4],
        mask: Option<&Mask>,
    ) {
        let [left, top, right, bottom] = self.sides();
        let columns = [bounds[0].max(left) - left, bounds[2].min(right) - left];
        let rows = [bounds[1].max(top) - top, bounds[3].min(bottom) - top];
        let area = (columns[1] - columns[0]) * (rows[1] - rows[0]);
        if self.is_opaque && paint.1 < 255 && area > 4096.0 {
            let columns = columns[0].floor() as usize..columns[1].ceil() as usize;
            let rows = rows[0].floor() as usize..rows[1].ceil() as usize;
            self.coverage.fill_path(path, rule, true, place);
            self.veil(paint, columns, rows, mask);
        } else {
            self.pixmap.fill_path(path, &paint.skia(), rule, place, mask);
        }
    }

    /// Lays a translucent colour over the tile where `coverage` says, and empties that. Washes and shades are
    /// large and many; the painter's own way for them takes several times as long.
    fn veil(
        &mut self,
        Colour(Rgb(r, g, b), alpha): Colour,
        columns: std::ops::Range<usize>,
        rows: std::ops::Range<usize>,
        mask: Option<&Mask>,
    ) {
        let width = self.pixmap.width() as usize;
        let colour = [r, g, b, 255].map(u16::from);
        let pixels = self.pixmap.data_mut();
        let coverage = self.coverage.data_mut();
        for row in rows {
            let (start, end) = (row * width + columns.start, row * width + columns.end);
            if let Some(mask) = mask {
                let outer = &mask.data()[start..end];
                for (inner, &outer) in coverage[start..end].iter_mut().zip(outer) {
                    *inner = (u16::from(*inner) * u16::from(outer) / 255) as u8;
                }
            }
            let covered = &mut coverage[start..end];
            let mut rest = &mut pixels[start * 4..end * 4];
            let mut at = 0;
            while at < covered.len() {
                let value = covered[at];
                let run = run_length(&covered[at..]);
                let (now, later) = rest.split_at_mut(run * 4);
                if value > 0 {
                    blend(now, colour, (u16::from(value) * u16::from(alpha) + 127) / 255);
                }
                rest = later;
                at += run;
            }
            covered.fill(0);
        }
    }
}

/// How many bytes at the beginning are the same; most runs are long or one byte.
fn run_length(bytes: &[u8]) -> usize {
    let Some(&value) = bytes.first() else { return 0 };
    let eight = [value; 8];
    let mut length = 1;
    if bytes.get(1) == Some(&value) {
        length = bytes.chunks_exact(8).take_while(|chunk| **chunk == eight).count() * 8;
    }
    length + bytes[length..].iter().take_while(|&&other| other == value).count()
}

/// Mixes a colour into opaque pixels, `opacity` 255ths of it.
fn blend(pixels: &mut [u8], colour: [u16; 4], opacity: u16) {
    let stay = 255 - opacity;
    let add: [u16; 16] = std::array::from_fn(|index| colour[index % 4] * opacity + 128);
    let mix = |pixel: &mut u8, add: u16| {
        let value = u16::from(*pixel) * stay + add;
        *pixel = ((value + (value >> 8)) >> 8) as u8;
    };
    let mut chunks = pixels.chunks_exact_mut(16);
    for chunk in &mut chunks {
        for (pixel, &add) in chunk.iter_mut().zip(&add) {
            mix(pixel, add);
        }
    }
    for (pixel, &add) in chunks.into_remainder().iter_mut().zip(&add) {
        mix(pixel, add);
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

    #[test]
    fn runs_are_as_long_as_they_are() {
        for length in [1, 2, 7, 8, 9, 16, 31, 40] {
            for rest in [vec![], vec![5], vec![5, 9, 9, 9, 9, 9, 9, 9, 9, 9]] {
                let bytes = [vec![9; length], rest].concat();
                assert_eq!(run_length(&bytes), length, "{bytes:?}");
            }
        }
        assert_eq!(run_length(&[]), 0);
    }

    #[test]
    fn mixing_meets_its_ends_and_rounds() {
        let mut pixels = [10, 20, 30, 255].repeat(9);
        blend(&mut pixels, [200, 100, 0, 255], 0);
        assert_eq!(pixels, [10, 20, 30, 255].repeat(9));
        blend(&mut pixels, [200, 100, 0, 255], 255);
        assert_eq!(pixels, [200, 100, 0, 255].repeat(9));
        blend(&mut pixels, [0, 100, 255, 255], 51);
        assert_eq!(pixels, [160, 100, 51, 255].repeat(9));
    }
}
