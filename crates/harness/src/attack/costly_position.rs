//! A position in which the search for captures was once slow: 18 men around one king.

use std::time::Instant;

use futures_util::future::try_join_all;
use serde_json::json;

use super::refusals::Findings;
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;

/// The position, of Frisian draughts.
const FEN: &str = "W:WK15:B2,5,7,10,11,13,14,19,24,26,28,31,34,40,41,42,43,44";
/// Number of connections that read the game again and again.
const READERS: usize = 6;
/// Number of analyses at once.
const ANALYSES: usize = 3;

/// Creates a game and a challenge from the position, reads them and asks for reasons over several connections, and analyses
/// the position several times at once.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let from = |number| target.attacker(Attack::CostlyPosition, number);
    let mut findings = Findings::default();
    let creator = Client::guest_from(target.origin, from(0)).await?;
    let request = json!({
        "opponent": "same-device",
        "proposal": { "rules": "frisian", "start": { "fen": FEN } },
    });
    let sent = Instant::now();
    let created = creator.post("/api/v1/games", &request).await?;
    findings.slowest = sent.elapsed();
    findings.response(&created);
    let challenge = json!({ "to": "link", "proposal": request["proposal"] });
    let challenge = creator.post("/api/v1/challenges", &challenge).await?;
    findings.response(&challenge);
    let game = created.id().ok().map(|id| format!("/api/v1/games/{id}"));
    let game =
        game.iter().flat_map(|game| ["", "/why/15", "/why/10", "/pdn"].map(|end| format!("{game}{end}")));
    let page = challenge.id().ok().map(|id| format!("/challenges/{id}"));
    let paths: Vec<String> = game.chain(page).collect();
    let readers = (0..READERS).map(|number| (number, &paths));
    let reads = readers.map(|(number, paths)| async move {
        let (client, mut findings) =
            (Client::anonymous_from(target.origin, from(1 + number))?, Findings::default());
        for path in paths.iter().cycle().take(target.size.position_requests) {
            let sent = Instant::now();
            findings.response(&client.get(path).await?);
            findings.slowest = findings.slowest.max(sent.elapsed());
        }
        Ok::<_, Error>(findings)
    });
    let question = json!({ "study": { "rules": "frisian", "fen": FEN }, "milliseconds": 100 });
    let analyses = (0..ANALYSES).map(|number| {
        let question = &question;
        async move {
            let client = Client::anonymous_from(target.origin, from(1 + READERS + number))?;
            let (sent, mut findings) = (Instant::now(), Findings::default());
            findings.response(&client.post("/api/v1/analysis/lines", question).await?);
            findings.slowest = sent.elapsed();
            Ok::<_, Error>(findings)
        }
    });
    let (reads, analyses) = tokio::try_join!(try_join_all(reads), try_join_all(analyses))?;
    reads.into_iter().chain(analyses).for_each(|part| findings.extend(part));
    Ok(findings)
}
