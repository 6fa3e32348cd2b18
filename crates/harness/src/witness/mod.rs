//! Players who keep a record of all that they were told, against which the site is held afterwards.

mod alone;
mod copy;
mod play;
mod proof;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use draughts::{Color, Rules};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

pub use copy::Kept;

use crate::client::{Client, Unanswered};
use crate::player::{Lot, begin};

/// Rule sets that are played in turn.
const RULES: [&str; 4] = ["international", "checkers-bsn", "russian", "checkers-revenge"];

/// How the games are played.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Where the site can be reached. Who loses a connection tries the next.
    pub origins: Arc<[String]>,
    /// The clocks, in milliseconds: at first, and with each move.
    pub clock: (i64, i64),
    /// So far, in milliseconds, the clocks of those who serve may be apart.
    pub slack: i64,
    /// So many more play against the computer.
    pub computers: usize,
    /// Is it borne when the site asks to try again later?
    pub patient: bool,
    /// Moves that were acknowledged so far, by all.
    pub acknowledged: Arc<AtomicU64>,
    /// The longest time that a command waited for its acknowledgement, in milliseconds.
    pub longest: Arc<AtomicU64>,
}

impl Setting {
    /// One site, and clocks so long that no flag falls.
    #[must_use]
    pub fn new(origins: impl IntoIterator<Item = String>) -> Self {
        Self {
            origins: origins.into_iter().collect(),
            clock: (3_600_000, 1_000),
            slack: 3,
            computers: 0,
            patient: false,
            acknowledged: Arc::default(),
            longest: Arc::default(),
        }
    }

    /// The clocks, as they are proposed.
    fn time(&self) -> Value {
        let (initial, increment) = self.clock;
        json!({ "kind": "clock", "initial": initial, "increment": increment })
    }

    fn origin(&self, number: usize) -> &str {
        self.origins.get(number % self.origins.len().max(1)).map_or("", String::as_str)
    }
}

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proof {
    /// Games that were looked at.
    pub games: usize,
    /// Events that were acknowledged, each of which is there.
    pub acknowledged: usize,
    /// Events that were seen live, each of which is there as it was seen.
    pub seen: usize,
    /// Clocks that were made up for outages.
    pub made_up: usize,
}

/// What one player has on record of one game.
#[derive(Default)]
struct Record {
    /// Events as they were told.
    seen: BTreeMap<u64, Value>,
    /// What was acknowledged, by the number of its event.
    acknowledged: BTreeMap<u64, Acknowledged>,
}

struct Acknowledged {
    request: Value,
    /// When it was sent for the first time, and when it was acknowledged.
    sent: i64,
    heard: i64,
}

/// A game that was played, and what its players have on record of it.
struct Played {
    id: String,
    rules: Rules,
    players: Vec<(Client, Record)>,
}

/// Players who play game after game until they are told to stop: in pairs, and against the computer.
pub struct Witnesses {
    setting: Setting,
    stop: watch::Sender<bool>,
    tables: Vec<JoinHandle<Result<Vec<Played>, String>>>,
}

impl Witnesses {
    /// So many pairs begin to play, and those who play against the computer.
    #[must_use]
    pub fn begin(setting: &Setting, games: usize, seed: u64) -> Self {
        let (stop, stopped) = watch::channel(false);
        let numbers = |count: usize| (0..count as u64).map(|number| number + seed);
        let pairs = numbers(games).map(|seed| tokio::spawn(pair(setting.clone(), seed, stopped.clone())));
        let alone = numbers(setting.computers)
            .map(|seed| tokio::spawn(alone::alone(setting.clone(), seed, stopped.clone())));
        Self { setting: setting.clone(), stop, tables: pairs.chain(alone).collect() }
    }

    /// Waits until so many more moves were acknowledged: then the site serves. Says how many milliseconds that took.
    pub async fn go_on(&self, moves: u64, patience: Duration) -> Result<u128, String> {
        let (begun, acknowledged) = (std::time::Instant::now(), &self.setting.acknowledged);
        let wanted = acknowledged.load(Ordering::Relaxed) + moves;
        while acknowledged.load(Ordering::Relaxed) < wanted {
            if self.is_troubled() {
                return Err("somebody has stopped playing".to_owned());
            }
            if begun.elapsed() > patience {
                return Err(format!("no {moves} moves were acknowledged within {patience:?}"));
            }
            sleep(Duration::from_millis(10)).await;
        }
        Ok(begun.elapsed().as_millis())
    }

    /// Has somebody stopped because of what was seen?
    #[must_use]
    pub fn is_troubled(&self) -> bool {
        self.tables.iter().any(JoinHandle::is_finished)
    }

    /// Lets all games end, and compares the logs of the site with what everybody has on record.
    pub async fn prove(self) -> Result<Proof, String> {
        let (setting, mut proof) = (self.setting.clone(), Proof::default());
        for game in self.played().await? {
            game.prove(&setting, &mut proof).await?;
        }
        Ok(proof)
    }

    /// Lets all games end; gives what everybody has on record.
    async fn played(self) -> Result<Vec<Played>, String> {
        // Whoever is to move resigns; who waits hears it.
        let _ = self.stop.send(true);
        let mut played = Vec::new();
        for table in self.tables {
            played.extend(table.await.map_err(|error| error.to_string())??);
        }
        Ok(played)
    }
}

/// Two players who play game after game.
async fn pair(setting: Setting, seed: u64, mut stop: watch::Receiver<bool>) -> Result<Vec<Played>, String> {
    let mut lot = Lot::new(seed);
    // Each at another place of the site, where there are several.
    let places = [seed as usize, seed as usize + 1];
    let clients = [guest(setting.origin(places[0])).await, guest(setting.origin(places[1])).await];
    let mut played = Vec::new();
    while !*stop.borrow_and_update() {
        let id = RULES[lot.below(RULES.len())];
        let rules = Rules::named(id).map_err(|error| error.to_string())?;
        let proposal = json!({ "rules": id, "time": setting.time() });
        let Some(game) = persist(|| begin_either(&clients, &proposal), &stop).await else { break };
        let game = Arc::new(game);
        let [white, black] = [Color::White, Color::Black].map(|side| {
            let client = clients[usize::from(side == Color::Black)].clone();
            let player = play::Player {
                client,
                setting: setting.clone(),
                place: places[usize::from(side == Color::Black)],
                game: game.to_string(),
                rules: rules.clone(),
                side,
                lot: Lot::new(seed ^ (played.len() as u64 + 1) << 8 ^ side as u64),
                stop: stop.clone(),
            };
            tokio::spawn(player.play())
        });
        let records = [white.await, black.await].map(|record| record.map_err(|error| error.to_string())?);
        let [white, black] = records;
        let players = vec![(clients[0].clone(), white?), (clients[1].clone(), black?)];
        played.push(Played { id: game.to_string(), rules, players });
    }
    Ok(played)
}

async fn guest(origin: &str) -> Client {
    loop {
        match Client::guest(origin).await {
            Ok(client) if client.is_let_in() => return client,
            _ => sleep(Duration::from_millis(10)).await,
        }
    }
}

/// Tries until it is done; nothing when everything is over.
async fn persist<T, F: Future<Output = Result<T, Unanswered>>>(
    attempt: impl Fn() -> F,
    stop: &watch::Receiver<bool>,
) -> Option<T> {
    loop {
        match attempt().await {
            Ok(done) => return Some(done),
            Err(_) if *stop.borrow() => return None,
            Err(_) => sleep(Duration::from_millis(10)).await,
        }
    }
}

/// A game in which the first client plays White: by some rules the challenger plays Black, and must be the other.
async fn begin_either(clients: &[Client; 2], proposal: &Value) -> Result<String, Unanswered> {
    match begin(&clients[0], &clients[1], proposal).await {
        Err(refused) if refused.0.contains("bad-proposal") => {
            let mut wish = proposal.clone();
            wish["colour"] = json!("black");
            let wish = json!({ "to": "link", "proposal": wish });
            let made = clients[1].post("/api/v1/challenges", &wish).await?.json();
            let path = format!("/api/v1/challenges/{}/accept", made["id"].as_str().unwrap_or_default());
            let game = clients[0].send(reqwest::Method::POST, &path, None).await?.json();
            game["id"].as_str().map(str::to_owned).ok_or_else(|| Unanswered(game.to_string()))
        }
        done => done,
    }
}
