//! What is measured all the time, so that nothing need be looked up when a monitor asks.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use crate::site::Site;
use crate::time::Timestamp;

/// So often it is looked how late a timer is.
const LOOK: Duration = Duration::from_millis(250);
/// So often the games are counted, which takes longer the more there are.
const COUNT: Duration = Duration::from_secs(15);

impl Site {
    /// Measures how late timers go off: a node that is asked too much, or that somebody holds up, is late.
    pub(crate) async fn measure_lag(self: Arc<Self>) {
        loop {
            let due = Instant::now() + LOOK;
            sleep_until(due).await;
            self.metrics.times.lag.observe(due.elapsed().as_secs_f64());
        }
    }

    /// Counts the games that go on.
    pub(crate) async fn count_games(self: Arc<Self>) {
        let mut ticks = interval(COUNT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // What cannot be counted now is counted the next time; the error is counted, too.
            if let Ok(games) = self.store.count_going_on().await {
                self.metrics.fullness.games_going_on.set(i64::try_from(games).unwrap_or(i64::MAX));
            }
        }
    }

    /// What a monitor reads, as it is at this moment.
    pub(crate) fn read_metrics(&self) -> String {
        let health = &self.metrics.health;
        health.ready.set(self.readiness().is_ok().into());
        health.gate_open.set(self.hall.gate().is_open().into());
        health.heartbeat_age.set(self.heart.age().as_secs_f64());
        health.bus_whole.set(self.bus.is_whole().into());
        health.clock_offset.set(Timestamp::machine_is_behind() as f64 / 1000.0);
        let full = &self.metrics.fullness;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (players, spectators) = self.hall.presence().here();
        full.players.set(number(players));
        full.spectators.set(number(spectators));
        full.tables.set(number(self.hall.tables_kept()));
        // What waits here, or, for longer, wherever it is thought about.
        let late = self.late();
        let (waiting, oldest) = (late.waiting(), late.oldest());
        drop(late);
        full.computer_waiting.set(number(self.computer.waiting().max(waiting)));
        full.computer_oldest.set(self.computer.oldest().max(oldest).as_secs_f64());
        full.computer_moves.inc_by(self.computer.played().saturating_sub(full.computer_moves.get()));
        full.analyses_waiting.set(number(self.analyst.waiting()));
        full.commits.inc_by(self.store.commits().saturating_sub(full.commits.get()));
        if let Some(pool) = self.store.pool() {
            full.set_pool(pool);
        }
        self.metrics.text()
    }
}
