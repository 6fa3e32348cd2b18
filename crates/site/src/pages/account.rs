//! The account section of the settings: e-mail address and password.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use texts::Texts;

use super::error::PageError;
use super::fields::{Field, FormError, rejected_form};
use super::forms::redirect;
use super::settings::settings_page;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::site::Site;
use crate::web::body::Form;
use crate::web::session;
use crate::web::viewer::Viewer;

/// The query parameters of the settings.
#[derive(Deserialize)]
pub(super) struct SettingsQuery {
    /// The change that was just made.
    #[serde(default)]
    done: String,
}

/// The texts that confirm a change, by the value of `done`.
const CONFIRMATIONS: [(&str, &str); 3] =
    [("saved", "settings-saved"), ("email", "email-changed"), ("password", "password-changed")];

pub(super) async fn settings(viewer: Viewer, Query(SettingsQuery { done }): Query<SettingsQuery>) -> Markup {
    let texts = Texts::of(viewer.language);
    let confirmation = CONFIRMATIONS.iter().find(|(name, _)| *name == done).map(|(_, text)| texts.get(text));
    settings_page(&viewer, confirmation.as_deref(), &section(&viewer, "", None))
}

/// Renders the account section; `rejected` is the action of a rejected form and the error.
fn section(viewer: &Viewer, typed: &str, rejected: Option<(&str, &FormError)>) -> Markup {
    let texts = Texts::of(viewer.language);
    // Only for browser sessions: a token must not read the e-mail address here.
    let Ok(account) = viewer.require_named() else {
        return html! {
            section class="card" {
                h2 { (texts.get("account")) }
                p { (texts.get("account-none")) }
                a class="button" href="/login" { (texts.get("sign-up")) }
            }
        };
    };
    let error = |action: &str| rejected.filter(|(at, _)| *at == action).map(|(_, error)| error);
    let email = Field {
        id: "email",
        name: "email",
        label: "email",
        kind: "email",
        value: if error("/settings/email").is_some() {
            typed
        } else {
            account.email.as_deref().unwrap_or_default()
        },
        autocomplete: "email",
        hint: Some("email-hint"),
        required: false,
    };
    let password = |name: &'static str,
                    label: &'static str,
                    autocomplete: &'static str,
                    hint: Option<&'static str>| {
        let field =
            Field { id: name, name, label, kind: "password", value: "", autocomplete, hint, required: true };
        field.render(texts, error("/settings/password"), name)
    };
    html! {
        h2 { (texts.get("account")) ": " (account.name.as_deref().unwrap_or_default()) }
        div class="settings" {
            div class="column" {
                form class="card" method="post" action="/settings/email" {
                    (FormError::above(error("/settings/email")))
                    (email.render(texts, error("/settings/email"), "email"))
                    button { (texts.get("email-change")) }
                }
                section class="card" {
                    h3 { (texts.get("keys")) }
                    p { (texts.get("keys-lead")) }
                    a class="button" href="/settings/keys" { (texts.get("keys")) }
                }
            }
            form class="card" method="post" action="/settings/password" {
                h3 { (texts.get("password")) }
                (FormError::above(error("/settings/password")))
                (password("old", "password-old", "current-password", None))
                (password("new", "password-new", "new-password", Some("password-hint")))
                p class="soft" { (texts.get("password-ends")) }
                button { (texts.get("password-change")) }
            }
        }
    }
}

/// Returns the settings with a rejected form.
fn rejected(viewer: &Viewer, action: &str, typed: &str, error: &SiteError) -> Response {
    let form_error = FormError::of(error, Texts::of(viewer.language));
    rejected_form(error, settings_page(viewer, None, &section(viewer, typed, Some((action, &form_error)))))
}

/// A new e-mail address; an empty one removes it.
#[derive(Deserialize)]
pub(super) struct EmailForm {
    email: String,
}

/// Changes the e-mail address.
pub(super) async fn email(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(EmailForm { email }): Form<EmailForm>,
) -> Result<Response, PageError> {
    let account = viewer.require_named()?.id;
    let address = Some(email.trim().to_owned()).filter(|email| !email.is_empty());
    Ok(match site.accounts.set_email(account, address).await {
        Ok(()) => Redirect::to("/settings?done=email").into_response(),
        Err(error) => rejected(&viewer, "/settings/email", &email, &error),
    })
}

/// The current and the new password.
#[derive(Deserialize)]
pub(super) struct PasswordForm {
    old: String,
    new: String,
}

/// Changes the password.
pub(super) async fn password(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(PasswordForm { old, new }): Form<PasswordForm>,
) -> Result<Response, PageError> {
    let account = viewer.require_named()?;
    Ok(match site.accounts.change_password(viewer.address, account.id, old, new).await {
        Ok(()) => redirect("/settings?done=password", Some(session::open(&site, &viewer, account).await?)),
        // The error belongs to the field of the current password.
        Err(error) if error.body().code == ErrorCode::WrongPassword => {
            rejected(&viewer, "/settings/password", "", &error.with_kind("old"))
        }
        Err(error) => rejected(&viewer, "/settings/password", "", &error),
    })
}
