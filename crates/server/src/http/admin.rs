//! What administrators see and do.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use draughts::game::{Answer, Verdict};
use draughts::{Color, Language};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{Body, Params, PathId};
use super::error::{ApiError, ErrorBody};
use super::eyes::Eyes;
use super::game_view::{CallView, GameView};
use super::games::{Done, Page};
use super::history::{HistoryLine, history};
use super::names::Names;
use super::players::find;
use super::viewer::Viewer;
use crate::bus::Topic;
use crate::id::{AccountId, GameId};
use crate::site::Site;
use crate::store::{Account, Deed, NewAct, Role};
use crate::table::{Judgement, Report, Side};
use crate::time::Timestamp;

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
    let admin = viewer.admin()?.id;
    let mut disputes = Vec::new();
    for stored in site.store.games_to_judge(MOST).await? {
        let table = site.hall.table(stored.id).await?;
        let game = GameView::of(&site, &stored, &table, Some(admin), Eyes::of(&viewer)).await?;
        disputes.push(Dispute {
            since: table.judged_since(),
            game,
            call: table.call().map(CallView::of),
            report: table.report().map(|Report { of, answer }| ReportView { of, answer }),
            history: history(&site, stored.id, &table, Eyes::of(&viewer)).await?,
        });
    }
    Ok(Json(disputes))
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
    /// The call is answered or the report dealt with, and the game goes on.
    Refuse,
    /// The game is paused: nobody moves, and no clock runs.
    Pause,
    /// The game goes on after a pause; the call stays open.
    Resume,
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
    let (judgement, deed) = match decision {
        JudgementKind::Refuse => (Judgement::AnswerCall, Deed::Refuse),
        JudgementKind::Pause => (Judgement::Pause, Deed::Pause),
        JudgementKind::Resume => (Judgement::Resume, Deed::Resume),
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
    let (at, reason) = (act.at, act.reason.clone());
    site.store.warn(account.id, act).await?;
    if let Some(game) = game {
        settle_report(site, admin, game, account.id, at, reason).await?;
    }
    site.bus.stir(Topic::Account(account.id));
    Ok(())
}

/// A warning about a game settles the report about the player in it.
async fn settle_report(
    site: &Site,
    admin: AccountId,
    game: GameId,
    warned: AccountId,
    at: Timestamp,
    reason: String,
) -> Result<(), ApiError> {
    let table = site.hall.table(game).await?;
    let seats = table.terms().seats();
    let reported = table.report().is_some_and(|report| seats[report.of].account() == Some(warned));
    if reported && table.call().is_none() {
        let act = NewAct { at, admin, deed: Deed::Refuse, game: Some(game), account: None, reason };
        site.hall.judge(game, &Judgement::AnswerCall, act, Language::English).await?;
    }
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
