//! The silhouettes of counters: drawings in a box of 100 × 100, standing on its lower edge, facing right.
//!
//! The files in `export/symbols` hold nothing but paths of moves, lines, cubics and closings, each of the class
//! `ink` (the figure's colour) or `cut` (the ground's: the rim of a limb that passes in front of a body). Files
//! with other classes are coloured figures and not counted among the silhouettes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::drawing::{Fill, FillRule, Item, Paint, Path, Rect, Shape, Transform, pt};

/// A silhouette, ready to be placed.
#[derive(Debug, Clone, PartialEq)]
pub struct Silhouette {
    parts: Vec<Part>,
    /// The box of its ink: what is fitted.
    bounds: Rect,
}

#[derive(Debug, Clone, PartialEq)]
struct Part {
    path: Path,
    is_cut: bool,
    rule: FillRule,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../symbols/", $name, ".svg")))),*];
    };
}
files![
    "chief_headdress",
    "field_gun",
    "gatling",
    "house",
    "infantryman",
    "mounted_trooper",
    "officer_mounted",
    "pack_mule",
    "scout",
    "shrubs",
    "tipi",
    "tree_broad",
    "tree_pine",
    "trooper_kneeling",
    "wagon",
    "warrior_bow",
    "warrior_lance",
];

static ALL: LazyLock<BTreeMap<&'static str, Silhouette>> =
    LazyLock::new(|| FILES.iter().filter_map(|&(name, text)| Some((name, read(text)?))).collect());

/// The silhouette of this name; `None` if none ships.
pub fn find(name: &str) -> Option<&'static Silhouette> {
    ALL.get(name)
}

/// The names of all that ship, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.keys().copied()
}

impl Silhouette {
    /// The parts in two colours, in the coordinates of the file.
    pub fn items(&self, ink: Paint, cut: Paint) -> Vec<Item> {
        let shape = |part: &Part| {
            let paint = if part.is_cut { cut } else { ink };
            let fill = Some(Fill { paint, rule: part.rule });
            Item::Shape(Shape { path: part.path.clone(), fill, stroke: None })
        };
        self.parts.iter().map(shape).collect()
    }

    /// The placement that makes it as large as a box allows, centred, standing on the box's lower edge.
    pub fn fit(&self, into: Rect, turned_left: bool) -> Transform {
        let size = (into.w / self.bounds.w).min(into.h / self.bounds.h);
        let middle = self.bounds.centre().x;
        let way = if turned_left { -1.0 } else { 1.0 };
        Transform {
            a: size * way,
            b: 0.0,
            c: 0.0,
            d: size,
            e: into.centre().x - middle * size * way,
            f: into.bottom() - self.bounds.bottom() * size,
        }
    }
}

/// Reads a file; `None` if it is not of the simple kind that ships.
fn read(text: &str) -> Option<Silhouette> {
    let mut parts = Vec::new();
    for tag in text.split("<path").skip(1) {
        let tag = tag.split("/>").next()?;
        let is_cut = match attribute(tag, "class")? {
            "ink" => false,
            "cut" => true,
            _ => return None,
        };
        let rule = match attribute(tag, "fill-rule") {
            Some("evenodd") => FillRule::EvenOdd,
            _ => FillRule::NonZero,
        };
        parts.push(Part { path: read_path(attribute(tag, "d")?)?, is_cut, rule });
    }
    let inked = parts.iter().filter(|part| !part.is_cut).filter_map(|part| part.path.bounds());
    Some(Silhouette { bounds: inked.reduce(Rect::union)?, parts })
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[from..].split('"').next()
}

/// Reads a path of `M`, `L`, `C` and `Z` in absolute numbers.
fn read_path(text: &str) -> Option<Path> {
    let mut path = Path::new();
    let mut rest = text.trim_start();
    while let Some(command) = rest.chars().next() {
        rest = &rest[1..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let numbers: Vec<f64> = rest[..end]
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok())
            .collect::<Option<_>>()?;
        let points: Vec<_> = numbers.chunks_exact(2).map(|pair| pt(pair[0], pair[1])).collect();
        match (command, points.as_slice()) {
            ('M', [p]) => path.move_to(*p),
            ('L', points) => points.iter().fold(&mut path, |path, &p| path.line_to(p)),
            ('C', points) if points.len() % 3 == 0 => {
                points.chunks_exact(3).fold(&mut path, |path, c| path.curve_to(c[0], c[1], c[2]))
            }
            ('Z', []) => path.close(),
            _ => return None,
        };
        rest = rest[end..].trim_start();
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_and_stands_in_its_box() {
        assert_eq!(names().count(), FILES.len());
        for name in names() {
            let bounds = find(name).unwrap().bounds;
            assert!(
                Rect::new(-1.0, -1.0, 102.0, 102.0).contains(pt(bounds.x, bounds.y)),
                "{name} {bounds:?}"
            );
            assert!(bounds.right() <= 101.0 && bounds.bottom() <= 101.0, "{name} {bounds:?}");
        }
    }

    #[test]
    fn a_silhouette_is_fitted_into_its_box_either_way() {
        let into = Rect::new(10.0, 20.0, 8.0, 5.0);
        let tipi = find("tipi").unwrap();
        for left in [false, true] {
            let placed = tipi.fit(into, left).apply_rect(tipi.bounds);
            assert!((placed.bottom() - 25.0).abs() < 1e-9 && (placed.centre().x - 14.0).abs() < 1e-9);
            assert!(placed.w <= 8.0 + 1e-9 && placed.h <= 5.0 + 1e-9);
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        assert!(read_path("M0 0Q1 1 2 2").is_none());
        assert!(read_path("M0 0L1 x").is_none());
        assert_eq!(read_path("M0 0C1 1 2 2 3 3Z").unwrap().segments.len(), 3);
    }
}
