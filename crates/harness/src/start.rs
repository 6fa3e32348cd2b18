//! How soon a site answers after its start on an empty database, and how soon it has stopped when it is told to.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, Unanswered};
use crate::player::begin;
use crate::server::Start;

/// So often it is started.
const TIMES: usize = 10;

/// The times from the start to the first answer, and from the signal to the end, sorted.
pub async fn start(program: &Path) -> Result<[Vec<Duration>; 2], String> {
    let told = |error: Unanswered| error.to_string();
    let (mut starts, mut stops) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let begun = Instant::now();
        let server = Start::new(program, &folder.path().join("start.db")).start().await.map_err(told)?;
        let ann = Client::guest(&server.origin).await.map_err(told)?;
        starts.push(begun.elapsed());
        // Somebody plays, somebody watches, and the computer thinks, when it is told to stop.
        let bob = Client::guest(&server.origin).await.map_err(told)?;
        let game = begin(&ann, &bob, &json!({ "rules": "international" })).await.map_err(told)?;
        let _live = ann.live(&game, 0).await.map_err(told)?;
        let computer = json!({ "opponent": { "computer": 8 }, "proposal": { "rules": "international", "colour": "black" } });
        ann.post("/api/v1/games", &computer).await.map_err(told)?;
        let id = server.id().unwrap_or_default().to_string();
        let begun = Instant::now();
        let signalled =
            Command::new("kill").args(["-TERM", &id]).status().map_err(|error| error.to_string())?;
        let code = server.ended().await;
        if !signalled.success() || code != Some(0) {
            return Err(format!("the site ended with {code:?}"));
        }
        stops.push(begun.elapsed());
    }
    starts.sort();
    stops.sort();
    Ok([starts, stops])
}
