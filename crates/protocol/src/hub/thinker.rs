//! The search, on a thread of its own while lines go on coming.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use draughts::{Event, Game, Rules};
use engine::{Engine, Info, Level, Limits};

use super::line::Line;
use super::text::write_move;

/// A search that is going on.
pub(super) struct Thinker {
    stop: Arc<AtomicBool>,
    /// Nobody wants to hear what it found.
    muted: Arc<AtomicBool>,
    /// Its last line is on its way: who has read that may go on at once.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// What is to be searched, and how.
pub(super) struct Task {
    pub(super) engine: Arc<Engine>,
    pub(super) game: Game,
    pub(super) level: Level,
    pub(super) limits: Limits,
    /// Hold the answer back until the search is stopped, even if nothing is left to search.
    pub(super) patient: bool,
}

impl Thinker {
    /// Begins a search that sends its lines; the last is `done`.
    pub(super) fn begin(task: Task, lines: mpsc::Sender<Line>) -> Self {
        let [stop, muted, answered] = [(); 3].map(|()| Arc::new(AtomicBool::new(false)));
        let flags = (Arc::clone(&stop), Arc::clone(&muted), Arc::clone(&answered));
        let thread = std::thread::spawn(move || {
            // Who listens no more does not want to know.
            let send = |line: Line| {
                if !flags.1.load(Ordering::Relaxed) {
                    drop(lines.send(line));
                }
            };
            think(&task, &flags.0, &send, &flags.2);
        });
        Self { stop, muted, answered, thread }
    }

    /// Ends the search; its last line is on its way then.
    pub(super) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        // A search that failed has told nothing; the session goes on.
        let _ = self.thread.join();
    }

    /// Ends the search without its last line.
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

fn think(task: &Task, stop: &AtomicBool, send: &dyn Fn(Line), answered: &AtomicBool) {
    let Task { engine, game, level, limits, patient } = task;
    let rules = game.rules();
    let mut line = Vec::new();
    let best = if *level == Level::BEST {
        let report = engine.search(game, *limits, stop, |info| send(info_line(info, rules)));
        line = report.info.map(|info| info.line).unwrap_or_default();
        report.best
    } else {
        engine.choose(game, *level, *limits, game.position().hash(), stop)
    };
    while *patient && !stop.load(Ordering::Relaxed) {
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
    // What the opponent is likely to answer.
    let answer = line.get(1).filter(|_| line.first() == Some(&best));
    answered.store(true, Ordering::Release);
    send(match answer {
        Some(answer) if is_legal_after(game, &best, answer) => done.with("ponder", write_move(rules, answer)),
        _ => done,
    });
}

fn is_legal_after(game: &Game, best: &draughts::Move, answer: &draughts::Move) -> bool {
    let mut next = game.clone();
    let side = game.position().turn();
    next.apply(Event::of(best, side)).is_ok() && next.legal_moves().contains(answer)
}

fn info_line(info: &Info, rules: &Rules) -> Line {
    let seconds = info.time.as_secs_f64();
    // Other engines tell a win in so many turns as a hundred men, less a hundredth for each turn.
    let score = match info.score.turns_to_the_end() {
        Some(turns) if info.score.hundredths() > 0 => 10_000 - turns,
        Some(turns) => -10_000 - turns,
        None => info.score.hundredths(),
    };
    let moves: Vec<String> = info.line.iter().map(|m| write_move(rules, m)).collect();
    Line::new("info")
        .with("depth", info.depth)
        .with("score", format!("{:.2}", f64::from(score) / 100.0))
        .with("nodes", info.nodes)
        .with("time", format!("{seconds:.2}"))
        .with("nps", format!("{:.2}", info.nodes as f64 / seconds.max(1e-6) / 1e6))
        .with("pv", moves.join(" "))
}
