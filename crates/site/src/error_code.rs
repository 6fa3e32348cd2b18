//! Error codes: stable names for programs, and the keys of page texts.

use draughts::game::Refusal;
use play::game::CommandError;
use serde::{Serialize, Serializer};

/// Declares the codes and their texts together, so that [`ErrorCode::ALL`] cannot miss one.
macro_rules! error_codes {
    ($($(#[$about:meta])* $name:ident = $text:literal,)+) => {
        /// Why a request is not fulfilled.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ErrorCode {
            $($(#[$about])* $name,)+
        }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Returns the code as clients see it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

error_codes! {
    /// The request cannot be read.
    BadRequest = "bad-request",
    /// The body is not JSON.
    NotJson = "not-json",
    /// The body is too long.
    TooLarge = "too-large",
    /// The request did not arrive, or was not answered, in time.
    RequestTimeout = "request-timeout",
    /// The address does not support the method.
    BadMethod = "bad-method",
    /// The page of another site sent the request.
    OtherOrigin = "other-origin",
    /// A request with a session has no `Origin` header.
    NoOrigin = "no-origin",
    /// The resource does not exist.
    NotFound = "not-found",
    /// The rate limit is exceeded.
    TooManyRequests = "too-many-requests",
    /// The part of the site that the request needs is overloaded.
    Busy = "busy",
    /// The database cannot be written to.
    Unavailable = "unavailable",
    /// The site recovers from an outage.
    Recovering = "recovering",
    /// The node is shutting down.
    ShuttingDown = "leaving",
    /// The site has failed.
    Internal = "internal",

    /// The request has neither a session nor a token.
    NotLoggedIn = "not-logged-in",
    /// The token is not valid.
    BadToken = "bad-token",
    /// The token lacks a scope.
    MissingScope = "missing-scope",
    /// A token is not enough.
    SessionNeeded = "session-needed",
    /// Guests are not allowed.
    NoAccount = "no-account",
    /// The account is not an administrator's.
    NotAnAdmin = "not-an-admin",
    /// The name and the password do not match an account.
    WrongPassword = "wrong-password",
    /// The account is closed.
    AccountClosed = "account-closed",
    /// A name cannot be used.
    BadName = "bad-name",
    /// The name belongs to another account.
    NameTaken = "name-taken",
    /// The account has a name already.
    HasName = "has-name",
    /// The password cannot be used.
    BadPassword = "bad-password",
    /// The e-mail address cannot be used.
    BadEmail = "bad-email",
    /// A token cannot be created as requested.
    BadTokenRequest = "bad-token-wish",
    /// An account that has played cannot become a bot.
    HasPlayed = "has-played",

    /// The game cannot be played as proposed.
    BadProposal = "bad-proposal",
    /// The challenge is not open any more.
    ChallengeNotOpen = "challenge-not-open",
    /// Players cannot accept or send challenges to themselves.
    OwnChallenge = "own-challenge",
    /// The account has too many open challenges.
    TooManyChallenges = "too-many-challenges",
    /// Only the challenged player can decline.
    NotChallenged = "not-challenged",
    /// Only the challenger can withdraw.
    NotYourChallenge = "not-your-challenge",
    /// The account has too many saved rule sets.
    TooManySavedRules = "shelf-full",
    /// The moves or the position to analyse cannot be used.
    BadStudy = "bad-study",
    /// Computing the answer takes too long.
    TooComplex = "too-complex",

    /// Administrators do not judge their own games.
    OwnGame = "own-game",
    /// A decision needs a reason.
    BadReason = "bad-reason",
    /// Not possible with the account of an administrator.
    IsAnAdmin = "is-an-admin",

    /// Only the players of a game can do that.
    NotAPlayer = "not-a-player",
    /// The command id belongs to another command.
    CommandIdReused = "command-used-before",
    /// The game is over.
    GameOver = "game-over",
    /// The move is not legal.
    IllegalMove = "illegal-move",
    /// The draw claim is not justified.
    ClaimNotJustified = "claim-not-justified",
    /// The draw has to be offered before it is claimed.
    OfferFirst = "offer-first",
    /// The draw offer has to come with a move.
    OfferWithMove = "offer-with-move",
    /// The rule set has no such draw rule.
    NoSuchRule = "no-such-rule",
    /// The state of the game does not allow it.
    NotNow = "not-now",
    /// The time of a player is up.
    TimeOver = "time-over",
    /// There is nothing to take back, or no request for it.
    NoTakeback = "no-takeback",
    /// The game has no clock.
    NoClock = "no-clock",
    /// More time than can be given at once.
    TooMuchTime = "too-much-time",
    /// More days off than are left.
    NoVacation = "no-vacation",
    /// The chat message is empty or too long.
    BadMessage = "bad-message",
    /// The conditional moves cannot be used.
    BadConditionalMoves = "bad-plan",
    /// The opponent has not left the game for long enough.
    OpponentNotLeft = "opponent-not-left",
    /// No administrator was called, or one was called already.
    BadCall = "bad-call",
    /// The game is paused, or is not.
    Paused = "paused",
    /// A rematch cannot be requested or accepted now.
    NoRematch = "no-revenge",
}

impl ErrorCode {
    /// Returns whether only programs get it, or its message is always in the language of the reader. All others have
    /// texts for people (`refusal-…`).
    #[must_use]
    pub fn is_for_programs(self) -> bool {
        matches!(
            self,
            Self::NotJson
                | Self::HasPlayed
                | Self::BadStudy
                | Self::TooComplex
                | Self::CommandIdReused
                | Self::IllegalMove
                | Self::ClaimNotJustified
                | Self::OfferFirst
                | Self::OfferWithMove
                | Self::NoSuchRule
                | Self::TimeOver
                | Self::NoTakeback
                | Self::NoClock
                | Self::TooMuchTime
                | Self::NoVacation
                | Self::BadMessage
                | Self::BadConditionalMoves
                | Self::OpponentNotLeft
                | Self::NoRematch
        )
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl From<&CommandError> for ErrorCode {
    fn from(error: &CommandError) -> Self {
        match error {
            CommandError::Rules(Refusal::GameOver) => Self::GameOver,
            CommandError::Rules(Refusal::NotLegal(_)) | CommandError::Move(_) | CommandError::NotThisWay => {
                Self::IllegalMove
            }
            CommandError::Rules(Refusal::NotJustified(_)) => Self::ClaimNotJustified,
            CommandError::Rules(Refusal::OfferFirst(_) | Refusal::OfferUnanswered) => Self::OfferFirst,
            CommandError::Rules(Refusal::OfferWithMove) => Self::OfferWithMove,
            CommandError::Rules(Refusal::NoSuchRule(_)) => Self::NoSuchRule,
            CommandError::Rules(_) => Self::NotNow,
            CommandError::TimeOver(_) => Self::TimeOver,
            CommandError::NoTakeback | CommandError::NothingToTakeBack | CommandError::TakebackAsked => {
                Self::NoTakeback
            }
            CommandError::NoClock => Self::NoClock,
            CommandError::TooMuchTime(_) => Self::TooMuchTime,
            CommandError::NoVacation(_) => Self::NoVacation,
            CommandError::BadMessage(_) => Self::BadMessage,
            CommandError::OwnTurn
            | CommandError::NothingPlanned
            | CommandError::NoAnswer
            | CommandError::PlanTooLong { .. }
            | CommandError::PlanTooComplex => Self::BadConditionalMoves,
            CommandError::NotLeft(_) | CommandError::NotWaiting | CommandError::NotBegun => {
                Self::OpponentNotLeft
            }
            CommandError::NotCalled | CommandError::CalledBefore => Self::BadCall,
            CommandError::Paused | CommandError::NotPaused => Self::Paused,
            CommandError::NotOver
            | CommandError::NotChosen
            | CommandError::RematchAsked
            | CommandError::NextGameBegun
            | CommandError::NoRematch => Self::NoRematch,
        }
    }
}
