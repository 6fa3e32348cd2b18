//! Why a move is not legal.
//!
//! An attempt that is not among the legal moves is tried again under relaxed rules ([`relax`]): the one rule
//! whose absence would have allowed it is the reason. What no relaxation allows is impossible on the board
//! itself, and `line.rs` says why.

mod line;
mod relax;
mod why;

use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

pub(crate) use relax::without_duties;
pub use why::WhyNot;

use crate::color::Color;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::ruleset::{Goal, Priority};
use crate::square::{Square, SquareSet};
use relax::{ALL, Relaxation};

/// A move that somebody tries to make: a piece picked up, and the squares it is to touch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Who tries; nobody: the side to move.
    pub by: Option<Color>,
    /// The square where it starts.
    pub from: Square,
    /// The squares it is to touch, the last one included. None: the piece is only picked up.
    pub through: Vec<Square>,
    /// What it is to capture, where that is known.
    pub captured: Option<SquareSet>,
}

impl Attempt {
    /// To pick up a piece.
    #[must_use]
    pub fn pick(from: Square) -> Self {
        Self { by: None, from, through: Vec::new(), captured: None }
    }

    /// To move from one square to another.
    #[must_use]
    pub fn new(from: Square, to: Square) -> Self {
        Self { through: vec![to], ..Self::pick(from) }
    }

    /// To move by these squares; `None` if there are none.
    #[must_use]
    pub fn route(squares: &[Square]) -> Option<Self> {
        let (&from, through) = squares.split_first()?;
        Some(Self { through: through.to_vec(), ..Self::pick(from) })
    }

    /// To make this very move.
    #[must_use]
    pub fn of(m: &Move) -> Self {
        Self { captured: Some(m.captured()), ..Self::new(m.from(), m.to()) }
    }
}

impl Position {
    /// The legal moves that an attempt may mean, at least one; or why there is none.
    ///
    /// More than one: it is the same from and to with different captures, or only a piece was picked up.
    pub fn explain(&self, attempt: &Attempt) -> Result<Vec<Move>, WhyNot> {
        Explainer::new(self).explain(attempt)
    }
}

/// Explains attempts in one position. What is found out for one attempt serves the next.
pub struct Explainer<'p> {
    position: &'p Position,
    legal: Vec<Move>,
    relaxed: [OnceCell<Relaxed>; ALL.len()],
}

/// The moves under relaxed rules.
struct Relaxed {
    position: Position,
    moves: Vec<Move>,
}

impl Relaxed {
    /// The moves that an attempt may mean.
    fn matching(&self, attempt: &Attempt) -> Vec<&Move> {
        matching(&self.position, &self.moves, attempt).collect()
    }
}

/// The moves of a list that an attempt may mean.
fn matching<'l, 'a>(
    position: &'a Position,
    moves: &'l [Move],
    attempt: &'a Attempt,
) -> impl Iterator<Item = &'l Move> + use<'l, 'a> {
    moves.iter().filter(move |m| {
        let Some((to, vias)) = attempt.through.split_last() else { return m.from() == attempt.from };
        m.from() == attempt.from
            && m.to() == *to
            && attempt.captured.is_none_or(|captured| captured == m.captured())
            && (vias.is_empty() || position.leads_through(m, vias))
    })
}

impl<'p> Explainer<'p> {
    /// For this position.
    #[must_use]
    pub fn new(position: &'p Position) -> Self {
        Self { position, legal: position.legal_moves(), relaxed: Default::default() }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &'p Position {
        self.position
    }

    /// The legal moves of the position.
    #[must_use]
    pub fn legal_moves(&self) -> &[Move] {
        &self.legal
    }

    /// The legal moves that an attempt may mean, at least one; or why there is none.
    pub fn explain(&self, attempt: &Attempt) -> Result<Vec<Move>, WhyNot> {
        self.check_turn(attempt)?;
        let found = self.find(attempt);
        if found.is_empty() { Err(self.why_not(attempt)) } else { Ok(found) }
    }

    /// The legal moves that an attempt may mean. No reasons are looked for, which is quicker.
    #[must_use]
    pub fn find(&self, attempt: &Attempt) -> Vec<Move> {
        matching(self.position, &self.legal, attempt).cloned().collect()
    }

    /// Who may move what, whatever the way.
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
        let king_stands = Color::ALL.iter().any(|&color| self.position.count(color).1 > 0);
        if rules.goal == Goal::FirstKingWins && king_stands {
            return WhyNot::GameDecided;
        }
        if attempt.through.is_empty() {
            return self.why_not_this_piece(attempt);
        }
        let soft = self.relaxed(Relaxation::Soft).matching(attempt);
        if !soft.is_empty() {
            return self.why_not_soft(attempt, &soft);
        }
        if attempt.captured.is_some() {
            let any = Attempt { captured: None, ..attempt.clone() };
            return self.explain(&any).err().unwrap_or(WhyNot::TakesOthers);
        }
        let hard = ALL.into_iter().filter(|&relaxation| relaxation.is_hard());
        for relaxation in hard {
            if let Some(m) = self.relaxed(relaxation).matching(attempt).first() {
                return self.reason_of(relaxation, m);
            }
        }
        line::why_not(self, attempt)
    }

    /// A piece that was picked up and has no legal move.
    fn why_not_this_piece(&self, attempt: &Attempt) -> WhyNot {
        let own = self.relaxed(Relaxation::Soft).matching(attempt);
        // Its capture, if it has one, is the worthier attempt.
        match own.iter().find(|m| m.is_capture()).or(own.first()) {
            None => WhyNot::CannotMove(attempt.from),
            Some(m) => self.why_not_soft(&Attempt::of(m), &[m]),
        }
    }

    /// A move that the duties of a player forbid, not the ways of the piece.
    fn why_not_soft(&self, attempt: &Attempt, soft: &[&Move]) -> WhyNot {
        let any_order = self.relaxed(Relaxation::Priority);
        if let Some(m) = soft.iter().find(|m| m.is_capture() && any_order.moves.contains(m)) {
            return self.why_not_first(m);
        }
        let best: SquareSet = self.legal.iter().filter(|m| m.is_capture()).map(Move::from).collect();
        match soft.iter().find(|m| m.is_capture()) {
            Some(m) => self.why_not_finished(attempt, m),
            None if !best.is_empty() => WhyNot::MustCapture { with: best },
            None => {
                let times = self.position.rules().rule_set().kings.repeat_limit.unwrap_or(0);
                WhyNot::KingMustRest { square: attempt.from, times }
            }
        }
    }

    /// A finished capture that another one goes before.
    fn why_not_first(&self, m: &Move) -> WhyNot {
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

    /// A capture that is broken off, or lands where it cannot go on.
    fn why_not_finished(&self, attempt: &Attempt, m: &Move) -> WhyNot {
        let soft = self.relaxed(Relaxation::Soft);
        let longer = |other: &&Move, at: Square| {
            let mut vias = attempt.through.clone();
            vias.pop();
            vias.push(at);
            other.from() == m.from()
                && other.captured().len() == m.captured().len() + 1
                && m.captured().is_subset(other.captured())
                && soft.position.leads_through(other, &vias)
        };
        let next: SquareSet = soft.moves.iter().filter(|other| longer(other, m.to())).map(Move::to).collect();
        if !next.is_empty() {
            return WhyNot::MustGoOn { to: next };
        }
        // The landings before the last one, as they were asked for, or as the move makes them.
        let asked = attempt.through.split_last().map_or(&[][..], |(_, vias)| vias);
        let jumps = m.captured().len();
        let route = soft.position.route(m);
        let before = if asked.len() + 1 == jumps { asked } else { route.get(1..jumps).unwrap_or(&[]) };
        // A square that the king only flies over on its way to the good one is not good itself.
        let goes_on_from = |at: Square| {
            let landings: Vec<Square> = before.iter().copied().chain([at]).collect();
            let mut longer = soft.moves.iter().filter(|next| longer(next, at));
            longer.any(|next| soft.position.lands_on(next, &landings))
        };
        let same =
            soft.moves.iter().filter(|other| other.from() == m.from() && other.captured() == m.captured());
        let on: SquareSet = same.map(Move::to).filter(|&at| goes_on_from(at)).collect();
        if !on.is_empty() {
            return WhyNot::MustLandToGoOn { on };
        }
        // By another way the same piece could take more.
        let more = soft.moves.iter().filter(|other| {
            other.from() == m.from()
                && other.captured() != m.captured()
                && m.captured().is_subset(other.captured())
        });
        WhyNot::MustGoOn { to: more.map(Move::to).collect() }
    }

    fn reason_of(&self, relaxation: Relaxation, m: &Move) -> WhyNot {
        let backward = self.goes_back(m.from(), m.to());
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
            Relaxation::Soft | Relaxation::Priority => WhyNot::CannotMove(m.from()),
        }
    }

    fn is_king(&self, square: Square) -> bool {
        self.position.piece(square).is_some_and(|piece| piece.kind == Kind::King)
    }

    /// Does the way go towards one's own side of the board?
    fn goes_back(&self, from: Square, to: Square) -> bool {
        let naming = self.position.rules().square_names();
        let (from, to) = (naming.cell(from).0, naming.cell(to).0);
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
