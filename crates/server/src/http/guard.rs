//! What holds for every request: how often, from where, and with which headers the answer goes out.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use super::error::ApiError;
use super::viewer::{COOKIE, address, is_trusted};
use crate::config::Config;
use crate::metrics::{Route, Status};
use crate::pages::Asked;
use crate::request::{self, RequestId};
use crate::site::{NotReady, Site};

/// Nothing but our own scripts, styles and pictures; nobody may frame us.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The header that has the id of a request.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub(super) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let id = request_id(peer, request.headers(), &site.config);
    let span = site.span.clone();
    request::within(id, let_in(site, peer, request, next)).instrument(span).await
}

/// The id that a proxy has given the request, if it is one that we know; or a new one.
fn request_id(peer: Option<IpAddr>, headers: &HeaderMap, config: &Config) -> RequestId {
    let known = peer.is_some_and(|peer| is_trusted(peer, config));
    let given = headers.get(REQUEST_ID).filter(|_| known).and_then(|value| value.to_str().ok());
    given.and_then(RequestId::made_elsewhere).unwrap_or_else(RequestId::next)
}

async fn let_in(site: Arc<Site>, peer: Option<IpAddr>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let from = address(peer, request.headers(), &site.config);
    let route = route(&request);
    let checked = site
        .limits
        .request(from)
        .map_err(ApiError::from)
        .and_then(|()| check_origin(request.method(), request.headers(), &site.config))
        .and_then(|()| check_staying(request.headers(), &site));
    let (asked, request) = Asked::note(request);
    let response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let mut response = match asked {
        Some(asked) => asked.dress(&site, response).await,
        None => response,
    };
    note(&site, &route, &response, begun.elapsed());
    dress(&site, &mut response);
    response
}

/// Where a request goes. Not the path itself: who knows the id of a challenge may accept it, so no id is written down.
fn route(request: &Request) -> Route {
    let path = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str);
    let methods = ["GET", "POST", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"];
    let method = methods.into_iter().find(|method| *method == request.method().as_str()).unwrap_or("other");
    Route { method, route: path.to_owned() }
}

/// Counts an answer, and writes its line into the log.
fn note(site: &Site, route: &Route, response: &Response, took: Duration) {
    let (status, seconds) = (response.status().as_u16(), took.as_secs_f64());
    let (Route { method, route: path }, milliseconds) = (route, took.as_micros() as f64 / 1000.0);
    tracing::info!(method, route = path, status, milliseconds, "request");
    site.metrics.health.requests.get_or_create(&Status { status }).inc();
    site.metrics.times.requests.get_or_create(route).observe(seconds);
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("text/html")) {
        site.metrics.times.pages.observe(seconds);
    }
}

/// The headers of every answer.
fn dress(site: &Site, response: &mut Response) {
    let upgraded = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    let id = request::current().and_then(|id| HeaderValue::from_str(id.as_str()).ok());
    headers.extend(id.map(|id| (REQUEST_ID, id)));
    // Who comes again comes to another node then.
    if site.is_leaving() && !upgraded {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, CSP);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    if site.config.origin.as_deref().is_some_and(|origin| origin.starts_with("https://")) {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
}

/// A live connection to a node that is about to end would not last. A proxy takes it to another one.
fn check_staying(headers: &HeaderMap, site: &Site) -> Result<(), ApiError> {
    let upgrade = headers.contains_key(header::SEC_WEBSOCKET_KEY);
    if upgrade && site.is_leaving() { Err(NotReady::Leaving.into()) } else { Ok(()) }
}

/// Another site's page must not act in the name of whoever looks at it.
fn check_origin(method: &Method, headers: &HeaderMap, config: &Config) -> Result<(), ApiError> {
    let upgrade = headers.contains_key(header::SEC_WEBSOCKET_KEY);
    let safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && !upgrade;
    if safe {
        return Ok(());
    }
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let ours = |origin: &str| match (&config.origin, text(header::HOST)) {
        (Some(ours), _) => origin.eq_ignore_ascii_case(ours),
        (None, Some(host)) => {
            origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host))
        }
        (None, None) => false,
    };
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let has_session = cookies.flat_map(|line| line.split(';')).any(|pair| pair.trim().starts_with(COOKIE));
    match text(header::ORIGIN) {
        Some(origin) if ours(origin) => Ok(()),
        Some(_) => Err(ApiError::forbidden(
            "other-origin",
            "This request comes from another site's page, and is not carried out.",
        )),
        // A browser always says where such a request comes from; a program with a token need not.
        None if has_session => Err(ApiError::forbidden(
            "no-origin",
            "With a session, send the header origin with the address of this site; programs use a token instead.",
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_act_with_a_session() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), std::path::PathBuf::from("x"));
        let check = |config: &Config, method, pairs: &[(&'static str, &str)]| {
            let pair = |(name, value): &(&'static str, &str)| {
                (name.parse().expect("a name"), value.parse().expect("a value"))
            };
            let headers: HeaderMap = pairs.iter().map(pair).collect();
            check_origin(&method, &headers, config).map_err(|error| error.body().code)
        };
        let (host, session) = (("host", "play.example:80"), ("cookie", "a=b; crownhead_session=x"));
        let (own, other) = (("origin", "http://play.example:80"), ("origin", "http://evil.example"));
        assert_eq!(check(&config, Method::GET, &[host, other, session]), Ok(()));
        assert_eq!(check(&config, Method::POST, &[host, own, session]), Ok(()));
        assert_eq!(check(&config, Method::POST, &[host, other]), Err("other-origin"));
        assert_eq!(check(&config, Method::DELETE, &[host, ("origin", "null")]), Err("other-origin"));
        assert_eq!(check(&config, Method::POST, &[host, session]), Err("no-origin"));
        assert_eq!(check(&config, Method::POST, &[host]), Ok(()));
        let socket = ("sec-websocket-key", "x");
        assert_eq!(check(&config, Method::GET, &[host, socket, other]), Err("other-origin"));
        assert_eq!(check(&config, Method::GET, &[host, socket, session]), Err("no-origin"));
        config.origin = Some("https://draughts.example".to_owned());
        assert_eq!(check(&config, Method::POST, &[host, own, session]), Err("other-origin"));
        assert_eq!(check(&config, Method::POST, &[host, ("origin", "https://draughts.example")]), Ok(()));
    }
}
