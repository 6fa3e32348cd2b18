//! Games as PDN, read for a study and written from one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use draughts::notation::MoveStyle;
use draughts::{Move, Position, Rules, variant};
use pdn::{Line, Node, Reader, Record, Replay, Replayer, Score};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::at_leisure;
use super::study::{MOST_MOVES, Study, step, unusable};
use crate::http::body::Body;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::shape::Shape;
use crate::http::viewer::Viewer;
use crate::proposal::{RulesChoice, check_set_up};
use crate::site::Site;

/// No file is longer.
const LONGEST_FILE: usize = 1 << 20;
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
    /// So many more are in the file.
    left_out: usize,
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
    pub(crate) variations: Vec<Variation>,
}

/// What could have been played instead.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Variation {
    /// What is said before its first move.
    #[serde(default)]
    comments: Vec<String>,
    /// Its moves.
    line: Vec<Branch>,
}

/// Read games from PDN, with comments and variations.
#[utoipa::path(post, path = "/api/v1/analysis/read", tag = "analysis", request_body = PdnWish,
    responses((status = 200, body = ReadGames), (status = "4XX", body = ErrorBody), (status = "5XX", body = ErrorBody)))]
pub(crate) async fn read(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<PdnWish, LONGEST_FILE>,
) -> Result<Json<ReadGames>, ApiError> {
    let language = viewer.language;
    at_leisure(&site, &viewer, move || {
        let rules = wish.rules.as_ref().map(RulesChoice::rules).transpose()?;
        let mut replayer = Replayer::new(rules.clone());
        let (mut games, mut left_out) = (Vec::new(), 0);
        for record in Reader::new(wish.pdn.as_bytes()) {
            let record = record.map_err(|error| unusable(format!("This cannot be read: {error}.")))?;
            if !looks_like_a_game(&record) {
                continue;
            }
            if games.len() == MOST_GAMES {
                left_out += 1;
                continue;
            }
            if record.line.moves.len() > MOST_MOVES {
                return Err(unusable(format!("A study has {MOST_MOVES} moves at the most.")));
            }
            let replay = match &rules {
                None if record.tag("FEN").is_some() => replay_set_up(&record)?,
                Some(rules) => {
                    record.tag("FEN").map_or(Ok(()), |fen| check_set_up(rules, fen))?;
                    replayer.replay(&record)
                }
                None => replayer.replay(&record),
            };
            let failure = replay
                .failure
                .as_ref()
                .map(|failure| format!("{failure}: {}", failure.reason.tell(&replay.reading, language)));
            let strict = pdn::strict(&record, &replay);
            games.push(ReadGame::of(strict, &replay.start, failure));
        }
        match games.is_empty() {
            true => Err(unusable("There is no game in this text. Paste a game in PDN.".to_owned())),
            false => Ok(ReadGames { games, left_out }),
        }
    })
    .await
    .map(Json)
}

/// Words that are neither tags nor moves are no game.
fn looks_like_a_game(record: &Record) -> bool {
    let is_move =
        |text: &str| text.contains(['-', 'x', ':', '*']) && text.contains(|c: char| c.is_ascii_digit());
    !record.tags.is_empty() || record.line.moves.iter().any(|node| is_move(&node.text))
}

/// A position that a stranger made up must not take long to work out by any of the rules that it might be played by: it is
/// played by the first that its set-up fits.
fn replay_set_up(record: &Record) -> Result<Replay, ApiError> {
    let set_up = Record { line: Line::default(), ..record.clone() };
    let rules = pdn::replay(&set_up, None).reading.rules;
    check_set_up(&rules, record.tag("FEN").unwrap_or_default())?;
    Ok(pdn::replay(record, Some(&rules)))
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

impl Variation {
    fn of(position: &Position, line: &Line) -> Self {
        Self { comments: line.comments.clone(), line: branches(position, line) }
    }
}

/// Moves from a position, as far as they can be read.
fn branches(start: &Position, line: &Line) -> Vec<Branch> {
    let mut position = start.clone();
    let mut found = Vec::new();
    for node in &line.moves {
        let Ok(m) = position.read_move(&node.text) else { break };
        let variations = node.variations.iter().map(|line| Variation::of(&position, line)).collect();
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
pub(crate) async fn line(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(study): Body<Study>,
) -> Result<Json<Through>, ApiError> {
    at_leisure(&site, &viewer, move || {
        let mut game = study.start()?;
        let style = MoveStyle::of(game.rules().rule_set());
        let mut line = Vec::new();
        for (i, text) in study.moves.iter().enumerate() {
            let legal = game.position().legal_moves();
            step(&mut game, text).map_err(|why| unusable(format!("Move {}, {text:?}: {why}", i + 1)))?;
            let Some(turn) = game.turns().last() else { break };
            line.push(Branch::of(&turn.played, style.among(&turn.played, &legal), game.position()));
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
pub(crate) async fn write(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Body(wish): Body<WriteWish, LONGEST_FILE>,
) -> Result<Response, ApiError> {
    let text = at_leisure(&site, &viewer, move || {
        let study = Study { rules: wish.rules, fen: wish.fen, moves: Vec::new() };
        let start = study.start()?;
        // How it ended stands in the tags, if anywhere.
        let result = wish.tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let score = result.map(|(_, value)| Score::read(value));
        let mut record = pdn::of_game(&start, wish.tags);
        if let Some(score) = score {
            record.score = Some(score);
        }
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
            .map(|variation| Line { comments: variation.comments, moves: nodes(variation.line) })
            .collect(),
        ..Node::default()
    };
    line.into_iter().map(node).collect()
}
