//! Games against the computer.

use serde_json::{Value, json};

use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;

/// Starts a game against the computer at this level, and returns its id.
pub async fn start_game(client: &Client, level: u8, proposal: &Value) -> Result<String, Error> {
    let request = json!({ "opponent": { "computer": level }, "proposal": proposal });
    client.post("/api/v1/games", &request).await?.id()
}

/// Waits until it is the client's turn or the game is over, and returns the game.
pub async fn wait_for_turn(client: &Client, game: &str, live: &mut LiveConnection) -> Result<Value, Error> {
    loop {
        let view = client.get(&format!("/api/v1/games/{game}")).await?.json();
        if view["outcome"].is_object() || view["turn"] == view["you"] {
            return Ok(view);
        }
        if live.next("event").await.is_none() {
            return Err(Error(format!("{game}: the live connection ended")));
        }
    }
}
