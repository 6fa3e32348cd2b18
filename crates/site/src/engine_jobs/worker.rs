//! A thread that does jobs with an engine of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::{Engine, Options};
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::runtime::Handle;
use tracing::Span;

use super::Shared;
use super::job::{AnalysisJob, Job, Settlement};
use super::turn::ComputerPlayer;
use crate::repository::{GameError, GameRepository};
use crate::study::error::AnalysisError;
use bus::queue::Kind;
use bus::request_id::{self, RequestId};
use play::id::GameId;
use store::clock;

/// The size of each worker's transposition table, in MiB.
const MEBIBYTES: usize = 16;
/// The longest search where nobody waits and no clock runs.
const LONGEST: Duration = Duration::from_millis(1500);
/// The shortest search, unless the clock says so.
const SHORTEST: Duration = Duration::from_millis(30);
/// A turn that another worker has claimed is looked at again after this time, in case that worker dies.
const CLAIMED: Settlement = Settlement::Retry(Duration::from_millis(700));
/// A turn that failed is tried again after this time.
const FAILED: Settlement = Settlement::Retry(Duration::from_secs(1));
/// Another worker may take it at once.
const GIVEN_BACK: Settlement = Settlement::Retry(Duration::ZERO);

/// A thread that does jobs of one kind.
pub(super) struct EngineWorker {
    pub(super) kind: Kind,
    pub(super) repository: Arc<GameRepository>,
    pub(super) shared: Arc<Shared>,
    pub(super) runtime: Handle,
    /// The node in whose name it logs.
    pub(super) node: Span,
}

impl EngineWorker {
    /// Does jobs until the queue is closed.
    pub(super) fn run(self) {
        // Where the system does not allow it, there are still only as many threads as were asked for.
        let _ = set_current_thread_priority(ThreadPriority::Min);
        let _node = self.node.enter();
        let mut slot = EngineSlot::default();
        while let Some(job) = self.shared.queue.next(self.kind) {
            self.shared.running.send_modify(|running| *running += 1);
            match job {
                abandoned if abandoned.is_abandoned() => {}
                Job::Turn(game, claim) => {
                    let settlement = self.take_turn(game, &mut slot);
                    if let Some(claim) = claim {
                        claim.settle(settlement);
                    }
                }
                Job::Question(job) => self.answer(*job, &mut slot),
            }
            self.shared.running.send_modify(|running| *running -= 1);
        }
    }

    fn take_turn(&self, game: GameId, slot: &mut EngineSlot) -> Settlement {
        match slot.run(Some(game), |engine| self.play(game, engine)) {
            Some(Ok(settlement)) => settlement,
            Some(Err(error)) => {
                tracing::warn!(%game, %error, "computer_turn_failed");
                FAILED
            }
            // The game is found again when the site looks for those that wait.
            None => Settlement::Done,
        }
    }

    /// Does what the computer is asked for in a game.
    fn play(&self, game: GameId, engine: &Engine) -> Result<Settlement, GameError> {
        let table = self.runtime.block_on(self.repository.table(game))?;
        let now = clock::now();
        let Some(side) = table.asks_computer() else { return Ok(Settlement::Done) };
        if !self.runtime.block_on(self.repository.claim_for_computer(game, now))? {
            return Ok(CLAIMED);
        }
        let begun = Instant::now();
        // Shorter while others wait.
        let sharing = u32::try_from(self.shared.waiting()).unwrap_or(u32::MAX).saturating_add(1);
        let time = (LONGEST / sharing).max(SHORTEST);
        let player = ComputerPlayer { engine, id: game, table: &table, side, stop: &self.shared.stop };
        let command = player.decide(time, now);
        self.shared.turn_seconds.observe(begun.elapsed().as_secs_f64());
        if self.shared.stop.load(Ordering::Relaxed) {
            return Ok(GIVEN_BACK);
        }
        let Some(command) = command else { return Ok(Settlement::Done) };
        let turns = table.game().turns().len();
        let acting = self.repository.act_for_computer(game, turns, &command, clock::now());
        if self.runtime.block_on(request_id::within(RequestId::next(), acting))? {
            self.shared.turns_made.fetch_add(1, Ordering::Relaxed);
        }
        Ok(Settlement::Done)
    }

    fn answer(&self, job: AnalysisJob, slot: &mut EngineSlot) {
        let begun = Instant::now();
        let found = slot.run(None, |engine| job.think(engine));
        self.shared.question_seconds.observe(begun.elapsed().as_secs_f64());
        let outcome = found.map_or(Err(AnalysisError::Failed), |found| found.map_err(AnalysisError::Study));
        // The asker may be gone.
        let _ = job.reply.send(outcome);
    }
}

/// The engine of a worker, created for its first job.
#[derive(Default)]
struct EngineSlot {
    engine: Option<Engine>,
    /// The game that its table is about.
    game: Option<GameId>,
}

impl EngineSlot {
    /// Runs a job; none: there is no engine, or it panicked. A position that cannot be searched must not take the thread
    /// with it.
    fn run<T>(&mut self, game: Option<GameId>, job: impl FnOnce(&Engine) -> T) -> Option<T> {
        let engine = self.prepare(game)?;
        let done = catch_unwind(AssertUnwindSafe(|| job(engine)));
        let about = game.as_ref().map(GameId::as_str);
        done.inspect_err(|_| tracing::error!(game = about, "engine_job_panicked")).ok()
    }

    /// Returns the engine, which knows only what it found in this game: by other rules that is not true.
    fn prepare(&mut self, game: Option<GameId>) -> Option<&Engine> {
        if self.engine.is_none() {
            let engine = Engine::new(Options { mebibytes: MEBIBYTES, ..Options::default() });
            self.engine = engine.inspect_err(|error| tracing::error!(%error, "engine_not_created")).ok();
        }
        let last = std::mem::replace(&mut self.game, game);
        let engine = self.engine.as_mut()?;
        if game.is_none() || last != game {
            engine.clear();
        }
        Some(engine)
    }
}
