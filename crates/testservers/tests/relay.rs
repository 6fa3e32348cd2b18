//! A relay relays, is cut, stalls, and is mended.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use testservers::{Relay, Trouble};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// A service that says everything again.
async fn echo() -> io::Result<SocketAddr> {
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

/// Says something, and hears it again.
async fn say(stream: &mut TcpStream, text: &str) -> io::Result<String> {
    stream.write_all(text.as_bytes()).await?;
    let mut heard = vec![0; text.len()];
    stream.read_exact(&mut heard).await?;
    Ok(String::from_utf8_lossy(&heard).into_owned())
}

/// Long enough to be sure that nothing comes; short enough for a test.
const A_WHILE: Duration = Duration::from_millis(200);

#[tokio::test]
async fn a_relay_that_is_cut_refuses_and_a_mended_one_relays() -> Result<(), Trouble> {
    let mut relay = Relay::start(echo().await?).await?;
    let mut stream = TcpStream::connect(relay.address()).await?;
    assert_eq!(say(&mut stream, "hello").await?, "hello");
    relay.cut().await;
    assert!(say(&mut stream, "still there?").await.is_err());
    let refused = TcpStream::connect(relay.address()).await.expect_err("nobody listens");
    assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
    relay.cut().await;
    relay.mend().await?;
    let mut stream = TcpStream::connect(relay.address()).await?;
    assert_eq!(say(&mut stream, "again").await?, "again");
    // Mending what is whole does no harm.
    relay.mend().await?;
    assert_eq!(say(&mut stream, "and again").await?, "and again");
    let address = relay.address();
    drop(relay);
    assert!(say(&mut stream, "over?").await.is_err());
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}

#[tokio::test]
async fn a_relay_that_stalls_takes_everything_and_answers_nothing() -> Result<(), Trouble> {
    let mut relay = Relay::start(echo().await?).await?;
    let mut old = TcpStream::connect(relay.address()).await?;
    assert_eq!(say(&mut old, "hello").await?, "hello");
    relay.stall().await?;
    let mut new = TcpStream::connect(relay.address()).await?;
    for stream in [&mut old, &mut new] {
        // More than any buffer holds: it is swallowed.
        let much = vec![b'x'; 8 << 20];
        stream.write_all(&much).await?;
        assert!(timeout(A_WHILE, stream.read_u8()).await.is_err(), "something came");
    }
    // Who waited for an answer hears that the connection is lost, not something from long ago.
    relay.mend().await?;
    for stream in [&mut old, &mut new] {
        assert!(say(stream, "well?").await.is_err());
    }
    let mut fresh = TcpStream::connect(relay.address()).await?;
    assert_eq!(say(&mut fresh, "well").await?, "well");
    Ok(())
}

#[tokio::test]
async fn a_relay_that_is_cut_can_stall_instead() -> Result<(), Trouble> {
    let mut relay = Relay::start(echo().await?).await?;
    relay.cut().await;
    relay.stall().await?;
    let mut stream = TcpStream::connect(relay.address()).await?;
    assert!(timeout(A_WHILE, say(&mut stream, "hello")).await.is_err());
    relay.cut().await;
    assert!(say(&mut stream, "hello").await.is_err());
    Ok(())
}
