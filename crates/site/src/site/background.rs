//! What a node does without being asked: flags fall, what is not needed is removed, what waits is found, what monitors read
//! is measured.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use tracing::Instrument;

use super::Site;
use play::time::Timestamp;
use store::clock;

/// So often it is looked for flags that have fallen while nobody asked.
const FLAGS: Duration = Duration::from_millis(50);
/// So much later than the clock says a flag falls that nobody has noticed.
const GRACE: Duration = Duration::from_millis(200);
/// So often what is not needed any more is forgotten.
const TIDYING: Duration = Duration::from_secs(20);
/// So often it is looked for turns of the computer that a node or a worker has died with.
const RESUMING: Duration = Duration::from_secs(5);
/// Who left so many milliseconds ago need not be remembered.
const LONG_AGO: i64 = 3_600_000;
/// So often it is looked how late a timer is.
const LOOK: Duration = Duration::from_millis(250);
/// So often the games are counted, which takes longer the more there are.
const COUNT: Duration = Duration::from_secs(15);

impl Site {
    /// Starts all of it.
    pub(crate) fn start_background_jobs(self: &Arc<Self>) -> [JoinHandle<()>; 6] {
        [
            self.spawn(self.clone().drop_flags()),
            self.spawn(self.clone().cleanup()),
            self.spawn(self.clone().resume_computer()),
            self.spawn(self.clone().measure_lag()),
            self.spawn(self.clone().count_games()),
            self.spawn(self.heartbeat.clone().run()),
        ]
    }

    fn spawn(&self, chore: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        tokio::spawn(chore.instrument(self.span.clone()))
    }

    async fn drop_flags(self: Arc<Self>) {
        let mut ticks = interval(FLAGS);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            ticks.tick().await;
            if !self.repository.gate().is_open() {
                continue;
            }
            // A move that was received in time may still be on its way to the disk.
            let now = Timestamp(clock::now().0 - GRACE.as_millis() as i64);
            match self.repository.drop_flags(now).await {
                Ok(fallen) => {
                    self.metrics.health.flags_dropped.inc_by(fallen as u64);
                    failing = false;
                }
                // It is tried many times a second, and told once.
                Err(error) if !std::mem::replace(&mut failing, true) => {
                    tracing::warn!(%error, "flags cannot be dropped");
                }
                Err(_) => {}
            }
        }
    }

    async fn resume_computer(self: Arc<Self>) {
        let mut ticks = interval(if self.bus.is_shared() { RESUMING } else { TIDYING });
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            match self.repository.resume_computer().await {
                Ok(asked) => self.engine.watch_backlog(&asked),
                Err(error) => tracing::debug!(%error, "resume_computer_failed"),
            }
        }
    }

    async fn cleanup(self: Arc<Self>) {
        let mut ticks = interval(TIDYING);
        loop {
            ticks.tick().await;
            self.limits.prune_idle();
            let tidied = async {
                let now = clock::now();
                self.store.delete_absent(Timestamp(now.0 - LONG_AGO)).await?;
                self.store.delete_expired(now).await
            };
            if let Err(error) = tidied.await {
                tracing::warn!(%error, "it cannot be tidied up");
            }
        }
    }

    /// Measures how late timers go off: a node that is asked too much, or that somebody holds up, is late.
    async fn measure_lag(self: Arc<Self>) {
        loop {
            let due = Instant::now() + LOOK;
            sleep_until(due).await;
            self.metrics.times.lag.observe(due.elapsed().as_secs_f64());
        }
    }

    /// Counts the games that go on.
    async fn count_games(self: Arc<Self>) {
        let mut ticks = interval(COUNT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // What cannot be counted now is counted the next time; the error is counted, too.
            if let Ok(games) = self.store.count_running_games().await {
                self.metrics.capacity.games_going_on.set(i64::try_from(games).unwrap_or(i64::MAX));
            }
        }
    }

    /// What a monitor reads, as it is at this moment.
    pub(crate) fn read_metrics(&self) -> String {
        let health = &self.metrics.health;
        health.ready.set(self.readiness().is_ok().into());
        health.gate_open.set(self.repository.gate().is_open().into());
        health.heartbeat_age.set(self.heartbeat.age().as_secs_f64());
        health.bus_whole.set(self.bus.is_whole().into());
        health.clock_offset.set(clock::machine_is_behind() as f64 / 1000.0);
        let full = &self.metrics.capacity;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (players, spectators) = self.repository.presence().here();
        full.players.set(number(players));
        full.spectators.set(number(spectators));
        full.tables.set(number(self.repository.cached_games()));
        full.computer_waiting.set(number(self.engine.games_waiting()));
        full.computer_oldest.set(self.engine.oldest_game().as_secs_f64());
        full.computer_moves.inc_by(self.engine.turns_made().saturating_sub(full.computer_moves.get()));
        full.analyses_waiting.set(number(self.engine.questions_open()));
        full.commits.inc_by(self.store.commits().saturating_sub(full.commits.get()));
        if let Some(pool) = self.store.pool() {
            full.set_pool(pool);
        }
        self.metrics.text()
    }
}
