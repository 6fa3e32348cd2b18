//! Pairs of clients that play as fast as the site responds, or at a pace, and record latencies.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughts::{Color, Rules};
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::Error;
use crate::client::Client;
use crate::player::{GameReplica, start_game};
use crate::rng::Rng;

/// Time over which the starts of the pairs are spread.
const RAMP_UP: Duration = Duration::from_secs(2);
/// Time between the start of the last pair and the measurement.
const WARM_UP: Duration = Duration::from_secs(1);

/// The latencies of moves, in seconds.
#[derive(Default)]
pub(super) struct Latencies {
    /// From the sending of a move to its acknowledgement.
    pub(super) acknowledgement: Vec<f64>,
    /// From the sending of a move to its arrival at the opponent.
    pub(super) delivery: Vec<f64>,
}

impl Latencies {
    fn extend(&mut self, other: Self) {
        self.acknowledgement.extend(other.acknowledgement);
        self.delivery.extend(other.delivery);
    }

    /// Returns a percentile of sorted latencies in milliseconds; `part` is between 0 and 1.
    pub(super) fn percentile(sorted: &[f64], part: f64) -> f64 {
        let index = ((sorted.len() as f64 - 1.0) * part).round().max(0.0) as usize;
        sorted.get(index).copied().unwrap_or(0.0) * 1000.0
    }
}

/// Pairs of clients that play.
pub(super) struct Players {
    pairs: Vec<JoinHandle<Result<Latencies, Error>>>,
    stage: Arc<AtomicU8>,
}

/// The stages of a measurement.
const RAMPING_UP: u8 = 0;
const MEASURING: u8 = 1;
const STOPPING: u8 = 2;

impl Players {
    /// Starts `games` pairs, and waits until all of them play. The two players of a pair connect to different origins.
    /// With a pace, each pair makes one move per `pace` on average.
    pub(super) async fn start(origins: &[String], games: usize, pace: Option<Duration>) -> Self {
        let stage = Arc::new(AtomicU8::new(RAMPING_UP));
        let pair = |number: usize| {
            let origin = |offset: usize| origins[(number + offset) % origins.len().max(1)].clone();
            let pair = Pair {
                origins: [origin(0), origin(1)],
                seed: number as u64,
                stage: Arc::clone(&stage),
                pace,
                epoch: Instant::now(),
                sent_at: Arc::default(),
            };
            let delay = RAMP_UP.mul_f64(number as f64 / games.max(1) as f64);
            tokio::spawn(async move {
                sleep(delay).await;
                pair.play().await
            })
        };
        let pairs = (0..games).map(pair).collect();
        sleep(RAMP_UP + WARM_UP).await;
        Self { pairs, stage }
    }

    /// Measures for `duration`, and returns the exact duration in seconds. After that, the games end.
    pub(super) async fn measure(&self, duration: Duration) -> f64 {
        let started = Instant::now();
        self.stage.store(MEASURING, Ordering::Relaxed);
        sleep(duration).await;
        self.stage.store(STOPPING, Ordering::Relaxed);
        started.elapsed().as_secs_f64()
    }

    /// Waits for the end of all games, and returns the sorted latencies.
    pub(super) async fn finish(self) -> Result<Latencies, Error> {
        let mut latencies = Latencies::default();
        for pair in self.pairs {
            latencies.extend(pair.await??);
        }
        latencies.acknowledgement.sort_by(f64::total_cmp);
        latencies.delivery.sort_by(f64::total_cmp);
        Ok(latencies)
    }
}

/// Two players, and the state that they share.
#[derive(Clone)]
struct Pair {
    origins: [String; 2],
    seed: u64,
    stage: Arc<AtomicU8>,
    pace: Option<Duration>,
    epoch: Instant,
    /// Time at which the last move was sent, in nanoseconds since `epoch`.
    sent_at: Arc<AtomicU64>,
}

impl Pair {
    /// Plays game after game until the measurement ends.
    async fn play(self) -> Result<Latencies, Error> {
        let clients = [Client::guest(&self.origins[0]).await?, Client::guest(&self.origins[1]).await?];
        let rules = Rules::named("international")?;
        let (mut latencies, mut number) = (Latencies::default(), 0);
        while !self.is_at(STOPPING) {
            number += 1;
            let game = start_game(&clients[0], &clients[1], &json!({ "rules": "international" })).await?;
            let sides = [Color::White, Color::Black].map(|side| {
                let client = clients[usize::from(side == Color::Black)].clone();
                let rng = Rng::new(self.seed << 16 ^ number << 1 ^ side as u64);
                let (pair, game, rules) = (self.clone(), game.clone(), rules.clone());
                tokio::spawn(async move { pair.play_side(&client, &game, &rules, side, rng).await })
            });
            for side in sides {
                latencies.extend(side.await??);
            }
        }
        Ok(latencies)
    }

    fn is_at(&self, stage: u8) -> bool {
        self.stage.load(Ordering::Relaxed) == stage
    }

    fn nanos(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn seconds_since(&self, nanos: u64) -> f64 {
        self.nanos().saturating_sub(nanos) as f64 / 1e9
    }

    /// Plays one side of a game.
    async fn play_side(
        &self,
        client: &Client,
        game: &str,
        rules: &Rules,
        side: Color,
        mut rng: Rng,
    ) -> Result<Latencies, Error> {
        let mut live = client.connect(game, 0).await?;
        let (mut replica, mut latencies) = (GameReplica::new(rules), Latencies::default());
        // Whether a move is not acknowledged yet, when it was sent, and the number of its event, which may arrive after the
        // acknowledgement.
        let (mut is_pending, mut sent_at, mut acknowledged) = (false, 0, 0);
        loop {
            let is_ready = !is_pending && replica.seq >= acknowledged;
            if is_ready && replica.game.outcome().is_some() {
                return Ok(latencies);
            }
            if is_ready && let Some(request) = replica.random_move(side, &mut rng) {
                if let Some(pace) = self.pace {
                    let elapsed = self.seconds_since(self.sent_at.load(Ordering::Relaxed));
                    // The times vary, so that the pairs do not move at once.
                    let pace = pace.mul_f64(rng.below(2001) as f64 / 1000.0);
                    sleep(pace.saturating_sub(Duration::from_secs_f64(elapsed))).await;
                }
                // The side to move ends the game for both.
                let request = if self.is_at(STOPPING) { json!({ "do": "resign" }) } else { request };
                sent_at = self.nanos();
                self.sent_at.store(sent_at, Ordering::Relaxed);
                live.send_command(&format!("{side}{}", replica.seq), &request).await;
                is_pending = true;
            }
            let message = live.receive_message().await?;
            match message["type"].as_str() {
                Some("event") => {
                    let is_own =
                        message["entry"]["event"]["by"] == serde_json::to_value(side).unwrap_or_default();
                    if !is_own && self.is_at(MEASURING) {
                        latencies.delivery.push(self.seconds_since(self.sent_at.load(Ordering::Relaxed)));
                    }
                    replica.apply(&message)?;
                }
                Some("done") => {
                    if self.is_at(MEASURING) {
                        latencies.acknowledgement.push(self.seconds_since(sent_at));
                    }
                    (is_pending, acknowledged) = (false, message["seq"].as_u64().unwrap_or(0));
                }
                _ => return Err(Error(message.to_string())),
            }
        }
    }
}
