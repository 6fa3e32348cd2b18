//! What people send from the pages: forms that need no script.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use draughts::Rules;
use serde::Deserialize;

use super::error::PageError;
use crate::http::{Viewer, accept_challenge, begin_game, make_challenge, session_cookie};
use crate::id::ChallengeId;
use crate::proposal::{Proposal, RulesChoice};
use crate::site::Site;
use crate::store::{Account, Reach};
use crate::table::{Seat, TimeControl};
use crate::time::Timestamp;

/// What is to be played.
#[derive(Deserialize)]
pub(super) struct PlayForm {
    rules: String,
    #[serde(default)]
    level: Option<u8>,
    /// `first`, `second` or `lot`.
    #[serde(default)]
    colour: Option<String>,
    /// `none`, `days`, or minutes and seconds such as `5+3`.
    #[serde(default)]
    time: Option<String>,
}

impl PlayForm {
    fn proposal(&self) -> Proposal {
        let first = Rules::named(&self.rules).ok().map(|rules| rules.rule_set().start.first_move);
        let colour = match self.colour.as_deref() {
            Some("first") => first,
            Some("second") => first.map(|first| !first),
            _ => None,
        };
        let rules = RulesChoice::Named(self.rules.clone());
        Proposal { rules, colour, time: self.time(), start: None, rated: false }
    }

    fn time(&self) -> TimeControl {
        let text = self.time.as_deref().unwrap_or_default();
        let clock = text.split_once('+').and_then(|(minutes, seconds)| {
            let (minutes, seconds): (u64, u64) = (minutes.parse().ok()?, seconds.parse().ok()?);
            Some(TimeControl::Clock {
                initial: minutes.saturating_mul(60_000),
                increment: seconds.saturating_mul(1000),
            })
        });
        match text {
            "days" => TimeControl::Days { days: 3, vacation: 14 },
            _ => clock.unwrap_or(TimeControl::UNLIMITED),
        }
    }
}

/// Who plays: whoever it is, or a new guest with a session.
async fn somebody(site: &Site, viewer: &Viewer) -> Result<(Account, Option<HeaderValue>), PageError> {
    if let Some(account) = viewer.account() {
        return Ok((account.clone(), None));
    }
    site.limits.door(viewer.address)?;
    let now = Timestamp::now();
    let account = site.people.guest(now).await?;
    let (_, secret) = site.people.open_session(account.id, &viewer.browser, now).await?;
    Ok((account, Some(session_cookie(&secret, viewer.secure)?)))
}

/// To another page, with the cookie of a new session.
fn go(path: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = Redirect::to(path).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Against the computer.
pub(super) async fn computer(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    let (account, cookie) = somebody(&site, &viewer).await?;
    let level = form.level.unwrap_or(3).clamp(1, 8);
    let game = begin_game(&site, account.id, Seat::Computer(level), &form.proposal()).await?;
    Ok(go(&format!("/games/{}", game.id), cookie))
}

/// A link for a friend.
pub(super) async fn friend(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    challenge(&site, &viewer, &form, Reach::Link).await
}

/// An offer to anybody.
pub(super) async fn lobby(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(form): Form<PlayForm>,
) -> Result<Response, PageError> {
    challenge(&site, &viewer, &form, Reach::Lobby).await
}

async fn challenge(
    site: &Site,
    viewer: &Viewer,
    form: &PlayForm,
    reach: Reach,
) -> Result<Response, PageError> {
    let (account, cookie) = somebody(site, viewer).await?;
    let made = make_challenge(site, &account, reach, &form.proposal()).await?;
    Ok(go(&format!("/challenges/{}", made.id), cookie))
}

/// Accepts a challenge.
pub(super) async fn accept(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let id: ChallengeId = id.parse().map_err(|_| PageError::nothing("challenge"))?;
    let (account, cookie) = somebody(&site, &viewer).await?;
    let game = accept_challenge(&site, &account, id).await?;
    Ok(go(&format!("/games/{}", game.id), cookie))
}

/// A name and a password.
#[derive(Deserialize)]
pub(super) struct DoorForm {
    name: String,
    password: String,
}

/// Logs in.
pub(super) async fn log_in(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(DoorForm { name, password }): Form<DoorForm>,
) -> Result<Response, PageError> {
    site.limits.door(viewer.address)?;
    let account = site.people.log_in(&name, password).await?;
    let (_, secret) = site.people.open_session(account.id, &viewer.browser, Timestamp::now()).await?;
    Ok(go("/", Some(session_cookie(&secret, viewer.secure)?)))
}

/// Makes an account; a guest keeps the games.
pub(super) async fn sign_up(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Form(DoorForm { name, password }): Form<DoorForm>,
) -> Result<Response, PageError> {
    site.limits.door(viewer.address)?;
    let now = Timestamp::now();
    let role = crate::store::Role::Player;
    let account = site.people.sign_up(viewer.account(), &name, password, None, role, now).await?;
    if viewer.id() == Some(account.id) {
        return Ok(go("/", None));
    }
    let (_, secret) = site.people.open_session(account.id, &viewer.browser, now).await?;
    Ok(go("/", Some(session_cookie(&secret, viewer.secure)?)))
}

/// Logs out.
pub(super) async fn log_out(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Response, PageError> {
    if let (Some(account), Some(key)) = (viewer.id(), viewer.key()) {
        site.store.revoke_key(account, key).await?;
        site.bus.stir(crate::bus::Topic::Keys(account));
    }
    Ok(go("/", None))
}
