//! Links from games to their rematches.

use std::hash::{DefaultHasher, Hash, Hasher};

use draughts::RuleSet;

use super::DamagedGame;
use play::game::{GameState, Terms};
use play::id::GameId;

/// The ids of all games, and the links to rematches.
#[derive(Default)]
pub(super) struct RematchLinks {
    /// The id and the fingerprint of each game: a hash instead of the terms, because there may be millions of games.
    games: Vec<(GameId, u64)>,
    links: Vec<RematchLink>,
}

struct RematchLink {
    game_number: i64,
    id: String,
    fingerprint: u64,
    to: GameId,
}

impl RematchLinks {
    pub(super) fn add(&mut self, game_number: i64, id: &str, state: &GameState) {
        let fingerprint = fingerprint(state.game().rules().rule_set(), state.terms());
        if let Ok(game) = id.parse() {
            self.games.push((game, fingerprint));
        }
        if let Some(to) = state.next() {
            self.links.push(RematchLink { game_number, id: id.to_owned(), fingerprint, to });
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.games.extend(other.games);
        self.links.extend(other.links);
    }

    /// Returns the games whose rematch does not exist or does not match.
    pub(super) fn into_damaged_games(mut self) -> Vec<DamagedGame> {
        self.games.sort_unstable();
        let find = |to: &GameId| {
            let found = self.games.binary_search_by_key(to, |(id, _)| *id).ok();
            found.and_then(|index| self.games.get(index)).map(|(_, fingerprint)| *fingerprint)
        };
        let damaged = |link: RematchLink| {
            let inconsistency = match find(&link.to) {
                Some(fingerprint) if fingerprint == link.fingerprint => return None,
                Some(_) => format!("its rematch {} has other players, rules or time control", link.to),
                None => format!("its rematch {} is missing or damaged", link.to),
            };
            Some(DamagedGame { number: link.game_number, id: link.id, inconsistencies: vec![inconsistency] })
        };
        std::mem::take(&mut self.links).into_iter().filter_map(damaged).collect()
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
