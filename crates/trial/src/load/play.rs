//! Pairs who play as fast as they are answered, or at a pace, and note how long they wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughts::{Color, Rules};
use serde_json::json;

use crate::client::{Client, Unanswered};
use crate::live::Heard;
use crate::player::{Board, Lot, begin};

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

/// So many pairs play for so long at these places, the two of a pair at different ones; at a pace, a move of each pair in
/// such a time, or as fast as they are answered.
pub(super) async fn play(
    origins: &[String],
    games: usize,
    time: Duration,
    pace: Option<Duration>,
) -> Result<(Times, f64), String> {
    let over = Arc::new(AtomicBool::new(false));
    let pairs: Vec<_> = (0..games)
        .map(|number| {
            let place = |offset: usize| origins[(number + offset) % origins.len().max(1)].clone();
            let pair = Pair {
                origins: [place(0), place(1)],
                seed: number as u64,
                over: Arc::clone(&over),
                pace,
                epoch: Instant::now(),
                sent: Arc::default(),
            };
            tokio::spawn(pair.play())
        })
        .collect();
    let begun = Instant::now();
    tokio::time::sleep(time).await;
    over.store(true, Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs_f64();
    let mut times = Times::default();
    for pair in pairs {
        times.extend(pair.await.map_err(|error| error.to_string())??);
    }
    times.acknowledged.sort_by(f64::total_cmp);
    times.on_screen.sort_by(f64::total_cmp);
    Ok((times, seconds))
}

/// Two players, and what they share.
#[derive(Clone)]
struct Pair {
    origins: [String; 2],
    seed: u64,
    over: Arc<AtomicBool>,
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
        while !self.over.load(Ordering::Relaxed) {
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
                    tokio::time::sleep(pace.saturating_sub(spent)).await;
                }
                // Who is to move ends it for both.
                let over = self.over.load(Ordering::Relaxed);
                let request = if over { json!({ "do": "resign" }) } else { request };
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
                    if told["entry"]["event"]["by"] != serde_json::to_value(side).unwrap_or_default() {
                        times.on_screen.push(self.since(self.sent.load(Ordering::Relaxed)));
                    }
                    board.follow(&told)?;
                }
                Some("done") => {
                    times.acknowledged.push(self.since(own));
                    (open, done) = (false, told["seq"].as_u64().unwrap_or(0));
                }
                _ => return Err(told.to_string()),
            }
        }
    }
}
