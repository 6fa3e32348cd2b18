//! Reasons why an event is refused.

use alloc::vec::Vec;

use crate::color::Color;
use crate::draw::Counter;
use crate::explain::WhyNot;
use crate::square::SquareSet;

/// The reason why an event is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The move is not legal.
    NotLegal(WhyNot),
    /// There is no open offer.
    NothingOffered,
    /// Players cannot answer their own offers.
    OwnOffer,
    /// The offer belongs to the opponent.
    NotYourOffer,
    /// An offer is open already.
    OfferOpen {
        /// The player who offered.
        by: Color,
    },
    /// The player's last offer was not accepted, and the player has not moved since.
    OfferedBefore,
    /// An offer must be made with a move or while the opponent is to move.
    OfferWithMove,
    /// The draw by this rule must be offered before it can be claimed.
    OfferFirst(usize),
    /// The opponent has not answered the offer yet.
    OfferUnanswered,
    /// The rule set does not allow draws by agreement.
    NoAgreement,
    /// The rule set has no draw rule that can be claimed.
    NothingToClaim,
    /// The rule set has no draw rule with this index.
    NoSuchRule(usize),
    /// This rule is automatic and cannot be claimed.
    Automatic(usize),
    /// The claim is not justified; the progress of each rule.
    NotJustified(Vec<Counter>),
    /// There is no claim to confirm.
    NoClaim,
    /// The last turn broke no duty, or it stands.
    TurnWasLegal,
    /// No turn has been made.
    NoTurn,
    /// Only the opponent of the player who made the turn may object.
    NotForYou,
    /// The rule set does not allow redoing a turn.
    NoRedo,
    /// The rule set does not allow huffing.
    NoHuffing,
    /// The piece on this square did not fail to capture; these did.
    CannotBeHuffed(SquareSet),
    /// Both sides have moved, so only the adjudicator can abort the game.
    TooLateToAbort,
    /// A message is too long.
    MessageTooLong {
        /// The maximum length in characters.
        most: usize,
    },
}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for Refusal {}

/// An event of a list was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RefusedEvent {
    /// The index of the event, from 0.
    pub place: usize,
    /// The reason.
    pub refusal: Refusal,
}

/// Returns no `source`: the text of this error includes that of the wrapped one.
impl core::error::Error for RefusedEvent {}
