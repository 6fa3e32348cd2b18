//! Who asks.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use draughts::ruleset::SquareNotation;

use super::cookies::{self, LANGUAGE, SESSION, THEME};
use super::settings::{Notation, Settings};
use crate::accounts::Scope;
use crate::config::Config;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::services::Administrator;
use crate::site::Site;
use crate::views::display_preferences::DisplayPreferences;
use crate::web::error::ApiError;
use play::game::Command;
use play::id::{AccountId, CredentialId};
use play::time::Timestamp;
use store::secret::TOKEN_PREFIX;
use store::{Account, Credential, CredentialKind, StoreError};
use texts::Language;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theme {
    /// Dark letters on light.
    Light,
    /// Light letters on dark.
    Dark,
}

impl Theme {
    /// As it is written.
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

/// Who asks, and from where.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// The key that was shown, and whose it is; none: nobody in particular.
    identity: Option<(Credential, Account)>,
    /// The hash of the secret is looked up again when keys are revoked.
    secret: Option<String>,
    pub(crate) address: IpAddr,
    pub(crate) language: Language,
    /// Was the language chosen by hand? If not, it is the browser's.
    pub(crate) language_chosen: bool,
    /// Light or dark, if that was chosen by hand.
    pub(crate) theme: Option<Theme>,
    /// What else was chosen.
    pub(crate) settings: Settings,
    /// How the site is called from where the request comes.
    pub(crate) origin: String,
    pub(crate) browser: String,
    /// Did the request come over TLS?
    pub(crate) secure: bool,
    /// Does the request say that it comes from elsewhere?
    pub(crate) forwarded: bool,
}

impl FromRequestParts<Arc<Site>> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, ApiError> {
        let headers = &parts.headers;
        let bearer = bearer(headers)?;
        let token = bearer.is_some();
        let secret = bearer.or_else(|| cookies::get(headers, SESSION).map(str::to_owned));
        let identity = match &secret {
            None => None,
            Some(secret) => site.accounts.who(secret).await?,
        };
        // A token does not open a browser's door, nor the other way round.
        let identity = identity.filter(|(key, _)| (key.kind == CredentialKind::Token) == token);
        if token && identity.is_none() {
            let message = "This token is not valid: it was revoked, has expired, or never was one.";
            return Err(ApiError::new(axum::http::StatusCode::UNAUTHORIZED, ErrorCode::BadToken, message));
        }
        Ok(Self { identity, secret, ..Self::unknown(parts, site) })
    }
}

impl Viewer {
    /// Whoever asks, without looking at keys: all that a request tells by itself.
    pub(crate) fn unknown(parts: &Parts, site: &Site) -> Self {
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
            settings: Settings::of(headers),
            origin: origin(peer, headers, config),
            browser: text(headers, header::USER_AGENT).unwrap_or_default().to_owned(),
            secure: is_secure(peer, headers, config),
            forwarded: headers.contains_key("x-forwarded-for"),
        }
    }

    /// The account, whatever it may do.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.identity.as_ref().map(|(_, account)| account)
    }

    /// The id of the account.
    pub(crate) fn id(&self) -> Option<AccountId> {
        self.account().map(|account| account.id)
    }

    /// The account, for what only a player sees at a table: a token must be good for playing or talking.
    pub(crate) fn player(&self) -> Option<AccountId> {
        let (key, account) = self.identity.as_ref()?;
        let scopes = [Scope::Play, Scope::Chat];
        let sits = key.kind == CredentialKind::Session || scopes.iter().any(|scope| scope.is_in(&key.scopes));
        sits.then_some(account.id)
    }

    /// Has the key expired since it was shown?
    pub(crate) fn has_expired(&self, now: Timestamp) -> bool {
        // A session is prolonged while it is used.
        let token = self.identity.as_ref().filter(|(key, _)| key.kind == CredentialKind::Token);
        token.and_then(|(key, _)| key.expires_at).is_some_and(|end| end <= now)
    }

    /// The secret of the session.
    pub(crate) fn session(&self) -> Option<&str> {
        let (key, _) = self.identity.as_ref()?;
        self.secret.as_deref().filter(|_| key.kind == CredentialKind::Session)
    }

    /// The key that was shown.
    pub(crate) fn key(&self) -> Option<CredentialId> {
        self.identity.as_ref().map(|(key, _)| key.id)
    }

    /// The account, if it may do this.
    pub(crate) fn may(&self, scope: Scope) -> Result<&Account, SiteError> {
        let (key, account) = self.identity.as_ref().ok_or_else(SiteError::not_logged_in)?;
        if key.kind == CredentialKind::Token && !scope.is_in(&key.scopes) {
            let message = format!("This token is not good for that: it lacks the scope {}.", scope.as_str());
            return Err(SiteError::forbidden(ErrorCode::MissingScope, message).with("scope", scope.as_str()));
        }
        Ok(account)
    }

    /// The account, if it may give this command.
    pub(crate) fn may_command(&self, request: &Command) -> Result<&Account, SiteError> {
        self.may(if request.is_talk() { Scope::Chat } else { Scope::Play })
    }

    /// How squares and moves are shown.
    pub(crate) fn eyes(&self) -> DisplayPreferences {
        let names = match self.settings.notation {
            Notation::Rules => None,
            Notation::Numbers => Some(SquareNotation::Numeric),
            Notation::Letters => Some(SquareNotation::Algebraic),
        };
        DisplayPreferences { language: self.language, names }
    }

    /// The account, if its owner sits at a browser: keys and passwords are not changed by programs.
    pub(crate) fn in_person(&self) -> Result<&Account, SiteError> {
        let (key, account) = self.identity.as_ref().ok_or_else(SiteError::not_logged_in)?;
        match key.kind {
            CredentialKind::Session => Ok(account),
            CredentialKind::Token => Err(SiteError::forbidden(
                ErrorCode::SessionNeeded,
                "A token cannot do that. Log in with name and password.",
            )),
        }
    }

    /// The account, if it has a name.
    pub(crate) fn named(&self) -> Result<&Account, SiteError> {
        let account = self.in_person()?;
        if account.is_guest() {
            return Err(SiteError::forbidden(
                ErrorCode::NoAccount,
                "Guests cannot do that. Choose a name first.",
            ));
        }
        Ok(account)
    }

    /// Returns the administrator who asks, if it is one.
    pub(crate) fn admin(&self) -> Result<Administrator, SiteError> {
        Administrator::check(self.may(Scope::Judge)?)
    }

    /// Is the key still good? Where the store does not answer, that cannot be told.
    pub(crate) async fn is_still_let_in(&self, site: &Site) -> Result<bool, StoreError> {
        match (&self.identity, &self.secret) {
            (Some(_), Some(secret)) => Ok(site.accounts.who(secret).await?.is_some()),
            _ => Ok(true),
        }
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The token of a program.
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
            format!("Write the header authorization as: Bearer {TOKEN_PREFIX}…"),
        )),
    }
}

/// The language that was chosen by hand.
fn chosen_language(headers: &HeaderMap) -> Option<Language> {
    match cookies::get(headers, LANGUAGE)? {
        "en" => Some(Language::English),
        "de" => Some(Language::German),
        _ => None,
    }
}

/// How the site is called: as it is set up, or as the request says.
fn origin(peer: Option<IpAddr>, headers: &HeaderMap, config: &Config) -> String {
    let scheme = if is_secure(peer, headers, config) { "https" } else { "http" };
    let host = text(headers, header::HOST).unwrap_or("localhost");
    config.origin.clone().unwrap_or_else(|| format!("{scheme}://{host}"))
}

/// Returns the language that was chosen in the settings, or else the browser's.
pub(crate) fn preferred_language(headers: &HeaderMap) -> Language {
    chosen_language(headers).unwrap_or_else(|| language(headers))
}

/// The first language that we speak.
fn language(headers: &HeaderMap) -> Language {
    let wanted = text(headers, header::ACCEPT_LANGUAGE).unwrap_or_default();
    let first =
        wanted.split(',').find_map(|part| match part.trim().get(..2)?.to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "de" => Some(Language::German),
            _ => None,
        });
    first.unwrap_or(Language::English)
}

/// Where a request comes from. A proxy is believed only if it is a trusted one.
pub(crate) fn address(peer: Option<IpAddr>, headers: &HeaderMap, config: &Config) -> IpAddr {
    let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0])).to_canonical();
    let trusted = |address: &IpAddr| is_trusted(*address, config);
    if !trusted(&peer) {
        return peer;
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<IpAddr> =
        forwarded.flat_map(|line| line.split(',')).filter_map(|hop| hop.trim().parse().ok()).collect();
    // From the nearest on, the first that is not one of our own.
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
    fn only_trusted_proxies_are_believed() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), std::path::PathBuf::from("x"));
        let proxy: IpAddr = [10, 0, 0, 1].into();
        let forwarded =
            headers(&[("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.1"), ("x-forwarded-proto", "https")]);
        assert_eq!(address(Some(proxy), &forwarded, &config), proxy);
        assert!(!is_secure(Some(proxy), &forwarded, &config));
        config.trusted_proxies.push(proxy);
        // What the client itself wrote at the front is not believed.
        assert_eq!(address(Some(proxy), &forwarded, &config), IpAddr::from([1, 2, 3, 4]));
        assert!(is_secure(Some(proxy), &forwarded, &config));
        assert_eq!(address(Some(proxy), &HeaderMap::new(), &config), proxy);
    }

    #[test]
    fn the_language_is_the_first_that_we_speak() {
        let of = |text| language(&headers(&[("accept-language", text)]));
        assert_eq!(of("fr, de-AT;q=0.8, en;q=0.5"), Language::German);
        assert_eq!(of("en-GB,de"), Language::English);
        assert_eq!((of("ja"), of("ü")), (Language::English, Language::English));
    }
}
