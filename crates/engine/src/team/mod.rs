//! Threads that search together.
//!
//! All search the same depth. A thread leaves a move that another is searching for later, when the table knows its
//! result; and who is done with a depth first is done for all.

mod busy;
mod window;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use draughts::{Generated, State, WordMove};

pub(crate) use busy::{Busy, number};
pub(crate) use window::Window;

use crate::draws::Clock;
use crate::evaluation::Evaluation;
use crate::search::{DEEPEST, Search};

/// What threads that search together know of each other.
pub(crate) struct Team<W> {
    /// How many steps are done. A step is one line of one depth, searched in one window.
    done: AtomicU32,
    found: Mutex<Progress<W>>,
    /// How many lines are asked for.
    lines: usize,
    /// How many positions all threads have looked at, as far as they have told.
    nodes: AtomicU64,
    /// The moves that are being searched; none if there is only one thread.
    pub(crate) busy: Option<Busy>,
}

struct Progress<W> {
    depth: u32,
    /// The window of what is being searched.
    window: Window,
    /// The best move that is known.
    lead: Option<WordMove<W>>,
    /// The lines of this depth.
    lines: Vec<Found<W>>,
    /// The scores of the last depth.
    last: Vec<Option<i32>>,
    /// Depths that are finished and were not told yet.
    finished: Vec<Vec<Found<W>>>,
}

/// A line of best play that was found.
pub(crate) struct Found<W> {
    pub(crate) depth: u32,
    pub(crate) score: i32,
    pub(crate) line: Vec<WordMove<W>>,
}

/// What is to be searched next.
struct Step<W> {
    number: u32,
    depth: u32,
    /// A new depth begins: it may be too late for that.
    is_new: bool,
    lead: Option<WordMove<W>>,
    excluded: Vec<WordMove<W>>,
    window: Window,
}

impl<W: Generated> Team<W> {
    pub(crate) fn new(threads: usize, lines: usize) -> Self {
        let (last, window) = (vec![None; lines], Window::round(None, 1));
        Self {
            done: AtomicU32::new(0),
            found: Mutex::new(Progress {
                depth: 1,
                window,
                lead: None,
                lines: Vec::new(),
                last,
                finished: Vec::new(),
            }),
            lines,
            nodes: AtomicU64::new(0),
            busy: (threads > 1).then(Busy::new),
        }
    }

    /// A thread has looked at so many more positions.
    pub(crate) fn count(&self, nodes: u64) {
        if self.busy.is_some() {
            self.nodes.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// How many positions were looked at: those of the one thread that asks, or about those of all.
    pub(crate) fn nodes(&self, own: u64) -> u64 {
        if self.busy.is_some() { own.max(self.nodes.load(Ordering::Relaxed)) } else { own }
    }

    /// The best move that is known: of the deepest search that was finished, or one that proved better since.
    pub(crate) fn lead(&self) -> Option<WordMove<W>> {
        self.progress().lead
    }

    /// Is somebody done with this step?
    pub(crate) fn is_done(&self, step: u32) -> bool {
        self.done.load(Ordering::Relaxed) > step
    }

    fn progress(&self) -> MutexGuard<'_, Progress<W>> {
        // What a thread that failed has left behind is whole: it is written in one go.
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Step<W> {
        let progress = self.progress();
        let rank = progress.lines.len();
        Step {
            number: self.done.load(Ordering::Relaxed),
            depth: progress.depth,
            is_new: rank == 0 && progress.window == Window::round(progress.last[0], progress.depth),
            lead: progress.lead.filter(|_| rank == 0),
            excluded: progress.lines.iter().filter_map(|found| found.line.first().copied()).collect(),
            window: progress.window,
        }
    }

    fn finish(&self, step: &Step<W>, score: i32, line: Vec<WordMove<W>>) {
        let mut progress = self.progress();
        if self.is_done(step.number) {
            return;
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        // A line that is there is better than alpha, even where the window was too low for it.
        if progress.lines.is_empty() && !line.is_empty() {
            progress.lead = line.first().copied();
        }
        if let Some(wider) = step.window.widened(score) {
            progress.window = wider;
            return;
        }
        let rank = progress.lines.len();
        progress.last[rank] = Some(score);
        progress.lines.push(Found { depth: step.depth, score, line });
        if progress.lines.len() == self.lines {
            let mut lines = std::mem::take(&mut progress.lines);
            // A line that was found later may have turned out to be better.
            lines.sort_by_key(|found| std::cmp::Reverse(found.score));
            progress.finished.push(lines);
            progress.depth += 1;
        }
        progress.window = Window::round(progress.last[progress.lines.len()], progress.depth);
    }

    /// The depths that were finished since this was asked last, each with its lines from the best on.
    pub(crate) fn finished(&self) -> Vec<Vec<Found<W>>> {
        std::mem::take(&mut self.progress().finished)
    }

    /// Searches deeper and deeper, as long as the limits let it. `between` is called before each step, with the number of
    /// positions that were looked at.
    pub(crate) fn work<E: Evaluation<W>>(
        &self,
        search: &mut Search<'_, W, E>,
        state: &State<W>,
        clock: &Clock,
        mut between: impl FnMut(u64),
    ) {
        loop {
            between(self.nodes(search.nodes));
            let step = self.next();
            if step.depth >= DEEPEST as u32 || step.is_new && !search.may_begin(step.depth) {
                return;
            }
            search.begin(step.number, step.lead.as_ref(), &step.excluded);
            let found = search.search_window(state, clock, step.depth, step.window);
            search.report();
            match found {
                Some((score, line)) => self.finish(&step, score, line),
                // Somebody else was faster: what was begun is of no use.
                None if self.is_done(step.number) => search.begin(step.number, None, &[]),
                None => return,
            }
        }
    }
}
