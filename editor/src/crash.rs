//! When the program is wrong: the edits are already in the journal; a report is written beside it and said.

use std::path::PathBuf;
use std::sync::Mutex;

use crate::document::Document;

/// What is known of the open document, for the report.
#[derive(Debug, Clone, Default)]
struct Known {
    name: String,
    place: Option<PathBuf>,
    edits: usize,
    /// The scenario as it was last seen changed, and its revision: written out if the program dies.
    text: Vec<(String, String)>,
    revision: u64,
}

static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// Keeps in mind what is open.
pub fn note(document: Option<&Document>) {
    let Ok(mut known) = KNOWN.try_lock() else { return };
    let Some(document) = document else {
        *known = None;
        return;
    };
    let revision = document.revision();
    if known.as_ref().is_some_and(|known| known.revision == revision) {
        return;
    }
    // Every edit is in the journal before the next frame. Only where there is no journal is the text kept too.
    let text = if document.history().is_dirty() && !document.is_journalled() {
        engine::scenario::save(document.scenario())
    } else {
        Vec::new()
    };
    *known = Some(Known {
        name: document.name(),
        place: document.folder().map(PathBuf::from),
        edits: document.history().names().count(),
        text,
        revision,
    });
}

/// Writes the report before the panic is told as usual.
pub fn install() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let words = report(&info.to_string());
        before(info);
        eprintln!("{words}");
    }));
}

fn report(what: &str) -> String {
    let known = KNOWN.try_lock().ok().and_then(|known| known.clone());
    let mut words = String::from("Sandtable met a mistake of its own and has to close.");
    let Some(known) = known else { return words };
    if known.edits > 0 {
        words.push_str(&format!(
            " \"{}\" and its {} edits are kept; the next start offers them back.",
            known.name, known.edits
        ));
    }
    let folder = known.place.unwrap_or_else(std::env::temp_dir);
    for (name, text) in &known.text {
        let kept = folder.join(format!("{name}.kept"));
        if crate::disk::write(&kept, text.as_bytes()).is_ok() {
            words.push_str(&format!(" The text is in {}.", kept.display()));
        }
    }
    let place = folder.join("sandtable-report.txt");
    let text = format!("Sandtable {}\n{what}\n{words}\n", env!("CARGO_PKG_VERSION"));
    if crate::disk::write(&place, text.as_bytes()).is_ok() {
        words.push_str(&format!(" A report is in {}.", place.display()));
    }
    words
}
