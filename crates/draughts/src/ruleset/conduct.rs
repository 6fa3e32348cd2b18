//! Enforcement of duties, and the first move of the next game.

/// The enforcement of duties, and the player who begins the next game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Conduct {
    /// The consequence of a turn that breaks the duty to capture.
    pub enforcement: Enforcement,
    /// The player who begins the next game between the same two players.
    pub next_game: NextGame,
}

impl Conduct {
    /// Only legal moves are possible, and the players take turns to begin.
    pub const USUAL: Self = Self { enforcement: Enforcement::Strict, next_game: NextGame::Alternate };
}

/// The consequence of a turn that breaks the duty to capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Enforcement {
    /// It cannot be played.
    Strict,
    /// It stands unless the opponent demands a redo before moving.
    RedoOnDemand,
    /// The opponent may take the piece that failed to capture off the board, and then moves.
    Huffing,
}

/// The player who begins the next game between the same two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum NextGame {
    /// The player who did not begin the last game.
    Alternate,
    /// The winner of the last game; after a draw, the player who asks for the next game.
    WinnerBegins,
    /// The player who asks for it.
    ChallengerBegins,
    /// The player whom both choose.
    AsChosen,
}
