//! Measures pages while games are played at a steady pace.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use draughts::{Game, Rules};
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::Error;
use crate::client::Client;
use crate::rng::Rng;

/// The time between two moves of a game.
const PACE: Duration = Duration::from_millis(500);

/// Latencies in milliseconds, sorted.
pub(super) struct Latencies(Vec<f64>);

impl Latencies {
    fn new(mut milliseconds: Vec<f64>) -> Self {
        milliseconds.sort_by(f64::total_cmp);
        Self(milliseconds)
    }

    /// Returns a percentile; `part` is between 0 and 1.
    pub(super) fn percentile(&self, part: f64) -> f64 {
        let index = ((self.0.len() as f64 - 1.0) * part).round().max(0.0) as usize;
        self.0.get(index).copied().unwrap_or(0.0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Games that are played until they are stopped.
pub(super) struct Moves {
    games: Vec<JoinHandle<Result<Vec<f64>, Error>>>,
    stop: Arc<AtomicBool>,
}

impl Moves {
    /// Starts games, each of which gets a move per [`PACE`] on average.
    pub(super) fn start(origin: &str, games: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let game = |number: usize| {
            let (origin, stop) = (origin.to_owned(), Arc::clone(&stop));
            tokio::spawn(async move { play(&origin, &stop, Rng::new(number as u64 + 1)).await })
        };
        Self { games: (0..games).map(game).collect(), stop }
    }

    /// Stops the games, and returns the latencies from the sending of a move to its acknowledgement.
    pub(super) async fn finish(self) -> Result<Latencies, Error> {
        self.stop.store(true, Ordering::Relaxed);
        let mut latencies = Vec::new();
        for game in self.games {
            latencies.extend(game.await??);
        }
        Ok(Latencies::new(latencies))
    }
}

/// Plays both sides of games, one after the other.
async fn play(origin: &str, stop: &AtomicBool, mut rng: Rng) -> Result<Vec<f64>, Error> {
    let client = Client::guest(origin).await?;
    let rules = Rules::named("international")?;
    let mut latencies = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let request = json!({ "opponent": "same-device", "proposal": { "rules": "international" } });
        let id = client.post("/api/v1/games", &request).await?.id()?;
        let mut game = Game::new(&rules);
        while !stop.load(Ordering::Relaxed) && game.outcome().is_none() {
            sleep(PACE.mul_f64(rng.below(2001) as f64 / 1000.0)).await;
            let moves = game.legal_moves();
            let m = moves[rng.below(moves.len())].clone();
            let command =
                json!({ "do": "move-squares", "from": m.from(), "to": m.to(), "captured": m.captured() });
            let sent = Instant::now();
            let response = client.execute(&id, &game.turns().len().to_string(), &command).await?;
            latencies.push(sent.elapsed().as_secs_f64() * 1000.0);
            if !response.status.is_success() {
                return Err(Error(format!("a move was refused: {}", response.text)));
            }
            game.play(&m).map_err(|refusal| Error(format!("{refusal:?}")))?;
        }
    }
    Ok(latencies)
}

/// Requests paths one after the other, and returns the latencies.
pub(super) async fn request_all(
    client: &Client,
    paths: impl Iterator<Item = String>,
) -> Result<Latencies, Error> {
    let mut latencies = Vec::new();
    for path in paths {
        let sent = Instant::now();
        let response = client.get(&path).await?;
        latencies.push(sent.elapsed().as_secs_f64() * 1000.0);
        if !response.status.is_success() {
            return Err(Error(format!("{path}: {} {}", response.status, response.text)));
        }
    }
    Ok(Latencies::new(latencies))
}
