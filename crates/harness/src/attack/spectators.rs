//! Many spectators of one game, connected as pages.

use tokio::time::sleep;

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;

/// Number of spectators behind one address.
const PER_ADDRESS: usize = 40;

/// Watches one of the games in play. Its players are measured with the others.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let (mut findings, mut watching) = (Findings::default(), Vec::new());
    let path = format!("/ws/games/{}?state=changes&language=en", target.games.newest());
    for number in 0..target.size.spectators {
        let from = target.attacker(Attack::Spectators, number / PER_ADDRESS);
        let spectator = Client::anonymous_from(target.origin, from)?;
        let mut live = LiveConnection::open(&spectator, &path).await?;
        watching.push(tokio::spawn(async move { while live.skip().await {} }));
        findings.accepted += 1;
    }
    sleep(target.size.duration).await;
    for spectator in watching {
        if spectator.is_finished() {
            findings.add_error("a spectator lost the connection".to_owned());
        }
        spectator.abort();
    }
    Ok(findings)
}
