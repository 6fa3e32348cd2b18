//! Reasons why an event is refused.

use alloc::vec::Vec;
use core::fmt;

use crate::color::Color;
use crate::draw::Counter;
use crate::explain::WhyNot;
use crate::square::SquareSet;

/// The reason why an event is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// An event of a list was rejected.
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

/// Squares are numbered from the top left, and draw rules from 1.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::NotLegal(why) => return why.fmt(f),
            Self::NothingOffered => "no draw has been offered",
            Self::OwnOffer => "the opponent answers the offer",
            Self::NotYourOffer => "the offer is the opponent's",
            Self::OfferOpen { by } => return write!(f, "an offer of {by} is open"),
            Self::OfferedBefore => "the last offer was not accepted and no move was made since",
            Self::OfferWithMove => "an offer is sent with a move, or while the opponent is to move",
            Self::OfferFirst(rule) => {
                return write!(f, "offer the draw by rule {} before claiming it", rule + 1);
            }
            Self::OfferUnanswered => "the opponent has not answered the offer",
            Self::NoAgreement => "these rules have no draw by agreement",
            Self::NothingToClaim => "these rules have no draw that can be claimed",
            Self::NoSuchRule(rule) => return write!(f, "there is no draw rule {}", rule + 1),
            Self::Automatic(rule) => return write!(f, "draw rule {} takes effect by itself", rule + 1),
            Self::NotJustified(counters) => {
                f.write_str("no draw can be claimed yet: ")?;
                for (i, counter) in counters.iter().enumerate() {
                    write!(f, "{}{counter}", if i == 0 { "" } else { "; " })?;
                }
                return Ok(());
            }
            Self::NoClaim => "no draw was claimed",
            Self::TurnWasLegal => "the last turn broke no duty, or was let stand",
            Self::NoTurn => "no turn has been made",
            Self::NotForYou => "only the opponent of the player who made the turn can do that",
            Self::NoRedo => "these rules do not let a turn be redone",
            Self::NoHuffing => "these rules have no huffing",
            Self::CannotBeHuffed(squares) => {
                return write!(f, "that piece did not fail to capture; these did: {squares}");
            }
            Self::TooLateToAbort => "both sides have moved; the game cannot be aborted",
            Self::MessageTooLong { most } => return write!(f, "a message has at most {most} characters"),
        })
    }
}

/// The number of the event, from 1, and the refusal.
impl fmt::Display for RefusedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.place + 1, self.refusal)
    }
}
