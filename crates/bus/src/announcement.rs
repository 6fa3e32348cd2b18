//! A announcement on its way to other nodes: a line of a few words.

use std::fmt;
use std::str::FromStr;

use crate::bus::Bus;
use crate::local::LocalBus;
use crate::request_id::{self, RequestId};
use crate::topic::Topic;
use play::id::GameId;
use play::time::Timestamp;
use store::clock;

/// What one node tells others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Announcement {
    /// A game has come to this event, at this time, by this request; and what has happened, if that is told along.
    Game { game: GameId, seq: u64, at: Timestamp, request: Option<RequestId>, news: Option<String> },
    /// Something has changed.
    Changed(Topic),
    /// Hints were lost: everything may have changed.
    Everything,
    /// Something else that nodes tell each other.
    Broadcast(String),
}

/// What has happened is not told along if it is longer than this.
const LONGEST_NEWS: usize = 64 * 1024;
/// Stands for a request where there is none.
const NOBODY: &str = "-";

/// A line that is no announcement: from a newer version, or from somebody else.
pub(super) struct ParseAnnouncementError;

impl Announcement {
    /// A game has come to this event now, by the request that is being carried out.
    pub(super) fn game(game: GameId, seq: u64) -> Self {
        Self::Game { game, seq, at: clock::now(), request: request_id::current(), news: None }
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
                    local.deliver_events(*game, news);
                }
                local.announce(*game, *seq);
            }
            Self::Changed(topic) => local.notify(*topic),
            Self::Everything => local.notify_all(),
            Self::Broadcast(text) => local.deliver_broadcast(text),
        }
    }
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { game, seq, at, request, news } => {
                let request = request.as_ref().map_or(NOBODY, RequestId::as_str);
                write!(f, "game {game} {seq} {} {request}", at.0)?;
                // A message has one announcement a line.
                news.iter().try_for_each(|news| write!(f, " {}", news.replace('\n', " ")))
            }
            Self::Changed(Topic::Game(game)) => write!(f, "stir {game}"),
            Self::Changed(Topic::Presence(game)) => write!(f, "presence {game}"),
            Self::Changed(Topic::Lobby) => f.write_str("lobby"),
            Self::Changed(Topic::Account(account)) => write!(f, "account {account}"),
            Self::Changed(Topic::Credentials(account)) => write!(f, "keys {account}"),
            Self::Everything => f.write_str("everything"),
            Self::Broadcast(text) => write!(f, "gossip {}", text.replace('\n', " ")),
        }
    }
}

impl FromStr for Announcement {
    type Err = ParseAnnouncementError;

    fn from_str(line: &str) -> Result<Self, ParseAnnouncementError> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let stirred = |topic| Ok(Self::Changed(topic));
        match kind {
            "game" => {
                let mut words = rest.splitn(5, ' ');
                let game = words.next().and_then(|word| word.parse().ok()).ok_or(ParseAnnouncementError)?;
                let seq = words.next().and_then(|word| word.parse().ok()).ok_or(ParseAnnouncementError)?;
                let at = words
                    .next()
                    .and_then(|word| word.parse().ok())
                    .map(Timestamp)
                    .ok_or(ParseAnnouncementError)?;
                let request = words.next().filter(|word| *word != NOBODY).and_then(RequestId::made_elsewhere);
                Ok(Self::Game { game, seq, at, request, news: words.next().map(str::to_owned) })
            }
            "stir" => stirred(Topic::Game(rest.parse().map_err(|_| ParseAnnouncementError)?)),
            "presence" => stirred(Topic::Presence(rest.parse().map_err(|_| ParseAnnouncementError)?)),
            "lobby" => stirred(Topic::Lobby),
            "account" => stirred(Topic::Account(rest.parse().map_err(|_| ParseAnnouncementError)?)),
            "keys" => stirred(Topic::Credentials(rest.parse().map_err(|_| ParseAnnouncementError)?)),
            "everything" => Ok(Self::Everything),
            "gossip" => Ok(Self::Broadcast(rest.to_owned())),
            _ => Err(ParseAnnouncementError),
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
            Announcement::Game { game, seq: 7, at: Timestamp(1_000), request: None, news: None },
            Announcement::Game { game, seq: 8, at: Timestamp(2_000), request: request.clone(), news: None },
            Announcement::Game {
                game,
                seq: 9,
                at: Timestamp(3_000),
                request,
                news: Some("[{\"a\": 1}]".to_owned()),
            },
            Announcement::Changed(Topic::Game(game)),
            Announcement::Changed(Topic::Presence(game)),
            Announcement::Changed(Topic::Lobby),
            Announcement::Changed(Topic::Account(account)),
            Announcement::Changed(Topic::Credentials(account)),
            Announcement::Everything,
            Announcement::Broadcast("spent 3 of 4".to_owned()),
        ];
        for announcement in sent {
            assert_eq!(announcement.to_string().parse().ok(), Some(announcement));
        }
        for none in ["", "something newer", "game x 1 1 -", "stir"] {
            assert!(none.parse::<Announcement>().is_err(), "{none:?}");
        }
    }
}
