//! What one can hear of.

use play::id::{AccountId, GameId};

/// What one can hear of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// How far a game has come: the number of its last event.
    Game(GameId),
    /// That a player or a spectator has come to a game, or gone.
    Presence(GameId),
    /// That the offers in the lobby have changed.
    Lobby,
    /// That somebody was challenged, or is to move.
    Account(AccountId),
    /// That keys of somebody were revoked.
    Credentials(AccountId),
}
