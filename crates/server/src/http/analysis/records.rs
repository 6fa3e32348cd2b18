//! Games as PDN, read for a study and written from one.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use draughts::notation::MoveStyle;
use draughts::{Move, Position, Rules, variant};
use pdn::{Line, Node, Reader, Record, Replayer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::at_leisure;
use super::study::{MOST_MOVES, Study, unusable};
use crate::http::body::Body;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::shape::Shape;
use crate::http::viewer::Viewer;
use crate::proposal::RulesChoice;

/// So many games of a file are read.
const MOST_GAMES: usize = 50;

/// A file of games.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PdnWish {
    /// The file.
    pdn: String,
    /// By which rules; none: as the file says, or as fits.
    #[serde(default)]
    rules: Option<RulesChoice>,
}

/// Games that were read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadGames {
    /// The games, no more than 50.
    games: Vec<ReadGame>,
}

/// A game that was read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadGame {
    /// What it is called.
    title: String,
    /// Its tags, in their order.
    tags: Vec<(String, String)>,
    /// By which rules it was read.
    #[schema(value_type = RulesChoice)]
    rules: Value,
    /// What they are called.
    rules_name: String,
    /// Where it begins.
    start: String,
    /// The board.
    board: Shape,
    /// What is said before the first move.
    comments: Vec<String>,
    /// The moves.
    line: Vec<Branch>,
    /// Why it could not be read to its end.
    failure: Option<String>,
}

/// A move with what is said of it, and what could have been played instead.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Branch {
    /// The move, as the rule set writes it.
    pub(crate) text: String,
    /// The position after it.
    #[serde(default)]
    pub(crate) fen: String,
    /// The squares it touches.
    #[serde(default)]
    pub(crate) route: Vec<u8>,
    /// The numbers that stand for marks such as `!` (1) and `?` (2).
    #[serde(default)]
    pub(crate) nags: Vec<u16>,
    /// What is said of it.
    #[serde(default)]
    pub(crate) comments: Vec<String>,
    /// What could have been played instead.
    #[serde(default)]
    #[schema(no_recursion)]
    pub(crate) variations: Vec<Vec<Branch>>,
}

/// Read games from PDN, with comments and variations.
#[utoipa::path(post, path = "/api/v1/analysis/read", tag = "analysis", request_body = PdnWish,
    responses((status = 200, body = ReadGames), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn read(viewer: Viewer, Body(wish): Body<PdnWish>) -> Result<Json<ReadGames>, ApiError> {
    at_leisure(move || {
        let rules = wish.rules.as_ref().map(RulesChoice::rules).transpose()?;
        let mut replayer = Replayer::new(rules);
        let mut games = Vec::new();
        for record in Reader::new(wish.pdn.as_bytes()).take(MOST_GAMES) {
            let record = record.map_err(|error| unusable(format!("This cannot be read: {error}.")))?;
            if record.line.moves.len() > MOST_MOVES {
                return Err(unusable(format!("A study has {MOST_MOVES} moves at the most.")));
            }
            let replay = replayer.replay(&record);
            let failure = replay.failure.as_ref().map(|failure| {
                format!("{failure}: {}", failure.reason.tell(&replay.reading, viewer.language))
            });
            let strict = pdn::strict(&record, &replay);
            games.push(ReadGame::of(strict, &replay.start, failure));
        }
        match games.is_empty() {
            true => Err(unusable("There is no game in this text. Paste a game in PDN.".to_owned())),
            false => Ok(ReadGames { games }),
        }
    })
    .await
    .map(Json)
}

impl ReadGame {
    fn of(record: Record, start: &Position, failure: Option<String>) -> Self {
        let rules = start.rules();
        let tag = |name: &str| record.tag(name).unwrap_or("?").to_owned();
        Self {
            title: format!("{} – {}", tag("White"), tag("Black")),
            rules: choice_of(rules),
            rules_name: rules.rule_set().name.to_string(),
            start: start.fen(),
            board: Shape::of(rules),
            comments: record.line.comments.clone(),
            line: branches(start, &record.line),
            tags: record.tags,
            failure,
        }
    }
}

/// The rules as somebody would choose them.
pub(crate) fn choice_of(rules: &Rules) -> Value {
    let set = rules.rule_set();
    match variant::find(&set.id) {
        Ok(named) if named == set => set.id.to_string().into(),
        // A rule set always has a JSON form.
        _ => serde_json::to_value(set).unwrap_or_default(),
    }
}

impl Branch {
    /// A move that was made, with nothing said of it.
    fn of(m: &Move, text: String, after: &Position) -> Self {
        let route = m.route().iter().map(|square| square.index() as u8 + 1).collect();
        Self { text, fen: after.fen(), route, ..Self::default() }
    }
}

/// Moves from a position, as far as they can be read.
fn branches(start: &Position, line: &Line) -> Vec<Branch> {
    let mut position = start.clone();
    let mut found = Vec::new();
    for node in &line.moves {
        let Ok(m) = position.read_move(&node.text) else { break };
        let variations = node.variations.iter().map(|line| branches(&position, line)).collect();
        position = position.play_unchecked(&m);
        found.push(Branch {
            nags: node.nags.clone(),
            comments: node.comments.clone(),
            variations,
            ..Branch::of(&m, node.text.clone(), &position)
        });
    }
    found
}

/// A study played through.
#[derive(Serialize, ToSchema)]
pub(crate) struct Through {
    /// The moves, each with the position after it.
    line: Vec<Branch>,
}

/// Play a study through: the position after each of its moves.
#[utoipa::path(post, path = "/api/v1/analysis/line", tag = "analysis", request_body = Study,
    responses((status = 200, body = Through), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn line(Body(study): Body<Study>) -> Result<Json<Through>, ApiError> {
    at_leisure(move || {
        // That every move is legal is found out first, with a reason where one is not.
        let style = MoveStyle::of(study.game()?.rules().rule_set());
        let mut position = study.start()?.position().clone();
        let mut line = Vec::new();
        for text in &study.moves {
            let Ok(m) = position.read_move(text) else { break };
            let text = style.among(&m, &position.legal_moves());
            position = position.play_unchecked(&m);
            line.push(Branch::of(&m, text, &position));
        }
        Ok(Through { line })
    })
    .await
    .map(Json)
}

/// A study with its variations.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteWish {
    /// By which rules.
    rules: RulesChoice,
    /// Where it begins; none: at the start.
    #[serde(default)]
    fen: Option<String>,
    /// Tags, in their order.
    #[serde(default)]
    tags: Vec<(String, String)>,
    /// What is said before the first move.
    #[serde(default)]
    comments: Vec<String>,
    /// The moves.
    line: Vec<Branch>,
}

/// Write a study as PDN, with comments and variations.
#[utoipa::path(post, path = "/api/v1/analysis/write", tag = "analysis", request_body = WriteWish,
    responses((status = 200, body = String, content_type = "application/x-pdn"),
        (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn write(Body(wish): Body<WriteWish>) -> Result<Response, ApiError> {
    let text = at_leisure(move || {
        let study = Study { rules: wish.rules, fen: wish.fen, moves: Vec::new() };
        let start = study.start()?;
        let mut record = pdn::of_game(&start, wish.tags);
        record.line = Line { comments: wish.comments, moves: nodes(wish.line) };
        let replay = pdn::replay(&record, Some(start.rules()));
        if let Some(failure) = &replay.failure {
            return Err(unusable(format!("{failure}: it is not legal here.")));
        }
        let mut text = Vec::new();
        // Writing into memory does not fail.
        let _ = pdn::write(&pdn::strict(&record, &replay), &mut text);
        Ok(text)
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, "application/x-pdn; charset=utf-8")], text).into_response())
}

fn nodes(line: Vec<Branch>) -> Vec<Node> {
    let node = |branch: Branch| Node {
        text: branch.text,
        nags: branch.nags,
        comments: branch.comments,
        variations: branch
            .variations
            .into_iter()
            .map(|line| Line { comments: Vec::new(), moves: nodes(line) })
            .collect(),
        ..Node::default()
    };
    line.into_iter().map(node).collect()
}
