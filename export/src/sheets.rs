//! The sheets that a game can be printed on.

use engine::face::Face;
use engine::game::Game;
use engine::scenario::{RegionKind, Scenario};

use crate::compose::map::{Board, GridStyle, MapLook, title};
use crate::compose::sheet::{FOOT, Flip, Foot, MARGIN};
use crate::compose::{aids, counter_sheet, poster, silhouettes, tiles, track};
use crate::drawing::{Bookmark, Drawing, Duplex, Item, Page, Rect, Target, pt};
use crate::palette::{Roles, Table};

/// A sheet: one document of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sheet {
    /// The board to scale, with title, key and turn track, on one page as large as it needs.
    Map,
    /// The same page cut into sheets of paper, to be glued together.
    MapTiled,
    /// All counters, fronts and backs.
    Counters,
    /// Sequence of play, terrain, charts.
    Aids,
    /// Boxes for pieces off the map, and the turn track.
    Track,
}

impl Sheet {
    pub const ALL: [Self; 5] = [Self::Map, Self::MapTiled, Self::Counters, Self::Aids, Self::Track];

    /// What can be asked for by name on the command line: a map comes in the layouts of the settings.
    pub const ASKED: [Self; 4] = [Self::Map, Self::Counters, Self::Aids, Self::Track];

    /// The word for it on the command line and in names of files.
    pub fn name(self) -> &'static str {
        ["map", "map-tiled", "counters", "aids", "track"][self as usize]
    }

    /// What menus call it.
    pub fn title(self) -> &'static str {
        ["Map", "Map in tiles", "Counters", "Player aids", "Off-map sheet"][self as usize]
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sheet| sheet.name() == name)
    }
}

/// The documents of these sheets, in order and each once: a map as poster, in tiles, or both.
pub fn documents(sheets: &[Sheet], layout: MapLayout) -> Vec<Sheet> {
    let mut out = Vec::new();
    for &sheet in sheets {
        let made: &[Sheet] = match (sheet, layout) {
            (Sheet::Map | Sheet::MapTiled, MapLayout::Poster) => &[Sheet::Map],
            (Sheet::Map | Sheet::MapTiled, MapLayout::Tiled) => &[Sheet::MapTiled],
            (Sheet::Map | Sheet::MapTiled, MapLayout::Both) => &[Sheet::Map, Sheet::MapTiled],
            (other, _) => &[other],
        };
        for &sheet in made {
            if !out.contains(&sheet) {
                out.push(sheet);
            }
        }
    }
    out
}

/// How a map comes to paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MapLayout {
    /// One page, for a plotter or a print shop.
    Poster,
    /// Sheets of the chosen paper with marks for cutting and gluing.
    Tiled,
    #[default]
    Both,
}

impl MapLayout {
    pub const ALL: [Self; 3] = [Self::Poster, Self::Tiled, Self::Both];

    pub fn name(self) -> &'static str {
        ["poster", "tiled", "both"][self as usize]
    }
}

/// A size of paper, upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    #[default]
    A4,
    A3,
    A2,
    A1,
    A0,
    Letter,
    Tabloid,
    /// Width and height in hundredths of a millimetre; see [`Paper::custom`].
    Custom(u32, u32),
}

impl Paper {
    /// Those that have a name, in the order in which menus show them.
    pub const ALL: [Self; 7] =
        [Self::A4, Self::Letter, Self::A3, Self::Tabloid, Self::A2, Self::A1, Self::A0];

    /// A size of one's own in millimetres, if a sheet can be printed on it: 180 to 5080 either way.
    pub fn custom(width: f64, height: f64) -> Option<Self> {
        let range = 180.0..=5080.0;
        let hundredths = |length: f64| (length * 100.0).round() as u32;
        (range.contains(&width) && range.contains(&height))
            .then(|| Self::Custom(hundredths(width), hundredths(height)))
    }

    /// Width and height in millimetres.
    pub fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::A3 => (297.0, 420.0),
            Self::A2 => (420.0, 594.0),
            Self::A1 => (594.0, 841.0),
            Self::A0 => (841.0, 1189.0),
            Self::Letter => (215.9, 279.4),
            Self::Tabloid => (279.4, 431.8),
            Self::Custom(width, height) => (f64::from(width) / 100.0, f64::from(height) / 100.0),
        }
    }

    /// The word for it on the command line: `a4`, `210x297mm`.
    pub fn name(self) -> String {
        match self {
            Self::Custom(..) => {
                let (width, height) = self.size();
                format!("{width}x{height}mm")
            }
            known => known.title().to_lowercase(),
        }
    }

    /// What menus call it: *A4*, *Letter*, *210 × 297 mm*.
    pub fn title(self) -> String {
        let name = match self {
            Self::A4 => "A4",
            Self::A3 => "A3",
            Self::A2 => "A2",
            Self::A1 => "A1",
            Self::A0 => "A0",
            Self::Letter => "Letter",
            Self::Tabloid => "Tabloid",
            Self::Custom(..) => {
                let (width, height) = self.size();
                return format!("{width} × {height} mm");
            }
        };
        name.to_owned()
    }

    /// The paper of a name, or of a size such as `210x297mm`.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        if let Some(known) = Self::ALL.into_iter().find(|paper| paper.name() == name) {
            return Some(known);
        }
        let (width, height) = name.strip_suffix("mm")?.split_once('x')?;
        Self::custom(width.trim().parse().ok()?, height.trim().parse().ok()?)
    }
}

/// How the backs of counters come to lie behind their fronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backs {
    /// Printed on both sides, turned about the long edge.
    #[default]
    LongEdge,
    /// Printed on both sides, turned about the short edge.
    ShortEdge,
    /// Printed on sheets of their own, to be glued to the back of the same card.
    Separate,
    /// Beside the fronts on the same side of the sheet, to be folded over a board of [`Settings::board`].
    Fold,
}

impl Backs {
    pub const ALL: [Self; 4] = [Self::LongEdge, Self::ShortEdge, Self::Fold, Self::Separate];

    /// What menus call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::LongEdge => "Both sides, flip on the long edge",
            Self::ShortEdge => "Both sides, flip on the short edge",
            Self::Fold => "One side, fold over",
            Self::Separate => "Sheets of their own",
        }
    }
}

/// How sheets are made.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// A hex across hexsides, in millimetres.
    pub hex: f64,
    /// The side of a counter, in millimetres.
    pub counter: f64,
    pub paper: Paper,
    /// The colours; drawings hold all of them, back ends are told which.
    pub table: Table,
    pub backs: Backs,
    /// Whether hexes show their numbers.
    pub numbers: bool,
    /// What tells hexes apart.
    pub grid: GridStyle,
    /// Instead of the scenario's own title.
    pub title: Option<String>,
    /// The program and its version, for the foot of each page.
    pub version: String,
    /// How far the colour of counters reaches beyond outer cuts, in millimetres.
    pub bleed: f64,
    /// Which documents a map becomes.
    pub layout: MapLayout,
    /// How far the sheets of a tiled map lie over each other, in millimetres.
    pub overlap: f64,
    /// The thickness of the board that fold-over sheets are glued around, in millimetres.
    pub board: f64,
    /// Larger hex numbers, words and figures, for eyes that need them.
    pub large: bool,
    /// The id of the side whose sheets these are: they have its own counters and reinforcements, and nothing that
    /// the others alone need know. `None` for all of it.
    pub reader: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hex: 20.0,
            counter: 14.29,
            paper: Paper::A4,
            table: Table::Full,
            backs: Backs::LongEdge,
            numbers: true,
            grid: GridStyle::Lines,
            title: None,
            version: concat!("Sandtable ", env!("CARGO_PKG_VERSION")).to_owned(),
            bleed: 2.0,
            layout: MapLayout::Both,
            overlap: 10.0,
            board: 1.5,
            large: false,
            reader: None,
        }
    }
}

/// A sheet as a drawing, and what a person should know before printing it.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    pub drawing: Drawing,
    /// In whole sentences; empty for a sheet with nothing to remark.
    pub warnings: Vec<String>,
    pub summary: Summary,
}

/// What a document will be on paper, for a preview or a plan of the work.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// Each page of the document.
    pub pages: Vec<PageSummary>,
    /// How many sheets of paper it takes; two pages that are printed on both sides of one sheet are one.
    pub papers: usize,
    /// Width and height of what the sheets are put together to, in millimetres; `None` if they stay apart.
    pub assembled: Option<(f64, f64)>,
    /// What to do after printing, in whole sentences: flip, fold, cut, glue.
    pub steps: Vec<String>,
}

/// One page of a document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PageSummary {
    /// What the page is called: *Assembly*, *B3*, *Fronts 1*.
    pub name: String,
    /// Width and height in millimetres.
    pub size: (f64, f64),
    /// Of a sheet of a tiled map: what is left of its picture when it is cut and its tabs are covered, as a box on the
    /// poster and as one on this page.
    pub shows: Option<(Rect, Rect)>,
}

/// A sheet that cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SheetError {
    #[error("found {name} of {found} mm, expected {least} to {most} mm")]
    Size { name: &'static str, found: f64, least: f64, most: f64 },
    #[error("the scenario's map has no hexes")]
    NoMap,
    #[error("the map would be {width:.0} mm wide or high, more than a page of 5080 mm; choose smaller hexes")]
    TooLarge { width: f64 },
    #[error("the scenario has no counters")]
    NoCounters,
    #[error("the scenario has no boxes off the map and no turns")]
    NoTrack,
}

/// The longest side of a page that PDF can hold, in millimetres.
const LARGEST: f64 = 5080.0;
/// Boxes in a row of the turn track on the off-map sheet.
const TURNS_A_ROW: usize = 5;

/// Makes a sheet of a scenario. The same input gives an equal drawing.
///
/// # Errors
/// Sizes that cannot be printed, or a scenario that has nothing for this sheet.
pub fn sheet(
    sheet: Sheet,
    game: &dyn Game,
    scenario: &Scenario,
    settings: &Settings,
) -> Result<Made, SheetError> {
    // Hundredths of a millimetre are as fine as paper is cut, and as can be read in a title.
    let hundredths = |length: f64| (length * 100.0).round() / 100.0;
    let settings = &Settings {
        hex: hundredths(settings.hex),
        counter: hundredths(settings.counter),
        ..settings.clone()
    };
    check_size("hexes", settings.hex, 8.0, 80.0)?;
    check_size("counters", settings.counter, 9.0, 40.0)?;
    check_size("a bleed", settings.bleed, 0.0, 3.175)?;
    check_size("an overlap", settings.overlap, 0.0, 30.0)?;
    check_size("a board", settings.board, 0.0, 6.0)?;
    let title = settings.title.clone().unwrap_or_else(|| scenario.title.clone());
    let mut drawing = Drawing::new(format!("{title}: {}", sheet.title().to_lowercase()));
    drawing.subject = format!("{}, {}", game.name(), sheet.title().to_lowercase());
    drawing.author = scenario.credits.clone();
    let mut warnings = drawing.roles.replace(&scenario.colours);
    let maker = Maker { game, scenario, settings, title };
    let mut made = Work::default();
    match sheet {
        Sheet::Map => {
            let laid = maker.map(&mut drawing, &mut warnings)?;
            made.assembled = Some((laid.picture.w, laid.picture.h));
            // With all that stands round the board.
            let longest = drawing.pages.iter().map(|page| page.width.max(page.height)).fold(0.0, f64::max);
            if longest > LARGEST {
                return Err(SheetError::TooLarge { width: longest });
            }
        }
        Sheet::MapTiled => made = maker.tiles(&mut drawing, &mut warnings)?,
        Sheet::Counters => made = maker.counters(&mut drawing, &mut warnings)?,
        Sheet::Aids => maker.aids(&mut drawing),
        Sheet::Track => maker.track(&mut drawing)?,
    }
    outline(&mut drawing, sheet);
    warnings.extend(drawing.faults().into_iter().map(|fault| format!("{fault}.")));
    let summary = summary(&drawing, made);
    Ok(Made { drawing, warnings, summary })
}

/// What is to be done with printed sheets.
#[derive(Debug, Clone, PartialEq, Default)]
struct Work {
    assembled: Option<(f64, f64)>,
    steps: Vec<String>,
    /// What each page shows of a poster.
    shows: Vec<Option<(Rect, Rect)>>,
}

/// Counts pages and sheets.
fn summary(drawing: &Drawing, work: Work) -> Summary {
    let page = |(number, page): (usize, &Page)| PageSummary {
        name: if page.label.is_empty() { format!("Page {}", number + 1) } else { page.label.clone() },
        size: (page.width, page.height),
        shows: work.shows.get(number).copied().flatten(),
    };
    let pages: Vec<PageSummary> = drawing.pages.iter().enumerate().map(page).collect();
    let papers = match drawing.duplex {
        Duplex::Simplex => pages.len(),
        Duplex::LongEdge | Duplex::ShortEdge => pages.len().div_ceil(2),
    };
    Summary { pages, papers, assembled: work.assembled, steps: work.steps }
}

/// Bookmarks: the sheet, and under it its pages or the parts that were marked with anchors.
fn outline(drawing: &mut Drawing, sheet: Sheet) {
    let line = |title: String, to| Bookmark { title, to, children: Vec::new() };
    let mut parts = Vec::new();
    for (number, page) in drawing.pages.iter().enumerate() {
        let mut names = Vec::new();
        anchors(&page.items, &mut names);
        let title = if page.label.is_empty() { format!("Page {}", number + 1) } else { page.label.clone() };
        let mut bookmark = line(title, Target::Page(number));
        bookmark.children = names.into_iter().map(|name| line(name.clone(), Target::Anchor(name))).collect();
        parts.push(bookmark);
    }
    // One page is the sheet itself.
    if let [only] = parts.as_mut_slice() {
        parts = std::mem::take(&mut only.children);
    }
    let whole = Bookmark { title: sheet.title().to_owned(), to: Target::Page(0), children: parts };
    drawing.outline.push(whole);
}

/// The names of all anchors, in order.
fn anchors(items: &[Item], out: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Anchor(anchor) => out.push(anchor.name.clone()),
            Item::Group(group) => anchors(&group.items, out),
            _ => {}
        }
    }
}

/// What a face names that there is no drawing or colour for; it is then left out or painted in ink.
fn unknown_looks<'f>(roles: &'f Roles, face: &'f Face) -> impl Iterator<Item = String> + 'f {
    let symbol = (!face.symbol.is_empty() && silhouettes::find(&face.symbol).is_none())
        .then(|| format!("no picture is called {:?}", face.symbol));
    let names = [&face.side, &face.formation].into_iter().filter(|name| !name.is_empty());
    let role =
        names.filter(|name| roles.find(name).is_none()).map(|name| format!("no colour is called {name:?}"));
    symbol.into_iter().chain(role)
}

fn check_size(name: &'static str, found: f64, least: f64, most: f64) -> Result<(), SheetError> {
    if (least..=most).contains(&found) { Ok(()) } else { Err(SheetError::Size { name, found, least, most }) }
}

struct Maker<'a> {
    game: &'a dyn Game,
    scenario: &'a Scenario,
    settings: &'a Settings,
    title: String,
}

impl Maker<'_> {
    fn foot(&self, what: &str) -> Foot {
        let reader = self.reader().map_or(String::new(), |side| format!(" · for {}", side.name));
        Foot {
            sheet: format!("{} · {what}{reader}", self.title),
            page: 1,
            pages: 1,
            version: self.settings.version.clone(),
            how: String::new(),
            credits: self.scenario.credits.clone(),
        }
    }

    fn look(&self) -> MapLook<'_> {
        MapLook { map: &self.scenario.map, terrains: self.game.terrains(), hexsides: self.game.hexsides() }
    }

    fn turns(&self) -> Vec<track::Turn> {
        // Sides are named by their ids; their colours by roles, of which the first letters are the same.
        let notes: Vec<_> = self
            .game
            .turn_notes(self.scenario)
            .into_iter()
            .filter(|(_, _, side)| side.is_empty() || self.reader().is_none_or(|reader| reader.id == *side))
            .map(|(turn, text, side)| (turn, text, self.role_of_side(&side)))
            .collect();
        track::turns(self.scenario.turns, &notes)
    }

    /// The side whose sheets these are.
    fn reader(&self) -> Option<&engine::game::SideInfo> {
        let id = self.settings.reader.as_ref()?;
        self.game.sides().iter().find(|side| side.id == *id)
    }

    /// The role of a side's colours: that of the faces of its pieces.
    fn role_of_side(&self, id: &str) -> String {
        let index = self.game.sides().iter().position(|side| side.id == id);
        let piece = self.game.pieces().iter().find(|piece| Some(usize::from(piece.side)) == index);
        piece.map_or_else(|| id.to_owned(), |piece| piece.face.side.clone())
    }

    fn tiles(&self, drawing: &mut Drawing, warnings: &mut Vec<String>) -> Result<Work, SheetError> {
        let laid = self.map(drawing, warnings)?;
        let tiling = tiles::Tiling {
            paper: self.settings.paper.size(),
            overlap: self.settings.overlap,
            title: &self.title,
            foot: self.foot("map"),
        };
        let cut = tiles::compose(&laid, &tiling, drawing);
        let shows = cut.sheets().map(|(column, row)| Some(cut.shows(column, row)));
        Ok(Work {
            assembled: Some((laid.picture.w, laid.picture.h)),
            steps: tiles::steps(&laid, &cut),
            shows: std::iter::once(None).chain(shows).collect(),
        })
    }

    fn map(&self, drawing: &mut Drawing, warnings: &mut Vec<String>) -> Result<poster::Laid, SheetError> {
        let look = self.look();
        let grid = &look.map.grid;
        if grid.is_empty() || look.map.cells.is_empty() {
            return Err(SheetError::NoMap);
        }
        let board = Board::new(look);
        let scale = self.settings.hex / crate::compose::map::FLAT;
        let width = poster::width(&board, self.settings.hex).max(board.frame().h * scale + 400.0);
        if width > LARGEST {
            return Err(SheetError::TooLarge { width });
        }
        let part = self.settings.counter / self.settings.hex;
        if part > 0.8 {
            warnings.push(format!(
                "Counters of {} mm are too large for hexes of {} mm: they should be at most 0.73 of the hex.",
                self.settings.counter, self.settings.hex
            ));
        }
        let charts = self.game.charts();
        let over = if look.map.name.is_empty() || look.map.name == self.title {
            self.game.name()
        } else {
            &look.map.name
        };
        let words = title::Words {
            over: if over == self.title { "map of the field".into() } else { over.to_owned() },
            title: self.title.clone(),
            subtitle: self.scenario.subtitle.clone(),
            facts: format!(
                "{} columns by {} rows · hexes of {} mm · counters of {} mm",
                grid.columns, grid.rows, self.settings.hex, self.settings.counter
            ),
            remarks: self.remarks(),
        };
        let turns = self.turns();
        let poster = poster::Poster {
            look,
            charts: &charts,
            cost_classes: self.game.cost_classes(),
            turns: &turns,
            hex: self.settings.hex,
            counter: self.settings.counter,
            numbers: self.settings.numbers,
            grid: self.settings.grid,
            large: self.settings.large,
            words,
            foot: self.foot("map"),
        };
        let mut laid = poster::compose(&poster, drawing);
        warnings.append(&mut laid.warnings);
        Ok(laid)
    }

    /// What a reader of the map should know: its levels, and where shade falls.
    fn remarks(&self) -> String {
        let mut levels: Vec<(i8, Vec<String>)> = Vec::new();
        let map = &self.scenario.map;
        for terrain in self.game.terrains().iter().filter(|terrain| terrain.cover.is_none()) {
            if !map.legend.iter().any(|(_, id)| *id == terrain.id) {
                continue;
            }
            let name = terrain.name.to_lowercase();
            match levels.iter_mut().find(|(level, _)| *level == terrain.level) {
                Some((_, names)) => names.push(name),
                None => levels.push((terrain.level, vec![name])),
            }
        }
        levels.sort_by_key(|(level, _)| *level);
        let listed: Vec<String> =
            levels.iter().map(|(level, names)| format!("{} {level}", names.join(" and "))).collect();
        let scale = format!("Scale in hexes of {} mm.", self.settings.hex);
        match listed.len() {
            0 | 1 => scale,
            _ => format!(
                "{scale} Levels: {}. The double line is the edge of a level; shade falls to the south-east, from \
                 higher to lower ground.",
                listed.join(" · ")
            ),
        }
    }

    fn counters(&self, drawing: &mut Drawing, warnings: &mut Vec<String>) -> Result<Work, SheetError> {
        let mut counters = engine::game::counters(self.game, self.scenario);
        if let Some(reader) = self.reader() {
            // What belongs to no formation is a marker, and for all.
            let role = self.role_of_side(&reader.id);
            counters.retain(|counter| counter.front.formation.is_empty() || counter.front.side == role);
        }
        if counters.iter().all(|counter| counter.copies == 0) {
            return Err(SheetError::NoCounters);
        }
        for counter in &counters {
            for face in [&counter.front, &counter.back] {
                warnings.extend(
                    unknown_looks(&drawing.roles, face).map(|what| format!("{}: {what}.", counter.name)),
                );
            }
        }
        let (backs, duplex, turning) = match self.settings.backs {
            Backs::LongEdge => {
                (counter_sheet::Backs::Behind(Flip::LongEdge), Duplex::LongEdge, "flip on the long edge")
            }
            Backs::ShortEdge => {
                (counter_sheet::Backs::Behind(Flip::ShortEdge), Duplex::ShortEdge, "flip on the short edge")
            }
            Backs::Separate => {
                (counter_sheet::Backs::Behind(Flip::LongEdge), Duplex::Simplex, "one side only, glue, cut")
            }
            Backs::Fold => {
                (counter_sheet::Backs::Folded(self.settings.board), Duplex::Simplex, "fold, glue, cut")
            }
        };
        drawing.duplex = duplex;
        let sides = self.game.sides().iter().map(|side| (self.role_of_side(&side.id), side.name.clone()));
        let layout = counter_sheet::Layout {
            page: self.settings.paper.size(),
            side: self.settings.counter,
            bleed: self.settings.bleed,
            backs,
            large: self.settings.large,
            title: self.title.clone(),
            foot: Foot { how: turning.into(), ..self.foot("counters") },
            sides: sides.collect(),
        };
        let tight = counter_sheet::compose(&counters, &layout, drawing);
        warnings.extend(tight.into_iter().map(|(counter, fault)| format!("{counter}: {fault}.")));
        Ok(Work { steps: self.counter_steps(), ..Work::default() })
    }

    /// What to do with the sheets of counters.
    fn counter_steps(&self) -> Vec<String> {
        let board = self.settings.board;
        let steps: &[String] = match self.settings.backs {
            Backs::LongEdge | Backs::ShortEdge => {
                let edge = if self.settings.backs == Backs::LongEdge { "long" } else { "short" };
                &[
                    format!("Print both sides at 100 %; the paper is turned over on its {edge} edge."),
                    "Hold a sheet against the light: the marks of both sides lie on each other.".into(),
                    "Cut along the marks at the edges, first the long cuts, then the short ones.".into(),
                ]
            }
            Backs::Separate => &[
                "Print on one side at 100 %.".into(),
                "Glue the fronts on a board, turn it over on its long edge, and glue the backs behind them, marks on \
                 marks."
                    .into(),
                "Cut along the marks at the edges.".into(),
            ],
            Backs::Fold => &[
                "Print on one side at 100 %.".into(),
                format!(
                    "Score the dashed lines and fold the sheet around a board of {board} mm whose edge lies between \
                     them; glue both halves."
                ),
                "Cut along the marks at the edges.".into(),
            ],
        };
        steps.to_vec()
    }

    fn aids(&self, drawing: &mut Drawing) {
        let charts = self.game.charts();
        let turns = self.turns();
        let book = self.game.rulebook();
        let number_of = |slug: &str| {
            let section = book.sections.iter().find(|section| section.slug == slug)?;
            (!section.number.is_empty()).then(|| section.number.clone())
        };
        let shipped = self.game.shipped();
        let aid = aids::Aid {
            page: self.settings.paper.size(),
            title: self.title.clone(),
            sequence: self.steps(),
            charts: &charts,
            numbers: self.numbers(),
            shipped: shipped.map(|shipped| aids::Shipped {
                charts: shipped.charts(),
                terrains: shipped.terrains(),
                hexsides: shipped.hexsides(),
            }),
            number_of: &number_of,
            look: self.look(),
            cost_classes: self.game.cost_classes(),
            turns: &turns,
            counter: self.settings.counter,
            large: self.settings.large,
            foot: self.foot("player aid"),
        };
        aids::compose(&aid, drawing);
    }

    /// The phases of a turn, each with its side.
    fn steps(&self) -> Vec<aids::Step> {
        let sides = self.game.sequence_sides();
        let side = |id: &String| {
            let info = self.game.sides().iter().find(|side| side.id == *id)?;
            let role = self.role_of_side(id);
            let tint = crate::compose::map::role_of(&role);
            Some(aids::Side {
                name: info.name.clone(),
                tint,
                ink: crate::compose::map::role_of(&format!("{role}_ink")),
            })
        };
        let phases = self.game.sequence().into_iter().enumerate();
        phases.map(|(i, (name, what))| aids::Step { name, what, side: sides.get(i).and_then(side) }).collect()
    }

    /// The values of rules that are in force; how many markers lie in the box is no rule, unless it was changed.
    fn numbers(&self) -> Vec<aids::Number> {
        let shipped = self.game.shipped().map(|game| game.values()).unwrap_or_default();
        let number = |value: engine::game::Value| {
            let before = shipped.iter().find(|other| other.path == value.path);
            let was = before.filter(|before| before.value != value.value).map(|before| before.value.clone());
            if value.what.ends_with("Not in force yet.")
                || (was.is_none() && value.path.starts_with("counters."))
            {
                return None;
            }
            let value_now = value.value.replace('_', " ");
            Some(aids::Number { value: value_now, what: value.what, rule: value.rule, was })
        };
        self.game.values().into_iter().filter_map(number).collect()
    }

    fn track(&self, drawing: &mut Drawing) -> Result<(), SheetError> {
        let map = &self.scenario.map;
        let turns = self.turns();
        if map.boxes.is_empty() && turns.is_empty() {
            return Err(SheetError::NoTrack);
        }
        let (width, height) = self.settings.paper.size();
        let mut page = Page::new(width, height);
        let area = Rect::new(MARGIN, MARGIN, width - 2.0 * MARGIN, height - 2.0 * MARGIN);
        page.items.extend(crate::compose::sheet::title(&self.title, "off-map sheet", area));
        let top = MARGIN + 13.0 + 4.0;
        let boxes = Rect::new(area.x, top, area.w, height - MARGIN - FOOT - 3.0 - top);
        let counter = self.settings.counter;
        // A box from which nothing reaches the map or another box is no zone that pieces lie in on the table.
        let is_zone =
            |one: &&engine::scenario::MapBox| !one.on_board && (!one.edge.is_empty() || !one.next.is_empty());
        let board = Board::new(self.look());
        let is_edge = |region: &&engine::scenario::Region| region.kind == RegionKind::Edge;
        let zone = |one: &'_ engine::scenario::MapBox| {
            map.regions.iter().filter(is_edge).find(|region| region.id == one.edge)
        };
        let zones: Vec<_> = map
            .boxes
            .iter()
            .filter(is_zone)
            .map(|one| {
                let edge = zone(one);
                let border = edge.and_then(|region| crate::compose::map::border_of(&board, region));
                track::Zone { one, edge, border }
            })
            .collect();
        let tracks: Vec<_> = map
            .boxes
            .iter()
            .filter(|one| !one.on_board && one.spaces > 0)
            .map(|one| track::spaces(one, boxes.w, counter))
            .collect();
        let least =
            if zones.is_empty() { 0.0 } else { track::height_of_boxes(zones.len(), boxes.w, counter) };
        let columns = TURNS_A_ROW.min(turns.len()).max(1);
        let row = counter + 13.0;
        let rows = turns.len().div_ceil(columns) as f64;
        let strip = if rows == 0.0 { 0.0 } else { rows * row + 4.0 };
        let between: f64 = tracks.iter().map(|(_, high)| high + 5.0).sum();
        // The turn track has the foot of the page; what is left over among the boxes stays empty.
        let is_one = least + between + strip <= boxes.h;
        let for_boxes = if is_one { boxes.h - between - strip } else { boxes.h };
        let mut pages = vec![page.items];
        let mut y = boxes.y;
        if !zones.is_empty() {
            pages[0].extend(track::off_map_boxes(&zones, Rect { h: for_boxes, ..boxes }, counter));
        }
        if is_one || !zones.is_empty() {
            y += for_boxes;
        }
        let title = || crate::compose::sheet::title(&self.title, "off-map sheet", area);
        for (items, high) in tracks {
            if y + high > boxes.bottom() && y > boxes.y {
                pages.push(title());
                y = boxes.y;
            }
            // Below boxes a track keeps clear of them.
            let at = if is_one { y + 5.0 } else { y };
            pages
                .last_mut()
                .expect("there is a page")
                .push(crate::compose::charts::moved(items, pt(boxes.x, at)));
            y += high + 5.0;
        }
        let mut before = 0;
        while before < turns.len() {
            let room = ((boxes.bottom() - y - 4.0) / row + 1e-6).floor().max(0.0) as usize;
            if room == 0 && y > boxes.y {
                pages.push(title());
                y = boxes.y;
                continue;
            }
            let part = &turns[before..turns.len().min(before + room.max(1) * columns)];
            let high = part.len().div_ceil(columns) as f64 * row;
            let rect = Rect::new(boxes.x, y + 4.0, boxes.w, high);
            pages
                .last_mut()
                .expect("there is a page")
                .extend(track::turn_rows(part, before, rect, columns, counter));
            before += part.len();
            y = boxes.bottom();
        }
        let count = pages.len();
        for (index, items) in pages.into_iter().enumerate() {
            let mut page = Page::new(width, height);
            page.items = items;
            let words = Foot { page: index + 1, pages: count, ..self.foot("off-map sheet") };
            page.items.extend(crate::compose::sheet::foot(
                &words,
                pt(MARGIN, height - MARGIN - FOOT),
                area.w,
            ));
            drawing.pages.push(page);
        }
        Ok(())
    }
}
