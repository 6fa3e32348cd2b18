//! The search: principal variation search to one depth.

mod frame;
mod history;
mod node;
mod pruning;
mod quiescence;
mod sacrifices;
mod terminal;
#[cfg(test)]
mod tests;
mod tt;

use draughts::{BitboardMove, Generated, Referee, State};

use crate::draw_rules::{DrawCounters, DrawRules};
use crate::evaluation::{Evaluation, Evaluator};
use crate::network::{Features, Inference};
use crate::score::{INFINITE, WIN};
use crate::thread_pool::{InProgress, ThreadPool};
use crate::time_manager::TimeManager;
use crate::transposition_table::{Bound, Salt, TranspositionTable, TtEntry};
use frame::Frame;
pub(crate) use history::History;
use history::from_to;
use node::{Node, NonPv, Pv, Root};
pub(crate) use sacrifices::Sacrifices;
use tt::to_table;

/// The greatest depth of a search, in plies.
pub(crate) const MAX_PLY: usize = 120;

/// The least depth, in plies, at which threads defer moves that others are searching (ABDADA).
const MIN_DEFER_DEPTH: i32 = 4;
/// The ordering score of a move that another thread is searching.
const DEFERRED: i32 = i32::MIN;
/// The number of steps of the move generator after which the clock is read: a fraction of a millisecond.
const STEPS_PER_CLOCK_READING: u32 = 1 << 14;

/// The state that the threads of a search share.
pub(crate) struct Shared<'s, W: Generated> {
    pub(crate) referee: &'s Referee<W>,
    pub(crate) evaluation: &'s Evaluation<W>,
    /// The network that replaces the evaluation.
    pub(crate) network: Option<(&'s Inference, &'s Features)>,
    pub(crate) draw_rules: &'s DrawRules<W>,
    pub(crate) sacrifices: &'s Sacrifices<W>,
    pub(crate) table: &'s TranspositionTable,
    /// The salt of the rule set in the table.
    pub(crate) salt: Salt,
    pub(crate) time: &'s TimeManager<'s>,
    pub(crate) pool: &'s ThreadPool,
    /// Whether to prune, reduce and extend. Tests switch it off to compare the search with plain minimax.
    pub(crate) pruning: bool,
}

/// The search of one thread.
pub(crate) struct Search<'s, W: Generated> {
    shared: &'s Shared<'s, W>,
    evaluator: Evaluator<'s, W>,
    history: History,
    /// A per-thread, cache-sized table for depth-1 nodes. Most nodes have that depth, and waiting for the shared table
    /// took a quarter of the time.
    local_table: Option<TranspositionTable>,
    /// The Zobrist hashes of the positions before this one, those of the game included.
    path: Vec<u64>,
    /// The number of positions at the end of `path` that can still be repeated: no capture, promotion or forward move
    /// of a man came after them.
    reversible: usize,
    /// Whether men only move forward.
    men_go_forward: bool,
    /// The search stack, by ply.
    frames: Vec<Frame<W>>,
    /// The number of the step that is being searched.
    step: u32,
    /// The best move known, which is searched first at the root.
    best: Option<(u8, u8)>,
    /// The moves excluded at the root: the first moves of the better lines.
    excluded: Vec<BitboardMove<W>>,
    /// The nodes searched by this thread.
    pub(crate) nodes: u64,
    /// The nodes already reported to the pool.
    reported_nodes: u64,
    /// The steps of the move generator since the clock was last read for them.
    steps: u32,
    stopped: bool,
}

impl<'s, W: Generated> Search<'s, W> {
    /// Creates a search. `game_hashes` are the Zobrist hashes of the earlier positions of the game; `history` is that of
    /// an earlier search of the game on this board.
    pub(crate) fn new(shared: &'s Shared<'s, W>, game_hashes: &[u64], history: Option<History>) -> Self {
        let history = history.unwrap_or_else(|| History::new(W::BITS, MAX_PLY));
        let previous = history.no_piece_to();
        let frame =
            || Frame { moves: Vec::new(), scores: Vec::new(), has_tt_move: false, pv: Vec::new(), previous };
        Self {
            shared,
            evaluator: Evaluator::new(shared.evaluation, shared.network, MAX_PLY + 2),
            history,
            local_table: shared.time.allows_depth_above(8).then(TranspositionTable::local),
            reversible: game_hashes.len(),
            path: game_hashes.to_vec(),
            men_go_forward: terminal::men_go_forward(shared.referee.rule_set()),
            frames: (0..=MAX_PLY + 1).map(|_| frame()).collect(),
            step: 0,
            best: None,
            excluded: Vec::new(),
            nodes: 0,
            reported_nodes: 0,
            steps: 0,
            stopped: false,
        }
    }

    /// Ends the search and returns its history.
    pub(crate) fn into_history(self) -> History {
        self.history
    }

    /// Returns whether a search of this depth may start.
    pub(crate) fn may_start(&self, depth: u32) -> bool {
        self.shared.time.allows_depth(depth)
    }

    /// Starts a step. At the root, `best` is searched first, and `excluded` moves are not searched.
    pub(crate) fn start_step(
        &mut self,
        step: u32,
        best: Option<&BitboardMove<W>>,
        excluded: &[BitboardMove<W>],
    ) {
        self.step = step;
        self.best = best.map(from_to);
        self.stopped = false;
        self.excluded.clear();
        self.excluded.extend_from_slice(excluded);
    }

    /// Checks whether the search must stop: a limit is reached, or another thread has finished the step.
    #[inline]
    fn check_stop(&mut self) -> bool {
        // A stopped search stays stopped up to the root.
        self.stopped |=
            self.shared.time.must_stop(self.nodes) || self.nodes & 1023 == 0 && self.is_overtaken();
        self.stopped
    }

    /// Counts steps of the move generator. Usual nodes have few; the clock is read earlier if they have many, so that
    /// the search ends in time in every position.
    #[inline]
    fn count_steps(&mut self, steps: u32) {
        self.steps += steps;
        if self.steps >= STEPS_PER_CLOCK_READING {
            self.steps = 0;
            self.stopped |= self.shared.time.is_over() || self.is_overtaken();
        }
    }

    fn is_overtaken(&mut self) -> bool {
        self.report_nodes();
        self.shared.pool.is_finished(self.step)
    }

    /// Reports the nodes of this thread to the pool.
    pub(crate) fn report_nodes(&mut self) {
        self.shared.pool.add_nodes(self.nodes - self.reported_nodes);
        self.reported_nodes = self.nodes;
    }

    /// Returns the best move so far of an interrupted iteration. The best move of the previous iteration is searched
    /// first, so a move that has raised alpha since is at least as good.
    pub(crate) fn interrupted_best(&self) -> Option<BitboardMove<W>> {
        let pv = &self.frames[0].pv;
        pv.first().copied().filter(|_| self.stopped && self.excluded.is_empty())
    }

    /// Searches the root to a depth in a window. Returns the score, and the principal variation unless the search
    /// failed low; `None` if it was stopped.
    pub(crate) fn search_root(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Option<(i32, Vec<BitboardMove<W>>)> {
        let score = self.search::<Root>(state, counters, alpha, beta, depth as i32, 0);
        (!self.stopped).then(|| (score, self.frames[0].pv.clone()))
    }

    /// Returns the score of a node. Outside the window, it is a bound (fail-soft).
    fn search<N: Node>(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.frames[ply].pv.clear();
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence::<N>(state, alpha, beta, ply, true);
        }
        self.nodes += 1;
        if self.check_stop() {
            return 0;
        }
        if !N::IS_ROOT {
            if let Some(score) = self.draw_score(state, counters, ply) {
                return score;
            }
            // Mate distance pruning: no score is better than a win in one ply, or worse than a loss now.
            alpha = alpha.max(-WIN + ply as i32);
            beta = beta.min(WIN - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let entry = self.table(depth).get(state.zobrist_hash(), self.shared.salt);
        if let Some(score) = entry.and_then(|entry| self.cutoff::<N>(entry, alpha, beta, depth, ply)) {
            return score;
        }
        let tt_move = entry.and_then(|entry| entry.best);
        self.generate_moves(state, if N::IS_ROOT { self.best.or(tt_move) } else { tt_move }, ply);
        if N::IS_ROOT {
            self.exclude_moves();
        }
        match self.frames[ply].moves.len() {
            0 => return self.terminal_score(state, ply),
            // The only legal move does not reduce the depth.
            1 if !N::IS_ROOT && self.shared.pruning && ply < MAX_PLY / 2 => {
                return self.search_only_move::<N>(state, counters, alpha, beta, depth, ply);
            }
            _ => {}
        }
        if !N::IS_PV
            && let Some(score) = self.probcut(state, counters, beta, depth, ply)
        {
            return score;
        }
        let extension = match entry {
            Some(entry)
                if N::IS_PV && !N::IS_ROOT && self.is_singular(state, counters, entry, depth, ply) =>
            {
                1
            }
            _ => 0,
        };
        if self.stopped {
            return 0;
        }
        self.search_moves::<N>(state, counters, alpha, beta, depth, extension, tt_move, ply)
    }

    fn search_only_move<N: Node>(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let m = self.frames[ply].moves[0];
        let score = self.play::<N>(state, counters, &m, alpha, beta, depth, ply);
        if N::IS_PV && score > alpha {
            self.update_pv(m, ply);
        }
        score
    }

    /// Searches the moves of a node: the first with the full window and `extension` more plies, the others with a null
    /// window first.
    fn search_moves<N: Node>(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        extension: i32,
        tt_move: Option<(u8, u8)>,
        ply: usize,
    ) -> i32 {
        let (mut best, mut best_move, old_alpha) = (-INFINITE, None, alpha);
        let count = self.frames[ply].moves.len();
        let mut i = 0;
        while i < count {
            let m = self.next_move(i, ply);
            let shared = self.shared;
            let in_progress = shared.pool.in_progress.as_ref().filter(|_| i > 0 && depth >= MIN_DEFER_DEPTH);
            let in_progress =
                in_progress.map(|moves| (moves, InProgress::key(state.zobrist_hash(), from_to(&m))));
            if let Some((moves, key)) = in_progress {
                let score = &mut self.frames[ply].scores[i];
                if *score != DEFERRED && moves.contains(key) {
                    *score = DEFERRED;
                    continue;
                }
                moves.insert(key);
            }
            let reduction = self.reduction(&m, i, depth, N::IS_PV);
            let mut score = -INFINITE;
            if i > 0 {
                score = self.play::<NonPv>(state, counters, &m, alpha, alpha + 1, depth - 1 - reduction, ply);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = self.play::<NonPv>(state, counters, &m, alpha, alpha + 1, depth - 1, ply);
                }
            }
            if i == 0 || N::IS_PV && score > alpha && score < beta && !self.stopped {
                let extension = if i == 0 { extension } else { 0 };
                score = self.play::<N>(state, counters, &m, alpha, beta, depth - 1 + extension, ply);
            }
            if let Some((moves, key)) = in_progress {
                moves.remove(key);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    alpha = score;
                    if N::IS_PV {
                        self.update_pv(m, ply);
                    }
                }
            }
            if best >= beta {
                let Frame { moves, previous, .. } = &self.frames[ply];
                self.history.reward(&m, &moves[..i], *previous, depth, ply);
                break;
            }
            i += 1;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // If moves are excluded, the score is not that of the position.
        if !N::IS_ROOT || self.excluded.is_empty() {
            let score = to_table(best, ply);
            // If no move raises alpha, keep the best move of an earlier search.
            let best = best_move.map(|m| from_to(&m)).or(tt_move);
            let entry = TtEntry { best, score, depth, bound };
            self.table(depth).put(state.zobrist_hash(), self.shared.salt, entry);
        }
        best
    }

    /// Plays a move, searches the next node and returns its score for the side that makes the move.
    fn play<N: Node>(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        m: &BitboardMove<W>,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.frames[ply + 1].previous = self.history.piece_to(m);
        if depth <= 0 {
            let next = self.shared.referee.play_unhashed(state, m);
            return -self.quiescence::<N>(&next, -beta, -alpha, ply + 1, true);
        }
        let next = self.shared.referee.play(state, m);
        self.table(depth).prefetch(next.zobrist_hash());
        let counters = self.shared.draw_rules.after(counters, m, &next);
        let reversible = self.push_position(state, m);
        let score = if N::IS_PV {
            -self.search::<Pv>(&next, &counters, -beta, -alpha, depth, ply + 1)
        } else {
            -self.search::<NonPv>(&next, &counters, -beta, -alpha, depth, ply + 1)
        };
        self.pop_position(reversible);
        score
    }

    /// Adds a position to the path before a move is played in it. Returns the number of positions that could be repeated
    /// before the move, which [`pop_position`](Self::pop_position) restores.
    #[inline]
    fn push_position(&mut self, state: &State<W>, m: &BitboardMove<W>) -> usize {
        self.path.push(state.zobrist_hash());
        let is_irreversible = m.is_capture() || m.promotes || !m.king && self.men_go_forward;
        let reversible = self.reversible;
        self.reversible = if is_irreversible { 0 } else { reversible + 1 };
        reversible
    }

    /// Removes the last position from the path.
    #[inline]
    fn pop_position(&mut self, reversible: usize) {
        self.path.pop();
        self.reversible = reversible;
    }
}
