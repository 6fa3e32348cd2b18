//! The modes of a relay.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use testservers::{Error, Relay};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// Starts a server that sends back all that it receives, and returns its address.
async fn start_echo_server() -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut read, mut write) = stream.split();
                let _ = tokio::io::copy(&mut read, &mut write).await;
            });
        }
    });
    Ok(address)
}

/// Sends a text, and returns what comes back.
async fn echo(stream: &mut TcpStream, text: &str) -> io::Result<String> {
    stream.write_all(text.as_bytes()).await?;
    let mut received = vec![0; text.len()];
    stream.read_exact(&mut received).await?;
    Ok(String::from_utf8_lossy(&received).into_owned())
}

/// Time after which no reply is expected.
const NO_REPLY: Duration = Duration::from_millis(200);

#[tokio::test]
async fn cut_closes_and_refuses_connections_until_restored() -> Result<(), Error> {
    let mut relay = Relay::start(start_echo_server().await?).await?;
    let mut stream = TcpStream::connect(relay.address()).await?;
    assert_eq!(echo(&mut stream, "hello").await?, "hello");
    relay.cut().await;
    assert!(echo(&mut stream, "still there?").await.is_err());
    let refused = TcpStream::connect(relay.address()).await.expect_err("the relay is cut");
    assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
    relay.cut().await;
    relay.restore().await?;
    let mut stream = TcpStream::connect(relay.address()).await?;
    assert_eq!(echo(&mut stream, "again").await?, "again");
    // Restoring a relay that forwards changes nothing.
    relay.restore().await?;
    assert_eq!(echo(&mut stream, "and again").await?, "and again");
    let address = relay.address();
    drop(relay);
    assert!(echo(&mut stream, "over?").await.is_err());
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}

#[tokio::test]
async fn stall_accepts_all_data_and_replies_nothing() -> Result<(), Error> {
    let mut relay = Relay::start(start_echo_server().await?).await?;
    let mut old = TcpStream::connect(relay.address()).await?;
    assert_eq!(echo(&mut old, "hello").await?, "hello");
    relay.stall().await?;
    let mut new = TcpStream::connect(relay.address()).await?;
    for stream in [&mut old, &mut new] {
        // More than the buffers hold, so that the relay must have read it.
        let data = vec![b'x'; 8 << 20];
        stream.write_all(&data).await?;
        assert!(timeout(NO_REPLY, stream.read_u8()).await.is_err(), "no reply");
    }
    // Old connections are closed; no old data arrives.
    relay.restore().await?;
    for stream in [&mut old, &mut new] {
        assert!(echo(stream, "well?").await.is_err());
    }
    let mut fresh = TcpStream::connect(relay.address()).await?;
    assert_eq!(echo(&mut fresh, "well").await?, "well");
    Ok(())
}

#[tokio::test]
async fn a_cut_relay_can_stall() -> Result<(), Error> {
    let mut relay = Relay::start(start_echo_server().await?).await?;
    relay.cut().await;
    relay.stall().await?;
    let mut stream = TcpStream::connect(relay.address()).await?;
    assert!(timeout(NO_REPLY, echo(&mut stream, "hello")).await.is_err());
    relay.cut().await;
    assert!(echo(&mut stream, "hello").await.is_err());
    Ok(())
}
