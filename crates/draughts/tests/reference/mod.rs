//! A reference generator, written for obvious correctness: it works on a grid of cells, lists complete captures, and
//! then filters them by one priority after the other. It shares only the data types with the generator under test.

use std::collections::BTreeMap;

use draughts::notation::SquareNames;
use draughts::ruleset::{
    Crowning, Duty, Finish, Goal, Landing, Priority, Range, Removal, SquaresInPlay, Targets, TurnBack,
};
use draughts::{Color, Kind, Piece, RelativeDirection, RuleSet, Setup, Square};

type Cell = (i32, i32);
type Step = (i32, i32);

/// A move: origin, destination, captured squares in ascending order, and whether it promotes.
pub(crate) type ReferenceMove = (Square, Square, Vec<Square>, bool);

/// Returns the routes of each capture: origin, destination, captured squares in ascending order, and landings.
pub(crate) fn routes(rules: &RuleSet, setup: &Setup) -> Vec<(Square, Square, Vec<Square>, Vec<Square>)> {
    let names = SquareNames::of(rules);
    let board = Board::new(rules, setup, &names);
    let square = |(row, column): Cell| names.at(row as usize, column as usize).expect("a playing square");
    let route = |capture: Chain| {
        let mut taken: Vec<Square> = capture.taken.iter().map(|&(cell, _)| square(cell)).collect();
        taken.sort_unstable();
        let path = capture.path.iter().map(|&cell| square(cell)).collect();
        (square(capture.from), square(capture.to), taken, path)
    };
    board.filter_by_priority(board.captures()).into_iter().map(route).collect()
}

/// Returns all legal moves.
pub(crate) fn legal_moves(rules: &RuleSet, setup: &Setup) -> Vec<ReferenceMove> {
    let names = SquareNames::of(rules);
    let board = Board::new(rules, setup, &names);
    let square = |(row, column): Cell| names.at(row as usize, column as usize).expect("a playing square");
    let resting = setup.king_moves[setup.turn].and_then(|run| {
        let limit = rules.kings.repeat_limit?;
        let has_men = !setup.men[setup.turn].is_empty();
        (has_men && run.times >= limit).then_some(run.square)
    });
    let mut moves: Vec<ReferenceMove> = Vec::new();
    let mut add = |found: ReferenceMove| match moves
        .iter_mut()
        .find(|m| (m.0, m.1, &m.2) == (found.0, found.1, &found.2))
    {
        Some(known) => known.3 |= found.3,
        None => moves.push(found),
    };
    if rules.goal == Goal::FirstKingWins && board.any_king() {
        return moves;
    }
    let captures = board.captures();
    for capture in board.filter_by_priority(captures.clone()) {
        let mut taken: Vec<Square> = capture.taken.iter().map(|&(cell, _)| square(cell)).collect();
        taken.sort_unstable();
        add((square(capture.from), square(capture.to), taken, capture.crowned));
    }
    if captures.is_empty() || rules.capture.duty == Duty::MayCapture {
        for (from, to, crowned) in board.quiet_moves() {
            if Some(square(from)) != resting {
                add((square(from), square(to), Vec::new(), crowned));
            }
        }
    }
    moves.sort();
    moves
}

struct Board<'r> {
    rules: &'r RuleSet,
    grid: BTreeMap<Cell, Option<Piece>>,
    turn: Color,
}

/// A capture in progress.
#[derive(Clone)]
struct Chain {
    from: Cell,
    to: Cell,
    taken: Vec<(Cell, Kind)>,
    /// The landings, including the origin.
    path: Vec<Cell>,
    started: Kind,
    now: Kind,
    came: Option<Step>,
    crowned: bool,
}

impl<'r> Board<'r> {
    fn new(rules: &'r RuleSet, setup: &Setup, names: &SquareNames) -> Self {
        let mut grid = BTreeMap::new();
        for square in names.squares() {
            let (row, column) = names.cell(square);
            grid.insert((row as i32, column as i32), setup.piece(square));
        }
        Self { rules, grid, turn: setup.turn }
    }

    fn any_king(&self) -> bool {
        self.grid.values().flatten().any(|piece| piece.kind == Kind::King)
    }

    fn own(&self) -> Vec<(Cell, Kind)> {
        let own = |(&cell, piece): (&Cell, &Option<Piece>)| {
            piece.filter(|piece| piece.color == self.turn).map(|piece| (cell, piece.kind))
        };
        self.grid.iter().filter_map(own).collect()
    }

    fn is_crown(&self, cell: Cell) -> bool {
        let far = match self.turn {
            Color::White => 0,
            Color::Black => i32::from(self.rules.board.height) - 1,
        };
        cell.0 == far
    }

    /// Returns the steps on the grid. Straight steps skip the squares that are not played on.
    fn steps(&self, directions: &[RelativeDirection]) -> Vec<Step> {
        let ahead = if self.turn == Color::White { -1 } else { 1 };
        let straight = if self.rules.board.squares_in_play == SquaresInPlay::All { 1 } else { 2 };
        let mut steps = Vec::new();
        for direction in directions {
            steps.extend(match direction {
                RelativeDirection::DiagonallyForward => vec![(ahead, -1), (ahead, 1)],
                RelativeDirection::DiagonallyBackward => vec![(-ahead, -1), (-ahead, 1)],
                RelativeDirection::StraightForward => vec![(ahead * straight, 0)],
                RelativeDirection::Sideways => vec![(0, -straight), (0, straight)],
                RelativeDirection::StraightBackward => vec![(-ahead * straight, 0)],
            });
        }
        steps
    }

    fn quiet_moves(&self) -> Vec<(Cell, Cell, bool)> {
        let mut moves = Vec::new();
        for (from, kind) in self.own() {
            let (directions, range) = match kind {
                Kind::Man => (&self.rules.men.moves, Range::Short),
                Kind::King => (&self.rules.kings.moves, self.rules.kings.range),
            };
            for step in self.steps(directions) {
                let mut to = plus(from, step);
                while self.grid.get(&to) == Some(&None) {
                    moves.push((from, to, kind == Kind::Man && self.is_crown(to)));
                    if range == Range::Short {
                        break;
                    }
                    to = plus(to, step);
                }
            }
        }
        moves
    }

    fn captures(&self) -> Vec<Chain> {
        let mut ends = Vec::new();
        for (from, kind) in self.own() {
            let start = Chain {
                from,
                to: from,
                taken: Vec::new(),
                path: vec![from],
                started: kind,
                now: kind,
                came: None,
                crowned: false,
            };
            self.extend(&start, &mut ends);
        }
        ends
    }

    /// Returns the contents of a cell at this point of a capture; `None` off the board.
    fn at(&self, chain: &Chain, cell: Cell) -> Option<Option<Piece>> {
        let contents = *self.grid.get(&cell)?;
        let taken = chain.taken.iter().any(|&(taken, _)| taken == cell);
        let gone = cell == chain.from || taken && self.rules.capture.removal == Removal::AfterEachJump;
        Some(if gone { None } else { contents })
    }

    /// Adds every complete capture that starts with this one; returns whether it can continue.
    fn extend(&self, chain: &Chain, ends: &mut Vec<Chain>) -> bool {
        let (directions, range) = match chain.now {
            Kind::Man => (&self.rules.men.captures, Range::Short),
            Kind::King => (&self.rules.kings.captures, self.rules.kings.range),
        };
        let stopped = chain.crowned && self.rules.men.crowning == Crowning::InPassingAndTheMoveEnds;
        if stopped {
            return false;
        }
        let mut extended = false;
        for step in self.steps(directions) {
            let back = chain.came == Some((-step.0, -step.1));
            if back && self.rules.capture.turn_back == TurnBack::Forbidden {
                continue;
            }
            let nexts = self.jump(chain, step, range);
            if nexts.is_empty() {
                continue;
            }
            extended = true;
            let mut continued = false;
            for next in &nexts {
                continued |= self.extend(next, ends);
            }
            if !continued || self.rules.capture.finish == Finish::MayBeStopped {
                ends.extend(nexts.iter().enumerate().filter(|(i, next)| *i == 0 || self.may_end(next)).map(
                    |(_, next)| {
                        let crowned = next.started == Kind::Man
                            && (next.crowned || self.is_crown(next.to) && next.now == Kind::Man);
                        Chain { crowned, ..next.clone() }
                    },
                ));
            }
        }
        extended
    }

    /// Returns the capture after one more jump, for each possible landing, nearest first.
    fn jump(&self, chain: &Chain, step: Step, range: Range) -> Vec<Chain> {
        let mut over = plus(chain.to, step);
        while range == Range::Flying && self.at(chain, over) == Some(None) {
            over = plus(over, step);
        }
        let Some(Some(victim)) = self.at(chain, over) else { return Vec::new() };
        let already = chain.taken.iter().any(|&(taken, _)| taken == over);
        let safe =
            chain.now == Kind::Man && victim.kind == Kind::King && self.rules.men.takes == Targets::MenOnly;
        if victim.color == self.turn || already || safe {
            return Vec::new();
        }
        let mut nexts = Vec::new();
        let mut to = plus(over, step);
        while self.at(chain, to) == Some(None) {
            let mut next = chain.clone();
            next.to = to;
            next.taken.push((over, victim.kind));
            next.path.push(to);
            next.came = Some(step);
            if next.now == Kind::Man && self.is_crown(to) {
                match self.rules.men.crowning {
                    Crowning::AtTheEndOfTheMove => {}
                    Crowning::InPassingAndTheMoveEnds => next.crowned = true,
                    Crowning::InPassingAndItGoesOn => {
                        next.crowned = true;
                        next.now = Kind::King;
                    }
                }
            }
            nexts.push(next);
            if range == Range::Short || self.rules.kings.landing == Landing::DirectlyBehind {
                break;
            }
            to = plus(to, step);
        }
        nexts
    }

    /// Returns whether a capture may end farther than directly behind the last captured piece.
    fn may_end(&self, chain: &Chain) -> bool {
        let last_is_king = chain.taken.last().is_some_and(|&(_, kind)| kind == Kind::King);
        match self.rules.kings.landing {
            Landing::AnySquareBehind => true,
            Landing::DirectlyBehind => false,
            Landing::DirectlyBehindALastKing => !last_is_king,
            Landing::DirectlyBehindALastKingOfSeveral => !(last_is_king && chain.taken.len() > 1),
        }
    }

    fn filter_by_priority(&self, mut chains: Vec<Chain>) -> Vec<Chain> {
        for priority in self.rules.capture.priority.iter() {
            let weight = |chain: &Chain| -> Vec<i64> {
                let kings = chain.taken.iter().filter(|&&(_, kind)| kind == Kind::King).count() as i64;
                let pieces = chain.taken.len() as i64;
                match priority {
                    Priority::MostPieces => vec![pieces],
                    // A man counts 1000, a king 1999: n kings lie between 2n − 1 and 2n men.
                    Priority::GreatestValue => vec![(pieces - kings) * 1000 + kings * 1999],
                    Priority::WithAKing => vec![i64::from(chain.started == Kind::King)],
                    Priority::MostKings => vec![kings],
                    Priority::KingsEarliest => chain
                        .taken
                        .iter()
                        .map(|&(_, kind)| i64::from(kind == Kind::King))
                        .chain([0; 64])
                        .take(64)
                        .collect(),
                }
            };
            let Some(best) = chains.iter().map(weight).max() else { return chains };
            chains.retain(|chain| weight(chain) == best);
        }
        chains
    }
}

fn plus(cell: Cell, step: Step) -> Cell {
    (cell.0 + step.0, cell.1 + step.1)
}
