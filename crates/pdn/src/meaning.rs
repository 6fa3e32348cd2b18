//! What a written move means on the board.

use draughts::notation::{Naming, WrittenFrom, WrittenMove};
use draughts::{Explainer, Move, Position};

use crate::oddity::Oddity;
use crate::record::Node;
use crate::replay::FailureReason;

/// What a written move turned out to mean.
pub(crate) struct Meaning {
    /// The moves it may mean, the first to be tried first.
    pub(crate) moves: Vec<Move>,
    /// How many moves of the record it takes: more than one where a capture is written hop by hop.
    pub(crate) nodes: usize,
    pub(crate) oddities: Vec<Oddity>,
}

impl Meaning {
    /// What the first of these written moves may mean.
    pub(crate) fn of(nodes: &[Node], position: &Position, naming: &Naming) -> Result<Self, FailureReason> {
        let explainer = Explainer::new(position);
        let text = &nodes[0].text;
        let written = WrittenMove::parse(text, naming).map_err(FailureReason::Unreadable)?;
        match written.find(&explainer, naming) {
            Ok(moves) => {
                let oddities = oddities(&written, &moves, text);
                Ok(Meaning { moves, nodes: 1, oddities })
            }
            Err(why) => hop_by_hop(&written, nodes, &explainer, naming)
                .or_else(|| by_another_route(&written, &explainer, naming, text))
                .ok_or(FailureReason::NotLegal(why)),
        }
    }
}

/// A capture written hop by hop, each hop a word of its own: `e7xc5 c5xe3`.
fn hop_by_hop(
    written: &WrittenMove,
    nodes: &[Node],
    explainer: &Explainer<'_>,
    naming: &Naming,
) -> Option<Meaning> {
    let mut whole = written.clone();
    let mut text = nodes[0].text.clone();
    for (i, node) in nodes.iter().enumerate().skip(1) {
        let next = WrittenMove::parse(&node.text, naming).ok()?;
        if next.from != WrittenFrom::Square(*whole.through.last()?) {
            return None;
        }
        whole.through.extend(next.through);
        text = format!("{text} {}", node.text);
        if let Ok(moves) = whole.find(explainer, naming) {
            return Some(Meaning { moves, nodes: i + 1, oddities: vec![Oddity::HopByHop(text)] });
        }
    }
    None
}

/// A capture whose squares between first and last do not fit, if those two do.
fn by_another_route(
    written: &WrittenMove,
    explainer: &Explainer<'_>,
    naming: &Naming,
    text: &str,
) -> Option<Meaning> {
    let (&to, vias) = written.through.split_last()?;
    if vias.is_empty() {
        return None;
    }
    let short = WrittenMove { through: vec![to], ..written.clone() };
    let moves = short.find(explainer, naming).ok()?;
    Some(Meaning { moves, nodes: 1, oddities: vec![Oddity::OddRoute(text.to_owned())] })
}

/// What is odd about a written move that means these.
fn oddities(written: &WrittenMove, moves: &[Move], text: &str) -> Vec<Oddity> {
    let mut oddities = Vec::new();
    let text = || text.to_owned();
    let captures = moves.first().is_some_and(Move::is_capture);
    match written.capture {
        Some(true) if !captures => oddities.push(Oddity::QuietAsCapture(text())),
        Some(false) if captures => oddities.push(Oddity::CaptureAsQuiet(text())),
        _ => {}
    }
    if matches!(written.from, WrittenFrom::Column(_)) {
        oddities.push(Oddity::ShortMove(text()));
    }
    if moves.len() > 1 {
        oddities.push(Oddity::Ambiguous(text()));
    }
    oddities
}
