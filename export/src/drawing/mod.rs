//! Drawings: pages of paths, text, pictures and links, in millimetres from the top left, `y` downward.
//!
//! A drawing is what `compose` makes and what the back ends and the window show; it knows no game and no file
//! format. Text in it is already shaped and placed, colours in it are roles of a palette, and parts that are
//! drawn many times are named symbols. Two equal drawings give the same bytes in every back end.

mod geometry;
mod item;

use std::collections::BTreeMap;

pub use geometry::{MM_PER_PT, Path, Point, Rect, Segment, Transform, pt};
pub(crate) use item::symbol_order;
pub use item::{
    Anchor, Cap, Dash, Fill, FillRule, Group, Halo, Item, Join, Link, Paint, Picture, Shape, Stroke, Subject,
    Target, Text, Use,
};
use serde::Serialize;

use crate::palette::{Roles, Table, Tables};

/// A document: its pages, and what they share.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Drawing {
    pub title: String,
    pub subject: String,
    pub author: String,
    pub keywords: Vec<String>,
    /// A language tag such as `en-GB`.
    pub language: String,
    /// How the sheets are meant to be turned over by a printer that prints both sides.
    pub duplex: Duplex,
    /// The colours: the shipped roles, with what the scenario replaced or added.
    pub roles: Roles,
    /// The layers that groups name, in the order in which a reader lists them.
    pub layers: Vec<Layer>,
    /// Parts that are drawn many times, by name. A symbol may use others, but never itself.
    pub symbols: BTreeMap<String, Symbol>,
    /// Small pictures in pixels, by name.
    pub rasters: BTreeMap<String, Raster>,
    pub pages: Vec<Page>,
    /// Bookmarks, nested, in order.
    pub outline: Vec<Bookmark>,
}

impl Drawing {
    /// An empty drawing in British English with the shipped roles.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), language: "en-GB".into(), ..Self::default() }
    }

    /// Adds a symbol unless it is there already, so that a part is made once however often it is asked for.
    pub fn symbol_with(&mut self, name: &str, make: impl FnOnce() -> Vec<Item>) {
        if !self.symbols.contains_key(name) {
            self.symbols.insert(name.to_owned(), Symbol { items: make() });
        }
    }

    /// Adds a layer behind those that are there, unless its name is taken.
    pub fn add_layer(&mut self, name: &str, on: bool) {
        if !self.layers.iter().any(|layer| layer.name == name) {
            self.layers.push(Layer { name: name.to_owned(), on });
        }
    }

    /// Whether what is in this layer is shown at first. A layer that is not listed is.
    pub fn is_layer_on(&self, name: &str) -> bool {
        self.layers.iter().find(|layer| layer.name == name).is_none_or(|layer| layer.on)
    }

    /// The box around an item, with the width of strokes and halos but without the points of mitres; `None` if it shows nothing.
    pub fn bounds(&self, item: &Item) -> Option<Rect> {
        item::bounds(self, item, Transform::IDENTITY)
    }

    /// The box around several items.
    pub fn bounds_of(&self, items: &[Item]) -> Option<Rect> {
        items.iter().filter_map(|item| self.bounds(item)).reduce(Rect::union)
    }

    /// Calls `visit` with every group on a page that has a subject, and the box around it, from back to front.
    /// Symbols are not entered: a subject belongs to the place where a part is used.
    pub fn subjects(&self, page: &Page, mut visit: impl FnMut(&Subject, Rect)) {
        item::subjects(self, &page.items, Transform::IDENTITY, &mut visit);
    }

    /// The place that a link or a bookmark leads to: the number of the page, and the point on it.
    pub fn find(&self, target: &Target) -> Option<(usize, Point)> {
        match target {
            Target::Page(page) => self.pages.get(*page).map(|_| (*page, pt(0.0, 0.0))),
            Target::Url(_) => None,
            Target::Anchor(name) => self.find_anchor(name),
            Target::Rule(slug) => self.find_anchor(slug).or_else(|| {
                self.pages.iter().enumerate().find_map(|(number, page)| {
                    let mut found = None;
                    self.subjects(page, |subject, rect| {
                        if found.is_none() && *subject == Subject::Rule(slug.clone()) {
                            found = Some((number, pt(rect.x, rect.y)));
                        }
                    });
                    found
                })
            }),
        }
    }

    fn find_anchor(&self, name: &str) -> Option<(usize, Point)> {
        self.pages
            .iter()
            .enumerate()
            .find_map(|(n, page)| Some((n, item::find_anchor(&page.items, name, Transform::IDENTITY)?)))
    }

    /// Everything that a back end would have to leave out or guess: names that lead nowhere, glyphs that no
    /// font has, symbols that use themselves. Empty for a sound drawing.
    pub fn faults(&self) -> Vec<Fault> {
        item::faults(self)
    }
}

/// How both sides of a sheet lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Duplex {
    /// One side only.
    #[default]
    Simplex,
    /// Turned over like a book's leaf, about the long edge.
    LongEdge,
    /// Turned over like a pad's leaf, about the short edge.
    ShortEdge,
}

/// A layer that a reader may switch on and off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layer {
    pub name: String,
    /// Whether it is shown at first.
    pub on: bool,
}

/// A part that is drawn many times, about its own origin.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Symbol {
    pub items: Vec<Item>,
}

/// A picture in pixels, from the top left, row by row.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    /// Red, green, blue and opacity (not multiplied) of each pixel.
    pub rgba: Vec<u8>,
}

impl Raster {
    /// Reads a PNG file.
    ///
    /// # Errors
    /// What the decoder found wrong, in its words.
    pub fn from_png(bytes: &[u8]) -> Result<Self, String> {
        let picture = image::load_from_memory_with_format(bytes, image::ImageFormat::Png)
            .map_err(|error| error.to_string())?
            .into_rgba8();
        Ok(Self { width: picture.width(), height: picture.height(), rgba: picture.into_raw() })
    }
}

impl std::fmt::Debug for Raster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Raster({} × {})", self.width, self.height)
    }
}

/// A page.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Page {
    /// What a reader shows as its number: `3`, `iv`, `B3`. Empty for its place in the document.
    pub label: String,
    /// Width in millimetres, with the bleed if there is one.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    /// What remains after cutting; `None` for the whole page.
    pub trim: Option<Rect>,
    /// How far colour must reach beyond the cut; `None` for the whole page.
    pub bleed: Option<Rect>,
    pub items: Vec<Item>,
}

impl Page {
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// The whole page.
    pub fn rect(&self) -> Rect {
        Rect::new(0.0, 0.0, self.width, self.height)
    }
}

/// A line of the outline.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bookmark {
    pub title: String,
    pub to: Target,
    pub children: Vec<Bookmark>,
}

/// Something in a drawing that cannot be shown as it was meant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, thiserror::Error)]
pub enum Fault {
    #[error("no font here has the character {character:?} of {text:?}")]
    Glyph { character: char, text: String },
    #[error("there is no symbol {0:?}")]
    Symbol(String),
    #[error("the symbol {0:?} is drawn by means of itself")]
    Circle(String),
    #[error("there is no picture {0:?}")]
    Picture(String),
    #[error("nothing in the document is called {0:?}, to which a link or bookmark leads")]
    Target(String),
}

/// What to show of a drawing, the same for every back end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// The table of colours.
    pub table: Table,
}

impl View {
    /// Whether a group that is kept for some tables is shown.
    pub fn shows(self, tables: Tables) -> bool {
        tables.contains(self.table)
    }
}
