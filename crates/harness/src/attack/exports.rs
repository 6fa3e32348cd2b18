//! Exports in parallel of an account with many games.

use std::time::Instant;

use draughts::{Game, Rules};
use futures_util::future::try_join_all;
use serde_json::json;

use super::refusals::Findings;
use super::size::AttackSize;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::rng::Rng;

/// The name of the account.
const NAME: &str = "Collector";
/// Number of plies of each of its games.
const PLIES: usize = 40;
/// Number of games that are played at the same time.
const AT_ONCE: usize = 8;

/// Creates the account and its games; the site must have no rate limits.
pub(super) async fn prepare(origin: &str, size: AttackSize) -> Result<(), Error> {
    let client = Client::sign_up(origin, NAME).await?;
    let players = (0..AT_ONCE).map(|first| {
        let client = &client;
        async move {
            for number in (first..size.exported_games).step_by(AT_ONCE) {
                play(client, number as u64 + 1).await?;
            }
            Ok::<_, Error>(())
        }
    });
    try_join_all(players).await.map(drop)
}

/// Plays both sides of a game, and resigns.
async fn play(client: &Client, seed: u64) -> Result<(), Error> {
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "international" } });
    let id = client.post("/api/v1/games", &request).await?.id()?;
    let mut live = client.connect(&id, 0).await?;
    let (mut game, mut rng) = (Game::new(&Rules::named("international")?), Rng::new(seed));
    while game.turns().len() < PLIES && game.outcome().is_none() {
        let moves = game.legal_moves();
        let m = moves[rng.below(moves.len())].clone();
        let command =
            json!({ "do": "move-squares", "from": m.from(), "to": m.to(), "captured": m.captured() });
        live.execute(&format!("m{}", game.turns().len()), &command).await;
        game.play(&m).map_err(|refusal| Error(format!("{refusal:?}")))?;
    }
    live.execute("end", &json!({ "do": "resign" })).await;
    Ok(())
}

/// Exports the games from many addresses at once, and as often from one address.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let count = target.size.exports;
    // Half of the numbers are one address.
    let exports = (0..2 * count).map(|number| async move {
        let from = target.attacker(Attack::Exports, number.min(count));
        let client = Client::anonymous_from(target.origin, from)?;
        let format = if number % 2 == 0 { "pdn" } else { "ndjson" };
        let (sent, mut findings) = (Instant::now(), Findings::default());
        let response = client.get(&format!("/api/v1/players/{NAME}/games.{format}")).await?;
        findings.response(&response);
        findings.slowest = sent.elapsed();
        if response.status.is_success() && response.text.len() < target.size.exported_games * PLIES {
            findings.add_error(format!("an export has only {} bytes", response.text.len()));
        }
        Ok::<_, Error>(findings)
    });
    let mut findings = Findings::default();
    try_join_all(exports).await?.into_iter().for_each(|export| findings.extend(export));
    Ok(findings)
}
