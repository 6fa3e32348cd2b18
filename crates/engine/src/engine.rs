//! The engine: a transposition table, some threads, and a search by any rules.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{AnyBoard, BitboardMove, Game, Generated, Move, Position, Referee, State};

use crate::deepening::{Deepening, Variation};
use crate::draws::Draws;
use crate::evaluation::{Evaluation, Weights};
use crate::limits::Limits;
use crate::pool::ThreadPool;
use crate::score::Score;
use crate::search::{Sacrifices, Search, Shared};
use crate::table::{TableTooLarge, TranspositionTable};
use crate::time::TimeManager;

/// The options of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table, in mebibytes.
    pub mebibytes: usize,
    /// How many threads search together.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { mebibytes: 64, threads: 1 }
    }
}

/// An engine. Its transposition table serves one search after the other.
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    threads: usize,
    weights: Weights,
    prunes: bool,
}

/// One line of a finished depth.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The rank of the line, from 1, the best.
    pub rank: usize,
    /// The depth, in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The principal variation.
    pub line: Vec<Move>,
    /// The nodes searched so far; with several threads, about.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The best move; `None` where there is no legal one.
    pub best: Option<Move>,
    /// The best line of the deepest finished search; `None` if no depth was finished.
    pub info: Option<Info>,
    /// The nodes that all threads searched.
    pub nodes: u64,
    /// How long the search took.
    pub time: Duration,
}

impl Engine {
    /// Creates an engine. Fails where its table does not fit into memory.
    pub fn new(options: Options) -> Result<Self, TableTooLarge> {
        Ok(Self {
            table: TranspositionTable::new(options.mebibytes)?,
            threads: options.threads.max(1),
            weights: Weights::standard(),
            prunes: true,
        })
    }

    /// Returns the engine with nothing left out of its search, for comparisons with minimax.
    #[cfg(test)]
    pub(crate) fn without_pruning(self) -> Self {
        Self { prunes: false, ..self }
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches the position of a game. Respects the repetitions and draw counters of the game. Calls `on_info` after each
    /// finished depth, and ends as soon as `stop` is set.
    pub fn search(
        &self,
        game: &Game,
        limits: Limits,
        stop: &AtomicBool,
        on_info: impl FnMut(&Info),
    ) -> Report {
        self.search_lines(game, limits, 1, stop, on_info)
    }

    /// Searches for several lines, each with another first move, at most as many as there are legal moves.
    pub fn search_lines(
        &self,
        game: &Game,
        limits: Limits,
        lines: usize,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&Info),
    ) -> Report {
        self.search_board(game, limits, lines, stop, &mut on_info)
    }

    /// Searches on the board of the game. It is not generic, so that the search is compiled here, with the optimisation of this
    /// crate, and not once more in each crate that calls it.
    fn search_board(
        &self,
        game: &Game,
        limits: Limits,
        lines: usize,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let lines = lines.clamp(1, game.legal_moves().len().max(1));
        let position = game.position();
        match position.board() {
            AnyBoard::Narrow(referee, state) => {
                self.search_in(referee, state, game, limits, lines, stop, on_info)
            }
            AnyBoard::Middle(referee, state) => {
                self.search_in(referee, state, game, limits, lines, stop, on_info)
            }
            AnyBoard::Large(referee, state) => {
                self.search_in(referee, state, game, limits, lines, stop, on_info)
            }
        }
    }

    fn search_in<W: Generated>(
        &self,
        referee: &Referee<W>,
        state: &State<W>,
        game: &Game,
        limits: Limits,
        lines: usize,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let time_manager = TimeManager::new(limits, stop);
        let evaluation = Evaluation::new(referee, &self.weights);
        let (draws, sacrifices) = (Draws::new(referee), Sacrifices::new(referee));
        let clock = draws.clock(&game.counters());
        let history: Vec<u64> = game.turns().iter().map(|turn| turn.before.zobrist_hash()).collect();
        let pool = ThreadPool::new(self.threads);
        let deepening = Deepening::new(&pool, lines);
        let shared = Shared {
            referee,
            evaluation: &evaluation,
            draws: &draws,
            sacrifices: &sacrifices,
            table: &self.table,
            time: &time_manager,
            pool: &pool,
            prunes: self.prunes,
        };
        self.table.new_search();
        let (mut found, mut unfinished) = (None, None);
        let helper = || {
            let mut search = Search::new(&shared, &history);
            deepening.run(&mut search, state, &clock, |_| {});
            search.nodes
        };
        let main = || {
            let mut search = Search::new(&shared, &history);
            deepening.run(&mut search, state, &clock, |nodes| {
                let finished = deepening.take_finished().into_iter();
                for (rank, Variation { depth, score, moves }) in finished.flat_map(|lines| (1..).zip(lines)) {
                    let (line, time) =
                        (known_moves(game.position(), referee, &moves), time_manager.elapsed());
                    let info = Info { rank, depth, score: Score::new(score), line, nodes, time };
                    on_info(&info);
                    found = Some(info).filter(|info| info.rank == 1).or(found.take());
                }
            });
            unfinished = search.unfinished();
            time_manager.end_now();
            search.nodes
        };
        let nodes = pool.run(main, helper);
        let best = unfinished
            .or_else(|| deepening.best())
            .and_then(|m| find_move(game.position(), referee, &m))
            .or_else(|| found.as_ref().and_then(|info: &Info| info.line.first().cloned()))
            .or_else(|| game.legal_moves().first().cloned());
        Report {
            best: best.filter(|_| game.outcome().is_none()),
            info: found,
            nodes,
            time: time_manager.elapsed(),
        }
    }
}

/// Returns the moves of a line as positions know them.
fn known_moves<W: Generated>(
    position: &Position,
    referee: &Referee<W>,
    line: &[BitboardMove<W>],
) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for m in line {
        let Some(known) = find_move(&position, referee, m) else { break };
        position = position.play_unchecked(&known);
        moves.push(known);
    }
    moves
}

/// Returns the legal move that the generator's own stands for, if it is one here.
fn find_move<W: Generated>(position: &Position, referee: &Referee<W>, m: &BitboardMove<W>) -> Option<Move> {
    let layout = referee.layout();
    position.find_move(layout.square(m.from), layout.square(m.to), layout.squares(m.captured))
}
