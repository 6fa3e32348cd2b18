//! Where a search of less depth is enough, and where more is needed.

use draughts::{Generated, State, WordMove};

use super::node::Proof;
use super::{DEEPEST, Search, from_table};
use crate::draws::Clock;
use crate::evaluation::Evaluation;
use crate::score::{INFINITE, SURE};
use crate::table::{Bound, Known};

impl<W: Generated, E: Evaluation<W>> Search<'_, W, E> {
    /// Moves that promise little are first searched less deep.
    pub(super) fn reduction(&self, m: &WordMove<W>, i: usize, depth: i32, on_line: bool) -> i32 {
        if !self.prunes() || i < 2 || depth < 3 || m.is_capture() || m.promotes {
            return 0;
        }
        let less =
            1 + i32::from(i >= 4) + i32::from(i >= 7 && depth >= 6) + i32::from(i >= 10 && depth >= 10);
        (less - i32::from(on_line)).min(depth - 2).max(0)
    }

    /// A position well above the window, proved so by a search of less depth.
    pub(super) fn well_above(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let calm = self.frames[ply].moves.first().is_some_and(|m| !m.is_capture());
        if !self.prunes() || depth < 4 || !calm || beta.abs() >= SURE {
            return None;
        }
        let bound = beta + 15 + 6 * depth;
        if self.shared.evaluation.evaluate(state) < bound {
            return None;
        }
        let score = self.try_until(state, clock, bound, depth / 2, 0, ply);
        (score >= bound && !self.stopped).then_some(beta)
    }

    /// Is the table's move much better than all others, as far as a search of less depth can see?
    pub(super) fn stands_alone(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        known: Known,
        depth: i32,
        ply: usize,
    ) -> bool {
        let score = from_table(known.score, ply);
        let trusted = known.depth >= depth - 4 && known.bound != Bound::Upper && known.best.is_some();
        if !self.prunes() || depth < 8 || !trusted || score.abs() >= SURE || ply >= DEEPEST / 2 {
            return false;
        }
        // The table's move comes first, and is left out.
        self.next_move(0, ply);
        let bound = score - 40;
        self.try_until(state, clock, bound, depth / 2, 1, ply) < bound && !self.stopped
    }

    /// Tries the listed moves, from this one on, until one reaches the bound. They may be in another order afterwards,
    /// each with its promise; the table is left as it is.
    fn try_until(
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
            best = best.max(self.play::<Proof>(state, clock, &m, bound - 1, bound, depth - 1, ply));
            if self.stopped || best >= bound {
                break;
            }
        }
        best
    }
}
