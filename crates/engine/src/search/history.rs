//! The history heuristic and killer moves, which order the moves of a node.

use draughts::{Bitboard, BitboardMove};

/// How well moves did in earlier parts of the search.
pub(super) struct History {
    /// The score of quiet moves by their first and last bits.
    quiet: Vec<i32>,
    /// The score of arrivals by the arrival that they answer (continuation history).
    answers: Vec<i16>,
    /// The two latest quiet moves of each ply that caused a cutoff.
    killers: Vec<[Option<(u8, u8)>; 2]>,
    bits: usize,
}

/// What a move brings where, a man or a king, as an index.
#[derive(Clone, Copy)]
pub(super) struct Arrival(usize);

/// The bound of a history score.
const MOST: i32 = 1 << 14;

/// Returns the numbers of the bits where a move starts and ends.
#[inline]
pub(super) fn ends<W: Bitboard>(m: &BitboardMove<W>) -> (u8, u8) {
    (m.from.lowest() as u8, m.to.lowest() as u8)
}

impl History {
    pub(super) fn new(bits: u32, deepest: usize) -> Self {
        let bits = bits as usize;
        Self {
            quiet: vec![0; bits * bits],
            answers: vec![0; (2 * bits + 1) * 2 * bits],
            killers: vec![[None; 2]; deepest + 1],
            bits,
        }
    }

    /// Returns the arrival before the first move.
    pub(super) fn no_arrival(&self) -> Arrival {
        Arrival(2 * self.bits)
    }

    /// Returns what a move brings where.
    #[inline]
    pub(super) fn arrival<W: Bitboard>(&self, m: &BitboardMove<W>) -> Arrival {
        Arrival(usize::from(m.king) * self.bits + m.to.lowest() as usize)
    }

    #[inline]
    fn answer_place(&self, last: Arrival, answer: Arrival) -> usize {
        last.0 * 2 * self.bits + answer.0
    }

    fn place(&self, (from, to): (u8, u8)) -> usize {
        usize::from(from) * self.bits + usize::from(to)
    }

    /// Returns the ordering score of a move: captures by size, promotions, killers, history.
    #[inline]
    pub(super) fn score<W: Bitboard>(&self, m: &BitboardMove<W>, last: Arrival, ply: usize) -> i32 {
        let ends = ends(m);
        if m.is_capture() {
            return (1 << 24) + m.captured.count() as i32;
        }
        let [first, second] = self.killers[ply];
        if m.promotes {
            1 << 23
        } else if first == Some(ends) {
            1 << 22
        } else if second == Some(ends) {
            1 << 21
        } else {
            let answer = self.answers[self.answer_place(last, self.arrival(m))];
            self.quiet[self.place(ends)] + i32::from(answer)
        }
    }

    /// Rewards a quiet move that caused a cutoff, and punishes those tried before it.
    pub(super) fn reward<W: Bitboard>(
        &mut self,
        m: &BitboardMove<W>,
        tried: &[BitboardMove<W>],
        last: Arrival,
        depth: i32,
        ply: usize,
    ) {
        if m.is_capture() {
            return;
        }
        let ends = ends(m);
        if self.killers[ply][0] != Some(ends) {
            self.killers[ply] = [Some(ends), self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(400);
        self.change(m, last, bonus);
        for other in tried.iter().filter(|other| !other.is_capture()) {
            self.change(other, last, -bonus);
        }
    }

    /// Changes both scores of a move, the less the nearer they are to their bound.
    fn change<W: Bitboard>(&mut self, m: &BitboardMove<W>, last: Arrival, by: i32) {
        let grown = |value: i32| value + by - value * by.abs() / MOST;
        let place = self.place(ends(m));
        self.quiet[place] = grown(self.quiet[place]);
        let place = self.answer_place(last, self.arrival(m));
        self.answers[place] = grown(i32::from(self.answers[place])) as i16;
    }
}
