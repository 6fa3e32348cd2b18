//! A player who knows the rules: follows a game by its events, and makes legal moves by lot.

use std::time::{SystemTime, UNIX_EPOCH};

use draughts::{Color, Event, Game, Rules};
use serde_json::{Value, json};

use crate::client::{Client, Unanswered};

/// A game as a client knows it.
pub struct Board {
    /// The game, made from the events alone.
    pub game: Game,
    /// The last event that was seen.
    pub seq: u64,
}

impl Board {
    /// A game before its first move, by the rules with this id.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self { game: Game::new(rules), seq: 0 }
    }

    /// Follows an event; what cannot be is told.
    pub fn follow(&mut self, told: &Value) -> Result<(), String> {
        let seq = told["seq"].as_u64().ok_or_else(|| format!("an event without a number: {told}"))?;
        if seq <= self.seq {
            return Err(format!("event {seq} was told again after {}", self.seq));
        }
        self.seq = seq;
        if told["entry"]["kind"] == "game" {
            let event: Event = serde_json::from_value(told["entry"]["event"].clone())
                .map_err(|error| format!("{error}: {told}"))?;
            self.game.apply(event).map_err(|refusal| format!("{refusal:?}: {told}"))?;
        }
        Ok(())
    }

    /// A legal move by lot, as a request; nothing if it is not this side's turn, or the game is over.
    pub fn choose(&self, side: Color, lot: &mut Lot) -> Option<Value> {
        if self.game.position().turn() != side {
            return None;
        }
        let moves = self.game.legal_moves();
        let m = moves.get(lot.below(moves.len()))?;
        Some(json!({ "do": "move-squares", "from": m.from(), "to": m.to(), "captured": m.captured() }))
    }
}

/// Chance that can be repeated.
pub struct Lot(u64);

impl Lot {
    /// The same seed, the same lots.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below this one; 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (bound.max(1) as u64)).unwrap_or(0)
    }
}

/// Milliseconds since 1970, by the clock of this machine.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Lets two players begin a game by a link; gives its id. The first plays White.
pub async fn begin(white: &Client, black: &Client, proposal: &Value) -> Result<String, Unanswered> {
    let mut proposal = proposal.clone();
    proposal["colour"] = json!("white");
    let wish = json!({ "to": "link", "proposal": proposal });
    let id = |answer: &crate::client::Answer| {
        let id = answer.json()["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| Unanswered(format!("{} {}", answer.status, answer.text)))
    };
    let challenge = id(&white.post("/api/v1/challenges", &wish).await?)?;
    id(&black.send(reqwest::Method::POST, &format!("/api/v1/challenges/{challenge}/accept"), None).await?)
}
