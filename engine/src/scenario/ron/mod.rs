//! The project's one reader and writer of RON; nothing else calls the library.
//!
//! A file is read twice. The first pass ([`parse`]) goes over the text without recursion: it finds what is
//! too large, too deep or not text, balances the brackets, and cuts the text into a [`Tree`] of items with
//! their positions and comments. Then each item is read into its type by itself ([`Node::read`]), so that a
//! mistake costs one item and all mistakes are found. [`write()`] lays a value out in the one canonical form.
//!
//! ```
//! use engine::scenario::ron;
//!
//! let tree = ron::parse("(turn: 2, then: [Moves(\"A\", \"(1,0)\")])", "x.ron").into_result().unwrap();
//! let then = tree.root().field("then").unwrap();
//! let event = then.items().next().unwrap();
//! assert_eq!(event.name(), Some("Moves"));
//! assert_eq!(event.read::<(String, String)>().is_err(), true);
//! assert_eq!(event.items().next().unwrap().read::<String>().unwrap(), "A");
//! assert_eq!(event.position(), (1, 18));
//! ```

mod merge;
mod read;
mod scan;
mod tree;
mod write;

use serde::de::DeserializeOwned;

pub use merge::{lost_comments, merge};
pub use read::Fields;
pub(super) use scan::parse_own;
pub use scan::{parse, parse_at, parse_bytes};
pub use tree::{Comment, Kind, Node, Tree};
pub use write::{compact, layout, one_line, quote, write, write_line};

use crate::problem::Checked;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 32 << 20;
/// The deepest nesting of brackets.
pub const MAX_DEPTH: usize = 64;
/// The most items and comments in one file.
pub const MAX_ITEMS: usize = 1_500_000;
/// The most problems that are listed of one file.
pub const MAX_PROBLEMS: usize = 50;

/// Reads a whole text into a type: both passes, with all mistakes and their positions.
pub fn read<T: DeserializeOwned>(text: &str, file: &str) -> Checked<T> {
    let Checked { value, mut problems } = parse(text, file);
    let Some(tree) = value else { return Checked { value: None, problems } };
    if !problems.is_empty() {
        return Checked { value: None, problems };
    }
    let read = tree.root().read_all();
    problems.extend(read.problems);
    Checked { value: read.value, problems }
}
