//! Analysis requests and their responses: the engine runs them on this node or on a worker.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::notation::{MoveStyle, line_texts};
use draughts::{Color, Game, Position};
use engine::{Engine, Info, Limits, Score};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::budget::Budget;
use super::error::StudyError;
use super::{Study, play_move};

/// Maximum number of nodes searched for a score.
const SCORE_NODES: u64 = 30_000;
/// Maximum search time for a score.
const SCORE_TIME: Duration = Duration::from_millis(300);
/// The score of a lost game, in centimen.
const LOST: i32 = -30_000;

/// A request for an analysis by the engine.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct AnalysisRequest {
    pub(crate) study: Study,
    #[serde(rename = "what")]
    pub(crate) kind: AnalysisKind,
}

/// The kind of an analysis request.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AnalysisKind {
    /// The best `count` lines after a search of this time.
    Lines { count: usize, milliseconds: u64 },
    /// The scores of `count` positions, the first of them after `from` moves.
    Scores { from: usize, count: usize },
}

/// The answer to an analysis request.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AnalysisResponse {
    Lines(Analysis),
    Scores(Scores),
}

/// The best lines of a position.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct Analysis {
    /// The search depth, in plies.
    depth: u32,
    /// The number of nodes searched.
    nodes: u64,
    /// The best lines, the best first.
    lines: Vec<LineView>,
}

/// A principal variation.
#[derive(Serialize, Deserialize, ToSchema)]
struct LineView {
    /// The score from White's point of view, in centimen.
    score: i32,
    /// The same as text: `+0.35`, or `+#7` for a win in 7 plies.
    text: String,
    /// The moves.
    moves: Vec<String>,
}

/// The scores of consecutive positions of a game.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct Scores {
    /// The scores from White's point of view, in centimen.
    scores: Vec<i32>,
}

/// The limits of a search.
pub(crate) struct SearchLimits<'a> {
    /// Stops the search when it is set.
    pub(crate) stop: &'a AtomicBool,
    /// Returns whether nobody waits for the answer any more.
    pub(crate) is_abandoned: &'a dyn Fn() -> bool,
    /// Returns the share in a requested search time while other visitors wait.
    pub(crate) share: &'a dyn Fn(Duration) -> Duration,
}

impl AnalysisRequest {
    /// Returns the name of the kind. A request cancels the previous one of the same visitor and kind.
    pub(crate) fn kind_name(&self) -> &'static str {
        match self.kind {
            AnalysisKind::Lines { .. } => "lines",
            AnalysisKind::Scores { .. } => "scores",
        }
    }

    /// Returns the maximum search time.
    pub(crate) fn max_time(&self) -> Duration {
        match self.kind {
            AnalysisKind::Lines { milliseconds, .. } => Duration::from_millis(milliseconds),
            AnalysisKind::Scores { count, .. } => SCORE_TIME * u32::try_from(count).unwrap_or(u32::MAX),
        }
    }

    /// Searches for the answer with a cleared engine.
    pub(crate) fn answer(
        &self,
        engine: &Engine,
        limits: &SearchLimits<'_>,
    ) -> Result<AnalysisResponse, StudyError> {
        match self.kind {
            AnalysisKind::Lines { count, milliseconds } => {
                let time = (limits.share)(Duration::from_millis(milliseconds));
                self.lines(engine, count, time, limits).map(AnalysisResponse::Lines)
            }
            AnalysisKind::Scores { from, count } => {
                self.scores(engine, from, count, limits).map(AnalysisResponse::Scores)
            }
        }
    }

    fn lines(
        &self,
        engine: &Engine,
        count: usize,
        time: Duration,
        limits: &SearchLimits<'_>,
    ) -> Result<Analysis, StudyError> {
        let game = without_outcome(&self.study.game(&Budget::new(limits.is_abandoned))?);
        let mut infos: Vec<Info> = Vec::new();
        let report = engine.search_lines(&game, Limits::time(time), count, limits.stop, |info| {
            infos.retain(|other| other.rank != info.rank);
            infos.push(info.clone());
        });
        infos.sort_by_key(|info| info.rank);
        let lines = infos.iter().map(|info| LineView::of(game.position(), info)).collect();
        let depth = report.info.map_or(0, |info| info.depth);
        Ok(Analysis { depth, nodes: report.nodes, lines })
    }

    fn scores(
        &self,
        engine: &Engine,
        from: usize,
        count: usize,
        limits: &SearchLimits<'_>,
    ) -> Result<Scores, StudyError> {
        let budget = Budget::new(limits.is_abandoned);
        let mut game = self.study.start(&budget)?;
        let mut scores = Vec::new();
        for ply in 0..=self.study.moves.len() {
            if let Some(text) = ply.checked_sub(1).and_then(|last| self.study.moves.get(last)) {
                play_move(&mut game, ply, text, &budget)?;
            }
            if ply >= from {
                scores.push(score(&without_outcome(&game), engine, limits));
            }
            if scores.len() == count {
                break;
            }
        }
        Ok(Scores { scores })
    }
}

/// Returns the score of a game from White's point of view, in centimen.
fn score(game: &Game, engine: &Engine, limits: &SearchLimits<'_>) -> i32 {
    let turn = game.position().turn();
    if game.legal_moves().is_empty() {
        return for_white(LOST, turn);
    }
    // Some rule sets take long to reach the node limit.
    let time = Some((limits.share)(SCORE_TIME));
    let report = engine.search(game, Limits { time, ..Limits::nodes(SCORE_NODES) }, limits.stop, |_| {});
    report.info.map_or(0, |info| for_white(info.score.centimen(), turn))
}

/// Returns a game that can continue: a study does so after the end of a game.
fn without_outcome(game: &Game) -> Game {
    if game.outcome().is_some() { Game::from_position(game.position().clone()) } else { game.clone() }
}

fn for_white(score: i32, turn: Color) -> i32 {
    if turn == Color::White { score } else { -score }
}

impl LineView {
    fn of(position: &Position, info: &Info) -> Self {
        let turn = position.turn();
        Self {
            score: for_white(info.score.centimen(), turn),
            text: text_for_white(info.score, turn),
            moves: line_texts(position, &info.pv, &MoveStyle::of(position.rules())),
        }
    }
}

/// Returns the text of a score from White's point of view.
fn text_for_white(score: Score, turn: Color) -> String {
    let text = score.to_string();
    match (turn, text.strip_prefix('+'), text.strip_prefix('-')) {
        (Color::White, ..) => text,
        (Color::Black, Some(rest), _) => format!("-{rest}"),
        (Color::Black, None, Some(rest)) => format!("+{rest}"),
        (Color::Black, None, None) => text,
    }
}
