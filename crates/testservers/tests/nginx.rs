//! nginx with the configuration of `deploy/`, before small servers that tell what they are asked.

use std::io;
use std::net::SocketAddr;

use testservers::{Nginx, Trouble};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A node that answers each request with its name and with all that it was sent; or hangs up in the middle of it.
async fn node(name: &'static str, status: &'static str) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let asked = read(&mut stream).await?;
                if status == "hangs up" {
                    return Ok(());
                }
                let body = format!("{name}\n{asked}");
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                stream.write_all(answer.as_bytes()).await
            });
        }
    });
    Ok(address)
}

/// A request or the beginning of an answer, as far as the empty line.
async fn read(stream: &mut TcpStream) -> io::Result<String> {
    let mut text = Vec::new();
    while !text.ends_with(b"\r\n\r\n") {
        text.push(stream.read_u8().await?);
    }
    Ok(String::from_utf8_lossy(&text).to_lowercase())
}

/// Asks nginx, with more lines in the head.
async fn sent(nginx: &Nginx, method: &str, path: &str, head: &str) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(nginx.address()).await?;
    let text =
        format!("{method} {path} HTTP/1.1\r\nhost: draughts.example:7\r\nconnection: close\r\n{head}\r\n");
    stream.write_all(text.as_bytes()).await?;
    Ok(stream)
}

/// The whole answer.
async fn ask(nginx: &Nginx, method: &str, path: &str, head: &str) -> Result<String, Trouble> {
    let mut stream = sent(nginx, method, path, head).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

async fn nodes(given: &[(&'static str, &'static str)]) -> Result<Vec<SocketAddr>, Trouble> {
    let mut addresses = Vec::new();
    for (name, status) in given {
        addresses.push(node(name, status).await?);
    }
    Ok(addresses)
}

/// An address at which nobody is.
fn nobody() -> SocketAddr {
    ([127, 0, 0, 1], 1).into()
}

#[tokio::test]
async fn a_node_hears_who_asks_and_what_for() -> Result<(), Trouble> {
    let nginx = Nginx::start(&nodes(&[("ann", "200 OK")]).await?).await?;
    assert_eq!(nginx.origin(), format!("http://{}", nginx.address()));
    let forged = "x-forwarded-for: 6.6.6.6\r\nx-forwarded-proto: https\r\nx-request-id: mine\r\n";
    let heard = ask(&nginx, "GET", "/rules", forged).await?;
    assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
    for line in [
        "get /rules http/1.1",
        "host: draughts.example:7",
        "x-forwarded-for: 127.0.0.1\r",
        "x-forwarded-proto: http\r",
    ] {
        assert!(heard.contains(line), "{line}: {heard}");
    }
    let id = heard.lines().find_map(|line| line.strip_prefix("x-request-id: ")).unwrap_or_default();
    assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{heard}");
    assert!(!heard.contains("6.6.6.6"), "{heard}");
    assert!(ask(&nginx, "GET", "/metrics", "").await?.starts_with("HTTP/1.1 404"));
    let mut large = sent(&nginx, "POST", "/api/v1/analysis/read", "content-length: 1048577\r\n").await?;
    assert!(read(&mut large).await?.starts_with("http/1.1 413"));
    Ok(())
}

#[tokio::test]
async fn live_connections_are_passed_on() -> Result<(), Trouble> {
    let nginx = Nginx::start(&nodes(&[("ann", "200 OK")]).await?).await?;
    let heard = ask(&nginx, "GET", "/ws/lobby", "upgrade: websocket\r\nsec-websocket-key: x\r\n").await?;
    for line in [
        "upgrade: websocket",
        "connection: upgrade",
        "host: draughts.example:7",
        "x-forwarded-for: 127.0.0.1",
        "x-request-id: ",
    ] {
        assert!(heard.contains(line), "{line}: {heard}");
    }
    Ok(())
}

#[tokio::test]
async fn another_node_is_asked_where_one_is_down_or_cannot_serve() -> Result<(), Trouble> {
    for bad in ["503 Service Unavailable", "hangs up"] {
        let mut upstreams = nodes(&[("bad", bad), ("good", "200 OK")]).await?;
        upstreams.push(nobody());
        let nginx = Nginx::start(&upstreams).await?;
        // As often as it takes to meet each of them first.
        for _ in 0..6 {
            let page = ask(&nginx, "GET", "/", "").await?;
            assert!(page.starts_with("HTTP/1.1 200") && page.contains("\r\n\r\ngood\n"), "{bad}: {page}");
            let done = ask(&nginx, "POST", "/api/v1/games/x/commands", "").await?;
            assert!(done.starts_with("HTTP/1.1 200") && done.contains("\r\n\r\ngood\n"), "{bad}: {done}");
        }
    }
    Ok(())
}

/// Only commands carry an id; an account must not be made twice.
#[tokio::test]
async fn what_would_be_done_twice_is_not_sent_twice() -> Result<(), Trouble> {
    let nginx = Nginx::start(&nodes(&[("bad", "hangs up"), ("good", "200 OK")]).await?).await?;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(ask(&nginx, "POST", "/api/v1/accounts", "").await?[9..12].to_owned());
    }
    assert!(statuses.contains(&"503".to_owned()) && statuses.contains(&"200".to_owned()), "{statuses:?}");
    Ok(())
}

#[tokio::test]
async fn where_no_node_is_left_people_and_programs_are_told() -> Result<(), Trouble> {
    let nginx = Nginx::start(&[nobody()]).await?;
    // Again and again the same: no node is shut out, so each answer is of this moment.
    for _ in 0..3 {
        let program = ask(&nginx, "POST", "/api/v1/guest", "").await?;
        assert!(
            program.starts_with("HTTP/1.1 503") && program.contains("{\"code\":\"unavailable\""),
            "{program}"
        );
        assert!(program.contains("Retry-After: 2\r\n"), "{program}");
        let page = ask(&nginx, "GET", "/", "accept: text/html,*/*\r\n").await?;
        assert!(
            page.starts_with("HTTP/1.1 503") && page.contains("\r\n\r\nThe site cannot be reached"),
            "{page}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn other_nodes_are_put_behind_it_while_it_runs() -> Result<(), Trouble> {
    let upstreams = nodes(&[("ann", "200 OK"), ("bob", "200 OK")]).await?;
    let mut nginx = Nginx::start(&upstreams[..1]).await?;
    assert!(ask(&nginx, "GET", "/", "").await?.contains("\r\n\r\nann\n"));
    nginx.reload(&upstreams[1..]).await?;
    for _ in 0..10 {
        assert!(ask(&nginx, "GET", "/", "").await?.contains("\r\n\r\nbob\n"));
    }
    let address = nginx.address();
    drop(nginx);
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}
