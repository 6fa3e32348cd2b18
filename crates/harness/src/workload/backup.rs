//! Verifies a site that was restored from a backup.

use serde_json::Value;

use super::{FinishedGame, Workload};
use crate::Error;

/// The counts of a successful verification of a backup.
#[derive(Clone, Copy, Debug, Default)]
pub struct BackupVerification {
    /// Games in the backup.
    pub games: usize,
    /// Events that were acknowledged before the backup began, each of which is in it.
    pub before: usize,
    /// Events that were acknowledged later.
    pub after: usize,
}

impl Workload {
    /// Ends all games, and verifies a site that was restored from a backup: it has every event that was acknowledged before
    /// the backup began (`started_at`, in milliseconds since 1970), and no event that never happened.
    pub async fn verify_backup(self, restored: &str, started_at: i64) -> Result<BackupVerification, Error> {
        let mut verification = BackupVerification::default();
        for game in self.finish().await? {
            game.verify_backup(restored, started_at, &mut verification).await?;
        }
        Ok(verification)
    }
}

impl FinishedGame {
    async fn verify_backup(
        &self,
        restored: &str,
        started_at: i64,
        verification: &mut BackupVerification,
    ) -> Result<(), Error> {
        let (game, client) = (&self.id, &self.players[0].0);
        let path = format!("/api/v1/games/{game}/events");
        let original = client.get(&path).await?.json();
        let original = original.as_array().cloned().unwrap_or_default();
        let response = client.at(restored).get(&path).await?;
        // A game that began after the backup is not in it.
        let restored = response.json().as_array().cloned().unwrap_or_default();
        verification.games += usize::from(response.status.is_success());
        // The restored site compensates clocks for its outage; those events are new.
        let old = restored.iter().take_while(|event| event["entry"]["kind"] != "outage");
        for (event, was) in old.zip(&original) {
            if (&event["seq"], &event["at"], &event["entry"]) != (&was["seq"], &was["at"], &was["entry"]) {
                return Err(Error(format!("{game}: {event} in the backup should be {was}")));
            }
        }
        for (_, history) in &self.players {
            for (seq, command) in &history.acknowledged {
                if command.acknowledged_at >= started_at {
                    verification.after += 1;
                    continue;
                }
                verification.before += 1;
                if !restored.iter().any(|event: &Value| event["seq"] == *seq) {
                    return Err(Error(format!(
                        "{game}: event {seq} was acknowledged {} ms before the backup began, and is not in it",
                        started_at - command.acknowledged_at
                    )));
                }
            }
        }
        Ok(())
    }
}
