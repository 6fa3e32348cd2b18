//! nginx with the configuration of `deploy/`, in front of minimal HTTP servers.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use testservers::{Error, Nginx};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// Maximum time until nginx closes a connection that sends no complete header.
const CLOSED_WITHIN: Duration = Duration::from_secs(30);
/// The status of a server that closes the connection instead of responding.
const CLOSES: &str = "closes";

/// Starts a server that answers each request with its name and the head of the request, or closes the
/// connection.
async fn start_node(name: &'static str, status: &'static str) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let request = read_head(&mut stream).await?;
                if status == CLOSES {
                    return Ok(());
                }
                let body = format!("{name}\n{request}");
                let length = body.len();
                let response = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                stream.write_all(response.as_bytes()).await
            });
        }
    });
    Ok(address)
}

/// Reads the head of a request or response, in lower case.
async fn read_head(stream: &mut TcpStream) -> io::Result<String> {
    let mut text = Vec::new();
    while !text.ends_with(b"\r\n\r\n") {
        text.push(stream.read_u8().await?);
    }
    Ok(String::from_utf8_lossy(&text).to_lowercase())
}

/// Sends a request with additional headers to nginx.
async fn send(nginx: &Nginx, method: &str, path: &str, headers: &str) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(nginx.address()).await?;
    let text =
        format!("{method} {path} HTTP/1.1\r\nhost: draughts.example:7\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(text.as_bytes()).await?;
    Ok(stream)
}

/// Sends a request to nginx, and returns the response.
async fn request(nginx: &Nginx, method: &str, path: &str, headers: &str) -> Result<String, Error> {
    let mut stream = send(nginx, method, path, headers).await?;
    let mut response = Vec::new();
    // nginx resets a connection from which it has not read everything; the response comes first.
    let read = stream.read_to_end(&mut response).await;
    if response.is_empty() {
        read?;
    }
    Ok(String::from_utf8_lossy(&response).into_owned())
}

async fn start_nodes(nodes: &[(&'static str, &'static str)]) -> Result<Vec<SocketAddr>, Error> {
    let mut addresses = Vec::new();
    for (name, status) in nodes {
        addresses.push(start_node(name, status).await?);
    }
    Ok(addresses)
}

/// Returns an address on which nobody listens.
fn unreachable_node() -> SocketAddr {
    ([127, 0, 0, 1], 1).into()
}

#[tokio::test]
async fn nodes_receive_the_client_address_and_a_request_id() -> Result<(), Error> {
    let nginx = Nginx::start(&start_nodes(&[("ann", "200 OK")]).await?).await?;
    assert_eq!(nginx.origin(), format!("http://{}", nginx.address()));
    let forged = "x-forwarded-for: 6.6.6.6\r\nx-forwarded-proto: https\r\nx-request-id: mine\r\n";
    let response = request(&nginx, "GET", "/rules", forged).await?;
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    for line in [
        "get /rules http/1.1",
        "host: draughts.example:7",
        "x-forwarded-for: 127.0.0.1\r",
        "x-forwarded-proto: http\r",
    ] {
        assert!(response.contains(line), "{line}: {response}");
    }
    let id = response.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap_or_default();
    assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{response}");
    assert!(!response.contains("6.6.6.6"), "{response}");
    assert!(request(&nginx, "GET", "/metrics", "").await?.starts_with("HTTP/1.1 404"));
    let mut large = send(&nginx, "POST", "/api/v1/analysis/read", "content-length: 1048577\r\n").await?;
    assert!(read_head(&mut large).await?.starts_with("http/1.1 413"));
    Ok(())
}

#[tokio::test]
async fn refused_requests_get_a_code_and_a_sentence_or_a_page() -> Result<(), Error> {
    let nginx = Nginx::start(&start_nodes(&[("ann", "200 OK")]).await?).await?;
    let long = "x".repeat(9_000);
    let (long_path, long_header) = (format!("?{long}"), format!("x-long: {long}\r\n"));
    for (path, headers, status, code, sentence) in [
        ("", "content-length: 1048577\r\n", "413", "too-large", "The request is too long: at most 1 MiB"),
        (long_path.as_str(), "", "414", "too-large", "The address is too long: at most 8 KiB"),
        ("", long_header.as_str(), "431", "too-large", "The headers of the request are too long"),
        ("", "host: another\r\n", "400", "bad-request", "The request is not valid HTTP/1.1."),
    ] {
        let api = request(&nginx, "POST", &format!("/api/v1/guest{path}"), headers).await?;
        assert!(api.starts_with(&format!("HTTP/1.1 {status} ")), "{api}");
        let body = format!("\r\n\r\n{{\"code\":\"{code}\",\"message\":\"{sentence}");
        assert!(api.contains("Content-Type: application/json\r\n") && api.contains(&body), "{api}");
        let page = request(&nginx, "POST", &format!("/analysis{path}"), headers).await?;
        assert!(page.starts_with(&format!("HTTP/1.1 {status} ")), "{page}");
        assert!(
            page.contains("Content-Type: text/html") && page.contains(&format!("<p>{sentence}")),
            "{page}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn half_headers_and_idle_connections_are_closed_and_others_served_meanwhile() -> Result<(), Error> {
    let nginx = Nginx::start(&start_nodes(&[("ann", "200 OK")]).await?).await?;
    let mut slow = Vec::new();
    for number in 0..400 {
        let mut stream = TcpStream::connect(nginx.address()).await?;
        if number % 2 == 0 {
            stream.write_all(b"GET / HTTP/1.1\r\nhost: draughts.example\r\nx-slow:").await?;
        }
        slow.push(stream);
    }
    assert!(request(&nginx, "GET", "/", "").await?.starts_with("HTTP/1.1 200"));
    for mut stream in slow {
        let mut answer = Vec::new();
        // nginx resets connections that have timed out.
        let closed = timeout(CLOSED_WITHIN, stream.read_to_end(&mut answer)).await;
        assert!(closed.is_ok() && answer.is_empty(), "{closed:?}: {answer:?}");
    }
    assert!(request(&nginx, "GET", "/", "").await?.starts_with("HTTP/1.1 200"));
    Ok(())
}

#[tokio::test]
async fn websocket_upgrades_are_forwarded() -> Result<(), Error> {
    let nginx = Nginx::start(&start_nodes(&[("ann", "200 OK")]).await?).await?;
    let response =
        request(&nginx, "GET", "/ws/lobby", "upgrade: websocket\r\nsec-websocket-key: x\r\n").await?;
    for line in [
        "upgrade: websocket",
        "connection: upgrade",
        "host: draughts.example:7",
        "x-forwarded-for: 127.0.0.1",
        "x-request-id: ",
    ] {
        assert!(response.contains(line), "{line}: {response}");
    }
    Ok(())
}

#[tokio::test]
async fn requests_go_to_another_node_when_one_fails() -> Result<(), Error> {
    for bad in ["503 Service Unavailable", CLOSES] {
        let mut upstreams = start_nodes(&[("bad", bad), ("good", "200 OK")]).await?;
        upstreams.push(unreachable_node());
        let nginx = Nginx::start(&upstreams).await?;
        // Each node is the first one at least once.
        for _ in 0..6 {
            let page = request(&nginx, "GET", "/", "").await?;
            assert!(page.starts_with("HTTP/1.1 200") && page.contains("\r\n\r\ngood\n"), "{bad}: {page}");
            let command = request(&nginx, "POST", "/api/v1/games/x/commands", "").await?;
            assert!(
                command.starts_with("HTTP/1.1 200") && command.contains("\r\n\r\ngood\n"),
                "{bad}: {command}"
            );
        }
    }
    Ok(())
}

/// Only commands have an id by which the site recognises duplicates.
#[tokio::test]
async fn other_post_requests_are_not_repeated() -> Result<(), Error> {
    let nginx = Nginx::start(&start_nodes(&[("bad", CLOSES), ("good", "200 OK")]).await?).await?;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(request(&nginx, "POST", "/api/v1/accounts", "").await?[9..12].to_owned());
    }
    assert!(statuses.contains(&"503".to_owned()) && statuses.contains(&"200".to_owned()), "{statuses:?}");
    Ok(())
}

#[tokio::test]
async fn without_nodes_people_and_programs_get_status_503() -> Result<(), Error> {
    let nginx = Nginx::start(&[unreachable_node()]).await?;
    // Repeated, since nginx must not mark a node as failed.
    for _ in 0..3 {
        let api = request(&nginx, "POST", "/api/v1/guest", "").await?;
        assert!(api.starts_with("HTTP/1.1 503") && api.contains("{\"code\":\"unavailable\""), "{api}");
        assert!(api.contains("Retry-After: 2\r\n"), "{api}");
        let page = request(&nginx, "GET", "/", "accept: text/html,*/*\r\n").await?;
        assert!(
            page.starts_with("HTTP/1.1 503") && page.contains("\r\n\r\nThe site cannot be reached"),
            "{page}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn reload_replaces_the_nodes() -> Result<(), Error> {
    let upstreams = start_nodes(&[("ann", "200 OK"), ("bob", "200 OK")]).await?;
    let mut nginx = Nginx::start(&upstreams[..1]).await?;
    assert!(request(&nginx, "GET", "/", "").await?.contains("\r\n\r\nann\n"));
    nginx.reload(&upstreams[1..]).await?;
    for _ in 0..10 {
        assert!(request(&nginx, "GET", "/", "").await?.contains("\r\n\r\nbob\n"));
    }
    let address = nginx.address();
    drop(nginx);
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}
