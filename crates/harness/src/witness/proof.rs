//! What the site has, held against what its clients have on record.

use serde_json::Value;

use super::{Acknowledged, Played, Proof, Setting};
use crate::client::Unanswered;
use crate::player::Board;

impl Played {
    /// Compares the log of the site with what both players have on record.
    pub(super) async fn prove(&self, setting: &Setting, proof: &mut Proof) -> Result<(), String> {
        let told = |error: Unanswered| error.to_string();
        let (game, client) = (&self.id, &self.players[0].0);
        let view = client.get(&format!("/api/v1/games/{game}")).await.map_err(told)?.json();
        let events = client.get(&format!("/api/v1/games/{game}/events")).await.map_err(told)?.json();
        let events = events.as_array().cloned().unwrap_or_default();
        let mut board = Board::new(&self.rules);
        for (event, seq) in events.iter().zip(1..) {
            if event["seq"] != seq {
                return Err(format!("{game}: event {seq} is missing"));
            }
            board.follow(event).map_err(|error| format!("{game}: the log is not a legal game: {error}"))?;
            if event["entry"]["event"]["event"] == "flag-fall" {
                return Err(format!("{game}: a flag fell of somebody who moved at once: {event}"));
            }
            proof.made_up += usize::from(event["entry"]["kind"] == "outage");
        }
        if view["outcome"].is_null() || board.game.outcome().is_none() {
            return Err(format!("{game}: it has no end after {} events: {view}", events.len()));
        }
        for (_, record) in &self.players {
            if record.seen.len() != events.len() {
                return Err(format!("{game}: somebody saw {} of {} events", record.seen.len(), events.len()));
            }
            for (seq, seen) in &record.seen {
                let there = events.get(*seq as usize - 1);
                if there.is_none_or(|there| (&there["at"], &there["entry"]) != (&seen["at"], &seen["entry"]))
                {
                    return Err(format!("{game}: event {seq} was seen as {seen} and is {there:?}"));
                }
            }
            for (seq, acknowledged) in &record.acknowledged {
                prove_acknowledged(game, events.get(*seq as usize - 1), *seq, acknowledged, setting.slack)?;
            }
            proof.seen += record.seen.len();
            proof.acknowledged += record.acknowledged.len();
        }
        proof.games += 1;
        prove_clocks(game, &events, &view, setting.clock)
    }
}

/// What was acknowledged is there, and its time lies between the first sending and the acknowledgement: so the clock is
/// wrong by no more than the client waited.
fn prove_acknowledged(
    game: &str,
    there: Option<&Value>,
    seq: u64,
    acknowledged: &Acknowledged,
    slack: i64,
) -> Result<(), String> {
    let Acknowledged { request, sent, heard } = acknowledged;
    let there = there.ok_or_else(|| format!("{game}: event {seq} was acknowledged and is not there"))?;
    let event = &there["entry"]["event"];
    let same = match request["do"].as_str() {
        Some("resign") => event["event"] == "resign",
        _ => ["from", "to", "captured"].iter().all(|field| event[field] == request[field]),
    };
    if !same {
        return Err(format!("{game}: {request} was acknowledged as event {seq}, which is {there}"));
    }
    let at = there["at"].as_i64().unwrap_or(0);
    if !(*sent - slack..=*heard + slack).contains(&at) {
        return Err(format!(
            "{game}: event {seq} is of {at}, was sent at {sent} and acknowledged at {heard}"
        ));
    }
    Ok(())
}

/// The clocks are what the times of the events make of them.
fn prove_clocks(game: &str, events: &[Value], view: &Value, clock: (i64, i64)) -> Result<(), String> {
    let (initial, increment) = clock;
    let mut left = [initial, initial];
    let (mut last, mut moves, mut turn) = (0, 0, 0);
    for event in events {
        let (at, entry) = (event["at"].as_i64().unwrap_or(0), &event["entry"]);
        if entry["kind"] == "outage" {
            left[turn] += entry["milliseconds"].as_i64().unwrap_or(0);
            continue;
        }
        let made = &entry["event"];
        let side = usize::from(made["by"] == "black");
        let spent = if moves >= 2 { (at - last).max(0) } else { 0 };
        match made["event"].as_str() {
            Some("move") => {
                left[side] += increment - spent + entry["lag"].as_i64().unwrap_or(0).min(spent);
                (moves, turn) = (moves + 1, 1 - side);
            }
            // Whoever is to move ends the game, and the clock stops.
            _ => left[turn] -= spent,
        }
        last = at;
    }
    for (side, name) in ["white", "black"].into_iter().enumerate() {
        let told = view["clocks"]["left"][name].as_i64().unwrap_or(0);
        if told != left[side].max(0) {
            return Err(format!("{game}: {name} has {told} ms, and should have {}", left[side]));
        }
    }
    Ok(())
}
