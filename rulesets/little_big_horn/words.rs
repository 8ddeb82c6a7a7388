//! What the rules say to people: the board as someone sees it, the log, refusals as sentences.

use engine::ask::Line;
use engine::hex::Hex;
use engine::plane::Place;
use engine::rules::{About, PieceId, Refusal};
use engine::session::{Phase as ScenePhase, Scene, SceneBox, ScenePiece};

use super::LittleBigHorn;
use super::cites;
use super::data::{Class, INDIAN, US};
use super::faces;
use super::state::{Action, At, Event, Going, Phase, State, Tribe};
use super::victory::halves;

/// Box of US counters that have not come on.
pub(super) const RESERVE_BOX: &str = "us-reserve";
/// Box of the eliminated.
const LOST_BOX: &str = "lost";

/// Names in a row: *A, B and C*.
pub(super) fn list(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn points(n: i32) -> String {
    if n == 1 { "1 point".to_owned() } else { format!("{n} points") }
}

fn tribes(n: i32) -> String {
    if n == 1 { "1 tribe".to_owned() } else { format!("{n} tribes") }
}

impl LittleBigHorn {
    pub(super) fn label(&self, hex: Hex) -> String {
        self.board.grid.label(hex)
    }

    pub(super) fn piece_name(&self, piece: PieceId) -> &str {
        self.pieces.get(piece.index()).map_or("This piece", |info| info.name.as_str())
    }

    pub(super) fn tribe_name(&self, tribe: Tribe) -> &str {
        self.data.formations.get(tribe.index()).map_or("This tribe", |formation| formation.name.as_str())
    }

    fn side_name(&self, side: engine::rules::Side) -> &'static str {
        if side == US { "US" } else { "Indian" }
    }

    /// What the board shows; the state is already the view of whoever looks.
    pub(super) fn shown(&self, state: &State) -> Scene {
        let pieces = self
            .ids()
            .filter_map(|piece| {
                let row = &state.rows[piece.index()];
                let info = self.info(piece);
                let at = match row.at {
                    At::Absent => return None,
                    At::On(hex) => Place::Hex(hex),
                    At::Lost => Place::Box(LOST_BOX.to_owned()),
                    At::Off if info.side == US => Place::Box(RESERVE_BOX.to_owned()),
                    At::Off if !state.tribes[info.formation.index()].off => {
                        Place::Box(super::SET_UP_BOX.to_owned())
                    }
                    // A tribe in an unknown zone is hidden.
                    At::Off => {
                        Place::Box(self.zone(state.tribes[info.formation.index()].zone)?.box_id.clone())
                    }
                };
                Some(ScenePiece {
                    piece,
                    name: info.name.clone(),
                    side: info.side,
                    at,
                    face: faces::face(&self.data, info.kind, &info.company, row.dismounted, row.reduced),
                    marks: self.marks(state, piece),
                    fields: self.fields(state, piece),
                })
            })
            .collect();
        let ended = state.ended.map(|(side, degree)| {
            let (us, indian) = (halves(self.count(state, US)), halves(self.count(state, INDIAN)));
            let who = if side == US { "The US wins" } else { "The Indians win" };
            let how = match degree {
                super::Degree::Automatic => "at once".to_owned(),
                other => format!("with a {} victory", other.id()),
            };
            Line { text: format!("{who} {how}: US {us}, Indian {indian}"), rule: degree.rule().0.to_owned() }
        });
        Scene {
            turn: state.turn,
            turns: self.turns,
            phases: Phase::ALL
                .into_iter()
                .map(|phase| ScenePhase {
                    id: phase.id().to_owned(),
                    name: phase.name().to_owned(),
                    side: Some(phase.side()),
                })
                .collect(),
            phase: Phase::ALL.iter().position(|phase| *phase == state.phase).unwrap_or_default(),
            pieces,
            boxes: self.boxes(state),
            score: [US, INDIAN]
                .map(|side| Line {
                    text: format!("{} {}", self.side_name(side), halves(self.count(state, side))),
                    rule: cites::VICTORY_COUNT.0.to_owned(),
                })
                .to_vec(),
            ended,
        }
    }

    fn boxes(&self, state: &State) -> Vec<SceneBox> {
        let tribes = |n: usize| match n {
            0 => "empty".to_owned(),
            1 => "1 tribe".to_owned(),
            n => format!("{n} tribes"),
        };
        let mut boxes: Vec<SceneBox> = self
            .zones
            .iter()
            .map(|zone| {
                let here: Vec<String> = self
                    .tribes_outside(state)
                    .filter(|tribe| state.tribes[tribe.index()].zone == zone.number)
                    .map(|tribe| self.tribe_name(tribe).to_owned())
                    .collect();
                let note = if here.is_empty() {
                    tribes(0)
                } else {
                    format!("{}: {}", tribes(here.len()), list(&here))
                };
                SceneBox { id: zone.box_id.clone(), name: zone.name.clone(), note }
            })
            .collect();
        let hidden = self.tribes_outside(state).filter(|tribe| state.tribes[tribe.index()].zone == 0).count();
        if hidden > 0 {
            for zone in &mut boxes {
                zone.note = "unknown".to_owned();
            }
            let note = format!("{} somewhere off the map", tribes(hidden));
            boxes.push(SceneBox { id: "off-map".to_owned(), name: "Off the map".to_owned(), note });
        }
        let count = |at: At, side| {
            self.ids()
                .filter(|&piece| self.info(piece).side == side && state.rows[piece.index()].at == at)
                .count()
        };
        let reserve = count(At::Off, US);
        if reserve > 0 {
            let note = if reserve == 1 { "1 counter".to_owned() } else { format!("{reserve} counters") };
            boxes.push(SceneBox { id: RESERVE_BOX.to_owned(), name: "US, yet to enter".to_owned(), note });
        }
        let (us, indian) = (count(At::Lost, US), count(At::Lost, INDIAN));
        if us + indian > 0 {
            let note = format!("US {us}, Indian {indian}");
            boxes.push(SceneBox { id: LOST_BOX.to_owned(), name: "Eliminated".to_owned(), note });
        }
        boxes
    }

    fn marks(&self, state: &State, piece: PieceId) -> Vec<String> {
        let row = &state.rows[piece.index()];
        let mut marks = Vec::new();
        if state.phase.moves() && row.going == Going::Done {
            marks.push("moved".to_owned());
        }
        if row.stopped {
            marks.push("stopped".to_owned());
        }
        if state.tribes[self.info(piece).formation.index()].barred {
            marks.push("barred".to_owned());
        }
        marks
    }

    fn fields(&self, state: &State, piece: PieceId) -> Vec<(String, String, String)> {
        let row = &state.rows[piece.index()];
        let info = self.info(piece);
        let mut fields = Vec::new();
        let mut field =
            |name: &str, value: String, rule: &str| fields.push((name.to_owned(), value, rule.to_owned()));
        field("Formation", self.data.formations[info.formation.index()].name.clone(), "counters");
        if !info.leader {
            let column = if row.reduced { "reduced melee" } else { "melee" };
            field(
                "Melee",
                self.data.printed(info.class, row.dismounted, column).to_owned(),
                "counters.values",
            );
            let side = if row.reduced { "reduced" } else { "full" };
            field("Strength", side.to_owned(), "state.kind");
        }
        if info.class == Class::Cavalry {
            let posture = if row.dismounted { "dismounted" } else { "mounted" };
            field("Posture", posture.to_owned(), "mount.kind");
        }
        let allowance = self.data.allowance(info.class, row.dismounted);
        let left = allowance.saturating_sub(row.spent);
        let movement = if row.spent > 0 {
            format!("{left} of {allowance} points left")
        } else {
            points(i32::from(allowance))
        };
        field("Movement", movement, "move.points");
        if let (At::Off, Some((turn, edge))) = (row.at, info.arrival) {
            let edge = edge.map_or("nowhere", |edge| self.board.edges[edge].name.as_str());
            field("Enters", format!("turn {turn}, {edge}"), "entry.how");
        }
        if state.tribes[info.formation.index()].barred {
            field("Mobilization", "barred: neither fires nor attacks".to_owned(), "bar.effect");
        }
        fields
    }

    /// The sentence of an event; the state is the one before it.
    pub(super) fn told(&self, state: &State, event: &Event) -> Option<String> {
        let name = |piece: &PieceId| self.piece_name(*piece).to_owned();
        Some(match event {
            Event::SetUp { camp, zones } => {
                let places: Vec<String> = camp
                    .iter()
                    .map(|(piece, hex)| format!("{} at {}", name(piece), self.label(*hex)))
                    .collect();
                let mut text = format!("The camp is set up: {}", list(&places));
                let known: Vec<String> = zones
                    .iter()
                    .filter(|(_, zone)| *zone > 0)
                    .map(|(tribe, zone)| format!("{} in zone {zone}", self.tribe_name(*tribe)))
                    .collect();
                text += &if known.is_empty() {
                    format!("; {} tribes wait off the map", zones.len())
                } else {
                    format!("; {}", list(&known))
                };
                text
            }
            Event::Begins(_) => return None,
            Event::Moves { piece, path, cost } => {
                let to = path.last().map(|&hex| self.label(hex)).unwrap_or_default();
                let comes = state.rows[piece.index()].hex().is_none();
                let verb = if comes { "enters and moves" } else { "moves" };
                let side = self.info(*piece).side;
                let held =
                    path.last().is_some_and(|&hex| self.controlled(state, super::control::enemy(side), hex));
                let stop = if held { ", and stops: the hex is controlled" } else { "" };
                format!("{} {verb} to {to}, {}{stop}", name(piece), points(i32::from(*cost)))
            }
            Event::Mounts(piece) => format!("{} mounts", name(piece)),
            Event::Dismounts(piece) => format!("{} dismounts", name(piece)),
            Event::PutBack { piece, to } => match to {
                Some(hex) => format!("{} goes back to {}", name(piece), self.label(*hex)),
                None => format!("{} goes back off the map", name(piece)),
            },
            Event::Bars { number, due } => match (number, due) {
                (0, _) => "Mobilization: no tribe is barred".to_owned(),
                (_, 0) => format!("Mobilization: {number}, and no tribe has to be named"),
                (1, 1) => "Mobilization: 1 tribe is barred".to_owned(),
                (number, due) if number == due => format!("Mobilization: {number} tribes are barred"),
                (number, due) => {
                    format!("Mobilization: {number} tribes are barred, {due} of them to be named")
                }
            },
            Event::Barred(tribes) => {
                let names: Vec<String> =
                    tribes.iter().map(|&tribe| self.tribe_name(tribe).to_owned()).collect();
                format!("Barred: {}", list(&names))
            }
            Event::ChangesZone { tribe, zone } => format!("{} rides to zone {zone}", self.tribe_name(*tribe)),
            Event::Enters { tribe, at } => {
                let mut hexes: Vec<String> = at.iter().map(|&(_, hex, _)| self.label(hex)).collect();
                hexes.sort_unstable();
                hexes.dedup();
                format!("{} enters with {} counters at {}", self.tribe_name(*tribe), at.len(), list(&hexes))
            }
            Event::Phase { turn, phase } if *turn != state.turn => format!("Turn {turn}. {}", phase.name()),
            Event::Phase { phase, .. } => phase.name().to_owned(),
            Event::Wins { side, degree } => {
                let who = if *side == US { "The US wins" } else { "The Indians win" };
                let (us, indian) = (halves(self.count(state, US)), halves(self.count(state, INDIAN)));
                format!("{who}, {}: US {us}, Indian {indian}", degree.id())
            }
        })
    }

    /// An action as a person would name it.
    pub(super) fn named(&self, _state: &State, action: &Action) -> String {
        let to = |path: &[Hex]| path.last().map(|&hex| self.label(hex)).unwrap_or_default();
        match action {
            Action::SetUp { .. } => "Set up the camp and split the tribes".to_owned(),
            Action::Move { piece, path } => format!("{} to {}", self.piece_name(*piece), to(path)),
            Action::MoveTogether { pieces, path } => {
                let names: Vec<String> =
                    pieces.iter().map(|&piece| self.piece_name(piece).to_owned()).collect();
                format!("{} to {}", list(&names), to(path))
            }
            Action::Mount(piece) => format!("{} mounts", self.piece_name(*piece)),
            Action::Dismount(piece) => format!("{} dismounts", self.piece_name(*piece)),
            Action::Roll => "Roll for mobilization".to_owned(),
            Action::Bar(tribes) => {
                let names: Vec<String> =
                    tribes.iter().map(|&tribe| self.tribe_name(tribe).to_owned()).collect();
                format!("Bar {}", list(&names))
            }
            Action::OffMap { tribe, zone } => format!("{} to zone {zone}", self.tribe_name(*tribe)),
            Action::Enter { tribe, .. } => format!("{} enters", self.tribe_name(*tribe)),
            Action::Allot => "No melee".to_owned(),
            Action::EndPhase => "End the phase".to_owned(),
        }
    }

    /// The sentence of a refusal, without its rule.
    pub(super) fn sentence(&self, state: &State, refusal: &Refusal) -> String {
        let pieces: Vec<PieceId> = refusal
            .about
            .iter()
            .flatten()
            .filter_map(|about| match about {
                About::Piece(piece) => Some(*piece),
                _ => None,
            })
            .collect();
        let hexes: Vec<Hex> = refusal
            .about
            .iter()
            .flatten()
            .filter_map(|about| match about {
                About::Hex(hex) => Some(*hex),
                _ => None,
            })
            .collect();
        let of_tribe = refusal.about.iter().flatten().find_map(|about| match about {
            About::Box(tribe) => Some(Tribe(*tribe)),
            _ => None,
        });
        let tribe = of_tribe.map_or("The tribe", |tribe| self.tribe_name(tribe)).to_owned();
        let row = of_tribe.and_then(|tribe| state.tribes.get(tribe.index()).copied()).unwrap_or_default();
        let who = pieces.first().map_or("This piece", |&piece| self.piece_name(piece));
        let other = pieces.get(1).map_or("another counter", |&piece| self.piece_name(piece));
        let at = |i: usize| hexes.get(i).map_or_else(|| "this hex".to_owned(), |&hex| self.label(hex));
        let last = at(hexes.len().saturating_sub(1));
        let number = |i: usize| refusal.numbers[i].unwrap_or_default();
        match refusal.rule {
            cites::TURN_SEAT if state.ended.is_some() => {
                "Nothing can be done any more: the game is over".to_owned()
            }
            cites::TURN_SEAT => match pieces.first() {
                Some(_) => format!(
                    "{who} cannot act: it is the {} player's turn",
                    self.side_name(state.phase.side())
                ),
                None => {
                    format!("You cannot act now: the {} player decides", self.side_name(state.phase.side()))
                }
            },
            cites::TURN_PHASE => format!("That cannot be done now: it is the phase {}", state.phase.name()),
            cites::SETUP_CAMP => match (pieces.as_slice(), hexes.as_slice(), refusal.numbers[1]) {
                ([piece, other], [hex, ..], _) => {
                    format!(
                        "{} cannot start at {}: {} is there",
                        self.piece_name(*piece),
                        self.label(*hex),
                        self.piece_name(*other)
                    )
                }
                ([piece], [hex, ..], _) => {
                    format!(
                        "{} cannot start at {}: it is not a camp hex",
                        self.piece_name(*piece),
                        self.label(*hex)
                    )
                }
                ([piece, ..], _, Some(share)) if number(0) > share => {
                    format!(
                        "{} cannot start in the camp: only {share} of its kind do",
                        self.piece_name(*piece)
                    )
                }
                ([piece, ..], _, Some(_)) => {
                    format!("The set-up is not complete: {} has no camp hex", self.piece_name(*piece))
                }
                ([piece, ..], _, None) => format!(
                    "{} cannot start in the camp: it is placed already, or not to be placed",
                    self.piece_name(*piece)
                ),
                _ => "The set-up is not complete: a counter has no camp hex".to_owned(),
            },
            cites::SETUP_ZONES => match (refusal.about[0], refusal.numbers) {
                (Some(_), [Some(zone), _]) if self.zone(zone as u8).is_none_or(|zone| !zone.start) => {
                    format!("{tribe} cannot start in zone {zone}: tribes start in {}", self.start_zones())
                }
                (Some(_), [Some(_), _]) => {
                    format!("{tribe} cannot be put there: it has its zone already, or needs none")
                }
                (Some(_), _) => format!("The set-up is not complete: {tribe} has no zone"),
                (None, [found, least]) => format!(
                    "The set-up cannot be used: a start zone holds {}, and each must hold at least {}",
                    tribes(found.unwrap_or_default()),
                    least.unwrap_or_default()
                ),
            },
            cites::STATE_KIND => format!("{who} cannot be reduced: it has one side only"),
            cites::MOVE_ONCE if pieces.first().is_some_and(|piece| state.rows[piece.index()].stopped) => {
                format!("{who} cannot move: it was stopped")
            }
            cites::MOVE_ONCE => format!("{who} cannot move: its move is over"),
            cites::MOVE_LEAVE => match hexes.first() {
                // Only the end of a phase gives numbers.
                None if refusal.numbers[0].is_some() => {
                    format!("The phase cannot end: {who} can still enter the map")
                }
                None if pieces.first().is_some_and(|piece| state.rows[piece.index()].at == At::Off) => {
                    format!("{who} cannot do that: it is not on the map")
                }
                None => format!("{who} cannot go there: it would leave the map"),
                Some(&hex) if self.board.index(hex).is_none() => {
                    format!("{who} cannot go there: it would leave the map")
                }
                Some(_) => match pieces.first().and_then(|&piece| self.arrival(piece)) {
                    Some((turn, _)) if state.turn < turn => {
                        format!("{who} cannot enter yet: it comes in turn {turn}")
                    }
                    Some((_, Some(edge))) => {
                        let edge = &self.board.edges[edge].hexes;
                        let ends = edge
                            .first()
                            .zip(edge.last())
                            .map(|(&first, &last)| (self.label(first), self.label(last)));
                        let (first, last) = ends.unwrap_or_default();
                        format!("{who} cannot enter at {}: it comes on at {first} to {last}", at(0))
                    }
                    _ => format!("{who} cannot enter at {}: it comes on with its tribe", at(0)),
                },
            },
            cites::MOVE_ADJACENT => match (pieces.as_slice(), hexes.as_slice()) {
                ([_], [from, to]) => format!(
                    "{who} cannot go from {} to {}: they do not touch",
                    self.label(*from),
                    self.label(*to)
                ),
                ([_, _], _) => format!("{who} cannot go along with {other}: they are not in one hex"),
                _ => format!("{who} cannot move: the path has no hex"),
            },
            cites::ENEMY_HEX => format!("{who} cannot enter {last}: an enemy is there"),
            cites::CAMP_FIRST_TURN => {
                format!("{who} cannot leave the camp for {last} before turn {}", self.data.camp_first_turn)
            }
            cites::CLIFF_CLOSED => format!("{who} cannot go from {} to {last}: a cliff lies between", at(0)),
            cites::TERRAIN_CLOSED => format!("{who} cannot enter {last}: the way is closed to it"),
            cites::RIVER_BANK if self.data.river_first_step => {
                format!(
                    "{who} cannot reach {last}: a river is crossed only in the first step, from the bank, or at a ford"
                )
            }
            cites::RIVER_BANK => {
                format!(
                    "{who} cannot reach {last}: it did not begin on the bank, so it crosses the river only at a ford"
                )
            }
            cites::ZOC_LEAVE => {
                format!(
                    "{who} cannot go from {} to {last}: both are controlled, and the first hex must not be",
                    at(0)
                )
            }
            cites::ZOC_STOP => format!("{who} cannot go on: it must stop at {}, which is controlled", at(0)),
            cites::MOVE_POINTS if hexes.is_empty() => {
                format!("{who} has too few points: it would need {}, and has {}", number(0), number(1))
            }
            cites::MOVE_POINTS => {
                format!("{who} cannot reach {last}: it costs {} and it has {}", points(number(0)), number(1))
            }
            // Two units that would go together.
            cites::STACK_STUCK if hexes.is_empty() => {
                format!("{who} cannot go along with {other}: no two units end in one hex")
            }
            cites::STACK_STUCK => {
                format!("{who} cannot end there: {other} is in the hex and cannot move away")
            }
            cites::STACK_PHASE_END => {
                format!("The phase cannot end: {who} and {other} share {last}, and {who} can still move")
            }
            cites::MOUNT_KIND => match pieces
                .first()
                .map(|&piece| (self.info(piece).class, state.rows[piece.index()].dismounted))
            {
                Some((Class::Cavalry, true)) => format!("{who} cannot dismount: it is on foot"),
                Some((Class::Cavalry, false)) => format!("{who} cannot mount: it is mounted"),
                _ => format!("{who} cannot mount or dismount: only cavalry can"),
            },
            cites::MOUNT_CONTROLLED => {
                format!("{who} cannot mount or dismount at {last}: the hex is controlled")
            }
            cites::MOUNT_ORDER if pieces.first().is_some_and(|piece| state.rows[piece.index()].dismounts) => {
                format!("{who} cannot move on: it has dismounted")
            }
            cites::MOUNT_ORDER => format!("{who} cannot mount: it has moved"),
            cites::ZONE_ONCE if row.acted => format!("{tribe} cannot act: it has acted in this step"),
            cites::ZONE_ONCE => format!("{tribe} cannot act: it is not off the map"),
            cites::ZONE_ADJACENT => {
                format!("{tribe} cannot go from zone {} to zone {}: they do not touch", number(0), number(1))
            }
            cites::ZONE_CLOSED if row.off && row.zone == super::off_map::CLOSING => {
                format!("The step cannot end: {tribe} must leave zone 3 or enter")
            }
            cites::ZONE_CLOSED => {
                format!("{tribe} cannot go to zone 3: it is closed from turn {}", number(1))
            }
            cites::ZONE_ENTER => match (pieces.as_slice(), hexes.as_slice()) {
                ([piece, ..], [hex, ..]) => {
                    let hex = *hex;
                    let foe = super::control::enemy(self.info(*piece).side);
                    let why = if self.in_hex(state, hex).any(|other| self.info(other).side == foe) {
                        "an enemy is there".to_owned()
                    } else if self.at_zone(row.zone, hex) {
                        "it cannot pay for that hex".to_owned()
                    } else {
                        format!("it is not an edge hex of zone {}", number(0))
                    };
                    format!("{who} cannot enter at {}: {why}", self.label(hex))
                }
                ([piece, ..], []) if self.outside(state, self.info(*piece).formation).contains(piece) => {
                    format!("{tribe} cannot enter so: all of it enters, each counter once; see to {who}")
                }
                ([_, ..], []) => format!("{tribe} cannot enter so: {who} is not off the map with it"),
                _ => format!("{tribe} cannot enter so: all of it enters at the edge of its zone"),
            },
            cites::BAR_NUMBER => {
                format!("You cannot name {}: the number is {}", tribes(number(0)), number(1))
            }
            cites::BAR_TRIBE => {
                let why = match of_tribe {
                    Some(tribe) if self.wiped_out(state, tribe) => "it is eliminated",
                    Some(tribe) if self.may_be_barred(state, tribe) => "it is named twice",
                    _ => "it has nobody on the map",
                };
                format!("{tribe} cannot be named: {why}")
            }
            other => format!("The rule {other} forbids it"),
        }
    }

    /// *zone 4, 5 or 6*.
    fn start_zones(&self) -> String {
        let numbers: Vec<String> =
            self.zones.iter().filter(|zone| zone.start).map(|zone| zone.number.to_string()).collect();
        match numbers.as_slice() {
            [] => "no zone".to_owned(),
            [one] => format!("zone {one}"),
            [first @ .., last] => format!("zone {} or {last}", first.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::fails;

    /// A refusal says what is the matter, and nothing that is not.
    #[test]
    fn refusals_are_true() {
        for (step, position, sentence) in [
            (
                r#"OffMap("oglala", 3)"#,
                r#"turn: 4, phase: "indian_offmap", place: [], given: (offmap: {"oglala": 4, "brule": 3})"#,
                "Oglala cannot go to zone 3: it is closed from turn 4",
            ),
            (
                "EndPhase",
                r#"turn: 4, phase: "indian_offmap", place: [], given: (offmap: {"oglala": 4, "brule": 3})"#,
                "The step cannot end: Brulé must leave zone 3 or enter",
            ),
            (
                r#"OffMap("arapaho", 5)"#,
                r#"turn: 4, phase: "indian_offmap", place: [], given: (offmap: {"oglala": 4})"#,
                "Arapaho cannot act: it is not off the map",
            ),
            (
                r#"Enter("oglala", {"A": "0104"})"#,
                r#"turn: 4, phase: "indian_offmap", place: [
                    (id: "A", piece: "oglala-warrior", at: "off"), (id: "K", piece: "7th-cavalry", at: "0104"),
                ], given: (offmap: {"oglala": 4})"#,
                "A cannot enter at 0104: an enemy is there",
            ),
            (
                r#"Enter("oglala", {"A": "0112"})"#,
                r#"turn: 4, phase: "indian_offmap", place: [(id: "A", piece: "oglala-warrior", at: "off")],
                given: (offmap: {"oglala": 4})"#,
                "A cannot enter at 0112: it is not an edge hex of zone 4",
            ),
            (
                r#"Dismount("A")"#,
                r#"turn: 1, phase: "us_movement", place: [(id: "A", piece: "7th-cavalry", at: "off")]"#,
                "A cannot do that: it is not on the map",
            ),
            (
                "EndPhase",
                r#"turn: 1, phase: "us_movement", place: [(id: "A", piece: "7th-cavalry", at: "off")]"#,
                "The phase cannot end: A can still enter the map",
            ),
            (
                r#"MoveTogether(["A", "B"], ["1502"])"#,
                r#"turn: 2, phase: "us_movement", place: [
                    (id: "A", piece: "7th-cavalry", at: "1501"), (id: "B", piece: "7th-cavalry", at: "1501"),
                ]"#,
                "B cannot go along with A: no two units end in one hex",
            ),
        ] {
            let example = format!(
                r#"map: "@little_big_horn", {position}, steps: [(by: "{}", try: {step}, then: Legal)]"#,
                if position.contains("us_movement") { "us" } else { "indian" },
            );
            let message = fails(&example);
            assert!(message.ends_with(sentence), "{message}");
        }
        for (face, bars, lost, tribes, sentence) in [
            (5, 1, "", r#""oglala", "brule""#, "You cannot name 2 tribes: the number is 1"),
            (3, 2, "", r#""oglala""#, "You cannot name 1 tribe: the number is 2"),
            (
                3,
                2,
                r#"lost: ["arapaho-warrior"]"#,
                r#""arapaho""#,
                "Arapaho cannot be named: it is eliminated",
            ),
            (4, 2, "", r#""oglala", "oglala""#, "Oglala cannot be named: it is named twice"),
        ] {
            let message = fails(&format!(
                r#"turn: 2, phase: "mobilization", place: [], given: ({lost}), steps: [
                    (by: "indian", try: Roll, roll: [{face}], then: [Bars({bars}), Asks("indian")]),
                    (by: "indian", try: Bar([{tribes}]), then: Legal),
                ]"#,
            ));
            assert!(message.ends_with(sentence), "{message}");
        }
    }
}
