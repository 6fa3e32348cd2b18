//! Request ids: in each response, and in every log line that the request causes.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::config::Config;
use crate::site::Site;
use crate::web::viewer::is_trusted;
use bus::request_id::{self, RequestId};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Runs a request in the span of the site and of its own id, and adds the id to the response.
///
/// The layer of tower-http does not fit: it accepts ids from any client, and does not pass them to spans and announcements.
pub(super) async fn request_id(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let id = choose(peer, request.headers(), &site.config);
    let header = HeaderValue::from_str(id.as_str()).map(|value| (REQUEST_ID, value));
    let mut response = request_id::within(id, next.run(request)).instrument(site.span.clone()).await;
    response.headers_mut().extend(header);
    response
}

/// Returns the id that a trusted proxy has set, or a new one.
fn choose(peer: Option<IpAddr>, headers: &HeaderMap, config: &Config) -> RequestId {
    let trusted = peer.is_some_and(|peer| is_trusted(peer, config));
    let given = headers.get(REQUEST_ID).filter(|_| trusted).and_then(|value| value.to_str().ok());
    given.and_then(RequestId::parse).unwrap_or_else(RequestId::next)
}
