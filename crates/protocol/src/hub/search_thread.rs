//! A search on a separate thread, while the session reads lines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use draughts::{Game, Rules};
use engine::{Engine, Info, Level, Limits, PonderHit};

use super::line::Line;
use crate::notation::write_move;

/// A running search.
pub(super) struct SearchThread {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
}

/// The signals between the session and the search.
#[derive(Default)]
struct Signals {
    stop: AtomicBool,
    ponder_hit: PonderHit,
    /// Set before the last line is sent: a client that has read it can send the next command at once.
    has_answered: AtomicBool,
}

/// The position and settings of a search.
pub(super) struct SearchTask {
    pub(super) engine: Arc<Engine>,
    pub(super) game: Game,
    pub(super) level: Level,
    pub(super) mode: SearchMode,
}

/// The purpose of a search.
pub(super) enum SearchMode {
    /// To move.
    Move(Limits),
    /// To analyse. Without limits, the answer is sent only after a stop.
    Analysis(Limits),
    /// To move after the expected move of the opponent. The answer is sent only after a stop or a ponder hit.
    Ponder,
}

impl SearchThread {
    /// Starts a search, which sends lines to `lines`; the last is `done`.
    pub(super) fn start(task: SearchTask, lines: mpsc::Sender<Line>) -> Self {
        let signals = Arc::new(Signals::default());
        let shared = Arc::clone(&signals);
        let thread = std::thread::spawn(move || {
            // The receiver may be gone; ignore the error.
            think(&task, &shared, &|line| drop(lines.send(line)));
        });
        Self { signals, thread }
    }

    /// Stops the search and waits until it has sent its last line.
    pub(super) fn stop(self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        // If the search panicked, the session continues.
        let _ = self.thread.join();
    }

    /// Continues a search on the opponent's time within limits, which start now.
    pub(super) fn ponder_hit(&self, limits: Limits) {
        self.signals.ponder_hit.set(for_move(limits));
        self.thread.thread().unpark();
    }

    pub(super) fn is_over(&self) -> bool {
        self.signals.has_answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Waits until the search ends.
    pub(super) fn wait(self) {
        let _ = self.thread.join();
    }
}

/// Returns the limits of a search that chooses a move.
fn for_move(limits: Limits) -> Limits {
    Limits { is_game_move: true, ..limits }
}

impl SearchMode {
    /// Returns the limits from the start.
    fn limits(&self) -> Limits {
        match self {
            Self::Move(limits) => for_move(*limits),
            Self::Analysis(limits) => *limits,
            Self::Ponder => Limits::default(),
        }
    }

    /// Returns whether the answer has to wait, even if the search has ended.
    fn must_wait(&self, signals: &Signals) -> bool {
        let is_awaited = match self {
            Self::Move(_) => false,
            Self::Analysis(limits) => *limits == Limits::default(),
            Self::Ponder => !signals.ponder_hit.is_set(),
        };
        is_awaited && !signals.stop.load(Ordering::Relaxed)
    }
}

fn think(task: &SearchTask, signals: &Signals, send: &dyn Fn(Line)) {
    let SearchTask { engine, game, level, mode } = task;
    let Signals { stop, ponder_hit, has_answered } = signals;
    let rules = game.rules();
    let mut pv = Vec::new();
    let best = if *level == Level::BEST {
        let on_info = |info: &Info| send(info_line(info, rules));
        let report = match mode {
            SearchMode::Ponder => engine.ponder(game, ponder_hit, stop, on_info),
            _ => engine.search(game, mode.limits(), stop, on_info),
        };
        pv = report.info.map(|info| info.pv).unwrap_or_default();
        report.best
    } else {
        engine.choose(game, *level, mode.limits(), game.position().zobrist_hash(), stop)
    };
    while mode.must_wait(signals) {
        std::thread::park();
    }
    let Some(best) = best else {
        has_answered.store(true, Ordering::Release);
        return send(Line::new("error").with("message", "the position has no legal move"));
    };
    if *level != Level::BEST {
        send(Line::new("info").with("pv", write_move(rules, &best)));
    }
    let done = Line::new("done").with("move", write_move(rules, &best));
    // The expected move of the opponent.
    let answer = pv.get(1).filter(|_| pv.first() == Some(&best));
    has_answered.store(true, Ordering::Release);
    send(match answer {
        Some(answer) if is_legal_after(game, &best, answer) => done.with("ponder", write_move(rules, answer)),
        _ => done,
    });
}

fn is_legal_after(game: &Game, best: &draughts::Move, answer: &draughts::Move) -> bool {
    let mut next = game.clone();
    next.play(best).is_ok() && next.legal_moves().contains(answer)
}

fn info_line(info: &Info, rules: &Rules) -> Line {
    let seconds = info.time.as_secs_f64();
    // By convention, a win is 100 men, less 1 centiman for each ply to it.
    let score = match info.score.plies_to_end() {
        Some(plies) if info.score.centimen() > 0 => 10_000 - plies,
        Some(plies) => -10_000 - plies,
        None => info.score.centimen(),
    };
    let moves: Vec<String> = info.pv.iter().map(|m| write_move(rules, m)).collect();
    Line::new("info")
        .with("depth", info.depth)
        .with("score", format!("{:.2}", f64::from(score) / 100.0))
        .with("nodes", info.nodes)
        .with("time", format!("{seconds:.2}"))
        .with("nps", format!("{:.2}", info.nodes as f64 / seconds.max(1e-6) / 1e6))
        .with("pv", moves.join(" "))
}
