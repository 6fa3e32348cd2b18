//! Games against the computer, as a client begins and follows them.

use serde_json::{Value, json};

use crate::client::{Client, Unanswered};
use crate::live::Live;

/// Begins a game against the computer at this level; gives its id.
pub async fn begin(client: &Client, level: u8, proposal: &Value) -> Result<String, Unanswered> {
    let wish = json!({ "opponent": { "computer": level }, "proposal": proposal });
    let answer = client.post("/api/v1/games", &wish).await?;
    let id = answer.json()["id"].as_str().map(str::to_owned);
    id.ok_or_else(|| Unanswered(format!("{} {}", answer.status, answer.text)))
}

/// Waits until it is the client's turn, or the game is over; gives the game.
pub async fn own_turn(client: &Client, game: &str, live: &mut Live) -> Result<Value, Unanswered> {
    loop {
        let view = client.get(&format!("/api/v1/games/{game}")).await?.json();
        if view["outcome"].is_object() || view["turn"] == view["you"] {
            return Ok(view);
        }
        if live.next("event").await.is_none() {
            return Err(Unanswered(format!("{game}: nothing more is heard")));
        }
    }
}
