//! Error pages: what is wrong and what to do next, in the language of the viewer.
//!
//! Handlers return errors as the API does, with the [`ApiError`] as a response extension. The middleware
//! [`error_pages`] replaces them by pages for browsers, so that no handler has to know the language.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::error::RenderAsPage;
use super::layout::Page;
use crate::error::{ErrorBody, SiteError};
use crate::error_code::ErrorCode;
use crate::site::Site;
use crate::web::error::ApiError;
use crate::web::viewer::{Viewer, preferred_language};
use bus::request_id;
use texts::{Language, Texts};

/// Paths for programs, which never get a page.
const PROGRAM_PATHS: [&str; 5] = ["/api/", "/ws/", "/healthz", "/readyz", "/metrics"];
/// Headers of the original response that the page keeps.
const KEPT_HEADERS: [HeaderName; 3] = [header::RETRY_AFTER, header::ALLOW, header::SET_COOKIE];

/// Middleware that replaces errors by pages for browsers.
pub(crate) async fn error_pages(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    if is_for_programs(request.uri().path()) {
        let language = preferred_language(request.headers());
        return worded(next.run(request).await, language);
    }
    let (mut parts, body) = request.into_parts();
    let response = next.run(Request::from_parts(parts.clone(), body)).await;
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let wants_page = response.extensions().get::<RenderAsPage>().is_some() || accepts_pages(&parts.headers);
    // A rejected form is already a page.
    if !is_error || !wants_page || is_page(response.headers()) {
        return response;
    }
    let error = response.extensions().get::<ApiError>().cloned().unwrap_or_else(|| error_of_status(status));
    // A client that exceeds the rate limit must not cause queries.
    let authenticated = match status {
        StatusCode::TOO_MANY_REQUESTS => None,
        _ => Viewer::from_request_parts(&mut parts, &site).await.ok(),
    };
    let viewer = authenticated.unwrap_or_else(|| Viewer::anonymous(&parts, &site));
    let retry = (parts.method == Method::GET).then(|| parts.uri.path());
    let mut page = (status, page(&viewer, error.error(), retry)).into_response();
    for name in KEPT_HEADERS {
        for value in response.headers().get_all(&name) {
            page.headers_mut().append(name.clone(), value.clone());
        }
    }
    page
}

/// Words an error of the API in the language of the client.
fn worded(response: Response, language: Language) -> Response {
    let body = response.extensions().get::<ApiError>().and_then(|error| body_in(error.error(), language));
    let Some(text) = body.and_then(|body| serde_json::to_string(&body).ok()) else { return response };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, text.into())
}

/// Returns the body of an error with the message in a language other than English, as far as there is one.
///
/// Scripts show it to people. A request that cannot be read is the fault of a program, which needs the details.
fn body_in(error: &SiteError, language: Language) -> Option<ErrorBody> {
    let texts = Texts::of(language);
    let message = match language {
        Language::English => return None,
        _ if error.has_reason() => error.message_in(language),
        _ if error.body().code == ErrorCode::BadRequest => return None,
        _ => {
            text_name(texts, error)?;
            let ErrorText { what, next } = error_text(texts, error);
            format!("{what} {next}")
        }
    };
    Some(ErrorBody { message, ..error.body().clone() })
}

fn is_for_programs(path: &str) -> bool {
    PROGRAM_PATHS.iter().any(|start| path.starts_with(start))
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

/// Returns the error of a response that no handler of ours made.
fn error_of_status(status: StatusCode) -> ApiError {
    match status {
        StatusCode::NOT_FOUND => SiteError::not_found("page").into(),
        _ if status.is_server_error() => SiteError::internal().into(),
        _ => SiteError::bad_request("The address is invalid.").into(),
    }
}

/// The texts of an error.
pub(super) struct ErrorText {
    /// The problem.
    pub(super) what: String,
    /// The next step for the user.
    pub(super) next: String,
}

/// Returns the texts of an error in a language.
pub(super) fn error_text(texts: &Texts, error: &SiteError) -> ErrorText {
    let name = text_name(texts, error).unwrap_or_else(|| "refusal-other".to_owned());
    let text = |name: &str| {
        let values = [
            ("seconds", error.retry_after().unwrap_or(1).into()),
            ("message", error.message_in(texts.language).into()),
        ];
        texts.fill(name, values)
    };
    ErrorText { what: text(&name), next: text(&format!("{name}-next")) }
}

/// Returns the name of the text for the code and the kind of an error, or for its code.
fn text_name(texts: &Texts, error: &SiteError) -> Option<String> {
    let (code, kind) = (error.body().code.as_str(), error.kind().unwrap_or_default().replace(' ', "-"));
    [format!("refusal-{code}-{kind}"), format!("refusal-{code}")].into_iter().find(|name| texts.has(name))
}

/// Returns the path of the page to continue with, and the name of the text of the link. `retry` is the path to try
/// again.
fn next_link<'a>(error: &SiteError, retry: Option<&'a str>) -> (&'a str, &'static str) {
    let code = error.body().code;
    let is_temporary =
        error.is_server_error() || matches!(code, ErrorCode::TooManyRequests | ErrorCode::RequestTimeout);
    match (code, error.kind(), retry) {
        (_, _, Some(path)) if is_temporary => (path, "try-again"),
        (ErrorCode::NotFound, Some("rule book"), _) => ("/rules", "rules-title"),
        (ErrorCode::NotFound, Some("saved rule set"), _) => ("/house", "house"),
        (ErrorCode::NotFound, Some("session" | "token" | "session or token"), _)
        | (ErrorCode::BadTokenRequest, ..) => ("/settings/keys", "keys"),
        (
            ErrorCode::NotLoggedIn
            | ErrorCode::SessionNeeded
            | ErrorCode::NoAccount
            | ErrorCode::WrongPassword
            | ErrorCode::AccountClosed
            | ErrorCode::HasName
            | ErrorCode::BadName
            | ErrorCode::NameTaken
            | ErrorCode::BadPassword,
            ..,
        ) => ("/login", "sign-in"),
        (
            ErrorCode::OwnGame
            | ErrorCode::BadReason
            | ErrorCode::NotNow
            | ErrorCode::GameOver
            | ErrorCode::Paused
            | ErrorCode::BadCall
            | ErrorCode::IsAnAdmin,
            ..,
        ) => ("/admin", "disputes"),
        _ => ("/", "back-home"),
    }
}

/// Returns the sentence that quotes the request id of an internal error.
fn request_quote(texts: &Texts, error: &SiteError) -> Option<String> {
    let id = request_id::current().filter(|_| error.is_server_error())?;
    Some(texts.fill("refusal-quote", [("request", id.to_string().into())]))
}

fn page(viewer: &Viewer, error: &SiteError, retry: Option<&str>) -> Markup {
    let texts = Texts::of(viewer.language);
    let ErrorText { what, next } = error_text(texts, error);
    let (path, name) = next_link(error, retry);
    let content = html! {
        section class="card refusal" {
            h1 { (what) }
            p { (next) }
            @if let Some(quote) = request_quote(texts, error) { p { (quote) } }
            div class="buttons" {
                a class="button main" href=(path) { (texts.get(name)) }
                @if path != "/" { a class="button" href="/" { (texts.get("back-home")) } }
            }
        }
    };
    let styles = &["home", "people"];
    Page { texts, title: &what, styles, script: None, viewer: Some(viewer), nav_entry: "" }.render(&content)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::accounts::{AccountError, PasswordError};
    use crate::limits::RateLimited;
    use crate::repository::GameError;
    use crate::study::error::AnalysisError;
    use bus::request_id::RequestId;
    use play::proposal::ProposalError;
    use store::StoreError;

    #[test]
    fn temporary_errors_say_when_to_retry_and_link_to_the_same_page() {
        let busy = || SiteError::from(AccountError::Password(PasswordError::Busy));
        let unwritable = || SiteError::from(StoreError::Unwritable("full".to_owned()));
        let too_often = || SiteError::from(RateLimited { retry_after: Duration::from_secs(7) });
        for (error, wait) in
            [(busy(), "5"), (unwritable(), "10"), (too_often(), "7"), (SiteError::internal(), "")]
        {
            for language in Language::ALL {
                let ErrorText { what, next } = error_text(Texts::of(language), &error);
                assert!(next.contains(wait) && !what.is_empty() && what != next, "{what} {next}");
            }
            assert_eq!(next_link(&error, Some("/rules")), ("/rules", "try-again"));
            assert_eq!(next_link(&error, None), ("/", "back-home"));
        }
    }

    #[tokio::test]
    async fn internal_errors_quote_the_request_id() {
        let id = RequestId::next();
        let quoted = request_id::within(id.clone(), async {
            Language::ALL.map(|language| request_quote(Texts::of(language), &SiteError::internal()))
        });
        for text in quoted.await {
            assert!(text.is_some_and(|text| text.contains(id.as_str())));
        }
        let own = request_id::within(id, async {
            request_quote(Texts::of(Language::English), &SiteError::not_found("page"))
        });
        assert_eq!(own.await, None);
    }

    #[test]
    fn every_code_for_people_has_both_texts() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            for code in ErrorCode::ALL.iter().filter(|code| !code.is_for_programs()) {
                let name = format!("refusal-{}", code.as_str());
                assert!(texts.has(&name) && texts.has(&format!("{name}-next")), "{name}");
            }
            let other = SiteError::conflict(ErrorCode::HasPlayed, "This account has played.");
            assert_eq!(error_text(texts, &other).next, "This account has played.");
        }
    }

    #[test]
    fn errors_for_scripts_are_worded_in_german() {
        let refused = "Das ist kein Zug.".to_owned();
        let reused = || SiteError::from(GameError::CommandIdReused);
        for (error, expected) in [
            (AnalysisError::Busy.into(), "Die Engine ist gerade ausgelastet. Versuche es in 5 Sekunden"),
            (
                AccountError::Password(PasswordError::Busy).into(),
                "Gerade melden sich zu viele Leute an. Versuche es in 5 Sekunden",
            ),
            (StoreError::Timeout.into(), "Die Website ist gerade ausgelastet. Versuche es in 5 Sekunden"),
            (AnalysisError::Failed.into(), "Bei uns ist etwas schiefgegangen."),
            (RateLimited { retry_after: Duration::ZERO }.into(), "Zu viele Anfragen. Warte 1 Sekunde und"),
            (GameError::NotFound.into(), "Diese Partie gibt es nicht."),
            (GameError::NotAPlayer.into(), "Das können nur die Spieler dieser Partie."),
            (
                GameError::Refused { code: ErrorCode::GameOver, message: refused, rule: None }.into(),
                "Das ist kein Zug.",
            ),
            (ProposalError::RatedHouseRules.into(), "Partien nach Hausregeln werden nicht gewertet."),
        ] {
            let body: ErrorBody = body_in(&error, Language::German).expect("a German text");
            assert!(body.message.starts_with(expected), "{}", body.message);
            assert!(body_in(&error, Language::English).is_none());
        }
        // The fault of a program, not of a person.
        for error in [SiteError::bad_request("The JSON is invalid."), reused()] {
            assert!(body_in(&error, Language::German).is_none());
        }
    }

    #[test]
    fn every_code_that_a_script_can_show_has_a_german_text() {
        for &code in ErrorCode::ALL.iter().filter(|code| !code.is_for_programs()) {
            let error = SiteError::conflict(code, "In English.");
            let body = body_in(&error, Language::German);
            assert_eq!(body.is_none(), code == ErrorCode::BadRequest, "{code:?}");
            let english = error_text(Texts::of(Language::English), &error).what;
            assert!(body.is_none_or(|body| !body.message.starts_with(&english)), "{code:?}");
        }
    }

    #[test]
    fn only_clients_that_accept_html_get_pages() {
        for (path, expected) in [
            ("/", false),
            ("/api", false),
            ("/games/x", false),
            ("/api/v1/games", true),
            ("/ws/lobby", true),
            ("/metrics", true),
        ] {
            assert_eq!(is_for_programs(path), expected, "{path}");
        }
        let accepts = |text: &'static str| {
            accepts_pages(&HeaderMap::from_iter([(header::ACCEPT, header::HeaderValue::from_static(text))]))
        };
        assert!(accepts("text/html,*/*;q=0.8") && !accepts("*/*") && !accepts_pages(&HeaderMap::new()));
    }
}
