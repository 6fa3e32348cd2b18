//! Where a server is, and how it is spoken to.

use std::time::Duration;

use deadpool_postgres::{ClientWrapper, Manager, ManagerConfig, RecyclingMethod};
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, poll_fn};
use tokio_postgres::config::SslMode;
use tokio_postgres::{AsyncMessage, Client, Config, Error, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::StoreError;

/// A server that is not reached within this time is not there.
const CONNECT: Duration = Duration::from_secs(2);
/// What was sent and is not confirmed by the other machine within this time is lost, and so is the connection.
const UNCONFIRMED: Duration = Duration::from_secs(5);
/// So long nothing is said before it is looked whether the other side is still there, and so often.
const QUIET: (Duration, Duration, u32) = (Duration::from_secs(10), Duration::from_secs(3), 3);

/// What a server says without being asked. Nothing is answered unless somebody hears it to the end.
pub type Said = BoxStream<'static, Result<AsyncMessage, Error>>;

/// Where a server is.
#[derive(Clone)]
pub struct Address {
    config: Config,
    /// None: what is said can be read by whoever is in between.
    private: Option<MakeRustlsConnect>,
}

impl Address {
    /// Understands `postgres://…`, as far as it can be told without asking anybody.
    pub fn parse(url: &str) -> Result<Self, StoreError> {
        // Whether a certificate is looked at is no choice here: it always is. So the stricter words mean the same as
        // `require`, and where nothing is said, nothing is done by halves: the server is on this machine, or in a network
        // of one's own.
        let (wish, url) = ssl_mode(url);
        let bad = |reason: String| {
            StoreError::Other(format!(
                "the address of the database cannot be used: {reason}; it should be \
                 postgres://USER:PASSWORD@HOST:PORT/NAME, with ?sslmode=require if it is spoken to in private"
            ))
        };
        let mut config: Config = url.parse().map_err(|error| bad(super::failed::words(&error)))?;
        config.ssl_mode(wish);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        if config.get_application_name().is_none() {
            config.application_name("crownhead");
        }
        let (idle, interval, retries) = QUIET;
        config.tcp_user_timeout(UNCONFIRMED).keepalives(true).keepalives_idle(idle);
        config.keepalives_interval(interval).keepalives_retries(retries);
        let private = match wish {
            SslMode::Disable => None,
            _ => {
                let (private, _) = MakeRustlsConnect::with_native_certs().map_err(|errors| {
                    let reason =
                        errors.first().map_or_else(|| "there are none".to_owned(), ToString::to_string);
                    bad(format!("the certificates of this machine cannot be read: {reason}"))
                })?;
                Some(private)
            }
        };
        Ok(Self { config, private })
    }

    /// A connection of one's own, and what the server says on it without being asked.
    pub async fn hear(&self) -> Result<(Client, Said), Error> {
        Ok(match &self.private {
            Some(private) => {
                let (client, mut connection) = self.config.connect(private.clone()).await?;
                (client, poll_fn(move |cx| connection.poll_message(cx)).boxed())
            }
            None => {
                let (client, mut connection) = self.config.connect(NoTls).await?;
                (client, poll_fn(move |cx| connection.poll_message(cx)).boxed())
            }
        })
    }

    /// What makes connections to it.
    pub(super) fn manager(&self) -> Manager {
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        match &self.private {
            Some(private) => Manager::from_config(self.config.clone(), private.clone(), recycling),
            None => Manager::from_config(self.config.clone(), NoTls, recycling),
        }
    }

    /// A connection of its own. It ends when it is dropped.
    pub(super) async fn connect(&self) -> Result<ClientWrapper, Error> {
        let (client, mut said) = self.hear().await?;
        // The connection itself does its work in the background.
        let working = tokio::spawn(async move {
            while let Some(message) = said.next().await {
                if let Err(error) = message {
                    tracing::warn!(
                        error = super::failed::words(&error),
                        "a connection to the database has ended"
                    );
                    return;
                }
            }
        });
        Ok(ClientWrapper::new(client, working))
    }
}

/// What an address says about privacy, and the address without it.
fn ssl_mode(url: &str) -> (SslMode, String) {
    let Some((place, parameters)) = url.split_once('?') else { return (SslMode::Disable, url.to_owned()) };
    let mut wish = SslMode::Disable;
    let mut others = Vec::new();
    for parameter in parameters.split('&') {
        match parameter.strip_prefix("sslmode=") {
            Some("disable" | "allow") => wish = SslMode::Disable,
            Some("prefer") => wish = SslMode::Prefer,
            Some("require" | "verify-ca" | "verify-full") => wish = SslMode::Require,
            // What else it may be is for the parser to complain about.
            Some(_) | None => others.push(parameter),
        }
    }
    let mark = if others.is_empty() { "" } else { "?" };
    (wish, format!("{place}{mark}{}", others.join("&")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_says_about_privacy_is_understood_and_the_rest_is_left() {
        for (parameters, wish, left) in [
            ("", SslMode::Disable, ""),
            ("?sslmode=disable", SslMode::Disable, ""),
            ("?sslmode=prefer", SslMode::Prefer, ""),
            ("?sslmode=require&connect_timeout=9", SslMode::Require, "?connect_timeout=9"),
            ("?options=-c%20a=b&sslmode=verify-full", SslMode::Require, "?options=-c%20a=b"),
            ("?sslmode=perhaps", SslMode::Disable, "?sslmode=perhaps"),
        ] {
            let place = "postgres://ann@db.example/play";
            let expected = (wish, format!("{place}{left}"));
            assert_eq!(ssl_mode(&format!("{place}{parameters}")), expected, "{parameters}");
        }
    }
}
