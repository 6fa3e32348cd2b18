//! Nothing acknowledged is lost: a site is killed again and again while games are played, and then compared with what its
//! clients have on record.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use draughts::{Color, Rules};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::client::{Client, Unanswered};
use crate::live::Heard;
use crate::player::{Board, Lot, begin, now};
use crate::server::Start;

/// The clocks of the games: so long that no flag falls.
const INITIAL: i64 = 3_600_000;
const INCREMENT: i64 = 1_000;
/// Rule sets that are played in turn.
const RULES: [&str; 4] = ["international", "checkers-bsn", "russian", "checkers-revenge"];

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proof {
    /// How often the site was killed.
    pub kills: usize,
    /// Games that were looked at.
    pub games: usize,
    /// Events that were acknowledged, each of which is there.
    pub acknowledged: usize,
    /// Events that were seen live, each of which is there as it was seen.
    pub seen: usize,
    /// How long the site was away, in milliseconds, in all.
    pub outage: i64,
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

/// Kills a site so many times under so many games, and proves that nothing was lost; or says what was.
pub async fn crash(program: &Path, kills: usize, games: usize, seed: u64) -> Result<Proof, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let told = |error: Unanswered| error.to_string();
    let mut start = Start::new(program, &folder.path().join("crash.db"));
    let mut server = Some(start.start().await.map_err(told)?);
    let origin = server.as_ref().map(|server| server.origin.clone()).unwrap_or_default();
    // The same address each time: the clients come back to it.
    start.listen = origin.trim_start_matches("http://").to_owned();
    let (stop, stopped) = watch::channel(false);
    let pairs: Vec<_> = (0..games)
        .map(|number| tokio::spawn(pair(origin.clone(), number as u64 + seed, stopped.clone())))
        .collect();
    let mut lot = Lot::new(seed);
    let mut proof = Proof { kills, ..Proof::default() };
    for _ in 0..kills {
        sleep(Duration::from_millis(50 + lot.below(400) as u64)).await;
        let begun = now();
        if let Some(server) = server.take() {
            server.kill().await.map_err(told)?;
        }
        server = Some(start.start().await.map_err(told)?);
        proof.outage += now() - begun;
    }
    sleep(Duration::from_millis(300)).await;
    // Who waits for the site hears it through the connection; the last commands are still answered.
    let _ = stop.send(true);
    for pair in pairs {
        let played = pair.await.map_err(|error| error.to_string())??;
        for game in played {
            game.prove(&mut proof).await?;
        }
    }
    drop(server);
    Ok(proof)
}

/// A game that was played, and what both players have on record of it.
struct Played {
    id: String,
    rules: Rules,
    players: [(Client, Record); 2],
}

/// Two players who play game after game.
async fn pair(origin: String, seed: u64, mut stop: watch::Receiver<bool>) -> Result<Vec<Played>, String> {
    let mut lot = Lot::new(seed);
    let clients = [guest(&origin).await, guest(&origin).await];
    let mut played = Vec::new();
    while !*stop.borrow_and_update() {
        let id = RULES[lot.below(RULES.len())];
        let rules = Rules::named(id).map_err(|error| error.to_string())?;
        let mut proposal = json!({ "rules": id });
        proposal["time"] = json!({ "kind": "clock", "initial": INITIAL, "increment": INCREMENT });
        // By some rules the challenger begins: then the one who plays White must be challenged.
        let Some(game) = persist(|| async { begin_either(&clients, &proposal).await }, &stop).await else {
            break;
        };
        let game = Arc::new(game);
        let [white, black] = [Color::White, Color::Black].map(|side| {
            let client = clients[usize::from(side == Color::Black)].clone();
            let (game, rules, stop) = (Arc::clone(&game), rules.clone(), stop.clone());
            let lot = Lot::new(seed ^ (played.len() as u64 + 1) << 8 ^ side as u64);
            tokio::spawn(async move { play(&client, &game, &rules, side, lot, stop).await })
        });
        let records = [white.await, black.await].map(|record| record.map_err(|error| error.to_string())?);
        let [white, black] = records;
        let players = [(clients[0].clone(), white?), (clients[1].clone(), black?)];
        played.push(Played { id: game.to_string(), rules, players });
    }
    Ok(played)
}

async fn guest(origin: &str) -> Client {
    loop {
        match Client::guest(origin).await {
            Ok(client) => return client,
            Err(_) => sleep(Duration::from_millis(10)).await,
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

/// A game in which the first client plays White: by some rules the challenger plays Black.
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

/// Plays one side to the end of the game, or of the trial; comes back whenever the connection is lost, and sends again what
/// was not acknowledged.
async fn play(
    client: &Client,
    game: &str,
    rules: &Rules,
    side: Color,
    mut lot: Lot,
    stop: watch::Receiver<bool>,
) -> Result<Record, String> {
    let (mut board, mut record) = (Board::new(rules), Record::default());
    // The command that was sent and is not acknowledged.
    let mut open: Option<(String, Value, i64)> = None;
    // The last event that was acknowledged; it may be told a moment later.
    let mut done = 0;
    loop {
        let Some(mut live) = persist(|| client.live(game, board.seq), &stop).await else { return Ok(record) };
        if let Some((id, request, _)) = &open {
            live.command(id, request).await;
        }
        loop {
            let ready = open.is_none() && board.seq >= done && !*stop.borrow();
            if let Some(request) = board.choose(side, &mut lot).filter(|_| ready) {
                let id = format!("{side}-{}", board.seq);
                let sent = now();
                live.command(&id, &request).await;
                open = Some((id, request, sent));
            }
            let over = board.game.outcome().is_some() || *stop.borrow();
            if over && open.is_none() {
                return Ok(record);
            }
            let heard = tokio::select! {
                heard = live.hear() => heard,
                // Nobody may be left to move when everything is over.
                () = sleep(Duration::from_millis(200)) => continue,
            };
            let told = match heard {
                Heard::Told(told) => told,
                Heard::Closed(..) | Heard::Lost => break,
            };
            match told["type"].as_str() {
                Some("event") => {
                    board.follow(&told)?;
                    record.seen.insert(board.seq, told);
                }
                Some("done") => {
                    let Some((id, request, sent)) = open.take() else { continue };
                    if told["id"] != id.as_str() {
                        return Err(format!("{id} is open, and {told} was heard"));
                    }
                    let seq = told["seq"].as_u64().unwrap_or(0);
                    done = seq;
                    let acknowledged = Acknowledged { request, sent, heard: now() };
                    if record.acknowledged.insert(seq, acknowledged).is_some() {
                        return Err(format!("event {seq} of {game} was acknowledged for two commands"));
                    }
                }
                Some("refused") => return Err(format!("a legal move was refused: {told}")),
                _ => {}
            }
        }
    }
}

impl Played {
    /// Compares the log of the site with what both players have on record.
    async fn prove(&self, proof: &mut Proof) -> Result<(), String> {
        let told = |error: Unanswered| error.to_string();
        let game = &self.id;
        let view = self.players[0].0.get(&format!("/api/v1/games/{game}")).await.map_err(told)?.json();
        let events =
            self.players[0].0.get(&format!("/api/v1/games/{game}/events")).await.map_err(told)?.json();
        let events = events.as_array().cloned().unwrap_or_default();
        let mut board = Board::new(&self.rules);
        for (event, seq) in events.iter().zip(1..) {
            if event["seq"] != seq {
                return Err(format!("{game}: event {seq} is missing"));
            }
            board.follow(event).map_err(|error| format!("{game}: the log is not a legal game: {error}"))?;
        }
        for (_, record) in &self.players {
            for (seq, seen) in &record.seen {
                let there = events.get(*seq as usize - 1);
                if there.is_none_or(|there| (&there["at"], &there["entry"]) != (&seen["at"], &seen["entry"]))
                {
                    return Err(format!("{game}: event {seq} was seen as {seen} and is {there:?}"));
                }
            }
            for (seq, acknowledged) in &record.acknowledged {
                prove_acknowledged(game, events.get(*seq as usize - 1), *seq, acknowledged)?;
            }
            proof.seen += record.seen.len();
            proof.acknowledged += record.acknowledged.len();
        }
        proof.games += 1;
        prove_clocks(game, &events, &view)
    }
}

/// What was acknowledged is there, and its time lies between the first sending and the acknowledgement: so the clock is
/// wrong by no more than the client waited.
fn prove_acknowledged(
    game: &str,
    there: Option<&Value>,
    seq: u64,
    acknowledged: &Acknowledged,
) -> Result<(), String> {
    let Acknowledged { request, sent, heard } = acknowledged;
    let there = there.ok_or_else(|| format!("{game}: event {seq} was acknowledged and is not there"))?;
    let event = &there["entry"]["event"];
    if ["from", "to", "captured"].iter().any(|field| event[field] != request[field]) {
        return Err(format!("{game}: {request} was acknowledged as event {seq}, which is {there}"));
    }
    let at = there["at"].as_i64().unwrap_or(0);
    if !(*sent..=*heard).contains(&at) {
        return Err(format!(
            "{game}: event {seq} is of {at}, was sent at {sent} and acknowledged at {heard}"
        ));
    }
    Ok(())
}

/// The clocks are what the times of the events make of them.
fn prove_clocks(game: &str, events: &[Value], view: &Value) -> Result<(), String> {
    let mut left = [INITIAL, INITIAL];
    let (mut last, mut moves) = (0, 0);
    for event in events {
        let at = event["at"].as_i64().unwrap_or(0);
        let made = &event["entry"]["event"];
        if made["event"] != "move" {
            continue;
        }
        let side = usize::from(made["by"] == "black");
        if moves >= 2 {
            let lag = event["entry"]["lag"].as_i64().unwrap_or(0);
            left[side] -= (at - last) - lag.min(at - last);
        }
        left[side] += INCREMENT;
        (last, moves) = (at, moves + 1);
    }
    let clocks = &view["clocks"];
    for (side, name) in ["white", "black"].into_iter().enumerate() {
        let running = clocks["running"] == name;
        let since = if running { clocks["at"].as_i64().unwrap_or(0) - last } else { 0 };
        let told = clocks["left"][name].as_i64().unwrap_or(0);
        if told != left[side] - since {
            return Err(format!("{game}: {name} has {told} ms, and should have {}", left[side] - since));
        }
    }
    Ok(())
}
