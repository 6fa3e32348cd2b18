//! A game as its clients see it: started by a challenge, and rebuilt from its events.

use std::time::{SystemTime, UNIX_EPOCH};

use draughts::{Color, Event, Game, Rules};
use reqwest::Method;
use serde_json::{Value, json};

use crate::Error;
use crate::client::Client;
use crate::rng::Rng;

/// A copy of a game, rebuilt from the events that a client has received.
pub struct GameReplica {
    /// The game.
    pub game: Game,
    /// The number of the last event; 0 if there is none.
    pub seq: u64,
}

impl GameReplica {
    /// Creates a game before its first event.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self { game: Game::new(rules), seq: 0 }
    }

    /// Applies an event. Fails if it is a duplicate or illegal.
    pub fn apply(&mut self, event: &Value) -> Result<(), Error> {
        let seq =
            event["seq"].as_u64().ok_or_else(|| Error(format!("an event without a number: {event}")))?;
        if seq <= self.seq {
            return Err(Error(format!("event {seq} came again after event {}", self.seq)));
        }
        self.seq = seq;
        if event["entry"]["kind"] == "game" {
            let game_event: Event = serde_json::from_value(event["entry"]["event"].clone())
                .map_err(|error| Error(format!("{error}: {event}")))?;
            self.game.apply(game_event).map_err(|refusal| Error(format!("{refusal:?}: {event}")))?;
        }
        Ok(())
    }

    /// Returns the command for a random legal move; `None` if it is not this side's turn or the game is over.
    pub fn random_move(&self, side: Color, rng: &mut Rng) -> Option<Value> {
        if self.game.position().turn() != side {
            return None;
        }
        let moves = self.game.legal_moves();
        let m = moves.get(rng.below(moves.len()))?;
        Some(json!({ "do": "move-squares", "from": m.from(), "to": m.to(), "captured": m.captured() }))
    }
}

/// Returns the milliseconds since 1970 by the clock of this machine.
#[must_use]
pub fn unix_millis() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Starts a game between two clients by a challenge link of White, and returns its id.
pub async fn start_game(white: &Client, black: &Client, proposal: &Value) -> Result<String, Error> {
    start_by_link(white, black, "white", proposal).await
}

/// Starts a game in which the challenger plays `colour`.
pub(crate) async fn start_by_link(
    challenger: &Client,
    opponent: &Client,
    colour: &str,
    proposal: &Value,
) -> Result<String, Error> {
    let mut proposal = proposal.clone();
    proposal["colour"] = json!(colour);
    let request = json!({ "to": "link", "proposal": proposal });
    let challenge = challenger.post("/api/v1/challenges", &request).await?.id()?;
    opponent.send(Method::POST, &format!("/api/v1/challenges/{challenge}/accept"), None).await?.id()
}
