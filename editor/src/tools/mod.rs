//! The tools of the Map workspace: pointer in, preview and change out. None of them needs a window.
//!
//! A tool keeps what the gesture has done so far; only its release becomes a [`Change`], so that one gesture is
//! one step of undo. Dropping the gesture leaves nothing.

mod boxes;
mod brush;
mod eraser;
mod fill;
mod hexside;
pub mod label;
mod level;
mod measure;
pub mod piece;
mod road;
mod select;
pub mod stamp;

use egui::{Key, Pos2};
use engine::hex::{Hex, HexSide, Layout};
use engine::scenario::Edit;

pub use boxes::{BoxState, BoxStroke, entered, joined, new_box, removed_box};
pub use brush::BrushStroke;
pub use eraser::{Erased, EraserState, EraserStroke};
pub use fill::{Alike, FillState, FillStroke, Flood};
pub use hexside::{SideStroke, at_board, on_board};
pub use label::{LabelState, LabelStroke};
pub use level::{LevelMode, LevelState, LevelStroke, level_of};
pub use measure::MeasureLine;
pub use piece::{PieceDrag, new_piece, turned_over};
pub use road::{RoadState, RoadStroke};
pub use select::{
    Bare, Filter, Motion, SelectState, SelectStroke, Selected, carried, counted, middle, places_of, removed,
};
pub use stamp::{StampState, copied, set_down};

/// A tool of the strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tool {
    #[default]
    Select,
    Brush,
    Fill,
    Level,
    Hexside,
    Road,
    Box,
    Label,
    Piece,
    Stamp,
    Eyedropper,
    Eraser,
    Measure,
}

impl Tool {
    pub const ALL: [Self; 13] = [
        Self::Select,
        Self::Brush,
        Self::Fill,
        Self::Level,
        Self::Hexside,
        Self::Road,
        Self::Box,
        Self::Label,
        Self::Piece,
        Self::Stamp,
        Self::Eyedropper,
        Self::Eraser,
        Self::Measure,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Brush => "Terrain brush",
            Self::Fill => "Fill",
            Self::Level => "Level",
            Self::Hexside => "Hexside",
            Self::Road => "Road",
            Self::Box => "Box and track",
            Self::Label => "Label and region",
            Self::Piece => "Piece",
            Self::Stamp => "Stamp",
            Self::Eyedropper => "Eyedropper",
            Self::Eraser => "Eraser",
            Self::Measure => "Measure",
        }
    }

    pub fn icon(self) -> &'static str {
        match self {
            Self::Select => "select",
            Self::Brush => "brush",
            Self::Fill => "fill",
            Self::Level => "level",
            Self::Hexside => "hexside",
            Self::Road => "road",
            Self::Box => "box",
            Self::Label => "label",
            Self::Piece => "piece",
            Self::Stamp => "stamp",
            Self::Eyedropper => "eyedropper",
            Self::Eraser => "eraser",
            Self::Measure => "measure",
        }
    }

    pub fn key(self) -> Key {
        match self {
            Self::Select => Key::V,
            Self::Brush => Key::B,
            Self::Fill => Key::G,
            Self::Level => Key::L,
            Self::Hexside => Key::E,
            Self::Road => Key::D,
            Self::Box => Key::K,
            Self::Label => Key::T,
            Self::Piece => Key::P,
            Self::Stamp => Key::S,
            Self::Eyedropper => Key::I,
            Self::Eraser => Key::X,
            Self::Measure => Key::M,
        }
    }

    /// The group of the strip that it stands in: what is selected, what paints hexes, what paints sides and lines,
    /// pieces and stamps, measuring.
    pub fn group(self) -> u8 {
        match self {
            Self::Select => 0,
            Self::Brush | Self::Fill | Self::Level => 1,
            Self::Hexside | Self::Road | Self::Box | Self::Label => 2,
            Self::Piece | Self::Stamp | Self::Eyedropper | Self::Eraser => 3,
            Self::Measure => 4,
        }
    }

    /// One sentence for the tooltip.
    pub fn about(self) -> &'static str {
        match self {
            Self::Select => {
                "Click a hex to see what is on it; a drag selects several. Shift adds, Ctrl takes away."
            }
            Self::Brush => {
                "Paints terrain; a drag is one stroke. [ and ] change the radius, digits the terrain."
            }
            Self::Fill => "Fills joined hexes of one terrain; Shift fills all of that terrain on the map.",
            Self::Level => "A click raises, Shift lowers; or sets hexes to a number.",
            Self::Hexside => "Paints what lies on hexsides. A drag follows the sides from corner to corner.",
            Self::Road => "A drag lays a road from hex to hex, through their centres.",
            Self::Box => "Holding boxes and tracks, joined to each other or to a row of entry hexes.",
            Self::Label => "Names on the map, and regions such as set-up zones and edges.",
            Self::Piece => "Drag moves a piece, a click places the chosen one, Del removes it.",
            Self::Stamp => "Sets down what was copied, under the pointer; R turns it.",
            Self::Eyedropper => "Picks up terrain, hexside or piece, and the tool that paints it.",
            Self::Eraser => "Takes away hexsides, roads, labels and pieces.",
            Self::Measure => "A drag shows the distance in hexes and the line of sight.",
        }
    }
}

/// Where the pointer is on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pointer {
    /// In millimetres of the board.
    pub at: Pos2,
    /// On the board or off it.
    pub hex: Hex,
    /// How far a hexside may be from the pointer to be meant, in millimetres.
    pub near: f32,
}

impl Pointer {
    /// The pointer at a point of the board.
    pub fn new(layout: &Layout, at: Pos2, near: f32) -> Self {
        Self { at, hex: layout.hex_at_point(f64::from(at.x), f64::from(at.y)), near }
    }

    /// The hexside under the pointer: the nearest one, if it is near enough.
    pub fn side(&self, layout: &Layout) -> Option<HexSide> {
        let side = layout.nearest_side(f64::from(self.at.x), f64::from(self.at.y));
        let (a, b) = layout.side_ends(side);
        (distance_to_line(self.at, point(a), point(b)) <= self.near).then_some(side)
    }
}

/// A point of the layout in the window's terms.
pub fn point((x, y): (f64, f64)) -> Pos2 {
    egui::pos2(x as f32, y as f32)
}

/// How far a point is from the stretch between two others.
pub fn distance_to_line(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let way = b - a;
    let t = ((p - a).dot(way) / way.length_sq().max(1e-9)).clamp(0.0, 1.0);
    (p - (a + way * t)).length()
}

/// What a gesture changes, before it is put into the words of the file model.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Hexes that get this terrain, by its id.
    Terrain {
        hexes: Vec<Hex>,
        terrain: String,
    },
    /// Hexsides that get this feature; `None` takes what is there away.
    Sides {
        sides: Vec<HexSide>,
        feature: Option<String>,
    },
    /// A piece, by its place in the scenario, goes to a hex.
    Move {
        piece: usize,
        to: Hex,
    },
    /// A new piece of this kind.
    Add {
        kind: String,
        at: Hex,
    },
    Remove {
        piece: usize,
    },
    /// Anything else, already in the words of the file model.
    Edit(Edit),
}

/// What the tools remember between frames; none of it is saved.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ToolState {
    pub tool: Tool,
    /// Hexes round the middle one: 0 paints one hex.
    pub radius: u16,
    /// The chosen terrain, by its place in the game's list.
    pub terrain: usize,
    /// The chosen hexside feature; past the end of the game's list it is *none*.
    pub feature: usize,
    /// The kind of piece that a click places, by its place in the game's list.
    pub kind: Option<usize>,
    /// The piece that is chosen, by its place in the scenario.
    pub piece: Option<usize>,
    /// The hex whose stack lies side by side.
    pub fan: Option<Hex>,
    pub stroke: Option<Stroke>,
    /// The hex on which the button went down.
    pub pressed: Option<Hex>,
    pub filter: String,
    /// Where the last stroke of the brush ended: Shift and a click go on from there in a straight line.
    pub last: Option<Hex>,
    /// The brush paints only over this terrain of the game's list; over all if `None`.
    pub only: Option<usize>,
    /// The hexside tool takes every side that the pointer touches, and does not follow the corners.
    pub loose: bool,
    /// What the tool would do where the pointer is, in words for the status bar.
    pub said: String,
    pub select: SelectState,
    pub fill: FillState,
    pub level: LevelState,
    pub road: RoadState,
    pub boxes: BoxState,
    pub label: LabelState,
    pub stamp: StampState,
    pub eraser: EraserState,
    /// The line that was measured last; it stays until the next.
    pub measured: Option<MeasureLine>,
}

/// A gesture that is going on.
#[derive(Debug, Clone, PartialEq)]
pub enum Stroke {
    Select(SelectStroke),
    Brush(BrushStroke),
    Fill(FillStroke),
    Level(LevelStroke),
    Sides(SideStroke),
    Road(RoadStroke),
    Box(BoxStroke),
    Label(LabelStroke),
    Piece(PieceDrag),
    Eraser(EraserStroke),
    Measure(MeasureLine),
}

impl ToolState {
    /// Drops what is picked up or was measured; says whether there was anything.
    pub fn drop_pick(&mut self) -> bool {
        let piece = self.piece.take().is_some() | self.kind.take().is_some();
        piece | self.measured.take().is_some()
    }

    /// The greatest radius of the brush.
    pub const RADIUS: u16 = 8;

    pub fn change_radius(&mut self, by: i8) {
        self.radius = self.radius.saturating_add_signed(i16::from(by)).min(Self::RADIUS);
    }

    /// Chooses the n-th swatch of the tool, from 0; says whether there is one.
    pub fn choose(&mut self, swatch: usize, terrains: usize, features: usize) -> bool {
        match self.tool {
            Tool::Brush | Tool::Fill if swatch < terrains => self.terrain = swatch,
            // After the features comes *none*.
            Tool::Hexside if swatch <= features => self.feature = swatch,
            Tool::Level => match LevelMode::ALL.get(swatch) {
                Some(mode) => self.level.mode = *mode,
                None => return false,
            },
            Tool::Label => match label::KINDS.get(swatch) {
                Some(kind) => (self.label.mode, self.label.kind) = (label::LabelMode::Names, *kind),
                None => return false,
            },
            Tool::Road => match engine::scenario::RoadKind::ALL.get(swatch) {
                Some(kind) => self.road.kind = *kind,
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use engine::face::{CoverLook, GroundLook, HexsideKind, HexsideLook, Terrain};
    use engine::hex::Grid;
    use engine::scenario::{Map, Scenario};

    /// Plain (level 0), forest (level 0) and height (level 1).
    pub(crate) fn terrains() -> Vec<Terrain> {
        let row = |id: &str, letter, level, ground, cover| Terrain {
            id: id.to_owned(),
            name: id.to_owned(),
            letter,
            level,
            ground,
            cover,
            costs: Vec::new(),
            note: String::new(),
        };
        vec![
            row("plain", '.', 0, GroundLook::Valley, None),
            row("forest", 'f', 0, GroundLook::Valley, Some(CoverLook::Forest)),
            row("height", 'h', 1, GroundLook::Plateau, None),
        ]
    }

    pub(crate) fn hexsides() -> Vec<HexsideKind> {
        let row = |id: &str, look| HexsideKind {
            id: id.to_owned(),
            name: id.to_owned(),
            look,
            costs: Vec::new(),
            note: String::new(),
        };
        vec![row("river", HexsideLook::River), row("ford", HexsideLook::Ford)]
    }

    /// A map of these rows of letters.
    pub(crate) fn board(rows: &[&str]) -> Map {
        let legend: Vec<(char, String)> =
            terrains().into_iter().map(|terrain| (terrain.letter, terrain.id)).collect();
        let cell = |letter| legend.iter().position(|(known, _)| *known == letter).expect("a letter") as u8;
        let cells = rows.iter().flat_map(|row| row.chars().map(cell)).collect();
        let grid = Grid::new(rows[0].len() as u16, rows.len() as u16);
        Map { grid, legend, cells, ..Map::default() }
    }

    pub(crate) fn scenario(map: Map) -> Scenario {
        Scenario { map, ..Scenario::default() }
    }

    #[test]
    fn a_digit_chooses_a_swatch_of_the_tool_and_none_beyond_the_last() {
        let mut tools = ToolState { tool: Tool::Road, ..ToolState::default() };
        assert!(tools.choose(4, 7, 2));
        assert_eq!(tools.road.kind, engine::scenario::RoadKind::Railway);
        assert!(!tools.choose(5, 7, 2));
        tools.tool = Tool::Level;
        assert!(tools.choose(1, 7, 2) && !tools.choose(3, 7, 2));
        assert_eq!(tools.level.mode, LevelMode::Set);
        tools.tool = Tool::Fill;
        assert!(tools.choose(6, 7, 2) && !tools.choose(7, 7, 2));
        assert_eq!(tools.terrain, 6);
        tools.tool = Tool::Eraser;
        assert!(!tools.choose(0, 7, 2));
    }
}
