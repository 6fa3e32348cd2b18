//! A page for what cannot be done: what is wrong, and what to do next, in the language of who asks.
//!
//! Wherever a refusal comes from, it leaves as the API tells it, with itself attached. Out at the guard, those who look at
//! pages get it as a page: there the language is known, and no handler need think of it.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::error::AsPage;
use super::layout::Page;
use super::texts::Texts;
use crate::http::{ApiError, Viewer};
use crate::request;
use crate::site::Site;

/// What programs ask for is never answered with a page.
const FOR_PROGRAMS: [&str; 5] = ["/api/", "/ws/", "/healthz", "/readyz", "/metrics"];
/// What a page keeps of the answer that it stands for.
const KEPT: [HeaderName; 3] = [header::RETRY_AFTER, header::ALLOW, header::SET_COOKIE];

/// A request to which the answer may be a page.
pub(crate) struct Asked(Parts);

impl Asked {
    /// Notes what was asked, if it may have been for a page.
    pub(crate) fn note(request: Request) -> (Option<Self>, Request) {
        let path = request.uri().path();
        if FOR_PROGRAMS.iter().any(|start| path.starts_with(start)) {
            return (None, request);
        }
        let (parts, body) = request.into_parts();
        (Some(Self(parts.clone())), Request::from_parts(parts, body))
    }

    /// The answer, made a page if it is a refusal and for a person.
    pub(crate) async fn dress(mut self, site: &Arc<Site>, response: Response) -> Response {
        let status = response.status();
        let refused = status.is_client_error() || status.is_server_error();
        let wanted = response.extensions().get::<AsPage>().is_some() || accepts_pages(&self.0.headers);
        // A form that is shown again is a page already.
        if !refused || !wanted || is_page(response.headers()) {
            return response;
        }
        let error = response.extensions().get::<ApiError>().cloned().unwrap_or_else(|| bare(status));
        // Who asks too often is not looked up, and who cannot be is nobody.
        let looked_up = match status {
            StatusCode::TOO_MANY_REQUESTS => None,
            _ => Viewer::from_request_parts(&mut self.0, site).await.ok(),
        };
        let viewer = looked_up.unwrap_or_else(|| Viewer::unknown(&self.0, site));
        let again = (self.0.method == Method::GET).then(|| self.0.uri.path());
        let mut page = (status, page(&viewer, &error, again)).into_response();
        for name in KEPT {
            for value in response.headers().get_all(&name) {
                page.headers_mut().append(name.clone(), value.clone());
            }
        }
        page
    }
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
        StatusCode::NOT_FOUND => ApiError::nothing("page"),
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(status, "too-large", "That is too long."),
        _ if status.is_server_error() => ApiError::internal(),
        _ => ApiError::bad_request("The fields of the form cannot be used."),
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
pub(super) fn told(texts: &Texts, error: &ApiError) -> Told {
    let body = error.body();
    let kind = error.kind().unwrap_or_default().replace(' ', "-");
    let names = [format!("refusal-{}-{kind}", body.code), format!("refusal-{}", body.code)];
    let name = names.iter().find(|name| texts.has(name)).map_or("refusal-other", String::as_str);
    let say = |name: &str| {
        let values =
            [("seconds", error.wait().unwrap_or(1).into()), ("message", body.message.clone().into())];
        texts.fill(name, values)
    };
    Told { what: say(name), next: say(&format!("{name}-next")) }
}

/// Where one goes on: an address of ours, and the name of the text that says what is there.
fn way_on<'a>(error: &ApiError, again: Option<&'a str>) -> (&'a str, &'static str) {
    let later = matches!(error.body().code, "too-many-requests" | "busy" | "unavailable" | "internal");
    match (error.body().code, error.kind(), again) {
        (_, _, Some(path)) if later => (path, "try-again"),
        ("not-found", Some("rule book"), _) => ("/rules", "rules-title"),
        ("not-found", Some("house rules"), _) => ("/house", "house"),
        ("not-found", Some("session" | "token" | "session or token"), _) | ("bad-token-wish", ..) => {
            ("/settings/keys", "keys")
        }
        (
            "not-logged-in" | "session-needed" | "no-account" | "wrong-password" | "account-closed"
            | "has-name" | "bad-name" | "name-taken" | "bad-password",
            ..,
        ) => ("/login", "sign-in"),
        ("own-game" | "bad-reason" | "not-now" | "is-an-admin", ..) => ("/admin", "disputes"),
        _ => ("/", "back-home"),
    }
}

/// By what the log knows what is our fault.
fn quote(texts: &Texts, error: &ApiError) -> Option<String> {
    let id = request::current().filter(|_| error.status().is_server_error())?;
    Some(texts.fill("refusal-quote", [("request", id.to_string().into())]))
}

fn page(viewer: &Viewer, error: &ApiError, again: Option<&str>) -> Markup {
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

    use draughts::Language;

    use super::*;
    use crate::limits::TooOften;
    use crate::people::{PasswordError, PeopleError};
    use crate::request::RequestId;
    use crate::store::StoreError;

    #[test]
    fn what_is_nobodys_fault_is_told_with_when_to_come_back_and_leads_to_the_same_page() {
        let busy = || ApiError::from(PeopleError::Password(PasswordError::Busy));
        let unwritable = || ApiError::from(StoreError::Unwritable("full".to_owned()));
        let often = || ApiError::from(TooOften { wait: Duration::from_secs(7) });
        for (error, wait) in [(busy(), "5"), (unwritable(), "10"), (often(), "7"), (ApiError::internal(), "")]
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
        let quoted = request::within(id.clone(), async {
            Language::ALL.map(|language| quote(Texts::of(language), &ApiError::internal()))
        });
        for text in quoted.await {
            assert!(text.is_some_and(|text| text.contains(id.as_str())));
        }
        let own =
            request::within(id, async { quote(Texts::of(Language::English), &ApiError::nothing("page")) });
        assert_eq!(own.await, None);
    }

    #[test]
    fn every_refusal_has_a_text_of_its_own_and_every_text_says_what_to_do_next() {
        let codes = [
            "not-logged-in",
            "session-needed",
            "missing-scope",
            "no-account",
            "not-an-admin",
            "bad-token",
            "name-taken",
            "bad-name",
            "bad-password",
            "bad-email",
            "wrong-password",
            "account-closed",
            "has-name",
            "busy",
            "too-many-requests",
            "unavailable",
            "internal",
            "challenge-not-open",
            "own-challenge",
            "too-many-challenges",
            "bad-proposal",
            "own-game",
            "bad-reason",
            "is-an-admin",
            "not-now",
            "bad-method",
            "bad-request",
            "too-large",
            "other-origin",
            "no-origin",
            "bad-token-wish",
            "not-found",
            "other",
        ];
        for language in Language::ALL {
            let texts = Texts::of(language);
            for code in codes {
                let name = format!("refusal-{code}");
                assert!(texts.has(&name) && texts.has(&format!("{name}-next")), "{name}");
            }
            let strange = ApiError::conflict("dance", "No dancing here.");
            assert_eq!(told(texts, &strange).next, "No dancing here.");
        }
    }

    #[test]
    fn programs_are_not_noted_and_only_who_accepts_pages_gets_them() {
        let noted = |path: &str| {
            let request = Request::builder().uri(path).body(axum::body::Body::empty()).expect("a request");
            Asked::note(request).0.is_some()
        };
        assert!(noted("/") && noted("/api") && noted("/games/x"));
        assert!(!noted("/api/v1/games") && !noted("/ws/lobby") && !noted("/metrics"));
        let accepts = |text: &'static str| {
            accepts_pages(&HeaderMap::from_iter([(header::ACCEPT, header::HeaderValue::from_static(text))]))
        };
        assert!(accepts("text/html,*/*;q=0.8") && !accepts("*/*") && !accepts_pages(&HeaderMap::new()));
    }
}
