//! Cheapest ways over anything that has neighbours and costs: hexes, a graph of sight, a net of roads.
//!
//! Cells are numbered from 0; costs are whole numbers. The caller says which steps lead out of a cell, so this
//! module knows neither boards nor rules.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a cell may be entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Entry {
    /// To go on or to end there.
    #[default]
    Free,
    /// To end there only: control, a marsh that takes all that is left.
    Stops,
    /// To go on only: a friend's full hex.
    Passes,
}

/// One step into a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// What the step costs; 0 is allowed.
    pub cost: u32,
    /// What may be done after it.
    pub entry: Entry,
}

impl Step {
    /// A step after which one may go on or end.
    pub const fn free(cost: u32) -> Self {
        Self { cost, entry: Entry::Free }
    }

    /// A step that ends the way.
    pub const fn stops(cost: u32) -> Self {
        Self { cost, entry: Entry::Stops }
    }

    /// A step after which the way must go on.
    pub const fn passes(cost: u32) -> Self {
        Self { cost, entry: Entry::Passes }
    }
}

/// No such way.
const NEVER: u32 = u32::MAX;
/// Up to this limit the queue is a row of buckets, beyond it a heap.
const BUCKETS: u32 = 1 << 12;

/// What is known of a cell: the cheapest way to end there and the cheapest to go on from there. The two differ
/// where one step into it stops and a dearer one does not.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// The run that wrote the rest; older ones do not count.
    run: u32,
    end: u32,
    end_from: u32,
    on: u32,
    on_from: u32,
}

/// The buffers of a search and, after [`Flood::run`], its answer. Kept and used again, it allocates nothing.
#[derive(Debug, Clone, Default)]
pub struct Flood {
    run: u32,
    start: u32,
    cells: Vec<Cell>,
    /// The cells met, in the order of meeting.
    met: Vec<u32>,
    queue: Queue,
}

/// Finds the cheapest ways from `start` to everything within `limit`, in fresh buffers. See [`Flood::run`].
pub fn flood(cells: usize, start: usize, limit: u32, expand: impl FnMut(usize, &mut Ways<'_>)) -> Flood {
    let mut flood = Flood::new();
    flood.run(cells, start, limit, expand);
    flood
}

impl Flood {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the cheapest ways from `start` to all of the `cells` cells that cost `limit` or less.
    ///
    /// `expand` is called once for each cell from which a way may go on, cheapest first, and tells the steps out
    /// of it through [`Ways`]. Of ways that cost the same the one found first stays, so the answer depends on the
    /// order of steps alone. With `start` past the end there is no way at all.
    #[inline]
    pub fn run(
        &mut self,
        cells: usize,
        start: usize,
        limit: u32,
        mut expand: impl FnMut(usize, &mut Ways<'_>),
    ) {
        self.begin(cells, limit);
        if start >= cells {
            return;
        }
        let first = start as u32;
        self.start = first;
        self.met.push(first);
        self.cells[start] = Cell { run: self.run, end: 0, end_from: first, on: 0, on_from: first };
        self.queue.push(0, first);
        while let Some((spent, from)) = self.queue.pop() {
            if self.cells[from as usize].on != spent {
                continue;
            }
            let mut ways = Ways {
                run: self.run,
                cells: &mut self.cells[..cells],
                met: &mut self.met,
                queue: &mut self.queue,
                from,
                spent,
                limit,
            };
            expand(from as usize, &mut ways);
        }
    }

    fn begin(&mut self, cells: usize, limit: u32) {
        if self.run == u32::MAX {
            self.cells.clear();
            self.run = 0;
        }
        self.run += 1;
        if self.cells.len() < cells {
            let unmet = Cell { run: 0, end: NEVER, end_from: NEVER, on: NEVER, on_from: NEVER };
            self.cells.resize(cells, unmet);
        }
        self.met.clear();
        self.queue.begin(limit);
    }

    fn cell(&self, cell: usize) -> Option<&Cell> {
        self.cells.get(cell).filter(|known| known.run == self.run)
    }

    /// What the cheapest way costs that may end in this cell; `None` if there is none. 0 for the start.
    #[inline]
    pub fn cost(&self, cell: usize) -> Option<u32> {
        self.cell(cell).map(|known| known.end).filter(|&cost| cost != NEVER)
    }

    /// What the cheapest way costs that may go on from this cell; `None` if there is none.
    pub fn cost_through(&self, cell: usize) -> Option<u32> {
        self.cell(cell).map(|known| known.on).filter(|&cost| cost != NEVER)
    }

    /// The cells in which a way may end and what it costs, the start included, in the order they were met.
    pub fn ends(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.met.iter().filter_map(|&cell| self.cost(cell as usize).map(|cost| (cell as usize, cost)))
    }

    /// Writes the cells of the cheapest way that ends in `cell` into `out`: those entered, in order, the start
    /// left out. False if there is no such way; `out` is empty then, and for the start itself.
    pub fn path_into(&self, cell: usize, out: &mut Vec<usize>) -> bool {
        out.clear();
        if self.cost(cell).is_none() {
            return false;
        }
        let mut at = cell as u32;
        let mut from = self.cells[cell].end_from;
        while at != self.start {
            out.push(at as usize);
            at = from;
            from = self.cells[at as usize].on_from;
        }
        out.reverse();
        true
    }

    /// The cells entered on the cheapest way that ends in `cell`, the start left out; `None` if there is no way.
    pub fn path(&self, cell: usize) -> Option<Vec<usize>> {
        let mut out = Vec::new();
        self.path_into(cell, &mut out).then_some(out)
    }
}

/// Takes the steps out of the cell that is being left.
#[derive(Debug)]
pub struct Ways<'a> {
    run: u32,
    cells: &'a mut [Cell],
    met: &'a mut Vec<u32>,
    queue: &'a mut Queue,
    from: u32,
    spent: u32,
    limit: u32,
}

impl Ways<'_> {
    /// What has been spent on the way to the cell that is being left.
    pub const fn spent(&self) -> u32 {
        self.spent
    }

    /// What is left to spend there.
    pub const fn left(&self) -> u32 {
        self.limit - self.spent
    }

    /// Takes a step to `to`. What is too dear, or no better than what is known, or off the end, is dropped.
    #[inline]
    pub fn go(&mut self, to: usize, step: Step) {
        if step.cost > self.limit - self.spent {
            return;
        }
        let total = self.spent + step.cost;
        let Some(cell) = self.cells.get_mut(to) else { return };
        if cell.run != self.run {
            *cell = Cell { run: self.run, end: NEVER, end_from: NEVER, on: NEVER, on_from: NEVER };
            self.met.push(to as u32);
        }
        if total < cell.end && step.entry != Entry::Passes {
            cell.end = total;
            cell.end_from = self.from;
        }
        if total < cell.on && step.entry != Entry::Stops {
            cell.on = total;
            cell.on_from = self.from;
            self.queue.push(total, to as u32);
        }
    }
}

/// Cells to be left, cheapest first. With small limits a stack for each cost, otherwise a heap.
#[derive(Debug, Clone, Default)]
struct Queue {
    buckets: Vec<Vec<u32>>,
    /// The bucket from which was taken last.
    at: usize,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    wide: bool,
}

impl Queue {
    fn begin(&mut self, limit: u32) {
        self.wide = limit > BUCKETS;
        self.heap.clear();
        self.at = 0;
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        if !self.wide && self.buckets.len() <= limit as usize {
            self.buckets.resize_with(limit as usize + 1, Vec::new);
        }
    }

    #[inline]
    fn push(&mut self, cost: u32, cell: u32) {
        if self.wide {
            self.heap.push(Reverse((cost, cell)));
        } else {
            self.buckets[cost as usize].push(cell);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, u32)> {
        if self.wide {
            return self.heap.pop().map(|Reverse(next)| next);
        }
        loop {
            if let Some(cell) = self.buckets.get_mut(self.at)?.pop() {
                return Some((self.at as u32, cell));
            }
            self.at += 1;
        }
    }
}
