//! Connections that send all but the last byte of a long request, and stay open.

use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::refusals::Findings;
use super::slow_connections::{CLOSED_WITHIN, read_answers};
use super::{Attack, Target};
use crate::Error;
use crate::client::Client;
use crate::live::connect;

/// The length of the longest request that the site takes, in bytes: a PDN file.
const LENGTH: usize = 1 << 20;
/// The beginning of its body.
const BEGINNING: &str = r#"{"pdn":""#;
/// The time after which a connection gives up sending, because the site does not read.
const SENDING: Duration = Duration::from_secs(5);

/// Sends the requests from several addresses, each within the limit of connections.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let (size, mut findings, started) = (target.size, Findings::default(), Instant::now());
    let open = try_join_all((0..size.bodies).map(|number| unfinished(target, number))).await?;
    findings.notes.push(format!("{} requests of 1 MiB, each without its last byte", open.len()));
    if size.awaits_timeouts {
        let opened = open.len();
        findings.extend(read_answers(open, CLOSED_WITHIN).await);
        findings.notes.push(format!("all {opened} closed within {:.0} s", started.elapsed().as_secs_f64()));
    } else {
        sleep(size.duration).await;
    }
    Ok(findings)
}

/// Opens a connection and sends a request without its last byte.
async fn unfinished(target: &Target<'_>, number: usize) -> Result<TcpStream, Error> {
    let from = target.attacker(Attack::LargeBodies, number / (target.size.per_address / 2));
    let mut stream = connect(&Client::anonymous_from(target.origin, from)?).await?;
    let mut request = format!(
        "POST /api/v1/analysis/read HTTP/1.1\r\nhost: example\r\ncontent-type: application/json\r\n\
         content-length: {LENGTH}\r\n\r\n{BEGINNING}"
    );
    request.push_str(&"x".repeat(LENGTH - BEGINNING.len() - 1));
    // The site may refuse the request before it has all of it, or stop reading.
    let _ = timeout(SENDING, stream.write_all(request.as_bytes())).await;
    Ok(stream)
}
