//! When the program is wrong: the edits are already in the journal; a report is written and shown, and one can
//! start again.

use std::any::Any;
use std::cell::RefCell;
use std::path::PathBuf;

use crate::document::Document;

/// What is known of the open document, for the report.
#[derive(Debug, Clone, Default)]
struct Known {
    name: String,
    /// The path as it was opened; empty for what was never saved.
    opened_as: String,
    folder: Option<PathBuf>,
    journal: Option<PathBuf>,
    edits: usize,
    dirty: bool,
    /// The scenario as it was last seen changed, and its revision: written out if the program dies.
    text: Vec<(String, String)>,
    revision: u64,
}

thread_local! {
    // The hook runs on the thread that panics, which for the window is the one that noted what is open.
    static KNOWN: RefCell<Option<Known>> = const { RefCell::new(None) };
    static LAST: RefCell<Option<Crash>> = const { RefCell::new(None) };
}

/// What is told after a mistake of the program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Crash {
    /// In words, for the person.
    pub words: String,
    /// For whoever mends it.
    pub report: String,
    /// What was open, to be opened again.
    pub path: String,
    /// The journal of what was never saved.
    pub journal: Option<PathBuf>,
}

/// Keeps in mind what is open.
pub fn note(document: Option<&Document>) {
    let Some(document) = document else {
        KNOWN.set(None);
        return;
    };
    let revision = document.revision();
    let dirty = document.history().is_dirty();
    let same = |known: &Known| known.revision == revision && known.dirty == dirty;
    if KNOWN.with_borrow(|known| known.as_ref().is_some_and(same)) {
        return;
    }
    // Every edit is in the journal before the next frame. Only where there is no journal is the text kept too.
    let text = if dirty && !document.is_journalled() {
        engine::scenario::save(document.scenario())
    } else {
        Vec::new()
    };
    KNOWN.set(Some(Known {
        name: document.scenario().title.clone(),
        opened_as: document.opened_as.clone(),
        folder: document.folder().map(PathBuf::from),
        journal: document.journal_place().map(PathBuf::from),
        edits: document.journalled_edits(),
        dirty,
        text,
        revision,
    }));
}

/// Writes a report before a panic is told as usual.
pub fn install() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        before(info);
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let crash = crash(&message(info.payload()), &place);
        // A thread at work in the background ends alone; its panel says that nothing came of it.
        if std::thread::current().name() != Some("main") {
            return;
        }
        eprintln!("{}", crash.words);
        LAST.set(Some(crash));
    }));
}

/// What a panic says.
fn message(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|words| (*words).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a mistake without a message".to_owned())
}

/// What is told of a panic that was caught: the hook's words, or those of its payload where there is no hook.
pub fn caught(payload: &(dyn Any + Send)) -> Crash {
    let told = LAST.take();
    told.unwrap_or_else(|| crash(&message(payload), ""))
}

fn crash(what: &str, place: &str) -> Crash {
    let mut crash = Crash {
        words: "Sandtable met a mistake of its own and has to close.".to_owned(),
        ..Crash::default()
    };
    let known = KNOWN.with_borrow(Clone::clone).unwrap_or_default();
    crash.path.clone_from(&known.opened_as);
    crash.journal.clone_from(&known.journal);
    if known.dirty {
        let edits = match known.edits {
            0 => "what you did".to_owned(),
            1 => "1 edit".to_owned(),
            n => format!("{n} edits"),
        };
        if let Some(journal) = &known.journal {
            let place = journal.display();
            crash.words.push_str(&format!(" Your document and {edits} are kept in {place}."));
        }
        for (name, text) in &known.text {
            let folder = known.folder.clone().unwrap_or_else(std::env::temp_dir);
            let kept = folder.join(format!("{}.unsaved", name.replace('/', "-")));
            if crate::disk::write(&kept, text.as_bytes()).is_ok() {
                crash.words.push_str(&format!(" Your document is kept in {}.", kept.display()));
            }
        }
    } else if !known.name.is_empty() {
        crash.words.push_str(" Everything was saved.");
    }
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let mut report = format!("Sandtable {} on {system}\n{what}\n", env!("CARGO_PKG_VERSION"));
    if !place.is_empty() {
        report.push_str(&format!("at {place}\n"));
    }
    if !known.name.is_empty() {
        report.push_str(&format!("with \"{}\" open, {} edits not saved\n", known.name, known.edits));
    }
    let folder = known.folder.unwrap_or_else(std::env::temp_dir);
    let file = folder.join("sandtable-report.txt");
    if crate::disk::write(&file, report.as_bytes()).is_ok() {
        crash
            .words
            .push_str(&format!(" The report below is in {} and can be sent or copied.", file.display()));
    } else {
        crash.words.push_str(" The report below can be sent or copied.");
    }
    crash.report = report;
    crash
}
