//! A page for what cannot be done: what is wrong, and what to do next, in the language of who asks.
//!
//! Wherever a refusal comes from, it leaves as the API tells it, with itself attached. Further out, those who look at
//! pages get it as a page: there the language is known, and no handler need think of it.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::error::AsPage;
use super::layout::Page;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::site::Site;
use crate::web::error::ApiError;
use crate::web::viewer::{Viewer, preferred_language};
use bus::request_id;
use texts::{Language, Texts};

/// What programs ask for is never answered with a page.
const FOR_PROGRAMS: [&str; 5] = ["/api/", "/ws/", "/healthz", "/readyz", "/metrics"];
/// What a page keeps of the answer that it stands for.
const KEPT: [HeaderName; 3] = [header::RETRY_AFTER, header::ALLOW, header::SET_COOKIE];

/// Replaces an error by a page that says it, where a person asked.
pub(crate) async fn error_pages(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    if is_for_programs(request.uri().path()) {
        let language = preferred_language(request.headers());
        return worded(next.run(request).await, language);
    }
    let (mut parts, body) = request.into_parts();
    let response = next.run(Request::from_parts(parts.clone(), body)).await;
    let status = response.status();
    let refused = status.is_client_error() || status.is_server_error();
    let wanted = response.extensions().get::<AsPage>().is_some() || accepts_pages(&parts.headers);
    // A form that is shown again is a page already.
    if !refused || !wanted || is_page(response.headers()) {
        return response;
    }
    let error = response.extensions().get::<ApiError>().cloned().unwrap_or_else(|| bare(status));
    // Who asks too often is not looked up, and who cannot be is nobody.
    let looked_up = match status {
        StatusCode::TOO_MANY_REQUESTS => None,
        _ => Viewer::from_request_parts(&mut parts, &site).await.ok(),
    };
    let viewer = looked_up.unwrap_or_else(|| Viewer::unknown(&parts, &site));
    let again = (parts.method == Method::GET).then(|| parts.uri.path());
    let mut page = (status, page(&viewer, error.error(), again)).into_response();
    for name in KEPT {
        for value in response.headers().get_all(&name) {
            page.headers_mut().append(name.clone(), value.clone());
        }
    }
    page
}

/// Words an error of the API in the language of the client.
fn worded(response: Response, language: Language) -> Response {
    let body = response.extensions().get::<ApiError>().and_then(|error| error.error().body_in(language));
    let Some(text) = body.and_then(|body| serde_json::to_string(&body).ok()) else { return response };
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, text.into())
}

fn is_for_programs(path: &str) -> bool {
    FOR_PROGRAMS.iter().any(|start| path.starts_with(start))
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

/// What was refused before our own code saw it.
fn bare(status: StatusCode) -> ApiError {
    match status {
        StatusCode::NOT_FOUND => SiteError::nothing("page").into(),
        _ if status.is_server_error() => SiteError::internal().into(),
        _ => SiteError::bad_request("The address cannot be used.").into(),
    }
}

/// A refusal in words.
pub(super) struct Told {
    /// What is wrong.
    pub(super) what: String,
    /// What to do next.
    pub(super) next: String,
}

/// A refusal in the words of a language.
pub(super) fn told(texts: &Texts, error: &SiteError) -> Told {
    let body = error.body();
    let (code, kind) = (body.code.as_str(), error.kind().unwrap_or_default().replace(' ', "-"));
    let names = [format!("refusal-{code}-{kind}"), format!("refusal-{code}")];
    let name = names.iter().find(|name| texts.has(name)).map_or("refusal-other", String::as_str);
    let say = |name: &str| {
        let values = [
            ("seconds", error.wait().unwrap_or(1).into()),
            ("message", error.message_in(texts.language).into()),
        ];
        texts.fill(name, values)
    };
    Told { what: say(name), next: say(&format!("{name}-next")) }
}

/// Where one goes on: an address of ours, and the name of the text that says what is there.
fn way_on<'a>(error: &SiteError, again: Option<&'a str>) -> (&'a str, &'static str) {
    let code = error.body().code;
    let later = error.is_ours() || matches!(code, ErrorCode::TooManyRequests | ErrorCode::RequestTimeout);
    match (code, error.kind(), again) {
        (_, _, Some(path)) if later => (path, "try-again"),
        (ErrorCode::NotFound, Some("rule book"), _) => ("/rules", "rules-title"),
        (ErrorCode::NotFound, Some("house rules"), _) => ("/house", "house"),
        (ErrorCode::NotFound, Some("session" | "token" | "session or token"), _)
        | (ErrorCode::BadTokenWish, ..) => ("/settings/keys", "keys"),
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

/// By what the log knows what is our fault.
fn quote(texts: &Texts, error: &SiteError) -> Option<String> {
    let id = request_id::current().filter(|_| error.is_ours())?;
    Some(texts.fill("refusal-quote", [("request", id.to_string().into())]))
}

fn page(viewer: &Viewer, error: &SiteError, again: Option<&str>) -> Markup {
    let texts = Texts::of(viewer.language);
    let Told { what, next } = told(texts, error);
    let (path, name) = way_on(error, again);
    let content = html! {
        section class="card refusal" {
            h1 { (what) }
            p { (next) }
            @if let Some(quote) = quote(texts, error) { p { (quote) } }
            div class="buttons" {
                a class="button main" href=(path) { (texts.get(name)) }
                @if path != "/" { a class="button" href="/" { (texts.get("back-home")) } }
            }
        }
    };
    let styles = &["home", "people"];
    Page { texts, title: &what, styles, script: None, viewer: Some(viewer), part: "" }.with(&content)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::accounts::{AccountError, PasswordError};
    use crate::limits::TooOften;
    use bus::request_id::RequestId;
    use store::StoreError;

    #[test]
    fn what_is_nobodys_fault_is_told_with_when_to_come_back_and_leads_to_the_same_page() {
        let busy = || SiteError::from(AccountError::Password(PasswordError::Busy));
        let unwritable = || SiteError::from(StoreError::Unwritable("full".to_owned()));
        let often = || SiteError::from(TooOften { wait: Duration::from_secs(7) });
        for (error, wait) in
            [(busy(), "5"), (unwritable(), "10"), (often(), "7"), (SiteError::internal(), "")]
        {
            for language in Language::ALL {
                let Told { what, next } = told(Texts::of(language), &error);
                assert!(next.contains(wait) && !what.is_empty() && what != next, "{what} {next}");
            }
            assert_eq!(way_on(&error, Some("/rules")), ("/rules", "try-again"));
            assert_eq!(way_on(&error, None), ("/", "back-home"));
        }
    }

    #[tokio::test]
    async fn what_is_our_fault_can_be_quoted_by_who_sees_the_page() {
        let id = RequestId::next();
        let quoted = request_id::within(id.clone(), async {
            Language::ALL.map(|language| quote(Texts::of(language), &SiteError::internal()))
        });
        for text in quoted.await {
            assert!(text.is_some_and(|text| text.contains(id.as_str())));
        }
        let own = request_id::within(id, async {
            quote(Texts::of(Language::English), &SiteError::nothing("page"))
        });
        assert_eq!(own.await, None);
    }

    #[test]
    fn every_code_that_people_see_has_a_text_and_what_to_do_next() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            for code in ErrorCode::ALL.iter().filter(|code| !code.is_for_programs()) {
                let name = format!("refusal-{}", code.as_str());
                assert!(texts.has(&name) && texts.has(&format!("{name}-next")), "{name}");
            }
            let other = SiteError::conflict(ErrorCode::HasPlayed, "This account has played.");
            assert_eq!(told(texts, &other).next, "This account has played.");
        }
    }

    #[test]
    fn programs_get_no_pages_and_others_only_if_they_accept_them() {
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
