//! A search on a separate thread, while the session reads lines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use draughts::{Game, Rules};
use engine::{Engine, Info, Level, Limits};

use super::line::Line;
use crate::notation::write_move;

/// A running search.
pub(super) struct SearchThread {
    stop: Arc<AtomicBool>,
    /// Set to discard further lines of the search.
    is_muted: Arc<AtomicBool>,
    /// Set before the last line is sent: a client that has read it can send the next command at once.
    has_answered: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// The position and settings of a search.
pub(super) struct SearchTask {
    pub(super) engine: Arc<Engine>,
    pub(super) game: Game,
    pub(super) level: Level,
    pub(super) limits: Limits,
    /// Whether to send the answer only after a stop, even if the search ends earlier.
    pub(super) waits_for_stop: bool,
}

impl SearchThread {
    /// Starts a search, which sends lines to `lines`; the last is `done`.
    pub(super) fn start(task: SearchTask, lines: mpsc::Sender<Line>) -> Self {
        let [stop, is_muted, has_answered] = [(); 3].map(|()| Arc::new(AtomicBool::new(false)));
        let flags = (Arc::clone(&stop), Arc::clone(&is_muted), Arc::clone(&has_answered));
        let thread = std::thread::spawn(move || {
            // The receiver may be gone; ignore the error.
            let send = |line: Line| {
                if !flags.1.load(Ordering::Relaxed) {
                    drop(lines.send(line));
                }
            };
            think(&task, &flags.0, &send, &flags.2);
        });
        Self { stop, is_muted, has_answered, thread }
    }

    /// Stops the search and waits until it has sent its last line.
    pub(super) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        // If the search panicked, the session continues.
        let _ = self.thread.join();
    }

    /// Stops the search without its last line.
    pub(super) fn stop_silently(self) {
        self.is_muted.store(true, Ordering::Relaxed);
        self.stop();
    }

    pub(super) fn is_over(&self) -> bool {
        self.has_answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Waits until the search ends.
    pub(super) fn wait(self) {
        let _ = self.thread.join();
    }
}

fn think(task: &SearchTask, stop: &AtomicBool, send: &dyn Fn(Line), has_answered: &AtomicBool) {
    let SearchTask { engine, game, level, limits, waits_for_stop } = task;
    let rules = game.rules();
    let mut pv = Vec::new();
    let best = if *level == Level::BEST {
        let report = engine.search(game, *limits, stop, |info| send(info_line(info, rules)));
        pv = report.info.map(|info| info.pv).unwrap_or_default();
        report.best
    } else {
        engine.choose(game, *level, *limits, game.position().zobrist_hash(), stop)
    };
    while *waits_for_stop && !stop.load(Ordering::Relaxed) {
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
