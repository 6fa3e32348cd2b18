//! Challenges: by a link, to a named player, to anybody in the lobby.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, PathId};
use super::error::{ApiError, ErrorBody};
use super::game_view::GameView;
use super::games::{chance, view};
use super::names::{Names, PlayerView};
use super::players::find;
use super::viewer::Viewer;
use crate::bus::Topic;
use crate::hall::{ActError, Hall};
use crate::id::{AccountId, ChallengeId, GameId};
use crate::people::Scope;
use crate::proposal::Proposal;
use crate::site::Site;
use crate::store::{
    Accepted, Account, NewChallenge, Reach, State as ChallengeState, StoredChallenge, StoredGame,
};
use crate::table::Seat;
use crate::time::Timestamp;

/// A link, or a challenge to somebody, is good for so long.
const LASTS: Duration = Duration::from_secs(7 * 24 * 3600);
/// An offer in the lobby is good for so long.
const LASTS_IN_LOBBY: Duration = Duration::from_secs(3600);
/// So many open challenges are told of, and allowed to one account.
const MOST: usize = 100;
/// So many of them may be in the lobby, or to the same player.
const MOST_ALIKE: usize = 5;

/// A challenge.
#[derive(Serialize, ToSchema)]
pub(super) struct ChallengeView {
    /// Its id. Who has it may accept a challenge by link.
    #[schema(value_type = String)]
    id: ChallengeId,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    /// When it is void if nobody has accepted it.
    #[schema(value_type = i64)]
    expires_at: Timestamp,
    /// Who challenges.
    challenger: PlayerView,
    /// `link`, `named` or `lobby`.
    kind: &'static str,
    /// Whom, where it is for one player.
    challenged: Option<PlayerView>,
    /// What is to be played.
    #[schema(value_type = Object)]
    proposal: serde_json::Value,
    /// `open`, `accepted`, `declined`, `withdrawn` or `expired`.
    state: &'static str,
    /// The game that it became.
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
    /// Is it one's own?
    mine: bool,
}

/// Challenges for a list.
pub(super) async fn views(
    site: &Site,
    challenges: Vec<StoredChallenge>,
    viewer: Option<AccountId>,
) -> Result<Vec<ChallengeView>, ApiError> {
    let challenged = |challenge: &NewChallenge| match challenge.reach {
        Reach::Named(account) => Some(account),
        Reach::Link | Reach::Lobby => None,
    };
    let people = challenges.iter().map(|stored| &stored.challenge);
    let people = people.flat_map(|challenge| [Some(challenge.challenger), challenged(challenge)]);
    let names = Names::all(site, people.flatten().collect()).await?;
    let now = Timestamp::now();
    let view = |StoredChallenge { challenge, state, game }: StoredChallenge| {
        let expired = state == ChallengeState::Open && challenge.expires_at <= now;
        ChallengeView {
            id: challenge.id,
            created_at: challenge.created_at,
            expires_at: challenge.expires_at,
            challenger: names.player(challenge.challenger),
            kind: challenge.reach.as_str(),
            challenged: challenged(&challenge).map(|account| names.player(account)),
            state: if expired { "expired" } else { state.as_str() },
            game,
            mine: viewer == Some(challenge.challenger),
            proposal: challenge.proposal,
        }
    };
    Ok(challenges.into_iter().map(view).collect())
}

async fn one(site: &Site, challenge: StoredChallenge, viewer: &Viewer) -> Result<ChallengeView, ApiError> {
    let views = views(site, vec![challenge], viewer.id()).await?;
    views.into_iter().next().ok_or_else(|| ApiError::nothing("challenge"))
}

/// A challenge that is to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChallengeWish {
    /// Whom.
    to: To,
    /// What is to be played.
    proposal: Proposal,
}

/// Whom a challenge is for.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum To {
    /// Whoever has the link.
    Link,
    /// Anybody in the lobby.
    Lobby,
    /// The player with this name.
    Player(String),
}

/// Challenge somebody.
#[utoipa::path(post, path = "/api/v1/challenges", tag = "challenges", request_body = ChallengeWish,
    responses((status = 201, body = ChallengeView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn create(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<ChallengeWish>,
) -> Result<(StatusCode, Json<ChallengeView>), ApiError> {
    let account = viewer.may(Scope::Challenge)?;
    let reach = match &wish.to {
        To::Link => Reach::Link,
        To::Lobby => Reach::Lobby,
        To::Player(name) => {
            let challenged = find(&site, name).await?;
            if challenged.id == account.id {
                return Err(ApiError::conflict("own-challenge", "You cannot challenge yourself."));
            }
            check_rated(&wish.proposal, &challenged)?;
            Reach::Named(challenged.id)
        }
    };
    let challenge = make_challenge(&site, account, reach, &wish.proposal).await?;
    let stored = StoredChallenge { challenge, state: ChallengeState::Open, game: None };
    Ok((StatusCode::CREATED, Json(one(&site, stored, &viewer).await?)))
}

/// Makes a challenge, if it can be played.
pub(crate) async fn make_challenge(
    site: &Site,
    account: &Account,
    reach: Reach,
    proposal: &Proposal,
) -> Result<NewChallenge, ApiError> {
    site.limits.game(account.id)?;
    // Whether it can be played is found out now, not when somebody accepts it.
    let ready = proposal.ready(chance()?)?;
    let terms = ready.terms(Seat::Player(account.id), Seat::Computer(1));
    let now = Timestamp::now();
    let prepared = Hall::prepare(&ready.rules, &terms, now)?;
    check_rated(proposal, account)?;
    let made = site.store.challenges_made(account.id, now, MOST).await?;
    let same = made.iter().filter(|made| made.challenge.reach == reach && reach != Reach::Link).count();
    if made.len() >= MOST || same >= MOST_ALIKE {
        let message = format!(
            "You have {} open challenges, {same} of them like this one. Withdraw some first.",
            made.len()
        );
        return Err(ApiError::conflict("too-many-challenges", message));
    }
    let proposal = serde_json::to_value(proposal)
        .map_err(|error| ApiError::bad_request(format!("The proposal cannot be kept: {error}.")))?;
    let lasts = if reach == Reach::Lobby { LASTS_IN_LOBBY } else { LASTS };
    let challenge = NewChallenge {
        id: ChallengeId::new().map_err(ActError::chance)?,
        created_at: now,
        expires_at: now.after(lasts),
        challenger: account.id,
        reach,
        rules: prepared.rules,
        proposal,
    };
    site.store.create_challenge(challenge.clone()).await?;
    tell(site, &challenge);
    Ok(challenge)
}

/// Only accounts play for ratings.
fn check_rated(proposal: &Proposal, account: &Account) -> Result<(), ApiError> {
    if proposal.rated && account.is_guest() { Err(rated_needs_account()) } else { Ok(()) }
}

/// Why guests cannot play rated games.
pub(crate) fn rated_needs_account() -> ApiError {
    let message = "Rated games are played by accounts. Choose a name first, or play an unrated game.";
    ApiError::forbidden("no-account", message).of_kind("rated")
}

/// Tells those whom a challenge concerns that something has changed.
fn tell(site: &Site, challenge: &NewChallenge) {
    site.bus.stir(Topic::Account(challenge.challenger));
    match challenge.reach {
        Reach::Lobby => site.bus.stir(Topic::Lobby),
        Reach::Named(account) => site.bus.stir(Topic::Account(account)),
        Reach::Link => {}
    }
}

/// The open challenges that one has made or was sent.
#[utoipa::path(get, path = "/api/v1/challenges", tag = "challenges",
    responses((status = 200, body = Vec<ChallengeView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn mine(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<ChallengeView>>, ApiError> {
    let account = viewer.may(Scope::Challenge)?.id;
    Ok(Json(of_account(&site, account).await?))
}

/// The open challenges that somebody was sent, and those it has made.
pub(super) async fn of_account(site: &Site, account: AccountId) -> Result<Vec<ChallengeView>, ApiError> {
    let now = Timestamp::now();
    let mut challenges = site.store.challenges_received(account, now, MOST).await?;
    challenges.extend(site.store.challenges_made(account, now, MOST).await?);
    views(site, challenges, Some(account)).await
}

/// The open offers in the lobby, the oldest first.
#[utoipa::path(get, path = "/api/v1/lobby", tag = "challenges",
    responses((status = 200, body = Vec<ChallengeView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn in_lobby(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<ChallengeView>>, ApiError> {
    let offers = site.store.lobby(Timestamp::now(), MOST).await?;
    Ok(Json(views(&site, offers, viewer.id()).await?))
}

/// The challenge, if it concerns who asks. A link is the key to its challenge.
pub(crate) async fn found(
    site: &Site,
    id: ChallengeId,
    viewer: Option<AccountId>,
) -> Result<StoredChallenge, ApiError> {
    let stored = site.store.challenge(id).await?.ok_or_else(|| ApiError::nothing("challenge"))?;
    let challenge = &stored.challenge;
    let concerned = match challenge.reach {
        Reach::Link | Reach::Lobby => true,
        Reach::Named(account) => viewer == Some(account) || viewer == Some(challenge.challenger),
    };
    if concerned { Ok(stored) } else { Err(ApiError::nothing("challenge")) }
}

/// A challenge.
#[utoipa::path(get, path = "/api/v1/challenges/{id}", tag = "challenges", params(("id" = String, Path)),
    responses((status = 200, body = ChallengeView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn challenge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<Json<ChallengeView>, ApiError> {
    let stored = found(&site, id, viewer.id()).await?;
    Ok(Json(one(&site, stored, &viewer).await?))
}

fn not_open(why: &'static str) -> ApiError {
    ApiError::conflict(
        "challenge-not-open",
        "This challenge is not open any more: it was accepted, declined or withdrawn, or has expired.",
    )
    .of_kind(why)
}

/// Why a challenge cannot be accepted any more.
pub(crate) fn check_open(stored: &StoredChallenge, now: Timestamp) -> Result<(), ApiError> {
    match stored.state {
        ChallengeState::Open if stored.challenge.expires_at > now => Ok(()),
        ChallengeState::Open => Err(not_open("expired")),
        state => Err(not_open(state.as_str())),
    }
}

/// Accept a challenge: the game begins.
#[utoipa::path(post, path = "/api/v1/challenges/{id}/accept", tag = "challenges", params(("id" = String, Path)),
    responses((status = 201, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn accept(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let account = viewer.may(Scope::Challenge)?;
    let stored = accept_challenge(&site, account, id).await?;
    Ok((StatusCode::CREATED, Json(view(&site, Some(stored), &viewer).await?)))
}

/// Accepts a challenge: the game begins.
pub(crate) async fn accept_challenge(
    site: &Site,
    account: &Account,
    id: ChallengeId,
) -> Result<StoredGame, ApiError> {
    site.limits.game(account.id)?;
    let stored = found(site, id, Some(account.id)).await?;
    let challenge = &stored.challenge;
    if challenge.challenger == account.id {
        return Err(ApiError::conflict(
            "own-challenge",
            "This challenge is your own: somebody else must accept it.",
        ));
    }
    let now = Timestamp::now();
    check_open(&stored, now)?;
    let proposal: Proposal = serde_json::from_value(challenge.proposal.clone())
        .map_err(|error| ActError::Damaged(error.to_string()))?;
    check_rated(&proposal, account)?;
    let ready = proposal.ready(chance()?)?;
    let terms = ready.terms(Seat::Player(challenge.challenger), Seat::Player(account.id));
    // The rules are those of the day when the challenge was made.
    let mut game = Hall::prepare(&ready.rules, &terms, now)?;
    game.rules.clone_from(&challenge.rules);
    match site.store.accept_challenge(id, game.clone(), now).await? {
        Accepted::NotOpen => Err(not_open("accepted")),
        Accepted::Game(stored) => {
            site.hall.has_begun(&game);
            tell(site, challenge);
            Ok(*stored)
        }
    }
}

/// Decline a challenge that one was sent.
#[utoipa::path(post, path = "/api/v1/challenges/{id}/decline", tag = "challenges", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn decline(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<StatusCode, ApiError> {
    decline_challenge(&site, viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn decline_challenge(
    site: &Site,
    account: AccountId,
    id: ChallengeId,
) -> Result<(), ApiError> {
    let StoredChallenge { challenge, .. } = found(site, id, Some(account)).await?;
    if challenge.reach != Reach::Named(account) {
        return Err(ApiError::forbidden("not-challenged", "Only who was challenged by name can decline."));
    }
    end(site, &challenge, ChallengeState::Declined).await
}

/// Withdraw one's own challenge.
#[utoipa::path(delete, path = "/api/v1/challenges/{id}", tag = "challenges", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn withdraw(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<ChallengeId>,
) -> Result<StatusCode, ApiError> {
    withdraw_challenge(&site, viewer.may(Scope::Challenge)?.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn withdraw_challenge(
    site: &Site,
    account: AccountId,
    id: ChallengeId,
) -> Result<(), ApiError> {
    let StoredChallenge { challenge, .. } = found(site, id, Some(account)).await?;
    if challenge.challenger != account {
        return Err(ApiError::forbidden("not-your-challenge", "Only who made a challenge can withdraw it."));
    }
    end(site, &challenge, ChallengeState::Withdrawn).await
}

async fn end(site: &Site, challenge: &NewChallenge, state: ChallengeState) -> Result<(), ApiError> {
    if !site.store.end_challenge(challenge.id, state).await? {
        return Err(not_open("accepted"));
    }
    tell(site, challenge);
    Ok(())
}
