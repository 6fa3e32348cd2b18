//! From a game to its revenge.

use std::hash::{DefaultHasher, Hash, Hasher};

use draughts::RuleSet;

use super::Damaged;
use play::game::{GameState, Terms};
use play::id::GameId;

/// GameFilter games there are, and which of them lead to another.
#[derive(Default)]
pub(super) struct Links {
    /// What a revenge has in common with its game: little, for there may be millions.
    games: Vec<(GameId, u64)>,
    links: Vec<Link>,
}

struct Link {
    number: i64,
    name: String,
    common: u64,
    to: GameId,
}

impl Links {
    pub(super) fn add(&mut self, number: i64, name: &str, table: &GameState) {
        let common = common(table.game().rules().rule_set(), table.terms());
        if let Ok(id) = name.parse() {
            self.games.push((id, common));
        }
        if let Some(to) = table.next() {
            self.links.push(Link { number, name: name.to_owned(), common, to });
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        self.games.extend(other.games);
        self.links.extend(other.links);
    }

    /// Games that lead to one that is not there, or is none of theirs.
    pub(super) fn broken(mut self) -> Vec<Damaged> {
        self.games.sort_unstable();
        let next = |to: &GameId| {
            let found = self.games.binary_search_by_key(to, |(id, _)| *id).ok();
            found.and_then(|place| self.games.get(place)).map(|(_, common)| *common)
        };
        let broken = |link: Link| {
            let fault = match next(&link.to) {
                Some(common) if common == link.common => return None,
                Some(_) => format!("its revenge, {}, is a game of others or by other rules", link.to),
                None => format!("its revenge, {}, is not there, or damaged itself", link.to),
            };
            Some(Damaged { number: link.number, name: link.name, faults: vec![fault] })
        };
        std::mem::take(&mut self.links).into_iter().filter_map(broken).collect()
    }
}

/// The same players, whoever has which side, the same rules and the same time. The rules are compared as they are read:
/// the text of a game that was stored by an older version may lack fields.
fn common(rules: &RuleSet, terms: &Terms) -> u64 {
    let mut seats = [terms.white, terms.black].map(|seat| format!("{seat:?}"));
    seats.sort();
    let mut hasher = DefaultHasher::new();
    (rules, seats, format!("{:?}", terms.time), &terms.start, terms.rated).hash(&mut hasher);
    hasher.finish()
}
