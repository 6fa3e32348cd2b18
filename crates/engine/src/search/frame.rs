//! The moves of a position, in the order in which they are searched, and the line of best play from there.

use draughts::{Generated, State, WordMove};

use super::Search;
use super::order::{Arrival, ends, pick};
use crate::evaluation::Evaluation;

/// What is known of the position at one distance from the root.
pub(super) struct Frame<W> {
    pub(super) moves: Vec<WordMove<W>>,
    /// What each promises, once that is asked: often the first move is enough.
    pub(super) promises: Vec<i32>,
    /// The move that is likely best is the first in the list.
    pub(super) has_first: bool,
    pub(super) line: Vec<WordMove<W>>,
    /// With what the last move came here.
    pub(super) last: Arrival,
}

impl<W: Generated, E: Evaluation<W>> Search<'_, W, E> {
    /// The moves of a position, the one that is likely best first.
    pub(super) fn list(&mut self, state: &State<W>, best: Option<(u8, u8)>, ply: usize) {
        let Frame { moves, promises, has_first, .. } = &mut self.frames[ply];
        moves.clear();
        promises.clear();
        self.shared.referee.legal_moves(state, moves);
        let place = best.and_then(|best| moves.iter().position(|m| ends(m) == best));
        if let Some(place) = place {
            moves.swap(0, place);
        }
        *has_first = place.is_some();
    }

    /// The listed move that promises most of those from `at` on, brought to `at`.
    #[inline]
    pub(super) fn next_move(&mut self, at: usize, ply: usize) -> WordMove<W> {
        let Frame { moves, promises, has_first, last, .. } = &mut self.frames[ply];
        if promises.is_empty() {
            if at == 0 && *has_first {
                return moves[0];
            }
            promises.extend(moves.iter().map(|m| self.memory.promise(m, *last, ply)));
            if *has_first {
                promises[0] = i32::MAX;
            }
        }
        pick(moves, promises, at);
        moves[at]
    }

    pub(super) fn drop_excluded(&mut self) {
        let Frame { moves, has_first, .. } = &mut self.frames[0];
        for m in &self.excluded {
            if let Some(place) = moves.iter().position(|other| other == m) {
                moves.swap_remove(place);
                *has_first &= place != 0;
            }
        }
    }

    /// The line of best play: this move, and the line that follows it.
    pub(super) fn keep_line(&mut self, m: WordMove<W>, ply: usize) {
        let (frames, rest) = self.frames.split_at_mut(ply + 1);
        let line = &mut frames[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&rest[0].line);
    }
}
