//! A position: pieces on squares, a side to move, and the rules it is played by.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::color::{ByColor, Color};
use crate::movegen::{self, Generated, Vias};
use crate::moves::{Move, WordMove};
use crate::notation::{Fen, ParseFenError};
use crate::piece::{Kind, Piece};
use crate::pieces::{KingRun, Pieces};
use crate::referee::Referee;
use crate::rules::{AnyReferee, Rules, each_word};
use crate::ruleset::SquareNames;
use crate::setup::{KingMoves, Setup, SetupError, SetupFault};
use crate::square::{Square, SquareSet};
use crate::state::State;
use crate::wide::Wide;
use crate::word::Word;

/// A position: pieces on squares, a side to move, and the rules it is played by.
///
/// A side may have no pieces: that is a study, or a game that is over.
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    state: AnyState,
}

/// The state of a position, in the word that its board needs: the same as that of its
/// [`AnyReferee`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyState {
    /// Boards that fit 64 bits.
    Narrow(State<u64>),
    /// Boards that fit 128 bits.
    Middle(State<u128>),
    /// Larger ones.
    Large(State<Wide>),
}

impl From<State<u64>> for AnyState {
    fn from(state: State<u64>) -> Self {
        Self::Narrow(state)
    }
}

impl From<State<u128>> for AnyState {
    fn from(state: State<u128>) -> Self {
        Self::Middle(state)
    }
}

impl From<State<Wide>> for AnyState {
    fn from(state: State<Wide>) -> Self {
        Self::Large(state)
    }
}

/// Calls `$body` with the referee and the state, whichever their word.
macro_rules! with_state {
    ($position:expr, $referee:ident, $state:ident => $body:expr) => {
        match ($position.rules.referee(), &$position.state) {
            (AnyReferee::Narrow($referee), AnyState::Narrow($state)) => $body,
            (AnyReferee::Middle($referee), AnyState::Middle($state)) => $body,
            (AnyReferee::Large($referee), AnyState::Large($state)) => $body,
            _ => unreachable!("a position's state is made by its own rules"),
        }
    };
}

impl Position {
    /// The starting position.
    #[must_use]
    pub fn initial(rules: &Rules) -> Self {
        let state = each_word!(AnyReferee, rules.referee(), referee => referee.initial().into());
        Self { rules: rules.clone(), state }
    }

    /// The position that a set-up describes, or everything that is wrong with it.
    pub fn new(rules: &Rules, setup: &Setup) -> Result<Self, SetupError> {
        let faults = faults(rules, setup);
        if !faults.is_empty() {
            return Err(SetupError { faults, naming: rules.naming() });
        }
        let state = each_word!(AnyReferee, rules.referee(), referee => state_of(referee, setup).into());
        Ok(Self { rules: rules.clone(), state })
    }

    /// Reads a position from a FEN.
    pub fn from_fen(rules: &Rules, fen: &str) -> Result<Self, FenError> {
        let fen = Fen::parse(fen, &rules.naming()).map_err(FenError::Parse)?;
        Self::of_fen(rules, &fen)
    }

    /// The position that a FEN says, or everything that is wrong with it, with its place in the text.
    pub fn of_fen(rules: &Rules, fen: &Fen) -> Result<Self, FenError> {
        Self::new(rules, &fen.setup).map_err(|error| {
            let places = error.faults.iter().map(|&fault| fen.place(fault)).collect();
            FenError::Setup { error, places }
        })
    }

    /// The position as a FEN, its squares called as the rule set calls them.
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_with(self.rules.naming().names())
    }

    /// The position as a FEN with numbers or with letters.
    #[must_use]
    pub fn fen_with(&self, names: SquareNames) -> String {
        Fen::of(self.setup(), names).write(&self.rules.naming().with(names))
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces in words, for code that works on them with [`Rules::referee`].
    #[must_use]
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        each_word!(AnyState, &self.state, state => state.turn())
    }

    /// The hash of pieces, side to move and king moves in a row. The same on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        each_word!(AnyState, &self.state, state => state.hash())
    }

    /// The hash computed from the pieces alone: always equal to [`hash`](Self::hash), and slower.
    #[must_use]
    pub fn hash_from_scratch(&self) -> u64 {
        each_word!(AnyState, &self.state, state => State::new(*state.pieces(), state.turn()).hash())
    }

    /// The position taken apart.
    #[must_use]
    pub fn setup(&self) -> Setup {
        with_state!(self, referee, state => setup_of(referee, state))
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        with_state!(self, referee, state => piece_at(referee, state, square))
    }

    /// How many men and kings a side has.
    #[must_use]
    pub fn count(&self, color: Color) -> (usize, usize) {
        each_word!(AnyState, &self.state, state => {
            let pieces = state.pieces();
            (pieces.men[color].count() as usize, pieces.kings[color].count() as usize)
        })
    }

    /// Can the side to move capture?
    #[must_use]
    pub fn has_capture(&self) -> bool {
        with_state!(self, referee, state => referee.has_capture(state))
    }

    /// Every legal move, each with a route.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        with_state!(self, referee, state => legal_moves(referee, state))
    }

    /// The legal move that the generator's own stands for, if it is one here.
    #[must_use]
    pub fn find_move<W: Generated>(&self, m: &WordMove<W>) -> Option<Move> {
        let squares = with_state!(self, referee, _state => {
            let square = |bit: W| referee.layout().square_at(bit.lowest() as u8);
            (square(m.from), square(m.to), m.captured.bits().map(square).collect::<SquareSet>())
        });
        let meant = |other: &Move| (other.from(), other.to(), other.captured()) == squares;
        self.legal_moves().into_iter().find(meant)
    }

    /// Can this legal move be made by a way that lands on or passes these squares, in this order?
    #[must_use]
    pub fn leads_through(&self, m: &Move, squares: &[Square]) -> bool {
        with_state!(self, referee, state => {
            leads(referee, state, m, squares, |vias| Vias::Passed(vias))
        })
    }

    /// Can this legal move be made by a way that lands, between its jumps, on these squares and no others?
    #[must_use]
    pub fn lands_on(&self, m: &Move, squares: &[Square]) -> bool {
        with_state!(self, referee, state => {
            leads(referee, state, m, squares, |vias| Vias::Landed(vias))
        })
    }

    /// The position after a move; a move of another position that is not legal here is refused.
    pub fn play(&self, m: &Move) -> Result<Self, PlayError> {
        let state = with_state!(self, referee, state => play(referee, state, m)?.into());
        Ok(Self { rules: self.rules.clone(), state })
    }

    /// The position with the piece on a square taken off.
    #[must_use]
    pub fn without(&self, square: Square) -> Self {
        let mut setup = self.setup();
        for side in Color::ALL {
            setup.men[side].remove(square);
            setup.kings[side].remove(square);
            setup.king_moves[side] = setup.king_moves[side].filter(|run| run.square != square);
        }
        // Fewer pieces on the same board cannot be wrong.
        Self::new(&self.rules, &setup).unwrap_or_else(|_| self.clone())
    }

    /// The position after a move that is known to be legal here: one of
    /// [`legal_moves`](Self::legal_moves). After any other the position is nonsense.
    #[must_use]
    pub fn play_unchecked(&self, m: &Move) -> Self {
        let state = with_state!(self, referee, state => {
            referee.play(state, &word_move(referee, state, m)).into()
        });
        Self { rules: self.rules.clone(), state }
    }

    /// How many sequences of `depth` legal moves there are.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        with_state!(self, referee, state => referee.perft(state, depth))
    }
}

/// Plays the legal move that is meant. What is played is the generator's own, so that a move made for another
/// position cannot bring anything of it along.
fn play<W: Generated>(referee: &Referee<W>, state: &State<W>, m: &Move) -> Result<State<W>, PlayError> {
    let mut list = Vec::new();
    referee.legal_moves(state, &mut list);
    let layout = referee.layout();
    let meant = |legal: &&WordMove<W>| {
        layout.square(legal.from) == m.from()
            && layout.square(legal.to) == m.to()
            && layout.squares(legal.captured) == m.captured()
    };
    let legal = list.iter().find(meant).ok_or(PlayError)?;
    Ok(referee.play(state, legal))
}

fn leads<W: Generated>(
    referee: &Referee<W>,
    state: &State<W>,
    m: &Move,
    squares: &[Square],
    vias: impl FnOnce(&[W]) -> Vias<'_, W>,
) -> bool {
    let layout = referee.layout();
    if squares.iter().any(|square| square.index() >= layout.len()) {
        return false;
    }
    let met: Vec<W> = squares.iter().map(|&square| layout.bit(square)).collect();
    let (rules, word) = (referee.move_rules(), word_move(referee, state, m));
    movegen::route_via(layout, rules, state.pieces(), state.turn(), &word, vias(&met)).is_some()
}

fn piece_at<W: Generated>(referee: &Referee<W>, state: &State<W>, square: Square) -> Option<Piece> {
    let layout = referee.layout();
    if square.index() >= layout.len() {
        return None;
    }
    let (bit, pieces) = (layout.bit(square), state.pieces());
    let color = Color::ALL.into_iter().find(|&color| (pieces.of(color) & bit).any())?;
    let kind = if (pieces.kings[color] & bit).any() { Kind::King } else { Kind::Man };
    Some(Piece { color, kind })
}

fn legal_moves<W: Generated>(referee: &Referee<W>, state: &State<W>) -> Vec<Move> {
    let mut list = Vec::new();
    referee.legal_moves(state, &mut list);
    let layout = referee.layout();
    let square = |bit| layout.square(bit);
    let moves = list.iter().map(|m| {
        let route = movegen::route(layout, referee.move_rules(), state.pieces(), state.turn(), m);
        let route = route.into_iter().map(square).collect();
        Move::new(square(m.from), square(m.to), layout.squares(m.captured), m.promotes, route)
    });
    moves.collect()
}

fn word_move<W: Generated>(referee: &Referee<W>, state: &State<W>, m: &Move) -> WordMove<W> {
    let layout = referee.layout();
    let from = layout.bit(m.from());
    let king = (state.pieces().kings[state.turn()] & from) == from;
    let captured = layout.word(m.captured());
    WordMove { from, to: layout.bit(m.to()), captured, king, promotes: m.promotes() }
}

fn setup_of<W: Generated>(referee: &Referee<W>, state: &State<W>) -> Setup {
    let layout = referee.layout();
    let pieces = state.pieces();
    let squares = |words: ByColor<W>| ByColor {
        white: layout.squares(words.white),
        black: layout.squares(words.black),
    };
    let run = |run: KingRun| {
        (run.moves > 0).then(|| KingMoves { square: layout.square_at(run.at), times: run.moves })
    };
    Setup {
        men: squares(pieces.men),
        kings: squares(pieces.kings),
        turn: state.turn(),
        king_moves: ByColor { white: run(pieces.runs.white), black: run(pieces.runs.black) },
    }
}

fn state_of<W: Generated>(referee: &Referee<W>, setup: &Setup) -> State<W> {
    let layout = referee.layout();
    let words = |squares: ByColor<SquareSet>| ByColor {
        white: layout.word(squares.white),
        black: layout.word(squares.black),
    };
    let run = |run: Option<KingMoves>| match run {
        Some(run) => KingRun { moves: run.times, at: layout.bit_number(run.square) },
        None => KingRun::NONE,
    };
    let runs = ByColor { white: run(setup.king_moves.white), black: run(setup.king_moves.black) };
    State::new(Pieces { men: words(setup.men), kings: words(setup.kings), runs }, setup.turn)
}

/// Everything that is wrong with a set-up.
fn faults(rules: &Rules, setup: &Setup) -> Vec<SetupFault> {
    let naming = rules.naming();
    let height = usize::from(rules.rule_set().board.height);
    let sets = [setup.men.white, setup.men.black, setup.kings.white, setup.kings.black];
    let mut faults = Vec::new();
    for index in 0..=u8::MAX {
        let square = Square::new(index);
        let pieces = sets.iter().filter(|set| set.contains(square)).count();
        if pieces > 0 && square.index() >= naming.len() {
            faults.push(SetupFault::NoSuchSquare(square));
            continue;
        }
        if pieces > 1 {
            faults.push(SetupFault::Twice(square));
        }
        for (color, row) in [(Color::White, 0), (Color::Black, height - 1)] {
            if setup.men[color].contains(square) && naming.cell(square).0 == row {
                faults.push(SetupFault::ManOnCrownRow(color, square));
            }
        }
    }
    let limit = rules.rule_set().kings.repeat_limit;
    for color in Color::ALL {
        let Some(run) = setup.king_moves[color] else { continue };
        match limit {
            None => faults.push(SetupFault::KingMovesNotCounted(color)),
            Some(limit) if !(1..=limit).contains(&run.times) => {
                faults.push(SetupFault::KingMoves { color, times: run.times, limit });
            }
            Some(_) if !setup.kings[color].contains(run.square) => {
                faults.push(SetupFault::NoSuchKing(color, run.square));
            }
            Some(_) => {}
        }
    }
    faults
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.rules == other.rules
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rules.rule_set().id, self.fen())
    }
}

/// The move is not legal in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayError;

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for PlayError {}

/// Why a FEN did not become a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// It could not be read.
    Parse(ParseFenError),
    /// It tells of more turns than there were before its move number.
    Counts {
        /// How many turns it tells of.
        half_moves: u32,
        /// The number of the move to come.
        move_number: u32,
    },
    /// What it says cannot stand on the board.
    Setup {
        /// What is wrong.
        error: SetupError,
        /// For each fault, the number of the character in the text.
        places: Vec<usize>,
    },
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Counts { half_moves, move_number } => write!(
                f,
                "FEN: H{half_moves} tells of {half_moves} turns, but before move {move_number} there were fewer"
            ),
            Self::Setup { error, places } => {
                for (i, (&fault, place)) in error.faults.iter().zip(places).enumerate() {
                    let line = if i == 0 { "" } else { "\n" };
                    write!(f, "{line}FEN, character {place}: {}", error.sentence(fault))?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for FenError {}
