//! Background jobs of a node: flag falls, engine turns that were lost, cleanup, heartbeats and metrics.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use tracing::Instrument;

use super::Site;
use super::cleanup::Cleanup;
use play::time::Timestamp;
use store::clock;

/// The time between checks for flag falls.
const FLAG_INTERVAL: Duration = Duration::from_millis(50);
/// The delay of flag falls that no command notices: a move that was received in time may not be durable yet.
const FLAG_GRACE: Duration = Duration::from_millis(200);
/// The time between cleanups of the database.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(600);
/// The time between removals of idle rate limits.
const PRUNE_INTERVAL: Duration = Duration::from_secs(20);
/// The time between searches for engine turns that were lost with a node or a worker.
const RESUME_INTERVAL: Duration = Duration::from_secs(5);
/// The same for a single process, which loses no turns while it runs.
const SINGLE_RESUME_INTERVAL: Duration = Duration::from_secs(20);
/// The time between measurements of the event loop lag.
const LAG_INTERVAL: Duration = Duration::from_millis(250);
/// The time between counts of the running games, a query whose cost grows with their number.
const COUNT_INTERVAL: Duration = Duration::from_secs(15);

impl Site {
    /// Starts all background jobs.
    pub(crate) fn start_background_jobs(self: &Arc<Self>) -> [JoinHandle<()>; 7] {
        [
            self.spawn(self.clone().record_flag_falls()),
            self.spawn(self.clone().cleanup()),
            self.spawn(self.clone().prune_limits()),
            self.spawn(self.clone().resume_engine_turns()),
            self.spawn(self.clone().measure_lag()),
            self.spawn(self.clone().count_games()),
            self.spawn(self.heartbeat.clone().run()),
        ]
    }

    fn spawn(&self, job: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        tokio::spawn(job.instrument(self.span.clone()))
    }

    async fn record_flag_falls(self: Arc<Self>) {
        let mut ticks = interval(FLAG_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            ticks.tick().await;
            if !self.repository.gate().is_open() {
                continue;
            }
            let now = Timestamp(clock::now().0 - FLAG_GRACE.as_millis() as i64);
            match self.repository.record_flag_falls(now).await {
                Ok(fallen) => {
                    self.metrics.health.flag_falls.inc_by(fallen as u64);
                    failing = false;
                }
                // The job runs many times a second, and logs once.
                Err(error) if !std::mem::replace(&mut failing, true) => {
                    tracing::warn!(%error, "flag_falls_failed");
                }
                Err(_) => {}
            }
        }
    }

    async fn resume_engine_turns(self: Arc<Self>) {
        let mut ticks = interval(if self.bus.is_shared() { RESUME_INTERVAL } else { SINGLE_RESUME_INTERVAL });
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match self.repository.resume_engine_turns().await {
                Ok(games) => self.engine.observe_backlog(&games),
                Err(error) => tracing::debug!(%error, "resume_engine_turns_failed"),
            }
        }
    }

    async fn prune_limits(self: Arc<Self>) {
        let mut ticks = interval(PRUNE_INTERVAL);
        loop {
            ticks.tick().await;
            self.limits.prune_idle();
        }
    }

    async fn cleanup(self: Arc<Self>) {
        let mut cleanup = Cleanup::new(Arc::clone(&self.store), self.node);
        let mut ticks = interval(CLEANUP_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match cleanup.run().await {
                Ok(deleted) => tracing::debug!(?deleted, "cleanup"),
                Err(error) => tracing::warn!(%error, "cleanup_failed"),
            }
        }
    }

    /// Measures the delay of timers, which grows when the node is overloaded or a task blocks.
    async fn measure_lag(self: Arc<Self>) {
        loop {
            let due = Instant::now() + LAG_INTERVAL;
            sleep_until(due).await;
            self.metrics.latency.lag.observe(due.elapsed().as_secs_f64());
        }
    }

    /// Counts the running games.
    async fn count_games(self: Arc<Self>) {
        let mut ticks = interval(COUNT_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // The store counts its errors; the next tick tries again.
            if let Ok(games) = self.store.count_running_games().await {
                self.metrics.capacity.running_games.set(i64::try_from(games).unwrap_or(i64::MAX));
            }
        }
    }

    /// Updates the gauges, and encodes all metrics.
    pub(crate) fn read_metrics(&self) -> String {
        let health = &self.metrics.health;
        health.ready.set(self.readiness().is_ok().into());
        health.gate_open.set(self.repository.gate().is_open().into());
        health.heartbeat_age.set(self.heartbeat.age().as_secs_f64());
        health.bus_connected.set(self.bus.is_connected().into());
        health.clock_offset.set(clock::machine_lag_ms() as f64 / 1000.0);
        let capacity = &self.metrics.capacity;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (players, spectators) = self.repository.presence().counts();
        capacity.players.set(number(players));
        capacity.spectators.set(number(spectators));
        capacity.cached_games.set(number(self.repository.cached_game_count()));
        capacity.computer_waiting.set(number(self.engine.games_waiting()));
        capacity.computer_oldest.set(self.engine.longest_wait().as_secs_f64());
        capacity
            .computer_moves
            .inc_by(self.engine.turns_played().saturating_sub(capacity.computer_moves.get()));
        capacity.analyses_waiting.set(number(self.engine.open_requests()));
        capacity.commits.inc_by(self.store.commits().saturating_sub(capacity.commits.get()));
        if let Some(pool) = self.store.pool_status() {
            capacity.set_pool(pool);
        }
        self.metrics.encode()
    }
}
