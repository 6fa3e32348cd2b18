//! A search on a thread of its own, while lines keep coming.

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
    /// Set when its lines are not wanted any more.
    muted: Arc<AtomicBool>,
    /// Set when its last line is on its way: a client that has read it may go on at once.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// What to search, and how.
pub(super) struct SearchTask {
    pub(super) engine: Arc<Engine>,
    pub(super) game: Game,
    pub(super) level: Level,
    pub(super) limits: Limits,
    /// Whether to hold the answer back until the search is stopped, even if nothing is left to search.
    pub(super) waits_for_stop: bool,
}

impl SearchThread {
    /// Starts a search that sends its lines; the last is `done`.
    pub(super) fn start(task: SearchTask, lines: mpsc::Sender<Line>) -> Self {
        let [stop, muted, answered] = [(); 3].map(|()| Arc::new(AtomicBool::new(false)));
        let flags = (Arc::clone(&stop), Arc::clone(&muted), Arc::clone(&answered));
        let thread = std::thread::spawn(move || {
            // The receiver may be gone; ignore the error.
            let send = |line: Line| {
                if !flags.1.load(Ordering::Relaxed) {
                    drop(lines.send(line));
                }
            };
            think(&task, &flags.0, &send, &flags.2);
        });
        Self { stop, muted, answered, thread }
    }

    /// Stops the search; its last line is on its way then.
    pub(super) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        // A search that panicked has sent nothing; the session goes on.
        let _ = self.thread.join();
    }

    /// Stops the search without its last line.
    pub(super) fn stop_silently(self) {
        self.muted.store(true, Ordering::Relaxed);
        self.stop();
    }

    pub(super) fn is_over(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Waits for the search to end by itself.
    pub(super) fn wait(self) {
        let _ = self.thread.join();
    }
}

fn think(task: &SearchTask, stop: &AtomicBool, send: &dyn Fn(Line), answered: &AtomicBool) {
    let SearchTask { engine, game, level, limits, waits_for_stop } = task;
    let rules = game.rules();
    let mut line = Vec::new();
    let best = if *level == Level::BEST {
        let report = engine.search(game, *limits, stop, |info| send(info_line(info, rules)));
        line = report.info.map(|info| info.pv).unwrap_or_default();
        report.best
    } else {
        engine.choose(game, *level, *limits, game.position().zobrist_hash(), stop)
    };
    while *waits_for_stop && !stop.load(Ordering::Relaxed) {
        std::thread::park();
    }
    let Some(best) = best else {
        answered.store(true, Ordering::Release);
        return send(Line::new("error").with("message", "the position has no legal move"));
    };
    if *level != Level::BEST {
        send(Line::new("info").with("pv", write_move(rules, &best)));
    }
    let done = Line::new("done").with("move", write_move(rules, &best));
    // The likely answer of the opponent.
    let answer = line.get(1).filter(|_| line.first() == Some(&best));
    answered.store(true, Ordering::Release);
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
    // Other engines write a win as 100 men, less a hundredth for each ply to it.
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
