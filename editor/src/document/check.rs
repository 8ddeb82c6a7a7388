//! Looking for what is wrong on a thread of its own, so that no frame waits for the game.
//!
//! A result counts only for the state of the scenario that it was found in. While a person goes on changing things
//! the next look waits as long as the last one took, so that a large map is not looked at after every stroke.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use engine::game::Game;
use engine::problem::{Problem, Severity};
use engine::scenario::{self, Scenario};

use super::repair;
use super::{Found, drawing};
use crate::disk::Files;

/// The longest that a look waits for the next change.
const PATIENCE: Duration = Duration::from_millis(300);

/// The game that is asked.
#[derive(Clone)]
pub(super) enum Asked {
    Shipped(&'static dyn Game),
    Tweaked(Arc<dyn Game>),
}

impl Asked {
    pub fn game(&self) -> &dyn Game {
        match self {
            Self::Shipped(game) => *game,
            Self::Tweaked(game) => &**game,
        }
    }
}

/// What stands in the way of play in a scenario without pieces.
pub const NO_PIECES: &str = "It has no pieces yet";

/// What a look is at.
pub(super) struct Job {
    pub revision: u64,
    pub scenario: Arc<Scenario>,
    pub game: Asked,
    /// What reading the files found.
    pub read: Arc<Vec<Problem>>,
    /// The files that hold this very state, for lines and columns.
    pub files: Option<Arc<Files>>,
    /// The files in which that was found, for what was left out of them.
    pub texts: Option<Arc<Files>>,
}

impl Job {
    /// Everything that is wrong, the worst first, with what mends it.
    fn run(self) -> Found {
        let mut problems = self.problems();
        let unread =
            |problem: &Problem| problem.severity == Severity::Error && problem.path.starts_with("pieces");
        if self.scenario.pieces.is_empty() && !self.read.iter().any(unread) {
            let file = scenario::file_of(&self.scenario, "pieces").0;
            let prefix = self.files.as_ref().map_or("", |files| &files.prefix);
            let problem = Problem::warning(format!("{NO_PIECES}, and cannot be played"));
            let hint = "place some with the Piece tool (P), or begin from the sample";
            problems.push(problem.in_file(format!("{prefix}{file}")).hint(hint));
        }
        let (scenario, game) = (&self.scenario, self.game.game());
        let repairs = repair::repairs(scenario, game, &problems, &self.read, self.texts.as_deref());
        Found { problems, repairs }
    }

    fn problems(&self) -> Vec<Problem> {
        let game = self.game.game();
        if let Some(files) = &self.files {
            // In the order in which the command line tells them.
            let found = files.check(game, &self.scenario, &self.read);
            return self.read.iter().cloned().chain(found).collect();
        }
        let mut problems = game.check(&self.scenario);
        problems.extend(drawing::check(&self.scenario.map, game.terrains()));
        for problem in &mut problems {
            if problem.file.is_empty() {
                problem.file = scenario::file_of(&self.scenario, &problem.path).0;
            }
        }
        let of_reading = self.read.iter().filter(|read| {
            read.line > 0 && is_of_reading(read, &problems) && repair::is_still_so(read, &self.scenario)
        });
        let of_reading: Vec<Problem> = of_reading.cloned().collect();
        // An id that is there twice is told once.
        let is_id = |problem: &Problem| problem.path.starts_with("pieces[") && problem.path.ends_with(".id");
        if of_reading.iter().any(is_id) {
            problems.retain(|problem| !is_id(problem));
        }
        problems.extend(of_reading);
        problems.sort_by_key(|problem| problem.severity);
        problems
    }
}

/// Is this a problem that only reading finds, and not the game?
fn is_of_reading(problem: &Problem, found: &[Problem]) -> bool {
    problem.severity == Severity::Error
        && !problem.path.is_empty()
        && !found.iter().any(|other| other.message == problem.message)
}

struct Running {
    revision: u64,
    begun: Instant,
    result: Receiver<thread::Result<Found>>,
}

/// The looks of one document.
#[derive(Default)]
pub(super) struct Checks {
    /// The state that was looked at last; `None` before the first look.
    done: Option<u64>,
    running: Option<Running>,
    /// How long the last look took.
    took: Duration,
    /// The newest state, and when it was first seen.
    changed: Option<(u64, Instant)>,
}

/// What there is to do about a state.
pub(super) enum Due {
    Nothing,
    Begin,
    After(Duration),
}

impl Checks {
    /// Is what was found true of this state?
    pub fn is_done(&self, revision: u64) -> bool {
        self.done == Some(revision)
    }

    /// What was found since this was last asked, if it is true of the present state.
    pub fn take(&mut self, revision: u64) -> Option<Found> {
        let running = self.running.as_ref()?;
        let result = match running.result.try_recv() {
            Ok(result) => result,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Ok(Found::default()),
        };
        self.finished(result, revision)
    }

    /// Waits for the look that is going on.
    pub fn wait(&mut self, revision: u64) -> Option<Found> {
        let result = self.running.as_ref()?.result.recv().unwrap_or_else(|_| Ok(Found::default()));
        self.finished(result, revision)
    }

    fn finished(&mut self, result: thread::Result<Found>, revision: u64) -> Option<Found> {
        let running = self.running.take()?;
        self.took = running.begun.elapsed();
        // A mistake of the program is one of the window's thread, as if it had looked itself.
        let found = result.unwrap_or_else(|payload| resume_unwind(payload));
        if running.revision != revision {
            return None;
        }
        self.done = Some(revision);
        Some(found)
    }

    /// Is a look due, now or later?
    pub fn due(&mut self, revision: u64) -> Due {
        if self.is_done(revision) || self.running.is_some() {
            return Due::Nothing;
        }
        let now = Instant::now();
        let since = match self.changed {
            Some((known, since)) if known == revision => since,
            _ => self.changed.insert((revision, now)).1,
        };
        let left = self.took.min(PATIENCE).saturating_sub(now - since);
        // Less than a frame is not worth waiting for.
        if left < Duration::from_millis(8) { Due::Begin } else { Due::After(left) }
    }

    /// Begins a look. `wake` is called from its thread when it is over.
    pub fn begin(&mut self, job: Job, wake: impl FnOnce() + Send + 'static) {
        let (to, result) = channel();
        let revision = job.revision;
        let look = move || {
            let found = catch_unwind(AssertUnwindSafe(|| job.run()));
            // Whoever asked may be gone, and then nobody wants to know.
            to.send(found).ok();
            wake();
        };
        self.running = Some(Running { revision, begun: Instant::now(), result });
        thread::Builder::new().name("check".into()).spawn(look).expect("a thread can be started");
    }
}
