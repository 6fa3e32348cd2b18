//! Accepts connections, within limits, and serves HTTP/1 on them.
//!
//! axum's own accept loop has neither timeouts nor limits.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

use super::log_throttle::{INTERVAL, LogThrottle};
use super::refusal::Refusals;
use super::stream::CountedStream;
use crate::config::Timeouts;
use crate::limits::{ConnectionLimits, OpenConnection};
use crate::site::closed;

/// Maximum length of the headers of a request, in bytes.
pub(super) const MAX_HEADER_BYTES: usize = 32 * 1024;
/// The pause after a failure to accept, which is most often a lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// A server of HTTP connections.
pub(super) struct ConnectionServer {
    pub(super) router: Router,
    pub(super) limits: Arc<ConnectionLimits>,
    pub(super) timeouts: Timeouts,
    /// The proxies, which limit the connections of their clients themselves.
    pub(super) trusted_proxies: Vec<IpAddr>,
    /// Becomes true when the server is to stop.
    pub(super) closing: watch::Receiver<bool>,
}

impl ConnectionServer {
    /// Serves until the server is to stop, and finishes open requests.
    pub(super) async fn serve(self, listener: TcpListener) {
        let (open, mut all_closed) = mpsc::channel::<()>(1);
        let refusals = Refusals::default();
        let (mut failures, mut refused) = (LogThrottle::default(), LogThrottle::default());
        let mut log_timer = tokio::time::interval(INTERVAL);
        let mut stop = self.closing.clone();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = log_timer.tick() => {
                    if let Some(count) = failures.take_due() {
                        tracing::error!(count, "accept_failed");
                    }
                    if let Some(count) = refused.take_due() {
                        tracing::warn!(count, "connections_refused");
                    }
                    continue;
                }
                () = closed(&mut stop) => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    if let Some(count) = failures.record() {
                        tracing::error!(%error, count, "accept_failed");
                    }
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            match self.open(peer.ip()) {
                Ok(connection) => {
                    let (serving, open) = (self.serve_connection(stream, peer, connection), open.clone());
                    tokio::spawn(async move {
                        let _open = open;
                        serving.await;
                    });
                }
                Err(reason) => {
                    if let Some(count) = refused.record() {
                        tracing::warn!(%reason, count, "connections_refused");
                    }
                    refusals.refuse(stream, reason);
                }
            }
        }
        drop((listener, open));
        // Nothing is sent: the channel closes with the last connection.
        let _ = all_closed.recv().await;
    }

    fn open(&self, peer: IpAddr) -> Result<OpenConnection, crate::limits::ConnectionRefused> {
        if self.trusted_proxies.contains(&peer.to_canonical()) {
            self.limits.open_proxied()
        } else {
            self.limits.open(peer)
        }
    }

    /// Serves a connection until it is closed, or becomes a live connection.
    fn serve_connection(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        connection: OpenConnection,
    ) -> impl Future<Output = ()> + Send + use<> {
        // Otherwise Nagle's algorithm delays the acknowledgement of a command until the client's TCP has acknowledged the
        // event sent before it.
        drop(stream.set_nodelay(true));
        let connection = Arc::new(connection);
        let stream = CountedStream::new(stream, self.timeouts.write, Arc::clone(&connection));
        let router = TowerToHyperService::new(self.router.clone());
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(Arc::clone(&connection));
            router.call(request.map(Body::new))
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(self.timeouts.headers)
            .max_header_size(MAX_HEADER_BYTES);
        let serving = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut stop = self.closing.clone();
        async move {
            let mut serving = pin!(serving);
            // Errors are those of the client: it left, was too slow, or did not send HTTP.
            tokio::select! {
                _ = serving.as_mut() => return,
                () = closed(&mut stop) => serving.as_mut().graceful_shutdown(),
            }
            let _ = serving.await;
        }
    }
}
