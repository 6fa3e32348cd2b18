//! Why the site does not do what somebody asks for.
//!
//! Services and views return it; how it travels (a status and JSON, a message on a live connection, a page) is decided above
//! them.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;
use utoipa::ToSchema;

use crate::accounts::{AccountError, BadName, PasswordError};
use crate::error_code::ErrorCode;
use crate::limits::TooOften;
use crate::repository::GameError;
use crate::study::error::{AnalysisError, StudyError};
use bus::request_id::RequestId;
use play::proposal::ProposalError;
use store::StoreError;
use texts::{Language, Render, sentence};

/// The sort of a refusal, by which clients decide what to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// The request cannot be understood.
    BadRequest,
    /// Nobody in particular asks, and only somebody may.
    Unauthenticated,
    /// Who asks may not do it.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// It cannot be done as things stand.
    Conflict,
    /// It was understood, and cannot be used.
    Unusable,
    /// It was asked for too often.
    TooOften,
    /// It cannot be done at the moment.
    Unavailable,
    /// The fault is ours.
    Internal,
}

/// Why the site does not do what somebody asks for.
#[derive(Clone, Debug, Error)]
#[error("{}", body.message)]
pub(crate) struct SiteError {
    sort: Sort,
    /// Apart, so that answers which are no errors stay small.
    body: Box<ErrorBody>,
    /// What exactly, where the same code stands for several things: pages say it in the language of who asks.
    kind: Option<&'static str>,
    /// The value that the message words, for other languages than English.
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

/// What went wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// A short name that programs can go by.
    #[schema(value_type = String)]
    pub(crate) code: ErrorCode,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
    /// More about it, where there is more.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub(crate) details: Map<String, Value>,
}

impl SiteError {
    pub(crate) fn new(sort: Sort, code: ErrorCode, message: impl Into<String>) -> Self {
        let body = ErrorBody { code, message: message.into(), details: Map::new() };
        Self { sort, body: Box::new(body), kind: None, reason: None }
    }

    /// Creates an error that is worded in the language of the reader.
    pub(crate) fn because(sort: Sort, code: ErrorCode, reason: impl Render + Send + Sync + 'static) -> Self {
        let error = Self::new(sort, code, reason.render(Language::English));
        Self { reason: Some(Reason(Arc::new(reason))), ..error }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(Sort::BadRequest, ErrorCode::BadRequest, message)
    }

    /// There is no such thing.
    pub(crate) fn nothing(what: &'static str) -> Self {
        Self::new(Sort::NotFound, ErrorCode::NotFound, format!("There is no such {what}.")).of_kind(what)
    }

    pub(crate) fn forbidden(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(Sort::Forbidden, code, message)
    }

    pub(crate) fn conflict(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(Sort::Conflict, code, message)
    }

    /// It was understood, and cannot be used.
    pub(crate) fn unusable(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(Sort::Unusable, code, message)
    }

    /// It is not the client's fault.
    pub(crate) fn internal() -> Self {
        Self::new(Sort::Internal, ErrorCode::Internal, "Something went wrong on our side.")
    }

    pub(crate) fn not_logged_in() -> Self {
        let message = "Log in, become a guest with POST /api/v1/guest, or send a token that is valid.";
        Self::new(Sort::Unauthenticated, ErrorCode::NotLoggedIn, message)
    }

    /// Too much is asked of the machine at the moment.
    pub(crate) fn busy(what: &str) -> Self {
        let message = format!("{what} Try again in a few seconds.");
        Self::later(ErrorCode::Busy, Sort::Unavailable, message, Duration::from_secs(5))
    }

    pub(crate) fn later(code: ErrorCode, sort: Sort, message: String, wait: Duration) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        Self::new(sort, code, message).with("retry_after_seconds", seconds as u64)
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.body.details.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn of_kind(self, kind: &'static str) -> Self {
        Self { kind: Some(kind), ..self }
    }

    /// Adds the id of the request to what is not the client's fault: the log knows it by that.
    pub(crate) fn signed(self, request: Option<&RequestId>) -> Self {
        match request {
            Some(request) if self.is_ours() => self.with("request", request.as_str()),
            _ => self,
        }
    }

    pub(crate) fn sort(&self) -> Sort {
        self.sort
    }

    pub(crate) fn kind(&self) -> Option<&'static str> {
        self.kind
    }

    pub(crate) fn body(&self) -> &ErrorBody {
        &self.body
    }

    /// Returns the message in a language, as far as there is one.
    pub(crate) fn message_in(&self, language: Language) -> String {
        self.reason
            .as_ref()
            .map_or_else(|| self.body.message.clone(), |Reason(reason)| reason.render(language))
    }

    /// Returns the body with the message in a language; none if the body has it already.
    pub(crate) fn body_in(&self, language: Language) -> Option<ErrorBody> {
        let is_other = self.reason.is_some() && language != Language::English;
        is_other.then(|| ErrorBody { message: self.message_in(language), ..(*self.body).clone() })
    }

    /// Is it not the client's fault?
    pub(crate) fn is_ours(&self) -> bool {
        matches!(self.sort, Sort::Unavailable | Sort::Internal)
    }

    /// After so many seconds it may be tried again.
    pub(crate) fn wait(&self) -> Option<u64> {
        self.body.details.get("retry_after_seconds").and_then(Value::as_u64)
    }
}

impl From<TooOften> for SiteError {
    fn from(TooOften { wait }: TooOften) -> Self {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        let message = format!("You ask too often. Come back in {seconds} seconds.");
        Self::later(ErrorCode::TooManyRequests, Sort::TooOften, message, wait)
    }
}

impl From<StoreError> for SiteError {
    fn from(error: StoreError) -> Self {
        match error {
            // Why may name machines; the heart of the node tells it in the log, once.
            StoreError::Unwritable(_) | StoreError::Closed => {
                tracing::debug!(%error, "the store cannot be used");
                Self::later(
                    ErrorCode::Unavailable,
                    Sort::Unavailable,
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

impl From<GameError> for SiteError {
    fn from(error: GameError) -> Self {
        let message = sentence(&error.to_string());
        match error {
            GameError::NoGame => Self::nothing("game"),
            GameError::NotAPlayer => Self::forbidden(ErrorCode::NotAPlayer, message),
            GameError::Refused { code, message, rule } => {
                let refused = Self::conflict(code, message);
                rule.into_iter().fold(refused, |refused, rule| refused.with("rule", rule))
            }
            GameError::OtherCommand => Self::conflict(ErrorCode::CommandUsedBefore, message),
            GameError::BadTerms(error) => Self::because(Sort::Unusable, ErrorCode::BadProposal, error),
            GameError::Damaged(_) => {
                tracing::error!(%error, "a game cannot be read");
                Self::internal()
            }
            GameError::Recovering => {
                Self::later(ErrorCode::Recovering, Sort::Unavailable, message, Duration::from_secs(2))
            }
            GameError::Store(error) => error.into(),
        }
    }
}

impl From<ProposalError> for SiteError {
    fn from(bad: ProposalError) -> Self {
        let kind = bad.kind();
        Self { kind, ..Self::because(Sort::Unusable, ErrorCode::BadProposal, bad) }
    }
}

impl From<StudyError> for SiteError {
    fn from(error: StudyError) -> Self {
        let (code, kind) = (error.code, error.kind());
        Self { kind, ..Self::because(Sort::Unusable, code, error.fault) }
    }
}

impl From<AnalysisError> for SiteError {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Study(error) => error.into(),
            AnalysisError::Busy => Self::busy("The engine has no time for this at the moment."),
            AnalysisError::Failed => Self::internal(),
        }
    }
}

impl From<AccountError> for SiteError {
    fn from(error: AccountError) -> Self {
        let unusable = |code, message: String| Self::new(Sort::Unusable, code, sentence(&message));
        match error {
            AccountError::Name(bad) => unusable(ErrorCode::BadName, bad.to_string()).of_kind(match bad {
                BadName::Length(_) => "length",
                BadName::Character(_) => "character",
                BadName::ConnectParams => "beginning",
                BadName::Reserved => "reserved",
            }),
            AccountError::Email(bad) => unusable(ErrorCode::BadEmail, bad.to_string()),
            AccountError::Password(PasswordError::Bad(bad)) => {
                unusable(ErrorCode::BadPassword, bad.to_string())
            }
            AccountError::Password(PasswordError::Busy) => {
                Self::busy("Too many people are logging in at the moment.")
            }
            AccountError::Password(PasswordError::Other(error)) => {
                tracing::error!(error, "a password cannot be hashed");
                Self::internal()
            }
            AccountError::Taken(name) => {
                Self::conflict(ErrorCode::NameTaken, format!("The name {name} is taken. Choose another."))
            }
            AccountError::NotLetIn => {
                Self::forbidden(ErrorCode::WrongPassword, "There is no account with this name and password.")
            }
            AccountError::Closed => {
                Self::forbidden(ErrorCode::AccountClosed, "This account was closed by an administrator.")
            }
            AccountError::HasName => {
                Self::conflict(ErrorCode::HasName, "You have an account already. Log out first.")
            }
            AccountError::Store(error) => error.into(),
        }
    }
}
