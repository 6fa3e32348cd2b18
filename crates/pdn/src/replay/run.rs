//! The replay of a game with one reading.

use draughts::notation::Fen;
use draughts::{FenError, Move, Position, SetupError, SetupErrorKind};

use super::{Replay, ReplayedMove};
use crate::conduct;
use crate::failure::{Failure, FailureReason};
use crate::leniency::{Leniency, LeniencyKind};
use crate::reading::Reading;
use crate::record::{Line, Node, Record};
use crate::resolve::ResolvedMove;

/// The maximum number of moves that are played again after going back to an ambiguous move.
const MAX_BACKTRACKED_MOVES: usize = 20_000;

/// The work, in steps, of a start position that is refused because it is too complex: the most that a search for captures
/// can take.
const TOO_COMPLEX: u32 = 240_000;

/// Takes the work of a position, in steps. Returns whether the replay may continue.
pub(super) type Spend<'s> = dyn Fn(u32) -> bool + 's;

/// The detail of a replay.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Detail {
    /// Only whether the game is legal.
    LegalityOnly,
    /// Also the reason of a failure and the leniencies.
    Full,
}

/// A running replay.
pub(super) struct ReplayRun<'r> {
    record: &'r Record,
    reading: Reading,
    detail: Detail,
    /// `None` if the work is not limited.
    spend: Option<&'r Spend<'r>>,
    leniencies: Vec<Leniency>,
}

/// An ambiguous move, to which the replay can go back.
struct Fork {
    /// The number of moves played before it.
    played: usize,
    /// The index of its first node in the line.
    node: usize,
    /// The number of its nodes.
    nodes: usize,
    position: Position,
    /// The moves that have not been tried.
    others: Vec<Move>,
}

impl<'r> ReplayRun<'r> {
    pub(super) fn new(
        record: &'r Record,
        reading: Reading,
        detail: Detail,
        spend: Option<&'r Spend<'r>>,
    ) -> Self {
        Self { record, reading, detail, spend, leniencies: Vec::new() }
    }

    /// Returns whether the replay may continue from a position.
    fn may_continue(&self, position: &Position) -> bool {
        self.spend.is_none_or(|spend| spend(position.capture_work().steps))
    }

    pub(super) fn run(mut self) -> Replay {
        let (fen, start) = match self.start() {
            Ok(start) => start,
            Err(error) => {
                self.spend_on_refused(&error);
                return self.fail_at_start(error);
            }
        };
        if self.reading.has_alternative_names {
            self.leniencies.push(Leniency { place: self.record.place, kind: LeniencyKind::AlternativeNames });
        }
        let (moves, end, failure) = self.play(&self.record.line.moves, start.clone());
        if self.detail == Detail::Full {
            self.report_leniencies(&start, &moves);
            self.check_variations(&self.record.line, &start);
        }
        self.leniencies.sort_by_key(|leniency| leniency.place);
        Replay { reading: self.reading, fen, start, moves, end, failure, leniencies: self.leniencies }
    }

    /// Crowns the men on their king row. Returns whether the setup has no other error.
    fn crown(&mut self, fen: &mut Fen, error: &SetupError) -> bool {
        for &kind in &error.kinds {
            let SetupErrorKind::ManOnCrownRow(side, square) = kind else { return false };
            fen.setup.men[side].remove(square);
            fen.setup.kings[side].insert(square);
            let kind = LeniencyKind::ManOnCrownRow(self.reading.square_names.name(square).to_owned());
            self.leniencies.push(Leniency { place: self.record.place, kind });
        }
        true
    }

    /// Returns the FEN, if the record has one, and the start position.
    fn start(&mut self) -> Result<(Option<Fen>, Position), FenError> {
        let rules = self.reading.rules.clone();
        let Some(text) = self.record.tag("FEN").filter(|fen| !fen.trim().is_empty()) else {
            return Ok((None, Position::initial(&rules)));
        };
        let mut fen =
            Fen::parse(&self.with_side(text), &self.reading.square_names).map_err(FenError::Parse)?;
        let position = match Position::of_fen(&rules, &fen) {
            Err(FenError::Setup { error, .. }) if self.crown(&mut fen, &error) => {
                Position::of_fen(&rules, &fen)
            }
            other => other,
        }?;
        Ok((Some(fen), position))
    }

    /// Replaces a question mark for the side to move by the side that begins.
    fn with_side(&mut self, fen: &str) -> String {
        match fen.trim_start().strip_prefix("?:") {
            None => fen.to_owned(),
            Some(lists) => {
                self.leniencies.push(Leniency { place: self.record.place, kind: LeniencyKind::NoSideToMove });
                format!("{}:{lists}", self.reading.rules.rule_set().start.first_move.letter())
            }
        }
    }

    /// Takes the work of a start position that is refused.
    fn spend_on_refused(&self, error: &FenError) {
        if let (Some(spend), FenError::Setup { error, .. }) = (self.spend, error)
            && error.kinds.contains(&SetupErrorKind::TooComplex)
        {
            // A replay without moves is over.
            spend(TOO_COMPLEX);
        }
    }

    fn fail_at_start(self, error: FenError) -> Replay {
        let start = Position::initial(&self.reading.rules);
        let failure = Failure {
            place: self.record.place,
            node: 0,
            text: self.record.tag("FEN").unwrap_or("").chars().take(200).collect(),
            reason: FailureReason::Setup(error),
        };
        Replay {
            reading: self.reading,
            fen: None,
            end: start.clone(),
            start,
            moves: Vec::new(),
            failure: Some(failure),
            leniencies: Vec::new(),
        }
    }

    /// Plays moves one after the other. Tries all meanings of an ambiguous move until the rest is legal.
    fn play(&self, nodes: &[Node], start: Position) -> (Vec<ReplayedMove>, Position, Option<Failure>) {
        let mut position = start;
        let mut moves: Vec<ReplayedMove> = Vec::new();
        let mut forks: Vec<Fork> = Vec::new();
        // Of several failures, report the one that comes last.
        let mut furthest: Option<(Vec<ReplayedMove>, Position, Failure)> = None;
        let (mut at, mut backtracked) = (0, 0);
        while at < nodes.len() && self.may_continue(&position) {
            let (node, nodes_taken, played) = match self.resolve(&nodes[at..], &position) {
                Ok(ResolvedMove { moves: mut candidates, nodes, .. }) => {
                    let first = candidates.remove(0);
                    if !candidates.is_empty() {
                        let (played, position) = (moves.len(), position.clone());
                        forks.push(Fork { played, node: at, nodes, position, others: candidates });
                    }
                    (at, nodes, first)
                }
                Err(reason) => {
                    if furthest.as_ref().is_none_or(|(_, _, failure)| at > failure.node) {
                        let (place, text) = (nodes[at].place, nodes[at].text.clone());
                        let failure = Failure { place, node: at, text, reason };
                        furthest = Some((moves.clone(), position.clone(), failure));
                    }
                    let Some(fork) = forks.last_mut().filter(|_| backtracked < MAX_BACKTRACKED_MOVES) else {
                        break;
                    };
                    let other = fork.others.remove(0);
                    moves.truncate(fork.played);
                    position = fork.position.clone();
                    let next = (fork.node, fork.nodes, other);
                    if fork.others.is_empty() {
                        forks.pop();
                    }
                    next
                }
            };
            let taken = &nodes[node..node + nodes_taken];
            position = conduct::position_after(&position, &played, taken, &self.reading.square_names);
            moves.push(ReplayedMove { played, node });
            at = node + nodes_taken;
            backtracked += usize::from(furthest.is_some());
        }
        match furthest {
            Some((moves, position, failure)) if at < nodes.len() => (moves, position, Some(failure)),
            _ => (moves, position, None),
        }
    }

    /// Resolves the first of the nodes, or returns why it cannot be resolved.
    fn resolve(&self, nodes: &[Node], position: &Position) -> Result<ResolvedMove, FailureReason> {
        let names = &self.reading.square_names;
        match self.detail {
            Detail::LegalityOnly => ResolvedMove::find(nodes, position, names).ok_or(FailureReason::NoRules),
            Detail::Full => ResolvedMove::resolve(nodes, position, names),
        }
    }

    /// Reports the leniencies of the moves that were played.
    fn report_leniencies(&mut self, start: &Position, moves: &[ReplayedMove]) {
        let nodes = &self.record.line.moves;
        let mut position = start.clone();
        for (i, played) in moves.iter().enumerate() {
            let node = &nodes[played.node];
            if let Ok(resolved) = self.resolve(&nodes[played.node..], &position) {
                let place = node.place;
                self.leniencies.extend(resolved.leniencies.into_iter().map(|kind| Leniency { place, kind }));
            }
            position = self.position_after(&position, &moves[i..], nodes);
        }
    }

    /// Returns the position after the first of the moves, of which there is at least one. Its nodes, several for a
    /// capture written jump by jump, end at the next move.
    fn position_after(&self, position: &Position, moves: &[ReplayedMove], nodes: &[Node]) -> Position {
        let ReplayedMove { played, node } = &moves[0];
        let end = moves.get(1).map_or(node + 1, |next| next.node);
        conduct::position_after(position, played, &nodes[*node..end], &self.reading.square_names)
    }

    /// Reports illegal variations.
    fn check_variations(&mut self, line: &Line, start: &Position) {
        let mut leniencies = Vec::new();
        self.find_illegal_variations(line, start, &mut leniencies);
        self.leniencies.extend(leniencies);
    }

    fn find_illegal_variations(&self, line: &Line, start: &Position, leniencies: &mut Vec<Leniency>) {
        if line.moves.iter().all(|node| node.variations.is_empty()) {
            return;
        }
        let (moves, _, _) = self.play(&line.moves, start.clone());
        let mut position = start.clone();
        for (i, played) in moves.iter().enumerate() {
            for variation in &line.moves[played.node].variations {
                if let (_, _, Some(failure)) = self.play(&variation.moves, position.clone()) {
                    let kind = LeniencyKind::IllegalVariation(failure.text);
                    leniencies.push(Leniency { place: failure.place, kind });
                }
                self.find_illegal_variations(variation, &position, leniencies);
            }
            position = self.position_after(&position, &moves[i..], &line.moves);
        }
    }
}

/// Replays a line from a position. Returns its moves, and the failure if it is illegal.
pub(crate) fn replay_line(
    reading: &Reading,
    line: &Line,
    position: &Position,
) -> (Vec<ReplayedMove>, Option<Failure>) {
    let record = Record::default();
    let (moves, _, failure) = ReplayRun::new(&record, reading.clone(), Detail::LegalityOnly, None)
        .play(&line.moves, position.clone());
    (moves, failure)
}
