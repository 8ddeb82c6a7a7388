//! The icons: our own drawings on 20 × 20, painted as paths.
//!
//! They are read once from `editor/icons/*.svg` (paths, circles, stroke or fill in one colour) and painted in the
//! colour of the text beside them, so that they are sharp at every scale.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, pos2};
use lyon_tessellation::path::Path;
use lyon_tessellation::path::math::point;
use lyon_tessellation::{BuffersBuilder, FillOptions, FillTessellator, FillVertex, VertexBuffers};

/// The side of the square that icons are drawn on.
const GRID: f32 = 20.0;

/// Paints an icon into a square rectangle. An unknown name paints nothing.
pub fn icon(painter: &Painter, name: &str, rect: Rect, colour: Color32) {
    let Some(parts) = ICONS.get(name) else { return };
    let scale = rect.width().min(rect.height()) / GRID;
    let corner = rect.center() - egui::Vec2::splat(GRID * scale / 2.0);
    let place = |p: &Pos2| corner + p.to_vec2() * scale;
    for part in parts {
        match part {
            Part::Line { points, closed, width } => {
                let stroke = Stroke::new((width * scale).max(1.0), colour);
                let points: Vec<Pos2> = points.iter().map(place).collect();
                if *closed {
                    painter.add(Shape::closed_line(points, stroke));
                } else {
                    let ends = [points.first().copied(), points.last().copied()];
                    painter.add(Shape::line(points, stroke));
                    for end in ends.into_iter().flatten() {
                        painter.circle_filled(end, stroke.width * 0.42, colour);
                    }
                }
            }
            Part::Fill(triangles) => {
                let mut mesh = Mesh::default();
                for corner in triangles.iter().flatten() {
                    mesh.colored_vertex(place(corner), colour);
                }
                for i in 0..triangles.len() as u32 {
                    mesh.add_triangle(3 * i, 3 * i + 1, 3 * i + 2);
                }
                painter.add(mesh);
            }
            Part::Dot { centre, radius } => {
                painter.circle_filled(place(centre), radius * scale, colour);
            }
            Part::Ring { centre, radius, width } => {
                painter.circle_stroke(
                    place(centre),
                    radius * scale,
                    Stroke::new((width * scale).max(1.0), colour),
                );
            }
        }
    }
}

/// Is there an icon of this name?
pub fn exists(name: &str) -> bool {
    ICONS.contains_key(name)
}

/// A part of an icon, in its own 20 × 20.
enum Part {
    Line { points: Vec<Pos2>, closed: bool, width: f32 },
    Fill(Vec<[Pos2; 3]>),
    Dot { centre: Pos2, radius: f32 },
    Ring { centre: Pos2, radius: f32, width: f32 },
}

static ICONS: LazyLock<BTreeMap<&'static str, Vec<Part>>> =
    LazyLock::new(|| FILES.iter().map(|(name, svg)| (*name, read(svg))).collect());

/// Reads the few elements that our icons are made of; anything else is left out.
fn read(svg: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for element in svg.split('<').skip(1) {
        let attribute = |name: &str| {
            let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
            let length = element[start..].find('"')?;
            Some(&element[start..start + length])
        };
        let number = |name: &str| attribute(name).and_then(|text| text.parse::<f32>().ok());
        let filled = attribute("fill").is_some_and(|fill| fill != "none");
        let width = number("stroke-width").unwrap_or(1.5);
        if element.starts_with("circle") {
            let (Some(x), Some(y), Some(radius)) = (number("cx"), number("cy"), number("r")) else {
                continue;
            };
            let centre = pos2(x, y);
            parts.push(if filled {
                Part::Dot { centre, radius }
            } else {
                Part::Ring { centre, radius, width }
            });
        } else if element.starts_with("path") {
            for (points, closed) in chains(attribute("d").unwrap_or_default()) {
                parts.push(if filled {
                    Part::Fill(filled_in(&points))
                } else {
                    Part::Line { points, closed, width }
                });
            }
        }
    }
    parts
}

/// The triangles of a closed chain.
fn filled_in(points: &[Pos2]) -> Vec<[Pos2; 3]> {
    let mut builder = Path::builder();
    let Some((first, rest)) = points.split_first() else { return Vec::new() };
    builder.begin(point(first.x, first.y));
    for p in rest {
        builder.line_to(point(p.x, p.y));
    }
    builder.end(true);
    let mut buffers: VertexBuffers<Pos2, u32> = VertexBuffers::new();
    let mut out = BuffersBuilder::new(&mut buffers, |v: FillVertex<'_>| pos2(v.position().x, v.position().y));
    if FillTessellator::new().tessellate_path(&builder.build(), &FillOptions::default(), &mut out).is_err() {
        return Vec::new();
    }
    let at = |i: u32| buffers.vertices[i as usize];
    buffers.indices.chunks_exact(3).map(|c| [at(c[0]), at(c[1]), at(c[2])]).collect()
}

/// The chains of an SVG path, curves and arcs cut into short lines.
fn chains(d: &str) -> Vec<(Vec<Pos2>, bool)> {
    let mut words = Words { text: d.as_bytes(), at: 0 };
    let mut chains: Vec<(Vec<Pos2>, bool)> = Vec::new();
    let (mut here, mut start, mut handle) = (Pos2::ZERO, Pos2::ZERO, None::<Pos2>);
    let mut letter = b'M';
    loop {
        if let Some(next) = words.letter() {
            letter = next;
        } else if !words.has_number() {
            break;
        }
        let relative = letter.is_ascii_lowercase();
        let base = if relative { here.to_vec2() } else { egui::Vec2::ZERO };
        let mut old_handle = handle.take();
        match letter.to_ascii_uppercase() {
            b'M' => {
                here = words.point() + base;
                start = here;
                chains.push((vec![here], false));
                letter = if relative { b'l' } else { b'L' };
            }
            b'Z' => {
                if let Some(chain) = chains.last_mut() {
                    chain.1 = true;
                    if chain.0.len() > 2 && chain.0.last() == chain.0.first() {
                        chain.0.pop();
                    }
                }
                here = start;
            }
            b'L' => {
                here = words.point() + base;
                add(&mut chains, start, here);
            }
            b'H' => {
                here.x = words.number() + base.x;
                add(&mut chains, start, here);
            }
            b'V' => {
                here.y = words.number() + base.y;
                add(&mut chains, start, here);
            }
            b'C' | b'S' => {
                let a = if letter.eq_ignore_ascii_case(&b'C') {
                    words.point() + base
                } else {
                    old_handle.take().map_or(here, |old| here + (here - old))
                };
                let (b, end) = (words.point() + base, words.point() + base);
                for i in 1..=8u8 {
                    let t = f32::from(i) / 8.0;
                    let u = 1.0 - t;
                    let mixed = here.to_vec2() * (u * u * u)
                        + a.to_vec2() * (3.0 * u * u * t)
                        + b.to_vec2() * (3.0 * u * t * t)
                        + end.to_vec2() * (t * t * t);
                    add(&mut chains, start, mixed.to_pos2());
                }
                (here, handle) = (end, Some(b));
            }
            b'A' => {
                let radius = words.number();
                let _ = (words.number(), words.number());
                let (large, sweep) = (words.flag(), words.flag());
                let end = words.point() + base;
                for p in arc(here, end, radius, large, sweep) {
                    add(&mut chains, start, p);
                }
                here = end;
            }
            _ => break,
        }
        if letter.eq_ignore_ascii_case(&b'Z') && words.at >= d.len() {
            break;
        }
    }
    chains
}

fn add(chains: &mut Vec<(Vec<Pos2>, bool)>, start: Pos2, p: Pos2) {
    match chains.last_mut() {
        Some((points, false)) => points.push(p),
        _ => chains.push((vec![start, p], false)),
    }
}

/// The points of a circular arc after its beginning.
fn arc(from: Pos2, to: Pos2, radius: f32, large: bool, sweep: bool) -> Vec<Pos2> {
    let half = (to - from) / 2.0;
    let chord = half.length();
    if chord < 1e-4 || radius < 1e-4 {
        return vec![to];
    }
    let radius = radius.max(chord);
    let height = (radius * radius - chord * chord).max(0.0).sqrt();
    let side = if large == sweep { -1.0 } else { 1.0 };
    let centre = from + half + egui::vec2(-half.y, half.x) / chord * height * side;
    let begin = (from - centre).angle();
    let mut turn = (to - centre).angle() - begin;
    if sweep && turn < 0.0 {
        turn += std::f32::consts::TAU;
    } else if !sweep && turn > 0.0 {
        turn -= std::f32::consts::TAU;
    }
    (1..=10u8).map(|i| centre + egui::Vec2::angled(begin + turn * f32::from(i) / 10.0) * radius).collect()
}

/// The letters and numbers of a path's `d`.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn skip(&mut self) {
        while self.text.get(self.at).is_some_and(|b| b.is_ascii_whitespace() || *b == b',') {
            self.at += 1;
        }
    }

    fn letter(&mut self) -> Option<u8> {
        self.skip();
        let letter = *self.text.get(self.at).filter(|b| b.is_ascii_alphabetic())?;
        self.at += 1;
        Some(letter)
    }

    fn has_number(&mut self) -> bool {
        self.skip();
        self.text.get(self.at).is_some_and(|b| b.is_ascii_digit() || b"+-.".contains(b))
    }

    fn number(&mut self) -> f32 {
        self.skip();
        let start = self.at;
        let mut dot = false;
        while let Some(b) = self.text.get(self.at) {
            let sign = self.at == start && b"+-".contains(b);
            if !(b.is_ascii_digit() || sign || (*b == b'.' && !dot)) {
                break;
            }
            dot |= *b == b'.';
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0)
    }

    fn flag(&mut self) -> bool {
        self.skip();
        let flag = self.text.get(self.at) == Some(&b'1');
        self.at += 1;
        flag
    }

    fn point(&mut self) -> Pos2 {
        let x = self.number();
        pos2(x, self.number())
    }
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../icons/", $name, ".svg")))),*]
    };
}

static FILES: &[(&str, &str)] = files![
    "back",
    "balance",
    "book",
    "bookmark",
    "box",
    "branch",
    "brush",
    "charge",
    "clock",
    "close",
    "command",
    "control",
    "counters",
    "cover",
    "defence",
    "dice",
    "down",
    "drag",
    "eraser",
    "error",
    "export",
    "eye",
    "eyedropper",
    "eyeoff",
    "fill",
    "fire",
    "folder",
    "forces",
    "grid",
    "gun",
    "hexside",
    "history",
    "hourglass",
    "info",
    "keyboard",
    "lab",
    "label",
    "layers",
    "left",
    "level",
    "link",
    "lock",
    "map",
    "measure",
    "melee",
    "menu",
    "minus",
    "more",
    "note",
    "ok",
    "open",
    "pan",
    "pause",
    "piece",
    "pin",
    "play",
    "plus",
    "print",
    "prisoner",
    "reach",
    "redo",
    "right",
    "road",
    "rules",
    "save",
    "search",
    "select",
    "settings",
    "shape",
    "sight",
    "slip",
    "stamp",
    "step",
    "stepback",
    "stop",
    "string",
    "swap",
    "table",
    "tweak",
    "undo",
    "unlock",
    "up",
    "warning",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_has_parts_that_lie_on_its_square() {
        for (name, parts) in ICONS.iter() {
            assert!(!parts.is_empty(), "{name} is empty");
            for part in parts {
                let points: Vec<Pos2> = match part {
                    Part::Line { points, .. } => points.clone(),
                    Part::Fill(triangles) => triangles.iter().flatten().copied().collect(),
                    Part::Dot { centre, .. } | Part::Ring { centre, .. } => vec![*centre],
                };
                assert!(!points.is_empty(), "{name} has an empty part");
                for p in points {
                    assert!((-1.0..=21.0).contains(&p.x) && (-1.0..=21.0).contains(&p.y), "{name}: {p:?}");
                }
            }
        }
    }

    #[test]
    fn an_arc_ends_where_it_should_and_keeps_its_radius() {
        let points = arc(pos2(2.0, 0.0), pos2(0.0, 2.0), 2.0, false, true);
        assert!((*points.last().expect("an arc has points") - pos2(0.0, 2.0)).length() < 1e-3);
        for p in points {
            assert!((p.to_vec2().length() - 2.0).abs() < 1e-3, "{p:?}");
        }
    }
}
