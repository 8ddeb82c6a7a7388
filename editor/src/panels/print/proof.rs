//! Proofs: the sheets as they will be printed, made and painted on threads of their own.
//!
//! One thread composes the sheets, checks them and weighs the files; another paints what the window wants to show.
//! Both drop what they do as soon as something newer is asked for. The window only ever takes what is ready.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use engine::scenario::Scenario;
use export::drawing::View;
use export::palette::Table;
use export::png::{LaidPage, PngOptions};
use export::sheets::{self, Made, Settings, Sheet};

use super::checks::{self, Check};
use crate::document::Document;
use crate::printing::{self, Job};

/// A sheet as it was made last.
pub struct Proof {
    generation: u64,
    pub made: Result<Arc<Made>, String>,
    /// The columns and rows of the hexes on each page that shows hexes.
    pub hexes: Vec<Option<checks::HexRange>>,
    /// The pages that a remark belongs to, in the order of the remarks.
    pub places: Vec<Option<usize>>,
}

/// What an export would write, worked out by writing it in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    pub job: Job,
    pub bytes: usize,
}

/// Which pixels of which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureId {
    generation: u64,
    pub sheet: Sheet,
    pub page: usize,
    /// Pixels in a metre of paper.
    pub scale: u32,
    /// Left, top, width and height in pixels.
    pub part: [u32; 4],
}

/// A part of a page that is ready to be shown.
pub struct Picture {
    pub id: PictureId,
    pub texture: TextureHandle,
}

/// What a page can be shown with.
#[derive(Default)]
pub struct Shown {
    /// The whole page.
    pub whole: Option<Picture>,
    /// What is seen of it, sharp.
    pub part: Option<Picture>,
    /// For the list.
    pub small: Option<Picture>,
    /// The frame in which it was last wanted.
    used: u64,
}

/// Where a picture belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Whole,
    Part,
    Small,
}

struct Want {
    id: PictureId,
    used_as: Use,
    /// The least is painted first.
    rank: u8,
    made: Arc<Made>,
    table: Table,
}

/// What is to be made.
enum Ask {
    Make { generation: u64, scenario: Box<Scenario>, settings: Box<Settings>, first: Sheet },
    Weigh(Box<Job>),
}

/// What was made.
enum News {
    Made { sheet: Sheet, proof: Proof },
    Checked { generation: u64, checks: Vec<Check> },
    Weighed(Weighed),
    Failed { generation: u64, reason: String },
    Painted { id: PictureId, used_as: Use, image: ColorImage },
}

/// The painter's list of what is wanted, the most urgent first.
#[derive(Default)]
struct Queue {
    wanted: Vec<Want>,
    doing: Option<PictureId>,
    closed: bool,
}

type Shared = Arc<(Mutex<Queue>, Condvar)>;

/// A panic on the painter's thread leaves a list that is still sound.
fn locked(shared: &Shared) -> MutexGuard<'_, Queue> {
    shared.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

struct Threads {
    asks: Sender<Ask>,
    news: Receiver<News>,
    queue: Shared,
}

impl Drop for Threads {
    fn drop(&mut self) {
        locked(&self.queue).closed = true;
        self.queue.1.notify_all();
    }
}

/// The sheets of a document on paper, as far as they are known.
#[derive(Default)]
pub struct Proofs {
    threads: Option<Threads>,
    generation: u64,
    source: Option<(u64, Settings)>,
    sheets: BTreeMap<Sheet, Proof>,
    checks: Option<(u64, Vec<Check>)>,
    weighed: Option<Weighed>,
    weighing: Option<Job>,
    /// Why nothing can be made at all.
    failed: Option<(u64, String)>,
    shown: BTreeMap<(Sheet, usize), Shown>,
    wanted: Vec<Want>,
    frame: u64,
}

impl Proofs {
    /// Asks for the sheets of a document, if they are not those that are there or are being made.
    pub fn ask(&mut self, ctx: &Context, document: &Document, settings: &Settings, first: Sheet) {
        let revision = document.revision();
        if self.source.as_ref().is_some_and(|(known, old)| *known == revision && old == settings) {
            return;
        }
        // Another document's sheets are nothing to look at meanwhile.
        if self.source.as_ref().is_some_and(|(known, _)| known >> 32 != revision >> 32) {
            self.sheets.clear();
            self.shown.clear();
        }
        self.source = Some((revision, settings.clone()));
        self.generation += 1;
        self.weighing = None;
        let ask = Ask::Make {
            generation: self.generation,
            scenario: Box::new(document.scenario().clone()),
            settings: Box::new(settings.clone()),
            first,
        };
        self.threads(ctx).asks.send(ask).expect("the thread ends after its sender");
    }

    fn threads(&mut self, ctx: &Context) -> &Threads {
        self.threads.get_or_insert_with(|| {
            let (asks, asked) = channel();
            let (out, news) = channel();
            let queue = Shared::default();
            let (painted, shared) = (out.clone(), queue.clone());
            let [one, other] = [ctx.clone(), ctx.clone()];
            std::thread::spawn(move || compose(&asked, &|news| tell(&out, &one, news)));
            std::thread::spawn(move || paint(&shared, &|news| tell(&painted, &other, news)));
            Threads { asks, news, queue }
        })
    }

    /// Takes what has become ready.
    pub fn poll(&mut self, ctx: &Context) {
        self.frame += 1;
        while let Some(threads) = &self.threads {
            match threads.news.try_recv() {
                Ok(news) => self.take(ctx, news),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.failed = Some((self.generation, "the preview ended without a word".to_owned()));
                    break;
                }
            }
        }
    }

    fn take(&mut self, ctx: &Context, news: News) {
        match news {
            News::Made { sheet, proof } if proof.generation == self.generation => {
                self.sheets.insert(sheet, proof);
            }
            News::Checked { generation, checks } => self.checks = Some((generation, checks)),
            News::Weighed(weighed) => self.weighed = Some(weighed),
            News::Failed { generation, reason } => self.failed = Some((generation, reason)),
            News::Painted { id, used_as, image } => {
                let name = format!("{} {}", id.sheet.name(), id.page);
                let texture = ctx.load_texture(name, image, TextureOptions::LINEAR);
                let shown = self.shown.entry((id.sheet, id.page)).or_default();
                let place = match used_as {
                    Use::Whole => &mut shown.whole,
                    Use::Part => &mut shown.part,
                    Use::Small => &mut shown.small,
                };
                *place = Some(Picture { id, texture });
            }
            News::Made { .. } => {}
        }
    }

    /// A sheet as it was made last.
    pub fn proof(&self, sheet: Sheet) -> Option<&Proof> {
        self.sheets.get(&sheet)
    }

    /// The drawing and summary of a sheet as it was made last.
    pub fn made(&self, sheet: Sheet) -> Option<&Made> {
        self.sheets.get(&sheet)?.made.as_deref().ok()
    }

    /// Whether a sheet was made from what the document and the settings are now.
    pub fn is_fresh(&self, sheet: Sheet) -> bool {
        self.sheets.get(&sheet).is_some_and(|proof| proof.generation == self.generation)
    }

    /// Whether every sheet is as it will be printed.
    pub fn are_fresh(&self) -> bool {
        self.failed().is_some() || Sheet::ALL.into_iter().all(|sheet| self.is_fresh(sheet))
    }

    /// Why nothing can be made.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_ref().filter(|(at, _)| *at == self.generation).map(|(_, why)| why.as_str())
    }

    /// What was looked at, if it is what would be printed now.
    pub fn checks(&self) -> Option<&[Check]> {
        self.checks.as_ref().filter(|(at, _)| *at == self.generation).map(|(_, checks)| checks.as_slice())
    }

    /// How large the files of a job are; asks for it if it is not known yet.
    pub fn weigh(&mut self, job: &Job) -> Option<&Weighed> {
        // After what the person should know.
        if self.checks().is_none() || self.failed().is_some() {
            return None;
        }
        if self.weighing.as_ref() != Some(job) {
            self.weighing = Some(job.clone());
            self.weighed = None;
            if let Some(threads) = &self.threads {
                threads
                    .asks
                    .send(Ask::Weigh(Box::new(job.clone())))
                    .expect("the thread ends after its sender");
            }
        }
        self.weighed.as_ref().filter(|weighed| weighed.job == *job)
    }

    /// What a page can be shown with now.
    pub fn shown(&mut self, sheet: Sheet, page: usize) -> Option<&Shown> {
        let shown = self.shown.get_mut(&(sheet, page))?;
        shown.used = self.frame;
        Some(shown)
    }

    /// Whether a picture shows what will be printed now.
    pub fn is_current(&self, id: &PictureId) -> bool {
        id.generation == self.generation
    }

    /// Wants pixels of a page. What fills the window is painted before the small pictures of the list.
    pub fn want(&mut self, sheet: Sheet, page: usize, scale: u32, part: [u32; 4], used_as: Use) {
        self.want_by(sheet, page, scale, part, used_as, u8::from(used_as == Use::Small));
    }

    /// Wants a whole page that may soon be turned to.
    pub fn want_later(&mut self, sheet: Sheet, page: usize, scale: u32, part: [u32; 4]) {
        self.want_by(sheet, page, scale, part, Use::Whole, 2);
    }

    fn want_by(&mut self, sheet: Sheet, page: usize, scale: u32, part: [u32; 4], used_as: Use, rank: u8) {
        let Some(proof) = self.sheets.get(&sheet) else { return };
        let id = PictureId { generation: proof.generation, sheet, page, scale, part };
        let shown = self.shown.entry((sheet, page)).or_default();
        shown.used = self.frame;
        let picture = match used_as {
            Use::Whole => &shown.whole,
            Use::Part => &shown.part,
            Use::Small => &shown.small,
        };
        if picture.as_ref().is_some_and(|picture| picture.id == id) {
            return;
        }
        let Ok(made) = &proof.made else { return };
        let table = self.source.as_ref().map(|(_, settings)| settings.table).unwrap_or_default();
        self.wanted.push(Want { id, used_as, rank, made: made.clone(), table });
    }

    /// Hands over what was wanted in this frame, and forgets pictures that nobody has looked at for long.
    pub fn finish(&mut self) {
        const KEPT: usize = 8;
        let Some(threads) = &self.threads else { return };
        let mut queue = locked(&threads.queue);
        let doing = queue.doing;
        self.wanted.retain(|want| Some(want.id) != doing);
        self.wanted.sort_by_key(|want| want.rank);
        queue.wanted = std::mem::take(&mut self.wanted);
        if !queue.wanted.is_empty() {
            threads.queue.1.notify_one();
        }
        drop(queue);
        let mut large: Vec<(u64, (Sheet, usize))> = self
            .shown
            .iter()
            .filter(|(_, shown)| shown.whole.is_some() || shown.part.is_some())
            .map(|(key, shown)| (shown.used, *key))
            .collect();
        large.sort_unstable();
        for (_, key) in large.iter().rev().skip(KEPT) {
            if let Some(shown) = self.shown.get_mut(key) {
                (shown.whole, shown.part) = (None, None);
            }
        }
    }

    /// Waits until everything that was asked for is there.
    #[cfg(test)]
    pub fn wait(&mut self, ctx: &Context) {
        while !self.are_fresh() || self.failed().is_none() && self.checks().is_none() {
            let Some(threads) = &self.threads else { return };
            let news = threads.news.recv().expect("the threads run as long as the window");
            self.take(ctx, news);
        }
    }

    /// Waits until the pages that are looked at have been painted.
    #[cfg(test)]
    pub fn wait_for_a_picture(&mut self, ctx: &Context) {
        let Some(threads) = &self.threads else { return };
        let news = threads.news.recv().expect("the threads run as long as the window");
        self.take(ctx, news);
    }
}

/// Sends something to the window and wakes it; false if the window is gone.
fn tell(out: &Sender<News>, ctx: &Context, news: News) -> bool {
    let sent = out.send(news).is_ok();
    ctx.request_repaint();
    sent
}

/// Makes, checks and weighs what is asked for, until the window is gone.
fn compose(asked: &Receiver<Ask>, tell: &dyn Fn(News) -> bool) {
    let mut next = asked.recv().ok();
    let mut source: Option<(Scenario, Settings)> = None;
    while let Some(ask) = next.take() {
        // Only the latest counts.
        let ask = asked.try_iter().last().unwrap_or(ask);
        next = match ask {
            Ask::Make { generation, scenario, settings, first } => {
                let newer = make(generation, &scenario, &settings, first, asked, tell);
                source = Some((*scenario, *settings));
                newer
            }
            Ask::Weigh(job) => {
                // Not while a number is still being dragged.
                match asked.recv_timeout(Duration::from_millis(250)) {
                    Ok(newer) => Some(newer),
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        source.as_ref().and_then(|(scenario, _)| weigh(scenario, *job, asked, tell))
                    }
                }
            }
        }
        .or_else(|| asked.recv().ok());
    }
}

/// Makes all sheets, the first one first, then looks at them. Answers what was asked for meanwhile.
fn make(
    generation: u64,
    scenario: &Scenario,
    settings: &Settings,
    first: Sheet,
    asked: &Receiver<Ask>,
    tell: &dyn Fn(News) -> bool,
) -> Option<Ask> {
    let game = match printing::game_of(scenario) {
        Ok(game) => game,
        Err(reason) => {
            tell(News::Failed { generation, reason });
            return None;
        }
    };
    let rest = Sheet::ALL.into_iter().filter(|sheet| *sheet != first);
    let mut all = Vec::new();
    for sheet in std::iter::once(first).chain(rest) {
        if let Ok(newer) = asked.try_recv() {
            return Some(newer);
        }
        let made = sheets::sheet(sheet, game.as_ref(), scenario, settings);
        let made = made.map(Arc::new).map_err(|error| error.to_string());
        let (hexes, places) = match &made {
            Ok(made) => (checks::hexes(made, &scenario.map.grid), checks::places(made)),
            Err(_) => (Vec::new(), Vec::new()),
        };
        if let Ok(made) = &made {
            all.push((sheet, made.clone()));
        }
        let proof = Proof { generation, made, hexes, places };
        if !tell(News::Made { sheet, proof }) {
            return None;
        }
    }
    let checks = checks::look(&all, game.as_ref(), scenario, settings, &mut || asked.try_recv().ok());
    match checks {
        Ok(checks) => {
            tell(News::Checked { generation, checks });
            None
        }
        Err(newer) => Some(newer),
    }
}

/// Writes the files of a job in memory and adds up their bytes. Answers what was asked for meanwhile.
fn weigh(scenario: &Scenario, job: Job, asked: &Receiver<Ask>, tell: &dyn Fn(News) -> bool) -> Option<Ask> {
    let game = printing::game_of(scenario).ok()?;
    let mut newer = None;
    let mut bytes = 0;
    let mut file = |printed: printing::Printed| {
        bytes += printed.bytes.len();
        newer = asked.try_recv().ok();
        newer.is_none()
    };
    let done = printing::print(game.as_ref(), scenario, &job, &mut file, &mut |_, _| {});
    if done.is_ok() {
        tell(News::Weighed(Weighed { job, bytes }));
    }
    newer
}

/// Paints what is wanted, until the window is gone.
fn paint(shared: &Shared, tell: &dyn Fn(News) -> bool) {
    // The page that was laid out last: small steps over a large page need only new pixels.
    let mut laid: Option<((u64, Sheet, usize, u32), LaidPage)> = None;
    loop {
        let mut queue = locked(shared);
        queue.doing = None;
        while queue.wanted.is_empty() && !queue.closed {
            queue = shared.1.wait(queue).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        if queue.closed {
            return;
        }
        let want = queue.wanted.remove(0);
        let id = want.id;
        queue.doing = Some(id);
        drop(queue);
        let key = (id.generation, id.sheet, id.page, id.scale);
        if laid.as_ref().is_none_or(|(known, _)| *known != key) {
            let options = PngOptions { view: View { table: want.table }, dpi: f64::from(id.scale) * 0.0254 };
            // What cannot be laid out has no pixels; the page stays blank.
            laid = LaidPage::new(&want.made.drawing, id.page, &options).ok().map(|page| (key, page));
        }
        let Some((_, page)) = &laid else { continue };
        let go_on = || !locked(shared).closed;
        let Some(pixels) = page.pixels(id.part, &go_on) else { return };
        let size = [id.part[2] as usize, id.part[3] as usize];
        let image = ColorImage::from_rgb(size, &pixels);
        if !tell(News::Painted { id, used_as: want.used_as, image }) {
            return;
        }
    }
}
