//! What a person has chosen for paper: kept with the window's settings, so that it comes back.

use export::Format;
use export::compose::map::GridStyle;
use export::palette::Table;
use export::sheets::{Backs, MapLayout, Paper, Settings, Sheet};
use serde_json::{Value, json};

use crate::printing::Job;

/// How much ink.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InkChoice {
    #[default]
    Full,
    Saver,
    Grey,
}

/// What is printed and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Choices {
    /// Those that are ticked, in the order of the list.
    pub sheets: Vec<Sheet>,
    pub paper: Paper,
    /// The id of the side that the sheets are for; `None` for all of them.
    pub reader: Option<String>,
    /// In millimetres, as all lengths here.
    pub hex: f64,
    pub counter: f64,
    pub overlap: f64,
    pub bleed: f64,
    /// The thickness of the board that fold-over sheets are glued around.
    pub board: f64,
    pub backs: Backs,
    pub ink: InkChoice,
    /// Colours that red-, green- and blue-blind eyes tell apart.
    pub safe: bool,
    /// Whether hexes show their numbers.
    pub numbers: bool,
    pub grid: GridStyle,
    pub large: bool,
    pub format: Format,
    pub dpi: f64,
    /// Dots in an inch of the screen, for *True size*.
    pub screen: f64,
}

/// The numbers that can be typed: which, from, to, how far a step goes.
pub mod range {
    pub const HEX: std::ops::RangeInclusive<f64> = 8.0..=80.0;
    pub const COUNTER: std::ops::RangeInclusive<f64> = 9.0..=40.0;
    pub const OVERLAP: std::ops::RangeInclusive<f64> = 0.0..=30.0;
    pub const BLEED: std::ops::RangeInclusive<f64> = 0.0..=3.175;
    pub const BOARD: std::ops::RangeInclusive<f64> = 0.0..=6.0;
    pub const PAPER: std::ops::RangeInclusive<f64> = 180.0..=5080.0;
    pub const DPI: std::ops::RangeInclusive<f64> = 36.0..=1200.0;
    pub const SCREEN: std::ops::RangeInclusive<f64> = 40.0..=600.0;
}

impl Default for Choices {
    /// A whole game for a printer at home: the map in tiles and no poster.
    fn default() -> Self {
        let plain = Settings::default();
        Self {
            sheets: Sheet::ALL.into_iter().filter(|sheet| *sheet != Sheet::Map).collect(),
            paper: plain.paper,
            reader: None,
            hex: plain.hex,
            counter: plain.counter,
            overlap: plain.overlap,
            bleed: plain.bleed,
            board: plain.board,
            backs: plain.backs,
            ink: InkChoice::Full,
            safe: false,
            numbers: plain.numbers,
            grid: plain.grid,
            large: plain.large,
            format: Format::Pdf,
            dpi: 300.0,
            screen: 96.0,
        }
    }
}

impl Choices {
    pub fn is_ticked(&self, sheet: Sheet) -> bool {
        self.sheets.contains(&sheet)
    }

    /// Ticks a sheet or takes its tick away.
    pub fn tick(&mut self, sheet: Sheet, on: bool) {
        self.sheets.retain(|known| *known != sheet);
        if on {
            self.sheets.push(sheet);
            self.sheets.sort_unstable_by_key(|sheet| Sheet::ALL.iter().position(|known| known == sheet));
        }
    }

    /// Which documents the map becomes; `None` if it is not printed.
    pub fn layout(&self) -> Option<MapLayout> {
        match (self.is_ticked(Sheet::Map), self.is_ticked(Sheet::MapTiled)) {
            (true, true) => Some(MapLayout::Both),
            (true, false) => Some(MapLayout::Poster),
            (false, true) => Some(MapLayout::Tiled),
            (false, false) => None,
        }
    }

    /// Ticks the documents of a map.
    pub fn lay_out(&mut self, layout: MapLayout) {
        self.tick(Sheet::Map, layout != MapLayout::Tiled);
        self.tick(Sheet::MapTiled, layout != MapLayout::Poster);
    }

    pub fn table(&self) -> Table {
        match (self.ink, self.safe) {
            (InkChoice::Full, false) => Table::Full,
            (InkChoice::Full, true) => Table::Safe,
            (InkChoice::Saver, _) => Table::Saver,
            (InkChoice::Grey, _) => Table::Grey,
        }
    }

    /// What the sheets are made with. All of them are made, whether ticked or not.
    pub fn settings(&self) -> Settings {
        Settings {
            hex: self.hex,
            counter: self.counter,
            paper: self.paper,
            table: self.table(),
            backs: self.backs,
            numbers: self.numbers,
            grid: self.grid,
            bleed: self.bleed,
            layout: self.layout().unwrap_or_default(),
            overlap: self.overlap,
            board: self.board,
            large: self.large,
            reader: self.reader.clone(),
            ..Settings::default()
        }
    }

    /// What is exported: the ticked sheets.
    pub fn job(&self) -> Job {
        Job { sheets: self.sheets.clone(), format: self.format, settings: self.settings(), dpi: self.dpi }
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "sheets": self.sheets.iter().map(|sheet| sheet.name()).collect::<Vec<_>>(),
            "paper": self.paper.name(),
            "for": self.reader,
            "hex": self.hex,
            "counter": self.counter,
            "overlap": self.overlap,
            "bleed": self.bleed,
            "board": self.board,
            "backs": backs_name(self.backs),
            "ink": ink_name(self.ink),
            "safe": self.safe,
            "numbers": self.numbers,
            "grid": self.grid.name(),
            "large": self.large,
            "format": self.format.extension(),
            "dpi": self.dpi,
            "screen": self.screen,
        })
    }

    /// What was kept; what cannot be read is as at the first start.
    pub(crate) fn from_json(value: &Value) -> Self {
        let plain = Self::default();
        let number = |key: &str, range: std::ops::RangeInclusive<f64>, otherwise: f64| {
            value[key].as_f64().filter(|number| range.contains(number)).unwrap_or(otherwise)
        };
        let is = |key: &str, otherwise| value[key].as_bool().unwrap_or(otherwise);
        let word = |key: &str| value[key].as_str().unwrap_or_default();
        let sheets = value["sheets"].as_array().map(|names| {
            let ticked = |sheet: &Sheet| names.iter().any(|name| name.as_str() == Some(sheet.name()));
            Sheet::ALL.into_iter().filter(ticked).collect()
        });
        let backs = Backs::ALL.into_iter().find(|backs| backs_name(*backs) == word("backs"));
        let grid = GridStyle::ALL.into_iter().find(|grid| grid.name() == word("grid"));
        let inks = [InkChoice::Full, InkChoice::Saver, InkChoice::Grey];
        Self {
            sheets: sheets.unwrap_or(plain.sheets),
            paper: Paper::of_name(word("paper")).unwrap_or(plain.paper),
            reader: value["for"].as_str().map(str::to_owned),
            hex: number("hex", range::HEX, plain.hex),
            counter: number("counter", range::COUNTER, plain.counter),
            overlap: number("overlap", range::OVERLAP, plain.overlap),
            bleed: number("bleed", range::BLEED, plain.bleed),
            board: number("board", range::BOARD, plain.board),
            backs: backs.unwrap_or(plain.backs),
            ink: inks.into_iter().find(|ink| ink_name(*ink) == word("ink")).unwrap_or(plain.ink),
            safe: is("safe", plain.safe),
            numbers: is("numbers", plain.numbers),
            grid: grid.unwrap_or(plain.grid),
            large: is("large", plain.large),
            format: Format::of_extension(word("format")).unwrap_or(plain.format),
            dpi: number("dpi", range::DPI, plain.dpi),
            screen: number("screen", range::SCREEN, plain.screen),
        }
    }
}

fn backs_name(backs: Backs) -> &'static str {
    match backs {
        Backs::LongEdge => "long",
        Backs::ShortEdge => "short",
        Backs::Fold => "fold",
        Backs::Separate => "none",
    }
}

fn ink_name(ink: InkChoice) -> &'static str {
    match ink {
        InkChoice::Full => "full",
        InkChoice::Saver => "saver",
        InkChoice::Grey => "grey",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_back_as_they_were_kept() {
        let mut choices = Choices {
            paper: Paper::Letter,
            reader: Some("us".into()),
            hex: 17.5,
            ink: InkChoice::Saver,
            backs: Backs::Fold,
            format: Format::Png,
            ..Choices::default()
        };
        choices.tick(Sheet::Aids, false);
        choices.tick(Sheet::Map, true);
        assert_eq!(Choices::from_json(&choices.to_json()), choices);
    }

    #[test]
    fn what_nobody_can_print_is_not_taken_back() {
        let kept = json!({ "hex": 1e9, "paper": "napkin", "sheets": ["map", "nonsense"], "dpi": -3 });
        let choices = Choices::from_json(&kept);
        assert_eq!((choices.hex, choices.paper, choices.dpi), (20.0, Paper::A4, 300.0));
        assert_eq!(choices.sheets, [Sheet::Map]);
        assert_eq!(Choices::from_json(&Value::Null), Choices::default());
    }

    #[test]
    fn the_map_is_printed_as_its_ticks_say() {
        let mut choices = Choices::default();
        assert_eq!(choices.layout(), Some(MapLayout::Tiled));
        choices.lay_out(MapLayout::Poster);
        assert_eq!(choices.layout(), Some(MapLayout::Poster));
        assert!(!choices.is_ticked(Sheet::MapTiled));
        assert_eq!(choices.job().settings.layout, MapLayout::Poster);
    }
}
