//! The page of keys: where one is logged in, and the tokens of one's programs.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::error::PageError;
use super::fields::{Field, Trouble, shown_again};
use super::settings::page;
use crate::accounts::Scope;
use crate::error::SiteError;
use crate::services::NewToken;
use crate::site::Site;
use crate::views::credential::{CredentialView, MadeToken};
use crate::web::body::Form;
use crate::web::viewer::Viewer;
use play::id::CredentialId;
use store::{CredentialKind, Role};
use texts::{Render, Texts};

/// So many days are proposed for a new token.
const DAYS: &str = "90";

/// A form for a token, as it was filled in.
struct Wish {
    label: String,
    scopes: Vec<Scope>,
    days: String,
}

impl Default for Wish {
    fn default() -> Self {
        Self { label: String::new(), scopes: vec![Scope::Play], days: DAYS.to_owned() }
    }
}

impl Wish {
    fn read(pairs: &[(String, String)]) -> Self {
        let all = |wanted: &'static str| {
            pairs.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| value.as_str())
        };
        let scopes =
            all("scopes").filter_map(|word| Scope::ALL.into_iter().find(|scope| scope.as_str() == word));
        let one = |wanted| all(wanted).next().unwrap_or_default().trim().to_owned();
        Self { label: one("label"), scopes: scopes.collect(), days: one("days") }
    }

    fn token(&self) -> NewToken {
        // What is no number is as wrong as one that is too large.
        let days = (!self.days.is_empty()).then(|| self.days.parse().unwrap_or(u16::MAX));
        NewToken { label: self.label.clone(), scopes: self.scopes.clone(), days }
    }
}

pub(super) async fn keys(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    Ok(list(&site, &viewer, None, &Wish::default(), None).await?)
}

/// The page: with a token that was just made, or with a form in which something is wrong.
async fn list(
    site: &Site,
    viewer: &Viewer,
    made: Option<&MadeToken>,
    wish: &Wish,
    trouble: Option<&Trouble>,
) -> Result<Markup, SiteError> {
    let texts = Texts::of(viewer.language);
    let account = viewer.in_person()?;
    let sessions =
        CredentialView::all(site.accounts.keys(account.id, CredentialKind::Session).await?, viewer.key());
    let tokens =
        CredentialView::all(site.accounts.keys(account.id, CredentialKind::Token).await?, viewer.key());
    let judge = account.role == Role::Admin;
    let content = html! {
        p { a href="/settings" { (texts.get("settings")) } }
        h1 { (texts.get("keys")) }
        @if let Some(made) = made { (shown_once(texts, made, &viewer.origin)) }
        section class="card keys" {
            h2 { (texts.get("sessions")) }
            p class="soft" { (texts.get("sessions-lead")) }
            ul { @for session in &sessions { (session_row(texts, session)) } }
        }
        section class="card keys" {
            h2 { (texts.get("tokens")) }
            p class="soft" { (texts.get("tokens-lead")) " " a href="/api" { (texts.get("api")) } }
            @if tokens.is_empty() { p { (texts.get("tokens-none")) } }
            ul { @for token in &tokens { (token_row(texts, token)) } }
        }
        @if account.is_guest() {
            section class="card" {
                p { (texts.get("tokens-guest")) }
                a class="button" href="/login" { (texts.get("sign-up")) }
            }
        } @else {
            (form(texts, wish, judge, trouble))
        }
    };
    Ok(page(viewer, texts, &content))
}

/// The secret of a new token, and what to do with it.
fn shown_once(texts: &Texts, made: &MadeToken, origin: &str) -> Markup {
    html! {
        section class="card made" role="status" {
            h2 { (texts.with("token-made", "label", made.key.label.clone())) }
            p { (texts.get("token-once")) }
            input type="text" id="token" readonly value=(made.token) aria-label=(texts.get("token"));
            p { (texts.get("token-use")) }
            pre tabindex="0" { code { "curl -H 'authorization: Bearer " (made.token) "' " (origin) "/api/v1/players/me/games" } }
        }
    }
}

fn session_row(texts: &Texts, session: &CredentialView) -> Markup {
    html! {
        li {
            span {
                strong title=(session.label) { (browser(&session.label).unwrap_or_else(|| texts.get("session-unknown"))) }
                span class="soft figures" { (texts.with("key-used", "day", session.last_used_at.render(texts.language))) }
            }
            @if session.current {
                span class="here" { (texts.get("session-here")) }
            } @else {
                form method="post" action=(format!("/settings/sessions/{}/end", session.id)) {
                    button { (texts.get("session-end")) }
                }
            }
        }
    }
}

fn token_row(texts: &Texts, token: &CredentialView) -> Markup {
    let until = match token.expires_at {
        Some(end) => texts.with("token-until", "day", end.render(texts.language)),
        None => texts.get("token-for-ever"),
    };
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    html! {
        li {
            span {
                strong { (token.label) }
                span class="soft figures" {
                    (scopes.join(", ")) " · " (until) " · " (texts.with("key-used", "day", token.last_used_at.render(texts.language)))
                }
            }
            form method="post" action=(format!("/settings/tokens/{}/revoke", token.id)) {
                button class="danger" { (texts.get("token-revoke")) }
            }
        }
    }
}

fn form(texts: &Texts, wish: &Wish, judge: bool, trouble: Option<&Trouble>) -> Markup {
    let label = Field {
        id: "label",
        name: "label",
        label: "token-label",
        kind: "text",
        value: &wish.label,
        autocomplete: "off",
        hint: Some("token-label-hint"),
        required: true,
    };
    let days =
        Field { id: "days", name: "days", label: "token-days", value: &wish.days, required: false, ..label };
    let days = Field { kind: "number", hint: Some("token-days-hint"), ..days };
    let (_, wrong) = Trouble::at(trouble, "scopes", "scopes");
    let scopes = Scope::ALL.into_iter().filter(|scope| judge || *scope != Scope::Judge);
    html! {
        form class="card" method="post" action="/settings/tokens" {
            h2 { (texts.get("token-new")) }
            (Trouble::above(trouble))
            (label.draw(texts, trouble, "label"))
            fieldset {
                legend { (texts.get("token-scopes")) }
                @for scope in scopes {
                    label class="check" {
                        input type="checkbox" name="scopes" value=(scope.as_str()) checked[wish.scopes.contains(&scope)];
                        span { strong { (scope.as_str()) } " " (texts.get(&format!("scope-{}", scope.as_str()))) }
                    }
                }
                (wrong)
            }
            (days.draw(texts, trouble, "days"))
            button class="main" { (texts.get("token-make")) }
        }
    }
}

/// A browser and its system, as people call them.
fn browser(label: &str) -> Option<String> {
    // Those that pretend to be others come before them.
    let names = [
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Firefox", "Firefox"),
        ("Chrom", "Chrome"),
        ("Safari", "Safari"),
    ];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ];
    let find = |all: &[(&str, &'static str)]| {
        all.iter().find(|(mark, _)| label.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&names), find(&systems)) {
        (Some(name), Some(system)) => Some(format!("{name}, {system}")),
        (Some(name), None) | (None, Some(name)) => Some(name.to_owned()),
        (None, None) => Some(label.to_owned()).filter(|label| !label.is_empty()),
    }
}

/// Makes a token; the answer is the page that shows its secret, this once.
pub(super) async fn create(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    let account = viewer.named()?.id;
    let wish = Wish::read(&pairs);
    match site.accounts.create_token(viewer.address, account, &wish.token()).await {
        Ok((key, token)) => {
            let made = MadeToken { token, key: CredentialView::of(key, viewer.key()) };
            Ok(list(&site, &viewer, Some(&made), &Wish::default(), None).await?.into_response())
        }
        Err(error) => {
            let trouble = Trouble::of(&error, Texts::of(viewer.language));
            Ok(shown_again(&error, list(&site, &viewer, None, &wish, Some(&trouble)).await?))
        }
    }
}

/// Revokes a token.
pub(super) async fn revoke_token(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Redirect, PageError> {
    revoke(&site, &viewer, &id, CredentialKind::Token).await
}

/// Logs out elsewhere.
pub(super) async fn end_session(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Redirect, PageError> {
    revoke(&site, &viewer, &id, CredentialKind::Session).await
}

async fn revoke(site: &Site, viewer: &Viewer, id: &str, kind: CredentialKind) -> Result<Redirect, PageError> {
    let id: CredentialId = id.parse().map_err(|_| PageError::nothing(kind.as_str()))?;
    site.accounts.revoke_key(viewer.in_person()?.id, id, kind).await?;
    Ok(Redirect::to("/settings/keys"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_called_as_people_call_them() {
        let shown = |label: &str| browser(label);
        let edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0";
        assert_eq!(shown(edge).as_deref(), Some("Edge, Windows"));
        assert_eq!(shown("Mozilla/5.0 (X11; Linux x86_64) Firefox/121.0").as_deref(), Some("Firefox, Linux"));
        assert_eq!((shown("curl/8"), shown("")), (Some("curl/8".to_owned()), None));
    }

    #[test]
    fn a_form_for_a_token_is_read_with_all_its_scopes() {
        let pairs =
            [("label", " mine "), ("scopes", "play"), ("scopes", "dance"), ("scopes", "chat"), ("days", "x")];
        let wish = Wish::read(&pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let token = wish.token();
        assert_eq!((token.label.as_str(), token.scopes), ("mine", vec![Scope::Play, Scope::Chat]));
        assert_eq!((token.days, Wish::read(&[]).token().days), (Some(u16::MAX), None));
    }
}
