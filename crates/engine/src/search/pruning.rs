//! Late move reductions, ProbCut and singular extensions.

use draughts::{BitboardMove, Generated, State};

use super::node::NonPv;
use super::tt::from_table;
use super::{MAX_PLY, Search};
use crate::draw_rules::DrawCounters;
use crate::score::{INFINITE, PROVEN_WIN};
use crate::transposition_table::{Bound, TtEntry};

impl<W: Generated> Search<'_, W> {
    /// Returns the late move reduction of the move with index `i`, in plies.
    pub(super) fn reduction(&self, m: &BitboardMove<W>, i: usize, depth: i32, is_pv: bool) -> i32 {
        if !self.shared.pruning || i < 2 || depth < 3 || m.is_capture() || m.promotes {
            return 0;
        }
        let reduction =
            1 + i32::from(i >= 4) + i32::from(i >= 7 && depth >= 6) + i32::from(i >= 10 && depth >= 10);
        (reduction - i32::from(is_pv)).min(depth - 2).max(0)
    }

    /// Returns `beta` if a reduced search fails high against a bound well above it (ProbCut).
    pub(super) fn probcut(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let is_quiet = self.frames[ply].moves.first().is_some_and(|m| !m.is_capture());
        if !self.shared.pruning || depth < 4 || !is_quiet || beta.abs() >= PROVEN_WIN {
            return None;
        }
        let bound = beta + 40 + 12 * depth;
        if self.evaluator.evaluate(state, ply) < bound {
            return None;
        }
        let score = self.search_until_bound(state, counters, bound, depth / 2, 0, ply);
        (score >= bound && !self.stopped).then_some(beta)
    }

    /// Returns whether the move of the transposition table is singular: in a reduced search, all other moves score well
    /// below it.
    pub(super) fn is_singular(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        entry: TtEntry,
        depth: i32,
        ply: usize,
    ) -> bool {
        let score = from_table(entry.score, ply);
        let is_reliable = entry.depth >= depth - 4 && entry.bound != Bound::Upper && entry.best.is_some();
        if !self.shared.pruning
            || depth < 8
            || !is_reliable
            || score.abs() >= PROVEN_WIN
            || ply >= MAX_PLY / 2
        {
            return false;
        }
        // Index 0 is the move of the table, which is excluded.
        self.next_move(0, ply);
        let bound = score - 40;
        self.search_until_bound(state, counters, bound, depth / 2, 1, ply) < bound && !self.stopped
    }

    /// Searches the moves from index `start` on with a null window until one reaches `bound`, and returns the best
    /// score. Stores nothing in the transposition table.
    fn search_until_bound(
        &mut self,
        state: &State<W>,
        counters: &DrawCounters,
        bound: i32,
        depth: i32,
        start: usize,
        ply: usize,
    ) -> i32 {
        let mut best = -INFINITE;
        for i in start..self.frames[ply].moves.len() {
            let m = self.next_move(i, ply);
            best = best.max(self.play::<NonPv>(state, counters, &m, bound - 1, bound, depth - 1, ply));
            if self.stopped || best >= bound {
                break;
            }
        }
        best
    }
}
