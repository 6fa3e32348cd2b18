//! The search: principal variation search, deepened step by step.

mod frame;
mod node;
mod offers;
mod order;
mod quiet;
mod shortcuts;
#[cfg(test)]
mod tests;

use draughts::ruleset::Goal;
use draughts::{Generated, Referee, State, Way, WordMove};

use crate::draws::{Clock, Draws};
use crate::evaluation::Evaluation;
use crate::limits::Watch;
use crate::score::{INFINITE, SURE, WIN};
use crate::table::{Bound, Known, Table};
use crate::team::{self, Team, Window};
use frame::Frame;
use node::{Line, Node, Proof, Root};
pub(crate) use offers::Offers;
use order::{Memory, ends};

/// No search goes deeper.
pub(crate) const DEEPEST: usize = 120;

/// From this depth on, threads leave moves to each other.
const SHARED_DEPTH: i32 = 4;
/// What a move promises that another thread is searching.
const LATER: i32 = i32::MIN;

/// What may be left out of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// What is unlikely to matter.
    On,
    /// Nothing but what cannot matter: the result is that of plain minimax. For tests.
    Off,
}

/// What does not change during a search and is shared by its threads.
pub(crate) struct Shared<'s, W: Generated, E> {
    pub(crate) referee: &'s Referee<W>,
    pub(crate) evaluation: &'s E,
    pub(crate) draws: &'s Draws<W>,
    pub(crate) offers: &'s Offers<W>,
    pub(crate) table: &'s Table,
    pub(crate) watch: &'s Watch<'s>,
    pub(crate) team: &'s Team<W>,
    pub(crate) pruning: Pruning,
}

/// One thread's search.
pub(crate) struct Search<'s, W: Generated, E> {
    shared: &'s Shared<'s, W, E>,
    memory: Memory,
    /// For positions just above the leaves: so small that it stays in the processor's cache. Most positions are such,
    /// and to wait for the large table took a quarter of the time.
    near: Option<Table>,
    /// The hashes of the positions before this one, those of the game included.
    path: Vec<u64>,
    /// How many of them can still come back: no capture, no new king, no man gone forward since.
    reversible: usize,
    /// Does a man that has moved never go back?
    men_go_forward: bool,
    /// For each distance from the root: moves and what they promise, and the line of best play from there.
    frames: Vec<Frame<W>>,
    /// The number of what is being searched, among all that this thread's team searches.
    step: u32,
    /// The move that is searched first at the root: the best that is known.
    lead: Option<(u8, u8)>,
    /// Moves that are left out at the root, where several lines are asked for.
    excluded: Vec<WordMove<W>>,
    pub(crate) nodes: u64,
    /// How many of them the team knows of.
    reported: u64,
    stopped: bool,
}

impl<'s, W: Generated, E: Evaluation<W>> Search<'s, W, E> {
    /// `history` has the hashes of the positions that stood in the game before.
    pub(crate) fn new(shared: &'s Shared<'s, W, E>, history: &[u64]) -> Self {
        let memory = Memory::new(W::BITS, DEEPEST);
        let last = memory.no_arrival();
        let frame =
            || Frame { moves: Vec::new(), promises: Vec::new(), has_first: false, line: Vec::new(), last };
        Self {
            shared,
            memory,
            near: shared.watch.may_go_deep().then(Table::near),
            reversible: history.len(),
            path: history.to_vec(),
            men_go_forward: shared.referee.rule_set().men.moves.iter().all(|&way| goes_forward(way)),
            frames: (0..=DEEPEST + 1).map(|_| frame()).collect(),
            step: 0,
            lead: None,
            excluded: Vec::new(),
            nodes: 0,
            reported: 0,
            stopped: false,
        }
    }

    /// May a search of this depth begin?
    pub(crate) fn may_begin(&self, depth: u32) -> bool {
        self.shared.watch.allows_depth(depth)
    }

    /// A step of the team begins, with this move first at the root, and these left out there.
    pub(crate) fn begin(&mut self, step: u32, lead: Option<&WordMove<W>>, excluded: &[WordMove<W>]) {
        self.step = step;
        self.lead = lead.map(ends);
        self.stopped = false;
        self.excluded.clear();
        self.excluded.extend_from_slice(excluded);
    }

    /// Must the search end now, or has another thread been faster?
    #[inline]
    fn is_over(&mut self) -> bool {
        // What was stopped stays stopped, up to the root.
        self.stopped |=
            self.shared.watch.is_over(self.nodes) || self.nodes & 1023 == 0 && self.is_overtaken();
        self.stopped
    }

    fn is_overtaken(&mut self) -> bool {
        self.report();
        self.shared.team.is_done(self.step)
    }

    /// Tells the team how far this thread has come.
    pub(crate) fn report(&mut self) {
        self.shared.team.count(self.nodes - self.reported);
        self.reported = self.nodes;
    }

    /// The best move that was found in a depth that was stopped before its end. The best that was known is searched first,
    /// so any later one that is better is better than all that is known.
    pub(crate) fn unfinished(&self) -> Option<WordMove<W>> {
        let line = &self.frames[0].line;
        line.first().copied().filter(|_| self.stopped && self.excluded.is_empty())
    }

    /// Searches one depth in a window: what the position is worth, and the line of best play if it lies within. Nothing
    /// if it was stopped.
    pub(crate) fn search_window(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        depth: u32,
        window: Window,
    ) -> Option<(i32, Vec<WordMove<W>>)> {
        let score = self.search::<Root>(state, clock, window.alpha, window.beta, depth as i32, 0);
        (!self.stopped).then(|| (score, self.frames[0].line.clone()))
    }

    /// What the position is worth, at least as exactly as the window asks.
    fn search<N: Node>(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.frames[ply].line.clear();
        if depth <= 0 || ply >= DEEPEST {
            return self.quiet::<N>(state, alpha, beta, ply, true);
        }
        self.nodes += 1;
        if self.is_over() {
            return 0;
        }
        if !N::IS_ROOT {
            if self.is_draw(state, clock) {
                return 0;
            }
            // No line from here is better than a win with the next move, nor worse than a loss now.
            alpha = alpha.max(-WIN + ply as i32);
            beta = beta.min(WIN - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let known = self.table(depth).get(state.hash());
        if let Some(score) = known.and_then(|known| self.cutoff::<N>(known, alpha, beta, depth, ply)) {
            return score;
        }
        let best = known.and_then(|known| known.best);
        self.list(state, if N::IS_ROOT { self.lead.or(best) } else { best }, ply);
        if N::IS_ROOT {
            self.drop_excluded();
        }
        match self.frames[ply].moves.len() {
            0 => return self.ended(state, ply),
            // The only answer costs nothing to look at.
            1 if !N::IS_ROOT && self.prunes() && ply < DEEPEST / 2 => {
                return self.only_move::<N>(state, clock, alpha, beta, depth, ply);
            }
            _ => {}
        }
        if !N::IS_LINE
            && let Some(score) = self.well_above(state, clock, beta, depth, ply)
        {
            return score;
        }
        let extra = match known {
            Some(known)
                if N::IS_LINE && !N::IS_ROOT && self.stands_alone(state, clock, known, depth, ply) =>
            {
                1
            }
            _ => 0,
        };
        if self.stopped {
            return 0;
        }
        self.try_all::<N>(state, clock, alpha, beta, depth, extra, best, ply)
    }

    /// Where positions searched to this depth are kept.
    #[inline]
    fn table(&self, depth: i32) -> &Table {
        match &self.near {
            Some(near) if depth <= 1 => near,
            _ => self.shared.table,
        }
    }

    fn prunes(&self) -> bool {
        self.shared.pruning == Pruning::On
    }

    fn only_move<N: Node>(
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
        if N::IS_LINE && score > alpha {
            self.keep_line(m, ply);
        }
        score
    }

    /// Searches every move, the first with the whole window and `extra` depth, the others to prove them no better.
    fn try_all<N: Node>(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        alpha: i32,
        beta: i32,
        depth: i32,
        extra: i32,
        known: Option<(u8, u8)>,
        ply: usize,
    ) -> i32 {
        let (mut best, mut best_move, mut low) = (-INFINITE, None, alpha);
        let count = self.frames[ply].moves.len();
        let mut i = 0;
        while i < count {
            let m = self.next_move(i, ply);
            let shared = self.shared;
            let busy = shared.team.busy.as_ref().filter(|_| i > 0 && depth >= SHARED_DEPTH);
            let busy = busy.map(|busy| (busy, team::number(state.hash(), ends(&m))));
            if let Some((busy, number)) = busy {
                let promise = &mut self.frames[ply].promises[i];
                if *promise != LATER && busy.is_taken(number) {
                    *promise = LATER;
                    continue;
                }
                busy.take(number);
            }
            let less = self.reduction(&m, i, depth, N::IS_LINE);
            let mut score = -INFINITE;
            if i > 0 {
                score = self.play::<Proof>(state, clock, &m, low, low + 1, depth - 1 - less, ply);
                if score > low && less > 0 && !self.stopped {
                    score = self.play::<Proof>(state, clock, &m, low, low + 1, depth - 1, ply);
                }
            }
            if i == 0 || N::IS_LINE && score > low && score < beta && !self.stopped {
                let extra = if i == 0 { extra } else { 0 };
                score = self.play::<N>(state, clock, &m, low, beta, depth - 1 + extra, ply);
            }
            if let Some((busy, number)) = busy {
                busy.give_back(number);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > low {
                    best_move = Some(m);
                    low = score;
                    if N::IS_LINE {
                        self.keep_line(m, ply);
                    }
                }
            }
            if best >= beta {
                let Frame { moves, last, .. } = &self.frames[ply];
                self.memory.reward(&m, &moves[..i], *last, depth, ply);
                break;
            }
            i += 1;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // What is true of some moves is not true of the position.
        if !N::IS_ROOT || self.excluded.is_empty() {
            let score = to_table(best, ply);
            // Where no move is good enough, the best of an earlier search is still the likeliest.
            let best = best_move.map(|m| ends(&m)).or(known);
            self.table(depth).put(state.hash(), Known { best, score, depth, bound });
        }
        best
    }

    /// What a move leads to, seen by who makes it. The kind of the next node follows from the window.
    fn play<N: Node>(
        &mut self,
        state: &State<W>,
        clock: &Clock,
        m: &WordMove<W>,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.frames[ply + 1].last = self.memory.arrival(m);
        if depth <= 0 {
            let next = self.shared.referee.play_unhashed(state, m);
            return -self.quiet::<N>(&next, -beta, -alpha, ply + 1, true);
        }
        let next = self.shared.referee.play(state, m);
        self.table(depth).prefetch(next.hash());
        let clock = self.shared.draws.after(clock, m, &next);
        self.path.push(state.hash());
        let lasting = m.is_capture() || m.promotes || !m.king && self.men_go_forward;
        let reversible = self.reversible;
        self.reversible = if lasting { 0 } else { reversible + 1 };
        let score = if N::IS_LINE {
            -self.search::<Line>(&next, &clock, -beta, -alpha, depth, ply + 1)
        } else {
            -self.search::<Proof>(&next, &clock, -beta, -alpha, depth, ply + 1)
        };
        self.path.pop();
        self.reversible = reversible;
        score
    }

    /// What the table knows, if it is enough here.
    fn cutoff<N: Node>(&self, known: Known, alpha: i32, beta: i32, depth: i32, ply: usize) -> Option<i32> {
        if N::IS_LINE || !self.prunes() || known.depth < depth {
            return None;
        }
        let score = from_table(known.score, ply);
        match known.bound {
            Bound::Exact => Some(score),
            Bound::Lower => (score >= beta).then_some(score),
            Bound::Upper => (score <= alpha).then_some(score),
        }
    }

    fn is_draw(&self, state: &State<W>, clock: &Clock) -> bool {
        let hash = state.hash();
        let mut candidates = self.path.iter().rev().take(self.reversible).skip(1).step_by(2);
        candidates.any(|&before| before == hash) || self.shared.draws.is_draw(clock, state)
    }

    /// The side to move has no move.
    fn ended(&self, state: &State<W>, ply: usize) -> i32 {
        let loss = -WIN + ply as i32;
        match self.shared.referee.rule_set().goal {
            Goal::NoMovesLoses => loss,
            Goal::NoMovesWins => -loss,
            Goal::FirstKingWins => {
                let own_king = state.pieces().kings[state.turn()] != W::NONE;
                if own_king { -loss } else { loss }
            }
        }
    }
}

fn goes_forward(way: Way) -> bool {
    matches!(way, Way::DiagonallyForward | Way::StraightForward)
}

/// In the table, a win is counted from the position itself.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= SURE => score + ply as i32,
        score if score <= -SURE => score - ply as i32,
        score => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= SURE => score - ply as i32,
        score if score <= -SURE => score + ply as i32,
        score => score,
    }
}
