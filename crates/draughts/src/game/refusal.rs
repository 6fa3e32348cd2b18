//! Why something cannot happen in a game now.

use alloc::vec::Vec;
use core::fmt;

use crate::color::Color;
use crate::draw::Counter;
use crate::explain::WhyNot;
use crate::square::SquareSet;

/// Why an event is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
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
