//! The computer at the table: a few threads that step back behind those that serve people, and take the games in turn.

mod queue;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use draughts::game::Offer;
use draughts::{Color, Game};
use engine::{Engine, Level, Limits, Options, Score};
use prometheus_client::metrics::histogram::Histogram;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tracing::{Instrument, Span};

use crate::hall::{ActError, Hall};
use crate::id::GameId;
use crate::metrics::seconds;
use crate::request::{self, RequestId};
use crate::store::{Store, StoreError};
use crate::table::{DrawOffer, Request, Seat, Table};
use crate::time::Timestamp;
pub use queue::Queue;

/// The best level thinks for so long where nobody waits and no clock runs.
const LONGEST: Duration = Duration::from_millis(1500);
/// It never thinks for less, unless the clock says so.
const SHORTEST: Duration = Duration::from_millis(30);
/// How large the table of each thread is.
const MEBIBYTES: usize = 16;
/// So many positions are looked at to answer a draw offer.
const NODES_FOR_AN_ANSWER: u64 = 100_000;
/// A draw is as good as a game that is worth less than this, in hundredths of a man.
const CONTENT: i32 = 30;
/// Before this move it agrees to no draw.
const EARLY: u32 = 10;
/// For so long it is waited for threads that end.
const LAST_THOUGHTS: Duration = Duration::from_millis(300);
/// So many games are looked for at a time after a start.
const CHUNK: usize = 1000;

/// The computer.
pub struct Computer {
    queue: Arc<Queue>,
    stop: Arc<AtomicBool>,
    played: Arc<AtomicU64>,
    /// How long it thought about its moves and answers.
    seconds: Histogram,
    threads: Vec<JoinHandle<()>>,
}

impl Computer {
    /// Starts so many threads. They play at the tables of this hall.
    pub fn start(hall: &Arc<Hall>, threads: usize) -> Result<Self, String> {
        let (asked, mut heard) = mpsc::unbounded_channel();
        hall.tell_computer(asked);
        let queue = Arc::new(Queue::default());
        let (stop, played) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let seconds = seconds();
        // The hall owns the other end of the channel: it must not be kept alive from here.
        let listening = (Arc::downgrade(hall), Arc::clone(&queue));
        let listen = async move {
            let (hall, queue) = listening;
            while let Some(game) = heard.recv().await {
                let Some(hall) = hall.upgrade() else { return };
                // Turns are taken by opponents, so that somebody with many games does not keep others waiting.
                if let Ok(table) = hall.known(game).await {
                    queue.add(game, table.terms().accounts().first().copied());
                }
            }
        };
        tokio::spawn(listen.in_current_span());
        let threads: Result<Vec<_>, String> = (0..threads.max(1))
            .map(|number| {
                let thinker = Thinker {
                    hall: Arc::clone(hall),
                    queue: Arc::clone(&queue),
                    stop: Arc::clone(&stop),
                    played: Arc::clone(&played),
                    seconds: seconds.clone(),
                    runtime: Handle::current(),
                    node: Span::current(),
                };
                let engine = Engine::new(Options { mebibytes: MEBIBYTES, ..Options::default() });
                let engine = engine.map_err(|error| error.to_string())?;
                let thread = std::thread::Builder::new().name(format!("computer {number}"));
                thread.spawn(move || thinker.think_on(engine)).map_err(|error| error.to_string())
            })
            .collect();
        Ok(Self { queue, stop, played, seconds, threads: threads? })
    }

    /// Asks it again in all games in which it is to move: after a start, and now and then, in case something went wrong.
    pub async fn resume(hall: &Hall, store: &dyn Store) -> Result<usize, StoreError> {
        let mut found = 0;
        let mut after = 0;
        loop {
            let games = store.games_for_computer(after, CHUNK).await?;
            let Some(last) = games.last() else { return Ok(found) };
            after = last.number;
            found += games.len();
            games.iter().for_each(|game| hall.ask_computer(game.id));
        }
    }

    /// How many games wait for it.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// For how long the one that has waited longest has waited.
    #[must_use]
    pub fn oldest(&self) -> Duration {
        self.queue.oldest()
    }

    /// How long it thought about its moves and answers.
    #[must_use]
    pub fn seconds(&self) -> Histogram {
        self.seconds.clone()
    }

    /// How many moves it has made.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// Tells it to stop at once. What it was thinking about, it thinks about again after the next start.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.queue.close();
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        self.stop();
        // A search that does not hear the call to stop must not keep the process.
        let deadline = Instant::now() + LAST_THOUGHTS;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// One of the threads.
struct Thinker {
    hall: Arc<Hall>,
    queue: Arc<Queue>,
    stop: Arc<AtomicBool>,
    played: Arc<AtomicU64>,
    seconds: Histogram,
    runtime: Handle,
    /// What it tells is told by this node.
    node: Span,
}

impl Thinker {
    fn think_on(&self, mut engine: Engine) {
        // Where the system does not let us, it is still only as many threads as were asked for.
        let _ = set_current_thread_priority(ThreadPriority::Min);
        let _node = self.node.enter();
        let mut last = None;
        while let Some(game) = self.queue.next() {
            // What it knows of one game must not be taken for true in another with other rules.
            if last.replace(game) != Some(game) {
                engine.forget();
            }
            // A game that cannot be thought about must not take the thread with it.
            match catch_unwind(AssertUnwindSafe(|| self.answer(game, &engine))) {
                Ok(Ok(true)) => drop(self.played.fetch_add(1, Ordering::Relaxed)),
                Ok(Ok(false)) => {}
                // It is asked again when it is looked for forgotten games.
                Ok(Err(error)) => tracing::warn!(%game, %error, "the computer cannot play"),
                Err(_) => tracing::error!(%game, "the computer has stumbled"),
            }
        }
    }

    /// Does in a game what it is asked for; false: it was not asked any more.
    fn answer(&self, game: GameId, engine: &Engine) -> Result<bool, ActError> {
        let table = self.runtime.block_on(self.hall.table(game))?;
        let now = Timestamp::now();
        let Some(side) = table.asks_computer() else { return Ok(false) };
        let begun = Instant::now();
        let request = self.request(game, &table, side, engine, now);
        self.seconds.observe(begun.elapsed().as_secs_f64());
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let Some(request) = request else { return Ok(false) };
        let turns = table.game().turns().len();
        let act = self.hall.act_for_computer(game, turns, &request, Timestamp::now());
        self.runtime.block_on(request::within(RequestId::next(), act))
    }

    fn request(
        &self,
        id: GameId,
        table: &Table,
        side: Color,
        engine: &Engine,
        now: Timestamp,
    ) -> Option<Request> {
        let game = table.game();
        // People play for pleasure: the computer does not insist.
        if table.takeback() == Some(!side) {
            return Some(Request::GrantTakeback {});
        }
        if let Some(offer) = game.offer().filter(|offer| offer.by != side && !offer.declined) {
            return Some(self.answer_offer(game, offer, engine, side));
        }
        if let Some(claim) = self.claim(game, engine) {
            return Some(claim);
        }
        let Seat::Computer(level) = table.terms().seats()[side] else { return None };
        let level = Level::new(level).unwrap_or(Level::BEST);
        let limits = self.limits(table, side, now);
        let m = engine.choose(game, level, limits, seed(id, table.seq()), &self.stop)?;
        Some(Request::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer: None })
    }

    /// A proved draw is accepted; another if the computer is not better.
    fn answer_offer(&self, game: &Game, offer: &Offer, engine: &Engine, side: Color) -> Request {
        // Whoever tries the button at the beginning wants to play all the same.
        let early = game.move_number().number < EARLY;
        if offer.evidence.is_some() || !early && self.worth(game, engine, side) <= CONTENT {
            return Request::AcceptDraw {};
        }
        Request::DeclineDraw { message: "I would like to play on.".to_owned() }
    }

    /// The claim of a draw that can be proved, unless there is more to be had.
    fn claim(&self, game: &Game, engine: &Engine) -> Option<Request> {
        let rules = game.rules().rule_set().draws.rules.len();
        let rule = (0..rules).find(|&rule| game.evidence(rule).is_some())?;
        let offer = DrawOffer { rule: Some(rule), message: String::new() };
        (self.worth(game, engine, game.position().turn()) <= CONTENT).then_some(Request::ClaimDraw(offer))
    }

    /// What the game is worth to a side, in hundredths of a man.
    fn worth(&self, game: &Game, engine: &Engine, side: Color) -> i32 {
        let report = engine.search(game, Limits::nodes(NODES_FOR_AN_ANSWER), &self.stop, |_| {});
        let worth = report.info.map_or(0, |info| Score::hundredths(info.score));
        if game.position().turn() == side { worth } else { -worth }
    }

    /// Shorter while others wait, and in time for the clock.
    fn limits(&self, table: &Table, side: Color, now: Timestamp) -> Limits {
        let share = u32::try_from(self.queue.len()).unwrap_or(u32::MAX).saturating_add(1);
        let time = Some((LONGEST / share).max(SHORTEST));
        match table.clocks().left(side, now) {
            None => Limits { time, ..Limits::default() },
            Some(left) => {
                // A third of the rest at the most, and time to write it down.
                let most = (left / 3).saturating_sub(Duration::from_millis(20)).max(Duration::from_millis(1));
                Limits { time: time.map(|time| time.min(most)), ..Limits::default() }
            }
        }
    }
}

/// The same game goes the same way when it is thought about again.
fn seed(game: GameId, seq: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game, seq).hash(&mut hasher);
    hasher.finish()
}
