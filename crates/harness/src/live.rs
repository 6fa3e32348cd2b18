//! A live connection.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::client::{Client, Unanswered};

/// Who hears nothing for so long has been forgotten. It is a bound on failing, not a measure.
const FORGOTTEN: Duration = Duration::from_secs(30);

/// A live connection to a game or to the lobby.
pub struct Live {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// What came.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// A message.
    Told(Value),
    /// The connection was closed, with this code and reason.
    Closed(u16, String),
    /// The connection is gone.
    Lost,
}

impl Client {
    /// A live connection, told what happened after this event.
    pub async fn live(&self, game: &str, after: u64) -> Result<Live, Unanswered> {
        Live::connect(self, &format!("/ws/games/{game}?after={after}")).await
    }
}

impl Live {
    /// Connects.
    pub async fn connect(client: &Client, path: &str) -> Result<Self, Unanswered> {
        let url = format!("{}{path}", client.origin().replacen("http", "ws", 1));
        let mut request = url.into_client_request().map_err(|error| Unanswered(error.to_string()))?;
        request.headers_mut().extend(client.headers());
        // What is told is short, and a larger buffer is filled with zeros again and again.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        match connect_async_with_config(request, Some(config), true).await {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(Error::Http(response)) => {
                let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                Err(Unanswered(format!("{} {body}", response.status().as_u16())))
            }
            Err(error) => Err(Unanswered(error.to_string())),
        }
    }

    /// What comes next.
    pub async fn hear(&mut self) -> Heard {
        loop {
            match timeout(FORGOTTEN, self.socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    return serde_json::from_str(&text).map_or(Heard::Lost, Heard::Told);
                }
                Ok(Some(Ok(Message::Close(Some(frame))))) => {
                    return Heard::Closed(frame.code.into(), frame.reason.to_string());
                }
                Ok(Some(Ok(Message::Close(None)) | Err(_)) | None) | Err(_) => return Heard::Lost,
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    /// The next message of this type; others are passed over. Nothing if the connection ends before.
    pub async fn next(&mut self, kind: &str) -> Option<Value> {
        loop {
            match self.hear().await {
                Heard::Told(told) if told["type"] == kind => return Some(told),
                Heard::Told(_) => {}
                Heard::Closed(..) | Heard::Lost => return None,
            }
        }
    }

    /// Says something, as it is.
    pub async fn say(&mut self, text: String) -> bool {
        self.socket.send(Message::Text(text.into())).await.is_ok()
    }

    /// Sends bytes where a text is expected.
    pub async fn say_bytes(&mut self, bytes: Vec<u8>) -> bool {
        self.socket.send(Message::Binary(bytes.into())).await.is_ok()
    }

    /// Sends a command; false: the connection is gone.
    pub async fn command(&mut self, id: &str, request: &Value) -> bool {
        self.say(json!({ "type": "command", "id": id, "request": request }).to_string()).await
    }

    /// Sends a command and waits for what becomes of it: `done` or `refused`. Events that come before are passed over.
    pub async fn act(&mut self, id: &str, request: &Value) -> Option<Value> {
        if !self.command(id, request).await {
            return None;
        }
        loop {
            match self.hear().await {
                Heard::Told(told) if told["id"] == id => return Some(told),
                Heard::Told(_) => {}
                Heard::Closed(..) | Heard::Lost => return None,
            }
        }
    }
}
