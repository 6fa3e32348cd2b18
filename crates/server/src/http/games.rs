//! Games: begun, looked at, and played.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use draughts::{ByColor, Color, Language};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::body::{Body, Params, PathId};
use super::draw_view::{OutcomeView, written};
use super::error::{ApiError, ErrorBody};
use super::eyes::Eyes;
use super::game_view::{GameView, Sides};
use super::names::{Names, PlayerView, guest_number};
use super::viewer::Viewer;
use crate::hall::{Asking, News};
use crate::id::{AccountId, GameId};
use crate::metrics::Fate;
use crate::people::Scope;
use crate::proposal::Proposal;
use crate::site::Site;
use crate::store::StoredGame;
use crate::table::{Entry, Request, Seat, Side, Table};
use crate::time::Timestamp;

/// So many games are told of at a time.
const MOST: usize = 100;
/// A command that takes longer is told of in the log.
const SLOW: Duration = Duration::from_secs(1);

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Page {
    /// Only those with lower numbers.
    #[serde(default)]
    pub(super) before: Option<u64>,
    /// So many at the most.
    #[serde(default)]
    #[param(maximum = 100)]
    pub(super) limit: Option<usize>,
}

impl Page {
    pub(super) fn bounds(&self) -> (u64, usize) {
        (self.before.unwrap_or(u64::MAX), self.limit.unwrap_or(20).clamp(1, MOST))
    }
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct GameSummary {
    #[schema(value_type = String)]
    id: GameId,
    number: u64,
    /// The id of the rule set.
    rules: String,
    rated: bool,
    #[schema(value_type = Sides<PlayerView>)]
    players: ByColor<PlayerView>,
    fen: String,
    #[schema(value_type = Side)]
    turn: Color,
    move_number: String,
    #[schema(value_type = i64)]
    created_at: Timestamp,
    outcome: Option<OutcomeView>,
}

/// Games for a list.
pub(super) async fn summaries(
    site: &Site,
    games: Vec<StoredGame>,
    language: Language,
) -> Result<Vec<GameSummary>, ApiError> {
    let mut tables: Vec<(StoredGame, Arc<Table>)> = Vec::new();
    for game in games {
        let table = site.hall.table(game.id).await?;
        tables.push((game, table));
    }
    let names = Names::of(site, tables.iter().map(|(_, table)| table.as_ref())).await?;
    let summary = |(stored, table): (StoredGame, Arc<Table>)| {
        let game = table.game();
        let rules = game.rules().rule_set();
        GameSummary {
            id: stored.id,
            number: stored.number,
            rules: rules.id.to_string(),
            rated: table.terms().rated,
            players: names.players(&table),
            fen: game.fen(),
            turn: game.position().turn(),
            move_number: written(game.move_number(), rules.start.first_move),
            created_at: stored.created_at,
            outcome: OutcomeView::of(game, language),
        }
    };
    Ok(tables.into_iter().map(summary).collect())
}

/// A game against the computer, or of both sides at one device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGameWish {
    /// Against whom.
    opponent: Opponent,
    /// What is to be played.
    proposal: Proposal,
}

/// Against whom.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Opponent {
    /// The computer, at a level from 1 to 8.
    Computer(u8),
    /// Somebody at the same device: whoever begins the game makes the moves of both.
    SameDevice,
}

/// Begin a game against the computer, or of both sides at one device.
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = NewGameWish,
    responses((status = 201, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn begin(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<NewGameWish>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let account = viewer.may(Scope::Challenge)?.id;
    if wish.proposal.rated {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "bad-proposal",
            "Only games between two accounts are rated: leave rated out.",
        ));
    }
    let opponent = match wish.opponent {
        Opponent::Computer(level) if (1..=8).contains(&level) => Seat::Computer(level),
        Opponent::Computer(level) => {
            return Err(ApiError::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad-proposal",
                format!("The computer plays at levels 1 to 8, not {level}."),
            ));
        }
        Opponent::SameDevice => Seat::Player(account),
    };
    let stored = begin_game(&site, account, opponent, &wish.proposal).await?;
    let table = site.hall.table(stored.id).await?;
    let view = GameView::of(&site, &stored, &table, Some(account), Eyes::of(&viewer)).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Begins a game as proposed.
pub(crate) async fn begin_game(
    site: &Site,
    account: AccountId,
    opponent: Seat,
    proposal: &Proposal,
) -> Result<StoredGame, ApiError> {
    site.limits.game(account)?;
    let ready = proposal.ready(chance()?)?;
    let terms = ready.terms(Seat::Player(account), opponent);
    Ok(site.hall.open(&ready.rules, &terms, Timestamp::now()).await?)
}

/// A number by the chance that the system has to offer.
pub(super) fn chance() -> Result<u64, ApiError> {
    getrandom::u64().map_err(|error| ApiError::from(crate::hall::ActError::chance(error)))
}

/// Games that go on, the newest first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(Page),
    responses((status = 200, body = Vec<GameSummary>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn going_on(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Params(page): Params<Page>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let (before, limit) = page.bounds();
    let games = site.store.games_going_on(before, limit).await?;
    Ok(Json(summaries(&site, games, viewer.language).await?))
}

pub(super) async fn view(
    site: &Site,
    stored: Option<StoredGame>,
    viewer: &Viewer,
) -> Result<GameView, ApiError> {
    let stored = stored.ok_or_else(|| ApiError::nothing("game"))?;
    let table = site.hall.table(stored.id).await?;
    site.hall.looked(stored.id, &table, viewer.id(), Timestamp::now());
    GameView::of(site, &stored, &table, viewer.id(), Eyes::of(viewer)).await
}

/// A game.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
) -> Result<Json<GameView>, ApiError> {
    let stored = site.store.game(id).await?;
    Ok(Json(view(&site, stored, &viewer).await?))
}

/// A game by its public number.
#[utoipa::path(get, path = "/api/v1/games/number/{number}", tag = "games", params(("number" = u64, Path)),
    responses((status = 200, body = GameView), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn by_number(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(number): PathId<u64>,
) -> Result<Json<GameView>, ApiError> {
    let stored = site.store.game_by_number(number).await?;
    Ok(Json(view(&site, stored, &viewer).await?))
}

/// From where on.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// Only what happened after the event with this number.
    #[serde(default)]
    after: u64,
}

/// Something that happened in a game.
#[derive(Serialize, ToSchema)]
pub(super) struct EventView {
    /// Its number in the game, from 1.
    seq: u64,
    /// When the server received what caused it.
    #[schema(value_type = i64)]
    at: Timestamp,
    /// What.
    #[schema(value_type = Object)]
    entry: Value,
}

impl EventView {
    pub(super) fn of(news: &News) -> Self {
        let entry = match &news.entry {
            // Whoever has no name is known by a number; the id of an account is nobody's business.
            Entry::SpectatorMessage { account, name, text } => json!({
                "kind": "spectator-message", "name": name, "guest_number": guest_number(*account), "text": text,
            }),
            // An entry always has a JSON form.
            entry => serde_json::to_value(entry).unwrap_or_default(),
        };
        Self { seq: news.seq, at: news.at, entry }
    }
}

/// Returns whether somebody sees an event: players what concerns their side, everybody else what spectators see.
pub(super) fn sees(table: &Table, account: Option<AccountId>, news: &News) -> bool {
    let sides = account.map(|account| table.sides_of(account)).unwrap_or_default();
    match sides.is_empty() {
        true => news.entry.is_seen_by(None),
        false => sides.into_iter().any(|side| news.entry.is_seen_by(Some(side))),
    }
}

/// What has happened in a game, in order. Private messages and plans are seen by whom they concern.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games", params(("id" = String, Path), After),
    responses((status = 200, body = Vec<EventView>), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn events(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Params(After { after }): Params<After>,
) -> Result<Json<Vec<EventView>>, ApiError> {
    let table = site.hall.table(id).await?;
    let news = site.hall.news(id, after, table.seq()).await?;
    site.hall.looked(id, &table, viewer.id(), Timestamp::now());
    let seen = news.iter().filter(|news| sees(&table, viewer.player(), news));
    Ok(Json(seen.map(|news| EventView::of(news)).collect()))
}

/// Something that a player asks for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandWish {
    /// Made by the client, another one for each command. The same command may be sent twice, and is done once.
    #[schema(min_length = 1, max_length = 64)]
    pub(super) id: String,
    /// What is asked for.
    pub(super) request: Request,
}

/// The command is done, and durable.
#[derive(Serialize, ToSchema)]
pub(super) struct Done {
    /// The number of the event with which it was done.
    pub(super) seq: u64,
}

/// Do something in a game: move, offer a draw, resign, …
#[utoipa::path(post, path = "/api/v1/games/{id}/commands", tag = "games", params(("id" = String, Path)),
    request_body = CommandWish,
    responses((status = 200, body = Done), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(super) async fn command(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PathId(id): PathId<GameId>,
    Body(wish): Body<CommandWish>,
) -> Result<Json<Done>, ApiError> {
    carry_out(&site, &viewer, id, &wish, Duration::ZERO).await.map(Json)
}

/// Carries out a command, however it came.
pub(super) async fn carry_out(
    site: &Site,
    viewer: &Viewer,
    game: GameId,
    wish: &CommandWish,
    lag: Duration,
) -> Result<Done, ApiError> {
    let now = Timestamp::now();
    let begun = Instant::now();
    let done = act(site, viewer, game, wish, lag, now).await;
    let took = begun.elapsed();
    site.metrics.times.commands.observe(took.as_secs_f64());
    let result = done.as_ref().map_or_else(|error| error.body().code, |_| "done");
    let milliseconds = took.as_micros() as f64 / 1000.0;
    if took > SLOW {
        tracing::warn!(%game, result, milliseconds, "a slow command");
    } else {
        tracing::info!(%game, result, milliseconds, "command");
    }
    site.metrics.health.commands.get_or_create(&Fate { result: result.to_owned() }).inc();
    done
}

async fn act(
    site: &Site,
    viewer: &Viewer,
    game: GameId,
    wish: &CommandWish,
    lag: Duration,
    now: Timestamp,
) -> Result<Done, ApiError> {
    let scope = if wish.request.is_talk() { Scope::Chat } else { Scope::Play };
    let account = viewer.may(scope)?.id;
    site.limits.command(account)?;
    if wish.request.says_something() {
        site.limits.message(account)?;
    }
    // Not every database keeps control characters, and sites are moved from one to another.
    if !(1..=64).contains(&wish.id.len()) || wish.id.contains(char::is_control) {
        return Err(ApiError::bad_request(
            "The id of a command has 1 to 64 bytes, and no control characters.",
        ));
    }
    let asking = Asking { account, command: &wish.id, now, lag, language: viewer.language };
    let seq = site.hall.act(game, asking, &wish.request).await?;
    Ok(Done { seq })
}
