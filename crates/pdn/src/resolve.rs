//! Resolves written moves to legal moves.

use draughts::notation::{SquareNames, WrittenFrom, WrittenMove};
use draughts::ruleset::Enforcement;
use draughts::{Explainer, Move, Position};

use crate::failure::FailureReason;
use crate::leniency::LeniencyKind;
use crate::record::Node;

/// A written move and the legal moves that it can mean.
pub(crate) struct ResolvedMove {
    /// The possible moves, in the order in which they are tried.
    pub(crate) moves: Vec<Move>,
    /// The number of nodes of the record: more than 1 if a capture is written jump by jump.
    pub(crate) nodes: usize,
    pub(crate) leniencies: Vec<LeniencyKind>,
}

impl ResolvedMove {
    /// Resolves the first of the nodes, or returns why it cannot be resolved.
    pub(crate) fn resolve(
        nodes: &[Node],
        position: &Position,
        names: &SquareNames,
    ) -> Result<Self, FailureReason> {
        if let Some(resolved) = Self::find(nodes, position, names) {
            return Ok(resolved);
        }
        let written = WrittenMove::parse(&nodes[0].text, names).map_err(FailureReason::Unreadable)?;
        let moves = written.find(&Explainer::new(position), names).map_err(FailureReason::NotLegal)?;
        Ok(Self { moves, nodes: 1, leniencies: Vec::new() })
    }

    /// Resolves the first of the nodes, if possible. Faster than [`resolve`](Self::resolve), which looks for a reason.
    pub(crate) fn find(nodes: &[Node], position: &Position, names: &SquareNames) -> Option<Self> {
        let explainer = Explainer::new(position);
        let text = &nodes[0].text;
        let written = WrittenMove::parse(text, names).ok()?;
        if nodes[0].is_irregular() {
            return irregular(&written, position, text);
        }
        let moves = written.candidates(&explainer, names);
        if !moves.is_empty() {
            let leniencies = leniencies(&written, &moves, text);
            return Some(Self { moves, nodes: 1, leniencies });
        }
        jump_by_jump(&written, nodes, &explainer, names)
            .or_else(|| ignoring_route(&written, &explainer, names, text))
            .or_else(|| irregular(&written, position, text))
    }
}

/// Resolves a capture whose jumps are separate words: `e7xc5 c5xe3`.
fn jump_by_jump(
    written: &WrittenMove,
    nodes: &[Node],
    explainer: &Explainer<'_>,
    names: &SquareNames,
) -> Option<ResolvedMove> {
    let mut whole = written.clone();
    let mut text = nodes[0].text.clone();
    // Each jump captures a piece.
    let (men, kings) = explainer.position().count(!explainer.position().turn());
    for (i, node) in nodes.iter().enumerate().take(men + kings).skip(1) {
        let next = WrittenMove::parse(&node.text, names).ok()?;
        if next.from != WrittenFrom::Square(*whole.through.last()?) {
            return None;
        }
        whole.through.extend(next.through);
        text = format!("{text} {}", node.text);
        let moves = whole.candidates(explainer, names);
        if !moves.is_empty() {
            return Some(ResolvedMove {
                moves,
                nodes: i + 1,
                leniencies: vec![LeniencyKind::JumpByJump(text)],
            });
        }
    }
    None
}

/// Resolves a capture by its first and last squares, ignoring wrong squares between them.
fn ignoring_route(
    written: &WrittenMove,
    explainer: &Explainer<'_>,
    names: &SquareNames,
    text: &str,
) -> Option<ResolvedMove> {
    let (&to, vias) = written.through.split_last()?;
    if vias.is_empty() {
        return None;
    }
    let short = WrittenMove { through: vec![to], ..written.clone() };
    let moves = Some(short.candidates(explainer, names)).filter(|moves| !moves.is_empty())?;
    Some(ResolvedMove { moves, nodes: 1, leniencies: vec![LeniencyKind::RouteMismatch(text.to_owned())] })
}

/// Resolves a turn that breaks a duty, if the rules let it stand: the turn with exactly these landing squares, or else
/// any with the same first and last square.
fn irregular(written: &WrittenMove, position: &Position, text: &str) -> Option<ResolvedMove> {
    if position.rules().rule_set().conduct.enforcement == Enforcement::Strict {
        return None;
    }
    let has_ends = |m: &&Move| written.has_ends_of(m);
    let has_route = |m: &&Move| position.route(m).get(1..) == Some(&written.through[..]);
    let possible = position.possible_moves();
    let exact: Vec<Move> = possible.iter().filter(has_ends).filter(has_route).cloned().collect();
    let moves = if exact.is_empty() { possible.iter().filter(has_ends).cloned().collect() } else { exact };
    let leniencies = vec![LeniencyKind::BrokenDuty(text.to_owned())];
    (!moves.is_empty()).then_some(ResolvedMove { moves, nodes: 1, leniencies })
}

/// Returns the leniencies of a written move that was resolved to these moves.
fn leniencies(written: &WrittenMove, moves: &[Move], text: &str) -> Vec<LeniencyKind> {
    let mut leniencies = Vec::new();
    let text = || text.to_owned();
    let is_capture = moves.first().is_some_and(Move::is_capture);
    match written.capture {
        Some(true) if !is_capture => leniencies.push(LeniencyKind::QuietAsCapture(text())),
        Some(false) if is_capture => leniencies.push(LeniencyKind::CaptureAsQuiet(text())),
        _ => {}
    }
    if matches!(written.from, WrittenFrom::Column(_)) {
        leniencies.push(LeniencyKind::ShortMove(text()));
    }
    if moves.len() > 1 {
        leniencies.push(LeniencyKind::Ambiguous(text()));
    }
    leniencies
}
