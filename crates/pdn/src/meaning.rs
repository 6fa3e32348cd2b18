//! What a written move means on the board.

use draughts::notation::{SquareNames, WrittenFrom, WrittenMove};
use draughts::ruleset::Enforcement;
use draughts::{Explainer, Move, Position};

use crate::failure::FailureReason;
use crate::leniency::LeniencyKind;
use crate::record::Node;

/// What a written move turned out to mean.
pub(crate) struct Meaning {
    /// The moves it may mean, the first to be tried first.
    pub(crate) moves: Vec<Move>,
    /// How many moves of the record it takes: more than one where a capture is written hop by hop.
    pub(crate) nodes: usize,
    pub(crate) leniencies: Vec<LeniencyKind>,
}

impl Meaning {
    /// Returns what the first of these written moves may mean, or why it means nothing.
    pub(crate) fn of(
        nodes: &[Node],
        position: &Position,
        naming: &SquareNames,
    ) -> Result<Self, FailureReason> {
        if let Some(meaning) = Self::find(nodes, position, naming) {
            return Ok(meaning);
        }
        let written = WrittenMove::parse(&nodes[0].text, naming).map_err(FailureReason::Unreadable)?;
        let moves = written.find(&Explainer::new(position), naming).map_err(FailureReason::NotLegal)?;
        Ok(Self { moves, nodes: 1, leniencies: Vec::new() })
    }

    /// Returns what the first of these written moves may mean, if anything.
    pub(crate) fn find(nodes: &[Node], position: &Position, naming: &SquareNames) -> Option<Self> {
        let explainer = Explainer::new(position);
        let text = &nodes[0].text;
        let written = WrittenMove::parse(text, naming).ok()?;
        if nodes[0].is_irregular() {
            return breaking_a_duty(&written, position, text);
        }
        let moves = written.candidates(&explainer, naming);
        if !moves.is_empty() {
            let leniencies = leniencies(&written, &moves, text);
            return Some(Self { moves, nodes: 1, leniencies });
        }
        hop_by_hop(&written, nodes, &explainer, naming)
            .or_else(|| by_another_route(&written, &explainer, naming, text))
            .or_else(|| breaking_a_duty(&written, position, text))
    }
}

/// A capture written hop by hop, each hop a word of its own: `e7xc5 c5xe3`.
fn hop_by_hop(
    written: &WrittenMove,
    nodes: &[Node],
    explainer: &Explainer<'_>,
    naming: &SquareNames,
) -> Option<Meaning> {
    let mut whole = written.clone();
    let mut text = nodes[0].text.clone();
    // Each hop takes a piece.
    let (men, kings) = explainer.position().count(!explainer.position().turn());
    for (i, node) in nodes.iter().enumerate().take(men + kings).skip(1) {
        let next = WrittenMove::parse(&node.text, naming).ok()?;
        if next.from != WrittenFrom::Square(*whole.through.last()?) {
            return None;
        }
        whole.through.extend(next.through);
        text = format!("{text} {}", node.text);
        let moves = whole.candidates(explainer, naming);
        if !moves.is_empty() {
            return Some(Meaning { moves, nodes: i + 1, leniencies: vec![LeniencyKind::HopByHop(text)] });
        }
    }
    None
}

/// A capture whose squares between first and last do not fit, if those two do.
fn by_another_route(
    written: &WrittenMove,
    explainer: &Explainer<'_>,
    naming: &SquareNames,
    text: &str,
) -> Option<Meaning> {
    let (&to, vias) = written.through.split_last()?;
    if vias.is_empty() {
        return None;
    }
    let short = WrittenMove { through: vec![to], ..written.clone() };
    let moves = Some(short.candidates(explainer, naming)).filter(|moves| !moves.is_empty())?;
    Some(Meaning { moves, nodes: 1, leniencies: vec![LeniencyKind::OddRoute(text.to_owned())] })
}

/// A turn that breaks a duty, where the conduct of the rules lets that happen: the one that lands on just these squares,
/// or else any between the first and the last.
fn breaking_a_duty(written: &WrittenMove, position: &Position, text: &str) -> Option<Meaning> {
    if position.rules().rule_set().conduct.enforcement == Enforcement::Strict {
        return None;
    }
    let between = |m: &&Move| written.has_ends_of(m);
    let lands = |m: &&Move| position.route(m).get(1..) == Some(&written.through[..]);
    let possible = position.possible_moves();
    let exact: Vec<Move> = possible.iter().filter(between).filter(lands).cloned().collect();
    let moves = if exact.is_empty() { possible.iter().filter(between).cloned().collect() } else { exact };
    let leniencies = vec![LeniencyKind::BrokenDuty(text.to_owned())];
    (!moves.is_empty()).then_some(Meaning { moves, nodes: 1, leniencies })
}

/// Returns what is forgiven of a written move that means these.
fn leniencies(written: &WrittenMove, moves: &[Move], text: &str) -> Vec<LeniencyKind> {
    let mut leniencies = Vec::new();
    let text = || text.to_owned();
    let captures = moves.first().is_some_and(Move::is_capture);
    match written.capture {
        Some(true) if !captures => leniencies.push(LeniencyKind::QuietAsCapture(text())),
        Some(false) if captures => leniencies.push(LeniencyKind::CaptureAsQuiet(text())),
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
