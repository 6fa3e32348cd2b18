//! A flood of commands over one live connection, and of requests from one address.

use futures_util::future::try_join_all;
use serde_json::json;

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::live::{Incoming, LiveConnection};

/// Number of commands: enough that the site closes the connection for too many refused messages.
const COMMANDS: usize = 600;
/// Number of connections over which requests are sent.
const CONNECTIONS: usize = 4;

/// Sends commands and requests as fast as the site takes them.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let (mut findings, requests) = tokio::try_join!(flood_commands(target), flood_requests(target))?;
    findings.extend(requests);
    for code in ["too-many-requests", "close 1008", "429 too-many-requests"] {
        if !findings.refusals.contains_key(code) {
            findings.add_error(format!("nothing was refused with {code}"));
        }
    }
    Ok(findings)
}

/// Sends draw offers to a game of its own. Every one must be answered with its id until the connection is closed.
async fn flood_commands(target: &Target<'_>) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let client = Client::guest_from(target.origin, target.attacker(Attack::CommandFlood, 0)).await?;
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "international" } });
    let game = client.post("/api/v1/games", &request).await?.id()?;
    let mut live = LiveConnection::open(&client, &format!("/ws/games/{game}?state=changes")).await?;
    for number in 0..COMMANDS {
        live.send_command(&format!("f{number}"), &json!({ "do": "offer-draw" })).await;
    }
    let mut answered = 0;
    loop {
        match live.receive().await {
            Incoming::Message(message) if message["type"] == "refused" => {
                if message["id"] != format!("f{answered}") {
                    findings.add_error(format!("not the refusal of command f{answered}: {message}"));
                }
                answered += 1;
                findings.message(&message);
            }
            Incoming::Message(message) if message["type"] == "done" => {
                answered += 1;
                findings.accepted += 1;
            }
            Incoming::Message(_) => {}
            end => {
                findings.closed(&end);
                return Ok(findings);
            }
        }
    }
}

/// Sends requests over several connections from one address.
async fn flood_requests(target: &Target<'_>) -> Result<Findings, Error> {
    let connections = (0..CONNECTIONS).map(|_| async move {
        let client = Client::anonymous_from(target.origin, target.attacker(Attack::CommandFlood, 1))?;
        let mut findings = Findings::default();
        for _ in 0..target.size.requests / CONNECTIONS {
            findings.response(&client.get("/api/v1/lobby").await?);
        }
        Ok::<_, Error>(findings)
    });
    let mut findings = Findings::default();
    try_join_all(connections).await?.into_iter().for_each(|part| findings.extend(part));
    Ok(findings)
}
