//! Iterative deepening with aspiration windows, for one or several lines.

mod window;

use std::sync::{Mutex, MutexGuard, PoisonError};

use draughts::{Bitboard, BitboardMove, Generated, State};

use crate::draw_rules::DrawCounters;
use crate::search::{MAX_PLY, Search};
use crate::thread_pool::ThreadPool;
use crate::time_manager::TimeManager;
use window::Window;

/// The iterative deepening of one search, shared by its threads.
pub(crate) struct IterativeDeepening<'s, W> {
    pool: &'s ThreadPool,
    time: &'s TimeManager<'s>,
    /// The number of lines to search (MultiPV).
    lines: usize,
    progress: Mutex<Progress<W>>,
}

struct Progress<W> {
    depth: u32,
    /// The window of the current step.
    window: Window,
    /// The best move known so far.
    best: Option<BitboardMove<W>>,
    /// The lines of this depth found so far.
    lines: Vec<Variation<W>>,
    /// The scores of the previous depth, by rank.
    scores: Vec<Option<i32>>,
    /// The finished depths that no caller has taken yet.
    finished: Vec<Vec<Variation<W>>>,
    /// The best move and its score in the latest finished depth.
    latest: Option<(Option<BitboardMove<W>>, i32)>,
    /// The number of depths in a row before the latest one with the same best move.
    stable_depths: u32,
}

impl<W: Bitboard> Progress<W> {
    /// Records the best line of a finished depth, and adapts the time for the move to it.
    fn adapt_time(&mut self, best: Option<BitboardMove<W>>, score: i32, time: &TimeManager<'_>) {
        let is_stable = self.latest.is_some_and(|(latest, _)| latest == best);
        self.stable_depths = if is_stable { self.stable_depths + 1 } else { 0 };
        let drop = self.latest.map_or(0, |(_, latest)| latest - score);
        self.latest = Some((best, score));
        time.adapt(self.stable_depths, drop);
    }
}

/// A principal variation.
pub(crate) struct Variation<W> {
    pub(crate) depth: u32,
    pub(crate) score: i32,
    pub(crate) moves: Vec<BitboardMove<W>>,
}

/// One search of the root: a line of a depth in a window.
struct Step<W> {
    number: u32,
    depth: u32,
    /// Whether a new depth starts. The time manager may not allow it.
    is_new_depth: bool,
    best: Option<BitboardMove<W>>,
    excluded: Vec<BitboardMove<W>>,
    window: Window,
}

impl<'s, W: Generated> IterativeDeepening<'s, W> {
    pub(crate) fn new(pool: &'s ThreadPool, time: &'s TimeManager<'s>, lines: usize) -> Self {
        let progress = Progress {
            depth: 1,
            window: Window::around(None, 1),
            best: None,
            lines: Vec::new(),
            scores: vec![None; lines],
            finished: Vec::new(),
            latest: None,
            stable_depths: 0,
        };
        Self { pool, time, lines, progress: Mutex::new(progress) }
    }

    fn progress(&self) -> MutexGuard<'_, Progress<W>> {
        // A panic cannot leave the state half-written, so a poisoned lock is still usable.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the best move known: that of the deepest finished search, or one that has failed high since.
    pub(crate) fn best(&self) -> Option<BitboardMove<W>> {
        self.progress().best
    }

    /// Takes the depths finished since the last call, each with its lines, best first.
    pub(crate) fn take_finished(&self) -> Vec<Vec<Variation<W>>> {
        std::mem::take(&mut self.progress().finished)
    }

    /// Searches with increasing depth until a limit is reached. Calls `on_step` before each step with the number of
    /// nodes searched.
    pub(crate) fn run(
        &self,
        search: &mut Search<'_, W>,
        state: &State<W>,
        counters: &DrawCounters,
        mut on_step: impl FnMut(u64),
    ) {
        loop {
            on_step(self.pool.nodes(search.nodes));
            let step = self.next_step();
            if step.depth >= MAX_PLY as u32 || step.is_new_depth && !search.may_start(step.depth) {
                return;
            }
            search.start_step(step.number, step.best.as_ref(), &step.excluded);
            let Window { alpha, beta, .. } = step.window;
            let result = search.search_root(state, counters, alpha, beta, step.depth);
            search.report_nodes();
            match result {
                Some((score, moves)) => self.finish(&step, score, moves),
                // Another thread has finished the step; discard this one.
                None if self.pool.is_finished(step.number) => search.start_step(step.number, None, &[]),
                None => return,
            }
        }
    }

    fn next_step(&self) -> Step<W> {
        let progress = self.progress();
        let rank = progress.lines.len();
        Step {
            number: self.pool.step(),
            depth: progress.depth,
            is_new_depth: rank == 0 && progress.window == Window::around(progress.scores[0], progress.depth),
            best: progress.best.filter(|_| rank == 0),
            excluded: progress.lines.iter().filter_map(|line| line.moves.first().copied()).collect(),
            window: progress.window,
        }
    }

    fn finish(&self, step: &Step<W>, score: i32, moves: Vec<BitboardMove<W>>) {
        let mut progress = self.progress();
        if self.pool.is_finished(step.number) {
            return;
        }
        self.pool.finish_step();
        // The search returns moves only if it raised alpha, also when it failed high.
        if progress.lines.is_empty() && !moves.is_empty() {
            progress.best = moves.first().copied();
        }
        if let Some(wider) = step.window.widened(score) {
            progress.window = wider;
            return;
        }
        let rank = progress.lines.len();
        progress.scores[rank] = Some(score);
        progress.lines.push(Variation { depth: step.depth, score, moves });
        if progress.lines.len() == self.lines {
            let mut lines = std::mem::take(&mut progress.lines);
            // A line that was searched later can have a higher score.
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            progress.best = lines.first().and_then(|line| line.moves.first().copied()).or(progress.best);
            if let Some(Variation { score, moves, .. }) = lines.first() {
                progress.adapt_time(moves.first().copied(), *score, self.time);
            }
            progress.finished.push(lines);
            progress.depth += 1;
        }
        progress.window = Window::around(progress.scores[progress.lines.len()], progress.depth);
    }
}
