//! NATS servers with JetStream.

use testservers::{Error, Nats};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// A minimal client of the NATS protocol.
struct Client {
    lines: Lines<BufReader<OwnedReadHalf>>,
    out: OwnedWriteHalf,
    info: String,
}

impl Client {
    async fn connect(nats: &Nats) -> std::io::Result<Self> {
        let (read, mut out) = TcpStream::connect(nats.address()).await?.into_split();
        let mut lines = BufReader::new(read).lines();
        let info = lines.next_line().await?.unwrap_or_default();
        out.write_all(b"CONNECT {\"verbose\":false}\r\nSUB answers 1\r\n").await?;
        Ok(Self { lines, out, info })
    }

    /// Publishes a message, and returns the reply.
    async fn request(&mut self, subject: &str, message: &str) -> std::io::Result<String> {
        let text = format!("PUB {subject} answers {}\r\n{message}\r\n", message.len());
        self.out.write_all(text.as_bytes()).await?;
        while let Some(line) = self.lines.next_line().await? {
            if line.starts_with("MSG ") {
                return Ok(self.lines.next_line().await?.unwrap_or_default());
            }
        }
        Ok("no reply".to_owned())
    }
}

#[tokio::test]
async fn streams_survive_stop_and_kill() -> Result<(), Error> {
    let mut nats = Nats::start().await?;
    let address = nats.address();
    assert_eq!(nats.url(), format!("nats://{address}"));
    let mut client = Client::connect(&nats).await?;
    assert!(client.info.starts_with("INFO {"), "{}", client.info);
    assert!(client.info.contains("\"jetstream\":true"), "{}", client.info);
    let stream = r#"{"name":"items","subjects":["items.*"],"storage":"file","retention":"limits"}"#;
    let reply = client.request("$JS.API.STREAM.CREATE.items", stream).await?;
    assert!(reply.contains("\"did_create\":true"), "{reply}");
    assert!(client.request("items.one", "first").await?.contains("\"seq\":1"));
    nats.stop().await?;
    assert!(TcpStream::connect(address).await.is_err());
    nats.start_again().await?;
    let mut client = Client::connect(&nats).await?;
    assert!(client.request("items.one", "second").await?.contains("\"seq\":2"));
    nats.kill().await?;
    nats.start_again().await?;
    assert_eq!(nats.address(), address);
    let mut client = Client::connect(&nats).await?;
    let state = client.request("$JS.API.STREAM.INFO.items", "").await?;
    assert!(state.contains("\"messages\":2"), "{state}");
    drop(nats);
    assert!(TcpStream::connect(address).await.is_err());
    Ok(())
}
