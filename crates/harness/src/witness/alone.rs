//! Players who play game after game against the computer, whoever thinks for it.

use draughts::{Color, Rules};
use serde_json::json;
use tokio::sync::watch;

use super::{Played, RULES, Setting, guest, persist, play};
use crate::computer;
use crate::player::Lot;

/// One who plays White against the computer until told to stop.
pub(super) async fn alone(
    setting: Setting,
    seed: u64,
    stop: watch::Receiver<bool>,
) -> Result<Vec<Played>, String> {
    let (mut lot, place) = (Lot::new(seed), seed as usize);
    let client = guest(setting.origin(place)).await;
    let mut played = Vec::new();
    while !*stop.borrow() {
        let id = RULES[lot.below(RULES.len())];
        let rules = Rules::named(id).map_err(|error| error.to_string())?;
        let proposal = json!({ "rules": id, "colour": "white", "time": setting.time() });
        let Some(game) = persist(|| computer::begin(&client, 1, &proposal), &stop).await else { break };
        let player = play::Player {
            client: client.clone(),
            setting: setting.clone(),
            place,
            game: game.clone(),
            rules: rules.clone(),
            side: Color::White,
            lot: Lot::new(seed ^ (played.len() as u64 + 1) << 8),
            stop: stop.clone(),
        };
        let record = player.play().await?;
        played.push(Played { id: game, rules, players: vec![(client.clone(), record)] });
    }
    Ok(played)
}
