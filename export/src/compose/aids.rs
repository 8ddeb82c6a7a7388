//! The player aid: sequence of play, terrain, every chart of the game, the turn track.

use engine::chart::Chart;

use super::charts::{arranged, moved, natural_width, table};
use super::kit::{filled_box, rule};
use super::map::{MapLook, key};
use super::sheet::{FOOT, Foot, MARGIN, foot, section, title};
use super::track::{Turn, turn_track};
use crate::drawing::{Drawing, Item, Page, Rect, Text, pt};
use crate::fonts::{Align, Face, Span, Style, height, paragraph, shape};
use crate::palette::role;

/// What an aid is made from.
#[derive(Clone)]
pub struct Aid<'a> {
    pub page: (f64, f64),
    pub title: String,
    /// Phases in order: name, and what is done in it.
    pub sequence: Vec<(String, String)>,
    pub charts: &'a [&'a Chart],
    /// The number of a rule's section by its slug, as readers know it.
    pub number_of: &'a dyn Fn(&str) -> Option<String>,
    pub look: MapLook<'a>,
    pub cost_classes: &'a [String],
    pub turns: &'a [Turn],
    pub counter: f64,
    pub foot: Foot,
}

/// Between columns.
const GUTTER: f64 = 8.0;
/// From a section's baseline to what stands under it.
const HEAD: f64 = 4.4;
/// From the end of a section to the next one's baseline.
const AFTER: f64 = 9.6;

/// A section of the aid, laid out: its items from the baseline of its heading.
struct Section {
    items: Vec<Item>,
    height: f64,
    is_wide: bool,
}

/// Adds the pages of the aid to a drawing.
pub fn compose(aid: &Aid<'_>, drawing: &mut Drawing) {
    let wide = aid.page.0 - 2.0 * MARGIN;
    let half = (wide - GUTTER) / 2.0;
    // The terrain pictures are made of the board's tiles.
    drawing.symbols.extend(super::map::Board::new(aid.look).symbols());
    let mut sections = Vec::new();
    if !aid.sequence.is_empty() {
        sections.push(sequence(aid, half));
    }
    let entries = key::entries(aid.look, aid.charts);
    // The chart whose columns are the classes of movers is told by the pictures of terrain.
    let is_costs = |chart: &&&Chart| {
        let alike =
            chart.columns.iter().zip(aid.cost_classes).all(|(a, b)| a.to_lowercase() == b.to_lowercase());
        alike && chart.columns.len() == aid.cost_classes.len() && !chart.columns.is_empty()
    };
    let costs = aid.charts.iter().find(is_costs).copied().filter(|_| !entries.is_empty());
    let others: Vec<&Chart> =
        aid.charts.iter().copied().filter(|chart| costs.is_none_or(|costs| costs != *chart)).collect();
    for chart in arranged(&others) {
        let is_wide = natural_width(&chart) > half + 6.0;
        let room = if is_wide { wide } else { half };
        let laid = table(&chart, room);
        let mut items = section(&chart.title, &reference(aid, &chart.rule), pt(0.0, 0.0), room);
        items.push(moved(laid.items, pt(0.0, HEAD - 0.9)));
        sections.push(Section { items, height: HEAD - 0.9 + laid.height, is_wide });
    }
    // Narrow ones first, so that wide ones leave no holes beside them.
    sections.sort_by_key(|section| section.is_wide);
    if !entries.is_empty() {
        sections.push(terrain(aid, &entries, costs, wide));
    }
    if !aid.turns.is_empty() {
        let columns = aid.turns.len().clamp(1, 10).min(5);
        let rows = aid.turns.len().div_ceil(columns) as f64;
        let high = rows * (aid.counter + 14.0);
        let mut items = section("Turns", "", pt(0.0, 0.0), wide);
        items.extend(turn_track(aid.turns, Rect::new(0.0, HEAD, wide, high), columns, aid.counter));
        sections.push(Section { items, height: HEAD + high, is_wide: true });
    }
    set(aid, sections, drawing);
}

/// The section that a rule stands in, as readers know it.
fn reference(aid: &Aid<'_>, rule: &str) -> String {
    (aid.number_of)(rule).map_or(String::new(), |number| format!("§{number}"))
}

/// Sets the sections on pages: narrow ones into the shorter of two columns, wide ones across both.
fn set(aid: &Aid<'_>, sections: Vec<Section>, drawing: &mut Drawing) {
    let top = MARGIN + 13.0 + 8.0;
    let bottom = aid.page.1 - MARGIN - FOOT - 2.0;
    let right = MARGIN + (aid.page.0 - 2.0 * MARGIN + GUTTER) / 2.0;
    let mut pages: Vec<Vec<Item>> = vec![Vec::new()];
    let mut ends = [top, top];
    let mut waiting: Vec<Section> = sections;
    while !waiting.is_empty() {
        // The first section that still fits on the page, so that a long one leaves no hole.
        let fits = |section: &Section, ends: &[f64; 2]| {
            let from = if section.is_wide { ends[0].max(ends[1]) } else { ends[0].min(ends[1]) };
            from + section.height <= bottom
        };
        let is_empty = ends == [top, top];
        let next = waiting.iter().position(|section| fits(section, &ends));
        let next = match next {
            Some(next) => next,
            // Nothing fits an empty page: set it all the same; it is the caller's paper that is too small.
            None if is_empty => 0,
            None => {
                pages.push(Vec::new());
                ends = [top, top];
                continue;
            }
        };
        let section = waiting.remove(next);
        let page = pages.last_mut().expect("there is always a page");
        if section.is_wide {
            let y = ends[0].max(ends[1]);
            page.push(moved(section.items, pt(MARGIN, y)));
            ends = [y + section.height + AFTER; 2];
        } else {
            let column = usize::from(ends[1] < ends[0]);
            let x = if column == 0 { MARGIN } else { right };
            page.push(moved(section.items, pt(x, ends[column])));
            ends[column] += section.height + AFTER;
        }
    }
    let count = pages.len();
    for (number, items) in pages.into_iter().enumerate() {
        let mut page = Page::new(aid.page.0, aid.page.1);
        let area = Rect::new(MARGIN, MARGIN, aid.page.0 - 2.0 * MARGIN, aid.page.1 - 2.0 * MARGIN);
        page.items.extend(title(&aid.title, "player aid · charts and tables", area));
        page.items.extend(items);
        let words = Foot { page: number + 1, pages: count, ..aid.foot.clone() };
        page.items.extend(foot(&words, pt(MARGIN, aid.page.1 - MARGIN - FOOT), area.w));
        drawing.pages.push(page);
    }
}

/// The phases of a turn, numbered.
fn sequence(aid: &Aid<'_>, wide: f64) -> Section {
    let mut items = section("Sequence of play", "", pt(0.0, 0.0), wide);
    let mut y = HEAD;
    for (i, (name, what)) in aid.sequence.iter().enumerate() {
        let number = shape(Face::SansBold, 7.4, &(i + 1).to_string(), 0.0);
        items.push(Text::right(number, (4.2, y + 3.0), role::RULE_NUMBER).into());
        let spans = [
            Span::new(format!("{name}. "), Style::new(Face::SerifSemibold, 8.6, role::INK)),
            Span::new(what, Style::new(Face::Serif, 8.6, role::INK)),
        ];
        let lines = paragraph(&spans, wide - 6.6, 10.4, Align::Left);
        items.extend(Text::paragraph(&lines, (6.4, y)));
        y += height(&lines, 10.4) + 1.2;
    }
    items.push(rule((0.0, y + 0.4), (wide, y + 0.4), role::INK, 0.35));
    Section { items, height: y + 0.4, is_wide: false }
}

/// Terrain with a piece of board for each: what it costs and what else it does.
fn terrain(aid: &Aid<'_>, entries: &[key::Entry], costs: Option<&Chart>, wide: f64) -> Section {
    const ROW: f64 = 7.2;
    const PICTURE: f64 = 9.4;
    let rule_number = costs.map_or(String::new(), |chart| reference(aid, &chart.rule));
    let mut items = section("Terrain", &rule_number, pt(0.0, 0.0), wide);
    let classes = aid.cost_classes;
    let name_width = 42.0;
    let class = 18.0;
    let top = HEAD - 0.9;
    let head = 6.4;
    items.push(filled_box(Rect::new(0.0, top, wide, head), role::TABLE_HEAD));
    items.push(rule((0.0, top), (wide, top), role::INK, 0.35));
    items.push(rule((0.0, top + head), (wide, top + head), role::INK, 0.2));
    let label = |text: &str| shape(Face::SansBold, 7.2, text, 0.0);
    let base = top + head - 2.25;
    items.push(Text::left(label("Enter"), (PICTURE + 2.4, base), role::INK).into());
    for (i, one) in classes.iter().enumerate() {
        let x = PICTURE + 2.4 + name_width + class * (i as f64 + 0.5);
        items.push(Text::centred(label(one), (x, base), role::INK).into());
    }
    let notes = PICTURE + 2.4 + name_width + class * classes.len() as f64 + 4.0;
    items.push(Text::left(label("Remarks"), (notes, base), role::INK).into());
    let mut y = top + head;
    for (j, entry) in entries.iter().enumerate() {
        if j % 2 == 1 {
            items.push(filled_box(Rect::new(0.0, y, wide, ROW), role::TABLE_ROW));
        }
        let picture = Rect::new(0.5, y + 0.4, PICTURE, ROW - 0.8);
        items.extend(key::draw_picture_wide(entry, aid.look, picture));
        let base = y + ROW / 2.0 + 1.15;
        let mut x = PICTURE + 2.4;
        if entry.is_hexside {
            let run = shape(Face::SerifItalic, 7.6, "hexside: ", 0.0);
            let wide = run.width();
            items.push(Text::left(run, (x, base), role::INK_SOFT).into());
            x += wide;
        }
        items
            .push(Text::left(shape(Face::SerifSemibold, 9.0, &entry.name, 0.0), (x, base), role::INK).into());
        for (i, cost) in entry.costs.iter().take(classes.len()).enumerate() {
            let is_no = cost == "no";
            let face = if is_no { Face::SansBold } else { Face::Sans };
            let tint = if is_no { role::ALERT } else { role::INK };
            let x = PICTURE + 2.4 + name_width + class * (i as f64 + 0.5);
            items.push(Text::centred(shape(face, 9.5, cost, 0.0), (x, base), tint).into());
        }
        let note = crate::fonts::fit(Face::SerifItalic, 8.2, 6.0, &entry.note, 0.0, wide - notes - 1.0)
            .unwrap_or_else(|| shape(Face::SerifItalic, 6.0, &entry.note, 0.0));
        items.push(Text::left(note, (notes, base), role::INK).into());
        y += ROW;
        items.push(rule((0.0, y), (wide, y), role::TABLE_HAIR, 0.12));
    }
    // Rows of the chart that have no picture of their own.
    let is_told = |head: &str| {
        let head = head.to_lowercase();
        head.starts_with("up") || entries.iter().any(|entry| entry.name.to_lowercase() == head)
    };
    for row in costs.into_iter().flat_map(|chart| &chart.rows).filter(|row| !is_told(&row.head)) {
        let base = y + 5.8 / 2.0 + 1.15;
        let name = shape(Face::SerifSemibold, 9.0, &row.head, 0.0);
        items.push(Text::left(name, (PICTURE + 2.4, base), role::INK).into());
        for (i, cost) in row.cells.iter().take(classes.len()).enumerate() {
            let x = PICTURE + 2.4 + name_width + class * (i as f64 + 0.5);
            items.push(Text::centred(shape(Face::Sans, 9.5, cost, 0.0), (x, base), role::INK).into());
        }
        y += 5.8;
        items.push(rule((0.0, y), (wide, y), role::TABLE_HAIR, 0.12));
    }
    items.push(rule((0.0, y), (wide, y), role::INK, 0.35));
    if let Some(note) = costs.map(|chart| chart.note.as_str()).filter(|note| !note.is_empty()) {
        let span = Span::new(note, Style::new(Face::SerifItalic, 7.6, role::INK_SOFT));
        let lines = paragraph(&[span], wide, 9.2, Align::Left);
        items.extend(Text::paragraph(&lines, (0.0, y + 1.2)));
        y += 1.2 + height(&lines, 9.2);
    }
    Section { items, height: y, is_wide: true }
}
