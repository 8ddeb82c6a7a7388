//! From a scenario and its rules to paper.
//!
//! `compose` turns what describes itself in the engine's words into a [`drawing::Drawing`]; one back end each
//! ([`pdf`], [`png`], [`svg`]) turns a drawing into bytes. Nothing here knows a game, a window or a disk.

pub mod compose;
mod deflate;
#[cfg(test)]
extern crate self as export;

pub mod drawing;
#[cfg(test)]
mod everything;
pub mod fonts;
pub mod palette;
pub mod pdf;
pub mod png;
pub mod sheets;
pub mod svg;
pub mod walk;

/// The formats that a drawing can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    Pdf,
    Png,
    Svg,
}

impl Format {
    /// Every format, in the order in which menus show them.
    pub const ALL: [Self; 3] = [Self::Pdf, Self::Png, Self::Svg];

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    /// The format whose files end like this, in either case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Whether one file holds all pages.
    pub fn holds_many_pages(self) -> bool {
        self == Self::Pdf
    }
}
