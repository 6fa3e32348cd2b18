//! What people send from the pages: forms that need no script.

use std::sync::Arc;

use axum::Form;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use draughts::ruleset::Shade;
use serde::Deserialize;

use super::error::PageError;
use super::families::SHELF;
use super::home::shown_again;
use crate::http::{
    ApiError, Viewer, accept_challenge, begin_game, decline_challenge, found_rules, make_challenge,
    new_guest, rated_needs_account, session_for, withdraw_challenge,
};
use crate::id::{ChallengeId, ShelfId};
use crate::people::Scope;
use crate::proposal::{Proposal, RulesChoice};
use crate::site::Site;
use crate::store::{Account, Reach};
use crate::table::{Seat, TimeControl};

/// What is to be played.
#[derive(Deserialize)]
pub(super) struct PlayForm {
    pub(super) rules: String,
    #[serde(default)]
    pub(super) level: Option<u8>,
    /// `first`, `second` or `lot`.
    #[serde(default)]
    pub(super) colour: Option<String>,
    /// `none`, `days`, or minutes and seconds such as `5+3`.
    #[serde(default)]
    pub(super) time: Option<String>,
    /// Anything: the game is rated.
    #[serde(default)]
    pub(super) rated: Option<String>,
    /// `dark` or `light`; every form sends it, and it counts where the rules leave it to the players.
    #[serde(default)]
    pub(super) shade: Option<Shade>,
}

impl PlayForm {
    async fn proposal(&self, site: &Site) -> Result<Proposal, ApiError> {
        let rules = match self.rules.strip_prefix(SHELF) {
            Some(id) => {
                let id: ShelfId = id.parse().map_err(|_| ApiError::nothing("house rules"))?;
                RulesChoice::House(found_rules(site, id).await?.rules)
            }
            None => RulesChoice::Named(self.rules.clone()),
        };
        let playable = rules.rules().ok();
        let first = playable.as_ref().map(|rules| rules.rule_set().start.first_move);
        let chosen = playable.is_some_and(|rules| rules.rule_set().board.leaves_shade_to_players());
        let shade = self.shade.filter(|_| chosen);
        let colour = match self.colour.as_deref() {
            Some("first") => first,
            Some("second") => first.map(|first| !first),
            _ => None,
        };
        Ok(Proposal { rules, colour, time: self.time(), start: None, rated: self.rated.is_some(), shade })
    }

    /// The proposal, if it can be played. It is checked before somebody unknown becomes a guest.
    async fn checked(&self, site: &Site, viewer: &Viewer) -> Result<Proposal, ApiError> {
        let proposal = self.proposal(site).await?;
        proposal.ready(0)?;
        let is_named = viewer.account().is_some_and(|account| !account.is_guest());
        if proposal.rated && !is_named { Err(rated_needs_account()) } else { Ok(proposal) }
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

/// Who plays: whoever it is and may, or a new guest with a session.
async fn somebody(site: &Site, viewer: &Viewer) -> Result<(Account, Option<HeaderValue>), PageError> {
    let account = match viewer.account() {
        Some(_) => viewer.may(Scope::Challenge)?.clone(),
        None => new_guest(site, viewer).await?,
    };
    let cookie = session_for(site, viewer, &account).await?;
    Ok((account, cookie))
}

/// To another page, with the cookie of a new session.
pub(super) fn go(path: &str, cookie: Option<HeaderValue>) -> Response {
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
    let proposal = match form.checked(&site, &viewer).await {
        Ok(proposal) => proposal,
        Err(error) => return shown_again(&site, &viewer, ("/play/computer", &form), &error).await,
    };
    let (account, cookie) = somebody(&site, &viewer).await?;
    let level = form.level.unwrap_or(3).clamp(1, 8);
    let game = begin_game(&site, account.id, Seat::Computer(level), &proposal).await?;
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
    let (account, cookie) = somebody(site, viewer).await?;
    let made = make_challenge(site, &account, reach, &proposal).await?;
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

/// Withdraws one's own challenge.
pub(super) async fn withdraw(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let id: ChallengeId = id.parse().map_err(|_| PageError::nothing("challenge"))?;
    withdraw_challenge(&site, viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(go("/", None))
}

/// Declines a challenge.
pub(super) async fn decline(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let id: ChallengeId = id.parse().map_err(|_| PageError::nothing("challenge"))?;
    decline_challenge(&site, viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(go("/", None))
}
