//! Engine worker threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::network::NetworkChoice;
use engine::{Engine, Options};
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::runtime::Handle;
use tracing::Span;

use super::Shared;
use super::job::{AnalysisJob, Job, Settlement};
use super::turn::ComputerPlayer;
use crate::repository::{GameError, GameRepository};
use crate::study::error::AnalysisError;
use bus::queue::JobKind;
use bus::request_id::{self, RequestId};
use play::id::GameId;
use store::clock;

/// The size of each worker's transposition table, in MiB.
const MEBIBYTES: usize = 16;
/// Maximum search time, if no other game waits and no clock runs.
const MAX_TIME: Duration = Duration::from_millis(1500);
/// Minimum search time, unless the clock allows less.
const MIN_TIME: Duration = Duration::from_millis(30);
/// A turn that another worker has claimed is checked again after this time, in case that worker dies.
const CLAIMED: Settlement = Settlement::Retry(Duration::from_millis(700));
/// A turn that failed is retried after this time.
const FAILED: Settlement = Settlement::Retry(Duration::from_secs(1));
/// A turn that another worker may take at once.
const RETURNED: Settlement = Settlement::Retry(Duration::ZERO);

/// A thread that runs jobs of one kind with its own engine.
pub(super) struct EngineWorker {
    pub(super) kind: JobKind,
    pub(super) networks: NetworkChoice,
    pub(super) repository: Arc<GameRepository>,
    pub(super) shared: Arc<Shared>,
    pub(super) runtime: Handle,
    /// The span of the node, for the log.
    pub(super) node: Span,
}

impl EngineWorker {
    /// Runs jobs until the queue is closed.
    pub(super) fn run(self) {
        // A system that does not allow it still limits the number of threads.
        let _ = set_current_thread_priority(ThreadPriority::Min);
        let _node = self.node.enter();
        let mut slot = EngineSlot { networks: self.networks.clone(), engine: None, game: None };
        while let Some(job) = self.shared.queue.next(self.kind) {
            self.shared.running.send_modify(|running| *running += 1);
            match job {
                abandoned if abandoned.is_abandoned() => {}
                Job::Turn(game, lease) => {
                    let settlement = self.play_turn(game, &mut slot);
                    if let Some(lease) = lease {
                        lease.settle(settlement);
                    }
                }
                Job::Analysis(job) => self.answer(*job, &mut slot),
            }
            self.shared.running.send_modify(|running| *running -= 1);
        }
    }

    fn play_turn(&self, game: GameId, slot: &mut EngineSlot) -> Settlement {
        match slot.run(Some(game), |engine| self.play(game, engine)) {
            Some(Ok(settlement)) => settlement,
            Some(Err(error)) => {
                tracing::warn!(%game, %error, "computer_turn_failed");
                FAILED
            }
            // The site finds the game again when it resumes waiting turns.
            None => Settlement::Done,
        }
    }

    /// Plays the turn of the computer in a game.
    fn play(&self, game: GameId, engine: &Engine) -> Result<Settlement, GameError> {
        let state = self.runtime.block_on(self.repository.load(game))?;
        let now = clock::now();
        let Some(side) = state.engine_to_act() else { return Ok(Settlement::Done) };
        if !self.runtime.block_on(self.repository.claim_engine_turn(game, now))? {
            return Ok(CLAIMED);
        }
        let started = Instant::now();
        // Searches are shorter while other games wait.
        let sharing = u32::try_from(self.shared.waiting()).unwrap_or(u32::MAX).saturating_add(1);
        let time = (MAX_TIME / sharing).max(MIN_TIME);
        let player = ComputerPlayer { engine, id: game, state: &state, side, stop: &self.shared.stop };
        let command = player.decide(time, now);
        self.shared.turn_seconds.observe(started.elapsed().as_secs_f64());
        if self.shared.stop.load(Ordering::Relaxed) {
            return Ok(RETURNED);
        }
        let Some(command) = command else { return Ok(Settlement::Done) };
        let turns = state.game().turns().len();
        let execution = self.repository.execute_engine_command(game, turns, &command, clock::now());
        if self.runtime.block_on(request_id::within(RequestId::next(), execution))? {
            self.shared.turns_played.fetch_add(1, Ordering::Relaxed);
        }
        Ok(Settlement::Done)
    }

    fn answer(&self, job: AnalysisJob, slot: &mut EngineSlot) {
        let started = Instant::now();
        let answered = slot.run(None, |engine| job.answer(engine));
        self.shared.analysis_seconds.observe(started.elapsed().as_secs_f64());
        let outcome =
            answered.map_or(Err(AnalysisError::Failed), |answer| answer.map_err(AnalysisError::Study));
        // The receiver may be gone; ignore the error.
        let _ = job.reply.send(outcome);
    }
}

/// The engine of a worker, created for its first job.
struct EngineSlot {
    networks: NetworkChoice,
    engine: Option<Engine>,
    /// The game that its transposition table holds.
    game: Option<GameId>,
}

impl EngineSlot {
    /// Runs a job; `None` if there is no engine, or if the job panicked, which must not end the thread.
    fn run<T>(&mut self, game: Option<GameId>, job: impl FnOnce(&Engine) -> T) -> Option<T> {
        let engine = self.prepare(game)?;
        let result = catch_unwind(AssertUnwindSafe(|| job(engine)));
        let game = game.as_ref().map(GameId::as_str);
        result.inspect_err(|_| tracing::error!(game, "engine_job_panicked")).ok()
    }

    /// Returns the engine, cleared unless its last job was for the same game.
    fn prepare(&mut self, game: Option<GameId>) -> Option<&Engine> {
        if self.engine.is_none() {
            let engine = Engine::new(Options { mebibytes: MEBIBYTES, ..Options::default() });
            let engine = engine.inspect_err(|error| tracing::error!(%error, "engine_creation_failed")).ok();
            self.engine = engine.map(|engine| engine.with_network(self.networks.clone()));
        }
        let last = std::mem::replace(&mut self.game, game);
        let engine = self.engine.as_mut()?;
        if game.is_none() || last != game {
            engine.clear();
        }
        Some(engine)
    }
}
