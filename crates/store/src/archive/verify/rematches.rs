//! Links from games to their rematches.

use std::hash::{DefaultHasher, Hash, Hasher};

use draughts::RuleSet;

use super::DamagedGame;
use play::game::{GameState, Terms};
use play::id::GameId;

/// The ids of all games, and the links to rematches.
#[derive(Default)]
pub(super) struct RematchLinks {
    /// The id and the fingerprint of each game. It is small, since there may be millions of games.
    games: Vec<(GameId, u64)>,
    links: Vec<RematchLink>,
}

struct RematchLink {
    number: i64,
    name: String,
    fingerprint: u64,
    to: GameId,
}

impl RematchLinks {
    pub(super) fn add(&mut self, number: i64, name: &str, state: &GameState) {
        let fingerprint = fingerprint(state.game().rules().rule_set(), state.terms());
        if let Ok(id) = name.parse() {
            self.games.push((id, fingerprint));
        }
        if let Some(to) = state.next() {
            self.links.push(RematchLink { number, name: name.to_owned(), fingerprint, to });
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.games.extend(other.games);
        self.links.extend(other.links);
    }

    /// Returns the games whose rematch does not exist or does not match.
    pub(super) fn broken(mut self) -> Vec<DamagedGame> {
        self.games.sort_unstable();
        let find = |to: &GameId| {
            let found = self.games.binary_search_by_key(to, |(id, _)| *id).ok();
            found.and_then(|index| self.games.get(index)).map(|(_, fingerprint)| *fingerprint)
        };
        let broken = |link: RematchLink| {
            let fault = match find(&link.to) {
                Some(fingerprint) if fingerprint == link.fingerprint => return None,
                Some(_) => format!("its rematch, {}, is a game of others or by other rules", link.to),
                None => format!("its rematch, {}, is not there, or damaged itself", link.to),
            };
            Some(DamagedGame { number: link.number, name: link.name, faults: vec![fault] })
        };
        std::mem::take(&mut self.links).into_iter().filter_map(broken).collect()
    }
}

/// Returns a hash of what a rematch has in common with its game: players regardless of colour, rules, time control. The
/// parsed rules are hashed, since the text of an older game may lack fields.
fn fingerprint(rules: &RuleSet, terms: &Terms) -> u64 {
    let mut seats = [terms.white, terms.black].map(|seat| format!("{seat:?}"));
    seats.sort();
    let mut hasher = DefaultHasher::new();
    (rules, seats, format!("{:?}", terms.time), &terms.start, terms.rated).hash(&mut hasher);
    hasher.finish()
}
