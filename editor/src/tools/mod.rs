//! The tools of the Map workspace: pointer in, preview and change out. None of them needs a window.
//!
//! A tool keeps what the gesture has done so far; only its release becomes a [`Change`], so that one gesture is
//! one step of undo. Dropping the gesture leaves nothing.

mod brush;
mod hexside;
mod piece;

use egui::{Key, Pos2};
use engine::hex::{Hex, HexSide, Layout};

pub use brush::BrushStroke;
pub use hexside::{SideStroke, on_board};
pub use piece::PieceDrag;

/// A tool of the strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tool {
    #[default]
    Select,
    Brush,
    Hexside,
    Piece,
}

impl Tool {
    pub const ALL: [Self; 4] = [Self::Select, Self::Brush, Self::Hexside, Self::Piece];

    pub fn name(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Brush => "Terrain brush",
            Self::Hexside => "Hexside",
            Self::Piece => "Piece",
        }
    }

    pub fn icon(self) -> &'static str {
        match self {
            Self::Select => "select",
            Self::Brush => "brush",
            Self::Hexside => "hexside",
            Self::Piece => "piece",
        }
    }

    pub fn key(self) -> Key {
        match self {
            Self::Select => Key::V,
            Self::Brush => Key::B,
            Self::Hexside => Key::E,
            Self::Piece => Key::P,
        }
    }

    /// One sentence for the tooltip.
    pub fn about(self) -> &'static str {
        match self {
            Self::Select => "Click a hex to see what is on it; the arrow keys move from hex to hex.",
            Self::Brush => {
                "Paints terrain; a drag is one stroke. [ and ] change the radius, digits the terrain."
            }
            Self::Hexside => "Paints river and ford. A drag follows the sides from corner to corner.",
            Self::Piece => "Drag moves a piece, a click places the chosen one, Del removes it.",
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

fn distance_to_line(p: Pos2, a: Pos2, b: Pos2) -> f32 {
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
    pub stroke: Option<Stroke>,
    /// The hex on which the button went down.
    pub pressed: Option<Hex>,
    pub filter: String,
}

/// A gesture that is going on.
#[derive(Debug, Clone, PartialEq)]
pub enum Stroke {
    Brush(BrushStroke),
    Sides(SideStroke),
    Piece(PieceDrag),
}

impl ToolState {
    /// The greatest radius of the brush.
    pub const RADIUS: u16 = 8;

    pub fn change_radius(&mut self, by: i8) {
        self.radius = self.radius.saturating_add_signed(i16::from(by)).min(Self::RADIUS);
    }

    /// Chooses the n-th swatch of the tool, from 0; says whether there is one.
    pub fn choose(&mut self, swatch: usize, terrains: usize, features: usize) -> bool {
        match self.tool {
            Tool::Brush if swatch < terrains => self.terrain = swatch,
            // After the features comes *none*.
            Tool::Hexside if swatch <= features => self.feature = swatch,
            _ => return false,
        }
        true
    }
}
