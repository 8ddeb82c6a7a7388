//! The journal of edits beside a file: begun with the first edit, a line an edit, gone when all is saved.
//!
//! Where the folder cannot be written it lies among the person's own state, and there lie those of samples and of
//! what was never saved. Edits that a person drops are put aside for thirty days.
//!
//! Who writes a journal holds a lock on it, which ends with the program however it ends: so two windows on one file
//! have a journal each, and what is not locked was left by a program that is gone. A name that is taken is never
//! taken again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use engine::digest::{self, Digest};
use engine::scenario::{Edit, Scenario, journal};

use crate::clock;

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    /// Where it may lie, the best place first.
    places: Vec<PathBuf>,
    base: Digest,
    file: Option<Open>,
    /// The journal whose edits this one has to hold before that may go.
    before: Option<Before>,
    /// How many edits are in it.
    edits: usize,
    sound: bool,
    /// What to open for these edits to be offered.
    opens: Option<String>,
    /// The mark that says so while there are some.
    mark: Option<Mark>,
    /// The most bytes that it may have.
    largest: u64,
    /// With more bytes than this it begins anew.
    turn: u64,
}

#[derive(Debug)]
struct Open {
    place: PathBuf,
    file: File,
    /// So many bytes of it are whole lines.
    good: u64,
}

/// A journal that was found and whose edits are open now, but not yet written anew.
#[derive(Debug)]
struct Before {
    found: Left,
    /// Are all its edits among those that are open?
    all: bool,
}

impl Before {
    /// Its edits are safe elsewhere; those that did not fit are kept for some weeks.
    fn settle(self) {
        if self.all {
            self.found.remove();
        } else {
            self.found.put_aside();
        }
    }
}

/// A mark and the lock on it.
#[derive(Debug)]
struct Mark {
    place: PathBuf,
    _lock: File,
}

/// For so many days edits are kept that a person has dropped.
pub const DAYS: u64 = 30;

/// The largest journal that is written and read, in bytes.
const LARGEST: u64 = 64 << 20;

/// What the name of a journal ends in.
const JOURNAL: &str = ".journal";

/// What the name of a journal that was put aside ends in, after the time.
const DROPPED: &str = ".dropped";

/// So many journals may lie beside one another before none is begun any more.
const MOST: u32 = 1000;

/// So many names of a folder are looked at.
const NAMES: usize = 10_000;

/// Where the journal of a file lies: beside it, or where that cannot be written among the person's own state.
pub fn places(folder: &Path, entry: &str) -> Vec<PathBuf> {
    let mut places = vec![folder.join(format!(".{entry}{JOURNAL}"))];
    if let (Some(state), Ok(whole)) = (state(), fs::canonicalize(folder)) {
        let name = digest::of_bytes(whole.join(entry).as_os_str().as_encoded_bytes()).to_string();
        places.push(state.join(format!("{entry}-{}{JOURNAL}", &name[..16])));
    }
    places
}

/// The folder of what the program keeps for a person.
fn state() -> Option<PathBuf> {
    #[cfg(test)]
    if let Some(state) = tests::state() {
        return Some(state);
    }
    let state = std::env::var_os("XDG_STATE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".local").join("state")))?;
    Some(state.join("sandtable"))
}

/// Where the journal of a sample lies that has no folder yet.
pub fn of_sample(name: &str) -> Vec<PathBuf> {
    state()
        .map(|state| state.join(format!("{}{JOURNAL}", name.trim_start_matches('@'))))
        .into_iter()
        .collect()
}

/// What the names of journals of scenarios begin with that were never saved.
const NEW: &str = "new";

/// Where the journals of scenarios lie that were never saved.
pub fn of_new() -> Vec<PathBuf> {
    state().map(|state| state.join(format!("{NEW}{JOURNAL}"))).into_iter().collect()
}

/// The name of a place without what journals end in.
fn stem(place: &Path) -> Option<&str> {
    place.file_name()?.to_str()?.strip_suffix(JOURNAL)
}

/// The journal with a number at a place: the first has the place's own name.
fn numbered(place: &Path, number: u32) -> PathBuf {
    match (number, stem(place)) {
        (2.., Some(stem)) => place.with_file_name(format!("{stem}.{number}{JOURNAL}")),
        _ => place.to_owned(),
    }
}

/// What stands in the name of a file behind the name of a journal of this stem, whatever its number.
fn behind<'a>(file: &'a str, stem: &str) -> Option<&'a str> {
    let rest = file.strip_prefix(stem)?;
    if let Some(rest) = rest.strip_prefix(JOURNAL) {
        return Some(rest);
    }
    // Earlier programs wrote the number of the process too: new-4711-1.
    let rest = rest.strip_prefix(['.', '-'])?;
    let (number, rest) = rest.split_once(JOURNAL)?;
    let is_number = !number.is_empty() && number.chars().all(|sign| sign.is_ascii_digit() || sign == '-');
    is_number.then_some(rest)
}

/// The files of a place's folder that are journals of it, or were: with what stands behind the journal's name.
fn around(place: &Path) -> Vec<(PathBuf, String)> {
    let (Some(folder), Some(stem)) = (place.parent(), stem(place)) else { return Vec::new() };
    // A path of one word lies in the present folder.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().take(NAMES).flatten();
    let known = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let rest = behind(name.to_str()?, stem)?.to_owned();
        Some((place.with_file_name(&name), rest))
    };
    entries.filter_map(known).collect()
}

/// A lock on an open file; where the disk knows of none it counts as had. False if another has it.
fn lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Is what was opened still what has this name? Another may have taken it away before the lock was had.
fn is_at(file: &File, place: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(place)) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        open.is_file() && there.is_file()
    }
}

/// The longest path that a mark may hold, in bytes.
const MARK: u64 = 4096;

/// A path that means the same from another folder; names of samples stay as they are.
fn whole(path: &str) -> String {
    match std::path::absolute(path) {
        Ok(whole) if !path.starts_with('@') => whole.display().to_string(),
        _ => path.to_owned(),
    }
}

/// Marks what is to be opened at the next start. Without a mark the edits are offered as soon as the file is opened
/// again, so a failure is no loss.
fn mark(path: &str) -> Option<Mark> {
    let state = state()?;
    fs::create_dir_all(&state).ok()?;
    for number in 1..=MOST {
        let place = state.join(format!("open-{number}.path"));
        match OpenOptions::new().create_new(true).write(true).open(&place) {
            Ok(mut file) if lock(&file) && is_at(&file, &place) => {
                file.write_all(path.as_bytes()).ok()?;
                return Some(Mark { place, _lock: file });
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return None,
            _ => {}
        }
    }
    None
}

/// What programs that are gone had open with edits that were not saved, the oldest first: the mark, and what to
/// open. The mark stays until [`answered`].
pub fn left_open() -> Vec<(PathBuf, String)> {
    let entries = state().and_then(|state| fs::read_dir(state).ok()).into_iter().flatten();
    let mut marks: Vec<(SystemTime, PathBuf, String)> = entries
        .take(NAMES)
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            name.to_str()?.strip_prefix("open-")?.strip_suffix(".path")?;
            let about = entry.metadata().ok().filter(|about| about.is_file() && about.len() <= MARK)?;
            let mut file = File::open(entry.path()).ok().filter(lock)?;
            let mut path = String::new();
            file.read_to_string(&mut path).ok()?;
            Some((about.modified().ok()?, entry.path(), path))
        })
        .collect();
    marks.sort();
    marks.into_iter().map(|(_, mark, path)| (mark, path)).collect()
}

/// Takes a mark away: what it names was offered, and has a mark of its own now, or offers nothing.
pub fn answered(mark: &Path) {
    fs::remove_file(mark).ok();
}

/// What a mark names cannot be opened now. It may be there again at the next start, but not for ever.
pub fn not_there(mark: &Path) {
    let made = fs::metadata(mark).and_then(|about| about.modified());
    if made.is_ok_and(|time| clock::is_older(time, DAYS)) {
        answered(mark);
    }
}

/// The journals of scenarios that were never saved, the oldest first. What was dropped too long ago is removed.
pub fn left_behind() -> Vec<PathBuf> {
    sweep();
    let mut out: Vec<(Option<SystemTime>, PathBuf)> = of_new()
        .iter()
        .flat_map(|place| around(place))
        .filter(|(_, rest)| rest.is_empty())
        .map(|(place, _)| (fs::metadata(&place).ok().and_then(|about| about.modified().ok()), place))
        .collect();
    out.sort();
    out.into_iter().map(|(_, place)| place).collect()
}

/// Removes what was dropped too long ago from the person's own state.
fn sweep() {
    let entries = state().and_then(|state| fs::read_dir(state).ok()).into_iter().flatten();
    for entry in entries.take(NAMES).flatten() {
        let name = entry.file_name();
        let time = name.to_str().and_then(|name| dropped_at(name.rsplit_once(JOURNAL)?.1));
        if time.is_some_and(|time| clock::is_older(time, DAYS)) {
            fs::remove_file(entry.path()).ok();
        }
    }
}

/// When a journal was put aside, by what stands behind its name.
fn dropped_at(rest: &str) -> Option<SystemTime> {
    clock::read(&rest.strip_prefix('.')?.strip_suffix(DROPPED)?.replace('_', ":"))
}

/// A journal that nobody writes any more, and the lock on it.
#[derive(Debug)]
pub struct Left {
    place: PathBuf,
    text: String,
    file: File,
    writable: bool,
}

impl Left {
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Removes it: its edits are safe elsewhere, or there are none.
    pub fn remove(self) {
        fs::remove_file(&self.place).ok();
    }

    /// Keeps it under another name for some weeks.
    pub fn put_aside(self) {
        put_aside(&self.place);
    }
}

/// What lies where a journal may lie.
#[derive(Debug, Default)]
pub struct Looked {
    /// The newest journal that a program left which is gone.
    pub found: Option<Left>,
    /// The journal of a program that still runs.
    pub elsewhere: Option<PathBuf>,
    /// A journal that cannot be read. It stays as it is.
    pub unread: Option<PathBuf>,
}

/// Looks for journals at these places.
pub fn find(places: &[PathBuf]) -> Looked {
    let all = places.iter().flat_map(|place| around(place)).filter(|(_, rest)| rest.is_empty());
    let mut all: Vec<(SystemTime, PathBuf)> =
        all.filter_map(|(place, _)| Some((fs::metadata(&place).ok()?.modified().ok()?, place))).collect();
    all.sort();
    let is_locked = |place: &Path| File::open(place).is_ok_and(|file| !lock(&file));
    let elsewhere = all.iter().rev().map(|(_, place)| place).find(|place| is_locked(place)).cloned();
    let mut looked = Looked { elsewhere, ..Looked::default() };
    for (_, place) in all.into_iter().rev() {
        if looked.found.is_some() || looked.elsewhere.is_some() {
            break;
        }
        match find_at(&place) {
            At::Nothing => {}
            At::Found(found) => looked.found = Some(found),
            At::Elsewhere => looked.elsewhere = Some(place),
            At::Unread => looked.unread = looked.unread.or(Some(place)),
        }
    }
    looked
}

/// What lies at a place.
enum At {
    Nothing,
    Found(Left),
    Elsewhere,
    Unread,
}

fn find_at(place: &Path) -> At {
    let all = OpenOptions::new().read(true).write(true).open(place);
    let writable = all.is_ok();
    let Ok(mut file) = all.or_else(|_| File::open(place)) else { return At::Nothing };
    if !lock(&file) {
        return At::Elsewhere;
    }
    let Ok(about) = file.metadata() else { return At::Nothing };
    if !about.is_file() || !is_at(&file, place) {
        return At::Nothing;
    }
    if about.len() > LARGEST {
        return At::Unread;
    }
    let mut bytes = Vec::new();
    if (&mut file).take(LARGEST).read_to_end(&mut bytes).is_err() {
        return At::Unread;
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if text.bytes().filter(|byte| *byte == b'\n').count() < 2 {
        // Its program was stopped before the first edit was in it.
        fs::remove_file(place).ok();
        return At::Nothing;
    }
    if journal::base(&text).is_none() {
        return At::Unread;
    }
    At::Found(Left { place: place.to_owned(), text, file, writable })
}

/// The journal at a place, if a program that is gone has left one.
pub fn left_at(place: &Path) -> Option<Left> {
    match find_at(place) {
        At::Found(found) => Some(found),
        _ => None,
    }
}

/// The text of a journal that was put aside, if it is one.
pub fn read(place: &Path) -> Option<String> {
    let about = fs::metadata(place).ok()?;
    if !about.is_file() || about.len() > LARGEST {
        return None;
    }
    let text = String::from_utf8_lossy(&fs::read(place).ok()?).into_owned();
    journal::base(&text).map(|_| text)
}

/// What some edits of a journal do, in words, and when the last of them was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub words: String,
    pub time: Option<SystemTime>,
}

/// The edits of a journal that fit, and what they do, the newest first and alike ones together.
pub fn steps(text: &str, from: &Scenario) -> (Vec<Step>, Vec<Edit>) {
    let mut scenario = from.clone();
    let mut steps: Vec<(Step, usize)> = Vec::new();
    let mut edits = Vec::new();
    for line in text.split_inclusive('\n').skip(1) {
        let Some((edit, time)) = journal::edit_of(line) else { break };
        if edit.fits(&scenario).is_err() {
            break;
        }
        let words = edit.describe(&scenario);
        let time = time.and_then(clock::read);
        match steps.last_mut() {
            Some((last, count)) if last.words == words => {
                *count += 1;
                last.time = time;
            }
            _ => steps.push((Step { words, time }, 1)),
        }
        edit.clone().apply(&mut scenario);
        edits.push(edit);
    }
    let step = |(mut step, count): (Step, usize)| {
        if count > 1 {
            step.words = format!("{}, {count} times", step.words);
        }
        step
    };
    (steps.into_iter().rev().map(step).collect(), edits)
}

/// Edits that a person has dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    pub place: PathBuf,
    pub time: SystemTime,
}

/// The edits that were put aside for the journals at these places, the newest first. What is too old is removed.
pub fn dropped(places: &[PathBuf]) -> Vec<Dropped> {
    let mut out = Vec::new();
    for (file, rest) in places.iter().flat_map(|place| around(place)) {
        let Some(time) = dropped_at(&rest) else { continue };
        if clock::is_older(time, DAYS) {
            // The next who looks tries again.
            fs::remove_file(file).ok();
        } else {
            out.push(Dropped { place: file, time });
        }
    }
    out.sort_by_key(|dropped| std::cmp::Reverse(dropped.time));
    out
}

/// Gives a journal the name of one that was dropped now, or in the next second that is not taken.
fn put_aside(place: &Path) {
    let mut time = SystemTime::now();
    for _ in 0..MOST {
        let mut aside = place.to_owned().into_os_string();
        aside.push(format!(".{}{DROPPED}", clock::written(time).replace(':', "_")));
        if !Path::new(&aside).exists() {
            // What cannot be renamed stays a journal, and is offered once more.
            fs::rename(place, aside).ok();
            return;
        }
        time += Duration::from_secs(1);
    }
}

impl Journal {
    /// A journal for files of this digest. Nothing is written before the first edit.
    pub fn new(places: Vec<PathBuf>, base: Digest) -> Self {
        Self {
            places,
            base,
            file: None,
            before: None,
            edits: 0,
            sound: true,
            opens: None,
            mark: None,
            largest: LARGEST,
            turn: LARGEST / 2,
        }
    }

    /// From here on a mark among the person's own state tells, while there are edits, what to open to be offered
    /// them: the next start finds them without being told where.
    pub fn marked(mut self, path: &str) -> Self {
        self.opens = Some(whole(path));
        self
    }

    /// There are edits to be offered: the next start is told, unless an answer comes before.
    pub fn leave_mark(&mut self) {
        if let (Some(path), None) = (&self.opens, &self.mark) {
            self.mark = mark(path);
        }
    }

    /// Adds an edit, after which the scenario is as it is `now`. That it could not be written is kept in mind and
    /// shown as *Not saved, not journalled*.
    pub fn add(&mut self, edit: &Edit, now: &Scenario) {
        let time = clock::written(SystemTime::now());
        let line = if self.sound {
            journal::line_at(edit, &time)
        } else {
            // Some edit is missing, and the next ones would not fit: from here on with everything.
            everything("What could not be journalled at once", now)
        };
        let length = line.len() as u64;
        let full = self.file.as_ref().is_some_and(|open| open.good + length > self.turn);
        if full && self.begin_anew("Everything so far", now).is_ok() {
            return;
        }
        self.sound = self.write(&line).is_ok();
        self.edits += usize::from(self.sound);
    }

    /// Begins with everything: there is no file to begin from, or it is not the one that is meant.
    pub fn begin(&mut self, now: &Scenario) {
        if self.begin_anew("Begin", now).is_err() {
            // What is there stays until everything is in it.
            self.sound = false;
            self.add(&Edit::nothing(), now);
        }
    }

    /// Puts a journal with everything in the place of the one that is there; that one stays until this is written.
    fn begin_anew(&mut self, words: &str, now: &Scenario) -> io::Result<()> {
        let line = everything(words, now);
        let Some(open) = &self.file else {
            self.write(&line)?;
            self.edits = 1;
            self.sound = true;
            return Ok(());
        };
        let text = format!("{}{line}", journal::head(self.base));
        self.file = Some(replace(&open.place, &text, self.largest, || {})?);
        self.edits = 1;
        self.sound = true;
        // A large scenario is not written out with every edit.
        self.turn = self.turn.max(2 * text.len() as u64);
        Ok(())
    }

    /// Goes on with a journal that was found, whose first lines up to `good` bytes hold so many edits. The file has
    /// changed from what they began from, or some do not fit: then they are written anew, and the journal stays
    /// until they are.
    pub fn take_over(&mut self, found: Left, good: usize, edits: usize) {
        let rest = &found.text[good..];
        // Of a line that was torn by the end of its program nobody was told.
        let all = !rest.contains('\n');
        self.edits = edits;
        let head = journal::head(self.base);
        if all && found.writable && found.text.starts_with(&head) {
            let mut file = &found.file;
            let cut = file.set_len(good as u64);
            if cut.and_then(|()| file.seek(io::SeekFrom::End(0))).is_ok() {
                self.file = Some(Open { place: found.place, file: found.file, good: good as u64 });
                self.leave_mark();
                return;
            }
        }
        let begin = found.text.find('\n').map_or(good, |end| end + 1);
        let text = format!("{head}{}", &found.text[begin..good]);
        let aside = || {
            if !all {
                put_aside(&found.place);
            }
        };
        match replace(&found.place, &text, self.largest, aside) {
            Ok(open) => self.file = Some(open),
            Err(_) => {
                self.sound = false;
                self.edits = 0;
                self.before = Some(Before { found, all });
            }
        }
        self.leave_mark();
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        let open = match &mut self.file {
            Some(open) => open,
            None => {
                let begun = begin(&self.places, self.base)?;
                self.leave_mark();
                self.file.insert(begun)
            }
        };
        if open.good + line.len() as u64 > self.largest {
            // It would not be read.
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let written = open.file.write_all(line.as_bytes()).and_then(|()| open.file.sync_data());
        match written {
            Ok(()) => {
                open.good += line.len() as u64;
                if let Some(before) = self.before.take() {
                    before.settle();
                }
            }
            Err(_) => {
                // A torn line would hide those after it. Where even this fails its check tells.
                open.file.set_len(open.good).ok();
                open.file.seek(io::SeekFrom::Start(open.good)).ok();
            }
        }
        written
    }

    /// The digest of the files that it begins from.
    pub fn base(&self) -> Digest {
        self.base
    }

    /// Could everything be written so far?
    pub fn is_sound(&self) -> bool {
        self.sound
    }

    /// Where it lies, once something is in it.
    pub fn place(&self) -> Option<&Path> {
        self.file.as_ref().map(|open| open.place.as_path())
    }

    /// How many edits are in it.
    pub fn edits(&self) -> usize {
        self.edits
    }

    /// Where it may lie.
    pub fn places(&self) -> &[PathBuf] {
        &self.places
    }

    /// Forgets all edits: there is nothing that the file does not have.
    pub fn restart(&mut self) {
        if let Some(open) = self.file.take() {
            fs::remove_file(open.place).ok();
        }
        if let Some(before) = self.before.take() {
            before.settle();
        }
        self.unmark();
        self.edits = 0;
        self.sound = true;
        self.turn = self.largest / 2;
    }

    /// The files were written: edits from now on begin from these.
    pub fn rebase(&mut self, base: Digest) {
        self.base = base;
        self.restart();
    }

    /// The files are others than was known; what is in it stays until [`Journal::begin`] writes everything anew.
    pub fn begin_from(&mut self, base: Digest) {
        self.base = base;
    }

    /// Keeps the edits under another name for some weeks, for whoever dropped them by mistake. What is edited after
    /// this begins another journal, with everything.
    pub fn put_aside(&mut self) {
        if let Some(open) = self.file.take() {
            put_aside(&open.place);
        }
        if let Some(before) = self.before.take() {
            before.found.put_aside();
        }
        dropped(&self.places);
        self.unmark();
        self.edits = 0;
        self.sound = false;
    }

    /// There is nothing to be offered any more.
    pub fn unmark(&mut self) {
        if let Some(mark) = self.mark.take() {
            fs::remove_file(mark.place).ok();
        }
    }
}

/// The line of an edit that sets everything.
fn everything(words: &str, now: &Scenario) -> String {
    let edit = Edit::Replace(words.to_owned(), Box::new(now.clone()));
    journal::line_at(&edit, &clock::written(SystemTime::now()))
}

/// Begins a journal at the first place where one can be written, under a name that nobody has.
fn begin(places: &[PathBuf], base: Digest) -> io::Result<Open> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    let head = journal::head(base);
    for place in places {
        if let Some(folder) = place.parent()
            && let Err(error) = fs::create_dir_all(folder)
        {
            last = error;
            continue;
        }
        for number in 1..=MOST {
            let place = numbered(place, number);
            let mut file = match OpenOptions::new().create_new(true).write(true).open(&place) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => {
                    last = error;
                    break;
                }
            };
            // Somebody who looks for journals in this moment may have it, or have taken it away.
            if !lock(&file) || !is_at(&file, &place) {
                continue;
            }
            match file.write_all(head.as_bytes()) {
                Ok(()) => return Ok(Open { place, file, good: head.len() as u64 }),
                Err(error) => {
                    fs::remove_file(&place).ok();
                    last = error;
                    break;
                }
            }
        }
    }
    Err(last)
}

/// Puts a journal in the place of another at once: until it is whole on the disk that one stays. `before` is called
/// between the two.
fn replace(place: &Path, text: &str, largest: u64, before: impl FnOnce()) -> io::Result<Open> {
    if text.len() as u64 > largest {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut part = place.to_owned().into_os_string();
    part.push(".part");
    let written = (|| {
        let mut file = OpenOptions::new().create(true).truncate(true).write(true).open(&part)?;
        lock(&file);
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        before();
        fs::rename(&part, place)?;
        Ok(Open { place: place.to_owned(), file, good: text.len() as u64 })
    })();
    if written.is_err() {
        fs::remove_file(&part).ok();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static STATE: tempfile::TempDir = tempfile::tempdir().expect("a folder for a test");
    }

    /// Unit tests leave a person's own state alone, and that of one another.
    pub(super) fn state() -> Option<PathBuf> {
        STATE.try_with(|state| state.path().to_owned()).ok()
    }

    fn base() -> Digest {
        journal::of_files(&[])
    }

    fn found(places: &[PathBuf]) -> Option<String> {
        find(places).found.map(|found| found.text)
    }

    /// The scenario after the edits of a journal.
    fn replayed(text: &str) -> Scenario {
        let mut scenario = Scenario::default();
        let replayed = journal::replay(text, &mut scenario);
        assert_eq!(replayed.problems, []);
        scenario
    }

    #[test]
    fn what_was_open_with_edits_is_told_to_the_next_start_until_it_is_answered() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let path = folder.path().display().to_string();
        let begun = || Journal::new(places(folder.path(), "scenario.ron"), base()).marked(&path);
        let mut journal = begun();
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        let place = journal.mark.as_ref().expect("tests have a state of their own").place.clone();
        assert_eq!(fs::read_to_string(&place).expect("it was marked"), path);
        // This program still runs.
        assert_eq!(left_open(), []);
        journal.restart();
        assert!(!place.exists());
        let mut journal = begun();
        journal.leave_mark();
        drop(journal);
        for _ in 0..2 {
            assert_eq!(left_open(), [(place.clone(), path.clone())]);
        }
        answered(&place);
        assert_eq!(left_open(), []);
    }

    #[test]
    fn nothing_is_written_before_the_first_edit_and_restarting_takes_it_away() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = places(folder.path(), "scenario.ron");
        let mut journal = Journal::new(places.clone(), base());
        assert!(found(&places).is_none());
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        assert!(journal.is_sound() && journal.place() == Some(places[0].as_path()));
        let text = read(&places[0]).expect("it was begun");
        let (steps, edits) = steps(&text, &Scenario::default());
        assert_eq!((steps.len(), edits), (1, vec![Edit::SetTurns(9)]));
        assert!(steps[0].time.is_some_and(|time| !clock::is_older(time, 1)));
        journal.restart();
        assert!(!places[0].exists() && found(&places).is_none());
    }

    #[test]
    fn a_name_that_is_taken_is_never_taken_again() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = vec![folder.path().join(".x.ron.journal")];
        let begun = |turns| {
            let mut journal = Journal::new(places.clone(), base());
            journal.add(&Edit::SetTurns(turns), &Scenario::default());
            journal
        };
        let (first, second) = (begun(8), begun(9));
        assert_eq!(second.place(), Some(folder.path().join(".x.ron.2.journal").as_path()));
        // Both still run.
        let looked = find(&places);
        assert!(looked.found.is_none() && looked.elsewhere.is_some());
        drop(first);
        assert!(find(&places).elsewhere.is_some_and(|place| Some(place.as_path()) == second.place()));
        // Another program has begun none, and does not touch what was left.
        let third = begun(10);
        drop((second, third));
        let turns: Vec<u16> = (1..=3)
            .map(|number| replayed(&read(&numbered(&places[0], number)).expect("it is there")).turns)
            .collect();
        assert_eq!(turns, [8, 9, 10]);
        assert!(found(&places).is_some());
    }

    #[test]
    fn a_journal_that_cannot_be_read_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = vec![folder.path().join(".x.ron.journal")];
        let file = File::create(&places[0]).expect("a file can be made");
        file.set_len(LARGEST + 1).expect("of holes");
        let looked = find(&places);
        assert!(looked.found.is_none() && looked.unread.as_ref() == Some(&places[0]));
        let mut journal = Journal::new(places.clone(), base());
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        assert!(journal.is_sound());
        assert_eq!(fs::metadata(&places[0]).expect("it is there").len(), LARGEST + 1);
    }

    #[test]
    fn a_long_journal_begins_anew_with_everything_and_can_always_be_read() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let place = folder.path().join(".x.ron.journal");
        let mut journal = Journal::new(vec![place.clone()], base());
        (journal.largest, journal.turn) = (20_000, 10_000);
        let map = engine::scenario::Map { cells: vec![0], ..Default::default() };
        let mut scenario = Scenario { map, ..Scenario::default() };
        for turns in 1..=600 {
            scenario.turns = turns;
            journal.add(&Edit::SetTurns(turns), &scenario);
            assert!(journal.is_sound());
            assert!(fs::metadata(&place).expect("it was begun").len() <= 20_000);
        }
        assert!(journal.edits() < 600);
        assert_eq!(replayed(&read(&place).expect("it is one")), scenario);
        // What can be read by nobody counts as not journalled.
        scenario.title = "Long".repeat(10_000);
        journal.add(&Edit::SetText(engine::scenario::Wording::Title, scenario.title.clone()), &scenario);
        assert!(!journal.is_sound() && fs::metadata(&place).expect("it is there").len() <= 20_000);
    }

    #[test]
    fn edits_that_were_found_stay_until_they_are_written_again() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = vec![folder.path().join(".x.ron.journal")];
        let map = engine::scenario::Map { cells: vec![0], ..Default::default() };
        let mut scenario = Scenario { turns: 9, map, ..Scenario::default() };
        let mut first = Journal::new(places.clone(), base());
        first.add(&Edit::SetTurns(9), &scenario);
        drop(first);
        // A folder stands where it would be written.
        let part = folder.path().join(".x.ron.journal.part");
        fs::create_dir(&part).expect("a folder can be made");
        let other = journal::of_files(&[("x.ron".to_owned(), "changed".to_owned())]);
        let mut journal = Journal::new(places.clone(), other);
        let left = find(&places).found.expect("it was left");
        let good = left.text.len();
        journal.take_over(left, good, 1);
        assert!(!journal.is_sound() && journal.place().is_none());
        assert_eq!(replayed(&read(&places[0]).expect("it stays")).turns, 9);
        // The next edit brings everything, and only then it goes.
        scenario.turns = 10;
        journal.add(&Edit::SetTurns(10), &scenario);
        assert!(journal.is_sound() && !places[0].exists());
        assert_eq!(replayed(&read(journal.place().expect("it was begun")).expect("it is one")), scenario);
    }

    #[test]
    fn a_journal_that_was_found_is_gone_on_with() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = vec![folder.path().join(".x.ron.journal")];
        let mut journal = Journal::new(places.clone(), base());
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        drop(journal);
        let mut text = fs::read(&places[0]).expect("it was begun");
        let good = text.len();
        text.extend_from_slice(b"0123456789abcdef SetTu");
        fs::write(&places[0], text).expect("it can be written");
        let mut journal = Journal::new(places.clone(), base());
        journal.take_over(find(&places).found.expect("it was left"), good, 1);
        assert_eq!(journal.place(), Some(places[0].as_path()));
        let title = Edit::SetText(engine::scenario::Wording::Title, "Ford".into());
        journal.add(&title, &Scenario::default());
        let now = replayed(&read(&places[0]).expect("it is one"));
        assert_eq!((now.turns, now.title.as_str(), journal.edits()), (9, "Ford", 2));
    }

    #[test]
    fn a_journal_in_no_folder_is_not_sound_and_goes_on_with_everything_once_it_can() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let place = folder.path().join("later").join(".x.journal");
        // A file stands where the folder should be.
        fs::write(folder.path().join("later"), "").expect("a file can be written");
        let mut journal = Journal::new(vec![place.clone()], base());
        // One hex: what cannot be would not be taken back.
        let map = engine::scenario::Map { cells: vec![0], ..Default::default() };
        let mut scenario = Scenario { turns: 9, map, ..Scenario::default() };
        journal.add(&Edit::SetTurns(9), &scenario);
        assert!(!journal.is_sound());
        fs::remove_file(folder.path().join("later")).expect("it is there");
        scenario.turns = 10;
        journal.add(&Edit::SetTurns(10), &scenario);
        assert!(journal.is_sound());
        let mut recovered = Scenario { title: "Old".into(), ..Scenario::default() };
        let text = read(&place).expect("it was begun");
        assert_eq!(engine::scenario::journal::replay(&text, &mut recovered).applied, 1);
        assert_eq!(recovered, scenario);
    }

    #[test]
    fn dropped_edits_are_kept_for_thirty_days() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let places = vec![folder.path().join(".x.ron.journal")];
        let mut journal = Journal::new(places.clone(), base());
        journal.add(&Edit::SetTurns(9), &Scenario::default());
        journal.put_aside();
        assert!(!journal.is_sound() && journal.place().is_none());
        let old = folder.path().join(".x.ron.journal.2020-01-01T00_00_00Z.dropped");
        fs::write(&old, "old").expect("a file can be written");
        let foreign = folder.path().join(".x.ron.journal.mine.dropped");
        fs::write(&foreign, "mine").expect("a file can be written");
        let kept = dropped(&places);
        assert_eq!(kept.len(), 1);
        assert!(read(&kept[0].place).is_some_and(|text| text.contains("SetTurns(9)")));
        assert!(!old.exists() && foreign.exists() && !places[0].exists());
        // In the same second another is dropped: both are kept.
        journal.add(&Edit::SetTurns(10), &Scenario::default());
        journal.put_aside();
        assert_eq!(dropped(&places).len(), 2);
        // Among the person's own state the next start sweeps.
        let state = state().expect("tests have a state of their own");
        let old = state.join("new.3.journal.2020-01-01T00_00_00Z.dropped");
        fs::write(&old, "old").expect("a file can be written");
        assert_eq!(left_behind(), Vec::<PathBuf>::new());
        assert!(!old.exists());
    }
}
