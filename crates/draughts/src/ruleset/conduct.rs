//! What the players may demand of each other, and who begins the next game.

/// What the players may demand of each other, and who begins the next game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Conduct {
    /// What happens to a turn that breaks the duty to capture.
    pub enforcement: Enforcement,
    /// Who begins the next game between the same two players.
    pub next_game: NextGame,
}

impl Conduct {
    /// Only legal moves are possible, and the players take turns to begin.
    pub const USUAL: Self = Self { enforcement: Enforcement::Strict, next_game: NextGame::Alternate };
}

/// What happens to a turn that breaks the duty to capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Enforcement {
    /// It cannot be played.
    Strict,
    /// It stands unless the opponent demands, before answering, that it be redone.
    RedoOnDemand,
    /// The opponent may take the piece that failed to capture off the board, and then moves.
    Huffing,
}

/// Who begins the next game between the same two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum NextGame {
    /// The one who did not begin the last.
    Alternate,
    /// The winner of the last; after a draw, the one who asks for the next game.
    WinnerBegins,
    /// The one who asks for it.
    ChallengerBegins,
    /// Whoever the players choose.
    AsChosen,
}
