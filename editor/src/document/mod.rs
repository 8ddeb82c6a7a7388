//! An open file: scenario, history, problems, and the journal beside it.
//!
//! The scenario is changed only here, through an [`Edit`], and every change goes to the journal first, so that a
//! crash loses nothing.

mod check;
pub mod differ;
pub mod drawing;
pub mod journal;
pub mod repair;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use engine::digest::Digest;
use engine::game::Game;
use engine::problem::{Problem, Severity};
use engine::scenario::{self, Edit, History, Piece, Scenario, Source, Start};

use crate::disk::kept::Version;
use crate::disk::stamp::Stamp;
use crate::disk::{self, DiskError, Files, Loaded, Probed, Written};
use crate::tools::Change;
pub use check::NO_PIECES;
use check::{Asked, Checks, Due, Job};
use journal::{Dropped, Journal, Left, Step};
use repair::Repair;

/// What came of opening a path.
pub enum Opened {
    Document(Box<Document>),
    /// A journal was found: both states, to choose from.
    Recovery(Box<Recovery>),
    /// Nothing could be made of it; what is wrong.
    Failed {
        path: String,
        problems: Vec<Problem>,
    },
}

/// What is wrong with a scenario, and for each problem what mends it.
#[derive(Debug, Clone, Default)]
pub struct Found {
    pub problems: Vec<Problem>,
    pub repairs: Vec<Option<Repair>>,
}

/// A file with a journal of edits that were never saved.
pub struct Recovery {
    pub saved: Document,
    pub with_edits: Scenario,
    /// What the edits do, in words, the newest first.
    pub steps: Vec<Step>,
    /// How many edits could be done again.
    pub applied: usize,
    /// Why not all of them, and whether the file is another than the one they began from.
    pub remarks: Vec<String>,
    /// When the file was saved last; `None` for what has no file.
    pub saved_at: Option<SystemTime>,
    edits: Vec<Edit>,
    /// The journal, which nobody else may take meanwhile.
    found: Left,
    /// So many bytes of it are lines whose edits fit.
    good: usize,
}

impl Recovery {
    /// When the last edit was made.
    pub fn last_edit(&self) -> Option<SystemTime> {
        self.steps.iter().filter_map(|step| step.time).max()
    }

    /// Has it never been saved, so that there is no file that could be opened instead?
    pub fn is_new(&self) -> bool {
        self.saved.is_new()
    }
}

/// An open scenario.
pub struct Document {
    /// Shared with whoever looks at one state of it on another thread, and copied only if it changes meanwhile.
    scenario: Arc<Scenario>,
    history: History,
    shipped: &'static dyn Game,
    tweaked: Option<Arc<dyn Game>>,
    /// The tweaks that `tweaked` has.
    tweaks: BTreeMap<String, String>,
    /// The folder of its files; `None` for a sample or a new scenario that was never saved.
    folder: Option<PathBuf>,
    /// The path as it was opened: for the list of recent files.
    pub opened_as: String,
    /// What was wrong with the files when they were read.
    read: Arc<Vec<Problem>>,
    /// What reading was told of and has been settled since, each with the state that its repair led to.
    settled: Vec<(u64, Problem)>,
    /// The files in which reading found that; `None` once they are written over.
    texts: Option<Arc<Files>>,
    /// What is wrong, as far as it is known.
    found: Found,
    checks: Checks,
    /// The files that hold a state as it was read, until that was looked at: its problems have lines in them.
    as_read: Option<(u64, Arc<Files>)>,
    journal: Option<Journal>,
    /// The files as they were last read or written here; `None` where there are none.
    stamp: Option<Stamp>,
    /// The names of the files that another program has changed since.
    changed_outside: Vec<String>,
    /// The journal of another window that has it open and not saved.
    elsewhere: Option<PathBuf>,
    /// What is to be said of its journal, once.
    remark: Option<String>,
    /// A number that differs between documents, so that a picture of one is never taken for the other's.
    serial: u64,
}

/// Why saving did not happen.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// It has no place on the disk yet.
    #[error("the scenario has no place on the disk yet")]
    NoPlace,
    /// The files had mistakes when they were read, or remarks would be lost; ask first.
    #[error("{}", .0.join("; "))]
    Ask(Vec<String>),
    #[error("{path} cannot be written: {reason}")]
    Disk { path: String, reason: String },
    /// At the new place are files of these names already.
    #[error("{} there already; name a new folder or another file", there_is(.0))]
    Taken(Vec<String>),
}

fn there_is(names: &[String]) -> String {
    format!("{} {}", names.join(" and "), if names.len() == 1 { "is" } else { "are" })
}

static SERIAL: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);

/// Opens a scenario file, a folder with one, or a built-in sample.
///
/// # Errors
/// If there is nothing to read.
pub fn open(path: &str) -> Result<Opened, DiskError> {
    if let Probed::Disk { folder, .. } = disk::probe(Path::new(path))? {
        // Where it cannot be carried out the files are read as if it were.
        disk::settle(&folder).ok();
    }
    let mut loaded = disk::load_files(path)?;
    let Some(scenario) = loaded.checked.value.take() else {
        return Ok(Opened::Failed { path: path.to_owned(), problems: loaded.checked.problems });
    };
    let Some(game) = rulesets::game(&scenario.game) else {
        return Ok(Opened::Failed { path: path.to_owned(), problems: loaded.checked.problems });
    };
    let files = loaded.texts(&scenario);
    let places = journal_places(&loaded);
    journal::dropped(&places);
    let saved_at = loaded.folder.as_ref().and_then(|folder| {
        let times = files.iter().map(|(name, _)| std::fs::metadata(folder.join(name)).ok()?.modified().ok());
        times.max().flatten()
    });
    let looked = journal::find(&places);
    let mut document = Document::new(path, loaded, scenario, game, places, files);
    if looked.elsewhere.is_some() {
        // Its edits are not lost, and it may still save them.
        document.elsewhere = looked.elsewhere;
        return Ok(Opened::Document(Box::new(document)));
    }
    document.remark = looked
        .unread
        .map(|place| format!("{} holds edits that cannot be read; it is left as it is", place.display()));
    let Some(found) = looked.found else { return Ok(Opened::Document(Box::new(document))) };
    Ok(match recovery(document, found, saved_at) {
        Ok(recovery) => Opened::Recovery(Box::new(recovery)),
        Err(document) => Opened::Document(document),
    })
}

/// What a journal offers over a document; the document itself if it offers nothing.
fn recovery(
    mut document: Document,
    found: Left,
    saved_at: Option<SystemTime>,
) -> Result<Recovery, Box<Document>> {
    let text = found.text();
    let mut with_edits = Scenario::clone(&document.scenario);
    let (steps, edits) = journal::steps(text, &document.scenario);
    let replayed = scenario::journal::replay(text, &mut with_edits);
    let base = scenario::journal::base(text);
    let other_file = base != document.journal.as_ref().map(Journal::base);
    if other_file && is_spent(&document, text, base) {
        found.remove();
        return Err(Box::new(document));
    }
    let good: usize = text.split_inclusive('\n').take(1 + replayed.applied).map(str::len).sum();
    // What was never saved has no file that could hold the same.
    if replayed.applied == 0 || with_edits == *document.scenario && !document.is_new() {
        if text[good..].contains('\n') {
            document.remark = Some(format!(
                "Edits of an earlier session fit nothing that is in the file now; File › Earlier versions… keeps \
                 them for {} days",
                journal::DAYS
            ));
            found.put_aside();
        } else {
            // Nothing to win: the journal is of no use to anyone.
            found.remove();
        }
        return Err(Box::new(document));
    }
    let mut remarks: Vec<String> = replayed.problems.iter().map(|problem| problem.message.clone()).collect();
    if other_file {
        remarks.insert(
            0,
            "The file on the disk is another than the one that these edits began from.".to_owned(),
        );
    }
    // Whoever closes the window without an answer is asked again.
    if let Some(journal) = &mut document.journal {
        journal.leave_mark();
    }
    let applied = replayed.applied;
    Ok(Recovery { saved: document, with_edits, steps, applied, remarks, saved_at, edits, found, good })
}

/// Was the journal's last state saved, and the program stopped before the journal was gone? Then its edits lead
/// from the version before to what the files hold now.
fn is_spent(document: &Document, text: &str, base: Option<Digest>) -> bool {
    document.versions().into_iter().any(|version| {
        let Some(mut before) = version.load(&document.scenario.files.scenario).value else { return false };
        let files = texts_of(&version, &before);
        if Some(scenario::journal::of_files(&files)) != base {
            return false;
        }
        scenario::journal::replay(text, &mut before);
        before == *document.scenario
    })
}

/// The names of a scenario's files, its own first.
fn names_of(scenario: &Scenario) -> Vec<String> {
    let files = &scenario.files;
    let named = [files.map.as_ref(), files.counters.as_ref(), files.forces.as_ref()];
    std::iter::once(&files.scenario).chain(named.into_iter().flatten()).cloned().collect()
}

/// The names and texts of a scenario's files, as a source has them.
fn texts_of(source: &dyn Source, scenario: &Scenario) -> Vec<(String, String)> {
    let text = |name: String| {
        let text = String::from_utf8(source.read(&name).ok()?).ok()?;
        Some((name, text))
    };
    names_of(scenario).into_iter().filter_map(text).collect()
}

/// What the last program has left: of scenarios that were never saved, the oldest first, then of files that it had
/// open. One at a time: the others are offered at the next start.
pub fn left_behind() -> Option<Box<Recovery>> {
    let never_saved = journal::left_behind().into_iter().find_map(|place| left_in(&place));
    never_saved.or_else(|| {
        journal::left_open().into_iter().find_map(|(mark, path)| match open(&path) {
            Ok(Opened::Recovery(recovery)) => {
                journal::answered(&mark);
                Some(recovery)
            }
            Ok(Opened::Document(_)) => {
                journal::answered(&mark);
                None
            }
            Ok(Opened::Failed { .. }) | Err(_) => {
                journal::not_there(&mark);
                None
            }
        })
    })
}

/// What the journal of a scenario that was never saved offers.
pub fn left_in(place: &Path) -> Option<Box<Recovery>> {
    let found = journal::left_at(place)?;
    let (first, _) = scenario::journal::edit_of(found.text().split_inclusive('\n').nth(1)?)?;
    let mut begun = Scenario::default();
    begun.files.scenario = MAIN.to_owned();
    first.fits(&begun).ok()?;
    first.apply(&mut begun);
    let game = rulesets::game(&begun.game)?;
    let mut document = Document::of(begun, game);
    document.journal = Some(Journal::new(journal::of_new(), scenario::journal::of_files(&[])));
    recovery(document, found, None).ok().map(Box::new)
}

/// What a scenario's own file is called.
const MAIN: &str = "scenario.ron";

fn journal_places(loaded: &Loaded) -> Vec<PathBuf> {
    match &loaded.folder {
        Some(folder) => journal::places(folder, &loaded.entry),
        None => journal::of_sample(loaded.prefix.trim_end_matches('/')),
    }
}

impl Recovery {
    /// The file with the edits laid over it: not saved, and journalled from here on. What was found stays until they
    /// are safe again.
    pub fn with_edits(self) -> Document {
        let mut document = self.saved;
        let journal = document.journal.take();
        if document.is_new() {
            document.history.mark_unsaved();
        }
        for edit in self.edits.into_iter().take(self.applied) {
            document.apply(edit, None);
        }
        document.journal = journal.map(|mut journal| {
            journal.take_over(self.found, self.good, self.applied);
            journal
        });
        document
    }

    /// The file as it is on the disk; the edits are dropped.
    pub fn as_saved(self) -> Document {
        let mut document = self.saved;
        self.found.put_aside();
        if let Some(journal) = &mut document.journal {
            journal.unmark();
        }
        if document.is_new() {
            document.begin_journal();
        }
        document
    }
}

impl Document {
    fn new(
        path: &str,
        loaded: Loaded,
        scenario: Scenario,
        game: &'static dyn Game,
        journal: Vec<PathBuf>,
        files: Vec<(String, String)>,
    ) -> Self {
        let read: Vec<Problem> = loaded.checked.problems;
        let mut history = History::new();
        if read.iter().any(|problem| problem.severity == Severity::Error) {
            history.mark_unsaved();
            history.mark_saved();
        }
        let journal = (!journal.is_empty())
            .then(|| Journal::new(journal, scenario::journal::of_files(&files)).marked(path));
        let stamp = loaded.folder.as_ref().map(|folder| Stamp::of(folder, &files));
        let mut document = Self {
            scenario: Arc::new(scenario),
            history,
            shipped: game,
            tweaked: None,
            tweaks: BTreeMap::new(),
            folder: loaded.folder,
            opened_as: path.to_owned(),
            settled: Vec::new(),
            texts: None,
            found: Found { problems: read.clone(), repairs: Vec::new() },
            read: Arc::new(read),
            checks: Checks::default(),
            as_read: None,
            journal,
            stamp,
            changed_outside: Vec::new(),
            elsewhere: None,
            remark: None,
            serial: SERIAL.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
        };
        document.tweak();
        if !files.is_empty() {
            document.take_as_read(loaded.prefix, files);
        }
        document
    }

    /// The present state is what these files hold.
    fn take_as_read(&mut self, prefix: String, texts: Vec<(String, String)>) {
        self.checks = Checks::default();
        let files = Arc::new(Files { prefix, texts });
        self.texts = (!self.read.is_empty()).then(|| files.clone());
        self.as_read = Some((self.revision(), files));
    }

    /// Lays the scenario's tweaks over the game, if they are others than before.
    fn tweak(&mut self) {
        if self.tweaks != self.scenario.tweaks {
            self.tweaks.clone_from(&self.scenario.tweaks);
            let list: Vec<(String, String)> =
                self.tweaks.iter().map(|(path, value)| (path.clone(), value.clone())).collect();
            self.tweaked =
                if list.is_empty() { None } else { self.shipped.tweaked(&list).ok().map(Arc::from) };
        }
    }

    /// A document of a new scenario, or of a copy: not saved. [`Document::begin_journal`] begins to journal it.
    pub fn fresh(scenario: Scenario, game: &'static dyn Game) -> Self {
        let mut document = Self::of(scenario, game);
        document.journal = Some(Journal::new(journal::of_new(), scenario::journal::of_files(&[])));
        document.history.mark_unsaved();
        document
    }

    /// Begins the journal with everything: there is no file to begin from, or it is not the one that is meant.
    pub fn begin_journal(&mut self) {
        self.history.mark_unsaved();
        if let Some(journal) = &mut self.journal {
            journal.begin(&self.scenario);
        }
    }

    /// Has it neither a file nor a sample that it began from?
    pub fn is_new(&self) -> bool {
        self.folder.is_none() && self.opened_as.is_empty()
    }

    /// What is to be said when it is shown: that another window has it open, or what became of its journal. Not of
    /// the window that shows it in the place of this document.
    pub fn remark(&mut self, instead_of: Option<&Self>) -> Option<String> {
        let own = instead_of.and_then(Self::journal_place).and_then(|place| place.canonicalize().ok());
        let elsewhere =
            self.elsewhere.take().filter(|place| own.is_none() || place.canonicalize().ok() != own);
        if elsewhere.is_some() {
            let words =
                "Another window has this open with edits that are not saved; what is saved last stays";
            return Some(words.to_owned());
        }
        self.remark.take()
    }

    /// A document of a scenario in memory, for tests.
    pub fn of(scenario: Scenario, game: &'static dyn Game) -> Self {
        let entry = scenario.files.scenario.clone();
        let checked = engine::problem::Checked::clean(scenario.clone());
        let loaded = Loaded { folder: None, entry, prefix: String::new(), checked };
        Self::new("", loaded, scenario, game, Vec::new(), Vec::new())
    }

    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// The game with the scenario's tweaks.
    pub fn game(&self) -> &dyn Game {
        self.tweaked.as_deref().unwrap_or(self.shipped)
    }

    /// What is wrong, as it was last looked for.
    pub fn problems(&self) -> &[Problem] {
        &self.found.problems
    }

    /// What mends each of them, in the same order.
    pub fn repairs(&self) -> &[Option<Repair>] {
        &self.found.repairs
    }

    /// How many files it is kept in.
    pub fn file_count(&self) -> usize {
        names_of(&self.scenario).len()
    }

    /// Was what was read never yet looked at by its game?
    pub fn is_opening(&self) -> bool {
        self.as_read.is_some()
    }

    /// Has the scenario changed since problems were last looked for?
    pub fn is_checking(&self) -> bool {
        !self.checks.is_done(self.revision())
    }

    /// Changes with every change of the scenario, and differs between documents.
    pub fn revision(&self) -> u64 {
        (self.serial << 32) + self.history.revision()
    }

    /// *Little Big Horn — Greasy Grass*, for the title.
    pub fn name(&self) -> String {
        let game = self.game().name();
        if self.scenario.title.is_empty() || self.scenario.title == game {
            game.to_owned()
        } else {
            format!("{game} — {}", self.scenario.title)
        }
    }

    /// Has it a place on the disk, so that *Save* needs to ask nothing?
    pub fn has_place(&self) -> bool {
        self.folder.is_some()
    }

    /// The folder of its files.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Carries an edit out and journals it; false if it changed nothing.
    pub fn apply(&mut self, edit: Edit, press: Option<u64>) -> bool {
        if edit.fits(&self.scenario).is_err() {
            return false;
        }
        let line = edit.clone();
        if !self.history.push(edit, press, Arc::make_mut(&mut self.scenario)) {
            return false;
        }
        self.note(&line);
        true
    }

    /// Mends the problem at this place of the list, as one step; false if nothing mends it.
    pub fn mend(&mut self, at: usize) -> bool {
        let (Some(problem), Some(Some(repair))) = (self.found.problems.get(at), self.found.repairs.get(at))
        else {
            return false;
        };
        let (problem, Repair { words, edit, .. }) = (problem.clone(), repair.clone());
        let of_reading = self.read.contains(&problem);
        if !edit.is_nothing() {
            if !self.apply(Edit::Named(words, Box::new(edit)), None) {
                return false;
            }
        } else if of_reading {
            self.history.decide(words.clone(), &self.scenario);
            self.note(&Edit::Named(words, Box::new(Edit::nothing())));
        } else {
            return false;
        }
        if of_reading {
            let state = self.history.state();
            self.settled.retain(|(before, _)| *before != state);
            self.settled.push((state, problem));
        }
        true
    }

    /// What reading found and nobody has settled.
    fn open_mistakes(&self) -> Vec<Problem> {
        let is_settled = |problem: &Problem| {
            self.settled.iter().any(|(state, known)| known == problem && self.history.has_done(*state))
        };
        self.read.iter().filter(|problem| !is_settled(problem)).cloned().collect()
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> bool {
        if !self.history.can_undo() {
            return false;
        }
        let done = self.history.undo(Arc::make_mut(&mut self.scenario));
        done.inspect(|edit| self.note(edit)).is_some()
    }

    /// Does the last undone step again.
    pub fn redo(&mut self) -> bool {
        if !self.history.can_redo() {
            return false;
        }
        let done = self.history.redo(Arc::make_mut(&mut self.scenario));
        done.inspect(|edit| self.note(edit)).is_some()
    }

    fn note(&mut self, edit: &Edit) {
        let clean = !self.history.is_dirty();
        if let Some(journal) = &mut self.journal {
            if clean {
                journal.restart();
            } else {
                journal.add(edit, &self.scenario);
            }
        }
        self.tweak();
    }

    /// Whether the edits are safe in a journal.
    pub fn is_journalled(&self) -> bool {
        self.journal.as_ref().is_some_and(Journal::is_sound)
    }

    /// Where the journal lies, once there is something in it.
    pub fn journal_place(&self) -> Option<&Path> {
        self.journal.as_ref().and_then(Journal::place)
    }

    /// How many edits are in the journal.
    pub fn journalled_edits(&self) -> usize {
        self.journal.as_ref().map_or(0, Journal::edits)
    }

    /// Looks whether another program has changed the files, and tries again to journal what could not be. Cheap:
    /// for every frame that wants it.
    pub fn look(&mut self) {
        if let Some(stamp) = &mut self.stamp {
            self.changed_outside = stamp.changed();
        }
        if let Some(journal) = &mut self.journal
            && self.history.is_dirty()
            && !journal.is_sound()
        {
            journal.add(&Edit::nothing(), &self.scenario);
        }
    }

    /// The files as they were last read or written here.
    pub fn stamp(&self) -> Option<&Stamp> {
        self.stamp.as_ref()
    }

    /// The names of the files that another program has changed.
    pub fn changed_outside(&self) -> &[String] {
        &self.changed_outside
    }

    /// The scenario as it is on the disk, with its texts.
    fn on_disk(&self) -> Result<(Loaded, Scenario), String> {
        let folder = self.folder.as_ref().ok_or("it has no place on the disk")?;
        let path = folder.join(&self.scenario.files.scenario);
        let mut loaded = disk::load_files(path).map_err(|error| error.to_string())?;
        let Some(scenario) = loaded.checked.value.take() else {
            let first = loaded.checked.problems.first().map(ToString::to_string).unwrap_or_default();
            return Err(format!("nothing could be made of it: {first}"));
        };
        if scenario.game != self.scenario.game {
            return Err(format!("it is of another game now, {:?}", scenario.game));
        }
        Ok((loaded, scenario))
    }

    /// What another program has made of the files.
    ///
    /// # Errors
    /// Why it cannot be read, in a sentence.
    pub fn theirs(&self) -> Result<Scenario, String> {
        self.on_disk().map(|(_, scenario)| scenario)
    }

    /// Takes the files as another program has left them. It can be undone like an edit.
    ///
    /// # Errors
    /// Why they cannot be read, in a sentence; nothing has changed then.
    pub fn reload(&mut self) -> Result<(), String> {
        let (loaded, theirs) = self.on_disk()?;
        let files = loaded.texts(&theirs);
        let edit = Edit::Replace("Reload from the disk".to_owned(), Box::new(theirs));
        edit.fits(&self.scenario)?;
        self.history.push(edit, None, Arc::make_mut(&mut self.scenario));
        self.history.mark_saved();
        self.settled(&files);
        self.found = Found { problems: loaded.checked.problems.clone(), repairs: Vec::new() };
        self.settled.clear();
        self.read = Arc::new(loaded.checked.problems);
        self.tweak();
        self.take_as_read(loaded.prefix, files);
        Ok(())
    }

    /// The files hold what the document holds.
    fn settled(&mut self, files: &[(String, String)]) {
        self.changed_outside.clear();
        self.stamp = self.folder.as_ref().map(|folder| Stamp::of(folder, files));
        if let Some(journal) = &mut self.journal {
            journal.rebase(scenario::journal::of_files(files));
        }
    }

    /// Goes on with what is open, whatever another program has made of the files: saving writes over them.
    pub fn keep_mine(&mut self) {
        if let Some(stamp) = &mut self.stamp {
            stamp.accept();
        }
        self.changed_outside.clear();
        let files = self.on_disk().map(|(loaded, theirs)| loaded.texts(&theirs)).unwrap_or_default();
        if let Some(journal) = &mut self.journal {
            journal.begin_from(scenario::journal::of_files(&files));
        }
        // The edits so far began from another file; the journal must begin from this one.
        self.begin_journal();
    }

    /// The last versions of its files, the newest first.
    pub fn versions(&self) -> Vec<Version> {
        let names = names_of(&self.scenario);
        self.folder.as_ref().map(|folder| disk::kept::versions(folder, &names)).unwrap_or_default()
    }

    /// The edits that were dropped in the last weeks, the newest first.
    pub fn dropped(&self) -> Vec<Dropped> {
        self.journal.as_ref().map(|journal| journal::dropped(journal.places())).unwrap_or_default()
    }

    /// The scenario with edits that were dropped laid over it, and how many of them fit.
    pub fn with_dropped(&self, dropped: &Dropped) -> Option<(Scenario, usize)> {
        let mut scenario = Scenario::clone(&self.scenario);
        let applied = scenario::journal::replay(&journal::read(&dropped.place)?, &mut scenario).applied;
        // What was never saved holds everything, and may be of another game.
        let differs = scenario.game == self.scenario.game && scenario != *self.scenario;
        (applied > 0 && differs).then_some((scenario, applied))
    }

    /// The shipped game, without the scenario's tweaks.
    pub fn shipped(&self) -> &'static dyn Game {
        self.shipped
    }

    /// Sees to it that problems are looked for if the scenario has changed, and takes what was found; `wake` is called
    /// from another thread when there is something to take. Cheap: for every frame. Returns after what time it wants
    /// to be called again, if it does.
    pub fn check(&mut self, wake: impl FnOnce() + Send + 'static) -> Option<Duration> {
        let revision = self.revision();
        if let Some(found) = self.checks.take(revision) {
            self.take(found);
        }
        match self.checks.due(revision) {
            Due::Nothing => None,
            Due::After(time) => Some(time),
            Due::Begin => {
                self.checks.begin(self.job(), wake);
                None
            }
        }
    }

    /// Waits until it is known what is wrong with the scenario as it is now.
    pub fn finish_check(&mut self) {
        while self.is_checking() {
            let revision = self.revision();
            match self.checks.wait(revision) {
                Some(found) => self.take(found),
                None if self.is_checking() => self.checks.begin(self.job(), || {}),
                None => {}
            }
        }
    }

    fn job(&self) -> Job {
        let revision = self.revision();
        let files = self.as_read.as_ref().filter(|(of, _)| *of == revision);
        Job {
            revision,
            scenario: self.scenario.clone(),
            game: self.tweaked.clone().map_or(Asked::Shipped(self.shipped), Asked::Tweaked),
            read: Arc::new(self.open_mistakes()),
            texts: self.texts.clone(),
            files: files.map(|(_, files)| files.clone()),
        }
    }

    fn take(&mut self, found: Found) {
        self.found = found;
        self.as_read = None;
    }

    /// The change in the words of the file model; `None` if it would change nothing.
    pub fn edit_of(&self, change: Change) -> Option<Edit> {
        let map = &self.scenario.map;
        let edit = match change {
            Change::Terrain { hexes, terrain } => {
                let letter = self.game().terrains().iter().find(|known| known.id == terrain)?.letter;
                let differs = hexes.iter().any(|hex| map.terrain(*hex) != Some(terrain.as_str()));
                if !differs {
                    return None;
                }
                Edit::PaintHexes { letter, terrain, hexes }
            }
            Change::Sides { sides, feature } => {
                if sides.iter().all(|side| map.side(*side) == feature.as_deref()) {
                    return None;
                }
                Edit::SetSides(sides.into_iter().map(|side| (side, feature.clone())).collect())
            }
            Change::Move { piece, to } => {
                let start = Start::At(to.into());
                if self.scenario.pieces.get(piece)?.at == start {
                    return None;
                }
                Edit::MovePiece(piece, start)
            }
            Change::Add { kind, at } => {
                let piece = Piece {
                    id: self.free_id(&kind),
                    kind,
                    name: String::new(),
                    at: Start::At(at.into()),
                    reduced: false,
                    game_block: String::new(),
                };
                Edit::AddPiece(self.scenario.pieces.len(), piece)
            }
            Change::Edit(edit) => edit,
            Change::Remove { piece } => {
                self.scenario.pieces.get(piece)?;
                Edit::RemovePiece(piece)
            }
        };
        Some(edit)
    }

    /// An id for a new piece of a kind: the kind's, with a number if it is taken.
    fn free_id(&self, kind: &str) -> String {
        let taken = |id: &str| self.scenario.pieces.iter().any(|piece| piece.id == id);
        if !taken(kind) {
            return kind.to_owned();
        }
        (2..).map(|n| format!("{kind}-{n}")).find(|id| !taken(id)).expect("some number is free")
    }

    /// Writes the files. `anyway` writes although the files had mistakes or would lose remarks.
    ///
    /// # Errors
    /// If it must be asked first, or the disk refuses; nothing is then half written.
    pub fn save(&mut self, anyway: bool) -> Result<Written, SaveError> {
        self.write(anyway, None)
    }

    /// Saves it, perhaps beside the scenario of this name in the same folder, which then is not written.
    fn write(&mut self, anyway: bool, beside: Option<&str>) -> Result<Written, SaveError> {
        let Some(folder) = self.folder.clone() else { return Err(SaveError::NoPlace) };
        // What is there must be known before it is written over; if this fails, saving says why.
        disk::settle(&folder).ok();
        if let Some(stamp) = &mut self.stamp {
            self.changed_outside = stamp.changed();
        }
        let old: Vec<(String, String)> = scenario::save(&self.scenario)
            .into_iter()
            .filter_map(|(name, _)| {
                let text = String::from_utf8(disk::read(&folder.join(&name)).ok()?).ok()?;
                Some((name, text))
            })
            .collect();
        let saved = scenario::save_over(&self.scenario, &old);
        if !anyway {
            let mut reasons = Vec::new();
            let written = |name: &str| saved.files.iter().any(|(written, _)| written == name);
            let stays = |problem: &Problem| {
                beside.is_some_and(|name| problem.file.is_empty() || problem.file.ends_with(name))
            };
            let open = self.open_mistakes();
            let errors = open.iter().filter(|problem| problem.severity == Severity::Error);
            let errors = errors.filter(|problem| !stays(problem)).count();
            if errors > 0 {
                reasons.push(format!(
                    "The files had {} that could not be read; saving writes over them without what was wrong",
                    if errors == 1 { "one thing".to_owned() } else { format!("{errors} things") }
                ));
            }
            let changed: Vec<&str> = self.changed_outside.iter().map(String::as_str).collect();
            let changed: Vec<&str> = changed.into_iter().filter(|name| written(name)).collect();
            match changed.as_slice() {
                [] => {}
                [one] => reasons.push(format!(
                    "{one} was changed by another program; saving writes over that. What it holds now is kept \
                     among the earlier versions"
                )),
                several => reasons.push(format!(
                    "{} were changed by another program; saving writes over that. What they hold now is kept \
                     among the earlier versions",
                    several.join(" and ")
                )),
            }
            if !saved.lost.is_empty() {
                let first = saved.lost.first().map_or(String::new(), |problem| problem.message.clone());
                let count = match saved.lost.len() {
                    1 => "One remark has".to_owned(),
                    n => format!("{n} remarks have"),
                };
                reasons.push(format!("{count} no place any more and would be dropped: {first}"));
            }
            if let Some(beside) = beside {
                let other = |(name, text): &&(String, String)| {
                    old.iter().any(|(old_name, old)| old_name == name && old != text)
                };
                let shared: Vec<&str> =
                    saved.files.iter().skip(1).filter(other).map(|(name, _)| name.as_str()).collect();
                match shared.as_slice() {
                    [] => {}
                    [one] => reasons.push(format!(
                        "{one} belongs to {beside} too, which would have your edits in it from then on"
                    )),
                    several => reasons.push(format!(
                        "{} belong to {beside} too, which would have your edits in them from then on",
                        several.join(" and ")
                    )),
                }
            }
            if !reasons.is_empty() {
                return Err(SaveError::Ask(reasons));
            }
        }
        let written = disk::save_all(&folder, &saved.files).map_err(|error| SaveError::Disk {
            path: error.path.display().to_string(),
            reason: error.reason,
        })?;
        self.history.mark_saved();
        if !self.read.is_empty() {
            // What could not be read is gone; the rest is looked for again.
            self.read = Arc::default();
            self.settled.clear();
            self.texts = None;
            self.checks = Checks::default();
        }
        self.settled(&saved.files);
        Ok(written)
    }

    /// Saves it at another place: a folder, or a file in one, which is its place from then on. The journal moves
    /// along once the files are there; if they cannot be written nothing has changed. `anyway` as for
    /// [`Document::save`]: another scenario of the folder may share its map.
    ///
    /// # Errors
    /// If it must be asked first, files of the same names are there, or the disk refuses.
    pub fn save_as(&mut self, path: &Path, anyway: bool) -> Result<Written, SaveError> {
        let is_file = path.extension().is_some_and(|ending| ending == "ron");
        let (folder, entry) = if is_file {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or(MAIN).to_owned();
            (path.parent().map(Path::to_owned).unwrap_or_default(), name)
        } else {
            (path.to_owned(), MAIN.to_owned())
        };
        let same_folder = self.folder.as_ref() == Some(&folder);
        if same_folder && self.scenario.files.scenario == entry {
            return self.save(anyway);
        }
        // Two scenarios of one folder may share a map; what lies in another folder is somebody else's.
        let mut names = vec![entry.clone()];
        if !same_folder {
            names.extend(scenario::save(&self.scenario).into_iter().skip(1).map(|(name, _)| name));
        }
        names.retain(|name| folder.join(name).exists());
        if !names.is_empty() {
            return Err(SaveError::Taken(names));
        }
        let journal = Journal::new(journal::places(&folder, &entry), scenario::journal::of_files(&[]))
            .marked(&path.display().to_string());
        let old_entry = std::mem::replace(&mut Arc::make_mut(&mut self.scenario).files.scenario, entry);
        let old_folder = self.folder.replace(folder);
        let old_journal = self.journal.replace(journal);
        let old_stamp = self.stamp.clone();
        if !same_folder {
            self.stamp = None;
        }
        // In another folder nothing is there that could be written over.
        let beside = same_folder.then_some(old_entry.as_str());
        match self.write(anyway || !same_folder, beside) {
            Ok(changed) => {
                if let Some(mut journal) = old_journal {
                    journal.restart();
                }
                self.opened_as = path.display().to_string();
                Ok(changed)
            }
            Err(error) => {
                Arc::make_mut(&mut self.scenario).files.scenario = old_entry;
                self.folder = old_folder;
                self.journal = old_journal;
                self.stamp = old_stamp;
                Err(error)
            }
        }
    }

    /// Drops the edits that were not saved, if there are some: the journal is put aside, not lost. Only for what is
    /// left at once: what is edited after this is journalled anew.
    pub fn discard(&mut self) {
        if self.history.is_dirty()
            && let Some(journal) = &mut self.journal
        {
            journal.put_aside();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Document {
        match open("@little_big_horn") {
            Ok(Opened::Document(document)) => *document,
            _ => panic!("the sample is sound"),
        }
    }

    #[test]
    fn a_place_that_cannot_be_written_or_is_taken_changes_nothing() {
        let scratch = tempfile::tempdir().unwrap();
        let mut document = sample();
        let first = scratch.path().join("first");
        document.save_as(&first, false).unwrap();
        assert_eq!(document.folder(), Some(first.as_path()));
        document.apply(Edit::SetTurns(7), None);

        // A file stands where the folder should be.
        let blocked = scratch.path().join("blocked");
        std::fs::write(&blocked, "mine").unwrap();
        assert!(matches!(document.save_as(&blocked.join("deeper"), false), Err(SaveError::Disk { .. })));
        // In another folder lies a map of somebody else's.
        let other = scratch.path().join("other");
        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("map.ron"), "mine").unwrap();
        let taken = document.save_as(&other, false).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(taken, Err("map.ron is there already; name a new folder or another file".to_owned()));
        assert_eq!(std::fs::read_to_string(other.join("map.ron")).unwrap(), "mine");

        assert_eq!(document.folder(), Some(first.as_path()));
        assert!(document.history().is_dirty());
        assert_eq!(document.save(false).unwrap().changed, ["scenario.ron"]);
        assert!(!document.history().is_dirty());
    }

    /// A scenario whose map lies in a file of its own, and its folder.
    fn saved() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let mut scenario = rulesets::game("little_big_horn").unwrap().blank();
        scenario.files.map = Some("map.ron".into());
        disk::save_all(folder.path(), &scenario::save(&scenario)).unwrap();
        let path = folder.path().to_str().unwrap().to_owned();
        (folder, path)
    }

    fn opened(path: &str) -> Document {
        match open(path) {
            Ok(Opened::Document(document)) => *document,
            _ => panic!("there is nothing to offer"),
        }
    }

    fn offered(path: &str) -> Recovery {
        match open(path) {
            Ok(Opened::Recovery(recovery)) => *recovery,
            _ => panic!("there are edits to offer"),
        }
    }

    #[test]
    fn two_windows_on_one_file_have_a_journal_each() {
        let (_folder, path) = saved();
        let mut first = opened(&path);
        assert_eq!(first.remark(None), None);
        let mut second = opened(&path);
        first.apply(Edit::SetTurns(7), None);
        // A third comes when there are edits: it is told, and offered nothing.
        let mut third = opened(&path);
        assert!(third.remark(None).is_some_and(|words| words.starts_with("Another window has this open")));
        second.apply(Edit::SetTurns(8), None);
        third.apply(Edit::SetTurns(9), None);
        assert_ne!(first.journal_place(), second.journal_place());
        third.save(true).unwrap();
        first.apply(Edit::SetTurns(6), None);
        assert!(first.is_journalled() && first.journal_place().unwrap().exists());
        assert!(second.journal_place().unwrap().exists());
        // Both die; each is offered, one after the other.
        drop((first, second, third));
        let mut found = Vec::new();
        for _ in 0..2 {
            let recovery = offered(&path);
            found.push(recovery.with_edits.turns);
            recovery.as_saved();
        }
        found.sort_unstable();
        assert_eq!(found, [6, 8]);
        assert_eq!(opened(&path).dropped().len(), 2);
    }

    #[test]
    fn edits_that_do_not_fit_are_kept_when_the_others_are_taken() {
        let (_folder, path) = saved();
        let mut document = opened(&path);
        document.apply(Edit::SetTurns(7), None);
        let piece = Piece {
            id: "a".into(),
            kind: "a".into(),
            name: String::new(),
            at: Start::At(document.scenario().map.grid.at(0, 0).into()),
            reduced: false,
            game_block: String::new(),
        };
        document.apply(Edit::AddPiece(0, piece), None);
        document.apply(Edit::RemovePiece(0), None);
        let place = document.journal_place().unwrap().to_owned();
        drop(document);
        // Without its line in the middle the last edit has nothing to take away.
        let text = std::fs::read_to_string(&place).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        std::fs::write(&place, [lines[0], lines[1], lines[3]].concat()).unwrap();
        let recovery = offered(&path);
        assert_eq!((recovery.applied, recovery.remarks.len()), (1, 1));
        let mut document = recovery.with_edits();
        assert_eq!((document.scenario().turns, document.journalled_edits()), (7, 1));
        assert_eq!(document.dropped().len(), 1);
        document.save(false).unwrap();

        // Not even the first fits: nothing is offered, but it is said and kept.
        std::fs::write(&place, [lines[0], lines[3]].concat()).unwrap();
        let mut document = opened(&path);
        assert!(document.remark(None).is_some_and(|words| words.contains("fit nothing that is in the file")));
        assert_eq!(document.dropped().len(), 2);
        assert!(!place.exists());
    }

    #[test]
    fn what_was_never_saved_is_offered_although_its_first_line_holds_everything() {
        let game = rulesets::game("little_big_horn").unwrap();
        let mut scenario = game.blank();
        scenario.title = "Ash Creek".into();
        let head = scenario::journal::head(scenario::journal::of_files(&[]));
        let all = Edit::Replace("What could not be journalled at once".into(), Box::new(scenario));
        let place = journal::of_new().remove(0);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(&place, format!("{head}{}", scenario::journal::line(&all))).unwrap();
        let recovery = left_behind().expect("it is offered");
        assert_eq!(recovery.with_edits.title, "Ash Creek");
        // It is asked once more who gives no answer.
        drop(recovery);
        let document = left_behind().expect("it is still there").with_edits();
        assert_eq!(document.journal_place(), Some(place.as_path()));
        assert!(document.history().is_dirty());
        // Nobody is offered what is open.
        assert!(left_behind().is_none());
        // Nor does another new scenario take its place.
        let mut other = Document::fresh(game.blank(), game);
        other.begin_journal();
        assert_ne!(other.journal_place(), document.journal_place());
        drop(document);
        assert!(left_in(&place).is_some_and(|recovery| recovery.with_edits.title == "Ash Creek"));
    }

    #[test]
    fn who_decides_later_is_asked_at_the_next_start_of_samples_too() {
        let (_folder, path) = saved();
        for path in ["@little_big_horn", path.as_str()] {
            let mut document = opened(path);
            document.apply(Edit::SetTurns(7), None);
            drop(document);
            for _ in 0..3 {
                let recovery = left_behind().expect("it is offered");
                assert_eq!(recovery.with_edits.turns, 7);
                // The page is closed without an answer.
                drop(recovery);
            }
            // The same if it was opened by hand.
            drop(offered(path));
            left_behind().expect("it is offered").as_saved();
            assert!(left_behind().is_none(), "{path}");
        }
    }

    #[test]
    fn saving_beside_another_scenario_asks_before_its_map_is_written_over() {
        let (folder, path) = saved();
        let map = || std::fs::read_to_string(folder.path().join("map.ron")).unwrap();
        let before = map();
        let mut document = opened(&path);
        document.apply(Edit::SetTurns(7), None);
        document.save_as(&folder.path().join("second.ron"), false).expect("the map has not changed");
        let hexes = vec![document.scenario().map.grid.at(0, 0)];
        document.apply(Edit::PaintHexes { letter: 'f', terrain: "forest".into(), hexes }, None);
        let third = folder.path().join("third.ron");
        let Err(SaveError::Ask(reasons)) = document.save_as(&third, false) else {
            panic!("the map is shared")
        };
        let words = "map.ron belongs to second.ron too, which would have your edits in it from then on";
        assert_eq!(reasons, [words]);
        assert!(map() == before && !third.exists() && document.history().is_dirty());
        assert_eq!(document.scenario().files.scenario, "second.ron");
        document.save_as(&third, true).expect("it was answered");
        assert!(map() != before && third.exists() && !document.history().is_dirty());
        // Under its own name it is asked what saving asks.
        std::fs::write(folder.path().join("map.ron"), before).unwrap();
        document.apply(Edit::SetTurns(8), None);
        assert!(matches!(document.save_as(&third, false), Err(SaveError::Ask(_))));
    }
}
