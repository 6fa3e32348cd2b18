//! Checks before a request is handled: its rate, its origin, its connection, and whether the node accepts live
//! connections.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::Config;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::limits::{ConnectionRefused, OpenConnection};
use crate::site::{NotReady, Site};
use crate::web::cookies::{self, SESSION};
use crate::web::error::ApiError;
use crate::web::viewer::{Viewer, address};

/// Paths for monitoring, served without authentication on reserved connections.
const MONITORING_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Passes a request on, or responds with an error.
pub(super) async fn admission(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let client = address(peer, request.headers(), &site.config);
    let origin = check_origin(request.method(), request.headers(), &site.config);
    let request = match check_rate(request, origin.is_ok(), client, &site).await {
        Ok(request) => request,
        Err(error) => return error.into_response(),
    };
    if let Err(error) = origin.and_then(|()| check_upgrade(&request, client, &site)) {
        return ApiError::from(error).into_response();
    }
    match require_authentication_on_reserved(request, &site).await {
        Ok(request) => next.run(request).await,
        Err(error) => {
            // The connection is needed for others.
            ([(header::CONNECTION, HeaderValue::from_static("close"))], error).into_response()
        }
    }
}

/// Counts a request to its address.
///
/// Commands and live connections of an account, if their origin is right, do not count to the address, which many players may share: a player must be
/// able to move and to come back whatever the others do.
async fn check_rate(
    request: Request,
    is_own_origin: bool,
    client: IpAddr,
    site: &Arc<Site>,
) -> Result<Request, ApiError> {
    let is_upgrade = is_upgrade(request.headers());
    let is_for_players = is_upgrade || is_command(&request);
    if !is_for_players || !is_own_origin || !has_credential(request.headers()) {
        site.admit(client)?;
        return Ok(request);
    }
    let (mut parts, body) = request.into_parts();
    let viewer = match Viewer::from_request_parts(&mut parts, site).await {
        Ok(viewer) => viewer,
        Err(error) => {
            site.admit(client)?;
            return Err(error);
        }
    };
    match viewer.id() {
        None => site.admit(client)?,
        Some(account) if is_upgrade => site.admit_connection(account)?,
        // The service counts the command.
        Some(_) => {}
    }
    parts.extensions.insert(viewer);
    Ok(Request::from_parts(parts, body))
}

fn is_upgrade(headers: &HeaderMap) -> bool {
    headers.contains_key(header::SEC_WEBSOCKET_KEY)
}

fn is_command(request: &Request) -> bool {
    let game = request.uri().path().strip_prefix("/api/v1/games/");
    let id = game.and_then(|path| path.strip_suffix("/commands"));
    request.method() == Method::POST && id.is_some_and(|id| !id.contains('/'))
}

fn has_credential(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION) || cookies::get(headers, SESSION).is_some()
}

/// Rejects an anonymous request on a reserved connection. Monitoring paths pass.
async fn require_authentication_on_reserved(request: Request, site: &Arc<Site>) -> Result<Request, ApiError> {
    let is_in_reserve = request
        .extensions()
        .get::<Arc<OpenConnection>>()
        .is_some_and(|connection| connection.is_in_reserve());
    if !is_in_reserve || MONITORING_PATHS.contains(&request.uri().path()) {
        return Ok(request);
    }
    let (mut parts, body) = request.into_parts();
    let viewer = Viewer::from_request_parts(&mut parts, site).await?;
    if viewer.id().is_none() {
        return Err(ConnectionRefused::Full.into());
    }
    Ok(Request::from_parts(parts, body))
}

/// Rejects a live connection if the node is shutting down or the client's network has too many, and counts it otherwise.
fn check_upgrade(request: &Request, client: IpAddr, site: &Site) -> Result<(), SiteError> {
    if !is_upgrade(request.headers()) {
        return Ok(());
    }
    // A proxy takes the client to another node.
    if site.is_draining() {
        return Err(NotReady::ShuttingDown.into());
    }
    // A proxy does not use the connection for anybody else afterwards.
    let connection = request.extensions().get::<Arc<OpenConnection>>();
    Ok(connection.map_or(Ok(()), |connection| connection.dedicate(client))?)
}

/// Rejects cross-site request forgery.
///
/// The CSRF layer of tower-http does not fit: programs send no origin, and each error has its own code and message.
fn check_origin(method: &Method, headers: &HeaderMap, config: &Config) -> Result<(), SiteError> {
    let is_safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) && !is_upgrade(headers);
    if is_safe {
        return Ok(());
    }
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let is_own = |origin: &str| match (&config.origin, text(header::HOST)) {
        (Some(own), _) => origin.eq_ignore_ascii_case(own),
        (None, Some(host)) => {
            origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host))
        }
        (None, None) => false,
    };
    match text(header::ORIGIN) {
        Some(origin) if is_own(origin) => Ok(()),
        Some(_) => Err(SiteError::forbidden(
            ErrorCode::OtherOrigin,
            "This request comes from the page of another site, and is rejected.",
        )),
        // Browsers always send an origin with such requests; programs with a token need not.
        None if cookies::get(headers, SESSION).is_some() => Err(SiteError::forbidden(
            ErrorCode::NoOrigin,
            "A request with a session needs an Origin header with the address of this site; programs use a token instead.",
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_need_the_own_origin() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), std::path::PathBuf::from("x"));
        let check = |config: &Config, method, pairs: &[(&'static str, &str)]| {
            let pair = |(name, value): &(&'static str, &str)| {
                (name.parse().expect("a name"), value.parse().expect("a value"))
            };
            let headers: HeaderMap = pairs.iter().map(pair).collect();
            check_origin(&method, &headers, config).map_err(|error| error.body().code.as_str())
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
