//! What the rules know of a game, what a seat may do, and what can happen.
//!
//! A state is flat: a row a counter, by its [`PieceId`], and a row a formation. Everything that only follows
//! from it (who controls what, who may still move) is worked out where it is needed.

use engine::hex::Hex;
use engine::rules::{PieceId, Side};
use serde::{Deserialize, Serialize};

use super::data::{INDIAN, US};

/// A formation of the data by its position; tribes are formations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tribe(pub u8);

impl Tribe {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The phases of a game turn, in order, and the set-up before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    SetUp,
    UsFire,
    UsMovement,
    UsMelee,
    Mobilization,
    IndianFire,
    /// The step that opens Indian movement.
    IndianOffmap,
    IndianMovement,
    IndianMelee,
}

impl Phase {
    /// All phases, the set-up first.
    pub const ALL: [Self; 9] = [
        Self::SetUp,
        Self::UsFire,
        Self::UsMovement,
        Self::UsMelee,
        Self::Mobilization,
        Self::IndianFire,
        Self::IndianOffmap,
        Self::IndianMovement,
        Self::IndianMelee,
    ];

    /// As files and examples spell it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::SetUp => "setup",
            Self::UsFire => "us_fire",
            Self::UsMovement => "us_movement",
            Self::UsMelee => "us_melee",
            Self::Mobilization => "mobilization",
            Self::IndianFire => "indian_fire",
            Self::IndianOffmap => "indian_offmap",
            Self::IndianMovement => "indian_movement",
            Self::IndianMelee => "indian_melee",
        }
    }

    /// As people read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SetUp => "Set-up",
            Self::UsFire => "US fire",
            Self::UsMovement => "US movement",
            Self::UsMelee => "US melee",
            Self::Mobilization => "Mobilization",
            Self::IndianFire => "Indian fire",
            Self::IndianOffmap => "Off the map",
            Self::IndianMovement => "Indian movement",
            Self::IndianMelee => "Indian melee",
        }
    }

    /// Whose phase it is.
    pub const fn side(self) -> Side {
        match self {
            Self::UsFire | Self::UsMovement | Self::UsMelee => US,
            _ => INDIAN,
        }
    }

    /// Do counters move on the map in it?
    pub const fn moves(self) -> bool {
        matches!(self, Self::UsMovement | Self::IndianMovement)
    }
}

/// Where a counter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum At {
    /// Not in this game at all.
    Absent,
    /// Not on the map yet: an Indian with his tribe, a US counter until it enters.
    Off,
    On(Hex),
    Lost,
}

/// How far a counter's move of this phase has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Going {
    /// It has done nothing yet.
    Fresh,
    /// It is the one that moves, or one of those that move together.
    Moving,
    /// Another has moved since [LBH-10.1].
    Done,
}

/// A counter. From `going` on, the fields last for a movement phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Row {
    pub at: At,
    pub reduced: bool,
    /// Cavalry on foot.
    pub dismounted: bool,
    /// It has a Stop marker, until the end of the Indian player turn.
    pub stopped: bool,
    pub going: Going,
    /// Points spent.
    pub spent: u8,
    /// It has entered a hex in this phase.
    pub stepped: bool,
    /// It came on in this turn.
    pub entered: bool,
    /// It began the phase in a bank hex.
    pub bank: bool,
    /// It began the phase in the camp.
    pub camp: bool,
    /// It has dismounted in this phase.
    pub dismounts: bool,
}

impl Row {
    /// A counter at full strength that has not moved.
    pub const fn new(at: At) -> Self {
        Self {
            at,
            reduced: false,
            dismounted: false,
            stopped: false,
            going: Going::Fresh,
            spent: 0,
            stepped: false,
            entered: false,
            bank: false,
            camp: false,
            dismounts: false,
        }
    }

    /// The hex it is on.
    pub const fn hex(&self) -> Option<Hex> {
        match self.at {
            At::On(hex) => Some(hex),
            _ => None,
        }
    }

    /// Ready for a new movement phase.
    pub(super) fn rested(&mut self) {
        self.going = Going::Fresh;
        self.spent = 0;
        (self.stepped, self.entered, self.bank, self.camp) = (false, false, false, false);
        self.dismounts = false;
    }
}

/// A formation's doings; only tribes have any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TribeRow {
    /// Its tribe counter is on the off-map sheet.
    pub off: bool,
    /// In this zone; 0 where that is not known (by the US, or before the set-up).
    pub zone: u8,
    /// It has acted in this off-map step.
    pub acted: bool,
    /// It is not mobilized in this Indian player turn.
    pub barred: bool,
}

/// A step back along the path of a counter: where it came from, `None` for off the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trail {
    pub piece: PieceId,
    pub from: Option<Hex>,
}

/// The kinds of victory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Degree {
    Strategic,
    Tactical,
    Automatic,
}

impl Degree {
    /// As examples and results spell it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Strategic => "strategic",
            Self::Tactical => "tactical",
            Self::Automatic => "automatic",
        }
    }
}

/// A game at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    pub turn: u16,
    pub phase: Phase,
    pub rows: Vec<Row>,
    /// A row a formation of the data.
    pub tribes: Vec<TribeRow>,
    /// The paths of those who move or may have to go back, in the order of their steps.
    pub trail: Vec<Trail>,
    /// How many tribes must be named as barred; `None` until the die is rolled.
    pub bars: Option<u8>,
    pub ended: Option<(Side, Degree)>,
}

/// What a seat may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// The Indian start, judged whole.
    SetUp {
        camp: Vec<(PieceId, Hex)>,
        zones: Vec<(Tribe, u8)>,
    },
    /// A move, or more of a move; a counter that is not on the map begins with the entry hex.
    Move {
        piece: PieceId,
        path: Vec<Hex>,
    },
    /// A unit and leaders of its hex on one path.
    MoveTogether {
        pieces: Vec<PieceId>,
        path: Vec<Hex>,
    },
    Mount(PieceId),
    Dismount(PieceId),
    /// The mobilization roll.
    Roll,
    /// The tribes that are barred.
    Bar(Vec<Tribe>),
    /// A tribe goes to another zone.
    OffMap {
        tribe: Tribe,
        zone: u8,
    },
    /// A tribe comes on, all of it.
    Enter {
        tribe: Tribe,
        at: Vec<(PieceId, Hex)>,
    },
    /// The allotment of melees; for now the empty one, which passes the phase.
    Allot,
    EndPhase,
}

/// What can happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Zone 0 is a zone that is not told.
    SetUp {
        camp: Vec<(PieceId, Hex)>,
        zones: Vec<(Tribe, u8)>,
    },
    /// These begin to move, so the moves of all others are over.
    Begins(Vec<PieceId>),
    /// An unbroken stretch of path: the hexes entered and what they cost together.
    Moves {
        piece: PieceId,
        path: Vec<Hex>,
        cost: u8,
    },
    Mounts(PieceId),
    Dismounts(PieceId),
    /// Back along its path; `None` is back off the map.
    PutBack {
        piece: PieceId,
        to: Option<Hex>,
    },
    /// The number in the table, and how many of them are to be named.
    Bars {
        number: u8,
        due: u8,
    },
    Barred(Vec<Tribe>),
    ChangesZone {
        tribe: Tribe,
        zone: u8,
    },
    /// The pieces with their hexes and what those cost.
    Enters {
        tribe: Tribe,
        at: Vec<(PieceId, Hex, u8)>,
    },
    Phase {
        turn: u16,
        phase: Phase,
    },
    Wins {
        side: Side,
        degree: Degree,
    },
}
