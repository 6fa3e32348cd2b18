//! What an account changes of itself: the e-mail address and the password.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use texts::Texts;

use super::error::PageError;
use super::fields::{Field, Trouble, shown_again};
use super::settings::shown;
use crate::error::SiteError;
use crate::error_code::ErrorCode;
use crate::site::Site;
use crate::web::body::Form;
use crate::web::viewer::Viewer;

/// Why the page is shown again.
#[derive(Deserialize)]
pub(super) struct Done {
    #[serde(default)]
    done: String,
}

/// What this site says itself when it shows the page again, by its name in the address.
const DONE: [(&str, &str); 3] =
    [("saved", "settings-saved"), ("email", "email-changed"), ("password", "password-changed")];

pub(super) async fn settings(viewer: Viewer, Query(Done { done }): Query<Done>) -> Markup {
    let texts = Texts::of(viewer.language);
    let said = DONE.iter().find(|(name, _)| *name == done).map(|(_, text)| texts.get(text));
    shown(&viewer, said.as_deref(), &section(&viewer, "", None))
}

/// The part of the settings that is about the account; where something was refused, with the address of that form and
/// what is wrong.
pub(super) fn section(viewer: &Viewer, typed: &str, refused: Option<(&str, &Trouble)>) -> Markup {
    let texts = Texts::of(viewer.language);
    // Only who sits at a browser sees this: a token could read the e-mail address here.
    let Ok(account) = viewer.named() else {
        return html! {
            section class="card" {
                h2 { (texts.get("account")) }
                p { (texts.get("account-none")) }
                a class="button" href="/login" { (texts.get("sign-up")) }
            }
        };
    };
    let at = |action: &str| refused.filter(|(at, _)| *at == action).map(|(_, trouble)| trouble);
    let field = Field {
        id: "email",
        name: "email",
        label: "email",
        kind: "email",
        value: if at("/settings/email").is_some() {
            typed
        } else {
            account.email.as_deref().unwrap_or_default()
        },
        autocomplete: "email",
        hint: Some("email-hint"),
        required: false,
    };
    let secret = |name: &'static str,
                  label: &'static str,
                  autocomplete: &'static str,
                  hint: Option<&'static str>| {
        let field =
            Field { id: name, name, label, kind: "password", value: "", autocomplete, hint, required: true };
        field.draw(texts, at("/settings/password"), name)
    };
    html! {
        h2 { (texts.get("account")) ": " (account.name.as_deref().unwrap_or_default()) }
        div class="settings" {
            div class="column" {
                form class="card" method="post" action="/settings/email" {
                    (Trouble::above(at("/settings/email")))
                    (field.draw(texts, at("/settings/email"), "email"))
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
                (Trouble::above(at("/settings/password")))
                (secret("old", "password-old", "current-password", None))
                (secret("new", "password-new", "new-password", Some("password-hint")))
                p class="soft" { (texts.get("password-ends")) }
                button { (texts.get("password-change")) }
            }
        }
    }
}

/// The settings again, with what is wrong at the form that was sent.
fn again(viewer: &Viewer, action: &str, typed: &str, error: &SiteError) -> Response {
    let trouble = Trouble::of(error, Texts::of(viewer.language));
    shown_again(error, shown(viewer, None, &section(viewer, typed, Some((action, &trouble)))))
}

/// A new e-mail address; nothing removes it.
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
    let account = viewer.named()?.id;
    let address = Some(email.trim().to_owned()).filter(|email| !email.is_empty());
    Ok(match site.accounts.set_email(account, address).await {
        Ok(()) => Redirect::to("/settings?done=email").into_response(),
        Err(error) => again(&viewer, "/settings/email", &email, &error),
    })
}

/// The old password and the new one.
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
    let account = viewer.named()?.id;
    Ok(match site.accounts.change_password(viewer.address, account, old, new, viewer.key()).await {
        Ok(()) => Redirect::to("/settings?done=password").into_response(),
        // PlayerPresence it is the old one that is wrong.
        Err(error) if error.body().code == ErrorCode::WrongPassword => {
            again(&viewer, "/settings/password", "", &error.of_kind("old"))
        }
        Err(error) => again(&viewer, "/settings/password", "", &error),
    })
}
