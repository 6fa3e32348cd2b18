//! A hint on its way to other nodes: a line of a few words.

use std::fmt;
use std::str::FromStr;

use crate::bus::Bus;
use crate::local::LocalBus;
use crate::request::{self, RequestId};
use crate::topic::Topic;
use play::id::GameId;
use play::time::Timestamp;
use store::clock;

/// What one node tells others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Hint {
    /// A game has come to this event, at this time, by this request; and what has happened, if that is told along.
    Game { game: GameId, seq: u64, at: Timestamp, request: Option<RequestId>, news: Option<String> },
    /// Something has changed.
    Stirred(Topic),
    /// Hints were lost: everything may have changed.
    Everything,
    /// Something else that nodes tell each other.
    Gossip(String),
}

/// What has happened is not told along if it is longer than this.
const LONGEST_NEWS: usize = 64 * 1024;
/// Stands for a request where there is none.
const NOBODY: &str = "-";

/// A line that is no hint: from a newer version, or from somebody else.
pub(super) struct NotAHint;

impl Hint {
    /// A game has come to this event now, by the request that is being carried out.
    pub(super) fn game(game: GameId, seq: u64) -> Self {
        Self::Game { game, seq, at: clock::now(), request: request::current(), news: None }
    }

    /// The same, with what has happened; unless that is so long that it is better read.
    pub(super) fn with_news(mut self, text: String) -> Self {
        if let Self::Game { news, .. } = &mut self {
            *news = Some(text).filter(|text| text.len() <= LONGEST_NEWS);
        }
        self
    }

    /// The same without what has happened, for carriers that tell everybody everything.
    pub(super) fn in_brief(mut self) -> Self {
        if let Self::Game { news, .. } = &mut self {
            *news = None;
        }
        self
    }

    /// Tells it to those who listen here.
    pub(super) fn tell(&self, local: &LocalBus) {
        match self {
            Self::Game { game, seq, request, news, .. } => {
                if let Some(request) = request {
                    tracing::debug!(%request, %game, seq, "heard");
                }
                if let Some(news) = news {
                    local.tell_news(*game, news);
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
            Self::Game { game, seq, at, request, news } => {
                let request = request.as_ref().map_or(NOBODY, RequestId::as_str);
                write!(f, "game {game} {seq} {} {request}", at.0)?;
                // A message has one hint a line.
                news.iter().try_for_each(|news| write!(f, " {}", news.replace('\n', " ")))
            }
            Self::Stirred(Topic::Game(game)) => write!(f, "stir {game}"),
            Self::Stirred(Topic::Presence(game)) => write!(f, "presence {game}"),
            Self::Stirred(Topic::Lobby) => f.write_str("lobby"),
            Self::Stirred(Topic::Account(account)) => write!(f, "account {account}"),
            Self::Stirred(Topic::Keys(account)) => write!(f, "keys {account}"),
            Self::Everything => f.write_str("everything"),
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
                let mut words = rest.splitn(5, ' ');
                let game = words.next().and_then(|word| word.parse().ok()).ok_or(NotAHint)?;
                let seq = words.next().and_then(|word| word.parse().ok()).ok_or(NotAHint)?;
                let at = words.next().and_then(|word| word.parse().ok()).map(Timestamp).ok_or(NotAHint)?;
                let request = words.next().filter(|word| *word != NOBODY).and_then(RequestId::made_elsewhere);
                Ok(Self::Game { game, seq, at, request, news: words.next().map(str::to_owned) })
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

#[cfg(test)]
mod tests {
    use super::*;
    use play::id::AccountId;

    #[test]
    fn hints_arrive_as_they_were_sent_and_what_is_none_is_not_heard() {
        let (game, account) = (GameId::new().expect("chance"), AccountId::new().expect("chance"));
        let request = RequestId::made_elsewhere("r-1.2");
        let sent = [
            Hint::Game { game, seq: 7, at: Timestamp(1_000), request: None, news: None },
            Hint::Game { game, seq: 8, at: Timestamp(2_000), request: request.clone(), news: None },
            Hint::Game { game, seq: 9, at: Timestamp(3_000), request, news: Some("[{\"a\": 1}]".to_owned()) },
            Hint::Stirred(Topic::Game(game)),
            Hint::Stirred(Topic::Presence(game)),
            Hint::Stirred(Topic::Lobby),
            Hint::Stirred(Topic::Account(account)),
            Hint::Stirred(Topic::Keys(account)),
            Hint::Everything,
            Hint::Gossip("spent 3 of 4".to_owned()),
        ];
        for hint in sent {
            assert_eq!(hint.to_string().parse().ok(), Some(hint));
        }
        for none in ["", "something newer", "game x 1 1 -", "stir"] {
            assert!(none.parse::<Hint>().is_err(), "{none:?}");
        }
    }
}
