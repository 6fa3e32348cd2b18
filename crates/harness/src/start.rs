//! Measures how long a site takes to start on an empty database, and to stop.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::Error;
use crate::client::Client;
use crate::computer;
use crate::player::start_game;
use crate::server::ServerCommand;

/// Number of starts.
const RUNS: usize = 10;

/// Returns the times from the start to the first guest, and from SIGTERM to the end, each sorted.
pub async fn run(program: &Path) -> Result<[Vec<Duration>; 2], Error> {
    let (mut starts, mut stops) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let folder = tempfile::tempdir()?;
        let started = Instant::now();
        let server = ServerCommand::new(program, &folder.path().join("start.db")).spawn().await?;
        let ann = Client::guest(&server.origin).await?;
        starts.push(started.elapsed());
        // The site stops with a game, a live connection and a computer that is thinking.
        let bob = Client::guest(&server.origin).await?;
        let game = start_game(&ann, &bob, &json!({ "rules": "international" })).await?;
        let _live = ann.connect(&game, 0).await?;
        computer::start_game(&ann, 8, &json!({ "rules": "international", "colour": "black" })).await?;
        let signalled = Instant::now();
        server.terminate()?;
        let code = server.wait().await;
        if code != Some(0) {
            return Err(Error(format!("the site ended with exit code {code:?}")));
        }
        stops.push(signalled.elapsed());
    }
    starts.sort();
    stops.sort();
    Ok([starts, stops])
}
