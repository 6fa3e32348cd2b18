//! The moves of a study, with the positions after them.

use draughts::notation::MoveStyle;
use draughts::{Move, Position};
use pdn::{Line, Node};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::budget::Budget;
use super::error::StudyError;
use super::{Study, play_move};

/// A move with its annotations and variations.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Branch {
    /// The move in the notation of the rule set.
    pub(crate) text: String,
    /// The position after it.
    #[serde(default)]
    pub(crate) fen: String,
    /// The numbers of the squares it touches.
    #[serde(default)]
    pub(crate) route: Vec<u8>,
    /// Numeric annotation glyphs such as 1 (`!`) and 2 (`?`).
    #[serde(default)]
    pub(crate) nags: Vec<u16>,
    /// Comments on the move.
    #[serde(default)]
    pub(crate) comments: Vec<String>,
    /// Alternatives to the move.
    #[serde(default)]
    #[schema(no_recursion)]
    pub(crate) variations: Vec<Variation>,
}

/// An alternative to a move.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct Variation {
    /// Comments before the first move.
    #[serde(default)]
    comments: Vec<String>,
    /// Its moves.
    line: Vec<Branch>,
}

impl Branch {
    /// Returns a move without annotations.
    fn of(before: &Position, m: &Move, text: String, after: &Position) -> Self {
        let route = before.route(m).iter().map(|square| square.index() as u8 + 1).collect();
        Self { text, fen: after.fen(), route, ..Self::default() }
    }
}

impl Variation {
    fn of(position: &Position, line: &Line, budget: &Budget<'_>) -> Result<Self, StudyError> {
        Ok(Self { comments: line.comments.clone(), line: read_line(position, line, budget)? })
    }
}

/// Returns the moves of a line, as far as they can be read.
pub(super) fn read_line(
    start: &Position,
    line: &Line,
    budget: &Budget<'_>,
) -> Result<Vec<Branch>, StudyError> {
    let mut position = start.clone();
    let mut branches = Vec::new();
    for node in &line.moves {
        budget.spend(&position)?;
        let Ok(m) = position.read_move(&node.text) else { break };
        let variations = node.variations.iter().map(|line| Variation::of(&position, line, budget));
        let variations = variations.collect::<Result<_, _>>()?;
        let next = position.play_unchecked(&m);
        branches.push(Branch {
            nags: node.nags.clone(),
            comments: node.comments.clone(),
            variations,
            ..Branch::of(&position, &m, node.text.clone(), &next)
        });
        position = next;
    }
    Ok(branches)
}

/// Replays a study, and returns its moves, each with the position after it.
pub(crate) fn replay(study: &Study, budget: &Budget<'_>) -> Result<Vec<Branch>, StudyError> {
    let mut game = study.start(budget)?;
    let style = MoveStyle::of(game.rules());
    let mut line = Vec::new();
    for (number, text) in (1..).zip(&study.moves) {
        let legal = game.position().legal_moves();
        play_move(&mut game, number, text, budget)?;
        let Some(turn) = game.turns().last() else { break };
        let text = style.among(&turn.before, &turn.played, &legal);
        line.push(Branch::of(&turn.before, &turn.played, text, game.position()));
    }
    Ok(line)
}

/// Converts a line to PDN nodes.
pub(super) fn nodes(line: Vec<Branch>) -> Vec<Node> {
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
