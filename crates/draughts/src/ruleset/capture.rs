//! Rules of captures.

use alloc::borrow::Cow;

/// The rules of captures.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Capture {
    /// Whether captures are mandatory.
    pub duty: Duty,
    /// The priorities between captures, in order of precedence; empty if the choice is free.
    pub priority: Cow<'static, [Priority]>,
    /// Whether a capture must be continued as long as possible.
    pub finish: Finish,
    /// The time when captured pieces are removed.
    pub removal: Removal,
    /// Whether a capture may turn straight back.
    pub turn_back: TurnBack,
}

/// Whether captures are mandatory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Duty {
    /// A player who can capture must do so.
    MustCapture,
    /// Captures are optional.
    MayCapture,
}

/// A reason why one capture takes precedence over another.
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
    /// The capture that takes a king earliest.
    KingsEarliest,
}

impl Priority {
    /// All priorities.
    pub const ALL: [Self; 5] =
        [Self::MostPieces, Self::GreatestValue, Self::WithAKing, Self::MostKings, Self::KingsEarliest];

    /// Returns the name in JSON.
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

/// Whether a capture must be continued as long as possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Finish {
    /// A capture must be continued to the last jump.
    MustBeFinished,
    /// A capture may stop after any jump.
    MayBeStopped,
}

/// The time when captured pieces are removed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Removal {
    /// All together at the end of the move: until then they block, and none may be jumped twice.
    AtTheEndOfTheMove,
    /// Each as soon as it is jumped: its square is then free.
    AfterEachJump,
}

/// Whether a capture may turn by 180° between jumps. This matters only if pieces are removed after each jump; otherwise
/// the piece just jumped blocks the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum TurnBack {
    /// Turning back is allowed.
    Allowed,
    /// Turning back is forbidden.
    Forbidden,
}
