//! The key of a map: for each terrain and hexside that it has, a piece of real board and what it costs.
//!
//! The pieces are drawn by the board's own code from little maps, so that the key cannot disagree with the map.

use std::collections::BTreeMap;

use engine::chart::Chart;
use engine::face::{GroundLook, HexsideKind, HexsideLook, Terrain};
use engine::hex::{Grid, HexSide, Orientation};
use engine::scenario::{Map, Road, RoadKind};

use super::{Board, Detail, Layer, MapLook, Window};
use crate::compose::kit::framed_box;
use crate::drawing::{Group, Item, Path, Rect, Text, Transform};
use crate::fonts::{Align, Face, Span, Style, paragraph, shape};
use crate::palette::role;

/// What is explained: a picture and words.
#[derive(Debug, Clone)]
pub struct Entry {
    pub name: String,
    /// One short text a class of movers.
    pub costs: Vec<String>,
    pub note: String,
    /// Whether it is a hexside that is entered across, not a hex.
    pub is_hexside: bool,
    picture: Picture,
}

/// A little map: letters of rows, what lies on the hexsides across it, a road straight through it from the north,
/// and how far the view is moved down; where hexsides are shown it is the middle one that is looked at.
#[derive(Debug, Clone)]
struct Picture {
    rows: [[usize; 3]; 3],
    sides: Option<HexsideLook>,
    road: Option<RoadKind>,
    shift: f64,
}

impl Picture {
    fn of(rows: [[usize; 3]; 3]) -> Self {
        Self { rows, sides: None, road: None, shift: 0.0 }
    }
}

/// The size of a piece of board, at the scale of the board.
pub const PIECE: (f64, f64) = (27.2, 32.4);

/// The entries of a map: its terrains, its hexsides, its level edges and cliffs, in the order of the data. Woods of
/// the same cost on different grounds are one entry. The costs of slopes and cliffs are those of the first chart
/// that has a row for them.
pub fn entries(look: MapLook<'_>, charts: &[&Chart]) -> Vec<Entry> {
    let MapLook { map, terrains, hexsides } = look;
    let used = used_terrains(map, terrains);
    let find = |test: &dyn Fn(&Terrain) -> bool| terrains.iter().position(test);
    let plain = find(&|terrain| terrain.ground == GroundLook::Valley && terrain.cover.is_none());
    let plateau = find(&|terrain| terrain.ground == GroundLook::Plateau && terrain.cover.is_none());
    let mut out: Vec<Entry> = Vec::new();
    let mut shown: Vec<(engine::face::CoverLook, &[String])> = Vec::new();
    for index in 0..terrains.len() {
        let terrain = &terrains[index];
        if !used[index] {
            continue;
        }
        let base = match terrain.ground {
            GroundLook::Valley => plain,
            _ => plateau.or(plain),
        };
        let base = base.unwrap_or(index);
        let rows = match terrain.cover {
            None if matches!(terrain.ground, GroundLook::Valley | GroundLook::Plateau) => [[index; 3]; 3],
            Some(cover) => {
                if shown.contains(&(cover, &terrain.costs)) {
                    continue;
                }
                shown.push((cover, &terrain.costs));
                let mut rows = [[base; 3]; 3];
                rows[1][1] = index;
                if cover == engine::face::CoverLook::Forest {
                    rows[2][1] = index;
                }
                rows
            }
            None => {
                let mut rows = [[base; 3]; 3];
                rows[1][1] = index;
                rows
            }
        };
        out.push(Entry {
            name: terrain.name.clone(),
            costs: terrain.costs.clone(),
            note: terrain.note.clone(),
            is_hexside: false,
            picture: Picture::of(rows),
        });
    }
    let has = |test: &dyn Fn(&Terrain) -> bool| (0..terrains.len()).any(|i| used[i] && test(&terrains[i]));
    let is_high = |terrain: &Terrain| terrain.level > 0;
    if let (Some(low), Some(high)) = (plain, plateau)
        && has(&is_high)
        && has(&|terrain| terrain.level <= 0)
    {
        let rows = [[high; 3], [high, high, low], [low; 3]];
        out.push(Entry {
            name: "Slope".into(),
            costs: costs_in(charts, |head| head.starts_with("up")),
            note: "edge of a level; shade lies on the lower side".into(),
            is_hexside: true,
            picture: Picture { shift: 8.0, ..Picture::of(rows) },
        });
    }
    let rock = (0..terrains.len()).find(|&i| used[i] && terrains[i].ground == GroundLook::Rock);
    if let (Some(low), Some(rock)) = (plain, rock) {
        out.push(Entry {
            name: "Cliff".into(),
            costs: costs_in(charts, |head| head.contains("cliff")),
            note: format!(
                "{} above {}",
                terrains[rock].name.to_lowercase(),
                terrains[low].name.to_lowercase()
            ),
            is_hexside: true,
            picture: Picture { shift: 8.0, ..Picture::of([[rock; 3], [rock; 3], [low; 3]]) },
        });
    }
    let base = plain.unwrap_or(0);
    for kind in used_hexsides(map, hexsides) {
        let is_bridge = kind.look == HexsideLook::Bridge;
        out.push(Entry {
            name: kind.name.clone(),
            costs: kind.costs.clone(),
            note: kind.note.clone(),
            is_hexside: true,
            picture: Picture {
                sides: Some(kind.look),
                road: is_bridge.then_some(RoadKind::Road),
                ..Picture::of([[base; 3]; 3])
            },
        });
    }
    let kinds = RoadKind::ALL.into_iter();
    for kind in kinds.filter(|kind| map.roads.iter().any(|road| road.kind == *kind)) {
        let name = kind.name().to_lowercase();
        out.push(Entry {
            name: kind.name().to_owned(),
            costs: costs_in(charts, |head| head.starts_with(&name)),
            note: String::new(),
            is_hexside: false,
            picture: Picture { road: Some(kind), ..Picture::of([[base; 3]; 3]) },
        });
    }
    out
}

/// The cells of the first row whose heading passes a test.
fn costs_in(charts: &[&Chart], test: impl Fn(&str) -> bool) -> Vec<String> {
    let rows = charts.iter().flat_map(|chart| &chart.rows);
    rows.filter(|row| test(&row.head.to_lowercase())).map(|row| row.cells.clone()).next().unwrap_or_default()
}

/// Which terrains the map has.
fn used_terrains(map: &Map, terrains: &[Terrain]) -> Vec<bool> {
    let mut letters = vec![false; map.legend.len()];
    for &cell in &map.cells {
        if let Some(letter) = letters.get_mut(usize::from(cell)) {
            *letter = true;
        }
    }
    let is_used =
        |terrain: &Terrain| map.legend.iter().zip(&letters).any(|((_, id), &used)| used && *id == terrain.id);
    terrains.iter().map(is_used).collect()
}

fn used_hexsides<'a>(map: &Map, hexsides: &'a [HexsideKind]) -> Vec<&'a HexsideKind> {
    hexsides.iter().filter(|kind| map.sides.values().any(|id| *id == kind.id)).collect()
}

/// A picture of an entry in an upright box, its frame included.
pub fn draw_picture(entry: &Entry, look: MapLook<'_>, into: Rect) -> Vec<Item> {
    picture(entry, look, into, into.h / PIECE.1)
}

/// A picture of an entry in a lying box, for a line of a table.
pub fn draw_picture_wide(entry: &Entry, look: MapLook<'_>, into: Rect) -> Vec<Item> {
    picture(entry, look, into, into.h / 21.0)
}

fn picture(entry: &Entry, look: MapLook<'_>, into: Rect, scale: f64) -> Vec<Item> {
    let MapLook { terrains, hexsides, .. } = look;
    let map = little_map(&entry.picture, look);
    let board = Board::new(MapLook { map: &map, terrains, hexsides });
    let crossing = HexSide::between(map.grid.at(1, 0), map.grid.at(1, 1));
    let middle = match crossing.filter(|_| entry.picture.sides.is_some()) {
        Some(side) => board.side_middle(side),
        None => board.centre(map.grid.at(1, 1)),
    };
    let middle = middle + crate::drawing::pt(0.0, entry.picture.shift);
    let (w, h) = (into.w / scale, into.h / scale);
    let clip = Rect::new(middle.x - w / 2.0, middle.y - h / 2.0, w, h);
    let window = Window::of(&board, clip);
    let mut items = Vec::new();
    for layer in [Layer::Ground, Layer::Edges, Layer::Roads, Layer::Water, Layer::Grid, Layer::Cover] {
        items.extend(board.window(&window, layer, Detail::Full));
    }
    let place =
        Transform::at(into.x - clip.x * scale, into.y - clip.y * scale).of(Transform::scale(scale, scale));
    vec![
        Group::new(vec![Group::new(items).placed(place).into()]).clipped(Path::rect(into)).into(),
        framed_box(into, role::INK, if into.h > 12.0 { 0.3 } else { 0.15 }),
    ]
}

/// The tiles of a drawing are those of its board, so that a little map has hexes of the same orientation.
fn little_map(picture: &Picture, look: MapLook<'_>) -> Map {
    let MapLook { terrains, hexsides, .. } = look;
    let orientation = look.map.grid.orientation;
    let grid = Grid { orientation, ..Grid::new(3, 3) };
    let mut sides = BTreeMap::new();
    let id_of = |look| hexsides.iter().find(|kind| kind.look == look).map(|kind| kind.id.clone());
    if let Some(look) = picture.sides {
        // Between the hexes above and those below: columns and rows counted from 0.
        let pairs = match orientation {
            Orientation::Flat => {
                [((0, 1), (0, 2)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((2, 1), (1, 1)), ((2, 1), (2, 2))]
            }
            Orientation::Pointed => {
                [((0, 0), (0, 1)), ((1, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (1, 1)), ((2, 0), (2, 1))]
            }
        };
        for (i, (above, below)) in pairs.into_iter().enumerate() {
            let crosses = matches!(look, HexsideLook::Ford | HexsideLook::Bridge);
            let here = if crosses && i != 2 { HexsideLook::River } else { look };
            let id = id_of(here).or_else(|| id_of(look));
            let side = HexSide::between(grid.at(above.0, above.1), grid.at(below.0, below.1));
            sides.extend(side.zip(id));
        }
    }
    let last = match orientation {
        Orientation::Flat => grid.at(1, 2),
        Orientation::Pointed => grid.at(2, 2),
    };
    let road = picture.road.map(|kind| Road {
        kind,
        name: String::new(),
        hexes: vec![grid.at(1, 0), grid.at(1, 1), last],
    });
    Map {
        grid,
        legend: terrains.iter().map(|terrain| (terrain.letter, terrain.id.clone())).collect(),
        cells: picture.rows.iter().flatten().map(|&index| index as u8).collect(),
        sides,
        roads: road.into_iter().collect(),
        ..Map::default()
    }
}

/// The key in a box as wide as it may be: pictures with name, costs and note beside them, in columns and rows.
/// Gives the items and the height that they take.
pub fn draw(
    entries: &[Entry],
    look: MapLook<'_>,
    at: crate::drawing::Point,
    columns: usize,
) -> (Vec<Item>, f64) {
    let mut out = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let x = at.x + (i % columns) as f64 * CELL.0;
        let y = at.y + (i / columns) as f64 * CELL.1;
        let (w, h) = (PIECE.0 * 0.9, PIECE.1 * 0.9);
        out.extend(draw_picture(entry, look, Rect::new(x, y, w, h)));
        let left = x + w + 1.9;
        let room = CELL.0 - w - 3.4;
        let name = crate::fonts::fit(Face::SerifSemibold, 10.0, 7.0, &entry.name, 0.0, room)
            .unwrap_or_else(|| shape(Face::SerifSemibold, 7.0, &entry.name, 0.0));
        out.push(Text::left(name, (left, y + 4.0), role::INK).into());
        let mut top = y + 5.6;
        if !entry.costs.is_empty() {
            let costs = entry.costs.join(" · ");
            let run = crate::fonts::fit(Face::SansBold, 7.6, 6.0, &costs, 0.0, room)
                .unwrap_or_else(|| shape(Face::SansBold, 6.0, &costs, 0.0));
            out.push(Text::left(run, (left, y + 8.6), role::INK).into());
            top = y + 9.9;
        }
        let note = Span::new(&entry.note, Style::new(Face::SerifItalic, 7.0, role::INK_SOFT));
        out.extend(Text::paragraph(&paragraph(&[note], room, 9.0, Align::Left), (left, top)));
    }
    let rows = entries.len().div_ceil(columns.max(1));
    (out, rows as f64 * CELL.1)
}

/// Width and height of an entry.
pub const CELL: (f64, f64) = (47.4, 33.0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::fixture;
    use crate::drawing::{Drawing, Page, Point};

    /// The symbols that a picture places, each with where it stands.
    fn uses(items: &[Item], place: Transform, out: &mut Vec<(String, Point)>) {
        for item in items {
            match item {
                Item::Group(group) => uses(&group.items, place.of(group.transform), out),
                Item::Use(one) => {
                    out.push((one.symbol.clone(), place.of(one.transform).apply(Point::default())))
                }
                _ => {}
            }
        }
    }

    #[test]
    fn pictures_are_pieces_of_the_board_whichever_way_its_hexes_stand() {
        let (terrains, hexsides) = (fixture::country_terrains(), fixture::country_hexsides());
        for orientation in [Orientation::Flat, Orientation::Pointed] {
            let map = fixture::country_on(Grid { orientation, ..Grid::new(20, 14) });
            let look = MapLook { map: &map, terrains: &terrains, hexsides: &hexsides };
            let into = Rect::new(0.0, 0.0, PIECE.0, PIECE.1);
            let middle = crate::drawing::pt(PIECE.0 / 2.0, PIECE.1 / 2.0);
            let mut drawing = Drawing::new("");
            drawing.symbols = Board::new(look).symbols();
            let mut page = Page::new(PIECE.0, PIECE.1);
            for entry in entries(look, &[]) {
                let items = draw_picture(&entry, look, into);
                let mut found = Vec::new();
                uses(&items, Transform::default(), &mut found);
                let count = |what: &str| found.iter().filter(|(name, _)| name.starts_with(what)).count();
                match entry.name.as_str() {
                    "Slope" => assert!(count("tile/hachure/") >= 3, "{orientation:?}: {found:?}"),
                    "Ford" => {
                        let ford = found.iter().find(|(name, _)| name.starts_with("tile/ford"));
                        let at = ford.map(|(_, at)| at.distance(middle));
                        assert!(at.is_some_and(|far| far < 1e-9), "{orientation:?}: {found:?}");
                    }
                    _ => {}
                }
                page.items.extend(items);
            }
            drawing.pages.push(page);
            assert_eq!(drawing.faults(), [], "{orientation:?}");
        }
    }
}
