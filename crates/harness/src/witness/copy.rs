//! A site that was made from a backup, held against what clients had on record when the backup began.

use serde_json::Value;

use super::{Played, Witnesses};
use crate::client::Unanswered;

/// What was found in a site that was made from a backup.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// Games that are in it.
    pub games: usize,
    /// Events that were acknowledged before the backup began, each of which is in it.
    pub before: usize,
    /// Events that were acknowledged later.
    pub later: usize,
}

impl Witnesses {
    /// Lets all games end, and proves that another site, made from a backup that was begun at this time, has every event that
    /// was acknowledged before, and nothing that never happened.
    pub async fn prove_backup(self, restored: &str, begun: i64) -> Result<Kept, String> {
        let mut kept = Kept::default();
        for game in self.played().await? {
            game.prove_backup(restored, begun, &mut kept).await?;
        }
        Ok(kept)
    }
}

impl Played {
    async fn prove_backup(&self, restored: &str, begun: i64, kept: &mut Kept) -> Result<(), String> {
        let (game, client) = (&self.id, &self.players[0].0);
        let told = |error: Unanswered| error.to_string();
        let path = format!("/api/v1/games/{game}/events");
        let happened = client.get(&path).await.map_err(told)?.json();
        let happened = happened.as_array().cloned().unwrap_or_default();
        let answer = client.at(restored).get(&path).await.map_err(told)?;
        // A game that began later is not there.
        let there = answer.json().as_array().cloned().unwrap_or_default();
        kept.games += usize::from(answer.status.is_success());
        // The clocks of a site that was away are given that time back: that is new.
        let old = there.iter().take_while(|event| event["entry"]["kind"] != "outage");
        for (event, was) in old.zip(&happened) {
            if (&event["seq"], &event["at"], &event["entry"]) != (&was["seq"], &was["at"], &was["entry"]) {
                return Err(format!("{game}: {event} is in the backup, and {was} happened"));
            }
        }
        for (_, record) in &self.players {
            for (seq, acknowledged) in &record.acknowledged {
                if acknowledged.heard >= begun {
                    kept.later += 1;
                    continue;
                }
                kept.before += 1;
                if !there.iter().any(|event: &Value| event["seq"] == *seq) {
                    return Err(format!(
                        "{game}: event {seq} was acknowledged {} ms before the backup began, and is not in it",
                        begun - acknowledged.heard
                    ));
                }
            }
        }
        Ok(())
    }
}
