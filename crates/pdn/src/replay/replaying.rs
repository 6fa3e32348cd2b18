//! One game played through by one reading.

use draughts::notation::Fen;
use draughts::{FenError, Move, Position, SetupError, SetupFault};

use super::{Played, Replay};
use crate::conduct;
use crate::failure::{Failure, FailureReason};
use crate::leniency::{Leniency, LeniencyKind};
use crate::meaning::Meaning;
use crate::reading::Reading;
use crate::record::{Line, Node, Record};

/// How many moves are played again, in all, when a move that may mean several turns out to mean another.
const MOST_PLAYED_AGAIN: usize = 20_000;

/// How much a replay reports beside the moves.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Telling {
    /// Whether it is legal, and no more.
    Nothing,
    /// Why it fails, and the leniencies.
    Everything,
}

/// A game being played through.
pub(super) struct Replaying<'r> {
    record: &'r Record,
    reading: Reading,
    telling: Telling,
    leniencies: Vec<Leniency>,
}

/// A move that may mean several, to which one can go back.
struct Fork {
    /// How many moves were played before it.
    played: usize,
    /// Where it stands in the record, and how many moves of the record it takes.
    node: usize,
    nodes: usize,
    position: Position,
    /// What else it may mean.
    others: Vec<Move>,
}

impl<'r> Replaying<'r> {
    pub(super) fn new(record: &'r Record, reading: Reading, telling: Telling) -> Self {
        Self { record, reading, telling, leniencies: Vec::new() }
    }

    pub(super) fn run(mut self) -> Replay {
        let (fen, start) = match self.start() {
            Ok(start) => start,
            Err(error) => return self.fail_at_the_start(error),
        };
        if self.reading.is_other_view {
            self.leniencies.push(Leniency { place: self.record.place, kind: LeniencyKind::OtherView });
        }
        let (moves, end, failure) = self.play(&self.record.line.moves, start.clone());
        if self.telling == Telling::Everything {
            self.report_leniencies(&start, &moves);
            self.check_variations(&self.record.line, &start);
        }
        self.leniencies.sort_by_key(|leniency| leniency.place);
        Replay { reading: self.reading, fen, start, moves, end, failure, leniencies: self.leniencies }
    }

    /// Crowns the men set up on their crowning row; returns whether nothing else is wrong.
    fn crown(&mut self, fen: &mut Fen, error: &SetupError) -> bool {
        for &fault in &error.faults {
            let SetupFault::ManOnCrownRow(side, square) = fault else { return false };
            fen.setup.men[side].remove(square);
            fen.setup.kings[side].insert(square);
            let kind = LeniencyKind::ManOnCrownRow(self.reading.naming.name(square).to_owned());
            self.leniencies.push(Leniency { place: self.record.place, kind });
        }
        true
    }

    fn start(&mut self) -> Result<(Option<Fen>, Position), FenError> {
        let rules = self.reading.rules.clone();
        let Some(text) = self.record.tag("FEN").filter(|fen| !fen.trim().is_empty()) else {
            return Ok((None, Position::initial(&rules)));
        };
        let mut fen = Fen::parse(&self.with_side(text), &self.reading.naming).map_err(FenError::Parse)?;
        let position = match Position::of_fen(&rules, &fen) {
            Err(FenError::Setup { error, .. }) if self.crown(&mut fen, &error) => {
                Position::of_fen(&rules, &fen)
            }
            other => other,
        }?;
        Ok((Some(fen), position))
    }

    /// Replaces a question mark, which stands for an unknown side to move, by the side that begins.
    fn with_side(&mut self, fen: &str) -> String {
        match fen.trim_start().strip_prefix("?:") {
            None => fen.to_owned(),
            Some(lists) => {
                self.leniencies.push(Leniency { place: self.record.place, kind: LeniencyKind::UnknownSide });
                format!("{}:{lists}", self.reading.rules.rule_set().start.first_move.letter())
            }
        }
    }

    fn fail_at_the_start(self, error: FenError) -> Replay {
        let start = Position::initial(&self.reading.rules);
        let failure = Failure {
            place: self.record.place,
            node: 0,
            text: self.record.tag("FEN").unwrap_or("").chars().take(200).collect(),
            reason: FailureReason::SetUp(error),
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

    /// Plays moves one after the other. Where one may mean several captures, each is tried until the rest is legal.
    fn play(&self, nodes: &[Node], start: Position) -> (Vec<Played>, Position, Option<Failure>) {
        let mut position = start;
        let mut moves: Vec<Played> = Vec::new();
        let mut forks: Vec<Fork> = Vec::new();
        // Of several failures the one that comes latest is the true one.
        let mut furthest: Option<(Vec<Played>, Position, Failure)> = None;
        let (mut at, mut played_again) = (0, 0);
        while at < nodes.len() {
            let (node, nodes_taken, played) = match self.meaning(&nodes[at..], &position) {
                Ok(Meaning { moves: mut meant, nodes, .. }) => {
                    let first = meant.remove(0);
                    if !meant.is_empty() {
                        let (played, position) = (moves.len(), position.clone());
                        forks.push(Fork { played, node: at, nodes, position, others: meant });
                    }
                    (at, nodes, first)
                }
                Err(reason) => {
                    if furthest.as_ref().is_none_or(|(_, _, known)| at > known.node) {
                        let (place, text) = (nodes[at].place, nodes[at].text.clone());
                        let failure = Failure { place, node: at, text, reason };
                        furthest = Some((moves.clone(), position.clone(), failure));
                    }
                    let Some(fork) = forks.last_mut().filter(|_| played_again < MOST_PLAYED_AGAIN) else {
                        break;
                    };
                    let other = fork.others.remove(0);
                    moves.truncate(fork.played);
                    position = fork.position.clone();
                    let again = (fork.node, fork.nodes, other);
                    if fork.others.is_empty() {
                        forks.pop();
                    }
                    again
                }
            };
            let taken = &nodes[node..node + nodes_taken];
            position = conduct::after(&position, &played, taken, &self.reading.naming);
            moves.push(Played { played, node });
            at = node + nodes_taken;
            played_again += usize::from(furthest.is_some());
        }
        match furthest {
            Some((moves, position, failure)) if at < nodes.len() => (moves, position, Some(failure)),
            _ => (moves, position, None),
        }
    }

    /// Returns what the first of these written moves may mean, or why it means nothing.
    fn meaning(&self, nodes: &[Node], position: &Position) -> Result<Meaning, FailureReason> {
        let naming = &self.reading.naming;
        match self.telling {
            Telling::Nothing => Meaning::find(nodes, position, naming).ok_or(FailureReason::NoRules),
            Telling::Everything => Meaning::of(nodes, position, naming),
        }
    }

    /// Reports the leniencies of the moves that were played in the end.
    fn report_leniencies(&mut self, start: &Position, moves: &[Played]) {
        let nodes = &self.record.line.moves;
        let mut position = start.clone();
        for played in moves {
            let node = &nodes[played.node];
            if let Ok(meaning) = self.meaning(&nodes[played.node..], &position) {
                let place = node.place;
                self.leniencies.extend(meaning.leniencies.into_iter().map(|kind| Leniency { place, kind }));
            }
            position = self.after(&position, played, nodes);
        }
    }

    /// Returns the position after a move of a list.
    fn after(&self, position: &Position, played: &Played, nodes: &[Node]) -> Position {
        conduct::after(position, &played.played, &nodes[played.node..=played.node], &self.reading.naming)
    }

    /// Reports variations that cannot be played through.
    fn check_variations(&mut self, line: &Line, start: &Position) {
        let mut found = Vec::new();
        self.variations(line, start, &mut found);
        self.leniencies.extend(found);
    }

    fn variations(&self, line: &Line, start: &Position, found: &mut Vec<Leniency>) {
        if line.moves.iter().all(|node| node.variations.is_empty()) {
            return;
        }
        let (moves, _, _) = self.play(&line.moves, start.clone());
        let mut position = start.clone();
        for played in &moves {
            for variation in &line.moves[played.node].variations {
                if let (_, _, Some(failure)) = self.play(&variation.moves, position.clone()) {
                    let kind = LeniencyKind::OddVariation(failure.text);
                    found.push(Leniency { place: failure.place, kind });
                }
                self.variations(variation, &position, found);
            }
            position = self.after(&position, played, &line.moves);
        }
    }
}

/// Plays a line through from a position. Returns its moves, and why it cannot be played to its end.
pub(crate) fn play_line(
    reading: &Reading,
    line: &Line,
    position: &Position,
) -> (Vec<Played>, Option<Failure>) {
    let record = Record::default();
    let (moves, _, failure) =
        Replaying::new(&record, reading.clone(), Telling::Nothing).play(&line.moves, position.clone());
    (moves, failure)
}
