//! A person without a window: opens a scenario, edits it without end as a seed says, and saves now and then.
//!
//! Made to be killed. It tells on its output what is done, a line each: `edit 12` once an edit is in the journal,
//! `save 12` before and `saved 12` after the state after twelve edits was written. `tests/recovery.rs` kills it and
//! looks at what is left; [`edit`] is the same there, so that it knows every state there can be.

use std::io::Write as _;

use editor::document::{self, Opened};

include!("../../tests/src/seeded.rs");

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().expect("the path of a scenario");
    let seed: u64 = args.next().and_then(|seed| seed.parse().ok()).expect("a seed");
    let Ok(Opened::Document(mut document)) = document::open(&path) else {
        panic!("{path} is no sound scenario")
    };
    let mut out = std::io::stdout().lock();
    let mut say = |words: String| {
        writeln!(out, "{words}").expect("somebody listens");
        out.flush().expect("somebody listens");
    };
    for number in 1.. {
        let edit = edit(seed, number, document.scenario());
        assert!(document.apply(edit, None), "every edit changes something");
        say(format!("edit {number}"));
        if number % SAVED_EVERY == 0 {
            say(format!("save {number}"));
            match document.save(true) {
                Ok(_) => say(format!("saved {number}")),
                Err(error) => say(format!("not saved {number}: {error}")),
            }
        }
    }
}
