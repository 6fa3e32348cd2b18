//! Announcements between nodes, each a line of text.

use std::fmt;
use std::str::FromStr;

use crate::bus::Bus;
use crate::local::LocalBus;
use crate::request_id::{self, RequestId};
use crate::topic::Topic;
use play::id::GameId;
use play::time::Timestamp;
use store::clock;

/// An announcement to other nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Announcement {
    /// A game has reached an event, at this time, caused by this request. The events themselves may be included.
    Game { game: GameId, seq: u64, at: Timestamp, request: Option<RequestId>, events: Option<String> },
    /// A topic has changed: notifies its subscribers.
    Changed(Topic),
    /// Announcements were lost: everything may have changed.
    Everything,
    /// A text for every node.
    Broadcast(String),
}

/// The maximum length of included events in bytes.
const MAX_EVENTS: usize = 64 * 1024;
/// The text that replaces the id of the request in an announcement without one.
const NO_REQUEST: &str = "-";

/// The error for a line that is not an announcement, for example because a newer version sent it.
pub(super) struct ParseAnnouncementError;

impl Announcement {
    /// Announces that a game has reached an event now, caused by the current request.
    pub(super) fn game(game: GameId, seq: u64) -> Self {
        Self::Game { game, seq, at: clock::now(), request: request_id::current(), events: None }
    }

    /// Includes the events, unless they are too long.
    pub(super) fn with_events(mut self, text: String) -> Self {
        if let Self::Game { events, .. } = &mut self {
            *events = Some(text).filter(|text| text.len() <= MAX_EVENTS);
        }
        self
    }

    /// Removes the events, for transports that send every message to all nodes.
    pub(super) fn without_events(mut self) -> Self {
        if let Self::Game { events, .. } = &mut self {
            *events = None;
        }
        self
    }

    /// Delivers the announcement to the subscribers on this node.
    pub(super) fn deliver(&self, local: &LocalBus) {
        match self {
            Self::Game { game, seq, request, events, .. } => {
                if let Some(request) = request {
                    tracing::debug!(%request, %game, seq, "announcement_received");
                }
                if let Some(events) = events {
                    local.deliver_events(*game, events);
                }
                local.announce(*game, *seq);
            }
            Self::Changed(topic) => local.notify(*topic),
            Self::Everything => local.notify_all(),
            Self::Broadcast(text) => local.deliver_broadcast(text),
        }
    }
}

// The words of the message format, such as `stir`, are fixed: nodes of different versions exchange them during a rolling
// restart.
impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { game, seq, at, request, events } => {
                let request = request.as_ref().map_or(NO_REQUEST, RequestId::as_str);
                write!(f, "game {game} {seq} {} {request}", at.0)?;
                // A message has one announcement per line.
                events.iter().try_for_each(|events| write!(f, " {}", events.replace('\n', " ")))
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
        let changed = |topic| Ok(Self::Changed(topic));
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
                let request = words.next().filter(|word| *word != NO_REQUEST).and_then(RequestId::parse);
                Ok(Self::Game { game, seq, at, request, events: words.next().map(str::to_owned) })
            }
            "stir" => changed(Topic::Game(rest.parse().map_err(|_| ParseAnnouncementError)?)),
            "presence" => changed(Topic::Presence(rest.parse().map_err(|_| ParseAnnouncementError)?)),
            "lobby" => changed(Topic::Lobby),
            "account" => changed(Topic::Account(rest.parse().map_err(|_| ParseAnnouncementError)?)),
            "keys" => changed(Topic::Credentials(rest.parse().map_err(|_| ParseAnnouncementError)?)),
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
    fn announcements_round_trip() {
        let (game, account) = (GameId::new().expect("random id"), AccountId::new().expect("random id"));
        let request = RequestId::parse("r-1.2");
        let sent = [
            Announcement::Game { game, seq: 7, at: Timestamp(1_000), request: None, events: None },
            Announcement::Game { game, seq: 8, at: Timestamp(2_000), request: request.clone(), events: None },
            Announcement::Game {
                game,
                seq: 9,
                at: Timestamp(3_000),
                request,
                events: Some("[{\"a\": 1}]".to_owned()),
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
        for invalid in ["", "something newer", "game x 1 1 -", "stir"] {
            assert!(invalid.parse::<Announcement>().is_err(), "{invalid:?}");
        }
    }
}
