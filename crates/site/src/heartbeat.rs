//! The heartbeat of a node: reports to the store that it serves, synchronises the time, and compensates clocks for outages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use tracing::Instrument;

use crate::metrics::HealthMetrics;
use crate::repository::{GameError, GameRepository, Gate};
use bus::request_id::{self, RequestId};
use play::id::NodeId;
use store::clock::{self, Reading};
use store::{HeartbeatOutcome, Outage, Store, StoreError};

/// The time between heartbeats.
const INTERVAL: Duration = Duration::from_secs(1);
/// The time between heartbeats while the gate is closed.
const CLOSED_INTERVAL: Duration = Duration::from_millis(200);

/// The heartbeat of a node.
#[derive(Clone)]
pub(crate) struct Heartbeat {
    node: NodeId,
    /// Whether no other node can use the store.
    is_only_node: bool,
    store: Arc<dyn Store>,
    repository: Arc<GameRepository>,
    /// Whether this node is compensating clocks.
    compensating: Arc<AtomicBool>,
    /// A jump of the clock for which clocks are still to be compensated.
    skipped: Arc<Mutex<Option<Outage>>>,
    /// When the store last accepted a heartbeat.
    last: Arc<Mutex<Instant>>,
    /// Why the store did not accept the last heartbeat; none if it did.
    failure: Arc<Mutex<Option<StoreError>>>,
    outages: Counter<u64, AtomicU64>,
    clocks_compensated: Counter<u64, AtomicU64>,
}

/// Since when the store is unavailable. Logs when that begins and ends.
#[derive(Default)]
struct Unavailability(Option<Instant>);

impl Unavailability {
    fn observe<T>(&mut self, result: &Result<T, StoreError>) {
        match (result, self.0) {
            (Err(error), None) => {
                tracing::warn!(%error, "store_unavailable");
                self.0 = Some(Instant::now());
            }
            (Ok(_), Some(since)) => {
                tracing::warn!(seconds = since.elapsed().as_secs_f64(), "store_available");
                self.0 = None;
            }
            _ => {}
        }
    }
}

/// Sets the clock by the time of the store. Returns the period that a jump forward of that time has skipped.
async fn sync_clock(store: &dyn Store, gate: &Gate) -> Result<Option<Outage>, StoreError> {
    let asked = Instant::now();
    let reading = Reading::new(store.time().await?, asked);
    Ok(adopt(reading, gate, Reading::adopt))
}

/// Calls `set` to adopt a reading, after the gate was closed if the time has jumped: no flag falls and no command is
/// executed between the jump and the compensation of the clocks.
fn adopt(reading: Reading, gate: &Gate, set: impl FnOnce(Reading)) -> Option<Outage> {
    if let Some(jump) = reading.jump() {
        gate.close();
        tracing::warn!(seconds = jump.as_secs_f64(), "clock_jumped");
    }
    let skipped = reading.skipped().map(|(from, to)| Outage { from, to });
    set(reading);
    skipped
}

/// Watches the heartbeats of nodes, for a worker, which has none of its own.
pub(crate) struct HeartbeatWatch {
    store: Arc<dyn Store>,
    repository: Arc<GameRepository>,
}

impl HeartbeatWatch {
    pub(crate) fn new(store: Arc<dyn Store>, repository: Arc<GameRepository>) -> Self {
        repository.gate().close();
        Self { store, repository }
    }

    /// Checks whether a node serves, and synchronises the time.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let sent = tokio::time::Instant::now();
        sync_clock(&*self.store, self.repository.gate()).await?;
        if self.store.is_served(clock::now()).await? {
            self.repository.gate().open(sent);
        } else {
            self.repository.gate().close();
        }
        Ok(())
    }

    /// Checks periodically until it is aborted.
    pub(crate) async fn run(self) {
        let mut unavailability = Unavailability::default();
        loop {
            unavailability.observe(&self.check().await);
            tokio::time::sleep(if self.repository.gate().is_open() { INTERVAL } else { CLOSED_INTERVAL })
                .await;
        }
    }
}

impl Heartbeat {
    pub(crate) fn new(
        node: NodeId,
        is_only_node: bool,
        store: Arc<dyn Store>,
        repository: Arc<GameRepository>,
        health: &HealthMetrics,
    ) -> Self {
        Self {
            node,
            is_only_node,
            store,
            repository,
            compensating: Arc::default(),
            skipped: Arc::default(),
            last: Arc::new(Mutex::new(Instant::now())),
            failure: Arc::default(),
            outages: health.outages.clone(),
            clocks_compensated: health.clocks_compensated.clone(),
        }
    }

    /// Returns the time since the store last accepted a heartbeat.
    pub(crate) fn age(&self) -> Duration {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Returns why the store did not accept the last heartbeat; none if it did.
    pub(crate) fn failure(&self) -> Option<StoreError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends the first heartbeat. Afterwards clocks are compensated, or another node compensates them.
    pub(crate) async fn start(&self) -> Result<(), StoreError> {
        if let Some(outage) = self.beat().await? {
            self.compensate_clocks(outage).await;
            self.beat().await?;
        }
        Ok(())
    }

    /// Sends heartbeats until it is aborted.
    pub(crate) async fn run(self) {
        let mut unavailability = Unavailability::default();
        loop {
            let beat = self.beat().await;
            unavailability.observe(&beat);
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = beat.as_ref().err().cloned();
            match beat {
                Ok(None) | Err(_) => {}
                Ok(Some(outage)) => {
                    let heartbeat = self.clone();
                    // Heartbeats must go on meanwhile, or other nodes would take this one for dead.
                    tokio::spawn(async move { heartbeat.compensate_clocks(outage).await }.in_current_span());
                }
            }
            tokio::time::sleep(if self.repository.gate().is_open() { INTERVAL } else { CLOSED_INTERVAL })
                .await;
        }
    }

    /// Sends a heartbeat. Returns an outage if this node is to compensate clocks for it.
    async fn beat(&self) -> Result<Option<Outage>, StoreError> {
        let (asked, sent) = (Instant::now(), tokio::time::Instant::now());
        if let Some(skipped) = sync_clock(&*self.store, self.repository.gate()).await? {
            self.record_jump(skipped);
        }
        let beat = self.store.heartbeat(self.node, clock::now()).await?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        match beat {
            HeartbeatOutcome::Healthy => {
                let sent = if self.compensate_jump().await? { tokio::time::Instant::now() } else { sent };
                self.repository.gate().open(sent);
                Ok(None)
            }
            HeartbeatOutcome::AwaitRecovery => {
                self.repository.gate().close();
                Ok(None)
            }
            HeartbeatOutcome::LeadRecovery(outage) => {
                self.repository.gate().close();
                // The outage includes the jump.
                self.skipped().take();
                Ok((!self.compensating.swap(true, Ordering::Relaxed)).then_some(outage))
            }
        }
    }

    fn skipped(&self) -> MutexGuard<'_, Option<Outage>> {
        self.skipped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a jump of the clock, for which clocks are compensated after the next heartbeat. If several nodes share the
    /// store, each sees the jump at another time, and none can tell which clocks have been compensated.
    fn record_jump(&self, jump: Outage) {
        if self.is_only_node {
            let from = self.skipped().map_or(jump.from, |earlier| earlier.from);
            *self.skipped() = Some(Outage { from, to: jump.to });
        }
    }

    /// Gives running clocks back exactly the time that a jump has skipped. The gate is closed. Returns whether there was
    /// one.
    async fn compensate_jump(&self) -> Result<bool, StoreError> {
        let Some(jump) = *self.skipped() else { return Ok(false) };
        let compensating = self.repository.compensate_clocks(jump, clock::now());
        match request_id::within(RequestId::next(), compensating).await {
            Ok(games) => {
                self.skipped().take();
                self.clocks_compensated.inc_by(games as u64);
                tracing::info!(games, jump = ?jump.to.since(jump.from), "clocks_compensated");
                Ok(true)
            }
            // The next heartbeat tries again.
            Err(GameError::Store(error)) => Err(error),
            Err(error) => Err(StoreError::Unwritable(error.to_string())),
        }
    }

    async fn compensate_clocks(&self, outage: Outage) {
        let compensate = async {
            let games = self.repository.compensate_clocks(outage, clock::now()).await?;
            self.store.finish_recovery(self.node).await?;
            Ok::<usize, GameError>(games)
        };
        match request_id::within(RequestId::next(), compensate).await {
            Ok(games) => {
                self.outages.inc();
                self.clocks_compensated.inc_by(games as u64);
                let outage = outage.to.since(outage.from);
                tracing::info!(games, ?outage, "clocks_compensated");
            }
            // The next heartbeat tries again.
            Err(error) => tracing::error!(%error, "clock_compensation_failed"),
        }
        self.compensating.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Color, Rules};
    use play::game::{Command, Seat, Terms, TimeControl};
    use play::id::AccountId;
    use play::time::Timestamp;
    use texts::Language;

    use super::*;
    use crate::repository::{CachedGames, CommandContext, RepositoryParts};

    #[test]
    fn the_gate_is_closed_before_a_jumped_time_is_adopted() {
        for (ahead, is_open) in [(0, true), (100, true), (400, false), (-400, false), (20_000, false)] {
            let gate = Gate::default();
            let reading = Reading::new(Timestamp(clock::now().0 + ahead), Instant::now());
            let mut was_open = None;
            let skipped = adopt(reading, &gate, |_| was_open = Some(gate.is_open()));
            assert_eq!(was_open, Some(is_open), "{ahead}");
            assert_eq!(skipped.is_some(), ahead > 250, "{ahead}");
        }
    }

    /// Returns the heartbeat of a node on a file, and a game in which White's clock has run since 4 seconds before `now`.
    async fn heartbeat_of_a_game(path: &std::path::Path, now: Timestamp) -> (Heartbeat, play::id::GameId) {
        let database: store::Database = path.display().to_string().parse().expect("a file");
        let store = database.open().await.expect("a store");
        let repository = Arc::new(GameRepository::new(RepositoryParts {
            store: Arc::clone(&store),
            bus: Arc::new(bus::LocalBus::default()),
            cached_games: CachedGames::default(),
            patience: Duration::from_secs(60),
            engine_turns: None,
            node: None,
        }));
        let account = |letter: &str| -> AccountId { letter.repeat(20).parse().expect("an id") };
        for letter in ["a", "b"] {
            let guest = store::NewAccount {
                id: account(letter),
                name: None,
                created_at: Timestamp(0),
                password: None,
                email: None,
                role: store::Role::Player,
            };
            store.create_account(guest).await.expect("an account");
        }
        let terms = Terms {
            white: Seat::Player(account("a")),
            black: Seat::Player(account("b")),
            time: TimeControl::Clock { initial: 10_000, increment: 1_000 },
            start: None,
            rated: false,
        };
        let rules = Rules::named("international").expect("rules");
        let game = repository.create(&rules, &terms, Timestamp(now.0 - 6_000)).await.expect("a game").id;
        for (who, text, ago) in [("a", "32-28", 5_000), ("b", "19-23", 4_000)] {
            let context = CommandContext {
                account: account(who),
                command_id: text,
                now: Timestamp(now.0 - ago),
                lag: Duration::ZERO,
                language: Language::English,
            };
            let command = Command::Move { text: text.to_owned(), offer: None };
            repository.execute(game, context, &command).await.expect("played");
        }
        let node = "n".repeat(20).parse().expect("an id");
        (Heartbeat::new(node, true, store, repository, &HealthMetrics::default()), game)
    }

    #[tokio::test]
    async fn a_short_jump_is_given_back_exactly_and_once_before_the_gate_opens() {
        let folder = tempfile::tempdir().expect("a folder");
        let now = clock::now();
        let (heartbeat, game) = heartbeat_of_a_game(&folder.path().join("site.db"), now).await;
        heartbeat.repository.gate().close();
        heartbeat.record_jump(Outage { from: Timestamp(now.0 - 3_000), to: Timestamp(now.0 - 1_000) });
        for _ in 0..2 {
            assert_eq!(heartbeat.beat().await, Ok(None));
            assert!(heartbeat.repository.gate().is_open());
            let state = heartbeat.repository.load(game).await.expect("a state");
            let left = state.clocks().remaining(Color::White, now);
            assert_eq!(left, Some(Duration::from_secs(11 - 4 + 2)), "2 seconds are given back");
        }
    }
}
