//! The login page.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use texts::Texts;

use super::error::PageError;
use super::fields::{Field, FormError, rejected_form};
use super::forms::redirect;
use super::layout::Page;
use crate::error::SiteError;
use crate::site::Site;
use crate::web::body::Form;
use crate::web::session;
use crate::web::viewer::Viewer;

/// A form of the page: login or sign-up.
struct LoginForm<'a> {
    action: &'a str,
    title: &'a str,
    /// The name that was typed and the error, if the form was rejected.
    rejected: Option<(&'a str, &'a FormError)>,
}

pub(super) async fn login_page(viewer: Viewer) -> Response {
    // A user who is logged in can log out from the settings.
    match viewer.require_named() {
        Ok(_) => Redirect::to("/settings").into_response(),
        Err(_) => page(&viewer, None).into_response(),
    }
}

/// Renders the page; `rejected` is the action of a rejected form, the name that was typed, and the error.
fn page(viewer: &Viewer, rejected: Option<(&str, &str, &FormError)>) -> Markup {
    let texts = Texts::of(viewer.language);
    let form = |action: &'static str, title: &'static str| LoginForm {
        action,
        title,
        rejected: rejected.filter(|(at, ..)| *at == action).map(|(_, name, error)| (name, error)),
    };
    let content = html! {
        h1 { (texts.get("sign-in")) }
        div class="ways" {
            (form("/login", "sign-in").render(texts, None))
            (form("/signup", "sign-up").render(texts, Some(("name-hint", "password-hint"))))
        }
    };
    let title = texts.get("sign-in");
    let styles = &["home", "people"];
    Page { texts, title: &title, styles, script: None, viewer: Some(viewer), nav_entry: "" }.render(&content)
}

impl LoginForm<'_> {
    /// Renders the form; the hints for name and password make it a sign-up form.
    fn render(&self, texts: &Texts, hints: Option<(&str, &str)>) -> Markup {
        let (typed, error) = self.rejected.unzip();
        let new = hints.is_some();
        let name = Field {
            id: &format!("{}-name", self.title),
            name: "name",
            label: "name",
            kind: "text",
            value: typed.unwrap_or_default(),
            autocomplete: "username",
            hint: hints.map(|(name, _)| name),
            required: true,
        };
        let password = Field {
            id: &format!("{}-password", self.title),
            name: "password",
            label: "password",
            kind: "password",
            value: "",
            autocomplete: if new { "new-password" } else { "current-password" },
            hint: hints.map(|(_, password)| password),
            required: true,
        };
        html! {
            form class="card" method="post" action=(self.action) {
                h2 { (texts.get(self.title)) }
                @if new { p class="soft" { (texts.get("sign-up-why")) } }
                (FormError::above(error))
                (name.render(texts, error, "name"))
                (password.render(texts, error, if new { "new" } else { "password" }))
                button class="main" { (texts.get(self.title)) }
            }
        }
    }
}

/// The fields of both forms.
#[derive(Deserialize)]
pub(super) struct LoginInput {
    name: String,
    password: String,
}

/// Returns the page with a rejected form.
fn rejected(viewer: &Viewer, action: &str, name: &str, error: &SiteError) -> Response {
    let form_error = FormError::of(error, Texts::of(viewer.language));
    rejected_form(error, page(viewer, Some((action, name, &form_error))))
}

/// Logs in.
pub(super) async fn log_in(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(LoginInput { name, password }): Form<LoginInput>,
) -> Result<Response, PageError> {
    match site.accounts.log_in(viewer.address, &name, password).await {
        Ok(account) => Ok(redirect("/", Some(session::renew(&site, &viewer, &account).await?))),
        Err(error) => Ok(rejected(&viewer, "/login", &name, &error)),
    }
}

/// Creates an account; a guest keeps the games.
pub(super) async fn sign_up(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(LoginInput { name, password }): Form<LoginInput>,
) -> Result<Response, PageError> {
    match site.accounts.sign_up(viewer.address, viewer.account(), &name, password, None).await {
        Ok(account) => Ok(redirect("/", Some(session::open(&site, &viewer, &account).await?))),
        Err(error) => Ok(rejected(&viewer, "/signup", &name, &error)),
    }
}

/// Logs out.
pub(super) async fn log_out(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, PageError> {
    Ok(redirect("/", Some(session::end(&site, &viewer).await?)))
}
