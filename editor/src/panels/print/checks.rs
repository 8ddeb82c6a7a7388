//! What is looked at before one prints: each tick stands for something that was measured on the finished sheets.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::face::{GroundLook, Terrain};
use engine::game::Game;
use engine::hex::Grid;
use engine::scenario::Scenario;
use export::compose::sheet::MARGIN;
use export::drawing::{Drawing, Fault, Group, Item, Point, Rect, Subject, Transform, View, pt};
use export::palette::{Ink, Role, Table, role};
use export::png::{LaidPage, PngOptions};
use export::sheets::{Made, Settings, Sheet};

/// Something that was looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    pub words: String,
    pub is_good: bool,
    /// Where to look, of what is not.
    pub at: Option<(Sheet, usize)>,
    /// The sheets that it says something about; it is shown if one of them is ticked.
    pub sheets: Vec<Sheet>,
}

/// The first and last column and row of the hexes on a page, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexRange {
    pub columns: (u16, u16),
    pub rows: (u16, u16),
}

impl HexRange {
    /// *columns 11 to 21, rows 1 to 13*; by the numbers of the corners where hexes are not numbered by those.
    pub fn words(self, grid: &Grid) -> String {
        let (columns, rows) = (self.columns, self.rows);
        if grid.numbering == engine::hex::Numbering::default() {
            let count = |(from, to): (u16, u16)| format!("{} to {}", from + 1, to + 1);
            return format!("columns {}, rows {}", count(columns), count(rows));
        }
        let label = |column, row| grid.label(grid.at(column, row));
        format!("hexes {} to {}", label(columns.0, rows.0), label(columns.1, rows.1))
    }
}

/// Looks at all sheets. `newer` is asked now and then whether something else is wanted more.
pub fn look<T>(
    all: &[(Sheet, Arc<Made>)],
    game: &dyn Game,
    scenario: &Scenario,
    settings: &Settings,
    newer: &mut dyn FnMut() -> Option<T>,
) -> Result<Vec<Check>, T> {
    let mut checks = Vec::new();
    let drawing =
        |wanted: Sheet| all.iter().find(|(sheet, _)| *sheet == wanted).map(|(_, made)| &made.drawing);
    if let Some(counters) = drawing(Sheet::Counters) {
        checks.push(every_counter(counters, game, scenario, settings));
        checks.push(counters_on_hexes(settings));
    }
    checks.push(glyphs(all));
    if let Some(map) = drawing(Sheet::Map).or(drawing(Sheet::MapTiled)) {
        checks.push(greys(map, game.terrains(), scenario));
    }
    let mut crossing = None;
    for (sheet, made) in all {
        for page in 0..made.drawing.pages.len() {
            if let Some(newer) = newer() {
                return Err(newer);
            }
            if crossing.is_none() && !has_clear_margins(&made.drawing, page) {
                crossing = Some((*sheet, page));
            }
        }
    }
    checks.push(Check {
        words: match crossing {
            None => format!("Margins of {MARGIN} mm are clear"),
            Some(_) => format!("Something lies within {MARGIN} mm of the edge"),
        },
        is_good: crossing.is_none(),
        at: crossing,
        sheets: crossing.map_or_else(|| Sheet::ALL.to_vec(), |(sheet, _)| vec![sheet]),
    });
    Ok(checks)
}

/// Is every counter on the sheets as often as the scenario has it, with its back?
fn every_counter(drawing: &Drawing, game: &dyn Game, scenario: &Scenario, settings: &Settings) -> Check {
    let role = settings.reader.as_ref().and_then(|reader| role_of_side(game, reader));
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    for counter in engine::game::counters(game, scenario) {
        // The sheets of one side have its own counters, and the markers that belong to no formation.
        let face = &counter.front;
        if role.is_some_and(|role| !face.formation.is_empty() && face.side != role) {
            continue;
        }
        *expected.entry(counter.name).or_default() += usize::from(counter.copies);
    }
    let total: usize = expected.values().sum();
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for page in &drawing.pages {
        drawing.subjects(page, |subject, _| {
            if let Subject::Part(name) = subject
                && expected.contains_key(name)
            {
                *found.entry(name.clone()).or_default() += 1;
            }
        });
    }
    let wrong = expected.iter().find(|(name, copies)| found.get(*name).copied().unwrap_or(0) != 2 * **copies);
    let words = match wrong {
        None => format!("Every counter once a side, {total}"),
        Some((name, copies)) => {
            let found = found.get(name).copied().unwrap_or(0);
            format!("{name}: found {found} faces, expected {}", 2 * copies)
        }
    };
    Check {
        words,
        is_good: wrong.is_none(),
        at: wrong.map(|_| (Sheet::Counters, 0)),
        sheets: vec![Sheet::Counters],
    }
}

/// The colours of a side: those of its pieces.
fn role_of_side<'g>(game: &'g dyn Game, id: &str) -> Option<&'g str> {
    let side = game.sides().iter().position(|side| side.id == id)?;
    let piece = game.pieces().iter().find(|piece| usize::from(piece.side) == side)?;
    Some(&piece.face.side)
}

/// A square lies wholly inside its hex only if the hex is at least 1.366 times its side across.
fn counters_on_hexes(settings: &Settings) -> Check {
    let is_good = settings.hex >= 1.366 * settings.counter;
    let (counter, hex) = (settings.counter, settings.hex);
    let words = if is_good {
        format!("Counters of {counter} mm fit hexes of {hex} mm")
    } else {
        format!(
            "Counters of {counter} mm reach over hexes of {hex} mm, which would have to be {:.1}",
            1.366 * counter
        )
    };
    Check { words, is_good, at: None, sheets: vec![Sheet::Counters] }
}

/// Has every character its picture in the fonts that go into the files?
fn glyphs(all: &[(Sheet, Arc<Made>)]) -> Check {
    let mut missing = None;
    for (sheet, made) in all {
        let fault = made.drawing.faults().into_iter().find(|fault| matches!(fault, Fault::Glyph { .. }));
        if let (None, Some(fault)) = (&missing, fault) {
            missing = Some((*sheet, fault));
        }
    }
    match missing {
        None => Check {
            words: "Fonts and glyphs are all there".into(),
            is_good: true,
            at: None,
            sheets: Sheet::ALL.to_vec(),
        },
        Some((sheet, fault)) => {
            let words = fault.to_string();
            let words = words[..1].to_uppercase() + &words[1..];
            Check { words, is_good: false, at: Some((sheet, 0)), sheets: vec![sheet] }
        }
    }
}

/// The role of the ground of a terrain.
fn ground_role(ground: GroundLook) -> Role {
    match ground {
        GroundLook::Valley => role::VALLEY,
        GroundLook::Plateau => role::PLATEAU,
        GroundLook::Mountain => role::MOUNTAIN,
        GroundLook::Rock => role::ROCK,
        GroundLook::Water => role::WATER,
    }
}

/// Steps of grey, of 255, that can be told apart side by side.
const STEP: f64 = 10.0;

/// Do any two terrains that touch on this map have the same pattern, and greys that cannot be told apart?
fn greys(map: &Drawing, terrains: &[Terrain], scenario: &Scenario) -> Check {
    let grid = &scenario.map.grid;
    let of = |hex| {
        let id = scenario.map.terrain(hex)?;
        terrains.iter().find(|terrain| terrain.id == id)
    };
    let grey =
        |terrain: &Terrain| map.roles.colour(Ink::Role(ground_role(terrain.ground)), Table::Grey).luma();
    let alike = grid.hexes().find_map(|hex| {
        let here = of(hex)?;
        grid.neighbours(hex).filter_map(|(_, next)| of(next)).find_map(|there| {
            let alike = here.id != there.id
                && here.cover == there.cover
                && here.ground != there.ground
                && (grey(here) - grey(there)).abs() < STEP;
            alike.then(|| format!("{} and {}", here.name, there.name.to_lowercase()))
        })
    });
    let words = match &alike {
        None => "Terrains differ in grey".to_owned(),
        Some(pair) => format!("{pair} look alike in grey"),
    };
    Check { words, is_good: alike.is_none(), at: None, sheets: vec![Sheet::Map, Sheet::MapTiled] }
}

/// Is the outermost part of a page as white as the paper? It is painted and looked at.
fn has_clear_margins(drawing: &Drawing, page: usize) -> bool {
    /// Pixels in a millimetre; a large poster is looked at more coarsely.
    const FINE: f64 = 2.0;
    let Some(sheet) = drawing.pages.get(page) else { return true };
    let scale = FINE.min(4000.0 / sheet.width.max(sheet.height));
    let options = PngOptions { view: View::default(), dpi: scale * 25.4 };
    let Ok(laid) = LaidPage::new(drawing, page, &options) else { return true };
    let (width, height) = laid.size();
    // A pixel less than the margin: what ends there may be smoothed into it.
    let band = ((MARGIN * scale).floor() as u32).saturating_sub(1).min(width / 2).min(height / 2);
    if band == 0 {
        return true;
    }
    let parts = [
        [0, 0, width, band],
        [0, height - band, width, band],
        [0, 0, band, height],
        [width - band, 0, band, height],
    ];
    parts.into_iter().all(|part| {
        let pixels = laid.pixels(part, &|| true).unwrap_or_default();
        // Hairs of nearly white come from smoothing alone.
        pixels.iter().all(|value| *value > 245)
    })
}

/// The page of each remark of a sheet: the one that shows the counter or the page that it begins with.
pub fn places(made: &Made) -> Vec<Option<usize>> {
    let place = |words: &String| {
        let (name, _) = words.split_once(": ")?;
        let pages = made.drawing.pages.iter().enumerate();
        let mut found = None;
        for (number, page) in pages {
            if page.label == name {
                return Some(number);
            }
            made.drawing.subjects(page, |subject, _| {
                if found.is_none() && *subject == Subject::Part(name.to_owned()) {
                    found = Some(number);
                }
            });
        }
        found
    };
    made.warnings.iter().map(place).collect()
}

/// The columns and rows of each page, by the hex numbers that can be read on it.
pub fn hexes(made: &Made, grid: &Grid) -> Vec<Option<HexRange>> {
    let page = |page: &export::drawing::Page| {
        let mut numbers = Numbers { drawing: &made.drawing, grid, found: None, depth: 0 };
        numbers.items(&page.items, Transform::IDENTITY, page.rect(), false);
        numbers.found
    };
    made.drawing.pages.iter().map(page).collect()
}

/// The layer of the map's numbers.
const NUMBERS: &str = "Hex numbers";

struct Numbers<'a> {
    drawing: &'a Drawing,
    grid: &'a Grid,
    found: Option<HexRange>,
    depth: u8,
}

impl Numbers<'_> {
    fn items(&mut self, items: &[Item], at: Transform, seen: Rect, inside: bool) {
        for item in items {
            match item {
                Item::Group(group) => self.group(group, at, seen, inside),
                Item::Text(text) if inside => {
                    let Point { x, y } = at.apply(text.at);
                    let is_seen =
                        (seen.x..=seen.right()).contains(&x) && (seen.y..=seen.bottom()).contains(&y);
                    if let (true, Ok(hex)) = (is_seen, self.grid.parse(&text.run.text)) {
                        self.add(hex);
                    }
                }
                Item::Use(used) if self.depth < 8 => {
                    if let Some(symbol) = self.drawing.symbols.get(&used.symbol) {
                        self.depth += 1;
                        self.items(&symbol.items, at.of(used.transform), seen, inside);
                        self.depth -= 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn group(&mut self, group: &Group, at: Transform, seen: Rect, inside: bool) {
        let at = at.of(group.transform);
        let mut seen = seen;
        if let Some(clip) = &group.clip {
            let Some(bounds) = clip.bounds() else { return };
            let clip = at.apply_rect(bounds);
            let (left, top) = (seen.x.max(clip.x), seen.y.max(clip.y));
            let (right, bottom) = (seen.right().min(clip.right()), seen.bottom().min(clip.bottom()));
            if left >= right || top >= bottom {
                return;
            }
            seen = Rect::around(pt(left, top), pt(right, bottom));
        }
        let inside = match group.layer.as_deref() {
            Some(layer) => layer == NUMBERS,
            None => inside,
        };
        self.items(&group.items, at, seen, inside);
    }

    fn add(&mut self, hex: engine::hex::Hex) {
        let Some((column, row)) = self.grid.column_row(hex) else { return };
        let range = self.found.get_or_insert(HexRange { columns: (column, column), rows: (row, row) });
        range.columns = (range.columns.0.min(column), range.columns.1.max(column));
        range.rows = (range.rows.0.min(row), range.rows.1.max(row));
    }
}
