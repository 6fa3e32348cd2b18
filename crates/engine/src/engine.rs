//! The engine: a transposition table, threads and a search for any rule set.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use draughts::ruleset::RuleSet;
use draughts::{AnyBoard, BitboardMove, Game, Generated, Move, Position, Referee, State};

use crate::carryover::Carryover;
use crate::draw_rules::DrawRules;
use crate::evaluation::{Evaluation, Weights};
use crate::iterative_deepening::{IterativeDeepening, Variation};
use crate::limits::Limits;
use crate::network::{Features, Inference, NetworkChoice};
use crate::score::{Scale, Score};
use crate::search::{Sacrifices, Search, Shared};
use crate::thread_pool::ThreadPool;
use crate::time_manager::{PonderHit, TimeManager};
use crate::transposition_table::{TableTooLarge, TranspositionTable};

/// The options of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table, in mebibytes.
    pub mebibytes: usize,
    /// The number of search threads.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { mebibytes: 64, threads: 1 }
    }
}

/// An engine. It keeps its transposition table from one search to the next, as long as the rule set is the same, and the
/// move ordering from one search of a game to the next.
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    carryover: Mutex<Carryover>,
    threads: usize,
    weights: Weights,
    network: NetworkChoice,
    pruning: bool,
}

/// The result of one line of a finished depth.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The rank of the line; 1 is the best.
    pub rank: usize,
    /// The depth, in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The scale of the score; `None` with the hand-made evaluation.
    pub scale: Option<Scale>,
    /// The principal variation.
    pub pv: Vec<Move>,
    /// The number of nodes searched so far; approximate with several threads.
    pub nodes: u64,
    /// The time since the search started.
    pub time: Duration,
}

impl Info {
    /// Returns the winning chances of the side to move, 0 to 1, where a draw counts half; `None` with the hand-made
    /// evaluation, whose scores are not fitted to results.
    #[must_use]
    pub fn winning_chance(&self) -> Option<f64> {
        self.scale.map(|scale| scale.winning_chance(self.score))
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The best line of the deepest finished depth; `None` if no depth was finished.
    pub info: Option<Info>,
    /// The number of nodes searched by all threads.
    pub nodes: u64,
    /// The duration of the search.
    pub time: Duration,
}

impl Engine {
    /// Creates an engine. Fails if its transposition table does not fit into memory.
    pub fn new(options: Options) -> Result<Self, TableTooLarge> {
        Ok(Self {
            table: TranspositionTable::new(options.mebibytes)?,
            carryover: Mutex::default(),
            threads: options.threads.max(1),
            weights: Weights::standard(),
            network: NetworkChoice::Embedded,
            pruning: true,
        })
    }

    /// Returns the engine with another choice of networks.
    #[must_use]
    pub fn with_network(self, network: NetworkChoice) -> Self {
        Self { network, ..self }
    }

    /// Returns the scale of the scores under a rule set, for winning chances; `None` with the hand-made evaluation, whose
    /// scores are not fitted to results.
    #[must_use]
    pub fn scale(&self, rules: &RuleSet) -> Option<Scale> {
        self.network.scale(rules)
    }

    /// Returns the engine without pruning, reductions and extensions, for comparisons with minimax.
    #[cfg(test)]
    pub(crate) fn without_pruning(self) -> Self {
        Self { pruning: false, ..self }
    }

    /// Clears the transposition table and the move ordering of the game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.carryover.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Searches the position of a game. Respects the draw counters and earlier positions of `game`. Calls `on_info`
    /// after each finished depth. Stops as soon as `stop` is set.
    pub fn search(
        &self,
        game: &Game,
        limits: Limits,
        stop: &AtomicBool,
        on_info: impl FnMut(&Info),
    ) -> Report {
        self.search_lines(game, limits, 1, stop, on_info)
    }

    /// Searches for several lines with different first moves (MultiPV), at most as many as there are legal moves.
    pub fn search_lines(
        &self,
        game: &Game,
        limits: Limits,
        lines: usize,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&Info),
    ) -> Report {
        let time = TimeManager::new(limits, game.legal_moves().len(), stop);
        self.search_board(game, &time, lines, &mut on_info)
    }

    /// Searches on the opponent's time, without limits, until `stop` is set or `hit` gets limits. After `hit`, the search
    /// goes on within them.
    pub fn ponder(
        &self,
        game: &Game,
        hit: &PonderHit,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&Info),
    ) -> Report {
        let time = TimeManager::pondering(hit, game.legal_moves().len(), stop);
        self.search_board(game, &time, 1, &mut on_info)
    }

    /// Searches on the board of the game. Not generic, so that the search is compiled in this crate with its
    /// optimisation level, and not again in each crate that calls it.
    fn search_board(
        &self,
        game: &Game,
        time: &TimeManager<'_>,
        lines: usize,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let lines = lines.clamp(1, game.legal_moves().len().max(1));
        let position = game.position();
        match position.board() {
            AnyBoard::Narrow(referee, state) => self.search_in(referee, state, game, time, lines, on_info),
            AnyBoard::Middle(referee, state) => self.search_in(referee, state, game, time, lines, on_info),
            AnyBoard::Large(referee, state) => self.search_in(referee, state, game, time, lines, on_info),
        }
    }

    fn search_in<W: Generated>(
        &self,
        referee: &Referee<W>,
        state: &State<W>,
        game: &Game,
        time_manager: &TimeManager<'_>,
        lines: usize,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        let evaluation = Evaluation::new(referee, &self.weights);
        let (draw_rules, sacrifices) = (DrawRules::new(referee), Sacrifices::new(referee));
        let inference = self.network.inference(referee.rule_set());
        let scale = inference.as_deref().and_then(Inference::scale);
        let features = inference.as_deref().map(|inference| Features::new(inference, referee.layout()));
        let counters = draw_rules.counters(&game.counters(), state);
        let game_hashes: Vec<u64> = game.turns().iter().map(|turn| turn.before.zobrist_hash()).collect();
        let (root, histories) = lock(&self.carryover).start(game, &self.table);
        let histories = Mutex::new(histories);
        let pool = ThreadPool::new(self.threads);
        let deepening = IterativeDeepening::new(&pool, time_manager, lines);
        let shared = Shared {
            referee,
            evaluation: &evaluation,
            network: inference.as_deref().zip(features.as_ref()),
            draw_rules: &draw_rules,
            sacrifices: &sacrifices,
            table: &self.table,
            salt: root.salt,
            time: time_manager,
            pool: &pool,
            pruning: self.pruning,
        };
        self.table.new_search();
        let (mut best_info, mut interrupted_best) = (None, None);
        let start = || {
            let history = lock(&histories).pop();
            Search::new(&shared, &game_hashes, history)
        };
        let end = |search: Search<'_, W>| {
            let nodes = search.nodes;
            lock(&histories).push(search.into_history());
            nodes
        };
        let helper = || {
            let mut search = start();
            deepening.run(&mut search, state, &counters, |_| {});
            end(search)
        };
        let main = || {
            let mut search = start();
            deepening.run(&mut search, state, &counters, |nodes| {
                let finished = deepening.take_finished().into_iter();
                for (rank, Variation { depth, score, moves }) in finished.flat_map(|lines| (1..).zip(lines)) {
                    let (pv, time) = (to_moves(game.position(), referee, &moves), time_manager.elapsed());
                    let info = Info { rank, depth, score: Score::new(score), scale, pv, nodes, time };
                    on_info(&info);
                    best_info = Some(info).filter(|info| info.rank == 1).or(best_info.take());
                }
            });
            interrupted_best = search.interrupted_best();
            time_manager.end();
            end(search)
        };
        let nodes = pool.run(main, helper);
        lock(&self.carryover).end(root, histories.into_inner().unwrap_or_else(PoisonError::into_inner));
        let best = interrupted_best
            .or_else(|| deepening.best())
            .and_then(|m| find_move(game.position(), referee, &m))
            .or_else(|| best_info.as_ref().and_then(|info: &Info| info.pv.first().cloned()))
            .or_else(|| game.legal_moves().first().cloned());
        Report {
            best: best.filter(|_| game.outcome().is_none()),
            info: best_info,
            nodes,
            time: time_manager.elapsed(),
        }
    }
}

/// Locks a mutex. A panic cannot leave these values half-written, so a poisoned lock is still usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Converts the moves of a principal variation to moves of the public API.
fn to_moves<W: Generated>(position: &Position, referee: &Referee<W>, line: &[BitboardMove<W>]) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for m in line {
        let Some(m) = find_move(&position, referee, m) else { break };
        position = position.play_unchecked(&m);
        moves.push(m);
    }
    moves
}

/// Returns the legal move that a move of the generator represents, if it is legal in the position.
pub(crate) fn find_move<W: Generated>(
    position: &Position,
    referee: &Referee<W>,
    m: &BitboardMove<W>,
) -> Option<Move> {
    let layout = referee.layout();
    position.find_move(layout.square(m.from), layout.square(m.to), layout.square_set(m.captured))
}
