//! Games against the computer.

use draughts::{Color, Rules};
use serde_json::json;
use tokio::sync::watch;

use super::player::Player;
use super::{FinishedGame, RULES, WorkloadConfig, guest, retry};
use crate::Error;
use crate::computer::start_game;
use crate::rng::Rng;

/// A player plays White against the computer, game after game.
pub(super) async fn play_against_computer(
    config: WorkloadConfig,
    seed: u64,
    stop: watch::Receiver<bool>,
) -> Result<Vec<FinishedGame>, Error> {
    let (mut rng, origin) = (Rng::new(seed), seed as usize);
    let client = guest(config.origin(origin)).await;
    let mut games = Vec::new();
    while !*stop.borrow() {
        let id = RULES[rng.below(RULES.len())];
        let rules = Rules::named(id)?;
        let proposal = json!({ "rules": id, "colour": "white", "time": config.time_control() });
        let Some(game) = retry(|| start_game(&client, 1, &proposal), &stop).await else { break };
        let player = Player {
            client: client.clone(),
            config: config.clone(),
            origin,
            game: game.clone(),
            rules: rules.clone(),
            side: Color::White,
            rng: Rng::new(seed ^ (games.len() as u64 + 1) << 8),
            stop: stop.clone(),
        };
        let history = player.play().await?;
        games.push(FinishedGame { id: game, rules, players: vec![(client.clone(), history)] });
    }
    Ok(games)
}
