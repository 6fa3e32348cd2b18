//! Games with clocks that are played at a steady pace during the attacks, connected as pages.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use draughts::{Color, Game, Rules};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::address;
use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;
use crate::player::start_game;
use crate::rng::Rng;

/// The average time between two moves of a game.
pub(super) const PACE: Duration = Duration::from_millis(500);
/// The time control: a pause of the site of half a minute lets flags fall.
const INITIAL_MILLIS: u64 = 30_000;
const INCREMENT_MILLIS: u64 = 1_000;

/// The measurements of the players.
#[derive(Clone, Default, Debug)]
pub(super) struct Measurements {
    /// Times from the sending of a move to its acknowledgement, in milliseconds.
    pub(super) acknowledgement: Vec<f64>,
    /// Times from the sending of a move to its arrival at the opponent, in milliseconds.
    pub(super) delivery: Vec<f64>,
    /// Games that ended because a connection was lost or a move was refused.
    pub(super) errors: Vec<String>,
}

/// Games that are played until they are stopped.
pub(super) struct Games {
    origin: String,
    pairs: Vec<JoinHandle<()>>,
    shared: Arc<Shared>,
}

/// State that the pairs share.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    measurements: Mutex<Measurements>,
    /// The ids of all games that were started.
    ids: Mutex<Vec<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    /// Starts `games` pairs of guests, each player with an address, and waits until all of them play.
    pub(super) async fn start(origin: &str, games: usize) -> Result<Self, Error> {
        let shared = Arc::new(Shared::default());
        let mut pairs = Vec::new();
        for number in 0..games {
            let clients = [
                Client::guest_from(origin, address::player(2 * number)).await?,
                Client::guest_from(origin, address::player(2 * number + 1)).await?,
            ];
            let (shared, rng) = (Arc::clone(&shared), Rng::new(number as u64 + 1));
            pairs.push(tokio::spawn(async move { play_games(&clients, &shared, rng).await }));
        }
        while lock(&shared.ids).len() < games {
            sleep(PACE).await;
        }
        Ok(Self { origin: origin.to_owned(), pairs, shared })
    }

    /// Returns what was measured since the last call.
    pub(super) fn take(&self) -> Measurements {
        mem::take(&mut *lock(&self.shared.measurements))
    }

    /// Returns the id of the game that was started last.
    pub(super) fn newest(&self) -> String {
        lock(&self.shared.ids).last().cloned().unwrap_or_default()
    }

    /// Stops the games, and returns the number of flags that fell in any of them.
    pub(super) async fn finish(self) -> Result<usize, Error> {
        self.shared.stop.store(true, Ordering::Relaxed);
        for pair in self.pairs {
            pair.await?;
        }
        let (ids, mut flags) = (mem::take(&mut *lock(&self.shared.ids)), 0);
        for (number, id) in ids.iter().enumerate() {
            // The rate limit of one address is too low for all games.
            let reader = Client::anonymous_from(&self.origin, address::visitor(100 + number / 100))?;
            let response = reader.get(&format!("/api/v1/games/{id}/events")).await?;
            if !response.status.is_success() {
                return Err(Error(format!("{} {}", response.status, response.text)));
            }
            flags += usize::from(response.text.contains("\"flag-fall\""));
        }
        Ok(flags)
    }
}

/// Plays game after game until the games are stopped.
async fn play_games(clients: &[Client; 2], shared: &Shared, mut rng: Rng) {
    while !shared.stop.load(Ordering::Relaxed) {
        if let Err(error) = play(clients, shared, &mut rng).await {
            lock(&shared.measurements).errors.push(error.0);
            sleep(PACE).await;
        }
    }
}

/// Plays one game of random moves.
async fn play(clients: &[Client; 2], shared: &Shared, rng: &mut Rng) -> Result<(), Error> {
    let rules = Rules::named("international")?;
    let time = json!({ "kind": "clock", "initial": INITIAL_MILLIS, "increment": INCREMENT_MILLIS });
    let proposal = json!({ "rules": "international", "time": time });
    let id = start_game(&clients[0], &clients[1], &proposal).await?;
    let path = format!("/ws/games/{id}?state=changes&language=en");
    let mut white = LiveConnection::open(&clients[0], &path).await?;
    let mut black = LiveConnection::open(&clients[1], &path).await?;
    lock(&shared.ids).push(id);
    let mut game = Game::new(&rules);
    while !shared.stop.load(Ordering::Relaxed) && game.outcome().is_none() {
        // The times vary, so that the games do not move at once.
        sleep(PACE.mul_f64(rng.below(2001) as f64 / 1000.0)).await;
        let moves = game.legal_moves();
        let m = moves[rng.below(moves.len())].clone();
        let command =
            json!({ "do": "move-squares", "from": m.from(), "to": m.to(), "captured": m.captured() });
        let (mover, opponent) = match game.position().turn() {
            Color::White => (&mut white, &mut black),
            Color::Black => (&mut black, &mut white),
        };
        // Each event is one move: its number is the ply.
        let (seq, sent) = (game.turns().len() as u64 + 1, Instant::now());
        let millis = || sent.elapsed().as_secs_f64() * 1000.0;
        let acknowledged = async { execute(mover, seq, &command).await.map(|()| millis()) };
        let delivered = async { opponent.wait_for_event(seq).await.map(|()| millis()) };
        let (acknowledgement, delivery) = tokio::try_join!(acknowledged, delivered)?;
        let mut measurements = lock(&shared.measurements);
        measurements.acknowledgement.push(acknowledgement);
        measurements.delivery.push(delivery);
        drop(measurements);
        game.play(&m).map_err(|refusal| Error(format!("{refusal:?}")))?;
    }
    if game.outcome().is_none() {
        // Nobody waits for a flag after the trial.
        let mover = if game.position().turn() == Color::White { &mut white } else { &mut black };
        execute(mover, u64::MAX, &json!({ "do": "resign" })).await?;
    }
    Ok(())
}

/// Sends a command, and waits for its acknowledgement.
async fn execute(live: &mut LiveConnection, number: u64, command: &Value) -> Result<(), Error> {
    match live.execute(&format!("c{number}"), command).await {
        Some(reply) if reply["type"] == "done" => Ok(()),
        Some(reply) => Err(Error(reply.to_string())),
        None => Err(Error::new("a player lost the connection")),
    }
}
