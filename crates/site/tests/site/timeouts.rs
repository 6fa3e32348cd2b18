//! Requests that do not arrive in time are answered with status 408, and connections that stay idle are closed.

use std::time::Duration;

use serde_json::{Value, json};
use site::config::Timeouts;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::TestSite;

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);

async fn connect(site: &TestSite) -> TcpStream {
    TcpStream::connect(site.first.trim_start_matches("http://")).await.expect("connected")
}

/// Sends a request without its body, and returns the head and the body of the response.
async fn send_without_body(site: &TestSite, path: &str, headers: &str) -> (String, String) {
    let address = site.first.trim_start_matches("http://");
    let mut stream = connect(site).await;
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: 10\r\n{headers}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut response = String::new();
    stream.read_to_string(&mut response).await.expect("answered");
    let (head, body) = response.split_once("\r\n\r\n").expect("a head");
    (head.to_owned(), body.to_owned())
}

#[tokio::test]
async fn missing_bodies_time_out() {
    let json = "content-type: application/json";
    let form = "content-type: application/x-www-form-urlencoded\r\naccept: text/html\r\naccept-language: de";
    let timeouts = |request, body| Timeouts { request, body, ..Timeouts::DEFAULT };
    for timeouts in [timeouts(LONG, SHORT), timeouts(SHORT, LONG)] {
        let site = TestSite::one(|config| config.timeouts = timeouts).await;
        let (head, body) = send_without_body(&site, "/api/v1/games", json).await;
        assert!(head.starts_with("HTTP/1.1 408 "), "{timeouts:?}: {head}");
        let error: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(error["code"], "request-timeout", "{timeouts:?}: {body}");
        let (head, body) = send_without_body(&site, "/login", form).await;
        assert!(head.starts_with("HTTP/1.1 408 "), "{timeouts:?}: {head}");
        assert!(body.contains("Das hat zu lange gedauert."), "{timeouts:?}: {body}");
    }
}

#[tokio::test]
async fn live_connections_outlast_the_request_timeout() {
    let request = Duration::from_millis(500);
    let site = TestSite::one(|config| config.timeouts.request = request).await;
    let mut two = site.two_players("english", json!({})).await;
    two.command("white", json!({ "do": "message", "text": "hello" })).await;
    // This takes as long as the timeout.
    let (head, _) = send_without_body(&site, "/api/v1/games", "content-type: application/json").await;
    assert!(head.starts_with("HTTP/1.1 408 "), "{head}");
    two.command("white", json!({ "do": "message", "text": "still here" })).await;
}

#[tokio::test]
async fn connections_without_a_request_are_closed() {
    let site = TestSite::one(|config| config.timeouts.headers = SHORT).await;
    let request = "GET /healthz HTTP/1.1\r\nhost: example\r\n";
    for (sent, answers) in [("", 0), ("GET /", 0), (request, 0), (&format!("{request}\r\n"), 1)] {
        let mut stream = connect(&site).await;
        stream.write_all(sent.as_bytes()).await.expect("sent");
        let mut received = String::new();
        stream.read_to_string(&mut received).await.expect("closed");
        assert_eq!(received.matches("HTTP/1.1 200 OK").count(), answers, "{sent:?}: {received}");
    }
}

#[tokio::test]
async fn clients_that_receive_nothing_are_disconnected() {
    let site = TestSite::one(|config| config.timeouts.write = SHORT).await;
    let mut stream = connect(&site).await;
    // The responses fill all buffers on the way; then the server reads no more requests.
    while stream.write_all(b"GET /rules HTTP/1.1\r\nhost: example\r\n\r\n").await.is_ok() {}
}

#[tokio::test]
async fn long_headers_are_rejected() {
    let site = TestSite::one(|_| {}).await;
    for (length, status) in [(16_000, "200"), (40_000, "431")] {
        let mut stream = connect(&site).await;
        let padding = "x".repeat(length);
        let request = format!(
            "GET /healthz HTTP/1.1\r\nhost: example\r\nconnection: close\r\npadding: {padding}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut received = String::new();
        stream.read_to_string(&mut received).await.expect("answered");
        assert!(received.starts_with(&format!("HTTP/1.1 {status} ")), "{length}: {received}");
    }
}
