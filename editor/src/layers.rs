//! The layers of the Map workspace: shown, dimmed, locked.
//!
//! View state. What is locked is not changed by any tool; what is hidden is not picked by one.

use engine::scenario::Edit;
use export::compose::map::Layer;

use crate::tools::Change;

/// A layer as the panel lists it, from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MapLayer {
    Pieces,
    /// Labels, regions, zones.
    Labels,
    /// Rivers, fords, and whatever else lies on hexsides.
    Hexsides,
    Roads,
    /// Ground, woods, camps.
    Terrain,
    /// Edges of levels, contours.
    Levels,
    Numbers,
    Grid,
}

impl MapLayer {
    pub const ALL: [Self; 8] = [
        Self::Pieces,
        Self::Labels,
        Self::Hexsides,
        Self::Roads,
        Self::Terrain,
        Self::Levels,
        Self::Numbers,
        Self::Grid,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Pieces => "Pieces",
            Self::Labels => "Labels and regions",
            Self::Hexsides => "Hexsides",
            Self::Roads => "Roads",
            Self::Terrain => "Terrain",
            Self::Levels => "Levels",
            Self::Numbers => "Hex numbers",
            Self::Grid => "Grid",
        }
    }

    /// To which of them a layer of the composer belongs.
    pub fn of(layer: Layer) -> Self {
        match layer {
            Layer::Ground | Layer::Cover => Self::Terrain,
            Layer::Edges => Self::Levels,
            Layer::Roads => Self::Roads,
            Layer::Water => Self::Hexsides,
            Layer::Grid => Self::Grid,
            Layer::Numbers => Self::Numbers,
            Layer::Names | Layer::Zones => Self::Labels,
        }
    }

    /// On which of them one edit changes something; `None` for what lies on none, such as the title.
    fn changed_by(edit: &Edit) -> Option<Self> {
        match edit {
            Edit::PaintHexes { .. } | Edit::SetCells { .. } | Edit::SetAllCells { .. } => Some(Self::Terrain),
            Edit::SetLevels(_) | Edit::DropLevels | Edit::SetContours(_) => Some(Self::Levels),
            Edit::SetSides(_) | Edit::AddRiver(..) | Edit::RemoveRiver(_) | Edit::ChangeRiver(..) => {
                Some(Self::Hexsides)
            }
            Edit::AddPiece(..) | Edit::RemovePiece(_) | Edit::MovePiece(..) | Edit::ChangePiece(..) => {
                Some(Self::Pieces)
            }
            Edit::AddRoad(..) | Edit::RemoveRoad(_) | Edit::ChangeRoad(..) => Some(Self::Roads),
            Edit::AddRegion(..) | Edit::RemoveRegion(_) | Edit::ChangeRegion(..) => Some(Self::Labels),
            Edit::AddLabel(..) | Edit::RemoveLabel(_) | Edit::ChangeLabel(..) => Some(Self::Labels),
            Edit::AddBox(..) | Edit::RemoveBox(_) | Edit::ChangeBox(..) => Some(Self::Labels),
            _ => None,
        }
    }
}

/// How a layer is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shown {
    pub visible: bool,
    /// Per cent: 100 is as printed, less is dimmed.
    pub strength: u8,
    pub locked: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Self { visible: true, strength: 100, locked: false }
    }
}

/// How all layers are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Layers([Shown; 8]);

impl Layers {
    pub fn get(&self, layer: MapLayer) -> Shown {
        self.0[layer as usize]
    }

    pub fn set(&mut self, layer: MapLayer, shown: Shown) {
        self.0[layer as usize] = shown;
    }

    /// May a tool change what is on this layer? Not what is locked, nor what one does not see.
    pub fn is_open(&self, layer: MapLayer) -> bool {
        let shown = self.get(layer);
        shown.visible && !shown.locked
    }

    /// Why a tool may not change what is on this layer, in a sentence; `None` if it may.
    pub fn closed(&self, layer: MapLayer) -> Option<String> {
        let why = if self.get(layer).locked { "locked" } else { "hidden" };
        (!self.is_open(layer)).then(|| format!("{}: the layer is {why}", layer.name()))
    }

    /// Why an edit may not be made, if it changes something on a layer that is locked or hidden.
    pub fn refuses(&self, edit: &Edit) -> Option<String> {
        match edit {
            Edit::Many(edits) => edits.iter().find_map(|edit| self.refuses(edit)),
            Edit::Named(_, edit) => self.refuses(edit),
            edit => MapLayer::changed_by(edit).and_then(|layer| self.closed(layer)),
        }
    }

    /// The same of a change.
    pub fn refuses_change(&self, change: &Change) -> Option<String> {
        match change {
            Change::Terrain { .. } => self.closed(MapLayer::Terrain),
            Change::Sides { .. } => self.closed(MapLayer::Hexsides),
            Change::Move { .. } | Change::Add { .. } | Change::Remove { .. } => self.closed(MapLayer::Pieces),
            Change::Edit(edit) => self.refuses(edit),
        }
    }

    /// The part of its strength that is painted, 0 to 1.
    pub fn opacity(&self, layer: MapLayer) -> f32 {
        let shown = self.get(layer);
        if shown.visible { f32::from(shown.strength.min(100)) / 100.0 } else { 0.0 }
    }
}
