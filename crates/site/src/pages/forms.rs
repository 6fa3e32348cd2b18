//! Handlers of the forms that start games and answer challenges.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use super::error::{PageError, PageId};
use super::home::rejected_form;
use super::play_form::PlayForm;
use crate::accounts::Scope;
use crate::site::Site;
use crate::web::body::Form;
use crate::web::cookies::SetCookie;
use crate::web::session;
use crate::web::viewer::Viewer;
use play::id::ChallengeId;
use store::{Account, ChallengeTarget};

/// Returns the account of the viewer; without one, a new guest and the cookie of its session.
async fn account_or_guest(site: &Site, viewer: &Viewer) -> Result<(Account, Option<SetCookie>), PageError> {
    Ok(session::account_or_guest(site, viewer, |viewer| viewer.require_scope(Scope::Challenge)).await?)
}

/// Redirects to another page, with the cookie of a new session if there is one.
pub(super) fn redirect(path: &str, cookie: Option<SetCookie>) -> Response {
    (cookie, Redirect::to(path)).into_response()
}

/// Starts a game against the computer.
pub(super) async fn computer(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    let proposal = match form.checked_proposal(&site, &viewer).await {
        Ok(proposal) => proposal,
        Err(error) => return rejected_form(&site, &viewer, ("/play/computer", &form), &error).await,
    };
    let (account, cookie) = account_or_guest(&site, &viewer).await?;
    let level = form.level.unwrap_or(3).clamp(1, 8);
    let game = site.games.create(account.id, Some(level), &proposal).await?;
    Ok(redirect(&format!("/games/{}", game.id), cookie))
}

/// Creates a challenge that anyone with its link can accept.
pub(super) async fn friend(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    create_challenge(&site, &viewer, ("/play/friend", &form), ChallengeTarget::Link).await
}

/// Creates an offer in the lobby.
pub(super) async fn lobby(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    create_challenge(&site, &viewer, ("/play/lobby", &form), ChallengeTarget::Lobby).await
}

/// Creates a challenge from a form, and redirects to its page. `(path, form)` is the path of the form and its contents.
async fn create_challenge(
    site: &Site,
    viewer: &Viewer,
    (path, form): (&'static str, &PlayForm),
    target: ChallengeTarget,
) -> Result<Response, PageError> {
    let proposal = match form.checked_proposal(site, viewer).await {
        Ok(proposal) => proposal,
        Err(error) => return rejected_form(site, viewer, (path, form), &error).await,
    };
    let (account, cookie) = account_or_guest(site, viewer).await?;
    let stored = site.challenges.create(&account, target, &proposal).await?;
    Ok(redirect(&format!("/challenges/{}", stored.challenge.id), cookie))
}

/// Accepts a challenge.
pub(super) async fn accept(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<ChallengeId>,
) -> Result<Response, PageError> {
    let (account, cookie) = account_or_guest(&site, &viewer).await?;
    let game = site.challenges.accept(&account, id).await?;
    Ok(redirect(&format!("/games/{}", game.id), cookie))
}

/// Withdraws a challenge of the viewer.
pub(super) async fn withdraw(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<ChallengeId>,
) -> Result<Response, PageError> {
    site.challenges.withdraw(viewer.require_scope(Scope::Challenge)?.id, id).await?;
    Ok(redirect("/", None))
}

/// Declines a challenge.
pub(super) async fn decline(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<ChallengeId>,
) -> Result<Response, PageError> {
    site.challenges.decline(viewer.require_scope(Scope::Challenge)?.id, id).await?;
    Ok(redirect("/", None))
}
