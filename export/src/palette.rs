//! Colours by role.
//!
//! Drawings name roles (*wood*, *water*, *side A*), never colours. The four tables below are the same roles for
//! full colour, for saving ink, in greys, and for eyes that do not tell red from green, so a sheet is composed
//! once and written in any of them. A scenario may replace the colours of a role, or add roles of its own.

use serde::Serialize;

/// A colour: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// Reads `#rrggbb`, as palettes write it.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digits = |digits: &&str| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        let digits = text.strip_prefix('#').filter(is_digits)?;
        u32::from_str_radix(digits, 16).ok().map(Self::hex)
    }

    /// How bright it looks, from 0 to 255.
    pub fn luma(self) -> f64 {
        0.299 * f64::from(self.0) + 0.587 * f64::from(self.1) + 0.114 * f64::from(self.2)
    }

    /// The colour `part` 255ths of the way to another.
    pub fn mixed(self, other: Self, part: u8) -> Self {
        let mix = |from: u8, to: u8| {
            let (from, to, part) = (u32::from(from), u32::from(to), u32::from(part));
            ((from * (255 - part) + to * part + 127) / 255) as u8
        };
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The contrast with another colour as WCAG 2 defines it, from 1 to 21. Text wants at least 4.5.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn luminance(self) -> f64 {
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Which colours to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub enum Table {
    #[default]
    Full,
    /// Almost white grounds; the patterns do the work.
    Saver,
    Grey,
    /// Told apart by red-, green- and blue-blind eyes.
    Safe,
}

impl Table {
    pub const ALL: [Self; 4] = [Self::Full, Self::Saver, Self::Grey, Self::Safe];

    /// The word for it on the command line and in profiles.
    pub fn name(self) -> &'static str {
        ["full", "saver", "grey", "safe"][self as usize]
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }
}

/// Some of the tables: a group may be kept for those. BOARD leaves washes out of *saver* and hatches zones in
/// *grey* only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Tables(u8);

impl Tables {
    pub const ALL: Self = Self(0b1111);

    pub const fn only(table: Table) -> Self {
        Self(1 << table as u8)
    }

    pub const fn except(table: Table) -> Self {
        Self(Self::ALL.0 & !(1 << table as u8))
    }

    pub const fn contains(self, table: Table) -> bool {
        self.0 & (1 << table as u8) != 0
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::ALL
    }
}

/// A role: a name for a colour that depends on the table. An index into a drawing's [`Roles`]; the shipped ones
/// are the constants of [`role`] and mean the same in every drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Role(u16);

/// What something is painted with: a role, or a choice or mixture of roles that is made when the table is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Ink {
    Role(Role),
    /// `light` on a ground whose luma is at most 150, else `dark`: BOARD's rule for text on bands.
    On {
        ground: Role,
        light: Role,
        dark: Role,
    },
    /// A colour `part` 255ths of the way from one role to another.
    Mix {
        from: Role,
        to: Role,
        part: u8,
    },
}

impl Ink {
    /// A part of the way from 0 to 1 between two roles.
    pub fn mix(from: Role, to: Role, part: f64) -> Self {
        Self::Mix { from, to, part: (part.clamp(0.0, 1.0) * 255.0).round() as u8 }
    }
}

impl From<Role> for Ink {
    fn from(role: Role) -> Self {
        Self::Role(role)
    }
}

/// The roles of a drawing with their colours in the four tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Roles {
    rows: Vec<(String, [Rgb; 4])>,
}

impl Default for Roles {
    fn default() -> Self {
        Self::shipped()
    }
}

impl Roles {
    /// The roles that every drawing has.
    pub fn shipped() -> Self {
        let rows = SHIPPED.iter().map(|(name, colours)| ((*name).to_owned(), colours.map(Rgb::hex)));
        Self { rows: rows.collect() }
    }

    /// The role with this name.
    pub fn find(&self, name: &str) -> Option<Role> {
        self.rows.iter().position(|(known, _)| known == name).map(|index| Role(index as u16))
    }

    /// Replaces a role's colours, or adds a role; the colours are those for full, saver, grey and safe.
    pub fn set(&mut self, name: &str, colours: [Rgb; 4]) -> Role {
        if let Some(role) = self.find(name) {
            self.rows[usize::from(role.0)].1 = colours;
            return role;
        }
        self.rows.push((name.to_owned(), colours));
        Role((self.rows.len() - 1) as u16)
    }

    /// Replaces a role's colour in one table, or adds a role with that colour in all.
    pub fn set_in(&mut self, name: &str, table: Table, colour: Rgb) -> Role {
        let mut colours = self.find(name).map_or([colour; 4], |role| self.rows[usize::from(role.0)].1);
        colours[table as usize] = colour;
        self.set(name, colours)
    }

    /// Puts a scenario's own colours, role to `#rrggbb`, in place of the shipped ones; gives a sentence for each
    /// that cannot be.
    ///
    /// A colour counts for full colour. In grey it is as bright as it looks, and to save ink it is paled as much
    /// as the role's shipped colour is. The table for colour-blind eyes keeps what was measured for them.
    pub fn replace(&mut self, colours: &std::collections::BTreeMap<String, String>) -> Vec<String> {
        let mut warnings = Vec::new();
        for (name, text) in colours {
            let (role, colour) = match (self.find(name), Rgb::parse(text)) {
                (Some(role), Some(colour)) => (role, colour),
                (None, _) => {
                    warnings.push(format!(
                        "No colour is called {name:?}: found among the scenario's colours, expected a role of the \
                         palette such as \"water\"."
                    ));
                    continue;
                }
                (_, None) => {
                    warnings.push(format!(
                        "The scenario's colour {name:?} keeps its shipped value: found {text:?}, expected six \
                         digits such as \"#a5c8d3\"."
                    ));
                    continue;
                }
            };
            let shipped = self.rows[usize::from(role.0)].1;
            let [full, saver, ..] = shipped;
            let dark = |rgb: Rgb| 255.0 - rgb.luma();
            let paled = (1.0 - dark(saver) / dark(full).max(1.0)).clamp(0.0, 1.0);
            let luma = colour.luma().round() as u8;
            self.set_in(name, Table::Full, colour);
            self.set_in(name, Table::Saver, colour.mixed(Rgb(255, 255, 255), (paled * 255.0).round() as u8));
            self.set_in(name, Table::Grey, Rgb(luma, luma, luma));
        }
        warnings
    }

    /// The name of a role.
    pub fn name(&self, role: Role) -> &str {
        self.rows.get(usize::from(role.0)).map_or("", |(name, _)| name)
    }

    /// A role's colour. A role of another drawing that this one does not have is black.
    pub fn rgb(&self, role: Role, table: Table) -> Rgb {
        self.rows.get(usize::from(role.0)).map_or(Rgb(0, 0, 0), |(_, colours)| colours[table as usize])
    }

    /// The colour of an ink.
    pub fn colour(&self, ink: Ink, table: Table) -> Rgb {
        match ink {
            Ink::Role(role) => self.rgb(role, table),
            Ink::On { ground, light, dark } => {
                let is_light_ground = self.rgb(ground, table).luma() > 150.0;
                self.rgb(if is_light_ground { dark } else { light }, table)
            }
            Ink::Mix { from, to, part } => self.rgb(from, table).mixed(self.rgb(to, table), part),
        }
    }

    /// Every role with its name, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Role, &str)> {
        self.rows.iter().enumerate().map(|(index, (name, _))| (Role(index as u16), name.as_str()))
    }
}

macro_rules! roles {
    ($($constant:ident = $name:literal: $full:literal, $saver:literal, $grey:literal, $safe:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($constant),* }

        /// The shipped roles.
        pub mod role {
            use super::{Index, Role};
            $(#[doc = concat!("`", $name, "`")] pub const $constant: Role = Role(Index::$constant as u16);)*
        }

        const SHIPPED: &[(&str, [u32; 4])] = &[$(($name, [$full, $saver, $grey, $safe])),*];
    };
}

// Full, saver, grey, safe.
roles! {
    PAPER = "paper": 0xf7f1e3, 0xffffff, 0xffffff, 0xf7f3e8;
    INK = "ink": 0x2b2620, 0x2b2620, 0x1c1c1c, 0x1f2226;
    INK_SOFT = "ink_soft": 0x6b5d49, 0x6b6257, 0x5e5e5e, 0x55595f;
    VALLEY = "valley": 0xd9dbb2, 0xf9faf3, 0xf4f4f4, 0xd3e3dc;
    VALLEY_LUSH = "valley_lush": 0xc4ce9a, 0xf1f4e6, 0xe8e8e8, 0xbdd6cd;
    WASH_WARM = "wash_warm": 0xe6dcae, 0xffffff, 0xf4f4f4, 0xe2e6d2;
    WASH_COOL = "wash_cool": 0xc3cda0, 0xf6f8ee, 0xececec, 0xc4dad2;
    WASH_LIGHT = "wash_light": 0xf0e0bc, 0xffffff, 0xe6e6e6, 0xf8e8c2;
    WASH_DARK = "wash_dark": 0xd9c190, 0xfbf6ea, 0xd2d2d2, 0xe6cf98;
    VALLEY_MARK = "valley_mark": 0x8a985f, 0xa9b389, 0xa0a0a0, 0x7aa096;
    PLATEAU = "plateau": 0xe6d3aa, 0xfdfaf3, 0xdcdcdc, 0xf2dfb0;
    PLATEAU_MARK = "plateau_mark": 0xb5965f, 0xc8b48d, 0x969696, 0xbb9a52;
    MOUNTAIN = "mountain": 0xb48c62, 0xf0e6da, 0xa8a8a8, 0xb98a5a;
    MOUNTAIN_TOP = "mountain_top": 0xc9a67c, 0xf8f2ea, 0xbcbcbc, 0xcfa577;
    MOUNTAIN_MARK = "mountain_mark": 0x5c4027, 0x7c624a, 0x3c3c3c, 0x54361c;
    ROCK = "rock": 0xbdb9b0, 0xf2f1ee, 0xc2c2c2, 0xb9bcc4;
    ROCK_LIGHT = "rock_light": 0xd8d5cc, 0xfbfbfa, 0xdedede, 0xd9dbe1;
    ROCK_MARK = "rock_mark": 0x4c4842, 0x5c5852, 0x2c2c2c, 0x33373f;
    FOREST = "forest": 0xb4bd88, 0xe9eedd, 0xcfcfcf, 0x9fc0b0;
    TREE = "tree": 0x83925c, 0xdfe6d0, 0x9a9a9a, 0x4f8a7c;
    TREE_B = "tree_b": 0x758652, 0xd6dfc6, 0x8c8c8c, 0x457e71;
    TREE_C = "tree_c": 0x929d66, 0xe8edda, 0xa8a8a8, 0x5e978a;
    TREE_LIGHT = "tree_light": 0xb7bd86, 0xffffff, 0xd0d0d0, 0x9cc7b8;
    TREE_DARK = "tree_dark": 0x434d2e, 0x55664a, 0x333333, 0x1e4a45;
    CAMP = "camp": 0xe9c99b, 0xfcf3e6, 0xe6e6e6, 0xf4cf9c;
    CAMP_MARK = "camp_mark": 0x8f4526, 0x9c5a3c, 0x3a3a3a, 0x8a3a12;
    TIPI = "tipi": 0xfbf3df, 0xffffff, 0xffffff, 0xfff6e2;
    WATER = "water": 0xa5c8d3, 0xe6f1f4, 0xb4b4b4, 0x8fc0e0;
    WATER_LIGHT = "water_light": 0xd3e6e8, 0xf6fbfc, 0xf0f0f0, 0xcfe6f5;
    WATER_INK = "water_ink": 0x2b566b, 0x35687e, 0x3a3a3a, 0x1a4f7c;
    WATER_LINE = "water_line": 0x3f7188, 0x5b8ba0, 0x4a4a4a, 0x1f5f94;
    SAND = "sand": 0xefe2bd, 0xfdf8ea, 0xfafafa, 0xf8ecc8;
    FORD = "ford": 0xe8e2c4, 0xfffdf4, 0xffffff, 0xfbf4da;
    CREST = "crest": 0x6d4b29, 0x7d6042, 0x303030, 0x60401c;
    HACHURE = "hachure": 0x7a5833, 0x8d7152, 0x474747, 0x6c4a22;
    SHADE = "shade": 0x4c3a1e, 0x4c3a1e, 0x000000, 0x3c3a34;
    LIGHT = "light": 0xfff8e4, 0xffffff, 0xffffff, 0xfffbee;
    ROAD = "road": 0x8a5a32, 0x8a5a32, 0x3a3a3a, 0x7c4a1a;
    ROAD_FILL = "road_fill": 0xf3e4c0, 0xffffff, 0xffffff, 0xf8ecc8;
    GRID = "grid": 0x4f4430, 0x4f4430, 0x202020, 0x2f3338;
    NUMBER = "number": 0x574b38, 0x5a5040, 0x4a4a4a, 0x474d52;
    NUMBER_ON = "number_on": 0x2f271b, 0x4a4030, 0x1c1c1c, 0x1f2226;
    ZONE_US = "zone_us": 0x3c5a80, 0x3c5a80, 0x505050, 0x2f5f9e;
    ZONE_A = "zone_a": 0x9c4c31, 0x9c4c31, 0x646464, 0xa34a14;
    ZONE_B = "zone_b": 0x80601f, 0x80601f, 0x6c6c6c, 0x80590c;
    ZONE_C = "zone_c": 0x5a6a38, 0x5a6a38, 0x707070, 0x25705f;
    ZONE_D = "zone_d": 0x73506a, 0x73506a, 0x5c5c5c, 0x7a4f8a;
    US = "us": 0x33506f, 0xffffff, 0x4a4a4a, 0x1f4f86;
    US_PALE = "us_pale": 0xd9e1e6, 0xffffff, 0xf0f0f0, 0xd9e6f2;
    US_INK = "us_ink": 0x1f3148, 0x1f3148, 0x111111, 0x12325a;
    US_SHAPE = "us_shape": 0x1f3148, 0x9aa4b0, 0x111111, 0x12325a;
    IND = "ind": 0xa34c2f, 0xffffff, 0x6f6f6f, 0xb4531a;
    IND_PALE = "ind_pale": 0xf1dcbb, 0xffffff, 0xffffff, 0xfbe3c0;
    IND_INK = "ind_ink": 0x5a2413, 0x5a2413, 0x1c1c1c, 0x5c2606;
    IND_SHAPE = "ind_shape": 0x5a2413, 0xb89d94, 0x1c1c1c, 0x5c2606;
    CREAM = "cream": 0xfbf5e6, 0xffffff, 0xffffff, 0xfffaf0;
    GOLD = "gold": 0xe3b64e, 0xffffff, 0xdcdcdc, 0xf0c24a;
    ALERT = "alert": 0xb23a2a, 0xb23a2a, 0x333333, 0xc4421a;
    TURN_FIRST = "turn_first": 0x1f3148, 0xffffff, 0x111111, 0x12325a;
    TURN_SECOND = "turn_second": 0xb23a2a, 0xffffff, 0x333333, 0xc4421a;
    F_7CAV = "f_7cav": 0xe6bd55, 0xf7e7b8, 0xe2e2e2, 0xf0c24a;
    F_2CAV = "f_2cav": 0xd98d45, 0xf4d6b6, 0xb4b4b4, 0xd98a3a;
    F_6INF = "f_6inf": 0xb4cfdf, 0xe4eff5, 0xf4f4f4, 0xa8cdea;
    F_7INF = "f_7inf": 0xf4efe0, 0xffffff, 0xffffff, 0xf6f2e6;
    F_STAFF = "f_staff": 0x22344d, 0xffffff, 0x2a2a2a, 0x12325a;
    F_HUNKPAPA = "f_hunkpapa": 0x2f7683, 0xcfe3e6, 0x6a6a6a, 0x23708f;
    F_OGLALA = "f_oglala": 0xe2b144, 0xf5e3b6, 0xdedede, 0xf0c24a;
    F_CHEYENNE = "f_cheyenne": 0xf4ead2, 0xffffff, 0xffffff, 0xf6efdc;
    F_MINICONJOU = "f_miniconjou": 0x9db673, 0xdbe5c9, 0xa8a8a8, 0x7cc0a4;
    F_SANSARC = "f_sansarc": 0x7a5a86, 0xddd0e2, 0x585858, 0x8a5f9e;
    F_BRULE = "f_brule": 0xe0a79a, 0xf6e0da, 0xcfcfcf, 0xe6b0c4;
    F_BLACKFOOT = "f_blackfoot": 0x2b2623, 0xcfcac4, 0x161616, 0x22222a;
    F_ARAPAHO = "f_arapaho": 0xa9c8dc, 0xe0edf4, 0xeaeaea, 0xa8cdea;

    // Pages, charts and tables without a grid.
    WHITE = "white": 0xffffff, 0xffffff, 0xffffff, 0xffffff;
    BLACK = "black": 0x000000, 0x000000, 0x000000, 0x000000;
    ZONE_TEXT = "zone_text": 0xfffaf0, 0x2b2620, 0xffffff, 0xfffaf0;
    RULE_NUMBER = "rule_number": 0x8a5a32, 0x8a5a32, 0x3a3a3a, 0x7c4a1a;
    TABLE_HEAD = "table_head": 0xece2cb, 0xf6f2e8, 0xe2e2e2, 0xece2cb;
    TABLE_ROW = "table_row": 0xfaf5e9, 0xffffff, 0xf8f8f8, 0xfaf5e9;
    TABLE_HAIR = "table_hair": 0xd9cdb4, 0xd9cdb4, 0xc8c8c8, 0xd9cdb4;
    ATTACKER_1 = "attacker_1": 0xa9bccb, 0xe4ebf0, 0xb4b4b4, 0x9dbcdc;
    ATTACKER_2 = "attacker_2": 0xc5d2da, 0xeff3f6, 0xcacaca, 0xbfd3e8;
    ATTACKER_3 = "attacker_3": 0xdfe6e8, 0xf8fafb, 0xe0e0e0, 0xdce8f2;
    BOTH_SIDES = "both_sides": 0xf4efe2, 0xffffff, 0xfafafa, 0xf6f2e6;
    DEFENDER_3 = "defender_3": 0xf6e2c4, 0xfdf8f0, 0xececec, 0xfbe3c0;
    DEFENDER_2 = "defender_2": 0xefc9a2, 0xfaeee2, 0xd6d6d6, 0xf2c88e;
    DEFENDER_1 = "defender_1": 0xdea484, 0xf5e2d8, 0xbebebe, 0xe09a5a;
    ALLOWED = "allowed": 0x4f6b3a, 0x4f6b3a, 0x3a3a3a, 0x1f6f60;
    TURF = "turf": 0xd5daae, 0xfafaf4, 0xf2f2f2, 0xd3e3cc;
    TRODDEN = "trodden": 0xe6d9b4, 0xfdfaf2, 0xe8e8e8, 0xf0e2b8;
    WALL = "wall": 0xcfc6b2, 0xf2efe8, 0xc8c8c8, 0xc9c9cc;
    BRICK_LIGHT = "brick_light": 0xc98d6b, 0xf4e6dd, 0xcccccc, 0xd09468;
    BRICK = "brick": 0xb4775a, 0xecd9cf, 0xb0b0b0, 0xbb7c50;
    BRICK_DARK = "brick_dark": 0x935c45, 0xe0c8bb, 0x909090, 0x965a36;
    SLATE_LIGHT = "slate_light": 0xa3a8ac, 0xeff0f1, 0xc4c4c4, 0xa6adb6;
    SLATE = "slate": 0x878d92, 0xe2e4e6, 0xa6a6a6, 0x8a93a0;
    SLATE_DARK = "slate_dark": 0x686e74, 0xd2d5d8, 0x848484, 0x687080;
    FIGURE_LINE = "figure_line": 0x33291f, 0x33291f, 0x222222, 0x2a2a2e;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_names_are_the_same_roles() {
        let roles = Roles::shipped();
        assert_eq!(roles.find("water"), Some(role::WATER));
        assert_eq!(roles.find("f_arapaho"), Some(role::F_ARAPAHO));
        assert_eq!(roles.rgb(role::WATER, Table::Safe).to_string(), "#8fc0e0");
        assert_eq!(roles.find("no such"), None);
    }

    #[test]
    fn names_are_unique() {
        let roles = Roles::shipped();
        for (role, name) in roles.iter() {
            assert_eq!(roles.find(name), Some(role), "{name}");
        }
    }

    #[test]
    fn a_scenario_replaces_and_adds_roles() {
        let mut roles = Roles::shipped();
        assert_eq!(roles.set_in("us", Table::Full, Rgb::hex(0x123456)), role::US);
        assert_eq!(roles.rgb(role::US, Table::Full), Rgb(0x12, 0x34, 0x56));
        assert_eq!(roles.rgb(role::US, Table::Grey), Roles::shipped().rgb(role::US, Table::Grey));
        let own = roles.set("crow", [Rgb(1, 2, 3); 4]);
        assert_eq!(roles.name(own), "crow");
    }

    #[test]
    fn a_scenario_gives_colours_by_name_and_hears_of_those_that_are_none() {
        let mut roles = Roles::shipped();
        let given = [("water", "#102030"), ("watr", "#102030"), ("sand", "red"), ("ink", "#ééé")];
        let given = given.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let warnings = roles.replace(&given);
        assert_eq!(warnings.len(), 3, "{warnings:?}");
        assert_eq!(roles.rgb(role::WATER, Table::Full), Rgb(0x10, 0x20, 0x30));
        let Rgb(r, g, b) = roles.rgb(role::WATER, Table::Grey);
        assert!(r == g && g == b && r < 0x30);
        // As pale as the shipped water is.
        assert!(roles.rgb(role::WATER, Table::Saver).luma() > 150.0);
        assert_eq!(roles.rgb(role::SAND, Table::Full), Roles::shipped().rgb(role::SAND, Table::Full));
    }

    #[test]
    fn text_on_a_band_is_chosen_in_each_table() {
        let roles = Roles::shipped();
        let ink = Ink::On { ground: role::IND, light: role::CREAM, dark: role::IND_INK };
        assert_eq!(roles.colour(ink, Table::Full), roles.rgb(role::CREAM, Table::Full));
        assert_eq!(roles.colour(ink, Table::Saver), roles.rgb(role::IND_INK, Table::Saver));
    }

    #[test]
    fn numbers_and_names_can_be_read_on_every_ground_in_every_table() {
        let roles = Roles::shipped();
        let on_light = [role::VALLEY, role::PLATEAU].map(|ground| (role::NUMBER, ground));
        let on_dark =
            [role::FOREST, role::CAMP, role::ROCK, role::MOUNTAIN].map(|ground| (role::NUMBER_ON, ground));
        // Names stand in halos of the tints of open ground.
        let grounds = [role::VALLEY, role::VALLEY_LUSH, role::PLATEAU];
        let names = grounds.into_iter().flat_map(|ground| [(role::WATER_INK, ground), (role::CREST, ground)]);
        for (text, ground) in on_light.into_iter().chain(on_dark).chain(names) {
            for table in Table::ALL {
                let contrast = roles.rgb(text, table).contrast(roles.rgb(ground, table));
                assert!(
                    contrast >= 4.5,
                    "{} on {} in {table:?}: {contrast:.2}",
                    roles.name(text),
                    roles.name(ground)
                );
            }
        }
    }

    #[test]
    fn a_mixture_meets_both_its_ends() {
        let (a, b) = (Rgb(10, 20, 30), Rgb(200, 100, 0));
        assert_eq!((a.mixed(b, 0), a.mixed(b, 255)), (a, b));
        assert_eq!(Rgb::parse("#0a141e"), Some(a));
        assert_eq!(Rgb::parse("0a141e"), None);
    }
}
