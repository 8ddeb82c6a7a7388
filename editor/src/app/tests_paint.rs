//! The tools that paint, and the layers and the history beside them, through the window.

use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable as _;
use engine::hex::{Hex, HexSide, Layout};
use engine::plane::Place;
use engine::scenario::{Map, RoadKind, Start};
use export::compose::map::FLAT;

use super::tests::{Window, at, click, drag, settle, steps, terrain, window};
use crate::layers::{MapLayer, Shown};
use crate::tools::{LevelMode, Tool, level_of, point};

fn map<'a>(window: &'a Window<'_>) -> &'a Map {
    &window.state().document().expect("it is open").scenario().map
}

fn hex(window: &Window<'_>, label: &str) -> Hex {
    map(window).grid.parse(label).expect("it is on the board")
}

fn level(window: &Window<'_>, label: &str) -> i8 {
    let document = window.state().document().expect("it is open");
    level_of(map(window), document.game().terrains(), hex(window, label)).expect("it is on the board")
}

fn press(window: &mut Window<'_>, key: Key) {
    window.key_press(key);
    settle(window);
}

fn undo(window: &mut Window<'_>) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(window);
}

/// A click while keys are held.
fn click_with(window: &mut Window<'_>, modifiers: Modifiers, place: Pos2) {
    window.event(egui::Event::PointerMoved(place));
    window.step();
    for pressed in [true, false] {
        window.event_modifiers(
            egui::Event::PointerButton {
                pos: place,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers,
            },
            modifiers,
        );
        window.step();
    }
    settle(window);
}

fn side_at(window: &Window<'_>, side: HexSide) -> Pos2 {
    let app = window.state();
    let layout = Layout::new(&map(window).grid, FLAT);
    app.map.view.screen(app.map.rect.expect("it was shown"), point(layout.side_middle(side)))
}

pub(super) fn lock(window: &mut Window<'_>, layer: MapLayer) {
    let app = window.state_mut().app.as_mut().expect("the window was made");
    app.layers.set(layer, Shown { locked: true, ..Shown::default() });
}

fn start(window: &mut Window<'_>, tool: Tool) {
    press(window, tool.key());
    assert_eq!(window.state().tools.tool, tool);
}

#[test]
fn a_fill_covers_the_joined_hexes_and_one_undo_takes_all_of_them_back() {
    let mut window = window();
    start(&mut window, Tool::Fill);
    press(&mut window, Key::Num2);
    // The Rock is three or more joined hexes.
    let rocks = |window: &Window<'_>| {
        let map = map(window);
        map.grid.hexes().filter(|hex| map.terrain(*hex) == Some("rock")).count()
    };
    let before = rocks(&window);
    let some = map(&window).grid.hexes().find(|hex| map(&window).terrain(*hex) == Some("rock"));
    let label = map(&window).grid.label(some.expect("the sample has rock"));
    let place = at(&window, &label);
    window.hover_at(place);
    settle(&mut window);
    assert!(window.state().tools.said.contains("would become"), "{:?}", window.state().tools.said);
    click(&mut window, place);
    let now = rocks(&window);
    assert!(now < before && terrain(&window, &label).contains("forest"));
    assert_eq!(steps(&window), [format!("Paint forest on {} hexes", before - now)]);
    // Over what is filled already a click is no step.
    click(&mut window, place);
    assert_eq!(steps(&window).len(), 1);
    undo(&mut window);
    assert_eq!(rocks(&window), before);
}

#[test]
fn shift_fills_all_of_a_kind_and_escape_drops_it() {
    let mut window = window();
    start(&mut window, Tool::Fill);
    press(&mut window, Key::Num2);
    let place = at(&window, "1015");
    let plain = terrain(&window, "1015");
    window.hover_at(place);
    settle(&mut window);
    window.drag_at(place);
    settle(&mut window);
    press(&mut window, Key::Escape);
    window.drop_at(place);
    settle(&mut window);
    assert!(steps(&window).is_empty());
    click_with(&mut window, Modifiers::SHIFT, place);
    let map = map(&window);
    assert!(map.grid.hexes().all(|hex| map.terrain(hex) != Some(plain.as_str())), "none of {plain} is left");
    assert_eq!(steps(&window).len(), 1);
}

#[test]
fn levels_go_up_and_down_and_back_to_what_the_terrain_gives() {
    let mut window = window();
    start(&mut window, Tool::Level);
    assert!(map(&window).levels.is_empty(), "the sample leaves levels to the terrain");
    let (low, high) = (level(&window, "1015"), level(&window, "2315"));
    let place = at(&window, "1015");
    click(&mut window, place);
    assert_eq!((level(&window, "1015"), level(&window, "2315")), (low + 1, high));
    assert_eq!(steps(&window), ["Level 1 on 1 hex"]);
    click_with(&mut window, Modifiers::SHIFT, place);
    assert_eq!(level(&window, "1015"), low);
    window.get_by_label("Leave levels to the terrain").click();
    settle(&mut window);
    assert!(map(&window).levels.is_empty());
    assert_eq!(steps(&window).len(), 3);
    for _ in 0..3 {
        undo(&mut window);
    }
    assert!(map(&window).levels.is_empty() && steps(&window).is_empty());
}

#[test]
fn a_drag_sets_each_hex_of_a_stroke_to_the_number() {
    let mut window = window();
    start(&mut window, Tool::Level);
    press(&mut window, Key::Num2);
    let app = window.state_mut().app.as_mut().expect("the window was made");
    assert_eq!(app.tools.level.mode, LevelMode::Set);
    app.tools.level.number = 3;
    let way = [at(&window, "1015"), at(&window, "1018"), at(&window, "1015")];
    drag(&mut window, &way);
    assert!(["1015", "1016", "1017", "1018"].into_iter().all(|hex| level(&window, hex) == 3));
    assert_eq!(steps(&window), ["Level 3 on 4 hexes"]);
}

#[test]
fn a_road_is_laid_goes_on_and_puts_a_ford_where_it_crosses() {
    let mut window = window();
    start(&mut window, Tool::Road);
    press(&mut window, Key::Num2);
    let river = map(&window).sides.iter().find(|(side, id)| {
        let (a, b) = side.hexes();
        // A hexside with room on both of its sides.
        id.as_str() == "river" && [a, b].into_iter().all(|hex| !map(&window).grid.is_edge(hex))
    });
    let river = *river.expect("the sample has a river").0;
    let (a, b) = river.hexes();
    let grid = map(&window).grid;
    let way = [a, b].map(|hex| at(&window, &grid.label(hex)));
    drag(&mut window, &way);
    let road = &map(&window).roads[0];
    assert_eq!((road.kind, road.hexes.as_slice()), (RoadKind::Track, [a, b].as_slice()));
    assert_eq!(map(&window).side(river), Some("ford"), "the ford came in the same step");
    assert_eq!(steps(&window).len(), 1);
    assert!(window.state().notice.as_ref().is_some_and(|notice| notice.words.contains("ends at nothing")));
    // From its end it goes on as the same road.
    let direction = a.direction_to(b).expect("they touch");
    let way = [b, b.neighbour(direction)].map(|hex| at(&window, &grid.label(hex)));
    drag(&mut window, &way);
    assert_eq!(map(&window).roads.len(), 1);
    assert_eq!(map(&window).roads[0].hexes.len(), 3);
    // There and back again is no road.
    let start = at(&window, "2315");
    let way = [start, at(&window, "2316"), start];
    drag(&mut window, &way);
    assert_eq!(map(&window).roads.len(), 1);
    undo(&mut window);
    undo(&mut window);
    assert!(map(&window).roads.is_empty());
    assert_eq!(map(&window).side(river), Some("river"));
}

#[test]
fn the_eraser_takes_what_is_on_top_and_a_drag_more_of_the_same() {
    let mut window = window();
    start(&mut window, Tool::Eraser);
    let sides: Vec<HexSide> = map(&window).sides.keys().copied().take(2).collect();
    let before = map(&window).sides.len();
    let way: Vec<Pos2> = sides.iter().map(|side| side_at(&window, *side)).collect();
    window.hover_at(way[0]);
    settle(&mut window);
    assert_eq!(window.state().tools.said, "1 hexside would go");
    drag(&mut window, &way);
    assert!(sides.iter().all(|side| map(&window).side(*side).is_none()));
    assert_eq!(steps(&window).len(), 1);
    undo(&mut window);
    assert_eq!(map(&window).sides.len(), before);
    // A piece lies above all else.
    let scenario = window.state().document().expect("it is open").scenario();
    let on_board = |start: &Start| if let Start::At(Place::Hex(hex)) = start { Some(*hex) } else { None };
    let piece = scenario.pieces.iter().find_map(|piece| on_board(&piece.at));
    let count = scenario.pieces.len();
    if let Some(hex) = piece {
        let place = at(&window, &map(&window).grid.label(hex));
        click(&mut window, place);
        assert_eq!(window.state().document().expect("it is open").scenario().pieces.len(), count - 1);
    }
}

#[test]
fn the_eyedropper_takes_terrain_and_hexside_and_goes_to_their_tools() {
    let mut window = window();
    start(&mut window, Tool::Eyedropper);
    let ford =
        *map(&window).sides.iter().find(|(_, id)| id.as_str() == "ford").expect("the sample has one").0;
    let place = side_at(&window, ford);
    click(&mut window, place);
    let tools = &window.state().tools;
    assert_eq!((tools.tool, tools.feature), (Tool::Hexside, 1));
    start(&mut window, Tool::Eyedropper);
    let place = at(&window, "2315");
    let id = terrain(&window, "2315");
    click(&mut window, place);
    let app = window.state();
    assert_eq!(app.tools.tool, Tool::Brush);
    let terrains = app.document().expect("it is open").game().terrains();
    assert_eq!(terrains[app.tools.terrain].id, id);
    assert!(steps(&window).is_empty(), "taking something up changes nothing");
}

#[test]
fn ctrl_takes_the_terrain_up_while_painting() {
    let mut window = window();
    start(&mut window, Tool::Brush);
    let place = at(&window, "2315");
    let id = terrain(&window, "2315");
    click_with(&mut window, Modifiers::COMMAND, place);
    assert!(steps(&window).is_empty());
    assert_eq!(window.state().tools.tool, Tool::Brush);
    let place = at(&window, "1015");
    click(&mut window, place);
    assert_eq!(terrain(&window, "1015"), id);
}

#[test]
fn shift_and_a_click_paint_a_straight_line_from_the_last_stroke() {
    let mut window = window();
    start(&mut window, Tool::Brush);
    press(&mut window, Key::Num2);
    let (from, to) = (at(&window, "1003"), at(&window, "1007"));
    click(&mut window, from);
    click_with(&mut window, Modifiers::SHIFT, to);
    for row in 3..=7 {
        assert!(terrain(&window, &format!("10{row:02}")).contains("forest"), "{row}");
    }
    assert_eq!(steps(&window).len(), 2, "{:?}", steps(&window));
}

#[test]
fn a_locked_layer_refuses_every_tool_in_a_word() {
    for (tool, layer, words) in [
        (Tool::Brush, MapLayer::Terrain, "Terrain: the layer is locked"),
        (Tool::Fill, MapLayer::Terrain, "Terrain: the layer is locked"),
        (Tool::Level, MapLayer::Levels, "Levels: the layer is locked"),
        (Tool::Road, MapLayer::Roads, "Roads: the layer is locked"),
    ] {
        let mut window = window();
        lock(&mut window, layer);
        start(&mut window, tool);
        press(&mut window, Key::Num2);
        let way = [at(&window, "1015"), at(&window, "1017")];
        drag(&mut window, &way);
        assert!(steps(&window).is_empty(), "{tool:?}");
        let notice = window.state().notice.as_ref().map(|notice| notice.words.clone());
        assert_eq!(notice.as_deref(), Some(words), "{tool:?}");
    }
}

#[test]
fn the_history_goes_back_and_forth_to_any_state() {
    let mut window = window();
    start(&mut window, Tool::Brush);
    for (key, label) in [(Key::Num2, "1015"), (Key::Num3, "1016"), (Key::Num4, "1017")] {
        press(&mut window, key);
        let place = at(&window, label);
        click(&mut window, place);
    }
    let names = steps(&window);
    assert_eq!(names.len(), 3);
    window.get_by_label("Opened").click();
    settle(&mut window);
    assert!(steps(&window).is_empty());
    window.get_by_label(&names[1]).click();
    settle(&mut window);
    assert_eq!(steps(&window), names[..2]);
    window.get_by_label(&names[2]).click();
    settle(&mut window);
    assert_eq!(steps(&window), names);
}

#[test]
fn a_part_of_the_right_side_folds_away_and_comes_back() {
    let mut window = window();
    assert!(window.query_by_label("Hide Roads").is_some());
    window.get_by_label("Fold Layers").click();
    settle(&mut window);
    assert!(window.query_by_label("Hide Roads").is_none());
    window.get_by_label("Unfold Layers").click();
    settle(&mut window);
    window.get_by_label("Hide Roads").click();
    settle(&mut window);
    assert!(!window.state().layers.is_open(MapLayer::Roads));
}

#[test]
fn the_drawers_of_a_narrow_window_open_and_close_with_escape() {
    let settings = super::settings::Settings { scale: 200, ..super::settings::Settings::default() };
    let mut window = super::tests::opened(settings, |app| app.show(super::tests::sample()));
    assert!(window.query_by_label("Hide Roads").is_none());
    window.get_by_label("Layers").click();
    settle(&mut window);
    window.get_by_label("Lock Roads").click();
    settle(&mut window);
    assert!(!window.state().layers.is_open(MapLayer::Roads));
    press(&mut window, Key::Escape);
    assert!(window.query_by_label("Unlock Roads").is_none());
    window.get_by_label("More tools").click();
    settle(&mut window);
    window.get_by_label("Measure").click();
    settle(&mut window);
    assert_eq!(window.state().tools.tool, Tool::Measure);
}

#[test]
fn the_tree_of_a_wide_window_selects_a_formation() {
    let mut window = window();
    assert!(window.query_by_label("Boxes and tracks").is_none());
    window.set_size(egui::vec2(1920.0, 1080.0));
    settle(&mut window);
    window.get_by_label("Ready to play");
    window.get_by_label("Hunkpapa").click();
    settle(&mut window);
    assert!(window.state().selection.pieces().count() > 1);
}

#[test]
fn the_brush_paints_only_over_the_terrain_that_was_chosen() {
    let mut window = window();
    start(&mut window, Tool::Brush);
    press(&mut window, Key::Num2);
    press(&mut window, Key::CloseBracket);
    let combo = window.get_by_label("Only over");
    assert!(combo.rect().width() > 0.0);
    window.get_all_by_label("Only over").last().expect("it is in the context bar").click();
    settle(&mut window);
    window.get_all_by_label("Rock").last().expect("the list has the game's terrains").click();
    settle(&mut window);
    let some = map(&window).grid.hexes().filter(|hex| map(&window).terrain(*hex) == Some("rock"));
    // A rock at the edge of the others, so that the brush lies over other ground too.
    let edge = some.max_by_key(|hex| {
        hex.neighbours().into_iter().filter(|near| map(&window).terrain(*near) != Some("rock")).count()
    });
    let edge = edge.expect("the sample has rock");
    let label = map(&window).grid.label(edge);
    let around: Vec<(Hex, String)> =
        edge.disc(1).filter_map(|hex| Some((hex, map(&window).terrain(hex)?.to_owned()))).collect();
    assert!(around.iter().any(|(_, id)| id != "rock"));
    let place = at(&window, &label);
    click(&mut window, place);
    for (hex, before) in &around {
        let now = map(&window).terrain(*hex).expect("it has a terrain");
        assert_eq!(now, if before == "rock" { "forest" } else { before.as_str() }, "{hex:?}");
    }
    // There is none left under it: a further click is no step.
    click(&mut window, place);
    assert_eq!(steps(&window).len(), 1);
}

#[test]
fn a_river_enters_at_the_edge_and_leaves_the_fords_that_it_meets() {
    let mut window = window();
    // The sample has two rivers already.
    let grid = map(&window).grid;
    let ford = HexSide::of(hex(&window, "0905"), engine::hex::Direction::SE);
    let all: Vec<(HexSide, Option<String>)> = map(&window).sides.keys().map(|side| (*side, None)).collect();
    let app = window.state_mut().app.as_mut().expect("the window was made");
    let document = app.document.as_mut().expect("it is open");
    document.apply(engine::scenario::Edit::SetSides(all), None);
    document.apply(engine::scenario::Edit::SetSides(vec![(ford, Some("ford".into()))]), None);
    settle(&mut window);
    start(&mut window, Tool::Hexside);
    press(&mut window, Key::Num1);
    let top = hex(&window, "0901");
    let way: Vec<Pos2> = std::iter::once(side_at(&window, HexSide::of(top, engine::hex::Direction::N)))
        .chain(["0901", "0902", "0903", "0904", "0905", "0906"].into_iter().map(|label| {
            let side = HexSide::of(hex(&window, label), engine::hex::Direction::SE);
            side_at(&window, side)
        }))
        .collect();
    drag(&mut window, &way);
    let rivers = map(&window).sides.values().filter(|feature| *feature == "river").count();
    assert!(rivers >= 8, "{rivers}");
    assert!(map(&window).sides.keys().all(|side| crate::tools::on_board(&grid, *side)));
    assert_eq!(map(&window).side(ford), Some("ford"), "a river through a ford leaves it");
    let place = side_at(&window, ford);
    click(&mut window, place);
    assert_eq!(map(&window).side(ford), Some("river"), "a click on it alone means it");
}
