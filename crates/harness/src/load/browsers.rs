//! Games as browsers play and watch them: with the state of the game on the page, which the site keeps up to date.
//!
//! The moves of each game are decided in advance, so that all games reach the same ply at the same time and the clients
//! cost little.

use std::time::{Duration, Instant};

use draughts::{Event, Game, Rules};
use futures_util::future::try_join_all;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;

use super::LoadConfig;
use super::players::Latencies;
use super::usage::Processes;
use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;
use crate::player::start_game;
use crate::rng::Rng;

/// The plies that are measured: the start of the game, and a late part.
const EARLY: std::ops::Range<usize> = 0..20;
const LATE: std::ops::Range<usize> = 100..150;

/// The costs of moves, each with a description of the conditions.
pub(super) type Costs = Vec<(String, Cost)>;

/// The cost and the latency of a move, averaged over the moves measured.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    /// Moves per second.
    pub(super) rate: f64,
    /// CPU time of the site for a move, in microseconds.
    pub(super) microseconds: f64,
    /// Bytes sent to each viewer for a move.
    pub(super) bytes: f64,
    /// The 99th percentile of the time until the opponent has the move, in milliseconds.
    pub(super) delivery_p99: f64,
}

/// Measures a site: games without spectators early and late, several games with spectators, and one with many.
pub(super) async fn measure(
    origin: &str,
    processes: &Processes<'_>,
    config: LoadConfig,
) -> Result<Costs, Error> {
    let mut costs = Costs::new();
    let half = config.games / 2;
    // The page asks for changes; programs for the whole state, or for events only.
    for (mode, viewers) in
        [("changes", "as pages"), ("true", "with whole states"), ("false", "with events only")]
    {
        let (mut games, _audience) = start_games(origin, half, 0, mode).await?;
        for (plies, is_measured) in [(EARLY, true), (EARLY.end..LATE.start, false), (LATE, true)] {
            let cost = play(&mut games, plies.clone(), None, processes).await?;
            if is_measured {
                let plies = format!("plies {} to {}", plies.start, plies.end);
                costs.push((format!("{half} games connected {viewers}, {plies}"), cost));
            }
        }
    }
    for (number, spectators, pace) in
        [(config.games / 10, 100, None), (1, config.spectators * 2 / 5, Some(Duration::from_secs(1)))]
    {
        let (mut games, _audience) = start_games(origin, number, spectators, "changes").await?;
        let cost = play(&mut games, EARLY, pace, processes).await?;
        let pace = if pace.is_some() { ", one move a second" } else { "" };
        costs.push((format!("{number} games with {spectators} spectators each{pace}"), cost));
    }
    Ok(costs)
}

/// A game and its players.
struct WatchedGame {
    moves: Vec<Value>,
    /// The connections of White and Black.
    players: [LiveConnection; 2],
    rng: Rng,
}

/// The spectators of all games. They receive all messages and discard them, on a thread of their own: a player does not
/// wait until the other clients of this process have read.
struct Audience(Option<Runtime>);

impl Audience {
    /// Connects this many spectators to each path.
    async fn connect(origin: &str, paths: Vec<String>, spectators: usize) -> Result<Self, Error> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let client = Client::anonymous(origin);
        let connected = runtime.spawn(async move {
            for path in paths {
                for _ in 0..spectators {
                    let mut live = LiveConnection::open(&client, &path).await?;
                    tokio::spawn(async move { while live.skip().await {} });
                }
            }
            Ok::<_, Error>(())
        });
        let audience = Self(Some(runtime));
        connected.await.map_err(|error| Error(error.to_string()))??;
        Ok(audience)
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        // Dropping a runtime waits for its tasks, which async code must not do.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Starts games of which all have at least [`LATE`]`.end` plies.
async fn start_games(
    origin: &str,
    games: usize,
    spectators: usize,
    mode: &str,
) -> Result<(Vec<WatchedGame>, Audience), Error> {
    let rules = Rules::named("international")?;
    let mut scripts = (0..).filter_map(|seed| script(&rules, seed));
    let proposal = json!({ "rules": "international", "time": { "kind": "clock", "initial": 3_600_000, "increment": 0 } });
    let mut pairs = Vec::new();
    for _ in 0..games {
        let clients = [Client::guest(origin).await?, Client::guest(origin).await?];
        let game = start_game(&clients[0], &clients[1], &proposal).await?;
        pairs.push((clients, format!("/ws/games/{game}?state={mode}&language=en")));
    }
    let paths = pairs.iter().map(|(_, path)| path.clone()).collect();
    let audience = Audience::connect(origin, paths, spectators).await?;
    // The players connect last: a connection that nobody reads answers no pings, and is closed.
    let mut started = Vec::new();
    for (number, (clients, path)) in pairs.into_iter().enumerate() {
        let players = [
            LiveConnection::open(&clients[0], &path).await?,
            LiveConnection::open(&clients[1], &path).await?,
        ];
        let moves = scripts.next().unwrap_or_default();
        started.push(WatchedGame { moves, players, rng: Rng::new(number as u64) });
    }
    Ok((started, audience))
}

/// Returns the commands of a random game that is long enough.
fn script(rules: &Rules, seed: u64) -> Option<Vec<Value>> {
    let (mut game, mut rng, mut commands) = (Game::new(rules), Rng::new(seed), Vec::new());
    while commands.len() < LATE.end {
        let moves = game.legal_moves();
        let m = moves.get(rng.below(moves.len().max(1)))?.clone();
        game.apply(Event::of(&m, game.position().turn())).ok()?;
        commands
            .push(json!({ "do": "move-squares", "from": m.from(), "to": m.to(), "captured": m.captured() }));
    }
    Some(commands)
}

/// Plays these plies in all games, and returns what a move costs.
async fn play(
    games: &mut [WatchedGame],
    plies: std::ops::Range<usize>,
    pace: Option<Duration>,
    processes: &Processes<'_>,
) -> Result<Cost, Error> {
    let bytes = |games: &[WatchedGame]| {
        let players = games.iter().flat_map(|game| &game.players);
        players.map(LiveConnection::bytes_received).sum::<u64>()
    };
    let (viewers, bytes_before) = (2 * games.len(), bytes(games));
    let (started, usage) = (Instant::now(), processes.usage().await?);
    let deliveries = try_join_all(games.iter_mut().map(|game| game.play(plies.clone(), pace))).await?;
    let seconds = started.elapsed().as_secs_f64();
    let usage = processes.usage().await? - usage;
    let mut deliveries: Vec<f64> = deliveries.concat();
    deliveries.sort_by(f64::total_cmp);
    let moves = deliveries.len().max(1) as f64;
    Ok(Cost {
        rate: moves / seconds,
        microseconds: 1e6 * usage.cpu_seconds() / moves,
        bytes: (bytes(games) - bytes_before) as f64 / (plies.len() * viewers) as f64,
        delivery_p99: Latencies::percentile(&deliveries, 0.99),
    })
}

impl WatchedGame {
    /// Plays these plies, and returns the times until the opponent had each move, in seconds.
    async fn play(
        &mut self,
        plies: std::ops::Range<usize>,
        pace: Option<Duration>,
    ) -> Result<Vec<f64>, Error> {
        let mut deliveries = Vec::new();
        for ply in plies {
            if let Some(pace) = pace {
                // The times vary, so that the games do not move at once.
                sleep(pace.mul_f64(self.rng.below(2001) as f64 / 1000.0)).await;
            }
            let request = self.moves.get(ply).ok_or_else(|| Error::new("a game is too short"))?;
            let [white, black] = &mut self.players;
            let (mover, opponent) = if ply % 2 == 0 { (white, black) } else { (black, white) };
            let (id, sent) = (format!("p{ply}"), Instant::now());
            mover.send_command(&id, request).await;
            // Each event is one move: its number is the ply.
            let arrived = async {
                opponent.wait_for_event(ply as u64 + 1).await.map(|()| sent.elapsed().as_secs_f64())
            };
            let (delivery, moved) = tokio::join!(arrived, mover.wait_for_event(ply as u64 + 1));
            moved?;
            deliveries.push(delivery?);
        }
        Ok(deliveries)
    }
}
