//! Moderation by administrators.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use draughts::Color;
use draughts::game::Answer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::games::{CommandResult, PageQuery};
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

/// Maximum number of disputes in the list.
const MAX_DISPUTES: usize = 100;

/// A game that waits for an administrator.
#[derive(Serialize, ToSchema)]
pub(super) struct Dispute {
    /// The time since when it waits, in milliseconds since 1970.
    #[schema(value_type = Option<i64>)]
    since: Option<Timestamp>,
    /// The game.
    game: GameView,
    /// The call; `null` if there is only a report.
    call: Option<CallView>,
    /// A justified draw offer that was not accepted, so that the draw had to be claimed.
    report: Option<ReportView>,
    /// The negotiation history, with the proofs of the offers.
    history: Vec<HistoryLine>,
}

/// A justified draw offer that was not accepted.
#[derive(Serialize, ToSchema)]
struct ReportView {
    /// The side that did not accept it.
    #[schema(value_type = Side)]
    of: Color,
    /// `declined` or `ignored`.
    #[schema(value_type = String)]
    answer: Answer,
}

/// Lists the games that wait for an administrator, longest waiting first.
#[utoipa::path(get, path = "/api/v1/admin/disputes", tag = "judging",
    responses((status = 200, body = Vec<Dispute>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_disputes(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
) -> Result<Json<Vec<Dispute>>, ApiError> {
    let admin = viewer.require_admin()?.id();
    let mut disputes = Vec::new();
    let preferences = viewer.display_preferences();
    for waiting in site.moderation.queue(MAX_DISPUTES).await? {
        let (game, log) = (waiting.game, waiting.log);
        let state = Arc::clone(&game.state);
        let history = site.views.run(move || history(&state, &log, preferences)).await??;
        let state = &game.state;
        disputes.push(Dispute {
            since: state.awaits_admin_since(),
            game: site.views.view(&game, Some(admin), preferences).await?,
            call: state.call().map(CallView::of),
            report: state.report().map(|Report { of, answer }| ReportView { of, answer }),
            history,
        });
    }
    Ok(Json(disputes))
}

/// The decision about a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgementRequest {
    decision: Judgement,
    /// The reason; both players see it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Answers a call, pauses or resumes a game, or decides its result.
#[utoipa::path(post, path = "/api/v1/admin/games/{id}/judge", tag = "judging", params(("id" = String, Path)),
    request_body = JudgementRequest,
    responses((status = 200, body = CommandResult), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn judge_game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Body(request): Body<JudgementRequest>,
) -> Result<Json<CommandResult>, ApiError> {
    let admin = viewer.require_admin()?;
    let seq =
        site.moderation.adjudicate(admin, id, request.decision, &request.reason, viewer.language).await?;
    Ok(Json(CommandResult { seq }))
}

/// A warning to a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WarningRequest {
    /// The reason; the player sees it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// The game that it is about.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
}

/// Warns a player, for example for delaying a game. The warning is recorded and shown to the player.
#[utoipa::path(post, path = "/api/v1/admin/players/{name}/warn", tag = "judging", params(("name" = String, Path)),
    request_body = WarningRequest,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn warn_player(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Body(request): Body<WarningRequest>,
) -> Result<StatusCode, ApiError> {
    let admin = viewer.require_admin()?;
    site.moderation.warn(admin, &name, &request.reason, request.game).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A request to close or reopen an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CloseAccountRequest {
    /// The reason.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Whether to reopen the account instead.
    #[serde(default)]
    reopen: bool,
}

/// Closes or reopens an account. Closing it ends its sessions.
#[utoipa::path(post, path = "/api/v1/admin/players/{name}/close", tag = "judging", params(("name" = String, Path)),
    request_body = CloseAccountRequest,
    responses((status = 204), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn close_account(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Body(request): Body<CloseAccountRequest>,
) -> Result<StatusCode, ApiError> {
    let admin = viewer.require_admin()?;
    site.moderation.close_account(admin, &name, &request.reason, request.reopen).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
pub(super) struct AuditEntryView {
    id: u64,
    /// The time, in milliseconds since 1970.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// The name of the administrator.
    admin: Option<String>,
    /// The action.
    deed: ModeratorAction,
    /// The game that it is about.
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
    /// The name of the player that it is about.
    player: Option<String>,
    /// The reason.
    reason: String,
}

/// Lists the audit log of the administrators, newest first. Entries are never removed.
#[utoipa::path(get, path = "/api/v1/admin/log", tag = "judging", params(PageQuery),
    responses((status = 200, body = Vec<AuditEntryView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn list_audit_log(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Params(page): Params<PageQuery>,
) -> Result<Json<Vec<AuditEntryView>>, ApiError> {
    viewer.require_admin()?;
    let (before, limit) = page.bounds();
    let (entries, names) = site.moderation.audit_log(before, limit).await?;
    let name = |account| names.name(account).map(str::to_owned);
    let view = |entry: store::AuditEntry| AuditEntryView {
        id: entry.id,
        at: entry.entry.at,
        admin: name(entry.entry.admin),
        deed: entry.entry.action,
        game: entry.entry.game,
        player: entry.entry.account.and_then(name),
        reason: entry.entry.reason,
    };
    Ok(Json(entries.into_iter().map(view).collect()))
}
