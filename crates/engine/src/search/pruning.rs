//! Late move reductions, ProbCut and singular extensions.

use draughts::{BitboardMove, Generated, State};

use super::node::NonPv;
use super::transposition::from_table;
use super::{DEEPEST, Search};
use crate::draws::Clock;
use crate::score::{INFINITE, SURE};
use crate::table::{Bound, TtEntry};

impl<W: Generated> Search<'_, W> {
    /// Returns by how many plies a late move is first searched less deep.
    pub(super) fn reduction(&self, m: &BitboardMove<W>, i: usize, depth: i32, is_pv: bool) -> i32 {
        if !self.shared.prunes || i < 2 || depth < 3 || m.is_capture() || m.promotes {
            return 0;
        }
        let less =
            1 + i32::from(i >= 4) + i32::from(i >= 7 && depth >= 6) + i32::from(i >= 10 && depth >= 10);
        (less - i32::from(is_pv)).min(depth - 2).max(0)
    }

    /// Returns beta where a shallower search proves the node well above it (ProbCut).
    pub(super) fn probcut(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let is_quiet = self.frames[ply].moves.first().is_some_and(|m| !m.is_capture());
        if !self.shared.prunes || depth < 4 || !is_quiet || beta.abs() >= SURE {
            return None;
        }
        let bound = beta + 15 + 6 * depth;
        if self.shared.evaluation.evaluate(state) < bound {
            return None;
        }
        let score = self.search_until(state, clock, bound, depth / 2, 0, ply);
        (score >= bound && !self.stopped).then_some(beta)
    }

    /// Returns whether the move of the table is much better than all others, by a shallower search.
    pub(super) fn is_singular(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        entry: TtEntry,
        depth: i32,
        ply: usize,
    ) -> bool {
        let score = from_table(entry.score, ply);
        let trusted = entry.depth >= depth - 4 && entry.bound != Bound::Upper && entry.best.is_some();
        if !self.shared.prunes || depth < 8 || !trusted || score.abs() >= SURE || ply >= DEEPEST / 2 {
            return false;
        }
        // The move of the table comes first, and is left out.
        self.next_move(0, ply);
        let bound = score - 40;
        self.search_until(state, clock, bound, depth / 2, 1, ply) < bound && !self.stopped
    }

    /// Searches the listed moves from `from` on until one reaches the bound. Reorders them with their scores, and leaves
    /// the table as it is.
    fn search_until(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        bound: i32,
        depth: i32,
        from: usize,
        ply: usize,
    ) -> i32 {
        let mut best = -INFINITE;
        for i in from..self.frames[ply].moves.len() {
            let m = self.next_move(i, ply);
            best = best.max(self.play::<NonPv>(state, clock, &m, bound - 1, bound, depth - 1, ply));
            if self.stopped || best >= bound {
                break;
            }
        }
        best
    }
}
