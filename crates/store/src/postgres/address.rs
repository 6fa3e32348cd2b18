//! The address of a server, and connections to it.

use std::time::Duration;

use deadpool_postgres::{ClientWrapper, Manager, ManagerConfig, RecyclingMethod};
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, poll_fn};
use tokio_postgres::config::SslMode;
use tokio_postgres::{AsyncMessage, Client, Config, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::StoreError;

/// Default timeout of the TCP connection.
const TCP_CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Time after which unacknowledged data closes the connection.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(5);
/// TCP keepalive: idle time, interval of probes, and number of probes.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(10), Duration::from_secs(3), 3);

/// The asynchronous messages of a connection. It makes progress only while this stream is polled.
pub type MessageStream = BoxStream<'static, Result<AsyncMessage, Error>>;

/// The address of a server.
#[derive(Clone)]
pub struct Address {
    config: Config,
    /// None for connections without encryption.
    tls: Option<MakeRustlsConnect>,
}

impl Address {
    /// Parses `postgres://…` without connecting.
    pub fn parse(url: &str) -> Result<Self, StoreError> {
        // Certificates are always verified, so the stricter modes mean the same as `require`. Without a mode there is
        // no encryption: the server is on this machine or in a private network.
        let (mode, url) = ssl_mode(url);
        let invalid = |reason: String| {
            StoreError::Other(format!(
                "the address of the database cannot be used: {reason}; it should be \
                 postgres://USER:PASSWORD@HOST:PORT/NAME, with ?sslmode=require for an encrypted connection"
            ))
        };
        let mut config: Config = url.parse().map_err(|error| invalid(super::error::describe(&error)))?;
        config.ssl_mode(mode);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(TCP_CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("crownhead");
        }
        let (idle, interval, retries) = KEEPALIVE;
        config.tcp_user_timeout(TCP_USER_TIMEOUT).keepalives(true).keepalives_idle(idle);
        config.keepalives_interval(interval).keepalives_retries(retries);
        let tls = match mode {
            SslMode::Disable => None,
            _ => {
                let (tls, _) = MakeRustlsConnect::with_native_certs().map_err(|errors| {
                    let reason =
                        errors.first().map_or_else(|| "there are none".to_owned(), ToString::to_string);
                    invalid(format!("the certificates of this machine cannot be read: {reason}"))
                })?;
                Some(tls)
            }
        };
        Ok(Self { config, tls })
    }

    /// Opens a connection. Returns it with its asynchronous messages, which the caller must poll.
    pub async fn connect_with_messages(&self) -> Result<(Client, MessageStream), Error> {
        Ok(match &self.tls {
            Some(tls) => {
                let (client, mut connection) = self.config.connect(tls.clone()).await?;
                (client, poll_fn(move |cx| connection.poll_message(cx)).boxed())
            }
            None => {
                let (client, mut connection) = self.config.connect(NoTls).await?;
                (client, poll_fn(move |cx| connection.poll_message(cx)).boxed())
            }
        })
    }

    /// Returns the connection manager of a pool.
    pub(super) fn manager(&self) -> Manager {
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        match &self.tls {
            Some(tls) => Manager::from_config(self.config.clone(), tls.clone(), recycling),
            None => Manager::from_config(self.config.clone(), NoTls, recycling),
        }
    }

    /// Opens a connection outside of a pool. It is closed when it is dropped.
    pub(super) async fn connect(&self) -> Result<ClientWrapper, Error> {
        let (client, mut messages) = self.connect_with_messages().await?;
        // The connection is driven in the background.
        let driver = tokio::spawn(async move {
            while let Some(message) = messages.next().await {
                if let Err(error) = message {
                    tracing::warn!(error = super::error::describe(&error), "database_connection_lost");
                    return;
                }
            }
        });
        Ok(ClientWrapper::new(client, driver))
    }
}

/// Splits the TLS mode from an address.
fn ssl_mode(url: &str) -> (SslMode, String) {
    let Some((server, parameters)) = url.split_once('?') else { return (SslMode::Disable, url.to_owned()) };
    let mut mode = SslMode::Disable;
    let mut others = Vec::new();
    for parameter in parameters.split('&') {
        match parameter.strip_prefix("sslmode=") {
            Some("disable" | "allow") => mode = SslMode::Disable,
            Some("prefer") => mode = SslMode::Prefer,
            Some("require" | "verify-ca" | "verify-full") => mode = SslMode::Require,
            // The parser reports an unknown mode.
            Some(_) | None => others.push(parameter),
        }
    }
    let separator = if others.is_empty() { "" } else { "?" };
    (mode, format!("{server}{separator}{}", others.join("&")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tls_mode_is_split_from_the_address() {
        for (parameters, mode, rest) in [
            ("", SslMode::Disable, ""),
            ("?sslmode=disable", SslMode::Disable, ""),
            ("?sslmode=prefer", SslMode::Prefer, ""),
            ("?sslmode=require&connect_timeout=9", SslMode::Require, "?connect_timeout=9"),
            ("?options=-c%20a=b&sslmode=verify-full", SslMode::Require, "?options=-c%20a=b"),
            ("?sslmode=perhaps", SslMode::Disable, "?sslmode=perhaps"),
        ] {
            let server = "postgres://ann@db.example/play";
            let expected = (mode, format!("{server}{rest}"));
            assert_eq!(ssl_mode(&format!("{server}{parameters}")), expected, "{parameters}");
        }
    }
}
