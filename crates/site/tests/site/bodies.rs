//! Long request bodies share a limit on memory.

use futures_util::future::select_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::TestSite;

const JSON: &str = "application/json";

async fn connect(site: &TestSite) -> TcpStream {
    TcpStream::connect(site.first.trim_start_matches("http://")).await.expect("connected")
}

/// Sends a request with a body that announces `length` bytes.
async fn send(stream: &mut TcpStream, path: &str, kind: &str, length: usize, body: &str) {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: example\r\nconnection: close\r\ncontent-type: {kind}\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
}

/// Reads until the connection is closed. Returns the head and the body of the response.
async fn receive(mut stream: TcpStream) -> (String, String) {
    let mut response = String::new();
    stream.read_to_string(&mut response).await.expect("answered");
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {response:?}"));
    (head.to_owned(), body.to_owned())
}

async fn request(site: &TestSite, path: &str, kind: &str, body: &str) -> (String, String) {
    let mut stream = connect(site).await;
    send(&mut stream, path, kind, body.len(), body).await;
    receive(stream).await
}

#[tokio::test]
async fn long_bodies_from_one_address_are_limited_in_memory() {
    let site = TestSite::one(|config| config.timeouts.body = config.timeouts.request).await;
    let read = "/api/v1/analysis/read";
    // Bodies that never end hold what has arrived of them. Three of almost 1 MiB are too many.
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(&site).await;
        send(&mut stream, read, JSON, 1 << 20, &" ".repeat((1 << 20) - 1000)).await;
        held.push(Box::pin(receive(stream)));
    }
    let ((head, body), _, others) = select_all(held).await;
    assert!(head.starts_with("HTTP/1.1 429 ") && head.contains("\r\nretry-after: 5"), "{head}");
    let error: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(error["code"], "too-many-requests", "{body}");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("one after the other")), "{body}");
    let short = json!({ "pdn": "1. 32-28 19-23 *", "rules": "international" }).to_string();
    let (head, _) = request(&site, read, JSON, &short).await;
    assert!(head.starts_with("HTTP/1.1 200 "), "short bodies are not limited: {head}");
    drop(others);
    // The server notices the closed connections soon.
    let long = short + &" ".repeat((1 << 20) - 1000);
    while !request(&site, read, JSON, &long).await.0.starts_with("HTTP/1.1 200 ") {}
}

#[tokio::test]
async fn bodies_and_forms_have_a_maximum_length() {
    let site = TestSite::one(|_| {}).await;
    let form = "application/x-www-form-urlencoded";
    for (path, kind, body) in [
        ("/api/v1/analysis/read", JSON, " ".repeat((1 << 20) + 1)),
        ("/api/v1/analysis/line", JSON, " ".repeat((64 << 10) + 1)),
        ("/login", form, format!("name={}", "a".repeat(64 << 10))),
    ] {
        let (head, body) = request(&site, path, kind, &body).await;
        assert!(head.starts_with("HTTP/1.1 413 "), "{path}: {head}");
        assert!(body.contains("too-large") || body.contains("too long"), "{path}: {body}");
    }
}
