//! Pairs who play as fast as they are answered, or at a pace, and note how long they wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughts::{Color, Rules};
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::client::{Client, Unanswered};
use crate::live::Heard;
use crate::player::{Board, Lot, begin};

/// For so long pairs come to play, one after the other, and for so long they play before anything is counted: what is
/// measured is a site in use, and not its opening day.
const ARRIVAL: Duration = Duration::from_secs(2);
const SETTLING: Duration = Duration::from_secs(1);

/// How long it took, in seconds.
#[derive(Default)]
pub(super) struct Times {
    /// From sending to the acknowledgement.
    pub(super) acknowledged: Vec<f64>,
    /// From sending to the opponent's screen.
    pub(super) on_screen: Vec<f64>,
}

impl Times {
    fn extend(&mut self, other: Self) {
        self.acknowledged.extend(other.acknowledged);
        self.on_screen.extend(other.on_screen);
    }

    /// Such a part of the times is not longer than this, in milliseconds.
    pub(super) fn percentile(sorted: &[f64], part: f64) -> f64 {
        let place = ((sorted.len() as f64 - 1.0) * part).round().max(0.0) as usize;
        sorted.get(place).copied().unwrap_or(0.0) * 1000.0
    }
}

/// Pairs who play.
pub(super) struct Playing {
    pairs: Vec<JoinHandle<Result<Times, String>>>,
    stage: Arc<AtomicU8>,
}

/// How far they are: still coming, counted, or to end their games.
const COMING: u8 = 0;
const COUNTED: u8 = 1;
const OVER: u8 = 2;

impl Playing {
    /// So many pairs begin to play at these places, the two of a pair at different ones: as fast as they are answered, or at
    /// a pace, a move of each pair in such a time, more or less by lot. They come one after the other.
    pub(super) async fn begin(origins: &[String], games: usize, pace: Option<Duration>) -> Self {
        let stage = Arc::new(AtomicU8::new(COMING));
        let pair = |number: usize| {
            let place = |offset: usize| origins[(number + offset) % origins.len().max(1)].clone();
            let pair = Pair {
                origins: [place(0), place(1)],
                seed: number as u64,
                stage: Arc::clone(&stage),
                pace,
                epoch: Instant::now(),
                sent: Arc::default(),
            };
            let after = ARRIVAL.mul_f64(number as f64 / games.max(1) as f64);
            tokio::spawn(async move {
                sleep(after).await;
                pair.play().await
            })
        };
        let pairs = (0..games).map(pair).collect();
        sleep(ARRIVAL + SETTLING).await;
        Self { pairs, stage }
    }

    /// From now on it is counted, for so long; says for how many seconds it was.
    pub(super) async fn count(&self, time: Duration) -> f64 {
        let begun = Instant::now();
        self.stage.store(COUNTED, Ordering::Relaxed);
        sleep(time).await;
        self.stage.store(OVER, Ordering::Relaxed);
        begun.elapsed().as_secs_f64()
    }

    /// All games are ended, and the times told in order.
    pub(super) async fn end(self) -> Result<Times, String> {
        let mut times = Times::default();
        for pair in self.pairs {
            times.extend(pair.await.map_err(|error| error.to_string())??);
        }
        times.acknowledged.sort_by(f64::total_cmp);
        times.on_screen.sort_by(f64::total_cmp);
        Ok(times)
    }
}

/// Two players, and what they share.
#[derive(Clone)]
struct Pair {
    origins: [String; 2],
    seed: u64,
    stage: Arc<AtomicU8>,
    pace: Option<Duration>,
    epoch: Instant,
    /// When the move that is under way was sent, in nanoseconds.
    sent: Arc<AtomicU64>,
}

impl Pair {
    async fn play(self) -> Result<Times, String> {
        let told = |error: Unanswered| error.to_string();
        let clients = [
            Client::guest(&self.origins[0]).await.map_err(told)?,
            Client::guest(&self.origins[1]).await.map_err(told)?,
        ];
        let rules = Rules::named("international").map_err(|error| error.to_string())?;
        let (mut times, mut number) = (Times::default(), 0);
        while !self.is_at(OVER) {
            number += 1;
            let proposal = json!({ "rules": "international" });
            let game = begin(&clients[0], &clients[1], &proposal).await.map_err(told)?;
            let sides = [Color::White, Color::Black].map(|side| {
                let client = clients[usize::from(side == Color::Black)].clone();
                let lot = Lot::new(self.seed << 16 ^ number << 1 ^ side as u64);
                let (pair, game, rules) = (self.clone(), game.clone(), rules.clone());
                tokio::spawn(async move { pair.side(&client, &game, &rules, side, lot).await })
            });
            for side in sides {
                times.extend(side.await.map_err(|error| error.to_string())??);
            }
        }
        Ok(times)
    }

    fn is_at(&self, stage: u8) -> bool {
        self.stage.load(Ordering::Relaxed) == stage
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn since(&self, then: u64) -> f64 {
        self.elapsed().saturating_sub(then) as f64 / 1e9
    }

    async fn side(
        &self,
        client: &Client,
        game: &str,
        rules: &Rules,
        side: Color,
        mut lot: Lot,
    ) -> Result<Times, String> {
        let mut live = client.live(game, 0).await.map_err(|error| error.to_string())?;
        let (mut board, mut times, mut open) = (Board::new(rules), Times::default(), false);
        // When the last move was sent, and the event that it became, which may be told a moment later.
        let (mut own, mut done) = (0, 0);
        loop {
            let ready = !open && board.seq >= done;
            if ready && board.game.outcome().is_some() {
                return Ok(times);
            }
            if ready && let Some(request) = board.choose(side, &mut lot) {
                if let Some(pace) = self.pace {
                    let spent = Duration::from_secs_f64(self.since(self.sent.load(Ordering::Relaxed)));
                    // People do not move all at once.
                    let pace = pace.mul_f64(lot.below(2001) as f64 / 1000.0);
                    sleep(pace.saturating_sub(spent)).await;
                }
                // Who is to move ends it for both.
                let request = if self.is_at(OVER) { json!({ "do": "resign" }) } else { request };
                own = self.elapsed();
                self.sent.store(own, Ordering::Relaxed);
                live.command(&format!("{side}{}", board.seq), &request).await;
                open = true;
            }
            let told = match live.hear().await {
                Heard::Told(told) => told,
                Heard::Closed(..) | Heard::Lost => return Err("a connection was lost".to_owned()),
            };
            match told["type"].as_str() {
                Some("event") => {
                    let by_other =
                        told["entry"]["event"]["by"] != serde_json::to_value(side).unwrap_or_default();
                    if by_other && self.is_at(COUNTED) {
                        times.on_screen.push(self.since(self.sent.load(Ordering::Relaxed)));
                    }
                    board.follow(&told)?;
                }
                Some("done") => {
                    if self.is_at(COUNTED) {
                        times.acknowledged.push(self.since(own));
                    }
                    (open, done) = (false, told["seq"].as_u64().unwrap_or(0));
                }
                _ => return Err(told.to_string()),
            }
        }
    }
}
