//! A workload: clients that play games, record what they receive, and verify the site against their records afterwards.

mod backup;
mod computer;
mod player;
mod verify;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughts::{Color, Rules};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

pub use backup::BackupVerification;

use crate::Error;
use crate::client::Client;
use crate::player::{start_by_link, start_game};
use crate::rng::Rng;

/// The rule sets of the games.
const RULES: [&str; 4] = ["international", "checkers-bsn", "russian", "checkers-revenge"];
/// Time between two attempts to start a game or a session.
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// The parameters and counters of a workload.
#[derive(Clone, Debug)]
pub struct WorkloadConfig {
    /// The origins of the site. A client that loses its connection tries the next one.
    pub origins: Arc<[String]>,
    /// The initial time and the increment of the clocks, in milliseconds.
    pub clock: (i64, i64),
    /// Maximum difference between the clocks of the nodes, in milliseconds.
    pub clock_tolerance: i64,
    /// Number of games at once against the computer.
    pub computer_games: usize,
    /// Whether clients repeat commands that the site rejects because it is unavailable.
    pub retries_when_unavailable: bool,
    /// Number of moves acknowledged so far, of all clients.
    pub acknowledged: Arc<AtomicU64>,
    /// The longest time that a command waited for its acknowledgement, in milliseconds.
    pub max_latency: Arc<AtomicU64>,
}

impl WorkloadConfig {
    /// Creates a configuration with clocks so long that no flag falls.
    #[must_use]
    pub fn new(origins: impl IntoIterator<Item = String>) -> Self {
        Self {
            origins: origins.into_iter().collect(),
            clock: (3_600_000, 1_000),
            clock_tolerance: 3,
            computer_games: 0,
            retries_when_unavailable: false,
            acknowledged: Arc::default(),
            max_latency: Arc::default(),
        }
    }

    /// Returns the time control of a proposal.
    fn time_control(&self) -> Value {
        let (initial, increment) = self.clock;
        json!({ "kind": "clock", "initial": initial, "increment": increment })
    }

    fn origin(&self, index: usize) -> &str {
        self.origins.get(index % self.origins.len().max(1)).map_or("", String::as_str)
    }
}

/// The counts of a successful verification.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verification {
    /// Games.
    pub games: usize,
    /// Acknowledged commands, each of which is in the log.
    pub acknowledged: usize,
    /// Events received live, each of which is in the log unchanged.
    pub seen: usize,
    /// Clocks that were compensated for outages.
    pub compensated: usize,
}

/// The events and acknowledgements that one player has received in one game.
#[derive(Default)]
struct History {
    /// The events by number.
    seen: BTreeMap<u64, Value>,
    /// The acknowledged commands by the number of their event.
    acknowledged: BTreeMap<u64, AcknowledgedCommand>,
}

struct AcknowledgedCommand {
    request: Value,
    /// Time of the first sending, in milliseconds since 1970.
    sent_at: i64,
    /// Time of the acknowledgement, in milliseconds since 1970.
    acknowledged_at: i64,
}

/// A finished game, with the history of each player.
struct FinishedGame {
    id: String,
    rules: Rules,
    players: Vec<(Client, History)>,
}

/// Clients that play game after game, in pairs and against the computer, until they are stopped.
pub struct Workload {
    config: WorkloadConfig,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<Result<Vec<FinishedGame>, Error>>>,
}

impl Workload {
    /// Starts `games` pairs of players, and the games against the computer.
    #[must_use]
    pub fn start(config: &WorkloadConfig, games: usize, seed: u64) -> Self {
        let (stop, stopped) = watch::channel(false);
        let seeds = |count: usize| (0..count as u64).map(|number| number + seed);
        let pairs =
            seeds(games).map(|seed| tokio::spawn(play_as_pair(config.clone(), seed, stopped.clone())));
        let computer_games = seeds(config.computer_games)
            .map(|seed| tokio::spawn(computer::play_against_computer(config.clone(), seed, stopped.clone())));
        Self { config: config.clone(), stop, tasks: pairs.chain(computer_games).collect() }
    }

    /// Waits until `moves` more moves are acknowledged, and returns how many milliseconds that took.
    pub async fn wait_for_moves(&self, moves: u64, timeout: Duration) -> Result<u128, Error> {
        let (started, acknowledged) = (Instant::now(), &self.config.acknowledged);
        let target = acknowledged.load(Ordering::Relaxed) + moves;
        while acknowledged.load(Ordering::Relaxed) < target {
            if self.has_failed() {
                return Err(Error::new("a player has failed"));
            }
            if started.elapsed() > timeout {
                return Err(Error(format!("fewer than {moves} moves were acknowledged within {timeout:?}")));
            }
            sleep(Duration::from_millis(10)).await;
        }
        Ok(started.elapsed().as_millis())
    }

    /// Returns whether a player has failed.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.tasks.iter().any(JoinHandle::is_finished)
    }

    /// Ends all games, and compares the logs of the site with the histories of the players.
    pub async fn verify(self) -> Result<Verification, Error> {
        let (config, mut verification) = (self.config.clone(), Verification::default());
        for game in self.finish().await? {
            game.verify(&config, &mut verification).await?;
        }
        Ok(verification)
    }

    /// Ends all games, and returns them.
    async fn finish(self) -> Result<Vec<FinishedGame>, Error> {
        // In each game, the side to move resigns.
        let _ = self.stop.send(true);
        let mut games = Vec::new();
        for task in self.tasks {
            games.extend(task.await??);
        }
        Ok(games)
    }
}

/// Two players play game after game against each other.
async fn play_as_pair(
    config: WorkloadConfig,
    seed: u64,
    mut stop: watch::Receiver<bool>,
) -> Result<Vec<FinishedGame>, Error> {
    let mut rng = Rng::new(seed);
    // The players begin at different origins, if there are several.
    let origins = [seed as usize, seed as usize + 1];
    let clients = [guest(config.origin(origins[0])).await, guest(config.origin(origins[1])).await];
    let mut games = Vec::new();
    while !*stop.borrow_and_update() {
        let id = RULES[rng.below(RULES.len())];
        let rules = Rules::named(id)?;
        let proposal = json!({ "rules": id, "time": config.time_control() });
        let Some(game) = retry(|| start_with_either(&clients, &proposal), &stop).await else { break };
        let [white, black] = [Color::White, Color::Black].map(|side| {
            let index = usize::from(side == Color::Black);
            let player = player::Player {
                client: clients[index].clone(),
                config: config.clone(),
                origin: origins[index],
                game: game.clone(),
                rules: rules.clone(),
                side,
                rng: Rng::new(seed ^ (games.len() as u64 + 1) << 8 ^ side as u64),
                stop: stop.clone(),
            };
            tokio::spawn(player.play())
        });
        // Wait for both, even if one has failed.
        let [white, black] = [white.await, black.await];
        let players = vec![(clients[0].clone(), white??), (clients[1].clone(), black??)];
        games.push(FinishedGame { id: game, rules, players });
    }
    Ok(games)
}

async fn guest(origin: &str) -> Client {
    loop {
        match Client::guest(origin).await {
            Ok(client) if client.is_authenticated() => return client,
            _ => sleep(RETRY_INTERVAL).await,
        }
    }
}

/// Repeats an attempt until it succeeds. Returns `None` if the workload is stopped before.
async fn retry<T, F: Future<Output = Result<T, Error>>>(
    attempt: impl Fn() -> F,
    stop: &watch::Receiver<bool>,
) -> Option<T> {
    loop {
        match attempt().await {
            Ok(value) => return Some(value),
            Err(_) if *stop.borrow() => return None,
            Err(_) => sleep(RETRY_INTERVAL).await,
        }
    }
}

/// Starts a game in which the first client plays White. By some rules the challenger plays Black, and is the second client.
async fn start_with_either([white, black]: &[Client; 2], proposal: &Value) -> Result<String, Error> {
    match start_game(white, black, proposal).await {
        Err(error) if error.0.contains("bad-proposal") => {
            start_by_link(black, white, "black", proposal).await
        }
        result => result,
    }
}
