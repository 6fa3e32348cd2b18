//! What the engine is asked about a study, and what it answers: here, or at a worker.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::notation::{MoveStyle, line_texts};
use draughts::{Color, Game, Position};
use engine::{Engine, Info, Limits, Score};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::StudyError;
use super::{Study, step};

/// A score is found after so many positions, or so much time.
const NODES_FOR_A_SCORE: u64 = 30_000;
const TIME_FOR_A_SCORE: Duration = Duration::from_millis(300);
/// As much as a lost game is worth.
const LOST: i32 = -30_000;

/// A question to the engine.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) study: Study,
    pub(crate) what: What,
}

/// What is asked.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    /// So many lines, after so much time.
    Lines { count: usize, milliseconds: u64 },
    /// What the game is worth after so many moves, and after each of those that follow.
    Scores { from: usize, count: usize },
}

/// What it answers.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    Lines(Thoughts),
    Scores(Scores),
}

/// What the engine thinks.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct Thoughts {
    /// How many turns deep.
    depth: u32,
    /// How many positions it has looked at.
    nodes: u64,
    /// The best lines, the best first.
    lines: Vec<LineView>,
}

/// A line of best play.
#[derive(Serialize, Deserialize, ToSchema)]
struct LineView {
    /// What it is worth to White, in hundredths of a man.
    score: i32,
    /// The same as people write it: `+0.35`, or `+#7` for a win in seven turns.
    text: String,
    /// The moves.
    moves: Vec<String>,
}

/// What a game is worth after each of its moves.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct Scores {
    /// One for each move from the first that was asked for, in hundredths of a man, as White sees it.
    scores: Vec<i32>,
}

/// How far a thought may go.
pub(crate) struct Bounds<'a> {
    /// Ends it when it is set.
    pub(crate) stop: &'a AtomicBool,
    /// The time that is left of a wish while others wait.
    pub(crate) share: &'a dyn Fn(Duration) -> Duration,
}

impl Question {
    /// A visitor's next question of a kind takes the place of the one before.
    pub(crate) fn kind(&self) -> &'static str {
        match self.what {
            What::Lines { .. } => "lines",
            What::Scores { .. } => "scores",
        }
    }

    /// For how long it is thought at the most.
    pub(crate) fn longest(&self) -> Duration {
        match self.what {
            What::Lines { milliseconds, .. } => Duration::from_millis(milliseconds),
            What::Scores { count, .. } => TIME_FOR_A_SCORE * u32::try_from(count).unwrap_or(u32::MAX),
        }
    }

    /// Searches for the answer with an engine that knows nothing yet.
    pub(crate) fn think(&self, engine: &Engine, bounds: &Bounds<'_>) -> Result<Answer, StudyError> {
        match self.what {
            What::Lines { count, milliseconds } => {
                let time = (bounds.share)(Duration::from_millis(milliseconds));
                self.lines(engine, count, time, bounds).map(Answer::Lines)
            }
            What::Scores { from, count } => self.scores(engine, from, count, bounds).map(Answer::Scores),
        }
    }

    fn lines(
        &self,
        engine: &Engine,
        count: usize,
        time: Duration,
        bounds: &Bounds<'_>,
    ) -> Result<Thoughts, StudyError> {
        let game = going_on(&self.study.game()?);
        let mut found: Vec<Info> = Vec::new();
        let report = engine.search_lines(&game, Limits::time(time), count, bounds.stop, |info| {
            found.retain(|known| known.rank != info.rank);
            found.push(info.clone());
        });
        found.sort_by_key(|info| info.rank);
        let lines = found.iter().map(|info| LineView::of(game.position(), info)).collect();
        let depth = report.info.map_or(0, |info| info.depth);
        Ok(Thoughts { depth, nodes: report.nodes, lines })
    }

    fn scores(
        &self,
        engine: &Engine,
        from: usize,
        count: usize,
        bounds: &Bounds<'_>,
    ) -> Result<Scores, StudyError> {
        let mut game = self.study.start()?;
        let mut scores = Vec::new();
        for ply in 0..=self.study.moves.len() {
            if let Some(text) = ply.checked_sub(1).and_then(|last| self.study.moves.get(last)) {
                step(&mut game, ply, text)?;
            }
            if ply >= from {
                scores.push(worth(&going_on(&game), engine, bounds));
            }
            if scores.len() == count {
                break;
            }
        }
        Ok(Scores { scores })
    }
}

/// What a game is worth to White.
fn worth(game: &Game, engine: &Engine, bounds: &Bounds<'_>) -> i32 {
    let turn = game.position().turn();
    if game.legal_moves().is_empty() {
        return for_white(LOST, turn);
    }
    // By some rules a position takes long: neither must a score take long then.
    let time = Some((bounds.share)(TIME_FOR_A_SCORE));
    let report =
        engine.search(game, Limits { time, ..Limits::nodes(NODES_FOR_A_SCORE) }, bounds.stop, |_| {});
    report.info.map_or(0, |info| for_white(info.score.centimen(), turn))
}

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
            score: for_white(info.score.centimen(), turn),
            text: told(info.score, turn),
            moves: line_texts(position, &info.pv, &MoveStyle::of(position.rules())),
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
