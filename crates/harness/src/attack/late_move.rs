//! An honest player with a slow network, whose last move leaves in time and arrives after the deadline.

use std::time::Duration;

use serde_json::json;
use tokio::time::{sleep, timeout};

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;
use crate::player::start_game;

/// The time that a message takes in one direction.
const LAG: Duration = Duration::from_millis(300);
/// The clock of each side.
const INITIAL: Duration = Duration::from_secs(3);
/// The time that the page shows when the player moves.
const SHOWN: Duration = Duration::from_millis(445);
/// Number of games. A busy machine may delay a move by more than the lag, so one that is in time is enough.
const ATTEMPTS: usize = 3;

/// Plays games until a late move is in time.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let mut refusals = Vec::new();
    for number in 0..ATTEMPTS {
        match late_move(target, number).await {
            Ok(()) => {
                findings.accepted = 1;
                findings.notes.push("the move was in time".to_owned());
                return Ok(findings);
            }
            Err(error) => refusals.push(error.0),
        }
    }
    findings.add_error(format!("an honest late move was lost: {}", refusals.join("; ")));
    Ok(findings)
}

/// Plays a game to the late move of White.
async fn late_move(target: &Target<'_>, number: usize) -> Result<(), Error> {
    let from = |side| target.attacker(Attack::LateMove, 2 * number + side);
    let slow = Client::guest_from(target.origin, from(0)).await?;
    let fast = Client::guest_from(target.origin, from(1)).await?;
    let time = json!({ "kind": "clock", "initial": INITIAL.as_millis() as u64, "increment": 0 });
    let game = start_game(&slow, &fast, &json!({ "rules": "international", "time": time })).await?;
    let mut white = slow.connect(&game, 0).await?;
    let mut black = fast.connect(&game, 0).await?;
    white.delay_pongs(LAG * 2);
    // The first pings follow one another, and settle what the site knows of the network.
    let _ = timeout(LAG * 12, white.next("never")).await;
    play(&mut white, "1", "32-28").await?;
    play(&mut black, "2", "19-23").await?;
    // The answer takes one lag to the player, and the move another one.
    sleep(LAG + (INITIAL - SHOWN) + LAG).await;
    play(&mut white, "3", "28x19").await?;
    fast.execute(&game, "end", &json!({ "do": "resign" })).await?;
    Ok(())
}

async fn play(live: &mut LiveConnection, id: &str, text: &str) -> Result<(), Error> {
    match live.execute(id, &json!({ "do": "move", "text": text })).await {
        Some(reply) if reply["type"] == "done" => Ok(()),
        reply => Err(Error(format!("move {id}: {reply:?}"))),
    }
}
