//! Dense maps: one value a hex, and sets of hexes as bits.

use super::{Grid, Hex};
use serde::Serialize;
use std::ops::{Index, IndexMut};

/// One value for each hex of a board, in row-major order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct HexMap<T> {
    grid: Grid,
    cells: Vec<T>,
}

impl<T> HexMap<T> {
    /// The same value everywhere.
    pub fn new(grid: Grid, value: T) -> Self
    where
        T: Clone,
    {
        Self { grid, cells: vec![value; grid.len()] }
    }

    /// A value worked out for each hex.
    pub fn from_fn(grid: Grid, mut value: impl FnMut(Hex) -> T) -> Self {
        Self { grid, cells: grid.hexes().map(&mut value).collect() }
    }

    /// The board.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// All values in row-major order.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The value of a hex; `None` off the board.
    pub fn get(&self, hex: Hex) -> Option<&T> {
        self.cells.get(self.grid.index(hex)?)
    }

    /// The value of a hex, to be changed; `None` off the board.
    pub fn get_mut(&mut self, hex: Hex) -> Option<&mut T> {
        self.cells.get_mut(self.grid.index(hex)?)
    }

    /// Puts a value in and gives the old one back; off the board nothing happens and `None` comes back.
    pub fn set(&mut self, hex: Hex, value: T) -> Option<T> {
        self.get_mut(hex).map(|cell| std::mem::replace(cell, value))
    }

    /// Hexes and values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, &T)> {
        self.grid.hexes().zip(&self.cells)
    }

    /// The same board with other values.
    pub fn map<U>(&self, value: impl FnMut(&T) -> U) -> HexMap<U> {
        HexMap { grid: self.grid, cells: self.cells.iter().map(value).collect() }
    }
}

/// By position in row-major order, as reach and [`super::Links`] count.
impl<T> Index<usize> for HexMap<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        &self.cells[index]
    }
}

impl<T> IndexMut<usize> for HexMap<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.cells[index]
    }
}

/// By hex, for hexes known to be on the board; for all others there is [`HexMap::get`].
impl<T> Index<Hex> for HexMap<T> {
    type Output = T;
    fn index(&self, hex: Hex) -> &T {
        self.get(hex).expect("the hex is on the board")
    }
}

impl<T> IndexMut<Hex> for HexMap<T> {
    fn index_mut(&mut self, hex: Hex) -> &mut T {
        self.get_mut(hex).expect("the hex is on the board")
    }
}

/// A set of hexes of one board, a bit each; every row begins a new word.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct HexSet {
    grid: Grid,
    words: Vec<u64>,
}

impl HexSet {
    /// No hex.
    pub fn new(grid: Grid) -> Self {
        Self { grid, words: vec![0; Self::row_words(&grid) * usize::from(grid.rows)] }
    }

    /// These hexes; those off the board are left out.
    pub fn from_hexes(grid: Grid, hexes: impl IntoIterator<Item = Hex>) -> Self {
        let mut set = Self::new(grid);
        for hex in hexes {
            set.insert(hex);
        }
        set
    }

    /// The board.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    fn row_words(grid: &Grid) -> usize {
        usize::from(grid.columns).div_ceil(64)
    }

    #[inline]
    fn bit(&self, hex: Hex) -> Option<(usize, u64)> {
        let (column, row) = self.grid.column_row(hex)?;
        let word = usize::from(row) * Self::row_words(&self.grid) + usize::from(column) / 64;
        Some((word, 1 << (column % 64)))
    }

    /// Is the hex in the set? Never, off the board.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.bit(hex).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Puts a hex in. True if it is new; false if it was in already or is off the board.
    pub fn insert(&mut self, hex: Hex) -> bool {
        let Some((word, bit)) = self.bit(hex) else { return false };
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes a hex out. True if it was in.
    pub fn remove(&mut self, hex: Hex) -> bool {
        let Some((word, bit)) = self.bit(hex) else { return false };
        let was = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        was
    }

    /// Takes all out, and keeps the memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// How many hexes are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is no hex in?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Puts all hexes of the other set in. The two are of one board.
    pub fn union_with(&mut self, other: &Self) {
        self.combine(other, |a, b| a | b);
    }

    /// Keeps the hexes that are in the other set too. The two are of one board.
    pub fn intersect_with(&mut self, other: &Self) {
        self.combine(other, |a, b| a & b);
    }

    /// Takes out the hexes that are in the other set. The two are of one board.
    pub fn subtract(&mut self, other: &Self) {
        self.combine(other, |a, b| a & !b);
    }

    fn combine(&mut self, other: &Self, f: impl Fn(u64, u64) -> u64) {
        debug_assert_eq!(self.grid, other.grid, "sets of two boards");
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a = f(*a, *b);
        }
    }

    /// The hexes, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        let per_row = Self::row_words(&self.grid).max(1);
        self.words.iter().enumerate().flat_map(move |(i, &word)| {
            let (row, first) = (i / per_row, (i % per_row) * 64);
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(self.grid.at((first + bit) as u16, row as u16))
            })
        })
    }
}
