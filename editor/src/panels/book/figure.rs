//! The figure of a worked example: its position on a real board, drawn by the map's own code.

use std::collections::HashMap;

use egui::{Color32, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, vec2};
use engine::example::{Example, Raw, Tried};
use engine::game::Game;
use engine::hex::{Grid, Hex, Layout};
use engine::plane::Place;
use engine::scenario::{Scenario, Start};
use export::compose::map::FLAT;

use super::aside::sample;
use crate::canvas::board::{BoardCache, Ground};
use crate::canvas::marks::Marks;
use crate::canvas::pieces::{self, Counter, PieceCache};
use crate::canvas::view::View;
use crate::layers::{Layers, MapLayer, Shown};
use crate::theme::Tokens;
use crate::tools::point;

/// The figures that were shown, kept.
#[derive(Default)]
pub struct Figures {
    kept: HashMap<(String, u32), Option<Figure>>,
}

struct Figure {
    scenario: Scenario,
    board: BoardCache,
    pieces: PieceCache,
    /// What is shown of the board, in millimetres.
    part: Rect,
    /// Whether hexes are named in the text, so that numbers are needed.
    numbers: bool,
    serial: u64,
}

/// Hexes about the place of the action that are shown.
const MARGIN: f32 = 1.6;

/// No figure is higher than this, in points.
const HIGHEST: f32 = 300.0;

/// Hexes that the steps of an example name: every quoted number that is a hex of the board.
fn named(grid: &Grid, raw: &Raw, out: &mut Vec<Hex>) {
    for (index, part) in raw.text.split('"').enumerate() {
        if index % 2 == 1
            && let Ok(hex) = grid.parse(part)
        {
            out.push(hex);
        }
    }
}

impl Figure {
    fn of(game: &dyn Game, example: &Example, serial: u64) -> Option<Self> {
        let scenario = game.position(example, &sample)?;
        let grid = scenario.map.grid;
        let mut hexes: Vec<Hex> = Vec::new();
        for piece in &scenario.pieces {
            if let Start::At(Place::Hex(hex)) = &piece.at {
                hexes.push(*hex);
            }
        }
        for step in &example.steps {
            let (Tried::Try(raw) | Tried::Ask(raw)) = &step.what;
            named(&grid, raw, &mut hexes);
        }
        hexes.retain(|hex| grid.contains(*hex));
        // Without a place there is nothing to see.
        if hexes.is_empty() {
            return None;
        }
        let layout = Layout::new(&grid, FLAT);
        let around = MARGIN * FLAT as f32;
        let mut part = Rect::NOTHING;
        for hex in hexes {
            part.extend_with(point(layout.centre(hex)));
        }
        let (w, h) = layout.size();
        let board = Rect::from_min_size(egui::Pos2::ZERO, vec2(w as f32, h as f32));
        let part = part.expand(around).intersect(board);
        let whole = matches!(example.board, engine::example::Board::Sample(_));
        Some(Self {
            scenario,
            board: BoardCache::default(),
            pieces: PieceCache::default(),
            part,
            numbers: whole,
            serial,
        })
    }

    fn show(&mut self, ui: &mut Ui, game: &dyn Game, name: &str) {
        let t = Tokens::of(ui);
        let width = ui.available_width();
        let scale = (width / self.part.width()).min(HIGHEST / self.part.height()).min(2.6);
        let size = self.part.size() * scale;
        let (rect, response) = ui.allocate_exact_size(vec2(width, size.y), Sense::hover());
        let rect = Rect::from_center_size(rect.center(), size);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
        if !ui.is_rect_visible(rect) {
            return;
        }
        let mut view = View::default();
        view.zoom *= scale / view.scale();
        view.centre = self.part.center();
        let painter = ui.painter_at(rect);
        let mut layers = Layers::default();
        if !self.numbers {
            layers.set(MapLayer::Numbers, Shown { visible: false, ..Shown::default() });
        }
        let map = &self.scenario.map;
        let ground = Ground {
            map,
            terrains: game.terrains(),
            hexsides: game.hexsides(),
            colours: &self.scenario.colours,
            revision: self.serial,
            layers,
        };
        self.board.paint(&painter, rect, &view, ground);
        let counters: Vec<Counter<'_>> = self
            .scenario
            .pieces
            .iter()
            .enumerate()
            .filter_map(|(piece, placed)| {
                let Start::At(Place::Hex(at)) = placed.at else { return None };
                let kind = game.pieces().iter().find(|kind| kind.id == placed.kind)?;
                let face =
                    if placed.reduced { kind.reduced.as_ref().unwrap_or(&kind.face) } else { &kind.face };
                Some(Counter { piece, at, face, faint: false })
            })
            .collect();
        let layout = Layout::new(&map.grid, FLAT);
        let placed = pieces::place(&layout, &counters);
        self.pieces.paint(&painter, rect, &view, &counters, &placed);
        // The letter by which the text names a piece, in a disc at its corner.
        let marks = Marks { painter: &painter, canvas: rect, view, layout };
        for counter in &placed {
            let Some(piece) = self.scenario.pieces.get(counter.piece) else { continue };
            if piece.id.chars().count() > 3 {
                continue;
            }
            let corner = view.screen(rect, counter.rect.right_top());
            marks.painter.circle(
                corner,
                9.0,
                Color32::WHITE,
                Stroke::new(1.2, Color32::from_rgb(0x14, 0x17, 0x1A)),
            );
            let font = egui::FontId::new(11.0, egui::FontFamily::Proportional);
            let ink = Color32::from_rgb(0x14, 0x17, 0x1A);
            marks.painter.text(corner, egui::Align2::CENTER_CENTER, &piece.id, font, ink);
        }
        ui.painter().rect_stroke(
            rect,
            CornerRadius::same(4),
            Stroke::new(1.0, t.book_rule),
            StrokeKind::Inside,
        );
    }
}

impl Figures {
    /// Shows the position of an example; nothing if it has none.
    pub fn show(&mut self, ui: &mut Ui, game: &dyn Game, example: &Example) {
        let serial = self.kept.len() as u64 + 1;
        let key = (example.file.clone(), example.line);
        let figure = self.kept.entry(key).or_insert_with(|| Figure::of(game, example, serial));
        if let Some(figure) = figure {
            let name =
                format!("Figure: {}", if example.title.is_empty() { "the position" } else { &example.title });
            figure.show(ui, game, &name);
            ui.add_space(8.0);
        }
    }

    /// Forgets all, when another game or other tweaks are read.
    pub fn clear(&mut self) {
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_examples_of_the_book_have_a_figure() {
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        let examples: Vec<_> =
            game.rulebook().sections.iter().flat_map(engine::rulebook::Section::examples).collect();
        let shown = examples.iter().filter(|example| Figure::of(game, example, 1).is_some()).count();
        assert!(shown * 2 > examples.len(), "{shown} of {}", examples.len());
    }

    #[test]
    fn quoted_numbers_are_hexes_and_other_words_are_not() {
        let grid = Grid::new(30, 22);
        let raw = Raw { text: "Move(piece: \"A\", path: [\"0102\", \"0203\"])".into(), line: 1, column: 1 };
        let mut out = Vec::new();
        named(&grid, &raw, &mut out);
        assert_eq!(out, [grid.parse("0102").unwrap(), grid.parse("0203").unwrap()]);
    }
}
