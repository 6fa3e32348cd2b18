//! What people send from the pages: forms that need no script.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use super::error::{PageError, PageId};
use super::home::shown_again;
use super::play_form::PlayForm;
use crate::accounts::Scope;
use crate::site::Site;
use crate::web::body::Form;
use crate::web::cookies::SetCookie;
use crate::web::session;
use crate::web::viewer::Viewer;
use play::id::ChallengeId;
use store::{Account, Reach};

/// Returns who plays: the viewer, or a new guest with a session.
async fn player(site: &Site, viewer: &Viewer) -> Result<(Account, Option<SetCookie>), PageError> {
    Ok(session::account_or_guest(site, viewer, |viewer| viewer.may(Scope::Challenge)).await?)
}

/// Redirects to another page, with the cookie of a new session.
pub(super) fn go(path: &str, cookie: Option<SetCookie>) -> Response {
    (cookie, Redirect::to(path)).into_response()
}

/// Against the computer.
pub(super) async fn computer(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    let proposal = match form.checked(&site, &viewer).await {
        Ok(proposal) => proposal,
        Err(error) => return shown_again(&site, &viewer, ("/play/computer", &form), &error).await,
    };
    let (account, cookie) = player(&site, &viewer).await?;
    let level = form.level.unwrap_or(3).clamp(1, 8);
    let game = site.games.begin(account.id, Some(level), &proposal).await?;
    Ok(go(&format!("/games/{}", game.id), cookie))
}

/// A link for a friend.
pub(super) async fn friend(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    challenge(&site, &viewer, ("/play/friend", &form), Reach::Link).await
}

/// An offer to anybody.
pub(super) async fn lobby(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    challenge(&site, &viewer, ("/play/lobby", &form), Reach::Lobby).await
}

async fn challenge(
    site: &Site,
    viewer: &Viewer,
    sent: (&'static str, &PlayForm),
    reach: Reach,
) -> Result<Response, PageError> {
    let proposal = match sent.1.checked(site, viewer).await {
        Ok(proposal) => proposal,
        Err(error) => return shown_again(site, viewer, sent, &error).await,
    };
    let (account, cookie) = player(site, viewer).await?;
    let made = site.challenges.create(&account, reach, &proposal).await?;
    Ok(go(&format!("/challenges/{}", made.challenge.id), cookie))
}

/// Accepts a challenge.
pub(super) async fn accept(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<ChallengeId>,
) -> Result<Response, PageError> {
    let (account, cookie) = player(&site, &viewer).await?;
    let game = site.challenges.accept(&account, id).await?;
    Ok(go(&format!("/games/{}", game.id), cookie))
}

/// Withdraws one's own challenge.
pub(super) async fn withdraw(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<ChallengeId>,
) -> Result<Response, PageError> {
    site.challenges.withdraw(viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(go("/", None))
}

/// Declines a challenge.
pub(super) async fn decline(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<ChallengeId>,
) -> Result<Response, PageError> {
    site.challenges.decline(viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(go("/", None))
}
