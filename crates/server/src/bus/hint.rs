//! A hint on its way to other nodes: a line of a few words.

use std::fmt;
use std::str::FromStr;

use super::{Bus, LocalBus, Topic};
use crate::id::{GameId, NodeId};
use crate::request::RequestId;
use crate::time::Timestamp;

/// What one node tells others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Hint {
    /// A game has come to this event, at this time, by this request.
    Game { game: GameId, seq: u64, at: Timestamp, request: Option<RequestId> },
    /// Something has changed.
    Stirred(Topic),
    /// Hints were lost: everything may have changed.
    Everything,
    /// Something else that nodes tell each other.
    Gossip(String),
}

/// A line that is no hint: from a newer version, or from somebody else.
pub(super) struct NotAHint;

impl Hint {
    /// Tells it to those who listen here.
    pub(super) fn tell(&self, local: &LocalBus) {
        match self {
            Self::Game { game, seq, request, .. } => {
                if let Some(request) = request {
                    tracing::debug!(%request, %game, seq, "heard");
                }
                local.announce(*game, *seq);
            }
            Self::Stirred(topic) => local.stir(*topic),
            Self::Everything => local.stir_all(),
            Self::Gossip(text) => local.tell_gossip(text),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { game, seq, at, request: None } => write!(f, "game {game} {seq} {}", at.0),
            Self::Game { game, seq, at, request: Some(request) } => {
                write!(f, "game {game} {seq} {} {request}", at.0)
            }
            Self::Stirred(Topic::Game(game)) => write!(f, "stir {game}"),
            Self::Stirred(Topic::Presence(game)) => write!(f, "presence {game}"),
            Self::Stirred(Topic::Lobby) => f.write_str("lobby"),
            Self::Stirred(Topic::Account(account)) => write!(f, "account {account}"),
            Self::Stirred(Topic::Keys(account)) => write!(f, "keys {account}"),
            Self::Everything => f.write_str("everything"),
            // A message has one hint a line.
            Self::Gossip(text) => write!(f, "gossip {}", text.replace('\n', " ")),
        }
    }
}

impl FromStr for Hint {
    type Err = NotAHint;

    fn from_str(line: &str) -> Result<Self, NotAHint> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let stirred = |topic| Ok(Self::Stirred(topic));
        match kind {
            "game" => {
                let mut words = rest.split(' ');
                let game = words.next().and_then(|word| word.parse().ok()).ok_or(NotAHint)?;
                let seq = words.next().and_then(|word| word.parse().ok()).ok_or(NotAHint)?;
                let at = words.next().and_then(|word| word.parse().ok()).map(Timestamp).ok_or(NotAHint)?;
                Ok(Self::Game { game, seq, at, request: words.next().and_then(RequestId::made_elsewhere) })
            }
            "stir" => stirred(Topic::Game(rest.parse().map_err(|_| NotAHint)?)),
            "presence" => stirred(Topic::Presence(rest.parse().map_err(|_| NotAHint)?)),
            "lobby" => stirred(Topic::Lobby),
            "account" => stirred(Topic::Account(rest.parse().map_err(|_| NotAHint)?)),
            "keys" => stirred(Topic::Keys(rest.parse().map_err(|_| NotAHint)?)),
            "everything" => Ok(Self::Everything),
            "gossip" => Ok(Self::Gossip(rest.to_owned())),
            _ => Err(NotAHint),
        }
    }
}

/// The hints in a message: its first line is the node that sent it, and one's own are none.
pub(super) fn hints(message: &str, own: NodeId) -> impl Iterator<Item = Hint> {
    let mut lines = message.lines();
    let from_others = lines.next().is_some_and(|node| node != own.as_str());
    lines.filter(move |_| from_others).filter_map(|line| line.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::AccountId;

    #[test]
    fn hints_arrive_as_they_were_sent_and_ones_own_are_not_heard() {
        let [own, other] = [(); 2].map(|()| NodeId::new().expect("chance"));
        let (game, account) = (GameId::new().expect("chance"), AccountId::new().expect("chance"));
        let sent = [
            Hint::Game { game, seq: 7, at: Timestamp(1_000), request: None },
            Hint::Game { game, seq: 8, at: Timestamp(2_000), request: RequestId::made_elsewhere("r-1.2") },
            Hint::Stirred(Topic::Game(game)),
            Hint::Stirred(Topic::Presence(game)),
            Hint::Stirred(Topic::Lobby),
            Hint::Stirred(Topic::Account(account)),
            Hint::Stirred(Topic::Keys(account)),
            Hint::Everything,
            Hint::Gossip("spent 3 of 4".to_owned()),
        ];
        let lines: String = sent.iter().map(|hint| format!("\n{hint}")).collect();
        let heard: Vec<Hint> = hints(&format!("{other}{lines}\nsomething newer\n"), own).collect();
        assert_eq!(heard, sent);
        assert_eq!(hints(&format!("{own}{lines}"), own).count(), 0);
        assert_eq!(hints("", own).count(), 0);
    }
}
