//! Connections that send half a request or none, and stay open.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::refusals::Findings;
use super::{Attack, Target, address};
use crate::Error;
use crate::client::Client;
use crate::live::{LiveConnection, connect};

/// The data that the connections send, in turn: half a header, nothing, half a body, and a request after which they stay
/// idle.
const REQUESTS: [&str; 4] = [
    "GET / HTTP/1.1\r\nhost: example\r\nx-slow:",
    "",
    "POST /api/v1/login HTTP/1.1\r\nhost: example\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"name\"",
    COMPLETE_REQUEST,
];
const COMPLETE_REQUEST: &str = "GET /healthz HTTP/1.1\r\nhost: example\r\n\r\n";
/// Maximum time until the site closes a slow connection.
pub(super) const CLOSED_WITHIN: Duration = Duration::from_secs(25);

/// Opens slow connections from several addresses within the limit per address, and from one address beyond it. Meanwhile
/// a player reconnects and a newcomer loads the start page.
pub(super) async fn attack(target: &Target<'_>) -> Result<Findings, Error> {
    let (size, mut findings) = (target.size, Findings::default());
    let player = Client::guest_from(target.origin, address::visitor(0)).await?;
    let mut open = Vec::new();
    for number in 0..size.connections {
        // Several attackers, each within the limit of an address.
        let attacker = number / (size.per_address / 2);
        open.push(slow_connection(target, attacker, REQUESTS[number % REQUESTS.len()]).await?);
    }
    // One more attacker, with more connections than the limit of an address.
    let greedy = size.connections;
    for _ in 0..size.per_address {
        open.push(slow_connection(target, greedy, "").await?);
    }
    let refused = slow_connection(target, greedy, COMPLETE_REQUEST).await?;
    findings.extend(read_answers(vec![refused], CLOSED_WITHIN).await);
    if findings.refusals.is_empty() {
        findings.add_error("more connections than an address may have were not refused".to_owned());
    }
    let started = Instant::now();
    let newcomer = Client::anonymous_from(target.origin, address::visitor(1))?;
    let page = newcomer.get("/").await?;
    if !page.status.is_success() {
        findings.add_error(format!("a newcomer was refused: {} {}", page.status, page.text));
    }
    LiveConnection::open(&player, &format!("/ws/games/{}?state=changes", target.games.newest())).await?;
    findings.slowest = started.elapsed();
    findings.notes.push(format!(
        "{} connections open, a newcomer and a visitor with a session were served",
        open.len()
    ));
    if size.awaits_timeouts {
        let opened = open.len();
        let answers = read_answers(open, CLOSED_WITHIN).await;
        findings.notes.push(format!("all {opened} closed within {:.0} s", started.elapsed().as_secs_f64()));
        findings.extend(answers);
    } else {
        sleep(size.duration).await;
    }
    Ok(findings)
}

/// Opens a connection from the address of an attacker, and sends this data.
async fn slow_connection(target: &Target<'_>, attacker: usize, data: &str) -> Result<TcpStream, Error> {
    let from = target.attacker(Attack::SlowConnections, attacker);
    let mut stream = connect(&Client::anonymous_from(target.origin, from)?).await?;
    stream.write_all(data.as_bytes()).await?;
    Ok(stream)
}

/// Reads what the site sends on each connection until it closes the connection.
pub(super) async fn read_answers(connections: Vec<TcpStream>, within: Duration) -> Findings {
    let mut findings = Findings::default();
    let answers = connections.into_iter().map(|mut stream| async move {
        let mut answer = String::new();
        // A reset connection has been closed, too.
        let closed = timeout(within, stream.read_to_string(&mut answer)).await.is_ok();
        (closed, answer)
    });
    for (closed, answer) in join_all(answers).await {
        if !closed {
            findings.add_error(format!("a slow connection is open after {within:?}"));
        }
        // An HTTP connection that never sends a request is closed without an answer.
        let Some((head, body)) = answer.split_once("\r\n\r\n") else { continue };
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        if status == 200 {
            findings.accepted += 1;
        } else {
            findings.http_error(status, &serde_json::from_str(body).unwrap_or(Value::Null), &answer);
        }
    }
    findings
}
