//! Explanations of why a move is not legal.
//!
//! An attempt that is not legal is tried under relaxed rules ([`relax`]): the rule whose absence would permit it is the
//! reason. If no relaxation permits it, the board makes it impossible, and `line.rs` finds out why.

mod line;
mod relax;
mod why;

use alloc::vec;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

pub(crate) use relax::without_duties;
pub use why::WhyNot;

use crate::color::Color;
use crate::limits::ATTEMPT_STEPS;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::ruleset::{Goal, Priority};
use crate::square::{Square, SquareSet};
use relax::{ALL, Relaxation};

/// An attempt to move: a piece and the squares it should touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The player who attempts it; `None` for the side to move.
    pub by: Option<Color>,
    /// The origin.
    pub from: Square,
    /// The squares it should touch, including the destination. Empty if the piece is only picked up.
    pub through: Vec<Square>,
    /// The squares it should capture, if known.
    pub captured: Option<SquareSet>,
}

impl Attempt {
    /// Creates an attempt to pick up a piece.
    #[must_use]
    pub fn pick(from: Square) -> Self {
        Self { by: None, from, through: Vec::new(), captured: None }
    }

    /// Creates an attempt to move from one square to another.
    #[must_use]
    pub fn new(from: Square, to: Square) -> Self {
        Self { through: vec![to], ..Self::pick(from) }
    }

    /// Creates an attempt to move along these squares; `None` if there are none.
    #[must_use]
    pub fn route(squares: &[Square]) -> Option<Self> {
        let (&from, through) = squares.split_first()?;
        Some(Self { through: through.to_vec(), ..Self::pick(from) })
    }

    /// Creates an attempt to make this move.
    #[must_use]
    pub fn of(m: &Move) -> Self {
        Self { captured: Some(m.captured()), ..Self::new(m.from(), m.to()) }
    }
}

impl Position {
    /// Returns the legal moves that match an attempt, at least one, or why none does.
    ///
    /// Several moves match if they capture different pieces, or if the piece is only picked up.
    pub fn explain(&self, attempt: &Attempt) -> Result<Vec<Move>, WhyNot> {
        Explainer::new(self).explain(attempt)
    }
}

/// Explains attempts in one position. Intermediate results are cached.
pub struct Explainer<'p> {
    position: &'p Position,
    legal: Vec<Move>,
    relaxed: [OnceCell<Relaxed>; ALL.len()],
    /// The number of steps that are left for tracing routes of the current attempt.
    route_steps: Cell<u32>,
}

/// The position and its moves under relaxed rules.
struct Relaxed {
    position: Position,
    moves: Vec<Move>,
}

impl Relaxed {
    /// Returns the moves that match an attempt.
    fn matching(&self, attempt: &Attempt, steps: &Cell<u32>) -> Vec<&Move> {
        matching(&self.position, &self.moves, attempt, steps).collect()
    }
}

/// Returns the moves of a list that match an attempt, as far as `steps` suffice to trace their routes.
fn matching<'l, 'a>(
    position: &'a Position,
    moves: &'l [Move],
    attempt: &'a Attempt,
    steps: &'a Cell<u32>,
) -> impl Iterator<Item = &'l Move> + use<'l, 'a> {
    moves.iter().filter(move |m| {
        let Some((to, vias)) = attempt.through.split_last() else { return m.from() == attempt.from };
        m.from() == attempt.from
            && m.to() == *to
            && attempt.captured.is_none_or(|captured| captured == m.captured())
            && (vias.is_empty() || position.leads_through_within(m, vias, steps))
    })
}

impl<'p> Explainer<'p> {
    /// Creates the explainer of a position.
    #[must_use]
    pub fn new(position: &'p Position) -> Self {
        Self::with_legal_moves(position, position.legal_moves())
    }

    /// Creates the explainer of a position whose legal moves are known.
    pub(crate) fn with_legal_moves(position: &'p Position, legal: Vec<Move>) -> Self {
        Self { position, legal, relaxed: Default::default(), route_steps: Cell::new(ATTEMPT_STEPS) }
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &'p Position {
        self.position
    }

    /// Returns the legal moves of the position.
    #[must_use]
    pub fn legal_moves(&self) -> &[Move] {
        &self.legal
    }

    /// Returns the legal moves that match an attempt, at least one, or why none does.
    pub fn explain(&self, attempt: &Attempt) -> Result<Vec<Move>, WhyNot> {
        self.check_turn(attempt)?;
        let found = self.find(attempt);
        if found.is_empty() { Err(self.why_not(attempt)) } else { Ok(found) }
    }

    /// Returns the legal moves that match an attempt. Faster than [`explain`](Self::explain), since it gives no reason.
    #[must_use]
    pub fn find(&self, attempt: &Attempt) -> Vec<Move> {
        self.route_steps.set(ATTEMPT_STEPS);
        matching(self.position, &self.legal, attempt, &self.route_steps).cloned().collect()
    }

    /// Checks the side to move, the squares and the piece.
    fn check_turn(&self, attempt: &Attempt) -> Result<(), WhyNot> {
        let turn = self.position.turn();
        if attempt.by.is_some_and(|by| by != turn) {
            return Err(WhyNot::NotYourTurn { turn });
        }
        let squares = self.position.rules().board_len();
        let mut named = attempt.through.iter().chain([&attempt.from]);
        if let Some(&square) = named.find(|square| square.index() >= squares) {
            return Err(WhyNot::NoSuchSquare(square));
        }
        if let Some(pair) = attempt.through.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(WhyNot::Stays(pair[0]));
        }
        match self.position.piece(attempt.from) {
            None => Err(WhyNot::EmptySquare(attempt.from)),
            Some(piece) if piece.color != turn => {
                Err(WhyNot::NotYourPiece { square: attempt.from, owner: piece.color })
            }
            Some(_) => Ok(()),
        }
    }

    fn why_not(&self, attempt: &Attempt) -> WhyNot {
        let rules = self.position.rules().rule_set();
        let has_king = Color::ALL.iter().any(|&color| self.position.count(color).1 > 0);
        if rules.goal == Goal::FirstKingWins && has_king {
            return WhyNot::GameDecided;
        }
        if attempt.through.is_empty() {
            return self.why_piece_cannot_move(attempt);
        }
        let matching = self.relaxed(Relaxation::Duties).matching(attempt, &self.route_steps);
        if !matching.is_empty() {
            return self.broken_duty(attempt, &matching);
        }
        if attempt.captured.is_some() {
            let any_capture = Attempt { captured: None, ..attempt.clone() };
            return self.explain(&any_capture).err().unwrap_or(WhyNot::TakesOthers);
        }
        let rules_of_pieces = ALL.into_iter().filter(|&relaxation| relaxation.is_rule_of_pieces());
        for relaxation in rules_of_pieces {
            if let Some(m) = self.relaxed(relaxation).matching(attempt, &self.route_steps).first() {
                return self.reason_of(relaxation, m);
            }
        }
        line::why_not(self, attempt)
    }

    /// Returns why a piece that was picked up has no legal move.
    fn why_piece_cannot_move(&self, attempt: &Attempt) -> WhyNot {
        let own = self.relaxed(Relaxation::Duties).matching(attempt, &self.route_steps);
        // Prefer a capture of the piece, which gives the better reason.
        match own.iter().find(|m| m.is_capture()).or(own.first()) {
            None => WhyNot::CannotMove(attempt.from),
            Some(m) => self.broken_duty(&Attempt::of(m), &[m]),
        }
    }

    /// Returns the duty that an attempt breaks; `moves` match it when there are no duties.
    fn broken_duty(&self, attempt: &Attempt, moves: &[&Move]) -> WhyNot {
        let without_priority = self.relaxed(Relaxation::Priority);
        if let Some(m) = moves.iter().find(|m| m.is_capture() && without_priority.moves.contains(m)) {
            return self.broken_priority(m);
        }
        let capturing: SquareSet = self.legal.iter().filter(|m| m.is_capture()).map(Move::from).collect();
        match moves.iter().find(|m| m.is_capture()) {
            Some(m) => self.unfinished(attempt, m),
            None if !capturing.is_empty() => WhyNot::MustCapture { with: capturing },
            None => {
                let times = self.position.rules().rule_set().kings.repeat_limit.unwrap_or(0);
                WhyNot::KingMustRest { square: attempt.from, times }
            }
        }
    }

    /// Returns the priority that a complete capture violates.
    fn broken_priority(&self, m: &Move) -> WhyNot {
        let by: SquareSet = self.legal.iter().map(Move::from).collect();
        let Some(best) = self.legal.first() else { return WhyNot::CannotMove(m.from()) };
        let kings = |m: &Move| m.captured().iter().filter(|&square| self.is_king(square)).count();
        for priority in self.position.rules().rule_set().capture.priority.iter() {
            let (yours, most) = match priority {
                Priority::MostPieces | Priority::GreatestValue => (m.captured().len(), best.captured().len()),
                Priority::WithAKing => {
                    (usize::from(self.is_king(m.from())), usize::from(self.is_king(best.from())))
                }
                Priority::MostKings => (kings(m), kings(best)),
                Priority::KingsEarliest => return WhyNot::MustTakeKingsEarlier { by },
            };
            match priority {
                Priority::MostPieces if yours < most => return WhyNot::MustTakeMore { yours, most, by },
                Priority::GreatestValue if (yours, kings(m)) != (most, kings(best)) => {
                    return WhyNot::MustTakeGreaterValue { by };
                }
                Priority::WithAKing if yours < most => return WhyNot::MustTakeWithKing { by },
                Priority::MostKings if yours < most => return WhyNot::MustTakeMoreKings { yours, most, by },
                _ => {}
            }
        }
        WhyNot::MustTakeKingsEarlier { by }
    }

    /// Returns why a capture is incomplete: it stops early, or lands on a square from which it cannot continue.
    fn unfinished(&self, attempt: &Attempt, m: &Move) -> WhyNot {
        let without_duties = self.relaxed(Relaxation::Duties);
        let longer = |other: &&Move, at: Square| {
            let mut vias = attempt.through.clone();
            vias.pop();
            vias.push(at);
            other.from() == m.from()
                && other.captured().len() == m.captured().len() + 1
                && m.captured().is_subset(other.captured())
                && without_duties.position.leads_through_within(other, &vias, &self.route_steps)
        };
        let next: SquareSet =
            without_duties.moves.iter().filter(|other| longer(other, m.to())).map(Move::to).collect();
        if !next.is_empty() {
            return WhyNot::MustGoOn { to: next };
        }
        // The landings before the last one, as attempted, or else as the move makes them.
        let attempted = attempt.through.split_last().map_or(&[][..], |(_, vias)| vias);
        let jumps = m.captured().len();
        let route = without_duties.position.route(m);
        let before =
            if attempted.len() + 1 == jumps { attempted } else { route.get(1..jumps).unwrap_or(&[]) };
        // A square that the king merely passes does not count.
        let continues_from = |at: Square| {
            let landings: Vec<Square> = before.iter().copied().chain([at]).collect();
            let mut longer = without_duties.moves.iter().filter(|next| longer(next, at));
            longer.any(|next| without_duties.position.lands_on(next, &landings))
        };
        let same = without_duties
            .moves
            .iter()
            .filter(|other| other.from() == m.from() && other.captured() == m.captured());
        let on: SquareSet = same.map(Move::to).filter(|&at| continues_from(at)).collect();
        if !on.is_empty() {
            return WhyNot::MustLandToGoOn { on };
        }
        // On another route the same piece could capture more.
        let more = without_duties.moves.iter().filter(|other| {
            other.from() == m.from()
                && other.captured() != m.captured()
                && m.captured().is_subset(other.captured())
        });
        WhyNot::MustGoOn { to: more.map(Move::to).collect() }
    }

    /// Returns the reason for a move that only this relaxation permits.
    fn reason_of(&self, relaxation: Relaxation, m: &Move) -> WhyNot {
        let backward = self.is_backward(m.from(), m.to());
        match relaxation {
            Relaxation::ManMoves => WhyNot::ManDoesNotMoveThatWay { backward },
            Relaxation::ManCaptures => WhyNot::ManDoesNotCaptureThatWay { backward },
            Relaxation::KingMoves => WhyNot::KingDoesNotMoveThatWay,
            Relaxation::KingCaptures => WhyNot::KingDoesNotCaptureThatWay,
            Relaxation::Targets => {
                let king = m.captured().iter().find(|&square| self.is_king(square));
                WhyNot::ManMayNotTakeKing(king.unwrap_or(m.to()))
            }
            Relaxation::Landing => WhyNot::MustLandDirectlyBehind,
            Relaxation::Range => WhyNot::TooFar { kind: Kind::King },
            Relaxation::TurnBack => WhyNot::WouldTurnBack,
            Relaxation::Crowning => WhyNot::NotCrownedInPassing,
            Relaxation::Removal => WhyNot::CapturedPiecesStand,
            Relaxation::Duties | Relaxation::Priority => WhyNot::CannotMove(m.from()),
        }
    }

    fn is_king(&self, square: Square) -> bool {
        self.position.piece(square).is_some_and(|piece| piece.kind == Kind::King)
    }

    /// Returns whether a step goes towards the player's own side of the board.
    fn is_backward(&self, from: Square, to: Square) -> bool {
        let names = self.position.rules().square_names();
        let (from, to) = (names.cell(from).0, names.cell(to).0);
        match self.position.turn() {
            Color::White => to > from,
            Color::Black => to < from,
        }
    }

    fn relaxed(&self, relaxation: Relaxation) -> &Relaxed {
        self.relaxed[relaxation as usize].get_or_init(|| {
            let position = relax::position(self.position, relaxation);
            Relaxed { moves: position.legal_moves(), position }
        })
    }
}
