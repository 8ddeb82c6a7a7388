//! Everything that a person can ask of the window: its name, its shortcut, when it can be had.
//!
//! Panels push commands; `App` carries them out, once, in order. Menus, the command palette and the shortcuts
//! are made from the same list.

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};
use engine::ask::Gesture;
use engine::hex::Hex;
use engine::rules::{PieceId, Seat};
use engine::scenario::{Edit, Flip, Scenario};

use crate::keys::{self, Keys};
use crate::selection::Selection;
use crate::tools::Tool;

/// A workspace: what fills the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Workspace {
    Map,
    Rulebook,
    Play,
    Print,
}

impl Workspace {
    /// Those that can be entered, in the order of the bar.
    pub const ALL: [Self; 4] = [Self::Map, Self::Rulebook, Self::Play, Self::Print];

    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Rulebook => "Rulebook",
            Self::Play => "Play",
            Self::Print => "Print",
        }
    }

    pub fn icon(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Rulebook => "book",
            Self::Play => "play",
            Self::Print => "print",
        }
    }
}

/// Which colours the window has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ThemeChoice {
    #[default]
    System,
    Dark,
    Light,
}

/// Who decides for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Player {
    #[default]
    Person,
    Random,
}

/// What can be laid over the board of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlay {
    /// The hexes that each side controls.
    Control,
    /// Where the picked piece can go.
    Reach,
    /// The line of sight to the pointer, with its profile.
    Sight,
}

impl Overlay {
    /// In the order of their keys.
    pub const ALL: [Self; 3] = [Self::Control, Self::Reach, Self::Sight];

    pub fn name(self) -> &'static str {
        match self {
            Self::Control => "Control",
            Self::Reach => "Reach",
            Self::Sight => "Line of sight",
        }
    }

    pub fn icon(self) -> &'static str {
        match self {
            Self::Control => "control",
            Self::Reach => "reach",
            Self::Sight => "sight",
        }
    }

    /// One sentence for its tooltip.
    pub fn about(self) -> &'static str {
        match self {
            Self::Control => "Tints the hexes that each side controls, as far as you know.",
            Self::Reach => "Veils what the picked counter cannot reach.",
            Self::Sight => "Shows the line from the picked counter, or the hex clicked last, to the pointer.",
        }
    }
}

/// An answer to *Save changes?*
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    Save,
    Discard,
    Cancel,
}

/// An answer to the recovery page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recover {
    WithEdits,
    AsSaved,
    Later,
}

/// What can be asked of files besides opening and saving them.
#[derive(Debug, Clone, PartialEq)]
pub enum FileCommand {
    /// The page of a new scenario, for a game by its place in the registry.
    New(usize),
    /// Makes what that page says.
    Make,
    /// The page of earlier versions.
    Versions,
    /// An earlier version as a new document.
    OpenCopy(Box<Scenario>),
    /// Takes the files as another program has left them.
    Reload,
    KeepMine,
    Compare,
    /// A recent file that is no longer there: looked for elsewhere, or taken off the list.
    Find(String),
    Forget(String),
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    // Files.
    File(FileCommand),
    /// By the desktop's own dialog where there is one, else by its path.
    Open,
    /// The page on which a path is typed.
    PathPage,
    OpenPath(PathBuf),
    /// A built-in sample, such as `@little_big_horn`, and whether to begin a game of it.
    OpenSample(String, bool),
    Recover(Recover),
    Save,
    SaveAs,
    SaveTo(PathBuf),
    /// The desktop's own file dialog instead of the path page.
    SystemDialog,
    /// Saves although the file had errors when it was read.
    SaveOverErrors,
    CloseDocument,
    Quit,
    Closing(Closing),
    Export,
    StartExport,
    StopExport,
    /// Shows a folder in the desktop's own window.
    ShowFolder(PathBuf),
    /// Drops the dialog or page that is open.
    Dismiss,
    // Edits.
    Edit(Edit),
    Undo,
    Redo,
    /// Goes to the state after so many steps of the history.
    History(usize),
    // What is seen.
    Workspace(Workspace),
    Tool(Tool),
    Swatch(usize),
    Radius(i8),
    Select(Option<Hex>),
    /// Selects these things instead of what was selected.
    Choose(Selection),
    /// Says a sentence at the lower left of the canvas.
    Say(String),
    // What is selected, or the stamp.
    SelectAll,
    Copy,
    Cut,
    /// Asks the system for what it keeps.
    Paste,
    /// What the system kept.
    PasteText(String),
    Duplicate,
    Delete,
    /// By so many sixths of a turn to the right.
    Turn(i8),
    Flip(Flip),
    FillWith,
    /// With a terrain, by its place in the game's list.
    FillSelection(usize),
    GoTo(Hex),
    /// Brings a hex into sight and leaves the selection as it is.
    Reveal(Hex),
    GoToBox,
    /// The page on which columns and rows are put in or taken out.
    MapSize,
    FitMap,
    /// All of what is selected.
    FitSelection,
    ZoomIn,
    ZoomOut,
    Zoom100,
    Problems,
    /// Mends the problem at this place of the list, or the one that is chosen there.
    Mend(Option<usize>),
    Palette,
    Panels,
    Theme(ThemeChoice),
    Scale(u16),
    /// Jumps of the view at once instead of eased, or eased again.
    ReduceMotion,
    FullScreen,
    /// The book beside what one is doing; with a slug, at that section.
    Book(Option<String>),
    /// The card that leads through a first map, opened or closed.
    Tour,
    /// The size of the text in the rulebook, in per cent.
    BookText(u16),
    Keys,
    /// The page of colours, size and motion.
    Settings,
    /// From now on these keys.
    Rebind(Box<Keys>),
    About,
    // Play.
    NewGame,
    Players(u8, Player),
    Perform(Seat, Gesture),
    Pick(Option<PieceId>),
    EndPhase,
    ComputerPhase,
    StepBack,
    StepForward,
    Moment(usize),
    /// Lays it over the board, or takes it away.
    Overlay(Overlay),
    /// Returns to a branch of the game that was left, by its place in the list.
    Branch(usize),
    /// From now on people roll the dice and type them in, or the program rolls.
    TypeDice(bool),
    SaveGame,
}

/// What stands in the way of a command, or allows it: looked at by [`Command::off`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Situation {
    pub document: bool,
    pub undo: bool,
    pub redo: bool,
    pub playing: bool,
    /// Whether Play is what fills the window.
    pub in_play: bool,
    pub can_end_phase: bool,
    /// The game that is played knows zones of control.
    pub has_control: bool,
    pub can_step_back: bool,
    pub can_step_forward: bool,
    pub exporting: bool,
    /// Whether the Map workspace is what fills the window.
    pub in_map: bool,
    /// Something is selected on the map, or a piece is picked.
    pub selected: bool,
    /// Hexes are selected.
    pub hexes: bool,
    /// The stamp holds something.
    pub stamping: bool,
    /// Something mends the chosen problem, or some problem where none is chosen.
    pub mendable: bool,
    /// What was opened has not been looked at by its game yet.
    pub opening: bool,
}

impl Command {
    /// Every command that can be had by name, by menu.
    pub fn menus() -> Vec<(&'static str, Vec<Vec<Self>>)> {
        let sizes = [80, 100, 125, 150, 175, 200].map(Self::Scale).to_vec();
        let themes = [ThemeChoice::System, ThemeChoice::Dark, ThemeChoice::Light].map(Self::Theme).to_vec();
        vec![
            (
                "File",
                vec![
                    vec![Self::File(FileCommand::New(0)), Self::Open, Self::PathPage],
                    vec![Self::Save, Self::SaveAs, Self::File(FileCommand::Versions)],
                    vec![Self::Export],
                    vec![Self::CloseDocument, Self::Quit],
                ],
            ),
            (
                "Edit",
                vec![
                    vec![Self::Undo, Self::Redo],
                    vec![Self::Cut, Self::Copy, Self::Paste, Self::Duplicate, Self::Delete],
                    vec![Self::SelectAll],
                    vec![
                        Self::Turn(1),
                        Self::Turn(-1),
                        Self::Flip(Flip::Across),
                        Self::Flip(Flip::Along),
                        Self::FillWith,
                    ],
                    vec![Self::Mend(None)],
                    vec![Self::Palette],
                ],
            ),
            (
                "View",
                vec![
                    Workspace::ALL.map(Self::Workspace).to_vec(),
                    vec![Self::ZoomIn, Self::ZoomOut, Self::Zoom100, Self::FitMap, Self::FitSelection],
                    vec![Self::Problems, Self::Panels, Self::FullScreen, Self::ReduceMotion],
                    themes,
                    sizes,
                    vec![Self::Settings],
                ],
            ),
            ("Map", vec![Tool::ALL.map(Self::Tool).to_vec(), vec![Self::GoToBox, Self::MapSize]]),
            (
                "Play",
                vec![
                    vec![Self::NewGame],
                    vec![Self::EndPhase, Self::ComputerPhase],
                    vec![Self::StepBack, Self::StepForward],
                    Overlay::ALL.map(Self::Overlay).to_vec(),
                    vec![Self::TypeDice(false), Self::TypeDice(true)],
                    vec![Self::SaveGame],
                ],
            ),
            ("Print", vec![vec![Self::Workspace(Workspace::Print)], vec![Self::Export]]),
            ("Help", vec![vec![Self::Book(None), Self::Tour, Self::Keys], vec![Self::About]]),
        ]
    }

    /// What it is called in menus and in the command palette.
    pub fn name(&self) -> String {
        match self {
            Self::File(FileCommand::New(_)) => "New…".into(),
            Self::File(FileCommand::Versions) => "Earlier versions…".into(),
            Self::Open => "Open…".into(),
            Self::PathPage => "Open path…".into(),
            Self::Save => "Save".into(),
            Self::SaveAs => "Save as…".into(),
            Self::CloseDocument => "Close".into(),
            Self::Quit => "Quit".into(),
            Self::Export => "Export…".into(),
            Self::Undo => "Undo".into(),
            Self::Redo => "Redo".into(),
            Self::SelectAll => "Select all".into(),
            Self::Copy => "Copy".into(),
            Self::Cut => "Cut".into(),
            Self::Paste => "Paste".into(),
            Self::Duplicate => "Duplicate".into(),
            Self::Delete => "Delete".into(),
            Self::Turn(sixths) if *sixths < 0 => "Turn left 60°".into(),
            Self::Turn(_) => "Turn right 60°".into(),
            Self::Flip(Flip::Across) => "Flip left to right".into(),
            Self::Flip(Flip::Along) => "Flip top to bottom".into(),
            Self::FillWith => "Fill with…".into(),
            Self::Workspace(workspace) => workspace.name().into(),
            Self::Tool(tool) => tool.name().into(),
            Self::GoToBox => "Go to hex…".into(),
            Self::MapSize => "Map size…".into(),
            Self::FitMap => "Fit map".into(),
            Self::FitSelection => "Fit selection".into(),
            Self::ReduceMotion => "Reduce motion".into(),
            Self::ZoomIn => "Zoom in".into(),
            Self::ZoomOut => "Zoom out".into(),
            Self::Zoom100 => "Zoom to 100 %".into(),
            Self::Problems => "Problems".into(),
            Self::Mend(_) => "Mend the problem".into(),
            Self::Palette => "Find command, hex or rule…".into(),
            Self::Panels => "Hide or show panels".into(),
            Self::Theme(ThemeChoice::System) => "Colours of the system".into(),
            Self::Theme(ThemeChoice::Dark) => "Dark".into(),
            Self::Theme(ThemeChoice::Light) => "Light".into(),
            Self::Scale(percent) => format!("Interface {percent} %"),
            Self::FullScreen => "Whole screen".into(),
            Self::Book(_) => "Rulebook beside the map".into(),
            Self::Keys => "Keys…".into(),
            Self::Tour => "Tour".into(),
            Self::BookText(percent) => format!("Rulebook text {percent} %"),
            Self::Settings => "Settings…".into(),
            Self::About => "About Sandtable".into(),
            Self::NewGame => "New game".into(),
            Self::EndPhase => "End this phase".into(),
            Self::ComputerPhase => "Let the computer play this phase".into(),
            Self::StepBack => "Step back".into(),
            Self::StepForward => "Step forward".into(),
            Self::Overlay(overlay) => overlay.name().into(),
            Self::TypeDice(false) => "Dice rolled by the program".into(),
            Self::TypeDice(true) => "Dice typed in".into(),
            Self::SaveGame => "Save this game".into(),
            other => format!("{other:?}"),
        }
    }

    /// Other words that people look for it by in the command palette.
    pub fn also(&self) -> &'static str {
        match self {
            Self::MapSize => "resize bigger smaller columns rows",
            Self::Flip(_) => "mirror",
            Self::Tool(Tool::Measure) => "line of sight distance los ruler",
            Self::Tool(Tool::Road) => "bridge trail path railway",
            Self::Tool(Tool::Hexside) => "river ford bridge wall cliff",
            Self::Settings => "preferences options theme colours language size",
            _ => "",
        }
    }

    /// Its icon in the command palette; empty for none.
    pub fn icon(&self) -> &'static str {
        match self {
            Self::File(FileCommand::New(_)) => "plus",
            Self::File(FileCommand::Versions) => "history",
            Self::Open | Self::PathPage => "open",
            Self::Tour => "info",
            Self::Save | Self::SaveAs | Self::SaveGame => "save",
            Self::Export => "export",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Workspace(workspace) => workspace.icon(),
            Self::Tool(tool) => tool.icon(),
            Self::Palette => "search",
            Self::Book(_) => "book",
            Self::Keys => "keyboard",
            Self::Settings => "settings",
            Self::Problems => "warning",
            Self::Mend(_) => "ok",
            Self::StepBack => "stepback",
            Self::StepForward => "step",
            Self::NewGame | Self::EndPhase => "play",
            Self::ComputerPhase | Self::TypeDice(_) => "dice",
            Self::Overlay(overlay) => overlay.icon(),
            _ => "",
        }
    }

    /// Does pressing its key twice ask for it twice, even within one frame?
    pub fn adds_up(&self) -> bool {
        matches!(self, Self::Undo | Self::Redo | Self::StepBack | Self::StepForward)
    }

    /// Does it open a page to which the keys that come after its own are meant to go?
    pub fn opens_page(&self) -> bool {
        matches!(
            self,
            Self::Palette
                | Self::GoToBox
                | Self::MapSize
                | Self::Keys
                | Self::Settings
                | Self::Open
                | Self::PathPage
                | Self::SaveAs
                | Self::Export
                | Self::File(FileCommand::New(_) | FileCommand::Versions)
        )
    }

    /// Within a text its key means something for that text.
    pub fn is_of_text(&self) -> bool {
        matches!(
            self,
            Self::Undo | Self::Redo | Self::SelectAll | Self::Copy | Self::Cut | Self::Paste | Self::Delete
        )
    }

    /// Its keys in the window of this thread, the first of which is shown.
    pub fn shortcuts(&self) -> Vec<KeyboardShortcut> {
        keys::of(self)
    }

    /// Its keys in the set that bears the program's name.
    pub fn shipped_shortcuts(&self) -> Vec<KeyboardShortcut> {
        let one = |modifiers, key| vec![KeyboardShortcut::new(modifiers, key)];
        let ctrl = Modifiers::COMMAND;
        let shift = Modifiers::SHIFT;
        let none = Modifiers::NONE;
        match self {
            Self::File(FileCommand::New(0)) => one(ctrl, Key::N),
            Self::Open => one(ctrl, Key::O),
            Self::PathPage => one(ctrl | shift, Key::O),
            Self::Save => one(ctrl, Key::S),
            Self::SaveAs => one(ctrl | shift, Key::S),
            Self::Quit => one(ctrl, Key::Q),
            Self::CloseDocument => one(ctrl, Key::W),
            Self::Export => one(ctrl, Key::E),
            Self::Undo => one(ctrl, Key::Z),
            Self::Redo => {
                vec![KeyboardShortcut::new(ctrl | shift, Key::Z), KeyboardShortcut::new(ctrl, Key::Y)]
            }
            Self::SelectAll => one(ctrl, Key::A),
            Self::Copy => one(ctrl, Key::C),
            Self::Cut => one(ctrl, Key::X),
            Self::Paste => one(ctrl, Key::V),
            Self::Duplicate => one(ctrl, Key::D),
            Self::Delete => one(none, Key::Delete),
            Self::Turn(1) => one(none, Key::R),
            Self::Turn(-1) => one(shift, Key::R),
            Self::Flip(Flip::Across) => one(none, Key::H),
            Self::Flip(Flip::Along) => one(shift, Key::H),
            Self::Palette => {
                vec![KeyboardShortcut::new(ctrl, Key::K), KeyboardShortcut::new(ctrl | shift, Key::P)]
            }
            Self::Workspace(Workspace::Map) => one(ctrl, Key::Num1),
            Self::Workspace(Workspace::Rulebook) => one(ctrl, Key::Num5),
            Self::Workspace(Workspace::Play) => one(ctrl, Key::Num6),
            Self::Workspace(Workspace::Print) => one(ctrl, Key::Num8),
            Self::Tool(tool) => one(none, tool.key()),
            Self::GoToBox => one(ctrl, Key::G),
            Self::Mend(None) => one(ctrl, Key::Period),
            Self::FitMap => one(shift, Key::Num1),
            Self::FitSelection => one(shift, Key::Num2),
            Self::ZoomIn => {
                vec![KeyboardShortcut::new(ctrl, Key::Plus), KeyboardShortcut::new(ctrl, Key::Equals)]
            }
            Self::ZoomOut => one(ctrl, Key::Minus),
            Self::Zoom100 => one(ctrl, Key::Num0),
            Self::FullScreen => one(none, Key::F11),
            Self::Book(None) => one(none, Key::F1),
            Self::EndPhase => one(none, Key::F8),
            Self::StepBack => one(none, Key::Comma),
            Self::StepForward => one(none, Key::Period),
            Self::Overlay(Overlay::Control) => one(none, Key::F2),
            Self::Overlay(Overlay::Reach) => one(none, Key::F4),
            Self::Overlay(Overlay::Sight) => one(none, Key::F6),
            _ => Vec::new(),
        }
    }

    /// The first of its keys in words; empty if it has none.
    pub fn shortcut(&self) -> String {
        self.shortcuts().first().map(keys::words).unwrap_or_default()
    }

    /// Why it cannot be had now; `None` if it can.
    pub fn off(&self, now: &Situation) -> Option<&'static str> {
        let need = |is: bool, why| (!is).then_some(why);
        match self {
            Self::Save
            | Self::SaveAs
            | Self::File(FileCommand::Versions)
            | Self::CloseDocument
            | Self::GoToBox
            | Self::MapSize
            | Self::FitMap
            | Self::FitSelection
            | Self::NewGame => need(now.document, "open a scenario first"),
            Self::ZoomIn | Self::ZoomOut | Self::Zoom100 | Self::Problems | Self::Panels | Self::Book(_) => {
                need(now.document, "open a scenario first")
            }
            Self::Workspace(_) => need(now.document, "open a scenario first"),
            Self::Export => need(now.document, "open a scenario first")
                .or_else(|| need(!now.exporting, "an export is running")),
            Self::Tool(_) => need(now.document && !now.in_play, "it belongs to the Map workspace"),
            Self::Mend(_) => need(now.document, "open a scenario first")
                .or_else(|| need(now.mendable, "no problem here has one obvious mend")),
            Self::Undo => need(now.undo, "there is nothing to take back"),
            Self::Redo => need(now.redo, "nothing was taken back"),
            Self::SelectAll | Self::Paste | Self::PasteText(_) => {
                need(now.document && now.in_map, "it belongs to the Map workspace")
            }
            Self::Copy | Self::Cut | Self::Duplicate | Self::Delete => {
                need(now.document && now.in_map, "it belongs to the Map workspace")
                    .or_else(|| need(now.selected, "select something first"))
            }
            Self::Turn(_) | Self::Flip(_) => {
                need(now.document && now.in_map, "it belongs to the Map workspace")
                    .or_else(|| need(now.selected || now.stamping, "select something first"))
            }
            Self::FillWith => need(now.document && now.in_map, "it belongs to the Map workspace")
                .or_else(|| need(now.hexes, "select hexes first")),
            Self::EndPhase => need(now.playing, "no game has begun")
                .or_else(|| need(now.can_end_phase, "something is still open in this phase")),
            Self::ComputerPhase | Self::SaveGame | Self::TypeDice(_) => {
                need(now.playing, "no game has begun")
            }
            Self::Overlay(overlay) => need(now.playing && now.in_play, "it belongs to a game")
                .or_else(|| need(*overlay != Overlay::Control || now.has_control, "this game has none")),
            Self::StepBack => need(now.can_step_back, "this is the beginning"),
            Self::StepForward => need(now.can_step_forward, "this is the latest moment"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_cannot_be_had_says_why() {
        let nothing = Situation::default();
        assert_eq!(Command::Save.off(&nothing), Some("open a scenario first"));
        assert_eq!(Command::Open.off(&nothing), None);
        let open = Situation { document: true, ..nothing };
        assert_eq!(Command::Save.off(&open), None);
        assert_eq!(Command::Undo.off(&open), Some("there is nothing to take back"));
    }

    #[test]
    fn keys_are_shown_as_people_write_them() {
        assert_eq!(Command::Redo.shortcut(), "Ctrl+Shift+Z");
        assert_eq!(Command::Book(None).shortcut(), "F1");
        assert_eq!(Command::StepBack.shortcut(), ",");
    }
}
