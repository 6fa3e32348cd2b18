//! A player who answers pings late, to be credited with network lag that does not exist.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::{sleep, timeout};

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;
use crate::player::start_game;

/// The time after which a ping is answered.
const DELAY: Duration = Duration::from_millis(1050);
/// The time for which the player thinks about each move.
const THINKING: Duration = Duration::from_millis(500);
/// The clock of each side, in milliseconds.
const INITIAL_MILLIS: f64 = 60_000.0;
/// Maximum gain over the whole game, in milliseconds.
const MAX_GAIN: f64 = 2_000.0;
/// The moves of White and Black, whose kings never meet.
const MOVES: [(&str, &str); 2] = [("2-7", "49-44"), ("7-2", "44-49")];

/// Plays White with late pongs against an opponent who answers at once, and compares the clock with the time used.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let from = |number| target.attacker(Attack::LatePongs, number);
    let cheat = Client::guest_from(target.origin, from(0)).await?;
    let honest = Client::guest_from(target.origin, from(1)).await?;
    let proposal = json!({
        "rules": { "base": "international", "name": "Endless", "draws": { "rules": [] } },
        "start": { "fen": "W:WK2:BK49" },
        "time": { "kind": "clock", "initial": INITIAL_MILLIS as u64, "increment": 0 },
    });
    let game = start_game(&cheat, &honest, &proposal).await?;
    let mut white = cheat.connect(&game, 0).await?;
    let mut black = honest.connect(&game, 0).await?;
    white.delay_pongs(DELAY);
    // The first pings follow one another, and settle what the site believes of the network.
    let _ = timeout(DELAY * 4, white.next("never")).await;
    let mut used = Duration::ZERO;
    for turn in 0..target.size.late_moves {
        let (own, other) = MOVES[turn % MOVES.len()];
        let begun = Instant::now();
        sleep(THINKING).await;
        // The player may read the acknowledgement late: the move has been made when the opponent has it.
        let arrived = async { black.wait_for_event(2 * turn as u64 + 1).await.map(|()| begun.elapsed()) };
        let (thought, ()) = tokio::try_join!(arrived, play(&mut white, turn, own))?;
        // The clock runs from the answer to the first move.
        if turn > 0 {
            used += thought;
        }
        play(&mut black, turn, other).await?;
    }
    let left = honest.get(&format!("/api/v1/games/{game}")).await?.json()["clocks"]["left"]["white"].as_f64();
    let left = left.ok_or_else(|| Error::new("the game has no clocks"))?;
    let gain = left - (INITIAL_MILLIS - used.as_secs_f64() * 1000.0);
    findings.accepted = target.size.late_moves;
    findings.notes.push(format!("gain {:.1} s over {} moves", gain / 1000.0, target.size.late_moves));
    if gain > MAX_GAIN {
        findings.add_error(format!("a cheat gained {gain:.0} ms, at most {MAX_GAIN} allowed"));
    }
    honest.execute(&game, "end", &json!({ "do": "resign" })).await?;
    Ok(findings)
}

async fn play(live: &mut LiveConnection, turn: usize, text: &str) -> Result<(), Error> {
    let reply = live.execute(&format!("t{turn}"), &json!({ "do": "move", "text": text })).await;
    match reply {
        Some(reply) if reply["type"] == "done" => Ok(()),
        reply => Err(Error(format!("move {turn}: {reply:?}"))),
    }
}
