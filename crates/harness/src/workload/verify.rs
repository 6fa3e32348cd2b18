//! Compares the log of a game with the histories of its players.

use serde_json::Value;

use super::{AcknowledgedCommand, FinishedGame, Verification, WorkloadConfig};
use crate::Error;
use crate::player::GameReplica;

impl FinishedGame {
    /// Verifies the log, the end and the clocks of the game.
    pub(super) async fn verify(
        &self,
        config: &WorkloadConfig,
        verification: &mut Verification,
    ) -> Result<(), Error> {
        let (game, client) = (&self.id, &self.players[0].0);
        let view = client.get(&format!("/api/v1/games/{game}")).await?.json();
        let events = client.get(&format!("/api/v1/games/{game}/events")).await?.json();
        let events = events.as_array().cloned().unwrap_or_default();
        let mut replica = GameReplica::new(&self.rules);
        for (event, seq) in events.iter().zip(1..) {
            if event["seq"] != seq {
                return Err(Error(format!("{game}: event {seq} is missing")));
            }
            replica
                .apply(event)
                .map_err(|error| Error(format!("{game}: the log is not a legal game: {error}")))?;
            if event["entry"]["event"]["event"] == "flag-fall" {
                return Err(Error(format!("{game}: the flag of a player who moved at once fell: {event}")));
            }
            verification.compensated += usize::from(event["entry"]["kind"] == "outage");
        }
        if view["outcome"].is_null() || replica.game.outcome().is_none() {
            return Err(Error(format!("{game}: it is not over after {} events: {view}", events.len())));
        }
        for (_, history) in &self.players {
            let (seen, count) = (history.seen.len(), events.len());
            if seen != count {
                return Err(Error(format!("{game}: a player has seen {seen} of {count} events")));
            }
            for (seq, seen) in &history.seen {
                let logged = events.get(*seq as usize - 1);
                if logged
                    .is_none_or(|logged| (&logged["at"], &logged["entry"]) != (&seen["at"], &seen["entry"]))
                {
                    return Err(Error(format!("{game}: event {seq} was seen as {seen}, but is {logged:?}")));
                }
            }
            for (seq, command) in &history.acknowledged {
                let logged = events.get(*seq as usize - 1);
                verify_acknowledged(game, logged, *seq, command, config.clock_tolerance)?;
            }
            verification.seen += history.seen.len();
            verification.acknowledged += history.acknowledged.len();
        }
        verification.games += 1;
        verify_clocks(game, &events, &view, config.clock)
    }
}

/// Verifies that the event of a command is in the log, and that its time is between the first sending and the
/// acknowledgement: so the error of the clock is at most the time that the client waited.
fn verify_acknowledged(
    game: &str,
    logged: Option<&Value>,
    seq: u64,
    command: &AcknowledgedCommand,
    tolerance: i64,
) -> Result<(), Error> {
    let AcknowledgedCommand { request, sent_at, acknowledged_at } = command;
    let logged =
        logged.ok_or_else(|| Error(format!("{game}: event {seq} was acknowledged and is not in the log")))?;
    let event = &logged["entry"]["event"];
    let is_same = match request["do"].as_str() {
        Some("resign") => event["event"] == "resign",
        _ => ["from", "to", "captured"].iter().all(|field| event[field] == request[field]),
    };
    if !is_same {
        return Err(Error(format!("{game}: {request} was acknowledged as event {seq}, which is {logged}")));
    }
    let at = logged["at"].as_i64().unwrap_or(0);
    if !(*sent_at - tolerance..=*acknowledged_at + tolerance).contains(&at) {
        return Err(Error(format!(
            "{game}: event {seq} has the time {at}, was sent at {sent_at} and acknowledged at {acknowledged_at}"
        )));
    }
    Ok(())
}

/// Verifies the clocks of a game against the times of its events.
fn verify_clocks(game: &str, events: &[Value], view: &Value, clock: (i64, i64)) -> Result<(), Error> {
    let (initial, increment) = clock;
    let mut left = [initial, initial];
    let (mut last, mut moves, mut turn) = (0, 0, 0);
    for event in events {
        let (at, entry) = (event["at"].as_i64().unwrap_or(0), &event["entry"]);
        if entry["kind"] == "outage" {
            left[turn] += entry["milliseconds"].as_i64().unwrap_or(0);
            continue;
        }
        let game_event = &entry["event"];
        let side = usize::from(game_event["by"] == "black");
        let spent = if moves >= 2 { (at - last).max(0) } else { 0 };
        match game_event["event"].as_str() {
            Some("move") => {
                left[side] += increment - spent + entry["lag"].as_i64().unwrap_or(0).min(spent);
                (moves, turn) = (moves + 1, 1 - side);
            }
            // The side to move ends the game, and its clock stops.
            _ => left[turn] -= spent,
        }
        last = at;
    }
    for (side, name) in ["white", "black"].into_iter().enumerate() {
        let shown = view["clocks"]["left"][name].as_i64().unwrap_or(0);
        if shown != left[side].max(0) {
            return Err(Error(format!("{game}: {name} has {shown} ms left instead of {}", left[side])));
        }
    }
    Ok(())
}
