//! What the engine thinks of a study, bounded for each visitor.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use draughts::notation::{MoveStyle, line_texts};
use draughts::{Color, Game, Position};
use engine::{Engine, Info, Limits, Score};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::study::{Study, step, unusable};
use crate::analyst::{Analyst, Busy, Errand, Visitor};
use crate::http::body::Body;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::viewer::Viewer;
use crate::site::Site;

/// So many lines are shown at the most.
const MOST_LINES: usize = 5;
/// For so long it is thought, in milliseconds.
const USUAL: u64 = 1000;
const LONGEST: u64 = 5000;
/// Of so many moves the worth is told at a time, each after so many positions.
const MOST_SCORES: usize = 20;
const NODES_FOR_A_SCORE: u64 = 30_000;
const TIME_FOR_A_SCORE: Duration = Duration::from_millis(300);

impl Visitor {
    fn of(viewer: &Viewer) -> Self {
        viewer.id().map_or(Self::Address(viewer.address), Self::Account)
    }
}

/// What the engine is to think about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinesWish {
    /// The game.
    study: Study,
    /// How many lines.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    lines: Option<usize>,
    /// For how long; shorter while others wait.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 5000)]
    milliseconds: Option<u64>,
}

/// What the engine thinks.
#[derive(Serialize, ToSchema)]
pub(crate) struct Thoughts {
    /// How many turns deep.
    depth: u32,
    /// How many positions it has looked at.
    nodes: u64,
    /// The best lines, the best first.
    lines: Vec<LineView>,
}

/// A line of best play.
#[derive(Serialize, ToSchema)]
struct LineView {
    /// What it is worth to White, in hundredths of a man.
    score: i32,
    /// The same as people write it: `+0.35`, or `+#7` for a win in seven turns.
    text: String,
    /// The moves.
    moves: Vec<String>,
}

/// Hear what the engine thinks of a position. A visitor's next question ends the one before.
#[utoipa::path(post, path = "/api/v1/analysis/lines", tag = "analysis", request_body = LinesWish,
    responses((status = 200, body = Thoughts), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn lines(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<LinesWish>,
) -> Result<Json<Thoughts>, ApiError> {
    site.limits.analysis(viewer.address)?;
    let count = wish.lines.unwrap_or(1);
    let milliseconds = wish.milliseconds.unwrap_or(USUAL);
    if !(1..=MOST_LINES).contains(&count) {
        return Err(unusable(format!("Ask for 1 to {MOST_LINES} lines.")));
    }
    if !(10..=LONGEST).contains(&milliseconds) {
        return Err(unusable(format!("Ask for 10 to {LONGEST} milliseconds.")));
    }
    let errand = site.analyst.errand(Visitor::of(&viewer), "lines")?;
    let share = errand.share(Duration::from_millis(milliseconds));
    think(errand, move |errand| {
        let game = going_on(&wish.study.game()?);
        let mut found: Vec<Info> = Vec::new();
        let report = engine()?.search_lines(&game, Limits::time(share), count, errand.stop(), |info| {
            found.retain(|known| known.rank != info.rank);
            found.push(info.clone());
        });
        found.sort_by_key(|info| info.rank);
        let lines = found.iter().map(|info| LineView::of(game.position(), info)).collect();
        let depth = report.info.map_or(0, |info| info.depth);
        Ok(Thoughts { depth, nodes: report.nodes, lines })
    })
    .await
    .map(Json)
}

/// Of which moves the worth is asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoresWish {
    /// The game.
    study: Study,
    /// After how many moves the first score is wanted.
    from: usize,
    /// How many scores.
    #[schema(minimum = 1, maximum = 20)]
    count: usize,
}

/// What a game is worth after each of its moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct Scores {
    /// One for each move from the first that was asked for, in hundredths of a man, as White sees it.
    scores: Vec<i32>,
}

/// Hear what a game is worth after each of some moves: for a graph of it.
#[utoipa::path(post, path = "/api/v1/analysis/scores", tag = "analysis", request_body = ScoresWish,
    responses((status = 200, body = Scores), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn scores(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<ScoresWish>,
) -> Result<Json<Scores>, ApiError> {
    site.limits.analysis(viewer.address)?;
    if !(1..=MOST_SCORES).contains(&wish.count) {
        return Err(unusable(format!("Ask for 1 to {MOST_SCORES} scores at a time.")));
    }
    let errand = site.analyst.errand(Visitor::of(&viewer), "scores")?;
    think(errand, move |errand| {
        let engine = engine()?;
        let mut game = wish.study.start()?;
        let mut scores = Vec::new();
        for ply in 0..=wish.study.moves.len() {
            if let Some(text) = ply.checked_sub(1).and_then(|last| wish.study.moves.get(last)) {
                step(&mut game, text).map_err(|why| unusable(format!("Move {ply}, {text:?}: {why}")))?;
            }
            if ply >= wish.from {
                scores.push(worth(&going_on(&game), &engine, errand));
            }
            if scores.len() == wish.count {
                break;
            }
        }
        Ok(Scores { scores })
    })
    .await
    .map(Json)
}

/// What a game is worth to White.
fn worth(game: &Game, engine: &Engine, errand: &Errand) -> i32 {
    let turn = game.position().turn();
    if game.legal_moves().is_empty() {
        return for_white(LOST, turn);
    }
    // By some rules a position takes long: neither must a score take long then.
    let limits = Limits { time: Some(errand.share(TIME_FOR_A_SCORE)), ..Limits::nodes(NODES_FOR_A_SCORE) };
    let report = engine.search(game, limits, errand.stop(), |_| {});
    report.info.map_or(0, |info| for_white(info.score.hundredths(), turn))
}

/// As much as a lost game is worth.
const LOST: i32 = -30_000;

/// A study goes on where a game would have ended.
fn going_on(game: &Game) -> Game {
    if game.outcome().is_some() { Game::from_position(game.position().clone()) } else { game.clone() }
}

fn for_white(score: i32, turn: Color) -> i32 {
    if turn == Color::White { score } else { -score }
}

impl LineView {
    fn of(position: &Position, info: &Info) -> Self {
        let turn = position.turn();
        Self {
            score: for_white(info.score.hundredths(), turn),
            text: told(info.score, turn),
            moves: line_texts(position, &info.line, &MoveStyle::of(position.rules().rule_set())),
        }
    }
}

/// A score as White sees it.
fn told(score: Score, turn: Color) -> String {
    let text = score.to_string();
    match (turn, text.strip_prefix('+'), text.strip_prefix('-')) {
        (Color::White, ..) => text,
        (Color::Black, Some(rest), _) => format!("-{rest}"),
        (Color::Black, None, Some(rest)) => format!("+{rest}"),
        (Color::Black, None, None) => text,
    }
}

fn engine() -> Result<Engine, ApiError> {
    Errand::engine().map_err(|error| {
        tracing::error!(%error, "there is no room for the engine");
        ApiError::internal()
    })
}

impl From<Busy> for ApiError {
    fn from(Busy: Busy) -> Self {
        Self::busy("Too many people ask the engine at the moment.")
    }
}

/// Thinks on a thread of its own.
async fn think<T: Send + 'static>(
    errand: Errand,
    work: impl FnOnce(&Errand) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    Analyst::think(errand, work).await.unwrap_or_else(|| Err(ApiError::internal()))
}
