//! In which order moves are searched: what is likely best first.

use draughts::{Word, WordMove};

/// What earlier parts of the search found good.
pub(super) struct Memory {
    /// For each pair of bits, how often a quiet move between them was best, by depth.
    history: Vec<i32>,
    /// For each arrival, how well each arrival in answer to it did.
    answers: Vec<i16>,
    /// For each distance from the root, two quiet moves that refuted others there.
    killers: Vec<[Option<(u8, u8)>; 2]>,
    bits: usize,
}

/// What arrived where with a move, as a place in a table.
#[derive(Clone, Copy)]
pub(super) struct Arrival(usize);

const MOST_HISTORY: i32 = 1 << 14;

/// Where a move starts and ends, as numbers of bits.
#[inline]
pub(super) fn ends<W: Word>(m: &WordMove<W>) -> (u8, u8) {
    (m.from.lowest() as u8, m.to.lowest() as u8)
}

impl Memory {
    pub(super) fn new(bits: u32, deepest: usize) -> Self {
        let bits = bits as usize;
        Self {
            history: vec![0; bits * bits],
            answers: vec![0; (2 * bits + 1) * 2 * bits],
            killers: vec![[None; 2]; deepest + 1],
            bits,
        }
    }

    /// Before the first move nothing has arrived.
    pub(super) fn no_arrival(&self) -> Arrival {
        Arrival(2 * self.bits)
    }

    /// What arrives where with a move: a man or a king.
    #[inline]
    pub(super) fn arrival<W: Word>(&self, m: &WordMove<W>) -> Arrival {
        Arrival(usize::from(m.king) * self.bits + m.to.lowest() as usize)
    }

    #[inline]
    fn answer_place(&self, last: Arrival, answer: Arrival) -> usize {
        last.0 * 2 * self.bits + answer.0
    }

    fn place(&self, (from, to): (u8, u8)) -> usize {
        usize::from(from) * self.bits + usize::from(to)
    }

    /// What a move promises: those that take most before killers, and history.
    #[inline]
    pub(super) fn promise<W: Word>(&self, m: &WordMove<W>, last: Arrival, ply: usize) -> i32 {
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
            self.history[self.place(ends)] + i32::from(answer)
        }
    }

    /// A quiet move refuted what came before it; those tried before it did not.
    pub(super) fn reward<W: Word>(
        &mut self,
        m: &WordMove<W>,
        tried: &[WordMove<W>],
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
        let gain = (depth * depth).min(400);
        self.change(m, last, gain);
        for other in tried.iter().filter(|other| !other.is_capture()) {
            self.change(other, last, -gain);
        }
    }

    /// Both memories grow towards their limit, and slower the nearer they are to it.
    fn change<W: Word>(&mut self, m: &WordMove<W>, last: Arrival, by: i32) {
        let grown = |value: i32| value + by - value * by.abs() / MOST_HISTORY;
        let place = self.place(ends(m));
        self.history[place] = grown(self.history[place]);
        let place = self.answer_place(last, self.arrival(m));
        self.answers[place] = grown(i32::from(self.answers[place])) as i16;
    }
}

/// Brings the most promising of the moves from `at` on to `at`.
#[inline]
pub(super) fn pick<W: Word>(moves: &mut [WordMove<W>], promises: &mut [i32], at: usize) {
    let mut best = at;
    for i in at + 1..moves.len() {
        if promises[i] > promises[best] {
            best = i;
        }
    }
    moves.swap(at, best);
    promises.swap(at, best);
}
