//! The history heuristic and killer moves, which order the moves of a node.

use draughts::{Bitboard, BitboardMove};

/// The scores of moves by their success in earlier parts of the search.
#[derive(Debug)]
pub(crate) struct History {
    /// The scores of quiet moves by the bit numbers of their first and last squares.
    quiet: Vec<i32>,
    /// The scores of quiet moves by piece and destination, given those of the previous move (continuation history).
    continuation: Vec<i16>,
    /// The two latest quiet moves of each ply that caused a cutoff.
    killers: Vec<[Option<(u8, u8)>; 2]>,
    bits: usize,
}

/// The moved piece, man or king, and its destination, as an index.
#[derive(Clone, Copy)]
pub(super) struct PieceTo(usize);

/// The greatest absolute value of a history score.
const MAX_HISTORY: i32 = 1 << 14;

/// Returns the bit numbers of the first and the last square of a move.
#[inline]
pub(super) fn from_to<W: Bitboard>(m: &BitboardMove<W>) -> (u8, u8) {
    (m.from.lowest() as u8, m.to.lowest() as u8)
}

impl History {
    pub(crate) fn new(bits: u32, max_ply: usize) -> Self {
        let bits = bits as usize;
        Self {
            quiet: vec![0; bits * bits],
            continuation: vec![0; (2 * bits + 1) * 2 * bits],
            killers: vec![[None; 2]; max_ply + 1],
            bits,
        }
    }

    /// Prepares for a search of a position `plies` later in the same game. The scores count half, because they belong to
    /// earlier positions.
    pub(crate) fn advance(&mut self, plies: usize) {
        self.quiet.iter_mut().for_each(|score| *score /= 2);
        self.continuation.iter_mut().for_each(|score| *score /= 2);
        let len = self.killers.len();
        self.killers.drain(..plies.min(len));
        self.killers.resize(len, [None; 2]);
    }

    /// Returns the index that stands for no previous move.
    pub(super) fn no_piece_to(&self) -> PieceTo {
        PieceTo(2 * self.bits)
    }

    /// Returns the index of the moved piece and its destination.
    #[inline]
    pub(super) fn piece_to<W: Bitboard>(&self, m: &BitboardMove<W>) -> PieceTo {
        PieceTo(usize::from(m.king) * self.bits + m.to.lowest() as usize)
    }

    #[inline]
    fn continuation_index(&self, previous: PieceTo, next: PieceTo) -> usize {
        previous.0 * 2 * self.bits + next.0
    }

    fn index(&self, (from, to): (u8, u8)) -> usize {
        usize::from(from) * self.bits + usize::from(to)
    }

    /// Returns the ordering score of a move: captures by size, promotions, killers, history.
    #[inline]
    pub(super) fn score<W: Bitboard>(&self, m: &BitboardMove<W>, previous: PieceTo, ply: usize) -> i32 {
        let from_to = from_to(m);
        if m.is_capture() {
            return (1 << 24) + m.captured.count() as i32;
        }
        let [first, second] = self.killers[ply];
        if m.promotes {
            1 << 23
        } else if first == Some(from_to) {
            1 << 22
        } else if second == Some(from_to) {
            1 << 21
        } else {
            let continuation = self.continuation[self.continuation_index(previous, self.piece_to(m))];
            self.quiet[self.index(from_to)] + i32::from(continuation)
        }
    }

    /// Rewards a quiet move that caused a cutoff, and penalises those tried before it.
    pub(super) fn reward<W: Bitboard>(
        &mut self,
        m: &BitboardMove<W>,
        tried: &[BitboardMove<W>],
        previous: PieceTo,
        depth: i32,
        ply: usize,
    ) {
        if m.is_capture() {
            return;
        }
        let from_to = from_to(m);
        if self.killers[ply][0] != Some(from_to) {
            self.killers[ply] = [Some(from_to), self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(400);
        self.update(m, previous, bonus);
        for other in tried.iter().filter(|other| !other.is_capture()) {
            self.update(other, previous, -bonus);
        }
    }

    /// Updates both scores of a move. The closer a score is to its limit, the smaller the update (history gravity).
    fn update<W: Bitboard>(&mut self, m: &BitboardMove<W>, previous: PieceTo, bonus: i32) {
        let updated = |value: i32| value + bonus - value * bonus.abs() / MAX_HISTORY;
        let index = self.index(from_to(m));
        self.quiet[index] = updated(self.quiet[index]);
        let index = self.continuation_index(previous, self.piece_to(m));
        self.continuation[index] = updated(i32::from(self.continuation[index])) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::History;

    #[test]
    fn killers_move_up_and_scores_decay_as_the_game_goes_on() {
        let mut history = History::new(32, 3);
        history.killers[2] = [Some((1, 5)), Some((2, 6))];
        history.quiet[7] = -9;
        history.continuation[8] = 100;
        history.advance(2);
        assert_eq!(history.killers, [[Some((1, 5)), Some((2, 6))], [None; 2], [None; 2], [None; 2]]);
        assert_eq!((history.quiet[7], history.continuation[8]), (-4, 50));
        history.advance(9);
        assert_eq!(history.killers, [[None; 2]; 4]);
    }
}
