//! Limits on open connections, and on the frames of live connections.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use site::config::Connections;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::support::TestSite;

/// Maximum time until the server notices closed connections.
const MAX_CLOSE: Duration = Duration::from_secs(30);

/// Connects from the address 127.0.0.`host`.
async fn connect_from(site: &TestSite, host: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::from(([127, 0, 0, host], 0))).expect("bound");
    let address = site.first.trim_start_matches("http://").parse().expect("an address");
    socket.connect(address).await.expect("connected")
}

/// Sends a request and reads until the connection is closed. Returns the status and the body.
async fn request(mut stream: TcpStream, path: &str, headers: &str) -> (u16, String) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: example\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut response = String::new();
    stream.read_to_string(&mut response).await.expect("answered");
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {response:?}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, body.to_owned())
}

fn code(body: &str) -> String {
    let error: Value = serde_json::from_str(body).expect("JSON");
    error["code"].as_str().expect("a code").to_owned()
}

/// Opens a live connection to the lobby for the client of a proxy. Returns the status and the open connection.
async fn connect_lobby(site: &TestSite, client: &str) -> (String, TcpStream) {
    connect_live(site, "/ws/lobby", client).await
}

async fn connect_live(site: &TestSite, path: &str, client: &str) -> (String, TcpStream) {
    let mut stream = connect_from(site, 1).await;
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: example\r\nx-forwarded-for: {client}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.expect("answered");
    (String::from_utf8_lossy(&status[9..]).into_owned(), stream)
}

#[tokio::test]
async fn connections_from_one_address_are_limited() {
    let site = TestSite::one(|config| config.connections.per_address = 2).await;
    let idle = [connect_from(&site, 7).await, connect_from(&site, 7).await];
    let (status, body) = request(connect_from(&site, 7).await, "/healthz", "").await;
    assert_eq!((status, code(&body).as_str()), (429, "too-many-requests"));
    assert!(body.contains("at most 2"), "{body}");
    assert_eq!(request(connect_from(&site, 8).await, "/healthz", "").await.0, 200);
    drop(idle);
    let accepted = async { while request(connect_from(&site, 7).await, "/healthz", "").await.0 != 200 {} };
    timeout(MAX_CLOSE, accepted).await.expect("the server notices the closed connections");
}

#[tokio::test]
async fn strangers_cannot_keep_out_players_and_monitors() {
    let site = TestSite::one(|config| config.connections = Connections { max: 30, per_address: 1000 }).await;
    let session = site.guest().await.cookie();
    // Connections of the guest may still be open.
    let mut idle = Vec::new();
    for _ in 0..27 {
        idle.push(connect_from(&site, 7).await);
    }
    let (status, body) = request(connect_from(&site, 8).await, "/", "").await;
    assert_eq!((status, code(&body).as_str()), (503, "busy"));
    assert_eq!(request(connect_from(&site, 8).await, "/healthz", "").await.0, 200);
    let headers = format!("cookie: {session}\r\n");
    assert_eq!(request(connect_from(&site, 8).await, "/", &headers).await.0, 200);
    let (status, _) =
        request(connect_from(&site, 8).await, "/", "cookie: crownhead_session=guessed\r\n").await;
    assert_eq!(status, 503);
    assert_eq!(request(connect_from(&site, 7).await, "/healthz", "").await.0, 503);
}

#[tokio::test]
async fn live_connections_behind_a_proxy_are_limited_by_client() {
    let site = TestSite::one(|config| {
        config.trusted_proxies = vec![[127, 0, 0, 1].into()];
        config.connections.per_address = 1;
    })
    .await;
    let (first, _open) = connect_lobby(&site, "10.0.0.1").await;
    let (second, _) = connect_lobby(&site, "10.0.0.1").await;
    let (other, _) = connect_lobby(&site, "10.0.0.2").await;
    assert_eq!([first, second, other], ["101", "429", "101"]);
}

#[tokio::test]
async fn oversized_frames_are_rejected_by_their_header() {
    let site = TestSite::one(|_| {}).await;
    for path in ["/ws/lobby", "/ws/home"] {
        let (status, mut stream) = connect_live(&site, path, "10.0.0.1").await;
        assert_eq!(status, "101");
        // A masked text frame of 15 MiB, of which only the header is sent.
        let mut header = vec![0x81, 0xff];
        header.extend((15_u64 << 20).to_be_bytes());
        header.extend([1, 2, 3, 4]);
        stream.write_all(&header).await.expect("sent");
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.expect("closed");
        let reason = b"The message is too long: at most 4096 bytes are allowed.";
        let mut close = vec![0x88, reason.len() as u8 + 2];
        close.extend(1009_u16.to_be_bytes());
        close.extend(reason);
        assert!(rest.ends_with(&close), "{path}: {:?}", String::from_utf8_lossy(&rest));
    }
}
