//! The page of sessions and personal tokens.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::error::PageError;
use super::fields::{Field, FormError, rejected_form};
use super::settings::page;
use crate::accounts::Scope;
use crate::error::SiteError;
use crate::services::NewToken;
use crate::site::Site;
use crate::views::credential::{CreatedToken, CredentialView};
use crate::web::body::Form;
use crate::web::viewer::Viewer;
use play::id::CredentialId;
use store::{CredentialKind, Role};
use texts::{Render, Texts};

/// Default lifetime of a new token, in days.
const DEFAULT_DAYS: &str = "90";

/// The fields of the form for a new token.
struct TokenForm {
    label: String,
    scopes: Vec<Scope>,
    days: String,
}

impl Default for TokenForm {
    fn default() -> Self {
        Self { label: String::new(), scopes: vec![Scope::Play], days: DEFAULT_DAYS.to_owned() }
    }
}

impl TokenForm {
    fn read(pairs: &[(String, String)]) -> Self {
        let all = |field: &'static str| {
            pairs.iter().filter(move |(name, _)| name == field).map(|(_, value)| value.as_str())
        };
        let scopes =
            all("scopes").filter_map(|word| Scope::ALL.into_iter().find(|scope| scope.as_str() == word));
        let one = |field| all(field).next().unwrap_or_default().trim().to_owned();
        Self { label: one("label"), scopes: scopes.collect(), days: one("days") }
    }

    fn new_token(&self) -> NewToken {
        // Text that is not a number is rejected as a number that is too large.
        let days = (!self.days.is_empty()).then(|| self.days.parse().unwrap_or(u16::MAX));
        NewToken { label: self.label.clone(), scopes: self.scopes.clone(), days }
    }
}

/// Returns the page.
pub(super) async fn credentials_page(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Markup, PageError> {
    Ok(page_with(&site, &viewer, None, &TokenForm::default(), None).await?)
}

/// Renders the page, with a token that was just created, or with a rejected form.
async fn page_with(
    site: &Site,
    viewer: &Viewer,
    created: Option<&CreatedToken>,
    form: &TokenForm,
    error: Option<&FormError>,
) -> Result<Markup, SiteError> {
    let texts = Texts::of(viewer.language);
    let account = viewer.require_session()?;
    let sessions = CredentialView::all(
        site.accounts.credentials(account.id, CredentialKind::Session).await?,
        viewer.credential(),
    );
    let tokens = CredentialView::all(
        site.accounts.credentials(account.id, CredentialKind::Token).await?,
        viewer.credential(),
    );
    let is_admin = account.role == Role::Admin;
    let content = html! {
        p { a href="/settings" { (texts.get("settings")) } }
        h1 { (texts.get("keys")) }
        @if let Some(created) = created { (created_token(texts, created, &viewer.origin)) }
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
            (form.render(texts, is_admin, error))
        }
    };
    Ok(page(viewer, texts, &content))
}

/// Renders the secret of a new token, and how to use it.
fn created_token(texts: &Texts, created: &CreatedToken, origin: &str) -> Markup {
    html! {
        section class="card made" role="status" {
            h2 { (texts.with("token-made", "label", created.credential.label.clone())) }
            p { (texts.get("token-once")) }
            input type="text" id="token" readonly value=(created.token) aria-label=(texts.get("token"));
            p { (texts.get("token-use")) }
            pre tabindex="0" { code { "curl -H 'authorization: Bearer " (created.token) "' " (origin) "/api/v1/players/me/games" } }
        }
    }
}

fn session_row(texts: &Texts, session: &CredentialView) -> Markup {
    html! {
        li {
            span {
                strong title=(session.label) { (browser_name(&session.label).unwrap_or_else(|| texts.get("session-unknown"))) }
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
    let scopes: Vec<String> = token.scopes.iter().map(|&scope| scope_name(texts, scope)).collect();
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

fn scope_name(texts: &Texts, scope: Scope) -> String {
    texts.get(&format!("scope-name-{}", scope.as_str()))
}

impl TokenForm {
    /// Renders the form; only administrators can choose the scope `judge`.
    fn render(&self, texts: &Texts, is_admin: bool, error: Option<&FormError>) -> Markup {
        let label = Field {
            id: "label",
            name: "label",
            label: "token-label",
            kind: "text",
            value: &self.label,
            autocomplete: "off",
            hint: Some("token-label-hint"),
            required: true,
        };
        let days = Field {
            id: "days",
            name: "days",
            label: "token-days",
            value: &self.days,
            required: false,
            ..label
        };
        let days = Field { kind: "number", hint: Some("token-days-hint"), ..days };
        let (_, wrong) = FormError::at(error, "scopes", "scopes");
        let scopes = Scope::ALL.into_iter().filter(|scope| is_admin || *scope != Scope::Judge);
        html! {
            form class="card" method="post" action="/settings/tokens" {
                h2 { (texts.get("token-new")) }
                (FormError::above(error))
                (label.render(texts, error, "label"))
                fieldset {
                    legend { (texts.get("token-scopes")) }
                    @for scope in scopes {
                        label class="check" {
                            input type="checkbox" name="scopes" value=(scope.as_str()) checked[self.scopes.contains(&scope)];
                            span { strong { (scope_name(texts, scope)) } ": " (texts.get(&format!("scope-{}", scope.as_str()))) }
                        }
                    }
                    (wrong)
                }
                (days.render(texts, error, "days"))
                button class="main" { (texts.get("token-make")) }
            }
        }
    }
}

/// Returns the names of the browser and the operating system of a user agent.
fn browser_name(user_agent: &str) -> Option<String> {
    // Browsers whose user agent contains the name of another one come first.
    let browsers = [
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
        all.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&browsers), find(&systems)) {
        (Some(name), Some(system)) => Some(format!("{name}, {system}")),
        (Some(name), None) | (None, Some(name)) => Some(name.to_owned()),
        (None, None) => Some(user_agent.to_owned()).filter(|text| !text.is_empty()),
    }
}

/// Creates a token and returns the page that shows its secret, only once.
pub(super) async fn create(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, PageError> {
    let account = viewer.require_named()?.id;
    let form = TokenForm::read(&pairs);
    match site.accounts.create_token(viewer.address, account, &form.new_token()).await {
        Ok((credential, token)) => {
            let credential = CredentialView::of(credential, viewer.credential());
            let created = CreatedToken { token, credential };
            Ok(page_with(&site, &viewer, Some(&created), &TokenForm::default(), None).await?.into_response())
        }
        Err(error) => {
            let form_error = FormError::of(&error, Texts::of(viewer.language));
            Ok(rejected_form(&error, page_with(&site, &viewer, None, &form, Some(&form_error)).await?))
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

/// Ends a session.
pub(super) async fn end_session(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Redirect, PageError> {
    revoke(&site, &viewer, &id, CredentialKind::Session).await
}

async fn revoke(site: &Site, viewer: &Viewer, id: &str, kind: CredentialKind) -> Result<Redirect, PageError> {
    let id: CredentialId = id.parse().map_err(|_| PageError::not_found(kind.as_str()))?;
    site.accounts.revoke_credential(viewer.require_session()?.id, id, kind).await?;
    Ok(Redirect::to("/settings/keys"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_have_readable_names() {
        let edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0";
        assert_eq!(browser_name(edge).as_deref(), Some("Edge, Windows"));
        assert_eq!(
            browser_name("Mozilla/5.0 (X11; Linux x86_64) Firefox/121.0").as_deref(),
            Some("Firefox, Linux")
        );
        assert_eq!((browser_name("curl/8"), browser_name("")), (Some("curl/8".to_owned()), None));
    }

    #[test]
    fn token_form_reads_all_known_scopes() {
        let pairs =
            [("label", " mine "), ("scopes", "play"), ("scopes", "dance"), ("scopes", "chat"), ("days", "x")];
        let form = TokenForm::read(&pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let token = form.new_token();
        assert_eq!((token.label.as_str(), token.scopes), ("mine", vec![Scope::Play, Scope::Chat]));
        assert_eq!((token.days, TokenForm::read(&[]).new_token().days), (Some(u16::MAX), None));
    }
}
