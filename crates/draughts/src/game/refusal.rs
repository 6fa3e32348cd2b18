//! Why something cannot happen in a game now.

use alloc::vec::Vec;

use crate::color::Color;
use crate::draw::Counter;
use crate::explain::WhyNot;
use crate::square::SquareSet;

/// Why an event is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The move is not legal.
    NotLegal(WhyNot),
    /// There is no offer.
    NothingOffered,
    /// One cannot answer one's own offer.
    OwnOffer,
    /// The offer is the opponent's.
    NotYourOffer,
    /// An offer is open already.
    OfferOpen {
        /// Whose.
        by: Color,
    },
    /// The last offer was not accepted; the next may come after another move of one's own.
    OfferedBefore,
    /// An offer is sent with a move, or while the opponent is to move.
    OfferWithMove,
    /// A claim needs an offer first: this draw rule can be appealed to.
    OfferFirst(usize),
    /// The opponent has not answered the offer yet.
    OfferUnanswered,
    /// The rule set does not let the players agree on a draw.
    NoAgreement,
    /// The rule set has no draw rule that can be claimed.
    NothingToClaim,
    /// The rule set has no draw rule with this number.
    NoSuchRule(usize),
    /// A rule that takes effect by itself cannot be claimed.
    Automatic(usize),
    /// The claim is not justified: how far each rule has come.
    NotJustified(Vec<Counter>),
    /// No claim has ended the game.
    NoClaim,
    /// The last turn broke no duty, or was let stand.
    TurnWasLegal,
    /// No turn has been made.
    NoTurn,
    /// It is for the opponent of the one who made the turn to say so.
    NotForYou,
    /// The rule set does not let a turn be redone.
    NoRedo,
    /// The rule set knows no huffing.
    NoHuffing,
    /// The piece on this square did not fail to capture; these did.
    CannotBeHuffed(SquareSet),
    /// Both sides have moved, so that only the adjudicator can call the game off.
    TooLateToAbort,
    /// A message is too long.
    MessageTooLong {
        /// How many characters are allowed.
        most: usize,
    },
}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for Refusal {}

/// The event of a list that was refused, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RefusedEvent {
    /// Its place in the list, from 0.
    pub place: usize,
    /// Why it was refused.
    pub refusal: Refusal,
}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for RefusedEvent {}
