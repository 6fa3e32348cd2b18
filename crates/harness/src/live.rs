//! Live (WebSocket) connections.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Error;
use crate::client::Client;

/// Time without a message after which a connection counts as lost. Long, since a busy machine is slow.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A live connection to a game or to the lobby.
pub struct LiveConnection {
    socket: WebSocketStream<TcpStream>,
    bytes_received: u64,
    /// The time for which everything waits before a ping is answered.
    pong_delay: Duration,
}

/// A message from the site, or the end of the connection.
#[derive(Clone, PartialEq, Debug)]
pub enum Incoming {
    /// A message.
    Message(Value),
    /// The site closed the connection with this code and reason.
    Closed(u16, String),
    /// The connection was lost.
    Lost,
}

impl Client {
    /// Opens a live connection to a game, which begins with the event after number `after`.
    pub async fn connect(&self, game: &str, after: u64) -> Result<LiveConnection, Error> {
        LiveConnection::open(self, &format!("/ws/games/{game}?after={after}")).await
    }
}

/// Connects to the site from the address of the client.
pub(crate) async fn connect(client: &Client) -> Result<TcpStream, Error> {
    let authority = client.origin().trim_start_matches("http://");
    let stream = match client.local_address() {
        None => TcpStream::connect(authority).await?,
        Some(address) => {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(address, 0))?;
            socket.connect(authority.parse()?).await?
        }
    };
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl LiveConnection {
    /// Opens a live connection to a path.
    pub async fn open(client: &Client, path: &str) -> Result<Self, Error> {
        let url = format!("{}{path}", client.origin().replacen("http", "ws", 1));
        let mut request = url.into_client_request()?;
        request.headers_mut().extend(client.headers());
        // Messages are short, and tungstenite zeroes its read buffer again and again.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        match client_async_with_config(request, connect(client).await?, Some(config)).await {
            Ok((socket, _)) => Ok(Self { socket, bytes_received: 0, pong_delay: Duration::ZERO }),
            Err(tungstenite::Error::Http(response)) => {
                let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                Err(Error(format!("{} {body}", response.status().as_u16())))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Answers pings late from now on, and does nothing else meanwhile.
    pub(crate) fn delay_pongs(&mut self, delay: Duration) {
        self.pong_delay = delay;
    }

    /// Sends bytes that need not be a frame. Returns whether the connection is open.
    pub(crate) async fn send_unframed(&mut self, bytes: &[u8]) -> bool {
        self.socket.get_mut().write_all(bytes).await.is_ok()
    }

    /// Returns the number of bytes of all messages received so far.
    #[must_use]
    pub fn bytes_received(&self) -> u64 {
        self.bytes_received
    }

    /// Waits for the next message without reading it. Returns whether the connection is open.
    pub async fn skip(&mut self) -> bool {
        matches!(self.socket.next().await, Some(Ok(_)))
    }

    /// Waits until the site has sent the event with this number, or the state with it.
    pub async fn wait_for_event(&mut self, seq: u64) -> Result<(), Error> {
        let number = |message: &Value| match message["type"].as_str() {
            Some("event" | "update") => message["seq"].as_u64(),
            Some("state") => message["game"]["seq"].as_u64(),
            _ => None,
        };
        loop {
            let message = self.receive_message().await?;
            if message["type"] == "refused" {
                return Err(Error(message.to_string()));
            }
            if number(&message).is_some_and(|number| number >= seq) {
                return Ok(());
            }
        }
    }

    /// Waits for the next message. The end of the connection is an error.
    pub async fn receive_message(&mut self) -> Result<Value, Error> {
        match self.receive().await {
            Incoming::Message(message) => Ok(message),
            Incoming::Closed(code, reason) => {
                Err(Error(format!("the site closed a connection with code {code}: {reason}")))
            }
            Incoming::Lost => Err(Error::new("a connection was lost")),
        }
    }

    /// Waits for the next message.
    pub async fn receive(&mut self) -> Incoming {
        loop {
            match timeout(TIMEOUT, self.socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    self.bytes_received += text.len() as u64;
                    return serde_json::from_str(&text).map_or(Incoming::Lost, Incoming::Message);
                }
                Ok(Some(Ok(Message::Close(Some(frame))))) => {
                    return Incoming::Closed(frame.code.into(), frame.reason.to_string());
                }
                Ok(Some(Ok(Message::Close(None)) | Err(_)) | None) | Err(_) => return Incoming::Lost,
                // The library sends the pong when the connection is used again.
                Ok(Some(Ok(Message::Ping(_)))) => sleep(self.pong_delay).await,
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    /// Waits for the next message of this type and skips others. Returns `None` if the connection ends before.
    pub async fn next(&mut self, kind: &str) -> Option<Value> {
        self.find(|message| message["type"] == kind).await
    }

    async fn find(&mut self, matches: impl Fn(&Value) -> bool) -> Option<Value> {
        loop {
            match self.receive().await {
                Incoming::Message(message) if matches(&message) => return Some(message),
                Incoming::Message(_) => {}
                Incoming::Closed(..) | Incoming::Lost => return None,
            }
        }
    }

    /// Sends a text. Returns whether the connection is open.
    pub async fn send_text(&mut self, text: String) -> bool {
        self.socket.send(Message::Text(text.into())).await.is_ok()
    }

    /// Sends a binary message. Returns whether the connection is open.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> bool {
        self.socket.send(Message::Binary(bytes.into())).await.is_ok()
    }

    /// Sends a WebSocket ping. Returns whether the connection is open.
    pub async fn send_ping(&mut self) -> bool {
        self.socket.send(Message::Ping(tungstenite::Bytes::new())).await.is_ok()
    }

    /// Sends a command and does not wait for the reply. Returns whether the connection is open.
    pub async fn send_command(&mut self, id: &str, request: &Value) -> bool {
        self.send_text(json!({ "type": "command", "id": id, "request": request }).to_string()).await
    }

    /// Sends a command, and waits for the reply: `done` or `refused`. Skips events that come before.
    pub async fn execute(&mut self, id: &str, request: &Value) -> Option<Value> {
        if !self.send_command(id, request).await {
            return None;
        }
        self.find(|message| message["id"] == id).await
    }
}
