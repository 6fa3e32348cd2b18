//! Live connections that announce frames of 15 MiB and send little of them.

use tokio::time::sleep;

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::live::{Incoming, LiveConnection};

/// The announced length of a frame, in bytes.
const ANNOUNCED: u64 = 15 << 20;

/// Opens connections of each kind, announces a frame on each, and waits until the site closes them.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let client = Client::anonymous_from(target.origin, target.attacker(Attack::LargeFrames, 0))?;
    let paths =
        ["/ws/lobby".to_owned(), "/ws/home".to_owned(), format!("/ws/games/{}", target.games.newest())];
    let mut header = vec![0x81, 0xff];
    header.extend(ANNOUNCED.to_be_bytes());
    header.extend([1, 2, 3, 4]);
    let mut connections = Vec::new();
    for number in 0..target.size.frames {
        let mut live = LiveConnection::open(&client, &paths[number % paths.len()]).await?;
        live.send_unframed(&header).await;
        connections.push(live);
    }
    // Memory would be taken while the connections are open.
    sleep(target.size.duration).await;
    for mut live in connections {
        let end = loop {
            match live.receive().await {
                Incoming::Message(_) => {}
                end => break end,
            }
        };
        findings.closed(&end);
    }
    Ok(findings)
}
