//! Errors as clients see them: `{code, message, details}`.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::hall::ActError;
use crate::limits::TooOften;
use crate::people::{BadName, PasswordError, PeopleError};
use crate::proposal::BadProposal;
use crate::request::{self, RequestId};
use crate::site::NotReady;
use crate::store::StoreError;

/// What went wrong, for a client.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    /// Apart, so that answers which are no errors stay small.
    body: Box<ErrorBody>,
    /// What exactly, where the same code stands for several things: pages say it in the language of who asks.
    kind: Option<&'static str>,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// A short name that programs can go by.
    pub(crate) code: &'static str,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
    /// More about it, where there is more.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub(crate) details: Map<String, Value>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let body = ErrorBody { code, message: message.into(), details: Map::new() };
        Self { status, body: Box::new(body), kind: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// There is no such thing.
    pub(crate) fn nothing(what: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", format!("There is no such {what}.")).of_kind(what)
    }

    pub(crate) fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// It is not the client's fault.
    pub(crate) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong on our side.")
    }

    pub(crate) fn not_logged_in() -> Self {
        let message = "Log in, become a guest with POST /api/v1/guest, or send a token that is valid.";
        Self::new(StatusCode::UNAUTHORIZED, "not-logged-in", message)
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.body.details.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn of_kind(self, kind: &'static str) -> Self {
        Self { kind: Some(kind), ..self }
    }

    pub(crate) fn kind(&self) -> Option<&'static str> {
        self.kind
    }

    /// After so many seconds it may be tried again.
    pub(crate) fn wait(&self) -> Option<u64> {
        self.body.details.get("retry_after_seconds").and_then(Value::as_u64)
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) fn body(&self) -> &ErrorBody {
        &self.body
    }

    /// A study that cannot be used, as a worker has found.
    pub(crate) fn of_study(code: &str, message: String) -> Self {
        let code = if code == "bad-proposal" { "bad-proposal" } else { "bad-study" };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Too much is asked of the machine at the moment.
    pub(crate) fn busy(what: &str) -> Self {
        let message = format!("{what} Try again in a few seconds.");
        Self::later("busy", StatusCode::SERVICE_UNAVAILABLE, message, Duration::from_secs(5))
    }

    fn later(code: &'static str, status: StatusCode, message: String, wait: Duration) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        Self::new(status, code, message).with("retry_after_seconds", seconds as u64)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, message) = (self.status.as_u16(), &self.body.message);
        match self.status {
            StatusCode::SERVICE_UNAVAILABLE => tracing::warn!(status, message, "a request is put off"),
            _ if self.status.is_server_error() => tracing::error!(status, message, "a request failed"),
            _ => {}
        }
        self.into_quiet_response()
    }
}

impl ApiError {
    /// What is not the client's fault can be asked about: the log knows it by the id of the request.
    pub(crate) fn signed(mut self, request: Option<&RequestId>) -> Self {
        if let Some(request) = request.filter(|_| self.status.is_server_error()) {
            self.body.details.insert("request".to_owned(), request.as_str().into());
        }
        self
    }

    /// As an answer, without a word in the log.
    pub(crate) fn into_quiet_response(self) -> Response {
        let signed = self.signed(request::current().as_ref());
        signed.response()
    }

    fn response(self) -> Response {
        let wait = self.wait();
        let mut response = (self.status, Json(&self.body)).into_response();
        if let Some(wait) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
        }
        // Who looks at pages is shown one instead, further out.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<TooOften> for ApiError {
    fn from(TooOften { wait }: TooOften) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        let message = format!("You ask too often. Come back in {seconds} seconds.");
        Self::later("too-many-requests", StatusCode::TOO_MANY_REQUESTS, message, wait)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            // Why may name machines; the heart of the node tells it in the log, once.
            StoreError::Unwritable(_) | StoreError::Closed => {
                tracing::debug!(%error, "the store cannot be used");
                Self::later(
                    "unavailable",
                    StatusCode::SERVICE_UNAVAILABLE,
                    "Nothing can be written at the moment. What was acknowledged is safe; try again later."
                        .to_owned(),
                    Duration::from_secs(10),
                )
            }
            StoreError::Newer { .. } | StoreError::HalfACopy | StoreError::Other(_) => {
                tracing::error!(%error, "the store failed");
                Self::internal()
            }
        }
    }
}

impl From<NotReady> for ApiError {
    fn from(reason: NotReady) -> Self {
        let (code, message) = match reason {
            NotReady::Leaving => ("leaving", "This node is about to end. Others serve, or it is back soon."),
            NotReady::Recovering => {
                ("recovering", "The database has not answered for a while, or the clocks are not right yet.")
            }
        };
        Self::later(code, StatusCode::SERVICE_UNAVAILABLE, message.to_owned(), Duration::from_secs(1))
    }
}

impl From<ActError> for ApiError {
    fn from(error: ActError) -> Self {
        let message = sentence(&error.to_string());
        match error {
            ActError::NoGame => Self::nothing("game"),
            ActError::NotAPlayer => Self::forbidden("not-a-player", message),
            ActError::Refused { code, message, rule } => {
                let refused = Self::conflict(code, message);
                rule.into_iter().fold(refused, |refused, rule| refused.with("rule", rule))
            }
            ActError::OtherCommand => Self::conflict("command-used-before", message),
            ActError::BadTerms(_) => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-proposal", message),
            ActError::Damaged(_) => {
                tracing::error!(%error, "a game cannot be read");
                Self::internal()
            }
            ActError::Recovering => {
                Self::later("recovering", StatusCode::SERVICE_UNAVAILABLE, message, Duration::from_secs(2))
            }
            ActError::Store(error) => error.into(),
        }
    }
}

impl From<BadProposal> for ApiError {
    fn from(bad: BadProposal) -> Self {
        let error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-proposal", sentence(&bad.message));
        Self { kind: bad.kind, ..error }
    }
}

impl From<PeopleError> for ApiError {
    fn from(error: PeopleError) -> Self {
        let unusable =
            |code, message: String| Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, sentence(&message));
        match error {
            PeopleError::Name(bad) => unusable("bad-name", bad.to_string()).of_kind(match bad {
                BadName::Length(_) => "length",
                BadName::Character(_) => "character",
                BadName::Beginning => "beginning",
                BadName::Reserved => "reserved",
            }),
            PeopleError::Email(bad) => unusable("bad-email", bad.to_string()),
            PeopleError::Password(PasswordError::Bad(bad)) => unusable("bad-password", bad.to_string()),
            PeopleError::Password(PasswordError::Busy) => {
                Self::busy("Too many people are logging in at the moment.")
            }
            PeopleError::Password(PasswordError::Other(error)) => {
                tracing::error!(error, "a password cannot be hashed");
                Self::internal()
            }
            PeopleError::Taken(name) => {
                Self::conflict("name-taken", format!("The name {name} is taken. Choose another."))
            }
            PeopleError::NotLetIn => {
                Self::forbidden("wrong-password", "There is no account with this name and password.")
            }
            PeopleError::Closed => {
                Self::forbidden("account-closed", "This account was closed by an administrator.")
            }
            PeopleError::HasName => Self::conflict("has-name", "You have an account already. Log out first."),
            PeopleError::Store(error) => error.into(),
        }
    }
}

/// A capital at the beginning and a full stop at the end.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    // The name of a field is written as it is.
    let word = text.split(' ').next().unwrap_or_default();
    if word.contains(['.', ':', '_']) {
        return format!("{text}{end}");
    }
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}
