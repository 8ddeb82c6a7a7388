//! The board, compiled once: what each step costs, where control reaches, where the camp and the edges are.
//!
//! Everything is looked up by the position of a hex in its grid. Who stands where is not known here.

use engine::hex::{Direction, Grid, Hex, HexSide, Links};
use engine::problem::Problem;
use engine::scenario::{Map, RegionKind};

use super::data::{Control, Costs, Crossing, Data, Foot};

/// What lies between a hex and a neighbour, as far as a step from the one into the other is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossed {
    /// Points for each class of movers, everything included; `None` is closed to it.
    pub cost: Costs,
    /// Between rock and the valley.
    pub cliff: bool,
    /// A river without a ford.
    pub river: bool,
    /// A hexside that costs something, by its position in the data.
    pub side: Option<u8>,
    /// From the valley up.
    pub up: bool,
}

/// A row of hexes through which pieces come on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub id: String,
    pub name: String,
    pub hexes: Vec<Hex>,
}

/// A compiled board.
#[derive(Debug, Clone)]
pub struct Board {
    pub grid: Grid,
    pub links: Links,
    /// Terrain of each hex by its position in the data.
    pub terrain: Vec<u8>,
    pub levels: Vec<i8>,
    /// Steps out of each hex, clockwise from `N`; all closed where there is no neighbour.
    steps: Vec<[Crossed; 6]>,
    /// To enter each hex from off the map.
    pub entry: Vec<Costs>,
    /// The directions in which a unit in this hex controls the neighbour, bit by bit.
    pub control: Vec<u8>,
    pub bank: Vec<bool>,
    pub camp: Vec<bool>,
    /// The camp, in the order of the map.
    pub camp_hexes: Vec<Hex>,
    pub edges: Vec<Edge>,
}

impl Board {
    /// Compiles a map. What in it the rules do not know is among the problems, each with the path of its datum in
    /// the map: such a hex counts as the first terrain, such a hexside as an ordinary one.
    pub fn new(map: &Map, data: &Data, problems: &mut Vec<Problem>) -> Self {
        let grid = map.grid;
        let legend: Vec<Option<u8>> = map
            .legend
            .iter()
            .map(|(letter, id)| match data.terrain(id) {
                Some(terrain) => u8::try_from(terrain).ok(),
                None => {
                    let known = data.terrains.iter().map(|row| row.id.as_str());
                    let problem = Problem::error(format!(
                        "{letter:?} stands for {id:?}, which is no terrain of this game"
                    ))
                    .about("map.legend");
                    problems.push(match super::data::nearest(id, known) {
                        Some(name) => problem.hint(format!("did you mean {name:?}?")),
                        None => problem,
                    });
                    None
                }
            })
            .collect();
        let terrain: Vec<u8> = (0..grid.len())
            .map(|index| {
                map.cells.get(index).and_then(|&cell| legend.get(usize::from(cell)).copied()?).unwrap_or(0)
            })
            .collect();
        let levels: Vec<i8> = (0..grid.len())
            .map(|index| {
                map.levels.get(index).copied().unwrap_or(data.terrains[usize::from(terrain[index])].level)
            })
            .collect();
        let links = Links::new(&grid);

        let mut features: Vec<[Option<u8>; 6]> = vec![[None; 6]; grid.len()];
        for (&side, id) in &map.sides {
            let place = format!("map.sides[{:?}]", side_label(&grid, side));
            let Some(kind) = data.hexside(id) else {
                let known = data.hexsides.iter().map(|row| row.id.as_str());
                let problem =
                    Problem::error(format!("found {id:?}, which is no hexside of this game")).about(place);
                problems.push(match super::data::nearest(id, known) {
                    Some(name) => problem.hint(format!("did you mean {name:?}?")),
                    None => problem,
                });
                continue;
            };
            let (a, b) = side.hexes();
            for (from, to) in [(a, b), (b, a)] {
                if let (Some(index), Some(direction)) = (grid.index(from), from.direction_to(to)) {
                    features[index][direction.index()] = u8::try_from(kind).ok();
                }
            }
        }

        let row = |index: usize| &data.terrains[usize::from(terrain[index])];
        let crossed = |from: usize, direction: Direction| -> Crossed {
            let closed = Crossed { cost: [None; 3], cliff: false, river: false, side: None, up: false };
            let Some(to) = links.get(from, direction) else { return closed };
            let (a, b) = (row(from), row(to));
            let drops = |high: usize, low: usize| {
                row(high).foot == Foot::Cliff && levels[low] == 0 && levels[high] > 0
            };
            let cliff = drops(from, to) || drops(to, from);
            let side = features[from][direction.index()];
            let river = side.is_some_and(|side| data.hexsides[usize::from(side)].crossing == Crossing::Swim);
            let up = levels[from] == 0 && levels[to] > 0;
            debug_assert!(!a.id.is_empty() && !b.id.is_empty());
            let mut cost = [None; 3];
            for (class, cost) in cost.iter_mut().enumerate() {
                let slope = if up {
                    data.up[class]
                } else if levels[from] == levels[to] {
                    Some(0)
                } else {
                    data.down[class]
                };
                let water = side.map_or(Some(0), |side| data.cross[usize::from(side)][class]);
                let enter = data.enter[usize::from(terrain[to])][class];
                *cost = match (enter, slope, water) {
                    (Some(enter), Some(slope), Some(water)) if !cliff => {
                        Some(enter.saturating_add(slope).saturating_add(water))
                    }
                    _ => None,
                };
            }
            Crossed { cost, cliff, river, side, up }
        };
        let steps: Vec<[Crossed; 6]> =
            (0..grid.len()).map(|index| Direction::ALL.map(|direction| crossed(index, direction))).collect();

        // A unit controls a neighbour that can be controlled from outside, lies no higher, and is not behind a
        // cliff or an unforded river [LBH-7.3 to 7.7].
        let control = (0..grid.len())
            .map(|from| {
                links.around(from).fold(0, |bits, (direction, to)| {
                    let step = &steps[from][direction.index()];
                    let open = row(to).control == Control::Open;
                    let reaches = open && levels[from] >= levels[to] && !step.cliff && !step.river;
                    bits | (u8::from(reaches) << direction.index())
                })
            })
            .collect();

        let camp: Vec<bool> =
            (0..grid.len()).map(|index| row(index).cover == Some(engine::face::CoverLook::Camp)).collect();
        Self {
            bank: features.iter().map(|sides| sides.iter().any(Option::is_some)).collect(),
            entry: (0..grid.len()).map(|index| data.enter[usize::from(terrain[index])]).collect(),
            camp_hexes: grid
                .hexes()
                .enumerate()
                .filter(|&(index, _)| camp[index])
                .map(|(_, hex)| hex)
                .collect(),
            edges: map
                .regions
                .iter()
                .filter(|region| region.kind == RegionKind::Edge)
                .map(|region| Edge {
                    id: region.id.clone(),
                    name: region.name.clone(),
                    hexes: region.hexes.clone(),
                })
                .collect(),
            grid,
            links,
            terrain,
            levels,
            steps,
            control,
            camp,
        }
    }

    /// What lies between a hex and its neighbour.
    #[inline]
    pub fn crossed(&self, from: usize, direction: Direction) -> &Crossed {
        &self.steps[from][direction.index()]
    }

    /// The position of a hex; `None` off the map.
    #[inline]
    pub fn index(&self, hex: Hex) -> Option<usize> {
        self.grid.index(hex)
    }

    /// The hex at a position.
    pub fn hex(&self, index: usize) -> Hex {
        self.grid.hex_at(index).expect("positions come from this board")
    }

    /// Is the hex a camp hex?
    pub fn is_camp(&self, hex: Hex) -> bool {
        self.index(hex).is_some_and(|index| self.camp[index])
    }

    /// The edge with this id.
    pub fn edge(&self, id: &str) -> Option<usize> {
        self.edges.iter().position(|edge| edge.id == id)
    }

    /// How far a hex is from the nearest camp hex; `None` without a camp.
    pub fn camp_distance(&self, hex: Hex) -> Option<u32> {
        self.camp_hexes.iter().map(|camp| camp.distance(hex)).min()
    }
}

/// Two hex numbers with a bar, the one that comes first in the rows of the file first.
pub(super) fn side_label(grid: &Grid, side: HexSide) -> String {
    let (a, b) = side.hexes();
    let (first, second) = if grid.index(a) <= grid.index(b) { (a, b) } else { (b, a) };
    format!("{}|{}", grid.label(first), grid.label(second))
}
