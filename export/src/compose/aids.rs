//! The player aid: sequence of play, every chart of the game, terrain, the numbers of the rules.
//!
//! All of it stands on one page if it can: in two columns, with as much air between rows as the page allows. What
//! does not fit one page is set on several, with the turn track where there is room for it.

use engine::chart::Chart;
use engine::face::{HexsideKind, Terrain};

use super::charts::{Setting, arranged, changed, has_results, moved, natural_width, table};
use super::kit::{filled_box, rule};
use super::map::{MapLook, key};
use super::sheet::{FOOT, Foot, MARGIN, foot, section, title};
use super::track::{Turn, turn_track};
use crate::drawing::{Drawing, Group, Item, Page, Path, Rect, Shape, Stroke, Text, Transform, pt};
use crate::fonts::{Align, Face, Span, Style, height, paragraph, shape};
use crate::palette::{Ink, Role, role};

/// What an aid is made from.
#[derive(Clone)]
pub struct Aid<'a> {
    pub page: (f64, f64),
    pub title: String,
    /// Phases in order.
    pub sequence: Vec<Step>,
    pub charts: &'a [&'a Chart],
    /// Numbers of the rules that no chart holds.
    pub numbers: Vec<Number>,
    /// The game without tweaks, to mark what was changed.
    pub shipped: Option<Shipped<'a>>,
    /// The number of a rule's section by its slug, as readers know it.
    pub number_of: &'a dyn Fn(&str) -> Option<String>,
    pub look: MapLook<'a>,
    pub cost_classes: &'a [String],
    pub turns: &'a [Turn],
    pub counter: f64,
    /// Whether all of it is set larger.
    pub large: bool,
    pub foot: Foot,
}

/// How much larger large print is.
const LARGER: f64 = 1.2;

/// A phase: its name, what is done in it, whose it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub name: String,
    pub what: String,
    pub side: Option<Side>,
}

/// A side as the sequence names it: its name, its colour, its ink.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    pub name: String,
    pub tint: Role,
    pub ink: Role,
}

/// A number of the rules: what it is now, what it does, the slug of its rule, and what it was before a tweak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    pub value: String,
    pub what: String,
    pub rule: String,
    pub was: Option<String>,
}

/// What a game ships, as far as the aid shows it.
#[derive(Debug, Clone)]
pub struct Shipped<'a> {
    pub charts: Vec<&'a Chart>,
    pub terrains: &'a [Terrain],
    pub hexsides: &'a [HexsideKind],
}

/// Between columns.
const GUTTER: f64 = 8.0;
/// The width of a narrow column.
const NARROW: f64 = 63.0;
/// From a section's baseline to what stands under it.
const HEAD: f64 = 4.4;
/// Terrain needs as much for its pictures, costs and remarks.
const TERRAIN: f64 = 112.0;
/// From the top margin to the baseline of the first headings.
const TOP: f64 = 20.4;

/// From the end of a section to the next one's baseline.
fn after(air: f64) -> f64 {
    7.4 + 2.2 * air
}

/// A section of the aid, laid out: its items from the baseline of its heading.
struct Section {
    items: Vec<Item>,
    height: f64,
}

/// What an aid holds.
enum Part<'a> {
    Sequence,
    /// A chart, and the same as it was shipped.
    Chart(Box<Chart>, Option<Box<Chart>>),
    /// Terrain with pictures, and the chart of its costs.
    Terrain(Vec<key::Entry>, Option<&'a Chart>),
    Numbers,
    Turns,
}

impl Part<'_> {
    /// The least width that it can be read in.
    fn least(&self, aid: &Aid<'_>) -> f64 {
        match self {
            Self::Sequence | Self::Numbers => 55.0,
            // Heads and cells may be set smaller by a sixth.
            Self::Chart(chart, _) => natural_width(chart) / 1.2,
            Self::Terrain(..) => TERRAIN,
            Self::Turns => aid.page.0 - 2.0 * MARGIN,
        }
    }

    fn laid(&self, aid: &Aid<'_>, wide: f64, air: f64) -> Section {
        match self {
            Self::Sequence => sequence(aid, wide, air),
            Self::Chart(chart, shipped) => {
                let laid = table(chart, wide, Setting { air, shipped: shipped.as_deref() });
                let mut items = section(&chart.title, &reference(aid, &chart.rule), pt(0.0, 0.0), wide);
                items.push(moved(laid.items, pt(0.0, HEAD - 0.9)));
                Section { items, height: HEAD - 0.9 + laid.height }
            }
            Self::Terrain(entries, costs) => terrain(aid, entries, *costs, wide, air),
            Self::Numbers => numbers(aid, wide, air),
            Self::Turns => {
                let columns = aid.turns.len().clamp(1, 5);
                let rows = aid.turns.len().div_ceil(columns) as f64;
                let high = rows * (aid.counter + 14.0);
                let mut items = section("Turns", "", pt(0.0, 0.0), wide);
                items.extend(turn_track(aid.turns, Rect::new(0.0, HEAD, wide, high), columns, aid.counter));
                Section { items, height: HEAD + high }
            }
        }
    }
}

/// Adds the pages of the aid to a drawing.
pub fn compose(aid: &Aid<'_>, drawing: &mut Drawing) {
    // The terrain pictures are made of the board's tiles.
    drawing.symbols.extend(super::map::Board::new(aid.look).symbols());
    // Large print is the print of a smaller page, enlarged.
    let by = if aid.large { LARGER } else { 1.0 };
    let laid =
        Aid { page: ((aid.page.0 - 2.0 * MARGIN) / by + 2.0 * MARGIN, aid.page.1 / by), ..aid.clone() };
    let parts = parts(&laid);
    let pages = pages(&laid, &parts);
    let count = pages.len();
    for (number, items) in pages.into_iter().enumerate() {
        let mut page = Page::new(aid.page.0, aid.page.1);
        let area = Rect::new(MARGIN, MARGIN, aid.page.0 - 2.0 * MARGIN, aid.page.1 - 2.0 * MARGIN);
        page.items.extend(title(&aid.title, "player aid · charts and tables", area));
        if aid.large {
            // The margins were enlarged with the rest.
            let aside = MARGIN * (1.0 - by);
            let place = Transform::at(aside, 0.0).of(Transform::scale(by, by));
            page.items.push(Group::new(items).placed(place).into());
        } else {
            page.items.extend(items);
        }
        let words = Foot { page: number + 1, pages: count, ..aid.foot.clone() };
        page.items.extend(foot(&words, pt(MARGIN, aid.page.1 - MARGIN - FOOT), area.w));
        drawing.pages.push(page);
    }
}

/// The parts in the order of their weight: the sequence, tables of results, terrain, other charts, numbers.
fn parts<'a>(aid: &Aid<'a>) -> Vec<Part<'a>> {
    let entries = key::entries(aid.look, aid.charts);
    // The chart whose columns are the classes of movers is told by the pictures of terrain.
    let is_costs = |chart: &&&Chart| {
        let alike =
            chart.columns.iter().zip(aid.cost_classes).all(|(a, b)| a.to_lowercase() == b.to_lowercase());
        alike && chart.columns.len() == aid.cost_classes.len() && !chart.columns.is_empty()
    };
    let costs = aid.charts.iter().find(is_costs).copied().filter(|_| !entries.is_empty());
    let others = |charts: &[&Chart]| {
        let others: Vec<&Chart> =
            charts.iter().copied().filter(|chart| costs.is_none_or(|costs| costs.id != chart.id)).collect();
        arranged(&others)
    };
    let shipped = aid.shipped.as_ref().map(|shipped| others(&shipped.charts)).unwrap_or_default();
    let with_shipped = |chart: Chart| {
        let before =
            shipped.iter().find(|other| other.id == chart.id && other.columns == chart.columns).cloned();
        Part::Chart(Box::new(chart), before.map(Box::new))
    };
    let (results, rest): (Vec<Chart>, Vec<Chart>) = others(aid.charts).into_iter().partition(has_results);
    let mut parts = Vec::new();
    if !aid.sequence.is_empty() {
        parts.push(Part::Sequence);
    }
    parts.extend(results.into_iter().map(with_shipped));
    if !entries.is_empty() {
        parts.push(Part::Terrain(entries, costs));
    }
    parts.extend(rest.into_iter().map(with_shipped));
    if !aid.numbers.is_empty() {
        parts.push(Part::Numbers);
    }
    parts
}

/// The section that a rule stands in, as readers know it.
fn reference(aid: &Aid<'_>, rule: &str) -> String {
    (aid.number_of)(rule).map_or(String::new(), |number| format!("§{number}"))
}

/// The widths of two columns: narrow and wide, or even.
fn splits(aid: &Aid<'_>) -> [[f64; 2]; 2] {
    let wide = aid.page.0 - 2.0 * MARGIN - GUTTER;
    [[NARROW, wide - NARROW], [wide / 2.0, wide / 2.0]]
}

/// How high a page is for sections, from the first baseline on.
fn room(aid: &Aid<'_>) -> f64 {
    aid.page.1 - 2.0 * MARGIN - FOOT - TOP - 3.2
}

/// A page with parts on it: its items, and how high it is filled from the first baseline on.
struct Filled {
    items: Vec<Item>,
    high: f64,
}

/// The parts on one page, or on as many as they need; the turn track on the last one if there is room for it.
fn pages(aid: &Aid<'_>, parts: &[Part<'_>]) -> Vec<Vec<Item>> {
    let mut waiting: Vec<&Part<'_>> = parts.iter().collect();
    let mut out: Vec<Vec<Item>> = Vec::new();
    loop {
        let Some(mut last) = one_page(aid, &waiting, out.is_empty()) else {
            out.push(full_page(aid, &mut waiting));
            continue;
        };
        if !aid.turns.is_empty() {
            let section = Part::Turns.laid(aid, aid.page.0 - 2.0 * MARGIN, 1.0);
            let y = if waiting.is_empty() { 0.0 } else { last.high + after(1.0) };
            if y + section.height <= room(aid) {
                last.items.push(moved(section.items, pt(MARGIN, MARGIN + TOP + y)));
            }
        }
        // Wide sections that were set before may have left nothing over.
        if !last.items.is_empty() || out.is_empty() {
            out.push(last.items);
        }
        return out;
    }
}

/// Parts in two columns of one page, as roomy as it goes; nothing if they do not fit. A whole aid has its columns
/// end as close together as can be, what is left over stands as high as can be.
fn one_page(aid: &Aid<'_>, parts: &[&Part<'_>], is_whole: bool) -> Option<Filled> {
    let least: Vec<f64> = parts.iter().map(|part| part.least(aid)).collect();
    for air in [1.0, 0.8, 0.6, 0.4, 0.2, 0.0] {
        let fitting = splits(aid).into_iter().filter_map(|widths| {
            let laid: Vec<[Option<Section>; 2]> = parts
                .iter()
                .zip(&least)
                .map(|(part, &least)| widths.map(|wide| (least <= wide).then(|| part.laid(aid, wide, air))))
                .collect();
            let (columns, high, short) = balanced(&laid, after(air))?;
            let weight = if is_whole { high - short } else { high };
            (high <= room(aid)).then_some((weight, widths, laid, columns, high))
        });
        let best = fitting.min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, widths, laid, columns, high)) = best else { continue };
        let mut items = Vec::new();
        for column in 0..2 {
            let own = |index: &usize| columns[*index] == column;
            let total: f64 = (0..parts.len())
                .filter(own)
                .filter_map(|index| laid[index][column].as_ref())
                .map(|section| section.height)
                .sum();
            let count = (0..parts.len()).filter(own).count();
            // The shorter column is spread, so that both end on one line.
            let gap = ((high - total) / (count.max(2) - 1) as f64).min(after(air) + 5.0);
            // The column that begins with the first part is the left one.
            let is_left = columns.first() == Some(&column);
            let x = MARGIN + if is_left { 0.0 } else { widths[1 - column] + GUTTER };
            let mut y = MARGIN + TOP;
            for index in (0..parts.len()).filter(own) {
                let Some(section) = &laid[index][column] else { continue };
                items.push(moved(section.items.clone(), pt(x, y)));
                y += section.height + gap;
            }
        }
        return Some(Filled { items, high });
    }
    None
}

/// The column of each section so that the higher of two columns is as low as can be, with the heights of the
/// higher and the lower one. Nothing if a section is too wide for both, or if there are too many to try.
fn balanced(laid: &[[Option<Section>; 2]], gap: f64) -> Option<(Vec<usize>, f64, f64)> {
    if laid.len() > 14 {
        return None;
    }
    let ways = 0..1_u32 << laid.len();
    let measured = ways.filter_map(|way| {
        let mut ends = [-gap; 2];
        for (index, section) in laid.iter().enumerate() {
            let column = usize::from(way >> index & 1 == 1);
            ends[column] += section[column].as_ref()?.height + gap;
        }
        Some((way, ends[0].max(ends[1]), ends[0].min(ends[1]).max(0.0)))
    });
    let (way, high, short) = measured.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(((0..laid.len()).map(|index| usize::from(way >> index & 1 == 1)).collect(), high, short))
}

/// A page filled with as many parts as fit, which are then no longer waiting: each in the column that has room and
/// suits it, wide ones across both.
fn full_page(aid: &Aid<'_>, waiting: &mut Vec<&Part<'_>>) -> Vec<Item> {
    let [uneven, even] = splits(aid);
    let across = aid.page.0 - 2.0 * MARGIN;
    let needs_wide = |part: &&Part<'_>| {
        let least = part.least(aid);
        least > even[0] && least <= uneven[1]
    };
    let widths = if waiting.iter().any(needs_wide) { uneven } else { even };
    let mut page = Vec::new();
    let mut ends = [0.0_f64; 2];
    let start = |end: f64| if end > 0.0 { end + after(1.0) } else { 0.0 };
    let mut index = 0;
    while index < waiting.len() {
        let least = waiting[index].least(aid);
        // The shorter column first; a narrow section prefers the narrow one.
        let columns = match () {
            () if least > widths[1] => None,
            () if least > widths[0] => Some([1, 1]),
            () if widths == even && ends[1] < ends[0] => Some([1, 0]),
            () => Some([0, 1]),
        };
        let fit = match columns {
            Some(columns) => columns.into_iter().find_map(|column| {
                let section = waiting[index].laid(aid, widths[column], 1.0);
                let y = start(ends[column]);
                (y + section.height <= room(aid)).then_some((Some(column), y, section))
            }),
            None => {
                let section = waiting[index].laid(aid, across, 1.0);
                let y = start(ends[0].max(ends[1]));
                // On an empty page it is set all the same; it is the caller's paper that is too small.
                (y + section.height <= room(aid) || y == 0.0).then_some((None, y, section))
            }
        };
        let Some((column, y, section)) = fit else {
            index += 1;
            continue;
        };
        waiting.remove(index);
        let end = y + section.height;
        let x = MARGIN + if column == Some(1) { widths[0] + GUTTER } else { 0.0 };
        page.push(moved(section.items, pt(x, MARGIN + TOP + y)));
        match column {
            Some(column) => ends[column] = end,
            None => ends = [end; 2],
        }
    }
    if page.is_empty() && !waiting.is_empty() {
        let section = waiting.remove(0).laid(aid, across, 1.0);
        page.push(moved(section.items, pt(MARGIN, MARGIN + TOP)));
    }
    page
}

/// The phases of a turn, numbered, under the bars of the sides that they belong to.
fn sequence(aid: &Aid<'_>, wide: f64, air: f64) -> Section {
    let mut items = section("Sequence of play", "", pt(0.0, 0.0), wide);
    let mut y = HEAD - 0.6;
    let mut side: Option<&Side> = None;
    for (i, step) in aid.sequence.iter().enumerate() {
        if let Some(now) = step.side.as_ref().filter(|now| side != Some(*now)) {
            y += if i > 0 { 0.5 + 0.5 * air } else { 0.0 };
            let bar = Rect::new(0.0, y, wide, 5.0);
            let shape_of = Shape::filled(Path::rect(bar), now.tint).and_stroked(Stroke::new(now.ink, 0.15));
            items.push(shape_of.into());
            let tint = Ink::On { ground: now.tint, light: role::CREAM, dark: now.ink };
            let name = shape(Face::SansBold, 7.4, &now.name.to_uppercase(), 0.06);
            items.push(Text::left(name, (1.8, y + 3.45), tint).into());
            y += 5.0 + 1.0 + 0.4 * air;
            side = Some(now);
        } else if i == 0 {
            y += 0.6;
        }
        let number = shape(Face::SansBold, 7.4, &(i + 1).to_string(), 0.0);
        items.push(Text::right(number, (4.2, y + 2.9), role::RULE_NUMBER).into());
        let spans = [
            Span::new(format!("{}. ", step.name), Style::new(Face::SerifSemibold, 8.6, role::INK)),
            Span::new(&step.what, Style::new(Face::Serif, 8.6, role::INK)),
        ];
        let lines = paragraph(&spans, wide - 6.6, 10.1, Align::Left);
        items.extend(Text::paragraph(&lines, (6.4, y)));
        y += height(&lines, 10.1) + 0.6 + 0.6 * air;
    }
    items.push(rule((0.0, y + 0.4), (wide, y + 0.4), role::INK, 0.35));
    Section { items, height: y + 0.4 }
}

/// The numbers of the rules: value, what it does, where it stands; those that were changed with a bar and what
/// they were.
fn numbers(aid: &Aid<'_>, wide: f64, air: f64) -> Section {
    const VALUE: f64 = 8.2;
    let mut items = section("Numbers of the rules", "", pt(0.0, 0.0), wide);
    let mut y = HEAD - 0.4;
    for number in &aid.numbers {
        let style = |face, size, tint| Style::new(face, size, tint);
        let mut spans = vec![Span::new(&number.what, style(Face::Serif, 8.0, role::INK))];
        if let Some(was) = &number.was {
            spans.push(Span::new(format!(" Was {was}."), style(Face::SerifSemibold, 8.0, role::ALERT)));
        }
        let reference = reference(aid, &number.rule);
        if !reference.is_empty() {
            spans.push(Span::new(format!(" {reference}"), style(Face::Sans, 6.0, role::RULE_NUMBER)));
        }
        let lines = paragraph(&spans, wide - VALUE - 2.0, 9.2, Align::Left);
        let high = height(&lines, 9.2);
        let value = crate::fonts::fit(Face::SansBold, 8.0, 6.0, &number.value, 0.0, VALUE)
            .unwrap_or_else(|| shape(Face::SansBold, 6.0, &number.value, 0.0));
        items.push(Text::right(value, (VALUE, y + 2.75), role::INK).into());
        items.extend(Text::paragraph(&lines, (VALUE + 2.0, y)));
        if number.was.is_some() {
            items.push(filled_box(Rect::new(0.0, y + 0.2, 0.8, high - 0.2), role::ALERT));
        }
        y += high + 0.5 + 0.6 * air;
    }
    items.push(rule((0.0, y + 0.4), (wide, y + 0.4), role::INK, 0.35));
    Section { items, height: y + 0.4 }
}

/// Terrain with a piece of board for each: what it costs and what else it does.
fn terrain(aid: &Aid<'_>, entries: &[key::Entry], costs: Option<&Chart>, wide: f64, air: f64) -> Section {
    const PICTURE: f64 = 9.4;
    const LEFT: f64 = PICTURE + 2.2;
    let high = 5.9 + 1.3 * air;
    let shipped = aid.shipped.as_ref();
    let before = shipped.map(|shipped| {
        let look = MapLook { terrains: shipped.terrains, hexsides: shipped.hexsides, ..aid.look };
        key::entries(look, &shipped.charts)
    });
    let before = before.unwrap_or_default();
    let rule_number = costs.map_or(String::new(), |chart| reference(aid, &chart.rule));
    let mut items = section("Terrain", &rule_number, pt(0.0, 0.0), wide);
    let classes = aid.cost_classes;
    // Columns for the costs, the rest for the remarks.
    let is_close = wide < 150.0;
    let (name_width, class) = if is_close { (35.0, 13.4) } else { (42.0, 18.0) };
    let middle = |i: usize| LEFT + name_width + class * (i as f64 + 0.5);
    let notes = LEFT + name_width + class * classes.len() as f64 + if is_close { 1.4 } else { 4.0 };
    let top = HEAD - 0.9;
    let head = 6.4;
    items.push(filled_box(Rect::new(0.0, top, wide, head), role::TABLE_HEAD));
    items.push(rule((0.0, top), (wide, top), role::INK, 0.35));
    items.push(rule((0.0, top + head), (wide, top + head), role::INK, 0.2));
    let label = |text: &str| shape(Face::SansBold, 7.2, text, 0.0);
    let base = top + head - 2.25;
    items.push(Text::left(label("Enter"), (LEFT, base), role::INK).into());
    for (i, one) in classes.iter().enumerate() {
        items.push(Text::centred(label(one), (middle(i), base), role::INK).into());
    }
    items.push(Text::left(label("Remarks"), (notes, base), role::INK).into());
    let cells = |costs: &[String], was: Option<&[String]>, y: f64, high: f64| {
        let mut out: Vec<Item> = Vec::new();
        for (i, cost) in costs.iter().take(classes.len()).enumerate() {
            let (face, tint) =
                if cost == "no" { (Face::SansBold, role::ALERT) } else { (Face::Sans, role::INK) };
            let at = (middle(i), y + high / 2.0 + 1.15);
            out.push(Text::centred(shape(face, 9.5, cost, 0.0), at, tint).into());
            if let Some(was) = was.and_then(|was| was.get(i)).filter(|was| *was != cost) {
                out.extend(changed(was, Rect::new(middle(i) - class / 2.0, y, class, high)));
            }
        }
        out
    };
    let mut y = top + head;
    for (j, entry) in entries.iter().enumerate() {
        if j % 2 == 1 {
            items.push(filled_box(Rect::new(0.0, y, wide, high), role::TABLE_ROW));
        }
        let picture = Rect::new(0.5, y + 0.4, PICTURE, high - 0.8);
        items.extend(key::draw_picture_wide(entry, aid.look, picture));
        let base = y + high / 2.0 + 1.15;
        let mut x = LEFT;
        if entry.is_hexside {
            let run = shape(Face::SerifItalic, 7.6, "hexside: ", 0.0);
            let wide = run.width();
            items.push(Text::left(run, (x, base), role::INK_SOFT).into());
            x += wide;
        }
        items
            .push(Text::left(shape(Face::SerifSemibold, 9.0, &entry.name, 0.0), (x, base), role::INK).into());
        let was = before.iter().find(|other| other.name == entry.name).map(|other| other.costs.as_slice());
        items.extend(cells(&entry.costs, was, y, high));
        items.extend(remark(&entry.note, Rect::new(notes, y, wide - notes - 0.6, high)));
        y += high;
        items.push(rule((0.0, y), (wide, y), role::TABLE_HAIR, 0.12));
    }
    // Rows of the chart that have no picture of their own.
    let is_told = |head: &str| {
        let head = head.to_lowercase();
        head.starts_with("up") || entries.iter().any(|entry| entry.name.to_lowercase() == head)
    };
    let old_costs = costs.and_then(|chart| {
        let shipped = shipped?.charts.iter().find(|other| other.id == chart.id)?;
        Some(*shipped)
    });
    for row in costs.into_iter().flat_map(|chart| &chart.rows).filter(|row| !is_told(&row.head)) {
        let low = 5.2 + 0.6 * air;
        let name = shape(Face::SerifSemibold, 9.0, &row.head, 0.0);
        let x = if LEFT + name.width() > LEFT + name_width { 1.6 } else { LEFT };
        items.push(Text::left(name, (x, y + low / 2.0 + 1.15), role::INK).into());
        let was = old_costs.and_then(|chart| chart.rows.iter().find(|other| other.head == row.head));
        items.extend(cells(&row.cells, was.map(|row| row.cells.as_slice()), y, low));
        y += low;
        items.push(rule((0.0, y), (wide, y), role::TABLE_HAIR, 0.12));
    }
    items.push(rule((0.0, y), (wide, y), role::INK, 0.35));
    if let Some(note) = costs.map(|chart| chart.note.as_str()).filter(|note| !note.is_empty()) {
        let span = Span::new(note, Style::new(Face::SerifItalic, 7.6, role::INK_SOFT));
        let lines = paragraph(&[span], wide, 9.2, Align::Left);
        items.extend(Text::paragraph(&lines, (0.0, y + 1.2)));
        y += 1.2 + height(&lines, 9.2);
    }
    Section { items, height: y }
}

/// A remark in a line of the table: on one line if it fits, else on two.
fn remark(text: &str, into: Rect) -> Vec<Item> {
    if let Some(run) = crate::fonts::fit(Face::SerifItalic, 8.2, 7.2, text, 0.0, into.w) {
        return vec![Text::left(run, (into.x, into.y + into.h / 2.0 + 1.0), role::INK).into()];
    }
    let span = |size| Span::new(text, Style::new(Face::SerifItalic, size, role::INK));
    let mut lines = paragraph(&[span(7.2)], into.w, 7.8, Align::Left);
    let mut leading = 7.8;
    if lines.len() > 2 {
        leading = 6.6;
        lines = paragraph(&[span(6.0)], into.w, leading, Align::Left);
    }
    Text::paragraph(&lines, (into.x, into.y + (into.h - height(&lines, leading)) / 2.0 + 0.1))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section_of(height: f64) -> Section {
        Section { items: Vec::new(), height }
    }

    #[test]
    fn columns_are_balanced_by_what_they_can_hold() {
        let both = |height| [Some(section_of(height)), Some(section_of(height))];
        let wide = |height| [None, Some(section_of(height))];
        let (columns, high, short) =
            balanced(&[both(40.0), wide(60.0), both(20.0), both(10.0)], 5.0).unwrap();
        assert_eq!(columns, [0, 1, 0, 1]);
        assert_eq!((high, short), (75.0, 65.0));
        assert!(balanced(&[[None, None]], 5.0).is_none());
    }
}
