//! The select tool on the board.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Align, Color32, Key, Layout, Modifiers, Pos2, Rect, Shape, Stroke as Line, StrokeKind, Ui};
use engine::hex::{Corner, Hex};
use engine::scenario::Flip;

use super::{Bench, MapUi, Options, label, under_pointer};
use crate::canvas::marks::{CASING, CORE, Marks, TEAL};
use crate::canvas::pieces::{self, Placed};
use crate::command::Command;
use crate::document::Document;
use crate::layers::{Layers, MapLayer};
use crate::panels::context::hex_swatch;
use crate::selection::{Joining, Selection, Thing, rings};
use crate::tools::{
    Bare, Filter, Motion, Pointer, SelectStroke, Selected, Stroke, Tool, carried, on_board, places_of, point,
};
use crate::widgets::{Button, bar_line, hint, segments, segments_width};

/// The terrain that is left where hexes were taken away.
pub fn bare(document: &Document) -> Bare<'_> {
    document.game().terrains().first().map_or(('.', "plain"), |terrain| (terrain.letter, terrain.id.as_str()))
}

/// What lies under the pointer, for the filter: the topmost thing, else the hex.
pub fn pick(bench: &Bench<'_>, pointer: Pointer, filter: Filter) -> Option<Selection> {
    let visible = |layer| bench.layers.get(layer).visible;
    let at = |thing| Some(Selection { cursor: Some(pointer.hex), ..Selection::thing(thing) });
    let all = filter == Filter::All;
    if (all || filter == Filter::Pieces)
        && let Some(placed) = pieces::pick(bench.placed, pointer.at)
    {
        let piece = Thing::Piece(placed.piece);
        return Some(Selection { cursor: Some(placed.at), ..Selection::thing(piece) });
    }
    if all
        && visible(MapLayer::Labels)
        && let Some(label) = label::at(bench, pointer)
    {
        return at(Thing::Label(label));
    }
    let map = &bench.scenario().map;
    if (all || filter == Filter::Sides) && visible(MapLayer::Hexsides) {
        // Zoomed far out every point is near a side; a hex keeps a middle of its own.
        let near = if all { pointer.near.min(bench.canvas.layout.flat() as f32 * 0.2) } else { pointer.near };
        let side = Pointer { near, ..pointer }.side(&bench.canvas.layout);
        if let Some(side) =
            side.filter(|side| on_board(bench.grid(), *side) && (!all || map.side(*side).is_some()))
        {
            return at(Thing::Side(side));
        }
    }
    if all && visible(MapLayer::Roads) {
        let near = pointer.near.min(bench.canvas.layout.flat() as f32 * 0.15);
        let centre = |hex: &Hex| point(bench.canvas.layout.centre(*hex));
        let is_near = |road: &engine::scenario::Road| {
            road.hexes.windows(2).any(|pair| {
                crate::tools::distance_to_line(pointer.at, centre(&pair[0]), centre(&pair[1])) <= near
            })
        };
        if let Some(road) = map.roads.iter().position(is_near) {
            return at(Thing::Road(road));
        }
    }
    ((all || filter == Filter::Hexes) && bench.has(pointer.hex)).then(|| Selection::hex(pointer.hex))
}

/// A box with the slack of a hand: drawn from the middle of a hex to that of another it holds both.
fn with_slack(bench: &Bench<'_>, rect: Rect) -> Rect {
    rect.expand(bench.canvas.layout.flat() as f32 * 0.12)
}

/// The hexes of the board whose centres lie in a box, in millimetres.
fn hexes_in(bench: &Bench<'_>, rect: Rect) -> BTreeSet<Hex> {
    let (grid, layout) = (bench.grid(), &bench.canvas.layout);
    let corner = |at: Pos2| grid.column_row_signed(layout.hex_at_point(f64::from(at.x), f64::from(at.y)));
    let corners = [rect.left_top(), rect.right_top(), rect.left_bottom(), rect.right_bottom()].map(corner);
    let range = |of: fn(&(i32, i32)) -> i32, count: u16| {
        let low = corners.iter().map(of).min().unwrap_or(0) - 1;
        let high = corners.iter().map(of).max().unwrap_or(0) + 1;
        low.max(0)..(high + 1).min(i32::from(count))
    };
    let columns = range(|at| at.0, grid.columns);
    let rows = range(|at| at.1, grid.rows);
    columns
        .flat_map(|column| rows.clone().map(move |row| (column, row)))
        .map(|(column, row)| grid.at_signed(column, row))
        .filter(|hex| grid.contains(*hex) && rect.contains(point(layout.centre(*hex))))
        .collect()
}

/// All that lies in a box, for the filter.
fn in_box(bench: &Bench<'_>, rect: Rect, filter: Filter) -> Selection {
    let mut out = Selection::default();
    let visible = |layer| bench.layers.get(layer).visible;
    let (map, layout) = (&bench.scenario().map, &bench.canvas.layout);
    let rect = with_slack(bench, rect);
    let inside = |hex: &Hex| rect.contains(point(layout.centre(*hex)));
    if matches!(filter, Filter::Hexes | Filter::All) {
        out.hexes = hexes_in(bench, rect);
    }
    if matches!(filter, Filter::Pieces | Filter::All) {
        let within = bench.placed.iter().filter(|placed| rect.contains(placed.rect.center()));
        out.things.extend(within.map(|placed| Thing::Piece(placed.piece)));
    }
    if matches!(filter, Filter::Sides | Filter::All) && visible(MapLayer::Hexsides) {
        let sides = map.sides.keys().filter(|side| rect.contains(point(layout.side_middle(**side))));
        out.things.extend(sides.map(|side| Thing::Side(*side)));
    }
    if filter == Filter::All {
        if visible(MapLayer::Labels) {
            let labels = map.labels.iter().enumerate().filter(|(_, label)| inside(&label.at));
            out.things.extend(labels.map(|(index, _)| Thing::Label(index)));
        }
        if visible(MapLayer::Roads) {
            let roads = map.roads.iter().enumerate().filter(|(_, road)| road.hexes.iter().all(inside));
            out.things.extend(roads.map(|(index, _)| Thing::Road(index)));
        }
    }
    out
}

/// All on the board that can be seen, for the filter.
pub fn all(document: &Document, filter: Filter, layers: &Layers) -> Selection {
    let visible = |layer| layers.get(layer).visible;
    let (scenario, map) = (document.scenario(), &document.scenario().map);
    let mut out = Selection::default();
    if matches!(filter, Filter::Hexes | Filter::All) {
        out.hexes = map.grid.hexes().collect();
    }
    if matches!(filter, Filter::Pieces | Filter::All) && visible(MapLayer::Pieces) {
        let pieces = (0..scenario.pieces.len()).map(Thing::Piece);
        out.things.extend(pieces.filter(|piece| !places_of(scenario, *piece).is_empty()));
    }
    if matches!(filter, Filter::Sides | Filter::All) && visible(MapLayer::Hexsides) {
        out.things.extend(map.sides.keys().map(|side| Thing::Side(*side)));
    }
    if filter == Filter::All && visible(MapLayer::Labels) {
        out.things.extend((0..map.labels.len()).map(Thing::Label));
    }
    if filter == Filter::All && visible(MapLayer::Roads) {
        out.things.extend((0..map.roads.len()).map(Thing::Road));
    }
    out
}

pub fn press(bench: &mut Bench<'_>, pointer: Pointer) {
    let hit = pick(bench, pointer, bench.tools.select.filter).unwrap_or_default();
    let has = |selection: &Selection| {
        !hit.is_empty() && hit.hexes.is_subset(&selection.hexes) && hit.things.is_subset(&selection.things)
    };
    // A hex has to be selected before it is led away: a drag over the ground is a marquee. A thing need not.
    let loose = hit.things.iter().any(|thing| matches!(thing, Thing::Piece(_) | Thing::Label(_)));
    let movable = has(bench.selection) || loose;
    let how = Joining::of(bench.modifiers);
    bench.tools.stroke =
        Some(Stroke::Select(SelectStroke::press(pointer.at, pointer.hex, hit, movable, how)));
}

pub fn lead(bench: &mut Bench<'_>, pointer: Pointer) {
    if let Some(Stroke::Select(stroke)) = &mut bench.tools.stroke {
        stroke.drag(pointer.at, pointer.hex, pointer.near / 2.0);
    }
}

/// What a stroke moves: what was selected, or the thing under the button if it was not.
fn led<'a>(selection: &'a Selection, hit: &'a Selection) -> &'a Selection {
    let has = hit.hexes.is_subset(&selection.hexes) && hit.things.is_subset(&selection.things);
    if has { selection } else { hit }
}

pub fn release(bench: &mut Bench<'_>, _: Pointer) {
    let Some(Stroke::Select(stroke)) = bench.tools.stroke.take() else { return };
    let hit = stroke.hit().clone();
    match stroke.release() {
        Selected::Click(hit, how) => {
            // A click on nothing clears; with Shift or Ctrl it was meant for something else.
            if !hit.is_empty() || how == Joining::Instead {
                bench.tools.piece = match hit.only_thing() {
                    Some(Thing::Piece(piece)) => Some(piece),
                    _ => None,
                };
                bench.commands.push(Command::Choose(bench.selection.joined(hit, how)));
            }
        }
        Selected::Box(rect, how) => {
            let found = in_box(bench, rect, bench.tools.select.filter);
            bench.commands.push(Command::Choose(bench.selection.joined(found, how)));
        }
        Selected::Move { from, to } => {
            let selection = led(bench.selection, &hit);
            lead_along(bench.document, selection, Motion::By(to - from), bench.layers, bench.commands);
        }
    }
}

/// Leads what is selected along, as one step; what cannot be is said.
pub fn lead_along(
    document: &Document,
    selection: &Selection,
    motion: Motion,
    layers: &Layers,
    commands: &mut Vec<Command>,
) {
    if motion == Motion::By(Hex::new(0, 0)) {
        commands.push(Command::Choose(selection.clone()));
        return;
    }
    match carried(document.scenario(), selection, motion, bare(document), layers) {
        Ok(edit) if edit.is_nothing() => commands.push(Command::Say(
            "The layers of what is selected are locked or hidden; nothing was moved.".into(),
        )),
        Ok(edit) => {
            commands.push(Command::Choose(selection.clone()));
            commands.push(Command::Edit(edit));
            commands.push(Command::Choose(motion.selection(selection)));
        }
        Err(why) => commands.push(Command::Say(format!("{why}; nothing was moved."))),
    }
}

pub fn pick_up(bench: &mut Bench<'_>, pointer: Pointer) {
    let picked = pick(bench, pointer, Filter::All).unwrap_or_default();
    bench.commands.push(Command::Choose(picked));
}

/// The edge of a set of hexes, kept until the set of this use is another.
pub fn outline_of(
    marks: &Marks<'_>,
    of: &str,
    hexes: &BTreeSet<Hex>,
) -> Arc<(BTreeSet<Hex>, Vec<Vec<Corner>>)> {
    type Kept = Arc<(BTreeSet<Hex>, Vec<Vec<Corner>>)>;
    let id = egui::Id::unique(("outline of hexes", of));
    let ctx = marks.painter.ctx();
    if let Some(kept) = ctx.data(|data| data.get_temp::<Kept>(id))
        && kept.0 == *hexes
    {
        return kept;
    }
    let kept: Kept = Arc::new((hexes.clone(), rings(hexes)));
    ctx.data_mut(|data| data.insert_temp(id, kept.clone()));
    kept
}

/// Draws rings of corners: a dark casing, a teal core, white dashes upon it.
pub fn paint_rings(marks: &Marks<'_>, rings: &[Vec<Corner>], by: egui::Vec2) {
    let seen = marks.canvas.expand(8.0);
    for ring in rings {
        let mut points: Vec<Pos2> = ring
            .iter()
            .map(|corner| marks.view.screen(marks.canvas, point(marks.layout.corner_of(*corner)) + by))
            .collect();
        if !Rect::from_points(&points).intersects(seen) {
            continue;
        }
        marks.painter.add(Shape::closed_line(points.clone(), Line::new(7.0, CASING)));
        marks.painter.add(Shape::closed_line(points.clone(), Line::new(4.5, TEAL)));
        points.extend(points.first().copied());
        marks.painter.extend(Shape::dashed_line(&points, Line::new(1.8, CORE), 6.0, 5.0));
    }
}

/// How far apart two hexes lie, in millimetres.
pub fn between(marks: &Marks<'_>, from: Hex, to: Hex) -> egui::Vec2 {
    point(marks.layout.centre(to)) - point(marks.layout.centre(from))
}

/// The most hexes that are tinted one by one.
pub const TINTED: usize = 20_000;

/// What is selected, whatever the tool.
pub fn show_selection(bench: &mut Bench<'_>) {
    let marks = bench.canvas.marks();
    let selecting = bench.tools.tool == Tool::Select;
    let selection = bench.selection;
    let alone = selection.only_hex().is_some() && selection.only_hex() == selection.cursor;
    if alone && !selecting {
        // For the other tools one hex is no more than where the cursor stands.
        marks.cursor(selection.hexes.first().copied().unwrap_or_default());
        return;
    }
    if !selection.hexes.is_empty() {
        if selection.hexes.len() <= TINTED {
            marks.tint(selection.hexes.iter().copied(), TEAL.gamma_multiply(0.18));
        }
        paint_rings(&marks, &outline_of(&marks, "selection", &selection.hexes).1, egui::Vec2::ZERO);
    }
    for thing in &selection.things {
        show_thing(bench, &marks, *thing);
    }
    if let Some(hex) = selection.cursor.filter(|hex| bench.has(*hex) && !alone) {
        marks.cursor(hex);
    }
}

/// The frame of a counter that is chosen.
pub fn frame_of(marks: &Marks<'_>, placed: &Placed) {
    let at = |p: Pos2| marks.view.screen(marks.canvas, p);
    let rect = Rect::from_min_max(at(placed.rect.min), at(placed.rect.max)).expand(2.0);
    for (width, colour) in [(6.0, CASING), (3.5, CORE), (1.6, TEAL)] {
        marks.painter.rect_stroke(rect, 4.0, Line::new(width, colour), StrokeKind::Middle);
    }
}

fn show_thing(bench: &Bench<'_>, marks: &Marks<'_>, thing: Thing) {
    let map = &bench.scenario().map;
    let thread = |points: Vec<Pos2>, core: Color32| {
        marks.painter.add(Shape::line(points.clone(), Line::new(7.0, CASING)));
        marks.painter.add(Shape::line(points.clone(), Line::new(4.5, core)));
        marks.painter.add(Shape::line(points, Line::new(1.6, CORE)));
    };
    match thing {
        Thing::Piece(piece) => {
            if let Some(placed) = bench.placed.iter().find(|placed| placed.piece == piece) {
                frame_of(marks, placed);
            }
        }
        Thing::Side(side) => thread(marks.side(side).to_vec(), TEAL),
        Thing::Road(road) => {
            if let Some(road) = map.roads.get(road) {
                thread(road.hexes.iter().map(|hex| marks.centre(*hex)).collect(), TEAL);
            }
        }
        Thing::Label(label) => label::show(bench, label, TEAL),
        Thing::Region(region) => {
            if let Some(region) = map.regions.get(region) {
                label::show_region(marks, region, true);
            }
        }
        Thing::Box(_) => {}
    }
}

pub fn preview(bench: &mut Bench<'_>, pointer: Option<Pointer>) {
    let marks = bench.canvas.marks();
    let Some(Stroke::Select(stroke)) = &bench.tools.stroke else {
        let picked = pointer.and_then(|pointer| pick(bench, pointer, bench.tools.select.filter));
        match picked.as_ref().and_then(Selection::only_thing) {
            Some(Thing::Side(side)) => marks.lit_side(side, TEAL),
            Some(Thing::Piece(piece)) => {
                if let Some(placed) = bench.placed.iter().find(|placed| placed.piece == piece) {
                    let at = |p: Pos2| marks.view.screen(marks.canvas, p);
                    let rect = Rect::from_min_max(at(placed.rect.min), at(placed.rect.max)).expand(1.0);
                    for (width, colour) in [(4.0, CASING), (2.0, CORE)] {
                        marks.painter.rect_stroke(rect, 4.0, Line::new(width, colour), StrokeKind::Middle);
                    }
                }
            }
            Some(thing) => show_thing(bench, &marks, thing),
            None if picked.is_some() => under_pointer(bench, pointer),
            None => {}
        }
        return;
    };
    if let Some(rect) = stroke.marquee() {
        let found = in_box(bench, rect, bench.tools.select.filter);
        let colour = if stroke.how() == Joining::Taking { CASING } else { TEAL };
        if found.hexes.len() <= TINTED {
            marks.tint(found.hexes.iter().copied(), colour.gamma_multiply(0.25));
        }
        for thing in &found.things {
            show_thing(bench, &marks, *thing);
        }
        let at = |p: Pos2| marks.view.screen(marks.canvas, p);
        let rect = Rect::from_min_max(at(rect.min), at(rect.max));
        marks.painter.rect_filled(rect, 0.0, Color32::from_white_alpha(18));
        for (width, colour) in [(3.5, CASING), (1.5, CORE)] {
            marks.painter.rect_stroke(rect, 0.0, Line::new(width, colour), StrokeKind::Middle);
        }
    } else if let Some(by) = stroke.moving() {
        let motion = Motion::By(by);
        let led = led(bench.selection, stroke.hit());
        let hexes = led.hexes.iter().take(TINTED).map(|hex| motion.hex(*hex));
        marks.tint(hexes, TEAL.gamma_multiply(0.3));
        if let Some(first) = led.hexes.first() {
            let by = between(&marks, *first, motion.hex(*first));
            paint_rings(&marks, &outline_of(&marks, "selection", &led.hexes).1, by);
        }
        for thing in &led.things {
            match thing {
                Thing::Side(side) => marks.lit_side(motion.side(*side), TEAL),
                thing => {
                    for hex in places_of(bench.scenario(), *thing) {
                        marks.ring(motion.hex(hex), CORE);
                    }
                }
            }
        }
    }
}

/// The arrow keys lead the cursor; Shift extends what is selected by the hex it comes to. Alt leads what is
/// selected, and where only things are selected the arrows do so without.
pub fn arrows(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    const ARROWS: [(Key, i32, i32); 4] =
        [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowUp, 0, -1), (Key::ArrowDown, 0, 1)];
    // Those with a modifier first: a key alone would take them too.
    let pressed = [Modifiers::ALT, Modifiers::SHIFT, Modifiers::NONE].into_iter().find_map(|modifiers| {
        ARROWS
            .into_iter()
            .find(|(key, ..)| ui.ctx().input_mut(|input| input.consume_key(modifiers, *key)))
            .map(|(_, dx, dy)| (modifiers, dx, dy))
    });
    let Some((modifiers, dx, dy)) = pressed else { return };
    let grid = document.scenario().map.grid;
    let selection = map.selection;
    let only_things = selection.hexes.is_empty() && !selection.things.is_empty();
    let moves = modifiers == Modifiers::ALT || modifiers == Modifiers::NONE && only_things;
    let start =
        selection.cursor.filter(|_| !moves).or_else(|| crate::tools::middle(document.scenario(), selection));
    let from = start.unwrap_or_else(|| grid.at(grid.columns / 2, grid.rows / 2));
    let (column, row) = grid.column_row_signed(from);
    let to = grid.at_signed(column + dx, row + dy);
    if moves {
        if !selection.is_empty() {
            lead_along(document, selection, Motion::By(to - from), map.layers, map.commands);
            map.canvas.reveal = grid.contains(to).then_some(to);
        }
        return;
    }
    if !grid.contains(to) {
        return;
    }
    if modifiers == Modifiers::SHIFT {
        let mut extended = selection.clone();
        extended.hexes.extend([from, to]);
        extended.cursor = Some(to);
        map.commands.push(Command::Choose(extended));
    } else {
        map.commands.push(Command::Select(Some(to)));
    }
    map.canvas.reveal = Some(to);
}

/// Esc drops the pick, then what was measured, then the selection; a stroke that is going on comes before them.
/// Enter selects the hex under the cursor.
pub fn keys(ui: &Ui, document: &Document, map: &mut MapUi<'_>) {
    let pressed = |key| ui.ctx().input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if map.tools.stroke.is_none() && label::is_idle(map.tools) && pressed(Key::Escape) {
        if map.tools.drop_pick() {
            return;
        }
        if !map.selection.is_empty() || map.selection.cursor.is_some() {
            map.commands.push(Command::Select(None));
        }
    }
    arrows(ui, document, map);
}

/// Buttons that are shown where there is room, the rest behind *more*.
fn buttons(off: Option<&'static str>) -> Vec<(Command, &'static str, Option<&'static str>)> {
    vec![
        (Command::Turn(-1), "Turn left 60°", off),
        (Command::Turn(1), "Turn right 60°", off),
        (Command::Flip(Flip::Across), "Flip", off),
        (Command::Copy, "Copy", off),
    ]
}

pub fn options_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let words = Filter::ALL.map(Filter::name);
    let chosen = Filter::ALL.iter().position(|filter| *filter == options.tools.select.filter);
    let width = segments_width(ui, &words);
    if let Some(filter) = segments(ui, width, &words, chosen, None).and_then(|at| Filter::ALL.get(at)) {
        options.tools.select.filter = *filter;
    }
    bar_line(ui);
    let off = options.selection.is_empty().then_some("select something first");
    let mut turns = Vec::new();
    let mut copy = None;
    for (command, name, off) in buttons(off) {
        // *Fill with…* and *More* stay.
        if ui.available_width() < 330.0 {
            match command {
                Command::Copy => copy = Some((command, name, off)),
                _ => turns.push((command, name, off)),
            }
            continue;
        }
        let key = command.shortcut();
        if Button::new(name).key(&key).off(off).show(ui).clicked() {
            options.commands.push(command);
        }
    }
    fill_ui(ui, options);
    let more = ui.menu_button("More", |ui| {
        let mut all = vec![(Command::Cut, "Cut", off)];
        all.extend(copy);
        all.extend([
            (Command::Paste, "Paste", None),
            (Command::Duplicate, "Duplicate", off),
            (Command::Delete, "Delete", off),
        ]);
        all.extend(turns);
        all.extend([
            (Command::Flip(Flip::Along), "Flip top to bottom", off),
            (Command::SelectAll, "Select all", None),
        ]);
        for (command, name, off) in all {
            let button = egui::Button::new(name).shortcut_text(command.shortcut());
            let response = ui.add_enabled(off.is_none(), button);
            if response.on_disabled_hover_text(off.unwrap_or_default()).clicked() {
                options.commands.push(command);
                ui.close();
            }
        }
    });
    more.response.accessible_name("More for what is selected");
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(crate::theme::space::M);
        if ui.available_width() > 190.0 {
            hint(ui, "Shift adds, Ctrl takes away");
        }
    });
}

/// The list of terrains with which the selected hexes are filled.
fn fill_ui(ui: &mut Ui, options: &mut Options<'_>) {
    let off = options.selection.hexes.is_empty().then_some("select hexes first");
    let button = Button::new("Fill with…").key("G").off(off).show(ui);
    let id = button.id.with("fill");
    if off.is_none() && (button.clicked() || std::mem::take(&mut options.tools.select.fill)) {
        egui::Popup::toggle_id(ui.ctx(), id);
    }
    options.tools.select.fill = false;
    egui::Popup::from_response(&button).id(id).open_memory(None).show(|ui| {
        for (index, terrain) in options.document.game().terrains().iter().enumerate() {
            ui.horizontal(|ui| {
                hex_swatch(ui, terrain, 20.0);
                if ui.button(&terrain.name).clicked() {
                    options.commands.push(Command::FillSelection(index));
                    ui.close();
                }
            });
        }
    });
}

/// What is said of a selection in the status bar: *14 hexes selected*.
pub fn about(selection: &Selection) -> Option<String> {
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let of = |is: fn(&Thing) -> bool| selection.things.iter().filter(|thing| is(thing)).count();
    let parts: Vec<String> = [
        counted(selection.hexes.len(), "hex", "hexes"),
        counted(of(|thing| matches!(thing, Thing::Side(_))), "hexside", "hexsides"),
        counted(of(|thing| matches!(thing, Thing::Piece(_))), "piece", "pieces"),
        counted(of(|thing| matches!(thing, Thing::Label(_))), "name", "names"),
        counted(of(|thing| matches!(thing, Thing::Road(_))), "road", "roads"),
        counted(of(|thing| matches!(thing, Thing::Region(_))), "region", "regions"),
        counted(of(|thing| matches!(thing, Thing::Box(_))), "box", "boxes"),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!parts.is_empty()).then(|| format!("{} selected", parts.join(", ")))
}
