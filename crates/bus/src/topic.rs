//! The topics of a bus.

use play::id::{AccountId, GameId};

/// A topic to subscribe to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// The number of the last event of a game.
    Game(GameId),
    /// The players and spectators of a game.
    Presence(GameId),
    /// The open challenges of the lobby.
    Lobby,
    /// The challenges and the games of an account.
    Account(AccountId),
    /// Revoked sessions and tokens of an account.
    Credentials(AccountId),
}
