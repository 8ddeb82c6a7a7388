//! Scenarios: the model in memory, the files on disk, and the edits between.
//!
//! [`load()`] turns the files of a folder into a [`Scenario`] and [`save()`] turns it back; a `map:` or `forces:`
//! that is a name stands in a file of its own, so that several scenarios of one folder can share a map.
//!
//! ```text
//! (                                   (
//!     format: 1,                          format: 1,
//!     game: "little_big_horn",            name: "Ford",
//!     title: "The ford",                  grid: (columns: 4, rows: 2),
//!     turns: 10,                          legend: {
//!     map: "map.ron",                         ".": "plain",
//!     pieces: [                               "f": "forest",
//!         (id: "a", kind: "x", …),        },
//!     ],                                  rows: [
//! )                                           "..f.",
//!                                             "....",
//!                                         ],
//!                                         sides: {
//!                                             "0101|0102": "river",
//!                                         },
//!                                     )
//! ```
//!
//! A row of hexes is one text, one letter a hex; `levels:` has such rows of signs too, where terrain does not
//! give the level. A piece stands `at: "0412"` or `at: "box:zone-4"`, or `enters: (turn: 3, edge: "us-east")`.
//! What only the game knows is `game: little_big_horn(…)` in the scenario and `game: (…)` in a piece.

mod clip;
mod edit;
mod form;
mod history;
pub mod journal;
mod load;
mod locate;
mod map_file;
mod model;
mod reshape;
pub mod ron;
mod runs;
mod save;
mod source;

pub use clip::{Clip, Flip, Parts};
pub use edit::{Edit, Wording};
pub use history::History;
pub use load::{independent, load};
pub use locate::{Places, file_of, locate};
pub use model::*;
pub use reshape::{Moved, Reshape};
pub use save::{Saved, save, save_over};
pub use source::{MAX_BYTES, Memory, Source, SourceError, check_path};

/// The number of the present form of the files.
pub const FORMAT: u32 = 1;

/// The levels that a file can hold.
pub const LEVELS: std::ops::RangeInclusive<i8> = -26..=35;

/// Sizes of a name on the map, in per cent of what is usual for its kind.
pub const LABEL_SIZES: std::ops::RangeInclusive<u16> = 50..=300;

/// Directions of a name on the map, in degrees clockwise from level.
pub const LABEL_ANGLES: std::ops::RangeInclusive<i16> = -180..=180;

/// The most spaces of a track.
pub const MAX_SPACES: u16 = 100;

/// Is it a colour as a scenario writes it, `#d9dbb2`?
pub fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The digest of what a scenario says, wherever its parts stand.
pub fn digest(scenario: &Scenario) -> crate::digest::Digest {
    let Scenario {
        game,
        title,
        subtitle,
        note,
        credits,
        turns,
        map,
        pieces,
        counters,
        tweaks,
        colours,
        game_block,
        files: _,
    } = scenario;
    let Map { name, note: map_note, grid, legend, cells, levels, sides, regions, labels, boxes, .. } = map;
    let Map { roads, rivers, contours, without, .. } = map;
    let places =
        (grid, legend, cells, levels, sides, regions, labels, boxes, (roads, rivers, contours, without));
    crate::digest::of(&(
        game,
        title,
        subtitle,
        note,
        credits,
        turns,
        name,
        map_note,
        places,
        pieces,
        counters,
        tweaks,
        (colours, game_block),
    ))
}
