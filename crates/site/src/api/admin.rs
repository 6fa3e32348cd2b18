//! What administrators see and do.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use draughts::Color;
use draughts::game::Answer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::games::{Done, Page};
use crate::error::ErrorBody;
use crate::site::Site;
use crate::views::game::{CallView, GameView};
use crate::views::history::{HistoryLine, history};
use crate::web::body::{Body, Params, PathId};
use crate::web::error::ApiError;
use crate::web::viewer::Viewer;
use play::game::{Report, Side};
use play::id::GameId;
use play::moderator_action::Judgement;
use play::time::Timestamp;
use store::ModeratorAction;

/// So many disputes are told of at a time.
const MOST: usize = 100;

/// A game that waits for an administrator.
#[derive(Serialize, ToSchema)]
pub(super) struct Dispute {
    /// Since when.
    #[schema(value_type = Option<i64>)]
    since: Option<Timestamp>,
    /// The game.
    game: GameView,
    /// Who called, and why; none where there is only a report.
    call: Option<CallView>,
    /// A justified draw offer that was not accepted, so that the draw had to be claimed.
    report: Option<ReportView>,
    /// What was offered, declined, claimed and said, with the proofs of the offers.
    history: Vec<HistoryLine>,
}

/// A justified draw offer that was not accepted.
#[derive(Serialize, ToSchema)]
struct ReportView {
    /// Who did not accept it.
    #[schema(value_type = Side)]
    of: Color,
    /// `declined` or `ignored`.
    #[schema(value_type = String)]
    answer: Answer,
}

/// The games that wait for an administrator, the longest waiting first.
#[utoipa::path(get, path = "/api/v1/admin/disputes", tag = "judging",
    responses((status = 200, body = Vec<Dispute>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn disputes(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<Dispute>>, ApiError> {
    let admin = viewer.admin()?.id();
    let mut disputes = Vec::new();
    for waiting in site.moderation.queue(MOST).await? {
        let table = &waiting.game.table;
        disputes.push(Dispute {
            since: table.judged_since(),
            game: GameView::of(&waiting.game, Some(admin), viewer.eyes()),
            call: table.call().map(CallView::of),
            report: table.report().map(|Report { of, answer }| ReportView { of, answer }),
            history: history(table, &waiting.log, viewer.eyes())?,
        });
    }
    Ok(Json(disputes))
}

/// What is decided about a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgementRequest {
    decision: Judgement,
    /// Why; both players see it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Decide about a game.
#[utoipa::path(post, path = "/api/v1/admin/games/{id}/judge", tag = "judging", params(("id" = String, Path)),
    request_body = JudgementRequest,
    responses((status = 200, body = Done), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn judge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Body(wish): Body<JudgementRequest>,
) -> Result<Json<Done>, ApiError> {
    let admin = viewer.admin()?;
    let seq = site.moderation.judge(admin, id, wish.decision, wish.reason, viewer.language).await?;
    Ok(Json(Done { seq }))
}

/// A warning to a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WarningRequest {
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
    request_body = WarningRequest,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn warn(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Body(wish): Body<WarningRequest>,
) -> Result<StatusCode, ApiError> {
    let admin = viewer.admin()?;
    site.moderation.warn(admin, &name, wish.reason, wish.game).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Closing an account, or opening it again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CloseAccountRequest {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Open it again instead.
    #[serde(default)]
    reopen: bool,
}

/// Close an account, or open it again. Whoever is logged in with it is logged out.
#[utoipa::path(post, path = "/api/v1/admin/players/{name}/close", tag = "judging", params(("name" = String, Path)),
    request_body = CloseAccountRequest,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn close(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Body(wish): Body<CloseAccountRequest>,
) -> Result<StatusCode, ApiError> {
    let admin = viewer.admin()?;
    site.moderation.close_account(admin, &name, wish.reason, wish.reopen).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Something that an administrator did.
#[derive(Serialize, ToSchema)]
pub(super) struct AuditEntryView {
    id: u64,
    #[schema(value_type = i64)]
    at: Timestamp,
    /// Who.
    admin: Option<String>,
    /// What.
    deed: ModeratorAction,
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
    responses((status = 200, body = Vec<AuditEntryView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn log(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Params(page): Params<Page>,
) -> Result<Json<Vec<AuditEntryView>>, ApiError> {
    viewer.admin()?;
    let (before, limit) = page.bounds();
    let (acts, names) = site.moderation.acts(before, limit).await?;
    let name = |account| names.name(account).map(str::to_owned);
    let view = |act: store::AuditEntry| AuditEntryView {
        id: act.id,
        at: act.act.at,
        admin: name(act.act.admin),
        deed: act.act.deed,
        game: act.act.game,
        player: act.act.account.and_then(name),
        reason: act.act.reason,
    };
    Ok(Json(acts.into_iter().map(view).collect()))
}
