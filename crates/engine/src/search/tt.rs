//! Access to the transposition table from the search.

use draughts::Generated;

use super::Search;
use super::node::Node;
use crate::score::PROVEN_WIN;
use crate::transposition_table::{Bound, TranspositionTable, TtEntry};

impl<W: Generated> Search<'_, W> {
    /// Returns the table for nodes of this depth.
    #[inline]
    pub(super) fn table(&self, depth: i32) -> &TranspositionTable {
        match &self.local_table {
            Some(local) if depth <= 1 => local,
            _ => self.shared.table,
        }
    }

    /// Returns the score of a table entry if it causes a cutoff.
    pub(super) fn cutoff<N: Node>(
        &self,
        entry: TtEntry,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        if N::IS_PV || !self.shared.pruning || entry.depth < depth {
            return None;
        }
        let score = from_table(entry.score, ply);
        match entry.bound {
            Bound::Exact => Some(score),
            Bound::Lower => (score >= beta).then_some(score),
            Bound::Upper => (score <= alpha).then_some(score),
        }
    }
}

/// Converts a score to the form of the table, in which the distance to a win counts from the node, not the root.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= PROVEN_WIN => score + ply as i32,
        score if score <= -PROVEN_WIN => score - ply as i32,
        score => score,
    }
}

/// Converts a score of the table: the distance to a win counts from the root.
pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= PROVEN_WIN => score - ply as i32,
        score if score <= -PROVEN_WIN => score + ply as i32,
        score => score,
    }
}
