//! Many open home pages behind one address, while offers are made.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;

/// The time between two offers.
const OFFER_INTERVAL: Duration = Duration::from_secs(1);

/// Opens home pages, and makes an offer a second.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let mut findings = Findings::default();
    let visitor = Client::anonymous_from(target.origin, target.attacker(Attack::HomePages, 0))?;
    let mut pages = Vec::new();
    for _ in 0..target.size.home_pages {
        let mut live = LiveConnection::open(&visitor, "/ws/home?language=en").await?;
        pages.push(tokio::spawn(async move { while live.skip().await {} }));
        findings.accepted += 1;
    }
    let (started, mut offers) = (Instant::now(), 0);
    while started.elapsed() < target.size.duration {
        offers += 1;
        // Nobody may have many open offers.
        let host = Client::guest_from(target.origin, target.attacker(Attack::HomePages, offers)).await?;
        let offer = json!({ "to": "lobby", "proposal": { "rules": "turkish" } });
        findings.response(&host.post("/api/v1/challenges", &offer).await?);
        sleep(OFFER_INTERVAL).await;
    }
    for page in pages {
        if page.is_finished() {
            findings.add_error("a home page lost its connection".to_owned());
        }
        page.abort();
    }
    findings.notes.push(format!("{offers} offers"));
    Ok(findings)
}
