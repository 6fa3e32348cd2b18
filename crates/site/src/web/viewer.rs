//! The viewer of a request: identity, address, language and settings.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use draughts::ruleset::SquareNotation;

use super::cookies::{self, LANGUAGE, SESSION, THEME};
use super::settings::{NotationPreference, Settings};
use crate::accounts::Scope;
use crate::config::Config;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::limits::OpenConnection;
use crate::services::Administrator;
use crate::site::Site;
use crate::slots::Requester;
use crate::views::display_preferences::DisplayPreferences;
use crate::web::error::ApiError;
use play::game::Command;
use play::id::{AccountId, CredentialId};
use play::time::Timestamp;
use store::secret::TOKEN_PREFIX;
use store::{Account, Credential, CredentialKind, StoreError};
use texts::Language;

/// A colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theme {
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

impl Theme {
    /// Returns the theme as it is written in the cookie.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn read(text: &str) -> Option<Self> {
        [Self::Light, Self::Dark].into_iter().find(|theme| theme.as_str() == text)
    }
}

/// The client that sent a request.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// The credential of the request and its account; `None` for an anonymous client.
    identity: Option<(Credential, Account)>,
    /// The secret of the credential, looked up again when credentials of the account are revoked.
    secret: Option<String>,
    pub(crate) address: IpAddr,
    pub(crate) language: Language,
    /// Whether the language was chosen on the site; otherwise it is the browser's.
    pub(crate) language_chosen: bool,
    /// The theme, if one was chosen.
    pub(crate) theme: Option<Theme>,
    /// All other settings.
    pub(crate) settings: Settings,
    /// The origin of the site as the client sees it.
    pub(crate) origin: String,
    pub(crate) browser: String,
    /// Whether the request came over TLS.
    pub(crate) secure: bool,
    /// Whether the request has an `x-forwarded-for` header.
    pub(crate) forwarded: bool,
}

impl FromRequestParts<Arc<Site>> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, ApiError> {
        // The request may have been authenticated when it was admitted.
        if let Some(viewer) = parts.extensions.remove::<Self>() {
            return Ok(viewer);
        }
        let headers = &parts.headers;
        let bearer = bearer(headers)?;
        let token = bearer.is_some();
        let secret = bearer.or_else(|| cookies::get(headers, SESSION).map(str::to_owned));
        let identity = match &secret {
            None => None,
            Some(secret) => site.accounts.authenticate(secret).await?,
        };
        // A token is no session cookie, and a session secret is no bearer token.
        let identity = identity.filter(|(credential, _)| (credential.kind == CredentialKind::Token) == token);
        if token && identity.is_none() {
            let message = "This token is invalid: it was revoked, has expired, or never existed.";
            return Err(ApiError::new(axum::http::StatusCode::UNAUTHORIZED, ErrorCode::BadToken, message));
        }
        if let Some(connection) = parts.extensions.get::<Arc<OpenConnection>>()
            && identity.is_some()
        {
            connection.set_authenticated();
        }
        Ok(Self { identity, secret, ..Self::anonymous(parts, site) })
    }
}

impl Viewer {
    /// Returns the viewer of a request without looking up its credential.
    pub(crate) fn anonymous(parts: &Parts, site: &Site) -> Self {
        let (headers, config) = (&parts.headers, &site.config);
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let chosen = chosen_language(headers);
        Self {
            identity: None,
            secret: None,
            address: address(peer, headers, config),
            language: chosen.unwrap_or_else(|| language(headers)),
            language_chosen: chosen.is_some(),
            theme: cookies::get(headers, THEME).and_then(Theme::read),
            settings: Settings::from_headers(headers),
            origin: origin(peer, headers, config),
            browser: text(headers, header::USER_AGENT).unwrap_or_default().to_owned(),
            secure: is_secure(peer, headers, config),
            forwarded: headers.contains_key("x-forwarded-for"),
        }
    }

    /// Returns the account, whatever its credential permits.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.identity.as_ref().map(|(_, account)| account)
    }

    /// Returns the id of the account.
    pub(crate) fn id(&self) -> Option<AccountId> {
        self.account().map(|account| account.id)
    }

    /// Returns the client for whom work is done.
    pub(crate) fn requester(&self) -> Requester {
        Requester { account: self.id(), address: self.address }
    }

    /// Returns the account for events that only players see: a token needs the scope `play` or `chat`.
    pub(crate) fn player(&self) -> Option<AccountId> {
        let (credential, account) = self.identity.as_ref()?;
        let is_player = credential.kind == CredentialKind::Session
            || [Scope::Play, Scope::Chat].iter().any(|scope| scope.is_in(&credential.scopes));
        is_player.then_some(account.id)
    }

    /// Returns whether the token of the request has expired since.
    pub(crate) fn has_expired(&self, now: Timestamp) -> bool {
        // Sessions are extended while they are used.
        let token = self.identity.as_ref().map(|(credential, _)| credential);
        let token = token.filter(|credential| credential.kind == CredentialKind::Token);
        token.and_then(|token| token.expires_at).is_some_and(|end| end <= now)
    }

    /// Returns the secret of the session.
    pub(crate) fn session(&self) -> Option<&str> {
        let (credential, _) = self.identity.as_ref()?;
        self.secret.as_deref().filter(|_| credential.kind == CredentialKind::Session)
    }

    /// Returns the id of the credential of the request.
    pub(crate) fn credential(&self) -> Option<CredentialId> {
        self.identity.as_ref().map(|(credential, _)| credential.id)
    }

    /// Returns the account, or an error if the client is not logged in or its token lacks a scope.
    pub(crate) fn require_scope(&self, scope: Scope) -> Result<&Account, SiteError> {
        let (credential, account) = self.identity.as_ref().ok_or_else(SiteError::not_logged_in)?;
        if credential.kind == CredentialKind::Token && !scope.is_in(&credential.scopes) {
            let message = format!("This token lacks the scope {}.", scope.as_str());
            return Err(
                SiteError::forbidden(ErrorCode::MissingScope, message).with_detail("scope", scope.as_str())
            );
        }
        Ok(account)
    }

    /// Returns the account, or an error if it may not execute a command.
    pub(crate) fn require_command_scope(&self, command: &Command) -> Result<&Account, SiteError> {
        self.require_scope(if command.is_chat() { Scope::Chat } else { Scope::Play })
    }

    /// Returns how squares and moves are shown.
    pub(crate) fn display_preferences(&self) -> DisplayPreferences {
        let names = match self.settings.notation {
            NotationPreference::Rules => None,
            NotationPreference::Numbers => Some(SquareNotation::Numeric),
            NotationPreference::Letters => Some(SquareNotation::Algebraic),
        };
        DisplayPreferences { language: self.language, names }
    }

    /// Returns the account if the request has a browser session: credentials and passwords are not changed by tokens.
    pub(crate) fn require_session(&self) -> Result<&Account, SiteError> {
        let (credential, account) = self.identity.as_ref().ok_or_else(SiteError::not_logged_in)?;
        match credential.kind {
            CredentialKind::Session => Ok(account),
            CredentialKind::Token => Err(SiteError::forbidden(
                ErrorCode::SessionNeeded,
                "A token cannot do that. Sign in with name and password.",
            )),
        }
    }

    /// Returns the account of a browser session, or an error for a guest.
    pub(crate) fn require_named(&self) -> Result<&Account, SiteError> {
        let account = self.require_session()?;
        if account.is_guest() {
            return Err(SiteError::forbidden(
                ErrorCode::NoAccount,
                "Guests cannot do that. Choose a name first.",
            ));
        }
        Ok(account)
    }

    /// Returns the administrator, or an error if the account is not one.
    pub(crate) fn require_admin(&self) -> Result<Administrator, SiteError> {
        Administrator::check(self.require_scope(Scope::Judge)?)
    }

    /// Returns whether the credential is still valid, or an error if the store does not answer.
    pub(crate) async fn is_still_authenticated(&self, site: &Site) -> Result<bool, StoreError> {
        match (&self.identity, &self.secret) {
            (Some(_), Some(secret)) => Ok(site.accounts.authenticate(secret).await?.is_some()),
            _ => Ok(true),
        }
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns the bearer token of a request.
fn bearer(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|text| {
        let (kind, token) = text.split_once(' ')?;
        kind.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
    });
    match token {
        Some(token) if token.starts_with(TOKEN_PREFIX) => Ok(Some(token)),
        _ => Err(ApiError::new(
            axum::http::StatusCode::UNAUTHORIZED,
            ErrorCode::BadToken,
            format!("The authorization header must have the form: Bearer {TOKEN_PREFIX}…"),
        )),
    }
}

/// Returns the language chosen on the site.
fn chosen_language(headers: &HeaderMap) -> Option<Language> {
    match cookies::get(headers, LANGUAGE)? {
        "en" => Some(Language::English),
        "de" => Some(Language::German),
        _ => None,
    }
}

/// Returns the origin of the site: the configured one, or that of the request.
fn origin(peer: Option<IpAddr>, headers: &HeaderMap, config: &Config) -> String {
    let scheme = if is_secure(peer, headers, config) { "https" } else { "http" };
    let host = text(headers, header::HOST).unwrap_or("localhost");
    config.origin.clone().unwrap_or_else(|| format!("{scheme}://{host}"))
}

/// Returns the language that was chosen in the settings, or else the browser's.
pub(crate) fn preferred_language(headers: &HeaderMap) -> Language {
    chosen_language(headers).unwrap_or_else(|| language(headers))
}

/// Returns the first supported language of `accept-language`; English if there is none.
fn language(headers: &HeaderMap) -> Language {
    let accepted = text(headers, header::ACCEPT_LANGUAGE).unwrap_or_default();
    let first =
        accepted.split(',').find_map(|part| match part.trim().get(..2)?.to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "de" => Some(Language::German),
            _ => None,
        });
    first.unwrap_or(Language::English)
}

/// Returns the address of a client. `x-forwarded-for` counts only if it comes from a trusted proxy.
pub(crate) fn address(peer: Option<IpAddr>, headers: &HeaderMap, config: &Config) -> IpAddr {
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0])).to_canonical();
    let trusted = |address: &IpAddr| is_trusted(*address, config);
    if !trusted(&peer) {
        return peer;
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<IpAddr> =
        forwarded.flat_map(|line| line.split(',')).filter_map(|hop| hop.trim().parse().ok()).collect();
    // The last hop that is not a trusted proxy; what stands before it could be forged.
    hops.into_iter().rev().find(|hop| !trusted(hop)).unwrap_or(peer)
}

pub(crate) fn is_trusted(address: IpAddr, config: &Config) -> bool {
    config.trusted_proxies.contains(&address.to_canonical())
}

fn is_secure(peer: Option<IpAddr>, headers: &HeaderMap, config: &Config) -> bool {
    let trusted = peer.is_some_and(|peer| is_trusted(peer, config));
    let forwarded = headers.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
    config.origin.as_deref().is_some_and(|origin| origin.starts_with("https://"))
        || trusted && forwarded == Some("https")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &str)| {
            (name.parse().expect("a name"), value.parse().expect("a value"))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_trusted_proxies_set_the_address() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), std::path::PathBuf::from("x"));
        let proxy: IpAddr = [10, 0, 0, 1].into();
        let forwarded =
            headers(&[("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.1"), ("x-forwarded-proto", "https")]);
        assert_eq!(address(Some(proxy), &forwarded, &config), proxy);
        assert!(!is_secure(Some(proxy), &forwarded, &config));
        config.trusted_proxies.push(proxy);
        // The first address was written by the client itself and is ignored.
        assert_eq!(address(Some(proxy), &forwarded, &config), IpAddr::from([1, 2, 3, 4]));
        assert!(is_secure(Some(proxy), &forwarded, &config));
        assert_eq!(address(Some(proxy), &HeaderMap::new(), &config), proxy);
    }

    #[test]
    fn language_is_the_first_supported_one() {
        let of = |text| language(&headers(&[("accept-language", text)]));
        assert_eq!(of("fr, de-AT;q=0.8, en;q=0.5"), Language::German);
        assert_eq!(of("en-GB,de"), Language::English);
        assert_eq!((of("ja"), of("ü")), (Language::English, Language::English));
    }
}
