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
mod transposition;

use draughts::{BitboardMove, Generated, Referee, State};

use crate::draws::{Clock, Draws};
use crate::evaluation::Evaluation;
use crate::pool::{InProgress, ThreadPool};
use crate::score::{INFINITE, WIN};
use crate::table::{Bound, TranspositionTable, TtEntry};
use crate::time::TimeManager;
use frame::Frame;
use history::{History, ends};
use node::{Node, NonPv, Pv, Root};
pub(crate) use sacrifices::Sacrifices;
use transposition::to_table;

/// The greatest depth of a search, in plies.
pub(crate) const DEEPEST: usize = 120;

/// From this depth on, in plies, threads defer moves that others are searching.
const SHARED_DEPTH: i32 = 4;
/// The ordering score of a move that another thread is searching.
const DEFERRED: i32 = i32::MIN;

/// What the threads of a search share, and none of them changes.
pub(crate) struct Shared<'s, W: Generated> {
    pub(crate) referee: &'s Referee<W>,
    pub(crate) evaluation: &'s Evaluation<W>,
    pub(crate) draws: &'s Draws<W>,
    pub(crate) sacrifices: &'s Sacrifices<W>,
    pub(crate) table: &'s TranspositionTable,
    pub(crate) time: &'s TimeManager<'s>,
    pub(crate) pool: &'s ThreadPool,
    /// Whether to leave out what is unlikely to matter. Off in tests, where the result is that of plain minimax.
    pub(crate) prunes: bool,
}

/// The search of one thread.
pub(crate) struct Search<'s, W: Generated> {
    shared: &'s Shared<'s, W>,
    history: History,
    /// A table for depth-1 nodes, small enough for the processor's cache. Most nodes are such, and waiting for the large
    /// table took a quarter of the time.
    local_table: Option<TranspositionTable>,
    /// The hashes of the positions before this one, those of the game included.
    path: Vec<u64>,
    /// How many of them can still be repeated: no capture, no new king and no man moved forward since.
    reversible: usize,
    /// Whether men only move forward.
    men_go_forward: bool,
    /// The moves and the principal variation of each ply.
    frames: Vec<Frame<W>>,
    /// The number of the step that is being searched.
    step: u32,
    /// The move that is searched first at the root: the best one known.
    best: Option<(u8, u8)>,
    /// The moves that are left out at the root, where several lines are asked for.
    excluded: Vec<BitboardMove<W>>,
    pub(crate) nodes: u64,
    /// How many of them the pool knows of.
    reported: u64,
    stopped: bool,
}

impl<'s, W: Generated> Search<'s, W> {
    /// Creates a search; `game` holds the hashes of the positions that the game had before.
    pub(crate) fn new(shared: &'s Shared<'s, W>, game: &[u64]) -> Self {
        let history = History::new(W::BITS, DEEPEST);
        let last = history.no_arrival();
        let frame =
            || Frame { moves: Vec::new(), scores: Vec::new(), has_tt_move: false, pv: Vec::new(), last };
        Self {
            shared,
            history,
            local_table: shared.time.is_deep().then(TranspositionTable::local),
            reversible: game.len(),
            path: game.to_vec(),
            men_go_forward: terminal::men_go_forward(shared.referee.rule_set()),
            frames: (0..=DEEPEST + 1).map(|_| frame()).collect(),
            step: 0,
            best: None,
            excluded: Vec::new(),
            nodes: 0,
            reported: 0,
            stopped: false,
        }
    }

    /// Returns whether a search of this depth may begin.
    pub(crate) fn may_begin(&self, depth: u32) -> bool {
        self.shared.time.allows_depth(depth)
    }

    /// Begins a step, with this move first at the root, and these left out there.
    pub(crate) fn begin(&mut self, step: u32, best: Option<&BitboardMove<W>>, excluded: &[BitboardMove<W>]) {
        self.step = step;
        self.best = best.map(ends);
        self.stopped = false;
        self.excluded.clear();
        self.excluded.extend_from_slice(excluded);
    }

    /// Returns whether the search must end now, or another thread was faster.
    #[inline]
    fn is_over(&mut self) -> bool {
        // A stopped search stays stopped up to the root.
        self.stopped |= self.shared.time.is_over(self.nodes) || self.nodes & 1023 == 0 && self.is_overtaken();
        self.stopped
    }

    fn is_overtaken(&mut self) -> bool {
        self.report();
        self.shared.pool.is_finished(self.step)
    }

    /// Reports the nodes of this thread to the pool.
    pub(crate) fn report(&mut self) {
        self.shared.pool.count(self.nodes - self.reported);
        self.reported = self.nodes;
    }

    /// Returns the best move of a depth that was stopped before its end. The best move known is searched first, so a
    /// later one that beats it is better than all that is known.
    pub(crate) fn unfinished(&self) -> Option<BitboardMove<W>> {
        let pv = &self.frames[0].pv;
        pv.first().copied().filter(|_| self.stopped && self.excluded.is_empty())
    }

    /// Searches one depth in a window. Returns the score, and the principal variation if the score lies inside;
    /// `None` if the search was stopped.
    pub(crate) fn search_root(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Option<(i32, Vec<BitboardMove<W>>)> {
        let score = self.search::<Root>(state, clock, alpha, beta, depth as i32, 0);
        (!self.stopped).then(|| (score, self.frames[0].pv.clone()))
    }

    /// Returns the score of a node; outside the window it is a bound.
    fn search<N: Node>(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.frames[ply].pv.clear();
        if depth <= 0 || ply >= DEEPEST {
            return self.quiescence::<N>(state, alpha, beta, ply, true);
        }
        self.nodes += 1;
        if self.is_over() {
            return 0;
        }
        if !N::IS_ROOT {
            if self.is_draw(state, clock) {
                return 0;
            }
            // Mate distance pruning: no line is better than a win with the next move, nor worse than a loss now.
            alpha = alpha.max(-WIN + ply as i32);
            beta = beta.min(WIN - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let entry = self.table(depth).get(state.zobrist_hash());
        if let Some(score) = entry.and_then(|entry| self.cutoff::<N>(entry, alpha, beta, depth, ply)) {
            return score;
        }
        let tt_move = entry.and_then(|entry| entry.best);
        self.list(state, if N::IS_ROOT { self.best.or(tt_move) } else { tt_move }, ply);
        if N::IS_ROOT {
            self.exclude_moves();
        }
        match self.frames[ply].moves.len() {
            0 => return self.terminal_score(state, ply),
            // A forced move costs no depth.
            1 if !N::IS_ROOT && self.shared.prunes && ply < DEEPEST / 2 => {
                return self.search_only_move::<N>(state, clock, alpha, beta, depth, ply);
            }
            _ => {}
        }
        if !N::IS_PV
            && let Some(score) = self.probcut(state, clock, beta, depth, ply)
        {
            return score;
        }
        let extension = match entry {
            Some(entry) if N::IS_PV && !N::IS_ROOT && self.is_singular(state, clock, entry, depth, ply) => 1,
            _ => 0,
        };
        if self.stopped {
            return 0;
        }
        self.search_moves::<N>(state, clock, alpha, beta, depth, extension, tt_move, ply)
    }

    fn search_only_move<N: Node>(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let m = self.frames[ply].moves[0];
        let score = self.play::<N>(state, clock, &m, alpha, beta, depth, ply);
        if N::IS_PV && score > alpha {
            self.update_pv(m, ply);
        }
        score
    }

    /// Searches every move: the first with the whole window and `extension` more plies, the others with a null window.
    fn search_moves<N: Node>(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        alpha: i32,
        beta: i32,
        depth: i32,
        extension: i32,
        tt_move: Option<(u8, u8)>,
        ply: usize,
    ) -> i32 {
        let (mut best, mut best_move, mut low) = (-INFINITE, None, alpha);
        let count = self.frames[ply].moves.len();
        let mut i = 0;
        while i < count {
            let m = self.next_move(i, ply);
            let shared = self.shared;
            let others = shared.pool.in_progress.as_ref().filter(|_| i > 0 && depth >= SHARED_DEPTH);
            let others = others.map(|others| (others, InProgress::key(state.zobrist_hash(), ends(&m))));
            if let Some((others, key)) = others {
                let score = &mut self.frames[ply].scores[i];
                if *score != DEFERRED && others.contains(key) {
                    *score = DEFERRED;
                    continue;
                }
                others.insert(key);
            }
            let reduction = self.reduction(&m, i, depth, N::IS_PV);
            let mut score = -INFINITE;
            if i > 0 {
                score = self.play::<NonPv>(state, clock, &m, low, low + 1, depth - 1 - reduction, ply);
                if score > low && reduction > 0 && !self.stopped {
                    score = self.play::<NonPv>(state, clock, &m, low, low + 1, depth - 1, ply);
                }
            }
            if i == 0 || N::IS_PV && score > low && score < beta && !self.stopped {
                let extension = if i == 0 { extension } else { 0 };
                score = self.play::<N>(state, clock, &m, low, beta, depth - 1 + extension, ply);
            }
            if let Some((others, key)) = others {
                others.remove(key);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > low {
                    best_move = Some(m);
                    low = score;
                    if N::IS_PV {
                        self.update_pv(m, ply);
                    }
                }
            }
            if best >= beta {
                let Frame { moves, last, .. } = &self.frames[ply];
                self.history.reward(&m, &moves[..i], *last, depth, ply);
                break;
            }
            i += 1;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // Where moves were excluded, the score is not that of the position.
        if !N::IS_ROOT || self.excluded.is_empty() {
            let score = to_table(best, ply);
            // Where no move reaches alpha, the best of an earlier search is still the likeliest.
            let best = best_move.map(|m| ends(&m)).or(tt_move);
            self.table(depth).put(state.zobrist_hash(), TtEntry { best, score, depth, bound });
        }
        best
    }

    /// Plays a move and returns the score of the next node, for the side that makes the move.
    fn play<N: Node>(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        m: &BitboardMove<W>,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.frames[ply + 1].last = self.history.arrival(m);
        if depth <= 0 {
            let next = self.shared.referee.play_unhashed(state, m);
            return -self.quiescence::<N>(&next, -beta, -alpha, ply + 1, true);
        }
        let next = self.shared.referee.play(state, m);
        self.table(depth).prefetch(next.zobrist_hash());
        let clock = self.shared.draws.after(clock, m, &next);
        self.path.push(state.zobrist_hash());
        let lasting = m.is_capture() || m.promotes || !m.king && self.men_go_forward;
        let reversible = self.reversible;
        self.reversible = if lasting { 0 } else { reversible + 1 };
        let score = if N::IS_PV {
            -self.search::<Pv>(&next, &clock, -beta, -alpha, depth, ply + 1)
        } else {
            -self.search::<NonPv>(&next, &clock, -beta, -alpha, depth, ply + 1)
        };
        self.path.pop();
        self.reversible = reversible;
        score
    }
}
