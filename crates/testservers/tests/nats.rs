//! NATS starts with JetStream, keeps what it was given, and is gone.

use testservers::{Nats, Trouble};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// A client that speaks just enough of the protocol, which is lines of text.
struct Client {
    lines: Lines<BufReader<OwnedReadHalf>>,
    out: OwnedWriteHalf,
    greeting: String,
}

impl Client {
    async fn connect(nats: &Nats) -> std::io::Result<Self> {
        let (read, mut out) = TcpStream::connect(nats.address()).await?.into_split();
        let mut lines = BufReader::new(read).lines();
        let greeting = lines.next_line().await?.unwrap_or_default();
        out.write_all(b"CONNECT {\"verbose\":false}\r\nSUB answers 1\r\n").await?;
        Ok(Self { lines, out, greeting })
    }

    /// Asks and waits for the answer.
    async fn ask(&mut self, subject: &str, message: &str) -> std::io::Result<String> {
        let text = format!("PUB {subject} answers {}\r\n{message}\r\n", message.len());
        self.out.write_all(text.as_bytes()).await?;
        while let Some(line) = self.lines.next_line().await? {
            if line.starts_with("MSG ") {
                return Ok(self.lines.next_line().await?.unwrap_or_default());
            }
        }
        Ok("nothing".to_owned())
    }
}

#[tokio::test]
async fn a_stream_keeps_its_messages_when_the_server_is_stopped_or_killed() -> Result<(), Trouble> {
    let mut nats = Nats::start().await?;
    let address = nats.address();
    assert_eq!(nats.url(), format!("nats://{address}"));
    let mut client = Client::connect(&nats).await?;
    assert!(client.greeting.starts_with("INFO {"), "{}", client.greeting);
    assert!(client.greeting.contains("\"jetstream\":true"), "{}", client.greeting);
    let stream = r#"{"name":"kept","subjects":["kept.*"],"storage":"file","retention":"limits"}"#;
    let made = client.ask("$JS.API.STREAM.CREATE.kept", stream).await?;
    assert!(made.contains("\"did_create\":true"), "{made}");
    assert!(client.ask("kept.one", "a word").await?.contains("\"seq\":1"));
    nats.stop().await?;
    assert!(TcpStream::connect(address).await.is_err());
    nats.start_again().await?;
    let mut client = Client::connect(&nats).await?;
    assert!(client.ask("kept.one", "another").await?.contains("\"seq\":2"));
    nats.kill().await?;
    nats.start_again().await?;
    assert_eq!(nats.address(), address);
    let mut client = Client::connect(&nats).await?;
    let state = client.ask("$JS.API.STREAM.INFO.kept", "").await?;
    assert!(state.contains("\"messages\":2"), "{state}");
    drop(nats);
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}
