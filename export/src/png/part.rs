//! A part of a page as pixels in memory: what a preview shows is what the file will hold.

use super::flat::{List, lay_flat};
use super::{BAND, PngError, PngOptions, TILE, paint, size, without_opacity};
use crate::drawing::Drawing;

/// A page that is laid out at one resolution, ready to be painted in parts.
pub struct LaidPage {
    list: List,
    size: (u32, u32),
}

impl LaidPage {
    /// Lays a page out, counted from 0.
    ///
    /// # Errors
    /// A page that is not there, or a size that nothing can show.
    pub fn new(drawing: &Drawing, page: usize, options: &PngOptions) -> Result<Self, PngError> {
        let sheet = drawing.pages.get(page).ok_or(PngError::Page(page + 1, drawing.pages.len()))?;
        let scale = options.dpi / 25.4;
        let sides = [sheet.width * scale, sheet.height * scale];
        if !sides.iter().all(|side| (0.5..=100_000.0).contains(side)) {
            return Err(PngError::Size {
                dpi: options.dpi,
                width: sides[0].round(),
                height: sides[1].round(),
            });
        }
        Ok(Self { list: lay_flat(drawing, sheet, options.view, scale), size: size(sheet, options.dpi) })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// The pixels of a part (left, top, width, height; what lies outside of the page is white), three bytes each,
    /// row by row; `None` if `go_on` said no meanwhile.
    pub fn pixels(&self, part: [u32; 4], go_on: &dyn Fn() -> bool) -> Option<Vec<u8>> {
        let [left, top, width, height] = part;
        let mut out = vec![255; width as usize * height as usize * 3];
        // In the same tiles as a file is painted in, so that a large part needs no more memory than its own.
        for y in (0..height).step_by(BAND as usize) {
            let steps = self.list.within_rows(top + y, top + y + BAND.min(height - y));
            for x in (0..width).step_by(TILE as usize) {
                if !go_on() {
                    return None;
                }
                let (columns, rows) = (TILE.min(width - x), BAND.min(height - y));
                let tile = paint::tile(&self.list, &steps, (left + x, top + y), columns, rows);
                for (row, pixels) in tile.data().chunks_exact(columns as usize * 4).enumerate() {
                    let start = ((y as usize + row) * width as usize + x as usize) * 3;
                    let to = &mut out[start..start + columns as usize * 3];
                    without_opacity(pixels, to);
                }
            }
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::everything::everything;

    #[test]
    fn a_part_has_the_pixels_of_the_file() {
        let drawing = everything();
        let options = PngOptions { dpi: 150.0, ..PngOptions::default() };
        let bytes = super::super::write(&drawing, 0, &options).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut whole = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut whole).unwrap();
        let laid = LaidPage::new(&drawing, 0, &options).unwrap();
        let (width, height) = laid.size();
        assert_eq!(laid.pixels([0, 0, width, height], &|| true).as_ref(), Some(&whole));
        let part = laid.pixels([100, 256, 300, 40], &|| true).unwrap();
        // Far from the edges of a part, since shapes that are cut there may be smoothed otherwise.
        for (row, pixels) in part.chunks_exact(900).enumerate().skip(10).take(20) {
            let start = ((256 + row) * width as usize + 100) * 3;
            let pairs = pixels[30..870].iter().zip(&whole[start + 30..start + 870]);
            let worst = pairs.map(|(one, other)| one.abs_diff(*other)).max().unwrap();
            assert!(worst <= 2, "row {row}: {worst}");
        }
        assert_eq!(laid.pixels([0, 0, 10, 10], &|| false), None);
    }
}
