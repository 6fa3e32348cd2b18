//! Errors of services and views. The API, live connections and pages decide how to present them.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;
use utoipa::ToSchema;

use crate::accounts::{AccountError, InvalidName, PasswordError};
use crate::error_code::ErrorCode;
use crate::limits::{BodyRefused, ConnectionRefused, RateLimited};
use crate::repository::GameError;
use crate::study::error::{AnalysisError, StudyError};
use bus::request_id::RequestId;
use play::proposal::ProposalError;
use store::StoreError;
use texts::{Language, Render, sentence};

/// The category of an error, which determines the HTTP status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorCategory {
    /// The request is malformed.
    BadRequest,
    /// The request needs a session or a token.
    Unauthenticated,
    /// The account may not do this.
    Forbidden,
    /// The resource does not exist.
    NotFound,
    /// The current state does not allow it.
    Conflict,
    /// The request is well-formed but invalid.
    Unprocessable,
    /// A rate limit is exceeded.
    RateLimited,
    /// The site cannot do this at the moment.
    Unavailable,
    /// The site has failed.
    Internal,
}

/// Why a request is not fulfilled.
#[derive(Clone, Debug, Error)]
#[error("{}", body.message)]
pub(crate) struct SiteError {
    category: ErrorCategory,
    /// Boxed to keep results small.
    body: Box<ErrorBody>,
    /// Selects the page text: `refusal-CODE-KIND` if there is one, otherwise `refusal-CODE`.
    kind: Option<&'static str>,
    /// Renders the message in any language; `None` if the message is English only.
    reason: Option<Reason>,
}

/// A value that explains an error in any language.
#[derive(Clone)]
struct Reason(Arc<dyn Render + Send + Sync>);

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.render(Language::English))
    }
}

/// A message that is already in the language of the reader.
struct LocalizedMessage(String);

impl Render for LocalizedMessage {
    fn render(&self, _: Language) -> String {
        self.0.clone()
    }
}

/// The error as clients see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// The code for programs.
    #[schema(value_type = String)]
    pub(crate) code: ErrorCode,
    /// The message for people: what is wrong, and what would be right.
    pub(crate) message: String,
    /// Further details, if any.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub(crate) details: Map<String, Value>,
}

impl SiteError {
    pub(crate) fn new(category: ErrorCategory, code: ErrorCode, message: impl Into<String>) -> Self {
        let body = ErrorBody { code, message: message.into(), details: Map::new() };
        Self { category, body: Box::new(body), kind: None, reason: None }
    }

    /// Creates an error whose message `reason` renders in any language.
    pub(crate) fn from_reason(
        category: ErrorCategory,
        code: ErrorCode,
        reason: impl Render + Send + Sync + 'static,
    ) -> Self {
        let error = Self::new(category, code, reason.render(Language::English));
        Self { reason: Some(Reason(Arc::new(reason))), ..error }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(ErrorCategory::BadRequest, ErrorCode::BadRequest, message)
    }

    /// Returns the error for a resource that does not exist. `resource` is a noun, and the kind of the error.
    pub(crate) fn not_found(resource: &'static str) -> Self {
        Self::new(ErrorCategory::NotFound, ErrorCode::NotFound, format!("There is no such {resource}."))
            .with_kind(resource)
    }

    pub(crate) fn forbidden(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(ErrorCategory::Forbidden, code, message)
    }

    pub(crate) fn conflict(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(ErrorCategory::Conflict, code, message)
    }

    /// Returns the error for a request that is well-formed but invalid.
    pub(crate) fn unprocessable(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(ErrorCategory::Unprocessable, code, message)
    }

    /// Returns the error for a failure of the site.
    pub(crate) fn internal() -> Self {
        Self::new(ErrorCategory::Internal, ErrorCode::Internal, "Something went wrong on our side.")
    }

    pub(crate) fn not_logged_in() -> Self {
        let message = "You are not signed in. Sign in, become a guest, or send a valid token.";
        Self::new(ErrorCategory::Unauthenticated, ErrorCode::NotLoggedIn, message)
    }

    /// Returns the error for an overloaded part of the site. `problem` is a complete sentence.
    pub(crate) fn busy(problem: &str) -> Self {
        let message = format!("{problem} Try again in a few seconds.");
        Self::retry_later(ErrorCode::Busy, ErrorCategory::Unavailable, message, Duration::from_secs(5))
    }

    /// Returns an error with the time after which the client may retry.
    pub(crate) fn retry_later(
        code: ErrorCode,
        category: ErrorCategory,
        message: String,
        wait: Duration,
    ) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        Self::new(category, code, message).with_detail("retry_after_seconds", seconds as u64)
    }

    pub(crate) fn with_detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.body.details.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn with_kind(self, kind: &'static str) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// Adds the id of the request to a server error, to find it in the log.
    pub(crate) fn with_request_id(self, request: Option<&RequestId>) -> Self {
        match request {
            Some(request) if self.is_server_error() => self.with_detail("request", request.as_str()),
            _ => self,
        }
    }

    pub(crate) fn category(&self) -> ErrorCategory {
        self.category
    }

    pub(crate) fn kind(&self) -> Option<&'static str> {
        self.kind
    }

    pub(crate) fn body(&self) -> &ErrorBody {
        &self.body
    }

    /// Returns the message in `language` if the error has a reason that renders it, otherwise the English message.
    pub(crate) fn message_in(&self, language: Language) -> String {
        self.reason
            .as_ref()
            .map_or_else(|| self.body.message.clone(), |Reason(reason)| reason.render(language))
    }

    /// Returns whether [`message_in`](Self::message_in) renders the message instead of returning the English one.
    pub(crate) fn has_reason(&self) -> bool {
        self.reason.is_some()
    }

    /// Returns whether the site, not the client, is the cause.
    pub(crate) fn is_server_error(&self) -> bool {
        matches!(self.category, ErrorCategory::Unavailable | ErrorCategory::Internal)
    }

    /// Returns the time after which the client may retry, in seconds.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        self.body.details.get("retry_after_seconds").and_then(Value::as_u64)
    }
}

impl From<RateLimited> for SiteError {
    fn from(RateLimited { retry_after: wait }: RateLimited) -> Self {
        let message = match wait.as_secs_f64().ceil() {
            seconds if seconds > 1.0 => format!("Too many requests. Try again in {seconds} seconds."),
            _ => "Too many requests. Try again in 1 second.".to_owned(),
        };
        Self::retry_later(ErrorCode::TooManyRequests, ErrorCategory::RateLimited, message, wait)
    }
}

impl From<ConnectionRefused> for SiteError {
    fn from(reason: ConnectionRefused) -> Self {
        match reason {
            ConnectionRefused::Full => Self::busy(&reason.to_string()),
            ConnectionRefused::TooManyFromNetwork(_) => Self::retry_later(
                ErrorCode::TooManyRequests,
                ErrorCategory::RateLimited,
                reason.to_string(),
                Duration::from_secs(10),
            ),
        }
    }
}

impl From<BodyRefused> for SiteError {
    fn from(reason: BodyRefused) -> Self {
        match reason {
            BodyRefused::Full => Self::busy(&reason.to_string()),
            BodyRefused::TooManyFromNetwork => Self::retry_later(
                ErrorCode::TooManyRequests,
                ErrorCategory::RateLimited,
                reason.to_string(),
                Duration::from_secs(5),
            ),
        }
    }
}

impl From<StoreError> for SiteError {
    fn from(error: StoreError) -> Self {
        match error {
            // The response omits the reason, which may name machines. Above the debug level, only the heartbeat logs it,
            // once.
            StoreError::Unwritable(_) | StoreError::Closed => {
                tracing::debug!(%error, "store_unavailable");
                Self::retry_later(
                    ErrorCode::Unavailable,
                    ErrorCategory::Unavailable,
                    "Nothing can be saved at the moment. Everything that was confirmed is safe. Try again later."
                        .to_owned(),
                    Duration::from_secs(10),
                )
            }
            StoreError::Timeout => {
                tracing::warn!(%error, "store_timeout");
                Self::busy("The site is busy at the moment.")
            }
            StoreError::Newer { .. }
            | StoreError::IncompleteCopy
            | StoreError::Damaged(_)
            | StoreError::Other(_) => {
                tracing::error!(%error, "store_failed");
                Self::internal()
            }
        }
    }
}

impl From<GameError> for SiteError {
    fn from(error: GameError) -> Self {
        let message = sentence(&error.to_string());
        match error {
            GameError::NotFound => Self::not_found("game"),
            GameError::NotAPlayer => Self::forbidden(ErrorCode::NotAPlayer, message),
            GameError::Refused { code, message, rule } => {
                let error = Self::from_reason(ErrorCategory::Conflict, code, LocalizedMessage(message));
                rule.into_iter().fold(error, |error, rule| error.with_detail("rule", rule))
            }
            GameError::CommandIdReused => Self::conflict(ErrorCode::CommandIdReused, message),
            GameError::InvalidTerms(error) => {
                Self::from_reason(ErrorCategory::Unprocessable, ErrorCode::BadProposal, error)
            }
            GameError::CorruptLog(_) => {
                tracing::error!(%error, "game_unreadable");
                Self::internal()
            }
            GameError::Recovering => Self::retry_later(
                ErrorCode::Recovering,
                ErrorCategory::Unavailable,
                message,
                Duration::from_secs(2),
            ),
            GameError::Busy => Self::busy(&message),
            // The panic was logged.
            GameError::Failed => Self::internal(),
            GameError::Store(error) => error.into(),
        }
    }
}

impl From<ProposalError> for SiteError {
    fn from(error: ProposalError) -> Self {
        let kind = error.kind();
        Self { kind, ..Self::from_reason(ErrorCategory::Unprocessable, ErrorCode::BadProposal, error) }
    }
}

impl From<StudyError> for SiteError {
    fn from(error: StudyError) -> Self {
        let (code, kind) = (error.code, error.advice_key());
        Self { kind, ..Self::from_reason(ErrorCategory::Unprocessable, code, error.kind) }
    }
}

impl From<AnalysisError> for SiteError {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Study(error) => error.into(),
            AnalysisError::Busy => Self::busy("The engine is busy at the moment.").with_kind("engine"),
            AnalysisError::Failed => Self::internal(),
        }
    }
}

impl From<AccountError> for SiteError {
    fn from(error: AccountError) -> Self {
        let invalid = |code, message: String| Self::unprocessable(code, sentence(&message));
        match error {
            AccountError::Name(error) => {
                invalid(ErrorCode::BadName, error.to_string()).with_kind(match error {
                    InvalidName::Length(_) => "length",
                    InvalidName::Character(_) => "character",
                    InvalidName::FirstCharacter => "beginning",
                    InvalidName::Reserved => "reserved",
                })
            }
            AccountError::Email(error) => invalid(ErrorCode::BadEmail, error.to_string()),
            AccountError::Password(PasswordError::Invalid(error)) => {
                invalid(ErrorCode::BadPassword, error.to_string())
            }
            AccountError::Password(PasswordError::Busy) => {
                Self::busy("Too many people are signing in at the moment.").with_kind("sign-in")
            }
            AccountError::Password(PasswordError::Other(error)) => {
                tracing::error!(error, "password_hash_failed");
                Self::internal()
            }
            AccountError::Taken(name) => Self::conflict(
                ErrorCode::NameTaken,
                format!("The name {name} is taken, or looks like another name. Choose another."),
            ),
            AccountError::WrongCredentials => {
                Self::forbidden(ErrorCode::WrongPassword, "There is no account with this name and password.")
            }
            AccountError::Closed => {
                Self::forbidden(ErrorCode::AccountClosed, "This account was closed by an administrator.")
            }
            AccountError::HasName => {
                Self::conflict(ErrorCode::HasName, "You already have an account. Sign out first.")
            }
            AccountError::Store(error) => error.into(),
        }
    }
}
