//! What administrators see and do.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use draughts::game::Verdict;
use draughts::{Color, Language};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, Params, PathId};
use super::error::{ApiError, ErrorBody};
use super::eyes::Eyes;
use super::game_view::GameView;
use super::games::{Done, EventView, Page};
use super::names::Names;
use super::players::find;
use super::viewer::Viewer;
use crate::bus::Topic;
use crate::id::{AccountId, GameId};
use crate::site::Site;
use crate::store::{Account, Deed, NewAct, Role};
use crate::table::{Entry, Judgement, Side};
use crate::time::Timestamp;

/// So many disputes are told of at a time.
const MOST: usize = 100;
/// So much of what was said and done before is shown with a dispute.
const CONTEXT: usize = 1000;

/// A game that waits for an administrator.
#[derive(Serialize, ToSchema)]
pub(super) struct Dispute {
    /// Since when.
    #[schema(value_type = Option<i64>)]
    since: Option<Timestamp>,
    /// The game, with the claim that is open and its proof.
    game: GameView,
    /// Who called, and why; none where it is a claim.
    call: Option<CallView>,
    /// What was said, offered, declined and claimed.
    said: Vec<EventView>,
}

/// A call for an administrator.
#[derive(Serialize, ToSchema)]
struct CallView {
    #[schema(value_type = Side)]
    by: Color,
    message: String,
}

/// The games that wait for an administrator, the longest waiting first.
#[utoipa::path(get, path = "/api/v1/admin/disputes", tag = "judging",
    responses((status = 200, body = Vec<Dispute>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn disputes(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<Dispute>>, ApiError> {
    let admin = viewer.admin()?.id;
    let mut disputes = Vec::new();
    for stored in site.store.games_to_judge(MOST).await? {
        let table = site.hall.table(stored.id).await?;
        let game = GameView::of(&site, &stored, &table, Some(admin), Eyes::of(&viewer)).await?;
        let after = table.seq().saturating_sub(CONTEXT as u64);
        let news = site.hall.news(stored.id, after, table.seq()).await?;
        let said = news.iter().filter(|news| is_said(&news.entry)).map(|news| EventView::of(news));
        disputes.push(Dispute {
            since: table.judged_since(),
            game,
            call: table.call().map(|call| CallView { by: call.by, message: call.message.clone() }),
            said: said.collect(),
        });
    }
    Ok(Json(disputes))
}

/// Does it help to judge? Private messages do, plans do not.
fn is_said(entry: &Entry) -> bool {
    match entry {
        Entry::Game { event, .. } => !matches!(event, draughts::Event::Move { .. }),
        Entry::Message { .. } | Entry::CallAdmin { .. } | Entry::AnswerCall { .. } => true,
        _ => false,
    }
}

/// What is decided about a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgementWish {
    decision: JudgementKind,
    /// Why; both players see it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// What is decided about a game.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JudgementKind {
    /// The claim is granted: a draw.
    Grant,
    /// The claim is refused, or the call is answered, and the game goes on.
    Refuse,
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// A draw.
    Draw,
    /// The game is called off.
    Abort,
}

/// Decide about a game.
#[utoipa::path(post, path = "/api/v1/admin/games/{id}/judge", tag = "judging", params(("id" = String, Path)),
    request_body = JudgementWish,
    responses((status = 200, body = Done), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn judge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Body(wish): Body<JudgementWish>,
) -> Result<Json<Done>, ApiError> {
    let admin = viewer.admin()?.id;
    let seq = judge_game(&site, admin, id, wish.decision, wish.reason, viewer.language).await?;
    Ok(Json(Done { seq }))
}

/// Decides about a game, on record; says with which event that was done.
pub(crate) async fn judge_game(
    site: &Site,
    admin: AccountId,
    id: GameId,
    decision: JudgementKind,
    reason: String,
    language: Language,
) -> Result<u64, ApiError> {
    let table = site.hall.table(id).await?;
    if !table.sides_of(admin).is_empty() {
        return Err(ApiError::forbidden("own-game", "Nobody judges a game of his own."));
    }
    let claimed = table.game().offer().is_some_and(|offer| offer.claim);
    let (judgement, deed) = match decision {
        JudgementKind::Grant if !claimed => {
            return Err(ApiError::conflict("not-now", "There is no claim to grant: decide draw instead."));
        }
        JudgementKind::Grant => (Judgement::Verdict(Verdict::ClaimGranted), Deed::Grant),
        JudgementKind::Refuse if claimed => (Judgement::Verdict(Verdict::ClaimRejected), Deed::Refuse),
        JudgementKind::Refuse => (Judgement::AnswerCall, Deed::Refuse),
        JudgementKind::WhiteWins => (Judgement::Verdict(Verdict::Win(Color::White)), Deed::WhiteWins),
        JudgementKind::BlackWins => (Judgement::Verdict(Verdict::Win(Color::Black)), Deed::BlackWins),
        JudgementKind::Draw => (Judgement::Verdict(Verdict::Draw), Deed::Draw),
        JudgementKind::Abort => (Judgement::Abort, Deed::Abort),
    };
    let act = act(admin, deed, Some(id), None, reason)?;
    Ok(site.hall.judge(id, &judgement, act, language).await?)
}

/// An act of an administrator, with its reason.
fn act(
    admin: AccountId,
    deed: Deed,
    game: Option<GameId>,
    account: Option<AccountId>,
    reason: String,
) -> Result<NewAct, ApiError> {
    if reason.trim().is_empty() || reason.chars().count() > 500 {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "bad-reason",
            "Say why, in 1 to 500 characters: it is kept on record.",
        ));
    }
    Ok(NewAct { at: Timestamp::now(), admin, deed, game, account, reason })
}

/// A warning to a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WarningWish {
    /// Why; the player sees it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// About which game.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
}

/// Warn a player, for example for delaying a game. It is kept on record and shown to the player.
#[utoipa::path(post, path = "/api/v1/admin/players/{name}/warn", tag = "judging", params(("name" = String, Path)),
    request_body = WarningWish,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn warn(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Body(wish): Body<WarningWish>,
) -> Result<StatusCode, ApiError> {
    let admin = viewer.admin()?.id;
    warn_player(&site, admin, &name, wish.reason, wish.game).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Warns a player, on record.
pub(crate) async fn warn_player(
    site: &Site,
    admin: AccountId,
    name: &str,
    reason: String,
    game: Option<GameId>,
) -> Result<(), ApiError> {
    let account = find(site, name).await?;
    if let Some(game) = game {
        site.store.game(game).await?.ok_or_else(|| ApiError::nothing("game"))?;
    }
    let act = act(admin, Deed::Warn, game, Some(account.id), reason)?;
    site.store.warn(account.id, act).await?;
    site.bus.stir(Topic::Account(account.id));
    Ok(())
}

/// Closing an account, or opening it again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosingWish {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Open it again instead.
    #[serde(default)]
    reopen: bool,
}

/// Close an account, or open it again. Whoever is logged in with it is logged out.
#[utoipa::path(post, path = "/api/v1/admin/players/{name}/close", tag = "judging", params(("name" = String, Path)),
    request_body = ClosingWish,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn close(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Body(wish): Body<ClosingWish>,
) -> Result<StatusCode, ApiError> {
    let admin = viewer.admin()?.id;
    close_account(&site, admin, &name, wish.reason, wish.reopen).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Closes an account, or opens it again, on record.
pub(crate) async fn close_account(
    site: &Site,
    admin: AccountId,
    name: &str,
    reason: String,
    reopen: bool,
) -> Result<(), ApiError> {
    let account: Account = find(site, name).await?;
    if account.role == Role::Admin {
        return Err(ApiError::forbidden(
            "is-an-admin",
            "The account of an administrator cannot be closed here.",
        ));
    }
    let deed = if reopen { Deed::Reopen } else { Deed::Close };
    let act = act(admin, deed, None, Some(account.id), reason)?;
    let closed_at = (!reopen).then_some(act.at);
    site.store.close_account(account.id, closed_at, act).await?;
    site.bus.stir(Topic::Keys(account.id));
    Ok(())
}

/// Something that an administrator did.
#[derive(Serialize, ToSchema)]
pub(super) struct ActView {
    id: u64,
    #[schema(value_type = i64)]
    at: Timestamp,
    /// Who.
    admin: Option<String>,
    /// What.
    deed: Deed,
    /// About which game.
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
    /// About which player.
    player: Option<String>,
    /// Why.
    reason: String,
}

/// What administrators did, the newest first. Nothing is ever removed from it.
#[utoipa::path(get, path = "/api/v1/admin/log", tag = "judging", params(Page),
    responses((status = 200, body = Vec<ActView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Params(page): Params<Page>,
) -> Result<Json<Vec<ActView>>, ApiError> {
    viewer.admin()?;
    let (before, limit) = page.bounds();
    let acts = site.store.acts(before, limit).await?;
    let people = acts.iter().flat_map(|act| [Some(act.act.admin), act.act.account]).flatten().collect();
    let names = Names::all(&site, people).await?;
    let view = |act: crate::store::Act| ActView {
        id: act.id,
        at: act.act.at,
        admin: names.name(act.act.admin),
        deed: act.act.deed,
        game: act.act.game,
        player: act.act.account.and_then(|account| names.name(account)),
        reason: act.act.reason,
    };
    Ok(Json(acts.into_iter().map(view).collect()))
}
