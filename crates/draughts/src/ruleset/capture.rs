//! What holds for every capture.

use alloc::borrow::Cow;

/// What holds for every capture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Capture {
    /// Must a player capture who can?
    pub duty: Duty,
    /// Which captures go before others, the weightiest reason first. Empty: the choice is free.
    pub priority: Cow<'static, [Priority]>,
    /// Must a capture go on for as long as it can?
    pub finish: Finish,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// May a capture turn straight back over the square it came from?
    pub turn_back: TurnBack,
}

/// Must a player capture who can?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Duty {
    /// Yes.
    MustCapture,
    /// No, another move is as good.
    MayCapture,
}

/// A reason for which one capture goes before another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Priority {
    /// The capture that takes most pieces.
    MostPieces,
    /// The capture of the greatest value, where a king is worth a little less than two men.
    GreatestValue,
    /// The capture made with a king.
    WithAKing,
    /// The capture that takes most kings.
    MostKings,
    /// The capture that meets a king earliest.
    KingsEarliest,
}

impl Priority {
    /// Every reason.
    pub const ALL: [Self; 5] =
        [Self::MostPieces, Self::GreatestValue, Self::WithAKing, Self::MostKings, Self::KingsEarliest];

    /// Returns the reason as it is written in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MostPieces => "most-pieces",
            Self::GreatestValue => "greatest-value",
            Self::WithAKing => "with-a-king",
            Self::MostKings => "most-kings",
            Self::KingsEarliest => "kings-earliest",
        }
    }
}

/// Must a capture go on for as long as it can?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Finish {
    /// Yes, to the last jump.
    MustBeFinished,
    /// No, it may stop after any jump.
    MayBeStopped,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Removal {
    /// Together, when the move is over: until then they block, and none may be jumped twice.
    AtTheEndOfTheMove,
    /// Each as soon as it is jumped: its square is free for the rest of the move.
    AfterEachJump,
}

/// May a capture turn straight back, by 180°, after a jump? It matters only where pieces are removed
/// after each jump; otherwise the piece just jumped is in the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum TurnBack {
    /// Yes.
    Allowed,
    /// No.
    Forbidden,
}
