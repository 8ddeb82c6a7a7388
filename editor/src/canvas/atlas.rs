//! What is drawn many times, as small pictures in one texture: a wood of two thousand corners is then a box of four.

use std::collections::HashMap;

use egui::{Color32, ColorImage, Mesh, Pos2, Rect, pos2};

/// No picture is larger than this, in texels; what is seen so large is not seen often.
const LARGEST: f32 = 180.0;

/// Samples in a row and in a column of a texel.
const SAMPLES: usize = 4;

/// Empty texels around each picture, so that none shows at the edge of another.
const GAP: usize = 1;

/// A texture that fills up with pictures.
pub struct Atlas {
    side: usize,
    texels: Vec<Color32>,
    spots: HashMap<String, Option<Spot>>,
    /// Where the next picture goes: the row that is being filled, its height, and how far it is full.
    row: (usize, usize, usize),
    changed: bool,
}

/// A picture in the texture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// What it shows, in millimetres.
    pub bounds: Rect,
    pub uv: Rect,
}

impl Atlas {
    /// An empty texture of so many texels each way.
    pub fn new(side: usize) -> Self {
        let mut texels = vec![Color32::TRANSPARENT; side * side];
        // What has no picture is drawn with the corner at (0, 0), which is white.
        for y in 0..2 {
            texels[y * side..y * side + 2].fill(Color32::WHITE);
        }
        Self { side, texels, spots: HashMap::new(), row: (0, 2, 2 + GAP), changed: true }
    }

    /// The picture of this name, if it is known: `Some(None)` if it cannot be had.
    pub fn find(&self, name: &str) -> Option<Option<Spot>> {
        self.spots.get(name).copied()
    }

    /// Makes the picture of a mesh at so many texels in a millimetre.
    pub fn add(&mut self, name: &str, mesh: &Mesh, scale: f32) -> Option<Spot> {
        let spot = self.place(mesh, scale);
        self.spots.insert(name.to_owned(), spot);
        spot
    }

    fn place(&mut self, mesh: &Mesh, scale: f32) -> Option<Spot> {
        // A few triangles are cheaper than a picture.
        if mesh.vertices.len() < 24 {
            return None;
        }
        let bounds = mesh.calc_bounds();
        let (wide, high) = ((bounds.width() * scale).ceil(), (bounds.height() * scale).ceil());
        if !wide.is_finite() || wide.max(high) > LARGEST {
            return None;
        }
        let (wide, high) = (wide as usize + 1, high as usize + 1);
        let (mut top, mut height, mut left) = self.row;
        if left + wide + GAP > self.side {
            (top, height, left) = (top + height + GAP, 0, GAP);
        }
        if left + wide + GAP > self.side || top + high + GAP > self.side {
            return None;
        }
        let picture = picture(mesh, bounds.min, scale, wide, high);
        for (y, line) in picture.chunks_exact(wide).enumerate() {
            let start = (top + y) * self.side + left;
            self.texels[start..start + wide].copy_from_slice(line);
        }
        self.row = (top, height.max(high), left + wide + GAP);
        self.changed = true;
        let part = |texels: f32| texels / self.side as f32;
        let (x, y) = (part(left as f32), part(top as f32));
        let uv = Rect::from_min_max(
            pos2(x, y),
            pos2(x + part(bounds.width() * scale), y + part(bounds.height() * scale)),
        );
        Some(Spot { bounds, uv })
    }

    /// The texture, if it has changed since the last call.
    pub fn take(&mut self) -> Option<ColorImage> {
        std::mem::take(&mut self.changed)
            .then(|| ColorImage::new([self.side, self.side], self.texels.clone()))
    }
}

/// A mesh as texels, each the mean of its samples.
fn picture(mesh: &Mesh, from: Pos2, scale: f32, wide: usize, high: usize) -> Vec<Color32> {
    let (w, h) = (wide * SAMPLES, high * SAMPLES);
    let mut samples = vec![Color32::TRANSPARENT; w * h];
    let scale = scale * SAMPLES as f32;
    for triangle in mesh.indices.chunks_exact(3) {
        let corners = [0, 1, 2].map(|i| mesh.vertices[triangle[i] as usize]);
        let at = corners.map(|corner| ((corner.pos - from) * scale).to_pos2());
        let colour = corners[0].color;
        let top = at.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        let foot = at.iter().map(|p| p.y).fold(f32::NEG_INFINITY, f32::max);
        let rows = (top - 0.5).ceil().max(0.0) as usize..((foot - 0.5).ceil().max(0.0) as usize).min(h);
        for row in rows {
            // Half-open, so that a sample on the edge of two triangles belongs to one of them.
            let y = row as f32 + 0.5;
            let (mut left, mut right) = (f32::INFINITY, f32::NEG_INFINITY);
            for i in 0..3 {
                let (a, b) = (at[i], at[(i + 1) % 3]);
                if (a.y <= y) != (b.y <= y) {
                    let x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
                    (left, right) = (left.min(x), right.max(x));
                }
            }
            let first = (left - 0.5).ceil().max(0.0) as usize;
            let last = ((right - 0.5).ceil().max(0.0) as usize).min(w);
            if first >= last {
                continue;
            }
            for sample in &mut samples[row * w + first..row * w + last] {
                *sample = if colour.is_opaque() { colour } else { sample.blend(colour) };
            }
        }
    }
    let count = (SAMPLES * SAMPLES) as u32;
    let mut out = Vec::with_capacity(wide * high);
    for y in 0..high {
        for x in 0..wide {
            let mut sum = [0_u32; 4];
            for row in 0..SAMPLES {
                let start = (y * SAMPLES + row) * w + x * SAMPLES;
                for sample in &samples[start..start + SAMPLES] {
                    for (sum, part) in sum.iter_mut().zip(sample.to_array()) {
                        *sum += u32::from(part);
                    }
                }
            }
            let [r, g, b, a] = sum.map(|sum| ((sum + count / 2) / count) as u8);
            out.push(Color32::from_rgba_premultiplied(r, g, b, a));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    /// A mesh of many boxes in a row, so that a picture of it is worth while.
    fn comb(colour: Color32) -> Mesh {
        let mut mesh = Mesh::default();
        for i in 0..10_u8 {
            let at = pos2(f32::from(i), 0.0);
            mesh.add_colored_rect(Rect::from_min_size(at, vec2(1.0, 4.0)), colour);
        }
        mesh
    }

    #[test]
    fn a_picture_has_the_colour_and_the_size_of_its_mesh() {
        let mut atlas = Atlas::new(256);
        let spot = atlas.add("comb", &comb(Color32::RED), 5.0).expect("there is room");
        let image = atlas.take().expect("it has changed");
        assert!(
            (spot.uv.width() * 256.0 - 50.0).abs() < 1e-3 && (spot.uv.height() * 256.0 - 20.0).abs() < 1e-3
        );
        let texel = |p: Pos2| image.pixels[(p.y * 256.0) as usize * 256 + (p.x * 256.0) as usize];
        assert_eq!(texel(spot.uv.center()), Color32::RED);
        assert_eq!(texel(spot.uv.max + vec2(2.0 / 256.0, 0.0)), Color32::TRANSPARENT);
        assert_eq!(texel(Pos2::ZERO), Color32::WHITE);
        assert!(atlas.take().is_none() && atlas.find("comb") == Some(Some(spot)));
    }

    #[test]
    fn shared_edges_are_painted_once() {
        let half = Color32::from_rgba_unmultiplied(0, 0, 0, 128);
        let mut atlas = Atlas::new(256);
        let spot = atlas.add("comb", &comb(half), 3.7).expect("there is room");
        let image = atlas.take().expect("it has changed");
        let row = (spot.uv.center().y * 256.0) as usize * 256;
        let (from, to) = ((spot.uv.min.x * 256.0) as usize + 1, (spot.uv.max.x * 256.0) as usize - 1);
        assert!(image.pixels[row + from..row + to].iter().all(|texel| *texel == half), "no seams");
    }

    #[test]
    fn what_is_too_large_or_finds_no_room_stays_a_mesh() {
        let mut atlas = Atlas::new(128);
        assert_eq!(atlas.add("large", &comb(Color32::RED), 100.0), None);
        let found =
            (0..40).filter(|i| atlas.add(&format!("{i}"), &comb(Color32::RED), 5.0).is_some()).count();
        assert!(found > 4 && found < 40, "{found}");
    }
}
